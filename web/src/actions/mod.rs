//! Actions of a person: each changes several stores of a calculator. All of them end in `show`, which
//! requests the answer.

pub(crate) mod character;
pub(crate) mod compute;
pub(crate) mod goal;
pub(crate) mod opponent;
pub(crate) mod permalink;
pub(crate) mod pins;
pub(crate) mod roll;
pub(crate) mod sides;
pub(crate) mod study_link;

use crate::actions::sides::{SheetThing, TARGETING, first_cells, has_points, thing};
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::store::{Stores, Tab};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::picture::spread;
use tohit_report::sentence;
use tohit_resolver::Extent;
use tohit_resolver::document;
use tohit_resolver::fight::Fight;
use tohit_resolver::sheet::SheetSpec;
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

    /// The extent that the mode shows first.
    pub(crate) fn usual_extent(self) -> Extent {
        self.scenario.now.with_untracked(|now| now.about().extent(now.mode))
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
        self.step(now.changed(|document| change(document, &now)));
    }

    /// Shows another scenario, as an undo step.
    pub(crate) fn step(self, then: Now) {
        self.scenario.remember(&self.scenario.here(), &then);
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
        self.scenario.history.update(|history| found = history.travel(now.clone(), is_back));
        if let Some(found) = found {
            let is_turned = found.sides() != now.sides();
            self.go(found);
            if is_turned {
                self.duel.turn();
            }
        }
    }

    /// Enters a value. Another class or race makes another fighter than the example's: the example's folded,
    /// hidden fields are removed. A value of what the mode needs answers its question, even where it equals
    /// the default.
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
        self.step(Now::of_fight(now.fight.under(rules), None));
    }

    /// Opens the tab of a phone that has the field at a path.
    pub(crate) fn open_tab_of(self, path: &str) {
        let side = path.split('.').next().unwrap_or_default();
        let is_left = self.scenario.here().sides().first() == Some(&side);
        self.tab.set(if is_left { Tab::Left } else { Tab::Right });
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

    /// Adds a preset to a sheet. Another fighter has the usual things of its kind.
    pub(crate) fn choose_preset(self, sheet: &str, spec: &'static SheetSpec, id: &str) {
        let now = self.scenario.here();
        let preset = spec.presets.and_then(|target| now.rules.presets().find(target, id));
        // A thing of another mode is used there.
        if let Some(mode) = preset.and_then(|preset| preset.section("mode")).filter(|mode| *mode != now.mode)
        {
            self.choose_mode(mode);
        }
        let now = self.scenario.here();
        if now.sides().first() == Some(&sheet) && !document::is_layered((now.rules, now.mode), spec, id) {
            self.characters.leave();
        }
        let before = document::presets_of(&now.document, sheet);
        let then = match self.characters.is_mine_in(&now, sheet) {
            true => now.without(sheet).with_preset(sheet, spec, id),
            false => now.with_preset(sheet, spec, id),
        };
        self.change(then.fight.with_usual_things(sheet, &before));
    }

    /// Removes a preset from a sheet.
    pub(crate) fn drop_preset(self, sheet: &str, id: &str) {
        self.step(self.scenario.here().without_preset(sheet, id));
    }

    /// Removes the invalid fields.
    pub(crate) fn mend(self) {
        self.edit(|document, now| *document = document::mended(now.rules, document));
    }

    /// Shows another state of the fight, as an undo step.
    pub(crate) fn change(self, fight: Fight<'static>) {
        let now = self.scenario.here();
        self.step(Now::of_fight(fight, Some(&now)));
    }

    /// Exchanges the fighters.
    pub(crate) fn swap(self) {
        self.change(self.scenario.here().fight.swapped());
        self.duel.turn();
    }

    /// Selects the mode in which the struck fighter strikes back.
    pub(crate) fn choose_reply(self, mode: &str) {
        self.change(self.scenario.here().fight.answered_in(mode));
    }

    /// Looks at the strikes of the other fighter.
    pub(crate) fn turn_round(self) {
        let fight = &self.scenario.here().fight;
        match fight.reply_mode() {
            _ if fight.can_swap() => self.swap(),
            Some(mode) => self.choose_mode(mode),
            None => {}
        }
    }

    /// Begins a new fight under the same rules.
    pub(crate) fn begin(self) {
        let rules = self.scenario.rules_chosen();
        self.characters.forget();
        self.scenario.asks.set(true);
        let now = self.scenario.here();
        self.change(Fight::of(now.rules, &now.begun(rules)));
    }

    /// Changes the mode: the same fighters, of whom one does something else.
    pub(crate) fn choose_mode(self, mode: &str) {
        let here = self.scenario.here();
        let mut fight = here.fight.in_mode(mode);
        if mode == TARGETING && fight.scenario().get(mode).is_none() {
            let mut document = fight.scenario();
            *document.member_mut(mode) = first_cells();
            fight = fight.with(&document);
        }
        self.scenario.asks.set(true);
        self.change(fight);
        // The first strike belongs to a person, not to a side.
        if here.sides() != self.scenario.here().sides() {
            self.duel.turn();
        }
        if let Some(thing) = self.missing_thing() {
            browser::focus_next(thing.id());
        }
    }

    /// The picker of what the mode needs and nobody has chosen.
    pub(crate) fn missing_thing(self) -> Option<SheetThing> {
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
            Extent::Duel => self.scenario.now.with(|now| has_points(now.rules, now.mode)),
            extent => self.answer.summary.with(|summary| spread(*extent, summary).is_some()),
        };
        let mut smaller =
            Extent::ALL.iter().map(|(_, extent)| *extent).rev().skip_while(|one| *one != chosen);
        smaller.find(has).unwrap_or_default()
    }

    /// State of the shown answer.
    pub(crate) fn standing(self) -> Standing {
        let now = self.scenario.now.get();
        let is_duel = self.extent_shown() == Extent::Duel && self.duel.is_computing.get();
        match (now.problems.is_empty(), now.asked.is_mended, is_duel || self.answer.is_computing.get()) {
            (false, true, _) => Standing::Mended,
            (false, false, _) => Standing::Last,
            (true, _, true) => Standing::Computing,
            (true, _, false) => Standing::Fresh,
        }
    }
}
