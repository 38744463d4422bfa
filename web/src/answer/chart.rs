//! The distribution of damage as a histogram: exactly so much, or at least so much; read by pointing, touching, or with the arrow keys.

use super::Shown;
use super::plot::{Drawn, Height, Which};
use crate::dom::{El, button, drawn, effect, el};
use crate::signals::*;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent, PointerEvent};

/// Which bar is read, counted from 1, or 0 for none: each type of signal weighs as much as a panel.
#[derive(Clone, Copy)]
struct Read(RwSignal<usize>);

impl Read {
    fn get(self) -> Option<usize> {
        self.0.get().checked_sub(1)
    }

    fn set(self, bar: Option<usize>) {
        self.0.set(bar.map_or(0, |bar| bar + 1));
    }
}

/// The histogram with its switches and its scale.
pub(crate) fn view(shown: Shown) -> [El; 4] {
    let at_least = RwSignal::new(false);
    let height = move || if at_least.get() { Height::AtLeast } else { Height::Exactly };
    let read = Read(RwSignal::new(0));
    let drawing_of = move |say: &dyn Fn(&Drawn) -> String| shown.with(|damage| say(&Drawn::of(damage)));
    let says = move || drawing_of(&|bars| bars.told(read.get()));
    let path = |class: &'static str, draw: Rc<dyn Fn() -> String>| {
        drawn("path").attr("class", class).attr_of("d", move || draw())
    };
    let bars = |class: &'static str, which: Which| {
        path(class, Rc::new(move || drawing_of(&|bars| bars.outline(height(), which))))
    };
    let drawing = drawn("svg")
        .attr("viewBox", "0 0 1000 100")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(&path("read", Rc::new(move || drawing_of(&|bars| bars.mark(read.get())))))
        .child(&bars("nothing", Which::Nothing))
        .child(&bars("some", Which::Some))
        .child(&bars("open", Which::Open))
        .child(&path("average", Rc::new(move || drawing_of(&Drawn::average))));
    let switches = el("div")
        .class("switches")
        .child(&el("h3").text("Damage"))
        .child(
            &words("Damage of", ["a strike", "a turn"], shown.turn)
                .class_if("absent", move || !shown.page.has_turn()),
        )
        .child(&words("Bars show", ["exactly", "at least"], at_least));
    [
        switches,
        readable(shown, read, says).child(&drawing),
        scale(shown),
        el("p").class("reading").attr("aria-hidden", "true").says(says),
    ]
}

/// The field in which the bars are read.
fn readable(shown: Shown, read: Read, says: impl Fn() -> String + 'static) -> El {
    let last = move || shown.with(|damage| Drawn::of(damage).len()).saturating_sub(1);
    let area = el("div").class("chart");
    let point = {
        let area = area.clone();
        move |event: Event| {
            let event: PointerEvent = event.unchecked_into();
            let area = area.0.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - area.left()) / area.width();
            read.set(untrack(|| shown.with(|damage| Drawn::of(damage).nearest(share))));
        }
    };
    let key = move |event: Event| {
        let (now, last) = (untrack(|| read.get()), untrack(last));
        let next = match event.unchecked_ref::<KeyboardEvent>().key().as_str() {
            "ArrowRight" | "ArrowUp" => now.map_or(0, |now| (now + 1).min(last)),
            "ArrowLeft" | "ArrowDown" => now.map_or(last, |now| now.saturating_sub(1)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        read.set(Some(next));
    };
    let leave = move |_: Event| read.set(None);
    effect(move || {
        shown.page.summary.track();
        read.set(None);
    });
    area.attr("tabindex", "0")
        .attr("role", "slider")
        .attr("aria-label", "Damage, bar by bar")
        .attr("aria-valuemin", "0")
        .attr_of("aria-valuemax", move || last().to_string())
        .attr_of("aria-valuenow", move || read.get().unwrap_or(0).to_string())
        .attr_of("aria-valuetext", says)
        .on("pointermove", point.clone())
        .on("pointerdown", point)
        .on("pointerleave", leave)
        .on("keydown", key)
        .on("blur", leave)
}

/// Round values below the bars.
fn scale(shown: Shown) -> El {
    let ticks = move || shown.with(|damage| Drawn::of(damage).ticks());
    let key = move || ticks().into_iter().map(|(left, says)| format!("{left} {says} ")).collect();
    el("div")
        .class("scale")
        .attr("aria-hidden", "true")
        .live(key, move || ticks().into_iter().map(tick).collect())
}

/// A word at its place below the bars.
pub(super) fn tick((left, says): (String, String)) -> El {
    let tick = el("span").text(&says);
    tick.set_style("left", &left);
    tick
}

/// Two words of which one holds.
fn words(label: &str, [off, on]: [&'static str; 2], is_on: RwSignal<bool>) -> El {
    let word = |says: &str, value: bool| {
        button(says).flag_of("aria-pressed", move || is_on.get() == value).press(move || is_on.set(value))
    };
    el("div")
        .class("words")
        .attr("role", "group")
        .attr("aria-label", label)
        .child(&word(off, false))
        .child(&word(on, true))
}
