//! Comparing: the present scenario beside those that are pinned, or under each of the rules.

use super::beside::{self, are_rules, others, rules_of};
use super::contrast::{Column, Contrast, Differs};
use crate::browser;
use crate::custom_rules;
use crate::document::{complete, presets_in, presets_only};
use crate::erased;
use crate::format;
use crate::lazy;
use crate::pins::{self, MOST};
use crate::sentence;
use crate::state::{Now, Page};
use crate::studies::ask_rules;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::diff::differences;
use tohit_resolver::Json;

/// Keeps the present scenario, and says how many are kept.
#[component]
pub(crate) fn Pin(page: Page) -> impl IntoView {
    let is_full = Signal::derive(move || page.is_stale() || page.pins.with(Vec::len) >= MOST);
    let says = Signal::derive(move || match page.pins.with(Vec::len) {
        0 => "Pin to compare".to_owned(),
        pins => format!("Pinned ✓ ({pins})"),
    });
    let kept = Signal::derive(move || page.kept_pins.with(String::is_empty));
    let press = move |_| {
        if !is_full.get_untracked() {
            page.by_rules.set(false);
            pins::pin(page);
        }
    };
    let show = move |event: web_sys::MouseEvent| {
        browser::focus_beside(&event, "pin");
        pins::bring_back(page);
    };
    view! {
        <button
            type="button"
            class="quiet"
            id="pin"
            title="Pin to compare"
            // The third keeps the keyboard here.
            aria-disabled=Signal::derive(move || is_full.get().to_string())
            on:click=erased::press(press)
        >
            {says}
        </button>
        <button type="button" class="quiet" class:absent=kept on:click=erased::press(show)>
            "Show earlier pins"
        </button>
    }
}

/// Shows the scenario under every value of its rules.
#[component]
pub(crate) fn ByRules(page: Page) -> impl IntoView {
    // It stands further down: who asks is brought there.
    let compare = move |_| {
        page.by_rules.update(|by_rules| *by_rules = !*by_rules);
        if page.by_rules.get_untracked() {
            lazy::then(|| browser::in_page(PLACE).iter().for_each(|there| there.scroll_into_view()));
        }
    };
    view! {
        <button
            type="button"
            class="quiet"
            aria-pressed=Signal::derive(move || are_rules(page).to_string())
            on:click=erased::press(compare)
        >
            "Compare rules"
        </button>
    }
}

/// How much better the present scenario is than the first pin, in chance, in damage and in turns to kill.
pub(crate) fn gain(page: Page) -> Option<String> {
    let pin = page.pins.with(|pins| pins.first().cloned()).filter(|_| !are_rules(page))?;
    let [first, ..] = page.columns;
    let (was, is) = (first.get(), page.summary.get());
    let chance = was
        .hit
        .zip(is.hit)
        .map(|(was, is)| format!("{} points to hit", format::gain(was * 100.0, is * 100.0)));
    let mean =
        |one: &crate::summary::Summary| one.turn.as_ref().or(one.damage.as_ref()).map(|damage| damage.mean);
    let of = if was.turn.is_some() || is.turn.is_some() { "damage a turn" } else { "damage" };
    let damage = mean(&was).zip(mean(&is)).map(|(was, is)| format!("{} {of}", format::gain(was, is)));
    let turns = |one: &crate::summary::Summary| one.fight.as_ref().and_then(|fight| fight.mean);
    let turns = turns(&was).zip(turns(&is)).map(|(was, new)| {
        let (more, to_kill) = (format::gain(was, new), format!("{}s to kill", is.beat()));
        match more.strip_prefix('\u{2212}') {
            Some(fewer) => format!("{fewer} fewer {to_kill}"),
            None => format!("{more} {to_kill}"),
        }
    });
    let mut gains = [chance, damage, turns].into_iter().flatten().collect::<Vec<_>>();
    let is_known = !gains.is_empty();
    gains.retain(|gain| !gain.starts_with('='));
    if gains.is_empty() {
        return is_known.then(|| format!("as good as “{}”", pin.name));
    }
    // What differs says more than what both are, but for a name that somebody gave, and for another mode, which is not all that differs.
    let differs = page.now.with(|now| {
        let is_said = pin.is_ours(now.rules) && now.about().mode_of(&pin.document) == now.mode;
        is_said.then(|| unlike(now, &pin.document)).filter(|differs| !differs.is_empty())
    });
    let name = differs.unwrap_or(pin.name);
    // What is more is no gain for who is struck.
    let over = if page.now.with(|now| now.asker() == "defender") { "against" } else { "over" };
    Some(format!("{} {over} “{name}”", gains.join(", ")))
}

/// Where the columns stand in the page.
const PLACE: &str = "compare";

/// The columns.
#[component]
pub(crate) fn Compare(page: Page) -> impl IntoView {
    beside::keep(page);
    let heads = Memo::new(move |_| {
        let (others, present) = (others(page), beside::present(page));
        // A pin's name may change while it is typed; that of rules says which they are.
        let are_rules = are_rules(page);
        let names = others.iter().map(|other| if are_rules { other.name.clone() } else { String::new() });
        let place = page.now.with(|now| now.place());
        (place, present, are_rules, names.collect::<Vec<_>>())
    });
    let has_none = Memo::new(move |_| heads.with(|(.., names)| names.is_empty()));
    let is_old = Signal::derive(move || page.is_stale() && are_rules(page));
    let table = move || {
        let (_, present, are_rules, names) = heads.get();
        if names.is_empty() {
            return None;
        }
        let sentence = move || page.sentence();
        let mut columns = vec![Column {
            head: view! { <div><strong>{present}</strong><p>{Signal::derive(sentence)}</p></div> }.into_any(),
            answer: page.summary,
        }];
        for (place, (name, answer)) in names.into_iter().zip(page.columns).enumerate() {
            columns.push(Column { head: head(page, place, name, are_rules), answer });
        }
        let (class, differs) =
            if are_rules { ("by-rules", Differs::ByItself) } else { ("by-pins", Differs::AsGain) };
        let about = untrack(|| page.here()).about();
        Some(view! { <Contrast about caption="Side by side" class columns differs /> }.into_any())
    };
    let matter = move || {
        are_rules(page).then(|| {
            view! {
                <button type="button" class="link" on:click=erased::press(move |_| ask_rules(page))>
                    "Do the rules matter?"
                </button>
            }
        })
    };
    view! {
        <section
            class="compare"
            id=PLACE
            aria-labelledby="compare-heading"
            class:absent=Signal::from(has_none)
            class:stale=is_old
        >
            <h2 id="compare-heading">"Side by side"</h2>
            <p class="unseen" role="status">
                {Signal::derive(move || said(page))}
            </p>
            {erased::live(matter)}
            <div>{erased::live(table)}</div>
        </section>
    }
}

fn said(page: Page) -> String {
    match page.pins.with(Vec::len) {
        _ if are_rules(page) => "The rules stand side by side; differences are marked.".to_owned(),
        0 => String::new(),
        pins => format!("{} beside this one.", format::count(pins, "pinned fight", "pinned fights")),
    }
}

/// The head of a column: its name, its sentence, and what was entered otherwise.
fn head(page: Page, place: usize, name: String, are_rules: bool) -> AnyView {
    let other = move || others(page).into_iter().nth(place);
    let sentence = Signal::derive(move || {
        let summary = page.columns.get(place).map(|answer| answer.get()).filter(|answer| answer.is_here());
        match other().zip(summary) {
            Some((other, summary)) => {
                page.now.with(|now| sentence::of(&custom_rules::game(now.rules), &other.document, &summary))
            }
            None => "…".to_owned(),
        }
    });
    if are_rules {
        return view! { <div><strong>{name}</strong><p>{sentence}</p></div> }.into_any();
    }
    let number = place + 1;
    let shown = Signal::derive(move || other().map_or_else(String::new, |pin| pin.name));
    let open = move |_| {
        if let Some(pin) = untrack(other) {
            page.edit(|document, _| *document = pin.document);
        }
    };
    let remove = move |event: web_sys::MouseEvent| {
        browser::focus_soon(&event, "pin".to_owned());
        pins::unpin(page, place);
    };
    let unlike = Signal::derive(move || {
        other().map_or_else(String::new, |other| page.now.with(|now| unlike(now, &other.document)))
    });
    view! {
        <div>
            <input
                type="text"
                aria-label=format!("Name of pin {number}")
                autocomplete="off"
                spellcheck="false"
                prop:value=shown
                on:input=erased::entry(move |event| pins::rename(page, place, &event_target_value(&event)))
            />
            <p>{sentence}</p>
            <p class="entries">{unlike}</p>
            <span class="buttons">
                <button type="button" class="quiet" aria-label=format!("Restore pin {number}") on:click=erased::press(open)>
                    "Restore"
                </button>
                <button type="button" class="quiet" aria-label=format!("Remove pin {number}") on:click=erased::press(remove)>
                    "×"
                </button>
            </span>
        </div>
    }
    .into_any()
}

/// What was entered otherwise than now, in a few words.
fn unlike(now: &Arc<Now>, document: &Json) -> String {
    const MOST_SAID: usize = 4;
    let mode = now.about().mode_of(document);
    if mode != now.mode {
        return now.about().mode(mode).map_or("", |mode| mode.label).to_owned();
    }
    let whole = |document: &Json| complete(now.rules, document).0;
    let differences = |one: &Json, other: &Json| -> Vec<String> {
        let mut found = Vec::new();
        differences(now.form(), mode, (one, other), &mut found);
        found.into_iter().map(|(_, text)| text).collect()
    };
    // Where other presets are in use their names say it, beside what was entered over them.
    let here = presets_in(&now.document);
    let others = presets_in(document).into_iter().filter(|id| !here.contains(id));
    let library = now.rules.presets();
    let named = others.filter_map(|id| library.all().find(|preset| preset.id() == id));
    let mut all: Vec<String> = named.map(|preset| preset.name.to_owned()).collect();
    if all.is_empty() {
        all = differences(&now.complete, &whole(document));
    } else {
        let mine = differences(&now.base, &now.complete);
        let theirs = differences(&whole(&presets_only(document)), &whole(document));
        all.extend(theirs.into_iter().filter(|one| !mine.contains(one)));
    }
    let more = all.len().saturating_sub(MOST_SAID);
    let mut texts: Vec<String> = all.into_iter().take(MOST_SAID).collect();
    if more > 0 {
        texts.push(format!("{more} more"));
    }
    format::sentence(&texts.join(", "))
}

/// Whether the mode knows several rules.
pub(crate) fn has_rules(now: &Now) -> bool {
    !rules_of(now).is_empty()
}
