//! The page's worked examples as scripts, every number of them, and strikes that show what they do not.

use crate::{document, exact, fight, fraction, hit, mean, powder};
use tohit_odds::{Event, Forced, Fraction};
use tohit_resolver::{Dice, Rolled};

/// Scripted rolls, as numbers and names.
#[track_caller]
fn scripted(text: &str, script: &str, turn: bool) -> Rolled {
    let script = Some(script.split_whitespace().map(|face| face.parse::<Forced>().unwrap()).collect());
    let dice = Dice { seed: 0, script, turn };
    powder().roll(&document(text), powder().presets(), dice).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Every figure that was noted, in order: exactly these.
#[track_caller]
fn told(rolled: &Rolled, expected: &str) {
    let notes = rolled.log.events.iter().filter_map(|event| match event {
        Event::Note { label, figure } => Some(format!("{label} {figure}")),
        _ => None,
    });
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(notes.collect::<Vec<_>>(), expected, "\n{}", rolled.log);
}

const FRED_CHARGES: &str = r#"{"attacker":{"preset":"fred","charging":true},"defender":{"preset":"troll"}}"#;
const TROLL_STRIKES: &str = r#"{"attacker":{"preset":["troll","club"]},"defender":{"preset":"fred"}}"#;

fn as_coded(text: &str) -> String {
    let end = text.len() - 1;
    format!(r#"{},"situation":{{"rules":"game"}}}}"#, &text[..end])
}

#[test]
fn example_1_fred_charges_the_troll() {
    let rolled = scripted(FRED_CHARGES, "16 8 2 7 head 5 6 3 1 4 1 4", false);
    told(
        &rolled,
        "hit roll 16
         maximum bonus 12
         weapon skill 2
         modifier 8
         attack roll 14
         struck head
         worn AC 0
         worn AC roll 0
         natural AC roll 5
         AC roll 5
         multiplier 2
         reduction at most 0
         part 1 multiplier 2
         part 1 dice 6
         part 1 enchant bonus 3
         part 1 damage 9
         part 2 multiplier 2
         part 2 dice 4
         part 2 enchant bonus 4
         part 2 damage 8
         outcome hit",
    );
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 17));
    // Versions 117 and 118 roll the bonus twice, and give the fire no enchant bonus.
    let rolled = scripted(&as_coded(FRED_CHARGES), "16 8 2 head 5 6 3 1 4", false);
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 13));
    // Rules 9: "Fred's charge hits 78.6% for a mean of 15.53 document, 74.0% and 12.24 game".
    let near = |text: &str, percent: i64, hundredths: i64| {
        let answer = exact(text);
        let rounded = |value: Fraction| (value + fraction(1, 2)).floor();
        assert_eq!(rounded(answer.hit.clone().unwrap() * fraction(1000, 1)), percent.into());
        assert_eq!(rounded(mean(&answer) * fraction(100, 1)), hundredths.into());
    };
    near(FRED_CHARGES, 786, 1553);
    near(&as_coded(FRED_CHARGES), 740, 1224);
}

/// With the page's hit roll of 12, and with the 8 that its printed sum takes.
#[test]
fn example_2_the_troll_strikes_back() {
    for (hit_roll, attack_roll) in [(12, 9), (8, 5)] {
        let rolled = scripted(TROLL_STRIKES, &format!("{hit_roll} 3 1 7 body 5 51 3"), false);
        told(
            &rolled,
            &format!(
                "hit roll {hit_roll}
                 maximum bonus 8
                 weapon skill 2
                 modifier 7
                 attack roll {attack_roll}
                 struck body
                 worn AC 6
                 shield parry no
                 worn AC roll 5
                 natural AC roll 0
                 AC roll 5
                 multiplier 1
                 reduction at most 0
                 part 1 multiplier 1
                 part 1 dice 4
                 part 1 enchant bonus 0
                 part 1 damage 4
                 outcome hit"
            ),
        );
        assert_eq!((rolled.outcome, rolled.damage), ("hit", 4));
    }
    let rolled = scripted(&as_coded(TROLL_STRIKES), "12 3 7 body 5 51 3", false);
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 4));
}

/// A natural 20 against a high AC, with every roll there is, in the order of rules 10.
#[test]
fn a_critical_hit_through_armour() {
    let attacker = r#""physical_level":9,"skill_level":0,"weapon":{"enchantment":2,"material":"silver"},
        "parts":[{"dice":2,"sides":6,"bonus":1},{"dice":1,"sides":4,"element":"cold"},{"element":"fire"}]"#;
    let defender = r#""natural_ac":12,"worn":{"neck":{"ac":20,"skill":0}},"shield":{"ac":3,"skill":2},
        "skills":["dodge","moving-target","parry"],"parry_weapon":"both","off_hand_chance":40,
        "resists":["fire"],"vulnerable":["silver"]"#;
    // Shared: 20 + 5 - 10 = 15; 17 + 5 worn, and a third of 4; the threat of 18 + 5 - 10 does not reach it.
    let shared = fight("melee", attacker, defender, "");
    let rolled = scripted(&shared, "20 5 neck 17 19 75 5 3 4 18 9 6 13 3 4 6 1 3 3 2", false);
    told(
        &rolled,
        "hit roll 20
         maximum bonus 11
         weapon skill 0
         modifier 5
         attack roll 15
         struck neck
         worn AC 20
         shield parry yes
         shield AC 5
         shield roll 5
         worn AC roll 22
         natural AC roll 4
         AC roll 24
         multiplier 1
         reduction at most 14
         reduction 6
         part 1 multiplier 2
         part 1 dice 15
         part 1 enchant bonus 4
         part 1 damage 13
         part 2 multiplier 2
         part 2 dice 6
         part 2 enchant bonus 3
         part 2 damage 3
         part 3 multiplier 1
         part 3 dice 3
         part 3 enchant bonus 2
         part 3 damage 1
         outcome hit",
    );
    // Each part its own reduction; a natural 20 can be dodged, and is, or else the other rolls to avoid it fail one by one.
    let each = fight(
        "melee",
        attacker,
        defender,
        r#""switches":{"reduction":"each","twenty":"avoidable","enchant_parts":"base"}"#,
    );
    let rolled = scripted(&each, "20 5 neck 17 19 75 5 3 4 18 11 11 41 9 6 13 3 4 0 0 6 14 14 3", false);
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 13 + 6 + 1));
    for (avoided, name) in [("10", "dodge"), ("11 10", "parry"), ("11 11 40 10", "parry")] {
        let rolled = scripted(&each, &format!("20 5 neck 17 19 75 5 3 4 20 {avoided}"), false);
        assert_eq!((rolled.outcome, rolled.damage), (name, 0));
    }
    let thrown = fight("thrown", attacker, &format!(r#"{defender},"moved_last_turn":true"#), "");
    let rolled = scripted(&thrown, "19 11 feet 76 1 11 20", false);
    assert_eq!((rolled.outcome, rolled.damage), ("moving-target", 0));
}

#[test]
fn a_complete_miss_ends_there() {
    let one = fight("melee", r#""skill_level":3"#, "", "");
    told(&scripted(&one, "1", false), "hit roll 1\noutcome complete-miss");
    let off_balance = fight("thrown", r#""off_balance":true,"always_hits":true"#, "", "");
    told(&scripted(&off_balance, "20", false), "hit roll 20\noutcome complete-miss");
    assert!(hit(&off_balance).is_zero());
}
