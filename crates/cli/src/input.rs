//! Reader of documents, whole or one a line, within the size limit of a document.

use crate::failure::{Failure, say};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};
use std::path::Path;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::text::of_bytes;
use tohit_resolver::{Problem, control_character};

/// Byte-order mark that some programs write before UTF-8 text.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Most bytes of a game's file: there may be many presets.
const MOST_TEXT: u64 = 1024 * 1024;

/// A file or standard input, with its name for messages.
pub(crate) struct Input<'a> {
    name: String,
    from: Box<dyn Read + 'a>,
}

impl<'a> Input<'a> {
    /// Opens a file; `-` and no name are standard input.
    pub(crate) fn open(name: Option<&Path>, from: &'a mut dyn Read) -> Result<Self, Failure> {
        match name.filter(|name| *name != Path::new("-")) {
            Some(name) => {
                let shown = name.display().to_string();
                let file = File::open(name).map_err(|error| Failure::io(format!("open {shown}"), &error))?;
                Ok(Self { name: shown, from: Box::new(file) })
            }
            None => {
                if io::stdin().is_terminal() {
                    say("tohit: reading from the keyboard; Ctrl-D ends it");
                }
                Ok(Self { name: "standard input".to_owned(), from: Box::new(from) })
            }
        }
    }

    /// The whole as bytes; of more than `most`, one byte more.
    pub(crate) fn bytes(self, most: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let read = self.from.take(most.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Failure::io(format!("read {}", self.name), &error))?;
        Ok(bytes)
    }

    /// The whole as one document.
    pub(crate) fn document(self) -> Result<String, Failure> {
        let bytes = self.bytes(MOST_BYTES)?;
        if bytes.len() > MOST_BYTES {
            return Err(Failure::Document(vec![too_long("document")]));
        }
        text(unmarked(&bytes)).map(str::to_owned).map_err(|problem| Failure::Document(vec![problem]))
    }

    /// A file of rule text with its name: the text, or the problem with it. The parser limits its length.
    pub(crate) fn text(self) -> Result<(String, Result<String, String>), Failure> {
        let mut bytes = Vec::new();
        let read = self.from.take(MOST_TEXT + 1).read_to_end(&mut bytes);
        let length = read.map_err(|error| Failure::io(format!("read {}", self.name), &error))?;
        if u64::try_from(length).is_ok_and(|length| length > MOST_TEXT) {
            return Ok((self.name, Err(format!("longer than {MOST_TEXT} bytes, and no more are allowed"))));
        }
        Ok((self.name, of_bytes(&bytes)))
    }

    /// The whole as documents, one a line.
    pub(crate) fn lines(self) -> Lines<'a> {
        Lines {
            name: self.name,
            from: BufReader::with_capacity(MOST_BYTES, self.from),
            line: Vec::new(),
            number: 0,
            inside_long: false,
        }
    }
}

/// Documents, one a line.
pub(crate) struct Lines<'a> {
    name: String,
    from: BufReader<Box<dyn Read + 'a>>,
    line: Vec<u8>,
    number: u64,
    inside_long: bool,
}

impl Lines<'_> {
    /// True where the next line is in the buffer, so that [`Lines::next`] returns without waiting.
    pub(crate) fn is_ready(&self) -> bool {
        self.from.buffer().contains(&b'\n')
    }

    /// Number of lines so far.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The next line: its text, or its problem. A line past the limit is reported at once.
    pub(crate) fn next(&mut self) -> Result<Option<Result<&str, Problem>>, Failure> {
        self.line.clear();
        loop {
            let seen = match self.from.fill_buf() {
                Ok(seen) => seen,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::io(format!("read {}", self.name), &error)),
            };
            if seen.is_empty() && (self.inside_long || self.line.is_empty()) {
                return Ok(None);
            }
            let end = seen.iter().position(|byte| *byte == b'\n');
            let part = seen.get(..end.unwrap_or(seen.len())).unwrap_or_default();
            let used = part.len() + usize::from(end.is_some());
            let is_whole = end.is_some() || seen.is_empty();
            if self.inside_long {
                self.inside_long = !is_whole;
                self.from.consume(used);
                continue;
            }
            let is_long = self.line.len() + part.len() > MOST_BYTES;
            if !is_long {
                self.line.extend_from_slice(part);
            }
            self.from.consume(used);
            if is_long || is_whole {
                self.number += 1;
                self.inside_long = !is_whole;
                let bytes = if self.number == 1 { unmarked(&self.line) } else { &self.line };
                return Ok(Some(if is_long { Err(too_long("line")) } else { text(bytes) }));
            }
        }
    }
}

fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

fn text(bytes: &[u8]) -> Result<&str, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| whole(format!("not UTF-8 text: {error}")))?;
    let mut lines = (1_usize..).zip(text.split('\n'));
    let Some((line, (column, found))) = lines.find_map(|(line, text)| Some((line, control_character(text)?)))
    else {
        return Ok(text);
    };
    let line = if text.contains('\n') { format!("line {line}, ") } else { String::new() };
    Err(whole(format!("a control character is not allowed; delete {found} at {line}column {column}")))
}

fn too_long(what: &str) -> Problem {
    whole(format!("the {what} has more than {MOST_BYTES} bytes, and no more are allowed"))
}

/// A problem with a document as a whole.
pub(crate) fn whole(message: String) -> Problem {
    Problem { path: String::new(), message }
}
