//! A study answered as a whole, and how it is told.

use super::find::Interval;
use super::number::Number;
use super::{Luck, Row, Share, Study, Weighed};
use crate::json::Json;
use crate::problem::Problem;

/// Every cell of a study, and its readings.
#[derive(Clone, Debug)]
pub struct Table<P> {
    /// The cells, in order or as `order` sorts them.
    pub rows: Vec<Row<P>>,
    /// Where the condition holds.
    pub found: Vec<Interval>,
    /// What the field probably is.
    pub weighed: Option<Weighed<P>>,
    /// How lucky the run was.
    pub luck: Option<Luck<P>>,
    /// What parts the scenario from the other one.
    pub shares: Vec<Share>,
}

impl Study<'_> {
    /// Answers it as a whole.
    ///
    /// # Errors
    /// When no cell at all has an answer, or what is read of them is refused.
    pub fn table<P: Number>(&self) -> Result<Table<P>, Vec<Problem>> {
        let mut rows: Vec<Row<P>> = self.rows(0..self.cells()).collect();
        if let Some(first) = rows.first().filter(|_| rows.iter().all(|row| !row.refused.is_empty())) {
            return Err(first.refused.clone());
        }
        let (found, weighed) = (self.found(&rows)?, self.weighed(&rows)?);
        let (luck, shares) = (self.luck()?, self.shares()?);
        self.sort(&mut rows);
        Ok(Table { rows, found, weighed, luck, shares })
    }

    /// The values of a cell along the axes.
    fn at(&self, cell: usize) -> Json {
        Json::List(self.places(cell).into_iter().map(|place| place.value.clone()).collect())
    }

    fn place(&self, axis: usize, place: usize) -> Json {
        let place = self.axes.get(axis).and_then(|axis| axis.places.get(place));
        place.map_or(Json::Null, |place| place.value.clone())
    }

    /// The table as data.
    #[must_use]
    pub fn json<P: Number>(&self, table: &Table<P>) -> Json {
        let shown: Vec<String> = self.shown().iter().map(ToString::to_string).collect();
        let number = |value: &Option<P>| value.as_ref().map_or(Json::Null, P::json);
        let named = |values: &[Option<P>]| -> Json {
            shown.iter().zip(values).map(|(name, value)| (name.as_str(), number(value))).collect()
        };
        let row = |row: &Row<P>| -> Json {
            let mut entries = vec![("at", self.at(row.cell)), ("values", named(&row.values))];
            if let Some(problem) = row.refused.first() {
                entries.push(("refused", problem.to_string().into()));
            }
            entries.into_iter().collect()
        };
        let axis = |(at, axis): (usize, &super::Axis)| -> Json {
            let values = (0..axis.places.len()).map(|place| self.place(at, place)).collect();
            [("name", axis.name.as_str().into()), ("values", Json::List(values))].into_iter().collect()
        };
        let list = |texts: &[String]| Json::List(texts.iter().map(|text| text.as_str().into()).collect());
        let mut entries = vec![
            ("link", self.to_link().into()),
            ("axes", Json::List(self.axes.iter().enumerate().map(axis).collect())),
            ("measures", list(&shown)),
            ("rows", Json::List(table.rows.iter().map(row).collect())),
        ];
        if self.find.is_some() {
            let interval = |found: &Interval| -> Json {
                let beside = found.beside.map(|place| ("at", self.place(1, place)));
                let ends = [("from", self.place(0, found.from)), ("to", self.place(0, found.to))];
                beside.into_iter().chain(ends).collect()
            };
            entries.push(("find", Json::List(table.found.iter().map(interval).collect())));
        }
        if let Some(weighed) = &table.weighed {
            let (low, high) = weighed.between;
            let posterior = weighed.posterior.iter().map(P::json).collect();
            entries.push((
                "weigh",
                [
                    ("mean", number(&weighed.mean)),
                    ("median", self.place(0, weighed.median)),
                    ("between", Json::List(vec![self.place(0, low), self.place(0, high)])),
                    ("posterior", Json::List(posterior)),
                    ("forecast", named(&weighed.forecast)),
                ]
                .into_iter()
                .collect(),
            ));
        }
        if let Some(luck) = &table.luck {
            let strikes = i64::try_from(luck.strikes).unwrap_or(i64::MAX);
            let of = if luck.of_hits { "hits" } else { "damage" };
            let entries_of = [
                ("strikes", strikes.into()),
                (of, luck.total.into()),
                ("worse", luck.worse.json()),
                ("better", luck.better.json()),
            ];
            entries.push(("luck", entries_of.into_iter().collect()));
        }
        if self.explain.is_some() {
            let share = |share: &Share| -> Json {
                let text = |text: &str| if text.is_empty() { Json::Null } else { text.into() };
                [
                    ("path", share.path.as_str().into()),
                    ("from", text(&share.from)),
                    ("to", text(&share.to)),
                    ("share", P::of(&share.share).json()),
                ]
                .into_iter()
                .collect()
            };
            entries.push(("explain", Json::List(table.shares.iter().map(share).collect())));
        }
        entries.into_iter().collect()
    }
}
