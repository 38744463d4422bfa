//! Explanation of a percentage: each way to it as a product over its steps, with the sentences of the
//! document.

use crate::model::custom_rules;
use crate::model::presets;
use crate::model::scenario::Asked;
use crate::model::why::{StepNote, Way, Whys};
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Exact, Of, Reason, Reasons, ScenarioStore, Stores, Tab};
use crate::worker;
use crate::worker::lazy;
use crate::worker::protocol::{Kind, Reply};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::sentence;

/// Link to the complete rules of a game, on the page alone: an article has no documents beside it.
fn rules_link(scenario: ScenarioStore) -> Option<AnyView> {
    let rules = scenario.here().rules;
    let is_shown = scenario.panels.has(Panels::WHOLE) && rules.listing().is_some();
    let href = format!("docs/rules/{}.html", rules.id());
    is_shown.then(|| view! { " " <a href=href>"All rules of this game"</a> }.into_any())
}

impl Of {
    /// Element id of the explanation.
    fn id(self) -> String {
        match self {
            Self::Outcome(place) => format!("why-{place}"),
            Self::Hit => "why-hit".to_owned(),
        }
    }

    fn bit(self) -> usize {
        match self {
            Self::Outcome(place) => 2 << place,
            Self::Hit => 1,
        }
    }
}

impl Reasons {
    /// All explanations closed. Open ones follow the shown answer.
    pub(crate) fn new(stores: Stores) -> Self {
        let Stores { scenario, answer, tab, .. } = stores;
        let this = Self {
            scenario,
            answer,
            tab,
            open: RwSignal::new(0),
            whys: RwSignal::default(),
            refused: RwSignal::default(),
            version: RwSignal::new(0),
            is_old: RwSignal::new(false),
            asked: StoredValue::new(None),
        };
        Effect::new(move |was_open: Option<bool>| this.follow(was_open.unwrap_or(false)));
        this
    }

    /// Asks if an explanation is open; true in that case.
    fn follow(self, was_open: bool) -> bool {
        if self.open.get() == 0 {
            return false;
        }
        let asked = self.scenario.now.with(|now| now.asked.clone());
        let with_fractions = self.answer.exact.with(|exact| matches!(exact, Exact::Known(_)));
        if self.is_latest(&asked, with_fractions) {
            return true;
        }
        self.asked.set_value(Some((asked.clone(), with_fractions)));
        self.is_old.set(true);
        if !was_open {
            // Hides an outdated explanation.
            self.version.set(0);
        }
        if asked.rules.has_text() {
            self.ask(asked, with_fractions);
        } else {
            spawn_local(async move {
                // Without the text the rows of the rules are left out.
                let _ = presets::fetch_text(asked.rules).await;
                if self.is_latest(&asked, with_fractions) {
                    self.ask(asked, with_fractions);
                }
            });
        }
        true
    }

    fn ask(self, asked: Arc<Asked>, with_fractions: bool) {
        let kind = if with_fractions { Kind::ExactWhy } else { Kind::Why };
        worker::ask(self.scenario.now, asked.rules, kind, asked.document.clone(), move |reply| {
            if self.is_latest(&asked, with_fractions) {
                self.receive(reply);
            }
        });
    }

    fn is_latest(self, asked: &Arc<Asked>, with_fractions: bool) -> bool {
        let is_it = |latest: &Option<(Arc<Asked>, bool)>| {
            latest.as_ref().is_some_and(|(one, exact)| Arc::ptr_eq(one, asked) && *exact == with_fractions)
        };
        self.asked.try_with_value(is_it).unwrap_or(false)
    }

    fn receive(self, reply: Reply) {
        self.is_old.set(false);
        let (whys, refused) = match reply {
            Reply::Why(whys) => (whys, String::new()),
            Reply::Wrong(wrong) => (Whys::default(), wrong.says),
            _ => return,
        };
        self.whys.set(Arc::new(whys));
        self.refused.set(refused);
        self.version.update(|version| *version += 1);
    }

    /// The explanation of one percentage.
    pub(crate) fn of(self, of: Of) -> Reason {
        Reason { all: self, of }
    }

    /// The outcomes whose chances add up to the chance to hit, the likeliest first.
    fn hits(self) -> Vec<usize> {
        let outcomes = self.scenario.now.with(|now| now.about()).outcomes.iter().enumerate();
        self.answer.summary.with(|summary| {
            let chance = |place: usize| summary.outcomes.get(place).copied().flatten().unwrap_or_default();
            let hits = outcomes.filter(|(place, outcome)| outcome.hits && chance(*place) > 0.0);
            let mut hits: Vec<usize> = hits.map(|(place, _)| place).collect();
            hits.sort_by(|one, other| chance(*other).total_cmp(&chance(*one)));
            hits
        })
    }

    /// True where the chance to hit has an explanation.
    pub(crate) fn explains_hit(self) -> bool {
        !self.hits().is_empty()
    }
}

impl Reason {
    fn is_open(self) -> bool {
        self.all.open.get() & self.of.bit() != 0
    }

    /// The button that opens and closes the place.
    pub(crate) fn button(self, label: &'static str) -> AnyView {
        let (open, tab, bit) = (self.all.open, self.all.tab, self.of.bit());
        let press = move |_| {
            tab.set(Tab::Result);
            open.update(|open| *open ^= bit);
        };
        let close = move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                open.update(|open| *open &= !bit);
            }
        };
        view! {
            <button
                type="button"
                class="ask-why"
                aria-label=format!("Why? {label}")
                aria-controls=self.of.id()
                aria-expanded=Signal::derive(move || self.is_open().to_string())
                on:click=erased::press(press)
                on:keydown=erased::key(close)
            >
                "why?"
            </button>
        }
        .into_any()
    }

    /// The place under a percentage.
    pub(crate) fn place(self) -> AnyView {
        let key = Memo::new(move |_| {
            self.is_open().then(|| (self.all.version.get(), self.all.scenario.now.with(|now| now.mode)))
        });
        let is_closed = Signal::derive(move || key.with(Option::is_none));
        view! {
            <div id=self.of.id() class="reasons" class:old=Signal::from(self.all.is_old) class:absent=is_closed>
                {erased::live(move || key.get().map(|_| lazy::requested(move |module| (module.reason)(self))))}
            </div>
        }
        .into_any()
    }

    /// The outcomes that make up the percentage.
    fn outcomes(self) -> Vec<usize> {
        match self.of {
            Of::Outcome(place) => vec![place],
            Of::Hit => self.all.hits(),
        }
    }

    /// The explanation.
    pub(crate) fn view(self) -> AnyView {
        let Reasons { scenario, refused, version, whys, .. } = self.all;
        let refused = refused.get_untracked();
        if !refused.is_empty() {
            return view! { <p>{format!("{}.", format::sentence(&refused))}</p> }.into_any();
        }
        if version.get_untracked() == 0 {
            return view! { <p>"computing …"</p> }.into_any();
        }
        let about = scenario.here().about();
        let source = scenario.now.with_untracked(|now| {
            let game = custom_rules::game(now.rules);
            sentence::source(&game, now.mode, &game.complete(&now.asked.document))
        });
        let whys = whys.get_untracked();
        let mut explained = Vec::new();
        let mut parts: Vec<AnyView> = Vec::new();
        let mut count = 0;
        for place in self.outcomes() {
            let ways = whys.outcomes.get(place).map_or(&[][..], |ways| ways);
            if self.of == Of::Hit
                && let Some(outcome) = about.outcomes.get(place)
            {
                parts.push(view! { <h3>{outcome.label}</h3> }.into_any());
            }
            for (nth, way) in ways.iter().enumerate() {
                if nth > 0 {
                    parts.push(view! { <p class="or">"or"</p> }.into_any());
                }
                parts.push(view_way(way, ways.len() > 1, &whys, &mut explained));
            }
            count += ways.len();
        }
        if count > 1 {
            let (chance, fraction) = self.shown();
            let all = line("", "", chance, fraction, view! { <div>"in all"</div> }.into_any());
            parts.push(view! { <ol class="total">{all}</ol> }.into_any());
        }
        view! {
            {parts}
            <p class="source">"After: " {source} "." {rules_link(scenario)}</p>
        }
        .into_any()
    }

    /// The chance, and its fraction where that is known.
    fn shown(self) -> (f64, String) {
        let chance = self.all.answer.summary.with(|summary| match self.of {
            Of::Outcome(place) => summary.outcomes.get(place).copied().flatten(),
            Of::Hit => summary.hit,
        });
        let fraction = self.all.answer.fraction(|all| match self.of {
            Of::Outcome(place) => all.outcomes.get(place)?.as_ref(),
            Of::Hit => all.hit.as_ref(),
        });
        (chance.unwrap_or_default(), fraction)
    }
}

/// A way: a line for each factor, then their product.
fn view_way(way: &Way, is_one_of_several: bool, whys: &Whys, explained: &mut Vec<i64>) -> AnyView {
    let mut lines = Vec::new();
    for (place, factor) in way.factors.iter().enumerate() {
        // The notes of a step are shown at its first occurrence.
        let is_new = !explained.contains(&factor.step);
        let mut about = Vec::new();
        if is_new {
            explained.push(factor.step);
            about.extend(whys.rolls.iter().filter(|roll| roll.step == factor.step).map(view_note));
        }
        // Beside a percentage a name reads as an event.
        let is_not = matches!(factor.goes.as_str(), "no" | "goes on");
        let says = view! {
            <div>
                {is_not.then_some("not ")}
                <b>{factor.name.clone()}</b>
                {(!is_not).then(|| format!(" {}", factor.goes))}
                {about}
            </div>
        };
        let sign = if place == 0 { "" } else { "×" };
        lines.push(line("", sign, factor.chance, factor.fraction.clone(), says.into_any()));
    }
    let comes_to = match (way.rarer, way.factors.len()) {
        (1, _) => "in one rarer way".to_owned(),
        (rarer @ 2.., _) => format!("in one of {} rarer ways", format::whole(rarer)),
        (_, 0) => "no roll decides it".to_owned(),
        (_, 1) if !is_one_of_several => return view! { <ol class="way">{lines}</ol> }.into_any(),
        _ => String::new(),
    };
    let sign = if way.factors.is_empty() { "" } else { "=" };
    let says = view! { <div>{comes_to}</div> }.into_any();
    lines.push(line("product", sign, way.chance, way.fraction.clone(), says));
    view! { <ol class="way">{lines}</ol> }.into_any()
}

fn line(class: &'static str, sign: &'static str, chance: f64, fraction: String, says: AnyView) -> AnyView {
    view! {
        <li class=class>
            <span class="sign">{sign}</span>
            <span class="chance">{format::percent(chance)}</span>
            <div>
                <span class="fraction">{erased::fraction(&fraction)}</span>
                {says}
            </div>
        </li>
    }
    .into_any()
}

/// The dice, the figures, and the sentence with its section.
fn view_note(note: &StepNote) -> AnyView {
    let name = (!note.name.is_empty()).then(|| view! { <b>{note.name.clone()}</b>" " });
    let between = if note.figures.is_empty() || note.rule.is_empty() { "" } else { "; " };
    let figure = |(place, (name, figure)): (usize, &(String, String))| {
        let before = if place == 0 { "" } else { ", " };
        view! {
            {before}
            {name.clone()}
            "\u{a0}"
            <var>{figure.clone()}</var>
        }
        .into_any()
    };
    view! {
        <div class=if note.name.is_empty() { "step-note" } else { "step-note into" }>
            <p class="figures">
                {name}
                <code>{note.rule.clone()}</code>
                {between}
                {note.figures.iter().enumerate().map(figure).collect_view()}
            </p>
            <p class="says">
                {note.says.clone()}
                " "
                <cite>{(!note.section.is_empty()).then(|| format!("[{}]", note.section))}</cite>
            </p>
        </div>
    }
    .into_any()
}
