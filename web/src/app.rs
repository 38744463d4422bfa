//! The page as a whole, and how it takes the place of what was seen first.

use crate::address;
use crate::answer::{Answer, Reasons};
use crate::browser;
use crate::custom_rules;
use crate::dialogs::{self, Dialogs};
use crate::edits::Edits;
use crate::erased;
use crate::extent::Extents;
use crate::header::{Header, Intro, Modes, Rules};
use crate::headline::{Actions, Band, Line};
use crate::lazy::{self, Lost, part};
use crate::link;
use crate::log::Log;
use crate::panels::Panels;
use crate::presets;
use crate::rulebook::{OwnGame, Rulebook};
use crate::scripts;
use crate::share_data;
use crate::sheet::Sheets;
use crate::state::Page;
use crate::storage;
use crate::studies::Studies;
use crate::tallies::Rolled;
use leptos::mount::mount_to;
use leptos::prelude::*;
use tohit_resolver::{RULESETS, ruleset};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

/// Fills the page with what the address says, or with what was worked at last, in place of `first`. Without a ruleset in the address it is `otherwise`.
///
/// # Errors
/// A sentence, when the ruleset cannot be fetched.
#[wasm_bindgen]
pub async fn page(first: HtmlElement, otherwise: String) -> Result<(), JsValue> {
    let text =
        Some(browser::hash()).filter(|hash| !hash.is_empty()).unwrap_or_else(|| storage::kept(storage::LAST));
    let (text, lost) = custom_rules::arrive(text).await?;
    let Some(rules) = link::rules_of(&text).or_else(|| ruleset(&otherwise)).or(RULESETS.first().copied())
    else {
        return Ok(());
    };
    presets::fetch(rules).await?;
    // Each a task of its own, so that whoever scrolls meanwhile is not held up: the rules are read, the answer is worked out, the page is drawn part by part.
    scripts::done("turn").await;
    let _ = rules.about();
    scripts::done("turn").await;
    // The page lives as long as its window.
    let owner = Owner::new();
    let (page, drawn) = owner.with(|| {
        let page = Page::new(rules, Panels::ALL, String::new());
        page.open(&text);
        page.lost(lost);
        (page, RwSignal::new(0))
    });
    core::mem::forget(owner);
    scripts::done("turn").await;
    let place = document().create_element("div")?.dyn_into::<HtmlElement>()?;
    place.set_id(&first.id());
    mount_to(place.clone(), move || {
        address::keep(page);
        dialogs::keep(page);
        share_data::keep(page);
        Effect::new(move |_| follow(page));
        view! { <App page drawn=drawn.into() /> }
    })
    .forget();
    let root = document().document_element();
    // What is not the example has its odds in the example's place as soon as these are drawn. Who has scrolled already would be taken back to the top.
    let shows_example =
        root.as_ref().and_then(|root| root.get_attribute("data-first")).is_some_and(|first| first == "shown");
    let waits = shows_example || window().scroll_y().is_ok_and(|y| y > 0.0);
    if !waits {
        let _ = first.replace_with_with_node_1(&place);
    }
    for parts in 1..=LATER {
        scripts::done("turn").await;
        drawn.set(parts);
    }
    scripts::done("turn").await;
    if waits {
        let _ = first.replace_with_with_node_1(&place);
    }
    if let Some(root) = root {
        let _ = root.set_attribute("data-started", "true");
    }
    lazy::prefetch();
    Ok(())
}

/// The window's title and the colours are the ruleset's.
fn follow(page: Page) {
    let about = page.now.with(|now| now.about());
    document().set_title(&title(about.name));
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ruleset", about.id);
    }
}

pub(crate) fn title(name: &str) -> String {
    format!("{name}: exact combat odds | tohit")
}

/// So many parts of the page are drawn later than the first.
pub(crate) const LATER: usize = 3;

/// Everything, as far as it is drawn.
#[component]
pub(crate) fn App(page: Page, drawn: Signal<usize>) -> impl IntoView {
    let reasons = Reasons::new(page);
    Rolled::provide();
    let later = move |place: usize, part: fn(Page, Reasons) -> AnyView| {
        erased::changed(move || drawn.get() >= place, move |is_drawn| is_drawn.then(|| part(page, reasons)))
    };
    let skip = |_| {
        let first = document().query_selector("main input, main select").ok().flatten();
        first.iter().for_each(browser::focus);
    };
    // The help of the field that one is in or points at; elsewhere there is none.
    let help = move |event: web_sys::Event| {
        let field = browser::origin(&event).and_then(|target| target.closest(".field").ok().flatten());
        let help = field.and_then(|field| field.query_selector(".help").ok().flatten());
        let help = help.and_then(|help| help.text_content()).unwrap_or_default();
        if page.help.with_untracked(|before| *before != help) {
            page.help.set(help);
        }
    };
    // Who leaves a field for nothing reads of none.
    let leave = move |_| {
        if page.help.with_untracked(|before| !before.is_empty()) {
            page.help.set(String::new());
        }
    };
    view! {
        <div on:focusin=move |event| help(event.into()) on:focusout=leave on:pointerover=move |event| help(event.into())>
            <button type="button" class="skip" on:click=erased::press(skip)>
                "Skip to the first field"
            </button>
            <Header page />
            <main id="page">
                <div class="choice">
                    <Modes page />
                    <Extents page />
                    <Rules page />
                </div>
                <Intro page />
                <Lost />
                <Band page reasons />
                <Line page />
                <div class="doing">
                    <Actions page />
                    <Edits page />
                </div>
                <div class="left">
                    {later(1, |page, _| part(move |module| (module.compare)(page)))}
                    {later(1, |page, _| view! { <Studies page /> <Sheets page /> }.into_any())}
                    {later(3, |page, _| view! { <Rulebook page /> <OwnGame page /> }.into_any())}
                </div>
                <div class="results">
                    {later(1, |page, _| view! { <Log page /> }.into_any())}
                    {later(2, |page, reasons| view! { <Answer page reasons /> }.into_any())}
                </div>
                <p class="helpline" aria-hidden="true">
                    {page.help}
                </p>
            </main>
            {later(3, |page, _| view! { <Dialogs page /> }.into_any())}
            <footer class="bottom">
                <p id="update" role="status" hidden>
                    <span>"There is a new version of this page. "</span>
                    <button type="button">"Load it"</button>
                </p>
                <p>
                    "Computed here, in your browser; nothing is sent anywhere. The games, their names and their figures belong to their authors."
                </p>
            </footer>
        </div>
    }
}
