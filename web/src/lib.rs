//! The page, client-side: it fills the shell that index.html brings. The same program answers in a worker.
//!
//! It is one program for each ruleset (src/bin): who plays one game loads no other's rules.

mod address;
mod answer;
mod answers;
mod clipboard;
mod document;
mod dom;
mod edits;
mod format;
mod header;
mod history;
mod keys;
mod link;
mod log;
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
use dom::{El, el};
use state::Page;
use std::collections::VecDeque;
use tohit_resolver::Ruleset;

/// The page for a ruleset, or its worker.
pub fn run(rules: &'static dyn Ruleset) {
    if !worker::serve(rules) {
        start(rules);
    }
}

/// Fills the shell, in turns: none keeps a slow machine busy for long, and nothing is shown before all is there.
fn start(rules: &'static dyn Ruleset) {
    // The executor of effects. It fails only if there is one already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    presets::take();
    // The page lives as long as its window.
    let owner: &'static Owner = Box::leak(Box::new(Owner::new()));
    owner.with(|| {
        let page = Page::new(rules);
        address::keep(page);
        answers::keep(page);
        keys::keep(page);
        header::keep_tabs(page);
        dom::effect(move || title(page));
        let parts: [fn(Page) -> Vec<El>; 5] = [
            |page| vec![answer::line(page), header::modes(page), edits::view(page), header::intro(page)],
            |page| vec![el("div").class("question").children(sheet::view(page))],
            |page| vec![answer::view(page)],
            |page| vec![log::view(page)],
            |page| {
                vec![
                    el("p")
                        .class("helpline")
                        .attr("aria-hidden", "true")
                        .says(move || page.help.get().to_owned()),
                ]
            },
        ];
        build(owner, page, parts.into(), Vec::new());
    });
}

/// Builds a part in each turn, then shows all.
fn build(owner: &'static Owner, page: Page, mut parts: VecDeque<fn(Page) -> Vec<El>>, mut built: Vec<El>) {
    let turn = move || match parts.pop_front() {
        Some(part) => {
            built.extend(part(page));
            build(owner, page, parts, built);
        }
        None => show(page, built),
    };
    set_timeout(|| owner.with(turn), 0);
}

fn show(page: Page, content: Vec<El>) {
    fill("tools", header::tools(page));
    fill("page", content);
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
