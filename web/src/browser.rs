//! What the page asks of the window around it, beside what Leptos has for that.

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, Event, HtmlElement, MouseEvent, ScrollIntoViewOptions, ScrollLogicalPosition,
};

/// The element of that name in the same tree: in the page, or beside it in the shadow of an embedded calculator.
pub(crate) fn find(beside: &Element, id: &str) -> Option<Element> {
    beside.get_root_node().unchecked_into::<Document>().get_element_by_id(id)
}

/// The element of that name in the page.
pub(crate) fn in_page(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// Gives an element the keyboard.
pub(crate) fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Scrolls no further than that the element is seen.
pub(crate) fn reveal(element: &Element) {
    let nearest = ScrollIntoViewOptions::new();
    nearest.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&nearest);
}

/// The element that an event came to.
pub(crate) fn target(event: &Event) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// The element that an event began at.
pub(crate) fn origin(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Where a pointer is in the element that it came to, as shares of the width and the height.
pub(crate) fn pointed(event: &MouseEvent) -> Option<(f64, f64)> {
    let area = target(event)?.get_bounding_client_rect();
    let share = |at: i32, from: f64, length: f64| (f64::from(at) - from) / length;
    Some((
        share(event.client_x(), area.left(), area.width()),
        share(event.client_y(), area.top(), area.height()),
    ))
}

/// Gives the keyboard to an element in the tree of what was pressed.
pub(crate) fn focus_beside(event: &Event, id: &str) {
    target(event).and_then(|pressed| find(&pressed, id)).iter().for_each(focus);
}

/// The same once what was changed is drawn: who pressed what is gone by then stays where they were, or goes to the answer where there is no such place any more.
pub(crate) fn focus_soon(event: &Event, id: String) {
    let Some(root) = target(event).map(|pressed| pressed.get_root_node().unchecked_into::<Document>()) else {
        return;
    };
    let go = move || {
        for id in [id.as_str(), ANSWER] {
            root.get_element_by_id(id).iter().for_each(focus);
            if root.active_element().is_some_and(|active| active.id() == id) {
                return;
            }
        }
    };
    set_timeout(go, Duration::ZERO);
}

/// The heading of the answer.
const ANSWER: &str = "answer-heading";

/// Whether fingers point.
pub(crate) fn is_coarse() -> bool {
    window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches())
}

/// The field that one types in now, if any: there, letters are letters.
pub(crate) fn typed_in() -> Option<Element> {
    document().active_element().filter(|active| active.matches("input[type=text], textarea").unwrap_or(false))
}

/// Does something after the next frame.
pub(crate) fn after_frame(run: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(run, Duration::ZERO));
}

/// What follows the `#` of the address.
pub(crate) fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The address of the page, whatever it shows.
pub(crate) fn here() -> String {
    if cfg!(not(target_arch = "wasm32")) {
        return "./".to_owned();
    }
    let mut here = window().location().href().unwrap_or_default();
    here.truncate(here.bytes().position(|byte| byte == b'#').unwrap_or(here.len()));
    here
}

/// Milliseconds, from some moment on.
pub(crate) fn time() -> f64 {
    if cfg!(not(target_arch = "wasm32")) {
        return 0.0;
    }
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Something to be done after a pause; asked for again, the pause begins anew.
#[derive(Clone, Copy)]
pub(crate) struct Later(StoredValue<Option<TimeoutHandle>>);

impl Later {
    pub(crate) fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Does it after so many milliseconds.
    pub(crate) fn run(self, pause: u64, what: impl FnOnce() + 'static) {
        self.forget();
        let handle = set_timeout_with_handle(what, Duration::from_millis(pause)).ok();
        self.0.try_update_value(|kept| *kept = handle);
    }

    /// Does it no more.
    pub(crate) fn forget(self) {
        if let Some(handle) = self.0.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    }
}
