//! What was thrown, as a log.

use super::answers::figure;
use super::defaults::word;
use super::kept;
use super::why::Said;
use tohit_odds::{Ask, Die, Event, Figure, Label, Log};
use tohit_rules::core::{Id, Line, Mode, Rules};
use tohit_rules::run::{self, Scenario, Told, Value};

/// Tells of throws in one mode.
pub(super) struct Teller<'a, 's> {
    pub(super) rules: &'a Rules,
    pub(super) mode: &'a Mode,
    pub(super) scenario: &'a Scenario<'s>,
    pub(super) said: &'a [(String, Said)],
}

impl Teller<'_, '_> {
    /// The log: the figures that are answered, and then what was thrown.
    pub(super) fn log(&self, figures: &[(Vec<String>, Value)], told: &[Told]) -> Log {
        let note = |(name, value): &(Vec<String>, Value)| {
            let figure = figure(self.rules, value)?;
            Some(Event::Note { label: self.named(name.last()?).into(), figure })
        };
        let told = told.iter().filter_map(|told| self.event(told));
        Log { events: figures.iter().filter_map(note).chain(told).collect() }
    }

    fn event(&self, told: &Told) -> Option<Event> {
        Some(match told {
            Told::Strike(number) => {
                Event::Heading(Label::from(("strike #", u32::try_from(*number).unwrap_or(u32::MAX))))
            }
            Told::Roll { line, ask, faces, value, forced } => Event::Roll {
                label: self.label(*line).into(),
                ask: self.ask(ask),
                faces: faces.clone(),
                kept: None,
                value: self.figure(value),
                forced: *forced,
            },
            Told::Line(line, value) => {
                Event::Note { label: self.label(*line).into(), figure: figure(self.rules, value)? }
            }
            Told::End(_, ending, _) => {
                Event::Note { label: "ending".into(), figure: kept::text(word(self.rules, *ending)).into() }
            }
            // Rows are for the why.
            Told::Row(..) => return None,
        })
    }

    /// What a line is called.
    fn label(&self, line: usize) -> &'static str {
        let name = match self.mode.strike.get(line) {
            Some(Line::Value { slot, .. }) => self.mode.names.get(usize::from(slot.0)).map(String::as_str),
            Some(Line::End(end)) if !end.when.is_some_and(|when| self.rolls(when)) => Some("damage"),
            _ => None,
        };
        self.named(name.unwrap_or("ending"))
    }

    fn rolls(&self, id: Id) -> bool {
        let expr = usize::try_from(id.0).ok().and_then(|place| self.mode.nodes.get(place));
        expr.is_some_and(|expr| expr.rolls)
    }

    fn named(&self, name: &str) -> &'static str {
        let said = self.said.iter().find(|(known, _)| known == name);
        said.map_or_else(|| kept::text(&name.replace('_', " ")), |(_, said)| said.label)
    }

    fn figure(&self, value: &Value) -> Figure {
        figure(self.rules, value).unwrap_or_else(|| kept::text(&self.scenario.told(value)).into())
    }

    fn ask(&self, ask: &run::Ask) -> Ask {
        let small = |count: &i64| u32::try_from(*count).unwrap_or(u32::MAX);
        match ask {
            run::Ask::Dice(count, sides) => Ask::Die(Die::Dice { count: small(count), sides: small(sides) }),
            run::Ask::Range(from, to) => Ask::Die(Die::Range { from: *from, to: *to }),
            run::Ask::Open(2, 6, 1) => Ask::Pair,
            run::Ask::Chance(chance) => {
                let told = chance.to_string();
                let (over, under) = told.split_once('/').unwrap_or((&told, "1"));
                match (over.parse(), under.parse()) {
                    (Ok(over), Ok(under)) => Ask::Chance { over, under },
                    _ => self.told(ask),
                }
            }
            run::Ask::Pick(choices) => {
                let share = |(value, weight): &(Value, tohit_rules::Number)| {
                    let weight = u32::try_from(weight.whole()?).ok()?;
                    Some((kept::text(&self.scenario.told(value)), weight))
                };
                choices
                    .iter()
                    .map(share)
                    .collect::<Option<Vec<_>>>()
                    .map_or_else(|| self.told(ask), Ask::Pick)
            }
            run::Ask::Open(..) | run::Ask::Odds(_) | run::Ask::PickOdds(_) => self.told(ask),
        }
    }

    fn told(&self, ask: &run::Ask) -> Ask {
        Ask::Told(run::told_ask(self.scenario, ask))
    }
}
