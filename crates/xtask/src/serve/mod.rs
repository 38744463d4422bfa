//! Builds the page and serves it on this machine.

mod http;
mod open;
mod site;
mod watch;

use crate::args::Args;
use crate::build;
use crate::console;
use crate::failure::{self, Failure, Stop, Told};
use crate::setup;
use site::Site;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};

const DEFAULT_PORT: u16 = 8080;
const DEFAULT_HOST: &str = "127.0.0.1";
/// How many ports after a taken one are tried.
const PORTS_TRIED: u16 = 20;

/// `cargo xtask serve`.
pub(crate) fn command(words: &[String]) -> Result<(), Stop> {
    let args = Args::read(words, &["--no-open", "--watch"], &["--port", "--host"])?;
    let host = args.value("--host").unwrap_or(DEFAULT_HOST);
    let host: IpAddr = match host {
        "localhost" => IpAddr::from([127, 0, 0, 1]),
        address => address.parse().map_err(failure::to(format!("listen on `{address}`")))?,
    };
    let port = args.value("--port").map_or(Ok(DEFAULT_PORT), |port| {
        port.parse().map_err(|_| Failure::new(format!("`{port}` is no port: it is a number from 0 to 65535")))
    })?;
    serve(host, port, !args.has("--no-open"), args.has("--watch"))?;
    Ok(())
}

fn serve(host: IpAddr, port: u16, open: bool, watch: bool) -> Result<(), Told> {
    let ready = build::set_up_and_build(setup::BUILD)?;
    console::heading("Serve");
    let (site, listener, address) = started(&ready.root, host, port).map_err(|failure| {
        console::complain(&failure);
        Told
    })?;
    let url = format!("http://{address}/");
    console::say(format!("  {url}"));
    if address.port() != port && port != 0 {
        console::say(format!("  (port {port} is taken)"));
    }
    if open {
        open::browser(&url);
    }
    if watch {
        console::say("  A change of the sources builds the page again. Ctrl-C ends it.");
        std::thread::spawn(move || http::serve(&listener, &site));
        watch::forever(&ready)
    } else {
        console::say("  Ctrl-C ends it.");
        http::serve(&listener, &site);
        Ok(())
    }
}

fn started(
    root: &std::path::Path,
    host: IpAddr,
    port: u16,
) -> Result<(Site, TcpListener, SocketAddr), Failure> {
    let site = Site::at(&root.join("dist"))?;
    let listener = listen(host, port)?;
    let address = listener.local_addr().map_err(failure::to("tell the server's own address"))?;
    Ok((site, listener, address))
}

/// Listens on `port`, or on the next one that is free.
fn listen(host: IpAddr, port: u16) -> Result<TcpListener, Failure> {
    let last = port.saturating_add(PORTS_TRIED);
    for candidate in port..=last {
        match TcpListener::bind((host, candidate)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(Failure::new(format!("cannot listen on {host} port {candidate}: {error}"))
                    .hint("Choose another with --port or --host."));
            }
        }
    }
    Err(Failure::new(format!("the ports from {port} to {last} are all taken"))
        .hint("Choose another with --port."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_gives_way_to_the_next_free_one() {
        let host = IpAddr::from([127, 0, 0, 1]);
        let first = listen(host, 0).unwrap();
        let taken = first.local_addr().unwrap().port();
        let second = listen(host, taken).unwrap();
        assert!(second.local_addr().unwrap().port() > taken);
    }
}
