//! What is dynamic in a view, as one type each: Leptos compiles all that it does with a closure once for each closure, and most of the page's bytes
//! would be that.

use leptos::prelude::*;
use std::sync::Arc;
use web_sys::{Event, KeyboardEvent, MouseEvent};

/// Part of a view that is made anew whenever what it read has changed.
pub(crate) fn live<V: IntoView + 'static>(
    view: impl Fn() -> V + Send + 'static,
) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(move || view().into_any())
}

/// The same, made anew only when what it shows is another.
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

/// A list whose rows stay while others come and go.
pub(crate) fn rows(
    all: impl Fn() -> Vec<(usize, &'static str)> + Send + 'static,
    row: impl Fn(usize, &'static str) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let all: Box<dyn Fn() -> Vec<(usize, &'static str)> + Send> = Box::new(all);
    let row: Arc<dyn Fn(usize, &'static str) -> AnyView + Send + Sync> = Arc::new(row);
    view! { <For each=all key=|row| *row children=move |(place, text)| row(place, text) /> }.into_any()
}

/// A fraction, which breaks after its stroke before it breaks in a number: the halves of a number would be other numbers.
pub(crate) fn fraction(text: &str) -> AnyView {
    match text.split_once('/') {
        Some((over, under)) => view! { {format!("{over}/")}<wbr />{under.to_owned()} }.into_any(),
        None => text.to_owned().into_any(),
    }
}

/// What a press does.
pub(crate) fn press(run: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(run)
}

/// What a key does.
pub(crate) fn key(run: impl FnMut(KeyboardEvent) + 'static) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(run)
}

/// What an entry does.
pub(crate) fn entry(run: impl FnMut(Event) + 'static) -> Box<dyn FnMut(Event)> {
    Box::new(run)
}
