//! Goal of a measure: the value of each field that reaches it.

use crate::actions::study_link::{is_chance, is_less};
use crate::platform::browser;
use crate::store::{Asks, Stores, StudyStore};
use crate::worker::lazy;
use leptos::prelude::*;

/// Id of the goal's field.
pub(crate) const GOAL: &str = "goal";

/// Default goals of a chance in percent: at least, and at most.
const LIKELY: &str = "90";

const UNLIKELY: &str = "10";

/// Asks for the value that reaches a goal of a measure, and focuses the goal.
pub(crate) fn aim(stores: Stores, measure: &str, event: &web_sys::Event) {
    let StudyStore { less, goal, .. } = stores.studies;
    let is_less = is_less(stores.scenario, measure);
    let likely = if is_less { UNLIKELY } else { LIKELY };
    stores.studies.measure.set(measure.to_owned());
    less.set(is_less);
    stores.studies.aimed.set(browser::target(event).map(|number| number.id()).unwrap_or_default());
    goal.set(if is_chance(measure) { likely.to_owned() } else { String::new() });
    stores.studies.asks.set(Asks::Goal);
    if lazy::loaded().is_some() {
        browser::focus_soon(event, GOAL.to_owned());
    } else {
        lazy::then(|| browser::in_page(GOAL).iter().for_each(browser::focus));
    }
}
