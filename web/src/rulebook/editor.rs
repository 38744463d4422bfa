//! The editor: a plain text field, and under it the same lines in colours, with numbers and figures in the
//! margin. Only lines in sight are drawn.

use super::book::Book;
use super::completion::Names;
use crate::model::margin::{Fault, MarginMark, Part};
use crate::platform::erased;
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::text::Bundle;
use tohit_resolver::text::editor::{Paint, paints};
use web_sys::{ClipboardEvent, DragEvent, HtmlTextAreaElement, KeyboardEvent};

/// Extra lines drawn above and below.
const SPARE: usize = 20;

/// The field, and the lines under it.
#[component]
pub(super) fn Field(book: Book) -> impl IntoView {
    let entry = move |event: web_sys::Event| {
        book.enter(event_target_value(&event).replace("\r\n", "\n"));
        book.suggest(false);
    };
    let paste = move |event: ClipboardEvent| {
        let data = event.clipboard_data();
        let text = data.and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
        if text.len() > Bundle::MOST_BYTES {
            event.prevent_default();
            let most = format::whole(Bundle::MOST_BYTES as i64);
            let says =
                format!("The pasted text has more than {most} bytes, and no game has: nothing was inserted.");
            book.stores.scenario.notice.set(says);
        }
    };
    let drop = move |event: DragEvent| {
        if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0))
        {
            event.prevent_default();
            book.open_file(file);
        }
    };
    let is_wrong = Signal::derive(move || {
        let part = book.part.get();
        book.faults().iter().any(|fault| fault.part == part && !fault.is_warning).then_some("true")
    });
    let described = Signal::derive(move || (!book.faults().is_empty()).then_some("rules-wrong"));
    // Leptos sets `prop:value` in a later microtask, over a text that came meanwhile: `fill` alone sets the
    // field.
    Effect::new(move |_| {
        if book.field.get().is_some() {
            book.fill();
        }
    });
    // The lines are moved aside with the field.
    let aside = RwSignal::new(0);
    let scrolled = move |event: web_sys::Event| {
        aside.set(event_target::<HtmlTextAreaElement>(&event).scroll_left());
        book.completion.update(|completion| completion.close());
    };
    view! {
        <Overlay book aside=aside.into() />
        <textarea
            node_ref=book.field
            wrap="off"
            spellcheck="false"
            autocapitalize="off"
            autocomplete="off"
            aria-label=Signal::derive(move || book.part.get().label())
            aria-invalid=is_wrong
            aria-describedby=described
            aria-autocomplete="list"
            aria-controls="rule-names"
            aria-activedescendant=Signal::derive(move || book.completion.with(|it| it.active()))
            aria-keyshortcuts="Alt+Shift+F Control+Space"
            on:input=erased::entry(entry)
            on:keydown=erased::key(move |event| book.key(&event))
            on:blur=move |_| book.completion.update(|completion| completion.close())
            on:scroll=erased::entry(scrolled)
            on:paste=paste
            on:drop=drop
        ></textarea>
        <Names book aside=aside.into() />
    }
}

/// The lines in sight, in colours.
#[component]
fn Overlay(book: Book, aside: Signal<i32>) -> impl IntoView {
    let count = Memo::new(move |_| {
        book.bundle.with(|bundle| bundle.part(book.part.get().file()).split('\n').count())
    });
    let lines = move || {
        let (first, many) = book.window.get();
        let part = book.part.get();
        let faults = book.faults();
        book.bundle.with(|bundle| {
            let lines = bundle.part(part.file()).split('\n').enumerate().skip(first).take(many);
            lines
                .map(|(place, text)| {
                    let number = place + 1;
                    let fault = faults.iter().find(|fault| fault.part == part && fault.line == number);
                    let mark = (part == Part::Rules).then(|| book.mark(number, text)).flatten();
                    view! { <Row part text=text.to_owned() mark fault=fault.cloned() /> }
                })
                .collect_view()
        })
    };
    view! {
        <ol node_ref=book.list class="lines" aria-hidden="true"
            style:--count=Signal::derive(move || count.get().to_string())
            style:--first=Signal::derive(move || book.window.get().0.to_string())
            style:--aside=Signal::derive(move || format!("{}px", aside.get()))
        >
            {erased::live(lines)}
        </ol>
    }
}

#[component]
fn Row(part: Part, text: String, mark: Option<MarginMark>, fault: Option<Fault>) -> impl IntoView {
    let class = match (&mark, fault.as_ref().map(|fault| fault.is_warning)) {
        (_, Some(true)) => "doubtful",
        (_, Some(false)) => "bad",
        (Some(mark), None) if !mark.is_used => "unused",
        _ => "",
    };
    let says = fault.map(|fault| view! { <em>{fault.says}</em> });
    view! {
        <li class=class>
            <span class="figure">{mark.map(|mark| mark.says)}</span>
            <code>{painted(part, &text)} {says}</code>
        </li>
    }
}

/// A line in spans by kind of token.
pub(super) fn painted(part: Part, line: &str) -> impl IntoView + use<> {
    let mut rest = line;
    let stretches = match part {
        Part::Rules => paints(line),
        Part::Words => words_paints(line),
        Part::Presets => presets_paints(line),
    };
    let spans = stretches.into_iter().map(|(long, paint)| {
        let (this, after) = rest.split_at_checked(long).unwrap_or((rest, ""));
        rest = after;
        let class = match paint {
            Paint::Keyword => "k",
            Paint::Number => "n",
            Paint::Text => "t",
            Paint::Note => "c",
            Paint::Wrong => "w",
            Paint::Name | Paint::Sign => return this.to_owned().into_any(),
        };
        view! { <span class=class>{this.to_owned()}</span> }.into_any()
    });
    spans.collect_view()
}

/// A line of words: prose in quotes, the word that a statement begins with, and notes.
fn words_paints(line: &str) -> Vec<(usize, Paint)> {
    let mut stretches = Vec::new();
    let mut rest = line;
    if !line.starts_with([' ', '"', '#']) {
        let first = rest.find(' ').unwrap_or(rest.len());
        let is_field = rest.get(first..).is_some_and(|after| after.trim_start().starts_with('='));
        stretches.push((first, if is_field { Paint::Name } else { Paint::Keyword }));
        rest = rest.get(first..).unwrap_or_default();
    }
    while let Some(at) = rest.find(['"', '#']) {
        stretches.push((at, Paint::Name));
        let (long, paint) = if rest.get(at..).is_some_and(|rest| rest.starts_with('#')) {
            (rest.len() - at, Paint::Note)
        } else {
            (prose(rest.get(at..).unwrap_or_default()), Paint::Text)
        };
        stretches.push((long, paint));
        rest = rest.get(at + long..).unwrap_or_default();
    }
    stretches.push((rest.len(), Paint::Name));
    stretches
}

/// The length of the prose that a text begins with, quotes included.
fn prose(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\';
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// A line of presets: a heading, a note, or a name before the sheets that it fills.
fn presets_paints(line: &str) -> Vec<(usize, Paint)> {
    let all = line.len();
    match line.trim_start().chars().next() {
        Some('#') => vec![(all, Paint::Note)],
        Some('[') => vec![(all, Paint::Keyword)],
        _ => {
            let name = line.find('|').unwrap_or(all);
            vec![(name, Paint::Text), (all - name, Paint::Name)]
        }
    }
}

impl Book {
    /// The height of a line in pixels.
    pub(super) fn line_height(self) -> f64 {
        let count = self
            .bundle
            .with_untracked(|bundle| bundle.part(self.part.get_untracked().file()).split('\n').count());
        self.list.get_untracked().map_or(18.0, |list| f64::from(list.offset_height()) / (count + 1) as f64)
    }

    /// Draws the lines that are in sight now.
    pub(super) fn scrolled(self) {
        // The editor may be closed by now.
        let is_changing = self.is_changing.try_get_untracked().unwrap_or_default();
        let Some(frame) = is_changing.then(|| self.frame.get_untracked()).flatten() else { return };
        let height = self.line_height().max(1.0);
        let lines = |pixels: i32| (f64::from(pixels) / height) as usize;
        let first = lines(frame.scroll_top()).saturating_sub(SPARE);
        let window = (first, lines(frame.client_height()) + 2 * SPARE);
        if self.window.get_untracked() != window {
            self.window.set(window);
        }
    }

    /// Brings a line into sight.
    pub(super) fn reveal(self, line: usize) {
        let Some(frame) = self.frame.get_untracked() else { return };
        let height = self.line_height();
        let (top, sight) = (line as f64 * height, f64::from(frame.client_height()));
        let seen = f64::from(frame.scroll_top());
        if top < seen + 2.0 * height || top > seen + sight - 2.0 * height {
            frame.set_scroll_top((top - sight / 2.0) as i32);
        }
        self.scrolled();
    }

    fn key(self, event: &KeyboardEvent) {
        if event.alt_key() && event.shift_key() && event.code() == "KeyF" {
            event.prevent_default();
            return self.format();
        }
        self.complete(event);
    }
}
