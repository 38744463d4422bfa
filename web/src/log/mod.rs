//! The rolled example: one strike, turn or fight as a story with dice in it.

pub(crate) mod tallies;

use crate::actions::roll;
use crate::answer::extent::Extents;
use crate::model::story::{Die, LogLine, Part, Sentence};
use crate::platform::browser::Later;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Stores, use_stores};
use crate::worker::lazy::{self, part};
use leptos::html::Input;
use leptos::prelude::*;
use tohit_report::duel::words::within;
use tohit_resolver::Extent;

/// Lines shown of a long log until it is expanded: content below stays within reach.
const FEW_LINES: usize = 24;

/// Limit of drawn seeds: short enough to read out.
const SEEDS: u64 = 1_000_000;

/// The log, its seed, and a button to reroll.
#[component]
pub(crate) fn Log() -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    // Screen reader text: the result on request, not at every key.
    let voice = RwSignal::new(String::new());
    let later = Later::new();
    Effect::new(move |_| {
        if lazy::is_loaded() {
            roll::follow(stores);
        }
    });
    let again = move |_| {
        stores.throw(drawn(scenario.seed.get_untracked()));
        // The number makes repeated results audible.
        let heard = move || {
            let number = scenario.seed.get_untracked();
            answer.story.with_untracked(|story| format!("No. {number}: {}", story.verdict))
        };
        later.run(300, move || voice.set(heard()));
    };
    let rolls_nothing = Memo::new(move |_| answer.is_tool());
    // A duel that lacks hit points has no example: that of a fight is not asked for.
    let is_asking =
        Signal::derive(move || stores.extent_shown() == Extent::Duel && stores.duel.lacks().is_some());
    let heading = move || match answer.story.with(|story| story.far) {
        Extent::Strike if answer.summary.with(|summary| summary.is_roll()) => "One roll",
        Extent::Strike => "One attack, rolled",
        Extent::Turn => "One turn, rolled",
        Extent::Fight => "One fight, rolled",
        Extent::Duel => "One duel, rolled",
    };
    let is_page = scenario.panels.has(Panels::WHOLE);
    let is_duel = move || stores.extent_shown() == Extent::Duel;
    let is_short =
        move || answer.story.with(|story| story.far == Extent::Strike || story.sentences.is_empty());
    let last = move || {
        answer.story.with(|story| match story.by.as_str() {
            "" => "The last strike:".to_owned(),
            by => format!("The last strike, by {}:", within(by)),
        })
    };
    let sentences =
        move || answer.story.with(|story| story.sentences.iter().cloned().map(sentence).collect_view());
    view! {
        <section class="log" aria-labelledby="log-heading" class:absent=Signal::from(rolls_nothing) class:asking=is_asking>
            <header>
                <h2 id="log-heading" class:unseen=Signal::derive(move || is_page && !is_duel())>{erased::live(heading)}</h2>
                {is_page.then(|| view! { <Extents /> })}
                <button type="button" class="again" on:click=erased::press(again)>
                    "Roll again"
                </button>
            </header>
            <div class:stale=Signal::derive(move || scenario.is_stale())>
                <p class="quietly" class:absent=Signal::derive(is_short)>{Signal::derive(last)}</p>
                <dl class="story">
                    {erased::live(sentences)}
                    <div>
                        <dt>"Result"</dt>
                        <dd class="verdict">{Signal::derive(move || answer.story.with(|story| story.verdict.clone()))}</dd>
                    </div>
                </dl>
                <AllDice />
                <p class="unseen" role="status">
                    {voice}
                </p>
            </div>
            {erased::live(move || (stores.extent_shown() != Extent::Duel).then(|| view! { <div class="sampled">{part(move |module| (module.tallies)())}</div> }))}
        </section>
    }
}

/// The whole log, with every die of it, and its number.
#[component]
fn AllDice() -> impl IntoView {
    let Stores { answer, .. } = use_stores();
    let is_whole = RwSignal::new(false);
    let many = move || answer.story.with(|story| story.lines.len());
    // A few more lines need no button.
    let has_few = Memo::new(move |_| many() <= FEW_LINES * 3 / 2);
    let shown = move || if is_whole.get() || has_few.get() { usize::MAX } else { FEW_LINES };
    let lines = move || {
        answer.story.with(|story| story.lines.iter().take(shown()).cloned().map(line_view).collect_view())
    };
    let press = move |_| is_whole.update(|is_whole| *is_whole = !*is_whole);
    view! {
        <details class="all">
            <summary>"All dice"</summary>
            <Seed />
            <ol class="events">{erased::live(lines)}</ol>
            <button
                type="button"
                class="quiet"
                class:absent=Signal::from(has_few)
                aria-pressed=Signal::derive(move || is_whole.get().to_string())
                on:click=erased::press(press)
            >
                {Signal::derive(move || format!("All {} lines", many()))}
            </button>
        </details>
    }
}

#[component]
fn Seed() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let input = NodeRef::<Input>::new();
    let shown = Signal::derive(move || scenario.seed.get().to_string());
    let change = move |event| match event_target_value(&event).trim().parse() {
        Ok(seed) => stores.throw(seed),
        Err(_) => input.get_untracked().into_iter().for_each(|input| input.set_value(&shown.get_untracked())),
    };
    view! {
        <label class="seed">
            "replay no."
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                node_ref=input
                value=shown.get_untracked()
                prop:value=shown
                on:change=erased::entry(change)
            />
        </label>
    }
}

/// Another seed.
fn drawn(before: u64) -> u64 {
    // Without a random source, the next seed.
    getrandom::u64().map_or(before.wrapping_add(1), |drawn| drawn % SEEDS)
}

fn line_view(line: LogLine) -> AnyView {
    match line {
        LogLine::Part(name) => view! { <li class="part">{name}</li> }.into_any(),
        LogLine::Figures(figures) => view! { <li class="figure">{figures} "."</li> }.into_any(),
        LogLine::Roll { name, ask, dice, more, comes, forced, so } => {
            let more = (more > 0).then(|| format!("and {more} more "));
            let ask = (!ask.is_empty()).then(|| view! { <span class="ask">{ask}</span>" " });
            let comes = (!comes.is_empty()).then(|| view! { <b>{format!("→ {comes}")}</b>" " });
            let so = (!so.is_empty()).then(|| view! { <span class="figure">{format!("so {so}.")}</span> });
            view! {
                <li class="roll">
                    {name}
                    " "
                    {ask}
                    <span class="dice">{dice.into_iter().map(die).collect_view()}</span>
                    " "
                    {more}
                    {comes}
                    {forced.then_some("(forced) ")}
                    {so}
                </li>
            }
            .into_any()
        }
    }
}

/// A sentence of the story, with its subject before it.
fn sentence(Sentence { name, parts }: Sentence) -> AnyView {
    let part = |part: Part| match part {
        Part::Text(text) => text.into_any(),
        Part::Ending(ending) => view! { <b>{ending}</b> }.into_any(),
        Part::Roll(ask, dice, sum) => {
            let sum = (!sum.is_empty()).then(|| format!(" → {sum}"));
            view! {
                <span class="ask">{ask}</span>
                " "
                <span class="dice">{dice.into_iter().map(die).collect_view()}</span>
                {sum}
            }
            .into_any()
        }
    };
    view! {
        <div>
            <dt>{name}</dt>
            <dd>{parts.into_iter().map(part).collect_view()}</dd>
        </div>
    }
    .into_any()
}

/// A die. Where only one counts, it is marked and the others are struck through.
fn die(die: Die) -> AnyView {
    let face = die.face;
    match die.counts {
        None => view! { <span class="die">{face}</span> }.into_any(),
        Some(true) => view! { <mark class="die">{face}</mark> }.into_any(),
        Some(false) => view! { <s class="die">{face}</s> }.into_any(),
    }
}
