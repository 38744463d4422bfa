//! Places on a map, as pairs of numbers: `3,4`, and several one after the other.

use super::at::{At, Seen, plain};
use super::field::{Control, operable};
use super::number::{Typing, is_in};
use crate::dom::el;
use crate::state::Page;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// One place.
pub(crate) fn place(page: Page, at: &At) -> Control {
    let read = |text: &str, shape: Shape| match pairs(text).as_slice() {
        [] if matches!(shape, Shape::Nullable(_)) => Some(Json::Null),
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(text.trim().into()),
    };
    let shown = |value: &Json| if matches!(value, Json::List(_)) { pair(value) } else { plain(value) };
    control(page, at, shown, read)
}

/// Several places.
pub(crate) fn places(page: Page, at: &At) -> Control {
    let shown = |value: &Json| match value {
        Json::List(items) => items.iter().map(pair).collect::<Vec<_>>().join(" "),
        other => plain(other),
    };
    control(page, at, shown, |text, _| Some(Json::List(pairs(text))))
}

fn control(
    page: Page,
    at: &At,
    shown: fn(&Json) -> String,
    read: fn(&str, Shape) -> Option<Json>,
) -> Control {
    let typing = Typing::default();
    let this = operable(el("input").attr("type", "text").class("cells"), at)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", "x,y");
    let text = move |seen: &Seen| shown(seen.entered.as_ref().unwrap_or(&seen.value));
    let enter = {
        let (at, this, typing) = (at.clone(), this.clone(), typing.clone());
        move |_| {
            typing.go_on(page);
            match read(&this.value(), at.shape) {
                Some(value) => page.set(&at.path, value),
                None => page.put_back(&at.path),
            }
        }
    };
    let left = {
        let (at, this, typing) = (at.clone(), this.clone(), typing.clone());
        move |_| {
            if typing.end() {
                this.set_property("value", &text(&at.look(&page.here())).into());
            }
        }
    };
    let told = this.clone();
    let tell = move |seen: &Seen| {
        if !typing.is_on(page) || !is_in(&told) {
            told.set_property("value", &text(seen).into());
        }
        told.set("aria-invalid", if seen.problem.is_some() { "true" } else { "" });
        told.set_property("disabled", &seen.idle.is_some().into());
    };
    Control { element: this.on("input", enter).on("blur", left), tell: Box::new(tell) }
}

/// A place as one types it.
fn pair(value: &Json) -> String {
    match value {
        Json::List(numbers) => numbers.iter().map(plain).collect::<Vec<_>>().join(","),
        other => plain(other),
    }
}

/// The places in a text; what is none is kept as it is, for the rules to complain of.
fn pairs(text: &str) -> Vec<Json> {
    let mut before = ' ';
    let mut tidy = String::new();
    for letter in text.replace(['(', '[', ')', ']', ';'], " ").chars() {
        // A comma takes the space after it.
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
