//! The rulesets: shared cases, worked examples, properties and studies.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod angband;
mod at_once;
mod at_random;
mod cases;
mod common;
mod crawl;
mod dominions;
mod explain;
mod fight_references;
mod fights;
mod margin;
mod pixel_dungeon;
mod powder;
mod presets;
mod robustness;
mod story;
mod study;
mod thrown;
mod words;
