//! A difference of a measure between two scenarios, marked as better or worse.

use crate::platform::erased;
use leptos::prelude::*;

/// A difference in words, and its direction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gain {
    pub(crate) says: String,
    /// None for a measure that is neither good nor bad.
    pub(crate) is_better: Option<bool>,
}

/// A gain over a pin, with the words that follow it: "more than Ringil".
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Over {
    pub(crate) gain: Gain,
    pub(crate) says: String,
}

/// The gains of the present scenario over the first pin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gains {
    /// The remark where no measure differs.
    pub(crate) none: String,
    pub(crate) hit: Option<Over>,
    pub(crate) damage: Option<Over>,
    pub(crate) turns: Option<Over>,
    pub(crate) kill: Option<Over>,
    pub(crate) wins: Option<Over>,
}

impl Gains {
    /// The most important gain, for a place with room for one.
    pub(crate) fn first(&self) -> Option<&Over> {
        let all = [&self.wins, &self.turns, &self.damage, &self.hit, &self.kill];
        all.into_iter().find_map(Option::as_ref)
    }
}

/// The difference with its sign: a triangle for the eye, a word for a screen reader.
#[component]
pub(crate) fn GainMark(gain: Gain) -> impl IntoView {
    let (sign, says) = match gain.is_better {
        Some(true) => ("▲\u{a0}", " better"),
        Some(false) => ("▼\u{a0}", " worse"),
        None => ("", ""),
    };
    view! {
        <span class="gain" class:lost=gain.is_better == Some(false) class:even=gain.is_better.is_none()>
            <span aria-hidden="true">{sign}</span>
            {gain.says}
            <span class="unseen">{says}</span>
        </span>
    }
}

/// The line under a number: the gain over the first pin where there is one, else a remark.
#[component]
pub(crate) fn Note(#[prop(into)] says: Signal<String>, gain: Signal<Option<Over>>) -> impl IntoView {
    erased::live(move || match gain.get() {
        Some(Over { gain, says }) => {
            view! { <GainMark gain /> " " <span class="over" title=says.clone()>{says.clone()}</span> }
                .into_any()
        }
        None => says.get().into_any(),
    })
}
