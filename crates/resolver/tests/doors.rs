//! What comes in from outside: scenarios, links, rule texts. Whatever it is, it is answered or refused in words.
//!
//! `tests/doors/` keeps, one a line as a JSON string, what a fuzzer found to lead to different places in the code, and whatever once did harm. All of it is
//! tried, and texts made from it: `TOHIT_MUTATIONS` says how many at each door, and the same number gives the same texts (docs/testing.md).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable,
    reason = "tests fail by panicking"
)]

mod common;

use common::dice::Pcg;
use common::mutate::mutated;
use std::panic::catch_unwind;
use tohit_resolver::{
    Answer, Dice, Extent, Fraction, Json, Library, Problem, Ruleset, from_link, ruleset_of, to_link,
};

const MUTATIONS: usize = 3_000;

fn corpus(text: &str) -> Vec<String> {
    let line = |line| match Json::parse(line) {
        Ok(Json::Text(text)) => text,
        other => panic!("{line}: {other:?}"),
    };
    text.lines().map(line).collect()
}

/// Tries all that is kept, and texts made from it; tells the text at which a door breaks.
fn tried(kept: &str, door: fn(&str)) {
    let kept = corpus(kept);
    assert!(kept.len() > 20);
    let attempt = |text: &str| {
        assert!(catch_unwind(|| door(text)).is_ok(), "{}", Json::from(text));
    };
    kept.iter().for_each(|text| attempt(text));
    let many = std::env::var("TOHIT_MUTATIONS").map_or(MUTATIONS, |many| many.parse().unwrap());
    let mut dice = Pcg::new(11);
    let pick = |dice: &mut Pcg| usize::try_from(dice.below(kept.len() as u64)).unwrap();
    for _ in 0..many {
        let (one, other) = (pick(&mut dice), pick(&mut dice));
        attempt(&mutated(&mut dice, &kept[one], &kept[other]));
    }
}

fn refused(problems: &[Problem]) {
    assert!(!problems.is_empty() && problems.iter().all(|problem| !problem.message.is_empty()));
}

fn sums_to_one(answer: &Answer<f64>) {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-9;
    assert!(answer.outcomes.is_empty() || near(answer.outcomes.iter().map(|(_, p)| p).sum()));
    let damage = answer.damage.iter().chain(&answer.turn_damage);
    assert!(damage.into_iter().all(|damage| near(damage.all().map(|(_, p)| p).sum())));
}

/// What is legal is answered, thrown, and comes back from its link.
fn entered(ruleset: &Ruleset, document: &Json) {
    let presets = ruleset.presets();
    let (whole, problems) = ruleset.complete(document, presets);
    if !problems.is_empty() {
        refused(&problems);
        refused(&ruleset.resolve::<f64>(document, presets).unwrap_err());
        return;
    }
    let link = to_link(ruleset, document);
    let (_, read) = from_link(&link).unwrap();
    assert_eq!(ruleset.complete(&read, presets), (whole, Vec::new()), "{link}");
    assert_eq!(to_link(ruleset, &read), link);
    match ruleset.resolve::<f64>(document, presets) {
        Ok(answer) => sums_to_one(&answer),
        // Too large, or refused over several fields.
        Err(problems) => return refused(&problems),
    }
    let dice = Dice { seed: 1, script: None, extent: Extent::Turn };
    assert!(ruleset.roll(document, presets, dice).is_ok());
}

fn scenario(text: &str) {
    let Ok(document) = Json::parse(text) else { return };
    assert_eq!(Json::parse(&document.to_string()).as_ref(), Ok(&document));
    match ruleset_of(&document) {
        Ok(ruleset) => entered(ruleset, &document),
        Err(problem) => refused(&[problem]),
    }
}

fn link(text: &str) {
    match from_link(text) {
        Ok((ruleset, document)) => entered(ruleset, &document),
        Err(problem) => refused(&[problem]),
    }
}

fn rule_text(text: &str) {
    let ruleset = match Ruleset::read("own", text, &[], Library::default()) {
        Ok(ruleset) => ruleset,
        Err(wrong) => {
            assert!(!wrong.is_empty() && wrong.iter().all(|one| !one.message.is_empty() && one.line > 0));
            return;
        }
    };
    let (_, wrong) = ruleset.examples();
    assert!(wrong.iter().all(|one| !one.message.is_empty()));
    let (document, presets) = (Json::Object(Vec::new()), ruleset.presets());
    match ruleset.resolve::<f64>(&document, presets) {
        Ok(answer) => sums_to_one(&answer),
        Err(problems) => return refused(&problems),
    }
    // Too large for these is no harm.
    let _ = ruleset.resolve::<Fraction>(&document, presets).map_err(|problems| refused(&problems));
    let _ = ruleset.explain::<f64>(&document, presets).map_err(|problems| refused(&problems));
    let dice = Dice { seed: 1, script: None, extent: Extent::Turn };
    let _ = ruleset.roll(&document, presets, dice).map_err(|problems| refused(&problems));
}

#[test]
fn scenarios() {
    tried(include_str!("doors/scenarios.jsonl"), scenario);
}

#[test]
fn links() {
    tried(include_str!("doors/links.jsonl"), link);
}

#[test]
fn rule_texts() {
    tried(include_str!("doors/rule-texts.jsonl"), rule_text);
}
