//! Runs the program as others do: with words, standard input and a shell.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tohit_resolver::Json;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tohit");

/// Every command, in the order of the help.
pub const COMMANDS: [&str; 19] = [
    "resolve",
    "odds",
    "explain",
    "study",
    "roll",
    "link",
    "import",
    "fight",
    "duel",
    "fields",
    "presets",
    "rulesets",
    "render",
    "article",
    "check",
    "self-check",
    "new",
    "completions",
    "man",
];

/// What came of a run.
#[derive(Debug, PartialEq)]
pub struct Ran {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the program with these words and this standard input.
pub fn tohit(words: &[impl AsRef<OsStr>], input: impl AsRef<[u8]>) -> Ran {
    let mut command = Command::new(PROGRAM);
    command.args(words);
    run(command, input.as_ref())
}

/// Runs a shell's command line in a folder, with the program where the shell finds it.
pub fn shell(line: &str, folder: &Path) -> Ran {
    let bin = Path::new(PROGRAM).parent().unwrap();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin.to_owned()].into_iter().chain(std::env::split_paths(&others)));
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path.unwrap());
    run(command, b"")
}

fn run(mut command: Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that refuses its input early leaves the rest unread.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    /// The output of a run in which nothing is wrong.
    #[track_caller]
    pub fn good(self) -> String {
        // A study on a slow machine says how far it is.
        let is_progress = |line: &&str| line.ends_with("so far; the study goes on");
        let wrong: Vec<&str> = self.err.lines().filter(|line| !is_progress(line)).collect();
        assert_eq!((self.status, wrong), (Some(0), Vec::new()), "{}", self.out);
        self.out
    }

    /// The paths of the errors object on standard error, of a run in which a document was refused.
    #[track_caller]
    pub fn refused(&self) -> Vec<String> {
        assert_eq!((self.status, self.out.as_str()), (Some(2), ""), "{}", self.err);
        paths(&json(&self.err))
    }

    /// The sentence on standard error of a run that stopped with this status, without output.
    #[track_caller]
    pub fn complaint(&self, status: i32) -> &str {
        assert_eq!((self.status, self.out.as_str()), (Some(status), ""), "{}", self.err);
        let sentence = self.err.strip_prefix("tohit: ").or_else(|| self.err.strip_prefix("error: "));
        sentence.unwrap_or_else(|| panic!("{}", self.err))
    }
}

/// Text as JSON of any length.
#[track_caller]
pub fn json(text: &str) -> Json {
    Json::parse_up_to(text, usize::MAX).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// The paths of an errors object, whose messages must say something.
#[track_caller]
pub fn paths(errors: &Json) -> Vec<String> {
    let items = items(errors.get("errors").unwrap_or_else(|| panic!("no errors object: {errors}")));
    assert!(!items.is_empty());
    let text = |item: &Json, name| match item.get(name) {
        Some(Json::Text(text)) => text.clone(),
        _ => panic!("{errors}"),
    };
    assert!(items.iter().all(|item| text(item, "message").len() > 5), "{errors}");
    items.iter().map(|item| text(item, "path")).collect()
}

#[track_caller]
pub fn items(list: &Json) -> &[Json] {
    match list {
        Json::List(items) => items,
        other => panic!("not a list: {other}"),
    }
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
