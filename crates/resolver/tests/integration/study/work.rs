//! One limit of work for a whole study.

use super::study;
use core::cell::RefCell;
use tohit_resolver::Fraction;
use tohit_resolver::study::{Probability, Shared, Study, USUAL_SECONDS, Work};

/// The problem of a study that is refused, and how far it came.
fn refused<P: Probability>(study: &Study<'_>, seconds: u32) -> (String, Vec<(usize, usize)>) {
    let told = RefCell::new(Vec::new());
    let progress = |done, all| told.borrow_mut().push((done, all));
    let problems = study.table_within::<P>(&Work::seconds(seconds, &progress)).map(drop).unwrap_err();
    (problems[0].to_string(), told.into_inner())
}

/// How much work the cells take.
fn work<P: Probability>(link: &str) -> u64 {
    let (shared, study) = (Shared::default(), study(link));
    assert!(study.rows::<P>(&shared, 0..study.cells()).all(|row| row.refused.is_empty()));
    shared.work()
}

/// 861 exact fights, of which each takes a tenth of a second.
#[test]
fn a_study_ends_where_its_work_is_done() {
    let many = "angband/thrown?attacker.preset=power-dragon-scale-mail&attacker.weapon.preset=mace-of-disruption&attacker.object.preset=lochaber-axe\
        &attacker.object.artifact=false&defender.preset=smeagol&show=kill.turns.mean,kill.turns.90%25&attacker.weapon.dice=*&attacker.launcher.to_dam=0..20";
    let study = study(many);
    assert_eq!(study.cells(), 861);
    let (message, told) = refused::<Fraction>(&study, 1);
    let done = told.len() - 1;
    assert!((1..200).contains(&done), "{message}");
    let wanted = format!(
        "limit: too large: the work of 1 seconds is done after {done} of 861 scenarios; ask for fewer, or allow more"
    );
    assert_eq!(message, wanted);
    assert!(told.iter().enumerate().all(|(place, told)| *told == (place, 861)));
}

#[test]
fn a_limit_is_of_the_whole_study_with_what_is_read_of_it() {
    let plain = study("powder/melee?defender.natural_ac=0..9&find=hit>=1/2");
    assert_eq!(refused::<f64>(&plain, 0).1, [(0, 10)]);
    let usual = || plain.table_within::<f64>(&Work::seconds(USUAL_SECONDS, &|_, _| {}));
    assert_eq!(usual().unwrap().found, plain.table::<f64>().unwrap().found);
    assert!(usual().is_ok(), "each has its own");
}

#[test]
fn work_is_counted_once() {
    let link = |range: &str| format!("angband/melee?defender.hp={range}&show=hit,damage.mean");
    let (floats, exact) = (work::<f64>(&link("100..119")), work::<Fraction>(&link("100..119")));
    assert!(floats > 0 && exact > 2 * floats, "{floats} {exact}");
    // No line of the strike reads the hit points: what one scenario works out, the others take.
    let alone = work::<f64>(&link("100..100"));
    assert!(floats < 10 * alone, "{floats} of 20 scenarios, {alone} of one");
}
