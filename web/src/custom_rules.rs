//! Custom rules: a game that did not come with the program, or changed rules of one that did. The id is a hash of the
//! texts. The link carries them: `own-1a2b3c4d/melee?…&rules=angband.DATA`, with the id of the ruleset that they began
//! as, if any, whose words and presets stay. `tohit_resolver::text::LinkedRules` reads and writes that pair.

use crate::format;
use crate::lazy::{LOST, load};
use crate::link::with;
use crate::presets;
use crate::rulebook::Fault;
use crate::worker::{self, Reply};
use js_sys::{Array, Uint8Array};
use std::cell::{OnceCell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use tohit_report::Game;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::text::{Bundle, LinkedRules, Wrong};
use tohit_resolver::{Ruleset, ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair, Response};

// web-sys has no binding of these yet.
#[wasm_bindgen]
extern "C" {
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

type Rules = &'static Ruleset;

/// Prefix of the ids of custom rules.
const NAME: &str = "own-";

/// Rules of a person's own.
pub(crate) struct CustomRules {
    pub(crate) rules: Rules,
    /// The id of the ruleset that they began as; empty if there is none.
    pub(crate) base: &'static str,
    pub(crate) bundle: Bundle,
    /// The pair that carries them in a link; none where they are too long for one. It is made after they were read.
    pair: OnceCell<Option<String>>,
}

thread_local! {
    static ALL: RefCell<Vec<Rc<CustomRules>>> = RefCell::default();
}

/// The custom rules behind a ruleset; none where it came with the program.
pub(crate) fn of(rules: Rules) -> Option<Rc<CustomRules>> {
    let id = rules.id();
    ALL.with_borrow(|all| all.iter().find(|own| own.rules.id() == id).cloned())
}

/// A ruleset as this page has it.
pub(crate) fn game(rules: Rules) -> Game {
    Game { rules, is_own: of(rules).is_some() }
}

/// The ruleset whose words and presets a text has: that of the page, or the one that it began as, as long as the title is the same.
pub(crate) fn base_of(rules: Rules, text: &str) -> Option<Rules> {
    let base = of(rules).map_or(Some(rules), |own| ruleset(own.base))?;
    (base.own_title() == Ruleset::title(text)).then_some(base)
}

/// A bundle with more bytes is read in the worker: compiling it takes longer than a frame.
const LARGE: usize = 8 * 1024;

/// The ruleset of a bundle; of equal bundles there is one. It is kept as long as the program runs: pins and the history may ask it.
async fn read(bundle: &Bundle, base: Option<Rules>) -> Result<Rules, Vec<Fault>> {
    let id = match known(bundle, base) {
        Ok(known) => return Ok(known),
        Err(free) => free,
    };
    let text = bundle.to_string();
    let compiled = if text.len() > LARGE { worker::read(text, base).await } else { None };
    match compiled {
        Some(Reply::Read(Err(wrong))) => Err(wrong),
        Some(Reply::Read(Ok(compiled))) => made(&id, bundle, base, Some(&compiled)),
        // Without a worker the page reads it.
        _ => made(&id, bundle, base, None),
    }
}

/// The ruleset of a bundle that was read before, or the id for it.
fn known(bundle: &Bundle, base: Option<Rules>) -> Result<Rules, String> {
    let origin = base.map_or("", |base| base.id());
    let name = name(bundle, origin);
    let mut id = name.clone();
    // A hash of 32 bits can be met by intent: each of its bundles has an id of its own.
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

/// Keeps the ruleset of a bundle, which may be compiled already.
fn made(
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

/// The ruleset of a bundle under the id that the page gave it: in the worker.
pub(crate) fn named(id: &str, bundle: &Bundle, base: Option<Rules>) -> Result<Rules, Vec<Wrong>> {
    Ok(added_ruleset(bundle.ruleset(id, base)?))
}

/// The ruleset of a bundle, ready to travel in a link.
pub(crate) async fn bring(bundle: &Bundle, base: Option<Rules>) -> Result<Rules, Vec<Fault>> {
    let rules = read(bundle, base).await?;
    if let Some(own) = of(rules)
        && own.pair.get().is_none()
    {
        let text = bundle.to_string();
        let linked = match deflate(text.as_bytes(), true).await {
            Some(bytes) => LinkedRules { base: own.base.to_owned(), is_deflated: true, bytes },
            // An older browser sends them as they are.
            None => LinkedRules { base: own.base.to_owned(), is_deflated: false, bytes: text.into_bytes() },
        };
        let _ = own.pair.set(linked.fits().then(|| linked.to_string()));
    }
    Ok(rules)
}

fn keep(own: CustomRules) {
    ALL.with_borrow_mut(|all| {
        all.retain(|other| other.rules.id() != own.rules.id());
        all.push(Rc::new(own));
    });
}

impl CustomRules {
    /// The pair that carries them in a link; none where they are too long for one.
    pub(crate) fn pair(&self) -> Option<&str> {
        self.pair.get()?.as_deref()
    }
}

/// A link of the page with the rules that it needs.
pub(crate) fn added(link: String, rules: Rules) -> String {
    let Some(own) = of(rules) else { return link };
    with(&link, own.pair().unwrap_or_default())
}

/// A link without the rules that it carries, and a sentence about what is wrong with them.
type Arrived = (String, String);
/// A future of the same.
pub(crate) type Arriving = Pin<Box<dyn Future<Output = Arrived>>>;

/// The answer to a link that is longer than the command line takes.
fn long() -> Arrived {
    let says =
        "The link has more than 65536 bytes, and no more are allowed. Here is an example in its place.";
    (String::new(), says.to_owned())
}

fn lost(why: &str) -> Arrived {
    (
        String::new(),
        format!("The rules in this link cannot be read: {why}. Here is an example in their place."),
    )
}

/// Reads the rules that a link carries, if any.
///
/// # Errors
/// A sentence, when the second program file, which reads them, did not arrive.
pub(crate) async fn arrive(link: String) -> Result<Arrived, String> {
    if !link.contains("rules=") {
        return Ok(if link.len() > MOST_BYTES { long() } else { (link, String::new()) });
    }
    let module = load().await.ok_or_else(|| format!("{}.", format::sentence(LOST)))?;
    Ok((module.unpack)(link).await)
}

/// Reads the rules that a link carries.
pub(crate) fn unpack(link: String) -> Arriving {
    Box::pin(async move { arrived(&link).await })
}

async fn arrived(link: &str) -> Arrived {
    let Some((place, query)) = link.split_once('?') else { return (link.to_owned(), String::new()) };
    let (own, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| LinkedRules::is_pair(pair));
    // The rules that it carries have limits of their own.
    if link.len() - own.first().map_or(0, |rules| rules.len()) > MOST_BYTES {
        return long();
    }
    let Some(pair) = own.first() else { return (link.to_owned(), String::new()) };
    let linked = LinkedRules::parse(pair);
    let base = linked.as_ref().and_then(|linked| ruleset(&linked.base));
    let text = match linked {
        Some(linked) => inflated(linked).await,
        None => None,
    };
    let Some(text) = text else {
        return lost("a part of the link is missing, or it is too long");
    };
    if let Some(base) = base
        && let Err(why) = presets::fetch(base).await
    {
        return (String::new(), format!("{why} Here is an example in their place."));
    }
    match bring(&Bundle::parse(&text), base).await {
        Ok(rules) => {
            let mode = place.split_once('/').map_or_else(String::new, |(_, mode)| format!("/{mode}"));
            let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
            (format!("{}{mode}{rest}", rules.id()), String::new())
        }
        Err(wrong) => lost(&wrong.first().map(ToString::to_string).unwrap_or_default()),
    }
}

async fn inflated(linked: LinkedRules) -> Option<String> {
    let LinkedRules { is_deflated, bytes, .. } = linked;
    let bytes = if is_deflated { deflate(&bytes, false).await? } else { bytes };
    String::from_utf8(bytes).ok()
}

/// Bytes deflated or inflated (RFC 1951) by the browser.
async fn deflate(bytes: &[u8], deflates: bool) -> Option<Vec<u8>> {
    let format = "deflate-raw";
    let pair: ReadableWritablePair = if deflates {
        CompressionStream::new(format).ok()?.unchecked_into()
    } else {
        DecompressionStream::new(format).ok()?.unchecked_into()
    };
    let source = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes))).ok()?;
    let through = source.stream().pipe_through(&pair);
    let response = Response::new_with_opt_readable_stream(Some(&through)).ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
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
        // The id of rules alone stands in old links.
        assert_eq!(name(&Bundle::parse("rules 1"), "angband"), "own-a0d9934f");
    }

    #[test]
    fn a_link_is_as_long_as_on_the_command_line_and_its_rules_are_no_part_of_that() {
        // A link that is refused, or carries no rules, waits for nothing.
        let is_long = |link: String| {
            let arriving = core::pin::pin!(arrived(&link));
            let mut here = core::task::Context::from_waker(core::task::Waker::noop());
            let core::task::Poll::Ready(arrived) = arriving.poll(&mut here) else { return false };
            arrived.1.contains(&format!("more than {MOST_BYTES} bytes"))
        };
        let pairs = |bytes: usize| format!("powder/melee?a={}", "a".repeat(bytes - "powder/melee?a=".len()));
        let rules = |letters: usize| format!("&rules=powder~{}", "!".repeat(letters));
        assert!(!is_long(pairs(MOST_BYTES)) && is_long(pairs(MOST_BYTES + 1)));
        assert!(is_long(pairs(MOST_BYTES + 1) + &rules(100)));
        assert!(is_long(pairs(MOST_BYTES - 100) + &rules(100) + &rules(100)), "the first counts");
        assert!(!is_long(format!("own?{}", rules(90_001))), "they are refused as rules");
    }
}
