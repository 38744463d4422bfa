//! The complete texts of the specification, its tutorial and the lessons: each reads, its examples pass, and the odds that its notes state come out as
//! equal fractions. A note that states odds: `# odds in MODE with PATH = VALUE, ...: KEY FRACTION, ...`, or `: refused`.
use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_engine::Run;
use tohit_engine::{Losses, Odds, Scenario, Shown, StrikeOdds, Value};
use tohit_odds::{Arithmetic, Prime, Weight, exact};

type Answer = Vec<(String, Weight)>;

fn losses(name: &str, losses: &Losses, into: &mut Answer) {
    into.extend(losses.values.iter().map(|(value, weight)| (format!("{name} {value}"), *weight)));
    into.extend(losses.rest.iter().map(|(value, weight)| (format!("{name} {value}+"), *weight)));
}

fn strike(scenario: &Scenario<'_>, odds: &StrikeOdds, ar: &Arithmetic, into: &mut Answer) {
    into.push(("any hit".to_owned(), odds.hit(scenario, ar)));
    into.extend(odds.endings.iter().map(|(word, weight)| (scenario.word(*word).to_owned(), *weight)));
    losses("lose", &odds.losses, into);
    for (name, shown) in &odds.shown {
        let name = name.join(".");
        match shown {
            Shown::Chance(weight) => into.push((name, *weight)),
            Shown::Words(words) => {
                let told = |(word, weight): &(_, _)| (format!("{name} {}", scenario.word(*word)), *weight);
                into.extend(words.iter().map(told));
            }
            Shown::Numbers(numbers) => losses(&name, numbers, into),
        }
    }
}

fn answer(scenario: &Scenario<'_>, odds: &Odds, ar: &Arithmetic) -> Answer {
    let mut all = Answer::new();
    strike(scenario, &odds.strike, ar, &mut all);
    all.extend(odds.kill.map(|weight| ("kill".to_owned(), weight)));
    if let Some(turn) = &odds.turn {
        losses("turn lose", &turn.losses, &mut all);
        all.extend(turn.kill.map(|weight| ("turn kill".to_owned(), weight)));
        for (fate, weight) in ["unhurt", "wounded", "killed"].iter().zip(turn.fate.iter().flatten()) {
            all.push((format!("turn {fate}"), *weight));
        }
    }
    all
}

/// What the scenario of a note comes to: fractions and figures by their keys; nothing where it is refused.
fn told(game: &Program, head: &str) -> Result<Option<BTreeMap<String, String>>, String> {
    let (mode, with) = head.split_once("with ").unwrap_or((head, ""));
    let mode =
        mode.trim().strip_prefix("in ").map_or(Some(0), |mode| game.mode(mode)).ok_or("no such mode")?;
    let entries = with.split(", ").filter_map(|entry| entry.split_once(" = "));
    let entries: Vec<(String, String)> =
        entries.map(|(path, value)| (path.to_owned(), value.trim().replace(" | ", "|"))).collect();
    let scenario = game.scenario(mode, game.sheets(mode, &entries)?).unwrap();
    if !scenario.refused().is_empty() {
        return Ok(None);
    }
    let floats = scenario.odds(&Arithmetic::Floats, false).map_err(|stop| stop.to_string())?;
    let keys = answer(&scenario, &floats, &Arithmetic::Floats).into_iter().map(|(key, _)| key);
    let fractions = exact::fractions(100, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let odds = scenario.odds(&ar, false).unwrap();
        answer(&scenario, &odds, &ar).into_iter().map(|(_, weight)| ar.residue(weight)).collect()
    });
    let fractions = fractions.map_err(|wrong| wrong.to_string())?;
    let mut all: BTreeMap<String, String> = keys.zip(fractions.iter().map(ToString::to_string)).collect();
    // Keys that are not told are 0, but only those that could be.
    for ending in &game.endings {
        all.entry(scenario.word(ending.word).to_owned()).or_insert_with(|| "0".to_owned());
    }
    for (name, value) in scenario.figures().map_err(|stop| stop.to_string())? {
        let value = match value {
            Value::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            other => scenario.told(&other),
        };
        all.insert(name.join("."), value);
    }
    Ok(Some(all))
}

fn check(name: &str, text: &str, wrong: &mut Vec<String>) {
    let game = match tohit_compile::compile(text) {
        Ok(rules) => rules,
        Err(problems) => return wrong.extend(problems.iter().map(|problem| format!("{name}: {problem}"))),
    };
    let failing = game.failing_examples();
    wrong.extend(failing.iter().map(|failing| format!("{name}: example {}: {failing}", failing.place + 1)));
    let mut count = 0;
    for note in text.lines().filter_map(|line| line.trim().strip_prefix("# odds")) {
        count += 1;
        let (head, stated) = note.split_once(": ").unwrap_or_else(|| panic!("{name}: no colon: {note}"));
        let all = match told(&game, head) {
            Ok(Some(all)) => all,
            Ok(None) if stated == "refused" => continue,
            Ok(None) => BTreeMap::from([("refused".to_owned(), String::new())]),
            Err(said) => {
                wrong.push(format!("{name}:{head}: {said}"));
                continue;
            }
        };
        for (key, value) in stated.split(", ").map(|one| one.rsplit_once(' ').unwrap_or((one, ""))) {
            let got = all.get(key).map(String::as_str);
            if got != Some(value) {
                wrong.push(format!("{name}:{head}: {key} is {got:?}, stated {value}"));
            }
        }
    }
    if count == 0 {
        wrong.push(format!("{name}: states no odds"));
    }
}

/// The indented texts of a page that have a header and a strike.
fn complete(page: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(line) => {
                let text = texts.last_mut().unwrap();
                text.push_str(line);
                text.push('\n');
            }
            None if line.is_empty() => texts.last_mut().unwrap().push('\n'),
            None => texts.push(String::new()),
        }
    }
    let whole = |text: &String| text.starts_with("rules 1 ") && text.contains("\nstrike\n");
    texts.into_iter().map(|text| text.trim_start_matches('\n').to_owned()).filter(whole).collect()
}

#[test]
fn every_lesson_comes_to_the_odds_that_it_states() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut wrong = Vec::new();
    for (page, least) in [("rule-text.md", 1), ("rule-text-tutorial.md", 10)] {
        let texts = complete(&std::fs::read_to_string(docs.join(page)).unwrap());
        assert!(texts.len() >= least, "{page} has {} complete texts", texts.len());
        for text in texts {
            check(&format!("{page}, {}", text.lines().next().unwrap()), &text, &mut wrong);
        }
    }
    let mut count = 0;
    for file in std::fs::read_dir(docs.join("lessons")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rules") {
            check(
                &path.file_name().unwrap().to_string_lossy(),
                &std::fs::read_to_string(&path).unwrap(),
                &mut wrong,
            );
            count += 1;
        }
    }
    assert!(count >= 3, "{count} lessons");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
