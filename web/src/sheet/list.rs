//! Several sheets of a kind: rows to add and to remove.

use super::at::At;
use super::field::{self, Control, operable};
use super::fields;
use crate::dom::{El, button, el};
use crate::state::Page;
use tohit_resolver::Json;
use tohit_resolver::sheet::{Shape, SheetSpec};

/// A list of sheets.
pub(crate) fn view(page: Page, at: At, spec: &'static SheetSpec, (least, most): (usize, usize)) -> El {
    let label = el("span").class("label").attr("id", &at.label_id()).text(at.about.label);
    let length = {
        let at = at.clone();
        move || items(&at.look(&page.now())).len()
    };
    let rows = {
        let (at, length) = (at.clone(), length.clone());
        el("div").rows(length.clone(), move |index| row(page, &at, spec, index, least, length.clone()))
    };
    el("div")
        .class("nest list")
        .attr("role", "group")
        .attr("aria-labelledby", &at.label_id())
        .child(&field::frame(page, &at, "field", label, add(page, &at, most)))
        .child(&rows)
}

/// Adds one more: like the last, or as the fields' defaults have it.
fn add(page: Page, at: &At, most: usize) -> Control {
    let this = operable(button("Add"), at).class("add");
    this.set("aria-label", &format!("Add to {}", at.about.label.to_ascii_lowercase()));
    let (place, told) = (at.clone(), this.clone());
    Control {
        element: this.press(move || {
            let mut list = items(&place.look(&page.here()));
            list.push(list.last().cloned().unwrap_or_else(|| Json::Object(Vec::new())));
            page.set(&place.path, list.into());
        }),
        tell: Box::new(move |seen| {
            let is_full = items(seen).len() >= most;
            told.set_property("disabled", &(is_full || seen.idle.is_some()).into());
        }),
    }
}

fn row(
    page: Page,
    at: &At,
    spec: &'static SheetSpec,
    index: usize,
    least: usize,
    length: impl Fn() -> usize + 'static,
) -> El {
    let item = at.item(index, Shape::Sheet(spec));
    let what = format!("{} {}", at.about.label, index + 1);
    let is_flat =
        !spec.fields.iter().any(|field| matches!(field.shape, Shape::List { .. } | Shape::Sheet(_)));
    let place = at.clone();
    let remove = button("×");
    let removed = remove.clone();
    let remove = remove
        .class("remove")
        .attr("title", "Remove")
        .attr("aria-label", &format!("Remove {}", what.to_ascii_lowercase()))
        .disabled_if(move || length() <= least)
        .press(move || {
            let mut list = items(&place.look(&page.here()));
            if index < list.len() {
                list.remove(index);
            }
            // The row goes, and this button with it.
            let add = removed.find(&place.id());
            page.set(&place.path, list.into());
            if let Some(add) = add {
                add.focus();
            }
        });
    el("div")
        .class(if is_flat { "item flat" } else { "item" })
        .attr("role", "group")
        .attr("aria-label", &what)
        .child(&el("span").class("ordinal").attr("aria-hidden", "true").text(&(index + 1).to_string()))
        .children(fields(page, &item.path, spec, true))
        .child(&remove)
}

fn items(seen: &super::at::Seen) -> Vec<Json> {
    match &seen.value {
        Json::List(items) => items.clone(),
        _ => Vec::new(),
    }
}
