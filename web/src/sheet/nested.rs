//! A sheet inside a sheet: always there, or there when it is switched on.

use super::field::{self, Help};
use super::fields;
use super::names::ControlIds;
use super::picker::Picker;
use crate::actions::sides::weapon;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::field::{At, Look, Seen};
use crate::store::{Stores, use_stores};
use crate::widgets::tick;
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::SheetSpec;

/// A part that is always there.
#[component]
pub(super) fn Always(at: At, spec: &'static SheetSpec) -> impl IntoView {
    let stores = use_stores();
    let (name, label) = (at.label_id(), at.about.label);
    view! {
        <div class="nest" role="group" aria-labelledby=name>
            <p class="label" id=name.clone()>
                {label}
            </p>
            <Help at=at.clone() />
            {inside(stores, at, spec)}
        </div>
    }
}

/// A part that may be missing.
#[component]
pub(super) fn OnDemand(at: At, seen: Memo<Seen>, spec: &'static SheetSpec) -> impl IntoView {
    let stores @ Stores { studies, .. } = use_stores();
    let ControlIds { id, described } = at.names();
    let is_on = Signal::derive(move || seen.with(|seen| seen.value != Json::Null));
    let path = at.path.clone();
    let set = move |is_on| stores.set(&path, if is_on { Json::Object(Vec::new()) } else { Json::Null });
    let switch = view! {
        <span class="switch">
            {tick(Some((id.clone(), described)), is_on, seen.idle(), set)}
            <span aria-hidden="true">{erased::live(move || if is_on.get() { "" } else { "none" })}</span>
        </span>
    }
    .into_any();
    let label = view! { <label for=id>{at.about.label}</label> }.into_any();
    let is_shown = Memo::new(move |_| seen.with(|seen| seen.value != Json::Null && seen.idle.is_none()));
    let part = at.clone();
    view! {
        <div class="nest">
            {field::frame(studies, at, seen, "field", label, switch)}
            <div>{erased::live(move || is_shown.get().then(|| inside(stores, part.clone(), spec)))}</div>
        </div>
    }
}

fn inside(stores: Stores, at: At, spec: &'static SheetSpec) -> AnyView {
    let Stores { scenario, .. } = stores;
    // The band's choice has no second picker here.
    let is_above = scenario.panels.has(Panels::WHOLE)
        && weapon(&scenario.here()).is_some_and(|(path, ..)| path == at.path);
    let picker = (!is_above).then(|| view! { <Picker sheet=at.path.clone() label=at.about.label spec /> });
    view! {
        <div class="inside">
            {picker}
            {fields(stores, &at.path, spec, at.in_list)}
        </div>
    }
    .into_any()
}
