//! `tohit self-check`: the shared cases, answered where the program runs.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::one;
use std::time::Instant;
use tohit_report::cases;
use tohit_resolver::{CASES, Json, RULESETS, Ruleset};

/// Whether this program answers right where it runs
#[derive(clap::Args)]
#[command(after_help = include_str!("help/self-check.txt"))]
pub(crate) struct Args {
    /// One ruleset alone
    #[arg(value_parser = one())]
    ruleset: Option<&'static Ruleset>,
}

/// Answers every case, or those of one ruleset, and reports how many pass.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let mut report = Vec::new();
    let (mut all, mut right) = (0, 0);
    for ruleset in RULESETS.iter().filter(|ruleset| args.ruleset.is_none_or(|one| one.id() == ruleset.id())) {
        let began = Instant::now();
        let (mut of_it, mut exact) = (0, 0);
        for case in all_of(ruleset.id())? {
            let wrong = cases::wrong(ruleset, &case);
            of_it += 1;
            exact += u32::from(wrong.is_empty());
            if !wrong.is_empty() {
                report.push(format!("{}: {}\n  {}", ruleset.id(), cases::name(&case), wrong.join("\n  ")));
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        output.line(format_args!("{:<14} {exact:>3} of {of_it:>3} exact {seconds:>6.2} s", ruleset.id()))?;
        output.flush()?;
        all += of_it;
        right += exact;
    }
    let summary = format!("{right} of {all} exact");
    if report.is_empty() {
        output.line(summary)
    } else {
        Err(Failure::Checked { report: report.join("\n"), summary })
    }
}

fn all_of(id: &str) -> Result<Vec<Json>, Failure> {
    let mut all = Vec::new();
    for (_, file) in CASES.iter().filter(|(of, _)| *of == id) {
        match Json::parse_up_to(file, usize::MAX) {
            Ok(Json::List(more)) => all.extend(more),
            other => {
                let report = other.err().unwrap_or_default();
                return Err(Failure::Checked { report, summary: format!("the cases of {id} are damaged") });
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_has_cases() {
        for ruleset in RULESETS {
            assert!(all_of(ruleset.id()).unwrap().len() > 40, "{}", ruleset.id());
        }
    }
}
