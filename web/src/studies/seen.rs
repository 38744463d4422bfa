//! The luck of a run of strikes that a user types, and its evidence on a field.

use super::controls::{ranged, select, typed};
use super::fields::{self, Wide};
use super::result;
use super::study_runner::{Room, StudyRunner};
use crate::model::link::with;
use crate::store::{ScenarioStore, Stores};
use crate::worker::lazy::Inside;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::{AboutOutcome, AboutRules, to_link};

/// Label of the text field.
const LINE: &str = "Strike after strike";

/// The text field, and its result.
pub(super) fn seen_inside(stores: Stores, is_open: RwSignal<bool>) -> Inside {
    let Stores { scenario, .. } = stores;
    let desk = StudyRunner::folded(stores, Room::Log, is_open);
    let (line, field) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let asked = move || {
        desk.follow(move || link(scenario, &line.get(), &field.get()));
        view! {
            <div class="asks">
                {typed(LINE, "hit 12, miss, miss", line.into(), move |text| line.set(text))}
                {select("What it says of", ranged(scenario, "my luck"), field.into(), move |path| field.set(path))}
            </div>
            {result::view(desk)}
        }
        .into_any()
    };
    Arc::new(asked)
}

/// The study's link, or the error.
fn link(scenario: ScenarioStore, line: &str, field: &str) -> Result<String, String> {
    scenario.now.with(|now| {
        let seen = seen(now.about(), line);
        if seen.is_empty() {
            return Err("Type what came of strike after strike, such as: hit 12, miss, miss".to_owned());
        }
        let at = fields::all(now).into_iter().find(|at| at.path == field);
        let words = match at {
            Some(at) => format!("{}&show=hit&seen={seen}", fields::ranging(now, &at, Wide::Drawn)),
            None => format!("seen={seen}"),
        };
        Ok(with(&to_link(now.rules, &now.asked.document), &words))
    })
}

/// Limit on the strikes of one part.
const MOST: usize = 200;

/// Strikes as links write them: `hit 12, missed twice` is `12,miss,miss`.
fn seen(about: &AboutRules, typed: &str) -> String {
    let parts = typed.split([',', ';', '\n']).filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| strikes(about, &part.to_ascii_lowercase())).collect::<Vec<_>>().join(",")
}

/// The strikes of a part of the line. Unknown words stay as they are, for the study to refuse.
fn strikes(about: &AboutRules, part: &str) -> Vec<String> {
    let number = |word: &str| word.parse::<usize>().ok();
    let (mut words, mut times) = (Vec::new(), 1);
    for word in part.split_whitespace().map(|word| word.trim_end_matches(['.', '!'])) {
        match word {
            "" | "for" | "i" | "damage" | "and" | "then" | "hp" | "in" | "a" | "row" => {}
            "twice" => times = 2,
            "times" => times = words.pop().and_then(number).unwrap_or(1),
            "missed" | "misses" => words.push("miss"),
            "hits" => words.push("hit"),
            word => match word.trim_start_matches(['x', '×']).trim_end_matches(['x', '×']).parse() {
                Ok(many) if word.contains(['x', '×']) => times = many,
                _ => words.push(word),
            },
        }
    }
    let are_plain = words.iter().all(|word| matches!(*word, "hit" | "miss") || word.parse::<i64>().is_ok());
    let once = match words.as_slice() {
        // A repetition.
        [many, what @ ("hit" | "miss")] if number(many).is_some() => {
            times = number(many).unwrap_or(1);
            vec![(*what).to_owned()]
        }
        // A hit with damage.
        ["hit", damage] if damage.parse::<i64>().is_ok() => vec![(*damage).to_owned()],
        // A kind of hit with damage.
        [kind @ .., damage] if is_kind(about, kind) && number(damage).is_some() => vec![(*damage).to_owned()],
        words if are_plain => words.iter().map(|word| (*word).to_owned()).collect(),
        words => {
            let phrase = words.join(" ");
            let outcome = outcome(about, &phrase);
            vec![outcome.map_or_else(|| phrase.replace(' ', "-"), |outcome| outcome.id.to_owned())]
        }
    };
    let all = once.iter().cycle().take(once.len().saturating_mul(times).min(MOST));
    all.cloned().collect()
}

/// The outcome of that label.
fn outcome<'a>(about: &'a AboutRules, phrase: &str) -> Option<&'a AboutOutcome> {
    about.outcomes.iter().find(|outcome| outcome.label.eq_ignore_ascii_case(phrase))
}

/// True if the words name an outcome that hits.
fn is_kind(about: &AboutRules, words: &[&str]) -> bool {
    outcome(about, &words.join(" ")).is_some_and(|outcome| outcome.hits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::ruleset;

    #[test]
    fn what_was_seen_is_read_as_people_write_it() {
        let about = ruleset("angband").unwrap().about();
        assert_eq!(seen(about, "hit 12, Miss;\nmiss, 0"), "12,miss,miss,0");
        assert_eq!(seen(about, " , "), "");
        assert_eq!(seen(about, "good hit"), "good");
        assert_eq!(seen(about, "Good hit 30, hit 12."), "30,12");
        assert_eq!(seen(about, "I missed 4 times in a row!"), "miss,miss,miss,miss");
        let misses = "miss,miss,miss,miss";
        for typed in [
            "missed 4 times",
            "4 misses",
            "miss x4",
            "4x miss",
            "miss miss miss miss",
            "missed twice, 2 misses",
        ] {
            assert_eq!(seen(about, typed), misses, "{typed}");
        }
        assert_eq!(seen(about, "0 0 7"), "0,0,7");
        assert_eq!(seen(about, "hit for 12 damage, -5"), "12,-5");
        assert_eq!(seen(about, "went badly"), "went-badly", "which the study refuses");
    }
}
