//! The page, client-side: it fills the shell that index.html brings. The same program answers in a worker.
//!
//! It is one program for each ruleset (src/bin): who plays one game loads no other's rules.

mod address;
mod answer;
mod answers;
mod building;
mod clipboard;
mod document;
mod dom;
mod edits;
pub mod embed;
mod format;
mod header;
mod history;
mod keys;
mod link;
mod log;
mod node;
mod panels;
mod pins;
mod presets;
mod sheet;
mod signals;
mod state;
mod storage;
mod summary;
mod tallies;
mod tape;
mod why;
mod worker;

use crate::signals::*;
use building::Building;
use dom::El;
use panels::Panels;
use state::Page;
use std::cell::Cell;
use tohit_resolver::Ruleset;
use wasm_bindgen::prelude::*;

thread_local! {
    static RULES: Cell<Option<&'static dyn Ruleset>> = const { Cell::new(None) };
}

/// The program of a ruleset: in a worker it answers; in a window `equip` and then `page` or `calculator` are called.
pub fn run(rules: &'static dyn Ruleset) {
    if !worker::serve(rules) {
        // The executor of effects. It fails only if there is one already.
        let _ = any_spawner::Executor::init_wasm_bindgen();
        RULES.set(Some(rules));
    }
}

/// Takes the presets, if they could be fetched, and where the program starts in a worker.
#[wasm_bindgen]
pub fn equip(presets: Option<String>, worker: String) {
    if let Some(presets) = presets {
        presets::take(presets);
    }
    worker::starts_at(worker);
}

/// Fills the shell, in turns: none keeps a slow machine busy for long, and nothing is shown before all is there.
#[wasm_bindgen]
pub fn page() {
    let Some(rules) = RULES.get() else { return };
    // The page lives as long as its window.
    let owner: &'static Owner = Box::leak(Box::new(Owner::new()));
    owner.with(|| {
        let page = Page::new(rules, Panels::ALL, String::new());
        address::keep(page);
        later(owner, move || {
            answers::keep(page);
            keys::keep(page);
            header::keep_tabs(page);
            dom::effect(move || title(page));
            build(owner, Building::new(page));
        });
    });
}

/// Does something in a turn of its own.
fn later(owner: &'static Owner, turn: impl FnOnce() + 'static) {
    set_timeout(|| owner.with(turn), 0);
}

/// Builds a part in each turn, then shows all.
fn build(owner: &'static Owner, mut building: Building) {
    later(owner, move || match building.next() {
        None => build(owner, building),
        Some(content) => show(building.page, content),
    });
}

fn show(page: Page, content: Vec<El>) {
    let Some(root) = document().document_element() else { return };
    // Tells the still of a first visit that its time is over (web/still.js).
    if let Ok(drawn) = web_sys::Event::new("drawn") {
        let _ = root.dispatch_event(&drawn);
    }
    fill("tools", header::tools(page));
    fill("page", content);
    El(root).set("data-started", "true");
}

fn fill(id: &str, content: Vec<El>) {
    if let Some(place) = dom::find(id) {
        place.fill(content);
    }
}

fn title(page: Page) {
    document().set_title(&format!("{}: exact combat odds | tohit", page.now().about().name));
}

#[cfg(test)]
mod tests {
    use tohit_resolver::NAMED;

    /// The tabs stand in the shell, so that they are there before the program is.
    #[test]
    fn the_shell_and_its_scripts_name_every_ruleset() {
        let (shell, config) = (include_str!("../../index.html"), include_str!("../../Trunk.toml"));
        let styles = include_str!("../style/tokens.css");
        for named in NAMED {
            // A tab says the game's short name.
            let tab = format!(r##"<a href="#{0}" data-ruleset="{0}">"##, named.id);
            let (_, after) = shell.split_once(&tab).unwrap();
            let says = after.split_once("<span>").unwrap().1.split_once("</span>").unwrap().0;
            assert!(named.name.contains(says) && !says.is_empty(), "{says}");
            assert!(shell.contains(&format!(r#"data-bin="{}""#, named.id)), "{}", named.id);
            assert!(config.contains(&format!(" data-{}=", named.id)), "{}", named.id);
            assert!(styles.contains(&format!(r#"[data-ruleset="{}"]"#, named.id)), "{}", named.id);
        }
        assert_eq!(shell.matches(" data-ruleset=").count(), NAMED.len());
    }
}
