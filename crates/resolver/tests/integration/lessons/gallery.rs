//! The gallery of small games against plain enumerations of the faces of their dice. The enumerations know
//! nothing of the engine: each says the rules of the game once more, as a function of the faces, and counts.

use super::odds::answers;
use super::rules_part;
use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_engine::FightDetail;
use tohit_odds::Fraction;

/// Chances by the key of a note.
pub(super) type Chances = BTreeMap<String, Fraction>;
/// Chances of the ways in which a strike ends, and of what is lost then.
pub(super) type Spread = BTreeMap<(&'static str, i64), Fraction>;

fn game(name: &str) -> Program {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons");
    let text = std::fs::read_to_string(folder.join(name).with_extension("rules")).unwrap();
    let text = rules_part(&text);
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let most = if name == "srd52" { 100 } else { 60 };
    assert!(lines.count() <= most, "{name} is one page");
    tohit_compile::compile(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// All throws of dice with so many sides, each with its result.
pub(super) fn faces(sides: &[i64], mut result: impl FnMut(&[i64]) -> (&'static str, i64)) -> Spread {
    let mut counts: BTreeMap<(&'static str, i64), i64> = BTreeMap::new();
    let mut throw = vec![1; sides.len()];
    let mut total = 0;
    loop {
        *counts.entry(result(&throw)).or_default() += 1;
        total += 1;
        let Some(die) = (0..sides.len()).rev().find(|die| throw[*die] < sides[*die]) else { break };
        throw[die] += 1;
        throw[die + 1..].fill(1);
    }
    counts.into_iter().map(|(key, count)| (key, Fraction::new(count, total))).collect()
}

pub(super) fn add(chances: &mut Chances, key: String, chance: &Fraction) {
    *chances.entry(key).or_insert_with(Fraction::zero) += chance;
}

/// The entries of a spread by the keys of the notes.
pub(super) fn strike(spread: &Spread, misses: &[&str]) -> Chances {
    let mut chances = Chances::from([("any hit".to_owned(), Fraction::zero())]);
    for ((ending, lost), chance) in spread {
        add(&mut chances, (*ending).to_owned(), chance);
        add(&mut chances, format!("lose {lost}"), chance);
        if !misses.contains(ending) {
            add(&mut chances, "any hit".to_owned(), chance);
        }
    }
    chances
}

/// The loss, whatever the ending.
pub(super) fn lost(spread: &Spread) -> BTreeMap<i64, Fraction> {
    let mut all = BTreeMap::new();
    for ((_, lost), chance) in spread {
        *all.entry(*lost).or_insert_with(Fraction::zero) += chance;
    }
    all
}

/// The chances of a scenario equal those of the enumeration, and it has no other losses.
pub(super) fn equal(name: &str, head: &str, turns: usize, chances: &Chances) {
    equal_below(name, head, turns, chances, i64::MAX);
}

/// The same for a game whose losses have no end: it has no other losses below so many.
pub(super) fn equal_below(name: &str, head: &str, turns: usize, chances: &Chances, far: i64) {
    let all = answers(&game(name), head, FightDetail { means: false, turns })
        .unwrap()
        .unwrap_or_else(|| panic!("{name}: refused"));
    for (key, chance) in chances {
        let found = all.get(key).map_or("0", String::as_str);
        assert_eq!(found, chance.to_string(), "{name}{head}: {key}");
    }
    let is_turn = chances.keys().any(|key| key.starts_with("turn lose "));
    for key in all.keys() {
        let of_turn = key.strip_prefix("turn lose ").filter(|_| is_turn);
        let Some(value) = key.strip_prefix("lose ").or(of_turn) else { continue };
        let is_near = value.trim_end_matches('+').parse().is_ok_and(|value: i64| value < far);
        assert!(!is_near || chances.contains_key(key), "{name}{head}: no throw comes to {key}");
    }
}

#[test]
fn a_d20_with_advantage() {
    for (roll, bonus, ac) in
        [("straight", 5, 15), ("advantage", 5, 15), ("disadvantage", 2, 18), ("advantage", 15, 5)]
    {
        let spread = faces(&[20, 20, 6, 6], |dice| {
            let [one, two, harm, again] = *dice else { panic!() };
            let face = match roll {
                "straight" => one,
                "advantage" => one.max(two),
                _ => one.min(two),
            };
            match face {
                1 => ("miss", 0),
                20 => ("critical", harm + again + 4),
                _ if face + bonus >= ac => ("hit", harm + 4),
                _ => ("miss", 0),
            }
        });
        let mut chances = strike(&spread, &["miss"]);
        let kill = lost(&spread).iter().filter(|(lost, _)| **lost >= 9).map(|(_, chance)| chance).sum();
        chances.insert("kill".to_owned(), kill);
        let head = format!(
            " with attacker.roll = {roll}, attacker.bonus = {bonus}, attacker.sides = 6, attacker.strength = 4, \
             defender.ac = {ac}, defender.hp = 9"
        );
        equal("advantage", &head, 0, &chances);
    }
}

#[test]
fn opposed_rolls() {
    for (mine, theirs, armour) in [(6, 4, 2), (0, 15, 6), (15, 0, 0), (8, 8, 5)] {
        let spread = faces(&[20, 20, 6], |dice| {
            let margin = dice[0] + mine - dice[1] - theirs;
            let harm = dice[2] + margin / 4;
            match margin {
                ..=0 => ("parried", 0),
                10.. => ("heavy", harm),
                _ if harm > armour => ("hit", harm - armour),
                _ => ("stopped", 0),
            }
        });
        let head =
            format!(" with attacker.skill = {mine}, defender.skill = {theirs}, defender.armour = {armour}");
        equal("opposed", &head, 0, &strike(&spread, &["parried"]));
    }
}

#[test]
fn a_pool_of_successes() {
    for (pool, weapon, guard) in [(6, 1, 1), (1, 0, 0), (5, 4, 3), (2, 2, 5)] {
        let spread = faces(&vec![10; pool], |dice| {
            let successes = dice.iter().filter(|face| **face >= 8).count() as i64;
            match successes {
                _ if successes <= guard => ("miss", 0),
                5.. => ("exceptional", successes - guard + weapon + 2),
                _ => ("hit", successes - guard + weapon),
            }
        });
        let head =
            format!(" with attacker.pool = {pool}, attacker.weapon = {weapon}, defender.guard = {guard}");
        equal("successes", &head, 0, &strike(&spread, &["miss"]));
    }
}

#[test]
fn a_pool_that_is_thrown_once_and_asked_often() {
    for (pool, edge, armour) in [(6, 0, 2), (5, 3, 0), (2, 1, 6), (1, 0, 0), (4, 2, 3)] {
        let spread = faces(&vec![10; pool], |dice| {
            let width =
                dice.iter().map(|face| dice.iter().filter(|other| *other == face).count()).max().unwrap();
            let mut sorted = dice.to_vec();
            sorted.sort_unstable();
            let (best, next) = (sorted[pool - 1], if pool > 1 { sorted[pool - 2] } else { 0 });
            let harm = (width as i64 + edge - armour + if best == 10 { 2 } else { 0 }).max(1);
            match width {
                0..2 => ("miss", 0),
                _ if dice.iter().filter(|face| **face <= 2).count() >= 3 => ("spoilt", 0),
                4.. => ("perfect", harm + best + next),
                _ => ("hit", harm),
            }
        });
        let head =
            format!(" with attacker.dice = {pool}, attacker.edge = {edge}, defender.armour = {armour}");
        equal("one-roll", &head, 0, &strike(&spread, &["miss", "spoilt"]));
    }
}

/// Totals of dice that explode, faces after faces, where a highest face counts so much less; totals of so many
/// and more go together.
pub(super) fn exploding(dice: i64, sides: i64, less: i64, far: i64) -> BTreeMap<i64, Fraction> {
    let mut totals = BTreeMap::new();
    let mut open = vec![(0, dice, Fraction::one())];
    while let Some((total, dice, chance)) = open.pop() {
        if dice == 0 || total >= far {
            *totals.entry(total.min(far)).or_insert_with(Fraction::zero) += chance;
            continue;
        }
        let each = &chance * &Fraction::new(1, sides);
        open.extend((1..=sides).map(|face| {
            let rest = dice - i64::from(face < sides);
            (total + if face == sides { face - less } else { face }, rest, each.clone())
        }));
    }
    totals
}

#[test]
fn exploding_dice() {
    for (skill, damage, parry, toughness) in [(8, 6, 5, 7), (4, 4, 2, 3), (12, 10, 12, 9), (6, 8, 9, 15)] {
        let wounds = |dice| {
            let mut wounds: BTreeMap<i64, Fraction> = BTreeMap::new();
            for (total, chance) in exploding(dice, damage, 0, toughness + 12) {
                let deep = if total < toughness { 0 } else { (total - toughness) / 4 + 1 };
                *wounds.entry(deep).or_insert_with(Fraction::zero) += chance;
            }
            wounds
        };
        let mut spread = Spread::new();
        for (one, chance) in exploding(1, skill, 0, parry + 4) {
            for (two, another) in exploding(1, 6, 0, parry + 4) {
                let chance = &chance * &another;
                let better = one.max(two);
                let dice = match better - parry {
                    ..0 => {
                        *spread.entry(("miss", 0)).or_insert_with(Fraction::zero) += chance;
                        continue;
                    }
                    0..4 => 2,
                    _ => 3,
                };
                for (deep, of) in wounds(dice) {
                    let ending = match (dice, deep) {
                        (3, _) => "raise",
                        (_, 0) => "shaken",
                        _ => "hit",
                    };
                    *spread.entry((ending, deep)).or_insert_with(Fraction::zero) += &chance * &of;
                }
            }
        }
        let head = format!(
            " with attacker.skill = {skill}, attacker.damage = {damage}, defender.parry = {parry}, \
             defender.toughness = {toughness}"
        );
        equal("exploding", &head, 0, &strike(&spread, &["miss"]));
    }
}

#[test]
fn roll_under() {
    for (skill, dodge) in [(12, 8), (3, 18), (18, 2)] {
        // The totals of 3d6, so that two throws of them are few.
        let three: Vec<(i64, Fraction)> =
            lost(&faces(&[6, 6, 6], |dice| ("", dice.iter().sum()))).into_iter().collect();
        let mut spread = Spread::new();
        for (face, chance) in &three {
            for (other, of) in &three {
                for die in 1..=6 {
                    let bonus = (skill - face).max(0) / 2;
                    let result = match *face {
                        17.. => ("fumble", 0),
                        ..=4 => ("critical", die + 6 + bonus),
                        _ if *face > skill => ("miss", 0),
                        _ if *other <= dodge => ("dodged", 0),
                        _ => ("hit", die + bonus),
                    };
                    *spread.entry(result).or_insert_with(Fraction::zero) +=
                        &(chance * of) * &Fraction::new(1, 6);
                }
            }
        }
        let head = format!(" with attacker.skill = {skill}, defender.dodge = {dodge}");
        equal("roll-under", &head, 0, &strike(&spread, &["fumble", "miss", "dodged"]));
    }
}

#[test]
fn armour_as_reduction() {
    for (skill, strength, worn) in [(4, 1, [3, 5, 2]), (10, -2, [8, 8, 8]), (0, 6, [0, 1, 0])] {
        let spread = faces(&[20, 6, 6, 6], |dice| {
            let [d20, place, one, two] = *dice else { panic!() };
            let (ending, place) = match place {
                1 => ("head", 0),
                2..=4 => ("hit", 1),
                _ => ("hit", 2),
            };
            let through = one + two + strength - worn[place];
            match place {
                _ if d20 + skill < 12 => ("miss", 0),
                _ if through <= 0 => ("stopped", 0),
                0 => (ending, 2 * through),
                1 => (ending, through),
                _ => (ending, (through + 1) / 2),
            }
        });
        let [helmet, mail, greaves] = worn;
        let head = format!(
            " with attacker.skill = {skill}, attacker.strength = {strength}, defender.helmet = {helmet}, \
             defender.mail = {mail}, defender.greaves = {greaves}"
        );
        equal("armour", &head, 0, &strike(&spread, &["miss"]));
    }
}

#[test]
fn two_dice_and_morale() {
    for (skill, hp, morale) in [(1, 10, 7), (5, 4, 2), (-2, 6, 12), (3, 5, 9)] {
        let blow = |left: i64| {
            faces(&[6, 6, 6, 6, 6], |dice| {
                let [a, b, harm, c, d] = *dice else { panic!() };
                let stands = left - harm;
                match () {
                    () if a + b + skill < 8 => ("miss", 0),
                    () if stands <= 0 => ("hit", harm),
                    () if 2 * stands <= hp && c + d > morale => ("routed", harm),
                    () => ("hit", harm),
                }
            })
        };
        let mut chances = strike(&blow(hp), &["miss"]);
        // The fight, strike by strike: the chances of each number of hit points that stand.
        let mut standing = BTreeMap::from([(hp, Fraction::one())]);
        for turn in 1..=3 {
            let mut next: BTreeMap<i64, Fraction> = BTreeMap::new();
            let mut over = Fraction::zero();
            for (left, chance) in standing {
                for ((ending, lost), of) in blow(left) {
                    let chance = &chance * &of;
                    if ending == "routed" || lost >= left {
                        over += chance;
                    } else {
                        *next.entry(left - lost).or_insert_with(Fraction::zero) += chance;
                    }
                }
            }
            if turn == 1 {
                chances.insert("kill".to_owned(), over.clone());
            }
            chances.insert(format!("fight turn {turn}"), over);
            standing = next;
        }
        let head = format!(" with attacker.skill = {skill}, defender.hp = {hp}, defender.morale = {morale}");
        equal("morale", &head, 3, &chances);
    }
}

#[test]
fn best_three_of_four() {
    for (weary, defence) in [(false, 12), (true, 12), (false, 3), (true, 18)] {
        let spread = faces(&[6; 4], |dice| {
            let sum: i64 = dice.iter().sum();
            let dropped = if weary { dice.iter().max() } else { dice.iter().min() };
            match sum - dropped.unwrap() {
                18 => ("perfect", 10),
                total if total >= defence => ("hit", 1 + total - defence),
                _ => ("miss", 0),
            }
        });
        let weary = if weary { "yes" } else { "no" };
        let head = format!(" with attacker.weary = {weary}, defender.defence = {defence}");
        equal("best-of-four", &head, 0, &strike(&spread, &["miss"]));
    }
}

#[test]
fn hit_wound_save() {
    for (models, attacks, hits_on, strength, piercing, toughness, save, hp) in [
        (5, 2, 3, 4, 1, 5, 3, 4),
        (1, 1, 2, 8, 0, 4, 6, 1),
        (3, 4, 4, 3, 4, 6, 2, 2),
        (4, 1, 6, 5, 2, 4, 7, 12),
        (2, 2, 5, 4, 0, 4, 2, 3),
    ] {
        let spread = faces(&[6, 6, 6, 3], |dice| {
            let [hit, wound, save_roll, harm] = *dice else { panic!() };
            let wounds_on = match strength.cmp(&toughness) {
                std::cmp::Ordering::Greater if strength >= 2 * toughness => 2,
                std::cmp::Ordering::Greater => 3,
                std::cmp::Ordering::Equal => 4,
                std::cmp::Ordering::Less if 2 * strength <= toughness => 6,
                std::cmp::Ordering::Less => 5,
            };
            match () {
                () if hit < hits_on => ("miss", 0),
                () if wound < wounds_on => ("no-wound", 0),
                () if save_roll - piercing >= save => ("saved", 0),
                () => ("wound", harm),
            }
        });
        let mut turn = BTreeMap::from([(0, Fraction::one())]);
        for _ in 0..models * attacks {
            let mut next: BTreeMap<i64, Fraction> = BTreeMap::new();
            for (before, chance) in &turn {
                for (lost, of) in lost(&spread) {
                    *next.entry(before + lost).or_insert_with(Fraction::zero) += chance * &of;
                }
            }
            turn = next;
        }
        let mut chances = strike(&spread, &["miss", "saved"]);
        chances.insert(
            "turn kill".to_owned(),
            turn.iter().filter(|(lost, _)| **lost >= hp).map(|(_, chance)| chance).sum(),
        );
        // Without hit points nothing is cut short.
        let head = format!(
            " with attacker.models = {models}, attacker.attacks = {attacks}, attacker.hits_on = {hits_on}, \
             attacker.strength = {strength}, attacker.piercing = {piercing}, defender.toughness = {toughness}, \
             defender.save = {save}"
        );
        equal("wargame", &format!("{head}, defender.hp = {hp}"), 0, &chances);
        chances.remove("turn kill");
        chances.extend(turn.iter().map(|(lost, chance)| (format!("turn lose {lost}"), chance.clone())));
        if models * attacks > 1 {
            equal("wargame", &head, 0, &chances);
        }
    }
}

#[test]
fn a_fight_with_regeneration() {
    for (torch, bonus, hp, heals) in [(false, 6, 12, 3), (true, 6, 12, 3), (false, 12, 7, 6), (true, 0, 5, 2)]
    {
        let sides = if torch { 6 } else { 10 };
        let blow =
            faces(&[20, sides], |dice| if dice[0] + bonus >= 14 { ("hit", dice[1]) } else { ("miss", 0) });
        let mut chances = strike(&blow, &["miss"]);
        let mut standing = BTreeMap::from([((hp, false), Fraction::one())]);
        for turn in 1..=6 {
            let mut next: BTreeMap<(i64, bool), Fraction> = BTreeMap::new();
            let mut over = Fraction::zero();
            for ((left, burnt), chance) in standing {
                for ((ending, lost), of) in &blow {
                    let chance = &chance * of;
                    let left = left - lost;
                    let healed = if burnt { left } else { (left + heals).min(hp) };
                    let burnt = burnt || torch && *ending == "hit";
                    let healed = if burnt { left } else { healed };
                    if left <= 0 {
                        over += chance;
                    } else {
                        *next.entry((healed, burnt)).or_insert_with(Fraction::zero) += chance;
                    }
                }
            }
            chances.insert(format!("fight turn {turn}"), over);
            standing = next;
        }
        let weapon = if torch { "torch" } else { "axe" };
        let head = format!(
            " with attacker.bonus = {bonus}, attacker.weapon = {weapon}, defender.hp = {hp}, defender.heals = {heals}"
        );
        equal("regeneration", &head, 6, &chances);
    }
}
