//! A character as it was read: the fighter, the three lists, what is carried and what the game states.

use crate::stated::{Compared, Stated};
use tohit_resolver::document::{join, put, sheet_of, take};
use tohit_resolver::fight::Fight;
use tohit_resolver::schema::forms;
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::{Json, Problem, Ruleset};

/// Most figures of a game, and most lines that were not understood.
const MOST_LISTED: usize = 300;

/// Sections of a document with a fighter's entries: as the striker, and as the struck.
pub(crate) const SIDES: [&str; 2] = ["attacker", "defender"];

/// A field that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadField {
    /// Path in a document, such as `attacker.weapon.to_hit`.
    pub path: String,
    /// Labels on the page, from the outermost.
    pub label: String,
    /// The value.
    pub value: Json,
}

/// A field that was left as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftField {
    /// Path in a document.
    pub path: String,
    /// Labels on the page, from the outermost.
    pub label: String,
    /// Reason.
    pub why: String,
}

/// A thing that the character has.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// Field for the thing, such as `attacker.weapon`.
    pub path: &'static str,
    /// Its name in the game's text.
    pub name: String,
    /// Place: `worn`, `pack`, `quiver` or `home`.
    pub place: &'static str,
    /// Entries of the field.
    pub entries: Json,
    /// Other fields that the thing decides, such as the skill for a weapon: paths, each with its value.
    pub beside: Vec<(&'static str, Json)>,
}

impl Carried {
    /// Thing that decides no other field.
    pub(crate) const fn new(path: &'static str, name: String, place: &'static str, entries: Json) -> Self {
        Self { path, name, place, entries, beside: Vec::new() }
    }
}

/// Character, as a game wrote about it.
#[derive(Clone, Debug)]
pub struct Character {
    /// Rules of its game.
    pub rules: &'static Ruleset,
    /// Version of the game that wrote it.
    pub version: String,
    /// A sentence about the version where it differs from that of the rules; often empty.
    pub edition: String,
    /// Race, class and level.
    pub who: String,
    /// Entries as the striker, and as the struck.
    pub sides: [Json; 2],
    /// Entries of the situation that the text settles, such as an option of the game.
    pub situation: Json,
    /// Fields that were read.
    pub read: Vec<ReadField>,
    /// Fields that were left.
    pub left: Vec<LeftField>,
    /// Lines that were not understood, as they stand.
    pub unknown: Vec<String>,
    /// Things to choose among.
    pub carried: Vec<Carried>,
    /// Figures of the game.
    pub stated: Vec<Stated>,
}

impl Character {
    pub(crate) fn new(rules: &'static Ruleset, version: &str) -> Self {
        let none = || Json::Object(Vec::new());
        Self {
            rules,
            version: version.to_owned(),
            edition: String::new(),
            who: String::new(),
            sides: [none(), none()],
            situation: none(),
            read: Vec::new(),
            left: Vec::new(),
            unknown: Vec::new(),
            carried: Vec::new(),
            stated: Vec::new(),
        }
    }

    /// Reads a field, such as `attacker.level`, where some mode has it and the value is allowed there.
    pub(crate) fn put(&mut self, path: &str, value: impl Into<Json>) {
        let value = value.into();
        let Some(label) = self.label(path) else { return };
        let Some((section, within)) = path.split_once('.') else { return };
        let place = match SIDES.iter().position(|side| *side == section) {
            Some(side) => self.sides.get_mut(side),
            None => Some(&mut self.situation),
        };
        if let Some(place) = place {
            put(place, &Json::Null, within, value.clone());
        }
        self.note(path, &label, &value);
    }

    /// Takes out what the rules do not allow, such as a level of 99, and leaves those fields as they were.
    pub(crate) fn keep_allowed(&mut self) {
        // A second look finds what hid behind the first problem.
        for _ in 0..3 {
            let fight = self.fight();
            let mut wrong: Vec<Problem> = Vec::new();
            let mut earlier: Vec<(&'static SheetSpec, Vec<Problem>)> = Vec::new();
            // The first mode of each form has all of its fields; others may refuse, such as shots without a launcher.
            for (modes, _) in forms(self.rules) {
                let Some(mode) = modes.first() else { continue };
                let form = self.rules.form(mode.id);
                let (_, problems) = self.rules.complete(&fight.in_mode(mode.id).scenario());
                // Of the opponent's fields nothing was read.
                let is_in = |form: &'static SheetSpec, problem: &Problem| {
                    problem.path.split('.').next().is_some_and(|section| is_own(form, section))
                };
                // A form may refuse what an earlier one takes: a sword is not applied like a polearm.
                let is_taken = |problem: &&Problem| {
                    let path = problem.path.strip_suffix(".preset").unwrap_or(&problem.path);
                    let clear =
                        |problems: &[Problem]| problems.iter().all(|other| other.path != problem.path);
                    earlier.iter().any(|(form, problems)| {
                        is_in(form, problem) && form.at(path).is_some() && clear(problems)
                    })
                };
                let own = problems.iter().filter(|problem| is_in(form, problem) && !is_taken(problem));
                wrong.extend(own.cloned());
                earlier.push((form, problems));
            }
            for problem in &wrong {
                self.drop_field(&problem.path, &problem.message);
            }
            if wrong.is_empty() {
                return;
            }
        }
    }

    fn drop_field(&mut self, path: &str, why: &str) {
        let Some((section, within)) = path.split_once('.') else { return };
        let place = match SIDES.iter().position(|side| *side == section) {
            Some(side) => self.sides.get_mut(side),
            None => Some(&mut self.situation),
        };
        if let Some(place) = place {
            take(place, within);
        }
        let is_within = |field: &ReadField| tohit_resolver::document::is_within(&field.path, path);
        if self.read.iter().any(is_within) {
            self.read.retain(|field| !is_within(field));
            self.leave([path], why);
        }
    }

    /// Lists a value as read; each part of an object is a field.
    fn note(&mut self, path: &str, label: &str, value: &Json) {
        match value {
            Json::Object(entries) if !entries.is_empty() => {
                for (name, value) in entries {
                    let path = join(path, name);
                    let label = self.label(&path).unwrap_or_else(|| label.to_owned());
                    self.note(&path, &label, value);
                }
            }
            _ => {
                self.read.retain(|field| field.path != path);
                self.read.push(ReadField {
                    path: path.to_owned(),
                    label: label.to_owned(),
                    value: value.clone(),
                });
            }
        }
    }

    /// Leaves fields as they are.
    pub(crate) fn leave<const N: usize>(&mut self, paths: [&str; N], why: &str) {
        for path in paths {
            if let Some(label) = self.label(path) {
                self.left.push(LeftField { path: path.to_owned(), label, why: why.to_owned() });
            }
        }
    }

    /// A figure of the game.
    pub(crate) fn states(&mut self, stated: Stated) {
        if self.stated.len() < MOST_LISTED {
            self.stated.push(stated);
        }
    }

    /// A line that was not understood.
    pub(crate) fn not_understood(&mut self, line: &str) {
        let line = crate::text::short(line);
        if self.unknown.len() < MOST_LISTED && !self.unknown.contains(&line) {
            self.unknown.push(line);
        }
    }

    /// Labels of a field of the character, in whichever mode has it.
    fn label(&self, path: &str) -> Option<String> {
        let (section, _) = path.split_once('.')?;
        let mut modes = self.rules.about().modes.iter().map(|mode| self.rules.form(mode.id));
        modes.find_map(|form| {
            let is_own = is_own(form, section);
            let (_, labels) = form.at(path.strip_suffix(".preset").unwrap_or(path)).filter(|_| is_own)?;
            Some(labels.get(1..)?.join(": "))
        })
    }

    /// The character in a fight, in place of the fighter of the same role; the opponent stays.
    #[must_use]
    pub fn onto(&self, fight: &Fight<'static>) -> Fight<'static> {
        let begun = fight.mode();
        let mut fight = fight.clone();
        for mode in self.rules.about().modes {
            fight = fight.in_mode(mode.id);
            let Some(side) = fight.labels().iter().position(|label| *label == HERO) else { continue };
            let (Some(name), Some(entries)) = (SIDES.get(side), self.sides.get(side)) else { continue };
            let form = self.rules.form(mode.id);
            let spec = |name: &str| form.field(name).and_then(|field| sheet_of(field.shape));
            let mut document = fight.scenario();
            if let Some(spec) = spec(name) {
                put(&mut document, &Json::Null, name, self.own_entries(entries, spec));
            }
            if let (Some(spec), Json::Object(entries)) = (spec("situation"), &self.situation) {
                for (field, value) in entries.iter().filter(|(field, _)| spec.field(field).is_some()) {
                    put(&mut document, &Json::Null, &join("situation", field), value.clone());
                }
            }
            fight = fight.kept(&document);
        }
        fight.in_mode(begun)
    }

    /// The character in a fight against an ordinary opponent, in the first mode.
    #[must_use]
    pub fn fight(&self) -> Fight<'static> {
        let usual = self.onto(&Fight::of(self.rules, &Json::object([("ruleset", self.rules.id().into())])));
        let is_refused = forms(self.rules).iter().filter_map(|(modes, _)| modes.first()).any(|mode| {
            let (_, problems) = self.rules.complete(&usual.in_mode(mode.id).scenario());
            !problems.is_empty()
        });
        // Some weapons ask for the opponent's hit points: then it is that of the first fight of the words.
        match Fight::from_link(self.rules.about().example) {
            Ok(example) if is_refused => self.onto(&example).in_mode(usual.mode()),
            _ => usual,
        }
    }

    /// The scenario of a mode, against an ordinary opponent.
    #[must_use]
    pub fn scenario(&self, mode: &str) -> Json {
        self.fight().in_mode(mode).scenario()
    }

    /// Entries of a sheet, without those that a default or a preset already has.
    fn own_entries(&self, entries: &Json, spec: &'static SheetSpec) -> Json {
        let Json::Object(entries) = entries else { return entries.clone() };
        let ids = entries.iter().find(|(name, _)| name == "preset").and_then(|(_, id)| id.text());
        let preset = ids
            .zip(spec.presets)
            .and_then(|(id, target)| self.rules.presets().find(target, id)?.document(target, spec));
        let own = entries.iter().filter_map(|(name, value)| {
            if name == "preset" {
                return Some((name.clone(), value.clone()));
            }
            let field = spec.field(name)?;
            let value = match (sheet_of(field.shape), value) {
                (Some(spec), Json::Object(_)) => self.own_entries(value, spec),
                _ => value.clone(),
            };
            let usual = preset.as_ref().and_then(|preset| preset.get(name)).unwrap_or(field.default);
            let is_empty = matches!(&value, Json::Object(entries) if entries.is_empty());
            (!is_same(&value, usual) && !is_empty).then(|| (name.clone(), value))
        });
        own.collect()
    }

    /// The game's figures beside ours, each computed when it is asked for.
    pub fn compared(&self) -> impl Iterator<Item = Compared<'_>> {
        self.stated.iter().map(|stated| stated.compared(self.rules))
    }

    /// Everything, for scripts.
    #[must_use]
    pub fn json(&self) -> Json {
        let list = |items: Vec<Json>| Json::List(items);
        let read = self.read.iter().map(|field| {
            Json::object([
                ("path", field.path.as_str().into()),
                ("label", field.label.as_str().into()),
                ("value", field.value.clone()),
            ])
        });
        let left = self.left.iter().map(|field| {
            Json::object([
                ("path", field.path.as_str().into()),
                ("label", field.label.as_str().into()),
                ("why", field.why.as_str().into()),
            ])
        });
        let carried = self.carried.iter().map(|thing| {
            Json::object([
                ("path", thing.path.into()),
                ("name", thing.name.as_str().into()),
                ("place", thing.place.into()),
                ("entries", thing.entries.clone()),
                ("beside", thing.beside.iter().cloned().collect()),
            ])
        });
        let [attacker, defender] = self.sides.clone();
        Json::object([
            ("ruleset", self.rules.id().into()),
            ("game", self.rules.about().name.into()),
            ("version", self.version.as_str().into()),
            ("edition", self.edition.as_str().into()),
            ("who", self.who.as_str().into()),
            ("link", self.fight().to_link().into()),
            (
                "fighter",
                Json::object([
                    ("attacker", attacker),
                    ("defender", defender),
                    ("situation", self.situation.clone()),
                ]),
            ),
            ("read", list(read.collect())),
            ("left", list(left.collect())),
            ("unknown", list(self.unknown.iter().map(|line| line.as_str().into()).collect())),
            ("carried", list(carried.collect())),
            ("stated", list(self.compared().map(|compared| compared.json(self.rules)).collect())),
        ])
    }
}

/// Label of the sheet of a character.
const HERO: &str = "You";

/// True for a section of the character: the opponent's sheet may have fields of the same names.
fn is_own(form: &SheetSpec, section: &str) -> bool {
    section == "situation" || form.field(section).is_some_and(|field| field.about.label == HERO)
}

/// True for equal values; lists of names are equal in any order.
fn is_same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::List(one), Json::List(other)) => {
            one.len() == other.len() && one.iter().all(|item| other.contains(item))
        }
        _ => one == other,
    }
}
