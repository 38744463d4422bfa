//! A player shoots or throws at a monster (rules 5).

use super::{
    AC, Blocks, EFFECTS, EQUIPMENT, EV, HitDice, Level, NEW_RULES, Plus, RangedSituation, SHIELD_BLOCKS,
    STAT, Slaying, Stat, WITH_SHIELD,
};
use crate::crawl::names::{Launcher, LauncherBrand, Make, PlayerMissile, Shield, Size, Species};
use crate::sheet;
use crate::sheet::{Int, Reader, When, about, int};

const LAUNCHED: When = When::is(".launched", &["true"], "It is thrown by hand.");

sheet! {
    /// The document of a scenario in this mode.
    pub(in crate::crawl) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("You", "The player who shoots or throws.");
        defender: Defender = Defender::DEFAULT, about("Monster", "The monster that is the target.");
        situation: RangedSituation = RangedSituation::DEFAULT, about("Situation", "Whose rules are played.");
    }
}

sheet! {
    /// The player's skills.
    pub(in crate::crawl) struct Skills {
        missile: Level = int(3),
            about("Missile skill", "Slings, Bows or Crossbows, as the launcher asks; in 0.5 Darts for blowguns and thrown darts.");
        throwing: Level = int(0),
            about("Throwing", "For everything thrown by hand; in 0.9 for blowguns too.");
    }
}

sheet! {
    /// The player.
    pub(in crate::crawl) struct Attacker, "player-shooting" {
        strength: Stat = STAT, about("Strength", "Adds to damage with all but blowguns and crossbows.");
        dexterity: Stat = STAT, about("Dexterity", "Adds up to half of itself to the to-hit number.");
        skills: Skills = Skills::DEFAULT, about("Skills", "The levels of the player's skills.");
        launched: bool = true, about("Shot from the launcher", "Otherwise it is thrown by hand.");
        launcher: Launcher = Launcher::Bow, about("Launcher", "Decides base damage, accuracy and what fits.").when(&[LAUNCHED]);
        launcher_to_hit_plus: Plus = int(0),
            about("Launcher's accuracy enchantment", "Its first plus, added to the to-hit number.").when(&[LAUNCHED]);
        launcher_damage_plus: Plus = int(0),
            about("Launcher's damage enchantment", "Its second plus: up to so much damage more, or less.").when(&[LAUNCHED]);
        missile: PlayerMissile = PlayerMissile::Arrow, about(
            "Missile",
            "Arrows fit bows, bolts crossbows, stones and bullets slings, needles blowguns; darts, stones, javelins and weapons are thrown.",
        );
        missile_base_damage: Option<Int<0, 60>> = None,
            about("Missile's damage", "Its own figure; left out, that of its kind.");
        to_hit_plus: Plus = int(0),
            about("Enchantment", "A missile's single plus counts for accuracy and for damage; of a thrown weapon it is the accuracy.");
        damage_plus: Plus = int(0), about("Damage enchantment", "The second plus of a thrown weapon.")
            .when(&[When::is(".missile", &["dagger", "spear", "other-weapon"], "A missile has a single plus.")]);

        launcher_brand: LauncherBrand = LauncherBrand::None,
            about("Launcher's brand", "Vorpal does more damage; from 0.9 on speed does a tenth less.").group("Make and brand")
            .when(&[LAUNCHED]);
        steel: bool = false,
            about("Steel", "Half as much damage again; in 0.9 three tenths more, also when thrown.").group("Make and brand");
        race: Make = Make::None,
            about("Made by", "Who made the launcher, or what is thrown.").group("Make and brand");
        ammo_race_matches: bool = false,
            about("Missile of the same make", "1 more to hit and 1 more damage, for elves with elven things 2 to hit.")
            .group("Make and brand").when(&[LAUNCHED, When::not(".race", &["none"], "The launcher is plain.")]);
        species: Species = Species::Human,
            about("Species", "Whose people's weapons serve best.").group("Body");

        slaying_to_hit: Slaying = int(0),
            about("Slaying, to hit", "The sum of rings, artefacts and gloves.").group(EQUIPMENT);
        slaying_damage: Slaying = int(0),
            about("Slaying, damage", "Up to so much damage more, or less; not with needles.").group(EQUIPMENT);
        held_in_net: bool = false,
            about("Held in a net", "1 less to hit with a launcher.").group(EFFECTS).when(&[LAUNCHED]);
        see_invisible: bool = false, about("See invisible", "You see invisible monsters.").group(EFFECTS);
    }
}

sheet! {
    /// The monster.
    pub(in crate::crawl) struct Defender, "monster-struck" {
        ev: Int<0, 100> = int(10), EV;
        ac: Int<-10, 100> = int(0), AC;
        hd: HitDice = int(1), about("Hit dice", "Count for its shield.").group("Shield").when(&[WITH_SHIELD]);
        size: Size = Size::Medium, about("Size", "Counts for its shield.").group("Shield").when(&[WITH_SHIELD, NEW_RULES]);
        shield: Shield = Shield::None, about("Shield", "May block what hits.").group("Shield");
        shield_plus: Int<-10, 20> = int(0),
            about("Shield's enchantment", "Added to the shield's figure.").group("Shield").when(&[WITH_SHIELD]);
        shield_blocks: Blocks = int(0), SHIELD_BLOCKS.group("Shield");
        incapacitated: bool = false,
            about("Incapacitated", "It cannot block.").group("Shield").when(&[WITH_SHIELD]);
        deflects_missiles: bool = false,
            about("Deflects missiles", "Leaves less than half of the to-hit number.").group(EFFECTS).when(&[NEW_RULES]);
        backlit: bool = false,
            about("Backlit", "Corona or another glow: 2 to 9 more to hit it.").group(EFFECTS).when(&[NEW_RULES]);
        invisible: bool = false,
            about("Invisible", "Halves the to-hit number unless you see invisible.").group(EFFECTS)
            .when(&[When::not("attacker.see_invisible", &["true"], "You see invisible.")]);
    }
}

impl Scenario {
    /// What is shot must fit its launcher, and what is thrown must be made for it.
    pub(in crate::crawl) fn check(&self, reader: &mut Reader<'_>) {
        let Attacker { launched, launcher, missile, .. } = self.attacker;
        let problem = if launched && !missile.fits(launcher) {
            format!("a {} does not fit a {}", missile.name(), launcher.name())
        } else if !launched && !missile.is_throwable() {
            let name = missile.name();
            format!(
                "a {name} is not thrown by hand; it must be one of dart, stone, javelin, dagger, spear, other-weapon"
            )
        } else {
            return;
        };
        reader.at_field("attacker", |reader| reader.at_field("missile", |reader| reader.problem(problem)));
    }
}
