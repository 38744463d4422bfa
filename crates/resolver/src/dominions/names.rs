//! The names that a Dominions scenario uses.

use crate::choice;

choice! {
    /// One strike, or a turn's worth on one defender.
    pub(super) enum Mode { Melee = "melee", Sequence = "sequence" }
}

choice! {
    /// The type of damage; a weapon without any is untyped.
    pub(super) enum DamageType { Pierce = "pierce", Slash = "slash", Blunt = "blunt" }
}

choice! {
    /// How much of its wielder's strength a weapon uses.
    pub(super) enum StrengthShare {
        Full = "full", "all of it";
        Half = "half", "half of it";
        None = "none", "none of it";
    }
}

choice! {
    /// What a weapon burns, freezes or stings with.
    pub(super) enum WeaponElement {
        None = "none", Fire = "fire", Cold = "cold", Shock = "shock", Poison = "poison", Acid = "acid",
    }
}

choice! {
    /// How well a unit fights under water.
    pub(super) enum WaterAbility {
        None = "none", PoorAmphibian = "poor-amphibian", Amphibious = "amphibious", Aquatic = "aquatic",
    }
}

choice! {
    /// A place to be hit, from the top down.
    pub(super) enum BodyPart { Head = "head", Torso = "torso", Arms = "arms", Legs = "legs" }
}

choice! {
    /// What keeps a unit from moving.
    pub(super) enum State {
        None = "none",
        Webbed = "webbed",
        EarthGrip = "earth-grip",
        FalseFetters = "false-fetters",
        Netted = "netted",
        Entangled = "entangled",
        Stunned = "stunned",
        Petrified = "petrified",
        Paralyzed = "paralyzed",
        Sleeping = "sleeping",
        EncasedInIce = "encased-in-ice",
    }
}

choice! {
    /// Gloom of the place.
    pub(super) enum Gloom { None = "none", Cave = "cave", DeepSea = "deep-sea", SolarEclipse = "solar-eclipse" }
}

choice! {
    /// Darkness by a spell.
    pub(super) enum Darkness { None = "none", Dark = "darkness", Utterdark = "utterdark" }
}

choice! {
    /// Swampy ground.
    pub(super) enum Swamp { None = "none", Natural = "swamp", Quagmire = "quagmire" }
}

choice! {
    /// Whose rule of armour-defeating hits is played.
    pub(super) enum Critical {
        Wiki = "wiki", "by the wiki";
        Manual = "manual", "by the Dominions 6 manual";
        None = "none", "never";
    }
}

choice! {
    /// Who wins a tie in the rolls of a repel.
    pub(super) enum RepelTies {
        Repelee = "repelee", "who is repelled wins";
        Repeller = "repeller", "the repeller wins";
    }
}

choice! {
    /// What becomes of a hit location that cannot be reached.
    pub(super) enum Unreachable {
        Reroll = "reroll", "another part is rolled";
        Lower = "lower", "the next lower part is hit";
    }
}
