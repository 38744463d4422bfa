//! Builds the page again when a source file changes.

use crate::build;
use crate::console;
use crate::setup::Ready;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

const LOOK_EVERY: Duration = Duration::from_millis(700);
/// What the page is made of.
const SOURCES: [&str; 6] = ["web", "crates", "index.html", "Trunk.toml", "Cargo.toml", "Cargo.lock"];

/// Looks for changes and builds, for ever. A build that fails has said so, and the next change tries again.
pub(super) fn forever(ready: &Ready) -> ! {
    let mut built = newest(&ready.root);
    loop {
        thread::sleep(LOOK_EVERY);
        let changed = newest(&ready.root);
        if changed > built {
            built = changed;
            console::heading("Build");
            let _ = build::again(ready);
        }
    }
}

/// When the newest of the sources was written.
fn newest(root: &Path) -> Option<SystemTime> {
    SOURCES.iter().filter_map(|source| newest_under(&root.join(source))).max()
}

fn newest_under(place: &Path) -> Option<SystemTime> {
    let about = fs::metadata(place).ok()?;
    if about.is_dir() {
        fs::read_dir(place).ok()?.flatten().filter_map(|entry| newest_under(&entry.path())).max()
    } else {
        about.modified().ok()
    }
}
