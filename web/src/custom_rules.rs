//! Rules that did not come with the program: somebody changed a text, or brought another game. They go by a name made of their text, and travel in the
//! link: `own-1a2b3c4d/melee?…&rules=angband.DATA`, with the ruleset that they began as, if any, whose words and presets stay.

use crate::format;
use crate::lazy::{LOST, load};
use crate::link::with;
use crate::presets;
use js_sys::{Array, Uint8Array};
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use tohit_report::Game;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::text::Wrong;
use tohit_resolver::{Library, Ruleset, ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair, Response};

// web-sys does not have them yet.
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

/// What names of such rules begin with.
const NAME: &str = "own-";
/// The word of a link.
const WORD: &str = "rules=";
/// Longer ones are not unpacked: at their most they come to some 30 MB, of which the reader takes 64 KiB.
const LONGEST: usize = 40_000;
/// The same of what is as it is.
const LONGEST_PLAIN: usize = 90_000;

/// Rules that somebody brought.
pub(crate) struct CustomRules {
    pub(crate) rules: Rules,
    /// The ruleset that they began as; empty if there is none.
    pub(crate) base: &'static str,
    /// As the link says them.
    packed: String,
}

thread_local! {
    static ALL: RefCell<Vec<Rc<CustomRules>>> = RefCell::default();
}

/// The ruleset's own rules, if it did not come with the program.
pub(crate) fn of(rules: Rules) -> Option<Rc<CustomRules>> {
    let id = rules.id();
    ALL.with_borrow(|all| all.iter().find(|own| own.rules.id() == id).cloned())
}

/// A ruleset as this page has it.
pub(crate) fn game(rules: Rules) -> Game {
    Game { rules, is_own: of(rules).is_some() }
}

/// The ruleset whose words and presets a text has: the one that one looks at, or that it began as, as long as the title is the same.
pub(crate) fn base_of(rules: Rules, text: &str) -> Option<Rules> {
    let base = of(rules).map_or(Some(rules), |own| ruleset(own.base))?;
    (base.own_title() == Ruleset::title(text)).then_some(base)
}

/// The ruleset of a text; of equal texts there is one. It stays as long as the program runs: whatever the page keeps of the past may ask it.
pub(crate) fn read(text: &str, base: Option<Rules>) -> Result<Rules, Vec<Wrong>> {
    let origin = base.map_or("", |base| base.id());
    let is_it = |known: Rules| known.source() == text && of(known).is_none_or(|own| own.base == origin);
    let name = name(text, origin);
    let mut id = name.clone();
    // A hash of 32 bits can be met by intent: of its texts each has a name of its own.
    for number in 2_u32.. {
        match ruleset(&id) {
            None => break,
            Some(known) if is_it(known) => return Ok(known),
            Some(_) => id = format!("{name}-{number}"),
        }
    }
    named(&id, text, base)
}

/// The name of a text: FNV-1a, for links hold these names, so they must stay what they are.
fn name(text: &str, origin: &str) -> String {
    let hash = origin.bytes().chain(*b"/").chain(text.bytes());
    let hash = hash.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{NAME}{hash:08x}")
}

/// The ruleset of a text under a name that it was given: in the worker, by the page.
pub(crate) fn named(id: &str, text: &str, base: Option<Rules>) -> Result<Rules, Vec<Wrong>> {
    let made = match base {
        Some(base) => base.changed(id, text)?,
        None => Ruleset::read(id, text, &[], Library::default())?,
    };
    let made: Rules = Box::leak(Box::new(made));
    let _ = tohit_resolver::add(made);
    Ok(made)
}

/// The same, ready to travel in a link.
pub(crate) async fn bring(text: &str, base: Option<Rules>) -> Result<Rules, Vec<Wrong>> {
    let rules = read(text, base)?;
    if of(rules).is_none() {
        let base = base.map_or("", |base| base.id());
        let packed = match squeezed(text.as_bytes(), true).await {
            Some(bytes) => format!("{base}.{}", letters(&bytes)),
            // An older browser sends them as they are.
            None => format!("{base}~{}", letters(text.as_bytes())),
        };
        keep(CustomRules { rules, base, packed });
    }
    Ok(rules)
}

fn keep(own: CustomRules) {
    ALL.with_borrow_mut(|all| {
        all.retain(|other| other.rules.id() != own.rules.id());
        all.push(Rc::new(own));
    });
}

/// A link of the page with the rules that it needs.
pub(crate) fn added(link: String, rules: Rules) -> String {
    let Some(own) = of(rules) else { return link };
    with(&link, &format!("{WORD}{}", own.packed))
}

/// A link without the rules that it brings, and what is wrong with them.
type Arrived = (String, String);
/// The same, on its way.
pub(crate) type Arriving = Pin<Box<dyn Future<Output = Arrived>>>;

/// A link with more than the command line takes, too.
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

/// Reads the rules that a link brings, if it does.
///
/// # Errors
/// A sentence, when what reads them did not arrive.
pub(crate) async fn arrive(link: String) -> Result<Arrived, String> {
    if !link.contains(WORD) {
        return Ok(if link.len() > MOST_BYTES { long() } else { (link, String::new()) });
    }
    let module = load().await.ok_or_else(|| format!("{}.", format::sentence(LOST)))?;
    Ok((module.unpack)(link).await)
}

/// Reads the rules that a link brings.
pub(crate) fn unpack(link: String) -> Arriving {
    Box::pin(async move { arrived(&link).await })
}

async fn arrived(link: &str) -> Arrived {
    let Some((place, query)) = link.split_once('?') else { return (link.to_owned(), String::new()) };
    let (own, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| pair.starts_with(WORD));
    // The rules that it brings have limits of their own.
    if link.len() - own.first().map_or(0, |rules| rules.len()) > MOST_BYTES {
        return long();
    }
    let Some(packed) = own.first().and_then(|pair| pair.strip_prefix(WORD)) else {
        return (link.to_owned(), String::new());
    };
    let Some(at) = packed.find(['.', '~']) else { return lost("something is missing") };
    let (base, data) = packed.split_at(at);
    let Some(text) = unpacked(data).await else {
        return lost("a part of the link is missing, or it is too long");
    };
    let base = ruleset(base);
    if let Some(base) = base
        && let Err(why) = presets::fetch(base).await
    {
        return (String::new(), format!("{why} Here is an example in their place."));
    }
    match bring(&text, base).await {
        Ok(rules) => {
            let mode = place.split_once('/').map_or_else(String::new, |(_, mode)| format!("/{mode}"));
            let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
            (format!("{}{mode}{rest}", rules.id()), String::new())
        }
        Err(wrong) => lost(&wrong.first().map(ToString::to_string).unwrap_or_default()),
    }
}

async fn unpacked(data: &str) -> Option<String> {
    let is_squeezed = data.starts_with('.');
    let letters = data.get(1..)?;
    if letters.len() > if is_squeezed { LONGEST } else { LONGEST_PLAIN } {
        return None;
    }
    let bytes = bytes(letters)?;
    let bytes = if is_squeezed { squeezed(&bytes, false).await? } else { bytes };
    String::from_utf8(bytes).ok()
}

/// Bytes squeezed by the browser, or as they were before.
async fn squeezed(bytes: &[u8], squeeze: bool) -> Option<Vec<u8>> {
    let format = "deflate-raw";
    let pair: ReadableWritablePair = if squeeze {
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

/// Bytes as letters that stand for themselves in an address (base64url).
fn letters(bytes: &[u8]) -> String {
    let text: String = bytes.iter().copied().map(char::from).collect();
    let letters = leptos::prelude::window().btoa(&text).unwrap_or_default();
    letters.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

fn bytes(letters: &str) -> Option<Vec<u8>> {
    let letters = leptos::prelude::window().atob(&letters.replace('-', "+").replace('_', "/")).ok()?;
    letters.chars().map(|one| u8::try_from(one).ok()).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game with a remark that changes nothing but its name.
    fn game(remark: u32) -> String {
        format!(
            "rules 1 \"Duel\"\n# {remark}\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 + 5 < 12\n  end hit lose 1d8\n"
        )
    }

    /// Two texts of one name.
    pub(crate) fn namesakes() -> [String; 2] {
        let mut met = std::collections::HashMap::new();
        let two = (0..).find_map(|one| met.insert(name(&game(one), ""), one).map(|other| [one, other]));
        two.unwrap().map(game)
    }

    /// A text as if it was brought.
    pub(crate) fn brought(text: &str) -> Rules {
        let rules = read(text, None).unwrap();
        keep(CustomRules { rules, base: "", packed: String::new() });
        rules
    }

    #[test]
    fn texts_of_one_name_have_names_of_their_own() {
        let texts = namesakes();
        assert_eq!(name(&texts[0], ""), name(&texts[1], ""));
        let [one, other] = [0, 1].map(|at| brought(&texts[at]));
        assert_ne!(one.id(), other.id());
        for (rules, text) in [one, other].into_iter().zip(&texts) {
            assert_eq!(rules.source(), text);
            assert_eq!(read(text, None).unwrap().id(), rules.id(), "it is found again");
            assert_eq!(of(rules).unwrap().rules.source(), text);
        }
    }

    #[test]
    fn a_link_is_as_long_as_on_the_command_line_and_its_rules_are_no_part_of_that() {
        // What is refused, or brings no rules, waits for nothing.
        let is_long = |link: String| {
            let arriving = core::pin::pin!(arrived(&link));
            let mut here = core::task::Context::from_waker(core::task::Waker::noop());
            let core::task::Poll::Ready(arrived) = arriving.poll(&mut here) else { return false };
            arrived.1.contains(&format!("more than {MOST_BYTES} bytes"))
        };
        let pairs = |bytes: usize| format!("powder/melee?a={}", "a".repeat(bytes - "powder/melee?a=".len()));
        let rules = |letters: usize| format!("&{WORD}powder~{}", "a".repeat(letters));
        assert!(!is_long(pairs(MOST_BYTES)) && is_long(pairs(MOST_BYTES + 1)));
        assert!(is_long(pairs(MOST_BYTES + 1) + &rules(100)));
        assert!(is_long(pairs(MOST_BYTES - 100) + &rules(100) + &rules(100)), "the first counts");
        assert!(!is_long(format!("own?{}", rules(LONGEST_PLAIN + 1))), "they are refused as rules");
    }
}
