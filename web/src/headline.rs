//! The first band: who strikes whom, and what comes of it.

use crate::answer::{
    ByRules, EarlierPins, GainMark, Gains, Of, Over, PLACE, PinButton, Reasons, Stack, Standing, has_rules,
};
use crate::browser::{self, Later};
use crate::clipboard::{self, Copy};
use crate::compute;
use crate::document;
use crate::duel;
use crate::edits::sheet;
use crate::erased;
use crate::format;
use crate::header::RulesHere;
use crate::lazy::{self, part};
use crate::panels::Panels;
use crate::pins;
use crate::sentence;
use crate::share_data;
use crate::sheet::{Kinds, Picker};
use crate::state::{Exact, Now, Page, Standing as Stands};
use crate::studies::{FIRST_TURN, TURNS};
use crate::summary::{Damage, Fought, Summary};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Tells;
use tohit_resolver::sheet::{Field, SheetSpec};
use tohit_resolver::study::Extent;

/// Who strikes whom, the numbers, the sentence, and what can be done with them.
#[component]
pub(crate) fn Band(page: Page, reasons: Reasons) -> impl IntoView {
    let panels = page.panels;
    let versus = panels.has(Panels::WHOLE).then(|| view! { <Versus page /> });
    // On a phone a long sentence is cut until all of it is wanted.
    let is_whole = RwSignal::new(false);
    let numbers = panels.has(Panels::ANSWER).then(|| view! { <Numbers page reasons /> });
    let is_duel = Memo::new(move |_| page.extent_shown() == Extent::Duel);
    let bout = move |is_duel: bool| is_duel.then(|| lazy::requested(move |module| (module.bout)(page)));
    view! {
        <section class="band" aria-labelledby="answer-heading">
            <h2 id="answer-heading" class="unseen" tabindex="-1">
                "Answer"
            </h2>
            {versus}
            <div class="answered" class:stale=Signal::derive(move || page.is_stale())>
                <div class:absent=is_duel>{numbers} <Stack page /></div>
                {erased::changed(move || is_duel.get(), bout)}
                <Sentence page is_whole />
                {panels.has(Panels::WHOLE).then(|| view! { <RulesHere page is_whole /> })}
            </div>
            <Standing page />
        </section>
    }
}

/// The pickers: who, with what, against whom.
#[component]
fn Versus(page: Page) -> impl IntoView {
    view! { <div class="versus">{page.in_place(move |_| pickers(page, &page.here()))}</div> }
}

/// Where the weapon of the attacker is chosen, if that is a sheet of its own with presets of its own.
pub(crate) fn weapon(now: &Now) -> Option<(Arc<str>, &'static str, &'static SheetSpec)> {
    let (_, attacker) = sheet(now.rules, now.mode, "attacker")?;
    let is_thing =
        |field: &&'static Field| document::sheet_of(field.shape).is_some_and(|spec| spec.presets.is_some());
    let modes =
        |field: &&'static Field| now.about().modes.iter().filter(|mode| field.about.used_in(mode.id)).count();
    let things = attacker.used(now.mode).filter(|field| field.about.group.is_empty() && is_thing(field));
    // What fewest modes ask for is what this one is about: a thrown thing, not the weapon at the belt.
    let field = things.min_by_key(modes)?;
    let spec = document::sheet_of(field.shape)?;
    let first = now.rules.presets().of(spec.presets?).next()?;
    // A weapon that brings more than itself is laid over whoever wields it.
    let is_laid = document::is_layered((now.rules, now.mode), attacker, &first.id());
    let label = if field.name == "weapon" { "Weapon" } else { field.about.label };
    (!is_laid).then(|| (document::join("attacker", field.name).into(), label, spec))
}

/// Whether a sheet has presets that are laid over others.
fn has_layers(now: &Now, spec: &SheetSpec) -> bool {
    let library = now.rules.presets();
    let mut groups: Vec<&str> =
        spec.presets.into_iter().flat_map(|target| library.of(target)).map(|preset| preset.group).collect();
    groups.dedup();
    groups.into_iter().any(|group| document::is_carried(now.rules, now.mode, group))
}

/// Whether what a side carries is chosen in its sheet: all but what the attacker strikes with.
pub(crate) fn is_dressed_here(now: &Now, side: &str, spec: &SheetSpec) -> bool {
    has_layers(now, spec) && (side != "attacker" || weapon(now).is_some())
}

fn pickers(page: Page, now: &Now) -> AnyView {
    let who = |name: &'static str| {
        let picker =
            |(label, spec)| view! { <Picker page sheet=Arc::from(name) label spec kinds=Kinds::Who /> };
        sheet(now.rules, now.mode, name).map(picker)
    };
    let with = match (weapon(now), sheet(now.rules, now.mode, "attacker")) {
        (Some((sheet, label, spec)), _) => {
            Some(view! { <Picker page sheet label spec kinds=Kinds::All /> }.into_any())
        }
        (None, Some((label, spec))) if has_layers(now, spec) => {
            let sheet = Arc::from("attacker");
            Some(view! { <Picker page sheet label spec kinds=Kinds::With /> }.into_any())
        }
        _ => None,
    };
    let attacker = who("attacker");
    let between = (attacker.is_some() || with.is_some())
        .then(|| view! { <span class="against" aria-hidden="true">"→"</span> });
    view! { {attacker} {with} {between} {who("defender")} }.into_any()
}

/// The four numbers, each with its name above it and a note below; why, and the gain over the pin.
#[component]
fn Numbers(page: Page, reasons: Reasons) -> impl IntoView {
    let of =
        move |say: fn(&Summary) -> String| Signal::derive(move || page.summary.with(|summary| say(summary)));
    let hit = of(|summary| summary.hit.map_or(String::new(), format::percent));
    let tells = Memo::new(move |_| {
        let (about, mode) = page.now.with(|now| (now.about(), now.mode));
        page.summary.with(|summary| sentence::tells(about, mode, summary))
    });
    let hits = move || match tells.get() {
        Tells::Any => "hits",
        Tells::First => "first strike hits",
        Tells::Chosen => "one strike hits",
    };
    let strike = move || match tells.get() {
        Tells::Any => "a strike",
        Tells::First => "the first",
        Tells::Chosen => "that one",
    };
    let mean = of(|summary| {
        let damage = summary.turn.as_ref().or(summary.damage.as_ref());
        damage.map_or_else(String::new, Damage::average)
    });
    let unit = Signal::derive(move || {
        match page.summary.with(|summary| (summary.turn.is_some(), summary.damage.is_some())) {
            (true, _) => "a turn",
            (false, true) => strike(),
            (false, false) => "",
        }
    });
    let missed = Signal::derive(move || {
        let mean = page
            .summary
            .with(|summary| summary.turn.as_ref().and(summary.damage.as_ref()).map(Damage::average));
        mean.map_or_else(|| "misses counted".to_owned(), |mean| format!("{mean} {}", strike()))
    });
    let kill = move || page.summary.with(|summary| summary.kills());
    let kills = move || kill().map_or("kills at once", |(says, _)| says);
    let chance = move || kill().map_or_else(String::new, |(_, kill)| format::percent(kill));
    let odds = move || kill().and_then(|(_, kill)| format::one_in(kill)).unwrap_or_default();
    let fight = of(|summary| summary.fight.as_ref().map_or_else(String::new, Fought::average));
    let mostly = of(|summary| summary.fight.as_ref().map_or_else(String::new, Fought::says));
    // The average of a fight that may have no end is words, and these count nothing.
    let is_counted =
        move || page.summary.with(|summary| summary.fight.as_ref().is_some_and(|fight| fight.mean.is_some()));
    let beats = of(|summary| format!("{}s", summary.beat()));
    let kills_in =
        Signal::derive(
            move || {
                if is_counted() { "kills in".to_owned() } else { format!("{} to kill", beats.get()) }
            },
        );
    let counted = Signal::derive(move || if is_counted() { beats.get() } else { String::new() });
    let has_no_fight = Signal::derive(move || page.summary.with(|summary| summary.fight.is_none()));
    let has_no_kill = Signal::derive(move || kill().is_none());
    let gains = Memo::new(move |_| {
        let is_whole = page.panels.has(Panels::WHOLE) && lazy::is_loaded();
        lazy::loaded().filter(|_| is_whole).and_then(|module| (module.gains)(page)).unwrap_or_default()
    });
    let gain = move |which: fn(&Gains) -> &Option<Over>| {
        Signal::derive(move || gains.with(|gains| which(gains).clone()))
    };
    let alike = Signal::derive(move || gains.with(|gains| gains.none.clone()));
    let is_off = move || page.exact.with(|exact| matches!(exact, Exact::Off));
    // The odds give way to what is compared; a fraction that was asked for does not.
    let has_gain =
        Signal::derive(move || is_off() && gains.with(|gains| gains.hit.is_some() || !gains.none.is_empty()));
    let has_none = Signal::derive(move || page.summary.with(|summary| summary.hit.is_none()));
    let reason = reasons.of(Of::Hit);
    let is_unexplained = Signal::derive(move || !reasons.explains_hit());
    let what = |says: &'static str| Signal::stored(says.to_owned());
    view! {
        <div class="headline" class:absent=has_none>
            <div class="hit">
                {aim(page, "hit", Signal::derive(move || hits().to_owned()), hit, what(""))}
                <p class="note">
                    <output class="fraction" class:odds=Signal::derive(is_off) class:absent=has_gain>{erased::live(move || erased::fraction(&fraction(page)))}</output>
                    <span class:gone=is_unexplained>{reason.button("The chance to hit")}</span>
                    <Note says=alike gain=gain(|gains| &gains.hit) />
                </p>
            </div>
            <div class="mean">
                {aim(page, "turn.mean", what("damage"), mean, Signal::derive(move || unit.get().to_owned()))}
                <p class="note"><Note says=missed gain=gain(|gains| &gains.damage) /></p>
            </div>
            <div class="turns" class:absent=has_no_fight class:worded=Signal::derive(move || !is_counted())>
                {aim(page, TURNS, kills_in, fight, counted)}
                <p class="note"><Note says=mostly gain=gain(|gains| &gains.turns) /></p>
            </div>
            <div class="kill" class:absent=has_no_kill>
                {aim(page, "kill", Signal::derive(move || kills().to_owned()), Signal::derive(chance), what(""))}
                <p class="note"><Note says=Signal::derive(odds) gain=gain(|gains| &gains.kill) /></p>
            </div>
        </div>
        <div class:none=is_unexplained>{reason.place()}</div>
    }
}

/// The line under a number: the gain over the first pin where there is one, else a remark.
#[component]
pub(crate) fn Note(#[prop(into)] says: Signal<String>, gain: Signal<Option<Over>>) -> impl IntoView {
    erased::live(move || match gain.get() {
        Some(Over { gain, says }) => {
            view! { <GainMark gain /> <span class="over" title=says.clone()>{says.clone()}</span> }.into_any()
        }
        None => says.get().into_any(),
    })
}

/// A number with its unit, below what it is; on the page of its own, pressed, it asks what reaches another.
fn aim(
    page: Page,
    measure: &'static str,
    what: Signal<String>,
    says: Signal<String>,
    unit: Signal<String>,
) -> AnyView {
    let number = view! {
        <strong>{says}</strong>
        <span class="unit">{Signal::derive(move || unit.with(|unit| if unit.is_empty() { String::new() } else { format!(" {unit}") }))}</span>
    };
    if !page.panels.has(Panels::WHOLE) {
        return view! { <small>{what}</small> <p>{number}</p> }.into_any();
    }
    let [what_id, id] = ["what", "aim"].map(|part| format!("{part}-{measure}"));
    let press = move |event: web_sys::MouseEvent| {
        let says_none = || page.summary.with_untracked(|summary| !summary.says_kill());
        page.gutter.aim(page, if measure == "kill" && says_none() { FIRST_TURN } else { measure }, &event);
    };
    view! {
        <small id=what_id.clone()>{what}</small>
        <button
            type="button"
            id=id.clone()
            class="aim"
            title="What do I need for another?"
            aria-labelledby=format!("{what_id} {id}")
            on:click=erased::press(press)
        >
            {number}
        </button>
    }
    .into_any()
}

/// The chance to hit in other words: the exact fraction, where it is asked for.
fn fraction(page: Page) -> String {
    match page.exact.get() {
        Exact::Off => page.summary.with(|summary| summary.hit.and_then(format::one_in)).unwrap_or_default(),
        Exact::Computing => "computing the fractions …".to_owned(),
        Exact::Known(fractions) => fractions.hit.clone().unwrap_or_default(),
        Exact::Refused(message) => format::sentence(&message),
    }
}

/// The figures that are spoken, the chance first: each with what it counts.
fn figures(page: Page) -> Vec<(String, String)> {
    if page.extent_shown() == Extent::Duel {
        let wins = duel::wins(page);
        return wins.map(|wins| (format::percent(wins), String::new())).into_iter().collect();
    }
    page.summary.with(|summary| {
        let damage = summary.turn.as_ref().or(summary.damage.as_ref());
        let fight = summary.fight.as_ref();
        let all = [
            summary.hit.map(|hit| (format::percent(hit), String::new())),
            damage.map(|damage| (damage.average(), " damage".to_owned())),
            fight.map(|fight| (fight.average(), format!(" {}s to kill", summary.beat()))),
        ];
        all.into_iter().flatten().collect()
    })
}

/// The first figure that is another now, and what it was; the chance, where none is.
fn spoken(now: &[(String, String)], was: &[(String, String)]) -> Option<String> {
    let pairs = now.iter().map(|figure| (figure, was.iter().find(|(_, counts)| *counts == figure.1)));
    let mut changed = pairs.filter_map(|(figure, was)| Some((figure, was.filter(|was| *was != figure)?)));
    match (changed.next(), now.first()) {
        (Some(((says, counts), (was, _))), _) => Some(format!("{says}{counts}, was {was}")),
        (None, Some((says, counts))) => Some(format!("{says}{counts}")),
        (None, None) => None,
    }
}

/// The sentence, and the voice of the numbers.
#[component]
fn Sentence(page: Page, is_whole: RwSignal<bool>) -> impl IntoView {
    /// A screen reader hears it once a person pauses, not at every key.
    const PAUSE: u64 = 900;
    // Of a duel it tells who wins, as what is copied does.
    let sentence = Memo::new(move |_| match page.extent_shown() {
        Extent::Duel => duel::refusal(page).unwrap_or_else(|| share_data::sentence(page)),
        _ => page.sentence(),
    });
    let voice = RwSignal::new(String::new());
    let later = Later::new();
    // The figures that were heard last, and the ruleset and extent that they are of.
    let heard = StoredValue::new((None, Vec::new()));
    let speak = move || {
        let place = untrack(|| Some((page.here().rules.id(), page.extent_shown())));
        let now = untrack(|| figures(page));
        let was = heard.try_update_value(|heard| core::mem::replace(heard, (place, now.clone())));
        let was = was.filter(|(known, _)| *known == place).map(|(_, was)| was).unwrap_or_default();
        // Without a number the sentence says why.
        spoken(&now, &was).unwrap_or_else(|| sentence.get_untracked())
    };
    // What stands there at first is read where it stands.
    Effect::new(move |before: Option<()>| {
        sentence.track();
        if before.is_some() {
            later.run(PAUSE, move || voice.set(speak()));
        } else {
            let _ = speak();
        }
    });
    view! {
        <div>
            <p class="sentence" class:whole=Signal::from(is_whole) on:click=erased::press(move |_| is_whole.update(|is_whole| *is_whole = !*is_whole))>
                {sentence}
            </p>
            <p class="unseen" role="status">
                {voice}
            </p>
        </div>
    }
}

/// What can be done with the answer.
#[component]
pub(crate) fn Actions(page: Page) -> impl IntoView {
    let copy = move || format!("{} {}", share_data::sentence(page), clipboard::address(page));
    let is_off = move || page.exact.with(|exact| matches!(exact, Exact::Off));
    let exact = move |_| if untrack(is_off) { compute::exact(page) } else { compute::forget_exact(page) };
    let has_none = Signal::derive(move || page.summary.with(|summary| summary.hit.is_none()));
    let is_still = Signal::derive(move || page.standing() != Stands::Computing);
    let has_one = Signal::derive(move || page.now.with(|now| !has_rules(now)));
    view! {
        <div class="actions">
            <PinButton page />
            <EarlierPins page />
            <span class:absent=has_none>
                <button
                    type="button"
                    class="quiet"
                    aria-pressed=Signal::derive(move || (!is_off()).to_string())
                    disabled=Signal::derive(move || page.is_stale())
                    on:click=erased::press(exact)
                >
                    "Exact fractions"
                </button>
            </span>
            <Copy label="Copy sentence" class="quiet" text=copy />
            <span class:absent=has_one>
                <ByRules page />
            </span>
            <span class="computing" class:gone=is_still>
                "computing …"
            </span>
        </div>
    }
}

/// The answer in one line.
pub(crate) fn line(page: Page) -> String {
    duel::line(page).unwrap_or_else(|| {
        page.now.with(|now| {
            page.summary.with(|summary| sentence::line(now.about(), &now.asked.document, summary))
        })
    })
}

/// The answer in one line while the band is out of sight on a narrow window, with the gain, and the ways to pin and to undo. A tap on it leads back to the
/// band. A screen reader has all of it there.
#[component]
pub(crate) fn Line(page: Page) -> impl IntoView {
    let up = move |_| window().scroll_to_with_x_and_y(0.0, 0.0);
    let pins = move || match page.pins.with(Vec::len) {
        0 => "Pin".to_owned(),
        pins => format!("Pins {pins}"),
    };
    // With pins it leads to the comparison, which can be pinned to there.
    let press = move |_| match page.pins.with_untracked(Vec::is_empty) {
        true if !untrack(|| page.is_stale()) => pins::pin(page),
        true => {}
        false => browser::in_page(PLACE).iter().for_each(browser::reveal),
    };
    let has_none = Signal::derive(move || page.history.with(|history| history.has_none(true)));
    view! {
        <div class="line" aria-hidden="true" class:stale=Signal::derive(move || page.is_stale())>
            <p on:click=erased::press(up)>
                {Signal::derive(move || line(page))} " "
                {part(move |module| (module.line_gain)(page))}
            </p>
            <button type="button" tabindex="-1" class="quiet" on:click=erased::press(press)>
                {Signal::derive(pins)}
            </button>
            <button type="button" tabindex="-1" class="quiet" disabled=has_none on:click=erased::press(move |_| page.travel(true))>
                "↶"
            </button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_voice_says_the_first_number_that_changed_and_what_it_was() {
        let figures = |hit: &str, damage: &str| {
            [(hit, ""), (damage, " damage")]
                .map(|(says, counts)| (says.to_owned(), counts.to_owned()))
                .to_vec()
        };
        fn said(now: &[(String, String)], was: &[(String, String)]) -> String {
            spoken(now, was).unwrap_or_default()
        }
        let before = figures("53.3 %", "5.1");
        assert_eq!(said(&figures("53.7 %", "5.2"), &before), "53.7 %, was 53.3 %");
        assert_eq!(said(&figures("53.3 %", "5.2"), &before), "5.2 damage, was 5.1");
        assert_eq!(said(&before, &before), "53.3 %");
        assert_eq!(said(&before, &[]), "53.3 %");
        assert_eq!(spoken(&[], &before), None);
    }
}
