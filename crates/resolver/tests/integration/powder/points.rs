//! The points in which the page and the game differ (rules 9).

use super::{damage, exact, fight, fraction, hit, mean, outcome, powder};
use tohit_odds::Fraction;
use tohit_resolver::{Answer, Extra};

/// Each switch changes an answer that it should change, and nothing that it should not.
#[test]
fn every_switch_changes_its_own_point() {
    /// A scenario in which the switch matters; whether it changes the chance to hit, and whether it changes the damage of what hits.
    struct Point {
        switch: &'static str,
        value: &'static str,
        default: &'static str,
        scenario: [&'static str; 3],
        hit: bool,
        damage: bool,
    }
    let point = |switch, value, default, scenario, hit, damage| Point {
        switch,
        value,
        default,
        scenario,
        hit,
        damage,
    };
    let parts = r#""kind":"monster","physical_level":20,"weapon":{"enchantment":3},"parts":[{"dice":2},{"element":"fire"}]"#;
    let digger = r#""digs":true,"weapon":{}"#;
    let aim = r#""skills":["true-aim"],"weapon":{"special":"true-aim"}"#;
    let points = [
        point("attack_rolls", "skill", "skill-plus-one", ["melee", r#""skill_level":2"#, ""], true, false),
        point("one_misses", "melee-and-thrown", "all", ["spell", r#""magical_level":20"#, ""], true, false),
        point("true_aim_one", "hits", "misses", ["thrown", aim, ""], true, false),
        point("twenty", "avoidable", "unavoidable", ["melee", "", r#""skills":["dodge"]"#], true, false),
        point("enchant_parts", "base", "every", ["melee", parts, ""], false, true),
        point("reduction", "each", "shared", ["melee", parts, r#""natural_ac":30"#], false, true),
        point("reduction", "base", "shared", ["melee", parts, r#""natural_ac":30"#], false, true),
        point(
            "negative_rolls",
            "as-coded",
            "mirrored",
            ["melee", r#""weapon":{"enchantment":-9}"#, ""],
            true,
            true,
        ),
        point("improvised_level", "physical", "none", ["improvised", "", ""], true, false),
        point("sourceless_bonus", "ignored", "counted", ["trap", r#""to_hit_bonus":7"#, ""], true, false),
        point(
            "digging",
            "weapon-else-attacker",
            "attacker-or-weapon",
            ["melee", digger, r#""earth_elemental":true"#],
            false,
            true,
        ),
        point("percentages", "table", "exact", ["melee", "", r#""skills":["dodge"]"#], true, false),
    ];
    let given = |point: &Point, switches: String| {
        let [mode, attacker, defender] = point.scenario;
        exact(&fight(mode, attacker, defender, &format!(r#""switches":{{{switches}}}"#)))
    };
    for point in points {
        let name = point.switch;
        let unset = given(&point, String::new());
        assert_eq!(unset, given(&point, format!(r#""{name}":"{}""#, point.default)), "{name}");
        assert_eq!(unset, given(&point, format!(r#""{name}":null"#)), "{name}");
        let set = given(&point, format!(r#""{name}":"{}""#, point.value));
        assert_eq!(set.hit != unset.hit, point.hit, "{name}");
        if !point.hit {
            assert_eq!(set.outcomes, unset.outcomes, "{name}");
        }
        let changed = set.damage != unset.damage;
        assert_eq!(changed, point.hit || point.damage, "{name}");
        // Shared or not, every part loses as much: only the spread of the sum differs.
        if point.value == "each" {
            assert_eq!(mean(&set), mean(&unset));
        }
        if point.value == "base" && name == "reduction" {
            assert!(mean(&set) > mean(&unset));
        }
    }
}

/// The game's rules are the page's with every switch turned (rules 9).
#[test]
fn the_game_is_the_page_with_every_switch_turned() {
    let turned = r#""switches":{"attack_rolls":"skill","true_aim_one":"hits","twenty":"avoidable","enchant_parts":"base",
        "reduction":"each","negative_rolls":"as-coded","improvised_level":"physical","sourceless_bonus":"ignored",
        "digging":"weapon-else-attacker","percentages":"table"}"#;
    let back = r#""switches":{"attack_rolls":"skill-plus-one","true_aim_one":"misses","twenty":"unavoidable",
        "enchant_parts":"every","reduction":"shared","negative_rolls":"mirrored","improvised_level":"none",
        "sourceless_bonus":"counted","digging":"attacker-or-weapon","percentages":"exact"}"#;
    let attacker = r#""physical_level":12,"magical_level":3,"to_hit_bonus":2,"skills":["true-aim","edged"],"digs":true,
        "weapon":{"enchantment":-2,"special":"true-aim"},"parts":[{"dice":2},{"sides":4,"element":"acid"}]"#;
    let defender = r#""natural_ac":18,"worn":{"feet":{"ac":2,"enchantment":-6}},"skills":["dodge","moving-target"],
        "moved_last_turn":true,"earth_elemental":true"#;
    for mode in powder().about().modes {
        let with = |situation: &str| exact(&fight(mode.id, attacker, defender, situation));
        let (page, game) = (with(""), with(r#""rules":"game""#));
        assert_ne!(page, game, "{}", mode.id);
        // Only the remark tells whose rules they are.
        let silent = |answer: Answer<Fraction>| Answer { more: Vec::new(), ..answer };
        assert_eq!(silent(with(turned)), silent(game), "{}", mode.id);
        assert_eq!(silent(with(&format!(r#""rules":"game",{back}"#))), page, "{}", mode.id);
    }
}

#[test]
fn what_the_game_never_rolls_is_remarked() {
    for mode in powder().about().modes {
        for (rules, is_game) in [("document", false), ("game", true)] {
            let answer = exact(&fight(mode.id, "", "", &format!(r#""rules":"{rules}""#)));
            let remark =
                Extra::Figure(tohit_resolver::Figure::Word("version 117/118 never rolls to hit here"));
            let expected: &[_] =
                if is_game && ["wand", "trap"].contains(&mode.id) { &[("remark", remark)] } else { &[] };
            assert_eq!(answer.more, expected, "{} {rules}", mode.id);
        }
    }
}

/// 10% is 103 of 1024 and 20% is 205 of 1024; the body parts are cut from the same table.
#[test]
fn the_table_of_percentages() {
    let defender = r#""natural_ac":0,"skills":["dodge","moving-target","parry"],"moved_last_turn":true,
        "parry_weapon":"both","off_hand_chance":30"#;
    let avoided = |percentages: &str| {
        let attacker = r#""magical_level":9,"skill_level":3"#;
        let switches = format!(r#""switches":{{"percentages":"{percentages}","twenty":"avoidable"}}"#);
        let answer = exact(&fight("spell", attacker, defender, &switches));
        let reached = Fraction::from(1) - outcome(&answer, "complete-miss") - outcome(&answer, "miss");
        ["dodge", "moving-target", "parry"].map(|name| outcome(&answer, name) / &reached)
    };
    let expected = |ten: Fraction, twenty: Fraction, thirty: Fraction| {
        let one = || Fraction::from(1);
        let left = (one() - &ten) * (one() - &twenty);
        [ten.clone(), (one() - &ten) * twenty, left * (&ten + (one() - &ten) * thirty * &ten)]
    };
    assert_eq!(avoided("exact"), expected(fraction(1, 10), fraction(1, 5), fraction(3, 10)));
    assert_eq!(avoided("table"), expected(fraction(103, 1024), fraction(205, 1024), fraction(308, 1024)));
    // Only blows at the worn part can miss: two rolls of 1 to 21, the worse of which is above an attack roll of 19 + 1 - 10 or less.
    let at = |part: &str, size: &str, percentages: &str| {
        let attacker = format!(r#""to_hit_bonus":-4,"size":"{size}""#);
        let worn = format!(r#""natural_ac":0,"worn":{{"{part}":{{"ac":50,"enchantment":50,"skill":1}}}}"#);
        let switches = format!(r#""switches":{{"percentages":"{percentages}"}}"#);
        hit(&fight("melee", &attacker, &worn, &switches))
    };
    let bare = hit(&fight("melee", r#""to_hit_bonus":-4"#, r#""natural_ac":0"#, ""));
    // Attack roll h + 1 - 10 of 0 to 10: against 1 to 101 it hits (h - 9) times of 101; a 20 always does.
    let armoured =
        (10..20).map(|h| fraction(1, 20) * fraction(h - 9, 101)).sum::<Fraction>() + fraction(1, 20);
    let share = |part: &str, size: &str, percentages: &str| {
        (bare.clone() - at(part, size, percentages)) / (bare.clone() - armoured.clone())
    };
    for (size, exact, table) in [
        ("small", [5, 1, 55, 39], [52, 10, 563, 399]),
        ("medium", [20, 5, 55, 20], [205, 51, 564, 204]),
        ("large", [35, 5, 55, 5], [359, 51, 563, 51]),
    ] {
        for (place, part) in ["head", "neck", "body", "feet"].into_iter().enumerate() {
            if size == "medium" {
                assert_eq!(share(part, size, "exact"), fraction(exact[place], 100), "{part}");
            }
            assert_eq!(share(part, size, "table"), fraction(table[place], 1024), "{size} {part}");
        }
    }
}

/// Rules 1.4: a -2 sword takes 1 to 2 off, or adds 2 to 3 by the slip in the code.
#[test]
fn negative_rolls() {
    let bonus = |negative: &str, enchantment: i64| {
        let attacker = format!(
            r#""always_hits":true,"weapon":{{"enchantment":{enchantment}}},"parts":[{{"dice":0,"bonus":50}}]"#
        );
        let situation = format!(r#""switches":{{"negative_rolls":"{negative}"}}"#);
        let answer = exact(&fight("melee", &attacker, r#""natural_ac":0"#, &situation));
        let hits = outcome(&answer, "hit");
        let plain = damage(&answer).into_iter().filter(|(value, _)| *value < 75);
        plain.map(|(value, p)| (value - 50, p / &hits)).collect::<Vec<_>>()
    };
    let half = || fraction(1, 2);
    assert_eq!(bonus("mirrored", -2), [(-2, half()), (-1, half())]);
    assert_eq!(bonus("as-coded", -2), [(2, half()), (3, half())]);
    let fifth = fraction(1, 5);
    assert_eq!(bonus("as-coded", -5), (5..=9).map(|value| (value, fifth.clone())).collect::<Vec<_>>());
    for negative in ["mirrored", "as-coded"] {
        assert_eq!(bonus(negative, -1), [(-1, fraction(1, 1))]);
        assert_eq!(bonus(negative, 0), [(0, fraction(1, 1))]);
        assert_eq!(bonus(negative, 1), [(1, fraction(1, 1))]);
    }
}
