//! Dungeon Crawl Stone Soup: the wiki's page "To hit" of 5 October 2011, and the game's own code of 0.5.2 and 0.9.1.

mod dice;
mod ending;
mod melee;
mod monster_melee;
mod monster_ranged;
mod names;
mod ranged;
mod sheet;
mod shield;
mod why;

use crate::answer::{Answer, Extra, Spread};
use crate::explain::{self, Rule, Ways, Why};
use crate::json::Json;
use crate::preset::Library;
use crate::ruleset::{self, AboutRules, Game, Mode, OutcomeKind};
use crate::sheet::{Entry, Reader, Sheet, SheetSpec};
use ending::Ending;
use tohit_odds::{Cast, Odds, Reading, Tally, Weights};

const MELEE: &str = "melee";
const MONSTER_MELEE: &str = "monster-melee";
const MONSTER_RANGED: &str = "monster-ranged";
const RANGED: &str = "ranged";

/// A legal scenario.
pub(crate) struct Scenario(Sheets);

/// Its sheets, by mode.
enum Sheets {
    Melee(sheet::melee::Scenario),
    MonsterMelee(sheet::monster_melee::Scenario),
    MonsterRanged(sheet::monster_ranged::Scenario),
    Ranged(sheet::ranged::Scenario),
}

impl Sheets {
    const fn mode(&self) -> &'static str {
        match self {
            Self::Melee(_) => MELEE,
            Self::MonsterMelee(_) => MONSTER_MELEE,
            Self::MonsterRanged(_) => MONSTER_RANGED,
            Self::Ranged(_) => RANGED,
        }
    }

    /// How a strike can end here, in the order of the rules. Only 0.9 tells what turned a shot aside.
    fn endings(&self) -> impl Iterator<Item = &'static str> {
        let tells = matches!(self, Self::MonsterRanged(shot) if shot.rules().is_v09());
        let mode = self.mode();
        let endings = Crawl::ABOUT.outcomes.iter().filter(move |ending| ending.can_end(mode));
        let aside = [Ending::Repelled.name(), Ending::Deflected.name()];
        endings.map(|ending| ending.id).filter(move |id| tells || !aside.contains(id))
    }

    /// What of an answer is about one strike.
    fn told<F: Weights>(&self, weights: &F, tally: &Tally<Ending, F::Weight>) -> Answer<F::Weight> {
        let mut answer = Answer::new(Crawl::ABOUT.id, self.mode());
        let chance = |name: &'static str| (name, tally.chance(weights, |ending| ending.name() == name));
        answer.hit = Some(tally.chance(weights, |ending| ending.lands()));
        answer.outcomes = self.endings().map(chance).collect();
        answer.damage = Some(Spread::of(weights, &tally.total(weights)));
        answer
    }
}

/// The game.
pub(crate) struct Crawl;

const fn outcome(ending: Ending, label: &'static str, kind: OutcomeKind) -> ruleset::Outcome {
    ruleset::Outcome { id: ending.name(), label, kind, hits: ending.lands(), modes: &[] }
}

impl Game for Crawl {
    type Scenario = Scenario;

    const ABOUT: AboutRules = AboutRules {
        id: "crawl",
        name: "Dungeon Crawl",
        document: "CrawlWiki, To hit (5 October 2011); its figures are those of version 0.5",
        modes: &[
            Mode::new(MELEE, "Melee", "You strike a monster."),
            Mode::new(MONSTER_MELEE, "Monster's melee", "A monster strikes you."),
            Mode::new(
                MONSTER_RANGED,
                "Monster's missile or bolt",
                "A monster shoots, throws or casts a bolt at you.",
            ),
            Mode::new(RANGED, "Missile", "You shoot or throw at a monster."),
        ],
        outcomes: &[
            outcome(Ending::Hit, "Hit", OutcomeKind::Hit),
            outcome(Ending::HelplessHit, "Hits the helpless", OutcomeKind::Hit).modes(&[MELEE]),
            outcome(Ending::LuckyHit, "Lucky hit", OutcomeKind::Hit).modes(&[MELEE]),
            outcome(Ending::AutoHit, "Automatic hit", OutcomeKind::Hit).modes(&[MONSTER_MELEE]),
            outcome(Ending::AutoMiss, "Automatic miss", OutcomeKind::Miss).modes(&[MONSTER_MELEE]),
            outcome(Ending::ShieldBlock, "Blocked by the shield", OutcomeKind::Blocked),
            outcome(Ending::Repelled, "Repelled", OutcomeKind::Blocked).modes(&[MONSTER_RANGED]),
            outcome(Ending::Deflected, "Deflected", OutcomeKind::Blocked).modes(&[MONSTER_RANGED]),
            outcome(Ending::Miss, "Miss", OutcomeKind::Miss),
        ],
        example: "crawl/melee?attacker.strength=18&attacker.dexterity=12&attacker.weapon.preset=war-axe&attacker.skills.fighting=5&attacker.skills.weapon=6&attacker.skills.armour=3&attacker.skills.shields=2&attacker.shield=shield&attacker.armour_ev_penalty=4&defender.preset=orc-warrior",
        differences: &[
            "The page adds the whole weighted average of strength and dexterity to the base of 15; the game's code adds half of it.",
            "On the page the amulet of inaccuracy takes off 0 to 5; the game's code always takes off 5.",
            "On the page Fighting adds 1 to its level; in the game's code 0 to its level.",
            "On the page the weapon's skill adds 1 to its level; in the game's code 0 to its level.",
            "On the page Beogh helps an orc with any weapon; the game's code asks for an orcish weapon, in whoever's hands.",
            "On the page the armour's penalty is multiplied by 2 or 3 with a weapon in hand; in the code of 0.5 that happens without one, and in 0.9 not at all.",
            "The page says that some or all of the armour's evasion penalty counts; in the game's code, which is followed here, it is never all of it.",
            "On the page the roll must exceed evasion; in the game's code it may be equal.",
            "On the page a hand-and-a-half weapon always gets its bonus; in the code of 0.5 only when you could not have fought unarmed, and 0.9 has no such bonus.",
            "On the page Sure Blade adds 5 and the turns left, at most 15; in the game's code 5 and a roll of at most 10.",
            "On the page Deflect and Repel Missiles have the same figures for every shot; in the game's code those hold for piercing beams, and missiles suffer much more.",
            "The page does not mention that a miss of yours still hits once in 20, and that of a monster's attacks 2.5% hit and 2.5% miss whatever the numbers; both count here.",
            "The penalties of armour and shield, the advantage in water and the Repulsion Field are those of 0.5; versions 0.6 to 0.9 replaced or dropped them.",
            "What the page leaves open (all damage, stabs, shields, brands, shooting) is taken from version 0.5.2.",
        ],
        left_out: &[
            "Punches, kicks and other auxiliary attacks beside the blow.",
            "Poison, pain, chaos, distortion, antimagic and vampiric brands, and magical staves.",
            "What monsters' bites and stings do beyond damage, and the brands of monsters' weapons.",
            "Monsters that fight each other.",
            "Magical shields, phase shift, shrouds, spines and some mutations.",
            "Your resistances, and hit points: damage is counted in full.",
            "Large rocks and nets that you throw, and hand crossbows.",
        ],
    };

    const WHYS: &'static [Why] = why::WHYS;

    fn form(mode: &str) -> &'static SheetSpec {
        match mode {
            MONSTER_MELEE => sheet::monster_melee::Scenario::SPEC,
            MONSTER_RANGED => sheet::monster_ranged::Scenario::SPEC,
            RANGED => sheet::ranged::Scenario::SPEC,
            _ => sheet::melee::Scenario::SPEC,
        }
    }

    fn presets() -> &'static Library {
        static PRESETS: Library = Library::fixed(include_str!("../../rulesets/crawl/crawl.presets"));
        &PRESETS
    }

    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Scenario {
        Scenario(match mode {
            MONSTER_MELEE => Sheets::MonsterMelee(Sheet::read_fields(reader)),
            MONSTER_RANGED => Sheets::MonsterRanged(Sheet::read_fields(reader)),
            RANGED => {
                let shot = sheet::ranged::Scenario::read_fields(reader);
                shot.check(reader);
                Sheets::Ranged(shot)
            }
            _ => Sheets::Melee(Sheet::read_fields(reader)),
        })
    }

    fn write(scenario: &Scenario) -> Json {
        match &scenario.0 {
            Sheets::Melee(fight) => fight.write(),
            Sheets::MonsterMelee(fight) => fight.write(),
            Sheets::MonsterRanged(shot) => shot.write(),
            Sheets::Ranged(shot) => shot.write(),
        }
    }

    fn answer<F: Weights>(Scenario(sheets): &Scenario, odds: &mut Odds<F>) -> Answer<F::Weight> {
        match sheets {
            Sheets::Melee(fight) => {
                let blow = fight.strike(odds);
                let mut answer = sheets.told(odds.weights(), &blow.tally);
                let time = Spread::of(odds.weights(), &blow.time);
                answer.more.push(("delay", Extra::Spread(time)));
                answer.values = vec![
                    ("strength_weight", fight.attacker.strength_weight().into()),
                    ("weighted_stat", fight.attacker.weighted_stat().into()),
                    ("stat_for_damage", fight.attacker.damage_stat().into()),
                    ("evasion", fight.evasion().into()),
                ];
                answer
            }
            Sheets::MonsterMelee(fight) => {
                let first = fight.strike(odds);
                let mut answer = sheets.told(odds.weights(), &first);
                let turn = fight.turn(odds);
                let turn = odds.sum(turn);
                answer.turn_damage = Some(Spread::of(odds.weights(), &turn));
                answer.values = fight.figures();
                answer
            }
            Sheets::MonsterRanged(shot) => {
                let tally = shot.strike(odds);
                let mut answer = sheets.told(odds.weights(), &tally);
                answer.values = vec![("evasion", shot.evasion().into())];
                answer
            }
            Sheets::Ranged(shot) => {
                let tally = shot.strike(odds);
                sheets.told(odds.weights(), &tally)
            }
        }
    }

    fn ways<F: Weights>(Scenario(sheets): &Scenario, odds: &mut Odds<F>) -> Ways<F::Weight> {
        let tally = match sheets {
            Sheets::Melee(fight) => fight.strike(odds).tally,
            Sheets::MonsterMelee(fight) => fight.strike(odds),
            Sheets::MonsterRanged(shot) => shot.strike(odds),
            Sheets::Ranged(shot) => shot.strike(odds),
        };
        explain::ways::<_, F>(&tally, |ending| ending.name())
    }

    fn rules(Scenario(sheets): &Scenario) -> Vec<Rule> {
        let rules = match sheets {
            Sheets::Melee(fight) => fight.rules(),
            Sheets::MonsterMelee(fight) => fight.situation.rules,
            Sheets::MonsterRanged(shot) => shot.rules(),
            Sheets::Ranged(shot) => shot.rules(),
        };
        vec![("rules", rules.name())]
    }

    fn cast(Scenario(sheets): &Scenario, cast: &mut Cast, turn: bool) -> (&'static str, i64) {
        let (ending, damage) = match sheets {
            Sheets::Melee(fight) => fight.strike(cast).tally,
            Sheets::MonsterMelee(fight) if turn => fight.turn(cast),
            Sheets::MonsterMelee(fight) => fight.strike(cast),
            Sheets::MonsterRanged(shot) => shot.strike(cast),
            Sheets::Ranged(shot) => shot.strike(cast),
        };
        (ending.name(), damage)
    }
}
