//! Examples of a rule text, run as scripts.

use super::{Ruleset, TextProblem};
use tohit_compile::program::{Example, Line, Mode, Program};
use tohit_engine::{DiceSource, Extent, Run, SampleError, Scenario, TraceEvent};

impl Ruleset {
    /// Runs the text's examples: their number, and the problems of those that fail. The note of a problem has
    /// the derived figures, and the values of the strike's lines so far.
    #[must_use]
    pub fn examples(&self) -> (usize, Vec<TextProblem>) {
        let Ok(game) = self.game() else { return (0, Vec::new()) };
        let wrong = game.examples.iter().filter_map(|example| {
            let (message, lines) = failing(game, example)?;
            let note = lines.join(", ");
            Some(TextProblem { note, ..TextProblem::rules(self.rules(), example.span, message) })
        });
        (game.examples.len(), wrong.collect())
    }
}

/// Message of an example that fails, and its lines.
fn failing(program: &Program, example: &Example) -> Option<(String, Vec<String>)> {
    let sheets = match program.sheets(example.mode, &example.with) {
        Ok(sheets) => sheets,
        Err(wrong) => return Some((wrong, Vec::new())),
    };
    let mode = program.modes.get(example.mode)?;
    let scenario = program.scenario(example.mode, sheets)?;
    match scenario.sample(&mut DiceSource::script(&example.rolls), Extent::of(example.turn), true) {
        Err(SampleError::Refused(diagnostic)) => Some((diagnostic.to_string(), Vec::new())),
        Err(SampleError::Misfit(message, log)) => Some((message, lines(mode, &scenario, &log))),
        Ok(sample) if sample.ending == example.ending && sample.lost == example.lose => None,
        Ok(sample) => {
            let end = |ending, lost: i64| match lost {
                0 => scenario.word(ending).to_owned(),
                lost => format!("{} lose {lost}", scenario.word(ending)),
            };
            let (wanted, got) = (end(example.ending, example.lose), end(sample.ending, sample.lost));
            let message = format!("the example should end \"{wanted}\", the text ends \"{got}\"");
            Some((message, lines(mode, &scenario, &sample.log)))
        }
    }
}

/// Derived figures and lines of the strike, with their values.
fn lines(mode: &Mode, scenario: &Scenario<'_>, log: &[TraceEvent]) -> Vec<String> {
    let line = |event: &TraceEvent| {
        let TraceEvent::Line(line, value) = event else { return None };
        let Line::Value { slot, .. } = mode.strike.get(*line)? else { return None };
        let name = mode.names.get(usize::from(slot.0))?;
        Some(format!("{name} = {}", scenario.format_value(value)))
    };
    let figures = scenario.figures().unwrap_or_default().into_iter();
    let figures =
        figures.map(|(name, value)| format!("{} = {}", name.join("."), scenario.format_value(&value)));
    figures.chain(log.iter().filter_map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::Library;

    const TEXT: &str = "rules 1 \"Rec\"\nrecord weapon\n  dice: 1..9 = 1\n  sides: 1..9 = 6\nsheet attacker\n  weapon: weapon = { dice: 3 }\n  \
        arms: list of 1..3 weapon = { dice: 4 } { dice: 5 }\nendings\n  hit: hit\n\
        strike\n  arms = sum of arm.dice * 10 + arm.sides for arm in attacker.arms\n  end hit lose attacker.weapon.dice * 10 + attacker.weapon.sides + 100 * arms\n";

    #[test]
    fn what_is_entered_of_a_record_or_list_replaces_the_fields_own_default() {
        let examples = "example roll -> hit lose 10236\nexample with attacker.weapon.sides = 4 roll -> hit lose 10214\n\
            example with attacker.weapon = { sides: 4 } roll -> hit lose 10214\nexample with attacker.arms.0.sides = 4 roll -> hit lose 1436\n\
            example with attacker.arms.1.dice = 7 roll -> hit lose 9236\nexample with attacker.arms = { dice: 2 } roll -> hit lose 2636\n";
        assert_eq!(failing(&format!("{TEXT}{examples}")), []);
    }

    #[test]
    fn yes_no_and_none_are_written_in_two_ways() {
        let text = "rules 1 \"Two\"\nsheet attacker\n  brave: flag = true\n  calm: flag = no\n  bow: 1..9 or none = null\nendings\n  hit: hit\n\
            strike\n  end hit lose (1 if attacker.brave else 0) + (2 if attacker.calm else 0) + (4 if given attacker.bow else 0)\n\
            example roll -> hit lose 1\nexample with attacker.brave = false, attacker.calm = true roll -> hit lose 2\n\
            example with attacker.brave = no, attacker.calm = yes, attacker.bow = 3 roll -> hit lose 6\n\
            example with attacker.bow = null roll -> hit lose 1\nexample with attacker.bow = none roll -> hit lose 1\n";
        assert_eq!(failing(text), []);
    }

    fn failing(text: &str) -> Vec<TextProblem> {
        Ruleset::read("examples", text, &[], Library::default()).unwrap().examples().1
    }

    const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit\n";

    #[test]
    fn one_that_fails_notes_its_figures_and_lines() {
        let text = "aim = 2 + 3\nshow aim\nstrike\n  face = d20\n  end miss if face + aim < 12\n  end hit\n";
        let failed = failing(&format!("{HEAD}{text}example roll 11 -> miss\n"));
        assert_eq!(failed.iter().map(|one| one.note.as_str()).collect::<Vec<_>>(), ["aim = 5, face = 11"]);
    }

    #[test]
    fn chances_that_add_up_to_certainty_are_not_rolled() {
        let text =
            "strike\n  end hit if chance(odds(d6 > 3) + odds(d6 < 4))\n  end miss\nexample roll -> hit\n";
        assert_eq!(failing(&format!("{HEAD}{text}")), []);
    }
}
