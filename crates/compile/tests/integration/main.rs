//! Compilation of rule texts: trees, programs, and the message for each mistake.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod bytes;
mod hostile;
mod mistakes;
mod reading;
