//! A histogram of an answer: bars, axes and marks with their words. The page and the standalone picture draw
//! the same one.

use crate::format;
use crate::picture::name;
use crate::plot::{self, BarChart, BarKind, Height};
use crate::summary::{Damage, ROLL, Summary};
use crate::values;
use tohit_resolver::Extent;
use tohit_resolver::Json;

/// The room above the highest bar, as a factor.
const HEADROOM: f64 = 1.08;

/// A share of the width, and the words there.
type Mark = (f64, String);

/// The defender's hit points, and the chance to kill by all that the answer's extent has: a head that falls
/// kills without damage.
#[derive(Clone, Copy)]
pub struct HitPoints {
    /// Their number.
    pub points: f64,
    /// The chance to kill, where it is known.
    pub kill: Option<f64>,
}

impl HitPoints {
    /// Of a complete scenario and its answer in an extent.
    pub fn of(complete: &Json, summary: &Summary, extent: Extent) -> Option<Self> {
        let is_of_extent =
            matches!((extent, &summary.turn), (Extent::Strike, None) | (Extent::Turn, Some(_)));
        let kill = summary.kills().filter(|_| is_of_extent).map(|(_, kill)| kill);
        values::hit_points(complete).map(|points| Self { points, kill })
    }
}

/// A histogram, ready to be drawn.
#[derive(Default, PartialEq)]
pub struct Histogram {
    /// Bars, and their readings.
    pub drawn: BarChart,
    /// The title of the x axis: "damage of a strike".
    pub across: String,
    /// Round chances along the left axis, as shares of the height.
    pub levels: Vec<Mark>,
    /// Round values along the x axis.
    pub ticks: Vec<Mark>,
    /// Outlines of the bars of no damage, of some damage, and of the open one.
    pub bars: [String; 3],
    /// The other answers as lines over the bars.
    pub lines: Vec<String>,
    /// The average: a triangle on the axis, and its words below.
    pub average: Option<Mark>,
    /// The hit points of the defender: a line from there on, and its words.
    pub kills: Option<Mark>,
    /// The chance of no damage, where its bar is cut off.
    pub none: Option<String>,
}

impl Histogram {
    /// Lays out the distribution of an extent, counted in `beat`; with the defender's hit points, where
    /// damage is drawn and they are known; and with other answers as lines over it.
    pub fn of(
        damage: &Damage,
        (extent, beat): (Extent, &str),
        height: Height,
        hit_points: Option<HitPoints>,
        others: &[&Damage],
    ) -> Self {
        let others: Vec<BarChart> = others.iter().map(|other| BarChart::of(other)).collect();
        let drawn = BarChart::of(damage).over(&others);
        let tallest = others.iter().map(|other| drawn.tallest(other, height));
        let top = HEADROOM * tallest.fold(drawn.highest(height), f64::max);
        let points = hit_points.filter(|_| extent != Extent::Fight);
        let kills = points.and_then(|HitPoints { points, kill }| {
            let share = drawn.place_of(points)?;
            let from = format::whole(points as i64);
            let chance = damage.at_least(points as i64);
            // Another answer's line may reach the hit points where this one's damage does not.
            if chance.is_some_and(|chance| chance <= 0.0) {
                return None;
            }
            let is_all = kill.zip(chance).is_none_or(|(kill, chance)| (kill - chance).abs() < 1e-9);
            let chance = chance.map(|chance| format!(": {}", format::percent(chance))).unwrap_or_default();
            // Where more than damage kills, the chance is that of so much damage.
            let says = if is_all { format!("kills from {from}") } else { format!("{from} damage or more") };
            Some((share, says + &chance))
        });
        let none = drawn.nothing(height).filter(|none| *none > top && beat != ROLL);
        Self {
            across: name(extent, beat),
            levels: [(0.0, "0\u{a0}%".to_owned())].into_iter().chain(plot::levels(top)).collect(),
            ticks: drawn.ticks(),
            bars: [BarKind::Nothing, BarKind::Some, BarKind::Open]
                .map(|which| drawn.outline(height, which, top)),
            lines: others.iter().map(|other| drawn.line(other, height, top)).collect(),
            average: (drawn.count() > 0)
                .then(|| (drawn.mean_at(), format!("▲ average {}", damage.average()))),
            kills,
            none: none.map(|none| format!("none {}", format::percent(none))),
            drawn,
        }
    }
}

impl Histogram {
    /// Labels above the bars: the row of each, from the lowest, its share of the width and its words. Each
    /// has a row of its own: no two overlap, in any font.
    pub fn labels(&self) -> impl Iterator<Item = (usize, f64, &str)> {
        let none = self.none.as_ref().map(|says| (0.0, says.as_str()));
        let kills = self.kills.as_ref().map(|(share, says)| (*share, says.as_str()));
        none.into_iter().chain(kills).enumerate().map(|(row, (share, says))| (row, share, says))
    }

    /// Number of rows that the line of the hit points passes on the way to its label. In the left half it
    /// would cross the label of no damage.
    pub fn rise(&self) -> usize {
        usize::from(self.none.is_some() && self.kills.as_ref().is_some_and(|(share, _)| *share > 0.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::Spread;

    fn damage(entries: &[(i64, f64)]) -> Damage {
        Damage::of(&Spread { entries: entries.to_vec(), tail: None })
    }

    fn histogram(entries: &[(i64, f64)], hit_points: f64, others: &[&Damage]) -> Histogram {
        let points = HitPoints { points: hit_points, kill: None };
        Histogram::of(&damage(entries), (Extent::Strike, "turn"), Height::Exactly, Some(points), others)
    }

    #[test]
    fn damage_that_is_not_all_that_kills_says_so() {
        let says = |kill: f64| {
            let points = Some(HitPoints { points: 3.0, kill: Some(kill) });
            let damage = damage(&[(0, 0.5), (3, 0.5)]);
            let found = Histogram::of(&damage, (Extent::Strike, "turn"), Height::Exactly, points, &[]);
            found.kills.unwrap().1.replace('\u{a0}', " ")
        };
        assert_eq!(says(0.5), "kills from 3: 50.0 %");
        assert_eq!(says(0.75), "3 damage or more: 50.0 %");
    }

    #[test]
    fn the_highest_bar_has_room_above_it_and_the_one_of_nothing_is_cut() {
        let found = histogram(&[(0, 0.8), (1, 0.1), (2, 0.1)], 9.0, &[]);
        assert_eq!(found.bars[1].matches("v-92.59").count(), 2, "{}", found.bars[1]);
        assert_eq!(found.bars[0].matches('M').count(), 2, "it is broken: {}", found.bars[0]);
        assert_eq!(found.none.unwrap().replace('\u{a0}', " "), "none 80.0 %");
        assert_eq!(found.levels[0], (0.0, "0\u{a0}%".to_owned()));
        assert_eq!(histogram(&[(0, 0.1), (1, 0.9)], 9.0, &[]).none, None);
    }

    #[test]
    fn the_line_of_the_hit_points_says_the_chance_to_reach_them() {
        let says = |points: f64| {
            histogram(&[(0, 0.5), (3, 0.25), (5, 0.25)], points, &[])
                .kills
                .map(|(_, says)| says.replace('\u{a0}', " "))
        };
        assert_eq!(says(3.0).as_deref(), Some("kills from 3: 50.0 %"));
        assert_eq!(says(4.0).as_deref(), Some("kills from 4: 25.0 %"));
        assert_eq!(says(6.0), None, "beyond all damage there is no line");
        let other = damage(&[(0, 0.5), (9, 0.5)]);
        let beside = histogram(&[(0, 0.5), (3, 0.25), (5, 0.25)], 6.0, &[&other]);
        assert_eq!(beside.kills, None, "nor where only another answer reaches that far");
    }

    #[test]
    fn the_line_of_few_hit_points_does_not_cross_the_label_of_no_damage() {
        let entries = [(0, 0.6), (1, 0.1), (9, 0.1), (20, 0.2)];
        let found = |points: f64| {
            let found = histogram(&entries, points, &[]);
            let rows = found.labels().map(|(row, ..)| row).collect::<Vec<_>>();
            (rows, found.rise())
        };
        for points in [1.0, 2.0, 3.0] {
            assert_eq!(found(points), (vec![0, 1], 0), "{points}");
        }
        assert_eq!(found(20.0), (vec![0, 1], 1));
        // Without another label the lowest row is that of the line.
        let alone = histogram(&[(0, 0.1), (5, 0.9)], 5.0, &[]);
        assert_eq!((alone.labels().map(|(row, ..)| row).collect::<Vec<_>>(), alone.rise()), (vec![0], 0));
    }

    #[test]
    fn bars_of_several_values_claim_no_chance_within_a_bar() {
        let long: Vec<(i64, f64)> = (1..=300).map(|value| (value, 1.0 / 300.0)).collect();
        let says = |points: f64| histogram(&long, points, &[]).kills.unwrap().1.replace('\u{a0}', " ");
        assert_eq!(says(151.0), "kills from 151: 50.0 %");
        assert_eq!(says(150.0), "kills from 150");
    }

    #[test]
    fn another_answer_is_a_line_over_the_same_axes() {
        let other = damage(&[(0, 0.5), (2, 0.25), (6, 0.25)]);
        let found = histogram(&[(0, 0.5), (3, 0.25), (4, 0.25)], 9.0, &[&other]);
        // Seven values from 0 to 6: the bar of 2 stands from 2 to 3 of 7.
        assert_eq!(
            found.lines,
            [
                "M285.71 100.00L285.71 7.41L428.57 7.41L428.57 100.00L857.14 100.00L857.14 7.41L1000.00 7.41L1000.00 100.00"
            ]
        );
        assert_eq!(found.ticks.last().unwrap().1, "6");
    }
}
