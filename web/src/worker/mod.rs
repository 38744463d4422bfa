//! A second thread for answers that take long: what is asked of it, and what it replies. Its two ends (`desk`, `answer`) come with the rest of the program.

mod answer;
mod client;

use crate::compute;
use crate::custom_rules;
use crate::lazy::{self, LOST, load};
use crate::rulebook::{Fault, Mark, Tried};
use crate::state::Now;
use crate::studies::work::Slice;
use crate::summary::{self, Fractions, Summary};
use crate::why::Whys;
pub(crate) use answer::replied;
pub use client::starts_at;
pub(crate) use client::{proceed, stop};
use js_sys::Promise;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_resolver::{Json, Problem, RULESETS, Ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

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
    /// The winner of two scenarios, `mine` and `back`; `first` is a place of `First::ALL`. In place of chances so many throws from a seed. A duel of a
    /// scenario beside the present one has its column.
    Duel {
        first: usize,
        thrown: Option<(u64, u32)>,
        column: Option<usize>,
    },
    /// What each line of the rule text comes to.
    Margin,
    /// Whether the text's examples, presets and default scenarios come out.
    Examples,
    /// Reads the bundle of custom rules, with or without a base. The document is its text.
    Read {
        has_base: bool,
    },
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
            Self::Duel { thrown, column, .. } => {
                (6, column.map_or(usize::from(thrown.is_some()), |column| 2 + column))
            }
            Self::Read { .. } => (7, 0),
            Self::Margin => (7, 1),
            Self::Examples => (8, 0),
            Self::Study { desk, .. } => (9, desk),
            Self::Check => (10, 0),
        }
    }

    fn is_exact(self) -> bool {
        matches!(self, Self::Exact | Self::ExactWhy)
    }
}

/// What came of it.
#[derive(Serialize, Deserialize)]
pub(crate) enum Reply {
    Floats(Box<Summary>),
    Exact(Fractions),
    Why(Whys),
    Duel(DuelSummary),
    Margin(Vec<Mark>),
    Examples(Tried),
    /// The scenario is refused at a line of the rules.
    Refused(Fault),
    /// The compiled rules of a bundle, or what is wrong with it.
    Read(Result<Vec<u8>, Vec<Fault>>),
    Study(Slice),
    /// In what the case does not come out.
    Checked(Vec<String>),
    Wrong(Wrong),
}

impl Reply {
    fn of(reply: Result<Self, Vec<Problem>>) -> Self {
        reply.unwrap_or_else(|problems| Self::Wrong(Wrong::of(problems)))
    }
}

/// What is wrong, in one line, and where.
#[derive(Serialize, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) says: String,
    pub(crate) paths: Vec<String>,
}

impl Wrong {
    fn of(problems: Vec<Problem>) -> Self {
        let says = compute::problem_text(&problems);
        Self { says, paths: problems.into_iter().map(|problem| problem.path).collect() }
    }

    /// There is nobody who could answer.
    fn lost() -> Self {
        Self { says: LOST.to_owned(), paths: Vec::new() }
    }
}

/// What is done with the reply.
type Done = Box<dyn FnOnce(Reply)>;

/// Who asks: in an article there may be several calculators, each with a scenario of its own.
pub(crate) type Asker = RwSignal<Arc<Now>>;

/// Something that is asked.
struct Job {
    /// None where no calculator is there yet: a link's rules are read.
    asker: Option<Asker>,
    rules: &'static Ruleset,
    kind: Kind,
    document: Json,
    done: Done,
}

thread_local! {
    /// At most one of each kind and asker: the latest.
    static WAITING: RefCell<Vec<Job>> = RefCell::default();
}

/// The answer to a document in floats, which every key asks for.
pub(crate) fn floats(rules: &'static Ruleset, document: &Json) -> Reply {
    Reply::of(
        summary::resolve(&custom_rules::game(rules), document)
            .map(|summary| Reply::Floats(Box::new(summary))),
    )
}

/// Asks for an answer. An older question of the kind that nobody has begun with is forgotten.
pub(crate) fn ask(
    asker: Asker,
    rules: &'static Ruleset,
    kind: Kind,
    document: Json,
    done: impl FnOnce(Reply) + 'static,
) {
    put(Job { asker: Some(asker), rules, kind, document, done: Box::new(done) });
}

/// Reads the bundle of custom rules.
pub(crate) async fn read(bundle: String, base: Option<&'static Ruleset>) -> Option<Reply> {
    let rules = base.or(RULESETS.first().copied())?;
    let kind = Kind::Read { has_base: base.is_some() };
    let came: Rc<RefCell<Option<Reply>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, _| {
        let came = came.clone();
        let done = move |reply| {
            came.replace(Some(reply));
            let _ = resolve.call0(&JsValue::NULL);
        };
        put(Job { asker: None, rules, kind, document: Json::Text(bundle.clone()), done: Box::new(done) });
    });
    let _ = JsFuture::from(promise).await;
    came.take()
}

/// Puts a job in the place of an older one of its kind.
fn put(job: Job) {
    WAITING.with_borrow_mut(|waiting| {
        // Everybody who has bundles read waits for the reply.
        let is_older = |other: &Job| other.asker == job.asker && other.kind.place() == job.kind.place();
        waiting.retain(|other| other.asker.is_none() || !is_older(other));
        waiting.push(job);
    });
    // Leptos has no executor before the first mount, and a link's rules are read before that.
    wasm_bindgen_futures::spawn_local(async {
        match load().await {
            Some(module) => (module.proceed)(),
            None => WAITING.take().into_iter().for_each(|job| (job.done)(Reply::Wrong(Wrong::lost()))),
        }
    });
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
    WAITING.with_borrow_mut(|waiting| waiting.retain(|job| job.asker != Some(asker) || !which(job.kind)));
    if let Some(module) = lazy::loaded() {
        (module.stop)(asker, which);
    }
}

/// The worker's end, if this is one.
pub(crate) fn serve() {
    let Ok(here) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let asked = Closure::<dyn FnMut(MessageEvent)>::new({
        let here = here.clone();
        move |event: MessageEvent| {
            let here = here.clone();
            // Nothing of Leptos is begun here.
            wasm_bindgen_futures::spawn_local(async move {
                let reply = load().await.and_then(|module| (module.replied)(&event.data()));
                let _ = here.post_message(&reply.map_or(JsValue::NULL, JsValue::from));
            });
        }
    });
    here.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    wasm_bindgen_futures::spawn_local(async {
        load().await;
    });
    let _ = here.post_message(&JsValue::NULL);
}
