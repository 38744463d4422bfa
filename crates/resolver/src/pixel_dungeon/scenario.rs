//! A scenario in a mode, and what its fields mean for each other.

use super::fight::{Fight, Held};
use super::names::{Category, Class, Enchantment, Kind, Mode, Subclass};
use super::path::{Map, Place};
use super::sheet::{Sheets, Weapon};
use crate::sheet::Choice;

pub(crate) struct Scenario {
    pub(super) mode: Mode,
    pub(super) sheets: Sheets,
}

/// A path, and what is wrong there.
type Wrong = (&'static str, String);

impl Scenario {
    pub(super) fn new(mode: &str, sheets: Sheets) -> Self {
        let mode = Mode::ALL.iter().copied().find(|known| known.name() == mode).unwrap_or(Mode::Melee);
        Self { mode, sheets }
    }

    /// The map of the targeting tool, and the tapped tile.
    pub(super) fn map(&self) -> (Map, Place) {
        let tap = self.sheets.targeting.tap;
        (Map::new(&self.sheets.targeting), (tap.x, tap.y))
    }

    /// The tile to be hit.
    pub(super) fn wanted(&self) -> Option<Place> {
        self.sheets.targeting.wanted.map(|wanted| (wanted.x, wanted.y))
    }

    pub(super) fn fight(&self) -> Fight<'_> {
        Fight::new(self.mode, &self.sheets)
    }

    /// Where the fields do not fit each other.
    pub(super) fn problems(&self) -> Vec<Wrong> {
        let Sheets { attacker, defender, .. } = &self.sheets;
        let mut wrong = Vec::new();
        let (min, max) = (attacker.damage.min.get(), attacker.damage.max.get());
        if min > max {
            wrong.push(("attacker.damage.max", below(max, "attacker.damage.min", min)));
        }
        wrong.extend(subclass("attacker.subclass", attacker.hero_class, attacker.subclass));
        wrong.extend(subclass("defender.subclass", defender.hero_class, defender.subclass));
        wrong.extend(attacker.weapon.as_ref().and_then(|weapon| self.range(weapon)));
        if let Some(weapon) = &attacker.weapon
            && weapon.charges > weapon.max_charges
        {
            let most = weapon.max_charges.get();
            let message =
                format!("{} is not allowed; attacker.weapon.max_charges is {most}", weapon.charges.get());
            wrong.push(("attacker.weapon.charges", message));
        }
        wrong.extend(self.throw());
        wrong.extend(self.grim());
        wrong.extend(self.places());
        wrong
    }

    fn range(&self, weapon: &Weapon) -> Option<Wrong> {
        let held = Held::new(weapon, self.mode);
        // What a curse makes of a wand's own range is no mistake.
        if weapon.min.is_none() && weapon.max.is_none() {
            return None;
        }
        let (min, max) = held.range_at_0();
        (min > max).then(|| ("attacker.weapon.max", below(max, "attacker.weapon.min", min)))
    }

    /// What a hero throws.
    fn throw(&self) -> Option<Wrong> {
        let attacker = &self.sheets.attacker;
        if self.mode != Mode::Thrown || attacker.kind != Kind::Hero {
            return None;
        }
        let Some(weapon) = &attacker.weapon else {
            let message = "null is not allowed in mode thrown; there must be a weapon to throw";
            return Some(("attacker.weapon", message.to_owned()));
        };
        let category = weapon.category.filter(|category| *category != Category::Missile)?;
        let message =
            format!("\"{}\" is not allowed in mode thrown; it must be \"missile\" or null", category.name());
        Some(("attacker.weapon.category", message))
    }

    /// Grim kills whatever has health; so the health must be known.
    fn grim(&self) -> Vec<Wrong> {
        if self.mode == Mode::Targeting || self.sheets.defender.hp.is_some() {
            return Vec::new();
        }
        match self.fight().enchantment() {
            Some((Enchantment::Grim, _)) => vec![
                (
                    "attacker.weapon.enchantment",
                    "\"grim\" is not allowed without the defender's health, defender.hp".to_owned(),
                ),
                ("defender.hp", "is missing; a grim weapon needs it".to_owned()),
            ],
            _ => Vec::new(),
        }
    }

    fn places(&self) -> Vec<Wrong> {
        let sheet = &self.sheets.targeting;
        let (map, tap) = self.map();
        let origin = (sheet.origin.x, sheet.origin.y);
        let mut wrong = Vec::new();
        for (path, place) in [
            ("targeting.origin", Some(origin)),
            ("targeting.tap", Some(tap)),
            ("targeting.wanted", self.wanted()),
        ] {
            let Some((x, y)) = place else { continue };
            if !map.holds((x, y)) {
                let (right, down) = (sheet.width.get() - 1, sheet.height.get() - 1);
                let message =
                    format!("[{x}, {y}] is not allowed; the map goes from [0, 0] to [{right}, {down}]");
                wrong.push((path, message));
            } else if path != "targeting.origin" && (x, y) == origin {
                wrong.push((path, format!("[{x}, {y}] is not allowed; the thrower stands there")));
            }
        }
        wrong
    }
}

fn below(max: i64, other: &str, min: i64) -> String {
    format!("{max} is not allowed; {other} is {min}, and this must not be less")
}

fn subclass(path: &'static str, class: Option<Class>, subclass: Subclass) -> Option<Wrong> {
    let (class, own) = (class?, subclass.class()?);
    let message =
        || format!("\"{}\" is not allowed; it is a subclass of the {}", subclass.name(), own.name());
    (class != own).then(|| (path, message()))
}
