//! The two fighters: each with a name, a line about him, and what he strikes with and wears.

use crate::actions::opponent;
use crate::actions::sides::{Kinds, SheetThing, has_layers, is_dressed_here, sheet, thing};
use crate::model::custom_rules;
use crate::model::presets::family;
use crate::model::scenario::Now;
use crate::platform::erased;
use crate::platform::storage;
use crate::sheet::{BESIDE, PasteButton, Picker, bodies};
use crate::store::{Stores, use_stores};
use crate::widgets::NumberEntry;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::sentence;
use tohit_report::values::plain;
use tohit_resolver::Extent;
use tohit_resolver::document;
use tohit_resolver::sheet::SheetSpec;
use tohit_resolver::{Json, RULESETS, Ruleset};

/// The fighters side by side, the player or who strikes at the left.
#[component]
pub(crate) fn Fighters() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let both = move |_| {
        let now = scenario.here();
        now.sides()
            .into_iter()
            .zip(["fighter mine", "fighter foe"])
            .map(|(side, class)| {
                let found = sheet(now.rules, now.mode, side);
                found.map(|(label, spec)| one(stores, &now, Side { name: side, label, spec, class }))
            })
            .collect_view()
    };
    view! { <div class="faces">{scenario.in_place(both)}</div> }
}

/// A side of the scenario.
#[derive(Clone, Copy)]
struct Side {
    name: &'static str,
    label: &'static str,
    spec: &'static SheetSpec,
    class: &'static str,
}

fn one(stores: Stores, now: &Now, side: Side) -> AnyView {
    let Stores { scenario, .. } = stores;
    let Side { name, label, spec, class } = side;
    let strikes = name == "attacker";
    let things = thing(now).filter(|_| strikes);
    let acts = Signal::derive(move || strikes || stores.extent_shown() == Extent::Duel);
    let about = Memo::new(move |_| scenario.now.with(|now| about(stores, now, side)));
    let worn = is_dressed_here(now, name, spec).then(|| {
        // Layers over a striker are other attacks and the like.
        row(
            if strikes { "also" } else { "wears" },
            view! { <Picker sheet=Arc::from(name) label spec kinds=Kinds::With /> }.into_any(),
        )
    });
    let held = things.map(|SheetThing { sheet, label, spec, kinds }| {
        // Things that are laid over the fighter have no sheet and no name of their own.
        let says = if kinds == Kinds::With { "with" } else { label };
        row(says, view! { <Picker sheet label spec kinds /> }.into_any())
    });
    view! {
        <section class=class class:active=acts>
            <h2>{label}</h2>
            {(class == "fighter mine").then(|| view! { <PasteButton id=BESIDE /> })}
            <div class="who">
                {count(stores, now, name)} <Picker sheet=Arc::from(name) label spec kinds=Kinds::Who />
            </div>
            <p class="about" title=about>{about}</p>
            <dl class="held">
                {held} {worn} {(strikes && !is_dressed_here(now, name, spec)).then(|| worn_in_duel(stores))}
                {(!strikes).then(|| reply(stores))}
            </dl>
            {(class == "fighter mine").then(|| view! { <p class="hint">{hint(stores)}</p> })}
        </section>
    }
    .into_any()
}

/// The number of a side that is several bodies, before the name: those that strike, or in a duel those that strike
/// back.
fn count(stores: Stores, now: &Now, side: &str) -> AnyView {
    if side == "attacker" {
        return bodies(stores.scenario, now).into_any();
    }
    let has_reply = Memo::new(move |_| {
        stores.extent_shown() == Extent::Duel
            && stores
                .scenario
                .now
                .with(|now| now.fight.reply_mode().is_some_and(|mode| now.rules.bodies(mode).is_some()))
    });
    let field = move |has_reply: bool| has_reply.then(|| view! { <ReplyBodies /> });
    erased::changed(move || has_reply.get(), field).into_any()
}

/// Field for the number of bodies that strike back.
#[component]
fn ReplyBodies() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let reply = Memo::new(move |_| scenario.now.with(|now| now.fight.reply().unwrap_or(Json::Null)));
    let known = Signal::derive(move || {
        scenario.now.with(|now| {
            let whole = reply.with(|reply| now.rules.complete(reply).0);
            now.rules.attackers(now.about().mode_of(&whole), &whole).to_string()
        })
    });
    let path = move || scenario.now.with(|now| reply.with(|reply| opponent::bodies(now.rules, reply)));
    let entered = Signal::derive(move || {
        path().and_then(|path| reply.with(|reply| reply.at(&path).map(plain))).unwrap_or_default()
    });
    let enter = Box::new(move |text: String| {
        if let Some(path) = untrack(path) {
            stores.enter_in_reply(&path, &text);
        }
    });
    view! {
        <label class="bodies">
            <span class="unseen">"How many strike back:"</span>
            <NumberEntry entered otherwise=known enter />
        </label>
    }
}

fn row(label: &'static str, picker: AnyView) -> AnyView {
    view! {
        <div>
            <dt>{label}</dt>
            <dd>{picker}</dd>
        </div>
    }
    .into_any()
}

/// Row of the weapon of a reply: quiet, for it counts in a duel only.
fn reply(stores: Stores) -> AnyView {
    let row = move |place: Option<String>| {
        let first = place.and_then(|_| stores.scenario.here().reply()).map(Arc::new)?;
        let Some(thing) = thing(&first) else { return Some(blows(stores)) };
        Some(idle(reply_picker(stores, "Strikes back with", thing, first)))
    };
    erased::changed(move || place_of_reply(stores), row).into_any()
}

/// Ruleset and mode of the reply: the set of its fields; tracked.
fn place_of_reply(stores: Stores) -> Option<String> {
    let place = |now: &Arc<Now>| Some(format!("{}/{}", now.about().id, now.fight.reply_mode()?));
    stores.scenario.now.with(place)
}

/// Picker of a sheet of the reply.
fn reply_picker(stores: Stores, label: &'static str, thing: SheetThing, first: Arc<Now>) -> AnyView {
    let SheetThing { sheet, spec, kinds, .. } = thing;
    let there = move || stores.scenario.now.with(|now| now.reply().map(Arc::new));
    let reply = Signal::derive(move || there().unwrap_or_else(|| first.clone()));
    view! { <Picker sheet label spec kinds reply /> }.into_any()
}

/// Row of what the striker wears, in a duel: the reply's sheet has it.
fn worn_in_duel(stores: Stores) -> AnyView {
    let shown = move |place: Option<String>| {
        let first = place.and_then(|_| stores.scenario.here().reply()).map(Arc::new)?;
        let (label, spec) = sheet(first.rules, first.mode, "defender")?;
        let thing = SheetThing { sheet: Arc::from("defender"), label, spec, kinds: Kinds::With };
        let picker = || reply_picker(stores, "Wears in the duel", thing, first.clone());
        has_layers(&first, spec).then(|| row("wears", picker()))
    };
    let place = move || place_of_reply(stores).filter(|_| stores.extent_shown() == Extent::Duel);
    erased::changed(place, shown).into_any()
}

fn idle(held: AnyView) -> AnyView {
    view! {
        <div class="idle">
            <dt>"strikes back with"</dt>
            <dd>{held}</dd>
        </div>
    }
    .into_any()
}

/// Blows of a creature that has no weapon to choose. A press looks at them.
fn blows(stores: Stores) -> AnyView {
    let held = Memo::new(move |_| {
        stores.scenario.now.with(|now| {
            let back = now.fight.reply_document()?;
            let game = custom_rules::game(now.rules);
            let held = sentence::held(&game, &back, "attacker");
            let nothing = || sentence::is_unarmed(&game, &back).then(|| "nothing".to_owned());
            Some(held).filter(|held| !held.is_empty()).or_else(nothing)
        })
    });
    let shown = move |held: Option<String>| {
        held.map(|held| {
            idle(
                view! {
                    <button
                        type="button"
                        class="thing"
                        title="Look at the strikes of this fighter, and change them"
                        on:click=erased::press(move |_| stores.turn_round())
                    >
                        {format::sentence(&held)}
                    </button>
                }
                .into_any(),
            )
        })
    };
    erased::changed(move || held.get(), shown).into_any()
}

/// Hint for a first visit, and for another edition, which begins with its example.
fn hint(stores: Stores) -> Signal<String> {
    Signal::derive(move || {
        stores.scenario.now.with(|now| match now {
            now if now.is_example() => match edition_left(now.rules) {
                Some(edition) => format!("An example. Your last fight is kept under {edition}."),
                None => "An example: press any name to change it.".to_owned(),
            },
            now if now.is_empty() => "Nothing is entered yet: every field is at its default.".to_owned(),
            _ => String::new(),
        })
    })
}

/// Another edition of the game, whose fight was left in this window.
fn edition_left(rules: &'static Ruleset) -> Option<&'static str> {
    let is_left = |other: &&&'static Ruleset| {
        family(other) == family(rules) && other.id() != rules.id() && storage::left(other.id()).is_some()
    };
    RULESETS.iter().find(is_left)?.listing().map(|listing| listing.edition)
}

/// A line about a fighter: the note of the first preset in use, or what to do.
fn about(stores: Stores, now: &Now, side: Side) -> String {
    let Side { name, spec, class, .. } = side;
    let first = document::presets_of(&now.document, name).into_iter().next();
    let Some((target, id)) = spec.presets.zip(first) else {
        return if class == "fighter mine" && stores.characters.who(now).is_some() {
            "Your character, with all that was read of it".to_owned()
        } else if spec.presets.is_some() {
            "Nobody by name: the figures below count".to_owned()
        } else {
            String::new()
        };
    };
    let preset = now.rules.presets().find(target, &id);
    preset.and_then(|preset| preset.section("note")).unwrap_or_default().to_owned()
}
