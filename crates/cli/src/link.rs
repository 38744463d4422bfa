//! `tohit link`: a scenario as a permalink.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::Source;
use std::io::Read;
use tohit_resolver::to_link;

/// The scenario as a permalink
#[derive(clap::Args)]
#[command(after_help = include_str!("help/link.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
}

/// Writes the permalink.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, document) = args.source.read(from)?;
    let (_, problems) = ruleset.complete(&document);
    if problems.is_empty() {
        output.line(to_link(ruleset, &document))
    } else {
        Err(Failure::Document(problems))
    }
}
