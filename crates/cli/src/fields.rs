//! `tohit fields`: every field of a ruleset's scenario, for people, as a JSON Schema, or as TypeScript types.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::RulesetArgs;
use crate::sheets::{self, FieldRow};
use crate::text::wrapped;
use crate::typescript;
use tohit_resolver::sheet::{Field, FieldCondition, Shape};
use tohit_resolver::{AboutMode, Ruleset, nearest, schema};

/// Every field of a scenario, with range, default and help
#[derive(clap::Args)]
#[command(after_help = include_str!("help/fields.txt"))]
pub(crate) struct Args {
    /// Only the fields that this mode uses
    #[arg(long)]
    mode: Option<String>,
    /// A JSON Schema, for editors and validators
    #[arg(long)]
    json_schema: bool,
    /// TypeScript types of the scenarios, in all modes
    #[arg(long, conflicts_with_all = ["mode", "json_schema"])]
    typescript: bool,
    #[command(flatten)]
    which: RulesetArgs,
}

const INDENT: &str = "    ";
const INTRODUCTION: &str = "Every field may be left out; what it is then stands after the equals sign. In lists, N stands for 0, 1, 2 and so on.";

/// Writes the fields.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let ruleset = args.which.ruleset()?;
    let mode = args.mode.as_deref().map(|id| mode(ruleset, id)).transpose()?;
    if args.json_schema {
        return output.line(schema::schema(ruleset, mode.map(|mode| mode.id)).pretty());
    }
    if args.typescript {
        return output.text(&typescript::types(ruleset));
    }
    let file = args.which.own.rules.as_deref();
    let named = match file {
        Some(file) => format!("--rules {}", file.display()),
        None if ruleset.carried().is_some() => "--link LINK".to_owned(),
        None => ruleset.id().to_owned(),
    };
    output.text(&text(ruleset, mode, &named))
}

fn mode(ruleset: &Ruleset, id: &str) -> Result<&'static AboutMode, Failure> {
    let about = ruleset.about();
    about.mode(id).ok_or_else(|| {
        let ids = || about.modes.iter().map(|mode| mode.id);
        let hint = match nearest(id, ids()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("there are {}", ids().collect::<Vec<_>>().join(", ")),
        };
        Failure::arguments(format!("{} has no mode `{id}`; {hint}", about.id))
    })
}

/// The fields as text; `named` is the ruleset's name on the command line.
fn text(ruleset: &Ruleset, only: Option<&'static AboutMode>, named: &str) -> String {
    let about = ruleset.about();
    let ids = |modes: &[&AboutMode]| modes.iter().map(|mode| mode.id).collect::<Vec<_>>().join(", ");
    let first = about.modes.first().map_or("", |mode| mode.id);
    let mut text = wrapped("", INTRODUCTION);
    text += &format!("\nruleset = {:?}\n", about.id);
    let says = |label: &str, help: &str| match help {
        "" => wrapped(INDENT, &format!("{label}.")),
        help => wrapped(INDENT, &format!("{label}: {help}")),
    };
    text += &says(about.name, about.document);
    text += &format!("\nmode = {:?}\n", only.map_or(first, |mode| mode.id));
    text += &match only {
        Some(mode) => says(mode.label, mode.help),
        None => wrapped(INDENT, &format!("One of {}.", ids(&about.modes.iter().collect::<Vec<_>>()))),
    };
    let forms = schema::forms(ruleset);
    let several = forms.len() > 1;
    for (modes, spec) in forms {
        if only.is_some_and(|only| modes.iter().all(|mode| mode.id != only.id)) {
            continue;
        }
        if several && only.is_none() {
            text += &format!("\n# Mode {}\n", ids(&modes));
        }
        let keep = |field: &Field| only.is_none_or(|mode| field.about.used_in(mode.id));
        for row in sheets::rows(spec, &keep) {
            if !row.path.contains('.') {
                text += "\n";
            }
            text += &described(&row, only, named);
        }
    }
    text
}

fn described(row: &FieldRow, only: Option<&AboutMode>, named: &str) -> String {
    let about = &row.field.about;
    let default = sheets::brief(row.field.default, row.field.shape);
    let mut allowed = capital(&row.field.shape.allowed());
    if !about.unit.is_empty() {
        allowed += &format!(" ({})", about.unit);
    }
    allowed += ".";
    if only.is_none() && !about.modes.is_empty() {
        allowed += &format!(" Modes: {}.", about.modes.join(", "));
    }
    let mut lines = vec![allowed, about.help.to_owned()];
    lines.extend(about.when.iter().map(|when| format!("Counts only {}: {}", condition(row, when), when.why)));
    if let Shape::Sheet(spec) = row.field.shape.inner()
        && spec.presets.is_some()
    {
        lines.push(format!("{}.preset fills it: see `tohit presets {named}`.", row.path));
    }
    let lines: Vec<String> = lines.iter().map(|line| wrapped(INDENT, line)).collect();
    format!("{} = {default}\n{}", row.path, lines.concat())
}

/// The condition, such as `with attacker.kind = hero`, and its alternatives.
fn condition(row: &FieldRow, when: &FieldCondition) -> String {
    let with = if when.holds { "with" } else { "without" };
    let this = format!("{with} {} = {}", row.other(when), when.values.join(" or "));
    when.or.map_or(this.clone(), |or| format!("{this}, or {}", condition(row, or)))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::sheet::{SheetSpec, about};

    #[test]
    fn conditions_name_the_other_field_by_its_path() {
        const HERO: FieldCondition = FieldCondition::is(".kind", &["hero"], "");
        const OTHERS: FieldCondition =
            FieldCondition { holds: false, ..FieldCondition::is("attacker.kind", &["mob", "null"], "") };
        const EITHER: FieldCondition = FieldCondition { or: Some(&OTHERS), ..HERO };
        const FIELD: Field = Field {
            name: "level",
            shape: Shape::Bool,
            about: about("", ""),
            default: &tohit_resolver::Json::Bool(true),
        };
        const INNER: SheetSpec = SheetSpec { presets: None, fields: &[FIELD] };
        const OUTER: SheetSpec = SheetSpec {
            presets: None,
            fields: &[Field { name: "defender", shape: Shape::Sheet(&INNER), ..FIELD }],
        };
        let rows = sheets::rows(&OUTER, &|_| true);
        let row = rows.iter().find(|row| row.path == "defender.level").unwrap();
        let said = condition(row, &EITHER);
        assert_eq!(said, "with defender.kind = hero, or without attacker.kind = mob or null");
    }
}
