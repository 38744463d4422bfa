//! A player strikes a monster (rules 2).

use super::{
    AC, Blocks, EFFECTS, EQUIPMENT, EV, HitDice, INVISIBLE_PLAYER, Level, MeleeSituation, NEW_RULES,
    OLD_RULES, Plus, SHIELD_BLOCKS, STAT, Slaying, Stat, WITH_SHIELD,
};
use crate::crawl::names::{
    BodySize, Brand, Form, Hands, Make, Shield, Size, Species, StabClass, TargetState, WeaponSkill, Wielding,
};
use crate::sheet;
use crate::sheet::{Int, When, about, int};

const BODY: &str = "Body";
const RELIGION: &str = "Religion";
const SHIELD: &str = "Shield";
const SENSES: &str = "Senses";

const ARMED: When = When::is(".wielding", &["weapon"], "Nothing is wielded.");
const UNARMED: When = When::is(".wielding", &["nothing"], "A weapon is wielded.");
const HELD_WEAPON: When = When::is("attacker.wielding", &["weapon"], "Nothing is wielded.");
const SHORT_BLADE: When =
    When::is("attacker.weapon.skill", &["short-blades"], "The spell binds short blades only.");
const BEOGH: When = When::is(".beogh", &["true"], "It is Beogh's favour.");

sheet! {
    /// The document of a scenario in this mode.
    pub(in crate::crawl) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("You", "The player who strikes.");
        defender: Defender = Defender::DEFAULT, about("Monster", "The monster that is struck.");
        situation: MeleeSituation = MeleeSituation::DEFAULT,
            about("Situation", "What holds between the two, and whose rules are played.");
    }
}

sheet! {
    /// What the player strikes with.
    pub(in crate::crawl) struct Weapon, "weapon" {
        base_damage: Int<0, 60> = int(10), about("Damage", "The damage figure that the blow is rolled from.");
        accuracy: Int<-15, 15> = int(1), about("Accuracy", "Its own figure, added to the to-hit die.");
        delay: Int<3, 30> = int(14),
            about("Delay", "The time of one blow without skill; every two levels of skill take one off.")
            .unit("tenths of a turn");
        hands: Hands = Hands::One,
            about("Hands", "A hand-and-a-half weapon gains from being held in both hands, without a shield.");
        skill: WeaponSkill = WeaponSkill::LongBlades,
            about("Skill", "Short and long blades stab better, short blades are quicker, staves suffer from a shield.");
        to_hit_plus: Plus = int(0), about("Accuracy enchantment", "The first plus, added to the to-hit die.");
        damage_plus: Plus = int(0), about("Damage enchantment", "The second plus: up to so much damage more, or less.");
        brand: Brand = Brand::None, about("Brand", "What its magic adds to the damage that gets through.");
        str_weight: Int<0, 10> = int(3), about(
            "Strength weight",
            "How much strength counts beside dexterity to hit, in tenths, and dexterity beside strength for damage; one more in both hands.",
        ).group("Make");
        race: Make = Make::None,
            about("Made by", "A weapon of its owner's own people is handled better.").group("Make");
        stab_class: StabClass = StabClass::Normal,
            about("Stabbing", "A dagger gets the short blades' whole bonus; from 0.9 on clubs and spears stab like long blades.")
            .group("Make");
        cursed: bool = false,
            about("Cursed", "A cursed hand-and-a-half weapon gets no bonus for both hands.").group("Make")
            .when(&[When::is(".hands", &["half"], "It matters to hand-and-a-half weapons only."), OLD_RULES]);
        demonic: bool = false,
            about("Demonic", "In a demonspawn's hands it does up to 2 more damage.").group("Make")
            .when(&[When::is("attacker.species", &["demonspawn"], "Only demonspawn gain from it.")]);
    }
}

sheet! {
    /// The player's skills.
    pub(in crate::crawl) struct Skills {
        fighting: Level = int(3), about("Fighting", "Up to so much on the to-hit die, and up to 1/30 more damage a level.");
        weapon: Level = int(3),
            about("Weapon skill", "Up to so much on the to-hit die, up to 1/25 more damage a level, and quicker blows.")
            .when(&[HELD_WEAPON]);
        unarmed_combat: Level = int(0), about(
            "Unarmed Combat",
            "Bare hands: up to so much on the to-hit die, so much damage, and quicker blows; by 0.5's code it spoils the bonus of a hand-and-a-half weapon.",
        );
        armour: Level = int(0), about("Armour", "Makes the body armour's penalty rarer, in 0.9 smaller.");
        shields: Level = int(0), about("Shields", "Makes the shield's penalty rarer, in 0.9 smaller.");
        stabbing: Level = int(0), about("Stabbing", "Makes stabs likelier and much stronger.");
    }
}

sheet! {
    /// The player.
    pub(in crate::crawl) struct Attacker, "player-striking" {
        strength: Stat = STAT, about("Strength", "Counts above all for damage.");
        dexterity: Stat = STAT, about("Dexterity", "Counts above all to hit, and for stabs.");
        wielding: Wielding = Wielding::Weapon, about("Wielding", "A weapon or bare hands.");
        weapon: Weapon = Weapon::DEFAULT, about("Weapon", "What is wielded.").when(&[ARMED]);
        skills: Skills = Skills::DEFAULT, about("Skills", "The levels of the player's skills.");
        shield: Shield = Shield::None, about("Shield", "A shield makes it harder to hit; a buckler does so from 0.9 on.");
        armour_ev_penalty: Int<0, 20> = int(0),
            about("Armour's evasion penalty", "That of the body armour, as a positive number: plate mail has 6.");

        species: Species = Species::Human, about(
            "Species",
            "Decides racial weapons, claws, the penalty of a large shield, and the natural size.",
        ).group(BODY);
        size: BodySize = BodySize::Natural,
            about("Size", "The larger the body, the more a shield hinders.").group(BODY).when(&[NEW_RULES]);
        form: Form = Form::None,
            about("Form", "A transformation; it changes bare hands, and 0.9's statue form makes every blow half as strong again.")
            .group(BODY);
        claws: Int<0, 3> = int(0), about("Claws", "The rank of the mutation; bare hands do 2 more damage a rank.")
            .group(BODY).when(&[UNARMED]);
        starving: bool = false,
            about("Starving", "3 less to hit, and up to 4 less damage unless you are a vampire.").group(BODY);
        burdened: bool = false,
            about("Burdened", "Bare hands are no quicker for skill.").group(BODY);

        slaying_to_hit: Slaying = int(0),
            about("Slaying, to hit", "The sum of rings, artefacts and gloves, added to the to-hit die.").group(EQUIPMENT);
        slaying_damage: Slaying = int(0),
            about("Slaying, damage", "The sum of rings, artefacts and gloves, added before damage is rolled.").group(EQUIPMENT);
        amulet_of_inaccuracy: bool = false,
            about("Amulet of inaccuracy", "Up to 5 less on the to-hit die; by the game's code always 5.").group(EQUIPMENT);
        gloves: bool = false, about("Gloves", "Gloves cover claws.").group(EQUIPMENT).when(&[UNARMED]);

        invisible: bool = false, INVISIBLE_PLAYER;
        see_invisible: bool = false,
            about("See invisible", "You see invisible monsters, and your own hands.").group(EFFECTS);
        might: bool = false, about("Mighty or berserk", "1 to 10 more damage.").group(EFFECTS);
        sure_blade_turns: Int<0, 100> = int(0),
            about("Sure Blade", "The turns that the spell lasts, 0 without it: 5 and up to 10 more to hit.").unit("turns")
            .group(EFFECTS).when(&[ARMED, SHORT_BLADE]);
        confusing_touch: bool = false,
            about("Confusing Touch", "Up to your dexterity more to hit; bare hands alone do no damage.").group(EFFECTS)
            .when(&[UNARMED]);
        swimming_deep_water: bool = false,
            about("Swimming in deep water", "Doubles the armour's evasion penalty of a merfolk.").group(EFFECTS)
            .when(&[When::is(".species", &["merfolk"], "Only merfolk swim."), OLD_RULES]);

        beogh: bool = false,
            about("Worships Beogh", "1 more to hit for an orc (by the code: with an orcish weapon), and more damage with an orcish weapon.")
            .group(RELIGION);
        piety: Int<0, 200> = int(0),
            about("Piety", "The higher, the more damage a hill orc's orcish weapon does.").group(RELIGION).when(&[
                BEOGH,
                When::is(".species", &["hill-orc"], "Only hill orcs gain from it."),
                When::is("attacker.weapon.race", &["orcish"], "The weapon is not orcish."),
                ARMED,
            ]);
    }
}

sheet! {
    /// The monster.
    pub(in crate::crawl) struct Defender, "monster-struck" {
        ev: Int<0, 100> = int(10), EV;
        ac: Int<-10, 100> = int(0), AC;
        hd: HitDice = int(1), about("Hit dice", "Count for its shield.").when(&[WITH_SHIELD]);
        state: TargetState = TargetState::Awake,
            about("State", "Whoever cannot dodge or look out is hit and stabbed more easily.");
        size: Size = Size::Medium, about("Size", "Counts for its shield in 0.9, and for how much a net hinders it.");
        shield: Shield = Shield::None, about("Shield", "May block a blow that hits.").group(SHIELD);
        shield_plus: Int<-10, 20> = int(0),
            about("Shield's enchantment", "Added to the shield's figure.").group(SHIELD).when(&[WITH_SHIELD]);
        shield_blocks: Blocks = int(0), SHIELD_BLOCKS.group(SHIELD);

        resist: Int<-3, 3> = int(0),
            about("Resistance", "To the brand: fire, cold, electricity or negative energy; negative is vulnerable.")
            .group("Against the brand");
        brand_vulnerable: bool = true,
            about("Vulnerable to the brand", "An undead or demon for holy wrath, an orc or dragon for their slayers.")
            .group("Against the brand");
        flying: bool = false,
            about("Flying", "Electrocution does nothing to it.").group("Against the brand");

        backlit: bool = false, about("Backlit", "Corona or another glow: 2 to 9 more to hit it.").group(EFFECTS);
        invisible: bool = false,
            about("Invisible", "6 less to hit it, and no stabs, unless you see invisible.").group(EFFECTS);
        sees_invisible: bool = false, about("Sees invisible", "It sees you when you are invisible.").group(SENSES);
        senses_invisible: bool = false,
            about("Senses the invisible", "It is no easier to stab while you are invisible.").group(SENSES)
            .when(&[When::is("attacker.invisible", &["true"], "You are not invisible.")]);
        cannot_fight: bool = false,
            about("Cannot fight", "Plants and statues are never stabbed.").group(SENSES);
    }
}
