//! A player's shots and throws as scripts (rules 5).

use crate::{exact, hit, mean, told};

/// By 0.5's code: a +2,+3 longbow.
#[test]
fn a_longbow() {
    let scenario = r#"{
        "mode": "ranged",
        "attacker": {
            "strength": 16, "dexterity": 18, "launcher": "longbow", "launcher_to_hit_plus": 2, "launcher_damage_plus": 3,
            "skills": { "missile": 10, "throwing": 5 }
        },
        "defender": { "ev": 13, "ac": 5 },
        "situation": { "rules": "v05" }
    }"#;
    let figures = [
        ("aim", 30),           // 2 * 10 + 1 + 9
        ("to-hit number", 16), // 0 - 3 + (20 + 15)/2 + 2
        ("dodge roll", 4),     // (5 + 4)/2, of 9 of 0 to 12
        ("base damage", 11),   // 6 + 5
        // Enchantments 2, strength 15 (2 * 11)/20 = 16 but at most 3 + 1: up to 6 more, 5. (11 + 5) 100 (17 + 8)/17 %
        ("size of the damage die", 23),
        ("damage dealt", 15),
    ];
    let rolls = [1, 20, 15, 9, 5, 4, 6, 5, 2, 5, 8, 19, 4];
    told(scenario, false, &rolls, ("hit", 15), &figures);
}

/// By 0.9's code: a javelin, with strength and dexterity to spare.
#[test]
fn a_javelin() {
    let scenario = r#"{
        "mode": "ranged",
        "attacker": { "preset": "javelin", "strength": 18, "dexterity": 16, "skills": { "throwing": 8 } },
        "situation": { "rules": "v09" }
    }"#;
    let figures = [
        ("aim", 36),           // 16 + 11 = 27; 107%: * 105/100 = 28; + 8
        ("to-hit number", 26), // 1 + (30 + 21)/2
        ("dodge roll", 3),
        ("base damage", 10),
        // 10 (4 + 18 - 10)/12 = 10; 10 (3 * 10)/30 = 10; + 4; 106%: * 103/100 = 14; dexterity 16 adds nothing below 20
        ("extra damage up to", 14),
        ("size of the damage die", 19),
        ("damage dealt", 7),
    ];
    let rolls = [5, 6, 30, 21, 6, 3, 4, 20, 4, 3, 9, 7];
    told(scenario, false, &rolls, ("hit", 7), &figures);
}

/// By 0.9's code: a shield after the hit, and a target that nobody sees.
#[test]
fn a_bolt_at_an_unseen_shield() {
    let scenario = r#"{
        "mode": "ranged",
        "attacker": { "preset": "crossbow", "skills": { "missile": 8 } },
        "defender": { "invisible": true, "shield": "large-shield", "hd": 10, "ac": 10 },
        "situation": { "rules": "v09" }
    }"#;
    let figures = |block: i64| {
        [
            ("aim", 25),           // 3 * 8/2 + 6 + 7
            ("to-hit number", 21), // 4 + 1 + (16 + 17)/2; halved it is 10
            ("dodge roll", 2),
            ("shield block", block), // of (2 * 13 + 13): (r + r)/2/2
        ]
    };
    // 21 * 130/100 = 27: 9 of 0 to 26 is not less than 9.
    let aimed = [16, 17, 5, 2, 3, 2];
    let landed = [("base damage", 9), ("size of the damage die", 10), ("damage dealt", 5)];
    let rolls = [&aimed[..], &[18, 19, 9, 4, 3, 7, 2]].concat();
    told(scenario, false, &rolls, ("hit", 5), &[&figures(9)[..], &landed].concat());
    let rolls = [&aimed[..], &[18, 19, 8]].concat();
    told(scenario, false, &rolls, ("shield-block", 0), &figures(9));
    // A block roll of 0 blocks nothing, even against a roll of 0.
    let rolls = [&aimed[..], &[1, 0, 4, 3, 7, 2]].concat();
    told(scenario, false, &rolls, ("hit", 5), &[&figures(0)[..], &landed].concat());
}

/// Hand-thrown stones and, in 0.5, darts do half damage: in 0.5 last of all, in 0.9 before strength is counted.
#[test]
fn stones_and_darts() {
    let dart = r#"{
        "mode": "ranged", "attacker": { "preset": "dart", "skills": { "missile": 6, "throwing": 5 } },
        "defender": { "ev": 0 }, "situation": { "rules": "v05" }
    }"#;
    // 2 * 6 + 2 * 5/3 + 7. Darts do 5, halved up by 1 in 2; up to 6/3 + 5/5 more.
    let figures = [
        ("aim", 22),
        ("to-hit number", 12), // 2 + (10 + 10)/2
        ("dodge roll", 0),
        ("base damage", 5),
        ("extra damage up to", 3),
        ("size of the damage die", 5),
        ("damage dealt", 4),
    ];
    told(dart, false, &[10, 10, 1, 2, 4], ("hit", 4), &figures);
    let stone = |rules: &str| {
        format!(
            r#"{{ "mode": "ranged", "attacker": {{ "preset": "stone", "strength": 22 }}, "defender": {{ "ev": 0 }}, "situation": {{ "rules": "{rules}" }} }}"#
        )
    };
    let figures = |base: i64, extra: i64| {
        [
            ("aim", 7),
            ("to-hit number", 3),
            ("dodge roll", 0),
            ("base damage", base),
            ("extra damage up to", extra), // 10 (3 base)/30
            ("size of the damage die", 2 + extra),
            ("damage dealt", 1),
        ]
    };
    told(&stone("v05"), false, &[3, 4, 4, 1], ("hit", 1), &figures(4, 4));
    told(&stone("v09"), false, &[3, 4, 2, 1], ("hit", 1), &figures(2, 2));
}

/// What helps helps, and what hinders hinders.
#[test]
fn shots_are_monotone() {
    let of = |attacker: &str, defender: &str, rules: &str| {
        format!(
            r#"{{ "mode": "ranged", "attacker": {{ {attacker} }}, "defender": {{ {defender} }}, "situation": {{ "rules": "{rules}" }} }}"#
        )
    };
    for rules in ["document", "v05", "v09"] {
        let plain = of("", "", rules);
        for better in [
            r#""dexterity": 24"#,
            r#""slaying_to_hit": 4"#,
            r#""skills": { "missile": 9 }"#,
            r#""launcher_to_hit_plus": 5"#,
        ] {
            assert!(hit(&of(better, "", rules)) > hit(&plain), "{better} {rules}");
        }
        for worse in [r#""ev": 20"#, r#""invisible": true"#] {
            assert!(hit(&of("", worse, rules)) < hit(&plain), "{worse} {rules}");
        }
        for better in [
            r#""to_hit_plus": 4"#,
            r#""slaying_damage": 6"#,
            r#""steel": true"#,
            r#""launcher_brand": "vorpal""#,
        ] {
            assert!(mean(&of(better, "", rules)) > mean(&plain), "{better} {rules}");
        }
        assert!(mean(&of("", r#""ac": 10"#, rules)) < mean(&plain));
        // Only 0.9 knows deflecting monsters, glowing ones at range, and slow launchers of speed.
        let new = rules == "v09";
        assert_eq!(hit(&of("", r#""deflects_missiles": true"#, rules)) < hit(&plain), new);
        assert_eq!(hit(&of("", r#""backlit": true"#, rules)) > hit(&plain), new);
        assert_eq!(mean(&of(r#""launcher_brand": "speed""#, "", rules)) < mean(&plain), new);
    }
    // 0.9 shoots blowguns with Throwing, 0.5 with the missile skill.
    let blowgun = |missile: u32, throwing: u32, rules: &str| {
        hit(&of(
            &format!(r#""preset": "blowgun", "skills": {{ "missile": {missile}, "throwing": {throwing} }}"#),
            "",
            rules,
        ))
    };
    assert_eq!(blowgun(9, 4, "v09"), blowgun(0, 4, "v09"));
    assert_eq!(
        blowgun(9, 4, "v05"),
        blowgun(9, 0, "v05"),
        "4 levels of Throwing are less than one fifth's step"
    );
    assert!(blowgun(9, 5, "v05") > blowgun(9, 4, "v05"));
    // What the launcher has to do with is nothing to a throw.
    let thrown = r#""preset": "javelin""#;
    let with = r#""preset": "javelin", "launcher_to_hit_plus": 9, "launcher_damage_plus": 9, "launcher_brand": "vorpal", "held_in_net": true"#;
    assert_eq!(exact(&of(thrown, "", "v09")), exact(&of(with, "", "v09")));
}
