//! The rules to be read: each line with its number and its present figure.

use super::book::Book;
use super::editor;
use crate::model::margin::Part;
use crate::platform::erased;
use leptos::prelude::*;

/// The rules line by line, to be read: number, figure, text.
#[component]
pub(super) fn Lines(book: Book) -> impl IntoView {
    let rules = Memo::new(move |_| book.source());
    let all = move || -> Vec<(usize, &'static str)> {
        (1..).zip(rules.get().trim_end_matches('\n').split('\n')).take(book.drawn.get()).collect()
    };
    view! {
        <ol node_ref=book.list class="lines" tabindex="0" aria-label="The rules, line by line, with their present figures">
            {erased::rows(all, move |number, text| view! { <Line book number text /> }.into_any())}
        </ol>
    }
}

#[component]
fn Line(book: Book, number: usize, text: &'static str) -> impl IntoView {
    let mark = Memo::new(move |_| book.mark(number, text));
    // The class of the line's fault.
    let fault = Memo::new(move |_| {
        let faults = book.faults();
        let fault = faults.iter().find(|fault| fault.part == Part::Rules && fault.line == number)?;
        Some(if fault.is_warning { "doubtful" } else { "bad" })
    });
    let class = move || match (fault.get(), mark.with(|mark| mark.as_ref().map(|mark| mark.is_used))) {
        (Some(fault), _) => fault,
        (None, Some(false)) => "unused",
        _ => "",
    };
    let says = move || mark.with(|mark| mark.as_ref().map(|mark| mark.says.clone()).unwrap_or_default());
    let more =
        move || mark.with(|mark| mark.as_ref().map(|mark| mark.more.clone()).filter(|more| !more.is_empty()));
    view! {
        <li class=Signal::derive(class)>
            <span class="figure" title=Signal::derive(more)>
                {Signal::derive(says)}
            </span>
            <code>{editor::painted(Part::Rules, text)}</code>
        </li>
    }
}
