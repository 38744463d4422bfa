//! The opponent of a duel: whoever is struck strikes back, with all that was entered about both fighters.

use crate::model::scenario::Now;
use crate::store::{DuelStore, Stores};
use leptos::prelude::*;
use tohit_resolver::document::{put, take};
use tohit_resolver::{First, Json, Ruleset};

/// Section of the attacker's entries as a target.
const STRUCK: &str = "defender";

impl DuelStore {
    /// The side that strikes first.
    pub(crate) fn first(self) -> First {
        First::ALL.get(self.begins.get()).map(|(_, first)| *first).unwrap_or_default()
    }

    /// Exchanges the side that strikes first: the fighters have each other's roles now.
    pub(crate) fn turn(self) {
        self.begins.update(|begins| *begins = turned(*begins));
    }
}

/// Place in [`First::ALL`] of the first strike, where the fighters have each other's roles.
pub(crate) const fn turned(begins: usize) -> usize {
    match begins {
        0 => 1,
        1 => 0,
        both => both,
    }
}

/// The documents of a duel: the valid scenario, and the one in which its defender strikes back.
///
/// # Errors
/// The reason why nobody strikes back.
pub(crate) fn both(now: &Now) -> Result<[Json; 2], String> {
    let document = &now.asked.document;
    let fight = if *document == now.document { now.fight.clone() } else { now.fight.with(document) };
    Ok([document.clone(), fight.reply()?])
}

/// Request of a duel for the worker.
pub(crate) fn question([mine, back]: [Json; 2]) -> Json {
    [("mine", mine), ("back", back)].into_iter().collect()
}

/// Link parameters of a duel.
pub(crate) fn words(stores: Stores) -> String {
    let first = First::ALL.get(stores.duel.begins.get()).map_or("", |(name, _)| name);
    format!("extent=duel&first={first}")
}

/// Path of the number of bodies that strike back.
pub(crate) fn bodies(rules: &Ruleset, back: &Json) -> Option<String> {
    rules.bodies(rules.about().mode_of(back))
}

/// Path of a field of the attacker as a target.
pub(crate) fn struck(name: &str) -> String {
    format!("{STRUCK}.{name}")
}

impl Stores {
    /// Changes the scenario of the reply.
    pub(crate) fn edit_reply(self, change: impl FnOnce(&Now) -> Now) {
        let now = self.scenario.here();
        if let Some(reply) = now.reply() {
            self.change(now.fight.with_reply(&change(&reply).document));
        }
    }

    /// Enters a number in the scenario of the reply, or takes it out where nothing is typed.
    pub(crate) fn enter_in_reply(self, path: &str, typed: &str) {
        let now = self.scenario.here();
        let Ok(mut reply) = now.fight.reply() else { return };
        let text = typed.trim();
        if text.is_empty() {
            take(&mut reply, path);
        } else {
            // Other text stays text, and is invalid as in a sheet.
            let value = text.parse::<i64>().map_or_else(|_| text.into(), Json::from);
            put(&mut reply, &Json::Null, path, value);
        }
        self.change(now.fight.with_reply(&reply));
    }
}
