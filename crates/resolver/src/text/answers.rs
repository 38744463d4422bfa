//! The engine's odds as an answer.

use super::query::Query;
use super::{about, interner};
use crate::answer::{Answer, Extra, Spread};
use crate::log::FigureValue;
use crate::number::Probability;
use crate::problem::Problem;
use tohit_compile::program;
use tohit_compile::program::Strikes;
use tohit_engine::{CountDistribution, Odds, ShownLine, StrikeOdds, Value};
use tohit_odds::{Arithmetic, Weight};

/// Fates of the defender in a turn.
const FATES: [&str; 3] = ["unhurt", "wounded", "killed"];

impl Query<'_, '_> {
    pub(super) fn answer<P: Probability>(&self) -> Result<Answer<P>, Vec<Problem>> {
        P::evaluate(self.scenario, &|arith| self.answered(arith))
    }

    fn answered(&self, arith: &Arithmetic) -> Result<Answer<Weight>, Vec<Problem>> {
        let odds = self.scenario.odds(arith, false).map_err(|diagnostic| self.stopped(&diagnostic))?;
        let figures = self.scenario.figures().map_err(|diagnostic| self.stopped(&diagnostic))?;
        let mut answer = self.answer_of(arith, &odds, &figures);
        let remarks = self.presentation.remarks.get(self.place).into_iter().flatten();
        let made = remarks.filter(|remark| remark.when.iter().all(|when| when.met(self.sections, "")));
        answer.more.extend(made.map(|remark| ("remark", Extra::Figure(FigureValue::Word(remark.says)))));
        Ok(answer)
    }

    /// Odds in some weights as an answer.
    pub(super) fn answer_of(
        &self,
        arith: &Arithmetic,
        odds: &Odds,
        figures: &[(Vec<String>, Value)],
    ) -> Answer<Weight> {
        let mut answer = Answer::new(self.id, self.name(self.mode.word));
        let answered = odds.turn.as_ref().filter(|_| about::answers_turn(self.mode));
        answer.hit =
            Some(answered.map_or_else(|| odds.strike.hit(self.scenario, arith), |turn| turn.hit(arith)));
        answer.outcomes = self.endings(&odds.strike);
        answer.damage = Some(spread(&odds.strike.losses));
        let mut more = Vec::new();
        self.shown(&odds.strike, &mut more);
        if let Some(turn) = &odds.turn {
            answer.turn_damage = Some(spread(&turn.losses));
            answer.several_strikes = turn.strikes > 1;
            for (name, shown) in &turn.carried {
                insert(&mut more, core::slice::from_ref(name), self.shown_line(shown));
            }
            if let Some(fate) = turn.fate {
                more.push((
                    "turn_outcomes",
                    Extra::Group(FATES.into_iter().zip(fate.map(Extra::Chance)).collect()),
                ));
            }
        }
        // A text may show a gain of its own, possibly negative.
        for (name, own) in [("gain", &odds.strike.gains), ("pay", &odds.strike.pays)] {
            let is_shown = more.iter().any(|(known, _)| *known == name);
            let own = own.as_ref().filter(|_| !is_shown);
            more.extend(own.map(|own| (name, Extra::Spread(spread(own)))));
        }
        // `kill` is the chance of the strike in texts that show both.
        let of_turn = odds.turn.as_ref().and_then(|turn| turn.kill);
        more.extend(odds.kill.or(of_turn).map(|kill| ("kill", Extra::Chance(kill))));
        more.extend(odds.kill.and(of_turn).map(|kill| ("kill_turn", Extra::Chance(kill))));
        if let Some(program::Turn { strikes: Strikes::Each { shown: Some(_), .. }, .. }) = &self.mode.turn {
            more.push((
                "strikes",
                Extra::List(
                    (0..)
                        .zip(&odds.strikes)
                        .map(|(place, strike)| self.listed(arith, place, strike))
                        .collect(),
                ),
            ));
        }
        for (name, value) in figures {
            let Some(figure) = self.figure(value) else { continue };
            match name.as_slice() {
                [name] => answer.values.push((interner::text(name), figure)),
                path => insert(&mut more, path, Extra::Figure(figure)),
            }
        }
        answer.more = more;
        answer
    }

    fn endings(&self, strike: &StrikeOdds) -> Vec<(&'static str, Weight)> {
        strike.endings.iter().map(|(name, weight)| (self.name(*name), *weight)).collect()
    }

    /// The lines that are answered.
    fn shown(&self, strike: &StrikeOdds, more: &mut Vec<(&'static str, Extra<Weight>)>) {
        for (name, shown) in &strike.shown {
            insert(more, name, self.shown_line(shown));
        }
    }

    fn shown_line(&self, shown: &ShownLine) -> Extra<Weight> {
        match shown {
            ShownLine::Chance(chance) => Extra::Chance(*chance),
            ShownLine::Words(words) => {
                let chance =
                    |(name, weight): &(program::Word, Weight)| (self.name(*name), Extra::Chance(*weight));
                Extra::Group(words.iter().map(chance).collect())
            }
            ShownLine::Numbers(losses) => Extra::Spread(spread(losses)),
        }
    }

    /// A strike from a list of several.
    fn listed(&self, arith: &Arithmetic, place: usize, strike: &StrikeOdds) -> Extra<Weight> {
        let outcomes = self.endings(strike).into_iter().map(|(name, chance)| (name, Extra::Chance(chance)));
        let mut parts = vec![
            ("hit", Extra::Chance(strike.hit(self.scenario, arith))),
            ("outcomes", Extra::Group(outcomes.collect())),
            ("damage", Extra::Spread(spread(&strike.losses))),
        ];
        self.shown(strike, &mut parts);
        for (name, value) in self.scenario.figures_of(place) {
            if let Some(figure) = self.figure(&value) {
                insert(&mut parts, &name, Extra::Figure(figure));
            }
        }
        Extra::Group(parts)
    }
}

pub(super) fn spread(losses: &CountDistribution) -> Spread<Weight> {
    Spread { entries: losses.values.clone(), tail: losses.rest }
}

/// Inserts a result by its name; a name of several parts leads into a group.
fn insert<P>(into: &mut Vec<(&'static str, Extra<P>)>, path: &[String], extra: Extra<P>) {
    let Some((first, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        into.push((interner::text(first), extra));
        return;
    }
    let place = into.iter().position(|(name, known)| *name == first && matches!(known, Extra::Group(_)));
    let place = place.unwrap_or_else(|| {
        into.push((interner::text(first), Extra::Group(Vec::new())));
        into.len() - 1
    });
    if let Some((_, Extra::Group(parts))) = into.get_mut(place) {
        insert(parts, rest, extra);
    }
}
