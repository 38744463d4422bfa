//! Output on the console: headings, one line for each step, and a failure in full.
//!
//! In a terminal a running step shows its activity in a line that its result replaces. Elsewhere (in CI, in a
//! file) a step prints its result alone, and a sign of life every half minute.

use crate::failure::{Reported, TaskFailure};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const NAME_WIDTH: usize = 24;
const NOTE_WIDTH: usize = 40;
const LIVE_WIDTH: usize = 78;
const LIVE_EVERY: Duration = Duration::from_millis(150);
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(30);
/// Number of shown lines of a failed command's output; the log has all.
const SHOWN_LINES: usize = 150;
const SHOWN_COLUMNS: usize = 400;

/// Prints a line. A closed reader is no failure.
pub(crate) fn say(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout(), "{}", line.as_ref());
}

/// Prints the heading of a group of steps.
pub(crate) fn heading(text: &str) {
    say(format!("\n{}", paint("1", text)));
}

/// Runs `work` as the step `name`; `work` returns its value and a note on the result.
pub(crate) fn step<T>(
    name: &str,
    work: impl FnOnce(&mut Progress) -> Result<(T, String), TaskFailure>,
) -> Result<T, Reported> {
    let mut progress = Progress::begin(name);
    match work(&mut progress) {
        Ok((value, note)) => {
            progress.succeed(&note);
            Ok(value)
        }
        Err(failure) => {
            progress.fail(&failure);
            Err(Reported)
        }
    }
}

/// A running step.
pub(crate) struct Progress {
    name: String,
    started: Instant,
    spoke: Instant,
    live: bool,
    doing: String,
    compiled: usize,
}

impl Progress {
    /// Begins the step `name`.
    pub(crate) fn begin(name: &str) -> Self {
        let now = Instant::now();
        let live = std::io::stdout().is_terminal();
        let mut progress =
            Self { name: name.to_owned(), started: now, spoke: now, live, doing: String::new(), compiled: 0 };
        progress.draw();
        progress
    }

    /// Announces a long operation, with the reason.
    pub(crate) fn announce(&mut self, what: &str) {
        self.clear();
        say(format!("  {} {:NAME_WIDTH$} {what}", paint("33", "•"), self.name));
        self.draw();
    }

    /// Records a line of a command's output.
    pub(crate) fn saw(&mut self, line: &str) {
        let line = line.trim();
        if let Some(package) = line.strip_prefix("Compiling ").or_else(|| line.strip_prefix("Checking ")) {
            self.compiled += 1;
            let package = package.split(' ').next().unwrap_or(package);
            self.doing = format!("compiling {package} ({} so far)", self.compiled);
        } else if !line.is_empty() {
            line.clone_into(&mut self.doing);
        }
        self.tick();
    }

    /// Shows a sign of life when one is due.
    pub(crate) fn tick(&mut self) {
        let silence = self.spoke.elapsed();
        if self.live && silence >= LIVE_EVERY {
            self.draw();
        } else if !self.live && silence >= SIGN_OF_LIFE_EVERY {
            self.spoke = Instant::now();
            let doing: String = self.doing.chars().take(LIVE_WIDTH).collect();
            say(format!("    {:NAME_WIDTH$} {}, {doing}", self.name, spell(self.started.elapsed())));
        }
    }

    /// Duration of the step so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Ends the step with success.
    pub(crate) fn succeed(&mut self, note: &str) {
        self.end(paint("32", "✓"), note);
    }

    /// Ends the step with a failure, and prints it.
    pub(crate) fn fail(&mut self, failure: &TaskFailure) {
        self.end(paint("31", "✗"), &paint("31", "failed"));
        complain(failure);
    }

    fn end(&mut self, mark: String, note: &str) {
        self.clear();
        let padding = " ".repeat(NOTE_WIDTH.saturating_sub(uncoloured(note).chars().count()));
        let time = paint("2", &format!("{:>12}", spell(self.started.elapsed())));
        say(format!("  {mark} {:NAME_WIDTH$} {note}{padding} {time}", self.name));
    }

    fn draw(&mut self) {
        if self.live {
            self.spoke = Instant::now();
            let line = format!("  · {:NAME_WIDTH$} {}  {}", self.name, spell(self.elapsed()), self.doing);
            let line: String = line.chars().filter(|c| !c.is_control()).take(LIVE_WIDTH).collect();
            let _ = write!(std::io::stdout(), "\r\x1b[2K{line}");
            let _ = std::io::stdout().flush();
        }
    }

    fn clear(&self) {
        if self.live {
            let _ = write!(std::io::stdout(), "\r\x1b[2K");
        }
    }
}

/// Prints a failure: the sentence, the command, its output, and the advice.
pub(crate) fn complain(failure: &TaskFailure) {
    say(format!("    {}", paint("31", &failure.message)));
    if let Some(command) = &failure.command {
        say(format!("    $ {command}"));
    }
    let mut lines: Vec<&str> =
        failure.output.iter().map(String::as_str).filter(|line| !is_chatter(line)).collect();
    lines.dedup_by(|line, before| line.trim().is_empty() && before.trim().is_empty());
    let skipped = lines.len().saturating_sub(SHOWN_LINES);
    if skipped > 0 {
        say(format!("    │ … {skipped} lines before these"));
    }
    for line in lines.into_iter().skip(skipped) {
        let cut = if line.chars().nth(SHOWN_COLUMNS).is_some() { " …" } else { "" };
        say(format!("    │ {}{cut}", line.chars().take(SHOWN_COLUMNS).collect::<String>()));
    }
    if let Some(log) = &failure.log {
        say(format!("    All of it: {}", log.display()));
    }
    if let Some(hint) = &failure.hint {
        say(format!("    → {hint}"));
    }
}

/// True for a line of a failed command's output that is irrelevant to the failure.
fn is_chatter(line: &str) -> bool {
    const DOES: &str = "Adding Blocking Checking Compiling Doc-tests Downloaded Downloading Locking Running Updating running";
    let line = line.trim_start();
    DOES.split(' ').any(|does| line.split(' ').next() == Some(does))
        || ["all doctests ran in ", "test result: ok."].iter().any(|noise| line.starts_with(noise))
        || (line.starts_with("test ") && line.ends_with("... ok"))
}

/// A duration as people say it.
pub(crate) fn spell(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

fn paint(style: &str, text: &str) -> String {
    let plain = !std::io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some();
    if plain { text.to_owned() } else { format!("\x1b[{style}m{text}\x1b[0m") }
}

/// `text` without colour codes.
pub(crate) fn uncoloured(text: &str) -> String {
    let mut in_code = false;
    text.chars()
        .filter(|character| {
            let kept = !in_code && *character != '\x1b';
            in_code = *character == '\x1b' || (in_code && *character != 'm');
            kept
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_like_speech() {
        assert_eq!(spell(Duration::from_millis(440)), "0.4 s");
        assert_eq!(spell(Duration::from_secs(59)), "59.0 s");
        assert_eq!(spell(Duration::from_secs(346)), "5 min 46 s");
    }

    #[test]
    fn colour_codes_can_be_taken_out() {
        assert_eq!(uncoloured("a \x1b[1;31mfailed\x1b[0m m"), "a failed m");
    }

    #[test]
    fn a_passing_test_is_chatter_and_a_failing_one_is_not() {
        assert!(is_chatter("test tests::a ... ok"));
        assert!(is_chatter("   Compiling serde v1.0.0"));
        assert!(!is_chatter("test tests::a ... FAILED"));
        assert!(!is_chatter("error[E0308]: mismatched types"));
    }
}
