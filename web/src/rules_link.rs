//! Custom rules in links: reading the rules of a link, and packing rules into one.

use crate::custom_rules::{OWN, is_own, kept, known, made, of};
use crate::format;
use crate::lazy::{Arrived, Arriving, load};
use crate::link::rules_of;
use crate::margin::Fault;
use crate::presets;
use crate::protocol::{LOST, Reply};
use crate::rulebook::first_game;
use crate::storage;
use crate::worker;
use js_sys::{Array, Uint8Array};
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::text::{Bundle, LinkedRules};
use tohit_resolver::{Ruleset, ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair, Response};

// Missing in web-sys so far.
#[wasm_bindgen]
extern "C" {
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
}

type Rules = &'static Ruleset;

/// Limit in bytes: a larger bundle is read in the worker, since it exceeds a frame.
const LARGE: usize = 8 * 1024;

/// The ruleset of a bundle; equal bundles share it. It lives as long as the program: pins and the history may refer to it.
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

/// The ruleset of a bundle, packed for a link.
pub(crate) async fn bring(bundle: &Bundle, base: Option<Rules>) -> Result<Rules, Vec<Fault>> {
    let rules = read(bundle, base).await?;
    if let Some(own) = of(rules)
        && own.pair.get().is_none()
    {
        let text = bundle.to_string();
        let linked = match deflate(text.as_bytes()).await {
            Some(bytes) => LinkedRules { base: own.base.to_owned(), is_deflated: true, bytes },
            // Older browsers do not deflate.
            None => LinkedRules { base: own.base.to_owned(), is_deflated: false, bytes: text.into_bytes() },
        };
        let _ = own.pair.set(linked.fits().then(|| linked.to_string()));
    }
    Ok(rules)
}

/// Result of a link that exceeds the command line's limit.
fn long() -> Arrived {
    let says =
        "The link has more than 65536 bytes, and no more are allowed. Here is an example in its place.";
    (String::new(), says.to_owned())
}

/// Result of a link whose rules cannot be read: the rest of it under the game's own rules, or an example without a known game.
fn lost(rest: &str, why: &str) -> Arrived {
    let (link, here) = match rules_of(rest) {
        Some(_) => (rest, "Here is its fight by the game's own rules."),
        None => ("", "Here is an example in their place."),
    };
    (link.to_owned(), format!("The rules in this link cannot be read: {why}. {here}"))
}

/// Reads the rules of a link, if any: its own, or those that this browser keeps.
///
/// # Errors
/// A sentence, where the second program file, with the reader, is missing.
pub(crate) async fn arrive(link: String) -> Result<Arrived, String> {
    let is_kept = is_own(&link) && rules_of(&link).is_none();
    if !is_kept && !link.contains("rules=") {
        return Ok(if link.len() > MOST_BYTES { long() } else { (link, String::new()) });
    }
    let module = load().await.ok_or_else(|| format!("{}.", format::sentence(LOST)))?;
    Ok((module.unpack)(link).await)
}

/// Reads the rules of a link.
pub(crate) fn unpack(link: String) -> Arriving {
    Box::pin(async move { arrived(&link).await })
}

async fn arrived(link: &str) -> Arrived {
    let kept_link = storage::kept(OWN);
    let link = match link {
        OWN if kept_link.is_empty() => return first().await,
        OWN => kept_link.as_str(),
        link => link,
    };
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let (own, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| LinkedRules::is_pair(pair));
    // The rules in a link have limits of their own.
    if link.len() - own.first().map_or(0, |rules| rules.len()) > MOST_BYTES {
        return long();
    }
    let found = match own.first() {
        Some(pair) => linked(pair).ok_or("a part of the link is missing, or it is too long"),
        None if rules_of(link).is_some() || !is_own(link) => return (link.to_owned(), String::new()),
        None => kept(link).ok_or("they are too long for a link, and this browser has no copy of them"),
    };
    let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    let plain = format!("{place}{rest}");
    let (base, text) = match found {
        Ok(found) => found,
        Err(why) => return lost(&plain, why),
    };
    let base = ruleset(&base);
    if let Some(base) = base
        && let Err(why) = presets::fetch(base).await
    {
        return (String::new(), format!("{why} Here is an example in their place."));
    }
    match bring(&Bundle::parse(&text), base).await {
        Ok(rules) => {
            let mode = place.split_once('/').map_or_else(String::new, |(_, mode)| format!("/{mode}"));
            (format!("{}{mode}{rest}", rules.id()), String::new())
        }
        Err(wrong) => lost(&plain, &wrong.first().map(ToString::to_string).unwrap_or_default()),
    }
}

/// The first custom game.
async fn first() -> Arrived {
    match bring(&Bundle::parse(&first_game()), None).await {
        Ok(rules) => (rules.id().to_owned(), String::new()),
        Err(wrong) => lost("", &wrong.first().map(ToString::to_string).unwrap_or_default()),
    }
}

/// The id of the base, and the text of a link's rules.
fn linked(pair: &str) -> Option<(String, String)> {
    let linked = LinkedRules::parse(pair)?;
    let base = linked.base.clone();
    Some((base, linked.text()?))
}

/// Bytes deflated (RFC 1951) by the browser.
async fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let pair: ReadableWritablePair = CompressionStream::new("deflate-raw").ok()?.unchecked_into();
    let source = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes))).ok()?;
    let through = source.stream().pipe_through(&pair);
    let response = Response::new_with_opt_readable_stream(Some(&through)).ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;

    #[test]
    fn a_link_is_as_long_as_on_the_command_line_and_its_rules_are_no_part_of_that() {
        // A link that is refused, or has no rules, awaits nothing.
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
