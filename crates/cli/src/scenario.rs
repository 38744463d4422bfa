//! The scenario that a command works on: from a file, standard input or a permalink.

use crate::args::{Args, suggest};
use crate::failure::Failure;
use crate::game;
use crate::input::{Input, whole};
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::study::{Study, parted};
use tohit_resolver::{
    First, Json, Problem, RULESETS, Ruleset, document_of_link, ruleset, ruleset_of, ruleset_of_link,
};

/// The scenario of the arguments, and the ruleset it names.
pub(crate) fn read(args: &Args, command: &'static str) -> Result<(&'static Ruleset, Json), Failure> {
    if let Some(link) = args.value("--link") {
        return of_link(link, game(args, command)?).map_err(refused);
    }
    let given = given(args, command)?;
    let text = Input::open(args)?.document()?;
    let document = parse(&text).map_err(|message| refused(whole(message)))?;
    Ok((of(&document, given).map_err(refused)?, document))
}

/// A duel: its ruleset, the scenario, how the defender strikes back, and who is first.
type Duel = (&'static Ruleset, [Json; 2], First);

/// The duel of the arguments, as `--against` and `--first` say, or as a duel's own link does.
pub(crate) fn duel(args: &Args, command: &'static str) -> Result<Option<Duel>, Failure> {
    let misused = |message: String| Failure::Arguments { message, command };
    let first = match (args.value("--first"), args.value("--against")) {
        (None, _) => First::default(),
        (Some(_), None) => return Err(misused("--first is for a duel with --against".to_owned())),
        (Some(name), _) => First::named(name).ok_or_else(|| {
            misused(format!("--first {name:?} is not allowed; it must be attacker, defender or both"))
        })?,
    };
    if let Some(against) = args.value("--against") {
        let (ruleset, document) = read(args, command)?;
        let (other, link) = linked(args, against, command)?;
        return Ok(Some((ruleset, [document, document_of_link(other, &link)], first)));
    }
    if let Some(link) = args.value("--link") {
        let (ruleset, link) = linked(args, link, command)?;
        let (_, words) = parted(ruleset, ruleset.presets(), &link);
        if words.split('&').any(|word| word == "extent=duel") {
            let study = Study::parse(ruleset, ruleset.presets(), &link).map_err(Failure::Document)?;
            if let Some(axis) = study.axes.first() {
                let message = "varies, and this is one duel".to_owned();
                return Err(refused(Problem { path: axis.name.clone(), message }));
            }
            let (document, first) = (study.scenario().clone(), study.first);
            return Ok(study.against.map(|(_, back)| (ruleset, [document, back], first)));
        }
    }
    Ok(None)
}

/// The scenario of a link, and the ruleset it names: that of `--rules`, if there is one.
pub(crate) fn of_link(
    link: &str,
    game: Option<&'static Ruleset>,
) -> Result<(&'static Ruleset, Json), Problem> {
    let (ruleset, link) = named_in(link, game)?;
    let link = alone(ruleset, &link).unwrap_or(link);
    Ok((ruleset, document_of_link(ruleset, &link)))
}

/// The scenario of a link that asks no study. How much of a fight the page looks at is none: there nothing varies, and nothing is to be read.
pub(crate) fn alone(ruleset: &Ruleset, link: &str) -> Option<String> {
    let (scenario, words) = parted(ruleset, ruleset.presets(), link);
    let says =
        |word: &str| ["", "extent", "first", "against"].contains(&word.split('=').next().unwrap_or_default());
    words.split('&').all(says).then_some(scenario)
}

/// A link of the arguments, with the ruleset it names in it.
pub(crate) fn linked(
    args: &Args,
    link: &str,
    command: &'static str,
) -> Result<(&'static Ruleset, String), Failure> {
    named_in(link, game(args, command)?).map_err(refused)
}

fn named_in(link: &str, game: Option<&'static Ruleset>) -> Result<(&'static Ruleset, String), Problem> {
    if link.len() > MOST_BYTES {
        return Err(whole(format!("the link has more than {MOST_BYTES} bytes, and no more are allowed")));
    }
    // A whole address is welcome too, with what the page says in it beside the scenario: which dice, and what it is compared with.
    let link = link.split_once('#').map_or(link, |(_, link)| link);
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let is_asked =
        |pair: &&str| !["seed=", "log=", "pin.", "compare="].iter().any(|word| pair.starts_with(word));
    let query: Vec<&str> = query.split('&').filter(is_asked).collect();
    let link =
        if query.concat().is_empty() { place.to_owned() } else { format!("{place}?{}", query.join("&")) };
    let Some(ruleset) = game else { return Ok((ruleset_of_link(&link)?, link)) };
    // A link need not name the only game there is.
    let own = link.is_empty() || link.starts_with(['/', '?']);
    let name = if own { ruleset.about().id } else { "" };
    Ok((ruleset, format!("{name}{link}")))
}

fn refused(problem: Problem) -> Failure {
    Failure::Document(vec![problem])
}

/// The ruleset of `--rules` or `--ruleset`.
pub(crate) fn given(args: &Args, command: &'static str) -> Result<Option<&'static Ruleset>, Failure> {
    match args.value("--ruleset") {
        Some(name) => named(name, command).map(Some),
        None => game(args, command),
    }
}

/// The ruleset of the rule text that `--rules` names.
pub(crate) fn game(args: &Args, command: &'static str) -> Result<Option<&'static Ruleset>, Failure> {
    if args.value("--rules") == Some("-") {
        let message = "--rules needs a file; standard input is for the scenario".to_owned();
        return Err(Failure::Arguments { message, command });
    }
    args.value("--rules").map(|file| game::ruleset(args, file)).transpose()
}

/// The ruleset of a document: the one given, which refuses documents that name another, or else the one it names.
pub(crate) fn of(document: &Json, given: Option<&'static Ruleset>) -> Result<&'static Ruleset, Problem> {
    given.map_or_else(|| ruleset_of(document), Ok)
}

/// The ruleset of that name.
pub(crate) fn named(name: &str, command: &'static str) -> Result<&'static Ruleset, Failure> {
    ruleset(name).ok_or_else(|| {
        let hint = suggest(name, ids()).unwrap_or_else(|| format!("; there are {}", ids().join(", ")));
        Failure::Arguments { message: format!("there is no ruleset `{name}`{hint}"), command }
    })
}

/// Text as a document.
pub(crate) fn parse(text: &str) -> Result<Json, String> {
    Json::parse(text).map_err(|message| {
        let mut lines = text.lines();
        let first_alone = lines.next().is_some_and(|first| Json::parse(first).is_ok());
        let several = first_alone && lines.any(|line| !line.trim().is_empty());
        if several { format!("{message}; --lines reads one scenario a line") } else { message }
    })
}

/// The ruleset that a command's operand or `--rules` names.
pub(crate) fn operand(args: &Args, command: &'static str) -> Result<&'static Ruleset, Failure> {
    if let Some(ruleset) = game(args, command)? {
        return Ok(ruleset);
    }
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
