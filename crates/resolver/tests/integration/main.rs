//! The rulesets: shared cases, worked examples, properties and studies.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

// `each_ruleset!(check)`: a test for each ruleset.
include!(concat!(env!("OUT_DIR"), "/each_ruleset.rs"));

mod at_once;
mod at_random;
mod cases;
mod common;
mod dead_code;
mod explain;
mod fight_references;
mod fights;
mod greyed;
mod lessons;
mod lines_of_dice;
mod margin;
mod presets;
mod random_fights;
mod robustness;
mod story;
mod story_sums;
mod study;
mod thrown;
mod two_fighters;
mod words;
