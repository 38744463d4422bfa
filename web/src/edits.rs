//! What changes the sheets as a whole: undo, redo, a new fight, and the sides changing places.

use crate::document;
use crate::erased;
use crate::presets::library;
use crate::state::{Now, Page, mended};
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::SheetSpec;

const SIDES: [&str; 2] = ["attacker", "defender"];

/// The buttons.
#[component]
pub(crate) fn Edits(page: Page) -> impl IntoView {
    let travel = move |says: &'static str, keys: &'static str, is_back: bool| {
        let has_none = Signal::derive(move || {
            page.history.with(|history| !if is_back { history.has().0 } else { history.has().1 })
        });
        view! {
            <button
                type="button"
                class="quiet"
                title=keys
                aria-keyshortcuts=keys
                disabled=has_none
                on:click=erased::press(move |_| page.travel(is_back))
            >
                {says}
            </button>
        }
    };
    // What one of the sheets has no field for comes back when they change places again.
    let last = StoredValue::new(None::<(Json, Json)>);
    let swap = move |_| {
        let before = page.here().document.clone();
        let returns = last.with_value(|last| {
            last.as_ref().filter(|(_, after)| *after == before).map(|(was, _)| was.clone())
        });
        page.edit(|document, now| *document = returns.unwrap_or_else(|| swapped(now)));
        last.set_value(Some((before, page.here().document.clone())));
    };
    let place = Memo::new(move |_| page.now.with(|now| now.place()));
    let can_swap = move || {
        place.with(|_| ());
        let button = || view! { <button type="button" class="quiet" on:click=erased::press(swap)>"⇄ Swap sides"</button> };
        untrack(|| can_swap(&page.here())).then(button)
    };
    view! {
        <div class="edits" role="group" aria-label="Changes">
            {travel("↶ Undo", "Control+Z", true)} {travel("↷ Redo", "Control+Shift+Z", false)} {can_swap}
            <button type="button" class="quiet" on:click=erased::press(move |_| page.begin())>
                "New fight"
            </button>
        </div>
    }
}

/// The two sheets, where the mode has both.
fn sheets(now: &Now) -> Option<[&'static SheetSpec; 2]> {
    let sheet = |side| {
        let field = now.form().field(side).filter(|field| field.about.used_in(now.mode))?;
        document::sheet_of(field.shape)
    };
    let [one, other] = SIDES.map(sheet);
    Some([one?, other?])
}

/// Whether the sides can change places: the sheets ask for something in common, and most of those who can be attacked can attack. (A trap cannot.)
pub(crate) fn can_swap(now: &Now) -> bool {
    let Some([attacker, defender]) = sheets(now) else { return false };
    let mut asked = defender.fields.iter().filter(|field| field.about.used_in(now.mode));
    let asks = |name| attacker.field(name).is_some_and(|field| field.about.used_in(now.mode));
    let (Some(attackers), Some(defenders)) = (attacker.presets, defender.presets) else { return false };
    let library = library(now.rules);
    let both = library.of(defenders).filter(|preset| preset.section(attackers).is_some()).count();
    // An attacker's presets are also weapons, a defender's also armour.
    asked.any(|field| asks(field.name))
        && 2 * both > library.of(attackers).count().min(library.of(defenders).count())
}

/// The document with the sides in each other's places, as far as they fit there.
pub(crate) fn swapped(now: &Now) -> Json {
    let mut document = now.document.clone();
    let before = SIDES.map(|side| now.document.get(side).cloned());
    let targets = sheets(now).map_or([None; 2], |sheets| sheets.map(|sheet| sheet.presets));
    for (side, (other, target)) in SIDES.into_iter().zip(before.into_iter().rev().zip(targets)) {
        document::take(&mut document, side);
        let Some(other) = other else { continue };
        *document.member_mut(side) = other;
        let mut ids = document::presets_of(&document, side);
        ids.retain(|id| target.is_some_and(|target| library(now.rules).find(target, id).is_some()));
        document::set_presets(&mut document, &Json::Null, side, ids);
    }
    mended(now.rules, &document)
}
