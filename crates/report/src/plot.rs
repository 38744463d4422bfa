//! The geometry of a histogram: outlines of bars, ticks of the scale, and the bar at a position.

use crate::format;
use crate::summary::{Bar, Damage, FightSummary};

/// Meaning of a bar's height.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Height {
    /// The chance of its values alone.
    Exactly,
    /// The chance of the first of its values or more.
    AtLeast,
    /// The chance of the last of its values or fewer: for turns, that it is over by then.
    Within,
}

/// Kind of a bar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BarKind {
    /// The bar of no damage. Often by far the highest, it does not set the scale: where it is cut off, it
    /// shows a break.
    Nothing,
    /// Any other bar.
    Some,
    /// The last bar, where it includes all values above.
    Open,
}

/// Width of the drawing, in units of its own.
pub const WIDE: f64 = 1000.0;
/// Height of the drawing.
pub const HIGH: f64 = 100.0;
/// Number of values below which bars have a gap between them.
const FEW: f64 = 90.0;
const GAP: f64 = 0.16;

impl Height {
    fn of(self, bar: &Bar) -> f64 {
        match self {
            Self::Exactly => bar.exactly,
            Self::AtLeast => bar.at_least,
            Self::Within => bar.within(),
        }
    }
}

/// Largest chance of a tail that is drawn as a single bar.
const RARE: f64 = 0.0005;

/// A half-open range of values.
type Span = (f64, f64);

/// The bars of a histogram. The values beyond are rare or endless: the last bar then includes all values
/// above.
#[derive(Default, PartialEq)]
pub struct BarChart {
    bars: Vec<Bar>,
    is_open: bool,
    /// Mean of the distribution.
    mean: f64,
    /// The number of values that share a bar.
    step: f64,
    span: Span,
}

impl BarChart {
    /// Lays out the bars of a distribution.
    pub fn of(damage: &Damage) -> Self {
        let mut bars: Vec<Bar> = damage.bars.iter().take_while(|bar| bar.at_least > RARE).copied().collect();
        let mut is_open = damage.endless;
        let rest = damage.bars.len() - bars.len();
        if rest > 1 {
            is_open = true;
            bars.extend(
                damage.bars.iter().skip(bars.len()).take(1).map(|bar| Bar { exactly: bar.at_least, ..*bar }),
            );
        } else {
            bars.clone_from(&damage.bars);
        }
        let start = bars.first().map_or(0, |bar| bar.from);
        let end = bars.last().map_or(0, |bar| bar.to);
        let span = (start as f64, end as f64 + 1.0);
        Self { bars, is_open, mean: damage.mean, step: damage.step as f64, span }
    }

    /// The bars over a scale that has room for others, too.
    #[must_use]
    pub fn over(mut self, others: &[Self]) -> Self {
        for other in others.iter().filter(|other| other.count() > 0) {
            self.span = (self.span.0.min(other.span.0), self.span.1.max(other.span.1));
        }
        self
    }

    /// Number of bars.
    pub fn count(&self) -> usize {
        self.bars.len()
    }

    fn which(&self, place: usize, bar: &Bar) -> BarKind {
        if self.is_open && place + 1 == self.bars.len() {
            BarKind::Open
        } else if bar.to == 0 {
            BarKind::Nothing
        } else {
            BarKind::Some
        }
    }

    /// The chance at the top of the drawing.
    pub fn highest(&self, height: Height) -> f64 {
        let top =
            |of: fn(&&Bar) -> bool| self.bars.iter().filter(of).map(|bar| height.of(bar)).fold(0.0, f64::max);
        match top(|bar| bar.to != 0) {
            0.0 => top(|_| true),
            highest => highest,
        }
    }

    /// The height of the bar of no damage.
    pub fn nothing(&self, height: Height) -> Option<f64> {
        self.bars.iter().find(|bar| bar.to == 0).map(|bar| height.of(bar))
    }

    /// The height of a bar of another answer here, where a bar may have more values.
    fn height_of(&self, other: &Self, bar: &Bar, height: Height) -> f64 {
        match height {
            Height::AtLeast | Height::Within => height.of(bar),
            Height::Exactly => bar.exactly * self.step / other.step,
        }
    }

    /// The greatest height of another answer on this scale; no damage does not set the scale.
    pub fn tallest(&self, other: &Self, height: Height) -> f64 {
        let some = other.bars.iter().filter(|bar| bar.to != 0);
        some.map(|bar| self.height_of(other, bar, height)).fold(0.0, f64::max)
    }

    /// Another answer as the outline of its bars, in steps, without that of no damage.
    pub fn line(&self, other: &Self, height: Height, top: f64) -> String {
        let (start, end) = self.span;
        let mut path = String::new();
        let mut to = |step: &str, value: i64, y: f64| {
            add(&mut path, step, (value as f64 - start) / (end - start) * WIDE);
            add(&mut path, " ", y);
        };
        // End of the bar before.
        let mut before = None;
        for bar in other.bars.iter().filter(|bar| bar.to != 0) {
            match before {
                None => to("M", bar.from, HIGH),
                Some(end) if end == bar.from => {}
                Some(end) => {
                    to("L", end, HIGH);
                    to("L", bar.from, HIGH);
                }
            }
            let y = HIGH * (1.0 - self.height_of(other, bar, height) / top);
            to("L", bar.from, y);
            to("L", bar.to + 1, y);
            before = Some(bar.to + 1);
        }
        if let Some(end) = before {
            to("L", end, HIGH);
        }
        path
    }

    /// Position of a value, as a share of the width, if it is drawn.
    pub fn place_of(&self, value: f64) -> Option<f64> {
        let (start, end) = self.span;
        let share = (value + 0.5 - start) / (end - start);
        (!self.bars.is_empty() && (0.0..=1.0).contains(&share)).then_some(share)
    }

    /// Position of the mean; the right edge where it lies beyond.
    pub fn mean_at(&self) -> f64 {
        self.place_of(self.mean).unwrap_or(1.0)
    }

    /// The outline of the bars of one kind; the height of the drawing stands for `top`.
    pub fn outline(&self, height: Height, drawn: BarKind, top: f64) -> String {
        let (start, end) = self.span;
        let unit = WIDE / (end - start);
        let gap = if end - start < FEW { GAP } else { 0.0 };
        let mut path = String::new();
        for (place, bar) in self.bars.iter().enumerate() {
            // A tail has no end within which it is over.
            if self.which(place, bar) != drawn || drawn == BarKind::Open && height == Height::Within {
                continue;
            }
            let x = (bar.from as f64 - start + gap / 2.0) * unit;
            let wide = ((bar.to - bar.from + 1) as f64 - gap) * unit;
            let high = height.of(bar) / top * HIGH;
            if high > HIGH {
                rectangle(&mut path, x, wide, 0.0, HIGH * 0.82);
                rectangle(&mut path, x, wide, HIGH * 0.87, HIGH);
            } else {
                rectangle(&mut path, x, wide, 0.0, high);
            }
        }
        path
    }

    /// The column of the selected bar.
    pub fn mark(&self, read: Option<usize>) -> String {
        let (start, end) = self.span;
        let unit = WIDE / (end - start);
        let mut path = String::new();
        if let Some(bar) = read.and_then(|read| self.bars.get(read)) {
            let wide = (bar.to - bar.from + 1) as f64 * unit;
            rectangle(&mut path, (bar.from as f64 - start) * unit, wide, 0.0, HIGH);
        }
        path
    }

    /// The middle of a bar, as a share of the width.
    pub fn middle(&self, read: usize) -> Option<f64> {
        let (start, end) = self.span;
        self.bars.get(read).map(|bar| ((bar.from + bar.to + 1) as f64 / 2.0 - start) / (end - start))
    }

    /// The bar nearest to a position, given as a share of the width.
    pub fn nearest(&self, share: f64) -> Option<usize> {
        let (start, end) = self.span;
        let value = start + share.clamp(0.0, 1.0) * (end - start);
        let away = |bar: &Bar| (bar.from as f64 - value).max(value - bar.to as f64 - 1.0).max(0.0);
        let places = self.bars.iter().enumerate();
        places.min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b))).map(|(place, _)| place)
    }

    /// Round values along the scale, and the open bar's label, where there is one.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let (start, end) = self.span;
        let mut ticks = ticks((start, end));
        let last = self.bars.len().saturating_sub(1);
        if let Some(bar) = self.bars.last().filter(|bar| self.which(last, bar) == BarKind::Open) {
            let share = ((bar.from + bar.to + 1) as f64 / 2.0 - start) / (end - start);
            ticks.retain(|(other, _)| share - other > 0.15);
            ticks.push((share, format!("{}+", format::whole(bar.from))));
        }
        ticks
    }

    /// Reading of a bar, or of all bars when none is selected.
    pub fn reading(&self, read: Option<usize>) -> String {
        let Some((place, bar)) = read.and_then(|read| self.bars.get(read).map(|bar| (read, bar))) else {
            let something = self.bars.iter().find(|bar| bar.from > 0).map_or(0.0, |bar| bar.at_least);
            return format!("1 or more: {}", format::percent(something));
        };
        let is_open = self.which(place, bar) == BarKind::Open;
        let exactly = format!("{}: {}", bar.values(is_open), format::percent(bar.exactly));
        if is_open {
            return exactly;
        }
        format!("{exactly} · {} or more: {}", format::whole(bar.from), format::percent(bar.at_least))
    }
}

impl BarChart {
    /// The bar up to a turn: the first that ends there or later; none in an empty chart.
    pub fn up_to(&self, turn: i64) -> Option<usize> {
        self.bars.iter().position(|bar| bar.to >= turn).or(self.bars.len().checked_sub(1))
    }

    /// The last turn of a bar; of the open bar, the last turn before it.
    pub fn turn_of(&self, place: usize) -> Option<i64> {
        let bar = self.bars.get(place)?;
        Some(if self.which(place, bar) == BarKind::Open { bar.from - 1 } else { bar.to })
    }

    /// Right edge of the turns up to the end of a bar, as a share of the width.
    pub fn edge(&self, place: usize) -> Option<f64> {
        let (start, end) = self.span;
        self.turn_of(place).map(|turn| ((turn + 1) as f64 - start) / (end - start))
    }

    /// The chance of a fight to be over by the end of a bar, in a sentence, and what belongs to it. Where a
    /// strike is no normal turn of the game, the sentence counts these, too.
    pub fn dead_within(&self, place: usize, beat: &str, fight: &FightSummary) -> Option<(String, String)> {
        let (bar, turn) = (self.bars.get(place)?, self.turn_of(place)?);
        let is_open = self.which(place, bar) == BarKind::Open;
        let by = fight.within(turn)?;
        let normal =
            fight.in_normal_turns(turn).map(|turns| format!(" ({} normal turns)", format::tenths(turns)));
        let count = format::whole(turn);
        let says = format::sentence(&dead_within(turn, beat));
        let dead = format!("{says}{}: {}", normal.unwrap_or_default(), format::percent(by));
        let then = if is_open || turn == bar.from {
            String::new()
        } else {
            format!("{} to ", format::whole(bar.from))
        };
        let itself = (!is_open && turn > 1)
            .then(|| format!("in {beat} {then}{count} alone {}", format::percent(bar.exactly)));
        let standing = format!("still standing {}", format::percent(1.0 - by));
        let rest: Vec<String> = [format::one_in(by), itself, Some(standing)].into_iter().flatten().collect();
        Some((dead, rest.join(" · ")))
    }
}

/// A deadline of a fight in words: "dead within 3 turns".
pub fn dead_within(turns: i64, beat: &str) -> String {
    let count = if turns == 1 { "the first".to_owned() } else { format::whole(turns) };
    format!("dead within {count} {beat}{}", if turns == 1 { "" } else { "s" })
}

/// Anchor of a label at a share of the width: the text extends to the side with more room, in any font.
pub fn anchor(share: f64) -> &'static str {
    if share > 0.5 { "end" } else { "start" }
}

/// Round chances along the height, whose top stands for `highest`: the position of each, as a share of it,
/// and its label.
pub fn levels(highest: f64) -> Vec<(f64, String)> {
    let steps = [0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.02, 0.01, 0.005, 0.0025, 0.002, 0.001];
    let Some(step) = steps.into_iter().find(|step| highest / step >= 2.0) else { return Vec::new() };
    let decimals = if step < 0.01 || step == 0.025 { 1 } else { 0 };
    (1..=(highest / step + 1e-9) as usize)
        .map(|count| count as f64 * step)
        .map(|level| (level / highest, format!("{}\u{a0}%", format::decimal(level * 100.0, decimals))))
        .collect()
}

/// Labels along a range: round numbers, or, without numbers, both ends and the middle. Positions are shares
/// of the way from the first to the last.
pub fn along(places: &[String], (from, to): (f64, f64)) -> Vec<(f64, String)> {
    if places.iter().all(|name| format::read(name).is_some()) && to > from {
        let tick = |value: f64| ((value - from) / (to - from), format::number(value));
        return round(from, to).into_iter().map(tick).collect();
    }
    let last = places.len().saturating_sub(1);
    let ends = [0, last / 2, last].into_iter().filter_map(|at| Some((at, places.get(at)?.clone())));
    ends.map(|(at, name)| (at as f64 / last.max(1) as f64, name)).collect()
}

/// The first of 1, 2, 5, 10, 20 ... times `least` that divides a length into at most six parts.
fn step(least: f64, length: f64) -> f64 {
    const MOST: f64 = 6.0;
    let mut step = least;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if length / step <= MOST {
            break;
        }
        step *= factor;
    }
    step
}

/// Up to seven round numbers between two.
pub fn round(from: f64, to: f64) -> Vec<f64> {
    let step = step(0.001, to - from);
    let (first, last) = ((from / step).ceil() as i64, (to / step + 1e-9).floor() as i64);
    (first..=last).map(|place| place as f64 * step).collect()
}

/// Round values along a scale: the position of each, as a share of the width, and its label.
pub fn ticks((start, end): Span) -> Vec<(f64, String)> {
    let step = step(1.0, end - start);
    let first = (start / step).ceil() as i64;
    let last = ((end - 1.0) / step).floor() as i64;
    (first..=last)
        .map(|place| place as f64 * step)
        .map(|value| ((value + 0.5 - start) / (end - start), format::whole(value as i64)))
        .collect()
}

fn rectangle(path: &mut String, x: f64, wide: f64, from: f64, to: f64) {
    let (low, high) = (HIGH - from, to - from);
    for (step, length) in [("M", x), (" ", low), ("v", -high), ("h", wide), ("v", high)] {
        add(path, step, length);
    }
    path.push('z');
}

/// A step of an outline and how far it goes.
fn add(path: &mut String, step: &str, length: f64) {
    path.push_str(step);
    path.push_str(&format::decimal(length, 2));
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::Spread;

    fn drawn(entries: &[(i64, f64)], tail: Option<(i64, f64)>) -> BarChart {
        BarChart::of(&Damage::of(&Spread { entries: entries.to_vec(), tail }))
    }

    #[test]
    fn a_distribution_without_end_closes_with_a_bar_of_its_own() {
        let drawn = drawn(&[(0, 0.5), (1, 0.3)], Some((2, 0.2)));
        assert_eq!(drawn.outline(Height::Exactly, BarKind::Open, 1.0).matches('M').count(), 1);
        assert_eq!(drawn.reading(Some(2)).replace('\u{a0}', " "), "2 or more: 20.0 %");
    }

    #[test]
    fn what_is_rare_is_one_bar() {
        let drawn = drawn(&[(0, 0.5), (1, 0.4998), (50, 0.0001), (90, 0.0001)], None);
        assert_eq!(drawn.count(), 3);
        assert_eq!(drawn.reading(Some(2)).replace('\u{a0}', " "), "50 or more: < 0.1 %");
    }

    #[test]
    fn pointing_finds_the_nearest_bar() {
        let nearest = |share| drawn(&[(0, 0.5), (8, 0.25), (9, 0.25)], None).nearest(share);
        assert_eq!(nearest(0.0), Some(0));
        assert_eq!(nearest(0.3), Some(0));
        assert_eq!(nearest(0.7), Some(1));
        assert_eq!(nearest(2.0), Some(2));
        assert_eq!(BarChart::of(&Damage::default()).nearest(0.5), None);
    }

    #[test]
    fn a_word_goes_to_where_there_is_more_room() {
        assert_eq!([0.0, 0.5, 0.51, 1.0].map(anchor), ["start", "start", "end", "end"]);
    }

    #[test]
    fn ticks_are_round_and_few() {
        let said = |high: i64| -> Vec<String> {
            drawn(&[(0, 0.5), (high, 0.5)], None).ticks().into_iter().map(|(_, says)| says).collect()
        };
        assert_eq!(said(4), ["0", "1", "2", "3", "4"]);
        assert_eq!(said(12), ["0", "5", "10"]);
        assert_eq!(said(71), ["0", "20", "40", "60"]);
        assert!(said(72_000).len() <= 7);
        let open = drawn(&[(0, 0.5), (1, 0.25)], Some((2, 0.25))).ticks();
        assert_eq!(open.into_iter().map(|(_, says)| says).collect::<Vec<_>>(), ["0", "1", "2+"]);
    }

    #[test]
    fn what_is_read_is_told() {
        let drawn = drawn(&[(0, 0.25), (3, 0.5), (4, 0.25)], None);
        let text = |read| drawn.reading(read).replace('\u{a0}', " ");
        assert_eq!(text(None), "1 or more: 75.0 %");
        assert_eq!(text(Some(1)), "3: 50.0 % · 3 or more: 75.0 %");
    }

    #[test]
    fn the_reader_and_the_rows_of_tables_tell_one_chance_in_one_wording() {
        let entries = [1, 2, 3].map(|turns| (turns, 0.25)).to_vec();
        let damage = Damage::of(&Spread { entries, tail: Some((4, 0.25)) });
        let drawn = BarChart::of(&damage);
        let fight = FightSummary { turns: damage, ..FightSummary::default() };
        let told = |place| drawn.dead_within(place, "turn", &fight).unwrap().0.replace('\u{a0}', " ");
        assert_eq!(told(0), "Dead within the first turn: 25.0 %");
        assert_eq!(told(1), "Dead within 2 turns: 50.0 %");
        // The open bar tells the turns before it, as rows of tables do.
        assert_eq!(told(3), "Dead within 3 turns: 75.0 %");
        assert_eq!([1, 2, 3].map(|turns| fight.within(turns)), [Some(0.25), Some(0.5), Some(0.75)]);
        assert_eq!(fight.within(9), None);
        assert_eq!(dead_within(1, "strike"), "dead within the first strike");
    }
}
