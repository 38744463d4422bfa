//! Names, ends and data for sharing of a duel, in words.

use super::DuelSummary;
use crate::share::{Share, ShareRow};
use crate::values::plain;
use crate::{Game, format, is_you, sentence};
use tohit_resolver::{DuelRoll, First, Json};

/// Less likely ends are left out of the words.
pub const SEEN: f64 = 0.0005;

/// Length of the names of a duel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// Without weapons.
    Bare,
    /// With weapons.
    Armed,
    /// With all entries.
    Whole,
}

/// Names of the attacker and the opponent.
#[must_use]
pub fn names(game: &Game, [here, there]: [&Json; 2], naming: Naming) -> [String; 2] {
    let called = |strikes: &Json, struck: &Json| match naming {
        Naming::Bare => sentence::bare(game, strikes),
        Naming::Armed => sentence::who(game, strikes),
        Naming::Whole => sentence::fighter(game, strikes, struck),
    };
    let (mine, theirs) = (called(here, there), called(there, here));
    if mine == theirs && naming == Naming::Bare {
        return names(game, [here, there], Naming::Armed);
    }
    let theirs = match theirs.strip_prefix("The attacker") {
        Some(more) => format!("The defender{more}"),
        None if theirs == mine => "The one who strikes back".to_owned(),
        None => theirs,
    };
    [mine, theirs]
}

/// Number of bodies of each side, and the hit points of each, as the other side's scenario has them, empty
/// where they are missing; none of a single body.
#[must_use]
pub fn bodies(game: &Game, documents: [&Json; 2]) -> [Option<(i64, String)>; 2] {
    let [here, there] = documents.map(|document| game.complete(document));
    let of = |strikes: &Json, struck: &Json| {
        let many = game.rules.attackers(game.rules.about().mode_of(strikes), strikes);
        (many > 1).then(|| (many, struck.at("defender.hp").map(plain).unwrap_or_default()))
    };
    [of(&here, &there), of(&there, &here)]
}

/// The first move in a sentence.
#[must_use]
pub fn strikes_first(first: First, [mine, theirs]: &[String; 2]) -> String {
    let strikes =
        |name: &str| format!("{} strike{} first", within(name), if is_you(name) { "" } else { "s" });
    match first {
        First::Attacker => strikes(mine),
        First::Defender => strikes(theirs),
        First::Together => "both strike at once".to_owned(),
    }
}

/// The end of a rolled duel in a sentence.
#[must_use]
pub fn rolled(duel: &DuelRoll, [mine, theirs]: &[String; 2]) -> String {
    let (fallen, stands) = match &duel.sides {
        [first, second] if second.fell && !first.fell => (theirs, first),
        [first, second] if first.fell && !second.fell => (mine, second),
        _ => return format::sentence(&duel.to_string()),
    };
    let falls = if is_you(fallen) { "fall" } else { "falls" };
    format!("{fallen} {falls} in round {}; hit points left: {}", duel.round, stands.standing())
}

/// The name of an end without a winner.
#[must_use]
pub fn name_of_end(place: usize, duel: &DuelSummary) -> String {
    if place == 2 { "Both fall".to_owned() } else { duel.undecided() }
}

/// The verb of a name.
#[must_use]
pub fn wins(name: &str) -> &'static str {
    if is_you(name) { "win" } else { "wins" }
}

/// A name in the middle of a sentence.
#[must_use]
pub fn within(name: &str) -> String {
    let small = ["The ", "You", "An ", "A ", "Both ", "Undecided ", "Neither "]
        .into_iter()
        .find_map(|word| Some(word.to_ascii_lowercase() + name.strip_prefix(word)?));
    small.unwrap_or_else(|| name.to_owned())
}

/// The ends of a duel with their chances, without those next to 0.
pub fn ends(
    [mine, theirs]: &[String; 2],
    duel: &DuelSummary,
) -> impl Iterator<Item = (usize, (String, f64))> {
    let names = [mine.clone(), theirs.clone(), name_of_end(2, duel), name_of_end(3, duel)];
    names.into_iter().zip(duel.ends).enumerate().filter(|(place, (_, p))| *place < 2 || *p > 1e-9)
}

/// The ends in a sentence, by names of the two, shorter where repeated.
fn says(duel: &DuelSummary, names: &[String; 2], short: &[String; 2]) -> String {
    let end = |(place, (name, p)): (usize, (String, f64))| {
        let name = if place == 0 { name } else { within(&name) };
        let wins = if place < 2 { format!(" {}", wins(&name)) } else { String::new() };
        (place < 2 || p >= SEEN).then(|| format!("{name}{wins} {}", format::percent(p)))
    };
    let ends: Vec<String> = ends(names, duel).filter_map(end).collect();
    let rounds = duel.rounds.map(|rounds| format!(", after {} rounds on average", format::tenths(rounds)));
    let [mine, theirs] = short.each_ref().map(|name| within(name));
    let left = |name: &str, left: Option<f64>| {
        left.map(|left| format!("{} if {name} {}", format::tenths(left), wins(name)))
    };
    let left = [left(&mine, duel.left), left(&theirs, duel.left_of_defender)];
    let left: Vec<String> = left.into_iter().flatten().collect();
    let left = (!left.is_empty()).then(|| format!(" Hit points left on average: {}.", left.join(", ")));
    format!("{}{}.{}", ends.join(", "), rounds.unwrap_or_default(), left.unwrap_or_default())
}

/// The duel's data for sharing, in place of those of its strike; with the fractions of its ends, where they
/// are known.
pub fn share(
    game: &Game,
    documents @ [here, _]: [&Json; 2],
    first: First,
    (duel, exact): (&DuelSummary, Option<&[String; 4]>),
    strike: Share,
) -> Share {
    let [bare, short, long] =
        [Naming::Bare, Naming::Armed, Naming::Whole].map(|naming| names(game, documents, naming));
    let sides = ["attackers", "defenders"].into_iter().zip(bodies(game, documents));
    let bodies = sides.filter_map(|(side, each)| {
        let (many, each) = each?;
        Some(format!(" The {many} {side} have {each} hit points each; they fall one by one."))
    });
    let bodies: String = bodies.collect();
    let row = |(place, (name, chance)): (usize, (String, f64))| ShareRow {
        name: if place < 2 { format!("{name} {}", wins(&name)) } else { name },
        says: format::percent(chance),
        chance,
        fraction: exact.and_then(|exact| exact.get(place)).cloned().unwrap_or_default(),
    };
    let (situation, first) = (sentence::situation(game, here), strikes_first(first, &bare));
    let says = says(duel, &long, &bare) + &bodies;
    let figure = |name: String, number: Option<f64>| Some((name, format::tenths(number?)));
    let left = |name: &str, left| figure(format!("Hit points left if {} {}", within(name), wins(name)), left);
    let [mine, theirs] = &short;
    let figures = [
        figure("Rounds, average".to_owned(), duel.rounds),
        left(mine, duel.left),
        left(theirs, duel.left_of_defender),
    ];
    Share {
        sentence: format!("{} ({situation}{first}; {}).", says.trim_end_matches('.'), strike.rules),
        rows: ends(&short, duel).map(row).collect(),
        figures: figures.into_iter().flatten().collect(),
        picture: None,
        ..strike
    }
}
