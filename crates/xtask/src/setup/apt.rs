//! Debian's packages, where this is Debian (or its kin) and we may install them.

use crate::console::Progress;
use crate::failure::{self, Failure};
use crate::{places, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether packages can be installed here without asking anybody.
pub(super) fn usable() -> bool {
    is_here() && process::answer("id", &["-u"]).as_deref() == Some("0")
}

/// Whether this system has Debian's packages at all.
pub(super) fn is_here() -> bool {
    places::on_path("apt-get").next().is_some()
}

/// Installs `packages`.
pub(super) fn install(packages: &[&str], progress: &mut Progress) -> Result<(), Failure> {
    progress.announce(&format!("installing Debian's {}", packages.join(" and ")));
    let log = log(packages);
    process::succeed(&mut apt(&["update"]), &log, progress)?;
    process::succeed(apt(&["install", "--yes"]).args(packages), &log, progress)?;
    Ok(())
}

/// Downloads `packages` into `folder`, which takes no right to install; gives their files, in that order.
pub(super) fn download(
    packages: &[&str],
    folder: &Path,
    progress: &mut Progress,
) -> Result<Vec<PathBuf>, Failure> {
    if !is_here() {
        return Err(Failure::new("this system has no apt-get to download Debian's packages with"));
    }
    progress.announce(&format!("downloading Debian's {}", packages.join(", ")));
    let log = log(packages);
    if usable() {
        process::succeed(&mut apt(&["update"]), &log, progress)?;
    }
    process::succeed(apt(&["download"]).args(packages).current_dir(folder), &log, progress)?;
    let files = fs::read_dir(folder).map_err(failure::to(format!("read {}", folder.display())))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort_by_key(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        packages.iter().position(|package| name.split_once('_').is_some_and(|(of, _)| of == *package))
    });
    Ok(files)
}

fn apt(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn log(packages: &[&str]) -> String {
    format!("setup-apt-{}", packages.first().unwrap_or(&"nothing"))
}
