//! "Vanjarl vs Heavy Infantry", the page's example, and the wiki's table of open-ended rolls.

use super::{document, dominions, exact, fight, floats, fraction, hit, outcome, scripted};
use crate::common::logs::{noted, told};
use tohit_odds::Fraction;
use tohit_resolver::{Json, from_link};

/// "The Vanjarl has an attack value of 14." The defender is who an empty document means: 10 + 1 - 2 - 1 = 8, with a parry of 4.
const VANJARL: &str = r#"{"attacker":{"attack":14,"strength":13,"size":3,"weapon":{"attack":0}}}"#;

/// The strike with these rolls, and what the log tells after the attack roll of 20.
#[track_caller]
fn vanjarl(script: &str, rest: &[(&str, &str)], end: (&str, i64)) {
    let rolled = scripted(VANJARL, false, script);
    let up_to_the_rolls = [
        ("attack", "14"),
        ("parry", "4"),
        ("attack roll", "20"),
        ("defence", "8"),
        ("defence with parry", "12"),
    ];
    told(&rolled, &[&up_to_the_rolls[..], rest].concat());
    assert_eq!((rolled.outcome, rolled.damage), end);
}

/// "If the Heavy Infantry rolls a 7 or less, it is a clean hit and the shield offers no protection."
#[test]
fn the_heavy_infantry_rolls_7() {
    let rest = [
        ("attack less defence dice", "13"),
        ("touch", "clean"),
        ("hit location", "torso"),
        ("protection", "15"),
        ("protection roll", "9"),
        ("armour met", "15"),
        ("through", "0"),
        ("ending", "clean-stopped"),
    ];
    vanjarl("6 7 torso 9 5", &rest, ("clean-stopped", 0));
}

/// "If the Heavy Infantry rolls an 8 through 11, the Vanjarl scores a shield hit and the Heavy Infantry can use its shield's protection value."
#[test]
fn the_heavy_infantry_rolls_8_to_11() {
    for (roll, left) in [("8", "12"), ("11", "9")] {
        // 15 and 16 of the shield's; 6 of 10 hit points: 60 in 100 is an affliction, and 24 was rolled.
        let rest = [
            ("attack less defence dice", left),
            ("touch", "shield"),
            ("protection", "15"),
            ("armour met", "31"),
            ("through", "5"),
            ("wound", "6"),
            ("affliction percent", "60"),
            ("affliction", "yes"),
            ("ending", "shield-wound"),
        ];
        vanjarl(&format!("6 {roll} arms 4 21 24"), &rest, ("shield-wound", 6));
    }
}

/// "If the Heavy Infantry rolls a 12 or higher, the Vanjarl misses entirely."
#[test]
fn the_heavy_infantry_rolls_12() {
    for (roll, left) in [("12", "8"), ("40", "-20")] {
        vanjarl(&format!("6 {roll}"), &[("attack less defence dice", left), ("ending", "miss")], ("miss", 0));
    }
}

/// By the shares of a pair of open-ended dice out of 1296 (rules 1.4): 36, 72, 108, 144, 180 and 156 are 7 or less.
#[test]
fn what_the_heavy_infantry_can_roll() {
    let text = fight(r#""attack":14,"weapon":{"attack":0}"#, "", r#""attack_roll":6"#);
    let answer = exact(&text);
    let of_kind = |kind: &str| -> Fraction {
        ["stopped", "wound", "kill"].iter().map(|end| outcome(&answer, &format!("{kind}-{end}"))).sum()
    };
    assert_eq!(of_kind("clean"), fraction(36 + 72 + 108 + 144 + 180 + 156, 1296));
    assert_eq!(of_kind("shield"), fraction(132 + 108 + 84 + 60, 1296));
    assert_eq!(outcome(&answer, "miss"), fraction(1296 - 696 - 384, 1296));
}

/// What is fixed is not rolled, but told.
#[test]
fn fixed_rolls_take_nothing_from_a_script() {
    let text = fight(r#""attack":14,"weapon":{"attack":0}"#, "", r#""attack_roll":6,"defence_roll":8"#);
    let rolled = scripted(&text, false, "head 6 2");
    assert_eq!(noted(&rolled, "attack roll"), "20");
    assert_eq!(rolled.outcome, "shield-stopped");
    for (defence, expected) in [(7, "clean"), (8, "shield"), (11, "shield"), (12, "miss")] {
        let text = text.replace(r#""defence_roll":8"#, &format!(r#""defence_roll":{defence}"#));
        let certain: Fraction = exact(&text)
            .outcomes
            .into_iter()
            .filter(|(name, _)| name.starts_with(expected))
            .map(|(_, p)| p)
            .sum();
        assert_eq!(certain, Fraction::one(), "{defence}");
    }
}

/// The link that the page opens with names two units of the presets, and is that example.
#[test]
fn the_link_of_the_example() {
    let (_, linked) = from_link(dominions().about().example).unwrap();
    let answer = dominions().resolve::<Fraction>(&linked).unwrap();
    let values: Vec<String> = answer.values.iter().map(|(name, figure)| format!("{name} {figure}")).collect();
    assert_eq!(values, ["attack 14", "defence 8", "parry 4"]);
    assert_eq!(answer.hit, exact(VANJARL).hit);
    assert_eq!(answer.damage, exact(VANJARL).damage);
}

/// An empty document is the document's unit 40 against itself, but for the Vanjarl's arms.
#[test]
fn an_empty_document_is_the_heavy_infantry() {
    let of = |text: &str| dominions().complete(&document(text)).0;
    let (empty, named) = (
        of("{}"),
        of(r#"{"attacker":{"preset":"heavy-infantry-40"},"defender":{"preset":"heavy-infantry-40"}}"#),
    );
    // The preset knows its own defence against being repelled, and what it repels with.
    for path in ["attacker.weapon", "attacker.attack", "attacker.strength", "defender.shield", "defender.hp"]
    {
        assert_eq!(empty.at(path), named.at(path), "{path}");
    }
    assert_eq!(named.at("attacker.defence"), Some(&Json::from(8)));
    assert_eq!(floats("{}").hit, floats(r#"{"defender":{"preset":"heavy-infantry-40"}}"#).hit);
}

/// The table on the wiki's page of random numbers: by how much one side is ahead, and its chance of beating the other.
#[test]
fn the_wikis_table() {
    for (ahead, percent, places) in [
        (-30, 0.006, 3),
        (-20, 0.16, 2),
        (-15, 0.76, 2),
        (-10, 3.4, 1),
        (-5, 14.0, 0),
        (-1, 38.0, 0),
        (0, 46.0, 0),
        (1, 54.0, 0),
        (10, 95.0, 0),
        (20, 99.79, 2),
    ] {
        let text = fight(
            &format!(r#""attack":{},"weapon":{{"attack":0}}"#, 10 + ahead),
            r#""shield":{"parry":0,"defence":0},"defence":11"#,
            "",
        );
        let chance: f64 = 100.0 * floats(&text).hit.unwrap();
        let unit = 10f64.powi(-places);
        assert!((chance - percent).abs() <= 0.51 * unit, "{ahead}: {chance} against {percent}");
    }
}

/// Rules 1.6: even values are won by 157 in 343, and drawn, so the defender's, by 29.
#[test]
fn even_values() {
    let even = fight(r#""attack":9"#, r#""shield":{"parry":0,"defence":0},"defence":11"#, "");
    assert_eq!(hit(&even), fraction(157, 343));
    let one_more = even.replace(r#""attack":9"#, r#""attack":10"#);
    assert_eq!(hit(&one_more), fraction(157 + 29, 343));
}
