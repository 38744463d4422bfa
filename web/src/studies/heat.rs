//! A study over two ranges: a map, deeper in colour for larger values, with a line around the cells that
//! hold. A table below.

use super::study_runner::StudyRunner;
use super::words;
use crate::platform::erased;
use crate::store::StudyRun;
use crate::widgets::axes::percent;
use crate::widgets::chart_slider::{self, ChartSlider, number};
use leptos::prelude::*;
use std::fmt::Write as _;
use std::rc::Rc;
use tohit_report::format;
use tohit_report::{escape, plot};
use tohit_resolver::study::{Axis, Study};

/// Number of shades.
const SHADES: usize = 24;

/// A side of the map.
#[derive(Clone, Default, PartialEq)]
struct Side {
    name: String,
    /// Labels of the places.
    places: Vec<String>,
    /// The values at both ends.
    span: (f64, f64),
    now: Option<usize>,
}

/// All that is drawn: the first side goes across, the second up.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Map {
    sides: [Side; 2],
    /// Number and words of each cell; the second side varies fastest.
    cells: Vec<(Option<f64>, String)>,
    ends: (f64, f64),
    /// Condition of each cell.
    held: Vec<bool>,
    measure: String,
    least: String,
    most: String,
}

/// True for a study as a map; two values suit a table.
pub(super) fn is_map(study: &Study<'_>) -> bool {
    let is_long = |axis: &Axis| axis.is_ranged() && axis.places.len() > 2;
    study.order.is_none() && study.axes.len() == 2 && study.axes.iter().all(is_long)
}

impl Map {
    pub(super) fn of(run: &StudyRun) -> Option<Self> {
        let study = run.study.as_deref()?;
        let [across, up] = study.axes.as_slice() else { return None };
        if !is_map(study) {
            return None;
        }
        let (column, measure) = words::column(study);
        let measure = measure?;
        let named = words::named(run, study);
        let side = |axis: &Axis| {
            let value = |at: usize| axis.places.get(at).and_then(|place| number(&place.value));
            let last = axis.places.len().saturating_sub(1);
            Side {
                name: format::sentence(&named.axis(&axis.name)),
                places: axis.places.iter().map(|place| named.place(&axis.name, place)).collect(),
                span: (value(0).unwrap_or_default(), value(last).unwrap_or(last as f64)),
                now: axis
                    .places
                    .iter()
                    .position(|place| run.now.complete.at(&axis.name) == Some(&place.value)),
            }
        };
        let numbers = run.rows.iter().map(|row| row.values.get(column).copied().flatten());
        let text = |number: Option<f64>| {
            number.map_or_else(|| "no answer".to_owned(), |number| words::value(&measure, number))
        };
        let cells: Vec<_> = numbers.map(|number| (number, text(number))).collect();
        let known = || cells.iter().filter_map(|(number, _)| *number);
        let ends = (known().fold(f64::MAX, f64::min), known().fold(f64::MIN, f64::max));
        let sides = [side(across), side(up)];
        let found = run.end.as_ref().map(|end| end.found.as_slice()).unwrap_or_default();
        let high = sides[1].places.len().max(1);
        let holds = |cell: usize| {
            found
                .iter()
                .any(|(from, to, beside)| *beside == cell % high && (*from..=*to).contains(&(cell / high)))
        };
        Some(Self {
            held: (0..cells.len()).map(holds).collect(),
            least: text(Some(ends.0)),
            most: text(Some(ends.1)),
            measure: words::measure(&measure),
            sides,
            cells,
            ends,
        })
    }

    fn size(&self) -> (usize, usize) {
        let [across, up] = &self.sides;
        (across.places.len(), up.places.len())
    }

    fn cell(&self, (x, y): (usize, usize)) -> Option<usize> {
        let (wide, high) = self.size();
        (x < wide && y < high).then_some(x * high + y)
    }

    /// Depth of a number, from 0 to 1.
    fn depth(&self, number: f64) -> f64 {
        let (least, most) = self.ends;
        if most > least { (number - least) / (most - least) } else { 1.0 }
    }

    /// SVG path of each shade: neighbours in a row are one rectangle.
    fn shades(&self) -> Vec<String> {
        let (wide, high) = self.size();
        let shade = |x: usize, y: usize| {
            let number = self.cells.get(self.cell((x, y))?)?.0?;
            Some((self.depth(number) * (SHADES - 1) as f64).round() as usize)
        };
        let mut shades = vec![String::new(); SHADES];
        for y in 0..high {
            let mut x = 0;
            while x < wide {
                let here = shade(x, y);
                let length = (x..wide).take_while(|x| shade(*x, y) == here).count();
                if let Some(path) = here.and_then(|here| shades.get_mut(here)) {
                    // Writing into a string cannot fail.
                    let _ = write!(path, "M{x} {}h{length}v1h-{length}z", high - 1 - y);
                }
                x += length;
            }
        }
        shades
    }

    /// SVG path between cells that hold and cells that do not.
    fn edge(&self) -> String {
        let (wide, high) = self.size();
        let holds = |x: usize, y: usize| {
            self.cell((x, y)).is_some_and(|cell| self.held.get(cell).copied().unwrap_or_default())
        };
        let mut path = String::new();
        for (x, y) in (0..wide).flat_map(|x| (0..high).map(move |y| (x, y))) {
            let top = high - 1 - y;
            if x + 1 < wide && holds(x, y) != holds(x + 1, y) {
                let _ = write!(path, "M{} {top}v1", x + 1);
            }
            if y + 1 < high && holds(x, y) != holds(x, y + 1) {
                let _ = write!(path, "M{x} {top}h1");
            }
        }
        path
    }

    /// Place of a cell.
    fn place(&self, cell: usize) -> (usize, usize) {
        let (_, high) = self.size();
        (cell / high.max(1), cell % high.max(1))
    }

    /// Place and value of a cell in words.
    fn reading(&self, cell: Option<usize>) -> String {
        let text = |cell: usize| {
            let [across, up] = &self.sides;
            let (_, says) = self.cells.get(cell)?;
            let (x, y) = self.place(cell);
            let (one, other) = (across.places.get(x)?, up.places.get(y)?);
            Some(format!("{} {one}, {} {other}: {says}", across.name, up.name))
        };
        cell.and_then(text).unwrap_or_default()
    }

    /// The cell of the scenario.
    fn now(&self) -> Option<usize> {
        let [across, up] = &self.sides;
        self.cell(across.now.zip(up.now)?)
    }

    /// Wikitext: rows of cells with their colours.
    pub(super) fn wiki(&self) -> Vec<String> {
        let [_, up] = &self.sides;
        let mut rows = self.table().into_iter();
        let head: Vec<String> =
            rows.next().unwrap_or_default().iter().map(|name| escape::wikitext(name)).collect();
        let row = |(y, (name, row)): (usize, (&String, Vec<String>))| {
            let cell = |(x, says): (usize, String)| {
                let number = self.cell((x, y)).and_then(|cell| self.cells.get(cell)?.0);
                let depth = format::decimal(number.map_or(0.0, |number| self.depth(number)) * 0.6, 2);
                format!("style=\"background:rgba(60,120,200,{depth})\" | {}", escape::wikitext(&says))
            };
            let cells: Vec<String> = row.into_iter().skip(1).enumerate().map(cell).collect();
            format!("|-\n! {}\n| {}", escape::wikitext(name), cells.join(" || "))
        };
        let rows = up.places.iter().zip(rows).enumerate().map(row);
        core::iter::once(format!("! {}", head.join(" !! "))).chain(rows).collect()
    }

    /// Table of the numbers, second side downwards.
    fn table(&self) -> Vec<Vec<String>> {
        let [across, up] = &self.sides;
        let corner = format!("{} \\ {}", up.name, across.name);
        let head = core::iter::once(corner).chain(across.places.iter().cloned()).collect();
        let row = |(y, name): (usize, &String)| {
            let says = |x: usize| Some(self.cells.get(self.cell((x, y))?)?.1.clone());
            let cells = (0..across.places.len()).filter_map(says);
            core::iter::once(name.clone()).chain(cells).collect()
        };
        core::iter::once(head).chain(up.places.iter().enumerate().map(row)).collect()
    }
}

impl Side {
    /// The middle of a place, as a share of the side.
    fn middle(&self, place: f64) -> f64 {
        (place + 0.5) / self.places.len().max(1) as f64
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let last = self.places.len().saturating_sub(1) as f64;
        plot::along(&self.places, self.span)
            .into_iter()
            .map(|(share, says)| (self.middle(share * last), says))
            .collect()
    }
}

/// The map, and the table below it.
pub(super) fn view(desk: StudyRunner) -> AnyView {
    let map = Memo::new(move |_| desk.with(Map::of).unwrap_or_default());
    let read = RwSignal::new(None::<usize>);
    let point = move |across: f64, down: f64| {
        let share = |at: f64, of: usize| ((at * of as f64).max(0.0) as usize).min(of.saturating_sub(1));
        map.with_untracked(|map| {
            let (wide, high) = map.size();
            map.cell((share(across, wide), share(1.0 - down, high)))
        })
    };
    let step = move |key: &str| {
        map.with_untracked(|map| {
            let (x, y) = map.place(read.get_untracked().or_else(|| map.now()).unwrap_or_default());
            let next = match key {
                "ArrowRight" => (x + 1, y),
                "ArrowLeft" => (x.saturating_sub(1), y),
                "ArrowUp" => (x, y + 1),
                "ArrowDown" => (x, y.saturating_sub(1)),
                _ => return None,
            };
            map.cell(next).or_else(|| map.cell((x, y)))
        })
    };
    let label = move || {
        let takes = if desk.takes() { ": Enter takes a place" } else { "" };
        map.with(|map| {
            let ([across, up], measure) = (&map.sides, format::sentence(&map.measure));
            format!("{measure} by {} and {}{takes}", across.name, up.name)
        })
    };
    let now = Signal::derive(move || map.with(Map::now));
    let inside = view! {
        {erased::live(move || map.with(drawn))}
        {erased::live(move || map.with(|map| marks(map, read.get())))}
    };
    let board = ChartSlider {
        label: Signal::derive(label),
        reading: Signal::derive(move || map.with(|map| map.reading(read.get().or_else(|| now.get())))),
        last: Signal::derive(move || map.with(|map| map.cells.len().saturating_sub(1))),
        now,
        read,
        at: Rc::new(point),
        step: Box::new(step),
        take: Rc::new(move |cell| desk.take(cell)),
    };
    view! {
        {erased::live(move || map.with(legend))}
        <div class="heat">
            {erased::live(move || map.with(upright))} {board.view(inside.into_any())}
            <div>
                {erased::live(move || map.with(|map| chart_slider::scale(map.sides[0].ticks(), &map.sides[0].name)))}
            </div>
        </div>
        {chart_slider::reading(Signal::derive(move || map.with(|map| map.reading(read.get()))))}
        {chart_slider::table(move || ("The drawing as a table", map.with(Map::table)))}
    }
    .into_any()
}

/// Legend of the colour.
fn legend(map: &Map) -> AnyView {
    let [_, up] = &map.sides;
    view! {
        <p class="axis" aria-hidden="true">
            {format::sentence(&map.measure)} ": " {map.least.clone()} <i class="shades"></i> {map.most.clone()}
        </p>
        <p class="axis" aria-hidden="true">
            {up.name.clone()}
        </p>
    }
    .into_any()
}

/// Opacity of a shade. The least is still visible.
fn opacity(shade: usize) -> String {
    format::decimal(0.06 + 0.94 * shade as f64 / (SHADES - 1) as f64, 3)
}

fn drawn(map: &Map) -> AnyView {
    let (wide, high) = map.size();
    let shade = |(at, path): (usize, String)| view! { <path d=path fill-opacity=opacity(at)></path> };
    view! {
        <svg aria-hidden="true" viewBox=format!("0 0 {wide} {high}") preserveAspectRatio="none" width="100%" height="100%">
            {map.shades().into_iter().enumerate().map(shade).collect_view()}
            <path class="edge" d=map.edge()></path>
        </svg>
    }
    .into_any()
}

/// Marks of the present and the read cell.
fn marks(map: &Map, read: Option<usize>) -> AnyView {
    let [across, up] = &map.sides;
    let now = |side: &Side| side.now.map(|at| side.middle(at as f64));
    let line = |x: [String; 2], y: [String; 2]| {
        let ([x1, x2], [y1, y2]) = (x, y);
        view! { <line class="now" x1=x1 x2=x2 y1=y1 y2=y2></line> }
    };
    let whole = || ["0".to_owned(), "100%".to_owned()];
    let stands = now(across).map(|at| line([percent(at), percent(at)], whole()));
    let lies = now(up).map(|at| line(whole(), [percent(1.0 - at), percent(1.0 - at)]));
    let (wide, high) = map.size();
    let here = read.map(|cell| map.place(cell)).map(|(x, y)| {
        let share = |at: usize, of: usize| percent(at as f64 / of.max(1) as f64);
        view! {
            <rect class="here" x=share(x, wide) y=share(high.saturating_sub(1 + y), high) width=share(1, wide) height=share(1, high)></rect>
        }
    });
    view! { <svg class="marks" aria-hidden="true" width="100%" height="100%">{stands} {lies} {here}</svg> }
        .into_any()
}

fn upright(map: &Map) -> AnyView {
    let [_, up] = &map.sides;
    let tick = |(share, says): (f64, String)| {
        view! { <text x="100%" dx="-4" y=percent(1.0 - share) dy="0.35em" text-anchor="end">{says}</text> }
    };
    view! {
        <svg class="scale" aria-hidden="true" width="100%" height="100%">
            {up.ticks().into_iter().map(tick).collect_view()}
        </svg>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_shade_are_one_and_the_line_parts_what_holds() {
        let side = || Side { places: vec!["1".into(), "2".into()], ..Side::default() };
        let cell = |number: f64| (Some(number), format!("{number}"));
        let map = Map {
            sides: [side(), side()],
            // Upwards first: below both are 0, above there is a 1 on the left.
            cells: vec![cell(0.0), cell(1.0), cell(0.0), cell(0.5)],
            ends: (0.0, 1.0),
            held: vec![false, true, false, false],
            ..Map::default()
        };
        let shades = map.shades();
        assert_eq!(shades[0], "M0 1h2v1h-2z");
        assert_eq!(shades[SHADES - 1], "M0 0h1v1h-1z");
        assert_eq!(shades.iter().filter(|path| !path.is_empty()).count(), 3);
        assert_eq!(map.edge(), "M0 1h1M1 0v1");
        assert_eq!(map.reading(Some(1)), " 1,  2: 1");
        assert_eq!(map.table()[2], ["2", "1", "0.5"]);
    }
}
