//! Summary of a duel: from exact odds, or from many throws.

pub mod words;

use crate::Game;
use crate::format;
use crate::summary::{mostly, resolve};
use serde::{Deserialize, Serialize};
use tohit_resolver::{First, Json, Problem, Spread};

/// Summary of a duel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DuelSummary {
    /// Chances that the attacker wins, the defender wins, both fall, and both stand at the end of the list. A
    /// possible outcome is above 0, an uncertain one below 1.
    pub ends: [f64; 4],
    /// Mean number of rounds; none where the duel may never end.
    pub rounds: Option<f64>,
    /// The 0.9 quantile of the rounds; none where it lies beyond the list.
    pub mostly: Option<i64>,
    /// Number of rounds in the list; none where neither side can hurt the other, and the duel never ends.
    pub followed: Option<i64>,
    /// The attacker's mean hit points left, given that it wins; none where it cannot win.
    pub left: Option<f64>,
    /// The defender's mean hit points left, given that it wins; none where it cannot win.
    pub left_of_defender: Option<f64>,
    /// Mean rounds that each side needs against a passive opponent: the attacker, then the defender.
    pub alone: [Option<f64>; 2],
}

impl DuelSummary {
    /// The end in which both stand, in words.
    #[must_use]
    pub fn undecided(&self) -> String {
        self.followed.map_or_else(
            || "Neither ever falls".to_owned(),
            |rounds| format!("Undecided after {} rounds", format::whole(rounds)),
        )
    }
}

/// Summary of a duel: the attacker of the first document against that of the second.
pub fn duel(game: &Game, documents: [&Json; 2], first: First) -> Result<DuelSummary, Vec<Problem>> {
    let duel = game.rules.duel::<f64>(documents, first)?;
    /// A chance below this is written as a rounding error would be.
    const SEEN: f64 = 1e-6;
    /// A chance nearer to 1 than this is written as certain.
    const UNSURE: f64 = 1e-12;
    let [win, lose, both, standing] = duel.ends;
    let is_over = standing < 1e-9;
    // A side that fell has 0 left, so the overall mean is the mean given a win, times the chance of a win.
    let left = |left: &Spread<f64>, wins: f64| (is_over && wins > SEEN).then(|| left.mean() / wins);
    let [mine, theirs] = &duel.left;
    let alone = |document: &Json| resolve(game, document).ok()?.fight.and_then(|fight| fight.normal_turns());
    let alone = documents.map(alone);
    // The list may close before a possible win has been listed.
    let may = |chance: f64, alone: Option<f64>| chance > 0.0 || (standing > 0.0 && alone.is_some());
    let [one, other] = alone;
    let (may_win, may_lose) = (may(win, one), may(lose, other));
    let shown = |chance: f64, may: bool, may_fail: bool| {
        let least = if may { f64::MIN_POSITIVE } else { 0.0 };
        chance.clamp(least, if may_fail { 1.0 - UNSURE } else { 1.0 })
    };
    let ends = [shown(win, may_win, may_lose), shown(lose, may_lose, may_win), both, standing];
    Ok(DuelSummary {
        ends,
        rounds: is_over.then(|| duel.rounds.mean()),
        mostly: mostly(&duel.rounds),
        followed: (may_win || may_lose || both > 0.0).then(|| {
            // The open end begins with the round after the last listed one.
            let listed = duel.rounds.entries.last().map_or(0, |(round, _)| *round);
            duel.rounds.tail.as_ref().map_or(listed, |(next, _)| next - 1)
        }),
        left: left(mine, win),
        left_of_defender: left(theirs, lose),
        alone,
    })
}

/// Summary of `throws` random duels from a seed, with shares in place of chances.
pub fn tally_duels(
    game: &Game,
    documents: [&Json; 2],
    first: First,
    seed_and_throws: (u64, u32),
) -> Result<DuelSummary, Vec<Problem>> {
    let thrown = game.rules.tally_duels(documents, first, seed_and_throws)?;
    let count = |end: &str| thrown.iter().filter(|rolled| rolled.outcome == end).count();
    let ends = ["win", "lose", "both", "standing"].map(|end| count(end) as f64 / thrown.len().max(1) as f64);
    Ok(DuelSummary { ends, ..DuelSummary::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::from_link;

    fn duelled(link: &str) -> DuelSummary {
        let (ruleset, document) = from_link(link).unwrap();
        let game = Game { rules: ruleset, is_own: false };
        duel(&game, [&document, &document], First::Attacker).unwrap()
    }

    #[test]
    fn nine_in_ten_duels_are_over_by_the_round_that_is_told() {
        let link = "powder/melee?attacker.preset=fred&defender.preset=fred&defender.hp=20";
        let (ruleset, document) = from_link(link).unwrap();
        let rounds = ruleset.duel::<f64>([&document, &document], First::Attacker).unwrap().rounds;
        let mostly = duelled(link).mostly.unwrap();
        let by = |last: i64| {
            rounds.entries.iter().filter(|(round, _)| *round <= last).map(|(_, p)| p).sum::<f64>()
        };
        assert!(by(mostly - 1) < 0.9 && by(mostly) >= 0.9, "{mostly}");
    }

    #[test]
    fn a_rolled_duel_is_told_by_the_names_of_both() {
        let side = |fell: bool, left: i64| tohit_resolver::Duellist {
            turns: 2,
            strikes: 2,
            damage: 9,
            left,
            bodies: (usize::from(!fell), 1),
            fell,
        };
        let told = |sides, names: [&str; 2]| {
            let duel = tohit_resolver::DuelRoll { round: 2, stopped: false, sides };
            words::rolled(&duel, &names.map(str::to_owned))
        };
        let names = ["The ogre", "You"];
        assert_eq!(
            told([side(true, 0), side(false, 7)], names),
            "The ogre falls in round 2; hit points left: 7"
        );
        assert_eq!(told([side(false, 7), side(true, 0)], names), "You fall in round 2; hit points left: 7");
        assert_eq!(told([side(true, 0), side(true, 0)], names), "Both fall in round 2");
    }

    #[test]
    fn a_duel_without_an_end_says_never_or_how_many_rounds_were_followed() {
        let never = duelled("powder/melee?defender.hp=10&defender.resists=physical");
        assert_eq!((never.ends, never.undecided().as_str()), ([0.0, 0.0, 0.0, 1.0], "Neither ever falls"));
        let link = "angband/melee?defender.hp=1400&defender.ac=1000&attacker.level=1";
        let (ruleset, document) = from_link(link).unwrap();
        let listed = ruleset.duel::<f64>([&document, &document], First::Attacker).unwrap().rounds;
        let (next, _) = listed.tail.unwrap();
        assert_eq!(duelled(link).undecided(), format!("Undecided after {} rounds", format::whole(next - 1)));
    }
}
