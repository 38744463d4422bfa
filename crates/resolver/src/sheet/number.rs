//! Numbers as documents write them.

use crate::json::Json;
use tohit_odds::Fraction;

/// An integer: `5`, but not `5.0`.
pub(super) fn whole(json: &Json) -> Option<i64> {
    match json {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// An exact number of at most 18 digits above and below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    over: i64,
    under: i64,
}

/// An integer, a decimal taken as written, or a fraction in a string.
pub(super) fn exact(json: &Json) -> Option<Exact> {
    match json {
        Json::Number(text) | Json::Text(text) => Exact::parse(text),
        _ => None,
    }
}

impl Exact {
    pub(super) const fn whole(over: i64) -> Self {
        Self { over, under: 1 }
    }

    pub(super) fn get(self) -> Fraction {
        Fraction::new(self.over, self.under)
    }

    /// Whether it lies between two fractions, both included.
    pub(super) fn is_between(self, low: (i64, i64), high: (i64, i64)) -> bool {
        let wide = i128::from;
        let at_least = |(over, under)| wide(self.over) * wide(under) >= wide(over) * wide(self.under);
        let at_most = |(over, under)| wide(self.over) * wide(under) <= wide(over) * wide(self.under);
        at_least(low) && at_most(high)
    }

    fn parse(text: &str) -> Option<Self> {
        let (over, under) = if let Some((over, under)) = text.split_once('/') {
            (over.trim_ascii().parse().ok()?, under.trim_ascii().parse().ok()?)
        } else {
            let (mantissa, exponent) = match text.split_once(['e', 'E']) {
                Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
                None => (text, 0),
            };
            let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
            let part = part.trim_end_matches('0');
            let over: i64 = format!("{whole}{part}").parse().ok()?;
            let shift = exponent.checked_sub(i32::try_from(part.len()).ok()?)?;
            let power = 10i64.checked_pow(shift.unsigned_abs())?;
            if shift < 0 { (over, power) } else { (over.checked_mul(power)?, 1) }
        };
        if under <= 0 {
            return None;
        }
        // Reduced, so that equal numbers are written alike.
        let (over, under) = Fraction::new(over, under).small()?;
        Some(Self { over, under })
    }

    pub(super) fn write(self) -> Json {
        if self.under == 1 { self.over.into() } else { format!("{}/{}", self.over, self.under).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_as_written() {
        let read = |text: &str| exact(&Json::from(text)).map(|number| number.get().to_string());
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
        for text in
            ["", "1/0", "1/-2", "x", "1e400", "0.1234567890123456789012", "99999999999999999999", "1/2/3"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_are_exact() {
        let third = exact(&Json::from("1/3"));
        assert!(third.is_some_and(|third| third.is_between((1, 3), (1, 1))));
        assert!(!third.is_some_and(|third| third.is_between((0, 1), (333_333, 1_000_000))));
    }
}
