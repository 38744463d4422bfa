//! A request as bytes.

use crate::worker::protocol::Kind;
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// A request for the worker.
#[derive(Serialize, Deserialize)]
pub(super) struct WorkerRequest {
    pub(super) ruleset: String,
    pub(super) document: String,
    pub(super) kind: Kind,
    /// A bundled ruleset that the worker lacks: its name, its files and its text.
    pub(super) files: Option<(String, String, String)>,
    /// Custom rules that the worker lacks: the id of their base, and the bundle.
    pub(super) rules: Option<(String, String)>,
}

/// A message, as bytes.
pub(super) fn packed(message: &impl Serialize) -> Option<Uint8Array> {
    postcard::to_allocvec(message).ok().map(|bytes| Uint8Array::from(bytes.as_slice()))
}

pub(super) fn bytes(message: &JsValue) -> Vec<u8> {
    Uint8Array::new(message).to_vec()
}
