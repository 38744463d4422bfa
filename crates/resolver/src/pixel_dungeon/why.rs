//! What the page says about each roll and each decision; where it is silent, the game's own code speaks.

use crate::explain::{Why, under};

const TEST: &str = "Test for successful attack";
const DAMAGE: &str = "Calculate damage";
const EXCEPTIONS: &str = "Calculate damage, Exceptions";
const GAME: &str = "the game's own code";
const SHOCK: &str = "A shocking weapon shocks in level + 1 of level + 4 hits, for up to half of the damage, twice that in water.";
const BLAZE: &str =
    "A blazing weapon burns in level + 1 of level + 3 hits, for 1 to its level and 1; armour does not help.";

pub(super) const WHYS: &[Why] = &[
    Why::decides("sure hit", "Surprise attack", "A surprise attack always hits.")
        .ways(&["misses", "hits"])
        // Rules 12, D5 and D7.
        .under(&[under("rules", &["game"], GAME, "A surprise attack on a monster always hits, and so does a hero's wand.")]),
    Why::decides(
        "attacker's number",
        TEST,
        "The attacker draws a real number from 0 to its accuracy (magic doubles it), the defender one from 0 to its dodge; the attack is successful if the first is at least the second.",
    )
    .named("attacker's number against defender's")
    .ways(&["below the defender's", "reaches the defender's"])
    .figures(&["accuracy", "dodge"])
    // Rules 12, D2.
    .under(&[under("rules", &["game"], GAME, "The attacker draws a real number from 0 to its accuracy, a hero's cut to a whole number (magic doubles the draw), the defender one from 0 to its dodge; the attack is successful if the first is at least the second.")]),
    Why::decides("grim", GAME, "A grim weapon takes all hit points in level + 8 of level + 100 hits."),
    Why::decides("viscosity", GAME, "The glyph of viscosity puts the damage off in level + 1 of level + 7 hits."),
    Why::decides("deferred damage", GAME, "Only damage above 0 can be put off.").ways(&["nothing to defer", "deferred"]),
    Why::decides(
        "damage",
        DAMAGE,
        "The defender takes the damage roll less the damage reduction, or nothing if the reduction is more.",
    )
    .named("damage less reduction")
    .ways(&["nothing is left", "takes hit points"]),
    Why::feeds(
        "damage roll",
        &["damage"],
        DAMAGE,
        "A whole number between the least and the most is rolled, more likely near the middle.",
    ),
    Why::feeds("excess strength", &["damage"], EXCEPTIONS, "Strength beyond what the weapon needs adds 0 to so much.")
        // Rules 12, D4.
        .under(&[under("rules", &["game"], GAME, "Strength beyond what the weapon needs adds 0 to so much: to a Huntress's throws, and to others' blows.")]),
    Why::feeds("damage reduction", &["damage"], DAMAGE, "The defender rolls a whole number from 0 to its armor."),
    Why::feeds("Assassin's surprise", &["damage"], GAME, "An Assassin who is not noticed adds a roll from 1 to one less than the damage, at least 1."),
    Why::feeds("resistance", &["damage"], GAME, "Who resists takes, as often as the resistance says, a roll from 0 to the damage."),
    Why::feeds("resisted damage", &["damage"], GAME, "Resisted damage is a roll from 0 to the damage."),
    Why::feeds("blazing", &["damage"], GAME, BLAZE),
    Why::feeds("blaze", &["damage"], GAME, BLAZE),
    Why::feeds("shocking", &["damage"], GAME, SHOCK),
    Why::feeds("shock", &["damage"], GAME, SHOCK),
    Why::feeds(
        "lucky damage roll #",
        &["damage"],
        GAME,
        "A lucky weapon rolls the damage anew, each time with one less; what the best is above the damage is added.",
    ),
];
