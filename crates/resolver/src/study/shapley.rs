//! Attribution: the gap between the answers of two scenarios, divided among the fields that differ.

use super::Study;
use super::axis::{AxisChange, AxisPoint};
use super::work::{GoesOn, check};
use crate::json::Json;
use crate::link::{Link, pairs, shape_at};
use crate::problem::Problem;
use crate::sheet::{Shape, SheetSpec};
use tohit_engine::in_order;
use tohit_odds::Fraction;

/// The most changed fields: each one doubles the number of answers.
pub const MOST_CHANGES: usize = 10;

/// A part without entries, in a link's notation.
const EMPTY: &str = "{}";

/// The share of one changed field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapleyShare {
    /// Path of the field; of a list or of several presets the path before the index.
    pub path: String,
    /// Value in the scenario, in its link's notation; empty for the default.
    pub from: String,
    /// Value in the other scenario.
    pub to: String,
    /// Shapley value: the gain from changing the field, averaged over all orders of changing the fields one
    /// by one. All shares sum to the gap.
    pub share: Fraction,
    /// Interactions with smaller shares: the gain of both beyond the sum of each alone. The paths, largest
    /// first.
    pub with: Vec<(String, Fraction)>,
}

/// A path, and the pairs of two links at it.
type FieldDifference = (String, [Pairs; 2]);

/// Pairs of a link: a path and a value.
type Pairs = Vec<(String, String)>;

/// Fields that differ between the two scenarios, and the parts that both have.
pub(super) fn changes(study: &Study<'_>) -> Result<(Vec<FieldDifference>, Pairs), String> {
    let pin = if let [axis] = study.axes.as_slice() { axis.places.as_slice() } else { &[] };
    let [_, AxisPoint { change: AxisChange::Whole(other), .. }] = pin else {
        return Err("needs one other scenario: or=LINK".to_owned());
    };
    let about = study.ruleset.about();
    if about.mode_of(&study.document) != about.mode_of(other) {
        return Err("both scenarios must be of one mode".to_owned());
    }
    let mut changed: Vec<FieldDifference> = Vec::new();
    for (side, document) in [&study.document, other].into_iter().enumerate() {
        for pair in pairs(document, study.form()) {
            let steps = pair.0.split('.').take_while(|step| step.parse::<usize>().is_err());
            let path = steps.collect::<Vec<_>>().join(".");
            let at = changed.iter().position(|(known, _)| *known == path).unwrap_or_else(|| {
                changed.push((path, [Vec::new(), Vec::new()]));
                changed.len() - 1
            });
            if let Some(side) = changed.get_mut(at).and_then(|(_, sides)| sides.get_mut(side)) {
                side.push(pair);
            }
        }
    }
    // A part that both have is no change, whether a link has a pair for it or only for its entries: it stays
    // while these change.
    let both: Vec<(String, String)> =
        parts(&changed, study.form()).into_iter().map(|path| (path, EMPTY.to_owned())).collect();
    let is_whole = |pairs: &[(String, String)]| pairs.iter().all(|pair| both.contains(pair));
    changed.retain(|(_, [from, to])| from != to && !(is_whole(from) && is_whole(to)));
    if changed.len() > MOST_CHANGES {
        return Err(format!("too large: {} changed fields, and {MOST_CHANGES} are allowed", changed.len()));
    }
    Ok((changed, both))
}

/// The nullable parts that both links have, the outer ones first.
fn parts(changed: &[FieldDifference], form: &'static SheetSpec) -> Vec<String> {
    let has = |side: usize, part: &str| {
        let pairs = changed.iter().filter_map(|(_, sides)| sides.get(side)).flatten();
        pairs.into_iter().any(|(path, text)| match path.strip_prefix(part) {
            Some("") => text == EMPTY,
            rest => rest.is_some_and(|rest| rest.starts_with('.')),
        })
    };
    let may_be_none = |path: &str| matches!(shape_at(form, path), Some(Shape::Nullable(inner)) if matches!(inner, Shape::Sheet(_)));
    let mut parts: Vec<String> = Vec::new();
    for (path, _) in changed {
        let ends = path.match_indices('.').map(|(end, _)| end).chain([path.len()]);
        for part in ends.filter_map(|end| path.get(..end)) {
            let is_known = parts.iter().any(|known| known == part);
            if !is_known && may_be_none(part) && has(0, part) && has(1, part) {
                let place = parts.partition_point(|known| known.len() <= part.len());
                parts.insert(place, part.to_owned());
            }
        }
    }
    parts
}

impl Study<'_> {
    /// The share of each changed field in the gap between the scenario and the other one, the largest first.
    ///
    /// # Errors
    /// When a scenario between the two is not legal, or its fractions are too large.
    pub fn shares(&self) -> Result<Vec<ShapleyShare>, Vec<Problem>> {
        self.shares_within(&|_, _| true)
    }

    pub(super) fn shares_within(&self, goes_on: GoesOn<'_>) -> Result<Vec<ShapleyShare>, Vec<Problem>> {
        let Some(measure) = &self.explain else { return Ok(Vec::new()) };
        let wrong = |message: String| vec![Problem::at("explain", message)];
        let (changed, both) = changes(self).map_err(wrong)?;
        let kept = pairs(&self.document, self.form());
        let is_changed = |pair: &&(String, String)| changed.iter().any(|(_, [from, _])| from.contains(pair));
        // Fields of a changed part follow the part.
        let kept = kept.iter().filter(|pair| !is_changed(pair) && !both.contains(pair));
        let kept: Vec<(String, String)> = both.iter().chain(kept).cloned().collect();
        let mut values: Vec<Fraction> = Vec::new();
        let all = 1_usize << changed.len();
        for taken in 0..all {
            check(goes_on, taken, all)?;
            let mut pairs = kept.clone();
            for (bit, (_, [from, to])) in changed.iter().enumerate() {
                pairs.extend(if taken >> bit & 1 == 1 { to.clone() } else { from.clone() });
            }
            let value = self.number(&self.between(pairs), measure)?;
            values.push(value.ok_or_else(|| {
                wrong(format!(
                    "{measure} has no exact fraction here; another measure, such as damage.mean, has one"
                ))
            })?);
        }
        let said = |pairs: &[(String, String)]| {
            pairs.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(",")
        };
        let shares = shapley(&values, changed.len());
        let order = by_size(&shares, |share| share);
        let of = |(place, at): (usize, &usize)| {
            let (path, [from, to]) = changed.get(*at)?;
            let smaller = order.iter().skip(place + 1);
            let with: Vec<(String, Fraction)> = smaller
                .filter_map(|other| Some((changed.get(*other)?.0.clone(), together(&values, *at, *other)?)))
                .filter(|(_, more)| *more != Fraction::zero())
                .collect();
            let with = by_size(&with, |(_, more)| more).into_iter().filter_map(|at| with.get(at).cloned());
            let share = shares.get(*at)?.clone();
            Some(ShapleyShare {
                path: path.clone(),
                from: said(from),
                to: said(to),
                share,
                with: with.collect(),
            })
        };
        Ok(order.iter().enumerate().filter_map(of).collect())
    }

    fn between(&self, pairs: Vec<(String, String)>) -> Json {
        let mode = self.ruleset.about().mode_of(&self.document).to_owned();
        Link { ruleset: self.ruleset.id().to_owned(), mode: Some(mode), pairs }.document(self.form())
    }
}

/// Indices in order of absolute value, the largest first.
fn by_size<T>(all: &[T], number: impl Fn(&T) -> &Fraction) -> Vec<usize> {
    let size = |at: usize| {
        let number = number(all.get(at)?);
        Some(number.clone().max(Fraction::zero() - number))
    };
    in_order(all.len(), &|one, other| size(other).cmp(&size(one)))
}

/// Interaction of two fields: the gain of both beyond the sum of each alone.
fn together(values: &[Fraction], one: usize, other: usize) -> Option<Fraction> {
    let alone = |bit: usize| Some(values.get(1 << bit)? - values.first()?);
    Some(&(values.get(1 << one | 1 << other)? - values.first()?) - &(&alone(one)? + &alone(other)?))
}

/// Shapley values of `fields` fields; bit n of an index into `values` is set where field n is changed.
fn shapley(values: &[Fraction], fields: usize) -> Vec<Fraction> {
    // Share of all orders in which exactly these fields come before this one: taken! (fields - 1 - taken)! /
    // fields!
    let mut weights = vec![Fraction::zero(); fields];
    for (taken, weight) in weights.iter_mut().enumerate() {
        let chosen = (1..=taken).fold(1_usize, |ways, at| ways * (fields - at) / at);
        *weight = Fraction::new(1, i64::try_from(chosen * fields).unwrap_or(1));
    }
    let without = |bit: usize| (0..values.len()).filter(move |taken| taken >> bit & 1 == 0);
    let gain = |bit: usize, taken: usize| {
        let weight = weights.get(usize::try_from(taken.count_ones()).unwrap_or_default())?;
        Some((values.get(taken | 1 << bit)? - values.get(taken)?) * weight)
    };
    (0..fields).map(|bit| without(bit).filter_map(|taken| gain(bit, taken)).sum()).collect()
}
