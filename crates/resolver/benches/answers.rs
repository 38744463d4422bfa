//! How long answers take, each beside what is aimed at: typical ones, the heaviest of the shared cases and of
//! all pairings of presets, fights, studies (with how long their cells take alone), and the largest scenarios
//! that each ruleset's fields allow, in floats and in exact fractions.
//!
//! `cargo bench -p tohit-resolver` prints a table; `-- WORD...` only the rows that have all the words.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails by panicking")]

#[path = "../tests/integration/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};
use tohit_resolver::sheet::Shape;
use tohit_resolver::study::Study;
use tohit_resolver::{AboutMode, Fraction, Json, RULESETS, Ruleset, from_link};

/// The heaviest scenarios that the ranges allow, as far as we know them: one document a line.
const HEAVIEST: &str = include_str!("heaviest.jsonl");

/// What is aimed at, in milliseconds: in floats, in fractions.
type Aim = (Option<f64>, Option<f64>);
const TYPICAL: Aim = (Some(0.5), Some(5.0));
const HEAVY: Aim = (Some(5.0), Some(100.0));
const REFUSED: Aim = (Some(50.0), Some(50.0));
const NONE: Aim = (None, None);
const fn floats(most: f64) -> Aim {
    (Some(most), None)
}

/// Long turns, as links.
const TURNS: [(&str, &str, Aim); 2] = [
    (
        "a turn of six blows",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=400",
        NONE,
    ),
    (
        "fifty attackers, one after the other",
        "dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=50",
        floats(2.0),
    ),
];

/// Fights, as links.
const FIGHTS: [(&str, &str, Aim); 8] = [
    (
        "a fight of two presets",
        "powder/melee?attacker.preset=fred&defender.preset=troll-with-its-club&defender.hp=30",
        floats(1.0),
    ),
    ("a fight of two presets", "crawl/melee?defender.preset=troll", floats(1.0)),
    (
        "a fight of two presets",
        "angband/monster-melee?attacker.preset=cave-spider&defender.hp=60",
        floats(1.0),
    ),
    (
        "a fight of 750 hit points",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=750",
        floats(3.0),
    ),
    (
        "six blows against 10,000 hit points",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=10000",
        floats(25.0),
    ),
    (
        "a fight of two presets",
        "pixel-dungeon?attacker.preset=level-5-berserker-with-a-war-hammer&defender.preset=gnoll-scout",
        floats(1.0),
    ),
    (
        "a fight of two presets",
        "dominions/melee?attacker.preset=vanjarl&defender.preset=heavy-infantry-40",
        floats(1.0),
    ),
    (
        "five attackers against wards",
        "dominions/sequence?defender.hp=25&defender.mistform=true&defender.images=2&defender.luck=true&situation.attackers=5",
        floats(1.0),
    ),
];

/// Studies, as links.
const STUDIES: [(&str, &str, f64); 7] = [
    (
        "616 creatures",
        "angband/melee?attacker.class=warrior&attacker.level=30&attacker.weapon.dice=2&attacker.weapon.sides=5&defender.preset=*",
        20.0,
    ),
    (
        "616 creatures ranked by turns to kill",
        "angband/melee?attacker.class=warrior&attacker.level=30&attacker.weapon.dice=2&attacker.weapon.sides=5&defender.preset=*&show=kill.turns.mean&order=kill.turns.mean",
        400.0,
    ),
    (
        "a map of two fields",
        "angband/melee?attacker.class=warrior&attacker.weapon.dice=2&attacker.weapon.sides=5&attacker.level=1..50&defender.ac=1..72",
        300.0,
    ),
    ("every field one step up and down", "crawl/melee?~&order=damage.mean", 3.0),
    (
        "mean fights of 5,000 hit points",
        "angband/melee?defender.hp=5000&attacker.level=1..50&show=kill.turns.mean",
        100.0,
    ),
    (
        "three turns of fights of 5,000 hit points",
        "angband/melee?defender.hp=5000&attacker.level=1..50&show=kill%3C=3",
        100.0,
    ),
    (
        "six blows against 10,000 hit points, the mean",
        "angband/melee?attacker.class=warrior&attacker.level=50&attacker.totals.blows=6&attacker.weapon.dice=4&attacker.weapon.sides=5&attacker.weapon.weight=260&defender.ac=130&defender.hp=10000&show=kill.turns.mean",
        2.0,
    ),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let table = Table { words };
    println!("{:<72} {:>18} {:>26}", "one answer", "floats", "exact");
    let cases = common::cases();
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let own = |link: &str| from_link(link).ok().filter(|(of, _)| of.about().id == id);
        let (_, example) = from_link(ruleset.about().example).unwrap();
        table.answer(ruleset, "typical (the document's example)", &example, (200, TYPICAL));
        table.answer(ruleset, "typical (empty document)", &Json::Object(Vec::new()), (200, TYPICAL));
        for (what, link, aim) in TURNS {
            if let Some((_, document)) = own(link) {
                table.answer(ruleset, what, &document, (20, aim));
            }
        }
        for (what, link, aim) in FIGHTS {
            if let Some((_, document)) = own(link) {
                let exact = || ruleset.fight::<Fraction>(&document).is_ok();
                table.row(ruleset, what, (20, aim), &|| ruleset.fight::<f64>(&document).is_ok(), &exact);
            }
        }
        for (what, link, aim) in STUDIES {
            if own(link.split('?').next().unwrap_or_default()).is_some() {
                table.study(ruleset, what, link, aim);
            }
        }
        if table.wants(ruleset, "shared case") {
            let ours =
                cases.iter().filter(|case| case.ruleset.about().id == id && case.wrong_path().is_none());
            let time = |document: &Json| quickest(3, &|| ruleset.resolve::<f64>(document).is_ok());
            if let Some(slowest) = ours.max_by_key(|case| time(&case.scenario)) {
                table.answer(
                    ruleset,
                    &format!("shared case: {}", slowest.name),
                    &slowest.scenario,
                    (20, NONE),
                );
            }
        }
        if table.wants(ruleset, "slowest pairing of presets") {
            let slowest = slowest_pairing(ruleset);
            table.answer(ruleset, "slowest pairing of presets", &slowest, (20, HEAVY));
            println!("  {slowest}");
        }
        for line in HEAVIEST.lines().filter(|line| !line.trim().is_empty()) {
            let document = Json::parse(line).unwrap();
            if document.get("ruleset") == Some(&id.into()) {
                table.answer(ruleset, "largest legal", &document, (3, REFUSED));
            }
        }
    }
}

/// What is printed: the rows that have all these words.
struct Table {
    words: Vec<String>,
}

impl Table {
    fn wants(&self, ruleset: &Ruleset, what: &str) -> bool {
        let name = format!("{}: {what}", ruleset.about().id);
        self.words.iter().all(|word| name.contains(word.as_str()))
    }

    fn answer(&self, ruleset: &Ruleset, what: &str, document: &Json, times: (usize, Aim)) {
        let exact = || ruleset.resolve::<Fraction>(document).is_ok();
        self.row(ruleset, what, times, &|| ruleset.resolve::<f64>(document).is_ok(), &exact);
    }

    /// A study whole.
    fn study(&self, ruleset: &Ruleset, what: &str, link: &str, aim: f64) {
        if self.wants(ruleset, what) {
            let study = Study::parse(ruleset, link).unwrap();
            let whole = || study.rows::<f64>(0..study.cells()).all(|row| row.refused.is_empty());
            let (time, _) = quickest(3, &whole);
            let what = name(ruleset, &format!("{what}, {} cells", study.cells()));
            println!("{what:<72} {:>18}", beside(shown(time), Some(aim)));
        }
    }

    fn row(
        &self,
        ruleset: &Ruleset,
        what: &str,
        (times, aim): (usize, Aim),
        floats: &dyn Fn() -> bool,
        exact: &dyn Fn() -> bool,
    ) {
        if !self.wants(ruleset, what) {
            return;
        }
        let cell = |(time, done): (Duration, bool)| {
            if done { shown(time) } else { format!("refused, {}", shown(time)) }
        };
        let name = name(ruleset, what);
        let (floats, exact) = (cell(quickest(times, floats)), cell(quickest(1, exact)));
        println!("{name:<72} {:>18} {:>26}", beside(floats, aim.0), beside(exact, aim.1));
    }
}

fn name(ruleset: &Ruleset, what: &str) -> String {
    format!("{}: {what}", ruleset.about().id).chars().take(72).collect()
}

/// A figure with what is aimed at.
fn beside(figure: String, aim: Option<f64>) -> String {
    match aim {
        Some(aim) => format!("{figure} (< {})", shown(Duration::from_secs_f64(aim / 1_000.0))),
        None => figure,
    }
}

/// The quickest of so many times, which is what is left where the machine has other work to do; and whether
/// there was an answer.
fn quickest(times: usize, ask: &dyn Fn() -> bool) -> (Duration, bool) {
    let once = || {
        let start = Instant::now();
        let done = black_box(ask());
        (start.elapsed(), done)
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1_000.0 { format!("{micros:.0} µs") } else { format!("{:.1} ms", micros / 1_000.0) }
}

/// Every preset that fills the section, by mode.
fn fillings(ruleset: &Ruleset, mode: &AboutMode, section: &str) -> Vec<Json> {
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

/// The slowest of every attacker against every defender, thinned out evenly where that is more than some
/// thousands.
fn slowest_pairing(ruleset: &Ruleset) -> Json {
    const MOST: usize = 20_000;
    let mut slowest = (Duration::ZERO, Json::Object(Vec::new()));
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
            let ask = || ruleset.resolve::<f64>(&document).is_ok();
            let (time, answered) = quickest(1, &ask);
            if answered && time > slowest.0 && quickest(5, &ask).0 > slowest.0 {
                slowest = (quickest(5, &ask).0, document);
            }
        }
    }
    slowest.1
}
