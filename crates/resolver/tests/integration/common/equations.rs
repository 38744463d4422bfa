//! Reader of sums and comparisons in the sentences of a throw.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests fail by panicking"
)]

use tohit_resolver::Fraction;

/// Sums and comparisons of a sentence, all true.
#[derive(Debug, Default)]
pub struct Checked {
    /// Number of sums with their totals.
    pub sums: usize,
    /// Both sides of a comparison, where both are numbers, and whether even sides succeed, where the words
    /// say so.
    pub compared: Option<(Fraction, Fraction, Option<bool>)>,
    /// Value of the sentence's first side.
    pub value: Option<Fraction>,
}

/// Words between the sides of a comparison, and whether even sides succeed.
const COMPARISONS: [(&str, Option<bool>); 3] =
    [(" against ", None), (" must be above ", Some(false)), (" must be at least ", Some(true))];

/// Reads a sentence such as `1d20 [9] + 6 strength = 15 against 15: hit`.
///
/// # Errors
/// A sum that is not true, or not readable.
pub fn read(sentence: &str) -> Result<Checked, String> {
    let mut checked = Checked::default();
    // Behind a colon stands the ending; behind `, and` what else the roll could have done.
    let said = sentence.rsplit_once(": ").map_or(sentence, |(said, _)| said);
    let said = said.split_once(", and ").map_or(said, |(said, _)| said);
    let mut sides = Vec::new();
    let (between, even) =
        COMPARISONS.into_iter().find(|(words, _)| said.contains(words)).unwrap_or(COMPARISONS[0]);
    for side in said.split(between) {
        // Words in front of the first number say what it is.
        let begins = side.find(|c: char| c.is_ascii_digit() || matches!(c, '(' | '\u{2212}'));
        let begins = begins.map(|at| if side[..at].ends_with('-') { at - 1 } else { at });
        let begins = begins.into_iter().chain(side.find("open ")).min();
        let side = begins.map_or(side, |at| &side[at..]);
        let equation = side.rsplit_once(" = ");
        let mut reader = Reader { rest: equation.map_or(side, |(sum, _)| sum) };
        match (reader.all(), equation) {
            (Ok(value), Some((_, total))) => {
                let total = Reader { rest: total }.number().ok_or(format!("no total in {side}"))?;
                if value != total {
                    return Err(format!("{side} comes to {value}"));
                }
                checked.sums += 1;
                sides.push(Some(value));
            }
            (Err(why), Some(_)) => return Err(why),
            (Ok(value), None) => {
                let is_long = side.contains(['+', '\u{d7}', '\u{f7}']) || side.contains(" \u{2212} ");
                if is_long {
                    return Err(format!("{side} has no total"));
                }
                sides.push(Some(value));
            }
            (Err(why), None) if side.contains(['+', '\u{d7}', '\u{f7}']) => return Err(why),
            (Err(_), None) => sides.push(None),
        }
    }
    match sides.as_slice() {
        [Some(ours), Some(theirs)] if !said.contains("a chance of") => {
            checked.compared = Some((ours.clone(), theirs.clone(), even))
        }
        [None, Some(_)] | [Some(_), None]
            if !said.contains("a chance of") && said.contains(|c: char| c.is_ascii_digit()) =>
        {
            return Err(format!("{said} does not compare two numbers"));
        }
        _ => {}
    }
    checked.value = sides.into_iter().next().flatten();
    Ok(checked)
}

/// Recursive descent over a sum.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn takes(&mut self, sign: &str) -> bool {
        let taken = self.rest.trim_start().strip_prefix(sign);
        if let Some(rest) = taken {
            self.rest = rest;
        }
        taken.is_some()
    }

    fn all(&mut self) -> Result<Fraction, String> {
        let whole = self.rest;
        let value = self.chain()?;
        if self.rest.trim().is_empty() {
            Ok(value)
        } else {
            Err(format!("{:?} of {whole:?} is no sum", self.rest))
        }
    }

    /// A sum with its roundings and limits.
    fn chain(&mut self) -> Result<Fraction, String> {
        let mut value = self.sum()?;
        while self.takes(", ") {
            value = if self.takes("rounded down") {
                value.floor()
            } else if self.takes("rounded up") {
                let zero = Fraction::default();
                &zero - &(&zero - &value).floor()
            } else if self.takes("at least") {
                value.max(self.factor()?)
            } else if self.takes("at most") {
                value.min(self.factor()?)
            } else {
                return Err(format!("{:?} is neither a rounding nor a limit", self.rest));
            };
        }
        Ok(value)
    }

    fn sum(&mut self) -> Result<Fraction, String> {
        let mut value =
            if self.takes("\u{2212}") { &Fraction::default() - &self.product()? } else { self.product()? };
        loop {
            if self.takes("+") {
                value = &value + &self.product()?;
            } else if self.takes("\u{2212}") {
                value = &value - &self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Fraction, String> {
        let mut value = self.factor()?;
        loop {
            if self.takes("\u{d7}") {
                value = &value * &self.factor()?;
            } else if self.takes("\u{f7}") {
                value = &value / &self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    /// A number, dice or brackets, and a name.
    fn factor(&mut self) -> Result<Fraction, String> {
        let value = if self.takes("(") {
            let inside = self.rest;
            let value = match self.dice_group() {
                Some(value) => value,
                None => {
                    self.rest = inside;
                    self.chain()?
                }
            };
            if !self.takes(")") {
                return Err(format!("no bracket closes before {:?}", self.rest));
            }
            value
        } else {
            let begin = self.rest;
            match self.dice() {
                Some(value) => value,
                None => {
                    self.rest = begin;
                    self.number().ok_or_else(|| format!("{begin:?} does not begin with a number"))?
                }
            }
        };
        self.name();
        Ok(value)
    }

    /// Several rolls and what they come to: `1d6 [3], 1d8 [5] → 5`.
    fn dice_group(&mut self) -> Option<Fraction> {
        let mut value = self.roll()?;
        let mut rolls = 1;
        while self.takes(", ") {
            value = self.roll()?;
            rolls += 1;
        }
        // The last dice may have read the arrow.
        if self.takes("\u{2192}") {
            value = self.number()?;
        }
        (rolls > 1 && self.rest.starts_with(')')).then_some(value)
    }

    /// Dice, or a number that was drawn.
    fn roll(&mut self) -> Option<Fraction> {
        let begin = self.rest;
        self.dice().or_else(|| {
            self.rest = begin;
            self.number()
        })
    }

    /// Dice: their kind, their faces, and what they come to where that is not the sum.
    fn dice(&mut self) -> Option<Fraction> {
        let is_open = self.takes("open ");
        let (count, low, high) = match self.number() {
            Some(count) if self.rest.starts_with('d') => {
                self.rest = self.rest.get(1..)?;
                (Some(count), Fraction::from(1), self.number()?)
            }
            Some(low) if self.rest.starts_with(" to ") => {
                self.rest = self.rest.strip_prefix(" to ")?;
                (None, low, self.number()?)
            }
            _ => return None,
        };
        let mut faces = Vec::new();
        while self.takes("[") {
            faces.push(self.number()?);
            self.takes("]").then_some(())?;
        }
        let sum = faces.iter().fold(Fraction::default(), |sum, face| &sum + face);
        let begin = self.rest;
        if self.takes("\u{2192}") {
            return self.number();
        }
        self.rest = begin;
        let fits = faces.iter().all(|face| (&low..=&high).contains(&face));
        let is_full =
            count.is_none_or(|count| is_open || count <= Fraction::from(i64::try_from(faces.len()).unwrap()));
        (fits && is_full && !faces.is_empty()).then_some(sum)
    }

    /// A number: `12`, `-3`, `1.5`, `1/3`.
    fn number(&mut self) -> Option<Fraction> {
        let text = self.rest.trim_start();
        let unsigned = text.strip_prefix(['-', '\u{2212}']);
        let digits = unsigned.unwrap_or(text);
        let end =
            digits.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '/')).unwrap_or(digits.len());
        let (number, rest) = digits.split_at(end);
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let mut value: Fraction = whole.parse().ok()?;
        if !part.is_empty() {
            let under = format!("1{}", "0".repeat(part.len()));
            value = &value + &format!("{part}/{under}").parse().ok()?;
        }
        self.rest = rest;
        Some(if unsigned.is_some() { &Fraction::default() - &value } else { value })
    }

    /// A name, which has no sign of arithmetic.
    fn name(&mut self) {
        let end = self.rest.find(['+', '\u{2212}', '\u{d7}', '\u{f7}', '(', ')', ',', '=', '[', '\u{2192}']);
        let (_, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
    }
}

#[test]
fn sums_are_checked() {
    let value = |text: &str| read(text).unwrap().value.unwrap().to_string();
    assert_eq!(value("1d4 [4] + 3 strength + 2 skill = 9"), "9");
    assert_eq!(value("(2d6 [3] [4] + 1 plus) \u{d7} 3 \u{f7} 2, rounded down = 12"), "12");
    assert_eq!(value("1d4 [1] \u{2212} 3 armour, at least 0 = 0"), "0");
    assert_eq!(value("open 2d6 [6] [2] [3] \u{2192} 10 + 1 = 11"), "11");
    assert_eq!(value("(1d6 [3], 1d8 [5] \u{2192} 5) die + 1 = 6"), "6");
    assert_eq!(value("1d8 [5]"), "5");
    let read = |text: &str| read(text).map(|checked| checked.compared.map(|(a, b, _)| format!("{a} {b}")));
    assert_eq!(read("1d20 [9] + 6 = 15 against 15: hit"), Ok(Some("15 15".to_owned())));
    assert_eq!(read("skill 150 against armour class 130, a chance of 35.0 %: hit"), Ok(None));
    for wrong in [
        "1d4 [4] + 3 strength = 9",
        "1d4 [4] + 3 strength",
        "1d4 [5] + 3 strength = 8",
        "base 10, of which 11 = 3",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
