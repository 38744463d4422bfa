//! Beginnings of a custom game: one line of dice, `1d20+5 against 15, 2d6+3`, and small games.

use super::book::Book;
use super::typing::Replaced;
use crate::model::custom_rules;
use crate::model::games::{self, OwnGame};
use crate::model::margin::Part;
use crate::platform::erased;
use crate::rulebook::link as rules_link;
use crate::widgets::Fold;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tohit_report::format;
use tohit_resolver::Ruleset;
use tohit_resolver::text::{Bundle, DiceLine, FIRST_GAME};

// The lessons of docs/lessons, without their stated odds (build.rs): `LESSONS`.
include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The first game: each of its lines has a note.
pub(crate) fn first_game() -> String {
    FIRST_GAME.replace("TITLE", "My game")
}

/// True for a text that nobody has changed.
pub(super) fn is_first(bundle: &Bundle) -> bool {
    let text = bundle.rules.as_str();
    let is_beginning = text == first_game()
        || LESSONS.contains(&text)
        || DiceLine::parse(Ruleset::title(text)).is_ok_and(|line| line.rules() == text);
    is_beginning && bundle.words.is_empty() && bundle.presets.is_empty()
}

/// A fold with the beginnings: open as long as the rules are one of them.
#[component]
pub(super) fn Begin(book: Book) -> impl IntoView {
    let fold = Fold::new();
    let is_open =
        custom_rules::is_game(book.stores.scenario.here().rules) && book.bundle.with_untracked(is_first);
    Effect::new(move |_| {
        if let Some(details) = fold.details.get().filter(|_| is_open) {
            details.set_open(true);
        }
    });
    let inside = move || {
        let small = core::iter::once(first_game()).chain(LESSONS.iter().map(|text| (*text).to_owned()));
        let one = move |text: String| {
            let title = Ruleset::title(&text).to_owned();
            let begin = move |_| {
                book.replace(Bundle::parse(&text));
                book.go(Part::Rules, 1, 1);
            };
            view! {
                <button type="button" class="quiet" on:click=erased::press(begin)>
                    {title}
                </button>
            }
        };
        view! {
            <OneLine book />
            {erased::live(move || own_games(book))}
            <div class="small-games" role="group" aria-label="Small games">
                {small.map(one).collect_view()}
            </div>
        }
        .into_any()
    };
    fold.view("begin", "Begin with another game", false.into(), inside)
}

/// The games that this browser keeps, by name.
fn own_games(book: Book) -> Option<AnyView> {
    let mut names: Vec<String> = Vec::new();
    let mut one = |game: OwnGame| {
        let name = game.name();
        let same = names.iter().filter(|known| **known == name).count();
        names.push(name.clone());
        let name = if same == 0 { name } else { format!("{name} ({})", same + 1) };
        let label = format!("Remove {name}");
        let title = format!("Changed {}", day(game.when));
        let link = format!("#{}", game.link());
        let remove = move |_| {
            games::remove(&game);
            book.says.set(format!("\u{201c}{}\u{201d} is removed.", game.name()));
            book.before.set(Some(Replaced::Game(Box::new(game.clone()))));
        };
        view! {
            <li>
                <a href=link title=title>
                    {name}
                </a>
                <button type="button" class="quiet sign" aria-label=label on:click=erased::press(remove)>
                    "\u{d7}"
                </button>
            </li>
        }
    };
    let all: Vec<_> = games::listed().into_iter().map(&mut one).collect();
    (!all.is_empty()).then(|| {
        view! {
            <h3>"Your games in this browser"</h3>
            <ul class="own-games">{all}</ul>
        }
        .into_any()
    })
}

/// A time as a day and a minute.
fn day(when: f64) -> String {
    let form = js_sys::Object::new();
    for part in ["dateStyle", "timeStyle"] {
        let _ = js_sys::Reflect::set(&form, &part.into(), &"medium".into());
    }
    js_sys::Date::new(&when.into()).to_locale_string("en-GB", &form).into()
}

/// The field for a line, and the line's error; or how it was read, where that may surprise.
#[component]
fn OneLine(book: Book) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let (wrong, read_as) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let show = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let line = field.value();
        let read = match DiceLine::parse(&line) {
            Ok(read) => read,
            Err((place, says)) => return wrong.set(at(&line, place.start, &says)),
        };
        read_as.set(String::new());
        let bundle = Bundle::parse(read.rules());
        spawn_local(async move {
            let says = match rules_link::bring(&bundle, None).await {
                Ok(_) => {
                    book.replace(bundle);
                    let _ = read_as.try_set(reading(&read));
                    None
                }
                Err(faults) => faults
                    .first()
                    .map(|fault| at(&line, read.place(fault.line, fault.column, 1).start, &fault.says)),
            };
            let _ = wrong.try_set(says.unwrap_or_default());
        });
    };
    view! {
        <form class="one-line" on:submit=show>
            <label for="one-line">"Dice, or an attack, in one line"</label>
            <input
                id="one-line"
                type="text"
                node_ref=field
                value="1d20+5 against 15, 2d6+3"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                aria-describedby="one-line-wrong"
                aria-invalid=Signal::derive(move || wrong.with(|wrong| !wrong.is_empty()).then_some("true"))
            />
            <button type="submit">"Show the odds"</button>
            <p id="one-line-wrong" class="wrong" role="status">{wrong}</p>
            <p class="read-as" role="status">{read_as}</p>
        </form>
    }
}

/// The line in this language's spelling, where it was written otherwise, and notes about it.
fn reading(line: &DiceLine) -> String {
    let ours = line.read_as().map(|ours| format!("Read as \u{201c}{ours}\u{201d}."));
    let notes = line.notes().iter().map(|note| format!("{}.", format::sentence(note)));
    ours.into_iter().chain(notes).collect::<Vec<_>>().join(" ")
}

/// An error with the part of the line that it is about.
fn at(line: &str, place: usize, says: &str) -> String {
    let rest: String = line.chars().skip(place).take(20).collect();
    if rest.trim().is_empty() {
        says.to_owned()
    } else {
        format!("At \u{201c}{}\u{201d}: {says}", rest.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_game_reads_well_and_states_no_odds() {
        assert!(LESSONS.len() >= 10);
        for text in LESSONS.iter().map(|text| (*text).to_owned()).chain([first_game()]) {
            let read = Bundle::parse(&text).ruleset("own-small", None);
            assert!(read.is_ok(), "{text}");
        }
        assert!(LESSONS.iter().all(|text| !text.contains("# odds")));
    }
}
