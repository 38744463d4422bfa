//! `tohit explain`: the decisions behind the endings of a strike, one by one.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::Source;
use crate::text::wrapped;
use std::fmt::Write;
use std::io::Read;
use tohit_resolver::Probability;
use tohit_resolver::explain::{Chain, Roll};
use tohit_resolver::{Explanation, Fraction, Ruleset};

/// Why: each decision with its chance and its source
#[derive(clap::Args)]
#[command(after_help = include_str!("help/explain.txt"))]
pub(crate) struct Args {
    /// Chances as reduced fractions, such as 73/200
    #[arg(long)]
    exact: bool,
    /// The same for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

/// The most chains of one outcome that are listed one by one.
const MOST_CHAINS: usize = 8;

/// A probability in a form for people.
trait ReadableProbability: Probability + PartialOrd {
    fn shown(&self) -> String;
}

impl ReadableProbability for f64 {
    fn shown(&self) -> String {
        let percent = self * 100.0;
        if percent > 0.0 && percent < 0.05 {
            "< 0.1 %".to_owned()
        } else if percent >= 99.95 && *self < 1.0 - 1e-12 {
            "> 99.9 %".to_owned()
        } else {
            format!("{percent:.1} %")
        }
    }
}

impl ReadableProbability for Fraction {
    fn shown(&self) -> String {
        self.to_string()
    }
}

/// Writes the explanation.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, document) = args.source.read(from)?;
    if args.exact {
        let explanation = ruleset.explain::<Fraction>(&document).map_err(Failure::Document)?;
        write(args, output, ruleset, &explanation)
    } else {
        let explanation = ruleset.explain::<f64>(&document).map_err(Failure::Document)?;
        write(args, output, ruleset, &explanation)
    }
}

fn write<P: ReadableProbability>(
    args: &Args,
    output: &mut Output,
    ruleset: &Ruleset,
    explanation: &Explanation<P>,
) -> Result<(), Failure> {
    if args.json {
        return output.line(explanation.json().pretty());
    }
    output.text(&text(ruleset, explanation))
}

fn text<P: ReadableProbability>(ruleset: &Ruleset, explanation: &Explanation<P>) -> String {
    let label = |id: &str| {
        let outcome = ruleset.about().outcomes.iter().find(|outcome| outcome.id == id);
        outcome.map_or_else(|| id.to_owned(), |outcome| outcome.label.to_owned())
    };
    let mut text = String::new();
    for explained in &explanation.outcomes {
        let _ = writeln!(text, "{}: {}", label(explained.outcome), explained.chance.shown());
        let mut chains: Vec<&Chain<P>> = explained.chains.iter().collect();
        chains.sort_by(|a, b| b.chance.partial_cmp(&a.chance).unwrap_or(std::cmp::Ordering::Equal));
        let several = chains.len() > 1;
        for (place, chain) in chains.iter().take(MOST_CHAINS).enumerate() {
            if place > 0 {
                text.push_str("  or\n");
            }
            of_chain(&mut text, explanation, chain, several);
        }
        if chains.len() > MOST_CHAINS {
            let _ = writeln!(text, "  or in one of {} rarer ways", chains.len() - MOST_CHAINS);
        }
        text.push('\n');
    }
    // A custom game may have no document, and no words for its rolls.
    let about = ruleset.about();
    let _ = writeln!(text, "{}:\n", if about.document.is_empty() { about.name } else { about.document });
    for (place, step) in explanation.steps.iter().enumerate() {
        of_roll(&mut text, "", &step.about);
        for roll in explanation.rolls.iter().filter(|roll| roll.into == Some(place)) {
            of_roll(&mut text, "    ", roll);
        }
    }
    for roll in explanation.rolls.iter().filter(|roll| roll.into.is_none()) {
        of_roll(&mut text, "", roll);
    }
    text
}

/// A chain of decisions to an outcome: the product of its chances.
fn of_chain<P: ReadableProbability>(
    text: &mut String,
    explanation: &Explanation<P>,
    chain: &Chain<P>,
    several: bool,
) {
    let mut factors: Vec<(String, String)> = Vec::new();
    for link in &chain.links {
        let name = explanation.name(link.step);
        factors.push((link.given.shown(), format!("{name}: {}", link.result)));
    }
    let product = (several && factors.len() > 1).then(|| chain.chance.shown());
    let all = factors.iter().map(|(chance, _)| chance).chain(&product);
    let width = all.map(|chance| chance.chars().count()).max().unwrap_or_default();
    for (place, (chance, what)) in factors.iter().enumerate() {
        let sign = if place == 0 { ' ' } else { '×' };
        let _ = writeln!(text, "  {sign} {chance:>width$}  {what}");
    }
    if let Some(product) = product {
        let _ = writeln!(text, "  = {product:>width$}");
    }
}

/// The line of a roll or a decision.
fn of_roll(text: &mut String, indent: &str, roll: &Roll) {
    let mut about = roll.name.clone();
    if !roll.rule.is_empty() {
        let _ = write!(about, ": {}", roll.rule);
    }
    for (place, (name, span)) in roll.figures.iter().enumerate() {
        let _ = write!(about, "{} {name} {}", if place == 0 { ":" } else { "," }, Roll::figure(span));
    }
    text.push_str(&wrapped(indent, &about));
    let section = if roll.section.is_empty() { String::new() } else { format!(" [{}]", roll.section) };
    text.push_str(&wrapped(&format!("{indent}    "), &format!("{}{section}", roll.says)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_chances_are_never_0_or_100_percent() {
        let shown = |chance: f64| chance.shown();
        assert_eq!(
            [0.0, 0.0004, 0.5, 0.9996, 1.0].map(shown),
            ["0.0 %", "< 0.1 %", "50.0 %", "> 99.9 %", "100.0 %"]
        );
    }
}
