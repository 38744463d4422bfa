//! Debian's packages, where this is Debian (or its kin) and we may install them.

use crate::console::Progress;
use crate::failure::Failure;
use crate::{places, process};
use std::process::Command;

/// Whether packages can be installed here without asking anybody.
pub(super) fn usable() -> bool {
    places::on_path("apt-get").next().is_some() && process::answer("id", &["-u"]).as_deref() == Some("0")
}

/// Installs `packages`.
pub(super) fn install(packages: &[&str], progress: &mut Progress) -> Result<(), Failure> {
    progress.announce(&format!("installing Debian's {}", packages.join(" and ")));
    let log = format!("setup-apt-{}", packages.first().unwrap_or(&"nothing"));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    process::succeed(&mut apt(&["update"]), &log, progress)?;
    process::succeed(apt(&["install", "--yes"]).args(packages), &log, progress)?;
    Ok(())
}
