//! The page's examples, number for number.

use super::{damage, dice, exact, floats, fraction, game, read, roll, rolled};
use crate::common::logs::told;
use tohit_resolver::{Fraction, from_link, to_link};

/// A level 5 Berserker with strength 15 and a +0 War hammer against a Gnoll scout.
const BERSERKER: &str = r#""level":5,"subclass":"berserker","strength":15,
    "weapon":{"min":5,"max":25,"strength":18,"accuracy":1.2,"tier":5}"#;
const SCOUT: &str = r#""dodge":4,"armor_stat":4,"hp":12"#;

fn example(attacker: &str, situation: &str) -> String {
    format!(r#"{{"attacker":{{{attacker}{BERSERKER}}},"defender":{{{SCOUT}}},"situation":{{{situation}}}}}"#)
}

/// "Lets say he got 8.6 ... 2.5. Since 8.6 >= 2.5, the hit is successful. 18 ... 2. The Gnoll scout then takes 16 damage points. Since the Gnoll
/// scout only has 12 HP, he dies."
#[test]
fn the_hammer_hits_and_kills() {
    let document = example(r#""accuracy":16.8,"#, "");
    let rolled = roll(&document, "yes 18 2");
    assert_eq!((rolled.outcome, rolled.damage), ("damage", 16));
    told(
        &rolled,
        &[
            ("accuracy", "84/5"),
            ("dodge", "4"),
            ("armor", "4"),
            ("attack", "yes"),
            ("damage less reduction", "18"),
            ("damage less reduction", "2"),
            ("damage less reduction", "16"),
            ("ending", "damage"),
        ],
    );
    // Of 16.8 by 4, all but the corner below the diagonal.
    assert_eq!(exact(&document).hit, Some(fraction("37/42")));
}

/// "So the weapon's accuracy should have been 1.2/(1.5^(18-15)), about 0.356; so the Hero's accuracy should have been about 4.98, instead of 16.8."
#[test]
fn the_hammer_is_too_heavy() {
    let penalised = example("", "");
    let rolled = roll(&penalised, "yes 18 2");
    assert_eq!((rolled.outcome, rolled.damage), ("damage", 16));
    // 14 x 16/45, which is 4.978.
    told(&rolled, &[("accuracy", "224/45"), ("dodge", "4")]);
    assert_eq!(exact(&penalised).hit, Some(fraction("67/112")));
}

/// The game cuts the same accuracy down to 4.
#[test]
fn the_game_cuts_the_accuracy() {
    let game = example("", r#""rules":"game""#);
    assert_eq!(exact(&game).hit, Some(fraction("1/2")));
    told(&roll(&game, "yes 18 2"), &[("accuracy", "4")]);
    let missed = roll(&game, "no");
    assert_eq!((missed.outcome, missed.damage), ("miss", 0));
}

/// "The Hero's min/max hit is taken from his weapon which for the War hammer is 5 to 25 (15 ±4.3)."
#[test]
fn the_damage_roll_is_15_and_a_bit() {
    let always = r#"{"attacker":{"strength":18,"weapon":{"min":5,"max":25,"strength":18}},"defender":{"dodge":0,"armor_stat":0}}"#;
    let chances = damage(always);
    assert_eq!(chances.len(), 21);
    assert_eq!(chances[0], (5, fraction("2/441")));
    assert_eq!(chances[10], (15, fraction("41/441")));
    assert_eq!(chances[20], (25, fraction("2/441")));
    let answer = floats(always);
    let entries = &answer.damage.as_ref().unwrap().entries;
    let mean = super::mean(&answer);
    let square: f64 = entries.iter().map(|(damage, p)| (*damage as f64 - mean).powi(2) * p).sum();
    assert!((mean - 15.0).abs() < 1e-12 && (square.sqrt() - 4.3).abs() < 0.05);
}

/// "An attack using magic will multiply the generated accuracy by 2": the number that was drawn is doubled.
#[test]
fn magic_doubles_what_was_drawn() {
    let shaman = r#"{"mode":"magic","attacker":{"kind":"mob","accuracy":11,"damage":{"min":2,"max":11,"shape":"uniform"}},
        "defender":{"level":9}}"#;
    let rolled = roll(shaman, "yes 7 1");
    assert_eq!((rolled.outcome, rolled.damage), ("damage", 6));
    assert_eq!(exact(shaman).hit, Some(fraction("31/44")));
}

/// What a visitor sees first is the page's example as its exception has it.
#[test]
fn the_example_is_the_pages() {
    let (ruleset, document) = from_link(game().about().example).unwrap();
    let answer = ruleset.resolve::<Fraction>(&document).unwrap();
    let same = exact(&example("", ""));
    assert_eq!(answer.hit, Some(fraction("67/112")));
    assert_eq!((answer.hit, answer.damage, answer.more), (same.hit, same.damage, same.more));
    assert_eq!(to_link(ruleset, &document), game().about().example);
    let (complete, _) = game().complete(&document);
    let (typed, _) = game().complete(&read(&example("", "")));
    assert_eq!(complete.at("attacker.weapon.max"), typed.at("attacker.weapon.max"));
}

#[test]
fn a_script_must_fit() {
    let example = example(r#""accuracy":16.8,"#, "");
    for script in ["yes 18", "yes 18 2 1", "yes 26 2", "8.6 18 2", "no 18 2"] {
        assert!(rolled(&example, dice(script, false)).is_err(), "{script}");
    }
}
