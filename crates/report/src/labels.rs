//! Labels of the parts of an answer.

use crate::format;
use tohit_resolver::{AboutRules, Answer, Extra};

/// Label of the chance to kill in a turn, where the answer lists the fates of the defender.
pub(crate) const KILLED: &str = "Killed this turn";

/// Label of a part of an answer.
pub(crate) fn label(about: &AboutRules, name: &str) -> String {
    about.label(name).map_or_else(|| format::label(name), format::sentence)
}

/// Parts of an answer beyond damage, by label; the fates of the defender one by one.
pub(crate) fn further<'a, P>(about: &AboutRules, answer: &'a Answer<P>) -> Vec<(String, &'a Extra<P>)> {
    let mut all = Vec::new();
    for (name, extra) in &answer.more {
        match extra {
            Extra::Group(fates) if *name == "turn_outcomes" => {
                let fates = fates.iter().map(|(fate, p)| (format!("{} this turn", format::label(fate)), p));
                all.extend(fates);
            }
            _ => all.push((label(about, name), extra)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use crate::summary::Summary;
    use tohit_resolver::{from_link, ruleset};

    #[test]
    fn figures_are_called_as_the_words_say() {
        let labels = |link: &str| {
            let (rules, document) = from_link(link).unwrap();
            Summary::of(rules, &rules.resolve(&document).unwrap())
        };
        let is_told = |summary: &Summary, name: &str| summary.more.iter().any(|(known, _)| known == name);
        let player = labels("angband/melee?defender.hp=20");
        for name in ["Skill for this attack (K)", "Pounds too heavy", "Blows", "Kill"] {
            assert!(is_told(&player, name), "{name}: {:?}", player.more);
        }
        assert_eq!(ruleset("angband").unwrap().about().label("blows"), None);
        let several = labels("dominions/sequence?situation.attackers=3");
        for name in ["Unhurt this turn", "Wounded this turn", KILLED] {
            assert!(is_told(&several, name), "{name}: {:?}", several.more);
        }
        assert!(several.kill().is_some_and(|kill| kill > 0.0));
    }
}
