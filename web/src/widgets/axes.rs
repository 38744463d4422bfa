//! Axes of all drawings: levels along the height, marks with labels, and a scale below.

use leptos::prelude::*;
use tohit_report::format;
use tohit_report::plot;

/// A share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{}%", format::decimal(share * 100.0, 3))
}

/// Vertical line at a share of the width, below `top`.
pub(crate) fn line(class: &'static str, share: f64, top: &'static str) -> AnyView {
    let x = percent(share);
    view! { <line class=class x1=x.clone() x2=x y1=top y2="100%"></line> }.into_any()
}

/// Lines and areas over the whole drawing: class and path of each.
pub(crate) fn paths(all: Vec<(String, Signal<String>)>) -> AnyView {
    let path = |(class, path)| view! { <path class=class d=path></path> };
    view! {
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%">
            {all.into_iter().map(path).collect_view()}
        </svg>
    }
    .into_any()
}

/// Round values along the left axis.
pub(crate) fn levels(all: Vec<(f64, String)>) -> AnyView {
    let level = |(share, says): (f64, String)| {
        let y = percent(1.0 - share);
        view! {
            <line class="level" x1="0" x2="100%" y1=y.clone() y2=y.clone()></line>
            <text class="level" x="-6" y=y dy="0.35em" text-anchor="end">
                {says}
            </text>
        }
    };
    all.into_iter().map(level).collect_view().into_any()
}

/// Offsets of the text rows above a drawing, 1.4 em apart: no usual sans-serif font has higher lines.
const ROWS: [&str; 3] = ["-.4em", "-1.8em", "-3.2em"];
/// Tops of lines that pass no row, or one.
pub(crate) const TOPS: [&str; 2] = ["0", "-1.4em"];

/// Label above the drawing at a share of the width. Each label has a row of its own: no two overlap, in any
/// font. In the right half it ends at its share, so that it stays within the drawing.
pub(crate) fn mark(share: f64, says: String, row: usize) -> AnyView {
    let anchor = plot::anchor(share);
    let dx = if anchor == "end" { "-1" } else { "1" };
    view! {
        <text class="mark" x=percent(share) y="0" dx=dx dy=ROWS.get(row).copied() text-anchor=anchor>
            {says}
        </text>
    }
    .into_any()
}

/// Values below, at shares of the width.
pub(crate) fn scale(ticks: Vec<(f64, String)>) -> AnyView {
    let tick = |(share, says): (f64, String)| {
        // A label at an end stays within the drawing.
        let anchor = match share {
            share if share > 0.97 => "end",
            share if share < 0.03 => "start",
            _ => "middle",
        };
        view! {
            <text x=percent(share) y="0.9em" text-anchor=anchor>
                {says}
            </text>
        }
    };
    view! {
        <svg class="scale" aria-hidden="true" width="100%" height="1.3em">
            {ticks.into_iter().map(tick).collect_view()}
        </svg>
    }
    .into_any()
}
