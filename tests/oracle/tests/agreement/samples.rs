//! Sampled duels against their odds, and consistency of their logs.

use crate::texts::{Kind, fight_text};
use crate::{compiled, scenario};
use rand::SeedableRng as _;
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use tohit_engine::{
    CountDistribution, DiceSource, Duel, DuelSampler, Extent, FightDetail, First, Run, Sample, Scenario,
    TraceEvent,
};
use tohit_odds::Arithmetic;

fn with<T>(text: &str, entries: &[(&str, &str)], ask: impl FnOnce(&Scenario<'_>) -> T) -> T {
    let text = format!(
        "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet defender\n  hp: 1..99 ?\n{text}\n"
    );
    let game = compiled(&text);
    let entries: Vec<(String, String)> =
        entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    ask(&game.scenario(0, game.sheets(0, &entries).unwrap()).unwrap())
}

/// Texts: plain; several strikes a turn; fast and carried; turns of rolled length; a first turn of its own;
/// regained hit points of the defender; of the attacker; of both; hit points that a strike costs; and what it
/// leaves on the other side.
const TEXTS: [&str; 10] = [
    "strike\n  end miss if d6 < 3\n  end hit lose d4",
    "falls when left < 0\nturn 2\nstrike\n  end miss if chance(1/2)\n  end good lose 1 kill if chance(1/9)\n  end hit lose d2",
    "carry c = 0\nturn lasts 2/3\nstrike\n  end miss if d3 = 1\n    next c = 0\n  next c = min(c + 1, 2)\n  end hit lose c",
    "carry time this turn = 0\nturn 2\nturn lasts (1 + time) / 2\nstrike\n  swing = d3\n  next time = time + swing\n  end miss if swing = 2 or d4 = 1\n  end hit lose swing",
    "sheet attacker\n  charging: flag = yes\n  pace: exact 1/2..5 = 3\nlater attacker.charging = no, attacker.pace = 2/3\nturn lasts attacker.pace\nstrike\n  end miss if d6 < 4 and not attacker.charging\n  end hit lose d3 + (1 if attacker.charging else 0)",
    "turn 2\nbetween turns\n  next left = left + 1\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "strike\n  wound = d4 - 1\n  end miss if wound = 0\n  end hit lose wound gain wound div 2",
    "carry full = no\nturn lasts 2/3\nbetween turns\n  next left = left + 1\nstrike\n  end miss if full and d2 = 1\n    next full = no\n  next full = yes\n  end hit lose d3 gain d2",
    "turn 2\nstrike\n  end miss pay 2 if d4 = 1\n  end hit lose d3 + (2 if given own and own < 4 else 0) gain d2 pay 1",
    "carry dazed on foe = 0\nturn lasts 2/3\nstrike\n  end miss if d3 <= dazed\n  next dazed = d3 - 1\n  end hit lose d3",
];
/// Pairs of texts, with their hit points.
const PAIRS: [(usize, usize, [i64; 2]); 12] = [
    (0, 1, [7, 9]),
    (2, 0, [8, 9]),
    (3, 2, [9, 7]),
    (4, 3, [8, 9]),
    (5, 4, [9, 9]),
    (6, 0, [8, 7]),
    (7, 6, [6, 8]),
    (1, 7, [7, 8]),
    (8, 0, [8, 7]),
    (6, 8, [7, 8]),
    (9, 9, [6, 7]),
    (0, 9, [7, 6]),
];
const THROWS: usize = 10_000;

/// Visits each pair, in each order of the sides.
fn each(mut ask: impl FnMut(&Scenario<'_>, &Scenario<'_>, First, [i64; 2])) {
    for (mine, theirs, points) in PAIRS {
        let entry = |points: i64| points.to_string();
        with(TEXTS[mine], &[("defender.hp", &entry(points[0]))], |one| {
            with(TEXTS[theirs], &[("defender.hp", &entry(points[1]))], |other| {
                for (_, first) in First::ALL {
                    let drains = [mine, theirs].iter().any(|text| (6..9).contains(text));
                    if !drains || first != First::Together {
                        // Hit points of each at first.
                        ask(one, other, first, [points[1], points[0]]);
                    }
                }
            });
        });
    }
}

/// Fails unless each count is within 4.5 standard deviations of its expectation; hundreds of values are
/// tested.
fn fits(odds: &CountDistribution, seen: impl Iterator<Item = i64>, what: &str) {
    let mut counts: BTreeMap<i64, f64> = BTreeMap::new();
    seen.for_each(|value| *counts.entry(value).or_default() += 1.0);
    let all = THROWS as f64;
    for (value, weight) in &odds.values {
        let p = Arithmetic::Floats.to_float(*weight);
        let count = counts.remove(value).unwrap_or_default();
        let deviation = (p * (1.0 - p) * all).sqrt().max(1.0);
        assert!((count - p * all).abs() < 4.5 * deviation, "{what} {value}: {count} of {}", p * all);
    }
    assert!(counts.is_empty(), "{what}: {counts:?} cannot be");
}

/// The last round in which a turn began.
fn round(thrown: &[Sample; 2]) -> i64 {
    let last = thrown.iter().filter_map(|one| one.began.as_ref()).max().unwrap();
    last.floor().unwrap().whole().unwrap() + 1
}

/// Fails unless thrown duels end as often, as late and with as much left as the odds say.
fn throws_fit(thrower: &DuelSampler<'_, '_>, Duel { win, lose, both, rounds, left, .. }: Duel) {
    let mut source = DiceSource::seed(11);
    let all: Vec<[Sample; 2]> = (0..THROWS).map(|_| thrower.sample(&mut source, false).unwrap()).collect();
    let ends = CountDistribution { values: vec![(1, win), (2, lose), (3, both)], rest: None };
    let fell = |one: &Sample, worth| if one.fell { worth } else { 0 };
    fits(&ends, all.iter().map(|[mine, theirs]| fell(mine, 1) + fell(theirs, 2)), "ends");
    fits(&rounds, all.iter().map(round), "round");
    fits(&left[0], all.iter().map(|[_, theirs]| theirs.left.unwrap()), "attacker");
    fits(&left[1], all.iter().map(|[mine, _]| mine.left.unwrap()), "defender");
}

#[test]
fn thrown_duels_agree_with_the_odds() {
    each(|mine, theirs, first, _| {
        let duel = mine.duel(theirs, first, &Arithmetic::Floats, 12).unwrap();
        throws_fit(&DuelSampler::new(mine, theirs, first).unwrap(), duel);
    });
}

#[test]
fn the_log_of_a_duel_adds_up() {
    each(|mine, theirs, first, points| {
        let thrower = DuelSampler::new(mine, theirs, first).unwrap();
        for seed in 0..40 {
            let throw = |log| thrower.sample(&mut DiceSource::seed(seed), log).unwrap();
            let thrown = throw(true);
            assert_eq!(thrown, throw(true));
            let log = &thrown[0].log;
            let plain = thrown.clone().map(|one| Sample { log: Vec::new(), evaluations: Vec::new(), ..one });
            assert_eq!(plain, throw(false));
            // Hit points, turns, strikes and losses of the attacker and the defender.
            let (mut left, mut turns, mut strikes, mut lost) = (points, [0, 0], [0, 0], [0, 0]);
            let (mut who, mut regained) = (0, [0, 0]);
            let place = |one: First| usize::from(one == First::Defender);
            for one in log {
                match one {
                    TraceEvent::Turn(whose, number) => {
                        who = place(whose.unwrap());
                        turns[who] += 1;
                        assert_eq!(turns[who], *number);
                    }
                    TraceEvent::End(_, _, lose) => {
                        strikes[who] += 1;
                        left[who] = (left[who] + std::mem::take(&mut regained[who])).min(points[who]);
                        left[1 - who] -= lose;
                        lost[who] += lose;
                    }
                    TraceEvent::Gained(gain) => {
                        regained[who] += gain;
                    }
                    TraceEvent::Paid(pay) => {
                        regained[who] -= pay;
                    }
                    TraceEvent::Left(now) => left[1 - who] = *now,
                    TraceEvent::Has(one, now) => {
                        let of = place(*one);
                        // A side that is killed at once has no hit points left.
                        let fell = thrown[1 - of].fell && *now == 0;
                        assert!(left[of] == *now || fell, "{seed}: {left:?} {log:?}");
                    }
                    _ => {}
                }
            }
            for (side, one) in thrown.iter().enumerate() {
                assert_eq!([turns[side], strikes[side], lost[side]], [one.turns, one.strikes, one.lost]);
                assert!(if one.fell { one.left == Some(0) } else { one.left == Some(left[1 - side]) });
            }
            assert!(thrown.iter().any(|one| one.fell));
        }
    });
}

#[test]
fn a_stalemate_ends_the_duel() {
    let few = "carry arrows = 2\nstrike\n  end miss if arrows = 0\n  next arrows = arrows - 1\n  end miss if d2 = 1\n  end hit lose 1";
    with(few, &[("defender.hp", "9")], |scenario| {
        let thrower = DuelSampler::new(scenario, scenario, First::Together).unwrap();
        let [mine, theirs] = thrower.sample(&mut DiceSource::seed(1), true).unwrap();
        assert!(!mine.fell && !theirs.fell && mine.turns < 5 && mine.turns == theirs.turns);
        let [mine, _] = thrower.sample(&mut DiceSource::seed(1), false).unwrap();
        assert_eq!(mine.turns, 5_000);
        // A side without arrows is still struck.
        with(TEXTS[0], &[("defender.hp", "30")], |goes_on| {
            let thrower = DuelSampler::new(scenario, goes_on, First::Together).unwrap();
            let [mine, theirs] = thrower.sample(&mut DiceSource::seed(1), true).unwrap();
            assert!(theirs.fell && theirs.turns > 7 && mine.turns == theirs.turns);
        });
    });
}

#[test]
fn a_thrown_fight_ends_with_the_fall() {
    with(TEXTS[0], &[("defender.hp", "9")], |scenario| {
        let thrown = scenario.sample(&mut DiceSource::seed(1), Extent::Fight, false).unwrap();
        assert!(thrown.fell && thrown.turns < 30 && (9..13).contains(&thrown.lost), "{thrown:?}");
    });
}

#[test]
fn thrown_fights_of_a_striker_that_pays_agree_with_the_odds() {
    let text = format!("sheet attacker\n  hp: 1..9 ?\n{}", TEXTS[8]);
    with(&text, &[("defender.hp", "9"), ("attacker.hp", "5")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        let mut source = DiceSource::seed(5);
        let thrown: Vec<Sample> =
            (0..THROWS).map(|_| scenario.sample(&mut source, Extent::Fight, false).unwrap()).collect();
        let never = fight.turns.rest.map(|(_, rest)| rest).unwrap();
        let values = fight.turns.values.into_iter().chain([(0, never)]).collect();
        let seen = thrown.iter().map(|one| if one.fell { one.turns } else { 0 });
        fits(&CountDistribution { values, rest: None }, seen, "turn");
        assert!(thrown.iter().any(|one| !one.fell) && thrown.iter().all(|one| !one.stopped));
    });
}

#[test]
fn a_duel_that_has_no_odds_is_not_thrown() {
    with(TEXTS[6], &[("defender.hp", "9")], |drains| {
        let wrong = |other: &Scenario<'_>, first| DuelSampler::new(drains, other, first).err().unwrap();
        assert!(wrong(drains, First::Together).message.contains("gives hit points back"));
        with(TEXTS[0], &[], |other| {
            assert_eq!(wrong(other, First::Attacker).message, "a fight needs the defender's hit points");
        });
    });
}

#[test]
fn thrown_bodies_fall_as_often_and_the_log_tells_each() {
    let mut rng = Pcg32::seed_from_u64(7);
    let mut seen = 0;
    for case in 0..24 {
        let programs = [0; 2].map(|_: i32| compiled(&fight_text(&mut rng, Kind::Bodies)));
        let first = First::ALL[case % 3].1;
        let bodies = [[3, 1], [2, 3], [1, 4]][case % 3];
        let [mine, theirs] = [0, 1].map(|side| {
            let attackers = i64::try_from(bodies[side]).unwrap();
            scenario(&programs[side], &[("defender", "hp", 4), ("situation", "attackers", attackers)])
        });
        let duel = mine.duel(&theirs, first, &Arithmetic::Floats, 12).unwrap();
        if duel.rounds.rest.is_some_and(|(_, open)| Arithmetic::Floats.to_float(open) > 1e-9) {
            continue;
        }
        seen += 1;
        let thrower = DuelSampler::new(&mine, &theirs, first).unwrap();
        throws_fit(&thrower, duel);
        for seed in 0..20 {
            let thrown = thrower.sample(&mut DiceSource::seed(seed), true).unwrap();
            for (side, whose) in [First::Attacker, First::Defender].into_iter().enumerate() {
                let numbers: Vec<usize> = thrown[0]
                    .log
                    .iter()
                    .filter_map(|event| match event {
                        TraceEvent::Falls(of, number) if *of == whose => Some(*number),
                        _ => None,
                    })
                    .collect();
                assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
                let stand = bodies[side] - numbers.len();
                let left = thrown[1 - side].left.unwrap();
                assert!(bodies[side] == 1 || (4 * (stand as i64 - 1)..=4 * stand as i64).contains(&left));
                assert!(bodies[side] == 1 || (stand == 0) == thrown[1 - side].fell);
            }
        }
    }
    assert!(seen > 12, "{seen}");
}
