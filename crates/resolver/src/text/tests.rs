//! Parsing of words.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

use super::words::{GameWords, Test};

fn read(files: &[&str]) -> (GameWords, Vec<String>) {
    let (words, wrong) = GameWords::read(files);
    (words, wrong.iter().flatten().map(ToString::to_string).collect())
}

#[test]
fn words_are_read() {
    let (words, wrong) = read(&[r#"words "Duel"   # a note
document "The \"Duel\" # page"
differs "One."
differs "Two."
left out "Three."
mode melee = "Melee" | "A blow."
mode thrown = "Thrown" needs attacker.stone or attacker.skill "What do you throw?"
end good = "Good hit" in melee, thrown
attacker.weapon = "Weapon" | "What is wielded."
  presets arms unit "lb" group "Arms" in melee
  when .kind is not sword | axe or not given defender.hp or defender.big is yes "It has none."
in thrown
attacker.weapon = "Stone"
everywhere
word exp-10 = "experience"
word a.b.one = "single"
label k = "K"
why face = "hit roll"
  "Rolls" | "A die."
  ways "low" | "high"
  under rules is game | code: "Code" | "Another die."
remark "Nobody parries this." in thrown when attacker.kind is mob or not given defender.hp
"Arms" = "Waffen"
"#]);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(
        (words.name.as_deref(), words.document.as_deref()),
        (Some("Duel"), Some("The \"Duel\" # page"))
    );
    assert_eq!((words.differs.len(), words.left_out.len()), (2, 1));
    assert_eq!((words.modes[0].help.as_str(), words.ends[0].modes.len()), ("A blow.", 2));
    let needs = words.modes[1].needs.clone().map(|(paths, asks)| (paths.join(" "), asks));
    assert_eq!(needs, Some(("attacker.stone attacker.skill".to_owned(), "What do you throw?".to_owned())));
    let weapon = &words.fields[0];
    let all = (weapon.presets.as_deref(), weapon.unit.as_str(), weapon.group.as_str(), weapon.modes.len());
    assert_eq!(all, (Some("arms"), "lb", "Waffen", 1));
    let tests: Vec<_> = weapon.when[0]
        .any
        .iter()
        .map(|test: &Test| (test.is.as_deref().map(<[_]>::len), test.holds))
        .collect();
    assert_eq!(tests, [(Some(2), false), (None, false), (Some(1), true)]);
    assert_eq!(
        (words.fields[1].label.as_str(), words.fields[1].within.join(" ")),
        ("Stone", "thrown".to_owned())
    );
    assert_eq!(words.words[1], ("a.b.one".to_owned(), "single".to_owned(), 16));
    let why = &words.whys[0];
    assert_eq!((why.name.as_str(), why.says.as_str(), why.ways.len()), ("face", "A die.", 2));
    assert_eq!(why.under[0].is, ["game", "code"]);
    let remark = &words.remarks[0];
    assert_eq!((remark.modes.len(), remark.when.len(), remark.when[0].any.len()), (1, 1, 2));
}

#[test]
fn every_problem_is_told_with_its_line() {
    let (words, wrong) = read(&[
        "words Duel\nwords \"Duel\nmood melee = \"Melee\"\n\nattacker.hp = \"Hit points\"\n  unit 5\n  when hp is 3\nend = \"x\" when\n\
         why face\n  \"Rolls\"\ndefender.hp = \"Hit points\" | \"Of the defender.\" )\n",
    ]);
    assert_eq!(
        wrong,
        [
            "words:2:1: a quote is open; its end is missing in this line",
            "words:11:1: `)` means nothing here; prose stands in straight quotes",
            "words:1:1: \"text\" is missing before `Duel`",
            "words:2:1: \"text\" is missing before the end of the line",
            "words:3:1: `mood` begins no line of words; a field is `PATH = \"Label\" | \"help\"`",
            "words:6:1: \"text\" is missing before `5`",
            "words:8:1: a field is missing before the end of the line",
            "words:10:1: `|` and the sentence are missing before the end of the line",
        ]
    );
    assert_eq!(words.fields.len(), 1);
    // A word that is none of the known ones is reported at its own line.
    let (_, wrong) = read(&[
        "attacker.hp = \"Hit points\"\n  units\n  \"kg\"\nremark \"So.\"\n  if\n  x\nwhy face \"Rolls\" | \"A die.\"\n  way\n  \"low\"\n",
    ]);
    assert_eq!(
        wrong,
        [
            "words:2:1: `units` is none of `unit`, `group`, `presets`, `in`, `when`, `fixed` and `one way`",
            "words:5:1: `if` is neither `in` nor `when`",
            "words:8:1: `way` is neither `ways` nor `under`",
        ]
    );
}

#[test]
fn a_translation_lies_over_the_words() {
    let (words, wrong) = read(&[
        "mode a = \"A\" | \"One.\"\nattacker.hp = \"Hit points\" | \"How many.\"\n  unit \"points\" group \"Body\"\nword x = \"y\"\n",
        "attacker.hp = \"Trefferpunkte\" | \"Wie viele.\"\nword x = \"z\"\n\"Body\" = \"K\u{f6}rper\"\n\"One.\" = \"Eins.\"\n",
    ]);
    assert_eq!(wrong, [""; 0]);
    let field = &words.fields[0];
    assert_eq!(
        (field.label.as_str(), field.unit.as_str(), field.group.as_str()),
        ("Trefferpunkte", "points", "Körper")
    );
    assert_eq!((words.words[0].1.as_str(), words.modes[0].help.as_str()), ("z", "Eins."));
}
