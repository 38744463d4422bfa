//! The page: one program with every ruleset. It runs the page, the calculators in articles, and the worker.
//!
//! Built natively, the same components are rendered to HTML: the static first view (`first_view`).

// The type of a view nests the types of its parts.
#![recursion_limit = "256"]
#![allow(unreachable_pub, reason = "the macro of components makes their properties public")]

mod actions;
mod address;
mod answer;
mod app;
mod at;
mod axes;
mod broken;
mod browser;
mod chart_slider;
mod clipboard;
mod compute;
mod custom_rules;
mod dialogs;
mod document;
mod duel;
mod edits;
mod embed;
mod erased;
mod extent;
#[cfg(not(target_arch = "wasm32"))]
pub mod first_view;
mod gain;
mod games;
mod goal;
mod header;
mod headline;
mod history;
mod lazy;
mod link;
mod log;
mod margin;
mod missing_choice;
mod opponent;
mod panels;
mod permalink;
mod pins;
mod presets;
mod protocol;
mod roll;
mod rulebook;
mod rules_link;
mod scenario;
mod scripts;
mod search;
mod second_file;
mod self_check;
mod share_data;
mod sheet;
mod sides;
mod storage;
mod store;
mod story;
mod studies;
mod study_cells;
mod study_link;
mod tallies;
mod why;
mod widgets;
mod worker;

pub use app::page;
pub use embed::{Calculator, calculator};
pub use scripts::equip;
pub use share_data::{permalink, share_text};
pub use worker::starts_at;

/// Starts the program of a thread: a worker answers requests, a window waits for the scripts.
pub fn start() {
    second_file::start();
    worker::serve();
}
