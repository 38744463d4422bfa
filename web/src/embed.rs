//! A calculator in somebody else's page, beside others of its ruleset: the same parts as the page's, in an element that tohit-element.js gives.

use crate::answers;
use crate::building::Building;
use crate::dom::El;
use crate::panels::Panels;
use crate::signals::*;
use crate::state::Page;
use crate::{RULES, worker};
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A calculator; freed, it listens to nothing any more and holds nothing.
#[wasm_bindgen]
pub struct Calculator {
    root: El,
    owner: Owner,
    building: Building,
}

/// A calculator that is going to fill `root` with what the element says in its data: the link, the panels, the fields.
#[wasm_bindgen]
pub fn calculator(root: Element, panels: u8) -> Option<Calculator> {
    let (root, rules, owner) = (El(root), RULES.get()?, Owner::new());
    let page = owner.with(|| {
        let page = Page::new(rules, Panels(panels & !Panels::WHOLE.0), root.data("fields"));
        page.open(&root.data("link"));
        answers::keep(page);
        page
    });
    Some(Calculator { root, owner, building: Building::new(page) })
}

#[wasm_bindgen]
impl Calculator {
    /// Builds a part, and shows all after the last. Whether there is more to be built.
    pub fn build(&mut self) -> bool {
        match self.owner.with(|| self.building.next()) {
            Some(content) => self.root.fill(content),
            None => return true,
        }
        false
    }

    /// Shows the calculation that the link stands for by now.
    pub fn open(&self) {
        self.building.page.open(&self.root.data("link"));
    }

    /// Makes the link that of what is shown.
    pub fn tell(&self) {
        self.root.set("data-link", &self.building.page.link());
    }
}

impl El {
    fn data(&self, name: &str) -> String {
        self.0.get_attribute(&format!("data-{name}")).unwrap_or_default()
    }
}

impl Drop for Calculator {
    fn drop(&mut self) {
        worker::forget_all(self.building.page.now);
        self.owner.cleanup();
    }
}
