//! One strike, and the strikes of a turn (rules 1, 2, 7, 11).

use super::after_hit::{certain, happens, nothing, summed};
use super::damage::DamageRoll;
use super::fight::Fight;
use super::names::{Enchantment, Mode};
use tohit_odds::{Chance, Couples, Die, Fraction, Key, Reading};

/// How a strike ended; a hit that took no hit points is told by its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ended {
    Miss,
    Hit,
    Deferred,
    Grim,
}

impl Ended {
    pub(super) const fn hits(self) -> bool {
        !matches!(self, Self::Miss)
    }
}

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
    pub(super) fn strike<R: Couples>(&self, r: &mut R, combo: i64) -> R::Tally<Ended> {
        let hits = self.hits(r);
        let hits = r.tally(hits, |r, hits| (hits, r.fixed(0)));
        r.follow(hits, |r, hits| match hits {
            false => nothing(r, Ended::Miss),
            true if self.fight.hits_end_alike() => {
                let damage = self.damage_of_hit(r, combo);
                summed(r, Ended::Hit, &damage)
            }
            true => self.hit(r, combo),
        })
    }

    /// Rules 11: all strikes of a turn, which ends as the last of them does.
    pub(super) fn turn<R: Couples>(&self, r: &mut R) -> R::Tally<Ended> {
        let before = self.several(r, self.strikes.saturating_sub(1));
        r.heading(("strike #", self.strikes));
        r.follow(before, |r, combo| self.strike(r, combo))
    }

    /// So many strikes, and the combo after them. Each hit of a Gladiator makes it longer; otherwise they do not depend on each other.
    pub(super) fn several<R: Couples>(&self, r: &mut R, strikes: u32) -> R::Tally<i64> {
        let mut so_far = nothing(r, self.fight.combo());
        for strike in 1..=strikes {
            r.heading(("strike #", strike));
            so_far = r.follow(so_far, |r, combo| self.strike_of_several(r, combo));
        }
        so_far
    }

    /// Of a strike that others follow, only the combo after it matters beside the damage.
    fn strike_of_several<R: Couples>(&self, r: &mut R, combo: i64) -> R::Tally<i64> {
        let hits = self.hits(r);
        let longer = if self.fight.fights_in_combos() { combo + 1 } else { combo };
        r.tally(hits, |r, hits| {
            if !hits {
                return (combo, r.fixed(0));
            }
            (longer, self.damage_of_hit(r, combo))
        })
    }

    /// What a hit does, however it ends. A combo counts from its third hit on.
    fn damage_of_hit<R: Couples>(&self, r: &mut R, combo: i64) -> R::Total {
        r.once(Key("hit", [combo.max(1), 0, 0]), |r| {
            let hit = self.hit(r, combo);
            r.sum(hit)
        })
    }

    /// Rules 2: the test if the attack is successful.
    fn hits<R: Reading>(&self, r: &mut R) -> R::Of<bool> {
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
                _ => {
                    dice.decided("sure hit", &[], true);
                    true
                }
            };
            dice.note("hit", hits);
            hits
        })
    }

    /// Rules 5 and 6: what is left of the damage roll after the damage reduction; then what follows from the hit.
    fn hit<R: Couples>(&self, r: &mut R, combo: i64) -> R::Tally<Ended> {
        let damage = self.damage.roll(r, "damage roll".into());
        let reduction = r.roll("damage reduction", Die::Range { from: 0, to: self.armor });
        let reduction = r.change(reduction, |reduction| -reduction);
        let damage = r.add(damage, reduction);
        let damage = r.change(damage, |damage| damage.max(0));
        r.show("damage", &damage);
        let none = r.fixed(0);
        match self.enchantment {
            None => {
                let damage = r.apart(damage, none);
                self.fight.suffered(r, damage, combo)
            }
            Some((Enchantment::Blazing, level)) => {
                let extra = blazing(r, level);
                let damage = r.apart(damage, extra);
                self.fight.suffered(r, damage, combo)
            }
            Some((Enchantment::Grim, level)) => {
                let grim = happens(r, "grim", (level + 8, level + 100));
                let grim = r.tally(grim, |r, grim| (grim, r.fixed(0)));
                r.follow(grim, |r, grim| {
                    if grim {
                        let all = self.fight.defender.hp.map_or(0, |hp| hp.get());
                        certain(r, Ended::Grim, all)
                    } else {
                        let damage = r.apart(damage.clone(), none.clone());
                        self.fight.suffered(r, damage, combo)
                    }
                })
            }
            // What these take depends on the damage.
            Some((Enchantment::Shocking, level)) => {
                let shocks = happens(r, "shocking", (level + 1, level + 4));
                let shocks = r.tally(shocks, |r, shocks| (shocks, r.fixed(0)));
                r.follow(shocks, |r, shocks| {
                    let damage = damage.clone();
                    let damage = if shocks { self.shock(r, damage) } else { r.apart(damage, none.clone()) };
                    self.fight.suffered(r, damage, combo)
                })
            }
            Some((_, level)) => {
                let best = self.lucky(r, level);
                let damage = r.with_excess(damage, best);
                self.fight.suffered(r, damage, combo)
            }
        }
    }

    /// Rules 7: with m the half of the damage, 1 to m - 1; twice that in water.
    fn shock<R: Couples>(&self, r: &mut R, damage: R::Total) -> R::Couple {
        let times = if self.fight.situation.in_water { 2 } else { 1 };
        r.with_even("shock", damage, times, |damage| damage / 2 - 1)
    }

    /// Rules 7: the best of fresh damage rolls, the first less 1, the second less 2 ...
    fn lucky<R: Reading>(&self, r: &mut R, level: i64) -> R::Total {
        r.once(Key("lucky", [0; 3]), |r| {
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
        })
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
