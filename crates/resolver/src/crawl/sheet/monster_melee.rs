//! A monster strikes a player (rules 3).

use super::{
    AC, Blocks, EFFECTS, EV, HitDice, INVISIBLE_PLAYER, Level, MeleeSituation, NEW_RULES, OLD_RULES, Plus,
    SHIELD_BLOCKS, STAT, Stat, WITH_SHIELD,
};
use crate::crawl::names::{Form, PlayerState, Shield, Size, Wielding};
use crate::sheet;
use crate::sheet::{Int, List, When, about, int};

const ARMOUR: &str = "Body armour";

sheet! {
    /// The document of a scenario in this mode.
    pub(in crate::crawl) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("Monster", "The monster that strikes.");
        defender: Defender = Defender::DEFAULT, about("You", "The player who is struck.");
        situation: MeleeSituation = MeleeSituation::DEFAULT,
            about("Situation", "What holds between the two, and whose rules are played.");
    }
}

sheet! {
    /// One attack of a monster's turn.
    pub(in crate::crawl) struct Attack {
        damage: Int<0, 100> = int(5), about("Damage", "The attack does 1 to so much, before armour.");
        uses_weapon: bool = true,
            about("Uses the weapon", "An attack of the kind \"hit\" uses what the monster wields; bites, stings and claws do not.");
    }
}

sheet! {
    /// What a monster strikes with.
    pub(in crate::crawl) struct Weapon, "monster-weapon" {
        base_damage: Int<0, 60> = int(6), about("Damage", "Up to 1 less than so much is added to the attack's damage.");
        accuracy: Int<-15, 15> = int(4), about("Accuracy", "Its own figure, added to the to-hit number.");
        to_hit_plus: Plus = int(0), about("Accuracy enchantment", "The first plus, added to the to-hit number.");
        damage_plus: Plus = int(0), about("Damage enchantment", "The second plus: nearly up to so much damage more, or less.");
        orcish_match: bool = false, about("Orcish, held by an orc", "1 more damage half of the time.");
        speed: bool = false,
            about("Brand of speed", "A tenth less damage.").when(&[NEW_RULES]);
    }
}

sheet! {
    /// The monster.
    pub(in crate::crawl) struct Attacker, "monster-striking" {
        hd: HitDice = int(1), about("Hit dice", "The to-hit number grows by 1.5 for each.");
        fighter: bool = false, about("Fighter", "Its to-hit number grows by 2.5 for each hit die.");
        attacks: List<Attack, 1, 4> = List::fixed(&[Attack::DEFAULT]),
            about("Attacks", "Those of one turn, in order; the first is the one strike of the answer.");
        wielding: Wielding = Wielding::Nothing, about("Wielding", "A weapon or nothing.");
        weapon: Weapon = Weapon::DEFAULT, about("Weapon", "What is wielded.")
            .when(&[When::is(".wielding", &["weapon"], "Nothing is wielded.")]);

        confused: bool = false, about("Confused", "5 less to hit.").group(EFFECTS);
        invisible: bool = false,
            about("Invisible", "Whoever does not see it dodges worse by 10, and blocks a third as well.").group(EFFECTS);
        sees_invisible: bool = false, about("Sees invisible", "It sees you when you are invisible.").group(EFFECTS);
        mighty: bool = false,
            about("Mighty", "Half as much damage again.").group(EFFECTS).when(&[NEW_RULES]);
        berserk: bool = false, about("Berserk", "Half as much damage again.").group(EFFECTS);
        battle_frenzy: Int<0, 3> = int(0),
            about("Battle frenzy", "Its degree: 15% more damage, and 15% more for each degree.").group(EFFECTS)
            .when(&[When::not(".berserk", &["true"], "Berserk counts in its place.")]);
    }
}

sheet! {
    /// The player's skills.
    pub(in crate::crawl) struct Skills {
        armour: Level = int(0), about("Armour", "Raises the least that heavy armour takes off in 0.5.");
        shields: Level = int(0), about("Shields", "Helps to block in 0.5.");
    }
}

sheet! {
    /// The player.
    pub(in crate::crawl) struct Defender, "player-struck" {
        ev: Int<0, 100> = int(10), EV;
        ac: Int<0, 150> = int(5), AC;
        state: PlayerState = PlayerState::Awake,
            about("State", "Only who is awake and able blocks; a sleeper takes two and a half times the damage, and who is paralysed does not dodge.");
        strength: Stat = STAT, about("Strength", "Helps to block with a shield in 0.5.").group("Shield")
            .when(&[WITH_SHIELD, OLD_RULES]);
        dexterity: Stat = STAT, about("Dexterity", "Helps to block in 0.5.").group("Shield")
            .when(&[WITH_SHIELD, OLD_RULES]);
        shield: Shield = Shield::None, about("Shield", "May block an attack before it is rolled to hit.").group("Shield");
        sh: Int<0, 100> = int(0), about("Shield class", "SH as the game shows it; with 0 nothing is ever blocked.")
            .group("Shield").when(&[WITH_SHIELD]);
        shield_blocks: Blocks = int(0), SHIELD_BLOCKS.group("Shield");
        skills: Skills = Skills::DEFAULT, about("Skills", "The levels of the player's skills.").when(&[OLD_RULES]);
        body_armour_base_ac: Int<0, 20> = int(0),
            about("Base AC", "The body armour's own figure: it decides the least that it takes off.").group(ARMOUR);
        heavy_armour: bool = false,
            about("Heavy", "Ring mail and heavier: in 0.5 only these take off a least amount.").group(ARMOUR)
            .when(&[OLD_RULES]);

        size: Size = Size::Medium, about("Size", "Decides how well who is paralysed is missed.").group("Body")
            .when(&[When::is(".state", &["paralysed"], "Evasion says it all unless you are paralysed.")]);
        form: Form = Form::None,
            about("Form", "A dragon's or a statue's skin takes off a least amount of its own.").group("Body")
            .when(&[NEW_RULES]);
        busy: bool = false,
            about("Busy", "In the middle of an action of several turns: 5 less evasion.").group(EFFECTS);
        backlit: bool = false, about("Backlit", "Corona or another glow: 2 to 9 more to hit you.").group(EFFECTS);
        invisible: bool = false, INVISIBLE_PLAYER;
        see_invisible: bool = false, about("See invisible", "You see invisible monsters.").group(EFFECTS);
    }
}
