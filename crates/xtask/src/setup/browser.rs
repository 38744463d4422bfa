//! Chromium, or a browser of its family, for the browser tests.

use super::apt;
use crate::console::Progress;
use crate::failure::Failure;
use crate::{places, process};
use std::env;
use std::path::{Path, PathBuf};

/// What browsers of Chromium's family call themselves.
const FAMILY: &[&str] = &["Chrom", "Edge"];
const PROGRAMS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Makes sure that there is a browser; gives its program.
pub(super) fn ensure(progress: &mut Progress) -> Result<(PathBuf, String), Failure> {
    if let Some(named) = env::var_os("CHROME").map(PathBuf::from) {
        return match version(&named, FAMILY) {
            Some(version) => Ok((named, format!("{version}, as CHROME says"))),
            None => Err(Failure::new(format!(
                "CHROME is {}, which does not answer as a browser of the Chromium family",
                named.display()
            ))
            .hint("Set CHROME to the browser's program, or unset it.")),
        };
    }
    if let Some((browser, version)) = found() {
        return Ok((browser, version));
    }
    if apt::usable() {
        apt::install(&["chromium"], progress)?;
        if let Some((browser, version)) = found() {
            return Ok((browser, format!("installed {version}")));
        }
    }
    Err(Failure::new("there is no Chromium on this machine, and the browser tests need one").hint(match env::consts::OS {
        "linux" => "Install it (Debian: `apt install chromium`, Fedora: `dnf install chromium`), or set CHROME to a Chrome or Chromium.",
        "macos" => "Install Google Chrome or Chromium (`brew install --cask chromium`), or set CHROME to its program.",
        _ => "Install Google Chrome, or set CHROME to the program of a Chrome or Chromium.",
    }))
}

fn found() -> Option<(PathBuf, String)> {
    let on_path = PROGRAMS.iter().flat_map(|name| places::on_path(name));
    on_path
        .chain(usual_places())
        .find_map(|program| version(&program, FAMILY).map(|version| (program, version)))
}

/// What the browser calls itself, if it runs and is of that family: some systems have a stand-in that only says how to install one.
pub(super) fn version(program: &Path, family: &[&str]) -> Option<String> {
    // On Windows the browser opens a window instead of answering.
    if cfg!(windows) {
        return program.is_file().then(|| program.display().to_string());
    }
    browser_and_number(&process::answer(program, &["--version"])?, family)
}

/// The name and the number in an answer such as "Chromium 156.0.8078.79 built on Debian".
fn browser_and_number(answer: &str, family: &[&str]) -> Option<String> {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let number = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let told = words.get(..=number)?.join(" ");
    family.iter().any(|name| told.contains(name)).then_some(told)
}

fn usual_places() -> Vec<PathBuf> {
    let windows = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"]
        .into_iter()
        .filter_map(env::var_os)
        .flat_map(|base| {
            [
                "Google/Chrome/Application/chrome.exe",
                "Chromium/Application/chrome.exe",
                "Microsoft/Edge/Application/msedge.exe",
            ]
            .map(|program| PathBuf::from(&base).join(program))
        });
    let macos = ["Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"]
        .map(|program| PathBuf::from("/Applications").join(program));
    windows.chain(macos).filter(|program| program.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_by_its_answer() {
        let known = |answer| browser_and_number(answer, FAMILY);
        assert_eq!(
            known("Chromium 156.0.8078.79 built on Debian").as_deref(),
            Some("Chromium 156.0.8078.79")
        );
        assert_eq!(known("Google Chrome 150.0.1 ").as_deref(), Some("Google Chrome 150.0.1"));
        assert_eq!(known("true (GNU coreutils) 9.1"), None);
        assert_eq!(known("Chromium"), None);
        assert_eq!(known("Mozilla Firefox 153.7.0esr"), None);
        assert_eq!(
            browser_and_number("Mozilla Firefox 153.7.0esr", &["Firefox"]).as_deref(),
            Some("Mozilla Firefox 153.7.0esr")
        );
    }
}
