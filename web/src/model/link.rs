//! The page's own parameters in a permalink: the seed of the log, and the extent. All others are the
//! scenario's.

use tohit_resolver::Extent;
use tohit_resolver::{Json, Problem, Ruleset, document_of_link, ruleset_of_link, to_link, wrong_in_link};

/// Seed of a link without one.
pub(crate) const FIRST: u64 = 1;

/// Content of a link.
pub(crate) struct PageLink {
    pub(crate) document: Json,
    /// Seed of the log.
    pub(crate) seed: u64,
    /// Extent of the log: in old links, else that which the mode shows first.
    pub(crate) extent: Extent,
}

/// The ruleset in a link, if any.
pub(crate) fn rules_of(text: &str) -> Option<&'static Ruleset> {
    ruleset_of_link(text).ok()
}

/// Reads a link to a ruleset.
pub(crate) fn read(rules: &Ruleset, text: &str) -> Result<PageLink, Problem> {
    ruleset_of_link(text)?;
    if let Some(problem) = wrong_in_link(text).into_iter().next() {
        return Err(problem);
    }
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let (mut seed, mut extent) = (FIRST, None);
    let mut own = |pair: &&str| match pair.split_once('=') {
        Some(("seed", said)) => {
            seed = said.parse().unwrap_or(seed);
            false
        }
        Some(("log", "turn")) => {
            extent = Some(Extent::Turn);
            false
        }
        Some(("log", "fight")) => {
            extent = Some(Extent::Fight);
            false
        }
        _ => true,
    };
    let rest: Vec<&str> = query.split('&').filter(&mut own).collect();
    let document = document_of_link(rules, &format!("{place}?{}", rest.join("&")));
    let extent = extent.unwrap_or_else(|| rules.about().extent(rules.about().mode_of(&document)));
    Ok(PageLink { document, seed, extent })
}

/// Writes a link.
pub(crate) fn write(rules: &Ruleset, document: &Json, seed: u64) -> String {
    let said = if seed == FIRST { String::new() } else { format!("seed={seed}") };
    with(&to_link(rules, document), &said)
}

/// A link with parameters.
pub(crate) fn with(link: &str, words: &str) -> String {
    if words.is_empty() {
        return link.to_owned();
    }
    format!("{link}{}{words}", if link.contains('?') { '&' } else { '?' })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::RULESETS;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        for rules in RULESETS {
            for seed in [FIRST, 7, u64::MAX] {
                let read_once = read(rules, rules.about().example).unwrap();
                let text = write(rules, &read_once.document, seed);
                let link = read(rules, &text).unwrap();
                assert_eq!((link.document, link.seed), (read_once.document, seed), "{text}");
            }
        }
    }

    #[test]
    fn a_link_without_words_of_the_page_is_the_scenarios_alone() {
        for rules in RULESETS {
            let example = read(rules, rules.about().example).unwrap();
            assert_eq!(write(rules, &example.document, example.seed), to_link(rules, &example.document));
        }
    }

    #[test]
    fn an_older_link_says_how_far_the_log_is_rolled() {
        for (said, extent) in
            [("", Extent::Strike), ("?log=turn", Extent::Turn), ("?log=fight", Extent::Fight)]
        {
            let link = read(RULESETS[0], &format!("{}{said}", RULESETS[0].about().id)).unwrap();
            assert_eq!(link.extent, extent, "{said}");
        }
    }

    #[test]
    fn what_is_not_a_link_is_a_problem() {
        for text in ["", "nonsense", "%00/?=&&=", "?seed=1"] {
            assert!(read(RULESETS[0], text).is_err(), "{text}");
        }
    }
}
