//! Presets: named real creatures, weapons and armour, one line of text each.
//!
//! ```text
//! # A comment. A line in brackets heads a group.
//! [Creatures]
//! troll | attacker: kind=monster physical_level=6 | defender: natural_ac=8 size=medium | note: carries a club
//! ```
//!
//! Each section names the sheet it fills and then its fields, in the notation of a permalink; values contain
//! no spaces. Lists of sheets have a short form: `blows=claw:hurt:1:6,bite:poison` gives each sheet's fields
//! in order.
//!
//! A section `KIND@RULES:` lies over the section KIND where a document chooses these rules (`situation.rules`):
//! `| target: hp=40 | target@v5-0: hp=60`.
//!
//! A heading `[Monsters | shooter: striker]` lets the presets below it that have no section `shooter` fill that
//! sheet too: with those fields of their section `striker` that it has. Weapons and other parts stay behind.
//!
//! The section `note:` is for people; `mode:` names the preset's mode. Several presets in a document are laid
//! over each other in order: lists of names (slays, resistances) are joined, other values replaced.

use crate::document::sheet_of;
use crate::json::Json;
use crate::link;
use crate::problem::{hint, quoted};
use crate::sheet::{Shape, SheetSpec};
use crate::text::interner;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Sections of a preset that fill no sheet.
pub(crate) const ASIDES: [&str; 2] = ["mode", "note"];

/// Sign between a kind of sheet and the rules for which a section changes it.
const EDITION: char = '@';

/// A ruleset's presets.
#[derive(Clone, Debug, Default)]
pub struct Library {
    text: &'static str,
    /// Presets parsed from the text, on first use.
    read: OnceLock<ParsedPresets>,
}

/// Every preset, in order and by id: presets for different sheets may share an id.
#[derive(Clone, Debug, Default)]
struct ParsedPresets {
    all: Vec<Preset>,
    by_id: BTreeMap<String, Vec<Preset>>,
}

/// A preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name for people.
    pub name: &'static str,
    /// Heading of its group.
    pub group: &'static str,
    sections: &'static str,
    /// Kinds of sheet that the heading borrows from others: `shooter: striker | ...`.
    borrowed: &'static str,
}

/// The name of a heading, and the kinds of sheet that it borrows.
fn heading(line: &'static str) -> Option<(&'static str, &'static str)> {
    let text = line.trim_start().strip_prefix('[')?.trim_end().trim_end_matches(']');
    Some(text.split_once('|').map_or((text, ""), |(name, borrowed)| (name.trim_ascii_end(), borrowed)))
}

/// Borrowed kinds of sheet, each with the kind that it comes from.
fn pairs(borrowed: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let pairs = borrowed.split('|').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(kind, from)| (kind.trim_ascii(), from.trim_ascii()))
}

impl Preset {
    fn read((group, borrowed): (&'static str, &'static str), line: &'static str) -> Option<Self> {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let (name, sections) = line.split_once('|')?;
        Some(Self { name: name.trim_ascii(), group, sections, borrowed })
    }

    /// The name that documents use: lower case, words joined by hyphens.
    #[must_use]
    pub fn id(&self) -> String {
        slug(self.name).collect()
    }

    /// Sections: the kind of sheet, and the fields.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.sections
            .split('|')
            .filter_map(|section| section.split_once(':'))
            .map(|(k, v)| (k.trim_ascii(), v.trim_ascii()))
    }

    /// The section of that name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&'static str> {
        self.sections().find(|(known, _)| *known == name).map(|(_, fields)| fields)
    }

    /// The section that fills a sheet: of its own kind, or the one that the heading borrows it from.
    fn source<'t>(&self, target: &'t str) -> Option<&'t str> {
        if self.section(target).is_some() {
            return Some(target);
        }
        let mut from = pairs(self.borrowed).filter(|(kind, _)| *kind == target).map(|(_, from)| from);
        from.find(|from| self.section(from).is_some())
    }

    /// The kinds of sheet that the preset fills by sections of its own.
    pub fn fills(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.sections().map(|(name, _)| name).filter(|name| !ASIDES.contains(name) && !name.contains(EDITION))
    }

    /// The sections for single rules: the kind of sheet, and the rules.
    pub(crate) fn editions(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.sections().filter_map(|(name, _)| name.split_once(EDITION))
    }

    /// True where the preset may be named in a mode.
    #[must_use]
    pub fn fits(&self, mode: &str) -> bool {
        self.section("mode").is_none_or(|own| own == mode)
    }

    /// Fields that the preset fills of a sheet, as a document.
    #[must_use]
    pub fn document(&self, target: &str, spec: &'static SheetSpec) -> Option<Json> {
        self.document_in(target, None, spec)
    }

    /// The same under the rules of an edition.
    pub(crate) fn document_in(
        &self,
        target: &str,
        edition: Option<&str>,
        spec: &'static SheetSpec,
    ) -> Option<Json> {
        let mut document = Json::Object(Vec::new());
        let kind = self.source(target)?;
        let changed = edition.and_then(|edition| self.section(&format!("{kind}{EDITION}{edition}")));
        let is_shared = |path: &str| spec.field(path).is_some_and(|field| sheet_of(field.shape).is_none());
        let sections = [self.section(kind)?, changed.unwrap_or_default()];
        for pair in sections.into_iter().flat_map(str::split_ascii_whitespace) {
            let (path, value) = pair.split_once('=').unwrap_or((pair, ""));
            if kind == target || is_shared(path) {
                link::set(&mut document, spec, path, value);
            }
        }
        Some(document)
    }
}

/// The letters of a name as documents write it: `Baezl'bub` is `baezlbub`, `War Hammer` is `war-hammer`. A
/// star before a word is a word of its own, so that `of *Slay Evil*` (`of-star-slay-evil`) is not `of Slay
/// Evil`.
fn slug(name: &str) -> impl Iterator<Item = char> {
    let mut pending = false;
    let mut begun = false;
    let next = name.chars().skip(1).chain([' ']);
    name.chars().zip(next).filter(|(c, _)| *c != '\'').flat_map(move |(c, next)| {
        let star = c == '*' && is_letter(next);
        if !star && !is_letter(c) {
            pending = begun;
            return "".chars().chain(None);
        }
        let hyphen = core::mem::take(&mut pending);
        begun = true;
        if star {
            pending = true;
            return if hyphen { "-star" } else { "star" }.chars().chain(None);
        }
        if hyphen { "-" } else { "" }.chars().chain(Some(c.to_ascii_lowercase()))
    })
}

/// True for letters and digits that an id keeps, and for every letter beyond ASCII.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}

/// Appends the names of lists below to the same lists above.
fn add_up(spec: &'static SheetSpec, below: &Json, above: &mut Json) {
    let Json::Object(entries) = above else { return };
    for (name, value) in entries {
        let shape = spec.field(name).map(|field| field.shape.inner());
        match (shape, below.get(name), value) {
            (Some(Shape::Sheet(spec)), Some(below), value) => add_up(spec, below, value),
            (
                Some(Shape::List { of: Shape::Choice(_), distinct: true, .. }),
                Some(Json::List(before)),
                Json::List(items),
            ) => {
                let mut sum = before.clone();
                sum.extend(items.iter().filter(|item| !before.contains(item)).cloned());
                *items = sum;
            }
            _ => {}
        }
    }
}

impl ParsedPresets {
    fn of(text: &'static str) -> Self {
        let mut read = Self::default();
        let mut group = ("", "");
        for line in text.lines() {
            if let Some(heading) = heading(line) {
                group = heading;
            } else if let Some(preset) = Preset::read(group, line) {
                read.all.push(preset);
                read.by_id.entry(preset.id()).or_default().push(preset);
            }
        }
        read
    }
}

impl Library {
    /// Presets of a static text.
    #[must_use]
    pub const fn fixed(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// Presets of a text that a caller supplies.
    #[must_use]
    pub fn fetched(text: &str) -> Self {
        Self::fixed(interner::text(text))
    }

    /// Source text of the presets.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    fn read(&self) -> &ParsedPresets {
        self.read.get_or_init(|| ParsedPresets::of(self.text))
    }

    /// Every preset, in order.
    ///
    /// ```
    /// use tohit_resolver::Library;
    ///
    /// let library = Library::fetched("[Giants]\nOgre mage | defender: hp=30 | note: casts spells\n");
    /// let ogre = library.all().next().unwrap();
    /// assert_eq!((ogre.id(), ogre.group), ("ogre-mage".to_owned(), "Giants"));
    /// assert_eq!(ogre.section("defender"), Some("hp=30"));
    /// ```
    pub fn all(&self) -> impl Iterator<Item = Preset> {
        self.read().all.iter().copied()
    }

    /// Every line that ought to be a preset, with its number from 1, and the preset if it is one.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, Option<Preset>)> {
        let lines = (1..).zip(self.text.lines());
        let written = lines.filter(|(_, line)| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with(['#', '['])
        });
        written.map(|(number, line)| {
            let preset = Preset::read(("", ""), line)
                .filter(|preset| preset.sections.split('|').all(|section| section.contains(':')));
            (number, preset)
        })
    }

    /// Each heading that borrows kinds of sheet, with its line from 1: a kind, and the kind that it comes from.
    pub(crate) fn borrowed(&self) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
        let headings = (1..).zip(self.text.lines()).filter_map(|(line, text)| Some((line, heading(text)?)));
        headings.flat_map(|(line, (_, borrowed))| pairs(borrowed).map(move |(kind, from)| (line, kind, from)))
    }

    /// The presets with a section of their own for a sheet.
    pub fn of(&self, target: &str) -> impl Iterator<Item = Preset> {
        self.all().filter(move |preset| preset.section(target).is_some())
    }

    /// The preset of that id for a sheet: of several, the one with a section of its own for it.
    ///
    /// ```
    /// let orcs = tohit_resolver::Library::fetched("Orc | defender: ac=15\n");
    /// assert_eq!(orcs.find("defender", "orc").unwrap().name, "Orc");
    /// assert!(orcs.find("attacker", "orc").is_none());
    /// ```
    #[must_use]
    pub fn find(&self, target: &str, id: &str) -> Option<Preset> {
        let named = self.read().by_id.get(id)?;
        let own = named.iter().find(|preset| preset.section(target).is_some());
        own.or_else(|| named.iter().find(|preset| preset.source(target).is_some())).copied()
    }

    /// Names in a document's `preset`: one, or several; none where it is neither.
    #[must_use]
    pub fn ids(named: &Json) -> Option<Vec<&str>> {
        match named {
            Json::Text(id) => Some(vec![id]),
            Json::List(ids) => ids.iter().map(Json::text).collect(),
            _ => None,
        }
    }

    /// Fields of the presets that a document names; several are laid over each other in order.
    ///
    /// # Errors
    /// One sentence, when there is no such preset.
    pub(crate) fn named(
        &self,
        target: &'static str,
        edition: Option<&str>,
        spec: &'static SheetSpec,
        named: &Json,
    ) -> Result<Json, String> {
        let Some(ids) = Self::ids(named) else {
            let items = if let Json::List(items) = named { items.as_slice() } else { &[] };
            let other = items.iter().find(|item| item.text().is_none()).unwrap_or(named);
            return Err(format!("{} is not allowed; it must be the name of a preset", other.kind()));
        };
        let mut whole = Json::Object(Vec::new());
        for id in ids {
            let found = self.find(target, id);
            let Some(mut document) = found.and_then(|preset| preset.document_in(target, edition, spec))
            else {
                let known: Vec<String> = self.of(target).map(|preset| preset.id()).collect();
                return Err(format!(
                    "there is no preset {} for this{}",
                    quoted(id),
                    hint(id, known.iter().map(String::as_str))
                ));
            };
            add_up(spec, &whole, &mut document);
            if let Json::Object(entries) = document {
                whole = crate::sheet::overlay(whole, &entries);
            }
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::sheet::Shape;

    #[test]
    fn ids_are_plain() {
        let id = |name: &str| slug(name).collect::<String>();
        assert_eq!(id("Baezl'bub"), "baezlbub");
        assert_eq!(id("of *Slay Evil* (Blessed)"), "of-star-slay-evil-blessed");
        assert_eq!(id(" *GREAT* * x*"), "star-great-x");
        assert_eq!(id("War  hammer"), "war-hammer");
    }

    fn library(text: &str) -> Library {
        Library::fetched(text)
    }

    #[test]
    fn reads_lines() {
        let library = library(
            "# figures\n[Foes]\nBig rat | defender: hp=8 # small\n\n [Arms]\nClub | weapon: a=1 b=2 | note: heavy\nBig Rat|weapon:a=2",
        );
        let all: Vec<_> = library.all().map(|preset| (preset.id(), preset.group)).collect();
        let id = "big-rat".to_owned();
        assert_eq!(all, [(id.clone(), "Foes"), ("club".to_owned(), "Arms"), (id, "Arms")]);
        assert_eq!(library.find("weapon", "club").and_then(|preset| preset.section("note")), Some("heavy"));
        assert_eq!(library.find("weapon", "big-rat").map(|preset| preset.group), Some("Arms"));
        assert_eq!(library.find("defender", "big-rat").and_then(|rat| rat.section("defender")), Some("hp=8"));
        assert!(library.find("defender", "club").is_none());
        assert!(library.find("weapon", "big").is_none() && library.find("weapon", "").is_none());
    }

    const RULES: &str = "rules 1 \"Swords\"\nlist power: fire | frost | acid\nrecord bite\n  power: power\n  dice: 0..9 = 1\n\
        sheet attacker\n  sword: { dice: 0..9 = 2; powers: some of power; bites: list of 0..2 bite }\n\
        endings\n  hit: hit\nstrike\n  end hit";

    /// The fields of a hero, and those of its sword.
    fn sheets() -> (&'static SheetSpec, &'static SheetSpec) {
        let rules = Ruleset::read("swords", RULES, &[], Library::default()).unwrap();
        let inner = |spec: &'static SheetSpec, name: &str| match spec.field(name).map(|field| field.shape) {
            Some(Shape::Sheet(inner)) => inner,
            _ => panic!("{name} is a sheet"),
        };
        let hero = inner(rules.form("strike"), "attacker");
        (hero, inner(hero, "sword"))
    }

    fn filled(text: &str, target: &'static str, spec: &'static SheetSpec, named: &str) -> String {
        let named = Json::parse(named).unwrap();
        library(text).named(target, None, spec, &named).unwrap_or_else(Json::from).to_string()
    }

    #[test]
    fn presets_lie_over_each_other() {
        let text = "Old | sword: dice=3 powers=acid\nof Fire | sword: powers=fire,acid\nof Frost | sword: powers=frost dice=1\n\
            Knight | hero: sword.powers=acid\nPage | hero: sword.powers=frost sword.dice=4";
        let of = |named: &str| filled(text, "sword", sheets().1, named);
        assert_eq!(of(r#""old""#), r#"{"dice":3,"powers":["acid"]}"#);
        assert_eq!(of(r#"["old","of-fire"]"#), r#"{"dice":3,"powers":["acid","fire"]}"#);
        assert_eq!(of(r#"["of-frost","old"]"#), r#"{"powers":["frost","acid"],"dice":3}"#);
        assert_eq!(
            of(r#"["old","of-rust"]"#),
            r#""there is no preset \"of-rust\" for this; did you mean \"of-frost\"?""#
        );
        assert_eq!(
            of(r#"["old",{"of":"fire"}]"#),
            r#""an object is not allowed; it must be the name of a preset""#
        );
        let knight = filled(text, "hero", sheets().0, r#"["knight","page"]"#);
        assert_eq!(knight, r#"{"sword":{"powers":["acid","frost"],"dice":4}}"#);
    }

    #[test]
    fn a_heading_borrows_the_fields_of_another_sheet() {
        let text = "[Heroes | sword: hero]\nKnight | hero: dice=4 sword.dice=5 name=x sword=none\n\
            Page | hero: dice=1 | sword: dice=2\n[Others]\nSquire | hero: dice=3";
        let of = |named: &str| filled(text, "sword", sheets().1, named);
        assert_eq!((of(r#""knight""#), of(r#""page""#)), (r#"{"dice":4}"#.into(), r#"{"dice":2}"#.into()));
        assert_eq!(of(r#""squire""#), r#""there is no preset \"squire\" for this""#);
        let library = library(text);
        assert_eq!(library.find("sword", "knight").map(|knight| knight.group), Some("Heroes"));
        assert_eq!(library.of("sword").map(|preset| preset.name).collect::<Vec<_>>(), ["Page"]);
        assert_eq!(library.borrowed().collect::<Vec<_>>(), [(1, "sword", "hero")]);
    }

    #[test]
    fn a_list_of_sheets_has_a_short_form() {
        let of =
            |line: &str| filled(&format!("Snake | sword: bites={line}"), "sword", sheets().1, r#""snake""#);
        assert_eq!(of("acid:3,frost"), r#"{"bites":[{"power":"acid","dice":3},{"power":"frost"}]}"#);
        assert_eq!(of(":2,{}"), r#"{"bites":[{"dice":2},{}]}"#);
        assert_eq!(of("acid:x"), r#"{"bites":[{"power":"acid","dice":"x"}]}"#);
        assert_eq!(of("acid:1:2"), r#"{"bites":["acid:1:2"]}"#);
    }
}
