//! Layout: a tree of lines by indentation. An indented line belongs to the line above.

use crate::ast::{Reference, Span};
use crate::diagnostics::Diagnostic;
use crate::lexer::{is_space, scan};
use crate::token::{Token, TokenKind};
use rustc_hash::FxHashSet;

/// A line with the lines below it.
#[derive(Debug)]
pub(super) struct LayoutLine {
    pub(super) tokens: Vec<Token>,
    /// Span from the first token to the last.
    pub(super) span: Span,
    pub(super) reference: Reference,
    pub(super) below: Vec<LayoutLine>,
    indent: usize,
}

/// Limit of open brackets, and of the depth of the tree of lines.
pub(super) const MOST_DEPTH: usize = 64;

impl LayoutLine {
    pub(super) fn starts(&self) -> Option<&TokenKind> {
        self.tokens.first().map(|token| &token.kind)
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        matches!(self.starts(), Some(TokenKind::Name(name)) if name == word)
    }

    /// True where the part behind a `;` lies below this line, not beside it.
    fn holds(&self, next: &Self) -> bool {
        let opens = ["strike", "endings", "if", "sheet", "record", "table", "switches"]
            .iter()
            .any(|word| self.starts_with(word) && !self.names_value())
            || matches!(self.tokens.last(), Some(Token { kind: TokenKind::Sign("="), .. }));
        let row = next.is_row() && !self.is_row();
        opens || row || self.starts_with("end") && next.starts_with("next")
    }

    /// Span from the first token to the last one below the line.
    pub(super) fn whole(&self) -> Span {
        let end = self.below.iter().map(|below| below.whole().end).fold(self.span.end, u32::max);
        Span { start: self.span.start, end }
    }

    /// Names that the line and the lines below may declare.
    pub(super) fn names(&self, names: &mut FxHashSet<String>) {
        let declares = ["list", "record", "sheet", "endings", "table", "switches", "modes"];
        self.names_of(declares.iter().any(|word| self.starts_with(word)), names);
    }

    fn names_of(&self, all: bool, names: &mut FxHashSet<String>) {
        let some = if all { usize::MAX } else { 3 };
        names.extend(self.tokens.iter().take(some).filter_map(|token| match &token.kind {
            TokenKind::Name(name) => Some(name.clone()),
            _ => None,
        }));
        self.below.iter().for_each(|below| below.names_of(all, names));
    }

    /// True where the line begins like a row of a column.
    fn is_row(&self) -> bool {
        match self.starts() {
            Some(TokenKind::Sign("=" | "+" | "-" | "*" | "/")) => true,
            Some(TokenKind::Name(name)) => {
                ["div", "mod", "floor", "ceil", "round", "trunc", "at"].contains(&name.as_str())
                    && !self.names_value()
            }
            _ => false,
        }
    }

    /// True for `if CONDITION` alone.
    pub(super) fn is_block(&self) -> bool {
        self.starts_with("if")
    }

    /// True for `name = ...` and `name: ...`
    fn names_value(&self) -> bool {
        matches!(self.tokens.get(1), Some(Token { kind: TokenKind::Sign("=" | ":"), .. }))
    }
}

/// True where the text's section of words begins with this line: `words "Name"`.
#[must_use]
pub fn begins_words(line: &str) -> bool {
    line.strip_prefix("words").is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// Lines of a text, up to its section of words.
pub(super) fn lines(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<LayoutLine> {
    let mut tree = OpenLines::default();
    let mut open: Vec<(Span, &'static str)> = Vec::new();
    let mut current: Option<LayoutLine> = None;
    let mut base = 0;
    let mut tab = false;
    for line in text.split_inclusive('\n') {
        let start = base;
        base += line.len();
        let rest = line.trim_start_matches(is_space);
        let margin = line.len() - rest.len();
        let margin_text = line.get(..margin).unwrap_or_default();
        if rest.is_empty() || rest.starts_with(['#', '\n']) {
            continue;
        }
        if begins_words(line) && open.is_empty() {
            break;
        }
        let at = Span { start: to_u32(start), end: to_u32(start + margin) };
        if margin_text.contains('\t') && !core::mem::replace(&mut tab, true) {
            diagnostics.push(Diagnostic::new(
                at,
                "the margin holds a tab; indent with spaces, in this and all other lines",
            ));
        }
        let indent = margin_text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        let first = current.as_ref().map_or(0, |line| line.indent);
        if indent <= first && !rest.starts_with([')', '}']) {
            unclosed(&mut open, diagnostics);
        }
        let goes_on = !open.is_empty() && current.is_some();
        let mut scanned = scan(rest, start + margin, goes_on, diagnostics);
        brackets(&mut scanned.tokens, &mut open, diagnostics);
        let (Some(head), Some(tail)) = (scanned.tokens.first(), scanned.tokens.last()) else { continue };
        let span = Span { start: head.span.start, end: tail.span.end };
        match &mut current {
            Some(line) if goes_on => {
                line.span.end = span.end;
                line.tokens.append(&mut scanned.tokens);
                line.reference = scanned.reference.or_else(|| line.reference.take());
            }
            _ => {
                let line = LayoutLine {
                    tokens: scanned.tokens,
                    span,
                    reference: scanned.reference,
                    below: Vec::new(),
                    indent,
                };
                if let Some(done) = current.replace(line) {
                    tree.add(done, diagnostics);
                }
            }
        }
    }
    unclosed(&mut open, diagnostics);
    if let Some(done) = current {
        tree.add(done, diagnostics);
    }
    tree.done()
}

fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn unclosed(open: &mut Vec<(Span, &'static str)>, diagnostics: &mut Vec<Diagnostic>) {
    if let Some((span, sign)) = open.last() {
        let close = if *sign == "(" { ")" } else { "}" };
        diagnostics.push(Diagnostic::new(
            *span,
            format!("this bracket is never closed; \"{close}\" is missing (a line that goes on is indented further)"),
        ));
    }
    open.clear();
}

fn brackets(tokens: &mut [Token], open: &mut Vec<(Span, &'static str)>, diagnostics: &mut Vec<Diagnostic>) {
    for token in tokens {
        let TokenKind::Sign(sign) = token.kind else { continue };
        match sign {
            "(" | "{" => {
                if open.len() >= MOST_DEPTH {
                    diagnostics.push(Diagnostic::new(token.span, "more than 64 brackets are open here"));
                    token.kind = TokenKind::Wrong("more than 64 brackets are open here".to_owned());
                } else {
                    open.push((token.span, sign));
                }
            }
            ")" | "}" => {
                let fits = if sign == ")" { "(" } else { "{" };
                match open.pop() {
                    Some((_, opened)) if opened == fits => {}
                    Some((_, opened)) => diagnostics.push(Diagnostic::new(
                        token.span,
                        format!("\"{sign}\" closes a bracket that was opened with \"{opened}\""),
                    )),
                    None => {
                        diagnostics.push(Diagnostic::new(token.span, format!("\"{sign}\" closes nothing")))
                    }
                }
            }
            _ => {}
        }
    }
}

/// Lines whose lines below are not complete yet, each deeper than the one before.
#[derive(Default)]
struct OpenLines {
    open: Vec<LayoutLine>,
    done: Vec<LayoutLine>,
    /// Spaces in front of the text's first line, which all lines are forgiven after one diagnostic.
    margin: usize,
}

impl OpenLines {
    fn add(&mut self, mut line: LayoutLine, diagnostics: &mut Vec<Diagnostic>) {
        if self.open.is_empty() && self.done.is_empty() && self.margin == 0 && line.indent > 0 {
            self.margin = line.indent;
            let message = format!(
                "a text begins at the left margin; take {} spaces off this line and those below it",
                line.indent
            );
            diagnostics.push(Diagnostic::new(line.span, message));
        }
        line.indent = line.indent.saturating_sub(self.margin);
        let indent = line.indent;
        while self.open.last().is_some_and(|above| above.indent >= indent) {
            self.close();
        }
        if self.open.is_empty() && indent > 0 {
            let message = "this line is indented but belongs to nothing above it; a statement begins at the left margin";
            diagnostics.push(Diagnostic::new(line.span, message));
            return;
        }
        if self.open.len() >= MOST_DEPTH {
            diagnostics.push(Diagnostic::new(line.span, "more than 64 lines lie below each other here"));
            return;
        }
        // Parts of a line stand beside each other, or below the first part where that one holds them.
        let mut parts = parts(line).into_iter();
        let Some(mut head) = parts.next() else { return };
        for part in parts {
            if head.holds(&part) {
                head.below.push(part);
            } else {
                self.put(core::mem::replace(&mut head, part));
            }
        }
        self.open.push(head);
    }

    fn close(&mut self) {
        if let Some(line) = self.open.pop() {
            self.put(line);
        }
    }

    fn put(&mut self, line: LayoutLine) {
        match self.open.last_mut() {
            Some(above) => above.below.push(line),
            None => self.done.push(line),
        }
    }

    fn done(mut self) -> Vec<LayoutLine> {
        while !self.open.is_empty() {
            self.close();
        }
        self.done
    }
}

/// Parts of a line between its `;` outside of brackets. Every part has the reference of the line.
fn parts(line: LayoutLine) -> Vec<LayoutLine> {
    let LayoutLine { tokens, reference, indent, .. } = line;
    let mut parts = Vec::new();
    let mut part: Vec<Token> = Vec::new();
    let mut depth = 0_usize;
    let mut finish = |part: &mut Vec<Token>| {
        if let (Some(head), Some(tail)) = (part.first(), part.last()) {
            let span = Span { start: head.span.start, end: tail.span.end };
            let tokens = core::mem::take(part);
            parts.push(LayoutLine { tokens, span, reference: reference.clone(), below: Vec::new(), indent });
        }
    };
    for token in tokens {
        match token.kind {
            TokenKind::Sign("(" | "{") => depth += 1,
            TokenKind::Sign(")" | "}") => depth = depth.saturating_sub(1),
            TokenKind::Sign(";") if depth == 0 => {
                finish(&mut part);
                continue;
            }
            _ => {}
        }
        part.push(token);
    }
    finish(&mut part);
    parts
}
