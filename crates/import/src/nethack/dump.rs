//! Parts of a text of NetHack: the line of its version, the sentences about you, and what you carry.

use super::item::Item;
use crate::text::whole;

/// Game and version of a dump's first lines: `Unix NetHack Version 3.6.7 - last build ...`.
pub(super) fn title(text: &str) -> Option<(&str, &str)> {
    text.lines().take(40).find_map(|line| {
        let (before, after) = line.trim().split_once(" Version ")?;
        let (version, rest) = after.split_once(" - last ")?;
        (rest.starts_with("build") || rest.starts_with("revision")).then_some(())?;
        let (number, others) = version.split_once(' ').unwrap_or((version, ""));
        // A variant may keep the name, and add its own behind the number.
        let own = others.split(' ').find(|word| word.to_ascii_lowercase().contains("hack"));
        let is_plain = before.split(' ').any(|word| word == "NetHack");
        let game = match own {
            Some(own) => own,
            None if is_plain => "NetHack",
            // Behind the system.
            None => before.split_once(' ').map_or(before, |(_, game)| game),
        };
        Some((game, number))
    })
}

/// Heading of the sentences: `Brun the Valkyrie's attributes:`.
fn is_heading(line: &str) -> bool {
    line.trim().ends_with("'s attributes:") || line.trim().ends_with("s' attributes:")
}

/// A part of the sentences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Background,
    Basics,
    Characteristics,
    Status,
    Attributes,
    Other,
}

/// Part that a line heads: `Final Status:`.
fn part(line: &str) -> Option<Part> {
    let title = line.trim().strip_suffix(':')?;
    let title = title.strip_prefix("Final ").or_else(|| title.strip_prefix("Current ")).unwrap_or(title);
    Some(match title {
        "Background" => Part::Background,
        "Basics" => Part::Basics,
        "Characteristics" => Part::Characteristics,
        "Status" => Part::Status,
        "Attributes" => Part::Attributes,
        _ => Part::Other,
    })
}

/// Most items: a pack has 52 letters, and two more places.
const MOST_ITEMS: usize = 60;

/// A text in parts.
pub(super) struct Dump<'t> {
    text: &'t str,
    /// Sentences of all parts, without the full stop.
    sentences: Vec<&'t str>,
    pub(super) items: Vec<Item<'t>>,
    /// True where the text has a list of what you carry.
    pub(super) has_items: bool,
    pub(super) has_status: bool,
    /// True where the text has the part that `^X` leaves out in an ordinary game.
    pub(super) has_attributes: bool,
    /// True for a game that is over: all that you carry is identified.
    pub(super) is_over: bool,
}

/// True for a text that has sentences about a character of this game.
pub(super) fn has_sentences(text: &str) -> bool {
    let has = |wanted: Part| text.lines().any(|line| part(line) == Some(wanted));
    text.lines().any(is_heading) && (has(Part::Background) || has(Part::Status) || has(Part::Basics))
        || has(Part::Background) && has(Part::Basics) && text.contains("armor class")
}

impl<'t> Dump<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut sentences = Vec::new();
        let (mut at, mut parts) = (Part::Other, Vec::new());
        for line in text.lines() {
            if let Some(next) = part(line) {
                at = next;
                parts.push(next);
            } else if at != Part::Other {
                let line = line.trim();
                sentences.push(line.strip_suffix('.').unwrap_or(line));
            }
        }
        let (items, has_items) = items(text);
        Self {
            text,
            is_over: text
                .lines()
                .any(|line| line.trim() == "Final Attributes:" || line.trim() == "Final Characteristics:"),
            sentences,
            items,
            has_items,
            has_status: parts.contains(&Part::Status),
            has_attributes: parts.contains(&Part::Attributes),
        }
    }

    /// Sentences, without the full stop.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &'t str> {
        self.sentences.iter().copied()
    }

    /// Attributes of the sentences about you: `cold resistant` of `You were cold resistant innately.`
    pub(super) fn about_you(&self) -> impl Iterator<Item = &'t str> {
        self.sentences().filter_map(|sentence| {
            let rest = sentence.strip_prefix("You ")?;
            let rest = rest.strip_prefix("also ").unwrap_or(rest);
            let rest = ["are ", "were ", "have ", "had "].iter().find_map(|verb| rest.strip_prefix(verb))?;
            Some(rest.strip_prefix("temporarily ").unwrap_or(rest))
        })
    }

    /// True where a sentence says that you were or had this; a reason may follow.
    pub(super) fn says(&self, what: &str) -> bool {
        self.about_you().any(|rest| rest.strip_prefix(what).is_some_and(is_reason))
    }

    /// Text behind `Your strength was `.
    pub(super) fn your(&self, what: &str) -> Option<&'t str> {
        self.sentences().find_map(|sentence| {
            let rest = sentence.strip_prefix("Your ")?.strip_prefix(what)?.trim_start();
            rest.strip_prefix("was ").or_else(|| rest.strip_prefix("is "))
        })
    }

    /// The line of the name, behind it: `lawful female dwarven Valkyrie`.
    pub(super) fn name_line(&self) -> Option<&'t str> {
        self.text.lines().take(40).find_map(|line| {
            let (_, title) = line.split_once(", ")?;
            let begins = ["lawful ", "neutral ", "chaotic "].iter().any(|begin| title.starts_with(begin));
            begins.then_some(title)
        })
    }

    /// A figure of the bottom lines, `AC:6`.
    pub(super) fn status(&self, label: &str) -> Option<&'t str> {
        let lines = self.text.lines().filter(|line| line.contains("HP:") || line.contains("St:"));
        lines.flat_map(|line| line.split_ascii_whitespace()).find_map(|word| word.strip_prefix(label))
    }

    /// Hit points, now and at most.
    pub(super) fn hit_points(&self) -> Option<(i64, i64)> {
        let sentence = self.about_you().find(|rest| rest.contains(" hit point"));
        let stated = sentence.and_then(|rest| match rest.strip_prefix("all ") {
            Some(all) => whole(all).map(|most| (most, most)),
            None => {
                let (now, most) = rest.split_once(" out of ")?;
                Some((whole(now)?, whole(most)?))
            }
        });
        stated.or_else(|| {
            let (now, most) = self.status("HP:")?.split_once('(')?;
            Some((whole(now)?, whole(most)?))
        })
    }

    /// True for a character who died.
    pub(super) fn is_dead(&self) -> bool {
        self.sentences().any(|sentence| sentence.starts_with("You are dead"))
            || self.hit_points().is_some_and(|(now, _)| now <= 0)
    }

    /// Another shape that you have taken, such as `a vampire lord`.
    pub(super) fn shape(&self) -> Option<&'t str> {
        let into = self.about_you().find_map(|rest| rest.strip_prefix("polymorphed into "));
        let form = self.about_you().find(|rest| {
            rest.starts_with("currently in ") || rest.starts_with("in ") && rest.ends_with(" form")
        });
        into.or(form)
            .or_else(|| self.says("transformed").then_some("another shape"))
            .or_else(|| self.about_you().find(|rest| rest.ends_with(" in beast form")))
    }

    /// Hand that wields: left-handed heroes are known from 3.7 on.
    pub(super) fn handedness(&self) -> Option<&'static str> {
        let side = |word: &str| self.about_you().any(|rest| rest.trim_start_matches("normally ") == word);
        [("right-handed", "right"), ("left-handed", "left")]
            .into_iter()
            .find(|(word, _)| side(word))
            .map(|it| it.1)
    }

    /// Skill in everything that a list of skills names, `long sword [Expert]`.
    pub(super) fn skill_list(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.text.lines().filter_map(|line| {
            let (name, level) = line.trim_end().strip_suffix(']')?.rsplit_once('[')?;
            let name = name.trim().trim_start_matches(['*', '#', ' ']);
            // A letter stands before a skill that can be enhanced.
            let name = name.get(1..).and_then(|rest| rest.strip_prefix(" - ")).unwrap_or(name);
            Some((name.trim(), level.trim()))
        })
    }
}

/// True for what may follow a thing that is said: nothing, or the words of its reason.
fn is_reason(rest: &str) -> bool {
    [
        "",
        " because",
        " innately",
        " intrinsically",
        " from",
        " by",
        " (",
        " in",
        " to",
        " your",
        " when",
        " if",
    ]
    .iter()
    .any(|begin| if begin.is_empty() { rest.is_empty() } else { rest.starts_with(begin) })
}

/// Inventory. A dump has a list; in pasted text it is every line of that shape.
fn items(text: &str) -> (Vec<Item<'_>>, bool) {
    let begin = text.lines().position(|line| line.trim_end() == "Inventory:");
    let lines = text.lines().skip(begin.map_or(0, |begin| begin + 1));
    let mut items: Vec<Item<'_>> = Vec::new();
    for line in lines {
        let is_end = line.ends_with(':') && line.starts_with(|c: char| c.is_alphanumeric());
        if begin.is_some() && is_end || items.len() == MOST_ITEMS {
            break;
        }
        let Some((letter, name)) = listed(line) else { continue };
        // A message, such as "f - a dagger.", is no item of a list.
        let is_message = begin.is_none() && name.ends_with('.');
        if !is_message && !name.ends_with(']') && items.iter().all(|item| item.letter != letter) {
            items.push(Item::of(letter, name));
        }
    }
    let is_empty = text.lines().any(|line| line.trim() == "Not carrying anything.");
    let has_items = begin.is_some() || !items.is_empty() || is_empty;
    (items, has_items)
}

/// Letter and name of an item's line. In a corner of the screen the map may stand before it.
fn listed(line: &str) -> Option<(char, &str)> {
    let at = line.find(" - ")?;
    let letter = line.get(..at)?.chars().next_back()?;
    let before = line.get(..at - letter.len_utf8())?;
    let begins = before.trim().is_empty() || before.ends_with("  ");
    (begins && letter.is_ascii_alphabetic()).then(|| (letter, line.get(at + 3..).unwrap_or_default().trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_the_game_and_its_version() {
        let of = |line: &'static str| title(line);
        assert_eq!(of("Unix NetHack Version 3.6.7 - last build Sat."), Some(("NetHack", "3.6.7")));
        assert_eq!(
            of("MacOS NetHack Version 3.7.0-12 Work-in-progress - last revision Sat."),
            Some(("NetHack", "3.7.0-12"))
        );
        assert_eq!(of("Unix xNetHack Version 9.0.0 - last build Sat."), Some(("xNetHack", "9.0.0")));
        assert_eq!(
            of("Unix NetHack Version 3.6.6 EvilHack 0.8 - last build Sat."),
            Some(("EvilHack", "3.6.6"))
        );
        assert_eq!(of("My Version 2 - last of its kind"), None);
    }

    #[test]
    fn sentences_have_two_tenses_and_reasons() {
        let dump = Dump::of(
            "Bo the Monk's attributes:\n\nStatus:\n You were fast innately.\n You saw invisible.\n \
             You also are stunned.\n Your luck is zero.\nVoluntary challenges:\n You were a pacifist.\n",
        );
        assert!(dump.says("fast") && dump.says("stunned") && !dump.says("invisible") && !dump.says("fa"));
        assert!(!dump.says("a pacifist"));
        assert_eq!(dump.your("luck"), Some("zero"));
    }

    #[test]
    fn lists_may_stand_beside_the_map() {
        assert_eq!(listed(" a - a +1 dagger"), Some(('a', "a +1 dagger")));
        assert_eq!(listed("|..@..|   B - 2 darts (at the ready)"), Some(('B', "2 darts (at the ready)")));
        assert_eq!(listed("You see here - nothing"), None);
        assert_eq!(listed("$ - 12 gold pieces"), None);
    }
}
