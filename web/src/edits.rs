//! What changes the sheets as a whole: undo, redo, a new fight, and the sides changing places.

use crate::document::{self, mended, presets_of};
use crate::erased;
use crate::lazy;
use crate::state::{Now, Page};
use leptos::prelude::*;
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::{Json, Preset, Ruleset};

const SIDES: [&str; 2] = ["attacker", "defender"];

/// The field that chooses the rules.
pub(crate) const RULES: &str = "situation.rules";

/// The mode of the map.
const TARGETING: &str = "targeting";

/// The buttons.
#[component]
pub(crate) fn Edits(page: Page) -> impl IntoView {
    let travel = move |says: &'static str, keys: &'static str, is_back: bool| {
        let has_none = Signal::derive(move || page.history.with(|history| history.has_none(is_back)));
        view! {
            <button
                type="button"
                class="quiet"
                title=keys
                aria-keyshortcuts=keys
                // Who takes the last step back keeps the keyboard here.
                aria-disabled=Signal::derive(move || has_none.get().to_string())
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
        page.rearrange(true, |now| returns.unwrap_or_else(|| swapped(now)));
        last.set_value(Some((before, page.here().document.clone())));
    };
    // On a phone the pickers that are empty now are out of sight.
    let begin = move |_| {
        page.begin();
        window().scroll_to_with_x_and_y(0.0, 0.0);
    };
    let swap = move |_| {
        let button = || view! { <button type="button" class="quiet" on:click=erased::press(swap)>"⇄ Swap sides"</button> };
        can_swap(&page.here()).then(button)
    };
    view! {
        <div class="edits" role="group" aria-label="Changes">
            {travel("↶ Undo", "Control+Z", true)} {travel("↷ Redo", "Control+Shift+Z", false)}
            {page.in_place(swap)}
            <button type="button" class="quiet" on:click=erased::press(begin)>
                "New fight"
            </button>
        </div>
    }
}

impl Page {
    /// Puts the sheets as they are in other places, and says which presets did not come along. Where the sides change places their hit points go with them, and
    /// whatever else somebody has only where it is struck.
    pub(crate) fn rearrange(self, turns: bool, into: impl FnOnce(&Now) -> Json) {
        let before = self.here();
        let own = if turns { self.duel.turned(&before) } else { Vec::new() };
        self.edit(|document, now| {
            *document = into(now);
            let mode = now.about().mode_of(document);
            let struck = sheet(now.rules, mode, "defender");
            for (name, value) in own {
                if struck.is_some_and(|(_, struck)| struck.asked(name, mode).is_some()) {
                    *document.member_mut("defender").member_mut(name) = value;
                }
            }
        });
        if turns {
            self.duel.has_turned(&before, &self.here());
        }
        let left_out = |module: &lazy::LazyModule| (module.left_out)(&before, &self.here().document);
        self.notice.set(lazy::loaded().map_or_else(String::new, left_out));
    }

    /// Begins with nothing entered, under the same rules.
    fn begin(self) {
        let rules = self.rules_chosen();
        self.edit(|document, now| *document = begun(now, rules));
    }

    /// Fights in another mode, under the same rules. What that mode does not know is left out, until one comes back.
    pub(crate) fn choose_mode(self, mode: &str) {
        let left = self.left_in(mode).filter(|left| left.mode != self.here().mode);
        let turns = is_turned(self.here().rules, self.here().mode, mode);
        let rules = self.rules_chosen();
        self.rearrange(turns, |now| in_mode(now, mode, left.as_deref(), rules));
    }
}

/// A sheet of a mode that has it, with what it is called.
pub(crate) fn sheet(
    rules: &'static Ruleset,
    mode: &str,
    side: &str,
) -> Option<(&'static str, &'static SheetSpec)> {
    let field = rules.form(mode).asked(side, mode)?;
    Some((field.about.label, document::sheet_of(field.shape)?))
}

/// The two sheets of a mode that has both.
fn sheets(rules: &'static Ruleset, mode: &str) -> Option<[(&'static str, &'static SheetSpec); 2]> {
    let [one, other] = SIDES.map(|side| sheet(rules, mode, side));
    Some([one?, other?])
}

/// Whether a mode asks for the defender's hit points.
pub(crate) fn has_points(rules: &'static Ruleset, mode: &str) -> bool {
    sheet(rules, mode, "defender").is_some_and(|(_, defender)| defender.asked("hp", mode).is_some())
}

/// Whether those who stand on one side in a mode stand on the other in another mode: a monster that is struck, and one that strikes.
pub(crate) fn is_turned(rules: &'static Ruleset, mode: &str, other: &str) -> bool {
    let (Some([mine, theirs]), Some([first, second])) = (sheets(rules, mode), sheets(rules, other)) else {
        return false;
    };
    mine.0 == second.0 && theirs.0 == first.0 && mine.0 != theirs.0
}

/// Whether the sides can change places: the sheets have the same fields, hit points among them; or they have fields in common, and most presets of a defender
/// fill an attacker as well. (A trap attacks, and cannot be attacked.)
pub(crate) fn can_swap(now: &Now) -> bool {
    let Some([(_, attacker), (_, defender)]) = sheets(now.rules, now.mode) else { return false };
    let names = |sheet: &SheetSpec| {
        let mut names: Vec<&str> = sheet.used(now.mode).map(|field| field.name).collect();
        names.sort_unstable();
        names
    };
    let fields = names(attacker);
    if fields.contains(&"hp") && fields == names(defender) {
        return true;
    }
    let in_common = defender.used(now.mode).any(|field| attacker.asked(field.name, now.mode).is_some());
    let (Some(attackers), Some(defenders)) = (attacker.presets, defender.presets) else { return false };
    let library = now.rules.presets();
    let both = library.of(defenders).filter(|preset| preset.section(attackers).is_some()).count();
    // An attacker's presets are also weapons, a defender's also armour.
    in_common && 2 * both > library.of(attackers).count().min(library.of(defenders).count())
}

/// Says which presets of a scenario are no more in what became of it, if any are.
pub(crate) fn left_out(now: &Now, after: &Json) -> String {
    let ids = |document: &Json| SIDES.map(|side| presets_of(document, side)).concat();
    let (before, kept) = (ids(&now.document), ids(after));
    let library = now.rules.presets();
    let lost = library.all().filter(|preset| {
        let id = preset.id();
        before.contains(&id) && !kept.contains(&id)
    });
    let mut names: Vec<&str> = Vec::new();
    let mut stays = "";
    for preset in lost {
        names.push(preset.name);
        if SIDES.iter().any(|side| bare(now, now.mode, side, &preset.id()).is_some()) {
            stays = " Level and the like stay: choose what is used here.";
        }
    }
    names.dedup();
    if names.is_empty() {
        String::new()
    } else {
        format!("Left out, for it does not fit there: {}.{stays}", names.join(", "))
    }
}

/// What a preset says of a fighter beside the things that the fighter carries, where it names some: a class, a level.
fn bare(now: &Now, mode: &str, side: &str, id: &str) -> Option<Vec<(String, Json)>> {
    let spec = document::sheet_of(now.rules.form(mode).field(side)?.shape)?;
    let target = spec.presets?;
    let preset = now.rules.presets().find(target, id)?;
    let is_whole = !document::is_carried(now.rules, now.mode, preset.group);
    let Json::Object(mut fields) = preset.document(target, spec)? else { return None };
    let is_dressed = is_whole && preset.section(target)?.contains(".preset=");
    fields.retain(|(_, value)| !matches!(value, Json::Object(_)));
    is_dressed.then_some(fields)
}

/// The document with the sides in each other's places, as far as they fit there.
pub(crate) fn swapped(now: &Now) -> Json {
    mended(now.rules, &turned(now, now.document.clone(), now.mode))
}

/// The document of a mode with nothing entered but the rules.
pub(crate) fn begun(now: &Now, rules: Option<Json>) -> Json {
    let mut document = [("ruleset", now.about().id.into()), ("mode", now.mode.into())].into_iter().collect();
    if let Some(rules) = rules {
        document::put(&mut document, &Json::Null, RULES, rules);
    }
    mended(now.rules, &document)
}

/// The document in another mode, each side where that mode has it, as far as it fits there, under these rules; with what that mode knew when it was left, if it
/// was.
pub(crate) fn in_mode(now: &Now, mode: &str, left: Option<&Now>, rules: Option<Json>) -> Json {
    let mut document = now.document.clone();
    document::put(&mut document, &now.complete, "mode", mode.into());
    if is_turned(now.rules, now.mode, mode) {
        document = turned(now, document, mode);
    }
    // What was wielded is no spell, and a spell is no trap; what was wielded when this mode was left is so again.
    for side in SIDES {
        let its_mode = |id: &str| of_side(now, mode, side, id)?.section("mode");
        let (mut ids, lost): (Vec<_>, Vec<_>) = presets_of(&document, side)
            .into_iter()
            .partition(|id| its_mode(id).is_none_or(|its| its == mode));
        for id in left.map_or_else(Vec::new, |left| presets_of(&left.document, side)) {
            if its_mode(&id) == Some(mode) && !ids.contains(&id) {
                ids.push(id);
            }
        }
        document::set_presets(&mut document, &now.complete, side, ids);
        // The fighter stays where the weapon goes.
        for (name, value) in lost.iter().filter_map(|id| bare(now, mode, side, id)).flatten() {
            let path = document::join(side, &name);
            if document.at(&path).is_none() {
                document::put(&mut document, &Json::Null, &path, value);
            }
        }
    }
    left.into_iter().for_each(|left| put_back(&mut document, left, now));
    if let Some(rules) = rules {
        document::put(&mut document, &Json::Null, RULES, rules);
    }
    // The map's own defaults have the thrower in its corner.
    if mode == TARGETING && document.get(mode).is_none() {
        let cell = |x: i64, y: i64| Json::List(vec![x.into(), y.into()]);
        *document.member_mut(mode) = [("origin", cell(5, 6)), ("tap", cell(9, 4))].into_iter().collect();
    }
    mended(now.rules, &document)
}

/// A preset of a side as it is in a mode.
fn of_side(now: &Now, mode: &str, side: &str, id: &str) -> Option<Preset> {
    let field = now.rules.form(mode).field(side)?;
    now.rules.presets().find(document::sheet_of(field.shape)?.presets?, id)
}

/// Puts back what a mode knew when it was left and the mode after it had no field for.
fn put_back(document: &mut Json, left: &Now, now: &Now) {
    let is_turned = is_turned(now.rules, left.mode, now.mode);
    let others = if is_turned { ["defender", "attacker"] } else { SIDES };
    for (side, other) in SIDES.into_iter().zip(others) {
        let Some(Json::Object(kept)) = left.document.get(side) else { continue };
        let between = now.form().field(other).and_then(|field| document::sheet_of(field.shape));
        let was_known = |name: &str| {
            between.is_some_and(|sheet| match name {
                "preset" => sheet.presets.is_some(),
                name => sheet.asked(name, now.mode).is_some(),
            })
        };
        for (name, value) in kept.iter().filter(|(name, _)| !was_known(name)) {
            let sheet = document.member_mut(side);
            if sheet.get(name).is_none() {
                *sheet.member_mut(name) = value.clone();
            }
        }
    }
}

fn turned(now: &Now, mut document: Json, mode: &str) -> Json {
    let before = SIDES.map(|side| now.document.get(side).cloned());
    let targets = sheets(now.rules, mode).map_or([None; 2], |sheets| sheets.map(|(_, sheet)| sheet.presets));
    for (side, (other, target)) in SIDES.into_iter().zip(before.into_iter().rev().zip(targets)) {
        document::take(&mut document, side);
        let Some(other) = other else { continue };
        *document.member_mut(side) = other;
        let mut ids = document::presets_of(&document, side);
        ids.retain(|id| target.is_some_and(|target| now.rules.presets().find(target, id).is_some()));
        document::set_presets(&mut document, &Json::Null, side, ids);
    }
    // What held for whoever struck there, such as a surprise or how many they are, is not so for the other.
    let situation = sheet(now.rules, now.mode, "situation").into_iter().flat_map(|(_, sheet)| sheet.fields);
    for field in situation.filter(|field| field.about.one_way) {
        document::take(&mut document, &format!("situation.{}", field.name));
    }
    document
}
