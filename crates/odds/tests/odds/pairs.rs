//! Open-ended pairs in rules: every decision against lists of pairs that go far out, and identities in fractions.

use crate::chance::{Question, ask};
use crate::{exact_states, exact_total, fractions};
use tohit_odds::{Cast, Chance, Contest, Figure, Floats, Fraction, Odds, Pair, Reading, open};

/// Beyond this lies less than 1e-15.
pub(crate) const FAR_OUT: i64 = 120;

/// What a pair shows, and how likely: two single dice added, each a face from 1 to 5 and 5 more for each 6 before.
pub(crate) fn pair_list() -> Vec<(i64, f64)> {
    let single = |n: i64| {
        let sixes = (n - 1) / 5;
        6f64.powi(-(sixes as i32) - 1)
    };
    (2..FAR_OUT).map(|n| (n, (1..n).map(|first| single(first) * single(n - first)).sum())).collect()
}

/// The odds of a question's answers.
fn odds_of(question: &Question) -> Vec<(i64, f64)> {
    let mut odds = Odds::new(Floats);
    let start = odds.start(());
    let states = odds.stage(start, |dice, ()| ask(dice, question));
    let mut states: Vec<_> = states.entries().map(|(state, weight)| (*state, weight)).collect();
    states.sort_by_key(|(state, _)| *state);
    states
}

/// The odds of every answer that `answer` gives to a pair of ours and one of theirs.
fn by_list(ours: &[(i64, f64)], theirs: &[(i64, f64)], answer: impl Fn(i64, i64) -> i64) -> Vec<(i64, f64)> {
    let mut sums = std::collections::BTreeMap::new();
    for (x, p) in ours {
        for (y, q) in theirs {
            *sums.entry(answer(*x, *y)).or_insert(0.0) += p * q;
        }
    }
    sums.into_iter().collect()
}

fn assert_close(found: &[(i64, f64)], expected: &[(i64, f64)], what: &impl core::fmt::Debug) {
    let chance = |list: &[(i64, f64)], value: i64| {
        list.iter().find(|(v, _)| *v == value).map_or(0.0, |(_, weight)| *weight)
    };
    for (value, _) in found.iter().chain(expected) {
        let (a, b) = (chance(found, *value), chance(expected, *value));
        assert!((a - b).abs() < 1e-13, "{what:?} {value}: {a} {b}");
    }
    let sum: f64 = found.iter().map(|(_, weight)| weight).sum();
    assert!((sum - 1.0).abs() < 1e-14, "{what:?}: {sum}");
    assert!(found.iter().all(|(_, weight)| *weight > 0.0), "{what:?}");
}

pub(crate) fn open_questions() -> Vec<Question> {
    let mut questions = Vec::new();
    for marks in [&[1][..], &[1, 5], &[-3, 0, 0, 7], &[-20, 40], &[]] {
        for (ours, theirs) in [(11, 8), (0, 30), (25, 2)] {
            questions
                .extend([None, Some(6), Some(-2)].map(|fixed| Question::Grade(ours, theirs, marks, fixed)));
        }
    }
    for (need, second) in [(1, 1), (0, 9), (4, -3), (-12, 5), (1, 40), (15, 2), (-3, -30)] {
        questions.push(Question::Press { need, second });
    }
    questions
}

/// A margin as a total; the second pair is first asked whether it is at most `most`, and then counts for so much less, and 1000 is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margin {
    pub(crate) ours: i64,
    pub(crate) theirs: i64,
    pub(crate) most: i64,
    pub(crate) less: i64,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Margin {
    pub(crate) fn of<R: Reading>(self, r: &mut R) -> R::Total {
        let start = r.start(());
        let rolls = r.stage(start, |dice, ()| {
            let (x, mut y) = (dice.pair("ours"), dice.pair("theirs"));
            let weak = dice.at_most(&mut y, self.most);
            let theirs = if weak { self.theirs - self.less } else { self.theirs };
            (weak, Contest::new((self.ours, x), (theirs, y)))
        });
        let margins = r.tally(rolls, |r, (weak, contest)| {
            let margin = r.margin(contest, self.low..=self.high);
            ((), r.change(margin, |margin| if weak { margin + 1000 } else { margin }))
        });
        r.sum(margins)
    }

    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (most, low, high) in [(1, 0, 40), (2, -5, 5), (5, 0, 103), (30, -40, 12), (4, 3, 3), (4, 9, 10)] {
            for (ours, theirs) in [(18, 12), (4, 20)] {
                all.push(Self { ours, theirs, most, less: 6, low, high });
            }
        }
        all
    }
}

#[test]
fn margins_agree_with_lists() {
    let list = pair_list();
    // The same odds for all: what one question has computed serves the next.
    let mut odds = Odds::new(Floats);
    for asked in Margin::all() {
        let Margin { ours, theirs, most, less, low, high } = asked;
        let expected = by_list(&list, &list, |x, y| {
            let weak = y <= most;
            let theirs = if weak { theirs - less } else { theirs };
            1000 * i64::from(weak) + (ours + x - theirs - y).clamp(low, high)
        });
        let found: Vec<(i64, f64)> = asked.of(&mut odds).entries(&Floats).collect();
        assert_close(&found, &expected, &asked);
        let exact = exact_total(|odds| asked.of(odds));
        let sum: Fraction = exact.iter().map(|(_, weight)| weight).sum();
        assert!(sum == Fraction::one() && exact.len() == found.len(), "{asked:?}");
    }
}

/// What both pairs show may be fixed.
/// Far out a margin follows from those before it: as exactly as the closed form.
#[test]
fn long_margins_equal_the_closed_form() {
    let ahead = 3;
    let margins = |odds: &mut Odds<Floats>, low: i64, high: i64| {
        let start = odds.start(());
        let rolls =
            odds.stage(start, |dice, ()| Contest::new((12, dice.pair("ours")), (9, dice.pair("theirs"))));
        let margins = odds.tally(rolls, |r, contest| ((), r.margin(contest, low..=high)));
        odds.sum(margins)
    };
    let mut odds = Odds::new(Floats);
    // The second goes on where the first began and ended.
    for (low, high) in [(-2, 30), (-60, 400), (5, 9)] {
        for (margin, weight) in margins(&mut odds, low, high).entries(&Floats) {
            let (expected, most) = match margin {
                _ if margin == low => (1.0 - open::difference_at_least(&Floats, low + 1 - ahead), 1e-15),
                _ if margin == high => (open::difference_at_least(&Floats, high - ahead), 1e-15),
                _ => (open::difference(&Floats, margin - ahead), 0.0),
            };
            assert!((weight - expected).abs() <= most + 1e-11 * expected, "{margin}: {weight} {expected}");
        }
    }
}

#[test]
fn a_margin_of_fixed_pairs_is_certain() {
    for (ours, margin) in [(3, -1), (40, 20), (-40, -6)] {
        let contest = || Contest::new((ours, Pair::shows(6)), (0, Pair::shows(10)));
        let mut odds = Odds::new(Floats);
        let found: Vec<(i64, f64)> = odds.margin(contest(), -6..=20).entries(&Floats).collect();
        assert_eq!(found, [(margin, 1.0)]);
        assert_eq!(Cast::scripted([]).margin(contest(), -6..=20), margin);
    }
}

#[test]
fn sums_with_pairs_are_told_to_the_log() {
    let mut cast = Cast::scripted([9.into()]);
    let pair = cast.pair("attack roll");
    cast.note_sum("total attack", (14, &pair));
    let log = cast.finish().unwrap();
    assert_eq!(log.figures("total attack").collect::<Vec<_>>(), [&Figure::Int(23)]);
}

#[test]
fn decisions_agree_with_lists() {
    let list = pair_list();
    for question in open_questions() {
        let expected = match question {
            Question::Grade(ours, theirs, marks, fixed) => {
                let first = fixed.map_or_else(|| list.clone(), |shows| vec![(shows, 1.0)]);
                by_list(&first, &list, |x, y| {
                    marks.iter().filter(|mark| ours + x - theirs - y >= **mark).count() as i64
                })
            }
            Question::Press { need, second } => {
                let gaps = by_list(&list, &list, |x, y| x - y);
                by_list(&gaps, &gaps, |first, then| {
                    let margin = first - 1;
                    if margin < need { 0 } else { 1 + i64::from(margin + then - 2 >= second) }
                })
            }
            ref other => unreachable!("{other:?} has an end"),
        };
        assert_close(&odds_of(&question), &expected, &question);
    }
}

#[test]
fn fractions_sum_to_one() {
    for question in open_questions() {
        let states = exact_states(|odds| {
            let start = odds.start(());
            odds.stage(start, |dice, ()| ask(dice, &question))
        });
        let sum: Fraction = states.iter().map(|(_, weight)| weight).sum();
        assert!(sum == Fraction::one(), "{question:?}");
        let floats = odds_of(&question);
        assert_eq!(floats.len(), states.len(), "{question:?}");
    }
}

/// What is known of the four pairs of a pressed lead.
#[derive(Clone, Copy, Debug)]
enum Told {
    Nothing,
    AtMost(i64),
    Above(i64),
    Shows(i64),
}

fn told<C: Chance>(dice: &mut C, what: Told) -> Option<Pair> {
    let mut pair = match what {
        Told::Shows(number) => Pair::shows(number),
        _ => dice.pair("pair"),
    };
    let fits = match what {
        Told::AtMost(most) => dice.at_most(&mut pair, most),
        Told::Above(most) => !dice.at_most(&mut pair, most),
        Told::Nothing | Told::Shows(_) => true,
    };
    fits.then_some(pair)
}

/// The chance that all is as told, the first lead is won with at least `need`, and the second then too.
fn pressed(told_of: [Told; 4], need: i64, second: i64) -> (Fraction, f64) {
    fn rule<R: Reading>(r: &mut R, told_of: [Told; 4], need: i64, second: i64) -> R::Of<bool> {
        let start = r.start(());
        r.stage(start, |dice, ()| {
            let [a, b, c, d] = told_of.map(|what| told(dice, what));
            let (Some(a), Some(b), Some(c), Some(d)) = (a, b, c, d) else { return false };
            dice.lead((0, a), (0, b), need).is_some_and(|lead| dice.press(lead, (0, c), (0, d), second))
        })
    }
    let exact = fractions(|odds| {
        let states = rule(odds, told_of, need, second);
        vec![states.entries().find(|(yes, _)| **yes).map_or(0, |(_, weight)| weight)]
    });
    let floats = rule(&mut Odds::new(Floats), told_of, need, second);
    let float = floats.entries().find(|(yes, _)| **yes).map_or(0.0, |(_, weight)| weight);
    (exact.into_iter().next().unwrap_or_default(), float)
}

const TOLD: [[Told; 4]; 8] = {
    use Told::{Above, AtMost, Nothing, Shows};
    [
        [Nothing, Nothing, Nothing, Nothing],
        [Above(4), Nothing, Nothing, Above(3)],
        [Nothing, Above(6), Above(9), Nothing],
        [AtMost(9), Nothing, Nothing, Nothing],
        [Nothing, AtMost(5), Nothing, AtMost(12)],
        [Shows(7), Nothing, Nothing, Shows(-1)],
        [Nothing, Shows(14), Shows(3), Nothing],
        [Above(2), Above(8), Shows(6), AtMost(4)],
    ]
};

fn list_of(what: Told) -> Vec<(i64, f64)> {
    let list = pair_list();
    match what {
        Told::Nothing => list,
        Told::AtMost(most) => list.into_iter().filter(|(n, _)| *n <= most).collect(),
        Told::Above(most) => list.into_iter().filter(|(n, _)| *n > most).collect(),
        Told::Shows(number) => vec![(number, 1.0)],
    }
}

#[test]
fn a_pressed_lead_agrees_with_lists() {
    for told_of in TOLD {
        let [a, b, c, d] = told_of.map(list_of);
        let (first, then) = (by_list(&a, &b, |x, y| x - y), by_list(&c, &d, |x, y| x - y));
        for (need, second) in [(1, 3), (-9, -4), (6, 2), (0, 25), (30, 31), (3, -40)] {
            let mut expected = 0.0;
            for (gap, p) in first.iter().filter(|(gap, _)| *gap >= need) {
                expected +=
                    then.iter().filter(|(more, _)| gap + more >= second).map(|(_, q)| p * q).sum::<f64>();
            }
            let (_, found) = pressed(told_of, need, second);
            assert!((found - expected).abs() < 1e-13, "{told_of:?} {need} {second}: {found} {expected}");
        }
    }
}

/// One step less to need adds exactly the leads of that step: P(lead ≥ n) - P(lead ≥ n + 1) = P(lead = n), each pressed. This ties the closed sum over
/// the open end to single chances, with equality.
#[test]
fn a_pressed_lead_grows_by_single_chances() {
    for told_of in TOLD {
        for (need, second) in [(-3, 4), (2, 4), (9, 4), (13, 20), (1, -12)] {
            let (all, float) = pressed(told_of, need, second);
            let (more, _) = pressed(told_of, need + 1, second);
            let [a, b, c, d] = told_of;
            let single = {
                let step = fractions(|odds| {
                    let start = odds.start(());
                    let states = odds.stage(start, |dice, ()| {
                        let pairs = [a, b, c, d].map(|what| told(dice, what));
                        let [Some(a), Some(b), Some(c), Some(d)] = pairs else { return false };
                        dice.grade((0, a), (0, b), &[need, need + 1]) == 1
                            && dice.outrolls((0, c), (0, d), second - need)
                    });
                    let yes = states.entries().find(|(yes, _)| **yes);
                    vec![yes.map_or(0, |(_, weight)| weight)]
                });
                step.into_iter().next().unwrap_or_default()
            };
            assert_eq!(&all - &more, single, "{told_of:?} {need} {second}");
            let exact = all.to_f64();
            assert!((float - exact).abs() < 1e-15, "{told_of:?} {need} {second}: {float} {exact}");
            assert!(!all.is_zero() || float == 0.0);
        }
    }
}

/// With nothing to win first, two opposed rolls together are symmetric.
#[test]
fn two_leads_together_are_symmetric() {
    let nothing = TOLD[0];
    let (ahead, _) = pressed(nothing, -300, 1);
    let (behind, _) = pressed(nothing, -300, 0);
    // The first margin is below -300 in some 6^-58 of cases, which then hardly matter: 1 - P(sum ≥ 0) = P(sum ≥ 1).
    let rest = Fraction::one() - behind - ahead;
    assert!(rest < Fraction::new(1, 10).pow(40));
}

#[test]
fn figures_absurdly_far_apart_decide_alone() {
    for question in [
        Question::Grade(i64::MAX, i64::MIN, &[1, 1 << 40], None),
        Question::Grade(i64::MIN, i64::MAX, &[i64::MIN, 0], Some(i64::MAX)),
    ] {
        let odds = odds_of(&question);
        assert_eq!(odds.len(), 1, "{question:?}: {odds:?}");
    }
    let (ours, theirs) = (i64::MAX / 2, i64::MIN / 2);
    let asked = Margin { ours, theirs, most: i64::MAX, less: 0, low: -3, high: 3 };
    let odds: Vec<(i64, f64)> = asked.of(&mut Odds::new(Floats)).entries(&Floats).collect();
    assert_eq!(odds.len(), 1, "{odds:?}");
}
