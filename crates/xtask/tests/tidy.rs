//! Rules of the house that no compiler checks. Each test lists all violations.

#![expect(clippy::unwrap_used, reason = "a test stops at what it cannot read")]

use std::fs;
use std::path::{Path, PathBuf};

const MOST_LINES: usize = 500;
/// Most characters in a line of a document or of a comment.
const MOST_CHARACTERS: usize = 120;

/// Ignored folders, and git's own.
const NOT_OURS: [&str; 4] = ["target", "dist", "node_modules", ".git"];

/// The pure crates: they read no file, use no clock, depend on no browser.
const PURE: [&str; 4] = ["crates/odds/src", "crates/resolver/src", "crates/report/src", "crates/import/src"];

/// Folders of the page in the order of their imports: each knows only those before it.
const PAGE_FOLDERS: [&str; 16] = [
    "platform", "model", "store", "widgets", "worker", "actions", "sheet", "studies", "character", "answer",
    "log", "duel", "rulebook", "header", "headline", "page",
];

/// A text file of the project.
struct Text {
    /// Path from the root, with forward slashes.
    name: String,
    content: String,
}

impl Text {
    fn is(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.name.ends_with(ending))
    }

    /// Every line that `breaks` the rule, as `file:line: text`.
    fn lines_that(&self, breaks: impl Fn(&str) -> bool) -> Vec<String> {
        let lines = self.content.lines().enumerate();
        lines
            .filter(|(_, line)| breaks(line))
            .map(|(number, line)| format!("{}:{}: {}", self.name, number + 1, line.trim()))
            .collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn texts() -> Vec<Text> {
    fn walk(dir: &Path, root: &Path, found: &mut Vec<Text>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if NOT_OURS.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            if path.is_dir() {
                walk(&path, root, found);
            } else if let Ok(content) = fs::read_to_string(&path) {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.push(Text { name, content });
            }
        }
    }
    let mut found = Vec::new();
    walk(&root(), &root(), &mut found);
    assert!(found.iter().any(|text| text.name == "Cargo.toml"), "the project's files are found");
    found
}

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

#[track_caller]
fn assert_none(rule: &str, broken: Vec<String>) {
    assert!(broken.is_empty(), "{rule}:\n  {}\n", broken.join("\n  "));
}

#[test]
fn no_file_of_code_is_too_long_to_read() {
    let code = texts().into_iter().filter(|text| text.is(&[".rs", ".mjs", ".js", ".css", ".html"]));
    let long =
        code.map(|text| (text.content.lines().count(), text.name)).filter(|(lines, _)| *lines > MOST_LINES);
    let rule = format!("a file of code has at most {MOST_LINES} lines; split it by ideas");
    assert_none(&rule, long.map(|(lines, name)| format!("{name}: {lines} lines")).collect());
}

#[test]
fn no_comment_is_too_long_to_read() {
    let code = texts().into_iter().filter(|text| text.is(&[".rs"]));
    let long = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > MOST_CHARACTERS;
    let broken = code.flat_map(|text| text.lines_that(long)).collect();
    assert_none(&format!("a line of a comment has at most {MOST_CHARACTERS} characters"), broken);
}

#[test]
fn every_file_of_code_begins_by_saying_what_it_is_for() {
    let silent = texts().into_iter().filter(|text| {
        let mut lines = text.content.lines();
        (text.is(&[".rs"]) && !lines.clone().next().is_some_and(|line| line.starts_with("//! ")))
            || (text.is(&[".mjs", ".js"]) && !lines.next().is_some_and(|line| line.starts_with("// ")))
    });
    assert_none("the first line says what the file is for", silent.map(|text| text.name).collect());
}

#[test]
fn nothing_is_put_off_without_an_issue() {
    let words = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    let put_off = |line: &str| {
        words.iter().any(|word| {
            line.match_indices(word).any(|(at, _)| {
                let rest = line.get(at + word.len()..).unwrap_or_default().trim_start_matches(['(', ' ']);
                let issue =
                    rest.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                !issue && line.get(..at).is_none_or(|before| !before.ends_with(char::is_alphanumeric))
            })
        })
    };
    assert!(put_off(concat!("// TO", "DO: later")) && !put_off(concat!("// TO", "DO(#12): later")));
    let broken = texts()
        .iter()
        .filter(|text| !text.is(&["lock.json", ".lock"]))
        .flat_map(|text| text.lines_that(put_off))
        .collect();
    assert_none("what is left to do stands in an issue, whose number the comment names", broken);
}

#[test]
fn no_test_is_switched_off() {
    let off = [
        concat!("#[ign", "ore"),
        concat!("test.sk", "ip("),
        concat!("test.on", "ly("),
        concat!("sk", "ip: true"),
    ];
    let broken = texts()
        .iter()
        .filter(|text| text.is(&[".rs", ".mjs"]))
        .flat_map(|text| text.lines_that(|line| off.iter().any(|word| line.contains(word))))
        .collect();
    assert_none("a test runs or does not exist", broken);
}

/// A pause fails on a busy machine; and Playwright takes the promise of an async function for a yes, so that
/// nothing is waited for. Each program of integration tests is linked with the whole crate, so a crate has
/// one. A file that no `mod` names would not run.
#[test]
fn every_integration_test_is_in_the_one_program_of_its_crate() {
    let stray = |text: &Text| {
        let (crate_, file) = text.name.strip_prefix("crates/")?.split_once("/tests/")?;
        let name = file.strip_suffix(".rs")?;
        let is_named = match name.strip_prefix("integration/") {
            _ if crate_ == "xtask" || name == "cases_wasm" || name == "integration/main" => true,
            None => false,
            Some(name) => {
                let (within, name) = name.rsplit_once('/').unwrap_or(("", name));
                let (within, name) = if name == "mod" { ("", within) } else { (within, name) };
                let parent =
                    if within.is_empty() { "main.rs".to_owned() } else { format!("{within}/mod.rs") };
                let parent = self::text(&format!("crates/{crate_}/tests/integration/{parent}"));
                parent.lines().any(|line| line.trim_start_matches("pub ") == format!("mod {name};"))
            }
        };
        (!is_named).then(|| text.name.clone())
    };
    assert_none("integration tests are in tests/integration", texts().iter().filter_map(stray).collect());
}

#[test]
fn every_test_waits_for_what_it_is_about() {
    let waits_badly =
        |line: &str| ["waitForTimeout", "waitForFunction(async"].iter().any(|bad| line.contains(bad));
    let broken = texts()
        .iter()
        .filter(|text| text.name.starts_with("tests/") && text.is(&[".mjs"]))
        .flat_map(|text| text.lines_that(waits_badly))
        .collect();
    assert_none("a test does not sleep, and waits for what comes later by `until` (harness.mjs)", broken);
}

#[test]
fn every_crate_keeps_the_lints_of_the_house() {
    let workspace = text("Cargo.toml");
    assert!(workspace.contains("unsafe_code = \"forbid\""), "the workspace forbids unsafe code");
    let crates: Vec<Text> = texts().into_iter().filter(|text| text.name.ends_with("/Cargo.toml")).collect();
    assert!(crates.len() >= 5, "the crates are found");
    let broken = crates.into_iter().filter(|text| !text.content.contains("[lints]\nworkspace = true"));
    assert_none("a crate inherits the workspace's lints", broken.map(|text| text.name).collect());
}

#[test]
fn the_rooms_know_only_what_is_below_them() {
    let forbidden: [(&str, &[&str]); 5] = [
        ("crates/odds/Cargo.toml", &["tohit-resolver", "tohit-cli", "tohit-web"]),
        ("crates/report/Cargo.toml", &["tohit-cli", "tohit-web", "leptos", "web-sys", "js-sys"]),
        (
            "crates/resolver/Cargo.toml",
            &["tohit-report", "tohit-cli", "tohit-web", "leptos", "web-sys", "js-sys"],
        ),
        (
            "crates/import/Cargo.toml",
            &["tohit-report", "tohit-cli", "tohit-web", "leptos", "web-sys", "js-sys"],
        ),
        ("crates/xtask/Cargo.toml", &["tohit-"]),
    ];
    let broken = forbidden.iter().flat_map(|(manifest, words)| {
        let text = Text { name: (*manifest).to_owned(), content: text(manifest) };
        text.lines_that(|line| words.iter().any(|word| line.trim_start().starts_with(word)))
    });
    assert_none("dependencies run downwards: page and command line, resolver, odds", broken.collect());
    let xtask = concat!(
        "\nname = \"xtask\"\nversion = \"",
        env!("CARGO_PKG_VERSION"),
        "\"\ndependencies = [\n \"lexopt\",\n]\n"
    );
    assert!(text("Cargo.lock").contains(xtask), "xtask has one small dependency, and starts quickly");
}

#[test]
fn imports_of_the_page_follow_the_order_of_its_folders() {
    let mut checked = 0;
    let texts = texts();
    let broken = texts.iter().filter(|text| text.is(&[".rs"])).flat_map(|text| {
        let folder = text.name.strip_prefix("web/src/").and_then(|path| path.split_once('/'));
        let Some((folder, _)) = folder else { return Vec::new() };
        checked += 1;
        let Some(index) = PAGE_FOLDERS.iter().position(|name| *name == folder) else {
            return vec![format!("{}: a folder without a place in the order", text.name)];
        };
        let later = PAGE_FOLDERS.get(index + 1..).unwrap_or_default();
        text.lines_that(|line| {
            let mut paths = line.split("crate::").skip(1);
            paths.any(|path| {
                later.iter().any(|name| path.split(|c: char| !c.is_alphanumeric()).next() == Some(name))
            })
        })
    });
    let broken: Vec<_> = broken.collect();
    assert!(checked > 100, "the page's files are found");
    assert_none("a folder of web/src imports only folders before it (ARCHITECTURE.md)", broken);
}

#[test]
fn what_computes_reads_no_file_and_asks_no_clock() {
    let impure = ["std::fs", "std::io", "std::net", "std::env", "std::process", "std::thread", "std::time"];
    let texts = texts();
    let pure =
        texts.iter().filter(|text| text.is(&[".rs"]) && PURE.iter().any(|dir| text.name.starts_with(dir)));
    let broken =
        pure.flat_map(|text| text.lines_that(|line| impure.iter().any(|word| line.contains(word)))).collect();
    assert_none("odds, resolver, report and import are pure", broken);
}

#[test]
fn nothing_names_a_place_that_others_do_not_have() {
    let places = [
        concat!("/ro", "ot/"),
        concat!("/wo", "rk/"),
        concat!("/ho", "me/"),
        concat!("/tm", "p/"),
        concat!("../sha", "red"),
        concat!("artif", "actory"),
        concat!("index.crates", ".io"),
        concat!("static.crates", ".io"),
        concat!("registry.npm", "js"),
        concat!("deb.deb", "ian"),
        concat!("pypi", ".org"),
    ];
    let broken = texts()
        .iter()
        .flat_map(|text| text.lines_that(|line| places.iter().any(|place| line.contains(place))))
        .collect();
    assert_none("no path of one machine and no registry's host stands in the project", broken);
}

#[test]
fn npm_packages_are_exact_and_their_lock_names_no_host() {
    let package = Text { name: "package.json".to_owned(), content: text("package.json") };
    let loose = package.lines_that(|line| line.contains("\": \"") && line.contains(['^', '~', '*']));
    assert_none("a dependency has one exact version", loose);
    let lock = Text { name: "package-lock.json".to_owned(), content: text("package-lock.json") };
    // Addresses for donations are never fetched from.
    let fetched = |line: &str| line.contains("://") && !line.trim_start().starts_with("\"url\": ");
    assert_none("the lock works with any registry", lock.lines_that(fetched));
}

/// The card of the project: the packages that the crates use, and the first content of the repository.
#[test]
fn the_card_is_kept() {
    let packages = ["wasm-bindgen", "web-sys", "serde-wasm-bindgen", "getrandom", "rand", "leptos"];
    let manifests: Vec<Text> = texts().into_iter().filter(|text| text.name.ends_with("Cargo.toml")).collect();
    let names = |line: &str, package: &str| {
        line.strip_prefix(package).is_some_and(|rest| rest.starts_with(" = "))
            || line.strip_suffix(']').is_some_and(|table| table.ends_with(&format!("dependencies.{package}")))
    };
    let is_named = |package: &str| {
        manifests.iter().any(|manifest| manifest.content.lines().any(|line| names(line, package)))
    };
    let unnamed = packages.into_iter().filter(|package| !is_named(package)).map(str::to_owned).collect();
    assert_none("a Cargo.toml of the workspace names each package of the card", unnamed);

    let places = ["Cargo.toml", "crates", "web", "index.html", "Trunk.toml", "tests"];
    let missing = places.into_iter().filter(|name| !root().join(name).exists()).map(str::to_owned).collect();
    assert_none("each place of the card stands at the top level", missing);

    let page = text("index.html");
    for link in ["rel=\"rust\" href=\"web/Cargo.toml\"", "rel=\"css\" href=\"web/style/tohit.css\""] {
        assert!(page.contains(&format!("<link data-trunk {link}")), "Trunk takes {link} from index.html");
    }
    let hooks = text("Trunk.toml").matches("[[hooks]]").count();
    assert_eq!(hooks, 1, "one hook does what Trunk does not");
}

/// Tables, headings, HTML and code have lines of any length. Indented lines below an empty one are code.
fn long_lines(text: &Text) -> Vec<String> {
    let (mut is_fenced, mut is_code, mut was_empty) = (false, false, true);
    let mut long = Vec::new();
    for (number, line) in text.content.lines().enumerate() {
        let begins = line.trim_start();
        is_fenced ^= begins.starts_with("```");
        is_code = is_fenced || line.starts_with("    ") && (is_code || was_empty);
        was_empty = line.is_empty();
        let is_prose = !is_code && !begins.starts_with(['|', '#', '<']);
        if is_prose && line.chars().count() > MOST_CHARACTERS {
            long.push(format!("{}:{}", text.name, number + 1));
        }
    }
    long
}

#[test]
fn no_line_of_a_document_is_too_long() {
    let long = "word ".repeat(30);
    let content =
        format!("{long}\n- item\n    {long}\n| {long}\n\n    {long}\n    {long}\n```\n{long}\n```\n{long}\n");
    assert_eq!(long_lines(&Text { name: "a".to_owned(), content }), ["a:1", "a:3", "a:11"]);
    let broken = texts().iter().filter(|text| text.is(&[".md"])).flat_map(long_lines).collect();
    let rule =
        format!("a line of a document has at most {MOST_CHARACTERS} characters, outside tables and code");
    assert_none(&rule, broken);
}

/// The version stands in `[workspace.package]`; the crates that use one another ask for it, and the changelog
/// begins with what is new since or in it.
#[test]
fn every_version_is_that_of_the_workspace() {
    let version = env!("CARGO_PKG_VERSION");
    let workspace = Text { name: "Cargo.toml".to_owned(), content: text("Cargo.toml") };
    let asks = format!(", version = \"{version}\"");
    let other = workspace.lines_that(|line| line.contains("{ path = \"crates/") && !line.contains(&asks));
    assert_none("the crates ask for the workspace's version of one another", other);
    let manifests = texts().into_iter().filter(|text| text.name.ends_with("/Cargo.toml"));
    let own = manifests.filter(|text| !text.content.contains("\nversion.workspace = true\n"));
    assert_none("a crate has the workspace's version", own.map(|text| text.name).collect());
    assert!(text("crates/js/npm/package.json").contains("\"version\": \"VERSION\""), "packing fills it in");
    let changelog = text("CHANGELOG.md");
    let first = changelog.lines().find_map(|line| line.strip_prefix("## [")).unwrap();
    assert!(["Unreleased", version].contains(&first.split(']').next().unwrap()), "{first}");
    assert!(changelog.contains("\n## [0.1.0]"), "the version before the living games is kept");
}

/// Every ruleset has its rules published for readers.
#[test]
fn every_ruleset_has_a_page_of_rules() {
    let folders = fs::read_dir(root().join("crates/resolver/rulesets")).unwrap();
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let pages = names.map(|name| format!("docs/rules/{name}.md"));
    let missing = pages.filter(|page| !root().join(page).is_file()).collect();
    assert_none("a ruleset has its rules in docs/rules (docs/adding-a-game.md)", missing);
}

/// Links of the documents, and paths of code in them, exist.
#[test]
fn every_path_in_a_document_exists() {
    let mut missing = Vec::new();
    for page in texts().into_iter().filter(|text| text.is(&[".md"])) {
        let folder = Path::new(&page.name).parent().unwrap().to_owned();
        let links = page.content.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.map(|link| link.split('#').next().unwrap());
        let links = links.filter(|link| !link.is_empty() && !link.contains(':') && !link.contains(' '));
        let code =
            page.content.split('`').filter(|code| code.ends_with(".rs") && !code.contains([' ', '*', '\n']));
        let code = code.filter(|code| ["crates/", "web/", "tests/"].iter().any(|top| code.starts_with(top)));
        let code = code.filter(|code| !code.contains("NAME"));
        let paths = links.map(|link| folder.join(link)).chain(code.map(PathBuf::from));
        let absent = paths.filter(|path| !root().join(path).exists());
        missing.extend(absent.map(|path| format!("{}: {}", page.name, path.display())));
    }
    assert_none("a document names a file that does not exist", missing);
}
