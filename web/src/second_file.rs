//! Contents of the second program file: every function that `lazy.rs` calls by pointer. The top of the program: nothing imports it but the start.

use crate::answer::{Compare, LineGain, Reason, damage_table, gains};
use crate::custom_rules;
use crate::duel::{DuelHeadline, DuelPanel};
use crate::edits;
use crate::lazy::{self, LazyModule};
use crate::rulebook::{OneLine, Pages};
use crate::self_check::SelfCheck;
use crate::share_data;
use crate::sheet;
use crate::story;
use crate::studies::{self, FieldHints, Linked};
use crate::tallies::Tallies;
use crate::worker;
use leptos::prelude::*;

static MODULE: LazyModule = LazyModule {
    reason: Reason::view,
    compare: |page| view! { <Compare page /> }.into_any(),
    bout: |page| view! { <DuelHeadline page /> }.into_any(),
    ring: |page| view! { <DuelPanel page /> }.into_any(),
    studies: studies::panel,
    linked: |page| view! { <Linked page /> }.into_any(),
    field_hints: |page| view! { <FieldHints page /> }.into_any(),
    beside: studies::field_hint,
    map: sheet::map,
    tell: story::tell,
    left_out: edits::left_out,
    gains,
    damage_table,
    line_gain: |page| view! { <LineGain page /> }.into_any(),
    tallies: |page| view! { <Tallies page /> }.into_any(),
    pages: |page| view! { <Pages page /> }.into_any(),
    one_line: |page| view! { <OneLine page /> }.into_any(),
    self_check: |page| view! { <SelfCheck page /> }.into_any(),
    unpack: custom_rules::unpack,
    share_object: share_data::share_object,
    sentence: |page| share_data::share(page).sentence,
    proceed: worker::proceed,
    stop: worker::stop,
    replied: worker::replied,
};

/// Split point of the program.
#[cfg(split)]
#[leptos::wasm_split::wasm_split(rest, wasm_split_path = leptos::wasm_split, fallible)]
fn arrived() -> Result<&'static LazyModule, leptos::wasm_split::SplitLoaderError> {
    Ok(&MODULE)
}

/// Hands the contents to `lazy.rs`: the way to fetch them or, in a program of one piece, themselves.
pub(crate) fn start() {
    #[cfg(split)]
    lazy::fetch_with(|| Box::pin(async { arrived().await.ok() }));
    #[cfg(not(split))]
    lazy::set(&MODULE);
}
