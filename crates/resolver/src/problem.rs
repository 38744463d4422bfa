//! Problems of a document, each with its path.

use crate::json::Json;
use core::fmt;
use strsim::levenshtein;

/// A problem of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path: dotted, list items by index. Empty for the document as a whole.
    pub path: String,
    /// The given value, and the allowed ones.
    pub message: String,
}

impl Problem {
    /// A problem at a path. Long words are cut: messages do not repeat whole what was given.
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: beginning(&path.into(), MOST_OF_WORD), message: shortened(message.into()) }
    }

    /// The problem with its path prefixed by an outer one.
    pub(crate) fn inside(self, outer: &str) -> Self {
        let path = if self.path.is_empty() { outer.to_owned() } else { format!("{outer}.{}", self.path) };
        Self { path, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// Message of an entry that is no field; where another mode has the field, that mode follows [`FIELD_OF`].
pub(crate) const NO_FIELD: &str = "there is no such field";
pub(crate) const FIELD_OF: &str = " in this mode; it is one of the mode ";

/// The errors object of the contract.
///
/// ```
/// use tohit_resolver::{Problem, errors_json};
///
/// let errors = errors_json(&[Problem::at("defender.hp", "0 is not allowed")]);
/// assert_eq!(errors.to_string(), r#"{"errors":[{"path":"defender.hp","message":"0 is not allowed"}]}"#);
/// ```
#[must_use]
pub fn errors_json(problems: &[Problem]) -> Json {
    let entry = |Problem { path, message }: &Problem| {
        Json::object([("path", path.as_str().into()), ("message", message.as_str().into())])
    };
    Json::object([("errors", Json::List(problems.iter().map(entry).collect()))])
}

/// The known name nearest to a given one, if any is near; or else one of which it is a part, such as `ringil`
/// of `long-sword-ringil`.
///
/// ```
/// use tohit_resolver::nearest;
///
/// assert_eq!(nearest("powdr", ["crawl", "powder"]), Some("powder"));
/// assert_eq!(nearest("ringil", ["long-sword-ringil"]), Some("long-sword-ringil"));
/// assert_eq!(nearest("chess", ["crawl", "powder"]), None);
/// ```
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(given, &known.into_iter().collect::<Vec<_>>())
}

fn nearest_of<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |name: &str| name.to_ascii_lowercase().chars().take(64).collect::<String>();
    let given_letters = letters(given);
    let near = given_letters.chars().count().div_ceil(3).max(1);
    let distances = known.iter().map(|name| (levenshtein(&given_letters, &letters(name)), *name));
    let nearest = distances.filter(|(distance, _)| *distance <= near).min_by_key(|(distance, _)| *distance);
    let words = |name: &str| {
        let plain = |c: char| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() };
        ['-'].into_iter().chain(name.chars().map(plain)).chain(['-']).collect::<String>()
    };
    let part = words(given);
    let whole = || known.iter().copied().find(|name| holds(&words(name), &part));
    nearest.map(|(_, name)| name).or_else(whole)
}

/// True where `text` contains `part`.
fn holds(text: &str, part: &str) -> bool {
    (0..text.len()).any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(part)))
}

/// `; did you mean "…"?` where a known name is near.
pub(crate) fn hint<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, known).map_or(String::new(), |name| format!("; did you mean {}?", Json::from(name)))
}

/// Most letters of a given text that a message repeats. No name that is known is longer.
const MOST_REPEATED: usize = 60;
/// Most letters of a word in a message.
const MOST_OF_WORD: usize = 100;

/// A text of at most so many letters, or its beginning.
#[must_use]
pub fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
        None => text.to_owned(),
    }
}

/// A given text as a message repeats it: in quotes, no more than its beginning where it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    Json::from(beginning(text, MOST_REPEATED)).to_string()
}

/// A given value as a message repeats it: of a list or an object the kind.
#[must_use]
pub fn shown(given: &Json) -> String {
    match given {
        Json::Text(text) => quoted(text),
        Json::Number(number) => beginning(number, MOST_REPEATED),
        Json::List(_) | Json::Object(_) => given.kind().to_owned(),
        Json::Null | Json::Bool(_) => given.to_string(),
    }
}

/// A message whose words have at most [`MOST_OF_WORD`] letters: of a longer one it has the beginning.
pub(crate) fn shortened(message: String) -> String {
    let is_long = |word: &str| word.len() > MOST_OF_WORD && word.chars().nth(MOST_OF_WORD).is_some();
    if !message.split_whitespace().any(is_long) {
        return message;
    }
    let cut = |part: &str| {
        let word = part.trim_end();
        if is_long(word) {
            beginning(word, MOST_REPEATED) + part.get(word.len()..).unwrap_or_default()
        } else {
            part.to_owned()
        }
    };
    message.split_inclusive(char::is_whitespace).map(cut).collect()
}

/// The first control character of a line, other than a tab or the end of a line of Windows: its place in
/// characters, from 1, and its name.
#[must_use]
pub fn control_character(line: &str) -> Option<(usize, String)> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let (place, found) = (1..).zip(line.chars()).find(|(_, c)| c.is_control() && *c != '\t')?;
    Some((place, format!("U+{:04X}", u32::from(found))))
}

/// Problem of a part of a link with a control character: of a name, whose path would hold it, or of the value
/// at a path.
pub(crate) fn control_in_link(path: Option<&str>, text: &str) -> Option<Problem> {
    let (place, found) = control_character(text)?;
    let message =
        format!("{} holds a control character, {found}, as its character {place}; delete it", quoted(text));
    Some(Problem::at(path.unwrap_or_default(), message))
}

/// Message for a value that is none of the known names.
pub(crate) fn none_of(given: &Json, known: &[&str]) -> String {
    let (given, hint) = match given {
        Json::Text(name) => (quoted(name), hint(name, known.iter().copied())),
        other => (other.kind().to_owned(), String::new()),
    };
    format!("{given} is not allowed; it must be one of {}{hint}", known.join(", "))
}

/// Problem of a document that is no object.
pub(crate) fn no_scenario(document: &Json) -> Problem {
    Problem::at("", format!("{} is not allowed; a scenario is an object", document.kind()))
}

/// Problems in one line.
#[must_use]
pub fn problem_text(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_not_repeated_whole() {
        let said = none_of(&"x".repeat(1_000_000).as_str().into(), &["powder"]);
        assert_eq!(said, format!("\"{}…\" is not allowed; it must be one of powder", "x".repeat(60)));
        assert_eq!(none_of(&"ü\"".into(), &["powder"]), r#""ü\"" is not allowed; it must be one of powder"#);
    }

    #[test]
    fn long_words_of_a_message_are_cut() {
        let whole = |letters: usize| format!("there is no \"{}\" here", "ü".repeat(letters));
        assert_eq!(shortened(whole(98)), whole(98));
        assert_eq!(shortened(whole(99)), format!("there is no \"{}… here", "ü".repeat(59)));
        assert_eq!(shortened(format!("{}\n b", "a".repeat(101))), format!("{}…\n b", "a".repeat(60)));
        assert_eq!(Problem::at("a b ".repeat(5_000), "").path, format!("{}…", "a b ".repeat(25)));
    }

    #[test]
    fn values_are_repeated_in_part() {
        assert_eq!(shown(&Json::Number("1".repeat(61))), format!("{}…", "1".repeat(60)));
        assert_eq!(shown(&"a b ".repeat(100).into()), format!("\"{}…\"", "a b ".repeat(15)));
        assert_eq!(shown(&Json::List(vec![1.into()])), "a list");
        assert_eq!(shown(&Json::Null), "null");
    }

    #[test]
    fn names_the_nearest() {
        let known = ["edged", "pointed", "blunt", "improvised"];
        assert_eq!(nearest("edgd", known), Some("edged"));
        assert_eq!(nearest("Blunt", known), Some("blunt"));
        assert_eq!(nearest("xyzzy", known), None);
        assert_eq!(nearest("", known), None);
        let swords = ["long-sword-of-westernesse", "long-sword-ringil", "armour_to_hit"];
        assert_eq!(nearest("Ringil", swords), Some("long-sword-ringil"));
        assert_eq!(nearest("sword ringil", swords), Some("long-sword-ringil"));
        assert_eq!(nearest("armour", swords), Some("armour_to_hit"));
        assert_eq!(nearest("ring", swords), None);
    }

    #[test]
    fn what_stands_inside_has_the_whole_path() {
        let inside = |path: &str| Problem::at(path, "").inside("against").path;
        assert_eq!(inside("attacker.parts.0.dice"), "against.attacker.parts.0.dice");
        assert_eq!(inside(""), "against");
    }
}
