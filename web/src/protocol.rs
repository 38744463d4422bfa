//! Messages between page and worker: questions by their kind, and replies.

use crate::custom_rules;
use crate::document::problem_text;
use crate::margin::{Fault, Mark, Tried};
use crate::scenario::Now;
use crate::study_cells::Slice;
use crate::summary::{self, Fractions, Summary};
use crate::why::Whys;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_resolver::{Json, Problem, Ruleset};

/// The message where the second program file cannot be fetched.
pub(crate) const LOST: &str = "a part of the program did not arrive";

/// What is asked for. The first is the most urgent; a later question takes the place of an earlier one of its kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    Floats,
    /// The same for one of the scenarios beside the present one.
    Column(usize),
    /// So many throws from a seed, in place of chances; of whole turns and fights as well, where there are any.
    Tally {
        seed: u64,
        throws: u32,
        turn: bool,
        fight: bool,
    },
    /// Why a strike ends as it does.
    Why,
    Exact,
    /// Why, with fractions.
    ExactWhy,
    /// The winner of two scenarios, `mine` and `back`; `first` is a place of `First::ALL`. In place of chances so many throws from a seed. A duel of a
    /// scenario beside the present one has its column.
    Duel {
        first: usize,
        thrown: Option<(u64, u32)>,
        column: Option<usize>,
    },
    /// What each line of the rule text comes to.
    Margin,
    /// Whether the text's examples, presets and default scenarios come out.
    Examples,
    /// Reads the bundle of custom rules, with or without a base. The document is its text.
    Read {
        has_base: bool,
    },
    /// Some cells of a study, from that one on; each desk of a page asks its own.
    Study {
        from: usize,
        desk: usize,
    },
    /// Whether a shared case comes out.
    Check,
}

impl Kind {
    /// How urgent it is, and of several columns or desks which one.
    pub(crate) fn place(self) -> (u8, usize) {
        match self {
            Self::Floats => (0, 0),
            Self::Column(column) => (1, column),
            Self::Tally { .. } => (2, 0),
            Self::Why => (3, 0),
            Self::Exact => (4, 0),
            Self::ExactWhy => (5, 0),
            Self::Duel { thrown, column, .. } => {
                (6, column.map_or(usize::from(thrown.is_some()), |column| 2 + column))
            }
            Self::Read { .. } => (7, 0),
            Self::Margin => (7, 1),
            Self::Examples => (8, 0),
            Self::Study { desk, .. } => (9, desk),
            Self::Check => (10, 0),
        }
    }

    pub(crate) fn is_exact(self) -> bool {
        matches!(self, Self::Exact | Self::ExactWhy)
    }
}

/// What came of it.
#[derive(Serialize, Deserialize)]
pub(crate) enum Reply {
    Floats(Box<Summary>),
    Exact(Fractions),
    Why(Whys),
    Duel(DuelSummary),
    Margin(Vec<Mark>),
    Examples(Tried),
    /// The scenario is refused at a line of the rules.
    Refused(Fault),
    /// The compiled rules of a bundle, or what is wrong with it.
    Read(Result<Vec<u8>, Vec<Fault>>),
    Study(Slice),
    /// In what the case does not come out.
    Checked(Vec<String>),
    Wrong(Wrong),
}

impl Reply {
    /// The answer to a document in floats.
    pub(crate) fn floats(rules: &'static Ruleset, document: &Json) -> Self {
        let summary = summary::resolve(&custom_rules::game(rules), document);
        Self::of(summary.map(|summary| Self::Floats(Box::new(summary))))
    }

    pub(crate) fn of(reply: Result<Self, Vec<Problem>>) -> Self {
        reply.unwrap_or_else(|problems| Self::Wrong(Wrong::of(problems)))
    }
}

/// What is wrong, in one line, and where.
#[derive(Serialize, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) says: String,
    pub(crate) paths: Vec<String>,
}

impl Wrong {
    pub(crate) fn of(problems: Vec<Problem>) -> Self {
        let says = problem_text(&problems);
        Self { says, paths: problems.into_iter().map(|problem| problem.path).collect() }
    }

    /// There is nobody who could answer.
    pub(crate) fn lost() -> Self {
        Self { says: LOST.to_owned(), paths: Vec::new() }
    }
}

/// Who asks: in an article there may be several calculators, each with a scenario of its own.
pub(crate) type Asker = RwSignal<Arc<Now>>;
