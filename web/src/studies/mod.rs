//! What if: questions about many scenarios at once, asked below the answer and answered by the resolver's studies in the worker, slice by slice.

mod controls;
mod copies;
mod curve;
mod fields;
mod question;
mod ranking;
mod result;
mod told;
mod words;
pub(crate) mod work;

use crate::answers;
use crate::browser::Later;
use crate::erased;
use crate::presets::library;
use crate::state::{Now, Page, whole};
use crate::worker::{self, Kind, Reply};
use fields::At;
use leptos::html::Details;
use leptos::prelude::*;
use question::Choices;
use std::sync::Arc;
use tohit_resolver::study::{Row, Study};
use tohit_resolver::{Json, Problem, to_link};
use work::End;

/// Who types or steps through a field is let finish.
const PAUSE: u64 = 350;

/// A study and what came of it.
struct Run {
    study: Option<Arc<Study<'static>>>,
    now: Arc<Now>,
    /// The fields that counted.
    fields: Vec<At>,
    /// Sorted, where the study asks for that.
    rows: Vec<Row<f64>>,
    /// What is read of all the rows; none where it was stopped before the last.
    end: Option<End>,
    /// Why there is nothing.
    wrong: String,
}

/// A study on the way.
struct Job {
    number: u32,
    study: Arc<Study<'static>>,
    now: Arc<Now>,
    question: Json,
    rows: Vec<Row<f64>>,
}

/// What is asked and answered.
#[derive(Clone, Copy)]
struct Desk {
    choices: Choices,
    run: RwSignal<Option<Arc<Run>>>,
    /// How many cells of how many are known of what is being asked.
    progress: RwSignal<Option<(usize, usize)>>,
    /// Counts the questions: what was asked before the last is not waited for.
    number: StoredValue<u32>,
    is_stopped: StoredValue<bool>,
    later: Later,
}

/// Folded away until it is asked for, or a link asks.
#[component]
pub(crate) fn Studies(page: Page) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let desk = Desk {
        choices: Choices::new(page),
        run: RwSignal::new(None),
        progress: RwSignal::new(None),
        number: StoredValue::new(0),
        is_stopped: StoredValue::new(false),
        later: Later::new(),
    };
    let toggle = move |_| {
        let open = details.get_untracked().is_some_and(|details| details.open());
        is_open.set(open);
        if !open {
            desk.forget();
        }
    };
    Effect::new(move |_| {
        page.opened.track();
        let asked = page.study.get();
        let Some(details) = details.get() else { return };
        if asked.is_empty() {
            desk.choices.forget_link();
        } else {
            untrack(|| desk.choices.take(&asked));
            details.set_open(true);
            is_open.set(true);
            request_animation_frame(move || details.scroll_into_view());
        }
    });
    let open = move || is_open.get().then(|| view! { <Asked desk /> });
    // A tool has nothing that could be more or less.
    let has_none = Signal::derive(move || {
        page.summary.with(|summary| summary.hit.is_none() && summary.damage.is_none())
    });
    view! {
        <details class="studies" class:absent=has_none node_ref=details on:toggle=toggle>
            <summary>"What if"</summary>
            {erased::live(open)}
        </details>
    }
}

#[component]
fn Asked(desk: Desk) -> impl IntoView {
    // Of presets the link is the same whichever of them is taken; what they are compared with is not.
    let link = Memo::new(move |_| {
        let link = desk.choices.link().map_err(str::to_owned);
        (link, desk.choices.page.now.with(|now| to_link(now.rules, &now.asked.document)))
    });
    // The first is answered at once, what follows when a person pauses.
    Effect::new(move |before: Option<()>| {
        let (link, _) = link.get();
        let pause = if before.is_some() && desk.run.with_untracked(Option::is_some) { PAUSE } else { 0 };
        desk.later.run(pause, move || desk.ask(link.clone()));
    });
    view! {
        {controls::view(desk)}
        {result::view(desk)}
    }
}

impl Desk {
    /// Gives up what is on the way.
    fn forget(self) {
        self.later.forget();
        self.number.update_value(|number| *number = number.wrapping_add(1));
        self.progress.set(None);
    }

    /// Asks a study, if there is one to ask.
    fn ask(self, link: Result<String, String>) {
        self.forget();
        let now = self.choices.page.here();
        let study = link.and_then(|link| {
            Study::parse(now.rules, library(now.rules), &link).map_err(|problems| told(&problems))
        });
        match study {
            Ok(study) => {
                self.is_stopped.set_value(false);
                self.progress.set(Some((0, study.cells())));
                let here = whole(now.rules, &now.asked.document);
                let question = work::question(&study.to_link(), here);
                let number = self.number.get_value();
                self.step(Job { number, study: Arc::new(study), now, question, rows: Vec::new() });
            }
            Err(wrong) => self.show(now, None, Vec::new(), None, wrong),
        }
    }

    /// Asks for the next slice.
    fn step(self, job: Job) {
        let from = job.rows.len();
        let (asker, rules, question) = (self.choices.page.now, job.now.rules, job.question.clone());
        worker::ask(asker, rules, Kind::Study { from }, &question, move |reply| self.receive(job, reply));
    }

    fn receive(self, mut job: Job, reply: Reply) {
        if self.number.get_value() != job.number {
            return;
        }
        match reply {
            Reply::Study(slice) => {
                job.rows.truncate(slice.from);
                for cell in slice.rows {
                    let message = cell.refused;
                    let refused = (!message.is_empty()).then(|| Problem { path: String::new(), message });
                    let row = Row {
                        cell: job.rows.len(),
                        values: cell.values,
                        refused: refused.into_iter().collect(),
                    };
                    job.rows.push(row);
                }
                if slice.end.is_none() && !self.is_stopped.get_value() {
                    self.progress.set(Some((job.rows.len(), job.study.cells())));
                    return self.step(job);
                }
                let rows = job.study.sorted(job.rows);
                self.show(job.now, Some(job.study), rows, slice.end, String::new());
            }
            Reply::Wrong(problems) => {
                self.show(job.now, Some(job.study), Vec::new(), None, worker::in_a_row(&problems));
            }
            _ => {}
        }
    }

    fn show(
        self,
        now: Arc<Now>,
        study: Option<Arc<Study<'static>>>,
        rows: Vec<Row<f64>>,
        end: Option<End>,
        wrong: String,
    ) {
        self.progress.set(None);
        let fields = fields::all(&now);
        self.run.set(Some(Arc::new(Run { study, now, fields, rows, end, wrong })));
    }

    /// Puts the scenario of a cell into the sheets.
    fn take(self, cell: usize) {
        let study = self.run.with_untracked(|run| run.as_ref().and_then(|run| run.study.clone()));
        if let Some(study) = study {
            self.choices.page.edit(|document, _| *document = study.document(cell));
        }
    }

    /// Says something of what came of it.
    fn with<T: Default>(self, say: impl FnOnce(&Run) -> T) -> T {
        self.run.with(|run| run.as_deref().map(say).unwrap_or_default())
    }
}

/// What is wrong with a study, in the page's words where people meet it.
fn told(problems: &[Problem]) -> String {
    match problems {
        [problem] if problem.path == "switches" => "This mode has no rules that are in question.".to_owned(),
        problems => crate::format::sentence(&answers::told(problems)),
    }
}
