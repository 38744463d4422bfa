//! Why: under a percentage, the ways that lead there, step by step, multiplied out, with the sentences of the document.

use crate::answers;
use crate::dom::{El, button, effect, el};
use crate::format;
use crate::signals::*;
use crate::state::{Exact, Page};
use crate::why::{Told, Way, Whys};
use crate::worker::{self, Kind, Reply};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

/// Which percentage is explained: an outcome, by its place, or the chance to hit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Outcome(usize),
    Hit,
}

/// What is open, and what is told there.
#[derive(Clone, Copy)]
pub(super) struct Reasons {
    page: Page,
    /// A bit for each percentage.
    open: RwSignal<usize>,
    whys: RwSignal<Arc<Whys>>,
    /// Why there is no explanation.
    refused: RwSignal<String>,
    /// Counts the replies.
    told: RwSignal<usize>,
    /// What is told belongs to an older scenario.
    is_old: RwSignal<bool>,
}

impl Of {
    /// The name of the place where it is told.
    fn id(self) -> String {
        match self {
            Self::Outcome(place) => format!("why-{place}"),
            Self::Hit => "why-hit".to_owned(),
        }
    }

    fn bit(self) -> usize {
        match self {
            Self::Outcome(place) => 2 << place,
            Self::Hit => 1,
        }
    }
}

impl Reasons {
    /// Nothing is open. From now on what is open follows what is shown.
    pub(super) fn new(page: Page) -> Self {
        let this = Self {
            page,
            open: RwSignal::new(0),
            whys: RwSignal::default(),
            refused: RwSignal::default(),
            told: RwSignal::new(0),
            is_old: RwSignal::new(false),
        };
        this.keep();
        this
    }

    fn keep(self) {
        let page = self.page;
        // Counts the questions: a reply to an older one is dropped.
        let latest = Rc::new(Cell::new(0u32));
        let asked_before = RefCell::new(None);
        let was_closed = Cell::new(true);
        effect(move || {
            if self.open.get() == 0 {
                was_closed.set(true);
                return;
            }
            let is_opened = was_closed.replace(false);
            let now = page.now();
            let with_fractions = page.exact.with(|exact| matches!(exact, Exact::Known(_)));
            let is_same = asked_before
                .borrow()
                .as_ref()
                .is_some_and(|(asked, exact)| Arc::ptr_eq(asked, &now.asked) && *exact == with_fractions);
            if is_same {
                return;
            }
            asked_before.replace(Some((now.asked.clone(), with_fractions)));
            let question = latest.get().wrapping_add(1);
            latest.set(question);
            self.is_old.set(true);
            if is_opened {
                // Nobody saw what was told before.
                self.told.set(0);
            }
            let latest = latest.clone();
            let kind = if with_fractions { Kind::ExactWhy } else { Kind::Why };
            worker::ask(page.now, kind, &now.asked.whole(), move |reply| {
                if latest.get() == question {
                    self.receive(reply);
                }
            });
        });
    }

    fn receive(self, reply: Reply) {
        self.is_old.set(false);
        let (whys, refused) = match reply {
            Reply::Why(whys) => (whys, String::new()),
            Reply::Wrong(problems) => (Whys::default(), answers::in_a_row(&problems)),
            Reply::Floats(_) | Reply::Exact(_) => return,
        };
        self.whys.set(Arc::new(whys));
        self.refused.set(refused);
        self.told.update(|told| *told += 1);
    }

    fn is_open(self, of: Of) -> bool {
        self.open.get() & of.bit() != 0
    }

    /// The button that opens and closes the place.
    pub(super) fn button(self, of: Of, label: &str) -> El {
        let press = move || self.open.update(|open| *open ^= of.bit());
        let close = move |event: web_sys::Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if event.key() == "Escape" {
                self.open.update(|open| *open &= !of.bit());
            }
        };
        button("why?")
            .class("ask-why")
            .attr("aria-label", &format!("Why? {label}"))
            .attr("aria-controls", &of.id())
            .flag_of("aria-expanded", move || self.is_open(of))
            .press(press)
            .on("keydown", close)
    }

    /// The place under a percentage.
    pub(super) fn place(self, of: Of) -> El {
        let key = move || match self.is_open(of) {
            true => format!("{} {}", self.told.get(), self.page.now().mode),
            false => String::new(),
        };
        let view = move || match untrack(|| self.is_open(of)) {
            true => self.view(of),
            false => Vec::new(),
        };
        el("div")
            .attr("id", &of.id())
            .class("reasons")
            .class_if("old", move || self.is_old.get())
            .class_if("absent", move || !self.is_open(of))
            .live(key, view)
    }

    /// The outcomes that make up a percentage.
    fn outcomes(self, of: Of) -> Vec<usize> {
        match of {
            Of::Outcome(place) => vec![place],
            Of::Hit => self.hits(),
        }
    }

    /// The outcomes whose chances add up to the chance to hit.
    fn hits(self) -> Vec<usize> {
        let outcomes = self.page.now().about().outcomes.iter().enumerate();
        self.page.summary.with(|summary| {
            let comes =
                |place: usize| summary.outcomes.get(place).copied().flatten().is_some_and(|p| p > 0.0);
            outcomes
                .filter(|(place, outcome)| outcome.hits && comes(*place))
                .map(|(place, _)| place)
                .collect()
        })
    }

    /// Whether anything can be told of the chance to hit.
    pub(super) fn explains_hit(self) -> bool {
        !self.hits().is_empty()
    }

    fn view(self, of: Of) -> Vec<El> {
        let refused = self.refused.get_untracked();
        if !refused.is_empty() {
            return vec![el("p").text(&format!("{}.", format::sentence(&refused)))];
        }
        if self.told.get_untracked() == 0 {
            return vec![el("p").text("computing …")];
        }
        let about = self.page.here().about();
        let whys = self.whys.get_untracked();
        let mut told = Vec::new();
        let mut parts = Vec::new();
        let mut count = 0;
        for place in untrack(|| self.outcomes(of)) {
            let ways = whys.outcomes.get(place).map_or(&[][..], |ways| ways);
            if of == Of::Hit
                && let Some(outcome) = about.outcomes.get(place)
            {
                parts.push(el("h3").text(outcome.label));
            }
            for (nth, way) in ways.iter().enumerate() {
                if nth > 0 {
                    parts.push(el("p").class("or").text("or"));
                }
                parts.push(view_way(way, ways.len() > 1, &whys, &mut told));
            }
            count += ways.len();
        }
        if count > 1 {
            let (chance, fraction) = untrack(|| self.shown(of));
            let all = line("", chance, &fraction, el("div").text("in all"));
            parts.push(el("ol").class("total").child(&all));
        }
        parts.push(el("p").class("source").text(&format!("After: {}.", about.document)));
        parts
    }

    /// What the percentage says, and its fraction where it is known.
    fn shown(self, of: Of) -> (f64, String) {
        let chance = self.page.summary.with(|summary| match of {
            Of::Outcome(place) => summary.outcomes.get(place).copied().flatten(),
            Of::Hit => summary.hit,
        });
        let fraction = match (self.page.exact.get(), of) {
            (Exact::Known(fractions), Of::Outcome(place)) => fractions.outcomes.get(place).cloned().flatten(),
            (Exact::Known(fractions), Of::Hit) => fractions.hit.clone(),
            _ => None,
        };
        (chance.unwrap_or_default(), fraction.unwrap_or_default())
    }
}

/// One way: a line for each factor, and what they come to.
fn view_way(way: &Way, is_one_of_several: bool, whys: &Whys, told: &mut Vec<i64>) -> El {
    let mut lines = Vec::new();
    for (place, factor) in way.factors.iter().enumerate() {
        let says = el("div").child(&el("b").text(&factor.name)).text(" ").text(&factor.goes);
        // What is told about a step is told where it is first met.
        let is_new = factor.step >= 0 && !told.contains(&factor.step);
        let says = if is_new {
            told.push(factor.step);
            says.children(whys.rolls.iter().filter(|roll| roll.step == factor.step).map(view_told))
        } else {
            says
        };
        lines.push(line(if place == 0 { "" } else { "×" }, factor.chance, &factor.fraction, says));
    }
    let comes_to = match (way.rarer, way.factors.len()) {
        (1, _) => "in one rarer way".to_owned(),
        (rarer @ 2.., _) => format!("in one of {} rarer ways", format::whole(rarer)),
        (_, 0) => "no roll decides it".to_owned(),
        (_, 1) if !is_one_of_several => return el("ol").class("way").children(lines),
        _ => String::new(),
    };
    let sign = if way.factors.is_empty() { "" } else { "=" };
    let product = line(sign, way.chance, &way.fraction, el("div").text(&comes_to)).class("product");
    el("ol").class("way").children(lines).child(&product)
}

fn line(sign: &str, chance: f64, fraction: &str, says: El) -> El {
    let fraction = el("span").class("fraction").text(fraction);
    el("li")
        .child(&el("span").class("sign").text(sign))
        .child(&el("span").class("chance").text(&format::percent(chance)))
        .child(&el("div").child(&fraction).child(&says))
}

/// The dice, the figures, and the sentence with its section.
fn view_told(told: &Told) -> El {
    let mut figures = el("p").class("figures");
    if !told.name.is_empty() {
        figures = figures.child(&el("b").text(&told.name)).text(" ");
    }
    let between = if told.figures.is_empty() || told.dice.is_empty() { "" } else { "; " };
    figures = figures.child(&el("span").class("rolled").text(&told.dice)).text(between);
    for (place, (name, figure)) in told.figures.iter().enumerate() {
        let before = if place == 0 { "" } else { ", " };
        figures = figures.text(before).text(name).text("\u{a0}").child(&el("var").text(figure));
    }
    let sentence = el("p")
        .class("says")
        .text(&told.says)
        .text(" ")
        .child(&el("cite").text(&format!("[{}]", told.section)));
    el("div").class(if told.name.is_empty() { "told" } else { "told into" }).child(&figures).child(&sentence)
}
