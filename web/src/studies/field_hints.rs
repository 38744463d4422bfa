//! Beside each field, on demand: what one step of it does to a measure, or which of its values reaches a goal.

use super::controls::{measures, select};
use super::fields::{self, LabelledField, Wide};
use super::findings::is_same;
use super::goal;
use super::question;
use super::sketch;
use super::study_runner::{PAUSE, Room, Run, StudyRunner};
use super::words;
use crate::browser;
use crate::document;
use crate::erased;
use crate::extent;
use crate::format;
use crate::lazy::{self, part};
use crate::link::with;
use crate::sheet;
use crate::state::Page;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::values::stepped;
use tohit_resolver::sheet::Shape;
use tohit_resolver::study::{Place, Row, Study};
use tohit_resolver::{Json, decode, encode, to_link};
use web_sys::HtmlInputElement;

/// The name of the goal's field in the page.
const GOAL: &str = "goal";
/// Goals that are seldom wrong, of a chance in percent: at least, and at most.
const LIKELY: &str = "90";
const UNLIKELY: &str = "10";

/// What is asked of every field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asks {
    #[default]
    Nothing,
    /// What one step does.
    Step,
    /// What reaches a goal.
    Goal,
}

/// What stands beside a field.
#[derive(Clone, PartialEq)]
pub(super) struct Hint {
    /// What is done, which may be cut where there is no room; and what comes of it.
    pub(super) says: (String, String),
    /// The same at length.
    pub(super) whole: String,
    pub(super) kind: &'static str,
    pub(super) press: Press,
    /// It is of the scenario before.
    pub(super) is_old: bool,
}

/// What a press does.
#[derive(Clone, PartialEq)]
pub(super) enum Press {
    Nothing,
    /// Takes this value.
    Takes(Json),
    /// Asks these words of a study: the curve of the field's range.
    Draws(String),
}

impl Hint {
    /// What is still asked for.
    fn waiting() -> Self {
        let says = (String::new(), "…".to_owned());
        Self { says, whole: "looking …".to_owned(), kind: "same", press: Press::Nothing, is_old: true }
    }
}

/// The question that is asked of every field, and the hints: part of the state of a page.
#[derive(Clone, Copy)]
pub(crate) struct FieldHintState {
    pub(super) asks: RwSignal<Asks>,
    measure: RwSignal<String>,
    /// The goal as it was typed.
    goal: RwSignal<String>,
    /// Whether that is at most.
    less: RwSignal<bool>,
    /// The number in the page that asked for it; none where it is empty.
    aimed: RwSignal<String>,
    /// By the fields' paths.
    hints: RwSignal<Vec<(String, Hint)>>,
    /// The name in the page of what has the focus among the fields; none where it is empty.
    pub(super) focused: RwSignal<String>,
    /// What came of the small curve of that field.
    pub(super) sketch: RwSignal<Option<Arc<Run>>>,
}

impl FieldHintState {
    pub(crate) fn new() -> Self {
        Self {
            asks: RwSignal::default(),
            measure: RwSignal::default(),
            goal: RwSignal::default(),
            less: RwSignal::default(),
            aimed: RwSignal::default(),
            hints: RwSignal::default(),
            focused: RwSignal::default(),
            sketch: RwSignal::default(),
        }
    }

    /// Asks that; asked again, nothing.
    pub(crate) fn toggle(self, asks: Asks) {
        self.asks.update(|now| *now = if *now == asks { Asks::Nothing } else { asks });
    }

    /// Asks for no goal any more.
    pub(crate) fn close_goal(self) {
        if self.asks.get_untracked() == Asks::Goal {
            self.asks.set(Asks::Nothing);
        }
    }

    pub(crate) fn is(self, asks: Asks) -> Signal<bool> {
        Signal::derive(move || self.asks.get() == asks)
    }

    /// Takes a goal out of a link's study, where that asks for nothing else; what is left of it.
    pub(crate) fn take(self, study: &str) -> String {
        let (goals, rest): (Vec<&str>, Vec<&str>) =
            study.split('&').partition(|pair| pair.starts_with(goal::FINDS));
        let rest = rest.join("&");
        let goal = match goals.as_slice() {
            [goal] if rest.is_empty() || extent::said(&rest).is_some() => goal::read(&decode(goal)),
            _ => None,
        };
        if let Some((measure, typed, less)) = &goal {
            self.measure.set(measure.clone());
            self.goal.set(typed.clone());
            self.less.set(*less);
            self.asks.set(Asks::Goal);
        } else if self.asks.get_untracked() == Asks::Goal {
            self.asks.set(Asks::Nothing);
        }
        if goal.is_some() { rest } else { study.to_owned() }
    }

    /// The link with the goal.
    pub(crate) fn added(self, link: &str, page: Page) -> String {
        if self.asks.get_untracked() != Asks::Goal {
            return link.to_owned();
        }
        let measure = untrack(|| question::measure(page, &self.measure.get(), "hit"));
        goal::asked(measure, &self.goal.get_untracked(), self.less.get_untracked())
            .map_or_else(|| link.to_owned(), |goal| with(link, &goal))
    }

    /// Whoever runs this runs again when the goal changes.
    pub(crate) fn track(self) {
        self.asks.track();
        self.measure.track();
        self.goal.track();
        self.less.track();
    }

    /// Asks what reaches so much of a measure; the goal is typed next.
    pub(crate) fn aim(self, page: Page, measure: &str, event: &web_sys::Event) {
        let less = goal::is_less(page, measure);
        let likely = if less { UNLIKELY } else { LIKELY };
        self.measure.set(measure.to_owned());
        self.less.set(less);
        self.aimed.set(browser::target(event).map(|number| number.id()).unwrap_or_default());
        self.goal.set(if words::is_chance(measure) { likely.to_owned() } else { String::new() });
        self.asks.set(Asks::Goal);
        if lazy::loaded().is_some() {
            browser::focus_soon(event, GOAL.to_owned());
        } else {
            lazy::then(|| browser::in_page(GOAL).iter().for_each(browser::focus));
        }
    }
}

/// What stands beside a field.
pub(crate) fn beside(page: Page, path: Arc<str>, field: String) -> AnyView {
    let gutter = page.gutter;
    let is_on = Memo::new(move |_| gutter.asks.get() != Asks::Nothing);
    let name = format!("{field}-gutter");
    let content = move || {
        is_on.get().then(|| {
            let (path, field) = (path.clone(), field.clone());
            part(move |module| (module.beside)(page, path.clone(), field.clone()))
        })
    };
    view! {
        <span class="gutter" id=name>
            {erased::live(content)}
        </span>
    }
    .into_any()
}

/// The hint, and a small curve.
pub(crate) fn field_hint(page: Page, path: Arc<str>, field: String) -> AnyView {
    let gutter = page.gutter;
    let sketch = sketch::view(page, path.clone(), field.clone());
    let hint =
        Memo::new(move |_| gutter.hints.with(|all| all.iter().find(|(known, _)| **known == *path).cloned()));
    let hint = erased::live(move || hint.get().map(|(path, hint)| one(page, path, hint, field.clone())));
    view! { {hint} {sketch} }.into_any()
}

fn one(page: Page, path: String, hint: Hint, field: String) -> AnyView {
    let Hint { says: (step, says), whole, kind, press, is_old } = hint;
    // What reached another goal is not taken for this one.
    let press = if is_old && matches!(press, Press::Takes(_)) { Press::Nothing } else { press };
    const TO: &str = "\u{a0}\u{2192}\u{a0}";
    let seen = if step.is_empty() { says.clone() } else { format!("{step}{TO}{says}") };
    let step = (!step.is_empty()).then(|| view! { <i>{step}</i> {TO} });
    let class = format!("{kind}{}", if is_old { " old" } else { "" });
    let (press, whole): (Box<dyn Fn(web_sys::MouseEvent)>, String) = match press {
        Press::Nothing => {
            return view! {
                <span class=class title=whole>
                    {step} {says}
                </span>
            }
            .into_any();
        }
        Press::Takes(value) => {
            let take = move |event: web_sys::MouseEvent| {
                // The button goes; one goes on at the field itself.
                browser::focus_soon(&event, field.clone());
                page.edit(|document, now| document::put(document, &now.complete, &path, value.clone()));
            };
            (Box::new(take), whole)
        }
        Press::Draws(words) => {
            // Who says what is seen there presses it.
            (Box::new(move |_| page.study.set(words.clone())), format!("{seen} ({whole}; draws all values)"))
        }
    };
    view! {
        <button type="button" class=class aria-label=whole.clone() title=whole on:click=erased::press(press)>
            {step} {says}
        </button>
    }
    .into_any()
}

/// What is asked of every field, in one line above them; nothing where nothing is.
#[component]
pub(crate) fn FieldHints(page: Page) -> impl IntoView {
    let gutter = page.gutter;
    let desk = StudyRunner::new(page, Room::Fields);
    // The next last.
    let queue = StoredValue::new(Vec::new());
    let next = move || {
        let link = queue.try_update_value(Vec::pop).flatten();
        link.into_iter().for_each(|link| desk.ask(Ok(link)));
    };
    let measure = Memo::new(move |_| question::measure(page, &gutter.measure.get(), "hit"));
    // Anew for another scenario, measure or goal.
    let asked = Memo::new(move |_| {
        let asks = gutter.asks.get();
        let words = match asks {
            Asks::Nothing => return None,
            Asks::Step => format!("~&show={}", encode(measure.get())),
            Asks::Goal => goal::asked(measure.get(), &gutter.goal.get(), gutter.less.get())?,
        };
        Some((asks, page.now.with(|now| to_link(now.rules, &now.asked.document)), words))
    });
    Effect::new(move |before: Option<Option<Asks>>| {
        desk.forget();
        queue.set_value(Vec::new());
        let Some((asks, scenario, words)) = asked.get() else {
            gutter.hints.set(Vec::new());
            return None;
        };
        let is_same = before == Some(Some(asks));
        gutter.hints.update(|all| {
            all.retain(|_| is_same);
            all.iter_mut().for_each(|(_, hint)| hint.is_old = true);
        });
        desk.soon(if is_same { PAUSE } else { 0 }, move || {
            queue.set_value(if asks == Asks::Step {
                vec![with(&scenario, &words)]
            } else {
                let (paths, links): (Vec<String>, Vec<String>) =
                    goal::goals(page, &scenario, &words).into_iter().unzip();
                gutter.hints.update(|all| {
                    let is_new = |path: &String| !all.iter().any(|(known, _)| known == path);
                    let waiting: Vec<_> = paths.into_iter().filter(is_new).collect();
                    all.extend(waiting.into_iter().map(|path| (path, Hint::waiting())));
                });
                links
            });
            next();
        });
        Some(asks)
    });
    sketch::keep(page, measure);
    Effect::new(move |_| {
        let Some(run) = desk.run.get() else { return };
        let hint = if run.study.as_ref().is_some_and(|study| study.find.is_some()) {
            goal::goal(&run).into_iter().collect()
        } else {
            steps(&run)
        };
        gutter.hints.update(|all| {
            all.retain(|(path, _)| !hint.iter().any(|(known, _)| known == path));
            all.extend(hint);
        });
        next();
    });
    erased::live(move || bar(page, measure))
}

/// The line above the fields: the measure, the goal, and a button to close it.
fn bar(page: Page, measure: Memo<&'static str>) -> AnyView {
    let gutter = page.gutter;
    let asks = gutter.asks.get();
    // A tool has nothing to measure.
    if asks == Asks::Nothing || question::measures(page).is_empty() {
        return ().into_any();
    }
    let is_goal = asks == Asks::Goal;
    let label = if is_goal { "What do I need for" } else { "What one step of each field does to the" };
    let measures =
        select(label, measures(page), Signal::derive(move || measure.get().to_owned()), move |name| {
            gutter.less.set(goal::is_less(page, &name));
            gutter.measure.set(name);
        });
    let is_wrong = move || {
        gutter.goal.with(|typed| {
            !typed.trim().is_empty() && goal::asked(measure.get(), typed, gutter.less.get()).is_none()
        })
    };
    let unit = move || match measure.get() {
        _ if is_goal && is_wrong() => "is no number",
        name if !is_goal => {
            if words::is_chance(name) {
                "in percentage points"
            } else {
                ""
            }
        }
        name if words::is_chance(name) => {
            if gutter.less.get() {
                "% or less"
            } else {
                "% or more"
            }
        }
        _ if !gutter.less.get() => "or more",
        name if goal::is_count(name) => "or fewer",
        _ => "or less",
    };
    let close = move |event: &web_sys::Event| {
        // The line goes; one goes on at the number that asked, or else at the first sheet.
        let first = || sheet::sections(page, &page.here()).first().map(|(field, _)| sheet::id(field.name));
        let aimed = Some(gutter.aimed.get_untracked()).filter(|aimed| is_goal && !aimed.is_empty());
        if let Some(place) = aimed.or_else(|| Some(format!("{}-heading", first()?))) {
            browser::focus_soon(event, place);
        }
        gutter.asks.set(Asks::Nothing);
    };
    // The curve of the field that many ask about first.
    let draw = move |event: web_sys::MouseEvent| {
        let now = page.here();
        if let Some(at) = fields::asked_first(&now) {
            browser::focus_soon(&event, "panel-heading".to_owned());
            let words = fields::ranging(&now, &at, Wide::Drawn);
            page.study.set(format!("{words}&show={}", measure.get_untracked()));
        }
    };
    let goal = is_goal.then(|| {
        let typed = move |event| gutter.goal.set(event_target_value(&event));
        // What is typed next takes its place.
        let selected = |event: web_sys::FocusEvent| event_target::<HtmlInputElement>(&event).select();
        view! {
            <label for=GOAL>"of"</label>
            <input
                id=GOAL
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-invalid=Signal::derive(move || is_wrong().to_string())
                prop:value=gutter.goal
                on:focus=selected
                on:input=erased::entry(typed)
            />
        }
    });
    let curve = is_goal.then(|| {
        view! {
            <button type="button" class="link" on:click=erased::press(draw)>
                "How much does it matter?"
            </button>
        }
    });
    view! {
        <div class="gutters" on:keydown=erased::key(move |event| {
            if event.key() == "Escape" {
                close(&event);
            }
        })>
            {measures} {goal} <span>{Signal::derive(unit)}</span> {curve}
            {is_goal.then(|| view! { <small>"Beside each field: the value that is enough, if it alone changes; where none is, what it gives at best."</small> })}
            <button type="button" class="quiet" on:click=erased::press(move |event| close(&event))>
                "Close"
            </button>
        </div>
    }
    .into_any()
}

/// The paths and values of what one step can change.
pub(super) fn around(page: Page, scenario: &str) -> Vec<String> {
    let now = page.here();
    let study = Study::parse(now.rules, &with(scenario, "~"));
    let places = study.into_iter().flat_map(|study| study.axes).flat_map(|axis| axis.places);
    let path = |place: Place| place.label().split_once('=').map(|(path, _)| path.to_owned());
    let mut paths: Vec<String> = places.filter_map(path).collect();
    paths.dedup();
    paths
}

/// What one step of each field does; of several steps what the first does that does anything.
fn steps(run: &Run) -> Vec<(String, Hint)> {
    let Some(study) = run.study.as_deref() else { return Vec::new() };
    let (column, Some(measure)) = words::column(study) else { return Vec::new() };
    let value = |row: &Row<f64>| row.values.get(column).copied().flatten();
    let here = run.rows.first().and_then(value);
    let is_more = study.more_is_better(&measure);
    let named = words::named(run, study);
    let mut all: Vec<(String, Hint)> = Vec::new();
    for row in &run.rows {
        let label = study.places(row.cell).first().map(|place| place.label()).unwrap_or_default();
        let Some((path, said)) = label.split_once('=') else { continue };
        let Some(at) = LabelledField::of(run.now.form(), path) else { continue };
        let Some((then, here)) = value(row).zip(here) else { continue };
        let more = if measure.is_chance() { (then - here) * 100.0 } else { then - here };
        let kind = match is_same(then, here) {
            true => "same",
            false if (then > here) == is_more => "better",
            false => "worse",
        };
        let gain = if kind == "same" { "=".to_owned() } else { format::difference(more) };
        let whole = format!("{}: {}, {gain}", named.cell(row.cell), words::value(&measure, then));
        let says = (step(&at, run.now.complete.at(path), said), gain);
        let press = if at.is_ranged() {
            let measure = encode(&measure.to_string());
            Press::Draws(format!("{}&show={measure}", fields::ranging(&run.now, &at, Wide::Drawn)))
        } else {
            Press::Nothing
        };
        match all.last_mut().filter(|(known, _)| known == path) {
            Some((_, hint)) => {
                let whole = format!("{}; {whole}", hint.whole);
                if hint.kind == "same" && kind != "same" {
                    *hint = Hint { says, whole, kind, press, is_old: false };
                } else {
                    hint.whole = whole;
                }
            }
            None => all.push((path.to_owned(), Hint { says, whole, kind, press, is_old: false })),
        }
    }
    all
}

/// A step: by how much, or to what.
fn step(at: &LabelledField, here: Option<&Json>, there: &str) -> String {
    let number = |text: &str| format::read(text);
    match (at.shape.inner(), here) {
        (Shape::Int { .. } | Shape::Num { .. }, Some(Json::Number(here))) => {
            let by = number(there).zip(number(here)).map_or(0.0, |(there, here)| there - here);
            format!("{}{}", if by < 0.0 { '\u{2212}' } else { '+' }, format::number(by.abs()))
        }
        _ => stepped(at.shape, here, there),
    }
}
