//! The description of a rule text: its modes and endings.

use super::form::made_label;
use super::interner;
use super::words::{Description, Fighter, GameWords};
use crate::about::{AboutMode, AboutOutcome, AboutRules, AnsweredStrike, FighterRole, Need, OutcomeKind};
use crate::problem::hint;
use crate::text::TextProblem;
use tohit_compile::program::{self, Class, Program, Strikes};

/// The description of a ruleset, from its words and its text.
pub(super) fn about(id: &str, rules: &Program, words: &GameWords) -> AboutRules {
    let text = |said: &Option<String>, other: &str| interner::text(said.as_deref().unwrap_or(other));
    let modes: Vec<AboutMode> = rules.modes.iter().map(|mode| mode_of(rules, mode, words)).collect();
    let link = |link: &str| interner::text(&format!("{id}/{link}"));
    let fights = words.fights.iter().map(|[label, to]| (interner::text(label), link(to)));
    let fights: Vec<(&'static str, &'static str)> = fights.collect();
    let first = || link(modes.first().map_or("", |mode| mode.id));
    let example = fights.first().map_or_else(first, |(_, link)| *link);
    let outcomes = rules.endings.iter().map(|ending| outcome(rules.word(ending.word), ending.class, words));
    let labels = words.labels.iter().map(|(name, label, _)| (interner::text(name), interner::text(label)));
    AboutRules {
        id: interner::text(id),
        name: text(&words.name, &rules.title),
        // A text that names no document is its own document.
        document: text(&words.document, rules.document.as_deref().unwrap_or(&rules.title)),
        versions: text(&words.versions, ""),
        outcomes: interner::all(outcomes.collect()),
        modes: interner::all(modes),
        fighters: interner::all(words.fighters.iter().map(fighter).collect()),
        usual: interner::all(
            words.usual.iter().map(|(path, says, _)| (interner::text(path), interner::text(says))).collect(),
        ),
        example,
        fights: interner::all(fights),
        differences: interner::texts(&words.differs),
        left_out: interner::texts(&words.left_out),
        labels: interner::all(labels.collect()),
    }
}

fn named<'a>(said: &'a [Description], name: &str) -> Option<&'a Description> {
    said.iter().find(|said| said.path == name)
}

/// True where the text answers a turn, not one of its strikes: `answer turn`.
pub(super) fn answers_turn(mode: &program::Mode) -> bool {
    mode.turn.as_ref().is_some_and(|turn| turn.is_answered)
}

fn mode_of(rules: &Program, mode: &program::Mode, words: &GameWords) -> AboutMode {
    let name = rules.word(mode.word);
    let said = named(&words.modes, name);
    let label = said.map_or_else(|| made_label(name), |said| interner::text(&said.label));
    let help = said.map_or("", |said| interner::text(&said.help));
    let tells = match mode.turn.as_ref().map(|turn| &turn.strikes) {
        Some(Strikes::Each { shown: Some(_), .. }) => AnsweredStrike::Chosen,
        Some(Strikes::Each { .. }) => AnsweredStrike::First,
        _ if mode.earlier.is_some() => AnsweredStrike::First,
        _ => AnsweredStrike::Any,
    };
    AboutMode {
        id: interner::text(name),
        label,
        help,
        tells,
        turns: mode.turn.is_some(),
        answers_turn: answers_turn(mode),
        timed: mode.lasts.is_some(),
        needs: said.and_then(|said| said.needs.as_ref()).map(need),
        answered_by: said.and_then(|said| said.answered_by.as_deref()).map(interner::text),
        unanswered: said.map_or("", |said| interner::text(&said.unanswered)),
    }
}

fn fighter(said: &Fighter) -> FighterRole {
    let strikes = said.strikes.iter().map(|(struck, modes)| (interner::text(struck), interner::texts(modes)));
    FighterRole {
        id: interner::text(&said.id),
        label: interner::text(&said.label),
        strikes: interner::all(strikes.collect()),
    }
}

fn need((paths, asks): &(Vec<String>, String)) -> Need {
    Need { paths: interner::texts(paths), asks: interner::text(asks) }
}

fn outcome(name: &str, class: Class, words: &GameWords) -> AboutOutcome {
    let said = named(&words.ends, name);
    AboutOutcome {
        id: interner::text(name),
        label: said.map_or_else(|| made_label(name), |said| interner::text(&said.label)),
        kind: match class {
            Class::Miss => OutcomeKind::Miss,
            Class::Blocked | Class::Stopped => OutcomeKind::Blocked,
            Class::Hit => OutcomeKind::Hit,
            Class::Critical => OutcomeKind::Critical,
        },
        hits: class.hits(),
        modes: said.map_or(&[], |said| interner::texts(&said.modes)),
    }
}

/// Reports modes, endings and names that the words have and the text lacks.
pub(super) fn check(rules: &Program, words: &GameWords, wrong: &mut Vec<TextProblem>) {
    let modes: Vec<&str> = rules.modes.iter().map(|mode| rules.word(mode.word)).collect();
    let endings: Vec<&str> = rules.endings.iter().map(|ending| rules.word(ending.word)).collect();
    let names: Vec<&str> = rules.modes.iter().flat_map(names).collect();
    let mut known = |what: &str, name: &str, line: usize, known: &[&str]| {
        if !known.contains(&name) {
            let hint = hint(name, known.iter().copied());
            wrong.push(TextProblem::words(line, format!("there is no {what} `{name}`{hint}")));
        }
    };
    for said in &words.modes {
        known("mode", &said.path, said.line, &modes);
    }
    for said in &words.modes {
        if let Some(mode) = &said.answered_by {
            known("mode", mode, said.line, &modes);
        }
    }
    let fighters: Vec<&str> = words.fighters.iter().map(|fighter| fighter.id.as_str()).collect();
    for fighter in &words.fighters {
        for (struck, modes_of) in &fighter.strikes {
            known("fighter", struck, fighter.line, &fighters);
            modes_of.iter().for_each(|mode| known("mode", mode, fighter.line, &modes));
        }
    }
    for said in &words.ends {
        known("ending", &said.path, said.line, &endings);
    }
    for said in words.ends.iter().chain(&words.fields) {
        for mode in said.modes.iter().chain(&said.within) {
            known("mode", mode, said.line, &modes);
        }
    }
    for remark in &words.remarks {
        for mode in &remark.modes {
            known("mode", mode, remark.line, &modes);
        }
    }
    for (name, _, line) in &words.labels {
        known("line, figure or roll", name, *line, &names);
    }
    let decided: Vec<&str> = names.iter().chain(&endings).copied().collect();
    for why in &words.whys {
        known("line, figure, roll or ending", &why.name, why.line, &decided);
    }
}

/// Names in a mode: of figures, lines and rolls.
fn names(mode: &tohit_compile::program::Mode) -> impl Iterator<Item = &str> {
    let figures = mode.figures.iter().map(|figure| figure.name.as_str());
    figures.chain(mode.names.iter().map(String::as_str))
}
