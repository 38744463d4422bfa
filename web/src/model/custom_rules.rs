//! Custom rules: a game that the program does not include, or changed rules of one that it includes. The id
//! is a hash of the texts. The link carries them: `own-1a2b3c4d/melee?…&rules=angband.DATA`, with the id of
//! the base ruleset, if any, whose words and presets stay. `tohit_resolver::text::LinkedRules` reads and
//! writes that pair.

use crate::model::link::with;
use crate::model::margin::Fault;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use tohit_report::Game;
use tohit_resolver::text::{Bundle, TextProblem};
use tohit_resolver::{Ruleset, ruleset};

type Rules = &'static Ruleset;

/// Prefix of the ids of custom rules.
const NAME: &str = "own-";

/// Link to a custom game: the last one that was changed in this browser, or else a first one.
pub(crate) const OWN: &str = "own";

/// Custom rules.
pub(crate) struct CustomRules {
    pub(crate) rules: Rules,
    /// Id of the base ruleset; empty if there is none.
    pub(crate) base: &'static str,
    pub(crate) bundle: Bundle,
    /// Link pair with the rules; none where they are too long for a link. Set after reading.
    pub(crate) pair: OnceCell<Option<String>>,
}

thread_local! {
    static ALL: RefCell<Vec<Rc<CustomRules>>> = RefCell::default();
}

/// The custom rules of a ruleset; none where the program includes it.
pub(crate) fn of(rules: Rules) -> Option<Rc<CustomRules>> {
    let id = rules.id();
    ALL.with_borrow(|all| all.iter().find(|own| own.rules.id() == id).cloned())
}

/// True for a custom game, which changes no ruleset of the program.
pub(crate) fn is_game(rules: Rules) -> bool {
    of(rules).is_some_and(|own| own.base.is_empty())
}

/// True for a link to custom rules.
pub(crate) fn is_own(link: &str) -> bool {
    link == OWN || link.starts_with(NAME)
}

/// A ruleset with its origin.
pub(crate) fn game(rules: Rules) -> Game {
    Game { rules, is_own: of(rules).is_some() }
}

/// The ruleset with a text's words and presets: the page's own or its base, as long as the title is the same.
pub(crate) fn base_of(rules: Rules, text: &str) -> Option<Rules> {
    let base = of(rules).map_or(Some(rules), |own| ruleset(own.base))?;
    (base.own_title() == Ruleset::title(text)).then_some(base)
}

/// The ruleset of a known bundle, or a new id.
pub(crate) fn known(bundle: &Bundle, base: Option<Rules>) -> Result<Rules, String> {
    let origin = base.map_or("", |base| base.id());
    let name = name(bundle, origin);
    let mut id = name.clone();
    // A 32-bit hash can collide on purpose: each of its bundles has its own id.
    for number in 2_u32.. {
        match ruleset(&id) {
            None => break,
            Some(known) if of(known).is_some_and(|own| own.base == origin && own.bundle == *bundle) => {
                return Ok(known);
            }
            Some(_) => id = format!("{name}-{number}"),
        }
    }
    Err(id)
}

/// Registers the ruleset of a bundle, compiled or not.
pub(crate) fn made(
    id: &str,
    bundle: &Bundle,
    base: Option<Rules>,
    compiled: Option<&[u8]>,
) -> Result<Rules, Vec<Fault>> {
    let made = match compiled {
        Some(compiled) => bundle.compiled_ruleset(id, base, compiled),
        None => bundle.ruleset(id, base),
    };
    let rules = added_ruleset(made.map_err(|wrong| wrong.into_iter().map(Fault::of).collect::<Vec<_>>())?);
    let base = base.map_or("", |base| base.id());
    keep(CustomRules { rules, base, bundle: bundle.clone(), pair: OnceCell::new() });
    Ok(rules)
}

fn added_ruleset(made: Ruleset) -> Rules {
    let made: Rules = Box::leak(Box::new(made));
    let _ = tohit_resolver::add(made);
    made
}

/// The id of a bundle: FNV-1a. Links hold these ids, so they must not change.
fn name(bundle: &Bundle, origin: &str) -> String {
    let text = bundle.to_string();
    let hash = origin.bytes().chain(*b"/").chain(text.bytes());
    let hash = hash.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{NAME}{hash:08x}")
}

/// Registers a bundle's ruleset under the page's id, in the worker.
pub(crate) fn named(id: &str, bundle: &Bundle, base: Option<Rules>) -> Result<Rules, Vec<TextProblem>> {
    Ok(added_ruleset(bundle.ruleset(id, base)?))
}

fn keep(own: CustomRules) {
    ALL.with_borrow_mut(|all| {
        all.retain(|other| other.rules.id() != own.rules.id());
        all.push(Rc::new(own));
    });
}

impl CustomRules {
    /// Link pair with the rules; none where they are too long for a link.
    pub(crate) fn pair(&self) -> Option<&str> {
        self.pair.get()?.as_deref()
    }
}

/// A link of the page with the rules that it needs.
pub(crate) fn added(link: String, rules: Rules) -> String {
    let Some(own) = of(rules) else { return link };
    with(&link, own.pair().unwrap_or_default())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game whose note changes nothing but its id.
    fn game(note: u32) -> Bundle {
        Bundle::parse(&format!(
            "rules 1 \"Duel\"\n# {note}\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 + 5 < 12\n  end hit lose 1d8\n"
        ))
    }

    /// Two bundles of one hash.
    pub(crate) fn namesakes() -> [Bundle; 2] {
        let mut met = std::collections::HashMap::new();
        let two = (0..).find_map(|one| met.insert(name(&game(one), ""), one).map(|other| [one, other]));
        two.unwrap().map(game)
    }

    /// The ruleset of a bundle, as if a link had carried it.
    pub(crate) fn brought(bundle: &Bundle) -> Rules {
        known(bundle, None).unwrap_or_else(|id| made(&id, bundle, None, None).unwrap())
    }

    #[test]
    fn bundles_of_one_hash_have_ids_of_their_own() {
        let bundles = namesakes();
        assert_eq!(name(&bundles[0], ""), name(&bundles[1], ""));
        let [one, other] = [0, 1].map(|at| brought(&bundles[at]));
        assert_ne!(one.id(), other.id());
        for (rules, bundle) in [one, other].into_iter().zip(&bundles) {
            assert_eq!(rules.source(), bundle.rules);
            assert_eq!(known(bundle, None).unwrap().id(), rules.id(), "the same bundle is found again");
            assert_eq!(of(rules).unwrap().bundle, *bundle);
        }
    }

    #[test]
    fn words_and_presets_count_for_the_id() {
        let plain = game(0);
        let worded = Bundle { words: "words \"Duel\"\n".to_owned(), ..plain.clone() };
        assert_ne!(brought(&plain).id(), brought(&worded).id());
        // Old links contain the id of rules alone.
        assert_eq!(name(&Bundle::parse("rules 1"), "angband"), "own-a0d9934f");
    }
}
