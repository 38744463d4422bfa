//! The rules as text, each line with its present figure in the margin: the why, read the other way round. And a field to change them in.

mod margin;

use crate::browser::{self, Later};
use crate::custom_rules;
use crate::erased;
use crate::format;
use crate::headline;
use crate::lazy;
use crate::presets;
use crate::state::Page;
use crate::widgets::Fold;
use crate::worker::{self, Kind, Reply};
use leptos::html::{Ol, Textarea};
use leptos::prelude::*;
use leptos::task::spawn_local;
use margin::Fault;
pub(crate) use margin::{Mark, Tried, marks, tried};
use std::sync::Arc;
use tohit_resolver::text::{FIRST_GAME, of_bytes};
use tohit_resolver::{Json, Ruleset};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// Who types is let finish a word.
const PAUSE: u64 = 350;
/// More lines than a text that can be read are not numbered.
const MOST_LINES: usize = 5000;
/// So many of the things that are wrong are listed.
const MOST_TOLD: usize = 8;
/// Where links are pasted, longer ones are often cut.
const LONG: usize = 2000;

/// What is known of the text that is shown.
#[derive(Clone, Copy)]
struct Book {
    page: Page,
    /// As it stands in the field, right or wrong.
    text: RwSignal<String>,
    /// Counts the texts that were fetched.
    fetched: RwSignal<usize>,
    is_changing: RwSignal<bool>,
    /// What is wrong with it.
    wrong: RwSignal<Vec<Fault>>,
    /// What came of its examples, where the rules are somebody's own.
    tried: RwSignal<Tried>,
    marks: RwSignal<Arc<Vec<Mark>>>,
    list: NodeRef<Ol>,
    field: NodeRef<Textarea>,
    later: Later,
}

/// Folded away until it is asked for.
#[component]
pub(crate) fn Rulebook(page: Page) -> impl IntoView {
    let pages = move || lazy::requested(move |module| (module.pages)(page));
    Fold::new().view("rulebook", "Rules as text", false.into(), pages)
}

/// The text, and what can be done with it.
#[component]
pub(crate) fn Pages(page: Page) -> impl IntoView {
    let book = Book {
        page,
        text: RwSignal::default(),
        fetched: RwSignal::new(0),
        is_changing: RwSignal::new(false),
        wrong: RwSignal::default(),
        tried: RwSignal::default(),
        marks: RwSignal::default(),
        list: NodeRef::new(),
        field: NodeRef::new(),
        later: Later::new(),
    };
    Effect::new(move |_| book.fetch());
    // Whatever rules are opened, their text is shown; what was typed is that already.
    let rules = Memo::new(move |_| book.source());
    Effect::new(move |_| {
        let text = rules.get();
        if book.text.with_untracked(|before| before != text) {
            let is_first = book.text.with_untracked(String::is_empty);
            book.show(text);
            if is_first {
                browser::after_frame(move || book.scroll_to_strike());
            }
        }
    });
    Effect::new(move |_| book.ask());
    Effect::new(move |_| {
        rules.track();
        book.try_examples();
    });
    // One goes on where the figures are; what is entered stands above it.
    let change = move |_| {
        book.is_changing.update(|is| *is = !*is);
        browser::after_frame(move || book.go(book.strike().map_or(1, |at| at + 1), 1));
    };
    // Typed text stays: there can be none before the text is here.
    let is_empty = Signal::derive(move || rules.with(|text| text.is_empty()));
    let says = move || if book.is_changing.get() { "Done" } else { "Change the rules" };
    view! {
        <div class="doing">
            <button type="button" disabled=is_empty on:click=erased::press(change)>
                {Signal::derive(says)}
            </button>
            {erased::live(move || book.is_changing.get().then(|| tools(book)))}
            {erased::live(move || book.is_changing.get().then(|| came_of_it(page)))}
        </div>
        <p class="quietly" role="status">
            {Signal::derive(move || book.standing())}
        </p>
        {erased::live(move || problems(book))}
        <div class="book" class:changing=Signal::from(book.is_changing)>
            <ol node_ref=book.list class="lines" tabindex="0" aria-label="The rules, line by line, with their present figures">
                {lines(book)}
            </ol>
            {erased::live(move || book.is_changing.get().then(|| field(book)))}
        </div>
    }
}

impl Book {
    /// The text of the rules that are played; empty while it is fetched.
    fn source(self) -> &'static str {
        self.fetched.track();
        self.page.now.with(|now| now.rules.source())
    }

    /// Fetches the text of the rules that are played, if it is not here.
    fn fetch(self) {
        let rules = self.page.now.with(|now| now.rules);
        if rules.has_text() {
            return;
        }
        spawn_local(async move {
            match presets::fetch_text(rules).await {
                Ok(()) => {
                    let _ = self.fetched.try_update(|fetched| *fetched += 1);
                }
                Err(why) => {
                    let _ = self.page.notice.try_set(why);
                }
            }
        });
    }

    /// The place of the line at which the strike begins.
    fn strike(self) -> Option<usize> {
        self.text.with_untracked(|text| text.lines().position(|line| line.trim_end() == "strike"))
    }

    fn scroll_to_strike(self) {
        if let (Some(list), Some(at)) = (self.list.get_untracked(), self.strike()) {
            let share = at as f64 / self.text.with_untracked(|text| text.lines().count()) as f64;
            list.set_scroll_top((f64::from(list.scroll_height()) * share) as i32);
        }
    }

    /// Shows another text.
    fn show(self, text: &str) {
        self.wrong.set(Vec::new());
        self.text.set(text.to_owned());
        if let Some(field) = self.field.get_untracked() {
            field.set_value(text);
        }
    }

    /// Plays another text. One that somebody wrote goes only if they say so.
    fn replace(self, text: &str) {
        const GOES: &str =
            "The rules that you changed will be gone. Save them as a file first, or go on now?";
        let rules = self.page.here().rules;
        let is_written =
            self.text.with_untracked(|now| now != rules.source() || custom_rules::of(rules).is_some());
        if is_written && !window().confirm_with_message(GOES).unwrap_or_default() {
            return;
        }
        self.show(text);
        self.take(text.to_owned());
    }

    /// Asks for the figures in the margin.
    fn ask(self) {
        let asked = self.page.now.with(|now| now.asked.clone());
        let (page, rules) = (self.page, asked.rules);
        worker::ask(page.now, rules, Kind::Margin, asked.document.clone(), move |reply| {
            let is_here = page.now.try_with_untracked(|now| now.rules.id() == rules.id());
            if let (Some(true), Reply::Margin(marks)) = (is_here, reply) {
                let _ = self.marks.try_set(Arc::new(marks));
            }
        });
    }

    /// Has the examples tried of rules that are somebody's own; those of the program come out.
    fn try_examples(self) {
        self.tried.set(Tried::default());
        let (page, rules) = (self.page, self.page.here().rules);
        if custom_rules::of(rules).is_none() {
            return;
        }
        worker::ask(page.now, rules, Kind::Examples, Json::Null, move |reply| {
            let is_here = page.now.try_with_untracked(|now| now.rules.id() == rules.id());
            if let (Some(true), Reply::Examples(tried)) = (is_here, reply) {
                let _ = self.tried.try_set(tried);
            }
        });
    }

    /// Tells of all that is wrong: with the text, or else with its examples.
    fn with_faults<T>(self, tell: impl FnOnce(&[Fault]) -> T) -> T {
        self.wrong.with(|wrong| {
            self.tried.with(|tried| tell(if wrong.is_empty() { &tried.failing } else { wrong }))
        })
    }

    fn has_fault(self, number: usize) -> bool {
        self.with_faults(|all| all.iter().any(|(line, ..)| *line == number))
    }

    /// Reads what was typed or brought; what is good is played.
    fn take(self, text: String) {
        let (page, text) = (self.page, text.replace("\r\n", "\n"));
        self.text.set(text.clone());
        self.later.run(PAUSE, move || {
            spawn_local(async move {
                let rules = page.here().rules;
                let base = custom_rules::base_of(rules, &text);
                let is_other = rules.own_title() != Ruleset::title(&text);
                if let Some(base) = base {
                    // Without it the same text counts as a changed one.
                    let _ = presets::fetch_text(base).await;
                }
                let read = match base.filter(|base| base.source() == text) {
                    Some(base) => Ok(base),
                    None => custom_rules::bring(&text, base).await,
                };
                // Who typed on is read later.
                if self.text.try_with_untracked(|now| *now == text) != Some(true) {
                    return;
                }
                match read {
                    Ok(rules) => {
                        self.wrong.set(Vec::new());
                        page.play(rules, is_other);
                    }
                    Err(wrong) => self
                        .wrong
                        .set(wrong.into_iter().map(|one| (one.line, one.column, one.message)).collect()),
                }
            });
        });
    }

    /// What is played, in a sentence.
    fn standing(self) -> String {
        let wrong = self.wrong.with(Vec::len);
        if wrong > 0 {
            let things = format::count(wrong, "line is", "lines are");
            return format!("{things} wrong; the last good rules are played.");
        }
        let own = self.page.now.with(|now| {
            custom_rules::of(now.rules).map(|_| custom_rules::added(String::new(), now.rules).len())
        });
        match own {
            Some(long) => {
                let tried = self.tried.with(|tried| match (tried.count, tried.failing.len()) {
                    (0, _) => String::new(),
                    (1, 0) => " The example comes out.".to_owned(),
                    (1, _) => " The example does not come out.".to_owned(),
                    (count, 0) => format!(" All {count} examples come out."),
                    (count, 1) => format!(" One of {count} examples does not come out."),
                    (count, wrong) => format!(" {wrong} of {count} examples do not come out."),
                });
                let carried = if long > LONG {
                    let long = format::whole(long as i64);
                    format!("The link carries these rules: {long} characters, which some sites cut. A file is safer there.")
                } else {
                    "The link carries these rules.".to_owned()
                };
                carried + &tried
            }
            None if self.is_changing.get() => {
                "What you change is played at once and travels in the link. A text with another title is another game; paste one or open a file.".to_owned()
            }
            None => "Each line with what it comes to now: totals so far, averages, chances. What is not used in this scenario is faint.".to_owned(),
        }
    }

    /// Puts the keyboard where something is wrong.
    fn go(self, line: usize, column: usize) {
        let before: usize = self.text.with_untracked(|text| {
            text.split_inclusive('\n').take(line - 1).map(|line| line.encode_utf16().count()).sum()
        });
        let at = u32::try_from(before + column - 1).unwrap_or_default();
        if let Some(field) = self.field.get_untracked() {
            let _ = field.set_selection_range(at, at);
            browser::focus(&field);
        }
        let number = self
            .list
            .get_untracked()
            .and_then(|list| list.query_selector(&format!(":nth-child({line})")).ok().flatten());
        number.iter().for_each(browser::reveal);
    }
}

/// Files, and the way back.
fn tools(book: Book) -> AnyView {
    let open = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        let file = input.files().and_then(|files| files.get(0));
        spawn_local(async move {
            let Some(file) = file else { return };
            let bytes = JsFuture::from(file.array_buffer()).await;
            match bytes.map(|bytes| of_bytes(&js_sys::Uint8Array::new(&bytes).to_vec())) {
                Ok(Ok(text)) => book.replace(&text),
                Ok(Err(why)) => book.page.notice.set(format!("This file is {why}.")),
                Err(_) => {}
            }
            input.set_value("");
        });
    };
    let begin = move |_| {
        book.replace(&FIRST_GAME.replace("TITLE", "My game"));
        book.go(1, 1);
    };
    let file = move || {
        let text = book.text.with(|text| String::from(js_sys::encode_uri_component(text)));
        format!("data:text/plain;charset=utf-8,{text}")
    };
    let base = move || {
        book.page.now.with(|now| {
            let base = tohit_resolver::ruleset(custom_rules::of(now.rules)?.base)?;
            let back = move |event: web_sys::MouseEvent| {
                browser::focus_beside(&event, "rules-begin");
                book.show(base.source());
                book.page.play(base, false);
            };
            Some(view! {
                <button type="button" on:click=erased::press(back)>
                    {format!("Back to {}", base.about().name)}
                </button>
            })
        })
    };
    view! {
        <button type="button" id="rules-begin" on:click=erased::press(begin)>
            "A small new game"
        </button>
        <label class="file">
            "Open a file"
            <input type="file" accept=".rules,.txt,text/plain" on:change=erased::entry(open) />
        </label>
        <a class="file" download="own.rules" href=Signal::derive(file)>
            "Save as a file"
        </a>
        {erased::live(base)}
    }
    .into_any()
}

/// The answer where its rules are changed: the band is out of sight there. It is spoken by the sentence.
fn came_of_it(page: Page) -> AnyView {
    view! {
        <p class="gives" aria-hidden="true" class:stale=Signal::derive(move || page.is_stale())>
            {Signal::derive(move || headline::line(page))}
        </p>
    }
    .into_any()
}

/// What is wrong, each with the way to its line.
fn problems(book: Book) -> Option<AnyView> {
    let wrong = book.with_faults(<[Fault]>::to_vec);
    let one = move |(line, column, message): &Fault| {
        let (line, column) = (*line, *column);
        view! {
            <li>
                <button type="button" class="link" on:click=erased::press(move |_| book.go(line, column))>
                    {format!("Line {line}")}
                </button>
                " "
                {message.clone()}
            </li>
        }
    };
    let more = wrong.len().saturating_sub(MOST_TOLD);
    let more = (more > 0).then(|| view! { <li>{format!("and {more} more")}</li> });
    (!wrong.is_empty()).then(|| {
        view! {
            <ul class="problems" id="rules-wrong">
                {wrong.iter().take(MOST_TOLD).map(one).collect_view()}
                {more}
            </ul>
        }
        .into_any()
    })
}

/// The field over the lines.
fn field(book: Book) -> AnyView {
    let entry = move |event: web_sys::Event| book.take(event_target_value(&event));
    let is_wrong = Signal::derive(move || book.wrong.with(|wrong| !wrong.is_empty()).then_some("true"));
    view! {
        <textarea
            node_ref=book.field
            wrap="off"
            spellcheck="false"
            autocapitalize="off"
            autocomplete="off"
            aria-label="Rules"
            aria-invalid=is_wrong
            aria-describedby=Signal::derive(move || book.wrong.with(|wrong| !wrong.is_empty()).then_some("rules-wrong"))
            prop:value=book.text.get_untracked()
            on:input=erased::entry(entry)
        ></textarea>
    }
    .into_any()
}

/// The lines: number, figure, text. Under the field only their number counts.
fn lines(book: Book) -> AnyView {
    let count = Memo::new(move |_| book.text.with(|text| text.split('\n').count()));
    let rules = Memo::new(move |_| book.source());
    let all = move || -> Vec<(usize, &'static str)> {
        if book.is_changing.get() {
            return (1..=count.get().min(MOST_LINES)).map(|number| (number, "")).collect();
        }
        (1..).zip(rules.get().trim_end_matches('\n').split('\n')).collect()
    };
    erased::rows(all, move |number, text| line(book, number, text))
}

fn line(book: Book, number: usize, text: &'static str) -> AnyView {
    let mark = Memo::new(move |_| {
        if book.wrong.with(|wrong| !wrong.is_empty()) {
            return None;
        }
        book.marks.with(|marks| {
            let place = marks.binary_search_by_key(&number, |mark| mark.line).ok()?;
            marks.get(place).cloned()
        })
    });
    let is_wrong = Memo::new(move |_| book.has_fault(number));
    let (main, rest) = parted(text);
    let class = move || match mark.with(|mark| mark.as_ref().map(|mark| mark.is_used)) {
        _ if is_wrong.get() => "bad",
        Some(false) => "unused",
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
            <code>{main} <cite>{rest}</cite></code>
        </li>
    }
    .into_any()
}

/// A line, and the section of the document that it cites, or its note.
fn parted(line: &'static str) -> (&'static str, &'static str) {
    let cites = line.trim_end().ends_with(']').then(|| line.rfind("  [")).flatten();
    let note = line.trim_start().starts_with('#').then_some(0);
    line.split_at(note.or(cites).unwrap_or(line.len()))
}
