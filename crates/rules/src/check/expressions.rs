//! Expressions: every name and word looked up.

use super::mode::{Checker, Named, Place};
use crate::core::{Cell, Collect, Id, Items, Node, Over, Slot};
use crate::number::Number;
use crate::reader::problem::{Read, meant, wrong};
use crate::reader::syntax::{self, Binary, Expr, Name, Span};
use std::rc::Rc;

/// A mode has at most so many expressions.
const MOST_NODES: usize = 100_000;

impl<'a> Checker<'a> {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Read<Id> {
        use syntax::Node as Written;
        if self.nodes.all.len() > MOST_NODES {
            return wrong(expr.span, "the text has too many expressions");
        }
        let span = expr.span;
        let node = match &*expr.it {
            Written::Number(number) => Node::Number(number.clone()),
            Written::Flag(flag) => Node::Flag(*flag),
            Written::Name(name) => return self.named(name, span),
            Written::Word(word) => Node::Word(self.word(word, span)?),
            Written::It => {
                let Some(it) = self.it else {
                    let message =
                        "\"it\" is the value so far of a column, and stands in its rows below the first";
                    return wrong(span, message);
                };
                Node::Local(it)
            }
            Written::Mode => Node::Word(self.mode),
            Written::Dot(of, field) => {
                let of = self.expr(of)?;
                Node::Dot(of, self.words.of(&field.it))
            }
            Written::Call(name, values) => return self.call(name, values, span),
            Written::Binary(binary, a, b) => return self.binary(*binary, a, b, span),
            Written::Unary(unary, a) => Node::Unary(*unary, self.expr(a)?),
            Written::If(condition, a, b) => {
                let condition = self.expr(condition)?;
                Node::If(condition, self.expr(a)?, self.expr(b)?)
            }
            Written::Is(a, words) if matches!(*a.it, Written::Mode) => {
                let mut is = false;
                for word in words {
                    if !self.modes.iter().any(|mode| mode.it == word.it) {
                        let hint = meant(
                            &word.it,
                            &self.modes.iter().map(|mode| mode.it.as_str()).collect::<Vec<_>>(),
                        );
                        return wrong(word.span, format!("there is no mode \"{}\"{hint}", word.it));
                    }
                    is |= self.words.known(&word.it) == Some(self.mode);
                }
                Node::Flag(is)
            }
            Written::Is(a, words) | Written::Has(a, words) => {
                let has = matches!(&*expr.it, Written::Has(..));
                let a = self.expr(a)?;
                let mut strange = None;
                let words = words.iter().map(|word| match self.word(&word.it, word.span) {
                    Ok(word) => word,
                    Err(fault) => {
                        strange = Some(fault);
                        self.words.of(&word.it)
                    }
                });
                let words: Box<[crate::core::Word]> = words.collect();
                let id = self.add(if has { Node::Has(a, words) } else { Node::Is(a, words) }, span);
                // What it is compared with says more of a word of no list than the word alone.
                if let Some(strange) = strange {
                    self.strange.push((id, strange));
                }
                return Ok(id);
            }
            Written::HasValue(a, b) => {
                let a = self.expr(a)?;
                Node::HasValue(a, self.expr(b)?)
            }
            Written::Given(a) => Node::Given(self.expr(a)?),
            Written::Otherwise(a, b) => {
                let a = self.expr(a)?;
                Node::Otherwise(a, self.expr(b)?)
            }
            Written::Dice(a, b) => {
                let a = self.expr(a)?;
                Node::Dice(a, self.expr(b)?)
            }
            Written::Roll(a, b) => {
                let a = self.expr(a)?;
                Node::Roll(a, self.expr(b)?)
            }
            Written::Open(dice, sides, less) => {
                let dice = self.expr(dice)?;
                let sides = self.expr(sides)?;
                let less = match less {
                    Some(less) => self.expr(less)?,
                    None => self.add(Node::Number(Number::ZERO), span),
                };
                Node::Open(dice, sides, less)
            }
            Written::Chance(a, b) => {
                let a = self.weight(a)?;
                let b = match b {
                    Some(b) => self.expr(b)?,
                    None => self.add(Node::Number(Number::from(1)), span),
                };
                Node::Chance(a, b)
            }
            Written::Pick(picks) => {
                let mut all = Vec::with_capacity(picks.len());
                for (value, weight, when) in picks {
                    let value = self.expr(value)?;
                    let weight = self.weight(weight)?;
                    let when = when.as_ref().map(|when| self.expr(when)).transpose()?;
                    all.push((value, weight, when));
                }
                Node::Pick(all.into())
            }
            Written::PickList(list) => Node::PickList(self.list(list)?),
            Written::PickItem(name, items, weight) => {
                let items = self.items(items)?;
                let item = self.bind(name)?;
                let weight = self.weight(weight);
                self.scope.pop();
                Node::PickItem(item, items, weight?)
            }
            Written::Collect(collect, over, what) => return self.collect(collect, over, what, span),
            Written::Odds(_) => {
                let message =
                    "odds(...) stands only in chance(...) and as a weight of pick, alone or between + and -";
                return wrong(span, message);
            }
        };
        Ok(self.add(node, span))
    }

    /// A weight or chance: here, and between its + and -, odds may stand.
    fn weight(&mut self, expr: &'a Expr) -> Read<Id> {
        match &*expr.it {
            syntax::Node::Odds(condition) => {
                let condition = self.expr(condition)?;
                Ok(self.add(Node::Odds(condition), expr.span))
            }
            syntax::Node::Binary(binary @ (Binary::Add | Binary::Subtract), a, b) => {
                let a = self.weight(a)?;
                let b = self.weight(b)?;
                Ok(self.add(Node::Binary(*binary, a, b), expr.span))
            }
            _ => self.expr(expr),
        }
    }

    fn binary(&mut self, binary: Binary, a: &'a Expr, b: &'a Expr, span: Span) -> Read<Id> {
        let mut a = self.expr(a)?;
        let mut b = self.expr(b)?;
        // Words are compared by their places in their list. Which list that is, is known later; what is then no word
        // is compared itself.
        if matches!(binary, Binary::Less | Binary::LessOrEqual | Binary::More | Binary::MoreOrEqual)
            && !matches!(self.nodes.node(a), Node::Number(_))
            && !matches!(self.nodes.node(b), Node::Number(_))
        {
            a = self.add(Node::Rank(a, Rc::default()), self.nodes.span(a));
            b = self.add(Node::Rank(b, Rc::default()), self.nodes.span(b));
        }
        Ok(self.add(Node::Binary(binary, a, b), span))
    }

    /// A list's name, or an expression.
    fn list(&mut self, expr: &'a Expr) -> Read<Id> {
        if let syntax::Node::Name(name) = &*expr.it
            && !self.names.contains_key(name.as_str())
            && !self.scope.iter().any(|(known, _)| known == name)
            && let Some(list) = self.lists.get(name.as_str()).map(Rc::clone)
        {
            return Ok(self.add(Node::Words(list), expr.span));
        }
        self.expr(expr)
    }

    fn items(&mut self, items: &'a syntax::Items<Expr>) -> Read<Items> {
        Ok(match items {
            syntax::Items::Range(from, to) => {
                let from = self.expr(from)?;
                Items::Range(from, self.expr(to)?)
            }
            syntax::Items::List(list) => Items::List(self.list(list)?),
        })
    }

    fn collect(
        &mut self,
        collect: &'a syntax::Collect<Expr>,
        over: &'a syntax::Over<Expr, Name>,
        what: &'a Expr,
        span: Span,
    ) -> Read<Id> {
        let collect = match collect {
            syntax::Collect::Sum => Collect::Sum,
            syntax::Collect::Count => Collect::Count,
            syntax::Collect::Best(most) => {
                Collect::Best(most.as_ref().map(|most| self.expr(most)).transpose()?)
            }
            syntax::Collect::Worst(most) => {
                Collect::Worst(most.as_ref().map(|most| self.expr(most)).transpose()?)
            }
        };
        let node = match over {
            syntax::Over::Times(times) => {
                let times = self.expr(times)?;
                Node::Collect(collect, Over::Times(times), self.expr(what)?)
            }
            syntax::Over::For(name, items) => {
                let items = self.items(items)?;
                let item = self.bind(name)?;
                let what = self.expr(what);
                self.scope.pop();
                Node::Collect(collect, Over::For(item, items), what?)
            }
        };
        Ok(self.add(node, span))
    }

    fn call(&mut self, name: &'a Name, values: &'a [Expr], span: Span) -> Read<Id> {
        match self.names.get(name.it.as_str()).copied() {
            Some(Named::Table(place)) => self.look_up(place, name, values, span),
            Some(Named::Figure(place)) => {
                let values = values.iter().map(|value| self.expr(value)).collect::<Read<Vec<Id>>>()?;
                self.figure(place, &name.it, values, span)
            }
            Some(_) => {
                wrong(name.span, format!("\"{}\" takes no values; only figures and tables do", name.it))
            }
            None if self.unread.contains(&name.it) => wrong(name.span, ""),
            None if self.scope.iter().any(|(known, _)| *known == name.it) => {
                wrong(name.span, format!("\"{}\" takes no values; only figures and tables do", name.it))
            }
            None => {
                let mut known: Vec<&str> = self
                    .names
                    .keys()
                    .copied()
                    .chain(crate::reader::keywords::FUNCTIONS.iter().copied())
                    .collect();
                known.sort_unstable();
                let hint = meant(&name.it, &known);
                wrong(name.span, format!("there is no figure and no table \"{}\"{hint}", name.it))
            }
        }
    }

    fn look_up(&mut self, place: u16, name: &'a Name, values: &'a [Expr], span: Span) -> Read<Id> {
        let (key, column) = match values {
            [key] => (self.expr(key)?, None),
            [key, column] => {
                let key = self.expr(key)?;
                let head = match &*column.it {
                    syntax::Node::Name(text)
                        if !self.names.contains_key(text.as_str())
                            && !self.scope.iter().any(|(known, _)| known == text) =>
                    {
                        let word = self.words.known(text);
                        let columns =
                            self.tables.get(usize::from(place)).map_or(&[][..], |table| &table.columns);
                        let column_word = word.filter(|word| columns.contains(&Cell::Word(*word)));
                        column_word.map(|word| self.add(Node::Word(word), column.span))
                    }
                    _ => None,
                };
                (
                    key,
                    Some(match head {
                        Some(head) => head,
                        None => self.expr(column)?,
                    }),
                )
            }
            _ => {
                return wrong(span, format!("a table takes a key, and perhaps a column: {}(key)", name.it));
            }
        };
        Ok(self.add(Node::Table(place, key, column), span))
    }

    /// A figure that is read before those that call it.
    pub(super) fn figure(&mut self, place: u16, name: &str, values: Vec<Id>, span: Span) -> Read<Id> {
        let Some(written) = self.written.get(usize::from(place)) else { return wrong(span, "") };
        let takes = written.figure.takes().len();
        if values.len() != takes {
            let message = match (takes, values.len()) {
                (0, _) => format!("\"{name}\" takes no values"),
                (takes, 0) => {
                    let names: Vec<&str> =
                        written.figure.takes().iter().map(|name| name.it.as_str()).collect();
                    format!(
                        "\"{name}\" takes {takes} value{}: {name}({})",
                        if takes == 1 { "" } else { "s" },
                        names.join(", ")
                    )
                }
                (takes, given) => format!(
                    "\"{name}\" takes {takes} value{}, and has {given} here",
                    if takes == 1 { "" } else { "s" }
                ),
            };
            return wrong(span, message);
        }
        // What is wrong with the figure is told where it stands.
        let Some(run) = written.place else { return wrong(span, "") };
        let called = written.called;
        let known = match self.place {
            Place::Strike | Place::Figure => u128::MAX,
            Place::Shown => {
                self.item.map_or(0, |Slot(item)| 1_u128.checked_shl(item.into()).unwrap_or_default())
            }
            Place::Fixed | Place::Falls(_) => 0,
        };
        let unknown = called.reads & !known;
        if unknown != 0 {
            let read = self.slots.iter().enumerate().find(|(slot, _)| unknown >> slot & 1 == 1);
            let message = format!(
                "\"{name}\" reads \"{}\", which is known only in the strike, not here",
                read.map_or("", |(_, name)| name)
            );
            return wrong(span, message);
        }
        Ok(self.nodes.add(Node::Figure(run, values.into()), span, called))
    }
}
