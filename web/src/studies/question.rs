//! What is asked: the controls' choices as a study's link, and a link as choices.

use super::fields::{self, At, Slot};
use super::words;
use crate::document::presets_of;
use crate::presets::library;
use crate::state::{Now, Page};
use crate::summary::Summary;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::study::Study;
use tohit_resolver::{AboutRules, Json, to_link};

/// What a person wants to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Question {
    /// What single change helps most?
    #[default]
    Helps,
    /// Which preset of a slot is best?
    Best,
    /// How much does a field matter?
    Matters,
    /// What does it take to reach so much?
    Need,
    /// Do the open questions of the rules matter here?
    Rules,
    /// How lucky was that, and what does it say of a field?
    Saw,
    /// What a link asks that none of these does.
    Linked,
}

/// What can be measured: a name in links, and in words.
pub(super) const MEASURES: [(&str, &str); 5] = [
    ("hit", "chance to hit"),
    ("damage.mean", "damage of a strike"),
    ("turn.mean", "damage of a turn"),
    ("kill", "chance to kill"),
    ("kill.turns.mean", "turns to kill"),
];

/// The choices.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    pub(super) page: Page,
    pub(super) question: RwSignal<Question>,
    pub(super) slot: RwSignal<String>,
    pub(super) field: RwSignal<String>,
    pub(super) measure: RwSignal<String>,
    /// How much is needed, as it was typed.
    pub(super) least: RwSignal<String>,
    /// What was seen, as it was typed.
    pub(super) seen: RwSignal<String>,
    /// The words of a link, where no choices say the same; and its range of the field that is chosen, where they do.
    pub(super) linked: RwSignal<String>,
    /// The groups of presets that are laid over others.
    over: Memo<Vec<&'static str>>,
}

impl Choices {
    pub(super) fn new(page: Page) -> Self {
        let place = Memo::new(move |_| page.now.with(|now| now.place()));
        let over = move |_: Option<&_>| {
            place.track();
            fields::over(&page.here())
        };
        Self {
            page,
            question: RwSignal::default(),
            slot: RwSignal::default(),
            field: RwSignal::default(),
            measure: RwSignal::default(),
            least: RwSignal::new("90".to_owned()),
            seen: RwSignal::default(),
            linked: RwSignal::default(),
            over: Memo::new(over),
        }
    }

    /// The measures that the answer has.
    pub(super) fn measures(self) -> Vec<(&'static str, &'static str)> {
        let has_points =
            self.page.now.with(|now| matches!(now.complete.at("defender.hp"), Some(Json::Number(_))));
        self.page.summary.with(|summary: &Arc<Summary>| {
            let is_there = |name: &str| match name {
                "hit" => summary.hit.is_some(),
                "damage.mean" => summary.damage.is_some(),
                "turn.mean" => summary.turn.is_some(),
                "kill" => summary.kill().is_some(),
                _ => has_points,
            };
            MEASURES.into_iter().filter(|(name, _)| is_there(name)).collect()
        })
    }

    /// The measure that is chosen, or else the one that says most.
    pub(super) fn measure(self) -> &'static str {
        let chosen = self.measure.get();
        let all = self.measures();
        let known = |name: &str| all.iter().find(|(known, _)| *known == name).map(|(known, _)| *known);
        let first = match self.question.get() {
            Question::Need | Question::Saw => "hit",
            _ => "turn.mean",
        };
        known(&chosen).or_else(|| known(first)).or_else(|| known("damage.mean")).unwrap_or("hit")
    }

    /// The slots that have something to choose among.
    pub(super) fn slots(self, now: &Now) -> Vec<Slot> {
        self.over.with(|over| fields::slots(now, over))
    }

    /// The slot that is chosen, or else the first.
    pub(super) fn slot(self, now: &Now) -> Option<Slot> {
        let (chosen, slots) = (self.slot.get(), self.slots(now));
        let first = slots.first().cloned();
        slots.into_iter().find(|slot| slot.name() == chosen).or(first)
    }

    /// The field that is chosen, or else one that many ask about. What was seen need not tell of any.
    pub(super) fn field(self, now: &Now) -> Option<At> {
        let chosen = self.field.get();
        let question = self.question.get();
        let all: Vec<At> = fields::all(now).into_iter().filter(At::is_ranged).collect();
        let side = if question == Question::Need { "attacker." } else { "defender." };
        let is_first = |at: &&At| at.path.starts_with(side) && !at.path.ends_with(".hp");
        let first = all.iter().find(is_first).or(all.first()).filter(|_| question != Question::Saw).cloned();
        all.into_iter().find(|at| at.path == chosen).or(first)
    }

    /// The study's link, or what is missing.
    pub(super) fn link(self) -> Result<String, &'static str> {
        let now = self.page.now.get();
        let question = self.question.get();
        let mut document = now.asked.document.clone();
        let range = |at: &At| {
            let given = self.linked.get();
            let given = given.strip_prefix(at.path.as_str()).and_then(|rest| rest.strip_prefix('='));
            let is_search = question == Question::Need;
            let text = given.map_or_else(|| fields::range(&now, at, is_search), str::to_owned);
            format!("{}={text}", at.path)
        };
        let words = match question {
            Question::Helps => format!("~&order={}", self.measure()),
            Question::Rules => format!("switches=*&order={}", self.measure()),
            Question::Best => {
                let slot = self.slot(&now).ok_or("There is nothing to choose among here.")?;
                let axis = self.over.with(|over| fields::axis(&now, over, &slot));
                let (open, axis) = axis.ok_or("There is nothing to choose among here.")?;
                document = open;
                format!("{axis}&order={}", self.measure())
            }
            Question::Matters => {
                let at = self.field(&now).ok_or("No field here has a range.")?;
                format!("{}&show={}", range(&at), self.measure())
            }
            Question::Need => {
                let at = self.field(&now).ok_or("No field here has a range.")?;
                let bound = self.bound().ok_or("Type how much is needed, such as 90.")?;
                format!("{}&find={}{bound}", range(&at), self.measure())
            }
            Question::Saw => {
                let seen = seen(now.about(), &self.seen.get());
                if seen.is_empty() {
                    return Err("Type what came of strike after strike, such as: hit 12, miss, miss");
                }
                match self.field(&now) {
                    Some(at) => format!("{}&show={}&seen={seen}", range(&at), self.measure()),
                    None => format!("seen={seen}"),
                }
            }
            Question::Linked => self.linked.get(),
        };
        Ok(with(&to_link(now.rules, &document), &words))
    }

    /// The condition that is typed: chances in percent, fewer turns being better.
    fn bound(self) -> Option<String> {
        let typed = self.least.get();
        let number = typed.trim().trim_end_matches('%').trim().replace(',', ".");
        let is_number =
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let sign = if self.measure().starts_with("kill.turns") { "<=" } else { ">=" };
        let percent = if words::is_chance(self.measure()) { "%" } else { "" };
        is_number.then(|| format!("{sign}{number}{percent}"))
    }

    /// Chooses what a link asks, as far as there are choices for it.
    pub(super) fn take(self, asked: &str) {
        self.linked.set(asked.to_owned());
        let now = self.page.here();
        let scenario = to_link(now.rules, &now.asked.document);
        let parsed = Study::parse(now.rules, library(now.rules), &with(&scenario, asked));
        if let Ok(study) = &parsed {
            self.guess(&now, study);
            let same = untrack(|| self.link())
                .and_then(|link| Study::parse(now.rules, library(now.rules), &link).map_err(|_| ""));
            if same.is_ok_and(|same| same.to_link() == study.to_link()) {
                return;
            }
        }
        self.linked.set(asked.to_owned());
        self.question.set(Question::Linked);
    }

    /// Asks no longer what a link asked.
    pub(super) fn forget_link(self) {
        self.linked.set(String::new());
        if self.question.get_untracked() == Question::Linked {
            self.question.set(Question::default());
        }
    }

    /// The choices that come nearest to a study.
    fn guess(self, now: &Now, study: &Study<'_>) {
        let axis = study.axes.first();
        let name = axis.map_or("", |axis| axis.name.as_str());
        let find = study.find.as_ref();
        let measure = study.order.iter().chain(find.map(|find| &find.measure)).chain(study.show.first());
        self.measure.set(measure.map(ToString::to_string).next().unwrap_or_default());
        self.field.set(if name.contains('.') { name.to_owned() } else { String::new() });
        self.linked.set(axis.map_or_else(String::new, |axis| format!("{name}={}", axis.text())));
        if let Some(find) = find {
            let times = if find.measure.is_chance() { 100.0 } else { 1.0 };
            let text = tohit_telling::format::decimal(find.bound.to_f64() * times, 3);
            self.least.set(text.trim_end_matches('0').trim_end_matches('.').to_owned());
        }
        if !study.seen.is_empty() {
            let seen = study.seen.iter().map(|seen| seen.as_seen().replace("outcome.", ""));
            self.seen.set(seen.collect::<Vec<_>>().join(", "));
        }
        let slot = self.slots(now).into_iter().find(|slot| {
            let of = self.over.with_untracked(|over| fields::axis(now, over, slot));
            of.is_some_and(|(_, text)| text.split('=').next() == Some(name))
        });
        self.slot.set(slot.as_ref().map(Slot::name).unwrap_or_default());
        self.question.set(match name {
            _ if !study.seen.is_empty() => Question::Saw,
            _ if find.is_some() => Question::Need,
            "~" => Question::Helps,
            "switches" => Question::Rules,
            _ if slot.is_some() => Question::Best,
            _ => Question::Matters,
        });
    }

    /// Asks something else: what a link said of it holds no more.
    pub(super) fn choose(self, signal: RwSignal<String>, value: String) {
        self.linked.set(String::new());
        signal.set(value);
    }
}

/// A link with words more.
fn with(link: &str, words: &str) -> String {
    format!("{link}{}{words}", if link.contains('?') { '&' } else { '?' })
}

/// What was seen, as links say it: `hit 12, miss` is `12,miss`.
fn seen(about: &AboutRules, typed: &str) -> String {
    let word = |part: &str| {
        let part = part.trim().to_ascii_lowercase();
        let digits: String = part.chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            return digits;
        }
        let outcome = about.outcomes.iter().find(|outcome| outcome.label.eq_ignore_ascii_case(&part));
        match outcome {
            Some(outcome) if !matches!(part.as_str(), "hit" | "miss") => outcome.id.to_owned(),
            _ => part.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect(),
        }
    };
    let parts = typed.split([',', ';', '\n']).filter(|part| !part.trim().is_empty());
    parts.map(word).collect::<Vec<_>>().join(",")
}

/// Whether a preset is what the slot holds now.
pub(super) fn is_now(now: &Now, path: &str, id: &str) -> bool {
    let sheet = path.split_once(".preset").map(|(sheet, _)| sheet);
    sheet.is_some_and(|sheet| presets_of(&now.asked.document, sheet).iter().any(|known| known == id))
}
