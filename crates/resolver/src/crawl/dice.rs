//! Dice as the game rolls them (rules 1). Division cuts towards zero, as Rust's does.

use tohit_odds::{Chance, Die, Label, Reading};

/// `r2(n)`: 0 to n - 1, and 0 when n is 1 or less.
pub(super) fn r2(n: i64) -> Die {
    Die::Range { from: 0, to: n.max(1) - 1 }
}

/// `dice(1, s)`: 1 to s, and 0 when s is 0 or less.
pub(super) fn one_die(sides: i64) -> Die {
    Die::Range { from: sides.clamp(0, 1), to: sides.max(0) }
}

/// `dice(k, s)`: k dice of s sides, and 0 when either is 0 or less.
pub(super) fn dice(count: i64, sides: i64) -> Die {
    match (u32::try_from(count), u32::try_from(sides)) {
        (Ok(count), Ok(sides)) if sides > 0 => Die::Dice { count, sides },
        _ => Die::fixed(0),
    }
}

/// `r2avg(n, 2)`: the average of r2(n) and r2(n + 1).
pub(super) fn r2avg<R: Reading>(r: &mut R, label: impl Into<Label>, n: i64) -> R::Total {
    let label = label.into();
    let (one, other) = (r.roll(label, r2(n)), r.roll(label, r2(if n < 1 { 0 } else { n + 1 })));
    let sum = r.add(one, other);
    r.change(sum, |sum| sum / 2)
}

/// `r2(n)` where n is positive and `-r2(-n)` where it is negative, each with one more face: a bonus or a penalty up to what it is.
pub(super) fn up_to(dice: &mut impl Chance, label: impl Into<Label>, n: i64) -> i64 {
    let roll = dice.roll(label, r2(n.abs() + 1));
    if n < 0 { -roll } else { roll }
}

/// `one_in(n)`.
pub(super) fn one_in(dice: &mut impl Chance, label: impl Into<Label>, n: i64) -> bool {
    chance(dice, label, 1, n)
}

/// `chance(x, y)`: x in y, where less than none is never and more than all is always.
pub(super) fn chance(dice: &mut impl Chance, label: impl Into<Label>, x: i64, y: i64) -> bool {
    dice.happens(label, u64::try_from(x).unwrap_or(0), u64::try_from(y).unwrap_or(0))
}

/// `rround(a, b)`: a/b, rounded up as often as the rest says. A negative number is cut.
pub(super) fn rround(dice: &mut impl Chance, label: impl Into<Label>, a: i64, b: i64) -> i64 {
    a / b + i64::from(chance(dice, label, a % b, b))
}

/// `r2limit(m, limit)`: of m trials those that succeed, trial i when r2(limit) is at least i.
pub(super) fn r2limit<R: Reading>(r: &mut R, label: impl Into<Label>, m: i64, limit: i64) -> R::Total {
    let label = label.into();
    let mut sum = r.fixed(0);
    for trial in 0..m.min(limit) {
        let start = r.start(());
        let succeeds = r.stage(start, |dice, ()| dice.reaches(label, r2(limit), trial));
        let one = r.total(succeeds, i64::from);
        sum = r.add(sum, one);
    }
    sum
}

/// `stepdown(v, 10, 10, 30, 30)`: beyond 10, 20 and 30 only half of the rest counts, and at the end at most 30.
pub(super) fn stepdown(v: i64) -> i64 {
    let mut v = v;
    for step in [10, 20, 30] {
        if v <= step {
            break;
        }
        v = (v - step) / 2 + step;
    }
    v.min(30)
}

/// A skill as bonuses count it: doubled below 3, otherwise 3 more.
pub(super) fn bump(skill: i64) -> i64 {
    if skill < 3 { 2 * skill } else { skill + 3 }
}

/// A total, less a roll that does not depend on it.
pub(super) fn minus<R: Reading>(r: &mut R, total: R::Total, label: impl Into<Label>, die: Die) -> R::Total {
    let roll = r.roll(label, die);
    let roll = r.change(roll, |roll| -roll);
    r.add(total, roll)
}

/// A total, and a roll that does not depend on it.
pub(super) fn plus<R: Reading>(r: &mut R, total: R::Total, label: impl Into<Label>, die: Die) -> R::Total {
    let roll = r.roll(label, die);
    r.add(total, roll)
}

/// A total after a calculation with dice that depend on its value.
pub(super) fn reckon<R: Reading>(
    r: &mut R,
    total: R::Total,
    rule: impl Fn(&mut R::Chance, i64) -> i64,
) -> R::Total {
    let states = r.states(total);
    let reckoned = r.stage(states, rule);
    r.total(reckoned, |value| value)
}

/// Rolls one die of each size, or in place of a large one more and smaller ones: twice as many of half the size while that is above 24.
pub(super) fn roll_in_small_dice<R: Reading>(r: &mut R, sizes: R::Of<i64>) -> R::Total {
    let rolled = r.tally(sizes, |r, size| {
        let (mut count, mut sides) = (1, size);
        while sides > 24 {
            count *= 2;
            sides /= 2;
        }
        r.note("size of the damage die", size);
        ((), r.roll("damage", dice(count, sides)))
    });
    r.sum(rolled)
}
