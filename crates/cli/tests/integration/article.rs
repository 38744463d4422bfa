//! Links with what they answer, held to it: an article's own, and five hundred that must never answer
//! otherwise.
use crate::common::{folder, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::RULESETS;

fn old_links() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/old-links.txt");
    fs::read_to_string(file).unwrap()
}

/// A link that once worked keeps working, and says the same.
#[test]
fn old_links_answer_the_same_fractions() {
    let output = tohit(&["article", "-", "--check"], old_links()).good();
    assert!(output.starts_with("-: all ") && output.ends_with(" answers are the same\n"), "{output}");
}

#[test]
fn old_links_are_of_every_ruleset_and_mode() {
    let links = old_links();
    for ruleset in RULESETS {
        let about = ruleset.about();
        let of = |place: &str| links.lines().filter(|line| line.starts_with(place)).count();
        assert!(of(&format!("{}/", about.id)) >= 100, "{}", about.id);
        for mode in about.modes {
            assert!(of(&format!("{}/{}?", about.id, mode.id)) >= 10, "{} {}", about.id, mode.id);
        }
    }
}

#[test]
fn an_article_is_written_checked_and_rewritten() {
    let folder = folder("article");
    let file = folder.join("links.txt");
    let name = file.to_str().unwrap();
    let links = "# Fred, and a stranger\n\npowder/melee?attacker.preset=fred\thit 1/2\nangband/melee\n";
    fs::write(&file, links).unwrap();
    let held = tohit(&["article", name], "").good();
    let lines: Vec<&str> = held.lines().collect();
    assert_eq!(lines[..2], ["# Fred, and a stranger", ""]);
    assert!(
        lines[2].starts_with("powder/melee?attacker.preset=fred\thit ")
            && lines[2] != links.lines().nth(2).unwrap()
    );
    assert!(lines[3].starts_with("angband/melee\thit ") && lines.len() == 4, "{held}");
    fs::write(&file, &held).unwrap();
    assert_eq!(
        tohit(&["article", "--check", name], "").good(),
        format!("{name}: all 2 answers are the same\n")
    );
    // With the line ends of another system.
    tohit(&["article", "--check", "-"], held.replace('\n', "\r\n")).good();
    let changed = held.replacen("hit ", "hit 1", 1);
    let ran = tohit(&["article", "--check", "-"], &changed);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines[0], "-:3: powder/melee?attacker.preset=fred");
    assert_eq!(lines[1], "  article Fred, and a stranger");
    assert!(lines[2].starts_with("  hit     was 1"), "{}", ran.err);
    assert_eq!(lines.last(), Some(&"tohit: -: 1 of 2 answers is not what it was"));
}

#[test]
fn refused_links_are_reported_at_their_lines() {
    let ran = tohit(&["article", "-"], "powder\npowdr\npowder?attacker.phisical_level=3\n");
    assert_eq!(ran.status, Some(2));
    assert_eq!(ran.err, "tohit: 2 of 3 links have errors; the first is on line 2\n");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("powder\thit ") && lines[1].starts_with("powdr\trefused: ruleset: "));
    assert!(lines[2].contains("did you mean \"physical_level\"?"), "{}", ran.out);
    assert_eq!(
        tohit(&["article", "-", "--check"], &ran.out).status,
        Some(2),
        "a refused link is never right"
    );
    let none = tohit(&["article", "-", "--check"], "# nothing\n");
    assert_eq!(none.complaint(2), "- has no links\n");
    assert!(tohit(&["article"], "").complaint(2).contains("\n  <LINKS.txt>\n"));
    tohit(&["article", "no such file"], "").complaint(1);
}

#[test]
fn custom_games_have_articles() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/skirmish.rules");
    let rules = rules.to_str().unwrap();
    let link = "?attacker.weapon.preset=axe&defender.preset=goblin\thit 7/10\n";
    tohit(&["article", "-", "--check", "--rules", rules], link).good();
}

/// A terminal obeys what a stranger's list, or a link's escapes, would write to it.
#[test]
fn no_line_writes_an_escape_sequence() {
    for (line, path) in
        [("# note \u{1b}[31m", "line 2"), ("powder/melee?\u{1b}=1", "line 2"), ("\u{9b}31m", "line 2")]
    {
        for words in [&["article", "-"][..], &["article", "--check", "-"]] {
            let ran = tohit(words, format!("# fine\t\r\n{line}\n"));
            assert_eq!(ran.status, Some(2));
            assert!(
                ran.err.contains(path) && ran.err.contains("a control character is not allowed; delete U+00"),
                "{}",
                ran.err
            );
            assert!(!(ran.out + &ran.err).contains(['\u{1b}', '\u{9b}']), "{line:?}");
        }
    }
    for link in
        ["powder/melee?%1B[31m=1", "powder/melee?attacker.preset=%1B[31m", "powder/%C2%9B31m", "%1B[31m"]
    {
        let ran = tohit(&["article", "-"], link);
        assert_eq!(ran.status, Some(2));
        assert!(ran.out.starts_with(&format!("{link}\trefused: ")), "{}", ran.out);
        assert!(!ran.out.contains(['\u{1b}', '\u{9b}']), "{}", ran.out);
    }
}
