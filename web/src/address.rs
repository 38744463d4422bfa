//! The address bar: what is shown goes into it quietly; it is read when the page starts and when a person goes somewhere.

use crate::browser::{Later, hash};
use crate::link;
use crate::presets;
use crate::rules_link;
use crate::storage;
use crate::store::Stores;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

/// Browsers complain of an address that changes many times a second.
const PAUSE: u64 = 250;

/// What stands in the address, and the step that will write it.
#[derive(Clone, Copy)]
struct Address {
    stores: Stores,
    /// What a navigation opened stands in the address already; only what a person changed goes there.
    written: StoredValue<String>,
    /// Whether what was opened was changed: it stays in the browser's history behind what is made of it.
    is_changed: StoredValue<bool>,
    /// What stood there when it was last looked at: who is on the way to somewhere else is not called back.
    seen: StoredValue<String>,
    later: Later,
    /// Counts the navigations: who went on while presets were fetched is elsewhere by then.
    gone: StoredValue<u32>,
}

/// Keeps what is shown and the address in step. The page shows what the address said when it started.
pub(crate) fn keep(stores: Stores) {
    let this = Address {
        stores,
        written: StoredValue::new(stores.link()),
        is_changed: StoredValue::new(false),
        seen: StoredValue::new(hash()),
        later: Later::new(),
        gone: StoredValue::new(0),
    };
    window_event_listener(ev::hashchange, move |_| this.go());
    window_event_listener(ev::pagehide, move |_| this.leave());
    Effect::new(move |_| {
        stores.track_link();
        this.later.run(PAUSE, move || this.write());
    });
}

impl Address {
    fn go(self) {
        self.later.forget();
        let text = hash();
        let before = self.stores.scenario.here();
        let gone = self.gone.get_value().wrapping_add(1);
        self.gone.set_value(gone);
        spawn_local(async move {
            let arrived = rules_link::arrive(text.clone()).await;
            let (link, lost) = arrived.clone().unwrap_or_default();
            let rules = link::rules_of(&link).unwrap_or(before.rules);
            if rules.about().id != before.about().id {
                storage::leave(before.about().id, &self.stores.link());
            }
            let came = match arrived {
                Ok(_) => presets::fetch(rules).await,
                Err(why) => Err(why),
            };
            if self.gone.get_value() != gone {
                return;
            }
            self.seen.set_value(text.clone());
            if let Err(why) = came {
                // One stays where one is, with the way to try again.
                self.written.set_value(String::new());
                self.is_changed.set_value(true);
                self.write();
                self.stores.scenario.again.set(text);
                return self.stores.scenario.lost(why);
            }
            self.stores.open(&link);
            self.stores.scenario.lost(lost);
            self.written.set_value(self.stores.link());
            self.is_changed.set_value(false);
        });
    }

    fn write(self) {
        if self.seen.with_value(|seen| *seen != hash()) {
            return;
        }
        let link = self.stores.link();
        if self.written.with_value(|written| *written != link) {
            if let Ok(history) = window().history() {
                let replace = |link: &str| {
                    history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")))
                };
                // The first change is a step of its own: the way back leads to what was opened before it leads away. At the bare address that is named first.
                let _ = if self.is_changed.get_value() {
                    replace(&link)
                } else {
                    if hash().is_empty() {
                        let _ = self.written.with_value(|opened| replace(opened));
                    }
                    history.push_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")))
                };
            }
            self.is_changed.set_value(true);
            // What was worked at is there again when the bare address is opened.
            storage::keep(storage::LAST, &link);
            self.seen.set_value(hash());
            self.written.set_value(link);
        }
    }

    fn leave(self) {
        // Whoever goes takes no step here.
        self.is_changed.set_value(true);
        self.write();
        storage::leave(self.stores.scenario.here().about().id, &self.stores.link());
    }
}
