//! The description of a ruleset: its modes, and how a strike can end.

use crate::json::Json;
use crate::sheet::is_named;

/// The description of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AboutRules {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name on the page.
    pub name: &'static str,
    /// The document it implements, and of which version of the game.
    pub document: &'static str,
    /// The attack styles; the first is the default.
    pub modes: &'static [Mode],
    /// The ways a strike can end.
    pub outcomes: &'static [Outcome],
    /// The permalink of the first fight; without one, of the first mode.
    pub example: &'static str,
    /// The fights that a first visit offers: a label and a permalink each.
    pub fights: &'static [(&'static str, &'static str)],
    /// Where the document and the game differ, one sentence each.
    pub differences: &'static [&'static str],
    /// What is left out, one sentence each.
    pub left_out: &'static [&'static str],
    /// What lines, figures and rolls are called where they are not called by their names.
    pub labels: &'static [(&'static str, &'static str)],
}

impl AboutRules {
    /// The mode of that name.
    #[must_use]
    pub fn mode(&self, id: &str) -> Option<&'static Mode> {
        self.modes.iter().find(|mode| mode.id == id)
    }

    /// What a line, figure or roll is called, where the words say so.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<&'static str> {
        self.labels.iter().find(|(known, _)| *known == name).map(|(_, label)| *label)
    }

    /// The mode that a document names, or the first.
    #[must_use]
    pub fn mode_of(&self, document: &Json) -> &'static str {
        let named = document.get("mode").and_then(Json::text).and_then(|id| self.mode(id));
        named.or(self.modes.first()).map_or("", |mode| mode.id)
    }
}

/// An attack style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// One sentence about it.
    pub help: &'static str,
    /// The strike of a turn that the answer of a strike is about.
    pub tells: AnsweredStrike,
    /// Whether a turn can have more than one strike.
    pub turns: bool,
    /// Whether the rules say how long a turn lasts.
    pub timed: bool,
}

/// A strike of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnsweredStrike {
    /// They are all alike.
    Any,
    /// Each goes by how many came before it, or has something of its own.
    First,
    /// The rules say which of them.
    Chosen,
}

/// One of the exclusive ways a strike can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Its name in answers.
    pub id: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// How good it is for the attacker.
    pub kind: OutcomeKind,
    /// Whether it counts as a hit: the chance to hit is that of all that do.
    pub hits: bool,
    /// The modes in which a strike can end so; none named means all.
    pub modes: &'static [&'static str],
}

impl Outcome {
    /// Whether a strike of `mode` can end so.
    #[must_use]
    pub fn can_end(&self, mode: &str) -> bool {
        is_named(self.modes, mode)
    }
}

/// How good an outcome is for the attacker: it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// Nothing happens.
    Miss,
    /// It would have landed, but was warded off.
    Blocked,
    /// It lands.
    Hit,
    /// It lands better than usual.
    Critical,
}
