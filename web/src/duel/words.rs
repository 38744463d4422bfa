//! Names and ends of a duel in words, and its opponent.

use crate::actions::opponent::{Back, backs};
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::store::{Refused, ScenarioStore, Stores};
use crate::worker::protocol::Wrong;
use leptos::prelude::*;
use tohit_report::duel::words;
pub(super) use tohit_report::duel::words::{SEEN, ends, name_of_end, wins, within};
use tohit_report::sentence;
use tohit_resolver::{First, Json};

/// The opponent of a duel, by the page's choices.
pub(super) fn opponent(stores: Stores) -> Memo<Option<Back>> {
    let Stores { scenario, duel, .. } = stores;
    Memo::new(move |_| {
        let now = scenario.now.get();
        duel.back(&now, &backs(stores, &now))
    })
}

/// The opponent's scenario with its defaults.
pub(super) fn whole(scenario: ScenarioStore, back: Memo<Option<Back>>) -> Memo<Json> {
    Memo::new(move |_| {
        let now = scenario.now.get();
        let complete = |back: &Back| custom_rules::game(now.rules).complete(&back.document);
        back.with(|back| back.as_ref().map_or(Json::Null, complete))
    })
}

/// Number of bodies of each side, and the hit points of each, as the other side's scenario has them, empty where they are missing; none of a single body.
pub(super) fn bodies(now: &Now, back: &Json) -> [Option<(i64, String)>; 2] {
    words::bodies(&custom_rules::game(now.rules), [&now.asked.document, back])
}

/// Labels of the choices in [`First::ALL`]: each side, then both.
pub(super) fn first_of(names: &[String; 2]) -> [String; First::ALL.len()] {
    let [mine, theirs] = names.each_ref().map(|name| within(name));
    [mine, theirs, "both at once".to_owned()]
}

/// The choice of a place in [`First::ALL`].
pub(super) fn first_at(place: usize) -> First {
    First::ALL.get(place).map(|(_, first)| *first).unwrap_or_default()
}

/// The first move in a sentence, by the place of its choice in [`First::ALL`].
pub(super) fn strikes_first(first: usize, names: &[String; 2]) -> String {
    words::strikes_first(first_at(first), names)
}

/// Names of the attacker and the opponent.
pub(super) fn names(scenario: ScenarioStore, back: Option<Back>) -> [String; 2] {
    let now = scenario.now.get();
    let game = custom_rules::game(now.rules);
    let Some(back) = back else { return [sentence::who(&game, &now.asked.document), String::new()] };
    words::names(&game, [&now.asked.document, &back.document], false)
}

/// The error in the words of the page.
pub(super) fn refused(wrong: &Wrong) -> Refused {
    pub(super) const LACKS: [(&str, &str); 2] =
        [("against.defender.hp", "attacker"), ("defender.hp", "defender")];
    let lacks = |path: &str| wrong.paths.iter().any(|known| known == path);
    // The defender's come first.
    let missing = LACKS.iter().enumerate().rev().find(|(_, (path, _))| lacks(path));
    let says = missing.map_or_else(
        || format!("No duel: {}.", wrong.says),
        |(_, (_, side))| format!("Enter the {side}’s hit points."),
    );
    Refused { says, lacks: missing.map(|(side, _)| side) }
}
