//! Memos of the lines of a strike: within one turn, and among the scenarios of a study.

pub(crate) mod study;
pub(crate) mod suffix;
#[cfg(test)]
mod tests;
