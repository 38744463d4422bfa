//! The columns of a comparison: pinned scenarios, or the present one under its other rules, each with its
//! answer and its duel.

use crate::actions::opponent;
use crate::model::scenario::{Now, is_now, rules_of};
use crate::store::{MOST_PINS as MOST, Pin, PinnedDuel, Stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::Extent;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{Json, under_rules};

/// True where the columns are rules.
pub(super) fn are_rules(stores: Stores) -> bool {
    let Stores { scenario, compare, .. } = stores;
    compare.by_rules.get() && scenario.now.with(|now| !rules_of(now).is_empty())
}

/// The name of the rules that hold.
pub(super) fn rules_here(now: &Now) -> String {
    let here = rules_of(now).iter().find(|variant| is_now(now, variant));
    here.map_or_else(String::new, |variant| format::sentence(&variant.label()))
}

/// The scenarios beside the present one.
pub(super) fn others(stores: Stores) -> Vec<Pin> {
    let Stores { scenario, answer, compare, .. } = stores;
    if !are_rules(stores) {
        let now = scenario.now.get();
        return compare.pins.get().into_iter().map(|pin| pin.seen_from(&now)).collect();
    }
    let now = scenario.now.get();
    if answer.asks() {
        return Vec::new();
    }
    let under = |variant: &Variant| Pin {
        name: format::sentence(&variant.label()),
        document: under_rules(&now.asked.document, variant.name),
        duel: None,
    };
    rules_of(&now).iter().filter(|variant| !is_now(&now, variant)).take(MOST).map(under).collect()
}

/// A question of a column: the document, and the first strike of a duel.
type Question = (Json, usize);

/// The value of a column without an answer, and that of a reply.
type Reading<T> = (fn() -> T, fn(Reply) -> Option<T>);

/// Asks the worker about each column, and keeps the replies in step.
fn keep<T: Send + Sync + 'static>(
    stores: Stores,
    questions: Memo<Vec<Question>>,
    slots: [RwSignal<T>; MOST],
    kind: fn(usize, usize) -> Kind,
    (none, read): Reading<T>,
) {
    let Stores { scenario, .. } = stores;
    let asked = StoredValue::new([const { None::<Question> }; MOST]);
    Effect::new(move |_| {
        let (questions, are_rules) = (questions.get(), are_rules(stores));
        let rules = scenario.here().rules;
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
            // The previous answer is of another pin; among rules it is close, and stays.
            if !are_rules || question.is_none() {
                slot.set(none());
            }
            let Some(question) = question.cloned() else { continue };
            let document = question.0.clone();
            worker::ask(scenario.now, rules, kind(place, question.1), document, move |reply| {
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
pub(super) fn follow(stores: Stores) {
    let Stores { scenario, compare, .. } = stores;
    let answers = Memo::new(move |_| others(stores).into_iter().map(|other| (other.document, 0)).collect());
    let summary = |reply| match reply {
        Reply::Floats(summary) => Some(Arc::new(*summary)),
        _ => None,
    };
    keep(stores, answers, compare.columns, |column, _| Kind::Column(column), (Arc::default, summary));
    // A pin has its own duel; the other side of others is chosen as in the duel of the page.
    let duels = Memo::new(move |_| {
        if stores.extent_shown() != Extent::Duel {
            return Vec::new();
        }
        let (now, first) = (scenario.now.get(), stores.duel.begins.get());
        let duel = |other: Pin| {
            let (back, first) = match other.duel {
                Some(PinnedDuel { back, first }) => (Ok(back), first),
                None => (now.fight.with(&other.document).reply(), first),
            };
            (back.map_or(Json::Null, |back| opponent::question([other.document, back])), first)
        };
        others(stores).into_iter().map(duel).collect()
    });
    let duel = |reply| match reply {
        Reply::Duel(duel) => Some(Some(duel)),
        _ => None,
    };
    let kind = |column, first| Kind::Duel { first, thrown: None, column: Some(column) };
    keep(stores, duels, compare.column_duels, kind, (|| None, duel));
}
