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
    for command in [&["resolve"][..], &["explain"], &["roll", "--seed", "1"], &["link"]] {
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
fn presets_and_words_are_read_from_files_beside_the_text() {
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

/// A link with its game, as `tohit link` writes it; `more` stands behind it.
fn linked(query: &str, more: &str) -> String {
    let link = own(&["link", "--link", query], "").good();
    format!("{}{more}", link.trim_end())
}

#[test]
fn every_command_reads_a_link_that_carries_its_game() {
    let query = "?attacker.weapon.preset=axe&defender.preset=goblin&defender.hp=9";
    let link = linked(query, "");
    let unnamed = |text: &str| text.replace("\"skirmish\"", "\"own\"").replace("skirmish/", "own/");
    for command in [
        &["resolve", "--exact"][..],
        &["explain", "--exact"],
        &["roll", "--seed", "7"],
        &["roll", "--seed", "7", "--fight", "--json"],
        &["fight", "--exact"],
    ] {
        let by_file = own(&[command, &["--link", query]].concat(), "").good();
        let by_link = tohit(&[command, &["--link", &link]].concat(), "").good();
        assert_eq!(by_link, unnamed(&by_file), "{command:?}");
        // A file takes the place of the link's game.
        assert_eq!(own(&[command, &["--link", &link]].concat(), "").good(), by_file, "{command:?}");
    }
    let fields = tohit(&["fields", "--mode", "thrown", "--link", &link], "").good();
    assert!(
        fields.contains("How far the weapon flies.") && fields.contains("`tohit presets --link"),
        "{fields}"
    );
    let names = |words: &[&str]| tohit(&[&["presets"], words].concat(), "").good();
    assert_eq!(names(&["--link", &link]), names(&["--rules", GAME]));
    let page = format!("https://example.org/#{link}");
    assert_eq!(
        tohit(&["resolve", "--link", &page], "").good(),
        tohit(&["resolve", "--link", &link], "").good()
    );
    // Links that are written of the game lead back to it.
    assert_eq!(tohit(&["link", "--link", &link], "").good().trim_end(), link);
    let share = json(&tohit(&["render", "--json", &page], "").good());
    assert_eq!(share.get("link").and_then(Json::text), Some(page.as_str()));
    let article = tohit(&["article", "-"], format!("{link}\n")).good();
    assert!(article.starts_with(&format!("{link}\thit ")), "{article}");
    assert_eq!(tohit(&["article", "-", "--check"], &article).good(), "-: the answer is the same\n");
}

#[test]
fn studies_and_duels_read_links_that_carry_their_game() {
    let link = linked("?defender.hp=9", "&attacker.skill=4..6&show=hit");
    let table = tohit(&["study", "--format", "csv", "--exact", &link], "").good();
    assert_eq!(table, "attacker.skill,hit\n4,1/2\n5,11/20\n6,3/5\n");
    let study = json(&tohit(&["study", "--format", "json", &link], "").good());
    let again = study.get("link").and_then(Json::text).unwrap();
    assert_eq!(tohit(&["study", "--format", "csv", "--exact", again], "").good(), table);
    let plain = "?defender.hp=9&attacker.skill=4..6&show=hit";
    assert_eq!(
        own(&["study", "--format", "csv", "--exact", &link], "").good(),
        own(&["study", "--format", "csv", "--exact", plain], "").good()
    );
    let svg = tohit(&["render", "--svg", &link], "").good();
    assert!(svg.starts_with("<svg "), "{svg}");
    let (mine, theirs) = (linked("?defender.hp=9", ""), linked("?defender.hp=7", ""));
    let duel = tohit(&["duel", "--exact", "--link", &mine, "--against", &theirs], "").good();
    let by_file =
        own(&["duel", "--exact", "--link", "?defender.hp=9", "--against", "?defender.hp=7"], "").good();
    assert_eq!(duel, by_file.replace("\"skirmish\"", "\"own\""));
    let whole = format!("{mine}&extent=duel&against=own/melee%3Fdefender.hp%3D7");
    assert_eq!(tohit(&["duel", "--exact", "--link", &whole], "").good(), duel);
    assert_eq!(own(&["duel", "--exact", "--link", &whole], "").good(), by_file);
    // The other side of another game.
    let other = folder("other-game").join("other.rules");
    fs::write(&other, fs::read_to_string(GAME).unwrap().replace("d20", "d30").replace("= 20 ", "= 30 "))
        .unwrap();
    let other = tohit(&["link", "--rules", other.to_str().unwrap(), "--link", "?defender.hp=7"], "").good();
    let ran = tohit(&["duel", "--link", &mine, "--against", other.trim_end()], "");
    assert_eq!(ran.refused(), ["against"]);
}

#[test]
fn a_link_whose_game_cannot_be_read_is_refused_in_a_sentence() {
    let link = linked("?", "");
    for (link, said) in [
        ("own", "the link does not carry the rules of \\\"own\\\"; name its file: --rules FILE.rules"),
        ("own-1adb703b/melee?attacker.skill=3", "the link does not carry the rules of"),
        (&link[..link.len() - 40], "a part of the link is missing, or its game is too long"),
        ("own/melee?rules=chess~cnVsZXM", "there is no ruleset \\\"chess\\\""),
        ("own/melee?rules=~cnVsZXMgMQ", "in the link's game: rules:1:"),
    ] {
        let ran = tohit(&["resolve", "--link", link], "");
        assert_eq!(ran.refused()[0], "rules", "{link}");
        assert!(ran.err.contains(said), "{link}: {}", ran.err);
    }
    let long = format!("{link}&attacker.skill={}", "1".repeat(70_000));
    assert!(tohit(&["resolve", "--link", &long], "").err.contains("more than 65536 bytes"));
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
    let output = own(&["explain", "--exact"], "{}").good();
    assert!(
        output.contains("Great hit: 1/20\n") && output.contains("A game made up for the tests:\n"),
        "{output}"
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
fn a_strength_of_18_50_is_read_as_a_mark() {
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
