//! Scenario: the entered document, and its derived values, without an answer.

use crate::model::link;
use std::sync::Arc;
use tohit_resolver::document::{self, Facts, complete, mended};
use tohit_resolver::fight::Fight;
use tohit_resolver::sheet::{Field, SheetSpec, Variant};
use tohit_resolver::{AboutRules, Json, Need, Problem, Ruleset};

/// Path of the rules' field.
pub(crate) const RULES: &str = "situation.rules";

/// A document and its derived values.
pub(crate) struct Now {
    /// The two fighters, with all that was entered about them.
    pub(crate) fight: Fight<'static>,
    /// Entered document: the fight in its mode.
    pub(crate) document: Json,
    pub(crate) rules: &'static Ruleset,
    pub(crate) mode: &'static str,
    /// The complete scenario; wrong fields have defaults.
    pub(crate) complete: Json,
    pub(crate) problems: Vec<Problem>,
    /// The complete scenario of the presets alone: the reset values.
    pub(crate) base: Json,
    /// Valid document of answer and log.
    pub(crate) asked: Arc<Asked>,
}

/// Valid document.
pub(crate) struct Asked {
    pub(crate) document: Json,
    pub(crate) rules: &'static Ruleset,
    /// True where the document is wrong and no earlier one of this mode was valid: wrong fields are left out.
    pub(crate) is_mended: bool,
}

impl Now {
    /// Derives the scenario of a fight. Where it is invalid, the answer is that of `before`, if it has the
    /// same mode.
    pub(crate) fn of_fight(fight: Fight<'static>, before: Option<&Self>) -> Self {
        let document = fight.scenario();
        Self::derived(fight, document, before)
    }

    fn derived(fight: Fight<'static>, document: Json, before: Option<&Self>) -> Self {
        let (rules, mode) = (fight.rules(), fight.mode());
        let (whole, problems) = complete(rules, &document);
        let (base, _) = complete(rules, &document::presets_only(&document));
        let good = |document: Json, is_mended| Arc::new(Asked { document, rules, is_mended });
        let asked = match before.filter(|before| before.mode == mode && before.rules.id() == rules.id()) {
            _ if problems.is_empty() => good(document.clone(), false),
            Some(before) if !before.asked.is_mended => before.asked.clone(),
            _ => good(mended(rules, &document), true),
        };
        Self { fight, document, rules, mode, complete: whole, problems, base, asked }
    }

    /// The scenario after an edit of its document; redundant entries go.
    pub(crate) fn edited(&self, mut document: Json) -> Self {
        let rules = self.rules;
        let fight = self.fight.with(&document);
        let (whole, problems) = complete(rules, &document);
        let (base, _) = complete(rules, &document::presets_only(&document));
        let (bare, _) = complete(rules, &document::bare(&document));
        let form = rules.form(fight.mode());
        Facts { form, complete: &whole, base: &base, bare: &bare, problems: &problems }.tidy(&mut document);
        Self::derived(fight.kept(&document), document, Some(self))
    }

    /// The scenario after a change of its document.
    pub(crate) fn changed(&self, change: impl FnOnce(&mut Json)) -> Self {
        let mut document = self.document.clone();
        change(&mut document);
        self.edited(document)
    }

    /// The scenario without the entries of a sheet.
    pub(crate) fn without(&self, sheet: &str) -> Self {
        self.changed(|document| {
            document::take(document, sheet);
        })
    }

    /// The scenario with a preset added to a sheet. Another fighter drops the example's own fields.
    pub(crate) fn with_preset(&self, sheet: &str, spec: &'static SheetSpec, id: &str) -> Self {
        let whole = (self.rules, self.mode);
        self.changed(|document| {
            if !document::is_layered(whole, spec, id) {
                self.leave_example(document, sheet, |_| true);
            }
            document::add_preset(document, &self.complete, whole, (sheet, spec), id);
        })
    }

    /// The scenario without a preset of a sheet.
    pub(crate) fn without_preset(&self, sheet: &str, id: &str) -> Self {
        self.changed(|document| {
            let mut ids = document::presets_of(document, sheet);
            if ids.first().is_some_and(|first| first == id) {
                self.leave_example(document, sheet, |_| true);
            }
            ids.retain(|known| known != id);
            document::set_presets(document, &self.complete, sheet, ids);
        })
    }

    /// The scenario in which the struck fighter strikes back; it may lack a choice.
    pub(crate) fn reply(&self) -> Option<Self> {
        self.fight.reply_document().map(|document| Self::at(self.rules, document))
    }

    /// A scenario beside the one that the page shows.
    pub(crate) fn at(rules: &'static Ruleset, document: Json) -> Self {
        Self::derived(Fight::of(rules, &document), document, None)
    }

    /// The scenario of a link, whose pairs `others` tell what other modes have.
    pub(crate) fn opened(rules: &'static Ruleset, document: Json, others: &str, is_duel: bool) -> Self {
        let mut now = Self::at(rules, document);
        now.fight = now.fight.opened(others, is_duel);
        now
    }

    /// The empty document of the mode, with these rules.
    pub(crate) fn begun(&self, rules: Option<Json>) -> Json {
        let mut document =
            [("ruleset", self.about().id.into()), ("mode", self.mode.into())].into_iter().collect();
        if let Some(rules) = rules {
            document::put(&mut document, &Json::Null, RULES, rules);
        }
        mended(self.rules, &document)
    }

    /// The description of the ruleset.
    pub(crate) fn about(&self) -> &'static AboutRules {
        self.rules.about()
    }

    /// Side of the player: the defender, where the player is struck, or else the attacker.
    pub(crate) fn asker(&self) -> &'static str {
        if self.rules.player_defends(self.mode) { "defender" } else { "attacker" }
    }

    /// Sides of the fighters at the left and at the right: the player stands at the left, or who strikes.
    pub(crate) fn sides(&self) -> [&'static str; 2] {
        match self.asker() {
            "defender" => ["defender", "attacker"],
            _ => ["attacker", "defender"],
        }
    }

    /// The fields of the mode.
    pub(crate) fn form(&self) -> &'static SheetSpec {
        self.rules.form(self.mode)
    }

    /// Ruleset and mode: the set of fields.
    pub(crate) fn place(&self) -> String {
        format!("{}/{}", self.about().id, self.mode)
    }

    /// The choice that the mode needs and that nobody has made.
    pub(crate) fn lacks(&self) -> Option<Need> {
        document::lacks(self.rules, &self.asked.document)
    }

    /// True where only the rules are entered.
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

    /// True for the ruleset's own example.
    pub(crate) fn is_example(&self) -> bool {
        link::read(self.rules, self.about().example).is_ok_and(|example| example.document == self.document)
    }

    /// Removes entries of a sheet that equal the example's, in the fields of `leaves`; the presets stay.
    pub(crate) fn leave_example(&self, document: &mut Json, sheet: &str, leaves: fn(&Field) -> bool) {
        let Ok(example) = link::read(self.rules, self.about().example) else { return };
        let spec = self.form().field(sheet).and_then(|field| document::sheet_of(field.shape));
        if let (Some(Json::Object(said)), Some(spec)) = (example.document.at(sheet), spec) {
            let said = said.iter().filter(|(name, _)| spec.field(name).is_some_and(leaves)).cloned();
            document::take_what_is_same(document, sheet, &Json::Object(said.collect()));
        }
    }
}

/// Rules of the mode.
pub(crate) fn rules_of(now: &Now) -> &'static [Variant] {
    tohit_resolver::rules_of(now.rules, now.mode)
}

/// True for the present rules.
pub(crate) fn is_now(now: &Now, variant: &Variant) -> bool {
    now.complete.at(RULES) == Some(&variant.name.into())
}

/// True where the mode has rules.
pub(crate) fn has_rules(now: &Now) -> bool {
    !rules_of(now).is_empty()
}

#[cfg(test)]
mod tests;
