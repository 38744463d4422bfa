//! The named values of a Crawl scenario.

use crate::choice;

choice! {
    /// Whose rules are played (rules 0).
    pub(super) enum Rules {
        Document = "document", "the page (0.5)";
        V05 = "v05", "game 0.5.2";
        V09 = "v09", "game 0.9.1";
    }
}

impl Rules {
    /// The game's code of 0.9.1; the page follows 0.5 where it is silent.
    pub(super) const fn is_v09(self) -> bool {
        matches!(self, Self::V09)
    }

    /// The page as it is written.
    pub(super) const fn is_page(self) -> bool {
        matches!(self, Self::Document)
    }
}

choice! {
    pub(super) enum Species {
        Centaur = "centaur";
        DeepDwarf = "deep-dwarf";
        DeepElf = "deep-elf";
        Demigod = "demigod";
        Demonspawn = "demonspawn";
        Draconian = "draconian";
        Felid = "felid";
        Ghoul = "ghoul";
        Halfling = "halfling";
        HighElf = "high-elf";
        HillOrc = "hill-orc";
        Human = "human";
        Kenku = "kenku";
        Kobold = "kobold";
        Merfolk = "merfolk";
        Minotaur = "minotaur";
        MountainDwarf = "mountain-dwarf";
        Mummy = "mummy";
        Naga = "naga";
        Ogre = "ogre";
        SludgeElf = "sludge-elf";
        Spriggan = "spriggan";
        Troll = "troll";
        Vampire = "vampire";
    }
}

impl Species {
    pub(super) const fn is_elf(self) -> bool {
        matches!(self, Self::HighElf | Self::DeepElf | Self::SludgeElf)
    }

    pub(super) const fn is_dwarf(self) -> bool {
        matches!(self, Self::DeepDwarf | Self::MountainDwarf)
    }

    /// The size of its body.
    const fn size(self) -> Size {
        match self {
            Self::Ogre | Self::Troll | Self::Naga | Self::Centaur => Size::Large,
            Self::Halfling | Self::Kobold => Size::Small,
            Self::Spriggan | Self::Felid => Size::Little,
            _ => Size::Medium,
        }
    }
}

choice! {
    pub(super) enum Size {
        Tiny = "tiny";
        Little = "little";
        Small = "small";
        Medium = "medium";
        Large = "large";
        Big = "big";
        Giant = "giant";
        Huge = "huge";
    }
}

impl Size {
    /// Its place in the order of sizes.
    pub(super) const fn index(self) -> i64 {
        self as i64
    }

    /// How many sizes it is above medium; below, the figure is negative.
    pub(super) const fn above_medium(self) -> i64 {
        self.index() - Self::Medium.index()
    }
}

choice! {
    /// A player's size, which may be given by the species.
    pub(super) enum BodySize {
        Tiny = "tiny";
        Little = "little";
        Small = "small";
        Medium = "medium";
        Large = "large";
        Big = "big";
        Giant = "giant";
        Huge = "huge";
        Natural = "natural", "as the species";
    }
}

impl BodySize {
    pub(super) const fn of(self, species: Species) -> Size {
        match self {
            Self::Tiny => Size::Tiny,
            Self::Little => Size::Little,
            Self::Small => Size::Small,
            Self::Medium => Size::Medium,
            Self::Large => Size::Large,
            Self::Big => Size::Big,
            Self::Giant => Size::Giant,
            Self::Huge => Size::Huge,
            Self::Natural => species.size(),
        }
    }
}

choice! {
    /// What a player is transformed into.
    pub(super) enum Form {
        None = "none";
        Spider = "spider";
        Bat = "bat";
        IceBeast = "ice-beast";
        BladeHands = "blade-hands";
        Statue = "statue";
        Dragon = "dragon";
        Lich = "lich";
        Pig = "pig";
    }
}

choice! { pub(super) enum Wielding { Weapon = "weapon", "a weapon"; Nothing = "nothing" } }

choice! {
    pub(super) enum Hands {
        One = "one", "one-handed";
        Half = "half", "hand-and-a-half";
        Two = "two", "two-handed";
    }
}

choice! {
    pub(super) enum WeaponSkill {
        ShortBlades = "short-blades", "Short Blades";
        LongBlades = "long-blades", "Long Blades";
        Axes = "axes", "Axes";
        MacesFlails = "maces-flails", "Maces & Flails";
        Polearms = "polearms", "Polearms";
        Staves = "staves", "Staves";
        Other = "other";
    }
}

choice! {
    /// Who made a weapon.
    pub(super) enum Make {
        None = "none", "plain";
        Elven = "elven";
        Orcish = "orcish";
        Dwarven = "dwarven";
    }
}

choice! {
    pub(super) enum Brand {
        None = "none";
        Flaming = "flaming";
        Freezing = "freezing";
        Electrocution = "electrocution";
        HolyWrath = "holy-wrath";
        OrcSlaying = "orc-slaying";
        DragonSlaying = "dragon-slaying";
        Vorpal = "vorpal";
        Draining = "draining";
        Speed = "speed";
    }
}

choice! {
    pub(super) enum StabClass {
        Normal = "normal";
        Dagger = "dagger";
        Stabber = "stabber", "club, spear or trident";
    }
}

choice! {
    pub(super) enum Shield {
        None = "none";
        Buckler = "buckler";
        Normal = "shield";
        Large = "large-shield";
    }
}

impl Shield {
    pub(super) const fn is_worn(self) -> bool {
        !matches!(self, Self::None)
    }
}

choice! {
    /// What a monster that is struck is doing.
    pub(super) enum TargetState {
        Awake = "awake";
        Distracted = "distracted";
        Confused = "confused";
        Fleeing = "fleeing";
        Held = "held", "held in a net";
        Petrifying = "petrifying";
        Petrified = "petrified";
        Paralysed = "paralysed";
        Asleep = "asleep";
    }
}

choice! {
    /// What a player who is struck is doing.
    pub(super) enum PlayerState {
        Awake = "awake";
        Incapacitated = "incapacitated";
        Asleep = "asleep";
        Paralysed = "paralysed";
    }
}

choice! {
    pub(super) enum ProjectileKind {
        Launched = "launched";
        Thrown = "thrown";
        Bolt = "bolt", "spell bolt";
    }
}

choice! {
    pub(super) enum Launcher {
        Blowgun = "blowgun";
        Bow = "bow";
        Longbow = "longbow";
        Crossbow = "crossbow";
        Sling = "sling";
    }
}

impl Launcher {
    /// Its own damage figure, the same in both versions.
    pub(super) const fn damage(self) -> i64 {
        match self {
            Self::Blowgun | Self::Sling => 0,
            Self::Bow => 3,
            Self::Longbow => 6,
            Self::Crossbow => 5,
        }
    }

    /// Its own accuracy, the same in both versions.
    pub(super) const fn accuracy(self) -> i64 {
        match self {
            Self::Blowgun | Self::Sling => 2,
            Self::Bow => 1,
            Self::Longbow => 0,
            Self::Crossbow => 4,
        }
    }
}

choice! {
    /// What a monster shoots or throws.
    pub(super) enum MonsterMissile {
        Arrow = "arrow";
        Bolt = "bolt";
        Needle = "needle";
        Stone = "stone";
        SlingBullet = "sling-bullet";
        Dart = "dart";
        Javelin = "javelin";
        LargeRock = "large-rock";
        Weapon = "weapon", "a weapon";
    }
}

impl MonsterMissile {
    /// Its damage figure.
    pub(super) const fn damage(self, rules: Rules) -> i64 {
        match self {
            Self::Arrow | Self::Weapon => 7,
            Self::Bolt => 9,
            Self::Needle => 0,
            Self::Stone => 4,
            Self::SlingBullet => 6,
            Self::Dart => dart_damage(rules),
            Self::Javelin => 10,
            Self::LargeRock => 20,
        }
    }
}

choice! {
    /// What a player shoots or throws.
    pub(super) enum PlayerMissile {
        Arrow = "arrow";
        Bolt = "bolt";
        Needle = "needle";
        Stone = "stone";
        SlingBullet = "sling-bullet";
        Dart = "dart";
        Javelin = "javelin";
        Dagger = "dagger";
        Spear = "spear";
        OtherWeapon = "other-weapon", "another weapon";
    }
}

impl PlayerMissile {
    /// Its damage figure.
    pub(super) const fn damage(self, rules: Rules) -> i64 {
        match self {
            Self::Arrow | Self::Spear | Self::OtherWeapon => 7,
            Self::Bolt => 9,
            Self::Needle => 0,
            Self::Stone | Self::Dagger => 4,
            Self::SlingBullet => 6,
            Self::Dart => dart_damage(rules),
            Self::Javelin => 10,
        }
    }

    /// Whether it is a weapon, which has an enchantment for accuracy and one for damage; missiles have a single one.
    pub(super) const fn is_weapon(self) -> bool {
        matches!(self, Self::Dagger | Self::Spear | Self::OtherWeapon)
    }

    /// Whether a launcher shoots it.
    pub(super) const fn fits(self, launcher: Launcher) -> bool {
        match launcher {
            Launcher::Blowgun => matches!(self, Self::Needle),
            Launcher::Bow | Launcher::Longbow => matches!(self, Self::Arrow),
            Launcher::Crossbow => matches!(self, Self::Bolt),
            Launcher::Sling => matches!(self, Self::Stone | Self::SlingBullet),
        }
    }

    /// Whether it is made for throwing, or is a weapon.
    pub(super) const fn is_throwable(self) -> bool {
        matches!(self, Self::Dart | Self::Stone | Self::Javelin) || self.is_weapon()
    }
}

const fn dart_damage(rules: Rules) -> i64 {
    if rules.is_v09() { 2 } else { 5 }
}

choice! { pub(super) enum LauncherBrand { None = "none"; Vorpal = "vorpal"; Speed = "speed" } }

choice! {
    /// How armour meets a projectile (rules 4.3).
    pub(super) enum AcRolls {
        One = "one", "rolled once";
        Half = "half", "halved (electricity)";
        Three = "three", "rolled three times (shrapnel)";
        None = "none", "ignored";
    }
}
