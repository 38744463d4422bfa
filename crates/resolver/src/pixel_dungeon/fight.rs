//! Who fights with what: the scenario with all that its fields leave open filled in, and the figures that chance does not decide.

use super::names::{Balance, Category, Class, Enchantment, Glyph, Kind, Mode, Rules, Subclass};
use super::sheet::{Armor, Attacker, Defender, Sheets, Situation, Strength, Weapon};
use tohit_odds::{Fraction, Reading};

/// A scenario of one of the attack styles.
pub(super) struct Fight<'a> {
    pub(super) mode: Mode,
    pub(super) attacker: &'a Attacker,
    pub(super) defender: &'a Defender,
    pub(super) situation: &'a Situation,
    /// The attacker, if it is a hero, with what the hero holds.
    pub(super) hero: Option<(Hero, Option<Held<'a>>)>,
    /// The defender, if it is a hero.
    pub(super) defending: Option<Hero>,
}

/// A hero, with or without a sword.
#[derive(Clone, Copy)]
pub(super) struct Hero {
    pub(super) class: Class,
    pub(super) subclass: Subclass,
    pub(super) level: i64,
    pub(super) strength: i64,
}

impl Hero {
    fn new(
        class: Option<Class>,
        subclass: Subclass,
        level: i64,
        strength: Option<Strength>,
        weakened: bool,
    ) -> Self {
        let class = class.or(subclass.class()).unwrap_or(Class::Warrior);
        let by_class = if class == Class::Warrior { 11 } else { 10 };
        let strength = strength.map_or(by_class, Strength::get) - if weakened { 2 } else { 0 };
        Self { class, subclass, level, strength }
    }

    fn attacking(sheet: &Attacker) -> Self {
        Self::new(sheet.hero_class, sheet.subclass, sheet.level.get(), sheet.strength, sheet.weakened)
    }

    fn defending(sheet: &Defender) -> Self {
        Self::new(sheet.hero_class, sheet.subclass, sheet.level.get(), sheet.strength, sheet.weakened)
    }
}

/// What a hero holds or throws.
#[derive(Clone, Copy)]
pub(super) struct Held<'a> {
    pub(super) weapon: &'a Weapon,
    pub(super) category: Category,
}

impl<'a> Held<'a> {
    pub(super) fn new(weapon: &'a Weapon, mode: Mode) -> Self {
        let open = if mode == Mode::Thrown { Category::Missile } else { Category::Melee };
        Self { weapon, category: weapon.category.unwrap_or(open) }
    }

    /// What upgrades count for, but for the strength needed.
    pub(super) fn level(self) -> i64 {
        if self.weapon.broken { 0 } else { self.weapon.upgrade.get() }
    }

    /// Rules 3: the strength needed; none by a wand.
    pub(super) fn strength(self) -> Option<i64> {
        let given = self.weapon.strength.map(Strength::get);
        match self.category {
            Category::Melee => Some(given.unwrap_or(11) - self.weapon.upgrade.get()),
            Category::Missile => Some(given.unwrap_or(10)),
            Category::Wand => None,
        }
    }

    /// Rules 5: the damage range at +0; of a wand used as a club, that of its level.
    pub(super) fn range_at_0(self) -> (i64, i64) {
        let level = self.level();
        let given = (self.weapon.min.map(|min| min.get()), self.weapon.max.map(|max| max.get()));
        let (min, max) = match self.category {
            Category::Melee => (1, 12),
            Category::Missile => (1, 4),
            Category::Wand => {
                let tier = 1 + level / 3;
                (tier, (tier * tier - tier + 10) / 2 + level)
            }
        };
        (given.0.unwrap_or(min), given.1.unwrap_or(max))
    }

    /// The damage range with all upgrades. A cursed one may end below its start.
    pub(super) fn range(self) -> (i64, i64) {
        let (min, max) = self.range_at_0();
        let level = self.level();
        match self.category {
            Category::Wand => (min, max),
            _ => (min + level, max + level * self.weapon.tier.get()),
        }
    }
}

impl<'a> Fight<'a> {
    pub(super) fn new(mode: Mode, sheets: &'a Sheets) -> Self {
        let (attacker, defender) = (&sheets.attacker, &sheets.defender);
        let held = || attacker.weapon.as_ref().map(|weapon| Held::new(weapon, mode));
        let hero = (attacker.kind == Kind::Hero).then(|| (Hero::attacking(attacker), held()));
        let other = if attacker.kind == Kind::Hero { Kind::Mob } else { Kind::Hero };
        let defends = defender.kind.unwrap_or(other);
        let defending = (defends == Kind::Hero).then(|| Hero::defending(defender));
        Self { mode, attacker, defender, situation: &sheets.situation, hero, defending }
    }

    /// Whether the game's code is followed where it differs from the document.
    pub(super) fn as_in_game(&self) -> bool {
        self.situation.rules == Rules::Game
    }

    /// The attacking hero's subclass, if it is this one.
    pub(super) fn attacker_is(&self, subclass: Subclass) -> bool {
        self.hero.is_some_and(|(hero, _)| hero.subclass == subclass)
    }

    /// What a hero strikes with; a bolt is not struck.
    pub(super) fn struck_with(&self) -> Option<Held<'a>> {
        let (_, held) = self.hero?;
        held.filter(|_| self.mode != Mode::Magic)
    }

    /// Rules 7: the enchantment that takes hit points of its own, and its level.
    pub(super) fn enchantment(&self) -> Option<(Enchantment, i64)> {
        let held = self.struck_with().filter(|held| held.category != Category::Wand)?;
        let counts = !matches!(held.weapon.enchantment, Enchantment::None | Enchantment::Other);
        counts.then(|| (held.weapon.enchantment, held.level().max(0)))
    }

    /// Rules 3: the top of the attacker's draw, before magic doubles what is drawn.
    pub(super) fn accuracy<R: Reading>(&self, r: &mut R) -> Fraction {
        let accuracy = match (self.attacker.accuracy, self.hero) {
            (Some(given), _) => given.get(),
            (None, Some((hero, held))) => {
                let exact = self.accuracy_of(r, hero, held);
                if self.as_in_game() { exact.floor() } else { exact }
            }
            (None, None) => whole(8),
        };
        r.note("accuracy", accuracy.clone());
        accuracy
    }

    fn accuracy_of<R: Reading>(&self, r: &mut R, hero: Hero, held: Option<Held<'_>>) -> Fraction {
        let skill = 9 + hero.level;
        r.note("hero's accuracy", skill);
        let mut accuracy = whole(skill);
        let ring = self.attacker.ring_of_accuracy.get();
        if ring != 0 {
            let factor = power(7, 5, ring);
            r.note("ring of accuracy", factor.clone());
            accuracy *= factor;
        }
        if self.mode == Mode::Thrown && self.situation.distance.get() == 1 {
            let half = Fraction::new(1, 2);
            r.note("thrown at a neighbor", half.clone());
            accuracy *= half;
        }
        // A zap uses the wand: what the hand holds lowers no wand's aim (rules 3).
        if self.mode != Mode::Magic
            && let Some(held) = held
            && let Some(needed) = held.strength()
        {
            let class = match (held.category, hero.class) {
                (Category::Missile, Class::Warrior) => 3,
                (Category::Missile, Class::Huntress) => -2,
                _ => 0,
            };
            let missing = needed + class - hero.strength;
            let mut factor = held.weapon.accuracy.get();
            if missing > 0 {
                r.note("missing strength", missing);
                factor /= power(3, 2, missing);
            }
            if held.weapon.balance == Balance::Accuracy {
                r.note("balanced for accuracy", Fraction::new(3, 2));
                factor *= power(3, 2, 1);
            }
            r.note("weapon's accuracy", factor.clone());
            accuracy *= factor;
        }
        accuracy
    }

    /// Rules 4 and 10: the top of the defender's draw; none for a defender who is surprised and cannot dodge.
    pub(super) fn dodge<R: Reading>(&self, r: &mut R) -> Option<Fraction> {
        let (surprise, paralysed) = (self.situation.surprise, self.defender.paralysed);
        let dodge = match self.defending {
            // Rules 12, D7: the game's code knows no surprise attack on a hero.
            Some(hero) if self.as_in_game() => {
                let share = Fraction::new(1, if paralysed { 2 } else { 1 });
                match self.defender.dodge {
                    Some(given) if paralysed => (given.get() * share).floor(),
                    Some(given) => given.get(),
                    None => (self.dodge_of(r, hero) * share).floor(),
                }
            }
            _ if surprise || paralysed => {
                r.note("surprise attack", true);
                return None;
            }
            Some(hero) => match self.defender.dodge {
                Some(given) => given.get(),
                None => self.dodge_of(r, hero).floor(),
            },
            None => self.defender.dodge.map_or(whole(3), |given| given.get()),
        };
        r.note("dodge", dodge.clone());
        Some(dodge)
    }

    fn dodge_of<R: Reading>(&self, r: &mut R, hero: Hero) -> Fraction {
        let defender = self.defender;
        let mut skill = 4 + hero.level;
        let mut factor = power(6, 5, defender.ring_of_evasion.get());
        let missing = defender.armor.as_ref().map_or(0, |armor| strength_needed(armor) - hero.strength);
        if missing > 0 {
            r.note("missing strength for the armor", missing);
            factor /= power(3, 2, missing);
        } else if hero.class == Class::Rogue {
            skill -= missing;
            if hero.subclass == Subclass::Freerunner && defender.moving && !defender.starving {
                factor *= whole(2);
            }
        }
        r.note("hero's dodge", skill);
        whole(skill) * factor
    }

    /// Rules 6: the most that the damage reduction can be.
    pub(super) fn armor<R: Reading>(&self, r: &mut R) -> i64 {
        let sniper = self.attacker_is(Subclass::Sniper);
        let by_rules = match self.situation.rules {
            Rules::Document => sniper,
            // Rules 12, D3 and D5.
            Rules::Game => self.mode == Mode::Magic || (sniper && self.mode == Mode::Thrown),
        };
        if self.attacker.ignores_armor.unwrap_or(by_rules) {
            r.note("armor ignored", true);
            return 0;
        }
        let armor = match (self.defender.armor_stat, self.defending) {
            (Some(given), _) => given.get(),
            (None, None) => 1,
            (None, Some(_)) => {
                let worn = self.defender.armor.as_ref().map_or(0, armor_stat);
                worn + self.defender.barkskin.get()
            }
        };
        r.note("armor stat", armor);
        armor
    }

    /// Rules 11: the turns that one attack takes.
    pub(super) fn attack_time(&self) -> Fraction {
        let Some((hero, held)) = self.hero else { return self.attacker.delay.get() };
        let mut time = whole(1);
        if self.mode != Mode::Magic
            && let Some(held) = held
            && let Some(needed) = held.strength()
        {
            let huntress = held.category == Category::Missile && hero.class == Class::Huntress;
            let missing = needed - if huntress { 2 } else { 0 } - hero.strength;
            time = held.weapon.delay.get() * power(6, 5, missing.max(0));
            if held.weapon.balance == Balance::Speed {
                time *= Fraction::new(3, 5);
            }
        }
        if self.mode == Mode::Thrown && self.attacker.sniper_mark {
            time /= whole(2);
        }
        time * power(10, 11, self.attacker.ring_of_haste.get())
    }

    /// Rules 11: how many whole strikes fit into a turn; at least the one.
    pub(super) fn strikes(&self) -> u32 {
        let fit = (whole(1) / self.attack_time()).floor().whole();
        fit.and_then(|fit| u32::try_from(fit).ok()).unwrap_or(u32::MAX).max(1)
    }
}

/// Rules 4: the strength that armor asks for.
fn strength_needed(armor: &Armor) -> i64 {
    let at_0 = armor.strength.map_or(7 + 2 * armor.tier.get(), Strength::get);
    at_0 - armor.upgrade.get()
}

/// The level of armor; broken it has none.
pub(super) fn armor_level(armor: &Armor) -> i64 {
    if armor.broken { 0 } else { armor.upgrade.get() }
}

/// Rules 6: what armor adds to the armor stat.
fn armor_stat(armor: &Armor) -> i64 {
    let glyph = i64::from(armor.glyph != Glyph::None);
    (armor.tier.get() * (2 + armor_level(armor) + glyph)).max(0)
}

fn whole(number: i64) -> Fraction {
    number.into()
}

fn power(over: i64, under: i64, exponent: i64) -> Fraction {
    let exponent = i32::try_from(exponent).unwrap_or(i32::MAX);
    Fraction::new(over, under).pow(exponent)
}
