//! Presets of a document: which are named, and the changes of a sheet when one is chosen.

use super::{is_index, items, join, put, sheet_of, take, take_said};
use crate::about::Need;
use crate::json::Json;
use crate::preset::{Library, Preset};
use crate::sheet::SheetSpec;
use crate::text::Ruleset;

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

/// The presets that fill what a mode uses of a document.
pub fn presets_used(form: &'static SheetSpec, mode: &str, document: &Json) -> Vec<String> {
    let mut ids = presets_of(document, "");
    let Json::Object(entries) = document else { return ids };
    for (name, value) in entries {
        match form.field(name) {
            Some(field) if !field.about.used_in(mode) => {}
            Some(field) => match sheet_of(field.shape) {
                Some(spec) => ids.extend(presets_used(spec, mode, value)),
                None => ids.extend(presets_in(value)),
            },
            None => {}
        }
    }
    ids
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
pub const WHO: [[&str; 2]; 2] = [["race", "species"], ["class", "kind"]];

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

/// Sets the presets of a sheet.
pub fn set_presets(document: &mut Json, effective: &Json, sheet: &str, ids: Vec<String>) {
    let path = join(sheet, "preset");
    match <[String; 1]>::try_from(ids) {
        Ok([id]) => put(document, effective, &path, id.into()),
        Err(ids) if ids.is_empty() => {
            take(document, &path);
        }
        Err(ids) => put(document, effective, &path, Json::List(ids.into_iter().map(Json::from).collect())),
    }
}

/// Adds a preset to a sheet. The preset's values replace the sheet's entries.
pub fn add_preset(
    document: &mut Json,
    effective: &Json,
    (rules, mode): (&Ruleset, &str),
    (sheet, spec): (&str, &'static SheetSpec),
    id: &str,
) {
    let (library, form) = (rules.presets(), rules.form(mode));
    let Some(target) = spec.presets else { return };
    let Some(preset) = library.find(target, id) else { return };
    let mut ids = presets_of(document, sheet);
    // An artifact is no layer over a weapon: it takes the place of it, and of what lies over it.
    let fields = preset.document(target, spec).unwrap_or(Json::Null);
    let known_fields = |id: &String| library.find(target, id)?.document(target, spec);
    let is_covered =
        |id: &String| known_fields(id).is_some_and(|known| covers(&fields, &known) == Some(true));
    if let Some(first) = ids.iter().position(is_covered) {
        ids.truncate(first);
    }
    ids.retain(|known| {
        let Some(known) = library.find(target, known) else { return false };
        let other_mode = known.section("mode").is_some_and(|mode| preset.section("mode") != Some(mode));
        is_carried(rules, mode, preset.group) && known.group != preset.group && !other_mode
    });
    ids.push(id.to_owned());
    if let Some((list, _)) = sheet.rsplit_once('.').filter(|(_, last)| is_index(last)) {
        // An item of a list is that preset and nothing else; the other items stay.
        put(document, effective, list, Json::List(items((rules, form), document, effective, list)));
        put(document, effective, sheet, Json::Object(Vec::new()));
    }
    set_presets(document, effective, sheet, ids);
    make_room(document, library, (sheet, spec), preset);
    if let Some(mode) = preset.section("mode") {
        put(document, effective, "mode", mode.into());
    }
}

/// True where `above` gives a value to all that `below` does, lists apart, which add up. None where `below`
/// has nothing but lists.
fn covers(above: &Json, below: &Json) -> Option<bool> {
    match below {
        Json::Object(entries) => {
            let all = entries
                .iter()
                .filter_map(|(name, below)| covers(above.get(name).unwrap_or(&Json::Null), below));
            all.reduce(|all, one| all && one)
        }
        Json::List(_) => None,
        _ => Some(*above != Json::Null),
    }
}

/// True where a preset is layered over the sheet's main preset.
pub fn is_layered((rules, mode): (&Ruleset, &str), spec: &'static SheetSpec, id: &str) -> bool {
    let preset = spec.presets.and_then(|target| rules.presets().find(target, id));
    preset.is_some_and(|preset| is_carried(rules, mode, preset.group))
}

/// Removes the entries of a sheet that equal those of `said`; the presets stay.
pub fn take_what_is_same(document: &mut Json, sheet: &str, said: &Json) {
    take_said(document, sheet, said, |name, value, said| {
        name == "preset" || value != said && !matches!(value, Json::Object(_))
    });
}

/// Removes the entries of the sheet that a preset sets, itself or by the presets that it names for parts of
/// the sheet.
pub fn make_room(
    document: &mut Json,
    library: &Library,
    (sheet, spec): (&str, &'static SheetSpec),
    preset: Preset,
) {
    if let Some(mut said) = spec.presets.and_then(|target| preset.document(target, spec)) {
        expand(&mut said, library, spec);
        take_said(document, sheet, &said, |_, _, _| false);
    }
}

/// Adds the fields of the presets that the parts of a sheet name.
fn expand(sheet: &mut Json, library: &Library, spec: &'static SheetSpec) {
    let Json::Object(entries) = sheet else { return };
    for (name, part) in entries {
        let Some(spec) = spec.field(name).and_then(|field| sheet_of(field.shape)) else { continue };
        let ids = presets_of(part, "");
        let presets = spec.presets.into_iter().flat_map(|target| {
            ids.iter().filter_map(move |id| library.find(target, id)?.document(target, spec))
        });
        for preset in presets {
            let Json::Object(fields) = preset else { continue };
            for (name, value) in fields {
                if part.get(&name).is_none() {
                    *part.member_mut(&name) = value;
                }
            }
        }
        expand(part, library, spec);
    }
}

#[cfg(test)]
mod tests {
    use super::{is_carried, lacks, presets_used};
    use crate::{RULESETS, from_link};

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
    fn a_missile_is_no_preset_of_a_blow() {
        let link = "nethack/melee?attacker.preset=new-valkyrie&attacker.weapon.preset=excalibur&attacker.missile.preset=dagger";
        let (rules, document) = from_link(link).unwrap();
        let used = |mode: &str| presets_used(rules.form(mode), mode, &document);
        assert_eq!(used("melee"), ["new-valkyrie", "excalibur"]);
        assert_eq!(used("thrown"), ["new-valkyrie", "dagger"]);
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
        // Heroes of NetHack are struck, too, so that a defence is laid over one.
        assert!(carried("nethack", "monster", "Your defence") && !carried("nethack", "melee", "Heroes"));
        assert!(!carried("nethack", "monster", "Heroes"));
        assert!(!carried("nethack", "polearm", "Heroes with a polearm"));
        assert!(carried("crawl", "ranged", "Launchers") && carried("brogue", "monster", "Armour"));
        assert!(carried("powder", "spell", "Spells") && carried("dcss", "melee", "Auxiliary attacks"));
    }
}
