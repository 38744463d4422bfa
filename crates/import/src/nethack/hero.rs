//! The hero: title, statistics, state, what is worn, and how the hero is struck.

use super::NAMES;
use super::dump::Dump;
use super::item::{Item, Place};
use super::skills::Skills;
use crate::character::Character;
use crate::text::whole;
use tohit_resolver::Json;

const OF_THE_MOMENT: &str = "of the moment; the text does not say it";
const UNSAID: &str = "the text does not say it";
/// Reason for fields of the part that `^X` shows to a wizard, an explorer and at the end of the game alone.
const HIDDEN: &str = "the text of ^X does not say it; a dumplog does";
const NO_ITEMS: &str = "the text has no list of what you carry";

/// Race, role and level in the game's words.
pub(super) struct Title<'t> {
    race: &'t str,
    role: &'t str,
    level: Option<i64>,
}

impl<'t> Title<'t> {
    /// Title of the sentences, else of the line of the name.
    pub(super) fn of(dump: &Dump<'t>) -> Option<Self> {
        dump.about_you().find_map(Self::of_sentence).or_else(|| dump.name_line().and_then(Self::of_name_line))
    }

    /// `a Stripling, a level 1 dwarven Valkyrie`; where rank and role are one word, `a Wizard, level 23 human`.
    fn of_sentence(rest: &'t str) -> Option<Self> {
        let (rank, title) = rest.split_once(", a level ").or_else(|| rest.split_once(", level "))?;
        let words: Vec<&str> = title.split(' ').collect();
        let level = whole(words.first()?);
        let known = |section: &str, word: &&str| NAMES.ours(section, word).is_some();
        let race = words.iter().skip(1).find(|word| known("races", word))?;
        let role = words.iter().rfind(|word| known("roles", word)).copied();
        let role = role.or_else(|| rank.rsplit(' ').next().filter(|word| known("roles", word)))?;
        Some(Self { race, role, level })
    }

    /// `lawful female dwarven Valkyrie`.
    fn of_name_line(line: &'t str) -> Option<Self> {
        let (front, role) = line.trim().rsplit_once(' ')?;
        let (_, race) = front.rsplit_once(' ')?;
        (NAMES.ours("roles", role).is_some() && NAMES.ours("races", race).is_some()).then_some(())?;
        Some(Self { race, role, level: None })
    }
}

/// A mark of strength as the rules write it: `18/**` is 18/100.
fn strength(text: &str) -> Option<Json> {
    let word = text.split([' ', ',', ';']).next()?.replace("**", "100");
    match word.split_once('/') {
        Some((_, part)) if whole(part).is_some_and(|part| (1..=100).contains(&part)) => {
            Some(Json::Text(word))
        }
        Some(_) => None,
        None => whole(&word).map(Json::from),
    }
}

fn number(character: &mut Character, path: &str, value: Option<i64>) {
    match value {
        Some(value) => character.put(path, value),
        None => character.leave([path], UNSAID),
    }
}

/// Reads all but the weapons.
pub(super) fn read(dump: &Dump<'_>, title: &Title<'_>, character: &mut Character) {
    let level = title.level.or_else(|| {
        let figure = dump.status("Xp:").or_else(|| dump.status("Exp:"))?;
        whole(figure)
    });
    character.who = match level {
        Some(level) => format!("{} {}, level {level}", title.race, title.role),
        None => format!("{} {}", title.race, title.role),
    };
    let role = NAMES.ours("roles", title.role).unwrap_or_default();
    let race = NAMES.ours("races", title.race).unwrap_or_default();
    character.put("attacker.role", role);
    character.put("attacker.race", race);
    number(character, "attacker.level", level);
    statistics(dump, character);
    luck(dump, character);
    rings(dump, character);
    state(dump, character);
    riding(dump, character);
    worn(dump, character);
    struck(dump, role, character);
}

/// Statistics, hit points and armour class. Those of another shape are not the hero's own.
fn statistics(dump: &Dump<'_>, character: &mut Character) {
    let dexterity = dump.your("dexterity").or_else(|| dump.status("Dx:")).and_then(whole);
    number(character, "attacker.dexterity", dexterity);
    number(character, "defender.dexterity", dexterity);
    if let Some(shape) = dump.shape() {
        let why = format!("{shape}: that of the other shape; these rules know your own alone");
        character.leave(["attacker.strength", "defender.ac", "defender.hp"], &why);
        return;
    }
    match dump.your("strength").or_else(|| dump.status("St:")).and_then(strength) {
        Some(mark) => character.put("attacker.strength", mark),
        None => character.leave(["attacker.strength"], UNSAID),
    }
    number(character, "defender.ac", dump.your("armor class").or_else(|| dump.status("AC:")).and_then(whole));
    let points = dump.hit_points().map(|(now, most)| if dump.is_dead() { most } else { now });
    number(character, "defender.hp", points);
}

/// Luck: in figures for wizards alone; of others a word that stands for some figures, or none for 0.
fn luck(dump: &Dump<'_>, character: &mut Character) {
    let path = "attacker.luck";
    let sentence =
        dump.about_you().find(|rest| rest.split(' ').take(2).any(|word| matches!(word, "lucky" | "unlucky")));
    let Some(sentence) = sentence else {
        match dump.has_attributes {
            true => character.put(path, 0),
            false => character.leave([path], HIDDEN),
        }
        return;
    };
    let exact = sentence.split_once('(').and_then(|(_, rest)| whole(rest));
    let (least, range) = match sentence.split(' ').next() {
        Some("extremely") => (10, "10 to 13"),
        Some("very") => (5, "5 to 9"),
        _ => (1, "1 to 4"),
    };
    let sign = if sentence.contains("unlucky") { -1 } else { 1 };
    character.put(path, exact.unwrap_or(least * sign));
    if exact.is_none() {
        let below = if sign < 0 { ", below 0" } else { "" };
        let word = sentence.trim_end_matches('.');
        character.leave([path], &format!("the text says \"{word}\": {range}{below}; the least is taken"));
    }
}

/// Points of rings, worn and eaten: `a small bonus to hit (+3)`.
fn rings(dump: &Dump<'_>, character: &mut Character) {
    for (path, phrases, ring) in [
        ("attacker.ring_to_hit", ["bonus to hit", "penalty to hit"], "ring of increase accuracy"),
        ("attacker.ring_damage", ["damage bonus", "damage penalty"], "ring of increase damage"),
    ] {
        // The penalty of a Monk's suit is another thing.
        let stated = dump
            .about_you()
            .filter(|rest| !rest.contains(" due to your "))
            .find_map(|rest| phrases.iter().find_map(|phrase| rest.split_once(phrase)));
        let figure = stated.and_then(|(_, rest)| whole(rest.trim_start().strip_prefix('(')?));
        if let Some(figure) = figure {
            character.put(path, figure);
            continue;
        }
        if dump.has_attributes && stated.is_none() {
            character.put(path, 0);
            continue;
        }
        let worn = || dump.items.iter().filter(|item| item.place(None) == Place::Worn && item.is(ring));
        if worn().next().is_some() && worn().all(|item| item.plus.is_some()) {
            character.put(path, worn().filter_map(|item| item.plus).fold(0, i64::saturating_add));
            character.leave(
                [path],
                "the sum of the rings that you wear; the text does not say what you have eaten",
            );
        } else {
            character.leave([path], HIDDEN);
        }
    }
}

/// State of the moment, as far as the sentences say it.
fn state(dump: &Dump<'_>, character: &mut Character) {
    if !dump.has_status {
        character.leave(
            ["attacker.burden", "attacker.trapped", "attacker.hindered"],
            "the text has no part about the status",
        );
    } else {
        let burdens = ["unencumbered", "burdened", "stressed", "strained"];
        let begins = |word: &str| dump.about_you().any(|rest| rest.split([' ', ';']).next() == Some(word));
        match burdens.into_iter().find(|word| begins(word)) {
            Some(burden) => character.put("attacker.burden", burden),
            None => character.leave(["attacker.burden"], "with such a burden nobody fights"),
        }
        let steed_is_trapped = dump
            .sentences()
            .any(|line| line.contains(" was trapped in ") || line.contains(" is trapped in "));
        let is_trapped = ["trapped", "stuck in", "sinking into", "tethered to"];
        let trapped = steed_is_trapped || is_trapped.iter().any(|what| dump.says(what));
        character.put("attacker.trapped", trapped);
        character.put("attacker.hindered", dump.says("confused") || dump.says("stunned"));
    }
    if dump.has_attributes {
        let pace = match (dump.says("very fast"), dump.says("fast")) {
            (true, _) => "very-fast",
            (false, true) => "fast",
            (false, false) => "normal",
        };
        character.put("attacker.pace", pace);
    } else if dump.items.iter().any(|item| item.has("speed boots") && item.place(None) == Place::Worn) {
        character.put("attacker.pace", "very-fast");
    } else {
        character.leave(["attacker.pace"], HIDDEN);
    }
    if character.sides.first().and_then(|side| side.get("role")) == Some(&"healer".into()) {
        character
            .leave(["attacker.kills"], "a figure for each kind of monster, in the list of the vanquished");
    }
}

fn riding(dump: &Dump<'_>, character: &mut Character) {
    let path = "attacker.riding";
    match (dump.has_status, dump.says("riding"), Skills::of(dump).get("riding")) {
        (false, ..) => character.leave([path], "the text has no part about the status"),
        (true, false, _) => character.put(path, "none"),
        (true, true, Some((level, _))) if level != "restricted" => character.put(path, level),
        (true, true, _) => {
            character.put(path, "basic");
            character.leave([path], "you ride; the text does not say your skill, and basic is taken");
        }
    }
}

/// Armour that is worn.
fn worn(dump: &Dump<'_>, character: &mut Character) {
    let fields = [
        "attacker.gloves",
        "attacker.gloves_blessed",
        "attacker.shield",
        "attacker.body_armor",
        "attacker.silver_ring",
        "defender.helmet",
        "defender.boots",
    ];
    let bare = ["not wear any armor", "not wearing any armor", "n't wearing any armor"];
    let is_bare = dump.sentences().any(|line| bare.iter().any(|words| line.contains(words)));
    if !dump.has_items && !is_bare {
        character.leave(fields, NO_ITEMS);
        return;
    }
    let worn: Vec<&Item<'_>> = dump.items.iter().filter(|item| item.place(None) == Place::Worn).collect();
    let any = |section: &str| worn.iter().any(|item| NAMES.section(section).any(|(name, _)| item.has(name)));
    character.put("attacker.shield", any("shields"));
    character.put("attacker.body_armor", any("body armour"));
    character.put("defender.helmet", any("helmets"));
    let boots = NAMES.section("boots").find(|(name, _)| worn.iter().any(|item| item.has(name)));
    character.put("defender.boots", boots.map_or("none", |(_, ours)| ours));
    gloves(dump, &worn, character);
    let is_ring = |item: &&Item<'_>| item.base.starts_with("ring of ") || item.base.ends_with(" ring");
    let is_silver = |item: &&Item<'_>| item.base == "silver ring";
    match (worn.iter().copied().any(|item| is_ring(&item)), worn.iter().copied().any(|item| is_silver(&item)))
    {
        (_, true) => character.put("attacker.silver_ring", true),
        (false, false) if dump.has_items => character.put("attacker.silver_ring", false),
        _ => character.leave(["attacker.silver_ring"], "the text does not say what your rings are made of"),
    }
}

fn gloves(dump: &Dump<'_>, worn: &[&Item<'_>], character: &mut Character) {
    let of = |section: &str| {
        NAMES.section(section).find_map(|(name, ours)| {
            let item = worn.iter().find(|item| item.has(name))?;
            Some((*item, ours))
        })
    };
    let Some((item, ours)) = of("gloves").or_else(|| of("unknown gloves")) else {
        character.put("attacker.gloves", "none");
        character.put("attacker.gloves_blessed", false);
        return;
    };
    character.put("attacker.gloves", ours);
    if of("gloves").is_none() {
        character
            .leave(["attacker.gloves"], "you wear gloves that are not identified; ordinary ones are taken");
    }
    match (item.curse, dump.is_over) {
        (None, false) => {
            character.leave(["attacker.gloves_blessed"], "the text does not say if they are blessed")
        }
        (curse, _) => character.put("attacker.gloves_blessed", curse == Some("blessed")),
    }
}

/// The hero as one who is struck.
fn struck(dump: &Dump<'_>, role: &str, character: &mut Character) {
    character.put("defender.deft", matches!(role, "monk" | "rogue"));
    character.leave(["defender.helpless"], OF_THE_MOMENT);
    if !dump.has_attributes {
        let fields = ["defender.resists", "defender.cancellation", "defender.half_damage", "defender.unseen"];
        character.leave(fields, HIDDEN);
        return;
    }
    let mut resists: Vec<&str> = Vec::new();
    for (theirs, ours) in NAMES.section("resistances") {
        if dump.says(theirs) {
            resists.push(ours);
        }
    }
    // The bitten are not bitten again, and who cannot change does not turn to slime.
    let is_were =
        |rest: &str| ["a werejackal", "a wererat", "a werewolf"].iter().any(|were| rest.starts_with(were));
    if dump.about_you().any(is_were) && !resists.contains(&"lycanthropy") {
        resists.push("lycanthropy");
    }
    let fixed = ["not change from your current form", "n't change from your current form"];
    if dump.sentences().any(|line| fixed.iter().any(|words| line.contains(words))) {
        resists.push("slime");
    }
    let list = resists.into_iter().map(Json::from).collect();
    character.put("defender.resists", Json::List(list));
    let armour = NAMES.section("cancellation").find(|(word, _)| dump.about_you().any(|rest| rest == *word));
    character.put("defender.cancellation", armour.and_then(|(_, figure)| whole(figure)).unwrap_or(0));
    let half = ["half physical damage", "reduced physical damage"];
    let is_half =
        dump.sentences().any(|line| line.starts_with("You t") && half.iter().any(|it| line.contains(it)));
    character.put("defender.half_damage", is_half);
    if dump.says("invisible") {
        character
            .leave(["defender.unseen"], "you are invisible; that counts unless the monster sees such things");
    } else {
        character.put("defender.unseen", false);
    }
}

/// Version of the rules: that of the dump. `^X` names none, but 3.7 and later say which hand you use.
pub(super) fn settle_edition(dump: &Dump<'_>, edition: Option<&str>, character: &mut Character) {
    // No older version asks for a free hand.
    if edition.unwrap_or("v5-0") == "v5-0" {
        character.leave(["defender.free_hand"], OF_THE_MOMENT);
    }
    match (edition, dump.handedness()) {
        (Some(edition), _) => character.put("situation.rules", edition),
        (None, Some(_)) => {
            character.leave(["situation.rules"], "the text has no version; it is of 3.7 or 5.0")
        }
        (None, None) => {
            character.leave(["situation.rules"], "the text has no version; it looks like one of 3.6")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_race_role_and_level() {
        let of = |rest: &'static str| {
            Title::of_sentence(rest).map(|title| (title.race, title.role, title.level.unwrap()))
        };
        assert_eq!(of("a Stripling, a level 1 dwarven Valkyrie"), Some(("dwarven", "Valkyrie", 1)));
        assert_eq!(of("actually an Evoker, a level 2 male gnomish Wizard"), Some(("gnomish", "Wizard", 2)));
        assert_eq!(of("a Wizard, level 23 female elf"), Some(("elf", "Wizard", 23)));
        assert_eq!(of("a Priestess, level 11 human"), Some(("human", "Priestess", 11)));
        assert_eq!(of("lawful, on a mission for Tyr"), None);
    }

    #[test]
    fn strength_is_a_mark() {
        assert_eq!(strength("18/52 (limit:18/100)"), Some(Json::Text("18/52".to_owned())));
        assert_eq!(strength("18/**"), Some(Json::Text("18/100".to_owned())));
        assert_eq!((strength("25 (base:17)"), strength("18/200")), (Some(25.into()), None));
    }
}
