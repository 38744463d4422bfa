//! `tohit odds`: one line of dice. The line becomes a rule text, which the engine answers as it does any
//! other.

use crate::failure::Failure;
use crate::output::Output;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::fmt::Display;
use std::ops::Range;
use tohit_resolver::answer::{Answer, Extra, Spread};
use tohit_resolver::text::{DiceLine, TextProblem};
use tohit_resolver::{Fraction, Json, Library, Ruleset};

/// The odds of one line of dice
#[derive(clap::Args)]
#[command(after_help = include_str!("help/odds.txt"))]
pub(crate) struct Args {
    /// Dice such as '2d6 + 3', or an attack such as
    /// '1d20+5 against 15, 2d6+3'
    #[arg(value_name = "LINE", verbatim_doc_comment)]
    line: String,
    /// Fractions in place of per cent
    #[arg(long)]
    exact: bool,
    /// The answer as JSON, as `tohit resolve` tells it
    #[arg(long)]
    json: bool,
}

/// Writes the odds.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let text =
        DiceLine::parse(&args.line).map_err(|(place, message)| refused(&args.line, &[(place, message)]))?;
    let ruleset = Ruleset::read("odds", text.rules(), &[], Library::fetched(""));
    let wrong = match &ruleset {
        Err(wrong) => wrong.clone(),
        Ok(ruleset) => {
            let played = ruleset.play();
            [played.wrong, played.doubtful].concat()
        }
    };
    let Ok(ruleset) = ruleset else { return Err(refused_rules(&text, &args.line, &wrong)) };
    if !wrong.is_empty() {
        return Err(refused_rules(&text, &args.line, &wrong));
    }
    let document = Json::object([]);
    let floats = ruleset.resolve::<f64>(&document).map_err(Failure::Document)?;
    // An answer that is refused says nothing before the refusal.
    let exact = if args.exact { Some(ruleset.resolve::<Fraction>(&document)) } else { None };
    let exact = exact.transpose().map_err(Failure::Document)?;
    if args.json {
        let answer = exact.map_or_else(|| floats.json(), |exact| exact.json());
        return output.line(with_reading(answer, &text).pretty());
    }
    if let Some(ours) = text.read_as() {
        output.line(format_args!("read as {ours}"))?;
    }
    match exact {
        Some(exact) => tell(&floats, &exact, |chance| chance.to_string(), output)?,
        None => tell(&floats, &floats, |chance| format!("{:.4} %", 100.0 * chance), output)?,
    }
    text.notes().iter().try_for_each(|note| output.line(format_args!("note: {note}")))
}

/// The answer with the line in this language's spelling and the notes about it, where there are any.
fn with_reading(answer: Json, text: &DiceLine) -> Json {
    let Json::Object(mut entries) = answer else { return answer };
    entries.extend(text.read_as().map(|ours| ("read_as".to_owned(), ours.into())));
    if !text.notes().is_empty() {
        let notes = text.notes().iter().map(|note| note.as_str().into()).collect();
        entries.push(("notes".to_owned(), Json::List(notes)));
    }
    Json::Object(entries)
}

/// Writes the chance to hit and the distribution, with the chances of another answer.
fn tell<P: Clone>(
    floats: &Answer<f64>,
    shown: &Answer<P>,
    written: impl Fn(&P) -> String,
    output: &mut Output,
) -> Result<(), Failure> {
    match (floats.more.first(), shown.more.first()) {
        (_, Some((_, Extra::Chance(chance)))) => output.line(format_args!("yes  {}", written(chance))),
        (Some((name, Extra::Spread(floats))), Some((_, Extra::Spread(shown)))) => {
            table(name, floats, shown, written, output)
        }
        _ => {
            if let Some(hit) = &shown.hit {
                output.line(format_args!("hit     {}", written(hit)))?;
            }
            match (&floats.damage, &shown.damage) {
                // A line without damage has a chance to hit alone.
                (Some(Spread { entries, tail: None }), _) if entries.iter().all(|(lost, _)| *lost == 0) => {
                    Ok(())
                }
                (Some(floats), Some(shown)) => table("damage", floats, shown, written, output),
                _ => Ok(()),
            }
        }
    }
}

/// Mean and standard deviation, then each value with its chance and that of this value or more.
fn table<P>(
    name: &str,
    floats: &Spread<f64>,
    shown: &Spread<P>,
    written: impl Fn(&P) -> String,
    output: &mut Output,
) -> Result<(), Failure> {
    #[allow(clippy::cast_precision_loss, reason = "values of dice are small")]
    let weighted =
        || floats.entries.iter().chain(&floats.tail).map(|(value, chance)| (*value as f64, *chance));
    let mean: f64 = weighted().map(|(value, chance)| value * chance).sum();
    let variance: f64 = weighted().map(|(value, chance)| (value - mean).powi(2) * chance).sum();
    output.line(format_args!("{name:<7} mean {mean:.4}, standard deviation {:.4}", variance.sqrt()))?;
    let chances: Vec<(String, f64, String)> = floats
        .entries
        .iter()
        .zip(&shown.entries)
        .map(|((value, chance), (_, shown))| (value.to_string(), *chance, written(shown)))
        .chain(
            floats
                .tail
                .iter()
                .zip(&shown.tail)
                .map(|((value, chance), (_, shown))| (format!("{value}+"), *chance, written(shown))),
        )
        .collect();
    let width = |texts: &dyn Fn(&(String, f64, String)) -> usize, head: &str| {
        chances.iter().map(texts).max().unwrap_or_default().max(head.len())
    };
    let first = width(&|(value, ..)| value.len(), name);
    let second = width(&|(.., written)| written.len(), "chance");
    row([name, "chance", "at least"], [first, second], output)?;
    // Sums from the top, where the chances are smallest.
    let mut least = 0.0;
    let mut sums: Vec<f64> = chances
        .iter()
        .rev()
        .map(|(_, chance, _)| {
            least += chance;
            least
        })
        .collect();
    sums.reverse();
    for ((value, _, written), least) in chances.iter().zip(sums) {
        let least = format!("{:.4} %", 100.0 * f64::min(least, 1.0));
        row([value, written, &least], [first, second], output)?;
    }
    Ok(())
}

fn row(
    [value, chance, least]: [&str; 3],
    [first, second]: [usize; 2],
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(format_args!("{value:>first$}  {chance:>second$}  {least:>10}"))
}

/// Errors of a line's rules at their positions in the line.
fn refused_rules(text: &DiceLine, line: &str, wrong: &[TextProblem]) -> Failure {
    let places: Vec<(Range<usize>, String)> =
        wrong.iter().map(|one| (text.place(one.line, one.column, one.length), one.message.clone())).collect();
    refused(line, &places)
}

/// An error of a line, marked below its characters.
fn refused(line: &str, wrong: &[(Range<usize>, impl Display)]) -> Failure {
    let renderer = Renderer::styled();
    let byte = |at: usize| line.char_indices().nth(at).map_or(line.len(), |(at, _)| at);
    let each = wrong.iter().map(|(place, message)| {
        let span = byte(place.start)..byte(place.end);
        let snippet = Snippet::source(line).annotation(AnnotationKind::Primary.span(span));
        renderer.render(&[Level::ERROR.primary_title(message.to_string()).element(snippet)])
    });
    let report = each.collect::<Vec<_>>().join("\n\n");
    let summary = "the line has no odds; `tohit odds --help` shows how one is written".to_owned();
    Failure::Checked { report, summary }
}
