//! A sheet inside a sheet: always there, or there when it is switched on.

use super::at::{At, Seen};
use super::field::{self, Control, operable};
use super::{fields, picker};
use crate::dom::{El, el};
use crate::state::Page;
use tohit_resolver::Json;
use tohit_resolver::sheet::SheetSpec;

/// A part that is always there.
pub(crate) fn always(page: Page, at: &At, spec: &'static SheetSpec) -> El {
    el("div")
        .class("nest")
        .attr("role", "group")
        .attr("aria-labelledby", &at.label_id())
        .child(&field::helping(
            page,
            at,
            el("p").class("label").attr("id", &at.label_id()).text(at.about.label),
        ))
        .child(&field::help(at))
        .children(inside(page, at, spec))
}

/// A part that may be missing.
pub(crate) fn on_demand(page: Page, at: At, spec: &'static SheetSpec) -> El {
    let tick = operable(el("input").attr("type", "checkbox"), &at);
    let word = el("span").attr("aria-hidden", "true");
    let (path, ticked) = (at.path.clone(), tick.clone());
    let told = (tick.clone(), word.clone());
    let control = Control {
        element: el("span").class("switch").child(&tick).child(&word).on("change", move |_| {
            let value = if ticked.is_checked() { Json::Object(Vec::new()) } else { Json::Null };
            page.set(&path, value);
        }),
        tell: Box::new(move |seen: &Seen| {
            let (tick, word) = &told;
            let is_on = seen.value != Json::Null;
            tick.set_property("checked", &is_on.into());
            tick.set_property("disabled", &seen.idle.is_some().into());
            word.set_text(if is_on { "" } else { "none" });
        }),
    };
    let label = el("label").attr("for", &at.id()).text(at.about.label);
    let switch = field::frame(page, &at, "field", label, control);
    let shown = at.clone();
    let is_shown = move || {
        let seen = shown.look(&page.now());
        (seen.value != Json::Null && seen.idle.is_none()).to_string()
    };
    let content = el("div").live(is_shown.clone(), move || {
        if is_shown() == "true" { inside(page, &at, spec) } else { Vec::new() }
    });
    el("div").class("nest").child(&switch).child(&content)
}

fn inside(page: Page, at: &At, spec: &'static SheetSpec) -> Vec<El> {
    let content = picker::view(page, &at.path, at.about.label, spec).into_iter();
    vec![el("div").class("inside").children(content.chain(fields(page, &at.path, spec, at.in_list)))]
}
