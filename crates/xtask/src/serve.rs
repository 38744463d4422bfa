//! `trunk serve`: builds the page, serves it on this machine, and builds it again whenever a source changes.

use crate::build;
use crate::console;
use crate::failure::{self, Reported, Stop, TaskFailure};
use crate::process;
use crate::setup;
use lexopt::Parser;
use lexopt::prelude::*;
use std::net::TcpListener;

const DEFAULT_PORT: u16 = 8080;
const DEFAULT_HOST: &str = "127.0.0.1";
/// Number of ports to try after a taken one.
const PORTS_TRIED: u16 = 20;

/// `cargo xtask serve`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    let (mut host, mut port, mut open) = (DEFAULT_HOST.to_owned(), DEFAULT_PORT, true);
    while let Some(word) = words.next()? {
        match word {
            Long("host") => host = words.value()?.string()?,
            Long("port") => port = words.value()?.parse()?,
            Long("no-open") => open = false,
            other => return Err(other.unexpected().into()),
        }
    }
    let ready = setup::set_up(setup::BUILD)?;
    if ready.lacks(setup::BUILD).is_some() {
        return Err(Reported.into());
    }
    console::heading("Serve");
    let port = free(&host, port)?;
    console::say(format!(
        "  http://{host}:{port}/ is the page once it is built: a minute or two the first time. It is built again when a source changes; then load it anew. Ctrl-C ends it."
    ));
    let mut trunk = build::trunk(&ready, "serve")?;
    trunk.args(["--address", &host, "--port", &port.to_string()]);
    if open {
        trunk.arg("--open");
    }
    let status = trunk.status().map_err(failure::to(format!("start {}", process::shown(&trunk))))?;
    if status.success() { Ok(()) } else { Err(TaskFailure::new(format!("Trunk ended with {status}")).into()) }
}

/// `port`, or the next free one.
fn free(host: &str, port: u16) -> Result<u16, TaskFailure> {
    let last = port.saturating_add(PORTS_TRIED);
    (port..=last).find(|port| TcpListener::bind((host, *port)).is_ok()).ok_or_else(|| {
        TaskFailure::new(format!("cannot listen on {host}, on none of the ports from {port} to {last}"))
            .hint("Choose another with --port or --host.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_gives_way_to_the_next_free_one() {
        let listener = TcpListener::bind((DEFAULT_HOST, 0)).unwrap();
        let taken = listener.local_addr().unwrap().port();
        assert!(free(DEFAULT_HOST, taken).unwrap() > taken);
    }
}
