//! What the page says about each roll and each decision (sections of the POWDER wiki's "To Hit").

use crate::explain::{Why, under};

const ATTACK: &str = "The Attack Roll";
const AC: &str = "The AC Roll";
const DAMAGE: &str = "Damage Calculation";
/// Versions 117 and 118.
const GAME: &str = "the game's own code";
/// What the AC roll goes into: a natural 20 skips the first.
const AGAINST: &[&str] = &["attack roll", "threat"];

pub(super) const WHYS: &[Why] = &[
    Why::decides(
        "hit",
        ATTACK,
        "The hit roll is 1d20: a 1 misses completely, a 20 hits whatever the AC roll is and threatens a critical hit.",
    )
    .named("hit roll")
    .under(&[
        // Rules 2.5 and 2.6.
        under("one_misses", &["melee-and-thrown"], ATTACK, "The hit roll is 1d20: a 1 misses completely, but for spells, wands and traps; a 20 hits whatever the AC roll is and threatens a critical hit."),
        under("true_aim_one", &["hits"], GAME, "The hit roll is 1d20: a 1 misses completely, unless the hit is forced; a 20 hits whatever the AC roll is and threatens a critical hit."),
    ]),
    Why::feeds(
        "bonus",
        AGAINST,
        ATTACK,
        "1 to the maximum bonus (level, attack's own and magical bonuses, skill level) is rolled, once more for each skill level, and the best roll counts.",
    )
    .figures(&["maximum bonus", "weapon skill"])
    // Rules 2.18.
    .under(&[under("attack_rolls", &["skill"], GAME, "1 to the maximum bonus (level, attack's own and magical bonuses, skill level) is rolled as often as the skill level says, and the best roll counts; without skill the worse of two.")]),
    Why::feeds("location", AGAINST, AC, "A body part is chosen; one that cannot wear anything counts as the body."),
    Why::feeds(
        "worn",
        AGAINST,
        AC,
        "1 to the armour's AC and skill is rolled: the worse of two rolls without skill, one with skill 1, the better of two with skill 2.",
    )
    .figures(&["worn AC"]),
    Why::feeds("shield parry", AGAINST, AC, "A shield parries 25, 50 or 75% of attacks, by the skill with it."),
    Why::feeds("shield", AGAINST, AC, "A shield that parries is rolled like armour and adds to the worn AC roll.")
        .figures(&["shield AC"]),
    Why::feeds(
        "natural",
        AGAINST,
        AC,
        "1 to the natural AC is rolled; the lower of the worn and the natural AC roll counts a third, rounded up, and is added to the other.",
    )
    .figures(&["worn AC roll", "AC roll"]),
    Why::decides("forced hit", ATTACK, "True Aim, used properly, hits whatever the AC roll is, and cannot be avoided.")
        // Rules 2.6.
        .under(&[under("true_aim_one", &["hits"], GAME, "True Aim, used properly, hits whatever the AC roll is, even with a natural 1, and cannot be avoided.")]),
    Why::decides(
        "attack roll",
        AC,
        "The attack roll is the hit roll plus the modifier less 10; if it is at least the AC roll, it hits.",
    )
    .ways(&["below the AC roll", "reaches the AC roll"])
    .figures(&["modifier"]),
    Why::decides(
        "threat",
        AC,
        "After a natural 20 another d20 is rolled with the same modifier and AC roll; if it would hit too, or is a 20, the hit is critical.",
    )
    .ways(&["not critical", "critical"])
    .figures(&["modifier", "AC roll"]),
    Why::decides("dodge", AC, "Dodging avoids one attack in ten that was not forced, if the target can move.")
        .ways(&["not dodged", "dodged"])
        // Rules 4.4.
        .under(&[under("twenty", &["avoidable"], GAME, "Dodging avoids one attack in ten that was not forced, even one with a natural 20, if the target can move.")]),
    Why::decides(
        "moving target",
        AC,
        "A Moving Target that moved last turn avoids one missile, ray or spell in five.",
    )
    .ways(&["not avoided", "avoided"]),
    Why::decides("off-hand chance", AC, "A weapon in the off hand parries only if its two-weapon chance is made."),
    Why::decides("parry", AC, "Each hand with a weapon that parries blocks one attack in ten.")
        .ways(&["not parried", "parried"]),
    Why::damage(
        "reduction",
        DAMAGE,
        "What the AC roll is above 10 is the most that armour takes off; 0 to that is rolled twice and the lower roll counts.",
    )
    .figures(&["reduction at most"])
    .under(&[
        // Rules 5.2.
        under("reduction", &["each"], GAME, "What the AC roll is above 10 is the most that armour takes off; for each damage type 0 to that is rolled twice and the lower roll counts."),
        under("reduction", &["base"], "versions before 115", "What the AC roll is above 10 is the most that armour takes off, from the base part alone; 0 to that is rolled twice and the lower roll counts."),
    ]),
    Why::damage("damage", DAMAGE, "The number of dice is multiplied before they are rolled, and so is what is added.")
        .figures(&["multiplier"]),
    Why::damage(
        "enchant",
        DAMAGE,
        "1 to the enchantment times the multiplier is rolled as often as the multiplier says, and the best roll counts.",
    )
    // Rules 5.8.
    .under(&[under("enchant_parts", &["base"], GAME, "For the base part alone, 1 to the enchantment times the multiplier is rolled as often as the multiplier says, and the best roll counts.")]),
];
