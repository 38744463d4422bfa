//! Random fights of every ruleset: as their turns put together, in equal fractions, and against thrown
//! fights.
//!
//! `TOHIT_RANDOM_FIGHTS=1000` draws so many of each ruleset.
use crate::common::chi_square::{chi_square, limit};
use crate::common::dice::Pcg;
use crate::common::random::Scenarios;
use crate::common::set;
use std::collections::BTreeMap;
use tohit_compile::program::{Default, LaterChange, Line, Mode, Node, Program};
use tohit_resolver::{Extent, Extra, Fraction, Json, RULESETS, Ruleset, Spread};

/// Fights of each ruleset.
fn wanted(usual: u32) -> u32 {
    std::env::var("TOHIT_RANDOM_FIGHTS").map_or(usual, |many| many.parse().unwrap())
}

/// A random scenario with so many hit points, complete; none where it is not legal, or has nobody to fight.
fn scenario(scenarios: &mut Scenarios, hit_points: i64) -> Option<Json> {
    let ruleset = scenarios.ruleset;
    let (mut complete, problems) = ruleset.complete(&scenarios.next());
    complete.at("defender.hp").filter(|_| problems.is_empty())?;
    set(&mut complete, "defender.hp", hit_points.into());
    ruleset.resolve::<f64>(&complete).is_ok().then_some(complete)
}

each_ruleset!(thrown_fights_agree_with_the_odds);

fn thrown_fights_agree_with_the_odds(ruleset: &'static Ruleset) {
    const THROWS: u32 = 600;
    let (mut scenarios, mut dice) = (Scenarios::new(ruleset, 17), Pcg::new(5));
    let (mut drawn, mut done) = (0, 0);
    while done < wanted(12) {
        drawn += 1;
        assert!(drawn < 200 * wanted(12), "{}: only {done} of {drawn} are fights", ruleset.id());
        let Some(document) = scenario(&mut scenarios, dice.between(3, 40)) else { continue };
        let Ok(fight) = ruleset.fight::<f64>(&document) else { continue };
        // A throw of a fight that lasts long takes long.
        if fight.turns.at_least(60) > 1e-3 {
            continue;
        }
        let (turns, strikes) = (fight.turns.clone(), fight.strikes.clone());
        let answer = fight.answer();
        let sum: f64 = answer.outcomes.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{document}: {sum}");
        assert!(
            answer.more.iter().any(|(name, extra)| *name == "turns" && matches!(extra, Extra::Spread(_)))
        );
        let thrown = ruleset.tally(&document, 5, THROWS, Extent::Fight).unwrap();
        let ends: Vec<_> =
            thrown.iter().map(|one| one.fought.clone().unwrap()).filter(|one| one.fell).collect();
        let agree = |what: &str, odds: &Spread<f64>, seen: Vec<i64>| {
            let count = |value| seen.iter().filter(|seen| **seen == value).count() as u32;
            let (sum, freedom) = chi_square(&odds.entries, THROWS as usize, count);
            assert!(sum < limit(freedom), "{document}: {what}: chi-square {sum:.1} over {freedom}");
        };
        agree("turns", &turns, ends.iter().map(|one| one.turns).collect());
        agree("strikes", &strikes, ends.iter().map(|one| one.strikes).collect());
        done += 1;
    }
    println!("{}: {done} fights of {drawn} drawn", ruleset.id());
}

/// Probabilities of falling in each turn, from the damage of the first turn and of later ones alone. Between
/// turns the defender regains some hit points. Correct where strikes carry nothing and read nothing of the
/// fight.
pub(crate) fn convolved(
    [first, later]: [&[(i64, Fraction)]; 2],
    (enough, regained): (i64, i64),
    turns: usize,
) -> Vec<Fraction> {
    let zero = || Fraction::from(0);
    let mut standing = BTreeMap::from([(0, Fraction::from(1))]);
    let mut all = Vec::new();
    for damage in core::iter::once(first).chain(core::iter::repeat(later)).take(turns) {
        let (mut fallen, mut next) = (zero(), BTreeMap::new());
        for (lost, share) in &standing {
            for (more, chance) in damage {
                let both = share.clone() * chance;
                if lost + more >= enough {
                    fallen += both;
                } else {
                    *next.entry((lost + more - regained).max(0)).or_insert_with(zero) += both;
                }
            }
        }
        all.push(fallen);
        standing = next;
    }
    all
}

/// Endings of a mode that fell the defender whatever its loss.
fn killing<'p>(program: &'p Program, mode: &'p Mode) -> impl Iterator<Item = &'p str> {
    mode.strike.iter().filter_map(move |line| match line {
        Line::End(end) if end.kill => Some(match mode.nodes.0[end.ending.0 as usize].node {
            Node::Word(word) => program.word(word),
            _ => "",
        }),
        _ => None,
    })
}

/// Sets the fields that change after the first turn. False where the change depends on more than the field.
fn after_the_first_turn(
    program: &Program,
    document: &mut Json,
    LaterChange { field, value, when }: &LaterChange,
) -> bool {
    let path: Vec<&str> = field.iter().map(|word| program.word(*word)).collect();
    let value: Json = match value {
        Default::Flag(flag) => (*flag).into(),
        Default::Word(word) => program.word(*word).into(),
        Default::Number(number) => Json::parse(&number.to_string()).unwrap(),
        _ => return false,
    };
    let path = path.join(".");
    let is_so = document.at(&path) == Some(&value);
    if when.is_none() {
        set(document, &path, value);
    }
    is_so || when.is_none()
}

/// Compares random fights of one ruleset, and returns their number.
fn fights_are_their_turns(ruleset: &'static Ruleset, program: &Program) -> u32 {
    let plain: Vec<&Mode> = program.modes.iter().filter(|mode| mode.carries.is_empty()).collect();
    let (mut scenarios, mut dice, mut done) = (Scenarios::new(ruleset, 13), Pcg::new(13), 0);
    let enough_at_zero = !ruleset.rules().contains("\nfalls when left < 0");
    for _ in 0..60 * wanted(16) {
        if plain.is_empty() || done == wanted(16) {
            break;
        }
        let hit_points = dice.between(1, 9);
        let Some(mut document) = scenario(&mut scenarios, hit_points) else { continue };
        let Some(mode) =
            plain.iter().find(|mode| program.word(mode.word) == ruleset.about().mode_of(&document))
        else {
            continue;
        };
        let mut regained = 0;
        if mode.between.is_some() {
            if document.at("defender.regeneration").is_none() {
                continue;
            }
            regained = dice.between(0, 3);
            set(&mut document, "defender.regeneration", regained.into());
        }
        let Ok(answer) = ruleset.resolve::<Fraction>(&document) else { continue };
        let can_kill = |ending: &str| answer.outcome(ending).is_some_and(|chance| !chance.is_zero());
        if killing(program, mode).any(|ending| ending.is_empty() || can_kill(ending)) {
            continue;
        }
        let mut later = document.clone();
        if !mode.later.iter().all(|change| after_the_first_turn(program, &mut later, change)) {
            continue;
        }
        let damage = |document: &Json| {
            let answer = ruleset.resolve::<Fraction>(document).unwrap();
            answer.turn_damage.or(answer.damage).unwrap()
        };
        let (first, later) = (damage(&document), damage(&later));
        if first.tail.is_some() || first.entries.len().max(later.entries.len()) > 60 {
            continue;
        }
        // Rules that read the hit points that are left need more than the damage of a turn.
        let reads_hit_points = mode.left.is_some()
            && (1..hit_points).any(|left| {
                let mut weaker = document.clone();
                set(&mut weaker, "defender.hp", left.into());
                ruleset.resolve::<Fraction>(&weaker).map(|answer| answer.damage) != Ok(answer.damage.clone())
            });
        if reads_hit_points {
            continue;
        }
        let Ok(fight) = ruleset.fight::<Fraction>(&document) else { continue };
        let most = fight.turns.tail.as_ref().map_or(3, |(first, _)| first - 1).min(3);
        let enough = hit_points + i64::from(!enough_at_zero);
        let expected =
            convolved([&first.entries, &later.entries], (enough, regained), usize::try_from(most).unwrap());
        for (turn, chance) in (1..).zip(expected) {
            let known = fight.turns.entries.iter().find(|(known, _)| *known == turn);
            let known = known.map_or_else(|| Fraction::from(0), |(_, known)| known.clone());
            assert_eq!(known, chance, "{document}, turn {turn}");
        }
        done += 1;
    }
    println!("{}: {done} fights, in {} modes", ruleset.id(), plain.len());
    done
}

/// In modes that carry nothing from strike to strike.
#[test]
fn random_fights_are_their_turns_put_together() {
    let all = RULESETS.iter().map(|ruleset| {
        let program = tohit_compile::compile(ruleset.rules()).unwrap();
        fights_are_their_turns(ruleset, &program)
    });
    let of = all.filter(|done| *done == wanted(16)).count();
    assert!(3 * of > RULESETS.len(), "only {of} of {} rulesets have such fights", RULESETS.len());
}
