//! The distribution of damage as a histogram: this much, or this much or more; read by pointing, touching, or with the arrow keys.

use super::{Shown, View};
use crate::axes::{levels, mark, percent, scale};
use crate::browser;
use crate::erased;
use crate::format;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_telling::plot::{self, Drawn, Height, Which};

/// The histogram with its switches and its scale.
#[component]
pub(super) fn Chart(shown: Shown) -> impl IntoView {
    let page = shown.page;
    let at_least = RwSignal::new(false);
    let height = move || if at_least.get() { Height::AtLeast } else { Height::Exactly };
    let read = RwSignal::new(None::<usize>);
    let drawing = Memo::new(move |_| shown.with(Drawn::of));
    let told = Signal::derive(move || {
        let say = if shown.view() == View::Fight { Drawn::told_of_turns } else { Drawn::told };
        drawing.with(|drawn| say(drawn, read.get()))
    });
    let of = move |say: fn(&Drawn, Option<usize>) -> String| {
        Signal::derive(move || drawing.with(|drawn| say(drawn, read.get())))
    };
    let bars =
        move |which: Which| Signal::derive(move || drawing.with(|drawn| drawn.outline(height(), which)));
    let last = move || drawing.with(Drawn::count).saturating_sub(1);
    let point = move |event: PointerEvent| {
        let Some(area) = browser::target(&event).map(|area| area.get_bounding_client_rect()) else { return };
        let share = (f64::from(event.client_x()) - area.left()) / area.width();
        read.set(drawing.with_untracked(|drawn| drawn.nearest(share)));
    };
    let key = move |event: KeyboardEvent| {
        let (now, last) = (read.get_untracked(), untrack(last));
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => now.map_or(0, |now| (now + 1).min(last)),
            "ArrowLeft" | "ArrowDown" => now.map_or(last, |now| now.saturating_sub(1)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        read.set(Some(next));
    };
    // What is read of one answer says nothing of the next.
    Effect::new(move |_| {
        page.summary.track();
        if read.with_untracked(Option::is_some) {
            read.set(None);
        }
    });
    let title = move || match shown.view() {
        View::Strike => "Damage of a strike",
        View::Turn => "Damage of a turn",
        View::Fight => "Turns to kill",
    };
    view! {
        <div class="switches">
            <h3>{erased::live(title)}</h3>
            {views(shown)}
            {erased::live(move || {
                let fight = shown.view() == View::Fight;
                let says = if fight { ["this turn", "this turn or later"] } else { ["this much", "this much or more"] };
                words("Bars show", says, at_least)
            })}
        </div>
        <div
            class="chart"
            tabindex="0"
            role="slider"
            aria-label=Signal::derive(move || {
                if shown.view() == View::Fight { "Turns to kill, bar by bar" } else { "Damage, bar by bar" }
            })
            aria-valuemin="0"
            aria-valuemax=Signal::derive(move || last().to_string())
            aria-valuenow=Signal::derive(move || read.get().unwrap_or(0).to_string())
            aria-valuetext=told
            on:pointermove=point
            on:pointerdown=point
            on:pointerleave=move |_| read.set(None)
            on:keydown=erased::key(key)
            on:blur=move |_| read.set(None)
        >
            <svg aria-hidden="true" width="100%" height="100%">
                {erased::live(move || drawing.with(|drawn| levels(plot::levels(drawn.highest(height())))))}
                <svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%">
                    <path class="read" d=of(Drawn::mark)></path>
                    <path class="nothing" d=bars(Which::Nothing)></path>
                    <path class="some" d=bars(Which::Some)></path>
                    <path class="open" d=bars(Which::Open)></path>
                    <path class="average" d=of(|drawn, _| drawn.average())></path>
                </svg>
                {erased::live(move || drawing.with(|drawn| marks(drawn, drawn.is_cut(height()), hit_points(shown))))}
            </svg>
        </div>
        {erased::live(move || drawing.with(|drawn| scale(drawn.ticks())))}
        <p class="reading" aria-hidden="true">
            {told}
        </p>
    }
}

/// What stands opposite can take so much, where the sheet says it and damage is shown.
fn hit_points(shown: Shown) -> Option<f64> {
    if shown.view() == View::Fight {
        return None;
    }
    shown.page.now.with(|now| match now.complete.at("defender.hp") {
        // Read as a float it would bring 13 kB of tables with it.
        Some(Json::Number(text)) => text.parse().ok().map(|points: i64| points as f64),
        _ => None,
    })
}

/// The average, the hit points, and the bar that is cut off, each with its word.
fn marks(drawn: &Drawn, is_cut: bool, hit_points: Option<f64>) -> AnyView {
    let mean = (drawn.count() > 0)
        .then(|| mark(drawn.mean_at(), format!("average {}", format::tenths(drawn.mean)), "11"));
    let killed = hit_points.and_then(|points| {
        let share = drawn.place_of(points)?;
        let says = format!("{} hp", format::whole(points as i64));
        let x = percent(share);
        Some(view! {
            <line class="hp" x1=x.clone() x2=x y1="0" y2="100%"></line>
            {mark(share, says, "25")}
        })
    });
    let cut = is_cut.then(|| view! { <text class="mark" x="2" y="0" dy="25">"↑ 0 goes on"</text> });
    view! { {mean} {killed} {cut} }.into_any()
}

/// Of what the distribution is shown, where an answer has several.
fn views(shown: Shown) -> AnyView {
    let there = Memo::new(move |_| {
        shown.page.summary.with(|summary| View::ALL.map(|(_, view)| view.of(summary).is_some()))
    });
    let word = |(place, (says, view)): (usize, (&'static str, View))| {
        view! {
            <button
                type="button"
                class:absent=Signal::derive(move || !there.get().get(place).is_some_and(|is| *is))
                aria-pressed=Signal::derive(move || (shown.view() == view).to_string())
                on:click=erased::press(move |_| shown.view.set(view))
            >
                {says}
            </button>
        }
    };
    let is_one = Signal::derive(move || there.get().into_iter().filter(|is| *is).count() < 2);
    view! {
        <div class="words" role="group" aria-label="Distribution of" class:absent=is_one>
            {View::ALL.into_iter().enumerate().map(word).collect_view()}
        </div>
    }
    .into_any()
}

/// Two words of which one holds.
fn words(label: &'static str, says: [&'static str; 2], is_on: RwSignal<bool>) -> AnyView {
    let word = |says: &'static str, value: bool| {
        view! {
            <button
                type="button"
                aria-pressed=Signal::derive(move || (is_on.get() == value).to_string())
                on:click=erased::press(move |_| is_on.set(value))
            >
                {says}
            </button>
        }
    };
    let [off, on] = says;
    view! {
        <div class="words" role="group" aria-label=label>
            {word(off, false)} {word(on, true)}
        </div>
    }
    .into_any()
}
