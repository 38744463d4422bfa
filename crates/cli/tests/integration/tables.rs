//! Fields, presets and rulesets: all of them, as text and for programs.
use crate::common::{items, json, tohit};
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{Json, RULESETS, ruleset};

/// Every path of a sheet, with `N` for the items of lists, and the modes that use it.
fn paths(spec: &SheetSpec, sheet: &str, mode: &str, found: &mut Vec<(String, bool)>, used: bool) {
    for field in spec.fields {
        let mut path =
            if sheet.is_empty() { field.name.to_owned() } else { format!("{sheet}.{}", field.name) };
        let used = used && field.about.used_in(mode);
        found.push((path.clone(), used));
        let mut shape = field.shape.inner();
        while let Shape::List { of, .. } = shape {
            path += ".N";
            shape = of.inner();
        }
        if let Shape::Sheet(inner) = shape {
            paths(inner, &path, mode, found, used);
        }
    }
}

#[test]
fn fields_lists_all_fields_or_those_of_a_mode() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        let all = tohit(&["fields", about.id], "").good();
        let headings = all.lines().skip(2).filter(|line| !line.is_empty() && !line.starts_with("    "));
        for heading in headings {
            assert!(heading.contains(" = ") || heading.starts_with("# Mode "), "{heading}");
        }
        let wide = all.lines().filter(|line| line.starts_with("    ") && line.chars().count() > 80);
        assert_eq!(wide.collect::<Vec<_>>(), [""; 0]);
        for mode in about.modes {
            let of_mode = tohit(&["fields", about.id, "--mode", mode.id], "").good();
            assert!(!of_mode.contains("\n# Mode "), "the fields of one mode need no heading");
            let mut found = Vec::new();
            paths(ruleset.form(mode.id), "", mode.id, &mut found, true);
            assert!(found.len() > 3);
            for (path, used) in found {
                let line = format!("\n{path} = ");
                assert!(all.contains(&line), "{} {path}", about.id);
                assert_eq!(of_mode.contains(&line), used, "{} {path}", mode.id);
            }
        }
    }
}

/// What stands after the equals sign is what the field is when it is left out.
#[test]
fn defaults_can_be_given_as_they_are_shown() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        for mode in about.modes {
            let fields = tohit(&["fields", about.id, "--mode", mode.id], "").good();
            let shown = fields
                .lines()
                .filter(|line| !line.starts_with(' '))
                .filter_map(|line| line.split_once(" = "));
            let answer = tohit(&["resolve", "--link", &format!("{}/{}", about.id, mode.id)], "").good();
            let answer = json(&answer);
            let mut given = Vec::new();
            let mut lines = String::new();
            for (path, default) in shown.filter(|(path, _)| !path.contains(".N")) {
                let mut document = json(default);
                for step in path.rsplit('.') {
                    document = [(step, document)].into_iter().collect();
                }
                let Json::Object(mut entries) = document else { panic!("{path}") };
                for (name, value) in [("ruleset", about.id), ("mode", mode.id)] {
                    if path != name {
                        entries.push((name.to_owned(), value.into()));
                    }
                }
                if !inside_null(&fields, path) {
                    lines += &format!("{}\n", Json::Object(entries));
                    given.push(format!("{path} = {default}"));
                }
            }
            let answers = tohit(&["resolve", "--lines"], &lines).good();
            assert_eq!(answers.lines().count(), given.len());
            for (line, given) in answers.lines().zip(given) {
                assert_eq!(json(line), answer, "{given}");
            }
        }
    }
}

/// A field inside a part that is null by default makes the part something, and one inside a part with a
/// default of its own replaces that.
fn inside_null(fields: &str, path: &str) -> bool {
    let outer = path.match_indices('.').map(|(place, _)| &path[..place]);
    let own = |outer: &str| [" = null\n", " = {\""].map(|default| format!("\n{outer}{default}"));
    outer.into_iter().any(|outer| own(outer).iter().any(|default| fields.contains(default.as_str())))
}

#[test]
fn defaults_of_sheets_are_short() {
    let fields = tohit(&["fields", "powder"], "").good();
    for line in ["attacker = {}", "attacker.weapon = {}", "attacker.launcher = null", "attacker.parts = [{}]"]
    {
        assert!(fields.contains(&format!("\n{line}\n")), "{line}");
    }
}

#[test]
fn a_wrong_mode_is_refused_with_the_nearest() {
    let ran = tohit(&["fields", "powder", "--mode", "throwm"], "");
    assert!(ran.complaint(2).starts_with("powder has no mode `throwm`; did you mean `thrown`?"));
    let ran = tohit(&["fields", "powdr"], "");
    assert!(ran.complaint(2).contains("a similar value exists: 'powder'"), "{}", ran.err);
}

#[test]
fn the_schema_knows_every_section() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        for mode in about.modes {
            let schema = json(&tohit(&["fields", about.id, "--json-schema", "--mode", mode.id], "").good());
            assert!(schema.get("$schema").is_some());
            for field in ruleset.form(mode.id).fields {
                let described = schema.at(&format!("properties.{}", field.name)).unwrap();
                assert_eq!(described.get("title"), Some(&Json::from(field.about.label)));
            }
        }
    }
}

/// A section that is about the preset, or changes another, and fills no sheet.
fn is_aside(section: &str) -> bool {
    matches!(section, "note" | "mode") || section.contains('@')
}

#[test]
fn presets_lists_each_by_the_name_that_documents_use() {
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let text = tohit(&["presets", id], "").good();
        let form = json(&tohit(&["presets", id, "--json"], "").good());
        let all: Vec<_> = ruleset.presets().all().collect();
        assert_eq!(items(&form).len(), all.len());
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        assert_eq!(lines.len(), all.len());
        for ((preset, described), line) in all.iter().zip(items(&form)).zip(lines) {
            let name = preset.id();
            let fills: Vec<&str> =
                preset.sections().map(|(section, _)| section).filter(|name| !is_aside(name)).collect();
            let rest = line.trim_start().strip_prefix(&*name).unwrap().trim_start();
            let rest = rest.strip_prefix(&fills.join(", ")).unwrap_or_else(|| panic!("{line}")).trim_start();
            let said = preset.section("note").unwrap_or_default();
            assert!(rest.starts_with(preset.name) && rest.ends_with(said), "{line}");
            assert!(text.contains(&format!("{}\n", preset.group)), "{}", preset.group);
            assert_eq!(described.get("id"), Some(&Json::from(name)));
            let fills = described.get("fills").unwrap();
            for (section, fields) in preset.sections().filter(|(section, _)| !is_aside(section)) {
                let filled = fills.get(section).unwrap_or_else(|| panic!("{section}: {described}"));
                assert!(fields.is_empty() == (*filled == Json::Object(Vec::new())), "{described}");
            }
        }
    }
}

#[test]
fn rulesets_lists_all_with_examples_that_answer() {
    let text = tohit(&["rulesets"], "").good();
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let form = json(&tohit(&["rulesets", "--json"], "").good());
    assert_eq!(items(&form).len(), RULESETS.len());
    for described in items(&form) {
        let Some(Json::Text(id)) = described.get("id") else { panic!("{described}") };
        let about = ruleset(id).unwrap().about();
        assert!(text.contains(&format!("{}: {}\n", about.id, about.name)));
        assert_eq!(items(described.get("modes").unwrap()).len(), about.modes.len());
        assert_eq!(items(described.get("outcomes").unwrap()).len(), about.outcomes.len());
        for sentence in about.differences.iter().chain(about.left_out) {
            assert!(joined.contains(sentence), "{sentence}");
        }
        tohit(&["resolve", "--link", about.example], "").good();
    }
}
