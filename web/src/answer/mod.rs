//! The answer: one sentence, bars, the distribution of damage, and every number.

mod beside;
mod chart;
mod compare;
mod contrast;
mod figures;
mod headline;
mod more;
mod outcomes;
mod overlay;
mod plot;
mod standing;
mod table;
mod why;

use crate::dom::{El, el};
use crate::panels::Panels;
use crate::signals::*;
use crate::state::Page;
use crate::summary::{Damage, Summary};
pub(crate) use contrast::view as contrast;
pub(crate) use headline::line;

/// Whose damage is shown.
#[derive(Clone, Copy)]
struct Shown {
    page: Page,
    /// The whole turn's, in place of a strike's.
    turn: RwSignal<bool>,
}

impl Shown {
    /// Says something of the damage that is shown.
    fn with<T: Default>(self, say: impl FnOnce(&Damage) -> T) -> T {
        let of = |summary: &Summary| match (self.turn.get(), &summary.turn, &summary.damage) {
            (true, Some(turn), _) => say(turn),
            (_, _, Some(strike)) => say(strike),
            _ => T::default(),
        };
        self.page.summary.with(|summary| of(summary))
    }
}

/// The answer, and what it is compared with.
pub(crate) fn view(page: Page) -> El {
    let compared = page.panels.has(Panels::WHOLE).then(|| compare::view(page));
    el("div").class("beside").child(&answer(page)).children(compared)
}

fn answer(page: Page) -> El {
    let panels = page.panels;
    let reasons = why::Reasons::new(page);
    let figures = el("div")
        .class("answered")
        .class_if("stale", move || page.is_stale())
        .children(headline::view(page, reasons))
        .child(&outcomes::view(page, reasons))
        .children(panels.has(Panels::DAMAGE).then(|| damage(page)))
        .children(panels.has(Panels::ANSWER).then(|| more::view(page)));
    el("section")
        .class("answer")
        .attr("aria-labelledby", "answer-heading")
        .child(&el("h2").attr("id", "answer-heading").class("unseen").text("Answer"))
        .child(&standing::view(page))
        .child(&figures)
}

fn damage(page: Page) -> El {
    let shown = Shown { page, turn: RwSignal::new(false) };
    el("div")
        .class("damage")
        .class_if("absent", move || page.summary.with(|summary| summary.damage.is_none()))
        .children(chart::view(shown))
        .child(&figures::view(shown))
        .child(&table::view(shown))
}
