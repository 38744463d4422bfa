//! Common parts of bars, curves and maps: a slider to read and, where possible, to choose a value; its scale;
//! and the numbers as a table.

use crate::platform::browser;
use crate::platform::erased;
use crate::widgets::Fold;
use crate::widgets::axes;
use leptos::prelude::*;
use std::rc::Rc;
use tohit_report::format;
use tohit_resolver::Json;
use web_sys::{KeyboardEvent, PointerEvent};

/// Target position of a key.
type Step = Box<dyn Fn(&str) -> Option<usize>>;

/// Keys along a line of positions: a step from the position read, or else the present one, or else an end.
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

/// A slider over a drawing, with numbered positions.
pub(crate) struct ChartSlider {
    pub(crate) label: Signal<String>,
    /// Text of the position that is read, or else of the present one.
    pub(crate) reading: Signal<String>,
    pub(crate) last: Signal<usize>,
    /// Present position.
    pub(crate) now: Signal<Option<usize>>,
    /// Position under the pointer, or stepped to.
    pub(crate) read: RwSignal<Option<usize>>,
    /// Position at a share of the width and of the height.
    pub(crate) at: Rc<dyn Fn(f64, f64) -> Option<usize>>,
    /// Target position of a key.
    pub(crate) step: Step,
    /// Chooses it.
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

/// Text of the position, for sighted readers.
pub(crate) fn reading(says: Signal<String>) -> AnyView {
    view! {
        <p class="reading" aria-hidden="true">
            {says}
        </p>
    }
    .into_any()
}

/// The scale below: labels at shares of the width, and its name.
pub(crate) fn scale(ticks: Vec<(f64, String)>, name: &str) -> AnyView {
    view! {
        {axes::scale(ticks)}
        <p class="axis below" aria-hidden="true">
            {name.to_owned()}
        </p>
    }
    .into_any()
}

/// The numbers on demand: a name, a head, and rows that each begin with their name.
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

/// A value as a number on an axis.
pub(crate) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(text) | Json::Text(text) => format::read(text),
        _ => None,
    }
}
