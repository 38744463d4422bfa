//! The distribution of damage as a histogram, exactly or cumulated; read by pointing, touching, or with the
//! arrow keys.

use super::shown::Shown;
use crate::platform::erased;
use crate::store::{use_answer, use_compare, use_scenario};
use crate::widgets::axes::{TOPS, levels, line, mark, paths, scale};
use crate::widgets::chart_slider::{self, ChartSlider};
use crate::widgets::{word, words};
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::histogram::Histogram;
use tohit_report::picture::{self, spread};
use tohit_report::plot::Height;
use tohit_report::summary::{Bar, Damage, Summary};
use tohit_report::values;
use tohit_resolver::Extent;

/// The histogram with its switches and its axes.
#[component]
pub(super) fn Chart(shown: Shown) -> impl IntoView {
    let (scenario, compare) = (use_scenario(), use_compare());
    let answer = shown.answer;
    let is_cumulated = RwSignal::new(false);
    // Damage is read upwards, turns downwards.
    let height = move || match (is_cumulated.get(), shown.extent.get()) {
        (false, _) => Height::Exactly,
        (true, Extent::Fight) => Height::Within,
        (true, _) => Height::AtLeast,
    };
    let read = RwSignal::new(None::<usize>);
    let plot = Memo::new(move |_| {
        let (extent, beat) = (shown.extent.get(), shown.beat());
        // The pins are lines in the order of their columns; the rolled sample is the last.
        let rolled = answer.rolled.get();
        let others: Vec<Arc<Summary>> =
            compare.columns.into_iter().map(|answer| answer.get()).chain([rolled]).collect();
        let damage = |summary: &Arc<Summary>| spread(extent, summary).cloned().unwrap_or_default();
        let others: Vec<Damage> = others.iter().map(damage).collect();
        let points = scenario.now.with(|now| values::hit_points(&now.complete));
        let others: Vec<&Damage> = others.iter().collect();
        shown.with(|damage| Histogram::of(damage, (extent, beat), height(), points, &others))
    });
    let reading = Signal::derive(move || {
        let (read, beat) = (read.get(), shown.beat());
        plot.with(|plot| match shown.extent.get() {
            Extent::Fight => plot.drawn.fight_reading(read, beat),
            _ => plot.drawn.reading(read),
        })
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
    let heights = move || {
        let cumulated = if shown.extent.get() == Extent::Fight { "within" } else { "or more" };
        let words_of = [("exactly", false), (cumulated, true)];
        let word = |(says, value): (&'static str, bool)| {
            word(says.into_any(), None, move || is_cumulated.get() == value, move || is_cumulated.set(value))
        };
        words("Bars show", None, words_of.into_iter().map(word).collect())
    };
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
    all.extend((0..=compare.columns.len()).map(|which| (format!("pinned side-{}", which + 1), other(which))));
    let inside = view! {
        <svg aria-hidden="true" width="100%" height="100%">
            {erased::changed(move || plot.with(|plot| plot.levels.clone()), levels)}
            {paths(all)}
            {erased::live(move || plot.with(|plot| marks(plot, read.get(), reading)))}
        </svg>
    };
    let now = Signal::from(None);
    let slider = ChartSlider {
        label: Signal::derive(label),
        reading,
        last,
        now,
        read,
        at: Rc::new(move |across, _| plot.with_untracked(|plot| plot.drawn.nearest(across))),
        step: chart_slider::along(read, now, last),
        take: Rc::new(|_| {}),
    };
    let average = move || plot.with(|plot| plot.average.clone().map(|(_, says)| says));
    view! {
        <div class="switches">
            <h3>{erased::live(title)}</h3>
            {erased::live(heights)}
        </div>
        <div class="plot">
            {slider.view(inside.into_any())}
            {erased::changed(move || plot.with(|plot| plot.ticks.clone()), scale)}
            <p class="axis" aria-hidden="true">
                <span>{Signal::derive(move || plot.with(|plot| plot.across.clone()))}</span>
                <strong>{erased::live(average)}</strong>
            </p>
        </div>
    }
}

/// Labels of the drawing: of a bar while it is read, else of the kill line and the cut bar. The average is a
/// triangle on the axis.
fn marks(plot: &Histogram, read: Option<usize>, reading: Signal<String>) -> AnyView {
    let average = plot.average.as_ref().map(|(share, _)| {
        let x = crate::widgets::axes::percent(*share);
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
