//! The sentences: which paragraph of the document says what a roll or a decision is, in our words. Each ruleset declares them once, beside its rules.

/// What a roll or a decision is, and where the document says so.
#[derive(Clone, Copy, Debug)]
pub struct Why {
    /// What the rule calls it.
    pub label: &'static str,
    /// What a reader is told that it is; the label where nothing else is said.
    pub name: &'static str,
    /// What it is for.
    pub role: Role,
    /// The section of the document.
    pub section: &'static str,
    /// The section's sentence.
    pub says: &'static str,
    /// The names of the ways it can go, from no to yes or by the marks that are reached.
    pub ways: &'static [&'static str],
    /// Which of the figures that the rule notes go in.
    pub figures: &'static [&'static str],
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It decides how the strike goes on.
    Decides,
    /// It goes into the first of these decisions that is met.
    Feeds(&'static [&'static str]),
    /// It goes into the damage.
    Damage,
}

impl Why {
    const fn new(label: &'static str, role: Role, section: &'static str, says: &'static str) -> Self {
        Self { label, name: label, role, section, says, ways: &[], figures: &[] }
    }

    /// Something that decides how the strike goes on.
    pub(crate) const fn decides(label: &'static str, section: &'static str, says: &'static str) -> Self {
        Self::new(label, Role::Decides, section, says)
    }

    /// A roll that goes into the first of these decisions that is met.
    pub(crate) const fn feeds(
        label: &'static str,
        into: &'static [&'static str],
        section: &'static str,
        says: &'static str,
    ) -> Self {
        Self::new(label, Role::Feeds(into), section, says)
    }

    /// A roll that goes into the damage.
    pub(crate) const fn damage(label: &'static str, section: &'static str, says: &'static str) -> Self {
        Self::new(label, Role::Damage, section, says)
    }

    /// What a reader is told that it is.
    pub(crate) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The names of its ways.
    pub(crate) const fn ways(self, ways: &'static [&'static str]) -> Self {
        Self { ways, ..self }
    }

    /// The figures that go in.
    pub(crate) const fn figures(self, figures: &'static [&'static str]) -> Self {
        Self { figures, ..self }
    }
}
