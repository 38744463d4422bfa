//! Pools of dice: their value is the answers to all questions of the strike, worked out together.

use crate::column::Column;
use crate::distribution::DistributionBuilder;
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup;
use crate::evaluator::table::{AxisSet, CellMap, Grid, Table, value_at};
use crate::evaluator::urn::{Urn, enough};
use crate::multiset::{DiceGroup, Pool, PoolFaces, Statistic, faces_of_groups};
use crate::scenario::Scenario;
use crate::scenario::budget::EACH;
use crate::value::Value;
use crate::weighted::descending;
use tohit_compile::program::{Collect, Id, Question, Sampling};
use tohit_odds::Weight;
use tohit_syntax::diagnostics::Diagnostic;

/// The value of a die that is asked, for messages.
pub(super) const ASKED: &str = "what is asked of each die";

/// Tables of a question, by face.
type QuestionTables = Vec<(i64, Table)>;

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

/// Source of the draws of a pool.
enum PoolSource {
    /// Equal dice.
    Die(Table),
    /// Urn for draws without replacement.
    Urn(Urn),
}

/// Kind of dice of a pool: their number, and the die.
struct PoolPart {
    times: Table,
    source: PoolSource,
    /// The die, for messages.
    die: Id,
}

impl PoolPart {
    fn source_axes(&self) -> AxisSet {
        match &self.source {
            PoolSource::Die(die) => die.axes(),
            PoolSource::Urn(urn) => urn.axes(),
        }
    }
}

impl Evaluator<'_, '_> {
    /// The distribution of a pool's answers.
    pub(crate) fn pool(
        &mut self,
        id: Id,
        (dice, sampling): (&[(Id, Id)], Sampling),
        questions: &[Question],
    ) -> Evaluated {
        let (mut parts, mut faces) = (Vec::with_capacity(dice.len()), Vec::new());
        for (times, die) in dice {
            let times = self.eval(*times)?;
            let (source, own) = match sampling {
                Sampling::WithReplacement => {
                    let table = self.eval(*die)?;
                    let faces = self.faces_of(id, &table);
                    (PoolSource::Die(table), faces)
                }
                Sampling::WithoutReplacement => {
                    let urn = self.urn(*die)?;
                    let faces = urn.faces(self, *die);
                    (PoolSource::Urn(urn), faces)
                }
            };
            match own {
                Ok(own) => faces.extend(own),
                Err(EvalError::Refused(diagnostic)) => return Ok(Table::Constant(Value::Bad(diagnostic))),
                Err(split) => return Err(split),
            }
            parts.push(PoolPart { times, source, die: *die });
        }
        faces.sort_unstable();
        faces.dedup();
        let (axes, tables) = self.question_tables(id, &faces, questions)?;
        let part_axes = parts.iter().map(|part| part.times.axes() | part.source_axes());
        let axes = part_axes.fold(axes, |all, axes| all | axes);
        let Grid { count, .. } = self.cells(id, axes)?;
        let prepared = self.prepared(axes, questions, tables);
        let maps: Vec<(CellMap, CellMap)> = parts
            .iter()
            .map(|part| (self.cell_map(axes, part.times.axes()), self.cell_map(axes, part.source_axes())))
            .collect();
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            // All numbers of dice, each with its weight.
            let mut ways: Vec<(Vec<Value>, Weight)> = vec![(Vec::new(), self.arith.one())];
            let mut kinds = Vec::with_capacity(parts.len());
            for (part, (to_times, to_die)) in parts.iter().zip(&maps) {
                kinds.push(self.part_faces(part, to_die.at(cell)));
                let numbers = self.entries(&part.times, to_times.at(cell));
                self.scenario.charge(EACH.saturating_mul(ways.len()).saturating_mul(numbers.len()), id)?;
                let one_more = |(before, weight): &(Vec<Value>, Weight)| {
                    let more = numbers.iter().map(|(number, share)| {
                        let numbers = before.iter().chain([number]).cloned().collect();
                        (numbers, self.arith.mul(*weight, *share))
                    });
                    more.collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(one_more).collect();
            }
            let kinds: Result<Vec<PoolFaces>, Diagnostic> = kinds.into_iter().collect();
            for (numbers, weight) in ways {
                let kinds = kinds.as_ref().map_err(Clone::clone);
                match kinds.and_then(|kinds| self.prepared_pool(id, kinds, &numbers, (&prepared, cell))) {
                    // A question without an answer refuses the scenario only where the pool is needed.
                    Err(diagnostic) => builder.add(Value::Bad(diagnostic), weight),
                    Ok((groups, all)) => self.add_answers(id, &mut builder, &groups, &all, weight)?,
                }
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// True for a question that a line asks.
    fn is_asked(&self, index: usize) -> bool {
        self.memo.asked.checked_shr(index as u32).is_none_or(|asked| asked & 1 == 1)
    }

    /// Tables of the parts of each question, and their axes: for each face its value, or how many are kept.
    fn question_tables(
        &mut self,
        id: Id,
        faces: &[i64],
        questions: &[Question],
    ) -> Result<(AxisSet, Vec<QuestionTables>), EvalError> {
        let mut tables = Vec::with_capacity(questions.len());
        let mut axes = AxisSet::EMPTY;
        for (index, question) in questions.iter().enumerate() {
            let mut own = Vec::new();
            match question {
                _ if !self.is_asked(index) => {}
                Question::Each(collect @ (Collect::Sum | Collect::Count), local, value) => {
                    for face in faces {
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
        Ok((axes, tables))
    }

    /// Questions with their tables over all axes of the pool.
    fn prepared(&self, axes: AxisSet, questions: &[Question], tables: Vec<QuestionTables>) -> Vec<Prepared> {
        let each = questions.iter().zip(tables).enumerate().map(|(index, (question, own))| {
            let mut own = own.into_iter().map(|(face, table)| {
                let map = self.cell_map(axes, table.axes());
                (face, (table, map))
            });
            match question {
                _ if !self.is_asked(index) => Prepared::Unasked,
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
        });
        each.collect()
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

    /// Faces of the dice of a part, in a cell of its own axes.
    fn part_faces(&self, part: &PoolPart, cell: usize) -> Result<PoolFaces, Diagnostic> {
        match &part.source {
            PoolSource::Die(die) => Ok(PoolFaces::of_die(self.entries(die, cell))),
            PoolSource::Urn(urn) => {
                urn.at(self, part.die, cell).map(|urn| PoolFaces::of_urn(&urn, self.arith))
            }
        }
    }

    /// The groups of dice of a cell, and the statistic of each question.
    fn prepared_pool<'k>(
        &self,
        id: Id,
        kinds: &'k [PoolFaces],
        numbers: &[Value],
        (prepared, cell): (&[Prepared], usize),
    ) -> Result<(Vec<DiceGroup<'k>>, Vec<Statistic>), Diagnostic> {
        let mut groups = Vec::with_capacity(kinds.len());
        for (there, times) in kinds.iter().zip(numbers) {
            let times = number_of_dice(self.scenario, id, times)?;
            if let Some(counts) = &there.counts {
                enough(self.scenario, id, counts, times)?;
            }
            groups.push(DiceGroup { there, times });
        }
        let dice = faces_of_groups(&groups);
        let times = groups.iter().map(|group| group.times).sum();
        let at = |(table, map): &(Table, CellMap)| value_at(table, map.at(cell));
        let statistic = |prepared: &Prepared| {
            Ok(match prepared {
                Prepared::Alike => Statistic::Alike,
                Prepared::Different => Statistic::Different,
                Prepared::Unasked => Statistic::Sum(vec![0; dice.len()]),
                Prepared::Each(values) => {
                    let value = |face: &i64| {
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
        let statistics = prepared.iter().map(statistic).collect::<Result<_, Diagnostic>>()?;
        Ok((groups, statistics))
    }

    /// Adds the answers of a pool, scaled. Equal questions are worked out once.
    fn add_answers(
        &self,
        id: Id,
        builder: &mut DistributionBuilder,
        groups: &[DiceGroup<'_>],
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
        let times: usize = groups.iter().map(|group| group.times).sum();
        let charge = |steps: usize| {
            self.scenario.charge(steps, id).map_err(|diagnostic| match statistics.len() {
                0..=2 => diagnostic,
                many => self.scenario.error_at(id, format!("too large: {many} questions to one throw of {times} dice are combined; combine fewer, roll fewer dice, or only show them: each line of show is worked out by itself")),
            })
        };
        let pool = Pool::new(groups, &statistics, self.arith, &charge);
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
        let groups = [DiceGroup { there: &there, times }];
        let pool = Pool::new(&groups, &statistics, self.arith, &charge);
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
