//! The distribution of damage as a histogram, exactly or cumulated; read by pointing, touching, or with the
//! arrow keys.

use super::shown::Shown;
use crate::platform::erased;
use crate::store::{MOST_PINS, use_answer, use_compare, use_scenario};
use crate::widgets::axes::{TOPS, levels, line, mark, paths, percent, scale};
use crate::widgets::chart_slider::{self, ChartSlider};
use crate::widgets::{word, words};
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::histogram::{Histogram, HitPoints};
use tohit_report::picture::{self, spread};
use tohit_report::plot::Height;
use tohit_report::summary::{Bar, Damage, Summary};
use tohit_resolver::Extent;

/// The histogram with its switches and its axes.
#[component]
pub(super) fn Chart(shown: Shown) -> impl IntoView {
    let answer = shown.answer;
    let is_cumulated = RwSignal::new(false);
    // Damage is read upwards, turns downwards.
    let height = move || match (is_cumulated.get(), shown.extent.get()) {
        (false, _) => Height::Exactly,
        (true, Extent::Fight) => Height::Within,
        (true, _) => Height::AtLeast,
    };
    let read = RwSignal::new(None::<usize>);
    let plot = laid_out(shown, Signal::derive(height));
    let is_fight = move || shown.extent.get() == Extent::Fight;
    // The reader of a fight stands at a turn that is kept; a bar that is read moves it for the moment.
    let kept = Signal::derive(move || {
        plot.with(|plot| plot.drawn.up_to(answer.within.get()).filter(|_| is_fight()))
    });
    let at = Signal::derive(move || read.get().or_else(|| kept.get()));
    let dead = Memo::new(move |_| dead_within(shown, &plot, at.get()));
    let reading = Signal::derive(move || match dead.get() {
        Some((says, rest)) => format!("{says} · {rest}"),
        None => plot.with(|plot| plot.drawn.reading(read.get())),
    });
    let last = Signal::derive(move || plot.with(|plot| plot.drawn.count()).saturating_sub(1));
    // A new answer clears the reading.
    Effect::new(move |_| {
        answer.summary.track();
        if read.with_untracked(Option::is_some) {
            read.set(None);
        }
    });
    let title = move || format::sentence(&picture::name(shown.extent.get(), shown.beat()));
    let label = move || format!("{}, bar by bar", title());
    let inside = view! {
        <svg aria-hidden="true" width="100%" height="100%">
            {erased::changed(move || plot.with(|plot| plot.levels.clone()), levels)}
            {outlines(plot, read)}
            {erased::live(move || plot.with(|plot| marks(plot, read.get().filter(|_| !is_fight()), reading)))}
            {erased::live(move || plot.with(|plot| hairline(plot, at.get().filter(|_| is_fight()))))}
        </svg>
    };
    let keep = move |place: usize| {
        let turn = plot.with_untracked(|plot| plot.drawn.turn_of(place)).filter(|_| is_fight());
        turn.into_iter().for_each(|turn| answer.within.set(turn));
    };
    let slider = ChartSlider {
        label: Signal::derive(label),
        reading,
        last,
        now: kept,
        read,
        at: Rc::new(move |across, _| plot.with_untracked(|plot| plot.drawn.nearest(across))),
        step: chart_slider::along(read, kept, last),
        take: Rc::new(keep),
    };
    let average = move || plot.with(|plot| plot.average.clone().map(|(_, says)| says));
    view! {
        <div class="switches">
            <h3>{erased::live(title)}</h3>
            {erased::changed(is_fight, move |is_fight| heights(is_cumulated, is_fight))}
        </div>
        <div class="plot">
            {slider.view(inside.into_any())}
            {erased::changed(move || plot.with(|plot| plot.ticks.clone()), scale)}
            <p class="axis" aria-hidden="true">
                <span>{Signal::derive(move || plot.with(|plot| plot.across.clone()))}</span>
                <strong>{erased::live(average)}</strong>
            </p>
        </div>
        {erased::changed(is_fight, move |is_fight| is_fight.then(|| view! { <Reader dead /> }))}
    }
}

/// The bars, the mark of the one that is read, and a line for each pin and the rolled sample.
fn outlines(plot: Memo<Histogram>, read: RwSignal<Option<usize>>) -> AnyView {
    let bar = move |which: usize| {
        Signal::derive(move || plot.with(|plot| plot.bars.get(which).cloned().unwrap_or_default()))
    };
    let other = move |which: usize| {
        Signal::derive(move || plot.with(|plot| plot.lines.get(which).cloned().unwrap_or_default()))
    };
    let column = Signal::derive(move || plot.with(|plot| plot.drawn.mark(read.get())));
    let mut all: Vec<(String, Signal<String>)> =
        [("read", column), ("nothing", bar(0)), ("some", bar(1)), ("open", bar(2))]
            .map(|(class, path)| (class.to_owned(), path))
            .into();
    all.extend((0..=MOST_PINS).map(|which| (format!("pinned side-{}", which + 1), other(which))));
    paths(all)
}

/// The histogram of the shown distribution, with the pins and the rolled sample as lines over it.
fn laid_out(shown: Shown, height: Signal<Height>) -> Memo<Histogram> {
    let (scenario, compare) = (use_scenario(), use_compare());
    let answer = shown.answer;
    Memo::new(move |_| {
        let (extent, beat) = (shown.extent.get(), shown.beat());
        // The pins are lines in the order of their columns; the rolled sample is the last.
        let rolled = answer.rolled.get();
        let others: Vec<Arc<Summary>> =
            compare.columns.into_iter().map(|answer| answer.get()).chain([rolled]).collect();
        let damage = |summary: &Arc<Summary>| spread(extent, summary).cloned().unwrap_or_default();
        let others: Vec<Damage> = others.iter().map(damage).collect();
        let points = scenario
            .now
            .with(|now| answer.summary.with(|summary| HitPoints::of(&now.complete, summary, extent)));
        let others: Vec<&Damage> = others.iter().collect();
        shown.with(|damage| Histogram::of(damage, (extent, beat), height.get(), points, &others))
    })
}

/// The switch of the bars' meaning.
fn heights(is_cumulated: RwSignal<bool>, is_fight: bool) -> AnyView {
    let cumulated = if is_fight { "within" } else { "or more" };
    let word = |(says, value): (&'static str, bool)| {
        word(says.into_any(), move || is_cumulated.get() == value, move || is_cumulated.set(value))
    };
    words("Bars show", None, [("exactly", false), (cumulated, true)].into_iter().map(word).collect())
}

/// The sentence of the reader: dead within so many turns.
#[component]
fn Reader(dead: Memo<Option<(String, String)>>) -> impl IntoView {
    let part = move |which: fn((String, String)) -> String| {
        Signal::derive(move || dead.get().map(which).unwrap_or_default())
    };
    view! {
        <p class="reader" aria-hidden="true">
            <strong>{part(|(says, _)| says)}</strong>
            " "
            <span>{part(|(_, rest)| rest)}</span>
        </p>
    }
}

/// The reader's sentence in two parts; none but in a fight.
fn dead_within(shown: Shown, plot: &Memo<Histogram>, at: Option<usize>) -> Option<(String, String)> {
    if shown.extent.get() != Extent::Fight {
        return None;
    }
    let beat = shown.beat();
    shown.answer.summary.with(|summary| {
        let fight = summary.fight.as_ref()?;
        plot.with(|plot| plot.drawn.dead_within(at?, beat, fight))
    })
}

/// The line behind the last turn that the reader counts, its knob, and a veil over the turns after it.
fn hairline(plot: &Histogram, at: Option<usize>) -> Option<AnyView> {
    let share = plot.drawn.edge(at?)?;
    let x = percent(share);
    Some(
        view! {
            <rect class="after" x=x.clone() width=percent(1.0 - share) height="100%"></rect>
            {line("hair", share, "0")}
            <circle class="knob" cx=x cy="100%" r="5"></circle>
        }
        .into_any(),
    )
}

/// Labels of the drawing: of a bar while it is read, else of the kill line and the cut bar. The average is a
/// triangle on the axis.
fn marks(plot: &Histogram, read: Option<usize>, reading: Signal<String>) -> AnyView {
    let average = plot.average.as_ref().map(|(share, _)| {
        let x = percent(*share);
        view! { <text class="average" x=x y="100%" dy="-1" text-anchor="middle">"▲"</text> }
    });
    // The reading is the only label.
    let rise = if read.is_some() { 0 } else { plot.rise() };
    let top = TOPS.get(rise).copied().unwrap_or_default();
    let kill = plot.kills.as_ref().map(|(share, _)| line("hp", *share, top));
    let words = match read.and_then(|read| plot.drawn.middle(read)) {
        Some(middle) => mark(middle, reading.get(), 0),
        None => {
            let label = |(row, share, says): (usize, f64, &str)| mark(share, says.to_owned(), row);
            plot.labels().map(label).collect_view().into_any()
        }
    };
    view! {
        <text class="level" x="-6" y="0" dy="-1.8em" text-anchor="end">"chance"</text>
        {kill}
        {average}
        {words}
    }
    .into_any()
}

/// The bars as a table.
pub(crate) fn damage_table(extent: Memo<Extent>) -> AnyView {
    let shown = Shown { answer: use_answer(), extent };
    erased::live(move || chart_slider::rows(cells(shown))).into_any()
}

fn cells(shown: Shown) -> (&'static str, Vec<Vec<String>>) {
    let is_fight = shown.extent.get() == Extent::Fight;
    let (name, head) = match shown.extent.get() {
        Extent::Fight => ("How many as a table", ["To kill", "This many", "Within this many"]),
        _ => ("Damage as a table", ["Damage", "This much", "This much or more"]),
    };
    /// A rarer tail is one row.
    const SEEN: f64 = 0.001;
    let rows = shown.with(|damage| {
        let bars = &damage.bars;
        let last = bars.len().saturating_sub(1);
        let end = bars.iter().position(|bar| bar.at_least < SEEN).unwrap_or(last);
        let row = |(place, bar): (usize, &Bar)| {
            let values = bar.values(place == end && (end < last || damage.endless));
            let exactly = if place == end { bar.at_least } else { bar.exactly };
            let cumulated = match is_fight {
                true if place == end && (end < last || damage.endless) => String::new(),
                true => format::percent(bar.within()),
                false => format::percent(bar.at_least),
            };
            vec![values, format::percent(exactly), cumulated]
        };
        bars.iter().enumerate().take(end + 1).map(row).collect::<Vec<_>>()
    });
    (name, std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect())
}
