//! Angband 3.0.5, as ATTACK.SPO 1.13 tells it.

mod answer;
mod blows;
mod critical;
mod damage;
mod hit;
mod missiles;
mod monster;
mod names;
mod sheet;
mod skill;
mod slays;
mod stats;
mod strike;
mod why;

use crate::answer::Answer;
use crate::explain::{self, Rule, Ways, Why};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{AboutRules, Game, Mode, Outcome as OutcomeAbout, OutcomeKind};
use crate::sheet::{Entry, Reader, Sheet, SheetSpec};
use hit::{HitRoll, formula_of};
use sheet::{Launcher, MonsterAttacks, PlayerAttacks};
use strike::Attack;
use tohit_odds::{Cast, Odds, Weights};

/// The game.
pub(crate) struct Angband;

/// How the player attacks.
#[derive(Clone, Copy)]
enum Style {
    Melee,
    /// From this launcher.
    Fired(Launcher),
    Thrown,
}

/// A scenario in which everything is legal.
pub(crate) struct Scenario(Fight);

enum Fight {
    Player(Style, Box<PlayerAttacks>),
    Monster(MonsterAttacks),
}

/// How a strike can end (rules 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Outcome {
    AutoMiss,
    Miss,
    Hit,
    Good,
    Great,
    Superb,
    StarGreat,
    StarSuperb,
    Repelled,
}

impl Outcome {
    const ALL: [Self; 9] = [
        Self::AutoMiss,
        Self::Miss,
        Self::Hit,
        Self::Good,
        Self::Great,
        Self::Superb,
        Self::StarGreat,
        Self::StarSuperb,
        Self::Repelled,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::AutoMiss => "auto-miss",
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::Good => "good",
            Self::Great => "great",
            Self::Superb => "superb",
            Self::StarGreat => "star-great",
            Self::StarSuperb => "star-superb",
            Self::Repelled => "repelled",
        }
    }

    const fn hits(self) -> bool {
        !matches!(self, Self::AutoMiss | Self::Miss | Self::Repelled)
    }
}

/// What became of a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Struck {
    roll: HitRoll,
    outcome: Outcome,
}

const fn outcome(outcome: Outcome, label: &'static str, kind: OutcomeKind) -> OutcomeAbout {
    OutcomeAbout { id: outcome.name(), label, kind, hits: outcome.hits(), modes: &[] }
}

/// How the blows and missiles of a player can end, and no monster's.
const OF_PLAYER: &[&str] = &["melee", "fired", "thrown"];

impl Game for Angband {
    type Scenario = Scenario;

    const ABOUT: AboutRules = AboutRules {
        id: "angband",
        name: "Angband",
        document: "ATTACK.SPO, version 1.13, for Angband 3.0.5",
        modes: &[
            Mode::new("melee", "Melee", "The player strikes with a weapon or with bare hands."),
            Mode::new("fired", "Fired", "The player shoots ammunition from a sling, a bow or a crossbow."),
            Mode::new("thrown", "Thrown", "The player throws an object by hand."),
            Mode::new(
                "monster-melee",
                "Monster strikes",
                "A monster strikes the player with its blows, up to four a turn.",
            ),
        ],
        outcomes: &[
            outcome(Outcome::AutoMiss, "Automatic miss", OutcomeKind::Miss),
            outcome(Outcome::Miss, "Miss", OutcomeKind::Miss),
            outcome(Outcome::Hit, "Hit", OutcomeKind::Hit),
            outcome(Outcome::Good, "Good hit", OutcomeKind::Critical).modes(OF_PLAYER),
            outcome(Outcome::Great, "Great hit", OutcomeKind::Critical).modes(OF_PLAYER),
            outcome(Outcome::Superb, "Superb hit", OutcomeKind::Critical).modes(OF_PLAYER),
            outcome(Outcome::StarGreat, "*GREAT* hit", OutcomeKind::Critical).modes(&["melee"]),
            outcome(Outcome::StarSuperb, "*SUPERB* hit", OutcomeKind::Critical).modes(&["melee"]),
            outcome(Outcome::Repelled, "Repelled", OutcomeKind::Blocked).modes(&["monster-melee"]),
        ],
        // Skill 150 against a Drolem, as in the document: a priest of level 30 under a blessing, with a War Hammer.
        example: "angband/melee?attacker.class=priest&attacker.level=30&attacker.str=18/60&attacker.weapon.kind=hafted&attacker.weapon.dice=3&attacker.weapon.sides=3&attacker.weapon.weight=120&attacker.blessed=true&defender.ac=130&defender.kinds.0=dragon&defender.immune=lightning,fire,frost,poison",
        differences: &[
            "Melee skill grows by 3 a level for rogues and paladins and by 4.5 for rangers in the document; in the game by 4, 3.5 and 3.",
            "The skill against a monster that is not seen is halved and rounded up in the document; the game rounds down.",
            "The chance of a critical hit with a missile counts the launcher's to-hit in the document; in the game it does not.",
            "A throw is made with the launcher's to-hit and three times the object's own in the document; in the game with neither.",
            "Missiles break in 100, 50, 30, 20 or 10% of cases in the document, twice as often where they hit less than 3 squares away; in the game in 100, 50, 35, 25 or 10%, whatever the distance, and potions, food and junk always.",
            "Skill and armour class are compared as a percentage in the document; the game rolls whole dice against three quarters of the armour class, rounded down.",
            "Of an object that is neither weapon nor ammunition the to-damage counts in the game only.",
            "A weapon that is too heavy strikes once, and a launcher that is too heavy loses extra shots and might: the document does not say so, and both rules follow the game.",
            "Ammunition thrown by hand gains nothing from the launcher's multiplier: the document could be read otherwise, and both rules follow the game.",
            "Half points of skill and of damage are dropped: the document does not say what becomes of them, and both rules follow the game.",
        ],
        left_out: &[
            "Cuts and stuns that a monster's blow may cause do no damage at once and are left out.",
            "Armour that acid eats, and what a blow steals or drains, does not change the blows that follow in the same turn.",
            "An earthquake that throws the player aside does not end the monster's blows.",
            "The calculator adds nothing to the player's armour class: blessing, shield, berserk strength and invulnerability are to be counted in it.",
            "A turn has exactly as many shots as the launcher gives; what is left of the energy is not carried over.",
        ],
    };

    const WHYS: &'static [Why] = why::WHYS;

    fn form(mode: &str) -> &'static SheetSpec {
        if mode == "monster-melee" { MonsterAttacks::SPEC } else { PlayerAttacks::SPEC }
    }

    fn presets() -> &'static Library {
        static PRESETS: Library = Library::fixed(include_str!("../../rulesets/angband/angband.presets"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Scenario {
        if mode == "monster-melee" {
            let fight = MonsterAttacks::read_fields(reader);
            let (strike, blows) = (fight.situation.strike.get(), fight.attacker.blows.get().len());
            if usize::try_from(strike).is_ok_and(|strike| strike > blows) {
                let message = format!("{strike} is not allowed; this monster's last blow is number {blows}");
                reader.problem_at("situation.strike", message);
            }
            return Scenario(Fight::Monster(fight));
        }
        let fight = PlayerAttacks::read_fields(reader);
        let style = match mode {
            "fired" => {
                if fight.attacker.launcher.is_none() {
                    let message = "null is not allowed in this mode; a launcher is needed to fire";
                    reader.problem_at("attacker.launcher", message);
                }
                Style::Fired(fight.attacker.launcher.unwrap_or(Launcher::DEFAULT))
            }
            "thrown" => Style::Thrown,
            _ => Style::Melee,
        };
        Scenario(Fight::Player(style, Box::new(fight)))
    }

    fn write(scenario: &Scenario) -> Json {
        match &scenario.0 {
            Fight::Player(_, fight) => Entry::write(&**fight),
            Fight::Monster(fight) => Entry::write(fight),
        }
    }

    fn answer<F: Weights>(scenario: &Scenario, odds: &mut Odds<F>) -> Answer<F::Weight> {
        match &scenario.0 {
            Fight::Player(style, fight) => answer::of_player(&Attack::of(*style, fight), odds),
            Fight::Monster(fight) => answer::of_monster(fight, odds),
        }
    }

    fn ways<F: Weights>(scenario: &Scenario, odds: &mut Odds<F>) -> Ways<F::Weight> {
        let tally = match &scenario.0 {
            Fight::Player(style, fight) => {
                let attack = Attack::of(*style, fight);
                attack.notes(odds);
                attack.strike(odds)
            }
            Fight::Monster(fight) => fight.blow(odds, &fight.chosen_blow()),
        };
        explain::ways::<_, F>(&tally, |struck| struck.outcome.name())
    }

    fn rules(scenario: &Scenario) -> Vec<Rule> {
        let (rules, formula) = match &scenario.0 {
            Fight::Player(_, fight) => (fight.situation.rules, fight.situation.hit_formula),
            Fight::Monster(fight) => (fight.situation.rules, fight.situation.hit_formula),
        };
        vec![("rules", rules.name()), ("hit_formula", formula_of(rules, formula).name())]
    }

    fn cast(scenario: &Scenario, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        let mut last = Outcome::Miss;
        let mut note = |(struck, damage): (Struck, i64)| {
            last = struck.outcome;
            damage
        };
        let damage = match &scenario.0 {
            Fight::Player(style, fight) => {
                let attack = Attack::of(*style, fight);
                attack.notes(cast);
                if turn {
                    attack.turn(cast, |cast| note(attack.strike(cast)))
                } else {
                    note(attack.strike(cast))
                }
            }
            Fight::Monster(fight) if turn => fight.turn(cast, |cast, _, blow| note(fight.blow(cast, blow))),
            Fight::Monster(fight) => note(fight.blow(cast, &fight.chosen_blow())),
        };
        (last.name(), damage)
    }
}
