//! Names and ends of a duel in words, and its reply.

use crate::actions::opponent;
use crate::actions::sides::sheet;
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::store::{Refused, ScenarioStore};
use crate::worker::protocol::Wrong;
use leptos::prelude::*;
use tohit_report::duel::words;
pub(super) use tohit_report::duel::words::{Naming, SEEN, ends, name_of_end, wins, within};
use tohit_report::sentence;
use tohit_resolver::{First, Json};

/// The scenario in which the struck fighter strikes back; null where nobody does.
pub(super) fn reply(scenario: ScenarioStore) -> Memo<Json> {
    Memo::new(move |_| scenario.now.with(|now| opponent::both(now).map_or(Json::Null, |[_, back]| back)))
}

/// The reply with its defaults.
pub(super) fn whole(scenario: ScenarioStore, reply: Memo<Json>) -> Memo<Json> {
    Memo::new(move |_| {
        let game = scenario.now.with(|now| custom_rules::game(now.rules));
        reply.with(|reply| if *reply == Json::Null { Json::Null } else { game.complete(reply) })
    })
}

/// Number of bodies of each side, and the hit points of each, as the other side's scenario has them, empty
/// where they are missing; none of a single body.
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
pub(super) fn names(scenario: ScenarioStore, reply: &Json, naming: Naming) -> [String; 2] {
    let now = scenario.now.get();
    let game = custom_rules::game(now.rules);
    if *reply == Json::Null {
        return [sentence::who(&game, &now.asked.document), String::new()];
    }
    words::names(&game, [&now.asked.document, reply], naming)
}

/// A side's hit points, by the label of its sheet: "your hit points", "the monster’s hit points".
pub(super) fn points_of(now: &Now, side: &str) -> String {
    let label = sheet(now.rules, now.mode, side).map_or(side, |(label, _)| label).to_lowercase();
    if label == "you" { "your hit points".to_owned() } else { format!("the {label}’s hit points") }
}

/// The error in the words of the page.
pub(super) fn refused(now: &Now, wrong: &Wrong) -> Refused {
    const LACKS: [(&str, &str); 2] = [("against.defender.hp", "attacker"), ("defender.hp", "defender")];
    let lacks = |path: &str| wrong.paths.iter().any(|known| known == path);
    // The defender's come first.
    let missing = LACKS.iter().enumerate().rev().find(|(_, (path, _))| lacks(path));
    let says = missing.map_or_else(
        || format!("No duel: {}.", wrong.says),
        |(_, (_, side))| format!("Enter {}.", points_of(now, side)),
    );
    Refused { says, lacks: missing.map(|(side, _)| side) }
}
