//! The map of a sheet with places: draws the entered values and those of the answer; a click or a tap sets a
//! place.

use crate::platform::browser;
use crate::platform::erased;
use crate::store::field::At;
use crate::store::{ScenarioStore, Stores, use_stores};
use crate::widgets::word;
use crate::worker::lazy::part;
use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
use std::fmt::Write;
use std::sync::Arc;
use tohit_report::summary::SummaryPart;
use tohit_report::targeting::best_tap;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// Cells by which the map grows, so that it does not change at every click.
const STEP: i64 = 8;

/// Limit of the drawn cells of a row or column: each adds a line to the grid.
const MOST_SIDE: i64 = 200;

/// Limit of the named places outside the map, by field.
const MOST_TOLD: usize = 3;

/// Width of a cell in pixels: a thumb hits it.
const CELL: i64 = 28;

/// Lists of the answer on the map: class, name there, label here. The best of the tiles to tap stands out.
const ANSWERED: [(&str, &str, &str); 4] = [
    ("way", "Visited", "The way"),
    ("struck", "Struck", "Struck"),
    ("best", "Taps", "Tap here"),
    ("taps", "Taps", "or here"),
];

/// The fields of a map.
type Places = StoredValue<Vec<At>>;

/// The map of these fields; none where no field holds places.
pub(super) fn place(fields: &[At]) -> Option<AnyView> {
    let places: Vec<At> = fields.iter().filter(|at| holds_places(at.shape)).cloned().collect();
    let has_some = !places.is_empty();
    has_some.then(|| {
        view! { <div class="map-place">{part(move |module| (module.map)(places.clone()))}</div> }.into_any()
    })
}

/// The map.
pub(crate) fn drawn(places: Vec<At>) -> AnyView {
    view! { <Map places=StoredValue::new(places) /> }.into_any()
}

#[component]
fn Map(places: Places) -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    // The field that a click sets; at first the last single place: the target.
    let aim = places.with_value(|all| all.iter().rposition(is_single)).unwrap_or(0);
    let brush = RwSignal::new(aim);
    // Only grows: tiles must not move under the pointer.
    let sides = Memo::new(move |before: Option<&(i64, i64)>| {
        let (now, before) =
            (places.with_value(|all| sides(stores, all)), before.copied().unwrap_or_default());
        (now.0.max(before.0), now.1.max(before.1))
    });
    let best = Memo::new(move |_| {
        answer.summary.with(|all| scenario.now.with(|now| best_tap(&now.asked.document, all)))
    });
    let outside = move || {
        let sides = sides.get();
        let beyond = |at: &At| {
            let cells = named(stores, at).into_iter().filter(|cell| !is_within(sides, *cell));
            (at.about.label, cells.collect::<Vec<_>>())
        };
        let says = outside(places.with_value(|all| all.iter().map(beyond).collect::<Vec<_>>()));
        says.map(|says| view! { <p class="outside">{says}</p> })
    };
    view! {
        <div class="field-map">
            <Brushes places brush />
            <Plane places brush sides best />
            <Legend best />
            {erased::live(outside)}
        </div>
    }
}

/// The fields of the map: place among them, class, label.
fn kinds(places: Places) -> Vec<(usize, &'static str, &'static str)> {
    let kind = |all: &[At], place: usize, at: &At| (place, class(all, place), at.about.label);
    places.with_value(|all| all.iter().enumerate().map(|(place, at)| kind(all, place, at)).collect())
}

/// Choice of the field that a click on the map sets.
#[component]
fn Brushes(places: Places, brush: RwSignal<usize>) -> impl IntoView {
    let brush_of = move |(place, class, label): (usize, &'static str, &'static str)| {
        let mark = places.with_value(|all| outline(all, place)((0, 0)));
        let says = view! { {sign(class, mark)} {label} };
        word(says.into_any(), move || brush.get() == place, move || brush.set(place))
    };
    view! {
        <div class="brushes" role="group" aria-label="A click on the map sets">
            {kinds(places).into_iter().map(brush_of).collect_view()}
        </div>
    }
}

/// The drawing, with the entered places and those of the answer.
#[component]
fn Plane(
    places: Places,
    brush: RwSignal<usize>,
    sides: Memo<(i64, i64)>,
    best: Memo<Option<(i64, i64)>>,
) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let click = move |event: MouseEvent| {
        let (width, height) = sides.get_untracked();
        let at = places.with_value(|all| all.get(brush.get_untracked()).cloned());
        if let (Some((across, down)), Some(at)) = (browser::pointed(&event), at) {
            set(stores, &at, (across * width as f64) as i64, (down * height as f64) as i64);
        }
    };
    let drawn = move |place: usize| {
        Signal::derive(move || {
            let sides = sides.get();
            places.with_value(|all| {
                let named = all.get(place).map_or_else(Vec::new, |at| named(stores, at));
                let here = named.into_iter().filter(|cell| is_within(sides, *cell));
                here.map(outline(all, place)).collect::<String>()
            })
        })
    };
    let paths = ANSWERED.map(|(class, label, _)| (class, found(stores, best, class, label)));
    let paths =
        paths.into_iter().chain(kinds(places).into_iter().map(|(place, class, _)| (class, drawn(place))));
    let pan = NodeRef::<Div>::new();
    Effect::new(move |_| {
        scenario.opened.track();
        centre(scenario, places, pan);
    });
    view! {
        <div class="pan" node_ref=pan tabindex="0" role="group" aria-label="Map; what it shows stands in the fields below">
            <svg
                class="map"
                aria-hidden="true"
                viewBox=Signal::derive(move || { let (wide, high) = sides.get(); format!("0 0 {wide} {high}") })
                width=Signal::derive(move || (sides.get().0 * CELL).to_string())
                on:click=erased::press(click)
            >
                <path class="grid" d=Signal::derive(move || grid(sides.get()))></path>
                {paths.map(|(class, path)| view! { <path class=class d=path></path> }).collect_view()}
                {erased::live(move || numbers(sides.get()))}
            </svg>
        </div>
    }
}

/// Path of a list of the answer. Beside a best tile to tap, the way to another tile would mislead.
fn found(
    stores: Stores,
    best: Memo<Option<(i64, i64)>>,
    class: &'static str,
    label: &'static str,
) -> Signal<String> {
    let Stores { scenario, answer, .. } = stores;
    Signal::derive(move || {
        let is_elsewhere = class == "way" && answer.summary.with(|all| all.extra("Taps").is_some()) && {
            let tapped = scenario.now.with(|now| cells(now.complete.at("targeting.tap")));
            best.get().is_none_or(|best| !tapped.contains(&best))
        };
        if is_elsewhere {
            return String::new();
        }
        answer.summary.with(|summary| answered(summary.extra(label), class, best.get()))
    })
}

/// The marks of what the answer has.
#[component]
fn Legend(best: Memo<Option<(i64, i64)>>) -> impl IntoView {
    let stores = use_stores();
    let legend = ANSWERED.map(|(class, label, says)| {
        let mark = if class == "way" { "M0 .5H1" } else { "M.05 .05h.9v.9h-.9z" };
        let path = found(stores, best, class, label);
        let is_absent = Signal::derive(move || path.get().is_empty());
        view! { <li class:absent=is_absent>{sign(class, mark.to_owned())} {says}</li> }
    });
    view! {
        <ul class="legend" aria-hidden="true">
            {legend.into_iter().collect_view()}
            <li>"A second tap takes it away."</li>
        </ul>
    }
}

/// Centres on the thrower and the target, once the element is connected.
fn centre(scenario: ScenarioStore, places: Places, pan: NodeRef<Div>) {
    browser::after_frame(move || {
        let Some(pan_here) = pan.try_get_untracked().flatten() else { return };
        if !pan_here.is_connected() {
            return centre(scenario, places, pan);
        }
        // Width of edges and scroll bars beside whole tiles (parts.css).
        let edges = format!("{}px", pan_here.offset_width() - pan_here.client_width());
        let _ = web_sys::HtmlElement::style(&pan_here).set_property("--edges", &edges);
        let value = |at: &At| cells(Some(&at.look(&scenario.here()).value));
        let single =
            |all: &Vec<At>| all.iter().filter(|at| is_single(at)).flat_map(value).collect::<Vec<_>>();
        let single = places.try_with_value(single).unwrap_or_default();
        if let Some(((x, y), (to_x, to_y))) = single.first().copied().zip(single.last().copied()) {
            pan_here.set_scroll_left(first_seen(x, to_x, pan_here.client_width()));
            pan_here.set_scroll_top(first_seen(y, to_y, pan_here.client_height()));
        }
    });
}

/// Scroll offset that shows both cells within `room` pixels, or else the first, at the edge.
fn first_seen(one: i64, other: i64, room: i32) -> i32 {
    let (low, tiles) = (one.min(other), i64::from(room) / CELL);
    let spare = tiles - 1 - one.abs_diff(other) as i64;
    let first = match spare {
        0.. => low - spare / 2,
        _ if one == low => one,
        _ => one + 1 - tiles,
    };
    (first * CELL) as i32
}

/// A legend's mark.
fn sign(class: &'static str, mark: String) -> AnyView {
    view! {
        <svg class="map sign" viewBox="0 0 1 1" aria-hidden="true">
            <path class=class d=mark></path>
        </svg>
    }
    .into_any()
}

/// The numbers of every fourth column and row, as the fields count them.
fn numbers((width, height): (i64, i64)) -> AnyView {
    let across = (0..width).step_by(4).map(|x| (x, 0));
    let down = (4..height).step_by(4).map(|y| (0, y));
    let number = |(x, y): (i64, i64)| {
        let at = |place: i64| format!("{place}.08");
        view! {
            <text x=at(x) y=format!("{y}.34")>
                {x.max(y)}
            </text>
        }
    };
    across.chain(down).map(number).collect_view().into_any()
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

/// Class of a field's places: the fields with one place, and those with several, differ by their order.
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

/// Path of one of the answer's lists; of the tiles to tap, the best or all but that.
fn answered(list: Option<&SummaryPart>, class: &str, best: Option<(i64, i64)>) -> String {
    let Some(SummaryPart::List(parts)) = list else { return String::new() };
    let mut path = String::new();
    for part in parts {
        let SummaryPart::Cell(x, y) = part else { continue };
        let is_best = best == Some((*x, *y));
        let _ = match class {
            "way" => write!(path, "{}{x}.5 {y}.5", if path.is_empty() { 'M' } else { 'L' }),
            "best" if !is_best => continue,
            "taps" if is_best => continue,
            _ => write!(path, "M{x}.05 {y}.05h.9v.9h-.9z"),
        };
    }
    path
}

/// The places of a field in the complete scenario.
fn named(stores: Stores, at: &At) -> Vec<(i64, i64)> {
    stores.scenario.now.with(|now| cells(now.complete.at(&at.path)))
}

fn is_within((width, height): (i64, i64), (x, y): (i64, i64)) -> bool {
    (0..width).contains(&x) && (0..height).contains(&y)
}

/// Sentence on the places outside the drawn cells, by field; none without any.
fn outside(fields: Vec<(&'static str, Vec<(i64, i64)>)>) -> Option<String> {
    let lists = fields.into_iter().filter(|(_, cells)| !cells.is_empty()).map(|(label, cells)| {
        let first = cells.iter().take(MOST_TOLD).map(|(x, y)| format!("({x}, {y})")).collect::<Vec<_>>();
        let more = match cells.len().saturating_sub(MOST_TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{label} {}{more}", first.join(", "))
    });
    let lists = lists.collect::<Vec<_>>();
    (!lists.is_empty()).then(|| format!("Outside this map, and not drawn: {}.", lists.join("; ")))
}

/// Width and height in cells: all places, and some cells around, within the map's limits.
fn sides(stores: Stores, places: &[At]) -> (i64, i64) {
    let mut named: Vec<(i64, i64)> = places.iter().flat_map(|at| named(stores, at)).collect();
    stores.answer.summary.with(|summary: &Arc<_>| {
        for (_, part) in &summary.more {
            if let SummaryPart::List(parts) = part {
                named.extend(parts.iter().filter_map(|part| match part {
                    SummaryPart::Cell(x, y) => Some((*x, *y)),
                    _ => None,
                }));
            }
        }
    });
    // A list may name any place; a single one, such as the target, lies inside the largest map.
    let most = places.iter().map(|at| highest(at.shape)).min().unwrap_or_default() + 1;
    let length = |at: fn(&(i64, i64)) -> i64| side(named.iter().map(at).max().unwrap_or_default(), most);
    (length(|(x, _)| *x), length(|(_, y)| *y))
}

/// Length of a side with the furthest place on it: at most `most` cells, and never more than [`MOST_SIDE`].
fn side(furthest: i64, most: i64) -> i64 {
    let most = most.clamp(STEP, MOST_SIDE);
    ((furthest.clamp(0, most) + 6 + STEP).div_euclid(STEP) * STEP).min(most)
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

/// Sets the place of a field; a list adds the place, or removes it where present.
fn set(stores: Stores, at: &At, x: i64, y: i64) {
    let Stores { scenario, .. } = stores;
    let cell = Json::List(vec![x.into(), y.into()]);
    let now = at.look(&scenario.here()).value;
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
    stores.set(&at.path, value);
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
    fn a_map_is_never_larger_than_its_limits() {
        for (furthest, most, long) in [
            (0, 64, 8),
            (15, 64, 24),
            (49, 64, 56),
            (50, 64, 64),
            (63, 64, 64),
            (1_000_000_000, 64, 64),
            (-404_430_837, 64, 8),
            (i64::MAX, i64::MAX, MOST_SIDE),
            (i64::MIN, i64::MIN, STEP),
        ] {
            assert_eq!(side(furthest, most), long, "{furthest} {most}");
        }
    }

    #[test]
    fn places_outside_are_named_and_counted() {
        let (within, beyond) = ((64, 8), [(64, 0), (0, 8), (-1, 0), (0, -1)]);
        assert!(is_within(within, (0, 0)) && is_within(within, (63, 7)));
        assert!(beyond.iter().all(|cell| !is_within(within, *cell)));
        assert_eq!(outside(vec![("Walls", Vec::new())]), None);
        let says =
            outside(vec![("Walls", vec![(-1, 7)]), ("Cover", Vec::new()), ("Creatures", beyond.to_vec())]);
        let expected =
            "Outside this map, and not drawn: Walls (-1, 7); Creatures (64, 0), (0, 8), (-1, 0) and 1 more.";
        assert_eq!(says.as_deref(), Some(expected));
    }

    #[test]
    fn one_begins_where_both_are_seen() {
        let tiles = 12 * CELL as i32;
        for (one, other) in (0..40).flat_map(|one| (0..40).map(move |other| (one, other))) {
            let first = i64::from(first_seen(one, other, tiles)) / CELL;
            let is_seen = |at: i64| (first..first + 12).contains(&at);
            assert!(is_seen(one), "{one} {other}");
            assert_eq!(is_seen(other), one.abs_diff(other) < 12, "{one} {other}");
        }
    }

    #[test]
    fn the_way_is_a_line_and_other_lists_are_marks_the_best_by_itself() {
        let list = SummaryPart::List([(0, 0), (1, 1)].map(|(x, y)| SummaryPart::Cell(x, y)).into());
        let drawn = |class| answered(Some(&list), class, Some((1, 1)));
        assert_eq!(drawn("way"), "M0.5 0.5L1.5 1.5");
        assert_eq!(drawn("struck"), "M0.05 0.05h.9v.9h-.9zM1.05 1.05h.9v.9h-.9z");
        assert_eq!(drawn("best"), "M1.05 1.05h.9v.9h-.9z");
        assert_eq!(drawn("taps"), "M0.05 0.05h.9v.9h-.9z");
        assert_eq!(answered(None, "way", None), "");
    }
}
