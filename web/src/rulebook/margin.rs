//! The margin of the rules: the present figure of each line, and the examples that do not come out.

use crate::format;
use crate::story::shown;
use serde::{Deserialize, Serialize};
use tohit_resolver::text::{Comes, Present, Wrong};
use tohit_resolver::{Json, Problem, Ruleset};

/// The note beside a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(super) line: usize,
    pub(super) says: String,
    /// The same at length.
    pub(super) more: String,
    pub(super) is_used: bool,
}

/// The value of each line of a ruleset's text.
pub(crate) fn marks(rules: &'static Ruleset, document: &Json) -> Result<Vec<Mark>, Vec<Problem>> {
    Ok(rules.margin(document)?.into_iter().map(Mark::of).collect())
}

/// Something that is wrong with a text: line, column, message.
pub(super) type Fault = (usize, usize, String);

/// Examples of a text: how many there are, and what is wrong with those that do not come out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tried {
    pub(super) count: usize,
    pub(super) failing: Vec<Fault>,
}

/// Runs the examples of a ruleset's text.
pub(crate) fn tried(rules: &'static Ruleset) -> Tried {
    let (count, wrong) = rules.examples();
    let fault = |wrong: Wrong| {
        let note = if wrong.note.is_empty() { wrong.note } else { format!(" ({})", wrong.note) };
        (wrong.line, wrong.column, format!("{}{note}", wrong.message))
    };
    Tried { count, failing: wrong.into_iter().map(fault).collect() }
}

impl Mark {
    fn of(Present { line, reached, figure }: Present) -> Self {
        let share = format::percent(reached);
        let is_some = reached > 0.0 && reached < 1.0;
        let (says, mut more) = match figure {
            Comes::Nothing if reached == 0.0 => (String::new(), "not used here".to_owned()),
            Comes::Nothing if is_some => (share.clone(), String::new()),
            Comes::Nothing => (String::new(), String::new()),
            Comes::Is(figure) => (shown(&figure), String::new()),
            Comes::Between(least, most) => (
                format!("{} to {}", shown(&least), shown(&most)),
                "it is asked for different things".to_owned(),
            ),
            Comes::Average(mean, least, most) => {
                let most = most.map_or_else(|| "or more".to_owned(), |most| format!("to {}", shown(&most)));
                (format!("{} avg", format::number(mean)), format!("on average; {} {most}", shown(&least)))
            }
            Comes::Chance(chance) => (format::percent(chance), String::new()),
            Comes::Words(words) => {
                let word = |(word, chance): &(String, f64)| format!("{} {word}", format::percent(*chance));
                let says = match words.as_slice() {
                    [(only, _)] => only.clone(),
                    words => words.first().map_or_else(String::new, word),
                };
                (says, words.iter().map(word).collect::<Vec<_>>().join(", "))
            }
            Comes::Ends(ends, lost) => {
                let lost = lost
                    .map_or_else(String::new, |lost| format!(", {} lost on average", format::number(lost)));
                (format!("{} end", format::percent(ends)), format!("of all strikes end here{lost}"))
            }
        };
        if is_some {
            more = format!("{share} come here{}{more}", if more.is_empty() { "" } else { "; " });
        }
        Self { line, says, more, is_used: reached > 0.0 }
    }
}
