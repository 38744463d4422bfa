//! The preset picker: type a few letters, arrow, enter.

use super::at::id;
use crate::document::{self, is_within, join};
use crate::dom::{El, button, el};
use crate::format;
use crate::presets::library;
use crate::signals::*;
use crate::state::Page;
use std::rc::Rc;
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::{Library, Preset};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

/// What is searched for, and where one is in the list.
#[derive(Clone, Copy)]
struct Search {
    is_open: RwSignal<bool>,
    query: RwSignal<String>,
    active: RwSignal<usize>,
}

impl Search {
    fn open(self) {
        if !self.is_open.get_untracked() {
            self.is_open.set(true);
        }
    }

    fn close(self) {
        self.is_open.set(false);
        self.query.set(String::new());
        self.active.set(0);
    }
}

/// The picker of the sheet at `sheet`, if there are presets for it.
pub(crate) fn view(page: Page, sheet: &str, label: &str, spec: &'static SheetSpec) -> Option<El> {
    let library = library();
    let target = spec.presets?;
    let how_many = library.of(target).count();
    if how_many == 0 || !page.shows(&join(sheet, "preset")) {
        return None;
    }
    let sheet: Rc<str> = sheet.into();
    let name: Rc<str> = format!("{}-presets", id(&sheet)).into();
    let search =
        Search { is_open: RwSignal::new(false), query: RwSignal::default(), active: RwSignal::new(0) };
    let choose: Rc<dyn Fn(&str)> = {
        let sheet = sheet.clone();
        Rc::new(move |id| {
            page.choose_preset(&sheet, spec, id);
            search.close();
        })
    };
    let field = field(search, &name, label, how_many);
    let (typed, keys) = (field.clone(), {
        let (field, name, choose) = (field.clone(), name.clone(), choose.clone());
        move |event: web_sys::Event| {
            key(event.unchecked_ref(), search, library, target, (&field, &name), &*choose)
        }
    });
    let field = field
        .on("input", move |_| {
            search.open();
            search.active.set(0);
            search.query.set(typed.value());
        })
        .on("keydown", keys)
        .on("click", move |_| search.open())
        .on("blur", move |_| search.close());
    let list = list(search, library, target, &name, label, &choose);
    Some(
        el("div")
            .class("picker")
            .child(&chosen(page, library, target, &sheet))
            .child(&el("div").class("search").child(&field).child(&list))
            .child(&el("p").class("note").says(move || problem(page, &sheet))),
    )
}

fn field(search: Search, name: &Rc<str>, label: &str, how_many: usize) -> El {
    let field = el("input")
        .attr("type", "text")
        .attr("role", "combobox")
        .attr("id", name)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-label", &format!("{label}: choose a preset"))
        .attr("aria-autocomplete", "list")
        .attr("aria-haspopup", "listbox")
        .attr("aria-controls", &format!("{name}-list"))
        .attr("placeholder", &format!("Search {}", format::count(how_many, "preset", "presets")))
        .flag_of("aria-expanded", move || search.is_open.get());
    let told = field.clone();
    crate::dom::effect(move || told.set_property("value", &search.query.get().into()));
    let name = name.clone();
    field.attr_of("aria-activedescendant", move || {
        if search.is_open.get() { format!("{name}-{}", search.active.get()) } else { String::new() }
    })
}

fn key(
    event: &KeyboardEvent,
    search: Search,
    library: &Library,
    target: &str,
    (field, name): (&El, &str),
    choose: &dyn Fn(&str),
) {
    const PAGE: usize = 8;
    let is_open = search.is_open.get_untracked();
    let found = || matching(library, target, &search.query.get_untracked());
    let go = |by: isize| {
        let last = found().len().saturating_sub(1);
        let to = search.active.get_untracked().saturating_add_signed(by).min(last);
        search.active.set(to);
        show(field, name, to);
    };
    match event.key().as_str() {
        "ArrowDown" | "ArrowUp" if !is_open => search.open(),
        "ArrowDown" => go(1),
        "ArrowUp" => go(-1),
        "PageDown" if is_open => go(PAGE as isize),
        "PageUp" if is_open => go(-(PAGE as isize)),
        "Enter" if is_open => {
            if let Some(preset) = found().get(search.active.get_untracked()) {
                choose(&preset.id());
            }
        }
        "Escape" if is_open => search.close(),
        _ => return,
    }
    event.prevent_default();
}

fn list(
    search: Search,
    library: &'static Library,
    target: &'static str,
    name: &Rc<str>,
    label: &str,
    choose: &Rc<dyn Fn(&str)>,
) -> El {
    let (name, choose) = (name.clone(), choose.clone());
    let list = el("ul")
        .attr("role", "listbox")
        .attr("id", &format!("{name}-list"))
        .attr("aria-label", &format!("{label}: presets"))
        // The field keeps the focus while one points at the list.
        .on("mousedown", |event| event.prevent_default())
        .class_if("closed", move || !search.is_open.get());
    let key = move || if search.is_open.get() { format!("={}", search.query.get()) } else { String::new() };
    list.live(key, move || {
        if !search.is_open.get_untracked() {
            return Vec::new();
        }
        options(search, &matching(library, target, &search.query.get_untracked()), &name, &choose)
    })
}

/// Without a query, under their headings and with their notes; with one, each with its heading.
fn options(search: Search, found: &[Preset<'_>], name: &Rc<str>, choose: &Rc<dyn Fn(&str)>) -> Vec<El> {
    let heading = |text: &str| el("li").class("heading").attr("role", "presentation").text(text);
    if found.is_empty() {
        return vec![heading("Nothing of that name")];
    }
    let in_groups = search.query.with_untracked(|query| query.trim().is_empty());
    let mut group = "";
    let mut options = Vec::new();
    for (index, preset) in found.iter().enumerate() {
        if in_groups && preset.group != group {
            group = preset.group;
            options.push(heading(group));
        }
        let beside = if in_groups { preset.section("note").unwrap_or_default() } else { preset.group };
        let (id, choose) = (preset.id(), choose.clone());
        options.push(
            el("li")
                .attr("role", "option")
                .attr("id", &format!("{name}-{index}"))
                .flag_of("aria-selected", move || search.active.get() == index)
                .press(move || choose(&id))
                .child(&el("span").text(preset.name))
                .child(&el("small").text(beside)),
        );
    }
    options
}

/// The presets that fill the sheet now, each to be taken away again.
fn chosen(page: Page, library: &'static Library, target: &'static str, sheet: &Rc<str>) -> El {
    let ids = {
        let sheet = sheet.clone();
        move || document::presets_of(&page.now().document, &sheet)
    };
    let sheet = sheet.clone();
    let chip = move |id: String| {
        let name = library.find(target, &id).map_or_else(|| id.clone(), |preset| preset.name.to_owned());
        let sheet = sheet.clone();
        let remove = button("×")
            .attr("aria-label", &format!("Take away {name}"))
            .press(move || page.drop_preset(&sheet, &id));
        el("li").text(&name).child(&remove)
    };
    let key = {
        let ids = ids.clone();
        move || ids().join(" ")
    };
    el("ul")
        .class("chosen")
        .attr("aria-label", "Presets in use")
        .live(key, move || ids().into_iter().map(&chip).collect())
}

/// What is wrong with the name of a preset.
fn problem(page: Page, sheet: &str) -> String {
    let (now, path) = (page.now(), join(sheet, "preset"));
    let here = now.problems.iter().find(|problem| is_within(&problem.path, &path));
    here.map_or(String::new(), |problem| format!("{}.", format::sentence(&problem.message)))
}

/// Scrolls the list so that an option is seen.
fn show(field: &El, name: &str, index: usize) {
    let find = |what: &str| field.find(&format!("{name}-{what}"));
    let (Some(option), Some(list)) = (find(&index.to_string()), find("list")) else { return };
    let (inner, outer) = (option.0.get_bounding_client_rect(), list.0.get_bounding_client_rect());
    let above = inner.top() - outer.top();
    let below = inner.bottom() - outer.bottom();
    let by = if above < 0.0 { above } else { below.max(0.0) };
    list.0.set_scroll_top(list.0.scroll_top() + by as i32);
}

/// The presets for a sheet that fit a query: those whose name begins with it, then those with a word that does, then those that have it anywhere.
fn matching<'a>(library: &'a Library, target: &'a str, query: &str) -> Vec<Preset<'a>> {
    let query = query.trim().to_ascii_lowercase();
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    for preset in library.of(target) {
        if let Some(found) = rank(preset.name, &query).and_then(|rank| found.get_mut(rank)) {
            found.push(preset);
        }
    }
    found.concat()
}

fn rank(name: &str, query: &str) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    let begins_a_word = || name.split([' ', '-', '(', '*']).any(|word| word.starts_with(query));
    if name.starts_with(query) {
        Some(0)
    } else if begins_a_word() {
        Some(1)
    } else {
        // The standard library's search is made for long texts, and weighs as much.
        (1..name.len()).any(|at| name.get(at..).is_some_and(|rest| rest.starts_with(query))).then_some(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_with_it_come_first() {
        let library = Library::fetched(
            "[A]\nStone troll | d: x=1\nTroll | d: x=1\nPatrol | d: x=1\nRat | d: x=1".to_owned(),
        );
        let names: Vec<&str> = matching(&library, "d", " TRO").iter().map(|one| one.name).collect();
        assert_eq!(names, ["Troll", "Stone troll", "Patrol"]);
        assert_eq!(matching(&library, "d", "").len(), 4);
        assert!(matching(&library, "other", "").is_empty());
    }
}
