//! Where document and game differ, each by itself; what grows with what; what is too much.

use super::{damage, exact, floats, fraction, game, mean, read};
use tohit_resolver::FigureValue;
use tohit_resolver::{Answer, Probability};

fn by_rules(document: &str, rules: &str) -> String {
    let mut whole = read(document);
    if let tohit_resolver::Json::Object(entries) = &mut whole {
        let situation = entries.iter_mut().find(|(name, _)| name == "situation");
        let rules = ("rules".to_owned(), rules.into());
        match situation {
            Some((_, tohit_resolver::Json::Object(inside))) => inside.push(rules),
            _ => entries.push(("situation".to_owned(), [rules].into_iter().collect())),
        }
    }
    whole.to_string()
}

/// What document and game say, as text: the chance to hit, the mean damage, and one of the values.
fn both(document: &str, value: &str) -> [String; 2] {
    ["document", "game"].map(|rules| {
        let answer = exact(&by_rules(document, rules));
        let average = answer.damage.as_ref().unwrap().entries.iter();
        let average: tohit_odds::Fraction =
            average.map(|(damage, p)| p * tohit_odds::Fraction::from(*damage)).sum();
        let value =
            answer.values.iter().find(|(name, _)| *name == value).map(|(_, figure)| figure.to_string());
        format!("{} {average} {}", answer.hit.unwrap(), value.unwrap_or_default())
    })
}

#[test]
fn d2_the_game_cuts_a_heros_accuracy() {
    let hero = r#"{"attacker":{"weapon":{"accuracy":"6/5","strength":12,"min":4,"max":4}},"defender":{"dodge":4,"armor_stat":0}}"#;
    assert_eq!(both(hero, "accuracy"), ["3/4 3 8", "3/4 3 8"]);
    let hero = hero.replace("6/5", "1");
    assert_eq!(both(&hero, "accuracy"), ["7/10 14/5 20/3", "2/3 8/3 6"]);
    assert_eq!(
        both(&hero.replace(r#""weapon""#, r#""accuracy":"20/3","weapon""#), "accuracy")[1],
        "7/10 14/5 20/3",
        "a given figure stays"
    );
}

#[test]
fn d3_a_snipers_throw_ignores_armor() {
    let sniper = |mode: &str, more: &str| {
        format!(
            r#"{{"mode":"{mode}","attacker":{{"subclass":"sniper","accuracy":4,{more}"weapon":{{"strength":10,"min":4,"max":4}}}},"defender":{{"dodge":0,"armor_stat":2}}}}"#
        )
    };
    assert_eq!(both(&sniper("melee", ""), "armor"), ["1 4 0", "1 3 2"]);
    assert_eq!(both(&sniper("thrown", ""), "armor"), ["1 4 0", "1 4 0"]);
    assert_eq!(both(&sniper("thrown", r#""ignores_armor":false,"#), "armor"), ["1 3 2", "1 3 2"]);
    assert_eq!(both(&sniper("melee", r#""ignores_armor":true,"#), "armor"), ["1 4 0", "1 4 0"]);
}

#[test]
fn d4_spare_strength() {
    let hero = |mode: &str, class: &str| {
        format!(
            r#"{{"mode":"{mode}","attacker":{{"hero_class":"{class}","accuracy":4,"strength":14,"weapon":{{"strength":10,"min":4,"max":4}}}},"defender":{{"dodge":0,"armor_stat":0}}}}"#
        )
    };
    for (mode, class, in_game) in [
        ("melee", "warrior", 6),
        ("melee", "huntress", 4),
        ("thrown", "warrior", 4),
        ("thrown", "huntress", 6),
    ] {
        let expected = [format!("1 6 {}", 0), format!("1 {in_game} {}", 0)];
        assert_eq!(both(&hero(mode, class), "armor"), expected, "{mode} {class}");
    }
}

#[test]
fn d5_magic() {
    let bolt = |kind: &str| {
        format!(
            r#"{{"mode":"magic","attacker":{{"kind":"{kind}","accuracy":6,"damage":{{"min":4,"max":4}}}},"defender":{{"kind":"hero","dodge":12,"armor_stat":2,"herbal_armor":1}}}}"#
        )
    };
    assert_eq!(both(&bolt("mob"), "armor"), ["1/2 1 2", "1/2 2 0"]);
    assert_eq!(both(&bolt("hero"), "armor"), ["1/2 1 2", "1 4 0"], "a hero's wand never misses in the game");
}

#[test]
fn d7_a_hero_is_not_surprised_in_the_game() {
    let hero = |defender: &str, surprise: bool| {
        format!(
            r#"{{"attacker":{{"kind":"mob","accuracy":8,"damage":{{"min":4,"max":4}}}},"defender":{{"level":16,"armor_stat":0{defender}}},"situation":{{"surprise":{surprise}}}}}"#
        )
    };
    assert_eq!(both(&hero("", false), "dodge"), ["1/5 4/5 20", "1/5 4/5 20"]);
    assert_eq!(both(&hero("", true), "dodge"), ["1 4 0", "1/5 4/5 20"]);
    assert_eq!(both(&hero(r#","paralysed":true"#, false), "dodge"), ["1 4 0", "2/5 8/5 10"]);
    let ringed = hero(r#","paralysed":true,"ring_of_evasion":1"#, false);
    assert_eq!(both(&ringed, "dodge")[1], "1/3 4/3 12", "12 is 20 x 6/5 / 2, cut once");
    let given = hero(r#","paralysed":true,"dodge":"17/2""#, false);
    assert_eq!(both(&given, "dodge")[1], "3/4 3 4");
}

/// Without a difference between the two, the switch changes nothing at all.
#[test]
fn the_switch_changes_nothing_else() {
    for document in [
        "{}",
        r#"{"attacker":{"kind":"mob","delay":"1/2"},"defender":{"level":7,"armor":{"glyph":"viscosity"},"herbal_armor":1,"resist_chance":"1/3"}}"#,
        r#"{"attacker":{"kind":"mob"},"defender":{"kind":"mob","paralysed":true,"yog_fists":1}}"#,
        r#"{"attacker":{"subclass":"gladiator","combo":3,"strength":15,"weapon":{"strength":11,"delay":"1/2","upgrade":2,"enchantment":"shocking"}},"defender":{"hp":40},"situation":{"surprise":true,"in_water":true}}"#,
        r#"{"attacker":{"subclass":"assassin","strength":11,"weapon":{"min":3,"max":9,"enchantment":"lucky"}}}"#,
        r#"{"mode":"thrown","attacker":{"hero_class":"huntress","strength":15,"sniper_mark":true,"weapon":{"min":2,"max":6,"strength":10}},"situation":{"distance":1}}"#,
        r#"{"mode":"targeting","targeting":{"wanted":[3,4]}}"#,
    ] {
        let [by_document, in_game] = ["document", "game"].map(|rules| exact(&by_rules(document, rules)));
        assert_eq!(by_document, in_game, "{document}");
    }
}

fn value<P: Probability>(answer: &Answer<P>, name: &str) -> FigureValue {
    answer.values.iter().find(|(known, _)| *known == name).map(|(_, figure)| figure.clone()).unwrap()
}

fn ratio(text: &str) -> FigureValue {
    text.parse().map_or_else(|_| FigureValue::Ratio(fraction(text)), FigureValue::Int)
}

#[test]
fn accuracy_is_made_of_its_factors() {
    for (mode, attacker, accuracy) in [
        ("melee", r#""level":5,"weapon":{"accuracy":1.2}"#, "84/5"),
        ("melee", r#""ring_of_accuracy":-2"#, "250/49"),
        ("melee", r#""ring_of_accuracy":2"#, "98/5"),
        ("melee", r#""weapon":{"balance":"accuracy"}"#, "15"),
        ("melee", r#""weakened":true"#, "40/9"),
        ("melee", r#""weakened":true,"weapon":{"upgrade":2}"#, "10"),
        ("melee", r#""weapon":{"upgrade":-1}"#, "20/3"),
        ("melee", r#""weapon":{"upgrade":5,"broken":true,"strength":17}"#, "20/3"),
        ("melee", r#""weapon":null"#, "10"),
        ("melee", r#""weapon":{"category":"wand","accuracy":5,"strength":99,"balance":"accuracy"}"#, "10"),
        ("melee", r#""weapon":{"category":"missile"}"#, "40/9"),
        ("thrown", "", "40/9"),
        ("thrown", r#""hero_class":"rogue""#, "10"),
        ("thrown", r#""hero_class":"rogue","weapon":{"upgrade":9,"strength":11}"#, "20/3"),
        ("thrown", r#""hero_class":"huntress","weapon":{"strength":13}"#, "20/3"),
        ("melee", r#""kind":"mob""#, "8"),
    ] {
        let document = format!(r#"{{"mode":"{mode}","attacker":{{{attacker}}}}}"#);
        assert_eq!(value(&exact(&document), "accuracy"), ratio(accuracy), "{document}");
    }
    let near = r#"{"mode":"thrown","attacker":{"hero_class":"rogue"},"situation":{"distance":1}}"#;
    assert_eq!(value(&exact(near), "accuracy"), ratio("5"));
}

#[test]
fn dodge_and_armor_are_made_of_their_parts() {
    for (defender, dodge, armor) in [
        ("", "5", 2),
        (r#""armor":null"#, "5", 0),
        (r#""level":9,"ring_of_evasion":2"#, "18", 2),
        (r#""level":9,"ring_of_evasion":-1"#, "10", 2),
        (r#""hero_class":"rogue""#, "6", 2),
        (r#""hero_class":"rogue","armor":null"#, "5", 0),
        (r#""hero_class":"rogue","armor":{"upgrade":3}"#, "9", 5),
        (r#""hero_class":"rogue","armor":{"upgrade":3,"broken":true}"#, "9", 2),
        (r#""hero_class":"rogue","armor":{"tier":2}"#, "3", 4),
        (r#""subclass":"freerunner","moving":true"#, "12", 2),
        (r#""subclass":"freerunner","moving":true,"armor":{"tier":2}"#, "3", 4),
        (r#""subclass":"freerunner","moving":true,"starving":true"#, "6", 2),
        (r#""armor":{"tier":5,"glyph":"other","upgrade":1}"#, "0", 20),
        (r#""armor":{"upgrade":-4,"glyph":"viscosity"},"barkskin":7"#, "2", 7),
        (r#""dodge":"9/2","armor_stat":33,"barkskin":7"#, "9/2", 33),
    ] {
        let answer = exact(&format!(r#"{{"attacker":{{"kind":"mob"}},"defender":{{{defender}}}}}"#));
        assert_eq!(value(&answer, "dodge"), ratio(dodge), "{defender}");
        assert_eq!(value(&answer, "armor"), FigureValue::Int(armor), "{defender}");
    }
}

#[test]
fn the_attack_time() {
    for (mode, attacker, time, strikes) in [
        ("melee", r#""weapon":{"delay":"1/2"}"#, "1/2", 2),
        ("melee", r#""weapon":{"delay":"1/2","balance":"speed"}"#, "3/10", 3),
        ("melee", r#""strength":10,"weapon":{"delay":"1/2"}"#, "3/5", 1),
        ("melee", r#""weapon":null,"ring_of_haste":8"#, "100000000/214358881", 2),
        ("melee", r#""weapon":{"category":"wand","delay":"1/2"}"#, "1", 1),
        ("thrown", r#""sniper_mark":true"#, "1/2", 2),
        ("melee", r#""sniper_mark":true"#, "1", 1),
        ("thrown", r#""strength":10"#, "1", 1),
        ("thrown", r#""strength":9"#, "6/5", 1),
        ("thrown", r#""hero_class":"huntress","strength":9"#, "1", 1),
        ("thrown", r#""hero_class":"huntress","strength":7"#, "6/5", 1),
        ("magic", r#""weapon":{"delay":"1/2"}"#, "1", 1),
        ("melee", r#""kind":"mob","delay":"8/5","ring_of_haste":9"#, "8/5", 1),
    ] {
        let answer = exact(&format!(r#"{{"mode":"{mode}","attacker":{{{attacker}}}}}"#));
        assert_eq!(value(&answer, "delay"), ratio(time), "{mode} {attacker}");
        assert_eq!(value(&answer, "strikes"), FigureValue::Int(strikes), "{mode} {attacker}");
        assert_eq!(answer.turn_damage == answer.damage, strikes == 1);
    }
}

/// One more of each never helps the other side.
#[test]
fn more_is_more() {
    let rising = |what: &str, documents: Vec<String>, sign: f64| {
        let answers: Vec<_> = documents.iter().map(|document| floats(document)).collect();
        for pair in answers.windows(2) {
            assert!(sign * (pair[1].hit.unwrap() - pair[0].hit.unwrap()) >= -1e-12, "{what}: hit");
            assert!(sign * (mean(&pair[1]) - mean(&pair[0])) >= -1e-12, "{what}: damage");
        }
        assert!(mean(&answers[0]) != mean(&answers[answers.len() - 1]), "{what} does something");
    };
    for rules in ["document", "game"] {
        let situation = format!(r#""situation":{{"rules":"{rules}"}}"#);
        let attacker = |field: &str, values: std::ops::RangeInclusive<i64>| {
            values
                .map(|value| {
                    format!(
                        r#"{{"attacker":{{{}}},"defender":{{"dodge":12,"armor_stat":5}},{situation}}}"#,
                        field.replace('#', &value.to_string())
                    )
                })
                .collect()
        };
        let defender = |field: &str, values: std::ops::RangeInclusive<i64>| {
            values.map(|value| format!(r#"{{"attacker":{{"kind":"mob","accuracy":9,"damage":{{"min":2,"max":15}}}},"defender":{{{}}},{situation}}}"#, field.replace('#', &value.to_string()))).collect()
        };
        rising("level", attacker(r#""level":#"#, 1..=40), 1.0);
        rising("strength", attacker(r#""strength":#,"weapon":{"strength":15}"#, 5..=30), 1.0);
        rising("upgrade", attacker(r#""weapon":{"strength":15,"upgrade":#,"tier":3}"#, -5..=20), 1.0);
        rising("ring of accuracy", attacker(r#""ring_of_accuracy":#"#, -20..=20), 1.0);
        rising("combo", attacker(r#""subclass":"gladiator","combo":#"#, 0..=30), 1.0);
        rising("level of the defender", defender(r#""level":#"#, 1..=40), -1.0);
        rising("armor", defender(r#""armor_stat":#"#, 0..=30), -1.0);
        rising("tier", defender(r#""strength":20,"armor":{"tier":#}"#, 0..=5), -1.0);
        rising("ring of evasion", defender(r#""ring_of_evasion":#"#, -20..=20), -1.0);
        rising("barkskin", defender(r#""barkskin":#"#, 0..=30), -1.0);
        rising("herbs", defender(r#""herbal_armor":#"#, 0..=20), -1.0);
        rising("resistance", (0..=4).map(|n| format!(r#"{{"attacker":{{"kind":"mob"}},"defender":{{"resist_chance":"{n}/4"}},{situation}}}"#)).collect(), -1.0);
    }
}

/// A hit is never certain while the defender dodges and never impossible while there is any accuracy.
#[test]
fn the_draws_at_their_ends() {
    let hit = |accuracy: &str, dodge: &str| {
        exact(&format!(r#"{{"attacker":{{"kind":"mob","accuracy":"{accuracy}"}},"defender":{{"kind":"mob","dodge":"{dodge}"}}}}"#)).hit.unwrap()
    };
    assert_eq!(hit("0", "0"), fraction("1"));
    assert_eq!(hit("0", "1/100"), fraction("0"));
    assert_eq!(hit("10000", "1/100"), fraction("1999999/2000000"));
    assert_eq!(hit("1/100", "10000"), fraction("1/2000000"));
    assert_eq!(hit("7/3", "7/3"), fraction("1/2"));
}

#[test]
fn the_ends_of_the_ranges_are_answered_or_too_large() {
    let mut answered = 0;
    for document in [
        r#"{"attacker":{"level":99,"strength":0,"weakened":true,"ring_of_accuracy":-20,"weapon":{"strength":99,"upgrade":-20,"tier":20}},"defender":{"dodge":10000,"armor_stat":10000}}"#,
        r#"{"mode":"thrown","attacker":{"strength":0,"weakened":true,"ring_of_haste":-20,"weapon":{"strength":99}},"situation":{"distance":1}}"#,
        r#"{"attacker":{"kind":"mob","damage":{"min":-100,"max":10000},"delay":"1/100"},"defender":{"armor_stat":10000,"resist_chance":"1/3"}}"#,
        r#"{"attacker":{"kind":"mob"},"defender":{"level":99,"strength":0,"weakened":true,"ring_of_evasion":20,"armor":{"tier":20,"strength":99,"upgrade":-20}}}"#,
        r#"{"attacker":{"subclass":"gladiator","combo":1000,"ring_of_haste":20,"weapon":{"delay":"1/100","balance":"speed"}}}"#,
        // The best of the game, and more.
        r#"{"attacker":{"subclass":"gladiator","combo":30,"strength":40,"furious":true,"weapon":{"min":5,"max":30,"tier":5,"upgrade":15,"strength":18,"enchantment":"lucky","delay":"1/2"}},"defender":{"hp":300,"resist_chance":"1/2"}}"#,
    ] {
        match game().resolve::<f64>(&read(document)) {
            Ok(answer) => {
                let sum: f64 = answer.damage.as_ref().unwrap().entries.iter().map(|(_, p)| p).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{document}: {sum}");
                answered += 1;
            }
            Err(problems) => assert!(problems[0].message.starts_with("too large"), "{problems:?}"),
        }
    }
    assert!(answered >= 3, "{answered}");
}

/// A blow may do more than anybody's health, and then kills.
#[test]
fn a_loss_beyond_all_health() {
    let blow = r#"{"attacker":{"subclass":"gladiator","combo":1000,"strength":50,"weapon":{"min":0,"max":999,"strength":50}},"defender":{"armor_stat":0,"hp":100000},"situation":{"surprise":true}}"#;
    let answer = exact(blow);
    let spread = answer.damage.unwrap();
    let beyond = spread.entries.iter().filter(|(damage, _)| *damage >= 100_000);
    // 498 + 498 x 999/5 is 99,998. Half of the 1,000 values do more, and 499 with its 1,998 in a million.
    let rest: tohit_odds::Fraction = beyond.map(|(_, p)| p.clone()).sum();
    assert_eq!(rest, fraction("501998/1000000"));
    assert_eq!(answer.more, [("kill", tohit_resolver::Extra::Chance(rest))]);
    assert!(damage("{}").len() == 13);
}
