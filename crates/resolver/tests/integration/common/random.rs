//! Random documents.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::unreachable,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

use super::dice::Pcg;
use std::collections::HashMap;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Json, Ruleset};

/// Scenarios as people enter them: a mode, presets, and some fields that are not as they were.
pub struct Scenarios {
    pub ruleset: &'static Ruleset,
    dice: Pcg,
    /// The presets of each kind of sheet: their ids, with the mode that they are for.
    presets: HashMap<&'static str, Vec<(String, Option<&'static str>)>>,
}

impl Scenarios {
    pub fn new(ruleset: &'static Ruleset, seed: u64) -> Self {
        let mut presets: HashMap<_, Vec<_>> = HashMap::new();
        for preset in ruleset.presets().all() {
            for (target, _) in preset.sections() {
                presets.entry(target).or_default().push((preset.id(), preset.section("mode")));
            }
        }
        Self { ruleset, dice: Pcg::new(seed), presets }
    }

    /// The next one. What several fields say together may still be refused.
    pub fn next(&mut self) -> Json {
        let modes = self.ruleset.about().modes;
        let mode = modes[self.place(modes.len())].id;
        // From a fight with nothing said to one in which every third field is.
        let spared = 3 + self.dice.below(30);
        let sheet = self.sheet(self.ruleset.form(mode), mode, spared);
        let Json::Object(mut entries) = random_mark_free(sheet) else { unreachable!() };
        entries.retain(|(name, _)| name != "mode");
        entries.insert(0, ("mode".into(), mode.into()));
        Json::Object(entries)
    }

    fn sheet(&mut self, spec: &'static SheetSpec, mode: &str, spared: u64) -> Json {
        let mut entries = Vec::new();
        if let Some(id) =
            spec.presets.filter(|_| self.dice.below(2) == 0).and_then(|of| self.preset(of, mode))
        {
            entries.push(("preset".to_owned(), Json::from(id)));
        }
        for field in spec.fields.iter().filter(|field| field.about.used_in(mode)) {
            if let (Shape::Sheet(inner), true) = (field.shape.inner(), *field.default != Json::Null) {
                let inside = self.sheet(inner, mode, spared);
                if inside != Json::Object(Vec::new()) {
                    entries.push((field.name.to_owned(), inside));
                }
            } else if self.dice.below(spared) == 0 {
                entries.push((field.name.to_owned(), random_value(&mut self.dice, field.shape, 1)));
            }
        }
        Json::Object(entries)
    }

    fn preset(&mut self, target: &str, mode: &str) -> Option<String> {
        let known = self.presets.get(target)?;
        let fit: Vec<&String> =
            known.iter().filter(|(_, of)| of.is_none_or(|of| of == mode)).map(|(id, _)| id).collect();
        let place = usize::try_from(self.dice.below(fit.len().max(1) as u64)).unwrap();
        fit.get(place).map(|id| (*id).clone())
    }

    fn place(&mut self, many: usize) -> usize {
        usize::try_from(self.dice.below(many as u64)).unwrap()
    }
}

/// A document that obeys the form, with numbers mostly near their defaults' side of the range.
pub fn random_value(dice: &mut Pcg, shape: Shape, depth: usize) -> Json {
    match shape {
        Shape::Bool => (dice.below(2) == 1).into(),
        Shape::Int { low, high } => match dice.below(6) {
            0 => low.into(),
            1 => high.into(),
            _ => dice.between(low.max(-20), high.min(30).max(low)).into(),
        },
        Shape::Num { low: (low, under), high: (high, _) } => {
            let from = (low + under - 1) / under.max(1);
            dice.between(from, high.min(20).max(from)).into()
        }
        Shape::Choice(variants) => {
            let place = usize::try_from(dice.below(variants.len() as u64)).unwrap();
            variants[place].name.into()
        }
        Shape::Cell { low, high } => {
            // Far out nothing is.
            let (low, high) = if dice.below(8) == 0 { (low, high) } else { (low.max(-2), high.min(30)) };
            Json::List(vec![dice.between(low, high).into(), dice.between(low, high).into()])
        }
        Shape::Sheet(spec) => random_sheet(dice, spec, depth + 1),
        Shape::List { of, least, most, .. } => {
            let count = dice.between(least as i64, most.min(least + 3) as i64);
            let mut items: Vec<Json> = Vec::new();
            for _ in 0..count {
                let item = random_value(dice, *of, depth);
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            Json::List(items)
        }
        Shape::Nullable(inner) if dice.below(3) > 0 => random_value(dice, *inner, depth),
        Shape::Nullable(_) => Json::Null,
        Shape::Mark(_) => ["18/50", "12", "18/220", "x"][usize::try_from(dice.below(4)).unwrap()].into(),
    }
}

pub fn random_sheet(dice: &mut Pcg, spec: &'static SheetSpec, depth: usize) -> Json {
    let mut entries = Vec::new();
    for field in spec.fields {
        if depth == 0 || dice.below(4) == 0 {
            entries.push((field.name, random_value(dice, field.shape, depth)));
        }
    }
    entries.into_iter().collect()
}

/// The same document without marks that nobody could mean: what is refused at once compares nothing else.
pub fn random_mark_free(document: Json) -> Json {
    match document {
        Json::Text(text) if text == "x" => "17".into(),
        Json::List(items) => Json::List(items.into_iter().map(random_mark_free).collect()),
        Json::Object(entries) => {
            entries.into_iter().map(|(name, value)| (name, random_mark_free(value))).collect()
        }
        other => other,
    }
}
