//! Numbers of passed and failed tests, parsed from the last lines of the test runners.

use std::fmt;

/// Tests that passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: u64,
    pub(super) failed: u64,
}

impl Counts {
    /// The sum of both.
    pub(super) fn plus(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }

    /// Counts from the `test result:` lines of `cargo test`, one for each test program, or from the closing
    /// lines of node's test runner: `pass N`, `fail N`, `cancelled N`, each after a mark.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        lines
            .filter_map(|line| cargo_line(line).or_else(|| node_line(line)))
            .fold(Self::default(), Self::plus)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

fn cargo_line(line: &str) -> Option<Counts> {
    let (_, figures) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
    let figure = |word: &str| {
        let part = figures.split(';').find_map(|part| part.trim().strip_suffix(word))?;
        part.trim().parse().ok()
    };
    Some(Counts { passed: figure("passed")?, failed: figure("failed")? })
}

fn node_line(line: &str) -> Option<Counts> {
    let mut words = line.split_whitespace();
    let (mark, word, number) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    if !matches!(mark, "ℹ" | "#") || words.next().is_some() {
        return None;
    }
    match word {
        "pass" => Some(Counts { passed: number, failed: 0 }),
        "fail" | "cancelled" => Some(Counts { passed: 0, failed: number }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_the_test_programs_of_cargo() {
        let output = "running 2 tests\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\
            test a ... FAILED\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s\n";
        assert_eq!(Counts::of(output.lines()), Counts { passed: 15, failed: 2 });
    }

    #[test]
    fn reads_both_manners_of_node() {
        let spec = "✔ loads (1ms)\nℹ tests 5\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n";
        assert_eq!(Counts::of(spec.lines()), Counts { passed: 3, failed: 2 });
        assert_eq!(Counts::of("# pass 4\n# fail 0".lines()), Counts { passed: 4, failed: 0 });
        assert_eq!(Counts::of("they pass 4 of them\npass 4".lines()), Counts::default());
    }

    #[test]
    fn says_the_closing_line() {
        assert_eq!(Counts { passed: 214, failed: 0 }.to_string(), "214 passed, 0 failed");
    }
}
