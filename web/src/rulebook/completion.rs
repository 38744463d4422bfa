//! Completion of names: fields, figures and words of the language, in a list under the caret.

use super::book::{Book, Completion, insert};
use crate::model::margin::Part;
use crate::platform::erased;
use leptos::prelude::*;
use tohit_resolver::text::editor::names;
use tohit_resolver::text::keywords;
use web_sys::KeyboardEvent;

/// Limit on offered names.
const MOST: usize = 8;
/// Least number of typed letters for a search.
const LEAST: usize = 2;

impl Book {
    /// Offers names for the letters before the caret.
    pub(super) fn suggest(self, is_asked: bool) {
        let offered = if self.part.get_untracked() == Part::Rules { self.offered(is_asked) } else { None };
        let offered = offered.unwrap_or_default();
        if self.completion.with_untracked(|before| *before != offered) {
            self.completion.set(offered);
        }
    }

    fn offered(self, is_asked: bool) -> Option<Completion> {
        let field = self.field.get_untracked()?;
        let at = usize::try_from(field.selection_start().ok()??).ok()?;
        self.bundle.with_untracked(|bundle| {
            let text = &bundle.rules;
            // A longer text cannot be played.
            if text.len() > 64 * 1024 {
                return None;
            }
            let mut units = 0;
            let caret = text.char_indices().find(|(_, letter)| {
                let is_there = units >= at;
                units += letter.len_utf16();
                is_there
            });
            let before = text.get(..caret.map_or(text.len(), |(at, _)| at))?;
            let line = before.rsplit('\n').next()?;
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
            let typed = line.get(line.trim_end_matches(is_part).len()..)?;
            let count = typed.chars().count();
            if !is_asked && (count < LEAST || typed.starts_with(|first: char| first.is_ascii_digit())) {
                return None;
            }
            let is_dotted = typed.contains('.');
            let fits = |name: &str| {
                name != typed
                    && (name.starts_with(typed)
                        || !is_dotted
                            && name.split_once('.').is_some_and(|(_, field)| field.starts_with(typed)))
            };
            let own = names(text).into_iter().filter(|name| fits(name));
            let words = keywords().filter(|word| fits(word)).map(str::to_owned);
            let names: Vec<String> = own.chain(words).take(MOST).collect();
            let column = line.chars().count() - count;
            Some(Completion { names, chosen: None, typed: count, at: (before.matches('\n').count(), column) })
        })
    }

    /// Moves in the list, takes a name of it, or closes it.
    pub(super) fn complete(self, event: &KeyboardEvent) {
        if event.ctrl_key() && event.code() == "Space" {
            event.prevent_default();
            self.suggest(true);
            if self.completion.with_untracked(|it| it.names.len() == 1) {
                self.accept(0);
            }
            return;
        }
        let (count, chosen) = self.completion.with_untracked(|it| (it.names.len(), it.chosen));
        if count == 0 {
            return;
        }
        let choose = |chosen: usize| self.completion.update(|it| it.chosen = Some(chosen % count));
        match (event.key().as_str(), chosen) {
            ("ArrowDown", chosen) => choose(chosen.map_or(0, |chosen| chosen + 1)),
            ("ArrowUp", chosen) => choose(chosen.map_or(0, |chosen| chosen) + count - 1),
            ("Enter" | "Tab", Some(chosen)) => self.accept(chosen),
            ("Escape", _) => self.completion.update(Completion::close),
            _ => {
                return self.completion.update(|it| {
                    if event.key().len() > 1 && event.key() != "Backspace" && event.key() != "Shift" {
                        it.close()
                    }
                });
            }
        }
        event.prevent_default();
    }

    /// Puts a name in the place of the letters that were typed.
    fn accept(self, place: usize) {
        let name = self.completion.with_untracked(|it| Some((it.names.get(place)?.clone(), it.typed)));
        if let (Some((name, typed)), Some(field)) = (name, self.field.get_untracked()) {
            let at = field.selection_start().ok().flatten().unwrap_or_default();
            let from = at.saturating_sub(u32::try_from(typed).unwrap_or_default());
            let _ = field.set_selection_range(from, at);
            insert(&field, &name);
            self.completion.update(Completion::close);
        }
    }
}

/// The list under the caret.
#[component]
pub(super) fn Names(book: Book, aside: Signal<i32>) -> impl IntoView {
    let one = move |place: usize, name: String, is_chosen: bool| {
        // The field keeps the keyboard.
        let take = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            book.accept(place);
        };
        view! {
            <li id=format!("rule-name-{place}") role="option" aria-selected=is_chosen.to_string() on:mousedown=erased::press(take)>
                {name}
            </li>
        }
    };
    let all = move || {
        book.completion.with(|it| {
            let names = it.names.iter().cloned().enumerate();
            names.map(|(place, name)| one(place, name, it.chosen == Some(place))).collect_view()
        })
    };
    let is_closed = Signal::derive(move || book.completion.with(|it| it.names.is_empty()));
    let at = move || book.completion.with(|it| it.at);
    view! {
        <ul id="rule-names" class="names" role="listbox" aria-label="Names"
            class:absent=is_closed
            style:--line=Signal::derive(move || (at().0 + 1).to_string())
            style:--column=Signal::derive(move || at().1.to_string())
            style:--aside=Signal::derive(move || format!("{}px", aside.get()))
        >
            {erased::live(all)}
        </ul>
    }
}
