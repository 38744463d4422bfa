//! Leptos' signals, and what its helpers gave: the window, the document, and something done later.
//!
//! The page takes the crate of the signals and not `leptos` itself: with that come server functions, whose streams are exported from the program, so that
//! nothing leaves them out (docs/decisions/page-elements.md).

pub(crate) use reactive_graph::effect::RenderEffect;
pub(crate) use reactive_graph::graph::untrack;
pub(crate) use reactive_graph::owner::{Owner, StoredValue};
pub(crate) use reactive_graph::prelude::*;
pub(crate) use reactive_graph::signal::RwSignal;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Window};

/// The window that the page is in.
pub(crate) fn window() -> Window {
    js_sys::global().unchecked_into()
}

/// The document that the page fills.
pub(crate) fn document() -> Document {
    // The page runs in a window, and a window has a document.
    window().document().unwrap_or_else(|| JsValue::UNDEFINED.unchecked_into())
}

/// Does something after so many milliseconds.
pub(crate) fn set_timeout(run: impl FnOnce() + 'static, pause: i32) -> Option<Timer> {
    timer(Box::new(run), pause)
}

/// Does something after the next frame.
pub(crate) fn after_frame(run: impl FnOnce() + 'static) {
    let run: Box<dyn FnOnce()> = Box::new(run);
    let drawn: Box<dyn FnOnce()> = Box::new(move || {
        timer(run, 0);
    });
    let drawn = Closure::once_into_js(drawn);
    let _ = window().request_animation_frame(drawn.unchecked_ref());
}

fn timer(run: Box<dyn FnOnce()>, pause: i32) -> Option<Timer> {
    let run = Closure::once_into_js(run);
    window().set_timeout_with_callback_and_timeout_and_arguments_0(run.unchecked_ref(), pause).ok().map(Timer)
}

/// Something that is to be done.
#[derive(Clone, Copy)]
pub(crate) struct Timer(i32);

impl Timer {
    /// It is not done.
    pub(crate) fn clear(self) {
        window().clear_timeout_with_handle(self.0);
    }
}
