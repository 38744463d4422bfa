//! What the page remembers between visits, where the browser allows it.

use crate::signals::window;

/// Keeps a word; an empty one is forgotten. Blocked storage is no failure.
pub(crate) fn keep(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = if value.is_empty() { storage.remove_item(key) } else { storage.set_item(key, value) };
    }
}

/// The links that the rulesets were left with in this window, by ruleset.
const LEFT: &str = "left/";

/// Remembers the link that a ruleset is left with, as long as the window is open.
pub(crate) fn leave(ruleset: &str, link: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(&format!("{LEFT}{ruleset}"), link);
    }
}

/// The link that a ruleset was left with.
pub(crate) fn left(ruleset: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(&format!("{LEFT}{ruleset}")).ok()?
}

/// The word that was kept; none is an empty one.
pub(crate) fn kept(key: &str) -> String {
    let storage = window().local_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}
