//! Goals of fields: a goal as it is typed and as links write it, and the value that just reaches it.

use super::fields::{self, LabelledField, Wide};
use super::findings::is_same;
use super::words;
use crate::model::link::with;
use crate::store::{Hint, Press, ScenarioStore, StudyRun};
use tohit_report::values::readable;
use tohit_resolver::Json;
use tohit_resolver::study::{AxisPoint, Comparison, Measure, Study, StudyRow};

/// A study for each field that one step can change, with its path: a search for the values that reach the
/// goal. The last is asked first: the quickest.
pub(super) fn goals(scenario: ScenarioStore, link: &str, words: &str) -> Vec<(String, String)> {
    let now = scenario.here();
    let paths = fields::around(scenario, link);
    let known = fields::all(&now).into_iter().rev().filter(|at| at.is_single() && paths.contains(&at.path));
    let (wide, narrow): (Vec<LabelledField>, Vec<LabelledField>) = known.partition(LabelledField::is_wide);
    let study = |at: &LabelledField| {
        let axis =
            if at.is_ranged() { fields::ranging(&now, at, Wide::Searched) } else { format!("{}=*", at.path) };
        (at.path.clone(), with(link, &format!("{axis}&{words}")))
    };
    wide.iter().chain(&narrow).map(study).collect()
}

/// The value of a field that just reaches the goal: of all edges of the goal's ranges, the nearest to the
/// present.
pub(super) fn goal(run: &StudyRun) -> Option<(String, Hint)> {
    let study = run.study.as_deref()?;
    let axis = study.axes.first()?;
    let at = LabelledField::of(run.now.form(), &axis.name)?;
    let here = axis.places.iter().position(|place| run.now.complete.at(&axis.name) == Some(&place.value));
    let found = run.end.as_ref().map(|end| end.found.as_slice()).unwrap_or_default();
    let last = axis.places.len().saturating_sub(1);
    let edges = found.iter().flat_map(|(from, to, _)| {
        [Some(*from).filter(|from| *from > 0), Some(*to).filter(|to| *to < last)].into_iter().flatten()
    });
    let nearest = edges.min_by_key(|edge| edge.abs_diff(here.unwrap_or_default()));
    let is_reached = here.is_some_and(|here| found.iter().any(|(from, to, _)| (*from..=*to).contains(&here)));
    let hint = |says: String, whole: &str, kind: &'static str, value: Option<Json>| Hint {
        says: (String::new(), says),
        whole: format!("{}: {whole}", at.name()),
        kind,
        press: value.map_or(Press::Nothing, Press::Takes),
        is_old: false,
    };
    let hint = match nearest.and_then(|edge| Some((edge, axis.places.get(edge)?))) {
        Some((edge, _)) if Some(edge) == here => {
            hint("just enough".to_owned(), "what is there is just enough", "same", None)
        }
        Some((_, place)) => {
            let says = readable(at.shape, &place.value);
            let whole = format!("{says} {}", if is_reached { "is still enough" } else { "is enough" });
            hint(says, &whole, if is_reached { "same" } else { "better" }, Some(place.value.clone()))
        }
        None if is_reached => hint("any".to_owned(), "any value is enough", "same", None),
        None => match most(run, study, here) {
            Some((place, measure, most)) => {
                let value = words::value(&measure, most);
                let most = if is_at_least(study) { "most" } else { "least" };
                let whole = format!(
                    "no value of this field alone is enough; {} gives the {most}: {value}",
                    readable(at.shape, &place.value)
                );
                hint(format!("{most} {value}"), &whole, "same", Some(place.value.clone()))
            }
            None => hint("\u{2013}".to_owned(), "no value of this field is enough, or helps", "same", None),
        },
    };
    Some((axis.name.clone(), hint))
}

fn is_at_least(study: &Study<'_>) -> bool {
    study.find.as_ref().is_some_and(|find| find.sign == Comparison::AtLeast)
}

/// The place that comes nearest to a goal, if it is nearer than the present.
fn most<'a>(
    run: &StudyRun,
    study: &'a Study<'_>,
    here: Option<usize>,
) -> Option<(&'a AxisPoint, Measure, f64)> {
    let (column, measure) = words::column(study);
    let (measure, axis) = (measure?, study.axes.first()?);
    let more = is_at_least(study);
    let value = |row: &StudyRow<f64>| row.values.get(column).copied().flatten();
    let nearer = |one: f64, other: f64| if more { one.total_cmp(&other) } else { other.total_cmp(&one) };
    let all = || run.rows.iter().filter_map(|row| Some((row.cell, value(row)?)));
    let now = here.and_then(|here| all().find(|(cell, _)| *cell == here));
    let (cell, most) = all().max_by(|(_, one), (_, other)| nearer(*one, *other))?;
    let is_nearer = now.is_none_or(|(_, now)| nearer(most, now).is_gt() && !is_same(most, now));
    Some((axis.places.get(cell).filter(|_| is_nearer)?, measure, most))
}
