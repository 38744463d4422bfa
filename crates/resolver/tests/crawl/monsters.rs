//! What monsters do to a player, as scripts (rules 3 and 4).

use crate::{exact, fraction, hit, mean, told};
use tohit_odds::Fraction;

const ORC_WARRIOR: &str = r#"{
    "mode": "monster-melee",
    "attacker": {
        "hd": 4, "fighter": true, "wielding": "weapon", "attacks": [{ "damage": 20 }, { "damage": 8, "uses_weapon": false }],
        "weapon": { "base_damage": 11, "accuracy": 0, "to_hit_plus": 1, "damage_plus": 2, "orcish_match": true }
    },
    "defender": {
        "ev": 8, "ac": 20, "shield": "shield", "sh": 12, "strength": 18, "dexterity": 10,
        "skills": { "armour": 10, "shields": 6 }, "body_armour_base_ac": 10, "heavy_armour": true
    }
}"#;

/// Past the shield, through the armour; then a bite that is blocked.
#[test]
fn a_turn_against_plate_and_shield() {
    let first = [
        ("shield block", 5),          // 3 + 9/4 + 5/4 - 1
        ("to-hit number", 29),        // 18 + 4 * 2.5 + 1
        ("dodge roll", 9),            // (10 + 9)/2
        ("damage before armour", 20), // 7 + 1 + 1 - 2 + 13
        // At least 1 + 31 * 40/100 = 13, but no more than half of 20.
        ("armour takes", 10),
        ("damage dealt", 10),
    ];
    let strike = [3, 9, 5, 6, 20, 10, 9, 12, 7, 1, 1, 2, 13, 6];
    told(ORC_WARRIOR, false, &strike, ("hit", 10), &first);
    let second = [("shield block", 15)]; // 11 + 13/4 + 8/4 - 1
    let turn = [&strike[..], &[11, 13, 8, 9]].concat();
    told(ORC_WARRIOR, true, &turn, ("shield-block", 10), &[&first[..], &second].concat());
}

/// After a block the shield is worse: the roll against it has 5 more faces.
#[test]
fn a_second_block_is_harder() {
    let first = [("shield block", 15)];
    let second = [
        ("shield block", 15),
        ("to-hit number", 28), // without the weapon
        ("dodge roll", 9),
    ];
    // 15 of 0 to 16 does not pass, 16 of 0 to 21 does; then a miss by 8 against 9.
    let turn = [11, 13, 8, 15, 11, 13, 8, 16, 2, 10, 9, 8];
    told(ORC_WARRIOR, true, &turn, ("miss", 0), &[&first[..], &second].concat());
    let blocked = |blocks: u32| {
        let scenario = format!(
            r#"{{ "mode": "monster-melee", "defender": {{ "shield": "buckler", "sh": 9, "shield_blocks": {blocks} }} }}"#
        );
        exact(&scenario).outcome("shield-block").cloned().unwrap()
    };
    assert!(blocked(0) > blocked(1) && blocked(1) > blocked(2));
}

/// "Monsters with the Fighter class flag get +2.5 a hit die, others 1.5; decimals are rounded down."
#[test]
fn whatever_the_numbers() {
    let scenario = r#"{ "mode": "monster-melee", "attacker": { "hd": 5 } }"#;
    let damage = [("damage before armour", 5), ("armour takes", 1), ("damage dealt", 4)];
    told(scenario, false, &[1, 1, 5, 1], ("auto-hit", 4), &damage);
    told(scenario, false, &[1, 2], ("auto-miss", 0), &[]);
    let missed = [("to-hit number", 25), ("dodge roll", 10)];
    told(scenario, false, &[2, 10, 10, 9], ("miss", 0), &missed);
    let fighter = r#"{ "mode": "monster-melee", "attacker": { "hd": 5, "fighter": true } }"#;
    let hit = [&[("to-hit number", 30), ("dodge roll", 10)][..], &damage].concat();
    told(fighter, false, &[2, 10, 10, 10, 5, 1], ("hit", 4), &hit);
    // Flat chances of 1 in 40 each.
    let answer = exact(scenario);
    assert_eq!(answer.outcome("auto-hit"), Some(&fraction(1, 40)));
    assert_eq!(answer.outcome("auto-miss"), Some(&fraction(1, 40)));
}

/// "A monster attacking an invisible target suffers a 35% penalty": last of all, cut.
#[test]
fn the_unseen_and_the_glowing() {
    let scenario = r#"{
        "mode": "monster-melee", "attacker": { "hd": 5, "confused": true },
        "defender": { "invisible": true, "backlit": true, "ac": 0 }, "situation": { "water_advantage": true }
    }"#;
    // 18 + 7 + 5 - 5 + 2 to 9 = 32; * 65/100 = 20. The damage of 3 is doubled.
    let figures =
        [("to-hit number", 20), ("dodge roll", 10), ("damage before armour", 6), ("damage dealt", 6)];
    told(scenario, false, &[20, 7, 10, 10, 10, 3], ("hit", 6), &figures);
}

const CENTAUR: &str = r#""mode": "monster-ranged", "attacker": { "hd": 4 }"#;

/// By the page (and 0.5): an arrow from a bow that is as plain as the arrow.
#[test]
fn an_arrow() {
    let scenario = format!(r#"{{ {CENTAUR}, "defender": {{ "ev": 13 }} }}"#);
    let figures = [
        ("shooter's to-hit number", 16), // 0 + 1 + (17 + 14)/2, of up to 24 and 25
        ("to-hit number", 16),
        ("dodge roll", 6),
        // 3 + 1 + 5, and (6 + 9)/2 of up to 14 and 15
        ("size of the damage die", 16),
        ("damage dealt", 9),
    ];
    told(&scenario, false, &[17, 14, 8, 5, 10, 5, 6, 9, 11, 2], ("hit", 9), &figures);
}

/// By 0.9's code, which says what made an arrow miss.
#[test]
fn a_repelled_and_a_deflected_arrow() {
    let shot = [("shooter's to-hit number", 16), ("to-hit number", 16)];
    let repelled = format!(
        r#"{{ {CENTAUR}, "defender": {{ "ev": 13, "repel_missiles": true }}, "situation": {{ "rules": "v09" }} }}"#
    );
    let left = [&shot[..], &[("to-hit number left", 9), ("dodge roll", 6)]].concat();
    // 3 of 0 to 8 is less than 6. Of 0 to 15 it would be enough from 9 on: 12 is, 8 is not.
    told(&repelled, false, &[17, 14, 9, 8, 5, 3, 12], ("repelled", 0), &left);
    told(&repelled, false, &[17, 14, 9, 8, 5, 3, 8], ("miss", 0), &left);

    let deflected = format!(
        r#"{{ {CENTAUR}, "defender": {{ "ev": 13, "deflect_missiles": true }}, "situation": {{ "rules": "v09" }} }}"#
    );
    // 3 of 0 to 7 is left; by the same fraction repelling leaves 6 or 7 of 0 to 15: the parts 48 to 63 of 128, 8 for each.
    let left = [&shot[..], &[("to-hit number left", 3), ("dodge roll", 6)]].concat();
    // 0 to 2 cannot reach 6. With 7 it would hit from 6 on.
    told(&deflected, false, &[17, 14, 3, 8, 8, 5, 6], ("deflected", 0), &left);
    // With 6 it could not either; without any spell from 6 of 0 to 15 on.
    told(&deflected, false, &[17, 14, 3, 7, 8, 5, 6], ("repelled", 0), &left);
    told(&deflected, false, &[17, 14, 3, 7, 8, 5, 5], ("miss", 0), &left);
}

/// By 0.5's code: a large die is rolled as more and smaller ones, and a shield meets the shot first.
#[test]
fn a_steel_bolt() {
    let scenario = r#"{
        "mode": "monster-ranged",
        "attacker": { "hd": 7, "projectile": {
            "launcher": "crossbow", "missile": "bolt", "missile_base_damage": 12, "vorpal": true, "steel": true } },
        "defender": { "shield": "large-shield", "sh": 12, "skills": { "shields": 8 } },
        "situation": { "rules": "v05" }
    }"#;
    let met = [
        ("shooter's to-hit number", 27), // 4 + 1 + (20 + 25)/2, of up to 49 and 50
        ("shield block", 13),            // 10 + 8/4 + 10/4 - 1
    ];
    let shield = [20, 25, 10, 8, 10];
    // 27 * 130/100 = 35: 13 of 0 to 34 passes, 12 does not.
    told(scenario, false, &[&shield[..], &[12]].concat(), ("shield-block", 0), &met);
    let landed = [
        ("to-hit number", 27),
        ("dodge roll", 5),
        // (5 + 1 + 10 + (13 + 10)/2) 195/100 = 52: four dice of 13
        ("size of the damage die", 52),
        ("damage dealt", 28),
    ];
    let rolls = [&shield[..], &[13, 5, 6, 9, 10, 13, 10, 30, 2]].concat();
    told(scenario, false, &rolls, ("hit", 28), &[&met[..], &landed].concat());
}

/// Each spell is the stronger the more it says; "a random number between 0 and 2/3" and "reduced by 0 to 1/2".
#[test]
fn spells_against_shots() {
    let bolt = |defender: &str, rules: &str, piercing: bool| {
        format!(
            r#"{{ "mode": "monster-ranged", "attacker": {{ "projectile": {{ "kind": "bolt", "hit": 24, "piercing": {piercing} }} }},
                "defender": {{ {defender} }}, "situation": {{ "rules": "{rules}" }} }}"#
        )
    };
    let (none, repel, deflect) = ("", r#""repel_missiles": true"#, r#""deflect_missiles": true"#);
    let both = r#""repel_missiles": true, "deflect_missiles": true"#;
    for rules in ["document", "v05", "v09"] {
        for piercing in [false, true] {
            let of = |defender: &str| hit(&bolt(defender, rules, piercing));
            assert!(of(none) > of(repel) && of(repel) > of(deflect), "{rules} {piercing}");
            assert_eq!(of(deflect), of(both), "deflecting wins");
            // The names of a miss in 0.9 do not change the chance to hit.
            assert_eq!(
                of(deflect),
                hit(&bolt(deflect, if rules == "document" { rules } else { "v05" }, piercing))
            );
        }
        // The page has one set of figures, the game's code another one for missiles.
        let same = hit(&bolt(repel, rules, false)) == hit(&bolt(repel, rules, true));
        assert_eq!(same, rules == "document");
    }
    // What is left of 24 is 13 to 24, or a third of 0 to 47.
    let of_hit = |number: i64| {
        let text = format!(
            r#"{{ "mode": "monster-ranged", "attacker": {{ "projectile": {{ "kind": "bolt", "hit": {number} }} }} }}"#
        );
        hit(&text)
    };
    let average = |numbers: Vec<i64>| -> Fraction {
        numbers.iter().map(|number| of_hit(*number)).sum::<Fraction>() / fraction(numbers.len() as i64, 1)
    };
    assert_eq!(hit(&bolt(repel, "document", false)), average((13..=24).collect()));
    assert_eq!(hit(&bolt(deflect, "document", false)), average((0..48).map(|roll| roll / 3).collect()));
    // "If you are invisible and the attacker can't see invisible, the to hit number is halved."
    assert_eq!(hit(&bolt(r#""invisible": true"#, "document", false)), of_hit(12));
}

/// Electricity halves armour, shrapnel meets it three times (in 0.5 only if heavy), and some spells ignore it.
#[test]
fn armour_against_bolts() {
    let of = |rolls: &str, heavy: bool, rules: &str| {
        mean(&format!(
            r#"{{ "mode": "monster-ranged", "attacker": {{ "projectile": {{ "kind": "bolt", "ac_rolls": "{rolls}" }} }},
                "defender": {{ "heavy_armour": {heavy}, "ac": 8 }}, "situation": {{ "rules": "{rules}" }} }}"#
        ))
    };
    for rules in ["v05", "v09"] {
        assert!(of("none", true, rules) > of("half", true, rules));
        assert!(of("half", true, rules) > of("one", true, rules));
        assert!(of("one", true, rules) > of("three", true, rules));
    }
    assert_eq!(of("three", false, "v05"), of("one", false, "v05"));
    assert_eq!(of("three", false, "v09"), of("three", true, "v09"));
}

/// The least that armour takes off: 0.9 goes by the armour's own figure, dragons and statues have their own.
#[test]
fn guaranteed_reduction() {
    let least = |defender: &str, rules: &str| {
        let answer = exact(&format!(
            r#"{{ "mode": "monster-melee", "attacker": {{ "attacks": [{{ "damage": 60 }}] }},
                "defender": {{ "ac": 60, {defender} }}, "situation": {{ "rules": "{rules}" }} }}"#
        ));
        answer.values.iter().find(|(name, _)| *name == "guaranteed_reduction").unwrap().1.to_string()
    };
    // 14 √8 = 39.6%; 14 √12 = 48.5%.
    assert_eq!(least(r#""body_armour_base_ac": 10"#, "v09"), "23");
    assert_eq!(least(r#""body_armour_base_ac": 14"#, "v09"), "28");
    assert_eq!(least(r#""body_armour_base_ac": 2"#, "v09"), "0");
    assert_eq!(least(r#""form": "dragon""#, "v09"), "20");
    assert_eq!(least(r#""form": "statue", "body_armour_base_ac": 2"#, "v09"), "23");
    // 2 (5 + 10) = 30%, at most 50%, and nothing for light armour.
    assert_eq!(
        least(r#""body_armour_base_ac": 10, "heavy_armour": true, "skills": { "armour": 5 }"#, "v05"),
        "19"
    );
    assert_eq!(
        least(r#""body_armour_base_ac": 14, "heavy_armour": true, "skills": { "armour": 27 }"#, "v05"),
        "30"
    );
    assert_eq!(least(r#""body_armour_base_ac": 10, "skills": { "armour": 5 }"#, "v05"), "0");
}
