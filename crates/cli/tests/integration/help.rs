//! Every example of the help texts, run as it stands.
#![cfg(unix)]

use crate::common::{COMMANDS, folder, shell, tohit};

#[test]
fn every_example_works() {
    let folder = folder("help");
    for command in [""].into_iter().chain(COMMANDS) {
        let words: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = tohit(&words, "").good();
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  $ ")).collect();
        assert!(!examples.is_empty(), "{command} has an example");
        for example in examples {
            assert!(example.contains(&format!("tohit {command}")), "{example}");
            let out = shell(example, &folder).good();
            assert!(!out.trim().is_empty(), "{example}");
        }
        let wide = help.lines().filter(|line| !line.starts_with("  $ ") && line.chars().count() > 80);
        assert_eq!(wide.collect::<Vec<_>>(), [""; 0], "lines fit a terminal");
    }
}
