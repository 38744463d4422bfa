//! Actions of a person: each changes several stores of a calculator. All of them end in `show`, which requests the answer.

pub(crate) mod compute;
pub(crate) mod goal;
pub(crate) mod opponent;
pub(crate) mod permalink;
pub(crate) mod pins;
pub(crate) mod roll;
pub(crate) mod sides;
pub(crate) mod study_link;

use crate::actions::sides::{Thing, begun, in_mode, is_turned, sheet, thing};
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::store::Stores;
use crate::worker::lazy;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::picture::spread;
use tohit_report::sentence;
use tohit_resolver::document::{self, mended};
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::study::Extent;
use tohit_resolver::{Json, Ruleset};

/// State of the shown answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The answer of the document.
    Fresh,
    /// The previous answer, while the new one is computed.
    Computing,
    /// The answer of the last valid document.
    Last,
    /// The answer without the invalid fields: no earlier document was valid.
    Mended,
}

impl Stores {
    /// Shows a scenario and its answer.
    pub(crate) fn show(self, now: Arc<Now>) {
        let asked = now.asked.clone();
        self.scenario.now.set(now);
        compute::follow(self, asked);
    }

    /// Rolls with another seed.
    pub(crate) fn throw(self, seed: u64) {
        self.scenario.seed.set(seed);
        roll::follow(self);
    }

    /// Selects the extent.
    pub(crate) fn choose_extent(self, extent: Extent) {
        self.duel.is_wanted.set(extent == Extent::Duel);
        self.scenario.extent.set(extent);
        roll::follow(self);
    }

    /// Changes the document, as an undo step.
    pub(crate) fn edit(self, change: impl FnOnce(&mut Json, &Now)) {
        let now = self.scenario.here();
        let mut document = now.document.clone();
        change(&mut document, &now);
        let then = Now::of(now.rules, document, Some(&now));
        self.scenario.remember(&now, &then.document);
        self.go(Arc::new(then));
    }

    /// Shows the scenario of an action; the pins follow.
    fn go(self, now: Arc<Now>) {
        self.scenario.notice.set(String::new());
        if self.scenario.here().rules.id() != now.rules.id() {
            pins::play(self.compare, now.rules);
        }
        self.show(now);
    }

    /// Undoes or redoes a step.
    pub(crate) fn travel(self, is_back: bool) {
        let now = self.scenario.here();
        let mut found = None;
        self.scenario.history.update(|history| found = history.travel(now, is_back));
        if let Some(found) = found {
            self.go(found);
        }
    }

    /// Enters a value. Another class or race makes another fighter than the example's: the example's folded, hidden fields are removed.
    /// A value of what the mode needs answers its question, even where it equals the default.
    pub(crate) fn set(self, path: &str, value: Json) {
        let asks = self.scenario.asks;
        if asks.get_untracked() && self.scenario.here().lacks().is_some_and(|need| need.has(path)) {
            asks.set(false);
        }
        self.edit(|document, now| {
            if let Some((sheet, "class" | "race" | "species")) = path.rsplit_once('.') {
                now.leave_example(document, sheet, |field| !field.about.group.is_empty());
            }
            document::put(document, &now.complete, path, value);
        });
    }

    /// Changes the ruleset and keeps the fields that it knows. Another game begins with its own example.
    pub(crate) fn play(self, rules: &'static Ruleset, is_other: bool) {
        let now = self.scenario.here();
        if rules.about().id == now.about().id {
            return;
        }
        if is_other {
            return self.open(rules.about().id);
        }
        let then = Now::at(rules, document::by_rules(rules, now.document.clone()));
        self.scenario.remember(&now, &then.document);
        self.go(Arc::new(then));
    }

    /// Resets a field to its preset or default.
    pub(crate) fn put_back(self, path: &str) {
        self.edit(|document, _| {
            document::take(document, path);
        });
    }

    /// Resets a sheet to its presets and defaults.
    pub(crate) fn put_sheet_back(self, sheet: &str) {
        self.edit(|document, now| {
            let ids = document::presets_of(document, sheet);
            document::take(document, sheet);
            document::set_presets(document, &now.complete, sheet, ids);
        });
    }

    /// Adds a preset to a sheet. Another fighter drops the example's own fields.
    pub(crate) fn choose_preset(self, sheet: &str, spec: &'static SheetSpec, id: &str) {
        self.edit(|document, now| {
            let whole = (now.rules, now.mode);
            if !document::is_layered(whole, spec, id) {
                now.leave_example(document, sheet, |_| true);
            }
            document::add_preset(document, &now.complete, whole, (sheet, spec), id);
            if now.about().mode_of(document) != now.mode {
                *document = mended(now.rules, document);
            }
        });
    }

    /// Removes a preset from a sheet.
    pub(crate) fn drop_preset(self, sheet: &str, id: &str) {
        self.edit(|document, now| {
            let mut ids = document::presets_of(document, sheet);
            if ids.first().is_some_and(|first| first == id) {
                now.leave_example(document, sheet, |_| true);
            }
            ids.retain(|known| known != id);
            document::set_presets(document, &now.complete, sheet, ids);
        });
    }

    /// Removes the invalid fields.
    pub(crate) fn mend(self) {
        self.edit(|document, now| *document = mended(now.rules, document));
    }

    /// Moves the sheets and lists the omitted presets. When the sides swap, each keeps its hit points and every other field that
    /// only a defender has.
    pub(crate) fn rearrange(self, turns: bool, into: impl FnOnce(&Now) -> Json) {
        let before = self.scenario.here();
        let (own, many) = if turns { self.duel.turned(&before) } else { Default::default() };
        self.edit(|document, now| {
            *document = into(now);
            let mode = now.about().mode_of(document);
            let struck = sheet(now.rules, mode, "defender");
            for (name, value) in own {
                if struck.is_some_and(|(_, struck)| struck.asked(name, mode).is_some()) {
                    *document.member_mut("defender").member_mut(name) = value;
                }
            }
            // The number of bodies that struck back becomes that of the attackers.
            if let (Some(path), Some(many)) = (now.rules.bodies(mode), many) {
                document::put(document, &Json::Null, &path, many.into());
            }
        });
        if turns {
            self.duel.has_turned(&before, &self.scenario.here());
        }
        let left_out = |module: &lazy::LazyModule| (module.left_out)(&before, &self.scenario.here().document);
        self.scenario.notice.set(lazy::loaded().map_or_else(String::new, left_out));
    }

    /// Begins a new fight under the same rules.
    pub(crate) fn begin(self) {
        let rules = self.scenario.rules_chosen();
        self.scenario.asks.set(true);
        self.edit(|document, now| *document = begun(now, rules));
    }

    /// Changes the mode under the same rules. Fields that the mode lacks are omitted, until a mode that has them returns.
    pub(crate) fn choose_mode(self, mode: &str) {
        let here = self.scenario.here();
        let left = self.scenario.left_in(mode).filter(|left| left.mode != here.mode);
        let turns = is_turned(here.rules, here.mode, mode);
        let rules = self.scenario.rules_chosen();
        self.scenario.asks.set(true);
        self.rearrange(turns, |now| in_mode(now, mode, left.as_deref(), rules));
        if let Some(thing) = self.missing_thing() {
            browser::focus_next(thing.id());
        }
    }

    /// The picker of what the mode needs and nobody has chosen.
    fn missing_thing(self) -> Option<Thing> {
        let now = self.scenario.here();
        now.lacks().and_then(|_| thing(&now))
    }

    /// Focuses the picker of what the mode needs, and opens its list.
    pub(crate) fn choose_thing(self) {
        if let Some(thing) = self.missing_thing() {
            browser::press_next(thing.id());
        }
    }

    /// Sentence with the fighters and the answer.
    pub(crate) fn sentence(self) -> String {
        let game = |now: &Now| custom_rules::game(now.rules);
        self.scenario
            .now
            .with(|now| self.answer.summary.with(|it| sentence::of(&game(now), &now.asked.document, it)))
    }

    /// The chosen extent, or the next smaller one that the answer has.
    pub(crate) fn extent_shown(self) -> Extent {
        let chosen = self.scenario.extent.get();
        let has = |extent: &Extent| match extent {
            _ if self.answer.asks() => false,
            Extent::Duel => self.scenario.now.with(|now| opponent::is_possible(self, now)),
            extent => self.answer.summary.with(|summary| spread(*extent, summary).is_some()),
        };
        let mut smaller =
            Extent::ALL.iter().map(|(_, extent)| *extent).rev().skip_while(|one| *one != chosen);
        smaller.find(has).unwrap_or_default()
    }

    /// State of the shown answer.
    pub(crate) fn standing(self) -> Standing {
        let now = self.scenario.now.get();
        match (now.problems.is_empty(), now.asked.is_mended, self.answer.is_computing.get()) {
            (false, true, _) => Standing::Mended,
            (false, false, _) => Standing::Last,
            (true, _, true) => Standing::Computing,
            (true, _, false) => Standing::Fresh,
        }
    }
}
