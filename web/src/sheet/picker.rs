//! The preset picker: a name that is pressed and replaced. Type a few letters in any order, arrow, enter.

use super::search::{Offer, Search};
use crate::actions::sides::{Kinds, picker_id, unnamed};
use crate::model::scenario::Now;
use crate::platform::browser::{self, after_frame};
use crate::platform::erased;
use crate::store::{Stores, use_stores};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::document::join;
use tohit_resolver::sheet::SheetSpec;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// No option is active.
const NOTHING: usize = usize::MAX;

/// Characters of a name that is drawn smaller from there on.
const LONG_NAME: usize = 24;

/// Options listed at once: a few letters find the others.
const MOST_LISTED: usize = 150;

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
            .then(|| search.active.get())
            .filter(|active| *active != NOTHING)
            .map(|active| search.sheet.with_value(|(_, name)| format!("{name}-{active}")))
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
                    class:long=Signal::derive(move || chosen.with(|name| name.chars().count() > LONG_NAME))
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
    fn open(self) {
        if !self.is_open.get_untracked() {
            // Enter keeps what is held; where nothing is, it takes the first thing that the mode asks for, or
            // else nothing.
            let now = self.here();
            let held = self.names(&now);
            let place =
                untrack(|| self.found()).iter().take(MOST_LISTED).position(|offer| offer.name == held);
            let is_asked = self.kinds != Kinds::Who && now.lacks().is_some();
            self.active.set(place.unwrap_or(if is_asked { self.chosen(&now).len() } else { NOTHING }));
            self.is_open.set(true);
        }
    }

    fn close(self) {
        self.is_open.set(false);
        self.query.set(None);
        self.active.set(0);
    }

    /// Number of matches, for screen readers.
    fn count(self) -> String {
        let is_asked = self.is_open.get() && !self.asked().is_empty();
        if is_asked { format::count(self.found().len(), "match", "matches") } else { String::new() }
    }

    fn choose(self, offer: &Offer) {
        self.take(offer);
        self.close();
    }

    fn key(self, event: &KeyboardEvent) {
        const PAGE: usize = 8;
        let is_open = self.is_open.get_untracked();
        let go = |by: isize| {
            let last = untrack(|| self.found()).len().min(MOST_LISTED).saturating_sub(1);
            let to = match self.active.get_untracked() {
                NOTHING => 0,
                active => active.saturating_add_signed(by).min(last),
            };
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
                match found.get(self.active.get_untracked()) {
                    Some(offer) => self.choose(offer),
                    None => self.close(),
                }
            }
            "Escape" if is_open => {
                self.close();
                // The next letter replaces the name again.
                if let Some(field) = browser::target(event).and_then(|field| field.dyn_into().ok()) {
                    let field: HtmlInputElement = field;
                    after_frame(move || field.select());
                }
            }
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
                on:click=erased::press(move |_| self.choose(&offer))
            >
                <span>{name} {comma}</span>
                <small title=beside.clone()>{beside.clone()}</small>
            </li>
        }
        .into_any()
    }
}

/// Scrolls an option into view.
fn scroll_to(field: &web_sys::Element, option: &str) {
    browser::find(field, option).iter().for_each(browser::reveal);
}
