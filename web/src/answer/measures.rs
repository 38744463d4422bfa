//! The measures of a comparison: a row for each, a column for each answer, the best of a row marked.

use super::more;
use super::units::Units;
use crate::widgets::gain::Gain;
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_report::format;
use tohit_report::plot::dead_within;
use tohit_report::sampling_error;
use tohit_report::summary::{Damage, Summary};
use tohit_resolver::AboutRules;

/// An answer in a column, and its duel where one is shown.
#[derive(Clone, Default)]
pub(super) struct Side {
    pub(super) summary: Arc<Summary>,
    pub(super) duel: Option<DuelSummary>,
}

impl Side {
    pub(super) fn of(summary: Arc<Summary>) -> Self {
        Self { summary, duel: None }
    }
}

/// The way in which columns differ from the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Differs {
    /// Better or worse for the user's side, the defender's where the flag is set; with the turns of the reader.
    ByGoodness { for_defender: bool, within: i64 },
    /// By a signed number.
    BySign,
    /// By a signed number, with a sampling error; holds the throws.
    Thrown(usize),
}

/// A measure of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedMeasure {
    Wins,
    Rounds,
    Hit,
    /// A place among the outcomes of the ruleset.
    Outcome(usize),
    Damage,
    Turn,
    /// Mean of the game's normal turns to kill.
    Time,
    /// Mean of the attacker's own turns to kill, or of its strikes.
    Turns,
    /// The 90 % quantile of the turns.
    By,
    /// Dead within so many turns.
    Within(i64),
    Kill,
}

/// A value of a measure.
pub(super) struct MeasureValue {
    value: f64,
    says: String,
    is_chance: bool,
    /// The standard deviation of a single throw, where that is known.
    deviation: Option<f64>,
}

impl MeasureValue {
    fn chance(p: f64) -> Self {
        let deviation = Some(sampling_error::of_chance(p));
        Self { value: p, says: format::percent(p), is_chance: true, deviation }
    }

    fn average(damage: &Damage) -> Self {
        Self { value: damage.mean, says: damage.average(), is_chance: false, deviation: damage.deviation }
    }

    fn plain(value: f64, says: String) -> Self {
        Self { value, says, is_chance: false, deviation: None }
    }

    pub(super) fn is_more(&self, other: &Self) -> bool {
        self.value > other.value
    }

    /// The number as it is displayed: chances in percent.
    fn displayed(&self, number: f64) -> f64 {
        number * if self.is_chance { 100.0 } else { 1.0 }
    }

    /// The signed difference of the displayed values; of chances in percentage points.
    fn more_than(&self, other: &Self) -> Option<String> {
        let more = format::gain(self.displayed(other.value), self.displayed(self.value));
        (more != "=").then_some(more)
    }
}

impl ComparedMeasure {
    /// The measures of a comparison by goodness, in the order of the rows; with a row of its own for the
    /// turns that the reader of the chart counts.
    fn by_goodness(within: i64) -> Vec<Self> {
        vec![
            Self::Wins,
            Self::Rounds,
            Self::Hit,
            Self::Damage,
            Self::Turn,
            Self::Time,
            Self::Turns,
            Self::Within(within),
            Self::By,
            Self::Kill,
        ]
    }

    fn label(self, about: &AboutRules, sides: &[Side]) -> String {
        let is_strikes = sides.iter().any(|side| side.summary.beat() == "strike")
            && sides.iter().all(|side| side.summary.turn.is_none());
        let says = match self {
            Self::Within(turns) => {
                let beat = sides.first().map_or("turn", |side| side.summary.beat());
                return format::sentence(&dead_within(turns, beat));
            }
            Self::Wins => "Wins the duel",
            Self::Rounds => "Rounds of the duel",
            Self::Hit => "Hits",
            Self::Outcome(place) => about.outcomes.get(place).map_or("", |outcome| outcome.label),
            Self::Damage => "Damage a strike",
            Self::Turn => "Damage a turn",
            Self::Time => "Normal turns to kill",
            Self::Turns if is_strikes => "Strikes to kill",
            Self::Turns => "Turns to kill",
            Self::By if is_strikes => "Nine in ten by strike",
            Self::By => "Nine in ten by turn",
            Self::Kill if sides.iter().any(|side| side.summary.turn.is_some()) => "Kills in a turn",
            Self::Kill => "Kills at once",
        };
        says.to_owned()
    }

    /// The value of an answer. Beside turns of several strikes, a single strike counts as a turn.
    pub(super) fn of(self, side: &Side, units: Units) -> Option<MeasureValue> {
        let summary = &side.summary;
        let fight = summary.fight.as_ref();
        Some(match self {
            Self::Wins => MeasureValue::chance(side.duel.as_ref()?.ends[0]),
            Self::Rounds => {
                side.duel.as_ref()?.rounds.map(|mean| MeasureValue::plain(mean, format::tenths(mean)))?
            }
            Self::Hit => MeasureValue::chance(summary.hit?),
            Self::Outcome(place) => MeasureValue::chance((*summary.outcomes.get(place)?)?),
            Self::Damage => MeasureValue::average(summary.damage.as_ref()?),
            Self::Turn => MeasureValue::average(
                summary.turn.as_ref().or(summary.damage.as_ref().filter(|_| units.has_turns))?,
            ),
            Self::Time => {
                let mean = fight?.normal_turns().filter(|_| units.is_timed)?;
                MeasureValue::plain(mean, format::tenths(mean))
            }
            // Turns of several strikes and single strikes are different units.
            Self::Turns | Self::By | Self::Within(_) if !units.are_alike => return None,
            // Strikes of different lengths are not compared one by one.
            Self::Within(_) if units.is_timed => return None,
            Self::Within(turns) => MeasureValue::chance(fight?.within(turns)?),
            Self::Turns => {
                let deviation = fight?.turns.deviation;
                MeasureValue { deviation, ..MeasureValue::plain(fight?.mean?, fight?.average()) }
            }
            Self::By => {
                let by = fight?.mostly?;
                MeasureValue::plain(by as f64, format::whole(by))
            }
            Self::Kill => MeasureValue::chance(summary.kills()?.1),
        })
    }

    /// True if more is better for the attacker; none where it depends, as with turns of different lengths.
    fn more_is_better(self, units: Units) -> Option<bool> {
        match self {
            Self::Rounds | Self::Outcome(_) => None,
            Self::Turns | Self::By if units.is_timed => None,
            Self::Time | Self::Turns | Self::By => Some(false),
            _ => Some(true),
        }
    }

    /// The difference of a number to another; none where both display alike.
    pub(super) fn gain(
        self,
        number: &MeasureValue,
        than: &MeasureValue,
        units: Units,
        for_defender: bool,
    ) -> Option<Gain> {
        let more = number.more_than(than)?;
        let is_more = number.is_more(than);
        let is_better = self.more_is_better(units).map(|is_good| (is_good == is_more) != for_defender);
        let size = match self {
            Self::By => format::whole((number.value - than.value).abs() as i64),
            _ => more.trim_start_matches(['+', '−']).to_owned(),
        };
        let says = match (self, is_more) {
            (Self::Time | Self::Turns | Self::By, true) if is_better.is_some() => "later",
            (Self::Time | Self::Turns | Self::By, false) if is_better.is_some() => "sooner",
            (_, true) => "more",
            (_, false) => "less",
        };
        Some(Gain { says: format!("{size} {says}"), is_better })
    }
}

/// A cell: the number, the difference to the first column, and a flag for the best of its row.
#[derive(Clone, PartialEq)]
pub(super) struct MeasureCell {
    pub(super) says: String,
    pub(super) gain: Option<Gain>,
    pub(super) is_best: bool,
}

/// A row: its label and its cells.
#[derive(Clone, PartialEq)]
pub(super) struct MeasureRow {
    pub(super) label: String,
    /// True if a column is unlike the first.
    pub(super) is_unlike: bool,
    pub(super) cells: Vec<MeasureCell>,
}

/// The places of the best numbers of a row; none where all are alike.
fn best(
    measure: ComparedMeasure,
    numbers: &[Option<MeasureValue>],
    units: Units,
    for_defender: bool,
) -> Vec<usize> {
    let Some(is_good) = measure.more_is_better(units) else { return Vec::new() };
    let wants_more = is_good != for_defender;
    let known = || numbers.iter().enumerate().filter_map(|(place, number)| Some((place, number.as_ref()?)));
    let is_better = |one: &MeasureValue, other: &MeasureValue| (one.value > other.value) == wants_more;
    let Some((_, best)) = known().reduce(|best, other| if is_better(other.1, best.1) { other } else { best })
    else {
        return Vec::new();
    };
    let (alike, others): (Vec<_>, Vec<_>) = known().partition(|(_, number)| number.more_than(best).is_none());
    if others.is_empty() { Vec::new() } else { alike.into_iter().map(|(place, _)| place).collect() }
}

pub(super) fn rows(about: &AboutRules, sides: &[Side], differs: Differs) -> Vec<MeasureRow> {
    let outcomes = (0..about.outcomes.len()).map(ComparedMeasure::Outcome);
    let measures: Vec<ComparedMeasure> = match differs {
        Differs::ByGoodness { within, .. } => ComparedMeasure::by_goodness(within),
        _ => [ComparedMeasure::Hit]
            .into_iter()
            .chain(outcomes)
            .chain([
                ComparedMeasure::Damage,
                ComparedMeasure::Turn,
                ComparedMeasure::Time,
                ComparedMeasure::Turns,
            ])
            .collect(),
    };
    let units = match differs {
        // Rolled fights are those of the answer beside them, in its units; their time is not summed up.
        Differs::Thrown(_) => Units { is_timed: false, are_alike: true, ..Units::of(sides) },
        _ => Units::of(sides),
    };
    let row = |measure: ComparedMeasure| {
        let numbers: Vec<Option<MeasureValue>> = sides.iter().map(|side| measure.of(side, units)).collect();
        // A measure that no other answer than the first has, or that is 0 everywhere, has no row.
        let is_known = numbers
            .iter()
            .zip(sides)
            .skip(1)
            .any(|(number, side)| number.is_some() || !side.summary.is_here());
        let is_something = numbers.iter().flatten().any(|number| number.value > 0.0);
        if !is_known || !is_something {
            return None;
        }
        let first = numbers.first().and_then(Option::as_ref);
        let for_defender = matches!(differs, Differs::ByGoodness { for_defender: true, .. });
        let best = match differs {
            Differs::ByGoodness { .. } => best(measure, &numbers, units, for_defender),
            _ => Vec::new(),
        };
        let signed = |number: &MeasureValue, first: &MeasureValue| {
            let more = number.more_than(first);
            match (differs, more) {
                (Differs::Thrown(throws), more) => {
                    let error =
                        first.deviation.map(|one| first.displayed(sampling_error::expected(one, throws)));
                    let error = error
                        .map_or_else(String::new, |error| format!(" (±\u{a0}{})", format::tenths(error)));
                    Some(format!("{}{error}", more.unwrap_or_else(|| "=".to_owned())))
                }
                (_, more) => more,
            }
            .map(|says| Gain { says, is_better: None })
        };
        let gain = |number: &MeasureValue| match differs {
            Differs::ByGoodness { .. } => measure.gain(number, first?, units, for_defender),
            _ => signed(number, first?),
        };
        let cell = |(column, number): (usize, &Option<MeasureValue>)| MeasureCell {
            says: match (number, sides.get(column).is_some_and(|side| side.summary.is_here())) {
                (Some(number), _) => number.says.clone(),
                (None, true) => "–".to_owned(),
                (None, false) => "…".to_owned(),
            },
            gain: number.as_ref().filter(|_| column > 0).and_then(gain),
            is_best: best.contains(&column),
        };
        let is_unlike = first
            .is_some_and(|first| numbers.iter().flatten().any(|number| number.more_than(first).is_some()));
        let cells = numbers.iter().enumerate().map(cell).collect();
        Some(MeasureRow { label: measure.label(about, sides), is_unlike, cells })
    };
    let figures = if matches!(differs, Differs::BySign) { figures(sides) } else { Vec::new() };
    let mut rows: Vec<MeasureRow> = measures.into_iter().filter_map(row).chain(figures).collect();
    // Rows that differ nowhere say nothing, unless there is nothing else to say.
    let is_whole = sides.iter().all(|side| side.summary.is_here());
    if matches!(differs, Differs::ByGoodness { .. }) && is_whole && rows.iter().any(|row| row.is_unlike) {
        rows.retain(|row| row.is_unlike);
    }
    rows
}

/// The derived figures that differ between columns.
fn figures(sides: &[Side]) -> Vec<MeasureRow> {
    let says = |side: &Side| -> Vec<(String, String)> {
        more::flat(&side.summary.more).into_iter().map(|(label, part)| (label, part.says())).collect()
    };
    let all: Vec<_> = sides.iter().map(says).collect();
    let Some((first, _)) = all.split_first().filter(|_| all.iter().all(|side| !side.is_empty())) else {
        return Vec::new();
    };
    let row = |(label, says): &(String, String)| {
        let text = |side: &Vec<(String, String)>| {
            let found = side.iter().find(|(known, _)| known == label);
            found.map_or_else(|| "–".to_owned(), |(_, text)| text.clone())
        };
        let texts: Vec<String> = all.iter().map(text).collect();
        let cell = |says: &String| MeasureCell { says: says.clone(), gain: None, is_best: false };
        texts.iter().any(|text| text != says).then(|| MeasureRow {
            label: label.clone(),
            is_unlike: true,
            cells: texts.iter().map(cell).collect(),
        })
    };
    first.iter().filter_map(row).collect()
}

/// The table as lines for a spreadsheet: the head, and a line for each measure.
pub(super) fn lines(
    about: &AboutRules,
    names: Vec<String>,
    sides: &[Side],
    differs: Differs,
) -> Vec<Vec<String>> {
    let head = [String::new()].into_iter().chain(names).collect();
    let line = |row: MeasureRow| {
        let figures = row.cells.iter().map(|cell| format::ungrouped(&cell.says));
        [row.label].into_iter().chain(figures).collect()
    };
    [head].into_iter().chain(rows(about, sides, differs).into_iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::ruleset;

    fn side(hit: f64, turns: f64) -> Side {
        let mut summary = Summary { hit: Some(hit), outcomes: vec![None], ..Summary::default() };
        summary.fight = Some(tohit_report::summary::FightSummary { mean: Some(turns), ..Default::default() });
        Side::of(Arc::new(summary))
    }

    fn rows_of(sides: &[Side], for_defender: bool) -> Vec<MeasureRow> {
        rows(ruleset("powder").unwrap().about(), sides, Differs::ByGoodness { for_defender, within: 3 })
    }

    #[test]
    fn the_best_of_a_row_and_each_gain_go_by_what_is_good_for_who_asks() {
        let sides = [side(0.75, 4.0), side(0.5, 3.0)];
        for (for_defender, hits, turns) in [(false, (0, false), (1, true)), (true, (1, true), (0, false))] {
            let rows = rows_of(&sides, for_defender);
            for (label, (best, is_better)) in [("Hits", hits), ("Turns to kill", turns)] {
                let row = rows.iter().find(|row| row.label == label).unwrap();
                let marked: Vec<bool> = row.cells.iter().map(|cell| cell.is_best).collect();
                assert_eq!(marked, [best == 0, best == 1], "{label}");
                assert_eq!(row.cells[1].gain.as_ref().unwrap().is_better, Some(is_better), "{label}");
            }
        }
    }

    /// A fight with a clock of its own: strikes, and the game's normal turns; several strikes a turn where
    /// `turn` is there.
    fn timed(strikes: f64, time: Option<f64>, turn: Option<Damage>) -> Side {
        let fight = tohit_report::summary::FightSummary {
            mean: Some(strikes),
            mostly: Some(8),
            time,
            ..Default::default()
        };
        let summary = Summary { outcomes: vec![None], fight: Some(fight), turn, ..Summary::default() };
        Side::of(Arc::new(summary))
    }

    fn cells(row: &MeasureRow) -> Vec<String> {
        let cell = |cell: &MeasureCell| {
            let gain = cell.gain.as_ref().map_or_else(String::new, |gain| format!(" {}", gain.says));
            format!("{}{}{gain}", if cell.is_best { "★ " } else { "" }, cell.says)
        };
        row.cells.iter().map(cell).collect()
    }

    #[test]
    fn the_time_to_kill_decides_where_strikes_differ_in_length() {
        // Fewer strikes that take longer; and a weapon of normal turns, whose strikes are its turns.
        let rows = rows_of(&[timed(12.1, Some(21.4), None), timed(16.1, None, None)], false);
        let row = |label: &str| cells(rows.iter().find(|row| row.label == label).unwrap());
        assert_eq!(row("Normal turns to kill"), ["21.4", "★ 16.1 5.3 sooner"]);
        assert_eq!(row("Strikes to kill"), ["12.1", "16.1 4.0 more"]);
        assert!(!rows.iter().any(|row| row.label == "Turns to kill"));
    }

    #[test]
    fn strikes_and_turns_of_several_are_not_subtracted() {
        let (strike, turn) =
            (timed(369.4, Some(184.7), None), timed(170.3, Some(170.3), Some(Damage::default())));
        let rows = rows_of(&[strike.clone(), turn], false);
        let lengths: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(lengths, ["Normal turns to kill"]);
        assert_eq!(cells(&rows[0]), ["184.7", "★ 170.3 14.4 sooner"]);
        let labels: Vec<String> =
            rows_of(&[strike.clone(), strike], false).into_iter().map(|row| row.label).collect();
        assert_eq!(labels, ["Normal turns to kill", "Strikes to kill", "Nine in ten by strike"]);
    }

    #[test]
    fn what_is_alike_has_neither_a_best_nor_a_gain() {
        let rows = rows_of(&[side(0.75, 4.0), side(0.75, 4.0)], false);
        assert!(rows.iter().flat_map(|row| &row.cells).all(|cell| !cell.is_best && cell.gain.is_none()));
        assert!(!rows.is_empty() && rows.iter().all(|row| !row.is_unlike));
    }
}
