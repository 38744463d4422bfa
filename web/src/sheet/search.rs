//! Search of a picker: what is in use, the offers that match what is typed, and what a choice of one does.

use crate::actions::sides::{Kinds, thing};
use crate::model::custom_rules;
use crate::model::kept_characters::Owned;
use crate::model::scenario::Now;
use crate::platform::panels::Panels;
use crate::platform::search;
use crate::store::Stores;
use crate::worker::lazy;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::sentence;
use tohit_resolver::document::{self, is_within, join};
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Json, Preset};

/// The search: its query, and the active option.
#[derive(Clone, Copy)]
pub(super) struct Search {
    pub(super) stores: Stores,
    /// The scenario whose sheet is filled: that of the page, or the reply to it.
    pub(super) now: Signal<Arc<Now>>,
    pub(super) is_reply: bool,
    /// The sheet's path, and the field's id.
    pub(super) sheet: StoredValue<(Arc<str>, String)>,
    pub(super) spec: &'static SheetSpec,
    pub(super) kinds: Kinds,
    pub(super) is_open: RwSignal<bool>,
    /// The typed letters; none before the first.
    pub(super) query: RwSignal<Option<String>>,
    pub(super) active: RwSignal<usize>,
}

/// An option of the list.
#[derive(Clone, PartialEq)]
pub(super) struct Offer {
    pub(super) name: String,
    pub(super) group: String,
    pub(super) note: String,
    pub(super) takes: Takes,
}

#[derive(Clone, PartialEq)]
pub(super) enum Takes {
    Preset(String),
    /// A value of a field: a race, a class.
    Value(String, &'static str),
    /// A preset in use, to be taken away.
    Away(String),
    /// A thing that the character carries.
    Owned(Owned),
    /// A character that this browser keeps, by its number.
    Kept(u32),
}

impl Search {
    pub(super) fn here(self) -> Arc<Now> {
        self.now.get_untracked()
    }

    /// The presets in use, with their names.
    pub(super) fn chosen(self, now: &Now) -> Vec<(String, String)> {
        let Some(target) = self.spec.presets else { return Vec::new() };
        let ids = self.sheet.with_value(|(sheet, _)| document::presets_of(&now.document, sheet));
        let named = |id: String| match now.rules.presets().find(target, &id) {
            Some(preset) => self.offers(now, &preset).then(|| (id, preset.name.to_owned())),
            // An unknown preset is reported, and can be removed.
            None => (self.kinds != Kinds::With).then(|| (id.clone(), id)),
        };
        ids.into_iter().filter_map(named).collect()
    }

    /// Names of the presets in use, or of what the surrounding sheet and the fighter's own presets bring.
    pub(super) fn names(self, now: &Now) -> String {
        let chosen: Vec<String> = self.chosen(now).into_iter().map(|(_, name)| name).collect();
        if !chosen.is_empty() {
            return chosen.join(", ");
        }
        let side = self.sheet.with_value(|(sheet, _)| now.sides().into_iter().find(|side| **side == **sheet));
        // Of the attacker only where his weapon is such a layer, and not where armour is chosen here.
        let is_whole =
            |side| side == "defender" || thing(now).is_some_and(|thing| thing.kinds == Kinds::With);
        match (self.kinds, side) {
            (Kinds::All, _) => self.brought(now).unwrap_or_default(),
            (Kinds::With, Some(side)) if is_whole(side) => {
                format::sentence(&sentence::held(&custom_rules::game(now.rules), &now.document, side))
            }
            _ => String::new(),
        }
    }

    /// Name of the character that was read, where this is its fighter's picker.
    pub(super) fn who(self, now: &Now) -> Option<String> {
        let is_left = self.sheet.with_value(|(sheet, _)| now.sides().first() == Some(&sheet.as_ref()));
        (self.kinds == Kinds::Who && is_left).then(|| self.stores.characters.who(now)).flatten()
    }

    /// True for a thing that is not there: bare hands.
    pub(super) fn is_null(self, now: &Now) -> bool {
        let is_needed =
            || self.sheet.with_value(|(sheet, _)| now.lacks().is_some_and(|need| need.has(sheet)));
        let value = self.sheet.with_value(|(sheet, _)| now.complete.at(sheet).cloned());
        self.kinds == Kinds::All && value == Some(Json::Null) && !is_needed()
    }

    /// The typed letters, in small ones; empty before the first.
    pub(super) fn asked(self) -> String {
        self.query.with(|query| query.as_deref().unwrap_or_default().trim().to_ascii_lowercase())
    }

    /// Names of the presets that the surrounding sheet brings.
    fn brought(self, now: &Now) -> Option<String> {
        let library = now.rules.presets();
        let part = self.sheet.with_value(|(sheet, _)| {
            let list = sheet.rsplit_once('.').map_or("", |(list, _)| list);
            let is_entered = matches!(now.document.at(list), Some(Json::List(_)));
            if is_entered { None } else { document::brought(now.rules, now.form(), &now.document, sheet) }
        })?;
        let ids = document::presets_of(&part, "");
        let name = |id: &String| Some(library.find(self.spec.presets?, id)?.name);
        let names: Vec<&str> = ids.iter().filter_map(name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn offers(self, now: &Now, preset: &Preset) -> bool {
        let is_layer = || document::is_carried(now.rules, now.mode, preset.group);
        match self.kinds {
            Kinds::All => true,
            Kinds::Who => !is_layer(),
            Kinds::With => is_layer(),
        }
    }

    pub(super) fn presets(self, now: &Now) -> impl Iterator<Item = Preset> {
        let mut known: Vec<(&str, bool)> = Vec::new();
        let all = self.spec.presets.into_iter().flat_map(move |target| now.rules.presets().of(target));
        let all: Vec<_> = all
            .filter(|preset| match known.iter().find(|(group, _)| *group == preset.group) {
                Some((_, offers)) => *offers,
                None => {
                    let offers = self.offers(now, preset);
                    known.push((preset.group, offers));
                    offers
                }
            })
            .collect();
        // Presets of another mode come last; among layers, those of this mode first.
        let fits = |preset: &Preset| preset.section("mode").is_none_or(|mode| mode == now.mode);
        let is_own = |preset: &Preset| self.kinds != Kinds::With || preset.section("mode").is_some();
        let (here, elsewhere): (Vec<Preset>, Vec<Preset>) = all.into_iter().partition(fits);
        let (own, others): (Vec<Preset>, Vec<Preset>) = here.into_iter().partition(is_own);
        let elsewhere = if self.is_reply { Vec::new() } else { elsewhere };
        own.into_iter().chain(others).chain(elsewhere)
    }

    /// Presets that a search by name covers.
    fn wide(self) -> Kinds {
        if self.kinds == Kinds::Who { Kinds::All } else { self.kinds }
    }

    /// Matches of the query: names that begin with it, then those with words that do, then those that have it
    /// anywhere, or nearly.
    pub(super) fn found(self) -> Vec<Offer> {
        let now = self.here();
        let query = self.asked();
        let mut found: [Vec<Offer>; 5] = Default::default();
        // A query may name a weapon, too.
        let all = if query.is_empty() { self } else { Self { kinds: self.wide(), ..self } };
        if let (true, Some(first)) = (query.is_empty(), found.first_mut()) {
            first.extend(self.chosen(&now).into_iter().map(|(id, name)| Offer {
                name: format!("Without {name}"),
                group: "In use".to_owned(),
                note: String::new(),
                takes: Takes::Away(id),
            }));
        }
        for offer in self.own(&now) {
            let rank = search::rank(&offer.name, &offer.group, &query);
            if let Some(found) = rank.and_then(|rank| found.get_mut(rank)) {
                found.push(offer);
            }
        }
        let offers = all.presets(&now).map(|preset| Offer {
            name: preset.name.to_owned(),
            group: preset.group.to_owned(),
            note: preset.section("note").unwrap_or_default().to_owned(),
            takes: Takes::Preset(preset.id()),
        });
        let values = if query.is_empty() { Vec::new() } else { self.values(&now) };
        for offer in offers.chain(values) {
            let rank = search::rank(&offer.name, &offer.group, &query);
            if let Some(found) = rank.and_then(|rank| found.get_mut(rank)) {
                found.push(offer);
            }
        }
        found.concat()
    }

    /// Things that the character carries, and the kept characters of the game.
    fn own(self, now: &Now) -> Vec<Offer> {
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        let offer = |name: &str, group: &str, takes| Offer {
            name: name.to_owned(),
            group: group.to_owned(),
            note: String::new(),
            takes,
        };
        let is_left = || now.sides().first().is_some_and(|left| *left == sheet.as_ref());
        if self.kinds == Kinds::Who && is_left() && self.stores.scenario.panels.has(Panels::WHOLE) {
            let kept = lazy::loaded().map(|module| (module.kept)(now.rules)).unwrap_or_default();
            return kept
                .into_iter()
                .map(|(number, name)| offer(&name, "Kept", Takes::Kept(number)))
                .collect();
        }
        // Things of the character fit the reply where the character is struck.
        if self.is_reply && self.stores.scenario.here().asker() != "defender" {
            return Vec::new();
        }
        let mine = untrack(|| self.stores.characters.mine_for(now, &sheet));
        mine.into_iter().map(|thing| offer(&thing.name.clone(), "Yours", Takes::Owned(thing))).collect()
    }

    /// The values of the sheet's own choices: races, classes, kinds.
    fn values(self, now: &Now) -> Vec<Offer> {
        if self.kinds != Kinds::Who {
            return Vec::new();
        }
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        let mut values = Vec::new();
        for field in self.spec.used(now.mode) {
            let (Shape::Choice(variants), "") = (field.shape.inner(), field.about.group) else { continue };
            values.extend(variants.iter().map(|variant| Offer {
                name: format::sentence(&variant.label()),
                group: field.about.label.to_owned(),
                note: String::new(),
                takes: Takes::Value(join(&sheet, field.name), variant.name),
            }));
        }
        values
    }

    pub(super) fn take(self, offer: &Offer) {
        let sheet = self.sheet.with_value(|(sheet, _)| sheet.clone());
        match &offer.takes {
            Takes::Away(id) if self.is_reply => {
                self.stores.edit_reply(|reply| reply.without_preset(&sheet, id));
            }
            Takes::Away(id) => self.stores.drop_preset(&sheet, id),
            Takes::Value(path, value) => self.stores.set(path, Json::from(*value)),
            Takes::Owned(thing) if self.is_reply => self.stores.edit_reply(|reply| thing.given(reply)),
            Takes::Owned(thing) => self.stores.step(thing.given(&self.here())),
            Takes::Kept(number) => {
                if let Some(module) = lazy::loaded() {
                    (module.choose_kept)(self.stores, *number);
                }
            }
            // A thing that is held stays as it is, with its plus.
            Takes::Preset(_) if self.names(&self.here()) == offer.name => {}
            Takes::Preset(id) => {
                let (sheet, spec) = self.around(&sheet, id).unwrap_or((sheet.to_string(), self.spec));
                if self.is_reply {
                    self.stores.edit_reply(|reply| reply.with_preset(&sheet, spec, id));
                } else {
                    self.stores.choose_preset(&sheet, spec, id);
                }
            }
        }
    }

    /// The sheet around a part, where it has a preset of that name that fills more than the part: a weapon
    /// comes with its bonus to hit.
    fn around(self, sheet: &str, id: &str) -> Option<(String, &'static SheetSpec)> {
        let now = self.here();
        let (around, _) = sheet.rsplit_once('.')?;
        let spec = document::sheet_of(now.form().field(around)?.shape)?;
        document::is_layered((now.rules, now.mode), spec, id).then(|| (around.to_owned(), spec))
    }

    /// Figures of a preset that help to choose.
    pub(super) fn figures(self, offer: &Offer) -> String {
        let Takes::Preset(id) = &offer.takes else { return String::new() };
        let now = self.here();
        let preset = self.spec.presets.and_then(|target| now.rules.presets().find(target, id));
        let hint = |preset: Preset| Some((lazy::loaded()?.preset_hint)(&preset, self.spec, now.mode));
        preset.and_then(hint).unwrap_or_default()
    }

    /// The problem with a preset's name.
    pub(super) fn problem(self, now: &Now) -> String {
        if self.kinds == Kinds::With {
            return String::new();
        }
        let path = self.sheet.with_value(|(sheet, _)| join(sheet, "preset"));
        let here = now.problems.iter().find(|problem| is_within(&problem.path, &path));
        here.map_or(String::new(), |problem| format!("{}.", format::sentence(&problem.message)))
    }
}
