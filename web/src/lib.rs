//! The page: one program with every ruleset. It runs the page, the calculators in articles, and the worker.
//!
//! Built natively, the same components are rendered to HTML: the static first view (`first_view`).

// The type of a view nests the types of its parts.
#![recursion_limit = "256"]
#![allow(unreachable_pub, reason = "the macro of components makes their properties public")]

mod actions;
mod answer;
mod character;
mod duel;
mod header;
mod headline;
mod log;
mod model;
mod page;
mod platform;
mod rulebook;
mod sheet;
mod store;
mod studies;
mod widgets;
mod worker;

pub use headline::share_data::{permalink, share_text};
pub use page::app::page;
pub use page::embed::{Calculator, calculator};
#[cfg(not(target_arch = "wasm32"))]
pub use page::first_view;
pub use platform::scripts::equip;
pub use worker::starts_at;

/// Starts the program of a thread: a worker answers requests, a window waits for the scripts.
pub fn start() {
    page::second_file::start();
    worker::serve();
}
