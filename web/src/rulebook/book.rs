//! State of the rulebook: the texts, their faults and notes, and where the editor is.

use super::typing::Replaced;
use crate::model::custom_rules;
use crate::model::games;
use crate::model::margin::{Fault, MarginMark, MarginMarks, Part, Tried};
use crate::model::presets;
use crate::platform::browser::{self, Later};
use crate::store::Stores;
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::html::{Div, Ol, Textarea};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use tohit_report::format;
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
    pub(super) marks: RwSignal<Arc<MarginMarks>>,
    /// Message about an opened file, or a kept text; the next change removes it.
    pub(super) says: RwSignal<String>,
    /// The text before the last replacement, for an undo.
    pub(super) before: RwSignal<Option<Replaced>>,
    /// Id of the rules that are played as they stand in the editor.
    pub(super) typed: StoredValue<&'static str>,
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
    let own = custom_rules::of(rules).map(|own| own.bundle.clone());
    filled(own.unwrap_or_else(|| Bundle { rules: rules.source().to_owned(), ..Bundle::default() }), rules)
}

/// Texts with the words and presets of a ruleset's base where they have none, as long as the title is the
/// same.
pub(super) fn filled(mut bundle: Bundle, rules: &'static Ruleset) -> Bundle {
    let Some(base) = custom_rules::base_of(rules, &bundle.rules) else { return bundle };
    for (part, text) in [(&mut bundle.words, base.words()), (&mut bundle.presets, base.presets().text())] {
        if part.is_empty() {
            text.clone_into(part);
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

/// The place of the line at which the strike begins.
fn strike(bundle: &Bundle) -> Option<usize> {
    bundle.rules.lines().position(|line| line.trim_end() == "strike")
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
        self.bundle.with_untracked(strike)
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
                    let _ = self.marks.try_set(Arc::new(MarginMarks::new(rules, marks)));
                    let _ = self.refused.try_set(None);
                }
                // No figures of the text before.
                Reply::Refused(fault) => {
                    let _ = self.marks.try_set(Arc::default());
                    let _ = self.refused.try_set(Some(fault));
                }
                // A refusal without a line of its own stands where the strike begins.
                Reply::Wrong(wrong) => {
                    // The editor may be closed by now.
                    let Some(strike) = self.bundle.try_with_untracked(strike) else { return };
                    let line = strike.map_or(1, |at| at + 1);
                    let fault =
                        Fault { part: Part::Rules, line, column: 1, says: wrong.says, is_warning: false };
                    let _ = self.marks.try_set(Arc::default());
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

    /// The note beside a line of the rules.
    pub(super) fn mark(self, number: usize, text: &str) -> Option<MarginMark> {
        if self.is_wrong() {
            return None;
        }
        self.marks.with(|marks| marks.of(number, text))
    }

    /// True where errors keep the texts from being played. Words that do not fit are left out.
    pub(super) fn is_wrong(self) -> bool {
        self.wrong.with(|wrong| wrong.iter().any(|fault| fault.part != Part::Words))
    }

    /// The played rules, in words.
    pub(super) fn standing(self) -> String {
        let wrong = self.wrong.with(Vec::len);
        let lines = format::count(wrong, "line is", "lines are");
        if self.is_wrong() {
            let kept = if games::is_full() {
                " This browser keeps no more: save your text as a file, or it is gone with this window."
            } else {
                " Your text is kept in this browser as it is."
            };
            return format!("{lines} wrong; the last good rules are played.{kept}");
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
                let left_out = match wrong {
                    0 => String::new(),
                    _ => format!("{lines} wrong in the words, which are left out. "),
                };
                let carried = match own.pair().map(str::len) {
                    None => format!("The rules are too long for a link: {}", games::where_long()),
                    Some(long) if long > LONG => {
                        let long = format::whole(long as i64);
                        format!("The link carries these rules: {long} characters, which some sites cut. A file is safer there.")
                    }
                    Some(_) => "The link carries these rules.".to_owned(),
                };
                left_out + &carried + &tried
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
