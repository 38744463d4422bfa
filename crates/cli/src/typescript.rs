//! The scenarios of a ruleset as TypeScript types, from the same declarations as the JSON Schema.

use crate::sheets;
use tohit_resolver::schema::forms;
use tohit_resolver::sheet::{Field, Shape, SheetSpec};
use tohit_resolver::{AboutMode, Json, Ruleset};

/// An interface for each form, and the type of a scenario: the one interface, or a union.
pub(crate) fn types(ruleset: &Ruleset) -> String {
    let about = ruleset.about();
    let base = pascal(about.id);
    let first = about.modes.first().map_or("", |mode| mode.id);
    let forms = forms(ruleset);
    if let [(modes, form)] = forms.as_slice() {
        return interface(ruleset, &format!("{base}Scenario"), modes, first, form);
    }
    let name = |modes: &[&AboutMode]| {
        let modes: String = modes.iter().map(|mode| pascal(mode.id)).collect();
        format!("{base}{modes}Scenario")
    };
    let interfaces = forms.iter().map(|(modes, form)| interface(ruleset, &name(modes), modes, first, form));
    let text: String = interfaces.collect();
    let names: Vec<String> = forms.iter().map(|(modes, _)| name(modes)).collect();
    let all = comment(&format!("A scenario of {}, in any mode.", about.name));
    format!("{text}{all}export type {base}Scenario = {};\n\n", names.join(" | "))
}

fn interface(ruleset: &Ruleset, name: &str, modes: &[&AboutMode], first: &str, form: &SheetSpec) -> String {
    let about = ruleset.about();
    // The default mode may be omitted.
    let may_miss = if modes.iter().any(|mode| mode.id == first) { "?" } else { "" };
    let ids: Vec<String> = modes.iter().map(|mode| Json::from(mode.id).to_string()).collect();
    let helps: Vec<String> = modes.iter().map(|mode| format!("{}: {}", mode.id, mode.help)).collect();
    let body = [
        format!("ruleset: {};\n", Json::from(about.id)),
        comment(&helps.join(" ")),
        format!("mode{may_miss}: {};\n", ids.join(" | ")),
        form.fields.iter().map(field).collect(),
    ];
    let head = comment(&format!("A scenario of {}. {}", about.name, about.document));
    format!("{head}export interface {name} {{\n{}}}\n\n", indented(&body.concat()))
}

fn field(field: &Field) -> String {
    let about = field.about;
    let is_sheet = matches!(field.shape.inner(), Shape::Sheet(_));
    let mut says = about.help.to_owned();
    if !is_sheet {
        let unit = if about.unit.is_empty() { String::new() } else { format!(" ({})", about.unit) };
        let default = sheets::brief(field.default, field.shape);
        says += &format!(" Allowed is {}{unit}; default {default}.", field.shape.allowed());
    }
    if !about.modes.is_empty() {
        says += &format!(" Modes: {}.", about.modes.join(", "));
    }
    format!("{}{}?: {};\n", comment(&says), field.name, of_shape(field.shape))
}

fn of_shape(shape: Shape) -> String {
    match shape {
        Shape::Bool => "boolean".to_owned(),
        Shape::Int { .. } => "number".to_owned(),
        Shape::Num { .. } | Shape::Mark(_) => "number | string".to_owned(),
        Shape::Choice(variants) => {
            let names = variants.iter().flat_map(|variant| [Some(variant.name), variant.version()]);
            names.flatten().map(|name| Json::from(name).to_string()).collect::<Vec<_>>().join(" | ")
        }
        Shape::Cell { .. } => "readonly [x: number, y: number]".to_owned(),
        Shape::Sheet(spec) => {
            let preset = spec.presets.map(preset).unwrap_or_default();
            let fields: String = spec.fields.iter().map(field).collect();
            format!("{{\n{}}}", indented(&format!("{preset}{fields}")))
        }
        Shape::List { of, .. } => format!("readonly ({})[]", of_shape(*of)),
        Shape::Nullable(inner) => format!("{} | null", of_shape(*inner)),
    }
}

/// The field for presets that fill a kind of sheet.
fn preset(kind: &str) -> String {
    format!(
        "/** A preset that fills {kind}, or several laid over each other in order. */\npreset?: string | readonly string[];\n"
    )
}

/// A comment that nothing in its text can end.
fn comment(text: &str) -> String {
    format!("/** {} */\n", text.replace("*/", "*\\/"))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// `monster-melee` as `MonsterMelee`.
fn pascal(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    id.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::RULESETS;
    use tohit_resolver::sheet::about;

    #[test]
    fn no_text_ends_its_comment() {
        assert_eq!(comment("a */ b"), "/** a *\\/ b */\n");
        for ruleset in RULESETS {
            let text = types(ruleset);
            let broken: Vec<&str> = text
                .lines()
                .filter(|line| line.trim_start().starts_with("/**"))
                .filter(|line| line.find("*/") != Some(line.len() - 2))
                .collect();
            assert!(broken.is_empty(), "{broken:?}");
        }
    }

    #[test]
    fn each_shape_has_its_type() {
        const HELD: Field = Field {
            name: "is_held",
            shape: Shape::Bool,
            about: about("", "Held."),
            default: &Json::Bool(true),
        };
        const ARMS: SheetSpec = SheetSpec { presets: Some("arms"), fields: &[HELD] };
        let whole = Shape::Int { low: 0, high: 9 };
        assert_eq!(of_shape(Shape::Nullable(&Shape::Int { low: 0, high: 9 })), "number | null");
        assert_eq!(of_shape(whole), "number");
        let list = Shape::List { of: &Shape::Nullable(&Shape::Bool), least: 0, most: 2, distinct: false };
        assert_eq!(of_shape(list), "readonly (boolean | null)[]");
        assert_eq!(
            of_shape(Shape::Sheet(&ARMS)),
            "{\n  /** A preset that fills arms, or several laid over each other in order. */\n  preset?: string | readonly string[];\n  \
             /** Held. Allowed is true or false; default true. */\n  is_held?: boolean;\n}"
        );
    }
}
