//! What a log tells.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use tohit_resolver::{Event, FigureValue, Log, Rolled};

/// What a log calls something, and what it came to: by a note or by a roll.
pub fn figures(log: &Log) -> impl Iterator<Item = (String, String)> {
    let text = |label: &str, figure: &FigureValue| (label.to_string(), figure.to_string());
    log.events.iter().filter_map(move |event| match event {
        Event::Note { label, figure } => Some(text(label, figure)),
        Event::Roll { label, value, .. } => Some(text(label, value)),
        Event::Heading(_) => None,
    })
}

/// These figures stand in the log, in this order.
#[track_caller]
pub fn told(rolled: &Rolled, expected: &[(&str, &str)]) {
    let mut all = figures(&rolled.log);
    for (label, value) in expected {
        let found = all.any(|(known, figure)| known == *label && figure == *value);
        assert!(found, "no {label} {value} in its place\n{}", rolled.log);
    }
}

/// Every value of a figure.
pub fn all(rolled: &Rolled, label: &str) -> Vec<String> {
    figures(&rolled.log).filter(|(known, _)| known == label).map(|(_, figure)| figure).collect()
}

/// The last value of a figure.
#[track_caller]
pub fn noted(rolled: &Rolled, label: &str) -> String {
    all(rolled, label).pop().unwrap_or_else(|| panic!("no {label}\n{}", rolled.log))
}
