//! The distribution of damage as a picture that stands alone.

use crate::format;
use crate::paper::Paper;
use crate::plot::{self, Drawn, Height, Which};
use crate::summary::{Damage, Summary};
use tohit_resolver::study::Extent;

const HIGH: f64 = 280.0;

/// What the distribution of so much of a fight is of.
pub const fn name(extent: Extent) -> &'static str {
    match extent {
        Extent::Strike | Extent::Duel => "damage of a strike",
        Extent::Turn => "damage of a turn",
        Extent::Fight => "turns to kill",
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

/// Draws it, under a sentence and above what the rules were taken from; of damage with the hit points, where they are known.
pub fn of(damage: &Damage, extent: Extent, hit_points: Option<f64>, sentence: &str, source: &str) -> String {
    let drawn = Drawn::of(damage);
    let mut paper = Paper::new(sentence, &described(damage, extent), 0.0, HIGH);
    paper.levels(plot::levels(drawn.highest(Height::Exactly)));
    let units = (plot::WIDE, plot::HIGH);
    for (which, fill) in [(Which::Nothing, "#b5b3ad"), (Which::Some, "#bb6a3f"), (Which::Open, "#84330b")] {
        paper.path(units, &format!("fill=\"{fill}\""), &drawn.outline(Height::Exactly, which));
    }
    paper.path(units, "fill=\"#222222\" fill-opacity=\"0.6\"", &drawn.average());
    paper.scale(drawn.ticks(), name(extent), "chance");
    let points = hit_points.filter(|_| extent != Extent::Fight);
    if let Some((points, share)) = points.and_then(|points| Some((points, drawn.place_of(points)?))) {
        let x = paper.left + paper.wide * share;
        paper.upright(x);
        let (anchor, aside) = beside(share);
        paper.text(
            (x + aside, paper.top + 14.0),
            anchor,
            &format!("{} hit points", format::whole(points as i64)),
        );
    }
    // Above the bars, each where its word is in nobody's way.
    let cut = drawn.is_cut(Height::Exactly);
    if cut {
        let none = format::percent(nothing(damage));
        paper.text((paper.left, paper.top - 6.0), "start", &format!("none: {none}"));
    }
    let above = if cut && drawn.mean_at() < 0.16 { 22.0 } else { 6.0 };
    let (anchor, aside) = beside(drawn.mean_at());
    let mean = paper.left + paper.wide * drawn.mean_at() + aside;
    paper.text((mean, paper.top - above), anchor, &format!("average {}", damage.average()));
    paper.done(source)
}

/// On which side of its line a word stands, and how far from it: at the right edge there is no room behind it.
const fn beside(share: f64) -> (&'static str, f64) {
    if share > 0.8 { ("end", -6.0) } else { ("start", 6.0) }
}

/// What the bars show, for those who do not see them.
fn described(damage: &Damage, extent: Extent) -> String {
    let none = match extent {
        Extent::Fight => String::new(),
        _ => format!("; none {} of the time", format::percent(nothing(damage))),
    };
    let (range, average) = (damage.range(), damage.average());
    let name = format::sentence(name(extent));
    format!("{name}: {range}, average {average}, median {}{none}.", format::whole(damage.median))
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
            Extent::Strike,
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
