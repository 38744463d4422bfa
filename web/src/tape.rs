//! Values as numbers and texts in a row: how answers travel between the page and its worker.

use crate::summary::{Bar, Damage, Fractions, Part, Summary};
use crate::why::{Factor, Told, Way, Whys};
use tohit_resolver::Problem;

/// Numbers and texts in a row: written at the end, and read from there once the tape is turned round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tape {
    pub(crate) numbers: Vec<f64>,
    pub(crate) texts: Vec<String>,
}

impl Tape {
    /// Writes a value after a number that says of which kind it is.
    pub(crate) fn put(&mut self, kind: i64, value: &impl Taped) {
        kind.write(self);
        value.write(self);
    }

    /// What was written first is read first.
    pub(crate) fn turned(mut self) -> Self {
        self.numbers.reverse();
        self.texts.reverse();
        self
    }
}

/// What can be written on a tape and read from it again, in the same order.
pub(crate) trait Taped: Sized {
    fn write(&self, tape: &mut Tape);
    /// None of a tape that ends early or says what cannot be.
    fn read(tape: &mut Tape) -> Option<Self>;
}

impl Taped for f64 {
    fn write(&self, tape: &mut Tape) {
        tape.numbers.push(*self);
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        tape.numbers.pop()
    }
}

/// Figures of answers stay far below 2^53.
impl Taped for i64 {
    fn write(&self, tape: &mut Tape) {
        (*self as f64).write(tape);
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        f64::read(tape).map(|number| number as Self)
    }
}

impl Taped for bool {
    fn write(&self, tape: &mut Tape) {
        i64::from(*self).write(tape);
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        i64::read(tape).map(|number| number != 0)
    }
}

impl Taped for String {
    fn write(&self, tape: &mut Tape) {
        tape.texts.push(self.clone());
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        tape.texts.pop()
    }
}

impl<T: Taped> Taped for Option<T> {
    fn write(&self, tape: &mut Tape) {
        self.is_some().write(tape);
        if let Some(value) = self {
            value.write(tape);
        }
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        Some(if bool::read(tape)? { Some(T::read(tape)?) } else { None })
    }
}

impl<T: Taped> Taped for Vec<T> {
    fn write(&self, tape: &mut Tape) {
        (self.len() as f64).write(tape);
        self.iter().for_each(|item| item.write(tape));
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        (0..i64::read(tape)?).map(|_| T::read(tape)).collect()
    }
}

impl<T: Taped> Taped for Box<T> {
    fn write(&self, tape: &mut Tape) {
        (**self).write(tape);
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        T::read(tape).map(Self::new)
    }
}

impl<A: Taped, B: Taped> Taped for (A, B) {
    fn write(&self, tape: &mut Tape) {
        self.0.write(tape);
        self.1.write(tape);
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        Some((A::read(tape)?, B::read(tape)?))
    }
}

/// A struct, field by field.
macro_rules! taped {
    ($Struct:ident { $( $field:ident ),* }) => {
        impl Taped for $Struct {
            fn write(&self, tape: &mut Tape) {
                $( self.$field.write(tape); )*
            }

            fn read(tape: &mut Tape) -> Option<Self> {
                $( let $field = Taped::read(tape)?; )*
                Some(Self { $( $field ),* })
            }
        }
    };
}

taped!(Summary { hit, outcomes, damage, turn, more });
taped!(Damage { mean, deviation, median, low, high, step, bars, endless });
taped!(Bar { from, to, exactly, at_least });
taped!(Fractions { hit, outcomes, more });
taped!(Problem { path, message });
taped!(Whys { outcomes, rolls });
taped!(Way { chance, fraction, factors, rarer });
taped!(Factor { chance, fraction, name, goes, step });
taped!(Told { step, name, dice, figures, says, section });

impl Taped for Part {
    fn write(&self, tape: &mut Tape) {
        match self {
            Self::Chance(p) => tape.put(0, p),
            Self::Spread(damage) => tape.put(1, damage),
            Self::Text(text) => tape.put(2, text),
            Self::Cell(x, y) => tape.put(3, &(*x, *y)),
            Self::Group(parts) => tape.put(4, parts),
            Self::List(parts) => tape.put(5, parts),
        }
    }

    fn read(tape: &mut Tape) -> Option<Self> {
        Some(match i64::read(tape)? {
            0 => Self::Chance(f64::read(tape)?),
            1 => Self::Spread(Taped::read(tape)?),
            2 => Self::Text(String::read(tape)?),
            3 => {
                let (x, y) = Taped::read(tape)?;
                Self::Cell(x, y)
            }
            4 => Self::Group(Taped::read(tape)?),
            5 => Self::List(Taped::read(tape)?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary;
    use tohit_resolver::{RULESETS, from_link};

    #[test]
    fn every_example_comes_back_as_it_went() {
        for rules in RULESETS {
            for mode in rules.about().modes {
                let (_, document) = from_link(&format!("{}/{}", rules.about().id, mode.id)).unwrap();
                let summary = summary::resolve(*rules, &document).unwrap();
                let mut tape = Tape::default();
                summary.write(&mut tape);
                tape = tape.turned();
                assert_eq!(Summary::read(&mut tape).as_ref(), Some(&summary));
                assert_eq!(tape, Tape::default(), "nothing is left over");
            }
        }
    }

    #[test]
    fn parts_of_every_kind_come_back() {
        let part = Part::Group(vec![
            ("a".to_owned(), Part::List(vec![Part::Cell(3, -4), Part::Text("b".to_owned())])),
            ("c".to_owned(), Part::Spread(Box::default())),
            ("d".to_owned(), Part::Chance(0.25)),
        ]);
        let mut tape = Tape::default();
        part.write(&mut tape);
        assert_eq!(Part::read(&mut tape.turned()), Some(part));
    }

    #[test]
    fn a_tape_that_ends_early_is_none() {
        let mut tape = Tape::default();
        vec![1.0, 2.0].write(&mut tape);
        tape.numbers.pop();
        assert_eq!(Vec::<f64>::read(&mut tape.turned()), None);
        assert_eq!(Part::read(&mut Tape { numbers: vec![9.0], texts: Vec::new() }), None);
    }
}
