//! Scripted strikes and turns: each figure on the way, and no roll left over.

use crate::{at, chance, exact, scripted, told};
use tohit_odds::{Figure, Forced, Fraction};
use tohit_resolver::{Dice, Json, ruleset};

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

    let skill = [
        ("base melee combat skill", "160"),
        ("bonus to combat skill", "4"),
        ("overall melee combat skill", "150"),
    ];
    let compared = [("automatic", "no"), ("K", "150"), ("3/4 of the armour class", "195/2")];
    // Neither automatic; 7 in 20 hit.
    let hit = scripted(DROLEM, false, &[10, 7, 5000, 7]);
    assert_eq!((hit.outcome, hit.damage), ("hit", 10));
    let damage = [("P", "210"), ("with the melee damage bonus", "10"), ("damage", "10")];
    told(&hit, &[&skill[..], &compared, &damage].concat());
    let miss = scripted(DROLEM, false, &[99, 8]);
    assert_eq!((miss.outcome, miss.damage), ("miss", 0));
    told(&miss, &[&skill[..], &compared].concat());
    assert_eq!(scripted(DROLEM, false, &[0, 5000, 2]).outcome, "hit");
    assert_eq!(scripted(DROLEM, false, &[4, 5000, 2]).outcome, "hit");
    assert_eq!(scripted(DROLEM, false, &[5]).outcome, "auto-miss");
    assert_eq!(scripted(DROLEM, false, &[9]).outcome, "auto-miss");
}

/// The game's own comparison: rand_int(150) against 97.
#[test]
fn the_drolem_by_whole_dice() {
    const DROLEM: &str =
        r#"{"attacker":{"totals":{"skill":150}},"defender":{"ac":130},"situation":{"rules":"game"}}"#;
    assert_eq!(at(&exact(DROLEM), "hit"), "46/125");
    let hit = scripted(DROLEM, false, &[10, 97, 5000, 2]);
    assert_eq!(hit.outcome, "hit");
    let notes: Vec<&Figure> = hit.log.figures("3/4 of the armour class, rounded").collect();
    assert_eq!(notes, [&Figure::Int(97)]);
    assert_eq!(scripted(DROLEM, false, &[10, 96]).outcome, "miss");
}

/// The example that the page opens with: the same skill of 150, derived step by step, and a critical hit.
#[test]
fn a_priest_of_skill_150_step_by_step() {
    let rules = ruleset("angband").unwrap();
    let (_, example) = tohit_resolver::from_link(rules.about().example).unwrap();
    let answer = rules.resolve_exact(&example, rules.presets()).unwrap();
    assert_eq!(answer.hit.unwrap().to_string(), "73/200");
    let script = |faces: &[i64]| Dice {
        seed: 0,
        script: Some(faces.iter().copied().map(Forced::from).collect()),
        turn: true,
    };
    // First blow: 1d5000 shows no more than P; 120 + 1d650 is 700: superb. Second blow: an automatic miss.
    let turn = rules.roll(&example, rules.presets(), script(&[42, 3, 280, 700, 6, 7])).unwrap();
    assert_eq!((turn.outcome, turn.damage), ("auto-miss", 36));
    told(
        &turn,
        &[
            // 48 + 30 x 2, and for a human nothing.
            ("base melee combat skill", "108"),
            // Strength 1, dexterity 3, blessing 10.
            ("bonus to combat skill", "14"),
            ("overall melee combat skill", "150"),
            ("automatic", "no"),
            ("K", "150"),
            ("3/4 of the armour class", "195/2"),
            // 120 + 5 x 14 + 3 x 30
            ("P", "280"),
            ("type of critical hit", "superb"),
            // 3 x 6 + 15
            ("critical damage", "33"),
            ("with the melee damage bonus", "36"),
            ("damage", "36"),
            ("automatic", "miss"),
        ],
    );
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
    let superb = scripted(&blow(1000, 5), false, &[50, 1, 1300, 11]);
    assert_eq!((superb.outcome, superb.damage), ("star-superb", 165));
    let chain: Vec<String> =
        ["times the slay or brand", "critical damage", "with the melee damage bonus", "damage"]
            .iter()
            .flat_map(|name| superb.log.figures(name).map(ToString::to_string))
            .collect();
    assert_eq!(chain, ["33", "140", "165", "165"]);
    // 20 - 300 leaves nothing of 33, though it is a hit.
    let nothing = scripted(&blow(100, -300), false, &[50, 5000, 11]);
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
        scripted(&text, false, &[50, 1, sum]).outcome
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
    let shot = scripted(SHOT, false, &[77, 1, 100, 300, 6]);
    assert_eq!((shot.outcome, shot.damage), ("good", 365));
    told(
        &shot,
        &[
            // 72 + 45 x 4 + 25
            ("base missile weapon skill", "277"),
            // Strength 1, dexterity 3, the bow 6.
            ("bonus to missile combat skill", "10"),
            ("overall missile weapon skill", "307"),
            ("automatic", "no"),
            // (307 + 3 x 3 - 10) / 2
            ("K", "153"),
            ("3/4 of the armour class", "30"),
            // 4 + 4 x (10 + 3) + 2 x 40
            ("P", "136"),
            ("type of critical hit", "good"),
            ("with the ammunition's bonus", "8"),
            ("with the launcher's bonus", "15"),
            ("times the launcher's multiplier", "60"),
            ("times the slay or brand", "180"),
            ("critical damage", "365"),
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
    let throw = scripted(FLASK, false, &[50, 1, 5000, 7]);
    assert_eq!((throw.outcome, throw.damage), ("hit", 7));
    told(
        &throw,
        &[
            // 20 + 15 / 10
            ("base missile weapon skill", "21"),
            ("bonus to missile combat skill", "4"),
            ("overall missile weapon skill", "33"),
            ("automatic", "no"),
            ("K", "28"),
            ("3/4 of the armour class", "9"),
            // 10 + 4 x 4 + 2
            ("P", "28"),
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
    let turn = scripted(TURN, true, &[50, 1, 85, 55, 3, 100, 31, 4, 50, 1, 90, 20, 84]);
    assert_eq!((turn.outcome, turn.damage), ("repelled", 33 + 6 + 3));
    told(
        &turn,
        &[
            ("automatic", "no"),
            ("K", "150"),
            ("3/4 of the armour class", "75"),
            ("after armour", "33"),
            ("damage", "33"),
            ("automatic", "hit"),
            ("after resistance", "11"),
            ("damage", "6"),
            ("automatic", "no"),
            ("K", "100"),
            ("3/4 of the armour class", "75"),
            ("after resistance", "3"),
            ("damage", "3"),
        ],
    );
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
    let turn = scripted(TURN, true, &[0, 5000, 4, 0, 5000, 1]);
    assert_eq!((turn.outcome, turn.damage), ("hit", 5));
    let all = scripted(TURN, true, &[0, 5000, 2, 0, 5000, 2, 5]);
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
