//! What one wants to know of a distribution at a glance.

use super::Shown;
use crate::dom::{El, el};
use crate::format;
use crate::summary::Damage;

/// Mean, deviation, median and range.
pub(crate) fn view(shown: Shown) -> El {
    let figure = |label: &str, says: fn(&Damage) -> String| {
        el("div").child(&el("dt").text(label)).child(&el("dd").says(move || shown.with(says)))
    };
    el("dl").class("glance").children([
        figure("mean", Damage::average),
        figure("deviation", |damage| format::tenths(damage.deviation)),
        figure("median", |damage| format::whole(damage.median)),
        figure("range", Damage::range),
    ])
}
