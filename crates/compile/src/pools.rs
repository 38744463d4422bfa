//! Pools of dice: thrown once, and asked several questions. A pool is a name of the strike, whose value is
//! the answers to all of them.

use super::mode::{Checker, ExprContext, Named};
use crate::program::{Collect, Id, Line, Local, Node, Question, Sampling, VarId};
use tohit_syntax::ast::{self, Body, Expr, Name, Span};
use tohit_syntax::diagnostics::{Read, wrong};

/// Limit of the questions to one pool.
const MOST_QUESTIONS: usize = 32;

/// A pool of the strike.
pub(super) struct StrikePool {
    slot: VarId,
    /// The place of its line among the lines of the strike.
    line: usize,
    parts: Vec<(Id, Id)>,
    sampling: Sampling,
    span: Span,
    questions: Vec<Question>,
}

/// The numbers of dice with the dice, and their sampling, of a line that is a pool and nothing else.
pub(super) fn pool_of(column: &Body) -> Option<(&[(Expr, Expr)], Sampling)> {
    let Body::Rows(rows) = column else { return None };
    match rows.as_slice() {
        [row] => match &*row.value.it {
            ast::ExprKind::Pool(parts, sampling) => Some((parts, *sampling)),
            _ => None,
        },
        _ => None,
    }
}

/// The message where a pool stands in the place of a number.
pub(super) fn not_asked(name: &str) -> String {
    format!(
        "\"{name}\" is a pool of dice; ask it: sum of {name}, best 3 of {name}, count of (it >= 5) in {name}, most alike in {name}, count of different in {name}"
    )
}

impl<'a> Checker<'a> {
    /// Test for a name that is a pool.
    pub(super) fn is_pool(&self, slot: VarId) -> bool {
        self.pools.iter().any(|pool| pool.slot == slot)
    }

    /// Compiles the line of a pool. The number of dice is its value until all questions are known.
    pub(super) fn pool(
        &mut self,
        (slot, line): (VarId, usize),
        (dice, sampling): (&'a [(Expr, Expr)], Sampling),
        show: bool,
        span: Span,
    ) -> Read<Id> {
        if show {
            let message = "a pool is no answer; show what is asked of it, show best = best of pool, or put the rolls together by a word in front: sum of 3 times d6";
            return wrong(span, message);
        }
        let mut parts = Vec::with_capacity(dice.len());
        for (times, die) in dice {
            parts.push((self.expr(times)?, self.expr(die)?));
        }
        let Some((times, first)) = parts.first().copied() else { return wrong(span, "") };
        // Questions to a pool with a problem are not problems, too.
        self.pools.push(StrikePool { slot, line, parts, sampling, span, questions: Vec::new() });
        if sampling == Sampling::WithoutReplacement {
            self.is_urn(first)?;
        }
        Ok(times)
    }

    /// Requires a pick whose values and weights are known before the first draw.
    fn is_urn(&self, die: Id) -> Read<()> {
        let span = self.nodes.span(die);
        let parts: Vec<Id> = match self.nodes.node(die) {
            Node::Pick(options) => options
                .iter()
                .flat_map(|(value, count, when)| [Some(*value), Some(*count), *when])
                .flatten()
                .collect(),
            Node::PickItem(_, _, count) => vec![*count],
            _ => {
                let message = "behind \"drawn from\" stands what there is, and how many of each: 3 drawn from pick(5: 6, 2: 1)";
                return wrong(span, message);
            }
        };
        match parts.into_iter().find(|part| self.nodes.rolls(*part)) {
            Some(part) => wrong(
                self.nodes.span(part),
                "what there is to draw from may not be rolled here; roll it in a line above",
            ),
            None => Ok(()),
        }
    }

    /// A question to a pool: its answer.
    pub(super) fn ask(
        &mut self,
        question: &'a ast::Question<Expr, ()>,
        name: &'a Name,
        span: Span,
    ) -> Read<Id> {
        let text = name.it.as_str();
        let found = match self.names.get(text).copied() {
            Some(Named::Line(slot)) if self.place == ExprContext::Strike => {
                self.pools.iter().position(|pool| pool.slot == slot).map(|place| (place, slot))
            }
            Some(Named::Later) if self.place == ExprContext::Strike => {
                return wrong(
                    name.span,
                    format!("\"{text}\" stands further below; a line reads those above it"),
                );
            }
            _ => None,
        };
        let Some((place, slot)) = found else { return self.no_pool(question, name) };
        let asked = match question {
            ast::Question::Alike => Question::Alike,
            ast::Question::Different => Question::Different,
            ast::Question::Each(collect, (), value) => {
                let collect = match collect {
                    ast::Collect::Sum => Collect::Sum,
                    ast::Collect::Count => Collect::Count,
                    ast::Collect::Best(kept) => Collect::Best(self.maybe(kept.as_ref())?),
                    ast::Collect::Worst(kept) => Collect::Worst(self.maybe(kept.as_ref())?),
                };
                let die = self.local(span)?;
                let it = self.it.replace(die);
                let value = self.expr(value);
                self.it = it;
                let value = value?;
                for part in collect.kept().into_iter().chain([&value]) {
                    self.is_known_before(*part, (slot, text), span)?;
                }
                // Items of a loop differ each time, and a pool is rolled once.
                let parts = collect.kept().into_iter().chain([&value]);
                let locals = parts.flat_map(|part| self.nodes.locals(*part)).map(|(local, _)| local);
                let items: Vec<Local> = locals.copied().filter(|local| *local != die).collect();
                if !items.is_empty() {
                    self.asked_items.extend(items);
                    return wrong(
                        span,
                        "a question to a pool reads its dice, fields and lines above the pool, no value so far, and an item only of plain numbers: for i in 1..6",
                    );
                }
                Question::Each(collect, die, value)
            }
        };
        let name = self.add(Node::Name(slot), name.span);
        let Some(pool) = self.pools.get_mut(place) else { return wrong(span, "") };
        if pool.questions.len() >= MOST_QUESTIONS {
            return wrong(span, format!("a pool answers at most {MOST_QUESTIONS} questions"));
        }
        // Equal questions without parts are one.
        let known = matches!(asked, Question::Alike | Question::Different)
            .then(|| pool.questions.iter().position(|known| *known == asked))
            .flatten();
        let number = u16::try_from(known.unwrap_or(pool.questions.len())).unwrap_or_default();
        if known.is_none() {
            pool.questions.push(asked);
        }
        Ok(self.add(Node::Answer(name, number), span))
    }

    /// Diagnostic of a question to a name that is no pool.
    fn no_pool(&mut self, question: &'a ast::Question<Expr, ()>, name: &'a Name) -> Read<Id> {
        let text = name.it.as_str();
        if self.unread.contains(text) {
            return wrong(name.span, "");
        }
        if self.names.contains_key(text) || self.scope.iter().any(|(known, _)| *known == text) {
            let word = match question {
                ast::Question::Each(ast::Collect::Sum, ..) => "sum",
                ast::Question::Each(ast::Collect::Count, ..) | ast::Question::Different => "count",
                ast::Question::Each(ast::Collect::Worst(_), ..) => "worst",
                _ => "best",
            };
            let message = format!(
                "\"{text}\" is no pool of dice; a pool is a line of the strike, {text} = 8 times d6; of other rolls write {word} of 2 times d20, or {word} of x for p in list"
            );
            return wrong(name.span, message);
        }
        // Words, fields and misspelt names.
        match self.named(text, name.span) {
            Err(diagnostic) => Err(diagnostic),
            Ok(_) => wrong(name.span, format!("\"{text}\" is no pool of dice")),
        }
    }

    /// Part of a question: it may not roll, and reads names that are known when the pool is thrown.
    fn is_known_before(&self, part: Id, (slot, pool): (VarId, &str), span: Span) -> Read<()> {
        if self.nodes.rolls(part) {
            return wrong(span, "a question to a pool may not roll; only the pool's dice do");
        }
        let reads = self.nodes.reads(part);
        if reads.contains(slot) {
            return wrong(span, format!("a question to \"{pool}\" may not ask \"{pool}\" again"));
        }
        let late = self.names.iter().find(
            |(_, named)| matches!(named, Named::Line(line) if line.0 > slot.0 && reads.contains(*line)),
        );
        let Some((late, _)) = late else { return Ok(()) };
        wrong(
            span,
            format!(
                "\"{pool}\" is thrown before \"{late}\" is known; write the line of \"{late}\" above that of \"{pool}\""
            ),
        )
    }

    /// Sets the values of the pools after all questions are compiled.
    pub(super) fn asked_pools(&mut self, lines: &mut [Line]) {
        for StrikePool { line, parts, sampling, span, questions, .. } in core::mem::take(&mut self.pools) {
            let made = self.add(Node::Pool(parts.into(), sampling, questions.into()), span);
            if let Some(Line::Value { value, .. }) = lines.get_mut(line) {
                *value = made;
            }
        }
    }
}
