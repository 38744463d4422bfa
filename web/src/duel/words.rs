//! Names and ends of a duel in words, and its opponent.

use crate::custom_rules;
use crate::opponent::{Back, backs};
use crate::protocol::Wrong;
use crate::scenario::Now;
use crate::sentence;
use crate::store::{Refused, ScenarioStore, Stores};
use leptos::prelude::*;
use tohit_report::duel::DuelSummary;
use tohit_report::is_you;
use tohit_report::values::plain;
use tohit_resolver::{First, Json};

/// Less likely ends are left out of the words.
pub(super) const SEEN: f64 = 0.0005;

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
    let back = custom_rules::game(now.rules).complete(back);
    let of = |strikes: &Json, struck: &Json| {
        let many = now.rules.attackers(now.about().mode_of(strikes), strikes);
        (many > 1).then(|| (many, struck.at("defender.hp").map(plain).unwrap_or_default()))
    };
    [of(&now.complete, &back), of(&back, &now.complete)]
}

/// Labels of the choices in [`First::ALL`]: each side, then both.
pub(super) fn first_of(names: &[String; 2]) -> [String; First::ALL.len()] {
    let [mine, theirs] = names.each_ref().map(|name| within(name));
    [mine, theirs, "both at once".to_owned()]
}

/// The first move in a sentence, by the place of its choice in [`First::ALL`].
pub(super) fn strikes_first(first: usize, names: &[String; 2]) -> String {
    match names.get(first) {
        Some(name) => format!("{} strike{} first", within(name), if is_you(name) { "" } else { "s" }),
        None => "both strike at once".to_owned(),
    }
}

/// Names of the attacker and the opponent; at length with all their entries.
pub(super) fn names(scenario: ScenarioStore, back: Option<Back>, at_length: bool) -> [String; 2] {
    let now = scenario.now.get();
    let game = custom_rules::game(now.rules);
    let Some(back) = back else { return [sentence::who(&game, &now.asked.document), String::new()] };
    let (here, there) = (&now.asked.document, &back.document);
    let called = |strikes: &Json, struck: &Json| {
        if at_length { sentence::fighter(&game, strikes, struck) } else { sentence::who(&game, strikes) }
    };
    let (mine, theirs) = (called(here, there), called(there, here));
    let theirs = match theirs.strip_prefix("The attacker") {
        Some(more) => format!("The defender{more}"),
        None if theirs == mine => "The one who strikes back".to_owned(),
        None => theirs,
    };
    [mine, theirs]
}

/// The name of an end without a winner.
pub(super) fn name_of_end(place: usize, duel: &DuelSummary) -> String {
    if place == 2 { "Both fall".to_owned() } else { duel.undecided() }
}

pub(super) fn wins(name: &str) -> &'static str {
    if is_you(name) { "win" } else { "wins" }
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

/// A name in the middle of a sentence.
pub(super) fn within(name: &str) -> String {
    let small = ["The ", "You", "An ", "A ", "Both ", "Undecided ", "Neither "]
        .into_iter()
        .find_map(|word| Some(word.to_ascii_lowercase() + name.strip_prefix(word)?));
    small.unwrap_or_else(|| name.to_owned())
}
