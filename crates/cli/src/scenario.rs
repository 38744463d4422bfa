//! The scenario that a command works on: from a file, standard input or a permalink.

use crate::args::{Args, suggest};
use crate::failure::Failure;
use crate::input::{Input, whole};
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::{Json, RULESETS, Ruleset, from_link, ruleset, ruleset_of};

/// The scenario of the arguments, and the ruleset it names.
pub(crate) fn read(args: &Args, command: &'static str) -> Result<(&'static dyn Ruleset, Json), Failure> {
    let refused = |problem| Failure::Document(vec![problem]);
    if let Some(link) = args.value("--link") {
        if link.len() > MOST_BYTES {
            return Err(refused(whole(format!(
                "the link has more than {MOST_BYTES} bytes, and no more are allowed"
            ))));
        }
        // A whole address is welcome too.
        let link = link.split_once('#').map_or(link, |(_, link)| link);
        return from_link(link).map_err(refused);
    }
    let supplied = supplied(args, command)?;
    let text = Input::open(args.operand())?.document()?;
    let document = parse(&text, supplied).map_err(|message| refused(whole(message)))?;
    Ok((ruleset_of(&document).map_err(refused)?, document))
}

/// The ruleset of `--ruleset`, for scenarios that name none.
pub(crate) fn supplied(args: &Args, command: &'static str) -> Result<Option<&'static str>, Failure> {
    args.value("--ruleset").map(|name| named(name, command).map(|ruleset| ruleset.about().id)).transpose()
}

/// The ruleset of that name.
pub(crate) fn named(name: &str, command: &'static str) -> Result<&'static dyn Ruleset, Failure> {
    ruleset(name).ok_or_else(|| {
        let hint = suggest(name, ids()).unwrap_or_else(|| format!("; there are {}", ids().join(", ")));
        Failure::Arguments { message: format!("there is no ruleset `{name}`{hint}"), command }
    })
}

/// A document with its ruleset, which is `supplied` where it names none.
pub(crate) fn parse(text: &str, supplied: Option<&'static str>) -> Result<Json, String> {
    let mut document = Json::parse(text).map_err(|message| {
        let mut lines = text.lines();
        let first_alone = lines.next().is_some_and(|first| Json::parse(first).is_ok());
        let several = first_alone && lines.any(|line| !line.trim().is_empty());
        if several { format!("{message}; --lines reads one scenario a line") } else { message }
    })?;
    let is_named = document.get("ruleset").is_some();
    if let (Some(supplied), Json::Object(entries), false) = (supplied, &mut document, is_named) {
        entries.push(("ruleset".to_owned(), supplied.into()));
    }
    Ok(document)
}

/// The ruleset that a command's operand names.
pub(crate) fn operand(args: &Args, command: &'static str) -> Result<&'static dyn Ruleset, Failure> {
    match args.operand() {
        Some(name) => named(&name.to_string_lossy(), command),
        None => Err(Failure::Arguments {
            message: format!("a ruleset is missing; there are {}", ids().join(", ")),
            command,
        }),
    }
}

fn ids() -> Vec<&'static str> {
    RULESETS.iter().map(|ruleset| ruleset.about().id).collect()
}
