//! The scenarios beside the present one, and their answers: pinned ones, or the same under other rules.

use crate::edits::RULES;
use crate::format;
use crate::pins::{MOST, Pin};
use crate::state::{Now, Page};
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{Json, under_rules};

/// The answers of the scenarios beside the present one.
pub(crate) type Answers = [RwSignal<Arc<Summary>>; MOST];

/// The rules that the mode knows.
pub(crate) fn rules_of(now: &Now) -> &'static [Variant] {
    tohit_resolver::rules_of(now.rules, now.mode)
}

/// Whether the columns are the rules.
pub(super) fn are_rules(page: Page) -> bool {
    page.by_rules.get() && page.now.with(|now| !rules_of(now).is_empty())
}

/// The name of the present scenario among the columns.
pub(super) fn present(page: Page) -> String {
    if !are_rules(page) {
        return "Now".to_owned();
    }
    page.now.with(|now| {
        let here = rules_of(now).iter().find(|variant| is_now(now, variant));
        here.map_or_else(String::new, |variant| format::sentence(&variant.label()))
    })
}

/// Whether these rules hold.
pub(crate) fn is_now(now: &Now, variant: &Variant) -> bool {
    now.complete.at(RULES) == Some(&variant.name.into())
}

/// The scenarios beside the present one.
pub(super) fn others(page: Page) -> Vec<Pin> {
    if !are_rules(page) {
        return page.pins.get();
    }
    let now = page.now.get();
    let under = |variant: &Variant| Pin {
        name: format::sentence(&variant.label()),
        document: under_rules(&now.asked.document, variant.name),
    };
    rules_of(&now).iter().filter(|variant| !is_now(&now, variant)).take(MOST).map(under).collect()
}

/// Keeps the answers in step with the scenarios. They are computed in the worker, whatever they take: typing never waits for them.
pub(super) fn keep(page: Page) {
    let asked = StoredValue::new([const { None::<Json> }; MOST]);
    Effect::new(move |_| {
        let (others, are_rules) = (others(page), are_rules(page));
        let rules = page.here().rules;
        for (place, answer) in page.columns.into_iter().enumerate() {
            let document = others.get(place).map(|other| &other.document);
            if asked.with_value(|asked| asked.get(place).map(Option::as_ref) == Some(document)) {
                continue;
            }
            asked.update_value(|asked| {
                asked.get_mut(place).into_iter().for_each(|slot| *slot = document.cloned())
            });
            // The answer before is that of another pin, but nearly that of the same rules.
            if !are_rules || document.is_none() {
                answer.set(Arc::default());
            }
            let Some(document) = document.cloned() else { continue };
            worker::ask(page.now, rules, Kind::Column(place), document.clone(), move |reply| {
                let is_latest = asked
                    .try_with_value(|asked| asked.get(place).and_then(Option::as_ref) == Some(&document))
                    .unwrap_or(false);
                if let (true, Reply::Floats(summary)) = (is_latest, reply) {
                    answer.set(Arc::new(*summary));
                }
            });
        }
    });
}
