//! The JSON Schema of each ruleset, against the shared cases: it allows what is legal, and refuses what
//! cannot be.
use crate::common::{items, json, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::{Json, RULESETS};

/// What of a schema a value breaks, by the words that these schemas are written in.
fn broken(schema: &Json, value: &Json, path: &str) -> Vec<String> {
    let Json::Object(rules) = schema else { panic!("a schema is an object: {schema}") };
    rules.iter().flat_map(|(word, rule)| broken_rule(schema, word, rule, value, path)).collect()
}

fn broken_rule(schema: &Json, word: &str, rule: &Json, value: &Json, path: &str) -> Vec<String> {
    let allows = |schema: &Json, value: &Json| broken(schema, value, "").is_empty();
    let number = |json: &Json| json.to_string().parse::<f64>().unwrap();
    let size = |list: &Json| items(list).len();
    let holds = match (word, value) {
        ("$schema" | "title" | "description" | "default" | "$comment" | "then" | "else", _) => true,
        ("type", value) => match rule {
            Json::List(names) => names.iter().any(|name| is_type(name, value)),
            name => is_type(name, value),
        },
        ("const", value) => rule == value,
        ("enum", value) => items(rule).contains(value),
        ("anyOf", value) => items(rule).iter().any(|one| allows(one, value)),
        ("if", value) => {
            let next = schema.get(if allows(rule, value) { "then" } else { "else" }).unwrap();
            return broken(next, value, path);
        }
        ("minimum", Json::Number(_)) => number(value) >= number(rule),
        ("maximum", Json::Number(_)) => number(value) <= number(rule),
        ("minItems", Json::List(_)) => size(value) as f64 >= number(rule),
        ("maxItems", Json::List(_)) => size(value) as f64 <= number(rule),
        ("uniqueItems", Json::List(list)) => {
            list.iter().enumerate().all(|(place, item)| !list.iter().take(place).any(|before| before == item))
        }
        ("items", Json::List(list)) => {
            let each = list.iter().enumerate();
            return each.flat_map(|(place, item)| broken(rule, item, &format!("{path}.{place}"))).collect();
        }
        ("properties", Json::Object(entries)) => {
            let known = entries.iter().filter_map(|(name, value)| Some((name, value, rule.get(name)?)));
            return known
                .flat_map(|(name, value, rule)| broken(rule, value, &format!("{path}.{name}")))
                .collect();
        }
        ("required", Json::Object(_)) => items(rule).iter().all(|name| match name {
            Json::Text(name) => value.get(name).is_some(),
            other => panic!("{other}"),
        }),
        ("additionalProperties", Json::Object(entries)) => {
            assert_eq!(*rule, Json::from(false));
            let known = schema.get("properties").unwrap();
            entries.iter().all(|(name, _)| known.get(name).is_some())
        }
        ("minimum" | "maximum" | "minItems" | "maxItems" | "uniqueItems" | "items", _) => true,
        ("properties" | "required" | "additionalProperties", _) => true,
        _ => panic!("a word that is not expected: {word}"),
    };
    if holds { Vec::new() } else { vec![format!("{path}: {word} {rule}")] }
}

fn is_type(name: &Json, value: &Json) -> bool {
    let Json::Text(name) = name else { panic!("{name}") };
    match (name.as_str(), value) {
        ("object", Json::Object(_)) | ("array", Json::List(_)) | ("string", Json::Text(_)) => true,
        ("boolean", Json::Bool(_)) | ("null", Json::Null) | ("number", Json::Number(_)) => true,
        ("integer", Json::Number(text)) => text.parse::<i64>().is_ok(),
        _ => false,
    }
}

fn schema(ruleset: &str, words: &[&str]) -> Json {
    json(&tohit(&[&["fields", ruleset, "--json-schema"], words].concat(), "").good())
}

fn cases(ruleset: &str) -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolver/cases");
    let text = fs::read_to_string(folder.join(ruleset).with_extension("json")).unwrap();
    items(&json(&text)).to_vec()
}

#[test]
fn legal_documents_match_the_schema() {
    let mut refused = 0;
    for ruleset in RULESETS {
        let about = ruleset.about();
        let whole = schema(about.id, &[]);
        let of_mode: Vec<(&str, Json)> =
            about.modes.iter().map(|mode| (mode.id, schema(about.id, &["--mode", mode.id]))).collect();
        assert!(!broken(&whole, &json(r#"{"nobody":{}}"#), "").is_empty(), "{}", about.id);
        for case in cases(about.id) {
            let name = case.get("name").unwrap();
            let scenario = case.get("scenario").unwrap();
            let wrong = broken(&whole, scenario, "");
            if case.at("expect.error").is_some() {
                refused += usize::from(!wrong.is_empty());
                continue;
            }
            assert!(wrong.is_empty(), "{} {name}: {wrong:?}", about.id);
            let mode =
                scenario.get("mode").cloned().unwrap_or_else(|| about.modes.first().unwrap().id.into());
            for (id, schema) in &of_mode {
                let is_own = mode == Json::from(*id);
                assert_eq!(broken(schema, scenario, "").is_empty(), is_own, "{} {name}: {id}", about.id);
            }
        }
    }
    assert!(refused > 20, "{refused}: what cannot be is refused");
}

#[test]
fn presets_are_allowed() {
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let whole = schema(id, &[]);
        let (_, example) = tohit_resolver::from_link(ruleset.about().example).unwrap();
        assert_eq!(broken(&whole, &example, ""), [""; 0], "{id}: {example}");
    }
}

#[test]
fn each_of_these_is_refused() {
    let whole = schema("powder", &[]);
    for (scenario, path) in [
        (r#"{"ruleset":"crawl"}"#, ".ruleset: const"),
        (r#"{"mode":"shout"}"#, ".mode: enum"),
        (r#"{"attaker":{}}"#, ": additionalProperties"),
        (r#"{"attacker":[]}"#, ".attacker: type"),
        (r#"{"attacker":{"physical_level":1.5}}"#, ".attacker.physical_level: type"),
        (r#"{"attacker":{"physical_level":-1}}"#, ".attacker.physical_level: minimum"),
        (r#"{"attacker":{"physical_level":100}}"#, ".attacker.physical_level: maximum"),
        (r#"{"attacker":{"parts":[]}}"#, ".attacker.parts: minItems"),
        (r#"{"attacker":{"parts":[{},{},{},{},{},{},{}]}}"#, ".attacker.parts: maxItems"),
        (r#"{"attacker":{"parts":[{"dice":"1"}]}}"#, ".attacker.parts.0.dice: type"),
        (r#"{"attacker":{"skills":["edged","edged"]}}"#, ".attacker.skills: uniqueItems"),
        (r#"{"attacker":{"weapon":{"size":null}}}"#, ".attacker.weapon: anyOf"),
        (r#"{"situation":{"can_sense":0}}"#, ".situation.can_sense: type"),
    ] {
        let wrong = broken(&whole, &json(scenario), "");
        assert!(
            wrong.len() == 1 && wrong.iter().all(|wrong| wrong.starts_with(path)),
            "{scenario}: {wrong:?}"
        );
    }
}
