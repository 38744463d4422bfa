//! Who wins, if the defender strikes back: with the sides in each other's places, as one of the pins says, or as a link does.

mod headline;
mod panel;

pub(crate) use headline::DuelHeadline;
pub(crate) use panel::{DuelPanel, line, share};

use crate::document::presets_of;
use crate::edits::{can_swap, in_mode, is_turned, sheet, swapped};
use crate::state::{Now, Page};
use leptos::prelude::*;
use tohit_report::duel::DuelSummary;
use tohit_report::values::plain;
use tohit_resolver::sheet::{Field, Shape};
use tohit_resolver::{First, Json, Mode, document_of_link, encode, to_link};

/// What is chosen of a duel.
#[derive(Clone, Copy)]
pub(crate) struct Duel {
    /// Which of those who may strike back does.
    chosen: RwSignal<usize>,
    /// Who strikes first.
    begins: RwSignal<usize>,
    /// What the attacker has only where it is struck, its hit points or its armour class, as it was entered: the fields of the defender's sheet by their names.
    /// With whose it is: another attacker has others.
    own: RwSignal<(String, Vec<(&'static str, String)>)>,
    /// Who strikes back by a link, where that is none whom the page knows; empty where it is.
    linked: RwSignal<String>,
    /// What came of it.
    pub(crate) came: RwSignal<Came>,
    /// Whether somebody has just asked for it, and may be asked what is missing.
    pub(crate) is_wanted: RwSignal<bool>,
}

/// How the defender strikes back.
#[derive(Clone, Debug, PartialEq)]
struct Back {
    name: String,
    document: Json,
}

impl Back {
    /// With what was entered of whom it strikes.
    fn with(mut self, now: &Now, own: &[(&'static str, String)]) -> Self {
        let mode = now.about().mode_of(&self.document);
        for field in own_of_attacker(now, mode) {
            if let Some((_, value)) = own.iter().find(|(name, _)| *name == field.name) {
                *self.document.member_mut("defender").member_mut(field.name) = typed(value);
            }
        }
        self
    }
}

/// What came of it, or why nothing did.
pub(crate) type Came = Option<Result<DuelSummary, Refused>>;

/// Why there is no duel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refused {
    says: String,
    /// The side whose hit points are missing, in the order of the names.
    lacks: Option<usize>,
}

impl Duel {
    pub(crate) fn new() -> Self {
        Self {
            chosen: RwSignal::new(0),
            begins: RwSignal::new(0),
            own: RwSignal::default(),
            linked: RwSignal::default(),
            came: RwSignal::default(),
            is_wanted: RwSignal::new(false),
        }
    }

    /// Whoever runs this runs again when something else is chosen.
    pub(crate) fn track(self) {
        self.chosen.track();
        self.begins.track();
        self.own.track();
    }

    /// Takes what a link says: who strikes first, and back.
    pub(crate) fn take(self, page: Page, first: usize, against: &str) {
        self.begins.set(first);
        self.chosen.set(0);
        self.own.set(Default::default());
        self.linked.set(String::new());
        if against.is_empty() {
            return;
        }
        let now = page.here();
        let document = document_of_link(now.rules, against);
        let own = entered(&now, now.about().mode_of(&document), &document);
        let link = to_link(now.rules, &document);
        let is_it = |back: Back| to_link(now.rules, &back.with(&now, &own).document) == link;
        match untrack(|| backs(page, &now)).into_iter().position(is_it) {
            Some(place) => self.chosen.set(place),
            None => self.linked.set(link),
        }
        self.own.set((attacker(&now), own));
    }

    /// What was entered of the attacker, where it is struck.
    fn own(self, now: &Now) -> Vec<(&'static str, String)> {
        self.own.with(|(whose, own)| if *whose == attacker(now) { own.clone() } else { Vec::new() })
    }

    /// Enters a field of it; nothing takes it away.
    fn enter(self, now: &Now, name: &'static str, value: &str) {
        let mut own = untrack(|| self.own(now));
        own.retain(|(known, _)| *known != name);
        if !value.trim().is_empty() {
            own.push((name, value.to_owned()));
        }
        self.own.set((attacker(now), own));
    }

    /// The sides are about to change places: what was entered of the attacker goes into the sheet that the defender has then.
    pub(crate) fn turned(self, now: &Now) -> Vec<(&'static str, Json)> {
        untrack(|| self.own(now)).into_iter().map(|(name, value)| (name, typed(&value))).collect()
    }

    /// They have: the attacker was the defender.
    pub(crate) fn has_turned(self, before: &Now, now: &Now) {
        self.own.set((attacker(now), entered(now, before.mode, &before.document)));
    }

    /// Who strikes back.
    fn back(self, now: &Now, all: &[Back]) -> Option<Back> {
        let back = all.get(self.chosen.get()).or(all.first())?.clone();
        Some(back.with(now, &self.own(now)))
    }
}

/// The numbers that the attacker has only where it is struck: those of the other mode's defender that stand in plain sight and in no sheet of an attacker.
fn own_of_attacker(now: &Now, other: &str) -> Vec<&'static Field> {
    let attacker = sheet(now.rules, now.mode, "attacker");
    let is_own = |field: &&Field| {
        matches!(field.shape.inner(), Shape::Int { .. } | Shape::Num { .. })
            && field.about.group.is_empty()
            && attacker.is_none_or(|(_, attacker)| attacker.asked(field.name, now.mode).is_none())
    };
    let struck = sheet(now.rules, other, "defender");
    struck.into_iter().flat_map(|(_, struck)| struck.used(other)).filter(is_own).collect()
}

/// What a scenario enters of that.
fn entered(now: &Now, other: &str, document: &Json) -> Vec<(&'static str, String)> {
    let value = |field: &Field| Some((field.name, plain(document.get("defender")?.get(field.name)?)));
    own_of_attacker(now, other).into_iter().filter_map(value).collect()
}

/// Who the attacker is: the sheet and who fills it.
fn attacker(now: &Now) -> String {
    let label = now.form().field("attacker").map_or("", |field| field.about.label);
    let who = presets_of(&now.document, "attacker");
    format!("{label} {}", who.first().map_or("", String::as_str))
}

/// A number as it was typed; what is none is as wrong there as in a sheet.
fn typed(text: &str) -> Json {
    let text = text.trim();
    text.parse::<i64>().map_or_else(|_| text.into(), Json::from)
}

/// The sentence in place of a duel, where there is none: what is missing or wrong, and nothing while it is computed.
pub(crate) fn refusal(page: Page) -> Option<String> {
    page.duel.came.with(|came| match came {
        None => Some(String::new()),
        Some(Ok(_)) => None,
        Some(Err(refused)) => Some(refused.says.clone()),
    })
}

/// The duel of the page, where it is known.
pub(crate) fn came(page: Page) -> Option<DuelSummary> {
    page.duel.came.with(|came| came.as_ref()?.as_ref().ok().cloned())
}

/// The chance that the attacker wins, where it is known.
pub(crate) fn wins(page: Page) -> Option<f64> {
    page.duel.came.with(|came| Some(came.as_ref()?.as_ref().ok()?.ends[0]))
}

/// The question of a duel, as the worker is asked: both scenarios, and the place of the first to strike in [`First::ALL`].
pub(crate) fn question(page: Page, now: &Now) -> Option<(Json, usize)> {
    let back = page.duel.back(now, &backs(page, now))?.document;
    let both = [("mine", now.asked.document.clone()), ("back", back)].into_iter().collect();
    Some((both, page.duel.begins.get()))
}

/// How the other side strikes back, and which strikes first.
pub(crate) fn other(page: Page, now: &Now) -> Option<(Json, First)> {
    let (_, first) = First::ALL.get(page.duel.begins.get())?;
    Some((page.duel.back(now, &backs(page, now))?.document, *first))
}

/// What links say of the duel of the page, beside its scenario.
pub(crate) fn words(page: Page) -> String {
    let (duel, now) = (page.duel, page.now.get());
    let first = First::ALL.get(duel.begins.get()).map_or("", |(name, _)| name);
    let back = duel.back(&now, &backs(page, &now));
    let against = back.map(|back| format!("&against={}", encode(&to_link(now.rules, &back.document))));
    format!("extent=duel&first={first}{}", against.unwrap_or_default())
}

/// The modes of their own in which the other side strikes.
fn turned(now: &Now) -> impl Iterator<Item = &'static Mode> {
    now.about().modes.iter().filter(|mode| is_turned(now.rules, now.mode, mode.id))
}

/// Whether anybody may strike back.
pub(crate) fn is_possible(page: Page, now: &Now) -> bool {
    let (is_linked, is_pinned) = (!page.duel.linked.with(String::is_empty), !page.pins.with(Vec::is_empty));
    is_linked || is_pinned || can_swap(now) || turned(now).next().is_some()
}

/// Everybody who may strike back.
fn backs(page: Page, now: &Now) -> Vec<Back> {
    let linked = page.duel.linked.get();
    let linked = (!linked.is_empty()).then(|| Back {
        name: "as the link says".to_owned(),
        document: document_of_link(now.rules, &linked),
    });
    let swapped = can_swap(now).then(|| Back { name: "the defender".to_owned(), document: swapped(now) });
    let turned = turned(now)
        .map(|mode| Back { name: mode.label.to_owned(), document: in_mode(now, mode.id, None, None) });
    let pins = page.pins.get();
    let pinned =
        pins.iter().map(|pin| Back { name: format!("“{}”", pin.name), document: pin.document.clone() });
    linked.into_iter().chain(swapped).chain(turned).chain(pinned).collect()
}
