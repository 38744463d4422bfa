//! `tohit man`: manual pages in roff.

use crate::Cli;
use crate::failure::Failure;
use crate::output::Output;
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// The manual page of tohit, or of a command
#[derive(clap::Args)]
#[command(after_help = include_str!("help/man.txt"))]
pub(crate) struct Args {
    /// The command; without it the page of tohit
    command: Option<String>,
    /// The names of all commands, one a line
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

/// Writes a page, or the names of the commands.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    // Names subcommands after the program: `tohit-resolve` and `tohit resolve`.
    cli.build();
    if args.list {
        return cli.get_subcommands().try_for_each(|command| output.line(command.get_name()));
    }
    let command = match &args.command {
        None => &cli,
        Some(name) => cli.find_subcommand(name).ok_or_else(|| unknown(name))?,
    };
    output.bytes(&page(command.clone())?)
}

fn unknown(name: &str) -> Failure {
    Failure::arguments(format!("tohit has no command {name:?}; `tohit man --list` names them"))
}

/// A page with the program's version in its foot.
fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let source = concat!("tohit ", env!("CARGO_PKG_VERSION"));
    let more = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut page = Vec::new();
    let made = Man::new(command.after_help(None::<&str>)).source(source).render(&mut page);
    let made = made.and_then(|()| sections(&more).to_writer(&mut page));
    made.map_err(|error| Failure::io("make the manual page", &error)).map(|()| page)
}

/// The text below the options of a command, in sections. Commands and tables keep their lines.
fn sections(text: &str) -> Roff {
    let (mut page, mut last) = (Roff::new(), "");
    for paragraph in text.trim_end().split("\n\n") {
        let section = match paragraph {
            _ if paragraph.starts_with("  $ ") => "EXAMPLES",
            _ if paragraph.starts_with("Exit status") => "EXIT STATUS",
            _ => "NOTES",
        };
        if section == last {
            page.control("PP", []);
        } else {
            page.control("SH", [section]);
        }
        last = section;
        let is_table = paragraph.starts_with(' ');
        if is_table {
            page.control("nf", []);
        }
        for line in paragraph.lines() {
            page.text([roman(line)]);
        }
        if is_table {
            page.control("fi", []);
        }
    }
    page
}
