//! Studies: links there and back, cells that are plain answers, and each reading beside the plainest way to
//! the same.

mod axes;
mod defaults;
mod links;
mod measures;
mod readings;
mod shared;
mod work;

use tohit_resolver::study::{Probability, Study, StudyTable};
use tohit_resolver::{Fraction, Problem, ruleset_of_link};

/// The study of a link to a shipped ruleset.
fn parsed(link: &str) -> Result<Study<'static>, Vec<Problem>> {
    let ruleset = ruleset_of_link(link).unwrap();
    Study::parse(ruleset, link)
}

#[track_caller]
fn study(link: &str) -> Study<'static> {
    parsed(link).unwrap_or_else(|problems| panic!("{link}: {problems:?}"))
}

#[track_caller]
fn table<P: Probability>(study: &Study<'_>) -> StudyTable<P> {
    study.table().unwrap_or_else(|problems| panic!("{}: {problems:?}", study.to_link()))
}

/// What is wrong with a link, each problem as a sentence.
#[track_caller]
fn wrong(link: &str) -> Vec<String> {
    match parsed(link) {
        Ok(study) => panic!("nothing is wrong with {}", study.to_link()),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

/// What stands along an axis.
fn along(study: &Study<'_>, axis: usize) -> Vec<String> {
    study.axes[axis].places.iter().map(|place| place.label()).collect()
}

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}
