//! The shared cases, answered where the page runs, in the dialog about the odds. They are fetched on request
//! and not cached for offline visits: they are a quarter of all bytes.

use crate::model::presets;
use crate::platform::erased;
use crate::platform::scripts;
use crate::store::{Stores, use_stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use tohit_report::cases;
use tohit_resolver::{Json, Ruleset, ruleset};

/// Maximum of failing cases that are listed.
const MOST_SHOWN: usize = 20;

type Case = (&'static Ruleset, Json);

/// All cases, with their rulesets.
async fn fetched() -> Option<Vec<Case>> {
    let text = scripts::fetched("cases", "").await?;
    let Json::Object(all) = Json::parse_up_to(&text, usize::MAX).ok()? else { return None };
    let mut cases = Vec::new();
    for (id, ours) in all {
        let (rules, Json::List(ours)) = (ruleset(&id)?, ours) else { return None };
        // Only opened games are loaded.
        presets::fetch(rules).await.ok()?;
        cases.extend(ours.into_iter().map(|case| (rules, case)));
    }
    Some(cases).filter(|cases| !cases.is_empty())
}

/// State of a check.
#[derive(Clone, Copy)]
struct Check {
    stores: Stores,
    is_running: RwSignal<bool>,
    /// Number of presses: replies to an earlier one are dropped.
    pressed: StoredValue<u32>,
    done: RwSignal<usize>,
    all: RwSignal<usize>,
    /// Failures, each with its case.
    wrong: RwSignal<Vec<String>>,
    /// Summary line.
    verdict: RwSignal<String>,
}

impl Check {
    fn press(self) {
        let pressed = self.pressed.get_value().wrapping_add(1);
        self.pressed.set_value(pressed);
        if self.is_running.get_untracked() {
            return self.end(format!("Stopped after {}.", self.done.get_untracked()));
        }
        self.is_running.set(true);
        self.done.set(0);
        self.all.set(0);
        self.wrong.set(Vec::new());
        self.verdict.set(String::new());
        spawn_local(async move {
            let cases = fetched().await;
            if self.pressed.get_value() != pressed {
                return;
            }
            let Some(cases) = cases else {
                return self.end("They could not be fetched whole: all else is kept for visits without a network, but not these.".to_owned());
            };
            self.all.set(cases.len());
            self.step(pressed, Rc::new(cases));
        });
    }

    fn end(self, verdict: String) {
        self.is_running.set(false);
        self.verdict.set(verdict);
    }

    /// Requests the cases one by one, so that other requests come in between.
    fn step(self, pressed: u32, cases: Rc<Vec<Case>>) {
        let done = self.done.get_untracked();
        let Some((rules, case)) = cases.get(done) else {
            let wrong = self.wrong.with_untracked(Vec::len);
            return self.end(format!("{} of {done} exact.", done - wrong));
        };
        let name = format!("{}: {}", rules.about().name, cases::name(case));
        let all = cases.clone();
        worker::ask(self.stores.scenario.now, rules, Kind::Check, case.clone(), move |reply| {
            if self.pressed.get_value() != pressed {
                return;
            }
            let wrong = match reply {
                Reply::Checked(wrong) => wrong.join("; "),
                Reply::Wrong(wrong) => wrong.says,
                _ => "nothing is answered".to_owned(),
            };
            if !wrong.is_empty() {
                self.wrong.update(|all| all.push(format!("{name}: {wrong}")));
            }
            self.done.set(done + 1);
            self.step(pressed, all);
        });
    }
}

#[component]
pub(crate) fn SelfCheck() -> impl IntoView {
    let stores = use_stores();
    let check = Check {
        stores,
        is_running: RwSignal::new(false),
        pressed: StoredValue::new(0),
        done: RwSignal::new(0),
        all: RwSignal::new(0),
        wrong: RwSignal::default(),
        verdict: RwSignal::default(),
    };
    let says = move || if check.is_running.get() { "Stop" } else { "Check it here" };
    let far = move || (check.done.get(), check.all.get());
    let progress = move || {
        check.is_running.get().then(|| {
            view! {
                <progress
                    aria-label="Worked out"
                    max=Signal::derive(move || far().1.max(1).to_string())
                    value=Signal::derive(move || far().0.to_string())
                ></progress>
                {Signal::derive(move || format!(" {} of {}", far().0, far().1))}
            }
        })
    };
    let wrong = move || {
        check.wrong.with(|wrong| {
            let more = wrong.len().saturating_sub(MOST_SHOWN);
            let more = (more > 0).then(|| format!("and {more} more"));
            let shown = wrong.iter().take(MOST_SHOWN).cloned().chain(more);
            (!wrong.is_empty())
                .then(|| view! { <ul>{shown.map(|case| view! { <li>{case}</li> }).collect_view()}</ul> })
        })
    };
    view! {
        <h3>"Are they right here, too?"</h3>
        <p>
            "Some hundred scenarios of all games were worked out apart from this program, as fractions. Here it answers them in your browser, and compares."
        </p>
        <p>
            <button type="button" id="self-check" on:click=erased::press(move |_| check.press())>
                {Signal::derive(says)}
            </button>
            " "
            {erased::live(progress)}
            <strong role="status">{check.verdict}</strong>
        </p>
        {erased::live(wrong)}
    }
}
