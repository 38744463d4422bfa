//! The modes over the fighters: what the left one does, the duel, and what the right one does.

use crate::answer::extent;
use crate::model::scenario::Now;
use crate::platform::browser::{after_frame, step_between};
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Stores, use_stores};
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
        keep_in_sight(row, FRAMES);
    });
    view! {
        <div class="modes" role="toolbar" aria-label="Mode" node_ref=row on:keydown=erased::key(|event| step_between(&event, "[aria-pressed]"))>
            {erased::changed(move || scenario.now.with(|now| now.about().id), all)}
        </div>
    }
}

/// Frames in which the page is drawn, beside the static first view, before it is put in its place.
const FRAMES: usize = 600;

/// Scrolls the row to its pressed button, once it is in the page.
fn keep_in_sight(row: NodeRef<Div>, frames: usize) {
    after_frame(move || {
        // A calculator in an article may be gone by then.
        let Some(drawn) = row.try_get_untracked().flatten() else { return };
        if drawn.is_connected() {
            show_pressed(&drawn);
        } else if let Some(frames) = frames.checked_sub(1) {
            keep_in_sight(row, frames);
        }
    });
}

fn show_pressed(row: &web_sys::Element) {
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
    let press = move |_| {
        // Also where a mode shows no duel, since it asks for something first.
        let was_duel = is_page && scenario.extent.get_untracked() == Extent::Duel;
        if scenario.here().mode != mode.id {
            stores.choose_mode(mode.id);
        }
        if was_duel {
            stores.choose_extent(stores.usual_extent());
        }
    };
    let title = Signal::stored(mode.help.to_owned());
    toggle(mode.label.into_any(), title, false.into(), Signal::derive(is_now), erased::press(press))
}

/// The button of a mode. The pressed one is the tab stop of all.
fn toggle(
    says: AnyView,
    title: Signal<String>,
    is_off: Signal<bool>,
    is_now: Signal<bool>,
    press: Box<dyn FnMut(web_sys::MouseEvent)>,
) -> AnyView {
    view! {
        <button
            type="button"
            title=title
            tabindex=Signal::derive(move || if is_now.get() { "0" } else { "-1" }.to_owned())
            aria-disabled=Signal::derive(move || is_off.get().then(|| "true".to_owned()))
            aria-pressed=Signal::derive(move || is_now.get().to_string())
            on:click=press
        >
            {says}
        </button>
    }
    .into_any()
}

/// The duel: what both do at once. Where a mode has none, a press says why.
fn duel(stores: Stores) -> AnyView {
    let Stores { scenario, answer, .. } = stores;
    let has_one = move || scenario.now.with(|now| extent::is_offered(now, Extent::Duel));
    let lacks = Signal::derive(move || match answer.asks() {
        true => Some("Choose what is asked for first".to_owned()),
        false => scenario.now.with(|now| now.fight.reply().err()).map(|why| format::sentence(&why)),
    });
    let title = Signal::derive(move || lacks.get().unwrap_or_default());
    let said = RwSignal::new(false);
    erased::changed(has_one, move |has_one| {
        has_one.then(|| {
            let is_now = Signal::derive(move || stores.extent_shown() == Extent::Duel);
            let is_off = Signal::derive(move || lacks.get().is_some());
            let press = move |_| {
                said.set(is_off.get_untracked());
                if !is_off.get_untracked() {
                    stores.choose_extent(Extent::Duel);
                }
            };
            let says = view! { <span aria-hidden="true">"⇄ "</span> "Duel" }.into_any();
            view! {
                {toggle(says, title, is_off, is_now, erased::press(press))}
                <small role="status">{Signal::derive(move || lacks.get().filter(|_| said.get()))}</small>
            }
        })
    })
    .into_any()
}
