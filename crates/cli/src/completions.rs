//! `tohit completions`: the script that completes command lines of `tohit` in a shell.

use crate::Cli;
use crate::failure::Failure;
use crate::output::Output;
use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

/// The completion script of a shell
#[derive(clap::Args)]
#[command(after_help = include_str!("help/completions.txt"))]
pub(crate) struct Args {
    /// bash, elvish, fish, powershell or zsh
    shell: Shell,
}

/// Writes the script.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "tohit", &mut script);
    output.bytes(&script)
}
