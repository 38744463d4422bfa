//! Memos of the lines of a strike: within one turn, and among the scenarios of a study.

pub(crate) mod scenarios;
pub(crate) mod suffix;
