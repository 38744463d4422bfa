//! Question in place of an answer: the choice that the mode needs, such as a wand.

use crate::actions::sides::{Kinds, SheetThing};
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::{Preset, document};

/// Things that are offered at once.
const FEW: usize = 6;

/// The question, a few things that answer it, and the way to the picker with all of them. Style sheets hide
/// what belongs to an answer.
#[component]
pub(crate) fn MissingChoice() -> impl IntoView {
    let stores @ Stores { answer, .. } = use_stores();
    erased::changed(
        move || answer.summary.with(|summary| summary.asks.clone()),
        move |asks| (!asks.is_empty()).then(|| question(stores, asks)),
    )
}

fn question(stores: Stores, asks: String) -> AnyView {
    let thing = stores.missing_thing();
    let all = thing.as_ref().map_or_else(Vec::new, |thing| choices(&stores.scenario.here(), thing));
    let says = format!("All {}", all.len());
    let few = thing
        .map(|thing| all.into_iter().take(FEW).map(|preset| choice(stores, &thing, preset)).collect_view());
    view! {
        <div class="missing-choice">
            <strong>{asks}</strong>
            <div>
                {few}
                <button type="button" class="quiet" on:click=erased::press(move |_| stores.choose_thing())>
                    {says}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// Presets that the mode offers, those of its own first.
fn choices(now: &Now, thing: &SheetThing) -> Vec<Preset> {
    let is_meant = |preset: &Preset| {
        preset.fits(now.mode)
            && (thing.kinds == Kinds::All || document::is_carried(now.rules, now.mode, preset.group))
    };
    let all =
        thing.spec.presets.into_iter().flat_map(|target| now.rules.presets().of(target)).filter(is_meant);
    let (own, others): (Vec<Preset>, Vec<Preset>) = all.partition(|preset| preset.section("mode").is_some());
    own.into_iter().chain(others).collect()
}

fn choice(stores: Stores, thing: &SheetThing, preset: Preset) -> AnyView {
    let (sheet, spec, picker) = (thing.sheet.clone(), thing.spec, thing.id());
    let press = move |event: web_sys::MouseEvent| {
        browser::focus_soon(&event, picker.clone());
        stores.choose_preset(&sheet, spec, &preset.id());
    };
    view! {
        <button type="button" on:click=erased::press(press)>
            {format::sentence(preset.name)}
        </button>
    }
    .into_any()
}
