//! State of the rulebook: the texts, their faults and notes, and where the editor is.

use super::begin;
use crate::browser::{self, Later};
use crate::custom_rules;
use crate::format;
use crate::margin::{Fault, Mark, Part, Tried};
use crate::presets;
use crate::protocol::{Kind, Reply};
use crate::rules_link;
use crate::store::Stores;
use crate::worker;
use leptos::html::{Div, Ol, Textarea};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use tohit_resolver::text::Bundle;
use tohit_resolver::{Json, Ruleset};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// Milliseconds without a key before a text is read.
pub(super) const PAUSE: u64 = 350;

/// Lines of a text that are drawn in one frame.
pub(super) const LINES_A_FRAME: usize = 400;

/// Longer links are often cut where they are pasted.
pub(super) const LONG: usize = 2000;

/// The state of the rulebook.
#[derive(Clone, Copy)]
pub(super) struct Book {
    pub(super) stores: Stores,
    /// The texts as they stand in the editor, right or wrong. Words and presets of the base stand there, too.
    pub(super) bundle: RwSignal<Bundle>,
    /// The part that is edited.
    pub(super) part: RwSignal<Part>,
    /// Number of fetched texts.
    pub(super) fetched: RwSignal<usize>,
    pub(super) is_changing: RwSignal<bool>,
    /// Errors that keep the texts from being played.
    pub(super) wrong: RwSignal<Vec<Fault>>,
    /// The check of custom rules.
    pub(super) tried: RwSignal<Tried>,
    /// The refusal of the present scenario.
    pub(super) refused: RwSignal<Option<Fault>>,
    pub(super) marks: RwSignal<Arc<Vec<Mark>>>,
    /// Number of lines drawn in the reading view.
    pub(super) drawn: RwSignal<usize>,
    /// True until the list is scrolled to the strike, once all lines are drawn.
    pub(super) awaits_strike: StoredValue<bool>,
    /// The first line drawn in the editor, from 0, and the number of lines.
    pub(super) window: RwSignal<(usize, usize)>,
    pub(super) completion: RwSignal<Completion>,
    pub(super) frame: NodeRef<Div>,
    pub(super) list: NodeRef<Ol>,
    pub(super) field: NodeRef<Textarea>,
    pub(super) later: Later,
}

/// The texts of a ruleset, with the words and presets of its base where it has none.
pub(super) fn texts_of(rules: &'static Ruleset) -> Bundle {
    let own = custom_rules::of(rules);
    let base = own.as_ref().map_or(Some(rules), |own| tohit_resolver::ruleset(own.base));
    let mut bundle = own.map_or_else(
        || Bundle { rules: rules.source().to_owned(), ..Bundle::default() },
        |own| own.bundle.clone(),
    );
    if let Some(base) = base {
        for (part, text) in [(&mut bundle.words, base.words()), (&mut bundle.presets, base.presets().text())]
        {
            if part.is_empty() {
                text.clone_into(part);
            }
        }
    }
    bundle
}

/// The texts without the words and presets that are the base's.
pub(super) fn without_base(mut bundle: Bundle, base: &'static Ruleset) -> Bundle {
    for (part, text) in [(&mut bundle.words, base.words()), (&mut bundle.presets, base.presets().text())] {
        if part == text {
            part.clear();
        }
    }
    bundle
}

impl Book {
    /// The text of the rules that are played; empty while it is fetched.
    pub(super) fn source(self) -> &'static str {
        self.fetched.track();
        self.stores.scenario.now.with(|now| now.rules.source())
    }

    /// Fetches the text of the rules that are played, if it is not here.
    pub(super) fn fetch(self) {
        let rules = self.stores.scenario.now.with(|now| now.rules);
        if rules.has_text() {
            return;
        }
        spawn_local(async move {
            match presets::fetch_text(rules).await {
                Ok(()) => {
                    let _ = self.fetched.try_update(|fetched| *fetched += 1);
                }
                Err(why) => {
                    let _ = self.stores.scenario.notice.try_set(why);
                }
            }
        });
    }

    /// The place of the line at which the strike begins.
    pub(super) fn strike(self) -> Option<usize> {
        self.bundle.with_untracked(|bundle| bundle.rules.lines().position(|line| line.trim_end() == "strike"))
    }

    pub(super) fn scroll_to_strike(self) {
        // The rules may be closed by now; the editor begins at its first line.
        if self.is_changing.try_get_untracked() != Some(false) {
            return;
        }
        if let (Some(list), Some(at)) = (self.list.get_untracked(), self.strike()) {
            let count = self.bundle.with_untracked(|bundle| bundle.rules.lines().count());
            list.set_scroll_top((f64::from(list.scroll_height()) * (at as f64 / count as f64)) as i32);
        }
    }

    /// Draws the lines of a long text over several frames.
    pub(super) fn draw_more(self) {
        let drawn = self.drawn.get();
        if drawn < self.bundle.with(|bundle| bundle.rules.lines().count()) {
            browser::after_frame(move || {
                let _ = self.drawn.try_update(|drawn| *drawn += LINES_A_FRAME);
            });
        } else if self.awaits_strike.get_value() {
            self.awaits_strike.set_value(false);
            browser::after_frame(move || self.scroll_to_strike());
        }
    }

    /// The text that is edited.
    pub(super) fn text(self) -> String {
        self.bundle.with(|bundle| bundle.part(self.part.get().file()).to_owned())
    }

    /// Shows other texts.
    pub(super) fn show(self, bundle: Bundle) {
        self.wrong.set(Vec::new());
        self.bundle.set(bundle);
        self.drawn.set(LINES_A_FRAME);
        self.fill();
    }

    /// Puts the text of the part into the field.
    pub(super) fn fill(self) {
        if let Some(field) = self.field.get_untracked() {
            let text = untrack(|| self.text());
            if field.value() != text {
                field.set_value(&text);
            }
            browser::after_frame(move || self.scrolled());
        }
    }

    /// Plays other texts; asks before written rules are lost.
    pub(super) fn replace(self, bundle: Bundle) {
        const GOES: &str =
            "The rules that you changed will be gone. Save them as a file first, or go on now?";
        let rules = self.stores.scenario.here().rules;
        let is_written = self.bundle.with_untracked(|now| {
            *now != texts_of(rules) || custom_rules::of(rules).is_some() && !begin::is_first(&now.rules)
        });
        if is_written && !window().confirm_with_message(GOES).unwrap_or_default() {
            return;
        }
        self.part.set(Part::Rules);
        self.show(bundle.clone());
        self.take(bundle);
    }

    /// Requests the margin's figures.
    pub(super) fn ask(self) {
        let asked = self.stores.scenario.now.with(|now| now.asked.clone());
        let (stores, rules) = (self.stores, asked.rules);
        worker::ask(stores.scenario.now, rules, Kind::Margin, asked.document.clone(), move |reply| {
            if stores.scenario.now.try_with_untracked(|now| now.rules.id() == rules.id()) != Some(true) {
                return;
            }
            match reply {
                Reply::Margin(marks) => {
                    let _ = self.marks.try_set(Arc::new(marks));
                    let _ = self.refused.try_set(None);
                }
                Reply::Refused(fault) => {
                    let _ = self.refused.try_set(Some(fault));
                }
                _ => {}
            }
        });
    }

    /// Checks the examples of custom rules in the worker.
    pub(super) fn try_examples(self) {
        self.tried.set(Tried::default());
        self.refused.set(None);
        let (stores, rules) = (self.stores, self.stores.scenario.here().rules);
        if custom_rules::of(rules).is_none() {
            return;
        }
        worker::ask(stores.scenario.now, rules, Kind::Examples, Json::Null, move |reply| {
            let is_here = stores.scenario.now.try_with_untracked(|now| now.rules.id() == rules.id());
            if let (Some(true), Reply::Examples(tried)) = (is_here, reply) {
                let _ = self.tried.try_set(tried);
            }
        });
    }

    /// All faults: errors of the texts, or else of the present scenario, the examples and the presets.
    pub(super) fn faults(self) -> Vec<Fault> {
        let wrong = self.wrong.get();
        if !wrong.is_empty() {
            return wrong;
        }
        let mut all: Vec<Fault> = self.refused.get().into_iter().collect();
        self.tried.with(|tried| {
            for fault in tried.wrong.iter().chain(&tried.failing) {
                let is_told = |other: &Fault| (other.part, other.line) == (fault.part, fault.line);
                if !all.iter().any(is_told) {
                    all.push(fault.clone());
                }
            }
        });
        all
    }

    /// Reads typed or loaded texts, and plays them if valid.
    pub(super) fn take(self, bundle: Bundle) {
        let stores = self.stores;
        self.bundle.set(bundle.clone());
        self.later.run(PAUSE, move || {
            spawn_local(async move {
                let rules = stores.scenario.here().rules;
                let base = custom_rules::base_of(rules, &bundle.rules);
                let is_other = rules.own_title() != Ruleset::title(&bundle.rules);
                let mut own = bundle.clone();
                let before =
                    custom_rules::of(rules).map_or(Some(rules), |own| tohit_resolver::ruleset(own.base));
                if let Some(before) = before {
                    // Another game has no part of this one.
                    own = without_base(own, before);
                }
                if let Some(base) = base {
                    // Without it the same text counts as a changed one.
                    let _ = presets::fetch_text(base).await;
                }
                let is_base = |base: &&'static Ruleset| {
                    base.source() == own.rules && own.words.is_empty() && own.presets.is_empty()
                };
                let read = match base.filter(is_base) {
                    Some(base) => Ok(base),
                    None => rules_link::bring(&own, base).await,
                };
                // A text that was typed meanwhile is read later.
                if self.bundle.try_with_untracked(|now| *now == bundle) != Some(true) {
                    return;
                }
                match read {
                    Ok(rules) => {
                        self.wrong.set(Vec::new());
                        stores.play(rules, is_other);
                    }
                    Err(wrong) => self.wrong.set(wrong),
                }
            });
        });
    }

    /// The note beside a line of the rules.
    pub(super) fn mark(self, number: usize) -> Option<Mark> {
        if self.wrong.with(|wrong| !wrong.is_empty()) {
            return None;
        }
        self.marks.with(|marks| {
            let place = marks.binary_search_by_key(&number, |mark| mark.line).ok()?;
            marks.get(place).cloned()
        })
    }

    /// The played rules, in words.
    pub(super) fn standing(self) -> String {
        let wrong = self.wrong.with(Vec::len);
        if wrong > 0 {
            let things = format::count(wrong, "line is", "lines are");
            return format!("{things} wrong; the last good rules are played.");
        }
        let own = self.stores.scenario.now.with(|now| custom_rules::of(now.rules));
        match own {
            Some(own) => {
                let tried = self.tried.with(|tried| match (tried.count, tried.failing.len()) {
                    (0, _) => String::new(),
                    (1, 0) => " The example comes out.".to_owned(),
                    (1, _) => " The example does not come out.".to_owned(),
                    (count, 0) => format!(" All {count} examples come out."),
                    (count, 1) => format!(" One of {count} examples does not come out."),
                    (count, wrong) => format!(" {wrong} of {count} examples do not come out."),
                });
                let carried = match own.pair().map(str::len) {
                    None => "The rules are too long for a link: this browser alone keeps them. Save them as a file to share them.".to_owned(),
                    Some(long) if long > LONG => {
                        let long = format::whole(long as i64);
                        format!("The link carries these rules: {long} characters, which some sites cut. A file is safer there.")
                    }
                    Some(_) => "The link carries these rules.".to_owned(),
                };
                carried + &tried
            }
            None if self.is_changing.get() => {
                "What you change is played at once and travels in the link. A text with another title is another game: paste one, open a file, or drop it here.".to_owned()
            }
            None => "Each line with what it comes to now: totals so far, averages, chances. What is not used in this scenario is faint.".to_owned(),
        }
    }

    /// Puts the keyboard at a place of a part.
    pub(super) fn go(self, part: Part, line: usize, column: usize) {
        if self.is_changing.get_untracked() && self.part.get_untracked() != part {
            self.part.set(part);
            self.fill();
        }
        let text = untrack(|| self.text());
        let before: usize =
            text.split_inclusive('\n').take(line - 1).map(|line| line.encode_utf16().count()).sum();
        let at = u32::try_from(before + column - 1).unwrap_or_default();
        if let Some(field) = self.field.get_untracked() {
            let _ = field.set_selection_range(at, at);
            // The field is as high as all its lines; the frame around it is scrolled, and not the page.
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = field.focus_with_options(&options);
            self.reveal(line);
        }
        let number = self
            .list
            .get_untracked()
            .filter(|_| !self.is_changing.get_untracked())
            .and_then(|list| list.query_selector(&format!(":nth-child({line})")).ok().flatten());
        number.iter().for_each(browser::reveal);
    }
}

/// The list of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Completion {
    pub(super) names: Vec<String>,
    /// Index of the chosen name; none before an arrow key.
    pub(super) chosen: Option<usize>,
    /// Length of the typed part of the name.
    pub(super) typed: usize,
    /// The line and the column of the name, from 0.
    pub(super) at: (usize, usize),
}

impl Completion {
    pub(super) fn close(&mut self) {
        self.names.clear();
    }

    /// The id of the option that is chosen.
    pub(super) fn active(&self) -> Option<String> {
        self.chosen.filter(|chosen| *chosen < self.names.len()).map(|chosen| format!("rule-name-{chosen}"))
    }
}

/// Replaces the selection, as typing does: the browser can undo it.
pub(super) fn insert(field: &HtmlTextAreaElement, text: &str) {
    let document: HtmlDocument = document().unchecked_into();
    let is_done = document.exec_command_with_show_ui_and_value("insertText", false, text).unwrap_or(false);
    if !is_done && let Ok(event) = web_sys::Event::new("input") {
        let _ = field.set_range_text(text);
        let _ = field.dispatch_event(&event);
    }
}
