//! A small HTTP server for files: GET and HEAD, one request a connection, a fixed number of threads.

use super::site::{self, Site};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

const THREADS: usize = 8;
/// Connections that may wait for a thread; more than these wait in the operating system.
const WAITING: usize = 64;
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_HEAD: u64 = 16 * 1024;

/// Answers requests until the listener fails.
pub(super) fn serve(listener: &TcpListener, site: &Site) {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| work(&receiver, site));
        }
        for connection in listener.incoming().flatten() {
            if sender.send(connection).is_err() {
                break;
            }
        }
        drop(sender);
    });
}

fn work(connections: &Mutex<Receiver<TcpStream>>, site: &Site) {
    loop {
        let Ok(next) = connections.lock().map(|connections| connections.recv()) else { return };
        let Ok(connection) = next else { return };
        // A browser that hangs up early is its own affair.
        let _ = answer(&connection, site);
    }
}

fn answer(mut connection: &TcpStream, site: &Site) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let request = read_head(connection)?;
    connection.write_all(&reply(&request, site))?;
    connection.flush()
}

/// Reads the head of a request and gives its first line.
fn read_head(connection: &TcpStream) -> io::Result<String> {
    let mut reader = BufReader::new(connection.take(LONGEST_HEAD));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    Ok(request)
}

/// The whole reply to a request's first line.
fn reply(request: &str, site: &Site) -> Vec<u8> {
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !matches!(method, "GET" | "HEAD") {
        return error("405 Method Not Allowed");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let Some(file) = site.file(path) else { return error("404 Not Found") };
    let Ok(content) = fs::read(&file) else { return error("404 Not Found") };
    let keep = if site::is_hashed(&file) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut reply = head("200 OK", site::media_type(&file), content.len(), keep);
    if method == "GET" {
        reply.extend(content);
    }
    reply
}

fn error(status: &str) -> Vec<u8> {
    let mut reply = head(status, "text/plain; charset=utf-8", status.len(), "no-store");
    reply.extend(status.bytes());
    reply
}

fn head(status: &str, media_type: &str, length: usize, keep: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nCache-Control: {keep}\r\n\
         X-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn ask(request: &str) -> String {
        let site = Site::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
        String::from_utf8(reply(request, &site)).unwrap()
    }

    #[test]
    fn gives_a_file_with_its_kind_and_length() {
        let reply = ask("GET /help.txt?x=1 HTTP/1.1\r\n");
        assert!(reply.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain"));
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
        assert_eq!(body, include_str!("../help.txt"));
    }

    #[test]
    fn head_has_no_body_and_other_methods_are_refused() {
        assert!(ask("HEAD /help.txt HTTP/1.1\r\n").ends_with("\r\n\r\n"));
        assert!(ask("POST /help.txt HTTP/1.1\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask("GET /none HTTP/1.1\r\n").starts_with("HTTP/1.1 404 "));
        assert!(ask("").starts_with("HTTP/1.1 405 "));
    }

    #[test]
    fn many_clients_at_once_are_all_answered() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let site = Site::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
            serve(&listener, &site);
        });
        let clients: Vec<_> = (0..100)
            .map(|_| {
                thread::spawn(move || {
                    let mut connection = TcpStream::connect(address).unwrap();
                    connection.write_all(b"GET /help.txt HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
                    let mut reply = String::new();
                    connection.read_to_string(&mut reply).unwrap();
                    assert!(reply.ends_with(include_str!("../help.txt")));
                })
            })
            .collect();
        for client in clients {
            client.join().unwrap();
        }
    }
}
