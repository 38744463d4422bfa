//! A monster shoots, throws or casts a bolt at a player (rules 4).

use super::{
    AC, Blocks, EFFECTS, EV, HitDice, INVISIBLE_PLAYER, Level, NEW_RULES, OLD_RULES, Plus, RangedSituation,
    SHIELD_BLOCKS, STAT, Stat, WITH_SHIELD,
};
use crate::crawl::names::{AcRolls, Launcher, MonsterMissile, ProjectileKind, Shield, Size};
use crate::sheet;
use crate::sheet::{Int, When, about, int};

const MISSILE: When = When::not(".kind", &["bolt"], "A spell's bolt has its own figures.");
const BOLT: When = When::is(".kind", &["bolt"], "Only a spell's bolt has figures of its own.");
const LAUNCHED: When = When::is(".kind", &["launched"], "Nothing is shot from a launcher.");
const NO_BOLT: When = When::not("attacker.projectile.kind", &["bolt"], "A spell's bolt has its own figures.");

sheet! {
    /// The document of a scenario in this mode.
    pub(in crate::crawl) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("Monster", "The monster that shoots, throws or casts.");
        defender: Defender = Defender::DEFAULT, about("You", "The player who is the target.");
        situation: RangedSituation = RangedSituation::DEFAULT, about("Situation", "Whose rules are played.");
    }
}

sheet! {
    /// What flies.
    pub(in crate::crawl) struct Projectile, "projectile" {
        kind: ProjectileKind = ProjectileKind::Launched, about("Kind", "Shot from a launcher, thrown, or cast.");
        launcher: Launcher = Launcher::Bow,
            about("Launcher", "Decides how accuracy and damage grow with the monster's hit dice.").when(&[LAUNCHED]);
        launcher_to_hit_plus: Plus = int(0),
            about("Launcher's accuracy enchantment", "Its first plus, added to the to-hit number.").when(&[LAUNCHED]);
        launcher_damage_plus: Plus = int(0),
            about("Launcher's damage enchantment", "Its second plus; a crossbow uses all of it, bow and sling half, a blowgun nothing.")
            .when(&[LAUNCHED]);
        missile: MonsterMissile = MonsterMissile::Arrow, about("Missile", "What is shot or thrown.").when(&[MISSILE]);
        missile_base_damage: Option<Int<0, 60>> = None,
            about("Missile's damage", "Its own figure; left out, that of its kind.").when(&[MISSILE]);
        to_hit_plus: Plus = int(0),
            about("Enchantment", "A missile's single plus counts for accuracy and for damage; of a thrown weapon it is the accuracy.")
            .when(&[MISSILE]);
        damage_plus: Plus = int(0), about("Damage enchantment", "The second plus of a thrown weapon.")
            .when(&[MISSILE, When::is(".missile", &["weapon"], "A missile has a single plus.")]);

        races_match: bool = true,
            about("Same make", "Launcher and missile are of the same make, or both plain: 1 more to hit and 1 more damage.")
            .group("Make and brand").when(&[LAUNCHED]);
        elemental: bool = false,
            about("Flame, frost or chaos", "2 more to hit and more damage.").group("Make and brand").when(&[MISSILE]);
        steel: bool = false,
            about("Steel", "Half as much damage again; in 0.9 three tenths more.").group("Make and brand").when(&[LAUNCHED]);
        vorpal: bool = false,
            about("Launcher of vorpal", "Three tenths more damage; in 0.9 a fifth.").group("Make and brand").when(&[LAUNCHED]);
        speed: bool = false,
            about("Launcher of speed", "A tenth less damage.").group("Make and brand").when(&[LAUNCHED, NEW_RULES]);

        hit: Int<0, 200> = int(25), about("To-hit number", "That of the spell.").group("Bolt").when(&[BOLT]);
        dice: Int<0, 30> = int(3), about("Dice", "How many dice of damage the spell rolls.").group("Bolt").when(&[BOLT]);
        sides: Int<0, 100> = int(6), about("Sides", "The sides of each die.").group("Bolt").when(&[BOLT]);
        piercing: bool = false,
            about("Piercing", "A beam that goes through its target; no shield blocks it.").group("Bolt");
        ac_rolls: AcRolls = AcRolls::One,
            about("Armour", "How armour meets it; electricity also goes through shields.").group("Bolt");
    }
}

sheet! {
    /// The monster.
    pub(in crate::crawl) struct Attacker, "monster-shooting" {
        hd: HitDice = int(4), about("Hit dice", "Its accuracy and damage with missiles grow with them.").when(&[NO_BOLT]);
        fighter: bool = false,
            about("Fighter", "A fifth more to hit and a fifth more damage.").when(&[NO_BOLT]);
        archer_damage: Int<0, 60> = int(0), about(
            "Archer's bonus",
            "The damage of its \"shoot\" attack, 0 if it is no archer; it helps with what is thrown, not with what is shot.",
        ).when(&[NO_BOLT, When::is("attacker.projectile.kind", &["thrown"], "It does not help with what is shot.")]);
        projectile: Projectile = Projectile::DEFAULT, about("Projectile", "What is shot, thrown or cast.");
        high_intelligence: bool = false,
            about("High intelligence", "It aims better with missiles.").group("Abilities").when(&[NO_BOLT]);
        sees_invisible: bool = false,
            about("Sees invisible", "It sees you when you are invisible.").group("Abilities");
        battle_frenzy: Int<0, 3> = int(0),
            about("Battle frenzy", "Its degree: 15% more damage, and 15% more for each degree.").group(EFFECTS)
            .when(&[NO_BOLT]);
    }
}

sheet! {
    /// The player's skills.
    pub(in crate::crawl) struct Skills {
        shields: Level = int(0), about("Shields", "Helps to block in 0.5.");
    }
}

sheet! {
    /// The player.
    pub(in crate::crawl) struct Defender, "player-shot" {
        ev: Int<0, 100> = int(10), EV;
        ac: Int<0, 150> = int(5), AC;
        strength: Stat = STAT, about("Strength", "Helps to block with a shield in 0.5.").group("Shield")
            .when(&[WITH_SHIELD, OLD_RULES]);
        dexterity: Stat = STAT, about("Dexterity", "Helps to block in 0.5.").group("Shield")
            .when(&[WITH_SHIELD, OLD_RULES]);
        shield: Shield = Shield::None, about("Shield", "May block what is no piercing bolt and no electricity.").group("Shield");
        sh: Int<0, 100> = int(0), about("Shield class", "SH as the game shows it; with 0 nothing is ever blocked.")
            .group("Shield").when(&[WITH_SHIELD]);
        shield_blocks: Blocks = int(0), SHIELD_BLOCKS.group("Shield");
        skills: Skills = Skills::DEFAULT, about("Skills", "The levels of the player's skills.").group("Shield")
            .when(&[WITH_SHIELD, OLD_RULES]);
        heavy_armour: bool = false,
            about("Heavy armour", "Ring mail and heavier: in 0.5 only these meet shrapnel with three rolls.").group("Body")
            .when(&[When::is("attacker.projectile.ac_rolls", &["three"], "It matters to shrapnel only."), OLD_RULES]);
        size: Size = Size::Medium, about("Size", "Decides how well who is helpless is missed.").group("Body")
            .when(&[When::is(".helpless", &["true"], "Evasion says it all unless you are helpless.")]);
        helpless: bool = false, about("Helpless", "Paralysed or petrified: there is no dodging.").group(EFFECTS);
        backlit: bool = false,
            about("Backlit", "Corona or another glow: 2 to 9 more to hit you.").group(EFFECTS).when(&[NEW_RULES]);
        invisible: bool = false, INVISIBLE_PLAYER;
        deflect_missiles: bool = false,
            about("Deflect Missiles", "Leaves only a part of the to-hit number, up to two thirds or less.").group(EFFECTS);
        repel_missiles: bool = false,
            about("Repel Missiles", "The spell, or the third rank of the Repulsion Field (0.9: Distortion Field) mutation: takes up to half off the to-hit number, or more.")
            .group(EFFECTS)
            .when(&[When::not(".deflect_missiles", &["true"], "Deflect Missiles counts in its place.")]);
    }
}
