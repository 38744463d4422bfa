//! The comparison under the band: the present scenario beside those that are pinned, or under each of its
//! rules.

use super::columns::{self, are_rules, others, rules_here};
use super::measure_table::MeasureRows;
use super::measures::{ComparedMeasure, Differs, Side, lines};
use super::units::Units;
use crate::actions::pins;
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::{MOST_PINS as MOST, Pin, PinnedDuel, Stores, use_stores};
use crate::studies::{ask_apart, ask_rules};
use crate::widgets::clipboard::Copy;
use crate::widgets::gain::{Gains, Note, Over};
use crate::worker::lazy;
use leptos::prelude::*;
use tohit_report::diff::differences;
use tohit_report::format;
use tohit_report::sentence;
use tohit_report::table;
use tohit_resolver::Extent;
use tohit_resolver::Json;
use tohit_resolver::document::{complete, presets_only, presets_used, sheet_of};

/// The name of a column that is the present scenario.
const SAME: &str = "no difference yet";

/// Pins the present scenario.
#[component]
pub(crate) fn PinButton() -> impl IntoView {
    let stores @ Stores { scenario, answer, compare, .. } = use_stores();
    let is_pinned = Memo::new(move |_| is_pinned(stores));
    let count = Memo::new(move |_| compare.pins.with(Vec::len));
    let is_off = Signal::derive(move || {
        scenario.is_stale() || answer.asks() || is_pinned.get() || count.get() >= MOST
    });
    let says = move || match count.get() {
        _ if is_pinned.get() => "Pinned ✓",
        0 => "Pin to compare",
        MOST => "Three are pinned",
        _ => "Pin this, too",
    };
    let press = move |_| {
        if !is_off.get_untracked() {
            compare.by_rules.set(false);
            pins::pin(stores);
        }
    };
    view! {
        <button
            type="button"
            class="quiet"
            id="pin"
            title="Keeps this fight as a column of the comparison; three at most"
            // Keeps the keyboard focus while off.
            aria-disabled=Signal::derive(move || is_off.get().to_string())
            on:click=erased::press(press)
        >
            {Signal::derive(says)}
        </button>
    }
}

/// True where the first pin has the present mode: its difference can be shared out among the fields.
fn is_of_one_mode(stores: Stores) -> bool {
    let Stores { scenario, compare, .. } = stores;
    let first = compare.pins.with(|pins| pins.first().cloned());
    scenario
        .now
        .with(|now| first.is_some_and(|pin| now.about().mode_of(&pin.seen_from(now).document) == now.mode))
}

/// True where the present scenario is pinned.
fn is_pinned(stores: Stores) -> bool {
    stores.compare.pins.with(|pins| pins.iter().any(|pin| pin.is(stores)))
}

/// Brings back the pins of an earlier visit.
#[component]
pub(crate) fn EarlierPins() -> impl IntoView {
    let stores @ Stores { compare, .. } = use_stores();
    let show = move |event: web_sys::MouseEvent| {
        browser::focus_beside(&event, "pin");
        pins::bring_back(stores);
    };
    let has_none = Signal::derive(move || compare.kept_pins.with(String::is_empty));
    view! {
        <button type="button" class="quiet" class:absent=has_none on:click=erased::press(show)>
            "Show earlier pins"
        </button>
    }
}

/// Compares the scenario under each of its rules.
#[component]
pub(crate) fn ByRules() -> impl IntoView {
    let stores @ Stores { compare, .. } = use_stores();
    let toggle = move |_| {
        compare.by_rules.update(|by_rules| *by_rules = !*by_rules);
        if compare.by_rules.get_untracked() {
            lazy::then(|| browser::in_page(PLACE).iter().for_each(browser::reveal));
        }
    };
    view! {
        <button
            type="button"
            class="quiet"
            aria-pressed=Signal::derive(move || are_rules(stores).to_string())
            on:click=erased::press(toggle)
        >
            "Compare rules"
        </button>
    }
}

/// The gains of the present scenario over the first pin; none without a pin, or before its answer is here.
pub(crate) fn gains(stores: Stores) -> Option<Gains> {
    let Stores { scenario, answer, compare, duel, .. } = stores;
    let pin = others(stores).into_iter().next().filter(|_| !are_rules(stores))?;
    let ([first, ..], [first_duel, ..]) = (compare.columns, compare.column_duels);
    let was = Side { summary: first.get(), duel: first_duel.get() };
    if !was.summary.is_here() {
        return None;
    }
    let is = Side { summary: answer.summary.get(), duel: duel.result() };
    let (over, for_defender) =
        scenario.now.with(|now| (name(now, &pin, duel_shown(stores).as_ref()), now.asker() == "defender"));
    let units = Units::of(&[was.clone(), is.clone()]);
    let gain = |measure: ComparedMeasure| {
        let (is, was) = (measure.of(&is, units)?, measure.of(&was, units)?);
        let mut gain = measure.gain(&is, &was, units, for_defender)?;
        if measure == ComparedMeasure::Time {
            // The figure beside it counts strikes or the attacker's own turns.
            gain.says = gain.says.replacen(' ', " normal turns ", 1);
        }
        Some(Over { gain, says: format!("than {over}") })
    };
    let [damage, kill_time] = units.damage_and_kill();
    let all = [ComparedMeasure::Hit, damage, kill_time, ComparedMeasure::Kill, ComparedMeasure::Wins];
    let [hit, damage, turns, kill, wins] = all.map(gain);
    let gains = Gains { none: String::new(), hit, damage, turns, kill, wins };
    let none = match gains.first() {
        Some(_) => String::new(),
        None if over == SAME => over,
        None => format!("as good as {over}"),
    };
    Some(Gains { none, ..gains })
}

/// The gain that matters most over the first pin, for the line of a phone.
#[component]
pub(crate) fn LineGain() -> impl IntoView {
    let stores = use_stores();
    let gains = Memo::new(move |_| gains(stores).unwrap_or_default());
    let first = Signal::derive(move || gains.with(|gains| gains.first().cloned()));
    let none = Signal::derive(move || gains.with(|gains| gains.none.clone()));
    view! {
        <small>
            <Note says=none gain=first />
        </small>
    }
}

/// Element id of the comparison.
pub(crate) const PLACE: &str = "compare";

/// The table: measures as rows, the present scenario and the others as columns.
#[component]
pub(crate) fn Compare() -> impl IntoView {
    let stores @ Stores { scenario, answer, compare, duel, .. } = use_stores();
    columns::follow(stores);
    let count = Memo::new(move |_| others(stores).len());
    let has_none = Memo::new(move |_| count.get() == 0);
    let sides = move || {
        let is_duel = stores.extent_shown() == Extent::Duel;
        let now = Side { summary: answer.summary.get(), duel: duel.result().filter(|_| is_duel) };
        let beside = compare.columns.into_iter().zip(compare.column_duels).take(count.get());
        let beside = beside.map(|(answer, duel)| Side { summary: answer.get(), duel: duel.get() });
        [now].into_iter().chain(beside).collect::<Vec<_>>()
    };
    let differs = move || match are_rules(stores) {
        true => Differs::BySign,
        false => Differs::ByGoodness {
            for_defender: scenario.now.with(|now| now.asker() == "defender"),
            within: answer.within.get(),
        },
    };
    let names = Memo::new(move |_| names(stores));
    let copy =
        move || untrack(|| table::tsv(lines(scenario.here().about(), names.get(), &sides(), differs())));
    let is_old = Signal::derive(move || scenario.is_stale() && are_rules(stores));
    let of_rules = Memo::new(move |_| are_rules(stores));
    let heads = move |of_rules: bool| {
        let places = move || (0..count.get()).map(|place| (place, ""));
        erased::rows(
            move || places().collect(),
            move |place, _| view! { <ColumnHead place names of_rules /> }.into_any(),
        )
    };
    let body = move |_| {
        let about = scenario.here().about();
        view! { <MeasureRows about sides=Signal::derive(sides) differs=Signal::derive(differs) /> }
    };
    view! {
        <section
            class="compare"
            id=PLACE
            aria-labelledby="compare-heading"
            class:absent=Signal::from(has_none)
            class:by-rules=Signal::from(of_rules)
            class:stale=is_old
        >
            <header>
                <h2 id="compare-heading">"Compare"</h2>
                <small class:absent=Signal::from(of_rules)>"▲ better, ▼ worse than now"</small>
                <Copy label="Copy as a table" class="link" text=copy />
                {erased::changed(move || of_rules.get(), move |of_rules| tools(stores, of_rules))}
            </header>
            <p class="unseen" role="status">
                {Signal::derive(move || status(stores))}
            </p>
            <table class="measures">
                <caption class="unseen">"Compare"</caption>
                <thead>
                    <tr>
                        <td>
                            <span class="unseen">"Measure"</span>
                        </td>
                        <th scope="col">
                            {Signal::derive(move || names.with(|names| names.first().cloned().unwrap_or_default()))}
                        </th>
                        {erased::changed(move || of_rules.get(), heads)}
                    </tr>
                </thead>
                {scenario.in_place(body)}
            </table>
            {erased::changed(move || !of_rules.get() && is_of_one_mode(stores), move |can_ask| can_ask.then(|| ask_apart(stores)))}
        </section>
    }
}

/// What can be done with the columns.
fn tools(stores: Stores, of_rules: bool) -> AnyView {
    match of_rules {
        true => view! {
            <button type="button" class="link" on:click=erased::press(move |_| ask_rules(stores))>
                "Do the rules matter?"
            </button>
        }
        .into_any(),
        false => view! {
            <button type="button" class="quiet" on:click=erased::press(move |event| {
                browser::focus_soon(&event, "pin".to_owned());
                pins::unpin_all(stores);
            })>
                "Unpin all"
            </button>
        }
        .into_any(),
    }
}

/// The head of a column: its name, and for a pin the ways to take it and to unpin it.
#[component]
fn ColumnHead(place: usize, names: Memo<Vec<String>>, of_rules: bool) -> impl IntoView {
    let stores @ Stores { compare, .. } = use_stores();
    let says = Memo::new(move |_| names.with(|names| names.get(place + 1).cloned().unwrap_or_default()));
    let take = move |_| {
        if let Some(pin) = compare.pins.with_untracked(|pins| pins.get(place).cloned()) {
            pins::take(stores, pin);
        }
    };
    let unpin = move |event: web_sys::MouseEvent| {
        browser::focus_soon(&event, "pin".to_owned());
        pins::unpin(stores, place);
    };
    let acts = (!of_rules).then(|| {
        view! {
            <span class="acts">
                <button
                    type="button"
                    class="link"
                    aria-label=Signal::derive(move || format!("Take {}", says.get()))
                    on:click=erased::press(take)
                >
                    "take"
                </button>
                <button
                    type="button"
                    class="quiet"
                    aria-label=Signal::derive(move || format!("Unpin {}", says.get()))
                    on:click=erased::press(unpin)
                >
                    "×"
                </button>
            </span>
        }
    });
    view! {
        <th scope="col">
            <i class=format!("key side-{}", place + 1)></i>
            <span class="name">{says}</span>
            {acts}
        </th>
    }
}

/// Screen reader status after a column comes or goes.
fn status(stores: Stores) -> String {
    let Stores { compare, .. } = stores;
    match compare.pins.with(Vec::len) {
        _ if are_rules(stores) => "The rules are compared.".to_owned(),
        0 => String::new(),
        pins => format!("Pinned. {pins} to compare."),
    }
}

/// The names of the columns, the present scenario first, each by difference.
fn names(stores: Stores) -> Vec<String> {
    let Stores { scenario, .. } = stores;
    let (others, are_rules) = (others(stores), are_rules(stores));
    let duel = duel_shown(stores);
    scenario.now.with(|now| {
        if are_rules {
            let others = others.into_iter().map(|other| other.name);
            return [rules_here(now)].into_iter().chain(others).collect();
        }
        let first = others.first().map(|pin| {
            let differs = difference(&Now::at(now.rules, pin.document.clone()), &now.asked.document);
            let of_duel = || duel_difference(now, pin.duel.as_ref(), duel.as_ref());
            if differs.is_empty() { of_duel() } else { differs }
        });
        let present = match first {
            Some(differs) if !differs.is_empty() => format!("Now: {differs}"),
            _ => "Now".to_owned(),
        };
        let mut names = vec![present];
        for pin in &others {
            let name = name(now, pin, duel.as_ref());
            let alike = names
                .iter()
                .filter(|known| **known == name || known.starts_with(&format!("{name} (")))
                .count();
            names.push(if alike > 0 { format!("{name} ({})", alike + 1) } else { name });
        }
        names
    })
}

/// The name of a pin: its given name, or its difference from the present scenario.
fn name(now: &Now, pin: &Pin, duel: Option<&PinnedDuel>) -> String {
    if !pin.is_ours(now.rules) {
        return pin.name.clone();
    }
    let of_duel = || duel_difference(now, duel, pin.duel.as_ref());
    let all = [difference(now, &pin.document), of_duel(), SAME.to_owned()];
    all.into_iter().find(|differs| !differs.is_empty()).unwrap_or_default()
}

/// The present duel, where the page shows one.
fn duel_shown(stores: Stores) -> Option<PinnedDuel> {
    (stores.extent_shown() == Extent::Duel).then(|| pins::duel_of(stores)).flatten()
}

/// Difference of a duel from another apart from the strike: the strike back, or the first strike.
fn duel_difference(now: &Now, of: Option<&PinnedDuel>, other: Option<&PinnedDuel>) -> String {
    let Some((of, other)) = of.zip(other) else { return String::new() };
    let differs = difference(&Now::at(now.rules, of.back.clone()), &other.back);
    if differs.is_empty() && of.first != other.first { "Another first strike".to_owned() } else { differs }
}

/// The entries of a scenario that another does not have, in a few words.
fn difference(now: &Now, document: &Json) -> String {
    const MOST_SAID: usize = 2;
    let mode = now.about().mode_of(document);
    if mode != now.mode {
        return now.about().mode(mode).map_or("", |mode| mode.label).to_owned();
    }
    let whole = |document: &Json| complete(now.rules, document).0;
    let differences = |one: &Json, other: &Json| -> Vec<String> {
        differences(now.form(), mode, (one, other)).into_iter().map(|change| change.text).collect()
    };
    // Other presets are named, beside the values that were entered over them.
    let mut all = other_presets(now, document);
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

/// Names of the presets of each sheet that the present one does not use; or of the things that its fighter comes
/// with, where something else is chosen at present.
fn other_presets(now: &Now, document: &Json) -> Vec<String> {
    let (library, game) = (now.rules.presets(), custom_rules::game(now.rules));
    let mut names = Vec::new();
    for field in now.form().fields {
        let Some(spec) = sheet_of(field.shape) else { continue };
        let used = |one: &Json| {
            one.at(field.name).map_or_else(Vec::new, |sheet| presets_used(spec, now.mode, sheet))
        };
        let (here, there) = (used(&now.document), used(document));
        let others = there.iter().filter(|id| !here.contains(id));
        let named = others.filter_map(|id| library.all().find(|preset| preset.id() == *id));
        let before = names.len();
        names.extend(named.map(|preset| proper(preset.name).to_owned()));
        if names.len() == before && here.iter().any(|id| !there.contains(id)) {
            let [here, there] = [&now.document, document].map(|one| sentence::held(&game, one, field.name));
            names.extend(Some(there).filter(|there| *there != here && !there.is_empty()));
        }
    }
    names
}

/// The proper name within a name: 'Ringil' of "Long Sword 'Ringil'".
fn proper(name: &str) -> &str {
    name.split_once(" '").and_then(|(_, name)| name.strip_suffix('\'')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_named_by_its_fighters_and_things() {
        let named = |now: &str, pin: &str| {
            let [(rules, now), (_, pin)] = [now, pin].map(|link| tohit_resolver::from_link(link).unwrap());
            difference(&Now::at(rules, now), &pin)
        };
        let of = |attacker: &str, defender: &str| {
            format!("brogue/ally?attacker.preset={attacker}&defender.preset={defender}")
        };
        assert_eq!(named(&of("ogre", "goblin"), &of("goblin", "ogre")), "Goblin, Ogre");
        let hero = "brogue/melee?attacker.preset.0=hero-at-depth-8";
        assert_eq!(named(&format!("{hero}&attacker.preset.1=mace"), hero), "Sword");
    }
}
