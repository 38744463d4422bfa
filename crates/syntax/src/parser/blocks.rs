//! Blocks: `if CONDITION` on a line of its own stands in front of every line below it.

use super::Parser;
use super::cursor::Cursor;
use crate::ast::{Binary, Expr, ExprKind, Spanned};
use crate::diagnostics::{Keep, Read};
use crate::layout::LayoutLine;

/// Limit of the expressions that blocks copy to their lines, in one text.
const MOST_EXPRESSIONS: usize = 60_000;

/// Number of expressions in a condition.
fn size(expr: &Expr) -> usize {
    let mut size = 1;
    let mut open: Vec<&Expr> = vec![expr];
    while let Some(expr) = open.pop() {
        size += 1;
        expr.it.each_part(&mut |part| open.push(part));
    }
    size
}

/// `a and b`
pub(super) fn both(above: Option<&Expr>, own: Option<Expr>) -> Option<Expr> {
    match (above, own) {
        (Some(above), Some(own)) => {
            let span = own.span;
            Some(Spanned { it: Box::new(ExprKind::Binary(Binary::And, above.clone(), own)), span })
        }
        (above, own) => own.or_else(|| above.cloned()),
    }
}

impl Parser {
    /// Visits the lines below a line, those of blocks with the blocks' conditions. True where all of them
    /// were parsed.
    pub(super) fn through_blocks(
        &mut self,
        line: &LayoutLine,
        above: Option<&Expr>,
        read: &mut dyn FnMut(&mut Self, &LayoutLine, Option<&Expr>) -> bool,
    ) -> bool {
        let mut whole = true;
        for below in &line.below {
            whole &= if below.is_block() {
                let all = self.block(below).and_then(|condition| both(above, Some(condition)));
                all.is_some_and(|all| {
                    self.afford(&all, below) && self.through_blocks(below, Some(&all), read)
                })
            } else {
                read(self, below, above)
            };
        }
        whole
    }

    /// The condition of a block.
    fn block(&mut self, line: &LayoutLine) -> Option<Expr> {
        let mut cursor = Cursor::new(line);
        cursor.takes_word("if");
        let condition = cursor.condition().and_then(|condition| cursor.ends().map(|()| condition));
        if line.below.is_empty() && condition.is_ok() {
            self.emit(line.span, "nothing lies below this \"if\"; indent below it what it holds for");
            return None;
        }
        condition.keep(&mut self.diagnostics)
    }

    /// True where the limit allows a block to copy its condition to its lines; otherwise it is reported.
    fn afford(&mut self, condition: &Expr, block: &LayoutLine) -> bool {
        self.repeated += size(condition).saturating_mul(block.below.len());
        if self.repeated > MOST_EXPRESSIONS {
            self.emit(block.span, "the blocks of this text are too large; give the condition a name");
        }
        self.repeated <= MOST_EXPRESSIONS
    }

    /// Parses a line that has no lines below it.
    pub(super) fn alone<T>(
        &mut self,
        line: &LayoutLine,
        what: &str,
        read: impl FnOnce(&mut Cursor<'_>) -> Read<T>,
    ) -> Option<T> {
        let mut cursor = Cursor::new(line);
        let read = read(&mut cursor).and_then(|read| cursor.ends().map(|()| read));
        // One fault has one message.
        let read = read.keep(&mut self.diagnostics)?;
        self.nothing_below(line, what);
        Some(read)
    }

    /// Parses every line below a line; none of them has lines below it.
    pub(super) fn each_alone<T>(
        &mut self,
        line: &LayoutLine,
        what: &str,
        read: impl Fn(&mut Cursor<'_>) -> Read<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for below in &line.below {
            all.extend(self.alone(below, what, &read));
        }
        all
    }

    /// Reports lines below a line that may have none.
    pub(super) fn nothing_below(&mut self, line: &LayoutLine, what: &str) {
        if let Some(below) = line.below.first() {
            let message = format!(
                "{what} has no lines below it; a line goes on only while a bracket is open, so put brackets around it"
            );
            self.emit(below.span, message);
        }
    }
}
