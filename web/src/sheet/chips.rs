//! Several names out of a few: a chip for each.

use super::at::{At, Seen};
use super::field::{Control, operable};
use crate::dom::{El, el};
use crate::state::Page;
use tohit_resolver::Json;
use tohit_resolver::sheet::Variant;

/// Chips to switch on and off.
pub(crate) fn control(page: Page, at: &At, variants: &'static [Variant]) -> Control {
    let boxes: Vec<El> = variants.iter().map(|_| el("input").attr("type", "checkbox")).collect();
    let press = {
        let (path, boxes) = (at.path.clone(), boxes.clone());
        move |_| {
            let on = variants.iter().zip(&boxes).filter(|(_, chip)| chip.is_checked());
            page.set(&path, Json::List(on.map(|(variant, _)| variant.name.into()).collect()));
        }
    };
    let chips = variants.iter().zip(&boxes).map(|(variant, chip)| {
        el("label").class("chip").child(chip).child(&el("span").text(&variant.label()))
    });
    let element = operable(el("div").class("chips"), at)
        .attr("role", "group")
        .attr("tabindex", "-1")
        .attr("aria-labelledby", &at.label_id())
        .children(chips)
        .on("change", press);
    let tell = move |seen: &Seen| {
        for (variant, chip) in variants.iter().zip(&boxes) {
            chip.set_property("checked", &has(&seen.value, variant.name).into());
            chip.set_property("disabled", &seen.idle.is_some().into());
        }
    };
    Control { element, tell: Box::new(tell) }
}

fn has(list: &Json, name: &str) -> bool {
    matches!(list, Json::List(items) if items.iter().any(|item| matches!(item, Json::Text(text) if text == name)))
}
