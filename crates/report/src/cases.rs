//! Shared test cases: scenarios with their exact odds as fractions, computed independently of this code.
//! `tohit self-check` and the page run them.

use tohit_resolver::{Fraction, Json, Ruleset};

/// Parts of an answer that must not be present unless expected.
const DISTRIBUTIONS: [&str; 4] = ["outcomes", "damage", "turn_damage", "turn_outcomes"];

/// Name of a case.
#[must_use]
pub fn name(case: &Json) -> String {
    case.get("name").map(Json::plain).unwrap_or_default()
}

/// Differences between the answer to a case and the expected one.
#[must_use]
pub fn wrong(ruleset: &Ruleset, case: &Json) -> Vec<String> {
    let (Some(scenario), Some(expected)) = (case.get("scenario"), case.get("expect")) else {
        return vec!["it is no case".to_owned()];
    };
    let answer = ruleset.resolve::<Fraction>(scenario);
    let mut wrong = Vec::new();
    match (expected.get("error"), answer) {
        (None, Ok(answer)) => compare("", expected, Some(&answer.json()), &mut wrong),
        (Some(error), Err(problems)) => {
            let error = error.plain().replace('[', ".").replace(']', "");
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

/// Compares two values; a missing one equals null or an empty value.
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
            let got = got.map_or_else(|| "0".to_owned(), Json::plain);
            if expected.plain() != got {
                wrong.push(format!("{path}: {} is right, {got} is answered", expected.plain()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
