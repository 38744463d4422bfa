//! `tohit beside`: a scenario by the document's rules and by the game's own, and the differences.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::Source;
use std::io::Read;
use tohit_resolver::{Answer, Fraction, Json, Probability, Ruleset, rules_of, under_rules};

/// By the document and by the game's own code, side by side
#[derive(clap::Args)]
#[command(after_help = include_str!("help/beside.txt"))]
pub(crate) struct Args {
    /// Chances as reduced fractions, such as 73/200
    #[arg(long)]
    exact: bool,
    /// The whole answers, by the name of the rules
    #[arg(long, conflicts_with = "exact")]
    json: bool,
    #[command(flatten)]
    source: Source,
}

/// Closing line of a mode that offers no choice of rules.
const ALONE: &str = "Nothing to compare: this mode has no choice of rules in situation.rules. tohit study compares the values of any field.";

/// A row of the table: a label, and its figure under each of the rules.
type FigureRow = (String, Vec<String>);

/// Writes the table, or the answers.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, document) = args.source.read(from)?;
    let sides = sides(ruleset, &document);
    if args.json {
        let answers = answers::<f64>(ruleset, &sides)?;
        let answers: Vec<(&str, Json)> =
            sides.iter().map(|(name, _)| *name).zip(answers.iter().map(Answer::json)).collect();
        return output.line(answers.into_iter().collect::<Json>().pretty());
    }
    let rows = if args.exact {
        let answers = answers(ruleset, &sides)?;
        rows(ruleset, &answers, Fraction::to_string)
    } else {
        let answers = answers::<f64>(ruleset, &sides)?;
        rows(ruleset, &answers, |p| format!("{:.2} %", p * 100.0))
    };
    table(&sides, rows, output)
}

/// The scenario under each of the rules that its mode offers; unchanged where it offers no choice.
fn sides(ruleset: &Ruleset, document: &Json) -> Vec<(&'static str, Json)> {
    let rules = rules_of(ruleset, ruleset.about().mode_of(document));
    if rules.is_empty() {
        return vec![("as given", document.clone())];
    }
    rules.iter().map(|rules| (rules.name, under_rules(document, rules.name))).collect()
}

fn answers<P: Probability>(
    ruleset: &Ruleset,
    sides: &[(&'static str, Json)],
) -> Result<Vec<Answer<P>>, Failure> {
    let answer = |side| ruleset.resolve(side).map_err(Failure::Document);
    sides.iter().map(|(_, side)| answer(side)).collect()
}

fn rows<P: Probability>(
    ruleset: &Ruleset,
    answers: &[Answer<P>],
    says: impl Fn(&P) -> String,
) -> Vec<FigureRow> {
    let mut rows = Vec::new();
    let mut row = |name: &str, figure: &dyn Fn(&Answer<P>) -> Option<String>| {
        let figures: Vec<Option<String>> = answers.iter().map(figure).collect();
        if figures.iter().any(Option::is_some) {
            rows.push((
                name.to_owned(),
                figures.into_iter().map(|one| one.unwrap_or_else(|| "-".to_owned())).collect(),
            ));
        }
    };
    row("chance to hit", &|answer| answer.hit.as_ref().map(&says));
    for outcome in ruleset.about().outcomes {
        row(outcome.id, &|answer| answer.outcome(outcome.id).map(&says));
    }
    let mean = |spread: &tohit_resolver::Spread<P>| format!("{:.3}", spread.mean().float());
    row("mean damage", &|answer| answer.damage.as_ref().map(&mean));
    row("mean damage of a turn", &|answer| answer.turn_damage.as_ref().map(&mean));
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in answers.iter().flat_map(|answer| &answer.values) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    for name in names {
        let known = |answer: &Answer<P>| {
            answer.values.iter().find(|(known, _)| *known == name).map(|(_, figure)| figure.to_string())
        };
        row(name, &known);
    }
    rows
}

/// Columns in line; a row whose figures differ is marked.
fn table(sides: &[(&'static str, Json)], rows: Vec<FigureRow>, output: &mut Output) -> Result<(), Failure> {
    let mut lines: Vec<FigureRow> =
        vec![(String::new(), sides.iter().map(|(name, _)| (*name).to_owned()).collect())];
    let parts = rows.iter().filter(|(_, figures)| differ(figures)).count();
    lines.extend(rows);
    let width = |text: &String| text.chars().count();
    let names = lines.iter().map(|(name, _)| width(name)).max().unwrap_or_default();
    let wide = lines.iter().flat_map(|(_, figures)| figures.iter().map(width)).max().unwrap_or_default();
    for (place, (name, figures)) in lines.iter().enumerate() {
        let mark = if place > 0 && differ(figures) { '*' } else { ' ' };
        let figures: Vec<String> = figures.iter().map(|figure| format!("{figure:>wide$}")).collect();
        output.line(format_args!("{mark} {name:<names$}  {}", figures.join("  ")))?;
    }
    output.line(match parts {
        _ if sides.len() < 2 => ALONE.to_owned(),
        0 => "No figure differs.".to_owned(),
        1 => "* One figure differs.".to_owned(),
        parts => format!("* {parts} figures differ."),
    })
}

fn differ(figures: &[String]) -> bool {
    figures.windows(2).any(|pair| pair.first() != pair.last())
}
