//! Many silent throws, whose shares settle onto the exact chances.

use crate::answer::contrast;
use crate::dom::{El, button, el};
use crate::format;
use crate::state::Page;
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;

/// So many more at a press.
const THROWS: u32 = 1000;
/// The worker still counts these in a moment.
const MOST_THROWS: u32 = 100_000;

/// The button that throws, and what has come of all throws so far.
pub(crate) fn view(page: Page) -> [El; 2] {
    let tally = RwSignal::new(None::<(u32, Arc<Summary>)>);
    // Other dice or another scenario begin anew, and so do replies that come too late.
    let asked = StoredValue::new((String::new(), 0));
    let place = move || {
        let now = page.now();
        format!("{} {}", page.throw.get().seed, now.asked.document)
    };
    crate::dom::effect(move || {
        let place = place();
        if asked.with_value(|(known, _)| *known != place) {
            asked.set_value((place, 0));
            tally.set(None);
        }
    });
    let press = move || {
        asked.update_value(|(_, throws)| *throws += THROWS);
        let question = asked.get_value();
        let (seed, throws) = (page.throw.get_untracked().seed, question.1);
        worker::ask(Kind::Tally { seed, throws }, &page.here().asked.whole(), move |reply| {
            if let (true, Reply::Floats(summary)) = (asked.get_value() == question, reply) {
                tally.set(Some((throws, Arc::new(summary))));
            }
        });
    };
    let has_damage = move || page.summary.with(|summary| summary.damage.is_some());
    let count = move || tally.with(|tally| tally.as_ref().map_or(0, |(throws, _)| *throws));
    let button = button("Roll 1,000")
        .class_if("absent", move || !has_damage())
        .disabled_if(move || page.is_stale() || count() >= MOST_THROWS)
        .press(press);
    let told = move || match count() {
        0 => String::new(),
        throws => {
            let (throws, seed) = (format::whole(throws.into()), page.throw.get().seed);
            format!("The first {throws} strikes of seed {seed}, beside the exact chances.")
        }
    };
    let key = move || if count() > 0 { page.now().place() } else { String::new() };
    let table = move || {
        if untrack(count) == 0 {
            return Vec::new();
        }
        let rolled = el("strong").says(move || format!("{} rolled", format::whole(count().into())));
        let answers = move || {
            let rolled = tally.with(|tally| tally.as_ref().map(|(_, summary)| summary.clone()));
            vec![Some(page.summary.get()), rolled]
        };
        let heads = vec![el("strong").text("Exact"), rolled];
        vec![contrast(page.here().about(), "Rolled beside exact", heads, answers)]
    };
    let view = el("div")
        .class("tallies")
        .class_if("absent", move || count() == 0)
        .child(&el("p").attr("role", "status").says(told))
        .child(&el("div").live(key, table));
    [button, view]
}
