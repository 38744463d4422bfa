//! The damage roll (rules 5).

use super::fight::{Fight, Held, Hero};
use super::names::{Class, Mode, Shape};
use tohit_odds::{Die, Fraction, Label, Reading};

/// How a blow's damage is rolled.
#[derive(Clone)]
pub(super) struct DamageRoll {
    die: Die,
    /// The most that strength beyond what the weapon needs adds.
    spare: i64,
    furious: bool,
    /// What the damage is multiplied by in water.
    water: Option<Fraction>,
}

impl DamageRoll {
    pub(super) fn new(fight: &Fight<'_>) -> Self {
        let attacker = fight.attacker;
        let plain = |die| Self { die, spare: 0, furious: attacker.furious, water: None };
        match fight.hero {
            Some((hero, held)) if fight.mode != Mode::Magic => match held {
                Some(held) => {
                    let (min, max) = held.range();
                    Self { spare: spare_strength(fight, hero, held), ..plain(centred(min, max)) }
                }
                None => plain(Die::Range { from: 1, to: (hero.strength - 9).max(1) }),
            },
            _ => {
                let (from, to) = (attacker.damage.min.get(), attacker.damage.max.get());
                let die = match attacker.damage.shape {
                    Shape::Triangular => centred(from, to),
                    Shape::Uniform => Die::Range { from, to },
                };
                let water = fight.situation.in_water.then(|| attacker.water_multiplier.get());
                Self { die, spare: 0, furious: false, water: water.filter(|by| *by > Fraction::one()) }
            }
        }
    }

    pub(super) fn roll<R: Reading>(&self, r: &mut R, label: Label) -> R::Total {
        let mut damage = r.roll(label, self.die);
        if self.spare > 0 {
            let spare = r.roll("excess strength", Die::Range { from: 0, to: self.spare });
            damage = r.add(damage, spare);
        }
        if self.furious {
            damage = r.change(damage, |damage| damage * 3 / 2);
            r.show("fury", &damage);
        }
        if let Some(by) = &self.water {
            damage = r.change(damage, |damage| multiplied(damage, by));
            r.show("in water", &damage);
        }
        damage
    }

    /// The most that can be rolled.
    pub(super) fn most(&self) -> i64 {
        let (_, most) = self.die.ends();
        let most = most + self.spare;
        let most = if self.furious { most * 3 / 2 } else { most };
        self.water.as_ref().map_or(most, |by| multiplied(most, by))
    }
}

/// Strength beyond what the weapon needs. Rules 12, D4: in the game's code a Huntress has none of it in melee, and nobody else when throwing.
fn spare_strength(fight: &Fight<'_>, hero: Hero, held: Held<'_>) -> i64 {
    let counts = !fight.as_in_game() || (fight.mode == Mode::Thrown) == (hero.class == Class::Huntress);
    let needed = held.strength().filter(|_| counts);
    needed.map_or(0, |needed| (hero.strength - needed).max(0))
}

/// N(min, max), also where a curse has brought the end below the start: then it runs downwards, and with an end right below the start it is the start.
fn centred(min: i64, max: i64) -> Die {
    Die::Centred { from: min, to: if max >= min { max } else { (max + 2).min(min) } }
}

/// The product, cut down.
fn multiplied(damage: i64, by: &Fraction) -> i64 {
    (Fraction::from(damage) * by).floor().whole().unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursed_range_runs_downwards() {
        let ends = |min, max| match centred(min, max) {
            Die::Centred { from, to } => (from, to),
            _ => (0, 0),
        };
        assert_eq!(ends(5, 25), (5, 25));
        assert_eq!(ends(3, 3), (3, 3));
        // n = max - min + 1: 0 gives the start always, -1 too, -2 one step further.
        assert_eq!(ends(3, 2), (3, 3));
        assert_eq!(ends(3, 1), (3, 3));
        assert_eq!(ends(3, 0), (3, 2));
        assert_eq!(ends(-3, -9), (-3, -7));
    }

    #[test]
    fn water_cuts_down() {
        let half_more = Fraction::new(3, 2);
        assert_eq!([2, 3, 5, 11].map(|damage| multiplied(damage, &half_more)), [3, 4, 7, 16]);
        assert_eq!(multiplied(-1, &half_more), -2);
    }
}
