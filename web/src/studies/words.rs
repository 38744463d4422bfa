//! A study in words: measures, places, values, and differences.

use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::store::StudyRun;
use tohit_report::format;
pub(super) use tohit_report::study::{StudyLabels, column, measure, value};
use tohit_resolver::document::{brought, presets_of};
use tohit_resolver::study::{Measure, Study};

/// A goal of a measure in words.
pub(super) fn goal(measure: &Measure, value: f64) -> String {
    if measure.is_chance() { format::percent(value) } else { format::number(value) }
}

/// True for turns, strikes or time to kill.
pub(super) fn is_length(measure: &Measure) -> bool {
    measure.to_string().starts_with("kill.")
}

/// Difference of a measure; of a chance in percentage points.
pub(super) fn difference(measure: &Measure, more: f64) -> String {
    in_points(measure, format::difference(more * in_percent(measure)))
}

/// Difference of two displayed values in words: "0.5 more", "1.2 sooner"; "=" where they display alike.
pub(super) fn gain(measure: &Measure, from: f64, to: f64) -> String {
    match format::gain(from * in_percent(measure), to * in_percent(measure)).as_str() {
        "=" => "=".to_owned(),
        says => more_or_less(measure, says),
    }
}

/// A signed difference in words.
pub(super) fn more_or_less(measure: &Measure, says: &str) -> String {
    let size = says.trim_start_matches(['+', '\u{2212}']);
    let unit = if measure.is_chance() { "\u{a0}points" } else { "" };
    let word = match (is_length(measure), says.starts_with('+')) {
        (true, true) => "later",
        (true, false) => "sooner",
        (false, true) => "more",
        (false, false) => "less",
    };
    format!("{size}{unit}\u{a0}{word}")
}

fn in_percent(measure: &Measure) -> f64 {
    if measure.is_chance() { 100.0 } else { 1.0 }
}

fn in_points(measure: &Measure, text: String) -> String {
    if measure.is_chance() && text != "=" { format!("{text} points") } else { text }
}

/// Labels of the axes and places.
pub(super) fn named<'a>(run: &'a StudyRun, study: &'a Study<'a>) -> StudyLabels<'a> {
    StudyLabels { game: custom_rules::game(run.now.rules), study, complete: &run.now.complete }
}

/// Presets of a sheet: the chosen ones, or those that its fighter comes with.
pub(super) fn presets_held(now: &Now, sheet: &str) -> Vec<String> {
    let document = &now.asked.document;
    let chosen = presets_of(document, sheet);
    if !chosen.is_empty() {
        return chosen;
    }
    let part = brought(now.rules, now.form(), document, sheet);
    part.map_or_else(Vec::new, |part| presets_of(&part, ""))
}

/// Predicate: cells that equal the shown scenario.
pub(super) fn is_now<'a>(run: &StudyRun, study: &'a Study<'a>) -> impl Fn(usize) -> bool + use<'a> {
    let now = study.axes.iter().map(|axis| {
        let name = axis.name.as_str();
        let is_whole = name.starts_with('~') || matches!(name, "switches" | "or");
        let sheet = name.split_once(".preset").map(|(sheet, _)| sheet);
        let presets = sheet.map(|sheet| presets_held(&run.now, sheet));
        let is_now = axis.places.iter().map(|place| match &presets {
            _ if is_whole => place.label() == "as it is",
            Some(presets) => presets.contains(&place.label()),
            None => run.now.complete.at(name) == Some(&place.value),
        });
        is_now.collect::<Vec<_>>()
    });
    let now: Vec<Vec<bool>> = now.collect();
    move |cell| study.steps(cell).into_iter().zip(&now).all(|(step, now)| now.get(step) == Some(&true))
}
