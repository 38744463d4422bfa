//! What monsters do to a player (rules 3 and 4).

use super::{exact, fraction, hit, mean};
use tohit_odds::Fraction;

/// After a block the shield is worse.
#[test]
fn a_second_block_is_harder() {
    let blocked = |blocks: u32| {
        let scenario = format!(
            r#"{{ "mode": "monster-melee", "defender": {{ "shield": "buckler", "sh": 9, "shield_blocks": {blocks} }} }}"#
        );
        exact(&scenario).outcome("shield-block").cloned().unwrap()
    };
    assert!(blocked(0) > blocked(1) && blocked(1) > blocked(2));
}

/// Flat chances of 1 in 40 each.
#[test]
fn whatever_the_numbers() {
    let answer = exact(r#"{ "mode": "monster-melee", "attacker": { "hd": 5 } }"#);
    assert_eq!(answer.outcome("auto-hit"), Some(&fraction(1, 40)));
    assert_eq!(answer.outcome("auto-miss"), Some(&fraction(1, 40)));
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
