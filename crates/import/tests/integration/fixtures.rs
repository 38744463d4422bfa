//! Fixtures: texts in the shape of a game's, each with everything that is read of it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use tohit_import::Character;

/// Texts of a game, by name.
pub(crate) fn of_game(game: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/characters");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_text = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(game) && !name.ends_with(".expected")
    };
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    };
    paths.into_iter().filter(is_text).map(read).collect()
}

/// Everything that was read, a fact a line.
pub(crate) fn facts(character: &Character) -> String {
    let mut text = format!("version {}\nwho {}\n", character.version, character.who);
    if !character.edition.is_empty() {
        writeln!(text, "edition {}", character.edition).unwrap();
    }
    for field in &character.read {
        writeln!(text, "{} = {}", field.path, field.value).unwrap();
    }
    for field in &character.left {
        writeln!(text, "left {}", field.path).unwrap();
    }
    for line in &character.unknown {
        writeln!(text, "unknown {line}").unwrap();
    }
    for thing in &character.carried {
        let preset = thing.entries.get("preset").map(tohit_resolver::Json::plain).unwrap_or_default();
        let beside: String = thing.beside.iter().map(|(path, value)| format!(" {path}={value}")).collect();
        writeln!(text, "carried {} {} {preset}{beside}", thing.place, thing.path).unwrap();
    }
    let compared: Vec<_> = character.compared().collect();
    writeln!(text, "equal {}", compared.iter().filter(|one| one.is_equal).count()).unwrap();
    for one in compared.iter().filter(|one| !one.is_equal) {
        let (what, says, ours) = (&one.stated.what, &one.stated.says, one.ours.as_deref().unwrap_or("none"));
        writeln!(text, "differs {what}: {says}, ours {ours}: {}", one.reason()).unwrap();
    }
    text
}

/// Fails unless each text of a game gives exactly the facts beside it.
pub(crate) fn are_read(game: &str) {
    let texts = of_game(game);
    assert!(texts.len() >= 8, "{game} has {} fixtures", texts.len());
    for (name, bytes) in texts {
        let character = tohit_import::read(&bytes).unwrap_or_else(|message| panic!("{name}: {message}"));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/characters/{name}.expected"));
        let expected = fs::read_to_string(file).unwrap();
        let facts = facts(&character);
        for (line, wanted) in facts.lines().zip(expected.lines()) {
            assert_eq!(line, wanted, "{name}");
        }
        assert_eq!(facts.lines().count(), expected.lines().count(), "{name}");
    }
}

/// Fails unless the link of each character gives the same fight, and all of its scenarios are answered.
pub(crate) fn are_linked(game: &str) {
    for (name, bytes) in of_game(game) {
        let character = tohit_import::read(&bytes).unwrap();
        let fight = character.fight();
        let link = fight.to_link();
        let again = tohit_resolver::fight::Fight::from_link(&link).unwrap();
        for mode in character.rules.about().modes {
            let [one, other] = [&fight, &again].map(|fight| {
                let (complete, problems) = character.rules.complete(&fight.in_mode(mode.id).scenario());
                // Nobody shoots without a launcher, or applies a sword like a polearm.
                let is_refusal = |path: &str| match mode.id {
                    "fired" => path == "attacker.launcher",
                    "polearm" => path.starts_with("attacker.weapon"),
                    _ => false,
                };
                assert!(problems.iter().all(|problem| is_refusal(&problem.path)), "{name}: {problems:?}");
                complete
            });
            assert_eq!(one, other, "{name}, {}: {link}", mode.id);
        }
    }
}
