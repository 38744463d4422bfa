//! Saves: the hero in `game.dat`, or of the last run in `rankings.dat`.

use super::NAMES;
use crate::text::whole;
use tohit_resolver::Json;

/// Package of the game's classes.
pub(super) const PACKAGE: &str = "com.shatteredpixel.shatteredpixeldungeon.";
/// Package of the game from which it was made.
const OLDER_PACKAGE: &str = "com.watabou.pixeldungeon.";

/// The parts of a save that are read.
pub(super) struct Save<'j> {
    pub(super) hero: &'j Json,
    /// Release that wrote it.
    pub(super) version: Version,
    /// Depth, where it is known.
    pub(super) depth: Option<i64>,
    /// Bits of the challenges.
    pub(super) challenges: i64,
    /// Number of runs in the list of ranks.
    pub(super) runs: usize,
}

/// A release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// By its name: `3.3.6`.
    Named(String),
    /// A code that none of the known releases has.
    Code(i64),
    /// Older than those that are read.
    Older,
}

/// First release that is read.
const FIRST: i64 = 684;

impl Version {
    fn of_code(code: i64) -> Self {
        match NAMES.ours("versions", &code.to_string()) {
            Some(name) => Self::Named(name.to_owned()),
            None if code < FIRST => Self::Older,
            None => Self::Code(code),
        }
    }

    /// `v3.3.6` of the list of ranks.
    fn of_name(name: &str) -> Option<Self> {
        let name = name.strip_prefix('v').unwrap_or(name);
        let major = whole(name).filter(|_| name.contains('.'))?;
        Some(if major < 2 { Self::Older } else { Self::Named(name.to_owned()) })
    }

    pub(super) fn shown(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Code(code) => format!("release {code}"),
            Self::Older => "a release before 2.0".to_owned(),
        }
    }
}

/// A whole number of an entry.
pub(super) fn number(json: &Json, name: &str) -> Option<i64> {
    match json.get(name)? {
        Json::Number(number) => whole(number),
        _ => None,
    }
}

/// True for a JSON text of this game or of the one before it.
pub(crate) fn recognises(text: &str) -> bool {
    let begins = text.trim_start().starts_with('{');
    begins && (text.contains(PACKAGE) || text.contains(OLDER_PACKAGE))
}

impl<'j> Save<'j> {
    /// The save, or what the document is.
    pub(super) fn of(json: &'j Json, text: &str) -> Result<Self, String> {
        if !text.contains(PACKAGE) {
            return Err("this is a save of Pixel Dungeon, another game".to_owned());
        }
        if let Some(hero) = json.get("hero") {
            let version = number(json, "version").map_or(Version::Older, Version::of_code);
            let depth = number(json, "depth");
            return Self { hero, version, depth, challenges: 0, runs: 0 }.with_challenges(json);
        }
        let Some(Json::List(records)) = json.get("records") else {
            return Err("this is another file of Shattered Pixel Dungeon, without a hero".to_owned());
        };
        // The latest run, or the first that has its hero.
        let latest = number(json, "latest").and_then(|latest| records.get(usize::try_from(latest).ok()?));
        let has_hero = |record: &&Json| record.at("gameData.hero").is_some();
        let record = latest.into_iter().chain(records).find(has_hero);
        let found = record.and_then(|record| Some((record, record.get("gameData")?)));
        let Some((record, data)) = found else {
            return Err("this is a list of ranks of Shattered Pixel Dungeon, without a hero".to_owned());
        };
        let hero = data.get("hero").unwrap_or(&Json::Null);
        let named = record.get("version").and_then(Json::text).and_then(Version::of_name);
        let version = named.or_else(|| number(data, "game_version").map(Version::of_code));
        let version = version.unwrap_or(Version::Older);
        Self { hero, version, depth: number(record, "depth"), challenges: 0, runs: records.len() }
            .with_challenges(data)
    }

    fn with_challenges(self, data: &Json) -> Result<Self, String> {
        let wanted = ["class", "STR", "lvl", "HP", "HT"];
        if wanted.iter().any(|name| self.hero.get(name).is_none()) {
            return Err("this is a part of a save of Shattered Pixel Dungeon".to_owned());
        }
        Ok(Self { challenges: number(data, "challenges").unwrap_or(0), ..self })
    }

    pub(super) fn class(&self) -> &'j str {
        self.hero.get("class").and_then(Json::text).unwrap_or_default()
    }

    /// A buff by its class.
    pub(super) fn buff(&self, name: &str) -> Option<&'j Json> {
        let Some(Json::List(buffs)) = self.hero.get("buffs") else { return None };
        buffs.iter().find(|buff| class_of(buff) == name)
    }

    /// Points in a talent.
    pub(super) fn talent(&self, name: &str) -> i64 {
        let tiers = ["talents_tier_1", "talents_tier_2", "talents_tier_3", "talents_tier_4"];
        let points = tiers.iter().find_map(|tier| number(self.hero.get(tier)?, name));
        points.unwrap_or(0).clamp(0, 4)
    }

    /// Sum of the bonuses of a worn ring, and nothing where none is worn.
    pub(super) fn ring(&self, class: &str) -> Option<i64> {
        let slots = ["ring", "misc"].iter().filter_map(|slot| self.hero.get(slot));
        let rings = slots.filter(|item| class_of(item) == class).map(|ring| {
            let level = number(ring, "level").unwrap_or(0);
            match ring.get("cursed") {
                Some(Json::Bool(true)) => level.saturating_sub(2).min(0),
                _ => level.saturating_add(1),
            }
        });
        // Magic immunity takes the bonus of every ring.
        let bonus = rings.reduce(i64::saturating_add)?;
        self.buff("MagicImmune").is_none().then_some(bonus)
    }

    /// Everything that the hero has: what is in use first, then the bags.
    pub(super) fn items(&self) -> Vec<(&'static str, &'j Json)> {
        let used = ["weapon", "second_wep", "armor", "artifact", "misc", "ring"];
        let mut items: Vec<_> = used.iter().filter_map(|slot| Some(("worn", self.hero.get(slot)?))).collect();
        let mut bags = vec![self.hero];
        // Bags lie in the backpack, not in one another.
        for _ in 0..2 {
            let inside = bags.iter().filter_map(|bag| bag.get("inventory"));
            let inside: Vec<&Json> = inside.flat_map(list).take(MOST).collect();
            items.extend(inside.iter().map(|item| ("pack", *item)));
            bags = inside;
        }
        items.retain(|(_, item)| !class_of(item).is_empty());
        items.truncate(MOST);
        items
    }
}

/// Most items: no bag of the game holds more.
const MOST: usize = 300;

fn list(json: &Json) -> &[Json] {
    match json {
        Json::List(items) => items,
        _ => &[],
    }
}

/// Name of a class without its package: `HandAxe`, `Scimitar$SwordDance`.
pub(super) fn class_of(item: &Json) -> &str {
    let class = item.get("__className").and_then(Json::text).unwrap_or_default();
    class.rsplit('.').next().unwrap_or_default()
}

/// A thing as the pickers show it: `Hand Axe +2`.
pub(super) fn spoken_class(item: &Json) -> String {
    let name = super::items::spoken(class_of(item));
    match super::items::upgrade(item) {
        0 => name,
        level => format!("{name} {level:+}"),
    }
}
