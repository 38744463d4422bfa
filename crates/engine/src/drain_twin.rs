//! A slow, plain twin of duels in which strikes give something back: both sides followed together, throw by throw, in fractions.

use crate::evaluator::scalar::{NoDice, ScalarEvaluator};
use crate::fight_twin::with;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::twin::ways;
use crate::value::Value;
use crate::{Duel, First};
use std::collections::BTreeMap;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Fraction, Prime, exact};

/// Both stand: when their next turns begin, what they carry, and what each has lost.
#[derive(Clone, PartialEq)]
struct JointState {
    begins: [Number; 2],
    carried: [Vec<Value>; 2],
    lost: [i64; 2],
}

type All = Vec<(JointState, Fraction)>;

fn put(all: &mut All, one: JointState, share: Fraction) {
    match all.iter_mut().find(|(known, _)| *known == one) {
        Some((_, sum)) => *sum += share,
        None => all.push((one, share)),
    }
}

/// A turn of one side: who stands after it, and who of the other side has fallen, by what this one has lost.
fn turn(scenario: &Scenario<'_>, who: usize, one: JointState, share: Fraction) -> (All, All) {
    let (points, many) = (scenario.hit_points().unwrap(), scenario.mode.carries.len());
    let (struck, all) = (1 - who, points.whole().unwrap());
    let (mut now, mut fallen): (All, All) = (vec![(one, share)], Vec::new());
    for place in &scenario.places().unwrap().0 {
        for (one, share) in std::mem::take(&mut now) {
            let mut names = scenario.names_at(Some(place));
            names[..many].clone_from_slice(&one.carried[who]);
            if let Some(slot) = scenario.mode.left {
                names[usize::from(slot.0)] = Value::from(all - one.lost[struck]);
            }
            if let Some(slot) = scenario.mode.earlier {
                names[usize::from(slot.0)] = place.earlier.into();
            }
            for ((_, [more, gained], kill, names), chance) in
                ways(scenario, &ReducedStrike::draining(scenario), &names)
            {
                let mut next = one.clone();
                next.carried[who] = names[..many].to_vec();
                next.lost[struck] += more;
                next.lost[who] = (next.lost[who] - gained).max(0);
                let fell = kill || scenario.fallen(&points, next.lost[struck]);
                put(if fell { &mut fallen } else { &mut now }, next, share.clone() * chance);
            }
        }
    }
    let begin = scenario.names_at(None);
    let mut stands = All::new();
    for (mut one, share) in now {
        let lasts = scenario.lasts(&one.carried[who]).unwrap();
        one.begins[who] = one.begins[who].plus(&lasts).unwrap();
        if let Some(between) = &scenario.mode.between {
            let (left, before) = (Value::from(all - one.lost[struck]), one.carried[who].clone());
            let becomes = |id| {
                ScalarEvaluator::new(scenario, &before, &mut NoDice).with(between.left, left.clone()).eval(id)
            };
            for (slot, value) in &between.next {
                one.carried[who][usize::from(slot.0)] = becomes(*value);
            }
            if let Some(leaves) = between.leaves {
                one.lost[struck] = (all - becomes(leaves).whole().unwrap()).max(0);
            }
        }
        for (place, carry) in scenario.mode.carries.iter().enumerate().filter(|(_, carry)| carry.this_turn) {
            one.carried[who][place] = scenario.fixed(carry.value);
            assert_eq!(one.carried[who][place], begin[place]);
        }
        let fell = scenario.fallen(&points, one.lost[struck]);
        put(if fell { &mut fallen } else { &mut stands }, one, share);
    }
    (stands, fallen)
}

/// Who wins and loses within so many rounds, and who still stands; and what the attacker and the defender have left.
fn duelled(sides: [&Scenario<'_>; 2], first: First, rounds: usize) -> Vec<Fraction> {
    let begin = sides.map(|side| side.names_at(None)[..side.mode.carries.len()].to_vec());
    let begins = [Number::ZERO, Number::ZERO];
    let mut all: All = vec![(JointState { begins, carried: begin, lost: [0, 0] }, Fraction::new(1, 1))];
    let end = Number::from(rounds as i64);
    let none = Fraction::new(0, 1);
    let mut ends = [none.clone(), none.clone()];
    // The attacker's losses are at 0.
    let points = [sides[1], sides[0]].map(|side| side.hit_points().unwrap().whole().unwrap());
    let mut left = [BTreeMap::new(), BTreeMap::new()];
    let mut keep = |of: usize, lost: Option<i64>, share: &Fraction| {
        let left = left[of].entry(lost.map_or(0, |lost| points[of] - lost)).or_insert_with(|| none.clone());
        *left += share.clone();
    };
    while let Some(place) = all.iter().position(|(one, _)| one.begins.iter().any(|begins| *begins < end)) {
        let (one, share) = all.swap_remove(place);
        let who = match one.begins[0].cmp(&one.begins[1]) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => usize::from(first == First::Defender),
            std::cmp::Ordering::Greater => 1,
        };
        let (stands, fallen) = turn(sides[who], who, one, share);
        stands.into_iter().for_each(|(one, share)| put(&mut all, one, share));
        for (one, share) in fallen {
            keep(who, Some(one.lost[who]), &share);
            keep(1 - who, None, &share);
            ends[who] += share;
        }
    }
    let mut open = none.clone();
    for (one, share) in all {
        (0..2).for_each(|of| keep(of, Some(one.lost[of]), &share));
        open += share;
    }
    let left = left.into_iter().flat_map(BTreeMap::into_values).filter(|share| *share != none);
    ends.into_iter().chain([open]).chain(left).collect()
}

const TEXTS: [&str; 6] = [
    "strike\n  wound = d4 - 1\n  end miss if wound = 0\n  end hit lose wound gain wound div 2",
    "strike\n  end miss if d3 = 1\n  end hit lose d2",
    "turn 2\nstrike\n  wound = d3\n  drunk = min(wound, left otherwise 9) if earlier = 0 else 0\n  end miss if d4 = 1\n  end good lose wound gain drunk kill if d9 = 1\n  end hit lose wound gain drunk",
    "carry full = no\nturn lasts 2/3\nbetween turns\n  next left = left + 1\nstrike\n  end miss if full and d2 = 1\n    next full = no\n  next full = yes\n  end hit lose 1 gain d2",
    "carry thirst this turn = 1\nturn 2\nstrike\n  next thirst = thirst + 1\n  end miss if d4 > 3\n  end hit lose 2 gain thirst",
    "strike\n  wound = d2\n  end miss if d3 = 1\n  end hit lose wound gain 0 * wound",
];

#[test]
fn who_drinks_lasts_longer() {
    for (mine, theirs, hp) in [(0, 1, ["3", "4"]), (1, 2, ["4", "3"]), (3, 0, ["3", "3"]), (4, 3, ["3", "2"])]
    {
        with(TEXTS[mine], &[("defender.hp", hp[0])], |mine| {
            with(TEXTS[theirs], &[("defender.hp", hp[1])], |theirs| {
                for first in [First::Attacker, First::Defender] {
                    let floats = mine.duel(theirs, first, &Arithmetic::Floats, 1).unwrap();
                    let rounds = usize::try_from(floats.rounds.rest.unwrap().0 - 1).unwrap();
                    let fractions = exact::fractions(400, |prime: &Prime| {
                        let ar = Arithmetic::Prime(prime.clone());
                        let Duel { win, lose, both, rounds, left, .. } =
                            mine.duel(theirs, first, &ar, 1).unwrap();
                        assert!(both.is_zero());
                        let left = left.iter().flat_map(|left| left.values.iter().map(|(_, weight)| *weight));
                        let ends = [win, lose, rounds.rest.unwrap().1];
                        ends.into_iter().chain(left).map(|weight| ar.residue(weight)).collect()
                    });
                    let expected = duelled([mine, theirs], first, rounds);
                    assert_eq!(expected[..3].iter().sum::<Fraction>(), Fraction::new(1, 1));
                    assert_eq!(fractions.unwrap(), expected, "{first:?} {rounds}");
                }
                let both = mine.duel(theirs, First::Together, &Arithmetic::Floats, 1);
                assert!(both.unwrap_err().message.contains("who begins"));
            });
        });
    }
}

/// Where nothing comes of it, it is the duel of two who have nothing to do with each other.
#[test]
fn who_gains_nothing_fights_as_ever() {
    let ends = |text: &str| {
        with(text, &[("defender.hp", "7")], |mine| {
            let Duel { win, lose, rounds, left, .. } =
                mine.duel(mine, First::Attacker, &Arithmetic::Floats, 9).unwrap();
            let left = left.iter().flat_map(|left| left.values.iter().map(|(_, weight)| *weight));
            let rounds = rounds.values.into_iter().map(|(_, weight)| weight);
            let all = [win, lose].into_iter().chain(left).chain(rounds);
            all.map(|weight| Arithmetic::Floats.to_float(weight)).collect::<Vec<_>>()
        })
    };
    let (drained, plain) = (ends(TEXTS[5]), ends(&TEXTS[5].replace(" gain 0 * wound", "")));
    assert_eq!(drained.len(), plain.len());
    assert!(
        drained.iter().zip(&plain).all(|(one, other)| (one - other).abs() < 1e-14),
        "{drained:?} {plain:?}"
    );
}

#[test]
fn what_is_too_much_to_follow_is_refused_before_it_is_kept() {
    let text = "turn 9\nstrike\n  wound = d99\n  end miss if d99 = 1\n  end hit lose wound div 99 gain wound";
    for (hp, is_told) in [("99", true), ("9000", false)] {
        with(
            &text.replace(
                "turn 9",
                &format!(
                    "sheet defender\n  more: 0..9999 = {hp}\nfalls when left + defender.more <= 0\nturn 9"
                ),
            ),
            &[("defender.hp", "99")],
            |mine| {
                let duel = mine.duel(mine, First::Attacker, &Arithmetic::Floats, 1);
                assert_eq!(duel.map_err(|stop| stop.message.contains("too large")).is_ok(), is_told, "{hp}");
            },
        );
    }
}
