//! Cursor over the tokens of a line.

use super::players::NO_BRACES;
use crate::ast::{Expr, ExprKind, Name, Path, Span, Spanned};
use crate::diagnostics::{Diagnostic, Read, suggestion, worked, wrong};
use crate::keywords::said_otherwise;
use crate::layout::LayoutLine;
use crate::token::{Token, TokenKind};
use tohit_odds::number::Number;

/// Position among the tokens of a line.
pub(super) struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    /// Empty span at the end of the line.
    end: Span,
    /// Number of expressions around the current one.
    pub(super) depth: usize,
    /// Number of expressions in the line so far.
    nodes: usize,
}

/// Limit of the expressions in a line. It also bounds the recursion over the tree.
const MOST_NODES: usize = 300;

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a LayoutLine) -> Self {
        let end = Span { start: line.span.end, end: line.span.end };
        Self { tokens: &line.tokens, at: 0, end, depth: 0, nodes: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn ahead(&self, skip: usize) -> Option<&'a TokenKind> {
        self.tokens.get(self.at + skip).map(|token| &token.kind)
    }

    /// Consumed tokens of the line.
    pub(super) fn behind(&self) -> &'a [Token] {
        self.tokens.get(..self.at).unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.at);
        self.at += 1;
        token
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Span of the next token, or the end of the line.
    pub(super) fn here(&self) -> Span {
        self.peek().map_or(self.end, |token| token.span)
    }

    /// Span from a place to the last consumed token.
    pub(super) fn since(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        Span { start: start.start, end: last.map_or(start.end, |token| token.span.end).max(start.end) }
    }

    /// True where this sign is next.
    pub(super) fn sees(&self, sign: &str) -> bool {
        matches!(self.ahead(0), Some(TokenKind::Sign(s)) if *s == sign)
    }

    /// Consumes a sign if it is next, and returns true then.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let sees = self.sees(sign);
        self.at += usize::from(sees);
        sees
    }

    /// True where this word of the language is next.
    pub(super) fn sees_word(&self, word: &str) -> bool {
        matches!(self.ahead(0), Some(TokenKind::Name(name)) if name == word)
    }

    /// Consumes a word of the language if it is next, and returns true then.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let sees = self.sees_word(word);
        self.at += usize::from(sees);
        sees
    }

    /// Consumes two words if both are next, and returns true then.
    pub(super) fn takes_words(&mut self, first: &str, second: &str) -> bool {
        let sees =
            self.sees_word(first) && matches!(self.ahead(1), Some(TokenKind::Name(name)) if name == second);
        self.at += 2 * usize::from(sees);
        sees
    }

    pub(super) fn needs(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) {
            return Ok(());
        }
        let mut diagnostic = self.need(&format!("\"{sign}\""));
        if let Some(hint) = self.other_notation().filter(|_| matches!(sign, ")" | ",")) {
            diagnostic.message.push_str(&format!("; {hint}"));
        }
        Err(diagnostic)
    }

    pub(super) fn needs_word(&mut self, word: &str) -> Read<()> {
        if self.takes_word(word) {
            return Ok(());
        }
        let hint = match self.ahead(0) {
            Some(TokenKind::Name(name)) => suggestion(name, &[word]),
            _ => String::new(),
        };
        let mut diagnostic = self.need(&format!("\"{word}\""));
        diagnostic.message.push_str(&hint);
        Err(diagnostic)
    }

    /// Description of the next token, for messages.
    pub(super) fn found(&self) -> String {
        match self.ahead(0) {
            None => "the end of the line".to_owned(),
            Some(TokenKind::Name(name)) => format!("\"{name}\""),
            Some(TokenKind::Sign(sign)) => format!("\"{sign}\""),
            Some(TokenKind::Number(number)) if number.whole().is_some() => format!("the number {number}"),
            Some(TokenKind::Number(_)) => "a number".to_owned(),
            Some(TokenKind::Date(date)) => format!("the date {date}"),
            Some(TokenKind::Text(text)) => format!("the text \"{text}\""),
            Some(TokenKind::Wrong(_)) => "this".to_owned(),
        }
    }

    /// Diagnostic of an unexpected token, with the expected construct.
    pub(super) fn need(&self, what: &str) -> Diagnostic {
        if let Some(TokenKind::Wrong(message)) = self.ahead(0) {
            return Diagnostic::new(self.here(), message.clone());
        }
        let hint = if self.sees("{") { format!("; {NO_BRACES}") } else { String::new() };
        Diagnostic::new(self.here(), format!("here I need {what}, not {}{hint}", self.found()))
    }

    /// Error at the next token.
    pub(super) fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        wrong(self.here(), message)
    }

    /// Requires the end of the line.
    pub(super) fn ends(&self) -> Read<()> {
        self.ends_or(&[])
    }

    /// Requires the end of the line. `known` are the words that may come here, for suggestions.
    pub(super) fn ends_or(&self, known: &[&str]) -> Read<()> {
        let Some(kind) = self.ahead(0) else { return Ok(()) };
        if let Some(hint) = self.other_notation() {
            return self.wrong(format!("the line should end before {}; {hint}", self.found()));
        }
        let hint = match kind {
            TokenKind::Wrong(message) => return self.wrong(message.clone()),
            TokenKind::Name(name) if name == "in" => {
                "; a range has two dots between its ends: x in 3..5".to_owned()
            }
            TokenKind::Name(name) => match said_otherwise(name) {
                Some(here) => format!("; here one writes \"{here}\""),
                None => suggestion(
                    name,
                    &[known, &["if", "else", "and", "or", "is", "has", "otherwise"]].concat(),
                ),
            },
            TokenKind::Sign("<" | "<=" | ">" | ">=" | "=" | "!=") => {
                "; a comparison stands in brackets here: (a < b)".to_owned()
            }
            TokenKind::Sign(",")
                if self.behind().iter().any(|token| matches!(token.kind, TokenKind::Sign(":"))) =>
            {
                "; words have | between: a | b".to_owned()
            }
            TokenKind::Sign("(") => {
                "; what has brackets is a name, and a value before them needs a sign: 2 * (a + b)".to_owned()
            }
            _ => String::new(),
        };
        self.wrong(format!("the line should end before {}{hint}", self.found()))
    }

    /// A name or word.
    pub(super) fn name(&mut self, what: &str) -> Read<Name> {
        match self.ahead(0) {
            Some(TokenKind::Name(name)) => {
                let name = Spanned { it: name.clone(), span: self.here() };
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.need(what)),
        }
    }

    /// Name of a declaration: it has no hyphens.
    pub(super) fn new_name(&mut self, what: &str) -> Read<Name> {
        let name = self.name(what)?;
        if name.it.contains('-') {
            let mended = name.it.replace('-', "_");
            let message = format!("only words may hold hyphens; \"{}\" is a name: write {mended}", name.it);
            return wrong(name.span, message);
        }
        if name.it == "d" && matches!(self.ahead(0), Some(TokenKind::Number(_))) {
            return wrong(name.span, format!("here I need {what}; \"d\" and a number are dice"));
        }
        Ok(name)
    }

    /// Diagnostic of dice in the place of a declared name: `d2 = 3`.
    pub(super) fn dice_as_name(&self) -> Option<Diagnostic> {
        match (self.ahead(0), self.ahead(1), self.ahead(2)) {
            (Some(TokenKind::Name(d)), Some(TokenKind::Number(faces)), Some(TokenKind::Sign("=" | "(")))
                if d == "d" =>
            {
                Some(Diagnostic::new(
                    self.here(),
                    format!("\"d{faces}\" are dice; choose another name, such as die_{faces}"),
                ))
            }
            _ => None,
        }
    }

    /// Elements, at least one, with a separator.
    pub(super) fn several<T>(
        &mut self,
        between: &str,
        mut one: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.takes(between) {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Elements up to the end of the line.
    pub(super) fn all<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut all = Vec::new();
        while !self.at_end() {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// An element in round brackets.
    pub(super) fn bracketed<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.needs("(")?;
        let inside = read(self)?;
        self.needs(")")?;
        Ok(inside)
    }

    /// Words with `|` between.
    pub(super) fn words(&mut self, what: &str) -> Read<Vec<Name>> {
        self.several("|", |cursor| cursor.word(what))
    }

    /// Quoted text.
    pub(super) fn text(&mut self, what: &str) -> Read<String> {
        let Some(TokenKind::Text(text)) = self.ahead(0) else { return Err(self.need(what)) };
        self.at += 1;
        Ok(text.clone())
    }

    /// A word of a list.
    pub(super) fn word(&mut self, what: &str) -> Read<Name> {
        if let (Some(TokenKind::Name(d)), Some(TokenKind::Number(faces))) = (self.ahead(0), self.ahead(1))
            && d == "d"
        {
            let message = format!(
                "\"d{faces}\" are dice, and no word; choose another, such as one_d{faces}, or in a table write the sides, {faces}, and roll  d TABLE(key).COLUMN"
            );
            return self.wrong(message);
        }
        if let Some(TokenKind::Text(text)) = self.ahead(0) {
            return self.wrong(format!("words are written without quotes: {}", text.replace(' ', "-")));
        }
        self.name(what)
    }

    /// Names with commas between.
    pub(super) fn names(&mut self, what: &str) -> Read<Vec<Name>> {
        let names = self.several(",", |cursor| cursor.word(what))?;
        if matches!(self.ahead(0), Some(TokenKind::Name(_))) {
            return self.wrong(format!("here I need a comma before {}", self.found()));
        }
        Ok(names)
    }

    /// Names and places with dots between.
    pub(super) fn path(&mut self, what: &str) -> Read<Path> {
        let start = self.here();
        let mut parts = vec![self.name(what)?.it];
        while self.takes(".") {
            match self.next().map(|token| &token.kind) {
                Some(TokenKind::Name(name)) => parts.push(name.clone()),
                Some(TokenKind::Number(number)) if number.whole().is_some_and(|whole| whole >= 0) => {
                    parts.push(number.to_string());
                }
                _ => {
                    self.at -= 1;
                    return Err(self.need("a field's name"));
                }
            }
        }
        Ok(Spanned { it: parts, span: self.since(start) })
    }

    /// A whole number, perhaps negative.
    pub(super) fn whole(&mut self, what: &str) -> Read<i64> {
        let here = self.here();
        let number = self.signed(what)?;
        number
            .whole()
            .ok_or_else(|| Diagnostic::new(self.since(here), format!("here I need {what}: a whole number")))
    }

    /// A number, perhaps negative, perhaps a fraction.
    pub(super) fn exact(&mut self, what: &str) -> Read<Number> {
        let here = self.here();
        let over = self.signed(what)?;
        if !self.sees("/") {
            return Ok(over);
        }
        self.at += 1;
        let under = self.signed(what)?;
        worked(self.since(here), over.divide(&under))
    }

    /// A number, perhaps negative.
    pub(super) fn signed(&mut self, what: &str) -> Read<Number> {
        let here = self.here();
        let negative = self.takes("-");
        let Some(TokenKind::Number(number)) = self.ahead(0) else { return Err(self.need(what)) };
        self.at += 1;
        if negative { worked(here, number.negate()) } else { Ok(number.clone()) }
    }

    /// True where no space and no line break separates the next token from the last.
    pub(super) fn is_glued(&self) -> bool {
        self.peek().is_some_and(|token| !token.space && !token.fresh)
    }

    /// Expression whose span reaches from a place to the last consumed token.
    pub(super) fn node(&mut self, start: Span, node: ExprKind) -> Read<Expr> {
        let span = self.since(start);
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return wrong(span, "this line is too long; give its parts names of their own");
        }
        Ok(Spanned { it: Box::new(node), span })
    }
}
