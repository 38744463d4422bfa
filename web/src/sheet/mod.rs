//! The sheets: a form made from the field descriptions and from nothing else.

mod cell;
mod chips;
mod choice;
mod field;
mod hint;
mod list;
mod map;
mod names;
mod nested;
mod number;
mod paste_button;
mod picker;
mod search;

use crate::actions::sides::{Kinds, sheet};
use crate::model::custom_rules;
use crate::model::scenario::{Now, RULES, has_rules};
use crate::platform::browser::step_between;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::field::{self as at, At, Look};
use crate::store::{Asks, ScenarioStore, Stores, Tab, use_stores};
use crate::worker::lazy::part;
use leptos::html::Details;
use leptos::prelude::*;
pub(crate) use map::drawn as map;
use number::Number;
pub(crate) use paste_button::{BELOW, BESIDE, PasteButton};
pub(crate) use picker::Picker;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::Extent;
use tohit_resolver::document::{is_within, join};
use tohit_resolver::sheet::{Field, Shape, SheetSpec};

type Section = (&'static Field, &'static SheetSpec);

/// The sections of the scenario that the mode uses, without those whose fields all stand elsewhere.
pub(crate) fn sections(scenario: ScenarioStore, now: &Now) -> Vec<Section> {
    let has_some = |sheet: &str, spec: &'static SheetSpec| {
        let mut paths = spec.used(now.mode).map(|field| join(sheet, field.name));
        spec.presets.is_some()
            || paths.any(|path| scenario.shows(&path) && !is_told_elsewhere(scenario, &path))
    };
    let sheet = |field: &'static Field| match field.shape {
        Shape::Sheet(spec) if scenario.shows(field.name) && has_some(field.name, spec) => Some((field, spec)),
        _ => None,
    };
    now.form().used(now.mode).filter_map(sheet).collect()
}

/// All sheets of an article's calculator, with tabs where there is no room for all.
#[component]
pub(crate) fn Sheets() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    view! { <div class="question">{scenario.in_place(move |_| all(stores))}</div> }
}

fn all(stores: Stores) -> AnyView {
    let sections = sections(stores.scenario, &stores.scenario.here());
    // The sheet that is shown where there is room for one.
    let shown = RwSignal::new(0);
    let tab = |(place, (field, _)): (usize, &Section)| {
        tab(field.about.label, at::id(field.name), move || shown.get() == place, move || shown.set(place))
    };
    let sheet = |(place, section): (usize, &Section)| {
        let (field, spec) = *section;
        let is_shown = Signal::derive(move || shown.get() == place);
        view! { <Sheet field spec is_shown /> }.into_any()
    };
    view! {
        <div class="tabs" role="tablist" aria-label="Sheets" on:keydown=erased::key(step_between_tabs)>
            {sections.iter().enumerate().map(tab).collect_view()}
        </div>
        {pane(stores, "sheets", sections.iter().enumerate().map(sheet).collect())}
    }
    .into_any()
}

/// A tab for what it controls.
fn tab(
    label: &'static str,
    controls: String,
    is_open: impl Fn() -> bool + Send + Sync + 'static,
    open: impl Fn() + 'static,
) -> AnyView {
    let is_open = Signal::derive(is_open);
    view! {
        <button
            type="button"
            role="tab"
            tabindex=Signal::derive(move || if is_open.get() { "0" } else { "-1" }.to_owned())
            aria-controls=controls
            aria-selected=Signal::derive(move || is_open.get().to_string())
            on:click=erased::press(move |_| open())
        >
            {label}
        </button>
    }
    .into_any()
}

fn step_between_tabs(event: web_sys::KeyboardEvent) {
    step_between(&event, "[role=tab]");
}

/// Sheets one below the other.
fn pane(stores: Stores, class: &'static str, sheets: Vec<AnyView>) -> AnyView {
    let Stores { studies, .. } = stores;
    view! {
        <div
            class=class
            class:stepped=studies.is(Asks::Step)
            class:aimed=studies.is(Asks::Goal)
            on:focusin=move |event| studies.focus(&event)
            on:focusout=move |_| studies.unfocus()
            on:keydown=erased::key(move |event| {
                if event.key() == "Escape" {
                    studies.unfocus();
                }
            })
        >
            {sheets}
        </div>
    }
    .into_any()
}

/// The sheet of the left fighter; or that of the right one, and what holds between the two.
#[component]
pub(crate) fn FighterSheets(is_left: bool) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let these = move |_| {
        let now = scenario.here();
        let [left, _] = now.sides();
        let sheet = |(field, spec): Section| {
            let is_shown = Signal::stored(true);
            view! { <Sheet field spec is_shown /> }.into_any()
        };
        let sections = sections(scenario, &now).into_iter();
        let sheets = sections.filter(|(field, _)| (field.name == left) == is_left).map(sheet).collect();
        let hints = is_left.then(|| part(move |module| (module.field_hints)()));
        let paste =
            (is_left && scenario.panels.has(Panels::WHOLE)).then(|| view! { <PasteButton id=BELOW /> });
        // In a duel who strikes here is struck, too.
        let is_struck = move || stores.extent_shown() == Extent::Duel;
        let shown = |is_struck: bool| is_struck.then(|| part(move |module| (module.target_numbers)()));
        let as_target = ((left == "attacker") == is_left).then(|| erased::changed(is_struck, shown));
        view! { {hints} {pane(stores, "sheets", sheets)} {as_target} {paste} }.into_any()
    };
    let (id, class) =
        if is_left { ("left-sheets", "question left") } else { ("right-sheets", "question right") };
    view! { <div class=class id=id>{scenario.in_place(these)}</div> }
}

/// The tabs of a phone: the result, each fighter's sheet, the questions, and the text of a custom game.
#[component]
pub(crate) fn Tabs() -> impl IntoView {
    let Stores { scenario, answer, tab: open, .. } = use_stores();
    let is_game = Memo::new(move |_| scenario.now.with(|now| custom_rules::is_game(now.rules)));
    // Another game has no such tab.
    Effect::new(move |_| {
        if !is_game.get() && open.get_untracked() == Tab::Rules {
            open.set(Tab::Result);
        }
    });
    let all = move |_| {
        let now = scenario.here();
        let labels = now.sides().map(|side| sheet_label(&now, side));
        let [left, right] = labels;
        let one = |label: &'static str, which: Tab, controls: &'static str| {
            tab(label, controls.to_owned(), move || open.get() == which, move || open.set(which))
        };
        view! {
            {one("Result", Tab::Result, "result")}
            {left.map(|label| one(label, Tab::Left, "left-sheets"))}
            {right.or_else(|| left.is_none().then_some("Fields")).map(|label| one(label, Tab::Right, "right-sheets"))}
            {one("Ask", Tab::Ask, "studies")}
            {is_game.get_untracked().then(|| one("Rules", Tab::Rules, "rulebook"))}
        }
        .into_any()
    };
    view! {
        <div
            class="tabs"
            role="tablist"
            aria-label="Result, sheets and questions"
            class:absent=Signal::derive(move || answer.is_tool())
            on:keydown=erased::key(step_between_tabs)
        >
            {scenario.in_place(all)}
        </div>
    }
}

/// Label of a side's sheet, where the mode has it.
fn sheet_label(now: &Now, side: &str) -> Option<&'static str> {
    sheet(now.rules, now.mode, side).map(|(label, _)| label)
}

#[component]
fn Sheet(field: &'static Field, spec: &'static SheetSpec, is_shown: Signal<bool>) -> impl IntoView {
    let stores @ Stores { scenario, answer, studies, .. } = use_stores();
    let at = At::field("", field, false);
    let (name, label) = (field.name, field.about.label);
    let heading = format!("{}-heading", at.id());
    let explained = RwSignal::new(false);
    let changes = at.clone();
    let is_as_it_was = Signal::derive(move || scenario.now.with(|now| changes.changes(now)) == 0);
    let (first, beside) = (heading.clone(), heading.clone());
    let reset = move |event: web_sys::MouseEvent| {
        // The button goes; its sheet stays.
        crate::platform::browser::focus_soon(&event, beside.clone());
        stores.put_sheet_back(name);
    };
    // On the page the pickers stand with the fighters' names.
    let has_picker = !scenario.panels.has(Panels::WHOLE);
    let effects = scenario.panels.has(Panels::WHOLE).then(|| {
        view! {
            <button
                type="button"
                class="quiet explain"
                class:absent=Signal::derive(move || answer.is_tool())
                title="What one step of each field does"
                aria-label=format!("± What one step of each field does: {label}")
                aria-pressed=Signal::derive(move || studies.is(Asks::Step).get().to_string())
                on:click=erased::press(move |_| studies.toggle_steps())
            >
                "±"
            </button>
        }
    });
    let picker = has_picker.then(|| view! { <Picker sheet=Arc::from(name) label spec kinds=Kinds::All /> });
    view! {
        <section
            class="sheet"
            id=at.id()
            aria-labelledby=first.clone()
            class:shown=is_shown
            class:explained=Signal::from(explained)
        >
            <header>
                <h2 id=heading tabindex="-1">{label}</h2>
                <button type="button" class="quiet reset" class:gone=is_as_it_was on:click=erased::press(reset)>
                    "Reset"
                </button>
                {effects}
                <button
                    type="button"
                    class="quiet explain"
                    title="Explain each field"
                    aria-label=format!("? Explain the fields: {label}")
                    aria-pressed=Signal::derive(move || explained.get().to_string())
                    on:click=erased::press(move |_| explained.update(|explained| *explained = !*explained))
                >
                    "?"
                </button>
            </header>
            {picker}
            {fields(stores, name, spec, false)}
        </section>
    }
}

/// The fields of a sheet: those without a group first and open, each group folded away with the count of its
/// changes.
fn fields(stores: Stores, sheet: &str, spec: &'static SheetSpec, in_list: bool) -> AnyView {
    let Stores { scenario, .. } = stores;
    let mode = scenario.here().mode;
    let mut groups: Vec<(&'static str, Vec<At>)> = vec![("", Vec::new())];
    for field in spec.used(mode) {
        let at = At::field(sheet, field, in_list);
        if !scenario.shows(&at.path) || is_told_elsewhere(scenario, &at.path) {
            continue;
        }
        match groups.iter_mut().find(|(name, _)| *name == field.about.group) {
            Some((_, fields)) => {
                if let Some(above) = fields.last_mut() {
                    above.below = at.about.when;
                }
                fields.push(at);
            }
            None => groups.push((field.about.group, vec![at])),
        }
    }
    let one = |(name, fields): (&'static str, Vec<At>)| {
        if !name.is_empty() {
            return view! { <Group name fields /> }.into_any();
        }
        let map = map::place(&fields);
        let fields = fields.into_iter().map(|at| field::view(stores, at)).collect_view();
        view! { <div class="fields">{map}{fields}</div> }.into_any()
    };
    groups.into_iter().filter(|(_, fields)| !fields.is_empty()).map(one).collect_view().into_any()
}

/// Rules with a choice above the sheets, and the number of bodies, which stands at the fighter's name.
fn is_told_elsewhere(scenario: ScenarioStore, path: &str) -> bool {
    let now = scenario.here();
    scenario.panels.has(Panels::WHOLE)
        && (path == RULES && has_rules(&now)
            || now.rules.bodies(now.mode).is_some_and(|bodies| bodies == path))
}

/// The field for the number of bodies that strike, in rules of several and where it counts.
pub(crate) fn bodies(scenario: ScenarioStore, now: &Now) -> Option<AnyView> {
    let path = now.rules.bodies(now.mode)?;
    let (sheet, name) = path.rsplit_once('.')?;
    let Shape::Sheet(spec) = now.form().field(sheet)?.shape else { return None };
    let at = At::field(sheet, spec.field(name)?, false);
    let seen = at.seen(scenario);
    let (id, about) = (at.id(), at.about);
    let unseen = |what: &str| format!("{id}-{what}");
    let field = view! {
        <div class="bodies" class:absent=seen.idle()>
            <label class="unseen" for=id.clone()>
                {about.label}
            </label>
            <span class="unseen" id=unseen("help")>
                {about.help}
            </span>
            <span class="unseen" id=unseen("note")>
                {field::note(seen)}
            </span>
            <span class="unseen" id=unseen("gutter")></span>
            <Number at seen />
        </div>
    };
    Some(field.into_any())
}

/// A group of fields, folded away; its fields are made when it is first opened.
#[component]
fn Group(name: &'static str, fields: Vec<At>) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let fields = StoredValue::new(fields);
    let is_made = RwSignal::new(scenario.shows_few());
    let details = NodeRef::<Details>::new();
    let content =
        move |is_made: bool| is_made.then(|| fields.with_value(|fields| within(stores, name, fields)));
    let count = Signal::derive(move || {
        let sum =
            |now: &Arc<Now>| fields.with_value(|all| all.iter().map(|at| at.changes(now)).sum::<usize>());
        match scenario.now.with(sum) {
            0 => String::new(),
            changed => format!("{changed} changed"),
        }
    });
    // Problems must be visible, and so must an editor's choice.
    let must = Memo::new(move |_| {
        let is_wrong =
            |now: &Arc<Now>, at: &At| now.problems.iter().any(|one| is_within(&one.path, &at.path));
        scenario.shows_few()
            || scenario.now.with(|now| fields.with_value(|all| all.iter().any(|at| is_wrong(now, at))))
    });
    Effect::new(move |_| {
        if must.get() {
            is_made.set(true);
            details.get().into_iter().for_each(|details| details.set_open(true));
        }
    });
    view! {
        <details class="group" node_ref=details>
            <summary on:click=erased::press(move |_| is_made.set(true))>
                <span>{format::sentence(name)}</span>
                <span class="count">{count}</span>
            </summary>
            <div class="fields">{erased::changed(move || is_made.get(), content)}</div>
        </details>
    }
}

fn within(stores: Stores, name: &str, ats: &[At]) -> AnyView {
    match ats {
        // No heading twice.
        [one] if one.about.label == name => match one.shape {
            Shape::Sheet(spec) => fields(stores, &one.path, spec, one.in_list),
            _ => field::view(stores, one.clone()),
        },
        ats => ats.iter().map(|at| field::view(stores, at.clone())).collect_view().into_any(),
    }
}
