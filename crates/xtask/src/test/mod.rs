//! Runs every check of the project and counts: the last line says how many tests passed and failed.

mod counts;
mod steps;

use crate::console::{self, Progress};
use crate::failure::{Reported, Stop, TaskFailure};
use crate::setup::{self, Ready, Requirement};
use counts::Counts;
use lexopt::Parser;
use lexopt::prelude::*;
use std::time::{Duration, Instant};
use steps::{QUICK, STEPS, Step};

/// Result of a step.
struct Outcome {
    counts: Counts,
    note: String,
    failure: Option<TaskFailure>,
}

/// A step's line in the summary.
struct Row {
    name: &'static str,
    counts: Counts,
    time: Duration,
}

/// `cargo xtask test`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    let (mut only, mut fail_fast) = (None, false);
    while let Some(word) = words.next()? {
        match word {
            Long("only") => only = Some(words.value()?.string()?),
            Long("fail-fast") => fail_fast = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let chosen: Vec<&Step> = match only {
        None => STEPS.iter().collect(),
        Some(name) => {
            let Some(only) = STEPS.iter().find(|step| step.name == name) else {
                let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
                let failure = TaskFailure::new(format!("there is no step `{name}`"));
                return Err(failure.hint(format!("The steps are {}.", names.join(", "))).into());
            };
            STEPS.iter().filter(|step| step.name == name || only.looks_at == Some(step.name)).collect()
        }
    };
    run(&chosen, fail_fast)?;
    Ok(())
}

/// `cargo xtask check`: the checks before a commit.
pub(crate) fn quick() -> Result<(), Stop> {
    run(&QUICK.iter().collect::<Vec<_>>(), false)?;
    Ok(())
}

fn run(steps: &[&Step], fail_fast: bool) -> Result<(), Reported> {
    let started = Instant::now();
    let needs: Vec<Requirement> = setup::ALL
        .iter()
        .copied()
        .filter(|need| steps.iter().any(|step| step.needs.contains(need)))
        .collect();
    let ready = setup::set_up(&needs)?;
    let set_up = started.elapsed();

    console::heading("Tests");
    let mut rows = Vec::new();
    for step in steps {
        let row = perform(step, &ready);
        let failed = row.counts.failed > 0;
        rows.push(row);
        if failed && fail_fast {
            break;
        }
    }
    let total = rows.iter().fold(Counts::default(), |sum, row| sum.plus(row.counts));
    summarise(&rows, set_up, started.elapsed());
    for row in rows.iter().filter(|row| row.counts == Counts::default()) {
        console::say(format!("  {} was left out: this machine cannot run it", row.name));
    }
    console::say(format!("\n{total}"));
    if total.failed == 0 { Ok(()) } else { Err(Reported) }
}

fn perform(step: &Step, ready: &Ready) -> Row {
    let mut progress = Progress::begin(step.name);
    let outcome = match ready.lacks(step.needs) {
        Some(need) => Err(TaskFailure::new(format!("not run: set-up could not provide {need}"))),
        None => (step.run)(ready, &mut progress),
    };
    let outcome = outcome.unwrap_or_else(|failure| Outcome {
        counts: Counts { passed: 0, failed: 1 },
        note: String::new(),
        failure: Some(failure),
    });
    let time = progress.elapsed();
    match &outcome.failure {
        Some(failure) => progress.fail(failure),
        None => progress.succeed(&outcome.note),
    }
    Row { name: step.name, counts: outcome.counts, time }
}

fn summarise(rows: &[Row], set_up: Duration, all: Duration) {
    console::heading("Summary");
    let line = |name: &str, passed: &str, failed: &str, time: Duration| {
        console::say(format!("  {name:<24} {passed:>8} {failed:>8} {:>16}", console::spell(time)));
    };
    console::say(format!("  {:<24} {:>8} {:>8} {:>16}", "", "passed", "failed", "time"));
    line("set-up", "", "", set_up);
    for row in rows {
        line(row.name, &row.counts.passed.to_string(), &row.counts.failed.to_string(), row.time);
    }
    line("together", "", "", all);
}
