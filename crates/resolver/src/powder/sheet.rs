//! What a POWDER scenario consists of: two sheets and the situation. The figures' sections are those of the rules.

use super::names::{
    ArmourSkill, AttackRolls, AttackType, Digging, Element, EnchantParts, Hand, ImprovisedLevel,
    ImprovisedStyle, Kind, Material, Negative, OneMisses, Percentages, Reduction, Rules, Size, Skill, Slot,
    SourcelessBonus, Special, TrueAimOne, Twenty, Weakness,
};
use crate::sheet;
use crate::sheet::{Int, List, Reader, Sheet, When, about, int};

const WITH_ATTACKER: &[&str] = &["melee", "thrown", "missile", "spell", "wand", "improvised"];
const WITH_WEAPON: &[&str] = &["melee", "thrown", "missile", "improvised"];
const NOT_IN_MELEE: &[&str] = &["thrown", "missile", "improvised"];
const IN_MELEE: &[&str] = &["melee", "improvised"];

const ARMED: When = When::not("attacker.weapon", &["null"], "Nothing is wielded.");
const UNARMED: When = When::is("attacker.weapon", &["null"], "The weapon's own material counts.");
const CAN_MOVE: When = When::is("defender.can_move", &["true"], "Whoever cannot move avoids nothing.");

sheet! {
    /// The document of a scenario.
    pub(super) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("Attacker", "Who attacks, and with what.");
        defender: Defender = Defender::DEFAULT, about("Defender", "Who is attacked.");
        situation: Situation = Situation::DEFAULT,
            about("Situation", "What holds between the two, and whose rules are played.");
    }
}

/// The attack's own bonus to hit.
pub(super) type ToHit = Int<-50, 50>;
/// The enchantment of an item.
pub(super) type Enchantment = Int<-99, 99>;
/// The damage types of a strike.
pub(super) type Parts = List<Part, 1, 6>;

const ONE_PART: Parts = List::fixed(&[Part::DEFAULT]);

sheet! {
    /// One damage type of a strike.
    pub(super) struct Part {
        dice: Int<0, 20> = int(1), about("Dice", "How many dice this part rolls.");
        sides: Int<0, 100> = int(8), about("Sides", "The sides of each die; a die of 0 or 1 sides always shows 1.");
        bonus: Int<-100, 1000> = int(0),
            about("Bonus", "Is added to the dice; a multiplier multiplies it along with the number of dice.");
        element: Element = Element::Physical,
            about("Element", "What the damage is made of, which the defender may resist or suffer twice.");
    }
}

sheet! {
    /// A further strike of the turn.
    pub(super) struct Strike {
        to_hit_bonus: ToHit = int(0),
            about("To-hit bonus", "This attack's own bonus, part of the maximum bonus.");
        always_hits: bool = false, about("Always hits", "It cannot miss, not even on a 1.");
        parts: Parts = ONE_PART, about("Damage", "The damage types of this strike, the base part first.");
    }
}

sheet! {
    /// What is wielded, thrown or shot.
    pub(super) struct Weapon, "weapon" {
        enchantment: Enchantment = int(0), about(
            "Enchantment",
            "Adds to the maximum bonus, and as much again to what the enchant bonus on damage is rolled from.",
        );
        r#type: AttackType = AttackType::Edged,
            about("Attack type", "The weapon skill that it takes; a thing without a type takes Improvised Weapons.")
            .modes(&["melee", "thrown", "missile"]);
        size: Size = Size::Medium,
            about("Size", "In melee the skill in weapons of this size counts too; the largest have none.")
            .modes(IN_MELEE);
        special: Special = Special::None,
            about("Special skill", "The weapon's own skill: it counts too, and True Aim makes a throw sure.");
        material: Material = Material::Iron,
            about("Material", "Silver and gold raise the multiplier against those who suffer from them.");
        digs: bool = false,
            about("Digs", "It can dig, which raises the multiplier against an earth elemental.");
    }
}

sheet! {
    /// What a missile is shot from.
    pub(super) struct Launcher {
        enchantment: Enchantment = int(0),
            about("Enchantment", "Is added to the missile's, for the maximum bonus and for damage.");
    }
}

sheet! {
    /// Whoever attacks.
    pub(super) struct Attacker, "attacker" {
        kind: Kind = Kind::Avatar,
            about("Kind", "The avatar's skills are counted; a monster is as skilled as level 2 with everything.")
            .modes(WITH_ATTACKER);
        physical_level: Int<0, 99> = int(5),
            about("Physical level", "Part of the maximum bonus of blows, throws, missiles and wands.")
            .modes(&["melee", "thrown", "missile", "wand", "improvised"]);
        magical_level: Int<0, 99> = int(0),
            about("Magical level", "Part of the maximum bonus of spells and wands.").modes(&["spell", "wand"]);
        improvised_style: ImprovisedStyle = ImprovisedStyle::Melee,
            about("Used as", "Whether the thing is swung or thrown.").modes(&["improvised"]);
        weapon: Option<Weapon> = Some(Weapon::DEFAULT), about(
            "Weapon",
            "What is wielded, thrown or shot; none is a bare hand or a creature's natural attack.",
        ).modes(WITH_WEAPON);
        launcher: Option<Launcher> = None,
            about("Launcher", "The bow that the missile is shot from.").modes(&["missile"]).when(&[ARMED]);
        parts: Parts = ONE_PART, about("Damage", "The damage types of the strike, the base part first.");
        to_hit_bonus: ToHit = int(0), about(
            "To-hit bonus",
            "The attack's own bonus, such as a rapier's +2, part of the maximum bonus; for a throw or an improvised blow, that attack's figure.",
        );
        charging: bool = false,
            about("Charging", "The multiplier starts at 2 in place of 1; only a blow in melee can be a charge.")
            .modes(IN_MELEE);
        skills: List<Skill, 0, 18, true> = List::fixed(&[]), about(
            "Weapon skills",
            "Each that fits the weapon gives the avatar one level; of a monster's only True Aim matters.",
        ).group("Skills").modes(WITH_WEAPON);
        skill_level: Option<Int<0, 3>> = None,
            about("Skill level", "Takes the place of the level that the skills give.")
            .group("Skills").modes(WITH_ATTACKER);
        always_hits: bool = false,
            about("Always hits", "The attack cannot miss, not even on a 1, such as a blast.").group("Attack");
        more_strikes: List<Strike, 0, 5> = List::fixed(&[]), about(
            "More strikes",
            "Further strikes of the same turn, with the same weapon, charge and target; each is a whole new attack.",
        ).group("Attack");
        size: Size = Size::Medium,
            about("Size", "Whether the attacker is smaller or larger decides which body parts are struck.")
            .group("Body").modes(WITH_ATTACKER);
        material: Material = Material::Flesh,
            about("Material", "An unarmed blow by a body of silver or gold counts as one with that metal.")
            .group("Body").modes(IN_MELEE).when(&[UNARMED]);
        digs: bool = false, about("Digs", "A digger raises the multiplier against an earth elemental.")
            .group("Body").modes(IN_MELEE);
        off_balance: bool = false,
            about("Off balance", "Every blow, throw and missile misses completely.")
            .group("Temporary effects").modes(WITH_WEAPON);
        in_tree: bool = false,
            about("In a tree", "Throws and missiles from a tree get +4 against whoever is in none.")
            .group("Temporary effects").modes(NOT_IN_MELEE)
            .when(&[When::not("defender.in_tree", &["true"], "The target is in a tree too.")]);
    }
}

sheet! {
    /// One piece of armour, or a shield.
    pub(super) struct Armour, "armour" {
        ac: Int<0, 50> = int(0), about("AC", "The piece's own armour class, an artifact's bonus included.");
        enchantment: Enchantment = int(0), about("Enchantment", "Is added to the armour class.");
        material: Material = Material::Iron, about("Material", "Decides which armour skill counts for it.");
        skill: Option<Int<0, 2>> = None,
            about("Skill", "Takes the place of the level that the skills give, also of a monster's 2.");
    }
}

const fn worn(slot: &'static str, label: &'static str, help: &'static str) -> crate::sheet::About {
    const REASONS: &[When; 4] = &[
        When::is("defender.slots", &["head"], "The defender has no head."),
        When::is("defender.slots", &["neck"], "The defender has no neck."),
        When::is("defender.slots", &["body"], "The defender wears nothing on the body."),
        When::is("defender.slots", &["feet"], "The defender has no feet."),
    ];
    let [head, neck, body, feet] = REASONS;
    let when = match slot.as_bytes() {
        b"head" => head,
        b"neck" => neck,
        b"body" => body,
        _ => feet,
    };
    about(label, help).when(core::slice::from_ref(when))
}

sheet! {
    /// What is worn on each body part.
    pub(super) struct Worn {
        head: Option<Armour> = None, worn("head", "Head", "The helmet, where one is worn.");
        neck: Option<Armour> = None, worn("neck", "Neck", "The amulet or gorget, where one is worn.");
        body: Option<Armour> = None, worn("body", "Body", "The body armour, where one is worn.");
        feet: Option<Armour> = None, worn("feet", "Feet", "The boots, where some are worn.");
    }
}

sheet! {
    /// Whoever is attacked.
    pub(super) struct Defender, "defender" {
        kind: Kind = Kind::Monster,
            about("Kind", "The avatar's armour skills are counted; a monster's armour skill is always 2.");
        natural_ac: Int<0, 100> = int(5),
            about("Natural AC", "The armour class of the bare skin; the natural AC roll is 1 up to this.");
        worn: Worn = Worn::DEFAULT, about("Worn", "The armour on each body part.");
        shield: Option<Armour> = None,
            about("Shield", "Adds its own roll to the worn AC roll if it parries: 25, 50 or 75% by skill.");
        skills: List<ArmourSkill, 0, 11, true> = List::fixed(&[]), about(
            "Skills",
            "The avatar's armour skills, one for the piece and one for its material, and the skills to avoid a blow.",
        ).group("Skills");
        parry_weapon: Hand = Hand::None,
            about("Parrying weapon", "Each hand with a parrying weapon blocks one blow in ten.").group("Skills")
            .when(&[When::is("defender.skills", &["parry"], "It takes the Parry skill."), CAN_MOVE]);
        off_hand_chance: Int<0, 100> = int(0), about(
            "Off-hand chance",
            "The two-weapon chance, which the left hand must make before it can parry.",
        ).unit("%").group("Skills").when(&[
            When::is("defender.skills", &["parry"], "It takes the Parry skill."),
            When::is("defender.parry_weapon", &["left", "both"], "The left hand holds no parrying weapon."),
            CAN_MOVE,
        ]);
        size: Size = Size::Medium,
            about("Size", "Whether the defender is smaller or larger decides which body parts are struck.")
            .group("Body").modes(WITH_ATTACKER);
        slots: List<Slot, 0, 4, true> = List::fixed(&[Slot::Head, Slot::Neck, Slot::Body, Slot::Feet]),
            about("Body parts", "Those that can wear something; blows at the others go to the body.").group("Body");
        resists: List<Element, 0, 7, true> = List::fixed(&[]), about(
            "Resists",
            "Elements whose multiplier is 0; undead, daemons and dressed necromancers resist death, the blind and the sleeping light.",
        ).group("Body");
        vulnerable: List<Weakness, 0, 7, true> = List::fixed(&[]), about(
            "Suffers from",
            "Elements and metals that raise the multiplier by one, even of a resisted element.",
        ).group("Body");
        earth_elemental: bool = false,
            about("Earth elemental", "Whoever can dig raises the multiplier by one.")
            .group("Body").modes(WITH_WEAPON);
        can_move: bool = true, about(
            "Can move",
            "The sleeping, and the paralysed without freedom, cannot dodge, duck or parry.",
        ).group("Temporary effects");
        moved_last_turn: bool = false,
            about("Moved last turn", "Moving Target avoids one throw, missile, spell or ray in five.")
            .group("Temporary effects").modes(&["thrown", "missile", "spell", "wand", "improvised"])
            .when(&[When::is("defender.skills", &["moving-target"], "It takes the Moving Target skill."), CAN_MOVE]);
        in_tree: bool = false,
            about("In a tree", "Takes away the bonus of whoever shoots from a tree.")
            .group("Temporary effects").modes(NOT_IN_MELEE)
            .when(&[When::is("attacker.in_tree", &["true"], "The attacker is in no tree.")]);
    }
}

sheet! {
    /// What holds between the two.
    pub(super) struct Situation {
        rules: Rules = Rules::Document,
            about("Rules", "What the wiki page says, or what versions 117 and 118 of the game really do.");
        can_sense: bool = true,
            about("Attacker senses the target", "Otherwise the modifier is 4 lower.").modes(WITH_ATTACKER);
        natural_enemy: bool = false,
            about("Natural enemy", "The target is the attacker's natural enemy: the modifier is 4 higher.")
            .modes(WITH_ATTACKER);
        switches: Switches = Switches::DEFAULT,
            about("Rules switches", "Single points in which page and game differ; each left open follows the rules above.")
            .group("Rules switches");
    }
}

sheet! {
    /// The points of section 9, each on its own.
    pub(super) struct Switches {
        attack_rolls: Option<AttackRolls> = None,
            about("Attack rolls", "How many rolls of the maximum bonus a skill level gives, of which the best counts.");
        one_misses: Option<OneMisses> = None,
            about("A natural 1 misses", "Whether a 1 spoils every attack, or only blows, throws and missiles.")
            .modes(&["spell", "wand", "trap"]);
        true_aim_one: Option<TrueAimOne> = None,
            about("A natural 1 with True Aim", "Whether a 1 spoils a throw that True Aim makes sure.")
            .modes(NOT_IN_MELEE);
        twenty: Option<Twenty> = None,
            about("A natural 20", "Whether it can still be dodged, ducked under or parried.");
        enchant_parts: Option<EnchantParts> = None,
            about("Enchant bonus", "Whether every damage type gets an enchant bonus, or the base part alone.")
            .modes(WITH_WEAPON);
        reduction: Option<Reduction> = None,
            about("Damage reduction", "Whether it is rolled once, for each damage type, or only for the base part.");
        negative_rolls: Option<Negative> = None,
            about("Negative rolls", "Whether a roll up to a negative number is negative, or positive by a slip.");
        improvised_level: Option<ImprovisedLevel> = None,
            about("Level when improvised", "Whether the physical level counts for an improvised weapon.")
            .modes(&["improvised"]);
        sourceless_bonus: Option<SourcelessBonus> = None,
            about("A trap's bonus", "Whether the attack's own bonus counts without an attacker.").modes(&["trap"]);
        digging: Option<Digging> = None,
            about("Digging", "Who counts as digging into an earth elemental.").modes(WITH_WEAPON);
        percentages: Option<Percentages> = None, about(
            "Percentages",
            "Exact, or from the game's table of 1024 numbers, in which 10% is 103 of 1024.",
        );
    }
}

impl Scenario {
    /// What one field means for another: nothing is worn where there is no slot.
    pub(super) fn check(&self, reader: &mut Reader<'_>) {
        let Defender { worn, slots, .. } = &self.defender;
        let pieces = [
            (Slot::Head, &worn.head),
            (Slot::Neck, &worn.neck),
            (Slot::Body, &worn.body),
            (Slot::Feet, &worn.feet),
        ];
        for (slot, _) in pieces.into_iter().filter(|(slot, piece)| piece.is_some() && !slots.has(*slot)) {
            reader.at_field("defender", |reader| {
                reader.at_field("worn", |reader| {
                    reader.at_field(slot.name(), |reader| {
                        reader.problem("is not allowed; defender.slots does not have this body part");
                    });
                });
            });
        }
    }
}
