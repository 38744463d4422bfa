//! The keys that hold for the whole page, and the two dialogs: the list of keys, and what the ruleset is made from.

use crate::dom::{self, El, button, el};
use crate::signals::*;
use crate::state::Page;
use crate::storage;
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
    let about = page.here().about();
    if let Some(place) = dom::find("about-rules") {
        let list = |heading: &str, sentences: &[&str]| {
            let items = sentences.iter().map(|sentence| el("li").text(sentence));
            let list = [el("h3").text(heading), el("ul").children(items)];
            if sentences.is_empty() { Vec::new() } else { list.into() }
        };
        place
            .child(&el("p").text(&format!("{}, after: {}.", about.name, about.document)))
            .children(list("Where document and game differ", about.differences))
            .children(list("What is left out", about.left_out));
    }
}

fn pressed(page: Page, event: &KeyboardEvent) {
    if event.default_prevented() || event.alt_key() || dom::typed_in().is_some() || is_open() {
        return;
    }
    let held = event.ctrl_key() || event.meta_key();
    match (held, event.key().to_ascii_lowercase().as_str()) {
        (false, "?") if bare_key().is_none_or(|tick| tick.is_checked()) => toggle("keys"),
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
    let keys = button("?")
        .class("sign")
        .attr("title", "Keys")
        .attr("aria-label", "Keys")
        .attr("aria-haspopup", "dialog")
        .press(|| toggle("keys"));
    offer_bare_key(&keys);
    [button("About").attr("aria-haspopup", "dialog").press(|| toggle("about")), keys]
}

/// Where a person says whether the key without another opens the list: who speaks to the computer, or slips on keys, presses it unawares (WCAG 2.1.4).
fn bare_key() -> Option<El> {
    dom::find("bare-key")
}

/// Offers to switch that key off, and remembers it; the button tells whether there is a key for it.
fn offer_bare_key(button: &El) {
    const KEPT: &str = "bare-key";
    let Some(tick) = bare_key() else { return };
    tick.set_property("checked", &(storage::kept(KEPT) != "off").into());
    let tell = {
        let (tick, button) = (tick.clone(), button.clone());
        move || button.set("aria-keyshortcuts", if tick.is_checked() { "?" } else { "" })
    };
    tell();
    let ticked = tick.clone();
    tick.on("change", move |_| {
        storage::keep(KEPT, if ticked.is_checked() { "" } else { "off" });
        tell();
    });
}
