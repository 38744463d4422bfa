//! The named values of a Pixel Dungeon scenario.

use crate::choice;

choice! {
    /// The attack style, and the targeting tool.
    pub(super) enum Mode { Melee = "melee", Thrown = "thrown", Magic = "magic", Targeting = "targeting" }
}

choice! { pub(super) enum Kind { Hero = "hero", "Hero"; Mob = "mob", "Monster" } }

choice! {
    pub(super) enum Class {
        Warrior = "warrior", "Warrior";
        Mage = "mage", "Mage";
        Rogue = "rogue", "Rogue";
        Huntress = "huntress", "Huntress";
    }
}

choice! {
    pub(super) enum Subclass {
        None = "none", "none";
        Gladiator = "gladiator", "Gladiator (Warrior)";
        Berserker = "berserker", "Berserker (Warrior)";
        Battlemage = "battlemage", "Battlemage (Mage)";
        Warlock = "warlock", "Warlock (Mage)";
        Assassin = "assassin", "Assassin (Rogue)";
        Freerunner = "freerunner", "Freerunner (Rogue)";
        Sniper = "sniper", "Sniper (Huntress)";
        Warden = "warden", "Warden (Huntress)";
    }
}

impl Subclass {
    /// The class that it belongs to.
    pub(super) const fn class(self) -> Option<Class> {
        Some(match self {
            Self::None => return None,
            Self::Gladiator | Self::Berserker => Class::Warrior,
            Self::Battlemage | Self::Warlock => Class::Mage,
            Self::Assassin | Self::Freerunner => Class::Rogue,
            Self::Sniper | Self::Warden => Class::Huntress,
        })
    }
}

choice! {
    pub(super) enum Shape { Triangular = "triangular", "favors the middle"; Uniform = "uniform", "even" }
}

choice! {
    pub(super) enum Category {
        Melee = "melee", "Melee weapon";
        Missile = "missile", "Missile weapon";
        Wand = "wand", "Wand as a club";
    }
}

choice! {
    pub(super) enum Balance {
        None = "none", "not balanced";
        Accuracy = "accuracy", "for accuracy";
        Speed = "speed", "for speed";
    }
}

choice! {
    pub(super) enum Enchantment {
        None = "none", "none";
        Blazing = "blazing", "Blazing";
        Shocking = "shocking", "Shocking";
        Lucky = "lucky", "Lucky";
        Grim = "grim", "Grim";
        Other = "other", "another, without damage of its own";
    }
}

choice! {
    pub(super) enum Glyph {
        None = "none", "none";
        Viscosity = "viscosity", "Viscosity";
        Other = "other", "another";
    }
}

choice! {
    /// Whose rules are played.
    pub(super) enum Rules {
        Document = "document", "as the wiki page says";
        Game = "game", "as the game's code does (1.9.1)";
    }
}

choice! {
    pub(super) enum Projectile {
        Thrown = "thrown", "a thrown item";
        Wand = "wand", "a wand's bolt";
        Piercing = "piercing", "a piercing ray";
    }
}
