//! A turn whose number of strikes is rolled. The number is a carried value of the turn, a countdown: the
//! first strike rolls it, each strike takes one off, and a strike that finds less than 1 is not made.

use super::mode::{Checker, ExprContext};
use crate::program::{Carry, End, Id, Line, Node, Strikes, Turn, VarId, Word};
use tohit_odds::number::Number;
use tohit_syntax::ast::{self, Binary, Expr, Reference, Statement, StatementKind};
use tohit_syntax::diagnostics::{Keep, Read, wrong};

/// Name of the countdown, and of the line that reads it. A text has no such names: they have spaces.
const LEFT: &str = "strikes left";
const NUMBER: &str = "number of strikes";

impl<'a> Checker<'a> {
    /// Reserves the slot of a countdown, behind those of what is carried. The number may name figures, which
    /// are not compiled yet, so every number of strikes has the slot.
    pub(super) fn name_countdown(&mut self, statements: &[&'a Statement]) {
        let number = statements.iter().find(|statement| {
            matches!(statement.says, StatementKind::Turn { strikes: ast::Strikes::Number(_), .. })
        });
        if let Some(statement) = number {
            self.slot(LEFT, statement.span).keep(&mut self.diagnostics);
        }
    }

    /// A number beside `each`, which may not roll.
    pub(super) fn counted(&mut self, place: ExprContext, number: &'a Expr) -> Option<Id> {
        let message =
            "beside \"each\" the number of strikes may not roll; a rolled one stands alone: turn d6";
        self.unrolled(place, number, message)
    }

    /// Slot of the countdown, if the number of strikes rolls.
    pub(super) fn countdown(&self, strikes: &Strikes) -> Option<VarId> {
        let Strikes::Number(number) = strikes else { return None };
        self.slot_of(LEFT).filter(|_| self.nodes.rolls(*number))
    }

    /// Adds the countdown to what is carried and to the strike.
    pub(super) fn count_down(
        &mut self,
        turn: &Turn,
        (carries, strike): (&mut Vec<Carry>, &mut Vec<Line>),
        has_bodies: bool,
        endings: &[Word],
    ) -> Read<()> {
        let (Some(left), Strikes::Number(rolled)) = (turn.countdown, &turn.strikes) else { return Ok(()) };
        let span = self.nodes.span(*rolled);
        if has_bodies {
            let message = "where bodies attack, a turn has a number of strikes that the fields decide; leave the line \"bodies\" out, or write a number in place of the dice";
            return wrong(span, message);
        }
        let number = self.slot(NUMBER, span)?;
        let name = self.add(Node::Name(left), span);
        let unrolled = self.add(Node::Number(Turn::UNROLLED.into()), span);
        let is_unrolled = self.add(Node::Binary(Binary::Equal, name, unrolled), span);
        let value = self.add(Node::If(is_unrolled, *rolled, name), span);
        carries.push(Carry { value: unrolled, this_turn: true, this_body: false, on_foe: None });
        let (name, one) =
            (self.add(Node::Name(number), span), self.add(Node::Number(Number::Whole(1)), span));
        let one_less = self.add(Node::Binary(Binary::Subtract, name, one), span);
        for line in strike.iter_mut() {
            if let Line::End(end) = line {
                end.next.push((left, one_less));
            }
        }
        let is_over = self.add(Node::Binary(Binary::Less, name, one), span);
        let over = self.add(Node::Number(Turn::OVER.into()), span);
        let ending = self.add(Node::Word(endings.first().copied().unwrap_or_default()), span);
        let reference = Reference::default();
        let counting = [
            Line::Value { slot: number, value, show: None, span, reference: reference.clone() },
            Line::End(End {
                ending,
                when: Some(is_over),
                lose: None,
                gain: None,
                pay: None,
                kill: false,
                next: vec![(left, over)],
                span,
                reference,
            }),
        ];
        strike.splice(0..0, counting);
        Ok(())
    }
}
