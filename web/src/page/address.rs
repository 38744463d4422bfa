//! Synchronises the address bar with the page: the link is written quietly, and read at the start and on
//! navigation.

use crate::model::custom_rules;
use crate::model::games;
use crate::model::link;
use crate::model::presets;
use crate::platform::browser::{Later, hash};
use crate::platform::requests::Requests;
use crate::platform::storage;
use crate::rulebook::link as rules_link;
use crate::store::{Stores, Tab};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

/// Pause before a write, in ms: browsers throttle frequent changes.
const PAUSE: u64 = 250;

/// State of the address bar, with its pending write.
#[derive(Clone, Copy)]
struct Address {
    stores: Stores,
    /// Link last opened or written: only a person's change is written again.
    written: StoredValue<String>,
    /// Link before it: a reload at the moment of a write may still load this one.
    replaced: StoredValue<String>,
    /// True after the first change to an opened link, which stays in the browser's history.
    is_changed: StoredValue<bool>,
    /// Hash last seen. A differing address is a navigation under way, which no write may undo.
    seen: StoredValue<String>,
    later: Later,
    /// Navigations: a fetch that finishes after a newer one is discarded.
    navigations: Requests,
}

/// Synchronises the page and the address. At the start the page already shows the link of the address
/// `shown`.
pub(crate) fn keep(stores: Stores, shown: &str) {
    let this = Address {
        stores,
        written: StoredValue::new(stores.link()),
        replaced: StoredValue::new(String::new()),
        is_changed: StoredValue::new(false),
        seen: StoredValue::new(hash()),
        later: Later::new(),
        navigations: Requests::new(),
    };
    window_event_listener(ev::hashchange, move |_| this.go());
    window_event_listener(ev::pagehide, move |_| this.leave());
    // A phone drops a hidden tab without another event.
    window_event_listener(ev::Custom::<web_sys::Event>::new("visibilitychange"), move |_| {
        if document().hidden() {
            this.hide(false);
        }
    });
    Effect::new(move |_| {
        stores.track_link();
        this.later.run(PAUSE, move || this.write(false));
    });
    // A navigation while the page began.
    if hash() != shown {
        this.go();
    } else {
        this.name(shown);
    }
}

/// State of a history entry whose mode asks for a choice.
const ASKS: &str = "asks";

/// True where the history entry asked for a choice.
pub(crate) fn asks_again() -> bool {
    let state = window().history().and_then(|history| history.state()).ok();
    state.and_then(|state| state.as_string()).as_deref() == Some(ASKS)
}

/// Mode of a link, and true for its duel.
fn place(link: &str) -> (&str, bool) {
    (link.split(['?', '@']).next().unwrap_or_default(), link.contains("extent=duel"))
}

impl Address {
    fn go(self) {
        self.later.forget();
        games::flush();
        let text = hash();
        let before = self.stores.scenario.here();
        let navigation = self.navigations.begin();
        spawn_local(async move {
            let arrived = rules_link::arrive(text.clone()).await;
            let (link, lost) =
                arrived.as_ref().map_or_else(|_| Default::default(), |it| (it.link.clone(), it.says()));
            let rules = link::rules_of(&link).unwrap_or(before.rules);
            if rules.about().id != before.about().id {
                storage::leave(before.about().id, &self.stores.link());
            }
            let came = match arrived {
                Ok(_) => presets::fetch(rules).await,
                Err(why) => Err(why),
            };
            if !navigation.is_latest() {
                return;
            }
            self.seen.set_value(text.clone());
            if let Err(why) = came {
                // The page stays at its scenario and offers a retry.
                self.written.set_value(String::new());
                self.is_changed.set_value(true);
                self.write(false);
                self.stores.scenario.again.set(text);
                return self.stores.scenario.lost(why);
            }
            self.stores.open_again(&link, asks_again());
            self.stores.scenario.lost(lost);
            self.written.set_value(self.stores.link());
            self.replaced.set_value(String::new());
            self.is_changed.set_value(false);
            self.name(&text);
        });
    }

    /// Writes the link of a game that this browser keeps: its number, or `own`, means another game elsewhere,
    /// or later. Who opens it so is its author, and begins with its text.
    fn name(self, opened: &str) {
        let is_numbered = games::is_numbered(opened);
        if !is_numbered && opened != custom_rules::OWN {
            return;
        }
        self.stores.tab.set(Tab::Rules);
        if !is_numbered && games::of_link(opened).is_none() {
            return;
        }
        self.written.with_value(|link| {
            if let Ok(history) = window().history() {
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")));
            }
        });
        self.seen.set_value(hash());
    }

    /// Writes the link. A page that is left adds no history entry.
    fn write(self, is_left: bool) {
        if self.seen.with_value(|seen| *seen != hash()) {
            return;
        }
        let link = self.stores.link();
        if self.written.with_value(|written| *written != link) {
            if let Ok(history) = window().history() {
                // The way back, and a reload, ask again what the mode asks.
                let state =
                    if self.stores.scenario.asks.get_untracked() { ASKS.into() } else { JsValue::NULL };
                let replace =
                    |link: &str| history.replace_state_with_url(&state, "", Some(&format!("#{link}")));
                // The first change pushes a history entry, so that Back returns to the opened link, and another
                // mode does. At the bare address, that link is written first.
                let is_same = self.written.with_value(|written| place(written) == place(&link));
                let _ = if is_left || self.is_changed.get_value() && is_same {
                    replace(&link)
                } else {
                    if hash().is_empty() {
                        let _ = self.written.with_value(|opened| replace(opened));
                    }
                    history.push_state_with_url(&state, "", Some(&format!("#{link}")))
                };
            }
            self.is_changed.set_value(true);
            let rules = self.stores.scenario.here().rules;
            games::wrote(rules, &link);
            // The bare address opens the last scenario.
            storage::keep(storage::LAST, &link);
            self.seen.set_value(hash());
            self.replaced.set_value(self.written.get_value());
            self.written.set_value(link);
        }
    }

    fn leave(self) {
        self.hide(true);
        storage::leave(self.stores.scenario.here().about().id, &self.stores.link());
    }

    /// Stores all that is entered.
    fn hide(self, is_left: bool) {
        games::flush();
        self.write(is_left);
        games::leave(&self.replaced.get_value(), &self.stores.link());
    }
}
