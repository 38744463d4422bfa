//! Runs commands: their output goes to a log, the step's line shows their activity, a failure shows the
//! output.

use crate::console::{Progress, uncoloured};
use crate::failure::{self, TaskFailure};
use crate::places;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// A finished command.
pub(crate) struct Ran {
    /// Output of both streams, in the order of arrival.
    pub(crate) output: Vec<String>,
    /// Failure, if the command ended with an error.
    pub(crate) failure: Option<TaskFailure>,
}

/// Runs `command` to its end. Its output goes to the log `log` in the target directory.
pub(crate) fn run(command: &mut Command, log: &str, progress: &mut Progress) -> Result<Ran, TaskFailure> {
    let shown = shown(command);
    let dir = places::target(&places::root()?).join("xtask");
    std::fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
    let log = dir.join(format!("{log}.log"));
    let mut file = File::create(&log).map_err(failure::to(format!("write {}", log.display())))?;

    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| TaskFailure {
        message: format!("cannot start {program}: {error}"),
        command: Some(shown.clone()),
        ..TaskFailure::default()
    })?;
    let (sender, lines) = mpsc::channel();
    let readers = [
        child.stdout.take().map(|stream| forward(stream, sender.clone())),
        child.stderr.take().map(|stream| forward(stream, sender)),
    ];
    let mut output = Vec::new();
    loop {
        match lines.recv_timeout(Duration::from_millis(200)) {
            Ok(line) => {
                let _ = writeln!(file, "{line}");
                progress.saw(&line);
                output.push(line);
            }
            Err(RecvTimeoutError::Timeout) => progress.tick(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    let status = child.wait().map_err(failure::to(format!("wait for {program}")))?;
    let failure = (!status.success()).then(|| TaskFailure {
        message: format!("the command ended with {status}"),
        command: Some(shown),
        output: output.clone(),
        log: Some(log),
        hint: None,
    });
    Ok(Ran { output, failure })
}

/// Runs `command`, which must succeed; returns its output.
pub(crate) fn succeed(
    command: &mut Command,
    log: &str,
    progress: &mut Progress,
) -> Result<Vec<String>, TaskFailure> {
    let ran = run(command, log, progress)?;
    ran.failure.map_or(Ok(ran.output), Err)
}

/// Standard output of a short command, if it runs and succeeds.
pub(crate) fn answer(program: impl AsRef<Path>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program.as_ref())
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command line in a shell's notation.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    std::iter::once(program.file_name().unwrap_or(program.as_os_str()))
        .chain(command.get_args())
        .map(|word| {
            let word = word.to_string_lossy();
            let plain = !word.is_empty() && !word.contains([' ', '"', '\'', '$', '*']);
            if plain { word.into_owned() } else { format!("'{word}'") }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn forward(stream: impl Read + Send + 'static, lines: Sender<String>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = uncoloured(String::from_utf8_lossy(&bytes).trim_end());
            if lines.send(line).is_err() {
                break;
            }
            bytes.clear();
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("npm");
        command.args(["ci", "a b", ""]);
        assert_eq!(shown(&command), "npm ci 'a b' ''");
    }

    #[test]
    fn a_program_that_is_not_there_answers_nothing() {
        assert_eq!(answer("no-such-program", &["--version"]), None);
    }
}
