//! Lexer from characters to tokens. Typographic variants of signs are normalised here and nowhere else.

use crate::ast::{Reference, Span};
use crate::diagnostics::Diagnostic;
use crate::dice_notation::{capital_dice, exploding, fudge_dice, in_square_brackets};
use crate::token::{Token, TokenKind};
use tohit_odds::number::Number;

/// The tokens of one line and its reference.
pub(super) struct LexedLine {
    pub(super) tokens: Vec<Token>,
    pub(super) reference: Reference,
}

/// Plain equivalent of a typographic character.
const fn twin(c: char) -> char {
    match c {
        '\u{2212}' | '\u{2013}' => '-',
        '\u{00d7}' => '*',
        '\u{00f7}' => '/',
        '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
        '\u{00a0}' | '\u{202f}' | '\u{2007}' | '\u{2009}' | '\u{200b}' | '\u{feff}' | '\r' | '\t' => ' ',
        other => other,
    }
}

/// True for spaces, also no-break and zero-width ones, tabs and carriage returns.
pub(super) const fn is_space(c: char) -> bool {
    twin(c) == ' '
}

/// Limit of a name or word in bytes.
const MOST_LETTERS: usize = 100;

/// Signs, those of two characters first.
const SIGNS: &[&str] = &[
    "->", "..", "!=", "<=", ">=", "(", ")", "{", "}", ",", ":", ";", ".", "=", "<", ">", "+", "-", "*", "/",
    "^", "|", "?",
];

/// Signs of other languages, with hints for rule text.
const FOREIGN: &[(&str, &str)] = &[
    ("==", "equal is written =, one sign: a = b"),
    ("<>", "unequal is written !=: a != b"),
    ("=<", "at most is written <="),
    ("=>", "at least is written >=; in an example the arrow is ->"),
    ("+=", "a row begins with + alone: + 2"),
    ("-=", "a row begins with - alone: - 2"),
    ("*=", "a row begins with * alone: * 2"),
    ("/=", "a row begins with / alone: / 2; unequal is written !="),
    (":=", "a name gets its value with =, one sign"),
    ("&&", "write \"and\""),
    ("||", "write \"or\""),
    ("**", "a power is written ^"),
    ("//", "whole division is written \"div\"; a note begins with #"),
    ("!", "write \"not\""),
    ("&", "write \"and\""),
    ("%", "per cent stand right behind a number: 25%; what a division leaves is \"mod\""),
    ("'", "text stands in double quotes: \"text\"; words are written bare"),
    ("$", "names begin with a letter"),
    ("]", "a reference is written [2.1]; other brackets are round"),
    ("\u{2026}", "a range is written with two dots: 1..6"),
    ("@", "one die of several is the best or the worst: best 2 of 3 times d6"),
];

/// Signs as HTML writes them.
const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&, here the word \"and\""),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&nbsp;", "a space"),
    ("&le;", "<="),
    ("&ge;", ">="),
    ("&ne;", "!="),
    ("&minus;", "-"),
    ("&times;", "*"),
];

struct Lexer<'a> {
    text: &'a str,
    /// The byte of the text at which the line begins.
    base: usize,
    at: usize,
}

impl Lexer<'_> {
    fn ahead(&self, skip: usize) -> char {
        // Nearly every sign is one byte.
        match self.text.as_bytes().get(self.at..=self.at + skip) {
            Some(bytes) if bytes.is_ascii() => bytes.last().map_or('\n', |byte| twin(char::from(*byte))),
            _ => self.text.get(self.at..).and_then(|rest| rest.chars().nth(skip)).map_or('\n', twin),
        }
    }

    fn step(&mut self) {
        self.at += match self.text.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => 1,
            _ => self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
        };
    }

    fn span(&self, from: usize) -> Span {
        let place = |at: usize| u32::try_from(self.base + at).unwrap_or(u32::MAX);
        Span { start: place(from), end: place(self.at) }
    }

    fn since(&self, from: usize) -> &str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        while self.at < self.text.len() && fits(self.ahead(0)) {
            self.step();
        }
    }

    fn starts(&self, sign: &str) -> bool {
        sign.chars().enumerate().all(|(skip, c)| self.ahead(skip) == c)
    }

    /// A name or word. A hyphen belongs to it where a letter or digit follows at once.
    fn name(&mut self, after_dot: bool) -> TokenKind {
        let from = self.at;
        self.skip_while(is_part);
        let dice =
            self.since(from).strip_prefix('d').is_some_and(|faces| faces.bytes().all(|b| b.is_ascii_digit()));
        let whole = after_dot || dice && self.at > from + 1;
        if !whole {
            while self.ahead(0) == '-' && self.ahead(1).is_alphanumeric() {
                self.step();
                self.skip_while(is_part);
            }
        }
        if self.at - from > MOST_LETTERS {
            return TokenKind::Wrong(format!("this name is longer than {MOST_LETTERS} letters"));
        }
        TokenKind::Name(self.since(from).replace(|c| twin(c) == '-', "-"))
    }

    fn number(&mut self, after_dot: bool) -> TokenKind {
        let from = self.at;
        self.skip_while(|c| c.is_ascii_digit());
        if self.at - from == 4 && self.ahead(0) == '-' && self.is_date() {
            (0..6).for_each(|_| self.step());
            return TokenKind::Date(self.since(from).replace(|c| twin(c) == '-', "-"));
        }
        if !after_dot && self.ahead(0) == '.' && self.ahead(1).is_ascii_digit() {
            self.step();
            self.skip_while(|c| c.is_ascii_digit());
        }
        if self.ahead(0) == '%' {
            self.step();
        }
        let dice = self.ahead(0) == 'd' && !(self.ahead(1).is_alphabetic() || self.ahead(1) == '_');
        if is_part(self.ahead(0)) && !dice {
            let number = self.since(from).to_owned();
            let name = self.at;
            self.skip_while(is_part);
            let name = self.since(name);
            if let Some(hint) = fudge_dice(&number, name) {
                return TokenKind::Wrong(format!("\"{number}{name}\" is not known here; {hint}"));
            }
            if let Some(dice) = capital_dice(name) {
                return TokenKind::Wrong(format!(
                    "\"{number}{name}\" is not known here; dice have a small d: {number}{dice}"
                ));
            }
            return TokenKind::Wrong(format!(
                "\"{number}{name}\" is neither a number nor a name; times is written *: {number} * {name}"
            ));
        }
        Number::read(self.since(from))
            .map_or_else(|| TokenKind::Wrong("this number is too long".to_owned()), TokenKind::Number)
    }

    /// True where `-11-22` follows.
    fn is_date(&self) -> bool {
        [1, 2, 4, 5].iter().all(|skip| self.ahead(*skip).is_ascii_digit())
            && self.ahead(3) == '-'
            && !is_part(self.ahead(6))
    }

    fn quoted(&mut self) -> TokenKind {
        self.step();
        let from = self.at;
        self.skip_while(|c| c != '"');
        if self.at >= self.text.len() {
            return TokenKind::Wrong(
                "this text has no closing quote; it must stand on the same line".to_owned(),
            );
        }
        let text = self.since(from).to_owned();
        self.step();
        TokenKind::Text(text)
    }

    fn sign(&mut self) -> TokenKind {
        let plain = ["(", ")", "{", "}", ",", ";", "^", "?"]
            .into_iter()
            .find(|plain| plain.starts_with(self.ahead(0)));
        if let Some(plain) = plain {
            self.step();
            return TokenKind::Sign(plain);
        }
        for (twin, plain) in [('\u{2264}', "<="), ('\u{2265}', ">="), ('\u{2260}', "!="), ('\u{2192}', "->")]
        {
            if self.ahead(0) == twin {
                self.step();
                return TokenKind::Sign(plain);
            }
        }
        let foreign = FOREIGN.iter().find(|(sign, _)| self.starts(sign));
        // No rule text has `=-3` or `a |b| c`, so a foreign sign of two characters is never two signs.
        if let Some((sign, message)) = foreign.filter(|(sign, _)| sign.len() > 1 && !self.starts("!=")) {
            sign.chars().for_each(|_| self.step());
            return TokenKind::Wrong(format!("\"{sign}\" is not known here; {message}"));
        }
        if let Some(sign) = SIGNS.iter().find(|sign| self.starts(sign)) {
            sign.chars().for_each(|_| self.step());
            return TokenKind::Sign(sign);
        }
        if let Some((entity, sign)) = ENTITIES.iter().find(|(entity, _)| self.starts(entity)) {
            entity.chars().for_each(|_| self.step());
            return TokenKind::Wrong(format!("this text was copied from HTML: {entity} is {sign}"));
        }
        let c = self.ahead(0);
        self.step();
        let hint = foreign.map_or_else(String::new, |(_, message)| format!("; {message}"));
        TokenKind::Wrong(format!("the sign \"{c}\" is not known here{hint}"))
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Tokens of a line that begins at byte `base` of the text. A continuation line begins with a fresh token.
pub(super) fn scan(text: &str, base: usize, goes_on: bool, diagnostics: &mut Vec<Diagnostic>) -> LexedLine {
    let mut scan = Lexer { text, base, at: 0 };
    let mut tokens: Vec<Token> = Vec::new();
    let mut reference = None;
    let mut space = true;
    let mut fresh = goes_on;
    while scan.at < text.len() {
        let c = scan.ahead(0);
        if c == ' ' {
            scan.step();
            space = true;
            continue;
        }
        if c == '#' || c == '\n' {
            break;
        }
        let from = scan.at;
        if c == '[' {
            scan.skip_while(|c| c != ']');
            let inside: std::sync::Arc<str> = scan.since(from).trim_start_matches('[').trim().into();
            scan.step();
            let span = scan.span(from);
            let closed = scan.at <= text.len();
            scan.skip_while(|c| c == ' ');
            if let Some(hint) = in_square_brackets(&inside) {
                let message = format!("square brackets are a reference, [2.1], and hold no dice; {hint}");
                diagnostics.push(Diagnostic::new(span, message));
            } else if !closed {
                diagnostics.push(Diagnostic::new(span, "this reference has no closing bracket: [2.1]"));
            } else if !matches!(scan.ahead(0), '\n' | '#') {
                diagnostics.push(Diagnostic::new(
                    span,
                    "square brackets are a reference, [2.1], and stand at the end of the line",
                ));
            }
            reference = Some(inside);
            continue;
        }
        let after_dot = !space && matches!(tokens.last(), Some(Token { kind: TokenKind::Sign("."), .. }));
        let kind = match c {
            '"' => scan.quoted(),
            c if c.is_ascii_digit() => scan.number(after_dot),
            c if c.is_alphabetic() || c == '_' => scan.name(after_dot),
            _ => match (scan.sign(), exploding(&tokens)) {
                (TokenKind::Wrong(_), Some(hint)) if c == '!' => {
                    TokenKind::Wrong(format!("the sign \"!\" is not known here; {hint}"))
                }
                (kind, _) => kind,
            },
        };
        let span = scan.span(from);
        let mut push = |kind, span| {
            tokens.push(Token { kind, span, space, fresh });
            space = false;
            fresh = false;
        };
        match kind {
            TokenKind::Name(name) if !after_dot => match name.strip_prefix('d') {
                Some(faces) if !faces.is_empty() && faces.bytes().all(|b| b.is_ascii_digit()) => {
                    let middle = span.start + 1;
                    push(TokenKind::Name("d".to_owned()), Span { start: span.start, end: middle });
                    let number = Number::read(faces).map_or_else(
                        || TokenKind::Wrong("this number is too long".to_owned()),
                        TokenKind::Number,
                    );
                    push(number, Span { start: middle, end: span.end });
                }
                Some("") if scan.ahead(0) == '%' => {
                    push(TokenKind::Wrong("\"d%\" is written d100".to_owned()), span);
                    scan.step();
                }
                _ => push(TokenKind::Name(name), span),
            },
            kind => push(kind, span),
        }
    }
    LexedLine { tokens, reference }
}
