//! Where the page and the game's code part (rules 6): each difference changes what it should, and nothing else.

use super::{exact, fraction, hit, mean};
use tohit_odds::Fraction;

/// A blow without skill, so that only what is named matters.
fn blow(attacker: &str, weapon: &str, defender: &str, rules: &str) -> String {
    blow_with_skills(attacker, weapon, "", defender, rules)
}

fn blow_with_skills(attacker: &str, weapon: &str, skills: &str, defender: &str, rules: &str) -> String {
    let comma = |text: &str| if text.is_empty() { String::new() } else { format!("{text},") };
    // What is said again later counts.
    let skills = if skills.is_empty() { r#""fighting": 0, "weapon": 0"# } else { skills };
    format!(
        r#"{{ "attacker": {{ {} "weapon": {{ {weapon} }}, "skills": {{ {skills} }} }}, "defender": {{ {defender} }},
            "situation": {{ "rules": "{rules}" }} }}"#,
        comma(attacker)
    )
}

/// The same by the page and by 0.5's code, with the two differences that every blow has taken out: the page adds all of the weighted stat of 14
/// in place of half, and asks for more than evasion.
#[track_caller]
fn same_but_for_base_and_evasion(attacker: &str, weapon: &str) {
    let by = |slaying: i64, ev: i64, rules: &str| {
        let attacker = format!(
            r#""slaying_to_hit": {slaying}{}{attacker}"#,
            if attacker.is_empty() { "" } else { ", " }
        );
        let answer = exact(&blow(&attacker, weapon, &format!(r#""ev": {ev}"#), rules));
        (answer.outcomes, answer.damage, answer.more)
    };
    assert_eq!(by(0, 9, "document"), by(7, 10, "v05"), "{attacker} {weapon}");
}

#[test]
fn base_and_evasion_are_the_only_differences_of_a_plain_blow() {
    same_but_for_base_and_evasion("", "");
    same_but_for_base_and_evasion(r#""starving": true, "invisible": true"#, r#""brand": "flaming""#);
    // 9: without Unarmed Combat both give the bonus for both hands (the weight of 4 tenths is that of 3 and 1).
    same_but_for_base_and_evasion("", r#""hands": "half", "str_weight": 3"#);
    // 10: one turn of Sure Blade is 5 + 1 by both.
    same_but_for_base_and_evasion(r#""sure_blade_turns": 1"#, r#""skill": "short-blades""#);
}

/// 2: 0 to 5 off by the page, always 5 by the code.
#[test]
fn the_amulet_of_inaccuracy() {
    let with = |rules: &str| hit(&blow(r#""amulet_of_inaccuracy": true"#, "", "", rules));
    let without =
        |slaying: i64, rules: &str| hit(&blow(&format!(r#""slaying_to_hit": {slaying}"#), "", "", rules));
    let average = (0..=5).map(|off| without(-off, "document")).sum::<Fraction>() / fraction(6, 1);
    assert_eq!(with("document"), average);
    for rules in ["v05", "v09"] {
        assert_eq!(with(rules), without(-5, rules));
    }
}

/// 3 and 4: skills count from 1 by the page, from 0 by the code.
#[test]
fn skills_to_hit() {
    let without =
        |slaying: i64, rules: &str| hit(&blow(&format!(r#""slaying_to_hit": {slaying}"#), "", "", rules));
    for skills in [r#""fighting": 4, "weapon": 0"#, r#""fighting": 0, "weapon": 4"#] {
        let with = |rules: &str| hit(&blow_with_skills("", "", skills, "", rules));
        let average = |from: i64, rules: &str| {
            (from..=4).map(|more| without(more, rules)).sum::<Fraction>() / fraction(5 - from, 1)
        };
        assert_eq!(with("document"), average(1, "document"));
        assert_eq!(with("v05"), average(0, "v05"));
        assert_eq!(with("v09"), average(0, "v09"));
    }
}

/// 5: the page blesses the orc, the code the weapon.
#[test]
fn beogh() {
    let orc = r#""species": "hill-orc""#;
    let with = |species: &str, weapon: &str, rules: &str| {
        hit(&blow(&format!(r#"{species}, "beogh": true"#), weapon, "", rules))
    };
    let one_more = |rules: &str| hit(&blow(r#""slaying_to_hit": 1"#, "", "", rules));
    let none = |rules: &str| hit(&blow("", "", "", rules));
    let (human, orcish, elven) = (r#""species": "human""#, r#""race": "orcish""#, r#""race": "elven""#);
    assert_eq!(with(orc, "", "document"), one_more("document"));
    assert_eq!(with(human, orcish, "document"), none("document"));
    for rules in ["v05", "v09"] {
        assert_eq!(with(orc, "", rules), none(rules));
        assert_eq!(with(human, orcish, rules), one_more(rules));
        assert_eq!(with(human, elven, rules), none(rules));
    }
    // The favour of the god is for hill orcs with orcish weapons: a point, surely above 80, and up to an average of two rolls.
    let favour = |species: &str, weapon: &str, piety: u32| {
        mean(&blow(&format!(r#"{species}, "beogh": true, "piety": {piety}"#), weapon, "", "document"))
    };
    let gain = |piety: u32| favour(orc, orcish, piety) - favour(orc, orcish, 0);
    let hits = with(orc, orcish, "document");
    // 66 is twice 33: the average of r2(2) and r2(3) is 0, 0, 1, 0, 1, 1 in sixths. 99 is three times, and the point is sure.
    assert_eq!(gain(66), fraction(1, 2) * &hits);
    assert_eq!(gain(99), (fraction(1, 2) + fraction(1, 1)) * &hits);
    assert_eq!(gain(200), gain(180));
    assert_eq!(favour(orc, "", 150), favour(orc, "", 0));
    assert_eq!(favour(human, orcish, 150), favour(human, orcish, 0));
}

/// 6: the penalty is multiplied with a weapon by the page, without one by 0.5's code. "A player with Shields skill of 6+ will not have this penalty."
#[test]
fn the_penalty_is_multiplied() {
    let armed = |attacker: &str, rules: &str| hit(&blow(attacker, "", "", rules));
    let unarmed = |attacker: &str, rules: &str| {
        hit(&blow(&format!(r#"{attacker}, "wielding": "nothing""#), "", "", rules))
    };
    let less = |slaying: i64| format!(r#""slaying_to_hit": {slaying}"#);
    // Without Shields skill: 6 in 7.
    let (rarely, mostly, half) = (fraction(1, 7), fraction(6, 7), fraction(1, 2));
    let once = |of: &dyn Fn(&str) -> Fraction| &rarely * of(&less(0)) + &mostly * of(&less(-1));
    let twice_or_thrice = |of: &dyn Fn(&str) -> Fraction| {
        &rarely * of(&less(0)) + &mostly * &half * (of(&less(-2)) + of(&less(-3)))
    };
    let shield = r#""shield": "shield""#;
    assert_eq!(armed(shield, "document"), twice_or_thrice(&|a| armed(a, "document")));
    assert_eq!(unarmed(shield, "document"), once(&|a| unarmed(a, "document")));
    assert_eq!(armed(shield, "v05"), once(&|a| armed(a, "v05")));
    assert_eq!(unarmed(shield, "v05"), twice_or_thrice(&|a| unarmed(a, "v05")));
    for rules in ["document", "v05"] {
        let skilled = blow_with_skills(shield, "", r#""fighting": 0, "weapon": 0, "shields": 6"#, "", rules);
        assert_eq!(hit(&skilled), armed(&less(0), rules));
        // The evasion penalty of 1 is never felt, and a buckler's neither.
        assert_eq!(armed(r#""armour_ev_penalty": 1"#, rules), armed(&less(0), rules));
        assert_eq!(armed(r#""shield": "buckler""#, rules), armed(&less(0), rules));
    }
    // 0.9 rolls a die of what is left of 3, or of 1.
    let die =
        |sides: i64| (1..=sides).map(|off| armed(&less(-off), "v09")).sum::<Fraction>() / fraction(sides, 1);
    assert_eq!(armed(shield, "v09"), die(3));
    assert_eq!(armed(r#""shield": "buckler""#, "v09"), die(1));
    assert_eq!(armed(r#""armour_ev_penalty": 4"#, "v09"), die(4));
    assert_eq!(armed(r#""armour_ev_penalty": 6"#, "v09"), die(10), "6 and 3 * 6 - 14 more");
}

/// 0.5's quick fists ask for the same penalty that they strike with: 1 in P + 1.
#[test]
fn quickness_and_penalty() {
    let time = |rules: &str| {
        let scenario = blow_with_skills(
            r#""shield": "shield", "wielding": "nothing""#,
            "",
            r#""fighting": 0, "weapon": 0, "unarmed_combat": 20, "shields": 4"#,
            "",
            rules,
        );
        let answer = exact(&scenario).json();
        ["6", "7", "10", "11"].map(|time| answer.at(&format!("delay.{time}")).map(|p| p.to_string()))
    };
    // The shield hinders 2 in 7: P is then 2 or 3 by the code, 1 by the page. Its own tenth falls out when 4 > 3 + r2(17): 1 in 17.
    let shown = |fast: Fraction| {
        let (fast, slow) = (fast.clone(), fraction(1, 1) - fast);
        let (swift, held) = (fraction(1, 17), fraction(16, 17));
        [&fast * &swift, &fast * &held, &slow * &swift, &slow * &held].map(|p| Some(format!("\"{p}\"")))
    };
    assert_eq!(
        time("v05"),
        shown(fraction(5, 7) + fraction(2, 7) * (fraction(1, 3) + fraction(1, 4)) / fraction(2, 1))
    );
    assert_eq!(time("document"), shown(fraction(5, 7) + fraction(2, 7) * fraction(1, 2)));
}

/// 9: skill in Unarmed Combat takes the bonus for both hands away by 0.5's code; 0.9 has none.
#[test]
fn both_hands() {
    let half = r#""hands": "half""#;
    let of = |weapon: &str, unarmed: u32, rules: &str| {
        let skills = format!(r#""fighting": 0, "weapon": 0, "unarmed_combat": {unarmed}"#);
        exact(&blow_with_skills("", weapon, &skills, "", rules))
    };
    assert_eq!(of(half, 0, "document"), of(half, 27, "document"));
    assert_ne!(of(half, 0, "v05"), of(half, 27, "v05"));
    // With 20 levels and no penalty one could always have fought unarmed.
    let without = |weapon: &str, unarmed: u32, rules: &str| {
        let answer = of(weapon, unarmed, rules);
        (answer.outcomes, answer.damage)
    };
    assert_eq!(without(half, 20, "v05"), without("", 20, "v05"));
    assert_eq!(without(half, 0, "v09"), without("", 0, "v09"));
    let cursed = r#""hands": "half", "cursed": true"#;
    assert_eq!(without(cursed, 0, "document"), without("", 0, "document"));
    assert!(mean(&blow("", half, "", "document")) > mean(&blow("", "", "", "document")));
}

/// 10: 5 and the turns, at most 15, by the page; 5 and a roll, which is 5.5 on average from 10 turns on, by the code.
#[test]
fn sure_blade() {
    let blade = r#""skill": "short-blades""#;
    let of = |turns: u32, rules: &str| {
        hit(&blow(&format!(r#""sure_blade_turns": {turns}"#), blade, r#""ev": 25"#, rules))
    };
    for rules in ["document", "v05", "v09"] {
        assert!(of(0, rules) < of(1, rules) && of(1, rules) < of(5, rules) && of(5, rules) < of(10, rules));
        assert_eq!(of(10, rules), of(100, rules));
    }
    let axe =
        |turns: u32| blow(&format!(r#""sure_blade_turns": {turns}"#), r#""skill": "axes""#, "", "document");
    assert_eq!(hit(&axe(0)), hit(&axe(9)), "it binds short blades only");
}

/// 13: only 0.5 knows the advantage in water.
#[test]
fn water() {
    let of = |mode: &str, water: bool, rules: &str| {
        let text = format!(
            r#"{{ "mode": "{mode}", "situation": {{ "rules": "{rules}", "water_advantage": {water} }} }}"#
        );
        (hit(&text), mean(&text))
    };
    for mode in ["melee", "monster-melee"] {
        for rules in ["document", "v05"] {
            let (wet, dry) = (of(mode, true, rules), of(mode, false, rules));
            assert!(wet.0 > dry.0 && wet.1 > dry.1, "{mode} {rules}");
        }
        assert_eq!(of(mode, true, "v09"), of(mode, false, "v09"));
    }
    let merfolk = |rules: &str, swims: bool| {
        hit(&blow(
            &format!(r#""species": "merfolk", "armour_ev_penalty": 5, "swimming_deep_water": {swims}"#),
            "",
            "",
            rules,
        ))
    };
    assert!(merfolk("document", true) < merfolk("document", false));
    assert!(merfolk("v05", true) < merfolk("v05", false));
    assert_eq!(merfolk("v09", true), merfolk("v09", false));
}

/// The document's lists of what helps and what hinders.
#[test]
fn blows_are_monotone() {
    for rules in ["document", "v05", "v09"] {
        let hits = |attacker: &str, defender: &str| hit(&blow(attacker, "", defender, rules));
        let plain = hits("", "");
        for better in [r#""dexterity": 24"#, r#""slaying_to_hit": 3"#] {
            assert!(hits(better, "") > plain, "{better} {rules}");
        }
        for worse in [r#""starving": true"#, r#""invisible": true"#, r#""amulet_of_inaccuracy": true"#] {
            assert!(hits(worse, "") < plain, "{worse} {rules}");
        }
        assert_eq!(hits(r#""invisible": true, "see_invisible": true"#, ""), plain);
        assert!(hits("", r#""ev": 14"#) < plain);
        assert!(hits("", r#""backlit": true"#) > plain);
        assert!(hits("", r#""invisible": true"#) < plain);
        // Backlit replaces the penalty against the unseen.
        assert_eq!(hits("", r#""backlit": true, "invisible": true"#), hits("", r#""backlit": true"#));
        for state in ["held", "confused", "paralysed", "asleep", "petrified", "petrifying"] {
            assert!(hits("", &format!(r#""state": "{state}""#)) > plain, "{state} {rules}");
        }
        for state in ["distracted", "fleeing"] {
            assert_eq!(hits("", &format!(r#""state": "{state}""#)), plain, "{state} {rules}");
        }
        let means = |weapon: &str, defender: &str| mean(&blow("", weapon, defender, rules));
        let plain = means("", "");
        for better in [
            r#""base_damage": 14"#,
            r#""damage_plus": 5"#,
            r#""brand": "flaming""#,
            r#""brand": "holy-wrath""#,
            r#""brand": "draining""#,
        ] {
            assert!(means(better, "") > plain, "{better} {rules}");
        }
        assert!(means(r#""damage_plus": -3"#, "") < plain);
        assert!(means("", r#""ac": 8"#) < plain);
        let burns = |resist: i32| means(r#""brand": "freezing""#, &format!(r#""resist": {resist}"#));
        assert!(burns(-1) > burns(0) && burns(0) > burns(1) && burns(1) > burns(2) && burns(2) > burns(3));
        assert_eq!(burns(3), plain);
        let stabs = |state: &str| {
            mean(&blow_with_skills(
                "",
                "",
                r#""stabbing": 9"#,
                &format!(r#""ev": 0, "state": "{state}""#),
                rules,
            ))
        };
        assert!(stabs("asleep") > stabs("fleeing") && stabs("fleeing") > stabs("distracted"));
        assert!(stabs("distracted") > stabs("awake"));
    }
}
