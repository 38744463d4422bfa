//! A complete scenario with its rules and words: the input of all queries to a ruleset.

use super::interner;
use super::read::Presentation;
use super::words::RuleSentence;
use crate::json::Json;
use crate::log::FigureValue;
use crate::problem::Problem;
use tohit_compile::program::{Mode, Program, Word};
use tohit_engine::{Scenario, Value};
use tohit_odds::{Fraction, Number};
use tohit_syntax::diagnostics::Diagnostic;

/// A scenario without problems, ready to be run.
pub(crate) struct Query<'a, 's> {
    /// The ruleset's name in documents.
    pub(super) id: &'static str,
    /// The text of the rules.
    pub(super) text: &'a str,
    pub(super) presentation: &'a Presentation,
    pub(super) game: &'a Program,
    /// Index of the mode.
    pub(super) place: usize,
    pub(super) mode: &'a Mode,
    pub(super) scenario: &'a Scenario<'s>,
    /// The document's sections, complete.
    pub(super) sections: &'a Json,
}

impl Query<'_, '_> {
    /// The spelling of a word.
    pub(super) fn name(&self, word: Word) -> &'static str {
        interner::text(self.scenario.word(word))
    }

    /// The words' sentence about a line, a figure, a roll or an ending.
    pub(super) fn said(&self, name: &str) -> Option<&RuleSentence> {
        self.presentation.said.iter().find(|said| said.name == name)
    }

    /// Label of a name; without one, the name in words.
    pub(super) fn called(&self, name: &str) -> &'static str {
        interner::text(&self.said(name).map_or_else(|| name.replace('_', " "), RuleSentence::called))
    }

    /// A value as a figure of an answer; none of an absent value.
    pub(super) fn figure(&self, value: &Value) -> Option<FigureValue> {
        match value {
            Value::Number(number) => Some(figure_of_number(number)),
            Value::Flag(flag) => Some(FigureValue::Flag(*flag)),
            Value::Word(name) => Some(FigureValue::Word(self.name(*name))),
            Value::Mark(..) => Some(FigureValue::Word(interner::text(&self.scenario.format_value(value)))),
            _ => None,
        }
    }

    /// The engine's error as a problem, with its line in the text; without one, where no line is to blame.
    pub(super) fn stopped(&self, diagnostic: &Diagnostic) -> Vec<Problem> {
        if diagnostic.span == Default::default() {
            return vec![Problem::at("", diagnostic.message.clone())];
        }
        let line = self.game.line(diagnostic.span.start);
        vec![Problem::at("", format!("{} (line {line} of the rules)", diagnostic.message))]
    }
}

/// A number as a figure.
pub(super) fn figure_of_number(number: &Number) -> FigureValue {
    match number.whole() {
        Some(whole) => FigureValue::Int(whole),
        None => number.to_string().parse::<Fraction>().map_or(FigureValue::Int(0), FigureValue::Ratio),
    }
}
