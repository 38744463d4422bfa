//! Columns of rows, cases, and the blocks around them.

use super::Reader;
use super::cursor::Cursor;
use super::expressions::strength::{ADD, OR};
use super::keywords::said_otherwise;
use super::layout::Line;
use super::problem::{Fault, Keep, Read, meant, wrong};
use super::syntax::{At, Binary, Collect, Column, Expr, Items, Node, Over, Row, Span, Unary};
use super::tokens::Kind;

/// What a row may begin with, for messages.
const ROWS: &[&str] = &["div", "mod", "floor", "ceil", "round", "trunc", "at"];

/// `a and b`
pub(super) fn both(above: Option<&Expr>, own: Option<Expr>) -> Option<Expr> {
    match (above, own) {
        (Some(above), Some(own)) => {
            let span = own.span;
            Some(At { it: Box::new(Node::Binary(Binary::And, above.clone(), own)), span })
        }
        (Some(above), None) => Some(above.clone()),
        (None, own) => own,
    }
}

fn it(span: Span) -> Expr {
    At { it: Box::new(Node::It), span }
}

impl Reader {
    /// What stands behind `name =`, with the rows or cases below.
    pub(super) fn column(&mut self, cursor: &mut Cursor<'_>, line: &Line, name: &str) -> Option<Column> {
        if cursor.at_end() {
            return self.cases(line, name);
        }
        let first = first_row(cursor, line, name);
        let mut rows = Vec::new();
        let mut whole = first.keep(&mut self.faults).map(|row| rows.push(row)).is_some();
        for below in &line.below {
            whole &= self.row(below, None, &mut rows);
        }
        whole.then_some(Column::Rows(rows))
    }

    /// A row, or a block of rows.
    fn row(&mut self, line: &Line, above: Option<&Expr>, rows: &mut Vec<Row>) -> bool {
        if let Some(condition) = self.block(line) {
            let Some(condition) = condition else { return false };
            let all = both(above, Some(condition));
            let mut whole = self.afford(all.as_ref(), line.below.len(), line.span);
            if !whole {
                return false;
            }
            for below in &line.below {
                whole &= self.row(below, all.as_ref(), rows);
            }
            return whole;
        }
        self.nothing_below(line, "a row");
        let mut cursor = Cursor::new(&line.tokens, line.span);
        row(&mut cursor, line, above).keep(&mut self.faults).map(|row| rows.push(row)).is_some()
    }

    /// The condition of a block, if the line is one: `if CONDITION` alone.
    pub(super) fn block(&mut self, line: &Line) -> Option<Option<Expr>> {
        let mut cursor = Cursor::new(&line.tokens, line.span);
        if !cursor.takes_word("if") {
            return None;
        }
        let condition = cursor.condition().and_then(|condition| cursor.ends().map(|()| condition));
        if line.below.is_empty() && condition.is_ok() {
            self.tell(line.span, "nothing lies below this \"if\"; indent below it what it holds for");
            return Some(None);
        }
        Some(condition.keep(&mut self.faults))
    }

    /// The first that applies.
    fn cases(&mut self, line: &Line, name: &str) -> Option<Column> {
        let Some(last) = line.below.last() else {
            let hint = if line.reference.is_some() { "; square brackets are a reference" } else { "" };
            let message =
                format!("nothing stands behind \"{name} =\"; write a value, or cases below it{hint}");
            self.tell(line.span, message);
            return None;
        };
        if let Some(Kind::Sign("=" | "+" | "-" | "*" | "/")) = line.below.first().and_then(first_kind) {
            let message = format!(
                "\"{name} =\" has a value behind it before rows follow; cases have no sign in front: value if condition"
            );
            self.tell(line.below.first().map_or(line.span, |line| line.span), message);
            return None;
        }
        let mut rows = Vec::new();
        let mut whole = true;
        for below in &line.below {
            if matches!(rows.last(), Some(Row { when: None, .. })) {
                self.tell(below.span, "this case is never reached; \"else\" is the last");
                return None;
            }
            whole &= self.case(below, None, &mut rows);
        }
        if whole && !matches!(rows.last(), Some(Row { when: None, .. })) {
            self.tell(last.span, "the last case says what it is otherwise: else value");
            return None;
        }
        whole.then_some(Column::Cases(rows))
    }

    /// A case, or a block of cases.
    fn case(&mut self, line: &Line, above: Option<&Expr>, rows: &mut Vec<Row>) -> bool {
        if let Some(condition) = self.block(line) {
            let Some(condition) = condition else { return false };
            let all = both(above, Some(condition));
            let mut whole = self.afford(all.as_ref(), line.below.len(), line.span);
            if !whole {
                return false;
            }
            let mut over = false;
            for below in &line.below {
                if over {
                    self.tell(below.span, "this case is never reached; \"else\" is the last of its block");
                    return false;
                }
                over = matches!(first_kind(below), Some(Kind::Name(word)) if word == "else");
                whole &= self.case(below, all.as_ref(), rows);
            }
            return whole;
        }
        self.nothing_below(line, "a case");
        case(line, above).keep(&mut self.faults).map(|row| rows.push(row)).is_some()
    }

    /// Nothing may lie below a line of this sort.
    pub(super) fn nothing_below(&mut self, line: &Line, what: &str) {
        if let Some(below) = line.below.first() {
            let message = format!(
                "{what} has no lines below it; a line goes on only while a bracket is open, so put brackets around it"
            );
            self.tell(below.span, message);
        }
    }
}

fn first_kind(line: &Line) -> Option<&Kind> {
    line.tokens.first().map(|token| &token.kind)
}

/// A name's first row: a value, with no condition.
fn first_row(cursor: &mut Cursor<'_>, line: &Line, name: &str) -> Read<Row> {
    let start = cursor.here();
    let (value, when) = cursor.value_when()?;
    if let Some(when) = when {
        // A condition that is not read to its end has a fault of its own.
        cursor.ends()?;
        let message = if matches!(*when.it, Node::Otherwise(..)) {
            format!("after \"if\" comes \"else\": {name} = a if c else b")
        } else {
            format!(
                "a first line with \"if\" needs what it is otherwise; write {name} = 0 and below it a row = value if ..., or {name} = a if c else b"
            )
        };
        return wrong(Span { end: when.span.end, ..start }, message);
    }
    cursor.ends()?;
    Ok(Row { value, when: None, span: line.span, reference: line.reference.clone() })
}

fn case(line: &Line, above: Option<&Expr>) -> Read<Row> {
    let mut cursor = Cursor::new(&line.tokens, line.span);
    let cursor = &mut cursor;
    if cursor.sees("=") {
        return cursor.wrong("a case has no sign in front of it: value if condition");
    }
    let (value, when) = if cursor.takes_word("else") {
        let value = cursor.head("")?;
        if cursor.sees_word("if") {
            return cursor.wrong("\"else\" has no condition; a case with one is: value if condition");
        }
        (value, None)
    } else {
        let value = cursor.head("")?;
        if !cursor.takes_word("if") {
            cursor.ends_or(&["if"])?;
            return wrong(
                line.span,
                "a case has a condition, and the last one \"else\" in front: else value",
            );
        }
        (value, Some(cursor.condition()?))
    };
    cursor.ends_or(&[])?;
    Ok(Row { value, when: both(above, when), span: line.span, reference: line.reference.clone() })
}

/// A row below the first.
fn row(cursor: &mut Cursor<'_>, line: &Line, above: Option<&Expr>) -> Read<Row> {
    let start = cursor.here();
    let (value, when) = match cursor.ahead(0) {
        Some(Kind::Sign("=")) => {
            cursor.next();
            cursor.value_when()?
        }
        Some(Kind::Sign("+" | "-" | "*" | "/")) => going_on(cursor)?,
        Some(Kind::Name(name)) => match name.as_str() {
            "div" | "mod" => going_on(cursor)?,
            "floor" | "ceil" | "round" | "trunc" => {
                let unary = match name.as_str() {
                    "floor" => Unary::Floor,
                    "ceil" => Unary::Ceil,
                    "round" => Unary::Round,
                    _ => Unary::Trunc,
                };
                if matches!(cursor.ahead(1), Some(Kind::Sign("("))) {
                    let message =
                        format!("a row \"{name}\" stands alone; a new value has = in front: = {name}(...)");
                    return wrong(start, message);
                }
                cursor.next();
                let value = cursor.node(start, Node::Unary(unary, it(start)))?;
                (value, cursor.when()?)
            }
            "at" => {
                cursor.next();
                let least = cursor.takes_word("least");
                if !least && !cursor.takes_word("most") {
                    return Err(cursor.need("\"least\" or \"most\": at least 0"));
                }
                let bound = cursor.binary(ADD)?;
                let binary = if least { Binary::Max } else { Binary::Min };
                let value = cursor.node(start, Node::Binary(binary, it(start), bound))?;
                (value, cursor.when()?)
            }
            _ => return Err(no_row(cursor, name)),
        },
        Some(Kind::Wrong(_)) => return Err(cursor.need("a row")),
        _ => return Err(no_row(cursor, "")),
    };
    cursor.ends()?;
    Ok(Row { value, when: both(above, when), span: line.span, reference: line.reference.clone() })
}

/// `+ 2 if c`: read on from the value so far.
fn going_on(cursor: &mut Cursor<'_>) -> Read<(Expr, Option<Expr>)> {
    let start = cursor.here();
    let value = cursor.go_on(start, it(start), ADD)?;
    let when = cursor.when()?;
    if when.is_some() && cursor.sees_word("else") {
        return cursor.wrong("a value with \"else\" stands in brackets here: + (a if c else b)");
    }
    Ok((value, when))
}

fn no_row(cursor: &Cursor<'_>, name: &str) -> Fault {
    let mut fault = Fault::new(
        cursor.here(),
        format!(
            "a row begins with = + - * / div mod, floor ceil round trunc, at least or at most, not with {}",
            cursor.found()
        ),
    );
    let hint = match said_otherwise(name) {
        Some(here) => format!("; here one writes \"{here}\""),
        None => meant(name, ROWS),
    };
    fault.message.push_str(&hint);
    if matches!(cursor.ahead(1), Some(Kind::Sign("="))) {
        fault.message.push_str("; a line of its own is indented less");
    }
    fault
}

/// How many expressions a condition is made of: what blocks repeat is counted.
pub(super) fn size(expr: &Expr) -> usize {
    let mut sizes = 1;
    let mut open: Vec<&Expr> = vec![expr];
    while let Some(expr) = open.pop() {
        sizes += 1;
        each_below(expr, &mut |below| open.push(below));
    }
    sizes
}

/// Every expression that one is made of.
pub(crate) fn each_below<'a>(expr: &'a Expr, each: &mut dyn FnMut(&'a Expr)) {
    match &*expr.it {
        Node::Number(_) | Node::Flag(_) | Node::Name(_) | Node::Word(_) | Node::It | Node::Mode => {}
        Node::Dot(a, _) | Node::Unary(_, a) | Node::Is(a, _) | Node::Has(a, _) | Node::Given(a) => each(a),
        Node::PickList(a) | Node::Odds(a) => each(a),
        Node::PickItem(_, of, weight) => {
            items(of, each);
            each(weight);
        }
        Node::Collect(collect, over, what) => {
            if let Collect::Best(Some(most)) | Collect::Worst(Some(most)) = collect {
                each(most);
            }
            match over {
                Over::Times(times) => each(times),
                Over::For(_, of) => items(of, each),
            }
            each(what);
        }
        Node::Call(_, all) => all.iter().for_each(each),
        Node::Binary(_, a, b) | Node::HasValue(a, b) | Node::Otherwise(a, b) => {
            [a, b].into_iter().for_each(each)
        }
        Node::Dice(a, b) | Node::Roll(a, b) => [a, b].into_iter().for_each(each),
        Node::If(a, b, c) => [a, b, c].into_iter().for_each(each),
        Node::Open(a, b, c) => [Some(a), Some(b), c.as_ref()].into_iter().flatten().for_each(each),
        Node::Chance(a, b) => [Some(a), b.as_ref()].into_iter().flatten().for_each(each),
        Node::Pick(all) => {
            for (value, weight, when) in all {
                [Some(value), Some(weight), when.as_ref()].into_iter().flatten().for_each(&mut *each);
            }
        }
    }
}

fn items<'a>(items: &'a Items, each: &mut dyn FnMut(&'a Expr)) {
    match items {
        Items::Range(from, to) => {
            each(from);
            each(to);
        }
        Items::List(list) => each(list),
    }
}

/// A condition that stands alone on its line.
pub(super) fn whole_condition(cursor: &mut Cursor<'_>) -> Read<Expr> {
    cursor.binary(OR)
}
