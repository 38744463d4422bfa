//! `tohit fight`: turns until the defender falls. `tohit duel`: turns of both sides until one falls.

use crate::failure::Failure;
use crate::output::Output;
use crate::resolve;
use crate::scenario::{DuelArgs, Source};
use std::io::Read;
use tohit_resolver::{Fraction, Json, Problem, Ruleset};

/// How long it takes until the defender falls
#[derive(clap::Args)]
#[command(after_help = include_str!("help/fight.txt"))]
pub(crate) struct FightCommand {
    #[command(flatten)]
    args: resolve::Args,
}

/// Who falls first, if the defender strikes back
#[derive(clap::Args)]
#[command(after_help = include_str!("help/duel.txt"))]
pub(crate) struct DuelCommand {
    #[command(flatten)]
    back: DuelArgs,
    /// Fractions; the list then closes where less than
    /// 1/1000 is left, or 1/10 where they grow too long
    #[arg(long, verbatim_doc_comment)]
    exact: bool,
    /// Accepted for scripts: the answer is always JSON
    #[arg(long = "json")]
    _json: bool,
    #[command(flatten)]
    source: Source,
}

/// Writes the length of the fight, or of the fights.
pub(crate) fn run(fight: &FightCommand, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    resolve::answers(&fight.args, from, output, fought)
}

fn fought(ruleset: &Ruleset, document: &Json, exact: bool) -> Result<Json, Vec<Problem>> {
    if exact {
        ruleset.fight::<Fraction>(document).map(|fight| fight.answer().json())
    } else {
        ruleset.fight::<f64>(document).map(|fight| fight.answer().json())
    }
}

/// Writes the result of the duel.
pub(crate) fn duel(args: &DuelCommand, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, [document, back], first) = args.source.duel(&args.back, from)?;
    let documents = [&document, &back];
    let answer = if args.exact {
        ruleset.duel::<Fraction>(documents, first).map(|duel| duel.answer().json())
    } else {
        ruleset.duel::<f64>(documents, first).map(|duel| duel.answer().json())
    };
    output.line(answer.map_err(Failure::Document)?.pretty())
}
