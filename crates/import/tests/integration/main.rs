//! Tests of characters that are read.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod angband;
mod dcss;
mod fixtures;
mod nethack;
mod refused;
mod screen;
mod shattered;
