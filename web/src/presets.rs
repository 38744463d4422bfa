//! The presets: a file for each ruleset, fetched beside its program. boot.js has it.

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
pub(crate) fn take(text: String) {
    // Taken once: the program starts once.
    let _ = FETCHED.set(Library::fetched(text));
}
