//! The page's own words in a permalink: which dice the log shows. All others are the scenario's.

use tohit_resolver::{Extent, Json, Problem, Ruleset, document_of_link, ruleset_of_link, to_link};

/// Which dice the log shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throw {
    /// The generator's seed.
    pub(crate) seed: u64,
    /// How far is rolled.
    pub(crate) extent: Extent,
}

impl Throw {
    /// What a link without a word about it means.
    pub(crate) const FIRST: Self = Self { seed: 1, extent: Extent::Strike };
}

/// What a link stands for.
pub(crate) struct Link {
    pub(crate) document: Json,
    pub(crate) throw: Throw,
}

/// What a link says of how far is rolled, where it is more than a strike.
const EXTENTS: [(&str, Extent); 2] = [("turn", Extent::Turn), ("fight", Extent::Fight)];

fn extent(name: &str) -> Option<Extent> {
    EXTENTS.iter().find(|(known, _)| *known == name).map(|(_, extent)| *extent)
}

/// The ruleset that a link names, if it names one.
pub(crate) fn rules_of(text: &str) -> Option<&'static Ruleset> {
    ruleset_of_link(text).ok()
}

/// Reads a link to a ruleset.
pub(crate) fn read(rules: &Ruleset, text: &str) -> Result<Link, Problem> {
    ruleset_of_link(text)?;
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let mut throw = Throw::FIRST;
    let mut own = |pair: &&str| match pair.split_once('=') {
        Some(("seed", seed)) => {
            throw.seed = seed.parse().unwrap_or(throw.seed);
            false
        }
        Some(("log", named)) if extent(named).is_some() => {
            throw.extent = extent(named).unwrap_or_default();
            false
        }
        _ => true,
    };
    let rest: Vec<&str> = query.split('&').filter(&mut own).collect();
    Ok(Link { document: document_of_link(rules, &format!("{place}?{}", rest.join("&"))), throw })
}

/// Writes a link.
pub(crate) fn write(rules: &Ruleset, document: &Json, throw: Throw) -> String {
    let mut link = to_link(rules, document);
    let mut add = |word: &str| {
        link.push(if link.contains('?') { '&' } else { '?' });
        link.push_str(word);
    };
    if throw.seed != Throw::FIRST.seed {
        add(&format!("seed={}", throw.seed));
    }
    if let Some((name, _)) = EXTENTS.iter().find(|(_, extent)| *extent == throw.extent) {
        add(&format!("log={name}"));
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::RULESETS;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        for rules in RULESETS {
            for throw in [
                Throw::FIRST,
                Throw { seed: u64::MAX, extent: Extent::Turn },
                Throw { seed: 7, extent: Extent::Fight },
            ] {
                let about = rules.about();
                let read_once = read(rules, about.example).unwrap();
                let text = write(rules, &read_once.document, throw);
                let link = read(rules, &text).unwrap();
                assert_eq!((link.document, link.throw), (read_once.document, throw), "{text}");
            }
        }
    }

    #[test]
    fn a_link_without_words_of_the_page_is_the_scenarios_alone() {
        for rules in RULESETS {
            let example = read(rules, rules.about().example).unwrap();
            assert_eq!(write(rules, &example.document, example.throw), to_link(rules, &example.document));
        }
    }

    #[test]
    fn what_is_not_a_link_is_a_problem() {
        for text in ["", "nonsense", "%00/?=&&=", "?seed=1"] {
            assert!(read(RULESETS[0], text).is_err(), "{text}");
        }
    }
}
