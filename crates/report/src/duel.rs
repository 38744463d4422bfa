//! A duel, summed up: worked out, or thrown many times.

use crate::Game;
use crate::format;
use crate::summary::{mostly, resolve};
use serde::{Deserialize, Serialize};
use tohit_resolver::{First, Json, Problem, Spread};

/// A duel, summed up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DuelSummary {
    /// The chances that the attacker wins, that the defender does, that both fall, and that both stand when the list closes. What can happen is not 0, and what can fail is not 1.
    pub ends: [f64; 4],
    /// How many rounds it takes on average; none where it may never end.
    pub rounds: Option<f64>,
    /// So many rounds it takes at most, nine times in ten; none where that is later than the list goes.
    pub mostly: Option<i64>,
    /// How many rounds are followed; none where neither can hurt the other, and the duel never ends.
    pub followed: Option<i64>,
    /// What the attacker has left on average, if it wins; none where that never happens.
    pub left: Option<f64>,
    /// The same of the defender.
    pub left_of_defender: Option<f64>,
    /// How many rounds the attacker would need for the defender if that did nothing, and the defender for the attacker.
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

/// Who wins: the attacker of a document, or that of another, who strikes back.
pub fn duel(game: &Game, documents: [&Json; 2], first: First) -> Result<DuelSummary, Vec<Problem>> {
    let duel = game.rules.duel::<f64>(documents, first)?;
    /// A chance below this is written as a rounding error would be.
    const SEEN: f64 = 1e-6;
    /// A chance nearer to 1 than this is written as certain.
    const UNSURE: f64 = 1e-12;
    let [win, lose, both, standing] = duel.ends;
    let is_over = standing < 1e-9;
    // Who has fallen has 0 left: the average over all is that of who wins, as often as it does.
    let left = |left: &Spread<f64>, wins: f64| (is_over && wins > SEEN).then(|| left.mean() / wins);
    let [mine, theirs] = &duel.left;
    let alone =
        |document: &Json| resolve(game, document).ok()?.fight.and_then(|fight| fight.time.or(fight.mean));
    let alone = documents.map(alone);
    // The list closes where too little is left to be listed, and the rest may be all that one of them had.
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
            // The list closes with the round after the last that was followed.
            let listed = duel.rounds.entries.last().map_or(0, |(round, _)| *round);
            duel.rounds.tail.as_ref().map_or(listed, |(next, _)| next - 1)
        }),
        left: left(mine, win),
        left_of_defender: left(theirs, lose),
        alone,
    })
}

/// The same of so many thrown from a seed, with shares in place of chances.
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
