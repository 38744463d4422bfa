//! The fields of a save's hero.

use super::NAMES;
use super::items;
use super::save::{Save, class_of, number, spoken_class};
use crate::character::{Carried, Character};
use crate::stated::{Stated, StatedMeasure};
use crate::text::decimal;
use tohit_resolver::Json;
use tohit_resolver::document::put;

const MOMENT: &str = "of the moment; the save does not say it";

/// Reads the whole hero.
pub(super) fn read(save: &Save<'_>, character: &mut Character) {
    let hero = save.hero;
    let class = save.class().to_lowercase();
    let level = number(hero, "lvl");
    let which = if save.runs > 1 { format!(", the latest of {} runs", save.runs) } else { String::new() };
    character.who = format!("{}, level {}{which}", capital(&class), level.unwrap_or_default());
    let strength = number(hero, "STR").map(|strength| strength_of(save, strength));
    for side in ["attacker", "defender"] {
        field(character, &format!("{side}.level"), level);
        field(character, &format!("{side}.strength"), strength);
    }
    let (now, most) = (number(hero, "HP").unwrap_or(0), number(hero, "HT").unwrap_or(0));
    // The dead have none left.
    let now = if now > 0 { now } else { most };
    character.put("attacker.health", (100 * now / most.max(1)).clamp(1, 100));
    character.put("defender.hp", now);
    character.put("defender.max_hp", most);
    gear(save, character);
    rings(save, character);
    buffs(save, character);
    talents(save, character);
    situation(save, character);
    carried(save, character);
    leave_the_moment(character);
    character.keep_allowed();
    stated(save, level, character);
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn field(character: &mut Character, path: &str, value: Option<i64>) {
    match value {
        Some(value) => character.put(path, value),
        None => character.leave([path], "the save does not have it as a number"),
    }
}

/// Strength as the hero's page shows it: with rings of might, a surge, and the talent.
fn strength_of(save: &Save<'_>, own: i64) -> i64 {
    let surge = save.buff("AdrenalineSurge").and_then(|buff| number(buff, "boost")).unwrap_or(0);
    let talent = match save.talent("STRONGMAN") {
        0 => 0,
        points => own.saturating_mul(3 + 5 * points).div_euclid(100),
    };
    let might = save.ring("RingOfMight").unwrap_or(0);
    [surge, talent, might].into_iter().fold(own, i64::saturating_add)
}

/// Weapon, missile, wand and armor.
fn gear(save: &Save<'_>, character: &mut Character) {
    let rules = character.rules;
    let in_hand = save.hero.get("weapon");
    let items = save.items();
    // Magic immunity takes the magic of weapons and armor.
    let is_immune = save.buff("MagicImmune").is_some();
    let plain = |mut entries: Json, field: &str| {
        if is_immune {
            put(&mut entries, &Json::Null, field, "none".into());
        }
        entries
    };
    match in_hand.map(|item| (item, items::weapon(rules, "weapon", item))) {
        None => character.put("attacker.weapon", Json::Null),
        Some((_, Some(weapon))) => character.put("attacker.weapon", plain(weapon, "enchantment")),
        Some((item, None)) => unknown(character, "attacker.weapon", item),
    }
    character.put("defender.block", in_hand.and_then(|item| items::block(rules, item)).unwrap_or(Json::Null));
    match save.hero.get("armor").map(|item| (item, items::armor(rules, item))) {
        None => character.put("defender.armor", Json::Null),
        Some((_, Some(armor))) => character.put("defender.armor", plain(armor, "glyph")),
        Some((item, None)) => unknown(character, "defender.armor", item),
    }
    // The bow comes before what is thrown, the wand of a staff before those of the pack.
    let is_bow = |item: &Json| class_of(item) == "SpiritBow";
    let missiles = || items.iter().filter_map(|(_, item)| items::missile(rules, item, in_hand));
    let bow = items.iter().find(|(_, item)| is_bow(item));
    match bow.and_then(|(_, item)| items::missile(rules, item, in_hand)).or_else(|| missiles().next()) {
        Some(missile) => character.put("attacker.missile", plain(missile, "enchantment")),
        None => character.leave(["attacker.missile"], "no bow and nothing to throw is carried"),
    }
    match items.iter().find_map(|(_, item)| items::wand(rules, item)) {
        Some(wand) => character.put("attacker.wand", wand),
        None => character.leave(["attacker.wand"], "no wand that does points is carried"),
    }
    if save.buff("Crossbow$ChargedShot").is_some() {
        let why = "a charged shot is certain to hit, and does more with a dart";
        character.leave(["attacker.sure", "attacker.missile.low", "attacker.missile.high"], why);
    }
    if save.buff("Degrade").is_some() {
        character.leave(
            ["attacker.weapon.upgrade", "defender.armor.upgrade"],
            "items are degraded for a while, and count as fewer upgrades than the save has",
        );
    }
}

fn unknown(character: &mut Character, path: &str, item: &Json) {
    character.not_understood(&items::spoken(class_of(item)));
    character.leave([path], "no such thing in these rules");
}

fn rings(save: &Save<'_>, character: &mut Character) {
    for (class, fields) in NAMES.section("rings") {
        for path in fields.split(',').map(str::trim) {
            character.put(path, save.ring(class).unwrap_or(0));
        }
    }
    match save.ring("RingOfForce") {
        Some(bonus) => character.put("attacker.force_ring", bonus),
        None => character.put("attacker.force_ring", Json::Null),
    }
}

/// Fields that buffs set: each stands in the list, or is off.
fn buffs(save: &Save<'_>, character: &mut Character) {
    let mut on: Vec<(&str, bool)> = Vec::new();
    for (class, fields) in NAMES.section("buffs") {
        let is_on = save.buff(class).is_some();
        for path in fields.split(',').map(str::trim) {
            match on.iter_mut().find(|(known, _)| *known == path) {
                Some((_, known)) => *known |= is_on,
                None => on.push((path, is_on)),
            }
        }
    }
    for (path, is_on) in on {
        character.put(path, is_on);
    }
    for (class, entry, path) in [
        ("Barkskin", "level", "defender.barkskin"),
        ("ArcaneArmor", "level", "defender.arcane_armor"),
        ("Earthroot$Armor", "level", "defender.earthroot"),
        ("WandOfLivingEarth$RockArmor", "armor", "defender.rock_armor"),
        ("PhysicalEmpower", "boost", "attacker.damage_plus"),
    ] {
        match save.buff(class) {
            None => character.put(path, 0),
            Some(buff) => field(character, path, number(buff, entry)),
        }
    }
    let stored = save.buff("Kinetic$ConservedDamage").map(|buff| thousandths(buff, "preserve_damage"));
    character.put("attacker.kinetic", (stored.unwrap_or(0) + 999) / 1000);
    let rage = save.buff("Berserk").map(|buff| thousandths(buff, "power"));
    character.put("attacker.rage", (rage.unwrap_or(0) / 10).clamp(0, 100));
    let unseen = save.buff("Preparation").and_then(|buff| number(buff, "turnsInvis")).unwrap_or(0);
    let steps = [1, 3, 5, 9].iter().filter(|turns| unseen >= **turns).count();
    character.put("attacker.preparation", i64::try_from(steps).unwrap_or_default());
    let stance = save.buff("RingOfForce$BrawlersStance").and_then(|buff| buff.get("active"));
    character.put("attacker.stance", stance == Some(&Json::Bool(true)));
    let is_paladin = save.hero.get("subClass").and_then(Json::text) == Some("PALADIN");
    let ward = save.buff("HolyWard$HolyArmBuff").map_or(0, |_| if is_paladin { 3 } else { 1 });
    character.put("defender.ward", ward);
    if save.buff("Chill").is_some() && save.buff("Slow").is_none() {
        character.leave(["attacker.time_times"], "a chill slows the more the longer it lasts");
    } else {
        character.put("attacker.time_times", if save.buff("Slow").is_some() { 2 } else { 1 });
    }
}

/// A decimal in thousandths.
fn thousandths(buff: &Json, entry: &str) -> i64 {
    let text = match buff.get(entry) {
        Some(Json::Number(number)) => number.as_str(),
        _ => "0",
    };
    let (whole, part) = decimal(text).unwrap_or("0").split_once('.').unwrap_or((text, ""));
    // A power of ten behind it stands for a number that is very small.
    if text.contains(['e', 'E']) {
        return 0;
    }
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let whole: i64 = whole.parse().unwrap_or(0);
    whole.clamp(0, 1_000_000) * 1000 + part.parse::<i64>().unwrap_or(0)
}

fn talents(save: &Save<'_>, character: &mut Character) {
    character.put("attacker.point_blank", save.talent("POINT_BLANK").min(3));
    let stands = save.buff("HoldFast").is_some();
    character.put("defender.hold_fast", if stands { save.talent("HOLD_FAST").min(3) } else { 0 });
}

/// Depth, challenges and trinkets.
fn situation(save: &Save<'_>, character: &mut Character) {
    character.put("defender.faith", save.challenges & 2 != 0);
    // Flames and roots count as at depth 26 on the way up.
    let depth = if save.buff("AscensionChallenge").is_some() { Some(26) } else { save.depth };
    field(character, "situation.depth", depth);
    let items = save.items();
    let steps = |class: &str| {
        let trinket = items.iter().find(|(_, item)| class_of(item) == class);
        trinket.map_or(0, |(_, item)| items::upgrade(item).saturating_add(1)).clamp(0, 4)
    };
    character.put("attacker.clover", steps("ThirteenLeafClover"));
    character.put("situation.ferret", steps("FerretTuft"));
    character.leave(["situation.surprise", "situation.distance"], MOMENT);
}

fn leave_the_moment(character: &mut Character) {
    character.leave(
        [
            "attacker.execute_below",
            "attacker.roll_times",
            "attacker.skill_times",
            "attacker.draw_times",
            "attacker.after_low",
            "attacker.after_high",
            "attacker.after_times",
            "attacker.ignores_armor",
            "attacker.strikes",
            "attacker.sure",
            "attacker.blow_times",
            "attacker.blow_plus",
            "defender.evasion_times",
            "defender.evasion_plus",
            "defender.untouchable",
            "defender.guard_times",
            "defender.taken_times",
        ],
        MOMENT,
    );
}

/// Everything to choose among.
fn carried(save: &Save<'_>, character: &mut Character) {
    let rules = character.rules;
    let in_hand = save.hero.get("weapon");
    for (place, item) in save.items() {
        let weapon = items::weapon(rules, "weapon", item);
        let missile = items::missile(rules, item, in_hand);
        let wand = items::wand(rules, item);
        let armor = items::armor(rules, item);
        let all = [
            ("attacker.weapon", weapon),
            ("attacker.missile", missile),
            ("attacker.wand", wand),
            ("defender.armor", armor),
        ];
        let known = all.iter().any(|(_, thing)| thing.is_some());
        for (path, entries) in all.into_iter().filter_map(|(path, thing)| Some((path, thing?))) {
            let name = spoken_class(item);
            character.carried.push(Carried::new(path, name, place, entries));
        }
        let class = item.get("__className").and_then(Json::text).unwrap_or_default();
        let is_gear =
            ["items.weapon.", "items.wands.", "items.armor."].iter().any(|part| class.contains(part));
        if is_gear && !known && !items::is_without_points(item) {
            character.not_understood(&items::spoken(class_of(item)));
        }
    }
}

/// The save states what accuracy and evasion the hero has without anything: 9 and 4, and the level.
fn stated(save: &Save<'_>, level: Option<i64>, character: &mut Character) {
    let Some(level) = level else { return };
    let scenario = |mode: &str, side: &str, without: &str| {
        let bare = Json::object([("level", level.into()), (without, Json::Null)]);
        Json::object([("ruleset", character.rules.id().into()), ("mode", mode.into()), (side, bare)])
    };
    let strike = scenario("melee", "attacker", "weapon");
    let struck = scenario("monster", "defender", "armor");
    for (entry, what, measure, scenario) in [
        ("attackSkill", "accuracy with bare hands", "accuracy", strike),
        ("defenseSkill", "evasion without armor", "evasion", struck),
    ] {
        if let Some(says) = number(save.hero, entry) {
            character.states(Stated {
                what: format!("save: {what}"),
                says: says.to_string(),
                scenario,
                measure: StatedMeasure::Figure(measure, 0, 1),
                reason: String::new(),
            });
        }
    }
}
