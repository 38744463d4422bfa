//! A study is a link: read, written back, and refused with everything that is wrong.

use super::{parsed, study, wrong};
use tohit_resolver::Extent;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::study::{MOST_CELLS, parted};
use tohit_resolver::{RULESETS, from_link, to_link};

#[test]
fn links_there_and_back() {
    for link in [
        "angband/melee?defender.ac=0..150&show=hit,damage.mean",
        "angband/melee?attacker.level=30&defender.ac=0..150/10&show=hit",
        "angband/melee?attacker.weapon.preset=*&show=damage.mean",
        "angband/melee?~&show=damage.mean",
        "angband/melee?~attacker&order=damage.mean",
        "angband/melee?attacker.level=1..50&find=hit%3E%3D9/10",
        "angband/melee?defender.ac=0..150&seen=hit,miss,12,outcome.great",
        "angband/melee?switches=*",
        "angband/melee?situation.rules=*&show=hit",
        "angband/melee?attacker.class=warrior%7Cmage&defender.ac=10%7C20%7C35",
        "angband/melee?attacker.str=18/10..18/50&extent=turn",
        "angband/melee?defender.hp=20..40&extent=fight",
        "crawl/melee?defender.preset=*&show=kill.turns.mean,kill.turns.90%25,kill%3C%3D3,kill.strikes%3E%3D4",
        "pixel-dungeon/melee?defender.hp=12&extent=duel&against=pixel-dungeon%3Fdefender.hp%3D20&first=both&show=win,left.mean",
        "angband/melee?attacker.level=30&or=angband/melee?attacker.level=31%26defender.ac=12&explain=damage.mean",
        "powder/melee?defender.natural_ac=..9",
    ] {
        let once = study(link).to_link();
        let link = link
            .replace("or=angband/melee?attacker", "or=angband/melee%3Fattacker")
            .replace("level=31%26", "level%3D31%26")
            .replace("ac=12", "ac%3D12");
        assert_eq!(once, link);
        assert_eq!(study(&once).to_link(), once);
    }
}

#[test]
fn handwritten_links_mean_the_same() {
    let same = |hand: &str, link: &str| assert_eq!(study(hand).to_link(), link, "{hand}");
    same(
        "angband/melee?attacker.level=1..50&find=hit>=90%25",
        "angband/melee?attacker.level=1..50&find=hit%3E%3D9/10",
    );
    same("powder?show=hit&defender.natural_ac=1..3", "powder/melee?defender.natural_ac=1..3&show=hit");
    same(
        "powder/melee?attacker.preset=troll&show=hit,+miss",
        "powder/melee?attacker.preset=troll&show=hit,miss",
    );
}

#[test]
fn old_links_keep_their_meaning() {
    for ruleset in RULESETS {
        let link = ruleset.about().example;
        let (_, document) = from_link(link).unwrap();
        let study = study(link);
        assert_eq!((study.cells(), study.axes.len()), (1, 0));
        assert_eq!((study.scenario(), &study.document(0)), (&document, &document));
        assert_eq!(study.beside::<f64>(&document).unwrap(), super::table::<f64>(&study).rows[0].values);
        assert_eq!(study.to_link(), to_link(ruleset, &document));
    }
}

/// The first fights are scenarios without a problem, or studies of such; the first is the example.
#[test]
fn each_ruleset_has_three_first_fights() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        assert!(about.fights.len() >= 3, "{}", about.id);
        assert_eq!(about.example, about.fights[0].1);
        for (label, link) in about.fights {
            assert!(!label.is_empty() && label.len() <= 60, "{label}");
            let (scenario, _) = parted(ruleset, link);
            assert_eq!(tohit_resolver::wrong_in_link(&scenario), [], "{link}");
            let (found, document) = from_link(&scenario).unwrap();
            assert_eq!(found.id(), about.id);
            assert!(ruleset.resolve::<f64>(&document).is_ok(), "{link}");
            assert!(study(link).cells() > 0, "{link}");
        }
    }
}

#[test]
fn a_link_splits_into_scenario_and_study() {
    let ruleset = tohit_resolver::ruleset("angband").unwrap();
    let parted = |link: &str| parted(ruleset, link);
    let both = |scenario: &str, study: &str| (scenario.to_owned(), study.to_owned());
    assert_eq!(
        parted("angband/melee?show=hit&attacker.level=30&defender.ac=0..9&~&attacker.class=mage"),
        both("angband/melee?attacker.level=30&attacker.class=mage", "show=hit&defender.ac=0..9&~")
    );
    assert_eq!(parted("angband/melee?show=hit"), both("angband/melee", "show=hit"));
    assert_eq!(parted("angband/melee"), both("angband/melee", ""));
    let long = format!("angband/melee?show=hit{}", " ".repeat(MOST_BYTES));
    assert_eq!(parted(&long), both(&long, ""));
}

#[test]
fn all_problems_are_reported_together_with_their_places() {
    let all = wrong(
        "powder/melee?attacker.physical_levl=3&defender.size=lage&defender.natural_ac=3..x&show=hit,damage.meen,outcome.his&find=hit&order=values.atack&extent=tun&seen=great,.&switches=all",
    );
    let begins = [
        "defender.natural_ac: \"3..x\" is not allowed; it must be LOW..HIGH or LOW..HIGH/STEP",
        "attacker.physical_levl: there is no such field; did you mean \"physical_level\"?",
        "defender.size: \"lage\" is not allowed; it must be one of",
        "show: \"damage.meen\" is no measure; there are hit, miss",
        "show: there is no outcome \"his\"; there are",
        "find: \"hit\" is not allowed; it must be a condition",
        "order: there is no figure \"atack\"; there are",
        "extent: \"tun\" is not allowed; it must be one of strike, turn, fight, duel; did you mean \"turn\"?",
        "seen: \".\" is not allowed; it must be hit, miss, an outcome, or the damage of a strike",
        "seen: there is no outcome \"great\"; there are",
        "switches: \"all\" is not allowed; it must be *",
    ];
    for begin in begins {
        assert!(all.iter().any(|message| message.starts_with(begin)), "{begin}\n{all:#?}");
    }
    assert_eq!(all.len(), begins.len(), "{all:#?}");
}

#[test]
fn axis_values_are_legal_values_of_the_field() {
    let one = |link: &str| wrong(link).join("; ");
    assert_eq!(one("powder/melee?defender.size=large%7Clage").matches("did you mean \"large\"?").count(), 1);
    assert!(
        one("angband/melee?defender.ac=-301..1001")
            .contains("-301 is not allowed; it must be a whole number from 0 to 1000")
    );
    assert!(one("angband/melee?defender.ac=9..1").contains("must run upwards"));
    assert!(one("angband/melee?defender.ac=1..9/0").contains("must run upwards"));
    assert!(one("angband/melee?defender.ac=1..9/0.5").contains("by whole steps"));
    assert!(one("angband/melee?attacker.str=19..20").contains("each 3 to 18, or \"18/01\" to \"18/999\""));
    assert!(
        one("powder/melee?attacker.preset=trol%7Cfred")
            .contains("there is no preset \"trol\" for this; did you mean \"troll\"?")
    );
    assert!(one("angband/melee?~attaker").contains("did you mean \"attacker\"?"));
    assert!(
        one("angband/melee?or=angband/melee?attacker.level%3D51")
            .starts_with("or.attacker.level: 51 is not allowed")
    );
}

#[test]
fn too_large_studies_are_refused_before_any_work() {
    let refused = wrong("angband/melee?attacker.weapon.to_hit=*&defender.ac=*");
    assert_eq!(
        refused,
        [format!(
            "too large: 601601 cells (601 of attacker.weapon.to_hit, 1001 of defender.ac), and {MOST_CELLS} are allowed"
        )]
    );
    let refused = wrong("powder/melee?defender.natural_ac=0..1000000000000");
    assert_eq!(
        refused,
        [format!("defender.natural_ac: too large: 1000000000001 values, and {MOST_CELLS} are allowed")]
    );
    let refused = wrong("powder/melee?defender.natural_ac=0..10000");
    assert_eq!(
        refused,
        [format!("defender.natural_ac: too large: 10001 values, and {MOST_CELLS} are allowed")]
    );
    assert!(
        wrong("angband/melee?~&switches=*&defender.ac=1..2")
            .contains(&"3 axes (defender.ac, ~, switches) are too many; 2 are allowed".to_owned())
    );
    let twice = "stands in the link twice; once is allowed";
    let of = |path: &str| [format!("{path}: {twice}")];
    assert_eq!(
        wrong("powder/melee?defender.natural_ac=8&defender%2Enatural_ac=9"),
        of("defender.natural_ac")
    );
    assert_eq!(wrong("powder/melee?show=hit&show=miss&show=hit"), of("show"));
    let repeated = study("powder/melee?show=hit,miss, hit");
    assert_eq!(repeated.columns(), study("powder/melee?show=hit,miss").columns());
    let inside = "defender.natural_ac%3D8%26defender.natural_ac%3D9";
    assert_eq!(wrong(&format!("powder/melee?or=powder/melee?{inside}")), of("or.defender.natural_ac"));
    let duel =
        format!("powder/melee?defender.hp=9&extent=duel&against=powder/melee?defender.hp%3D9%26{inside}");
    assert_eq!(wrong(&duel), of("against.defender.natural_ac"));
    let axes = "powder/melee?defender.natural_ac=0..9&defender.natural_ac=0..9";
    assert_eq!(wrong(axes), ["defender.natural_ac: stands there twice"]);
    // The page writes a field's own value beside its range.
    assert_eq!(study("powder/melee?defender.natural_ac=8&defender.natural_ac=0..9").cells(), 10);
    let several =
        study("powder/melee?attacker.preset=fred&attacker.preset.1=troll&or=powder/melee&or=powder/melee");
    assert_eq!(several.cells(), 3);
    assert_eq!(wrong("angband/melee?~&~"), ["~: stands there twice"]);
    let steps = "~defender: goes with nothing else that varies: its steps are those of one scenario";
    assert_eq!(wrong("crawl/melee?defender.preset=rat|troll&~defender&show=hit"), [steps]);
    assert_eq!(wrong("angband/melee?find=hit>=1/2").len(), 1);
    assert!(
        wrong(&format!("angband/melee?seen=hit{}", ",hit".repeat(200)))[0]
            .contains("too large: 201 of them, and 200 are allowed")
    );
    let link = "angband/melee?show=hit";
    let padded = |bytes: usize| format!("{link}{}", " ".repeat(bytes - link.len()));
    assert_eq!(study(&padded(MOST_BYTES)).cells(), 1);
    assert_eq!(
        wrong(&padded(MOST_BYTES + 1)),
        [format!("too large: {} bytes, and {MOST_BYTES} are allowed", MOST_BYTES + 1)]
    );
}

#[test]
fn damaged_study_links_neither_panic_nor_hang() {
    let long = [
        format!("angband/melee?attacker.class={}", "|".repeat(60_000)),
        format!("angband/melee?{}", "~&".repeat(30_000)),
        format!("angband/melee?show={}", "hit,".repeat(15_000)),
        format!("angband/melee?{}", "or=a&".repeat(12_000)),
        format!("angband/melee?show=hit{}", " ".repeat(70_000)),
    ];
    for link in &long {
        assert!(!wrong(link).is_empty());
    }
    for link in [
        "angband/melee?seen=9223372036854775807,9223372036854775807",
        "angband/melee?seen=-1",
        "angband/melee?defender.ac=0..1/99999999999999999999&find=damage>=9223372036854775807>0",
        "angband/melee?~&~attacker&seen=hit",
        "angband/melee?or=?&explain=hit&find=hit=0",
        "pixel-dungeon/targeting?~&show=hit,damage.mean,kill",
        "angband?=..&..=*&|=|&~=",
    ] {
        if let Ok(study) = parsed(link) {
            let _ = study.table::<f64>();
        }
    }
}

#[test]
fn a_duel_without_an_opponent_says_why() {
    let nobody = "against: is missing, the link of who strikes back; nobody strikes back at a trap";
    assert_eq!(wrong("powder/trap?extent=duel"), [nobody]);
    assert_eq!(wrong("powder/trap?show=win"), [nobody]);
    for link in [
        "angband/melee?extent=duel",
        "angband/melee?show=win",
        "angband/melee?against=angband/monster-melee",
        "angband/melee?also=angband/thrown%3Fattacker.object.preset%3Dflask-of-oil",
    ] {
        assert!(parsed(link).is_ok(), "{link}");
    }
    assert_eq!(study("angband/melee?extent=turn").extent, Extent::Turn);
    assert!(parsed("angband/melee?extent=strike").is_ok());
}
