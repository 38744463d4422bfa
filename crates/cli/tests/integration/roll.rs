//! Logs: the same seed gives the same dice, a script forces them, and what does not fit is refused.
use crate::common::{folder, items, json, tohit};
use std::collections::HashSet;
use tohit_resolver::{Json, RULESETS};

const LINK: &str = "powder/melee?attacker.always_hits=true&defender.natural_ac=8";

fn roll(words: &[&str]) -> String {
    tohit(&[&["roll", "--link", LINK], words].concat(), "").good()
}

#[test]
fn the_same_seed_gives_the_same_dice() {
    let log = roll(&["--seed", "7"]);
    assert_eq!(roll(&["--seed=0x7"]), log);
    assert_eq!(log.lines().last(), Some("seed: 7"));
    let logs: HashSet<String> = (0..20).map(|seed| roll(&["--seed", &seed.to_string()])).collect();
    assert!(logs.len() > 15, "different seeds give different dice");
    assert!(roll(&["--seed", "18446744073709551615"]).ends_with("seed: 18446744073709551615\n"));
}

#[test]
fn a_seed_made_up_is_named_and_repeats() {
    let log = roll(&[]);
    let seed = log.lines().last().unwrap().strip_prefix("seed: ").unwrap();
    assert_eq!(roll(&["--seed", seed]), log);
    let seeds: HashSet<String> = (0..8).map(|_| roll(&[]).lines().last().unwrap().to_owned()).collect();
    assert!(seeds.len() > 4, "{seeds:?}");
}

#[test]
fn json_logs_equal_the_text() {
    let log = roll(&["--seed", "3"]);
    let form = json(&roll(&["--seed", "3", "--json"]));
    assert_eq!(form.get("seed"), Some(&Json::from(3)));
    let end = format!("{}: {} damage\nseed: 3\n", form.at("outcome").unwrap(), form.at("damage").unwrap())
        .replace('"', "");
    assert!(log.ends_with(&end), "{log}");
    assert_eq!(items(form.get("log").unwrap()).len() + 2, log.lines().count());
}

#[test]
fn scripts_that_do_not_fit_are_refused() {
    for (script, words) in [
        ("", "the script has ended, but the rule still rolls"),
        ("16", "the script has ended, but the rule still rolls"),
        ("21", "cannot be 21"),
        ("head", "cannot be head"),
        ("1/0", "cannot be 1/0"),
        ("nan", "cannot be nan"),
        ("1e400", "cannot be 1e400"),
        ("99999999999999999999999999", "cannot be 99999999999999999999999999"),
    ] {
        let ran = tohit(&["roll", "--link", LINK, "--script", script], "");
        assert!(ran.refused().iter().all(|path| path == "script"), "{}", ran.err);
        assert!(ran.err.contains(words), "{script}: {}", ran.err);
    }
}

#[test]
fn a_turn_has_all_its_strikes() {
    let link = "powder/melee?attacker.more_strikes.0.always_hits=true";
    let strike = tohit(&["roll", "--seed", "1", "--link", link], "").good();
    let turn = tohit(&["roll", "--seed", "1", "--turn", "--link", link], "").good();
    assert!(turn.lines().count() > strike.lines().count(), "{turn}");
}

#[test]
fn every_mode_of_every_ruleset_rolls() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        for mode in about.modes {
            for words in [&["--seed", "5"][..], &["--seed", "5", "--json"], &["--seed", "5", "--turn"]] {
                let link = format!("{}/{}", about.id, mode.id);
                let log = tohit(&[&["roll", "--link", &link], words].concat(), "").good();
                assert!(log.lines().count() > 1, "{link}: {log}");
            }
        }
    }
}

#[test]
fn a_rolled_number_of_strikes_is_first_in_log_and_script() {
    let text = "rules 1 \"Flurry\"\nendings\n  miss: miss\n  hit: hit\nsheet defender\n  hp: 1..99 ? = 9\n\
        turn d 3 - 1\nstrike\n  face = d20\n  end miss if face < 11\n  end hit lose d6\n\
        example in turn roll 3, 15, 4, 3 -> miss lose 4\nexample in turn roll 1 -> miss\n\
        example in turn roll 2, 12, 5 -> hit lose 5\nexample roll 12, 5 -> hit lose 5\n";
    let rules = folder("flurry").join("flurry.rules");
    std::fs::write(&rules, text).unwrap();
    let game = ["--rules", rules.to_str().unwrap(), "--link", "?"];
    let log = |words: &[&str]| tohit(&[&["roll"], &game[..], words].concat(), "").good();
    let turn = log(&["--turn", "--script", "3,15,4,3"]);
    assert!(
        turn.starts_with("number of strikes (1d3): [3] (forced)\nnumber of strikes: 2\nstrike 1\nface (1d20): [15] (forced)\n"),
        "{turn}"
    );
    assert!(turn.ends_with("miss: 4 damage\n"), "{turn}");
    let none = log(&["--turn", "--script", "1"]);
    assert_eq!(none, "number of strikes (1d3): [1] (forced)\nnumber of strikes: 0\nmiss: 0 damage\n");
    // A single strike rolls no number; a fight rolls one each turn.
    assert!(log(&["--script", "15,4"]).starts_with("face (1d20): [15] (forced)\n"));
    let fight = log(&["--fight", "--script", "1,2,15,5,2,20,6"]);
    assert_eq!(fight.matches("number of strikes (1d3)").count(), 3, "{fight}");
    let checked = tohit(&["check", rules.to_str().unwrap()], "").good();
    assert!(checked.contains("4 examples pass"), "{checked}");
    let fight = json(&tohit(&[&["fight"], &game[..]].concat(), "").good());
    assert!(fight.get("mean_strikes").is_some() && fight.get("strikes").is_none(), "{fight}");
}

#[test]
fn a_duel_that_stops_at_its_limit_has_a_remark() {
    let link =
        "brogue/monster?attacker.accuracy=13&attacker.weakened=7&defender.shown_armor=12&defender.hp=25";
    let back = "brogue/ally?attacker.pace=slowed&defender.hp=25&defender.regeneration=3";
    let duel = ["roll", "--link", link, "--against", back, "--seed", "1"];
    let said = tohit(&duel, "").good();
    let end = said.lines().rev().nth(1).unwrap();
    assert!(end.starts_with("standing: both still stand after 200 turns; the roll stops here; "), "{end}");
    let form = json(&tohit(&[&duel[..], &["--json"]].concat(), "").good());
    assert_eq!(form.get("stopped"), Some(&Json::Bool(true)));
    // A fight, too; one that ends has no such entry.
    let fight = |hp: &str| {
        let link = format!("powder/melee?defender.hp={hp}");
        let words = ["roll", "--fight", "--seed", "1", "--link", &link];
        (tohit(&words, "").good(), json(&tohit(&[&words[..], &["--json"]].concat(), "").good()))
    };
    let (said, form) = fight("1000");
    assert!(said.contains("still standing after 200 turns; the roll stops here\n"), "{said}");
    assert_eq!(form.get("stopped"), Some(&Json::Bool(true)));
    let (said, form) = fight("9");
    assert!(said.contains("killed in turn ") && form.get("stopped").is_none(), "{said}");
}
