//! Updates a game's presets file from its presets table: a new release of a game is a new table.

mod file;
mod table;

use crate::console;
use crate::failure::{self, Stop, TaskFailure};
use crate::places;
use file::{Change, File};
use lexopt::Parser;
use lexopt::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use table::PresetTable;

/// A presets file after the application of a table.
struct Made {
    text: String,
    changes: Vec<Change>,
    /// The rows of the table.
    rows: usize,
}

/// `cargo xtask presets`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    let (mut name, mut table, mut check) = (None, None, false);
    while let Some(word) = words.next()? {
        match word {
            Long("check") => check = true,
            Value(value) if name.is_none() => name = Some(value.string()?),
            Value(value) if table.is_none() => table = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let (Some(name), Some(table)) = (name, table) else {
        return Err(TaskFailure::new("a ruleset's name and a table are needed")
            .hint("cargo xtask presets brogue TABLE.tsv [--check]; docs/adding-a-game.md shows a table.")
            .into());
    };
    let root = places::root()?;
    let file = presets_of(&root, &name)?;
    let before = fs::read_to_string(&file).map_err(failure::to(format!("read {}", file.display())))?;
    let words_file = file.with_extension("words");
    let words =
        fs::read_to_string(&words_file).map_err(failure::to(format!("read {}", words_file.display())))?;
    let rows = fs::read_to_string(&table).map_err(failure::to(format!("read {}", table.display())))?;
    let made = make(&before, &words, &rows).map_err(|problems| TaskFailure {
        output: problems,
        ..TaskFailure::new(format!("{} cannot be taken; nothing was written", table.display()))
            .hint("docs/adding-a-game.md says what a table holds.")
    })?;
    for change in &made.changes {
        console::say(change.to_string());
    }
    console::say(made.summary());
    if made.text == before {
        return Ok(());
    }
    let shown = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
    if check {
        return Err(TaskFailure::new(format!("{shown} is not what the table makes of it"))
            .hint("The same command without --check writes it.")
            .into());
    }
    fs::write(&file, made.text).map_err(failure::to(format!("write {shown}")))?;
    let rules = shown.replace(".presets", ".rules");
    console::say(format!("Written: {shown}\nNext: cargo run --bin tohit -- check {rules}"));
    Ok(())
}

/// The presets file of a ruleset.
fn presets_of(root: &Path, name: &str) -> Result<PathBuf, TaskFailure> {
    let rulesets = root.join("crates/resolver/rulesets");
    let file = rulesets.join(name).join(format!("{name}.presets"));
    if file.is_file() {
        return Ok(file);
    }
    let dirs = fs::read_dir(&rulesets).map_err(failure::to(format!("read {}", rulesets.display())))?;
    let mut names: Vec<String> =
        dirs.flatten().map(|dir| dir.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Err(TaskFailure::new(format!("there is no presets file of `{name}`"))
        .hint(format!("The rulesets are {}; an empty file is enough to begin with.", names.join(", "))))
}

/// Applies a table to a presets file, or returns the table's mistakes.
fn make(before: &str, words: &str, table: &str) -> Result<Made, Vec<String>> {
    let old = File::read(before);
    let kinds = kinds_in(words).into_iter().chain(old.kinds());
    let mut kinds: Vec<String> = kinds.collect();
    kinds.sort();
    kinds.dedup();
    let table = PresetTable::read(table, &kinds)?;
    let mut new = File::read(before);
    new.take(&table)?;
    Ok(Made { text: new.to_string(), changes: new.changes_from(&old), rows: table.rows.len() })
}

/// The kinds of sheet that presets fill, from a words file: `presets weapon`. Texts in quotes are skipped.
fn kinds_in(words: &str) -> Vec<String> {
    let mut kinds = Vec::new();
    for line in words.lines() {
        let bare: Vec<&str> = line.split('"').step_by(2).collect();
        let bare = bare.join(" ");
        let mut words = bare.split_whitespace().skip_while(|word| *word != "presets").skip(1);
        kinds.extend(words.next().map(str::to_owned));
    }
    kinds
}

impl Made {
    fn summary(&self) -> String {
        let count = |is: fn(&Change) -> bool| self.changes.iter().filter(|change| is(change)).count();
        let added = count(|change| matches!(change, Change::Added(_)));
        let removed = count(|change| matches!(change, Change::Removed(_)));
        let changed = count(|change| matches!(change, Change::Changed(..)));
        format!("{} rows: {added} added, {removed} removed, {changed} changed", self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "attacker = \"Who presets nothing\" | \"...\"\n  presets creature\n\
                         target = \"Target\" | \"...\" presets target in melee\nhero = \"Hero\" | \"...\"\n  presets hero\n";

    const FILE: &str = "# A small game.\n\n[Heroes]\n# typical\nKnight | hero: skill=4 | target: hp=20\n\n\
                        [Deep]\nEel | target:  hp=18 guard=2 | note: swims\n\n\
                        [Shallow]\nGrub | creature: skill=1 sides=2 | target: hp=6 # soft\nRat | creature: skill=3\n\
                        Toad | hero: shape=toad | creature: skill=1\n";

    fn messages(made: &Made) -> Vec<String> {
        made.changes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_table_of_the_file_changes_nothing() {
        let table = "name\tkind\tskill\tsides\thp\tguard\n*\ttarget\t\t\t\t0\nGrub\tcreature\t1\t2\n\
                     Grub\ttarget\t\t\t6\t0\nRat\tcreature\t3\nToad\tcreature\t1\nEel\ttarget\t\t\t18\t2\n";
        let made = make(FILE, WORDS, table).unwrap();
        assert_eq!((made.text.as_str(), messages(&made)), (FILE, vec![]));
        assert_eq!(made.summary(), "5 rows: 0 added, 0 removed, 0 changed");
    }

    #[test]
    fn a_new_release_adds_removes_and_changes() {
        let table = "group\tname\tkind\tnote\tskill\tsides\thp\nShallow\tGrub\tcreature\t\t2\t2\n\
                     Shallow\tGrub\ttarget\t\t\t\t6\nShallow\tCrab\ttarget\tsideways\t\t\t9\n\
                     Shallow\tCrab\tcreature\tsnaps\t1\nShallow\tEel\ttarget\tswims\t\t\t18\nAbyss\tKraken\ttarget\t\t\t\t99\n";
        let made = make(FILE, WORDS, table).unwrap();
        let text = "# A small game.\n\n[Heroes]\n# typical\nKnight | hero: skill=4 | target: hp=20\n\n\
                    [Shallow]\nGrub | creature: skill=2 sides=2 | target: hp=6 # soft\n\
                    Crab | target: hp=9 | creature: skill=1 | note: sideways; snaps\nEel | target: hp=18 | note: swims\n\
                    Toad | hero: shape=toad\n\n[Abyss]\nKraken | target: hp=99\n";
        assert_eq!(made.text, text);
        assert_eq!(
            messages(&made),
            [
                "+ Crab (creature)",
                "+ Crab (target)",
                "~ Eel (target): group=Deep is now Shallow, guard=2 is gone",
                "~ Grub (creature): skill=1 is now 2",
                "+ Kraken (target)",
                "- Rat (creature)",
                "- Toad (creature)",
            ]
        );
        assert_eq!(made.summary(), "6 rows: 3 added, 2 removed, 2 changed");
        let again = make(&made.text, WORDS, table).unwrap();
        assert_eq!((again.text, again.changes.len()), (made.text, 0));
    }

    #[test]
    fn presets_of_one_name_are_told_apart_by_mode_and_kind() {
        let file =
            "[A | foe: hero]\nStab | hero: skill=1 | mode: melee\nStab | hero: skill=2 | mode: thrown\n";
        let table = "name\tkind\tmode\tskill\nStab\thero\tthrown\t3\nStab\thero\tmelee\t1\n";
        let made = make(file, WORDS, table).unwrap();
        assert_eq!(messages(&made), ["~ Stab (hero, thrown): skill=2 is now 3"]);
        let added = "group\tname\tkind\tmode\tskill\nA\tLash\thero\tmelee\t3\n";
        let made = make(file, WORDS, added).unwrap();
        assert_eq!(made.text, "[A | foe: hero]\nLash | hero: skill=3 | mode: melee\n");
    }

    #[test]
    fn a_new_preset_needs_a_group_and_a_known_kind() {
        let problems = make(FILE, WORDS, "name\tkind\thp\nGrub\ttarget\t7\nWorm\ttarget\t7\n").err().unwrap();
        assert_eq!(problems, ["row 3, column `group`: is missing for the new preset `Worm`"]);
        let problems = make(FILE, WORDS, "name\tkind\nGrub\tnothing\n").err().unwrap();
        assert!(problems.concat().ends_with("`presets` creature, hero, target"), "{problems:?}");
    }

    #[test]
    fn every_presets_file_is_read_and_written_as_it_is() {
        let root = places::root().unwrap();
        let rulesets = fs::read_dir(root.join("crates/resolver/rulesets")).unwrap();
        let mut files = 0;
        for dir in rulesets.flatten() {
            let file = presets_of(&root, &dir.file_name().to_string_lossy()).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            assert_eq!(File::read(&text).to_string(), text, "{}", file.display());
            let words = fs::read_to_string(file.with_extension("words")).unwrap();
            let kinds = kinds_in(&words);
            // Changes of a kind by an edition: `target@v5-0`.
            let is_said =
                |kind: &String| kinds.iter().any(|known| kind.split('@').next() == Some(known.as_str()));
            let unsaid: Vec<_> =
                File::read(&text).kinds().into_iter().filter(|kind| !is_said(kind)).collect();
            assert_eq!(unsaid, [""; 0], "{}", file.display());
            files += 1;
        }
        assert!(files >= 10, "{files}");
    }
}
