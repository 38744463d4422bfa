//! The worker's side: replies to requests.

use super::message::{WorkerRequest, bytes, packed};
use crate::model::custom_rules;
use crate::model::margin::{self, Fault};
use crate::model::study_cells as work;
use crate::model::why;
use crate::worker::protocol::{Kind, Reply};
use js_sys::Uint8Array;
use tohit_report::duel;
use tohit_report::summary;
use tohit_report::tally;
use tohit_resolver::text::{Bundle, TextProblem};
use tohit_resolver::{First, Json, Ruleset, ruleset};
use wasm_bindgen::JsValue;

/// Answers a document.
pub(super) fn answer(rules: &'static Ruleset, kind: Kind, document: &Json) -> Reply {
    let game = custom_rules::game(rules);
    let reply = match kind {
        Kind::Floats | Kind::Column(_) => return Reply::floats(rules, document),
        Kind::Tally { seed, throws, turn, fight } => {
            tally::tally(&game, document, (seed, throws), (turn, fight))
                .map(|tally| Reply::Floats(Box::new(tally)))
        }
        Kind::Exact => summary::resolve_exact(&game, document).map(Reply::Exact),
        Kind::Why => why::explain(rules, document, false).map(Reply::Why),
        Kind::ExactWhy => why::explain(rules, document, true).map(Reply::Why),
        Kind::Duel { first, thrown, .. } => {
            let first = First::ALL.get(first).map(|(_, first)| *first).unwrap_or_default();
            let sides = ["mine", "back"].map(|side| document.get(side).unwrap_or(&Json::Null));
            let duel = match thrown {
                Some(thrown) => duel::tally_duels(&game, sides, first, thrown),
                None => duel::duel(&game, sides, first),
            };
            duel.map(Reply::Duel)
        }
        Kind::Margin => margin::marks(rules, document).map(Reply::Margin).or_else(|problems| {
            let refusal = rules.refusal(document).map(|refusal| Reply::Refused(Fault::of(refusal)));
            refusal.ok_or(problems)
        }),
        Kind::Read { has_base } => {
            return read(document.text().unwrap_or_default(), has_base.then_some(rules));
        }
        Kind::Examples => Ok(Reply::Examples(margin::tried(rules))),
        Kind::Study { from, .. } => work::slice(rules, document, from).map(Reply::Study),
    };
    Reply::of(reply)
}

/// Reads a bundle: the compiled rules, or the errors of its texts.
fn read(text: &str, base: Option<&'static Ruleset>) -> Reply {
    let read = Bundle::parse(text).ruleset("read", base);
    let faults = |wrong: Vec<TextProblem>| wrong.into_iter().map(Fault::of).collect();
    Reply::Read(read.map(|rules| rules.compiled()).map_err(faults))
}

/// The reply to a message, packed.
pub(crate) fn replied(data: &JsValue) -> Option<Uint8Array> {
    let question: WorkerRequest = postcard::from_bytes(&bytes(data)).ok()?;
    if let Some((name, files, text)) = question.files {
        let rules = ruleset(&name)?;
        rules.bring(files);
        rules.bring_text(&text);
    }
    if let Some((base, text)) = question.rules {
        custom_rules::named(&question.ruleset, &Bundle::parse(&text), ruleset(&base)).ok()?;
    }
    let document = match question.kind {
        Kind::Read { .. } => Json::Text(question.document),
        _ => Json::parse(&question.document).ok()?,
    };
    packed(&answer(ruleset(&question.ruleset)?, question.kind, &document))
}
