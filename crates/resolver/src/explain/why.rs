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
    /// What is said in place of that where other rules hold; of several the first.
    pub under: &'static [Under],
}

/// What is said of a roll or a decision where other rules hold than the document's.
#[derive(Clone, Copy, Debug)]
pub struct Under {
    /// The switch, and how it must stand: one of these.
    pub rules: (&'static str, &'static [&'static str]),
    /// Where it is said.
    pub section: &'static str,
    /// The sentence.
    pub says: &'static str,
}

/// A switch of the rules, and how it stands.
pub(crate) type Rule = (&'static str, &'static str);

/// What is said where a switch stands so.
pub(crate) const fn under(
    switch: &'static str,
    values: &'static [&'static str],
    section: &'static str,
    says: &'static str,
) -> Under {
    Under { rules: (switch, values), section, says }
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
        Self { label, name: label, role, section, says, ways: &[], figures: &[], under: &[] }
    }

    /// The section and the sentence where these rules hold.
    pub(super) fn told(&self, rules: &[Rule]) -> (&'static str, &'static str) {
        let holds = |under: &&Under| {
            let (switch, values) = under.rules;
            rules.iter().any(|(known, value)| *known == switch && values.contains(value))
        };
        let under = self.under.iter().find(holds);
        under.map_or((self.section, self.says), |under| (under.section, under.says))
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

    /// What is said where other rules hold.
    pub(crate) const fn under(self, under: &'static [Under]) -> Self {
        Self { under, ..self }
    }

    /// The figures that go in.
    pub(crate) const fn figures(self, figures: &'static [&'static str]) -> Self {
        Self { figures, ..self }
    }
}
