//! Real wikis for the tests: Debian's MediaWiki and DokuWiki, unpacked into the user's cache and run by PHP's
//! own server. Their packages are not installed, since they would start a web server on a developer's
//! machine.

use super::{apt, is_ci};
use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::{places, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// PHP with MediaWiki's extensions, and the renderer of its pictures, in Debian's packages.
const PHP: &[&str] = &["php-cli", "php-intl", "php-mbstring", "php-sqlite3", "php-xml", "librsvg2-bin"];
const PHP_MODULES: &[&str] = &["dom", "intl", "mbstring", "pdo_sqlite", "xml"];

/// The wikis, their libraries, Smarty, which fills in MediaWiki's Widget pages, and Lua, which runs its
/// modules. DokuWiki comes first: its links to libraries are replaced by the libraries.
const PACKAGES: &[&str] = &[
    "dokuwiki",
    "libjs-jquery",
    "libjs-jquery-cookie",
    "libjs-jquery-ui",
    "libphp-simplepie",
    "php-geshi",
    "php-phpseclib",
    "php-random-compat",
    "mediawiki",
    "mediawiki-classes",
    "smarty4",
    "lua5.1",
];

const MEDIAWIKI: &[&str] = &["mediawiki", "mediawiki-classes"];

/// Files of a complete folder.
const SIGNS: &[&str] = &[
    "usr/share/mediawiki/index.php",
    "usr/share/dokuwiki/doku.php",
    "usr/share/php-geshi/geshi.php",
    "usr/share/php/smarty4/Smarty.class.php",
    "usr/bin/lua5.1",
];

/// Folders of the wikis.
#[derive(Clone, Debug)]
pub(crate) struct Wikis {
    /// The wikis of this system's Debian release.
    pub(crate) folder: PathBuf,
    /// The MediaWiki of Debian's stable release: the tests cover the scripts and policies of the newest, too.
    pub(crate) newest: Option<PathBuf>,
}

/// Finds or unpacks the wikis, which are optional, except in CI.
pub(super) fn ensure(progress: &mut Progress) -> Result<(Option<Wikis>, String), TaskFailure> {
    let folder = places::cache()?.join("wikis");
    let is_there = has_php() && is_in(&folder);
    if !is_there {
        let can_be_had = apt::usable() || (apt::is_here() && has_php());
        if !can_be_had && !is_ci() {
            return Ok((None, "none: they take PHP and apt-get".to_owned()));
        }
        php(progress)?;
        unpack(&folder, progress, |fresh, progress| apt::download(PACKAGES, fresh, progress))?;
        if !is_in(&folder) {
            return Err(TaskFailure::new("the packages of the wikis do not hold what they should")
                .hint(format!("They are in {}.", folder.display())));
        }
    }
    // The tests report a missing newest version.
    let newest = newest(progress).ok().flatten();
    let state = if is_there { "there, in the cache" } else { "unpacked, in the cache" };
    let lacks = if newest.is_some() { "" } else { "; no newer MediaWiki to be had" };
    Ok((Some(Wikis { folder, newest }), format!("{state}{lacks}")))
}

fn newest(progress: &mut Progress) -> Result<Option<PathBuf>, TaskFailure> {
    let folder = places::cache()?.join("mediawiki-newest");
    let is_there = || folder.join("usr/share/mediawiki/index.php").is_file();
    if !is_there()
        && let Some(source) = apt::stable()
    {
        unpack(&folder, progress, |fresh, progress| apt::download_from(&source, MEDIAWIKI, fresh, progress))?;
    }
    Ok(is_there().then_some(folder))
}

fn is_in(folder: &Path) -> bool {
    SIGNS.iter().all(|sign| folder.join(sign).is_file())
}

fn php(progress: &mut Progress) -> Result<(), TaskFailure> {
    if has_php() {
        return Ok(());
    }
    if apt::usable() {
        apt::install(PHP, progress)?;
        if has_php() {
            return Ok(());
        }
    }
    Err(TaskFailure::new(format!(
        "there is no PHP with the modules {}, or no rsvg-convert",
        PHP_MODULES.join(", ")
    ))
    .hint(format!("Debian and its kin: `apt install {}`.", PHP.join(" "))))
}

fn has_php() -> bool {
    places::on_path("rsvg-convert").next().is_some()
        && process::answer("php", &["-m"]).is_some_and(|modules| {
            PHP_MODULES.iter().all(|module| modules.lines().any(|line| line == *module))
        })
}

/// Unpacks downloads into `folder`.
fn unpack(
    folder: &Path,
    progress: &mut Progress,
    download: impl FnOnce(&Path, &mut Progress) -> Result<Vec<PathBuf>, TaskFailure>,
) -> Result<(), TaskFailure> {
    let fresh = folder.with_extension("new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).map_err(failure::to(format!("make the folder {}", fresh.display())))?;
    for archive in download(&fresh, progress)? {
        let mut dpkg = Command::new("dpkg-deb");
        dpkg.arg("--extract").arg(&archive).arg(&fresh);
        process::succeed(&mut dpkg, "setup-wikis", progress)?;
        fs::remove_file(&archive).map_err(failure::to(format!("remove {}", archive.display())))?;
    }
    let _ = fs::remove_dir_all(folder);
    fs::rename(&fresh, folder).map_err(failure::to(format!("make the folder {}", folder.display())))
}
