//! The address bar: what is shown goes into it quietly; it is read when the page starts and when a person goes somewhere.

use crate::dom::{Later, effect};
use crate::link;
use crate::signals::*;
use crate::state::Page;
use crate::storage;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Browsers complain of an address that changes many times a second.
const PAUSE: i32 = 250;

/// Opens the address that the page was started with, and keeps both in step from then on.
pub(crate) fn keep(page: Page) {
    page.open(&hash());
    // What a navigation opened stands in the address already; only what a person changed goes there.
    let written = Rc::new(RefCell::new(page.link()));
    let later = Later::default();
    let went = {
        let (written, later) = (written.clone(), later.clone());
        move || {
            later.forget();
            let hash = hash();
            if link::is_elsewhere(page.here().about(), &hash) {
                // Another ruleset is another program.
                let _ = window().location().reload();
                return;
            }
            page.open(&hash);
            written.replace(page.link());
        }
    };
    let write = Rc::new(move || {
        let link = page.link();
        if *written.borrow() != link {
            if let Ok(history) = window().history() {
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")));
            }
            written.replace(link);
        }
    });
    listen("hashchange", went);
    listen("pagehide", {
        let write = write.clone();
        move || {
            let about = page.here().about();
            if !link::is_elsewhere(about, &hash()) {
                write();
            }
            storage::leave(about.id, &page.link());
        }
    });
    effect(move || {
        page.track_link();
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
