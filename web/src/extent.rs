//! How much of a fight is looked at: one strike, a turn, a fight, or a duel. One choice, by which go the distribution, the log and the tallies.

use crate::duel;
use crate::edits::has_points;
use crate::erased;
use crate::link::with;
use crate::state::{Now, Page};
use crate::story;
use crate::widgets::words;
use leptos::prelude::*;
use tohit_report::picture::spread;
use tohit_resolver::study::Extent;
use tohit_resolver::{First, decode};

/// What the switch says.
const WORDS: [&str; Extent::ALL.len()] = ["one strike", "turn", "fight", "duel"];

/// What a link says of it: how much, and of a duel who strikes first, by the place in [`First::ALL`], and who strikes back, as a link.
type Said = (Extent, usize, String);

/// Reads a study's words where they ask no study: nothing varies, and nothing is to be read.
pub(crate) fn said(study: &str) -> Option<Said> {
    let (mut extent, mut first, mut against) = (None, 0, String::new());
    for (word, value) in study.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, ""))) {
        match word {
            "extent" => extent = Some(Extent::ALL.iter().find(|(name, _)| *name == value)?.1),
            "first" => first = First::ALL.iter().position(|(name, _)| *name == value)?,
            "against" => against = decode(value),
            _ => return None,
        }
    }
    Some((extent?, first, against))
}

/// The link with the choice.
pub(crate) fn added(link: &str, page: Page) -> String {
    match page.extent.get_untracked() {
        Extent::Strike => link.to_owned(),
        Extent::Duel => with(link, &untrack(|| duel::words(page))),
        extent => with(link, &format!("extent={}", extent.name())),
    }
}

impl Page {
    /// Looks at so much.
    fn choose_extent(self, extent: Extent) {
        self.duel.is_wanted.set(extent == Extent::Duel);
        self.extent.set(extent);
        story::follow(self);
    }

    /// What is chosen, or the next smaller that there is.
    pub(crate) fn extent_shown(self) -> Extent {
        let chosen = self.extent.get();
        let has = |extent: &Extent| match extent {
            Extent::Duel => self.now.with(|now| duel::is_possible(self, now)),
            extent => self.summary.with(|summary| spread(*extent, summary).is_some()),
        };
        let mut smaller =
            Extent::ALL.iter().map(|(_, extent)| *extent).rev().skip_while(|one| *one != chosen);
        smaller.find(has).unwrap_or_default()
    }
}

/// Whether the mode ever has it.
fn is_offered(page: Page, now: &Now, extent: Extent) -> bool {
    match extent {
        Extent::Strike => true,
        Extent::Turn => now.about().mode(now.mode).is_some_and(|mode| mode.turns),
        Extent::Fight => has_points(now.rules, now.mode),
        Extent::Duel => duel::is_possible(page, now),
    }
}

/// The switch. What the mode never has is not offered; what this scenario lacks waits, and says for what.
#[component]
pub(crate) fn Extents(page: Page) -> impl IntoView {
    let shown = Memo::new(move |_| page.extent_shown());
    // By the mode, and not anew at every key. A memo that is only tracked, and never read, would know of no change.
    let place = Memo::new(move |_| page.now.with(|now| now.place()));
    let offers = move |extent: Extent| place.with(|_| is_offered(page, &page.here(), extent));
    let lacks = move |extent: Extent| match extent {
        Extent::Strike | Extent::Duel => None,
        _ if page.summary.with(|summary| spread(extent, summary).is_some()) => None,
        Extent::Turn => Some("A turn has one strike here"),
        Extent::Fight => Some("Enter the defender’s hit points"),
    };
    // What was pressed in vain: why is told where no pointer can hover, too.
    let wanted = RwSignal::new(None::<Extent>);
    let press = move |extent: Extent| {
        wanted.set(Some(extent));
        if untrack(|| lacks(extent)).is_none() {
            page.choose_extent(extent);
        }
    };
    let button = move |says: &'static str, extent: Extent| {
        let lacks = Signal::derive(move || lacks(extent));
        view! {
            <button
                type="button"
                title=lacks
                aria-disabled=Signal::derive(move || lacks.get().map(|_| "true"))
                aria-pressed=Signal::derive(move || (shown.get() == extent).to_string())
                on:click=erased::press(move |_| press(extent))
            >
                {says}
            </button>
        }
        .into_any()
    };
    let one = move |(says, (_, extent)): (&'static str, (&str, Extent))| {
        let there = move |is_there: bool| is_there.then(|| button(says, extent));
        erased::changed(move || offers(extent), there).into_any()
    };
    let has_none = Signal::derive(move || {
        let is_alone = !Extent::ALL.iter().skip(1).any(|(_, extent)| offers(*extent));
        is_alone || page.does_none()
    });
    view! {
        <div class="extents" class:absent=has_none>
            {words("How much of a fight", None, WORDS.into_iter().zip(Extent::ALL).map(one).collect())}
            <small role="status">{Signal::derive(move || wanted.get().and_then(lacks))}</small>
        </div>
    }
}
