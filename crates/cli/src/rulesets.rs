//! `tohit rulesets`: the games, and their descriptions.

use crate::failure::Failure;
use crate::output::Output;
use crate::text::wrapped;
use tohit_resolver::{AboutRules, Json, OutcomeKind, RULESETS};

/// The games
#[derive(clap::Args)]
#[command(after_help = include_str!("help/rulesets.txt"))]
pub(crate) struct Args {
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Writes the rulesets.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let all = RULESETS.iter().map(|ruleset| ruleset.about());
    if args.json {
        return output.line(Json::List(all.map(described).collect()).pretty());
    }
    let paragraphs: Vec<String> = all.map(paragraph).collect();
    output.text(&paragraphs.join("\n"))
}

fn paragraph(about: &AboutRules) -> String {
    let modes: Vec<&str> = about.modes.iter().map(|mode| mode.id).collect();
    let mut text = format!("{}: {}\n", about.id, about.name);
    text += &wrapped("  ", about.document);
    text += &wrapped("  ", about.versions);
    text += &wrapped("  ", &format!("Modes: {}.", modes.join(", ")));
    text += &format!("  tohit resolve --link '{}'\n", about.example);
    for (heading, sentences) in [("Where the game differs", about.differences), ("Left out", about.left_out)]
    {
        if !sentences.is_empty() {
            text += &format!("  {heading}:\n");
        }
        text.extend(sentences.iter().map(|sentence| wrapped("  - ", sentence)));
    }
    text
}

fn described(about: &AboutRules) -> Json {
    let texts = |texts: &[&str]| Json::List(texts.iter().map(|text| Json::from(*text)).collect());
    let modes = about.modes.iter().map(|mode| {
        [("id", mode.id), ("label", mode.label), ("help", mode.help)]
            .map(|(name, text)| (name, Json::from(text)))
            .into_iter()
            .collect()
    });
    let outcomes = about.outcomes.iter().map(|outcome| {
        let kind = match outcome.kind {
            OutcomeKind::Miss => "miss",
            OutcomeKind::Blocked => "blocked",
            OutcomeKind::Hit => "hit",
            OutcomeKind::Critical => "critical",
        };
        let modes = about.modes.iter().map(|mode| mode.id).filter(|mode| outcome.can_end(mode));
        [
            ("id", outcome.id.into()),
            ("label", outcome.label.into()),
            ("kind", kind.into()),
            ("hits", outcome.hits.into()),
            ("modes", Json::List(modes.map(Json::from).collect())),
        ]
        .into_iter()
        .collect()
    });
    [
        ("id", about.id.into()),
        ("name", about.name.into()),
        ("document", about.document.into()),
        ("versions", about.versions.into()),
        ("modes", Json::List(modes.collect())),
        ("outcomes", Json::List(outcomes.collect())),
        ("example", about.example.into()),
        ("differences", texts(about.differences)),
        ("left_out", texts(about.left_out)),
    ]
    .into_iter()
    .collect()
}
