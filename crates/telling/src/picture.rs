//! The distribution of damage as a picture that stands alone.

use crate::format;
use crate::paper::{LETTER, Paper};
use crate::plot::{self, Drawn, Height, Which};
use crate::summary::{Damage, Summary};
use tohit_resolver::study::Extent;

const HIGH: f64 = 280.0;

/// What the distribution of so much of a fight is of, which is counted in turns or in strikes.
pub fn name(extent: Extent, beat: &str) -> String {
    match extent {
        Extent::Strike | Extent::Duel => "damage of a strike".to_owned(),
        Extent::Turn => "damage of a turn".to_owned(),
        Extent::Fight => format!("{beat}s to kill"),
    }
}

/// The distribution of so much of a fight.
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

/// Draws it, so much of a fight, which is counted so, under a sentence and above what the rules were taken from; of damage with the hit points, where they are known.
pub fn of(
    damage: &Damage,
    (extent, beat): (Extent, &str),
    hit_points: Option<f64>,
    sentence: &str,
    source: &str,
) -> String {
    let drawn = Drawn::of(damage);
    let name = name(extent, beat);
    let mut paper = Paper::new(sentence, &described(damage, extent, &name), 0.0, HIGH);
    paper.levels(plot::levels(drawn.highest(Height::Exactly)));
    let units = (plot::WIDE, plot::HIGH);
    for (which, fill) in [(Which::Nothing, "#b5b3ad"), (Which::Some, "#bb6a3f"), (Which::Open, "#84330b")] {
        paper.path(units, &format!("fill=\"{fill}\""), &drawn.outline(Height::Exactly, which));
    }
    paper.path(units, "fill=\"#222222\" fill-opacity=\"0.6\"", &drawn.average());
    paper.scale(drawn.ticks(), &name, "chance");
    // Above the bars, each where its word is in nobody's way.
    let mut words = Vec::new();
    if drawn.is_cut(Height::Exactly) {
        words.push((0.0, format!("none: {}", format::percent(nothing(damage)))));
    }
    words.push((drawn.mean_at(), format!("average {}", damage.average())));
    let points = hit_points.filter(|_| extent != Extent::Fight);
    if let Some((points, share)) = points.and_then(|points| Some((points, drawn.place_of(points)?))) {
        paper.upright(paper.left + paper.wide * share);
        words.push((share, format!("{} hit points", format::whole(points as i64))));
    }
    let letter = LETTER / paper.wide;
    let reach: Vec<_> = words.iter().map(|(share, says)| plot::reach(*share, says, letter)).collect();
    for (((share, says), (from, _)), row) in words.iter().zip(&reach).zip(plot::rows(&reach)) {
        let anchor = if from < share { "end" } else { "start" };
        paper.text((paper.left + paper.wide * share, paper.top - 6.0 - 16.0 * row as f64), anchor, says);
    }
    paper.done(source)
}

/// What the bars show, for those who do not see them.
fn described(damage: &Damage, extent: Extent, name: &str) -> String {
    let none = match extent {
        Extent::Fight => String::new(),
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
            Some(4.0),
            "A < B hits \"C\" 50 % of the time.",
            "Rules & more, version 2",
        );
        for part in [
            "role=\"img\"",
            "<title>A &lt; B hits &quot;C&quot;",
            "damage of a strike",
            "average 1.8",
            ">4 hit points<",
            ">chance<",
            "20",
            "<desc>Damage of a strike: 0 to 4, average 1.8, median 0; none 50.0",
            ">none: 50.0",
            ">Rules &amp; more, version 2</text>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("var(") && !svg.contains("oklch") && !svg.contains("class="), "{svg}");
    }
}
