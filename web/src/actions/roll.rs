//! Rolls the story of the present scenario.

use crate::actions::opponent;
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::model::story::{Die, LogLine, Part, Sentence, Story, shown};
use crate::platform::browser::after_frame;
use crate::platform::panels::Panels;
use crate::store::{AnswerStore, Stores};
use crate::worker::lazy;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::duel::words::{self, Naming};
use tohit_report::format;
use tohit_report::values::hit_points;
use tohit_resolver::{
    Dice, DrawKind, Event, Extent, FightRoll, FigureValue, First, Rolled, Ruleset, StoryLine, StoryPart,
};

/// Maximum of faces shown of a roll; the rest is counted.
const MOST_FACES: usize = 60;

/// Maximum of faces of a roll in a sentence.
const FEW_FACES: usize = 12;

/// Maximum of a fight's log lines.
const MOST_LINES: usize = 200;

/// Updates the story of a calculator with a log. An edit shows its answer first: the example follows after
/// that frame.
pub(crate) fn follow(stores: Stores) {
    let Stores { scenario, answer, .. } = stores;
    let Some(module) = lazy::loaded().filter(|_| scenario.panels.has(Panels::LOG)) else { return };
    if answer.story.with_untracked(|story| story.of.is_none()) {
        return (module.tell)(stores);
    }
    after_frame(move || {
        // The calculator may be closed by now.
        if !answer.story.is_disposed() {
            (module.tell)(stores);
        }
    });
}

/// Rolls the story unless it is current. Its last sentence contains words of the answer, so it waits for a
/// pending one.
pub(crate) fn tell(stores: Stores) {
    let Stores { scenario, answer, .. } = stores;
    if answer.is_computing.get_untracked() {
        return;
    }
    let (now, seed, extent) =
        (scenario.here(), scenario.seed.get_untracked(), scenario.extent.get_untracked());
    let other = (extent == Extent::Duel).then(|| opponent::both(&now).ok()).flatten();
    let other = other.map(|[_, back]| (back, untrack(|| stores.duel.first())));
    let is_same = answer.story.with_untracked(|story| {
        story.of.as_ref().is_some_and(|(of, by, far, back)| {
            Arc::ptr_eq(of, &now.asked) && (*by, *far, back) == (seed, extent, &other)
        })
    });
    if is_same {
        return;
    }
    let (rules, document) = (now.asked.rules, &now.asked.document);
    let dice = |extent| Dice { seed, script: None, extent };
    let roll = |far: &Extent| {
        let rolled = match (far, &other) {
            (Extent::Duel, Some((back, first))) => {
                rules.roll_duel([document, back], *first, &dice(Extent::Duel))
            }
            (Extent::Duel, None) => return None,
            (extent, _) => rules.roll(document, dice(*extent)),
        };
        Some((*far, rolled.ok()?))
    };
    // A missing extent becomes the next smaller. A question in place of the answer has no example.
    let is_asked = answer.summary.with_untracked(|summary| !summary.asks.is_empty());
    let smaller = Extent::ALL.iter().map(|(_, extent)| extent).rev();
    let smaller = smaller.skip_while(|one| is_asked || **one != extent);
    let (far, rolled) = smaller.into_iter().find_map(roll).unzip();
    let lines = rolled.as_ref().map_or_else(Vec::new, |rolled| log_lines(rules, rolled));
    let story = rolled.iter().flat_map(|rolled| &rolled.log.story);
    let names = other
        .as_ref()
        .map(|(back, _)| words::names(&custom_rules::game(rules), [document, back], Naming::Armed));
    let sentences: Vec<Sentence> = story.map(|line| sentence(rules, line)).collect();
    let by = rolled.as_ref().zip(names.as_ref()).and_then(|(rolled, names)| match rolled.log.struck_last? {
        First::Defender => names.get(1).cloned(),
        _ => names.first().cloned(),
    });
    answer.story.set(Arc::new(Story {
        far: far.unwrap_or_default(),
        by: by.unwrap_or_default(),
        sentences,
        lines,
        verdict: rolled.map_or_else(String::new, |rolled| {
            verdict(answer, &now, &rolled, (far.unwrap_or_default(), names))
        }),
        of: Some((now.asked.clone(), seed, extent, other)),
    }));
}

/// The result.
fn verdict(
    answer: AnswerStore,
    now: &Now,
    rolled: &Rolled,
    (far, names): (Extent, Option<[String; 2]>),
) -> String {
    let outcomes = now.about().outcomes;
    let label =
        outcomes.iter().find(|outcome| outcome.id == rolled.outcome).map_or(rolled.outcome, |one| one.label);
    if let Some(duelled) = &rolled.duelled {
        let told = names.map(|names| words::rolled(duelled, &names));
        return told.unwrap_or_else(|| format::sentence(&duelled.to_string()));
    }
    let (does_damage, beat) =
        answer.summary.with_untracked(|summary| (summary.damage.is_some(), summary.beat()));
    let damage = format::whole(rolled.damage);
    // The last strike's ending is not the fight's.
    if let Some(FightRoll { turns, strikes, fell, stopped, .. }) = &rolled.fought {
        let fell = match (fell, beat) {
            (true, "turn") => "Killed in",
            (true, _) => "Killed by",
            _ => "Still standing after",
        };
        let strikes =
            if strikes == turns { String::new() } else { format!(", after {strikes} strikes in all") };
        let points = hit_points(&now.complete)
            .map(|points| format!(", against {} hit points", format::whole(points as i64)));
        let stops = if *stopped { "; the roll stops here" } else { "" };
        return format!(
            "{fell} {beat} {turns}{strikes}{stops}. All blows together: {damage} damage{}.",
            points.unwrap_or_default()
        );
    }
    let says = format::sentence(label);
    if answer.summary.with_untracked(|summary| summary.is_roll()) {
        return total(rolled).map_or_else(String::new, |total| format!("Total: {total}"));
    }
    match far {
        _ if !does_damage => says,
        Extent::Turn => format!("{damage} damage in this turn"),
        _ if rolled.damage == 0 && label.contains("amage") => says,
        _ => {
            let points = hit_points(&now.complete).filter(|_| rolled.damage > 0 || rolled.fell);
            let left = match (points, rolled.left) {
                (_, Some(_)) if rolled.fell => "it dies".to_owned(),
                (Some(_), Some(left)) => format!("{} left", format::whole(left)),
                _ => String::new(),
            };
            match points.filter(|_| !left.is_empty()) {
                Some(points) => {
                    let points = format::whole(points as i64);
                    format!("{says}: {damage} damage against {points} hit points: {left}")
                }
                None => format!("{says}: {damage} damage"),
            }
        }
    }
}

/// The value of a roll without a target: the last figure of the log before the ending.
fn total(rolled: &Rolled) -> Option<String> {
    rolled.log.events.iter().rev().find_map(|event| match event {
        Event::Note { label, figure } if label != "ending" => Some(shown(figure)),
        Event::Roll { value, .. } => Some(shown(value)),
        _ => None,
    })
}

/// A sentence of the trace, with the dice of each roll.
fn sentence(rules: &Ruleset, line: &StoryLine) -> Sentence {
    let part = |part: &StoryPart| match part {
        StoryPart::Text(text) => Part::Text(text.clone()),
        StoryPart::Value(figure) => Part::Text(says(rules, figure)),
        StoryPart::Ending(ending) => Part::Ending(ending.clone()),
        // A picked word needs no dice.
        StoryPart::Roll { ask: DrawKind::Pick(_), value, .. } => Part::Text(says(rules, value)),
        StoryPart::Roll { ask, faces, value } => {
            let (dice, says_all) = dice(faces, value, FEW_FACES);
            // Behind the dice of a sum stands its total.
            let adds_up = faces.len() <= FEW_FACES && StoryPart::add_up(faces, value);
            let sum = match value {
                FigureValue::Int(_) | FigureValue::Ratio(_) if !says_all && !adds_up => says(rules, value),
                _ => String::new(),
            };
            // Open dice show their kind.
            let ask = ask.to_string();
            Part::Roll(ask.split(',').next().unwrap_or_default().to_owned(), dice, sum)
        }
    };
    Sentence { name: line.name.to_owned(), parts: line.parts.iter().map(part).collect() }
}

/// The faces, and true where they show the value: one of several may be kept.
fn dice(faces: &[i64], value: &FigureValue, most: usize) -> (Vec<Die>, bool) {
    let is = |number: i64| *value == FigureValue::Int(number);
    let adds_up = is(faces.iter().fold(0, |sum: i64, face| sum.saturating_add(*face)));
    // If the sum differs, one face may be kept.
    let kept = faces.iter().position(|face| is(*face)).filter(|_| !adds_up && faces.len() > 1);
    let die = |(place, face): (usize, &i64)| Die {
        face: format::whole(*face),
        counts: kept.map(|kept| kept == place),
    };
    (faces.iter().take(most).enumerate().map(die).collect(), kept.is_some() || faces.len() == 1 && adds_up)
}

/// The lines, at most `MOST_LINES`.
fn log_lines(rules: &Ruleset, rolled: &Rolled) -> Vec<LogLine> {
    let mut lines = lines(rules, rolled);
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        // The end stays.
        let last = lines.split_off(lines.len() - MOST_LINES / 4);
        lines.truncate(MOST_LINES - MOST_LINES / 4);
        lines.push(LogLine::Part(format!("… {} lines more …", format::whole(more as i64))));
        lines.extend(last);
    }
    lines
}

/// A line for each roll, with the figures that follow from it. Consecutive rolls of a name are one.
fn lines(rules: &Ruleset, rolled: &Rolled) -> Vec<LogLine> {
    let mut lines = Vec::new();
    let mut events = rolled.log.events.iter().peekable();
    while let Some(event) = events.next() {
        match event {
            Event::Heading(label) => lines.push(LogLine::Part(format::sentence(label))),
            // The verdict has the ending.
            Event::Note { label, .. } if label == "ending" => {}
            // False flags are no part of a story; nor are zeros before it begins.
            Event::Note { figure: FigureValue::Flag(false), .. } => {}
            Event::Note { figure: FigureValue::Int(0), .. }
                if matches!(lines.last(), None | Some(LogLine::Figures(_))) => {}
            Event::Note { label, figure }
                if events.peek().is_some_and(|next| says_again(next, label, figure)) => {}
            Event::Note { label, figure } => {
                let text = match figure {
                    FigureValue::Flag(_) => label.clone(),
                    figure => format!("{label} {}", says(rules, figure)),
                };
                match lines.last_mut() {
                    Some(LogLine::Roll { so, .. }) => add(so, &text),
                    Some(LogLine::Figures(figures)) => add(figures, &text),
                    _ => lines.push(LogLine::Figures(format::sentence(&text))),
                }
            }
            Event::Roll { label, by, ask, faces, value, forced } => {
                let (mut faces, mut value, mut forced) = (faces.clone(), value.clone(), *forced);
                while let Some(Event::Roll { faces: more, value: last, forced: too, .. }) =
                    events.next_if(|next| matches!(next, Event::Roll { label: other, by: alike, ask: same, .. } if (other, alike, same) == (label, by, ask)))
                {
                    faces.extend(more);
                    value = last.clone();
                    forced |= too;
                }
                // A figure of that name is the value.
                if let Some(Event::Note { figure, .. }) =
                    events.next_if(|next| matches!(next, Event::Note { label: other, .. } if other == label))
                {
                    value = figure.clone();
                }
                lines.push(line((label, by, ask), &faces, (&value, &says(rules, &value)), forced));
            }
        }
    }
    lines
}

/// True for a later note of the same thing with the same value: "damage dealt 6, damage with the brand 6".
fn says_again(next: &Event, label: &str, figure: &FigureValue) -> bool {
    let begins = |label: &str| label.split(' ').next().map(str::to_owned);
    matches!(next, Event::Note { label: other, figure: same } if same == figure && begins(other) == begins(label))
}

/// A roll and its value.
fn line(
    (label, by, ask): (&str, &str, &DrawKind),
    faces: &[i64],
    (value, text): (&FigureValue, &str),
    forced: bool,
) -> LogLine {
    let (dice, says_all) = dice(faces, value, MOST_FACES);
    LogLine::Roll {
        name: format::sentence(label),
        ask: match ask {
            DrawKind::Pick(_) => by.to_owned(),
            _ if by.is_empty() => ask.to_string(),
            _ => format!("{by}: {ask}"),
        },
        dice,
        more: faces.len().saturating_sub(MOST_FACES),
        comes: if says_all { String::new() } else { text.to_owned() },
        forced,
        so: String::new(),
    }
}

fn add(to: &mut String, text: &str) {
    if !to.is_empty() {
        to.push_str(", ");
    }
    to.push_str(text);
}

/// Text of a figure; words are readable.
fn says(rules: &Ruleset, figure: &FigureValue) -> String {
    match figure {
        FigureValue::Word(word) => rules.called(word),
        other => shown(other),
    }
}
