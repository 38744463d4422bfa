//! `tohit fight`: how long it takes until the defender falls. `tohit duel`: who falls first.

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::output::Output;
use crate::{resolve, scenario};
use tohit_resolver::{Fraction, Json, Problem, Ruleset};

pub(crate) const NAME: &str = "fight";
pub(crate) const GRAMMAR: Grammar = resolve::GRAMMAR;
pub(crate) const DUEL: &str = "duel";
pub(crate) const DUEL_GRAMMAR: Grammar = Grammar {
    operand: Some("FILE"),
    switches: &["--exact"],
    options: &["--against", "--first", "--link", "--ruleset", "--rules"],
    apart: &[("--rules", "--ruleset"), ("--link", "FILE"), ("--link", "--ruleset")],
};

/// Writes how long the fight is, or the fights.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    resolve::answers(args, output, NAME, fought)
}

fn fought(ruleset: &Ruleset, document: &Json, exact: bool) -> Result<Json, Vec<Problem>> {
    let presets = ruleset.presets();
    if exact {
        ruleset.fight::<Fraction>(document, presets).map(|fight| fight.answer().json())
    } else {
        ruleset.fight::<f64>(document, presets).map(|fight| fight.answer().json())
    }
}

/// Writes how the duel ends.
pub(crate) fn duel(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let Some((ruleset, [document, back], first)) = scenario::duel(args, DUEL)? else {
        let message = "--against is missing: the link of who strikes back".to_owned();
        return Err(Failure::Arguments { message, command: DUEL });
    };
    let (documents, presets) = ([&document, &back], ruleset.presets());
    let answer = if args.has("--exact") {
        ruleset.duel::<Fraction>(documents, presets, first).map(|duel| duel.answer().json())
    } else {
        ruleset.duel::<f64>(documents, presets, first).map(|duel| duel.answer().json())
    };
    output.line(answer.map_err(Failure::Document)?.pretty())
}
