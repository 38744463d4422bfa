//! The command line, run as a program.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod arguments;
mod article;
mod cases;
mod check;
mod common;
mod documents;
mod explain;
mod help;
mod import;
mod lines;
mod manual;
mod odds;
mod own_game;
mod packaging;
mod render;
mod roll;
mod schema;
mod self_check;
mod study;
mod tables;
