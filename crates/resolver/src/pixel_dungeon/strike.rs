//! One strike, and the strikes of a turn (rules 1, 2, 7-11).

use super::damage::DamageRoll;
use super::fight::{Fight, armor_level};
use super::names::{Category, Enchantment, Glyph, Mode, Subclass};
use num_traits::ToPrimitive;
use tohit_odds::{Chance, Die, Fraction, Key, Label, Reading, State};

/// How a strike ended; a hit that took no hit points is told by its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ended {
    Miss,
    Hit,
    Deferred,
    Grim,
}

/// A turn is added up when its strikes times the most damage of all of them together are no more than this.
const MOST_WORK: i64 = 1_000_000;

/// A fight with its figures: all that chance needs.
pub(super) struct Strike<'a> {
    fight: &'a Fight<'a>,
    pub(super) accuracy: Fraction,
    /// None: the defender is surprised, and the attack always hits.
    pub(super) dodge: Option<Fraction>,
    pub(super) armor: i64,
    pub(super) attack_time: Fraction,
    pub(super) strikes: u32,
    damage: DamageRoll,
    enchantment: Option<(Enchantment, i64)>,
}

impl<'a> Strike<'a> {
    pub(super) fn new<R: Reading>(r: &mut R, fight: &'a Fight<'a>) -> Self {
        Self {
            accuracy: fight.accuracy(r),
            dodge: fight.dodge(r),
            armor: fight.armor(r),
            attack_time: fight.attack_time(),
            strikes: fight.strikes(),
            damage: DamageRoll::new(fight),
            enchantment: fight.enchantment(),
            fight,
        }
    }

    /// Rules 1: the stages of a strike, of which the first decides whether there are others.
    pub(super) fn strike<R: Reading>(&self, r: &mut R, combo: i64) -> R::Tally<Ended> {
        let hits = self.hits(r);
        let hits = r.tally(hits, |r, hits| (hits, r.fixed(0)));
        r.follow(hits, |r, hits| if hits { self.hit(r, combo) } else { nothing(r, Ended::Miss) })
    }

    /// Rules 11: all strikes of a turn. Each hit of a Gladiator makes the combo longer; otherwise they do not depend on each other.
    pub(super) fn turn<R: Reading>(&self, r: &mut R) -> R::Tally<Ended> {
        let mut so_far = nothing(r, self.combo());
        for strike in 1..self.strikes {
            r.heading(("strike #", strike));
            so_far = r.follow(so_far, |r, combo| self.strike_of_several(r, combo));
        }
        r.heading(("strike #", self.strikes));
        r.follow(so_far, |r, combo| self.strike(r, combo))
    }

    /// Of a strike that others follow, only the combo after it matters beside the damage.
    fn strike_of_several<R: Reading>(&self, r: &mut R, combo: i64) -> R::Tally<i64> {
        let hits = self.hits(r);
        let longer = if self.fights_in_combos() { combo + 1 } else { combo };
        r.tally(hits, |r, hits| {
            if !hits {
                return (combo, r.fixed(0));
            }
            let damage = r.once(Key("hit", [combo, 0, 0]), |r| {
                let hit = self.hit(r, combo);
                r.sum(hit)
            });
            (longer, damage)
        })
    }

    /// Rules 2: the test if the attack is successful.
    pub(super) fn hits<R: Reading>(&self, r: &mut R) -> R::Of<bool> {
        // Rules 12, D5: in the game's code a hero's wand never misses.
        let magic = self.fight.mode == Mode::Magic;
        let certain = magic && self.fight.as_in_game() && self.fight.hero.is_some();
        let start = r.start(());
        r.stage(start, |dice, ()| {
            let hits = match &self.dodge {
                Some(dodge) if !certain => {
                    let ours = ("attacker's number".into(), &self.accuracy);
                    let theirs = ("defender's number".into(), dodge);
                    if magic {
                        dice.outdraws_times(ours, ("doubled by magic".into(), 2), theirs)
                    } else {
                        dice.outdraws(ours, theirs)
                    }
                }
                _ => true,
            };
            dice.note("hit", hits);
            hits
        })
    }

    /// Rules 5 and 6: what is left of the damage roll after the damage reduction; then what follows from the hit.
    fn hit<R: Reading>(&self, r: &mut R, combo: i64) -> R::Tally<Ended> {
        let damage = self.damage.roll(r, "damage roll".into());
        let reduction = r.roll("damage reduction", Die::Range { from: 0, to: self.armor });
        let reduction = r.change(reduction, |reduction| -reduction);
        let damage = r.add(damage, reduction);
        let damage = r.change(damage, |damage| damage.max(0));
        r.show("damage", &damage);
        let none = r.fixed(0);
        match self.enchantment {
            None => self.suffered(r, damage, none, combo),
            Some((Enchantment::Blazing, level)) => {
                let extra = blazing(r, level);
                self.suffered(r, damage, extra, combo)
            }
            Some((Enchantment::Grim, level)) => {
                let grim = happens(r, "grim", (level + 8, level + 100));
                let grim = r.tally(grim, |r, grim| (grim, r.fixed(0)));
                r.follow(grim, |r, grim| {
                    if grim {
                        let all = self.fight.defender.hp.map_or(0, |hp| hp.get());
                        certain(r, Ended::Grim, all)
                    } else {
                        self.suffered(r, damage.clone(), none.clone(), combo)
                    }
                })
            }
            // What these take depends on the damage.
            Some((enchantment, level)) => {
                let each = r.states(damage);
                let each = r.tally(each, |r, damage| (damage, r.fixed(0)));
                r.follow(each, |r, damage| {
                    let extra = match enchantment {
                        Enchantment::Shocking => self.shocking(r, level, damage),
                        _ => self.lucky(r, level, damage),
                    };
                    let damage = r.fixed(damage);
                    self.suffered(r, damage, extra, combo)
                })
            }
        }
    }

    /// Rules 7: with m the half of the damage, 1 to m - 1; twice that in water.
    fn shocking<R: Reading>(&self, r: &mut R, level: i64, damage: i64) -> R::Total {
        let shocks = happens(r, "shocking", (level + 1, level + 4));
        let most = r.fixed((damage / 2 - 1).max(1));
        let shock = r.tally(shocks, |r, shocks| {
            if !shocks {
                return ((), r.fixed(0));
            }
            let shock = r.evenly("shock", most.clone(), |most| 1..=most);
            let times = if self.fight.situation.in_water { 2 } else { 1 };
            ((), r.change(shock, |shock| shock * times))
        });
        r.sum(shock)
    }

    /// Rules 7: fresh damage rolls, the first less 1, the second less 2 ...; what the best of them is above the damage.
    fn lucky<R: Reading>(&self, r: &mut R, level: i64, damage: i64) -> R::Total {
        let best = r.once(Key("lucky", [0; 3]), |r| {
            let mut best: Option<R::Total> = None;
            for (number, less) in (1..).zip(1..=level + 1) {
                let roll = self.damage.roll(r, ("lucky damage roll #", number).into());
                let roll = r.change(roll, |roll| roll - less);
                best = Some(match best {
                    None => roll,
                    Some(best) => r.larger(best, roll),
                });
            }
            best.unwrap_or_else(|| r.fixed(0))
        });
        r.change(best, |best| (best - damage).max(0))
    }

    /// Rules 7-9: what else the attacker and the defender make of the damage, and what the defender loses in the end.
    fn suffered<R: Reading>(
        &self,
        r: &mut R,
        damage: R::Total,
        extra: R::Total,
        combo: i64,
    ) -> R::Tally<Ended> {
        let damage = self.subclass_effect(r, damage, combo);
        let damage = self.assassins_bonus(r, damage);
        let damage = self.herbal_armor(r, damage);
        let fists = self.yog_fists();
        let extra = r.change(extra, |extra| extra >> fists);
        if self.enchantment.is_some() {
            r.show("enchantment", &extra);
        }
        let Some(level) = self.viscosity() else {
            let lost = self.lost(r, damage, extra);
            let start = r.start(());
            return r.tally(start, |_, ()| (Ended::Hit, lost.clone()));
        };
        // Whether there is anything to defer is asked second, so that only a yes asks it of each damage.
        let defers = happens(r, "viscosity", (level + 1, level + 7));
        let defers = r.tally(defers, |r, defers| (defers, r.fixed(0)));
        r.follow(defers, |r, defers| {
            if defers {
                let each = r.states(damage.clone());
                let some = r.stage(each, |dice, damage| {
                    dice.note("deferred", damage);
                    damage > 0
                });
                r.tally(some, |_, some| (if some { Ended::Deferred } else { Ended::Hit }, extra.clone()))
            } else {
                let lost = self.lost(r, damage.clone(), extra.clone());
                let start = r.start(());
                r.tally(start, |_, ()| (Ended::Hit, lost.clone()))
            }
        })
    }

    /// Rules 7: the Gladiator's combo and the Battlemage's charges.
    fn subclass_effect<R: Reading>(&self, r: &mut R, damage: R::Total, combo: i64) -> R::Total {
        if self.fights_in_combos() && combo >= 2 {
            r.note("hits in the combo", combo + 1);
            let damage = r.change(damage, |damage| damage + damage * (combo - 1) / 5);
            r.show("damage with the combo", &damage);
            return damage;
        }
        match self.fight.struck_with() {
            Some(held) if held.category == Category::Wand && self.fight.attacker_is(Subclass::Battlemage) => {
                let (charges, most) = (held.weapon.charges.get(), held.weapon.max_charges.get());
                let gain = i64::from(charges < most);
                let damage = r.change(damage, |damage| damage + charges + if damage > 0 { gain } else { 0 });
                r.show("damage with the charges", &damage);
                damage
            }
            _ => damage,
        }
    }

    /// Rules 8, and 12, D6.
    fn assassins_bonus<R: Reading>(&self, r: &mut R, damage: R::Total) -> R::Total {
        let (defender, surprise) = (self.fight.defender, self.fight.situation.surprise);
        let in_game = self.fight.as_in_game();
        let surprised = surprise || (defender.paralysed && !in_game);
        let suffers = self.fight.defending.is_none() && !defender.no_assassin_bonus && surprised;
        if !suffers || self.no_defence() || !self.fight.attacker_is(Subclass::Assassin) {
            return damage;
        }
        if in_game {
            r.evenly("damage with the Assassin's bonus", damage, |damage| {
                damage + 1..=(2 * damage - 1).max(damage + 1)
            })
        } else {
            let damage = r.change(damage, |damage| damage * 3 / 2);
            r.show("damage with the Assassin's bonus", &damage);
            damage
        }
    }

    fn herbal_armor<R: Reading>(&self, r: &mut R, damage: R::Total) -> R::Total {
        let herbal = self.fight.defender.herbal_armor.get();
        if self.fight.defending.is_none() || herbal == 0 || self.no_defence() {
            return damage;
        }
        let damage = r.change(damage, |damage| (damage - herbal).max(0));
        r.show("damage after the herbal armor", &damage);
        damage
    }

    /// Rules 9: Yog-Dzewa's fists, then immunity and resistance; then what the enchantment took is added.
    fn lost<R: Reading>(&self, r: &mut R, damage: R::Total, extra: R::Total) -> R::Total {
        let defender = self.fight.defender;
        let fists = self.yog_fists();
        let damage = r.change(damage, |damage| damage >> fists);
        let resist = over_under(&defender.resist_chance.get());
        let damage = if defender.immune {
            r.note("immune", true);
            r.fixed(0)
        } else {
            let resists = happens(r, "resistance", resist);
            let resisted = r.tally(resists, |r, resists| {
                let all = damage.clone();
                ((), if resists { r.evenly("resisted damage", all, |damage| 0..=damage) } else { all })
            });
            r.sum(resisted)
        };
        let lost = r.add(damage, extra);
        r.show("hit points lost", &lost);
        lost
    }

    /// The hits in the combo before the turn.
    pub(super) fn combo(&self) -> i64 {
        self.fight.attacker.combo.get()
    }

    fn fights_in_combos(&self) -> bool {
        let melee = self.fight.struck_with().is_some_and(|held| held.category == Category::Melee);
        melee && self.fight.attacker_is(Subclass::Gladiator)
    }

    /// Rules 12, D5: in the game's code magic skips what else the defender would do.
    fn no_defence(&self) -> bool {
        self.fight.mode == Mode::Magic && self.fight.as_in_game()
    }

    fn yog_fists(&self) -> i64 {
        if self.fight.defending.is_none() { self.fight.defender.yog_fists.get() } else { 0 }
    }

    /// More than any strike of the turn can take.
    fn most(&self) -> i64 {
        let roll = self.damage.most().max(0);
        let longest = self.combo() + i64::from(self.strikes);
        let combo = if self.fights_in_combos() { roll * longest / 5 } else { 0 };
        let charges = self.fight.struck_with().map_or(0, |held| held.weapon.max_charges.get());
        let bonus = if self.fight.attacker_is(Subclass::Assassin) { roll } else { 0 };
        let enchantment = match self.enchantment {
            Some((Enchantment::Grim, _)) => self.fight.defender.hp.map_or(0, |hp| hp.get()),
            Some((_, level)) => roll + level + 1,
            None => 0,
        };
        roll + combo + charges + bonus + enchantment
    }

    /// Whether a turn has several strikes that can be added up in a moment. No weapon of the game comes near the limit.
    pub(super) fn turn_adds_up(&self) -> bool {
        let strikes = i64::from(self.strikes);
        strikes > 1 && strikes * strikes * self.most() <= MOST_WORK
    }

    /// Whether a hit may kill outright.
    pub(super) fn is_grim(&self) -> bool {
        matches!(self.enchantment, Some((Enchantment::Grim, _)))
    }

    /// The level of the glyph that may put the damage off.
    pub(super) fn viscosity(&self) -> Option<i64> {
        let armor = self.fight.defender.armor.as_ref()?;
        let defers = self.fight.defending.is_some() && armor.glyph == Glyph::Viscosity && !self.no_defence();
        defers.then(|| armor_level(armor).max(0))
    }
}

/// Rules 7: sometimes 1 to the level + 1.
fn blazing<R: Reading>(r: &mut R, level: i64) -> R::Total {
    let burns = happens(r, "blazing", (level + 1, level + 3));
    let extra = r.tally(burns, |r, burns| {
        ((), if burns { r.roll("blaze", Die::Range { from: 1, to: level + 1 }) } else { r.fixed(0) })
    });
    r.sum(extra)
}

fn happens<R: Reading>(r: &mut R, label: impl Into<Label>, (over, under): (i64, i64)) -> R::Of<bool> {
    let label = label.into();
    let start = r.start(());
    r.stage(start, |dice, ()| dice.happens(label, over.unsigned_abs(), under.unsigned_abs()))
}

/// What is certain, with its total.
fn certain<R: Reading, K: State>(r: &mut R, ended: K, total: i64) -> R::Tally<K> {
    let start = r.start(ended);
    r.tally(start, |r, ended| (ended, r.fixed(total)))
}

fn nothing<R: Reading, K: State>(r: &mut R, ended: K) -> R::Tally<K> {
    certain(r, ended, 0)
}

/// A chance as whole numbers. The sheet's are of such size.
fn over_under(chance: &Fraction) -> (i64, i64) {
    (chance.numer().to_i64().unwrap_or_default(), chance.denom().to_i64().unwrap_or(1))
}
