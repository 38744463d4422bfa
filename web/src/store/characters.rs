//! Character store: the panel for what a game writes about a character, and what was read from it.

use crate::model::kept_characters::Owned;
use crate::model::scenario::Now;
use crate::platform::requests::Requests;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_import::{Character, Screen};

/// Result of reading a text.
#[derive(Clone, Default)]
pub(crate) enum Reading {
    #[default]
    Nothing,
    /// Reason for a refusal, as a sentence.
    Wrong(String),
    /// A character of a game.
    Read(Arc<ReadCharacter>),
    /// Lines of a game's screen, compared with the fight.
    Screen(Arc<Screen>),
    /// A kept character, under its name.
    Chosen(String, Arc<Before>),
}

/// A character that was read.
pub(crate) struct ReadCharacter {
    pub(crate) character: Character,
    pub(crate) before: Arc<Before>,
}

/// The page before a character came: undo brings it back.
pub(crate) struct Before {
    pub(crate) link: String,
    pub(crate) now: Arc<Now>,
}

/// Name of the character, and the things that it carries.
#[derive(Default)]
pub(crate) struct Mine {
    /// Id of the ruleset.
    pub(crate) ruleset: &'static str,
    pub(crate) who: String,
    pub(crate) things: Vec<Owned>,
}

/// The character of the left fighter.
#[derive(Clone, Copy)]
pub(crate) struct CharacterStore {
    pub(crate) is_open: RwSignal<bool>,
    pub(crate) reading: RwSignal<Reading>,
    /// Paths of the fields that the text left open.
    pub(crate) left: RwSignal<Arc<Vec<String>>>,
    pub(crate) mine: RwSignal<Arc<Mine>>,
    /// Requests to read or show one.
    pub(crate) requests: Requests,
}

impl CharacterStore {
    pub(super) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            reading: RwSignal::default(),
            left: RwSignal::default(),
            mine: RwSignal::default(),
            requests: Requests::new(),
        }
    }

    /// Things that the character carries for a field, such as `attacker.weapon`; tracked.
    pub(crate) fn mine_for(self, now: &Now, path: &str) -> Vec<Owned> {
        self.mine.with(|mine| {
            let fits = |thing: &&Owned| mine.ruleset == now.rules.id() && thing.path == path;
            mine.things.iter().filter(fits).cloned().collect()
        })
    }

    /// True where a sheet has the entries of a thing that the character carries: its plus, its brand.
    pub(crate) fn is_mine_in(self, now: &Now, sheet: &str) -> bool {
        let mine = untrack(|| self.mine_for(now, sheet));
        mine.iter().any(|thing| thing.given(now).complete == now.complete)
    }

    /// Name of the character that fights at the left of a scenario; tracked.
    pub(crate) fn who(self, now: &Now) -> Option<String> {
        self.mine.with(|mine| {
            Some(&mine.who).filter(|who| mine.ruleset == now.rules.id() && !who.is_empty()).cloned()
        })
    }

    /// Puts a thing among those of the left fighter.
    pub(crate) fn add(self, now: &Now, thing: Owned) {
        self.mine.update(|mine| {
            let is_here = mine.ruleset == now.rules.id();
            let who = if is_here { mine.who.clone() } else { String::new() };
            let mut things = if is_here { mine.things.clone() } else { Vec::new() };
            things.push(thing);
            *mine = Arc::new(Mine { ruleset: now.rules.id(), who, things });
        });
    }

    /// Takes a thing away.
    pub(crate) fn drop_thing(self, thing: &Owned) {
        self.mine.update(|mine| {
            let things = mine.things.iter().filter(|known| *known != thing).cloned().collect();
            *mine = Arc::new(Mine { ruleset: mine.ruleset, who: mine.who.clone(), things });
        });
    }

    /// Another fighter takes the character's place: its things stay at hand, without its skills.
    pub(crate) fn leave(self) {
        self.left.set(Arc::default());
        self.mine.update(|mine| {
            let Mine { ruleset, things, .. } = mine.as_ref();
            let things = things.iter().map(|thing| Owned { beside: Vec::new(), ..thing.clone() }).collect();
            *mine = Arc::new(Mine { ruleset, who: String::new(), things });
        });
    }

    /// Forgets what was read: the fields have no marks, the pickers no things.
    pub(crate) fn forget(self) {
        self.reading.set(Reading::Nothing);
        self.left.set(Arc::default());
        self.mine.set(Arc::default());
    }
}
