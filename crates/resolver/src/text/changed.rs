//! A ruleset with a changed text: keeps the words that still fit the rules.

use super::{Bundle, Files, Ruleset, RulesetFile, TextProblem, interner};
use crate::about::AboutRules;
use crate::preset::Library;
use tohit_compile::program::Program;

/// Number of rounds in which words that no longer fit are removed; later problems are reported.
const ROUNDS: usize = 4;

impl Ruleset {
    /// The game with other texts. Presets and words of the original replace missing ones, words as far as
    /// they fit: a field removed from the rules needs no change of the words. The description notes that the
    /// rules are changed.
    ///
    /// # Errors
    /// All problems of the texts.
    pub(super) fn changed(
        &self,
        id: &str,
        bundle: &Bundle,
        compiled: Option<&Program>,
    ) -> Result<Self, Vec<TextProblem>> {
        let Files { words, presets, .. } = self.files();
        let has_words = !bundle.words.is_empty();
        let mut words = if has_words { bundle.words.clone() } else { words.clone().into_owned() };
        let presets =
            if bundle.presets.is_empty() { presets.clone() } else { Library::fetched(&bundle.presets) };
        let mut round = if has_words { ROUNDS } else { 0 };
        let mut made = loop {
            round += 1;
            match Self::read_compiled(id, &bundle.rules, &[&words], presets.clone(), compiled.cloned()) {
                Err(wrong) if round < ROUNDS && wrong.iter().all(|one| one.file == RulesetFile::Words) => {
                    words = without(&words, &wrong);
                }
                read => break read?,
            }
        };
        made.say(|about| AboutRules {
            name: interner::text(&format!("{}, rules changed", about.name)),
            document: interner::text(&format!("changed rules, which began as {}", about.document)),
            ..*about
        });
        Ok(made)
    }

    /// Title of a rule text.
    #[must_use]
    pub fn title(text: &str) -> &str {
        let mut lines = text.lines().filter(|line| line.starts_with("rules "));
        lines.next().and_then(|line| line.split('"').nth(1)).unwrap_or_default()
    }
}

/// Words without the statements at these lines.
fn without(words: &str, wrong: &[TextProblem]) -> String {
    let lines: Vec<&str> = words.lines().collect();
    let is_below = |line: &&str| line.starts_with([' ', '\t']);
    let mut left: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        let below = lines.iter().skip(at + 1).take_while(|line| is_below(line)).count();
        let is_wrong = wrong.iter().any(|one| (at + 1..at + below + 2).contains(&one.line));
        if is_wrong {
            // Blank lines keep the line numbers of the rest.
            left.extend(core::iter::repeat_n("", below + 1));
        } else {
            left.push(first);
            left.extend(lines.iter().skip(at + 1).take(below));
        }
        at += below + 1;
    }
    left.join("\n")
}
