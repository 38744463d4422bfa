//! The lesson of the fifth edition of 2024 against a plain enumeration: attack after attack, each pair of d20
//! and each total of the damage dice, with what masteries leave for the attacks behind.

use super::gallery::{Spread, equal, faces, lost, strike};
use super::one_blow::{Totals, put, totals};
use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// One scenario: what differs from the lesson's defaults is set.
struct Attack {
    modifier: i64,
    damage: i64,
    ability: i64,
    /// Dice, sides and what is added.
    weapon: [i64; 3],
    mastery: &'static str,
    /// Words of the weapon, as a scenario says them.
    properties: &'static str,
    attacks: i64,
    has_extra: bool,
    advantage: bool,
    disadvantage: bool,
    exhaustion: i64,
    critical_from: i64,
    great_weapon: bool,
    both_hands: bool,
    sneak_dice: i64,
    ally_near: bool,
    ac: i64,
    save: i64,
    state: &'static str,
    against: &'static str,
    cover: &'static str,
}

const USUAL: Attack = Attack {
    modifier: 5,
    damage: 3,
    ability: 3,
    weapon: [1, 8, 0],
    mastery: "no-mastery",
    properties: "",
    attacks: 2,
    has_extra: false,
    advantage: false,
    disadvantage: false,
    exhaustion: 0,
    critical_from: 20,
    great_weapon: false,
    both_hands: false,
    sneak_dice: 0,
    ally_near: false,
    ac: 15,
    save: 2,
    state: "ready",
    against: "",
    cover: "none",
};

/// What an attack leaves for the ones behind it: vexed, toppled, and sneaked.
type Left = [bool; 3];

impl Attack {
    fn has(&self, property: &str) -> bool {
        self.properties.split(" | ").any(|word| word == property)
    }

    fn suffers(&self, harm: i64) -> i64 {
        let is = |word: &str| self.against.split(" | ").any(|one| one == word);
        let harm = if is("resistant") { harm / 2 } else { harm };
        let harm = if is("vulnerable") { 2 * harm } else { harm };
        if is("immune") { 0 } else { harm }
    }

    /// Totals of so many times the dice of the weapon, with great weapon fighting where it counts.
    fn weapon_dice(&self, times: i64) -> Totals {
        let [dice, sides, _] = self.weapon;
        let is_versatile = self.both_hands && self.has("versatile") && !self.has("ranged");
        let is_gripped = is_versatile || self.has("two-handed") && !self.has("ranged");
        let least = if self.great_weapon && is_gripped { 3 } else { 1 };
        let sides = if is_versatile { sides + 2 } else { sides };
        let sides = vec![sides; usize::try_from(times * dice).unwrap()];
        lost(&faces(&sides, |dice| ("", dice.iter().map(|face| (*face).max(least)).sum())))
    }

    /// The ways in which an attack ends, what is lost, and what it leaves.
    fn attack(&self, left: Left, is_extra: bool) -> BTreeMap<(&'static str, i64, Left), Fraction> {
        let [vexed, toppled, sneaked] = left;
        let is_ranged = self.has("ranged");
        let good = self.advantage
            || vexed
            || toppled
            || matches!(self.state, "restrained" | "paralysed")
            || self.state == "prone" && !is_ranged;
        let bad = self.disadvantage || self.state == "prone" && is_ranged;
        let cover = match self.cover {
            "half" => 2,
            "three-quarters" => 5,
            _ => 0,
        };
        let face = lost(&faces(&[20, 20], |dice| match (good, bad) {
            (true, false) => ("", dice[0].max(dice[1])),
            (false, true) => ("", dice[0].min(dice[1])),
            _ => ("", dice[0]),
        }));
        let mut ends = BTreeMap::new();
        let mut come = |ending, loss, left: Left, chance: &Fraction| {
            *ends.entry((ending, loss, left)).or_insert_with(Fraction::zero) += chance;
        };
        for (face, chance) in face {
            let reached = face + self.modifier - 2 * self.exhaustion >= self.ac + cover;
            if face == 1 || face < 20 && !reached {
                let grazes = self.mastery == "graze" && self.ability > 0;
                let (ending, loss) = if grazes { ("graze", self.suffers(self.ability)) } else { ("miss", 0) };
                come(ending, loss, [false, toppled, sneaked], &chance);
                continue;
            }
            let is_critical = face >= self.critical_from || self.state == "paralysed" && !is_ranged;
            let lots = if is_critical { 2 } else { 1 };
            let may_sneak = good && !bad || self.ally_near && (good || !bad);
            let sneaks = self.sneak_dice > 0 && !sneaked && may_sneak && (is_ranged || self.has("finesse"));
            let plus = self.weapon[2] + self.damage - if is_extra { self.ability.max(0) } else { 0 };
            for (harm, of) in self.weapon_dice(lots) {
                for (sneak, and) in totals(if sneaks { lots * self.sneak_dice } else { 0 }, 6) {
                    let chance = &(&chance * &of) * &and;
                    let loss = self.suffers((harm + sneak + plus).max(0));
                    let vexes = self.mastery == "vex" && loss > 0;
                    let ending = if is_critical { "critical" } else { "hit" };
                    // The save: a d20 and the bonus against 8, the ability and a proficiency of 2.
                    let fails = (1..=20).filter(|save| save + self.save < 8 + self.ability + 2).count();
                    let fails = Fraction::new(i64::try_from(fails).unwrap(), 20);
                    let topples = self.mastery == "topple" && !toppled;
                    let fails = if topples { fails } else { Fraction::zero() };
                    let sneaked = sneaked || sneaks;
                    come(ending, loss, [vexes, true, sneaked], &(&chance * &fails));
                    come(ending, loss, [vexes, toppled, sneaked], &(&chance * &(Fraction::one() - &fails)));
                }
            }
        }
        ends
    }

    fn scenario(&self) -> String {
        let yes = |flag: bool| if flag { "yes" } else { "no" };
        let [dice, sides, plus] = self.weapon;
        let mut head = format!(
            " with attacker.modifier = {}, attacker.damage = {}, attacker.ability = {}, \
             attacker.weapon.dice = {dice}, attacker.weapon.sides = {sides}, attacker.weapon.plus = {plus}, \
             attacker.weapon.mastery = {}, attacker.attacks = {}, attacker.extra_attack = {}, \
             attacker.advantage = {}, attacker.disadvantage = {}, attacker.exhaustion = {}, \
             attacker.critical_from = {}, attacker.great_weapon = {}, attacker.both_hands = {}, \
             attacker.sneak_dice = {}, attacker.ally_near = {}, defender.ac = {}, defender.save = {}, \
             defender.state = {}, situation.cover = {}",
            self.modifier,
            self.damage,
            self.ability,
            self.mastery,
            self.attacks,
            yes(self.has_extra),
            yes(self.advantage),
            yes(self.disadvantage),
            self.exhaustion,
            self.critical_from,
            yes(self.great_weapon),
            yes(self.both_hands),
            self.sneak_dice,
            yes(self.ally_near),
            self.ac,
            self.save,
            self.state,
            self.cover,
        );
        for (path, words) in
            [("attacker.weapon.properties", self.properties), ("defender.against", self.against)]
        {
            if !words.is_empty() {
                head.push_str(&format!(", {path} = {words}"));
            }
        }
        head
    }

    fn is_equal(&self, hp: i64) {
        let mut first = Spread::new();
        for ((ending, loss, _), chance) in self.attack([false; 3], false) {
            if !chance.is_zero() {
                put(&mut first, ending, loss, &chance);
            }
        }
        let strikes = self.attacks + i64::from(self.has_extra && self.has("light"));
        let mut states = BTreeMap::from([((0, [false; 3]), Fraction::one())]);
        for number in 0..strikes {
            let mut known = BTreeMap::new();
            let mut next = BTreeMap::new();
            for ((before, left), chance) in states {
                let ends = known.entry(left).or_insert_with(|| self.attack(left, number == self.attacks));
                for ((_, loss, left), of) in ends.iter() {
                    *next.entry((before + loss, *left)).or_insert_with(Fraction::zero) += &chance * of;
                }
            }
            states = next;
        }
        let mut turn = Totals::new();
        for ((loss, _), chance) in states.into_iter().filter(|(_, chance)| !chance.is_zero()) {
            *turn.entry(loss).or_insert_with(Fraction::zero) += chance;
        }
        let head = self.scenario();
        let mut chances = strike(&first, &["miss", "graze"]);
        chances.insert("turn kill".to_owned(), turn.range(hp..).map(|(_, chance)| chance).sum());
        equal("srd52", &format!("{head}, defender.hp = {hp}"), 0, &chances);
        // Without hit points nothing is cut short.
        chances.remove("turn kill");
        if strikes > 1 {
            chances.extend(turn.iter().map(|(loss, chance)| (format!("turn lose {loss}"), chance.clone())));
        }
        equal("srd52", &head, 0, &chances);
    }
}

#[test]
fn masteries_of_the_fifth_edition() {
    let greatsword = [2, 6, 0];
    Attack { mastery: "vex", ..USUAL }.is_equal(12);
    Attack { mastery: "topple", attacks: 3, save: -1, ..USUAL }.is_equal(20);
    Attack { mastery: "graze", weapon: greatsword, attacks: 1, ..USUAL }.is_equal(3);
    Attack { mastery: "graze", against: "resistant | vulnerable", ability: 5, ..USUAL }.is_equal(8);
    Attack { mastery: "graze", ability: -1, disadvantage: true, ..USUAL }.is_equal(8);
    let scimitar = Attack { properties: "finesse | light", weapon: [1, 6, 0], mastery: "nick", ..USUAL };
    Attack { has_extra: true, attacks: 1, ..scimitar }.is_equal(8);
    Attack { properties: "heavy", has_extra: true, attacks: 1, ..USUAL }.is_equal(8);
}

#[test]
fn attack_and_damage_of_the_fifth_edition() {
    let greatsword =
        Attack { weapon: [2, 6, 1], properties: "heavy | two-handed", great_weapon: true, ..USUAL };
    greatsword.is_equal(15);
    let longsword = Attack { properties: "versatile", weapon: [1, 8, 0], great_weapon: true, ..USUAL };
    Attack { both_hands: true, ..longsword }.is_equal(9);
    Attack { properties: "versatile", great_weapon: true, ..USUAL }.is_equal(9);
    Attack { exhaustion: 3, critical_from: 18, ac: 20, cover: "half", ..USUAL }.is_equal(10);
    Attack { state: "paralysed", against: "vulnerable", ..USUAL }.is_equal(30);
    Attack { state: "restrained", disadvantage: true, against: "immune", ..USUAL }.is_equal(1);
    Attack { state: "prone", properties: "ranged", cover: "three-quarters", ..USUAL }.is_equal(6);
    Attack { state: "prone", damage: -5, ..USUAL }.is_equal(2);
    let rogue = Attack { properties: "finesse", weapon: [1, 6, 0], sneak_dice: 2, ..USUAL };
    Attack { mastery: "vex", ..rogue }.is_equal(14);
    Attack { ally_near: true, disadvantage: true, advantage: true, ..rogue }.is_equal(14);
    let archer = Attack { properties: "ranged", sneak_dice: 1, ally_near: true, ..USUAL };
    Attack { disadvantage: true, attacks: 3, ..archer }.is_equal(14);
}
