//! POWDER: how one attack is resolved, by the wiki's "To Hit" page (version 115) or by the code of versions 117 and 118.

mod armour;
mod attack;
mod damage;
mod names;
mod points;
mod sheet;
mod strike;
mod why;

use crate::answer::{Answer, Extra, Spread, outcomes};
use crate::explain::{self, Rule, Ways, Why};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{self, AboutRules, Game, OutcomeKind};
use crate::sheet::{Choice, Entry, Reader, Sheet, SheetSpec};
use names::{Mode, Rules};
use points::Points;
use sheet::{Attacker, Defender, Scenario, Strike};
use strike::Outcome;
use tohit_odds::{Cast, Key, Odds, Reading, Weights};

/// A legal scenario with every point of the rules settled.
pub(crate) struct Fight {
    mode: Mode,
    sheet: Scenario,
    points: Points,
}

impl Fight {
    fn attacker(&self) -> &Attacker {
        &self.sheet.attacker
    }

    fn defender(&self) -> &Defender {
        &self.sheet.defender
    }

    fn first_strike(&self) -> Strike {
        let attacker = self.attacker();
        Strike {
            to_hit_bonus: attacker.to_hit_bonus,
            always_hits: attacker.always_hits,
            parts: attacker.parts.clone(),
        }
    }

    /// Every strike of the turn (rules 6).
    fn strikes(&self) -> Vec<Strike> {
        let more = self.attacker().more_strikes.get().iter().cloned();
        core::iter::once(self.first_strike()).chain(more).collect()
    }
}

/// The damage of a strike, as far as nothing but the strike's place in the turn decides it.
const fn strike_key(place: i64) -> Key {
    Key("strike", [place, 0, 0])
}

/// The damage of all strikes, which do not depend on each other (rules 6.1). Equal strikes have equal odds.
fn turn_damage<R: Reading>(fight: &Fight, r: &mut R, strikes: &[Strike]) -> R::Total {
    let mut sum = r.fixed(0);
    for strike in strikes {
        let like = (0..).zip(strikes).find(|(_, other)| *other == strike).map_or(0, |(place, _)| place);
        let damage = r.once(strike_key(like), |r| {
            let tally = fight.strike(r, strike);
            r.sum(tally)
        });
        sum = r.add(sum, damage);
    }
    sum
}

/// The game.
pub(crate) struct Powder;

const fn outcome(id: Outcome, label: &'static str, kind: OutcomeKind) -> ruleset::Outcome {
    ruleset::Outcome { id: id.name(), label, kind, hits: id.hits(), modes: &[] }
}

/// What a moving target can duck under (rules 4.4).
const CAN_BE_DUCKED: &[&str] = &["thrown", "missile", "spell", "wand", "improvised"];

impl Game for Powder {
    type Scenario = Fight;

    const ABOUT: AboutRules = AboutRules {
        id: "powder",
        name: "POWDER",
        document: "POWDER wiki, To Hit (version 115)",
        modes: &[
            ruleset::Mode::new(Mode::Melee.name(), "Melee", "A blow with a weapon, a fist or a claw."),
            ruleset::Mode::new(
                Mode::Thrown.name(),
                "Thrown",
                "A weapon made for throwing, such as a dagger or a spear.",
            ),
            ruleset::Mode::new(Mode::Missile.name(), "Missile", "An arrow from a bow."),
            ruleset::Mode::new(
                Mode::Spell.name(),
                "Spell",
                "A spell or a breath, aimed with the magical level.",
            ),
            ruleset::Mode::new(Mode::Wand.name(), "Wand", "A wand's ray, aimed with both levels."),
            ruleset::Mode::new(Mode::Trap.name(), "Trap", "A trap, or anything else without an attacker."),
            ruleset::Mode::new(
                Mode::Improvised.name(),
                "Improvised",
                "Something misused: a thing that is no weapon, a thrown sword, a wielded arrow.",
            ),
        ],
        outcomes: &[
            outcome(Outcome::CompleteMiss, "Complete miss", OutcomeKind::Miss),
            outcome(Outcome::Miss, "Miss", OutcomeKind::Miss),
            outcome(Outcome::Dodge, "Dodged", OutcomeKind::Blocked),
            outcome(Outcome::MovingTarget, "Avoided by a moving target", OutcomeKind::Blocked)
                .modes(CAN_BE_DUCKED),
            outcome(Outcome::Parry, "Parried", OutcomeKind::Blocked),
            outcome(Outcome::Hit, "Hit", OutcomeKind::Hit),
            outcome(Outcome::CriticalHit, "Critical hit", OutcomeKind::Critical),
        ],
        example: "powder/melee?attacker.preset=fred&attacker.charging=true&defender.preset=troll",
        differences: &[
            "The page rolls the maximum bonus once and once more for each skill level and keeps the best; the game keeps the worse of two rolls without skill and otherwise rolls as often as the skill.",
            "On the page a natural 1 spoils even a throw with True Aim; in the game it does not.",
            "On the page a natural 20 cannot be dodged or parried; in the game it can.",
            "On the page every damage type gets an enchant bonus; in the game only the base part does.",
            "On the page the damage reduction is rolled once for all damage types; in the game each rolls its own.",
            "Where the page rolls a negative bonus, a slip in the game's code makes it positive: a -2 sword does 2 to 3 more damage.",
            "On the page an improvised weapon leaves the level out; in the game the physical level counts.",
            "On the page a trap's own bonus to hit counts; in the game it is ignored.",
            "On the page any digger's blow digs into an earth elemental; in the game a digging weapon does, or a digger's bare hand.",
            "The page's percentages are exact; the game draws them from 1024 numbers, so that 10% is 103 of 1024.",
            "The page has wands and traps roll to hit; versions 117 and 118 never do, so with their rules this calculator still follows the page there.",
            "The page says that AC 0 is a chance of 50%; without any bonus it is 11 in 20.",
            "The page's second example prints an attack roll of 5 where its own rolls make 9; both hit.",
        ],
        left_out: &[
            "Death and hit points: damage is counted in full, though the game stops at the part that kills.",
            "What follows a blow: poison, blindness, explosions, ripostes and other counterattacks.",
            "A silver or gold weapon's loss of enchantment.",
            "Noise.",
        ],
    };

    const WHYS: &'static [Why] = why::WHYS;

    fn form(_: &str) -> &'static SheetSpec {
        Scenario::SPEC
    }

    fn presets() -> &'static Library {
        static PRESETS: Library = Library::fixed(include_str!("../../rulesets/powder/powder.presets"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Fight {
        let sheet = Scenario::read_fields(reader);
        sheet.check(reader);
        let mode = Mode::ALL.iter().copied().find(|known| known.name() == mode).unwrap_or(Mode::Melee);
        let points = Points::of(&sheet.situation);
        Fight { mode, sheet, points }
    }

    fn write(fight: &Fight) -> Json {
        fight.sheet.write()
    }

    fn answer<F: Weights>(fight: &Fight, odds: &mut Odds<F>) -> Answer<F::Weight> {
        let strikes = fight.strikes();
        let first = fight.first_strike();
        let tally = fight.strike(odds, &first);
        let damage = odds.once(strike_key(0), |odds| odds.sum(tally.clone()));
        let turn = (strikes.len() > 1).then(|| turn_damage(fight, odds, &strikes));
        let weights = odds.weights();

        let mut answer = Answer::new(Self::ABOUT.id, fight.mode.name());
        answer.hit = Some(tally.chance(weights, |outcome| outcome.hits()));
        answer.outcomes = outcomes(weights, &tally, Outcome::ALL.iter().map(|one| (one.name(), *one)));
        answer.damage = Some(Spread::of(weights, &damage));
        answer.turn_damage = turn.map(|total| Spread::of(weights, &total));
        answer.values = vec![
            ("weapon_skill", i64::from(fight.weapon_skill()).into()),
            ("maximum_bonus", fight.maximum_bonus(&first).into()),
        ];
        let never_rolls = matches!(fight.mode, Mode::Wand | Mode::Trap);
        if never_rolls && fight.sheet.situation.rules == Rules::Game {
            answer.more.push(("remark", Extra::Figure("version 117/118 never rolls to hit here".into())));
        }
        answer
    }

    fn ways<F: Weights>(fight: &Fight, odds: &mut Odds<F>) -> Ways<F::Weight> {
        let tally = fight.strike(odds, &fight.first_strike());
        explain::ways::<_, F>(&tally, |outcome| outcome.name())
    }

    fn rules(fight: &Fight) -> Vec<Rule> {
        fight.points.rules().into()
    }

    fn cast(fight: &Fight, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        if !turn {
            let (outcome, damage) = fight.strike(cast, &fight.first_strike());
            return (outcome.name(), damage);
        }
        let strikes = fight.strikes();
        let mut sum = ("", 0);
        for (number, strike) in (1..).zip(&strikes) {
            if strikes.len() > 1 {
                cast.heading(("strike #", number));
            }
            let (outcome, damage) = fight.strike(cast, strike);
            sum = (outcome.name(), sum.1 + damage);
        }
        sum
    }
}
