//! The rules as text, each line with its present figure in the margin: a reason for the answer. And an editor
//! of rules, words and presets.

mod begin;
mod book;
mod completion;
mod editor;
mod lines;
pub(crate) mod link;
mod parts;
mod tools;
mod typing;

use crate::model::custom_rules;
use crate::model::margin::Part;
use crate::platform::browser::{self, Later};
use crate::platform::erased;
use crate::store::{Stores, use_stores};
use crate::widgets::Fold;
use crate::worker::lazy;
use begin::Begin;
pub(crate) use begin::first_game;
use book::{Book, LINES_A_FRAME, texts_of};
use editor::Field;
use leptos::prelude::*;
use lines::Lines;
use parts::{Faults, Parts};
use tohit_resolver::Ruleset;
use tools::Tools;
use typing::Replaced;

/// A fold with the rules in it: open for a custom game.
#[component]
pub(crate) fn Rulebook() -> impl IntoView {
    let fold = Fold::new();
    let is_game = is_game(use_stores());
    Effect::new(move |was: Option<bool>| {
        let is_game = is_game.get();
        if let Some(details) = fold.details.get().filter(|_| is_game || was == Some(true)) {
            details.set_open(is_game);
        }
        is_game
    });
    let pages = move || lazy::requested(move |module| (module.pages)());
    fold.view("rulebook", "Rules as text", false.into(), pages)
}

/// True while a custom game is played.
fn is_game(stores: Stores) -> Memo<bool> {
    Memo::new(move |_| stores.scenario.now.with(|now| custom_rules::is_game(now.rules)))
}

impl Book {
    fn new(stores: Stores, is_game: bool) -> Self {
        // The rules of a custom game are there to be changed, at once.
        let texts = is_game.then(|| texts_of(stores.scenario.here().rules));
        Self {
            stores,
            bundle: RwSignal::new(texts.unwrap_or_default()),
            part: RwSignal::default(),
            fetched: RwSignal::new(0),
            is_changing: RwSignal::new(is_game),
            wrong: RwSignal::default(),
            tried: RwSignal::default(),
            refused: RwSignal::default(),
            marks: RwSignal::default(),
            says: RwSignal::default(),
            before: RwSignal::default(),
            typed: StoredValue::new(""),
            drawn: RwSignal::new(LINES_A_FRAME),
            awaits_strike: StoredValue::new(false),
            window: RwSignal::new((0, 80)),
            completion: RwSignal::default(),
            frame: NodeRef::new(),
            list: NodeRef::new(),
            field: NodeRef::new(),
            later: Later::new(),
        }
    }
}

/// Keeps the texts, the figures and the examples in step with the opened rules; returns these, with their
/// text.
fn follow(book: Book, is_game: Memo<bool>) -> Memo<(&'static str, &'static str)> {
    let scenario = book.stores.scenario;
    Effect::new(move |_| {
        if is_game.get() {
            book.is_changing.set(true);
        }
    });
    Effect::new(move |_| book.fetch());
    // The texts follow the opened rules. Typed text is there already.
    let rules = Memo::new(move |_| (book.stores.scenario.now.with(|now| now.rules.id()), book.source()));
    Effect::new(move |_| {
        rules.track();
        let rules = scenario.here().rules;
        if book.typed.with_value(|typed| *typed != rules.id()) {
            untrack(|| book.open(rules));
        }
    });
    Effect::new(move |_| book.draw_more());
    Effect::new(move |_| book.ask());
    Effect::new(move |_| {
        rules.track();
        book.try_examples();
    });
    rules
}

/// The text and its actions.
#[component]
pub(crate) fn Pages() -> impl IntoView {
    let stores = use_stores();
    let is_game = is_game(stores);
    let book = Book::new(stores, is_game.get_untracked());
    let rules = follow(book, is_game);
    // Editing begins at the strike, where the figures are; fields stand above it.
    let change = move |_| {
        book.is_changing.update(|is| *is = !*is);
        book.part.set(Part::Rules);
        browser::after_frame(move || {
            book.scrolled();
            book.go(Part::Rules, book.strike().map_or(1, |at| at + 1), 1);
        });
    };
    let is_empty = Signal::derive(move || rules.with(|(_, text)| text.is_empty()));
    let says = move || if book.is_changing.get() { "Done" } else { "Change the rules" };
    let is_silent =
        Signal::derive(move || book.says.with(String::is_empty) && book.before.with(Option::is_none));
    let editing = move || book.is_changing.get().then(|| view! { <Tools book /> });
    view! {
        <div class="doing">
            <button type="button" disabled=is_empty on:click=erased::press(change)>
                {Signal::derive(says)}
            </button>
            {erased::live(editing)}
        </div>
        {erased::changed(move || book.is_changing.get(), move |is_changing| is_changing.then(|| view! { <Begin book /> }))}
        <p class="said" class:absent=is_silent role="status">
            <span>{book.says}</span>
            {erased::live(move || undo(book))}
        </p>
        <p class="quietly" role="status">
            {Signal::derive(move || book.standing())}
        </p>
        <Parts book />
        <Faults book />
        <div
            node_ref=book.frame
            class="book"
            class:changing=Signal::from(book.is_changing)
            on:scroll=erased::entry(move |_| book.scrolled())
        >
            {erased::changed(move || book.is_changing.get(), move |is_changing| {
                if is_changing { view! { <Field book /> }.into_any() } else { view! { <Lines book /> }.into_any() }
            })}
        </div>
    }
}

/// The button that brings back what was replaced.
fn undo(book: Book) -> Option<AnyView> {
    let label = match book.before.get()? {
        Replaced::Text { bundle, .. } => match Ruleset::title(&bundle.rules) {
            "" => "Undo: back to the text before".to_owned(),
            title => format!("Undo: back to \u{201c}{title}\u{201d}"),
        },
        Replaced::Played => "Show the text that is played".to_owned(),
        Replaced::Game(_) => "Undo".to_owned(),
    };
    let press = move |_| book.undo();
    Some(view! { <button type="button" on:click=erased::press(press)>{label}</button> }.into_any())
}
