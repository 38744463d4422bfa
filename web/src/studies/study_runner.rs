//! A study, computed slice by slice in the worker, and its result.

use crate::actions::study_link;
use crate::model::scenario::Now;
use crate::model::study_cells::{self as work, StudyEnd};
use crate::platform::browser::Later;
use crate::platform::panels::Panels;
use crate::platform::requests::{Request, Requests};
use crate::store::{Stores, StudyRun};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::study::{Study, StudyRow};
use tohit_resolver::{Json, Problem, to_link};

/// Milliseconds without input before a study.
pub(super) const PAUSE: u64 = 350;

/// Places that run studies: each runs one at a time, independent of the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// Below the answer, or in an article in its stead.
    Panel,
    /// Beside the fields.
    Fields,
    /// In the panel of luck.
    Log,
    /// At the field that has the focus.
    Sketch,
}

/// A running study.
struct Job {
    request: Request,
    study: Arc<Study<'static>>,
    now: Arc<Now>,
    question: Json,
    rows: Vec<StudyRow<f64>>,
    /// The number of rows that are shown already.
    shown: usize,
}

/// The study and its result.
#[derive(Clone, Copy)]
pub(super) struct StudyRunner {
    pub(super) stores: Stores,
    room: Room,
    pub(super) run: RwSignal<Option<Arc<StudyRun>>>,
    /// Known cells of the running study, and all its cells.
    pub(super) progress: RwSignal<Option<(usize, usize)>>,
    /// Studies: replies to earlier ones are ignored.
    requests: Requests,
    is_stopped: StoredValue<bool>,
    later: Later,
}

impl StudyRunner {
    pub(super) fn new(stores: Stores, room: Room) -> Self {
        let later = Later::new();
        Self {
            stores,
            room,
            run: RwSignal::new(None),
            progress: RwSignal::new(None),
            requests: Requests::new(),
            is_stopped: StoredValue::new(false),
            later,
        }
    }

    /// A runner that stops once its panel is closed.
    pub(super) fn folded(stores: Stores, room: Room, is_open: RwSignal<bool>) -> Self {
        let this = Self::new(stores, room);
        Effect::new(move |_| {
            if !is_open.get() {
                this.forget();
            }
        });
        this
    }

    /// Element id of the sentence: it takes the focus of a pressed button that goes.
    pub(super) fn finding_id(self) -> &'static str {
        match self.room {
            Room::Log => "log-finding",
            _ => "studies-finding",
        }
    }

    /// Runs the link's study, again after each change of link or scenario.
    pub(super) fn follow(self, link: impl Fn() -> Result<String, String> + Send + Sync + 'static) {
        // A link over presets is the same for each present one; the base of the comparison is not.
        let link = Memo::new(move |_| {
            let link = link();
            (link, self.stores.scenario.now.with(|now| to_link(now.rules, &now.asked.document)))
        });
        // The first study starts at once, later ones after a pause.
        Effect::new(move |before: Option<()>| {
            let (link, _) = link.get();
            let pause = if before.is_some() && self.run.with_untracked(Option::is_some) { PAUSE } else { 0 };
            self.soon(pause, move || self.ask(link.clone()));
        });
    }

    /// Runs `what` after a pause in milliseconds, in place of a pending call.
    pub(super) fn soon(self, pause: u64, what: impl FnOnce() + 'static) {
        self.later.run(pause, what);
    }

    /// Ends the running study with the cells that are known by then, and drops a pending one.
    pub(super) fn stop(self) {
        self.later.forget();
        self.is_stopped.set_value(true);
    }

    /// Drops the running study.
    pub(super) fn forget(self) {
        self.later.forget();
        self.requests.begin();
        self.progress.set(None);
    }

    /// Runs a study, or shows its error.
    pub(super) fn ask(self, link: Result<String, String>) {
        self.forget();
        let now = self.stores.scenario.here();
        let study = link.and_then(|link| {
            let link = study_link::in_fight(self.stores, link);
            Study::parse(now.rules, &link).map_err(|problems| problem_text(&problems))
        });
        match study {
            Ok(study) => {
                self.is_stopped.set_value(false);
                self.progress.set(Some((0, study.cells())));
                self.clear_other(&study);
                let question = work::question(&study.to_link(), &now.asked.document);
                let request = self.requests.begin();
                self.step(Job { request, study: Arc::new(study), now, question, rows: Vec::new(), shown: 0 });
            }
            Err(wrong) => self.show(now, None, Vec::new(), None, wrong),
        }
    }

    /// Clears the result of another question. The same question about another scenario keeps it, marked as
    /// old, until the new one is here.
    fn clear_other(self, study: &Study<'_>) {
        let asks = |study: &Study<'_>| {
            let axes: Vec<String> = study.axes.iter().map(|axis| axis.name.clone()).collect();
            (axes, study.order.is_some())
        };
        let is_other = self.run.with_untracked(|run| {
            let before = run.as_ref().and_then(|run| run.study.as_ref());
            before.is_some_and(|before| asks(before) != asks(study))
        });
        if is_other && self.room != Room::Fields {
            self.run.set(None);
        }
    }

    /// Asks for the next slice.
    fn step(self, job: Job) {
        let kind = Kind::Study { from: job.rows.len(), desk: self.room as usize };
        let (rules, question) = (job.now.rules, job.question.clone());
        worker::ask(self.stores.scenario.now, rules, kind, question, move |reply| self.receive(job, reply));
    }

    fn receive(self, mut job: Job, reply: Reply) {
        // The caller may be gone by now.
        if !job.request.is_latest() {
            return;
        }
        match reply {
            Reply::Study(slice) => {
                job.rows.truncate(slice.from);
                for cell in slice.rows {
                    let message = cell.refused;
                    let refused = (!message.is_empty()).then(|| Problem { path: String::new(), message });
                    let row = StudyRow {
                        cell: job.rows.len(),
                        values: cell.values,
                        refused: refused.into_iter().collect(),
                    };
                    job.rows.push(row);
                }
                if slice.end.is_none() && !self.is_stopped.get_value() {
                    self.progress.set(Some((job.rows.len(), job.study.cells())));
                    self.show_partial(&mut job);
                    return self.step(job);
                }
                let rows = changeable_first(&job.now, &job.study, job.study.sorted(job.rows));
                self.show(job.now, Some(job.study), rows, slice.end, String::new());
            }
            Reply::Wrong(wrong) => self.show(job.now, Some(job.study), Vec::new(), None, wrong.says),
            _ => {}
        }
    }

    /// Shows the rows of a slow ranking as they come, where no complete result is shown.
    fn show_partial(self, job: &mut Job) {
        /// Least number of new rows to draw.
        const NEW: usize = 8;
        let is_first = self.run.with_untracked(|run| run.as_ref().is_none_or(|run| run.is_partial));
        if job.study.order.is_none() || !is_first || job.rows.len() < job.shown + NEW {
            return;
        }
        job.shown = job.rows.len();
        let rows = changeable_first(&job.now, &job.study, job.study.sorted(job.rows.clone()));
        let (study, now) = (Some(job.study.clone()), job.now.clone());
        self.run.set(Some(Arc::new(StudyRun {
            study,
            now,
            rows,
            end: None,
            wrong: String::new(),
            is_partial: true,
        })));
    }

    fn show(
        self,
        now: Arc<Now>,
        study: Option<Arc<Study<'static>>>,
        rows: Vec<StudyRow<f64>>,
        end: Option<StudyEnd>,
        wrong: String,
    ) {
        self.progress.set(None);
        self.run.set(Some(Arc::new(StudyRun { study, now, rows, end, wrong, is_partial: false })));
    }

    /// True where there are sheets that can take any scenario.
    pub(super) fn takes(self) -> bool {
        self.stores.scenario.panels.has(Panels::SHEETS) && !self.stores.scenario.shows_few()
    }

    /// Puts the scenario of a cell into the sheets.
    pub(super) fn take(self, cell: usize) {
        let study = self.run.with_untracked(|run| run.as_ref().and_then(|run| run.study.clone()));
        if let Some(study) = study.filter(|_| self.takes()) {
            self.stores.edit(|document, _| *document = study.document(cell));
        }
    }

    /// Maps the run, if there is one.
    pub(super) fn with<T: Default>(self, say: impl FnOnce(&StudyRun) -> T) -> T {
        self.run.with(|run| run.as_deref().map(say).unwrap_or_default())
    }
}

/// The rows of steps in their order, those of fields that are fixed in play last.
fn changeable_first(now: &Now, study: &Study<'_>, rows: Vec<StudyRow<f64>>) -> Vec<StudyRow<f64>> {
    if !study.axes.iter().any(|axis| axis.name.starts_with('~')) {
        return rows;
    }
    let is_fixed = |row: &StudyRow<f64>| {
        let labels = study.places(row.cell).into_iter().map(|place| place.label());
        let mut paths = labels.filter_map(|label| label.split_once('=').map(|(path, _)| path.to_owned()));
        paths.any(|path| now.form().is_fixed(&path))
    };
    let (fixed, mut first): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_fixed);
    first.extend(fixed);
    first
}

/// The error of a study, in the page's words where users meet it.
fn problem_text(problems: &[Problem]) -> String {
    match problems {
        [problem] if problem.path == "switches" => "This mode has no rules that are in question.".to_owned(),
        problems => tohit_report::format::sentence(&tohit_resolver::problem_text(problems)),
    }
}
