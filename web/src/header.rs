//! The top of the page: which ruleset, which mode, light or dark, and the way to share.

use crate::clipboard;
use crate::dom::{El, button, el};
use crate::keys;
use crate::signals::*;
use crate::state::Page;
use crate::storage;
use std::cell::Cell;
use std::rc::Rc;
use tohit_resolver::NAMED;

/// Help, theme and sharing.
pub(crate) fn tools(page: Page) -> Vec<El> {
    let mut tools = Vec::from(keys::buttons());
    tools.extend([theme(), clipboard::button("Copy link", "share", move || clipboard::address(page))]);
    tools
}

/// Leads the tabs of the rulesets, which stand in index.html, to where each was left.
pub(crate) fn keep_tabs(page: Page) {
    // The whole way: to some tools a link that begins with # is one to a place in the page, and paper has no page around it.
    let way = clipboard::here();
    for named in NAMED {
        let Ok(Some(tab)) = document().query_selector(&format!(".rulesets [data-ruleset={}]", named.id))
        else {
            continue;
        };
        let tab = El(tab);
        let way = way.clone();
        if page.here().about().id == named.id {
            tab.attr_of("href", move || {
                page.track_link();
                format!("{way}#{}", page.link())
            })
            .on("click", |event| event.prevent_default());
        } else {
            let left = storage::left(named.id);
            tab.set("href", &format!("{way}#{}", left.as_deref().unwrap_or(named.example)));
        }
    }
}

/// The modes of the ruleset.
pub(crate) fn modes(page: Page) -> El {
    let one = move |mode: &'static tohit_resolver::Mode| {
        button(mode.label)
            .attr("title", mode.help)
            .flag_of("aria-pressed", move || page.now().mode == mode.id)
            .press(move || page.choose_mode(mode.id))
    };
    el("div").class("modes").attr("role", "group").attr("aria-label", "Mode").live(
        move || page.now().about().id.to_owned(),
        move || page.here().about().modes.iter().map(one).collect(),
    )
}

/// A line about what one looks at.
pub(crate) fn intro(page: Page) -> El {
    let says = move || {
        let (now, notice) = (page.now(), page.notice.get());
        let about = now.about();
        if !notice.is_empty() {
            notice
        } else if now.is_example() {
            format!(
                "The document's own example, computed: {}. Change anything: the answer follows.",
                about.document
            )
        } else {
            about.mode(now.mode).map_or("", |mode| mode.help).to_owned()
        }
    };
    el("p")
        .class("intro")
        .attr("role", "status")
        .class_if("wrong", move || page.notice.with(|notice| !notice.is_empty()))
        .says(says)
}

/// Light, dark, or as the system has it.
fn theme() -> El {
    const NAMES: [&str; 3] = ["", "light", "dark"];
    let root = document().document_element().map(El);
    let now = root.as_ref().and_then(|root| root.0.get_attribute("data-theme")).unwrap_or_default();
    let place = Rc::new(Cell::new(NAMES.iter().position(|name| *name == now).unwrap_or(0)));
    let this = button("").class("theme");
    let show = {
        let (this, place) = (this.clone(), place.clone());
        move || {
            let name = NAMES.get(place.get()).copied().unwrap_or_default();
            let (sign, says) = match name {
                "light" => ("☀", "Light"),
                "dark" => ("☾", "Dark"),
                _ => ("◐", "Light or dark as the system has it"),
            };
            this.set_text(sign);
            this.set("aria-label", says);
            this.set("title", says);
            name
        }
    };
    show();
    this.press(move || {
        place.set((place.get() + 1) % NAMES.len());
        let name = show();
        if let Some(root) = &root {
            root.set("data-theme", name);
        }
        storage::keep("theme", name);
    })
}
