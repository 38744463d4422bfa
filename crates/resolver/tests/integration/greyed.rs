//! Greyed and hidden fields: no value of theirs changes the answer.

use crate::common::dice::Pcg;
use crate::common::random::{Scenarios, random_mark_free, random_value};
use crate::common::set;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Answer, Json, MapChances as _, Ruleset};

/// Scenarios of each ruleset.
const SCENARIOS: usize = 150;
/// Greyed fields that are changed in each of them.
const GREYED: u64 = 12;

/// A field of a scenario that holds no others.
struct Leaf {
    path: String,
    shape: Shape,
    counts: bool,
}

/// The fields of a scenario and of the items of its lists. Parts of a greyed field are greyed as well.
fn leaves(spec: &SheetSpec, (mode, whole): (&str, &Json), sheet: &str, counts: bool) -> Vec<Leaf> {
    let mut found = Vec::new();
    for field in spec.fields {
        let path = if sheet.is_empty() { field.name.to_owned() } else { format!("{sheet}.{}", field.name) };
        let counts = counts && field.about.counts(mode, whole, sheet);
        match (field.shape.inner(), whole.at(&path)) {
            (Shape::Sheet(inner), Some(Json::Object(_))) => {
                found.extend(leaves(inner, (mode, whole), &path, counts));
            }
            (Shape::List { of: Shape::Sheet(inner), .. }, Some(Json::List(items))) => {
                let item = |place: usize| leaves(inner, (mode, whole), &format!("{path}.{place}"), counts);
                found.extend((0..items.len()).flat_map(item));
            }
            _ => found.push(Leaf { path, shape: field.shape, counts }),
        }
    }
    found
}

/// The chances of an answer, and its other content without remarks, which name idle fields, and without
/// Angband's `base_skill`, which ignores a typed total.
fn compared(answer: &Answer<f64>) -> (Vec<f64>, Answer<()>) {
    let mut chances = Vec::new();
    let mut rest = answer.clone().map(&mut |p| chances.push(p));
    rest.more.retain(|(name, _)| *name != "remark");
    rest.values.retain(|(name, _)| *name != "base_skill");
    (chances, rest)
}

fn same(one: &Answer<f64>, other: &Answer<f64>) -> bool {
    let ((ours, one), (theirs, other)) = (compared(one), compared(other));
    one == other && ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-12)
}

/// Changes greyed fields of random scenarios; returns how many, and which of them count.
fn counting(ruleset: &'static Ruleset) -> (usize, Vec<String>) {
    let mut scenarios = Scenarios::new(ruleset, 44);
    let mut dice = Pcg::new(45);
    let (mut legal, mut greyed, mut wrong) = (0, 0, Vec::new());
    while legal < SCENARIOS {
        let document = scenarios.next();
        let (whole, _) = ruleset.complete(&document);
        let Ok(before) = ruleset.resolve::<f64>(&whole) else { continue };
        legal += 1;
        let mode = document.get("mode").and_then(Json::text).unwrap();
        let mut idle = leaves(ruleset.form(mode), (mode, &whole), "", true);
        idle.retain(|leaf| !leaf.counts);
        for _ in 0..GREYED.min(idle.len() as u64) {
            let leaf = idle.swap_remove(usize::try_from(dice.below(idle.len() as u64)).unwrap());
            let mut other = whole.clone();
            let value = random_mark_free(random_value(&mut dice, leaf.shape, 1));
            set(&mut other, &leaf.path, value.clone());
            // A value that is refused beside another field has no answer.
            let Ok(after) = ruleset.resolve::<f64>(&other) else { continue };
            greyed += 1;
            if !same(&before, &after) {
                wrong.push(format!("{mode}: {} = {value} of {document}", leaf.path));
            }
        }
    }
    (greyed, wrong)
}

fn greyed_fields_do_not_count(ruleset: &'static Ruleset) {
    let (greyed, counting) = counting(ruleset);
    assert!(greyed > SCENARIOS, "only {greyed} greyed");
    assert!(
        counting.is_empty(),
        "{} count:\n{}",
        counting.len(),
        counting[..20.min(counting.len())].join("\n")
    );
}

each_ruleset!(greyed_fields_do_not_count);
