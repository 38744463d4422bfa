//! The distribution of damage as a histogram: this much, or this much or more; read by pointing, touching, or with the arrow keys.

use super::Shown;
use crate::axes::{SECOND, levels, line, mark, paths, scale};
use crate::chart_slider::{self, ChartSlider};
use crate::erased;
use crate::format;
use crate::summary::Bar;
use crate::widgets::{word, words};
use leptos::prelude::*;
use std::rc::Rc;
use tohit_report::picture;
use tohit_report::plot::{self, Drawn, Height, Which};
use tohit_report::values;
use tohit_resolver::study::Extent;

/// The histogram with its switches and its scale.
#[component]
pub(super) fn Chart(shown: Shown) -> impl IntoView {
    let page = shown.page;
    let at_least = RwSignal::new(false);
    let height = move || if at_least.get() { Height::AtLeast } else { Height::Exactly };
    let read = RwSignal::new(None::<usize>);
    let drawing = Memo::new(move |_| shown.with(Drawn::of));
    let reading = Signal::derive(move || {
        let (read, beat) = (read.get(), shown.beat());
        drawing.with(|drawn| match shown.extent.get() {
            Extent::Fight => drawn.fight_reading(read, beat),
            _ => drawn.reading(read),
        })
    });
    let of = move |say: fn(&Drawn, Option<usize>) -> String| {
        Signal::derive(move || drawing.with(|drawn| say(drawn, read.get())))
    };
    let bars =
        move |which: Which| Signal::derive(move || drawing.with(|drawn| drawn.outline(height(), which)));
    let last = Signal::derive(move || drawing.with(Drawn::count).saturating_sub(1));
    // What is read of one answer says nothing of the next.
    Effect::new(move |_| {
        page.summary.track();
        if read.with_untracked(Option::is_some) {
            read.set(None);
        }
    });
    let title = move || format::sentence(&picture::name(shown.extent.get(), shown.beat()));
    let label = move || format!("{}, bar by bar", title());
    let heights = move || {
        let says = match shown.extent.get() {
            Extent::Fight => ["this many", "this many or more"],
            _ => ["this much", "this much or more"],
        };
        let word = |(says, value): (&'static str, bool)| {
            word(says.into_any(), None, move || at_least.get() == value, move || at_least.set(value))
        };
        words("Bars show", None, says.into_iter().zip([false, true]).map(word).collect())
    };
    let all = [
        ("read", of(Drawn::mark)),
        ("nothing", bars(Which::Nothing)),
        ("some", bars(Which::Some)),
        ("open", bars(Which::Open)),
        ("average", of(|drawn, _| drawn.average())),
    ];
    let inside = view! {
        <svg aria-hidden="true" width="100%" height="100%">
            {paths(all.map(|(class, path)| (class.to_owned(), path)).into())}
            {erased::live(move || drawing.with(|drawn| marks(drawn, drawn.is_cut(height()), hit_points(shown))))}
            {erased::changed(move || drawing.with(|drawn| plot::levels(drawn.highest(height()))), levels)}
        </svg>
    };
    let now = Signal::from(None);
    let board = ChartSlider {
        label: Signal::derive(label),
        reading,
        last,
        now,
        read,
        at: Rc::new(move |across, _| drawing.with_untracked(|drawn| drawn.nearest(across))),
        step: chart_slider::along(read, now, last),
        take: Rc::new(|_| {}),
    };
    view! {
        <div class="switches">
            <h3>{erased::live(title)}</h3>
            {erased::live(heights)}
        </div>
        {board.view(inside.into_any())}
        {erased::changed(move || drawing.with(Drawn::ticks), scale)}
        {chart_slider::reading(reading)}
    }
}

/// What stands opposite can take so much, where the sheet says it and damage is shown.
fn hit_points(shown: Shown) -> Option<f64> {
    if shown.extent.get() == Extent::Fight {
        return None;
    }
    shown.page.now.with(|now| values::hit_points(&now.complete))
}

/// The average, the hit points, and the bar that is cut off, each with its word.
fn marks(drawn: &Drawn, is_cut: bool, hit_points: Option<f64>) -> AnyView {
    let average = format!("average {}", drawn.average_says);
    let mean = (drawn.count() > 0).then(|| mark(drawn.mean_at(), average, 0));
    let falls = hit_points.and_then(|points| Some((points, drawn.place_of(points)?)));
    let killed = falls.map(|(points, share)| {
        let says = format!("{} hp", format::whole(points as i64));
        view! { {line("hp", share, SECOND)} {mark(share, says, 1)} }
    });
    let cut = is_cut.then(|| mark(0.0, "↑ 0 goes on".to_owned(), 1 + usize::from(falls.is_some())));
    // The average's word comes later, and covers the line to the hit points where that passes it.
    view! { {killed} {mean} {cut} }.into_any()
}

/// What the bars show, in numbers.
pub(super) fn table(shown: Shown) -> (&'static str, Vec<Vec<String>>) {
    let (name, head) = match shown.extent.get() {
        Extent::Fight => ("How many as a table", ["To kill", "This many", "This many or more"]),
        _ => ("Damage as a table", ["Damage", "This much", "This much or more"]),
    };
    /// What is less likely is one row.
    const SEEN: f64 = 0.001;
    let rows = shown.with(|damage| {
        let bars = &damage.bars;
        let last = bars.len().saturating_sub(1);
        let end = bars.iter().position(|bar| bar.at_least < SEEN).unwrap_or(last);
        let row = |(place, bar): (usize, &Bar)| {
            let values = bar.values(place == end && (end < last || damage.endless));
            let exactly = if place == end { bar.at_least } else { bar.exactly };
            vec![values, format::percent(exactly), format::percent(bar.at_least)]
        };
        bars.iter().enumerate().take(end + 1).map(row).collect::<Vec<_>>()
    });
    (name, std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect())
}
