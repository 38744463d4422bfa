//! A study along a range: a curve with the present value marked, or what a field probably is as bars; both as a table below.

use super::{Desk, Run, words};
use crate::browser;
use crate::erased;
use crate::format;
use leptos::html::Details;
use leptos::prelude::*;
use std::fmt::Write as _;
use tohit_resolver::Json;
use tohit_telling::plot;
use web_sys::{KeyboardEvent, PointerEvent};

/// A place along the range.
#[derive(Clone, PartialEq)]
struct Point {
    cell: usize,
    /// Where it lies, from 0 to 1.
    x: f64,
    /// Its height, in the measure.
    y: Option<f64>,
    /// Its name, and its height in words.
    name: String,
    says: String,
    /// Whether the condition holds there.
    holds: bool,
}

/// All that is drawn.
#[derive(Clone, Default, PartialEq)]
struct Drawing {
    points: Vec<Point>,
    /// The values at both ends of the range, and the height that is drawn.
    span: (f64, f64),
    highest: f64,
    is_bars: bool,
    is_chance: bool,
    /// Where the present value lies.
    now: Option<f64>,
    field: String,
    measure: String,
}

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(text) | Json::Text(text) => format::read(text),
        _ => None,
    }
}

impl Drawing {
    fn of(run: &Run) -> Option<Self> {
        let study = run.study.as_deref()?;
        let axis = study.axes.first()?;
        let (column, measure) = words::column(study);
        let measure = measure?;
        let posterior = run.end.as_ref().and_then(|end| end.probably.as_ref());
        let numbers: Option<Vec<f64>> = axis.places.iter().map(|place| number(&place.value)).collect();
        // Marks such as 18/50 lie one beside the other.
        let numbers = numbers.unwrap_or_else(|| (0..axis.places.len()).map(|at| at as f64).collect());
        let span = (numbers.first().copied()?, numbers.last().copied()?);
        let place_of = |value: f64| (value - span.0) / (span.1 - span.0);
        let found = run.end.as_ref().map(|end| end.found.clone()).unwrap_or_default();
        let point = |row: &tohit_resolver::study::Row<f64>| {
            let y = match posterior {
                Some(probably) => probably.posterior.get(row.cell).copied(),
                None => row.values.get(column).copied().flatten(),
            };
            let told =
                |y: f64| if posterior.is_some() { format::percent(y) } else { words::value(&measure, y) };
            Point {
                cell: row.cell,
                x: place_of(numbers.get(row.cell).copied().unwrap_or_default()),
                y,
                name: words::cell(run, row.cell),
                says: y.map_or_else(|| "no answer".to_owned(), told),
                holds: found.iter().any(|(from, to)| (from..=to).contains(&&row.cell)),
            }
        };
        let points: Vec<Point> = run.rows.iter().map(point).collect();
        let highest = points.iter().filter_map(|point| point.y).fold(0.0, f64::max);
        let is_chance = posterior.is_some() || measure.is_chance();
        let now = axis.places.iter().position(|place| run.now.complete.at(&axis.name) == Some(&place.value));
        let now = now.and_then(|at| numbers.get(at).copied());
        let now = now.or_else(|| run.now.complete.at(&axis.name).and_then(number)).map(place_of);
        Some(Self {
            span,
            is_bars: posterior.is_some(),
            highest: if highest > 0.0 { highest * 1.08 } else { 1.0 },
            is_chance,
            now: now.filter(|now| (0.0..=1.0).contains(now)),
            field: words::axis(run, &axis.name),
            measure: if posterior.is_some() { "probability".to_owned() } else { words::measure(&measure) },
            points,
        })
    }

    /// The line through all places, or a bar at each. One that holds what is asked is drawn again, thicker.
    fn path(&self, only_held: bool) -> String {
        let mut path = String::new();
        let mut is_on = false;
        let half = plot::WIDE / (2.0 * self.points.len().max(2) as f64) * 0.8;
        let decimal = |value: f64| format::decimal(value, 1);
        for point in &self.points {
            let Some(y) = point.y.filter(|_| point.holds || !only_held) else {
                is_on = false;
                continue;
            };
            let (x, y) = (point.x * plot::WIDE, plot::HIGH * (1.0 - y / self.highest));
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

    /// The place nearest to that share of the width.
    fn nearest(&self, share: f64) -> Option<usize> {
        let far = |at: &usize| self.points.get(*at).map_or(f64::MAX, |point| (point.x - share).abs());
        (0..self.points.len()).min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    fn told(&self, at: Option<usize>) -> String {
        let point = at.and_then(|at| self.points.get(at));
        point.map_or_else(String::new, |point| format!("{} {}: {}", self.field, point.name, point.says))
    }

    /// Round heights.
    fn levels(&self) -> Vec<(f64, String)> {
        let told =
            |height: f64| if self.is_chance { format::percent(height) } else { format::number(height) };
        round(0.0, self.highest)
            .into_iter()
            .skip(1)
            .map(|height| (height / self.highest, told(height)))
            .collect()
    }

    /// Round values below.
    fn ticks(&self) -> Vec<(f64, String)> {
        // Names that are no numbers: both ends and the middle.
        if self.points.iter().any(|point| format::read(&point.name).is_none()) {
            let last = self.points.len().saturating_sub(1);
            let ends = [0, last / 2, last];
            let ends = ends.iter().filter_map(|at| self.points.get(*at));
            return ends.map(|point| (point.x, point.name.clone())).collect();
        }
        let (from, to) = self.span;
        let told = |value: f64| ((value - from) / (to - from), format::number(value));
        round(from, to).into_iter().map(told).collect()
    }
}

/// A handful of round numbers between two.
fn round(from: f64, to: f64) -> Vec<f64> {
    const MOST: f64 = 6.0;
    let mut step = 0.001;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if (to - from) / step <= MOST {
            break;
        }
        step *= factor;
    }
    let (first, last) = ((from / step).ceil() as i64, (to / step + 1e-9).floor() as i64);
    (first..=last).map(|place| place as f64 * step).collect()
}

/// The curve, and the table below it.
pub(super) fn view(desk: Desk) -> AnyView {
    let drawing = Memo::new(move |_| desk.with(Drawing::of).unwrap_or_default());
    let read = RwSignal::new(None::<usize>);
    let last = move || drawing.with(|drawn| drawn.points.len().saturating_sub(1));
    let start = move || drawing.with_untracked(|drawn| drawn.now.and_then(|now| drawn.nearest(now)));
    let point = move |event: &PointerEvent| {
        let area = browser::target(event)?.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - area.left()) / area.width();
        drawing.with_untracked(|drawn| drawn.nearest(share))
    };
    let take = move || {
        let cell = read
            .get_untracked()
            .and_then(|at| drawing.with_untracked(|drawn| drawn.points.get(at).map(|point| point.cell)));
        cell.into_iter().for_each(|cell| desk.take(cell));
    };
    let key = move |event: KeyboardEvent| {
        let (now, last) = (read.get_untracked().or_else(start), untrack(last));
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => now.map_or(0, |now| (now + 1).min(last)),
            "ArrowLeft" | "ArrowDown" => now.map_or(last, |now| now.saturating_sub(1)),
            "Home" => 0,
            "End" => last,
            "Enter" => {
                event.prevent_default();
                return take();
            }
            _ => return,
        };
        event.prevent_default();
        read.set(Some(next));
    };
    let moved = move |event: PointerEvent| read.set(point(&event));
    let path = |only_held| Signal::derive(move || drawing.with(|drawn| drawn.path(only_held)));
    let told = Signal::derive(move || {
        drawing.with(|drawn| drawn.told(read.get().or_else(|| drawn.now.and_then(|now| drawn.nearest(now)))))
    });
    let reading = move || drawing.with(|drawn| read.get().map(|at| drawn.told(Some(at)))).unwrap_or_default();
    let label = move || {
        drawing.with(|drawn| {
            format!("{} by {}: Enter takes a value", format::sentence(&drawn.measure), drawn.field)
        })
    };
    view! {
        <p class="axis" aria-hidden="true">
            {Signal::derive(move || drawing.with(|drawn| format::sentence(&drawn.measure)))}
        </p>
        <div
            class="chart"
            class:bars=Signal::derive(move || drawing.with(|drawn| drawn.is_bars))
            tabindex="0"
            role="slider"
            aria-label=Signal::derive(label)
            aria-valuemin="0"
            aria-valuemax=Signal::derive(move || last().to_string())
            aria-valuenow=Signal::derive(move || read.get().or_else(start).unwrap_or(0).to_string())
            aria-valuetext=told
            on:pointermove=moved
            on:pointerdown=moved
            on:pointerleave=move |_| read.set(None)
            on:keydown=erased::key(key)
            on:click=erased::press(move |_| take())
            on:blur=move |_| read.set(None)
        >
            <svg aria-hidden="true" width="100%" height="100%">
                <svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%">
                    <path class="curve" d=path(false)></path>
                    <path class="held" d=path(true)></path>
                </svg>
                {erased::live(move || drawing.with(levels))}
                {erased::live(move || drawing.with(|drawn| marks(drawn, read.get())))}
            </svg>
        </div>
        {erased::live(move || drawing.with(scale))}
        <p class="reading" aria-hidden="true">
            {Signal::derive(reading)}
        </p>
        {table(drawing)}
    }
    .into_any()
}

fn percent(share: f64) -> String {
    format!("{}%", format::decimal(share * 100.0, 3))
}

fn levels(drawn: &Drawing) -> AnyView {
    let level = |(share, says): (f64, String)| {
        let y = percent(1.0 - share);
        view! {
            <line class="level" x1="0" x2="100%" y1=y.clone() y2=y.clone()></line>
            <text class="level" x="100%" y=y dy="-2" text-anchor="end">
                {says}
            </text>
        }
    };
    let seen = drawn.levels().into_iter().filter(|(share, _)| *share < 0.92);
    seen.map(level).collect_view().into_any()
}

/// The present value, and the one that is read.
fn marks(drawn: &Drawing, read: Option<usize>) -> AnyView {
    let line = |class: &'static str, share: f64| {
        let x = percent(share);
        view! { <line class=class x1=x.clone() x2=x y1="0" y2="100%"></line> }
    };
    let now = drawn.now.map(|share| {
        let is_right = share > 0.75;
        view! {
            {line("now", share)}
            <text class="mark" x=percent(share) y="0" dx={if is_right { "-5" } else { "5" }} dy="11" text-anchor={if is_right { "end" } else { "start" }}>
                "now"
            </text>
        }
    });
    let read = read.and_then(|at| drawn.points.get(at)).map(|point| line("here", point.x));
    view! { {now} {read} }.into_any()
}

fn scale(drawn: &Drawing) -> AnyView {
    let tick = |(share, says): (f64, String)| {
        // What stands at an end does not leave the drawing.
        let anchor = if share > 0.97 {
            "end"
        } else if share < 0.03 {
            "start"
        } else {
            "middle"
        };
        view! {
            <text x=percent(share) y="0.9em" text-anchor=anchor>
                {says}
            </text>
        }
    };
    view! {
        <svg class="scale" aria-hidden="true" width="100%" height="1.3em">
            {drawn.ticks().into_iter().map(tick).collect_view()}
        </svg>
        <p class="axis below" aria-hidden="true">
            {drawn.field.clone()}
        </p>
    }
    .into_any()
}

/// The same in numbers, on demand.
fn table(drawing: Memo<Drawing>) -> AnyView {
    let is_open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let toggle = move |_| is_open.set(details.get_untracked().is_some_and(|details| details.open()));
    let rows = move || is_open.get().then(|| drawing.with(rows));
    view! {
        <details class="numbers" node_ref=details on:toggle=toggle>
            <summary>"As a table"</summary>
            {erased::live(rows)}
        </details>
    }
    .into_any()
}

fn rows(drawn: &Drawing) -> AnyView {
    let row = |point: &Point| {
        view! {
            <tr>
                <th scope="row">{point.name.clone()}</th>
                <td>{point.says.clone()}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="The curve as a table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{drawn.field.clone()}</th>
                        <th scope="col">{format::sentence(&drawn.measure)}</th>
                    </tr>
                </thead>
                <tbody>{drawn.points.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
