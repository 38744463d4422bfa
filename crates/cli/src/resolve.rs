//! `tohit resolve`: a scenario's odds, or those of one scenario a line.

use crate::failure::Failure;
use crate::input::whole;
use crate::output::Output;
use crate::scenario::{self, Source};
use std::io::Read;
use tohit_resolver::{Fraction, Json, Problem, Ruleset, errors_json};

/// The odds of a scenario, or of one scenario a line
#[derive(clap::Args)]
#[command(after_help = include_str!("help/resolve.txt"))]
pub(crate) struct Args {
    /// Probabilities as reduced fractions, such as 73/200
    #[arg(long)]
    exact: bool,
    /// One scenario a line in, one answer a line out, in
    /// order; where one is wrong, its errors stand in its
    /// answer's place, and the exit status is 2 at the end
    #[arg(long, conflicts_with = "link", verbatim_doc_comment)]
    lines: bool,
    /// Accepted for scripts: the answer is always JSON
    #[arg(long = "json")]
    _json: bool,
    #[command(flatten)]
    source: Source,
}

/// Query of a scenario; the flag asks for fractions.
pub(crate) type AnswerFn = fn(&Ruleset, &Json, bool) -> Result<Json, Vec<Problem>>;

/// Writes the answer, or the answers.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    answers(args, from, output, answer)
}

/// Writes the results of a query for one scenario or several.
pub(crate) fn answers(
    args: &Args,
    from: &mut dyn Read,
    output: &mut Output,
    ask: AnswerFn,
) -> Result<(), Failure> {
    if args.lines {
        return lines(args, from, output, ask);
    }
    let (ruleset, document) = args.source.read(from)?;
    let answer = ask(ruleset, &document, args.exact).map_err(Failure::Document)?;
    output.line(answer.pretty())
}

/// Writes an answer or an errors object for each line, in order.
fn lines(args: &Args, from: &mut dyn Read, output: &mut Output, ask: AnswerFn) -> Result<(), Failure> {
    let given = args.source.given()?;
    let mut lines = args.source.input(from)?.lines();
    let mut bad = 0;
    let mut first = 0;
    loop {
        // A caller that waits for an answer before it writes the next line receives it.
        if !lines.is_ready() {
            output.flush()?;
        }
        let Some(line) = lines.next()? else { break };
        let scenario = line.map_err(|problem| vec![problem]).and_then(|text| of_line(text, given));
        let answered = scenario.and_then(|(ruleset, document)| ask(ruleset, &document, args.exact));
        match answered {
            Ok(answer) => output.line(answer)?,
            Err(problems) => {
                bad += 1;
                if bad == 1 {
                    first = lines.number();
                }
                output.line(errors_json(&problems))?;
            }
        }
    }
    if bad == 0 { Ok(()) } else { Err(Failure::Lines { of: "scenarios", bad, all: lines.number(), first }) }
}

fn of_line(text: &str, given: Option<&'static Ruleset>) -> Result<(&'static Ruleset, Json), Vec<Problem>> {
    if text.trim().is_empty() {
        return Err(vec![whole("the line is empty; each line is to hold one scenario".to_owned())]);
    }
    let document = scenario::parse(text).map_err(|message| vec![whole(message)])?;
    let ruleset = scenario::of(&document, given).map_err(|problem| vec![problem])?;
    Ok((ruleset, document))
}

fn answer(ruleset: &Ruleset, document: &Json, exact: bool) -> Result<Json, Vec<Problem>> {
    if exact {
        ruleset.resolve::<Fraction>(document).map(|answer| answer.json())
    } else {
        ruleset.resolve::<f64>(document).map(|answer| answer.json())
    }
}
