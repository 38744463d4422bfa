//! Before the strike: repel and awe; after it: mistform, mirror images, the ethereal and luck (rules 4.10 and 5).

use super::{exact, fight, fraction, hit, outcome, scripted};
use crate::common::logs::told;
use tohit_odds::Fraction;

const FIXED: &str = r#""attack_roll":100,"defence_roll":2"#;

/// 16 and a roll of 10 against a roll of 6, and nothing on the torso: 20 before the wards.
#[track_caller]
fn struck(weapon: &str, defender: &str, situation: &str, wards: &str) -> (&'static str, i64) {
    let defender = format!(r#""parts":["torso"],"body_armour":0,"hp":2000{defender}"#);
    let text =
        fight(&format!(r#""weapon":{{"types":[]{weapon}}}"#), &defender, &format!("{FIXED}{situation}"));
    let rolled = scripted(&text, false, &format!("6 10 {wards}"));
    (rolled.outcome, rolled.damage)
}

const WOUND: &str = "clean-wound";
const NEGATED: &str = "clean-negated";

#[test]
fn mistform() {
    let misty = r#","mistform":true"#;
    // Below 25 it is asked whether it ends; a magic weapon, or 25, ends it.
    assert_eq!(struck("", misty, "", "2"), (WOUND, 1));
    assert_eq!(struck("", misty, "", "1"), (WOUND, 1));
    assert_eq!(struck(r#","magic":true"#, misty, "", ""), (WOUND, 1));
    assert_eq!(struck(r#","damage":10"#, misty, "", "2"), (WOUND, 1));
    assert_eq!(struck(r#","damage":11"#, misty, "", ""), (WOUND, 1));
    assert_eq!(struck(r#","damage":46"#, misty, "", "no"), (WOUND, 35));
}

#[test]
fn mirror_images() {
    assert_eq!(struck("", r#","images":3"#, "", "yes"), (NEGATED, 0));
    assert_eq!(struck("", r#","images":3"#, "", "no no"), (WOUND, 20));
    let plain = outcome(&exact(&fight("", "", "")), "clean-wound");
    for images in [1, 3, 40] {
        let warded = outcome(&exact(&fight("", &format!(r#""images":{images}"#), "")), "clean-wound");
        assert_eq!(warded, &plain / Fraction::from(images + 1));
    }
}

#[test]
fn the_ethereal() {
    assert_eq!(struck("", r#","ethereal":true"#, "", "yes"), (NEGATED, 0));
    assert_eq!(struck("", r#","ethereal":true"#, "", "no no"), (WOUND, 20));
    assert_eq!(struck(r#","magic":true"#, r#","ethereal":true"#, "", "no"), (WOUND, 20));
}

#[test]
fn luck() {
    let lucky = |hp: i64| {
        let defender = format!(r#""parts":["torso"],"body_armour":0,"hp":{hp},"luck":true"#);
        move |script: &str| {
            let text = fight(r#""weapon":{"types":[]}"#, &defender, FIXED);
            let rolled = scripted(&text, false, script);
            (rolled.outcome, rolled.damage)
        }
    };
    assert_eq!(lucky(20)("6 10 75"), (NEGATED, 0));
    assert_eq!(lucky(20)("6 10 76"), ("clean-kill", 20));
    // It is not asked about a wound; 20 of 21 leaves an affliction in 95 of 100.
    assert_eq!(lucky(21)("6 10 no"), (WOUND, 20));
    let of = |percent: i64| {
        exact(&fight("", r#""luck":true"#, &format!(r#""variants":{{"luck_percent":{percent}}}"#)))
    };
    let plain = exact("{}");
    assert_eq!(of(0).outcomes, plain.outcomes);
    assert!(outcome(&of(100), "clean-negated") > outcome(&of(75), "clean-negated"));
}

/// Luck is asked when the hit points are gone, not about a beheading that leaves some.
#[test]
fn luck_and_beheading() {
    let of = |hp: i64, rolls: &str| {
        let defender = format!(r#""parts":["head"],"head_armour":0,"hp":{hp},"luck":true"#);
        scripted(&fight("", &defender, FIXED), false, rolls).outcome
    };
    assert_eq!(of(26, "6 10"), "clean-kill");
    assert_eq!(of(25, "6 10 yes"), NEGATED);
    assert_eq!(of(25, "6 10 no"), "clean-kill");
}

/// All wards, in their order: mistform, an image missed, the ethereal passed, luck.
#[test]
fn wards_in_their_order() {
    let defender =
        r#""parts":["torso"],"body_armour":0,"hp":1,"mistform":true,"images":2,"ethereal":true,"luck":true"#;
    let text = fight(r#""weapon":{"types":[]}"#, defender, FIXED);
    let rolled = scripted(&text, false, "6 10 no no no no");
    assert_eq!((rolled.outcome, rolled.damage), ("clean-kill", 1));
    assert_eq!(scripted(&text, false, "6 10 no yes").outcome, NEGATED);
    assert_eq!(scripted(&text, false, "6 10 no no yes").outcome, NEGATED);
    assert_eq!(scripted(&text, false, "6 10 no no no yes").outcome, NEGATED);
}

const PIKE: &str = r#""attack":12,"repel_weapon":{"attack":1,"length":5}"#;

/// A longer weapon repels, rolls first against defence and then against morale; each figure on the way.
#[test]
fn repelled() {
    let text = fight(
        r#""defence":11,"fatigue":25,"harassment":2,"morale":12,"size":3"#,
        &format!(r#"{PIKE},"fatigue":45,"size":2"#),
        r#""harassment":3"#,
    );
    // 12 + 1 - 2 - 3 against 11 - 2 - 2; ahead by 4, 10 + 4 against 12 + 3 - 2.
    let rolled = scripted(&text, false, "9 6 7 7");
    told(
        &rolled,
        &[("harassment", "3"), ("repel attempt", "4"), ("repelling", "yes"), ("ending", "repelled")],
    );
    assert_eq!((rolled.outcome, rolled.damage), ("repelled", 0));
    // 14 + 7 against 13 + 8 is a tie, and the attacker's.
    assert_eq!(scripted(&text, false, "9 6 7 8 2 30").outcome, "miss");
    // 8 + 5 against 7 + 6 too.
    assert_eq!(scripted(&text, false, "5 6 2 30").outcome, "miss");
    let repeller =
        text.replace(r#""harassment":3"#, r#""harassment":3,"variants":{"repel_ties":"repeller"}"#);
    assert_eq!(scripted(&repeller, false, "9 6 7 8").outcome, "repelled");
    assert_eq!(scripted(&repeller, false, "9 6 7 9 2 30").outcome, "miss");
    // A tie in the first roll is won by 0: 10 + 3 against 13.
    assert_eq!(scripted(&repeller, false, "5 6 5 2").outcome, "repelled");
}

#[test]
fn who_repels() {
    let repels = |attacker: &str, defender: &str| {
        !outcome(&exact(&fight(attacker, defender, "")), "repelled").is_zero()
    };
    let armed = |length: i64, more: &str| format!(r#""repel_weapon":{{"length":{length}}}{more}"#);
    assert!(repels("", &armed(2, "")));
    assert!(!repels("", &armed(1, "")));
    assert!(!repels(r#""weapon":{"unrepellable":true}"#, &armed(9, "")));
    // Size 4 makes what is wielded longer, on either side.
    assert!(repels("", &armed(1, r#","size":4"#)));
    assert!(!repels(r#""size":4"#, &armed(2, "")));
    assert!(repels(r#""size":4,"weapon":{"intrinsic":true}"#, &armed(2, "")));
    assert!(!repels("", r#""size":4,"repel_weapon":{"length":1,"intrinsic":true}"#));
    for helpless in [r#","state":"webbed""#, r#","state":"sleeping""#, r#","fatigue":100"#] {
        assert!(!repels("", &armed(5, helpless)), "{helpless}");
    }
    assert!(repels("", &armed(5, r#","fatigue":99"#)));
}

/// Harassment counts in full against the repel: neither halved by a mount, nor free to the unsurroundable.
#[test]
fn harassment_of_the_repeller() {
    let of = |more: &str, harassment: i64| {
        outcome(
            &exact(&fight("", &format!("{PIKE}{more}"), &format!(r#""harassment":{harassment}"#))),
            "repelled",
        )
    };
    assert_eq!(of("", 4), of(r#","mounted":true,"unsurroundable":9"#, 4));
    assert!(of("", 4) < of("", 3));
    let attacker = |harassment: i64| {
        outcome(&exact(&fight(&format!(r#""harassment":{harassment}"#), PIKE, "")), "repelled")
    };
    assert!(attacker(4) > attacker(3));
}

/// Morale 10 against awe 1: 11 against 10, and the attacker wins ties.
#[test]
fn awed() {
    let text = fight(r#""morale":12"#, r#""awe":3"#, "");
    assert_eq!(scripted(&text, false, "8 9 2 30").outcome, "miss");
    let rolled = scripted(&text, false, "9 9");
    assert_eq!((rolled.outcome, rolled.damage), ("awed", 0));
    // Even but for ties: 157 in 343 are awed at awe 2.
    assert_eq!(outcome(&exact(&fight(r#""morale":12"#, r#""awe":2"#, "")), "awed"), fraction(157, 343));
    let plain = hit("{}");
    assert_eq!(hit(&fight(r#""morale":12"#, r#""awe":2"#, "")), plain * fraction(186, 343));
    assert_eq!(hit(&fight("", r#""awe":0"#, "")), hit("{}"));
}

/// Who is repelled is not awed; who is awed was not repelled.
#[test]
fn repel_comes_before_awe() {
    let both = exact(&fight("", &format!(r#"{PIKE},"awe":4"#), ""));
    let repelled = outcome(&exact(&fight("", PIKE, "")), "repelled");
    let awed = outcome(&exact(&fight("", r#""awe":4"#, "")), "awed");
    assert_eq!(outcome(&both, "repelled"), repelled);
    assert_eq!(outcome(&both, "awed"), (Fraction::one() - repelled) * awed);
}

/// At 100 fatigue nothing is rolled at all.
#[test]
fn too_tired_to_attack() {
    let text = fight(r#""fatigue":100"#, &format!(r#"{PIKE},"awe":4"#), "");
    assert_eq!(outcome(&exact(&text), "cannot-attack"), Fraction::one());
    assert_eq!(exact(&text).damage.unwrap().entries, [(0, Fraction::one())]);
    let rolled = scripted(&text, false, "");
    assert_eq!((rolled.outcome, rolled.damage), ("cannot-attack", 0));
    assert!(outcome(&exact(&text.replace("100", "99")), "cannot-attack").is_zero());
}
