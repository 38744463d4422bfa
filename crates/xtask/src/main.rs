//! `cargo xtask`: sets up, builds, serves and tests the project on any machine that has cargo.
//!
//! This is the project's only script, with one small dependency, so that it starts quickly on a new machine.
//! `cargo xtask help` lists its commands.

mod build;
mod console;
mod crates;
mod failure;
mod fuzz;
mod licences;
mod package;
mod places;
mod presets;
mod process;
mod release;
mod serve;
mod setup;
mod test;

use failure::{Reported, Stop, TaskFailure};
use lexopt::Parser;
use std::process::{Command, ExitCode};

/// Exit status of an invalid command line.
const BAD_ARGUMENTS: u8 = 2;
const HELP: &str = include_str!("help.txt");

fn main() -> ExitCode {
    let mut given = std::env::args().skip(1);
    let command = given.next().unwrap_or_else(|| "help".to_owned());
    let rest: Vec<String> = given.collect();
    let words = &mut Parser::from_args(rest.clone());
    let helped = rest.iter().any(|word| word == "--help" || word == "-h");
    let done = match command.as_str() {
        "help" | "--help" | "-h" => help(),
        "bench" => talk(Command::new(places::cargo()).arg("bench").args(rest)),
        _ if helped => help(),
        "setup" => setup::command(words),
        "check" => none(words).and_then(|()| test::quick()),
        "build" => build::command(words),
        "fuzz" => fuzz::command(words),
        "package" => package::command(words),
        "presets" => presets::command(words),
        "release" => release::command(words),
        "serve" => serve::command(words),
        "test" => test::command(words),
        unknown => Err(TaskFailure::new(format!("there is no command `{unknown}`"))
            .hint("`cargo xtask help` lists the commands.")
            .into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Reported) => ExitCode::FAILURE,
        Err(Stop::Arguments(failure)) => refused(&failure),
        Err(Stop::Word(wrong)) => refused(&TaskFailure::new(wrong.to_string()).hint(help_of(&command))),
    }
}

fn refused(failure: &TaskFailure) -> ExitCode {
    console::complain(failure);
    ExitCode::from(BAD_ARGUMENTS)
}

fn help() -> Result<(), Stop> {
    console::say(HELP.trim_end());
    Ok(())
}

/// Help of a command, with its arguments.
fn help_of(command: &str) -> String {
    let from = HELP.find(&format!("\n  {command} ")).unwrap_or_default();
    let (first, rest) =
        HELP.get(from..).unwrap_or_default().trim_start().split_once('\n').unwrap_or_default();
    let more = rest.lines().take_while(|line| line.starts_with("   "));
    [first].into_iter().chain(more).collect::<Vec<_>>().join("\n")
}

/// Refuses any argument of a command that takes none.
fn none(words: &mut Parser) -> Result<(), Stop> {
    words.next()?.map_or(Ok(()), |word| Err(word.unexpected().into()))
}

/// Runs a command that uses the terminal itself.
fn talk(command: &mut Command) -> Result<(), Stop> {
    let status = command.status().map_err(failure::to(format!("start {}", process::shown(command))))?;
    if status.success() { Ok(()) } else { Err(Reported.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_a_command_does_not_take_is_refused_with_what_it_takes() {
        for words in [&["--prot", "80"][..], &["80"], &["--port"], &["--no-open=yes"], &["--port=high"]] {
            assert!(matches!(serve::command(&mut Parser::from_args(words)), Err(Stop::Word(_))), "{words:?}");
        }
        assert!(
            none(&mut Parser::from_args(["--x"])).is_err() && none(&mut Parser::from_args([""; 0])).is_ok()
        );
        let text = help_of("serve");
        assert!(text.starts_with("serve ") && text.ends_with("do not open the browser"), "{text}");
    }
}
