//! `tohit link`: a scenario as a permalink.

use crate::failure::Failure;
use crate::output::Output;
use crate::packed;
use crate::scenario::Source;
use std::io::Read;
use tohit_resolver::to_link;

/// The scenario as a permalink
#[derive(clap::Args)]
#[command(after_help = include_str!("help/link.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    /// Write a whole address: that of the page, then # and
    /// the link
    #[arg(long, value_name = "ADDRESS", verbatim_doc_comment)]
    page: Option<String>,
}

/// Writes the permalink.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, document) = args.source.read(from)?;
    let (_, problems) = ruleset.complete(&document);
    if !problems.is_empty() {
        return Err(Failure::Document(problems));
    }
    let link = match args.source.rules() {
        Some(file) => packed::link(file, ruleset, &document)?,
        None => to_link(ruleset, &document),
    };
    match &args.page {
        Some(page) => output.line(format_args!("{}#{link}", page.split('#').next().unwrap_or_default())),
        None => output.line(link),
    }
}
