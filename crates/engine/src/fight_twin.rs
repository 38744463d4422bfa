//! A slow, plain twin of fights: who stands after each strike, by everything that is carried and lost, in fractions.

use crate::Run;
use crate::evaluator::scalar::{NoDice, ScalarEvaluator};
use crate::fight::MOST_TURNS;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::twin::ways;
use crate::value::Value;
use crate::{Duel, Fight, FightDetail, First, Means};
use std::collections::BTreeMap;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};

fn ratio(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

/// A turn of a fight.
struct Turn {
    /// When it begins, in the game's usual turns.
    begins: Number,
    /// For each of its strikes the chance that the defender falls by it.
    falls: Vec<Fraction>,
    /// Sum of the damage dealt until the defender falls, each times its chance.
    lost: Fraction,
    /// Who stands at its end, by what is lost.
    stands: BTreeMap<i64, Fraction>,
}

/// Who stands at the beginning of a turn: when that is, whether it is the first, what is carried and lost.
type JointState = (Number, bool, Vec<Value>, i64);

/// So many turns; or, by the clock, those that begin in so many rounds.
fn walked(scenario: &Scenario<'_>, turns: usize, timed: bool) -> Vec<Turn> {
    let later = scenario.later();
    let points = scenario.hit_points().unwrap();
    let begin = scenario.names_at(None);
    let many = scenario.mode.carries.len();
    let first = (Number::ZERO, true, begin[..many].to_vec(), 0);
    let mut standing: Vec<(JointState, Fraction)> = vec![(first, ratio(1, 1))];
    let mut all = Vec::new();
    let end = Number::from(turns as i64);
    while let Some(begins) = standing.iter().map(|((begins, ..), _)| begins).min().filter(|at| **at < end) {
        let begins = begins.clone();
        let (now, mut waits): (Vec<_>, Vec<_>) = standing.into_iter().partition(|(one, _)| one.0 == begins);
        let mut falls = Vec::new();
        let mut now: Vec<(JointState, Fraction)> = now;
        let mut lost_in_all = ratio(0, 1);
        for place in 0..scenario.places().unwrap().0.len() {
            let mut fallen = ratio(0, 1);
            let mut next: Vec<(JointState, Fraction)> = Vec::new();
            for ((_, is_first, carried, lost), share) in now {
                let scenario = later.as_ref().filter(|_| !is_first).unwrap_or(scenario);
                let places = scenario.places().unwrap().0;
                let mut names = scenario.names_at(places.get(place));
                names[..many].clone_from_slice(&carried);
                if let Some(slot) = scenario.mode.left {
                    names[usize::from(slot.0)] = Value::from(points.whole().unwrap() - lost);
                }
                if let Some(slot) = scenario.mode.earlier {
                    names[usize::from(slot.0)] = places[place].earlier.into();
                }
                for ((_, [more, _], kill, names), chance) in
                    ways(scenario, &ReducedStrike::timed(scenario), &names)
                {
                    let lost = lost + more;
                    if kill || scenario.fallen(&points, lost) {
                        let has_lost = ratio(lost, 1);
                        lost_in_all += share.clone() * &chance * has_lost;
                        fallen += share.clone() * chance;
                        continue;
                    }
                    let one = (begins.clone(), is_first, names[..many].to_vec(), lost);
                    put(&mut next, one, share.clone() * chance);
                }
            }
            falls.push(fallen);
            now = next;
        }
        for ((_, is_first, mut carried, lost), share) in now {
            let scenario = later.as_ref().filter(|_| !is_first).unwrap_or(scenario);
            let lasts = match scenario.mode.lasts.filter(|_| timed) {
                Some(lasts) => match ScalarEvaluator::new(scenario, &carried, &mut NoDice).eval(lasts) {
                    Value::Number(lasts) => lasts,
                    other => panic!("a turn lasts {other:?}"),
                },
                None => Number::Whole(1),
            };
            let mut lost = lost;
            if let Some(between) = &scenario.mode.between {
                let left = Value::from(points.whole().unwrap() - lost);
                let before = carried.clone();
                let becomes = |id| {
                    ScalarEvaluator::new(scenario, &before, &mut NoDice)
                        .with(between.left, left.clone())
                        .eval(id)
                };
                for (slot, value) in &between.next {
                    carried[usize::from(slot.0)] = becomes(*value);
                }
                if let Some(leaves) = between.leaves {
                    lost = (points.whole().unwrap() - becomes(leaves).whole().unwrap()).max(0);
                }
            }
            if scenario.fallen(&points, lost) {
                *falls.last_mut().unwrap() += share;
                continue;
            }
            for place in (0..many).filter(|place| scenario.mode.carries[*place].this_turn) {
                carried[place] = begin[place].clone();
            }
            put(&mut waits, (begins.plus(&lasts).unwrap(), false, carried, lost), share);
        }
        standing = waits;
        let mut stands = BTreeMap::new();
        for ((.., lost), share) in &standing {
            *stands.entry(*lost).or_insert_with(|| ratio(0, 1)) += share;
        }
        all.push(Turn { begins, falls, lost: lost_in_all, stands });
    }
    all
}

fn put(all: &mut Vec<(JointState, Fraction)>, one: JointState, share: Fraction) {
    match all.iter_mut().find(|(known, _)| *known == one) {
        Some((_, sum)) => *sum += share,
        None => all.push((one, share)),
    }
}

type List = Vec<(i64, Fraction)>;

/// A fight in fractions: its turns, its strikes, and the paces.
fn fought(scenario: &Scenario<'_>) -> (List, List, Option<Vec<Fraction>>) {
    let digits = 2;
    let floats = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, digits).unwrap();
    let mut shape = floats.clone();
    let fractions = exact::fractions(400, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let fight = scenario.fight(&ar, FightDetail::WHOLE, digits).unwrap();
        let all = fight.turns.values.iter().chain(&fight.turns.rest).chain(&fight.strikes.values);
        let paces = fight.pace.iter().flat_map(paces);
        let told = all.map(|(_, weight)| *weight).chain(paces).map(|weight| ar.residue(weight)).collect();
        shape = fight;
        told
    })
    .unwrap();
    let mut fractions = fractions.into_iter();
    let mut list = |values: &[(i64, Weight)]| -> List {
        values.iter().map(|(value, _)| (*value, fractions.next().unwrap())).collect()
    };
    let turns = list(&shape.turns.values);
    let rest = list(shape.turns.rest.as_slice());
    let strikes = list(&shape.strikes.values);
    let all: Fraction = turns.iter().chain(&rest).map(|(_, share)| share).sum();
    assert_eq!(all, ratio(1, 1));
    let pace: Option<Vec<Fraction>> =
        shape.pace.map(|pace| paces(&pace).iter().map(|_| fractions.next().unwrap()).collect());
    close(&floats, &turns, pace.as_deref());
    (turns, strikes, pace)
}

fn paces(pace: &Means<Weight>) -> Vec<Weight> {
    [pace.turns, pace.strikes, pace.lost].into_iter().chain(pace.time).collect()
}

/// Floats say what fractions say.
fn close(floats: &Fight, turns: &[(i64, Fraction)], pace: Option<&[Fraction]>) {
    let ar = Arithmetic::Floats;
    assert_eq!(floats.turns.values.len(), turns.len());
    for ((_, float), (_, exact)) in floats.turns.values.iter().zip(turns) {
        assert!((ar.to_float(*float) - exact.to_f64()).abs() < 1e-13);
    }
    let told: Option<Vec<f64>> =
        floats.pace.map(|pace| paces(&pace).into_iter().map(|pace| ar.to_float(pace)).collect());
    assert_eq!(told.is_some(), pace.is_some());
    for (float, exact) in told.iter().flatten().zip(pace.into_iter().flatten()) {
        assert!((float / exact.to_f64() - 1.0).abs() < 1e-12, "{float} {exact}");
    }
}

pub(crate) fn with<T>(text: &str, entries: &[(&str, &str)], ask: impl FnOnce(&Scenario<'_>) -> T) -> T {
    let text = format!(
        "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet defender\n  hp: 1..99 ?\n{text}\n"
    );
    let rules = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let game = rules;
    let entries: Vec<(String, String)> =
        entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    ask(&game.scenario(0, game.sheets(0, &entries).unwrap()).unwrap())
}

const TEXTS: [&str; 20] = [
    "strike\n  end miss if d6 < 3\n  end hit lose d4",
    "falls when left < 0\nturn 3\nstrike\n  end miss if chance(1/2)\n  end good lose 1 kill if chance(1/9)\n  end hit lose 2d2",
    "turn 2\nstrike\n  f = d4\n  end miss if f = 1\n  end good lose f if given left and f >= left\n  end hit lose 1",
    "carry c = 0\nturn 2\nstrike\n  end miss if d3 = 1\n    next c = 0\n  next c = min(c + 1, 2)\n  end hit lose c",
    "carry b this turn = 1\ncarry m = yes\nturn 3\nstrike\n  end miss if chance(1 in b + 1)\n    next b = b + 1\n  gone = chance(1/3)\n  next m = no if gone\n  end hit lose 1 if m\n  end good lose d3",
    "turn 3\nstrike\n  end miss if d6 + earlier < 4\n  end hit lose d2 * (earlier + 1)",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3 } = { sides: 2 } { sides: 5 }\nturn each b in attacker.blows\nstrike\n  end miss if chance(2/3)\n  end hit lose 1 d b.sides",
    "turn 2 regardless\ncarry still = 3\nstrike\n  next still = max(still - 1, 0)\n  end miss if still > 0 or d5 = 1\n  end hit lose 1",
    "strike\n  end miss if chance(4/5)\n  end hit lose 3",
    "turn lasts 3/4\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "carry time this turn = 0\nturn 2\nturn lasts (1 + time) / 2\nstrike\n  swing = d3\n  next time = time + swing\n  end miss if swing = 2 or d4 = 1\n  end hit lose swing",
    "sheet attacker\n  charging: flag = yes\n  pace: exact 1/2..5 = 3\nlater attacker.charging = no, attacker.pace = 2/3\nturn lasts attacker.pace\nstrike\n  end miss if d6 < 4 and not attacker.charging\n  end hit lose d3 + (1 if attacker.charging else 0)",
    "sheet attacker\n  fresh: flag = yes\nlater attacker.fresh = no\ncarry c = 1\nturn 2\nstrike\n  next c = 3 - c\n  end miss if d4 > c or (given left and left > 3 and attacker.fresh)\n  end hit lose c",
    "carry guard = yes\nturn 3\nstrike\n  aim = d6 + earlier\n  end miss if aim < 4\n  clean = aim > 6\n  end miss if guard and chance(1/3)\n    next guard = no\n  wound = d2 + (1 if clean else 0)\n  end good lose wound if given left and wound >= left\n  end hit lose wound",
    "turn 2\nbetween turns\n  next left = left + 1\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "between turns\n  next left = left - 1\nstrike\n  end miss if d3 < 3\n  end hit lose 2",
    "carry rage = 0\nbetween turns\n  next rage = max(rage - 1, 0)\nturn 2\nstrike\n  end miss if d4 = 1\n    next rage = min(rage + 2, 3)\n  end hit lose 1 + rage",
    "carry rage = 0\ncarry blow this turn = 1\nfalls when left < 0\nbetween turns\n  next left = left + 1 if rage < 2\n  next rage = 2 if left < 3\nturn 2\nturn lasts 1/2 + rage\nstrike\n  next blow = blow + 1\n  end miss if d3 = 1\n  end hit lose blow + rage",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3; strikes: 0..9 = 1 } = { sides: 2 } { strikes: 2 }\nturn 2 times each b in attacker.blows times b.strikes\nstrike\n  end miss if d6 + earlier < 5\n  end hit lose 1 d b.sides",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3; saps: flag } = { sides: 3; saps: yes } { sides: 2 }\nturn each b in attacker.blows\nstrike\n  end miss if d4 = 1\n  aim = 1 d b.sides\n  wound =\n    (min(aim, left))   if b.saps and given left\n    else (aim)\n  end good lose wound if wound = 2\n  end hit lose wound",
];

#[test]
fn a_fight_is_what_its_strikes_are_one_after_the_other() {
    for text in TEXTS {
        for hp in ["1", "2", "5", "8"] {
            with(text, &[("defender.hp", hp)], |scenario| {
                let (turns, strikes, pace) = fought(scenario);
                let most = turns.last().unwrap().0.min(14) as usize;
                let walked = walked(scenario, most, false);
                let by_turn = walked.iter().map(|turn| turn.falls.iter().sum::<Fraction>());
                let by_turn: List = (1..).zip(by_turn).filter(|(_, share)| *share != ratio(0, 1)).collect();
                assert_eq!(
                    turns.into_iter().filter(|(turn, _)| *turn <= most as i64).collect::<Vec<_>>(),
                    by_turn,
                    "{text} {hp}"
                );
                let by_strike: List = (1..)
                    .zip(walked.iter().flat_map(|turn| turn.falls.clone()))
                    .filter(|(_, share)| *share != ratio(0, 1))
                    .collect();
                let known = strikes.into_iter().take(by_strike.len()).collect::<Vec<_>>();
                assert_eq!(known, by_strike, "{text} {hp}");
                // The mean is the sum of all, long enough.
                let long = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 14).unwrap();
                let ar = Arithmetic::Floats;
                let mean: f64 =
                    long.turns.values.iter().map(|(turn, weight)| *turn as f64 * ar.to_float(*weight)).sum();
                // Of who regains something there is no mean but that of the list.
                assert!(hp == "1" || pace.is_none() == text.contains("next left"), "{text} {hp}");
                let Some(pace) = pace else { return };
                let per_turn = &pace[0];
                assert!((mean * per_turn.to_f64() - 1.0).abs() < 1e-9, "{text} {hp}: {mean} {per_turn}");
                // Who still stands will have lost enough, and no more than the largest wound past that.
                let fallen: f64 = walked.iter().flat_map(|turn| &turn.falls).map(Fraction::to_f64).sum();
                let lost: f64 = walked.iter().map(|turn| turn.lost.to_f64()).sum();
                let enough = hp.parse::<f64>().unwrap() + f64::from(u8::from(text.contains("left < 0")));
                let least = lost + (1.0 - fallen) * enough;
                let told = 1.0 / pace[2].to_f64() - 1.0;
                assert!(told > least - 1e-9, "{text} {hp}: {told} {least}");
                assert!(told < least + (1.0 - fallen) * 9.0 + 1e-9, "{text} {hp}: {told} {least}");
            });
        }
    }
}

#[test]
fn a_mean_is_a_fraction_known_by_hand() {
    // Reciprocals of the turns, of the strikes, and of 1 more than the damage.
    let pace = |text: &str, hp: &str| with(text, &[("defender.hp", hp)], |scenario| fought(scenario).2);
    // A coin: 2 strikes; d2 against 2: one strike for a 2, two for a 1 of every two, and 3 are lost by a 2 after a 1.
    assert_eq!(
        pace("strike\n  end miss if chance(1/2)\n  end hit lose 1", "1"),
        Some(vec![ratio(1, 2), ratio(1, 2), ratio(1, 2)])
    );
    assert_eq!(pace("strike\n  end hit lose d2", "2"), Some(vec![ratio(2, 3), ratio(2, 3), ratio(4, 13)]));
    // An endless die of 21/5, again after a 1.
    let endless = pace("strike\n  end hit lose open d6", "2");
    assert_eq!(endless, Some(vec![ratio(6, 7), ratio(6, 7), ratio(10, 59)]));
    // The third strike begins after two turns of three quarters, in the middle of the third usual one.
    let slow = pace("turn lasts 3/4\nstrike\n  end hit lose 1", "3");
    assert_eq!(slow, Some(vec![ratio(1, 3), ratio(1, 3), ratio(1, 4), ratio(2, 5)]));
    // The second strike begins after a first of two on average.
    let rolled = "carry time this turn = 0\nturn lasts time\nstrike\n  swing = d3\n  next time = swing\n  end hit lose 1";
    assert_eq!(pace(rolled, "2"), Some(vec![ratio(1, 2), ratio(1, 2), ratio(1, 3), ratio(1, 3)]));
    // Three a turn against 7: the seventh strike, in the third turn.
    assert_eq!(
        pace("turn 3\nstrike\n  end hit lose 1", "7"),
        Some(vec![ratio(1, 3), ratio(1, 7), ratio(1, 8)])
    );
}

#[test]
fn who_may_stand_for_ever_has_no_mean() {
    let never = "strike\n  end miss";
    with(never, &[("defender.hp", "3")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        assert!(fight.pace.is_none() && fight.turns.values.is_empty());
        assert_eq!(fight.turns.rest.map(|(_, weight)| Arithmetic::Floats.to_float(weight)), Some(1.0));
    });
    let broken = "carry whole = yes\nstrike\n  next whole = no if d4 = 1\n  end miss if not whole or d2 = 1\n  end hit lose 1";
    with(broken, &[("defender.hp", "2")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        assert!(fight.pace.is_none());
    });
    with(never, &[], |scenario| {
        let stop = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap_err();
        assert_eq!(stop.message, "a fight needs the defender's hit points");
    });
}

#[test]
fn a_fight_that_is_told_less_far_is_the_same() {
    let (ar, turn) = (Arithmetic::Floats, "turn 3\nstrike\n  end miss if d3 = 1\n  end hit lose d4");
    with(turn, &[("defender.hp", "30")], |scenario| {
        let told = |means, turns| scenario.fight(&ar, FightDetail { means, turns }, 9).unwrap();
        let whole = told(true, usize::MAX);
        let pace = |fight: &Fight| fight.pace.map(|pace| [pace.turns, pace.strikes]);
        assert_eq!(pace(&told(true, 0)), pace(&whole));
        assert!(told(true, 0).turns.values.is_empty());
        let three = told(false, 3);
        assert!(three.pace.is_none());
        let first = |values: &[(i64, Weight)], most| {
            values.iter().filter(|(value, _)| *value <= most).copied().collect::<Vec<_>>()
        };
        assert_eq!(three.turns.values, first(&whole.turns.values, 3));
        assert_eq!(three.strikes.values, first(&whole.strikes.values, 9));
        assert_eq!(three.turns.rest.map(|(next, _)| next), Some(4));
    });
    // The whole list stands for a mean that there is not.
    let broken = "carry whole = yes\nstrike\n  next whole = no if d4 = 1\n  end miss if not whole or d2 = 1\n  end hit lose 1";
    with(broken, &[("defender.hp", "2")], |scenario| {
        let fight = |turns| scenario.fight(&ar, FightDetail { means: true, turns }, 9).unwrap();
        assert_eq!(fight(0).turns.values, fight(usize::MAX).turns.values);
        assert!(!fight(0).turns.values.is_empty());
    });
}

/// A duel of as many rounds in fractions, from the two walks.
fn duelled(first: First, walks: [&[Turn]; 2], points: [i64; 2]) -> Vec<Fraction> {
    let fells = |turn: &Turn| turn.falls.iter().sum::<Fraction>();
    // Who stands when a turn of the other side begins, at which this side has begun its own, or has not.
    let stands = |side: &[Turn], at: &Number, too: bool| {
        let before = side.partition_point(|turn| turn.begins < *at || too && turn.begins == *at);
        match before {
            0 => BTreeMap::from([(0, ratio(1, 1))]),
            turns => side[turns - 1].stands.clone(),
        }
    };
    let [mine, theirs] = walks;
    let (mut win, mut lose, mut both) = (ratio(0, 1), ratio(0, 1), ratio(0, 1));
    let mut left = [BTreeMap::new(), BTreeMap::new()];
    let mut keep = |side: usize, stands: BTreeMap<i64, Fraction>, scale: &Fraction| {
        let mut all = ratio(0, 1);
        for (lost, share) in stands {
            *left[side].entry((points[side] - lost).max(0)).or_insert_with(|| ratio(0, 1)) +=
                share.clone() * scale;
            all += share * scale;
        }
        all
    };
    for turn in mine {
        win += keep(0, stands(theirs, &turn.begins, first != First::Attacker), &fells(turn));
        if first == First::Together {
            let same = theirs.iter().filter(|other| other.begins == turn.begins);
            both += same.map(|other| fells(other) * fells(turn)).sum::<Fraction>();
        }
    }
    for turn in theirs {
        lose += keep(1, stands(mine, &turn.begins, first != First::Defender), &fells(turn));
    }
    let end = Number::Whole(i64::MAX);
    let open = stands(theirs, &end, true).values().sum::<Fraction>();
    let they_open = stands(mine, &end, true).values().sum::<Fraction>();
    keep(0, stands(theirs, &end, true), &they_open);
    keep(1, stands(mine, &end, true), &open);
    let [mut i_left, mut they_left] = left;
    *i_left.entry(0).or_insert_with(|| ratio(0, 1)) += lose.clone() + both.clone();
    *they_left.entry(0).or_insert_with(|| ratio(0, 1)) += win.clone() + both.clone();
    let ends = [win, lose, both, open * they_open];
    let left = i_left.into_values().chain(they_left.into_values()).filter(|share| *share != ratio(0, 1));
    ends.into_iter().chain(left).collect()
}

#[test]
fn a_duel_is_two_fights_in_turn() {
    let digits = 1;
    for (mine, theirs, hp) in [
        (0, 2, ["3", "4"]),
        (1, 4, ["5", "2"]),
        (5, 3, ["4", "6"]),
        (8, 7, ["4", "1"]),
        (9, 0, ["4", "4"]),
        (10, 9, ["5", "3"]),
        (11, 10, ["4", "5"]),
        (12, 11, ["3", "4"]),
        (13, 16, ["4", "3"]),
        (14, 17, ["3", "4"]),
        (17, 15, ["3", "5"]),
    ] {
        with(TEXTS[mine], &[("defender.hp", hp[0])], |mine| {
            with(TEXTS[theirs], &[("defender.hp", hp[1])], |theirs| {
                for first in [First::Attacker, First::Defender, First::Together] {
                    let floats = mine.duel(theirs, first, &Arithmetic::Floats, digits).unwrap();
                    let rounds = usize::try_from(floats.rounds.rest.unwrap().0 - 1).unwrap();
                    let fractions = exact::fractions(400, |prime: &Prime| {
                        let ar = Arithmetic::Prime(prime.clone());
                        let duel = mine.duel(theirs, first, &ar, digits).unwrap();
                        let open = duel.rounds.rest.map(|(_, open)| open).unwrap();
                        let left =
                            duel.left.iter().flat_map(|left| left.values.iter().map(|(_, weight)| *weight));
                        let ends = [duel.win, duel.lose, duel.both, open];
                        ends.into_iter().chain(left).map(|weight| ar.residue(weight)).collect()
                    });
                    let points = [theirs, mine].map(|side| side.hit_points().unwrap().whole().unwrap());
                    let walks = [walked(mine, rounds, true), walked(theirs, rounds, true)];
                    let expected = duelled(first, [&walks[0], &walks[1]], points);
                    assert_eq!(expected[..4].iter().sum::<Fraction>(), ratio(1, 1));
                    assert_eq!(fractions.unwrap(), expected, "{first:?} {rounds}");
                }
            });
        });
    }
}

#[test]
fn many_turns_of_many_lengths_are_followed_as_far_as_that_is_quick() {
    let duel = |text: &str| {
        with(text, &[("defender.hp", "99")], |scenario| {
            scenario.duel(scenario, First::Attacker, &Arithmetic::Floats, 12)
        })
    };
    let many = "carry time this turn = 0\nturn lasts (1 + time) / 1000\nstrike\n  swing = roll(0..999)\n  next time = swing\n  end miss if chance(99/100)\n  end hit lose 1";
    let Duel { win, lose, rounds, .. } = duel(many).unwrap();
    let open = rounds.rest.map(|(_, open)| open).unwrap();
    let ar = Arithmetic::Floats;
    assert!((ar.to_float(ar.sum([win, lose, open])) - 1.0).abs() < 1e-9);
    let quick =
        "turn 6\nturn lasts 1/10000\nstrike\n  end miss if chance(9999999/10000000)\n  end hit lose d98";
    assert_eq!(duel(quick).unwrap_err().message, "too large: a round has more turns than can be followed");
}

#[test]
fn a_strike_is_worked_out_once_for_all_levels_unless_it_reads_them() {
    let text = |mention: &str| {
        format!(
            "sheet attacker\n  blows: list of 1..3 {{ sides: 1..9 = 3; saps: flag }} = {{ sides: 4 }} {{ sides: 6 }}\n\
             turn each b in attacker.blows\nstrike\n  end miss if d4 = 1\n  wound = 2 d b.sides\n{mention}  end hit lose wound"
        )
    };
    let mention = "  end good lose left - 1 if b.saps and given left and wound > left\n";
    let fought = |text: String, entries: &[(&str, &str)]| {
        with(&text, &[entries, &[("defender.hp", "90")]].concat(), |scenario| {
            let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
            (scenario.work(), fight)
        })
    };
    let (plain, without) = fought(text(""), &[]);
    let (unread, with) = fought(text(mention), &[]);
    assert_eq!(format!("{without:?}"), format!("{with:?}"));
    assert!(unread < plain * 11 / 10, "{unread} steps, {plain} without the line");
    let (read, _) = fought(text(mention), &[("attacker.blows.1.saps", "yes")]);
    assert!(read > plain * 11 / 10, "{read} steps, {plain} without the line");
}

#[test]
fn a_fight_without_harm_is_not_followed_turn_by_turn() {
    let steps = |text: &str| {
        with(text, &[("defender.hp", "90")], |scenario| {
            let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
            let (turn, weight) = fight.turns.rest.unwrap();
            assert_eq!(turn, MOST_TURNS as i64 + 1, "{text}");
            assert!((Arithmetic::Floats.to_float(weight) - 1.0).abs() < 1e-12, "{text}");
            scenario.work()
        })
    };
    let bursts =
        "carry whole = yes\nturn 2\nstrike\n  end miss if not whole\n  next whole = no\n  end hit lose d6";
    for text in ["strike\n  end miss", bursts] {
        let work = steps(text);
        assert!(work < 20_000, "{work} steps: {text}");
    }
}
