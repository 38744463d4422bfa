//! What the page remembers between visits, where the browser allows it.

use leptos::prelude::window;

/// Keeps a word; an empty one is forgotten. Blocked storage is no failure.
pub(crate) fn keep(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = if value.is_empty() { storage.remove_item(key) } else { storage.set_item(key, value) };
    }
}

/// The word that was kept; none is an empty one.
pub(crate) fn kept(key: &str) -> String {
    let storage = window().local_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}
