//! `tohit self-check`: the shared cases, answered where the program runs.

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::output::Output;
use crate::scenario;
use std::time::Instant;
use tohit_resolver::{Fraction, Json, RULESETS, Ruleset};

pub(crate) const NAME: &str = "self-check";
pub(crate) const GRAMMAR: Grammar =
    Grammar { operand: Some("RULESET"), switches: &[], options: &[], apart: &[] };

/// A ruleset's name, and a file of its cases. They are in the program whole: one megabyte, of which packing would save three quarters for a library to unpack them.
const FILES: [(&str, &str); 6] = [
    ("powder", include_str!("../../../tests/cases/powder.json")),
    ("crawl", include_str!("../../../tests/cases/crawl.json")),
    ("angband", include_str!("../../../tests/cases/angband.json")),
    ("angband", include_str!("../../../tests/cases/angband-tables.json")),
    ("pixel-dungeon", include_str!("../../../tests/cases/pixel-dungeon.json")),
    ("dominions", include_str!("../../../tests/cases/dominions.json")),
];

/// Parts of an answer in which what is not expected must not be.
const DISTRIBUTIONS: [&str; 4] = ["outcomes", "damage", "turn_damage", "turn_outcomes"];

/// Answers every case, or those of one ruleset, and tells how many came out.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let one = args.operand().map(|name| scenario::named(&name.to_string_lossy(), NAME)).transpose()?;
    let mut report = Vec::new();
    let (mut all, mut right) = (0, 0);
    for ruleset in RULESETS.iter().filter(|ruleset| one.is_none_or(|one| one.id() == ruleset.id())) {
        let began = Instant::now();
        let (mut of_it, mut exact) = (0, 0);
        for case in cases(ruleset.id())? {
            let wrong = wrong(ruleset, &case);
            of_it += 1;
            exact += u32::from(wrong.is_empty());
            if !wrong.is_empty() {
                let name = case.get("name").map(text).unwrap_or_default();
                report.push(format!("{}: {name}\n  {}", ruleset.id(), wrong.join("\n  ")));
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        output.line(format_args!("{:<14} {exact:>3} of {of_it:>3} exact {seconds:>6.2} s", ruleset.id()))?;
        output.flush()?;
        all += of_it;
        right += exact;
    }
    let summary = format!("{right} of {all} exact");
    if report.is_empty() {
        output.line(summary)
    } else {
        Err(Failure::Checked { report: report.join("\n"), summary })
    }
}

fn cases(id: &str) -> Result<Vec<Json>, Failure> {
    let mut cases = Vec::new();
    for (_, file) in FILES.iter().filter(|(of, _)| *of == id) {
        match Json::parse_up_to(file, usize::MAX) {
            Ok(Json::List(more)) => cases.extend(more),
            other => {
                let report = other.err().unwrap_or_default();
                return Err(Failure::Checked { report, summary: format!("the cases of {id} are damaged") });
            }
        }
    }
    Ok(cases)
}

/// In what the answer to a case is not what it expects.
fn wrong(ruleset: &Ruleset, case: &Json) -> Vec<String> {
    let (Some(scenario), Some(expected)) = (case.get("scenario"), case.get("expect")) else {
        return vec!["it is no case".to_owned()];
    };
    let answer = ruleset.resolve::<Fraction>(scenario, ruleset.presets());
    let mut wrong = Vec::new();
    match (expected.get("error"), answer) {
        (None, Ok(answer)) => compare("", expected, Some(&answer.json()), &mut wrong),
        (Some(error), Err(problems)) => {
            let error = text(error).replace('[', ".").replace(']', "");
            let path = error.split(':').next().unwrap_or_default();
            if !problems.iter().any(|problem| problem.path == path) {
                wrong.push(format!("nothing is said of {path}"));
            }
        }
        (None, Err(problems)) => wrong.extend(problems.iter().map(|problem| format!("refused: {problem}"))),
        (Some(_), Ok(_)) => wrong.push("it is not refused".to_owned()),
    }
    wrong
}

/// What is missing counts as nothing or null.
fn compare(path: &str, expected: &Json, got: Option<&Json>, wrong: &mut Vec<String>) {
    let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (expected, got) {
        (Json::Object(entries), Some(got @ Json::Object(given))) => {
            for (name, value) in entries {
                compare(&inside(name), value, got.get(name), wrong);
            }
            let is_closed = path.rsplit('.').next().is_some_and(|name| DISTRIBUTIONS.contains(&name));
            for (name, value) in given.iter().filter(|(name, _)| is_closed && expected.get(name).is_none()) {
                compare(&inside(name), &Json::from("0"), Some(value), wrong);
            }
        }
        (Json::List(items), Some(Json::List(given))) if items.len() == given.len() => {
            for (place, both) in items.iter().zip(given).enumerate() {
                compare(&inside(&place.to_string()), both.0, Some(both.1), wrong);
            }
        }
        (Json::Null, None) => {}
        (expected, got) => {
            let got = got.map_or_else(|| "0".to_owned(), text);
            if text(expected) != got {
                wrong.push(format!("{path}: {} is right, {got} is answered", text(expected)));
            }
        }
    }
}

fn text(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_has_cases() {
        for ruleset in RULESETS {
            assert!(cases(ruleset.id()).unwrap().len() > 40, "{}", ruleset.id());
        }
    }

    #[test]
    fn a_case_that_does_not_come_out_is_noticed() {
        let powder = tohit_resolver::ruleset("powder").unwrap();
        let of = |expect: &str| {
            let case = format!(r#"{{ "scenario": {{ "mode": "melee" }}, "expect": {expect} }}"#);
            wrong(powder, &Json::parse(&case).unwrap())
        };
        assert_eq!(of(r#"{ "hit": "11/20", "nothing": null, "nought": 0 }"#), [""; 0]);
        assert_eq!(of(r#"{ "hit": "1/2" }"#), ["hit: 1/2 is right, 11/20 is answered"]);
        assert_eq!(of(r#"{ "outcomes": { "complete-miss": "1/20" } }"#).len(), 3);
        assert_eq!(of(r#"{ "error": "attacker.x: unknown" }"#), ["it is not refused"]);
    }
}
