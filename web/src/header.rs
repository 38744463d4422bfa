//! The top of the page: which ruleset, which mode, light or dark, and the way to share.

use crate::clipboard;
use crate::dom::{El, button, drawn, el};
use crate::face::face;
use crate::keys;
use crate::state::Page;
use crate::storage;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use tohit_resolver::{AboutRules, RULESETS};

/// Rulesets, theme, sharing.
pub(crate) fn view(page: Page) -> [El; 2] {
    let tabs = RULESETS.iter().map(|rules| tab(page, rules.about()));
    [
        el("nav").class("rulesets").attr("aria-label", "Rulesets").children(tabs),
        el("div").class("tools").children(keys::buttons()).child(&theme()).child(&clipboard::button(
            "Copy link",
            "share",
            move || clipboard::address(page),
        )),
    ]
}

fn tab(page: Page, about: &'static AboutRules) -> El {
    let face = face(about.id);
    let is_here = move || page.now().about().id == about.id;
    let glyph = drawn("svg")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .child(&drawn("path").attr("d", face.glyph).attr("fill-rule", "evenodd"));
    let link = el("a")
        .attr_of("href", move || {
            page.now.track();
            // The whole way: to some tools a link that begins with # is one to a place in the page.
            let here = window().location();
            let (path, query) = (here.pathname().unwrap_or_default(), here.search().unwrap_or_default());
            format!("{path}{query}#{}", page.link_to(about))
        })
        .attr_of("aria-current", move || if is_here() { "page".to_owned() } else { String::new() })
        .on("click", move |event| {
            if page.here().about().id == about.id {
                event.prevent_default();
            }
        });
    link.set_style("--hue", face.hue);
    link.child(&glyph).child(&el("span").text(about.name))
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
