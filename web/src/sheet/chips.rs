//! Choice of several names: a chip for each.

use super::names::ControlIds;
use crate::store::field::{At, Look, Seen};
use crate::store::use_stores;
use crate::widgets::tick;
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::Variant;

/// Chips to switch on and off.
#[component]
pub(super) fn Chips(at: At, seen: Memo<Seen>, variants: &'static [Variant]) -> impl IntoView {
    let stores = use_stores();
    let ControlIds { id, described } = at.names();
    let labelled = at.label_id();
    let at = StoredValue::new(at);
    // Names that are on, in the order of the chips.
    let press = move |pressed: &'static str, is_on: bool| {
        let on = |name: &'static str| {
            if name == pressed { is_on } else { seen.with_untracked(|seen| has(&seen.value, name)) }
        };
        let names = variants.iter().map(|variant| variant.name).filter(|name| on(name));
        let names = Json::List(names.map(Json::from).collect());
        at.with_value(|at| stores.set(&at.path, names));
    };
    let chip = move |variant: &'static Variant| {
        let is_on = Signal::derive(move || seen.with(|seen| has(&seen.value, variant.name)));
        view! {
            <label class="chip">
                {tick(None, is_on, seen.idle(), move |is_on| press(variant.name, is_on))}
                <span>{variant.label()}</span>
            </label>
        }
    };
    view! {
        <div class="chips" id=id aria-describedby=described role="group" tabindex="-1" aria-labelledby=labelled>
            {variants.iter().map(chip).collect_view()}
        </div>
    }
}

fn has(list: &Json, name: &str) -> bool {
    matches!(list, Json::List(items) if items.iter().any(|item| matches!(item, Json::Text(text) if text == name)))
}
