//! Figures that a game states about a character, each with the scenario and the measure by which ours is
//! computed.

use tohit_resolver::{Answer, FigureValue, Json, Problem, Ruleset, to_link};

/// Number of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedMeasure {
    /// A figure, plus a whole number, divided by the last; the quotient is rounded down.
    Figure(&'static str, i64, i64),
    /// Mean damage of a strike that lands.
    MeanOfHit,
    /// Mean damage of a strike that lands, times a figure divided by a number.
    MeanOfHits(&'static str, i64),
    /// Chance to hit, in percent.
    Percent,
    /// Mean of the figures `low` and `high` in percent of a health, rounded down.
    Share {
        /// Hit points of the struck.
        health: i64,
        /// True where the mean is rounded down before.
        is_halved_first: bool,
    },
    /// Hits of the figure `high` that take away this health.
    Hits(i64),
}

/// A figure that the game states.
#[derive(Clone, Debug, PartialEq)]
pub struct Stated {
    /// Its subject: `a Maul (4d4) (+5,+2): damage a round against orcs`.
    pub what: String,
    /// The figure as it is written.
    pub says: String,
    /// Scenario of our figure.
    pub scenario: Json,
    /// Measure of our figure.
    pub measure: StatedMeasure,
    /// Reason why the figures may differ; empty where none is known.
    pub reason: String,
}

/// A stated figure beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared<'a> {
    /// The figure that the game states.
    pub stated: &'a Stated,
    /// Our figure, as a decimal; nothing where the scenario is refused.
    pub ours: Option<String>,
    /// True where both are equal, to the last digit that the game writes.
    pub is_equal: bool,
}

impl StatedMeasure {
    /// The measure in words, for scripts.
    #[must_use]
    pub fn says(self) -> String {
        match self {
            Self::Figure(name, 0, 1) => name.to_owned(),
            Self::Figure(name, 0, under) => format!("{name} / {under}, rounded down"),
            Self::Figure(name, plus, 1) => format!("{name} + {plus}"),
            Self::Figure(name, plus, under) => format!("({name} + {plus}) / {under}, rounded down"),
            Self::MeanOfHit => "mean damage of a hit".to_owned(),
            Self::MeanOfHits(name, under) => format!("mean damage of a hit × {name} / {under}"),
            Self::Percent => "hit, in percent".to_owned(),
            Self::Share { health, .. } => format!("(low + high) / 2, in percent of {health}, rounded down"),
            Self::Hits(health) => format!("{health} / high, rounded up"),
        }
    }

    fn of(self, answer: &Answer<f64>) -> Option<f64> {
        let mean = || {
            let damage: f64 = answer.damage.as_ref()?.mean();
            let lands = 1.0 - answer.outcome("miss").copied().unwrap_or_default();
            (lands > 0.0).then(|| damage / lands)
        };
        #[expect(clippy::cast_precision_loss, reason = "figures of a game are small")]
        match self {
            Self::Figure(name, plus, under) => {
                Some(figure(answer, name)?.saturating_add(plus).div_euclid(under) as f64)
            }
            Self::MeanOfHit => mean(),
            Self::MeanOfHits(name, under) => Some(mean()? * figure(answer, name)? as f64 / under as f64),
            Self::Percent => Some(answer.hit? * 100.0),
            Self::Share { health, is_halved_first } => {
                let sum = figure(answer, "low")?.saturating_add(figure(answer, "high")?);
                let hundredfold = if is_halved_first { sum / 2 * 100 } else { sum.saturating_mul(50) };
                Some(hundredfold.checked_div(health)? as f64)
            }
            Self::Hits(health) => {
                let most = figure(answer, "high").filter(|most| *most > 0)?;
                Some((health.saturating_add(most - 1) / most).max(1) as f64)
            }
        }
    }
}

/// A whole figure of an answer.
pub(crate) fn figure(answer: &Answer<f64>, name: &str) -> Option<i64> {
    answer.values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| match value {
        FigureValue::Int(value) => Some(*value),
        _ => None,
    })
}

impl Stated {
    /// Our figure.
    ///
    /// # Errors
    /// Problems of the scenario.
    fn ours(&self, rules: &Ruleset) -> Result<Option<f64>, Vec<Problem>> {
        Ok(self.measure.of(&rules.resolve::<f64>(&self.scenario)?))
    }

    /// The figure beside ours. The game's own arithmetic drops what is left over of each division, so that a
    /// mean may be a tenth lower.
    pub(crate) fn compared(&self, rules: &Ruleset) -> Compared<'_> {
        let ours = self.ours(rules).ok().flatten();
        let says: Option<f64> = self.says.parse().ok();
        // The screen rounds blows to a tenth; ours are hundredths.
        let is_equal = ours.zip(says).is_some_and(|(ours, says)| match self.measure {
            StatedMeasure::Figure(..) => (ours - says * self.scale()).abs() < 1e-6,
            // A screen drops what is left of a percent, or rounds it.
            StatedMeasure::Percent => (ours + 1e-9).floor() == says || ours.round() == says,
            StatedMeasure::Share { .. } | StatedMeasure::Hits(_) => ours == says,
            _ => (ours - says).abs() < 0.1001,
        });
        let digits =
            if matches!(self.measure, StatedMeasure::Figure(..)) && self.scale() < 2.0 { 0 } else { 1 };
        let shown = ours.map(|ours| match self.measure {
            StatedMeasure::Figure(..) => format!("{:.digits$}", ours / self.scale()),
            StatedMeasure::Percent => format!("{ours:.2}"),
            StatedMeasure::Share { .. } | StatedMeasure::Hits(_) => format!("{ours:.0}"),
            _ => format!("{ours:.1}"),
        });
        Compared { stated: self, ours: shown, is_equal }
    }

    /// Tenths where the game writes a decimal.
    fn scale(&self) -> f64 {
        if self.says.contains('.') { 10.0 } else { 1.0 }
    }
}

impl Compared<'_> {
    /// The comparison as JSON.
    pub(crate) fn json(&self, rules: &Ruleset) -> Json {
        let ours = self.ours.as_ref().map_or(Json::Null, |ours| Json::Number(ours.clone()));
        Json::object([
            ("what", self.stated.what.as_str().into()),
            ("game", Json::Number(self.stated.says.clone())),
            ("ours", ours),
            ("equal", self.is_equal.into()),
            ("reason", self.reason().into()),
            ("link", to_link(rules, &self.stated.scenario).into()),
            ("measure", self.stated.measure.says().into()),
        ])
    }

    /// Reason of a difference; empty where the figures are equal.
    #[must_use]
    pub fn reason(&self) -> &str {
        match (self.is_equal, self.stated.reason.is_empty()) {
            (true, _) => "",
            (false, true) if self.ours.is_none() => "these rules do not answer it",
            (false, true) => "nothing in the text explains it; please report it",
            (false, false) => &self.stated.reason,
        }
    }
}
