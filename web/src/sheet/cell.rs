//! Places on a map, as pairs of numbers: `3,4`, and several one after the other.

use super::names::ControlIds;
use super::number::Typing;
use crate::platform::erased;
use crate::store::field::{At, Look, Seen, plain};
use crate::store::use_stores;
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// Field for places.
#[component]
pub(crate) fn Cells(at: At, seen: Memo<Seen>) -> impl IntoView {
    let stores = use_stores();
    let ControlIds { id, described } = at.names();
    let typing = Typing::new(stores);
    let is_single = matches!(at.shape.inner(), Shape::Cell { .. });
    let text = move |seen: &Seen| {
        let value = seen.entered.as_ref().unwrap_or(&seen.value);
        match value {
            Json::List(_) if is_single => pair(value),
            Json::List(items) => items.iter().map(pair).collect::<Vec<_>>().join(" "),
            other => plain(other),
        }
    };
    let shown = typing.shows(move || seen.with(text));
    let enter = move |event| {
        let typed = event_target_value(&event);
        let read = if is_single { place(&typed, at.shape) } else { Some(Json::List(pairs(&typed))) };
        typing.go_on(typed);
        match read {
            Some(value) => stores.set(&at.path, value),
            None => stores.put_back(&at.path),
        }
    };
    view! {
        <input
            type="text"
            class="cells"
            id=id
            aria-describedby=described
            autocomplete="off"
            spellcheck="false"
            placeholder="x,y"
            value=shown.get_untracked()
            prop:value=shown
            aria-invalid=seen.wrong()
            disabled=seen.idle()
            on:input=erased::entry(enter)
            on:blur=move |_| typing.end()
        />
    }
}

/// The single place in a text; none to take the entry back.
fn place(text: &str, shape: Shape) -> Option<Json> {
    match pairs(text).as_slice() {
        [] if matches!(shape, Shape::Nullable(_)) => Some(Json::Null),
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(text.trim().into()),
    }
}

/// A place as typed text.
fn pair(value: &Json) -> String {
    match value {
        Json::List(numbers) => numbers.iter().map(plain).collect::<Vec<_>>().join(","),
        other => plain(other),
    }
}

/// The places in a text; other words stay text, for the rules to refuse.
fn pairs(text: &str) -> Vec<Json> {
    let mut before = ' ';
    let mut tidy = String::new();
    for letter in text.replace(['(', '[', ')', ']', ';'], " ").chars() {
        // Drops a space after a comma.
        if (before, letter) != (',', ' ') {
            tidy.push(letter);
        }
        before = letter;
    }
    let one = |word: &str| match word.split(',').map(Json::parse).collect::<Result<Vec<_>, _>>() {
        Ok(numbers) => Json::List(numbers),
        Err(_) => word.into(),
    };
    tidy.split_whitespace().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_places_as_people_write_them() {
        let read = |text: &str| Json::List(pairs(text)).to_string();
        assert_eq!(read("3,4"), "[[3,4]]");
        assert_eq!(read(" (3, 4) (5,6)"), "[[3,4],[5,6]]");
        assert_eq!(read("[3,4]; [5,6]"), "[[3,4],[5,6]]");
        assert_eq!(read(""), "[]");
        assert_eq!(read("3,x 4"), "[\"3,x\",[4]]");
    }
}
