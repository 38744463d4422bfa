//! Keyboard shortcuts of the page, and the dialogs: the list of keys, the sources of the ruleset, and
//! sharing.

use crate::platform::browser;
use crate::platform::erased;
use crate::platform::storage;
use crate::store::{Stores, use_scenario};
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use tohit_report::share_format::ShareFormat;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlInputElement};

/// Storage key of the switch for the shortcut `?`.
const BARE_KEY: &str = "bare-key";

/// Context of the keys, and each key with its action.
type Keys = (&'static str, &'static [(&'static [&'static str], &'static str)]);

/// Keys by context, each with its action.
const KEYS: [Keys; 5] = [
    (
        "Anywhere but in a text field",
        &[(&["?"], "this list"), (&["Ctrl", "Z"], "undo"), (&["Ctrl", "Shift", "Z"], "redo")],
    ),
    ("In a number", &[(&["↑", "↓"], "one more, one less"), (&["Page ↑", "Page ↓"], "ten more, ten less")]),
    (
        "Among presets",
        &[
            (&["letters"], "search, words in any order"),
            (&["↑", "↓"], "go through what is found"),
            (&["Enter"], "take it"),
            (&["Esc"], "leave it"),
        ],
    ),
    ("On the bars of damage", &[(&["←", "→"], "read bar by bar"), (&["Home", "End"], "the first, the last")]),
    ("On a “why?”", &[(&["Enter"], "open it, or close it"), (&["Esc"], "close it")]),
];

/// Registers the key listeners.
pub(crate) fn keep(stores: Stores) {
    let Stores { scenario, .. } = stores;
    window_event_listener(ev::keydown, move |event| pressed(stores, &event));
    // Leaving a field ends its undo step.
    window_event_listener(ev::focusout, move |_| scenario.end_step());
}

fn pressed(stores: Stores, event: &KeyboardEvent) {
    let is_open = || document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some());
    if event.default_prevented() || event.alt_key() || browser::typed_in().is_some() || is_open() {
        return;
    }
    let held = event.ctrl_key() || event.meta_key();
    match (held, event.key().to_ascii_lowercase().as_str()) {
        (false, "?") if has_bare_key() => toggle("keys"),
        (true, "z") => stores.travel(!event.shift_key()),
        (true, "y") => stores.travel(false),
        _ => return,
    }
    event.prevent_default();
}

/// True where `?` alone opens the list. Speech input and slips press it by accident, so it can be turned off
/// (WCAG 2.1.4).
fn has_bare_key() -> bool {
    let tick = browser::in_page(BARE_KEY).and_then(|tick| tick.dyn_into::<HtmlInputElement>().ok());
    tick.is_none_or(|tick| tick.checked())
}

/// Opens or closes a dialog.
fn toggle(name: &str) {
    let dialog = browser::in_page(name).and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok());
    let Some(dialog) = dialog else { return };
    if dialog.open() {
        dialog.close();
    } else {
        let _ = dialog.show_modal();
    }
}

/// The buttons that open the dialogs.
pub(crate) fn buttons() -> AnyView {
    let is_off = || storage::kept(BARE_KEY) == "off";
    let has_key = RwSignal::new(!is_off());
    provide_context(BareKey(has_key));
    view! {
        <button type="button" aria-haspopup="dialog" on:click=erased::press(|_| toggle("about"))>
            "About"
        </button>
        <button
            type="button"
            class="sign"
            title="Keys"
            aria-label="? Keys"
            aria-haspopup="dialog"
            aria-keyshortcuts=Signal::derive(move || has_key.get().then_some("?"))
            on:click=erased::press(|_| toggle("keys"))
        >
            "?"
        </button>
    }
    .into_any()
}

/// True where `?` opens the list of keys.
#[derive(Clone, Copy)]
struct BareKey(RwSignal<bool>);

#[component]
pub(crate) fn Dialogs() -> impl IntoView {
    view! {
        <KeysDialog />
        <AboutDialog />
        <ShareDialog />
    }
}

fn close() -> AnyView {
    view! {
        <form method="dialog">
            <button type="submit">"Close"</button>
        </form>
    }
    .into_any()
}

#[component]
fn KeysDialog() -> impl IntoView {
    let has_key = use_context::<BareKey>().map_or_else(|| RwSignal::new(true), |BareKey(has_key)| has_key);
    let tick = move |event| {
        let is_on = event_target_checked(&event);
        has_key.set(is_on);
        storage::keep(BARE_KEY, if is_on { "" } else { "off" });
    };
    let key = |(keys, does): &(&'static [&'static str], &'static str)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd>" " }).collect_view();
        view! {
            <dt>{keys}</dt>
            <dd>{*does}</dd>
        }
    };
    let part = |(heading, keys): &Keys| {
        view! {
            <h3>{*heading}</h3>
            <dl>{keys.iter().map(key).collect_view()}</dl>
        }
    };
    view! {
        <dialog id="keys" aria-labelledby="keys-heading" closedby="any">
            {close()}
            <h2 id="keys-heading">"Keys"</h2>
            {KEYS.iter().map(part).collect_view()}
            <p>
                <label class="bare-key">
                    <input type="checkbox" id=BARE_KEY checked=has_key.get_untracked() prop:checked=has_key on:change=erased::entry(tick) />
                    <span><kbd>"?"</kbd>" opens this list; the button “?” always does"</span>
                </label>
            </p>
        </dialog>
    }
}

#[component]
fn AboutDialog() -> impl IntoView {
    let scenario = use_scenario();
    let list = |heading: &'static str, sentences: &'static [&'static str]| {
        (!sentences.is_empty()).then(|| {
            view! {
                <h3>{heading}</h3>
                <ul>{sentences.iter().map(|sentence| view! { <li>{*sentence}</li> }).collect_view()}</ul>
            }
        })
    };
    let about_rules = move |_| {
        let about = scenario.here().about();
        view! {
            <p>{format!("{}, after: {}. {}", about.name, about.document, about.versions)}</p>
            {list("Where document and game differ", about.differences)}
            {list("What is left out", about.left_out)}
        }
    };
    view! {
        <dialog id="about" aria-labelledby="about-heading" closedby="any">
            {close()}
            <h2 id="about-heading">"About these odds"</h2>
            <p>
                "The rules are written once; what is rolled in the log and what is computed as a chance is one piece of code. Every roll is followed to its end: nothing is sampled, nothing is cut off."
            </p>
            <p>
                {concat!("tohit ", env!("CARGO_PKG_VERSION"), ". ")} <a href="docs/trust.html">"How do you know?"</a> " "
                <a href="docs/index.html">"All documents"</a>
            </p>
            <div id="about-rules">{erased::changed(move || scenario.now.with(|now| now.about().id), about_rules)}</div>
        </dialog>
    }
}

/// Filled by share.js.
#[component]
fn ShareDialog() -> impl IntoView {
    let format =
        |(_, name, says): (_, &'static str, &'static str)| view! { <option value=name>{says}</option> };
    view! {
        <dialog id="share" aria-labelledby="share-heading" closedby="any">
            {close()}
            <h2 id="share-heading">"Share"</h2>
            <p>
                <label for="share-as">"The answer as "</label>
                <select id="share-as">{ShareFormat::ALL.into_iter().map(format).collect_view()}</select>
            </p>
            <p class="quietly"></p>
            <p><a href="docs/embedding.html">"In a wiki, a forum or a page of your own"</a></p>
            <textarea rows="3" readonly aria-label="Text to copy" spellcheck="false"></textarea>
            <p>
                <button type="button" class="main" data-do="copy">
                    "Copy"
                </button>
                <button type="button" data-do="send" hidden>
                    "Share with an app"
                </button>
                <button type="button" data-do="svg">
                    "Picture of the damage, SVG"
                </button>
                <button type="button" data-do="png">
                    "PNG"
                </button>
                <span role="status"></span>
            </p>
            <iframe title="Preview" hidden></iframe>
        </dialog>
    }
}
