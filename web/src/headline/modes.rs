//! The modes over the fighters: what the left one does, the duel, and what the right one does.

use crate::answer::extent;
use crate::model::scenario::Now;
use crate::platform::browser::after_frame;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Stores, use_stores};
use crate::widgets::word;
use leptos::html::Div;
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::AboutMode;
use tohit_resolver::Extent;

/// The modes of the ruleset: those of each fighter on his side, the duel between them.
#[component]
pub(crate) fn Modes() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let all = move |_| groups(stores, &scenario.here());
    let row = NodeRef::<Div>::new();
    // On a phone they are one row: the pressed one is kept in sight.
    let place = Memo::new(move |_| (scenario.now.with(|now| now.place()), stores.extent_shown()));
    Effect::new(move |_| {
        place.track();
        // A calculator in an article may be gone by then.
        after_frame(move || row.try_get_untracked().flatten().iter().for_each(|row| keep_in_sight(row)));
    });
    view! {
        <div class="modes" role="group" aria-label="Mode" node_ref=row>
            {erased::changed(move || scenario.now.with(|now| now.about().id), all)}
        </div>
    }
}

/// Scrolls the row to its pressed button.
fn keep_in_sight(row: &web_sys::Element) {
    let Some(pressed) = row.query_selector("[aria-pressed=true]").ok().flatten() else { return };
    let [pressed, shown] = [&pressed, row].map(web_sys::Element::get_bounding_client_rect);
    let middle = |area: &web_sys::DomRect| area.left() + area.width() / 2.0;
    row.set_scroll_left(row.scroll_left() + (middle(&pressed) - middle(&shown)) as i32);
}

fn groups(stores: Stores, now: &Now) -> AnyView {
    let is_page = stores.scenario.panels.has(Panels::WHOLE);
    let modes = &now.about().modes;
    let one = |mode: &'static AboutMode| button(stores, mode);
    if !is_page {
        return modes.iter().map(one).collect_view().into_any();
    }
    let is_struck = |mode: &&'static AboutMode| now.rules.player_defends(mode.id);
    let (right, left): (Vec<_>, Vec<_>) = modes.iter().partition(is_struck);
    view! {
        <div class="left-modes">{left.into_iter().map(one).collect_view()}</div>
        <div class="duel-mode">{duel(stores)}</div>
        <div class="right-modes">{right.into_iter().map(one).collect_view()}</div>
        <div class="swap">{stores.scenario.in_place(move |_| swap(stores))}</div>
    }
    .into_any()
}

/// Exchanges the fighters, where either can strike.
fn swap(stores: Stores) -> Option<AnyView> {
    let press = erased::press(move |_| stores.swap());
    let button = || view! { <button type="button" on:click=press>"⇄ Swap sides"</button> }.into_any();
    stores.scenario.here().fight.can_swap().then(button)
}

fn button(stores: Stores, mode: &'static AboutMode) -> AnyView {
    let Stores { scenario, .. } = stores;
    let is_page = scenario.panels.has(Panels::WHOLE);
    let is_now = move || {
        let is_duel = is_page && stores.extent_shown() == Extent::Duel;
        scenario.now.with(|now| now.mode == mode.id) && !is_duel
    };
    let press = move || {
        // Also where a mode shows no duel, since it asks for something first.
        let was_duel = is_page && scenario.extent.get_untracked() == Extent::Duel;
        if scenario.here().mode != mode.id {
            stores.choose_mode(mode.id);
        }
        if was_duel {
            stores.choose_extent(stores.usual_extent());
        }
    };
    word(mode.label.into_any(), Some(mode.help), is_now, press)
}

/// The duel: what both do at once. Where a mode has none, a press says why.
fn duel(stores: Stores) -> AnyView {
    let Stores { scenario, answer, .. } = stores;
    let has_one = move || scenario.now.with(|now| extent::is_offered(now, Extent::Duel));
    let lacks = Signal::derive(move || match answer.asks() {
        true => Some("Choose what is asked for first".to_owned()),
        false => scenario.now.with(|now| now.fight.reply().err()).map(|why| format::sentence(&why)),
    });
    let said = RwSignal::new(false);
    erased::changed(has_one, move |has_one| {
        has_one.then(|| {
            let is_now = move || (stores.extent_shown() == Extent::Duel).to_string();
            let press = move |_| {
                let is_off = lacks.get_untracked().is_some();
                said.set(is_off);
                if !is_off {
                    stores.choose_extent(Extent::Duel);
                }
            };
            view! {
                <button
                    type="button"
                    title=lacks
                    aria-disabled=Signal::derive(move || lacks.get().map(|_| "true"))
                    aria-pressed=Signal::derive(is_now)
                    on:click=erased::press(press)
                >
                    <span aria-hidden="true">"⇄ "</span> "Duel"
                </button>
                <small role="status">{Signal::derive(move || lacks.get().filter(|_| said.get()))}</small>
            }
        })
    })
    .into_any()
}
