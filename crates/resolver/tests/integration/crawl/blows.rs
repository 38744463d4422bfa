//! A player's blow by the page, step by step; more of them stand as examples in the rules.

use super::told;

/// A war axe, a shield and chain mail. The penalty of both is 1 + 2, doubled with a weapon in hand.
#[test]
fn an_armoured_blow_by_the_page() {
    let scenario = r#"{
        "attacker": {
            "strength": 18, "dexterity": 12, "shield": "shield", "armour_ev_penalty": 4,
            "weapon": { "base_damage": 11, "accuracy": 0, "delay": 15, "str_weight": 6, "skill": "axes" },
            "skills": { "fighting": 5, "weapon": 6, "armour": 3, "shields": 2 }
        },
        "defender": { "ev": 13, "ac": 2 }
    }"#;
    let figures = [
        ("weighted stat", "13"),   // 12 + 3 * 6/10
        ("stat for damage", "17"), // 18 - 3 * 4/10
        ("evasion", "13"),
        ("armour and shield penalty", "6"),
        ("delay", "13"),      // 15 - 3, and 1 for a shield that 2 levels of skill never handle
        ("to-hit die", "31"), // 15 + 13 + 4 + 5 - 6
        ("to-hit roll", "17"),
        ("base damage", "11"),
        ("potential damage", "12"), // 11 (78 + 8)/78
        ("blow", "11"),             // 1 + 8 = 9; 9 * 30/25 = 10; 10 * 33/30 = 11
        ("damage before armour", "11"),
        ("damage dealt", "9"),
    ];
    // The shield and the armour hinder by 1 and 2 of 3, doubled; Fighting 1 to 5, weapon skill 1 to 6; 0 to 30; strength, an extra point, damage,
    // weapon skill, Fighting; armour.
    told(scenario, "yes 2 2 4 5 17 4 yes 8 5 3 2", ("hit", 9), &figures);
}
