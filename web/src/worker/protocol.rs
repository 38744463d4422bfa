//! Messages between page and worker: requests by kind, and replies.

use crate::model::custom_rules;
use crate::model::margin::{Fault, MarginMark, Tried};
use crate::model::scenario::Now;
use crate::model::study_cells::Slice;
use crate::model::why::Whys;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_report::summary::{self, Fractions, Summary};
use tohit_resolver::problem_text;
use tohit_resolver::{Json, Problem, Ruleset};

/// The message where the second program file cannot be fetched.
pub(crate) const LOST: &str = "a part of the program did not arrive";

/// Kind of a request, the most urgent first. A later request replaces an earlier one of its kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    Floats,
    /// Floats of a compared scenario.
    Column(usize),
    /// `throws` simulated throws from a seed; also of whole turns and fights, where there are any.
    Tally {
        seed: u64,
        throws: u32,
        turn: bool,
        fight: bool,
    },
    /// Reasons of a strike's result.
    Why,
    Exact,
    /// Exact reasons.
    ExactWhy,
    /// Winner of two scenarios, `mine` and `back`; `first` is an index of `First::ALL`. `thrown` simulates: a
    /// seed and a number of throws. `column` is a compared scenario's.
    Duel {
        first: usize,
        thrown: Option<(u64, u32)>,
        column: Option<usize>,
    },
    /// Value of each line of the rule text.
    Margin,
    /// Check of a text's examples, presets and default scenarios.
    Examples,
    /// Reads the bundle of custom rules, with or without a base. The document is its text.
    Read {
        has_base: bool,
    },
    /// Cells of a study, beginning at `from`; each desk has its own.
    Study {
        from: usize,
        desk: usize,
    },
}

impl Kind {
    /// Urgency, and the column or desk among several.
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
        }
    }

    pub(crate) fn is_exact(self) -> bool {
        matches!(self, Self::Exact | Self::ExactWhy)
    }
}

/// The result.
#[derive(Serialize, Deserialize)]
pub(crate) enum Reply {
    Floats(Box<Summary>),
    Exact(Fractions),
    Why(Whys),
    Duel(DuelSummary),
    Margin(Vec<MarginMark>),
    Examples(Tried),
    /// The scenario is refused at a line of the rules.
    Refused(Fault),
    /// The compiled rules of a bundle, or its errors.
    Read(Result<Vec<u8>, Vec<Fault>>),
    Study(Slice),
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

/// Problems in one line, and their paths.
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

    /// The program is missing.
    pub(crate) fn lost() -> Self {
        Self { says: LOST.to_owned(), paths: Vec::new() }
    }
}

/// Key of a requester: an article may have several calculators, each with its scenario.
pub(crate) type Asker = RwSignal<Arc<Now>>;
