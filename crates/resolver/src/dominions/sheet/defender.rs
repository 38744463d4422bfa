//! Who is struck, and how it is protected.

use super::{
    BEFORE, BLESS, CONDITION, DARK, NO_BLIND_FIGHTER, NO_SPIRIT_SIGHT, POWERS, Powers, REPELS, SENSES,
    SKILLS, SWAMP, UNDERWATER,
};
use crate::dominions::names::{BodyPart, State, WaterAbility};
use crate::sheet;
use crate::sheet::{Int, List, When, about, int};

const BODY: &str = "Body";
const ARMOUR: &str = "Armour and resistances";
const WARDS: &str = "Wards";

const MUNDANE: When = When::not("attacker.weapon.magic", &["true"], "The weapon is magic.");
const CHARGED: When = When::is("attacker.charging", &["true"], "Nobody charges.");

sheet! {
    /// Whoever is struck.
    pub(in crate::dominions) struct Defender, "defender" {
        defence: Int<-20, 60> = int(10),
            about("Defence skill", "As the unit has it, without gear; a mounted unit's 3 are included.");
        weapon_defence: Int<-20, 20> = int(1), about("Defence of weapons", "What all its weapons add to defence.");
        armour_defence: Int<-20, 20> = int(-2),
            about("Defence of armour", "What body armour and helmet take from defence.");
        shield: Shield = Shield::DEFAULT, about("Shield", "What is held up against strikes.");
        head_armour: Int<0, 60> = int(18), about("Helmet", "Protects the head.");
        body_armour: Int<0, 60> = int(15), about("Body armour", "Protects torso, arms and legs.");
        natural_protection: Int<0, 60> = int(0), about(
            "Natural protection",
            "Is added to armour, less a fortieth of their product.",
        );
        hp: Int<1, 2000> = int(10), about("Hit points", "What is left of them.");
        max_hp: Option<Int<1, 2000>> = None, about(
            "Full hit points",
            "Beheading and afflictions go by them; empty, the unit has all of them.",
        ).group(BODY);
        size: Int<1, 10> = int(2), about(
            "Size",
            "How high its parts are; a mounted unit has its mount's. Who is 2 larger hits heads more often.",
        ).group(BODY);
        low_body: Int<0, 2> = int(0), about(
            "Low body",
            "Its parts are so much lower: 1 for most quadrupeds, 2 for lizards and dragons.",
        ).group(BODY);
        parts: List<BodyPart, 1, 4, true> =
            List::fixed(&[BodyPart::Head, BodyPart::Torso, BodyPart::Arms, BodyPart::Legs]),
            about("Body parts", "Those that it has and that can be hit.").group(BODY);
        needs_head: bool = true, about("Needs its head", "A slash at the head of half the full hit points kills.")
            .group(BODY).when(&[When::is("attacker.weapon.types", &["slash"], "Only slashes behead.")]);
        mounted: bool = false, about("Mounted", "Harassment counts half.").group(BODY);
        flying: bool = false, about("Flying", "No charge bonus counts against it.").group(BODY).when(&[CHARGED]);
        torso_armour: Option<Int<0, 60>> = None,
            about("Torso armour", "Stands in for the body armour there, where each part is known.").group(ARMOUR);
        arms_armour: Option<Int<0, 60>> = None,
            about("Arm armour", "Stands in for the body armour there, where each part is known.").group(ARMOUR);
        legs_armour: Option<Int<0, 60>> = None,
            about("Leg armour", "Stands in for the body armour there, where each part is known.").group(ARMOUR);
        invulnerability: Int<0, 60> = int(0), about(
            "Invulnerability",
            "Takes the place of a lower natural protection, but not against magic weapons.",
        ).group(ARMOUR).when(&[MUNDANE]);
        resist_pierce: bool = false, about("Pierce resistance", "Halves piercing damage, rounded up.").group(ARMOUR)
            .when(&[When::is("attacker.weapon.types", &["pierce"], "The weapon does not pierce.")]);
        resist_slash: bool = false, about("Slash resistance", "Halves slashing damage, rounded up.").group(ARMOUR)
            .when(&[When::is("attacker.weapon.types", &["slash"], "The weapon does not slash.")]);
        resist_blunt: bool = false, about("Blunt resistance", "Halves blunt damage, rounded up.").group(ARMOUR)
            .when(&[When::is("attacker.weapon.types", &["blunt"], "The weapon is not blunt.")]);
        elemental_resistance: Int<-50, 100> = int(0),
            about("Elemental resistance", "Is taken from an elemental weapon's damage; below 0 it adds.").group(ARMOUR)
            .when(&[When::not("attacker.weapon.element", &["none"], "The weapon has no element.")]);
        fatigue: Int<0, 200> = int(0), about(
            "Fatigue",
            "Takes 1 from defence for every 10; from 50 on armour is defeated more easily, and at 100 defence is 0.",
        ).group(CONDITION);
        state: State = State::None, about(
            "Held or helpless",
            "Who is held keeps a quarter of the defence, who is helpless none; armour is defeated more easily, and neither repels.",
        ).group(CONDITION);
        berserk: Int<0, 20> = int(0),
            about("Berserk", "The berserk value is taken from defence while the unit is berserk; else leave 0.")
            .group(CONDITION);
        frozen: bool = false, about("Frozen", "Takes 3 from defence.").group(CONDITION);
        slimed: bool = false, about("Slimed", "Takes 2 from defence.").group(CONDITION);
        affliction_defence: Int<-20, 0> = int(0), about(
            "Afflictions",
            "What they take from defence together: a lost eye 2, a limp 1.",
        ).group(CONDITION);
        cursed: bool = false,
            about("Cursed", "Wounds leave an affliction 15% more often.").group(CONDITION);
        experience: Int<0, 5> = int(0),
            about("Experience", "Each star adds 1 to defence.").unit("stars").group(SKILLS);
        item_defence: Int<-20, 20> = int(0), about("Magic items", "What they add to defence.").group(SKILLS);
        unsurroundable: Int<0, 50> = int(0),
            about("Unsurroundable", "So many earlier attacks are no harassment.").group(SKILLS);
        bless: DefenceBless = DefenceBless::DEFAULT,
            about("Bless", "Blessings in effect on the defender.").group(BLESS);
        quickened: bool = false,
            about("Quickened", "Quicken Self, Quickness and Quickening add 2 to defence.").group(BLESS);
        water_shield: bool = false,
            about("Water Shield", "Water Shield and Water Ward add 5 to defence under water.").group(BLESS)
            .when(&[UNDERWATER]);
        powers: Powers = Powers::DEFAULT,
            about("Powers", "Values of powers that light, storm and scales feed.").group(POWERS);
        spirit_sight: bool = false,
            about("Spirit sight", "Darkness does not lower defence.").group(SENSES).when(&[DARK]);
        blind_fighter: bool = false,
            about("Blind fighter", "Darkness does not lower defence.").group(SENSES).when(&[DARK]);
        darkvision: Int<0, 100> = int(0),
            about("Darkvision", "Lowers the penalty for darkness: half is left at 50, rounded up, and none at 100.").unit("%")
            .group(SENSES).when(&[DARK, NO_SPIRIT_SIGHT, NO_BLIND_FIGHTER]);
        swamp_survival: bool = false,
            about("Swamp survival", "Swamps do not lower defence.").group(SENSES).when(&[SWAMP]);
        water_ability: WaterAbility = WaterAbility::None, about(
            "In water",
            "Under water defence is 3 lower, for poor amphibians 2, for the amphibious and the aquatic not at all.",
        ).group(SENSES).when(&[UNDERWATER]);
        invisible: bool = false, about("Invisible", "Takes 10 from the attack.").group(WARDS)
            .when(&[When::not("attacker.spirit_sight", &["true"], "The attacker has spirit sight.")]);
        mistform: bool = false, about(
            "Mistform",
            "Takes up to 25 from damage, which does 1 at least; it ends at 25 or more, by a magic weapon, or else by 1% each time.",
        ).group(WARDS);
        images: Int<0, 40> = int(0), about(
            "Mirror images",
            "Besides the unit itself: damage strikes any of them alike. The first damage taken ends them; glamour is 1.",
        ).group(WARDS);
        ethereal: bool = false, about("Ethereal", "Three of four damaging hits without magic do nothing.").group(WARDS)
            .when(&[MUNDANE]);
        luck: bool = false, about("Luck", "Three of four killing blows do nothing; it does not help the undead.").group(WARDS);
        awe: Int<0, 20> = int(0),
            about("Awe", "The attacker's morale must hold against 10 more than this; 0 is no awe.").group(BEFORE);
        repel_weapon: Option<RepelWeapon> = None,
            about("Repels with", "Its longest weapon; without one it does not repel.").group(BEFORE);
        attack: Int<-20, 60> = int(10),
            about("Own attack", "The defender's net attack skill without the weapon, fatigue and harassment, to repel with.")
            .group(BEFORE).when(&[REPELS]);
    }
}

sheet! {
    /// What is held up against strikes.
    pub(in crate::dominions) struct Shield, "shield" {
        parry: Int<0, 20> = int(4), about(
            "Parry",
            "A hit that beats defence by no more than this is on the shield; 0 is no shield.",
        );
        protection: Int<0, 60> = int(16),
            about("Protection", "Is added to protection when the shield is hit.")
            .when(&[When::not(".parry", &["0"], "A parry of 0 is no shield.")]);
        defence: Int<-20, 20> = int(-1), about("Defence", "What carrying it takes from defence; 0 without a shield.");
    }
}

sheet! {
    /// What the defender repels with.
    pub(in crate::dominions) struct RepelWeapon {
        attack: Int<-20, 20> = int(0), about("Attack", "Is added to the repel roll.");
        length: Int<-1, 10> = int(0), about(
            "Length",
            "As listed: only a weapon longer than the attacker's repels; from size 4 on a wielded one counts 1 more.",
        );
        intrinsic: bool = false, about("Intrinsic", "A bite or a tail: size does not lengthen it.");
    }
}

sheet! {
    /// Blessings that help not to be hit.
    pub(in crate::dominions) struct DefenceBless {
        swiftness: bool = false, about("Swiftness", "Air 3 adds 1 to defence.");
        defence: bool = false, about("Defence", "Water 3 adds 2 to defence.");
        quickness: bool = false, about("Quickness", "Water 10 adds 2 to defence.");
        blood_surge: bool = false, about("Blood Surge", "Blood 4 adds 1 to defence while it is active.");
        larger: bool = false, about("Larger", "Earth 4 and nature 3 take 1 from defence at all times.");
        throne: Int<-10, 10> = int(0), about("Throne effects", "What thrones add to defence.");
    }
}
