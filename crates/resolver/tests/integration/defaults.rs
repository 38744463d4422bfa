//! A default that stands at a record holds for each of its fields, also where a document gives some of them.

use crate::common::set;
use tohit_resolver::preset::Library;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Fraction, Json, RULESETS, Ruleset, from_link, ruleset, to_link};

/// Paths of the fields inside the records that a scenario has by default.
fn inside(spec: &SheetSpec, whole: &Json, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for field in spec.fields {
        let path = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
        match (field.shape.inner(), whole.at(&path)) {
            (Shape::Sheet(inner), Some(Json::Object(_))) => found.extend(inside(inner, whole, &path)),
            _ => found.push(path),
        }
    }
    found
}

/// A document with one value at a dotted path.
fn only(mode: &str, path: &str, value: Json) -> Json {
    let nested = path.rsplit('.').fold(value, |inner, step| [(step, inner)].into_iter().collect());
    let Json::Object(mut entries) = nested else { panic!("{path}") };
    entries.push(("mode".to_owned(), mode.into()));
    Json::Object(entries)
}

#[test]
fn a_field_that_is_given_its_default_changes_nothing_in_any_ruleset() {
    let mut named = 0;
    for ruleset in RULESETS {
        for mode in ruleset.about().modes {
            let (whole, _) = ruleset.complete(&[("mode", Json::from(mode.id))].into_iter().collect());
            let plain = to_link(ruleset, &whole);
            assert_eq!(plain, format!("{}/{}", ruleset.id(), mode.id));
            for path in inside(ruleset.form(mode.id), &whole, "") {
                let value = whole.at(&path).unwrap_or_else(|| panic!("{plain}: {path}"));
                let given = only(mode.id, &path, value.clone());
                assert_eq!(ruleset.complete(&given).0, whole, "{plain}: {given}");
                named += 1;
            }
        }
    }
    assert!(named > 2_000, "{named}");
}

const TEXT: &str = "rules 1 \"Arms\"\nrecord grip\n  hands: 1..2 = 1\n  firm: flag\nrecord arm\n  plus: 0..9\n  skill: 0..9\n  \
    grip: grip\nsheet attacker\n  a: arm = { plus: 5; grip: { hands: 2 } }\n  b: arm\n  c: arm or none = { skill: 3 }\n  \
    d: { arm: arm = { plus: 4 } } = { arm: { skill: 2 } }\nendings\n  hit: hit\nstrike\n  end hit lose attacker.a.plus";

/// The game of `TEXT`, and one of its sheets, complete.
fn arms(attacker: &str) -> (Ruleset, Json) {
    let presets = Library::fetched("Knife | arm: skill=2\nOld knife | arm: skill=2 plus=0");
    let words = "attacker.a = \"A\" | \"An arm.\"\n  presets arm\n";
    let rules = Ruleset::read("arms", TEXT, &[words], presets).unwrap();
    let document = Json::parse(&format!(r#"{{"attacker":{attacker}}}"#)).unwrap();
    let (whole, problems) = rules.complete(&document);
    assert_eq!(problems, []);
    (rules, whole)
}

#[test]
fn a_record_that_is_given_in_part_keeps_the_default_of_its_field() {
    for (given, path, value) in [
        (r#"{"a":{"skill":1}}"#, "a.plus", "5"),
        (r#"{"a":{}}"#, "a.plus", "5"),
        (r#"{"a":{"grip":{"firm":true}}}"#, "a.grip.hands", "2"),
        (r#"{"a":{"plus":0}}"#, "a.plus", "0"),
        (r#"{"b":{"skill":1}}"#, "b.plus", "0"),
        (r#"{"c":{"plus":1}}"#, "c.skill", "3"),
        (r#"{"c":null}"#, "c", "null"),
        (r#"{"d":{"arm":{"grip":{"firm":true}}}}"#, "d.arm.plus", "4"),
        (r#"{"d":{"arm":{"plus":1}}}"#, "d.arm.skill", "2"),
        // What a preset names comes before the default of the field.
        (r#"{"a":{"preset":"knife"}}"#, "a.plus", "5"),
        (r#"{"a":{"preset":"old-knife"}}"#, "a.plus", "0"),
        (r#"{"a":{"preset":"old-knife","plus":7}}"#, "a.plus", "7"),
    ] {
        let (rules, whole) = arms(given);
        let read = whole.at(&format!("attacker.{path}")).map(Json::to_string);
        assert_eq!(read.as_deref(), Some(value), "{given}");
        // There and back by the link.
        let again = rules.complete(&tohit_resolver::document_of_link(&rules, &to_link(&rules, &whole))).0;
        assert_eq!(again, whole, "{given}: {}", to_link(&rules, &whole));
    }
}

/// The chance to hit and the mean damage of a link.
fn answered(link: &str) -> (String, String) {
    let (rules, document) = from_link(link).unwrap();
    let answer = rules.resolve::<Fraction>(&document).unwrap_or_else(|wrong| panic!("{link}: {wrong:?}"));
    let mean = answer.damage.as_ref().map(tohit_resolver::Spread::mean).unwrap();
    (answer.hit.as_ref().unwrap().to_string(), mean.to_string())
}

#[test]
fn the_long_sword_of_a_new_valkyrie_stays_plus_one_whatever_else_is_said_of_it() {
    for (query, hit) in [
        ("", "1/2"),
        ("?attacker.weapon.blessed=true", "1/2"),
        ("?attacker.weapon.kind=two-handed-sword", "1/2"),
        ("?attacker.weapon.skill=skilled", "3/5"),
        ("?attacker.weapon.enchantment=0", "9/20"),
        ("?attacker.weapon.preset=long-sword", "9/20"),
    ] {
        assert_eq!(answered(&format!("nethack/melee{query}")).0, hit, "{query}");
    }
    let halberd = answered("nethack/polearm?attacker.weapon.kind=halberd&attacker.weapon.enchantment=2");
    assert_eq!(answered("nethack/polearm?attacker.weapon.enchantment=2"), halberd);
}

#[test]
fn a_study_compares_with_the_weapon_of_the_scenario() {
    let study = crate::study::study("nethack/melee?~attacker&show=hit,damage.mean");
    let table = crate::study::table::<f64>(&study);
    for (place, row) in study.axes[0].places.iter().zip(&table.rows) {
        let hit = row.values[0].unwrap();
        match place.label().as_str() {
            "as it is" | "attacker.weapon.blessed=true" | "attacker.weapon.erosion=1" => {
                assert!((hit - 0.5).abs() < 1e-12, "{}: {hit}", place.label());
            }
            "attacker.weapon.skill=skilled" => assert!((hit - 0.6).abs() < 1e-12, "{hit}"),
            _ => {}
        }
    }
    let polearm = crate::study::study("nethack/polearm?~attacker&show=hit");
    let table = crate::study::table::<f64>(&polearm);
    let of_weapon =
        |label: &str| label.starts_with("attacker.weapon.") && !label.starts_with("attacker.weapon.kind=");
    let rows = polearm.axes[0].places.iter().zip(&table.rows).filter(|(place, _)| of_weapon(&place.label()));
    let answered: Vec<bool> = rows.map(|(_, row)| row.values[0].is_some()).collect();
    assert!(answered.len() > 5 && answered.iter().all(|yes| *yes), "{answered:?}");
}

#[test]
fn the_help_of_a_polearm_names_the_halberd() {
    let nethack = ruleset("nethack").unwrap();
    let default = |mode: &str, path: &str| {
        let (sheet, name) = path.rsplit_once('.').unwrap();
        let Some((Shape::Sheet(spec), _)) =
            nethack.form(mode).at(sheet).map(|(shape, of)| (shape.inner(), of))
        else {
            panic!("{path}")
        };
        spec.field(name).unwrap().default.to_string()
    };
    assert_eq!(default("polearm", "attacker.weapon.kind"), "\"halberd\"");
    assert_eq!(default("melee", "attacker.weapon.enchantment"), "1");
    assert_eq!(default("melee", "attacker.second.enchantment"), "0");
    let mut document = nethack.complete(&Json::Object(Vec::new())).0;
    set(&mut document, "attacker.weapon.enchantment", 1.into());
    assert_eq!(to_link(nethack, &document), "nethack/melee");
}
