//! Monster melee against the player (rules 8).

use super::damage::dice_of;
use super::hit::{HitChance, HitRoll, formula_of};
use super::names::{BaseElement, Effect};
use super::sheet::{Blow, MonsterAttacks, Victim};
use super::{Outcome, Struck};
use crate::sheet::Sheet;
use tohit_odds::{Chance, Reading};

/// Of how many cases one hits each piece of armour.
const PLACES: u64 = 6;
/// Less than this cannot hurt the invulnerable.
const INVULNERABLE: i64 = 9000;

/// How well blows of an effect land.
const fn power(effect: Effect) -> i64 {
    match effect {
        Effect::Hurt | Effect::Shatter => 60,
        Effect::UnBonus => 20,
        Effect::UnPower => 15,
        Effect::Elec | Effect::Fire | Effect::Cold => 10,
        Effect::Confuse | Effect::Terrify | Effect::Hallu => 10,
        Effect::Poison | Effect::EatGold | Effect::EatItem | Effect::EatFood | Effect::EatLight => 5,
        Effect::Exp10 | Effect::Exp20 | Effect::Exp40 | Effect::Exp80 => 5,
        Effect::Blind | Effect::Paralyse | Effect::LoseAll => 2,
        Effect::LoseStr | Effect::LoseDex | Effect::LoseCon => 0,
        Effect::LoseInt | Effect::LoseWis | Effect::LoseChr => 0,
        Effect::Acid | Effect::None => 0,
    }
}

/// The element that the player may resist.
const fn element(effect: Effect) -> Option<BaseElement> {
    match effect {
        Effect::Acid => Some(BaseElement::Acid),
        Effect::Elec => Some(BaseElement::Lightning),
        Effect::Fire => Some(BaseElement::Fire),
        Effect::Cold => Some(BaseElement::Frost),
        _ => None,
    }
}

impl MonsterAttacks {
    fn level(&self) -> i64 {
        self.attacker.level.get().max(1)
    }

    /// The place of the blow that is looked at.
    pub(super) fn chosen(&self) -> usize {
        usize::try_from(self.situation.strike.get() - 1).unwrap_or_default()
    }

    /// The blow that is looked at.
    pub(super) fn chosen_blow(&self) -> Blow {
        self.attacker.blows.get().get(self.chosen()).copied().unwrap_or(Blow::DEFAULT)
    }

    /// K of a blow; one without an effect always lands.
    pub(super) fn k(&self, blow: &Blow) -> Option<i64> {
        (blow.effect != Effect::None).then(|| power(blow.effect) + 3 * self.level())
    }

    /// One blow: how it turned out, and its damage.
    pub(super) fn blow<R: Reading>(&self, r: &mut R, blow: &Blow) -> R::Tally<Struck> {
        let formula = formula_of(self.situation.rules, self.situation.hit_formula);
        let start = r.start(());
        let rolled = r.stage(start, |dice, ()| match self.k(blow) {
            None => HitRoll::AutoHit,
            Some(k) => HitChance { k, ac: self.defender.ac.get() }.roll(dice, formula),
        });
        let struck = r.stage(rolled, |dice, roll| {
            let outcome = match roll {
                HitRoll::AutoMiss => Outcome::AutoMiss,
                HitRoll::RolledMiss => Outcome::Miss,
                HitRoll::AutoHit | HitRoll::RolledHit if self.repels(dice) => Outcome::Repelled,
                HitRoll::AutoHit | HitRoll::RolledHit => Outcome::Hit,
            };
            Struck { roll, outcome }
        });
        r.tally(struck, |r, struck| {
            if struck.outcome != Outcome::Hit {
                return (struck, r.fixed(0));
            }
            let damage = self.damage(r, blow);
            r.show("damage", &damage);
            (struck, damage)
        })
    }

    /// Protection from evil, against evil monsters of no higher level.
    fn repels(&self, dice: &mut impl Chance) -> bool {
        let (player, level) = (&self.defender, self.defender.level.get());
        let counts = player.protection_from_evil && self.attacker.evil && level >= self.level();
        // rand_int(100) + level > 50
        counts && dice.happens("protection from evil", (49 + level).clamp(0, 100).unsigned_abs(), 100)
    }

    fn damage<R: Reading>(&self, r: &mut R, blow: &Blow) -> R::Total {
        let player = &self.defender;
        if blow.effect == Effect::None {
            return r.fixed(0);
        }
        let damage = dice_of(r, "damage dice", blow.dice, blow.sides);
        let damage = match (blow.effect, element(blow.effect)) {
            (Effect::Hurt | Effect::Shatter, _) => {
                let damage = r.change(damage, |damage| player.armoured(damage));
                r.show("after armour", &damage);
                damage
            }
            (Effect::Acid, Some(acid)) => {
                let damage = r.change(damage, |damage| player.resisted(acid, damage));
                r.show("after resistance", &damage);
                let damage = r.states(damage);
                let eaten = r.stage(damage, |dice, damage| player.acid_damage(dice, damage));
                r.total(eaten, |damage| damage)
            }
            (_, Some(element)) => {
                let damage = r.change(damage, |damage| player.resisted(element, damage));
                r.show("after resistance", &damage);
                damage
            }
            (Effect::Paralyse, None) if player.paralysed => r.change(damage, |damage| damage.max(1)),
            (_, None) => damage,
        };
        if player.invulnerable {
            return r.change(damage, |damage| if damage < INVULNERABLE { 0 } else { damage });
        }
        damage
    }

    /// All blows of a turn; they stop when the player is dead.
    pub(super) fn turn<R: Reading>(
        &self,
        r: &mut R,
        mut strike: impl FnMut(&mut R, usize, &Blow) -> R::Total,
    ) -> R::Total {
        let hit_points = self.defender.hp.map(|hp| hp.get());
        let mut sum = r.fixed(0);
        for (number, (place, blow)) in (1..).zip(self.attacker.blows.get().iter().enumerate()) {
            let alive = |sum| hit_points.is_none_or(|hit_points| sum <= hit_points);
            sum = r.extend(sum, alive, |r| {
                r.heading(("blow #", number));
                strike(r, place, blow)
            });
        }
        sum
    }
}

impl Victim {
    /// Armour takes up to 60% off.
    fn armoured(&self, damage: i64) -> i64 {
        damage - damage * self.ac.get().min(150) / 250
    }

    /// Immunity, and a third for each of the two resistances, rounded up.
    fn resisted(&self, element: BaseElement, damage: i64) -> i64 {
        if self.immune.has(element) {
            return 0;
        }
        let third = |resists: bool, damage: i64| if resists { (damage + 2) / 3 } else { damage };
        third(self.oppose.has(element), third(self.resist.has(element), damage))
    }

    /// Acid that hits armour does half of its damage, rounded up.
    fn acid_damage(&self, dice: &mut impl Chance, damage: i64) -> i64 {
        let pieces = self.armour_pieces.get().unsigned_abs();
        if damage > 0 && dice.happens("acid hits armour", pieces, PLACES) { (damage + 1) / 2 } else { damage }
    }
}
