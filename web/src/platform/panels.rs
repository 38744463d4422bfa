//! Panels of a calculator: all of them on the page, an editor's choice in an article. The fighters, the
//! sentence and the stacked bar are always shown.

/// A set of panels, a bit for each. tohit-element.js has the same list.
#[derive(Clone, Copy)]
pub(crate) struct Panels(pub(crate) u8);

impl Panels {
    pub(crate) const MODES: Self = Self(1);
    /// The large figure, a row for each outcome, and the other results.
    pub(crate) const ANSWER: Self = Self(2);
    pub(crate) const DAMAGE: Self = Self(4);
    pub(crate) const SHEETS: Self = Self(8);
    pub(crate) const LOG: Self = Self(16);
    /// Only on the whole page: comparing, copying, undoing.
    pub(crate) const WHOLE: Self = Self(32);
    pub(crate) const ALL: Self = Self(63);

    /// True where shown.
    pub(crate) fn has(self, panel: Self) -> bool {
        self.0 & panel.0 != 0
    }
}
