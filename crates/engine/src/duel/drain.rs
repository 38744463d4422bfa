//! Drain in a duel: strikes that give hit points back, cost them, or read the striker's own.

use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use tohit_syntax::diagnostics::Diagnostic;

/// True where strikes may give something back, cost something, or read the striker's hit points: a line of
/// theirs says so, and the sheets do not rule it out.
pub(crate) fn drains<'s, 'a: 's>(scenarios: impl IntoIterator<Item = &'s Scenario<'a>>) -> bool {
    scenarios.into_iter().any(|of| {
        let reduced = ReducedStrike::draining(of);
        reduced.drains(of) || reduced.reads_own(of)
    })
}

/// Refusal of a strike that gives something back, costs something or reads the striker's hit points where
/// both sides strike at once: that would come before or after the other's strike. No line of the rules is to
/// blame.
pub(crate) fn refused_gain() -> Diagnostic {
    let message = "a strike here gives hit points back, or reads or costs the striker's own, so the two cannot strike at once: let one side strike first";
    Diagnostic::new(Default::default(), message.to_owned())
}
