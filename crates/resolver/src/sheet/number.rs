//! Numbers as documents write them.

use crate::json::Json;
use tohit_odds::Fraction;

/// A whole number, however it is written: `5`, `5.0`, `5e0`.
pub(crate) fn whole(json: &Json) -> Option<i64> {
    match json {
        Json::Number(text) => text.parse().ok().or_else(|| exact(text)?.whole()),
        _ => None,
    }
}

/// A whole number between two ends, both included.
pub(crate) fn whole_within(json: &Json, low: i64, high: i64) -> Option<i64> {
    whole(json).filter(|number| (low..=high).contains(number))
}

/// Limit on the letters of an exact number and on the digits of its exponent's shift.
const MOST_LETTERS: usize = 256;
const MOST_DIGITS: u32 = 18;

/// An integer, a decimal taken as written, or a fraction in a string: of at most 18 digits above and below,
/// and between two ends, both included.
pub(crate) fn exact_within(json: &Json, low: (i64, i64), high: (i64, i64)) -> Option<Fraction> {
    let [low, high] = [low, high].map(|(over, under)| Fraction::new(over, under));
    match json {
        Json::Number(text) | Json::Text(text) => exact(text).filter(|number| (low..=high).contains(number)),
        _ => None,
    }
}

fn exact(text: &str) -> Option<Fraction> {
    if text.len() > MOST_LETTERS {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if !mantissa.contains('/') => (mantissa, exponent.parse().ok()?),
        _ => (text, 0),
    };
    let exponent = Some(exponent).filter(|power: &i32| power.unsigned_abs() <= MOST_DIGITS)?;
    let number = mantissa.parse::<Fraction>().ok()? * Fraction::from(10).pow(exponent);
    number.small().map(|_| number)
}

/// Canonical form of an exact number.
pub(crate) fn write_exact(number: &Fraction) -> Json {
    number.whole().map_or_else(|| number.to_string().into(), Json::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_as_written() {
        let read = |text: &str| exact(text).map(|number| number.to_string());
        for (text, number) in [
            ("1.2", "6/5"),
            ("84/5", "84/5"),
            ("6/4", "3/2"),
            ("-0.50", "-1/2"),
            ("1e-3", "1/1000"),
            ("2.5e2", "250"),
        ] {
            assert_eq!(read(text).as_deref(), Some(number), "{text}");
        }
        for text in [
            "",
            "1/0",
            "1/-2",
            "x",
            "1e400",
            "1e19",
            "1/2e1",
            "1e",
            "1e1.5",
            "0.1234567890123456789012",
            "99999999999999999999",
            "1/2/3",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_whole_however_they_are_written() {
        let read = |text: &str| whole(&Json::Number(text.to_owned()));
        for (text, number) in [("8", 8), ("8.0", 8), ("8e0", 8), ("-0.80E1", -8), ("80e-1", 8), ("-0.0", 0)] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["8.5", "85e-1", "1e19", "9223372036854775808"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(whole(&"8".into()), None);
    }

    #[test]
    fn ranges_are_exact() {
        let third = |low, high| exact_within(&Json::from("1/3"), low, high);
        assert!(third((1, 3), (1, 1)).is_some());
        assert!(third((0, 1), (333_333, 1_000_000)).is_none());
    }
}
