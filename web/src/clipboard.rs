//! Copying, also where the clipboard is blocked: then the text is shown, selected.

use crate::dom::{self, El, Later, el};
use crate::signals::*;
use crate::state::Page;
use wasm_bindgen::prelude::*;

/// The whole address of what is shown.
pub(crate) fn address(page: Page) -> String {
    format!("{}#{}", here(), page.link())
}

/// The address of the page, whatever it shows.
pub(crate) fn here() -> String {
    let mut here = window().location().href().unwrap_or_default();
    here.truncate(here.bytes().position(|byte| byte == b'#').unwrap_or(here.len()));
    here
}

/// A button that copies a text.
pub(crate) fn button(label: &'static str, class: &str, text: impl Fn() -> String + 'static) -> El {
    const SHOWN: i32 = 2000;
    let holder = el("span").class("copy");
    let button = dom::button(label).class(class);
    let later = Later::default();
    let press = {
        let (holder, button) = (holder.clone(), button.clone());
        move || {
            let (text, holder, button, later) = (text(), holder.clone(), button.clone(), later.clone());
            copy(&text.clone(), move |is_done| {
                if is_done {
                    button.set_text("Copied");
                    later.run(SHOWN, move || button.set_text(label));
                } else {
                    by_hand(&holder, &text);
                }
            });
        }
    };
    holder.child(&button.press(press))
}

/// Shows the text, selected, to be copied by hand.
fn by_hand(holder: &El, text: &str) {
    let field = el("input")
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", "Copy this")
        .class("by-hand");
    field.set_property("value", &text.into());
    let gone = field.clone();
    let field = field.on("blur", move |_| gone.0.remove());
    holder.node().append(&field.0);
    field.focus();
    field.0.unchecked_ref::<web_sys::HtmlInputElement>().select();
}

/// Copies a text, and tells whether that was allowed.
fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    // Outside a secure context there is no clipboard, whatever the types say.
    let navigator = window().navigator();
    let exists =
        js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if !exists {
        return done(false);
    }
    let promise = navigator.clipboard().write_text(text);
    any_spawner::Executor::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(promise).await.is_ok());
    });
}
