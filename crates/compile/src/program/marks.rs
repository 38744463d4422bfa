//! Marks: figures such as 18/50, a whole number and a second part that counts up to the next.

use serde::{Deserialize, Serialize};

/// A mark: the whole number, and its second part.
pub type Mark = (i64, i64);

/// Step between marks of a number with second parts.
const STEP: i64 = 10;

/// The marks of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks {
    /// The least.
    pub low: Mark,
    /// The most.
    pub high: Mark,
    /// The numbers that have second parts, in order, each with its greatest part.
    parts: Vec<Mark>,
}

impl Marks {
    /// The marks of a range. A number has second parts where an end of the range has one or a key of a table
    /// does; `named` are the marks of these keys.
    #[must_use]
    pub fn new(low: Mark, high: Mark, named: &[Mark]) -> Self {
        let mut parts: Vec<Mark> = Vec::new();
        for (number, part) in named.iter().copied().chain([low]) {
            if part > 0 && (low.0..high.0).contains(&number) {
                match parts.binary_search_by_key(&number, |(known, _)| *known) {
                    Err(place) => parts.insert(place, (number, part)),
                    Ok(place) => {
                        if let Some((_, most)) = parts.get_mut(place) {
                            *most = part.max(*most);
                        }
                    }
                }
            }
        }
        // The end of the range alone limits the parts of its last number.
        parts.extend(Some(high).filter(|(_, part)| *part > 0));
        Self { low, high, parts }
    }

    /// The greatest second part of a number, if it has any.
    #[must_use]
    pub fn greatest_part(&self, number: i64) -> Option<i64> {
        self.parts.iter().find(|(known, _)| *known == number).map(|(_, most)| *most)
    }

    /// True where a player can enter the mark.
    #[must_use]
    pub fn holds(&self, mark: Mark) -> bool {
        (self.low..=self.high).contains(&mark)
            && (0..=self.greatest_part(mark.0).unwrap_or(0)).contains(&mark.1)
    }

    /// Parses `17` or `18/50`. A second part has two digits at least: 18/5 could be 18/05 or 18/50.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Mark> {
        let mark = match text.split_once('/') {
            Some((number, part)) if part.len() >= 2 => {
                let number = digits(number)?;
                // The last number may have a part of 00 even where it has no parts.
                let has_parts = number == self.high.0 || self.greatest_part(number).is_some();
                (number, digits(part).filter(|_| has_parts)?)
            }
            Some(_) => return None,
            None => (digits(text)?, 0),
        };
        self.holds(mark).then_some(mark)
    }

    /// Canonical text of a mark: a second part of 0 is not written.
    #[must_use]
    pub fn written((number, part): Mark) -> String {
        if part == 0 { number.to_string() } else { format!("{number}/{part:02}") }
    }

    /// Description of the marks that a player can enter.
    #[must_use]
    pub fn allowed(&self) -> String {
        let parts = |(number, most): &Mark| format!("\"{number}/01\" to \"{number}/{most:02}\"");
        let parts: Vec<String> = self.parts.iter().map(parts).collect();
        if self.low.0 == self.high.0 {
            return format!("\"{}\" to \"{}\"", Self::written(self.low), Self::written(self.high));
        }
        let numbers = format!("{} to {}", self.low.0, self.high.0);
        if parts.is_empty() { numbers } else { format!("{numbers}, or {}", parts.join(", or ")) }
    }

    /// The next mark upwards, if there is one: 17, 18, 18/10, and 19 behind the greatest part of 18.
    #[must_use]
    pub fn above(&self, (number, part): Mark) -> Option<Mark> {
        let next = (part / STEP + 1).saturating_mul(STEP);
        let has_next = self.greatest_part(number).is_some_and(|most| next <= most);
        let above = if has_next { (number, next) } else { (number.checked_add(1)?, 0) };
        Some(above).filter(|mark| self.holds(*mark))
    }

    /// The next mark downwards, if there is one.
    #[must_use]
    pub fn below(&self, (number, part): Mark) -> Option<Mark> {
        let below = if part > 0 {
            (number, (part - 1) / STEP * STEP)
        } else {
            let number = number.checked_sub(1)?;
            (number, self.greatest_part(number).unwrap_or(0) / STEP * STEP)
        };
        Some(below).filter(|mark| self.holds(*mark))
    }
}

/// A number in plain digits.
fn digits(text: &str) -> Option<i64> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_says_how_far_its_last_number_goes() {
        let marks = Marks::new((3, 0), (18, 999), &[(18, 220), (18, 9)]);
        let of = |text: &str| marks.read(text).map(Marks::written);
        for (given, written) in [
            ("3", "3"),
            ("12", "12"),
            ("17", "17"),
            ("18", "18"),
            ("18/00", "18"),
            ("18/05", "18/05"),
            ("18/50", "18/50"),
            ("18/220", "18/220"),
            ("18/999", "18/999"),
        ] {
            assert_eq!(of(given).as_deref(), Some(written));
        }
        for wrong in [
            "2", "19", "18/5", "18/1000", "17/50", "17/00", "18/", "/50", "-3", "18/-1", "+4", "x", "18/50/1",
        ] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        assert_eq!(marks.allowed(), "3 to 18, or \"18/01\" to \"18/999\"");
        assert_eq!(marks.above((18, 990)), None);
    }

    #[test]
    fn tables_say_how_far_other_numbers_go() {
        let marks = Marks::new((3, 0), (25, 0), &[(18, 1), (18, 50), (18, 100), (26, 50), (25, 7), (2, 9)]);
        let of = |text: &str| marks.read(text).map(Marks::written);
        for (given, written) in [
            ("18", "18"),
            ("18/00", "18"),
            ("18/50", "18/50"),
            ("18/77", "18/77"),
            ("18/100", "18/100"),
            ("19", "19"),
            ("25", "25"),
            ("25/00", "25"),
        ] {
            assert_eq!(of(given).as_deref(), Some(written));
        }
        for wrong in ["18/101", "17/50", "19/00", "25/07", "26", "2/05"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        assert_eq!(marks.allowed(), "3 to 25, or \"18/01\" to \"18/100\"");
        for (mark, above) in [((17, 0), (18, 0)), ((18, 5), (18, 10)), ((18, 100), (19, 0))] {
            assert_eq!(marks.above(mark), Some(above));
        }
        for (mark, below) in [((19, 0), (18, 100)), ((18, 100), (18, 90)), ((18, 5), (18, 0))] {
            assert_eq!(marks.below(mark), Some(below));
        }
        assert_eq!((marks.above((25, 0)), marks.below((3, 0))), (None, None));
        let one = Marks::new((18, 10), (18, 50), &[]);
        assert_eq!((one.allowed().as_str(), one.read("18")), ("\"18/10\" to \"18/50\"", None));
    }
}
