//! The program's own cases, answered by itself.
use crate::common::{items, json, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::RULESETS;

#[test]
fn all_cases_of_the_repository_are_exact() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolver/cases");
    let files = fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let all: usize = files.map(|text| items(&json(&text)).len()).sum();
    let output = tohit(&["self-check"], "").good();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.last(), Some(&format!("{all} of {all} exact").as_str()));
    for (line, ruleset) in lines.iter().zip(RULESETS) {
        assert!(line.starts_with(ruleset.id()) && line.ends_with(" s"), "{line}");
    }
}

#[test]
fn one_ruleset_is_checked_alone() {
    let output = tohit(&["self-check", "powder"], "").good();
    assert!(output.lines().count() == 2 && output.ends_with("106 of 106 exact\n"), "{output}");
    let wrong = tohit(&["self-check", "powdr"], "");
    assert!(wrong.complaint(2).contains("a similar value exists: 'powder'"), "{}", wrong.err);
}
