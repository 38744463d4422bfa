//! The presets: a file for each ruleset, fetched beside its program. boot.js has it.

use crate::signals::window;
use std::sync::OnceLock;
use tohit_resolver::Library;

static FETCHED: OnceLock<Library> = OnceLock::new();
static NONE: Library = Library::fixed("");

/// The presets; none in a worker, which is asked in full, and none where they could not be fetched.
pub(crate) fn library() -> &'static Library {
    FETCHED.get().unwrap_or(&NONE)
}

/// Whether they came.
pub(crate) fn are_here() -> bool {
    FETCHED.get().is_some()
}

/// Takes what boot.js fetched.
pub(crate) fn take() {
    let text = js_sys::Reflect::get(&window(), &"presets".into()).ok().and_then(|text| text.as_string());
    if let Some(text) = text {
        // Taken once: the page starts once.
        let _ = FETCHED.set(Library::fetched(text));
    }
}
