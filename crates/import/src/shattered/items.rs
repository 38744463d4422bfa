//! Items of a save as entries of the rules: weapons, missiles, wands and armor.

use super::NAMES;
use super::save::{class_of, number};
use crate::text::words;
use tohit_resolver::document::put;
use tohit_resolver::sheet::Shape;
use tohit_resolver::{Json, Preset, Ruleset};

/// A class name in words: `WandOfFrost` is `Wand Of Frost`.
pub(super) fn spoken(class: &str) -> String {
    let mut name = String::new();
    for c in class.rsplit('$').next().unwrap_or_default().chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push(' ');
        }
        name.push(c);
    }
    name
}

/// The preset of a class for a sheet.
fn preset_of(rules: &Ruleset, target: &str, class: &str) -> Option<Preset> {
    let wanted = words(&spoken(class));
    rules.presets().of(target).find(|preset| words(preset.name) == wanted)
}

/// Upgrade of an item, with the one of a curse infusion.
pub(super) fn upgrade(item: &Json) -> i64 {
    let level = number(item, "level").unwrap_or(0);
    match item.get("curse_infusion_bonus") {
        Some(Json::Bool(true)) => level.saturating_add(1 + level / 6),
        _ => level,
    }
}

fn is_true(item: &Json, name: &str) -> bool {
    item.get(name) == Some(&Json::Bool(true))
}

/// An enchantment or a glyph as a word of the rules; those that change no figure are `other`.
fn magic(rules: &Ruleset, item: &Json, entry: &str, field: &str) -> Json {
    let Some(magic) = item.get(entry).filter(|magic| !class_of(magic).is_empty()) else {
        return "none".into();
    };
    let name = class_of(magic).rsplit('$').next().unwrap_or_default().to_lowercase();
    let forms = rules.about().modes.iter().map(|mode| rules.form(mode.id));
    let shapes = forms.filter_map(|form| form.at(field));
    let is_known = shapes.into_iter().any(|(shape, _)| match shape {
        Shape::Choice(variants) => variants.iter().any(|variant| variant.name == name),
        _ => false,
    });
    if is_known { name.into() } else { "other".into() }
}

fn augment(item: &Json) -> Json {
    item.get("augment").and_then(Json::text).unwrap_or("none").to_lowercase().into()
}

/// A weapon in hand, by the field `weapon`, or a missile, by `missile`.
pub(super) fn weapon(rules: &Ruleset, target: &'static str, item: &Json) -> Option<Json> {
    let preset = preset_of(rules, target, class_of(item))?;
    let mut entries = Json::object([("preset", preset.id().into())]);
    let mut set = |name: &str, value: Json| put(&mut entries, &Json::Null, name, value);
    set("upgrade", upgrade(item).into());
    set("augment", augment(item));
    set("mastery", is_true(item, "mastery_potion_bonus").into());
    set("enchantment", magic(rules, item, "enchantment", "attacker.weapon.enchantment"));
    Some(entries)
}

/// A missile; darts fly better from a crossbow in hand.
pub(super) fn missile(rules: &Ruleset, item: &Json, in_hand: Option<&Json>) -> Option<Json> {
    let mut entries = weapon(rules, "missile", item)?;
    let crossbow = in_hand.filter(|weapon| class_of(weapon) == "Crossbow");
    if let Some(bow) = crossbow.filter(|_| class_of(item).ends_with("Dart")) {
        let level = upgrade(bow).clamp(0, 30);
        put(&mut entries, &Json::Null, "low", (4 + level).into());
        put(&mut entries, &Json::Null, "high", (12 + 3 * level).into());
    }
    Some(entries)
}

/// A wand, or the one in a mage's staff.
pub(super) fn wand(rules: &Ruleset, item: &Json) -> Option<Json> {
    let item = if class_of(item) == "MagesStaff" { item.get("wand")? } else { item };
    let class = class_of(item);
    let preset = preset_of(rules, "wand", class).or_else(|| {
        // One zap takes 3 of 10 charges, from 1 to 3; a cursed wand takes 1.
        let charges = number(item, "curCharges").filter(|_| !is_true(item, "cursed"));
        let charges = charges.unwrap_or(0).clamp(0, 100);
        let used = ((3 * charges + 9) / 10).clamp(1, 3);
        let name = format!("{}, {used} charge{}", spoken(class), if used == 1 { "" } else { "s" });
        rules.presets().of("wand").find(|preset| words(preset.name) == words(&name))
    })?;
    let level = upgrade(item).saturating_add(number(item, "resin_bonus").unwrap_or(0));
    Some(Json::object([("preset", preset.id().into()), ("level", level.into())]))
}

/// True for wands that do no points by themselves.
pub(super) fn is_without_points(item: &Json) -> bool {
    NAMES.ours("without points", class_of(item)).is_some()
}

/// Body armor; a hero's own armor has the tier of the one from which it was made.
pub(super) fn armor(rules: &Ruleset, item: &Json) -> Option<Json> {
    let class = class_of(item);
    let heroes = ["WarriorArmor", "MageArmor", "RogueArmor", "HuntressArmor", "DuelistArmor", "ClericArmor"];
    let mut entries = match preset_of(rules, "armor", class) {
        Some(preset) => Json::object([("preset", preset.id().into())]),
        None if heroes.contains(&class) => Json::object([("tier", number(item, "armortier")?.into())]),
        None => return None,
    };
    let mut set = |name: &str, value: Json| put(&mut entries, &Json::Null, name, value);
    set("upgrade", upgrade(item).into());
    set("augment", augment(item));
    set("mastery", is_true(item, "mastery_potion_bonus").into());
    set("glyph", magic(rules, item, "glyph", "defender.armor.glyph"));
    Some(entries)
}

/// A weapon in hand as one that blocks.
pub(super) fn block(rules: &Ruleset, item: &Json) -> Option<Json> {
    let preset = preset_of(rules, "block", class_of(item))?;
    Some(Json::object([
        ("preset", preset.id().into()),
        ("upgrade", upgrade(item).into()),
        ("mastery", is_true(item, "mastery_potion_bonus").into()),
    ]))
}
