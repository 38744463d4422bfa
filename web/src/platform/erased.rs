//! Type-erased dynamic parts of a view: Leptos compiles its code once for each closure type, which would be
//! most of the page's bytes.

use leptos::prelude::*;
use std::sync::Arc;
use web_sys::{Event, KeyboardEvent, MouseEvent};

/// Part of a view, rendered again after a change of any signal read.
pub(crate) fn live<V: IntoView + 'static>(
    view: impl Fn() -> V + Send + 'static,
) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(move || view().into_any())
}

/// Part of a view, rendered again only for a new value.
pub(crate) fn changed<T: Clone + PartialEq + Send + Sync + 'static, V: IntoView + 'static>(
    what: impl Fn() -> T + Send + Sync + 'static,
    view: impl Fn(T) -> V + Send + 'static,
) -> Box<dyn Fn() -> AnyView + Send> {
    let what: Box<dyn Fn() -> T + Send + Sync> = Box::new(what);
    let what = Memo::new(move |_| what());
    live(move || {
        let what = what.get();
        untrack(|| view(what))
    })
}

/// A keyed list: rows survive changes to others.
pub(crate) fn rows(
    all: impl Fn() -> Vec<(usize, &'static str)> + Send + 'static,
    row: impl Fn(usize, &'static str) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let all: Box<dyn Fn() -> Vec<(usize, &'static str)> + Send> = Box::new(all);
    let row: Arc<dyn Fn(usize, &'static str) -> AnyView + Send + Sync> = Arc::new(row);
    view! { <For each=all key=|row| *row children=move |(place, text)| row(place, text) /> }.into_any()
}

/// A fraction that breaks after its stroke before it breaks in a number: the halves of a number would be
/// other numbers.
pub(crate) fn fraction(text: &str) -> AnyView {
    match text.split_once('/') {
        Some((over, under)) => view! { {format!("{over}/")}<wbr />{under.to_owned()} }.into_any(),
        None => text.to_owned().into_any(),
    }
}

/// Mouse listener.
pub(crate) fn press(run: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(run)
}

/// Key listener.
pub(crate) fn key(run: impl FnMut(KeyboardEvent) + 'static) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(run)
}

/// Input listener.
pub(crate) fn entry(run: impl FnMut(Event) + 'static) -> Box<dyn FnMut(Event)> {
    Box::new(run)
}
