//! The keys that hold for the whole page, and the two dialogs: the list of keys, and what the ruleset is made from.

use crate::dom::{self, El, button, effect, el};
use crate::signals::*;
use crate::state::Page;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, KeyboardEvent};

/// Listens for the keys from now on, and fills the dialogs that index.html brings.
pub(crate) fn keep(page: Page) {
    if let Some(root) = document().document_element() {
        El(root)
            .on("keydown", move |event| pressed(page, event.unchecked_ref()))
            // A field that is left ends the step that was typed in it.
            .on("focusout", move |_| page.end_step());
    }
    for name in ["keys", "about"] {
        if let Some(dialog) = dom::find(name) {
            let close = button("Close").class("close").press(move || toggle(name));
            let _ = dialog.0.prepend_with_node_1(&close.0);
        }
    }
    effect(move || {
        let about = page.now().about();
        if let Some(place) = dom::find("about-rules") {
            let list = |heading: &str, sentences: &[&str]| {
                let items = sentences.iter().map(|sentence| el("li").text(sentence));
                let list = [el("h3").text(heading), el("ul").children(items)];
                if sentences.is_empty() { Vec::new() } else { list.into() }
            };
            place.set_text("");
            place
                .child(&el("p").text(&format!("{}, after: {}.", about.name, about.document)))
                .children(list("Where document and game differ", about.differences))
                .children(list("What is left out", about.left_out));
        }
    });
}

fn pressed(page: Page, event: &KeyboardEvent) {
    if event.default_prevented() || event.alt_key() || dom::typed_in().is_some() || is_open() {
        return;
    }
    let held = event.ctrl_key() || event.meta_key();
    match (held, event.key().to_ascii_lowercase().as_str()) {
        (false, "?") => toggle("keys"),
        (true, "z") => page.travel(!event.shift_key()),
        (true, "y") => page.travel(false),
        _ => return,
    }
    event.prevent_default();
}

fn is_open() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some())
}

/// Opens a dialog, or closes it.
fn toggle(name: &str) {
    let Some(dialog) = dom::find(name).and_then(|dialog| dialog.0.dyn_into::<HtmlDialogElement>().ok())
    else {
        return;
    };
    if dialog.open() {
        dialog.close();
    } else {
        let _ = dialog.show_modal();
    }
}

/// The buttons that open the dialogs.
pub(crate) fn buttons() -> [El; 2] {
    [
        button("About").attr("aria-haspopup", "dialog").press(|| toggle("about")),
        button("?")
            .class("sign")
            .attr("title", "Keys")
            .attr("aria-label", "Keys")
            .attr("aria-haspopup", "dialog")
            .attr("aria-keyshortcuts", "?")
            .press(|| toggle("keys")),
    ]
}
