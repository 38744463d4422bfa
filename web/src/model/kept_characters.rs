//! Characters that this browser keeps by name: each with a link to a fight of it, and what it carries. The
//! same text is the file of an exported character.

use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::storage;
use leptos::prelude::*;
use tohit_resolver::fight::Fight;
use tohit_resolver::{Json, Ruleset, document, ruleset};

/// Key prefix of the characters.
const KEY: &str = "character/";
/// First member of a character's text: its version.
const MARK: &str = "tohit-character";

/// A thing that a character carries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Owned {
    /// Field for the thing, such as `attacker.weapon`.
    pub(crate) path: String,
    pub(crate) name: String,
    /// Entries of the field.
    pub(crate) entries: Json,
    /// Other fields that the thing decides, such as the skill for a weapon.
    pub(crate) beside: Vec<(String, Json)>,
}

impl Owned {
    /// Gives the thing to the fighter of a document.
    pub(crate) fn put(&self, document: &mut Json, effective: &Json) {
        document::put(document, effective, &self.path, self.entries.clone());
        for (path, value) in &self.beside {
            document::put(document, effective, path, value.clone());
        }
    }

    /// The scenario with the thing given to its fighter.
    pub(crate) fn given(&self, now: &Now) -> Now {
        now.changed(|document| self.put(document, &now.complete))
    }
}

/// A kept character.
#[derive(Clone)]
pub(crate) struct KeptCharacter {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) rules: &'static Ruleset,
    /// Label of the fighter in the fight of the link.
    label: String,
    /// A fight of the character.
    link: String,
    pub(crate) things: Vec<Owned>,
}

thread_local! {
    static CHANGES: ArcRwSignal<u32> = ArcRwSignal::new(0);
}

impl KeptCharacter {
    /// The left fighter of a scenario, under a name.
    pub(crate) fn of(now: &Now, name: &str, things: Vec<Owned>) -> Self {
        let [left, _] = now.sides();
        let [striker, struck] = now.fight.labels();
        Self {
            number: numbers().into_iter().max().unwrap_or_default().saturating_add(1),
            name: name.trim().to_owned(),
            rules: now.rules,
            label: if left == "attacker" { striker } else { struck }.to_owned(),
            link: now.fight.to_link(),
            things,
        }
    }

    /// Reads the text of a character; none for other text.
    pub(crate) fn parse(number: u32, text: &str) -> Option<Self> {
        let json = Json::parse_up_to(text.trim(), MOST_BYTES).ok()?;
        json.get(MARK)?;
        let text = |json: &Json, name: &str| Some(json.get(name)?.text()?.to_owned());
        let things = match json.get("carried") {
            Some(Json::List(things)) => things.iter().filter_map(|thing| {
                let entries = thing.get("entries")?.clone();
                let beside = match thing.get("beside") {
                    Some(Json::Object(beside)) => beside.clone(),
                    _ => Vec::new(),
                };
                Some(Owned { path: text(thing, "path")?, name: text(thing, "name")?, entries, beside })
            }),
            _ => return None,
        };
        let rules = ruleset(json.get("ruleset")?.text()?)?;
        Some(Self {
            number,
            name: text(&json, "name")?,
            rules,
            label: text(&json, "fighter")?,
            link: text(&json, "link")?,
            things: things.collect(),
        })
    }

    /// The text of the character.
    pub(crate) fn value(&self) -> String {
        let things = self.things.iter().map(|thing| {
            Json::object([
                ("path", thing.path.as_str().into()),
                ("name", thing.name.as_str().into()),
                ("entries", thing.entries.clone()),
                ("beside", Json::Object(thing.beside.clone())),
            ])
        });
        let json = Json::object([
            (MARK, 1_i64.into()),
            ("name", self.name.as_str().into()),
            ("ruleset", self.rules.id().into()),
            ("fighter", self.label.as_str().into()),
            ("link", self.link.as_str().into()),
            ("carried", Json::List(things.collect())),
        ]);
        json.to_string()
    }

    /// The character under another name.
    pub(crate) fn renamed(&self, name: String) -> Self {
        Self { name, ..self.clone() }
    }

    /// Keeps it, in place of its older value; false where the browser keeps no more.
    pub(crate) fn keep(&self) -> bool {
        let is_kept = storage::keep(&key(self.number), &self.value());
        changed();
        is_kept
    }

    pub(crate) fn remove(&self) {
        storage::keep(&key(self.number), "");
        changed();
    }

    /// The character in a fight of its game, in place of the fighter of the same label.
    pub(crate) fn onto(&self, fight: &Fight<'static>) -> Fight<'static> {
        match Fight::of_link(self.rules, &self.link) {
            Ok(of) => fight.with_fighter(&self.label, &of),
            Err(_) => fight.clone(),
        }
    }
}

/// Most bytes of a character's text.
const MOST_BYTES: usize = 1024 * 1024;

fn key(number: u32) -> String {
    format!("{KEY}{number}")
}

fn changed() {
    CHANGES.with(|changes| changes.update(|changes| *changes = changes.wrapping_add(1)));
}

fn numbers() -> Vec<u32> {
    storage::keys(KEY).into_iter().filter_map(|number| number.parse().ok()).collect()
}

/// All kept characters by name; tracked.
pub(crate) fn all() -> Vec<KeptCharacter> {
    CHANGES.with(Clone::clone).track();
    let kept = |number| KeptCharacter::parse(number, &storage::kept(&key(number)));
    let mut all: Vec<KeptCharacter> = numbers().into_iter().filter_map(kept).collect();
    all.sort_by(|one, other| (&one.name, one.number).cmp(&(&other.name, other.number)));
    all
}

/// True where the left fighter of a scenario can be kept: rules of one's own change.
pub(crate) fn can_keep(now: &Now) -> bool {
    custom_rules::of(now.rules).is_none()
}
