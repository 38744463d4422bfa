//! The page, client-side: it fills the shell that index.html brings. The same program answers in a worker.

mod address;
mod answer;
mod answers;
mod clipboard;
mod document;
mod dom;
mod edits;
mod face;
mod format;
mod header;
mod history;
mod keys;
mod link;
mod log;
mod pins;
mod presets;
mod sheet;
mod state;
mod storage;
mod summary;
mod tallies;
mod tape;
mod worker;

use dom::{El, el};
use leptos::prelude::*;
use state::Page;
use tohit_resolver::RULESETS;

fn main() {
    if worker::serve() {
        return;
    }
    // The executor of effects. It fails only if there is one already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    leptos::task::spawn_local(start());
}

/// Fills the shell. Without a ruleset there is nothing to fill it with.
async fn start() {
    // The page lives as long as its window.
    let owner: &'static Owner = Box::leak(Box::new(Owner::new()));
    let Some(page) = owner.with(Page::new) else { return };
    let first = address::first(page);
    if let Some(rules) = link::ruleset_in(&first).or(RULESETS.first().copied()) {
        presets::fetch(page, rules).await;
    }
    page.show(&first);
    owner.with(|| {
        address::keep(page);
        answers::keep(page);
        keys::keep(page);
        fill("top", header::view(page));
        fill("page", body(page));
        dom::effect(move || title(page));
    });
    if let Some(root) = document().document_element() {
        El(root).set("data-started", "true");
    }
}

fn fill(id: &str, content: impl IntoIterator<Item = El>) {
    if let Some(place) = dom::find(id) {
        let content: js_sys::Array = content.into_iter().map(|element| element.0).collect();
        place.0.replace_children_with_node(&content);
    }
}

fn body(page: Page) -> [El; 8] {
    [
        answer::line(page),
        header::modes(page),
        edits::view(page),
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
