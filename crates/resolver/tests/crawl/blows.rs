//! A player's blows as scripts (rules 2). Each comment does the sum by hand.

use crate::told;

/// By the page: a war axe, a shield and chain mail. The penalty of both is 1 + 2, doubled with a weapon in hand.
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
    let rolls = [
        3, // the shield hinders: 4 in 7
        2, // armour: 0 to 3, surely, as 4 in 3 is more than all
        2, // not tripled: (1 + 2) 2
        4, 5,  // Fighting 1 to 5, weapon skill 1 to 6
        17, // 0 to 30
        4, 1, 8, 5, 3, // strength, extra point, damage, weapon skill, Fighting
        2, // armour
    ];
    let figures = [
        ("armour and shield penalty", 6),
        ("weighted stat", 13), // 12 + 3 * 6/10
        ("to-hit base", 28),   // 15 + 13 + 0
        ("to-hit die", 31),    // 28 + 4 + 5 - 6
        ("to-hit value", 17),
        ("evasion", 13),
        ("base damage", 11),
        ("stat for damage", 17),  // 18 - 3 * 4/10
        ("potential damage", 12), // 11 (78 + 8)/78
        // 1 + 8 = 9; 9 * 30/25 = 10; 10 * 33/30 = 11
        ("damage before armour", 11),
        ("damage dealt", 9),
        // 15 - 3, and 1 for a shield that 2 levels of skill never handle
        ("time of the blow, in tenths of a turn", 13),
    ];
    told(scenario, false, &rolls, ("hit", 9), &figures);
}

/// What exceeds evasion hits by the page, what reaches it by the game's code; a miss may still be lucky.
#[test]
fn a_roll_of_exactly_evasion() {
    let scenario = |rules: &str| {
        format!(
            r#"{{ "attacker": {{ "skills": {{ "fighting": 0, "weapon": 0 }} }}, "defender": {{ "ev": 9 }}, "situation": {{ "rules": "{rules}" }} }}"#
        )
    };
    let after_the_roll = [
        ("base damage", 10),
        ("stat for damage", 14),
        ("potential damage", 10), // 10 (78 + 2 * 1)/78
        ("damage before armour", 4),
        ("damage dealt", 4),
        ("time of the blow, in tenths of a turn", 14),
    ];
    let before = |base: i64, die: i64| {
        [
            ("armour and shield penalty", 0),
            ("weighted stat", 14),
            ("to-hit base", base),
            ("to-hit die", die),
            ("to-hit value", 9),
            ("evasion", 9),
        ]
    };
    let page = [&before(30, 30)[..], &after_the_roll].concat();
    told(&scenario("document"), false, &[9, 1, 1, 2, 4], ("lucky-hit", 4), &page);
    let missed = [&before(30, 30)[..], &after_the_roll[5..]].concat();
    told(&scenario("document"), false, &[9, 2], ("miss", 0), &missed);
    let code = [&before(23, 23)[..], &after_the_roll].concat();
    told(&scenario("v05"), false, &[9, 1, 2, 4], ("hit", 4), &code);
}

/// By 0.5's code: a flaming dagger in a sleeper.
#[test]
fn a_stab_in_the_dark() {
    let scenario = r#"{
        "attacker": {
            "strength": 10, "dexterity": 20, "skills": { "weapon": 8, "stabbing": 10 },
            "weapon": { "preset": "dagger", "brand": "flaming" }
        },
        "defender": { "ev": 14, "ac": 5, "state": "asleep" },
        "situation": { "rules": "v05" }
    }"#;
    let rolls = [
        2, 7, 0, // Fighting, weapon skill, the to-hit roll: whoever sleeps does not evade
        2, 3, 3, 8, 3, // strength, no extra point, damage, weapon skill, Fighting
        3, 2,  // a gap in the armour: 5 - 3, and of that 2
        51, // fire: 0 to 92
    ];
    let figures = [
        ("armour and shield penalty", 0),
        ("weighted stat", 19), // 20 - 5 * 2/10
        ("to-hit base", 30),   // 15 + 9 + 6
        ("to-hit die", 39),
        ("to-hit value", 0),
        ("stab", 1),
        ("evasion", 0),
        ("base damage", 4),
        ("stat for damage", 14), // 10 + 5 * 8/10
        ("potential damage", 4), // 4 (78 + 4)/78
        // 3; 3 * 33/25 = 3; 3 * 33/30 = 3. The dagger's 20 * 11/5 = 44 steps down to 23: 26; * 20/10 = 52; * 22/12 = 95
        ("damage before armour", 95),
        ("damage dealt", 93),
        ("damage with the brand", 119), // 51/2 + 1
        ("time of the blow, in tenths of a turn", 6),
    ];
    told(scenario, false, &rolls, ("hit", 119), &figures);
}

/// By 0.5's code: whoever could have fought unarmed does not hold the weapon in both hands, and armour makes that less likely.
#[test]
fn a_hand_and_a_half() {
    let scenario = r#"{
        "attacker": {
            "strength": 16, "dexterity": 14, "armour_ev_penalty": 5,
            "skills": { "armour": 7, "unarmed_combat": 10 },
            "weapon": { "preset": "katana-0-5", "damage_plus": 2 }
        },
        "situation": { "rules": "v05" }
    }"#;
    let aimed = [
        ("armour and shield penalty", 4),
        ("weighted stat", 14), // 14 + 1 * 4/10
        ("to-hit base", 24),   // 15 + 7 + 2
        ("to-hit die", 24),    // 24 + 1 + 3 - 4
    ];
    let both = [
        ("to-hit value", 11),
        ("evasion", 10),
        ("base damage", 13),
        ("stat for damage", 16),  // 16 - 1 * 6/10
        ("potential damage", 14), // 13 (78 + 6)/78
        // 10; 10 * 27/25 = 10; 10 * 30/30; + 1 + 2
        ("damage before armour", 13),
        ("damage dealt", 13),
        ("time of the blow, in tenths of a turn", 11), // 13 - 1 - 1
    ];
    let rolls = [
        2, 4, // armour hinders, 5 in 7, by 0 to 4
        5, 4, // could fight unarmed by skill, 10 in 20, but not by armour, 2 in 5
        1, 3, 9, 2, // Fighting, weapon skill, the to-hit roll, both hands
        3, 2, 10, 2, 0, 1,
        2, // strength, extra point, damage, weapon skill, Fighting, enchantment, both hands
    ];
    told(scenario, false, &rolls, ("hit", 13), &[&aimed[..], &both].concat());
    let one = [("to-hit value", 9), ("evasion", 10), ("time of the blow, in tenths of a turn", 12)];
    told(scenario, false, &[2, 4, 5, 2, 1, 3, 9, 7], ("miss", 0), &[&aimed[..], &one].concat());
}

/// By 0.9's code: penalties are dice, and a monster's shield meets the blow that hits.
#[test]
fn past_a_shield_in_0_9() {
    let scenario = r#"{
        "attacker": {
            "strength": 18, "dexterity": 12, "species": "minotaur", "armour_ev_penalty": 5, "shield": "shield",
            "skills": { "fighting": 12, "weapon": 10, "armour": 8, "shields": 3 },
            "weapon": { "preset": "war-axe", "to_hit_plus": 2, "damage_plus": 3, "brand": "vorpal" }
        },
        "defender": { "ev": 13, "ac": 2, "hd": 9, "shield": "shield" },
        "situation": { "rules": "v09" }
    }"#;
    let aimed = [
        ("armour and shield penalty", 4), // 1d4 (5 * 37/45) and 1d3
        ("weighted stat", 13),
        ("to-hit base", 23), // 15 + 6 + 0 + 2
        ("to-hit die", 32),  // 23 + 7 + 6 - 4
        ("to-hit value", 20),
        ("evasion", 13),
        ("shield block", 6), // (11 + 14)/2/2, of up to 2 * 8 + 9 * 4/3
    ];
    let time = ("time of the blow, in tenths of a turn", 11); // 15 - 5, and the smaller of 2 and 1
    let landed = [
        ("base damage", 11),
        ("stat for damage", 17),
        ("potential damage", 11), // 11 (78 + 2)/78
        // 1 + 6 = 7; 7 * 30/25 = 8; 8 * 39/30 = 10; + 3
        ("damage before armour", 13),
        ("damage dealt", 12),
        ("damage with the brand", 14), // 7/4 + 1
        time,
    ];
    let rolls = [3, 1, 7, 6, 20, 11, 14, 7, 1, 1, 6, 5, 9, 3, 1, 7, 2, 1];
    told(scenario, false, &rolls, ("hit", 14), &[&aimed[..], &landed].concat());
    // The same with 6 of 0 to 24 against the shield, which must be exceeded.
    let rolls = [3, 1, 7, 6, 20, 11, 14, 6, 2, 1];
    told(scenario, false, &rolls, ("shield-block", 0), &[&aimed[..], &[time]].concat());
}

/// By 0.5's code: without a weapon the penalty is multiplied, and the blow is quick by the same penalty.
#[test]
fn a_trolls_claws() {
    let scenario = r#"{
        "attacker": {
            "strength": 20, "dexterity": 10, "species": "troll", "wielding": "nothing", "armour_ev_penalty": 3,
            "skills": { "unarmed_combat": 5 }
        },
        "defender": { "ac": 4 },
        "situation": { "rules": "v05" }
    }"#;
    let figures = |time: i64| {
        [
            ("armour and shield penalty", 6), // 2, tripled
            ("weighted stat", 12),            // 10 + 5 * 4/10
            ("to-hit base", 25),              // 15 + 6 + 4
            ("to-hit die", 25),               // 25 + 2 + 4 - 6
            ("to-hit value", 14),
            ("evasion", 10),
            ("base damage", 13),          // 3 + 5 + 5
            ("stat for damage", 17),      // 20 - 5 * 6/10
            ("potential damage", 13),     // 13 (78 + 4)/78
            ("damage before armour", 12), // 12; 12 * 31/30
            ("damage dealt", 9),
            ("time of the blow, in tenths of a turn", time),
        ]
    };
    // The last roll: 1 in 7 is not hindered by the armour.
    told(scenario, false, &[2, 1, 2, 4, 14, 2, 3, 12, 1, 3, 1], ("hit", 9), &figures(9));
    told(scenario, false, &[2, 1, 2, 4, 14, 2, 3, 12, 1, 3, 2], ("hit", 9), &figures(10));
}
