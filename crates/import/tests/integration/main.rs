//! Tests of characters that are read.

mod angband;
mod fixtures;
mod refused;
