//! Drain in a duel: strikes that give hit points back.

use crate::duel::clock::First;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use tohit_syntax::diagnostics::Diagnostic;

/// True where strikes give something back; then one side has to strike first.
pub(crate) fn drains<'s, 'a: 's>(
    scenarios: impl IntoIterator<Item = &'s Scenario<'a>>,
    first: First,
) -> Result<bool, Diagnostic> {
    let gain = |of: &Scenario<'_>| ReducedStrike::draining(of).drains(of).map(|gain| of.span(gain));
    match scenarios.into_iter().find_map(gain) {
        Some(gain) if first == First::Together => {
            let message = "where strikes give something back, one side strikes first: who begins?";
            Err(Diagnostic::new(gain, message.to_owned()))
        }
        gain => Ok(gain.is_some()),
    }
}
