//! What a field would need: a goal as it is typed and as links say it, and which value just reaches it.

use super::field_hints::{Hint, Press, around};
use super::fields::{self, LabelledField, Wide};
use super::findings::is_same;
use super::study_runner::Run;
use super::words;
use crate::link::with;
use crate::state::Page;
use tohit_report::values::readable;
use tohit_resolver::study::{Comparison, Measure, Place, Row, Study};
use tohit_resolver::{Json, encode};

/// The study's word for it.
pub(super) const FINDS: &str = "find=";

/// Whether it counts turns or strikes to kill.
pub(super) fn is_count(measure: &str) -> bool {
    measure.starts_with("kill.t") || measure.starts_with("kill.s")
}

/// Whether a goal is to have no more of it: of turns, of which fewer are better; and who is struck wants the opposite.
pub(super) fn is_less(page: Page, measure: &str) -> bool {
    is_count(measure) == (page.here().asker() == "attacker")
}

/// The condition that is typed: chances in percent, at most or at least.
fn bound(measure: &str, typed: &str, less: bool) -> Option<String> {
    let number = typed.trim().trim_end_matches('%').trim().replace(',', ".");
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let sign = if less { "<=" } else { ">=" };
    let percent = if words::is_chance(measure) { "%" } else { "" };
    is_number.then(|| format!("{sign}{number}{percent}"))
}

/// The measure of a study's goal, and so much of it, as somebody types that; and whether that is at most.
pub(super) fn read(find: &str) -> Option<(String, String, bool)> {
    let find = find.strip_prefix(FINDS)?;
    let (measure, typed) = find.rsplit_once(['<', '>'])?;
    let less = find.get(measure.len()..)?.starts_with('<');
    let typed = typed.strip_prefix('=')?.trim_end_matches('%');
    let is_ours = bound(measure, typed, less).is_some_and(|bound| find == format!("{measure}{bound}"));
    is_ours.then(|| (measure.to_owned(), typed.to_owned(), less))
}

/// What a study is asked: so much of a measure, as it was typed.
pub(super) fn asked(measure: &str, typed: &str, less: bool) -> Option<String> {
    bound(measure, typed, less).map(|bound| format!("{FINDS}{}", encode(&format!("{measure}{bound}"))))
}

/// A study for each field that one step can change, with its path: where along all its values the goal is reached. The last is asked first: what is told soonest.
pub(super) fn goals(page: Page, scenario: &str, words: &str) -> Vec<(String, String)> {
    let now = page.here();
    let paths = around(page, scenario);
    let known = fields::all(&now).into_iter().rev().filter(|at| at.is_single() && paths.contains(&at.path));
    let (wide, narrow): (Vec<LabelledField>, Vec<LabelledField>) = known.partition(LabelledField::is_wide);
    let link = |at: &LabelledField| {
        let axis =
            if at.is_ranged() { fields::ranging(&now, at, Wide::Searched) } else { format!("{}=*", at.path) };
        (at.path.clone(), with(scenario, &format!("{axis}&{words}")))
    };
    wide.iter().chain(&narrow).map(link).collect()
}

/// Which value of a field just reaches the goal: of all at which that begins or ends the one nearest to the present.
pub(super) fn goal(run: &Run) -> Option<(String, Hint)> {
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
fn most<'a>(run: &Run, study: &'a Study<'_>, here: Option<usize>) -> Option<(&'a Place, Measure, f64)> {
    let (column, measure) = words::column(study);
    let (measure, axis) = (measure?, study.axes.first()?);
    let more = is_at_least(study);
    let value = |row: &Row<f64>| row.values.get(column).copied().flatten();
    let nearer = |one: f64, other: f64| if more { one.total_cmp(&other) } else { other.total_cmp(&one) };
    let all = || run.rows.iter().filter_map(|row| Some((row.cell, value(row)?)));
    let now = here.and_then(|here| all().find(|(cell, _)| *cell == here));
    let (cell, most) = all().max_by(|(_, one), (_, other)| nearer(*one, *other))?;
    let is_nearer = now.is_none_or(|(_, now)| nearer(most, now).is_gt() && !is_same(most, now));
    Some((axis.places.get(cell).filter(|_| is_nearer)?, measure, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_what_one_types() {
        assert_eq!(bound("hit", " 90,5 % ", false).as_deref(), Some(">=90.5%"));
        assert_eq!(bound("turn.mean", "20", true).as_deref(), Some("<=20"));
        assert_eq!(bound("kill.turns.mean", "3", true).as_deref(), Some("<=3"));
        assert_eq!(bound("hit", "lots", false), None);
        assert_eq!(bound("hit", "", false), None);
        let read = |find: &str| {
            let (measure, typed, less) = read(find)?;
            Some(format!("{measure} {} {typed}", if less { "at most" } else { "at least" }))
        };
        assert_eq!(read("find=hit>=90.5%").as_deref(), Some("hit at least 90.5"));
        assert_eq!(read("find=hit<=20%").as_deref(), Some("hit at most 20"));
        assert_eq!(read("find=kill.turns.mean<=3").as_deref(), Some("kill.turns.mean at most 3"));
        assert_eq!(read("find=kill.turns.mean>=3").as_deref(), Some("kill.turns.mean at least 3"));
        assert_eq!(read("find=kill<=1>=50%").as_deref(), Some("kill<=1 at least 50"));
        assert_eq!(read("find=kill<=1<=50%").as_deref(), Some("kill<=1 at most 50"));
        for other in ["find=hit>=9/10", "find=hit>90%", "find=kill<=1", "find=hit", "find="] {
            assert_eq!(read(other), None, "{other}: what nobody can type is a study of its own");
        }
    }
}
