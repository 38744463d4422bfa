//! What holds for every fight, what is no fight at all, and whole turns.

use super::{damage, document, exact, fight, fraction, hit, mean, mean_of, powder, wrong};
use tohit_odds::Fraction;
use tohit_resolver::{Dice, Event, RollExtent};

#[test]
fn everything_wrong_is_named_at_once() {
    let given = r#"{
        "attacker": {"strength": 3, "physical_level": 100, "parts": [{"dice": 21}], "weapon": {"size": "enormous"}},
        "defender": {"slots": ["body", "body"], "resists": "fire", "natural_ac": -1},
        "situation": {"switches": {"twenty": "maybe"}}
    }"#;
    let mut paths = wrong(given);
    paths.sort();
    let expected = [
        "attacker.parts.0.dice",
        "attacker.physical_level",
        "attacker.strength",
        "attacker.weapon.size",
        "defender.natural_ac",
        "defender.resists",
        "defender.slots.1",
        "situation.switches.twenty",
    ];
    assert_eq!(paths, expected);
    let worn = r#""slots":["body"],"worn":{"head":{"ac":1},"body":{"ac":1},"feet":{}}"#;
    assert_eq!(wrong(&fight("melee", "", worn, "")), ["defender.worn.head", "defender.worn.feet"]);
}

/// Levels, enchantments and skill help; armour, natural AC and skill in armour hinder.
#[test]
fn more_is_better() {
    let rises = |what: &str, chances: Vec<Fraction>| {
        assert!(chances.is_sorted(), "{what}: {chances:?}");
        assert!(chances.first() < chances.last(), "{what}");
    };
    for rules in ["document", "game"] {
        let against = r#""natural_ac":20,"worn":{"body":{"ac":4}}"#;
        let situation = format!(r#""rules":"{rules}""#);
        let levels = (1..30).step_by(4);
        let by_level = |level| fight("melee", &format!(r#""physical_level":{level}"#), against, &situation);
        rises("level", levels.clone().map(|level| hit(&by_level(level))).collect());
        let by_skill = |skill| {
            let attacker = format!(r#""physical_level":20,"skill_level":{skill}"#);
            fight("melee", &attacker, against, &situation)
        };
        rises("skill", (0..=3).map(|skill| hit(&by_skill(skill))).collect());
        let by_enchantment =
            |plus| fight("melee", &format!(r#""weapon":{{"enchantment":{plus}}}"#), against, &situation);
        rises("enchantment", (0..9).map(|plus| hit(&by_enchantment(plus))).collect());
        let strong = r#""physical_level":30,"kind":"monster""#;
        let by_ac = |ac| fight("melee", strong, &format!(r#""natural_ac":{ac}"#), &situation);
        rises("natural AC", (0..60).rev().step_by(7).map(|ac| hit(&by_ac(ac))).collect());
        let by_armour = |ac, skill| {
            let worn = format!(r#""natural_ac":3,"worn":{{"body":{{"ac":{ac},"skill":{skill}}}}}"#);
            fight("melee", strong, &worn, &situation)
        };
        rises("armour", (2..50).rev().step_by(6).map(|ac| hit(&by_armour(ac, 1))).collect());
        rises("skill in armour", (0..=2).rev().map(|skill| hit(&by_armour(30, skill))).collect());
        let by_parry = |skill| {
            let shield = format!(r#""natural_ac":0,"shield":{{"ac":20,"skill":{skill}}}"#);
            fight("melee", strong, &shield, &situation)
        };
        rises("shield", (0..=2).rev().map(|skill| hit(&by_parry(skill))).collect());
    }
}

/// A charge, a critical hit and a vulnerability multiply the number of dice, not the total.
#[test]
fn multipliers_multiply_dice() {
    let sure = |more: &str| {
        let attacker = format!(r#""always_hits":true,"parts":[{{"dice":2,"sides":6,"bonus":1}}],{more}"#);
        exact(&fight("melee", &attacker, r#""natural_ac":0,"vulnerable":["physical"]"#, ""))
    };
    let plain = damage(&sure(r#""charging":false"#));
    // 2d6+1 becomes 4d6+2, and 6d6+3 where it is critical: on a 20, by one of 11 + modifier faces of the threat, so 14 on average.
    assert_eq!(plain.keys().next(), Some(&6));
    assert_eq!(plain.keys().last(), Some(&39));
    assert_eq!(plain.get(&6), Some(&(fraction(19 * 20 + 6, 400) * fraction(1, 1296))));
    let charge = damage(&sure(r#""charging":true"#));
    assert_eq!(charge.keys().last(), Some(&52));
}

/// A turn's strikes do not depend on each other: the means add up.
#[test]
fn a_turn_is_the_sum_of_its_strikes() {
    let golem = r#"{"attacker":{"preset":"baezlbub"},"defender":{"preset":"fred"}}"#;
    let turn = exact(golem);
    let alone = |parts: &str, bonus: i64| {
        let attacker =
            format!(r#""preset":"baezlbub","more_strikes":[],"parts":{parts},"to_hit_bonus":{bonus}"#);
        let answer = exact(&fight("melee", &attacker, r#""preset":"fred""#, ""));
        assert_eq!(answer.turn_damage, answer.damage);
        mean(&answer)
    };
    let first = alone(r#"[{"dice":3,"sides":4}]"#, 0);
    let second = alone(r#"[{"dice":2},{"dice":3,"sides":5,"element":"fire"}]"#, 4);
    assert_eq!(mean(&turn), first);
    assert_eq!(mean_of(&turn.turn_damage.unwrap()), first + second);
    let dice = Dice { seed: 4, script: None, extent: RollExtent::Turn };
    let rolled = powder().roll(&document(golem), dice).unwrap();
    let headings = rolled.log.events.iter().filter(|event| matches!(event, Event::Heading(_)));
    assert_eq!(headings.count(), 2);
}
