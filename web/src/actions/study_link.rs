//! Link parameters of a study: measures, and the goal for every field.

use crate::model::link::with;
use crate::store::{Asks, ScenarioStore, Stores, StudyStore};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::summary::Summary;
use tohit_resolver::Extent;
use tohit_resolver::{First, Json, decode, encode};

/// Link name of the chance to kill in the first turn: for rules without a chance to kill.
pub(crate) const FIRST_TURN: &str = "kill<=1";

/// Mean turns to kill, or strikes, where the game has no such turns.
pub(crate) const TURNS: &str = "kill.turns.mean";

const STRIKES: &str = "kill.strikes.mean";

/// Link name of the chance to win the duel.
pub(crate) const WIN: &str = "win";

/// Link names of all measures.
const MEASURES: [&str; 9] =
    [WIN, "hit", "damage.mean", "turn.mean", "kill", FIRST_TURN, TURNS, STRIKES, "kill.time.mean"];

/// The measures of the answer; turns and time also where only another weapon has them.
pub(crate) fn measures(stores: Stores) -> Vec<&'static str> {
    let Stores { scenario, answer, duel, .. } = stores;
    let is_duel = stores.extent_shown() == Extent::Duel && duel.wins().is_some();
    let (has_points, mode) = scenario.now.with(|now| {
        (matches!(now.complete.at("defender.hp"), Some(Json::Number(_))), now.about().mode(now.mode))
    });
    let (turns, timed) = mode.map_or((false, false), |mode| (mode.turns, mode.timed));
    answer.summary.with(|summary: &Arc<Summary>| {
        let is_there = |name: &str| match name {
            WIN => is_duel,
            "hit" => summary.hit.is_some(),
            "damage.mean" => summary.damage.is_some(),
            "turn.mean" => summary.turn.is_some() || turns && summary.damage.is_some(),
            "kill" => summary.says_kill(),
            FIRST_TURN => !summary.says_kill() && summary.fight.is_some(),
            "kill.time.mean" => timed && summary.fight.is_some(),
            name => has_points && (name == STRIKES) == (summary.beat() == "strike"),
        };
        let is_answered = summary.asks.is_empty();
        MEASURES.into_iter().filter(|name| is_answered && is_there(name)).collect()
    })
}

/// The chosen measure, else `first`, else an existing one.
pub(crate) fn measure(stores: Stores, chosen: &str, first: &str) -> &'static str {
    let all = measures(stores);
    // A ruleset counts either turns or strikes.
    let is_count = |name: &str| matches!(name, TURNS | STRIKES);
    let known =
        |name: &str| all.iter().find(|known| **known == name || is_count(known) && is_count(name)).copied();
    known(chosen).or_else(|| known(first)).or_else(|| known("damage.mean")).unwrap_or("hit")
}

/// True where the measure is a chance.
pub(crate) fn is_chance(name: &str) -> bool {
    matches!(name, WIN | "hit" | "kill" | FIRST_TURN)
}

/// The study of a link; of a duel, with all that was entered about both fighters, and with who strikes first.
pub(crate) fn in_fight(stores: Stores, link: String) -> String {
    let is_of_duel = |pair: &str| {
        let measure = ["show=", "order=", "explain=", FINDS].iter().find_map(|word| pair.strip_prefix(word));
        measure.is_some_and(|measure| decode(measure).split(['<', '>']).next() == Some(WIN))
    };
    if !link.split(['?', '&']).any(is_of_duel) || link.contains("against=") {
        return link;
    }
    let (_, others) = stores.scenario.here().fight.link_parts();
    let first =
        First::ALL.get(stores.duel.begins.get_untracked()).filter(|(_, first)| *first != First::default());
    let first = first.map_or_else(String::new, |(name, _)| format!("first={name}"));
    with(&with(&link, &others), &first)
}

/// Link parameter of goals.
pub(crate) const FINDS: &str = "find=";

/// True for turns or strikes to kill.
pub(crate) fn is_count(measure: &str) -> bool {
    measure.starts_with("kill.t") || measure.starts_with("kill.s")
}

/// True where the goal is an upper bound: the attacker wants fewer turns, the defender less of all else.
pub(crate) fn is_less(scenario: ScenarioStore, measure: &str) -> bool {
    is_count(measure) == (scenario.here().asker() == "attacker")
}

/// The typed condition: chances in percent, at most or at least.
fn bound(measure: &str, typed: &str, less: bool) -> Option<String> {
    let number = typed.trim().trim_end_matches('%').trim().replace(',', ".");
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let sign = if less { "<=" } else { ">=" };
    let percent = if is_chance(measure) { "%" } else { "" };
    is_number.then(|| format!("{sign}{number}{percent}"))
}

/// Parses a goal: the measure, the number as typed, and true for at most.
pub(crate) fn read(find: &str) -> Option<(String, String, bool)> {
    let find = find.strip_prefix(FINDS)?;
    let (measure, typed) = find.rsplit_once(['<', '>'])?;
    let less = find.get(measure.len()..)?.starts_with('<');
    let typed = typed.strip_prefix('=')?.trim_end_matches('%');
    let is_ours = bound(measure, typed, less).is_some_and(|bound| find == format!("{measure}{bound}"));
    is_ours.then(|| (measure.to_owned(), typed.to_owned(), less))
}

/// Link parameter of a goal, as it was typed.
pub(crate) fn asked(measure: &str, typed: &str, less: bool) -> Option<String> {
    bound(measure, typed, less).map(|bound| format!("{FINDS}{}", encode(&format!("{measure}{bound}"))))
}

/// The pairs of a study's parameters that tell about the fighters in other modes, and the other pairs.
pub(crate) fn fighters(study: &str) -> (String, String) {
    let is_of_fighters = |pair: &&str| ["against=", "also="].iter().any(|word| pair.starts_with(word));
    let (fighters, rest): (Vec<&str>, Vec<&str>) = study.split('&').partition(is_of_fighters);
    (fighters.join("&"), rest.join("&"))
}

/// The extent of a link and, of a duel, the side that strikes first as a place in [`First::ALL`].
type Said = (Extent, usize);

/// Parses the extent in a study's parameters; none where they contain a study: an axis or a measure.
pub(crate) fn said(study: &str) -> Option<Said> {
    let (mut extent, mut first) = (None, 0);
    for (word, value) in study.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, ""))) {
        match word {
            "extent" => extent = Some(Extent::ALL.iter().find(|(name, _)| *name == value)?.1),
            "first" => first = First::ALL.iter().position(|(name, _)| *name == value)?,
            _ => return None,
        }
    }
    Some((extent?, first))
}

/// Removes a goal from a link's study that has nothing else; returns the rest.
pub(crate) fn take(studies: StudyStore, study: &str) -> String {
    let (goals, rest): (Vec<&str>, Vec<&str>) = study.split('&').partition(|pair| pair.starts_with(FINDS));
    let rest = rest.join("&");
    let goal = match goals.as_slice() {
        [goal] if rest.is_empty() || said(&rest).is_some() => read(&decode(goal)),
        _ => None,
    };
    if let Some((measure, typed, less)) = &goal {
        studies.measure.set(measure.clone());
        studies.goal.set(typed.clone());
        studies.less.set(*less);
        studies.asks.set(Asks::Goal);
    } else {
        studies.close_goal();
    }
    if goal.is_some() { rest } else { study.to_owned() }
}

/// The link with the goal.
pub(crate) fn added(link: &str, stores: Stores) -> String {
    let Stores { studies, .. } = stores;
    if studies.asks.get_untracked() != Asks::Goal {
        return link.to_owned();
    }
    let measure = untrack(|| measure(stores, &studies.measure.get(), "hit"));
    asked(measure, &studies.goal.get_untracked(), studies.less.get_untracked())
        .map_or_else(|| link.to_owned(), |goal| with(link, &goal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_what_one_types() {
        assert_eq!(bound("hit", " 90,5 % ", false).as_deref(), Some(">=90.5%"));
        assert_eq!(bound("turn.mean", "20", true).as_deref(), Some("<=20"));
        assert_eq!(bound("kill.turns.mean", "3", true).as_deref(), Some("<=3"));
        assert_eq!(bound("hit", "lots", false), None);
        assert_eq!(bound("hit", "", false), None);
        let read = |find: &str| {
            let (measure, typed, less) = read(find)?;
            Some(format!("{measure} {} {typed}", if less { "at most" } else { "at least" }))
        };
        assert_eq!(read("find=hit>=90.5%").as_deref(), Some("hit at least 90.5"));
        assert_eq!(read("find=hit<=20%").as_deref(), Some("hit at most 20"));
        assert_eq!(read("find=kill.turns.mean<=3").as_deref(), Some("kill.turns.mean at most 3"));
        assert_eq!(read("find=kill.turns.mean>=3").as_deref(), Some("kill.turns.mean at least 3"));
        assert_eq!(read("find=kill<=1>=50%").as_deref(), Some("kill<=1 at least 50"));
        assert_eq!(read("find=kill<=1<=50%").as_deref(), Some("kill<=1 at most 50"));
        for other in ["find=hit>=9/10", "find=hit>90%", "find=kill<=1", "find=hit", "find="] {
            assert_eq!(read(other), None, "{other}: what nobody can type is a study of its own");
        }
    }
}
