//! Each rule by itself: skill, blows, slays, breakage, burdens, a monster's damage.

use super::{at, chance, exact};
use tohit_odds::Fraction;
use tohit_resolver::Json;

/// A weight below 50 is never superb, below 250 never *GREAT*, below 650 never *SUPERB*.
#[test]
fn light_weapons_have_lesser_critical_hits() {
    let outcomes = |weight: i64| {
        let text = format!(r#"{{"attacker":{{"level":50,"str":"18/220","weapon":{{"weight":{weight}}}}}}}"#);
        let answer = exact(&text);
        ["superb", "star-great", "star-superb"]
            .map(|name| at(&answer, &format!("outcomes.{name}")) != "nothing")
    };
    assert_eq!(outcomes(49), [false, false, false]);
    assert_eq!(outcomes(50), [true, false, false]);
    assert_eq!(outcomes(249), [true, false, false]);
    assert_eq!(outcomes(250), [true, true, false]);
    assert_eq!(outcomes(649), [true, true, false]);
    assert_eq!(outcomes(650), [true, true, true]);
}

/// Bare hands: one blow for 1 damage and the bonus, and never a critical hit.
#[test]
fn bare_hands() {
    let answer =
        exact(r#"{"attacker":{"weapon":null,"gear_to_dam":4,"totals":{"skill":100}},"defender":{"ac":0}}"#);
    assert_eq!(at(&answer, "damage"), r#"{"0":"1/20","8":"19/20"}"#);
    assert_eq!(at(&answer, "values.blows"), "1");
    assert_eq!(at(&answer, "values.swi"), "nothing");
    let clumsy = exact(r#"{"attacker":{"weapon":null,"gear_to_dam":-9},"defender":{"ac":0}}"#);
    assert_eq!(at(&clumsy, "damage"), r#"{"0":"1"}"#);
}

/// The level's bonus is rounded down after it is multiplied.
#[test]
fn skill_grows_with_level() {
    let base = |class: &str, level: i64, rules: &str| {
        at(
            &exact(&format!(
                r#"{{"attacker":{{"class":"{class}","level":{level}}},"situation":{{"rules":"{rules}"}}}}"#
            )),
            "values.base_skill",
        )
    };
    assert_eq!(base("warrior", 1, "document"), "74");
    assert_eq!(base("warrior", 3, "document"), "83");
    assert_eq!(base("mage", 1, "game"), "35");
    // 10, D1: the three classes in which document and game differ.
    for (class, document, game) in [
        ("rogue", 60 + 90, 60 + 120),
        ("ranger", 56 + 135, 56 + 90),
        ("paladin", 68 + 90, 68 + 105),
        ("warrior", 70 + 135, 70 + 135),
        ("priest", 48 + 60, 48 + 60),
        ("mage", 34 + 45, 34 + 45),
    ] {
        assert_eq!(base(class, 30, "document"), document.to_string(), "{class}");
        assert_eq!(base(class, 30, "game"), game.to_string(), "{class}");
    }
}

const SPELLS: [(&str, i64); 5] =
    [("blessed", 10), ("heroism", 12), ("berserk", 24), ("stun", -5), ("heavy stun", -20)];

#[test]
fn spells_and_stuns_change_the_bonus_to_hit() {
    let bonus = |field: &str| at(&exact(&format!(r#"{{"attacker":{{{field}}}}}"#)), "values.to_hit");
    for (spell, worth) in SPELLS {
        let field = match spell {
            "stun" => r#""stun":50"#.to_owned(),
            "heavy stun" => r#""stun":51"#.to_owned(),
            spell => format!(r#""{spell}":true"#),
        };
        assert_eq!(bonus(&field), (4 + worth).to_string(), "{spell}");
    }
    assert_eq!(bonus(r#""blessed":true,"heroism":true,"berserk":true,"stun":1"#), "45");
}

/// Every flag against the kind it is made for, against another, and against the immune.
#[test]
fn slays_and_brands() {
    let multiplier = |flags: &str, monster: &str| {
        let text = format!(r#"{{"attacker":{{"weapon":{{"flags":[{flags}]}}}},"defender":{{{monster}}}}}"#);
        at(&exact(&text), "values.slay_multiplier")
    };
    for (flag, kind, worth) in [
        ("slay-animal", "animal", "2"),
        ("slay-evil", "evil", "2"),
        ("slay-undead", "undead", "3"),
        ("slay-demon", "demon", "3"),
        ("slay-orc", "orc", "3"),
        ("slay-troll", "troll", "3"),
        ("slay-giant", "giant", "3"),
        ("slay-dragon", "dragon", "3"),
        ("execute-dragon", "dragon", "5"),
        ("execute-demon", "demon", "5"),
        ("execute-undead", "undead", "5"),
    ] {
        let flag = format!("\"{flag}\"");
        assert_eq!(multiplier(&flag, &format!(r#""kinds":["{kind}"]"#)), worth, "{flag}");
        let other = if kind == "giant" { "orc" } else { "giant" };
        assert_eq!(multiplier(&flag, &format!(r#""kinds":["{other}"]"#)), "1", "{flag}");
    }
    for element in ["acid", "lightning", "fire", "frost", "poison"] {
        let flag = format!("\"brand-{element}\"");
        assert_eq!(multiplier(&flag, ""), "3");
        assert_eq!(multiplier(&flag, &format!(r#""immune":["{element}"]"#)), "1");
    }
    let both = r#""kinds":["evil","demon"],"immune":["fire"]"#;
    assert_eq!(multiplier(r#""slay-evil","execute-demon","brand-fire""#, both), "5");
    assert_eq!(multiplier(r#""slay-evil","brand-fire""#, both), "2");
    assert_eq!(multiplier("", both), "1");
}

/// One field against a row of values: the chance to hit never goes the wrong way.
#[test]
fn better_skill_hits_more_and_better_armour_less() {
    let hit = |attacker: &str, defender: &str, situation: &str| {
        let text = format!(
            r#"{{"mode":"fired","attacker":{{{attacker}}},"defender":{{{defender}}},"situation":{{{situation}}}}}"#
        );
        chance(&exact(&text), "hit")
    };
    for rules in ["document", "game"] {
        let rules = format!(r#""rules":"{rules}""#);
        let levels: Vec<Fraction> =
            (1..=50).map(|level| hit(&format!(r#""level":{level}"#), r#""ac":60"#, &rules)).collect();
        assert!(levels.is_sorted(), "{levels:?}");
        let armour: Vec<Fraction> =
            (0..60).map(|ac| hit("", &format!(r#""ac":{}"#, 60 - ac), &rules)).collect();
        assert!(armour.is_sorted(), "{armour:?}");
        let distances: Vec<Fraction> =
            (0..100).map(|near| hit("", "", &format!(r#"{rules},"distance":{}"#, 100 - near))).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        let unseen = hit("", "", &format!(r#"{rules},"visible":false"#));
        assert!(unseen < hit("", "", &rules));
    }
}

/// Twice as likely near by, in the document only; and by the chance to hit in between.
#[test]
fn breakage() {
    let of = |mode: &str, attacker: &str, distance: i64, rules: &str| {
        exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{{attacker}}},"situation":{{"distance":{distance},"rules":"{rules}"}}}}"#
        ))
    };
    for (kind, document, near, game) in [
        ("flask", "1", "1", "1"),
        ("potion", "1/2", "1", "1"),
        ("bottle", "1/2", "1", "1"),
        ("food", "1/2", "1", "1"),
        ("junk", "1/10", "1/5", "1"),
        ("scroll", "3/10", "3/5", "1/2"),
        ("light", "3/10", "3/5", "1/2"),
        ("skeleton", "3/10", "3/5", "1/2"),
        ("wand", "1/5", "2/5", "1/4"),
        ("spike", "1/5", "2/5", "1/4"),
        ("shot", "1/5", "2/5", "1/4"),
        ("arrow", "3/10", "3/5", "7/20"),
        ("bolt", "1/5", "2/5", "1/4"),
        ("sword", "1/10", "1/5", "1/10"),
        ("digger", "1/10", "1/5", "1/10"),
        ("other", "1/10", "1/5", "1/10"),
    ] {
        let object = format!(r#""object":{{"kind":"{kind}"}}"#);
        let check = |distance: i64, rules: &str, on_hit: &str, on_miss: &str| {
            let answer = of("thrown", &object, distance, rules);
            assert_eq!(at(&answer, "breakage.on_hit"), on_hit, "{kind} {distance} {rules}");
            assert_eq!(at(&answer, "breakage.on_miss"), on_miss, "{kind} {distance} {rules}");
            let (hit, one) = (chance(&answer, "hit"), Fraction::from(1));
            let (breaks, survives) =
                (chance(&answer, "breakage.on_hit"), chance(&answer, "breakage.on_miss"));
            assert_eq!(chance(&answer, "breakage.per_shot"), &hit * breaks + (one - &hit) * survives);
        };
        check(3, "document", document, document);
        check(2, "document", near, document);
        check(2, "game", game, game);
    }
    for (launcher, breaks) in [
        ("sling", "1/5"),
        ("short-bow", "3/10"),
        ("long-bow", "3/10"),
        ("light-crossbow", "1/5"),
        ("heavy-crossbow", "1/5"),
    ] {
        let answer = of("fired", &format!(r#""launcher":{{"kind":"{launcher}"}}"#), 9, "document");
        assert_eq!(at(&answer, "breakage.on_miss"), breaks, "{launcher}");
    }
}

/// A weapon or launcher that is too heavy: 2 to hit a pound, each for itself, one blow, and no extras.
#[test]
fn what_is_too_heavy() {
    let of = |mode: &str, weapon: i64, launcher: i64| {
        exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{"class":"ranger","level":40,"str":10,"dex":"18/220","weapon":{{"weight":{weapon},"extra_blows":3}},
            "launcher":{{"weight":{launcher},"extra_might":2,"extra_shots":3}}}}}}"#
        ))
    };
    let values = |answer: &Json, names: [&str; 3]| names.map(|name| at(answer, &format!("values.{name}")));
    // 14 pounds can be held; 149 tenths are 14 pounds.
    assert_eq!(values(&of("melee", 149, 149), ["to_hit", "overweight", "blows"]), ["15", "0", "6"]);
    assert_eq!(values(&of("melee", 150, 149), ["to_hit", "overweight", "blows"]), ["13", "1", "1"]);
    assert_eq!(values(&of("melee", 149, 170), ["to_hit", "overweight", "blows"]), ["9", "3", "6"]);
    assert_eq!(values(&of("fired", 150, 149), ["to_hit", "shots", "multiplier"]), ["13", "6", "5"]);
    assert_eq!(values(&of("fired", 150, 150), ["to_hit", "shots", "multiplier"]), ["11", "1", "3"]);
}

/// Only priests mind, and only an edge that is not blessed; it spoils shots too.
#[test]
fn priests_dislike_edges() {
    let of = |class: &str, kind: &str, blessed: bool, mode: &str| {
        let answer = exact(&format!(
            r#"{{"mode":"{mode}","attacker":{{"class":"{class}","weapon":{{"kind":"{kind}","blessed":{blessed}}}}}}}"#
        ));
        (at(&answer, "values.to_hit"), at(&answer, "values.damage_bonus"))
    };
    let plain = ("4".to_owned(), "3".to_owned());
    let penalty = ("2".to_owned(), "1".to_owned());
    for kind in ["sword", "polearm"] {
        assert_eq!(of("priest", kind, false, "melee"), penalty);
        assert_eq!(of("priest", kind, true, "melee"), plain);
        assert_eq!(of("paladin", kind, false, "melee"), plain);
        assert_eq!(of("priest", kind, false, "fired").0, "2");
        assert_eq!(of("priest", kind, false, "thrown").0, "2");
    }
    for kind in ["hafted", "digger"] {
        assert_eq!(of("priest", kind, false, "melee"), plain);
    }
}

#[test]
fn a_rangers_bow() {
    let shots = |class: &str, kind: &str, level: i64| {
        let text = format!(
            r#"{{"mode":"fired","attacker":{{"class":"{class}","level":{level},"launcher":{{"kind":"{kind}"}}}}}}"#
        );
        at(&exact(&text), "values.shots")
    };
    for kind in ["short-bow", "long-bow"] {
        for (level, expected) in [(19, "1"), (20, "2"), (39, "2"), (40, "3")] {
            assert_eq!(shots("ranger", kind, level), expected, "{kind} {level}");
        }
    }
    assert_eq!(shots("ranger", "sling", 50), "1");
    assert_eq!(shots("warrior", "long-bow", 50), "1");
}

/// What the player resists, and what armour takes off.
#[test]
fn a_monsters_damage() {
    let most = |effect: &str, dice: i64, defender: &str| {
        let answer = exact(&format!(
            r#"{{"mode":"monster-melee","attacker":{{"blows":[{{"effect":"{effect}","dice":{dice},"sides":1}}]}},"defender":{{{defender}}}}}"#
        ));
        let Some(Json::Object(damage)) = answer.get("damage") else { panic!("no damage") };
        damage.iter().map(|(value, _)| value.parse::<i64>().unwrap()).max().unwrap()
    };
    for (ac, left) in [(0, 40), (100, 24), (150, 16), (1000, 16), (-50, 48)] {
        assert_eq!(most("hurt", 40, &format!(r#""ac":{ac}"#)), left, "{ac}");
        assert_eq!(most("shatter", 40, &format!(r#""ac":{ac}"#)), left, "{ac}");
        assert_eq!(most("poison", 40, &format!(r#""ac":{ac}"#)), 40, "{ac}");
    }
    for (effect, element) in [("acid", "acid"), ("elec", "lightning"), ("fire", "fire"), ("cold", "frost")] {
        assert_eq!(most(effect, 40, &format!(r#""resist":["{element}"]"#)), 14);
        assert_eq!(most(effect, 40, &format!(r#""oppose":["{element}"]"#)), 14);
        assert_eq!(most(effect, 40, &format!(r#""resist":["{element}"],"oppose":["{element}"]"#)), 5);
        assert_eq!(most(effect, 40, &format!(r#""immune":["{element}"]"#)), 0);
        let other = if element == "acid" { "fire" } else { "acid" };
        assert_eq!(most(effect, 40, &format!(r#""immune":["{other}"]"#)), 40);
    }
    // All six pieces: acid always hits armour, of odd damage the larger half.
    assert_eq!(most("acid", 39, r#""armour_pieces":6"#), 20);
    assert_eq!(most("acid", 39, r#""armour_pieces":5"#), 39);
    assert_eq!(most("hurt", 40, r#""invulnerable":true"#), 0);
    assert_eq!(most("none", 40, ""), 0);
    assert_eq!(most("paralyse", 0, r#""paralysed":true"#), 1);
    assert_eq!(most("paralyse", 0, ""), 0);
    assert_eq!(most("blind", 0, r#""paralysed":true"#), 0);
}

/// It repels only evil monsters, of a level that is not above the player's; level 51 and up would always repel.
#[test]
fn protection_from_evil() {
    let repelled = |evil: bool, monster: i64, player: i64, protected: bool| {
        let answer = exact(&format!(
            r#"{{"mode":"monster-melee","attacker":{{"evil":{evil},"level":{monster}}},"defender":{{"ac":0,"level":{player},"protection_from_evil":{protected}}}}}"#
        ));
        at(&answer, "outcomes.repelled")
    };
    // 19 in 20 land, and 49 + level in 100 of these are repelled.
    assert_eq!(repelled(true, 20, 20, true), "1311/2000");
    assert_eq!(repelled(true, 0, 1, true), "19/40");
    assert_eq!(repelled(true, 50, 50, true), "1881/2000");
    assert_eq!(repelled(true, 21, 20, true), "nothing");
    assert_eq!(repelled(false, 20, 20, true), "nothing");
    assert_eq!(repelled(true, 20, 20, false), "nothing");
}
