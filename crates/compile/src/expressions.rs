//! Expressions: resolution of their names and words.

use super::mode::{Checker, ExprContext, Named};
use super::tables::count;
use crate::program::{Cell, Collect, Id, Items, Local, Node, OpenDice, Repetition, Row, VarSet};
use core::ops::RangeInclusive;
use std::sync::Arc;
use tohit_odds::number::Number;
use tohit_syntax::ast::{self, Binary, Expr, Name, Span};
use tohit_syntax::diagnostics::{Read, suggestion, wrong};
use tohit_syntax::keywords::{FUNCTIONS, function_otherwise};

/// Limit of the expressions of a mode.
const MOST_NODES: usize = 100_000;

impl<'a> Checker<'a> {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Read<Id> {
        use ast::ExprKind as AstNode;
        if self.nodes.0.len() > MOST_NODES {
            return wrong(expr.span, "the text has too many expressions");
        }
        let span = expr.span;
        let node = match &*expr.it {
            AstNode::Number(number) => Node::Number(number.clone()),
            AstNode::Flag(flag) => Node::Flag(*flag),
            AstNode::Name(name) => return self.named(name, span),
            // In a case or pick a word comes first, then a name.
            AstNode::Word(word) if self.is_value(word) => return self.named(word, span),
            AstNode::Word(word) => Node::Word(self.word(word, span)?),
            AstNode::It => {
                let Some(it) = self.it else {
                    let message =
                        "\"it\" is the value so far of a column, and stands in its rows below the first";
                    return wrong(span, message);
                };
                Node::Local(it)
            }
            AstNode::Mode => Node::Word(self.mode),
            AstNode::Dot(of, field) => Node::Dot(self.expr(of)?, self.words.of(&field.it)),
            AstNode::Call(name, values) => return self.call(name, values, span),
            AstNode::Binary(binary, a, b) => return self.binary(*binary, a, b, span),
            AstNode::Unary(unary, a) => Node::Unary(*unary, self.expr(a)?),
            AstNode::If(condition, a, b) => Node::If(self.expr(condition)?, self.expr(a)?, self.expr(b)?),
            AstNode::Is(a, words) if matches!(*a.it, AstNode::Mode) => {
                let known: Vec<&str> = self.modes.iter().map(|mode| mode.it.as_str()).collect();
                for Name { it, span } in words {
                    if !known.contains(&it.as_str()) {
                        return wrong(*span, format!("there is no mode \"{it}\"{}", suggestion(it, &known)));
                    }
                }
                Node::Flag(words.iter().any(|word| self.words.known(&word.it) == Some(self.mode)))
            }
            AstNode::Is(a, words) | AstNode::Has(a, words) => {
                let has = matches!(&*expr.it, AstNode::Has(..));
                let a = self.expr(a)?;
                let mut strange = None;
                let words = words.iter().map(|word| match self.word(&word.it, word.span) {
                    Ok(word) => word,
                    Err(diagnostic) => {
                        strange = Some(diagnostic);
                        self.words.of(&word.it)
                    }
                });
                let words: Box<[crate::program::Word]> = words.collect();
                let id = self.add(if has { Node::Has(a, words) } else { Node::Is(a, words) }, span);
                // The type of the left side gives a better diagnostic of a word of no list.
                if let Some(strange) = strange {
                    self.strange.push((id, strange));
                }
                return Ok(id);
            }
            AstNode::In(a, ranges) => return self.within(a, ranges, span),
            AstNode::HasValue(a, b) => Node::HasValue(self.expr(a)?, self.expr(b)?),
            AstNode::Given(a) => Node::Given(self.expr(a)?),
            AstNode::Otherwise(a, b) => Node::Otherwise(self.expr(a)?, self.expr(b)?),
            AstNode::Dice(a, b) => Node::Dice(self.expr(a)?, self.expr(b)?),
            AstNode::Roll(a, b) => Node::Roll(self.expr(a)?, self.expr(b)?),
            AstNode::Open(ast::OpenDice { dice, sides, from, less, limit }) => Node::Open(OpenDice {
                dice: self.expr(dice)?,
                sides: self.expr(sides)?,
                from: self.maybe(from.as_ref())?,
                less: self.maybe(less.as_ref())?,
                limit: self.maybe(limit.as_ref())?,
            }),
            AstNode::Chance(a, b) => Node::Chance(self.weight(a)?, self.or_number(b.as_ref(), 1, span)?),
            AstNode::Pick(picks) => {
                let mut all = Vec::with_capacity(picks.len());
                for (value, weight, when) in picks {
                    all.push((self.expr(value)?, self.weight(weight)?, self.maybe(when.as_ref())?));
                }
                Node::Pick(all.into())
            }
            AstNode::PickList(list) => {
                let (list, item) = (self.list(list)?, self.local(span)?);
                let one = self.add(Node::Number(Number::from(1)), span);
                Node::PickItem(item, Items::List(list), one)
            }
            AstNode::PickItem(name, items, weight) => {
                let items = self.items(items)?;
                let item = self.bind(name)?;
                let weight = self.weight(weight);
                self.scope.pop();
                Node::PickItem(item, items, weight?)
            }
            AstNode::Collect(collect, over, what) => self.collect(collect, over, what)?,
            AstNode::Odds(_) => {
                let message =
                    "odds(...) stands only in chance(...) and as a weight of pick, alone or between + and -";
                return wrong(span, message);
            }
            AstNode::Pool(..) => {
                let message = "a pool of dice is a line of the strike by itself: pool = 8 times d6; other rolls that are repeated are put together by a word in front: sum of 8 times d6";
                return wrong(span, message);
            }
            AstNode::Ask(question, pool) => return self.ask(question, pool, span),
        };
        Ok(self.add(node, span))
    }

    /// Compiles an optional expression.
    pub(super) fn maybe(&mut self, expr: Option<&'a Expr>) -> Read<Option<Id>> {
        expr.map(|expr| self.expr(expr)).transpose()
    }

    /// Compiles an optional expression with a default number.
    fn or_number(&mut self, expr: Option<&'a Expr>, otherwise: i64, span: Span) -> Read<Id> {
        let expr = self.maybe(expr)?;
        Ok(expr.unwrap_or_else(|| self.add(Node::Number(Number::from(otherwise)), span)))
    }

    /// Compiles a weight or chance. Odds are allowed here, alone or as terms of a sum.
    fn weight(&mut self, expr: &'a Expr) -> Read<Id> {
        let node = match &*expr.it {
            ast::ExprKind::Odds(condition) => Node::Odds(self.expr(condition)?),
            ast::ExprKind::Binary(binary @ (Binary::Add | Binary::Subtract), a, b) => {
                Node::Binary(*binary, self.weight(a)?, self.weight(b)?)
            }
            _ => return self.expr(expr),
        };
        Ok(self.add(node, expr.span))
    }

    fn binary(&mut self, binary: Binary, a: &'a Expr, b: &'a Expr, span: Span) -> Read<Id> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        Ok(self.operation(binary, a, b, span))
    }

    fn operation(&mut self, binary: Binary, mut a: Id, mut b: Id, span: Span) -> Id {
        // Words are compared by their places in a list, which type checking finds later. Other values are
        // compared themselves.
        if matches!(binary, Binary::Less | Binary::LessOrEqual | Binary::More | Binary::MoreOrEqual)
            && !matches!(self.nodes.node(a), Node::Number(_))
            && !matches!(self.nodes.node(b), Node::Number(_))
        {
            a = self.add(Node::Rank(a, Arc::default()), self.nodes.span(a));
            b = self.add(Node::Rank(b, Arc::default()), self.nodes.span(b));
        }
        self.add(Node::Binary(binary, a, b), span)
    }

    /// Compiles `x in 3..5 | 8`: comparisons of x, which is rolled once.
    fn within(&mut self, what: &'a Expr, ranges: &'a [(Expr, Option<Expr>)], span: Span) -> Read<Id> {
        let value = self.expr(what)?;
        let rolled = if self.nodes.rolls(value) { Some(self.local(span)?) } else { None };
        let subject = rolled.map_or(value, |local| self.add(Node::Local(local), what.span));
        let mut within: Option<Id> = None;
        for (from, to) in ranges {
            let first = self.expr(from)?;
            let one = match to {
                None => self.add(Node::Binary(Binary::Equal, subject, first), from.span),
                Some(to) => {
                    let last = self.expr(to)?;
                    let span = Span { end: to.span.end, ..from.span };
                    let above = self.operation(Binary::MoreOrEqual, subject, first, span);
                    let below = self.operation(Binary::LessOrEqual, subject, last, span);
                    self.add(Node::Binary(Binary::And, above, below), span)
                }
            };
            within = Some(match within {
                None => one,
                Some(before) => self.add(Node::Binary(Binary::Or, before, one), span),
            });
        }
        let within = within.map_or_else(|| wrong(span, ""), Ok)?;
        let Some(local) = rolled else { return Ok(within) };
        let row = |value: Id, span: Span| Row { value, when: None, span };
        Ok(self.add(Node::Column(local, [row(value, what.span), row(within, span)].into()), span))
    }

    /// True where a name is declared, so that it is no word.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.scope.iter().any(|(known, _)| *known == name)
    }

    /// A list's name, or an expression.
    fn list(&mut self, expr: &'a Expr) -> Read<Id> {
        if let ast::ExprKind::Name(name) = &*expr.it
            && !self.is_named(name)
            && let Some(list) = self.lists.get(name.as_str()).map(Arc::clone)
        {
            return Ok(self.add(Node::Words(list), expr.span));
        }
        self.expr(expr)
    }

    fn items(&mut self, items: &'a ast::Items<Expr>) -> Read<Items> {
        Ok(match items {
            ast::Items::Range(from, to) => Items::Range(self.expr(from)?, self.expr(to)?),
            ast::Items::List(list) => Items::List(self.list(list)?),
        })
    }

    /// Compiles an aggregate. Where a question to a pool reads the item, each number of the range has a
    /// question of its own.
    fn collect(
        &mut self,
        collect: &'a ast::Collect<Expr>,
        over: &'a ast::Repetition<Expr, Name>,
        what: &'a Expr,
    ) -> Read<Node> {
        let collect = match collect {
            ast::Collect::Sum => Collect::Sum,
            ast::Collect::Count => Collect::Count,
            ast::Collect::Best(kept) => Collect::Best(self.maybe(kept.as_ref())?),
            ast::Collect::Worst(kept) => Collect::Worst(self.maybe(kept.as_ref())?),
        };
        Ok(match over {
            ast::Repetition::Times(times) => {
                Node::Collect(collect, Repetition::Times(self.expr(times)?), self.expr(what)?)
            }
            ast::Repetition::For(name, items) => {
                let plain = plain_range(items);
                let items = self.items(items)?;
                let item = self.bind(name)?;
                let mut value =
                    self.expr(what).map(|what| Node::Collect(collect, Repetition::For(item, items), what));
                if let (Err(_), Some(range)) = (&value, plain)
                    && self.asked_items.contains(&item)
                {
                    value = self.unroll_loop(&collect, (item, range), what);
                }
                self.scope.pop();
                value?
            }
        })
    }

    /// An aggregate over a range of plain numbers, compiled once for each of them.
    fn unroll_loop(
        &mut self,
        collect: &Collect,
        (item, range): (Local, RangeInclusive<i64>),
        what: &'a Expr,
    ) -> Read<Node> {
        let number = |value: i64| Node::Number(Number::from(value));
        let mut all: Option<Id> = None;
        for place in range {
            self.loop_numbers.push((item, place));
            let value = self.expr(what);
            self.loop_numbers.pop();
            let mut value = value?;
            let join = match collect {
                Collect::Sum => Binary::Add,
                Collect::Count => {
                    let [one, none] = [1, 0].map(|known| self.add(number(known), what.span));
                    value = self.add(Node::If(value, one, none), what.span);
                    Binary::Add
                }
                Collect::Best(None) => Binary::Max,
                Collect::Worst(None) => Binary::Min,
                Collect::Best(Some(_)) | Collect::Worst(Some(_)) => {
                    let message = "where a question to a pool reads the item, one value is kept: best of x for i in 1..6";
                    return wrong(what.span, message);
                }
            };
            all = Some(all.map_or(value, |all| self.add(Node::Binary(join, all, value), what.span)));
        }
        let Some(all) = all else { return Ok(number(0)) };
        Ok(self.nodes.node(all).clone())
    }

    fn call(&mut self, name: &'a Name, values: &'a [Expr], span: Span) -> Read<Id> {
        let text = name.it.as_str();
        match self.names.get(text).copied() {
            Some(Named::Table(place)) => self.look_up(place, text, values, span),
            Some(Named::Figure(place)) => {
                let values = values.iter().map(|value| self.expr(value)).collect::<Read<Vec<Id>>>()?;
                self.figure(place, text, values, span)
            }
            None if self.unread.contains(text) => wrong(name.span, ""),
            None if !self.is_named(text) => {
                let known: Vec<&str> = self.names.keys().chain(FUNCTIONS).copied().collect();
                let hint = match function_otherwise(text) {
                    Some(ours) => format!("; write  {ours}"),
                    None => suggestion(text, &known),
                };
                wrong(name.span, format!("there is no figure and no table \"{text}\"{hint}"))
            }
            _ => wrong(name.span, format!("\"{text}\" takes no values; only figures and tables do")),
        }
    }

    fn look_up(&mut self, place: u16, name: &str, values: &'a [Expr], span: Span) -> Read<Id> {
        let (key, column) = match values {
            [key] => (key, None),
            [key, column] => (key, Some(column)),
            _ => {
                let message = format!("a table takes a key, and perhaps a column: {name}(key)");
                return wrong(span, message);
            }
        };
        let key = self.expr(key)?;
        let column = column.map(|column| self.heading(place, column)).transpose()?;
        Ok(self.add(Node::Table(place, key, column), span))
    }

    /// Compiles a column: a heading, or an expression.
    fn heading(&mut self, place: u16, column: &'a Expr) -> Read<Id> {
        if let ast::ExprKind::Name(text) = &*column.it
            && !self.is_named(text)
            && let Some(word) = self.words.known(text)
            && let Some(table) = self.tables.get(usize::from(place))
            && table.columns.contains(&Cell::Word(word))
        {
            return Ok(self.add(Node::Word(word), column.span));
        }
        self.expr(column)
    }

    /// Compiles a call of a figure, which is compiled before its callers.
    pub(super) fn figure(&mut self, place: u16, name: &str, values: Vec<Id>, span: Span) -> Read<Id> {
        let Some(written) = self.written.get(usize::from(place)) else { return wrong(span, "") };
        let takes = written.figure.takes().len();
        if values.len() != takes {
            let needs = count(takes, "value");
            let message = match (takes, values.len()) {
                (0, _) => format!("\"{name}\" takes no values"),
                (_, 0) => {
                    let names = written.figure.takes().iter().map(|name| name.it.as_str());
                    format!("\"{name}\" takes {needs}: {name}({})", names.collect::<Vec<_>>().join(", "))
                }
                (_, given) => format!("\"{name}\" takes {needs}, and has {given} here"),
            };
            return wrong(span, message);
        }
        // Errors of the figure are reported at the figure.
        let Some(run) = written.place else { return wrong(span, "") };
        let known = match self.place {
            ExprContext::Strike | ExprContext::Figure => VarSet::ALL,
            ExprContext::Shown => self.item.into_iter().collect(),
            ExprContext::Lasts | ExprContext::Between(_) => {
                let kept = self.names.values().filter_map(|named| match named {
                    Named::Kept(slot) => Some(*slot),
                    _ => None,
                });
                kept.filter(|slot| self.item != Some(*slot)).collect()
            }
            ExprContext::Fixed | ExprContext::Falls(_) => VarSet::EMPTY,
        };
        let reads =
            self.figures.get(usize::from(run)).map_or(VarSet::EMPTY, |figure| self.nodes.reads(figure.value));
        if let Some(unknown) = reads.difference(known).iter().next() {
            let read = self.slots.get(usize::from(unknown.0));
            let message = format!(
                "\"{name}\" reads \"{}\", which is known only in the strike, not here",
                read.map_or("", |name| name)
            );
            return wrong(span, message);
        }
        Ok(self.add(Node::Figure(run, values.into()), span))
    }
}

/// The range of a loop, where both of its ends are written as whole numbers.
fn plain_range(items: &ast::Items<Expr>) -> Option<RangeInclusive<i64>> {
    let ast::Items::Range(from, to) = items else { return None };
    let whole = |end: &Expr| match &*end.it {
        ast::ExprKind::Number(number) => number.whole(),
        _ => None,
    };
    Some(whole(from)?..=whole(to)?)
}
