//! The shared cases, and how an answer is compared with what one expects.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

pub mod chi_square;
pub mod dice;
pub mod equations;
pub mod random;

use tohit_odds::Fraction;
use tohit_resolver::{CASES, Dice, Event, Extent, FigureValue, Json, Log, Ruleset, ruleset};

/// Sets a field of a complete document by its path.
pub fn set(document: &mut Json, path: &str, value: Json) {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let inner = match document {
        Json::Object(entries) => &mut entries.iter_mut().find(|(name, _)| name == first).unwrap().1,
        Json::List(items) => &mut items[first.parse::<usize>().unwrap()],
        _ => panic!("{path}"),
    };
    match rest {
        Some(rest) => set(inner, rest, value),
        None => *inner = value,
    }
}

/// One case: a scenario and what is expected of it.
pub struct Case {
    pub name: String,
    pub ruleset: &'static Ruleset,
    pub scenario: Json,
    pub expect: Json,
    pub replay: Option<Json>,
}

/// Every case of every ruleset that is registered.
pub fn cases() -> Vec<Case> {
    CASES
        .iter()
        .filter_map(|(id, text)| Some((ruleset(id)?, text)))
        .flat_map(|(rules, text)| of_file(rules, text))
        .collect()
}

/// The cases of one file.
pub fn of_file(ruleset: &'static Ruleset, text: &str) -> Vec<Case> {
    let Ok(Json::List(cases)) = Json::parse_up_to(text, usize::MAX) else { panic!("the cases are a list") };
    let case = |case: &Json| Case {
        name: text_of(case.get("name").unwrap_or(&Json::Null)),
        ruleset,
        scenario: case.get("scenario").unwrap().clone(),
        expect: case.get("expect").unwrap().clone(),
        replay: case.get("replay").cloned(),
    };
    cases.iter().map(case).collect()
}

pub fn text_of(value: &Json) -> String {
    match value {
        Json::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Case {
    /// The path that the case says is wrong, if it expects an error.
    pub fn wrong_path(&self) -> Option<String> {
        let error = text_of(self.expect.get("error")?);
        let path = error.split(':').next().unwrap_or_default();
        Some(path.replace('[', ".").replace(']', ""))
    }

    pub fn title(&self) -> String {
        format!("{}: {}", self.ruleset.about().id, self.name)
    }

    /// What is wrong with the exact and the float answer, if anything.
    pub fn check(&self) -> Vec<String> {
        let exact = self.ruleset.resolve::<Fraction>(&self.scenario);
        let floats = self.ruleset.resolve::<f64>(&self.scenario);
        if let Some(path) = self.wrong_path() {
            let named =
                |problems: &[tohit_resolver::Problem]| problems.iter().any(|problem| problem.path == path);
            let right = exact.as_ref().is_err_and(|e| named(e)) && floats.as_ref().is_err_and(|e| named(e));
            return if right { Vec::new() } else { vec![format!("no error at {path}: {exact:?}")] };
        }
        let (exact, floats) = match (exact, floats) {
            (Ok(exact), Ok(floats)) => (exact.json(), floats.json()),
            (Err(problems), _) | (_, Err(problems)) => {
                return problems.iter().map(|problem| format!("refused: {problem}")).collect();
            }
        };
        let mut wrong = Vec::new();
        compare("", &self.expect, Some(&exact), &same_fraction, &mut wrong);
        compare("", &self.expect, Some(&floats), &same_float, &mut wrong);
        wrong.truncate(5);
        wrong
    }

    /// What is wrong with the replay of forced rolls, if anything.
    pub fn check_replay(&self) -> Vec<String> {
        let Some(replay) = &self.replay else { return Vec::new() };
        let Some(Json::List(rolls)) = replay.get("rolls") else { return vec!["no rolls".into()] };
        let face = |roll: &Json| text_of(roll.at("1").unwrap());
        let dice = Dice { seed: 0, script: Some(rolls.iter().map(face).collect()), extent: Extent::Strike };
        let rolled = match self.ruleset.roll(&self.scenario, dice) {
            Ok(rolled) => rolled,
            Err(problems) => {
                return problems.iter().map(|problem| format!("does not fit: {problem}")).collect();
            }
        };
        let mut wrong = Vec::new();
        let mut want = |what: &str, expected: &Json, got: &str| {
            if text_of(expected) != got {
                wrong.push(format!("{what}: expected {expected}, got {got}"));
            }
        };
        want("outcome", replay.at("expect.outcome").unwrap(), rolled.outcome);
        want("damage", replay.at("expect.damage").unwrap(), &rolled.damage.to_string());
        // The steps that the log knows by that name.
        let noted: Vec<(String, String)> = figures(&rolled.log).collect();
        let Some(Json::List(steps)) = replay.at("expect.steps") else { return wrong };
        let mut known = 0;
        for step in steps {
            let (name, value) = (text_of(step.at("0").unwrap()), text_of(step.at("1").unwrap()));
            let called = CALLED.iter().find(|(step, _)| *step == name);
            let name = called.map_or(name, |(_, label)| (*label).to_owned());
            let mut values =
                noted.iter().filter(|(label, _)| *label == name).map(|(_, value)| value).peekable();
            known += usize::from(values.peek().is_some());
            if values.peek().is_some() && !values.any(|known| *known == value) {
                wrong.push(format!("no step {name} = {value}\n{}", rolled.log));
            }
        }
        if known < steps.len() / 2 {
            wrong.push(format!("of {} steps only {known} are known\n{}", steps.len(), rolled.log));
        }
        wrong
    }
}

/// Labels and figures of a log's notes and rolls.
fn figures(log: &Log) -> impl Iterator<Item = (String, String)> {
    let text = |label: &str, figure: &FigureValue| (label.to_string(), figure.to_string());
    log.events.iter().filter_map(move |event| match event {
        Event::Note { label, figure } => Some(text(label, figure)),
        Event::Roll { label, value, .. } => Some(text(label, value)),
        Event::Heading(_) => None,
    })
}

/// Steps of the cases that the words call otherwise.
const CALLED: [(&str, &str); 1] = [("struck", "body part")];

/// Where an entry that is missing counts as 0.
const DISTRIBUTIONS: &[&str] = &["outcomes", "damage", "turn_damage", "turn_outcomes", "hit_roll", "delay"];

fn number(value: &Json) -> Option<Fraction> {
    text_of(value).parse().ok()
}

pub fn same_fraction(expected: &Json, got: &Json) -> bool {
    match (number(expected), number(got)) {
        // Reduced, and equal.
        (Some(a), Some(b)) => a == b && b.to_string() == text_of(got),
        _ => text_of(expected) == text_of(got),
    }
}

pub fn same_float(expected: &Json, got: &Json) -> bool {
    let Some(exact) = number(expected).map(|exact| exact.to_f64()) else {
        return text_of(expected) == text_of(got);
    };
    text_of(got).parse::<f64>().is_ok_and(|got| (got - exact).abs() <= 1e-12 * exact.abs().max(1.0))
}

pub fn compare(
    path: &str,
    expected: &Json,
    got: Option<&Json>,
    same: &impl Fn(&Json, &Json) -> bool,
    wrong: &mut Vec<String>,
) {
    let zero = Json::from(0);
    match (expected, got) {
        (Json::Null, None) => {}
        (Json::Object(entries), Some(got)) => {
            for (name, value) in entries {
                compare(&format!("{path}.{name}"), value, got.get(name), same, wrong);
            }
            let name = path.rsplit('.').next().unwrap_or_default();
            if let (true, Json::Object(extra)) = (DISTRIBUTIONS.contains(&name), got) {
                for (name, value) in extra.iter().filter(|(name, _)| expected.get(name).is_none()) {
                    if !same(&zero, value) {
                        wrong.push(format!("{path}.{name}: expected nothing, got {value}"));
                    }
                }
            }
        }
        (Json::List(items), Some(Json::List(given))) if items.len() == given.len() => {
            for (index, (item, given)) in items.iter().zip(given).enumerate() {
                compare(&format!("{path}.{index}"), item, Some(given), same, wrong);
            }
        }
        (expected, Some(got)) if same(expected, got) => {}
        (expected, None) if same(expected, &zero) || number(expected) == number(&zero) => {}
        (expected, got) => {
            let got = got.map_or("nothing".to_owned(), |got| got.to_string());
            wrong.push(format!("{path}: expected {expected}, got {got}"));
        }
    }
}
