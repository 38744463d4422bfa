//! What changes the sheets as a whole: undo, redo, and the sides changing places.

use crate::document;
use crate::dom::{El, button, el};
use crate::presets::library;
use crate::signals::*;
use crate::state::{Now, Page, mended};
use std::cell::RefCell;
use std::rc::Rc;
use tohit_resolver::Json;
use tohit_resolver::sheet::SheetSpec;

const SIDES: [&str; 2] = ["attacker", "defender"];

/// The buttons.
pub(crate) fn view(page: Page) -> El {
    let travel = |says: &str, keys: &str, is_back: bool| {
        let has =
            move || page.history.with(|history| if is_back { history.has().0 } else { history.has().1 });
        button(says)
            .class("quiet")
            .attr("title", keys)
            .attr("aria-keyshortcuts", keys)
            .disabled_if(move || !has())
            .press(move || page.travel(is_back))
    };
    // What one of the sheets has no field for comes back when they change places again.
    let last = Rc::new(RefCell::new(None::<(Json, Json)>));
    let swap = move || {
        let last = last.clone();
        let button = button("⇄ Swap sides").class("quiet").press(move || {
            let before = page.here().document.clone();
            let returns =
                last.borrow().as_ref().filter(|(_, after)| *after == before).map(|(was, _)| was.clone());
            page.edit(|document, now| *document = returns.unwrap_or_else(|| swapped(now)));
            last.replace(Some((before, page.here().document.clone())));
        });
        if can_swap(&page.here()) { vec![button] } else { Vec::new() }
    };
    el("div")
        .class("edits")
        .attr("role", "group")
        .attr("aria-label", "Changes")
        .child(&travel("↶ Undo", "Control+Z", true))
        .child(&travel("↷ Redo", "Control+Shift+Z", false))
        .child(&el("span").live(move || page.now().place(), swap))
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
fn can_swap(now: &Now) -> bool {
    let Some([attacker, defender]) = sheets(now) else { return false };
    let mut asked = defender.fields.iter().filter(|field| field.about.used_in(now.mode));
    let asks = |name| attacker.field(name).is_some_and(|field| field.about.used_in(now.mode));
    let (Some(attackers), Some(defenders)) = (attacker.presets, defender.presets) else { return false };
    let library = library();
    let both = library.of(defenders).filter(|preset| preset.section(attackers).is_some()).count();
    // An attacker's presets are also weapons, a defender's also armour.
    asked.any(|field| asks(field.name))
        && 2 * both > library.of(attackers).count().min(library.of(defenders).count())
}

/// The document with the sides in each other's places, as far as they fit there.
fn swapped(now: &Now) -> Json {
    let mut document = now.document.clone();
    let before = SIDES.map(|side| now.document.get(side).cloned());
    let targets = sheets(now).map_or([None; 2], |sheets| sheets.map(|sheet| sheet.presets));
    for (side, (other, target)) in SIDES.into_iter().zip(before.into_iter().rev().zip(targets)) {
        document::take(&mut document, side);
        let Some(other) = other else { continue };
        *document.member_mut(side) = other;
        let mut ids = document::presets_of(&document, side);
        ids.retain(|id| target.is_some_and(|target| library().find(target, id).is_some()));
        document::set_presets(&mut document, &Json::Null, side, ids);
    }
    mended(now.rules, &document)
}
