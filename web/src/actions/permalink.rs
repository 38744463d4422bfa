//! The permalink of a calculator: opening and writing.

use crate::actions::opponent;
use crate::actions::pins;
use crate::actions::study_link;
use crate::model::custom_rules;
use crate::model::history::History;
use crate::model::link::{self, PageLink, with};
use crate::model::scenario::Now;
use crate::platform::panels::Panels;
use crate::store::Stores;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Extent;
use tohit_resolver::Json;
use tohit_resolver::study::parted;

/// The link with the extent.
fn added(link: &str, stores: Stores) -> String {
    let usual = stores.usual_extent();
    match stores.scenario.extent.get_untracked() {
        extent if extent == usual => link.to_owned(),
        Extent::Duel => with(link, &opponent::words(stores)),
        extent => with(link, &format!("extent={}", extent.name())),
    }
}

impl Stores {
    /// Opens a link. An empty link or a ruleset alone opens the ruleset's example; a link without a known
    /// ruleset does so with a notice. The ruleset's files are loaded before. A link is answered as it stands.
    pub(crate) fn open(self, text: &str) {
        self.open_again(text, false);
    }

    /// Opens a link; where it `asks`, a missing choice of the mode is asked for, as when the mode was chosen.
    pub(crate) fn open_again(self, text: &str, asks: bool) {
        let scenario = self.scenario;
        let rules = link::rules_of(text).unwrap_or_else(|| scenario.here().rules);
        let example = || link::read(rules, rules.about().example);
        let (text, compared) = pins::taken(text);
        let (text, study) = parted(rules, &text);
        let (others, study) = study_link::fighters(&study);
        let study = study_link::take(self.studies, &study);
        let said = study_link::said(&study);
        let study = if said.is_some() { String::new() } else { study };
        let (link, notice) = match if text.is_empty() || text == rules.about().id {
            example()
        } else {
            link::read(rules, &text)
        } {
            Ok(link) => (link, String::new()),
            Err(problem) => {
                let instead = example().unwrap_or(PageLink {
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
        let (extent, first) = said.map_or((link.extent, None), |(extent, first)| (extent, Some(first)));
        let now = Arc::new(Now::opened(rules, link.document, &others, extent == Extent::Duel));
        // The left fighter strikes first, in whatever mode one begins.
        let usual_first = usize::from(now.asker() == "defender");
        let question =
            now.lacks().filter(|_| !asks && notice.is_empty() && scenario.panels.has(Panels::WHOLE));
        let notice = question.map_or(notice, |need| {
            format!("{} Nothing is chosen; the odds are for the fields as they stand.", need.asks)
        });
        scenario.asks.set(asks);
        self.characters.leave();
        scenario.opened.update(|opened| *opened = opened.wrapping_add(1));
        scenario.notice.set(notice);
        scenario.again.set(String::new());
        scenario.seed.set(link.seed);
        scenario.extent.set(extent);
        scenario.history.set(History::default());
        self.show(now);
        pins::show(self, rules, &compared);
        // A link of a duel without a word about it means the attacker.
        let unsaid = if extent == Extent::Duel { 0 } else { usual_first };
        self.duel.begins.set(first.unwrap_or(unsaid));
        self.studies.words.set(study);
    }

    /// The permalink of the calculator.
    pub(crate) fn link(self) -> String {
        let now = self.scenario.here();
        let link = link::write(now.rules, &now.document, self.scenario.seed.get_untracked());
        let others = now.fight.pairs(self.scenario.extent.get_untracked() == Extent::Duel);
        let link = study_link::added(&added(&with(&link, &others), self), self);
        custom_rules::added(pins::added(&link, self), now.rules)
    }

    /// Tracks the permalink.
    pub(crate) fn track_link(self) {
        self.scenario.now.track();
        self.scenario.seed.track();
        self.scenario.extent.track();
        self.duel.begins.track();
        self.studies.track();
        self.compare.pins.track();
        self.compare.by_rules.track();
    }
}
