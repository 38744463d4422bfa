//! The odds of a scenario by the keys of the notes: `any hit`, `hit`, `lose 3`, `turn kill`, `fight turn 2`,
//! `fight mean`.

use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_engine::{CountDistribution, FightDetail, Odds, Run, Scenario, ShownLine, StrikeOdds, Value};
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};

/// The weights of an answer by their keys.
type Answer = Vec<(String, Weight)>;

fn losses(name: &str, losses: &CountDistribution, into: &mut Answer) {
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
            ShownLine::Chance(weight) => into.push((name, *weight)),
            ShownLine::Words(words) => {
                let named = |(word, weight): &(_, _)| (format!("{name} {}", scenario.word(*word)), *weight);
                into.extend(words.iter().map(named));
            }
            ShownLine::Numbers(numbers) => losses(&name, numbers, into),
        }
    }
}

fn answer(scenario: &Scenario<'_>, odds: &Odds, ar: &Arithmetic) -> Answer {
    let mut all = Answer::new();
    strike(scenario, &odds.strike, ar, &mut all);
    all.extend(odds.kill.map(|weight| ("kill".to_owned(), weight)));
    if let Some(turn) = &odds.turn {
        all.push(("turn hit".to_owned(), turn.hit(ar)));
        losses("turn lose", &turn.losses, &mut all);
        all.extend(turn.kill.map(|weight| ("turn kill".to_owned(), weight)));
        for (fate, weight) in ["unhurt", "wounded", "killed"].iter().zip(turn.fate.iter().flatten()) {
            all.push((format!("turn {fate}"), *weight));
        }
    }
    all
}

/// The first turns of the fight, and the reciprocal of its mean.
fn fight(scenario: &Scenario<'_>, far: FightDetail, ar: &Arithmetic, into: &mut Answer) {
    if far == FightDetail::NOWHERE {
        return;
    }
    let fight = scenario.fight(ar, far, 30).unwrap();
    losses("fight turn", &fight.turns, into);
    into.extend(fight.pace.map(|pace| ("fight mean".to_owned(), pace.turns)));
}

/// Fractions and figures of a scenario by their keys; none where it is refused. The head names mode and
/// fields, as in a note; the fight is listed so far.
pub(super) fn answers(
    game: &Program,
    head: &str,
    far: FightDetail,
) -> Result<Option<BTreeMap<String, String>>, String> {
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
    let mut keys = answer(&scenario, &floats, &Arithmetic::Floats);
    fight(&scenario, far, &Arithmetic::Floats, &mut keys);
    let keys: Vec<String> = keys.into_iter().map(|(key, _)| key).collect();
    let fractions = exact::fractions(100, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let odds = scenario.odds(&ar, false).unwrap();
        let mut weights = answer(&scenario, &odds, &ar);
        fight(&scenario, far, &ar, &mut weights);
        weights.into_iter().map(|(_, weight)| ar.residue(weight)).collect()
    });
    let fractions = fractions.map_err(|wrong| wrong.to_string())?;
    let text = |(key, fraction): (String, &Fraction)| {
        let fraction = if key == "fight mean" { Fraction::one() / fraction } else { fraction.clone() };
        (key, fraction.to_string())
    };
    let mut all: BTreeMap<String, String> = keys.into_iter().zip(&fractions).map(text).collect();
    // Keys that are not listed are 0, but only those that could be.
    for ending in &game.endings {
        all.entry(scenario.word(ending.word).to_owned()).or_insert_with(|| "0".to_owned());
    }
    for (name, value) in scenario.figures().map_err(|stop| stop.to_string())? {
        let value = match value {
            Value::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            other => scenario.format_value(&other),
        };
        all.insert(name.join("."), value);
    }
    Ok(Some(all))
}
