//! The distribution of damage as a standalone picture.

use crate::format;
use crate::histogram::{Histogram, HitPoints};
use crate::plot::{self, Height};
use crate::summary::{Damage, ROLL, Summary};
use crate::svg_frame::{ROW, SvgFrame};
use tohit_resolver::Extent;

const HIGH: f64 = 280.0;

/// Title of the distribution of an extent; fights count turns or strikes, and a roll has a total.
pub fn name(extent: Extent, beat: &str) -> String {
    match extent {
        _ if beat == ROLL => "total of the roll".to_owned(),
        Extent::Strike | Extent::Duel => "damage of a strike".to_owned(),
        Extent::Turn => "damage of a turn".to_owned(),
        Extent::Fight => format!("{beat}s to kill"),
    }
}

/// The distribution of an extent.
pub fn spread(extent: Extent, summary: &Summary) -> Option<&Damage> {
    match extent {
        Extent::Strike => summary.damage.as_ref(),
        Extent::Turn => summary.turn.as_ref(),
        Extent::Fight => {
            summary.fight.as_ref().map(|fight| &fight.turns).filter(|turns| !turns.bars.is_empty())
        }
        Extent::Duel => None,
    }
}

/// Draws the distribution of an extent, counted in `beat`, under a sentence and above the source of the
/// rules; a damage has the hit points, where they are known.
pub fn of(
    damage: &Damage,
    (extent, beat): (Extent, &str),
    hit_points: Option<HitPoints>,
    sentence: &str,
    source: &str,
) -> String {
    let plot = Histogram::of(damage, (extent, beat), Height::Exactly, hit_points, &[]);
    let mut frame = SvgFrame::new(sentence, &described(damage, (extent, beat), &plot.across), 0.0, HIGH);
    frame.levels(plot.levels.clone());
    for (path, fill) in plot.bars.iter().zip(["#b5b3ad", "#bb6a3f", "#84330b"]) {
        frame.path((plot::WIDE, plot::HIGH), &format!("fill=\"{fill}\""), path);
    }
    frame.scale(plot.ticks.clone(), &plot.across, "chance");
    if let Some((share, says)) = &plot.average {
        frame.average(*share, says);
    }
    if let Some((share, _)) = &plot.kills {
        frame.upright(frame.left + frame.wide * share, ROW * plot.rise() as f64);
    }
    for (row, share, says) in plot.labels() {
        let place = (frame.left + frame.wide * share, frame.top - 6.0 - ROW * row as f64);
        frame.text(place, plot::anchor(share), says);
    }
    frame.done(source)
}

/// Text alternative of the bars.
fn described(damage: &Damage, (extent, beat): (Extent, &str), name: &str) -> String {
    let none = match extent {
        Extent::Fight => String::new(),
        _ if beat == ROLL => String::new(),
        _ => format!("; none {} of the time", format::percent(nothing(damage))),
    };
    let (range, average) = (damage.range(), damage.average());
    let name = format::sentence(name);
    format!("{name}: {range}, average {average}, median {}{none}.", damage.middle())
}

/// The chance of no damage.
fn nothing(damage: &Damage) -> f64 {
    damage.bars.iter().find(|bar| bar.to == 0).map_or(0.0, |bar| bar.exactly)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::Spread;

    #[test]
    fn it_says_what_it_shows() {
        let damage = Damage::of(&Spread { entries: vec![(0, 0.5), (3, 0.25), (4, 0.25)], tail: None });
        let svg = of(
            &damage,
            (Extent::Strike, "turn"),
            Some(HitPoints { points: 4.0, kill: None }),
            "A < B hits \"C\" 50 % of the time.",
            "Rules & more, version 2",
        );
        for part in [
            "role=\"img\"",
            "<title>A &#60; B hits &#34;C&#34;",
            "damage of a strike",
            ">▲ average 1.8<",
            ">kills from 4: 25.0",
            ">chance<",
            "20",
            "<desc>Damage of a strike: 0 to 4, average 1.8, median 0; none 50.0",
            ">none 50.0",
            ">Rules &#38; more, version 2</text>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("var(") && !svg.contains("oklch") && !svg.contains("class="), "{svg}");
    }

    /// Rows are independent of the font; positions that need a width of letters are not.
    #[test]
    fn each_word_above_the_bars_has_a_row_of_its_own() {
        for points in 0..=40 {
            let entries = vec![(0, 0.7), (points, 0.1), (40, 0.2)];
            let damage = Damage::of(&Spread { entries, tail: None });
            let title = "word ".repeat(50);
            let svg = of(
                &damage,
                (Extent::Strike, "turn"),
                Some(HitPoints { points: points as f64, kill: None }),
                &title,
                "",
            );
            let y = |text: &str| {
                let element = svg.split("<text ").find(|element| element.contains(text)).unwrap_or_default();
                let y = element.split("y=\"").nth(1).and_then(|y| y.split('"').next());
                y.and_then(|y| y.parse::<f64>().ok()).unwrap_or_else(|| panic!("{text}: {svg}"))
            };
            let rows = [y(">none "), y(">kills from ")];
            assert!(rows.windows(2).all(|pair| pair[0] - pair[1] >= ROW), "{points}: {rows:?}");
            // The lowest line of the title is above them.
            let title = svg.match_indices("font-size=\"14\">word").count();
            assert!(rows[1] - ROW > 24.0 + 18.0 * (title - 1) as f64, "{title} {rows:?}");
        }
    }
}
