//! A second thread for answers that take long: both its ends. Where a browser has none to give, the page computes them itself, after it has painted.

use crate::answers;
use crate::broken;
use crate::own;
use crate::rulebook::{self, Mark};
use crate::scripts;
use crate::state::Now;
use crate::studies::work::{self, Slice};
use crate::summary::{self, Fractions, Summary};
use crate::why::{self, Whys};
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use tohit_resolver::{First, Json, Problem, Ruleset, ruleset};
use tohit_telling::cases;
use tohit_telling::duelled::{self, Duelled};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

/// What is asked for. The first is the most urgent; a later question takes the place of an earlier one of its kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    Floats,
    /// The same for one of the scenarios beside the present one.
    Column(usize),
    /// So many throws from a seed, in place of chances; of whole turns and fights as well, where there are any.
    Tally {
        seed: u64,
        throws: u32,
        turn: bool,
        fight: bool,
    },
    /// Why a strike ends as it does.
    Why,
    Exact,
    /// Why, with fractions.
    ExactWhy,
    /// Who wins; of two scenarios, `mine` and `back`, the one that `First::ALL` has there striking first. In place of chances so many throws from a seed.
    Duel {
        first: usize,
        thrown: Option<(u64, u32)>,
    },
    /// What each line of the rule text comes to.
    Margin,
    /// Some cells of a study, from that one on; each desk of a page asks its own.
    Study {
        from: usize,
        desk: usize,
    },
    /// Whether a shared case comes out.
    Check,
}

impl Kind {
    /// How urgent it is, and of several columns or desks which one.
    fn place(self) -> (u8, usize) {
        match self {
            Self::Floats => (0, 0),
            Self::Column(column) => (1, column),
            Self::Tally { .. } => (2, 0),
            Self::Why => (3, 0),
            Self::Exact => (4, 0),
            Self::ExactWhy => (5, 0),
            Self::Duel { thrown, .. } => (6, usize::from(thrown.is_some())),
            Self::Margin => (7, 0),
            Self::Study { desk, .. } => (8, desk),
            Self::Check => (9, 0),
        }
    }

    fn is_exact(self) -> bool {
        matches!(self, Self::Exact | Self::ExactWhy)
    }
}

/// A question as it goes to the worker.
#[derive(Serialize, Deserialize)]
struct Question {
    ruleset: String,
    document: String,
    kind: Kind,
    /// A ruleset of the program that the worker has not met: its name and its files.
    files: Option<(String, String)>,
    /// Rules of somebody's own that it has not met: what they began as, and their text.
    rules: Option<(String, String)>,
}

/// What came of it.
#[derive(Serialize, Deserialize)]
pub(crate) enum Reply {
    Floats(Box<Summary>),
    Exact(Fractions),
    Why(Whys),
    Duel(Duelled),
    Margin(Vec<Mark>),
    Study(Slice),
    /// In what the case does not come out.
    Checked(Vec<String>),
    Wrong(Wrong),
}

/// What is wrong, in one line, and where.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) says: String,
    pub(crate) paths: Vec<String>,
}

impl Wrong {
    fn of(problems: Vec<Problem>) -> Self {
        let says = answers::told(&problems);
        Self { says, paths: problems.into_iter().map(|problem| problem.path).collect() }
    }
}

/// What is done with the reply.
type Done = Box<dyn FnOnce(Reply)>;

/// Who asks: in an article there may be several calculators, each with a scenario of its own.
type Asker = RwSignal<Arc<Now>>;

struct Job {
    asker: Asker,
    rules: &'static Ruleset,
    kind: Kind,
    document: Json,
    done: Done,
}

/// The page's end.
#[derive(Default)]
struct Desk {
    /// Where the program starts in a worker.
    address: String,
    worker: Option<Worker>,
    is_ready: bool,
    /// The rulesets that it was told.
    met: Vec<&'static str>,
    /// One never began, and its script was fetched anew.
    is_mended: bool,
    /// No worker could be had.
    is_alone: bool,
    running: Option<Job>,
    /// At most one of each kind and asker: the latest.
    waiting: Vec<Job>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Answers a document.
pub(crate) fn answer(rules: &'static Ruleset, kind: Kind, document: &Json) -> Reply {
    let floats = |summary| Reply::Floats(Box::new(summary));
    let game = own::game(rules);
    let reply = match kind {
        Kind::Floats | Kind::Column(_) => summary::resolve(&game, document).map(floats),
        Kind::Tally { seed, throws, turn, fight } => {
            summary::tally(&game, document, (seed, throws), (turn, fight)).map(floats)
        }
        Kind::Exact => summary::resolve_exact(&game, document).map(Reply::Exact),
        Kind::Why => why::explain(rules, document, false).map(Reply::Why),
        Kind::ExactWhy => why::explain(rules, document, true).map(Reply::Why),
        Kind::Duel { first, thrown } => {
            let first = First::ALL.get(first).map(|(_, first)| *first).unwrap_or_default();
            let sides = ["mine", "back"].map(|side| document.get(side).unwrap_or(&Json::Null));
            let duel = match thrown {
                Some(thrown) => duelled::tally_duels(&game, sides, first, thrown),
                None => duelled::duel(&game, sides, first),
            };
            duel.map(Reply::Duel)
        }
        Kind::Margin => rulebook::marks(rules, document).map(Reply::Margin),
        Kind::Study { from, .. } => work::slice(rules, document, from).map(Reply::Study),
        Kind::Check => Ok(Reply::Checked(cases::wrong(rules, game.presets, document))),
    };
    reply.unwrap_or_else(|problems| Reply::Wrong(Wrong::of(problems)))
}

/// Asks for an answer. An older question of the kind that nobody has begun with is forgotten.
pub(crate) fn ask(
    asker: Asker,
    rules: &'static Ruleset,
    kind: Kind,
    document: Json,
    done: impl FnOnce(Reply) + 'static,
) {
    let job = Job { asker, rules, kind, document, done: Box::new(done) };
    DESK.with_borrow_mut(|desk| {
        desk.waiting.retain(|job| job.asker != asker || job.kind.place() != kind.place());
        desk.waiting.push(job);
    });
    proceed();
}

/// Forgets what was asked for in fractions: it may take long, and nobody waits for it any more.
pub(crate) fn forget_exact(asker: Asker) {
    forget(asker, Kind::is_exact);
}

/// Forgets all that was asked for: who asked is no more.
pub(crate) fn forget_all(asker: Asker) {
    forget(asker, |_| true);
}

fn forget(asker: Asker, which: fn(Kind) -> bool) {
    let is_forgotten = |who: Asker, kind: Kind| who == asker && which(kind);
    let is_free = DESK.with_borrow_mut(|desk| {
        desk.waiting.retain(|job| !is_forgotten(job.asker, job.kind));
        let is_running = desk.running.as_ref().is_some_and(|job| is_forgotten(job.asker, job.kind));
        if is_running {
            desk.dismiss();
        }
        is_running
    });
    if is_free {
        proceed();
    }
}

impl Desk {
    /// Ends the worker and what it is at.
    fn dismiss(&mut self) -> Option<Job> {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.is_ready = false;
        self.met.clear();
        self.running.take()
    }

    /// Takes the most urgent of what waits.
    fn next(&mut self) -> Option<Job> {
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, job)| job.kind.place())?;
        Some(self.waiting.swap_remove(place))
    }

    /// What is asked, with what the worker must know for it.
    fn question(&mut self, job: &Job) -> Question {
        let id = job.rules.id();
        let own = own::of(job.rules);
        let base = own.as_ref().map_or(Some(job.rules), |own| ruleset(own.base));
        let files = base.filter(|base| !self.met.contains(&base.id()));
        let rules = own.filter(|_| !self.met.contains(&id));
        self.met.extend([id].into_iter().chain(files.map(Ruleset::id)));
        Question {
            ruleset: id.to_owned(),
            document: job.document.to_string(),
            kind: job.kind,
            files: files.map(|base| (base.id().to_owned(), base.packed())),
            rules: rules.map(|own| (own.base.to_owned(), own.text.clone())),
        }
    }

    fn hire(&mut self) {
        self.worker = start(&self.address);
        self.is_alone = self.worker.is_none();
    }
}

/// Begins with what waits, if nothing runs.
fn proceed() {
    let alone = DESK.with_borrow_mut(|desk| {
        if desk.running.is_some() || desk.waiting.is_empty() {
            return false;
        }
        if desk.worker.is_none() && !desk.is_alone {
            desk.hire();
        }
        let Some(worker) = desk.worker.clone().filter(|_| desk.is_ready) else { return desk.is_alone };
        let Some(job) = desk.next() else { return false };
        let question = desk.question(&job);
        if packed(&question).is_some_and(|question| worker.post_message(&question).is_ok()) {
            desk.running = Some(job);
        }
        false
    });
    if alone {
        set_timeout(work_alone, Duration::ZERO);
    }
}

/// A message, as bytes.
fn packed(message: &impl Serialize) -> Option<Uint8Array> {
    postcard::to_allocvec(message).ok().map(|bytes| Uint8Array::from(bytes.as_slice()))
}

fn bytes(message: &JsValue) -> Vec<u8> {
    Uint8Array::new(message).to_vec()
}

fn work_alone() {
    if let Some(job) = DESK.with_borrow_mut(Desk::next) {
        (job.done)(answer(job.rules, job.kind, &job.document));
        proceed();
    }
}

/// Learns where the program starts in a worker.
#[wasm_bindgen]
pub fn starts_at(address: String) {
    DESK.with_borrow_mut(|desk| desk.address = address);
}

fn start(address: &str) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(address, &options).ok()?;
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| heard(event.data()));
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut()>::new(failed);
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    worker.post_message(&wasm_bindgen::module()).ok()?;
    Some(worker)
}

/// The worker's first message says that it is ready; each further one is a reply.
fn heard(data: JsValue) {
    let running = DESK.with_borrow_mut(|desk| {
        desk.is_ready = true;
        desk.running.take()
    });
    if let (Some(job), Ok(reply)) = (running, postcard::from_bytes(&bytes(&data))) {
        (job.done)(reply);
    }
    proceed();
}

/// The program broke off there, or never began. Where it did answer before, the next question has a new worker.
fn failed() {
    let is_cut = DESK.with_borrow_mut(|desk| {
        let is_first = !desk.is_ready && !desk.is_mended;
        desk.is_mended |= is_first;
        is_first
    });
    if is_cut {
        // Its script may have been cut off on its way, and lie so in the browser's cache.
        return spawn_local(async {
            scripts::done("worker").await;
            let _ = DESK.with_borrow_mut(Desk::dismiss);
            proceed();
        });
    }
    let broke = DESK.with_borrow_mut(|desk| {
        desk.is_alone = !desk.is_ready;
        desk.dismiss()
    });
    if let Some(job) = broke {
        // A script tells it, for the program may be what broke.
        let _ = scripts::call("broke", &broken::link(job.rules, job.kind, &job.document));
        (job.done)(Reply::Wrong(Wrong { says: broken::SAYS.to_owned(), paths: Vec::new() }));
    }
    proceed();
}

/// The worker's end, if this is one.
pub fn serve() {
    let Ok(here) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let asked = Closure::<dyn FnMut(MessageEvent)>::new({
        let here = here.clone();
        move |event: MessageEvent| {
            let reply = replied(&event.data()).unwrap_or_else(|| Reply::Wrong(Wrong::default()));
            if let Some(reply) = packed(&reply) {
                let _ = here.post_message(&reply);
            }
        }
    });
    here.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    let _ = here.post_message(&JsValue::NULL);
}

fn replied(data: &JsValue) -> Option<Reply> {
    let question: Question = postcard::from_bytes(&bytes(data)).ok()?;
    let document = Json::parse(&question.document).ok()?;
    if let Some((name, files)) = question.files {
        ruleset(&name)?.bring(files);
    }
    if let Some((base, text)) = question.rules {
        own::read(&text, ruleset(&base)).ok()?;
    }
    Some(answer(ruleset(&question.ruleset)?, question.kind, &document))
}
