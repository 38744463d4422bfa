//! Scripted strikes and turns: each figure on the way, and no roll left over.

use super::{at, chance, exact, scripted};
use crate::common::logs::told;
use tohit_odds::Fraction;
use tohit_resolver::{Json, ruleset};

/// "Say that your character's overall melee combat skill is 150, and he is trying to hit a Drolem (AC 130)."
#[test]
fn the_documents_example_of_a_drolem() {
    const DROLEM: &str = r#"{"attacker":{"totals":{"skill":150}},"defender":{"ac":130}}"#;
    let answer = exact(DROLEM);
    assert_eq!(at(&answer, "hit"), "73/200");
    assert_eq!(at(&answer, "hit_roll.auto-hit"), "1/20");
    assert_eq!(at(&answer, "hit_roll.auto-miss"), "1/20");
    // 35% of the other 90%.
    assert_eq!(chance(&answer, "hit_roll.rolled-hit"), Fraction::new(9, 10) * Fraction::new(7, 20));

    // Neither automatic; 7 in 20 hit.
    let skill = [
        ("base skill", "160"),
        ("combat bonus", "4"),
        ("skill", "150"),
        ("skill for this attack (K)", "150"),
        ("critical power (P)", "210"),
    ];
    let hit = scripted(DROLEM, false, "rolled yes no 7");
    assert_eq!((hit.outcome, hit.damage), ("hit", 10));
    told(&hit, &[&skill[..], &[("damage", "7"), ("damage", "10")]].concat());
    let miss = scripted(DROLEM, false, "rolled no");
    assert_eq!((miss.outcome, miss.damage), ("miss", 0));
    told(&miss, &skill);
}

/// The game's own comparison: rand_int(150) against 97.
#[test]
fn the_drolem_by_whole_dice() {
    const DROLEM: &str =
        r#"{"attacker":{"totals":{"skill":150}},"defender":{"ac":130},"situation":{"rules":"game"}}"#;
    assert_eq!(at(&exact(DROLEM), "hit"), "46/125");
    // 97 of 150 are too low.
    assert_eq!(
        chance(&exact(DROLEM), "hit_roll.rolled-hit"),
        Fraction::new(9, 10) * Fraction::new(150 - 97, 150)
    );
}

/// The example that the page opens with: the same skill of 150, derived step by step, and a critical hit.
#[test]
fn a_priest_of_skill_150_step_by_step() {
    let rules = ruleset("angband").unwrap();
    let (_, example) = tohit_resolver::from_link(rules.about().example).unwrap();
    let answer = rules.resolve::<Fraction>(&example).unwrap();
    assert_eq!(answer.hit.unwrap().to_string(), "73/200");
    let values = |name: &str| {
        let found = answer.values.iter().find(|(known, _)| *known == name);
        found.unwrap().1.to_string()
    };
    // 48 + 30 x 2, and for a human nothing; strength 1, dexterity 3, blessing 10; 120 + 5 x 14 + 3 x 30.
    assert_eq!(
        ["base_skill", "combat_bonus", "skill", "k", "critical_power"].map(values),
        ["108", "14", "150", "150", "280"]
    );
    // First blow: 120 + 580 is superb, 3 x 6 + 15. Second blow: an automatic miss.
    let turn = scripted(&example.to_string(), true, "rolled yes yes 580 6 auto-miss");
    assert_eq!((turn.outcome, turn.damage), ("auto-miss", 36));
    let blows = [
        ("hit roll", "rolled-hit"),
        ("critical hit roll", "700"),
        ("damage", "6"),
        ("damage", "36"),
        ("ending", "superb"),
        ("ending", "auto-miss"),
    ];
    told(&turn, &blows);
}

/// A blow with everything: ×3 for the slay, then the critical hit, then the bonus; a penalty may eat it all.
#[test]
fn a_blow_is_multiplied_before_the_bonus_is_added() {
    let blow = |weight: i64, to_dam: i64| {
        format!(
            r#"{{"attacker":{{"str":"18/220","level":50,"weapon":{{"dice":3,"sides":6,"weight":{weight},"to_dam":{to_dam},"flags":["slay-evil","slay-dragon"]}}}},
            "defender":{{"ac":0,"kinds":["evil","dragon"]}}}}"#
        )
    };
    // 11 x 3 = 33; 7/2 x 33 = 115.5, of which the half is dropped; + 25; + 20 for strength and 5 for the weapon.
    let superb = scripted(&blow(1000, 5), false, "rolled yes 300 11");
    assert_eq!((superb.outcome, superb.damage), ("star-superb", 165));
    // 20 - 300 leaves nothing of 33, though it is a hit.
    let nothing = scripted(&blow(100, -300), false, "rolled no 11");
    assert_eq!((nothing.outcome, nothing.damage), ("hit", 0));
}

/// The types of a critical blow by weight + 1d650.
#[test]
fn the_types_of_a_critical_hit() {
    let outcome = |mode: &str, weight: i64, sum: i64| {
        let thing = format!(r#"{{"dice":1,"sides":1,"weight":{weight}}}"#);
        let (weapon, object) =
            if mode == "melee" { (thing.as_str(), "{}") } else { ("null", thing.as_str()) };
        let text = format!(
            r#"{{"mode":"{mode}","attacker":{{"level":50,"str":"18/220","totals":{{"combat_bonus":0}},"weapon":{weapon},"object":{object}}},"defender":{{"ac":0}}}}"#
        );
        scripted(&text, false, &format!("rolled yes {}", sum - weight)).outcome
    };
    for (sum, name) in
        [(101, "good"), (399, "good"), (400, "great"), (699, "great"), (700, "superb"), (750, "superb")]
    {
        assert_eq!(outcome("melee", 100, sum), name, "{sum}");
    }
    for (sum, name) in
        [(701, "superb"), (899, "superb"), (900, "star-great"), (1299, "star-great"), (1300, "star-superb")]
    {
        assert_eq!(outcome("melee", 700, sum), name, "{sum}");
    }
    for (weight, sum, name) in
        [(100, 499, "good"), (100, 500, "great"), (500, 999, "great"), (500, 1000, "superb")]
    {
        assert_eq!(outcome("thrown", weight, sum), name, "{sum}");
    }
}

/// Ammunition and launcher add their bonus before the multiplier, the slay multiplies that, and the critical hit comes last.
#[test]
fn a_shot_step_by_step() {
    const SHOT: &str = r#"{"mode":"fired","attacker":{"class":"ranger","race":"high-elf","level":40,
        "launcher":{"kind":"long-bow","to_hit":6,"to_dam":7,"extra_might":1},
        "ammo":{"dice":2,"sides":4,"weight":4,"to_hit":3,"to_dam":2,"flags":["brand-fire"]}},
        "defender":{"ac":40},"situation":{"distance":10,"visible":false}}"#;
    let shot = scripted(SHOT, false, "rolled yes no yes 296 6");
    assert_eq!((shot.outcome, shot.damage), ("good", 365));
    told(
        &shot,
        &[
            // 72 + 45 x 4 + 25; strength 1, dexterity 3, the bow 6; (307 + 3 x 3 - 10) / 2
            ("base skill", "277"),
            ("combat bonus", "10"),
            ("skill", "307"),
            ("skill for this attack (K)", "153"),
            // 4 + 4 x (10 + 3) + 2 x 40
            ("critical power (P)", "136"),
            ("critical hit roll", "300"),
            ("damage", "6"),
            ("damage", "365"),
        ],
    );
    let answer = exact(SHOT);
    assert_eq!(
        (at(&answer, "values.shots"), at(&answer, "values.energy_per_shot")),
        ("3".into(), "33".into())
    );
    assert_eq!((at(&answer, "values.range"), at(&answer, "values.in_range")), ("30".into(), "true".into()));
}

/// "You can throw flasks of oil for 2d6 damage." A flask has no powers, and always breaks.
#[test]
fn a_flask_of_oil() {
    const FLASK: &str = r#"{"mode":"thrown","attacker":{"class":"mage","level":1,"object":{"flags":["brand-fire"]}},"defender":{"ac":12}}"#;
    let answer = exact(FLASK);
    for path in ["breakage.on_hit", "breakage.on_miss", "breakage.per_shot", "values.slay_multiplier"] {
        assert_eq!(at(&answer, path), "1");
    }
    let throw = scripted(FLASK, false, "rolled yes no 7");
    assert_eq!((throw.outcome, throw.damage), ("hit", 7));
    // 20 + 15 / 10; 10 + 4 x 4 + 2
    told(
        &throw,
        &[
            ("base skill", "21"),
            ("combat bonus", "4"),
            ("skill", "33"),
            ("skill for this attack (K)", "28"),
            ("critical power (P)", "28"),
            ("damage", "7"),
        ],
    );
}

/// A monster's turn: one blow of each kind of damage.
#[test]
fn a_monsters_turn_step_by_step() {
    const TURN: &str = r#"{"mode":"monster-melee","attacker":{"level":30,"evil":true,"blows":[
        {"effect":"hurt","dice":10,"sides":10},{"effect":"acid","dice":6,"sides":8},
        {"effect":"fire","dice":5,"sides":5},{"method":"gaze","effect":"none"}]},
        "defender":{"ac":100,"level":35,"resist":["acid","fire"],"oppose":["fire"],"armour_pieces":4,"protection_from_evil":true}}"#;
    // 49 + 35 in 100 repel. 60 + 90: K 150 against 75; 55 - 55 x 100 / 250 = 33. Acid: 31 -> 11 -> 6 where it hits armour. Fire: 20 -> 7 -> 3.
    let turn = scripted(TURN, true, "rolled yes 85 55 auto-hit 100 31 yes rolled yes 90 20 84");
    assert_eq!((turn.outcome, turn.damage), ("repelled", 33 + 6 + 3));
    let damage = ["55", "33", "31", "6", "20", "3"].map(|damage| ("damage", damage));
    told(&turn, &[&damage[..], &[("ending", "repelled")]].concat());
    let answer = exact(TURN);
    let Some(Json::List(strikes)) = answer.get("strikes") else { panic!("no strikes") };
    let k: Vec<String> = strikes.iter().map(|strike| at(strike, "k")).collect();
    assert_eq!(k, ["150", "90", "100", "nothing"]);
    assert_eq!(at(&strikes[3], "hit"), "4/25");
    assert_eq!(at(&strikes[3], "outcomes.repelled"), "21/25");
}

#[test]
fn a_turn_stops_when_the_monster_is_dead() {
    const TURN: &str = r#"{"attacker":{"totals":{"blows":3,"damage_bonus":0},"weapon":{"dice":1,"sides":4,"weight":0}},"defender":{"ac":0,"hp":4}}"#;
    // It dies below 0: 4 damage is not enough.
    let turn = scripted(TURN, true, "auto-hit no 4 auto-hit no 1");
    assert_eq!((turn.outcome, turn.damage), ("hit", 5));
    let all = scripted(TURN, true, "auto-hit no 2 auto-hit no 2 auto-miss");
    assert_eq!((all.outcome, all.damage), ("auto-miss", 4));
    let answer = exact(TURN);
    let Some(Json::Object(damage)) = answer.get("turn_damage") else { panic!("no turn") };
    let killing = damage.iter().filter(|(value, _)| value.parse::<i64>().unwrap() > 4);
    let sum: Fraction =
        killing.map(|(_, p)| p.to_string().trim_matches('"').parse::<Fraction>().unwrap()).sum();
    assert_eq!(chance(&answer, "kill"), sum);
    // At most a great hit, 2 x 4 + 10, after the 4 that did not kill.
    assert_eq!(damage.last().unwrap().0, "22");
}
