//! What each effect does to a blow: scripted, one effect at a time, and as odds.

use super::{damage, exact, fraction, problems, roll, turn};
use crate::common::logs::{noted, told};
use tohit_odds::Fraction;
use tohit_resolver::Event;

/// A surprised monster without armor, and a weapon too heavy for a bonus: no draws, no damage reduction, no excess strength. So a script tells the
/// effect alone.
fn hero(attacker: &str, weapon: &str, defender: &str) -> String {
    format!(
        r#"{{"attacker":{{"strength":20,{attacker}"weapon":{{"strength":99,{weapon}}}}},
        "defender":{{"armor_stat":0{defender}}},"situation":{{"surprise":true}}}}"#
    )
}

/// A monster's blow of so much at a paralysed hero.
fn mob(blow: i64, defender: &str) -> String {
    format!(
        r#"{{"attacker":{{"kind":"mob","damage":{{"min":{blow},"max":{blow}}}}},
        "defender":{{"paralysed":true,"armor_stat":0,{defender}}}}}"#
    )
}

const TEN: &str = r#""min":10,"max":10"#;

fn certain(document: &str) -> i64 {
    let rolled = roll(document, "");
    assert_eq!(damage(document), [(rolled.damage, fraction("1"))]);
    rolled.damage
}

#[test]
fn the_combo_grows_by_fifths_from_the_third_hit_on() {
    let of = |combo: i64, blow: i64| {
        certain(&hero(
            &format!(r#""subclass":"gladiator","combo":{combo},"#),
            &format!(r#""min":{blow},"max":{blow}"#),
            "",
        ))
    };
    assert_eq!([0, 1, 2, 3, 4, 9].map(|combo| of(combo, 10)), [10, 10, 12, 14, 16, 26]);
    assert_eq!([4, 5, 9].map(|blow| of(2, blow)), [4, 6, 10], "the fifth is cut down");
    for weapon in [r#""category":"missile","min":10,"max":10"#, r#""category":"wand","min":10,"max":10"#] {
        assert_eq!(
            certain(&hero(r#""subclass":"gladiator","combo":9,"#, weapon, "")),
            10,
            "not with {weapon}"
        );
    }
    assert_eq!(certain(&hero(r#""subclass":"berserker","combo":9,"#, TEN, "")), 10);
}

#[test]
fn a_turn_counts_the_combo_up_with_each_hit() {
    let blows = r#"{"attacker":{"subclass":"gladiator","combo":1,"accuracy":10,"strength":11,
        "weapon":{"min":10,"max":10,"delay":"1/2"}},"defender":{"dodge":10,"armor_stat":0}}"#;
    let both = turn(blows, "yes yes");
    assert_eq!((both.outcome, both.damage), ("damage", 22));
    let headings = both.log.events.iter().filter(|event| matches!(event, Event::Heading(_)));
    assert_eq!(headings.count(), 2);
    told(&both, &[("damage dealt", "10"), ("damage dealt", "12")]);
    let second = turn(blows, "no yes");
    assert_eq!((second.outcome, second.damage), ("damage", 10), "a miss does not count up");
    let first = turn(blows, "yes no");
    assert_eq!((first.outcome, first.damage), ("miss", 10));
    let answer = exact(blows);
    let odds = [(0, "1/4"), (10, "1/2"), (22, "1/4")].map(|(damage, p)| (damage, fraction(p)));
    assert_eq!(answer.turn_damage.unwrap().entries, odds);
}

/// The strikes of a turn of anyone else do not depend on each other.
#[test]
fn a_turn_is_the_sum_of_its_strikes() {
    let thief = r#"{"attacker":{"kind":"mob","accuracy":6,"delay":"1/3","damage":{"min":1,"max":7}},"defender":{"dodge":9}}"#;
    let answer = exact(thief);
    let one = answer.damage.unwrap().entries;
    let mut sum = vec![(0, fraction("1"))];
    for _ in 0..3 {
        let mut next = std::collections::BTreeMap::<i64, Fraction>::new();
        for (a, p) in &sum {
            for (b, q) in &one {
                *next.entry(a + b).or_default() += p * q;
            }
        }
        sum = next.into_iter().collect();
    }
    assert_eq!(answer.turn_damage.unwrap().entries, sum);
    let one = exact(&thief.replace("1/3", "2/3"));
    assert_eq!(one.turn_damage, one.damage, "only whole strikes count");
}

#[test]
fn the_battlemage_strikes_with_the_charges() {
    let of = |blow: i64, charges: &str| {
        let weapon = format!(r#""category":"wand","min":{blow},"max":{blow},{charges}"#);
        certain(&hero(r#""subclass":"battlemage","#, &weapon, ""))
    };
    assert_eq!(of(10, r#""charges":1,"max_charges":2"#), 12, "a charge is gained first");
    assert_eq!(of(10, r#""charges":2,"max_charges":2"#), 12);
    assert_eq!(of(0, r#""charges":1,"max_charges":2"#), 1, "but not by a blow that does nothing");
}

#[test]
fn a_wand_as_a_club_goes_by_its_level() {
    let ranges = [(1, 5), (1, 6), (1, 7), (2, 9), (2, 10), (2, 11), (3, 14), (3, 15), (3, 16), (4, 20)];
    for (level, range) in (0..).zip(ranges) {
        let found = damage(&hero("", &format!(r#""category":"wand","upgrade":{level}"#), ""));
        assert_eq!((found[0].0, found.last().unwrap().0), range, "level {level}");
        let broken = damage(&hero("", &format!(r#""category":"wand","upgrade":{level},"broken":true"#), ""));
        assert_eq!((broken[0].0, broken.last().unwrap().0), (1, 5));
    }
}

#[test]
fn blazing_burns_beside_the_blow() {
    let sword = hero("", r#""min":8,"max":10,"tier":0,"upgrade":2,"enchantment":"blazing""#, "");
    assert_eq!(roll(&sword, "yes 3").damage, 13);
    assert_eq!(roll(&sword, "no").damage, 10, "3 in 5");
    assert_eq!(
        damage(&sword),
        [(10, "2/5"), (11, "1/5"), (12, "1/5"), (13, "1/5")].map(|(d, p)| (d, fraction(p)))
    );
}

#[test]
fn shocking_goes_by_the_blow() {
    let sword = hero("", r#""min":10,"max":10,"enchantment":"shocking""#, "");
    assert_eq!(roll(&sword, "yes 4").damage, 14);
    assert_eq!(roll(&sword, "no").damage, 10, "1 in 4");
    let wet = sword.replace(r#""surprise":true"#, r#""surprise":true,"in_water":true"#);
    assert_eq!(roll(&wet, "yes 4").damage, 18);
    assert_eq!(
        damage(&wet),
        [(10, "3/4"), (12, "1/16"), (14, "1/16"), (16, "1/16"), (18, "1/16")].map(|(d, p)| (d, fraction(p)))
    );
    assert_eq!(roll(&sword.replace("10", "5"), "yes").damage, 6, "half of it is 2: the shock is 1");
}

#[test]
fn lucky_takes_the_best_of_fresh_rolls() {
    let sword = r#"{"attacker":{"strength":20,"weapon":{"strength":99,"min":-1,"max":4,"tier":0,"upgrade":1,"enchantment":"lucky"}},
        "defender":{"armor_stat":3},"situation":{"surprise":true}}"#;
    // 2 - 1; the fresh rolls are 4 - 1 and 4 - 2, without the damage reduction.
    let lucky = roll(sword, "2 1 4 4");
    assert_eq!((lucky.damage, noted(&lucky, "enchantment")), (3, "2".to_owned()));
    assert_eq!(roll(sword, "4 0 4 4").damage, 4, "never less than the blow");
    // Half of all blows do nothing, and then the fresh rolls must be at most 1 (8 in 25) and at most 2 (17 in 25).
    assert_eq!(exact(sword).outcome("no-damage"), Some(&fraction("68/625")));
}

#[test]
fn grim_takes_all_there_is() {
    let sword = hero("", r#""min":10,"max":10,"enchantment":"grim""#, r#","hp":300"#);
    let killed = roll(&sword, "yes");
    assert_eq!((killed.outcome, killed.damage), ("grim", 300));
    assert_eq!((roll(&sword, "no").outcome, roll(&sword, "no").damage), ("damage", 10));
    let answer = exact(&sword);
    assert_eq!(answer.outcome("grim"), Some(&fraction("2/25")));
    assert_eq!(answer.damage.unwrap().entries, [(10, fraction("23/25")), (300, fraction("2/25"))]);
    let without = problems(&sword.replace(r#","hp":300"#, ""));
    assert!(without.iter().any(|problem| problem.path == "attacker.weapon.enchantment"), "{without:?}");
}

#[test]
fn a_broken_enchantment_has_level_0() {
    let of = |weapon: &str| {
        let weapon = format!(r#""min":10,"max":10,"tier":0,"enchantment":"grim",{weapon}"#);
        exact(&hero("", &weapon, r#","hp":9"#)).outcome("grim").cloned().unwrap()
    };
    assert_eq!(of(r#""upgrade":5"#), fraction("13/105"));
    assert_eq!(of(r#""upgrade":5,"broken":true"#), fraction("2/25"));
    assert_eq!(of(r#""upgrade":-5"#), fraction("2/25"));
}

#[test]
fn the_assassin_strikes_the_surprised() {
    let of = |blow: i64| hero(r#""subclass":"assassin","#, &format!(r#""min":{blow},"max":{blow}"#), "");
    let in_game =
        |document: String| document.replace(r#""surprise":true"#, r#""surprise":true,"rules":"game""#);
    assert_eq!([0, 1, 9, 10].map(|blow| certain(&of(blow))), [0, 1, 13, 15]);
    assert_eq!([0, 1, 2].map(|blow| certain(&in_game(of(blow)))), [1, 2, 3]);
    let ten = in_game(of(10));
    assert_eq!([roll(&ten, "1").damage, roll(&ten, "9").damage], [11, 19]);
    let nine = fraction("1/9");
    assert_eq!(damage(&ten), (11..=19).map(|damage| (damage, nine.clone())).collect::<Vec<_>>());
    assert_eq!(
        certain(&of(10).replace(r#""armor_stat":0"#, r#""armor_stat":0,"no_assassin_bonus":true"#)),
        10
    );
    let paralysed = of(10)
        .replace(r#""armor_stat":0"#, r#""armor_stat":0,"paralysed":true"#)
        .replace(r#""surprise":true"#, "");
    assert_eq!(certain(&paralysed), 15);
    assert_eq!(
        certain(&paralysed.replace(r#""situation":{"#, r#""situation":{"rules":"game""#)),
        10,
        "paralysis is no surprise"
    );
}

#[test]
fn strength_and_fury_come_before_the_armor() {
    let sword = r#"{"attacker":{"strength":22,"furious":true,"weapon":{"strength":20,"min":8,"max":8}},
        "defender":{"armor_stat":4},"situation":{"surprise":true}}"#;
    // 8 + 1 is 9, half more is 13, less 4.
    let rolled = roll(sword, "1 4");
    assert_eq!(rolled.damage, 9);
    let unarmed = r#"{"attacker":{"strength":14,"furious":true,"weapon":null},"defender":{"armor_stat":0},"situation":{"surprise":true}}"#;
    assert_eq!(damage(unarmed).iter().map(|(damage, _)| *damage).collect::<Vec<_>>(), [1, 3, 4, 6, 7]);
    assert_eq!(damage(&unarmed.replace("14", "10")), [(1, fraction("1"))]);
}

#[test]
fn a_cursed_range_runs_downwards() {
    let of = |weapon: &str| damage(&hero("", weapon, ""));
    assert_eq!(of(r#""min":9,"max":9,"tier":4,"upgrade":-1"#), [(7, fraction("1/2")), (8, fraction("1/2"))]);
    assert_eq!(of(r#""min":9,"max":9,"tier":2,"upgrade":-1"#), [(8, fraction("1"))]);
    assert_eq!(
        of(r#""min":1,"max":1,"tier":1,"upgrade":-3"#),
        [(0, fraction("1"))],
        "never less than nothing"
    );
}

#[test]
fn viscosity_puts_all_of_it_off() {
    let blow = mob(10, r#""armor":{"glyph":"viscosity","upgrade":2}"#);
    assert_eq!((roll(&blow, "yes").outcome, roll(&blow, "yes").damage), ("deferred", 0));
    assert_eq!((roll(&blow, "no").outcome, roll(&blow, "no").damage), ("damage", 10));
    let answer = exact(&blow);
    assert_eq!(answer.outcome("deferred"), Some(&fraction("1/3")));
    let nothing = mob(0, r#""armor":{"glyph":"viscosity","upgrade":2}"#);
    assert_eq!(exact(&nothing).outcome("deferred"), None, "nothing cannot be put off");
    assert_eq!(roll(&nothing, "").outcome, "no-damage");
}

#[test]
fn herbs_and_resistance() {
    assert_eq!(certain(&mob(10, r#""herbal_armor":3"#)), 7);
    assert_eq!(certain(&mob(2, r#""herbal_armor":3"#)), 0);
    assert_eq!(certain(&mob(10, r#""immune":true,"resist_chance":"1/2""#)), 0);
    let resists = mob(10, r#""resist_chance":"1/3""#);
    assert_eq!([roll(&resists, "yes 4").damage, roll(&resists, "no").damage], [4, 10]);
    let chances = damage(&resists);
    assert_eq!((chances[0].clone(), chances.len()), ((0, fraction("1/33")), 11));
    assert_eq!(chances[10], (10, fraction("23/33")));
}

#[test]
fn yog_loses_half_for_each_fist() {
    let sword = |fists: i64| {
        hero(
            "",
            r#""min":10,"max":10,"enchantment":"blazing","upgrade":0"#,
            &format!(r#","yog_fists":{fists}"#),
        )
    };
    assert_eq!([0, 1, 2].map(|fists| roll(&sword(fists), "yes").damage), [11, 5, 2], "each loss by itself");
    assert_eq!([0, 1, 2].map(|fists| roll(&sword(fists), "no").damage), [10, 5, 2]);
}

#[test]
fn water_makes_lightning_worse() {
    let shaman = |water: bool| {
        format!(
            r#"{{"mode":"magic","attacker":{{"kind":"mob","damage":{{"min":5,"max":5}},"water_multiplier":"3/2"}},
            "defender":{{"paralysed":true,"armor_stat":0}},"situation":{{"in_water":{water}}}}}"#
        )
    };
    assert_eq!((certain(&shaman(false)), certain(&shaman(true))), (5, 7));
}
