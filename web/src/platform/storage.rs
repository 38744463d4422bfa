//! Storage of the page between visits, where the browser allows it. Every key begins with the page's folder,
//! as the names of its caches do (sw.js): two copies of the page on one origin keep apart.

use leptos::prelude::window;
use web_sys::Storage;

/// Local storage, or the storage of the window's session.
fn store(is_for_good: bool) -> Option<Storage> {
    if cfg!(not(target_arch = "wasm32")) {
        return None;
    }
    if is_for_good { window().local_storage() } else { window().session_storage() }.ok().flatten()
}

/// Prefix of the keys; early.js has the same.
fn folder() -> String {
    let path = window().location().pathname().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("tohit {folder}/ ")
}

/// Stores a value; an empty one is removed. False where the storage is blocked or full: the value before
/// stays.
pub(crate) fn keep(key: &str, value: &str) -> bool {
    store(true).is_some_and(|storage| {
        let key = folder() + key;
        if value.is_empty() { storage.remove_item(&key) } else { storage.set_item(&key, value) }.is_ok()
    })
}

/// A stored value; empty if none.
pub(crate) fn kept(key: &str) -> String {
    store(true).and_then(|storage| storage.get_item(&(folder() + key)).ok().flatten()).unwrap_or_default()
}

/// The stored keys with this prefix, without it.
pub(crate) fn keys(prefix: &str) -> Vec<String> {
    let prefix = folder() + prefix;
    all().into_iter().filter_map(|key| key.strip_prefix(&prefix).map(str::to_owned)).collect()
}

/// All keys of the origin.
fn all() -> Vec<String> {
    let Some(storage) = store(true) else { return Vec::new() };
    (0..storage.length().unwrap_or_default()).filter_map(|place| storage.key(place).ok().flatten()).collect()
}

/// Values of earlier versions, whose keys had no folder.
pub(crate) fn old(is_ours: fn(&str) -> bool) -> Vec<(String, String)> {
    let Some(storage) = store(true) else { return Vec::new() };
    let keys = all().into_iter().filter(|key| is_ours(key));
    keys.filter_map(|key| storage.get_item(&key).ok().flatten().map(|value| (key, value))).collect()
}

/// Moves an old value: `take` stores it anew, and the old key goes. In a full storage the old one makes room
/// first, and comes back where that does not help.
pub(crate) fn move_old(key: &str, value: &str, take: impl Fn() -> bool) {
    let Some(storage) = store(true) else { return };
    let is_taken = take();
    let _ = storage.remove_item(key);
    if !is_taken && !take() {
        let _ = storage.set_item(key, value);
    }
}

/// Key of the last link. early.js reads it, too.
pub(crate) const LAST: &str = "last";

/// Key prefix of each ruleset's last link in this window.
const LEFT: &str = "left/";

/// Stores a value as long as the window is open; an empty one is removed.
pub(crate) fn keep_here(key: &str, value: &str) {
    if let Some(storage) = store(false) {
        let key = folder() + key;
        let _ = if value.is_empty() { storage.remove_item(&key) } else { storage.set_item(&key, value) };
    }
}

/// A value of this window.
pub(crate) fn kept_here(key: &str) -> Option<String> {
    store(false)?.get_item(&(folder() + key)).ok()?
}

/// Stores the last link of a ruleset, as long as the window is open.
pub(crate) fn leave(ruleset: &str, link: &str) {
    keep_here(&format!("{LEFT}{ruleset}"), link);
}

/// The last link of a ruleset.
pub(crate) fn left(ruleset: &str) -> Option<String> {
    kept_here(&format!("{LEFT}{ruleset}"))
}
