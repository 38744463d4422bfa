//! `tohit study`: each format, and what is refused.
use crate::common::{folder, items, json, tohit};
use std::fs;
use tohit_resolver::Json;

const LINK: &str = "powder/melee?defender.natural_ac=5..8&show=hit,damage.mean";

fn study(words: &[&str]) -> String {
    tohit(&[&["study"], words].concat(), "").good()
}

#[test]
fn tables_are_aligned() {
    let output = study(&[LINK]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{output}");
    assert!(lines[4].ends_with("8  47.50 %        2.244"), "{output}");
    assert!(study(&[LINK, "--exact"]).contains(" 19/40 "));
    assert_eq!(study(&[&format!("https://example.org/#{LINK}")]), output);
}

#[test]
fn each_format_holds_the_same_numbers() {
    let exact = json(&study(&[LINK, "--format", "json", "--exact"]));
    let rows = items(exact.get("rows").unwrap());
    let number = |row: &Json, name: &str| row.at(&format!("values.{name}")).map(ToString::to_string);
    assert_eq!(rows.len(), 4);
    assert_eq!(number(&rows[3], "hit").unwrap(), "\"19/40\"");
    let csv = study(&[LINK, "--format=csv", "--exact"]);
    assert_eq!(csv.lines().next(), Some("defender.natural_ac,hit,damage.mean"));
    assert!(csv.contains("\n8,19/40,"), "{csv}");
    let markdown = study(&[LINK, "--format=markdown"]);
    assert!(markdown.starts_with(
        "| defender\\.natural\\_ac | hit | damage\\.mean |\n| --- | --- | --- |\n| 5 | 55.00 % |"
    ));
    let wiki = study(&[LINK, "--format=wikitext"]);
    assert!(wiki.starts_with("{| class=\"wikitable sortable\"\n|+ powder/melee?"), "{wiki}");
    // With an address, the caption leads there and is true alone.
    let wiki = study(&[&format!("https://a.example/#{LINK}"), "--format=wikitext"]);
    let caption = wiki.lines().nth(1).unwrap();
    assert!(caption.starts_with("|+ [https://a.example/#powder/melee?"), "{caption}");
    assert!(caption.ends_with("(POWDER, wiki page for 115)]"), "{caption}");
    assert!(wiki.contains("\n|-\n| 8 || 47.50 % || 2.244\n|}\n"), "{wiki}");
}

#[test]
fn a_lua_module_is_keyed_by_the_axes() {
    let one = study(&[LINK, "--format", "lua"]);
    assert!(one.starts_with("return {\n\tversion = \""), "{one}");
    assert!(one.contains(&format!("\tlink = \"{LINK}\",\n")), "{one}");
    assert!(one.contains("\t\t[8] = { [\"hit\"] = 47.5, [\"damage.mean\"] = "), "{one}");
    let two =
        study(&["powder/melee?attacker.preset=troll|fred&attacker.charging=*&order=hit", "--format", "lua"]);
    assert_eq!(two.matches("\t\t[\"troll\"] = {\n").count(), 1, "{two}");
    assert_eq!(two.matches("\t\t\t[true] = { ").count(), 2, "{two}");
    assert_eq!(two.matches('{').count(), two.matches('}').count(), "{two}");
    assert!(study(&["powder/melee?show=hit", "--format", "lua"]).contains("\t\t{ [\"hit\"] = 55 },\n"));
}

#[test]
fn findings_are_in_json_too() {
    let both = |link: &str| [study(&[link, "--format=csv"]), study(&[link, "--format=lua"])];
    let [csv, lua] = both("angband/melee?attacker.level=1..50&find=hit>=3/4");
    assert_eq!(csv, "from,to\n5,50\n");
    assert!(lua.ends_with("\t},\n\tfind = {\n\t\t{ [\"from\"] = 5, [\"to\"] = 50 },\n\t},\n}\n"), "{lua}");
    let [csv, lua] = both("crawl/melee?attacker.strength=8..20/6&attacker.dexterity=8|9&find=hit>=1");
    assert_eq!(csv, "attacker.dexterity,from,to\n", "nowhere");
    assert!(lua.ends_with("\tfind = {\n\t},\n}\n"), "{lua}");
    let [csv, lua] = both("powder/melee?or=powder/melee?defender.natural_ac%3D8&explain=hit");
    assert_eq!(csv, "path,from,to,hit\ndefender.natural_ac,,8,-0.075\n");
    assert!(lua.contains("[\"to\"] = \"8\", [\"hit\"] = -7.5 }"), "chances in percent: {lua}");
    // How likely each place is stands in its row.
    let [csv, lua] = both("powder/melee?defender.natural_ac=0..20/10&find=hit>=1/2&seen=hit");
    assert!(csv.starts_with("defender.natural_ac,hit,likely\n0,"), "{csv}");
    assert!(lua.contains("\tfind = {\n"), "{lua}");
    let [csv, lua] = both("powder/melee?seen=miss,hit");
    assert!(csv.starts_with("strikes,hits,worse,better\n2,1,"), "{csv}");
    assert!(
        lua.contains("\tluck = {\n\t\t{ [\"strikes\"] = 2, [\"hits\"] = 1, [\"worse\"] = 69.75, "),
        "{lua}"
    );
}

#[test]
fn findings_are_printed_as_sentences() {
    let find = study(&["powder/melee?defender.natural_ac=0..20&find=hit>=1/2"]);
    assert_eq!(find, "hit>=1/2: defender.natural_ac 0 to 7\n");
    assert_eq!(study(&["powder/melee?defender.natural_ac=0..20&find=hit>99%25"]), "hit>99/100: nowhere\n");
    let no_hit_points = "powder/melee?attacker.physical_level=1..9&find=kill>=1/10";
    let find = study(&[no_hit_points]);
    let missing =
        "kill>=1/10: not known at attacker.physical_level 1 to 9: a fight needs the defender's hit points";
    assert!(find.starts_with(missing) && find.lines().count() == 1, "{find}");
    let csv = study(&[no_hit_points, "--format=csv"]);
    assert!(csv.starts_with("from,to,not known\n1,9,a fight needs the defender's hit points"), "{csv}");
    let lua = study(&[no_hit_points, "--format=lua"]);
    assert!(lua.contains("\tfind = {\n\t},\n\tnot_known = {\n\t\t{ [\"from\"] = 1, "), "{lua}");
    let find = study(&["dominions/melee?defender.max_hp=20&defender.hp=19..21&find=hit>1"]);
    assert!(find.ends_with("must not be below hp\nhit>1: nowhere else\n- 21: defender.max_hp: 20 is not allowed; it must not be below hp\n"), "{find}");
    let luck = study(&["powder/melee?defender.natural_ac=8&seen=miss,miss", "--exact"]);
    assert_eq!(
        luck,
        "2 strikes, 0 damage: a run as bad or worse 1 in 3.6 (441/1600), as good or better 1 in 1.0 (1)\n"
    );
    let refused = study(&["dominions/melee?defender.max_hp=20&defender.hp=20..21&show=hit"]);
    assert!(
        refused
            .ends_with("21        -\n\n- 21: defender.max_hp: 20 is not allowed; it must not be below hp\n"),
        "{refused}"
    );
}

#[test]
fn a_study_has_a_limit_of_work() {
    let link = "powder/melee?defender.natural_ac=0..20&show=hit";
    let ran = tohit(&["study", link, "--limit", "0"], "");
    assert_eq!(ran.refused(), ["limit"]);
    assert!(ran.err.contains("after 0 of 21 scenarios; ask for fewer, or allow more"), "{}", ran.err);
    assert_eq!(study(&[link, "--limit", "5"]), study(&[link]));
    let negative = tohit(&["study", link, "--limit", "-1"], "");
    assert!(
        negative.complaint(2).starts_with("invalid value '-1' for '--limit <SECONDS>'"),
        "{}",
        negative.err
    );
}

#[test]
fn custom_games_are_studied() {
    let file = folder("study").join("duel.rules");
    fs::write(&file, tohit(&["new", "duel"], "").good()).unwrap();
    let file = file.to_string_lossy().into_owned();
    let output = study(&["?attacker.weapon=*&order=damage.mean", "--rules", &file]);
    assert!(output.starts_with("attacker.weapon  damage.mean\n"), "{output}");
    assert_eq!(study(&["duel?attacker.weapon=*&order=damage.mean", "--rules", &file]), output);
}

#[test]
fn errors_are_reported_before_any_row() {
    let refused =
        tohit(&["study", "powder/melee?attacker.physical_levl=1&defender.natural_ac=9..1&show=hitt"], "");
    assert_eq!(refused.refused(), ["defender.natural_ac", "attacker.physical_levl", "show"]);
    assert_eq!(tohit(&["study", "rogue?show=hit"], "").refused(), ["ruleset"]);
    assert!(tohit(&["study"], "").complaint(2).contains("\n  <LINK>\n"));
    let format = tohit(&["study", LINK, "--format", "wikitxt"], "");
    assert!(format.complaint(2).starts_with("invalid value 'wikitxt' for '--format <FORMAT>'"));
    assert!(format.err.contains("a similar value exists: 'wikitext'"), "{}", format.err);
}
