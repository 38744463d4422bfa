//! Each measure beside what the answer itself says.

use super::{fraction, study, table};
use tohit_resolver::study::{Measure, Probability};
use tohit_resolver::{Answer, Fraction, Spread, from_link, ruleset};

fn answer<P: Probability>(link: &str) -> Answer<P> {
    let (ruleset, document) = from_link(link).unwrap();
    ruleset.resolve(&document).unwrap()
}

fn of<P: Probability>(name: &str, answer: &Answer<P>) -> Option<P> {
    let measure = Measure::parse(name).unwrap();
    assert_eq!(measure.to_string(), name);
    measure.of(answer)
}

#[track_caller]
fn is(name: &str, answer: &Answer<Fraction>, path: &str) {
    let found = answer.json();
    let found = found.at(path).unwrap_or_else(|| panic!("{path} in {found}"));
    let number = of(name, answer).unwrap_or_else(|| panic!("{name} is measured"));
    assert_eq!(number.to_string(), found.to_string().trim_matches('"'), "{name}");
}

#[test]
fn measures_equal_the_numbers_of_the_answer() {
    let blows = &answer("angband/melee?defender.hp=20&attacker.totals.blows=3");
    for (name, path) in [
        ("hit", "hit"),
        ("kill", "kill"),
        ("outcome.great", "outcomes.great"),
        ("values.skill", "values.skill"),
        ("values.hit_integer", "values.hit_integer"),
        ("values.hit_roll.auto-hit", "hit_roll.auto-hit"),
        ("damage=7", "damage.7"),
        ("turn=20", "turn_damage.20"),
    ] {
        is(name, blows, path);
    }
    assert_eq!(of("miss", blows), Some(Fraction::one() - blows.hit.as_ref().unwrap()));
    assert_eq!(of("outcome.never", blows), Some(Fraction::zero()));
    assert_eq!(of("values.never", blows), None);
    assert_eq!(of("kill", &answer::<Fraction>("crawl/melee")), None);
    let sequence = &answer("dominions/sequence?situation.attackers=3");
    is("values.turn_outcomes.killed", sequence, "turn_outcomes.killed");
    let bites = &answer("angband/monster-melee?attacker.preset=wolf");
    is("values.strikes.0.hit", bites, "strikes.0.hit");
    assert_eq!(of("values.strikes.9.hit", bites), None);
}

#[test]
fn a_spread_is_measured_as_by_hand() {
    let exact = &answer::<Fraction>("angband/melee?attacker.totals.blows=2");
    let floats = &answer::<f64>("angband/melee?attacker.totals.blows=2");
    for (name, spread) in [("damage", &exact.damage), ("turn", &exact.turn_damage)] {
        let spread: &Spread<Fraction> = spread.as_ref().unwrap();
        let sum =
            |from: i64| spread.all().filter(|(value, _)| *value >= from).map(|(_, p)| p).sum::<Fraction>();
        let mean: Fraction = spread.all().map(|(value, p)| Fraction::from(value) * p).sum();
        let square: Fraction = spread.all().map(|(value, p)| Fraction::from(value * value) * p).sum();
        assert_eq!(of(&format!("{name}.mean"), exact), Some(mean.clone()));
        assert_eq!(of(&format!("{name}>=12"), exact), Some(sum(12)));
        let median = of(&format!("{name}.median"), exact).unwrap().whole().unwrap();
        let half = Fraction::new(1, 2);
        assert!(sum(median) >= half && sum(median + 1) <= half);
        assert_eq!(of(&format!("{name}.sd"), exact), None);
        let deviation = of(&format!("{name}.sd"), floats).unwrap();
        assert!((deviation * deviation - (square - &mean * &mean).to_f64()).abs() < 1e-9);
    }
    // A turn of one strike is that strike.
    let one = &answer::<Fraction>("powder/melee");
    assert_eq!(of("turn.mean", one), of("damage.mean", one));
}

#[test]
fn beyond_the_close_of_an_endless_distribution_there_is_no_value() {
    let endless = &answer::<Fraction>("dominions/melee");
    let (closes, rest) = endless.damage.as_ref().unwrap().tail.clone().unwrap();
    assert_eq!(of(&format!("damage>={closes}"), endless), Some(rest));
    assert_eq!(of(&format!("damage>={}", closes + 1), endless), None);
    assert_eq!(of(&format!("damage={closes}"), endless), None);
}

#[test]
fn more_is_better_except_for_misses() {
    let angband = ruleset("angband").unwrap();
    let worse = |name: &str| !Measure::parse(name).unwrap().more_is_better(angband.about());
    assert!(worse("miss") && worse("outcome.auto-miss"));
    assert!(!worse("hit") && !worse("outcome.great") && !worse("damage.mean") && !worse("values.skill"));
}

#[test]
fn where_the_player_is_struck_the_player_asks() {
    let struck = |id: &str, mode: &str| ruleset(id).unwrap().player_defends(mode);
    assert!(struck("angband", "monster-melee") && struck("shattered", "bolt"));
    assert!(!struck("angband", "melee") && !struck("pixel-dungeon", "melee"));
    let best = |link: &str| {
        let study = study(link);
        let rows = table::<f64>(&study).rows;
        study.places(rows[0].cell)[0].label()
    };
    assert_eq!(best("angband/melee?defender.ac=0|60&order=hit"), "0");
    assert_eq!(best("angband/monster-melee?defender.ac=0|60&order=hit"), "60");
    let long = "angband/monster-melee?defender.hp=9&defender.ac=0|60&order=kill.turns.mean";
    assert_eq!(best(long), "60");
    // To be missed is good luck for who is struck.
    let luck = |link: &str| table::<Fraction>(&study(link)).luck.unwrap();
    let (missed, misses) =
        (luck("angband/monster-melee?seen=miss,miss"), luck("angband/melee?seen=miss,miss"));
    assert_eq!(missed.worse, fraction("1"));
    assert!(missed.better < fraction("1/2") && misses.worse < fraction("1/2"));
    assert_eq!(misses.better, fraction("1"));
}

#[test]
fn a_fight_is_measured_as_its_answer_tells() {
    let (ruleset, document) = from_link("angband/melee?defender.hp=15&attacker.totals.blows=2").unwrap();
    let fight: Answer<Fraction> = ruleset.fight(&document).unwrap().answer();
    for (name, path) in [("kill.turns=2", "turns.2"), ("kill.strikes=2", "strikes.2"), ("kill<=1", "turns.1")]
    {
        is(name, &fight, path);
    }
    let floats: Answer<f64> = ruleset.fight(&document).unwrap().answer();
    let number = |name: &str| of(name, &floats).unwrap();
    let mean = |path: &str| floats.json().get(path).unwrap().to_string().parse::<f64>().unwrap();
    assert_eq!(number("kill.turns.mean"), mean("mean_turns"));
    assert_eq!(number("kill.strikes.mean"), mean("mean_strikes"));
    let within = |turns: i64| of(&format!("kill<={turns}"), &floats).unwrap();
    let (half, most) = (number("kill.turns.median") as i64, number("kill.turns.90%") as i64);
    assert!(within(half) >= 0.5 && within(half - 1) < 0.5 && within(most) >= 0.9 && within(most - 1) < 0.9);
    assert!((within(3) + of::<f64>("kill.turns>=4", &floats).unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(of::<f64>("win", &floats), None);
}

#[test]
fn measures_beyond_the_list_of_turns_have_bounds_only() {
    let fight = |link: &str| -> Answer<f64> {
        let (ruleset, document) = from_link(link).unwrap();
        ruleset.fight(&document).unwrap().answer()
    };
    let bow = "angband/fired?attacker.launcher.preset=long-bow&attacker.ammo.preset=arrow&defender.hp=30";
    // All but a little is listed: the rest is nothing that anybody would see.
    for (name, expected) in [("kill<=500", true), ("kill.strikes>=500", false)] {
        let chance = of::<f64>(name, &fight(bow)).unwrap();
        assert!(
            (chance - f64::from(u8::from(expected))).abs() < 1e-9 && chance.is_sign_positive(),
            "{name}: {chance}"
        );
    }
    let few = fight(&format!("{bow}&attacker.missiles=3"));
    for name in ["kill.turns.mean", "kill.strikes.mean", "kill.turns.99%"] {
        assert_eq!(of::<f64>(name, &few), None, "{name}");
    }
    assert!(of::<f64>("damage>=9999", &answer(bow)).unwrap().is_sign_positive());
}

#[test]
fn a_duel_is_measured_as_its_answer_tells() {
    let (ruleset, mine) = from_link("pixel-dungeon?defender.hp=5").unwrap();
    let (_, back) = from_link("pixel-dungeon?defender.hp=4").unwrap();
    let duel: Answer<Fraction> =
        ruleset.duel([&mine, &back], tohit_resolver::First::Together).unwrap().answer();
    for (name, path) in
        [("standing", "outcomes.standing"), ("rounds=1", "rounds.1"), ("left=4", "attacker_left.4")]
    {
        is(name, &duel, path);
    }
    // It is not over.
    for name in ["win", "lose", "both", "left.mean", "rounds.mean"] {
        assert_eq!(of(name, &duel), None, "{name}");
    }
    let floats: Answer<f64> = ruleset.duel([&mine, &back], tohit_resolver::First::Together).unwrap().answer();
    for name in ["win", "lose", "both"] {
        assert_eq!(of(name, &floats).as_ref(), floats.outcome(name), "{name}");
    }
}
