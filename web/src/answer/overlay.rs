//! Several distributions over one scale, as lines: who does more is seen where one stands above the other.

use super::chart;
use super::plot::{self, Drawn};
use crate::dom::{El, drawn, el};
use crate::summary::Summary;
use std::sync::Arc;

/// The answers in the columns, as far as they are here.
pub(super) type Sides = [Arc<Summary>];

/// The drawing, and how it is told what to draw.
pub(super) fn view(how_many: usize) -> (El, impl Fn(&Sides)) {
    let lines: Vec<El> =
        (0..how_many).map(|place| drawn("path").attr("class", &format!("curve side-{place}"))).collect();
    let drawing = drawn("svg")
        .attr("viewBox", "0 0 1000 100")
        .attr("preserveAspectRatio", "none")
        // The first lies on top: it is the one that changes.
        .children(lines.iter().rev().cloned());
    let scale = el("div").class("scale");
    let this = el("div")
        .class("overlay")
        .attr("aria-hidden", "true")
        .child(&el("h3").text("Damage of a strike"))
        .child(&el("div").class("chart").child(&drawing))
        .child(&scale);
    let told = this.clone();
    let tell = move |sides: &Sides| {
        let damage = |side: &Arc<Summary>| side.damage.as_ref().map(Drawn::of).unwrap_or_default();
        let all: Vec<Drawn> = sides.iter().map(damage).collect();
        let span = plot::span_of(&all);
        let peak = all.iter().map(Drawn::peak).fold(0.0, f64::max);
        told.set_class("absent", peak <= 0.0);
        for (line, drawn) in lines.iter().zip(&all) {
            line.set("d", &drawn.line(span, peak));
        }
        let ticks: js_sys::Array = plot::ticks(span).into_iter().map(|tick| chart::tick(tick).0).collect();
        scale.0.replace_children_with_node(&ticks);
    };
    (this, tell)
}
