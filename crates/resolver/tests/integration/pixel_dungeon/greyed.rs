//! A field that is neither greyed nor hidden counts in some scenario. That greyed ones never do is tested of every ruleset.

use super::game;
use crate::common::dice::Pcg;
use crate::common::set;
use tohit_resolver::sheet::{Field, FieldCondition, Shape, SheetSpec};
use tohit_resolver::{Answer, Extra, Json, MapChances};

/// A field that holds no others: its place, whether the mode uses it, and all conditions on it and on what it is part of.
struct Leaf {
    path: String,
    field: &'static Field,
    used: bool,
    conditions: Vec<(String, &'static FieldCondition)>,
}

fn leaves(
    spec: &'static SheetSpec,
    mode: &str,
    sheet: &str,
    above: (bool, &[(String, &'static FieldCondition)]),
) -> Vec<Leaf> {
    let mut found = Vec::new();
    for field in spec.fields {
        let path = if sheet.is_empty() { field.name.to_owned() } else { format!("{sheet}.{}", field.name) };
        let own = field.about.when.iter().map(|when| (sheet.to_owned(), when));
        let conditions: Vec<_> = above.1.iter().cloned().chain(own).collect();
        let used = above.0 && field.about.used_in(mode);
        match field.shape.inner() {
            Shape::Sheet(inner) => found.extend(leaves(inner, mode, &path, (used, &conditions))),
            // Where a creature stands is `targeting`'s affair.
            Shape::List { .. } | Shape::Cell { .. } => {}
            _ => found.push(Leaf { path, field, used, conditions }),
        }
    }
    found
}

fn random(dice: &mut Pcg, shape: Shape) -> Json {
    match shape {
        Shape::Nullable(_) if dice.below(2) == 0 => Json::Null,
        Shape::Nullable(inner) => random(dice, *inner),
        Shape::Bool => (dice.below(2) == 1).into(),
        Shape::Int { low, high } => dice.between(low.max(-3), high.min(25)).into(),
        Shape::Num { low: (low, under), high: (high, _) } => {
            // Also halves and thirds, where the range has them.
            let parts = dice.between(1, 3);
            format!("{}/{parts}", dice.between((low * parts + under - 1) / under, high.min(16) * parts))
                .into()
        }
        Shape::Choice(variants) => {
            variants[usize::try_from(dice.below(variants.len() as u64)).unwrap()].name.into()
        }
        _ => Json::Null,
    }
}

/// A scenario in which every third field is changed.
fn scenario(dice: &mut Pcg, mode: &str, all: &[Leaf]) -> Json {
    let document: Json = [("mode", Json::from(mode))].into_iter().collect();
    let (mut scenario, _) = game().complete(&document);
    for leaf in all {
        if dice.below(3) == 0 {
            set(&mut scenario, &leaf.path, random(dice, leaf.field.shape));
        }
    }
    scenario
}

fn answer(scenario: &Json) -> Option<Answer<f64>> {
    game().resolve::<f64>(scenario).ok()
}

/// The chances of an answer, and all that is said beside them.
fn told(answer: &Answer<f64>) -> (Vec<f64>, Answer<()>) {
    let mut chances = Vec::new();
    let rest = answer.clone().map(&mut |p| chances.push(p));
    (chances, rest)
}

fn same(one: &Answer<f64>, other: &Answer<f64>) -> bool {
    let ((ours, one), (theirs, other)) = (told(one), told(other));
    one == other && ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-12)
}

/// Whether another value of the field changes the answer. What is wrong beside another field is no answer.
fn counts(dice: &mut Pcg, scenario: &Json, before: &Answer<f64>, leaf: &Leaf) -> bool {
    let mut other = scenario.clone();
    set(&mut other, &leaf.path, random(dice, leaf.field.shape));
    let health =
        |answer: &Answer<f64>| answer.more.iter().any(|(_, extra)| matches!(extra, Extra::Chance(_)));
    // The health alone adds the chance to kill, whatever it is.
    answer(&other).is_some_and(|after| health(before) == health(&after) && !same(before, &after))
}

#[test]
fn every_field_that_is_not_greyed_counts_somewhere() {
    let mut dice = Pcg::new(6);
    for mode in ["melee", "thrown", "magic"] {
        let all = leaves(game().form(mode), mode, "", (true, &[]));
        // What is thrown is a missile or an error; what is regained counts for fights.
        let settled = |path: &str| {
            path == "defender.regeneration" || mode == "thrown" && path == "attacker.weapon.category"
        };
        let mut idle: Vec<&str> = all
            .iter()
            .filter(|leaf| leaf.used && !settled(&leaf.path))
            .map(|leaf| leaf.path.as_str())
            .collect();
        for _ in 0..60_000 {
            let scenario = scenario(&mut dice, mode, &all);
            let Some(before) = answer(&scenario) else { continue };
            for leaf in &all {
                let counted =
                    leaf.used && leaf.conditions.iter().all(|(sheet, when)| when.met(&scenario, sheet));
                if counted
                    && idle.contains(&leaf.path.as_str())
                    && counts(&mut dice, &scenario, &before, leaf)
                {
                    idle.retain(|path| *path != leaf.path);
                }
            }
            if idle.is_empty() {
                break;
            }
        }
        assert!(idle.is_empty(), "{mode}: {idle:?} never count");
    }
}

/// Of nothing that is held or worn, the fields count nothing either: a form shows none.
#[test]
fn a_bolt_needs_no_damage_of_a_hero_in_melee() {
    let met = |mode: &str, kind: &str| {
        let document = super::read(&format!(r#"{{"mode":"{mode}","attacker":{{"kind":"{kind}"}}}}"#));
        let (complete, _) = game().complete(&document);
        let damage = leaves(game().form(mode), mode, "", (true, &[]));
        let damage = damage.iter().find(|leaf| leaf.path == "attacker.damage.min").unwrap();
        damage.conditions.iter().all(|(sheet, when)| when.met(&complete, sheet))
    };
    assert_eq!(["melee", "thrown", "magic"].map(|mode| met(mode, "hero")), [false, false, true]);
    assert_eq!(["melee", "thrown", "magic"].map(|mode| met(mode, "mob")), [true, true, true]);
}
