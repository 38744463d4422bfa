//! What a Crawl scenario consists of. Every mode has its own pair of sheets: a player or a monster, striking or struck.

pub(super) mod melee;
pub(super) mod monster_melee;
pub(super) mod monster_ranged;
pub(super) mod ranged;

use super::names::Rules;
use crate::sheet;
use crate::sheet::{About, Int, When, about, int};

/// Strength or dexterity.
pub(super) type Stat = Int<1, 100>;
/// The level of a skill.
pub(super) type Level = Int<0, 27>;
/// Hit dice.
pub(super) type HitDice = Int<1, 30>;
/// The enchantment of a weapon, a launcher or a missile.
pub(super) type Plus = Int<-20, 30>;
/// A bonus from rings, artefacts and gloves.
pub(super) type Slaying = Int<-40, 40>;
/// How many attacks a shield has blocked already.
pub(super) type Blocks = Int<0, 20>;

/// The figure of a stat before a player changes it.
const STAT: Stat = int(14);
/// Whoever holds no shield needs no more said about it.
const WITH_SHIELD: When = When::not(".shield", &["none"], "No shield is worn.");
const OLD_RULES: When = When::not("situation.rules", &["v09"], "Version 0.9 knows nothing of it.");
const NEW_RULES: When = When::is("situation.rules", &["v09"], "It matters from version 0.9 on.");

const EFFECTS: &str = "Temporary effects";
const EQUIPMENT: &str = "Equipment";

const RULES: About = about(
    "Rules",
    "The page as it is written (its gaps filled from 0.5.2), or the game's own code of 0.5.2 or of 0.9.1.",
);
const EV: About = about("Evasion", "EV as the game shows it.");
const AC: About = about("Armour class", "AC as the game shows it; a blow loses up to that much.");
const INVISIBLE_PLAYER: About =
    about("Invisible", "Nobody sees you who does not see invisible.").group(EFFECTS);
const SHIELD_BLOCKS: About = about(
    "Blocks so far",
    "Attacks that the shield has blocked this turn already; each makes the next block harder.",
)
.when(&[WITH_SHIELD]);

sheet! {
    /// What holds between the two in melee.
    pub(super) struct MeleeSituation {
        rules: Rules = Rules::Document, RULES;
        water_advantage: bool = false, about(
            "Water advantage",
            "The attacker swims and the defender flounders: 5 more to hit and twice the damage.",
        ).when(&[OLD_RULES]);
    }
}

sheet! {
    /// What holds between the two at range.
    pub(super) struct RangedSituation {
        rules: Rules = Rules::Document, RULES;
    }
}
