//! Opens the user's browser.

use crate::console;
use std::env;
use std::process::{Command, Stdio};

/// Opens `url` in the user's browser, or asks the user to, where there is no screen.
pub(super) fn browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = match env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    let opened = screen
        && Command::new(program)
            .args(arguments)
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .is_ok();
    if !opened {
        console::say("  Open it in a browser.");
    }
}
