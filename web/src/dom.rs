//! Elements, built straight into the document and kept in step with signals.
//!
//! Leptos's `view!` gives every element a type of its own and every method once more for each: that alone was four times what the page may weigh
//! (docs/decisions/page-elements.md). Here there is one type of element; what changes is a boxed closure in an effect.

use crate::node::{Node, name};
use crate::signals::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event};

/// An element.
#[derive(Clone)]
pub(crate) struct El(pub(crate) Element);

/// A new element.
pub(crate) fn el(tag: &'static str) -> El {
    El(document().unchecked_ref::<Node>().create_element(name(tag)))
}

/// A new element of a drawing.
pub(crate) fn drawn(tag: &'static str) -> El {
    let space = name("http://www.w3.org/2000/svg");
    El(document().unchecked_ref::<Node>().create_element_ns(space, name(tag)))
}

/// A button that says something.
pub(crate) fn button(says: &str) -> El {
    el("button").attr("type", "button").text(says)
}

/// Runs at once, and again whenever a signal that it read has changed, as long as its surroundings stand.
pub(crate) fn effect(run: impl Fn() + 'static) {
    keep(Box::new(run));
}

fn keep(run: Box<dyn Fn()>) {
    stand(Box::new(RenderEffect::new(move |_| run())));
}

/// Keeps something as long as its surroundings stand.
fn stand(it: Box<dyn Any>) {
    StoredValue::new_local(it);
}

impl El {
    pub(crate) fn node(&self) -> &Node {
        self.0.unchecked_ref()
    }

    /// With a class.
    pub(crate) fn class(self, class: &str) -> Self {
        self.attr("class", class)
    }

    /// With an attribute.
    pub(crate) fn attr(self, attribute: &'static str, value: &str) -> Self {
        self.node().set_attribute(name(attribute), value);
        self
    }

    /// With a text at the end.
    pub(crate) fn text(self, text: &str) -> Self {
        self.node().append_text(text);
        self
    }

    /// With a child at the end.
    pub(crate) fn child(self, child: &Self) -> Self {
        self.node().append(&child.0);
        self
    }

    /// With children at the end.
    pub(crate) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, |this, child| this.child(&child))
    }

    /// Does something when an event comes.
    pub(crate) fn on(self, event: &'static str, run: impl FnMut(Event) + 'static) -> Self {
        self.listen(event, Box::new(run))
    }

    fn listen(self, event: &'static str, run: Box<dyn FnMut(Event)>) -> Self {
        let run = Closure::wrap(run);
        self.node().listen(name(event), run.as_ref());
        stand(Box::new(Listener { element: self.clone(), event, run }));
        self
    }

    /// Does something when it is pressed.
    pub(crate) fn press(self, run: impl Fn() + 'static) -> Self {
        self.on("click", move |_| run())
    }

    /// With a text at the end that follows signals.
    pub(crate) fn says(self, text: impl Fn() -> String + 'static) -> Self {
        let node = document().create_text_node("");
        self.node().append(&node);
        follow(Box::new(text), Box::new(move |text| node.set_data(text)));
        self
    }

    /// With an attribute that follows signals; an empty one is not there.
    pub(crate) fn attr_of(self, name: &'static str, value: impl Fn() -> String + 'static) -> Self {
        let this = self.clone();
        follow(Box::new(value), Box::new(move |value| this.set(name, value)));
        self
    }

    /// With a property of its style that follows signals.
    pub(crate) fn style_of(self, name: &'static str, value: impl Fn() -> String + 'static) -> Self {
        let this = self.clone();
        follow(Box::new(value), Box::new(move |value| this.set_style(name, value)));
        self
    }

    /// With a class while something holds.
    pub(crate) fn class_if(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        let this = self.clone();
        effect(move || this.set_class(name, holds()));
        self
    }

    /// Pressed or not, as toggles and tabs tell it.
    pub(crate) fn flag_of(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        self.attr_of(name, move || holds().to_string())
    }

    /// Unusable while something holds.
    pub(crate) fn disabled_if(self, holds: impl Fn() -> bool + 'static) -> Self {
        let this = self.clone();
        effect(move || this.set_property("disabled", &holds().into()));
        self
    }

    /// Holds what `view` makes, made anew whenever the key has changed.
    pub(crate) fn live(
        self,
        key: impl Fn() -> String + 'static,
        view: impl Fn() -> Vec<Self> + 'static,
    ) -> Self {
        self.refill(Box::new(key), Box::new(view))
    }

    fn refill(self, key: Box<dyn Fn() -> String>, view: Box<dyn Fn() -> Vec<Self>>) -> Self {
        let outside = Owner::current().unwrap_or_default();
        let inside = RefCell::new(None::<Owner>);
        let this = self.clone();
        let fill = move |_: &str| {
            if let Some(before) = inside.borrow_mut().take() {
                before.cleanup();
            }
            let owner = outside.child();
            this.fill(untrack(|| owner.with(&view)));
            inside.replace(Some(owner));
        };
        follow(key, Box::new(fill));
        self
    }

    /// Holds so many rows, in order; those that stay keep what is typed in them.
    pub(crate) fn rows(
        self,
        how_many: impl Fn() -> usize + 'static,
        row: impl Fn(usize) -> Self + 'static,
    ) -> Self {
        let outside = Owner::current().unwrap_or_default();
        let rows = RefCell::new(Vec::<(Self, Owner)>::new());
        let this = self.clone();
        effect(move || {
            let (mut rows, how_many) = (rows.borrow_mut(), how_many());
            while rows.len() > how_many {
                if let Some((row, owner)) = rows.pop() {
                    row.0.remove();
                    owner.cleanup();
                }
            }
            while rows.len() < how_many {
                let owner = outside.child();
                let made = untrack(|| owner.with(|| row(rows.len())));
                this.node().append(&made.0);
                rows.push((made, owner));
            }
        });
        self
    }

    /// Replaces what it holds.
    pub(crate) fn fill(&self, content: Vec<Self>) {
        let content: js_sys::Array = content.into_iter().map(|child| child.0).collect();
        self.0.replace_children_with_node(&content);
    }

    /// Sets an attribute, or takes it away.
    pub(crate) fn set(&self, attribute: &'static str, value: &str) {
        if value.is_empty() {
            self.node().remove_attribute(name(attribute));
        } else {
            self.node().set_attribute(name(attribute), value);
        }
    }

    /// Sets a class, or takes it away.
    pub(crate) fn set_class(&self, class: &'static str, is_set: bool) {
        self.0.class_list().unchecked_ref::<Node>().toggle(name(class), is_set);
    }

    /// Sets a property, unless it is so already: a field that is given its own value moves its cursor.
    pub(crate) fn set_property(&self, property: &'static str, value: &JsValue) {
        if self.property(property) != *value {
            let _ = js_sys::Reflect::set(&self.0, name(property), value);
        }
    }

    /// A property.
    pub(crate) fn property(&self, property: &'static str) -> JsValue {
        js_sys::Reflect::get(&self.0, name(property)).unwrap_or_default()
    }

    /// Sets a property of its style. An attribute would break the content security policy.
    pub(crate) fn set_style(&self, name: &str, value: &str) {
        if let Some(element) = self.0.dyn_ref::<web_sys::HtmlElement>() {
            let _ = element.style().set_property(name, value);
        }
    }

    /// Replaces the text that it holds.
    pub(crate) fn set_text(&self, text: &str) {
        self.0.set_text_content(Some(text));
    }

    /// The element of that name in the same tree: in the page, or beside it in the shadow of an embedded calculator.
    pub(crate) fn find(&self, id: &str) -> Option<Self> {
        self.0.get_root_node().unchecked_into::<Document>().get_element_by_id(id).map(Self)
    }

    /// What stands in a field.
    pub(crate) fn value(&self) -> String {
        self.property("value").as_string().unwrap_or_default()
    }

    /// Whether a box is ticked.
    pub(crate) fn is_checked(&self) -> bool {
        self.property("checked").is_truthy()
    }

    /// Gives it the keyboard.
    pub(crate) fn focus(&self) {
        if let Some(element) = self.0.dyn_ref::<web_sys::HtmlElement>() {
            let _ = element.focus();
        }
    }
}

/// What listens to an element, as long as its surroundings stand: it holds elements, which hold it, and no collector of garbage sees both.
struct Listener {
    element: El,
    event: &'static str,
    run: Closure<dyn FnMut(Event)>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.element.node().unlisten(name(self.event), self.run.as_ref());
    }
}

/// Passes a text on whenever it has changed.
fn follow(text: Box<dyn Fn() -> String>, pass: Box<dyn Fn(&str)>) {
    let before = RefCell::new(None::<String>);
    effect(move || {
        let now = text();
        if before.borrow().as_deref() != Some(now.as_str()) {
            pass(&now);
            before.replace(Some(now));
        }
    });
}

/// The element of that name in the page.
pub(crate) fn find(id: &str) -> Option<El> {
    document().get_element_by_id(id).map(El)
}

/// The field that one types in now, if any: there, letters are letters.
pub(crate) fn typed_in() -> Option<Element> {
    document().active_element().filter(|active| active.matches("input[type=text], textarea").unwrap_or(false))
}

/// Something to be done after a pause; asked for again, the pause begins anew.
#[derive(Clone, Default)]
pub(crate) struct Later(Rc<Cell<Option<Timer>>>);

impl Later {
    /// Does it after so many milliseconds.
    pub(crate) fn run(&self, pause: i32, what: impl FnOnce() + 'static) {
        self.forget();
        self.0.set(set_timeout(what, pause));
    }

    /// Does it no more.
    pub(crate) fn forget(&self) {
        if let Some(timer) = self.0.take() {
            timer.clear();
        }
    }
}
