//! `tohit presets`: the named creatures, weapons and armour that come with a ruleset.

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::output::Output;
use crate::scenario;
use tohit_resolver::{Preset, Ruleset};

pub(crate) const NAME: &str = "presets";
pub(crate) const GRAMMAR: Grammar = Grammar {
    operand: Some("RULESET"),
    switches: &["--json"],
    options: &["--rules"],
    apart: &[("--rules", "RULESET")],
};

/// Writes the presets.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let ruleset = scenario::operand(args, NAME)?;
    if args.has("--json") {
        return output.line(ruleset.presets().json(ruleset).pretty());
    }
    output.text(&names(ruleset))
}

/// One preset a line, in groups: what documents call it, what it fills, what people call it.
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
