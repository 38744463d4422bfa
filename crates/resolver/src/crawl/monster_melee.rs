//! A monster strikes a player (rules 3).

use super::dice::{chance, minus, one_die, plus, r2, r2avg, reckon, rround};
use super::ending::Ending;
use super::names::{Form, PlayerState, Wielding};
use super::sheet::monster_melee::{Attack, Scenario};
use super::shield::PlayerShield;
use tohit_odds::{Chance, Die, Figure, Key, Reading, State};

impl Scenario {
    /// What can be said of the first attack without a roll.
    pub(super) fn figures(&self) -> Vec<(&'static str, Figure)> {
        let first = self.attacker.attacks.get().first().unwrap_or(&ONE_ATTACK);
        vec![
            ("to_hit_number", self.sure_to_hit(first).into()),
            ("evasion", self.evasion().into()),
            ("guaranteed_reduction", self.guaranteed_reduction(first).into()),
        ]
    }

    /// The first attack of the turn.
    pub(super) fn strike<R: Reading>(&self, r: &mut R) -> R::Tally<Ending> {
        let first = self.attacker.attacks.get().first();
        self.attack(r, first.unwrap_or(&ONE_ATTACK), self.defender.shield_blocks.get(), |ending| ending)
    }

    /// All attacks of the turn, in order: how the last one ends, and the damage of all. A block makes the later ones harder to block.
    pub(super) fn turn<R: Reading>(&self, r: &mut R) -> R::Tally<Ending> {
        let start = r.start(self.defender.shield_blocks.get());
        let mut blocks = r.tally(start, |r, blocks| (blocks, r.fixed(0)));
        let (last, before) = self.attacker.attacks.get().split_last().unwrap_or((&ONE_ATTACK, &[]));
        for (number, attack) in (1..).zip(before) {
            r.heading(("attack #", number));
            blocks = r.follow(blocks, |r, blocks| {
                self.attack(r, attack, blocks, |ending| blocks + i64::from(ending == Ending::ShieldBlock))
            });
        }
        if !before.is_empty() {
            r.heading("last attack");
        }
        r.follow(blocks, |r, blocks| self.attack(r, last, blocks, |ending| ending))
    }

    /// One attack (rules 3.2): the shield first, then the flat chance, then the roll to hit.
    fn attack<R: Reading, K: State>(
        &self,
        r: &mut R,
        attack: &Attack,
        blocks: i64,
        key: impl Fn(Ending) -> K,
    ) -> R::Tally<K> {
        let blocked = self.shield_block(r, blocks);
        let aimed = r.then(blocked, |r, blocked| match blocked {
            true => r.start(Ending::ShieldBlock),
            false => self.test(r, attack),
        });
        r.tally(aimed, |r, ending| {
            let damage = match ending.lands() {
                true => {
                    let uses_weapon = self.uses_weapon(attack);
                    let part = Key("attack", [attack.damage.get(), uses_weapon.into(), 0]);
                    r.once(part, |r| self.damage(r, attack))
                }
                false => r.fixed(0),
            };
            (key(ending), damage)
        })
    }

    fn shield_block<R: Reading>(&self, r: &mut R, blocks: i64) -> R::Of<bool> {
        let defender = &self.defender;
        let shield = PlayerShield {
            rules: self.situation.rules,
            shield: defender.shield,
            class: defender.sh.get(),
            strength: defender.strength.get(),
            dexterity: defender.dexterity.get(),
            skill: defender.skills.shields.get(),
        };
        if defender.state != PlayerState::Awake || !shield.guards() {
            return r.start(false);
        }
        let unseen = self.attacker_is_unseen();
        let guard = shield.guard(r);
        let guard = r.change(guard, |guard| if unseen { guard / 3 } else { guard });
        let against = 15 + self.attacker.hd.get() * 2 / 3 + PlayerShield::worn_out(blocks);
        let guards = r.states(guard);
        r.stage(guards, |dice, guard| {
            dice.note("shield block", guard);
            !dice.reaches("past the shield", r2(against), guard + 1)
        })
    }

    /// The flat 5% that the page does not mention, and the roll to hit against the dodge roll.
    fn test<R: Reading>(&self, r: &mut R, attack: &Attack) -> R::Of<Ending> {
        let start = r.start(());
        let flat = r.stage(start, |dice, ()| match chance(dice, "whatever the numbers", 1, 20) {
            false => None,
            true if dice.happens("hits whatever the numbers", 1, 2) => Some(Ending::AutoHit),
            true => Some(Ending::AutoMiss),
        });
        r.then(flat, |r, flat| {
            if let Some(ending) = flat {
                return r.start(ending);
            }
            let to_hit = self.to_hit(r, attack);
            let dodge = r2avg(r, "dodge", 2 * self.evasion());
            let dodges = r.states(dodge);
            r.join(to_hit, dodges, |dice, to_hit, dodge| {
                dice.note("dodge roll", dodge);
                let hits = dice.reaches("to-hit roll", r2(to_hit + 1), dodge);
                if hits { Ending::Hit } else { Ending::Miss }
            })
        })
    }

    /// The to-hit number without the glow of a backlit target (rules 3.1).
    fn sure_to_hit(&self, attack: &Attack) -> i64 {
        let attacker = &self.attacker;
        let tenths = if attacker.fighter { 25 } else { 15 };
        let mut number = 18 + attacker.hd.get() * tenths / 10;
        if self.has_water_advantage() {
            number += 5;
        }
        if self.uses_weapon(attack) {
            number += attacker.weapon.accuracy.get() + attacker.weapon.to_hit_plus.get();
        }
        if attacker.confused {
            number -= 5;
        }
        number
    }

    fn to_hit<R: Reading>(&self, r: &mut R, attack: &Attack) -> R::Of<i64> {
        let number = r.fixed(self.sure_to_hit(attack));
        let number = match self.defender.backlit {
            true => plus(r, number, "backlit", Die::Range { from: 2, to: 9 }),
            false => number,
        };
        let unseen = self.defender.invisible && !self.attacker.sees_invisible;
        let number = r.change(number, |number| if unseen { number * 65 / 100 } else { number });
        r.show("to-hit number", &number);
        r.states(number)
    }

    /// The evasion that counts (rules 3.2).
    fn evasion(&self) -> i64 {
        let defender = &self.defender;
        let mut evasion = match defender.state {
            PlayerState::Paralysed => (2 - defender.size.above_medium()).max(1),
            _ => defender.ev.get(),
        };
        if self.attacker_is_unseen() {
            evasion -= 10;
        }
        if defender.busy {
            evasion -= 5;
        }
        evasion
    }

    /// The damage of an attack that lands (rules 3.3).
    fn damage<R: Reading>(&self, r: &mut R, attack: &Attack) -> R::Total {
        let (attacker, is_v09) = (&self.attacker, self.situation.rules.is_v09());
        let armed = self.uses_weapon(attack);
        let mut damage = r.fixed(0);
        if armed {
            damage = self.weapon_damage(r);
        }
        // An attack without damage still does 1, as one of 1 does.
        damage = plus(r, damage, "damage", one_die(attack.damage.get().max(1)));
        if attacker.berserk || (is_v09 && attacker.mighty) {
            damage = r.change(damage, |damage| damage * 3 / 2);
        } else if attacker.battle_frenzy.get() > 0 {
            let percent = 115 + 15 * attacker.battle_frenzy.get();
            damage = r.change(damage, |damage| damage * percent / 100);
        }
        if self.has_water_advantage() {
            damage = r.change(damage, |damage| damage * 2);
        }
        if is_v09 && armed && attacker.weapon.speed {
            damage = reckon(r, damage, |dice, damage| rround(dice, "light blow", 9 * damage, 10));
        }
        if self.defender.state == PlayerState::Asleep {
            damage = r.change(damage, |damage| damage * 5 / 2);
        }
        r.show("damage before armour", &damage);
        let damage = self.through_armour(r, damage, attack);
        let damage = r.change(damage, |damage| damage.max(0));
        r.show("damage dealt", &damage);
        damage
    }

    /// What the weapon adds to an attack (rules 3.3.1).
    fn weapon_damage<R: Reading>(&self, r: &mut R) -> R::Total {
        let weapon = &self.attacker.weapon;
        let mut damage = r.roll("weapon damage", r2(weapon.base_damage.get()));
        if weapon.orcish_match {
            damage = plus(r, damage, "orcish weapon", Die::Range { from: 0, to: 1 });
        }
        let enchantment = weapon.damage_plus.get();
        damage = match enchantment {
            0.. => plus(r, damage, "damage enchantment", r2(enchantment)),
            _ => minus(r, damage, "damage enchantment", r2(1 - enchantment)),
        };
        minus(r, damage, "weapon's drawback", one_die(3))
    }

    fn through_armour<R: Reading>(&self, r: &mut R, damage: R::Total, attack: &Attack) -> R::Total {
        let armour = self.defender.ac.get();
        if armour <= 0 {
            return damage;
        }
        let least = self.guaranteed_reduction(attack);
        let taken = r.roll("armour", Die::Range { from: 0, to: armour });
        let taken = r.change(taken, |taken| taken.max(least));
        r.show("armour takes", &taken);
        let taken = r.change(taken, |taken| -taken);
        r.add(damage, taken)
    }

    /// The least that armour takes off (rules 3.3.7).
    fn guaranteed_reduction(&self, attack: &Attack) -> i64 {
        let defender = &self.defender;
        let weapon = if self.uses_weapon(attack) { self.attacker.weapon.base_damage.get() } else { 0 };
        let (most, half) = (attack.damage.get() + weapon, defender.ac.get() / 2);
        let base = defender.body_armour_base_ac.get();
        if self.situation.rules.is_v09() {
            let percent = match defender.form {
                Form::Dragon => 34,
                Form::Statue => 39,
                // 14 times the square root, cut.
                _ => (14 * 14 * (base - 2).max(0)).isqrt(),
            };
            return (most * percent / 100).min(half);
        }
        if !defender.heavy_armour {
            return 0;
        }
        let percent = (2 * (defender.skills.armour.get() + base)).min(50);
        (1 + most * percent / 100).min(half)
    }

    fn uses_weapon(&self, attack: &Attack) -> bool {
        attack.uses_weapon && self.attacker.wielding == Wielding::Weapon
    }

    fn has_water_advantage(&self) -> bool {
        self.situation.water_advantage && !self.situation.rules.is_v09()
    }

    /// Whether the player cannot see who strikes.
    fn attacker_is_unseen(&self) -> bool {
        self.attacker.invisible && !self.defender.see_invisible
    }
}

/// A list of attacks is never empty; this stands for its first item where the type cannot say so.
const ONE_ATTACK: Attack = <Attack as crate::sheet::Sheet>::DEFAULT;
