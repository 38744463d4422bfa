//! The frame of a standalone picture: it contains title, axes, labels and colours, and needs nothing of the
//! page.

use crate::escape::html;
use crate::format;
use std::fmt::{Display, Write};

const WIDE: f64 = 800.0;
/// Margins left, above, right and below. The upper one holds three lines of a title and three rows of labels,
/// and grows with the title.
const ROOM: [f64; 4] = [64.0, 126.0, 16.0, 74.0];
/// The height of a row of labels: a line of 13 units is lower in every usual sans-serif font.
pub(crate) const ROW: f64 = 18.0;
/// The greatest mean width of letters among usual sans-serif fonts; digits are the widest, 8.3 at 13 units in
/// DejaVu Sans.
pub(crate) const LETTER: f64 = 8.5;
/// Most letters in a line of the title.
const LINE: usize = 96;
const MOST_LINES: usize = 8;

/// An SVG under construction: text and plain colours only, which every program that draws SVG knows.
pub(crate) struct SvgFrame {
    svg: String,
    /// The area of the drawing: its origin and size.
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) wide: f64,
    pub(crate) high: f64,
}

impl SvgFrame {
    /// Begins an SVG with a title, a text alternative, and an area of this height, at least `left` from the
    /// left edge.
    pub(crate) fn new(title: &str, described: &str, left: f64, high: f64) -> Self {
        let [least, top, right, bottom] = ROOM;
        let left = left.max(least);
        let lines = lines(title);
        let top = top + 18.0 * lines.len().saturating_sub(3) as f64;
        let mut frame = Self { svg: String::new(), left, top, wide: WIDE - left - right, high };
        frame.put(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{0}" width="{2}" height="{3}" viewBox="0 0 {2} {3}" font-family="sans-serif" font-size="13" fill="#222222"><title>{0}</title><desc>{1}</desc><rect width="{2}" height="{3}" fill="#ffffff"/>"##,
            html(title),
            html(described),
            at(WIDE),
            at(top + high + bottom),
        ));
        for (place, line) in lines.into_iter().enumerate() {
            let y = 24 + 18 * place;
            frame.put(format_args!(r#"<text x="16" y="{y}" font-size="14">{}</text>"#, html(&line)));
        }
        frame
    }

    /// Appends an element.
    pub(crate) fn put(&mut self, drawn: impl Display) {
        // Writing into a string cannot fail.
        let _ = write!(self.svg, "{drawn}");
    }

    /// Writes text whose start, middle or end (by `anchor`) is at a point.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: &str, text: &str) {
        self.put(format_args!(
            r#"<text x="{}" y="{}" text-anchor="{anchor}">{}</text>"#,
            at(x),
            at(y),
            html(text)
        ));
    }

    /// A triangle on the floor at a share of the width, and its words below the scale.
    pub(crate) fn average(&mut self, share: f64, says: &str) {
        let (x, floor) = (self.left + self.wide * share, self.top + self.high);
        self.put(format_args!("<path d=\"M{} {}l5 9h-10z\"/>", at(x), at(floor - 6.0)));
        self.text((self.left + self.wide, floor + 42.0), "end", says);
    }

    /// A dashed line from the floor to the top, or higher.
    pub(crate) fn upright(&mut self, x: f64, above: f64) {
        let (x, top, high) = (at(x), at(self.top - above), at(self.high + above));
        self.put(format_args!(r##"<path d="M{x} {top}v{high}" stroke="#222222" stroke-dasharray="4 3"/>"##));
    }

    /// A path in a coordinate system of its own, scaled to the area: `across` units wide and `down` units
    /// high.
    pub(crate) fn path(&mut self, (across, down): (f64, f64), style: &str, path: &str) {
        self.put(format_args!(
            r#"<path transform="translate({} {}) scale({} {})" {style} d="{path}"/>"#,
            at(self.left),
            at(self.top),
            fine(self.wide / across),
            fine(self.high / down)
        ));
    }

    /// Horizontal lines with labels, at shares of the height.
    pub(crate) fn levels(&mut self, levels: Vec<(f64, String)>) {
        for (share, says) in levels {
            let y = self.top + self.high * (1.0 - share);
            self.put(format_args!(
                r##"<path d="M{} {}h{}" stroke="#dddddd"/>"##,
                at(self.left),
                at(y),
                at(self.wide)
            ));
            self.text((self.left - 6.0, y + 4.0), "end", &says);
        }
    }

    /// The floor, its labels at shares of the width, and the titles of both axes.
    pub(crate) fn scale(&mut self, ticks: Vec<(f64, String)>, across: &str, up: &str) {
        let floor = self.top + self.high;
        self.put(format_args!(
            r##"<path d="M{} {}h{}" stroke="#888888"/>"##,
            at(self.left),
            at(floor),
            at(self.wide)
        ));
        for (share, says) in ticks {
            self.text((self.left + self.wide * share, floor + 18.0), "middle", &says);
        }
        self.text((self.left + self.wide / 2.0, floor + 42.0), "middle", across);
        let half = at(self.top + self.high / 2.0);
        self.put(format_args!(
            r#"<text x="16" y="{half}" transform="rotate(-90 16 {half})" text-anchor="middle">{}</text>"#,
            html(up)
        ));
    }

    /// Completes the SVG with the source of the rules.
    pub(crate) fn done(mut self, source: &str) -> String {
        let [_, _, right, bottom] = ROOM;
        self.put(format_args!(
            r##"<text x="{}" y="{}" font-size="11" fill="#555555" text-anchor="end">{}</text></svg>"##,
            at(WIDE - right),
            at(self.top + self.high + bottom - 10.0),
            html(source)
        ));
        self.svg
    }
}

/// A formatted length or coordinate.
pub(crate) fn at(length: f64) -> String {
    short(length, 1)
}

/// A formatted scale factor.
fn fine(factor: f64) -> String {
    short(factor, 3)
}

fn short(number: f64, decimals: u32) -> String {
    let text = format::decimal(number, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Breaks a text into lines; truncates beyond the length of any sentence of ours.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let count = lines.len();
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if count == MOST_LINES => {
                line.push_str(" …");
                break;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
