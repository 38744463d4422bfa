//! Columns of rows, cases, and restrictions of their rolls.

use super::mode::Checker;
use crate::program::{Id, Local, Node, Row, each_part};
use tohit_syntax::ast::{self, Binary, Body, Expr, Span};
use tohit_syntax::diagnostics::{Keep, Read, wrong};

/// Limit of the cases of a figure: each is nested in the one before.
const MOST_CASES: usize = 100;

impl<'a> Checker<'a> {
    /// Compiles a column; one row alone is its value.
    pub(super) fn column(&mut self, column: &'a Body) -> Option<Id> {
        let rows = match column {
            Body::Cases(rows) => return self.cases(rows),
            Body::Rows(rows) => rows,
        };
        if let [row] = rows.as_slice() {
            return self.expr(&row.value).keep(&mut self.diagnostics);
        }
        let span = rows.first().map(|row| row.span).unwrap_or_default();
        let it = self.local(span).keep(&mut self.diagnostics)?;
        let rows = self.rows(rows, Some(it))?.into();
        Some(self.add(Node::Column(it, rows), span))
    }

    /// Compiles rows. Rows below the first read the value so far.
    fn rows(&mut self, rows: &'a [ast::Row<Expr>], it: Option<Local>) -> Option<Vec<Row>> {
        let before = self.it.take();
        let mut done = Vec::with_capacity(rows.len());
        for row in rows {
            done.push(self.row(row).keep(&mut self.diagnostics));
            self.it = it;
        }
        self.it = before;
        done.into_iter().collect()
    }

    fn row(&mut self, row: &'a ast::Row<Expr>) -> Read<Row> {
        let when = self.when(row.when.as_ref(), row.span)?;
        let value = self.expr(&row.value)?;
        if let Some(when) = when {
            self.rolled_twice(value, when)?;
        }
        Ok(Row { value, when, span: row.span })
    }

    fn cases(&mut self, rows: &'a [ast::Row<Expr>]) -> Option<Id> {
        if let Some(row) = rows.get(MOST_CASES) {
            self.tell(row.span, format!("a figure has at most {MOST_CASES} cases; use a table"));
            return None;
        }
        let mut rows = self.rows(rows, None)?.into_iter().rev();
        let mut value = rows.next()?.value;
        for row in rows {
            let when = row.when?;
            value = self.add(Node::If(when, row.value, value), row.span);
        }
        Some(value)
    }

    /// Compiles the condition of a line. Its part from blocks may not roll.
    pub(super) fn when(&mut self, when: Option<&'a Expr>, line: Span) -> Read<Option<Id>> {
        when.map(|when| self.condition(when, line)).transpose()
    }

    fn condition(&mut self, when: &'a Expr, line: Span) -> Read<Id> {
        if when.span.end <= line.start {
            return self.block(when);
        }
        if let ast::ExprKind::Binary(Binary::And, above, own) = &*when.it
            && above.span.end <= when.span.start
        {
            let above = self.block(above)?;
            let own = self.expr(own)?;
            return Ok(self.add(Node::Binary(Binary::And, above, own), when.span));
        }
        self.expr(when)
    }

    fn block(&mut self, when: &'a Expr) -> Read<Id> {
        let id = self.condition(when, when.span)?;
        if self.nodes.rolls(id) {
            let message = "the condition of a block may not roll: it holds for several lines; give the roll a line of its own above: face = d20, then  if face < 10";
            return wrong(when.span, message);
        }
        Ok(id)
    }

    /// Refuses the same rolled figure in the value and the condition of a row: it would roll twice.
    fn rolled_twice(&self, value: Id, when: Id) -> Read<()> {
        if !self.nodes.rolls(value) || !self.nodes.rolls(when) {
            return Ok(());
        }
        let mut rolls = Vec::new();
        self.rolls_of(when, &mut rolls);
        let mut again = Vec::new();
        self.rolls_of(value, &mut again);
        for roll in again {
            if rolls.iter().any(|other| self.same(roll, *other)) {
                let message =
                    "this is rolled twice here, in the value and in the condition; give it a line of its own";
                return wrong(self.nodes.span(roll), message);
            }
        }
        Ok(())
    }

    fn rolls_of(&self, id: Id, rolls: &mut Vec<Id>) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if matches!(self.nodes.node(id), Node::Figure(..)) && self.nodes.rolls(id) {
                rolls.push(id);
            }
            each_part(self.nodes.node(id), &mut |part, _| open.push(part));
        }
    }

    /// True where two expressions are structurally equal. Nodes of other kinds count as unequal.
    fn same(&self, a: Id, b: Id) -> bool {
        match (self.nodes.node(a), self.nodes.node(b)) {
            (Node::Number(a), Node::Number(b)) => a == b,
            (Node::Flag(a), Node::Flag(b)) => a == b,
            (Node::Word(a), Node::Word(b)) => a == b,
            (Node::Sheet(a), Node::Sheet(b)) => a == b,
            (Node::Name(a), Node::Name(b)) => a == b,
            (Node::Local(a), Node::Local(b)) => a == b,
            (Node::Dot(a, field), Node::Dot(b, other)) => field == other && self.same(*a, *b),
            (Node::Unary(op, a), Node::Unary(other, b)) => op == other && self.same(*a, *b),
            (Node::Binary(op, a, c), Node::Binary(other, b, d)) => {
                op == other && self.same(*a, *b) && self.same(*c, *d)
            }
            (Node::Figure(f, values), Node::Figure(g, others)) => {
                f == g && values.iter().zip(others).all(|(a, b)| self.same(*a, *b))
            }
            _ => false,
        }
    }
}
