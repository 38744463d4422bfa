//! The margin of the rules: the present figure of each line, and the failing examples.

use crate::model::story::shown;
use serde::{Deserialize, Serialize};
use std::fmt;
use tohit_report::format;
use tohit_resolver::text::{MarginEntry, MarginValue, RulesetFile, TextProblem};
use tohit_resolver::{Json, Problem, Ruleset};

/// The note beside a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MarginMark {
    pub(crate) line: usize,
    pub(crate) says: String,
    /// The long text.
    pub(crate) more: String,
    pub(crate) is_used: bool,
}

/// The notes beside the lines of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarginMarks {
    /// The rules that they belong to. Their text may come later.
    rules: Option<&'static Ruleset>,
    marks: Vec<MarginMark>,
}

impl MarginMarks {
    pub(crate) fn new(rules: &'static Ruleset, marks: Vec<MarginMark>) -> Self {
        Self { rules: Some(rules), marks }
    }

    /// The note beside a line; none where the line has another text by now.
    pub(crate) fn of(&self, number: usize, text: &str) -> Option<MarginMark> {
        let line = self.rules?.source().lines().nth(number.checked_sub(1)?);
        let is_same = line == Some(text);
        let place = self.marks.binary_search_by_key(&number, |mark| mark.line).ok()?;
        self.marks.get(place).filter(|_| is_same).cloned()
    }
}

/// The value of each line of a ruleset's text.
pub(crate) fn marks(rules: &'static Ruleset, document: &Json) -> Result<Vec<MarginMark>, Vec<Problem>> {
    Ok(rules.margin(document)?.into_iter().map(MarginMark::of).collect())
}

/// A part of a game's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    #[default]
    Rules,
    Words,
    Presets,
}

impl Part {
    pub(crate) const ALL: [Self; 3] = [Self::Rules, Self::Words, Self::Presets];

    pub(crate) const fn file(self) -> RulesetFile {
        match self {
            Self::Rules => RulesetFile::Rules,
            Self::Words => RulesetFile::Words,
            Self::Presets => RulesetFile::Presets,
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Rules => "Rules",
            Self::Words => "Words",
            Self::Presets => "Presets",
        }
    }
}

/// An error in a text, at its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fault {
    pub(crate) part: Part,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) says: String,
    /// True for a warning, which keeps nothing from being played.
    pub(crate) is_warning: bool,
}

impl Fault {
    pub(crate) fn of(wrong: TextProblem) -> Self {
        let note = if wrong.note.is_empty() { wrong.note } else { format!(" (with {})", wrong.note) };
        let part = Part::ALL.into_iter().find(|part| part.file() == wrong.file).unwrap_or_default();
        let says = format!("{}{note}", wrong.message);
        Self { part, line: wrong.line, column: wrong.column, says, is_warning: false }
    }

    /// Label of the place.
    pub(crate) fn place(&self) -> String {
        match self.part {
            Part::Rules => format!("Line {}", self.line),
            part => format!("{}, line {}", part.label(), self.line),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.says)
    }
}

/// Check of a valid text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tried {
    /// Number of examples.
    pub(crate) count: usize,
    /// Examples that fail.
    pub(crate) failing: Vec<Fault>,
    /// Presets that do not fit, and default scenarios that are refused; then warnings.
    pub(crate) wrong: Vec<Fault>,
}

/// Runs the examples of a text, tries its presets, and plays its default scenarios.
pub(crate) fn tried(rules: &'static Ruleset) -> Tried {
    let (count, failing) = rules.examples();
    let all = |wrong: Vec<TextProblem>| wrong.into_iter().map(Fault::of).collect::<Vec<_>>();
    let played = rules.play();
    let mut wrong = all([rules.wrong_presets(), rules.wrong_fights(), played.wrong].concat());
    let warnings = all([played.doubtful, played.dead].concat());
    wrong.extend(warnings.into_iter().map(|fault| Fault { is_warning: true, ..fault }));
    Tried { count, failing: all(failing), wrong }
}

impl MarginMark {
    fn of(MarginEntry { line, reached, figure }: MarginEntry) -> Self {
        let share = format::percent(reached);
        let is_some = reached > 0.0 && reached < 1.0;
        let (says, mut more) = match figure {
            MarginValue::Nothing if reached == 0.0 => (String::new(), "not used here".to_owned()),
            MarginValue::Nothing if is_some => (share.clone(), String::new()),
            MarginValue::Nothing => (String::new(), String::new()),
            MarginValue::Is(figure) => (shown(&figure), String::new()),
            MarginValue::Between(least, most) => (
                format!("{} to {}", shown(&least), shown(&most)),
                "it is asked for different things".to_owned(),
            ),
            MarginValue::Average(mean, least, most) => {
                let most = most.map_or_else(|| "or more".to_owned(), |most| format!("to {}", shown(&most)));
                (format!("{} avg", format::number(mean)), format!("on average; {} {most}", shown(&least)))
            }
            MarginValue::Chance(chance) => (format::percent(chance), String::new()),
            MarginValue::Words(words) => {
                let word = |(word, chance): &(String, f64)| format!("{} {word}", format::percent(*chance));
                let says = match words.as_slice() {
                    [(only, _)] => only.clone(),
                    words => words.first().map_or_else(String::new, word),
                };
                (says, words.iter().map(word).collect::<Vec<_>>().join(", "))
            }
            MarginValue::Ends(ends, lost) => {
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
