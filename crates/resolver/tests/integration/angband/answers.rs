//! What an answer says, how the rules switch changes it, errors, and presets.

use super::{chance, document, exact, wrong};
use crate::common::dice::Pcg;
use std::collections::BTreeSet;
use tohit_odds::Fraction;
use tohit_resolver::{Json, ruleset};

#[test]
fn problems_are_told_where_they_are() {
    assert_eq!(
        wrong(r#"{"mode":"fired","attacker":{"launcher":null,"str":"18/1000","level":51}}"#),
        ["attacker.level", "attacker.str", "attacker.launcher",]
    );
    assert!(
        ruleset("angband").unwrap().resolve::<f64>(&document(r#"{"attacker":{"launcher":null}}"#)).is_ok()
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
        ("18", "18"),
        ("\"18/00\"", "18"),
        ("\"18/07\"", "\"18/07\""),
        ("\"18/999\"", "\"18/999\""),
    ] {
        let rules = ruleset("angband").unwrap();
        let text = format!(r#"{{"attacker":{{"dex":{given}}}}}"#);
        let (complete, problems) = rules.complete(&document(&text));
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
        let (complete, problems) = rules.complete(&document(&text));
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
        let most = Fraction::new(27, 40 * skill.max(1));
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
