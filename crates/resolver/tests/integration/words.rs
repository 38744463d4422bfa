//! The words file of a small game: precedence of its lines, its errors, and the log.
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Dice, Extent, Library, Ruleset, document_of_link};

const GAME: &str = r#"rules 1 "Game"
modes melee, fired, no, yes
record blow
  dice: 1..9
sheet attacker
  skill: 0..20; strong: flag; quick: flag
  blow: blow; other: blow
endings
  hit: hit
strike
  harm = d6 - d6 + d6
  once = d4
  end hit lose max(harm, 0) + once
"#;

fn read(words: &str) -> Result<Ruleset, Vec<String>> {
    let messages = |wrong: Vec<_>| wrong.iter().map(ToString::to_string).collect::<Vec<_>>();
    Ruleset::read("game", GAME, &[words], Library::default()).map_err(messages)
}

fn inner(sheet: &'static SheetSpec, name: &str) -> &'static SheetSpec {
    let Shape::Sheet(inner) = sheet.field(name).unwrap().shape.inner() else { panic!("a sheet") };
    inner
}

#[test]
fn the_nature_of_a_thing_is_known_by_its_path() {
    let rules = read("blow.dice = \"Dice\" | \"?\" fixed\nattacker.skill = \"Skill\" | \"?\"").unwrap();
    let form = rules.form("melee");
    let fixed = ["attacker.blow.dice", "attacker.skill", "attacker.blow"].map(|path| form.is_fixed(path));
    assert_eq!(fixed, [true, false, false]);
}

#[test]
fn the_nearest_words_count() {
    let rules = read(
        r#"in fired
attacker.skill = "Aim" | "?"
blow.dice = "Arrows" | "?"
in fired, no
attacker.skill = "Too late for the fired" | "?"
everywhere
attacker.skill = "Skill" | "?"
attacker.strong = "Strong" | "?"
blow.dice = "Dice" | "?"
attacker.other.dice = "Others" | "?"
in fired
attacker.strong = "Steady" | "?"
"#,
    )
    .unwrap();
    let labels = |mode: &str| {
        let attacker = inner(rules.form(mode), "attacker");
        let dice = |blow| inner(attacker, blow).field("dice").unwrap();
        let fields = ["skill", "strong"].map(|name| attacker.field(name).unwrap());
        fields
            .into_iter()
            .chain(["blow", "other"].map(dice))
            .map(|field| field.about.label)
            .collect::<Vec<_>>()
    };
    assert_eq!(labels("melee"), ["Skill", "Strong", "Dice", "Others"]);
    assert_eq!(labels("fired"), ["Aim", "Steady", "Arrows", "Others"]);
}

#[test]
fn flags_are_written_true_and_false() {
    let words = r#"attacker.skill = "Skill" | "?"
  when .strong is no "Needs no skill."
  when .quick is yes "Too slow."
  when mode is no | yes "Asks for a mode."
"#;
    let rules = read(words).unwrap();
    let skill = inner(rules.form("melee"), "attacker").field("skill").unwrap();
    let values: Vec<_> = skill.about.when.iter().map(|when| when.values).collect();
    assert_eq!(values, [&["false"][..], &["true"], &["no", "yes"]]);
}

#[test]
fn a_sentence_without_a_subject_is_refused_at_its_line() {
    let wrong = read("words \"Game\"\nwhy hram \"Rolls\" | \"Dice.\"\n").err().unwrap();
    assert_eq!(wrong, ["words:2:1: there is no line, figure, roll or ending `hram`; did you mean \"harm\"?"]);
}

#[test]
fn a_mode_needs_fields_that_are_there() {
    let rules =
        read("mode fired = \"Fired\" needs attacker.blow or attacker.skill \"What flies?\"\n").unwrap();
    let need = rules.about().mode("fired").unwrap().needs.unwrap();
    assert_eq!((need.paths, need.asks), (&["attacker.blow", "attacker.skill"][..], "What flies?"));
    assert!(rules.about().mode("melee").unwrap().needs.is_none());
    let wrong = read("mode fired = \"Fired\" needs attacker.blows \"What flies?\"\n").err().unwrap();
    assert_eq!(wrong, ["words:1:1: there is no field `attacker.blows`; did you mean \"attacker.blow\"?"]);
    assert!(read("mode fired = \"Fired\" needs attacker.blow\n").is_err(), "without a question");
}

#[test]
fn a_log_notes_what_its_only_roll_has_not_said() {
    let rules = read("words \"Game\"\n").unwrap();
    let document = document_of_link(&rules, "game/melee");
    // The three rolls come to what the last one shows.
    let script = ["3", "3", "5", "2"].map(str::to_owned).to_vec();
    let dice = Dice { seed: 0, script: Some(script), extent: Extent::Strike };
    let log = rules.roll(&document, dice).unwrap().log.to_string();
    let lines: Vec<&str> = log.lines().map(|line| line.trim_end_matches(" (forced)")).collect();
    assert_eq!(
        lines,
        [
            "harm (1d6): [3]",
            "harm (1d6): [3]",
            "harm (1d6): [5]",
            "harm: 5",
            "once (1d4): [2]",
            "ending: hit"
        ]
    );
}
