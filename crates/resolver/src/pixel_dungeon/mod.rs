//! Pixel Dungeon: one attack, and one throw (wiki page "Game mechanics/Attacking"; the game's code 1.9.1).

mod after_hit;
mod damage;
mod fight;
mod limits;
mod names;
mod path;
mod scenario;
mod sheet;
mod strike;
mod why;

use crate::answer::{Answer, Extra, Spread};
use crate::explain::{self, Rule, Ways, Why};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{AboutRules, Game, Mode as Style, Outcome, OutcomeKind};
use crate::sheet::{Entry, Reader, Sheet, SheetSpec};
use fight::Fight;
use names::{Enchantment, Mode};
use scenario::Scenario;
use sheet::Sheets;
use strike::{Ended, Strike};
use tohit_odds::{Cast, Chance, Figure, Odds, Reading, Tally, Total, Weights};

/// The ruleset.
pub(crate) struct PixelDungeon;

/// How a strike can end, by the hit points lost.
const fn outcome(ended: Ended, damage: i64, label: &'static str, kind: OutcomeKind) -> Outcome {
    let id = name_of(ended, damage);
    Outcome { id, label, kind, hits: ended.hits(), modes: &["melee", "thrown", "magic"] }
}

/// How a projectile can end.
const fn flown(id: &'static str, label: &'static str, kind: OutcomeKind) -> Outcome {
    Outcome { id, label, kind, hits: matches!(kind, OutcomeKind::Hit), modes: &["targeting"] }
}

impl Game for PixelDungeon {
    type Scenario = Scenario;

    const ABOUT: AboutRules = AboutRules {
        id: "pixel-dungeon",
        name: "Pixel Dungeon",
        document: "Pixel Dungeon Wiki, Game mechanics/Attacking (Pixel Dungeon 1.9.1)",
        modes: &[
            Style::new(
                "melee",
                "Melee",
                "A blow with a weapon, a wand used as a club, bare hands, or a monster's own.",
            ),
            Style::new("thrown", "Thrown", "A missile weapon thrown by a hero, or a monster's shot."),
            Style::new(
                "magic",
                "Magic",
                "A wand's or a monster's bolt: the attacker's drawn number is doubled.",
            ),
            Style::new(
                "targeting",
                "Targeting",
                "The path of a projectile over the map, and which tile to tap to hit a creature.",
            ),
        ],
        outcomes: &[
            outcome(Ended::Miss, 0, "Miss", OutcomeKind::Miss),
            outcome(Ended::Hit, 0, "Hit without damage", OutcomeKind::Blocked),
            outcome(Ended::Hit, 1, "Damage", OutcomeKind::Hit),
            outcome(Ended::Deferred, 0, "Damage put off to later turns", OutcomeKind::Blocked),
            outcome(Ended::Grim, 1, "Killed outright", OutcomeKind::Critical).modes(&["melee", "thrown"]),
            flown("tap", "Lands on the tapped tile", OutcomeKind::Miss),
            flown("wall", "Stopped by a wall", OutcomeKind::Blocked),
            flown("cover", "Stopped in cover", OutcomeKind::Blocked),
            flown("creature", "Hits a creature", OutcomeKind::Hit),
            flown("range", "Ends at its range", OutcomeKind::Miss),
        ],
        example: "pixel-dungeon/melee?attacker.preset=level-5-berserker-with-a-war-hammer&defender.preset=gnoll-scout-of-the-document",
        differences: &[
            "The document's War hammer does up to 25 damage at +0; in the game it is 24, by the rounding of floats.",
            "The document keeps a hero's accuracy as an exact number (16.8); the game cuts it to a whole number (16).",
            "In the document every attack of a Sniper ignores armor; in the game only thrown weapons do.",
            "In the document spare strength adds damage with every weapon; in the game not to a Huntress in melee, and when throwing only to a Huntress.",
            "In the document magic is an ordinary attack with the drawn number doubled; in the game it ignores armor, and a hero's wand never misses.",
            "In the document an Assassin does 1.5 times the damage to a surprised or paralysed monster; in the game from 1 more to nearly twice as much, and not for paralysis alone.",
            "In the document a surprised or paralysed hero is always hit; in the game a hero cannot be surprised, and a paralysed hero's dodge is halved.",
            "The document's Gnoll scout has an armor stat of 4; in the game it is 2.",
        ],
        left_out: &[
            "Damage over later turns (fire, poison, bleeding) and damage to others nearby.",
            "What the defender's rings and glyphs do to the attacker, and every effect other than damage.",
            "Slowed and hasted fighters, and a Battlemage's charges from one strike of a turn to the next.",
            "The rounding of the game's 32-bit floats, which changes no chance by more than a ten-millionth.",
            "The damage of a whole turn where thousands of points of damage meet dozens of strikes, a combo of hundreds of hits, or a Gladiator's lucky or shocking weapon: no weapon of the game comes near.",
        ],
    };

    const WHYS: &'static [Why] = why::WHYS;

    fn form(_: &str) -> &'static SheetSpec {
        Sheets::SPEC
    }

    fn presets() -> &'static Library {
        static PRESETS: Library =
            Library::fixed(include_str!("../../rulesets/pixel-dungeon/pixel-dungeon.presets"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Scenario {
        let scenario = Scenario::new(mode, Sheets::read_fields(reader));
        for (path, message) in scenario.problems() {
            reader.at_field(path, |reader| reader.problem(message));
        }
        scenario
    }

    fn write(scenario: &Scenario) -> Json {
        scenario.sheets.write()
    }

    fn answer<F: Weights>(scenario: &Scenario, odds: &mut Odds<F>) -> Answer<F::Weight> {
        let mut answer = Answer::new(Self::ABOUT.id, scenario.mode.name());
        if scenario.mode == Mode::Targeting {
            answer.more = flight(scenario);
            return answer;
        }
        let fight = scenario.fight();
        let strike = Strike::new(odds, &fight);
        let ended = strike.strike(odds, fight.combo());
        let weights = odds.weights().clone();
        answer.hit = Some(ended.chance(&weights, |ended| ended.hits()));
        answer.outcomes = outcomes(&weights, &fight, &ended);
        let damage = ended.total(&weights);
        answer.damage = Some(spread(&weights, &damage));
        if fight.turn_adds_up() {
            let turn = strike.several(odds, strike.strikes).total(&weights);
            answer.turn_damage = Some(spread(&weights, &turn));
        }
        if let Some(hp) = fight.defender.hp {
            let kills = damage.chance(&weights, |lost| lost >= hp.get());
            answer.more.push(("kill", Extra::Chance(kills)));
        }
        answer.values = vec![
            ("accuracy", Figure::Ratio(strike.accuracy.clone())),
            ("dodge", Figure::Ratio(strike.dodge.clone().unwrap_or_default())),
            ("armor", Figure::Int(strike.armor)),
            ("delay", Figure::Ratio(strike.attack_time.clone())),
            ("strikes", Figure::Int(strike.strikes.into())),
        ];
        answer
    }

    fn ways<F: Weights>(scenario: &Scenario, odds: &mut Odds<F>) -> Ways<F::Weight> {
        if scenario.mode == Mode::Targeting {
            return Vec::new();
        }
        let fight = scenario.fight();
        let ended = Strike::new(odds, &fight).strike(odds, fight.combo());
        let named = odds.judge(ended, |dice, ended, lost| {
            if ended == Ended::Hit {
                dice.decided("damage", &[("hit points lost", lost)], lost > 0);
            }
            (name_of(ended, lost), 0)
        });
        explain::ways::<&'static str, F>(&named, |name| name)
    }

    fn rules(scenario: &Scenario) -> Vec<Rule> {
        vec![("rules", scenario.sheets.situation.rules.name())]
    }

    fn cast(scenario: &Scenario, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        if scenario.mode == Mode::Targeting {
            let (map, tap) = scenario.map();
            return (map.cast(tap, cast), 0);
        }
        let fight = scenario.fight();
        let strike = Strike::new(cast, &fight);
        let (ended, damage) =
            if turn && strike.strikes > 1 { strike.turn(cast) } else { strike.strike(cast, fight.combo()) };
        if let Some(hp) = fight.defender.hp {
            Chance::note(cast, "health left", (hp.get() - damage).max(0));
        }
        (name_of(ended, damage), damage)
    }
}

/// The name of an ending.
const fn name_of(ended: Ended, damage: i64) -> &'static str {
    match ended {
        Ended::Miss => "miss",
        Ended::Hit if damage > 0 => "damage",
        Ended::Hit => "no-damage",
        Ended::Deferred => "deferred",
        Ended::Grim => "grim",
    }
}

/// The chances of the outcomes, those of an enchantment and of a glyph where there is one.
fn outcomes<F: Weights>(
    weights: &F,
    fight: &Fight<'_>,
    ended: &Tally<Ended, F::Weight>,
) -> Vec<(&'static str, F::Weight)> {
    let chance = |which: Ended| ended.chance(weights, |ended| *ended == which);
    let hits_for = |takes: bool| {
        let hits = ended.parts().filter(|(ended, _, _)| **ended == Ended::Hit);
        hits.map(|(_, _, lost)| lost.chance(weights, |lost| (lost > 0) == takes))
            .fold(weights.zero(), |sum, weight| weights.add(sum, weight))
    };
    let mut outcomes =
        vec![("miss", chance(Ended::Miss)), ("no-damage", hits_for(false)), ("damage", hits_for(true))];
    if fight.viscosity().is_some() {
        outcomes.push(("deferred", chance(Ended::Deferred)));
    }
    if matches!(fight.enchantment(), Some((Enchantment::Grim, _))) {
        outcomes.push(("grim", chance(Ended::Grim)));
    }
    outcomes
}

/// Nobody has more health: a loss of so much or more is one entry.
const MOST_HEALTH: i64 = 100_000;

fn spread<F: Weights>(weights: &F, lost: &Total<F::Weight>) -> Spread<F::Weight> {
    let mut spread = Spread::of(weights, lost);
    if spread.entries.last().is_some_and(|(most, _)| *most > MOST_HEALTH) {
        spread.entries.retain(|(lost, _)| *lost < MOST_HEALTH);
        spread.tail = Some((MOST_HEALTH, lost.chance(weights, |lost| lost >= MOST_HEALTH)));
    }
    spread
}

/// The answer of the targeting tool.
fn flight<P>(scenario: &Scenario) -> Vec<(&'static str, Extra<P>)> {
    let list = |figures: Vec<Figure>| Extra::List(figures.into_iter().map(Extra::Figure).collect());
    let cells = |cells: Vec<(i64, i64)>| list(cells.into_iter().map(Figure::from).collect());
    let (map, tap) = scenario.map();
    let flight = map.flight(tap);
    let stop = flight.visited.last().copied().unwrap_or_default();
    let mut more = vec![
        ("visited", cells(flight.visited)),
        ("stop", Extra::Figure(stop.into())),
        ("reason", Extra::Figure(flight.reason.into())),
        ("struck", cells(flight.struck)),
        ("formula_cells", list(map.formula_cells(tap).into_iter().map(Figure::from).collect())),
    ];
    if let Some(wanted) = scenario.wanted() {
        let taps = map.taps(wanted);
        let direct = taps.contains(&wanted);
        more.extend([("taps", cells(taps)), ("direct", Extra::Figure(direct.into()))]);
    }
    more
}
