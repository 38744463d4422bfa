//! The map of a sheet that holds places: what was entered and what the answer says, drawn; a click or a tap sets a place.

use super::at::At;
use crate::dom::{El, button, drawn, el};
use crate::signals::*;
use crate::state::Page;
use crate::summary::Part;
use std::cell::Cell;
use std::fmt::Write;
use std::rc::Rc;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;
use wasm_bindgen::JsCast;
use web_sys::PointerEvent;

/// The map grows by so many cells, so that it does not change at every click.
const STEP: i64 = 8;

/// What is drawn of the answer: its first list of places is a way, the others are marked.
const ANSWERED: [&str; 3] = ["way", "struck", "taps"];

/// The map for these fields, if any of them holds places.
pub(crate) fn view(page: Page, fields: &[At]) -> Option<El> {
    let places: Rc<Vec<At>> = Rc::new(fields.iter().filter(|at| holds_places(at.shape)).cloned().collect());
    if places.is_empty() {
        return None;
    }
    // Which of the fields a click sets; first the last single place that must be: what one aims at.
    let aim = places.iter().rposition(|at| matches!(at.shape, Shape::Cell { .. })).unwrap_or(0);
    let brush = RwSignal::new(aim);
    // It only grows: what one points at must not move away.
    let largest = Rc::new(Cell::new((0, 0)));
    let sides = {
        let places = places.clone();
        move || {
            let (now, before) = (sides(page, &places), largest.get());
            largest.set((now.0.max(before.0), now.1.max(before.1)));
            largest.get()
        }
    };
    let size = {
        let sides = sides.clone();
        move || {
            let (width, height) = sides();
            format!("0 0 {width} {height}")
        }
    };
    let mut map = drawn("svg").attr("class", "map").attr("aria-hidden", "true").attr_of("viewBox", size);
    map = map.child(&drawn("path").attr("class", "grid").attr_of("d", {
        let sides = sides.clone();
        move || grid(sides())
    }));
    for (place, class) in ANSWERED.into_iter().enumerate() {
        let path = move || page.summary.with(|summary| answered(&summary.more, place));
        map = map.child(&drawn("path").attr("class", class).attr_of("d", path));
    }
    for (place, at) in places.iter().enumerate() {
        let (class, at, outline) = (class(&places, place), at.clone(), outline(&places, place));
        let path = move || cells(page.now().complete.at(&at.path)).into_iter().map(outline).collect();
        map = map.child(&drawn("path").attr("class", class).attr_of("d", path));
    }
    let (surface, clicked) = (map.clone(), places.clone());
    let map = map.on("click", move |event| {
        let event: PointerEvent = event.unchecked_into();
        let area = surface.0.get_bounding_client_rect();
        let (width, height) = untrack(&sides);
        let along = |at: i32, from: f64, length: f64, cells: i64| {
            ((f64::from(at) - from) / length * cells as f64) as i64
        };
        let x = along(event.client_x(), area.left(), area.width(), width);
        let y = along(event.client_y(), area.top(), area.height(), height);
        if let Some(at) = clicked.get(brush.get_untracked()) {
            set(page, at, x, y);
        }
    });
    let brushes = places.iter().enumerate().map(|(place, at)| {
        let sign =
            drawn("svg").attr("class", "map sign").attr("viewBox", "0 0 1 1").attr("aria-hidden", "true");
        let mark =
            drawn("path").attr("class", class(&places, place)).attr("d", &outline(&places, place)((0, 0)));
        button("")
            .child(&sign.child(&mark))
            .text(at.about.label)
            .flag_of("aria-pressed", move || brush.get() == place)
            .press(move || brush.set(place))
    });
    let brushes = el("div")
        .class("brushes")
        .attr("role", "group")
        .attr("aria-label", "A click on the map sets")
        .children(brushes);
    Some(el("div").class("field-map").child(&brushes).child(&map))
}

fn holds_places(shape: Shape) -> bool {
    match shape.inner() {
        Shape::Cell { .. } => true,
        Shape::List { of, .. } => matches!(of, Shape::Cell { .. }),
        _ => false,
    }
}

fn is_single(at: &At) -> bool {
    matches!(at.shape.inner(), Shape::Cell { .. })
}

/// How the places of a field look: the fields with one place and those with several are told apart by their order.
fn class(places: &[At], place: usize) -> &'static str {
    const SINGLE: [&str; 3] = ["ring", "cross", "diamond"];
    const SEVERAL: [&str; 3] = ["block", "cover", "disc"];
    let Some(at) = places.get(place) else { return "" };
    let before = places.iter().take(place).filter(|other| is_single(other) == is_single(at)).count();
    let names = if is_single(at) { SINGLE } else { SEVERAL };
    names.get(before).or(names.last()).copied().unwrap_or_default()
}

fn outline(places: &[At], place: usize) -> fn((i64, i64)) -> String {
    match class(places, place) {
        "ring" => |(x, y)| format!("M{x}.2 {y}.5a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0z"),
        "cross" => |(x, y)| format!("M{x}.15 {y}.15l.7.7m0-.7l-.7.7"),
        "diamond" => |(x, y)| format!("M{x}.5 {y}.1l.4.4-.4.4-.4-.4z"),
        "cover" => |(x, y)| format!("M{x} {y}.5l.5-.5M{x} {}l1-1M{x}.5 {}l.5-.5", y + 1, y + 1),
        "disc" => |(x, y)| format!("M{x}.2 {y}.5a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0z"),
        _ => |(x, y)| format!("M{x} {y}h1v1h-1z"),
    }
}

/// The places that a value names.
fn cells(value: Option<&Json>) -> Vec<(i64, i64)> {
    let number = |value: &Json| match value {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    };
    match value {
        Some(Json::List(items)) => match items.as_slice() {
            [x, y] if number(x).is_some() => number(x).zip(number(y)).into_iter().collect(),
            items => items.iter().flat_map(|item| cells(Some(item))).collect(),
        },
        _ => Vec::new(),
    }
}

/// The places of the answer's list of that order.
fn answered(more: &[(String, Part)], order: usize) -> String {
    let lists = more.iter().filter_map(|(_, part)| match part {
        Part::List(parts) if parts.iter().any(|part| matches!(part, Part::Cell(..))) => Some(parts),
        _ => None,
    });
    let mut path = String::new();
    for (place, part) in lists.skip(order).take(1).flatten().enumerate() {
        if let Part::Cell(x, y) = part {
            let _ = match order {
                0 => write!(path, "{}{x}.5 {y}.5", if place == 0 { 'M' } else { 'L' }),
                _ => write!(path, "M{x}.05 {y}.05h.9v.9h-.9z"),
            };
        }
    }
    path
}

/// How many cells are drawn each way: all that are named, and some around.
fn sides(page: Page, places: &[At]) -> (i64, i64) {
    let now = page.now();
    let mut named: Vec<(i64, i64)> = places.iter().flat_map(|at| cells(now.complete.at(&at.path))).collect();
    page.summary.with(|summary| {
        for (_, part) in &summary.more {
            if let Part::List(parts) = part {
                named.extend(parts.iter().filter_map(|part| match part {
                    Part::Cell(x, y) => Some((*x, *y)),
                    _ => None,
                }));
            }
        }
    });
    let most = places.iter().map(|at| highest(at.shape)).max().unwrap_or_default() + 1;
    let side = |furthest: Option<i64>| (furthest.unwrap_or_default() + 2 + STEP).div_euclid(STEP) * STEP;
    let width = side(named.iter().map(|(x, _)| *x).max());
    let height = side(named.iter().map(|(_, y)| *y).max());
    (width.clamp(STEP, most), height.clamp(STEP, most))
}

fn highest(shape: Shape) -> i64 {
    match shape.inner() {
        Shape::Cell { high, .. } => high,
        Shape::List { of, .. } => highest(*of),
        _ => 0,
    }
}

fn grid((width, height): (i64, i64)) -> String {
    let upright = (0..=width).map(|x| format!("M{x} 0v{height}"));
    let level = (0..=height).map(|y| format!("M0 {y}h{width}"));
    upright.chain(level).collect()
}

/// Sets the place of a field; one of several is added, or taken away where it is.
fn set(page: Page, at: &At, x: i64, y: i64) {
    let cell = Json::List(vec![x.into(), y.into()]);
    let now = at.look(&page.here()).value;
    let value = match (is_single(at), now) {
        (true, now) if now == cell && matches!(at.shape, Shape::Nullable(_)) => Json::Null,
        (true, _) => cell,
        (false, Json::List(mut items)) => {
            let before = items.len();
            items.retain(|item| *item != cell);
            if items.len() == before {
                items.push(cell);
            }
            Json::List(items)
        }
        (false, _) => Json::List(vec![cell]),
    };
    page.set(&at.path, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_places_in_values() {
        let found = |text: &str| cells(Json::parse(text).ok().as_ref());
        assert_eq!(found("[3,4]"), [(3, 4)]);
        assert_eq!(found("[[3,4],[5,6]]"), [(3, 4), (5, 6)]);
        assert_eq!(found("[]"), []);
        assert_eq!(found("null"), []);
    }

    #[test]
    fn the_way_is_a_line_and_other_lists_are_marks() {
        let cells =
            |cells: &[(i64, i64)]| Part::List(cells.iter().map(|(x, y)| Part::Cell(*x, *y)).collect());
        let more = [
            ("a".to_owned(), cells(&[(0, 0), (1, 1)])),
            ("b".to_owned(), Part::Text("c".to_owned())),
            ("d".to_owned(), cells(&[(2, 3)])),
        ];
        assert_eq!(answered(&more, 0), "M0.5 0.5L1.5 1.5");
        assert_eq!(answered(&more, 1), "M2.05 3.05h.9v.9h-.9z");
        assert_eq!(answered(&more, 2), "");
    }
}
