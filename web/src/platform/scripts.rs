//! Functions of scripts for the program: fetching, and notices. program.js and boot.js provide them.

use js_sys::{Function, Promise};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

thread_local! {
    static SCRIPTS: RefCell<Vec<(String, Function)>> = const { RefCell::new(Vec::new()) };
}

/// Registers a script by name.
#[wasm_bindgen]
pub fn equip(does: String, script: Function) {
    SCRIPTS.with_borrow_mut(|all| all.push((does, script)));
}

/// Calls a script. In an article not all exist.
pub(crate) fn call(does: &str, with: &str) -> Option<JsValue> {
    let found = |all: &Vec<(String, Function)>| Some(all.iter().find(|(known, _)| known == does)?.1.clone());
    SCRIPTS.with_borrow(found)?.call1(&JsValue::NULL, &with.into()).ok()
}

/// Text fetched by a script.
pub(crate) async fn fetched(does: &str, with: &str) -> Option<String> {
    let promise = call(does, with)?;
    JsFuture::from(Promise::from(promise)).await.ok()?.as_string()
}

/// Waits for a script to finish.
pub(crate) async fn done(does: &str) {
    if let Some(promise) = call(does, "") {
        let _ = JsFuture::from(Promise::from(promise)).await;
    }
}
