//! A calculator in somebody else's page, beside others: the same parts as the page's, in an element that tohit-element.js gives.

use crate::answer::{Answer, Reasons};
use crate::custom_rules;
use crate::extent::Extents;
use crate::header::{Intro, Modes};
use crate::headline::Band;
use crate::lazy::{self, Lost};
use crate::link::{self, with};
use crate::log::Log;
use crate::panels::Panels;
use crate::presets;
use crate::sheet::Sheets;
use crate::state::Page;
use crate::studies;
use crate::tallies::Rolled;
use crate::worker;
use leptos::mount::mount_to;
use leptos::prelude::*;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use tohit_resolver::RULESETS;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

/// A calculator; freed, it listens to nothing any more and holds nothing.
#[wasm_bindgen]
pub struct Calculator {
    root: HtmlElement,
    page: Page,
    /// What is mounted; dropped, it is gone.
    mounted: Option<Box<dyn Any>>,
    /// Where it is mounted.
    place: HtmlElement,
}

/// A calculator that fills `root` with what the element says in its data: the link, the panels, the fields.
///
/// # Errors
/// A sentence, when the ruleset cannot be fetched.
#[wasm_bindgen]
pub async fn calculator(root: HtmlElement, panels: u8) -> Result<Calculator, JsValue> {
    let data = |name: &str| root.get_attribute(&format!("data-{name}")).unwrap_or_default();
    let fields = data("fields");
    let (text, lost) = custom_rules::arrive(data("link")).await?;
    let rules = link::rules_of(&text).or(RULESETS.first().copied()).ok_or(JsValue::NULL)?;
    presets::fetch(rules).await?;
    let place = document().create_element("div")?.dyn_into::<HtmlElement>()?;
    place.set_class_name("parts");
    let panels = Panels(panels & !Panels::WHOLE.0);
    let shown = Rc::new(Cell::new(None));
    let mounted = mount_to(place.clone(), {
        let shown = shown.clone();
        move || {
            let page = Page::new(rules, panels, fields);
            page.open(&text);
            page.lost(lost);
            shown.set(Some(page));
            view! { <Parts page /> }
        }
    });
    let page = shown.get().ok_or(JsValue::NULL)?;
    if panels.has(Panels::LOG) {
        lazy::prefetch();
    }
    Ok(Calculator { root, page, mounted: Some(Box::new(mounted)), place })
}

#[component]
fn Parts(page: Page) -> impl IntoView {
    let panels = page.panels;
    let reasons = Reasons::new(page);
    Rolled::provide();
    let modes = panels.has(Panels::MODES).then(|| view! { <Modes page /> });
    let sheets = panels.has(Panels::SHEETS).then(|| view! { <Sheets page /> });
    let extents = (panels.has(Panels::DAMAGE) || panels.has(Panels::LOG)).then(|| view! { <Extents page /> });
    let log = panels.has(Panels::LOG).then(|| view! { <Log page /> });
    view! {
        {modes}
        {extents}
        <Intro page />
        <Lost />
        <Band page reasons />
        {studies::asked_by_link(page)}
        {sheets}
        <Answer page reasons />
        {log}
    }
}

#[wasm_bindgen]
impl Calculator {
    /// Shows it, in place of what stood in its element.
    pub fn show(&self) {
        self.root.replace_children_with_node_1(&self.place);
    }

    /// Shows the calculation that the link stands for by now.
    pub async fn open(&self) {
        let page = self.page;
        let asked = || self.root.get_attribute("data-link").unwrap_or_default();
        let link = asked();
        let arrived = custom_rules::arrive(link.clone()).await;
        let came = match &arrived {
            Err(why) => Err(why.clone()),
            Ok((text, _)) => match link::rules_of(text) {
                Some(rules) => presets::fetch(rules).await,
                None => Ok(()),
            },
        };
        // Another may have been asked for meanwhile.
        if asked() != link {
            return;
        }
        if let Err(why) = came {
            return page.lost(why);
        }
        let Ok((text, lost)) = arrived else { return };
        page.open(&text);
        page.lost(lost);
    }

    /// Makes the link that of what is shown.
    pub fn tell(&self) {
        let link = self.page.study.with_untracked(|study| with(&self.page.link(), study));
        let _ = self.root.set_attribute("data-link", &link);
    }
}

impl Drop for Calculator {
    fn drop(&mut self) {
        worker::forget_all(self.page.now);
        self.mounted = None;
    }
}
