//! Custom rules in links: reading the rules of a link, and packing rules into one.

use crate::model::custom_rules::{OWN, is_own, known, made, of};
use crate::model::games::{self, OwnGame};
use crate::model::link::rules_of;
use crate::model::margin::Fault;
use crate::model::presets;
use crate::platform::compression::deflate;
use crate::platform::storage;
use crate::rulebook::first_game;
use crate::worker;
use crate::worker::lazy::{Arrived, Arriving, load};
use crate::worker::protocol::{LOST, Reply};
use tohit_report::format;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::text::{Bundle, DiceLine, LinkedRules};
use tohit_resolver::{Ruleset, ruleset};

type Rules = &'static Ruleset;

/// Limit in bytes: a larger bundle is read in the worker, since it exceeds a frame.
const LARGE: usize = 8 * 1024;

/// The ruleset of a bundle; equal bundles share it. It lives as long as the program: pins and the history may
/// refer to it.
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
    let wrong = "The link has more than 65536 bytes, and no more are allowed.".to_owned();
    Arrived { link: String::new(), wrong, instead: "Here is an example in its place." }
}

/// Result of a link whose rules cannot be read: the rest of it under the game's own rules, or an example
/// without a known game.
fn lost(rest: &str, why: &str) -> Arrived {
    let (link, instead) = match rules_of(rest) {
        Some(_) => (rest, "Here is its fight by the game's own rules."),
        None => ("", "Here is an example in their place."),
    };
    let wrong = format!("These rules cannot be read: {why}.");
    Arrived { link: link.to_owned(), wrong, instead }
}

/// Reads the rules of a link, if any: its own, or those that this browser keeps.
///
/// # Errors
/// A sentence, where the second program file, with the reader, is missing.
pub(crate) async fn arrive(link: String) -> Result<Arrived, String> {
    let is_kept = games::is_numbered(&link) || is_own(&link) && rules_of(&link).is_none();
    if !is_kept && !link.contains("rules=") {
        return Ok(if link.len() > MOST_BYTES { long() } else { Arrived::at(link) });
    }
    let module = load().await.ok_or_else(|| format!("{}.", format::sentence(LOST)))?;
    Ok((module.unpack)(link).await)
}

/// Reads the rules of a link.
pub(crate) fn unpack(link: String) -> Arriving {
    Box::pin(async move { arrived(&link).await })
}

async fn arrived(link: &str) -> Arrived {
    if link == OWN || games::is_numbered(link) {
        take_over().await;
        return match games::of_link(link) {
            Some(game) => opened(&game).await,
            None => first().await,
        };
    }
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let (own, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| LinkedRules::is_pair(pair));
    // The rules in a link have limits of their own.
    if link.len() - own.first().map_or(0, |rules| rules.len()) > MOST_BYTES {
        return long();
    }
    let found = match own.first() {
        Some(pair) => linked(pair).ok_or("a part of the link is missing, or it is too long"),
        None if rules_of(link).is_some() || !is_own(link) => return Arrived::at(link.to_owned()),
        None => {
            take_over().await;
            match games::of_link(link) {
                Some(game) if games::is_latest(&game, link) => Ok((game.base, game.played)),
                Some(game) => return Arrived { wrong: EARLIER.to_owned(), ..opened(&game).await },
                None => Err("they are too long for a link, and this browser has no copy of them"),
            }
        }
    };
    let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    let plain = format!("{place}{rest}");
    let (base, text) = match found {
        Ok(found) => found,
        Err(why) => return lost(&plain, why),
    };
    let mode = place.split_once('/').map_or_else(String::new, |(_, mode)| format!("/{mode}"));
    match brought(&base, &text).await {
        Ok(rules) => Arrived::at(format!("{}{mode}{rest}", rules.id())),
        Err(Missing::Base(why)) => {
            Arrived { link: String::new(), wrong: why, instead: "Here is an example in their place." }
        }
        Err(Missing::Rules(why)) => lost(&plain, &why),
    }
}

/// Notice for a link of an earlier version, whose rules are too long for it.
const EARLIER: &str =
    "The link has an earlier version of these rules, which nobody kept. Here they are as they stand now.";

/// Cause of rules that are not here.
enum Missing {
    /// The files of their base could not be fetched.
    Base(String),
    /// They cannot be read.
    Rules(String),
}

/// The ruleset of a bundle's text. A text of one line is a line of dice.
async fn brought(base: &str, text: &str) -> Result<Rules, Missing> {
    let base = ruleset(base);
    if let Some(base) = base {
        presets::fetch(base).await.map_err(Missing::Base)?;
    }
    let line = text.trim();
    let dice = (base.is_none() && !line.contains('\n') && !line.starts_with("rules "))
        .then(|| DiceLine::parse(line));
    let bundle = match &dice {
        Some(Ok(dice)) => Bundle::parse(dice.rules()),
        Some(Err((_, why))) => return Err(Missing::Rules(why.clone())),
        None => Bundle::parse(text),
    };
    bring(&bundle, base).await.map_err(|wrong| {
        let first = wrong.first();
        Missing::Rules(
            match &dice {
                Some(_) => first.map(|fault| fault.says.clone()),
                None => first.map(ToString::to_string),
            }
            .unwrap_or_default(),
        )
    })
}

/// Opens a game that this browser keeps, by the rules that were played last, or else beside the first game.
async fn opened(game: &OwnGame) -> Arrived {
    let read = if game.played.is_empty() { None } else { brought(&game.base, &game.played).await.ok() };
    match read {
        Some(rules) => {
            games::ask(game, rules);
            Arrived::at(format!("{}{}", rules.id(), game.scenario))
        }
        None => {
            let first = first().await;
            if let Some(rules) = rules_of(&first.link) {
                games::ask(game, rules);
            }
            first
        }
    }
}

/// Turns the texts that earlier versions kept into games: rules too long for a link, and the link of the last
/// game.
async fn take_over() {
    let is_id = |key: &str| {
        key.strip_prefix("own-").is_some_and(|hash| hash.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit()))
    };
    for (id, value) in storage::old(is_id) {
        if let Some((base, text)) = value.split_once('\n') {
            storage::move_old(&id, &value, || games::add(&id, base, ("", false), text));
        }
    }
    for (key, link) in storage::old(|key| key == OWN) {
        let pair = link.split(['?', '&']).find(|pair| LinkedRules::is_pair(pair));
        let id = link.split(['/', '?']).next().unwrap_or_default();
        let Some(pair) = pair.filter(|_| is_own(id)) else { continue };
        if let Some((base, text)) = linked(pair) {
            storage::move_old(&key, &link, || {
                games::add(id, &base, (&games::scenario_of(&link), true), &text)
            });
        }
    }
}

/// The first custom game.
async fn first() -> Arrived {
    match bring(&Bundle::parse(&first_game()), None).await {
        Ok(rules) => Arrived::at(rules.id().to_owned()),
        Err(wrong) => lost("", &wrong.first().map(ToString::to_string).unwrap_or_default()),
    }
}

/// The id of the base, and the text of a link's rules.
fn linked(pair: &str) -> Option<(String, String)> {
    let linked = LinkedRules::parse(pair)?;
    let base = linked.base.clone();
    Some((base, linked.text()?))
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
            arrived.wrong.contains(&format!("more than {MOST_BYTES} bytes"))
        };
        let pairs = |bytes: usize| format!("powder/melee?a={}", "a".repeat(bytes - "powder/melee?a=".len()));
        let rules = |letters: usize| format!("&rules=powder~{}", "!".repeat(letters));
        assert!(!is_long(pairs(MOST_BYTES)) && is_long(pairs(MOST_BYTES + 1)));
        assert!(is_long(pairs(MOST_BYTES + 1) + &rules(100)));
        assert!(is_long(pairs(MOST_BYTES - 100) + &rules(100) + &rules(100)), "the first counts");
        assert!(!is_long(format!("own?{}", rules(90_001))), "they are refused as rules");
    }
}
