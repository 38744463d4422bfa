//! A study along a range: a curve with the present value marked, or a field's posterior as bars; both as a
//! table below.

use super::study_runner::StudyRunner;
use super::words;
use crate::platform::erased;
use crate::store::StudyRun;
use crate::widgets::axes::{levels, line, mark, paths};
use crate::widgets::chart_slider::{self, ChartSlider, number};
use leptos::prelude::*;
use std::fmt::Write as _;
use std::rc::Rc;
use tohit_report::format;
use tohit_report::plot;
use tohit_resolver::Json;
use tohit_resolver::study::Axis;

/// A point of the range.
#[derive(Clone, PartialEq)]
pub(super) struct Point {
    cell: usize,
    /// Abscissa, from 0 to 1.
    x: f64,
    /// Value of the measure.
    y: Option<f64>,
    /// Its name, and its value in words.
    pub(super) name: String,
    pub(super) says: String,
    /// True where the condition holds.
    holds: bool,
}

/// All that is drawn.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Drawing {
    points: Vec<Point>,
    /// The values at both ends of the range, and at the bottom and the top.
    span: (f64, f64),
    lowest: f64,
    highest: f64,
    is_bars: bool,
    is_chance: bool,
    /// Present value's abscissa.
    now: Option<f64>,
    field: String,
    measure: String,
}

/// The places of an axis as numbers, or their indices with marks such as 18/50.
fn numbers(axis: &Axis) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = axis.places.iter().map(|place| number(&place.value)).collect();
    numbers.unwrap_or_else(|| (0..axis.places.len()).map(|at| at as f64).collect())
}

/// Abscissa of a value on an axis, from 0 to 1.
pub(super) fn share(axis: &Axis, value: &Json) -> Option<f64> {
    let numbers = numbers(axis);
    let (first, last) = (numbers.first()?, numbers.last()?);
    let place = axis.places.iter().position(|place| place.value == *value);
    let here = place.and_then(|at| numbers.get(at).copied()).or_else(|| number(value))?;
    Some((here - first) / (last - first)).filter(|share| (0.0..=1.0).contains(share))
}

impl Drawing {
    pub(super) fn of(run: &StudyRun) -> Option<Self> {
        let study = run.study.as_deref()?;
        let axis = study.axes.first()?;
        let (column, measure) = words::column(study);
        let measure = measure?;
        let named = words::named(run, study);
        let posterior = run.end.as_ref().and_then(|end| end.probably.as_ref());
        let numbers = numbers(axis);
        let span = (numbers.first().copied()?, numbers.last().copied()?);
        let place_of = |value: f64| (value - span.0) / (span.1 - span.0);
        let found = run.end.as_ref().map(|end| end.found.clone()).unwrap_or_default();
        let point = |row: &tohit_resolver::study::StudyRow<f64>| {
            let y = match posterior {
                Some(probably) => probably.posterior.get(row.cell).copied(),
                None => row.values.get(column).copied().flatten(),
            };
            let reading =
                |y: f64| if posterior.is_some() { format::percent(y) } else { words::value(&measure, y) };
            Point {
                cell: row.cell,
                x: place_of(numbers.get(row.cell).copied().unwrap_or_default()),
                y,
                name: named.cell(row.cell),
                says: y.map_or_else(|| "no answer".to_owned(), reading),
                holds: found.iter().any(|(from, to, _)| (from..=to).contains(&&row.cell)),
            }
        };
        let points: Vec<Point> = run.rows.iter().map(point).collect();
        let highest = points.iter().filter_map(|point| point.y).fold(0.0, f64::max);
        let is_chance = posterior.is_some() || measure.is_chance();
        Some(Self {
            span,
            is_bars: posterior.is_some(),
            lowest: 0.0,
            highest: if highest > 0.0 { highest * 1.08 } else { 1.0 },
            is_chance,
            now: run.now.complete.at(&axis.name).and_then(|value| share(axis, value)),
            field: format::sentence(&named.axis(&axis.name)),
            measure: if posterior.is_some() { "probability".to_owned() } else { words::measure(&measure) },
            points,
        })
    }

    /// SVG path: a line through all points, or a bar at each; only of those that hold, where `only_held`.
    pub(super) fn path(&self, only_held: bool) -> String {
        let mut path = String::new();
        let mut is_on = false;
        let half = plot::WIDE / (2.0 * self.points.len().max(2) as f64) * 0.8;
        let decimal = |value: f64| format::decimal(value, 1);
        for point in &self.points {
            let Some(y) = point.y.filter(|_| point.holds || !only_held) else {
                is_on = false;
                continue;
            };
            let (x, y) =
                (point.x * plot::WIDE, plot::HIGH * (self.highest - y) / (self.highest - self.lowest));
            // Writing into a string cannot fail.
            let _ = if self.is_bars {
                let (left, right) = (decimal((x - half).max(0.0)), decimal((x + half).min(plot::WIDE)));
                write!(path, "M{left} 100V{y}H{right}V100z", y = decimal(y))
            } else {
                write!(path, "{}{} {}", if is_on { 'L' } else { 'M' }, decimal(x), decimal(y))
            };
            is_on = true;
        }
        path
    }

    /// The highest and the lowest point, which become the scale's ends; of a level line one.
    pub(super) fn ends(&mut self) -> Vec<Point> {
        let known = || self.points.iter().filter(|point| point.y.is_some());
        let highest = known().reduce(|one, other| if other.y > one.y { other } else { one });
        let lowest = known().reduce(|one, other| if other.y < one.y { other } else { one });
        let mut ends: Vec<Point> = highest.into_iter().chain(lowest).cloned().collect();
        ends.dedup_by(|one, other| one.says == other.says);
        if let [highest, lowest] = ends.as_slice() {
            (self.highest, self.lowest) = (highest.y.unwrap_or(1.0), lowest.y.unwrap_or_default());
        }
        ends
    }

    /// The point nearest to a share of the width.
    fn nearest(&self, share: f64) -> Option<usize> {
        let far = |at: &usize| self.points.get(*at).map_or(f64::MAX, |point| (point.x - share).abs());
        (0..self.points.len()).min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    fn reading(&self, at: Option<usize>) -> String {
        let point = at.and_then(|at| self.points.get(at));
        point.map_or_else(String::new, |point| format!("{} {}: {}", self.field, point.name, point.says))
    }

    /// Round heights.
    fn levels(&self) -> Vec<(f64, String)> {
        let reading =
            |height: f64| if self.is_chance { format::percent(height) } else { format::number(height) };
        plot::round(0.0, self.highest)
            .into_iter()
            .skip(1)
            .map(|height| (height / self.highest, reading(height)))
            .collect()
    }

    /// Round values below.
    fn ticks(&self) -> Vec<(f64, String)> {
        let names: Vec<String> = self.points.iter().map(|point| point.name.clone()).collect();
        plot::along(&names, self.span)
    }

    /// The numeric table.
    fn table(&self) -> Vec<Vec<String>> {
        let head = vec![self.field.clone(), format::sentence(&self.measure)];
        let rows = self.points.iter().map(|point| vec![point.name.clone(), point.says.clone()]);
        core::iter::once(head).chain(rows).collect()
    }
}

/// The curve, and the table below it.
pub(super) fn view(desk: StudyRunner) -> AnyView {
    let drawing = Memo::new(move |_| desk.with(Drawing::of).unwrap_or_default());
    let read = RwSignal::new(None::<usize>);
    let now = Signal::derive(move || drawing.with(|drawn| drawn.now.and_then(|now| drawn.nearest(now))));
    let last = Signal::derive(move || drawing.with(|drawn| drawn.points.len().saturating_sub(1)));
    let take = move |at: usize| {
        let cell = drawing.with_untracked(|drawn| drawn.points.get(at).map(|point| point.cell));
        cell.into_iter().for_each(|cell| desk.take(cell));
    };
    let path = |only_held| Signal::derive(move || drawing.with(|drawn| drawn.path(only_held)));
    let label = move || {
        let takes = if desk.takes() { ": Enter takes a value" } else { "" };
        drawing.with(|drawn| format!("{} by {}{takes}", format::sentence(&drawn.measure), drawn.field))
    };
    let inside = view! {
        <svg
            aria-hidden="true"
            class:bars=Signal::derive(move || drawing.with(|drawn| drawn.is_bars))
            width="100%"
            height="100%"
        >
            {paths(vec![("curve".to_owned(), path(false)), ("held".to_owned(), path(true))])}
            {erased::live(move || drawing.with(|drawn| levels(drawn.levels())))}
            {erased::live(move || drawing.with(|drawn| marks(drawn, read.get())))}
        </svg>
    };
    let board = ChartSlider {
        label: Signal::derive(label),
        reading: Signal::derive(move || {
            drawing.with(|drawn| drawn.reading(read.get().or_else(|| now.get())))
        }),
        last,
        now,
        read,
        at: Rc::new(move |across, _| drawing.with_untracked(|drawn| drawn.nearest(across))),
        step: chart_slider::along(read, now, last),
        take: Rc::new(take),
    };
    view! {
        <p class="axis" aria-hidden="true">
            {Signal::derive(move || drawing.with(|drawn| format::sentence(&drawn.measure)))}
        </p>
        <div class="plot">
            {board.view(inside.into_any())}
            {erased::live(move || drawing.with(|drawn| chart_slider::scale(drawn.ticks(), &drawn.field)))}
        </div>
        {chart_slider::reading(Signal::derive(move || drawing.with(|drawn| drawn.reading(read.get()))))}
        {chart_slider::table(move || ("The drawing as a table", drawing.with(Drawing::table)))}
    }
    .into_any()
}

/// The present value, and the one that is read.
fn marks(drawn: &Drawing, read: Option<usize>) -> AnyView {
    let now = drawn.now.map(|share| {
        view! { {line("now", share, "0")} {mark(share, "now".to_owned(), 0)} }
    });
    let read = read.and_then(|at| drawn.points.get(at)).map(|point| line("here", point.x, "0"));
    view! { {now} {read} }.into_any()
}
