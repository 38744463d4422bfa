//! Entries that hold for more than one sheet: traits of a fighter that both of its sheets have, circumstances that hold
//! for both fighters, and the usual things of a creature.

use super::entries::{ModeSheet, changes, is_empty, merged, none, split, takes};
use super::roles::SIDES;
use super::{Fight, SITUATION};
use crate::document::{add_preset, join, presets_of, put, set_presets, sheet_of, take};
use crate::json::Json;
use crate::link::write_out_records;
use crate::sheet::SheetSpec;
use crate::text::Ruleset;

impl Fight<'_> {
    /// Gives the changes of both fighters in a mode to their other sides.
    pub(super) fn share_changes(&mut self, before: &Self, mode: &'static str, roles: [usize; 2]) {
        for (side, fighter) in roles.into_iter().enumerate() {
            let Some(spec) = self.spec(mode, side) else { continue };
            let [old, new] = [before, &*self].map(|fight| fight.read(fighter, side, (mode, spec)));
            self.share(fighter, 1 - side, (&old, &new), spec);
        }
        self.share_situation(before, mode, roles[0]);
    }

    /// Gives the changes of one side of a fighter to the other side: presets that have fields for it, and
    /// fields that stand there under the same name.
    fn share(&mut self, fighter: usize, side: usize, (old, new): (&Json, &Json), spec: &'static SheetSpec) {
        let sheets = self.roles.sheets(self.rules, fighter, side);
        let (before, after) = (presets_of(old, ""), presets_of(new, ""));
        let mut entries = self.entries(fighter, side).clone();
        let mut ids = presets_of(&entries, "");
        ids.retain(|id| after.contains(id) || !before.contains(id));
        set_presets(&mut entries, &Json::Null, "", ids);
        for id in after.iter().filter(|id| !before.contains(id)) {
            for (mode, spec) in &sheets {
                let preset = spec.presets.and_then(|target| self.rules.presets().find(target, id));
                if preset.is_none_or(|preset| !preset.fits(mode)) || presets_of(&entries, "").contains(id) {
                    continue;
                }
                let [mut read, elsewhere] = split(self.rules, &entries, (mode, spec), &sheets);
                let mut document = Json::Object(Vec::new());
                let name = SIDES.get(side).copied().unwrap_or_default();
                *document.member_mut(name) = read;
                add_preset(&mut document, &Json::Null, (self.rules, mode), (name, spec), id);
                read = document.get(name).cloned().unwrap_or_else(none);
                entries = merged(read, elsewhere);
            }
        }
        for (path, shape, value) in changes(old, new, spec) {
            let sheet = sheets.iter().find(|(_, spec)| takes(spec, &path, shape, value.as_ref()));
            if let Some((_, spec)) = sheet {
                enter(&mut entries, spec, &path, value);
            }
        }
        self.set(fighter, side, entries);
    }

    /// Gives the changes of the situation to the other fighters, as far as they hold for both.
    fn share_situation(&mut self, before: &Self, mode: &'static str, striker: usize) {
        let Some(spec) = self.situation_spec(mode) else { return };
        let bodies = self.rules.bodies(mode);
        let is_one_way = |path: &str| {
            let first = path.split('.').next().unwrap_or_default();
            spec.field(first).is_some_and(|field| field.about.one_way)
                || bodies.as_deref() == Some(join(SITUATION, path).as_str())
        };
        let changes = changes(before.situation(striker), self.situation(striker), spec);
        for other in (0..self.fighters.len()).filter(|other| *other != striker) {
            let sheets = self.roles.situations(self.rules, other);
            let mut entries = self.situation(other).clone();
            for (path, shape, value) in changes.iter().filter(|(path, ..)| !is_one_way(path)) {
                let sheet = sheets.iter().find(|(_, spec)| takes(spec, path, *shape, value.as_ref()));
                if let Some((_, spec)) = sheet {
                    enter(&mut entries, spec, path, value.clone());
                }
            }
            self.set_situation(other, entries);
        }
    }

    /// The fight after the creature of a side was chosen: it has the usual things that the game gives to its
    /// kind, in place of those of the creature before.
    #[must_use]
    pub fn with_usual_things(&self, side: &str, before: &[String]) -> Self {
        let mut fight = self.clone();
        let Some(index) = SIDES.iter().position(|name| *name == side) else { return fight };
        let fighter = self.roles.of_mode(self.mode).get(index).copied().unwrap_or_default();
        let sheets = self.roles.sheets(self.rules, fighter, 0);
        let mut entries = fight.entries(fighter, 0).clone();
        let now = presets_of(self.entries(fighter, index), "");
        for (path, says) in self.rules.about().usual {
            let Some(path) = path.strip_prefix("attacker.") else { continue };
            let usual =
                |ids: &[String]| ids.iter().find_map(|id| usual_thing(self.rules, &sheets, path, says, id));
            let place = join(path, "preset");
            if let Some(old) = usual(before)
                && entries.at(&place).and_then(Json::text) == Some(&old)
            {
                take(&mut entries, path);
            }
            if let Some(new) = usual(&now).filter(|_| entries.at(path).is_none()) {
                put(&mut entries, &Json::Null, &place, new.as_str().into());
            }
        }
        fight.set(fighter, 0, entries);
        fight
    }
}

/// Enters a value at a path of a sheet, or takes it out.
fn enter(entries: &mut Json, spec: &'static SheetSpec, path: &str, value: Option<Json>) {
    match value {
        Some(value) => {
            write_out_records(entries, spec, path);
            put(entries, &Json::Null, path, value);
        }
        None => {
            take(entries, path);
            // Parts that become empty go.
            if let Some((part, _)) = path.rsplit_once('.')
                && entries.at(part).is_some_and(is_empty)
            {
                take(entries, part);
            }
        }
    }
}

/// The thing that a creature's note names after these words, as a preset of the field at a path.
fn usual_thing(
    rules: &Ruleset,
    sheets: &[ModeSheet],
    path: &str,
    says: &str,
    creature: &str,
) -> Option<String> {
    let library = rules.presets();
    sheets.iter().find_map(|(_, spec)| {
        let target = sheet_of(spec.at(path)?.0)?.presets?;
        let note = library
            .all()
            .filter(|preset| preset.id() == creature)
            .find_map(|preset| preset.section("note"))?;
        let (_, names) = note.split_once(says)?;
        let name = names.split([',', ';']).next()?.trim();
        library.of(target).find(|preset| preset.name.eq_ignore_ascii_case(name)).map(|preset| preset.id())
    })
}
