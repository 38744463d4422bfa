//! Who strikes, and with what.

use super::{
    BEFORE, BLESS, CONDITION, DARK, NO_BLIND_FIGHTER, NO_SPIRIT_SIGHT, POWERS, Powers, REPELS, SENSES,
    SKILLS, SWAMP, UNDERWATER,
};
use crate::dominions::names::{DamageType, StrengthShare, WaterAbility, WeaponElement};
use crate::sheet;
use crate::sheet::{Int, List, When, about, int};

const CHARGE: &str = "Charge";
const PROPERTIES: &str = "Properties";

const CHARGES: When = When::is("attacker.charging", &["true"], "This is no charge.");
const CHARGE_WEAPON: When = When::is("attacker.weapon.charge", &["true"], "The weapon has no charge bonus.");
const COURAGE: When =
    When::not("defender.awe", &["0"], "The defender neither repels nor inspires awe.").or(&REPELS);

sheet! {
    /// Whoever strikes.
    pub(in crate::dominions) struct Attacker, "attacker" {
        attack: Int<-20, 60> = int(10), about("Attack skill", "As the unit has it, without the weapon's bonus.");
        strength: Int<0, 150> = int(10), about("Strength", "Is added to damage.");
        weapon: Weapon = Weapon::DEFAULT, about("Weapon", "What this strike is made with.");
        size: Int<1, 10> = int(2), about(
            "Size",
            "How high it reaches, and how hard it charges; a mounted unit has its mount's.",
        );
        fatigue: Int<0, 200> = int(0),
            about("Fatigue", "Takes 1 from attack for every 20; at 100 the unit cannot attack.").group(CONDITION);
        berserk: Int<0, 20> = int(0),
            about("Berserk", "The berserk value is added to attack while the unit is berserk; else leave 0.")
            .group(CONDITION);
        frozen: bool = false, about("Frozen", "Takes 3 from attack.").group(CONDITION);
        slimed: bool = false, about("Slimed", "Takes 2 from attack.").group(CONDITION);
        affliction_attack: Int<-20, 0> = int(0), about(
            "Afflictions",
            "What they take from attack together: a lost eye 2, a limp 1.",
        ).group(CONDITION);
        experience: Int<0, 5> = int(0),
            about("Experience", "Each star adds 1 to attack.").unit("stars").group(SKILLS);
        item_attack: Int<-20, 20> = int(0),
            about("Magic items", "What they add to every attack.").group(SKILLS);
        other_weapon_lengths: List<Int<-1, 10>, 0, 6> = List::fixed(&[]), about(
            "Lengths of other weapons",
            "Of the other weapons that it wields, without bites and the like: with two or more, all their lengths are taken from attack.",
        ).group(SKILLS);
        ambidextrous: Int<0, 30> = int(0),
            about("Ambidextrous", "Makes up for so much of the lengths of several weapons.").group(SKILLS);
        bless: AttackBless = AttackBless::DEFAULT,
            about("Bless", "Blessings in effect on the attacker.").group(BLESS);
        quickened: bool = false,
            about("Quickened", "Quicken Self, Quickness and Quickening add 2 to attack.").group(BLESS);
        powers: Powers = Powers::DEFAULT,
            about("Powers", "Values of powers that light, storm and scales feed.").group(POWERS);
        spirit_sight: bool = false,
            about("Spirit sight", "Neither darkness nor an invisible target lowers attack.").group(SENSES)
            .when(&[INVISIBLE_OR_DARK]);
        blind_fighter: bool = false,
            about("Blind fighter", "Darkness does not lower attack.").group(SENSES).when(&[DARK]);
        darkvision: Int<0, 100> = int(0),
            about("Darkvision", "Lowers the penalty for darkness: half is left at 50, rounded up, and none at 100.").unit("%")
            .group(SENSES).when(&[DARK, NO_SPIRIT_SIGHT, NO_BLIND_FIGHTER]);
        swamp_survival: bool = false,
            about("Swamp survival", "Swamps do not lower attack.").group(SENSES).when(&[SWAMP]);
        water_ability: WaterAbility = WaterAbility::None, about(
            "In water",
            "Under water attack is 3 lower, for poor amphibians 2, for the amphibious and the aquatic not at all.",
        ).group(SENSES).when(&[UNDERWATER]);
        charging: bool = false,
            about("Charging", "This is the first attack of the battle, after a move: the charge bonus counts.")
            .group(CHARGE).when(&[CHARGE_WEAPON]);
        flying: bool = false, about("Flying", "A flier's charge bonus is twice its size.").group(CHARGE)
            .when(&[CHARGE_WEAPON, CHARGES]);
        combat_speed: Int<0, 60> = int(12),
            about("Combat speed", "A quarter of it and the size are the charge bonus of who does not fly.").group(CHARGE)
            .when(&[CHARGE_WEAPON, CHARGES, When::not(".flying", &["true"], "A flier's charge depends on size alone.")]);
        morale: Int<0, 99> = int(10),
            about("Morale", "Is rolled against being repelled or awed; 50 is mindless.").group(BEFORE).when(&[COURAGE]);
        defence: Int<-20, 60> = int(10), about(
            "Own defence",
            "The attacker's net defence, with gear but without fatigue and harassment, against being repelled.",
        ).group(BEFORE).when(&[REPELS]);
        harassment: Int<0, 200> = int(0),
            about("Own harassment", "What harassment takes from the attacker's own defence.").group(BEFORE)
            .when(&[REPELS]);
    }
}

const INVISIBLE_OR_DARK: When =
    When::is("defender.invisible", &["true"], "It is not dark, and the target is not invisible.").or(&DARK);

sheet! {
    /// What is struck with.
    pub(in crate::dominions) struct Weapon, "weapon" {
        attack: Int<-20, 20> = int(1), about("Attack", "Is added to attack with this weapon.");
        damage: Int<-20, 200> = int(6), about("Damage", "Is added to strength.");
        length: Int<-1, 10> = int(1), about(
            "Length",
            "As listed: how high it reaches, and whether a longer weapon can repel it; from size 4 on a wielded one counts 1 more.",
        );
        attacks: Int<1, 10> = int(1),
            about("Strikes", "How often it strikes each time it is used.").modes(&["sequence"]);
        types: List<DamageType, 0, 3, true> = List::fixed(&[DamageType::Slash]), about(
            "Damage types",
            "One is drawn for each strike: piercing takes a fifth from protection, slashing adds a quarter to damage, blunt half on the head.",
        );
        two_handed: bool = false, about("Two-handed", "Strikes with 125% of strength.")
            .when(&[When::is(".strength", &["full"], "It does not strike with full strength.").or(&CHARGE_WEAPON)]);
        strength: StrengthShare = StrengthShare::Full,
            about("Strength", "How much of the strength is added to damage.").group(PROPERTIES);
        intrinsic: bool = false, about(
            "Intrinsic",
            "A bite or a hoof: its length does not count among several weapons, and size does not lengthen it.",
        ).group(PROPERTIES);
        magic: bool = false, about(
            "Magic",
            "Hits the ethereal, ends mistform, and invulnerability does not count against it.",
        ).group(PROPERTIES);
        armour_piercing: bool = false, about("Armour-piercing", "Halves protection.").group(PROPERTIES)
            .when(&[When::not(".armour_negating", &["true"], "The weapon ignores protection.")]);
        armour_negating: bool = false,
            about("Armour-negating", "Protection does not count.").group(PROPERTIES);
        ignores_shields: bool = false,
            about("Ignores shields", "A shield's protection does not count.").group(PROPERTIES);
        flail: bool = false,
            about("Flail", "Adds 2 to attack against a shield; under water it loses 1 more.").group(PROPERTIES);
        charge: bool = false, about(
            "Charge bonus",
            "A charge adds to damage, up to half the strength.",
        ).group(PROPERTIES);
        heavy_charge: bool = false,
            about("Heavy charge", "The charge bonus goes up to the whole strength.").group(PROPERTIES)
            .when(&[When::is(".charge", &["true"], "The weapon has no charge bonus.")]);
        unrepellable: bool = false,
            about("Cannot be repelled", "No weapon repels it, however long.").group(PROPERTIES).when(&[REPELS]);
        element: WeaponElement = WeaponElement::None, about(
            "Element",
            "The defender's resistance to it is taken from damage.",
        ).group(PROPERTIES);
    }
}

sheet! {
    /// Blessings that help to hit.
    pub(in crate::dominions) struct AttackBless {
        attack: bool = false, about("Attack", "Fire 3 adds 2 to attack.");
        quickness: bool = false, about("Quickness", "Water 10 adds 2 to attack.");
        berserker: bool = false, about("Berserker", "Nature 4 adds 2 to attack while it is active.");
        blood_surge: bool = false, about("Blood Surge", "Blood 4 adds 3 to attack while it is active.");
        throne: Int<-10, 10> = int(0), about("Throne effects", "What thrones add to attack.");
    }
}
