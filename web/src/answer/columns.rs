//! The columns of a comparison: pinned scenarios, or the present one under its other rules, each with its answer and its duel.

use crate::duel;
use crate::edits::RULES;
use crate::format;
use crate::pins::{MOST, Pin};
use crate::state::{Now, Page};
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_resolver::sheet::Variant;
use tohit_resolver::study::Extent;
use tohit_resolver::{Json, under_rules};

/// The answers of the columns beside the present scenario.
pub(crate) type Answers = [RwSignal<Arc<Summary>>; MOST];

/// The duels of the columns; none where the page shows no duel.
pub(crate) type Duels = [RwSignal<Option<DuelSummary>>; MOST];

/// The rules that the mode knows.
pub(crate) fn rules_of(now: &Now) -> &'static [Variant] {
    tohit_resolver::rules_of(now.rules, now.mode)
}

/// Whether the columns are the rules.
pub(super) fn are_rules(page: Page) -> bool {
    page.by_rules.get() && page.now.with(|now| !rules_of(now).is_empty())
}

/// Whether these rules hold.
pub(crate) fn is_now(now: &Now, variant: &Variant) -> bool {
    now.complete.at(RULES) == Some(&variant.name.into())
}

/// The name of the rules that hold.
pub(super) fn rules_here(now: &Now) -> String {
    let here = rules_of(now).iter().find(|variant| is_now(now, variant));
    here.map_or_else(String::new, |variant| format::sentence(&variant.label()))
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

/// A question of a column: the document, and who strikes first in a duel.
type Question = (Json, usize);

/// The value of a column without an answer, and that of a reply.
type Reading<T> = (fn() -> T, fn(Reply) -> Option<T>);

/// Asks the worker about each column, and keeps the replies in step.
fn keep<T: Send + Sync + 'static>(
    page: Page,
    questions: Memo<Vec<Question>>,
    slots: [RwSignal<T>; MOST],
    kind: fn(usize, usize) -> Kind,
    (none, read): Reading<T>,
) {
    let asked = StoredValue::new([const { None::<Question> }; MOST]);
    Effect::new(move |_| {
        let (questions, are_rules) = (questions.get(), are_rules(page));
        let rules = page.here().rules;
        for (place, slot) in slots.into_iter().enumerate() {
            let question = questions.get(place);
            let is_asked =
                |asked: &[Option<Question>; MOST]| asked.get(place).map(Option::as_ref) == Some(question);
            if asked.with_value(is_asked) {
                continue;
            }
            asked.update_value(|asked| {
                asked.get_mut(place).into_iter().for_each(|slot| *slot = question.cloned())
            });
            // The answer before is that of another pin, but nearly that of the same rules.
            if !are_rules || question.is_none() {
                slot.set(none());
            }
            let Some(question) = question.cloned() else { continue };
            let document = question.0.clone();
            worker::ask(page.now, rules, kind(place, question.1), document, move |reply| {
                let is_latest = asked
                    .try_with_value(|asked| asked.get(place).and_then(Option::as_ref) == Some(&question))
                    .unwrap_or(false);
                if let Some(came) = read(reply).filter(|_| is_latest) {
                    slot.set(came);
                }
            });
        }
    });
}

/// Keeps the answers in step with the scenarios. The worker computes them: typing never waits.
pub(super) fn follow(page: Page) {
    let answers = Memo::new(move |_| others(page).into_iter().map(|other| (other.document, 0)).collect());
    let summary = |reply| match reply {
        Reply::Floats(summary) => Some(Arc::new(*summary)),
        _ => None,
    };
    keep(page, answers, page.columns, |column, _| Kind::Column(column), (Arc::default, summary));
    // The other side of each duel is chosen as in the duel of the page.
    let duels = Memo::new(move |_| {
        if page.extent_shown() != Extent::Duel {
            return Vec::new();
        }
        let rules = page.now.with(|now| now.rules);
        let duel =
            |other: Pin| duel::question(page, &Now::at(rules, other.document)).unwrap_or((Json::Null, 0));
        others(page).into_iter().map(duel).collect()
    });
    let duel = |reply| match reply {
        Reply::Duel(duel) => Some(Some(duel)),
        _ => None,
    };
    let kind = |column, first| Kind::Duel { first, thrown: None, column: Some(column) };
    keep(page, duels, page.column_duels, kind, (|| None, duel));
}
