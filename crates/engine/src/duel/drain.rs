//! Drain in a duel: strikes that give hit points back.

use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use tohit_syntax::diagnostics::Diagnostic;

/// True where strikes may give something back: an end of theirs says so, and the sheets do not rule it out.
pub(crate) fn drains<'s, 'a: 's>(scenarios: impl IntoIterator<Item = &'s Scenario<'a>>) -> bool {
    scenarios.into_iter().any(|of| ReducedStrike::draining(of).drains(of))
}

/// Refusal of a strike that gives something back where both sides strike at once: the gain would come before
/// or after the other's strike. No line of the rules is to blame.
pub(crate) fn refused_gain() -> Diagnostic {
    let message =
        "a strike here gives hit points back, so the two cannot strike at once: let one side strike first";
    Diagnostic::new(Default::default(), message.to_owned())
}
