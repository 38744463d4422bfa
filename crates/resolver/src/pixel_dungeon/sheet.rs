//! What a Pixel Dungeon scenario consists of: two fighters, the situation, and the map of the targeting tool.

use super::names::{Balance, Category, Class, Enchantment, Glyph, Kind, Projectile, Rules, Shape, Subclass};
use crate::sheet;
use crate::sheet::{Cell, Int, List, Num, When, about, int, num};

/// Everything but the targeting tool.
const STRIKES: &[&str] = &["melee", "thrown", "magic"];
/// What is struck or thrown with the weapon itself.
const WEAPONS: &[&str] = &["melee", "thrown"];

const HERO: When = When::is(".kind", &["hero"], "A monster's figures are entered as they are.");
const MOB: When = When::is(".kind", &["mob"], "A hero's attack time is computed.");
const COMPUTED: When = When::is(".accuracy", &["null"], "The accuracy is given.");
/// What the sheet states as damage.
const STATED: When =
    When::is(".kind", &["mob"], "A hero's damage is that of the weapon; only a wand's bolt is entered here.")
        .or(&BOLT);
const BOLT: When = When::not("mode", WEAPONS, "");

const NOT_WAND: When = When::not(".category", &["wand"], "A wand's blow depends on the wand's level alone.");
const WAND: When = When::is(".category", &["wand"], "Only a wand has charges.");
const BATTLEMAGE: When =
    When::is("attacker.subclass", &["battlemage"], "Only a Battlemage strikes with the charges.");

const ONLY_A_HERO: &str = "Only a hero has this.";
const ONLY_A_MONSTER: &str = "Only a monster has this.";
/// A defender whose kind is not given is of the other kind than the attacker.
const HERO_DEFENDS: [When; 2] = [
    When::is(".kind", &["hero", "null"], ONLY_A_HERO),
    When::is(".kind", &["hero"], ONLY_A_HERO).or(&When::is("attacker.kind", &["mob"], "")),
];
const MOB_DEFENDS: [When; 2] = [
    When::is(".kind", &["mob", "null"], ONLY_A_MONSTER),
    When::is(".kind", &["mob"], ONLY_A_MONSTER).or(&When::is("attacker.kind", &["hero"], "")),
];
const DODGE_COMPUTED: [When; 3] =
    [HERO_DEFENDS[0], HERO_DEFENDS[1], When::is(".dodge", &["null"], "The dodge is given.")];
const ARMOR_COMPUTED: [When; 3] =
    [HERO_DEFENDS[0], HERO_DEFENDS[1], When::is(".armor_stat", &["null"], "The armor stat is given.")];

/// A figure of accuracy or dodge.
pub(super) type Stat = Num<0, 1, 10_000>;
/// A number of turns.
pub(super) type Turns = Num<1, 100, 100>;
/// The strength of a hero, or that which an item asks for.
pub(super) type Strength = Int<0, 99>;
/// The end of a damage range.
pub(super) type Points = Int<-100, 10_000>;
/// How often an item was upgraded.
pub(super) type Upgrade = Int<-20, 50>;
/// The levels of all worn rings of a kind together.
pub(super) type Ring = Int<-20, 20>;

sheet! {
    /// The document of a scenario.
    pub(super) struct Sheets {
        attacker: Attacker = Attacker::DEFAULT, about("Attacker", "Who attacks, and with what.").modes(STRIKES);
        defender: Defender = Defender::DEFAULT, about("Defender", "Who is attacked.").modes(STRIKES);
        situation: Situation = Situation::DEFAULT,
            about("Situation", "What holds between the two, and whose rules are played.").modes(STRIKES);
        targeting: Targeting = Targeting::DEFAULT,
            about("Targeting", "The map that the projectile crosses, and where it is thrown.").modes(&["targeting"]);
    }
}

sheet! {
    /// Who attacks.
    pub(super) struct Attacker, "attacker" {
        kind: Kind = Kind::Hero,
            about("Kind", "A hero's figures are computed from level, strength and equipment; a monster's are entered.");
        hero_class: Option<Class> = None,
            about("Class", "Left open, it is the class of the subclass, else the Warrior.").modes(WEAPONS).when(&[HERO]);
        subclass: Subclass = Subclass::None,
            about("Subclass", "The Berserker, Gladiator, Battlemage, Assassin and Sniper strike by rules of their own.")
                .when(&[HERO]);
        level: Int<1, 99> = int(1),
            about("Level", "A hero's accuracy is 9 plus the level, times what ring and weapon make of it.").when(&[HERO, COMPUTED]);
        strength: Option<Strength> = None,
            about("Strength", "Each missing point divides the weapon's accuracy by 1.5, and spare points add damage; left open, 11 for a Warrior, 10 for others.")
                .modes(WEAPONS).when(&[HERO]);
        weapon: Option<Weapon> = Some(Weapon::DEFAULT),
            about("Weapon", "What the hero holds or throws; without one the hero strikes with bare hands.").when(&[HERO]);
        accuracy: Option<Stat> = None,
            about("Accuracy", "The attacker draws a number from 0 to this; left open, it is computed from the hero, and 8 for a monster.");
        damage: Damage = Damage::DEFAULT,
            about("Damage", "What a monster's blow or a wand's bolt does.").when(&[STATED]);
        delay: Turns = num(1),
            about("Attack time", "With half a turn or less, a monster strikes more than once in a turn.").unit("turns").when(&[MOB]);
        water_multiplier: Num<1, 1, 10> = num(1),
            about("Water multiplier", "Against a defender who stands in water the damage is multiplied by this and cut down: 3/2 for the shaman's lightning, 2 for the wand of lightning.")
                .group("Special attacks").when(&[STATED]);
        ignores_armor: Option<bool> = None,
            about("Ignores armor", "Left open, the rules decide: a Sniper's attacks do, and in the game's code all magic.").group("Special attacks");
        ring_of_accuracy: Ring = int(0),
            about("Ring of accuracy", "Each level of all worn rings together multiplies the accuracy by 1.4.")
                .group("Rings").when(&[HERO, COMPUTED]);
        ring_of_haste: Ring = int(0),
            about("Ring of haste", "Each level of all worn rings together shortens every attack to 10/11 of its time.").group("Rings").when(&[HERO]);
        weakened: bool = false,
            about("Weakened", "A weakened hero has 2 points of strength less.")
                .group("Temporary effects").modes(WEAPONS).when(&[HERO]);
        furious: bool = false,
            about("Furious", "A Berserker's fury multiplies the damage roll by 1.5, rounded down.")
                .group("Temporary effects").modes(WEAPONS).when(&[HERO]);
        combo: Int<0, 1000> = int(0),
            about("Combo", "How many hits the Gladiator's running combo has; from the third hit on each adds a fifth of the damage more.")
                .unit("hits").group("Temporary effects").modes(&["melee"])
                .when(&[HERO, When::is(".subclass", &["gladiator"], "Only a Gladiator fights in combos.")]);
        sniper_mark: bool = false,
            about("Sniper's mark", "A throw at a target that carries the Sniper's mark takes half the time.")
                .group("Temporary effects").modes(&["thrown"]).when(&[HERO]);
    }
}

sheet! {
    /// The damage that a monster or a bolt does.
    pub(super) struct Damage {
        min: Points = int(1), about("Least", "The least damage of the roll.");
        max: Points = int(5), about("Most", "The most damage of the roll.");
        shape: Shape = Shape::Triangular,
            about("Spread", "Most rolls favor the middle of the range; the shaman's and the warlock's bolts and most wands are even.");
    }
}

sheet! {
    /// What a hero holds or throws.
    pub(super) struct Weapon, "weapon" {
        category: Option<Category> = None,
            about("Category", "Left open, a missile when thrown, else a melee weapon; a wand is a Mage's club.").modes(WEAPONS);
        min: Option<Points> = None,
            about("Least damage at +0", "Left open, 1: that of the short sword, of the dart, or of the wand at its level.").modes(WEAPONS);
        max: Option<Points> = None,
            about("Most damage at +0", "Left open, 12 for the short sword, 4 for the dart, and a wand's by its level.").modes(WEAPONS);
        upgrade: Upgrade = int(0),
            about("Upgrade", "Each adds 1 to the least and the tier to the most damage, and a melee weapon then needs a point of strength less.").modes(WEAPONS);
        tier: Int<0, 20> = int(1),
            about("Tier", "How much each upgrade adds to the most damage; 2 for the boomerang.").modes(WEAPONS).when(&[NOT_WAND]);
        strength: Option<Strength> = None,
            about("Strength needed at +0", "Left open, 11 for a melee weapon and 10 for a missile.").modes(WEAPONS).when(&[NOT_WAND]);
        accuracy: Num<0, 1, 100> = num(1),
            about("Accuracy factor", "Multiplies the hero's accuracy: 1.2 for dagger, battle axe and war hammer.")
                .modes(WEAPONS).when(&[NOT_WAND]);
        delay: Turns = num(1),
            about("Attack time", "How long one attack takes, before missing strength slows it down.")
                .unit("turns").modes(WEAPONS).when(&[NOT_WAND]);
        enchantment: Enchantment = Enchantment::None,
            about("Enchantment", "Takes hit points of its own after a hit; for one that does none, choose another.")
                .modes(WEAPONS).when(&[NOT_WAND]);
        balance: Balance = Balance::None,
            about("Balanced", "A weightstone makes accuracy 1.5 times as high, or an attack take 3/5 of its time.")
                .group("Wear and balance").modes(WEAPONS).when(&[NOT_WAND]);
        broken: bool = false,
            about("Broken", "Of a broken weapon the upgrades count for nothing but the strength needed.")
                .group("Wear and balance").modes(WEAPONS);
        charges: Int<0, 99> = int(2),
            about("Charges", "A Battlemage's blow first regains a charge, then adds one point for each.")
                .group("Wand").modes(&["melee"]).when(&[WAND, BATTLEMAGE]);
        max_charges: Int<0, 99> = int(2),
            about("Most charges", "How many charges the wand can hold.").group("Wand").modes(&["melee"]).when(&[WAND, BATTLEMAGE]);
    }
}

sheet! {
    /// Who is attacked.
    pub(super) struct Defender, "defender" {
        kind: Option<Kind> = None, about("Kind", "Left open, a monster against a hero, and a hero against a monster.");
        dodge: Option<Stat> = None,
            about("Dodge", "The defender draws a number from 0 to this; left open, it is computed from the hero, and 3 for a monster.");
        armor_stat: Option<Int<0, 10_000>> = None,
            about("Armor stat", "Up to this much damage is taken off by a roll; left open, it is computed from the hero's armor, and 1 for a monster.");
        hp: Option<Int<1, 100_000>> = None,
            about("Health", "The health left; when it is given, the chance to kill with one strike is computed.").unit("hit points");
        hero_class: Option<Class> = None,
            about("Class", "Left open, it is the class of the subclass, else the Warrior; a Rogue dodges better with strength to spare.").when(&HERO_DEFENDS);
        subclass: Subclass = Subclass::None,
            about("Subclass", "A Freerunner dodges twice as well while moving.").when(&HERO_DEFENDS);
        level: Int<1, 99> = int(1),
            about("Level", "A hero's dodge is 4 plus the level, times what ring and armor make of it.").when(&DODGE_COMPUTED);
        strength: Option<Strength> = None,
            about("Strength", "Each point that the armor asks for in vain divides the dodge by 1.5; left open, 11 for a Warrior, 10 for others.").when(&DODGE_COMPUTED);
        armor: Option<Armor> = Some(Armor::DEFAULT), about("Armor", "What the hero wears.").when(&HERO_DEFENDS);
        ring_of_evasion: Ring = int(0),
            about("Ring of evasion", "Each level of all worn rings together multiplies the dodge by 1.2.").group("Rings").when(&DODGE_COMPUTED);
        paralysed: bool = false,
            about("Paralysed", "A paralysed or frozen monster cannot dodge; a hero is surprised, or in the game's code dodges half as well.")
                .group("Temporary effects");
        weakened: bool = false,
            about("Weakened", "A weakened hero has 2 points of strength less.").group("Temporary effects").when(&DODGE_COMPUTED);
        moving: bool = false,
            about("Moving", "A Freerunner in the middle of an action, in armor that is not too heavy, dodges twice as well.").group("Temporary effects")
                .when(&[HERO_DEFENDS[0], HERO_DEFENDS[1], When::is(".subclass", &["freerunner"], "Only a Freerunner dodges better while moving.")]);
        starving: bool = false,
            about("Starving", "A starving Freerunner has nothing of moving.").group("Temporary effects")
                .when(&[HERO_DEFENDS[0], HERO_DEFENDS[1], When::is(".moving", &["true"], "It matters to a moving Freerunner only.")]);
        barkskin: Int<0, 1000> = int(0),
            about("Barkskin", "Is added to the armor stat that the armor gives.").unit("points").group("Temporary effects").when(&ARMOR_COMPUTED);
        herbal_armor: Int<0, 10_000> = int(0),
            about("Herbal armor", "An earthroot's armor takes this much off the damage, after the damage reduction.")
                .unit("points").group("Temporary effects").when(&HERO_DEFENDS);
        immune: bool = false,
            about("Immune", "The hit itself does nothing; what an enchantment takes remains.").group("Resistance");
        resist_chance: Num<0, 1, 1> = num(0),
            about("Chance to resist", "With this chance the damage becomes an even roll from 0 to itself: n/(n+3) with rings of elements of n levels, 1 for a monster that resists.")
                .group("Resistance").when(&[When::not(".immune", &["true"], "The defender is immune.")]);
        yog_fists: Int<0, 2> = int(0),
            about("Yog-Dzewa's fists", "Each living fist halves what Yog-Dzewa loses.").unit("fists").group("Resistance").when(&MOB_DEFENDS);
        no_assassin_bonus: bool = false,
            about("No Assassin's bonus", "The swarm of flies, the crazy thief and the crazy bandit never suffer the Assassin's bonus.")
                .group("Resistance").when(&MOB_DEFENDS);
    }
}

sheet! {
    /// What a hero wears.
    pub(super) struct Armor, "armor" {
        tier: Int<0, 20> = int(1), about("Tier", "Cloth is 1, leather 2, mail 3, scale 4 and plate 5; the armor stat at +0 is twice the tier.");
        upgrade: Upgrade = int(0),
            about("Upgrade", "Each adds the tier to the armor stat, and the armor then needs a point of strength less.");
        strength: Option<Strength> = None,
            about("Strength needed at +0", "Left open, 7 plus twice the tier.");
        glyph: Glyph = Glyph::None,
            about("Glyph", "Any glyph counts as one upgrade more for the armor stat; viscosity may put the damage off to later turns.");
        broken: bool = false,
            about("Broken", "Of broken armor the upgrades count for nothing but the strength needed.").group("Wear");
    }
}

sheet! {
    /// What holds between the two.
    pub(super) struct Situation {
        rules: Rules = Rules::Document, about("Rules", "Whose rules are played where the wiki page and the game's code differ.");
        surprise: bool = false,
            about("Surprise", "The defender sleeps, wanders or has only just come into view, and the attack always hits.");
        distance: Int<1, 31> = int(2),
            about("Distance", "At a distance of 1 a hero's throw has half the accuracy.").unit("cells").modes(&["thrown"])
                .when(&[When::is("attacker.kind", &["hero"], "Distance matters to a hero's throw only.")]);
        in_water: bool = false,
            about("In water", "The defender stands in water and does not fly, which makes lightning and a shocking weapon worse.");
    }
}

/// A place inside the largest map.
pub(super) type Place = Cell<0, 63>;
/// Any place; outside the map everything is wall.
pub(super) type Places = List<Cell<-1_000_000_000, 1_000_000_000>, 0, 4096>;

sheet! {
    /// The map of the targeting tool.
    pub(super) struct Targeting {
        origin: Place = Cell { x: 0, y: 0 }, about("Thrower", "Where the projectile starts.");
        tap: Place = Cell { x: 15, y: 8 }, about("Tapped tile", "The tile that the player taps.");
        wanted: Option<Place> = None,
            about("Tile to hit", "Finds every tile to tap so that the projectile strikes a creature that stands here.");
        projectile: Projectile = Projectile::Thrown,
            about("Projectile", "A thrown item ends at the tapped tile at the latest; a wand's bolt flies on; a piercing ray passes through creatures.");
        range: Option<Int<1, 100>> = None,
            about("Range", "The most cells a piercing ray goes: the level plus 3 for the wand of disintegration; left open, it has no end.")
                .unit("cells").when(&[When::is(".projectile", &["piercing"], "Only a piercing ray has a range.")]);
        walls: Places = List::fixed(&[]), about("Walls", "The projectile stops in the cell before: walls, statues, barricades, bookshelves, locked doors.");
        cover: Places = List::fixed(&[]), about("Cover", "The projectile enters a closed door or high grass and stops in it.");
        creatures: Places = List::fixed(&[]), about("Creatures", "A thrown item and a wand's bolt stop at the first one.");
        width: Int<1, 64> = int(32), about("Map width", "Cells beyond the edge of the map are wall.").unit("cells").group("Map");
        height: Int<1, 64> = int(32), about("Map height", "Cells beyond the edge of the map are wall.").unit("cells").group("Map");
    }
}
