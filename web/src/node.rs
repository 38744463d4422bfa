//! What is asked of the browser thousands of times while a sheet is built, and never refused: without the way back for errors that web-sys has for each.
//! Names of elements, attributes and events are carried over once, as the browser's own texts: at each time, that took a quarter of the time that a
//! calculator takes to be there.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::Element;

#[wasm_bindgen]
extern "C" {
    /// An element, the list of its classes, or the document.
    pub(crate) type Node;

    #[wasm_bindgen(method, js_name = createElement)]
    pub(crate) fn create_element(this: &Node, tag: &JsValue) -> Element;

    #[wasm_bindgen(method, js_name = createElementNS)]
    pub(crate) fn create_element_ns(this: &Node, space: &JsValue, tag: &JsValue) -> Element;

    #[wasm_bindgen(method)]
    pub(crate) fn append(this: &Node, child: &JsValue);

    #[wasm_bindgen(method, js_name = append)]
    pub(crate) fn append_text(this: &Node, text: &str);

    #[wasm_bindgen(method, js_name = setAttribute)]
    pub(crate) fn set_attribute(this: &Node, name: &JsValue, value: &str);

    #[wasm_bindgen(method, js_name = removeAttribute)]
    pub(crate) fn remove_attribute(this: &Node, name: &JsValue);

    #[wasm_bindgen(method, js_name = addEventListener)]
    pub(crate) fn listen(this: &Node, event: &JsValue, run: &JsValue);

    #[wasm_bindgen(method, js_name = removeEventListener)]
    pub(crate) fn unlisten(this: &Node, event: &JsValue, run: &JsValue);

    #[wasm_bindgen(method)]
    pub(crate) fn matches(this: &Node, selector: &JsValue) -> bool;

    #[wasm_bindgen(method)]
    pub(crate) fn toggle(this: &Node, class: &JsValue, is_set: bool);
}

thread_local! {
    static KNOWN: RefCell<Vec<(&'static str, &'static JsValue)>> = RefCell::default();
}

/// A name, as the browser's own text. The program has each of its names at a place of its own, and is never done with them.
pub(crate) fn name(text: &'static str) -> &'static JsValue {
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, name)) = known.iter().find(|(one, _)| std::ptr::eq(*one, text)) {
            return *name;
        }
        let name: &JsValue = Box::leak(Box::new(JsValue::from_str(text)));
        known.push((text, name));
        name
    })
}
