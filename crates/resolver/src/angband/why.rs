//! What the spoiler says about each roll and each decision. What a monster's blows do it does not say: there the game's own code speaks.

use crate::explain::{Why, under};

const LANDING: &str = "Calculating the probability of successfully landing a blow";
const CRITICAL: &str = "Calculating the probability of a critical hit";
const DAMAGE: &str = "Calculating the damage done by a hit";
const MISSILE: &str = "Calculating the damage done by a missile";
const GAME: &str = "the game's own code (melee1.c)";
const PLAYERS: &str = "the game's own code (cmd1.c)";

pub(super) const WHYS: &[Why] = &[
    Why::decides(
        "hit roll",
        LANDING,
        "One blow in twenty always lands and one in twenty always misses, whatever the skill and the armour; in the other nine in ten the skill decides.",
    )
    .ways(&["always lands", "always misses", "the skill decides"]),
    Why::decides(
        "skill roll",
        LANDING,
        "Of K, the skill as far as the target can be seen, all but three quarters of the armour class land.",
    )
    .ways(&["misses", "lands"])
    .figures(&[
        "overall melee combat skill",
        "overall missile weapon skill",
        "K",
        "3/4 of the armour class",
        "3/4 of the armour class, rounded",
    ])
    // Rules 2.4.
    .under(&[under("hit_formula", &["integer"], PLAYERS, "A whole number below K, the skill as far as the target can be seen, is rolled; the blow lands if it is at least three quarters of the armour class, rounded down.")]),
    Why::decides(
        "critical roll",
        CRITICAL,
        "P is added up from the weight, the bonus to combat skill and the level; P of 5000 hits are critical.",
    )
    .ways(&["not critical", "critical"])
    .figures(&["P"])
    // Rules 5.3.
    .under(&[under("rules", &["game"], PLAYERS, "P is added up from the weight, the bonus to combat skill (for missiles without the launcher's) and the level; P of 5000 hits are critical.")]),
    Why::decides(
        "weight and type roll",
        CRITICAL,
        "A roll of 1d650 (1d500 for missiles) and ten times the weight together decide how great a critical hit is.",
    )
    .named("type of critical hit")
    .ways(&["good", "great", "superb", "*GREAT*", "*SUPERB*"]),
    Why::decides(
        "protection from evil",
        GAME,
        "Evil monsters of no higher level than the player are repelled if 0 to 99 and the player's level together exceed 50.",
    )
    .ways(&["not repelled", "repelled"]),
    Why::damage("weapon dice", DAMAGE, "The weapon's dice are rolled; slays, criticals and the bonus follow in this order."),
    Why::damage("ammunition dice", MISSILE, "The ammunition's dice are rolled; its bonus and the launcher's are added before anything is multiplied."),
    Why::damage("object dice", MISSILE, "The object's dice are rolled; the launcher's bonus and multiplier do not count for what is thrown."),
    Why::damage("damage dice", GAME, "The blow's dice are rolled; then armour or resistance takes its part."),
    Why::damage("acid hits armour", GAME, "Of the six places that acid can hit, those with armour halve its damage."),
];
