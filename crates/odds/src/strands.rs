//! Sums of two totals of which the second goes by the first.
//!
//! The first is a heap of strands, each even over a few neighbouring values. What the second can be at one strand is a stretch of a list that all strands
//! share: so many weights are added at once, and nothing is convolved strand by strand.

use crate::couple::{MOST_HALVINGS, halved};
use crate::dist::Total;
use crate::layers::Layers;
use crate::shares::{Field, Shares};
use crate::weights::Weights;

/// Values of a first total that are equally likely, and what the second goes by.
#[derive(Clone, Debug)]
pub(crate) struct Strand<W> {
    /// Of all its values together.
    pub(crate) weight: W,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) tie: i64,
}

impl<W: Copy + PartialEq> Strand<W> {
    pub(crate) fn of(weight: W, low: i64, high: i64, tie: i64) -> Self {
        Self { weight, low, high, tie }
    }

    fn count(&self) -> u64 {
        self.high.abs_diff(self.low).saturating_add(1)
    }

    fn is_point(&self) -> bool {
        self.low == self.high
    }

    /// The weight of one value.
    fn each<F: Weights<Weight = W>>(&self, weights: &F) -> W {
        weights.mul(self.weight, weights.ratio(1, self.count()))
    }

    /// Every value, with its weight and what its second goes by.
    pub(crate) fn values<F: Weights<Weight = W>>(&self, weights: &F) -> impl Iterator<Item = (i64, W, i64)> {
        let (each, tie) = (self.each(weights), self.tie);
        (self.low..=self.high).map(move |value| (value, each, tie))
    }

    /// The values between two others, which lead to the values from `low` to `high`.
    fn part<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        (from, to): (i64, i64),
        (low, high): (i64, i64),
    ) -> Option<Self> {
        let (from, to) = (from.max(self.low), to.min(self.high));
        if from > to {
            return None;
        }
        let count = to.abs_diff(from).saturating_add(1);
        let share = weights.ratio(count, self.count());
        let weight = if count == self.count() { self.weight } else { weights.mul(self.weight, share) };
        Some(Self { weight, low, high, tie: self.tie })
    }

    /// All values halved so many times: the first and the last may be less likely than those between.
    pub(crate) fn halved<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        times: u32,
    ) -> impl Iterator<Item = Self> + use<W, F> {
        let (first, last) = (halved(self.low, times), halved(self.high, times));
        // What leads to one value, and is not cut off by an end.
        let first_of = |value: i64| value.saturating_mul(1 << times.min(MOST_HALVINGS));
        let last_of = |value: i64| first_of(value.saturating_add(1)).saturating_sub(1);
        let whole_first = if first_of(first) == self.low { first } else { first.saturating_add(1) };
        let whole_last = if last_of(last) == self.high { last } else { last.saturating_sub(1) };
        let parts = if whole_first > whole_last && first == last {
            [self.part(weights, (self.low, self.high), (first, first)), None, None]
        } else {
            [
                self.part(weights, (self.low, first_of(whole_first).saturating_sub(1)), (first, first)),
                self.part(weights, (first_of(whole_first), last_of(whole_last)), (whole_first, whole_last)),
                self.part(weights, (last_of(whole_last).saturating_add(1), self.high), (last, last)),
            ]
        };
        parts.into_iter().flatten()
    }

    /// The same with 0 for every value below it.
    fn not_below_zero<F: Weights<Weight = W>>(&self, weights: &F) -> impl Iterator<Item = Self> + use<W, F> {
        let below = self.part(weights, (self.low, -1), (0, 0));
        let rest = self.part(weights, (0, self.high), (self.low.max(0), self.high));
        below.into_iter().chain(rest)
    }
}

/// How the second goes by the first.
#[derive(Clone, Debug)]
pub(crate) struct Tie<W> {
    by: By<W>,
    halvings: u32,
}

#[derive(Clone, Debug)]
enum By<W> {
    /// It is a roll from 1 to the tie, which counts so many times.
    Even { times: i64 },
    /// It is what this exceeds the tie by.
    Excess(Total<W>),
}

/// Up to so many additions the even roll up to a first is taken value by value, in which nothing cancels.
const CHEAP: u64 = 1 << 24;

impl<W: Copy + PartialEq> Tie<W> {
    pub(crate) fn even(times: u32) -> Self {
        Self { by: By::Even { times: times.into() }, halvings: 0 }
    }

    pub(crate) fn excess(other: Total<W>) -> Self {
        Self { by: By::Excess(other), halvings: 0 }
    }

    pub(crate) fn halved(self, times: u32) -> Self {
        Self { halvings: self.halvings.saturating_add(times), ..self }
    }

    /// The least and the most that the second can be by a tie.
    fn ends(&self, tie: i64) -> (i64, i64) {
        let (least, most) = match &self.by {
            By::Even { times } => (*times, times.saturating_mul(tie)),
            By::Excess(other) => {
                let exceeds = |value: i64| value.saturating_sub(tie).max(0);
                (exceeds(other.low()), exceeds(other.last()))
            }
        };
        (halved(least, self.halvings), halved(most, self.halvings))
    }

    /// The least and the most that the second can be.
    pub(crate) fn span(&self, strands: &[Strand<W>]) -> (i64, i64) {
        let ends = || strands.iter().map(|strand| self.ends(strand.tie));
        let least = ends().map(|(least, _)| least).min();
        (least.unwrap_or_default(), ends().map(|(_, most)| most).max().unwrap_or_default())
    }

    /// The sum of both, in which one more than `most` stands for all beyond it; and what it cost.
    pub(crate) fn sum<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        strands: &[Strand<W>],
        most: i64,
    ) -> (Total<W>, usize) {
        let low = strands.iter().map(|strand| strand.low).min().unwrap_or_default();
        let (low, high) = (low.min(most.saturating_add(1)), self.highest(strands));
        let mut field = Field::new(weights, low, high.min(most));
        self.lay(weights, strands, &equal(weights, strands), &mut field);
        let work = field.work();
        (finished(weights, strands, low, field.into_cells(), high > most), work)
    }

    /// The sum of the second and an even roll from 0 to the first, and what it cost.
    pub(crate) fn sum_up_to_first<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        strands: Vec<Strand<W>>,
        most: i64,
    ) -> (Total<W>, usize) {
        let strands: Vec<_> = strands.iter().flat_map(|strand| strand.not_below_zero(weights)).collect();
        let values = strands.iter().fold(0u64, |sum, strand| sum.saturating_add(strand.count()));
        let span = strands.iter().map(|strand| strand.high.unsigned_abs()).max().unwrap_or_default() + 1;
        let (_, second) = self.span(&strands);
        let cost = span.saturating_mul(values.saturating_add(second.unsigned_abs()));
        if cost <= CHEAP {
            self.by_values(weights, &strands, most)
        } else {
            self.by_ends(weights, &strands, most)
        }
    }

    /// The even roll up to each value is a strand of its own.
    fn by_values<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        strands: &[Strand<W>],
        most: i64,
    ) -> (Total<W>, usize) {
        let values = strands.iter().flat_map(|strand| strand.values(weights));
        let rolls: Vec<_> = values.map(|(value, weight, tie)| Strand::of(weight, 0, value, tie)).collect();
        self.sum(weights, &rolls, most)
    }

    /// A roll from 0 to the first begins at the second and ends at the sum of both: between, its weight is what has begun and not ended.
    fn by_ends<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        strands: &[Strand<W>],
        most: i64,
    ) -> (Total<W>, usize) {
        let longest = strands.iter().filter(|strand| !strand.is_point()).map(|strand| strand.high).max();
        let shares = Shares::of_rolls(weights, longest.unwrap_or(-1));
        let begin = strands.iter().map(|strand| {
            let weight = weights.mul(strand.each(weights), shares.sum(weights, strand.low, strand.high));
            Strand::of(weight, 0, 0, strand.tie)
        });
        let begin: Vec<_> = begin.collect();
        let high = self.highest(strands);
        // Where nothing is cut off, all has ended one place after the highest.
        let mut begun = Field::new(weights, 0, self.highest(&begin).min(most));
        self.lay(weights, &begin, &equal(weights, &begin), &mut begun);
        let mut ended = Field::new(weights, 0, high.saturating_add(1).min(most));
        self.lay(weights, strands, &shares, &mut ended);
        let work = begun.work() + ended.work();
        let between = weights.between(begun.cells(), ended.cells(), high >= most);
        (finished(weights, strands, 0, between, high > most), work)
    }

    /// The most that both can be together.
    fn highest(&self, strands: &[Strand<W>]) -> i64 {
        let second = |strand: &Strand<W>| self.ends(strand.tie).1;
        let sums = strands.iter().map(|strand| strand.high.saturating_add(second(strand)));
        sums.max().unwrap_or(i64::MIN)
    }

    /// Adds the sums of both and as much as the shares are beyond the first, each value with its share.
    fn lay<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        strands: &[Strand<W>],
        shares: &Shares<W>,
        field: &mut Field<W>,
    ) {
        match &self.by {
            By::Even { times } => self.lay_even(weights, *times, strands, shares, field),
            By::Excess(other) => self.lay_excess(weights, other, strands, shares, field),
        }
    }

    fn lay_even<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        times: i64,
        strands: &[Strand<W>],
        shares: &Shares<W>,
        field: &mut Field<W>,
    ) {
        let most = strands.iter().map(|strand| strand.tie).max().unwrap_or_default();
        let counts_as = |roll: i64| halved(roll.saturating_mul(times), self.halvings);
        // How many rolls count for so much; the rolls up to a tie are those that count for less than it, all of them, and some of those that count for as
        // much.
        let mut rolls = Field::new(weights, 0, counts_as(most));
        let mut before = Vec::new();
        for roll in 1..=most {
            let value = counts_as(roll);
            let same = before.last().filter(|(last, _)| *last == value).map_or(0, |(_, count)| *count);
            before.push((value, same + 1));
            rolls.add(weights, value, weights.one());
        }
        for strand in strands.iter().filter(|strand| strand.is_point()) {
            let place = usize::try_from(strand.tie.saturating_sub(1)).ok();
            let Some((value, count)) = place.and_then(|place| before.get(place)) else { continue };
            let each = weights.mul(strand.each(weights), weights.ratio(1, strand.tie.unsigned_abs()));
            let each = weights.mul(each, shares.of(weights, strand.low));
            let at = strand.low.saturating_add(shares.beyond());
            field.pour(weights, at, rolls.up_to(*value), each);
            let last = weights.mul(each, weights.ratio(*count, 1));
            field.add(weights, at.saturating_add(*value), last);
        }
        let mut runs: Vec<_> = strands.iter().filter(|strand| !strand.is_point()).collect();
        runs.sort_by_key(|strand| core::cmp::Reverse(strand.tie));
        let (low, high) = ends(&runs, |_| 0);
        let mut open = Field::new(weights, low, high);
        let mut runs = runs.into_iter().peekable();
        // From the highest roll down, more and more strands are open to it.
        for roll in (1..=most).rev() {
            while let Some(strand) = runs.next_if(|strand| strand.tie >= roll) {
                let each = weights.mul(strand.each(weights), weights.ratio(1, strand.tie.unsigned_abs()));
                open.pour(weights, strand.low, shares.between(strand.low, strand.high), each);
            }
            field.pour_field(weights, &open, counts_as(roll).saturating_add(shares.beyond()), weights.one());
        }
        field.count(open.work());
    }

    fn lay_excess<F: Weights<Weight = W>>(
        &self,
        weights: &F,
        other: &Total<W>,
        strands: &[Strand<W>],
        shares: &Shares<W>,
        field: &mut Field<W>,
    ) {
        let ties = strands.iter().map(|strand| strand.tie);
        let base = ties.min().unwrap_or_default().min(other.low());
        // The other total from the base on, and the weight of all below each value.
        let mut all = Field::new(weights, base, other.last());
        all.pour(weights, other.low(), other.weights(), weights.one());
        let mut sum = weights.zero();
        let mut below = vec![sum];
        for weight in all.cells() {
            sum = weights.add(sum, *weight);
            below.push(sum);
        }
        // Halves of what exceeds a tie are sums of neighbours; all ties that lie whole steps apart share them.
        let step = 1usize.checked_shl(self.halvings).unwrap_or(usize::MAX);
        let place = |strand: &Strand<W>| usize::try_from(strand.tie.abs_diff(base)).unwrap_or(usize::MAX);
        let mut phases: Vec<(usize, Vec<&Strand<W>>)> = Vec::new();
        for strand in strands {
            let phase = place(strand) % step;
            match phases.iter_mut().find(|(known, _)| *known == phase) {
                Some((_, strands)) => strands.push(strand),
                None => phases.push((phase, vec![strand])),
            }
        }
        let mut without = Layers::default();
        for (phase, strands) in phases {
            let after = all.cells().get(phase..).unwrap_or_default();
            let steps: Vec<W> = after
                .chunks(step)
                .map(|chunk| chunk.iter().fold(weights.zero(), |sum, weight| weights.add(sum, *weight)))
                .collect();
            let steps_to = |strand: &Strand<W>| place(strand) / step;
            let mut runs = Vec::new();
            for strand in strands {
                let end = place(strand).saturating_add(step).min(below.len() - 1);
                let none = below.get(end).copied().unwrap_or(sum);
                if !strand.is_point() {
                    without.add(weights, strand.low, strand.high, weights.mul(strand.weight, none));
                    runs.push(strand);
                    continue;
                }
                let weight = weights.mul(strand.weight, shares.of(weights, strand.low));
                let at = strand.low.saturating_add(shares.beyond());
                field.add(weights, at, weights.mul(weight, none));
                let more = steps.get(steps_to(strand).saturating_add(1)..).unwrap_or_default();
                field.pour(weights, at.saturating_add(1), more, weight);
            }
            runs.sort_by_key(|strand| strand.tie);
            let back = |strand: &Strand<W>| i64::try_from(steps_to(strand)).unwrap_or(i64::MAX);
            let (low, high) = ends(&runs, back);
            let mut exceeded = Field::new(weights, low, high);
            let mut runs = runs.into_iter().peekable();
            // From the lowest value up, more and more strands are exceeded by it.
            for (value, weight) in (0..).zip(&steps) {
                field.pour_field(weights, &exceeded, value + shares.beyond(), *weight);
                while let Some(strand) = runs.next_if(|strand| back(strand) <= value) {
                    let each = strand.each(weights);
                    let at = strand.low.saturating_sub(back(strand));
                    exceeded.pour(weights, at, shares.between(strand.low, strand.high), each);
                }
            }
            field.count(exceeded.work());
        }
        field.count(without.work());
        for (value, weight) in without.finish(weights).entries(weights) {
            let weight = weights.mul(weight, shares.of(weights, value));
            field.add(weights, value.saturating_add(shares.beyond()), weight);
        }
    }
}

/// The total of these weights without the values at both ends that cannot be. Where it was cut off, one value more has the rest of all weight.
fn finished<F: Weights>(
    weights: &F,
    strands: &[Strand<F::Weight>],
    low: i64,
    mut cells: Vec<F::Weight>,
    is_cut: bool,
) -> Total<F::Weight> {
    if is_cut {
        let all = strands.iter().fold(weights.zero(), |sum, strand| weights.add(sum, strand.weight));
        let listed = cells.iter().fold(weights.zero(), |sum, weight| weights.add(sum, *weight));
        cells.push(weights.less(all, listed));
    }
    let last = cells.iter().rposition(|weight| !weights.is_zero(*weight));
    cells.truncate(last.map_or(0, |last| last + 1));
    let first = cells.iter().position(|weight| !weights.is_zero(*weight)).unwrap_or_default();
    cells.drain(..first);
    Total::new(low.saturating_add_unsigned(first as u64), cells)
}

fn equal<F: Weights>(weights: &F, strands: &[Strand<F::Weight>]) -> Shares<F::Weight> {
    let runs = strands.iter().filter(|strand| !strand.is_point());
    Shares::equal(weights, runs.map(Strand::count).max().unwrap_or_default())
}

/// The ends of all strands, each moved back.
fn ends<W>(strands: &[&Strand<W>], back: impl Fn(&Strand<W>) -> i64) -> (i64, i64) {
    let low = strands.iter().map(|strand| strand.low.saturating_sub(back(strand))).min().unwrap_or(0);
    let high = strands.iter().map(|strand| strand.high.saturating_sub(back(strand))).max();
    (low, high.unwrap_or(low.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Floats, Pcg, Prime};

    /// Random strands: points and runs, far apart or not, with every kind of second.
    fn random<F: Weights>(seed: u64, weights: &F) -> (Vec<Strand<F::Weight>>, Tie<F::Weight>) {
        let mut dice = Pcg::new(seed);
        let size = 1 + dice.below(60);
        let count = 1 + dice.below(size);
        let wide = 1 + dice.below(9);
        let strand = |dice: &mut Pcg| {
            let tie = 1 + dice.below(size) as i64;
            let low = (dice.below(size) * wide) as i64;
            let high = low + if dice.below(2) == 0 { dice.below(size) as i64 } else { 0 };
            Strand::of(weights.ratio(1, count), low, high, tie)
        };
        let strands = (0..count).map(|_| strand(&mut dice)).collect();
        let tie = if seed.is_multiple_of(2) {
            Tie::even(1 + dice.below(2) as u32)
        } else {
            let low = dice.below(9) as i64 - 4;
            let all = 1 + dice.below(90);
            Tie::excess(Total::new(low, (0..all).map(|_| weights.ratio(1, all)).collect()))
        };
        (strands, tie.halved(dice.below(3) as u32))
    }

    /// Even rolls up to each value, and what begins less what ends, are the same: exactly in a prime field, and nearly in floats, where nothing that cannot
    /// be has a weight. Also where all beyond some value is one.
    #[test]
    fn rolls_up_to_a_first_begin_and_end() {
        let prime = Prime::all().next().unwrap_or_else(|| unreachable!());
        for seed in 0..600 {
            for most in [i64::MAX - 1, seed as i64 % 50] {
                let (strands, tie) = random(seed, &prime);
                let (slow, _) = tie.by_values(&prime, &strands, most);
                let (quick, _) = tie.by_ends(&prime, &strands, most);
                let exact: Vec<_> = slow.entries(&prime).collect();
                assert_eq!(quick.entries(&prime).collect::<Vec<_>>(), exact, "{seed}");
                let (strands, tie) = random(seed, &Floats);
                let (slow, _) = tie.by_values(&Floats, &strands, most);
                let (quick, _) = tie.by_ends(&Floats, &strands, most);
                let near = slow.entries(&Floats).zip(quick.entries(&Floats));
                for ((value, slow), (same, quick)) in near {
                    assert!(value == same && (slow - quick).abs() < 1e-14, "{seed}: {value}, {slow} {quick}");
                }
                let count = |total: &Total<f64>| total.entries(&Floats).count();
                assert_eq!([count(&slow), count(&quick)], [exact.len(); 2], "{seed} {most}");
            }
        }
    }
}
