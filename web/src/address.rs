//! The address bar: what is shown goes into it quietly; it is read when the page starts and when a person goes somewhere.

use crate::dom::{Later, effect};
use crate::state::Page;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Browsers complain of an address that changes many times a second.
const PAUSE: u64 = 250;

/// The link that the page is started with: what stands in the address, or the example of the first ruleset.
pub(crate) fn first(page: Page) -> String {
    let hash = hash();
    if hash.is_empty() { page.link_to(page.here().about()) } else { hash }
}

/// Keeps the address and what is shown in step from now on.
pub(crate) fn keep(page: Page) {
    // What a navigation opened stands in the address already; only what a person changed goes there.
    let written = Rc::new(RefCell::new((page.opened.get_value(), page.link())));
    let later = Later::default();
    let write = Rc::new(move || {
        let (opened, link) = (page.opened.get_value(), page.link());
        let is_changed = written.borrow().0 == opened && written.borrow().1 != link;
        if is_changed && let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")));
        }
        written.replace((opened, link));
    });
    listen("hashchange", move || page.open(hash()));
    listen("pagehide", {
        let write = write.clone();
        move || write()
    });
    effect(move || {
        page.now.track();
        page.throw.track();
        page.pins.track();
        page.by_rules.track();
        let write = write.clone();
        later.run(PAUSE, move || write());
    });
}

fn listen(event: &str, run: impl FnMut() + 'static) {
    let run = Closure::<dyn FnMut()>::new(run).into_js_value();
    let _ = window().add_event_listener_with_callback(event, run.unchecked_ref());
}

/// What follows the `#` of the address.
fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}
