//! The scenarios beside the present one, and their answers: pinned ones, or the same under other rules.

use crate::dom::effect;
use crate::format;
use crate::pins::{MOST, Pin};
use crate::signals::*;
use crate::state::{Now, Page, whole};
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{Json, under_rules};

/// The answers of the scenarios beside the present one.
pub(super) type Answers = [RwSignal<Arc<Summary>>; MOST];

/// The rules that the mode knows.
pub(super) fn rules_of(now: &Now) -> &'static [Variant] {
    tohit_resolver::rules_of(now.rules, now.mode)
}

/// Whether the columns are the rules.
pub(super) fn are_rules(page: Page) -> bool {
    page.by_rules.get() && !rules_of(&page.now()).is_empty()
}

/// The name of the present scenario among the columns.
pub(super) fn present(page: Page) -> String {
    if !are_rules(page) {
        return "Present".to_owned();
    }
    let now = page.now();
    let here = rules_of(&now).iter().find(|variant| is_now(&now, variant));
    here.map_or_else(String::new, |variant| format::sentence(&variant.label()))
}

fn is_now(now: &Now, variant: &Variant) -> bool {
    now.complete.at("situation.rules") == Some(&variant.name.into())
}

/// The scenarios beside the present one.
pub(super) fn others(page: Page) -> Vec<Pin> {
    if !are_rules(page) {
        return page.pins.get();
    }
    let now = page.now();
    let under = |variant: &Variant| Pin {
        name: format::sentence(&variant.label()),
        document: under_rules(&now.asked.document, variant.name),
    };
    rules_of(&now).iter().filter(|variant| !is_now(&now, variant)).take(MOST).map(under).collect()
}

/// Keeps the answers in step with the scenarios. They are computed in the worker, whatever they take: typing never waits for them.
pub(super) fn keep(page: Page) -> Answers {
    let answers = Answers::default();
    let asked = Rc::new(RefCell::new([const { None::<Json> }; MOST]));
    effect(move || {
        let (now, others, are_rules) = (page.here(), others(page), are_rules(page));
        for (place, answer) in answers.into_iter().enumerate() {
            let document = others.get(place).map(|other| &other.document);
            if asked.borrow().get(place).map(Option::as_ref) == Some(document) {
                continue;
            }
            if let Some(slot) = asked.borrow_mut().get_mut(place) {
                *slot = document.cloned();
            }
            // The answer before is that of another pin, but nearly that of the same rules.
            if !are_rules || document.is_none() {
                answer.set(Arc::default());
            }
            let Some(document) = document.cloned() else { continue };
            let asked = asked.clone();
            worker::ask(page.now, Kind::Column(place), &whole(now.rules, &document), move |reply| {
                let is_latest = asked.borrow().get(place).and_then(Option::as_ref) == Some(&document);
                if let (true, Reply::Floats(summary)) = (is_latest, reply) {
                    answer.set(Arc::new(summary));
                }
            });
        }
    });
    answers
}
