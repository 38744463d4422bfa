//! The page as a whole, and its swap with the static first view.

use crate::answer::Answer;
use crate::header::dialogs::{self, Dialogs};
use crate::header::{Header, Notice};
use crate::headline::fighters::Fighters;
use crate::headline::modes::Modes;
use crate::headline::share_data;
use crate::headline::{Band, HitReason, Line};
use crate::log::Log;
use crate::model::custom_rules;
use crate::model::games;
use crate::model::link;
use crate::model::presets;
use crate::page::address;
use crate::page::file_drop;
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::platform::scripts;
use crate::platform::storage;
use crate::rulebook::Rulebook;
use crate::rulebook::link as rules_link;
use crate::sheet::{FighterSheets, Tabs};
use crate::store::{Reasons, ScenarioStore, Stores, Tab, use_stores};
use crate::studies::Studies;
use crate::worker::lazy::{self, Lost, part};
use leptos::mount::mount_to;
use leptos::prelude::*;
use tohit_resolver::{RULESETS, ruleset};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

/// Fills the page from the address, or from the last scenario, in place of `first`. `otherwise` is the
/// ruleset for an address without a ruleset.
///
/// # Errors
/// A sentence: the ruleset cannot be fetched.
#[wasm_bindgen]
pub async fn page(first: HtmlElement, otherwise: String) -> Result<(), JsValue> {
    let address = browser::hash();
    let text =
        Some(address.clone()).filter(|hash| !hash.is_empty()).unwrap_or_else(|| storage::kept(storage::LAST));
    games::arrive();
    let arrived = rules_link::arrive(text).await?;
    let (text, lost) = (arrived.link.clone(), arrived.says());
    let Some(rules) = link::rules_of(&text).or_else(|| ruleset(&otherwise)).or(RULESETS.first().copied())
    else {
        return Ok(());
    };
    presets::fetch(rules).await?;
    // Separate tasks, so that scrolling is never blocked: reading of the rules, computation of the answer,
    // and drawing of the parts.
    scripts::done("turn").await;
    let _ = rules.about();
    scripts::done("turn").await;
    // The page lives as long as its window.
    let owner = Owner::new();
    let (stores, drawn) = owner.with(|| {
        let stores = Stores::new(rules, Panels::ALL, String::new());
        stores.open_again(&text, address::asks_again());
        stores.scenario.lost(lost);
        (stores, RwSignal::new(0))
    });
    core::mem::forget(owner);
    scripts::done("turn").await;
    let place = document().create_element("div")?.dyn_into::<HtmlElement>()?;
    place.set_id(&first.id());
    mount_to(place.clone(), move || {
        stores.provide();
        address::keep(stores, &address);
        dialogs::keep(stores);
        file_drop::keep(stores);
        share_data::keep(stores);
        Effect::new(move |_| follow(stores.scenario));
        view! { <App drawn=drawn.into() /> }
    })
    .forget();
    let root = document().document_element();
    // Odds of another scenario replace the example as soon as they are drawn, unless the page is scrolled:
    // the swap would scroll to the top.
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

/// Sets the window's title and the ruleset's colours.
fn follow(scenario: ScenarioStore) {
    let about = scenario.now.with(|now| now.about());
    document().set_title(&title(about.name));
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-ruleset", about.id);
    }
}

pub(crate) fn title(name: &str) -> String {
    format!("{name}: exact combat odds | tohit")
}

/// Number of parts that are drawn after the first.
pub(crate) const LATER: usize = 3;

/// The page, part by part.
#[component]
pub(crate) fn App(drawn: Signal<usize>) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let reasons = Reasons::new(stores);
    let later = move |place: usize, part: fn(Reasons) -> AnyView| {
        erased::changed(move || drawn.get() >= place, move |is_drawn| is_drawn.then(|| part(reasons)))
    };
    let skip = move |_| {
        stores.tab.set(Tab::Left);
        // A closed tab is drawn first.
        browser::after_frame(|| {
            let first = document().query_selector(".question :is(input, select)").ok().flatten();
            first.iter().for_each(browser::focus);
        });
    };
    // Help of the field with the focus or the pointer; elsewhere empty.
    let help = move |event: web_sys::Event| {
        let field = browser::origin(&event).and_then(|target| target.closest(".field").ok().flatten());
        let help = field.and_then(|field| field.query_selector(".help").ok().flatten());
        let help = help.and_then(|help| help.text_content()).unwrap_or_default();
        if scenario.help.with_untracked(|before| *before != help) {
            scenario.help.set(help);
        }
    };
    // A field without focus has no help.
    let leave = move |_| {
        if scenario.help.with_untracked(|before| !before.is_empty()) {
            scenario.help.set(String::new());
        }
    };
    let is_game = Signal::derive(move || scenario.now.with(|now| custom_rules::is_game(now.rules)));
    view! {
        <div on:focusin=move |event| help(event.into()) on:focusout=leave on:pointerover=move |event| help(event.into())>
            <button type="button" class="skip" on:click=erased::press(skip)>
                "Skip to the first field"
            </button>
            <Header />
            <main id="page" class:own-game=is_game data-tab=Signal::derive(move || stores.tab.get().name())>
                <Notice />
                <Lost />
                <Modes />
                <Fighters />
                <Band reasons />
                <Line />
                <Tabs />
                {later(1, |_| view! { <FighterSheets is_left=true /> }.into_any())}
                <div class="results" id="result">
                    {later(1, |_| view! { <Studies /> }.into_any())}
                    {later(1, |_| part(move |module| (module.character)()))}
                    {later(1, |reasons| view! { <HitReason reasons /> }.into_any())}
                    {later(1, |_| part(move |module| (module.compare)()))}
                    {later(1, |_| view! { <Log /> }.into_any())}
                    {later(2, |reasons| view! { <Answer reasons /> }.into_any())}
                </div>
                {later(1, |_| view! { <FighterSheets is_left=false /> }.into_any())}
                {later(3, |_| view! { <Rulebook /> }.into_any())}
                <p class="helpline" aria-hidden="true">
                    {scenario.help}
                </p>
            </main>
            // The first view does without: the buttons of its dialogs are disabled.
            {cfg!(target_arch = "wasm32").then(|| later(3, |_| view! { <Dialogs /> }.into_any()))}
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
