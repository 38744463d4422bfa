//! The worker's side of a study: cells in slices, so that other requests need not wait.

use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use tohit_resolver::study::{Interval, Luck, Posterior, ShapleyShare, Study, StudyRow};
use tohit_resolver::{Json, Problem, Ruleset};

/// Limit of a slice in milliseconds; a single cell may exceed it.
const LONGEST: f64 = 30.0;

/// Some cells of a study, in order.
#[derive(Serialize, Deserialize)]
pub(crate) struct Slice {
    /// Index of the first: earlier than requested where the worker began anew.
    pub(crate) from: usize,
    pub(crate) rows: Vec<StudyCell>,
    /// Evaluation of all cells, in the last slice.
    pub(crate) end: Option<StudyEnd>,
}

/// The measures of a cell, or its refusal.
#[derive(Serialize, Deserialize)]
pub(crate) struct StudyCell {
    pub(crate) values: Vec<Option<f64>>,
    pub(crate) refused: String,
}

/// Evaluation of all cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StudyEnd {
    /// Measures of the page's scenario.
    pub(crate) here: Vec<Option<f64>>,
    /// Intervals of the condition: first and last index of the first axis, and index of the second.
    pub(crate) found: Vec<(usize, usize, usize)>,
    pub(crate) probably: Option<Probably>,
    pub(crate) luck: Option<RunLuck>,
    /// Shapley share of each changed field, by path.
    pub(crate) shares: Vec<(String, f64)>,
    /// Interactions of two of them.
    pub(crate) together: Vec<(String, String, f64)>,
}

/// Posterior of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Probably {
    pub(crate) posterior: Vec<f64>,
    pub(crate) likeliest: usize,
    /// The 90 % interval, as indices; none on an axis without an order.
    pub(crate) between: Option<(usize, usize)>,
}

/// Luck of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunLuck {
    pub(crate) strikes: usize,
    pub(crate) total: i32,
    pub(crate) of_hits: bool,
    pub(crate) worse: f64,
    pub(crate) better: f64,
}

/// A running study.
struct Bench {
    ruleset: &'static str,
    link: String,
    study: Study<'static>,
    rows: Vec<StudyRow<f64>>,
}

/// Maximum of studies in progress: one for each panel of a page.
const MOST: usize = 4;

thread_local! {
    /// Latest first.
    static BENCHES: RefCell<Vec<Bench>> = const { RefCell::new(Vec::new()) };
}

/// Request of a study: its link, and the page's own scenario.
pub(crate) fn question(link: &str, now: &Json) -> Json {
    [("link", link.into()), ("now", now.clone())].into_iter().collect()
}

/// The cells from `from` on, within the time limit.
pub(crate) fn slice(rules: &'static Ruleset, question: &Json, from: usize) -> Result<Slice, Vec<Problem>> {
    let Some(Json::Text(link)) = question.get("link") else { return Err(Vec::new()) };
    BENCHES.with_borrow_mut(|benches| {
        let known = benches.iter().position(|bench| bench.link == *link && bench.ruleset == rules.id());
        let bench = match known {
            Some(place) => benches.remove(place),
            None => {
                let study = Study::parse(rules, link)?;
                let (ruleset, link) = (rules.id(), link.clone());
                Bench { ruleset, link, study, rows: Vec::new() }
            }
        };
        benches.truncate(MOST - 1);
        benches.insert(0, bench);
        let Some(bench) = benches.first_mut() else { return Err(Vec::new()) };
        let from = from.min(bench.rows.len());
        let begun = js_sys::Date::now();
        while bench.rows.len() < bench.study.cells() && js_sys::Date::now() - begun < LONGEST {
            let at = bench.rows.len();
            bench.rows.extend(bench.study.rows(at..at + 1));
        }
        let rows = bench.rows.iter().skip(from).map(|row| StudyCell {
            values: row.values.clone(),
            refused: row.refused.first().map(ToString::to_string).unwrap_or_default(),
        });
        let is_done = bench.rows.len() == bench.study.cells();
        let end = if is_done { Some(bench.end(question.get("now"))?) } else { None };
        Ok(Slice { from, rows: rows.collect(), end })
    })
}

fn together(share: &ShapleyShare) -> impl Iterator<Item = (String, String, f64)> {
    share.with.iter().map(|(other, more)| (share.path.clone(), other.clone(), more.to_f64()))
}

impl Bench {
    fn end(&self, now: Option<&Json>) -> Result<StudyEnd, Vec<Problem>> {
        let Self { study, rows, .. } = self;
        let probably = study.weighed(rows)?;
        let luck = study.luck::<f64>()?;
        let shares = study.shares()?;
        let interval = |found: Interval| (found.from, found.to, found.beside.unwrap_or_default());
        Ok(StudyEnd {
            here: now.and_then(|now| study.beside(now).ok()).unwrap_or_default(),
            found: study.found(rows)?.into_iter().map(interval).collect(),
            probably: probably.map(|Posterior { posterior, likeliest, between, .. }| Probably {
                posterior,
                likeliest,
                between,
            }),
            luck: luck.map(|Luck { strikes, total, of_hits, worse, better }| RunLuck {
                strikes,
                total: i32::try_from(total).unwrap_or(i32::MAX),
                of_hits,
                worse,
                better,
            }),
            together: shares.iter().flat_map(together).collect(),
            shares: shares.into_iter().map(|share| (share.path, share.share.to_f64())).collect(),
        })
    }
}
