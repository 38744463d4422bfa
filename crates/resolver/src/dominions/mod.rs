//! Dominions 5: how one melee strike is resolved, by the community wiki's page "melee-roll".

mod damage;
mod location;
mod names;
mod sequence;
mod sheet;
mod strike;
mod tail;
mod values;
mod wards;

use crate::answer::{Answer, Extra, Spread, outcomes};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{self, AboutRules, Game, OutcomeKind};
use crate::sheet::{Choice, Entry, Reader, Sheet, SheetSpec};
use names::Mode;
use sheet::Scenario;
use tohit_odds::{Cast, Dist, Odds, Reading, Weights};
use wards::{Ended, Outcome};

/// A legal scenario.
pub(crate) struct Fight {
    mode: Mode,
    sheet: Scenario,
}

/// The game.
pub(crate) struct Dominions;

const fn outcome(id: Outcome, label: &'static str, kind: OutcomeKind) -> ruleset::Outcome {
    ruleset::Outcome { id: id.name(), label, kind }
}

impl Game for Dominions {
    type Scenario = Fight;

    const ABOUT: AboutRules = AboutRules {
        id: "dominions",
        name: "Dominions 5",
        document: "Dominions 5 wiki, Melee roll",
        modes: &[
            ruleset::Mode { id: Mode::Melee.name(), label: "Melee", help: "One strike with one weapon." },
            ruleset::Mode {
                id: Mode::Sequence.name(),
                label: "Sequence",
                help: "All strikes of a turn on one defender, each harassing it more.",
            },
        ],
        outcomes: &[
            outcome(Outcome::CannotAttack, "Cannot attack", OutcomeKind::Miss),
            outcome(Outcome::Repelled, "Repelled", OutcomeKind::Blocked),
            outcome(Outcome::Awed, "Awed", OutcomeKind::Blocked),
            outcome(Outcome::Miss, "Miss", OutcomeKind::Miss),
            outcome(Outcome::ShieldStopped, "Shield hit, stopped", OutcomeKind::Blocked),
            outcome(Outcome::ShieldNegated, "Shield hit, negated", OutcomeKind::Blocked),
            outcome(Outcome::ShieldWound, "Shield hit, wound", OutcomeKind::Hit),
            outcome(Outcome::ShieldKill, "Shield hit, kill", OutcomeKind::Critical),
            outcome(Outcome::CleanStopped, "Clean hit, stopped", OutcomeKind::Blocked),
            outcome(Outcome::CleanNegated, "Clean hit, negated", OutcomeKind::Blocked),
            outcome(Outcome::CleanWound, "Clean hit, wound", OutcomeKind::Hit),
            outcome(Outcome::CleanKill, "Clean hit, kill", OutcomeKind::Critical),
        ],
        example: "dominions/melee?attacker.preset=vanjarl&attacker.weapon.attack=0&defender.preset=heavy-infantry-40",
        differences: &[
            "The game's code is closed: the page and the wiki around it are the only sources, and where they leave something open a variant can be chosen.",
            "The threshold of armour-defeating hits is the wiki's table; the Dominions 6 manual differs at 100 fatigue.",
            "Who wins ties in a repel changed between two revisions of the wiki.",
            "Luck turns 75% of killing blows in Dominions 5; in 4 it was 50%.",
            "Flails get +2 against shields and mounted units +3 defence by the data files; the page does not mention it.",
        ],
        left_out: &[
            "Missiles, trampling, area effects and what poison, fire or cold do afterwards.",
            "Breaking of shields, cursed luck, twist of fate, and damage returned to the attacker.",
            "The fading of harassment within a round, and the fatigue that attacking costs.",
        ],
    };

    fn form(_: &str) -> &'static SheetSpec {
        Scenario::SPEC
    }

    fn presets() -> &'static Library {
        static PRESETS: Library = Library::fixed(include_str!("presets.txt"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Fight {
        let sheet = Scenario::read_fields(reader);
        sheet.check(reader);
        let mode = Mode::ALL.iter().copied().find(|known| known.name() == mode).unwrap_or(Mode::Melee);
        Fight { mode, sheet }
    }

    fn write(fight: &Fight) -> Json {
        fight.sheet.write()
    }

    fn answer<F: Weights>(fight: &Fight, odds: &mut Odds<F>) -> Answer<F::Weight> {
        let last = fight.last_damage();
        let ended = fight.strike(odds, last);
        let afflicted = odds.stage(ended.clone(), |dice, ended| fight.affliction(dice, ended));
        let tally = odds.tally(ended, |r, ended: Ended| (ended.outcome, r.fixed(ended.damage.min(last))));
        let course = (fight.mode == Mode::Sequence).then(|| {
            let last = fight.last_turn_damage();
            (last, fight.sequence(odds, last))
        });

        let mut answer = Answer::new(Self::ABOUT.id, fight.mode.name());
        let weights = odds.weights();
        answer.hit = Some(tally.chance(weights, |outcome| outcome.hits()));
        answer.outcomes = outcomes(weights, &tally, Outcome::ALL.iter().map(|one| (one.name(), *one)));
        answer.damage = Some(closed(Spread::of(weights, &tally.total(weights)), last));
        answer.more.push(("affliction", Extra::Chance(share(weights, &afflicted, |afflicted| *afflicted))));
        if let Some((last, course)) = course {
            let fates = [
                ("unhurt", share(weights, &course, |course| !course.dead && course.taken == 0)),
                ("wounded", share(weights, &course, |course| !course.dead && course.taken > 0)),
                ("killed", share(weights, &course, |course| course.dead)),
            ];
            answer.more.push((
                "turn_outcomes",
                Extra::Group(fates.map(|(name, p)| (name, Extra::Chance(p))).into()),
            ));
            let total = odds.total(course, |course| course.taken.min(last));
            answer.turn_damage = Some(closed(Spread::of(odds.weights(), &total), last));
        }
        answer.values = vec![
            ("attack", fight.attack_value().into()),
            ("defence", fight.defence_value(fight.sheet.situation.harassment.get()).into()),
            ("parry", fight.parry().into()),
        ];
        answer
    }

    fn cast(fight: &Fight, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        if turn && fight.mode == Mode::Sequence {
            let course = fight.sequence(cast, i64::MAX / 4);
            let fate = match course.taken {
                _ if course.dead => "killed",
                0 => "unhurt",
                _ => "wounded",
            };
            return (fate, course.taken);
        }
        let ended = fight.strike(cast, i64::MAX / 4);
        fight.affliction(cast, ended);
        (ended.outcome.name(), ended.damage)
    }
}

/// The chance of every state that `which` picks.
fn share<S: tohit_odds::State, F: Weights>(
    weights: &F,
    states: &Dist<S, F::Weight>,
    which: impl Fn(&S) -> bool,
) -> F::Weight {
    let picked = states.entries().iter().filter(|(state, _)| which(state));
    picked.fold(weights.zero(), |sum, (_, weight)| weights.add(sum, *weight))
}

/// Everything from `last` on is the rest of a distribution without end.
fn closed<P>(mut spread: Spread<P>, last: i64) -> Spread<P> {
    if spread.entries.last().is_some_and(|(value, _)| *value == last) {
        spread.tail = spread.entries.pop();
    }
    spread
}
