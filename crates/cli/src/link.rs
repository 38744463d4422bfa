//! `tohit link`: a scenario as a permalink.

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::output::Output;
use crate::scenario;
use tohit_resolver::to_link;

pub(crate) const NAME: &str = "link";
pub(crate) const GRAMMAR: Grammar = Grammar {
    operand: Some("FILE"),
    switches: &[],
    options: &["--link", "--ruleset", "--rules"],
    apart: &[("--rules", "--ruleset"), ("--link", "FILE"), ("--link", "--ruleset")],
};

/// Writes the permalink.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, document) = scenario::read(args, NAME)?;
    let (_, problems) = ruleset.complete(&document, ruleset.presets());
    if problems.is_empty() {
        output.line(to_link(ruleset, &document))
    } else {
        Err(Failure::Document(problems))
    }
}
