//! The named values of a POWDER scenario.

use crate::choice;

choice! {
    /// The attack style.
    pub(super) enum Mode {
        Melee = "melee",
        Thrown = "thrown",
        Missile = "missile",
        Spell = "spell",
        Wand = "wand",
        Trap = "trap",
        Improvised = "improvised",
    }
}

choice! { pub(super) enum Kind { Avatar = "avatar", Monster = "monster" } }

choice! {
    /// The sizes in order: only which is larger counts.
    pub(super) enum Size {
        Tiny = "tiny",
        Small = "small",
        Medium = "medium",
        Large = "large",
        Huge = "huge",
        Gargantuan = "gargantuan",
    }
}

choice! {
    pub(super) enum Material {
        None = "none",
        Cloth = "cloth",
        Paper = "paper",
        Leather = "leather",
        Wood = "wood",
        Iron = "iron",
        Gold = "gold",
        Glass = "glass",
        Mithril = "mithril",
        Silver = "silver",
        Stone = "stone",
        Flesh = "flesh",
        Ethereal = "ethereal",
        Water = "water",
    }
}

choice! {
    pub(super) enum Element {
        Physical = "physical",
        Fire = "fire",
        Cold = "cold",
        Acid = "acid",
        Shock = "shock",
        Light = "light",
        Death = "death",
    }
}

choice! {
    /// What raises a multiplier.
    pub(super) enum Weakness {
        Physical = "physical",
        Fire = "fire",
        Cold = "cold",
        Acid = "acid",
        Shock = "shock",
        Silver = "silver",
        Gold = "gold",
    }
}

choice! {
    /// The avatar's skills with weapons.
    pub(super) enum Skill {
        Edged = "edged", "Edged weapons";
        Pointed = "pointed", "Pointed weapons";
        Blunt = "blunt", "Blunt weapons";
        Improvised = "improvised", "Improvised weapons";
        Small = "small", "Small weapons";
        Medium = "medium", "Medium weapons";
        Large = "large", "Large weapons";
        Ranged = "ranged", "Ranged weapons";
        BleedingWounds = "bleeding-wounds", "Bleeding wounds";
        Disarm = "disarm", "Disarm";
        Impale = "impale", "Impale";
        TrueAim = "true-aim", "True aim";
        Ricochet = "ricochet", "Ricochet";
        Riposte = "riposte", "Riposte";
        Parry = "parry", "Parry";
        KnockOut = "knock-out", "Knock out";
        Stun = "stun", "Stun";
        Knockback = "knockback", "Knockback";
    }
}

choice! {
    /// The skill that a weapon has of its own.
    pub(super) enum Special {
        None = "none";
        BleedingWounds = "bleeding-wounds", "Bleeding wounds";
        Disarm = "disarm", "Disarm";
        Impale = "impale", "Impale";
        TrueAim = "true-aim", "True aim";
        Ricochet = "ricochet", "Ricochet";
        Riposte = "riposte", "Riposte";
        Parry = "parry", "Parry";
        KnockOut = "knock-out", "Knock out";
        Stun = "stun", "Stun";
        Knockback = "knockback", "Knockback";
    }
}

impl Special {
    /// The skill of that name.
    pub(super) const fn skill(self) -> Option<Skill> {
        Some(match self {
            Self::None => return None,
            Self::BleedingWounds => Skill::BleedingWounds,
            Self::Disarm => Skill::Disarm,
            Self::Impale => Skill::Impale,
            Self::TrueAim => Skill::TrueAim,
            Self::Ricochet => Skill::Ricochet,
            Self::Riposte => Skill::Riposte,
            Self::Parry => Skill::Parry,
            Self::KnockOut => Skill::KnockOut,
            Self::Stun => Skill::Stun,
            Self::Knockback => Skill::Knockback,
        })
    }
}

choice! {
    /// The weapon skill that a weapon takes.
    pub(super) enum AttackType { Edged = "edged", Pointed = "pointed", Blunt = "blunt", None = "none" }
}

choice! { pub(super) enum ImprovisedStyle { Melee = "melee", "a blow"; Thrown = "thrown", "a throw" } }

choice! { pub(super) enum Slot { Head = "head", Neck = "neck", Body = "body", Feet = "feet" } }

choice! {
    /// The avatar's skills in defence.
    pub(super) enum ArmourSkill {
        Helmets = "helmets", "Helmets";
        BodyArmour = "body-armour", "Body armour";
        Boots = "boots", "Boots";
        Shields = "shields", "Shields";
        ClothArmour = "cloth-armour", "Cloth armour";
        LeatherArmour = "leather-armour", "Leather armour";
        IronArmour = "iron-armour", "Iron (metal) armour";
        ExoticArmour = "exotic-armour", "Exotic armour";
        Dodge = "dodge", "Dodge";
        MovingTarget = "moving-target", "Moving target";
        Parry = "parry", "Parry";
    }
}

choice! {
    /// The hands that hold a parrying weapon.
    pub(super) enum Hand {
        None = "none", "in no hand";
        Right = "right", "in the right hand";
        Left = "left", "in the left hand";
        Both = "both", "in both hands";
    }
}

choice! {
    /// Whose rules are played.
    pub(super) enum Rules {
        Document = "document", "as the wiki page says";
        Game = "game", "as versions 117 and 118 do";
    }
}

choice! {
    pub(super) enum AttackRolls {
        SkillPlusOne = "skill-plus-one", "one, and one more for each level of skill";
        Skill = "skill", "as many as the skill; unskilled, the worse of two";
    }
}

choice! {
    pub(super) enum OneMisses {
        All = "all", "every attack";
        MeleeAndThrown = "melee-and-thrown", "blows, throws and missiles";
    }
}

choice! { pub(super) enum TrueAimOne { Misses = "misses", "it misses"; Hits = "hits", "it hits" } }

choice! {
    pub(super) enum Twenty {
        Unavoidable = "unavoidable", "cannot be avoided";
        Avoidable = "avoidable", "can be avoided";
    }
}

choice! {
    pub(super) enum EnchantParts { Every = "every", "for every part"; Base = "base", "for the base part" }
}

choice! {
    pub(super) enum Reduction {
        Shared = "shared", "one roll for all parts";
        Each = "each", "a roll for each part";
        Base = "base", "for the base part only (before 115)";
    }
}

choice! {
    pub(super) enum Negative {
        Mirrored = "mirrored", "negative";
        AsCoded = "as-coded", "positive, as coded";
    }
}

choice! {
    pub(super) enum ImprovisedLevel { None = "none", "does not count"; Physical = "physical", "counts" }
}

choice! { pub(super) enum SourcelessBonus { Counted = "counted"; Ignored = "ignored" } }

choice! {
    pub(super) enum Digging {
        AttackerOrWeapon = "attacker-or-weapon", "whoever can dig, or has a digging weapon, in melee";
        WeaponElseAttacker = "weapon-else-attacker", "a digging weapon, or bare-handed a digger in melee";
    }
}

choice! {
    pub(super) enum Percentages { Exact = "exact"; Table = "table", "from the table of 1024" }
}
