//! The shared cases through the texts, as equal fractions.
use serde_json::Value as Json;
use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_engine::Run;
use tohit_engine::{CountDistribution, Odds, Scenario, ShownLine, StrikeOdds, Value};
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};

fn folder(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A document as entries.
fn entries(path: &str, json: &Json, into: &mut Vec<(String, String)>) {
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                entries(&format!("{path}.{name}"), value, into);
            }
        }
        Json::Array(items) if items.iter().all(Json::is_string) => {
            let words: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
            into.push((path.to_owned(), words.join("|")));
        }
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                entries(&format!("{path}.{place}"), item, into);
            }
        }
        Json::Null => into.push((path.to_owned(), "none".to_owned())),
        Json::String(text) => into.push((path.to_owned(), text.clone())),
        Json::Bool(flag) => into.push((path.to_owned(), flag.to_string())),
        Json::Number(number) => into.push((path.to_owned(), number.to_string())),
    }
}

type Answer = Vec<(String, Weight)>;

fn losses(name: &str, losses: &CountDistribution, into: &mut Answer) {
    into.extend(losses.values.iter().map(|(value, weight)| (format!("{name}.{value}"), *weight)));
    into.extend(losses.rest.iter().map(|(value, weight)| (format!("{name}.{value}+"), *weight)));
}

fn strike(scenario: &Scenario<'_>, prefix: &str, odds: &StrikeOdds, ar: &Arithmetic, into: &mut Answer) {
    into.push((format!("{prefix}hit"), odds.hit(scenario, ar)));
    for (word, weight) in &odds.endings {
        into.push((format!("{prefix}outcomes.{}", scenario.word(*word)), *weight));
    }
    losses(&format!("{prefix}damage"), &odds.losses, into);
    for (name, shown) in &odds.shown {
        let name = format!("{prefix}{}", name.join("."));
        match shown {
            ShownLine::Chance(weight) => into.push((name, *weight)),
            ShownLine::Words(words) => {
                into.extend(
                    words.iter().map(|(word, weight)| (format!("{name}.{}", scenario.word(*word)), *weight)),
                );
            }
            ShownLine::Numbers(numbers) => losses(&name, numbers, into),
        }
    }
}

fn answer(scenario: &Scenario<'_>, odds: &Odds, ar: &Arithmetic) -> Answer {
    let mut all = Answer::new();
    strike(scenario, "", &odds.strike, ar, &mut all);
    all.extend(odds.kill.map(|weight| ("kill".to_owned(), weight)));
    for (place, one) in odds.strikes.iter().enumerate() {
        strike(scenario, &format!("strikes.{place}."), one, ar, &mut all);
    }
    if let Some(turn) = &odds.turn {
        losses("turn_damage", &turn.losses, &mut all);
        all.extend(turn.kill.map(|weight| ("kill".to_owned(), weight)));
        for (fate, weight) in ["unhurt", "wounded", "killed"].iter().zip(turn.fate.iter().flatten()) {
            all.push((format!("turn_outcomes.{fate}"), *weight));
        }
    }
    all
}

fn text_of(value: &Value, scenario: &Scenario<'_>) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        other => scenario.format_value(other),
    }
}

/// Everything that is expected, flat.
fn flat(path: &str, json: &Json, into: &mut BTreeMap<String, String>) {
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                flat(&if path.is_empty() { name.clone() } else { format!("{path}.{name}") }, value, into);
            }
        }
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                flat(&format!("{path}.{place}"), item, into);
            }
        }
        Json::String(text) => drop(into.insert(path.to_owned(), text.clone())),
        Json::Null => drop(into.insert(path.to_owned(), "none".to_owned())),
        other => drop(into.insert(path.to_owned(), other.to_string())),
    }
}

/// What is wrong with a case, and how long it took.
fn check(game: &Program, text: &str, case: &Json, times: &mut Vec<(f64, String, u64)>) -> Result<(), String> {
    let document = &case["scenario"];
    let mode = document.get("mode").and_then(Json::as_str).map_or(Some(0), |mode| game.mode(mode)).unwrap();
    let mut all = Vec::new();
    for sheet in ["attacker", "defender", "situation"] {
        if let Some(json) = document.get(sheet) {
            entries(sheet, json, &mut all);
        }
    }
    let sheets = game.sheets(mode, &all)?;
    let scenario = game.scenario(mode, sheets).unwrap();
    let begun = std::time::Instant::now();
    let floats = scenario
        .odds(&Arithmetic::Floats, false)
        .map_err(|stop| format!("line {}: {stop}", text[..stop.span.start as usize].lines().count()))?;
    times.push((begun.elapsed().as_secs_f64() * 1e6, case["name"].to_string(), scenario.work()));
    let floats = answer(&scenario, &floats, &Arithmetic::Floats);
    let fractions = exact::fractions(400, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let odds = scenario.odds(&ar, false).unwrap();
        answer(&scenario, &odds, &ar).into_iter().map(|(_, weight)| ar.residue(weight)).collect()
    });
    let fractions = fractions.map_err(|wrong| wrong.to_string())?;
    let both = || floats.iter().zip(&fractions);
    let mut got: BTreeMap<String, String> =
        both().map(|((key, _), fraction): (_, &Fraction)| (key.clone(), fraction.to_string())).collect();
    for ((key, weight), fraction) in both() {
        let float = Arithmetic::Floats.to_float(*weight);
        if (float - fraction.to_f64()).abs() > 1e-12 {
            return Err(format!("{key} is {float}, exactly {}", fraction.to_f64()));
        }
    }
    let line = |stop: &tohit_syntax::diagnostics::Diagnostic| {
        format!("line {}: {stop}", text[..stop.span.start as usize].lines().count())
    };
    for (path, value) in scenario.figures().map_err(|stop| line(&stop))? {
        let key = if path.len() == 1 { format!("values.{}", path[0]) } else { path.join(".") };
        got.insert(key, text_of(&value, &scenario));
    }
    let mut expected = BTreeMap::new();
    flat("", &case["expect"], &mut expected);
    for (key, value) in &expected {
        // Figures of each blow are not compared.
        if key.ends_with(".k") && key.starts_with("strikes") {
            continue;
        }
        let got = got.get(key).map_or(if value == "none" { "none" } else { "0" }, String::as_str);
        if got != value {
            return Err(format!("{key} is {got}, expected {value}"));
        }
    }
    for (key, value) in &got {
        let group = format!("{}.", key.split('.').next().unwrap());
        let listed = ["outcomes.", "damage.", "turn_damage."].contains(&group.as_str());
        let is_listed = expected.keys().any(|known| known.starts_with(&group));
        if listed && is_listed && value != "0" && !expected.contains_key(key) {
            return Err(format!("{key} is {value}, not expected"));
        }
    }
    Ok(())
}

#[test]
fn every_case_comes_out_as_the_same_fractions() {
    let only = std::env::var("TOHIT_TEXT").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, file) in [
        ("powder", "powder"),
        ("crawl", "crawl"),
        ("angband", "angband"),
        ("angband", "angband-tables"),
        ("pixel-dungeon", "pixel-dungeon"),
        ("dominions", "dominions"),
    ] {
        if !only.is_empty() && !only.split(',').any(|only| only == name) {
            continue;
        }
        let text = folder(&format!("crates/resolver/rulesets/{name}/{name}.rules"));
        let text = std::fs::read_to_string(text).unwrap();
        let begun = std::time::Instant::now();
        let rules = match tohit_compile::compile(&text) {
            Ok(rules) => rules,
            Err(problems) => {
                for problem in problems.iter().take(12) {
                    wrong.push(format!(
                        "{name}.rules:{}:{}: {}",
                        problem.line, problem.column, problem.message
                    ));
                }
                continue;
            }
        };
        let game = rules;
        println!("{name}: read in {:?}", begun.elapsed());
        for failing in game.failing_examples() {
            wrong.push(format!("{name}: example {}: {failing}", failing.place + 1));
        }
        let cases = std::fs::read_to_string(folder(&format!("tests/cases/{file}.json"))).unwrap();
        let cases: Vec<Json> = serde_json::from_str(&cases).unwrap();
        let mut times = Vec::new();
        for case in &cases {
            if case["expect"].get("error").is_some() || case["scenario"]["mode"] == "targeting" {
                continue;
            }
            count += 1;
            if let Err(said) = check(&game, &text, case, &mut times) {
                wrong.push(format!("{file}: {}: {said}", case["name"]));
            }
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let (Some(most), Some(median)) = (times.last(), times.get(times.len() / 2)) {
            let (many, median, most, name, work) = (times.len(), median.0, most.0, &most.1, most.2);
            println!("{file}: {many} cases, median {median:.0} µs, most {most:.0} µs ({name}, work {work})");
        }
    }
    let few: Vec<String> = wrong.iter().take(60).cloned().collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), few.join("\n"));
}
