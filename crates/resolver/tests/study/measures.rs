//! Each measure beside what the answer itself says.

use tohit_resolver::study::{Measure, Number};
use tohit_resolver::{Answer, Fraction, RULESETS, Spread, from_link};

fn answer<P: Number>(link: &str) -> Answer<P> {
    let (ruleset, document) = from_link(link).unwrap();
    P::answer(ruleset, &document, ruleset.presets()).unwrap()
}

fn of<P: Number>(name: &str, answer: &Answer<P>) -> Option<P> {
    let measure = Measure::parse(name).unwrap();
    assert_eq!(measure.to_string(), name);
    measure.of(answer)
}

#[track_caller]
fn is(name: &str, answer: &Answer<Fraction>, path: &str) {
    let told = answer.json();
    let told = told.at(path).unwrap_or_else(|| panic!("{path} in {told}"));
    let number = of(name, answer).unwrap_or_else(|| panic!("{name} is measured"));
    assert_eq!(number.to_string(), told.to_string().trim_matches('"'), "{name}");
}

#[test]
fn a_measure_is_what_the_answer_tells() {
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
fn beyond_the_close_of_an_endless_distribution_nothing_is_told() {
    let endless = &answer::<Fraction>("dominions/melee");
    let (closes, rest) = endless.damage.as_ref().unwrap().tail.clone().unwrap();
    assert_eq!(of(&format!("damage>={closes}"), endless), Some(rest));
    assert_eq!(of(&format!("damage>={}", closes + 1), endless), None);
    assert_eq!(of(&format!("damage={closes}"), endless), None);
}

#[test]
fn more_is_better_but_for_what_does_not_hit() {
    let worse = |name: &str| !Measure::parse(name).unwrap().more_is_better(RULESETS[2].about());
    assert!(worse("miss") && worse("outcome.auto-miss"));
    assert!(!worse("hit") && !worse("outcome.great") && !worse("damage.mean") && !worse("values.skill"));
    assert_eq!(RULESETS[2].id(), "angband");
}
