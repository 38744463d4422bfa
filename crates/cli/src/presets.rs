//! `tohit presets`: the named creatures, weapons and armour that come with a ruleset.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::RulesetArgs;
use tohit_resolver::{Preset, Ruleset};

/// Named creatures, weapons and armour
#[derive(clap::Args)]
#[command(after_help = include_str!("help/presets.txt"))]
pub(crate) struct Args {
    /// With all figures, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: RulesetArgs,
}

/// Writes the presets.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let ruleset = args.which.ruleset()?;
    if args.json {
        return output.line(ruleset.presets().json(ruleset).pretty());
    }
    output.text(&names(ruleset))
}

/// A preset a line, in groups: its name in documents, the sheets it fills, its name for people.
fn names(ruleset: &Ruleset) -> String {
    let presets: Vec<Preset> = ruleset.presets().all().collect();
    let wide = presets.iter().map(|preset| preset.id().chars().count()).max().unwrap_or_default();
    let filled = |preset: &Preset| preset.fills().collect::<Vec<_>>().join(", ");
    let filled_wide = presets.iter().map(|preset| filled(preset).len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut group = "";
    for preset in &presets {
        if preset.group != group {
            group = preset.group;
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{group}\n");
        }
        let mode = preset.section("mode").map_or(String::new(), |mode| format!("; mode {mode}"));
        let note = preset.section("note").map_or(String::new(), |note| format!("; {note}"));
        text += &format!(
            "  {:wide$}  {:filled_wide$}  {}{mode}{note}\n",
            preset.id(),
            filled(preset),
            preset.name
        );
    }
    text
}
