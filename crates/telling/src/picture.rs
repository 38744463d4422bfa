//! The distribution of damage as a drawing that stands alone: title, axes, labels and colours are in it, and nothing of the page.

use crate::format;
use crate::plot::{self, Drawn, Height, Which};
use crate::summary::Damage;
use std::fmt::Write;

const WIDE: f64 = 800.0;
const HIGH: f64 = 454.0;
/// Where the bars stand: from the left, the top, the right and the bottom.
const ROOM: [f64; 4] = [64.0, 100.0, 16.0, 74.0];
/// A line of the title has so many letters.
const LINE: usize = 96;

/// Draws it, under a sentence and above what the rules were taken from. All is text and plain colours, which every program that draws SVG knows.
pub fn of(damage: &Damage, sentence: &str, source: &str) -> String {
    let [left, top, right, bottom] = ROOM;
    let (wide, high) = (WIDE - left - right, HIGH - top - bottom);
    let drawn = Drawn::of(damage);
    let mut svg = String::new();
    let _ = write!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{0}" width="{2}" height="{3}" viewBox="0 0 {2} {3}" font-family="sans-serif" font-size="13" fill="#222222"><title>{0}</title><desc>{1}</desc><rect width="{2}" height="{3}" fill="#ffffff"/>"##,
        escaped(sentence),
        escaped(&described(damage)),
        at(WIDE),
        at(HIGH),
    );
    for (place, line) in lines(sentence).into_iter().enumerate() {
        let y = 24 + 18 * place;
        let _ = write!(svg, r#"<text x="16" y="{y}" font-size="14">{}</text>"#, escaped(&line));
    }
    for (share, says) in plot::levels(drawn.highest(Height::Exactly)) {
        let y = top + high * (1.0 - share);
        let _ = write!(
            svg,
            r##"<path d="M{} {}h{}" stroke="#dddddd"/><text x="{}" y="{}" text-anchor="end">{says}</text>"##,
            at(left),
            at(y),
            at(wide),
            at(left - 6.0),
            at(y + 4.0)
        );
    }
    let (across, down) = (wide / plot::WIDE, high / plot::HIGH);
    let _ = write!(
        svg,
        r#"<g transform="translate({} {}) scale({} {})">"#,
        at(left),
        at(top),
        at(across),
        at(down)
    );
    for (which, fill) in [(Which::Nothing, "#b5b3ad"), (Which::Some, "#bb6a3f"), (Which::Open, "#84330b")] {
        let _ = write!(svg, r#"<path fill="{fill}" d="{}"/>"#, drawn.outline(Height::Exactly, which));
    }
    let _ = write!(svg, r##"<path fill="#222222" fill-opacity="0.6" d="{}"/></g>"##, drawn.average());
    let floor = top + high;
    let _ = write!(svg, r##"<path d="M{} {}h{}" stroke="#888888"/>"##, at(left), at(floor), at(wide));
    for (share, says) in drawn.ticks() {
        let _ = write!(
            svg,
            r#"<text x="{}" y="{}" text-anchor="middle">{says}</text>"#,
            at(left + wide * share),
            at(floor + 18.0)
        );
    }
    let mean = left + wide * drawn.mean_at();
    let anchor = if drawn.mean_at() > 0.8 { "end" } else { "start" };
    let aside = if anchor == "end" { -6.0 } else { 6.0 };
    let half = at(top + high / 2.0);
    let average = damage.average();
    // Above the bars, each where its word is in nobody's way.
    let cut = drawn.is_cut(Height::Exactly);
    let above = if cut && drawn.mean_at() < 0.16 { 22.0 } else { 6.0 };
    if cut {
        let none = format::percent(nothing(damage));
        let _ = write!(svg, r#"<text x="{}" y="{}">none: {none}</text>"#, at(left), at(top - 6.0));
    }
    let _ = write!(
        svg,
        r#"<text x="{}" y="{}" text-anchor="{anchor}">average {average}</text><text x="{}" y="{}" text-anchor="middle">damage of a strike</text><text x="16" y="{half}" transform="rotate(-90 16 {half})" text-anchor="middle">chance</text>"#,
        at(mean + aside),
        at(top - above),
        at(left + wide / 2.0),
        at(floor + 42.0),
    );
    let _ = write!(
        svg,
        r##"<text x="{}" y="{}" font-size="11" fill="#555555" text-anchor="end">{}</text></svg>"##,
        at(WIDE - right),
        at(HIGH - 10.0),
        escaped(source)
    );
    svg
}

/// What the bars show, for those who do not see them.
fn described(damage: &Damage) -> String {
    format!(
        "Damage of a strike: {}, average {}, median {}; none {} of the time.",
        damage.range(),
        damage.average(),
        format::whole(damage.median),
        format::percent(nothing(damage))
    )
}

/// A length or a place.
fn at(length: f64) -> String {
    let text = format::decimal(length, 1);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// The chance of no damage.
fn nothing(damage: &Damage) -> f64 {
    damage.bars.iter().find(|bar| bar.to == 0).map_or(0.0, |bar| bar.exactly)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\u{a0}', "&#160;")
}

/// A text in three lines at most.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let count = lines.len();
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if count == 3 => {
                line.push_str(" …");
                break;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::Spread;

    #[test]
    fn it_says_what_it_shows() {
        let damage = Damage::of(&Spread { entries: vec![(0, 0.5), (3, 0.25), (4, 0.25)], tail: None });
        let svg = of(&damage, "A < B hits \"C\" 50 % of the time.", "Rules & more, version 2");
        for part in [
            "role=\"img\"",
            "<title>A &lt; B hits &quot;C&quot;",
            "damage of a strike",
            "average 1.8",
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
