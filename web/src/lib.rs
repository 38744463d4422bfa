//! The page, client-side: it fills the shell that index.html brings. The same program answers in a worker.
//!
//! It is one program for each ruleset (src/bin): who plays one game loads no other's rules.

mod address;
mod answer;
mod answers;
mod clipboard;
mod document;
mod dom;
mod face;
mod format;
mod header;
mod link;
mod log;
mod presets;
mod sheet;
mod state;
mod storage;
mod summary;
mod tape;
mod worker;

use dom::{El, el};
use leptos::prelude::*;
use state::Page;
use tohit_resolver::Ruleset;

/// The page for a ruleset, or its worker.
pub fn run(rules: &'static dyn Ruleset) {
    if !worker::serve(rules) {
        start(rules);
    }
}

/// Fills the shell.
fn start(rules: &'static dyn Ruleset) {
    // The executor of effects. It fails only if there is one already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    presets::take();
    let owner = Owner::new();
    owner.set();
    let page = Page::new(rules);
    address::keep(page);
    answers::keep(page);
    fill("top", header::view(page));
    fill("page", body(page));
    dom::effect(move || title(page));
    if let Some(root) = document().document_element() {
        El(root).set("data-started", "true");
    }
    // The page lives as long as its window.
    core::mem::forget(owner);
}

fn fill(id: &str, content: impl IntoIterator<Item = El>) {
    if let Some(place) = dom::find(id) {
        let content: js_sys::Array = content.into_iter().map(|element| element.0).collect();
        place.0.replace_children_with_node(&content);
    }
}

fn body(page: Page) -> [El; 7] {
    [
        answer::line(page),
        header::modes(page),
        header::intro(page),
        el("div").class("question").children(sheet::view(page)),
        answer::view(page),
        log::view(page),
        el("p").class("helpline").attr("aria-hidden", "true").says(move || page.help.get().to_owned()),
    ]
}

fn title(page: Page) {
    let about = page.now().about();
    document().set_title(&format!("{}: exact combat odds | tohit", about.name));
    // On the root, where the colours that are made of it stand.
    if let Some(root) = document().document_element() {
        El(root).set_style("--hue", face::face(about.id).hue);
    }
}
