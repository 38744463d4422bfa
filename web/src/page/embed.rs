//! A calculator in another site's page: the same parts as the page's, in an element that tohit-element.js
//! provides.

use crate::answer::Answer;
use crate::answer::extent::Extents;
use crate::header::Notice;
use crate::headline::Band;
use crate::headline::modes::Modes;
use crate::log::Log;
use crate::model::link::{self, with};
use crate::model::presets;
use crate::platform::panels::Panels;
use crate::rulebook::link as rules_link;
use crate::sheet::Sheets;
use crate::store::{Reasons, Stores, use_stores};
use crate::studies;
use crate::worker;
use crate::worker::lazy::{self, Lost};
use js_sys::Promise;
use leptos::mount::mount_to;
use leptos::prelude::*;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use tohit_resolver::RULESETS;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::HtmlElement;

/// A calculator; freeing it removes all its listeners and memory.
#[wasm_bindgen]
pub struct Calculator {
    root: HtmlElement,
    stores: Stores,
    /// The mount; a drop unmounts it.
    mounted: Option<Box<dyn Any>>,
    /// The mount's element.
    place: HtmlElement,
}

/// Name of the error of rules that cannot be read: the article keeps its own text, with the message below
/// (tohit-element.js).
const WRONG: &str = "WrongRules";

/// A calculator that fills `root` from the element's data attributes: the link, the panels, the fields.
///
/// # Errors
/// A sentence: the ruleset cannot be fetched. Or the error of rules that cannot be read, where no game is
/// known: no example of another game takes the place of the article's text.
#[wasm_bindgen]
pub async fn calculator(root: HtmlElement, panels: u8) -> Result<Calculator, JsValue> {
    let data = |name: &str| root.get_attribute(&format!("data-{name}")).unwrap_or_default();
    let fields = data("fields");
    let arrived = rules_link::arrive(data("link")).await?;
    if arrived.link.is_empty() && !arrived.wrong.is_empty() {
        let wrong = js_sys::Error::new(&arrived.wrong);
        wrong.set_name(WRONG);
        return Err(wrong.into());
    }
    let (text, lost) = (arrived.link.clone(), arrived.says());
    let rules = link::rules_of(&text).or(RULESETS.first().copied()).ok_or(JsValue::NULL)?;
    presets::fetch(rules).await?;
    let place = document().create_element("div")?.dyn_into::<HtmlElement>()?;
    place.set_class_name("parts");
    let panels = Panels(panels & !Panels::WHOLE.0);
    let shown = Rc::new(Cell::new(None));
    let mounted = mount_to(place.clone(), {
        let shown = shown.clone();
        move || {
            let stores = Stores::new(rules, panels, fields);
            stores.provide();
            stores.open(&text);
            stores.scenario.lost(lost);
            shown.set(Some(stores));
            view! { <Parts /> }
        }
    });
    let stores = shown.get().ok_or(JsValue::NULL)?;
    if panels.has(Panels::LOG) {
        lazy::prefetch();
    }
    Ok(Calculator { root, stores, mounted: Some(Box::new(mounted)), place })
}

#[component]
fn Parts() -> impl IntoView {
    let stores @ Stores { scenario, studies, .. } = use_stores();
    let panels = scenario.panels;
    let reasons = Reasons::new(stores);
    let modes = panels.has(Panels::MODES).then(|| view! { <Modes /> });
    let sheets = panels.has(Panels::SHEETS).then(|| view! { <Sheets /> });
    let extents = (panels.has(Panels::DAMAGE) || panels.has(Panels::LOG)).then(|| view! { <Extents /> });
    let log = panels.has(Panels::LOG).then(|| view! { <Log /> });
    view! {
        {modes}
        {extents}
        <Notice />
        <Lost />
        <Band reasons />
        {studies::asked_by_link(studies)}
        {sheets}
        <Answer reasons />
        {log}
    }
}

/// Opens the link of an element, unless a newer one or the calculator's end discards it.
async fn open(root: &HtmlElement, stores: Stores) {
    let asked = || root.get_attribute("data-link").unwrap_or_default();
    let link = asked();
    let arrived = rules_link::arrive(link.clone()).await;
    let came = match &arrived {
        Err(why) => Err(why.clone()),
        Ok(arrived) => match link::rules_of(&arrived.link) {
            Some(rules) => presets::fetch(rules).await,
            None => Ok(()),
        },
    };
    if asked() != link || stores.scenario.now.is_disposed() {
        return;
    }
    if let Err(why) = came {
        return stores.scenario.lost(why);
    }
    let Ok(arrived) = arrived else { return };
    stores.open(&arrived.link);
    stores.scenario.lost(arrived.says());
}

#[wasm_bindgen]
impl Calculator {
    /// Shows it, in place of the element's content.
    pub fn show(&self) {
        self.root.replace_children_with_node_1(&self.place);
    }

    /// Opens the element's present link.
    pub fn open(&self) -> Promise {
        let (root, stores) = (self.root.clone(), self.stores);
        // Nothing is borrowed while it waits: the calculator may be freed meanwhile.
        future_to_promise(async move {
            open(&root, stores).await;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Writes the link to the element.
    pub fn tell(&self) {
        let link = self.stores.studies.words.with_untracked(|study| with(&self.stores.link(), study));
        let _ = self.root.set_attribute("data-link", &link);
    }
}

impl Drop for Calculator {
    fn drop(&mut self) {
        worker::forget_all(self.stores.scenario.now);
        self.mounted = None;
    }
}
