//! The fields of a dump's character.

use super::NAMES;
use super::dump::{Dump, Entry, Item, Use};
use super::items::{self, Thing};
use crate::character::{Carried, Character};
use crate::text::whole;
use tohit_resolver::Json;

/// Statuses, and what is true of a field without any of them.
const MOMENT: &str = "of the moment; the text does not say it";

/// A dump with what is used.
pub(super) struct Hero<'t> {
    pub(super) dump: &'t Dump<'t>,
    /// Second number of the version.
    pub(super) minor: i64,
    /// Experience level.
    pub(super) level: i64,
    /// Weapon in hand: the line, and what it is to the rules.
    pub(super) wielded: Option<&'t Item<'t>>,
    pub(super) weapon: Option<Thing>,
    launcher: Option<Thing>,
    /// The form, such as `statue-form`; empty without one.
    pub(super) form: String,
}

impl<'t> Hero<'t> {
    pub(super) fn of(dump: &'t Dump<'t>, minor: i64, character: &Character) -> Self {
        let wielded = dump.items.iter().find(|item| item.used() == Use::Wielded);
        let thing = |target| wielded.and_then(|item| items::weapon(character.rules, target, item));
        let form = dump.statuses.iter().map(|status| status.name.as_str());
        let mut form =
            form.filter(|name| name.ends_with("-form") || NAMES.ours("other forms", name).is_some());
        Self {
            dump,
            minor,
            level: dump.figure("XL").unwrap_or(1).clamp(1, 27),
            wielded,
            weapon: thing("weapon"),
            launcher: thing("missile"),
            form: form.next().unwrap_or_default().to_owned(),
        }
    }

    /// Things that are worn.
    pub(super) fn worn(&self) -> impl Iterator<Item = &'t Item<'t>> {
        self.dump.items.iter().filter(|item| item.used() == Use::Worn)
    }

    /// Worn things and the weapon in hand.
    fn in_use(&self) -> impl Iterator<Item = &'t Item<'t>> {
        self.worn().chain(self.wielded)
    }

    /// True where a worn thing of that class has a word in its name.
    pub(super) fn wears(&self, word: &str) -> bool {
        self.worn().any(|item| item.name().1.contains(word))
    }

    /// The shield that is worn.
    pub(super) fn shield(&self) -> &'static str {
        self.worn().find_map(items::shield).unwrap_or("none")
    }

    /// True for a form that changes more than these rules have.
    pub(super) fn is_changed(&self) -> bool {
        !self.form.is_empty() && NAMES.ours("forms", &self.form).is_none()
    }
}

/// Reads the whole character.
pub(super) fn read(dump: &Dump<'_>, minor: i64, character: &mut Character) {
    let hero = Hero::of(dump, minor, character);
    let being = dump.being().unwrap_or("an adventurer");
    character.who = format!("{being}, level {}", hero.level);
    for (label, path) in [("Str", "attacker.strength"), ("Dex", "attacker.dex")] {
        number(character, path, dump.figure(label));
    }
    for (skill, path) in [
        ("Fighting", "attacker.fighting"),
        ("Stealth", "attacker.stealth"),
        ("Shields", "attacker.shields"),
        ("Armour", "attacker.armour"),
        ("Necromancy", "attacker.necromancy"),
        ("Evocations", "attacker.evocations"),
    ] {
        level(character, path, dump.skill(skill));
    }
    hands(&hero, character);
    statuses(&hero, character);
    bonuses(&hero, character);
    super::body::read(&hero, being, character);
    carried(&hero, character);
    character.put("situation.rules", if minor >= 35 { "v0-35" } else { "v0-34" });
    character.leave(["situation.distance"], MOMENT);
    character.keep_allowed();
}

fn number(character: &mut Character, path: &str, value: Option<i64>) {
    match value {
        Some(value) => character.put(path, value),
        None => character.leave([path], "its cell on the sheet was not understood"),
    }
}

/// A level of a skill, as it is written.
fn level(character: &mut Character, path: &str, level: &str) {
    character.put(path, Json::Number(level.to_owned()));
}

/// Name of the skill of a launcher or a missile.
fn missile_skill(hero: &Hero<'_>, missile: &Thing) -> &'static str {
    if !missile.is_launcher() {
        return "Throwing";
    }
    let name = missile.preset.as_ref().map_or("", |preset| preset.name);
    NAMES.ours("launchers before 0.30", name).filter(|_| hero.minor < 30).unwrap_or("Ranged Weapons")
}

/// Name of the skill of a weapon for the hand.
fn weapon_skill(weapon: &Thing) -> Option<&'static str> {
    weapon.field("kind").and_then(|kind| NAMES.ours("skills", &kind))
}

/// Level of the school of a magical staff. Alchemy was poison magic once; a dump has one of them.
fn school_level<'t>(dump: &Dump<'t>, weapon: &Thing) -> Option<&'t str> {
    let schools = weapon.field("staff").and_then(|staff| NAMES.ours("schools", &staff))?;
    let known = schools.split(',').map(|school| dump.skill(school.trim())).find(|level| *level != "0");
    Some(known.unwrap_or("0"))
}

/// The weapon in hand, what is shot or thrown, and the skill of each.
fn hands(hero: &Hero<'_>, character: &mut Character) {
    let dump = hero.dump;
    let skill = match (hero.wielded, &hero.weapon, &hero.launcher) {
        (None, ..) => {
            character.put("attacker.weapon", Json::Null);
            Some("Unarmed Combat")
        }
        (Some(_), Some(weapon), _) => {
            character.put("attacker.weapon", weapon.entries.clone());
            if let Some(school) = school_level(dump, weapon) {
                level(character, "attacker.staff_skill", school);
            }
            if !weapon.brand_is_left.is_empty() {
                character.leave(["attacker.weapon.brand"], weapon.brand_is_left);
            }
            weapon_skill(weapon)
        }
        (Some(_), None, Some(_)) => {
            character.leave(["attacker.weapon"], "blows with a launcher are not in these rules");
            None
        }
        (Some(item), None, None) => {
            character.not_understood(&item.line);
            character.leave(["attacker.weapon", "attacker.skill"], "no such thing in these rules");
            None
        }
    };
    let always = hero.wielded.is_some_and(|item| items::artefact("always hit", item).is_some());
    character.put("attacker.always_hits", always);

    // The quivered missile comes before the first missile of the pack.
    let thrown = |used: Use| {
        let missiles = dump.items.iter().filter(move |item| item.used() == used);
        missiles.filter_map(|item| items::missile(character.rules, item)).next()
    };
    let missile = hero.launcher.clone().or_else(|| thrown(Use::Quivered)).or_else(|| thrown(Use::None));
    let shot = missile.as_ref().map(|missile| missile_skill(hero, missile));
    match &missile {
        Some(missile) => {
            character.put("attacker.missile", missile.entries.clone());
            if !missile.brand_is_left.is_empty() {
                character.leave(["attacker.missile.brand"], missile.brand_is_left);
            }
        }
        None => {
            character.leave(["attacker.missile"], "no launcher is in hand, and nothing to throw is carried")
        }
    }
    // One field for both: that of what is in hand.
    match (skill, shot) {
        (Some(skill), Some(shot)) if dump.skill(skill) != dump.skill(shot) => {
            level(character, "attacker.skill", dump.skill(skill));
            let why = format!(
                "it is that of {skill}, for what is in hand; for shots and throws enter {} of {shot}",
                dump.skill(shot)
            );
            character.leave(["attacker.skill"], &why);
        }
        (Some(skill), _) | (None, Some(skill)) => level(character, "attacker.skill", dump.skill(skill)),
        (None, None) => {}
    }
}

/// Fields that statuses set: each stands in the list, or is off.
fn statuses(hero: &Hero<'_>, character: &mut Character) {
    let mut on: Vec<&str> = Vec::new();
    for status in hero.dump.statuses.iter().chain(&hero.dump.passives) {
        // "invisible (but backlit and visible)"
        let shines = status.name == "invisible" && status.note.contains("backlit");
        let fields = if shines { Some("defender.backlit") } else { NAMES.ours("statuses", &status.name) };
        on.extend(fields.unwrap_or_default().split(',').map(str::trim));
    }
    if hero.dump.mutation("repulsion field") >= 3
        || hero.dump.mutation("distortion field") >= 3
        || hero.worn().any(|item| item.has("RMsl") || item.has("repulsion"))
        || hero.wears("of repulsion")
    {
        on.push("defender.repels");
    }
    let mut seen: Vec<&str> = Vec::new();
    for field in NAMES.section("statuses").flat_map(|(_, fields)| fields.split(',')).map(str::trim) {
        if !seen.contains(&field) {
            seen.push(field);
            character.put(field, on.contains(&field));
        }
    }
    let mut amounts = hero.dump.statuses.iter().filter(|status| status.name == "corroded");
    match amounts.next().map(|status| whole(&status.note)) {
        None => character.put("attacker.corrosion", 0),
        Some(Some(points)) => character.put("attacker.corrosion", points.abs()),
        Some(None) => character.leave(["attacker.corrosion"], "the text does not say how much"),
    }
    let infuses = |entries: &[Entry]| entries.iter().any(|entry| entry.name.starts_with("infuse"));
    if infuses(&hero.dump.statuses) || infuses(&hero.dump.passives) {
        character.leave(["attacker.infusion"], "it depends on the magic points that a blow takes");
    } else {
        character.put("attacker.infusion", 0);
    }
    // Only an athame counts ill effects, which came with 0.35.
    if hero.minor >= 35 && hero.dump.has_status("no status effects") {
        character.put("defender.debuffs", 0);
    } else if hero.minor >= 35 {
        character.leave(["defender.debuffs"], "the text does not count them");
    }
    character.leave(
        [
            "attacker.fumbling",
            "attacker.cleaving",
            "attacker.electric_charge",
            "attacker.sundering",
            "attacker.percent",
            "attacker.martial",
            "attacker.momentum",
            "attacker.bullseye",
            "attacker.sniping",
        ],
        MOMENT,
    );
}

/// Bonuses of worn things and mutations.
fn bonuses(hero: &Hero<'_>, character: &mut Character) {
    let count = |fits: &dyn Fn(&Item<'_>) -> bool| hero.in_use().filter(|item| fits(item)).count();
    let count = |fits: &dyn Fn(&Item<'_>) -> bool| i64::try_from(count(fits).min(9)).unwrap_or_default();
    let harm = count(&|item| item.has("Harm") || item.name().1.contains("amulet of harm")).min(2);
    character.put("attacker.harm", harm);
    character.put("defender.harm", harm);
    character.put(
        "attacker.hurling",
        count(&|item| item.has("Hurl") || item.name().1.contains("of hurling")).min(2),
    );
    let inaccurate = |item: &Item<'_>| item.has("Inacc") || item.name().1.contains("amulet of inaccuracy");
    character.put("attacker.inaccurate", count(&inaccurate) > 0);
    character.put("attacker.shield", hero.shield());
    let body = hero.worn().find_map(items::encumbrance);
    let frame = hero.dump.mutation("sturdy frame").saturating_mul(2);
    let is_named = |item: &&Item<'_>| {
        item.class == "Armour" && items::encumbrance(item).is_none() && items::shield(item).is_none()
    };
    match body {
        Some(points) => character.put("attacker.encumbrance", points.saturating_sub(frame).max(0)),
        // An artefact's name need not say that it is body armour.
        None if hero.worn().any(|item| is_named(&item) && !is_of_limbs(item)) => {
            character.leave(["attacker.encumbrance"], "a worn thing is not known, and may be body armour");
        }
        None => character.put("attacker.encumbrance", 0),
    }
    if hero.wears("of resonance") || hero.worn().any(|item| item.has("Resonance")) {
        level(character, "attacker.resonance", hero.dump.skill("Forgecraft"));
    } else {
        character.put("attacker.resonance", Json::Null);
    }
    match slaying(hero) {
        Ok(points) => character.put("attacker.slaying", points),
        Err(name) => {
            let why = format!("{name:?} changes it by points that the text does not say");
            character.leave(["attacker.slaying"], &why);
        }
    }
}

/// True for armour of the head, hands, feet and back by its name.
fn is_of_limbs(item: &Item<'_>) -> bool {
    let parts = [
        "cloak",
        "scarf",
        "gloves",
        "gauntlets",
        "helmet",
        "helm",
        "cap",
        "hat",
        "hood",
        "mask",
        "crown",
        "boots",
        "barding",
        "orb",
        "slippers",
        "Maulers",
        "etheric cage",
        "wizard's",
        "lightning scales",
        "fisticloak",
        "crystal ball",
        "sphere",
        "skull",
    ];
    parts.iter().any(|part| item.name().1.contains(part))
}

/// The sum of slaying, or the name of what the text gives no figure for.
fn slaying(hero: &Hero<'_>) -> Result<i64, String> {
    let dump = hero.dump;
    let unsaid = |name: &str| NAMES.ours("slaying of the moment", name).is_some();
    if let Some(status) = dump.statuses.iter().find(|status| unsaid(&status.name)) {
        return Err(status.name.clone());
    }
    if dump.mutation("protean grace") > 0 {
        return Err("protean grace".to_owned());
    }
    // Gloves of archery slay with launchers alone; body armour of archery is another thing.
    let archery = |item: &&Item<'_>| item.has("archery") || item.name().1.contains("of archery");
    if hero.worn().any(|item| archery(&item) && items::encumbrance(item).is_none()) {
        return Err("gloves of archery".to_owned());
    }
    let mut sum: i64 = 0;
    for item in hero.in_use() {
        let stated = item.properties().find_map(|part| whole(part.strip_prefix("Slay")?));
        let (plus, name) = item.name();
        let of_ring = plus.filter(|_| name.contains("ring of slaying") && !item.is_artefact());
        sum = sum.saturating_add(stated.or(of_ring).unwrap_or(0));
    }
    // Augmentation: 3 for each level that the hit points are enough for.
    let augmented = dump.mutation("augmentation");
    let (now, most) = dump.hit_points().unwrap_or((0, 0));
    let now = if now > 0 { now } else { most };
    let counts = |step: &i64| now >= (step + augmented) * most / (2 * augmented).max(1);
    let steps = i64::try_from((0..augmented).filter(counts).count()).unwrap_or_default();
    sum = sum.saturating_add(3 * steps).saturating_add(dump.mutation("sharp scales"));
    if dump.mutation("meek") > 0 {
        sum = sum.saturating_sub(1 + 2 * dump.mutation("meek"));
    }
    Ok(sum)
}

/// Everything to choose among.
fn carried(hero: &Hero<'_>, character: &mut Character) {
    let rules = character.rules;
    for item in &hero.dump.items {
        let place = if item.used() == Use::None || item.used() == Use::Quivered { "pack" } else { "worn" };
        let mut keep = |path: &'static str, entries: Json, beside: Vec<(&'static str, Json)>| {
            character.carried.push(Carried { path, name: item.line.clone(), place, entries, beside });
        };
        let weapon = items::weapon(rules, "weapon", item);
        let launcher = items::weapon(rules, "missile", item).filter(|_| weapon.is_none());
        let missile = items::missile(rules, item);
        let is_known = weapon.is_some() || launcher.is_some() || missile.is_some();
        // Each weapon comes with the skill for it.
        let number = |level: &str| Json::Number(level.to_owned());
        let always = Json::from(items::artefact("always hit", item).is_some());
        if let Some(thing) = weapon {
            let skill = weapon_skill(&thing).map(|skill| ("attacker.skill", number(hero.dump.skill(skill))));
            let school = school_level(hero.dump, &thing).map(|level| ("attacker.staff_skill", number(level)));
            let own = skill.into_iter().chain(school).chain([("attacker.always_hits", always.clone())]);
            keep("attacker.weapon", thing.entries, own.collect());
        }
        if let Some(thing) = launcher.or(missile) {
            let skill = number(hero.dump.skill(missile_skill(hero, &thing)));
            let own = vec![("attacker.skill", skill), ("attacker.always_hits", always)];
            keep("attacker.missile", thing.entries, own);
        }
        if let Some(shield) = items::shield(item) {
            keep("attacker.shield", shield.into(), Vec::new());
        }
        if let Some(points) = items::encumbrance(item) {
            keep("attacker.encumbrance", points.into(), Vec::new());
        }
        let is_weapon = ["Hand Weapons", "Magical Staves", "Staves", "Missiles"].contains(&item.class);
        if is_weapon && !is_known && !items::is_without_points(item) {
            character.not_understood(&item.line);
        }
        if item.used() == Use::Offhand {
            character.not_understood(&format!("{}: a second weapon; these rules have one", item.line));
        }
    }
}
