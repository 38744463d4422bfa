//! The result of a study in a sentence.

use super::fields::LabelledField;
use super::words;
use crate::store::StudyRun;
use tohit_report::format;
use tohit_report::values::stepped;
use tohit_resolver::study::{Axis, Comparison, Measure, Study, StudyRow};

/// Limit on the stretches that a sentence lists.
const MOST_SHOWN: usize = 4;

/// The sentence; empty for a partial run, or none.
pub(super) fn sentence(run: &StudyRun) -> String {
    let Some(study) = run.study.as_deref().filter(|_| run.wrong.is_empty()) else { return run.wrong.clone() };
    let (column, measure) = words::column(study);
    let Some(measure) = measure else { return String::new() };
    if run.is_partial {
        return String::new();
    }
    if run.end.is_none() {
        return format!(
            "Stopped at {} of {}.",
            format::whole(run.rows.len() as i64),
            format::whole(study.cells() as i64)
        );
    }
    if let Some(first) = run.rows.first()
        && run.rows.iter().all(|row| !row.refused.is_empty())
    {
        let why = first.refused.first().map(|problem| problem.message.clone()).unwrap_or_default();
        return format::sentence(&why);
    }
    if let Some(measure) = &study.explain {
        shares(run, study, measure)
    } else if !study.seen.is_empty() {
        seen(run, study)
    } else if study.find.is_some() {
        found(run, study, (column, &measure))
    } else if study.order.is_some() {
        best(run, study, (column, &measure))
    } else {
        looked(run, study, (column, &measure))
    }
}

fn value(row: &StudyRow<f64>, column: usize) -> Option<f64> {
    row.values.get(column).copied().flatten()
}

fn here(run: &StudyRun, column: usize) -> Option<f64> {
    run.end.as_ref()?.here.get(column).copied().flatten()
}

/// The best row, or that none is better.
fn best(run: &StudyRun, study: &Study<'_>, (column, measure): (usize, &Measure)) -> String {
    let axis = study.axes.first().map_or("", |axis| axis.name.as_str());
    let name = words::measure(measure);
    let now = here(run, column);
    if axis == "switches" {
        return rules(run, study, (column, measure), now);
    }
    let Some((row, most)) = run.rows.first().and_then(|row| Some((row, value(row, column)?))) else {
        return format!("There is no {name} here.");
    };
    let says = words::value(measure, most);
    let more = now.map(|now| words::gain(measure, now, most)).filter(|more| more != "=");
    let label = words::named(run, study).cell(row.cell);
    let by = if run.now.asker() == "defender" { "for you by the" } else { "for the" };
    let is_worse = now.is_some_and(|now| (most < now) == study.more_is_better(measure));
    match more {
        Some(more) if is_worse => {
            format!(
                "None of these is better {by} {name} than what you have now; the best of them is {label} with {says} ({more})."
            )
        }
        Some(more) => {
            let now = now.map_or_else(String::new, |now| words::value(measure, now));
            format!("Best {by} {name}: {label} gives {says}, now {now} ({more}).")
        }
        None if axis.starts_with('~') => {
            format!("No single step is better {by} {name} than what you have now: {says}.")
        }
        None => format!("Best {by} {name}: {label} gives {says}, as now."),
    }
}

/// The effect of the rules as a whole, and the number of single rules with an effect.
fn rules(
    run: &StudyRun,
    study: &Study<'_>,
    (column, measure): (usize, &Measure),
    now: Option<f64>,
) -> String {
    const WHOLE: &str = "situation.rules";
    let name = words::measure(measure);
    let (mut whole, mut single): (Vec<String>, Vec<(String, bool)>) = (Vec::new(), Vec::new());
    for row in &run.rows {
        let label = study.places(row.cell).first().map(|place| place.label()).unwrap_or_default();
        let (Some((path, said)), Some((then, now))) = (label.split_once('='), value(row, column).zip(now))
        else {
            continue;
        };
        let more = words::gain(measure, now, then);
        let differs = !is_same(then, now);
        if path == WHOLE {
            let says = if differs { format!("{more} than now") } else { "as now".to_owned() };
            let at = LabelledField::of(run.now.form(), path);
            let there = |at: LabelledField| stepped(at.shape, run.now.complete.at(path), said);
            let said = at.map_or_else(|| said.to_owned(), there);
            whole.push(format!("By the rules of “{said}” {}, {says}", words::value(measure, then)));
            continue;
        }
        // A rule may have several other values.
        match single.iter_mut().find(|(known, _)| known == path) {
            Some((_, changes)) => *changes |= differs,
            None => single.push((path.to_owned(), differs)),
        }
    }
    let whole = if whole.is_empty() { String::new() } else { format!("{}. ", whole.join("; ")) };
    let single = match (single.iter().filter(|(_, changes)| *changes).count(), single.len()) {
        (_, 0) => String::new(),
        (0, 1) => format!("The one rule detail does not change the {name} here."),
        (_, 1) => format!("The one rule detail changes the {name} here."),
        (0, all) => format!("None of the {all} rule details changes the {name} here."),
        (1, all) => format!("1 of the {all} rule details changes the {name} here."),
        (some, all) => format!("{some} of the {all} rule details change the {name} here."),
    };
    format!("{whole}{single}").trim_end().to_owned()
}

/// True for two numbers that are equal up to rounding errors.
pub(super) fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

/// Values at the ends of a range; else the extremes.
fn looked(run: &StudyRun, study: &Study<'_>, (column, measure): (usize, &Measure)) -> String {
    let named = words::named(run, study);
    let at = |row: Option<&StudyRow<f64>>| {
        let row = row?;
        Some((named.cell(row.cell), words::value(measure, value(row, column)?)))
    };
    if let ([], Some(row)) = (study.axes.as_slice(), run.rows.first()) {
        let values = study.shown().into_iter().zip(&row.values);
        let texts = values.filter_map(|(measure, value)| {
            Some(format!("{}: {}", words::measure(&measure), words::value(&measure, (*value)?)))
        });
        return format!("{}.", format::sentence(&texts.collect::<Vec<_>>().join("; ")));
    }
    let name = format::sentence(&words::measure(measure));
    let now =
        here(run, column).map(|now| format!("; now {}", words::value(measure, now))).unwrap_or_default();
    let is_better_more = study.more_is_better(measure);
    // The least and the most, times the sign; of equal ones the first.
    let extremes = |sign: f64| {
        let known = || run.rows.iter().filter_map(|row| Some((row, value(row, column)? * sign)));
        let order =
            |(_, one): &(&StudyRow<f64>, f64), (_, other): &(&StudyRow<f64>, f64)| one.total_cmp(other);
        let row = |found: Option<(_, f64)>| at(found.map(|(row, _)| row));
        row(known().min_by(order)).zip(row(known().rev().max_by(order)))
    };
    if let [one, other] = study.axes.as_slice() {
        let (one, other) = (named.axis(&one.name), named.axis(&other.name));
        return extremes(1.0).map_or_else(String::new, |((from, least), (to, most))| {
            let [from, to] = [from, to].map(|place| place.replacen("; ", " and ", 1));
            format!("{name} by {one} and {other}: {least} at {from}, {most} at {to}{now}.")
        });
    }
    if !study.axes.first().is_some_and(Axis::is_ranged) {
        return extremes(if is_better_more { 1.0 } else { -1.0 }).map_or_else(
            || format!("{name}{now}."),
            |((worst, least), (best, most))| {
                format!("{name}: best {most} at {best}, worst {least} at {worst}{now}.")
            },
        );
    }
    match at(run.rows.first()).zip(at(run.rows.last())) {
        Some(((from, first), (to, last))) => format!("{name}: {first} at {from}, {last} at {to}{now}."),
        None => format!("{name}{now}."),
    }
}

/// Every stretch in which the condition holds.
fn found(run: &StudyRun, study: &Study<'_>, (column, measure): (usize, &Measure)) -> String {
    let Some(find) = &study.find else { return String::new() };
    let name = words::measure(measure);
    let name = if name.starts_with("turns") { format!("number of {name}") } else { name };
    let bound = words::goal(measure, find.bound.to_f64());
    let goal = match find.sign {
        Comparison::AtLeast => format!("reaches {bound}"),
        Comparison::AtMost => format!("is {bound} or less"),
        Comparison::More => format!("is more than {bound}"),
        Comparison::Less => format!("is less than {bound}"),
        Comparison::Equal => format!("is {bound}"),
    };
    let named = words::named(run, study);
    let axis = study.axes.first().map(|axis| named.axis(&axis.name)).unwrap_or_default();
    let reading = |at: usize| {
        let row = run.rows.get(at);
        row.map(|row| (named.cell(row.cell), value(row, column).map(|value| words::value(measure, value))))
    };
    let ends = reading(0).zip(reading(run.rows.len().saturating_sub(1)));
    let Some(((low, _), (high, _))) = ends else { return String::new() };
    let intervals = run.end.as_ref().map(|end| end.found.clone()).unwrap_or_default();
    let not_known = run.rows.iter().filter(|row| value(row, column).is_none()).count();
    if not_known == run.rows.len() {
        return format!("With {axis} from {low} to {high} the {name} is not known.");
    }
    let not_known = match not_known {
        0 => String::new(),
        not_known => format!(
            " It is not known in {} of {} places.",
            format::whole(not_known as i64),
            format::whole(run.rows.len() as i64)
        ),
    };
    if intervals.is_empty() {
        let nearest = run.rows.iter().filter_map(|row| value(row, column)).reduce(match find.sign {
            Comparison::AtMost | Comparison::Less => f64::min,
            _ => f64::max,
        });
        let nearest = nearest.filter(|_| find.sign != Comparison::Equal);
        let nearest = nearest.map(|nearest| format!(", but {} at best", words::goal(measure, nearest)));
        let nearest = nearest.unwrap_or_default();
        return format!("With {axis} from {low} to {high} the {name} {goal} nowhere{nearest}.{not_known}");
    }
    if study.axes.len() > 1 {
        let held: usize = intervals.iter().map(|(from, to, _)| to - from + 1).sum();
        let (held, all) = (format::whole(held as i64), format::whole(run.rows.len() as i64));
        return format!("The {name} {goal} in {held} of {all} places.{not_known}");
    }
    let last = run.rows.len().saturating_sub(1);
    let one = |(from, to, _): &(usize, usize, usize)| {
        let there = |at: usize| {
            let (name, says) = reading(at).unwrap_or_default();
            (name, says.map(|says| format!(" ({says} there)")).unwrap_or_default())
        };
        let ((first, says), (end, at_end)) = (there(*from), there(*to));
        match (*from, *to) {
            (0, to) if to == last => format!("everywhere from {low} to {high}"),
            (0, _) => format!("up to {end}{at_end}"),
            (from, to) if from == to => format!("at {first}{says}"),
            (_, to) if to == last => format!("from {first} on{says}"),
            _ => format!("from {first} to {end}{says}"),
        }
    };
    let more = intervals.len().saturating_sub(MOST_SHOWN);
    let more = if more > 0 { format!(", and {more} stretches more") } else { String::new() };
    let stretches: Vec<String> = intervals.iter().take(MOST_SHOWN).map(one).collect();
    format!("The {name} {goal} with {axis} {}{more}.{not_known}", stretches.join(", "))
}

/// The strikes that were seen, as they were read.
fn as_read(study: &Study<'_>) -> String {
    let read: Vec<String> = study.seen.iter().map(Measure::as_seen).collect();
    read.join(", ").replace("outcome.", "")
}

/// The luck of the run, or the field's posterior.
fn seen(run: &StudyRun, study: &Study<'_>) -> String {
    let Some(end) = &run.end else { return String::new() };
    if let Some(luck) = &end.luck {
        let chance = |p: f64| match format::one_in(p) {
            Some(text) => format!("{text} ({})", format::percent(p)),
            None => format::percent(p),
        };
        let strikes = format::count(luck.strikes, "strike", "strikes");
        let total = if luck.of_hits {
            format::count(usize::try_from(luck.total).unwrap_or_default(), "hit", "hits")
        } else {
            format!("{} damage", format::whole(luck.total.into()))
        };
        // The strikes as parsed, for the user to check.
        let total = format!("{} ({total})", as_read(study));
        // The kind of a hit does not count.
        let has_kinds = study.seen.iter().any(|seen| !matches!(seen, Measure::Hit | Measure::Miss));
        let counted = if luck.of_hits && has_kinds { " Counted by hits alone:" } else { "" };
        return format!(
            "{strikes}: {total}.{counted} A run as bad as this or worse: {}. As good or better: {}.",
            chance(luck.worse),
            chance(luck.better)
        );
    }
    let Some(probably) = &end.probably else { return String::new() };
    let named = words::named(run, study);
    let place = |at: usize| named.cell(at);
    let axis = study.axes.first().map(|axis| format::sentence(&named.axis(&axis.name))).unwrap_or_default();
    let likeliest = probably.likeliest;
    let p = probably.posterior.get(likeliest).copied().unwrap_or_default();
    let most = format!("{axis}: most likely {} after {}", place(likeliest), as_read(study));
    let last = probably.posterior.len().saturating_sub(1);
    let Some((low, high)) = probably.between else {
        return format!("{most}, {}, if each was as likely before.", format::percent(p));
    };
    let is_end = likeliest == 0 || likeliest == last;
    let end = if is_end { ", the end of what was looked at" } else { "" };
    let [low, high, first, last] = [low, high, 0, last].map(place);
    format!(
        "{most}{end}; nine times in ten between {low} and {high}, if each from {first} to {last} was as likely before."
    )
}

/// The share of each field, and the largest interaction of two.
fn shares(run: &StudyRun, study: &Study<'_>, measure: &Measure) -> String {
    let Some(end) = &run.end else { return String::new() };
    let named = words::named(run, study);
    let says = |more: f64| words::difference(measure, more);
    let one = |(path, share): &(String, f64)| format!("{} {}", named.whole(path), says(*share));
    let shares: Vec<String> = end.shares.iter().map(one).collect();
    let most = end.together.iter().max_by(|(.., one), (.., other)| one.abs().total_cmp(&other.abs()));
    // Shares next to nothing are left out.
    let is_told = |more: f64| !says(more).contains(['=', '<']);
    let together = most.filter(|(.., more)| is_told(*more)).map(|(one, other, more)| {
        let [one, other] = [one, other].map(|path| named.whole(path));
        format!(" Of that {} because {one} and {other} work together.", says(*more))
    });
    let all = says(end.shares.iter().map(|(_, share)| share).sum());
    format!("What differs comes to {all} in all: {}.{}", shares.join("; "), together.unwrap_or_default())
}
