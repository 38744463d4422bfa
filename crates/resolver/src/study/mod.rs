//! Studies: measures over no, one or two axes. A study is a link, and its cells are plain answers.
//!
//! ```
//! use tohit_resolver::{Fraction, ruleset, study::Study};
//!
//! let powder = ruleset("powder").unwrap();
//! let study = Study::parse(powder, "powder/melee?defender.natural_ac=5..8&find=hit<1/2").unwrap();
//! let table = study.table::<Fraction>().unwrap();
//! assert_eq!(table.rows[3].values[0], Some(Fraction::new(19, 40)));
//! assert_eq!(study.to_link(), "powder/melee?defender.natural_ac=5..8&find=hit%3C1/2");
//! ```

mod axis;
mod find;
mod measure;
mod posterior;
mod read;
mod sensitivity;
mod shapley;
mod table;
mod work;

pub use crate::number::Probability;
pub use axis::{Axis, AxisPoint, MOST_CELLS};
pub use find::{Comparison, Interval, SearchCondition};
pub use measure::{Measure, RandomVariable};
pub use posterior::{Luck, Posterior};
pub use read::{alone, parted};
pub use shapley::{MOST_CHANGES, ShapleyShare};
pub use table::StudyTable;
pub use work::{GoesOn, USUAL_SECONDS};

use crate::answer::Answer;
use crate::fight::Fight;
use crate::json::Json;
use crate::link::encode;
use crate::problem::Problem;
use crate::rulesets::to_link;
use crate::sheet::SheetSpec;
use crate::text::{DuelAnswer, FightAnswer, Ruleset};
use core::fmt::Write as _;
use core::ops::Range;
use tohit_engine::{Extent, FightDetail, First, in_order};

/// Default measures of an extent.
fn usual_measures(extent: Extent) -> Vec<Measure> {
    match extent {
        Extent::Strike => vec![Measure::Hit, Measure::Mean(RandomVariable::Strike)],
        Extent::Turn => vec![Measure::Hit, Measure::Mean(RandomVariable::Turn)],
        Extent::Fight => {
            vec![Measure::Mean(RandomVariable::KillTurns), Measure::Quantile(RandomVariable::KillTurns, 90)]
        }
        Extent::Duel => {
            vec![Measure::End("win"), Measure::End("lose"), Measure::Mean(RandomVariable::Left)]
        }
    }
}

/// A question over a family of scenarios.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    ruleset: &'a Ruleset,
    /// The scenario that the axes change.
    document: Json,
    /// Axes: none, one or two.
    pub axes: Vec<Axis>,
    /// Measures in the link's `show`.
    pub show: Vec<Measure>,
    /// Condition to search for along the first axis.
    pub find: Option<SearchCondition>,
    /// Measure by which the rows are sorted, the best for the attacker first.
    pub order: Option<Measure>,
    /// Observed strikes, in order.
    pub seen: Vec<Measure>,
    /// Measure whose difference from another scenario is attributed to fields.
    pub explain: Option<Measure>,
    /// Extent of the answers.
    pub extent: Extent,
    /// The fight of the scenario.
    fight: Fight<'a>,
    /// Link of the opponent in a duel; without it the struck fighter strikes back.
    against: Option<String>,
    /// Links of scenarios in other modes.
    also: Vec<String>,
    /// The side that strikes first in a duel.
    pub first: First,
}

/// A cell's position and measures.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyRow<P> {
    /// Index of the cell; the last axis varies quickest.
    pub cell: usize,
    /// A number for each of [`Study::columns`]; none where the answer lacks it.
    pub values: Vec<Option<P>>,
    /// Problems that prevent an answer.
    pub refused: Vec<Problem>,
}

impl Study<'_> {
    /// Measures of the study: the shown ones, then those that only the readings need.
    #[must_use]
    pub fn columns(&self) -> Vec<Measure> {
        let mut columns = self.shown();
        for measure in &self.seen {
            if !columns.contains(measure) {
                columns.push(measure.clone());
            }
        }
        columns
    }

    /// The columns that a table shows.
    #[must_use]
    pub fn shown(&self) -> Vec<Measure> {
        let mut shown = self.show.clone();
        for measure in self.find.iter().map(|find| &find.measure).chain(&self.order).chain(&self.explain) {
            if !shown.contains(measure) {
                shown.push(measure.clone());
            }
        }
        if shown.is_empty() { usual_measures(self.extent) } else { shown }
    }

    /// True where the study has a table: always, unless it has another reading and shows no measure.
    #[must_use]
    pub fn is_table(&self) -> bool {
        let other = self.find.is_some() || !self.seen.is_empty() || self.explain.is_some();
        !other || !self.show.is_empty() || self.order.is_some()
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.places.len()).product()
    }

    /// Position of a cell: its place along each axis.
    #[must_use]
    pub fn places(&self, cell: usize) -> Vec<&AxisPoint> {
        let places = self.axes.iter().zip(self.steps(cell));
        places.filter_map(|(axis, step)| axis.places.get(step)).collect()
    }

    /// Position of a cell: the index of its place along each axis.
    #[must_use]
    pub fn steps(&self, cell: usize) -> Vec<usize> {
        let mut rest = cell;
        let step = |axis: &Axis| {
            let length = axis.places.len().max(1);
            let step = rest % length;
            rest /= length;
            step
        };
        let mut steps: Vec<usize> = self.axes.iter().rev().map(step).collect();
        steps.reverse();
        steps
    }

    /// The scenario without any change.
    #[must_use]
    pub const fn scenario(&self) -> &Json {
        &self.document
    }

    /// The scenario of a cell.
    #[must_use]
    pub fn document(&self, cell: usize) -> Json {
        let mut document = self.document.clone();
        self.places(cell).into_iter().for_each(|place| place.apply(&mut document, self.form()));
        document
    }

    /// The answer to a scenario, for an extent.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn answer<P: Probability>(&self, document: &Json, extent: Extent) -> Result<Answer<P>, Vec<Problem>> {
        self.answered(document, extent, FightDetail::WHOLE)
    }

    /// The answer for some measures: of a fight, only the details that they need.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn answer_for<P: Probability>(
        &self,
        document: &Json,
        extent: Extent,
        measures: &[Measure],
    ) -> Result<Answer<P>, Vec<Problem>> {
        let asked = measures.iter().filter(|measure| measure.extent() == extent);
        self.answered(document, extent, asked.map(Measure::far).fold(FightDetail::NOWHERE, FightDetail::and))
    }

    fn answered<P: Probability>(
        &self,
        document: &Json,
        extent: Extent,
        far: FightDetail,
    ) -> Result<Answer<P>, Vec<Problem>> {
        let rules = self.ruleset;
        match extent {
            Extent::Strike | Extent::Turn => rules.resolve(document),
            Extent::Fight => rules.fighting(document, |asked| asked.fight(far)).map(FightAnswer::answer),
            Extent::Duel => {
                rules.duel([document, &self.opponent(document)?], self.first).map(DuelAnswer::answer)
            }
        }
    }

    /// The scenario in which the struck fighter strikes back.
    ///
    /// # Errors
    /// The reason why nobody does.
    pub fn opponent(&self, document: &Json) -> Result<Json, Vec<Problem>> {
        self.fight.with(document).reply().map_err(|why| vec![read::no_opponent(&why)])
    }

    /// The measure that gives this one in a scenario. Rules that show no chance to kill have it as the chance
    /// within the fight's first turn.
    fn told_by(&self, document: &Json, measure: &Measure) -> Measure {
        match measure {
            Measure::Kill if self.ruleset.kills_in_fights_alone(document) => Measure::Within(1),
            measure => measure.clone(),
        }
    }

    /// A number of a scenario.
    fn number<P: Probability>(&self, document: &Json, measure: &Measure) -> Result<Option<P>, Vec<Problem>> {
        let measure = self.told_by(document, measure);
        let answer = self.answered(document, measure.extent(), measure.far())?;
        Ok(measure.of(&answer))
    }

    /// Numbers of a scenario, each from the answer that has it; every answer is evaluated once.
    fn measured<P: Probability>(
        &self,
        document: &Json,
        measures: &[Measure],
    ) -> Result<Vec<Option<P>>, Vec<Problem>> {
        let measures: Vec<Measure> = measures.iter().map(|measure| self.told_by(document, measure)).collect();
        let mut answers: Vec<(Extent, Answer<P>)> = Vec::new();
        let mut values = Vec::with_capacity(measures.len());
        for measure in &measures {
            let extent = measure.extent();
            if !answers.iter().any(|(known, _)| *known == extent) {
                answers.push((extent, self.answer_for(document, extent, &measures)?));
            }
            let answer = answers.iter().find(|(known, _)| *known == extent);
            let value = answer.and_then(|(_, answer)| measure.of(answer));
            values.push(value.map(|value| if measure.is_chance() { value.into_chance() } else { value }));
        }
        Ok(values)
    }

    /// The measures of another scenario, as for a cell.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn beside<P: Probability>(&self, document: &Json) -> Result<Vec<Option<P>>, Vec<Problem>> {
        self.measured(document, &self.columns())
    }

    /// Lazy rows of some of the cells: callers may stop at any.
    ///
    /// ```
    /// use tohit_resolver::{ruleset, study::Study};
    ///
    /// let powder = ruleset("powder").unwrap();
    /// let study = Study::parse(powder, "powder/melee?defender.natural_ac=0..20&show=hit").unwrap();
    /// // A row is computed when it is asked for.
    /// let hit = study.rows::<f64>(0..study.cells()).map(|row| row.values[0].unwrap());
    /// let first = hit.into_iter().position(|hit| hit < 0.5);
    /// assert_eq!(first, Some(8));
    /// ```
    pub fn rows<P: Probability>(&self, cells: Range<usize>) -> impl Iterator<Item = StudyRow<P>> {
        let columns = self.columns();
        cells.take_while(|cell| *cell < self.cells()).map(move |cell| {
            match self.measured(&self.document(cell), &columns) {
                Ok(values) => StudyRow { cell, values, refused: Vec::new() },
                Err(refused) => StudyRow { cell, values: columns.iter().map(|_| None).collect(), refused },
            }
        })
    }

    /// True where a larger value is better for the player, if the player is the defender, or else for the
    /// attacker.
    #[must_use]
    pub fn more_is_better(&self, measure: &Measure) -> bool {
        measure.more_is_better(self.ruleset.about()) != self.player_defends()
    }

    fn player_defends(&self) -> bool {
        self.ruleset.player_defends(self.ruleset.about().mode_of(&self.document))
    }

    /// The rows by the measure of `order`, the best for the player or attacker first; ties stay in the order
    /// of their cells, rows without a number come last.
    #[must_use]
    pub fn sorted<P: Probability>(&self, rows: Vec<StudyRow<P>>) -> Vec<StudyRow<P>> {
        let Some(order) = &self.order else { return rows };
        let column = self.column(order);
        let more = self.more_is_better(order);
        let at = |row: usize| rows.get(row).and_then(|row| value(row, column));
        let order = in_order(rows.len(), &|one, other| match (at(one), at(other)) {
            (Some(one), Some(other)) if more => other.rank(one),
            (Some(one), Some(other)) => one.rank(other),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
        order.into_iter().filter_map(|row| rows.get(row).cloned()).collect()
    }

    fn column(&self, measure: &Measure) -> Option<usize> {
        self.columns().iter().position(|known| known == measure)
    }

    fn form(&self) -> &'static SheetSpec {
        self.ruleset.form(self.ruleset.about().mode_of(&self.document))
    }

    /// The study as a link.
    #[must_use]
    pub fn to_link(&self) -> String {
        let scenario = to_link(self.ruleset, &self.document);
        let mut mark = if scenario.contains('?') { '&' } else { '?' };
        let mut link = scenario;
        let mut pair = |name: &str, value: &str| {
            // Writing into a string cannot fail.
            let _ = write!(link, "{mark}{}", encode(name));
            if !value.is_empty() {
                let _ = write!(link, "={}", encode(value));
            }
            mark = '&';
        };
        for axis in &self.axes {
            axis.texts.iter().for_each(|text| pair(&axis.name, text));
        }
        let list =
            |measures: &[Measure]| measures.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let extent = if self.extent == Extent::Strike { "" } else { self.extent.name() };
        let first = if self.first == First::default() { "" } else { self.first.name() };
        self.also.iter().for_each(|link| pair("also", link));
        for (name, value) in [
            ("extent", extent.to_owned()),
            ("against", self.against.clone().unwrap_or_default()),
            ("first", first.to_owned()),
            ("show", list(&self.show)),
            ("find", self.find.as_ref().map(ToString::to_string).unwrap_or_default()),
            ("order", list(self.order.as_slice())),
            ("explain", list(self.explain.as_slice())),
            ("seen", self.seen.iter().map(Measure::as_seen).collect::<Vec<_>>().join(",")),
        ] {
            if !value.is_empty() {
                pair(name, &value);
            }
        }
        link
    }
}

/// The value of a row in a column.
fn value<P>(row: &StudyRow<P>, column: Option<usize>) -> Option<&P> {
    row.values.get(column?)?.as_ref()
}
