//! Entered values: parts of a document, the presets that it names, and values as people read them.

use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Json, Library, Need, Preset, Ruleset};

/// A path with one more step.
pub fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
}

/// The fields of a sheet, where the shape is one.
pub fn sheet_of(shape: Shape) -> Option<&'static SheetSpec> {
    match shape.inner() {
        Shape::Sheet(spec) => Some(spec),
        _ => None,
    }
}

/// The document with its presets alone: the base that a reset of fields returns to.
pub fn presets_only(document: &Json) -> Json {
    fn is_nothing(value: &Json) -> bool {
        matches!(value, Json::Null) || matches!(value, Json::Object(entries) if entries.is_empty())
    }
    fn kept(sheet: &Json, outermost: bool) -> Json {
        let entries = match sheet {
            Json::Object(entries) => entries,
            // Sheets of a list keep their index.
            Json::List(items) => {
                let items: Vec<Json> = items.iter().map(|item| kept(item, false)).collect();
                return if items.iter().all(is_nothing) { Json::Null } else { Json::List(items) };
            }
            _ => return Json::Null,
        };
        let whole = |name: &str| name == "preset" || (outermost && matches!(name, "ruleset" | "mode"));
        let entries = entries.iter().filter_map(|(name, value)| {
            let value = if whole(name) { value.clone() } else { kept(value, false) };
            (!is_nothing(&value)).then(|| (name.clone(), value))
        });
        Json::Object(entries.collect())
    }
    kept(document, true)
}

/// The names of the presets that fill a sheet of the document.
pub fn presets_of(document: &Json, sheet: &str) -> Vec<String> {
    let ids = document.at(&join(sheet, "preset")).and_then(Library::ids).unwrap_or_default();
    ids.into_iter().map(str::to_owned).collect()
}

/// The presets that fill a document or a part of it, at any depth.
pub fn presets_in(document: &Json) -> Vec<String> {
    match document {
        Json::Object(entries) => {
            let here = presets_of(document, "").into_iter();
            here.chain(entries.iter().flat_map(|(_, value)| presets_in(value))).collect()
        }
        Json::List(items) => items.iter().flat_map(presets_in).collect(),
        _ => Vec::new(),
    }
}

/// The value that the presets of a sheet give a part of it, at a path such as `attacker.weapon`, where the
/// document has none.
pub fn brought(rules: &Ruleset, form: &'static SheetSpec, document: &Json, path: &str) -> Option<Json> {
    let (side, part) = path.split_once('.')?;
    let spec = sheet_of(form.field(side)?.shape)?;
    let target = spec.presets?;
    let ids = presets_of(document, side);
    let presets = ids.iter().rev().filter_map(|id| rules.presets().find(target, id));
    presets.filter_map(|preset| preset.document(target, spec)?.at(part).cloned()).next()
}

/// The choice that the mode of a document needs and that nobody has made: no entry gives a value to any of
/// its fields, nor does a preset. Where presets are marked for the mode, of the others only items for any
/// mode count: the sword of a warrior is no spell, a dart is thrown.
pub fn lacks(rules: &Ruleset, document: &Json) -> Option<Need> {
    let mode = rules.about().mode(rules.about().mode_of(document))?;
    let need = mode.needs?;
    let is_value = |value: &Json| match value {
        Json::Null => false,
        Json::Object(entries) => !entries.is_empty(),
        _ => true,
    };
    let is_brought = |path: &str| {
        let (side, part) = path.split_once('.')?;
        let spec = sheet_of(rules.form(mode.id).field(side)?.shape)?;
        let target = spec.presets?;
        let is_own = |preset: &Preset| preset.section("mode") == Some(mode.id);
        let is_marked = rules.presets().of(target).any(|preset| is_own(&preset));
        let is_item =
            |preset: &Preset| preset.section("mode").is_none() && is_carried(rules, mode.id, preset.group);
        let ids = presets_of(document, side);
        let mut presets = ids.iter().filter_map(|id| rules.presets().find(target, id));
        presets.find(|preset| {
            let fields = preset.document(target, spec);
            (is_own(preset) || !is_marked || is_item(preset))
                && fields.as_ref().and_then(|fields| fields.at(part)).is_some_and(is_value)
        })
    };
    let is_said = |path: &&str| document.at(path).is_some_and(is_value) || is_brought(path).is_some();
    (!need.paths.iter().any(is_said)).then_some(need)
}

/// True for a preset that only describes a creature: such a preset is no item, and its name is made from its
/// fields.
pub fn says_who(preset: Preset) -> bool {
    let says = |pair: &str| WHO.iter().flatten().any(|name| pair.split('=').next() == Some(name));
    preset.fills().all(|kind| preset.section(kind).unwrap_or_default().split(' ').all(says))
}

/// Fields that describe a creature: its kind, and its trade.
pub(crate) const WHO: [[&str; 2]; 2] = [["race", "species"], ["class", "kind"]];

/// True where the presets of a group are laid over others, as a weapon over its wielder: the others fill more
/// than one section, or only a part, or a creature that has presets of its own.
fn is_layer(rules: &Ruleset, mode: &str, group: &str) -> bool {
    let fields = rules.form(mode).fields.iter();
    let targets: Vec<&str> = fields.filter_map(|field| sheet_of(field.shape)?.presets).collect();
    let of_group = || rules.presets().all().filter(|preset| preset.group == group);
    let sections = |preset: Preset| targets.iter().filter(|target| preset.section(target).is_some()).count();
    let is_dressed = |preset: Preset| {
        preset.sections().any(|(_, fields)| fields.contains(".preset=")) && !fills_part(preset, &targets)
    };
    of_group().any(|preset| sections(preset) > 0)
        && of_group().all(|preset| sections(preset) < 2 && !is_dressed(preset) && !says_who(preset))
}

/// True where a preset fills a part of a sheet, such as a weapon, and not only these sheets.
fn fills_part(preset: Preset, targets: &[&str]) -> bool {
    preset.fills().any(|kind| !targets.contains(&kind))
}

/// True where the presets of a group are items that a creature carries, and no creature: they fill a part
/// too, or only one section.
pub fn is_carried(rules: &Ruleset, mode: &str, group: &str) -> bool {
    // The documents' own examples are whole fighters, whatever they fill.
    if group.contains("example") || !is_layer(rules, mode, group) {
        return false;
    }
    let forms = rules.about().modes.iter().map(|mode| rules.form(mode.id));
    let targets: Vec<&str> =
        forms.flat_map(|form| form.fields).filter_map(|field| sheet_of(field.shape)?.presets).collect();
    let of_group = || rules.presets().all().filter(|preset| preset.group == group);
    let fills_few = |preset: &Preset| preset.fills().filter(|kind| targets.contains(kind)).count() < 2;
    // A group that alone fills its sheet lies over nothing: its presets are fighters.
    let is_alone = || {
        let mut kinds = of_group().flat_map(|preset| preset.fills()).filter(|kind| targets.contains(kind));
        kinds.all(|kind| rules.presets().of(kind).all(|preset| preset.group == group))
    };
    // In games whose sides have separate kinds of presets, a preset of one section is a whole fighter.
    let is_split = || rules.presets().all().all(|preset| fills_few(&preset));
    of_group().any(|preset| fills_part(preset, &targets))
        || of_group().all(|preset| fills_few(&preset)) && !is_split() && !is_alone()
}

/// A value in the notation of an input; null is empty.
pub fn plain(value: &Json) -> String {
    match value {
        Json::Null | Json::Object(_) => String::new(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::Number(text) | Json::Text(text) => text.clone(),
        Json::List(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
    }
}

/// A value as people read it, with the labels of the shape.
pub fn readable(shape: Shape, value: &Json) -> String {
    match (shape.inner(), value) {
        (_, Json::Null) => "none".to_owned(),
        (Shape::Choice(variants), Json::Text(name)) => variants
            .iter()
            .find(|variant| variant.name == name)
            .map_or(name.clone(), |variant| variant.label()),
        (Shape::List { of, .. }, Json::List(items)) if !items.is_empty() => {
            items.iter().map(|item| readable(*of, item)).collect::<Vec<_>>().join(", ")
        }
        (Shape::List { .. }, _) => "none".to_owned(),
        (Shape::Sheet(_), _) => "what it was".to_owned(),
        (_, value) => plain(value),
    }
}

/// The result of one step of a field, in a link's notation: a value; of a set the word added or removed.
pub fn stepped(shape: Shape, before: Option<&Json>, said: &str) -> String {
    match (shape.inner(), before) {
        (Shape::List { of, .. }, Some(Json::List(before))) => {
            let words: Vec<Json> = said.split(',').map(Json::from).collect();
            let comes = words.iter().find(|word| !before.contains(word));
            let goes = before.iter().find(|word| !words.contains(word));
            match (goes, comes) {
                (Some(word), _) => format!("{} no more", readable(*of, word)),
                (None, word) => word.map_or_else(String::new, |word| format!("{} too", readable(*of, word))),
            }
        }
        (Shape::Bool, _) => readable(shape, &Json::from(said == "true")),
        _ => readable(shape, &said.into()),
    }
}

/// The defender's hit points, if given.
pub fn hit_points(whole: &Json) -> Option<f64> {
    match whole.at("defender.hp") {
        // Parsing it as a float would add 13 kB of tables.
        Some(Json::Number(text)) => text.parse().ok().map(|points: i64| points as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_carried, lacks};
    use tohit_resolver::{RULESETS, from_link};

    fn asks(link: &str) -> &'static str {
        let (rules, document) = from_link(link).unwrap();
        lacks(rules, &document).map_or("", |need| need.asks)
    }

    #[test]
    fn a_mode_asks_for_its_thing_until_a_preset_of_it_or_an_entry_gives_it() {
        for game in ["pixel-dungeon", "shattered"] {
            assert_eq!(asks(&format!("{game}/magic")), "Which wand?");
            assert_eq!(asks(&format!("{game}/magic?defender.preset=gnoll-scout")), "Which wand?");
        }
        assert_eq!(asks("pixel-dungeon/magic?attacker.level=5"), "Which wand?");
        assert_eq!(asks("pixel-dungeon/magic?attacker.preset=wand-of-lightning"), "");
        assert_eq!(asks("pixel-dungeon/magic?attacker.preset=gnoll-shamans-lightning"), "");
        assert_eq!(asks("pixel-dungeon/magic?attacker.damage.max=9"), "");
        assert_eq!(asks("pixel-dungeon/melee"), "");
        assert_eq!(asks("pixel-dungeon/thrown?attacker.preset=gnoll-scout"), "What is thrown?");
        assert_eq!(asks("pixel-dungeon/thrown?attacker.preset=javelin"), "");
        assert_eq!(asks("pixel-dungeon/thrown?attacker.preset=rogue-with-darts"), "");
        assert_eq!(asks("powder/spell?attacker.preset=knife"), "Which spell?");
        assert_eq!(asks("shattered/magic?attacker.preset=warrior-start"), "Which wand?");
        assert_eq!(asks("shattered/magic?attacker.preset=mage-start"), "");
        assert_eq!(asks("shattered/magic?attacker.wand.preset=wand-of-frost"), "");
        assert_eq!(asks("shattered/magic?attacker.wand.low=3"), "");
        // A fighter's sword is no spell.
        assert_eq!(asks("powder/spell?attacker.preset=fred"), "Which spell?");
        assert_eq!(asks("powder/spell?attacker.preset.0=fred&attacker.preset.1=force-bolt"), "");
        assert_eq!(asks("powder/spell?attacker.parts.0.dice=2"), "");
        assert_eq!(asks("powder/trap"), "Which trap?");
        assert_eq!(asks("angband/fired?attacker.launcher.preset=long-bow"), "");
    }

    #[test]
    fn no_first_fight_lacks_its_thing() {
        for (_, link) in RULESETS.iter().flat_map(|rules| rules.about().fights) {
            assert_eq!(asks(link), "", "{link}");
        }
    }

    #[test]
    fn presets_that_alone_fill_a_sheet_are_fighters_and_others_of_one_sheet_are_carried() {
        let carried = |game: &str, mode: &str, group: &str| {
            is_carried(RULESETS.iter().find(|rules| rules.id() == game).unwrap(), mode, group)
        };
        assert!(!carried("nethack", "monster", "Your defence") && !carried("nethack", "melee", "Heroes"));
        assert!(!carried("nethack", "polearm", "Heroes with a polearm"));
        assert!(carried("crawl", "ranged", "Launchers") && carried("brogue", "monster", "Armour"));
        assert!(carried("powder", "spell", "Spells") && carried("dcss", "melee", "Auxiliary attacks"));
    }
}
