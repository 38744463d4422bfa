//! The strike: its lines, its ends, and the values carried to the next one.

use super::Parser;
use super::blocks::both;
use super::cursor::Cursor;
use super::expressions::strength::ADD;
use crate::ast::{Assignment, End, Expr, ExprKind, Path, Spanned, StrikeLine};
use crate::diagnostics::{Keep, Read, suggestion, wrong};
use crate::keywords::{STRIKE_LINES, statement_otherwise};
use crate::layout::LayoutLine;
use crate::token::TokenKind;

impl Parser {
    pub(super) fn strike(&mut self, line: &LayoutLine) -> Vec<StrikeLine> {
        let mut lines = Vec::new();
        if line.below.is_empty() {
            self.emit(line.span, "a strike has lines below it, and the last is an \"end\"");
        }
        self.through_blocks(line, None, &mut |reader, line, above| {
            lines.extend(reader.strike_line(line, above));
            true
        });
        lines
    }

    fn strike_line(&mut self, line: &LayoutLine, above: Option<&Expr>) -> Option<StrikeLine> {
        if line.starts_with("end") {
            let end = end(&mut Cursor::new(line), line, above).keep(&mut self.diagnostics);
            let next = self.nexts(line);
            return end.map(|end| StrikeLine::End(End { next, ..end }));
        }
        if line.starts_with("next") {
            return self.next(line, above).map(StrikeLine::Next);
        }
        if above.is_some() {
            let message = "only ends, and \"next\", stand in a block of a strike; a name gets its value outside, with rows if ...";
            self.emit(line.span, message);
            return None;
        }
        let mut cursor = Cursor::new(line);
        let (name, show) = value_name(&mut cursor).keep(&mut self.diagnostics)?;
        let column = self.column(&mut cursor, line, &name.it.join("."))?;
        let reference = line.reference.clone();
        Some(StrikeLine::Value { name, show, column, span: line.span, reference })
    }

    /// The lines below `between turns`.
    pub(super) fn between(&mut self, line: &LayoutLine) -> Vec<Assignment> {
        if line.below.is_empty() {
            self.emit(line.span, "below \"between turns\" stands what changes: next left = left + 1");
        }
        self.nexts(line)
    }

    fn nexts(&mut self, line: &LayoutLine) -> Vec<Assignment> {
        let mut nexts = Vec::new();
        self.through_blocks(line, None, &mut |reader, line, above| {
            nexts.extend(reader.next(line, above));
            true
        });
        nexts
    }

    fn next(&mut self, line: &LayoutLine, above: Option<&Expr>) -> Option<Assignment> {
        self.alone(line, "\"next\"", |cursor| next(cursor, line, above))
    }
}

/// `name =`, `show name =`
fn value_name(cursor: &mut Cursor<'_>) -> Read<(Path, bool)> {
    let show = cursor.takes_word("show");
    if let Some(diagnostic) = cursor.dice_as_name() {
        return Err(diagnostic);
    }
    let start = cursor.here();
    let what = "a line of the strike: name = value, show name = value, next, end or if";
    if !show
        && let Some(TokenKind::Name(name)) = cursor.ahead(0)
        && !matches!(cursor.ahead(1), Some(TokenKind::Sign("=" | ".")))
    {
        if name.contains('-') && matches!(cursor.ahead(1), Some(TokenKind::Sign("="))) {
            cursor.new_name(what)?;
        }
        if matches!(cursor.ahead(1), Some(TokenKind::Name(word)) if word == "if" || word == "lose") {
            return wrong(start, format!("a strike ends with \"end\": end {name} ..."));
        }
        if name == "else" {
            let message = "the strike has no \"else\": what stands below a block of \"if\" holds where the block has not ended";
            return wrong(start, message);
        }
        if let Some(hint) = statement_otherwise(name) {
            return wrong(start, format!("\"{name}\" is not known here; {hint}"));
        }
        if name == "roll" {
            let message = "a roll gets a name, or stands in a value: face = d20; \"roll NAME = ...\" stands at the left margin";
            return wrong(start, message);
        }
        if matches!(cursor.ahead(1), Some(TokenKind::Sign("("))) {
            let message =
                "what takes values is a figure, and stands outside of the strike, at the left margin";
            return wrong(start, message);
        }
        let mut diagnostic = cursor.need(what);
        diagnostic.message.push_str(&suggestion(name, STRIKE_LINES));
        return Err(diagnostic);
    }
    let name = if show {
        cursor.path("a name")?
    } else {
        let name = cursor.new_name(what)?;
        Path { it: vec![name.it], span: name.span }
    };
    if !cursor.sees("=") && show {
        return cursor.wrong("in a strike \"show\" names a line: show name = value");
    }
    cursor.needs("=")?;
    Ok((name, show))
}

fn next(cursor: &mut Cursor<'_>, line: &LayoutLine, above: Option<&Expr>) -> Read<Assignment> {
    if !cursor.takes_word("next") {
        if cursor.sees_word("end") {
            let message = "this \"end\" is indented further than the one above it; the ends of a strike stand at one margin";
            return cursor.wrong(message);
        }
        let mut diagnostic = cursor
            .need("\"next\": below an \"end\" or \"between turns\" stand only lines \"next name = value\"");
        if matches!(cursor.ahead(1), Some(TokenKind::Sign("="))) {
            diagnostic.message.push_str("; what a later line reads stands before the end");
        }
        return Err(diagnostic);
    }
    let name = cursor.new_name("the name of what is carried")?;
    cursor.needs("=")?;
    let (value, when) = cursor.value_when()?;
    Ok(Assignment { name, value, when: both(above, when), span: line.span })
}

/// An end, without the lines below it.
fn end(cursor: &mut Cursor<'_>, line: &LayoutLine, above: Option<&Expr>) -> Read<End<Expr, Assignment>> {
    cursor.needs_word("end")?;
    let ending = if cursor.sees("(") {
        cursor.bracketed(Cursor::value)?
    } else {
        if ["if", "lose", "gain", "pay"].iter().any(|word| cursor.sees_word(word)) {
            return Err(cursor.need("the word of an ending"));
        }
        let word = cursor.word("the word of an ending")?;
        if cursor.sees(".") {
            let message = "after \"end\" stands a word; a value there needs brackets: end (value)";
            return wrong(cursor.since(word.span), message);
        }
        Spanned { it: Box::new(ExprKind::Word(word.it)), span: word.span }
    };
    let (mut lose, mut gain, mut pay, mut kill) = (None, None, None, false);
    loop {
        let here = cursor.here();
        let (what, again) = if cursor.takes_word("lose") {
            ("lose", lose.replace(cursor.binary(ADD)?).is_some())
        } else if cursor.takes_word("gain") {
            ("gain", gain.replace(cursor.binary(ADD)?).is_some())
        } else if cursor.takes_word("pay") {
            ("pay", pay.replace(cursor.binary(ADD)?).is_some())
        } else if cursor.takes_word("kill") {
            ("kill", core::mem::replace(&mut kill, true))
        } else {
            break;
        };
        if again {
            return wrong(here, format!("\"{what}\" is said twice"));
        }
    }
    let when = both(above, cursor.when_alone("lose")?);
    cursor.ends_or(&["lose", "gain", "pay", "kill", "if"])?;
    let reference = line.reference.clone();
    Ok(End { ending, lose, gain, pay, kill, when, next: Vec::new(), span: line.span, reference })
}
