//! Opponents of a duel: the defender with the sides swapped, a mode of its own, a pin, or a link's scenario.

use crate::actions::sides::{can_swap, in_mode, is_turned, sheet, swapped};
use crate::model::document::{self, presets_of};
use crate::model::scenario::Now;
use crate::store::{DuelStore, Stores};
use leptos::prelude::*;
use tohit_report::values::plain;
use tohit_resolver::sheet::{Field, Shape};
use tohit_resolver::{AboutMode, First, Json, document_of_link, encode, to_link};

/// An opponent's strike.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Back {
    pub(crate) name: String,
    pub(crate) document: Json,
}

impl Back {
    /// Adds the entries for the struck attacker, and the number of bodies that strike back.
    fn with(mut self, now: &Now, own: &[(&'static str, String)], many: &str) -> Self {
        let mode = now.about().mode_of(&self.document);
        if let Some(path) = now.rules.bodies(mode).filter(|_| !many.trim().is_empty()) {
            document::put(&mut self.document, &Json::Null, &path, typed(many));
        }
        for field in own_of_attacker(now, mode) {
            if let Some((_, value)) = own.iter().find(|(name, _)| *name == field.name) {
                *self.document.member_mut("defender").member_mut(field.name) = typed(value);
            }
        }
        self
    }
}

impl DuelStore {
    /// Entries for the attacker as a target.
    pub(crate) fn own(self, now: &Now) -> Vec<(&'static str, String)> {
        self.own.with(|(whose, own)| if *whose == attacker(now) { own.clone() } else { Vec::new() })
    }

    /// Sets a field of it, or clears an empty one.
    pub(crate) fn enter(self, now: &Now, name: &'static str, value: &str) {
        let mut own = untrack(|| self.own(now));
        own.retain(|(known, _)| *known != name);
        if !value.trim().is_empty() {
            own.push((name, value.to_owned()));
        }
        self.own.set((attacker(now), own));
    }

    /// Entries for the attacker as a target, before a swap of the sides: they go into the new defender's sheet. With the number of bodies that struck back.
    pub(crate) fn turned(self, now: &Now) -> (Vec<(&'static str, Json)>, Option<i64>) {
        let own = untrack(|| self.own(now)).into_iter().map(|(name, value)| (name, typed(&value))).collect();
        (own, self.many.with_untracked(|many| many.trim().parse().ok()))
    }

    /// Called after the sides were swapped.
    pub(crate) fn has_turned(self, before: &Now, now: &Now) {
        self.own.set((attacker(now), entered(now, before.mode, &before.document)));
        self.many.set(bodies(before, &before.document));
    }

    /// Chosen opponent.
    pub(crate) fn back(self, now: &Now, all: &[Back]) -> Option<Back> {
        let back = all.get(self.chosen.get()).or(all.first())?.clone();
        Some(back.with(now, &self.own(now), &self.many.get()))
    }
}

/// Numbers of the attacker as a target: unfolded fields of the other mode's defender that the attacker's sheet lacks.
pub(crate) fn own_of_attacker(now: &Now, other: &str) -> Vec<&'static Field> {
    let attacker = sheet(now.rules, now.mode, "attacker");
    let is_own = |field: &&Field| {
        matches!(field.shape.inner(), Shape::Int { .. } | Shape::Num { .. })
            && field.about.group.is_empty()
            && attacker.is_none_or(|(_, attacker)| attacker.asked(field.name, now.mode).is_none())
    };
    let struck = sheet(now.rules, other, "defender");
    struck.into_iter().flat_map(|(_, struck)| struck.used(other)).filter(is_own).collect()
}

/// Entries of a scenario.
fn entered(now: &Now, other: &str, document: &Json) -> Vec<(&'static str, String)> {
    let value = |field: &Field| Some((field.name, plain(document.get("defender")?.get(field.name)?)));
    own_of_attacker(now, other).into_iter().filter_map(value).collect()
}

/// Entered number of bodies that strike in a scenario.
fn bodies(now: &Now, document: &Json) -> String {
    let path = now.rules.bodies(now.about().mode_of(document));
    path.and_then(|path| document.at(&path).map(plain)).unwrap_or_default()
}

/// Attacker's key: sheet label and first preset.
fn attacker(now: &Now) -> String {
    let label = now.form().field("attacker").map_or("", |field| field.about.label);
    let who = presets_of(&now.document, "attacker");
    format!("{label} {}", who.first().map_or("", String::as_str))
}

/// A number as typed; other text stays text, and is invalid as in a sheet.
fn typed(text: &str) -> Json {
    let text = text.trim();
    text.parse::<i64>().map_or_else(|_| text.into(), Json::from)
}

/// Request of a duel for the worker: both scenarios, and the index of the first to strike in [`First::ALL`].
pub(crate) fn question(stores: Stores, now: &Now) -> Option<(Json, usize)> {
    let Stores { duel, .. } = stores;
    let back = duel.back(now, &backs(stores, now))?.document;
    let both = [("mine", now.asked.document.clone()), ("back", back)].into_iter().collect();
    Some((both, duel.begins.get()))
}

/// The opponent's scenario, and the side that strikes first.
pub(crate) fn other(stores: Stores, now: &Now) -> Option<(Json, First)> {
    let Stores { duel, .. } = stores;
    let (_, first) = First::ALL.get(duel.begins.get())?;
    Some((duel.back(now, &backs(stores, now))?.document, *first))
}

/// Link parameters of the duel, beside the scenario.
pub(crate) fn words(stores: Stores) -> String {
    let Stores { scenario, duel, .. } = stores;
    let now = scenario.now.get();
    let first = First::ALL.get(duel.begins.get()).map_or("", |(name, _)| name);
    let back = duel.back(&now, &backs(stores, &now));
    let against = back.map(|back| format!("&against={}", encode(&to_link(now.rules, &back.document))));
    format!("extent=duel&first={first}{}", against.unwrap_or_default())
}

/// Modes in which the sides are reversed.
fn turned(now: &Now) -> impl Iterator<Item = &'static AboutMode> {
    now.about().modes.iter().filter(|mode| is_turned(now.rules, now.mode, mode.id))
}

/// True where there is an opponent.
pub(crate) fn is_possible(stores: Stores, now: &Now) -> bool {
    let Stores { compare, duel, .. } = stores;
    let (is_linked, is_pinned) = (!duel.linked.with(String::is_empty), !compare.pins.with(Vec::is_empty));
    is_linked || is_pinned || can_swap(now) || turned(now).next().is_some()
}

/// All possible opponents.
pub(crate) fn backs(stores: Stores, now: &Now) -> Vec<Back> {
    let Stores { compare, duel, .. } = stores;
    let linked = duel.linked.get();
    let linked = (!linked.is_empty()).then(|| Back {
        name: "as the link says".to_owned(),
        document: document_of_link(now.rules, &linked),
    });
    let swapped = can_swap(now).then(|| Back { name: "the defender".to_owned(), document: swapped(now) });
    // A hero without a wand does not strike back with one.
    let can_strike = |back: &Back| document::lacks(now.rules, &back.document).is_none();
    let turned = turned(now)
        .map(|mode| Back { name: mode.label.to_owned(), document: in_mode(now, mode.id, None, None) })
        .filter(can_strike);
    let pins = compare.pins.get();
    let pinned =
        pins.iter().map(|pin| Back { name: format!("“{}”", pin.name), document: pin.document.clone() });
    linked.into_iter().chain(swapped).chain(turned).chain(pinned).collect()
}

/// Sets the duel of a link: the side that strikes first, and the opponent.
pub(crate) fn take(stores: Stores, first: usize, against: &str) {
    let Stores { scenario, duel, .. } = stores;
    duel.begins.set(first);
    duel.chosen.set(0);
    duel.own.set(Default::default());
    duel.many.set(String::new());
    duel.linked.set(String::new());
    if against.is_empty() {
        return;
    }
    let now = scenario.here();
    let document = document_of_link(now.rules, against);
    let own = entered(&now, now.about().mode_of(&document), &document);
    let many = bodies(&now, &document);
    let link = to_link(now.rules, &document);
    let is_it = |back: Back| to_link(now.rules, &back.with(&now, &own, &many).document) == link;
    match untrack(|| backs(stores, &now)).into_iter().position(is_it) {
        Some(place) => duel.chosen.set(place),
        None => duel.linked.set(link),
    }
    duel.own.set((attacker(&now), own));
    duel.many.set(many);
}
