//! The words after a command: one operand, switches, and options with a value.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read};
use tohit_resolver::nearest;

/// What a command takes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Grammar {
    /// What its operand is called, if it takes one.
    pub(crate) operand: Option<&'static str>,
    /// Words that stand alone.
    pub(crate) switches: &'static [&'static str],
    /// Words with a value: `--seed 7` or `--seed=7`.
    pub(crate) options: &'static [&'static str],
    /// Pairs that cannot stand together; the operand goes by its name.
    pub(crate) apart: &'static [(&'static str, &'static str)],
}

/// What was given to a command.
#[derive(Debug, Default)]
pub(crate) struct Args {
    operand: Option<OsString>,
    switches: Vec<&'static str>,
    options: Vec<(&'static str, String)>,
    from: Waiting,
}

/// Standard input, until somebody reads it.
#[derive(Default)]
struct Waiting(Cell<Option<Box<dyn Read>>>);

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard input")
    }
}

/// What the words amount to.
#[derive(Debug)]
pub(crate) enum Given {
    /// Help is asked for.
    Help,
    /// The command is to run.
    Run(Args),
}

impl Grammar {
    /// Reads the words after a command, or says in a sentence what is wrong with them.
    pub(crate) fn read(&self, words: impl IntoIterator<Item = OsString>) -> Result<Given, String> {
        let mut args = Args::default();
        let mut words = words.into_iter();
        let mut operands_only = false;
        while let Some(word) = words.next() {
            let is_operand = operands_only || word == "-" || !word.as_encoded_bytes().starts_with(b"-");
            if is_operand {
                self.operand(&mut args, word)?;
                continue;
            }
            let word = text(word)?;
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if word == "--" {
                operands_only = true;
            } else if word == "--help" || word == "-h" {
                return Ok(Given::Help);
            } else if let Some(option) = known(self.options, name) {
                let value = match joined {
                    Some(value) => value,
                    None => text(words.next().ok_or_else(|| format!("{option} needs a value"))?)?,
                };
                if args.value(option).is_some() {
                    return Err(format!("{option} is given twice"));
                }
                args.options.push((option, value));
            } else if let Some(switch) = known(self.switches, name) {
                if joined.is_some() {
                    return Err(format!("{switch} takes no value"));
                }
                args.switches.push(switch);
            } else {
                return Err(format!("there is no option `{name}`{}", self.hint(name)));
            }
        }
        self.check_apart(&args)?;
        Ok(Given::Run(args))
    }
}

impl Grammar {
    fn operand(&self, args: &mut Args, word: OsString) -> Result<(), String> {
        let shown = word.to_string_lossy().into_owned();
        match (self.operand, &args.operand) {
            (None, _) => Err(format!("`{shown}` is not expected here{}", self.hint(&shown))),
            (Some(name), Some(_)) => Err(format!("`{shown}` is one {name} too many")),
            (Some(_), None) => {
                args.operand = Some(word);
                Ok(())
            }
        }
    }

    fn check_apart(&self, args: &Args) -> Result<(), String> {
        let given = |name: &str| {
            args.has(name)
                || args.value(name).is_some()
                || (self.operand == Some(name) && args.operand.is_some())
        };
        match self.apart.iter().find(|(one, other)| given(one) && given(other)) {
            Some((one, other)) => Err(format!("{one} and {other} cannot stand together")),
            None => Ok(()),
        }
    }

    fn hint(&self, given: &str) -> String {
        let known = || self.switches.iter().chain(self.options).copied();
        suggest(given, known()).unwrap_or_else(|| {
            let all: Vec<&str> = known().chain(["--help"]).collect();
            format!("; this command takes {}", all.join(", "))
        })
    }
}

impl Args {
    /// With this for standard input.
    pub(crate) fn reading(mut self, from: impl Read + 'static) -> Self {
        self.from = Waiting(Cell::new(Some(Box::new(from))));
        self
    }

    /// Standard input, or what is left of it: nothing, once it was taken.
    pub(crate) fn standard_input(&self) -> Box<dyn Read> {
        self.from.0.take().unwrap_or_else(|| Box::new(io::empty()))
    }

    /// The operand.
    pub(crate) fn operand(&self) -> Option<&OsStr> {
        self.operand.as_deref()
    }

    /// Whether a switch was given.
    pub(crate) fn has(&self, switch: &str) -> bool {
        self.switches.contains(&switch)
    }

    /// The value of an option.
    pub(crate) fn value(&self, option: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| *known == option).map(|(_, value)| value.as_str())
    }
}

/// `; did you mean …?` where a known name is near.
pub(crate) fn suggest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(given, known).map(|name| format!("; did you mean `{name}`?"))
}

fn known(names: &'static [&'static str], given: &str) -> Option<&'static str> {
    names.iter().copied().find(|name| *name == given)
}

fn text(word: OsString) -> Result<String, String> {
    word.into_string().map_err(|word| format!("`{}` is not UTF-8", word.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAMMAR: Grammar = Grammar {
        operand: Some("FILE"),
        switches: &["--exact", "--lines"],
        options: &["--link", "--seed"],
        apart: &[("--link", "FILE")],
    };

    fn read(words: &[&str]) -> Result<Args, String> {
        match GRAMMAR.read(words.iter().map(OsString::from)) {
            Ok(Given::Run(args)) => Ok(args),
            Ok(Given::Help) => Err("help".to_owned()),
            Err(message) => Err(message),
        }
    }

    #[test]
    fn words_may_stand_in_any_order_and_options_in_both_spellings() {
        for words in [
            &["--exact", "a", "--seed", "7"],
            &["--seed=7", "--exact", "--", "a"],
            &["a", "--seed=7", "--exact", "--"],
        ] {
            let args = read(words).unwrap();
            assert_eq!(args.operand(), Some(OsStr::new("a")));
            assert!(args.has("--exact") && !args.has("--lines"));
            assert_eq!((args.value("--seed"), args.value("--link")), (Some("7"), None));
        }
        assert_eq!(read(&["--", "--exact"]).unwrap().operand(), Some(OsStr::new("--exact")));
        assert_eq!(read(&["-"]).unwrap().operand(), Some(OsStr::new("-")));
        assert_eq!(read(&["--link=a=b"]).unwrap().value("--link"), Some("a=b"));
        assert_eq!(read(&["--link", "--lines"]).unwrap().value("--link"), Some("--lines"));
    }

    #[test]
    fn help_is_asked_for_anywhere_but_in_a_value() {
        assert_eq!(read(&["a", "-h"]).unwrap_err(), "help");
        assert_eq!(read(&["--lines", "--help", "--unknown"]).unwrap_err(), "help");
        assert_eq!(read(&["--link", "--help"]).unwrap().value("--link"), Some("--help"));
    }

    #[test]
    fn what_makes_no_sense_is_said_in_a_sentence() {
        for (words, message) in [
            (&["--exakt"][..], "there is no option `--exakt`; did you mean `--exact`?"),
            (&["--sed=7"], "there is no option `--sed`; did you mean `--seed`?"),
            (&["-x"], "there is no option `-x`; this command takes --exact, --lines, --link, --seed, --help"),
            (&["--seed"], "--seed needs a value"),
            (&["--seed", "1", "--seed=2"], "--seed is given twice"),
            (&["--exact=yes"], "--exact takes no value"),
            (&["a", "b"], "`b` is one FILE too many"),
            (&["--link", "x", "a"], "--link and FILE cannot stand together"),
        ] {
            assert_eq!(read(words).unwrap_err(), message);
        }
        let nothing = Grammar::default();
        let message = nothing.read([OsString::from("exact")]).unwrap_err();
        assert_eq!(message, "`exact` is not expected here; this command takes --help");
    }
}
