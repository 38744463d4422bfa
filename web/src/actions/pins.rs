//! Pins: scenarios kept for comparison with the present one. They are part of the link, each as its own
//! permalink, and stay here between visits where the browser permits.

use crate::actions::opponent;
use crate::model::custom_rules;
use crate::model::link;
use crate::model::scenario::Now;
use crate::platform::panels::Panels;
use crate::platform::storage;
use crate::store::{CompareStore, MOST_PINS, Pin, PinnedDuel, Stores};
use leptos::prelude::*;
use tohit_resolver::document::{by_rules, complete};
use tohit_resolver::fight::Fight;
use tohit_resolver::{First, Json, Ruleset, decode, to_link};

/// Limit in characters.
const LONGEST_NAME: usize = 60;

/// A name cut to the limit, at a word's end.
fn shortened(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    let cut: String = name.chars().take(LONGEST_NAME).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{} …", whole.trim_end_matches(','))
}

impl Pin {
    /// True for a generated name.
    pub(crate) fn is_ours(&self, rules: &'static Ruleset) -> bool {
        let is_numbered = |number: &str| number.parse::<usize>().is_ok();
        let both = [Some(&self.document), self.duel.as_ref().map(|duel| &duel.back)];
        self.name.strip_prefix("Pin ").is_some_and(is_numbered)
            || both.into_iter().flatten().any(|document| called(rules, document) == self.name)
    }

    /// The pin in the roles of a scenario: where it was pinned from the other end, its strike back is compared.
    pub(crate) fn seen_from(self, now: &Now) -> Self {
        let mode = now.about().mode_of(&self.document);
        match self.duel {
            Some(PinnedDuel { back, first }) if now.fight.is_reversed(mode) => {
                let duel = PinnedDuel { back: self.document, first: opponent::turned(first) };
                Self { document: back, duel: Some(duel), ..self }
            }
            _ => self,
        }
    }

    /// True for the present scenario, with its duel.
    pub(crate) fn is(&self, stores: Stores) -> bool {
        let asked = stores.scenario.now.with(|now| now.asked.clone());
        self.document == asked.document
            && self.duel.as_ref().is_none_or(|pinned| Some(pinned) == duel_of(stores).as_ref())
    }

    /// The fight of a scenario after this pin is taken over.
    fn taken_over(&self, now: &Now) -> Fight<'static> {
        let fight = now.fight.with(&self.document);
        self.duel.as_ref().map_or_else(|| fight.clone(), |duel| fight.with_reply(&duel.back))
    }
}

/// The present duel, where both sides have hit points.
pub(crate) fn duel_of(stores: Stores) -> Option<PinnedDuel> {
    let Stores { scenario, duel, .. } = stores;
    let now = scenario.now.get();
    let both = opponent::both(&now).ok()?;
    let has_points = |document: &Json| {
        complete(now.rules, document).0.at("defender.hp").is_some_and(|points| *points != Json::Null)
    };
    let whole = both.iter().all(has_points);
    let [_, back] = both;
    whole.then(|| PinnedDuel { back, first: duel.begins.get() })
}

/// Link parameters of the comparison: names and values.
type Said = Vec<(String, String)>;

/// A link without its comparison, and the comparison.
pub(crate) fn taken(text: &str) -> (String, Said) {
    let Some((place, query)) = text.split_once('?') else { return (text.to_owned(), Vec::new()) };
    let is_own = |pair: &&str| pair.starts_with("pin.") || pair.starts_with("compare=");
    let (own, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_own);
    (format!("{place}?{}", rest.join("&")), said(own.into_iter()))
}

fn said<'a>(pairs: impl Iterator<Item = &'a str>) -> Said {
    let halves = |pair: &str| pair.split_once('=').map(|(word, value)| (word.to_owned(), value.to_owned()));
    pairs.filter_map(halves).collect()
}

/// The link with the comparison.
pub(crate) fn added(link: &str, stores: Stores) -> String {
    let Stores { compare, .. } = stores;
    let by_rules = compare.by_rules.get_untracked().then(|| "compare=rules".to_owned());
    let all: Vec<String> = words(stores).into_iter().chain(by_rules).collect();
    link::with(link, &all.join("&"))
}

fn words(stores: Stores) -> Vec<String> {
    let Stores { scenario, compare, .. } = stores;
    let rules = scenario.here().rules;
    let word = |(place, pin): (usize, &Pin)| {
        let (number, link) = (place + 1, encoded(&to_link(rules, &pin.document)));
        let duel = pin.duel.as_ref().map_or_else(String::new, |PinnedDuel { back, first }| {
            let first = First::ALL.get(*first).map_or("", |(name, _)| name);
            let back = encoded(&to_link(rules, back));
            format!("&pin.{number}.against={back}&pin.{number}.first={first}")
        });
        format!("pin.{number}={link}&pin.{number}.name={}{duel}", encoded(&pin.name))
    };
    compare.pins.with_untracked(|pins| pins.iter().enumerate().map(word).collect())
}

fn key(rules: &Ruleset) -> String {
    format!("pins.{}", rules.about().id)
}

/// Shows the comparison of a link. A link is shown and shared unchanged: pins of an earlier visit are
/// offered, and join only on request. An embedded calculator stores nothing, and the storage there belongs to
/// the page of its own.
pub(crate) fn show(stores: Stores, rules: &'static Ruleset, from_link: &Said) {
    let Stores { scenario, compare, .. } = stores;
    compare.by_rules.set(from_link.iter().any(|(word, value)| word == "compare" && value == "rules"));
    let (pins, is_whole) = read(rules, from_link);
    let kept = if scenario.panels.has(Panels::WHOLE) && pins.is_empty() {
        storage::kept(&key(rules))
    } else {
        String::new()
    };
    compare.kept_pins.set(if read(rules, &said(kept.split('&'))).0.is_empty() {
        String::new()
    } else {
        kept
    });
    compare.pins.set(pins);
    if !is_whole {
        scenario.notice.set("A pinned scenario in the link cannot be read; it is left out.".to_owned());
    }
}

/// Converts the pins to other rules.
pub(crate) fn play(compare: CompareStore, rules: &'static Ruleset) {
    compare.pins.update(|pins| {
        for pin in pins {
            let back = pin.duel.as_mut().map(|duel| &mut duel.back);
            for document in [Some(&mut pin.document), back].into_iter().flatten() {
                *document = by_rules(rules, core::mem::replace(document, Json::Null));
            }
        }
    });
}

/// Restores the pins of an earlier visit.
pub(crate) fn bring_back(stores: Stores) {
    let Stores { scenario, compare, .. } = stores;
    let kept = compare.kept_pins.get_untracked();
    compare.pins.set(read(scenario.here().rules, &said(kept.split('&'))).0);
    compare.kept_pins.set(String::new());
}

/// Parts of a pin in a link, behind its number.
const PARTS: [&str; 3] = [".name", ".against", ".first"];

/// Pins of a link; true where all are valid.
fn read(rules: &'static Ruleset, said: &Said) -> (Vec<Pin>, bool) {
    let find = |word: &str| said.iter().find(|(known, _)| known == word).map(|(_, value)| value.as_str());
    let mut pins = Vec::new();
    let mut is_whole = true;
    for (word, value) in said.iter().filter(|(word, _)| word != "compare") {
        if let Some(pin) = PARTS.iter().find_map(|part| word.strip_suffix(part)) {
            is_whole &= find(pin).is_some();
            continue;
        }
        let [name, back, first] = PARTS.map(|part| find(&format!("{word}{part}")).map(decode));
        match good(rules, &decode(value)).filter(|_| pins.len() < MOST_PINS) {
            Some(document) => {
                let name = name.unwrap_or_else(|| numbered(&pins));
                let first = First::ALL.iter().position(|(name, _)| Some(*name) == first.as_deref());
                let duel = back.as_deref().map(|back| good(rules, back)).map(|back| {
                    is_whole &= back.is_some();
                    back.map(|back| PinnedDuel { back, first: first.unwrap_or_default() })
                });
                pins.push(Pin { name: shortened(name), document, duel: duel.flatten() });
            }
            None => is_whole = false,
        }
    }
    (pins, is_whole)
}

/// The document of a link, if it is valid under these rules.
fn good(rules: &'static Ruleset, link: &str) -> Option<Json> {
    let document = link::rules_of(link)
        .filter(|named| named.about().id == rules.about().id)
        .and_then(|_| link::read(rules, link).ok())?
        .document;
    complete(rules, &document).1.is_empty().then_some(document)
}

fn numbered(pins: &[Pin]) -> String {
    let mut names = (1..=pins.len() + 1).map(|number| format!("Pin {number}"));
    names.find(|name| pins.iter().all(|pin| pin.name != *name)).unwrap_or_default()
}

/// Default name of a pinned scenario.
pub(crate) fn called(rules: &'static Ruleset, document: &Json) -> String {
    shortened(tohit_report::sentence::short(&custom_rules::game(rules), document))
}

/// Pins the present scenario, while there is room.
pub(crate) fn pin(stores: Stores) {
    let Stores { scenario, .. } = stores;
    let document = scenario.here().asked.document.clone();
    let name = called(scenario.here().rules, &document);
    let duel = untrack(|| duel_of(stores));
    change(stores, |pins| {
        if pins.len() < MOST_PINS {
            let name = if pins.iter().any(|pin| pin.name == name) { numbered(pins) } else { name };
            pins.push(Pin { name, document, duel });
        }
    });
}

/// Takes a pin over: the scenario, and its duel.
pub(crate) fn take(stores: Stores, pin: Pin) {
    let now = stores.scenario.here();
    let pin = pin.seen_from(&now);
    stores.change(pin.taken_over(&now));
    if let Some(duel) = pin.duel {
        stores.duel.begins.set(duel.first);
    }
}

/// Removes a pin.
pub(crate) fn unpin(stores: Stores, place: usize) {
    change(stores, |pins| {
        if place < pins.len() {
            pins.remove(place);
        }
    });
}

/// Removes all pins.
pub(crate) fn unpin_all(stores: Stores) {
    change(stores, Vec::clear);
}

/// Changes by a person are stored for the next visit; those by a link are not.
fn change(stores: Stores, change: impl FnOnce(&mut Vec<Pin>)) {
    let Stores { scenario, compare, .. } = stores;
    compare.pins.update(change);
    compare.kept_pins.set(String::new());
    storage::keep(&key(scenario.here().rules), &words(stores).join("&"));
}

/// Encodes a readable part of a link: a `/` and its like need no escape after a `#`.
fn encoded(text: &str) -> String {
    const PLAIN: [(&str, &str); 5] = [("2F", "/"), ("3F", "?"), ("3D", "="), ("2C", ","), ("3A", ":")];
    let encoded = String::from(js_sys::encode_uri_component(text));
    let mut parts = encoded.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let plain = PLAIN.iter().find_map(|(code, plain)| Some((*plain, part.strip_prefix(code)?)));
        let (sign, rest) = plain.unwrap_or(("%", part));
        out.push_str(sign);
        out.push_str(rest);
    }
    out
}
