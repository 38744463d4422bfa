//! What is known of the rulesets without their rules: their names, and which of them a document or a permalink names.

use crate::json::Json;
use crate::link::Link;
use crate::problem::{Problem, hint};
use crate::ruleset::{Game, Ruleset, added};

/// What is known of a ruleset without its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name on the page.
    pub name: &'static str,
    /// A permalink to the document's own example.
    pub example: &'static str,
}

impl Named {
    const fn of<G: Game>() -> Self {
        Self { id: G::ABOUT.id, name: G::ABOUT.name, example: G::ABOUT.example }
    }
}

impl From<&'static dyn Ruleset> for Named {
    fn from(ruleset: &'static dyn Ruleset) -> Self {
        let about = ruleset.about();
        Self { id: about.id, name: about.name, example: about.example }
    }
}

/// What is known of every ruleset, in the order of [`RULESETS`], for a program that holds only one.
pub static NAMED: &[Named] = &[
    Named::of::<crate::powder::Powder>(),
    Named::of::<crate::crawl::Crawl>(),
    Named::of::<crate::angband::Angband>(),
    Named::of::<crate::pixel_dungeon::PixelDungeon>(),
    Named::of::<crate::dominions::Dominions>(),
];

/// The name of the ruleset that a document names.
///
/// # Errors
/// When it names none, or none that exists.
pub fn named_in(document: &Json) -> Result<Named, Problem> {
    let all: Vec<Named> = NAMED.iter().copied().chain(added().into_iter().map(Named::from)).collect();
    let ids = || all.iter().map(|named| named.id);
    let wrong = |message: String| Problem { path: "ruleset".to_owned(), message };
    let allowed = || ids().collect::<Vec<_>>().join(", ");
    match document.get("ruleset") {
        Some(Json::Text(id)) => all.iter().copied().find(|named| named.id == id).ok_or_else(|| {
            wrong(format!(
                "{} is not allowed; it must be one of {}{}",
                Json::from(id.as_str()),
                allowed(),
                hint(id, ids())
            ))
        }),
        Some(other) => {
            Err(wrong(format!("{} is not allowed; it must be one of {}", other.kind(), allowed())))
        }
        None if matches!(document, Json::Object(_)) => {
            Err(wrong(format!("is missing; it must be one of {}", allowed())))
        }
        None => Err(Problem {
            path: String::new(),
            message: format!("{} is not allowed; a scenario is an object", document.kind()),
        }),
    }
}

/// The name of the ruleset that a permalink names.
///
/// # Errors
/// When the link names a ruleset that does not exist.
pub fn named_in_link(text: &str) -> Result<Named, Problem> {
    named_in(&[("ruleset", Json::from(Link::parse(text).ruleset.as_str()))].into_iter().collect())
}
