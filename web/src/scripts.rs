//! What scripts do for the program: fetch texts, and tell a person what it cannot. program.js and boot.js say which.

use js_sys::{Function, Promise};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

thread_local! {
    static SCRIPTS: RefCell<Vec<(String, Function)>> = const { RefCell::new(Vec::new()) };
}

/// Learns of a script, and what it does.
#[wasm_bindgen]
pub fn equip(does: String, script: Function) {
    SCRIPTS.with_borrow_mut(|all| all.push((does, script)));
}

/// Has something done. In an article not everything is.
pub(crate) fn call(does: &str, with: &str) -> Option<JsValue> {
    let found = |all: &Vec<(String, Function)>| Some(all.iter().find(|(known, _)| known == does)?.1.clone());
    SCRIPTS.with_borrow(found)?.call1(&JsValue::NULL, &with.into()).ok()
}

/// The text that a script fetches.
pub(crate) async fn fetched(does: &str, with: &str) -> Option<String> {
    let promise = call(does, with)?;
    JsFuture::from(Promise::from(promise)).await.ok()?.as_string()
}

/// Waits until a script has done something.
pub(crate) async fn done(does: &str) {
    if let Some(promise) = call(does, "") {
        let _ = JsFuture::from(Promise::from(promise)).await;
    }
}
