//! A line of dice as a rule text: `2d6 + 3`, or `1d20+5 against 15, 2d6+3`, where `vs` means `against`. The
//! notations of players are read first: `dice_notation`.

use super::dice_notation::{Reading, read};
use core::ops::Range;

/// The rule text of a line of dice, and the places in the line of what it was made from.
///
/// ```
/// let line = tohit_resolver::text::DiceLine::parse("1d20+5 against 15, 2d6+3").unwrap();
/// let rules = tohit_resolver::Ruleset::read("odds", line.rules(), &[], tohit_resolver::Library::fetched("")).unwrap();
/// let answer = rules.resolve::<tohit_resolver::Fraction>(&tohit_resolver::Json::object([])).unwrap();
/// assert_eq!(answer.hit.unwrap().to_string(), "11/20");
/// ```
#[derive(Clone, Debug)]
pub struct DiceLine {
    rules: String,
    /// Parts of the line: the line in the text, the column where the part begins, and its range of characters
    /// in the line of dice.
    parts: Vec<(usize, usize, Range<usize>)>,
    /// The line in this language's spelling, with its places in the line as written.
    reading: Reading,
    is_read: bool,
}

impl DiceLine {
    /// The rule text. Its title is the line in this language's spelling.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The line in this language's spelling, where it was written otherwise.
    #[must_use]
    pub fn read_as(&self) -> Option<&str> {
        self.is_read.then(|| self.reading.line.trim())
    }

    /// Notes about a reading that may surprise; often none.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.reading.notes
    }

    /// Reads `dice` or `roll against target, damage`, in the notations of players too.
    ///
    /// # Errors
    /// The wrong characters of the line, and a sentence.
    pub fn parse(line: &str) -> Result<Self, (Range<usize>, String)> {
        let reading = read(line)?;
        let origin = reading.origin.clone();
        Self::of(reading, line).map_err(|(place, message)| (written(&origin, &place), message))
    }

    /// The rules of a line in this language's spelling.
    fn of(reading: Reading, written: &str) -> Result<Self, (Range<usize>, String)> {
        let is_read = reading.line.trim() != written.trim();
        let line = &*reading.line.clone();
        let strange = line.chars().position(|c| matches!(c, ';' | '#' | '[' | '"') || c.is_control());
        if let Some(at) = strange {
            return Err((
                at..at + 1,
                "a line of dice has no such sign; write dice, numbers and + - * /".to_owned(),
            ));
        }
        let letters: Vec<char> = line.chars().collect();
        let begin = |endings: &str| Self {
            rules: format!("rules 1 \"{}\"\nendings\n{endings}strike\n", line.trim()),
            parts: Vec::new(),
            reading,
            is_read,
        };
        let commas = outer(&letters, |rest| rest.first() == Some(&','));
        let Some((against, target)) = against(&letters) else {
            if let Some(comma) = commas.first() {
                let message =
                    "behind a comma stands damage, and before it a target: 1d20+5 against 15, 2d6+3";
                return Err((*comma..*comma + 1, message.to_owned()));
            }
            let show = if is_condition(&letters) { "  show value = " } else { "  show total = " };
            let mut text = begin("  hit: rolled\n");
            text.say(&letters, &[show, "\n  end rolled\n"], core::slice::from_ref(&(0..letters.len())))?;
            return Ok(text);
        };
        let mut text = begin("  miss: miss\n  hit: hit\n");
        if let Some(second) = commas.get(1) {
            return Err((
                *second..*second + 1,
                "one comma is enough: roll against target, damage".to_owned(),
            ));
        }
        match commas.first() {
            Some(comma) if *comma > target => text.say(
                &letters,
                &[
                    "  rolled = ",
                    "\n  target = ",
                    "\n  harm = ",
                    "\n  end miss if rolled < target\n  end hit lose harm\n",
                ],
                &[0..against, target..*comma, comma + 1..letters.len()],
            )?,
            Some(comma) => {
                return Err((
                    *comma..*comma + 1,
                    "damage stands last: roll against target, damage".to_owned(),
                ));
            }
            None => text.say(
                &letters,
                &["  rolled = ", "\n  target = ", "\n  end miss if rolled < target\n  end hit\n"],
                &[0..against, target..letters.len()],
            )?,
        }
        Ok(text)
    }

    /// Adds lines of a strike: parts of the line, between these.
    fn say(
        &mut self,
        letters: &[char],
        between: &[&str],
        parts: &[Range<usize>],
    ) -> Result<(), (Range<usize>, String)> {
        for (place, text) in between.iter().enumerate() {
            self.rules += text;
            let Some(part) = parts.get(place) else { continue };
            let written: String = letters.get(part.clone()).unwrap_or_default().iter().collect();
            if written.trim().is_empty() {
                return Err((
                    part.clone(),
                    "something is missing here: roll against target, damage".to_owned(),
                ));
            }
            let before = self.rules.rsplit('\n').next().map_or(0, |line| line.chars().count());
            self.parts.push((self.rules.matches('\n').count() + 1, before + 1, part.clone()));
            self.rules += &written;
        }
        Ok(())
    }

    /// The characters of the line as written at an error of the rules, given by line and column, from 1, and
    /// length.
    #[must_use]
    pub fn place(&self, line: usize, column: usize, length: usize) -> Range<usize> {
        written(&self.reading.origin, &self.place_in_reading(line, column, length))
    }

    fn place_in_reading(&self, line: usize, column: usize, length: usize) -> Range<usize> {
        let mut own = self.parts.iter().filter(|(own, begins, _)| (*own, *begins) <= (line, column));
        let Some((own, begins, part)) = own.next_back().or_else(|| self.parts.first()) else { return 0..0 };
        if *own != line {
            return part.clone();
        }
        let start = (part.start + column.saturating_sub(*begins)).min(part.end);
        start..(start + length.max(1)).min(part.end).max(start)
    }
}

/// The characters as written behind some characters of a reading.
fn written(origin: &[Range<usize>], place: &Range<usize>) -> Range<usize> {
    let some = origin.get(place.start.min(origin.len())..place.end.min(origin.len())).unwrap_or_default();
    let end = origin.last().map_or(0, |last| last.end);
    let start = some.iter().map(|range| range.start).min().unwrap_or(end);
    start..some.iter().map(|range| range.end).max().unwrap_or(start)
}

/// Words between a roll and its target.
const AGAINST: [&str; 3] = ["against", "versus", "vs"];

/// The word between a roll and its target: where it begins and ends.
fn against(letters: &[char]) -> Option<(usize, usize)> {
    let is_part = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphanumeric());
    let begins = |word: &str, rest: &[char]| word.chars().eq(rest.iter().copied().take(word.len()));
    let word = |at: usize| {
        let rest = letters.get(at..).unwrap_or_default();
        let ends = AGAINST.into_iter().find(|word| begins(word, rest)).map(|word| at + word.len())?;
        (!is_part(at.checked_sub(1)) && !is_part(Some(ends))).then_some((at, ends))
    };
    outer(letters, |_| true).into_iter().find_map(word)
}

/// True for a line that compares or asks for a chance: its value is yes or no. `x if c else y` has another.
fn is_condition(letters: &[char]) -> bool {
    let has =
        |sign: fn(char) -> bool| !outer(letters, |rest| rest.first().copied().is_some_and(sign)).is_empty();
    let line: String = letters.iter().collect();
    let is_word = |word: &&str| matches!(*word, "and" | "or" | "not" | "chance" | "if");
    let words = line.split(|c: char| !c.is_alphanumeric()).find(is_word);
    words != Some("if") && (words.is_some() || has(|sign| matches!(sign, '<' | '>' | '=' | '≤' | '≥' | '≠')))
}

/// Positions outside of brackets where a predicate holds.
fn outer(letters: &[char], stands: impl Fn(&[char]) -> bool) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && letters.get(at..).is_some_and(&stands) => found.push(at),
            _ => {}
        }
    }
    found
}
