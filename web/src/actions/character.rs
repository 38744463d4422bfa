//! Characters: what a game writes about one becomes the left fighter, as does a kept one.

use crate::model::custom_rules::game;
use crate::model::kept_characters::{KeptCharacter, Owned};
use crate::model::presets;
use crate::model::scenario::Now;
use crate::platform::requests::Request;
use crate::platform::storage;
use crate::store::{Before, Mine, ReadCharacter, Reading, Stores};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::summary::{Summary, resolve};
use tohit_resolver::fight::Fight;
use tohit_resolver::{Ruleset, ruleset};

impl Stores {
    /// Reads what a game wrote about a character, or the file of a kept one, and shows it in the fight.
    /// A text that came later takes its place, even where the rules of this one are fetched more slowly.
    pub(crate) async fn read_character(self, request: Request, bytes: Vec<u8>) {
        let kept = core::str::from_utf8(&bytes).ok().and_then(|text| KeptCharacter::parse(0, text));
        let read = match kept {
            Some(kept) => self.choose_character(request, kept).await,
            None => self.take_character(request, &bytes).await,
        };
        let Err(why) = read else { return };
        if !request.is_latest() {
            return;
        }
        // A line of the game's screen is no character: its figures are compared with the fight at hand.
        self.characters.reading.set(match tohit_import::screen(&bytes, &self.scenario.here().fight) {
            Ok(screen) => Reading::Screen(Arc::new(screen)),
            Err(_) => Reading::Wrong(format!("{}.", format::sentence(&why))),
        });
    }

    async fn take_character(self, request: Request, bytes: &[u8]) -> Result<(), String> {
        let id = tohit_import::ruleset_of(bytes)?;
        let rules = ruleset(id).ok_or("the rules of this game are not here")?;
        presets::fetch(rules).await?;
        if !request.is_latest() {
            return Ok(());
        }
        let character = tohit_import::read(bytes)?;
        let things = character.carried.iter().map(|thing| Owned {
            path: thing.path.to_owned(),
            name: thing.name.clone(),
            entries: thing.entries.clone(),
            beside: thing.beside.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect(),
        });
        let left = character.left.iter().map(|field| field.path.clone()).collect();
        let things = things.collect();
        let before = self.bring(rules, |fight| character.onto(fight));
        let who = format::sentence(&character.who);
        self.characters.mine.set(Arc::new(Mine { ruleset: rules.id(), who, things }));
        self.characters.left.set(Arc::new(left));
        self.characters.reading.set(Reading::Read(Arc::new(ReadCharacter { character, before })));
        Ok(())
    }

    /// Shows a kept character in the fight.
    ///
    /// # Errors
    /// A sentence: the rules of its game cannot be fetched.
    pub(crate) async fn choose_character(self, request: Request, kept: KeptCharacter) -> Result<(), String> {
        presets::fetch(kept.rules).await?;
        if !request.is_latest() {
            return Ok(());
        }
        let before = self.bring(kept.rules, |fight| kept.onto(fight));
        self.characters.forget();
        let mine = Mine { ruleset: kept.rules.id(), who: kept.name.clone(), things: kept.things };
        self.characters.mine.set(Arc::new(mine));
        self.characters.reading.set(Reading::Chosen(kept.name, before));
        Ok(())
    }

    /// Changes the fight of a game; another game begins with its example, whose opponent stays.
    fn bring(self, rules: &'static Ruleset, onto: impl Fn(&Fight<'static>) -> Fight<'static>) -> Arc<Before> {
        let now = self.scenario.here();
        let before = Before { link: self.link(), now: now.clone() };
        if now.rules.id() != rules.id() {
            storage::leave(now.about().id, &before.link);
            self.open(rules.about().id);
        }
        self.scenario.asks.set(false);
        self.change(onto(&self.scenario.here().fight));
        Arc::new(before)
    }

    /// Shows the page as it was before the character came.
    pub(crate) fn without_character(self, before: &Before) {
        if before.now.rules.id() == self.scenario.here().rules.id() {
            self.change(before.now.fight.clone());
        } else {
            self.open(&before.link);
        }
        self.characters.forget();
    }
}

/// The answer of a scenario with a thing of the character; none where the rules refuse it.
pub(crate) fn with_owned(now: &Now, thing: &Owned) -> Option<Summary> {
    let mut document = now.asked.document.clone();
    thing.put(&mut document, &now.complete);
    resolve(&game(now.rules), &document).ok()
}
