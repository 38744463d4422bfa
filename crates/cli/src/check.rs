//! `tohit check`: problems of a rule text with their positions and corrections, and the results of its
//! examples.

use crate::failure::Failure;
use crate::game::{GameFiles, Page};
use crate::output::Output;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::io::Read;
use std::ops::Range;
use std::path::PathBuf;
use tohit_resolver::Json;
use tohit_resolver::text::TextProblem;

/// Whether the rule text of a game of your own is right
#[derive(clap::Args)]
#[command(after_help = include_str!("help/check.txt"))]
pub(crate) struct Args {
    /// The rule text; - is standard input
    #[arg(value_name = "FILE.rules")]
    file: PathBuf,
    /// Problems as data, on standard output: file, line,
    /// column, message
    #[arg(long, verbatim_doc_comment)]
    json: bool,
}

/// Writes the problems, or that there are none.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let game = GameFiles::open(&args.file, from)
        .map_err(|failure| if args.json { failure } else { said(failure) })?;
    let found = CheckReport::of(&game);
    let name = game.name();
    if args.json {
        output.line(found.json(&game).pretty())?;
    }
    if found.wrong.is_empty() {
        if args.json {
            return Ok(());
        }
        if !found.doubtful.is_empty() {
            let report = report(&game, &found.doubtful, &Level::WARNING);
            // Colours are for errors, whose stream knows where they are wanted.
            output.line(anstream::adapter::strip_str(&report))?;
            output.line("")?;
        }
        return output.line(format_args!("{name} {}", found.good()));
    }
    let report = if args.json { String::new() } else { found.report(&game) };
    Err(Failure::Checked { report, summary: format!("{name}: {}", found.bad()) })
}

/// The failure of a file that is no text, as a sentence.
fn said(failure: Failure) -> Failure {
    let Failure::Document(problems) = failure else { return failure };
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    Failure::Checked { report: String::new(), summary: messages.join("; ") }
}

/// The result of a check.
struct CheckReport {
    wrong: Vec<TextProblem>,
    /// Warnings, which do not fail the check.
    doubtful: Vec<TextProblem>,
    /// Number of examples; none where the text is unreadable.
    examples: Option<usize>,
    /// Number of failing examples.
    failing: usize,
    /// Numbers of scenarios that were tried and that were skipped.
    played: Option<(usize, usize)>,
}

impl CheckReport {
    fn of(game: &GameFiles) -> Self {
        match game.ruleset() {
            Err(wrong) => Self { wrong, doubtful: Vec::new(), examples: None, failing: 0, played: None },
            Ok(ruleset) => {
                let (examples, mut wrong) = ruleset.examples();
                let failing = wrong.len();
                wrong.extend(ruleset.wrong_presets());
                wrong.extend(ruleset.wrong_fights());
                let played = ruleset.play();
                wrong.extend(played.wrong);
                let numbers = Some((played.scenarios, played.left_out));
                let mut doubtful = [played.doubtful, played.dead].concat();
                doubtful.sort_by_key(|one| (one.line, one.column));
                Self { wrong, doubtful, examples: Some(examples), failing, played: numbers }
            }
        }
    }

    fn good(&self) -> String {
        let examples = match self.examples {
            None | Some(0) => "reads well; it has no examples yet".to_owned(),
            Some(1) => "reads well: 1 example passes".to_owned(),
            Some(many) => format!("reads well: {many} examples pass"),
        };
        let warnings = match self.doubtful.len() {
            0 => String::new(),
            1 => "; 1 warning".to_owned(),
            many => format!("; {many} warnings"),
        };
        let left_out = match self.played {
            Some((played, left_out @ 1..)) => {
                let all = played + left_out;
                format!("; {played} of {all} scenarios were played, the others would take too long")
            }
            _ => String::new(),
        };
        format!("{examples}{warnings}{left_out}")
    }

    fn bad(&self) -> String {
        let problems = |count| if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
        let others = self.wrong.len() - self.failing;
        match (self.examples, self.failing) {
            (Some(examples), 1..) => {
                let fail = if self.failing == 1 { "fails" } else { "fail" };
                let of = if examples == 1 { "example" } else { "examples" };
                let and = if others == 0 { String::new() } else { format!(", and {}", problems(others)) };
                format!("{} of {examples} {of} {fail}{and}", self.failing)
            }
            _ => problems(others),
        }
    }

    /// Errors, and then warnings.
    fn report(&self, game: &GameFiles) -> String {
        let mut parts = vec![report(game, &self.wrong, &Level::ERROR)];
        if !self.doubtful.is_empty() {
            parts.push(report(game, &self.doubtful, &Level::WARNING));
        }
        parts.join("\n\n")
    }

    fn json(&self, game: &GameFiles) -> Json {
        let whole = |number: usize| Json::Number(number.to_string());
        let as_json = |one: &TextProblem| -> Json {
            let note = (!one.note.is_empty()).then(|| ("note", one.note.as_str().into()));
            [
                ("file", game.page(one.file).name.as_str().into()),
                ("line", whole(one.line)),
                ("column", whole(one.column)),
                ("message", one.message.as_str().into()),
            ]
            .into_iter()
            .chain(note)
            .collect()
        };
        let errors = Json::List(self.wrong.iter().map(as_json).collect());
        let warnings = Json::List(self.doubtful.iter().map(as_json).collect());
        let examples = self.examples.map(|examples| ("examples", whole(examples)));
        let played =
            self.played.map(|(played, left_out)| [("played", whole(played)), ("left_out", whole(left_out))]);
        let numbers = examples.into_iter().chain(played.into_iter().flatten());
        [("errors", errors), ("warnings", warnings)].into_iter().chain(numbers).collect()
    }
}

/// Problems with their lines, for a terminal.
fn report(game: &GameFiles, wrong: &[TextProblem], level: &Level<'static>) -> String {
    let renderer = Renderer::styled();
    let each = wrong.iter().map(|one| {
        let page = game.page(one.file);
        let line = line(page, one);
        let snippet = Snippet::source(&line)
            .line_start(one.line)
            .path(page.name.as_str())
            .annotation(AnnotationKind::Primary.span(place(&line, one)));
        let mut group = level.clone().primary_title(one.message.as_str()).element(snippet);
        if !one.note.is_empty() {
            group = group.element(Level::NOTE.message(format!("with {}", one.note)));
        }
        renderer.render(&[group])
    });
    each.collect::<Vec<_>>().join("\n\n")
}

/// The line of a problem, without the control characters that a terminal would obey.
fn line(page: &Page, wrong: &TextProblem) -> String {
    let line = page.text.lines().nth(wrong.line.saturating_sub(1)).unwrap_or_default();
    line.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}")
}

/// Range of bytes in the line of a problem: the whole text where only the line is known.
fn place(line: &str, wrong: &TextProblem) -> Range<usize> {
    let at = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    if wrong.length == 0 && wrong.column <= 1 {
        let begins = line.len() - line.trim_start().len();
        return begins..line.trim_end().len().max(begins);
    }
    let column = wrong.column.saturating_sub(1);
    at(column)..at(column.saturating_add(wrong.length))
}
