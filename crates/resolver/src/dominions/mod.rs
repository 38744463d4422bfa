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
mod why;

use crate::answer::{Answer, Extra, outcomes};
use crate::explain::{self, Rule, Ways, Why};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{self, AboutRules, Game, OutcomeKind};
use crate::sheet::{Choice, Entry, Reader, Sheet, SheetSpec};
use core::ops::ControlFlow::{Break, Continue};
use names::Mode;
use sequence::Standing;
use sheet::Scenario;
use std::cell::OnceCell;
use tail::{Course, Ends, closed};
use tohit_odds::{Cast, Odds, Reading, Weights};
use wards::Outcome;

/// A legal scenario.
pub(crate) struct Fight {
    mode: Mode,
    sheet: Scenario,
    /// Found once, for all arithmetics.
    ends: OnceCell<Ends>,
}

/// The game.
pub(crate) struct Dominions;

const fn outcome(id: Outcome, label: &'static str, kind: OutcomeKind) -> ruleset::Outcome {
    ruleset::Outcome { id: id.name(), label, kind, hits: id.hits(), modes: &[] }
}

impl Game for Dominions {
    type Scenario = Fight;

    const ABOUT: AboutRules = AboutRules {
        id: "dominions",
        name: "Dominions 5",
        document: "Dominions 5 wiki, Melee roll (2022-03-13)",
        modes: &[
            ruleset::Mode::new(Mode::Melee.name(), "Melee", "One strike with one weapon."),
            ruleset::Mode::new(
                Mode::Sequence.name(),
                "Sequence",
                "All strikes of a turn on one defender, each harassing it more.",
            ),
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
            "The game's code is closed: the page and the wiki around it are the only sources, and where they leave something open a rules switch can be set.",
            "The page ends with the hit; hit locations, damage, repel, awe and wards follow the wiki's other pages and the manual.",
            "Armour-defeating hits follow the wiki's table; the Dominions 6 manual differs at 100 fatigue.",
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

    const WHYS: &'static [Why] = why::WHYS;

    fn form(_: &str) -> &'static SheetSpec {
        Scenario::SPEC
    }

    fn presets() -> &'static Library {
        static PRESETS: Library = Library::fixed(include_str!("../../rulesets/dominions/dominions.presets"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Fight {
        let sheet = Scenario::read_fields(reader);
        sheet.check(reader);
        let mode = Mode::ALL.iter().copied().find(|known| known.name() == mode).unwrap_or(Mode::Melee);
        Fight { mode, sheet, ends: OnceCell::new() }
    }

    fn write(fight: &Fight) -> Json {
        fight.sheet.write()
    }

    fn answer<F: Weights>(fight: &Fight, odds: &mut Odds<F>) -> Answer<F::Weight> {
        let (Course { strike, turn }, ends) = fight.course(odds);
        let afflicted = odds.judge(strike.clone(), |dice, outcome, damage| {
            (outcome.break_value().is_some_and(|outcome| fight.afflicts(dice, outcome, damage)), 0)
        });

        let mut answer = Answer::new(Self::ABOUT.id, fight.mode.name());
        let weights = odds.weights();
        answer.hit = Some(strike.chance(weights, |outcome| outcome.break_value().is_some_and(Outcome::hits)));
        let names = Outcome::ALL.iter().map(|outcome| (outcome.name(), Break(*outcome)));
        answer.outcomes = outcomes(weights, &strike, names);
        answer.damage = Some(closed(weights, &strike.total(weights), ends.strike));
        answer.more.push(("affliction", Extra::Chance(afflicted.chance(weights, |afflicted| *afflicted))));
        if let Some(turn) = turn {
            let mut fates = [weights.zero(); FATES.len()];
            for (standing, _, taken) in turn.parts() {
                for (damage, chance) in taken.entries(weights) {
                    let name = fate(*standing, damage);
                    for (sum, _) in fates.iter_mut().zip(FATES).filter(|(_, known)| *known == name) {
                        *sum = weights.add(*sum, chance);
                    }
                }
            }
            let fates = FATES.into_iter().zip(fates.map(Extra::Chance)).collect();
            answer.more.push(("turn_outcomes", Extra::Group(fates)));
            answer.turn_damage = Some(closed(weights, &turn.total(weights), ends.turn));
        }
        answer.values = vec![
            ("attack", fight.attack_value().into()),
            ("defence", fight.defence_value(fight.sheet.situation.harassment.get()).into()),
            ("parry", fight.parry().into()),
        ];
        answer
    }

    fn ways<F: Weights>(fight: &Fight, odds: &mut Odds<F>) -> Ways<F::Weight> {
        // How much damage a strike does beyond what decides is no matter here.
        let tally = fight.strike(odds, 1);
        explain::ways::<_, F>(&tally, |ended| ended.break_value().map_or("", |outcome| outcome.name()))
    }

    fn rules(fight: &Fight) -> Vec<Rule> {
        let variants = &fight.sheet.situation.variants;
        let flag = |on: bool| if on { "true" } else { "false" };
        vec![
            ("repel_ties", variants.repel_ties.name()),
            ("unreachable", variants.unreachable.name()),
            ("defence_floor", flag(variants.defence_floor)),
            ("limb_cap", flag(variants.limb_cap)),
            ("luck_percent", if variants.luck_percent.get() == 75 { "75" } else { "other" }),
        ]
    }

    fn cast(fight: &Fight, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        if turn && fight.mode == Mode::Sequence {
            let (standing, damage) = fight.turn(cast, ENDLESS);
            return (fate(standing, damage), damage);
        }
        let (outcome, damage) = fight.strike(cast, ENDLESS);
        let outcome = outcome.break_value().unwrap_or(Outcome::Miss);
        fight.afflicts(cast, outcome, damage);
        (outcome.name(), damage)
    }
}

/// So much damage, even with half as much again, that no dice do it.
const ENDLESS: i64 = i64::MAX / 8;

/// What a turn can come to for the defender (rules 6.3).
const FATES: [&str; 3] = ["unhurt", "wounded", "killed"];

fn fate(standing: Standing, taken: i64) -> &'static str {
    let [unhurt, wounded, killed] = FATES;
    match standing {
        Break(()) => killed,
        Continue(_) if taken > 0 => wounded,
        Continue(_) => unhurt,
    }
}
