//! The panel for a character: the box for what a game writes, the three lists of what was read from it, the
//! game's own figures beside ours, and the characters that this browser keeps.

mod kept;
mod reading;
mod stated;

use crate::platform::browser::{Later, after_frame, focus, in_page, reveal};
use crate::platform::erased;
use crate::platform::files;
use crate::sheet::{BELOW, BESIDE};
use crate::store::{Before, Reading, Stores, Tab, use_stores};
use kept::KeptCharacters;
pub(crate) use kept::{choose_kept, kept};
use leptos::html::{H2, Textarea};
use leptos::prelude::*;
use leptos::task::spawn_local;
use reading::Lists;
use stated::{StatedFigures, rows};
use std::sync::Arc;
use tohit_report::format;
use web_sys::File;

/// Ways to a character's text, a game a line.
const WAYS: [(&str, &str); 4] = [
    (
        "Dungeon Crawl",
        "Press # in the game, and take the text from the folder morgue; servers publish it, too.",
    ),
    ("Angband 4.2", "Press C, then f; the text is in the folder of the game's user files."),
    ("NetHack", "The dumplog at the end of a game, or the attributes of Ctrl+X, marked and copied."),
    ("Shattered Pixel Dungeon", "On a desktop the file game.dat in the folder of a game, or rankings.dat."),
];

/// Id of the panel.
const PANEL: &str = "character";

/// The panel, while it is open.
#[component]
pub(crate) fn CharacterPanel() -> impl IntoView {
    let Stores { characters, .. } = use_stores();
    let shown = move |is_open: bool| is_open.then(|| view! { <Open /> });
    erased::changed(move || characters.is_open.get(), shown)
}

#[component]
fn Open() -> impl IntoView {
    let stores @ Stores { characters, .. } = use_stores();
    let heading = NodeRef::<H2>::new();
    Effect::new(move |_| {
        characters.reading.track();
        after_frame(move || {
            heading.try_get_untracked().flatten().iter().for_each(|heading| focus(heading));
            in_page(PANEL).iter().for_each(reveal);
        });
    });
    let close = move || {
        characters.is_open.set(false);
        // The one that is in sight takes it.
        [BELOW, BESIDE].into_iter().filter_map(in_page).for_each(|button| focus(&button));
    };
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            close();
        }
    };
    let title = move || {
        characters.reading.with(|reading| match reading {
            Reading::Read(_) => "Your character is read".to_owned(),
            Reading::Chosen(name, _) => format!("{name} is here"),
            Reading::Screen(_) => "The game’s screen beside ours".to_owned(),
            Reading::Nothing | Reading::Wrong(_) => "Paste your character".to_owned(),
        })
    };
    let inside = move || match characters.reading.get() {
        Reading::Read(read) => view! { <Lists read=read.clone() /> }.into_any(),
        Reading::Chosen(..) => ().into_any(),
        Reading::Screen(screen) => {
            let rows = move || rows(screen.compared());
            view! { <StatedFigures rows /> <PasteBox /> }.into_any()
        }
        Reading::Nothing | Reading::Wrong(_) => view! { <PasteBox /> }.into_any(),
    };
    let undo = move || {
        before(&characters.reading.get()).map(|before| {
            let press = move |_| stores.without_character(&before);
            view! {
                <button type="button" class="quiet" on:click=erased::press(press)>
                    "Undo"
                </button>
            }
        })
    };
    view! {
        <section class="panel character" id=PANEL aria-labelledby="character-heading" on:keydown=erased::key(escape)>
            <header>
                <h2 id="character-heading" tabindex="-1" node_ref=heading>
                    {Signal::derive(title)}
                </h2>
                {erased::live(undo)}
                <button type="button" class="quiet" aria-label="Close" on:click=erased::press(move |_| close())>
                    "×"
                </button>
            </header>
            {erased::live(inside)}
            <KeptCharacters />
        </section>
    }
}

/// The page before what was read.
fn before(reading: &Reading) -> Option<Arc<Before>> {
    match reading {
        Reading::Read(read) => Some(read.before.clone()),
        Reading::Chosen(_, before) => Some(before.clone()),
        Reading::Nothing | Reading::Screen(_) | Reading::Wrong(_) => None,
    }
}

/// The box: a text that is pasted is read at once.
#[component]
fn PasteBox() -> impl IntoView {
    let stores @ Stores { characters, .. } = use_stores();
    let text = NodeRef::<Textarea>::new();
    let read = move || {
        if let Some(text) = text.get_untracked() {
            read_text(stores, text.value());
        }
    };
    let later = Later::new();
    let paste = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        // Text that is typed by hand waits for the button. Some ways to paste are an event for each line.
        match typed.lines().nth(MOST_TYPED) {
            Some(_) => later.run(PAUSE, move || read_text(stores, typed)),
            None => later.forget(),
        }
    };
    let choose = move |event: web_sys::Event| {
        if let Some(file) = files::chosen(&event) {
            later.forget();
            read_file(stores, file);
        }
    };
    let wrong = move || match characters.reading.get() {
        Reading::Wrong(why) => why,
        _ => String::new(),
    };
    let ways = WAYS.map(|(game, way)| view! { <dt>{game}</dt> <dd>{way}</dd> });
    view! {
        <p class="quiet-note" id="character-help">
            {format!("{}. The game is found by itself. Nothing leaves this page.", format::sentence(tohit_import::UNDERSTOOD))}
        </p>
        <textarea
            id="character-text"
            aria-label="What the game writes about your character"
            aria-describedby="character-help"
            placeholder="Paste the text here, or drop a file"
            spellcheck="false"
            autocomplete="off"
            node_ref=text
            on:input=erased::entry(paste)
        ></textarea>
        <p class="wrong-text" role="alert">{Signal::derive(wrong)}</p>
        <div class="asks">
            <button type="button" on:click=erased::press(move |_| read())>
                "Read it"
            </button>
            <label class="file">
                "Choose a file"
                <input type="file" on:change=erased::entry(choose) />
            </label>
        </div>
        <details class="ways">
            <summary>"Where do I find it?"</summary>
            <dl>{ways}</dl>
        </details>
    }
}

/// Pause before a pasted text is read, in ms.
const PAUSE: u64 = 50;

/// Lines of a text that a person may type without having it read.
const MOST_TYPED: usize = 3;

fn read_text(stores: Stores, text: String) {
    spawn_local(stores.read_character(stores.characters.requests.begin(), text.into_bytes()));
}

/// Most bytes of a file.
const MOST_BYTES: f64 = tohit_import::MOST_BYTES as f64;

/// Reads a file that was chosen or dropped.
pub(crate) fn read_file(stores: Stores, file: File) {
    let Stores { characters, tab, .. } = stores;
    characters.is_open.set(true);
    tab.set(Tab::Result);
    let request = characters.requests.begin();
    if file.size() > MOST_BYTES {
        let why =
            format!("This file has more than {} bytes, and no more are read.", tohit_import::MOST_BYTES);
        return characters.reading.set(Reading::Wrong(why));
    }
    spawn_local(async move {
        match files::bytes(&file).await {
            Some(bytes) => stores.read_character(request, bytes).await,
            None => characters.reading.set(Reading::Wrong("This browser cannot read the file.".to_owned())),
        }
    });
}
