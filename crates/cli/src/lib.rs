//! `tohit`: exact combat odds on the command line. See `tohit --help`. The program is `main.rs`, which
//! supplies arguments and standard input; fuzz tests supply their own.

mod article;
mod check;
mod completions;
mod explain;
mod failure;
mod fields;
mod fight;
mod game;
mod import;
mod input;
mod link;
mod lua;
mod man;
mod new;
mod odds;
mod output;
mod packed;
mod presets;
mod progress;
mod render;
mod resolve;
mod roll;
mod rulesets;
mod scenario;
mod self_check;
mod sheets;
mod study;
mod study_formats;
mod text;
mod typescript;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
pub use failure::Failure;
use output::Output;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::iter;

/// Exact combat odds
#[derive(Parser)]
#[command(name = "tohit", version, hide_possible_values = true)]
#[command(after_help = include_str!("help/tohit.txt"))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Resolve(resolve::Args),
    Odds(odds::Args),
    Explain(explain::Args),
    Study(study::Args),
    Roll(roll::Args),
    Link(link::Args),
    Import(import::Args),
    Fight(fight::FightCommand),
    Duel(fight::DuelCommand),
    Fields(fields::Args),
    Presets(presets::Args),
    Rulesets(rulesets::Args),
    Render(render::Args),
    Article(article::Args),
    Check(check::Args),
    SelfCheck(self_check::Args),
    New(new::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs a command line, and writes its result.
///
/// # Errors
/// A failure without an answer.
pub fn run(
    words: impl Iterator<Item = OsString>,
    mut from: impl Read,
    to: impl Write + 'static,
) -> Result<(), Failure> {
    let mut output = Output::new(to);
    let done = answer(words, &mut from, &mut output);
    // Answers before a failure are still written.
    let flushed = output.flush();
    done.and(flushed)
}

fn answer(
    words: impl Iterator<Item = OsString>,
    from: &mut dyn Read,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut cli = Cli::command();
    let words = iter::once("tohit".into()).chain(words);
    let given = cli.try_get_matches_from_mut(words).and_then(|given| {
        let name = given.subcommand_name().unwrap_or_default().to_owned();
        Ok((name, Cli::from_arg_matches(&given)?.command))
    });
    match given {
        Ok((name, command)) => {
            command.run(from, output).map_err(|failure| match (failure, cli.find_subcommand_mut(&name)) {
                // The message has the usage of the command.
                (Failure::Arguments(wrong), Some(command)) => Failure::Arguments(wrong.format(command)),
                (failure, _) => failure,
            })
        }
        Err(error) if !error.use_stderr() => output.text(&error.to_string()),
        Err(wrong) => Err(Failure::Arguments(wrong)),
    }
}

impl Command {
    fn run(&self, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Resolve(args) => resolve::run(args, from, output),
            Self::Odds(args) => odds::run(args, output),
            Self::Explain(args) => explain::run(args, from, output),
            Self::Study(args) => study::run(args, output),
            Self::Roll(args) => roll::run(args, from, output),
            Self::Link(args) => link::run(args, from, output),
            Self::Import(args) => import::run(args, from, output),
            Self::Fight(args) => fight::run(args, from, output),
            Self::Duel(args) => fight::duel(args, from, output),
            Self::Fields(args) => fields::run(args, output),
            Self::Presets(args) => presets::run(args, output),
            Self::Rulesets(args) => rulesets::run(args, output),
            Self::Render(args) => render::run(args, output),
            Self::Article(args) => article::run(args, from, output),
            Self::Check(args) => check::run(args, from, output),
            Self::SelfCheck(args) => self_check::run(args, output),
            Self::New(args) => new::run(args, output),
            Self::Completions(args) => completions::run(args, output),
            Self::Man(args) => man::run(args, output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use rand_pcg::Pcg32;

    /// A word as it is or, half the time, with a sign lost or doubled, a value joined, or not in UTF-8.
    #[cfg(unix)]
    fn mistyped(dice: &mut Pcg32, known: &[String]) -> OsString {
        let mut word = known[dice.random_range(0..known.len())].as_bytes().to_vec();
        match dice.random_range(0..10) {
            0 => drop(word.pop()),
            1 => word.insert(0, b'-'),
            2 => word.extend(b"=x"),
            3 => word.push(dice.random_range(1..=255)),
            4 => word.extend("é\u{feff}".bytes()),
            _ => {}
        }
        std::os::unix::ffi::OsStringExt::from_vec(word)
    }

    #[cfg(unix)]
    #[test]
    fn whatever_words_there_are_they_are_read_or_refused_in_a_sentence() {
        let many = std::env::var("TOHIT_MUTATIONS").map_or(20_000, |many| many.parse().unwrap());
        let mut dice = Pcg32::new(5, 0);
        let cli = Cli::command();
        let names: Vec<String> = cli.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let options = cli.get_subcommands().flat_map(clap::Command::get_opts).filter_map(clap::Arg::get_long);
        let others = ["--", "-", "-h", "--help", "=", "x"].map(str::to_owned);
        let known: Vec<String> = options.map(|name| format!("--{name}")).chain(others).collect();
        for _ in 0..many {
            let count = dice.random_range(0..5);
            let rest: Vec<OsString> = (0..count).map(|_| mistyped(&mut dice, &known)).collect();
            let words = ["tohit".into(), mistyped(&mut dice, &names)].into_iter().chain(rest);
            if let Err(error) = Cli::try_parse_from(words) {
                assert!(error.to_string().len() > 5, "{error:?}");
            }
        }
    }

    #[test]
    fn every_command_fits_together() {
        Cli::command().debug_assert();
    }
}
