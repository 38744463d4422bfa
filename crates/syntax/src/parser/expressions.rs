//! Expressions by precedence climbing: from `if else` down to names and brackets.

use super::cursor::Cursor;
use crate::ast::{Binary, Expr, ExprKind, Span, Unary};
use crate::diagnostics::{Read, worked, wrong};
use crate::dice_notation::dice_before;
use crate::token::TokenKind;
use tohit_odds::number::Number;

/// Precedence of operators. `otherwise` and `^` are right-associative, the others left-associative.
pub(super) mod strength {
    pub(in super::super) const OR: u8 = 1;
    pub(in super::super) const AND: u8 = 2;
    pub(in super::super) const NOT: u8 = 3;
    pub(in super::super) const COMPARE: u8 = 4;
    pub(in super::super) const OTHERWISE: u8 = 5;
    pub(in super::super) const ADD: u8 = 6;
    pub(in super::super) const TIMES: u8 = 7;
    pub(in super::super) const MINUS: u8 = 8;
    pub(in super::super) const DICE: u8 = 9;
    pub(in super::super) const POWER: u8 = 10;
    pub(in super::super) const ATOM: u8 = 11;
}
use strength::{ADD, AND, ATOM, COMPARE, DICE, MINUS, NOT, OR, OTHERWISE, POWER, TIMES};

/// Limit of nested expressions.
const MOST_DEPTH: usize = 150;

/// Binary operator of the grammar.
#[derive(Clone, Copy)]
enum Operator {
    Binary(Binary),
    Otherwise,
    Dice,
    Is,
    Has,
    In,
}

impl Cursor<'_> {
    /// A whole value, with `if else`.
    pub(super) fn value(&mut self) -> Read<Expr> {
        let start = self.here();
        let (value, when) = self.value_when()?;
        match when {
            None => Ok(value),
            Some(_) => {
                let mut diagnostic = self.need("\"else\"");
                if self.at_end() {
                    diagnostic.span = self.since(start);
                }
                diagnostic.message.push_str("; a value with \"if\" says what it is otherwise: a if c else b");
                Err(diagnostic)
            }
        }
    }

    /// A value, and the condition behind it if no `else` follows.
    pub(super) fn value_when(&mut self) -> Read<(Expr, Option<Expr>)> {
        let start = self.here();
        let value = self.binary(OR)?;
        self.rest_when(start, value)
    }

    fn rest_when(&mut self, start: Span, value: Expr) -> Read<(Expr, Option<Expr>)> {
        if !self.takes_word("if") {
            return Ok((value, None));
        }
        let condition = self.binary(OR)?;
        if !self.takes_word("else") {
            return Ok((value, Some(condition)));
        }
        self.deeper()?;
        let (other, when) = self.value_when()?;
        self.depth -= 1;
        Ok((self.node(start, ExprKind::If(condition, value, other))?, when))
    }

    /// The condition behind `if`, if there is one.
    pub(super) fn when(&mut self) -> Read<Option<Expr>> {
        if self.takes_word("if") { self.binary(OR).map(Some) } else { Ok(None) }
    }

    /// Condition behind a value that cannot have `else`.
    pub(super) fn when_alone(&mut self, what: &str) -> Read<Option<Expr>> {
        let when = self.when()?;
        if when.is_some() && self.sees_word("else") {
            let message = format!("a value with \"else\" stands in brackets here: {what} (a if c else b)");
            return self.wrong(message);
        }
        Ok(when)
    }

    /// A condition.
    pub(super) fn condition(&mut self) -> Read<Expr> {
        self.binary(OR)
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return self.wrong("too much stands within each other here; give its parts names of their own");
        }
        Ok(())
    }

    /// A value whose operators have at least the precedence `least`.
    pub(super) fn binary(&mut self, least: u8) -> Read<Expr> {
        self.deeper()?;
        let start = self.here();
        let left = self.prefixed()?;
        let value = self.go_on(start, left, least);
        self.depth -= 1;
        value
    }

    /// Operators and operands behind a parsed value.
    pub(super) fn go_on(&mut self, start: Span, mut left: Expr, least: u8) -> Read<Expr> {
        let mut compared = false;
        while let Some((strength, operator)) = self.operator() {
            if strength < least {
                break;
            }
            let sign = self.here();
            if strength == COMPARE && core::mem::replace(&mut compared, true) {
                return wrong(
                    sign,
                    "one comparison at a time; write a < b and b < c, or put one in brackets",
                );
            }
            self.next();
            left = match operator {
                Operator::Is => self.is(start, left)?,
                Operator::Has => self.has(start, left)?,
                Operator::In => self.within(start, left)?,
                Operator::Otherwise => {
                    let right = self.binary(OTHERWISE)?;
                    self.node(start, ExprKind::Otherwise(left, right))?
                }
                Operator::Dice if self.at_end() => {
                    return wrong(self.since(start), "dice have sides: 3d6");
                }
                Operator::Dice => {
                    let right = self.binary(POWER)?;
                    let dice = self.node(start, ExprKind::Dice(left, right))?;
                    self.kept(start, dice)?
                }
                Operator::Binary(binary) => {
                    let right = self.binary(if strength == POWER { POWER } else { strength + 1 })?;
                    self.node(start, ExprKind::Binary(binary, left, right))?
                }
            };
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(u8, Operator)> {
        let binary = |strength, binary| Some((strength, Operator::Binary(binary)));
        match self.ahead(0)? {
            TokenKind::Sign(sign) => match *sign {
                "+" => binary(ADD, Binary::Add),
                "-" => binary(ADD, Binary::Subtract),
                "*" => binary(TIMES, Binary::Multiply),
                "/" => binary(TIMES, Binary::Divide),
                "^" => binary(POWER, Binary::Power),
                "=" => binary(COMPARE, Binary::Equal),
                "!=" => binary(COMPARE, Binary::NotEqual),
                "<" => binary(COMPARE, Binary::Less),
                "<=" => binary(COMPARE, Binary::LessOrEqual),
                ">" => binary(COMPARE, Binary::More),
                ">=" => binary(COMPARE, Binary::MoreOrEqual),
                _ => None,
            },
            TokenKind::Name(name) => match name.as_str() {
                "or" => binary(OR, Binary::Or),
                "and" => binary(AND, Binary::And),
                "div" => binary(TIMES, Binary::Div),
                "mod" => binary(TIMES, Binary::Mod),
                "is" => Some((COMPARE, Operator::Is)),
                "has" => Some((COMPARE, Operator::Has)),
                "in" if self.is_range(1) => Some((COMPARE, Operator::In)),
                "otherwise" => Some((OTHERWISE, Operator::Otherwise)),
                "d" => Some((DICE, Operator::Dice)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `is a | b`, `is not a`, `is (y)`
    fn is(&mut self, start: Span, left: Expr) -> Read<Expr> {
        let not = self.takes_word("not");
        let node = if self.sees("(") {
            ExprKind::Binary(Binary::Equal, left, self.bracketed(Self::value)?)
        } else {
            ExprKind::Is(left, self.words_after("is")?)
        };
        let is = self.node(start, node)?;
        if not { self.node(start, ExprKind::Unary(Unary::Not, is)) } else { Ok(is) }
    }

    /// `has a | b`, `has (y)`
    fn has(&mut self, start: Span, left: Expr) -> Read<Expr> {
        if self.sees_word("not") {
            return self.wrong("\"not\" stands in front: not (set has word)");
        }
        let node = if self.sees("(") {
            ExprKind::HasValue(left, self.bracketed(Self::value)?)
        } else {
            ExprKind::Has(left, self.words_after("has")?)
        };
        self.node(start, node)
    }

    /// `in 3..5`, `in 1..3 | 8`
    fn within(&mut self, start: Span, left: Expr) -> Read<Expr> {
        let ranges = self.several("|", |cursor| {
            let from = cursor.binary(ADD)?;
            let to = if cursor.takes("..") { Some(cursor.binary(ADD)?) } else { None };
            Ok((from, to))
        })?;
        self.node(start, ExprKind::In(left, ranges))
    }

    /// Lookahead: ranges or numbers joined by `|` follow, so that `in` is a comparison. What follows the `in`
    /// of a chance, a pool or a loop has neither.
    pub(super) fn is_range(&self, mut skip: usize) -> bool {
        /// Words behind a range.
        const ENDS: [&str; 9] = ["if", "else", "and", "or", "is", "has", "for", "in", "times"];
        let mut depth = 0_usize;
        while let Some(token) = self.ahead(skip) {
            match token {
                TokenKind::Sign("(") => depth += 1,
                TokenKind::Sign(")") if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                TokenKind::Sign(".." | "|") => return true,
                TokenKind::Sign("+" | "-" | "*" | "/" | "^" | ".") | TokenKind::Number(_) => {}
                TokenKind::Name(name) if !ENDS.contains(&name.as_str()) => {}
                _ => return false,
            }
            skip += 1;
        }
        false
    }

    fn words_after(&mut self, after: &str) -> Read<Vec<crate::ast::Name>> {
        let here = self.here();
        match self.ahead(0) {
            Some(TokenKind::Number(number)) if after == "is" => {
                return wrong(
                    here,
                    format!("after \"is\" stands a word; numbers are compared with =: = {number}"),
                );
            }
            Some(TokenKind::Name(name)) if name == "yes" || name == "no" => {
                let message =
                    "yes or no needs no comparison; write the figure alone, or \"not\" in front of it";
                return wrong(here, message);
            }
            Some(TokenKind::Name(name)) if name == "given" => {
                return wrong(here, "\"given\" stands in front: given x, not given x");
            }
            _ => {}
        }
        let words = self.words("a word of a list")?;
        if self.sees(".") || self.sees("(") {
            let message =
                format!("after \"{after}\" stands a word; a value there needs brackets: {after} (value)");
            return wrong(self.since(here), message);
        }
        for word in &words {
            if word.it == "or" || word.it == "and" {
                return wrong(word.span, "here I need a word; words of one \"is\" are joined with |: a | b");
            }
        }
        Ok(words)
    }

    /// `not x`, `- x`, `d20`, or an atom with its fields.
    fn prefixed(&mut self) -> Read<Expr> {
        let start = self.here();
        if self.takes_word("not") {
            let value = self.binary(NOT)?;
            return self.node(start, ExprKind::Unary(Unary::Not, value));
        }
        if self.takes("-") {
            let value = self.binary(MINUS)?;
            let node = match &*value.it {
                ExprKind::Number(number) => ExprKind::Number(worked(value.span, number.negate())?),
                _ => ExprKind::Unary(Unary::Negate, value),
            };
            return self.node(start, node);
        }
        if self.takes_word("d") {
            let one = self.node(start, ExprKind::Number(Number::from(1)))?;
            let sides = self.binary(POWER)?;
            if self.sees("(") && self.is_glued() {
                let message = self.method().unwrap_or_else(|| {
                    "dice take no values; a figure has another name, such as percentile(x)".to_owned()
                });
                return wrong(self.since(start), message);
            }
            return self.node(start, ExprKind::Dice(one, sides));
        }
        let mut value = self.atom()?;
        while self.sees(".") {
            self.next();
            let field = match self.ahead(0) {
                Some(TokenKind::Number(_))
                    if dice_before(self.behind().split_last().map_or(&[], |(_, b)| b)).is_some() =>
                {
                    return self.wrong("the sides of a die are whole: d2");
                }
                Some(TokenKind::Number(_)) => {
                    let message = "an item has no number here; go through the list: sum of x for p in list";
                    return self.wrong(message);
                }
                _ => self.name("a field's name")?,
            };
            value = self.node(start, ExprKind::Dot(value, field))?;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Read<Expr> {
        let start = self.here();
        match self.ahead(0) {
            Some(TokenKind::Number(number)) => {
                let node = ExprKind::Number(number.clone());
                self.next();
                self.node(start, node)
            }
            Some(TokenKind::Sign("(")) => {
                let value = self.bracketed(Self::value)?;
                Ok(Expr { it: value.it, span: self.since(start) })
            }
            Some(TokenKind::Name(name)) => {
                let name = name.clone();
                self.named(start, &name)
            }
            Some(TokenKind::Text(text)) => {
                let word = text.replace(' ', "-");
                wrong(start, format!("text is no value; words are written bare: {word}"))
            }
            _ => Err(self.need("a number, a name or a roll")),
        }
    }

    /// An expression that begins with a name or a word of the language.
    fn named(&mut self, start: Span, name: &str) -> Read<Expr> {
        if let Some(unary) = unary(name) {
            self.next();
            let value = self.bracketed(Self::value)?;
            return self.node(start, ExprKind::Unary(unary, value));
        }
        match name {
            "yes" | "no" => self.plain(start, ExprKind::Flag(name == "yes")),
            "it" => self.plain(start, ExprKind::It),
            "mode" => self.plain(start, ExprKind::Mode),
            "given" => {
                self.next();
                let value = self.binary(ATOM)?;
                self.node(start, ExprKind::Given(value))
            }
            "min" | "max" => {
                self.next();
                self.needs("(")?;
                let mut value = self.value()?;
                self.needs(",")?;
                let binary = if name == "min" { Binary::Min } else { Binary::Max };
                loop {
                    let other = self.value()?;
                    value = self.node(start, ExprKind::Binary(binary, value, other))?;
                    if !self.takes(",") {
                        break;
                    }
                }
                self.needs(")")?;
                Ok(Expr { it: value.it, span: self.since(start) })
            }
            "roll" | "chance" | "pick" | "open" | "odds" | "sum" | "count" | "best" | "worst" => {
                self.next();
                self.draw(start, name)
            }
            "most" if matches!(self.ahead(1), Some(TokenKind::Name(word)) if word == "alike") => {
                self.next();
                self.alike(start)
            }
            "if" => {
                let mut diagnostic = self.need("a number, a name or a roll");
                diagnostic.message.push_str("; the value stands in front of its condition: a if c else b");
                Err(diagnostic)
            }
            "else" | "and" | "or" | "is" | "has" | "div" | "mod" | "otherwise" | "of" | "times" | "for" => {
                Err(self.need("a number, a name or a roll"))
            }
            _ => {
                self.next();
                if let Some(hint) = self.other_beginning(name) {
                    return wrong(start, format!("\"{name}\" is not known here; {hint}"));
                }
                if !self.takes("(") {
                    return self.node(start, ExprKind::Name(name.to_owned()));
                }
                let called = crate::ast::Spanned { it: name.to_owned(), span: start };
                let mut values = Vec::new();
                if !self.takes(")") {
                    values = self.several(",", Self::value)?;
                    self.needs(")")?;
                }
                self.node(start, ExprKind::Call(called, values))
            }
        }
    }

    fn plain(&mut self, start: Span, node: ExprKind) -> Read<Expr> {
        self.next();
        self.node(start, node)
    }
}

pub(super) fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "floor" => Unary::Floor,
        "ceil" => Unary::Ceil,
        "round" => Unary::Round,
        "trunc" => Unary::Trunc,
        "abs" => Unary::Abs,
        _ => return None,
    })
}
