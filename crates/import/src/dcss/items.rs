//! Items of a dump as entries of the rules: weapons, launchers, missiles, shields and body armour.

use super::NAMES;
use super::dump::Item;
use crate::names::preset_of;
use crate::text::{whole, words};
use tohit_resolver::document::put;
use tohit_resolver::{Json, Preset, Ruleset};

/// Weapon or missile, as the rules have it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) entries: Json,
    /// Its base, where a preset has it.
    pub(super) preset: Option<Preset>,
    /// Reason why the brand is left as it was; empty where it is read.
    pub(super) brand_is_left: &'static str,
}

impl Thing {
    /// Value of a field of the thing: its own, or the preset's.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        let own = self.entries.get(name).map(Json::plain);
        own.or_else(|| {
            let section =
                ["weapon", "missile"].iter().find_map(|target| self.preset.as_ref()?.section(target));
            let fields = section?.split_ascii_whitespace();
            fields
                .filter_map(|field| field.split_once('='))
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.to_owned())
        })
    }

    /// True for a launcher, of a missile.
    pub(super) fn is_launcher(&self) -> bool {
        self.field("kind").is_some_and(|kind| kind == "launcher" || kind == "crossbow")
    }
}

/// The line of a section whose name stands in an item's name as whole words: the longest.
pub(super) fn named(section: &str, name: &str) -> Option<(&'static str, &'static str)> {
    let name = words(name);
    let fits = NAMES.section(section).filter_map(|(theirs, ours)| {
        let wanted = words(theirs);
        let is_in = !wanted.is_empty() && name.windows(wanted.len()).any(|part| part == wanted);
        is_in.then_some((wanted.len(), (theirs, ours)))
    });
    // The first of the longest.
    let longest = fits.fold(None, |best: Option<(usize, _)>, next| {
        if best.as_ref().is_none_or(|(length, _)| next.0 > *length) { Some(next) } else { best }
    });
    longest.map(|(_, line)| line)
}

/// The line of a section for a thing of that name: an artefact's name begins with it, so that "the long sword
/// of Power" is no sword of Power; of others it is a part.
pub(super) fn artefact(section: &str, item: &Item<'_>) -> Option<(&'static str, &'static str)> {
    let (_, name) = item.name();
    named(section, name).filter(|(theirs, _)| !item.is_artefact() || words(name).starts_with(&words(theirs)))
}

/// A name up to its ego and the name that an artefact was given: `demon whip` of `demon whip of Torture`.
fn base(name: &str) -> &str {
    let end = [name.find('"'), name.find(" of ")].into_iter().flatten().min();
    name.get(..end.unwrap_or(name.len())).unwrap_or(name).trim()
}

/// A weapon of the inventory: of the hand, a launcher, or a magical staff.
pub(super) fn weapon(rules: &Ruleset, target: &'static str, item: &Item<'_>) -> Option<Thing> {
    if !["Hand Weapons", "Magical Staves", "Staves"].contains(&item.class) {
        return None;
    }
    let (plus, name) = item.name();
    if artefact("changed", item).is_some() {
        return None;
    }
    let figures = artefact("figures", item).map_or("", |(_, figures)| figures);
    let preset = match artefact("weapons", item) {
        Some((_, ours)) => rules.presets().of(target).find(|preset| preset.name == ours),
        None if figures.contains("kind=") => None,
        // Magical staves are named by their school.
        None if item.class != "Hand Weapons" => preset_of(rules, target, |_| true, name),
        None => preset_of(rules, target, |group| group != "Magical staves", base(name)),
    };
    if preset.is_none() && (target != "weapon" || figures.is_empty()) {
        return None;
    }
    let mut entries = Json::Object(Vec::new());
    let mut set = |field: &str, value: Json| put(&mut entries, &Json::Null, field, value);
    if let Some(preset) = &preset {
        set("preset", preset.id().into());
    }
    for (field, value) in figures.split_ascii_whitespace().filter_map(|figure| figure.split_once('=')) {
        set(field, whole(value).map_or_else(|| value.into(), Json::from));
    }
    let mut thing = Thing { entries, preset, brand_is_left: "" };
    if thing.field("staff").is_none() {
        put(&mut thing.entries, &Json::Null, "plus", plus.unwrap_or(0).into());
        thing.put_brand(item, name, "brands");
    }
    Some(thing)
}

/// A missile to throw.
pub(super) fn missile(rules: &Ruleset, item: &Item<'_>) -> Option<Thing> {
    if item.class != "Missiles" {
        return None;
    }
    let (_, name) = item.name();
    let preset = match named("weapons", name) {
        Some((_, ours)) => rules.presets().of("missile").find(|preset| preset.name == ours),
        None => preset_of(rules, "missile", |_| true, name),
    };
    let preset = preset
        .filter(|preset| preset.section("missile").is_some_and(|fields| fields.contains("kind=thrown")))?;
    let entries = Json::object([("preset", preset.id().into())]);
    let mut thing = Thing { entries, preset: Some(preset), brand_is_left: "" };
    thing.put_brand(item, name, "missile brands");
    Some(thing)
}

/// True for missiles that do no points by themselves, and for those of launchers.
pub(super) fn is_without_points(item: &Item<'_>) -> bool {
    item.class == "Missiles" && named("without points", item.name().1).is_some()
}

impl Thing {
    fn put_brand(&mut self, item: &Item<'_>, name: &str, section: &str) {
        let own = name.split('"').next().unwrap_or(name);
        let in_braces = |section: &str| item.braces().find_map(|part| NAMES.ours(section, part));
        // Silver of a missile is a base of its own.
        let is_silver = self.field("silver").is_some();
        let gone =
            if item.is_artefact() { in_braces("gone") } else { named("gone", own).map(|(_, ours)| ours) };
        let brand = if item.is_artefact() {
            in_braces("brands in braces")
        } else {
            named(section, own).map(|(_, ours)| ours)
        };
        // An ego of another version.
        let is_unknown = !item.is_artefact() && own.contains(" of ") && !item.class.contains("Staves");
        match (brand, gone.is_some() || is_unknown) {
            (Some(brand), _) => put(&mut self.entries, &Json::Null, "brand", brand.into()),
            (None, true) if !is_silver => self.brand_is_left = "these rules do not have its brand",
            _ => put(&mut self.entries, &Json::Null, "brand", "none".into()),
        }
    }
}

/// A shield, as the word of the rules.
pub(super) fn shield(item: &Item<'_>) -> Option<&'static str> {
    let (_, name) = item.name();
    let is_armour = item.class == "Armour";
    let exact =
        || NAMES.section("shields").find(|(theirs, _)| words(name) == words(theirs)).map(|(_, ours)| ours);
    // "robe of Shielding" is none.
    exact().or_else(|| named("shields", base(name)).map(|(_, ours)| ours)).filter(|_| is_armour)
}

/// Encumbrance of body armour.
pub(super) fn encumbrance(item: &Item<'_>) -> Option<i64> {
    let (_, name) = item.name();
    let whole_name = || NAMES.section("armour").find(|(theirs, _)| words(name).starts_with(&words(theirs)));
    let found = whole_name().or_else(|| named("armour", base(name)));
    let own = found.and_then(|(_, points)| whole(points)).filter(|_| item.class == "Armour")?;
    // Armour of archery slows launchers half as much.
    let is_of_archery = words(name).contains(&"archery".to_owned()) || item.has("archery");
    Some(if is_of_archery { own / 2 } else { own })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(class: &'static str, line: &str) -> Item<'static> {
        Item { class, line: line.to_owned() }
    }

    fn rules() -> &'static Ruleset {
        tohit_resolver::ruleset("dcss").unwrap()
    }

    fn of(line: &str) -> (Option<String>, Option<String>, &'static str) {
        let item = item("Hand Weapons", line);
        let thing = weapon(rules(), "weapon", &item).or_else(|| weapon(rules(), "missile", &item)).unwrap();
        let name = thing.preset.map(|preset| preset.name.to_owned());
        (name, thing.entries.get("brand").map(Json::plain), thing.brand_is_left)
    }

    #[test]
    fn weapons_are_found_by_base_and_brand() {
        let is = |name: &str, brand: &str| (Some(name.to_owned()), Some(brand.to_owned()), "");
        assert_eq!(of("a +3 broad axe of flaming (weapon)"), is("Broad axe", "flaming"));
        assert_eq!(of("a +0 heavy great mace"), is("Great mace", "heavy"));
        assert_eq!(of("a vampiric demon blade"), is("Demon blade", "vampirism"));
        assert_eq!(of("the +8 Wrath of Trog (weapon) {antimagic, *Rage}"), is("Battleaxe", "other"));
        assert_eq!(of("the +4 trident \"Speed\" {holy, rF+}"), is("Trident", "holy-wrath"));
        assert_eq!(of("the +4 long sword of Flaming Doom {rF+, Str+2}"), is("Long sword", "none"));
        assert_eq!(of("a +2 arbalest of penetration"), is("Arbalest", "other"));
        assert_eq!(
            of("the +8 lance \"Wyrmbane\" {slay drac, rF+ AC+5}").2,
            "these rules do not have its brand"
        );
        assert_eq!(of("a +1 spear of vorpality").2, "these rules do not have its brand");
        let gyre = item("Hand Weapons", "the +8 pair of quick blades \"Gyre\" and \"Gimble\" {protect}");
        assert_eq!(weapon(rules(), "weapon", &gyre).unwrap().entries.get("hits"), Some(&4.into()));
        let olgreb = item("Hand Weapons", "the +9 staff of Olgreb (weapon) {venom, rPois}");
        let olgreb = weapon(rules(), "weapon", &olgreb).unwrap();
        assert_eq!((olgreb.entries.get("damage"), olgreb.preset.is_none()), (Some(&5.into()), true));
        let staff = item("Magical Staves", "a staff of poison (weapon)");
        assert_eq!(weapon(rules(), "weapon", &staff).unwrap().preset.unwrap().name, "Staff of alchemy");
        let staff = item("Magical Staves", "the fire staff \"Etas\" (weapon) {rF+ Fire Air}");
        assert_eq!(weapon(rules(), "weapon", &staff).unwrap().preset.unwrap().name, "Staff of fire");
        assert_eq!(of("the +3 long sword of Power {flame, rC+}"), is("Long sword", "flaming"));
        assert_eq!(of("a +2 spear of reaching").2, "these rules do not have its brand");
        let staff = item("Magical Staves", "an uncursed staff of energy (weapon)");
        let energy = weapon(rules(), "weapon", &staff).unwrap().entries;
        assert_eq!((energy.get("delay"), energy.get("brand")), (Some(&12.into()), Some(&"none".into())));
        assert_eq!(of("the +9 sword of Power {valour}"), is("Great sword", "other"));
        assert!(weapon(rules(), "weapon", &item("Hand Weapons", "a +2 hand crossbow")).is_none());
        assert!(weapon(rules(), "weapon", &item("Armour", "a +2 club")).is_none());
    }

    #[test]
    fn missiles_are_bases_and_silver() {
        let of =
            |line: &str| missile(rules(), &item("Missiles", line)).map(|thing| thing.preset.unwrap().name);
        assert_eq!(of("23 silver javelins (quivered)"), Some("Silver javelin"));
        assert_eq!(of("5 tomahawks"), Some("Boomerang"));
        assert_eq!(of("3 large rocks"), Some("Large rock"));
        assert_eq!(of("40 poisoned darts"), None);
        assert!(is_without_points(&item("Missiles", "40 poisoned darts")));
        let silver = missile(rules(), &item("Missiles", "2 silver boomerangs")).unwrap();
        assert_eq!(silver.entries.get("brand"), Some(&"none".into()));
    }

    #[test]
    fn armour_has_an_encumbrance_or_is_a_shield() {
        let of = |line: &str| (encumbrance(&item("Armour", line)), shield(&item("Armour", line)));
        assert_eq!(of("a +2 chain mail (worn)"), (Some(14), None));
        assert_eq!(of("+5 shadow dragon scales (worn) {rF+}"), (Some(15), None));
        assert_eq!(of("the +9 scales of the Dragon King (worn)"), (Some(23), None));
        assert_eq!(of("a +0 leather armour of archery"), (Some(2), None));
        assert_eq!(of("the +1 kite shield of Resistance (worn) {rF+}"), (None, Some("kite-shield")));
        assert_eq!(of("a +3 large shield of protection"), (None, Some("tower-shield")));
        assert_eq!(of("the +2 cloak of the Shield {rF+}"), (None, None));
        assert_eq!(of("a +2 pair of boots"), (None, None));
    }
}
