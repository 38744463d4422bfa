//! `tohit fields`: every field of a ruleset's scenario, for people or as a JSON Schema.

use crate::args::{Args, Grammar, suggest};
use crate::failure::Failure;
use crate::output::Output;
use crate::scenario;
use crate::sheets::{self, Row};
use tohit_resolver::sheet::{Field, Shape, When};
use tohit_resolver::{Mode, Ruleset, schema};

pub(crate) const NAME: &str = "fields";
pub(crate) const GRAMMAR: Grammar =
    Grammar { operand: Some("RULESET"), switches: &["--json-schema"], options: &["--mode"], apart: &[] };

/// Text is no wider than this.
const WIDTH: usize = 80;
const INDENT: &str = "    ";
const INTRODUCTION: &str = "Every field may be left out; what it is then stands after the equals sign. In lists, N stands for 0, 1, 2 and so on.";

/// Writes the fields.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let ruleset = scenario::operand(args, NAME)?;
    let mode = args.value("--mode").map(|id| mode(ruleset, id)).transpose()?;
    if args.has("--json-schema") {
        let first = ruleset.about().modes.first();
        let id = mode.or(first).map_or("", |mode| mode.id);
        return output.line(schema::schema(ruleset, id).pretty());
    }
    output.text(&text(ruleset, mode))
}

fn mode(ruleset: &dyn Ruleset, id: &str) -> Result<&'static Mode, Failure> {
    let about = ruleset.about();
    about.mode(id).ok_or_else(|| {
        let ids = || about.modes.iter().map(|mode| mode.id);
        let hint = suggest(id, ids())
            .unwrap_or_else(|| format!("; there are {}", ids().collect::<Vec<_>>().join(", ")));
        Failure::Arguments { message: format!("{} has no mode `{id}`{hint}", about.id), command: NAME }
    })
}

fn text(ruleset: &dyn Ruleset, only: Option<&'static Mode>) -> String {
    let about = ruleset.about();
    let ids = |modes: &[&Mode]| modes.iter().map(|mode| mode.id).collect::<Vec<_>>().join(", ");
    let first = about.modes.first().map_or("", |mode| mode.id);
    let mut text = wrapped("", &[INTRODUCTION.to_owned()]);
    text += &format!("\nruleset = {:?}\n", about.id);
    text += &wrapped(INDENT, &[format!("{}: {}", about.name, about.document)]);
    text += &format!("\nmode = {:?}\n", only.map_or(first, |mode| mode.id));
    text += &match only {
        Some(mode) => wrapped(INDENT, &[format!("{}: {}", mode.label, mode.help)]),
        None => wrapped(INDENT, &[format!("One of {}.", ids(&about.modes.iter().collect::<Vec<_>>()))]),
    };
    let forms = sheets::forms(ruleset);
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
            text += &described(&row, only, about.id);
        }
    }
    text
}

fn described(row: &Row, only: Option<&Mode>, ruleset: &str) -> String {
    let about = &row.field.about;
    let default = sheets::brief(&(row.field.default)(), row.field.shape);
    let mut allowed = capital(&row.field.shape.allowed());
    if !about.unit.is_empty() {
        allowed += &format!(" ({})", about.unit);
    }
    allowed += ".";
    if only.is_none() && !about.modes.is_empty() {
        allowed += &format!(" Modes: {}.", about.modes.join(", "));
    }
    let mut lines = vec![allowed, about.help.to_owned()];
    lines.extend(row.when.iter().map(|(path, when)| condition(path, when)));
    if let Shape::Sheet(spec) = row.field.shape.inner()
        && spec.presets.is_some()
    {
        lines.push(format!("{}.preset fills it: see `tohit presets {ruleset}`.", row.path));
    }
    format!("{} = {default}\n{}", row.path, wrapped(INDENT, &lines))
}

fn condition(path: &str, when: &When) -> String {
    let with = if when.holds { "with" } else { "without" };
    format!("Counts only {with} {path} = {}. Otherwise: {}", when.values.join(" or "), when.why)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Paragraphs broken into lines between words, each line after `indent`.
fn wrapped(indent: &str, paragraphs: &[String]) -> String {
    let mut text = String::new();
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.is_empty()) {
        let mut width = 0;
        for word in paragraph.split_whitespace() {
            let long = word.chars().count();
            if width > 0 && width + 1 + long <= WIDTH {
                text.push(' ');
                width += 1 + long;
            } else {
                text += if width > 0 { "\n" } else { "" };
                text += indent;
                width = indent.len() + long;
            }
            text += word;
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words() {
        let text = wrapped(INDENT, &["seven letters ".repeat(12), String::new(), "x".repeat(100)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.iter().all(|line| line.starts_with(INDENT)));
        let widths: Vec<usize> = lines.iter().map(|line| line.len()).collect();
        assert_eq!(widths, [79, 73, 25, 104], "{text}");
        assert_eq!(text.split_whitespace().count(), 25);
    }

    #[test]
    fn conditions_are_sentences() {
        let said = |when: &When| condition("attacker.kind", when);
        const IS: When = When::is("attacker.kind", &["mob"], "A hero rolls.");
        const NOT: When = When::not("attacker.kind", &["mob", "null"], "It does not.");
        assert_eq!(said(&IS), "Counts only with attacker.kind = mob. Otherwise: A hero rolls.");
        assert_eq!(said(&NOT), "Counts only without attacker.kind = mob or null. Otherwise: It does not.");
    }
}
