//! Duel: its headline in the band, and its panel.

mod controls;
mod each_alone;
mod headline;
mod panel;
mod words;

pub(crate) use controls::TargetNumbers;
pub(crate) use headline::DuelHeadline;
pub(crate) use panel::{DuelPanel, line, share};
