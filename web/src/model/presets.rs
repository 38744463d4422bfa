//! The compiled rules, words and presets of a ruleset: a file, fetched when the ruleset is opened. The text
//! of its rules is another file, fetched when shown. program.js has their addresses.

use crate::platform::scripts;
use tohit_resolver::{Ruleset, ruleset};

/// A damaged file is fetched once more, past every cache.
const TRIES: usize = 2;

/// Game of a ruleset, which is an edition.
pub(crate) fn family(rules: &Ruleset) -> &'static str {
    rules.listing().map_or(rules.id(), |listing| listing.family)
}

/// The name of a game of this program.
pub(crate) fn called(id: &'static str) -> &'static str {
    ruleset(id).map_or(id, |rules| family(rules))
}

/// Fetches the files of a ruleset, once.
///
/// # Errors
/// A sentence, where the fetch fails; reopening the ruleset retries.
pub(crate) async fn fetch(rules: &'static Ruleset) -> Result<(), String> {
    for _ in 0..TRIES {
        if rules.is_here()
            || scripts::fetched("ruleset", rules.id()).await.is_some_and(|files| rules.bring(files))
        {
            return Ok(());
        }
    }
    Err(format!("The rules of {} could not be fetched.", called(rules.id())))
}

/// Fetches the text of a loaded ruleset, once.
///
/// # Errors
/// A sentence, where the fetch fails; the next request retries.
pub(crate) async fn fetch_text(rules: &'static Ruleset) -> Result<(), String> {
    for _ in 0..TRIES {
        if rules.has_text()
            || scripts::fetched("rules", rules.id()).await.is_some_and(|text| rules.bring_text(&text))
        {
            return Ok(());
        }
    }
    Err(format!("The text of the rules of {} could not be fetched.", called(rules.id())))
}
