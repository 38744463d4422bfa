//! The limit of a study: the caller may stop it at any scenario.

use super::study;
use core::cell::RefCell;
use tohit_resolver::study::Study;

/// The problem of a study that is stopped after some scenarios, and its reports of progress.
fn stopped(study: &Study<'_>, after: usize) -> (String, Vec<(usize, usize)>) {
    let progress = RefCell::new(Vec::new());
    let goes_on = |done, all| {
        progress.borrow_mut().push((done, all));
        progress.borrow().len() <= after
    };
    let problems = study.table_within::<f64>(&goes_on).map(drop).unwrap_err();
    (problems[0].to_string(), progress.into_inner())
}

#[test]
fn a_study_ends_where_the_caller_stops_it() {
    let plain = study("powder/melee?defender.natural_ac=0..20&show=hit");
    let (message, progress) = stopped(&plain, 3);
    let wanted = "limit: too large: the time is over after 3 of 21 scenarios; ask for fewer, or allow more";
    assert_eq!((message.as_str(), progress), (wanted, vec![(0, 21), (1, 21), (2, 21), (3, 21)]));
}

#[test]
fn readings_are_within_the_limit() {
    let found = study("powder/melee?defender.natural_ac=0..9&find=hit>=1/2");
    let all = found.cells();
    assert_eq!(stopped(&found, all).1.last(), Some(&(0, all)), "the cells are done, the search begins");
    let explained =
        "powder/melee?or=powder/melee?attacker.charging%3Dtrue%26defender.natural_ac%3D8&explain=hit";
    assert_eq!(stopped(&study(explained), 3).1.last(), Some(&(1, 4)), "two fields have four combinations");
    let whole = found.table_within::<f64>(&|_, _| true).unwrap();
    assert_eq!(whole.found, found.table::<f64>().unwrap().found);
}

#[test]
fn only_fights_and_duels_have_a_usual_limit() {
    for (link, limited) in [
        ("powder/melee?attacker.physical_level=0..99&defender.natural_ac=0..99&show=hit", false),
        ("powder/melee?attacker.physical_level=0..99&defender.natural_ac=0..99&show=turn.mean,kill", false),
        ("powder/melee?defender.hp=1..99&show=hit,kill.turns.mean", true),
        ("powder/melee?defender.hp=1..99&show=hit&order=kill<=3", true),
        ("powder/melee?defender.hp=1..99&extent=fight", true),
        ("pixel-dungeon?defender.hp=1..9&extent=duel&against=pixel-dungeon?defender.hp%3D10", true),
    ] {
        assert_eq!(study(link).usual_seconds().is_some(), limited, "{link}");
    }
}
