//! The answer between the fighters: four numbers, a bar, a sentence, and what can be done.

pub(crate) mod edits;
pub(crate) mod fighters;
pub(crate) mod missing_choice;
pub(crate) mod modes;
pub(crate) mod share_data;

use crate::actions::Standing as Stands;
use crate::actions::pins;
use crate::actions::sides::has_points;
use crate::answer::{ByRules, EarlierPins, PLACE, PinButton, Stack, Standing};
use crate::duel;
use crate::header::Examples;
use crate::headline::edits::Edits;
use crate::headline::missing_choice::MissingChoice;
use crate::model::scenario::has_rules;
use crate::platform::browser::{self, Later};
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::field as at;
use crate::store::{AnswerStore, Exact, Of, Reasons, Stores, use_stores};
use crate::widgets::clipboard::{self, Copy};
use crate::widgets::gain::{Gains, Note, Over};
use crate::worker::lazy::{self, part};
use leptos::prelude::*;
use tohit_report::format;
use tohit_report::sentence;
use tohit_report::summary::{Damage, FightSummary, Summary};
use tohit_resolver::Extent;
use tohit_resolver::{AnsweredStrike, Json};

/// Path of the hit points of who is struck.
const POINTS: &str = "defender.hp";

/// The numbers, the sentence and the actions.
#[component]
pub(crate) fn Band(reasons: Reasons) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let panels = scenario.panels;
    let is_page = panels.has(Panels::WHOLE);
    let numbers = panels.has(Panels::ANSWER).then(|| view! { <Numbers reasons /> });
    let is_duel = Memo::new(move |_| stores.extent_shown() == Extent::Duel);
    let bout = move |is_duel: bool| is_duel.then(|| lazy::requested(move |module| (module.bout)()));
    view! {
        <section class="band" aria-labelledby="answer-heading">
            <h2 id="answer-heading" class="unseen" tabindex="-1">
                "Answer"
            </h2>
            <div class="answered" class:stale=Signal::derive(move || scenario.is_stale())>
                <MissingChoice />
                <div class="figures" class:absent=is_duel>{numbers}</div>
                {erased::changed(move || is_duel.get(), bout)}
                <div class="ends-bar" class:absent=is_duel><Stack /></div>
                <Sentence />
            </div>
            <Standing />
            {is_page.then(|| view! { <div class="doing"><Actions /> <Edits /></div> })}
        </section>
    }
}

/// The gains over the first pin, by measure.
#[derive(Clone, Copy)]
struct PinGains(Memo<Gains>);

impl PinGains {
    fn new(stores: Stores) -> Self {
        Self(Memo::new(move |_| {
            let is_whole = stores.scenario.panels.has(Panels::WHOLE) && lazy::is_loaded();
            lazy::loaded().filter(|_| is_whole).and_then(|module| (module.gains)(stores)).unwrap_or_default()
        }))
    }

    fn of(self, which: fn(&Gains) -> &Option<Over>) -> Signal<Option<Over>> {
        Signal::derive(move || self.0.with(|gains| which(gains).clone()))
    }
}

/// A text made of the answer.
fn of_answer(answer: AnswerStore, say: fn(&Summary) -> String) -> Signal<String> {
    Signal::derive(move || answer.summary.with(|summary| say(summary)))
}

/// Text that does not change.
fn fixed(says: &'static str) -> Signal<String> {
    Signal::stored(says.to_owned())
}

/// The four numbers, each with a name above and a note below; the reason, and the gain over a pin.
#[component]
fn Numbers(reasons: Reasons) -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    let gains = PinGains::new(stores);
    let tells = Memo::new(move |_| {
        let (about, mode) = scenario.now.with(|now| (now.about(), now.mode));
        answer.summary.with(|summary| sentence::tells(about, mode, summary))
    });
    let has_none = Signal::derive(move || answer.summary.with(|summary| summary.hit.is_none()));
    view! {
        <div class="headline" class:absent=has_none>
            <HitChance reasons gains tells />
            <MeanDamage gains tells />
            <TurnsToKill gains />
            <KillChance gains />
        </div>
        {(!scenario.panels.has(Panels::WHOLE)).then(|| view! { <HitReason reasons /> })}
    }
}

/// The chance to hit, in other words below: a fraction, the odds, or the gain over a pin.
#[component]
fn HitChance(reasons: Reasons, gains: PinGains, tells: Memo<AnsweredStrike>) -> impl IntoView {
    let Stores { answer, .. } = use_stores();
    let hit = of_answer(answer, |summary| summary.hit.map_or(String::new(), format::percent));
    let hits = move || match tells.get() {
        _ if answer.summary.with(|summary| summary.answers_turn) => "a turn hits",
        AnsweredStrike::Any => "hits",
        AnsweredStrike::First => "first strike hits",
        AnsweredStrike::Chosen => "one strike hits",
    };
    let gain = gains.of(|gains| &gains.hit);
    let alike = Signal::derive(move || gains.0.with(|gains| gains.none.clone()));
    let is_off = move || answer.exact.with(|exact| matches!(exact, Exact::Off));
    // A comparison replaces the odds, but no requested fraction.
    let has_gain = Signal::derive(move || {
        is_off() && gains.0.with(|gains| gains.hit.is_some() || !gains.none.is_empty())
    });
    let reason = reasons.of(Of::Hit);
    let is_unexplained = Signal::derive(move || !reasons.explains_hit());
    view! {
        <div class="hit">
            {figure(Signal::derive(move || hits().to_owned()), hit, fixed(""))}
            <p class="note">
                <output class="fraction" class:odds=Signal::derive(is_off) class:absent=has_gain>{erased::live(move || erased::fraction(&fraction(answer)))}</output>
                <span class:gone=is_unexplained>{reason.button("The chance to hit")}</span>
                <Note says=alike gain=gain />
            </p>
        </div>
    }
}

/// The average damage, of a turn where it has several strikes.
#[component]
fn MeanDamage(gains: PinGains, tells: Memo<AnsweredStrike>) -> impl IntoView {
    let Stores { answer, .. } = use_stores();
    let strike = move || match tells.get() {
        AnsweredStrike::Any => "a strike",
        AnsweredStrike::First => "the first",
        AnsweredStrike::Chosen => "that one",
    };
    let mean = of_answer(answer, |summary| {
        let damage = summary.turn.as_ref().or(summary.damage.as_ref());
        damage.map_or_else(String::new, Damage::average)
    });
    let unit = move || match answer.summary.with(|summary| (summary.turn.is_some(), summary.damage.is_some()))
    {
        (true, _) => "a turn",
        (false, true) => strike(),
        (false, false) => "",
    };
    let missed = Signal::derive(move || {
        let mean = answer.summary.with(|summary| {
            let several = summary.turn.as_ref().filter(|_| !summary.answers_turn);
            several.and(summary.damage.as_ref()).map(Damage::average)
        });
        mean.map_or_else(|| "misses counted".to_owned(), |mean| format!("{mean} {}", strike()))
    });
    view! {
        <div class="mean">
            {figure(fixed("damage"), mean, Signal::derive(move || unit().to_owned()))}
            <p class="note"><Note says=missed gain=gains.of(|gains| &gains.damage) /></p>
        </div>
    }
}

/// The turns to kill. Hit points that the mode has and nobody entered are asked for in their place.
#[component]
fn TurnsToKill(gains: PinGains) -> impl IntoView {
    let stores @ Stores { answer, .. } = use_stores();
    let fight = of_answer(answer, |summary| {
        summary.fight.as_ref().map_or_else(|| "–".to_owned(), FightSummary::average)
    });
    let mostly =
        of_answer(answer, |summary| summary.fight.as_ref().map_or_else(String::new, FightSummary::says));
    // The average of a fight that may not end is words, without a unit.
    let is_counted = move || {
        answer.summary.with(|summary| summary.fight.as_ref().is_some_and(|fight| fight.mean.is_some()))
    };
    let beats = of_answer(answer, |summary| format!("{}s", summary.beat()));
    let kills_in =
        move || if is_counted() { "kills in".to_owned() } else { format!("{} to kill", beats.get()) };
    let counted = Signal::derive(move || if is_counted() { beats.get() } else { String::new() });
    let lacks_points = Memo::new(move |_| lacks_points(stores));
    let has_none =
        Signal::derive(move || answer.summary.with(|summary| summary.fight.is_none()) && !lacks_points.get());
    let is_worded = Signal::derive(move || !is_counted() && !lacks_points.get());
    view! {
        <div class="turns" class:absent=has_none class:worded=is_worded>
            {figure(Signal::derive(kills_in), fight, counted)}
            <p class="note"><Note says=mostly gain=gains.of(|gains| &gains.turns) /> {enter_points(stores)}</p>
        </div>
    }
}

/// The chance to kill at once, or in a turn.
#[component]
fn KillChance(gains: PinGains) -> impl IntoView {
    let Stores { answer, .. } = use_stores();
    let kill = move || answer.summary.with(|summary| summary.kills());
    let label = Signal::derive(move || kill().map_or("kills at once", |(says, _)| says).to_owned());
    let chance = Signal::derive(move || kill().map_or_else(String::new, |(_, kill)| format::percent(kill)));
    let odds = Signal::derive(move || kill().and_then(|(_, kill)| format::one_in(kill)).unwrap_or_default());
    view! {
        <div class="kill" class:absent=Signal::derive(move || kill().is_none())>
            {figure(label, chance, fixed(""))}
            <p class="note"><Note says=odds gain=gains.of(|gains| &gains.kill) /></p>
        </div>
    }
}

/// The place of the reason for the chance to hit: the page has it under the questions, where the band keeps
/// its height.
#[component]
pub(crate) fn HitReason(reasons: Reasons) -> impl IntoView {
    let is_unexplained = Signal::derive(move || !reasons.explains_hit());
    view! { <div class="hit-reason" class:none=is_unexplained>{reasons.of(Of::Hit).place()}</div> }
}

/// A number with its name and unit.
fn figure(what: Signal<String>, says: Signal<String>, unit: Signal<String>) -> AnyView {
    let unit = move || unit.with(|unit| if unit.is_empty() { String::new() } else { format!(" {unit}") });
    view! {
        <small>{what}</small>
        <p>
            <strong>{says}</strong>
            <span class="unit">{Signal::derive(unit)}</span>
        </p>
    }
    .into_any()
}

/// True where the turns to kill wait for the defender's hit points.
fn lacks_points(stores: Stores) -> bool {
    let Stores { scenario, answer, .. } = stores;
    answer.summary.with(|summary| summary.fight.is_none() && summary.hit.is_some())
        && scenario.panels.has(Panels::WHOLE)
        && scenario
            .now
            .with(|now| has_points(now.rules, now.mode) && now.complete.at(POINTS) == Some(&Json::Null))
}

/// The way to the field of the hit points.
fn enter_points(stores: Stores) -> AnyView {
    let press = move |event: web_sys::MouseEvent| {
        stores.open_tab_of(POINTS);
        browser::focus_soon(&event, at::id(POINTS));
    };
    let button = move |lacks: bool| {
        lacks.then(|| {
            view! {
                <button type="button" class="link" on:click=erased::press(press)>
                    "enter hit points"
                </button>
            }
        })
    };
    erased::changed(move || lacks_points(stores), button).into_any()
}

/// The chance to hit in other words: the exact fraction, on request.
fn fraction(answer: AnswerStore) -> String {
    match answer.exact.get() {
        Exact::Off => answer.summary.with(|summary| summary.hit.and_then(format::one_in)).unwrap_or_default(),
        Exact::Computing => "computing the fractions …".to_owned(),
        Exact::Known(fractions) => fractions.hit.clone().unwrap_or_default(),
        Exact::Refused(message) => format::sentence(&message),
    }
}

/// Figures for the screen reader, the chance first: each with its unit.
fn figures(stores: Stores) -> Vec<(String, String)> {
    let Stores { answer, duel, .. } = stores;
    if stores.extent_shown() == Extent::Duel {
        let wins = duel.wins();
        return wins.map(|wins| (format::percent(wins), String::new())).into_iter().collect();
    }
    answer.summary.with(|summary| {
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

/// The first changed figure with its previous value, else the chance.
fn spoken(now: &[(String, String)], was: &[(String, String)]) -> Option<String> {
    let pairs = now.iter().map(|figure| (figure, was.iter().find(|(_, counts)| *counts == figure.1)));
    let mut changed = pairs.filter_map(|(figure, was)| Some((figure, was.filter(|was| *was != figure)?)));
    match (changed.next(), now.first()) {
        (Some(((says, counts), (was, _))), _) => Some(format!("{says}{counts}, was {was}")),
        (None, Some((says, counts))) => Some(format!("{says}{counts}")),
        (None, None) => None,
    }
}

/// The sentence, also for screen readers.
#[component]
fn Sentence() -> impl IntoView {
    let stores @ Stores { scenario, duel, .. } = use_stores();
    /// Pause in ms: a screen reader is not interrupted at every key.
    const PAUSE: u64 = 900;
    // A duel has its winner's sentence, as copies do.
    let is_earlier = move || stores.extent_shown() == Extent::Duel && duel.is_computing.get();
    let sentence = Memo::new(move |before: Option<&String>| match (stores.extent_shown(), before) {
        // Names and chances are of one duel.
        (Extent::Duel, Some(before)) if is_earlier() => before.clone(),
        (Extent::Duel, _) => duel.refusal().unwrap_or_else(|| share_data::sentence(stores)),
        _ => stores.sentence(),
    });
    let is_page = scenario.panels.has(Panels::WHOLE);
    let copy = move || match untrack(is_earlier) {
        true => clipboard::address(stores),
        false => format!("{} {}", share_data::sentence(stores), clipboard::address(stores)),
    };
    let voice = RwSignal::new(String::new());
    let later = Later::new();
    // Figures of the last announcement, with their ruleset and extent.
    let heard = StoredValue::new((None, Vec::new()));
    let speak = move || {
        let place = untrack(|| Some((scenario.here().rules.id(), stores.extent_shown())));
        let now = untrack(|| figures(stores));
        let was = heard.try_update_value(|heard| core::mem::replace(heard, (place, now.clone())));
        let was = was.filter(|(known, _)| *known == place).map(|(_, was)| was).unwrap_or_default();
        // Without a number, the sentence.
        spoken(&now, &was).unwrap_or_else(|| sentence.get_untracked())
    };
    // The first sentence is not announced.
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
            <div class="sentence-line">
                <p class="sentence" title=sentence>{sentence}</p>
                {is_page.then(|| view! { <Copy label="Copy" class="link" text=copy /> })}
            </div>
            <p class="unseen" role="status">
                {voice}
            </p>
        </div>
    }
}

/// Actions for the answer.
#[component]
fn Actions() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let is_still = Signal::derive(move || stores.standing() != Stands::Computing);
    let has_one = Signal::derive(move || scenario.now.with(|now| !has_rules(now)));
    view! {
        <div class="actions">
            <PinButton />
            <EarlierPins />
            <Examples />
            <span class:absent=has_one>
                <ByRules />
            </span>
            <span class="computing" class:gone=is_still>
                "computing …"
            </span>
        </div>
    }
}

/// The answer in one line.
fn line(stores: Stores) -> String {
    let Stores { scenario, answer, .. } = stores;
    duel::line(stores).unwrap_or_else(|| {
        scenario.now.with(|now| {
            answer.summary.with(|summary| sentence::line(now.about(), &now.asked.document, summary))
        })
    })
}

/// The answer in one line while the band is out of sight, with the gain, and the ways to pin and to undo. A
/// press leads back to the band. Screen readers use the band.
#[component]
pub(crate) fn Line() -> impl IntoView {
    let stores @ Stores { scenario, compare, .. } = use_stores();
    let up = move |_| window().scroll_to_with_x_and_y(0.0, 0.0);
    let pins = move || match compare.pins.with(Vec::len) {
        0 => "Pin".to_owned(),
        pins => format!("Pins {pins}"),
    };
    // With pins it leads to the comparison, which has a pin button.
    let press = move |_| match compare.pins.with_untracked(Vec::is_empty) {
        true if !untrack(|| scenario.is_stale()) => pins::pin(stores),
        true => {}
        false => browser::in_page(PLACE).iter().for_each(browser::reveal),
    };
    let has_none = Signal::derive(move || scenario.history.with(|history| history.has_none(true)));
    view! {
        <div class="line" aria-hidden="true" class:stale=Signal::derive(move || scenario.is_stale())>
            <p on:click=erased::press(up)>
                {Signal::derive(move || line(stores))} " "
                {part(move |module| (module.line_gain)())}
            </p>
            <button type="button" tabindex="-1" class="quiet" on:click=erased::press(press)>
                {Signal::derive(pins)}
            </button>
            <button type="button" tabindex="-1" class="quiet" disabled=has_none on:click=erased::press(move |_| stores.travel(true))>
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
