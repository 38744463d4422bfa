//! Many silent throws, whose shares settle onto the exact chances.

use crate::answer::contrast;
use crate::dom::{El, button, el};
use crate::format;
use crate::signals::*;
use crate::state::Page;
use crate::summary::Summary;
use crate::worker::{self, Kind, Reply};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// So many more at a press.
const THROWS: u32 = 1000;
/// The worker still counts these in a moment.
const MOST_THROWS: usize = 100_000;

/// The button that throws, and what has come of all throws so far.
pub(crate) fn view(page: Page) -> [El; 2] {
    let (tally, count) = (RwSignal::new(Arc::<Summary>::default()), RwSignal::new(0usize));
    // Other dice or another scenario begin anew, and replies that come too late are dropped.
    let asked = Rc::new(RefCell::new((String::new(), 0)));
    let place = move || {
        let now = page.now();
        format!("{} {}", page.throw.get().seed, now.asked.document)
    };
    let begun = asked.clone();
    crate::dom::effect(move || {
        let place = place();
        if begun.borrow().0 != place {
            begun.replace((place, 0));
            count.set(0);
        }
    });
    let press = move || {
        asked.borrow_mut().1 += THROWS;
        let (asked, question) = (asked.clone(), asked.borrow().clone());
        let (seed, throws) = (page.throw.get_untracked().seed, question.1);
        let turn = untrack(|| page.has_turn());
        worker::ask(page.now, Kind::Tally { seed, throws, turn }, &page.here().asked.whole(), move |reply| {
            if let (true, Reply::Floats(summary)) = (*asked.borrow() == question, reply) {
                tally.set(Arc::new(summary));
                count.set(throws as usize);
            }
        });
    };
    let has_damage = move || page.summary.with(|summary| summary.damage.is_some());
    let shown = move || format::whole(count.get() as i64);
    let button = button("Roll 1,000")
        .class_if("absent", move || !has_damage())
        .disabled_if(move || page.is_stale() || count.get() >= MOST_THROWS)
        .press(press);
    let told = move || match count.get() {
        0 => String::new(),
        _ => {
            let seed = page.throw.get().seed;
            let turns = if page.has_turn() { " and turns" } else { "" };
            format!("The first {} strikes{turns} of seed {seed}, beside the exact chances.", shown())
        }
    };
    let key = move || if count.get() > 0 { page.now().place() } else { String::new() };
    let table = move || {
        if count.get_untracked() == 0 {
            return Vec::new();
        }
        let rolled = el("strong").says(move || format!("{} rolled", shown()));
        let answers = move || vec![page.summary.get(), tally.get()];
        let heads = vec![el("strong").text("Exact"), rolled];
        vec![contrast(page.here().about(), "Rolled beside exact", heads, answers)]
    };
    let view = el("div")
        .class("tallies")
        .class_if("absent", move || count.get() == 0)
        .child(&el("p").attr("role", "status").says(told))
        .child(&el("div").live(key, table));
    [button, view]
}
