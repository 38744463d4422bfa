//! The shared cases through the program: equal fractions, floats, error paths, and forced rolls.
use crate::common::{items, json, paths, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::{Json, RULESETS};

/// Shared cases of every ruleset, by the ruleset's name: every third of `NAME.json` and `NAME-….json`, and
/// those that are replayed. (The resolver's own tests ask all of them.)
fn cases() -> Vec<(&'static str, Vec<Json>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolver/cases");
    let mut found: Vec<(&str, Vec<Json>)> =
        RULESETS.iter().map(|ruleset| (ruleset.about().id, Vec::new())).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let of =
            |id: &str| name.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        if let Some((_, cases)) = found.iter_mut().find(|(id, _)| of(id)) {
            let all = json(&fs::read_to_string(&file).unwrap());
            let taken =
                items(&all).iter().enumerate().filter(|(n, case)| n % 3 == 0 || case.get("replay").is_some());
            cases.extend(taken.map(|(_, case)| case.clone()));
        }
    }
    assert!(!found.is_empty() && found.iter().all(|(_, cases)| cases.len() > 12));
    found
}

fn text(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The answers to all cases of a ruleset, one a line.
fn answers(id: &str, cases: &[Json], exact: &[&str]) -> Vec<Json> {
    let input: String = cases.iter().map(|case| format!("{}\n", case.get("scenario").unwrap())).collect();
    let ran = tohit(&[&["resolve", "--lines", "--ruleset", id], exact].concat(), input);
    let bad = cases.iter().filter(|case| case.at("expect.error").is_some()).count();
    assert_eq!(ran.status, Some(if bad == 0 { 0 } else { 2 }), "{}", ran.err);
    let answers: Vec<Json> = ran.out.lines().map(json).collect();
    assert_eq!(answers.len(), cases.len());
    answers
}

/// Everything expected that the answer does not say. What is missing counts as nothing or null.
fn missing(
    path: &str,
    expected: &Json,
    got: Option<&Json>,
    same: &dyn Fn(&str, &str) -> bool,
) -> Vec<String> {
    match (expected, got) {
        (Json::Object(entries), Some(got @ Json::Object(_))) => entries
            .iter()
            .flat_map(|(name, value)| missing(&format!("{path}.{name}"), value, got.get(name), same))
            .collect(),
        (Json::List(expected), Some(Json::List(got))) if expected.len() == got.len() => {
            (expected.iter().zip(got))
                .flat_map(|(expected, got)| missing(path, expected, Some(got), same))
                .collect()
        }
        (Json::Null, None) => Vec::new(),
        (expected, got) => {
            let got = got.map_or("0".to_owned(), text);
            let equal = same(&text(expected), &got);
            let shown = expected.to_string().chars().take(80).collect::<String>();
            if equal { Vec::new() } else { vec![format!("{path}: {shown} expected, {got} answered")] }
        }
    }
}

/// A fraction or a number as a float.
fn float(text: &str) -> Option<f64> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    Some(over.parse::<f64>().ok()? / under.parse::<f64>().ok()?)
}

fn check(exact: &[&str], same: &dyn Fn(&str, &str) -> bool) {
    for (id, cases) in cases() {
        for (case, answer) in cases.iter().zip(answers(id, &cases, exact)) {
            let name = case.get("name").unwrap();
            let expected = case.get("expect").unwrap();
            if let Some(error) = expected.get("error") {
                let path = text(error);
                let path = path.split(':').next().unwrap().replace('[', ".").replace(']', "");
                assert!(paths(&answer).contains(&path), "{id} {name}: {answer}");
            } else {
                let missing = missing("", expected, Some(&answer), same);
                assert!(missing.is_empty(), "{id} {name}: {missing:?}");
            }
        }
    }
}

#[test]
fn exact_answers_are_the_expected_fractions() {
    check(&["--exact"], &|expected, got| expected == got);
}

#[test]
fn answers_in_floats_agree() {
    check(&[], &|expected, got| match (float(expected), float(got)) {
        (Some(expected), Some(got)) => (expected - got).abs() <= 1e-12 * expected.abs().max(1.0),
        _ => expected == got,
    });
}

#[test]
fn one_scenario_answers_as_its_line_does() {
    for (id, cases) in cases() {
        let cases: Vec<Json> = cases.into_iter().step_by(5).collect();
        for (case, answer) in cases.iter().zip(answers(id, &cases, &["--exact"])) {
            let ran =
                tohit(&["resolve", "--exact", "--ruleset", id], case.get("scenario").unwrap().to_string());
            let alone = if answer.get("errors").is_some() { &ran.err } else { &ran.out };
            assert_eq!(json(alone), answer);
            assert!(alone.lines().count() > 2, "over several lines, for people");
        }
    }
}

#[test]
fn links_answer_as_their_scenarios_do() {
    for (id, cases) in cases() {
        for case in cases.iter().filter(|case| case.at("expect.error").is_none()).step_by(5) {
            let scenario = case.get("scenario").unwrap().to_string();
            let link = tohit(&["link", "--ruleset", id], &scenario).good();
            let link = link.trim_end();
            let answer = tohit(&["resolve", "--ruleset", id], &scenario).good();
            assert_eq!(tohit(&["resolve", "--link", link], "").good(), answer, "{link}");
            let address = format!("https://example.org/odds/?theme=dark#{link}");
            assert_eq!(tohit(&["resolve", "--link", &address], "").good(), answer);
            assert_eq!(tohit(&["link", "--link", link], "").good().trim_end(), link);
        }
    }
}

#[test]
fn forced_rolls_replay() {
    for (id, cases) in cases() {
        for case in cases.iter().filter(|case| case.get("replay").is_some()) {
            let faces =
                items(case.at("replay.rolls").unwrap()).iter().map(|roll| text(roll.at("1").unwrap()));
            let script = faces.collect::<Vec<_>>().join(",");
            let words = ["roll", "--ruleset", id, "--json", "--script", &script];
            let scenario = case.get("scenario").unwrap().to_string();
            let rolled = json(&tohit(&words, &scenario).good());
            for part in ["outcome", "damage"] {
                let expected = text(case.at(&format!("replay.expect.{part}")).unwrap());
                assert_eq!(text(rolled.get(part).unwrap()), expected, "{id} {}", case.get("name").unwrap());
            }
            assert!(rolled.get("seed").is_none());
            let longer = format!("{script},1");
            let words = ["roll", "--ruleset", id, "--script", &longer];
            let ran = tohit(&words, &scenario);
            assert_eq!(ran.refused(), ["script"]);
            assert!(ran.err.contains("one roll more"), "{}", ran.err);
        }
    }
}
