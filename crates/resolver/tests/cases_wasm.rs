//! The shared cases again, computed inside WebAssembly.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable,
    reason = "tests fail by panicking"
)]

#[path = "integration/common/mod.rs"]
mod common;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn answers_are_the_expected_fractions() {
    let cases = common::cases();
    assert!(cases.len() > 90);
    for case in cases {
        let wrong = case.check();
        assert!(wrong.is_empty(), "{}\n{}", case.title(), wrong.join("\n"));
    }
}

#[wasm_bindgen_test]
fn forced_rolls_give_the_documents_figures() {
    for case in common::cases() {
        let wrong = case.check_replay();
        assert!(wrong.is_empty(), "{}\n{}", case.title(), wrong.join("\n"));
    }
}
