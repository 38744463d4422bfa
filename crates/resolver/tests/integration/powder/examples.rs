//! The page's worked examples, step by step, and strikes that show what they do not.

use super::{document, exact, fight, fraction, mean, powder};
use crate::common::logs::told;
use tohit_odds::Fraction;
use tohit_resolver::{Dice, RollExtent, Rolled};

/// Scripted rolls, as numbers and names.
#[track_caller]
fn scripted(text: &str, script: &str) -> Rolled {
    let script = Some(script.split_whitespace().map(|face| face.to_owned()).collect());
    let dice = Dice { seed: 0, script, extent: RollExtent::Strike };
    powder().roll(&document(text), dice).unwrap_or_else(|errors| panic!("{errors:?}"))
}

const FRED_CHARGES: &str = r#"{"attacker":{"preset":"fred","charging":true},"defender":{"preset":"troll"}}"#;
const TROLL_STRIKES: &str = r#"{"attacker":{"preset":["troll","club"]},"defender":{"preset":"fred"}}"#;

fn as_coded(text: &str) -> String {
    let end = text.len() - 1;
    format!(r#"{},"situation":{{"rules":"game"}}}}"#, &text[..end])
}

#[test]
fn example_1_fred_charges_the_troll() {
    let rolled = scripted(FRED_CHARGES, "16 8 2 7 head 5 6 3 1 4 1 4");
    told(
        &rolled,
        &[
            ("maximum bonus", "12"),
            ("weapon skill", "2"),
            ("hit roll", "16"),
            ("modifier", "8"),
            ("attack roll", "14"),
            ("body part", "head"),
            ("worn AC roll", "0"),
            ("natural AC roll", "5"),
            ("AC roll", "5"),
            ("reduction at most", "0"),
            ("dice", "6"),
            ("enchant roll", "3"),
            ("part's damage", "9"),
            ("dice", "4"),
            ("enchant roll", "4"),
            ("part's damage", "8"),
            ("ending", "hit"),
        ],
    );
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 17));
    // Versions 117 and 118 roll the bonus twice, and give the fire no enchant bonus.
    let rolled = scripted(&as_coded(FRED_CHARGES), "16 8 2 head 5 6 3 1 4");
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
    for (hit_roll, attack_roll) in [("12", "9"), ("8", "5")] {
        let rolled = scripted(TROLL_STRIKES, &format!("{hit_roll} 3 1 7 body 5 51 3"));
        told(
            &rolled,
            &[
                ("maximum bonus", "8"),
                ("weapon skill", "2"),
                ("hit roll", hit_roll),
                ("modifier", "7"),
                ("attack roll", attack_roll),
                ("body part", "body"),
                ("worn AC roll", "5"),
                ("natural AC roll", "0"),
                ("AC roll", "5"),
                ("reduction at most", "0"),
                ("dice", "4"),
                ("ending", "hit"),
            ],
        );
        assert_eq!((rolled.outcome, rolled.damage), ("hit", 4));
    }
    let rolled = scripted(&as_coded(TROLL_STRIKES), "12 3 7 body 5 51 3");
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
    let rolled = scripted(&shared, "20 5 neck 17 19 75 5 3 4 18 9 6 13 3 4 6 1 3 3 2");
    told(
        &rolled,
        &[
            ("maximum bonus", "11"),
            ("modifier", "5"),
            ("attack roll", "15"),
            ("body part", "neck"),
            ("worn AC roll", "22"),
            ("natural AC roll", "4"),
            ("AC roll", "24"),
            ("critical hit", "no"),
            ("reduction at most", "14"),
            ("reduction", "6"),
            ("part's damage", "13"),
            ("part's damage", "3"),
            ("part's damage", "1"),
            ("ending", "hit"),
        ],
    );
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 13 + 3 + 1));
    // Each part its own reduction; a natural 20 can be dodged, and is, or else the other rolls to avoid it fail one by one.
    let each = fight(
        "melee",
        attacker,
        defender,
        r#""switches":{"reduction":"each","twenty":"avoidable","enchant_parts":"base"}"#,
    );
    let rolled = scripted(&each, "20 5 neck 17 19 75 5 3 4 18 no no no 9 6 13 3 4 0 0 6 14 14 3");
    assert_eq!((rolled.outcome, rolled.damage), ("hit", 13 + 6 + 1));
    for (avoided, name) in [("yes", "dodge"), ("no yes", "parry"), ("no no yes yes", "parry")] {
        let rolled = scripted(&each, &format!("20 5 neck 17 19 75 5 3 4 20 {avoided}"));
        assert_eq!((rolled.outcome, rolled.damage), (name, 0));
    }
    let thrown = fight("thrown", attacker, &format!(r#"{defender},"moved_last_turn":true"#), "");
    let rolled = scripted(&thrown, "19 11 feet 76 1 no yes");
    assert_eq!((rolled.outcome, rolled.damage), ("moving-target", 0));
}
