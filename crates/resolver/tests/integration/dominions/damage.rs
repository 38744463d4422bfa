//! Where it hits, and what comes through protection (rules 3 and 4).

use super::{exact, fight, floats, fraction, mean, outcome, scripted};
use crate::common::logs::noted;
use tohit_odds::Fraction;

/// A strike that hits past the shield, with the rolls after that: hit location and damage type where there are several, protection roll, damage roll.
#[track_caller]
fn struck(attacker: &str, defender: &str, rolls: &str) -> i64 {
    let fixed = r#""attack_roll":100,"defence_roll":2"#;
    scripted(&fight(attacker, defender, fixed), false, &format!("{rolls} no")).damage
}

/// The same without the affliction that follows a wound.
#[track_caller]
fn stopped(attacker: &str, defender: &str, rolls: &str) -> i64 {
    let fixed = r#""attack_roll":100,"defence_roll":2"#;
    scripted(&fight(attacker, defender, fixed), false, rolls).damage
}

/// A defender without armour that survives everything, of which only the torso can be hit.
const TORSO: &str = r#""parts":["torso"],"body_armour":0,"hp":1000"#;

/// Strength 10, damage 6: 16 and a roll of 10 against a roll of 6 is 20.
#[test]
fn damage_types() {
    let of = |weapon: &str, defender: &str| struck(&format!(r#""weapon":{{{weapon}}}"#), defender, "6 10");
    let head = r#""parts":["head"],"head_armour":0,"hp":1000"#;
    assert_eq!(of(r#""types":[]"#, TORSO), 20);
    assert_eq!(of(r#""types":["pierce"]"#, TORSO), 20);
    assert_eq!(of(r#""types":["slash"]"#, TORSO), 25);
    assert_eq!(of(r#""types":["blunt"]"#, TORSO), 20);
    assert_eq!(of(r#""types":["blunt"]"#, head), 30);
    assert_eq!(of(r#""types":["slash"]"#, &format!(r#"{TORSO},"resist_slash":true"#)), 13);
    assert_eq!(of(r#""types":["blunt"]"#, &format!(r#"{head},"resist_blunt":true"#)), 15);
    assert_eq!(of(r#""types":["pierce"]"#, &format!(r#"{TORSO},"resist_slash":true"#)), 20);
    assert_eq!(of(r#""types":[]"#, &format!(r#"{TORSO},"resist_slash":true"#)), 20);
}

/// 3 is 3 and 4 is 5: a slash never does 4, 9 or 14.
#[test]
fn slashes_leave_gaps() {
    let damage = exact("{}").damage.unwrap();
    let listed: Vec<i64> = damage.entries.iter().map(|(value, _)| *value).collect();
    assert_eq!(listed[..12], [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13]);
    assert!(listed.iter().all(|value| value % 5 != 4));
}

/// One of several types is drawn, each as likely.
#[test]
fn types_are_drawn() {
    let of = |types: &str| -> Vec<Fraction> {
        let text = fight(&format!(r#""weapon":{{"types":[{types}]}}"#), TORSO, "");
        let damage = exact(&text).damage.unwrap();
        (0..60)
            .map(|value| {
                damage.entries.iter().find(|(v, _)| *v == value).map(|(_, p)| p.clone()).unwrap_or_default()
            })
            .collect()
    };
    let all = of(r#""pierce","slash","blunt""#);
    let each = [of(r#""pierce""#), of(r#""slash""#), of(r#""blunt""#)];
    for (value, mixed) in all.iter().enumerate() {
        let sum: Fraction = each.iter().map(|one| &one[value]).sum();
        assert_eq!(*mixed, sum / Fraction::from(3), "{value}");
    }
    let rolled = scripted(
        &fight(r#""weapon":{"types":["pierce","slash"]}"#, "", r#""attack_roll":100,"defence_roll":2"#),
        false,
        "legs pierce 30 2",
    );
    assert_eq!(noted(&rolled, "armour met"), "12");
}

/// Rules 4.2 to 4.4: what is rolled against, with 2 against 30 in the end.
#[test]
fn damage_values() {
    let of = |attacker: &str, defender: &str| {
        let fixed = r#""attack_roll":100,"defence_roll":2"#;
        let defender = format!(r#"{TORSO},"size":10{defender}"#);
        let through = noted(&scripted(&fight(attacker, &defender, fixed), false, "300 2"), "through");
        through.parse::<i64>().unwrap() + 300 - 2
    };
    let strong = |weapon: &str| of(&format!(r#""strength":13,"weapon":{{"damage":-4{weapon}}}"#), "");
    assert_eq!(strong(""), 9);
    assert_eq!(strong(r#","two_handed":true"#), 12);
    assert_eq!(strong(r#","strength":"half""#), 2);
    assert_eq!(strong(r#","strength":"none""#), -4);

    let charge = |attacker: &str, weapon: &str, defender: &str| {
        let weapon = format!(r#""weapon":{{"damage":0,"charge":true{weapon}}}"#);
        of(&format!(r#""charging":true,{attacker},{weapon}"#), defender)
    };
    let rider = r#""strength":30,"size":3,"combat_speed":27"#;
    assert_eq!(charge(rider, "", ""), 30 + 3 + 6);
    assert_eq!(charge(rider, "", r#","flying":true"#), 30);
    assert_eq!(charge(&format!(r#"{rider},"flying":true"#), "", ""), 30 + 6);
    let weak = r#""strength":11,"size":6,"combat_speed":40"#;
    assert_eq!(charge(weak, "", ""), 11 + 5);
    assert_eq!(charge(weak, r#","heavy_charge":true"#, ""), 11 + 11);
    assert_eq!(charge(weak, r#","two_handed":true"#, ""), 13 + 6);
    assert_eq!(charge(weak, r#","two_handed":true,"heavy_charge":true"#, ""), 13 + 13);
    assert_eq!(charge(weak, r#","two_handed":true,"strength":"none""#, ""), 6);
    let still = r#""strength":11,"weapon":{"damage":0,"charge":true}"#;
    assert_eq!(of(still, ""), 11);

    let burns = |resistance: i64| {
        of(r#""weapon":{"element":"fire"}"#, &format!(r#","elemental_resistance":{resistance}"#))
    };
    assert_eq!([burns(0), burns(5), burns(-7), burns(100)], [16, 11, 23, -84]);
    assert_eq!(of("", r#","elemental_resistance":5"#), 16);
}

/// Rules 3.4: natural protection and armour, rounded to nearest, half up, and never below either.
#[test]
fn protection_joins() {
    let of = |natural: i64, armour: i64, more: &str, weapon: &str| {
        let defender =
            format!(r#""parts":["torso"],"natural_protection":{natural},"body_armour":{armour}{more}"#);
        let text =
            fight(&format!(r#""weapon":{{{weapon}}}"#), &defender, r#""attack_roll":100,"defence_roll":2"#);
        noted(&scripted(&text, false, "300 2"), "protection")
    };
    assert_eq!(of(0, 15, "", ""), "15");
    // 10 + 15 - 150 / 40 = 21.25; 10 + 10 - 100 / 40 = 17.5; 11 + 10 - 110 / 40 = 18.25.
    assert_eq!([of(10, 15, "", ""), of(10, 10, "", ""), of(11, 10, "", "")], ["21", "18", "18"]);
    assert_eq!([of(60, 60, "", ""), of(60, 20, "", ""), of(20, 50, "", "")], ["60", "60", "50"]);
    let hard = r#","invulnerability":25"#;
    assert_eq!(of(10, 0, hard, ""), "25");
    assert_eq!(of(30, 0, hard, ""), "30");
    assert_eq!(of(10, 0, hard, r#""magic":true"#), "10");
    assert_eq!(of(0, 15, r#","torso_armour":18,"arms_armour":3"#, ""), "18");
    assert_eq!(of(0, 15, r#","torso_armour":0"#, ""), "0");
}

/// Rules 4.6 to 4.8, each rounded down, in order.
#[test]
fn protection_is_reduced() {
    // With the shield or past it.
    let of = |weapon: &str, rolls: &str, defence: i64| {
        let defender = r#""parts":["torso"],"body_armour":19,"shield":{"protection":19}"#;
        let situation = format!(r#""attack_roll":10,"defence_roll":{defence}"#);
        let text = fight(&format!(r#""strength":0,"weapon":{{{weapon}}}"#), defender, &situation);
        noted(&scripted(&text, false, rolls), "armour met").parse::<i64>().unwrap()
    };
    let both = |weapon: &str| {
        let past = of(weapon, "300 2", 2);
        (past, of(weapon, "300 2", 12) - past)
    };
    let sums = |armour: i64, shield: i64| (armour, shield);
    assert_eq!(both(r#""types":["slash"]"#), sums(19, 19));
    assert_eq!(both(r#""types":["pierce"]"#), sums(15, 15));
    assert_eq!(both(r#""types":["slash"],"armour_piercing":true"#), sums(9, 9));
    assert_eq!(both(r#""types":["pierce"],"armour_piercing":true"#), sums(7, 7));
    assert_eq!(both(r#""armour_negating":true"#), sums(0, 0));
    assert_eq!(both(r#""ignores_shields":true"#), sums(19, 0));
    // A protection roll of 2 defeats the armour, not the shield: 3/4 of 19, of 15, of 7.
    let critical = |weapon: &str| of(weapon, "2 2", 12);
    assert_eq!(critical(r#""types":["slash"]"#), 14 + 19);
    assert_eq!(critical(r#""types":["pierce"]"#), 11 + 15);
    assert_eq!(critical(r#""types":["pierce"],"armour_piercing":true"#), 5 + 7);
}

/// Rules 4.8: the highest protection roll that loses armour, by fatigue, by being held, and by whose table.
#[test]
fn armour_is_defeated_up_to() {
    let up_to = |fatigue: i64, state: &str, critical: &str| {
        let defeated = |roll: i64| {
            let defender =
                format!(r#""parts":["torso"],"body_armour":20,"fatigue":{fatigue},"state":"{state}""#);
            let situation =
                format!(r#""attack_roll":100,"defence_roll":2,"variants":{{"critical":"{critical}"}}"#);
            let text = fight(r#""strength":0,"weapon":{"damage":-20}"#, &defender, &situation);
            noted(&scripted(&text, false, &format!("{roll} 2")), "armour defeated") == "yes"
        };
        (2..=10).filter(|roll| defeated(*roll)).max().unwrap_or(0)
    };
    let of = |critical: &str| {
        [
            (0, "none"),
            (49, "none"),
            (50, "none"),
            (99, "none"),
            (100, "none"),
            (0, "webbed"),
            (50, "sleeping"),
            (150, "netted"),
        ]
        .map(|(fatigue, state)| up_to(fatigue, state, critical))
    };
    assert_eq!(of("wiki"), [2, 2, 3, 3, 5, 4, 5, 5]);
    assert_eq!(of("manual"), [2, 2, 3, 3, 4, 4, 4, 4]);
    assert_eq!(of("none"), [0; 8]);
}

/// The chance of each hit location. How often a strike is stopped lies between what bare skin stops and what armour of 60 stops; where only one part is
/// armoured, it lies as far between as that part is hit often.
fn shares(attacker: &str, defender: &str, situation: &str) -> [Fraction; 4] {
    let stopped = |armour: [i64; 4]| {
        let [head, torso, arms, legs] = armour;
        let text = fight(
            &format!(r#""strength":30,"weapon":{{"types":[]{attacker}"#),
            &format!(
                r#""head_armour":{head},"torso_armour":{torso},"arms_armour":{arms},"legs_armour":{legs}{defender}"#
            ),
            &format!(r#""attack_roll":100,"defence_roll":2,"variants":{{"critical":"none"{situation}}}"#),
        );
        outcome(&exact(&text), "clean-stopped")
    };
    let (bare, armoured) = (stopped([0; 4]), stopped([60; 4]));
    [0, 1, 2, 3].map(|part| {
        let mut armour = [0; 4];
        armour[part] = 60;
        (stopped(armour) - &bare) / (&armoured - &bare)
    })
}

#[test]
fn hit_locations() {
    let in_all = |shares: [i64; 4]| {
        let sum: i64 = shares.iter().sum();
        shares.map(|share| fraction(share, sum))
    };
    assert_eq!(shares("}", "", ""), in_all([10, 50, 20, 20]));
    // Two sizes larger, but not one.
    assert_eq!(shares(r#"},"size":3"#, "", ""), in_all([10, 50, 20, 20]));
    assert_eq!(shares(r#"},"size":4"#, "", ""), in_all([20, 50, 20, 10]));
    // 2 + 1 reaches the arms of size 5, and only the legs of size 6; a low body brings them down.
    assert_eq!(shares("}", r#","size":3"#, ""), in_all([10, 50, 20, 20]));
    assert_eq!(shares("}", r#","size":4"#, ""), in_all([0, 50, 20, 20]));
    assert_eq!(shares("}", r#","size":5"#, ""), in_all([0, 0, 20, 20]));
    assert_eq!(shares("}", r#","size":6"#, ""), in_all([0, 0, 0, 20]));
    assert_eq!(shares("}", r#","size":6,"low_body":1"#, ""), in_all([0, 0, 20, 20]));
    assert_eq!(shares(r#","length":4}"#, r#","size":6"#, ""), in_all([10, 50, 20, 20]));
    // From size 4 on what is wielded is 1 longer; what is not is not.
    assert_eq!(shares(r#","length":0},"size":4"#, r#","size":5"#, ""), in_all([10, 50, 20, 20]));
    assert_eq!(
        shares(r#","length":0,"intrinsic":true},"size":4"#, r#","size":5"#, ""),
        in_all([0, 50, 20, 20])
    );
    // Parts that are missing; and where nothing can be reached, everything is.
    assert_eq!(shares("}", r#","parts":["legs","head"]"#, ""), in_all([10, 0, 0, 20]));
    assert_eq!(shares("}", r#","parts":["torso","head"],"size":10"#, ""), in_all([10, 50, 0, 0]));
}

/// The variant: what cannot be hit falls to the next lower part, or to the lowest above.
#[test]
fn hits_fall_to_lower_parts() {
    let lower = r#","unreachable":"lower""#;
    let of = |defender: &str| shares("}", defender, lower);
    let in_all = |shares: [i64; 4]| shares.map(|share| fraction(share, 100));
    assert_eq!(of(""), in_all([10, 50, 20, 20]));
    assert_eq!(of(r#","size":4"#), in_all([0, 60, 20, 20]));
    assert_eq!(of(r#","size":5"#), in_all([0, 0, 80, 20]));
    assert_eq!(of(r#","size":6"#), in_all([0, 0, 0, 100]));
    assert_eq!(of(r#","parts":["head","legs"]"#), in_all([10, 0, 0, 90]));
    assert_eq!(of(r#","parts":["head","torso"]"#), in_all([10, 90, 0, 0]));
    assert_eq!(of(r#","parts":["head","torso"],"size":4"#), in_all([0, 100, 0, 0]));
    assert_eq!(of(r#","parts":["head","torso"],"size":10"#), in_all([10, 90, 0, 0]));
}

/// Rules 4.11: half of the full hit points at a slash, a needed head; the present hit points at anything.
#[test]
fn beheading() {
    let of = |defender: &str, rolls: &str| {
        let text = fight(
            "",
            &format!(r#""parts":["head"],"head_armour":0,{defender}"#),
            r#""attack_roll":100,"defence_roll":2"#,
        );
        scripted(&text, false, rolls).outcome
    };
    // 16 and 10 against 6 is 20, and 25 with the slash's quarter.
    assert_eq!(of(r#""hp":50"#, "6 10"), "clean-kill");
    assert_eq!(of(r#""hp":51"#, "6 10 no"), "clean-wound");
    assert_eq!(of(r#""hp":30,"max_hp":51"#, "6 10 no"), "clean-wound");
    assert_eq!(of(r#""hp":50,"needs_head":false"#, "6 10 no"), "clean-wound");
    assert_eq!(of(r#""hp":25,"max_hp":500"#, "6 10"), "clean-kill");
}

#[test]
fn limbs_are_capped_where_one_likes() {
    let of = |part: &str, max_hp: i64, cap: bool| {
        let defender =
            format!(r#""parts":["{part}"],"head_armour":0,"body_armour":0,"hp":1,"max_hp":{max_hp}"#);
        let situation = format!(r#""attack_roll":100,"defence_roll":2,"variants":{{"limb_cap":{cap}}}"#);
        scripted(&fight("", &defender, &situation), false, "6 10").damage
    };
    for part in ["arms", "legs"] {
        assert_eq!(
            [of(part, 31, false), of(part, 31, true), of(part, 1, true), of(part, 80, true)],
            [25, 15, 1, 25]
        );
    }
    assert_eq!([of("torso", 31, true), of("head", 31, true)], [25, 25]);
}

/// Rules 4.12: floor(100 damage / full hit points), 15 more if cursed.
#[test]
fn afflictions() {
    let of = |defender: &str, roll: &str| {
        let text = fight(
            "",
            &format!(r#""parts":["torso"],"body_armour":0,{defender}"#),
            r#""attack_roll":100,"defence_roll":2"#,
        );
        noted(&scripted(&text, false, &format!("6 10 {roll}")), "affliction") == "yes"
    };
    // 25 of 60 is 41 in 100.
    assert!(of(r#""hp":60"#, "41") && !of(r#""hp":60"#, "42"));
    assert!(of(r#""hp":60,"cursed":true"#, "56") && !of(r#""hp":60,"cursed":true"#, "57"));
    assert!(of(r#""hp":30,"max_hp":60"#, "41") && !of(r#""hp":30,"max_hp":60"#, "42"));
    // A kill leaves none, and what is certain is not rolled.
    assert_eq!(stopped("", r#""parts":["torso"],"body_armour":0,"hp":25"#, "6 10"), 25);
    assert_eq!(stopped("", r#""parts":["torso"],"body_armour":0,"hp":26,"cursed":true"#, "6 10"), 25);
    let chance = |answer: &tohit_resolver::Answer<Fraction>| match super::extra(answer, "affliction") {
        tohit_resolver::Extra::Chance(p) => p.clone(),
        other => panic!("{other:?}"),
    };
    // Where nothing can be wounded the chance is told all the same, in floats, too.
    let exhausted = fight(r#""fatigue":100"#, "", "");
    assert_eq!(chance(&exact(&exhausted)), Fraction::zero());
    assert_eq!(floats(&exhausted).json().get("affliction"), Some(&0.0.into()));
    let (plain, cursed) =
        (exact(&fight("", r#""hp":300"#, "")), exact(&fight("", r#""hp":300,"cursed":true"#, "")));
    let wounds = outcome(&plain, "clean-wound") + outcome(&plain, "shield-wound");
    // None of them comes near 85 in 100: each wound has 15 more.
    let more = chance(&cursed) - chance(&plain);
    assert!(more > fraction(14_999_999, 100_000_000) * &wounds && more <= fraction(15, 100) * wounds);
}

#[test]
fn more_protection_means_less_damage() {
    let of = |defender: &str| mean(&floats(&fight(r#""strength":15"#, defender, "")).damage.unwrap());
    for field in ["natural_protection", "body_armour", "head_armour"] {
        let mut last = f64::INFINITY;
        for protection in (0..=40).step_by(4) {
            let now = of(&format!(r#""{field}":{protection},"hp":500"#));
            assert!(now <= last, "{field} {protection}: {now} {last}");
            last = now;
        }
    }
    for more in [
        r#""shield":{"protection":20}"#,
        r#""resist_slash":true"#,
        r#""invulnerability":20"#,
        r#""images":1"#,
        r#""ethereal":true"#,
    ] {
        assert!(of(more) < of(""), "{more}");
    }
}
