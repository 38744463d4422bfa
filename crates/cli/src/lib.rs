//! `tohit`: exact combat odds on the command line. See `tohit --help`. The program is `main.rs`, which gives it words and standard input; so does whoever tries its doors.

mod args;
mod article;
mod beside;
mod check;
mod explain;
mod failure;
mod fields;
mod fight;
mod game;
mod input;
mod link;
mod lua;
mod new;
mod output;
mod presets;
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

use args::{Args, Given, Grammar, suggest};
pub use failure::Failure;
use output::Output;
use std::ffi::OsString;
use std::io::{Read, Write};

/// One of the program's commands.
struct Command {
    name: &'static str,
    help: &'static str,
    grammar: Grammar,
    run: fn(&Args, &mut Output) -> Result<(), Failure>,
}

const COMMANDS: [Command; 16] = [
    Command {
        name: resolve::NAME,
        help: include_str!("help/resolve.txt"),
        grammar: resolve::GRAMMAR,
        run: resolve::run,
    },
    Command {
        name: explain::NAME,
        help: include_str!("help/explain.txt"),
        grammar: explain::GRAMMAR,
        run: explain::run,
    },
    Command {
        name: beside::NAME,
        help: include_str!("help/beside.txt"),
        grammar: beside::GRAMMAR,
        run: beside::run,
    },
    Command {
        name: study::NAME,
        help: include_str!("help/study.txt"),
        grammar: study::GRAMMAR,
        run: study::run,
    },
    Command { name: roll::NAME, help: include_str!("help/roll.txt"), grammar: roll::GRAMMAR, run: roll::run },
    Command { name: link::NAME, help: include_str!("help/link.txt"), grammar: link::GRAMMAR, run: link::run },
    Command {
        name: fight::NAME,
        help: include_str!("help/fight.txt"),
        grammar: fight::GRAMMAR,
        run: fight::run,
    },
    Command {
        name: fight::DUEL,
        help: include_str!("help/duel.txt"),
        grammar: fight::DUEL_GRAMMAR,
        run: fight::duel,
    },
    Command {
        name: fields::NAME,
        help: include_str!("help/fields.txt"),
        grammar: fields::GRAMMAR,
        run: fields::run,
    },
    Command {
        name: presets::NAME,
        help: include_str!("help/presets.txt"),
        grammar: presets::GRAMMAR,
        run: presets::run,
    },
    Command {
        name: rulesets::NAME,
        help: include_str!("help/rulesets.txt"),
        grammar: rulesets::GRAMMAR,
        run: rulesets::run,
    },
    Command {
        name: render::NAME,
        help: include_str!("help/render.txt"),
        grammar: render::GRAMMAR,
        run: render::run,
    },
    Command {
        name: article::NAME,
        help: include_str!("help/article.txt"),
        grammar: article::GRAMMAR,
        run: article::run,
    },
    Command {
        name: check::NAME,
        help: include_str!("help/check.txt"),
        grammar: check::GRAMMAR,
        run: check::run,
    },
    Command {
        name: self_check::NAME,
        help: include_str!("help/self-check.txt"),
        grammar: self_check::GRAMMAR,
        run: self_check::run,
    },
    Command { name: new::NAME, help: include_str!("help/new.txt"), grammar: new::GRAMMAR, run: new::run },
];
const HELP: &str = include_str!("help/tohit.txt");

/// Does what the words say, and writes what comes of it.
///
/// # Errors
/// When there is no answer.
pub fn run(
    words: impl Iterator<Item = OsString>,
    from: impl Read + 'static,
    to: impl Write + 'static,
) -> Result<(), Failure> {
    let mut output = Output::new(to);
    let done = answer(words, from, &mut output);
    // What was answered before a failure is still an answer.
    let flushed = output.flush();
    done.and(flushed)
}

fn answer(
    mut words: impl Iterator<Item = OsString>,
    from: impl Read + 'static,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(word) = words.next() else {
        return Err(misused("a command is missing: ".to_owned() + &names().collect::<Vec<_>>().join(", ")));
    };
    match word.to_str() {
        Some("--help" | "-h") => output.text(HELP),
        Some("--version" | "-V") => output.line(format_args!("tohit {}", env!("CARGO_PKG_VERSION"))),
        Some("help") => match words.next() {
            None => output.text(HELP),
            Some(name) => output.text(command(&name)?.help),
        },
        _ => {
            let command = command(&word)?;
            match command.grammar.read(words) {
                Ok(Given::Help) => output.text(command.help),
                Ok(Given::Run(args)) => (command.run)(&args.reading(from), output),
                Err(message) => Err(Failure::Arguments { message, command: command.name }),
            }
        }
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}

fn command(name: &OsString) -> Result<&'static Command, Failure> {
    COMMANDS.iter().find(|command| name == command.name).ok_or_else(|| {
        let name = name.to_string_lossy();
        let what = if name.starts_with('-') { "option" } else { "command" };
        let known = names().chain(["help", "--help", "--version"]);
        let hint = suggest(&name, known)
            .unwrap_or_else(|| format!("; there are {}", names().collect::<Vec<_>>().join(", ")));
        misused(format!("there is no {what} `{name}`{hint}"))
    })
}

fn misused(message: String) -> Failure {
    Failure::Arguments { message, command: "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use rand_pcg::Pcg32;

    /// Words of a help text that look like options, without the examples.
    fn told(help: &str) -> Vec<&str> {
        let lines = help.lines().filter(|line| !line.trim_start().starts_with('$'));
        let mut words: Vec<&str> = lines
            .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
            .filter(|word| word.starts_with("--"))
            .collect();
        words.sort_unstable();
        words
    }

    /// A word as it is or, half the time, with a sign lost or doubled, a value joined, or not in UTF-8.
    #[cfg(unix)]
    fn mistyped(dice: &mut Pcg32, known: &[&str]) -> OsString {
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
        let names: Vec<&str> = names().collect();
        let options = COMMANDS.iter().flat_map(|one| [one.grammar.switches, one.grammar.options].concat());
        let known: Vec<&str> = options.chain(["--", "-", "-h", "--help", "=", "x"]).collect();
        for _ in 0..many {
            let name = mistyped(&mut dice, &names);
            let count = dice.random_range(0..5);
            let words: Vec<OsString> = (0..count).map(|_| mistyped(&mut dice, &known)).collect();
            let refused = match command(&name) {
                Ok(command) => command.grammar.read(words.clone()).err(),
                Err(Failure::Arguments { message, .. }) => Some(message),
                Err(other) => panic!("{name:?}: {other:?}"),
            };
            assert!(refused.is_none_or(|message| message.len() > 5), "{name:?} {words:?}");
        }
    }

    #[test]
    fn help_tells_every_option_and_no_other() {
        for command in COMMANDS {
            let grammar = command.grammar;
            let mut known = [grammar.switches, grammar.options].concat();
            known.sort_unstable();
            assert_eq!(told(command.help), known, "{}", command.name);
            let usage = command.help.lines().next().unwrap();
            assert_eq!(
                grammar.operand.is_some_and(|operand| usage.contains(operand)),
                grammar.operand.is_some()
            );
        }
    }
}
