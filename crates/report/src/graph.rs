//! A study as a standalone picture: a curve along a range, bars for names, a heat map over two ranges.

use crate::format;
use crate::heat_map::{self, HeatMap, SHADES};
use crate::plot;
use crate::svg_frame::{LETTER, SvgFrame, at};
use std::fmt::Write;

const HIGH: f64 = 280.0;
/// A bar, with the room above it.
const BAR: f64 = 20.0;
/// No more bars are drawn.
const MOST_BARS: usize = 60;
const LEAST: [f64; 3] = [247.0, 237.0, 228.0];
const MOST: [f64; 3] = [132.0, 51.0, 11.0];

/// Data of a picture: a number for each place, or for each pair of places.
#[derive(Debug)]
pub struct Graph {
    /// Title, complete without the page.
    pub title: String,
    /// Source of the rules.
    pub source: String,
    /// Name of the measure.
    pub measure: String,
    /// True for a measure that is a chance.
    pub is_chance: bool,
    /// Axes, one or two.
    pub sides: Vec<GraphAxis>,
    /// Numbers of the picture.
    pub cells: Vec<GraphCell>,
}

/// A cell of the picture.
#[derive(Debug)]
pub struct GraphCell {
    /// Index of its place along each axis.
    pub places: Vec<usize>,
    /// Number, if there is one.
    pub number: Option<f64>,
    /// Number in words.
    pub says: String,
}

/// An axis of the picture.
#[derive(Debug)]
pub struct GraphAxis {
    /// Name of the axis.
    pub name: String,
    /// Labels of the places.
    pub places: Vec<String>,
    /// True for numbers in order; false for separate names.
    pub is_ranged: bool,
}

impl GraphAxis {
    /// Positions of the places: their numbers, or else their indices.
    fn numbers(&self) -> Vec<f64> {
        let numbers: Option<Vec<f64>> = self.places.iter().map(|place| format::read(place)).collect();
        numbers.unwrap_or_else(|| (0..self.places.len()).map(|at| at as f64).collect())
    }

    fn span(&self) -> (f64, f64) {
        let numbers = self.numbers();
        (numbers.first().copied().unwrap_or_default(), numbers.last().copied().unwrap_or(1.0))
    }
}

impl Graph {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        match self.sides.as_slice() {
            [across] if across.is_ranged => self.curve(across),
            [across, up] if across.is_ranged && up.is_ranged => self.map(across, up),
            _ => self.bars(),
        }
    }

    fn most(&self) -> f64 {
        self.cells.iter().filter_map(|cell| cell.number).fold(0.0, f64::max)
    }

    fn name(&self, cell: &GraphCell) -> String {
        let names =
            self.sides.iter().zip(&cell.places).filter_map(|(side, at)| side.places.get(*at).cloned());
        names.collect::<Vec<_>>().join(", ")
    }

    fn says(&self, number: f64) -> String {
        if self.is_chance { format::percent(number) } else { format::number(number) }
    }

    /// Text alternative of the picture: the numbers at the ends.
    fn described(&self) -> String {
        let text = |cell: &GraphCell| format!("{}: {}", self.name(cell), cell.says);
        let ends = self.cells.first().into_iter().chain(self.cells.last());
        let names: Vec<&str> = self.sides.iter().map(|side| side.name.as_str()).collect();
        format!(
            "{} by {}; {}.",
            format::sentence(&self.measure),
            names.join(" and "),
            ends.map(text).collect::<Vec<_>>().join("; ")
        )
    }

    fn curve(&self, across: &GraphAxis) -> String {
        let numbers = across.numbers();
        let (from, to) = across.span();
        let top = if self.most() > 0.0 { self.most() * 1.08 } else { 1.0 };
        let levels = plot::round(0.0, top).into_iter().skip(1);
        let levels: Vec<_> = levels.map(|level| (level / top, self.says(level))).collect();
        let mut frame = SvgFrame::new(&self.title, &self.described(), room(&levels), HIGH);
        frame.levels(levels);
        let mut path = String::new();
        let mut pen = 'M';
        for GraphCell { places, number, .. } in &self.cells {
            let place = places.first().and_then(|at| numbers.get(*at));
            let (Some(number), Some(place)) = (number, place) else {
                pen = 'M';
                continue;
            };
            let x = frame.left + frame.wide * (place - from) / (to - from);
            let y = frame.top + frame.high * (1.0 - number / top);
            // Writing into a string cannot fail.
            let _ = write!(path, "{pen}{} {}", at(x), at(y));
            pen = 'L';
        }
        frame.put(format_args!(
            r##"<path fill="none" stroke="#bb6a3f" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" d="{path}"/>"##
        ));
        frame.scale(plot::along(&across.places, (from, to)), &across.name, &self.measure);
        frame.done(&self.source)
    }

    /// A bar chart: a name before each bar, the value behind it.
    fn bars(&self) -> String {
        let rows: Vec<&GraphCell> = self.cells.iter().take(MOST_BARS).collect();
        let longest = rows.iter().map(|cell| self.name(cell).chars().count()).max().unwrap_or_default();
        let left = (longest as f64 * LETTER).min(420.0) + 24.0;
        let high = BAR * rows.len().max(1) as f64;
        let mut frame = SvgFrame::new(&self.title, &self.described(), left, high);
        // Room for the value behind the longest bar.
        let most = if self.most() > 0.0 { self.most() } else { 1.0 };
        let wide = frame.wide - 90.0;
        for (row, cell) in rows.iter().enumerate() {
            let y = frame.top + BAR * row as f64;
            frame.text((frame.left - 6.0, y + 14.0), "end", &self.name(cell));
            let long = wide * cell.number.unwrap_or_default().max(0.0) / most;
            frame.put(format_args!(
                r##"<path fill="#bb6a3f" d="M{0} {1}h{2}v{3}h-{2}z"/>"##,
                at(frame.left),
                at(y + 3.0),
                at(long),
                at(BAR - 6.0)
            ));
            frame.text((frame.left + long + 6.0, y + 14.0), "start", &cell.says);
        }
        let more = self.cells.len().saturating_sub(rows.len());
        let below = if more > 0 { format!("{}; {more} more", self.measure) } else { self.measure.clone() };
        frame.scale(Vec::new(), &below, "");
        frame.done(&self.source)
    }

    /// A heat map: darker means more; the second axis points up.
    fn map(&self, across: &GraphAxis, up: &GraphAxis) -> String {
        let known = || self.cells.iter().filter_map(|cell| Some((cell.number?, cell.says.as_str())));
        let order = |(one, _): &(f64, &str), (other, _): &(f64, &str)| one.total_cmp(other);
        let least = known().min_by(order).unwrap_or_default();
        let most = known().max_by(order).unwrap_or_default();
        let (wide, high) = (across.places.len().max(1), up.places.len().max(1));
        let mut numbers = vec![None; wide * high];
        for cell in &self.cells {
            let [x, y] = cell.places.as_slice() else { continue };
            if let Some(number) = numbers.get_mut(x * high + y) {
                *number = cell.number;
            }
        }
        let map = HeatMap::new(high, numbers);
        let middle = |side: &GraphAxis| {
            let count = side.places.len().max(1);
            let within =
                |(share, says): (f64, String)| (heat_map::middle(share * (count - 1) as f64, count), says);
            plot::along(&side.places, side.span()).into_iter().map(within).collect::<Vec<_>>()
        };
        let levels = middle(up);
        let mut frame = SvgFrame::new(&self.title, &self.described(), room(&levels), HIGH * 1.4);
        for (shade, path) in map.shades().iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let depth = shade as f64 / (SHADES - 1) as f64;
            let style = format!("fill=\"{}\" shape-rendering=\"crispEdges\"", colour(depth));
            frame.path((wide as f64, high as f64), &style, path);
        }
        for (share, says) in levels {
            let y = frame.top + frame.high * (1.0 - share);
            frame.text((frame.left - 6.0, y + 4.0), "end", &says);
        }
        frame.scale(middle(across), &across.name, &up.name);
        let mut x = frame.left;
        for (share, (_, says)) in [(0.0, least), (1.0, most)] {
            let y = frame.top - 8.0;
            let says = format!("{}: {says}", self.measure);
            frame.put(format_args!(
                r#"<path fill="{}" d="M{} {}h14v14h-14z"/>"#,
                colour(share),
                at(x),
                at(y - 12.0)
            ));
            frame.text((x + 20.0, y), "start", &says);
            x += 44.0 + LETTER * says.chars().count() as f64;
        }
        frame.done(&self.source)
    }
}

/// The margin left of a drawing for the labels of the vertical axis and its title.
fn room(levels: &[(f64, String)]) -> f64 {
    let longest = levels.iter().map(|(_, says)| says.chars().count()).max().unwrap_or_default();
    LETTER * longest as f64 + 30.0
}

/// The colour at a depth from 0 (least) to 1 (most).
fn colour(depth: f64) -> String {
    LEAST.iter().zip(MOST).fold("#".to_owned(), |mut colour, (least, most)| {
        let _ = write!(colour, "{:02x}", (least + (most - least) * depth).round() as u8);
        colour
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(sides: Vec<(&str, bool)>, many: usize) -> Graph {
        let sides: Vec<GraphAxis> = sides
            .into_iter()
            .map(|(name, is_ranged)| GraphAxis {
                name: name.to_owned(),
                places: (0..many)
                    .map(|at| if is_ranged { at.to_string() } else { format!("<{at}>") })
                    .collect(),
                is_ranged,
            })
            .collect();
        let pairs = (0..many).flat_map(|x| (0..many).map(move |y| vec![x, y]));
        let places: Vec<Vec<usize>> =
            if sides.len() == 2 { pairs.collect() } else { (0..many).map(|x| vec![x]).collect() };
        let cell = |places: Vec<usize>| {
            let number = places.iter().sum::<usize>() as f64 / 10.0;
            GraphCell { places, number: Some(number), says: format!("{number:.1}") }
        };
        Graph {
            title: "A & B".to_owned(),
            source: "Rules".to_owned(),
            measure: "chance to hit".to_owned(),
            is_chance: true,
            cells: places.into_iter().map(cell).collect(),
            sides,
        }
    }

    #[test]
    fn a_range_is_a_curve_names_are_bars_and_two_ranges_a_map() {
        let svg = graph(vec![("level", true)], 5).svg();
        assert!(
            svg.contains("stroke-width") && svg.contains(">level<") && svg.contains(">chance to hit<"),
            "{svg}"
        );
        assert!(svg.contains("<title>A &#38; B</title>") && svg.contains("0: 0.0; 4: 0.4."), "{svg}");
        let svg = graph(vec![("Weapon", false)], 70).svg();
        assert_eq!(svg.matches(r##"fill="#bb6a3f""##).count(), MOST_BARS);
        assert!(svg.contains("&#60;7&#62;") && svg.contains("10 more"), "{svg}");
        let svg = graph(vec![("level", true), ("armour", true)], 5).svg();
        assert!(svg.contains("chance to hit: 0.8") && svg.contains("#84330b"), "{svg}");
    }

    #[test]
    fn what_has_no_answer_is_a_gap() {
        let mut gap = graph(vec![("level", true)], 5);
        gap.cells[2].number = None;
        let svg = gap.svg();
        let path = svg.split(" d=\"").last().unwrap_or_default();
        assert!(!path.is_empty() && svg.matches("M").count() > 2, "{svg}");
    }
}
