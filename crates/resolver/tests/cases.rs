//! The shared cases, over every ruleset: equal fractions, floats to 1e-12, and replays of forced rolls.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable,
    reason = "tests fail by panicking"
)]

mod common;

use common::cases;

#[test]
fn answers_are_the_expected_fractions() {
    let cases = cases();
    let wrong: Vec<String> = cases
        .iter()
        .flat_map(|case| case.check().into_iter().map(|wrong| format!("{}\n    {wrong}", case.title())))
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn forced_rolls_give_the_documents_figures() {
    let wrong: Vec<String> = cases()
        .iter()
        .flat_map(|case| {
            case.check_replay().into_iter().map(|wrong| format!("{}\n    {wrong}", case.title()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The comparison itself must be able to fail.
#[test]
fn a_wrong_answer_is_noticed() {
    let Some(mut case) = cases().into_iter().find(|case| case.expect.get("hit").is_some()) else {
        panic!("there is no case with a chance to hit");
    };
    assert!(case.check().is_empty());
    let worse = case.expect.to_string().replacen("\"hit\":\"", "\"hit\":\"1", 1);
    case.expect = tohit_resolver::Json::parse(&worse).unwrap();
    assert!(!case.check().is_empty());
}
