//! When answers are computed: at once while they are quick, in the worker once they are slow. The latest document wins.

use crate::browser::time;
use crate::lazy;
use crate::state::{Asked, Exact, Page};
use crate::story;
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Problem;

/// An answer that took longer is computed in the worker the next time: typing must not wait for it.
const SLOW: f64 = 50.0;
/// The first takes longer than any after it: nothing of the program has run before.
const SLOW_AT_FIRST: f64 = 200.0;
/// A worker's answer that came within this is computed at once the next time.
const QUICK: f64 = 20.0;

/// What was asked last, and how long answers take.
#[derive(Clone, Copy)]
pub(crate) struct Asking {
    asked: StoredValue<Option<Arc<Asked>>>,
    is_slow: StoredValue<bool>,
}

impl Asking {
    pub(crate) fn new() -> Self {
        Self { asked: StoredValue::new(None), is_slow: StoredValue::new(false) }
    }

    fn is_latest(self, asked: &Arc<Asked>) -> bool {
        self.asked
            .try_with_value(|latest| latest.as_ref().is_some_and(|latest| Arc::ptr_eq(latest, asked)))
            .unwrap_or(false)
    }
}

/// Answers what is asked now, unless it was asked before.
pub(crate) fn follow(page: Page, asked: Arc<Asked>) {
    let this = page.asking;
    if this.is_latest(&asked) {
        return;
    }
    let slow = if this.asked.with_value(Option::is_none) { SLOW_AT_FIRST } else { SLOW };
    this.asked.set_value(Some(asked.clone()));
    forget_exact(page);
    let begun = time();
    // The worker comes with the rest of the program.
    if !this.is_slow.get_value() || lazy::loaded().is_none() {
        receive(page, worker::floats(asked.rules, &asked.document));
        this.is_slow.set_value(time() - begun > slow);
        return;
    }
    page.is_computing.set(true);
    worker::ask(page.now, asked.rules, Kind::Floats, asked.document.clone(), move |reply| {
        if this.is_latest(&asked) {
            this.is_slow.set_value(time() - begun > QUICK);
            receive(page, reply);
        }
    });
}

fn receive(page: Page, reply: Reply) {
    if page.is_computing.get_untracked() {
        page.is_computing.set(false);
    }
    match reply {
        Reply::Floats(summary) => page.summary.set(Arc::new(*summary)),
        // What is legal may still be too large.
        Reply::Wrong(wrong) if !wrong.says.is_empty() => {
            page.summary.set(Arc::new(Summary { refused: wrong.says, ..Summary::default() }));
        }
        _ => {}
    }
    story::follow(page);
}

/// Computes the fractions of what is shown.
pub(crate) fn exact(page: Page) {
    page.exact.set(Exact::Computing);
    let asked = page.here().asked.clone();
    worker::ask(page.now, asked.rules, Kind::Exact, asked.document.clone(), move |reply| match reply {
        Reply::Exact(fractions) => page.exact.set(Exact::Known(Arc::new(fractions))),
        Reply::Wrong(wrong) => page.exact.set(Exact::Refused(wrong.says)),
        _ => {}
    });
}

/// Problems in one line.
pub(crate) fn problem_text(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Hides the fractions.
pub(crate) fn forget_exact(page: Page) {
    worker::forget_exact(page.now);
    if !page.exact.with_untracked(|exact| matches!(exact, Exact::Off)) {
        page.exact.set(Exact::Off);
    }
}
