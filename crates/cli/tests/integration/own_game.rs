//! `--rules`: each command on a game of one's own, and its errors.
use crate::common::{folder, json, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::Json;
use tohit_resolver::text::LinkedRules;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/skirmish.rules");

/// Runs a command on the game.
fn own(words: &[&str], input: &str) -> crate::common::Ran {
    tohit(&[words, &["--rules", GAME]].concat(), input)
}

#[test]
fn a_scenario_needs_no_ruleset_and_may_name_the_file() {
    // 5 of skill against 5 more than a guard of 10: a face of 10 will do.
    let answer = json(&own(&["resolve", "--exact"], "{}").good());
    assert_eq!(answer.get("ruleset"), Some(&"skirmish".into()));
    assert_eq!(answer.get("hit"), Some(&"11/20".into()));
    assert_eq!(answer.at("outcomes.great"), Some(&"1/20".into()));
    assert_eq!(answer.at("damage.0"), Some(&"9/20".into()));
    let named = own(&["resolve", "--exact"], r#"{ "ruleset": "skirmish", "mode": "melee" }"#).good();
    assert_eq!(json(&named), answer);
    assert_eq!(own(&["resolve", "--exact", "--link", "skirmish/melee"], "").good(), named);
    for link in ["", "?", "/melee", "#?attacker.skill=5", "https://host/page#skirmish"] {
        assert_eq!(own(&["resolve", "--exact", "--link", link], "").good(), named, "{link}");
    }
    for command in [&["resolve"][..], &["explain"], &["beside"], &["roll", "--seed", "1"], &["link"]] {
        let other = own(command, r#"{ "ruleset": "powder" }"#);
        assert_eq!(other.refused(), ["ruleset"]);
        assert!(other.err.contains(r#"it must be \"skirmish\""#), "{}", other.err);
        let wrong = own(command, r#"{ "attacker": { "skil": 7 }, "defender": { "guard": 70 } }"#);
        assert_eq!(wrong.refused(), ["attacker.skil", "defender.guard"], "{command:?}");
    }
    assert_eq!(own(&["resolve", "--link", "powder/melee"], "").refused(), ["ruleset"]);
    // A mode alone is no ruleset.
    let mode = own(&["resolve", "--link", "thrown?attacker.skill=6"], "");
    assert_eq!(mode.refused(), ["mode"]);
    assert!(mode.err.contains("/thrown?..."), "{}", mode.err);
}

#[test]
fn one_scenario_a_line() {
    let ran = own(&["resolve", "--lines", "--exact"], "{}\n{\"mode\":\"throw\"}\n{\"mode\":\"thrown\"}\n");
    assert_eq!(ran.status, Some(2));
    let lines: Vec<Json> = ran.out.lines().map(json).collect();
    let hits: Vec<Option<&Json>> = lines.iter().map(|line| line.get("hit")).collect();
    assert_eq!(hits, [Some(&"11/20".into()), None, Some(&"11/20".into())]);
}

#[test]
fn presets_and_words_stand_beside_the_text() {
    let names = own(&["presets"], "").good();
    assert!(names.contains("  goblin  creature, target  Goblin; small and quick\n"), "{names}");
    assert_eq!(crate::common::items(&json(&own(&["presets", "--json"], "").good())).len(), 4);
    let link = "?attacker.weapon.preset=axe&defender.preset=goblin";
    let answer = json(&own(&["resolve", "--exact", "--link", link], "").good());
    // 5 - 1 of aim against 5 + 6: a face of 7 will do.
    assert_eq!((answer.get("hit"), answer.at("values.aim")), (Some(&"7/10".into()), Some(&Json::from(4))));
    let fields = own(&["fields", "--mode", "thrown"], "").good();
    assert!(fields.contains("A whole number from 0 to 60 (paces).\n    How far the weapon flies.\n"));
    assert!(fields.contains("ruleset = \"skirmish\"\n    Skirmish: A game made up for the tests\n"));
    assert!(!own(&["fields", "--mode", "melee"], "").good().contains("situation.range"));
    let schema = json(&own(&["fields", "--json-schema"], "").good());
    assert!(schema.get("$schema").is_some());
    assert!(own(&["fields", "--typescript"], "").good().contains("export interface SkirmishScenario"));
}

/// The bundle in a link, unpacked as the page does, and the link without it.
fn unpacked(link: &str) -> (String, String) {
    let (scenario, rules) = link.trim_end().rsplit_once("rules=").unwrap();
    let linked = LinkedRules::parse(&format!("rules={rules}")).unwrap();
    let text = miniz_oxide::inflate::decompress_to_vec(&linked.bytes).unwrap();
    (String::from_utf8(text).unwrap(), scenario.to_owned())
}

#[test]
fn a_link_carries_rules_words_and_presets() {
    let given = "?attacker.weapon.preset=axe&defender.preset=goblin";
    let link = own(&["link", "--link", given], "").good();
    let (text, scenario) = unpacked(&link);
    assert!(scenario.starts_with("own/melee?") && scenario.ends_with('&'), "{scenario}");
    assert!(scenario.contains("defender.preset=goblin"), "{scenario}");
    // The one file, without anything beside it, answers the same.
    let folder = folder("link");
    fs::write(folder.join("own.rules"), &text).unwrap();
    let file = folder.join("own.rules");
    let words = ["resolve", "--exact", "--rules", file.to_str().unwrap(), "--link"];
    let again = json(&tohit(&[&words[..], &[scenario.trim_end_matches('&')]].concat(), "").good());
    let answer = json(&own(&["resolve", "--exact", "--link", given], "").good());
    for part in ["hit", "outcomes", "damage", "values"] {
        assert_eq!(again.get(part), answer.get(part), "{part}");
    }
    let fields = tohit(&["fields", "--rules", file.to_str().unwrap(), "--mode", "thrown"], "").good();
    assert!(fields.contains("How far the weapon flies."), "the words travel with it: {fields}");
    // A scenario of defaults, and a whole address.
    let (_, scenario) = unpacked(&own(&["link"], "{}").good());
    assert_eq!(scenario, "own/melee?");
    let whole = own(&["link", "--page", "https://host/page/#old"], "{}").good();
    assert!(whole.starts_with("https://host/page/#own/melee?rules=."), "{whole}");
    let ours =
        tohit(&["link", "--page", "https://host/", "--link", "powder/melee?defender.natural_ac=8"], "");
    assert_eq!(ours.good(), "https://host/#powder/melee?defender.natural_ac=8\n");
}

#[test]
fn rules_that_are_too_long_for_a_link_are_refused() {
    let folder = folder("link-long");
    let file = folder.join("long.rules");
    let mut text = fs::read_to_string(GAME).unwrap();
    // Notes of noise, which cannot be compressed much.
    let mut noise = 1_u64;
    while text.len() < 60_000 {
        noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        text += &format!("# {noise:x}\n");
    }
    fs::write(&file, text).unwrap();
    let ran = tohit(&["link", "--rules", file.to_str().unwrap(), "--link", "?"], "");
    assert_eq!(ran.refused(), [""]);
    assert!(ran.err.contains("too long for a link"), "{}", ran.err);
}

#[test]
fn it_is_rolled_and_explained() {
    let log = own(&["roll", "--script", "20,5"], "{}").good();
    assert!(log.contains("[20] (forced)") && log.ends_with("great: 10 damage\n"), "{log}");
    assert_eq!(own(&["roll", "--seed", "7"], "{}").good(), own(&["roll", "--seed=7"], "{}").good());
    assert_eq!(own(&["roll", "--script", "21"], "{}").refused(), ["script"]);
    let told = own(&["explain", "--exact"], "{}").good();
    assert!(told.contains("Great hit: 1/20\n") && told.contains("A game made up for the tests:\n"), "{told}");
    let beside = own(&["beside"], "{}").good();
    assert!(
        beside.contains("chance to hit   55.00 %") && beside.contains("\nNothing to compare: "),
        "{beside}"
    );
}

#[test]
fn a_text_that_is_not_right_is_refused_as_a_document_is() {
    let folder = folder("own-bad");
    let file = folder.join("bad.rules");
    let text = fs::read_to_string(GAME).unwrap();
    fs::write(&file, text.replace("sheet defender", "shet defender").replace("face = d20", "face == d20"))
        .unwrap();
    let name = file.to_str().unwrap();
    for command in [&["resolve", "--link", "?"][..], &["roll", "--link=?"], &["fields"], &["presets"]] {
        let ran = tohit(&[command, &["--rules", name]].concat(), "");
        assert!(ran.refused().len() >= 2 && ran.refused().iter().all(|path| path == "rules"), "{}", ran.err);
        assert!(ran.err.contains(&format!("of {name}: ")), "{}", ran.err);
    }
    let missing = folder.join("missing.rules");
    let ran = tohit(&["fields".as_ref(), "--rules".as_ref(), missing.as_os_str()], "");
    assert!(ran.complaint(1).starts_with("cannot open "));
}

#[test]
fn words_that_make_no_sense_together() {
    for (words, said) in [
        (
            &["resolve", "--ruleset", "powder"][..],
            "the argument '--ruleset <NAME>' cannot be used with '--rules <FILE.rules>'",
        ),
        (&["fields", "powder"], "the argument '[RULESET]' cannot be used with '--rules <FILE.rules>'"),
        (&["presets", "powder"], "the argument '[RULESET]' cannot be used with '--rules <FILE.rules>'"),
        (&["fields", "--mode", "thron"], "skirmish has no mode `thron`; did you mean `thrown`?"),
        (&["rulesets"], "unexpected argument '--rules' found"),
    ] {
        assert!(own(words, "{}").complaint(2).starts_with(said), "{words:?}");
    }
    let both = tohit(&["resolve", "--rules", "-"], "{}");
    assert!(
        both.complaint(2).starts_with("invalid value '-' for '--rules <FILE.rules>': it is to be a file")
    );
}

/// A mark has second parts where a table names one, not at the highest number of its range alone.
#[test]
fn a_strength_of_18_50_is_entered_as_it_is() {
    let lesson = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lessons/nethack.rules");
    let damage = |link: &str| {
        let answer = tohit(&["resolve", "--exact", "--rules", lesson, "--link", link], "").good();
        let Some(Json::Object(damage)) = json(&answer).get("damage").cloned() else { return Vec::new() };
        damage.into_iter().map(|(key, _)| key).skip(1).collect::<Vec<_>>()
    };
    let from_to = |from: u32, to: u32| (from..=to).map(|key| key.to_string()).collect::<Vec<_>>();
    for (link, wanted) in [
        ("?", from_to(4, 11)),
        ("?attacker.str=18/50", from_to(4, 11)),
        ("?attacker.str=18", from_to(3, 10)),
        ("?attacker.str=18/77", from_to(5, 12)),
        ("?attacker.str=18/100", from_to(7, 14)),
        ("?attacker.str=25", from_to(7, 14)),
    ] {
        assert_eq!(damage(link), wanted, "{link}");
    }
    for wrong in ["18/101", "17/50", "25/10"] {
        let ran = tohit(&["resolve", "--rules", lesson, "--link", &format!("?attacker.str={wrong}")], "");
        assert_eq!(ran.refused(), ["attacker.str"]);
        assert!(ran.err.contains(r#"it must be 3 to 25, or \"18/01\" to \"18/100\""#), "{}", ran.err);
    }
    let along =
        tohit(&["study", "?attacker.str=17..20&show=damage.mean", "--format=csv", "--rules", lesson], "");
    let along = along.good();
    let places: Vec<&str> = along.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(
        places,
        [
            "17", "18", "18/10", "18/20", "18/30", "18/40", "18/50", "18/60", "18/70", "18/80", "18/90",
            "18/100", "19", "20"
        ]
    );
}

/// A file that is called like one of our games is that file's game all the same.
#[test]
fn our_names_may_be_used() {
    let file = folder("own-names").join("powder.rules");
    fs::copy(Path::new(GAME), &file).unwrap();
    let words = ["resolve".as_ref(), "--exact".as_ref(), "--rules".as_ref(), file.as_os_str()];
    let ran = tohit(&words, r#"{"ruleset":"powder"}"#);
    assert_eq!(json(&ran.good()).at("outcomes.great"), Some(&"1/20".into()));
}
