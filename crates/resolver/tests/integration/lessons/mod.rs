//! The complete texts of the documents and the lessons: each reads, its examples pass, and the odds that its
//! notes state come out as equal fractions. A note that states odds: `# odds in MODE with PATH = VALUE, ...:
//! KEY FRACTION, ...`, or `: refused`.

mod fifth_edition;
mod gallery;
mod odds;
mod one_blow;
mod whole_turns;

use odds::answers;
use std::collections::BTreeMap;
use tohit_engine::FightDetail;
use tohit_resolver::{Library, Ruleset};

/// The rules of a lesson, without the words and presets that its file may hold behind them.
fn rules_part(text: &str) -> &str {
    text.find("\n=== ").map_or(text, |end| &text[..=end])
}

fn check(name: &str, text: &str, wrong: &mut Vec<String>) {
    let text = rules_part(text);
    let game = match tohit_compile::compile(text) {
        Ok(rules) => rules,
        Err(problems) => return wrong.extend(problems.iter().map(|problem| format!("{name}: {problem}"))),
    };
    match Ruleset::read("lesson", text, &[], Library::default()) {
        Ok(ruleset) => wrong.extend(ruleset.examples().1.iter().map(|failing| format!("{name}: {failing}"))),
        Err(problems) => wrong.extend(problems.iter().map(|problem| format!("{name}: {problem}"))),
    }
    let mut count = 0;
    for note in text.lines().filter_map(|line| line.trim().strip_prefix("# odds")) {
        count += 1;
        let (head, stated) = note.split_once(": ").unwrap_or_else(|| panic!("{name}: no colon: {note}"));
        let turns = stated.split(", ").filter_map(|key| key.strip_prefix("fight turn "));
        let turns = turns.filter_map(|key| key.split_once(' ')?.0.parse().ok()).max().unwrap_or(0);
        let far = FightDetail { means: stated.contains("fight mean "), turns };
        let all = match answers(&game, head, far) {
            Ok(Some(all)) => all,
            Ok(None) if stated == "refused" => continue,
            Ok(None) => BTreeMap::from([("refused".to_owned(), String::new())]),
            Err(said) => {
                wrong.push(format!("{name}:{head}: {said}"));
                continue;
            }
        };
        for (key, value) in stated.split(", ").map(|one| one.rsplit_once(' ').unwrap_or((one, ""))) {
            let got = all.get(key).map(String::as_str);
            if got != Some(value) {
                wrong.push(format!("{name}:{head}: {key} is {got:?}, stated {value}"));
            }
        }
    }
    if count == 0 {
        wrong.push(format!("{name}: states no odds"));
    }
}

/// The fenced texts of a page that have a header and a strike.
fn complete(page: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside;
            texts.push(String::new());
        } else if let (true, Some(text)) = (inside, texts.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts.retain(|text| text.starts_with("rules 1 ") && text.contains("\nstrike\n"));
    texts
}

#[test]
fn every_lesson_comes_to_the_odds_that_it_states() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut wrong = Vec::new();
    for (page, least) in [("rule-text.md", 1), ("tutorial.md", 8), ("cookbook.md", 8)] {
        let texts = complete(&std::fs::read_to_string(docs.join(page)).unwrap());
        assert!(texts.len() >= least, "{page} has {} complete texts", texts.len());
        for (place, text) in texts.iter().enumerate() {
            check(&format!("{page}, text {}", place + 1), text, &mut wrong);
        }
    }
    let mut count = 0;
    for file in std::fs::read_dir(docs.join("lessons")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rules") {
            check(
                &path.file_name().unwrap().to_string_lossy(),
                &std::fs::read_to_string(&path).unwrap(),
                &mut wrong,
            );
            count += 1;
        }
    }
    assert!(count >= 25, "{count} lessons");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
