//! The words after the command: switches, and options with a value.

use crate::failure::Failure;

/// The switches and options that were given.
pub(crate) struct Args {
    switches: Vec<String>,
    options: Vec<(String, String)>,
}

impl Args {
    /// Reads `words`, of which the command knows `switches` and, with a value each, `options`.
    pub(crate) fn read(words: &[String], switches: &[&str], options: &[&str]) -> Result<Self, Failure> {
        let mut args = Self { switches: Vec::new(), options: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if options.contains(&name) {
                let value = joined.or_else(|| words.next().cloned());
                let value = value.ok_or_else(|| Failure::new(format!("{name} needs a value")))?;
                args.options.push((name.to_owned(), value));
            } else if switches.contains(&name) && joined.is_none() {
                args.switches.push(name.to_owned());
            } else {
                let known: Vec<&str> = switches.iter().chain(options).copied().collect();
                let hint = match known.as_slice() {
                    [] => "This command takes none.".to_owned(),
                    known => format!("This command takes {}.", known.join(", ")),
                };
                return Err(Failure::new(format!("`{word}` is not an argument of this command")).hint(hint));
            }
        }
        Ok(args)
    }

    /// Whether the switch `name` was given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.switches.iter().any(|given| given == name)
    }

    /// The value of the option `name`; the last one counts.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Args, Failure> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Args::read(&words, &["--no-open"], &["--port"])
    }

    #[test]
    fn reads_switches_and_options_in_both_spellings() {
        let args = read(&["--no-open", "--port", "80", "--port=81"]).unwrap();
        assert!(args.has("--no-open"));
        assert_eq!(args.value("--port"), Some("81"));
        assert_eq!(args.value("--host"), None);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for words in [&["--prot", "80"][..], &["80"], &["--port"], &["--no-open=yes"]] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
