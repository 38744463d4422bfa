//! What of a calculator is shown: all on the page of its own, what an editor chose in an article. Who fights whom, the sentence and the stacked bar are
//! always there.

/// A set of panels, a bit for each. tohit-element.js has the same list.
#[derive(Clone, Copy)]
pub(crate) struct Panels(pub(crate) u8);

impl Panels {
    pub(crate) const MODES: Self = Self(1);
    /// The large figure, a row for each outcome, and what else the ruleset says.
    pub(crate) const ANSWER: Self = Self(2);
    pub(crate) const DAMAGE: Self = Self(4);
    pub(crate) const SHEETS: Self = Self(8);
    pub(crate) const LOG: Self = Self(16);
    /// What only a page of its own has: comparing, copying, undoing.
    pub(crate) const WHOLE: Self = Self(32);
    pub(crate) const ALL: Self = Self(63);

    /// Whether it is shown.
    pub(crate) fn has(self, panel: Self) -> bool {
        self.0 & panel.0 != 0
    }
}
