//! A duel as it is told: who strikes back, how it ends, and what is taken along of it.

use super::{Back, Came, Duel, backs, own_of_attacker};
use crate::erased;
use crate::format;
use crate::own;
use crate::panels::Panels;
use crate::sentence;
use crate::state::Page;
use crate::story;
use crate::tallies;
use crate::worker::{self, Kind, Reply, Wrong};
use leptos::prelude::*;
use tohit_resolver::sheet::{Field, in_line};
use tohit_resolver::study::Extent;
use tohit_resolver::{First, Json};
use tohit_telling::duelled::Duelled;
use tohit_telling::entered::plain;
use tohit_telling::told::{Row, Told};
use tohit_telling::{is_you, stray};

/// The first moves in the words of the page, as a choice and in a sentence, in the order of [`First::ALL`].
const FIRSTS: [(&str, &str); First::ALL.len()] = [
    ("the attacker", "the attacker strikes first"),
    ("the defender", "the defender strikes first"),
    ("both at once", "both strike at once"),
];

/// Who strikes back, who is first, and how it ends; an article's reader changes what the sheets let them change.
#[component]
pub(crate) fn Ring(page: Page) -> impl IntoView {
    let Duel { chosen, begins, came, .. } = page.duel;
    // So many were rolled, with the shares of their ends.
    let rolled = RwSignal::new((0u32, [0.0; 4]));
    let all = Memo::new(move |_| page.now.with(|now| backs(page, now)));
    let back = Memo::new(move |_| page.now.with(|now| all.with(|all| page.duel.back(now, all))));
    let ask = move |thrown| {
        let (now, first) = (page.now.get(), begins.get());
        let back = back.get()?;
        let both: Json =
            [("mine", now.asked.document.clone()), ("back", back.document)].into_iter().collect();
        Some(move |then: Box<dyn FnOnce(Reply)>| {
            worker::ask(page.now, now.rules, Kind::Duel { first, thrown }, both, then);
        })
    };
    Effect::new(move |_| {
        rolled.set((0, [0.0; 4]));
        let Some(ask) = ask(None) else { return came.set(None) };
        ask(Box::new(move |reply| {
            let _ = came.try_set(match reply {
                Reply::Duel(duel) => Some(Ok(duel)),
                Reply::Wrong(wrong) => Some(Err(refused(&wrong))),
                _ => None,
            });
        }));
        story::follow(page);
    });
    // Other dice begin anew.
    Effect::new(move |_| {
        page.seed.track();
        rolled.set((0, [0.0; 4]));
    });
    let roll = move |_| {
        let throws = rolled.with_untracked(|(before, _)| before + tallies::next(*before as usize).0);
        let asked = (came.get_untracked(), page.seed.get_untracked());
        let Some(ask) = untrack(|| ask(Some((asked.1, throws)))) else { return };
        ask(Box::new(move |reply| {
            // What comes too late is of another duel.
            let now = came.try_get_untracked().zip(page.seed.try_get_untracked());
            if let (true, Reply::Duel(duel)) = (now == Some(asked), reply) {
                rolled.set((throws, duel.ends));
            }
        }));
    };
    let names = move || names(page, back.get(), false);
    let told = move || came.with(|came| says(came, &names(), &names()));
    let alone = move || came.with(|came| alone(came, &names()));
    let rows = move || came.with(|came| rows(came, &names(), rolled.get()));
    let rolls_none = Signal::derive(move || {
        let is_there = came.with(|came| matches!(came, Some(Ok(_))));
        !is_there || page.is_stale() || rolled.with(|(throws, _)| *throws as usize >= tallies::MOST_THROWS)
    });
    let options = move || all.with(|all| all.iter().map(|back| back.name.clone()).collect::<Vec<_>>());
    // Whoever strikes back may say what holds where nothing is entered.
    let whole = Memo::new(move |_| {
        let now = page.now.get();
        back.with(|back| {
            back.as_ref().map_or(Json::Null, |back| own::game(now.rules).complete(&back.document))
        })
    });
    let present = move |name: &str| {
        whole.with(|whole| whole.get("defender").and_then(|struck| struck.get(name)).map(plain))
    };
    let fields = Memo::new(move |_| {
        page.now.with(|now| {
            whole.with(|whole| {
                let mode = now.about().mode_of(whole);
                let mut fields = own_of_attacker(now, mode);
                fields.retain(|field| field.name != "hp" && field.about.counts(mode, whole, "defender"));
                fields
            })
        })
    });
    let mine = move |name: &'static str, label: String| {
        let entered = move || {
            let own = page.now.with(|now| page.duel.own(now));
            own.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value).unwrap_or_default()
        };
        let enter = move |text: String| page.duel.enter(&page.here(), name, &text);
        number(label, move || present(name).unwrap_or_default(), Signal::derive(entered), enter)
    };
    // Few heal in a fight.
    let says_own = move || {
        let value = |field: &&Field| {
            let value = present(field.name).filter(|value| !value.is_empty());
            format!("{} {}", in_line(field.about.label), value.as_deref().unwrap_or("auto"))
        };
        let all = fields.with(|fields| {
            fields
                .iter()
                .filter(|field| field.name != "regeneration")
                .map(value)
                .collect::<Vec<_>>()
                .join(", ")
        });
        format!("Struck back, the attacker has: {all}")
    };
    let theirs = Signal::derive(move || {
        page.now.with(|now| now.complete.at("defender.hp").map(plain).unwrap_or_default())
    });
    let their_points = move |text: String| match text.trim().parse::<i64>() {
        Ok(points) => page.set("defender.hp", points.into()),
        Err(_) if text.trim().is_empty() => page.put_back("defender.hp"),
        Err(_) => {}
    };
    let controls = move || {
        let firsts = || FIRSTS.map(|(choice, _)| choice.to_owned()).to_vec();
        view! {
            <div class="doing">
                <label>"Strikes back: " {choice(chosen, Signal::derive(options))}</label>
                <label>"First: " {choice(begins, Signal::derive(firsts))}</label>
                {mine("hp", "Attacker’s hit points: ".to_owned())}
                {number("Defender’s: ".to_owned(), String::new, theirs, their_points)}
            </div>
            <details class:absent=Signal::derive(move || fields.with(Vec::is_empty))>
                <summary>{Signal::derive(says_own)}</summary>
                <div class="doing">
                    {erased::live(move || {
                        fields.get().into_iter().map(|field| mine(field.name, format!("{}: ", field.about.label))).collect_view()
                    })}
                </div>
            </details>
        }
    };
    view! {
        <div class="duel" class:absent=Signal::derive(move || page.does_none())>
            <h3>"Who wins, if it strikes back"</h3>
            {(page.panels.has(Panels::SHEETS) && !page.shows_few()).then(controls)}
            <p class="verdict" role="status">
                {Signal::derive(told)}
            </p>
            {erased::live(rows)}
            <button type="button" class="many" disabled=rolls_none on:click=erased::press(roll)>
                {Signal::derive(move || tallies::next(rolled.with(|(throws, _)| *throws as usize)).1)}
            </button>
            <p class="quietly">
                {Signal::derive(alone)}
                "A round is one of the game’s usual turns; where the sheets tell how fast each side is, the faster one has more turns."
            </p>
        </div>
    }
}

/// Who strikes, and who strikes back; at length with all that was entered of them.
fn names(page: Page, back: Option<Back>, at_length: bool) -> [String; 2] {
    let now = page.now.get();
    let game = own::game(now.rules);
    let Some(back) = back else { return [sentence::who(&game, &now.asked.document), String::new()] };
    let (here, there) = (&now.asked.document, &back.document);
    let called = |strikes: &Json, struck: &Json| {
        if at_length { sentence::fighter(&game, strikes, struck) } else { sentence::who(&game, strikes) }
    };
    let (mine, theirs) = (called(here, there), called(there, here));
    let theirs = match theirs.strip_prefix("The attacker") {
        Some(more) => format!("The defender{more}"),
        None if theirs == mine => "The one who strikes back".to_owned(),
        None => theirs,
    };
    [mine, theirs]
}

/// What is taken away of it, in place of what there is of a strike.
pub(crate) fn told(page: Page, strike: Told) -> Told {
    let (came, first, [names, whole], situation) = untrack(|| {
        let now = page.now.get();
        let situation = sentence::situation(&own::game(now.rules), &now.asked.document);
        let back = page.duel.back(&now, &backs(page, &now));
        let names = [false, true].map(|at_length| names(page, back.clone(), at_length));
        (page.duel.came.get(), page.duel.begins.get(), names, situation)
    });
    let Some(Ok(duel)) = &came else { return strike };
    let row = |(place, (name, chance)): (usize, (String, f64))| Row {
        name: if place < 2 { format!("{name} {}", wins(&name)) } else { name },
        says: format::percent(chance),
        chance,
        fraction: String::new(),
    };
    let first = FIRSTS.get(first).map_or("", |(_, says)| says);
    let says = says(&came, &whole, &names);
    let figure = |name: String, number: Option<f64>| Some((name, format::tenths(number?)));
    let left = |name: &str, left| figure(format!("Hit points left if {} {}", within(name), wins(name)), left);
    let [mine, theirs] = &names;
    let figures = [
        figure("Rounds, average".to_owned(), duel.rounds),
        left(mine, duel.left),
        left(theirs, duel.left_of_defender),
    ];
    Told {
        sentence: format!("{} ({situation}{first}; {}).", says.trim_end_matches('.'), strike.rules),
        rows: ends(&names, duel).map(row).collect(),
        figures: figures.into_iter().flatten().collect(),
        picture: None,
        ..strike
    }
}

/// How it ends in a few words, where a duel is looked at.
pub(crate) fn line(page: Page) -> Option<String> {
    if page.extent_shown() != Extent::Duel {
        return None;
    }
    page.duel.came.with(|came| match came.as_ref()? {
        // No names: a narrow line is cut at its end.
        Ok(duel) => {
            let [win, lose, ..] = duel.ends.map(format::percent);
            Some(format!("attacker wins {win} · loses {lose}"))
        }
        Err(lacks) => Some(lacks.clone()),
    })
}

/// How it can end, and how likely that is; what cannot be told from never is left out.
fn ends([mine, theirs]: &[String; 2], duel: &Duelled) -> impl Iterator<Item = (usize, (String, f64))> {
    let names = [mine.clone(), theirs.clone(), "Both fall".to_owned(), duel.undecided()];
    names.into_iter().zip(duel.ends).enumerate().filter(|(place, (_, p))| *place < 2 || *p > 1e-9)
}

fn wins(name: &str) -> &'static str {
    if is_you(name) { "win" } else { "wins" }
}

/// A field for a number, with what holds where it is left empty.
fn number(
    label: String,
    otherwise: impl Fn() -> String + Send + Sync + 'static,
    value: Signal<String>,
    enter: impl Fn(String) + 'static,
) -> AnyView {
    view! {
        <label>
            {label}
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                prop:value=value
                placeholder=Signal::derive(otherwise)
                on:input=erased::entry(move |event| enter(event_target_value(&event)))
            />
        </label>
    }
    .into_any()
}

fn choice(chosen: RwSignal<usize>, names: Signal<Vec<String>>) -> AnyView {
    let change = move |event| chosen.set(event_target_value(&event).parse().unwrap_or_default());
    let option = move |(place, name): (usize, String)| {
        view! {
            <option value=place.to_string() selected=chosen.get_untracked() == place>
                {name}
            </option>
        }
    };
    view! {
        <select on:change=erased::entry(change)>
            {erased::live(move || names.get().into_iter().enumerate().map(option).collect_view())}
        </select>
    }
    .into_any()
}

/// What is wrong, in the words of the page.
fn refused(wrong: &Wrong) -> String {
    let lacks = |path: &str| wrong.paths.iter().any(|known| known == path);
    if lacks("defender.hp") {
        return "Enter the defender’s hit points.".to_owned();
    }
    if lacks("against.defender.hp") {
        return "Enter the attacker’s hit points.".to_owned();
    }
    format!("No duel: {}.", wrong.says)
}

/// How it ends, by names of the two, and by shorter ones where they stand again.
fn says(came: &Came, names: &[String; 2], short: &[String; 2]) -> String {
    /// What is less likely is left out.
    const SEEN: f64 = 0.0005;
    let duel = match came {
        None => return String::new(),
        Some(Err(message)) => return message.clone(),
        Some(Ok(duel)) => duel,
    };
    let end = |(place, (name, p)): (usize, (String, f64))| {
        let name = if place == 0 { name } else { within(&name) };
        let wins = if place < 2 { format!(" {}", wins(&name)) } else { String::new() };
        (place < 2 || p >= SEEN).then(|| format!("{name}{wins} {}", format::percent(p)))
    };
    let ends: Vec<String> = ends(names, duel).filter_map(end).collect();
    let rounds = duel.rounds.map(|rounds| format!(", after {} rounds on average", format::tenths(rounds)));
    let [mine, theirs] = short.each_ref().map(|name| within(name));
    let left = |name: &str, left: Option<f64>| {
        left.map(|left| format!("{} if {name} {}", format::tenths(left), wins(name)))
    };
    let left = [left(&mine, duel.left), left(&theirs, duel.left_of_defender)];
    let left: Vec<String> = left.into_iter().flatten().collect();
    let left = (!left.is_empty()).then(|| format!(" Hit points left on average: {}.", left.join(", ")));
    format!("{}{}.{}", ends.join(", "), rounds.unwrap_or_default(), left.unwrap_or_default())
}

/// A name in the middle of a sentence.
fn within(name: &str) -> String {
    let small = ["The ", "You", "An ", "A ", "Both ", "Undecided ", "Neither "]
        .into_iter()
        .find_map(|word| Some(word.to_ascii_lowercase() + name.strip_prefix(word)?));
    small.unwrap_or_else(|| name.to_owned())
}

/// Why it comes so: how long each would need if the other did nothing.
fn alone(came: &Came, [mine, theirs]: &[String; 2]) -> String {
    let Some(Ok(Duelled { alone: [Some(one), Some(other)], .. })) = came else { return String::new() };
    let (one, other) = (format::tenths(*one), format::tenths(*other));
    format!("Unopposed, {} would need {one} rounds, {} would need {other}. ", within(mine), within(theirs))
}

/// How it can end, as bars; beside that how so many rolled ones did.
fn rows(came: &Came, names: &[String; 2], (throws, shares): (u32, [f64; 4])) -> AnyView {
    let Some(Ok(duel)) = came else { return ().into_any() };
    let head = (throws > 0).then(|| {
        let rolled = format!("{} rolled", format::whole(throws.into()));
        view! {
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"Exact"</th>
                    <td></td>
                    <th scope="col">{rolled}</th>
                </tr>
            </thead>
        }
    });
    let row = |(place, (name, p)): (usize, (String, f64))| {
        let share = shares.get(place).filter(|_| throws > 0);
        let stray = format::tenths(stray::expected(stray::of_chance(p), throws as usize) * 100.0);
        let share =
            share.map(|share| view! { <td>{format!("{} (±\u{a0}{stray})", format::percent(*share))}</td> });
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{format::percent(p)}</td>
                <td class="length">
                    <svg class="track" width="100%" height="8" aria-hidden="true">
                        <rect width=format!("{}%", format::decimal(p * 100.0, 2)) height="8"></rect>
                    </svg>
                </td>
                {share}
            </tr>
        }
    };
    view! {
        <table class="ends">
            <caption class="unseen">"How the duel ends"</caption>
            {head}
            <tbody>{ends(names, duel).map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
