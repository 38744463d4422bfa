//! What lies along an axis, and that each cell is the answer of its own link.

use super::{along, study, table};
use tohit_resolver::study::{Measure, Study};
use tohit_resolver::{Fraction, Json, ruleset};

/// The measures of a cell by the answer to its link alone.
fn alone(link: &str, measures: &[Measure]) -> Vec<Option<Fraction>> {
    let (ruleset, document) = tohit_resolver::from_link(link).unwrap();
    let answer = ruleset.resolve::<Fraction>(&document).unwrap();
    measures.iter().map(|measure| measure.of(&answer)).collect()
}

#[track_caller]
fn cells_are_alone(study: &Study<'_>, link: impl Fn(&[String]) -> String) {
    let rows = table::<Fraction>(study).rows;
    assert_eq!(rows.len(), study.cells());
    for row in rows {
        let at: Vec<String> = study.places(row.cell).into_iter().map(|place| place.label()).collect();
        assert_eq!(row.values, alone(&link(&at), &study.columns()), "{at:?}");
    }
}

#[test]
fn each_cell_equals_the_answer_of_its_own_link() {
    let range = study(
        "angband/melee?attacker.level=30&defender.ac=0..150/50&show=hit,damage.mean,turn.mean,damage>=12,outcome.great",
    );
    assert_eq!(along(&range, 0), ["0", "50", "100", "150"]);
    cells_are_alone(&range, |at| format!("angband/melee?attacker.level=30&defender.ac={}", at[0]));
    let two = study("powder/melee?attacker.preset=fred%7Ctroll&defender.natural_ac=5..8");
    cells_are_alone(&two, |at| {
        format!("powder/melee?attacker.preset={}&defender.natural_ac={}", at[0], at[1])
    });
    let rules = study("powder/melee?situation.rules=*&attacker.charging=*");
    assert_eq!(
        (along(&rules, 0), along(&rules, 1)),
        (vec!["document".into(), "game".into()], vec!["false".into(), "true".into()])
    );
    cells_are_alone(&rules, |at| {
        format!("powder/melee?situation.rules={}&attacker.charging={}", at[0], at[1])
    });
}

#[test]
fn a_swept_field_overrides_its_preset() {
    let beside = study("powder/melee?attacker.preset=troll&attacker.physical_level=1..3");
    cells_are_alone(&beside, |at| {
        format!("powder/melee?attacker.preset=troll&attacker.physical_level={}", at[0])
    });
}

#[test]
fn both_spellings_of_yes_and_no_are_read() {
    assert_eq!(along(&study("powder/melee?attacker.charging=no|yes"), 0), ["false", "true"]);
    let [one, other] =
        ["yes", "true"].map(|yes| study(&format!("powder/melee?attacker.charging={yes}&defender.hp=none")));
    assert_eq!(one.scenario().to_string(), other.scenario().to_string());
    assert_eq!(one.to_link(), "powder/melee?attacker.charging=true");
}

#[test]
fn marks_step_by_tens_above_their_highest_number() {
    assert_eq!(
        along(&study("angband/melee?attacker.str=16..18/25"), 0),
        ["16", "17", "18", "18/10", "18/20"]
    );
    assert_eq!(
        along(&study("angband/melee?attacker.str=18/15..18/40"), 0),
        ["18/15", "18/20", "18/30", "18/40"]
    );
}

#[test]
fn a_range_of_broken_numbers_is_written_as_one_types_them() {
    let factors = study("pixel-dungeon/melee?attacker.accuracy=0..1/0.25");
    assert_eq!(along(&factors, 0), ["0", "0.25", "0.5", "0.75", "1"]);
    let thirds = study("pixel-dungeon/melee?attacker.accuracy=0..1/1/3");
    assert_eq!(along(&thirds, 0), ["0", "1/3", "2/3", "1"]);
    let beside = study("pixel-dungeon/melee?attacker.accuracy=0.5&~attacker");
    assert!(along(&beside, 0).contains(&"attacker.accuracy=0.6".to_owned()), "{:?}", along(&beside, 0));
}

#[test]
fn presets_of_a_slot() {
    let presets = study("angband/melee?attacker.weapon.preset=*&show=damage.mean");
    let names = along(&presets, 0);
    assert!(names.len() > 50 && names.contains(&"long-sword".to_owned()), "{names:?}");
    let layered = study("angband/melee?attacker.weapon.preset.0=dagger&attacker.weapon.preset.1=*");
    assert!(along(&layered, 0).contains(&"of-flame".to_owned()));
}

#[test]
fn sensitivity_steps_over_the_fields_that_count() {
    let around = study("angband/melee?attacker.str=18/10&attacker.level=50&~attacker");
    let names = along(&around, 0);
    assert_eq!(names[0], "as it is");
    for name in ["attacker.str=18/20", "attacker.str=18", "attacker.level=49", "attacker.weapon.sides=6"] {
        assert!(names.contains(&name.to_owned()), "{name} in {names:?}");
    }
    assert!(
        !names.iter().any(|name| name == "attacker.level=51"
            || name.starts_with("defender")
            || name.contains("rules"))
    );
    // A set gains and loses a word at a time.
    let sets = along(&study("angband/melee?attacker.weapon.flags=slay-evil&~attacker"), 0);
    for name in ["attacker.weapon.flags=[]", "attacker.weapon.flags=slay-evil,slay-dragon"] {
        assert!(sets.contains(&name.to_owned()), "{name} in {sets:?}");
    }
    // The first class has one beside it, not all the others.
    assert_eq!(names.iter().filter(|name| name.starts_with("attacker.class=")).count(), 1, "{names:?}");
    // What counts in no blow is not stepped, nor what is greyed.
    assert!(!names.iter().any(|name| name.contains("ammunition")), "{names:?}");
    let bare = along(&study("crawl/melee?attacker.wielding=nothing&~attacker"), 0);
    assert!(!bare.iter().any(|name| name.starts_with("attacker.skills.weapon=")), "{bare:?}");
    cells_are_alone(&around, |at| {
        // The field that is a step away takes the place of the base's own.
        let path = at[0].split('=').next().unwrap_or_default();
        let own = ["attacker.str=18/10", "attacker.level=50"].into_iter();
        let own = own.filter(|pair| !pair.starts_with(&format!("{path}=")));
        let pairs: Vec<&str> = own.chain(Some(at[0].as_str()).filter(|pair| pair.contains('='))).collect();
        format!("angband/melee?{}", pairs.join("&"))
    });
}

#[test]
fn switches_are_the_rules_own() {
    let names = along(&study("powder/melee?switches=*"), 0);
    assert_eq!(names[..2], ["as it is", "situation.rules=game"]);
    assert!(names.contains(&"situation.switches.twenty=avoidable".to_owned()), "{names:?}");
    assert!(
        names
            .iter()
            .skip(1)
            .all(|name| name.starts_with("situation.rules=") || name.starts_with("situation.switches."))
    );
    assert!(
        along(&study("dominions/melee?switches=*"), 0)
            .iter()
            .any(|name| name.starts_with("situation.variants."))
    );
}

#[test]
fn refused_cells_have_a_reason_and_leave_the_others() {
    let study = study("dominions/melee?defender.max_hp=20&defender.hp=19..21&show=hit");
    let rows = table::<f64>(&study).rows;
    let refused: Vec<bool> = rows.iter().map(|row| !row.refused.is_empty()).collect();
    assert_eq!(refused, [false, false, true]);
    assert_eq!(rows[2].values, [None]);
}

#[test]
fn rows_are_computed_in_slices() {
    let study = study("powder/melee?defender.natural_ac=0..9&attacker.charging=*");
    let whole: Vec<_> = study.rows::<f64>(0..study.cells()).collect();
    let slices: Vec<_> =
        (0..study.cells()).step_by(7).flat_map(|from| study.rows::<f64>(from..from + 7)).collect();
    assert_eq!((whole.len(), &whole), (20, &slices));
    assert_eq!(study.rows::<f64>(30..40).count(), 0);
}

#[test]
fn custom_games_in_links_are_studied() {
    let text = "rules 1 \"Duel\"\nsheet attacker\n  skill: 0..10 = 5\n  reach: exact 1/2..2 = 1\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 + attacker.skill < 12\n  end hit lose 1d8\n";
    let duel = tohit_resolver::Ruleset::read("duel", text, &[], tohit_resolver::Library::default());
    let duel = duel.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let study = Study::parse(&duel, "duel/strike?attacker.skill=*").unwrap();
    assert_eq!(study.cells(), 11);
    let hits: Vec<Option<Fraction>> =
        table(&study).rows.into_iter().map(|row| row.values[0].clone()).collect();
    assert_eq!(hits, (9..20).map(|faces| Some(Fraction::new(faces, 20))).collect::<Vec<_>>());
    let exact = Study::parse(&duel, "duel/strike?attacker.reach=0.5..1.5/0.5").unwrap();
    assert_eq!(
        exact.axes[0].places.iter().map(|place| place.value.clone()).collect::<Vec<_>>(),
        ["0.5", "1", "1.5"].map(|text| Json::Number(text.to_owned()))
    );
    assert!(ruleset("duel").is_none());
}
