//! Access to the browser's window, beyond Leptos' helpers.

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, Event, HtmlElement, KeyboardEvent, MouseEvent, Node, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};

/// Element by id in the same tree: in the page, or in the shadow root of an embedded calculator.
pub(crate) fn find(beside: &Element, id: &str) -> Option<Element> {
    beside.get_root_node().unchecked_into::<Document>().get_element_by_id(id)
}

/// Element by id in the page.
pub(crate) fn in_page(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// Focuses an element.
pub(crate) fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Moves the focus between controls of the listener's element that are one tab stop: with the arrow keys, Home
/// and End.
pub(crate) fn step_between(event: &KeyboardEvent, controls: &str) {
    let Some(row) = target(event) else { return };
    let Ok(found) = row.query_selector_all(controls) else { return };
    let all: Vec<Node> = (0..found.length()).filter_map(|at| found.item(at)).collect();
    let focused = origin(event);
    let Some(at) = all.iter().position(|one| focused.as_deref() == Some(one)) else { return };
    let next = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => (at + 1) % all.len(),
        "ArrowLeft" | "ArrowUp" => at.checked_sub(1).unwrap_or(all.len() - 1),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    all.get(next).and_then(|one| one.dyn_ref()).iter().for_each(|one| focus(one));
}

/// Scrolls just far enough to show the element.
pub(crate) fn reveal(element: &Element) {
    let nearest = ScrollIntoViewOptions::new();
    nearest.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&nearest);
}

/// Element of the listener.
pub(crate) fn target(event: &Event) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// Element where an event originated.
pub(crate) fn origin(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Position of a pointer in the listener's element, as shares of its width and height.
pub(crate) fn pointed(event: &MouseEvent) -> Option<(f64, f64)> {
    let area = target(event)?.get_bounding_client_rect();
    let share = |at: i32, from: f64, length: f64| (f64::from(at) - from) / length;
    Some((
        share(event.client_x(), area.left(), area.width()),
        share(event.client_y(), area.top(), area.height()),
    ))
}

/// Focuses an element in the tree of the pressed element.
pub(crate) fn focus_beside(event: &Event, id: &str) {
    target(event).and_then(|pressed| find(&pressed, id)).iter().for_each(focus);
}

/// Focuses an element after the redraw. A pressed button may be gone by then; without the element, the
/// answer's heading gets the focus.
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

/// Focuses an element of the page after the redraw.
pub(crate) fn focus_next(id: String) {
    set_timeout(move || in_page(&id).iter().for_each(focus), Duration::ZERO);
}

/// Focuses and presses an element of the page after the redraw.
pub(crate) fn press_next(id: String) {
    let press = move || {
        if let Some(element) = in_page(&id).and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            focus(&element);
            element.click();
        }
    };
    set_timeout(press, Duration::ZERO);
}

/// Id of the answer heading.
const ANSWER: &str = "answer-heading";

/// True on touch screens.
pub(crate) fn is_coarse() -> bool {
    window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches())
}

/// Text field with the focus, if any: there, letters are no shortcuts.
pub(crate) fn typed_in() -> Option<Element> {
    document().active_element().filter(|active| active.matches("input[type=text], textarea").unwrap_or(false))
}

/// Runs a closure after the next frame.
pub(crate) fn after_frame(run: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(run, Duration::ZERO));
}

/// Fragment of the address, without #.
pub(crate) fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Address of the page without the fragment.
pub(crate) fn here() -> String {
    if cfg!(not(target_arch = "wasm32")) {
        return "./".to_owned();
    }
    let mut here = window().location().href().unwrap_or_default();
    here.truncate(here.bytes().position(|byte| byte == b'#').unwrap_or(here.len()));
    here
}

/// Milliseconds since page start.
pub(crate) fn time() -> f64 {
    if cfg!(not(target_arch = "wasm32")) {
        return 0.0;
    }
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Debounced action: a new request restarts the pause.
#[derive(Clone, Copy)]
pub(crate) struct Later(StoredValue<Option<TimeoutHandle>>);

impl Later {
    /// The run ends with its owner: what it reads is gone then.
    pub(crate) fn new() -> Self {
        let later = Self(StoredValue::new(None));
        on_cleanup(move || later.forget());
        later
    }

    /// Runs the action after `pause` ms.
    pub(crate) fn run(self, pause: u64, what: impl FnOnce() + 'static) {
        self.forget();
        let handle = set_timeout_with_handle(what, Duration::from_millis(pause)).ok();
        self.0.try_update_value(|kept| *kept = handle);
    }

    /// Cancels the run.
    pub(crate) fn forget(self) {
        if let Some(handle) = self.0.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    }
}
