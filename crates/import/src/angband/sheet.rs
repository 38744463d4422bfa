//! The fields of a dump's character: the sheet, what is worn, what is carried.

use super::NAMES;
use super::dump::{Dump, Item, mark};
use super::figures;
use super::items::{ItemContext, Thing};
use crate::character::{Carried, Character};
use crate::text::{signed_pair, whole, words};
use tohit_resolver::{Json, Preset};

/// Armour that acid strikes: the labels of the slots before it are those of weapon, launcher, rings, amulet
/// and light.
const SLOTS_BEFORE_ARMOUR: &str = "abcdef";

/// Modifiers of worn things.
pub(super) const BLOWS: [&str; 2] = ["extra blows", "attack speed"];
const SHOTS: [&str; 1] = ["shooting speed"];
const MIGHT: [&str; 1] = ["shooting power"];

/// Sheet with which the figures of a dump are compared.
pub(super) struct Hero<'t> {
    pub(super) dump: &'t Dump<'t>,
    pub(super) context: ItemContext,
    pub(super) weapon: Option<(&'t Item<'t>, Thing)>,
    pub(super) launcher: Option<(&'t Item<'t>, Thing)>,
    /// True for classes that a blessed or hafted weapon attunes.
    pub(super) is_holy: bool,
}

/// A mark as the rules write it.
pub(super) fn mark_json(value: i64) -> Json {
    let text = mark(value);
    if text.contains('/') { Json::Text(text) } else { Json::Number(text) }
}

/// Sum of modifiers over items.
pub(super) fn sum<'t>(items: impl Iterator<Item = &'t Item<'t>>, phrases: &[&str]) -> i64 {
    items.flat_map(|item| phrases.iter().map(|phrase| item.modifier(phrase))).fold(0, i64::saturating_add)
}

/// Reads the whole character.
pub(super) fn read(dump: &Dump<'_>, is_late: bool, character: &mut Character) {
    let context =
        ItemContext { rules: character.rules, is_late, has_random_artifacts: dump.option("birth_randarts") };
    let word = |label: &str| dump.cell(label).map(|cell| words(cell).join("-")).unwrap_or_default();
    let (race, class) = (word("Race"), word("Class"));
    let level = dump.cell("Level").and_then(whole);
    character.who = format!(
        "{} {}, level {}",
        dump.cell("Race").unwrap_or_default(),
        dump.cell("Class").unwrap_or_default(),
        level.unwrap_or_default()
    );
    word_of(character, "attacker.race", &race);
    word_of(character, "attacker.class", &class);
    for side in ["attacker.level", "defender.level"] {
        number(character, side, level);
    }
    for (name, path) in [("STR", "attacker.str"), ("DEX", "attacker.dex")] {
        match dump.stat(name) {
            Some(stat) => character.put(path, mark_json(stat.now)),
            None => character.leave([path], "its row on the sheet was not understood"),
        }
    }
    let is_holy = matches!(class.as_str(), "priest" | "paladin");
    let slot = |label: char| dump.worn.iter().find(|item| item.label == label);
    let thing = |target, item: Option<&'_ Item<'_>>| item.and_then(|item| context.thing(target, item));
    let weapon = slot('a').and_then(|item| Some((item, thing("weapon", Some(item))?)));
    let launcher = slot('b').and_then(|item| Some((item, thing("launcher", Some(item))?)));
    let hero = Hero { dump, context, weapon, launcher, is_holy };

    hands(&hero, slot('a'), slot('b'), character);
    worn(&hero, character);
    struck(dump, character);
    carried(&hero, character);
    shots_and_throws(&hero, character);
    character.put("situation.rules", if is_late { "game-4-2-6" } else { "game-4-2-5" });
    character.put("situation.percent_damage", dump.option("birth_percent_damage"));
    character.keep_allowed();
    figures::settle(&hero, character);
    character.keep_allowed();
    figures::items(&hero, character);
    character.leave(
        ["attacker.frightened", "attacker.temporary_brands", "attacker.temporary_slays"],
        "of the moment; the text does not say it",
    );
    character.leave(
        ["defender.protection_from_evil", "defender.paralysed"],
        "of the moment; the text does not say it",
    );
}

/// A word of the rules, or a line that is not understood.
fn word_of(character: &mut Character, path: &str, word: &str) {
    let form = character.rules.form("melee");
    let is_known = form.at(path).is_some_and(|(shape, _)| match shape {
        tohit_resolver::sheet::Shape::Choice(variants) => variants.iter().any(|variant| variant.name == word),
        _ => false,
    });
    if is_known {
        character.put(path, word);
    } else {
        character.not_understood(word);
        character.leave([path], "no such name in these rules");
    }
}

fn number(character: &mut Character, path: &str, value: Option<i64>) {
    match value {
        Some(value) => character.put(path, value),
        None => character.leave([path], "its cell on the sheet was not understood"),
    }
}

/// The weapon and the launcher in use.
fn hands(hero: &Hero<'_>, weapon: Option<&Item<'_>>, launcher: Option<&Item<'_>>, character: &mut Character) {
    for (path, item, thing) in [
        ("attacker.weapon", weapon, hero.weapon.as_ref().map(|(_, thing)| thing)),
        ("attacker.launcher", launcher, hero.launcher.as_ref().map(|(_, thing)| thing)),
    ] {
        match (item, thing) {
            (None, _) => character.put(path, Json::Null),
            (Some(_), Some(thing)) => character.put(path, thing.entries.clone()),
            (Some(item), None) => {
                character.not_understood(item.name);
                character.leave([path], "no such thing in these rules");
            }
        }
    }
}

/// Sums of what worn things add.
fn worn(hero: &Hero<'_>, character: &mut Character) {
    let all = &hero.dump.worn;
    let others = || all.iter().filter(|item| !matches!(item.label, 'a' | 'b'));
    let (to_hit, to_dam) = others()
        .map(Item::worn_plus)
        .fold((0_i64, 0_i64), |(hit, dam), (more, and)| (hit.saturating_add(more), dam.saturating_add(and)));
    character.put("attacker.to_hit", to_hit);
    character.put("attacker.to_dam", to_dam);
    character.put("attacker.extra_blows", sum(all.iter(), &BLOWS));
    character.put("attacker.extra_shots", sum(all.iter(), &SHOTS));
    character.put("attacker.extra_might", sum(all.iter(), &MIGHT));
    let (mut brands, mut slays) = (Vec::new(), Vec::new());
    for item in others() {
        let (more_brands, more_slays, _) = item.powers();
        brands.extend(more_brands.into_iter().filter(|brand| !brands.contains(brand)).collect::<Vec<_>>());
        slays.extend(more_slays.into_iter().filter(|slay| !slays.contains(slay)).collect::<Vec<_>>());
    }
    let list = |names: Vec<&str>| Json::List(names.into_iter().map(Json::from).collect());
    character.put("attacker.worn_brands", list(brands));
    character.put("attacker.worn_slays", list(slays));
    // A worn thing that is blessed attunes every weapon.
    if others().any(Item::is_blessed) && hero.weapon.is_some() {
        character.put("attacker.weapon.blessed", true);
    }
    let everything = [all, &hero.dump.pack, &hero.dump.quiver, &hero.dump.home];
    for item in everything.into_iter().flatten() {
        for line in item.powers().2 {
            character.not_understood(&line);
        }
        if item.has_unknown_runes() && all.iter().any(|worn| core::ptr::eq(worn, item)) {
            character.not_understood(&format!("{}: properties that you do not know yet", item.name));
        }
    }
}

/// The character as one who is struck.
fn struck(dump: &Dump<'_>, character: &mut Character) {
    let armour = dump.cell("Armor").and_then(|cell| {
        let (base, plus) = cell.strip_prefix('[')?.split_once(',')?;
        whole(base)?.checked_add(whole(plus)?)
    });
    number(character, "defender.ac", armour);
    let points = dump.cell("HP").and_then(|cell| {
        let (now, most) = cell.split_once('/')?;
        // The dead have none left.
        whole(now).filter(|now| *now > 0).or_else(|| whole(most))
    });
    number(character, "defender.hp", points);
    number(character, "attacker.speed", dump.cell("Speed").and_then(speed));
    let reduction = dump.worn.iter().map(|item| item.modifier("damage reduction")).sum::<i64>();
    character.put("defender.damage_reduction", reduction);
    let pieces = dump.worn.iter().filter(|item| !SLOTS_BEFORE_ARMOUR.contains(item.label)).count();
    character.put("defender.acid_armour", i64::try_from(pieces.min(6)).unwrap_or_default());
    for (row, field) in NAMES.section("resistances") {
        let path = format!("defender.{field}");
        match dump.row(row) {
            Some(marks) => character.put(&path, resistance(marks)),
            None => character.leave([path.as_str()], "its row of the grid is not there"),
        }
    }
}

/// A row of the grid: `*` is immune, `+` resists, `-` is hurt more, `!` resists for a while.
fn resistance(marks: &str) -> &'static str {
    let has = |mark: char| marks.contains(mark);
    match (has('*'), has('+'), has('-'), has('!')) {
        (true, ..) => "immune",
        (_, true, false, true) => "doubly-resistant",
        (_, true, true, false) => "none",
        (_, true, ..) | (_, _, false, true) => "resistant",
        (_, false, true, false) => "vulnerable",
        _ => "none",
    }
}

/// `Normal`, `10 (2.0x)`, `2.0x (10)`, `Fast (+10)`.
fn speed(cell: &str) -> Option<i64> {
    if cell.starts_with("Normal") {
        return Some(0);
    }
    let slow = if cell.starts_with("Slow") { -1 } else { 1 };
    let words = cell.split(' ').map(|word| word.trim_matches(['(', ')']));
    let mut numbers = words.filter(|word| !word.contains(['x', '.'])).filter_map(whole);
    numbers.next().map(|speed| if speed < 0 { speed } else { speed * slow })
}

/// Everything to choose among.
fn carried(hero: &Hero<'_>, character: &mut Character) {
    let dump = hero.dump;
    for (place, items) in
        [("worn", &dump.worn), ("pack", &dump.pack), ("quiver", &dump.quiver), ("home", &dump.home)]
    {
        for item in items {
            let is_missile = hero.context.preset("ammo", item).is_some();
            for (target, path) in [
                ("weapon", "attacker.weapon"),
                ("launcher", "attacker.launcher"),
                ("ammo", "attacker.ammo"),
                ("object", "attacker.object"),
            ] {
                let fits = match target {
                    "object" => item.is_thrown() || is_flask(hero, item),
                    "weapon" => !is_missile,
                    _ => true,
                };
                if let Some(thing) = hero.context.thing(target, item).filter(|_| fits) {
                    let name = item.name.to_owned();
                    character.carried.push(Carried::new(path, name, place, thing.entries));
                }
            }
        }
    }
}

/// True for a thing that is thrown though it is no weapon.
fn is_flask(hero: &Hero<'_>, item: &Item<'_>) -> bool {
    let is_thing = |preset: Preset| preset.group == "Other things to throw";
    hero.context.preset("object", item).is_some_and(is_thing)
}

/// The missile that is shot, and the thing that is thrown.
fn shots_and_throws(hero: &Hero<'_>, character: &mut Character) {
    let dump = hero.dump;
    let bags = || dump.quiver.iter().chain(&dump.pack);
    let missile = hero.launcher.as_ref().and_then(|(_, launcher)| {
        bags()
            .find(|item| hero.context.fits(&launcher.preset, item))
            .and_then(|item| hero.context.thing("ammo", item))
    });
    match (missile, &hero.launcher) {
        (Some(missile), _) => character.put("attacker.ammo", missile.entries),
        (None, Some(_)) => character.leave(["attacker.ammo"], "no missile for the launcher is carried"),
        (None, None) => character.leave(["attacker.ammo"], "no launcher is worn"),
    }
    let thrown =
        bags().chain(&dump.worn).find(|item| item.is_thrown() && hero.context.preset("ammo", item).is_none());
    let thrown = thrown.or_else(|| bags().find(|item| is_flask(hero, item)));
    match thrown.and_then(|item| hero.context.thing("object", item)) {
        Some(thing) => character.put("attacker.object", thing.entries),
        None => character.leave(["attacker.object"], "nothing to throw is carried"),
    }
}

/// The two numbers of `56,+12`.
pub(super) fn pair(cell: &str) -> Option<(i64, i64)> {
    let (one, other) = cell.split_once(',')?;
    signed_pair(cell).or_else(|| Some((whole(one)?, whole(other)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_written_in_four_ways() {
        let read =
            ["Normal", "10 (2.0x)", "2.0x (10)", "-3 (0.7x)", "Fast (+10)", "Slow (-5)", "?"].map(speed);
        assert_eq!(read, [Some(0), Some(10), Some(10), Some(-3), Some(10), Some(-5), None]);
    }

    #[test]
    fn resistances_add_up() {
        let read = [".............", "+....", "..*.+", "-...", "+..-", "+..!", "...!", "??"].map(resistance);
        let said =
            ["none", "resistant", "immune", "vulnerable", "none", "doubly-resistant", "resistant", "none"];
        assert_eq!(read, said);
    }
}
