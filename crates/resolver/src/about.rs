//! The description of a ruleset: its modes, and how a strike can end.

use crate::json::Json;
use crate::sheet::is_named;
use tohit_engine::Extent;

/// The description of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AboutRules {
    /// Name in documents.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// Source document, and the version of the game it describes.
    pub document: &'static str,
    /// The versions of the game that the rules model, the day of the last comparison, and newer versions.
    pub versions: &'static str,
    /// The attack styles; the first is the default.
    pub modes: &'static [AboutMode],
    /// The fighters of the modes; without any, the labels of the sheets say who is who.
    pub fighters: &'static [FighterRole],
    /// Fields of an attacker whose usual thing the notes of creatures name: the path, and the words before
    /// the name.
    pub usual: &'static [(&'static str, &'static str)],
    /// The ways a strike can end.
    pub outcomes: &'static [AboutOutcome],
    /// The permalink of the first fight; without one, of the first mode.
    pub example: &'static str,
    /// The fights that a first visit offers: a label and a permalink each.
    pub fights: &'static [(&'static str, &'static str)],
    /// Differences between the document and the game, one sentence each.
    pub differences: &'static [&'static str],
    /// Parts of the game that the rules omit, one sentence each.
    pub left_out: &'static [&'static str],
    /// Labels of lines, figures and rolls, by name; a name without an entry is its own label.
    pub labels: &'static [(&'static str, &'static str)],
}

impl AboutRules {
    /// The mode of that name.
    #[must_use]
    pub fn mode(&self, id: &str) -> Option<&'static AboutMode> {
        self.modes.iter().find(|mode| mode.id == id)
    }

    /// Label of a line, figure or roll; none where the words give none.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<&'static str> {
        self.labels.iter().find(|(known, _)| *known == name).map(|(_, label)| *label)
    }

    /// The extent that is shown first in a mode: a strike, unless its rules answer a turn.
    #[must_use]
    pub fn extent(&self, mode: &str) -> Extent {
        Extent::of(self.mode(mode).is_some_and(|mode| mode.answers_turn))
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
pub struct AboutMode {
    /// Name in documents.
    pub id: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Description in one sentence.
    pub help: &'static str,
    /// The strike of a turn that the answer to a strike describes.
    pub tells: AnsweredStrike,
    /// True where a turn can have more than one strike.
    pub turns: bool,
    /// True where the chance to hit is that of a turn to deal damage, and a turn is what is shown first.
    pub answers_turn: bool,
    /// True where the rules give the length of a turn.
    pub timed: bool,
    /// The choice without which an answer means nothing.
    pub needs: Option<Need>,
    /// The mode in which whoever is struck usually strikes back; none leaves that to the order of the modes.
    pub answered_by: Option<&'static str>,
    /// Reason why nobody strikes back in this mode; empty where somebody does.
    pub unanswered: &'static str,
}

/// A fighter of a game, such as its hero, and the modes in which that fighter strikes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FighterRole {
    /// Name in the words.
    pub id: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Ids of the fighters that this one strikes, each with the modes.
    pub strikes: &'static [(&'static str, &'static [&'static str])],
}

/// A choice that a mode needs: without it every answer is that of defaults, and the page asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    /// Paths of fields; a value of one of them suffices.
    pub paths: &'static [&'static str],
    /// The question, such as "Which wand?".
    pub asks: &'static str,
}

impl Need {
    /// True for a path of one of the fields, or of a part of it.
    pub fn has(&self, path: &str) -> bool {
        let is_part = |rest: &str| rest.is_empty() || rest.starts_with('.');
        self.paths.iter().any(|field| path.strip_prefix(field).is_some_and(is_part))
    }
}

/// A strike of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnsweredStrike {
    /// Any strike: all are alike.
    Any,
    /// The first strike: the rules of a strike depend on earlier ones, or each has rules of its own.
    First,
    /// The strike that the rules choose.
    Chosen,
}

/// An ending of a strike; endings exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AboutOutcome {
    /// Name in answers.
    pub id: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Rank for the attacker.
    pub kind: OutcomeKind,
    /// True for a hit: the chance to hit is the sum over all such outcomes.
    pub hits: bool,
    /// Modes in which a strike can end so; an empty list means all.
    pub modes: &'static [&'static str],
}

impl AboutOutcome {
    /// True where a strike of `mode` can end so.
    #[must_use]
    pub fn can_end(&self, mode: &str) -> bool {
        is_named(self.modes, mode)
    }
}

/// Rank of an outcome for the attacker; decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// Nothing happens.
    Miss,
    /// A blocked strike: it would have landed.
    Blocked,
    /// A landed strike.
    Hit,
    /// A landed strike, better than usual.
    Critical,
}
