//! Lessons with words and presets that are about one blow, against plain enumerations of the faces of their
//! dice.

use super::gallery::{Chances, Spread, add, equal, equal_below, exploding, faces, lost, strike};
use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// Chances of the totals of dice.
pub(super) type Totals = BTreeMap<i64, Fraction>;

/// So many dice, added up.
pub(super) fn totals(dice: i64, sides: i64) -> Totals {
    let dice = usize::try_from(dice).unwrap();
    lost(&faces(&vec![sides; dice], |faces| ("", faces.iter().sum())))
}

pub(super) fn put(spread: &mut Spread, ending: &'static str, lost: i64, chance: &Fraction) {
    *spread.entry((ending, lost)).or_insert_with(Fraction::zero) += chance;
}

/// The chance to lose so many points or more.
pub(super) fn kill(spread: &Spread, hp: i64) -> Fraction {
    lost(spread).range(hp..).map(|(_, chance)| chance).sum()
}

#[test]
fn a_contest_with_bonus_dice() {
    for (melee, evasion, [dice, sides, weight], [armour, armour_sides], hp) in [
        (8, 5, [1, 5, 0], [1, 4], 12),
        (8, 5, [2, 5, 2], [1, 4], 12),
        (20, 0, [3, 4, 1], [2, 6], 8),
        (0, 15, [1, 12, 12], [0, 3], 5),
    ] {
        let mut spread = Spread::new();
        for (margin, chance) in lost(&faces(&[20, 20], |dice| ("", dice[0] + melee - dice[1] - evasion))) {
            if margin <= 0 {
                put(&mut spread, "evaded", 0, &chance);
                continue;
            }
            let bonus = margin / (7 + weight);
            for (harm, of) in totals(dice + bonus, sides) {
                for (stopped, and) in totals(armour, armour_sides) {
                    let chance = &(&chance * &of) * &and;
                    match harm - stopped {
                        ..=0 => put(&mut spread, "stopped", 0, &chance),
                        through if bonus > 0 => put(&mut spread, "critical", through, &chance),
                        through => put(&mut spread, "hit", through, &chance),
                    }
                }
            }
        }
        let head = format!(
            " with attacker.melee = {melee}, attacker.weapon.dice = {dice}, attacker.weapon.sides = {sides}, \
             attacker.weapon.weight = {weight}, defender.evasion = {evasion}, defender.armour.dice = {armour}, \
             defender.armour.sides = {armour_sides}, defender.hp = {hp}"
        );
        let mut chances = strike(&spread, &["evaded"]);
        chances.insert("kill".to_owned(), kill(&spread, hp));
        equal("margin-dice", &head, 0, &chances);
    }
}

#[test]
fn penetrating_dice() {
    for (skill, damage, [dice, sides], defence, armour, hp) in [
        (6, 2, [2, 3], 3, 0, 10),
        (6, 2, [2, 8], 3, 3, 10),
        (15, 0, [1, 12], -4, 8, 20),
        (0, 6, [3, 4], 15, 2, 7),
    ] {
        // Losses of so many and more are not told apart.
        let far = 24;
        let harm = [dice, dice + 1].map(|dice| exploding(dice, sides, 1, far + armour));
        let mut spread = Spread::new();
        for face in 1..=20 {
            for (defended, of) in exploding(1, 20, 1, 40) {
                let chance = &Fraction::new(1, 20) * &of;
                if face == 1 || face < 20 && face + skill < defended + defence {
                    put(&mut spread, "miss", 0, &chance);
                    continue;
                }
                for (total, of) in &harm[usize::from(face == 20)] {
                    let chance = &chance * of;
                    match total + damage - armour {
                        ..=0 => put(&mut spread, "stopped", 0, &chance),
                        through if face == 20 => put(&mut spread, "critical", through, &chance),
                        through => put(&mut spread, "hit", through, &chance),
                    }
                }
            }
        }
        let head = format!(
            " with attacker.skill = {skill}, attacker.damage = {damage}, attacker.weapon.dice = {dice}, \
             attacker.weapon.sides = {sides}, defender.defence = {defence}, defender.armour = {armour}, \
             defender.hp = {hp}"
        );
        let mut chances = strike(&spread, &["miss"]);
        chances
            .retain(|key, _| key.strip_prefix("lose ").is_none_or(|loss| loss.parse::<i64>().unwrap() < far));
        chances.insert("kill".to_owned(), kill(&spread, hp));
        equal_below("penetrating", &head, 0, &chances, far);
    }
}

#[test]
fn the_wild_die() {
    for (dice, pips, damage, difficulty, resistance) in
        [(4, 1, 4, 15, 3), (1, 2, 2, 3, 0), (6, 0, 6, 25, 5), (3, 0, 1, 12, 1)]
    {
        // The sum of the other dice, and the highest of them behind it.
        let plain = lost(&faces(&vec![6; dice - 1], |dice| {
            ("", 10 * dice.iter().sum::<i64>() + dice.iter().max().unwrap_or(&0))
        }));
        let mut spread = Spread::new();
        let mut lands = Fraction::zero();
        for (plain, chance) in plain {
            let (sum, best) = (plain / 10, plain % 10);
            for (wild, of) in exploding(1, 6, 0, 40) {
                let chance = &chance * &of;
                let total = pips + if wild == 1 { sum - best } else { sum + wild };
                if total < difficulty {
                    put(&mut spread, if wild == 1 { "complication" } else { "miss" }, 0, &chance);
                    continue;
                }
                lands += chance;
            }
        }
        let soaked = totals(resistance, 6);
        for (harm, of) in totals(damage, 6) {
            for (soaked, and) in &soaked {
                let chance = &(&lands * &of) * and;
                match harm - soaked {
                    ..=0 => put(&mut spread, "shrugged-off", 0, &chance),
                    margin => put(&mut spread, "hit", 1 + margin / 4, &chance),
                }
            }
        }
        let head = format!(
            " with attacker.dice = {dice}, attacker.pips = {pips}, attacker.damage = {damage}, \
             defender.difficulty = {difficulty}, defender.resistance = {resistance}"
        );
        equal("wild-die", &head, 0, &strike(&spread, &["complication", "miss"]));
    }
}

/// Of so many d6: how many show a 6, and how many a 1.
fn sixes_and_ones(dice: usize) -> Vec<(usize, usize, Fraction)> {
    let count = |dice: &[i64], face| dice.iter().filter(|die| **die == face).count();
    let throws =
        lost(&faces(&vec![6; dice], |dice| ("", 100 * count(dice, 6) as i64 + count(dice, 1) as i64)));
    let apart = |(both, chance): (i64, Fraction)| {
        (usize::try_from(both / 100).unwrap(), usize::try_from(both % 100).unwrap(), chance)
    };
    throws.into_iter().map(apart).collect()
}

#[test]
fn a_pool_that_is_pushed() {
    for (pool, damage, push, parry, hp) in [
        (5, 2, "on-failure", 0, 4),
        (5, 2, "never", 0, 4),
        (3, 1, "always", 2, 2),
        (6, 3, "always", 1, 5),
        (1, 1, "on-failure", 1, 1),
    ] {
        let mut spread = Spread::new();
        let mut shown = Chances::new();
        for (sixes, ones, chance) in sixes_and_ones(pool) {
            let is_pushed = push == "always" || push == "on-failure" && sixes == 0;
            for (more, strained, of) in sixes_and_ones(if is_pushed { pool - sixes - ones } else { 0 }) {
                let chance = &chance * &of;
                let successes = sixes + more;
                add(&mut shown, format!("successes {successes}"), &chance);
                add(&mut shown, format!("strain {}", if is_pushed { ones + strained } else { 0 }), &chance);
                if successes == 0 {
                    put(&mut spread, "miss", 0, &chance);
                    continue;
                }
                for (parries, _, of) in sixes_and_ones(parry) {
                    let chance = &chance * &of;
                    match i64::try_from(successes).unwrap() - i64::try_from(parries).unwrap() {
                        ..=0 => put(&mut spread, "parried", 0, &chance),
                        net => put(&mut spread, "hit", damage + net - 1, &chance),
                    }
                }
            }
        }
        let head = format!(
            " with attacker.pool = {pool}, attacker.damage = {damage}, attacker.push = {push}, \
             defender.parry = {parry}, defender.hp = {hp}"
        );
        let mut chances = strike(&spread, &["miss", "parried"]);
        chances.extend(shown);
        chances.insert("kill".to_owned(), kill(&spread, hp));
        equal("pushed-pool", &head, 0, &chances);
    }
}

/// Successes and advantages of the eight faces of ability and the twelve of mastery, failures and threats of
/// the eight of difficulty.
const ABILITY: [(i64, i64); 8] = [(0, 0), (1, 0), (1, 0), (2, 0), (0, 1), (0, 1), (1, 1), (0, 2)];
const MASTERY: [(i64, i64); 12] =
    [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (0, 1), (1, 1), (1, 1), (1, 1), (0, 2), (0, 2), (1, 0)];
const DIFFICULTY: [(i64, i64); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 1), (0, 1), (0, 2), (1, 1)];

#[test]
fn dice_with_two_axes() {
    for (ability, mastery, difficulty, damage, needs, soak) in
        [(2, 1, 2, 6, 3, 3), (0, 2, 1, 1, 1, 8), (3, 0, 3, 4, 2, 5), (1, 1, 0, 10, 5, 0)]
    {
        // Net successes, net advantages, and whether a mastery die shows its twelve.
        let read = |dice: &[i64]| {
            let side = |face: i64| usize::try_from(face).unwrap() - 1;
            let green = dice[..ability].iter().map(|face| ABILITY[side(*face)]);
            let yellow = dice[ability..ability + mastery].iter().map(|face| MASTERY[side(*face)]);
            let purple = dice[ability + mastery..].iter().map(|face| DIFFICULTY[side(*face)]);
            let (net, luck) = green
                .chain(yellow)
                .chain(purple.map(|(failure, threat)| (-failure, -threat)))
                .fold((0, 0), |sum, die| (sum.0 + die.0, sum.1 + die.1));
            (net, luck, dice[ability..ability + mastery].contains(&12))
        };
        let sides = [vec![8; ability], vec![12; mastery], vec![8; difficulty]].concat();
        let spread = faces(&sides, |dice| {
            let (net, luck, has_twelve) = read(dice);
            match damage + net - soak {
                _ if net <= 0 => (if luck < 0 { "bad-miss" } else { "miss" }, 0),
                ..=0 => ("soaked", 0),
                through if luck >= needs || has_twelve => ("critical", through),
                through => ("hit", through),
            }
        });
        let mut chances = strike(&spread, &["bad-miss", "miss"]);
        for (net, chance) in lost(&faces(&sides, |dice| ("", read(dice).0))) {
            chances.insert(format!("net {net}"), chance);
        }
        for (luck, chance) in lost(&faces(&sides, |dice| ("", read(dice).1))) {
            chances.insert(format!("luck {luck}"), chance);
        }
        let head = format!(
            " with attacker.ability = {ability}, attacker.mastery = {mastery}, attacker.damage = {damage}, \
             attacker.critical = {needs}, defender.difficulty = {difficulty}, defender.soak = {soak}"
        );
        equal("two-axes", &head, 0, &chances);
    }
}

/// The best so many of a pool, added up, at most so far: from the highest value down, the number of dice that
/// show it, among those that show less.
fn best(kept: i64, rolled: i64, die: &Totals, far: i64) -> Totals {
    let mut states = BTreeMap::from([((rolled, kept, 0), Fraction::one())]);
    for (value, chance) in die.iter().rev() {
        let mut next: BTreeMap<(i64, i64, i64), Fraction> = BTreeMap::new();
        for ((left, keep, sum), mut weight) in states {
            // C(left, shown) ways to choose them.
            for shown in 0..=left {
                let more = shown.min(keep);
                let state = (left - shown, keep - more, (sum + more * value).min(far));
                *next.entry(state).or_insert_with(Fraction::zero) += &weight;
                weight = &(&weight * chance) * &Fraction::new(left - shown, shown + 1);
            }
        }
        states = next;
    }
    let mut totals = Totals::new();
    for ((left, _, sum), chance) in states {
        if left == 0 {
            *totals.entry(sum).or_insert_with(Fraction::zero) += chance;
        }
    }
    totals
}

#[test]
fn the_best_of_a_pool_are_those_of_all_its_faces() {
    for (kept, rolled) in [(1, 1), (2, 3), (3, 3), (2, 5), (3, 2)] {
        let plain = lost(&faces(&vec![6; rolled], |dice| {
            let mut dice = dice.to_vec();
            dice.sort_unstable_by(|one, other| other.cmp(one));
            ("", dice.iter().take(kept).sum())
        }));
        let quick = best(kept as i64, rolled as i64, &totals(1, 6), i64::MAX);
        assert_eq!(quick, plain, "{kept} of {rolled}");
    }
}

#[test]
fn roll_and_keep() {
    for ([rolled, kept], [damage_rolled, damage_kept], raises, target, reduction, hp) in [
        ([6, 3], [4, 2], 0, 20, 3, 20),
        ([6, 3], [4, 2], 1, 20, 3, 20),
        ([3, 4], [1, 3], 2, 10, 12, 40),
        ([8, 1], [5, 1], 4, 15, 0, 8),
    ] {
        let needs = target + 5 * raises;
        let lands = best(kept, rolled, &exploding(1, 10, 0, 60), needs);
        let lands = lands.get(&needs).cloned().unwrap_or_else(Fraction::zero);
        let mut spread = Spread::new();
        put(&mut spread, "miss", 0, &(Fraction::one() - &lands));
        for (harm, of) in best(damage_kept, damage_rolled + raises, &exploding(1, 10, 0, 55), 55) {
            let chance = &lands * &of;
            match harm - reduction {
                ..=0 => put(&mut spread, "stopped", 0, &chance),
                through => put(&mut spread, "hit", through.min(40), &chance),
            }
        }
        let head = format!(
            " with attacker.rolled = {rolled}, attacker.kept = {kept}, attacker.damage_rolled = {damage_rolled}, \
             attacker.damage_kept = {damage_kept}, attacker.raises = {raises}, defender.target = {target}, \
             defender.reduction = {reduction}, defender.hp = {hp}"
        );
        let mut chances = strike(&spread, &["miss"]);
        chances.insert("kill".to_owned(), kill(&spread, hp));
        equal("roll-and-keep", &head, 0, &chances);
    }
}

/// From 0, a fumble, to 4, a critical success.
fn level(face: i64, skill: i64) -> i64 {
    let fumbles = ((100 - skill).max(0) / 20).max(1);
    match face {
        _ if face <= (skill / 20).max(1) => 4,
        _ if face > 100 - fumbles => 0,
        _ if face <= skill / 5 => 3,
        _ if face <= skill.clamp(5, 95) => 2,
        _ => 1,
    }
}

#[test]
fn levels_of_success() {
    for (skill, parry, [dice, sides, plus], guard, armour, hp) in [
        (75, 60, [1, 8, 1], 8, 3, 12),
        (150, 0, [2, 6, 0], 3, 8, 15),
        (5, 120, [1, 4, 4], 15, 0, 5),
        (98, 98, [1, 10, 2], 0, 2, 9),
    ] {
        let mut levels: BTreeMap<(i64, i64), i64> = BTreeMap::new();
        for mine in 1..=100 {
            for theirs in 1..=100 {
                *levels.entry((level(mine, skill), level(theirs, parry))).or_default() += 1;
            }
        }
        let mut spread = Spread::new();
        for ((mine, theirs), count) in levels {
            let chance = Fraction::new(count, 10_000);
            let harm: Totals = match mine {
                0 | 1 => {
                    put(&mut spread, if mine == 0 { "fumble" } else { "miss" }, 0, &chance);
                    continue;
                }
                2 => totals(dice, sides).into_iter().map(|(sum, of)| (sum + plus, of)).collect(),
                3 => totals(2 * dice, sides).into_iter().map(|(sum, of)| (sum + 2 * plus, of)).collect(),
                _ => Totals::from([(2 * (dice * sides + plus), Fraction::one())]),
            };
            if theirs >= mine {
                put(&mut spread, "parried", 0, &chance);
                continue;
            }
            for (harm, of) in harm {
                let chance = &chance * &of;
                let past = if theirs >= 2 { harm - guard } else { harm };
                match (past, if mine == 4 { past } else { past - armour }) {
                    (..=0, _) => put(&mut spread, "parried", 0, &chance),
                    (_, ..=0) => put(&mut spread, "stopped", 0, &chance),
                    (_, through) => {
                        let ending = ["hit", "special", "critical"][usize::try_from(mine - 2).unwrap()];
                        put(&mut spread, ending, through, &chance);
                    }
                }
            }
        }
        let head = format!(
            " with attacker.skill = {skill}, attacker.weapon.dice = {dice}, attacker.weapon.sides = {sides}, \
             attacker.weapon.plus = {plus}, defender.parry = {parry}, defender.guard = {guard}, \
             defender.armour = {armour}, defender.hp = {hp}"
        );
        let mut chances = strike(&spread, &["fumble", "miss", "parried"]);
        chances.insert("kill".to_owned(), kill(&spread, hp));
        equal("levels", &head, 0, &chances);
    }
}
