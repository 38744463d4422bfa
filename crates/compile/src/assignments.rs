//! Assignments to carried variables: `next` in the strike and between turns.

use super::mode::{Checker, ExprContext, Named};
use crate::program::{EndOfTurn, Id, Node, VarId};
use tohit_syntax::ast::{Assignment, Span};
use tohit_syntax::diagnostics::{Read, suggestion, wrong};

/// Target of a `next`: a carried variable; none for the hit points that are left, between turns.
pub(super) type Target = Option<VarId>;

/// Compiled `next`: a guarded assignment.
#[derive(Clone, Copy)]
pub(super) struct Update {
    what: Target,
    when: Option<Id>,
    value: Id,
    span: Span,
}

impl<'a> Checker<'a> {
    /// The carried variable of a name, or the item of a turn; of what strikes leave on the other side the
    /// variable that they assign.
    pub(super) fn carried(&self, name: &str) -> Option<VarId> {
        let Some(Named::Kept(slot)) = self.names.get(name).copied() else { return None };
        let left = self.on_foe.iter().find(|(read, _)| *read == slot);
        Some(left.map_or(slot, |(_, left)| *left))
    }

    pub(super) fn next(&mut self, next: &'a Assignment) -> Read<Update> {
        let what = match (self.place, self.names.get(next.name.it.as_str()).copied()) {
            (ExprContext::Between(_), _) if next.name.it == "left" => None,
            (_, Some(Named::Kept(_))) => self.carried(&next.name.it),
            _ => {
                let kept = self.names.iter().filter(|(_, named)| matches!(named, Named::Kept(_)));
                let hint = suggestion(&next.name.it, &kept.map(|(name, _)| *name).collect::<Vec<_>>());
                let message =
                    format!("\"{}\" is not carried{hint}; write  carry {} = ...", next.name.it, next.name.it);
                return wrong(next.name.span, message);
            }
        };
        let when = self.when(next.when.as_ref(), next.span)?;
        Ok(Update { what, when, value: self.expr(&next.value)?, span: next.span })
    }

    /// Compiles `between turns`: assignments to carried variables and to the hit points that are left.
    pub(super) fn between(
        &mut self,
        nexts: &'a [Assignment],
        this_turn: &[VarId],
        span: Span,
    ) -> Read<EndOfTurn> {
        let left = self.local(span)?;
        self.place = ExprContext::Between(left);
        let mut all = Vec::new();
        for next in nexts {
            let change = self.next(next)?;
            let is_on_foe = |slot| self.on_foe.iter().any(|(_, left)| *left == slot);
            let wrong_with = if change.what.is_some_and(is_on_foe) {
                format!("only a strike leaves \"{}\" on the other side", next.name.it)
            } else if change.what.is_some_and(|slot| this_turn.contains(&slot)) {
                format!("\"{}\" begins anew each turn anyway", next.name.it)
            } else if change.when.into_iter().chain([change.value]).any(|id| self.nodes.rolls(id)) {
                "this may not roll; only the strike rolls".to_owned()
            } else {
                all.push(change);
                continue;
            };
            return wrong(next.span, wrong_with);
        }
        let mut between = EndOfTurn { left, leaves: None, next: Vec::new() };
        for (what, value) in self.changed(&all) {
            match what {
                Some(slot) => between.next.push((slot, value)),
                None => between.leaves = Some(value),
            }
        }
        Ok(between)
    }

    /// New value of each target after all of its assignments, in order.
    pub(super) fn changed(&mut self, all: &[Update]) -> Vec<(Target, Id)> {
        let mut next: Vec<(Target, Id)> = Vec::new();
        for Update { what, when, mut value, span } in all.iter().copied() {
            let before = next.iter().position(|(changed, _)| *changed == what);
            if let Some(when) = when {
                let old = match (before.and_then(|place| next.get(place)), what, self.place) {
                    (Some((_, value)), ..) => *value,
                    (None, None, ExprContext::Between(left)) => self.add(Node::Local(left), span),
                    (None, Some(slot), _) => self.add(Node::Name(slot), span),
                    (None, None, _) => continue,
                };
                value = self.add(Node::If(when, value, old), span);
            }
            match before.and_then(|place| next.get_mut(place)) {
                Some(change) => change.1 = value,
                None => next.push((what, value)),
            }
        }
        next
    }
}
