//! The rules, words and presets of a ruleset: a file that is fetched when it is opened. program.js knows where it is.

use crate::header::called;
use crate::scripts;
use tohit_resolver::Ruleset;

/// Fetches what a ruleset is made of, once.
///
/// # Errors
/// A sentence, when it cannot be had; it is tried again when the ruleset is opened again.
pub(crate) async fn fetch(rules: &'static Ruleset) -> Result<(), String> {
    if rules.is_here() || scripts::fetched("ruleset", rules.id()).await.is_some_and(|text| rules.bring(text))
    {
        return Ok(());
    }
    Err(format!("The rules of {} could not be fetched.", called(rules.id())))
}
