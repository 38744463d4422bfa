//! The rulesets: built-in ones and those added at run time, and the one that a document or a permalink names.

use crate::json::Json;
use crate::link::{self, Link};
use crate::problem::{Problem, no_scenario, none_of, quoted};
use crate::text::{Files, Ruleset};
use std::sync::{PoisonError, RwLock};

/// The place of a ruleset on the page, from its `ruleset.toml`.
#[derive(Debug)]
pub struct Listing {
    /// The game: editions of one game share a tab.
    pub family: &'static str,
    /// The version of the game that the rules are of.
    pub edition: &'static str,
    /// The colour of the page, an angle on the colour wheel.
    pub hue: u16,
    /// The sign on the tab: a path of SVG in a square of 16.
    pub icon: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));
include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// Rulesets that were added while the program runs.
static ADDED: RwLock<Vec<&'static Ruleset>> = RwLock::new(Vec::new());

/// The rulesets that were added while the program runs.
#[must_use]
pub fn added() -> Vec<&'static Ruleset> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Check of a name for a ruleset that is added: names of shipped rulesets are refused.
///
/// # Errors
/// When the program itself has a ruleset of that name: links to it must keep their meaning.
pub fn allow(id: &str) -> Result<(), Problem> {
    if RULESETS.iter().any(|shipped| shipped.id() == id) {
        let message = format!("{} is not allowed; this program has a ruleset of that name", quoted(id));
        return Err(Problem::at("ruleset", message));
    }
    Ok(())
}

/// Adds a ruleset, in place of one of that name that was added before.
///
/// # Errors
/// Errors of [`allow`].
pub fn add(ruleset: &'static Ruleset) -> Result<(), Problem> {
    let id = ruleset.id();
    allow(id)?;
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.retain(|known| known.id() != id);
    added.push(ruleset);
    Ok(())
}

fn all() -> impl Iterator<Item = &'static Ruleset> {
    RULESETS.iter().copied().chain(added())
}

/// The ruleset of that name.
///
/// ```
/// use tohit_resolver::ruleset;
///
/// assert_eq!(ruleset("powder").unwrap().id(), "powder");
/// assert!(ruleset("chess").is_none());
/// ```
#[must_use]
pub fn ruleset(id: &str) -> Option<&'static Ruleset> {
    all().find(|ruleset| ruleset.id() == id)
}

/// The ruleset that a document names.
///
/// # Errors
/// When it names none, or none that exists.
///
/// ```
/// use tohit_resolver::{Json, ruleset_of};
///
/// let scenario = Json::object([("ruleset", "nethack".into())]);
/// assert_eq!(ruleset_of(&scenario).unwrap().id(), "nethack");
/// assert_eq!(ruleset_of(&Json::object([])).unwrap_err().path, "ruleset");
/// ```
pub fn ruleset_of(document: &Json) -> Result<&'static Ruleset, Problem> {
    let ids: Vec<&str> = all().map(Ruleset::id).collect();
    let named = named_among(document, &ids)?;
    all().find(|ruleset| ruleset.id() == named).ok_or_else(|| no_scenario(document))
}

/// The name that a document gives its ruleset, which must be one of these.
///
/// # Errors
/// When it names none, or none of these.
pub fn named_among<'d>(document: &'d Json, ids: &[&str]) -> Result<&'d str, Problem> {
    match document.get("ruleset") {
        Some(given) => given.text().filter(|name| ids.contains(name)).ok_or_else(|| none_of(given, ids)),
        None if matches!(document, Json::Object(_)) => {
            Err(format!("is missing; it must be one of {}", ids.join(", ")))
        }
        None => return Err(no_scenario(document)),
    }
    .map_err(|message| Problem::at("ruleset", message))
}

/// A document that names the ruleset of a permalink, and no more.
#[must_use]
pub fn naming(text: &str) -> Json {
    [("ruleset", Json::from(Link::parse(text).ruleset.as_str()))].into_iter().collect()
}

/// The ruleset that a permalink names.
///
/// # Errors
/// When the link names a ruleset that does not exist.
pub fn ruleset_of_link(text: &str) -> Result<&'static Ruleset, Problem> {
    ruleset_of(&naming(text))
}

/// The document of a permalink to that ruleset.
///
/// ```
/// use tohit_resolver::{document_of_link, ruleset};
///
/// let scenario = document_of_link(ruleset("powder").unwrap(), "powder/melee?attacker.charging=true");
/// assert_eq!(scenario.at("attacker.charging"), Some(&true.into()));
/// ```
#[must_use]
pub fn document_of_link(ruleset: &Ruleset, text: &str) -> Json {
    let link = Link::parse(text);
    link.document(ruleset.form(link.mode.as_deref().unwrap_or_default()))
}

/// Problems of a permalink before it becomes a document: control characters, or else paths given twice.
#[must_use]
pub fn wrong_in_link(text: &str) -> Vec<Problem> {
    let link = Link::parse(text);
    let controls = link::controls(&link);
    if controls.is_empty() { link::repeated(&link.pairs) } else { controls }
}

/// The document of a permalink, with its ruleset.
///
/// # Errors
/// When the link names a ruleset that does not exist, or a path twice.
///
/// ```
/// use tohit_resolver::from_link;
///
/// let (rules, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
/// assert_eq!(rules.id(), "powder");
/// assert_eq!(scenario.at("defender.natural_ac").unwrap().to_string(), "8");
/// ```
pub fn from_link(text: &str) -> Result<(&'static Ruleset, Json), Problem> {
    let ruleset = ruleset_of_link(text)?;
    if let Some(problem) = wrong_in_link(text).into_iter().next() {
        return Err(problem);
    }
    Ok((ruleset, document_of_link(ruleset, text)))
}

/// The permalink of a document.
///
/// ```
/// use tohit_resolver::{Json, ruleset, to_link};
///
/// let scenario = Json::parse(r#"{ "mode": "melee", "defender": { "natural_ac": 8 } }"#).unwrap();
/// assert_eq!(to_link(ruleset("powder").unwrap(), &scenario), "powder/melee?defender.natural_ac=8");
/// ```
#[must_use]
pub fn to_link(ruleset: &Ruleset, document: &Json) -> String {
    let first = ruleset.about().modes.first().map_or("", |mode| mode.id);
    let mode = document.get("mode").and_then(Json::text).unwrap_or(first);
    let link = link::write(ruleset.id(), mode, document, ruleset.form(mode));
    let Some(pair) = ruleset.carried() else { return link };
    let mark = if link.contains('?') { '&' } else { '?' };
    format!("{link}{mark}{pair}")
}
