//! A presets file: groups of lines, and the changes that a table makes to them.
//!
//! The table owns the sections of its kinds in each group in which it has a row. Everything else is
//! preserved: comments, order, sections of other kinds, and whole groups without a row, such as typical
//! heroes.

use super::table::{PresetRow, PresetTable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Sections that fill no sheet; they come last.
const ASIDES: [&str; 2] = ["mode", "note"];

/// A presets file, group by group; the first has no heading.
#[derive(Debug)]
pub(super) struct File {
    groups: Vec<Group>,
}

#[derive(Debug, Default)]
struct Group {
    /// Heading without brackets, up to the kinds of sheet that it borrows.
    name: String,
    /// Kinds of sheet that the heading borrows: `shooter: striker`.
    borrowed: String,
    lines: Vec<Line>,
}

/// A line: a preset or any other text.
#[derive(Debug, Default)]
struct Line {
    text: String,
    preset: Option<Preset>,
    /// The kinds that a row of the table has filled, with the notes of those rows.
    filled: BTreeSet<String>,
    notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Preset {
    name: String,
    /// Sections: name and content.
    sections: Vec<(String, String)>,
    /// The comment at the end of the line.
    comment: String,
}

/// A difference between two presets files.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    Added(String),
    Removed(String),
    Changed(String, Vec<String>),
}

impl Preset {
    fn read(line: &str) -> Option<Self> {
        let (line, comment) = line.find('#').map_or((line, ""), |at| line.split_at(at));
        let (name, rest) = line.split_once('|')?;
        let sections = rest.split('|').filter_map(|section| section.split_once(':'));
        let sections = sections.map(|(kind, says)| (kind.trim().to_owned(), says.trim().to_owned()));
        Some(Self { name: name.trim().to_owned(), sections: sections.collect(), comment: comment.to_owned() })
    }

    fn section(&self, kind: &str) -> Option<&str> {
        self.sections.iter().find(|(known, _)| known == kind).map(|(_, says)| says.as_str())
    }

    fn mode(&self) -> &str {
        self.section("mode").unwrap_or_default()
    }

    /// Writes a section: at its position, or behind those that fill sheets. An existing order is preserved.
    fn set(&mut self, kind: &str, says: String) {
        if let Some((_, known)) = self.sections.iter_mut().find(|(known, _)| known == kind) {
            if pairs(known) != pairs(&says) {
                *known = says;
            }
            return;
        }
        let asides = self.sections.iter().position(|(known, _)| ASIDES.contains(&known.as_str()));
        let at = if kind == "note" { None } else { asides };
        self.sections.insert(at.unwrap_or(self.sections.len()), (kind.to_owned(), says));
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (kind, says) in &self.sections {
            let space = if says.is_empty() { "" } else { " " };
            write!(f, " | {kind}:{space}{says}")?;
        }
        let space = if self.comment.is_empty() { "" } else { " " };
        write!(f, "{space}{}", self.comment)
    }
}

impl Line {
    fn read(text: &str) -> Self {
        Self { text: text.to_owned(), preset: Preset::read(text), ..Self::default() }
    }

    /// True where a row names this preset; and true where it already fills the sheet of the row.
    fn answers(&self, row: &PresetRow) -> (bool, bool) {
        let same = self.preset.as_ref().filter(|preset| preset.name == row.name && preset.mode() == row.mode);
        (same.is_some(), same.is_some_and(|preset| preset.section(&row.kind).is_some()))
    }

    /// Applies a row.
    fn fill(&mut self, row: &PresetRow) {
        let Some(preset) = &mut self.preset else { return };
        let fields: Vec<String> = row.fields.iter().map(|(path, value)| format!("{path}={value}")).collect();
        preset.set(&row.kind, fields.join(" "));
        self.filled.insert(row.kind.clone());
        if !row.note.is_empty() && !self.notes.contains(&row.note) {
            self.notes.push(row.note.clone());
        }
    }

    /// Removes sections that the table owns and no row fills. Returns true where any section is left.
    fn settle(&mut self, kinds: &BTreeSet<&str>, notes: bool) -> bool {
        let Some(preset) = &mut self.preset else { return true };
        preset.sections.retain(|(kind, _)| !kinds.contains(kind.as_str()) || self.filled.contains(kind));
        if notes && !self.filled.is_empty() {
            match self.notes.join("; ") {
                none if none.is_empty() => preset.sections.retain(|(kind, _)| kind != "note"),
                note => preset.set("note", note),
            }
        }
        if Preset::read(&self.text).as_ref() != Some(preset) {
            self.text = preset.to_string();
        }
        preset.sections.iter().any(|(kind, _)| !ASIDES.contains(&kind.as_str()))
    }
}

impl Group {
    /// Index of a new line: after that of the row before, or before the empty lines at the end.
    fn place(&self, before: Option<&PresetRow>) -> usize {
        let after = before.and_then(|row| self.lines.iter().rposition(|line| line.answers(row).0));
        let end = || self.lines.iter().rposition(|line| !line.text.trim().is_empty());
        after.or_else(end).map_or(0, |at| at.saturating_add(1))
    }
}

impl File {
    pub(super) fn read(text: &str) -> Self {
        let mut groups = vec![Group::default()];
        for line in text.lines() {
            let heading = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            if let Some(name) = heading {
                let (name, borrowed) = name.split_once('|').unwrap_or((name, ""));
                let [name, borrowed] = [name, borrowed].map(|text| text.trim().to_owned());
                groups.push(Group { name, borrowed, lines: Vec::new() });
            } else if let Some(group) = groups.last_mut() {
                group.lines.push(Line::read(line));
            }
        }
        Self { groups }
    }

    /// The kinds of sheet that its presets fill.
    pub(super) fn kinds(&self) -> BTreeSet<String> {
        let presets = self.presets().flat_map(|(_, preset)| &preset.sections);
        presets.map(|(kind, _)| kind.clone()).filter(|kind| !ASIDES.contains(&kind.as_str())).collect()
    }

    /// Applies a table; returns the rows of new presets without a group, if there are any.
    pub(super) fn take(&mut self, table: &PresetTable) -> Result<(), Vec<String>> {
        let mut problems = Vec::new();
        let mut before: Option<&PresetRow> = None;
        for row in &table.rows {
            if let Some(line) = self.find(row, before) {
                line.fill(row);
            } else {
                let PresetRow { line, name, .. } = row;
                problems.push(format!("row {line}, column `group`: is missing for the new preset `{name}`"));
            }
            before = Some(row);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let kinds = table.rows.iter().map(|row| row.kind.as_str()).collect();
        let owned = |group: &&mut Group| group.lines.iter().any(|line| !line.filled.is_empty());
        for group in self.groups.iter_mut().filter(owned) {
            group.lines.retain_mut(|line| line.settle(&kinds, table.notes));
        }
        let is_left =
            |group: &Group| group.name.is_empty() || group.lines.iter().any(|line| line.preset.is_some());
        self.groups.retain(is_left);
        Ok(())
    }

    /// The line of a row: in the group that the row names, moved there, or new there.
    fn find(&mut self, row: &PresetRow, before: Option<&PresetRow>) -> Option<&mut Line> {
        let place = |full: bool, group: Option<&str>| {
            let groups = self.groups.iter().enumerate();
            groups.filter(|(_, known)| group.is_none_or(|name| known.name == name)).find_map(|(at, known)| {
                let line = known.lines.iter().position(|line| line.answers(row) == (true, full));
                line.map(|line| (at, line))
            })
        };
        let own = Some(row.group.as_str()).filter(|group| !group.is_empty());
        let here = place(true, own).or_else(|| place(false, own));
        if let Some((group, line)) = here {
            return self.groups.get_mut(group)?.lines.get_mut(line);
        }
        let own = own?;
        let line = match place(true, None) {
            Some((group, line)) => self.groups.get_mut(group)?.lines.remove(line),
            None => Line::new(row),
        };
        if !self.groups.iter().any(|group| group.name == own) {
            let last = self.groups.last_mut()?;
            if last.lines.last().is_some_and(|line| !line.text.is_empty()) {
                last.lines.push(Line::default());
            }
            self.groups.push(Group { name: own.to_owned(), ..Group::default() });
        }
        let group = self.groups.iter_mut().find(|group| group.name == own)?;
        let at = group.place(before);
        group.lines.insert(at, line);
        group.lines.get_mut(at)
    }

    fn presets(&self) -> impl Iterator<Item = (&str, &Preset)> {
        let lines =
            self.groups.iter().flat_map(|group| group.lines.iter().map(|line| (group.name.as_str(), line)));
        lines.filter_map(|(group, line)| line.preset.as_ref().map(|preset| (group, preset)))
    }

    /// Differences from another presets file.
    pub(super) fn changes_from(&self, other: &Self) -> Vec<Change> {
        let (mut old, new) = (other.sections(), self.sections());
        let mut changes = Vec::new();
        for (key, says) in new {
            match old.remove(&key) {
                None => changes.push(Change::Added(label(&key))),
                Some(before) if before == says => {}
                Some(before) => changes.push(Change::Changed(label(&key), differences(&before, &says))),
            }
        }
        changes.extend(old.keys().map(|key| Change::Removed(label(key))));
        changes
    }

    /// The pairs of each section, with the group and the note, by preset, mode and kind.
    fn sections(&self) -> BTreeMap<(String, String, String), BTreeSet<String>> {
        let mut all = BTreeMap::new();
        for (group, preset) in self.presets() {
            for (kind, says) in preset.sections.iter().filter(|(kind, _)| !ASIDES.contains(&kind.as_str())) {
                let mut says = pairs(says);
                says.insert(format!("group={group}"));
                says.extend(preset.section("note").map(|note| format!("note={note}")));
                all.insert((preset.name.clone(), kind.clone(), preset.mode().to_owned()), says);
            }
        }
        all
    }
}

impl Line {
    /// A preset without sections.
    fn new(row: &PresetRow) -> Self {
        let mode = Some(("mode".to_owned(), row.mode.clone())).filter(|(_, mode)| !mode.is_empty());
        let preset =
            Preset { name: row.name.clone(), sections: mode.into_iter().collect(), ..Preset::default() };
        Self { preset: Some(preset), ..Self::default() }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.groups {
            if !group.name.is_empty() {
                let borrowed = if group.borrowed.is_empty() { "" } else { " | " };
                writeln!(f, "[{}{borrowed}{}]", group.name, group.borrowed)?;
            }
            for line in &group.lines {
                writeln!(f, "{}", line.text)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added(preset) => write!(f, "+ {preset}"),
            Self::Removed(preset) => write!(f, "- {preset}"),
            Self::Changed(preset, how) => write!(f, "~ {preset}: {}", how.join(", ")),
        }
    }
}

fn label((name, kind, mode): &(String, String, String)) -> String {
    let comma = if mode.is_empty() { "" } else { ", " };
    format!("{name} ({kind}{comma}{mode})")
}

fn pairs(says: &str) -> BTreeSet<String> {
    says.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Differences between two lists of fields: `hp=6 is now 8`.
fn differences(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Vec<String> {
    let split = |pair: &'_ String| {
        let (path, value) = pair.split_once('=').unwrap_or((pair, ""));
        (path.to_owned(), value.to_owned())
    };
    let (before, after) = (before.iter().map(split), after.iter().map(split));
    let (before, after): (BTreeMap<_, _>, BTreeMap<_, _>) = (before.collect(), after.collect());
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let how = paths.into_iter().filter_map(|path| match (before.get(path), after.get(path)) {
        (Some(was), Some(is)) if was != is => Some(format!("{path}={was} is now {is}")),
        (Some(was), None) => Some(format!("{path}={was} is gone")),
        (None, Some(is)) => Some(format!("{path}={is} is new")),
        _ => None,
    });
    how.collect()
}
