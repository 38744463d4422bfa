//! Builds the page, serves it on this machine, and builds it again whenever a source changes.

use crate::build;
use crate::console;
use crate::failure::{self, Failure, Stop, Told};
use crate::process;
use crate::setup;
use lexopt::Parser;
use lexopt::prelude::*;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

const DEFAULT_PORT: u16 = 8080;
const DEFAULT_HOST: &str = "127.0.0.1";
/// How many ports after a taken one are tried.
const PORTS_TRIED: u16 = 20;
/// How often it is tried whether the server listens: five seconds, where it cannot be told.
const TRIES: usize = 100;

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
        return Err(Told.into());
    }
    console::heading("Serve");
    // Built to be built again quickly; `cargo xtask build` makes it small.
    console::step("page", |progress| {
        let mut page = build::script(&ready, "page.mjs")?;
        process::succeed(page.arg("page-dev"), "serve-page", progress).map(|_| ((), "built".to_owned()))
    })?;
    let port = free(&host, port)?;
    let address = format!("http://{host}:{port}/");
    let mut node = build::script(&ready, "serve.mjs")?;
    node.args([&host, &port.to_string()]);
    let mut server = node.spawn().map_err(failure::to(format!("start {}", process::shown(&node))))?;
    // Whoever is shown it too soon sees that nothing answers.
    for _ in 0..TRIES {
        if TcpStream::connect((host.as_str(), port)).is_ok() || !matches!(server.try_wait(), Ok(None)) {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    console::say(format!("  {address} is the page, built anew whenever a source changes. Ctrl-C ends it."));
    if open && open::that_detached(&address).is_err() {
        console::say("  There is no browser that this program could open.");
    }
    let status = server.wait().map_err(failure::to("wait for the server"))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("the server ended with {status}")).into())
    }
}

/// `port`, or the next one that is free.
fn free(host: &str, port: u16) -> Result<u16, Failure> {
    let last = port.saturating_add(PORTS_TRIED);
    (port..=last).find(|port| TcpListener::bind((host, *port)).is_ok()).ok_or_else(|| {
        Failure::new(format!("cannot listen on {host}, on none of the ports from {port} to {last}"))
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
