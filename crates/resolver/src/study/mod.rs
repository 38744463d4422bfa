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
pub use axis::{Axis, MOST_CELLS, Place};
pub use find::{Comparison, Interval, SearchCondition};
pub use measure::{Measure, RandomVariable};
pub use posterior::{Luck, Posterior};
pub use read::parted;
pub use shapley::{MOST_CHANGES, ShapleyShare};
pub use table::Table;
pub use tohit_engine::Shared;
pub use work::{Progress, USUAL_SECONDS, Work};

use crate::answer::Answer;
use crate::json::Json;
use crate::link::encode;
use crate::problem::Problem;
use crate::rulesets::to_link;
use crate::sheet::SheetSpec;
use crate::text::{Duel, Fight, Ruleset};
use core::fmt::Write as _;
use core::ops::Range;
use tohit_engine::{FightDetail, First, in_order};

/// Over how much of a fight an answer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// One strike.
    #[default]
    Strike,
    /// All the strikes of a turn.
    Turn,
    /// Turns until the defender falls.
    Fight,
    /// Both strike.
    Duel,
}

impl Extent {
    /// Every extent, by its name in links.
    pub const ALL: [(&'static str, Self); 4] =
        [("strike", Self::Strike), ("turn", Self::Turn), ("fight", Self::Fight), ("duel", Self::Duel)];

    /// Its name in links.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, extent)| *extent == self).map_or("", |(name, _)| name)
    }

    /// What is shown where a link does not say.
    fn measures(self) -> Vec<Measure> {
        match self {
            Self::Strike => vec![Measure::Hit, Measure::Mean(RandomVariable::Strike)],
            Self::Turn => vec![Measure::Hit, Measure::Mean(RandomVariable::Turn)],
            Self::Fight => vec![
                Measure::Mean(RandomVariable::KillTurns),
                Measure::Quantile(RandomVariable::KillTurns, 90),
            ],
            Self::Duel => {
                vec![Measure::End("win"), Measure::End("lose"), Measure::Mean(RandomVariable::Left)]
            }
        }
    }
}

/// A question over a family of scenarios.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    ruleset: &'a Ruleset,
    /// The scenario that the axes change.
    document: Json,
    /// None, one or two.
    pub axes: Vec<Axis>,
    /// What the link asks to see.
    pub show: Vec<Measure>,
    /// Where a condition holds.
    pub find: Option<SearchCondition>,
    /// What the rows are sorted by, the best for the attacker first.
    pub order: Option<Measure>,
    /// What was seen of strike after strike.
    pub seen: Vec<Measure>,
    /// What parts the scenario from another one.
    pub explain: Option<Measure>,
    /// Over how much of a fight the answers go.
    pub extent: Extent,
    /// The scenario that answers back, and its link.
    pub against: Option<(String, Json)>,
    /// Who strikes first in a duel.
    pub first: First,
}

/// One cell: where it lies, and its measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<P> {
    /// Its number, the last axis quickest.
    pub cell: usize,
    /// A number for each of [`Study::columns`]; none where the answer does not tell it.
    pub values: Vec<Option<P>>,
    /// Why there is no answer.
    pub refused: Vec<Problem>,
}

impl Study<'_> {
    /// What is measured: what is shown, then what the readings ask for besides.
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
        if shown.is_empty() { self.extent.measures() } else { shown }
    }

    /// Whether it is read as a table: always, unless another reading is asked for and nothing is to be shown beside it.
    #[must_use]
    pub fn is_table(&self) -> bool {
        let other = self.find.is_some() || !self.seen.is_empty() || self.explain.is_some();
        !other || !self.show.is_empty() || self.order.is_some()
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.places.len()).product()
    }

    /// Where a cell lies: its place along each axis.
    #[must_use]
    pub fn places(&self, cell: usize) -> Vec<&Place> {
        let places = self.axes.iter().zip(self.steps(cell));
        places.filter_map(|(axis, step)| axis.places.get(step)).collect()
    }

    /// Where a cell lies: how many places along each axis stand before it.
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

    /// The scenario that varies, as it is.
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

    /// The answer to a scenario, over so much of a fight.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn answer<P: Probability>(&self, document: &Json, extent: Extent) -> Result<Answer<P>, Vec<Problem>> {
        self.answered(document, extent, (None, FightDetail::WHOLE))
    }

    /// The same, where others share what they come to, and of a fight only what these measures ask for.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn answer_sharing<P: Probability>(
        &self,
        shared: &Shared,
        document: &Json,
        extent: Extent,
        measures: &[Measure],
    ) -> Result<Answer<P>, Vec<Problem>> {
        let asked = measures.iter().filter(|measure| measure.extent() == extent);
        let far = asked.map(Measure::far).fold(FightDetail::NOWHERE, FightDetail::and);
        let alone = || self.answered(document, extent, (Some(&shared.counter()), far));
        // Shared lines are charged as if each began anew: what is refused so is asked again alone. Exact answers, which would have work to spare for fewer
        // primes then, share nothing.
        if P::EXACT {
            return alone();
        }
        self.answered(document, extent, (Some(shared), far)).or_else(|_| alone())
    }

    fn answered<P: Probability>(
        &self,
        document: &Json,
        extent: Extent,
        (shared, far): (Option<&Shared>, FightDetail),
    ) -> Result<Answer<P>, Vec<Problem>> {
        let rules = self.ruleset;
        match (extent, &self.against) {
            (Extent::Strike | Extent::Turn, _) => rules.resolve_sharing(document, shared),
            (Extent::Fight, _) => {
                rules.fighting(document, shared, |asked| asked.fight(far)).map(Fight::answer)
            }
            (Extent::Duel, Some((_, against))) => rules
                .duelling([document, against], shared, |mine, theirs| mine.duel(theirs, self.first))
                .map(Duel::answer),
            (Extent::Duel, None) => Err(read::no_opponent()),
        }
    }

    /// The measure that tells this one of a scenario. Where the rules show no chance to kill, that of the fight's first turn is the same.
    fn told_by(&self, document: &Json, measure: &Measure) -> Measure {
        match measure {
            Measure::Kill if self.ruleset.kills_in_fights_alone(document) => Measure::Within(1),
            measure => measure.clone(),
        }
    }

    /// One number of a scenario.
    fn number<P: Probability>(
        &self,
        document: &Json,
        measure: &Measure,
        work: &Work<'_>,
    ) -> Result<Option<P>, Vec<Problem>> {
        work.count();
        let measure = self.told_by(document, measure);
        let counter = work.shared.counter();
        let answer = self.answered(document, measure.extent(), (Some(&counter), measure.far()))?;
        Ok(measure.of(&answer))
    }

    /// Some numbers of a scenario, each from the answer that tells it; every answer is worked out once.
    fn measured<P: Probability>(
        &self,
        shared: &Shared,
        document: &Json,
        measures: &[Measure],
    ) -> Result<Vec<Option<P>>, Vec<Problem>> {
        let measures: Vec<Measure> = measures.iter().map(|measure| self.told_by(document, measure)).collect();
        let mut answers: Vec<(Extent, Answer<P>)> = Vec::new();
        let mut values = Vec::with_capacity(measures.len());
        for measure in &measures {
            let extent = measure.extent();
            if !answers.iter().any(|(known, _)| *known == extent) {
                answers.push((extent, self.answer_sharing(shared, document, extent, &measures)?));
            }
            let answer = answers.iter().find(|(known, _)| *known == extent);
            let value = answer.and_then(|(_, answer)| measure.of(answer));
            values.push(value.map(|value| if measure.is_chance() { value.into_chance() } else { value }));
        }
        Ok(values)
    }

    /// Another scenario, measured like a cell.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn beside<P: Probability>(&self, document: &Json) -> Result<Vec<Option<P>>, Vec<Problem>> {
        self.measured(&Shared::default(), document, &self.columns())
    }

    /// Some of the cells, one by one: whoever shows them may stop at any. What all of them share is kept beside the study, for as long as cells are asked for.
    pub fn rows<P: Probability>(&self, shared: &Shared, cells: Range<usize>) -> impl Iterator<Item = Row<P>> {
        let columns = self.columns();
        cells.take_while(|cell| *cell < self.cells()).map(move |cell| {
            match self.measured(shared, &self.document(cell), &columns) {
                Ok(values) => Row { cell, values, refused: Vec::new() },
                Err(refused) => Row { cell, values: columns.iter().map(|_| None).collect(), refused },
            }
        })
    }

    /// Whether more of it is better for who asks: the player, if that is the one who is struck, or else the attacker.
    #[must_use]
    pub fn more_is_better(&self, measure: &Measure) -> bool {
        measure.more_is_better(self.ruleset.about()) != self.player_defends()
    }

    fn player_defends(&self) -> bool {
        self.ruleset.player_defends(self.ruleset.about().mode_of(&self.document))
    }

    /// The rows by the measure of `order`, the best for who asks first; those alike stay in the order of their cells, those without come last.
    #[must_use]
    pub fn sorted<P: Probability>(&self, rows: Vec<Row<P>>) -> Vec<Row<P>> {
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

    /// The link that it is.
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
        for (name, value) in [
            ("extent", extent.to_owned()),
            ("against", self.against.as_ref().map(|(link, _)| link.clone()).unwrap_or_default()),
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

/// What a row has in a column.
fn value<P>(row: &Row<P>, column: Option<usize>) -> Option<&P> {
    row.values.get(column?)?.as_ref()
}
