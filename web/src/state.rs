//! What the page knows: the document that was entered, and everything that follows from it.

use crate::answer::{Answers, Duels};
use crate::compute;
use crate::custom_rules;
use crate::document::{self, Facts, complete, is_within, mended};
use crate::duel::Duel;
use crate::erased;
use crate::extent;
use crate::history::History;
use crate::link::{self, Link};
use crate::panels::Panels;
use crate::pins::{self, Pin};
use crate::sentence;
use crate::story::{self, Story};
use crate::studies::FieldHintState;
use crate::summary::{Fractions, Summary};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::sheet::{Field, SheetSpec};
use tohit_resolver::study::{Extent, parted};
use tohit_resolver::{AboutRules, Json, Problem, Ruleset};

/// A document and what follows from it.
pub(crate) struct Now {
    /// What was entered.
    pub(crate) document: Json,
    pub(crate) rules: &'static Ruleset,
    pub(crate) mode: &'static str,
    /// The whole scenario; a wrong field has its default.
    pub(crate) complete: Json,
    pub(crate) problems: Vec<Problem>,
    /// The whole scenario of the presets alone: what fields are put back to.
    pub(crate) base: Json,
    /// The good document that answer and log belong to.
    pub(crate) asked: Arc<Asked>,
}

/// A good document.
pub(crate) struct Asked {
    pub(crate) document: Json,
    pub(crate) rules: &'static Ruleset,
    /// The entered document is wrong, and there was no good one before in this mode: what is wrong is left out.
    is_mended: bool,
}

/// How the answer that is shown stands to the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is its answer.
    Fresh,
    /// Its answer is being computed; the one before is shown.
    Computing,
    /// The document is wrong; the last good one is shown.
    Last,
    /// The document is wrong, and there was none before: what is wrong is left out.
    Mended,
}

/// The exact fractions, on demand.
#[derive(Clone)]
pub(crate) enum Exact {
    Off,
    Computing,
    Known(Arc<Fractions>),
    Refused(String),
}

/// All that the page shows follows from these. In an article each calculator has its own.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    pub(crate) now: RwSignal<Arc<Now>>,
    /// Which dice the log shows.
    pub(crate) seed: RwSignal<u64>,
    /// How much of a fight is looked at.
    pub(crate) extent: RwSignal<Extent>,
    pub(crate) duel: Duel,
    /// What was wrong with the link.
    pub(crate) notice: RwSignal<String>,
    /// The link that could not be opened, to be tried again; none where it is empty.
    pub(crate) again: RwSignal<String>,
    /// The help of the field at hand.
    pub(crate) help: RwSignal<String>,
    /// What is shown of the answer.
    pub(crate) summary: RwSignal<Arc<Summary>>,
    /// The rolled example.
    pub(crate) story: RwSignal<Arc<Story>>,
    pub(crate) is_computing: RwSignal<bool>,
    pub(crate) exact: RwSignal<Exact>,
    /// How often a link was opened: what is half typed then is dropped.
    pub(crate) opened: RwSignal<usize>,
    /// What was entered before, and what was taken back.
    pub(crate) history: RwSignal<History>,
    /// The scenarios that are kept to be compared.
    pub(crate) pins: RwSignal<Vec<Pin>>,
    /// Pins of an earlier visit, as a link says them: shown when a person asks for them.
    pub(crate) kept_pins: RwSignal<String>,
    /// Whether the scenario is shown under every value of its rules, in place of the pins.
    pub(crate) by_rules: RwSignal<bool>,
    /// What a link asks beside its scenario: the words of a study. None is asked where it is empty.
    pub(crate) study: RwSignal<String>,
    /// What is asked of every field.
    pub(crate) gutter: FieldHintState,
    /// What is shown.
    pub(crate) panels: Panels,
    /// The paths of the fields that are shown, with commas; none stands for all.
    pub(crate) fields: RwSignal<String>,
    pub(crate) asking: compute::Asking,
    /// The answers of the scenarios beside the present one.
    pub(crate) columns: Answers,
    pub(crate) column_duels: Duels,
}

impl Now {
    /// Out of a document that was changed, what says nothing is left.
    fn of(rules: &'static Ruleset, mut document: Json, before: Option<&Self>) -> Self {
        let mode = rules.about().mode_of(&document);
        let (whole, problems) = complete(rules, &document);
        let (base, _) = complete(rules, &document::presets_only(&document));
        if before.is_some() {
            let form = rules.form(mode);
            let (bare, _) = complete(rules, &document::bare(&document));
            let facts = Facts { form, complete: &whole, base: &base, bare: &bare, problems: &problems };
            facts.tidy(&mut document);
        }
        let good = |document: Json, is_mended| Arc::new(Asked { document, rules, is_mended });
        let asked = match before.filter(|before| before.mode == mode) {
            _ if problems.is_empty() => good(document.clone(), false),
            Some(before) => before.asked.clone(),
            None => good(mended(rules, &document), true),
        };
        Self { document, rules, mode, complete: whole, problems, base, asked }
    }

    /// A scenario beside the one that the page shows.
    pub(crate) fn at(rules: &'static Ruleset, document: Json) -> Self {
        Self::of(rules, document, None)
    }

    /// The description of the ruleset.
    pub(crate) fn about(&self) -> &'static AboutRules {
        self.rules.about()
    }

    /// Whose sheet is that of who asks: the player, if that is the one who is struck, or else the attacker.
    pub(crate) fn asker(&self) -> &'static str {
        if self.rules.player_defends(self.mode) { "defender" } else { "attacker" }
    }

    /// The fields of the mode.
    pub(crate) fn form(&self) -> &'static SheetSpec {
        self.rules.form(self.mode)
    }

    /// Ruleset and mode: which fields there are.
    pub(crate) fn place(&self) -> String {
        format!("{}/{}", self.about().id, self.mode)
    }

    /// Whether nothing is entered but the rules.
    pub(crate) fn is_empty(&self) -> bool {
        let Json::Object(entries) = &self.document else { return true };
        let is_around = |(name, value): &(String, Json)| match name.as_str() {
            "ruleset" | "mode" => true,
            "situation" => {
                matches!(value, Json::Object(inside) if inside.iter().all(|(name, _)| name == "rules"))
            }
            _ => false,
        };
        entries.iter().all(is_around)
    }

    /// Whether this is the ruleset's own example.
    pub(crate) fn is_example(&self) -> bool {
        link::read(self.rules, self.about().example).is_ok_and(|example| example.document == self.document)
    }

    /// True where the document is one of the ruleset's first fights.
    pub(crate) fn is_fight(&self) -> bool {
        let is_this = |link: &str| link::read(self.rules, link).is_ok_and(|it| it.document == self.document);
        self.about().fights.iter().any(|(_, link)| is_this(link))
    }

    /// Takes out of a sheet what stands in such fields as the ruleset's own example has it, but its presets.
    fn leave_example(&self, document: &mut Json, sheet: &str, leaves: fn(&Field) -> bool) {
        let Ok(example) = link::read(self.rules, self.about().example) else { return };
        let spec = self.form().field(sheet).and_then(|field| document::sheet_of(field.shape));
        if let (Some(Json::Object(said)), Some(spec)) = (example.document.at(sheet), spec) {
            let said = said.iter().filter(|(name, _)| spec.field(name).is_some_and(leaves)).cloned();
            document::take_what_is_same(document, sheet, &Json::Object(said.collect()));
        }
    }
}

impl Page {
    /// The page of a ruleset, at its defaults.
    pub(crate) fn new(rules: &'static Ruleset, panels: Panels, fields: String) -> Self {
        Self {
            now: RwSignal::new(Arc::new(Now::of(rules, Json::Object(Vec::new()), None))),
            seed: RwSignal::new(link::FIRST),
            extent: RwSignal::default(),
            duel: Duel::new(),
            notice: RwSignal::default(),
            again: RwSignal::default(),
            help: RwSignal::default(),
            summary: RwSignal::default(),
            story: RwSignal::default(),
            is_computing: RwSignal::new(false),
            exact: RwSignal::new(Exact::Off),
            opened: RwSignal::new(0),
            history: RwSignal::default(),
            pins: RwSignal::default(),
            kept_pins: RwSignal::default(),
            by_rules: RwSignal::new(false),
            study: RwSignal::default(),
            gutter: FieldHintState::new(),
            panels,
            fields: RwSignal::new(fields),
            asking: compute::Asking::new(),
            columns: Answers::default(),
            column_duels: Duels::default(),
        }
    }

    /// What follows from the document, for those who want to know when it changes.
    pub(crate) fn now(self) -> Arc<Now> {
        self.now.get()
    }

    /// The same, for those who do something with it once.
    pub(crate) fn here(self) -> Arc<Now> {
        self.now.get_untracked()
    }

    /// Part of a view that is made anew for another ruleset or mode.
    pub(crate) fn in_place<V: IntoView + 'static>(
        self,
        view: impl Fn(String) -> V + Send + 'static,
    ) -> Box<dyn Fn() -> AnyView + Send> {
        erased::changed(move || self.now.with(|now| now.place()), view)
    }

    /// Who fights whom, and the answer.
    pub(crate) fn sentence(self) -> String {
        let game = |now: &Now| custom_rules::game(now.rules);
        self.now.with(|now| self.summary.with(|it| sentence::of(&game(now), &now.asked.document, it)))
    }

    /// One of the fractions; empty where it is not known, or was not asked for.
    pub(crate) fn fraction(self, which: impl FnOnce(&Fractions) -> Option<&String>) -> String {
        self.exact.with(|exact| match exact {
            Exact::Known(fractions) => which(fractions).cloned().unwrap_or_default(),
            _ => String::new(),
        })
    }

    /// Whether it is a tool: nothing is struck, and nothing could be more or less.
    pub(crate) fn is_tool(self) -> bool {
        self.does_none() && self.summary.with(|summary| summary.hit.is_none())
    }

    /// Whether no damage is done, or none is known.
    pub(crate) fn does_none(self) -> bool {
        self.summary.with(|summary| summary.damage.is_none())
    }

    /// Shows a document and what follows from it.
    pub(crate) fn show(self, now: Arc<Now>) {
        let asked = now.asked.clone();
        self.now.set(now);
        compute::follow(self, asked);
    }

    /// Throws other dice.
    pub(crate) fn throw(self, seed: u64) {
        self.seed.set(seed);
        story::follow(self);
    }

    /// Opens a link; an empty one, or the ruleset alone, is the ruleset's example. One that names no ruleset leaves the example, and says what is wrong.
    /// The ruleset is here by then.
    pub(crate) fn open(self, text: &str) {
        let rules = link::rules_of(text).unwrap_or_else(|| self.here().rules);
        let example = || link::read(rules, rules.about().example);
        let (text, compared) = pins::taken(text);
        let (text, study) = parted(rules, &text);
        let study = self.gutter.take(&study);
        let said = extent::said(&study);
        let study = if said.is_some() { String::new() } else { study };
        let (link, notice) = match if text.is_empty() || text == rules.about().id {
            example()
        } else {
            link::read(rules, &text)
        } {
            Ok(link) => (link, String::new()),
            Err(problem) => {
                let instead = example().unwrap_or(Link {
                    document: Json::Object(Vec::new()),
                    seed: link::FIRST,
                    extent: Extent::Strike,
                });
                let says = problem.to_string().replace("ruleset: ", "");
                (
                    instead,
                    format!("This link names an unknown game: {says}. Here is an example in its place."),
                )
            }
        };
        self.opened.update(|opened| *opened = opened.wrapping_add(1));
        self.notice.set(notice);
        self.again.set(String::new());
        self.seed.set(link.seed);
        let (extent, first, against) = said.unwrap_or((link.extent, 0, String::new()));
        self.extent.set(extent);
        self.history.set(History::default());
        self.show(Arc::new(Now::of(rules, link.document, None)));
        pins::show(self, rules, &compared);
        self.duel.take(self, first, &against);
        self.study.set(study);
    }

    /// Says why what was asked for is not here, if it is not.
    pub(crate) fn lost(self, why: String) {
        if !why.is_empty() {
            self.notice.set(why);
        }
    }

    /// Whether an editor chose the fields that are shown.
    pub(crate) fn shows_few(self) -> bool {
        self.fields.with_untracked(|fields| !fields.is_empty())
    }

    /// Whether a field, or something in it, is shown.
    pub(crate) fn shows(self, path: &str) -> bool {
        let is_here = |field: &str| field.is_empty() || is_within(field, path) || is_within(path, field);
        self.fields.with_untracked(|fields| fields.split(',').any(is_here))
    }

    /// The permalink of all that is shown.
    pub(crate) fn link(self) -> String {
        let now = self.here();
        let link = link::write(now.rules, &now.document, self.seed.get_untracked());
        let link = self.gutter.added(&extent::added(&link, self), self);
        custom_rules::added(pins::added(&link, self), now.rules)
    }

    /// Whoever runs this runs again when the permalink changes.
    pub(crate) fn track_link(self) {
        self.now.track();
        self.seed.track();
        self.extent.track();
        self.duel.track();
        self.gutter.track();
        self.pins.track();
        self.by_rules.track();
    }

    /// Changes the document.
    pub(crate) fn edit(self, change: impl FnOnce(&mut Json, &Now)) {
        let now = self.here();
        let mut document = now.document.clone();
        change(&mut document, &now);
        let then = Now::of(now.rules, document, Some(&now));
        self.remember(&now, &then.document);
        self.go(Arc::new(then));
    }

    /// Shows where a person goes on from here; the pins go along.
    pub(crate) fn go(self, now: Arc<Now>) {
        self.notice.set(String::new());
        if self.here().rules.id() != now.rules.id() {
            pins::play(self, now.rules);
        }
        self.show(now);
    }

    /// Enters a value. Another class or race is another fighter than the example's: what of that one is folded away, and so not seen, goes.
    pub(crate) fn set(self, path: &str, value: Json) {
        self.edit(|document, now| {
            if let Some((sheet, "class" | "race" | "species")) = path.rsplit_once('.') {
                now.leave_example(document, sheet, |field| !field.about.group.is_empty());
            }
            document::put(document, &now.complete, path, value);
        });
    }

    /// Plays by other rules: what they know of the scenario stays. Another game begins with its own example.
    pub(crate) fn play(self, rules: &'static Ruleset, is_other: bool) {
        let now = self.here();
        if rules.about().id == now.about().id {
            return;
        }
        if is_other {
            return self.open(rules.about().id);
        }
        let then = Now::of(rules, document::by_rules(rules, now.document.clone()), None);
        self.remember(&now, &then.document);
        self.go(Arc::new(then));
    }

    /// Puts a field back to its preset or default.
    pub(crate) fn put_back(self, path: &str) {
        self.edit(|document, _| {
            document::take(document, path);
        });
    }

    /// Puts a whole sheet back to its presets and defaults.
    pub(crate) fn put_sheet_back(self, sheet: &str) {
        self.edit(|document, now| {
            let ids = document::presets_of(document, sheet);
            document::take(document, sheet);
            document::set_presets(document, &now.complete, sheet, ids);
        });
    }

    /// Fills a sheet from one preset more. Whoever comes brings nothing of the example's own fighter along.
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

    /// Fills a sheet from one preset less.
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

    /// Leaves out what is wrong with the document.
    pub(crate) fn mend(self) {
        self.edit(|document, now| *document = mended(now.rules, document));
    }

    /// How the answer that is shown stands to the document.
    pub(crate) fn standing(self) -> Standing {
        let now = self.now();
        match (now.problems.is_empty(), now.asked.is_mended, self.is_computing.get()) {
            (false, true, _) => Standing::Mended,
            (false, false, _) => Standing::Last,
            (true, _, true) => Standing::Computing,
            (true, _, false) => Standing::Fresh,
        }
    }

    /// Whether what is shown is not the answer to what is entered.
    pub(crate) fn is_stale(self) -> bool {
        !self.now().problems.is_empty()
    }
}

#[cfg(test)]
mod tests;
