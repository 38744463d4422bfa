//! What a scenario of Angband consists of: the player against a monster, or a monster against the player.

use super::names::{
    BaseElement, Class, Effect, Element, Flag, HitFormula, Kind, LauncherKind, Method, ObjectKind, Race,
    Rules, WeaponKind,
};
use super::stats::Stat;
use crate::sheet;
use crate::sheet::{Int, List, When, about, int};

const MELEE: &[&str] = &["melee"];
const FIRED: &[&str] = &["fired"];
const THROWN: &[&str] = &["thrown"];
const MISSILES: &[&str] = &["fired", "thrown"];

const EQUIPMENT: &str = "Equipment";
const EFFECTS: &str = "Temporary effects";
const SWITCHES: &str = "Rules switches";

const NO_SKILL: When =
    When::is("attacker.totals.skill", &["null"], "The overall skill is given among the known totals.");
const NO_COMBAT_BONUS: When = When::is(
    "attacker.totals.combat_bonus",
    &["null"],
    "The bonus to combat skill is given among the known totals.",
);
const NO_DAMAGE_BONUS: When = When::is(
    "attacker.totals.damage_bonus",
    &["null"],
    "The melee damage bonus is given among the known totals.",
);
const NO_BLOWS: When =
    When::is("attacker.totals.blows", &["null"], "The number of blows is given among the known totals.");
const NO_SHOTS: When =
    When::is("attacker.totals.shots", &["null"], "The number of shots is given among the known totals.");
const NO_MULTIPLIER: When =
    When::is("attacker.totals.multiplier", &["null"], "The multiplier is given among the known totals.");
const IS_PRIEST: When = When::is("attacker.class", &["priest"], "Only priests mind an edge.");
const HAS_EDGE: When =
    When::is(".kind", &["sword", "polearm"], "Priests may wield hafted weapons and diggers as they are.");
const IS_ARM: When = When::is(
    ".kind",
    &["shot", "arrow", "bolt", "sword", "polearm", "hafted", "digger"],
    "Only weapons and ammunition have powers that count when thrown.",
);
const DOES_SOMETHING: When = When::not(".effect", &["none"], "A blow without an effect does no damage.");

/// A bonus to hit or to damage.
pub(super) type Plus = Int<-300, 300>;
/// The dice of an object.
pub(super) type DiceCount = Int<0, 40>;
/// The sides of each.
pub(super) type Sides = Int<0, 100>;
/// A weight in tenths of a pound.
pub(super) type Weight = Int<0, 2000>;
/// The powers of an object.
pub(super) type Flags = List<Flag, 0, 16, true>;
/// What the player resists.
pub(super) type Resists = List<BaseElement, 0, 4, true>;
/// Present hit points.
pub(super) type HitPoints = Option<Int<0, 30_000>>;

const NO_FLAGS: Flags = List::fixed(&[]);
const NO_RESISTS: Resists = List::fixed(&[]);

sheet! {
    /// The player strikes, shoots or throws.
    pub(super) struct PlayerAttacks {
        attacker: Player = Player::DEFAULT, about("Player", "Who attacks, and with what.");
        defender: Monster = Monster::DEFAULT, about("Monster", "Who is attacked.");
        situation: Situation = Situation::DEFAULT,
            about("Situation", "What holds between the two, and whose rules are played.");
    }
}

sheet! {
    /// The monster strikes.
    pub(super) struct MonsterAttacks {
        attacker: Striker = Striker::DEFAULT, about("Monster", "Who attacks, and with which blows.");
        defender: Victim = Victim::DEFAULT, about("Player", "Who is attacked.");
        situation: StrikeSituation = StrikeSituation::DEFAULT,
            about("Situation", "Which blow is looked at, and whose rules are played.");
    }
}

sheet! {
    /// The player as the attacker.
    pub(super) struct Player, "character" {
        class: Class = Class::Warrior,
            about("Class", "Gives the base skill, its growth with level, and the most blows a turn.");
        race: Race = Race::Human, about("Race", "Is added to the skill.").when(&[NO_SKILL]);
        level: Int<1, 50> = int(20),
            about("Level", "Raises the skill and the chance of a critical hit; a ranger shoots faster at 20 and 40.");
        str: Stat = Stat::percentile(50), about(
            "Strength",
            "As it stands after equipment: adds to hit and to damage, and decides the blows and what is too heavy; 18 is 18/00.",
        );
        dex: Stat = Stat::percentile(10),
            about("Dexterity", "As it stands after equipment: adds to hit, and decides the blows; 18 is 18/00.");
        weapon: Option<Weapon> = Some(Weapon::DEFAULT), about(
            "Melee weapon",
            "What is wielded; none is bare hands. For shots and throws only its weight counts, and a priest's dislike of edges.",
        );
        launcher: Option<Launcher> = Some(Launcher::DEFAULT), about(
            "Launcher",
            "What shots are fired from. When too heavy it hampers every attack; in the document its to-hit helps throws too.",
        );
        ammo: Ammo = Ammo::DEFAULT, about("Ammunition", "What is shot.").modes(FIRED);
        object: Thrown = Thrown::DEFAULT, about("Thrown object", "What is thrown.").modes(THROWN);
        armour_to_hit: Int<-100, 100> = int(0), about(
            "Body armour to hit",
            "The number in round brackets of heavy body armour, 0 to -8, is added to hit.",
        ).group(EQUIPMENT);
        gear_to_hit: Plus = int(0), about(
            "Other gear to hit",
            "The to-hit of rings, gloves, amulet and the like together, without weapon and launcher.",
        ).group(EQUIPMENT);
        gear_to_dam: Plus = int(0), about(
            "Other gear to damage",
            "The to-damage of rings, gloves, amulet and the like together, without the weapon.",
        ).group(EQUIPMENT).modes(MELEE).when(&[NO_DAMAGE_BONUS]);
        blessed: bool = false, about("Blessed", "A blessing adds 10 to hit.").group(EFFECTS);
        heroism: bool = false, about("Heroism", "Heroism adds 12 to hit.").group(EFFECTS);
        berserk: bool = false, about("Berserk", "Berserk strength adds 24 to hit.").group(EFFECTS);
        stun: Int<0, 100> = int(0), about(
            "Stun",
            "The stun counter: 1 to 50 takes 5, 51 to 100 takes 20 from hit and from melee damage.",
        ).group(EFFECTS);
        totals: Totals = Totals::DEFAULT,
            about("Known totals", "Figures known from the character screen, in place of derived ones.")
            .group("Known totals");
    }
}

sheet! {
    /// A melee weapon.
    pub(super) struct Weapon, "weapon" {
        kind: WeaponKind = WeaponKind::Sword, about("Kind", "Priests mind swords and polearms that are not blessed.");
        dice: DiceCount = int(2), about("Dice", "How many dice a blow rolls.").modes(MELEE);
        sides: Sides = int(5), about("Sides", "The sides of each die.").modes(MELEE);
        weight: Weight = int(130), about(
            "Weight",
            "A lighter weapon gives more blows; a heavier one makes critical hits likelier and better; 13 lb is 130.",
        ).unit("tenths of a pound");
        to_hit: Plus = int(0),
            about("To hit", "Is added to the bonus to combat skill.").modes(MELEE).when(&[NO_COMBAT_BONUS]);
        to_dam: Plus = int(0), about("To damage", "Is added to each blow, after slays and critical hits.")
            .modes(MELEE).when(&[NO_DAMAGE_BONUS]);
        flags: Flags = NO_FLAGS,
            about("Slays and brands", "Multiply the dice; of those that apply only the highest counts.").modes(MELEE);
        extra_blows: Int<-10, 10> = int(0),
            about("Extra blows", "Are added to the natural blows of a turn; a weapon that is too heavy gives none.")
            .modes(MELEE).when(&[NO_BLOWS]);
        blessed: bool = false,
            about("Blessed weapon", "Spares a priest the penalty of 2 to hit and to damage for an edged weapon.")
            .when(&[IS_PRIEST, HAS_EDGE]);
    }
}

sheet! {
    /// What shoots.
    #[derive(Copy)]
    pub(super) struct Launcher, "launcher" {
        kind: LauncherKind = LauncherKind::LongBow, about(
            "Kind",
            "Decides the multiplier and the ammunition: sling and short bow ×2, long bow and light crossbow ×3, heavy crossbow ×4.",
        ).modes(FIRED);
        weight: Weight = int(40), about("Weight", "One too heavy to hold takes 2 to hit for each pound over; 4 lb is 40.")
            .unit("tenths of a pound");
        to_hit: Plus = int(0), about("To hit", "Is added to the bonus to combat skill; by the game's code not for throws.")
            .modes(MISSILES).when(&[NO_COMBAT_BONUS]);
        to_dam: Plus = int(0), about("To damage", "Is added to the dice before they are multiplied.").modes(FIRED);
        extra_might: Int<-10, 10> = int(0),
            about("Extra might", "Is added to the multiplier.").modes(FIRED).when(&[NO_MULTIPLIER]);
        extra_shots: Int<-10, 10> = int(0),
            about("Extra shots", "Are added to the shots of a turn.").modes(FIRED).when(&[NO_SHOTS]);
    }
}

sheet! {
    /// What is shot.
    pub(super) struct Ammo, "ammo" {
        dice: DiceCount = int(1), about("Dice", "How many dice a shot rolls.");
        sides: Sides = int(4), about("Sides", "The sides of each die.");
        weight: Weight = int(2), about("Weight", "A heavier missile makes critical hits likelier; 0.2 lb is 2.")
            .unit("tenths of a pound");
        to_hit: Plus = int(0), about("To hit", "Adds 3 to the skill for each point.");
        to_dam: Plus = int(0), about("To damage", "Is added to the dice before they are multiplied.");
        flags: Flags = NO_FLAGS,
            about("Slays and brands", "Multiply the damage; of those that apply only the highest counts.");
        artifact: bool = false, about("Artifact", "An artifact never breaks.");
    }
}

sheet! {
    /// What is thrown.
    pub(super) struct Thrown, "object" {
        kind: ObjectKind = ObjectKind::Flask,
            about("Kind", "Decides how easily it breaks, and whether its powers and bonuses count.");
        dice: DiceCount = int(2), about("Dice", "How many dice a hit rolls.");
        sides: Sides = int(6), about("Sides", "The sides of each die.");
        weight: Weight = int(10), about(
            "Weight",
            "A heavier object does not fly as far, but makes critical hits likelier; 1 lb is 10.",
        ).unit("tenths of a pound");
        to_hit: Plus = int(0), about(
            "To hit",
            "In the document each point of a weapon adds 3 to the skill; by the game's code it only makes critical hits likelier.",
        );
        to_dam: Plus = int(0),
            about("To damage", "Is added to the dice; in the document only that of a weapon or ammunition.");
        flags: Flags = NO_FLAGS,
            about("Slays and brands", "Multiply the damage; of those that apply only the highest counts.")
            .when(&[IS_ARM]);
        artifact: bool = false, about("Artifact", "An artifact never breaks.");
    }
}

sheet! {
    /// Figures of the character screen, where they are known.
    pub(super) struct Totals {
        skill: Option<Int<-3000, 3000>> = None,
            about("Overall skill", "The skill before ammunition, distance and sight.");
        combat_bonus: Option<Int<-1000, 1000>> = None,
            about("Bonus to combat skill", "The first number of the pair Melee or Shoot on the character screen.");
        damage_bonus: Option<Int<-1000, 1000>> = None,
            about("Melee damage bonus", "The second number of the pair Melee on the character screen.").modes(MELEE);
        blows: Option<Int<1, 20>> = None, about("Blows", "How many blows a turn has.").modes(MELEE);
        shots: Option<Int<1, 20>> = None, about("Shots", "How many shots a turn has.").modes(FIRED);
        multiplier: Option<Int<1, 20>> = None,
            about("Multiplier", "What the launcher multiplies the damage by.").modes(FIRED);
    }
}

sheet! {
    /// The monster as the defender.
    pub(super) struct Monster, "monster" {
        ac: Int<0, 1000> = int(30), about("Armour class", "Makes it harder to hit; it does not reduce damage.");
        hp: HitPoints = None, about(
            "Hit points",
            "Its present hit points: it dies once the damage of the turn exceeds them, and the attacks stop; none leaves that open.",
        );
        kinds: List<Kind, 0, 8, true> = List::fixed(&[]), about("Kinds", "What it is: decides which slays apply.");
        immune: List<Element, 0, 5, true> = List::fixed(&[]),
            about("Immune to", "What it is immune to: those brands do not apply.");
    }
}

sheet! {
    /// What holds between player and monster.
    pub(super) struct Situation {
        visible: bool = true,
            about("Monster seen", "Against a monster that is not seen the skill is halved.");
        distance: Int<1, 100> = int(5),
            about("Distance", "Takes 1 from the skill for each square.").unit("squares").modes(MISSILES);
        rules: Rules = Rules::Document,
            about("Rules", "The document's text, or the game's own code, where the two differ.").group(SWITCHES);
        hit_formula: Option<HitFormula> = None, about(
            "Hit formula",
            "Whether skill and armour are compared as a percentage or by whole dice; if not set, it follows the rules.",
        ).group(SWITCHES);
    }
}

sheet! {
    /// One blow of a monster.
    #[derive(Copy)]
    pub(super) struct Blow {
        method: Method = Method::Hit, about("Method", "How it strikes: a name only.");
        effect: Effect = Effect::Hurt,
            about("Effect", "What it does: decides how easily it lands and what reduces its damage.");
        dice: DiceCount = int(1), about("Dice", "How many dice it rolls.").when(&[DOES_SOMETHING]);
        sides: Sides = int(8), about("Sides", "The sides of each die.").when(&[DOES_SOMETHING]);
    }
}

sheet! {
    /// The monster as the attacker.
    pub(super) struct Striker, "striker" {
        level: Int<0, 200> = int(10), about("Level", "Adds 3 to its skill for each level.");
        evil: bool = false, about("Evil", "Protection from evil may repel its blows.");
        blows: List<Blow, 1, 4> = List::fixed(&[Blow::DEFAULT]), about("Blows", "What it strikes with, in order.");
    }
}

sheet! {
    /// The player as the defender.
    pub(super) struct Victim {
        ac: Int<-300, 1000> = int(30), about(
            "Armour class",
            "Base and magical armour together: makes it harder to be hit, and takes up to 60% off plain damage.",
        );
        level: Int<1, 50> = int(20), about("Level", "Protection from evil works better the higher it is.")
            .when(&[When::is(".protection_from_evil", &["true"], "The level counts for protection from evil only.")]);
        hp: HitPoints = None, about(
            "Hit points",
            "Present hit points: death comes once the damage of the turn exceeds them; none leaves that open.",
        );
        immune: Resists = NO_RESISTS,
            about("Immune to", "Blows of these elements do no damage.").group(EQUIPMENT);
        resist: Resists = NO_RESISTS,
            about("Resists", "Blows of these elements do a third of the damage, rounded up.").group(EQUIPMENT);
        armour_pieces: Int<0, 6> = int(0), about(
            "Armour that acid can eat",
            "Pieces whose armour is above 0: in as many of 6 cases acid hits armour and does half the damage.",
        ).group(EQUIPMENT);
        oppose: Resists = NO_RESISTS, about(
            "Resists for a time",
            "From a potion or a spell: a third of the damage, rounded up, in addition to what is worn.",
        ).group(EFFECTS);
        protection_from_evil: bool = false, about(
            "Protection from evil",
            "May repel an evil monster whose level is not above the player's.",
        ).group(EFFECTS).when(&[When::is("attacker.evil", &["true"], "It repels evil monsters only.")]);
        invulnerable: bool = false, about(
            "Invulnerable",
            "Ignores damage below 9000; its 100 points of armour are to be counted in the armour class.",
        ).group(EFFECTS);
        paralysed: bool = false, about(
            "Already paralysed",
            "A blow that paralyses does at least 1 damage to one who is paralysed already.",
        ).group(EFFECTS);
    }
}

sheet! {
    /// What holds when the monster strikes.
    pub(super) struct StrikeSituation {
        strike: Int<1, 4> = int(1),
            about("Blow", "Which of the monster's blows the chances and the damage of one strike describe.");
        rules: Rules = Rules::Document,
            about("Rules", "The document's text, or the game's own code, where the two differ.").group(SWITCHES);
        hit_formula: Option<HitFormula> = None, about(
            "Hit formula",
            "Whether skill and armour are compared as a percentage or by whole dice; if not set, it follows the rules.",
        ).group(SWITCHES);
    }
}
