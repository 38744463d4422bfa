//! Lessons with words and presets that are about a turn or a fight, against plain enumerations: strike after
//! strike, with the chance of everything that the strikes before may have left.

use super::gallery::{Chances, Spread, add, equal, faces, lost, strike};
use super::one_blow::{Totals, put, totals};
use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// The chances of whatever stands between two strikes.
type States<State> = BTreeMap<State, Fraction>;

fn come<State: Ord>(states: &mut States<State>, state: State, chance: &Fraction) {
    *states.entry(state).or_insert_with(Fraction::zero) += chance;
}

/// The chances to lose so much in a turn, by the keys of the notes.
fn turn_losses(chances: &mut Chances, losses: &Totals) {
    for (loss, chance) in losses {
        add(chances, format!("turn lose {loss}"), chance);
    }
}

#[test]
fn four_degrees_of_success() {
    for (bonus, damage, [dice, sides, deadly], agile, strikes, ac, off_guard, hp) in [
        (9, 4, [1, 8, 0], false, 3, 18, false, 20),
        (9, 4, [1, 8, 0], false, 2, 18, false, 20),
        (30, 10, [2, 6, 8], true, 3, 20, true, 60),
        (0, 0, [1, 4, 10], true, 2, 40, false, 3),
        (2, 1, [1, 12, 0], false, 3, 10, true, 12),
    ] {
        let ac_now = if off_guard { ac - 2 } else { ac };
        let blow = |earlier: i64| {
            let penalty = earlier * if agile { 4 } else { 5 };
            let mut spread = Spread::new();
            for face in 1..=20 {
                let degree = match face + bonus - penalty - ac_now {
                    ..=-10 => 0,
                    -9..=-1 => 1,
                    0..=9 => 2,
                    10.. => 3,
                };
                // A natural 20 is one degree better, a natural 1 one worse.
                let degree: i64 = degree + i64::from(face == 20) - i64::from(face == 1);
                let chance = Fraction::new(1, 20);
                match degree {
                    ..=0 => put(&mut spread, "critical-failure", 0, &chance),
                    1 => put(&mut spread, "failure", 0, &chance),
                    2 => {
                        for (harm, of) in totals(dice, sides) {
                            put(&mut spread, "success", harm + damage, &(&chance * &of));
                        }
                    }
                    3.. => {
                        for (harm, of) in totals(dice, sides) {
                            for (more, and) in totals(1, deadly.max(1)) {
                                let more = if deadly == 0 { 0 } else { more };
                                let chance = &(&chance * &of) * &and;
                                put(&mut spread, "critical-success", 2 * (harm + damage) + more, &chance);
                            }
                        }
                    }
                }
            }
            spread
        };
        let mut turn = Totals::from([(0, Fraction::one())]);
        for earlier in 0..strikes {
            let blow = lost(&blow(earlier));
            let mut next = Totals::new();
            for (loss, chance) in &turn {
                for (more, of) in &blow {
                    come(&mut next, loss + more, &(chance * of));
                }
            }
            turn = next;
        }
        let head = format!(
            " with attacker.bonus = {bonus}, attacker.damage = {damage}, attacker.weapon.dice = {dice}, \
             attacker.weapon.sides = {sides}, attacker.weapon.deadly = {deadly}, attacker.weapon.agile = {}, \
             attacker.strikes = {strikes}, defender.ac = {ac}, defender.off_guard = {}",
            if agile { "yes" } else { "no" },
            if off_guard { "yes" } else { "no" },
        );
        let mut chances = strike(&blow(0), &["critical-failure", "failure"]);
        let killed = turn.range(hp..).map(|(_, chance)| chance).sum();
        chances.insert("turn kill".to_owned(), killed);
        equal("four-degrees", &format!("{head}, defender.hp = {hp}"), 0, &chances);
        // Without hit points nothing is cut short.
        chances.remove("turn kill");
        turn_losses(&mut chances, &turn);
        equal("four-degrees", &head, 0, &chances);
    }
}

/// So many cards of each kind: the blank, those that take a point off, that do nothing, that add one, the
/// double.
type Deck = [i64; 5];
const FULL: Deck = [1, 5, 6, 5, 1];

#[test]
fn a_deck_without_replacement() {
    for (force, blows, shield, hp) in [(3, 3, 0, 9), (3, 2, 1, 12), (1, 1, 0, 6), (8, 3, 5, 40), (4, 2, 2, 7)]
    {
        let blow = |card: usize| {
            let force = [0, force - 1, force, force + 1, 2 * force][card];
            match force - shield {
                _ if card == 0 => ("miss", 0),
                ..=0 => ("stopped", 0),
                through if card == 4 => ("double", through),
                through => ("hit", through),
            }
        };
        let mut first = Spread::new();
        for (card, count) in FULL.iter().enumerate() {
            let (ending, loss) = blow(card);
            put(&mut first, ending, loss, &Fraction::new(*count, 18));
        }
        let mut chances = strike(&first, &["miss"]);
        let mut standing: States<(i64, Deck)> = States::from([((hp, FULL), Fraction::one())]);
        for turn in 1..=4 {
            let mut over = Fraction::zero();
            for _ in 0..blows {
                let mut next = States::new();
                for ((left, deck), chance) in standing {
                    let cards: i64 = deck.iter().sum();
                    for card in 0..deck.len() {
                        let chance = &chance * &Fraction::new(deck[card], cards);
                        let mut deck = deck;
                        deck[card] -= 1;
                        match left - blow(card).1 {
                            _ if chance.is_zero() => {}
                            ..=0 => over += &chance,
                            left => come(&mut next, (left, deck), &chance),
                        }
                    }
                }
                standing = next;
            }
            let mut shuffled = States::new();
            for ((left, deck), chance) in standing {
                let ends = deck[0] == 0 || deck[4] == 0 || deck.iter().sum::<i64>() < 3;
                come(&mut shuffled, (left, if ends { FULL } else { deck }), &chance);
            }
            standing = shuffled;
            if turn == 1 {
                chances.insert("turn kill".to_owned(), over.clone());
            }
            // The list of a fight closes with its last turn.
            if standing.is_empty() {
                break;
            }
            chances.insert(format!("fight turn {turn}"), over);
        }
        let head = format!(
            " with attacker.force = {force}, attacker.blows = {blows}, defender.shield = {shield}, \
             defender.hp = {hp}"
        );
        equal("deck", &head, 4, &chances);
    }
}

#[test]
fn armour_that_wears() {
    for (skill, [dice, sides, piercing], mail, helmet, hp) in [
        (60, [2, 6, 1], 12, 6, 15),
        (60, [2, 6, 1], 0, 6, 15),
        (95, [1, 10, 0], 20, 0, 8),
        (25, [3, 4, 4], 5, 12, 10),
    ] {
        // The ending, and what is left of hit points, mail and helmet.
        let blow = |[left, mail, helmet]: [i64; 3]| {
            let mut ends: States<(&'static str, [i64; 3])> = States::new();
            come(&mut ends, ("miss", [left, mail, helmet]), &Fraction::new(100 - skill, 100));
            for (is_head, part) in [(true, Fraction::new(1, 4)), (false, Fraction::new(3, 4))] {
                for (harm, of) in totals(dice, sides) {
                    let chance = &(&part * &of) * &Fraction::new(skill, 100);
                    let worn = if is_head { helmet } else { mail };
                    let stopped = worn.min((harm - piercing).max(0));
                    let through = harm - stopped;
                    let (ending, loss) = match is_head {
                        _ if through == 0 => ("armour-only", 0),
                        true => ("head", through * 3 / 2),
                        false => ("body", through),
                    };
                    let (mail, helmet) =
                        if is_head { (mail, helmet - stopped) } else { (mail - stopped, helmet) };
                    come(&mut ends, (ending, [left - loss, mail, helmet]), &chance);
                }
            }
            ends
        };
        let mut first = Spread::new();
        for ((ending, [left, ..]), chance) in blow([hp, mail, helmet]) {
            put(&mut first, ending, hp - left, &chance);
        }
        let mut chances = strike(&first, &["miss"]);
        let mut standing = States::from([([hp, mail, helmet], Fraction::one())]);
        for turn in 1..=6 {
            let mut over = Fraction::zero();
            let mut next = States::new();
            for (state, chance) in standing {
                for ((_, state), of) in blow(state) {
                    let chance = &chance * &of;
                    if state[0] <= 0 { over += &chance } else { come(&mut next, state, &chance) }
                }
            }
            standing = next;
            if turn == 1 {
                chances.insert("kill".to_owned(), over.clone());
            }
            chances.insert(format!("fight turn {turn}"), over);
        }
        let head = format!(
            " with attacker.skill = {skill}, attacker.weapon.dice = {dice}, attacker.weapon.sides = {sides}, \
             attacker.weapon.piercing = {piercing}, defender.mail = {mail}, defender.helmet = {helmet}, \
             defender.hp = {hp}"
        );
        equal("wearing-armour", &head, 6, &chances);
    }
}

#[test]
fn a_squad_of_models_with_several_wounds() {
    for (shots, [hits_on, wounds_on, piercing], (damage, harm), [save, wounds, models]) in [
        (6, [3, 4, 1], ("two", vec![2]), [3, 3, 5]),
        (6, [3, 4, 1], ("d-3", vec![1, 2, 3]), [3, 3, 5]),
        (12, [2, 2, 4], ("d-6", vec![1, 2, 3, 4, 5, 6]), [4, 4, 3]),
        (3, [5, 6, 0], ("one", vec![1]), [7, 1, 1]),
        (9, [2, 3, 2], ("three", vec![3]), [2, 4, 2]),
    ] {
        // The ending of a shot, what the first model has taken then, and how many models are slain.
        let shot = |taken: i64| {
            let mut ends: States<(&'static str, i64, i64)> = States::new();
            let throws = faces(&[6, 6, 6], |dice| match *dice {
                [hit, ..] if hit < hits_on => ("miss", 0),
                [_, wound, _] if wound < wounds_on => ("no-wound", 0),
                [_, _, saved] if saved - piercing >= save => ("saved", 0),
                _ => ("through", 0),
            });
            for ((ending, _), chance) in throws {
                if ending != "through" {
                    come(&mut ends, (ending, taken, 0), &chance);
                    continue;
                }
                let each = &chance * &Fraction::new(1, i64::try_from(harm.len()).unwrap());
                for harm in &harm {
                    let end =
                        if taken + harm >= wounds { ("slain", 0, 1) } else { ("hurt", taken + harm, 0) };
                    come(&mut ends, end, &each);
                }
            }
            ends
        };
        let mut first = Spread::new();
        for ((ending, _, slain), chance) in shot(0) {
            put(&mut first, ending, slain, &chance);
        }
        let mut chances = strike(&first, &["miss", "saved"]);
        // The models that stand, and what the first of them has taken.
        let mut standing = States::from([((models, 0), Fraction::one())]);
        for turn in 1..=2 {
            let mut over = Fraction::zero();
            for _ in 0..shots {
                let mut next = States::new();
                for ((stand, taken), chance) in standing {
                    for ((_, taken, slain), of) in shot(taken) {
                        let chance = &chance * &of;
                        if stand == slain {
                            over += &chance;
                        } else {
                            come(&mut next, (stand - slain, taken), &chance);
                        }
                    }
                }
                standing = next;
            }
            if turn == 1 {
                chances.insert("turn kill".to_owned(), over.clone());
                add(&mut chances, format!("turn lose {models}"), &over);
                for ((stand, _), chance) in &standing {
                    add(&mut chances, format!("turn lose {}", models - stand), chance);
                }
            }
            chances.insert(format!("fight turn {turn}"), over);
        }
        chances.retain(|_, chance| !chance.is_zero());
        let head = format!(
            " with attacker.shots = {shots}, attacker.hits_on = {hits_on}, attacker.wounds_on = {wounds_on}, \
             attacker.piercing = {piercing}, attacker.damage = {damage}, defender.save = {save}, \
             defender.wounds = {wounds}, defender.hp = {models}"
        );
        equal("squad", &head, 2, &chances);
    }
}
