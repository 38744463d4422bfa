//! The shared cases, over every ruleset: equal fractions, floats to 1e-12, and replays of forced rolls.
use crate::common::cases;
use tohit_resolver::{Fraction, RULESETS};

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

#[test]
fn examples_of_rule_texts_give_the_expected_results() {
    let mut all = 0;
    for ruleset in RULESETS {
        let (count, wrong) = ruleset.examples();
        assert!(wrong.is_empty(), "{}: {wrong:?}", ruleset.id());
        all += count;
    }
    assert!(all > 100, "{all} examples");
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

#[test]
fn hit_is_the_sum_of_the_outcomes_that_hit() {
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| case.wrong_path().is_none()) {
        let about = case.ruleset.about();
        let answer = case.ruleset.resolve::<Fraction>(&case.scenario).unwrap();
        let named = |id: &str| about.outcomes.iter().find(|outcome| outcome.id == id).unwrap();
        let hits = answer.outcomes.iter().filter(|(id, _)| named(id).hits);
        let sum = hits.fold(Fraction::default(), |sum, (_, chance)| sum + chance);
        if answer.hit.as_ref().is_some_and(|hit| *hit != sum) {
            wrong.push(format!("{}: the outcomes that hit come to {sum}", case.title()));
        }
        let strange = answer.outcomes.iter().filter(|(id, _)| !named(id).can_end(answer.mode));
        wrong
            .extend(strange.map(|(id, _)| format!("{}: no strike of this mode ends so: {id}", case.title())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
