//! When answers are computed: at once while they are quick, in the worker once they are slow. The latest document wins.

use crate::dom::effect;
use crate::signals::*;
use crate::state::{Exact, Page};
use crate::worker::{self, Kind, Reply};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use tohit_resolver::Problem;

/// An answer that took longer is computed in the worker the next time: typing must not wait for it.
const SLOW: f64 = 50.0;
/// A worker's answer that came within this is computed at once the next time.
const QUICK: f64 = 20.0;

/// Keeps the answer in step with what was asked.
pub(crate) fn keep(page: Page) {
    let is_slow = Rc::new(Cell::new(false));
    // Counts the questions: a reply to an older one is dropped.
    let latest = Rc::new(Cell::new(0u32));
    let answered = RefCell::new(None);
    effect(move || {
        let asked = page.now().asked.clone();
        if answered.borrow().as_ref().is_some_and(|before| Arc::ptr_eq(before, &asked)) {
            return;
        }
        answered.replace(Some(asked.clone()));
        forget_exact(page);
        let question = latest.get().wrapping_add(1);
        latest.set(question);
        let begun = time();
        if !is_slow.get() {
            receive(page, worker::answer(page.here().rules, Kind::Floats, &asked.document));
            is_slow.set(time() - begun > SLOW);
            return;
        }
        page.is_computing.set(true);
        let (is_slow, latest) = (is_slow.clone(), latest.clone());
        worker::ask(page.now, Kind::Floats, &asked.whole(), move |reply| {
            if latest.get() == question {
                is_slow.set(time() - begun > QUICK);
                receive(page, reply);
            }
        });
    });
}

fn receive(page: Page, reply: Reply) {
    if page.is_computing.get_untracked() {
        page.is_computing.set(false);
    }
    if let Reply::Floats(summary) = reply {
        page.summary.set(Arc::new(summary));
    }
}

/// Computes the fractions of what is shown.
pub(crate) fn compute_exact(page: Page) {
    page.exact.set(Exact::Computing);
    worker::ask(page.now, Kind::Exact, &page.here().asked.whole(), move |reply| match reply {
        Reply::Exact(fractions) => page.exact.set(Exact::Known(Arc::new(fractions))),
        Reply::Wrong(problems) => page.exact.set(Exact::Refused(in_a_row(&problems))),
        Reply::Floats(_) | Reply::Why(_) => {}
    });
}

/// Problems in one line.
pub(crate) fn in_a_row(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Hides the fractions.
pub(crate) fn forget_exact(page: Page) {
    worker::forget_exact(page.now);
    if !page.exact.with_untracked(|exact| matches!(exact, Exact::Off)) {
        page.exact.set(Exact::Off);
    }
}

/// Milliseconds, from some moment on.
fn time() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
