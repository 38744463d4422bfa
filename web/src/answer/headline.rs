//! The chance to hit, large, and the whole answer in one plain sentence.

use super::compare;
use super::why::{Of, Reasons};
use crate::answers;
use crate::clipboard;
use crate::dom::{El, Later, button, effect, el};
use crate::format;
use crate::panels::Panels;
use crate::signals::*;
use crate::state::{Exact, Page, Standing};
use crate::summary::{self, Damage, Summary};
use std::cell::Cell;
use tohit_resolver::{AboutRules, Json, OutcomeKind, Ruleset};

/// The large number, its fraction, the sentence, and what can be done with them.
pub(crate) fn view(page: Page, reasons: Reasons) -> Vec<El> {
    let panels = page.panels;
    let mut parts = if panels.has(Panels::ANSWER) { large(page, reasons).into() } else { Vec::new() };
    parts.push(told(page));
    parts.extend(panels.has(Panels::WHOLE).then(|| actions(page)));
    parts
}

/// The large number, its fraction, and why.
fn large(page: Page, reasons: Reasons) -> [El; 2] {
    let large = move || page.summary.with(|summary| summary.hit.map_or(String::new(), format::percent));
    let mean = move || {
        page.summary.with(|summary| {
            let strike = summary.damage.as_ref().map(Damage::average);
            let turn = summary.turn.as_ref().map(|turn| format!("{} a turn", turn.average()));
            [strike, turn].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    };
    let figure = |label: &str, class: &str, says: El| {
        el("p").class(class).child(&el("small").text(label)).child(&says)
    };
    let why = reasons.button(Of::Hit, "The chance to hit").class_if("gone", move || !reasons.explains_hit());
    let headline = el("div")
        .class("headline")
        .class_if("absent", move || has_no_hit(page))
        .child(&figure("to hit", "hit", el("strong").says(large)))
        .child(&figure("damage a strike, on average", "mean", el("strong").says(mean)))
        .child(
            &el("div")
                .class("under")
                .child(&why)
                .child(&el("output").class("fraction").says(move || fraction(page))),
        );
    [headline, reasons.place(Of::Hit).class_if("none", move || !reasons.explains_hit())]
}

fn actions(page: Page) -> El {
    let copy = move || {
        let document = page.here().about().document;
        format!("{} [{document}] {}", untrack(|| whole_sentence(page)), clipboard::address(page))
    };
    let computing = el("span")
        .class("computing")
        .class_if("gone", move || page.standing() != Standing::Computing)
        .text("computing …");
    el("div")
        .class("actions")
        .child(&exact(page).class_if("absent", move || has_no_hit(page)))
        .child(&clipboard::button("Copy sentence", "quiet", copy))
        .children(compare::buttons(page))
        .child(&computing)
}

fn has_no_hit(page: Page) -> bool {
    page.summary.with(|summary| summary.hit.is_none())
}

/// The chance to hit in other words: the exact fraction, where it is asked for.
fn fraction(page: Page) -> String {
    match page.exact.get() {
        Exact::Off => page.summary.with(|summary| summary.hit.and_then(format::one_in)).unwrap_or_default(),
        Exact::Computing => "computing the fractions …".to_owned(),
        Exact::Known(fractions) => fractions.hit.clone().unwrap_or_default(),
        Exact::Refused(message) => format::sentence(&message),
    }
}

/// Shows the exact fractions, computed when they are asked for.
fn exact(page: Page) -> El {
    let is_off = move || page.exact.with(|exact| matches!(exact, Exact::Off));
    let press = move || {
        if untrack(is_off) { answers::compute_exact(page) } else { answers::forget_exact(page) }
    };
    button("Exact fractions")
        .class("quiet")
        .flag_of("aria-pressed", move || !is_off())
        .disabled_if(move || page.is_stale())
        .press(press)
}

/// The sentence, and its voice.
fn told(page: Page) -> El {
    /// A screen reader hears it once a person pauses, not at every key.
    const PAUSE: i32 = 900;
    let voice = el("p").class("unseen").attr("role", "status");
    let (later, speaker) = (Later::default(), voice.clone());
    // What stands there at first is read where it stands.
    let is_first = Cell::new(true);
    effect(move || {
        let (told, speaker) = (whole_sentence(page), speaker.clone());
        if !is_first.replace(false) {
            later.run(PAUSE, move || speaker.set_text(&told));
        }
    });
    el("div").child(&el("p").class("sentence").says(move || whole_sentence(page))).child(&voice)
}

/// Who fights whom, and the sentence.
fn whole_sentence(page: Page) -> String {
    let now = page.now();
    page.summary.with(|summary| sentence_of(now.rules, &now.asked.document, summary))
}

/// Who fights whom in a document, and its answer.
pub(super) fn sentence_of(rules: &'static dyn Ruleset, document: &Json, summary: &Summary) -> String {
    let names = summary::names(rules, rules.about().mode_of(document), document);
    let told = sentence(rules.about(), summary);
    if names.is_empty() {
        format!("{}.", format::sentence(&told))
    } else {
        format!("{}: {told}.", names.join(" against "))
    }
}

/// The answer in one sentence: `hits 36.8 % for 21.4 on average; critical hit 9.1 %`.
fn sentence(about: &AboutRules, summary: &Summary) -> String {
    let mut told = String::new();
    if let Some(hit) = summary.hit {
        told = format!("hits {}", format::percent(hit));
    }
    if let Some(damage) = &summary.damage {
        told = format!("{told} for {} on average", damage.average());
    }
    if let Some(turn) = &summary.turn {
        told = format!("{told}, {} a turn", turn.average());
    }
    for (outcome, p) in about.outcomes.iter().zip(&summary.outcomes) {
        if let Some(p) = p.filter(|p| outcome.kind == OutcomeKind::Critical && *p > 0.0) {
            told = format!("{told}; {} {}", outcome.label.to_ascii_lowercase(), format::percent(p));
        }
    }
    if told.is_empty() {
        told = summary.more.iter().find_map(|(label, part)| part.told(label)).unwrap_or_default();
    }
    told
}

/// The answer in one line, for where there is no room for more.
pub(crate) fn line(page: Page) -> El {
    let text = move || {
        page.summary.with(|summary| {
            let hit = summary.hit.map(format::percent);
            let mean = summary.damage.as_ref().map(Damage::average);
            let told = [hit, mean].into_iter().flatten().collect::<Vec<_>>().join(" · ");
            if told.is_empty() { format::sentence(&sentence(page.now().about(), summary)) } else { told }
        })
    };
    el("p").class("line").attr("aria-hidden", "true").class_if("stale", move || page.is_stale()).says(text)
}
