//! What happened in one throw, die by die.

use crate::{Die, Figure, Forced, Fraction, Label};
use core::fmt;

/// What was asked of chance.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// The value of a die.
    Die(Die),
    /// Whether a die is at least so much.
    Reach {
        /// The die.
        die: Die,
        /// What it must show.
        target: i64,
    },
    /// Whether a die of `under` sides shows at most `over`.
    Chance {
        /// How many sides are a yes.
        over: u64,
        /// How many sides there are.
        under: u64,
    },
    /// One of several, each with its share.
    Pick(Vec<(&'static str, u32)>),
    /// A real number from 0 to this.
    Real(Fraction),
    /// Two open-ended dice: of each, a 6 counts 5 and is rolled again and added.
    Pair,
    /// Something else, in words.
    Told(String),
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Die(die) => write!(f, "{die}"),
            Self::Reach { die, target } => write!(f, "{die}, {target} or more"),
            Self::Chance { over, under } => write!(f, "{over} in {under}"),
            Self::Pick(options) => {
                let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
                write!(f, "one of {}", names.join(", "))
            }
            Self::Pair => f.write_str("two open-ended dice"),
            Self::Told(words) => f.write_str(words),
            Self::Real(below) => write!(f, "a number from 0 to {}", decimal(below)),
        }
    }
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Dice were rolled.
    Roll {
        /// What for.
        label: Label,
        /// Which.
        ask: Ask,
        /// Each die's face. Of a best or worst of several, all rolls.
        faces: Vec<i64>,
        /// Which of the faces was kept, where not all count.
        kept: Option<usize>,
        /// What came of it.
        value: Figure,
        /// Whether a script said so.
        forced: bool,
    },
    /// A figure was derived.
    Note {
        /// Its name.
        label: Label,
        /// The figure.
        figure: Figure,
    },
    /// A new section begins.
    Heading(Label),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading(label) => write!(f, "{label}"),
            Self::Note { label, figure } => write!(f, "{label}: {}", shown(figure)),
            Self::Roll { label, ask, faces, kept, value, forced } => {
                write!(f, "{label} ({ask}):")?;
                for (place, face) in faces.iter().enumerate() {
                    if kept.is_some_and(|kept| kept != place) {
                        write!(f, " ({face})")?;
                    } else {
                        write!(f, " [{face}]")?;
                    }
                }
                if !(faces.len() == 1 && Figure::Int(faces.iter().sum()) == *value) {
                    write!(f, " {}", shown(value))?;
                }
                if *forced {
                    f.write_str(" (forced)")?;
                }
                Ok(())
            }
        }
    }
}

/// A figure as a person reads it: an exact number as a decimal.
fn shown(figure: &Figure) -> String {
    match figure {
        Figure::Ratio(value) => decimal(value),
        other => other.to_string(),
    }
}

/// An exact number with at most three decimals, rounded.
#[must_use]
pub fn decimal(value: &Fraction) -> String {
    value.decimal()
}

/// One throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Log {
    /// The script that makes the same rule throw the same again: see [`Cast::scripted`](crate::Cast::scripted).
    pub fn script(&self) -> impl Iterator<Item = Forced> {
        let rolls = self.events.iter().filter_map(|event| match event {
            Event::Roll { ask, faces, value, .. } => Some((ask, faces, value)),
            Event::Note { .. } | Event::Heading(_) => None,
        });
        rolls.flat_map(|(ask, faces, value)| {
            let sum = faces.iter().fold(0i64, |sum, face| sum.saturating_add(*face));
            match (ask, value) {
                (Ask::Die(die) | Ask::Reach { die, .. }, _) if die.keeps_one() => {
                    faces.iter().map(|face| Forced::from(*face)).collect()
                }
                (_, Figure::Ratio(number)) => vec![Forced::Number(number.clone())],
                (_, Figure::Word(word)) => vec![Forced::Word((*word).to_owned())],
                (Ask::Pair, Figure::Int(sum)) => vec![Forced::from(*sum)],
                _ => vec![Forced::from(sum)],
            }
        })
    }

    /// Every figure that the rule noted under this name, in order.
    pub fn figures<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Figure> {
        self.events.iter().filter_map(move |event| match event {
            Event::Note { label, figure } if label.to_string() == name => Some(figure),
            _ => None,
        })
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals() {
        let shown = |n: i64, d: i64| decimal(&Fraction::new(n, d));
        assert_eq!(shown(84, 5), "16.8");
        assert_eq!(shown(224, 45), "4.978");
        assert_eq!(shown(-1, 200), "-0.005");
        assert_eq!(shown(6, 2), "3");
        assert_eq!(shown(1, 100_000), "0");
    }
}
