//! A slow, plain twin of duels in which a side has several bodies: every state followed throw by throw, in fractions, over texts put together by chance.

use crate::Run;
use crate::evaluator::scalar::{NoDice, ScalarEvaluator};
use crate::reduced_strike::ReducedStrike;
use crate::sampler::duel_tests::throws_fit;
use crate::scenario::Scenario;
use crate::twin::ways;
use crate::value::Value;
use crate::{CountDistribution, DiceSource, Duel, DuelSampler, First, TraceEvent};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Fraction, Prime, exact};

/// A text, put together by chance.
pub(crate) fn text(rng: &mut Pcg32, gains: bool) -> String {
    let mut pick = |of: &[&str]| of[rng.random_range(0..of.len())].to_owned();
    let mut text = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet attacker\n  charging: flag = yes\n  \
        blows: list of 1..2 { sides: 1..4 = 2 } = { sides: 2 } { sides: 3 }\nsheet defender\n  hp: 1..9 ?\nsheet situation\n  \
        attackers: 1..9\nbodies situation.attackers\ncarry guard this body = 1\ncarry rage = 0\ncarry heat this turn = 0\n"
        .to_owned();
    let item = pick(&["b.sides", "2"]);
    text += &if item == "2" {
        pick(&["turn situation.attackers\n", "turn situation.attackers * 2\n"])
    } else {
        "turn situation.attackers times each b in attacker.blows\n".to_owned()
    };
    text += &pick(&["", "turn lasts 2/3\n", "turn lasts 1/2 + rage\n"]);
    text += &pick(&["", "later attacker.charging = no\n"]);
    text += &pick(&[
        "",
        "",
        "between turns\n  next left = left + 1\n",
        "between turns\n  next left = left - 1\n  next rage = 0\n",
    ]);
    text += "strike\n";
    text += &pick(&[
        "  end miss if d3 = 1\n",
        "  end miss if d4 + earlier < 3\n",
        "  end miss if d3 + situation.attackers > 4\n",
        "  end miss if d3 = 1 and attacker.charging\n",
        "  end miss if heat > 0 and d2 = 1\n",
    ]);
    text += &pick(&["", "  next heat = 1\n", "  next rage = min(rage + 1, 1)\n"]);
    text += &pick(&[
        "",
        "  end miss if guard > 0 and d2 = 1\n    next guard = 0\n",
        "  end good lose 0 kill if d9 = 1\n",
    ]);
    let gain = if gains { " gain d2" } else { "" };
    text += &pick(&[
        "  end good lose 1 if given left and left > 2\n",
        "",
        "  end good lose 3 if rage > 0 and d2 = 1\n",
    ]);
    text + &format!("  end hit lose 1 d {item}{gain}\n")
}

/// One side: its text, with each number of attackers.
struct Army<'a> {
    by_number: Vec<[Scenario<'a>; 2]>,
}

impl<'a> Army<'a> {
    fn new(program: &'a Program, hp: i64, attackers: usize) -> Self {
        let of = |many: usize| {
            let scenario = scenario(program, hp, many);
            let later = scenario.later().unwrap_or_else(|| self::scenario(program, hp, many));
            [scenario, later]
        };
        Self { by_number: (1..=attackers).map(of).collect() }
    }
}

pub(crate) fn scenario(program: &Program, hp: i64, attackers: usize) -> Scenario<'_> {
    let entries = [("defender.hp", hp.to_string()), ("situation.attackers", attackers.to_string())];
    let entries = entries.map(|(path, entry)| (path.to_owned(), entry));
    program.scenario(0, program.sheets(0, &entries).unwrap()).unwrap()
}

/// The state of both sides.
#[derive(Clone, PartialEq)]
struct JointDistribution {
    begins: [Number; 2],
    turns: [bool; 2],
    carried: [Vec<Value>; 2],
    lost: [i64; 2],
    bodies: [usize; 2],
}

type All = Vec<(JointDistribution, Fraction)>;

fn put(all: &mut All, one: JointDistribution, share: Fraction) {
    match all.iter_mut().find(|(known, _)| *known == one) {
        Some((_, sum)) => *sum += share,
        None => all.push((one, share)),
    }
}

/// A body falls: the next one is met as the first was.
fn falls(scenario: &Scenario<'_>, state: &mut JointDistribution, who: usize) {
    state.bodies[1 - who] -= 1;
    state.lost[1 - who] = 0;
    for (value, carry) in state.carried[who].iter_mut().zip(&scenario.mode.carries) {
        if carry.this_body {
            *value = scenario.fixed(carry.value);
        }
    }
}

/// A turn of one side, of which so many strike.
fn turn(army: &Army<'_>, who: usize, strikers: usize, state: JointDistribution, share: Fraction) -> All {
    let scenario = &army.by_number[strikers - 1][usize::from(state.turns[who])];
    let (points, many) = (scenario.hit_points().unwrap(), scenario.mode.carries.len());
    let (struck, all) = (1 - who, points.whole().unwrap());
    let places = scenario.places().unwrap().0;
    // With how many strikes met the body that stands now.
    let mut now: Vec<(usize, All)> = vec![(0, vec![(state, share)])];
    for (number, place) in places.iter().enumerate() {
        let mut next: Vec<(usize, All)> = Vec::new();
        let mut keep = |met: usize, state: JointDistribution, share: Fraction| match next
            .iter_mut()
            .find(|(of, _)| *of == met)
        {
            Some((_, all)) => put(all, state, share),
            None => next.push((met, vec![(state, share)])),
        };
        for (met, (state, share)) in
            now.into_iter().flat_map(|(met, all)| all.into_iter().map(move |one| (met, one)))
        {
            if state.bodies[struck] == 0 {
                keep(met, state, share);
                continue;
            }
            let mut names = scenario.names_at(Some(place));
            names[..many].clone_from_slice(&state.carried[who]);
            if let Some(slot) = scenario.mode.left {
                names[usize::from(slot.0)] = Value::from(all - state.lost[struck]);
            }
            if let Some(slot) = scenario.mode.earlier {
                names[usize::from(slot.0)] = Value::from(met as i64);
            }
            for ((_, [more, gained], kill, names), chance) in
                ways(scenario, &ReducedStrike::draining(scenario), &names)
            {
                let mut next = state.clone();
                next.carried[who] = names[..many].to_vec();
                next.lost[struck] += more;
                if number < places.len() / strikers {
                    next.lost[who] = (next.lost[who] - gained).max(0);
                }
                let mut met = met + 1;
                if kill || scenario.fallen(&points, next.lost[struck]) {
                    falls(scenario, &mut next, who);
                    met = 0;
                }
                keep(met, next, share.clone() * chance);
            }
        }
        now = next;
    }
    let mut after = All::new();
    for (mut state, share) in now.into_iter().flat_map(|(_, all)| all) {
        if state.bodies[struck] > 0 {
            let lasts = scenario.lasts(&state.carried[who]).unwrap();
            state.begins[who] = state.begins[who].plus(&lasts).unwrap();
            state.turns[who] = true;
            if let Some(between) = &scenario.mode.between {
                let (left, before) = (Value::from(all - state.lost[struck]), state.carried[who].clone());
                let becomes = |id| {
                    ScalarEvaluator::new(scenario, &before, &mut NoDice)
                        .with(between.left, left.clone())
                        .eval(id)
                };
                for (slot, value) in &between.next {
                    state.carried[who][usize::from(slot.0)] = becomes(*value);
                }
                let leaves = between.leaves.map_or(left.clone(), becomes);
                state.lost[struck] = (all - leaves.whole().unwrap()).max(0);
                if scenario.fallen(&points, state.lost[struck]) {
                    falls(scenario, &mut state, who);
                }
            }
            for (value, carry) in state.carried[who].iter_mut().zip(&scenario.mode.carries) {
                if carry.this_turn {
                    *value = scenario.fixed(carry.value);
                }
            }
        }
        put(&mut after, state, share);
    }
    after
}

/// The distribution of what each side has left at the end, and the chance to stand after so many rounds.
fn duelled(armies: [&Army<'_>; 2], first: First, rounds: i64) -> Vec<Fraction> {
    let carried = armies.map(|army| {
        let scenario = &army.by_number[0][0];
        scenario.names_at(None)[..scenario.mode.carries.len()].to_vec()
    });
    let bodies = armies.map(|army| army.by_number.len());
    let begins = [Number::ZERO, Number::ZERO];
    let mut all: All = vec![(
        JointDistribution { begins, turns: [false; 2], carried, lost: [0, 0], bodies },
        Fraction::new(1, 1),
    )];
    let end = Number::from(rounds);
    let mut over = All::new();
    while let Some(place) = all.iter().position(|(one, _)| one.begins.iter().any(|begins| *begins < end)) {
        let (one, share) = all.swap_remove(place);
        let who: &[usize] = match (one.begins[0].cmp(&one.begins[1]), first) {
            (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, First::Attacker) => &[0],
            (std::cmp::Ordering::Greater, _) | (std::cmp::Ordering::Equal, First::Defender) => &[1],
            _ => &[0, 1],
        };
        let (strikers, mut now) = (one.bodies, vec![(one, share)]);
        for who in who {
            let before = std::mem::take(&mut now);
            for (one, share) in before {
                for (one, share) in turn(armies[*who], *who, strikers[*who], one, share) {
                    put(&mut now, one, share);
                }
            }
        }
        for (one, share) in now {
            put(if one.bodies.contains(&0) { &mut over } else { &mut all }, one, share);
        }
    }
    let none = || Fraction::new(0, 1);
    let mut ends = [none(), none(), none(), none()];
    let mut told: [BTreeMap<i64, Fraction>; 4] = Default::default();
    let points =
        [armies[1], armies[0]].map(|army| army.by_number[0][0].hit_points().unwrap().whole().unwrap());
    for (one, share) in over.into_iter().chain(all) {
        for side in 0..2 {
            let bodies = one.bodies[side] as i64;
            let left = if bodies == 0 { 0 } else { points[side] * bodies - one.lost[side] };
            *told[side].entry(left).or_insert_with(none) += share.clone();
            if armies[side].by_number.len() > 1 {
                *told[2 + side].entry(bodies).or_insert_with(none) += share.clone();
            }
        }
        let end = match one.bodies {
            [0, 0] => 2,
            [_, 0] => 0,
            [0, _] => 1,
            _ => 3,
        };
        ends[end] += share;
    }
    let told = told.into_iter().flat_map(BTreeMap::into_values);
    ends.into_iter().chain(told).filter(|share| *share != none()).collect()
}

#[test]
fn bodies_fall_one_by_one() {
    let mut rng = Pcg32::seed_from_u64(36);
    let mut several = 0;
    for case in 0..96 {
        let gains = case % 4 == 0;
        let texts = [text(&mut rng, gains), text(&mut rng, false)];
        let programs = texts.each_ref().map(|text| tohit_compile::compile(text).unwrap());
        let first = First::ALL[case % if gains { 2 } else { 3 }].1;
        let (bodies, hp) =
            ([0; 2].map(|_: i32| rng.random_range(1..4_usize)), [0; 2].map(|_: i32| rng.random_range(1..4)));
        let [mine, theirs] = [0, 1].map(|side| scenario(&programs[side], hp[side], bodies[side]));
        let floats = mine.duel(&theirs, first, &Arithmetic::Floats, 1).unwrap();
        let Some((next, _)) = floats.rounds.rest.filter(|(next, _)| *next < 4) else { continue };
        let told = |duel: &Duel| {
            let lists: Vec<&CountDistribution> =
                duel.left.iter().chain(duel.bodies.iter().flatten()).collect();
            let lists = lists.into_iter().flat_map(|list| list.values.iter().map(|(_, weight)| *weight));
            let open = duel.rounds.rest.map(|(_, open)| open);
            [duel.win, duel.lose, duel.both].into_iter().chain(open).chain(lists).collect::<Vec<_>>()
        };
        let fractions = exact::fractions(400, |prime: &Prime| {
            let ar = Arithmetic::Prime(prime.clone());
            let duel = mine.duel(&theirs, first, &ar, 1).unwrap();
            told(&duel)
                .into_iter()
                .filter(|weight| !weight.is_zero())
                .map(|weight| ar.residue(weight))
                .collect()
        });
        let fractions = fractions.unwrap();
        let armies = [0, 1].map(|side| Army::new(&programs[side], hp[side], bodies[side]));
        let expected = duelled([&armies[0], &armies[1]], first, next - 1);
        assert_eq!(fractions, expected, "{first:?} {bodies:?} {hp:?} {}\n{}", texts[0], texts[1]);
        let floats = told(&floats).into_iter().filter(|weight| !weight.is_zero());
        for (float, exact) in floats.zip(&fractions) {
            assert!((Arithmetic::Floats.to_float(float) - exact.to_f64()).abs() < 1e-12);
        }
        several += usize::from(bodies.iter().sum::<usize>() > 3);
    }
    assert!(several > 12, "{several}");
}

#[test]
fn thrown_bodies_fall_as_often_and_the_log_tells_each() {
    let mut rng = Pcg32::seed_from_u64(7);
    let mut seen = 0;
    for case in 0..24 {
        let gains = case % 3 == 0;
        let programs =
            [text(&mut rng, gains), text(&mut rng, false)].map(|text| tohit_compile::compile(&text).unwrap());
        let first = First::ALL[case % if gains { 2 } else { 3 }].1;
        let bodies = [[3, 1], [2, 3], [1, 4]][case % 3];
        let [mine, theirs] = [0, 1].map(|side| scenario(&programs[side], 4, bodies[side]));
        let duel = mine.duel(&theirs, first, &Arithmetic::Floats, 12).unwrap();
        if duel.rounds.rest.is_some_and(|(_, open)| Arithmetic::Floats.to_float(open) > 1e-9) {
            continue;
        }
        seen += 1;
        let thrower = DuelSampler::new(&mine, &theirs, first).unwrap();
        throws_fit(&thrower, duel);
        for seed in 0..20 {
            let thrown = thrower.throw(&mut DiceSource::seed(seed), true).unwrap();
            for (side, whose) in [First::Attacker, First::Defender].into_iter().enumerate() {
                let numbers: Vec<usize> = thrown[0]
                    .log
                    .iter()
                    .filter_map(|told| match told {
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
