//! Scheduling of answers: quick ones are computed at once, slow ones in the worker. The latest document wins.

use crate::actions::roll;
use crate::model::custom_rules;
use crate::model::scenario::Asked;
use crate::platform::browser::time;
use crate::platform::panels::Panels;
use crate::store::{Exact, Stores};
use crate::worker;
use crate::worker::lazy;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::summary::Summary;
use tohit_resolver::document::lacks;

/// Limit in ms: after a slower answer the next is computed in the worker, so typing never blocks.
const SLOW: f64 = 50.0;
/// Limit in ms of the first answer, which is slower than any later one.
const SLOW_AT_FIRST: f64 = 200.0;
/// Limit in ms: after a quicker worker's answer the next is computed at once.
const QUICK: f64 = 20.0;

/// Answers a request, unless it equals the one before.
pub(crate) fn follow(stores: Stores, asked: Arc<Asked>) {
    let Stores { scenario, answer, .. } = stores;
    let this = answer.asking;
    if this.is_latest(&asked) {
        return;
    }
    // The time of the first answer by custom rules is unknown.
    let is_new = this
        .asked
        .with_value(|before| before.as_ref().is_none_or(|before| before.rules.id() != asked.rules.id()));
    if is_new && custom_rules::of(asked.rules).is_some() {
        this.is_slow.set_value(true);
    }
    let slow = if this.asked.with_value(Option::is_none) { SLOW_AT_FIRST } else { SLOW };
    this.asked.set_value(Some(asked.clone()));
    forget_exact(stores);
    // Only the page has the picker that answers the question.
    let can_ask = scenario.asks.get_untracked() && scenario.panels.has(Panels::WHOLE);
    let need = lacks(asked.rules, &asked.document).filter(|_| can_ask);
    if let Some(need) = need {
        let question = Summary { asks: need.asks.to_owned(), ..Summary::default() };
        return receive(stores, Reply::Floats(Box::new(question)));
    }
    let begun = time();
    // The worker is part of the second file.
    if !this.is_slow.get_value() || lazy::loaded().is_none() {
        receive(stores, Reply::floats(asked.rules, &asked.document));
        this.is_slow.set_value(time() - begun > slow);
        return;
    }
    answer.is_computing.set(true);
    worker::ask(scenario.now, asked.rules, Kind::Floats, asked.document.clone(), move |reply| {
        if this.is_latest(&asked) {
            this.is_slow.set_value(time() - begun > QUICK);
            receive(stores, reply);
        }
    });
}

fn receive(stores: Stores, reply: Reply) {
    let Stores { answer, .. } = stores;
    if answer.is_computing.get_untracked() {
        answer.is_computing.set(false);
    }
    match reply {
        Reply::Floats(summary) => answer.summary.set(Arc::new(*summary)),
        // A legal scenario may be too large.
        Reply::Wrong(wrong) if !wrong.says.is_empty() => {
            answer.summary.set(Arc::new(Summary { refused: wrong.says, ..Summary::default() }));
        }
        _ => {}
    }
    roll::follow(stores);
}

/// Computes the fractions of the scenario.
pub(crate) fn exact(stores: Stores) {
    let Stores { scenario, answer, .. } = stores;
    answer.exact.set(Exact::Computing);
    let asked = scenario.here().asked.clone();
    worker::ask(scenario.now, asked.rules, Kind::Exact, asked.document.clone(), move |reply| match reply {
        Reply::Exact(fractions) => answer.exact.set(Exact::Known(Arc::new(fractions))),
        Reply::Wrong(wrong) => answer.exact.set(Exact::Refused(wrong.says)),
        _ => {}
    });
}

/// Hides the fractions.
pub(crate) fn forget_exact(stores: Stores) {
    let Stores { scenario, answer, .. } = stores;
    worker::forget_exact(scenario.now);
    if !answer.exact.with_untracked(|exact| matches!(exact, Exact::Off)) {
        answer.exact.set(Exact::Off);
    }
}
