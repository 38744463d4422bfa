//! Pools of dice: their value is the answers to all questions of the strike, worked out together.

use crate::column::Column;
use crate::distribution::DistributionBuilder;
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup;
use crate::evaluator::table::{AxisSet, CellMap, Grid, Table, value_at};
use crate::evaluator::urn::{Urn, enough};
use crate::multiset::{Pool, PoolFaces, Statistic};
use crate::scenario::Scenario;
use crate::value::Value;
use crate::weighted::descending;
use tohit_compile::program::{Collect, Id, Question, Sampling};
use tohit_odds::Weight;
use tohit_syntax::diagnostics::Diagnostic;

/// The value of a die that is asked, for messages.
pub(super) const ASKED: &str = "what is asked of each die";

/// A question with the tables of its parts: how many are kept, or the value of each face.
enum Prepared {
    /// By face, ascending.
    Each(Vec<(i64, (Table, CellMap))>),
    Kept(bool, Option<(Table, CellMap)>),
    Alike,
    Different,
    /// No line asks it.
    Unasked,
}

/// What a pool is made of.
enum PoolSource {
    /// Equal dice.
    Die(Table),
    /// What is drawn without replacement.
    Urn(Urn),
}

impl PoolSource {
    fn axes(&self) -> AxisSet {
        match self {
            Self::Die(die) => die.axes(),
            Self::Urn(urn) => urn.axes(),
        }
    }
}

impl Evaluator<'_, '_> {
    /// The distribution of a pool's answers.
    pub(crate) fn pool(
        &mut self,
        id: Id,
        times: Id,
        (die, sampling): (Id, Sampling),
        questions: &[Question],
    ) -> Evaluated {
        let (times, die_id) = (self.eval(times)?, die);
        let die = match sampling {
            Sampling::WithReplacement => PoolSource::Die(self.eval(die)?),
            Sampling::WithoutReplacement => PoolSource::Urn(self.urn(die)?),
        };
        let faces = match &die {
            PoolSource::Die(die) => self.faces_of(id, die),
            PoolSource::Urn(urn) => urn.faces(self, die_id),
        };
        let faces = match faces {
            Ok(faces) => faces,
            Err(EvalError::Refused(diagnostic)) => return Ok(Table::Constant(Value::Bad(diagnostic))),
            Err(split) => return Err(split),
        };
        let mut tables: Vec<Vec<(i64, Table)>> = Vec::with_capacity(questions.len());
        let mut axes = times.axes() | die.axes();
        let asked = self.memo.asked;
        let is_asked = |index: usize| asked.checked_shr(index as u32).is_none_or(|asked| asked & 1 == 1);
        for (index, question) in questions.iter().enumerate() {
            let mut own = Vec::new();
            match question {
                _ if !is_asked(index) => {}
                Question::Each(collect @ (Collect::Sum | Collect::Count), local, value) => {
                    for face in &faces {
                        self.bind(*local, Table::Constant(Value::from(*face)));
                        let value = self.eval(*value)?;
                        own.push((*face, self.flags_as_counts(id, collect, value)?));
                    }
                }
                Question::Each(Collect::Best(Some(kept)) | Collect::Worst(Some(kept)), ..) => {
                    own.push((0, self.eval(*kept)?));
                }
                _ => {}
            }
            axes = own.iter().fold(axes, |axes, (_, table)| axes | table.axes());
            tables.push(own);
        }
        let Grid { count, .. } = self.cells(id, axes)?;
        let (to_times, to_die) = (self.cell_map(axes, times.axes()), self.cell_map(axes, die.axes()));
        let prepared: Vec<Prepared> = questions
            .iter()
            .zip(tables)
            .enumerate()
            .map(|(index, (question, own))| {
                let mut own = own.into_iter().map(|(face, table)| {
                    let map = self.cell_map(axes, table.axes());
                    (face, (table, map))
                });
                match question {
                    _ if !is_asked(index) => Prepared::Unasked,
                    Question::Alike => Prepared::Alike,
                    Question::Different => Prepared::Different,
                    Question::Each(Collect::Sum | Collect::Count, ..) => Prepared::Each(own.collect()),
                    Question::Each(Collect::Best(_), ..) => {
                        Prepared::Kept(true, own.next().map(|(_, kept)| kept))
                    }
                    Question::Each(Collect::Worst(_), ..) => {
                        Prepared::Kept(false, own.next().map(|(_, kept)| kept))
                    }
                }
            })
            .collect();
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            let there = match &die {
                PoolSource::Die(die) => Ok(PoolFaces::of_die(self.entries(die, to_die.at(cell)))),
                PoolSource::Urn(urn) => {
                    urn.at(self, die_id, to_die.at(cell)).map(|urn| PoolFaces::of_urn(&urn, self.arith))
                }
            };
            let there = match there {
                Ok(there) => there,
                Err(diagnostic) => {
                    builder.add(Value::Bad(diagnostic), self.arith.one());
                    continue;
                }
            };
            for (times, weight) in self.entries(&times, to_times.at(cell)) {
                match self.statistics(id, &there, &times, &prepared, cell) {
                    // A question without an answer refuses the scenario only where the pool is needed.
                    Err(diagnostic) => builder.add(Value::Bad(diagnostic), weight),
                    Ok((times, all)) => self.add_answers(id, &mut builder, &there, times, &all, weight)?,
                }
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// The faces of a die, in all its cells, ascending.
    fn faces_of(&self, id: Id, die: &Table) -> Result<Vec<i64>, EvalError> {
        let values = match die {
            Table::Constant(value) => &Column::of(vec![value.clone()]),
            Table::Column(_, column) => &**column,
            Table::Distribution(_, distribution) => &distribution.values,
        };
        let mut faces = Vec::with_capacity(values.len());
        for value in values.iter() {
            faces.push(face(self.scenario, id, &value)?);
        }
        faces.sort_unstable();
        faces.dedup();
        Ok(faces)
    }

    /// The number of dice of a cell, and the statistic of each question.
    fn statistics(
        &self,
        id: Id,
        there: &PoolFaces,
        times: &Value,
        prepared: &[Prepared],
        cell: usize,
    ) -> Result<(usize, Vec<Statistic>), Diagnostic> {
        let times = number_of_dice(self.scenario, id, times)?;
        let dice = &there.faces;
        if let Some(counts) = &there.counts {
            enough(self.scenario, id, counts, times)?;
        }
        let at = |(table, map): &(Table, CellMap)| value_at(table, map.at(cell));
        let statistic = |prepared: &Prepared| {
            Ok(match prepared {
                Prepared::Alike => Statistic::Alike,
                Prepared::Different => Statistic::Different,
                Prepared::Unasked => Statistic::Sum(vec![0; dice.len()]),
                Prepared::Each(values) => {
                    let value = |(face, _): &(i64, Weight)| {
                        let found = values.binary_search_by_key(face, |(known, _)| *known).ok();
                        let value = found.and_then(|index| values.get(index));
                        let value = value.map_or(Value::Absent, |(_, value)| at(value));
                        lookup::whole(self.scenario, id, &value, ASKED)
                    };
                    Statistic::Sum(dice.iter().map(value).collect::<Result<_, Diagnostic>>()?)
                }
                Prepared::Kept(best, kept) => {
                    let kept = kept
                        .as_ref()
                        .map(|kept| lookup::whole(self.scenario, id, &at(kept), "how many are kept"));
                    let (from, to) = ranks(*best, kept.transpose()?, times);
                    Statistic::Ranks(from, to)
                }
            })
        };
        Ok((times, prepared.iter().map(statistic).collect::<Result<_, Diagnostic>>()?))
    }

    /// Adds the answers of a pool, scaled. Equal questions are worked out once.
    fn add_answers(
        &self,
        id: Id,
        builder: &mut DistributionBuilder,
        there: &PoolFaces,
        times: usize,
        all: &[Statistic],
        scale: Weight,
    ) -> Result<(), EvalError> {
        let mut statistics: Vec<Statistic> = Vec::new();
        let mut indices = Vec::with_capacity(all.len());
        for statistic in all {
            let index = statistics.iter().position(|known| known == statistic);
            indices.push(index.unwrap_or(statistics.len()));
            if index.is_none() {
                statistics.push(statistic.clone());
            }
        }
        let charge = |steps: usize| {
            self.scenario.charge(steps, id).map_err(|diagnostic| match statistics.len() {
                0..=2 => diagnostic,
                many => self.scenario.error_at(id, format!("too large: {many} questions to one throw of {times} dice are combined; combine fewer, roll fewer dice, or only show them: each line of show is worked out by itself")),
            })
        };
        let pool = Pool { there, times, statistics: &statistics, arith: self.arith, charge: &charge };
        for (values, weight) in pool.joint()? {
            let answers = indices.iter().map(|index| values.get(*index).copied().unwrap_or_default());
            builder.add(Value::Answers(answers.collect()), self.arith.mul(weight, scale));
        }
        Ok(())
    }

    /// Sum of the highest or lowest so many of equal rolls.
    pub(crate) fn sum_of_extremes(
        &self,
        id: Id,
        best: bool,
        kept: i64,
        times: i64,
        part: &Table,
    ) -> Evaluated {
        if !part.axes().is_empty() {
            let message = "what is rolled so often may not go by other rolls here";
            return Err(self.scenario.error_at(id, message).into());
        }
        let mut faces: Vec<(i64, Weight)> = Vec::new();
        for (value, weight) in self.entries(part, 0) {
            match face(self.scenario, id, &value) {
                Ok(face) => faces.push((face, weight)),
                Err(diagnostic) => return Ok(Table::Constant(Value::Bad(diagnostic))),
            }
        }
        descending(&mut faces);
        let there = PoolFaces { faces, counts: None };
        let times = usize::try_from(times).unwrap_or_default();
        let (from, to) = ranks(best, Some(kept), times);
        let charge = |steps: usize| self.scenario.charge(steps, id);
        let statistics = [Statistic::Ranks(from, to)];
        let pool = Pool { there: &there, times, statistics: &statistics, arith: self.arith, charge: &charge };
        let mut builder = DistributionBuilder::default();
        for (values, weight) in pool.joint()? {
            builder.add_whole(values.first().copied().unwrap_or_default(), weight);
        }
        builder.close(self.arith);
        Ok(Table::distribution(AxisSet::EMPTY, builder.finish()))
    }
}

/// The ranks of the highest or lowest so many of some dice; one die if nothing is said.
pub(crate) fn ranks(best: bool, kept: Option<i64>, times: usize) -> (usize, usize) {
    let kept = usize::try_from(kept.unwrap_or(1)).unwrap_or_default().min(times);
    if best { (0, kept) } else { (times - kept, times) }
}

/// The number of dice of a pool; none below 1.
pub(crate) fn number_of_dice(scenario: &Scenario<'_>, id: Id, times: &Value) -> Result<usize, Diagnostic> {
    let times = lookup::whole(scenario, id, times, "the number of dice in a pool")?;
    lookup::times_in_bounds(scenario, id, times)?;
    Ok(usize::try_from(times).unwrap_or_default())
}

/// A face of a pool's die.
pub(crate) fn face(scenario: &Scenario<'_>, id: Id, value: &Value) -> Result<i64, Diagnostic> {
    match (value, value.whole()) {
        (_, Some(face)) => Ok(face),
        (Value::Bad(diagnostic), _) => Err(diagnostic.clone()),
        (Value::Tail(_), _) => {
            Err(scenario.error_at(id, "dice of a pool, and dice of which several are kept, must end; write  open d6 up to 40 times  for an endless one"))
        }
        _ => Err(scenario.error_at(id, "dice that are sorted must show whole numbers")),
    }
}

/// The answer of a pool to one question.
pub(crate) fn answer(value: &Value, index: u16) -> Value {
    match value {
        Value::Answers(answers) => Value::from(answers.get(usize::from(index)).copied().unwrap_or_default()),
        other => other.clone(),
    }
}
