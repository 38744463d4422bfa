//! The sheets: a form made from the field descriptions and from nothing else.

mod at;
mod cell;
mod chips;
mod choice;
mod field;
mod list;
mod map;
mod nested;
mod number;
mod picker;

use crate::document::is_within;
use crate::dom::{El, button, effect, el};
use crate::format;
use crate::signals::*;
use crate::state::{Now, Page};
use at::At;
pub(crate) use at::{id, readable};
use tohit_resolver::sheet::{Field, Shape, SheetSpec};

/// The sections of the scenario that the mode uses.
fn sections(now: &Now) -> Vec<(&'static Field, &'static SheetSpec)> {
    let sheet = |field: &'static Field| match field.shape {
        Shape::Sheet(spec) if field.about.used_in(now.mode) => Some((field, spec)),
        _ => None,
    };
    now.form().fields.iter().filter_map(sheet).collect()
}

/// The tabs, for where there is no room for all, and the sheets.
pub(crate) fn view(page: Page) -> [El; 2] {
    // The name of the sheet that is shown where there is room for one.
    let shown = RwSignal::new("");
    let place = move || page.now().place();
    let fresh = move || {
        let sections = sections(&page.here());
        if !sections.iter().any(|(field, _)| field.name == shown.get_untracked()) {
            shown.set(sections.first().map_or("", |(field, _)| field.name));
        }
        sections
    };
    let tab = move |field: &'static Field| {
        button(field.about.label)
            .attr("role", "tab")
            .attr("aria-controls", &id(field.name))
            .flag_of("aria-selected", move || shown.get() == field.name)
            .press(move || shown.set(field.name))
    };
    [
        el("div")
            .class("tabs")
            .attr("role", "tablist")
            .attr("aria-label", "Sheets")
            .live(place, move || fresh().into_iter().map(|(field, _)| tab(field)).collect()),
        el("div").class("sheets").live(place, move || {
            fresh().into_iter().map(|(field, spec)| section(page, field, spec, shown)).collect()
        }),
    ]
}

fn section(page: Page, field: &'static Field, spec: &'static SheetSpec, shown: RwSignal<&'static str>) -> El {
    let at = At::field("", field, false);
    let heading = format!("{}-heading", at.id());
    let explained = RwSignal::new(false);
    let all_back = {
        let at = at.clone();
        button("Put all back")
            .class("quiet")
            .class_if("gone", move || at.changes(&page.now()) == 0)
            .press(move || page.put_sheet_back(field.name))
    };
    let explain = button("?")
        .class("quiet explain")
        .attr("title", "Explain each field")
        .attr("aria-label", &format!("Explain the fields: {}", field.about.label))
        .flag_of("aria-pressed", move || explained.get())
        .press(move || explained.update(|explained| *explained = !*explained));
    let header = el("header")
        .child(&el("h2").attr("id", &heading).text(field.about.label))
        .child(&all_back)
        .child(&explain);
    el("section")
        .class("sheet")
        .attr("id", &at.id())
        .attr("aria-labelledby", &heading)
        .class_if("shown", move || shown.get() == field.name)
        .class_if("explained", move || explained.get())
        .child(&header)
        .children(picker::view(page, field.name, field.about.label, spec))
        .children(fields(page, field.name, spec, false))
}

/// The fields of a sheet: those without a group first and open, each group folded away with the count of what is changed in it.
fn fields(page: Page, sheet: &str, spec: &'static SheetSpec, in_list: bool) -> Vec<El> {
    let mode = page.here().mode;
    let mut groups: Vec<(&'static str, Vec<At>)> = vec![("", Vec::new())];
    for field in spec.fields.iter().filter(|field| field.about.used_in(mode)) {
        let at = At::field(sheet, field, in_list);
        match groups.iter_mut().find(|(name, _)| *name == field.about.group) {
            Some((_, fields)) => fields.push(at),
            None => groups.push((field.about.group, vec![at])),
        }
    }
    let one = |(name, fields): (&'static str, Vec<At>)| {
        if !name.is_empty() {
            return group(page, name, fields);
        }
        let map = map::view(page, &fields);
        el("div").class("fields").children(map).children(fields.into_iter().map(|at| field::view(page, at)))
    };
    groups.into_iter().filter(|(_, fields)| !fields.is_empty()).map(one).collect()
}

/// A group of fields, folded away.
fn group(page: Page, name: &'static str, ats: Vec<At>) -> El {
    let content = match ats.as_slice() {
        // A heading is said once.
        [one] if one.about.label == name => match one.shape {
            Shape::Sheet(spec) => fields(page, &one.path, spec, one.in_list),
            _ => vec![field::view(page, one.clone())],
        },
        _ => ats.iter().map(|at| field::view(page, at.clone())).collect(),
    };
    let counted = ats.clone();
    let count = move || match counted.iter().map(|at| at.changes(&page.now())).sum::<usize>() {
        0 => String::new(),
        changed => format!("{changed} changed"),
    };
    let summary = el("summary")
        .child(&el("span").text(&format::sentence(name)))
        .child(&el("span").class("count").says(count));
    let this =
        el("details").class("group").child(&summary).child(&el("div").class("fields").children(content));
    let opened = this.clone();
    effect(move || {
        let now = page.now();
        // What is wrong must be seen.
        if ats.iter().any(|at| now.problems.iter().any(|problem| is_within(&problem.path, &at.path))) {
            opened.set_property("open", &true.into());
        }
    });
    this
}
