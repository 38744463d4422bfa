//! A ruleset with another text: what becomes of its words when a person changes the rules.

use super::{File, Files, Ruleset, Wrong, interner};
use crate::about::AboutRules;

/// Words that no longer fit are left out so often; later problems are reported.
const ROUNDS: usize = 4;

impl Ruleset {
    /// The same game with another text. Its presets stay, and its words as far as they fit: whoever takes a field away must not change a second file before.
    /// It says of itself that its rules are changed.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn changed(&self, id: &str, text: &str) -> Result<Self, Vec<Wrong>> {
        let Files { words, presets, .. } = self.files();
        let mut words = words.clone().into_owned();
        let mut round = 0;
        let mut made = loop {
            round += 1;
            match Self::read(id, text, &[&words], presets.clone()) {
                Err(wrong) if round < ROUNDS && wrong.iter().all(|one| one.file == File::Words) => {
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

    /// What the text calls its game.
    #[must_use]
    pub fn title(text: &str) -> &str {
        let mut lines = text.lines().filter(|line| line.starts_with("rules "));
        lines.next().and_then(|line| line.split('"').nth(1)).unwrap_or_default()
    }
}

/// Words without the statements of these lines.
fn without(words: &str, wrong: &[Wrong]) -> String {
    let lines: Vec<&str> = words.lines().collect();
    let is_below = |line: &&str| line.starts_with([' ', '\t']);
    let mut left: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        let below = lines.iter().skip(at + 1).take_while(|line| is_below(line)).count();
        let is_wrong = wrong.iter().any(|one| (at + 1..at + below + 2).contains(&one.line));
        if is_wrong {
            // The others keep their lines.
            left.extend(core::iter::repeat_n("", below + 1));
        } else {
            left.push(first);
            left.extend(lines.iter().skip(at + 1).take(below));
        }
        at += below + 1;
    }
    left.join("\n")
}
