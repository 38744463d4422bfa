//! Choice of one name.

use super::names::ControlIds;
use crate::platform::erased;
use crate::store::field::{At, Look, Seen};
use crate::store::use_stores;
use leptos::html::Select;
use leptos::prelude::*;
use tohit_resolver::Json;

/// The option value for a choice by the rules.
const AUTOMATIC: &str = "";

/// A choice among names with their labels; a nullable one may be left to the rules.
#[component]
pub(super) fn Choice(
    at: At,
    seen: Memo<Seen>,
    mut options: Vec<(&'static str, String)>,
    nullable: bool,
    /// The value of a name.
    value: fn(&str) -> Json,
) -> impl IntoView {
    let stores = use_stores();
    let ControlIds { id, described } = at.names();
    let select = NodeRef::<Select>::new();
    let shown = seen.get_untracked().text();
    if nullable {
        options.insert(0, (AUTOMATIC, "auto".to_owned()));
    }
    // The options exist before the value is set.
    Effect::new(move |_| {
        let text = seen.with(Seen::text);
        if let Some(select) = select.get() {
            select.set_value(&text);
        }
    });
    let choose = move |event| {
        let name = event_target_value(&event);
        stores.set(&at.path, if nullable && name == AUTOMATIC { Json::Null } else { value(&name) });
    };
    let option = |(name, label): (&'static str, String)| {
        view! { <option value=name selected=name == shown>{label}</option> }
    };
    view! {
        <select
            node_ref=select
            id=id
            aria-describedby=described
            aria-invalid=seen.wrong()
            disabled=seen.idle()
            on:change=erased::entry(choose)
        >
            {options.into_iter().map(option).collect_view()}
        </select>
    }
}
