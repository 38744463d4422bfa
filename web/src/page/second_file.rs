//! Contents of the second program file: every function that `lazy.rs` calls by pointer. Top of the program:
//! only the start imports it.

use crate::actions::roll;
use crate::answer::{Compare, LineGain, damage_table, gains};
use crate::character::{self, CharacterPanel};
use crate::duel::{DuelHeadline, DuelPanel, TargetNumbers};
use crate::headline::share_data;
use crate::log::tallies::Tallies;
use crate::rulebook::Pages;
use crate::rulebook::link as rules_link;
use crate::sheet;
use crate::store::{Reason, use_stores};
use crate::studies::{self, FieldHints, Linked};
use crate::worker;
use crate::worker::lazy::{self, LazyModule};
use leptos::prelude::*;
use tohit_report::preset_hint::preset_hint;

static MODULE: LazyModule = LazyModule {
    reason: Reason::view,
    compare: || view! { <Compare /> }.into_any(),
    bout: || view! { <DuelHeadline /> }.into_any(),
    ring: || view! { <DuelPanel /> }.into_any(),
    target_numbers: || view! { <TargetNumbers /> }.into_any(),
    studies: |panel| studies::panel(use_stores(), panel),
    character: || view! { <CharacterPanel /> }.into_any(),
    read_file: character::read_file,
    kept: character::kept,
    choose_kept: character::choose_kept,
    preset_hint,
    linked: || view! { <Linked /> }.into_any(),
    field_hints: || view! { <FieldHints /> }.into_any(),
    beside: |path, field| studies::field_hint(use_stores(), path, field),
    map: sheet::map,
    tell: roll::tell,
    gains,
    damage_table,
    line_gain: || view! { <LineGain /> }.into_any(),
    tallies: || view! { <Tallies /> }.into_any(),
    pages: || view! { <Pages /> }.into_any(),
    unpack: rules_link::unpack,
    written: share_data::written,
    sentence: |stores| share_data::share(stores).sentence,
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

/// Hands the contents to `lazy.rs`: their fetch function or, in a program of one piece, the module.
pub(crate) fn start() {
    #[cfg(split)]
    lazy::fetch_with(|| Box::pin(async { arrived().await.ok() }));
    #[cfg(not(split))]
    lazy::set(&MODULE);
}
