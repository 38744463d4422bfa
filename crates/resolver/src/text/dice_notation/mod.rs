//! Dice as players write them, read in this language: `4d6kh3` is `best 3 of 4 times d6`, and `d20+5 vs AC 15`
//! is `d20+5 against 15`. A line in the language's own spelling stays as it is.

mod attack;
mod clauses;
mod phrases;
mod tokens;

use core::ops::Range;
use phrases::Phrase;
use tokens::{Token, find, tokens};

/// The characters of a line that are wrong, and a sentence.
pub(super) type Wrong = (Range<usize>, String);

/// A line of dice in this language's spelling.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) line: String,
    /// The characters of the line as written that each character of the reading was made from.
    pub(super) origin: Vec<Range<usize>>,
    /// Notes about a reading that may surprise.
    pub(super) notes: Vec<String>,
}

/// A line while it is read.
struct Line {
    tokens: Vec<Token>,
    notes: Vec<String>,
    is_changed: bool,
}

/// Limit of the replacements of one line.
const MOST_STEPS: usize = 200;

/// Reads a line. A notation that has no reading is refused with a remedy.
pub(super) fn read(written: &str) -> Result<Reading, Wrong> {
    let mut line = Line { tokens: tokens(written), notes: Vec::new(), is_changed: false };
    line.spell_dice();
    line.unwrap();
    line.replace(phrases::AROUND);
    line.unwrap();
    line.round_brackets();
    line.refuse(phrases::REFUSED)?;
    line.dice_of_faces();
    line.replace(phrases::DICE);
    line.refuse(phrases::LEFT)?;
    attack::read(&mut line)?;
    Ok(line.written(written))
}

impl Line {
    /// `2D6` and `2W6` have a small d here.
    fn spell_dice(&mut self) {
        for at in 0..self.tokens.len() {
            let behind = self
                .tokens
                .get(at + 1)
                .is_some_and(|next| !next.space && (next.number().is_some() || next.text == "%"));
            if let Some(token) = self.tokens.get_mut(at)
                && behind
                && matches!(&*token.text, "D" | "W" | "w")
            {
                token.text = "d".to_owned();
                self.is_changed = true;
            }
        }
    }

    fn refuse(&self, notations: &[(&str, &str)]) -> Result<(), Wrong> {
        let found = notations.iter().find_map(|(pattern, message)| {
            let (at, length, found) = find(&self.tokens, pattern)?;
            Some((self.range(at, length), found.expand(message)))
        });
        found.map_or(Ok(()), Err)
    }

    /// Takes brackets off the whole line, `[[2d6]]`, and functions, `P(2d6 >= 7)`.
    fn unwrap(&mut self) {
        loop {
            let (first, last) = match &*self.tokens {
                [first, .., last] => (first.text.clone(), last.text.clone()),
                _ => return,
            };
            let name =
                self.tokens.first().is_some_and(|token| phrases::FUNCTIONS.iter().any(|name| token.is(name)));
            let opens = self.tokens.get(1).is_some_and(|token| matches!(&*token.text, "(" | "["));
            if first == "[" && last == "]" && self.closes(0) {
                self.tokens.remove(0);
            } else if name && opens && self.closes(1) {
                self.tokens.drain(..2);
            } else {
                break;
            }
            self.tokens.pop();
            self.is_changed = true;
        }
    }

    /// Writes square brackets, single or double, as round ones.
    fn round_brackets(&mut self) {
        for (square, round) in [("[", "("), ("]", ")")] {
            while let Some(at) = self.tokens.iter().position(|token| token.text == square) {
                let is_double = self.tokens.get(at + 1).is_some_and(|next| next.text == square);
                self.put(at, 1 + usize::from(is_double), round);
            }
        }
    }

    /// True where the bracket at a place closes with the end of the line.
    fn closes(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        let close = (at..self.tokens.len()).find(|at| {
            match self.tokens.get(*at).map(|token| &*token.text) {
                Some("(" | "[") => depth += 1,
                Some(")" | "]") => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        close == Some(self.tokens.len().saturating_sub(1))
    }

    /// `d{1,1,2,3}`: a die with such faces.
    fn dice_of_faces(&mut self) {
        let is = |at: usize, sign: &str| self.tokens.get(at).is_some_and(|token| token.text == sign);
        let Some(begin) = (0..self.tokens.len()).find(|at| is(*at, "d") && is(at + 1, "{")) else { return };
        let Some(end) = (begin..self.tokens.len()).find(|at| is(*at, "}")) else { return };
        let mut faces: Vec<(i64, usize)> = Vec::new();
        for token in
            self.tokens.get(begin + 2..end).unwrap_or_default().iter().filter(|token| token.text != ",")
        {
            let Some(face) = token.number() else { return };
            match faces.iter_mut().find(|(known, _)| *known == face) {
                Some((_, many)) => *many += 1,
                None => faces.push((face, 1)),
            }
        }
        let faces: Vec<String> = faces.iter().map(|(face, many)| format!("{face}: {many}")).collect();
        let before = begin.checked_sub(1).and_then(|at| Some((at, self.tokens.get(at)?.number()?)));
        let (from, sum) = match before {
            Some((at, many)) if many > 1 => (at, format!("sum of {many} times ")),
            Some((at, _)) => (at, String::new()),
            None => (begin, String::new()),
        };
        self.put(from, end + 1 - from, &format!("{sum}pick({})", faces.join(", ")));
    }

    /// Replaces each notation by this language's spelling, in the order of the list.
    fn replace(&mut self, phrases: &[Phrase]) {
        let mut steps = 0;
        for phrase in phrases {
            while let Some((at, length, found)) = find(&self.tokens, phrase.pattern) {
                steps += 1;
                if length == 0 || steps > MOST_STEPS {
                    return;
                }
                self.put(at, length, &found.expand(phrase.ours));
                if !phrase.note.is_empty() {
                    self.note(found.expand(phrase.note));
                }
            }
        }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Puts a text in the place of some tokens.
    fn put(&mut self, at: usize, length: usize, text: &str) {
        let from = self.range(at, length);
        let space = self.tokens.get(at).is_some_and(|token| token.space);
        let mut new = made(text, &from);
        // Unspaced words would run into their neighbours.
        let is_word = |token: &Token| token.text.chars().all(char::is_alphanumeric);
        let touches = at.checked_sub(1).and_then(|at| self.tokens.get(at)).is_some_and(is_word);
        if let Some(first) = new.first_mut() {
            first.space = space || first.space || touches && is_word(first);
        }
        if let (Some(last), Some(next)) = (new.last(), self.tokens.get(at + length))
            && is_word(last)
            && is_word(next)
            && let Some(next) = self.tokens.get_mut(at + length)
        {
            next.space = true;
        }
        self.tokens.splice(at..at + length, new);
        self.is_changed = true;
    }

    /// The characters that some tokens were made from; the end of the line where there are none.
    fn range(&self, at: usize, length: usize) -> Range<usize> {
        span(self.tokens.get(at..at + length).unwrap_or_default())
    }

    /// The reading with the places of its characters.
    fn written(self, written: &str) -> Reading {
        if !self.is_changed {
            let origin = (0..written.chars().count()).map(|at| at..at + 1).collect();
            return Reading { line: written.to_owned(), origin, notes: self.notes };
        }
        let (mut line, mut origin) = (String::new(), Vec::new());
        for token in &self.tokens {
            if token.space && !line.is_empty() {
                line.push(' ');
                origin.push(token.from.start..token.from.start);
            }
            let is_own = token.text.chars().count() == token.from.len();
            for (at, letter) in token.text.chars().enumerate() {
                line.push(letter);
                let start = token.from.start + at;
                origin.push(if is_own { start..start + 1 } else { token.from.clone() });
            }
        }
        Reading { line, origin, notes: self.notes }
    }
}

/// Tokens of a text that was made from some characters.
fn made(text: &str, from: &Range<usize>) -> Vec<Token> {
    let mut made = tokens(text);
    made.iter_mut().for_each(|token| token.from = from.clone());
    made
}

/// The characters from the first to the last of some tokens.
fn span(tokens: &[Token]) -> Range<usize> {
    let start = tokens.iter().map(|token| token.from.start).min().unwrap_or_default();
    start..tokens.iter().map(|token| token.from.end).max().unwrap_or(start)
}

/// Tokens without a space in front.
fn tight(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(first) = tokens.first_mut() {
        first.space = false;
    }
    tokens
}

/// Tokens with a space in front.
fn spaced(mut tokens: Vec<Token>) -> Vec<Token> {
    if let Some(first) = tokens.first_mut() {
        first.space = true;
    }
    tokens
}
