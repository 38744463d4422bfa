//! Subjects of questions: the fields that count in a scenario, and the slots that presets fill.

use super::words::presets_held;
use crate::actions::sides::weapon;
use crate::model::link::with;
use crate::model::scenario::Now;
use crate::platform::search;
use crate::store::ScenarioStore;
pub(super) use tohit_report::fields::LabelledField;
use tohit_report::format;
use tohit_resolver::document::{self, is_carried, join, presets_in, presets_of, sheet_of};
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::study::{AxisPoint, Study};
use tohit_resolver::{Json, Preset, in_order};

/// Use of a range; its places are at most about twice as many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wide {
    /// A side of a map.
    Mapped = 40,
    /// A curve.
    Drawn = 150,
    /// A search for an edge: each step counts.
    Searched = 1000,
}

/// All that counts, in the order of the form: each sheet before its fields.
fn counted(now: &Now) -> Vec<LabelledField> {
    fn walk(now: &Now, spec: &'static SheetSpec, sheet: &str, all: &mut Vec<LabelledField>) {
        for field in spec.fields {
            if field.about.counts(now.mode, &now.complete, sheet) {
                let path = join(sheet, field.name);
                all.extend(LabelledField::of(now.form(), &path));
                sheet_of(field.shape).into_iter().for_each(|inner| walk(now, inner, &path, all));
            }
        }
    }
    let mut all = Vec::new();
    walk(now, now.form(), "", &mut all);
    all
}

/// The fields that count.
pub(super) fn all(now: &Now) -> Vec<LabelledField> {
    let is_field = |at: &LabelledField| {
        let is_other = matches!(
            at.shape.inner(),
            Shape::Sheet(_) | Shape::List { distinct: false, .. } | Shape::Cell { .. }
        );
        !is_other && now.complete.at(&at.path).is_some()
    };
    counted(now).into_iter().filter(is_field).collect()
}

/// The axis of a field's range, as in links.
pub(super) fn ranging(now: &Now, at: &LabelledField, wide: Wide) -> String {
    format!("{}={}", at.path, range(now, at, wide))
}

/// The useful range of a field; of a very wide one, the part around its value.
pub(super) fn range(now: &Now, at: &LabelledField, wide: Wide) -> String {
    let present = match now.complete.at(&at.path) {
        Some(Json::Number(text)) => format::read(text).unwrap_or_default(),
        _ => 0.0,
    };
    // In units of a step: ones, or tenths.
    let (low, high, unit) = match at.shape.inner() {
        Shape::Int { low, high } => (low, high, 1),
        Shape::Num { low, high } => {
            // The first and the last valid tenth.
            let tenths = |(over, under): (i64, i64)| over.saturating_mul(10).div_euclid(under.max(1));
            (tenths((low.0.saturating_neg(), low.1)).saturating_neg(), tenths(high), 10)
        }
        _ => return "..".to_owned(),
    };
    let present = (present * unit as f64).round() as i64;
    let most = wide as i64;
    let (mut from, mut to, mut step) = (low, high, 1);
    if wide == Wide::Searched {
        from = from.max(present.saturating_sub(most));
        to = to.min(present.saturating_add(most));
    } else if high.saturating_sub(low) > 300 {
        let reach = 150 * unit;
        if low < -reach {
            from = present.saturating_sub(reach).max(low);
        }
        to = present.saturating_mul(2).max(from.saturating_add(reach)).min(high);
    }
    if to.saturating_sub(from) > 2 * most {
        let nice = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000];
        step = nice.into_iter().find(|step| (to - from) / step <= most).unwrap_or(10_000_000);
    }
    let written = |number: i64| {
        let text = tohit_report::format::decimal(number as f64 / unit as f64, 1);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let by = if step == 1 && unit == 1 { String::new() } else { format!("/{}", written(step)) };
    format!("{}..{}{by}", written(from), written(to))
}

/// The default field with a range: one of the defender, but the hit points.
pub(super) fn asked_first(now: &Now) -> Option<LabelledField> {
    let all: Vec<LabelledField> = all(now).into_iter().filter(LabelledField::is_ranged).collect();
    let is_first = |at: &&LabelledField| at.path.starts_with("defender.") && !at.path.ends_with(".hp");
    all.iter().find(is_first).or(all.first()).cloned()
}

/// A part of a sheet for presets: all of it, or a layer that is worn or wielded.
#[derive(Clone, PartialEq)]
pub(super) struct Slot {
    sheet: String,
    /// The group of a layer; empty for the fighter below the layers.
    group: String,
    pub(super) label: String,
    /// The number of its presets.
    pub(super) count: usize,
}

impl Slot {
    pub(super) fn sheet(&self) -> &str {
        &self.sheet
    }

    /// True for things that are worn or wielded over a fighter.
    pub(super) fn is_layer(&self) -> bool {
        !self.group.is_empty()
    }

    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.sheet, self.group)
    }

    /// True where an earlier slot offers the same group, in a sheet around this one or in a part of it.
    pub(super) fn is_double(&self, all: &[Self]) -> bool {
        let is_within = |one: &Self, other: &Self| {
            one.sheet.strip_prefix(&other.sheet).is_some_and(|more| more.starts_with('.'))
        };
        let before = all.iter().take_while(|slot| *slot != self);
        let mut alike = before.filter(|slot| !self.group.is_empty() && slot.group == self.group);
        alike.any(|slot| is_within(slot, self) || is_within(self, slot))
    }
}

/// The groups of presets that are layers: worn or wielded over a fighter. The search is slow: frequent
/// callers keep its result.
pub(super) fn over(now: &Now) -> Vec<&'static str> {
    let library = now.rules.presets();
    let mut groups: Vec<&'static str> = Vec::new();
    for preset in library.all() {
        if groups.last() != Some(&preset.group) {
            groups.push(preset.group);
        }
    }
    groups.into_iter().filter(|group| is_carried(now.rules, now.mode, group)).collect()
}

/// The slots of a scenario that have several presets.
pub(super) fn slots(now: &Now, over: &[&'static str]) -> Vec<Slot> {
    let mut slots = Vec::new();
    for at in counted(now) {
        let Some(spec) = sheet_of(at.shape) else { continue };
        let mut groups: Vec<&str> = Vec::new();
        for preset in presets(now, spec) {
            let group = if over.contains(&preset.group) { preset.group } else { "" };
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        for group in groups {
            let count = chosen_from((now, over), spec, group).count();
            let (lower, way) = (group.to_ascii_lowercase(), at.way());
            let label = if group.is_empty() { way } else { format!("{way}: {lower}") };
            if count > 1 {
                slots.push(Slot { sheet: at.path.clone(), group: group.to_owned(), label, count });
            }
        }
    }
    // The side of `Now::asker` comes first. On each side, layers and parts precede fighters, and larger slots
    // precede smaller ones.
    let side = |slot: &Slot| {
        let name = slot.sheet.split('.').next();
        (name != Some(now.asker()), now.form().fields.iter().position(|field| Some(field.name) == name))
    };
    // The sheet with the largest slot comes first; of its slots, that of what is in use: ordinary weapons
    // come before artifacts for who holds an ordinary one.
    let largest = |slot: &Slot| {
        slots.iter().filter(|one| one.sheet == slot.sheet).map(|one| one.count).max().unwrap_or_default()
    };
    // The weapon of the mode comes first: a launcher before the one at the belt.
    let weapon = weapon(now).map(|(sheet, ..)| sheet);
    let place = |slot: &Slot| {
        let is_fighter = slot.group.is_empty() && !slot.sheet.contains('.');
        (
            side(slot),
            is_fighter,
            weapon.as_deref() != Some(slot.sheet.as_str()),
            usize::MAX - largest(slot),
            !is_held(now, over, slot),
            usize::MAX - slot.count,
        )
    };
    let order =
        in_order(slots.len(), &|one, other| slots.get(one).map(place).cmp(&slots.get(other).map(place)));
    order.into_iter().filter_map(|at| slots.get(at).cloned()).collect()
}

/// True where a preset of the slot is in use, entered or brought by the fighter's preset.
fn is_held(now: &Now, over: &[&'static str], slot: &Slot) -> bool {
    let Some(spec) = now.form().at(&slot.sheet).and_then(|(shape, _)| sheet_of(shape)) else { return false };
    let ids = presets_held(now, &slot.sheet);
    chosen_from((now, over), spec, &slot.group).any(|preset| ids.contains(&preset.id()))
}

/// The presets of a sheet that belong to the mode.
fn presets(now: &Now, spec: &'static SheetSpec) -> impl Iterator<Item = Preset> + use<> {
    let of_mode = now.mode;
    now.rules
        .presets()
        .of(spec.presets.unwrap_or("-"))
        .filter(move |preset| preset.section("mode").is_none_or(|mode| mode == of_mode))
}

/// The typed names, in small letters.
fn split(typed: &str) -> Vec<String> {
    let names = typed.split(',').map(|name| name.trim().to_ascii_lowercase());
    names.filter(|name| !name.is_empty()).collect()
}

/// Presets of a typed name: those with an equal name, or else the best matches.
fn of_name<'a>(all: &'a [Preset], name: &'a str) -> impl Iterator<Item = &'a Preset> {
    let fits = move |preset: &Preset| {
        let is_whole = preset.id() == name || preset.name.eq_ignore_ascii_case(name);
        if is_whole { Some(0) } else { Some(search::rank(preset.name, "", name)?.max(1)) }
    };
    let best = all.iter().filter_map(fits).min();
    all.iter().filter(move |preset| best.is_some() && fits(preset) == best)
}

/// Presets by typed names with commas between them; all where nothing is typed. Names that fit none are left
/// out.
fn named(all: Vec<Preset>, typed: &str) -> Vec<Preset> {
    let names = split(typed);
    if names.is_empty() {
        return all;
    }
    let mut known: Vec<Preset> = Vec::new();
    for preset in names.iter().flat_map(|name| of_name(&all, name)) {
        if !known.contains(preset) {
            known.push(*preset);
        }
    }
    known
}

/// The typed names that fit no preset of a slot.
pub(super) fn unknown(now: &Now, over: &[&'static str], slot: &Slot, typed: &str) -> Vec<String> {
    let spec = now.form().at(&slot.sheet).and_then(|(shape, _)| sheet_of(shape));
    let all: Vec<Preset> =
        spec.into_iter().flat_map(|spec| chosen_from((now, over), spec, &slot.group)).collect();
    split(typed).into_iter().filter(|name| of_name(&all, name).next().is_none()).collect()
}

fn chosen_from<'a>(
    (now, over): (&'a Now, &'a [&'static str]),
    spec: &'static SheetSpec,
    group: &'a str,
) -> impl Iterator<Item = Preset> + use<'a> {
    presets(now, spec).filter(move |preset| {
        if group.is_empty() { !over.contains(&preset.group) } else { preset.group == group }
    })
}

/// The scenario without entries that hide the presets, and the axis of a slot's presets: all, or the named
/// ones. Or else the error.
pub(super) fn axis(
    now: &Now,
    over: &[&'static str],
    slot: &Slot,
    names: &str,
) -> Result<(Json, String), &'static str> {
    const NOTHING: &str = "There is nothing to choose among here.";
    let spec = now.form().at(&slot.sheet).and_then(|(shape, _)| sheet_of(shape)).ok_or(NOTHING)?;
    let asked = &now.asked.document;
    let mut document = asked.clone();
    let of_slot: Vec<Preset> = chosen_from((now, over), spec, &slot.group).collect();
    // The present preset stays in the sheet, and so in the study's link, even where it is not named.
    let ids = asked.at(&slot.sheet).map(presets_in).unwrap_or_default();
    let held = of_slot.iter().find(|preset| ids.contains(&preset.id())).copied();
    let first = held.or(of_slot.first().copied()).ok_or(NOTHING)?.id();
    let mut all = named(of_slot, names);
    if all.is_empty() {
        return Err("None of these names is in this list.");
    }
    // A single one is compared with the present.
    if all.len() == 1 {
        all.extend(held.filter(|held| !all.contains(held)));
    }
    if all.len() == 1 {
        return Err("Name at least two.");
    }
    document::add_preset(&mut document, &now.complete, (now.rules, now.mode), (&slot.sheet, spec), &first);
    let is_entered = matches!(document.at(&slot.sheet), Some(Json::Object(entries)) if entries.len() > 1);
    for preset in all.iter().filter(|_| is_entered) {
        document::make_room(&mut document, now.rules.presets(), (&slot.sheet, spec), *preset);
    }
    let with_it = presets_of(&document, &slot.sheet);
    let place = with_it.iter().position(|id| *id == first).filter(|_| with_it.len() > 1);
    let place = place.map_or_else(String::new, |place| format!(".{place}"));
    // A sheet without presets has none in the link, if nothing else was changed.
    let mut without = document.clone();
    document::set_presets(&mut without, &now.complete, &slot.sheet, ids);
    if asked.at(&slot.sheet).is_none() {
        document::take(&mut without, &slot.sheet);
    }
    if without == *asked {
        document = without;
    }
    let is_all = place.is_empty() && presets(now, spec).count() == all.len();
    let list = || all.iter().map(Preset::id).collect::<Vec<_>>().join("|");
    let text = if is_all { "*".to_owned() } else { list() };
    Ok((document, format!("{}.preset{place}={text}", slot.sheet)))
}

/// Paths of the fields that one step can change.
pub(super) fn around(scenario: ScenarioStore, link: &str) -> Vec<String> {
    let now = scenario.here();
    let study = Study::parse(now.rules, &with(link, "~"));
    let places = study.into_iter().flat_map(|study| study.axes).flat_map(|axis| axis.places);
    let path = |place: AxisPoint| place.label().split_once('=').map(|(path, _)| path.to_owned());
    let mut paths: Vec<String> = places.filter_map(path).collect();
    paths.dedup();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_list_is_that_of_the_weapon_in_use() {
        let first = |link: &str| {
            let (rules, document) = tohit_resolver::from_link(link).unwrap();
            let now = Now::at(rules, document);
            slots(&now, &over(&now)).first().map(|slot| (slot.sheet.clone(), slot.group.clone())).unwrap()
        };
        let weapon = |group: &str| ("attacker.weapon".to_owned(), group.to_owned());
        assert_eq!(first("angband42/melee?attacker.weapon.preset=lance"), weapon(""));
        let artifact = "angband42/melee?attacker.weapon.preset=trident-of-wrath";
        assert_eq!(first(artifact), weapon("Artifact weapons"));
        assert_eq!(first("angband42/melee"), weapon("Artifact weapons"));
    }
}
