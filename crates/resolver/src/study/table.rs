//! A study answered as a whole.

use super::find::Interval;
use super::work::{GoesOn, check};
use super::{Axis, Luck, Posterior, ShapleyShare, Study, StudyRow};
use crate::json::Json;
use crate::number::Probability;
use crate::problem::Problem;
use tohit_odds::Fraction;

/// Every cell of a study, and its readings.
#[derive(Clone, Debug)]
pub struct StudyTable<P> {
    /// The cells, in order or as `order` sorts them.
    pub rows: Vec<StudyRow<P>>,
    /// Intervals in which the condition holds.
    pub found: Vec<Interval>,
    /// Cells in which the condition is undecided, with the reason.
    pub not_known: Vec<(Interval, String)>,
    /// Posterior of the varied field.
    pub weighed: Option<Posterior<P>>,
    /// Luck of the observed run.
    pub luck: Option<Luck<P>>,
    /// Shares of the gap to the other scenario.
    pub shares: Vec<ShapleyShare>,
}

impl Study<'_> {
    /// The answer of the whole study.
    ///
    /// # Errors
    /// When no cell has an answer, or a reading of the cells is refused.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, ruleset, study::Study};
    ///
    /// let powder = ruleset("powder").unwrap();
    /// let study = Study::parse(powder, "powder/melee?defender.natural_ac=5..8&show=hit").unwrap();
    /// let table = study.table::<Fraction>().unwrap();
    /// assert_eq!(table.rows[3].values, [Some(Fraction::new(19, 40))]);
    /// ```
    pub fn table<P: Probability>(&self) -> Result<StudyTable<P>, Vec<Problem>> {
        self.table_within(&|_, _| true)
    }

    /// The answer, unless the caller stops it.
    ///
    /// # Errors
    /// Problems as in [`table`](Self::table), and a study that is stopped.
    pub fn table_within<P: Probability>(&self, goes_on: GoesOn<'_>) -> Result<StudyTable<P>, Vec<Problem>> {
        let mut rows: Vec<StudyRow<P>> = Vec::new();
        for cell in 0..self.cells() {
            check(goes_on, cell, self.cells())?;
            rows.extend(self.rows(cell..cell + 1));
        }
        if let Some(first) = rows.first().filter(|_| rows.iter().all(|row| !row.refused.is_empty())) {
            return Err(first.refused.clone());
        }
        let (found, not_known) = (self.found_within(&rows, goes_on)?, self.not_known(&rows));
        let weighed = self.weighed(&rows)?;
        let (luck, shares) = (self.luck()?, self.shares_within(goes_on)?);
        Ok(StudyTable { rows: self.sorted(rows), found, not_known, weighed, luck, shares })
    }

    /// The table as data.
    #[must_use]
    pub fn json<P: Probability>(&self, table: &StudyTable<P>) -> Json {
        let number = |value: &Option<P>| value.as_ref().map_or(Json::Null, P::json);
        let numbers = |values: &[Option<P>]| values.iter().map(number).collect();
        let StudyTable { rows, found, not_known, weighed, luck, shares } = table;
        let mut entries: Vec<(&str, Json)> = vec![
            ("link", self.to_link().into()),
            ("axes", Json::List(self.axes.iter().map(axis).collect())),
            ("measures", Json::List(self.shown().iter().map(|name| name.to_string().into()).collect())),
            ("rows", Json::List(rows.iter().map(|row| self.row(row, numbers(&row.values))).collect())),
        ];
        if self.find.is_some() {
            let found = found.iter().map(|found| self.interval(found, None));
            entries.push(("find", Json::List(found.collect())));
        }
        if !not_known.is_empty() {
            let not_known = not_known.iter().map(|(interval, why)| self.interval(interval, Some(why)));
            entries.push(("not_known", Json::List(not_known.collect())));
        }
        if let Some(Posterior { posterior, likeliest, mean, between, forecast }) = weighed {
            let between =
                between.map(|(low, high)| Json::List(vec![self.place(0, low), self.place(0, high)]));
            let parts = [
                ("likeliest", self.place(0, *likeliest)),
                ("mean", number(mean)),
                ("between", between.unwrap_or(Json::Null)),
                ("posterior", Json::List(posterior.iter().map(P::json).collect())),
                ("forecast", self.named(numbers(forecast))),
            ];
            entries.push(("weigh", parts.into_iter().collect()));
        }
        if let Some(Luck { strikes, total, of_hits, worse, better }) = luck {
            let parts = [
                ("strikes", i64::try_from(*strikes).unwrap_or(i64::MAX).into()),
                (if *of_hits { "hits" } else { "damage" }, (*total).into()),
                ("worse", worse.json()),
                ("better", better.json()),
            ];
            entries.push(("luck", parts.into_iter().collect()));
        }
        if self.explain.is_some() {
            entries.push(("explain", Json::List(shares.iter().map(share::<P>).collect())));
        }
        entries.into_iter().collect()
    }

    /// Numbers by the names of the shown measures.
    fn named(&self, numbers: Vec<Json>) -> Json {
        self.shown().iter().map(ToString::to_string).zip(numbers).collect()
    }

    fn row<P>(&self, row: &StudyRow<P>, numbers: Vec<Json>) -> Json {
        let at = self.places(row.cell).into_iter().map(|place| place.value.clone()).collect();
        let why = row.refused.first().map(|problem| ("refused", problem.to_string().into()));
        [("at", Json::List(at)), ("values", self.named(numbers))].into_iter().chain(why).collect()
    }

    fn interval(&self, found: &Interval, why: Option<&String>) -> Json {
        let beside = found.beside.map(|place| ("at", self.place(1, place)));
        let ends = [("from", self.place(0, found.from)), ("to", self.place(0, found.to))];
        let why = why.map(|why| ("why", why.as_str().into()));
        beside.into_iter().chain(ends).chain(why).collect()
    }

    fn place(&self, axis: usize, place: usize) -> Json {
        let place = self.axes.get(axis).and_then(|axis| axis.places.get(place));
        place.map_or(Json::Null, |place| place.value.clone())
    }
}

fn axis(axis: &Axis) -> Json {
    let values = axis.places.iter().map(|place| place.value.clone()).collect();
    Json::object([("name", axis.name.as_str().into()), ("values", Json::List(values))])
}

fn share<P: Probability>(share: &ShapleyShare) -> Json {
    let text = |text: &str| if text.is_empty() { Json::Null } else { text.into() };
    let number = |share: &Fraction| P::of(share).json();
    let with = |(path, more): &(String, Fraction)| {
        Json::object([("path", path.as_str().into()), ("more", number(more))])
    };
    Json::object([
        ("path", share.path.as_str().into()),
        ("from", text(&share.from)),
        ("to", text(&share.to)),
        ("share", number(&share.share)),
        ("with", Json::List(share.with.iter().map(with).collect())),
    ])
}
