//! The scenario that a command works on: from a file, standard input or a permalink.

use crate::failure::Failure;
use crate::game;
use crate::input::{Input, whole};
use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use std::io::Read;
use std::path::{Path, PathBuf};
use tohit_resolver::Extent;
use tohit_resolver::fight::Fight;
use tohit_resolver::json::MOST_BYTES;
use tohit_resolver::study::{Study, alone};
use tohit_resolver::text::{is_own, without_game};
use tohit_resolver::{
    First, Json, Problem, RULESETS, Ruleset, document_of_link, ruleset, ruleset_of, ruleset_of_link,
    wrong_in_link,
};

/// Source of a scenario.
#[derive(Args)]
pub(crate) struct Source {
    /// The scenario; without it, or where it is -, standard input
    file: Option<PathBuf>,
    /// The ruleset, for scenarios that name none; to name
    /// another is then an error
    #[arg(long, value_name = "NAME", value_parser = one(), conflicts_with = "rules", verbatim_doc_comment)]
    ruleset: Option<&'static Ruleset>,
    #[command(flatten)]
    own: CustomGameArgs,
    /// The scenario of a permalink, in place of FILE
    #[arg(long, conflicts_with_all = ["file", "ruleset"])]
    link: Option<String>,
}

/// A custom game.
#[derive(Args)]
pub(crate) struct CustomGameArgs {
    /// The game of a rule text (`tohit check --help`), in
    /// place of ours and of a link's; a scenario then need
    /// not name it
    #[arg(long, value_name = "FILE.rules", value_parser = file(), verbatim_doc_comment)]
    pub(crate) rules: Option<PathBuf>,
}

/// A built-in ruleset or a custom game.
#[derive(Args)]
pub(crate) struct RulesetArgs {
    /// The ruleset, as `tohit rulesets` lists them
    #[arg(value_parser = one(), required_unless_present_any = ["rules", "link"], conflicts_with = "rules")]
    ruleset: Option<&'static Ruleset>,
    #[command(flatten)]
    pub(crate) own: CustomGameArgs,
    /// The game of a permalink
    #[arg(long, conflicts_with_all = ["ruleset", "rules"])]
    link: Option<String>,
}

/// The opponent of a duel.
#[derive(Args)]
pub(crate) struct DuelArgs {
    /// How the defender strikes back, where the scenario
    /// or its link does not say it
    #[arg(long, value_name = "LINK", verbatim_doc_comment)]
    against: Option<String>,
    /// Who strikes first where the turns of both begin at
    /// once: attacker, defender or both
    #[arg(long, value_name = "WHO", value_parser = who(), verbatim_doc_comment)]
    first: Option<First>,
}

/// Parser of a built-in ruleset's name.
pub(crate) fn one() -> impl TypedValueParser<Value = &'static Ruleset> {
    let names = PossibleValuesParser::new(RULESETS.iter().map(|ruleset| ruleset.id()));
    names.try_map(|name| ruleset(&name).ok_or("there is no such ruleset"))
}

fn who() -> impl TypedValueParser<Value = First> {
    let names = PossibleValuesParser::new(First::ALL.map(|(name, _)| name));
    names.map(|name| First::named(&name).unwrap_or_default())
}

fn file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| match name.to_str() {
        Some("-") => Err("it is to be a file; standard input is for the scenario"),
        _ => Ok(PathBuf::from(name)),
    })
}

/// A duel: its ruleset, the scenario, the opponent's scenario, and the side that strikes first.
pub(crate) type DuelScenario = (&'static Ruleset, [Json; 2], First);

impl Source {
    /// The scenario, and the ruleset it names.
    pub(crate) fn read(&self, from: &mut dyn Read) -> Result<(&'static Ruleset, Json), Failure> {
        if let Some(link) = &self.link {
            return of_link(link, self.own.game()?).map_err(Failure::Document);
        }
        let given = self.given()?;
        let text = self.input(from)?.document()?;
        let document = parse(&text).map_err(|message| refused(whole(message)))?;
        Ok((of(&document, given).map_err(refused)?, document))
    }

    /// The file of `--rules`.
    pub(crate) fn rules(&self) -> Option<&Path> {
        self.own.rules.as_deref()
    }

    /// The input of a scenario that is no link.
    pub(crate) fn input<'a>(&self, from: &'a mut dyn Read) -> Result<Input<'a>, Failure> {
        Input::open(self.file.as_deref(), from)
    }

    /// The ruleset of `--rules` or `--ruleset`.
    pub(crate) fn given(&self) -> Result<Option<&'static Ruleset>, Failure> {
        self.ruleset.map_or_else(|| self.own.game(), |ruleset| Ok(Some(ruleset)))
    }

    /// The duel of `--against` and `--first`, or of a duel's own link.
    pub(crate) fn linked_duel(
        &self,
        back: &DuelArgs,
        from: &mut dyn Read,
    ) -> Result<Option<DuelScenario>, Failure> {
        let is_duel =
            back.against.is_some() || self.link.as_ref().is_some_and(|link| extent(link) == Extent::Duel);
        if is_duel {
            return self.duel(back, from).map(Some);
        }
        match back.first {
            Some(_) => Err(Failure::arguments("--first is for a duel: --against, or the link of a duel")),
            None => Ok(None),
        }
    }

    /// The duel of a scenario: with `--against`, or with the reply that the link or the scenario itself
    /// gives.
    pub(crate) fn duel(&self, back: &DuelArgs, from: &mut dyn Read) -> Result<DuelScenario, Failure> {
        if let Some(against) = &back.against {
            let (ruleset, document) = self.read(from)?;
            let (other, link) = self.own.linked(against)?;
            let wrong = wrong_in_link(&link);
            if !wrong.is_empty() {
                return Err(Failure::Document(wrong));
            }
            if other.carried().is_some() && other.rules() != ruleset.rules() {
                let message = "carries another game; both sides of a duel are of one game".to_owned();
                return Err(refused(Problem::at("against", message)));
            }
            return Ok((ruleset, [document, document_of_link(other, &link)], back.first.unwrap_or_default()));
        }
        if let Some(link) = &self.link {
            let (ruleset, documents, first) = of_duel(link, self.own.game()?).map_err(Failure::Document)?;
            return Ok((ruleset, documents, back.first.unwrap_or(first)));
        }
        let (ruleset, document) = self.read(from)?;
        let back_document =
            Fight::of(ruleset, &document).reply().map_err(|why| refused(Problem::at("against", why)))?;
        Ok((ruleset, [document, back_document], back.first.unwrap_or_default()))
    }
}

impl CustomGameArgs {
    /// The ruleset of the rule text, if there is one.
    pub(crate) fn game(&self) -> Result<Option<&'static Ruleset>, Failure> {
        self.rules.as_deref().map(game::ruleset).transpose()
    }

    /// A link, with the ruleset it names in it.
    pub(crate) fn linked(&self, link: &str) -> Result<(&'static Ruleset, String), Failure> {
        named_in(link, self.game()?).map_err(Failure::Document)
    }
}

impl RulesetArgs {
    /// The ruleset.
    pub(crate) fn ruleset(&self) -> Result<&'static Ruleset, Failure> {
        if let Some(link) = &self.link {
            return Ok(self.own.linked(link)?.0);
        }
        let own = self.own.game()?;
        own.or(self.ruleset).ok_or_else(|| Failure::arguments("a ruleset is missing"))
    }
}

/// The scenario of a link, and the ruleset it names: that of `--rules`, if there is one.
pub(crate) fn of_link(
    link: &str,
    game: Option<&'static Ruleset>,
) -> Result<(&'static Ruleset, Json), Vec<Problem>> {
    let (ruleset, link) = named_in(link, game)?;
    let link = alone(ruleset, &link).unwrap_or(link);
    let wrong = wrong_in_link(&link);
    if wrong.is_empty() { Ok((ruleset, document_of_link(ruleset, &link))) } else { Err(wrong) }
}

/// The duel of a link, if the link is that of a duel.
pub(crate) fn duel_of_link(
    link: &str,
    game: Option<&'static Ruleset>,
) -> Result<Option<DuelScenario>, Vec<Problem>> {
    if extent(link) == Extent::Duel { of_duel(link, game).map(Some) } else { Ok(None) }
}

/// The duel of the fighters of a link.
fn of_duel(link: &str, game: Option<&'static Ruleset>) -> Result<DuelScenario, Vec<Problem>> {
    let (ruleset, link) = named_in(link, game)?;
    let study = Study::parse(ruleset, &link)?;
    if let Some(axis) = study.axes.first() {
        let message = "varies, and this is one duel".to_owned();
        return Err(vec![Problem { path: axis.name.clone(), message }]);
    }
    let document = study.scenario().clone();
    let back = study.opponent(&document)?;
    Ok((ruleset, [document, back], study.first))
}

/// Extent of combat in a link.
pub(crate) fn extent(link: &str) -> Extent {
    let mut pairs = link.split(['?', '&']);
    let said = pairs.find_map(|pair| pair.strip_prefix("extent=").or_else(|| pair.strip_prefix("log=")));
    let known = Extent::ALL.into_iter().find(|(name, _)| Some(*name) == said);
    known.map(|(_, extent)| extent).unwrap_or_default()
}

/// The ruleset of a link, and the link without a page's address, its parameters, and a game that it carries.
/// A game of `--rules` takes the place of the link's own.
fn named_in(link: &str, game: Option<&'static Ruleset>) -> Result<(&'static Ruleset, String), Vec<Problem>> {
    let (link, carried) = without_game(link);
    if link.len() > MOST_BYTES {
        return Err(vec![whole(format!(
            "the link has more than {MOST_BYTES} bytes, and no more are allowed"
        ))]);
    }
    // A whole address is accepted, with the page's own parameters: dice, pins and comparisons, which are
    // removed.
    let link = link.split_once('#').map_or(link.as_str(), |(_, link)| link);
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let is_asked =
        |pair: &&str| !["seed=", "log=", "pin.", "compare="].iter().any(|word| pair.starts_with(word));
    let query: Vec<&str> = query.split('&').filter(is_asked).collect();
    let link =
        if query.concat().is_empty() { place.to_owned() } else { format!("{place}?{}", query.join("&")) };
    let first = link.split(['/', '?']).next().unwrap_or_default();
    let ruleset = match (game, carried) {
        (Some(game), _) => game,
        (None, Some(pair)) => Box::leak(Box::new(Ruleset::in_link(&link, pair)?)),
        (None, None) if is_own(first) => {
            let message = format!(
                "the link does not carry the rules of \"{first}\"; name its file: --rules FILE.rules"
            );
            return Err(vec![Problem::at("rules", message)]);
        }
        (None, None) => return Ok((ruleset_of_link(&link).map_err(|problem| vec![problem])?, link)),
    };
    // A link may omit the name of a custom game.
    let own = link.is_empty() || link.starts_with(['/', '?']);
    let about = ruleset.about();
    if !own && first != about.id && about.modes.iter().any(|mode| mode.id == first) {
        let message = format!("\"{first}\" is a mode; it stands behind a slash: /{first}?...");
        return Err(vec![Problem::at("mode", message)]);
    }
    let rest = if is_own(first) { link.strip_prefix(first) } else { None };
    let name = if own || rest.is_some() { about.id } else { "" };
    Ok((ruleset, format!("{name}{}", rest.unwrap_or(&link))))
}

fn refused(problem: Problem) -> Failure {
    Failure::Document(vec![problem])
}

/// The ruleset of a document: `given`, which refuses documents that name another, or else the one in the
/// document.
pub(crate) fn of(document: &Json, given: Option<&'static Ruleset>) -> Result<&'static Ruleset, Problem> {
    given.map_or_else(|| ruleset_of(document), Ok)
}

/// Parses a document.
pub(crate) fn parse(text: &str) -> Result<Json, String> {
    Json::parse(text).map_err(|message| {
        let mut lines = text.lines();
        let first_alone = lines.next().is_some_and(|first| Json::parse(first).is_ok());
        let several = first_alone && lines.any(|line| !line.trim().is_empty());
        if several { format!("{message}; --lines reads one scenario a line") } else { message }
    })
}
