//! Typed and opened texts: reading, keeping and playing them; replacing one, and the way back.

use super::begin;
use super::book::{Book, PAUSE, filled, texts_of, without_base};
use crate::model::custom_rules;
use crate::model::games;
use crate::model::margin::{Fault, Part};
use crate::model::presets;
use crate::rulebook::link as rules_link;
use crate::store::Tab;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::HashSet;
use tohit_resolver::Ruleset;
use tohit_resolver::text::Bundle;

type Rules = &'static Ruleset;

/// Number of lines from which a text is another one when half of them are gone.
const FEW_LINES: usize = 6;

/// What an undo brings back.
#[derive(Clone)]
pub(super) enum Replaced {
    /// A text, the link of its scenario, and its place among the games.
    Text { bundle: Bundle, link: String, place: games::GamePlace },
    /// The text that is played, in the place of one that was restored and does not read.
    Played,
    /// A game that was removed.
    Game(Box<games::OwnGame>),
}

/// True for another game, and false for an edit of this one: title and more differ, or half of the lines are
/// gone.
fn is_other(before: &str, after: &str) -> bool {
    let body =
        |text: &str| text.lines().filter(|line| !line.starts_with("rules ")).collect::<Vec<_>>().join("\n");
    if Ruleset::title(before) != Ruleset::title(after) && body(before) != body(after) {
        return true;
    }
    let lines = |text| str::lines(text).map(str::trim).filter(|line| !line.is_empty());
    let known: HashSet<&str> = lines(after).collect();
    let (count, kept) = (lines(before).count(), lines(before).filter(|line| known.contains(line)).count());
    count >= FEW_LINES && 2 * kept < count
}

impl Book {
    /// Takes the text that was typed or pasted into the field.
    pub(super) fn enter(self, text: String) {
        let part = self.part.get_untracked();
        let before = self.bundle.get_untracked();
        let mut bundle = before.clone();
        // A text with all three parts may be pasted.
        let pasted = Bundle::parse(&text);
        let is_pasted = part == Part::Rules && pasted.rules != text;
        if is_pasted {
            bundle = pasted;
        } else {
            *bundle.part_mut(part.file()) = text;
        }
        if part == Part::Rules {
            // An emptied field is on its way to another text.
            let last = match self.before.get_untracked() {
                Some(Replaced::Text { bundle, .. }) if before.rules.trim().is_empty() => bundle,
                _ => before,
            };
            let is_empty = bundle.rules.trim().is_empty();
            if is_empty || is_other(&last.rules, &bundle.rules) {
                if self.bundle.with_untracked(|now| !now.rules.trim().is_empty()) {
                    self.remember();
                }
                games::put(games::GamePlace::New);
                // Another game has no words and presets of this one.
                if !is_empty && !is_pasted && bundle.words == last.words {
                    bundle.words.clear();
                }
                if !is_empty && !is_pasted && bundle.presets == last.presets {
                    bundle.presets.clear();
                }
            }
        }
        self.take(bundle);
        if is_pasted {
            self.fill();
        }
    }

    /// Remembers the present text for an undo.
    fn remember(self) {
        let stores = self.stores;
        let (id, link) = (stores.scenario.here().rules.id(), untrack(|| stores.link()));
        let link = format!("{id}{}", games::scenario_of(&link));
        let bundle = self.bundle.get_untracked();
        self.before.set(Some(Replaced::Text { bundle, link, place: games::place() }));
    }

    /// Plays another text. The one before comes back by an undo.
    pub(super) fn replace(self, bundle: Bundle) {
        self.remember();
        games::put(games::GamePlace::New);
        self.part.set(Part::Rules);
        self.show(bundle.clone());
        self.take(bundle);
    }

    /// Brings back what was replaced.
    pub(super) fn undo(self) {
        let stores = self.stores;
        let Some(before) = self.before.get_untracked() else { return };
        self.before.set(None);
        self.says.set(String::new());
        self.later.forget();
        match before {
            Replaced::Text { bundle, link, place } => {
                games::flush();
                stores.open(&link);
                self.typed.set_value(stores.scenario.here().rules.id());
                games::put(place);
                self.show(bundle.clone());
                if bundle != untrack(|| texts_of(stores.scenario.here().rules)) {
                    self.take(bundle);
                }
            }
            Replaced::Played => {
                let rules = stores.scenario.here().rules;
                games::put(games::GamePlace::New);
                self.show(untrack(|| texts_of(rules)));
            }
            Replaced::Game(game) => {
                games::restore(&game);
            }
        }
    }

    /// Shows the texts of rules that were opened, or the text of their game as it was typed.
    pub(super) fn open(self, rules: Rules) {
        self.typed.set_value("");
        self.before.set(None);
        self.says.set(String::new());
        let texts = texts_of(rules);
        let kept = games::opened(rules).map(|kept| filled(kept, rules));
        let is_first = self.bundle.with_untracked(|before| before.rules.is_empty());
        match kept.filter(|kept| *kept != texts) {
            Some(kept) => {
                self.is_changing.set(true);
                self.show(kept.clone());
                self.read_soon(kept, 0);
                self.before.set(Some(Replaced::Played));
                self.says.set("This is your text as you left it.".to_owned());
            }
            None if self.bundle.with_untracked(|before| *before != texts) => {
                self.awaits_strike.set_value(is_first);
                self.show(texts);
            }
            None => {}
        }
    }

    /// Keeps a typed or loaded text, and plays it if valid.
    pub(super) fn take(self, bundle: Bundle) {
        self.says.set(String::new());
        self.bundle.set(bundle.clone());
        let (own, base) = self.stripped(&bundle);
        let rules = self.stores.scenario.here().rules;
        let is_kept = games::present().is_some();
        if base.is_some_and(|base| is_text_of(&own, base)) {
            games::untyped(rules);
        } else if is_kept || !(own.rules.trim().is_empty() || begin::is_first(&own)) {
            games::typed(rules, base, own);
        }
        self.read_soon(bundle, PAUSE);
    }

    fn read_soon(self, bundle: Bundle, pause: u64) {
        self.later.run(pause, move || {
            games::flush();
            spawn_local(self.read(bundle));
        });
    }

    /// A text without the words and presets of the ruleset before; and its base.
    fn stripped(self, bundle: &Bundle) -> (Bundle, Option<Rules>) {
        let rules = self.stores.scenario.here().rules;
        let before = custom_rules::of(rules).map_or(Some(rules), |own| tohit_resolver::ruleset(own.base));
        // Another game has no part of this one.
        let own = before.map_or_else(|| bundle.clone(), |before| without_base(bundle.clone(), before));
        (own, custom_rules::base_of(rules, &bundle.rules))
    }

    /// Reads a text, and plays it if valid.
    async fn read(self, bundle: Bundle) {
        let stores = self.stores;
        let is_other = stores.scenario.here().rules.own_title() != Ruleset::title(&bundle.rules);
        let (own, base) = self.stripped(&bundle);
        if let Some(base) = base {
            // Without it the same text counts as a changed one.
            let _ = presets::fetch_text(base).await;
        }
        let read = match base.filter(|base| is_text_of(&own, base)) {
            Some(base) => Ok(base),
            None => rules_link::bring(&own, base).await,
        };
        let is_of_words = |fault: &Fault| fault.part == Part::Words;
        let (read, wrong) = match read {
            // Words that do not fit, such as those of another game, keep no good rules from being played.
            Err(wrong) if !own.words.is_empty() && wrong.iter().all(is_of_words) => {
                let plain = Bundle { words: String::new(), ..own };
                (rules_link::bring(&plain, base).await.ok(), wrong)
            }
            Err(wrong) => (None, wrong),
            Ok(rules) => (Some(rules), Vec::new()),
        };
        // A text that was typed meanwhile is read later.
        if self.bundle.try_with_untracked(|now| *now == bundle) != Some(true) {
            return;
        }
        self.wrong.set(wrong);
        let Some(rules) = read else { return };
        if matches!(self.before.get_untracked(), Some(Replaced::Played)) {
            self.before.set(None);
            self.says.set(String::new());
        }
        self.typed.set_value(rules.id());
        games::plays(rules);
        // The text of another game that becomes a custom game is edited on in its own tab.
        if custom_rules::is_game(rules) && !custom_rules::is_game(stores.scenario.here().rules) {
            stores.tab.set(Tab::Rules);
        }
        stores.play(rules, is_other);
    }
}

/// True where a text is that of a ruleset of the program.
fn is_text_of(own: &Bundle, base: Rules) -> bool {
    base.source() == own.rules && own.words.is_empty() && own.presets.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "rules 1 \"Yard\"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 < 9\n  end hit lose d8\n";

    #[test]
    fn another_game_is_no_edit_of_this_one() {
        let edits = [
            GAME.replace("Yard", "Field"),
            GAME.replace("\n  ", "\n    "),
            GAME.replace("d8", "d10"),
            format!("{GAME}show kill\n"),
            GAME.replace("rules 1 \"Yard\"", "rules 1"),
        ];
        for edit in edits {
            assert!(!is_other(GAME, &edit), "{edit}");
        }
        for other in
            ["r", "rules 1 \"Field\"\nendings\n  miss: miss\n", "rules 1 \"Yard\"\nendings\n  hit: hit\n"]
        {
            assert!(is_other(GAME, other), "{other}");
        }
        // A text that grows from nothing is one game.
        assert!(!is_other("r", "ru") && !is_other("rules 1 \"A", "rules 1 \"AB"));
    }
}
