//! Trial fights and duels of a text: one of each mode whose defender has hit points.

use super::{PlayReport, Ruleset, TextProblem};
use crate::json::Json;
use crate::problem::Problem;
use crate::sheet::Shape;
use tohit_engine::{FightDetail, First};
use tohit_odds::Arithmetic;
use tohit_syntax::diagnostics::Diagnostic;

/// Hit points of a fight where the default scenario gives none.
const HIT_POINTS: i64 = 10;
/// A list closes where the rest has a probability below 10^-12.
const DIGITS: i32 = 12;

impl Ruleset {
    /// Runs a fight of a mode, and a duel of its default scenario against itself. Refusals are warnings.
    pub(super) fn fought(&self, mode: &str, several: bool, played: &mut PlayReport) {
        let Some(document) = self.with_hit_points(mode) else { return };
        let within = if several { format!(" in {mode}") } else { String::new() };
        let mut stopped: Vec<(&str, Diagnostic)> = Vec::new();
        let outcome = self.fighting(&document, |asked| {
            let fight = asked.scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, DIGITS);
            stopped.extend(fight.err().map(|diagnostic| ("a fight", diagnostic)));
            Ok(())
        });
        // A scenario that the text itself refuses is already reported.
        if outcome.is_err() {
            return;
        }
        if stopped.is_empty() {
            let duel: Result<(), Vec<Problem>> = self.duelling([&document, &document], |mine, theirs| {
                let duel = mine.scenario.duel(theirs.scenario, First::Attacker, &Arithmetic::Floats, DIGITS);
                stopped.extend(duel.err().map(|diagnostic| ("a duel", diagnostic)));
                Ok(())
            });
            if duel.is_err() {
                return;
            }
        }
        for (extent, diagnostic) in stopped {
            let note = format!("{extent}{within}");
            let wrong = TextProblem {
                note,
                ..TextProblem::rules(self.rules(), diagnostic.span, diagnostic.message.clone())
            };
            if played.doubtful.iter().all(|known| known.line != wrong.line) {
                played.doubtful.push(wrong);
            }
        }
    }

    /// The default scenario of a mode, whose defender is given hit points where it may have them.
    fn with_hit_points(&self, mode: &str) -> Option<Json> {
        let mut document = Json::object([("mode", mode.into())]);
        let Shape::Sheet(defender) = self.form(mode).field("defender")?.shape.inner() else { return None };
        let field = defender.field("hp")?;
        if let (Json::Null, Shape::Int { low, high }) = (field.default, field.shape.inner()) {
            *document.member_mut("defender").member_mut("hp") =
                Json::Number(HIT_POINTS.clamp(low, high).to_string());
        }
        Some(document)
    }
}
