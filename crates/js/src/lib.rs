//! What scripts ask: text in, text out. `npm/index.js` makes plain objects of it, thrown errors, and five modules into one.
//!
//! It is one module for each ruleset (src/bin), as the page is one program: who asks about one game loads no other's rules.

mod question;

pub use question::Question;

use std::sync::OnceLock;
use tohit_resolver::Library;
use wasm_bindgen::prelude::wasm_bindgen;

/// Asks the module's rules. It names them itself, so that the compiler sees which of their methods are never called and leaves those out.
type Answer = fn(&Question<'_>) -> String;

static ANSWER: OnceLock<Answer> = OnceLock::new();
static PRESETS: OnceLock<Library> = OnceLock::new();

/// Says how this module answers. It runs once, as the module starts.
pub fn serve(answer: Answer) {
    let _ = ANSWER.set(answer);
}

/// Takes the text of the ruleset's presets; the first one counts.
#[wasm_bindgen]
pub fn take(presets: String) {
    let _ = PRESETS.set(Library::fetched(presets));
}

/// Answers a question of that kind about a document, with its options; both are JSON, and so is the answer: the errors object where something is wrong.
#[must_use]
#[wasm_bindgen]
pub fn ask(kind: &str, document: &str, options: &str) -> String {
    let presets = PRESETS.get_or_init(Library::default);
    ANSWER.get().map_or(String::new(), |answer| answer(&Question { kind, document, options, presets }))
}
