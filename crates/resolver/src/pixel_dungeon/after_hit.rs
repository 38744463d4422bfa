//! What follows from a hit: the effects of both sides on its damage, and what the defender loses (rules 7-9).

use super::MOST_HEALTH;
use super::fight::{Fight, armor_level};
use super::names::{Category, Enchantment, Glyph, Mode, Subclass};
use super::strike::Ended;
use tohit_odds::{Chance, Couples, Fraction, Label, Reading, State};

impl Fight<'_> {
    /// What else the attacker and the defender make of the damage, and what the defender loses in the end. Beside the damage stands what an enchantment
    /// takes: it comes on top.
    pub(super) fn suffered<R: Couples>(&self, r: &mut R, damage: R::Couple, combo: i64) -> R::Tally<Ended> {
        let damage = self.subclass_effect(r, damage, combo);
        let damage = self.assassins_bonus(r, damage);
        let damage = self.herbal_armor(r, damage);
        // Rules 9: each of Yog-Dzewa's fists halves every loss.
        let fists = if self.defending.is_none() { self.defender.yog_fists.get() } else { 0 };
        let damage = r.halve(damage, u32::try_from(fists).unwrap_or_default());
        if self.enchantment().is_some() {
            r.show_second("enchantment", &damage);
        }
        let Some(level) = self.viscosity() else {
            let lost = self.lost(r, damage);
            return summed(r, Ended::Hit, &lost);
        };
        // Whether there is anything to defer is asked second, so that only a yes asks it of each damage.
        let defers = happens(r, "viscosity", (level + 1, level + 7));
        let defers = r.tally(defers, |r, defers| (defers, r.fixed(0)));
        r.follow(defers, |r, defers| {
            if !defers {
                let lost = self.lost(r, damage.clone());
                return summed(r, Ended::Hit, &lost);
            }
            r.judge_first(damage.clone(), |dice, damage| {
                dice.note("deferred", damage);
                let some = damage > 0;
                dice.decided("deferred damage", &[("damage", damage)], some);
                if some { Ended::Deferred } else { Ended::Hit }
            })
        })
    }

    /// Rules 7: the Gladiator's combo and the Battlemage's charges.
    fn subclass_effect<R: Couples>(&self, r: &mut R, damage: R::Couple, combo: i64) -> R::Couple {
        if self.fights_in_combos() && combo >= 2 {
            r.note("hits in the combo", combo + 1);
            let damage = r.change_first(damage, |damage| in_combo(damage, combo));
            r.show_first("damage with the combo", &damage);
            return damage;
        }
        match self.struck_with() {
            Some(held) if held.category == Category::Wand && self.attacker_is(Subclass::Battlemage) => {
                let (charges, most) = (held.weapon.charges.get(), held.weapon.max_charges.get());
                let gain = i64::from(charges < most);
                let charged = |damage: i64| damage + charges + if damage > 0 { gain } else { 0 };
                let damage = r.change_first(damage, charged);
                r.show_first("damage with the charges", &damage);
                damage
            }
            _ => damage,
        }
    }

    /// Rules 8, and 12, D6.
    fn assassins_bonus<R: Couples>(&self, r: &mut R, damage: R::Couple) -> R::Couple {
        if !self.assassinates() {
            return damage;
        }
        let damage = if self.as_in_game() {
            let most = |damage: i64| (2 * damage - 1).max(damage + 1);
            r.first_evenly("Assassin's surprise", damage, |damage| damage + 1..=most(damage))
        } else {
            r.change_first(damage, |damage| damage * 3 / 2)
        };
        r.show_first("damage with the Assassin's bonus", &damage);
        damage
    }

    fn herbal_armor<R: Couples>(&self, r: &mut R, damage: R::Couple) -> R::Couple {
        let herbal = self.defender.herbal_armor.get();
        if self.defending.is_none() || herbal == 0 || self.past_defence() {
            return damage;
        }
        let damage = r.change_first(damage, |damage| (damage - herbal).max(0));
        r.show_first("damage after the herbal armor", &damage);
        damage
    }

    /// Rules 9: immunity and resistance; what an enchantment took is spared them.
    fn lost<R: Couples>(&self, r: &mut R, damage: R::Couple) -> R::Total {
        let chance @ (over, _) = over_under(&self.defender.resist_chance.get());
        let lost = if self.defender.immune {
            r.note("immune", true);
            r.second(damage)
        } else if over == 0 {
            r.both(damage, MOST_HEALTH)
        } else {
            let resists = happens(r, "resistance", chance);
            let lost = r.tally(resists, |r, resists| {
                let damage = damage.clone();
                (
                    (),
                    if resists {
                        r.up_to_first("resisted damage", damage, MOST_HEALTH)
                    } else {
                        r.both(damage, MOST_HEALTH)
                    },
                )
            });
            r.sum(lost)
        };
        r.show("hit points lost", &lost);
        lost
    }

    /// The hits in the combo before the strike, or before the first of a turn.
    pub(super) fn combo(&self) -> i64 {
        self.attacker.combo.get()
    }

    pub(super) fn fights_in_combos(&self) -> bool {
        let melee = self.struck_with().is_some_and(|held| held.category == Category::Melee);
        melee && self.attacker_is(Subclass::Gladiator)
    }

    /// Whether the Assassin's bonus applies: in the game's code not for paralysis alone.
    pub(super) fn assassinates(&self) -> bool {
        let surprised = self.situation.surprise || (self.defender.paralysed && !self.as_in_game());
        let suffers = self.defending.is_none() && !self.defender.no_assassin_bonus && surprised;
        suffers && !self.past_defence() && self.attacker_is(Subclass::Assassin)
    }

    /// Rules 12, D5: in the game's code magic skips what else the defender would do.
    fn past_defence(&self) -> bool {
        self.mode == Mode::Magic && self.as_in_game()
    }

    /// Whether a hit can end in one way only.
    pub(super) fn hits_end_alike(&self) -> bool {
        self.viscosity().is_none() && !matches!(self.enchantment(), Some((Enchantment::Grim, _)))
    }

    /// The level of the glyph that may put the damage off.
    pub(super) fn viscosity(&self) -> Option<i64> {
        let armor = self.defender.armor.as_ref()?;
        let defers = self.defending.is_some() && armor.glyph == Glyph::Viscosity && !self.past_defence();
        defers.then(|| armor_level(armor).max(0))
    }
}

/// Rules 7: each hit from the third on adds a fifth of the damage more.
pub(super) fn in_combo(damage: i64, combo: i64) -> i64 {
    damage + damage * (combo - 1).max(0) / 5
}

pub(super) fn happens<R: Reading>(
    r: &mut R,
    label: impl Into<Label>,
    (over, under): (i64, i64),
) -> R::Of<bool> {
    let label = label.into();
    let start = r.start(());
    r.stage(start, |dice, ()| dice.happens(label, over.unsigned_abs(), under.unsigned_abs()))
}

/// One way to end, with its total.
pub(super) fn summed<R: Reading, K: State>(r: &mut R, ended: K, total: &R::Total) -> R::Tally<K> {
    let start = r.start(ended);
    r.tally(start, |_, ended| (ended, total.clone()))
}

/// What is certain, with its total.
pub(super) fn certain<R: Reading, K: State>(r: &mut R, ended: K, total: i64) -> R::Tally<K> {
    let total = r.fixed(total);
    summed(r, ended, &total)
}

pub(super) fn nothing<R: Reading, K: State>(r: &mut R, ended: K) -> R::Tally<K> {
    certain(r, ended, 0)
}

/// A chance as whole numbers. The sheet's are of such size.
fn over_under(chance: &Fraction) -> (i64, i64) {
    chance.small().unwrap_or((0, 1))
}
