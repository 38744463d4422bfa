//! Sentences of the words about a throw: their text and slots, checked against the rules.

use super::TextProblem;
use super::words::GameWords;
use tohit_compile::program::{self as checked, Program};

/// A piece of a wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Slot(SlotFormat, &'a str, Option<&'a str>),
}

/// Format of a slot. With `:word` behind its name, the next wording is tried unless the value is that word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotFormat {
    /// `{name}`: the dice of a line, or its value where it is not rolled.
    Dice,
    /// `{=name}`: the value of a line, figure or field.
    Value,
    /// `{?name}`: the chance of the line's last question of yes or no, in per cent.
    Asked,
    /// `{+name}`: the sum of a line, or of the damage: each term with its sign and name, and the value.
    Sum,
    /// `{<name}`: the comparison of dice, or the chance, that decided a line or an ending.
    Decision,
    /// `{!name:word}`: nothing, a condition alone.
    Hidden,
}

/// Names in every trace: the ending, its damage, and the dice rolled for it.
pub(super) const END: &str = "*end";
pub(super) const LOST: &str = "*lost";
pub(super) const ROLLS: &str = "*rolls";

/// Splits a wording into its pieces.
pub(super) fn pieces(wording: &str) -> impl Iterator<Item = Piece<'_>> {
    wording.split_inclusive('}').flat_map(|part| {
        let (text, slot) = part.split_once('{').unwrap_or((part, ""));
        let slot = slot.strip_suffix('}').map(|slot| {
            let (how, slot) = match slot.split_at_checked(1) {
                Some(("=", name)) => (SlotFormat::Value, name),
                Some(("?", name)) => (SlotFormat::Asked, name),
                Some(("+", name)) => (SlotFormat::Sum, name),
                Some(("<", name)) => (SlotFormat::Decision, name),
                Some(("!", name)) => (SlotFormat::Hidden, name),
                _ => (SlotFormat::Dice, slot),
            };
            let (name, is) = slot.split_once(':').map_or((slot, None), |(name, is)| (name, Some(is)));
            Piece::Slot(how, name, is)
        });
        Some(Piece::Text(text)).filter(|_| !text.is_empty()).into_iter().chain(slot)
    })
}

/// Reports modes and names of sentences that the text lacks.
pub(super) fn check(rules: &Program, words: &GameWords, wrong: &mut Vec<TextProblem>) {
    for story in &words.stories {
        let is_mode = |name: &&str| story.modes.is_empty() || story.modes.iter().any(|mode| mode == name);
        let modes = || rules.modes.iter().filter(|mode| is_mode(&rules.word(mode.word)));
        if modes().next().is_none() {
            wrong.push(TextProblem::words(story.line, "no mode has this sentence".to_owned()));
        }
        for piece in story.wordings.iter().flat_map(|wording| pieces(wording)) {
            let Piece::Slot(how, name, _) = piece else { continue };
            let ends = |ending: &checked::Ending| rules.word(ending.word) == name;
            if how == SlotFormat::Decision && rules.endings.iter().any(ends) {
                continue;
            }
            let has = |mode: &checked::Mode| {
                mode.names.iter().any(|known| known == name)
                    || mode.figures.iter().any(|figure| figure.name == name)
            };
            if ![END, LOST, ROLLS].contains(&name) && !name.contains('.') && !modes().any(has) {
                wrong.push(TextProblem::words(story.line, format!("there is no line or figure `{name}`")));
            }
        }
    }
}
