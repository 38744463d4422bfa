//! The names that a scenario chooses from, as documents write them.

use crate::choice;

choice! {
    /// The character's class (rules 1.3).
    pub(super) enum Class {
        Warrior = "warrior",
        Mage = "mage",
        Priest = "priest",
        Rogue = "rogue",
        Ranger = "ranger",
        Paladin = "paladin",
    }
}

choice! {
    /// The character's race (rules 1.4).
    pub(super) enum Race {
        Human = "human", "Human";
        HalfElf = "half-elf", "Half-elf";
        Elf = "elf", "Elf";
        Hobbit = "hobbit", "Hobbit";
        Gnome = "gnome", "Gnome";
        Dwarf = "dwarf", "Dwarf";
        HalfOrc = "half-orc", "Half-orc";
        HalfTroll = "half-troll", "Half-troll";
        Dunadan = "dunadan", "Dunadan";
        HighElf = "high-elf", "High-elf";
        Kobold = "kobold", "Kobold";
    }
}

choice! {
    /// What is wielded.
    pub(super) enum WeaponKind {
        Sword = "sword", "sword";
        Polearm = "polearm", "polearm";
        Hafted = "hafted", "hafted weapon";
        Digger = "digger", "digger";
    }
}

choice! {
    /// What shoots (rules 1.7).
    pub(super) enum LauncherKind {
        Sling = "sling",
        ShortBow = "short-bow",
        LongBow = "long-bow",
        LightCrossbow = "light-crossbow",
        HeavyCrossbow = "heavy-crossbow",
    }
}

choice! {
    /// What is thrown (rules 5.4).
    pub(super) enum ObjectKind {
        Flask = "flask", "flask of oil";
        Potion = "potion", "potion";
        Bottle = "bottle", "bottle";
        Food = "food", "food";
        Junk = "junk", "junk";
        Scroll = "scroll", "scroll";
        Light = "light", "light source";
        Skeleton = "skeleton", "skeleton";
        Wand = "wand", "wand";
        Spike = "spike", "spike";
        Shot = "shot", "sling shot";
        Arrow = "arrow", "arrow";
        Bolt = "bolt", "bolt";
        Sword = "sword", "sword";
        Polearm = "polearm", "polearm";
        Hafted = "hafted", "hafted weapon";
        Digger = "digger", "digger";
        Other = "other", "anything else";
    }
}

choice! {
    /// The powers of weapons and ammunition (rules 6).
    pub(super) enum Flag {
        SlayAnimal = "slay-animal", "slay animal (×2)";
        SlayEvil = "slay-evil", "slay evil (×2)";
        SlayUndead = "slay-undead", "slay undead (×3)";
        SlayDemon = "slay-demon", "slay demon (×3)";
        SlayOrc = "slay-orc", "slay orc (×3)";
        SlayTroll = "slay-troll", "slay troll (×3)";
        SlayGiant = "slay-giant", "slay giant (×3)";
        SlayDragon = "slay-dragon", "slay dragon (×3)";
        ExecuteDragon = "execute-dragon", "execute dragon (×5)";
        ExecuteDemon = "execute-demon", "execute demon (×5)";
        ExecuteUndead = "execute-undead", "execute undead (×5)";
        BrandAcid = "brand-acid", "acid brand (×3)";
        BrandLightning = "brand-lightning", "lightning brand (×3)";
        BrandFire = "brand-fire", "fire brand (×3)";
        BrandFrost = "brand-frost", "frost brand (×3)";
        BrandPoison = "brand-poison", "poison brand (×3)";
    }
}

choice! {
    /// What a monster is: slays apply by it.
    pub(super) enum Kind {
        Evil = "evil",
        Animal = "animal",
        Undead = "undead",
        Demon = "demon",
        Dragon = "dragon",
        Giant = "giant",
        Orc = "orc",
        Troll = "troll",
    }
}

choice! {
    /// What a monster can be immune to: brands do not apply then.
    pub(super) enum Element {
        Acid = "acid",
        Lightning = "lightning",
        Fire = "fire",
        Frost = "frost",
        Poison = "poison",
    }
}

choice! {
    /// What the player can resist of a monster's blows.
    pub(super) enum BaseElement {
        Acid = "acid",
        Lightning = "lightning",
        Fire = "fire",
        Frost = "frost",
    }
}

choice! {
    /// How a monster strikes: a name only.
    pub(super) enum Method {
        Hit = "hit",
        Touch = "touch",
        Punch = "punch",
        Kick = "kick",
        Claw = "claw",
        Bite = "bite",
        Sting = "sting",
        Butt = "butt",
        Crush = "crush",
        Engulf = "engulf",
        Crawl = "crawl",
        Drool = "drool",
        Spit = "spit",
        Gaze = "gaze",
        Wail = "wail",
        Spore = "spore",
        Beg = "beg",
        Insult = "insult",
        Moan = "moan",
    }
}

choice! {
    /// What a monster's blow does (rules 8).
    pub(super) enum Effect {
        Hurt = "hurt", "hurt";
        Shatter = "shatter", "shatter (hurt, earthquake)";
        UnBonus = "un-bonus", "take an enchantment";
        UnPower = "un-power", "drain charges";
        Acid = "acid", "acid";
        Elec = "elec", "lightning";
        Fire = "fire", "fire";
        Cold = "cold", "frost";
        Confuse = "confuse", "confuse";
        Terrify = "terrify", "terrify";
        Hallu = "hallu", "hallucinate";
        Poison = "poison", "poison";
        EatGold = "eat-gold", "steal gold";
        EatItem = "eat-item", "steal an item";
        EatFood = "eat-food", "eat food";
        EatLight = "eat-light", "absorb light";
        Exp10 = "exp-10", "lower experience (10)";
        Exp20 = "exp-20", "lower experience (20)";
        Exp40 = "exp-40", "lower experience (40)";
        Exp80 = "exp-80", "lower experience (80)";
        Blind = "blind", "blind";
        Paralyse = "paralyse", "paralyse";
        LoseAll = "lose-all", "reduce all stats";
        LoseStr = "lose-str", "reduce strength";
        LoseDex = "lose-dex", "reduce dexterity";
        LoseCon = "lose-con", "reduce constitution";
        LoseInt = "lose-int", "reduce intelligence";
        LoseWis = "lose-wis", "reduce wisdom";
        LoseChr = "lose-chr", "reduce charisma";
        None = "none", "nothing";
    }
}

choice! {
    /// Whose text holds where document and game differ (rules 10).
    pub(super) enum Rules {
        Document = "document", "the document (ATTACK.SPO 1.13)";
        Game = "game", "the game's code (3.0.5)";
    }
}

choice! {
    /// How skill and armour class are compared (rules 2.4).
    pub(super) enum HitFormula {
        Continuous = "continuous", "a percentage (the document)";
        Integer = "integer", "whole dice (the game)";
    }
}
