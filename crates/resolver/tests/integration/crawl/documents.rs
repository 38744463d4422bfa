//! Documents: what is refused, and what the presets hold.

use super::{document, exact};
use std::collections::BTreeMap;
use tohit_resolver::ruleset;

/// The paths of everything that is wrong, in order.
fn wrong(text: &str) -> Vec<String> {
    let rules = ruleset("crawl").unwrap();
    let problems = rules.resolve::<f64>(&document(text)).unwrap_err();
    problems.into_iter().map(|problem| problem.path).collect()
}

#[test]
fn everything_wrong_is_named_at_once() {
    let found = wrong(
        r#"{ "attacker": { "strength": 0, "luck": 3, "weapon": { "hands": "three" } }, "defender": { "ev": null },
            "situation": { "rules": "v06" } }"#,
    );
    assert_eq!(
        found.iter().collect::<std::collections::BTreeSet<_>>(),
        ["attacker.strength", "attacker.luck", "attacker.weapon.hands", "defender.ev", "situation.rules"]
            .map(str::to_owned)
            .iter()
            .collect()
    );
}

/// Each mode has fields of its own.
#[test]
fn a_field_of_another_mode_is_unknown() {
    assert_eq!(
        wrong(r#"{ "mode": "monster-melee", "attacker": { "strength": 14 } }"#),
        ["attacker.strength"]
    );
    assert_eq!(
        wrong(r#"{ "mode": "ranged", "situation": { "water_advantage": true } }"#),
        ["situation.water_advantage"]
    );
    assert_eq!(
        wrong(r#"{ "mode": "monster-ranged", "defender": { "state": "asleep" } }"#),
        ["defender.state"]
    );
    assert_eq!(wrong(r#"{ "mode": "ranged", "defender": { "state": "asleep" } }"#), ["defender.state"]);
    assert_eq!(wrong(r#"{ "defender": { "size": "natural" } }"#), ["defender.size"]);
    assert_eq!(wrong(r#"{ "mode": "monster-melee", "attacker": { "attacks": [] } }"#), ["attacker.attacks"]);
    assert_eq!(
        wrong(r#"{ "mode": "monster-melee", "attacker": { "attacks": [{}, { "damage": 101 }] } }"#),
        ["attacker.attacks.1.damage"]
    );
}

#[test]
fn missiles_must_fit() {
    let of = |attacker: &str| {
        let rules = ruleset("crawl").unwrap();
        let scenario = document(&format!(r#"{{ "mode": "ranged", "attacker": {{ {attacker} }} }}"#));
        rules.resolve::<f64>(&scenario).map(|_| ()).map_err(|problems| problems[0].path.clone())
    };
    let all = [
        "arrow",
        "bolt",
        "needle",
        "stone",
        "sling-bullet",
        "dart",
        "javelin",
        "dagger",
        "spear",
        "other-weapon",
    ];
    let fits: [(&str, &[&str]); 5] = [
        ("bow", &["arrow"]),
        ("longbow", &["arrow"]),
        ("crossbow", &["bolt"]),
        ("sling", &["stone", "sling-bullet"]),
        ("blowgun", &["needle"]),
    ];
    for missile in all {
        for (launcher, fitting) in fits {
            let found = of(&format!(r#""launcher": "{launcher}", "missile": "{missile}""#));
            let expected =
                if fitting.contains(&missile) { Ok(()) } else { Err("attacker.missile".to_owned()) };
            assert_eq!(found, expected, "{launcher} {missile}");
        }
        let thrown = of(&format!(r#""launched": false, "missile": "{missile}""#));
        let throwable = ["stone", "dart", "javelin", "dagger", "spear", "other-weapon"].contains(&missile);
        assert_eq!(thrown.is_ok(), throwable, "{missile}");
    }
}

/// A missile's own figure is that of its kind, of the edition, unless it is given.
#[test]
fn a_missiles_own_figure() {
    let dart = |figure: &str, rules: &str| {
        exact(&format!(
            r#"{{ "mode": "monster-ranged", "attacker": {{ "projectile": {{ "kind": "thrown", "missile": "dart"{figure} }} }},
                "situation": {{ "rules": "{rules}" }} }}"#
        ))
    };
    assert_eq!(dart("", "v05"), dart(r#", "missile_base_damage": 5"#, "v05"));
    assert_eq!(dart("", "v09"), dart(r#", "missile_base_damage": 2"#, "v09"));
    assert_ne!(dart("", "v05"), dart(r#", "missile_base_damage": 2"#, "v05"));
}

/// As many as the game's tables hold (a throwing net has no rules here).
#[test]
fn all_presets_are_there() {
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for preset in ruleset("crawl").unwrap().presets().all() {
        *groups.entry(preset.group.to_owned()).or_default() += 1;
    }
    let expected = [
        ("Monsters", 104),
        ("Melee weapons", 51),
        ("Melee weapons of 0.5 that changed", 21),
        ("Body armour", 28),
        ("Body armour of 0.5 that changed", 3),
        ("Shields", 3),
        ("Launchers", 5),
        ("Missiles", 8),
        ("Spells", 16),
    ];
    assert_eq!(groups, expected.map(|(group, count)| (group.to_owned(), count)).into());
}

/// Presets lie over each other, and what stands beside them counts.
#[test]
fn presets_lie_over_each_other() {
    let named = exact(
        r#"{ "mode": "monster-melee", "attacker": { "preset": ["orc-warrior", "war-axe"], "weapon": { "damage_plus": 3 } },
            "defender": { "preset": ["plate-mail", "shield"], "sh": 10 } }"#,
    );
    let spelled = exact(
        r#"{ "mode": "monster-melee",
            "attacker": { "hd": 4, "fighter": true, "attacks": [{ "damage": 20 }], "wielding": "weapon",
                "weapon": { "base_damage": 11, "accuracy": 0, "damage_plus": 3 } },
            "defender": { "body_armour_base_ac": 10, "heavy_armour": true, "shield": "shield", "sh": 10 } }"#,
    );
    assert_eq!(named, spelled);
    let named =
        exact(r#"{ "attacker": { "preset": ["katana", "chain-mail"] }, "defender": { "preset": "troll" } }"#);
    let spelled = exact(
        r#"{ "attacker": { "armour_ev_penalty": 4,
                "weapon": { "base_damage": 14, "accuracy": 3, "delay": 12, "str_weight": 3, "hands": "half" } },
            "defender": { "hd": 7, "ev": 10, "ac": 3, "size": "large" } }"#,
    );
    assert_eq!(named, spelled);
}
