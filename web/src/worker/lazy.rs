//! Second program file (Leptos' code splitting): its stage, and its contents as function pointers. The page
//! fetches it once it is live, a calculator in an article once a part is needed. `second_file.rs` names the
//! functions, so that no module below a component imports one through here.

use crate::platform::browser::after_frame;
use crate::platform::erased;
use crate::store::field::At;
use crate::store::{Panel, Reason, Stores};
use crate::widgets::gain::Gains;
use crate::worker::protocol::{Asker, Kind, LOST};
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::Extent;
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::{Preset, Ruleset};
use wasm_bindgen::JsValue;

/// Result of reading a link's rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrived {
    /// The link without them; empty for an example in its place.
    pub(crate) link: String,
    /// The error; empty if none.
    pub(crate) wrong: String,
    /// The content in the place of a wrong link, as a sentence.
    pub(crate) instead: &'static str,
}

impl Arrived {
    pub(crate) fn at(link: String) -> Self {
        Self { link, ..Self::default() }
    }

    /// The error, and the content in its place.
    pub(crate) fn says(&self) -> String {
        format!("{} {}", self.wrong, self.instead).trim().to_owned()
    }
}

/// Future result.
pub(crate) type Arriving = Pin<Box<dyn Future<Output = Arrived>>>;

/// Content of a fold, built at each opening.
pub(crate) type Inside = Arc<dyn Fn() -> AnyView + Send + Sync>;

/// Entry points of the file.
pub(crate) struct LazyModule {
    /// Reason of a strike's result.
    pub(crate) reason: fn(Reason) -> AnyView,
    /// The comparison with the pins, or of the rules.
    pub(crate) compare: fn() -> AnyView,
    /// The gains over the first pin, all and the one for a narrow line.
    pub(crate) gains: fn(Stores) -> Option<Gains>,
    pub(crate) line_gain: fn() -> AnyView,
    /// The distribution in numbers.
    pub(crate) damage_table: fn(Memo<Extent>) -> AnyView,
    /// A duel in the band, and its endings.
    pub(crate) bout: fn() -> AnyView,
    pub(crate) ring: fn() -> AnyView,
    /// Numbers of a duel's attacker as a target.
    pub(crate) target_numbers: fn() -> AnyView,
    /// The inside of the panel of a question.
    pub(crate) studies: fn(Panel) -> Inside,
    /// The panel for a character, and a file for it.
    pub(crate) character: fn() -> AnyView,
    pub(crate) read_file: fn(Stores, web_sys::File),
    /// Names of the kept characters of a game, with their numbers; and the choice of one.
    pub(crate) kept: fn(&'static Ruleset) -> Vec<(u32, String)>,
    pub(crate) choose_kept: fn(Stores, u32),
    /// Figures of a preset in a list, which help to choose it.
    pub(crate) preset_hint: fn(&Preset, &'static SheetSpec, &str) -> String,
    /// Question of a link.
    pub(crate) linked: fn() -> AnyView,
    /// The hints beside the fields: the line above all, and a field's hint.
    pub(crate) field_hints: fn() -> AnyView,
    pub(crate) beside: fn(Arc<str>, String) -> AnyView,
    /// The map of a sheet.
    pub(crate) map: fn(Vec<At>) -> AnyView,
    /// The rolled example.
    pub(crate) tell: fn(Stores),
    pub(crate) tallies: fn() -> AnyView,
    /// The rules as text.
    pub(crate) pages: fn() -> AnyView,
    /// Reads the rules that a link brings.
    pub(crate) unpack: fn(String) -> Arriving,
    /// The answer in a format, for the Share dialog; and its sentence.
    pub(crate) written: fn(Stores, &str, u32) -> JsValue,
    pub(crate) sentence: fn(Stores) -> String,
    /// Sends the waiting requests to a worker, or cancels some; and the worker's reply.
    pub(crate) proceed: fn(),
    pub(crate) stop: fn(Asker, fn(Kind) -> bool),
    pub(crate) replied: fn(&JsValue) -> Option<Uint8Array>,
}

/// Fetches the second program file.
type Fetch = fn() -> Pin<Box<dyn Future<Output = Option<&'static LazyModule>>>>;

/// Stage of the second program file.
#[derive(Clone, Copy)]
enum Stage {
    Unwanted,
    Coming,
    Here(&'static LazyModule),
    Lost,
}

thread_local! {
    static STAGE: ArcRwSignal<Stage> = ArcRwSignal::new(Stage::Unwanted);
    static FETCH: Cell<Option<Fetch>> = const { Cell::new(None) };
}

/// Sets the function that fetches the file, when the program starts.
#[cfg(split)]
pub(crate) fn fetch_with(fetch: Fetch) {
    FETCH.set(Some(fetch));
}

/// Sets the module of a program in one piece, when the program starts.
#[cfg(not(split))]
pub(crate) fn set(module: &'static LazyModule) {
    STAGE.with(Clone::clone).set(Stage::Here(module));
}

/// The module, if loaded.
pub(crate) fn loaded() -> Option<&'static LazyModule> {
    match STAGE.with(|stage| stage.get_untracked()) {
        Stage::Here(module) => Some(module),
        _ => None,
    }
}

/// True where loaded; tracked, so that its reader runs again.
pub(crate) fn is_loaded() -> bool {
    matches!(STAGE.with(Clone::clone).get(), Stage::Here(_))
}

/// Loads the module; none where the fetch fails.
pub(crate) async fn load() -> Option<&'static LazyModule> {
    if let Some(module) = loaded() {
        return Some(module);
    }
    let stage = STAGE.with(Clone::clone);
    stage.set(Stage::Coming);
    let came = match FETCH.get() {
        Some(fetch) => fetch().await,
        None => None,
    };
    stage.set(came.map_or(Stage::Lost, Stage::Here));
    came
}

/// Starts the fetch unless started.
pub(crate) fn prefetch() {
    if matches!(STAGE.with(|stage| stage.get_untracked()), Stage::Unwanted | Stage::Lost) {
        STAGE.with(Clone::clone).set(Stage::Coming);
        spawn_local(async {
            load().await;
        });
    }
}

/// Runs a closure once the file is here and its parts are drawn.
pub(crate) fn then(run: impl FnOnce() + 'static) {
    spawn_local(async {
        if load().await.is_some() {
            after_frame(run);
        }
    });
}

/// A part of the page, drawn once loaded.
pub(crate) fn part(view: impl Fn(&'static LazyModule) -> AnyView + Send + 'static) -> AnyView {
    drawn("", view)
}

/// A part that a person has just opened: `…` until it is loaded.
pub(crate) fn requested(view: impl Fn(&'static LazyModule) -> AnyView + Send + 'static) -> AnyView {
    prefetch();
    drawn("…", view)
}

fn drawn(meanwhile: &'static str, view: impl Fn(&'static LazyModule) -> AnyView + Send + 'static) -> AnyView {
    if let Some(module) = loaded() {
        return untrack(|| view(module));
    }
    let stage = STAGE.with(Clone::clone);
    erased::live(move || match stage.get() {
        Stage::Here(module) => untrack(|| view(module)),
        _ => meanwhile.into_any(),
    })
    .into_any()
}

/// Content of a fold, whose state stays while it is closed.
pub(crate) fn inside(
    begin: impl Fn(&'static LazyModule) -> Inside + Copy + Send + Sync + 'static,
) -> impl Fn() -> AnyView + Send + 'static {
    let (owner, begun) = (Owner::current(), StoredValue::new(None::<Inside>));
    move || {
        let owner = owner.clone();
        requested(move |module| {
            let first = || match &owner {
                Some(owner) => owner.with(|| begin(module)),
                None => begin(module),
            };
            let inside = begun.get_value().unwrap_or_else(first);
            begun.set_value(Some(inside.clone()));
            inside()
        })
    }
}

/// Notice of a failed fetch: all parts loaded before go on.
#[component]
pub(crate) fn Lost() -> impl IntoView {
    let stage = STAGE.with(Clone::clone);
    let notice = move || {
        matches!(stage.get(), Stage::Lost).then(|| {
            view! {
                <p class="failed" role="alert">
                    {format!("{}; the odds go on. ", format::sentence(LOST))}
                    <button type="button" on:click=erased::press(|_| prefetch())>
                        "Try again"
                    </button>
                </p>
            }
        })
    };
    erased::live(notice)
}
