//! Copying. Where the clipboard is blocked, the text is shown and selected.

use crate::platform::browser::{self, Later};
use crate::platform::erased;
use crate::store::Stores;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

/// Full address of the scenario.
pub(crate) fn address(stores: Stores) -> String {
    format!("{}#{}", browser::here(), stores.link())
}

/// A button that copies a text.
#[component]
pub(crate) fn Copy(
    label: &'static str,
    class: &'static str,
    #[prop(into)] text: Callback<(), String>,
) -> impl IntoView {
    const SHOWN: u64 = 2000;
    let is_done = RwSignal::new(false);
    // Text to copy by hand.
    let by_hand = RwSignal::new(String::new());
    let later = Later::new();
    let press = move |_| {
        let text = text.run(());
        spawn_local(async move {
            if copy(&text).await {
                is_done.set(true);
                later.run(SHOWN, move || is_done.set(false));
            } else {
                by_hand.set(text);
            }
        });
    };
    view! {
        <span class="copy">
            <button type="button" class=class on:click=erased::press(press)>
                {erased::live(move || if is_done.get() { "Copied" } else { label })}
            </button>
            <span class="unseen" role="status">
                {erased::live(move || if is_done.get() { "Copied" } else { "" })}
            </span>
            {erased::live(move || {
                let text = by_hand.get();
                (!text.is_empty()).then(|| view! { <ByHand text done=move || by_hand.set(String::new()) /> })
            })}
        </span>
    }
}

/// Shows the text, selected, to be copied by hand.
#[component]
fn ByHand<F>(text: String, done: F) -> impl IntoView
where
    F: Fn() + Send + 'static,
{
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // After insertion in the page.
            request_animation_frame(move || {
                let _ = input.focus();
                input.select();
            });
        }
    });
    view! {
        <input
            type="text"
            readonly
            aria-label="Copy this"
            class="by-hand"
            node_ref=input
            prop:value=text
            on:blur=move |_| done()
        />
    }
}

/// Copies a text; true where the browser permits it.
async fn copy(text: &str) -> bool {
    // Outside a secure context there is no clipboard, whatever the types say.
    let navigator = window().navigator();
    let exists =
        js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    exists && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}
