//! Lexer of a file of words.

use crate::text::TextProblem;

/// Token of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WordsToken {
    /// A text in quotes.
    Prose(String),
    /// A name, a word, a path.
    Name(String),
    /// `=`, `|`, `,`, `:`
    Sign(char),
}

/// A statement: a line with the lines that are indented below it.
#[derive(Debug)]
pub(super) struct WordsStatement {
    /// Tokens, each with its line number.
    pub(super) tokens: Vec<(WordsToken, usize)>,
    /// First line.
    pub(super) line: usize,
}

impl WordsStatement {
    /// `"prose" = "prose"`: the original and its translation.
    pub(super) fn translation(&self) -> Option<[&str; 2]> {
        match self.tokens.as_slice() {
            [
                (WordsToken::Prose(said), _),
                (WordsToken::Sign('='), _),
                (WordsToken::Prose(translated), _),
            ] => Some([said, translated]),
            _ => None,
        }
    }
}

/// The statements of a text, without those that contain a broken line; and the problems of these.
pub(super) fn statements(text: &str) -> (Vec<WordsStatement>, Vec<TextProblem>) {
    let (mut statements, mut wrong): (Vec<WordsStatement>, Vec<TextProblem>) = Default::default();
    for (line, written) in (1..).zip(text.lines()) {
        let mut tokens = Vec::new();
        if let Err(message) = tokens_of(written, |token| tokens.push((token, line))) {
            wrong.push(TextProblem::words(line, message));
        }
        if tokens.is_empty() {
            continue;
        }
        match statements.last_mut().filter(|_| written.starts_with([' ', '\t'])) {
            Some(above) => above.tokens.extend(tokens),
            None => statements.push(WordsStatement { tokens, line }),
        }
    }
    (statements, wrong)
}

fn tokens_of(line: &str, mut tell: impl FnMut(WordsToken)) -> Result<(), String> {
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        rest = match first {
            '#' => return Ok(()),
            '"' => {
                let (prose, after) =
                    prose(after).ok_or("a quote is open; its end is missing in this line")?;
                tell(WordsToken::Prose(prose));
                after
            }
            '=' | '|' | ',' | ':' => {
                tell(WordsToken::Sign(first));
                after
            }
            _ if is_name(first) => {
                let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
                let (name, after) = rest.split_at(end);
                tell(WordsToken::Name(name.to_owned()));
                after
            }
            other => return Err(format!("`{other}` means nothing here; prose stands in straight quotes")),
        };
        rest = rest.trim_start();
    }
    Ok(())
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

/// Splits at the closing quote.
fn prose(text: &str) -> Option<(String, &str)> {
    let mut prose = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        match before.strip_suffix('\\') {
            Some(before) => {
                prose.push_str(before);
                prose.push('"');
            }
            None => {
                prose.push_str(before);
                return Some((prose, after));
            }
        }
        rest = after;
    }
}
