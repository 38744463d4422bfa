//! What bars, curves and maps have in common: a slider that is read, and taken from where there is something to take; its scale, and the same in numbers.

use crate::axes;
use crate::browser;
use crate::erased;
use crate::format;
use crate::widgets::Fold;
use leptos::prelude::*;
use std::rc::Rc;
use tohit_resolver::Json;
use web_sys::{KeyboardEvent, PointerEvent};

/// The place that a key leads to.
type Step = Box<dyn Fn(&str) -> Option<usize>>;

/// The keys along a line of places: on from the one that is read, or else from the present one, or from an end.
pub(crate) fn along(read: RwSignal<Option<usize>>, now: Signal<Option<usize>>, last: Signal<usize>) -> Step {
    Box::new(move |key| {
        let (now, last) = (read.get_untracked().or_else(|| now.get_untracked()), last.get_untracked());
        match key {
            "ArrowRight" | "ArrowUp" => Some(now.map_or(0, |now| (now + 1).min(last))),
            "ArrowLeft" | "ArrowDown" => Some(now.map_or(last, |now| now.saturating_sub(1))),
            _ => None,
        }
    })
}

/// A slider over what is drawn; its places are numbered.
pub(crate) struct ChartSlider {
    pub(crate) label: Signal<String>,
    /// The words for the place that is read, or else for the present one.
    pub(crate) reading: Signal<String>,
    pub(crate) last: Signal<usize>,
    /// Where the scenario is.
    pub(crate) now: Signal<Option<usize>>,
    /// The place that is pointed at or stepped to.
    pub(crate) read: RwSignal<Option<usize>>,
    /// The place at a share of the width and of the height.
    pub(crate) at: Rc<dyn Fn(f64, f64) -> Option<usize>>,
    /// The place that a key leads to.
    pub(crate) step: Step,
    /// Takes a place.
    pub(crate) take: Rc<dyn Fn(usize)>,
}

impl ChartSlider {
    pub(crate) fn view(self, inside: AnyView) -> AnyView {
        let Self { label, reading, last, now, read, at, step, take } = self;
        let point = move |event: PointerEvent| {
            if let Some((across, down)) = browser::pointed(&event) {
                read.set(at(across, down));
            }
        };
        let pressed = point.clone();
        let chosen = take.clone();
        let key = move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "Enter" => read.get_untracked().inspect(|at| take(*at)),
                "Home" => Some(0),
                "End" => Some(last.get_untracked()),
                key => step(key),
            };
            if next.is_some() {
                event.prevent_default();
                read.set(next);
            }
        };
        view! {
            <div
                class="chart"
                tabindex="0"
                role="slider"
                aria-label=label
                aria-valuemin="0"
                aria-valuemax=Signal::derive(move || last.get().to_string())
                aria-valuenow=Signal::derive(move || read.get().or_else(|| now.get()).unwrap_or(0).to_string())
                aria-valuetext=reading
                on:pointermove=point
                on:pointerdown=pressed
                on:pointerleave=move |_| read.set(None)
                on:keydown=erased::key(key)
                on:click=erased::press(move |_| read.get_untracked().into_iter().for_each(|at| chosen(at)))
                on:blur=move |_| read.set(None)
            >
                {inside}
            </div>
        }
        .into_any()
    }
}

/// What is read, below; for those who see it.
pub(crate) fn reading(says: Signal<String>) -> AnyView {
    view! {
        <p class="reading" aria-hidden="true">
            {says}
        </p>
    }
    .into_any()
}

/// The scale below: names at shares of the width, and what they are of.
pub(crate) fn scale(ticks: Vec<(f64, String)>, name: &str) -> AnyView {
    view! {
        {axes::scale(ticks)}
        <p class="axis below" aria-hidden="true">
            {name.to_owned()}
        </p>
    }
    .into_any()
}

/// The same in numbers, on demand: what they are, a head, and rows that each begin with their name.
pub(crate) fn table(cells: impl Fn() -> (&'static str, Vec<Vec<String>>) + Send + 'static) -> AnyView {
    Fold::new().view("numbers", "As a table", false.into(), move || rows(cells()))
}

/// A table of a drawing: its name, its head, and rows that each begin with their name.
pub(crate) fn rows((name, cells): (&'static str, Vec<Vec<String>>)) -> AnyView {
    let mut cells = cells.into_iter();
    let head = cells.next().unwrap_or_default();
    let head = head.into_iter().map(|name| view! { <th scope="col">{name}</th> }).collect_view();
    let row = |row: Vec<String>| {
        let mut cells = row.into_iter();
        let name = cells.next();
        view! {
            <tr>
                <th scope="row">{name}</th>
                {cells.map(|says| view! { <td>{says}</td> }).collect_view()}
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{cells.map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The number that stands somewhere along an axis.
pub(crate) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(text) | Json::Text(text) => format::read(text),
        _ => None,
    }
}
