//! Fields that are greyed do not count: whatever they hold, the answer is the same. Every field counts somewhere.

use super::document;
use crate::common::dice::Pcg;
use crate::common::set;
use tohit_resolver::sheet::{Field, FieldCondition, Shape, SheetSpec};
use tohit_resolver::{Answer, Json, MapChances, ruleset};

/// A field that holds no others: its place, its sheet's place, and all conditions on it and on what it is part of.
struct Leaf {
    path: String,
    field: &'static Field,
    conditions: Vec<(String, &'static FieldCondition)>,
}

fn leaves(spec: &'static SheetSpec, sheet: &str, above: &[(String, &'static FieldCondition)]) -> Vec<Leaf> {
    let mut found = Vec::new();
    for field in spec.fields {
        let path = if sheet.is_empty() { field.name.to_owned() } else { format!("{sheet}.{}", field.name) };
        let own = field.about.when.iter().map(|when| (sheet.to_owned(), when));
        let conditions: Vec<_> = above.iter().cloned().chain(own).collect();
        match field.shape {
            Shape::Sheet(inner) => found.extend(leaves(inner, &path, &conditions)),
            _ => found.push(Leaf { path, field, conditions }),
        }
    }
    found
}

fn random(dice: &mut Pcg, field: &Field) -> Json {
    let mut among = |count: i64| dice.between(0, count - 1);
    match field.shape.inner() {
        Shape::Bool => (among(2) == 1).into(),
        Shape::Int { low, high } => {
            // Mostly moderate figures, which leave something to decide.
            let most = if among(3) == 0 { high } else { high.min(25) };
            (low + among(most - low + 1)).into()
        }
        Shape::Choice(variants) => variants[among(variants.len() as i64) as usize].name.into(),
        _ => field.default.clone(),
    }
}

/// Whether two answers say the same, but for figures on the way and the last digits: the order in which floats are added may differ.
fn same(one: Answer<f64>, other: Answer<f64>) -> bool {
    let split = |mut answer: Answer<f64>| {
        answer.values.clear();
        let mut chances = Vec::new();
        (answer.map(&mut |p| chances.push(p)), chances)
    };
    let ((one, ours), (other, theirs)) = (split(one), split(other));
    one == other && ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-12)
}

/// A scenario in which every third field is changed.
fn scenario(dice: &mut Pcg, mode: &'static str, all: &[Leaf]) -> Json {
    let rules = ruleset("crawl").unwrap();
    let (mut scenario, _) = rules.complete(&document(&format!(r#"{{ "mode": "{mode}" }}"#)));
    let Json::Object(entries) = &mut scenario else { panic!("a scenario is an object") };
    entries.push(("mode".to_owned(), mode.into()));
    for leaf in all {
        if dice.below(3) == 0 {
            set(&mut scenario, &leaf.path, random(dice, leaf.field));
        }
    }
    scenario
}

fn answer(scenario: &Json) -> Option<Answer<f64>> {
    let rules = ruleset("crawl").unwrap();
    rules.resolve::<f64>(scenario).ok()
}

/// Whether another value of the field changes the answer.
fn counts(dice: &mut Pcg, scenario: &Json, before: &Answer<f64>, leaf: &Leaf) -> bool {
    let mut other = scenario.clone();
    set(&mut other, &leaf.path, random(dice, leaf.field));
    answer(&other).is_some_and(|after| !same(before.clone(), after))
}

#[test]
fn greyed_fields_do_not_count_and_all_others_do() {
    let mut dice = Pcg::new(11);
    for mode in ruleset("crawl").unwrap().about().modes {
        let all = leaves(ruleset("crawl").unwrap().form(mode.id), "", &[]);
        // A list is not changed at random here, piety asks for too much else (see `editions::beogh`), hit points, what is regained and speed count for fights.
        let untested =
            ["attacker.attacks", "attacker.piety", "attacker.speed", "defender.hp", "defender.regeneration"];
        let tested = |path: &str| !untested.contains(&path);
        let mut idle: Vec<&str> =
            all.iter().map(|leaf| leaf.path.as_str()).filter(|path| tested(path)).collect();
        let mut greyed = 0;
        for round in 0..4000 {
            let scenario = scenario(&mut dice, mode.id, &all);
            let Some(before) = answer(&scenario) else { continue };
            for leaf in &all {
                if !leaf.conditions.iter().all(|(sheet, when)| when.met(&scenario, sheet)) {
                    if round < 40 {
                        assert!(!counts(&mut dice, &scenario, &before, leaf), "{} of {scenario}", leaf.path);
                        greyed += 1;
                    }
                } else if idle.contains(&leaf.path.as_str()) && counts(&mut dice, &scenario, &before, leaf) {
                    idle.retain(|path| *path != leaf.path);
                }
            }
            if idle.is_empty() && round >= 40 {
                break;
            }
        }
        assert!(idle.is_empty(), "{}: {idle:?} never count", mode.id);
        assert!(greyed > 130, "{}: only {greyed} greyed", mode.id);
    }
}
