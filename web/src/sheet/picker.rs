//! The preset picker: a name that is pressed and replaced. Type a few letters in any order, arrow, enter.

use crate::actions::sides::{Kinds, picker_id, thing, unnamed};
use crate::model::custom_rules;
use crate::model::kept_characters::Owned;
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::platform::search;
use crate::store::{Stores, use_stores};
use crate::worker::lazy;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::sentence;
use tohit_resolver::document::{self, is_within, join};
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Json, Preset};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// Options listed at once: a few letters find the others.
const MOST_LISTED: usize = 150;

/// The search: its query, and the active option.
#[derive(Clone, Copy)]
struct Search {
    stores: Stores,
    /// The scenario whose sheet is filled: that of the page, or the reply to it.
    now: Signal<Arc<Now>>,
    is_reply: bool,
    /// The sheet's path, and the field's id.
    sheet: StoredValue<(Arc<str>, String)>,
    spec: &'static SheetSpec,
    kinds: Kinds,
    is_open: RwSignal<bool>,
    /// The typed letters; none before the first.
    query: RwSignal<Option<String>>,
    active: RwSignal<usize>,
}

/// An option of the list.
#[derive(Clone, PartialEq)]
struct Offer {
    name: String,
    group: String,
    note: String,
    takes: Takes,
}

#[derive(Clone, PartialEq)]
enum Takes {
    Preset(String),
    /// A value of a field: a race, a class.
    Value(String, &'static str),
    /// A preset in use, to be taken away.
    Away(String),
    /// A thing that the character carries.
    Owned(Owned),
    /// A character that this browser keeps, by its number.
    Kept(u32),
}

/// The picker of the sheet at a path, if there are presets for it. With a reply it fills the sheet of that
/// scenario.
#[component]
pub(crate) fn Picker(
    sheet: Arc<str>,
    label: &'static str,
    spec: &'static SheetSpec,
    #[prop(default = Kinds::All)] kinds: Kinds,
    #[prop(optional)] reply: Option<Signal<Arc<Now>>>,
) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let is_reply = reply.is_some();
    let id = picker_id(&sheet, kinds);
    let name = if is_reply { format!("reply-{id}") } else { id };
    let search = Search {
        stores,
        now: reply.unwrap_or_else(|| scenario.now.into()),
        is_reply,
        sheet: StoredValue::new((sheet.clone(), name.clone())),
        spec,
        kinds,
        is_open: RwSignal::new(false),
        query: RwSignal::new(None),
        active: RwSignal::new(0),
    };
    let has_some = search.presets(&search.here()).next().is_some() && scenario.shows(&join(&sheet, "preset"));
    has_some.then(|| view_of(search, name, label))
}

fn view_of(search: Search, name: String, label: &'static str) -> impl IntoView {
    let what = if search.kinds == Kinds::With { "choose equipment" } else { "choose a preset" };
    let chosen = Memo::new(move |_| search.now.with(|now| search.names(now)));
    let waiting = Memo::new(move |_| {
        search.now.with(|now| match search.who(now) {
            Some(who) => who,
            None if search.is_null(now) => "Nothing".to_owned(),
            None => search.sheet.with_value(|(sheet, _)| unnamed(now, sheet, search.kinds)).to_owned(),
        })
    });
    let shown = Signal::derive(move || search.query.get().unwrap_or_else(|| chosen.get()));
    let active = Signal::derive(move || {
        search
            .is_open
            .get()
            .then(|| search.sheet.with_value(|(_, name)| format!("{name}-{}", search.active.get())))
    });
    let list = format!("{name}-list");
    let typed = move |event| {
        search.open();
        search.active.set(0);
        search.query.set(Some(event_target_value(&event)));
    };
    // The next letter replaces the name.
    let select = move |event: web_sys::FocusEvent| {
        if let Some(field) = event.target().and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
            field.select();
        }
    };
    view! {
        <div class="picker">
            <div class="search">
                <input
                    type="text"
                    role="combobox"
                    id=name.clone()
                    autocomplete="off"
                    spellcheck="false"
                    aria-label=format!("{label}: {what}")
                    aria-autocomplete="list"
                    aria-haspopup="listbox"
                    aria-controls=list.clone()
                    class:named=Signal::derive(move || search.now.with(|now| search.who(now).is_some()))
                    placeholder=waiting
                    title=chosen
                    aria-expanded=Signal::derive(move || search.is_open.get().to_string())
                    aria-activedescendant=active
                    value=shown.get_untracked()
                    prop:value=shown
                    on:input=erased::entry(typed)
                    on:keydown=erased::key(move |event| search.key(&event))
                    on:click=erased::press(move |_| search.open())
                    on:focus=select
                    on:blur=move |_| search.close()
                />
                // On a phone the list takes the screen: this is the way back.
                <button type="button" class="leave" tabindex="-1" aria-label="Close the list" on:click=erased::press(move |_| search.close())>
                    "×"
                </button>
                <ul
                    role="listbox"
                    id=list
                    aria-label=format!("{label}: presets")
                    class:closed=Signal::derive(move || !search.is_open.get())
                    // The field keeps the focus during a click on the list.
                    on:mousedown=erased::press(|event| event.prevent_default())
                >
                    {erased::live(move || search.is_open.get().then(|| search.options()))}
                </ul>
            </div>
            <p class="unseen" role="status">
                {erased::live(move || search.count())}
            </p>
            <p class="note">{erased::live(move || search.now.with(|now| search.problem(now)))}</p>
        </div>
    }
}

impl Search {
    fn here(self) -> Arc<Now> {
        self.now.get_untracked()
    }

    fn open(self) {
        if !self.is_open.get_untracked() {
            // Enter keeps what is held; where nothing is, it takes the first preset, and takes none away.
            let now = self.here();
            let held = self.names(&now);
            let place =
                untrack(|| self.found()).iter().take(MOST_LISTED).position(|offer| offer.name == held);
            self.active.set(place.unwrap_or_else(|| self.chosen(&now).len()));
            self.is_open.set(true);
        }
    }

    fn close(self) {
        self.is_open.set(false);
        self.query.set(None);
        self.active.set(0);
    }

    fn offers(self, now: &Now, preset: &Preset) -> bool {
        let is_layer = || document::is_carried(now.rules, now.mode, preset.group);
        match self.kinds {
            Kinds::All => true,
            Kinds::Who => !is_layer(),
            Kinds::With => is_layer(),
        }
    }

    fn presets(self, now: &Now) -> impl Iterator<Item = Preset> {
        let mut known: Vec<(&str, bool)> = Vec::new();
        let all = self.spec.presets.into_iter().flat_map(move |target| now.rules.presets().of(target));
        let all: Vec<_> = all
            .filter(|preset| match known.iter().find(|(group, _)| *group == preset.group) {
                Some((_, offers)) => *offers,
                None => {
                    let offers = self.offers(now, preset);
                    known.push((preset.group, offers));
                    offers
                }
            })
            .collect();
        // Presets of another mode come last; among layers, those of this mode first.
        let fits = |preset: &Preset| preset.section("mode").is_none_or(|mode| mode == now.mode);
        let is_own = |preset: &Preset| self.kinds != Kinds::With || preset.section("mode").is_some();
        let (here, elsewhere): (Vec<Preset>, Vec<Preset>) = all.into_iter().partition(fits);
        let (own, others): (Vec<Preset>, Vec<Preset>) = here.into_iter().partition(is_own);
        let elsewhere = if self.is_reply { Vec::new() } else { elsewhere };
        own.into_iter().chain(others).chain(elsewhere)
    }

    /// The presets in use, with their names.
    fn chosen(self, now: &Now) -> Vec<(String, String)> {
        let Some(target) = self.spec.presets else { return Vec::new() };
        let ids = self.sheet.with_value(|(sheet, _)| document::presets_of(&now.document, sheet));
        let named = |id: String| match now.rules.presets().find(target, &id) {
            Some(preset) => self.offers(now, &preset).then(|| (id, preset.name.to_owned())),
            // An unknown preset is reported, and can be removed.
            None => (self.kinds != Kinds::With).then(|| (id.clone(), id)),
        };
        ids.into_iter().filter_map(named).collect()
    }

    /// Names of the presets in use, or of what the surrounding sheet and the fighter's own presets bring.
    fn names(self, now: &Now) -> String {
        let chosen: Vec<String> = self.chosen(now).into_iter().map(|(_, name)| name).collect();
        if !chosen.is_empty() {
            return chosen.join(", ");
        }
        let side = self.sheet.with_value(|(sheet, _)| now.sides().into_iter().find(|side| **side == **sheet));
        // Of the attacker only where his weapon is such a layer, and not where armour is chosen here.
        let is_whole =
            |side| side == "defender" || thing(now).is_some_and(|thing| thing.kinds == Kinds::With);
        match (self.kinds, side) {
            (Kinds::All, _) => self.brought(now).unwrap_or_default(),
            (Kinds::With, Some(side)) if is_whole(side) => {
                format::sentence(&sentence::held(&custom_rules::game(now.rules), &now.document, side))
            }
            _ => String::new(),
        }
    }

    /// Name of the character that was read, where this is its fighter's picker.
    fn who(self, now: &Now) -> Option<String> {
        let is_left = self.sheet.with_value(|(sheet, _)| now.sides().first() == Some(&sheet.as_ref()));
        (self.kinds == Kinds::Who && is_left).then(|| self.stores.characters.who(now)).flatten()
    }

    /// True for a thing that is not there: bare hands.
    fn is_null(self, now: &Now) -> bool {
        let is_needed =
            || self.sheet.with_value(|(sheet, _)| now.lacks().is_some_and(|need| need.has(sheet)));
        let value = self.sheet.with_value(|(sheet, _)| now.complete.at(sheet).cloned());
        self.kinds == Kinds::All && value == Some(Json::Null) && !is_needed()
    }

    /// The typed letters, in small ones; empty before the first.
    fn asked(self) -> String {
        self.query.with(|query| query.as_deref().unwrap_or_default().trim().to_ascii_lowercase())
    }

    /// Names of the presets that the surrounding sheet brings.
    fn brought(self, now: &Now) -> Option<String> {
        let library = now.rules.presets();
        let part = self.sheet.with_value(|(sheet, _)| {
            let list = sheet.rsplit_once('.').map_or("", |(list, _)| list);
            let is_entered = matches!(now.document.at(list), Some(Json::List(_)));
            if is_entered { None } else { document::brought(now.rules, now.form(), &now.document, sheet) }
        })?;
        let ids = document::presets_of(&part, "");
        let name = |id: &String| Some(library.find(self.spec.presets?, id)?.name);
        let names: Vec<&str> = ids.iter().filter_map(name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Presets that a search by name covers.
    fn wide(self) -> Kinds {
        if self.kinds == Kinds::Who { Kinds::All } else { self.kinds }
    }

    /// Matches of the query: names that begin with it, then those with words that do, then those that have it
    /// anywhere, or nearly.
    fn found(self) -> Vec<Offer> {
        let now = self.here();
        let query = self.asked();
        let mut found: [Vec<Offer>; 5] = Default::default();
        // A query may name a weapon, too.
        let all = if query.is_empty() { self } else { Self { kinds: self.wide(), ..self } };
        if let (true, Some(first)) = (query.is_empty(), found.first_mut()) {
            first.extend(self.chosen(&now).into_iter().map(|(id, name)| Offer {
                name: format!("Without {name}"),
                group: "In use".to_owned(),
                note: String::new(),
                takes: Takes::Away(id),
            }));
        }
        for offer in self.own(&now) {
            let rank = search::rank(&offer.name, &offer.group, &query);
            if let Some(found) = rank.and_then(|rank| found.get_mut(rank)) {
                found.push(offer);
            }
        }
        let offers = all.presets(&now).map(|preset| Offer {
            name: preset.name.to_owned(),
            group: preset.group.to_owned(),
            note: preset.section("note").unwrap_or_default().to_owned(),
            takes: Takes::Preset(preset.id()),
        });
        let values = if query.is_empty() { Vec::new() } else { self.values(&now) };
        for offer in offers.chain(values) {
            let rank = search::rank(&offer.name, &offer.group, &query);
            if let Some(found) = rank.and_then(|rank| found.get_mut(rank)) {
                found.push(offer);
            }
        }
        found.concat()
    }

    /// Things that the character carries, and the kept characters of the game.
    fn own(self, now: &Now) -> Vec<Offer> {
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        let offer = |name: &str, group: &str, takes| Offer {
            name: name.to_owned(),
            group: group.to_owned(),
            note: String::new(),
            takes,
        };
        let is_left = || now.sides().first().is_some_and(|left| *left == sheet.as_ref());
        if self.kinds == Kinds::Who && is_left() && self.stores.scenario.panels.has(Panels::WHOLE) {
            let kept = lazy::loaded().map(|module| (module.kept)(now.rules)).unwrap_or_default();
            return kept
                .into_iter()
                .map(|(number, name)| offer(&name, "Kept", Takes::Kept(number)))
                .collect();
        }
        // Who strikes back is the character where he is struck.
        if self.is_reply && self.stores.scenario.here().asker() != "defender" {
            return Vec::new();
        }
        let mine = untrack(|| self.stores.characters.mine_for(now, &sheet));
        mine.into_iter().map(|thing| offer(&thing.name.clone(), "Yours", Takes::Owned(thing))).collect()
    }

    /// Number of matches, for screen readers.
    fn count(self) -> String {
        let is_asked = self.is_open.get() && !self.asked().is_empty();
        if is_asked { format::count(self.found().len(), "match", "matches") } else { String::new() }
    }

    /// The values of the sheet's own choices: races, classes, kinds.
    fn values(self, now: &Now) -> Vec<Offer> {
        if self.kinds != Kinds::Who {
            return Vec::new();
        }
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        let mut values = Vec::new();
        for field in self.spec.used(now.mode) {
            let (Shape::Choice(variants), "") = (field.shape.inner(), field.about.group) else { continue };
            values.extend(variants.iter().map(|variant| Offer {
                name: format::sentence(&variant.label()),
                group: field.about.label.to_owned(),
                note: String::new(),
                takes: Takes::Value(join(&sheet, field.name), variant.name),
            }));
        }
        values
    }

    fn take(self, offer: &Offer) {
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        match &offer.takes {
            Takes::Away(id) if self.is_reply => {
                self.stores.edit_reply(|reply| reply.without_preset(&sheet, id));
            }
            Takes::Away(id) => self.stores.drop_preset(&sheet, id),
            Takes::Value(path, value) => self.stores.set(path, Json::from(*value)),
            Takes::Owned(thing) if self.is_reply => self.stores.edit_reply(|reply| thing.given(reply)),
            Takes::Owned(thing) => self.stores.step(thing.given(&self.here())),
            Takes::Kept(number) => {
                if let Some(module) = lazy::loaded() {
                    (module.choose_kept)(self.stores, *number);
                }
            }
            Takes::Preset(id) => {
                let (sheet, spec) = self.around(&sheet, id).unwrap_or((sheet.to_string(), self.spec));
                if self.is_reply {
                    self.stores.edit_reply(|reply| reply.with_preset(&sheet, spec, id));
                } else {
                    self.stores.choose_preset(&sheet, spec, id);
                }
            }
        }
        self.close();
    }

    /// The sheet around a part, where it has a preset of that name that fills more than the part: a weapon
    /// comes with its bonus to hit.
    fn around(self, sheet: &str, id: &str) -> Option<(String, &'static SheetSpec)> {
        let now = self.here();
        let (around, _) = sheet.rsplit_once('.')?;
        let spec = document::sheet_of(now.form().field(around)?.shape)?;
        document::is_layered((now.rules, now.mode), spec, id).then(|| (around.to_owned(), spec))
    }

    fn key(self, event: &KeyboardEvent) {
        const PAGE: usize = 8;
        let is_open = self.is_open.get_untracked();
        let go = |by: isize| {
            let last = untrack(|| self.found()).len().min(MOST_LISTED).saturating_sub(1);
            let to = self.active.get_untracked().saturating_add_signed(by).min(last);
            self.active.set(to);
            if let Some(field) = browser::target(event) {
                self.sheet.with_value(|(_, name)| scroll_to(&field, &format!("{name}-{to}")));
            }
        };
        match event.key().as_str() {
            "ArrowDown" | "ArrowUp" if !is_open => self.open(),
            "ArrowDown" => go(1),
            "ArrowUp" => go(-1),
            "PageDown" if is_open => go(PAGE as isize),
            "PageUp" if is_open => go(-(PAGE as isize)),
            "Enter" if is_open => {
                let found = untrack(|| self.found());
                if let Some(offer) = found.get(self.active.get_untracked()) {
                    self.take(offer);
                }
            }
            "Escape" if is_open => self.close(),
            _ => return,
        }
        event.prevent_default();
    }

    /// Options: under headings without a query, else each with its heading where it has no note.
    fn options(self) -> AnyView {
        let heading = |text: String| view! { <li class="heading" role="presentation">{text}</li> }.into_any();
        let found = self.found();
        if found.is_empty() {
            let some = untrack(|| self.presets(&self.here()).next());
            let hint =
                some.map_or_else(String::new, |some| format!(" (try “{}”)", some.name.to_ascii_lowercase()));
            return heading(format!("No match{hint}; or enter it in the fields"));
        }
        let more = found.len().saturating_sub(MOST_LISTED);
        let in_groups = untrack(|| self.asked()).is_empty();
        let mut group = String::new();
        let mut options = Vec::new();
        for (index, offer) in found.into_iter().take(MOST_LISTED).enumerate() {
            if in_groups && offer.group != group {
                group.clone_from(&offer.group);
                options.push(heading(group.clone()));
            }
            options.push(self.option(index, offer, in_groups));
        }
        if more > 0 {
            options.push(heading(format!("{more} more: type a few letters")));
        }
        options.collect_view().into_any()
    }

    fn option(self, index: usize, offer: Offer, in_groups: bool) -> AnyView {
        let id = self.sheet.with_value(|(_, name)| format!("{name}-{index}"));
        let figures = untrack(|| self.figures(&offer));
        let is_told = in_groups || !figures.is_empty() || !offer.note.is_empty();
        let both = [figures, offer.note.clone()].into_iter().filter(|part| !part.is_empty());
        let beside = if is_told { both.collect::<Vec<_>>().join(" · ") } else { offer.group.clone() };
        let name = offer.name.clone();
        // A pause for screen readers.
        let comma = (!beside.is_empty()).then(|| view! { <span class="unseen">", "</span> });
        view! {
            <li
                role="option"
                id=id
                aria-selected=Signal::derive(move || (self.active.get() == index).to_string())
                on:click=erased::press(move |_| self.take(&offer))
            >
                <span>{name} {comma}</span>
                <small title=beside.clone()>{beside.clone()}</small>
            </li>
        }
        .into_any()
    }

    /// Figures of a preset that help to choose.
    fn figures(self, offer: &Offer) -> String {
        let Takes::Preset(id) = &offer.takes else { return String::new() };
        let now = self.here();
        let preset = self.spec.presets.and_then(|target| now.rules.presets().find(target, id));
        let hint = |preset: Preset| Some((lazy::loaded()?.preset_hint)(&preset, self.spec, now.mode));
        preset.and_then(hint).unwrap_or_default()
    }

    /// The problem with a preset's name.
    fn problem(self, now: &Now) -> String {
        if self.kinds == Kinds::With {
            return String::new();
        }
        let path = self.sheet.with_value(|(sheet, _)| join(sheet, "preset"));
        let here = now.problems.iter().find(|problem| is_within(&problem.path, &path));
        here.map_or(String::new(), |problem| format!("{}.", format::sentence(&problem.message)))
    }
}

/// Scrolls an option into view.
fn scroll_to(field: &web_sys::Element, option: &str) {
    browser::find(field, option).iter().for_each(browser::reveal);
}
