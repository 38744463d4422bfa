//! Studies of a field in a record that the scenario leaves out: the record keeps the default of its field.

use tohit_resolver::study::Study;
use tohit_resolver::{Library, Ruleset, ruleset, to_link};

/// Chances to hit of the rows of a one-dimensional study, by their labels.
fn hits(link: &str) -> Vec<(String, Option<f64>)> {
    let study = super::study(link);
    let table = super::table::<f64>(&study);
    let rows = study.axes[0].places.iter().zip(&table.rows);
    rows.map(|(place, row)| (place.label(), row.values[0])).collect()
}

#[track_caller]
fn assert_hit(rows: &[(String, Option<f64>)], label: &str, hit: f64) {
    let row = rows.iter().find(|(name, _)| name == label).unwrap_or_else(|| panic!("no row {label}"));
    assert!((row.1.unwrap() - hit).abs() < 1e-12, "{label}: {:?}", row.1);
}

#[test]
fn neighbours_compare_with_the_weapon_of_the_scenario() {
    let rows = hits("nethack/melee?~attacker&show=hit");
    for (label, hit) in [
        ("as it is", 0.5),
        ("attacker.weapon.blessed=true", 0.5),
        ("attacker.weapon.erosion=1", 0.5),
        ("attacker.weapon.skill=skilled", 0.6),
        ("attacker.weapon.enchantment=0", 0.45),
    ] {
        assert_hit(&rows, label, hit);
    }
}

#[test]
fn an_axis_in_a_record_that_is_left_out_begins_at_its_default() {
    let rows = hits("nethack/melee?attacker.weapon.skill=*&show=hit");
    assert_hit(&rows, "basic", 0.5);
    assert_hit(&rows, "skilled", 0.6);
    // A weapon that the link gives in part is plain.
    let rows = hits("nethack/melee?attacker.weapon.kind=long-sword&attacker.weapon.skill=*&show=hit");
    assert_hit(&rows, "basic", 0.45);
    // A preset gives the whole weapon.
    let rows = hits("nethack/melee?attacker.weapon.preset=long-sword&attacker.weapon.skill=*&show=hit");
    assert_hit(&rows, "basic", 0.45);
}

#[test]
fn each_cell_is_the_answer_of_its_own_link() {
    let study = super::study("nethack/melee?attacker.weapon.skill=basic|skilled&show=hit");
    let nethack = ruleset("nethack").unwrap();
    let links: Vec<String> = (0..study.cells()).map(|cell| to_link(nethack, &study.document(cell))).collect();
    assert_eq!(
        links,
        [
            "nethack/melee?attacker.weapon.enchantment=1",
            "nethack/melee?attacker.weapon.enchantment=1&attacker.weapon.skill=skilled"
        ]
    );
}

#[test]
fn neighbours_of_a_halberd_are_answered() {
    let rows = hits("nethack/polearm?~attacker&show=hit");
    let of_weapon: Vec<_> = rows
        .iter()
        .filter(|(label, _)| {
            label.starts_with("attacker.weapon.") && !label.starts_with("attacker.weapon.kind=")
        })
        .collect();
    assert!(of_weapon.len() > 5 && of_weapon.iter().all(|(_, hit)| hit.is_some()), "{of_weapon:?}");
}

/// A record of its fields' own defaults is not the record that a scenario has by default.
#[test]
fn a_plain_weapon_is_written_in_its_link() {
    let nethack = ruleset("nethack").unwrap();
    for text in [r#"{"attacker":{"weapon":{"enchantment":0}}}"#, r#"{"attacker":{"weapon":{}}}"#] {
        let document = tohit_resolver::Json::parse(text).unwrap();
        let link = to_link(nethack, &document);
        assert_eq!(link, "nethack/melee?attacker.weapon={}");
        let read = tohit_resolver::document_of_link(nethack, &link);
        assert_eq!(nethack.complete(&read), nethack.complete(&document));
    }
}

#[test]
fn records_in_records_keep_their_defaults() {
    const TEXT: &str = "rules 1 \"Arms\"\nrecord grip\n  hands: 1..2 = 1\n  firm: flag\nrecord arm\n  plus: 0..9\n  \
        grip: grip\nsheet attacker\n  a: arm = { plus: 5; grip: { hands: 2 } }\nendings\n  hit: hit\nstrike\n  \
        end hit lose attacker.a.plus + 10 * attacker.a.grip.hands";
    let rules = Ruleset::read("arms", TEXT, &[], Library::default()).unwrap();
    let study = Study::parse(&rules, "arms/strike?attacker.a.grip.firm=*&show=damage.mean").unwrap();
    for row in super::table::<f64>(&study).rows {
        assert_eq!(row.values, [Some(25.0)]);
    }
}
