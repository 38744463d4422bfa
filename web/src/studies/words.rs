//! A study in words: measures, places, values, and how much better one is than another.

use super::desk::Run;
use super::fields::{self, At};
use super::question::{self, FIRST_TURN};
use crate::format;
use crate::own;
use tohit_resolver::sheet::Shape;
use tohit_resolver::study::{Measure, Place};
use tohit_telling::entered::{readable, stepped};
pub(super) use tohit_telling::study::{column, measure, value};

/// Whether a measure that goes by that name is a chance.
pub(super) fn is_chance(name: &str) -> bool {
    matches!(name, "hit" | "kill" | FIRST_TURN)
}

/// A number of that measure as somebody asks for it.
pub(super) fn goal(measure: &Measure, value: f64) -> String {
    if measure.is_chance() { format::percent(value) } else { format::number(value) }
}

/// How much more one is than another.
pub(super) fn difference(measure: &Measure, more: f64) -> String {
    if measure.is_chance() {
        let told = format::difference(more * 100.0);
        if told == "=" { told } else { format!("{told} points") }
    } else {
        format::difference(more)
    }
}

/// The name of what varies.
pub(super) fn axis(run: &Run, name: &str) -> String {
    match name {
        name if name.starts_with('~') => "Change".to_owned(),
        "switches" => "Rule".to_owned(),
        "or" => "Fight".to_owned(),
        name => {
            let at = run.fields.iter().find(|at| at.path == name);
            let other = || {
                let told = |study| tohit_telling::study::axis(&own::game(run.now.rules), study, name);
                run.study.as_deref().map(|study| format::sentence(&told(study))).unwrap_or_default()
            };
            at.map_or_else(other, |at| at.name())
        }
    }
}

/// What stands at a place: alone, or with its field where that varies too.
pub(super) fn place(run: &Run, axis: &str, place: &Place) -> String {
    let text = place.label();
    if axis.contains(".preset") {
        return fields::preset_name(&run.now, axis, &text).unwrap_or(text);
    }
    if axis == "switches" || axis.starts_with('~') {
        let Some((path, said)) = text.split_once('=') else { return "As it is".to_owned() };
        let at = run.fields.iter().find(|at| at.path == path);
        // Of one sheet's steps nobody need be told whose they are.
        let name = |at: &At| if axis.len() > 1 && axis != "switches" { at.name_inside() } else { at.name() };
        let told = at.map(|at| match (at.shape.inner(), said) {
            // What holds is named; what does not is said to.
            (Shape::Bool, "true") => name(at),
            (Shape::Bool, _) => format!("{}: no", name(at)),
            (_, said) => format!("{} {}", name(at), stepped(at.shape, run.now.complete.at(path), said)),
        });
        return told.unwrap_or(text);
    }
    let at = run.fields.iter().find(|at| at.path == axis);
    at.map_or(text, |at| readable(at.shape, &place.value))
}

/// All places of a cell in one line.
pub(super) fn cell(run: &Run, cell: usize) -> String {
    let Some(study) = &run.study else { return String::new() };
    let names = study.axes.iter().zip(study.places(cell));
    names.map(|(axis, one)| place(run, &axis.name, one)).collect::<Vec<_>>().join("; ")
}

/// Whether a cell is the scenario that the page shows.
pub(super) fn is_now(run: &Run, cell: usize) -> bool {
    let Some(study) = &run.study else { return false };
    let mut places = study.axes.iter().zip(study.places(cell));
    places.all(|(axis, place)| match axis.name.as_str() {
        name if name.starts_with('~') || matches!(name, "switches" | "or") => place.label() == "as it is",
        name if name.contains(".preset") => question::is_now(&run.now, name, &place.label()),
        name => run.now.complete.at(name) == Some(&place.value),
    })
}
