//! A study in words, and the data of its picture.

use crate::fields::LabelledField;
use crate::graph::{Graph, GraphAxis, GraphCell};
use crate::values::{readable, stepped};
use crate::{Game, format, sentence};
use tohit_resolver::document::{join, sheet_of};
use tohit_resolver::sheet::{Shape, SheetSpec, in_line};
use tohit_resolver::study::{Axis, AxisPoint, Measure, RandomVariable, Study, StudyRow};
use tohit_resolver::{Json, Preset};

/// Name of the axis along which each field takes a step.
const STEP: &str = "change";

/// The name of a measure.
#[must_use]
pub fn measure(measure: &Measure) -> String {
    match measure {
        Measure::Hit => "chance to hit".to_owned(),
        Measure::Miss => "chance to miss".to_owned(),
        Measure::Kill => "chance to kill".to_owned(),
        Measure::Within(turns) => format!(
            "chance to kill within {}",
            format::count(usize::try_from(*turns).unwrap_or_default(), "turn", "turns")
        ),
        Measure::End("win") => "chance to win".to_owned(),
        Measure::End("lose") => "chance to lose".to_owned(),
        Measure::End("both") => "chance that both fall".to_owned(),
        Measure::End(_) => "chance that nobody falls".to_owned(),
        Measure::Mean(of) => spread(*of).to_owned(),
        Measure::Median(of) => format!("{}, median", spread(*of)),
        Measure::Deviation(of) => format!("{}, spread (SD)", spread(*of)),
        Measure::Quantile(of, 90) => format!("{}, nine times in ten", spread(*of)),
        Measure::Quantile(of, percent) => format!("{}, {percent} % of the time", spread(*of)),
        Measure::AtLeast(of, least) => {
            format!("chance of {} or more {}", format::whole(*least), counted(*of))
        }
        Measure::Exactly(of, value) => format!("chance of {} {}", format::whole(*value), counted(*of)),
        Measure::Outcome(name) => format!("chance of {}", name.replace('-', " ")),
        Measure::Value(name) => name.replace(['_', '.'], " "),
    }
}

/// Name of a random variable.
const fn spread(of: RandomVariable) -> &'static str {
    match of {
        RandomVariable::Strike => "damage of a strike",
        RandomVariable::Turn => "damage of a turn",
        RandomVariable::KillTime => "normal turns to kill",
        other => counted(other),
    }
}

/// Name of a random variable behind a number.
const fn counted(of: RandomVariable) -> &'static str {
    match of {
        RandomVariable::Strike => "damage",
        RandomVariable::Turn => "damage in a turn",
        RandomVariable::KillTurns => "turns to kill",
        RandomVariable::KillStrikes => "strikes to kill",
        RandomVariable::KillTime => "of the game's turns to kill",
        RandomVariable::KillLost => "damage to kill",
        RandomVariable::Rounds => "rounds",
        RandomVariable::Left => "hit points left",
    }
}

/// A number of that measure.
#[must_use]
pub fn value(measure: &Measure, value: f64) -> String {
    match measure {
        measure if measure.is_chance() => format::percent(value),
        measure if measure.is_whole() => format::whole(value as i64),
        _ => format::tenths(value),
    }
}

/// Main column of a study: its index, and its measure.
#[must_use]
pub fn column(study: &Study<'_>) -> (usize, Option<Measure>) {
    let columns = study.columns();
    let asked = study.order.as_ref().or(study.find.as_ref().map(|find| &find.measure)).cloned();
    let asked = asked.or_else(|| columns.first().cloned());
    (columns.iter().position(|known| Some(known) == asked.as_ref()).unwrap_or_default(), asked)
}

/// Attacker and defender of a study; a side that varies has no name.
#[must_use]
pub fn who(game: &Game, study: &Study<'_>) -> String {
    let varies = |side: &str| {
        let is_of = |axis: &Axis| axis.name.starts_with(side) && axis.name.contains(".preset");
        study.axes.iter().any(|axis| axis.name == "or" || is_of(axis))
    };
    let document = study.scenario();
    match (varies("attacker"), varies("defender")) {
        (false, false) => sentence::versus(game, document),
        (false, true) => sentence::who(game, document),
        (true, false) => format!("Against {}", sentence::whom(game, document)),
        (true, true) => String::new(),
    }
}

/// Title of a study's table, complete by itself: attacker and defender, measures, axes and rules.
#[must_use]
pub fn title(game: &Game, study: &Study<'_>) -> String {
    let measures: Vec<String> = study.shown().iter().map(measure).collect();
    StudyLabels { game: *game, study, complete: &game.complete(study.scenario()) }.title(&measures.join(", "))
}

/// Data of a study's picture, under a title that is complete by itself; none without an axis. `posterior` is
/// the probability of each place, for a study of observations.
#[must_use]
pub fn graph(
    game: &Game,
    study: &Study<'_>,
    rows: &[StudyRow<f64>],
    posterior: Option<&[f64]>,
) -> Option<Graph> {
    if study.axes.is_empty() || study.explain.is_some() {
        return None;
    }
    let (column, shown) = column(study);
    let shown = shown?;
    let complete = game.complete(study.scenario());
    let named = StudyLabels { game: *game, study, complete: &complete };
    let number = |row: &StudyRow<f64>| match posterior {
        Some(posterior) => posterior.get(row.cell).copied(),
        None => row.values.get(column).copied().flatten(),
    };
    let says =
        |number: f64| if posterior.is_some() { format::percent(number) } else { value(&shown, number) };
    let cell = |row: &StudyRow<f64>| GraphCell {
        places: study.steps(row.cell),
        number: number(row),
        says: number(row).map_or_else(|| "no answer".to_owned(), says),
    };
    let measure = if posterior.is_some() { "probability".to_owned() } else { measure(&shown) };
    let sides: Vec<GraphAxis> = study.axes.iter().map(|axis| named.side(axis)).collect();
    Some(Graph {
        title: named.title(&measure),
        source: sentence::source(game, named.mode(), &complete),
        is_chance: posterior.is_some() || shown.is_chance(),
        cells: rows.iter().map(cell).collect(),
        measure,
        sides,
    })
}

/// The labels of a study's axes and places.
pub struct StudyLabels<'a> {
    /// Game with the labels.
    pub game: Game,
    /// The study.
    pub study: &'a Study<'a>,
    /// Complete scenario.
    pub complete: &'a Json,
}

impl StudyLabels<'_> {
    fn title(&self, measured: &str) -> String {
        let who = who(&self.game, self.study);
        let gap = if who.is_empty() { "" } else { ": " };
        let axes: Vec<String> = self.study.axes.iter().map(|axis| self.axis(&axis.name)).collect();
        let by = if axes.is_empty() { "" } else { " by " };
        let text = format::sentence(&format!("{who}{gap}{measured}{by}{}", axes.join(" and ")));
        format!("{text} ({})", sentence::by_rules(&self.game, self.mode(), self.complete, None))
    }

    fn mode(&self) -> &'static str {
        self.game.rules.about().mode_of(self.study.scenario())
    }

    fn form(&self) -> &'static SheetSpec {
        self.game.rules.form(self.mode())
    }

    fn side(&self, axis: &Axis) -> GraphAxis {
        GraphAxis {
            name: self.axis(&axis.name),
            places: axis.places.iter().map(|place| self.place(&axis.name, place)).collect(),
            is_ranged: axis.is_ranged(),
        }
    }

    /// Label of an axis, in the middle of a sentence.
    #[must_use]
    pub fn axis(&self, name: &str) -> String {
        match name {
            "~" => STEP.to_owned(),
            "switches" => "rule".to_owned(),
            "or" => "scenario".to_owned(),
            name => match name.strip_prefix('~') {
                Some(sheet) => format!("{}: {STEP}", in_line(&self.whole(sheet))),
                None => self.group(name).map_or_else(|| self.field(name), in_line),
            },
        }
    }

    /// Label of a field that varies, or of a sheet that presets fill. A field that only one side has needs no
    /// name of its side.
    fn field(&self, name: &str) -> String {
        let form = self.form();
        let slot = name.split(".preset").next().unwrap_or(name);
        let Some(at) = LabelledField::of(form, slot) else { return name.to_owned() };
        let is_of_both = at.path.split_once('.').is_some_and(|(side, rest)| {
            let mut others = form.fields.iter().filter(|other| other.name != side);
            others.any(|other| form.at(&join(other.name, rest)).is_some())
        });
        in_line(&if is_of_both { at.name() } else { at.name_inside() })
    }

    /// Label of a field, or of a sheet that presets fill, with its side.
    #[must_use]
    pub fn whole(&self, path: &str) -> String {
        let slot = path.split(".preset").next().unwrap_or(path);
        LabelledField::of(self.form(), slot).map_or_else(|| path.to_owned(), |at| at.name())
    }

    /// The common group of an axis's presets, if there is one.
    fn group(&self, name: &str) -> Option<&'static str> {
        let axis = self.study.axes.iter().find(|axis| axis.name == name)?;
        let mut groups = axis.places.iter().map(|place| Some(self.preset(name, &place.label())?.group));
        let first = groups.next()??;
        groups.all(|group| group == Some(first)).then_some(first)
    }

    /// The preset at a place of an axis.
    fn preset(&self, axis: &str, id: &str) -> Option<Preset> {
        let (sheet, _) = axis.split_once(".preset")?;
        let target = sheet_of(self.form().at(sheet)?.0)?.presets?;
        self.game.rules.presets().find(target, id)
    }

    /// Label of a place.
    #[must_use]
    pub fn place(&self, axis: &str, place: &AxisPoint) -> String {
        let text = place.label();
        if text == "as it is" {
            return "As it is".to_owned();
        }
        if let Some(preset) = self.preset(axis, &text) {
            return preset.name.to_owned();
        }
        let changes = axis == "switches" || axis.starts_with('~');
        let Some((path, said)) = text.split_once('=').filter(|_| changes) else {
            return LabelledField::of(self.form(), axis).map_or(text, |at| readable(at.shape, &place.value));
        };
        let Some(at) = LabelledField::of(self.form(), path) else { return text };
        // Steps within one sheet need no name of its side.
        let name = if axis.len() > 1 && axis != "switches" { at.name_inside() } else { at.name() };
        match (at.shape.inner(), said) {
            // A flag that is set needs its name alone.
            (Shape::Bool, "true") => name,
            (Shape::Bool, _) => format!("{name}: no"),
            _ => format!("{name} {}", stepped(at.shape, self.complete.at(path), said)),
        }
    }

    /// Labels of a cell's places in one line.
    #[must_use]
    pub fn cell(&self, cell: usize) -> String {
        let places = self.study.axes.iter().zip(self.study.places(cell));
        places.map(|(axis, place)| self.place(&axis.name, place)).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_names_in_words() {
        for (name, says) in [
            ("hit", "chance to hit"),
            ("kill<=3", "chance to kill within 3 turns"),
            ("kill<=1", "chance to kill within 1 turn"),
            ("damage>=20", "chance of 20 or more damage"),
            ("turn=0", "chance of 0 damage in a turn"),
            ("kill.turns.90%", "turns to kill, nine times in ten"),
            ("standing", "chance that nobody falls"),
            ("outcome.no-damage", "chance of no damage"),
        ] {
            assert_eq!(measure(&Measure::parse(name).unwrap_or(Measure::Hit)), says, "{name}");
        }
    }
}
