//! How long one answer takes: typical, the heaviest of the shared cases and of all pairings of presets, and the heaviest legal scenario of each ruleset, in
//! floats and in exact fractions. Prints a table; `cargo bench -p tohit-resolver`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails by panicking")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};
use tohit_resolver::sheet::Shape;
use tohit_resolver::{Fraction, Json, Mode, RULESETS, Ruleset, from_link};

/// The heaviest scenarios that the ranges allow, as far as we know them: one document a line.
const HEAVIEST: &str = include_str!("heaviest.jsonl");

/// Long turns, as links.
const TURNS: [(&str, &str); 2] = [
    (
        "a turn of six blows",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=400",
    ),
    (
        "fifty attackers, one after the other",
        "dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=50",
    ),
];

/// Fights, as links.
const FIGHTS: [(&str, &str); 7] = [
    (
        "a fight of two presets",
        "powder/melee?attacker.preset=fred&defender.preset=troll-with-its-club&defender.hp=30",
    ),
    ("a fight of two presets", "crawl/melee?defender.preset=troll"),
    ("a fight of two presets", "angband/monster-melee?attacker.preset=cave-spider&defender.hp=60"),
    (
        "six blows against 10,000 hit points",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=10000",
    ),
    (
        "a fight of two presets",
        "pixel-dungeon?attacker.preset=level-5-berserker-with-a-war-hammer&defender.preset=gnoll-scout",
    ),
    ("a fight of two presets", "dominions/melee?attacker.preset=vanjarl&defender.preset=heavy-infantry-40"),
    (
        "five attackers against wards",
        "dominions/sequence?defender.hp=25&defender.mistform=true&defender.images=2&defender.luck=true&situation.attackers=5",
    ),
];

fn main() {
    println!("{:<46} {:>12} {:>14}", "one answer", "floats", "exact");
    let cases = common::cases();
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let (_, example) = from_link(ruleset.about().example).unwrap();
        row(ruleset, "typical (the document's example)", &example, 200);
        row(ruleset, "typical (empty document)", &Json::Object(Vec::new()), 200);
        for (what, link) in TURNS {
            let (of, document) = from_link(link).unwrap();
            if of.about().id == id {
                row(ruleset, what, &document, 50);
            }
        }
        for (what, link) in FIGHTS {
            let (of, document) = from_link(link).unwrap();
            if of.about().id == id {
                timed(ruleset, what, &|| ruleset.fight::<f64>(&document, ruleset.presets()).is_ok(), &|| {
                    ruleset.fight::<Fraction>(&document, ruleset.presets()).is_ok()
                });
            }
        }
        let ours = cases.iter().filter(|case| case.ruleset.about().id == id && case.wrong_path().is_none());
        if let Some(slowest) = ours.max_by_key(|case| floats(ruleset, &case.scenario, 3)) {
            row(ruleset, &format!("shared case: {}", slowest.name), &slowest.scenario, 20);
        }
        let (count, slowest) = slowest_pairing(ruleset);
        row(ruleset, &format!("slowest of {count} pairings of presets"), &slowest, 20);
        eprintln!("  {slowest}");
        for line in HEAVIEST.lines().filter(|line| !line.trim().is_empty()) {
            let document = Json::parse(line).unwrap();
            if document.get("ruleset") == Some(&id.into()) {
                row(ruleset, "heaviest legal", &document, 1);
            }
        }
    }
}

/// The median time of one float answer.
fn floats(ruleset: &Ruleset, document: &Json, times: usize) -> Duration {
    let once = || {
        let start = Instant::now();
        let answered = ruleset.resolve::<f64>(black_box(document), ruleset.presets()).is_ok();
        let time = start.elapsed();
        black_box(answered);
        time
    };
    let mut seen: Vec<Duration> = (0..times).map(|_| once()).collect();
    seen.sort();
    seen.get(seen.len() / 2).copied().unwrap_or_default()
}

fn row(ruleset: &Ruleset, what: &str, document: &Json, times: usize) {
    let floats = floats(ruleset, document, times);
    let exact = || ruleset.resolve::<Fraction>(document, ruleset.presets()).is_ok();
    let refused = ruleset.resolve::<f64>(document, ruleset.presets()).is_err();
    told(ruleset, &format!("{what}{}", if refused { " (refused)" } else { "" }), floats, &exact);
}

/// The median of some times, and a time in fractions.
fn timed(ruleset: &Ruleset, what: &str, floats: &dyn Fn() -> bool, exact: &dyn Fn() -> bool) {
    let once = || {
        let start = Instant::now();
        assert!(black_box(floats()), "{what}");
        start.elapsed()
    };
    let mut seen: Vec<Duration> = (0..20).map(|_| once()).collect();
    seen.sort();
    told(ruleset, what, seen.get(seen.len() / 2).copied().unwrap_or_default(), exact);
}

fn told(ruleset: &Ruleset, what: &str, floats: Duration, exact: &dyn Fn() -> bool) {
    let start = Instant::now();
    let done = exact();
    let time = start.elapsed();
    let exact = if done { shown(time) } else { format!("refused, {}", shown(time)) };
    let name: String = format!("{}: {what}", ruleset.about().id).chars().take(72).collect();
    println!("{name:<72} {:>12} {exact:>18}", shown(floats));
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1_000.0 { format!("{micros:.0} µs") } else { format!("{:.1} ms", micros / 1_000.0) }
}

/// Every preset that fills the section, by mode.
fn fillings(ruleset: &Ruleset, mode: &Mode, section: &str) -> Vec<Json> {
    let field = ruleset.form(mode.id).field(section);
    let target = field.and_then(|field| match field.shape.inner() {
        Shape::Sheet(spec) => spec.presets,
        _ => None,
    });
    let Some(target) = target else { return vec![Json::Object(Vec::new())] };
    let fits = |own: Option<&str>| own.is_none_or(|own| own == mode.id);
    let presets = ruleset.presets().of(target).filter(|preset| fits(preset.section("mode")));
    presets.map(|preset| [("preset", Json::from(preset.id()))].into_iter().collect()).collect()
}

/// Every attacker against every defender, thinned out evenly where that is more than some thousands.
fn slowest_pairing(ruleset: &Ruleset) -> (usize, Json) {
    const MOST: usize = 20_000;
    let mut slowest = (Duration::ZERO, Json::Object(Vec::new()));
    let mut count = 0;
    for mode in ruleset.about().modes {
        let attackers = fillings(ruleset, mode, "attacker");
        let defenders = fillings(ruleset, mode, "defender");
        let step = (attackers.len() * defenders.len() / MOST).max(1);
        let pairs = attackers.iter().flat_map(|a| defenders.iter().map(move |d| (a, d)));
        for (attacker, defender) in pairs.step_by(step) {
            let document: Json = [
                ("ruleset", ruleset.about().id.into()),
                ("mode", mode.id.into()),
                ("attacker", attacker.clone()),
                ("defender", defender.clone()),
            ]
            .into_iter()
            .collect();
            if ruleset.resolve::<f64>(&document, ruleset.presets()).is_err() {
                continue;
            }
            count += 1;
            let time = floats(ruleset, &document, 1);
            if time > slowest.0 && floats(ruleset, &document, 5) > slowest.0 {
                slowest = (floats(ruleset, &document, 5), document);
            }
        }
    }
    (count, slowest.1)
}
