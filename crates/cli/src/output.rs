//! Buffered output that ends quietly at a closed reader.

use crate::failure::Failure;
use std::io::{self, BufWriter, Write};

/// Buffered stream of answers.
pub(crate) struct Output(BufWriter<Box<dyn Write>>);

impl Output {
    pub(crate) fn new(to: impl Write + 'static) -> Self {
        Self(BufWriter::with_capacity(64 * 1024, Box::new(to)))
    }

    /// Writes a value and a line break.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.0, "{text}").map_err(|error| stopped(&error))
    }

    /// Writes text as it stands.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they stand.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.write_all(bytes).map_err(|error| stopped(&error))
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.0.flush().map_err(|error| stopped(&error))
    }
}

fn stopped(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::Closed
    } else {
        Failure::io("write to standard output", error)
    }
}
