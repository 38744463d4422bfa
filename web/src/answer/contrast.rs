//! Answers side by side: a column each, bars and numbers in line, and how much each differs from the first.

use super::more;
use super::outcomes::class as colour;
use crate::axes::{paths, percent, scale};
use crate::erased;
use crate::format;
use crate::summary::{Damage, Fought, Summary};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::plot::{self, Drawn};
use tohit_report::sampling_error;
use tohit_resolver::AboutRules;

/// A column: its head and its answer, which may not be here yet.
pub(crate) struct Column {
    pub(crate) head: AnyView,
    pub(crate) answer: RwSignal<Arc<Summary>>,
}

/// How a difference is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Differs {
    /// What the first has gained over the column.
    AsGain,
    /// How much more the column is than the first.
    ByItself,
    /// The same, of so many throws: and how much more chance alone makes it.
    Thrown(RwSignal<usize>),
}

/// One number of an answer.
struct Number {
    value: f64,
    says: String,
    is_chance: bool,
    /// The standard deviation of a single throw, where that is known.
    deviation: Option<f64>,
}

/// What stands in a cell.
#[derive(Clone, Default, PartialEq)]
struct Cell {
    says: String,
    beside: String,
    /// How long its bar is.
    share: String,
}

/// A row as it is told.
#[derive(Clone, Default, PartialEq)]
struct Row {
    is_absent: bool,
    is_unlike: bool,
    cells: Vec<Cell>,
}

impl Number {
    fn chance(p: f64) -> Self {
        let deviation = Some(sampling_error::of_chance(p));
        Self { value: p, says: format::percent(p), is_chance: true, deviation }
    }

    fn average(damage: &Damage) -> Self {
        let says = damage.average();
        Self { value: damage.mean, says, is_chance: false, deviation: damage.deviation }
    }

    fn turns(fight: &Fought) -> Option<Self> {
        Some(Self { value: fight.mean?, says: fight.average(), ..Self::average(&fight.turns) })
    }

    /// In percentage points, if it is a chance.
    fn displayed(&self, number: f64) -> f64 {
        number * if self.is_chance { 100.0 } else { 1.0 }
    }

    /// How much more it is: of chances, in percentage points.
    fn more_than(&self, other: &Self) -> String {
        format::gain(self.displayed(other.value), self.displayed(self.value))
    }
}

/// The numbers of an answer, in the order of the rows. Beside turns of several strikes, one of a single strike is that strike.
fn numbers(summary: &Summary, has_turns: bool) -> Vec<Option<Number>> {
    let mut numbers = vec![summary.hit.map(Number::chance)];
    numbers.extend(summary.outcomes.iter().map(|p| p.map(Number::chance)));
    let strike = summary.damage.as_ref();
    let turn = summary.turn.as_ref().or(strike.filter(|_| has_turns));
    numbers.extend([strike, turn].map(|damage| damage.map(Number::average)));
    numbers.push(summary.fight.as_ref().and_then(Number::turns));
    numbers
}

/// The table and the damage drawn over each other. The first of the columns is what the others are compared with.
#[component]
pub(crate) fn Contrast(
    about: &'static AboutRules,
    caption: &'static str,
    class: &'static str,
    columns: Vec<Column>,
    differs: Differs,
) -> impl IntoView {
    let answers: Vec<_> = columns.iter().map(|column| column.answer).collect();
    let how_many = answers.len();
    let sides = Signal::derive(move || answers.iter().map(|answer| answer.get()).collect::<Vec<_>>());
    let outcomes = about.outcomes.iter().enumerate();
    let mut labels = vec![("To hit", "all".to_owned())];
    labels.extend(outcomes.map(|(place, outcome)| (outcome.label, colour(about.outcomes, place))));
    labels.extend(
        ["Average damage per strike", "Average damage per turn", ""].map(|label| (label, "none".to_owned())),
    );
    let count = labels.len();
    let shown_rows = Memo::new(move |_| rows(&sides.get(), count, differs));
    let row = |(place, (label, class)): (usize, (&'static str, String))| {
        let label = move || if place + 1 == count { sides.with(|sides| beats(sides)) } else { label };
        let of = move |say: fn(&Row) -> bool| {
            Signal::derive(move || shown_rows.with(|rows| rows.get(place).is_some_and(say)))
        };
        let cell = |column: usize| {
            let of = move |say: fn(&Cell) -> &String| {
                let found = move |rows: &Vec<Row>| {
                    rows.get(place).and_then(|row| row.cells.get(column)).map(say).cloned()
                };
                Signal::derive(move || shown_rows.with(found).unwrap_or_default())
            };
            view! {
                <td>
                    <span class="text">
                        <span class="number">{of(|cell| &cell.says)}</span>
                        <span class="parted">{of(|cell| &cell.beside)}</span>
                    </span>
                    <svg class="track" width="100%" height="6" aria-hidden="true">
                        <rect class=format!("bar {class}") width=of(|cell| &cell.share) height="6"></rect>
                    </svg>
                </td>
            }
            .into_any()
        };
        view! {
            <tr class:absent=of(|row| row.is_absent) class:unlike=of(|row| row.is_unlike)>
                <th scope="row">{Signal::derive(label)}</th>
                {(0..how_many).map(cell).collect_view()}
            </tr>
        }
        .into_any()
    };
    let rows = labels.into_iter().enumerate().map(row).collect_view();
    let heads = columns.into_iter().enumerate().map(|(place, column)| {
        view! {
            <th scope="col">
                <i class=format!("key side-{place}")></i>
                {column.head}
            </th>
        }
        .into_any()
    });
    let heads = heads.collect_view();
    let figures = Memo::new(move |_| unlike(&sides.get()));
    view! {
        <div class=class>
            <table class=format!("contrast columns-{how_many}")>
                <caption class="unseen">{caption}</caption>
                <thead>
                    <tr>
                        <td>
                            <span class="unseen">"Figure"</span>
                        </td>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                <tbody>{erased::live(move || figures.get().into_iter().map(figure).collect_view())}</tbody>
            </table>
            {erased::live(move || overlay(&sides.get()))}
        </div>
    }
}

/// What their fights are counted in.
fn beats(sides: &[Arc<Summary>]) -> &'static str {
    let is_strikes =
        sides.iter().any(|side| side.beat() == "strike") && sides.iter().all(|side| side.turn.is_none());
    if is_strikes { "Strikes to kill, on average" } else { "Turns to kill, on average" }
}

fn rows(sides: &[Arc<Summary>], count: usize, differs: Differs) -> Vec<Row> {
    let has_turns = sides.iter().any(|side| side.turn.is_some());
    let numbers: Vec<Vec<Option<Number>>> = sides.iter().map(|side| numbers(side, has_turns)).collect();
    let row = |place: usize| {
        let here = || numbers.iter().map(|numbers| numbers.get(place).and_then(Option::as_ref));
        let first = here().next().flatten();
        let beside = |number: &Number, first: &Number| match differs {
            Differs::ByItself => number.more_than(first),
            Differs::Thrown(throws) => {
                let more = number.more_than(first);
                let stray =
                    first.deviation.map(|one| first.displayed(sampling_error::expected(one, throws.get())));
                stray.map_or_else(
                    || more.clone(),
                    |stray| format!("{more} (±\u{a0}{})", format::tenths(stray)),
                )
            }
            Differs::AsGain => match first.more_than(number) {
                same if same == "=" => same,
                gain => format!("now {gain}"),
            },
        };
        let cell = |(column, number): (usize, Option<&Number>)| Cell {
            says: number.map_or("–", |number| &number.says).to_owned(),
            beside: number
                .zip(first.filter(|_| column > 0))
                .map(|(number, first)| beside(number, first))
                .unwrap_or_default(),
            share: percent(number.filter(|number| number.is_chance).map_or(0.0, |number| number.value)),
        };
        // Throws are not asked for everything: what none of the others knows is no row.
        let is_known = here().zip(sides).skip(1).any(|(number, side)| number.is_some() || !side.is_here());
        Row {
            is_absent: !is_known || !here().flatten().any(|number| number.value > 0.0),
            is_unlike: !here()
                .flatten()
                .all(|number| first.is_some_and(|first| number.more_than(first) == "=")),
            cells: here().enumerate().map(cell).collect(),
        }
    };
    (0..count).map(row).collect()
}

fn figure((label, texts): (String, Vec<String>)) -> AnyView {
    let cells = texts.into_iter().map(|text| view! { <td><span class="number">{text}</span></td> });
    view! {
        <tr class="unlike">
            <th scope="row">{label}</th>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}

/// The derived figures that are not the same in every column, with what each says.
fn unlike(sides: &[Arc<Summary>]) -> Vec<(String, Vec<String>)> {
    let says = |side: &Arc<Summary>| -> Vec<(String, String)> {
        more::flat(&side.more).into_iter().map(|(label, part)| (label, part.says())).collect()
    };
    let all: Vec<_> = sides.iter().map(says).collect();
    let Some((first, _)) = all.split_first().filter(|_| all.iter().all(|side| !side.is_empty())) else {
        return Vec::new();
    };
    let texts = |label: &str| -> Vec<String> {
        let text = |side: &Vec<(String, String)>| {
            let found = side.iter().find(|(known, _)| known == label);
            found.map_or_else(|| "–".to_owned(), |(_, text)| text.clone())
        };
        all.iter().map(text).collect()
    };
    let rows = first.iter().map(|(label, says)| (label.clone(), says, texts(label)));
    rows.filter(|(_, says, texts)| texts.iter().any(|text| text != *says))
        .map(|(label, _, texts)| (label, texts))
        .collect()
}

/// Several distributions over one scale, as lines: who does more is seen where one stands above the other.
fn overlay(sides: &[Arc<Summary>]) -> Option<AnyView> {
    let damage = |side: &Arc<Summary>| side.damage.as_ref().map(Drawn::of).unwrap_or_default();
    let all: Vec<Drawn> = sides.iter().map(damage).collect();
    let span = plot::span_of(&all);
    let peak = all.iter().map(Drawn::peak).fold(0.0, f64::max);
    if peak <= 0.0 {
        return None;
    }
    // The first lies on top: it is the one that changes.
    let lines = all.iter().enumerate().rev().map(|(place, drawn)| {
        let path = drawn.line(span, peak);
        (format!("curve side-{place}"), Signal::derive(move || path.clone()))
    });
    Some(
        view! {
            <div class="overlay" aria-hidden="true">
                <h3>"Damage of a strike"</h3>
                <div class="chart">{paths(lines.collect())}</div>
                {scale(plot::ticks(span))}
            </div>
        }
        .into_any(),
    )
}
