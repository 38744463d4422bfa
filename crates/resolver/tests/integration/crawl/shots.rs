//! A player's shots and throws (rules 5).

use super::{exact, hit, mean};

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
