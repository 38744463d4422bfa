//! Draws a hundred links of a ruleset, for tests/old-links.txt: fights as people enter them, spread over its
//! modes, each quick to answer exactly.
//!
//! `cargo run --release -p tohit-resolver --example draw-links NAME | tohit article -`
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a tool that is run by hand")]

#[path = "../tests/integration/common/mod.rs"]
mod common;

use common::random::Scenarios;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tohit_resolver::{Fraction, Json, ruleset, to_link};

const LINKS: usize = 100;
/// Whoever reads the file sees a fight.
const LONGEST: usize = 240;
/// Exactly and in a release; tests are slower.
const SLOWEST: Duration = Duration::from_millis(5);

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(rules) = ruleset(&name) else { panic!("there is no ruleset {name:?}") };
    let modes = rules.about().modes;
    let mut fights = Scenarios::new(rules, 20_261_122);
    let mut seen = HashSet::new();
    let mut left: Vec<usize> = (0..modes.len()).map(|mode| (LINKS + mode) / modes.len()).collect();
    while left.iter().sum::<usize>() > 0 {
        let fight = fights.next();
        let mode = modes.iter().position(|mode| fight.get("mode") == Some(&Json::from(mode.id))).unwrap();
        let link = to_link(rules, &fight);
        if left[mode] == 0 || link.len() > LONGEST || !seen.insert(link.clone()) {
            continue;
        }
        let began = Instant::now();
        if rules.resolve::<Fraction>(&fight).is_ok() && began.elapsed() < SLOWEST {
            left[mode] -= 1;
            println!("{link}");
        }
    }
}
