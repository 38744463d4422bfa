//! Couples as odds: a second total that goes by the first is kept as what it goes by, value by value, until a sum is asked for.

use crate::couple::{Couples, halved};
use crate::dist::{Tally, Total};
use crate::label::Label;
use crate::odds::Odds;
use crate::paths::Paths;
use crate::reading::{Reading, State};
use crate::strands::{Strand, Tie};
use crate::trail::Trailed;
use crate::weights::Weights;
use core::ops::RangeInclusive;

/// Two totals side by side; see [`Couples`].
#[derive(Clone, Debug)]
pub struct Couple<W>(Kind<W>);

#[derive(Clone, Debug)]
enum Kind<W> {
    /// They do not depend on each other.
    Apart(Total<W>, Total<W>),
    /// The second goes by the first.
    Tied(Vec<Strand<W>>, Tie<W>),
}

impl<W: Copy + PartialEq> Couple<W> {
    fn apart(first: Total<W>, second: Total<W>) -> Self {
        Self(Kind::Apart(first, second))
    }

    fn tied(strands: Vec<Strand<W>>, tie: Tie<W>) -> Self {
        Self(Kind::Tied(strands, tie))
    }
}

impl<F: Weights> Odds<F> {
    fn note_span(&mut self, label: impl Into<Label>, least: i64, most: i64) {
        let label = label.into();
        self.note(label, least);
        self.note(label, most);
    }

    fn add_strands(
        &mut self,
        strands: &[Strand<F::Weight>],
        tie: &Tie<F::Weight>,
        most: i64,
    ) -> Total<F::Weight> {
        let (sum, work) = tie.sum(self.weights(), strands, most);
        self.count_work(work);
        sum
    }
}

/// What came of some strands.
type Pile<F, K> = (Trailed<K>, Vec<Strand<<F as Weights>::Weight>>);

impl<F: Weights> Couples for Odds<F> {
    type Couple = Couple<F::Weight>;

    fn apart(&mut self, first: Self::Total, second: Self::Total) -> Self::Couple {
        Couple::apart(first, second)
    }

    fn with_even(
        &mut self,
        label: impl Into<Label>,
        first: Self::Total,
        times: u32,
        most: impl Fn(i64) -> i64,
    ) -> Self::Couple {
        self.tell(label, None);
        let values = first.entries(self.weights());
        let strands =
            values.map(|(value, weight)| Strand::of(weight, value, value, most(value).max(1))).collect();
        Couple::tied(strands, Tie::even(times))
    }

    fn with_excess(&mut self, first: Self::Total, other: Self::Total) -> Self::Couple {
        let values = first.entries(self.weights());
        let strands = values.map(|(value, weight)| Strand::of(weight, value, value, value)).collect();
        Couple::tied(strands, Tie::excess(other))
    }

    fn change_first(&mut self, couple: Self::Couple, rule: impl Fn(i64) -> i64) -> Self::Couple {
        match couple.0 {
            Kind::Apart(first, second) => Couple::apart(self.change(first, rule), second),
            Kind::Tied(strands, tie) => {
                let values = strands.iter().flat_map(|strand| strand.values(self.weights()));
                let changed = values.map(|(value, weight, tie)| {
                    let value = rule(value);
                    Strand::of(weight, value, value, tie)
                });
                Couple::tied(changed.collect(), tie)
            }
        }
    }

    fn first_evenly(
        &mut self,
        label: impl Into<Label>,
        couple: Self::Couple,
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> Self::Couple {
        match couple.0 {
            Kind::Apart(first, second) => Couple::apart(self.evenly(label, first, range), second),
            Kind::Tied(strands, tie) => {
                self.tell(label, None);
                let values = strands.iter().flat_map(|strand| strand.values(self.weights()));
                let drawn = values.map(|(value, weight, tie)| {
                    let (from, to) = range(value).into_inner();
                    Strand::of(weight, from.min(to), from.max(to), tie)
                });
                Couple::tied(drawn.collect(), tie)
            }
        }
    }

    fn halve(&mut self, couple: Self::Couple, times: u32) -> Self::Couple {
        match couple.0 {
            Kind::Apart(first, second) => {
                let [first, second] =
                    [first, second].map(|total| self.change(total, |value| halved(value, times)));
                Couple::apart(first, second)
            }
            Kind::Tied(strands, tie) => {
                let halves = strands.iter().flat_map(|strand| strand.halved(self.weights(), times));
                Couple::tied(halves.collect(), tie.halved(times))
            }
        }
    }

    fn second(&mut self, couple: Self::Couple) -> Self::Total {
        match couple.0 {
            Kind::Apart(_, second) => second,
            Kind::Tied(mut strands, tie) => {
                strands.iter_mut().for_each(|strand| *strand = Strand::of(strand.weight, 0, 0, strand.tie));
                self.add_strands(&strands, &tie, i64::MAX)
            }
        }
    }

    fn both(&mut self, couple: Self::Couple, most: i64) -> Self::Total {
        match couple.0 {
            Kind::Apart(first, second) => self.add(first, second).up_to(self.weights(), most),
            Kind::Tied(strands, tie) => self.add_strands(&strands, &tie, most),
        }
    }

    fn up_to_first(&mut self, label: impl Into<Label>, couple: Self::Couple, most: i64) -> Self::Total {
        match couple.0 {
            Kind::Apart(first, second) => {
                let drawn = self.evenly(label, first, |first| 0..=first.max(0));
                self.add(drawn, second).up_to(self.weights(), most)
            }
            Kind::Tied(strands, tie) => {
                self.tell(label, None);
                let (sum, work) = tie.sum_up_to_first(self.weights(), strands, most);
                self.count_work(work);
                sum
            }
        }
    }

    fn judge_first<K: State>(
        &mut self,
        couple: Self::Couple,
        rule: impl Fn(&mut Paths<F>, i64) -> K,
    ) -> Self::Tally<K> {
        let (strands, tie) = match couple.0 {
            Kind::Apart(first, second) => {
                let each = self.states(first);
                let judged = self.stage(each, rule);
                return self.tally(judged, |_, key| (key, second.clone()));
            }
            Kind::Tied(strands, tie) => (strands, tie),
        };
        let mut piles: Vec<Pile<F, K>> = Vec::new();
        let weights = self.weights().clone();
        for (value, weight, tie) in strands.iter().flat_map(|strand| strand.values(&weights)) {
            self.paths.walk(
                (weight, Trailed::plain(()).trail),
                |paths| rule(paths, value),
                |_, key, weight| {
                    let strand = Strand::of(weight, 0, 0, tie);
                    match piles.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, strands)) => strands.push(strand),
                        None => piles.push((key, vec![strand])),
                    }
                },
            );
        }
        let pile = |(key, strands): Pile<F, K>| {
            let chance = strands.iter().fold(weights.zero(), |sum, strand| weights.add(sum, strand.weight));
            (key, chance, self.add_strands(&strands, &tie, i64::MAX))
        };
        Tally { parts: piles.into_iter().map(pile).collect() }
    }

    fn show_first(&mut self, label: impl Into<Label>, couple: &Self::Couple) {
        match &couple.0 {
            Kind::Apart(first, _) => self.show(label, first),
            Kind::Tied(strands, _) if self.record().is_some() => {
                let least = strands.iter().map(|strand| strand.low).min().unwrap_or_default();
                let most = strands.iter().map(|strand| strand.high).max().unwrap_or_default();
                self.note_span(label, least, most);
            }
            Kind::Tied(..) => {}
        }
    }

    fn show_second(&mut self, label: impl Into<Label>, couple: &Self::Couple) {
        match &couple.0 {
            Kind::Apart(_, second) => self.show(label, second),
            Kind::Tied(strands, tie) if self.record().is_some() => {
                let (least, most) = tie.span(strands);
                self.note_span(label, least, most);
            }
            Kind::Tied(..) => {}
        }
    }
}
