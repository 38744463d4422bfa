//! The browsers for the tests of the page: one of Chromium's family, and Firefox.

use super::apt;
use crate::console::Progress;
use crate::failure::TaskFailure;
use crate::{places, process};
use std::env;
use std::path::{Path, PathBuf};

/// A family of browsers.
pub(super) struct Family {
    name: &'static str,
    /// The variable that may name the program.
    variable: &'static str,
    /// Names in the browsers' version messages.
    called: &'static [&'static str],
    programs: &'static [&'static str],
    /// Further usual paths.
    usual: fn() -> Vec<PathBuf>,
    /// Debian's package.
    package: &'static str,
}

pub(super) const CHROMIUM: Family = Family {
    name: "Chromium",
    variable: "CHROME",
    called: &["Chrom", "Edge"],
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    usual: usual_places,
    package: "chromium",
};

pub(super) const FIREFOX: Family = Family {
    name: "Firefox",
    variable: "FIREFOX",
    called: &["Firefox"],
    programs: &["firefox-esr", "firefox"],
    usual: || vec![PathBuf::from("/Applications/Firefox.app/Contents/MacOS/firefox")],
    package: "firefox-esr",
};

impl Family {
    /// Finds or installs a browser; returns its program. None where an automatic installation is impossible.
    pub(super) fn ensure(&self, progress: &mut Progress) -> Result<Option<(PathBuf, String)>, TaskFailure> {
        let Self { name, variable, package, .. } = self;
        if let Some(named) = env::var_os(variable).map(PathBuf::from) {
            return match version(&named, self.called) {
                Some(version) => Ok(Some((named, format!("{version}, as {variable} says")))),
                None => Err(TaskFailure::new(format!(
                    "{variable} is {}, which does not answer as {name} does",
                    named.display()
                ))
                .hint(format!("Set {variable} to the browser's program, or unset it."))),
            };
        }
        if let Some(found) = self.found() {
            return Ok(Some(found));
        }
        if !apt::usable() {
            return Ok(None);
        }
        apt::install(&[package], progress)?;
        let installed = self.found().map(|(program, version)| (program, format!("installed {version}")));
        installed.map_or_else(|| Err(self.missing()), |installed| Ok(Some(installed)))
    }

    /// Failure of a missing browser, with advice.
    pub(super) fn missing(&self) -> TaskFailure {
        let Self { name, variable, package, .. } = self;
        TaskFailure::new(format!("there is no {name} on this machine, and tests of the page need one"))
            .hint(format!("Install it (Debian: `apt install {package}`), or set {variable} to its program."))
    }

    fn found(&self) -> Option<(PathBuf, String)> {
        let on_path = self.programs.iter().flat_map(|name| places::on_path(name));
        let usual = (self.usual)().into_iter().filter(|program| program.is_file());
        on_path
            .chain(usual)
            .find_map(|program| version(&program, self.called).map(|version| (program, version)))
    }
}

/// Fonts under which the drawings are tested (`tests/browser/fonts.test.mjs`), and their Debian packages.
const FONTS: [(&str, &str); 2] = [
    ("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "fonts-noto-core"),
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core"),
];

/// Installs missing fonts, where packages can be installed; elsewhere the test is skipped.
pub(super) fn ensure_fonts(progress: &mut Progress) -> Result<(), TaskFailure> {
    let missing = FONTS.iter().filter(|(file, _)| !Path::new(file).is_file());
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if missing.is_empty() || !apt::usable() {
        return Ok(());
    }
    apt::install(&missing, progress)
}

/// Version of a browser, if it runs and is of that family: some systems have a placeholder that only explains
/// how to install one.
fn version(program: &Path, family: &[&str]) -> Option<String> {
    // Browsers on Windows open a window instead of printing the version.
    if cfg!(windows) {
        return program.is_file().then(|| program.display().to_string());
    }
    browser_and_number(&process::answer(program, &["--version"])?, family)
}

/// The name and the number in an answer such as "Chromium 156.0.8078.79 built on Debian".
fn browser_and_number(answer: &str, family: &[&str]) -> Option<String> {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let number = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let version = words.get(..=number)?.join(" ");
    family.iter().any(|name| version.contains(name)).then_some(version)
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
    windows.chain(macos).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_by_its_answer() {
        let known = |answer| browser_and_number(answer, CHROMIUM.called);
        assert_eq!(
            known("Chromium 156.0.8078.79 built on Debian").as_deref(),
            Some("Chromium 156.0.8078.79")
        );
        assert_eq!(known("Google Chrome 150.0.1 ").as_deref(), Some("Google Chrome 150.0.1"));
        assert_eq!(known("true (GNU coreutils) 9.1"), None);
        assert_eq!(known("Chromium"), None);
        assert_eq!(known("Mozilla Firefox 153.7.0esr"), None);
        assert_eq!(
            browser_and_number("Mozilla Firefox 153.7.0esr", FIREFOX.called).as_deref(),
            Some("Mozilla Firefox 153.7.0esr")
        );
    }
}
