//! Skills as the sentences and the list of `#enhance` say them. Without the list, only those of what is in
//! hand are said.

use super::dump::Dump;

/// Skills by their names, each with a level and a reason where it is only a bound.
pub(super) struct Skills {
    entries: Vec<(String, &'static str, Option<&'static str>)>,
}

/// Name of the skill of two-weapon combat.
pub(super) const TWO_WEAPONS: &str = "two weapon combat";

/// Most skills: the game has 38.
const MOST_SKILLS: usize = 60;

/// Levels in the game's words, from the worst.
const LEVELS: [(&str, &str); 8] = [
    ("restricted", "restricted"),
    ("no", "restricted"),
    ("unskilled", "unskilled"),
    ("basic", "basic"),
    ("skilled", "skilled"),
    ("expert", "expert"),
    ("master", "master"),
    ("grand master", "grand-master"),
];

fn level(words: &str) -> Option<&'static str> {
    LEVELS.iter().find(|(theirs, _)| theirs.eq_ignore_ascii_case(words.trim())).map(|(_, ours)| *ours)
}

/// The next level above one, of weapons.
fn above(level: &str) -> Option<&'static str> {
    match level {
        "restricted" => Some("unskilled"),
        "unskilled" => Some("basic"),
        "basic" => Some("skilled"),
        "skilled" => Some("expert"),
        _ => None,
    }
}

impl Skills {
    pub(super) fn of(dump: &Dump<'_>) -> Self {
        let mut skills = Self { entries: Vec::new() };
        for (name, level_words) in dump.skill_list() {
            if let Some(level) = level(level_words) {
                skills.tell(name, level, None);
            }
        }
        for rest in dump.about_you() {
            skills.sentence(rest);
        }
        for sentence in dump.sentences() {
            skills.limit(sentence);
        }
        skills
    }

    fn tell(&mut self, name: &str, level: &'static str, bound: Option<&'static str>) {
        if self.entries.len() < MOST_SKILLS && self.get(name).is_none() {
            self.entries.push((name.to_owned(), level, bound));
        }
    }

    /// `basic skill with long sword and could have enhanced that`, `skilled in dagger and two weapons`.
    fn sentence(&mut self, rest: &str) {
        let Some((level_words, name)) = rest.split_once(" skill with ").or_else(|| rest.split_once(" in "))
        else {
            return;
        };
        let Some(level) = level(level_words) else { return };
        let name = ["and could have enhanced", "and can enhance"]
            .iter()
            .find_map(|tail| name.split_once(tail))
            .map_or(name, |(name, _)| name)
            .trim();
        let (name, is_both) = match name.strip_suffix(" and two weapons") {
            Some(name) => (name, true),
            None => (name, false),
        };
        self.tell(name, level, None);
        if is_both {
            self.tell(TWO_WEAPONS, level, None);
        }
    }

    /// `Your skill in dagger was limited by being basic with two weapons`: the lower of both is said, and the
    /// other is better.
    fn limit(&mut self, sentence: &str) {
        let Some((front, end)) = sentence.split_once("limited by ") else { return };
        let Some((words, name)) = end.split_once(" with ") else { return };
        let words =
            words.trim_start_matches("being ").trim_start_matches("having ").trim_end_matches(" skill");
        let Some(lower) = level(words) else { return };
        let bound =
            (lower != "skilled").then_some("the text says only that it is better than this one's limit");
        if name == "two weapons" {
            let skill = front.strip_prefix("Your skill in ").unwrap_or(front);
            let skill = ["also was", "also is", "was also", "is also", "was", "is"]
                .iter()
                .find_map(|verb| skill.trim_end().strip_suffix(verb))
                .unwrap_or(skill);
            self.tell(TWO_WEAPONS, lower, None);
            if let Some(above) = above(lower) {
                self.tell(skill.trim(), above, bound);
            }
        } else if front.starts_with("Your two weapon skill ") {
            self.tell(name, lower, None);
            if let Some(above) = above(lower) {
                self.tell(TWO_WEAPONS, above, bound);
            }
        }
    }

    /// Level of a skill, with the reason where it is only the least that it can be.
    pub(super) fn get(&self, name: &str) -> Option<(&'static str, Option<&'static str>)> {
        self.entries.iter().find(|(known, ..)| known == name).map(|(_, level, bound)| (*level, *bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &str) -> Skills {
        let text = format!("Status:\n{lines}");
        Skills::of(&Dump::of(&text))
    }

    #[test]
    fn sentences_tell_the_skill_of_what_is_in_hand() {
        let skills = of(" You had basic skill with long sword and could have enhanced that.\n");
        assert_eq!(skills.get("long sword"), Some(("basic", None)));
        let skills = of(" You were unskilled in dagger.\n You had no skill with riding.\n");
        assert_eq!(skills.get("dagger"), Some(("unskilled", None)));
        assert_eq!(skills.get("riding"), Some(("restricted", None)));
        assert_eq!(of(" You were in the Dungeons of Doom, on level 1.\n").entries.len(), 0);
    }

    #[test]
    fn two_weapons_limit_each_other() {
        let skills =
            of(" You had basic skill with dagger and two weapons.\n You also are skilled in mace.\n");
        assert_eq!(skills.get(TWO_WEAPONS), Some(("basic", None)));
        assert_eq!(skills.get("mace"), Some(("skilled", None)));
        let skills = of(" Your skill in long sword was limited by being skilled with two weapons.\n");
        assert_eq!(
            (skills.get("long sword"), skills.get(TWO_WEAPONS)),
            (Some(("expert", None)), Some(("skilled", None)))
        );
        let skills = of(" Your two weapon skill is also limited by having no skill with short sword.\n");
        assert_eq!(skills.get("short sword"), Some(("restricted", None)));
        assert!(
            skills.get(TWO_WEAPONS).is_some_and(|(level, bound)| level == "unskilled" && bound.is_some())
        );
    }

    #[test]
    fn lists_tell_all_skills() {
        let skills = of(
            "Fighting Skills\n  # riding         [Basic]\n a - dagger   [Skilled]\n     martial arts [Grand Master]\n",
        );
        assert_eq!(skills.get("riding"), Some(("basic", None)));
        assert_eq!(skills.get("dagger"), Some(("skilled", None)));
        assert_eq!(skills.get("martial arts"), Some(("grand-master", None)));
    }
}
