//! Firefox, as it comes, for the tests of the page in a second browser.

use super::{apt, browser, is_ci};
use crate::console::Progress;
use crate::failure::Failure;
use crate::places;
use std::env;
use std::path::{Path, PathBuf};

const FAMILY: &[&str] = &["Firefox"];
const PROGRAMS: [&str; 2] = ["firefox-esr", "firefox"];
const ON_MACOS: &str = "/Applications/Firefox.app/Contents/MacOS/firefox";

/// Makes sure that there is a Firefox; gives its program. Where it cannot be had there is none, and the tests do without; but never in CI.
pub(super) fn ensure(progress: &mut Progress) -> Result<(Option<PathBuf>, String), Failure> {
    if let Some(named) = env::var_os("FIREFOX").map(PathBuf::from) {
        return match browser::version(&named, FAMILY) {
            Some(version) => Ok((Some(named), format!("{version}, as FIREFOX says"))),
            None => Err(Failure::new(format!(
                "FIREFOX is {}, which does not answer as a Firefox",
                named.display()
            ))
            .hint("Set FIREFOX to the browser's program, or unset it.")),
        };
    }
    if let Some((firefox, version)) = found() {
        return Ok((Some(firefox), version));
    }
    if apt::usable() {
        apt::install(&["firefox-esr"], progress)?;
        if let Some((firefox, version)) = found() {
            return Ok((Some(firefox), format!("installed {version}")));
        }
    } else if !is_ci() {
        return Ok((None, "none: it takes Firefox, or apt-get and the right to install".to_owned()));
    }
    Err(Failure::new("there is no Firefox on this machine")
        .hint("Install it (Debian: `apt install firefox-esr`), or set FIREFOX to its program."))
}

fn found() -> Option<(PathBuf, String)> {
    let on_path = PROGRAMS.iter().flat_map(|name| places::on_path(name));
    let usual = Some(Path::new(ON_MACOS)).filter(|program| program.is_file()).map(Path::to_path_buf);
    on_path
        .chain(usual)
        .find_map(|program| browser::version(&program, FAMILY).map(|version| (program, version)))
}
