//! What a Dominions scenario consists of: two sheets and the situation. The figures' sections are those of the rules.

use super::names::{
    BodyPart, Critical, DamageType, Darkness, Gloom, RepelTies, State, StrengthShare, Swamp, Unreachable,
    WaterAbility, WeaponElement,
};
use crate::sheet;
use crate::sheet::{Int, List, Reader, When, about, int};

const SKILLS: &str = "Skills and gear";
const BLESS: &str = "Blessings and spells";
const POWERS: &str = "Powers";
const SENSES: &str = "Senses and terrain";
const CONDITION: &str = "Condition";
const ARMOUR: &str = "Armour in detail";
const WARDS: &str = "Wards";
const BEFORE: &str = "Repel and awe";
const BODY: &str = "Body";
const CHARGE: &str = "Charge";
const PLACE: &str = "Terrain and light";
const DICE: &str = "Fixed rolls and precision";

const SHIELDED: When = When::not(".parry", &["0"], "A parry of 0 is no shield.");
const WORKS_UNDERWATER: When = When::is("situation.underwater", &["true"], "It works under water only.");
const CHARGES: When = When::is("attacker.charging", &["true"], "This is no charge.");
const REPELS: When = When::not("defender.repel_weapon", &["null"], "The defender has nothing to repel with.");

sheet! {
    /// The document of a scenario.
    pub(super) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("Attacker", "Who strikes, and with which weapon.");
        defender: Defender = Defender::DEFAULT, about("Defender", "Who is struck.");
        situation: Situation = Situation::DEFAULT,
            about("Situation", "What holds for both, and which reading of unclear rules is played.");
    }
}

sheet! {
    /// Values of the powers that depend on light, storm and scales (rules 2.6).
    pub(super) struct Powers {
        dark: Int<0, 10> = int(0), about("Dark power", "Is added in gloom or darkness.");
        storm: Int<0, 10> = int(0), about("Storm power", "Is added in a storm.");
        chaos: Int<0, 10> = int(0), about("Chaos power", "Counts for each step of turmoil; against it in order.");
        magic: Int<0, 10> = int(0), about("Magic power", "Counts for each step of magic; against it in drain.");
        death: Int<0, 10> = int(0), about("Death power", "Counts for each step of death; against it in growth.");
        cold: Int<0, 10> = int(0), about("Cold power", "Counts for each step of cold; against it in heat.");
        fire: Int<0, 10> = int(0), about("Fire power", "Counts for each step of heat; against it in cold.");
    }
}

sheet! {
    /// Blessings that help to hit.
    pub(super) struct AttackBless {
        attack: bool = false, about("Attack", "Fire 3: attack +2.");
        quickness: bool = false, about("Quickness", "Water 10: attack +2.");
        berserker: bool = false, about("Berserker", "Nature 4, while active: attack +2.");
        blood_surge: bool = false, about("Blood Surge", "Blood 4, while active: attack +3.");
        throne: Int<-10, 10> = int(0), about("Throne effects", "Are added to attack.");
    }
}

sheet! {
    /// Blessings that help not to be hit.
    pub(super) struct DefenceBless {
        swiftness: bool = false, about("Swiftness", "Air 3: defence +1.");
        defence: bool = false, about("Defence", "Water 3: defence +2.");
        quickness: bool = false, about("Quickness", "Water 10: defence +2.");
        blood_surge: bool = false, about("Blood Surge", "Blood 4, while active: defence +1.");
        larger: bool = false, about("Larger", "Earth 4 and nature 3, always: defence -1.");
        throne: Int<-10, 10> = int(0), about("Throne effects", "Are added to defence.");
    }
}

sheet! {
    /// What is struck with.
    pub(super) struct Weapon, "weapon" {
        attack: Int<-20, 20> = int(1), about("Attack", "Is added to the attack of strikes with this weapon.");
        damage: Int<-20, 200> = int(6), about("Damage", "Is added to strength.");
        length: Int<-1, 10> = int(1), about(
            "Length",
            "The listed length: how high it reaches, and whether a longer weapon can repel it.",
        );
        attacks: Int<1, 10> = int(1),
            about("Strikes", "How often it strikes each time it is used.").modes(&["sequence"]);
        types: List<DamageType, 0, 3, true> = List::fixed(&[DamageType::Slash]), about(
            "Damage types",
            "One of them is drawn for each strike: piercing lowers protection, slashing adds a quarter, blunt half on the head.",
        );
        two_handed: bool = false, about("Two-handed", "Strikes with 125% of strength.");
        strength: StrengthShare = StrengthShare::Full,
            about("Strength share", "How much of the strength is added to damage.").group("Properties");
        intrinsic: bool = false, about(
            "Intrinsic",
            "A bite, a hoof: its own length needs no ambidexterity, and size adds none.",
        ).group("Properties");
        magic: bool = false,
            about("Magic", "Strikes the ethereal, and ends mistform.").group("Properties");
        armour_piercing: bool = false, about("Armour piercing", "Halves protection.").group("Properties");
        armour_negating: bool = false, about("Armour negating", "Ignores protection.").group("Properties");
        ignores_shields: bool = false,
            about("Ignores shields", "A shield's protection does not count.").group("Properties");
        flail: bool = false,
            about("Flail", "Attack +2 against shields, -1 under water.").group("Properties");
        charge: bool = false, about(
            "Charge bonus",
            "The first attack after a move adds to damage, up to half the strength.",
        ).group("Properties");
        heavy_charge: bool = false,
            about("Heavy charge", "The charge bonus reaches up to the whole strength.").group("Properties")
            .when(&[When::is(".charge", &["true"], "The weapon has no charge bonus.")]);
        unrepellable: bool = false, about("Unrepellable", "It cannot be repelled.").group("Properties");
        element: WeaponElement = WeaponElement::None, about(
            "Element",
            "The defender's elemental resistance is taken from its damage.",
        ).group("Properties");
    }
}

sheet! {
    /// Whoever strikes.
    pub(super) struct Attacker, "attacker" {
        attack: Int<-20, 60> = int(10), about("Attack skill", "Without the weapon's bonus.");
        strength: Int<0, 150> = int(10), about("Strength", "Is added to damage.");
        size: Int<1, 10> = int(2), about("Size", "The mount's if mounted: how high it reaches, and its charge.");
        weapon: Weapon = Weapon::DEFAULT, about("Weapon", "What this strike is made with.");
        fatigue: Int<0, 200> = int(0),
            about("Fatigue", "Attack -1 for every 20; at 100 the unit cannot attack.").group(CONDITION);
        berserk: Int<0, 20> = int(0),
            about("Berserk", "The berserk value while berserk: added to attack; else 0.").group(CONDITION);
        frozen: bool = false, about("Frozen", "Attack -3.").group(CONDITION);
        slimed: bool = false, about("Slimed", "Attack -2.").group(CONDITION);
        affliction_attack: Int<-20, 0> = int(0),
            about("Afflictions", "The sum of what they take from attack.").group(CONDITION);
        item_attack: Int<-20, 20> = int(0),
            about("Magic items", "Their bonus to all attacks.").group(SKILLS);
        other_weapon_lengths: List<Int<-1, 10>, 0, 6> = List::fixed(&[]), about(
            "Other weapons' lengths",
            "Lengths of the other wielded weapons; with two or more their sum is taken from attack.",
        ).group(SKILLS);
        ambidextrous: Int<0, 30> = int(0), about("Ambidextrous", "Makes up for the lengths of several weapons.")
            .group(SKILLS);
        experience: Int<0, 5> = int(0), about("Experience", "Attack +1 for each star.").unit("stars").group(SKILLS);
        bless: AttackBless = AttackBless::DEFAULT,
            about("Bless", "Blessings in effect on the attacker.").group(BLESS);
        quickened: bool = false,
            about("Quickened", "Quicken Self, Quickness or Quickening: attack +2.").group(BLESS);
        powers: Powers = Powers::DEFAULT, about("Powers", "Values of powers that the place feeds.").group(POWERS);
        spirit_sight: bool = false,
            about("Spirit sight", "No penalty for darkness or an invisible target.").group(SENSES);
        blind_fighter: bool = false, about("Blind fighter", "No penalty for darkness.").group(SENSES);
        darkvision: Int<0, 100> = int(0),
            about("Darkvision", "Lowers the penalty for darkness.").unit("%").group(SENSES);
        swamp_survival: bool = false, about("Swamp survival", "No penalty in swamps.").group(SENSES);
        water_ability: WaterAbility = WaterAbility::None,
            about("Under water", "How well the attacker fights under water.").group(SENSES)
            .when(&[When::is("situation.underwater", &["true"], "This fight is not under water.")]);
        charging: bool = false,
            about("Charging", "This is the first attack of the battle, after a move.").group(CHARGE)
            .when(&[When::is("attacker.weapon.charge", &["true"], "The weapon has no charge bonus.")]);
        flying: bool = false, about("Flying", "A flier charges with twice its size.").group(CHARGE).when(&[CHARGES]);
        combat_speed: Int<0, 60> = int(12),
            about("Combat speed", "A quarter of it is added to the charge.").group(CHARGE).when(&[CHARGES]);
        morale: Int<0, 99> = int(10),
            about("Morale", "Against being repelled or awed; 50 is mindless.").group(BEFORE);
        defence: Int<-20, 60> = int(10), about(
            "Own defence",
            "The attacker's net defence, without fatigue and harassment, against being repelled.",
        ).group(BEFORE).when(&[REPELS]);
        harassment: Int<0, 200> = int(0),
            about("Own harassment", "What harassment takes from the attacker's own defence.").group(BEFORE)
            .when(&[REPELS]);
    }
}

sheet! {
    /// What is held up against strikes.
    pub(super) struct Shield, "shield" {
        parry: Int<0, 20> = int(4), about("Parry", "Within so much of the defence roll a hit is on the shield; 0 is no shield.");
        protection: Int<0, 60> = int(16),
            about("Protection", "Is added against hits on the shield.").when(&[SHIELDED]);
        defence: Int<-20, 20> = int(-1), about("Defence", "What carrying it does to defence; 0 without a shield.");
    }
}

sheet! {
    /// What the defender repels with.
    pub(super) struct RepelWeapon {
        attack: Int<-20, 20> = int(0), about("Attack", "The weapon's bonus in the repel roll.");
        length: Int<-1, 10> = int(0), about("Length", "Must be longer than the attacker's.");
        intrinsic: bool = false, about("Intrinsic", "Size adds no length.");
    }
}

sheet! {
    /// Whoever is struck.
    pub(super) struct Defender, "defender" {
        defence: Int<-20, 60> = int(10), about("Defence skill", "Without gear; a mount's +3 included.");
        weapon_defence: Int<-20, 20> = int(1), about("Defence of weapons", "The sum over all its weapons.");
        armour_defence: Int<-20, 20> = int(-2), about("Defence of armour", "Body armour and helmet.");
        shield: Shield = Shield::DEFAULT, about("Shield", "Parry, protection, and what it does to defence.");
        natural_protection: Int<0, 60> = int(0),
            about("Natural protection", "Joins each part's armour: both together less a fortieth of their product.");
        head_armour: Int<0, 60> = int(18), about("Helmet", "Protection of the head.");
        body_armour: Int<0, 60> = int(15), about("Body armour", "Protection of torso, arms and legs.");
        hp: Int<1, 2000> = int(10), about("Hit points", "What is left of them.");
        max_hp: Option<Int<1, 2000>> = None,
            about("Full hit points", "Empty: as many as now. Beheading and afflictions depend on them.").group(BODY);
        size: Int<1, 10> = int(2), about("Size", "The mount's if mounted: which parts a weapon reaches.").group(BODY);
        low_body: Int<0, 2> = int(0),
            about("Low body", "1 for most quadrupeds, 2 for lizards and dragons: easier to reach.").group(BODY);
        parts: List<BodyPart, 1, 4, true> =
            List::fixed(&[BodyPart::Head, BodyPart::Torso, BodyPart::Arms, BodyPart::Legs]),
            about("Body parts", "Those that the unit has.").group(BODY);
        needs_head: bool = true, about("Needs its head", "Beheading kills.").group(BODY);
        mounted: bool = false, about("Mounted", "Harassment counts half.").group(BODY);
        flying: bool = false, about("Flying", "No charge bonus counts against it.").group(BODY);
        torso_armour: Option<Int<0, 60>> = None,
            about("Torso armour", "In place of body armour, where each part is known.").group(ARMOUR);
        arms_armour: Option<Int<0, 60>> = None, about("Arm armour", "In place of body armour.").group(ARMOUR);
        legs_armour: Option<Int<0, 60>> = None, about("Leg armour", "In place of body armour.").group(ARMOUR);
        invulnerability: Int<0, 60> = int(0), about(
            "Invulnerability",
            "Takes the place of lower natural protection, but not against magic weapons.",
        ).group(ARMOUR);
        resist_pierce: bool = false, about("Resists piercing", "Halves that damage, rounded up.").group(ARMOUR);
        resist_slash: bool = false, about("Resists slashing", "Halves that damage, rounded up.").group(ARMOUR);
        resist_blunt: bool = false, about("Resists blunt", "Halves that damage, rounded up.").group(ARMOUR);
        elemental_resistance: Int<-50, 100> = int(0),
            about("Elemental resistance", "Is taken from an elemental weapon's damage; negative adds.").group(ARMOUR)
            .when(&[When::not("attacker.weapon.element", &["none"], "The weapon has no element.")]);
        fatigue: Int<0, 200> = int(0), about(
            "Fatigue",
            "Defence -1 for every 10; from 50 armour is defeated more easily, at 100 defence is 0.",
        ).group(CONDITION);
        state: State = State::None,
            about("Held or helpless", "Held units keep a quarter of their defence, helpless ones none.").group(CONDITION);
        berserk: Int<0, 20> = int(0),
            about("Berserk", "The berserk value while berserk: taken from defence; else 0.").group(CONDITION);
        frozen: bool = false, about("Frozen", "Defence -3.").group(CONDITION);
        slimed: bool = false, about("Slimed", "Defence -2.").group(CONDITION);
        affliction_defence: Int<-20, 0> = int(0),
            about("Afflictions", "The sum of what they take from defence.").group(CONDITION);
        cursed: bool = false, about("Cursed", "Wounds leave afflictions 15% more often.").group(CONDITION);
        item_defence: Int<-20, 20> = int(0), about("Magic items", "Their bonus to defence.").group(SKILLS);
        unsurroundable: Int<0, 50> = int(0),
            about("Unsurroundable", "So many points of harassment do not count.").group(SKILLS);
        experience: Int<0, 5> = int(0), about("Experience", "Defence +1 for each star.").unit("stars").group(SKILLS);
        bless: DefenceBless = DefenceBless::DEFAULT,
            about("Bless", "Blessings in effect on the defender.").group(BLESS);
        quickened: bool = false,
            about("Quickened", "Quicken Self, Quickness or Quickening: defence +2.").group(BLESS);
        water_shield: bool = false,
            about("Water Shield", "Water Shield or Water Ward: defence +5.").group(BLESS).when(&[WORKS_UNDERWATER]);
        powers: Powers = Powers::DEFAULT, about("Powers", "Values of powers that the place feeds.").group(POWERS);
        spirit_sight: bool = false, about("Spirit sight", "No penalty for darkness.").group(SENSES);
        blind_fighter: bool = false, about("Blind fighter", "No penalty for darkness.").group(SENSES);
        darkvision: Int<0, 100> = int(0),
            about("Darkvision", "Lowers the penalty for darkness.").unit("%").group(SENSES);
        swamp_survival: bool = false, about("Swamp survival", "No penalty in swamps.").group(SENSES);
        water_ability: WaterAbility = WaterAbility::None,
            about("Under water", "How well the defender fights under water.").group(SENSES)
            .when(&[When::is("situation.underwater", &["true"], "This fight is not under water.")]);
        invisible: bool = false, about("Invisible", "The attack suffers -10.").group(WARDS)
            .when(&[When::not("attacker.spirit_sight", &["true"], "The attacker has spirit sight.")]);
        ethereal: bool = false, about("Ethereal", "Three in four hits without magic do nothing.").group(WARDS)
            .when(&[When::not("attacker.weapon.magic", &["true"], "The weapon is magic.")]);
        mistform: bool = false,
            about("Mistform", "Damage is lowered by up to 25 points, to no less than 1.").group(WARDS);
        images: Int<0, 40> = int(0),
            about("Mirror images", "Besides the unit; a hit strikes one of them as likely as any.").group(WARDS);
        luck: bool = false, about("Luck", "A killing blow is mostly avoided.").group(WARDS);
        awe: Int<0, 20> = int(0), about("Awe", "The attacker must find the courage to strike; 0 is none.").group(BEFORE);
        repel_weapon: Option<RepelWeapon> = None,
            about("Repels with", "The longest weapon; none does not repel.").group(BEFORE);
        attack: Int<-20, 60> = int(10),
            about("Own attack", "The defender's net attack skill, to repel with.").group(BEFORE).when(&[REPELS]);
    }
}

sheet! {
    /// The dominion's scales, each side of which has a name.
    pub(super) struct Scales {
        turmoil: Int<-5, 5> = int(0), about("Turmoil", "Negative is order.");
        magic: Int<-5, 5> = int(0), about("Magic", "Negative is drain.");
        death: Int<-5, 5> = int(0), about("Death", "Negative is growth.");
        cold: Int<-5, 5> = int(0), about("Cold", "Negative is heat.");
    }
}

sheet! {
    /// Readings of what the sources leave open.
    pub(super) struct Variants {
        critical: Critical = Critical::Wiki, about("Armour-defeating hits", "By the wiki's table, by the Dominions 6 manual, or none.");
        repel_ties: RepelTies = RepelTies::Repelee, about("Repel ties", "Who wins them.");
        defence_floor: bool = false, about("Defence floor", "Harassment cannot push defence below 0, as in Dominions 6.");
        helpless_parry: bool = true, about("Helpless parry", "The shield still parries for a held or helpless unit.");
        shield_reduced: bool = true, about("Shield reduced", "Piercing weapons lower the shield's protection too.");
        unreachable: Unreachable = Unreachable::Reroll, about("Out of reach", "A part out of reach is rolled again, or the next lower part is hit.");
        limb_cap: bool = false, about("Limb cap", "A hit on arm or leg does at most half the full hit points, as in Dominions 6.");
        luck_percent: Int<0, 100> = int(75), about("Luck", "How often luck turns a killing blow; 50 in Dominions 4.").unit("%");
    }
}

sheet! {
    /// What holds for both.
    pub(super) struct Situation {
        attackers: Int<1, 50> = int(1),
            about("Attackers", "How many, all alike; each makes all strikes of its weapon.").modes(&["sequence"]);
        harassment: Int<0, 200> = int(0),
            about("Harassment", "Attacks that the defender suffered before this strike this turn: defence -1 each.");
        gloom: Gloom = Gloom::None, about("Gloom", "Attack and defence -3 in caves, the deep sea or an eclipse.").group(PLACE);
        darkness: Darkness = Darkness::None, about("Darkness", "Attack and defence -6 in a spell's darkness.").group(PLACE);
        swamp: Swamp = Swamp::None, about("Swamp", "Attack and defence -1.").group(PLACE);
        underwater: bool = false, about("Under water", "Attack and defence -3, and long weapons are hard to swing.").group(PLACE);
        storm: bool = false, about("Storm", "Feeds storm power.").group(PLACE);
        scales: Scales = Scales::DEFAULT, about("Scales", "The province's scales, which feed the powers.").group(PLACE);
        attack_roll: Option<Int<2, 200>> = None,
            about("Attack dice", "Fixes what the attack roll's dice show; empty: rolled.").group(DICE);
        defence_roll: Option<Int<2, 200>> = None,
            about("Defence dice", "Fixes what the defence roll's dice show; empty: rolled.").group(DICE);
        tail_digits: Int<3, 30> = int(12), about(
            "Tail",
            "Damage is listed one by one until the rest is less likely than 1 in a number of so many digits.",
        ).unit("digits").group(DICE);
        variants: Variants = Variants::DEFAULT,
            about("Variants", "Readings of what the sources leave open.").group("Variants");
    }
}

impl Scenario {
    /// What one field means for another.
    pub(super) fn check(&self, reader: &mut Reader<'_>) {
        if let Some(max_hp) = self.defender.max_hp
            && max_hp < self.defender.hp
        {
            let message = format!(
                "{} is not allowed; it must not be below hp, {}",
                max_hp.get(),
                self.defender.hp.get()
            );
            reader.problem_at("defender.max_hp", message);
        }
    }
}
