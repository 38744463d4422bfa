//! A second thread for answers that take long: both its ends. Where a browser has none to give, the page computes them itself, after it has painted.

use crate::signals::{GetUntracked, RwSignal, set_timeout};
use crate::state::Now;
use crate::summary::{self, Fractions, Summary};
use crate::tape::{Tape, Taped};
use crate::why::{self, Whys};
use std::cell::RefCell;
use std::sync::Arc;
use tohit_resolver::{Json, Problem, Ruleset};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Floats,
    /// The same for one of the scenarios beside the present one.
    Column(usize),
    /// So many throws from a seed, in place of chances; of whole turns as well, where there are any.
    Tally {
        seed: u64,
        throws: u32,
        turn: bool,
    },
    /// Why a strike ends as it does.
    Why,
    Exact,
    /// Why, with fractions.
    ExactWhy,
}

impl Kind {
    /// Where it waits: a later question takes the place of an earlier one there. The first is the most urgent.
    fn slot(self) -> usize {
        match self {
            Self::Floats => 0,
            Self::Column(column) => 1 + column,
            Self::Tally { .. } => 100,
            Self::Why => WHY,
            Self::Exact => EXACT,
            Self::ExactWhy => EXACT_WHY,
        }
    }

    /// Reads a question: its kind, the document, and which dice.
    fn read(question: &js_sys::Array) -> Self {
        let text = |place| question.get(place).as_string().and_then(|text| text.parse::<u64>().ok());
        match (question.get(0).as_f64(), text(2), text(3).and_then(|throws| u32::try_from(throws).ok())) {
            (_, Some(seed), Some(throws)) => Self::Tally { seed, throws, turn: text(4) == Some(1) },
            (Some(slot), ..) => match slot as usize {
                WHY => Self::Why,
                EXACT => Self::Exact,
                EXACT_WHY => Self::ExactWhy,
                _ => Self::Floats,
            },
            _ => Self::Floats,
        }
    }

    fn question(self, document: &str) -> js_sys::Array {
        let question = js_sys::Array::of2(&(self.slot() as f64).into(), &document.into());
        if let Self::Tally { seed, throws, turn } = self {
            for number in [seed, throws.into(), turn.into()] {
                question.push(&number.to_string().into());
            }
        }
        question
    }
}

const WHY: usize = 150;
/// From here on it may take long.
const EXACT: usize = 200;
const EXACT_WHY: usize = 201;

/// What came of it.
pub(crate) enum Reply {
    Floats(Summary),
    Exact(Fractions),
    Why(Whys),
    Wrong(Vec<Problem>),
}

/// What is done with the reply.
type Done = Box<dyn FnOnce(Reply)>;

/// Who asks: in an article there may be several calculators, each with a scenario of its own.
type Asker = RwSignal<Arc<Now>>;

struct Job {
    asker: Asker,
    kind: Kind,
    document: String,
    done: Done,
}

/// The page's end.
#[derive(Default)]
struct Desk {
    /// Where the program starts in a worker.
    address: String,
    worker: Option<Worker>,
    is_ready: bool,
    /// No worker could be had.
    is_alone: bool,
    /// Who asked, the slot of the question, and what is done with the reply.
    running: Option<(Asker, usize, Done)>,
    /// At most one of each slot and asker: the latest.
    waiting: Vec<Job>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// The separator of texts in a message: no text has it.
const BETWEEN: char = '\u{1f}';

/// Answers a document.
pub(crate) fn answer(rules: &'static dyn Ruleset, kind: Kind, document: &Json) -> Reply {
    let reply = match kind {
        Kind::Floats | Kind::Column(_) => summary::resolve(rules, document).map(Reply::Floats),
        Kind::Tally { seed, throws, turn } => {
            summary::tally(rules, document, (seed, throws), turn).map(Reply::Floats)
        }
        Kind::Exact => summary::resolve_exact(rules, document).map(Reply::Exact),
        Kind::Why => why::explain(rules, document, false).map(Reply::Why),
        Kind::ExactWhy => why::explain(rules, document, true).map(Reply::Why),
    };
    reply.unwrap_or_else(Reply::Wrong)
}

/// Asks for an answer. An older question of the kind that nobody has begun with is forgotten.
pub(crate) fn ask(asker: Asker, kind: Kind, document: &Json, done: impl FnOnce(Reply) + 'static) {
    let job = Job { asker, kind, document: document.to_string(), done: Box::new(done) };
    DESK.with_borrow_mut(|desk| {
        desk.waiting.retain(|job| job.asker != asker || job.kind.slot() != kind.slot());
        desk.waiting.push(job);
    });
    proceed();
}

/// Forgets what was asked for in fractions: it may take long, and nobody waits for it any more.
pub(crate) fn forget_exact(asker: Asker) {
    forget(asker, EXACT);
}

/// Forgets all that was asked for: who asked is no more.
pub(crate) fn forget_all(asker: Asker) {
    forget(asker, 0);
}

fn forget(asker: Asker, from: usize) {
    let is_forgotten = |who: Asker, slot: usize| who == asker && slot >= from;
    let is_free = DESK.with_borrow_mut(|desk| {
        desk.waiting.retain(|job| !is_forgotten(job.asker, job.kind.slot()));
        let is_forgotten = desk.running.as_ref().is_some_and(|(who, slot, _)| is_forgotten(*who, *slot));
        if is_forgotten {
            desk.dismiss();
        }
        is_forgotten
    });
    if is_free {
        proceed();
    }
}

impl Desk {
    /// Ends the worker and what it is at.
    fn dismiss(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.running = None;
        self.is_ready = false;
    }

    /// Takes the most urgent of what waits.
    fn next(&mut self) -> Option<Job> {
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, job)| job.kind.slot())?;
        Some(self.waiting.swap_remove(place))
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
        if let Some(job) = desk.next()
            && worker.post_message(&job.kind.question(&job.document)).is_ok()
        {
            desk.running = Some((job.asker, job.kind.slot(), job.done));
        }
        false
    });
    if alone {
        set_timeout(work_alone, 0);
    }
}

fn work_alone() {
    if let Some(job) = DESK.with_borrow_mut(Desk::next) {
        (job.done)(answer(
            job.asker.get_untracked().rules,
            job.kind,
            &Json::parse(&job.document).unwrap_or(Json::Null),
        ));
        proceed();
    }
}

/// Learns where the page's own program starts in a worker; boot.js knows how.
pub(crate) fn starts_at(address: String) {
    DESK.with_borrow_mut(|desk| desk.address = address);
}

fn start(address: &str) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(address, &options).ok()?;
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| heard(&event.data()));
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut()>::new(failed);
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    worker.post_message(&wasm_bindgen::module()).ok()?;
    Some(worker)
}

/// The worker's first message says that it is ready; each further one is a reply.
fn heard(data: &JsValue) {
    let running = DESK.with_borrow_mut(|desk| {
        desk.is_ready = true;
        desk.running.take()
    });
    if let (Some((.., done)), Some(reply)) = (running, read(data)) {
        done(reply);
    }
    proceed();
}

fn failed() {
    DESK.with_borrow_mut(|desk| {
        desk.dismiss();
        desk.is_alone = true;
    });
    proceed();
}

/// The worker's end, if this is one.
pub(crate) fn serve(rules: &'static dyn Ruleset) -> bool {
    let Ok(here) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return false };
    let asked = Closure::<dyn FnMut(MessageEvent)>::new({
        let here = here.clone();
        move |event: MessageEvent| {
            let question = js_sys::Array::from(&event.data());
            let kind = Kind::read(&question);
            let document =
                Json::parse(&question.get(1).as_string().unwrap_or_default()).unwrap_or(Json::Null);
            let _ = here.post_message(&written(&answer(rules, kind, &document)));
        }
    });
    here.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    let _ = here.post_message(&JsValue::NULL);
    true
}

fn written(reply: &Reply) -> JsValue {
    let mut tape = Tape::default();
    match reply {
        Reply::Floats(summary) => tape.put(0, summary),
        Reply::Exact(fractions) => tape.put(1, fractions),
        Reply::Wrong(problems) => tape.put(2, problems),
        Reply::Why(whys) => tape.put(3, whys),
    }
    let numbers = js_sys::Float64Array::from(tape.numbers.as_slice());
    js_sys::Array::of2(&numbers, &tape.texts.join("\u{1f}").into()).into()
}

fn read(data: &JsValue) -> Option<Reply> {
    let parts = data.dyn_ref::<js_sys::Array>()?;
    let numbers = parts.get(0).dyn_into::<js_sys::Float64Array>().ok()?.to_vec();
    let texts = parts.get(1).as_string()?.split(BETWEEN).map(str::to_owned).collect();
    let mut tape = Tape { numbers, texts }.turned();
    match i64::read(&mut tape)? {
        0 => Taped::read(&mut tape).map(Reply::Floats),
        1 => Taped::read(&mut tape).map(Reply::Exact),
        2 => Taped::read(&mut tape).map(Reply::Wrong),
        3 => Taped::read(&mut tape).map(Reply::Why),
        _ => None,
    }
}
