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
use crate::state::Page;
use at::At;
pub(crate) use at::{id, readable};
use tohit_resolver::sheet::{Field, Shape, SheetSpec};

type Section = (&'static Field, &'static SheetSpec);

/// The sections of the scenario that the mode uses.
fn sections(page: Page) -> Vec<Section> {
    let now = page.here();
    let sheet = |field: &'static Field| match field.shape {
        Shape::Sheet(spec) if field.about.used_in(now.mode) && page.shows(field.name) => Some((field, spec)),
        _ => None,
    };
    now.form().fields.iter().filter_map(sheet).collect()
}

/// The tabs, for where there is no room for all, and the sheets.
pub(crate) fn view(page: Page) -> [El; 2] {
    // Which of the sheets is shown where there is room for one.
    let shown = RwSignal::new(0);
    let place = move || page.now().place();
    let fresh = move || {
        let sections = sections(page);
        if shown.get_untracked() >= sections.len() {
            shown.set(0);
        }
        sections.into_iter().enumerate()
    };
    let tab = move |(place, (field, _)): (usize, Section)| {
        button(field.about.label)
            .attr("role", "tab")
            .attr("aria-controls", &id(field.name))
            .flag_of("aria-selected", move || shown.get() == place)
            .press(move || shown.set(place))
    };
    [
        el("div")
            .class("tabs")
            .attr("role", "tablist")
            .attr("aria-label", "Sheets")
            .live(place, move || fresh().map(tab).collect()),
        el("div")
            .class("sheets")
            .live(place, move || fresh().map(|section| view_section(page, section, shown)).collect()),
    ]
}

fn view_section(page: Page, (place, (field, spec)): (usize, Section), shown: RwSignal<usize>) -> El {
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
        .class_if("shown", move || shown.get() == place)
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
        if !page.shows(&at.path) {
            continue;
        }
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

/// A group of fields, folded away; its fields are made when it is first opened.
fn group(page: Page, name: &'static str, ats: Vec<At>) -> El {
    let is_made = RwSignal::new(page.shows_few());
    let within = ats.clone();
    let content = move || match within.as_slice() {
        _ if !is_made.get() => Vec::new(),
        // A heading is said once.
        [one] if one.about.label == name => match one.shape {
            Shape::Sheet(spec) => fields(page, &one.path, spec, one.in_list),
            _ => vec![field::view(page, one.clone())],
        },
        ats => ats.iter().map(|at| field::view(page, at.clone())).collect(),
    };
    let content = el("div").class("fields").live(move || is_made.get().to_string(), content);
    let counted = ats.clone();
    let count = move || match counted.iter().map(|at| at.changes(&page.now())).sum::<usize>() {
        0 => String::new(),
        changed => format!("{changed} changed"),
    };
    let summary = el("summary")
        .child(&el("span").text(&format::sentence(name)))
        .child(&el("span").class("count").says(count))
        .press(move || is_made.set(true));
    let this = el("details").class("group").child(&summary).child(&content);
    let opened = this.clone();
    effect(move || {
        let now = page.now();
        let is_wrong = |at: &At| now.problems.iter().any(|problem| is_within(&problem.path, &at.path));
        // What is wrong must be seen, and so must what an editor chose.
        if page.shows_few() || ats.iter().any(is_wrong) {
            is_made.set(true);
            opened.set_property("open", &true.into());
        }
    });
    this
}
