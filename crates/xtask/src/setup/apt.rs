//! Debian's packages, on Debian and derivatives, where the user may install them.

use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::{places, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// True where packages can be installed without a password.
pub(super) fn usable() -> bool {
    is_here() && process::answer("id", &["-u"]).as_deref() == Some("0")
}

/// True where this system has Debian's packages.
pub(super) fn is_here() -> bool {
    places::on_path("apt-get").next().is_some()
}

/// Installs `packages`.
pub(super) fn install(packages: &[&str], progress: &mut Progress) -> Result<(), TaskFailure> {
    progress.announce(&format!("installing Debian's {}", packages.join(" and ")));
    let log = log(packages);
    process::succeed(&mut apt(&["update"]), &log, progress)?;
    process::succeed(apt(&["install", "--yes"]).args(packages), &log, progress)?;
    Ok(())
}

/// Downloads `packages` into `folder`, which takes no special rights; returns their files, in that order.
pub(super) fn download(
    packages: &[&str],
    folder: &Path,
    progress: &mut Progress,
) -> Result<Vec<PathBuf>, TaskFailure> {
    if !is_here() {
        return Err(TaskFailure::new("this system has no apt-get to download Debian's packages with"));
    }
    progress.announce(&format!("downloading Debian's {}", packages.join(", ")));
    let log = log(packages);
    if usable() {
        process::succeed(&mut apt(&["update"]), &log, progress)?;
    }
    process::succeed(apt(&["download"]).args(packages).current_dir(folder), &log, progress)?;
    downloaded(packages, folder)
}

/// Address of Debian's stable packages, from the system's own sources; none where these are not Debian's.
pub(super) fn stable() -> Option<String> {
    let keys = Path::new("/usr/share/keyrings/debian-archive-keyring.gpg");
    let sites = process::answer("apt-get", &["indextargets", "--format", "$(SITE)", "Created-By: Packages"])?;
    let site = sites.lines().find(|site| site.ends_with("/debian")).filter(|_| keys.is_file())?;
    Some(format!("deb [signed-by={}] {site} stable main\n", keys.display()))
}

/// Downloads from another source, which is not in the system's own lists.
pub(super) fn download_from(
    source: &str,
    packages: &[&str],
    folder: &Path,
    progress: &mut Progress,
) -> Result<Vec<PathBuf>, TaskFailure> {
    progress.announce(&format!("downloading {} of Debian's stable release", packages.join(", ")));
    let lists = folder.join("lists");
    let list = folder.join("source.list");
    fs::create_dir_all(lists.join("partial")).map_err(failure::to(format!("make {}", lists.display())))?;
    fs::write(&list, source).map_err(failure::to(format!("write {}", list.display())))?;
    let apart = [
        format!("Dir::Etc::sourcelist={}", list.display()),
        "Dir::Etc::sourceparts=/dev/null".to_owned(),
        format!("Dir::State::lists={}", lists.display()),
        "Dir::Cache::pkgcache=".to_owned(),
        "Dir::Cache::srcpkgcache=".to_owned(),
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false".to_owned(),
    ];
    let apt = |arguments: &[&str]| {
        let mut command = apt(&[]);
        command.args(apart.iter().flat_map(|option| ["-o", option])).args(arguments).current_dir(folder);
        command
    };
    let log = format!("{}-stable", log(packages));
    process::succeed(&mut apt(&["update"]), &log, progress)?;
    process::succeed(apt(&["download"]).args(packages), &log, progress)?;
    fs::remove_dir_all(&lists).map_err(failure::to(format!("remove {}", lists.display())))?;
    fs::remove_file(&list).map_err(failure::to(format!("remove {}", list.display())))?;
    downloaded(packages, folder)
}

/// Downloaded files, in the order of the packages.
fn downloaded(packages: &[&str], folder: &Path) -> Result<Vec<PathBuf>, TaskFailure> {
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
