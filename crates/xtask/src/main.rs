//! `cargo xtask`: sets up, builds, serves and tests the project on any machine that has cargo.
//!
//! It is the project's only script, without dependencies, so that it starts quickly on a new machine.
//! `cargo xtask help` tells what it can do.

mod args;
mod build;
mod console;
mod failure;
mod fuzz;
mod package;
mod places;
mod process;
mod serve;
mod setup;
mod test;

use failure::{Failure, Stop, Told};
use std::process::{Command, ExitCode};

/// The exit status for a command line that makes no sense.
const BAD_ARGUMENTS: u8 = 2;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_else(|| "help".to_owned());
    let rest: Vec<String> = words.collect();
    let helped = rest.iter().any(|word| word == "--help" || word == "-h");
    let done = match command.as_str() {
        "help" | "--help" | "-h" => help(),
        "bench" => talk(Command::new(places::cargo()).arg("bench").args(rest)),
        _ if helped => help(),
        "setup" => setup::command(&rest),
        "build" => build::command(&rest),
        "fuzz" => fuzz::command(&rest),
        "package" => package::command(&rest),
        "serve" => serve::command(&rest),
        "test" => test::command(&rest),
        unknown => Err(Failure::new(format!("there is no command `{unknown}`"))
            .hint("`cargo xtask help` lists the commands.")
            .into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Told) => ExitCode::FAILURE,
        Err(Stop::Arguments(failure)) => {
            console::complain(&failure);
            ExitCode::from(BAD_ARGUMENTS)
        }
    }
}

fn help() -> Result<(), Stop> {
    console::say(include_str!("help.txt").trim_end());
    Ok(())
}

/// Runs a command that talks to the terminal itself.
fn talk(command: &mut Command) -> Result<(), Stop> {
    let status = command.status().map_err(failure::to(format!("start {}", process::shown(command))))?;
    if status.success() { Ok(()) } else { Err(Told.into()) }
}
