//! Presets: named real creatures, weapons and armour, one line of text each.
//!
//! ```text
//! # A comment. A line in brackets heads a group.
//! [Creatures]
//! troll | attacker: kind=monster physical_level=6 | defender: natural_ac=8 size=medium | note: carries a club
//! ```
//!
//! Each section names the sheet it fills and then its fields, written as a permalink writes them; values hold no spaces. `note:` is for people, `mode:` names
//! the mode that the preset belongs to.

use crate::json::Json;
use crate::link;
use crate::problem::hint;
use crate::sheet::SheetSpec;
use std::borrow::Cow;

/// A ruleset's presets.
#[derive(Clone, Debug, Default)]
pub struct Library {
    text: Cow<'static, str>,
}

/// One preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset<'a> {
    /// What people call it.
    pub name: &'a str,
    /// The heading it stands under.
    pub group: &'a str,
    sections: &'a str,
}

impl<'a> Preset<'a> {
    /// The name that documents use: lower case, words joined by hyphens.
    #[must_use]
    pub fn id(&self) -> String {
        slug(self.name).collect()
    }

    /// Its sections: what each fills, and with what.
    pub fn sections(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.sections
            .split('|')
            .filter_map(|section| section.split_once(':'))
            .map(|(k, v)| (k.trim(), v.trim()))
    }

    /// The section of that name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&'a str> {
        self.sections().find(|(known, _)| *known == name).map(|(_, fields)| fields)
    }

    /// What it fills of a sheet, as a document.
    #[must_use]
    pub fn document(&self, target: &str, spec: &'static SheetSpec) -> Option<Json> {
        let mut document = Json::Object(Vec::new());
        for pair in self.section(target)?.split_whitespace() {
            let (path, value) = pair.split_once('=').unwrap_or((pair, ""));
            link::set(&mut document, spec, path, value);
        }
        Some(document)
    }
}

/// The letters of a name as documents write it: `Baezl'bub` is `baezlbub`, `*Slay Evil*` is `slay-evil`.
fn slug(name: &str) -> impl Iterator<Item = char> {
    let kept = name.chars().filter(|c| *c != '\'').map(|c| if c.is_alphanumeric() { c } else { '-' });
    let mut pending = false;
    let mut begun = false;
    kept.flat_map(move |c| {
        if c == '-' {
            pending = begun;
            return [None, None];
        }
        let hyphen = core::mem::take(&mut pending).then_some('-');
        begun = true;
        [hyphen, c.to_lowercase().next()]
    })
    .flatten()
}

impl Library {
    /// Presets written in this program.
    #[must_use]
    pub const fn fixed(text: &'static str) -> Self {
        Self { text: Cow::Borrowed(text) }
    }

    /// Presets that were fetched.
    #[must_use]
    pub fn fetched(text: String) -> Self {
        Self { text: Cow::Owned(text) }
    }

    /// Every preset, in order.
    pub fn all(&self) -> impl Iterator<Item = Preset<'_>> {
        let mut group = "";
        self.text.lines().map(str::trim).filter_map(move |line| {
            if let Some(heading) = line.strip_prefix('[') {
                group = heading.trim_end_matches(']');
                return None;
            }
            let line = line.split_once('#').map_or(line, |(before, _)| before);
            let (name, sections) = line.split_once('|')?;
            Some(Preset { name: name.trim(), group, sections })
        })
    }

    /// The presets that fill a sheet.
    pub fn of<'a>(&'a self, target: &'a str) -> impl Iterator<Item = Preset<'a>> {
        self.all().filter(move |preset| preset.section(target).is_some())
    }

    /// The preset of that id for a sheet.
    #[must_use]
    pub fn find(&self, target: &str, id: &str) -> Option<Preset<'_>> {
        self.all().find(|preset| slug(preset.name).eq(id.chars()) && preset.section(target).is_some())
    }

    /// What a document's `preset` stands for: a name, or several that are laid over each other in order.
    ///
    /// # Errors
    /// One sentence, when there is no such preset.
    pub(crate) fn named(
        &self,
        target: &'static str,
        spec: &'static SheetSpec,
        named: &Json,
    ) -> Result<Json, String> {
        let ids: Vec<&str> = match named {
            Json::Text(id) => vec![id.as_str()],
            Json::List(ids) => ids
                .iter()
                .filter_map(|id| if let Json::Text(id) = id { Some(id.as_str()) } else { None })
                .collect(),
            other => return Err(format!("{} is not allowed; it must be the name of a preset", other.kind())),
        };
        let mut whole = Json::Object(Vec::new());
        for id in ids {
            let Some(document) = self.find(target, id).and_then(|preset| preset.document(target, spec))
            else {
                let known: Vec<String> = self.of(target).map(|preset| preset.id()).collect();
                return Err(format!(
                    "there is no preset {id:?} for this{}",
                    hint(id, known.iter().map(String::as_str))
                ));
            };
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

    #[test]
    fn ids_are_plain() {
        let id = |name: &str| slug(name).collect::<String>();
        assert_eq!(id("Baezl'bub"), "baezlbub");
        assert_eq!(id("*Slay Evil* (Blessed)"), "slay-evil-blessed");
        assert_eq!(id("War  hammer"), "war-hammer");
    }

    #[test]
    fn reads_lines() {
        let library = Library::fixed(
            "# figures\n[Foes]\nBig rat | defender: hp=8 # small\n\n[Arms]\nClub | weapon: a=1 b=2 | note: heavy",
        );
        let all: Vec<_> = library.all().map(|preset| (preset.id(), preset.group)).collect();
        assert_eq!(all, [("big-rat".to_owned(), "Foes"), ("club".to_owned(), "Arms")]);
        assert_eq!(library.find("weapon", "club").and_then(|preset| preset.section("note")), Some("heavy"));
        assert!(library.find("weapon", "big-rat").is_none());
    }
}
