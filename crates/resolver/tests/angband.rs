//! Angband: the document's worked figures as scripts, step by step, and what is particular to its rules.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use tohit_odds::{Figure, Forced, Fraction, Pcg};
use tohit_resolver::{Dice, Json, Rolled, ruleset};

fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The exact answer.
fn exact(text: &str) -> Json {
    let rules = ruleset("angband").unwrap();
    match rules.resolve_exact(&document(text), rules.presets()) {
        Ok(answer) => answer.json(),
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

/// What stands at a path of the exact answer.
fn at(answer: &Json, path: &str) -> String {
    match answer.at(path) {
        Some(Json::Text(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "nothing".to_owned(),
    }
}

fn chance(answer: &Json, path: &str) -> Fraction {
    at(answer, path).parse().unwrap_or_else(|_| panic!("{path} is {}", at(answer, path)))
}

/// The paths of everything that is wrong.
fn wrong(text: &str) -> Vec<String> {
    let rules = ruleset("angband").unwrap();
    let answer = rules.resolve(&document(text), rules.presets());
    answer
        .err()
        .unwrap_or_else(|| panic!("{text} is legal"))
        .into_iter()
        .map(|problem| problem.path)
        .collect()
}

/// A scripted strike, or a turn of them.
fn scripted(text: &str, turn: bool, faces: &[i64]) -> Rolled {
    let rules = ruleset("angband").unwrap();
    let script = Some(faces.iter().copied().map(Forced::from).collect());
    let dice = Dice { seed: 0, script, turn };
    rules.roll(&document(text), rules.presets(), dice).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Every figure that the rules noted, in order: exactly these.
#[track_caller]
fn told(rolled: &Rolled, expected: &[(&str, &str)]) {
    let notes: Vec<(String, String)> = rolled
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            tohit_odds::Event::Note { label, figure } => Some((label.to_string(), figure.to_string())),
            _ => None,
        })
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(notes, expected, "\n{}", rolled.log);
}

/// "Say that your character's overall melee combat skill is 150, and he is trying to hit a Drolem (AC 130)."
#[test]
fn the_documents_example_of_a_drolem() {
    const DROLEM: &str = r#"{"attacker":{"totals":{"skill":150}},"defender":{"ac":130}}"#;
    let answer = exact(DROLEM);
    assert_eq!(at(&answer, "hit"), "73/200");
    assert_eq!(at(&answer, "hit_roll.auto-hit"), "1/20");
    assert_eq!(at(&answer, "hit_roll.auto-miss"), "1/20");
    // 35% of the other 90%.
    assert_eq!(
        chance(&answer, "hit_roll.rolled-hit"),
        Fraction::new(9.into(), 10.into()) * Fraction::new(7.into(), 20.into())
    );

    let skill = [
        ("base melee combat skill", "160"),
        ("bonus to combat skill", "4"),
        ("overall melee combat skill", "150"),
    ];
    let compared = [("K", "150"), ("3/4 of the armour class", "195/2")];
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
            ("K", "150"),
            ("3/4 of the armour class", "195/2"),
            // 120 + 5 x 14 + 3 x 30
            ("P", "280"),
            // 3 x 6 + 15
            ("critical damage", "33"),
            ("with the melee damage bonus", "36"),
            ("damage", "36"),
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

/// A weight below 50 is never superb, below 250 never *GREAT*, below 650 never *SUPERB*.
#[test]
fn light_weapons_have_lesser_critical_hits() {
    let outcomes = |weight: i64| {
        let text = format!(r#"{{"attacker":{{"level":50,"str":"18/220","weapon":{{"weight":{weight}}}}}}}"#);
        let answer = exact(&text);
        ["superb", "star-great", "star-superb"]
            .map(|name| at(&answer, &format!("outcomes.{name}")) != "nothing")
    };
    assert_eq!(outcomes(49), [false, false, false]);
    assert_eq!(outcomes(50), [true, false, false]);
    assert_eq!(outcomes(249), [true, false, false]);
    assert_eq!(outcomes(250), [true, true, false]);
    assert_eq!(outcomes(649), [true, true, false]);
    assert_eq!(outcomes(650), [true, true, true]);
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
            // (307 + 3 x 3 - 10) / 2
            ("K", "153"),
            ("3/4 of the armour class", "30"),
            // 4 + 4 x (10 + 3) + 2 x 40
            ("P", "136"),
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
            ("K", "150"),
            ("3/4 of the armour class", "75"),
            ("after armour", "33"),
            ("damage", "33"),
            ("after resistance", "11"),
            ("damage", "6"),
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
fn a_chosen_blow_is_the_one_that_is_described() {
    let of = |strike: i64| {
        exact(&format!(
            r#"{{"mode":"monster-melee","attacker":{{"preset":"drolem"}},"situation":{{"strike":{strike}}}}}"#
        ))
    };
    for strike in 1..=3 {
        let answer = of(strike);
        for part in ["hit", "outcomes", "hit_roll", "damage"] {
            assert_eq!(
                answer.at(part),
                answer.at(&format!("strikes.{}.{part}", strike - 1)),
                "{strike} {part}"
            );
        }
        assert_eq!(answer.at("values.k"), answer.at(&format!("strikes.{}.k", strike - 1)));
    }
    assert_ne!(of(1).at("damage"), of(3).at("damage"));
    assert_eq!(of(1).at("turn_damage"), of(3).at("turn_damage"));
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

/// Bare hands: one blow for 1 damage and the bonus, and never a critical hit.
#[test]
fn bare_hands() {
    let answer =
        exact(r#"{"attacker":{"weapon":null,"gear_to_dam":4,"totals":{"skill":100}},"defender":{"ac":0}}"#);
    assert_eq!(at(&answer, "damage"), r#"{"0":"1/20","8":"19/20"}"#);
    assert_eq!(at(&answer, "values.blows"), "1");
    assert_eq!(at(&answer, "values.swi"), "nothing");
    let clumsy = exact(r#"{"attacker":{"weapon":null,"gear_to_dam":-9},"defender":{"ac":0}}"#);
    assert_eq!(at(&clumsy, "damage"), r#"{"0":"1"}"#);
}

/// The level's bonus is rounded down after it is multiplied.
#[test]
fn skill_grows_with_level() {
    let base = |class: &str, level: i64, rules: &str| {
        at(
            &exact(&format!(
                r#"{{"attacker":{{"class":"{class}","level":{level}}},"situation":{{"rules":"{rules}"}}}}"#
            )),
            "values.base_skill",
        )
    };
    assert_eq!(base("warrior", 1, "document"), "74");
    assert_eq!(base("warrior", 3, "document"), "83");
    assert_eq!(base("mage", 1, "game"), "35");
    // 10, D1: the three classes in which document and game differ.
    for (class, document, game) in [
        ("rogue", 60 + 90, 60 + 120),
        ("ranger", 56 + 135, 56 + 90),
        ("paladin", 68 + 90, 68 + 105),
        ("warrior", 70 + 135, 70 + 135),
        ("priest", 48 + 60, 48 + 60),
        ("mage", 34 + 45, 34 + 45),
    ] {
        assert_eq!(base(class, 30, "document"), document.to_string(), "{class}");
        assert_eq!(base(class, 30, "game"), game.to_string(), "{class}");
    }
}

const SPELLS: [(&str, i64); 5] =
    [("blessed", 10), ("heroism", 12), ("berserk", 24), ("stun", -5), ("heavy stun", -20)];

#[test]
fn spells_and_stuns_change_the_bonus_to_hit() {
    let bonus = |field: &str| at(&exact(&format!(r#"{{"attacker":{{{field}}}}}"#)), "values.to_hit");
    for (spell, worth) in SPELLS {
        let field = match spell {
            "stun" => r#""stun":50"#.to_owned(),
            "heavy stun" => r#""stun":51"#.to_owned(),
            spell => format!(r#""{spell}":true"#),
        };
        assert_eq!(bonus(&field), (4 + worth).to_string(), "{spell}");
    }
    assert_eq!(bonus(r#""blessed":true,"heroism":true,"berserk":true,"stun":1"#), "45");
}

/// Every flag against the kind it is made for, against another, and against the immune.
#[test]
fn slays_and_brands() {
    let multiplier = |flags: &str, monster: &str| {
        let text = format!(r#"{{"attacker":{{"weapon":{{"flags":[{flags}]}}}},"defender":{{{monster}}}}}"#);
        at(&exact(&text), "values.slay_multiplier")
    };
    for (flag, kind, worth) in [
        ("slay-animal", "animal", "2"),
        ("slay-evil", "evil", "2"),
        ("slay-undead", "undead", "3"),
        ("slay-demon", "demon", "3"),
        ("slay-orc", "orc", "3"),
        ("slay-troll", "troll", "3"),
        ("slay-giant", "giant", "3"),
        ("slay-dragon", "dragon", "3"),
        ("execute-dragon", "dragon", "5"),
        ("execute-demon", "demon", "5"),
        ("execute-undead", "undead", "5"),
    ] {
        let flag = format!("\"{flag}\"");
        assert_eq!(multiplier(&flag, &format!(r#""kinds":["{kind}"]"#)), worth, "{flag}");
        let other = if kind == "giant" { "orc" } else { "giant" };
        assert_eq!(multiplier(&flag, &format!(r#""kinds":["{other}"]"#)), "1", "{flag}");
    }
    for element in ["acid", "lightning", "fire", "frost", "poison"] {
        let flag = format!("\"brand-{element}\"");
        assert_eq!(multiplier(&flag, ""), "3");
        assert_eq!(multiplier(&flag, &format!(r#""immune":["{element}"]"#)), "1");
    }
    let both = r#""kinds":["evil","demon"],"immune":["fire"]"#;
    assert_eq!(multiplier(r#""slay-evil","execute-demon","brand-fire""#, both), "5");
    assert_eq!(multiplier(r#""slay-evil","brand-fire""#, both), "2");
    assert_eq!(multiplier("", both), "1");
}

/// One field against a row of values: the chance to hit never goes the wrong way.
#[test]
fn better_skill_hits_more_and_better_armour_less() {
    let hit = |attacker: &str, defender: &str, situation: &str| {
        let text = format!(
            r#"{{"mode":"fired","attacker":{{{attacker}}},"defender":{{{defender}}},"situation":{{{situation}}}}}"#
        );
        chance(&exact(&text), "hit")
    };
    for rules in ["document", "game"] {
        let rules = format!(r#""rules":"{rules}""#);
        let levels: Vec<Fraction> =
            (1..=50).map(|level| hit(&format!(r#""level":{level}"#), r#""ac":60"#, &rules)).collect();
        assert!(levels.is_sorted(), "{levels:?}");
        let armour: Vec<Fraction> =
            (0..60).map(|ac| hit("", &format!(r#""ac":{}"#, 60 - ac), &rules)).collect();
        assert!(armour.is_sorted(), "{armour:?}");
        let distances: Vec<Fraction> =
            (0..100).map(|near| hit("", "", &format!(r#"{rules},"distance":{}"#, 100 - near))).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        let unseen = hit("", "", &format!(r#"{rules},"visible":false"#));
        assert!(unseen < hit("", "", &rules));
    }
}

/// The chance by either comparison is what `hit` is when that comparison is asked for, and they differ by at most 0.675 / K.
#[test]
fn both_hit_formulas_are_told() {
    let mut dice = Pcg::new(5);
    for _ in 0..60 {
        let (skill, ac) = (dice.between(-20, 300), dice.between(0, 400));
        let of = |formula: &str| {
            exact(&format!(
                r#"{{"attacker":{{"weapon":null,"totals":{{"skill":{skill}}}}},"defender":{{"ac":{ac}}},"situation":{{"hit_formula":"{formula}"}}}}"#
            ))
        };
        let (continuous, integer) = (of("continuous"), of("integer"));
        for answer in [&continuous, &integer] {
            assert_eq!(answer.at("values.hit_continuous"), continuous.at("hit"), "{skill} {ac}");
            assert_eq!(answer.at("values.hit_integer"), integer.at("hit"), "{skill} {ac}");
        }
        let apart = chance(&integer, "hit") - chance(&continuous, "hit");
        let most = Fraction::new(27.into(), (40 * skill.max(1)).into());
        assert!(apart >= Fraction::default() && apart <= most, "{skill} {ac}: {apart}");
    }
}

/// Each difference between document and game changes what it should, and nothing else.
#[test]
fn the_rules_switch_changes_what_it_should() {
    // Without a comparison that is rounded, an unseen target, a class of D1, or a launcher's bonus nothing differs in melee.
    let differing = |text: &str| -> BTreeSet<String> {
        let of = |rules: &str| {
            exact(&text.replace("RULES", &format!(r#""rules":"{rules}","hit_formula":"integer""#)))
        };
        let (Json::Object(document), game) = (of("document"), of("game")) else { panic!("no object") };
        let mut found = BTreeSet::new();
        for (name, value) in document.iter().filter(|(name, _)| name != "values") {
            if game.get(name) != Some(value) {
                found.insert(name.clone());
            }
        }
        let Some(Json::Object(values)) = document.iter().find(|(name, _)| name == "values").map(|(_, v)| v)
        else {
            panic!("no values")
        };
        for (name, value) in values {
            if game.at(&format!("values.{name}")) != Some(value) {
                found.insert(format!("values.{name}"));
            }
        }
        found
    };
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    let rolls = ["hit", "outcomes", "damage", "turn_damage", "hit_roll"];
    let all_of = |more: &[&str]| set(&[&rolls[..], more].concat());
    let melee = |attacker: &str, situation: &str| {
        differing(&format!(
            r#"{{"attacker":{{{attacker}}},"defender":{{"ac":40}},"situation":{{{situation}RULES}}}}"#
        ))
    };
    assert_eq!(melee("", ""), set(&[]));
    // D1
    let skills =
        ["values.base_skill", "values.skill", "values.k", "values.hit_integer", "values.hit_continuous"];
    assert_eq!(melee(r#""class":"ranger""#, ""), all_of(&skills));
    // D2: 151 / 2
    let halved = ["values.k", "values.hit_integer", "values.hit_continuous"];
    assert_eq!(melee(r#""totals":{"skill":151}"#, r#""visible":false,"#), all_of(&halved));
    assert_eq!(melee(r#""totals":{"skill":150}"#, r#""visible":false,"#), set(&[]));
    let fired = |attacker: &str| {
        differing(&format!(
            r#"{{"mode":"fired","attacker":{{{attacker}}},"defender":{{"ac":40}},"situation":{{"distance":20,RULES}}}}"#
        ))
    };
    // D3 and D5: the launcher's bonus, and how often an arrow breaks; a bolt of an artifact never does.
    let artifact = r#""ammo":{"artifact":true}"#;
    assert_eq!(fired(artifact), set(&[]));
    assert_eq!(
        fired(&format!(r#"{artifact},"launcher":{{"to_hit":9}}"#)),
        set(&["outcomes", "damage", "turn_damage", "values.critical_power"])
    );
    assert_eq!(fired(""), set(&["breakage"]));
    let thrown = |attacker: &str| {
        differing(&format!(
            r#"{{"mode":"thrown","attacker":{{{attacker}}},"defender":{{"ac":40}},"situation":{{"distance":5,RULES}}}}"#
        ))
    };
    // D4: what helps a throw to hit.
    let spear = r#""kind":"polearm","artifact":true"#;
    assert_eq!(thrown(&format!(r#""object":{{{spear}}}"#)), set(&[]));
    let with_launcher = thrown(&format!(r#""launcher":{{"to_hit":9}},"object":{{{spear}}}"#));
    assert!(with_launcher.is_superset(&set(&[
        "hit",
        "values.combat_bonus",
        "values.k",
        "values.critical_power"
    ])));
    let with_bonus = thrown(&format!(r#""object":{{{spear},"to_hit":9}}"#));
    assert!(
        with_bonus.is_superset(&set(&["hit", "values.k"])) && !with_bonus.contains("values.critical_power")
    );
    // D9: only the game adds a potion's bonus to its damage.
    let potion = thrown(r#""object":{"kind":"other","artifact":true,"to_dam":5}"#);
    assert_eq!(potion, set(&["damage"]));
}

/// Twice as likely near by, in the document only; and by the chance to hit in between.
#[test]
fn breakage() {
    let of = |mode: &str, attacker: &str, distance: i64, rules: &str| {
        exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{{attacker}}},"situation":{{"distance":{distance},"rules":"{rules}"}}}}"#
        ))
    };
    for (kind, document, near, game) in [
        ("flask", "1", "1", "1"),
        ("potion", "1/2", "1", "1"),
        ("bottle", "1/2", "1", "1"),
        ("food", "1/2", "1", "1"),
        ("junk", "1/10", "1/5", "1"),
        ("scroll", "3/10", "3/5", "1/2"),
        ("light", "3/10", "3/5", "1/2"),
        ("skeleton", "3/10", "3/5", "1/2"),
        ("wand", "1/5", "2/5", "1/4"),
        ("spike", "1/5", "2/5", "1/4"),
        ("shot", "1/5", "2/5", "1/4"),
        ("arrow", "3/10", "3/5", "7/20"),
        ("bolt", "1/5", "2/5", "1/4"),
        ("sword", "1/10", "1/5", "1/10"),
        ("digger", "1/10", "1/5", "1/10"),
        ("other", "1/10", "1/5", "1/10"),
    ] {
        let object = format!(r#""object":{{"kind":"{kind}"}}"#);
        let check = |distance: i64, rules: &str, on_hit: &str, on_miss: &str| {
            let answer = of("thrown", &object, distance, rules);
            assert_eq!(at(&answer, "breakage.on_hit"), on_hit, "{kind} {distance} {rules}");
            assert_eq!(at(&answer, "breakage.on_miss"), on_miss, "{kind} {distance} {rules}");
            let (hit, one) = (chance(&answer, "hit"), Fraction::from_integer(1.into()));
            let (breaks, survives) =
                (chance(&answer, "breakage.on_hit"), chance(&answer, "breakage.on_miss"));
            assert_eq!(chance(&answer, "breakage.per_shot"), &hit * breaks + (one - &hit) * survives);
        };
        check(3, "document", document, document);
        check(2, "document", near, document);
        check(2, "game", game, game);
    }
    for (launcher, breaks) in [
        ("sling", "1/5"),
        ("short-bow", "3/10"),
        ("long-bow", "3/10"),
        ("light-crossbow", "1/5"),
        ("heavy-crossbow", "1/5"),
    ] {
        let answer = of("fired", &format!(r#""launcher":{{"kind":"{launcher}"}}"#), 9, "document");
        assert_eq!(at(&answer, "breakage.on_miss"), breaks, "{launcher}");
    }
}

/// A weapon or launcher that is too heavy: 2 to hit a pound, each for itself, one blow, and no extras.
#[test]
fn what_is_too_heavy() {
    let of = |mode: &str, weapon: i64, launcher: i64| {
        exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{"class":"ranger","level":40,"str":10,"dex":"18/220","weapon":{{"weight":{weapon},"extra_blows":3}},
            "launcher":{{"weight":{launcher},"extra_might":2,"extra_shots":3}}}}}}"#
        ))
    };
    let values = |answer: &Json, names: [&str; 3]| names.map(|name| at(answer, &format!("values.{name}")));
    // 14 pounds can be held; 149 tenths are 14 pounds.
    assert_eq!(values(&of("melee", 149, 149), ["to_hit", "overweight", "blows"]), ["15", "0", "6"]);
    assert_eq!(values(&of("melee", 150, 149), ["to_hit", "overweight", "blows"]), ["13", "1", "1"]);
    assert_eq!(values(&of("melee", 149, 170), ["to_hit", "overweight", "blows"]), ["9", "3", "6"]);
    assert_eq!(values(&of("fired", 150, 149), ["to_hit", "shots", "multiplier"]), ["13", "6", "5"]);
    assert_eq!(values(&of("fired", 150, 150), ["to_hit", "shots", "multiplier"]), ["11", "1", "3"]);
}

/// Only priests mind, and only an edge that is not blessed; it spoils shots too.
#[test]
fn priests_dislike_edges() {
    let of = |class: &str, kind: &str, blessed: bool, mode: &str| {
        let answer = exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{"class":"{class}","weapon":{{"kind":"{kind}","blessed":{blessed}}}}}}}"#
        ));
        (at(&answer, "values.to_hit"), at(&answer, "values.damage_bonus"))
    };
    let plain = ("4".to_owned(), "3".to_owned());
    let penalty = ("2".to_owned(), "1".to_owned());
    for kind in ["sword", "polearm"] {
        assert_eq!(of("priest", kind, false, "melee"), penalty);
        assert_eq!(of("priest", kind, true, "melee"), plain);
        assert_eq!(of("paladin", kind, false, "melee"), plain);
        assert_eq!(of("priest", kind, false, "fired").0, "2");
        assert_eq!(of("priest", kind, false, "thrown").0, "2");
    }
    for kind in ["hafted", "digger"] {
        assert_eq!(of("priest", kind, false, "melee"), plain);
    }
}

#[test]
fn a_rangers_bow() {
    let shots = |class: &str, kind: &str, level: i64| {
        let text = format!(
            r#"{{"mode":"fired","attacker":{{"class":"{class}","level":{level},"launcher":{{"kind":"{kind}"}}}}}}"#
        );
        at(&exact(&text), "values.shots")
    };
    for kind in ["short-bow", "long-bow"] {
        for (level, expected) in [(19, "1"), (20, "2"), (39, "2"), (40, "3")] {
            assert_eq!(shots("ranger", kind, level), expected, "{kind} {level}");
        }
    }
    assert_eq!(shots("ranger", "sling", 50), "1");
    assert_eq!(shots("warrior", "long-bow", 50), "1");
}

/// What the player resists, and what armour takes off.
#[test]
fn a_monsters_damage() {
    let most = |effect: &str, dice: i64, defender: &str| {
        let answer = exact(&format!(
            r#"{{"mode":"monster-melee","attacker":{{"blows":[{{"effect":"{effect}","dice":{dice},"sides":1}}]}},"defender":{{{defender}}}}}"#
        ));
        let Some(Json::Object(damage)) = answer.get("damage") else { panic!("no damage") };
        damage.iter().map(|(value, _)| value.parse::<i64>().unwrap()).max().unwrap()
    };
    for (ac, left) in [(0, 40), (100, 24), (150, 16), (1000, 16), (-50, 48)] {
        assert_eq!(most("hurt", 40, &format!(r#""ac":{ac}"#)), left, "{ac}");
        assert_eq!(most("shatter", 40, &format!(r#""ac":{ac}"#)), left, "{ac}");
        assert_eq!(most("poison", 40, &format!(r#""ac":{ac}"#)), 40, "{ac}");
    }
    for (effect, element) in [("acid", "acid"), ("elec", "lightning"), ("fire", "fire"), ("cold", "frost")] {
        assert_eq!(most(effect, 40, &format!(r#""resist":["{element}"]"#)), 14);
        assert_eq!(most(effect, 40, &format!(r#""oppose":["{element}"]"#)), 14);
        assert_eq!(most(effect, 40, &format!(r#""resist":["{element}"],"oppose":["{element}"]"#)), 5);
        assert_eq!(most(effect, 40, &format!(r#""immune":["{element}"]"#)), 0);
        let other = if element == "acid" { "fire" } else { "acid" };
        assert_eq!(most(effect, 40, &format!(r#""immune":["{other}"]"#)), 40);
    }
    // All six pieces: acid always hits armour, of odd damage the larger half.
    assert_eq!(most("acid", 39, r#""armour_pieces":6"#), 20);
    assert_eq!(most("acid", 39, r#""armour_pieces":5"#), 39);
    assert_eq!(most("hurt", 40, r#""invulnerable":true"#), 0);
    assert_eq!(most("none", 40, ""), 0);
    assert_eq!(most("paralyse", 0, r#""paralysed":true"#), 1);
    assert_eq!(most("paralyse", 0, ""), 0);
    assert_eq!(most("blind", 0, r#""paralysed":true"#), 0);
}

/// It repels only evil monsters, of a level that is not above the player's; level 51 and up would always repel.
#[test]
fn protection_from_evil() {
    let repelled = |evil: bool, monster: i64, player: i64, protected: bool| {
        let answer = exact(&format!(
            r#"{{"mode":"monster-melee","attacker":{{"evil":{evil},"level":{monster}}},"defender":{{"ac":0,"level":{player},"protection_from_evil":{protected}}}}}"#
        ));
        at(&answer, "outcomes.repelled")
    };
    // 19 in 20 land, and 49 + level in 100 of these are repelled.
    assert_eq!(repelled(true, 20, 20, true), "1311/2000");
    assert_eq!(repelled(true, 0, 1, true), "19/40");
    assert_eq!(repelled(true, 50, 50, true), "1881/2000");
    assert_eq!(repelled(true, 21, 20, true), "nothing");
    assert_eq!(repelled(false, 20, 20, true), "nothing");
    assert_eq!(repelled(true, 20, 20, false), "nothing");
}

/// The parts of the hit roll add up to the outcomes.
#[test]
fn the_hit_roll_and_the_outcomes_are_one_thing() {
    for text in [
        r#"{"attacker":{"preset":"skill-150"},"defender":{"preset":"drolem"}}"#,
        r#"{"mode":"fired"}"#,
        r#"{"mode":"thrown","situation":{"visible":false}}"#,
        r#"{"mode":"monster-melee","attacker":{"preset":"ghoul"},"defender":{"level":50,"protection_from_evil":true}}"#,
    ] {
        let answer = exact(text);
        let hits = chance(&answer, "hit_roll.auto-hit") + chance(&answer, "hit_roll.rolled-hit");
        let Some(Json::Object(outcomes)) = answer.get("outcomes") else { panic!("no outcomes") };
        let missed = |name: &str| name == "auto-miss" || name == "miss";
        let landed = outcomes.iter().filter(|(name, _)| !missed(name));
        let sum: Fraction =
            landed.map(|(_, p)| p.to_string().trim_matches('"').parse::<Fraction>().unwrap()).sum();
        assert_eq!(hits, sum, "{text}");
        assert_eq!(answer.at("hit_roll.rolled-miss"), answer.at("outcomes.miss"), "{text}");
    }
}

#[test]
fn problems_are_told_where_they_are() {
    assert_eq!(
        wrong(r#"{"mode":"fired","attacker":{"launcher":null,"str":"18/1000","level":51}}"#),
        ["attacker.level", "attacker.str", "attacker.launcher",]
    );
    assert!(
        ruleset("angband")
            .unwrap()
            .resolve(&document(r#"{"attacker":{"launcher":null}}"#), &tohit_resolver::Library::default())
            .is_ok()
    );
    assert_eq!(
        wrong(r#"{"mode":"monster-melee","attacker":{"preset":"ghoul"},"situation":{"strike":4}}"#),
        ["situation.strike"]
    );
    assert_eq!(wrong(r#"{"mode":"monster-melee","attacker":{"blows":[]}}"#), ["attacker.blows"]);
    assert_eq!(wrong(r#"{"mode":"monster-melee","defender":{"kinds":[]}}"#), ["defender.kinds"]);
    assert_eq!(wrong(r#"{"attacker":{"weapon":{"flags":["slay-elf"]}}}"#), ["attacker.weapon.flags.0"]);
    for given in ["2", "19", "\"18/5\"", "\"17/20\"", "\"18/-5\"", "\"+7\"", "\"\"", "true", "7.5"] {
        assert_eq!(wrong(&format!(r#"{{"attacker":{{"dex":{given}}}}}"#)), ["attacker.dex"], "{given}");
    }
    for (given, shown) in [
        ("3", "3"),
        ("\"17\"", "17"),
        ("18", "\"18/00\""),
        ("\"18/07\"", "\"18/07\""),
        ("\"18/999\"", "\"18/999\""),
    ] {
        let rules = ruleset("angband").unwrap();
        let text = format!(r#"{{"attacker":{{"dex":{given}}}}}"#);
        let (complete, problems) = rules.complete(&document(&text), rules.presets());
        assert!(problems.is_empty());
        assert_eq!(complete.at("attacker.dex").unwrap().to_string(), shown);
    }
}

/// None of the game's kinds is missing.
#[test]
fn every_kind_is_there() {
    let presets = ruleset("angband").unwrap().presets();
    let count = |target: &str| presets.of(target).count();
    assert_eq!(count("monster"), 616);
    // 16 of them never strike.
    assert_eq!(count("striker"), 600);
    let in_group = |name: &str| presets.all().filter(|preset| preset.group == name).count();
    assert_eq!(
        ["Swords", "Polearms", "Hafted weapons", "Diggers", "Ammunition"].map(in_group),
        [18, 14, 11, 7, 9]
    );
    assert_eq!(["Ego weapons", "Ego launchers", "Ego ammunition"].map(in_group), [31, 8, 3]);
    assert_eq!(["Artifact weapons", "Artifact launchers", "Launchers"].map(in_group), [66, 6, 5]);
    assert_eq!(["Other things to throw", "Body armour with a penalty to hit"].map(in_group), [2, 30]);
}

#[test]
fn presets_are_laid_over_each_other() {
    let flags = |preset: &str| {
        let rules = ruleset("angband").unwrap();
        let text = format!(r#"{{"attacker":{{"weapon":{{"preset":{preset}}}}}}}"#);
        let (complete, problems) = rules.complete(&document(&text), rules.presets());
        assert!(problems.is_empty(), "{problems:?}");
        let weapon = |field: &str| complete.at(&format!("attacker.weapon.{field}")).unwrap().to_string();
        (weapon("kind"), weapon("weight"), weapon("flags"))
    };
    // An ego's powers are added to those of the base kind.
    assert_eq!(
        flags(r#"["mace-of-disruption","of-flame"]"#),
        ("\"hafted\"".into(), "400".into(), r#"["slay-undead","brand-fire"]"#.into())
    );
    assert_eq!(flags(r#""mace-of-disruption-deathwreaker""#).1, "400");
    assert_eq!(flags(r#"["lance","of-star-slay-undead"]"#).2, r#"["execute-undead"]"#);
}
