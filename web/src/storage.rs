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

/// Stores a value; an empty one is removed. False where the storage is blocked or full.
pub(crate) fn keep(key: &str, value: &str) -> bool {
    store(true).is_some_and(|storage| {
        if value.is_empty() { storage.remove_item(key) } else { storage.set_item(key, value) }.is_ok()
    })
}

/// A stored value; empty if none.
pub(crate) fn kept(key: &str) -> String {
    store(true).and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}

/// Key of the last link. early.js reads it, too.
pub(crate) const LAST: &str = "last";

/// Key prefix of each ruleset's last link in this window.
const LEFT: &str = "left/";

/// Stores the last link of a ruleset, as long as the window is open.
pub(crate) fn leave(ruleset: &str, link: &str) {
    if let Some(storage) = store(false) {
        let _ = storage.set_item(&format!("{LEFT}{ruleset}"), link);
    }
}

/// The last link of a ruleset.
pub(crate) fn left(ruleset: &str) -> Option<String> {
    store(false)?.get_item(&format!("{LEFT}{ruleset}")).ok()?
}
