//! Storage of the page between visits, where the browser allows it.

use leptos::prelude::window;
use web_sys::Storage;

/// Local storage, or the storage of the window's session.
fn store(is_for_good: bool) -> Option<Storage> {
    if cfg!(not(target_arch = "wasm32")) {
        return None;
    }
    if is_for_good { window().local_storage() } else { window().session_storage() }.ok().flatten()
}

/// Keeps a word; an empty one is forgotten. Blocked storage is no failure.
pub(crate) fn keep(key: &str, value: &str) {
    if let Some(storage) = store(true) {
        let _ = if value.is_empty() { storage.remove_item(key) } else { storage.set_item(key, value) };
    }
}

/// The word that was kept; none is an empty one.
pub(crate) fn kept(key: &str) -> String {
    store(true).and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}

/// The link that was worked at last. early.js looks for it, too.
pub(crate) const LAST: &str = "last";

/// The links that the rulesets were left with in this window, by ruleset.
const LEFT: &str = "left/";

/// Remembers the link that a ruleset is left with, as long as the window is open.
pub(crate) fn leave(ruleset: &str, link: &str) {
    if let Some(storage) = store(false) {
        let _ = storage.set_item(&format!("{LEFT}{ruleset}"), link);
    }
}

/// The link that a ruleset was left with.
pub(crate) fn left(ruleset: &str) -> Option<String> {
    store(false)?.get_item(&format!("{LEFT}{ruleset}")).ok()?
}
