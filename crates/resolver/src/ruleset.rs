//! What every ruleset offers, and the list of them.

use crate::answer::Answer;
use crate::envelope;
use crate::explain::{self, Explanation, Ways, Why};
use crate::json::Json;
use crate::link::{self, Link};
use crate::named::{NAMED, Named, named_in, named_in_link};
use crate::preset::Library;
use crate::problem::Problem;
use crate::readings::{self, Telling};
use crate::roll::{Dice, Rolled};
use crate::sheet::{Reader, SheetSpec, is_named};
use crate::text::TextRuleset;
use core::marker::PhantomData;
use std::sync::{PoisonError, RwLock};
use tohit_odds::{Cast, Either, Fraction, Odds, Weights};

/// Each ruleset by itself: a program that names only some of them holds only those.
pub mod rulesets {
    use super::{Of, Ruleset};

    /// POWDER.
    pub const POWDER: &dyn Ruleset = &Of::<crate::powder::Powder>::NEW;
    /// Dungeon Crawl.
    pub const CRAWL: &dyn Ruleset = &Of::<crate::crawl::Crawl>::NEW;
    /// Angband.
    pub const ANGBAND: &dyn Ruleset = &Of::<crate::angband::Angband>::NEW;
    /// Pixel Dungeon.
    pub const PIXEL_DUNGEON: &dyn Ruleset = &Of::<crate::pixel_dungeon::PixelDungeon>::NEW;
    /// Dominions.
    pub const DOMINIONS: &dyn Ruleset = &Of::<crate::dominions::Dominions>::NEW;
}

/// Every ruleset, in the order of the page. A sixth is one line more here, above and in [`NAMED`](crate::NAMED).
pub static RULESETS: &[&dyn Ruleset] =
    &[rulesets::POWDER, rulesets::CRAWL, rulesets::ANGBAND, rulesets::PIXEL_DUNGEON, rulesets::DOMINIONS];

/// Rulesets that were added while the program runs.
static ADDED: RwLock<Vec<&'static dyn Ruleset>> = RwLock::new(Vec::new());

/// The rulesets that were added while the program runs.
#[must_use]
pub fn added() -> Vec<&'static dyn Ruleset> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds a ruleset, in place of one of that name that was added before.
///
/// # Errors
/// When the program itself has a ruleset of that name: links to it must keep their meaning.
pub fn add(ruleset: &'static dyn Ruleset) -> Result<(), Problem> {
    let id = ruleset.about().id;
    if NAMED.iter().any(|named| named.id == id) {
        let message = format!("{} is not allowed; this program has a ruleset of that name", Json::from(id));
        return Err(Problem { path: "ruleset".to_owned(), message });
    }
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.retain(|known| known.about().id != id);
    added.push(ruleset);
    Ok(())
}

/// The ruleset of that name.
#[must_use]
pub fn ruleset(id: &str) -> Option<&'static dyn Ruleset> {
    RULESETS.iter().copied().chain(added()).find(|ruleset| ruleset.about().id == id)
}

/// What a person is told about a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct AboutRules {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name on the page.
    pub name: &'static str,
    /// The document it implements, and of which version of the game.
    pub document: &'static str,
    /// The attack styles; the first is the default.
    pub modes: &'static [Mode],
    /// The ways a strike can end.
    pub outcomes: &'static [Outcome],
    /// A permalink to the document's own example.
    pub example: &'static str,
    /// Where the document and the game differ, one sentence each.
    pub differences: &'static [&'static str],
    /// What is left out, one sentence each.
    pub left_out: &'static [&'static str],
}

impl AboutRules {
    /// The mode of that name.
    #[must_use]
    pub fn mode(&self, id: &str) -> Option<&'static Mode> {
        self.modes.iter().find(|mode| mode.id == id)
    }

    /// The mode that a document names, or the first.
    #[must_use]
    pub fn mode_of(&self, document: &Json) -> &'static str {
        let named = match document.get("mode") {
            Some(Json::Text(id)) => self.mode(id),
            _ => None,
        };
        named.or(self.modes.first()).map_or("", |mode| mode.id)
    }
}

/// An attack style.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Its name in documents.
    pub id: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// One sentence about it.
    pub help: &'static str,
}

impl Mode {
    pub(crate) const fn new(id: &'static str, label: &'static str, help: &'static str) -> Self {
        Self { id, label, help }
    }
}

/// One of the exclusive ways a strike can end.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Its name in answers.
    pub id: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// How good it is for the attacker.
    pub kind: OutcomeKind,
    /// Whether it counts as a hit: the chance to hit is that of all that do.
    pub hits: bool,
    /// The modes in which a strike can end so; none named means all.
    pub modes: &'static [&'static str],
}

impl Outcome {
    /// In these modes only.
    pub(crate) const fn modes(self, modes: &'static [&'static str]) -> Self {
        Self { modes, ..self }
    }

    /// Whether a strike of `mode` can end so.
    #[must_use]
    pub fn can_end(&self, mode: &str) -> bool {
        is_named(self.modes, mode)
    }
}

/// How good an outcome is for the attacker: it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// Nothing happens.
    Miss,
    /// It would have landed, but was warded off.
    Blocked,
    /// It lands.
    Hit,
    /// It lands better than usual.
    Critical,
}

/// One game's rules, as the page, the command line and scripts use them.
pub trait Ruleset: Sync {
    /// What a person is told about it.
    fn about(&self) -> &'static AboutRules;
    /// The fields of a scenario in a mode: its sections, such as `attacker`, are sheets.
    fn form(&self, mode: &str) -> &'static SheetSpec;
    /// The presets that come with the program.
    fn presets(&self) -> &'static Library;

    /// The whole scenario in its mode with every default and preset filled in, and what is wrong with the document. A wrong field has its default.
    fn complete(&self, document: &Json, presets: &Library) -> (Json, Vec<Problem>);

    /// The answer in floats.
    ///
    /// # Errors
    /// Everything that is wrong with the document.
    fn resolve(&self, document: &Json, presets: &Library) -> Result<Answer<f64>, Vec<Problem>>;

    /// The answer in exact fractions.
    ///
    /// # Errors
    /// Everything that is wrong with the document, or that the fractions are past the stated size.
    fn resolve_exact(&self, document: &Json, presets: &Library) -> Result<Answer<Fraction>, Vec<Problem>>;

    /// Why a strike ends as it does, in floats.
    ///
    /// # Errors
    /// Everything that is wrong with the document, or that there are more ways than can be told.
    fn explain(&self, document: &Json, presets: &Library) -> Result<Explanation<f64>, Vec<Problem>>;

    /// The same in exact fractions.
    ///
    /// # Errors
    /// As for [`explain`](Self::explain) and [`resolve_exact`](Self::resolve_exact).
    fn explain_exact(
        &self,
        document: &Json,
        presets: &Library,
    ) -> Result<Explanation<Fraction>, Vec<Problem>>;

    /// The text that it is, if it is one.
    fn text(&self) -> Option<&TextRuleset> {
        None
    }

    /// What the document says about each roll and each decision.
    fn whys(&self) -> &'static [Why];

    /// One thrown or scripted strike or turn.
    ///
    /// # Errors
    /// Everything that is wrong with the document, or with the script.
    fn roll(&self, document: &Json, presets: &Library, dice: Dice) -> Result<Rolled, Vec<Problem>>;

    /// Many silent throws of a strike, or of the whole turn: how each ended, and its damage.
    ///
    /// # Errors
    /// Everything that is wrong with the document.
    fn tally(
        &self,
        document: &Json,
        presets: &Library,
        seed: u64,
        throws: u32,
        turn: bool,
    ) -> Result<Vec<(&'static str, i64)>, Vec<Problem>>;
}

/// One game's rules, as its folder writes them. [`Of`] makes a [`Ruleset`] of it.
pub trait Game {
    /// A scenario in which everything is legal.
    type Scenario;

    /// What a person is told about it.
    const ABOUT: AboutRules;
    /// See [`Ruleset::whys`].
    const WHYS: &'static [Why];

    /// See [`Ruleset::form`].
    fn form(mode: &str) -> &'static SheetSpec;
    /// See [`Ruleset::presets`].
    fn presets() -> &'static Library;

    /// Reads a scenario in a mode, and checks what one field means for another.
    fn read(mode: &'static str, reader: &mut Reader<'_>) -> Self::Scenario;
    /// The whole scenario as a document, without ruleset and mode.
    fn write(scenario: &Self::Scenario) -> Json;

    /// The answer, from the odds reading of the rules. It must have the same probabilities in the same order whatever the weights are: exact
    /// fractions are put together from several runs.
    fn answer<F: Weights>(scenario: &Self::Scenario, odds: &mut Odds<F>) -> Answer<F::Weight>;
    /// How the strike of the answer can end, from the same odds reading of the same rules, with what decided it.
    fn ways<F: Weights>(scenario: &Self::Scenario, odds: &mut Odds<F>) -> Ways<F::Weight>;
    /// How the switches of the rules stand, as far as [`WHYS`](Self::WHYS) says something else for it.
    fn rules(scenario: &Self::Scenario) -> Vec<(&'static str, &'static str)>;
    /// One run of the same rules, with real dice: a strike, or the whole turn. Its outcome's name and its damage.
    fn cast(scenario: &Self::Scenario, cast: &mut Cast, turn: bool) -> (&'static str, i64);
}

/// A game as a ruleset.
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    /// The only one.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: Game> Of<G> {
    fn read(document: &Json, presets: &Library, problems: &mut Vec<Problem>) -> G::Scenario {
        let mode = G::ABOUT.mode_of(document);
        let sections = envelope::sections(const { &G::ABOUT }, G::form(mode), document, problems);
        G::read(mode, &mut Reader::new(presets, sections, problems))
    }

    fn legal(document: &Json, presets: &Library) -> Result<G::Scenario, Vec<Problem>> {
        let mut problems = Vec::new();
        let scenario = Self::read(document, presets, &mut problems);
        if problems.is_empty() { Ok(scenario) } else { Err(problems) }
    }
}

impl<G: Game> Of<G> {
    /// What is asked for when a strike is to be explained; then `then` asks.
    fn told<T>(
        document: &Json,
        presets: &Library,
        then: impl FnOnce(&Telling<'_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        let scenario = Self::legal(document, presets)?;
        then(&Telling {
            about: const { &G::ABOUT },
            mode: G::ABOUT.mode_of(document),
            whys: G::WHYS,
            rules: G::rules(&scenario),
            decides: |label| explain::decides(G::WHYS, label),
            ways: &|odds| G::ways(&scenario, odds),
        })
    }
}

impl<G: Game> Ruleset for Of<G> {
    fn about(&self) -> &'static AboutRules {
        const { &G::ABOUT }
    }

    fn form(&self, mode: &str) -> &'static SheetSpec {
        G::form(mode)
    }

    fn presets(&self) -> &'static Library {
        G::presets()
    }

    fn complete(&self, document: &Json, presets: &Library) -> (Json, Vec<Problem>) {
        let mut problems = Vec::new();
        let scenario = Self::read(document, presets, &mut problems);
        let mut whole = G::write(&scenario);
        if let Json::Object(sections) = &mut whole {
            sections.insert(0, ("mode".to_owned(), G::ABOUT.mode_of(document).into()));
        }
        (whole, problems)
    }

    fn resolve(&self, document: &Json, presets: &Library) -> Result<Answer<f64>, Vec<Problem>> {
        let scenario = Self::legal(document, presets)?;
        Ok(G::answer(&scenario, &mut Odds::new(Either::Floats)))
    }

    fn resolve_exact(&self, document: &Json, presets: &Library) -> Result<Answer<Fraction>, Vec<Problem>> {
        let scenario = Self::legal(document, presets)?;
        readings::answer(G::ABOUT.id, &|odds| G::answer(&scenario, odds))
    }

    fn explain(&self, document: &Json, presets: &Library) -> Result<Explanation<f64>, Vec<Problem>> {
        Self::told(document, presets, readings::explanation)
    }

    fn explain_exact(
        &self,
        document: &Json,
        presets: &Library,
    ) -> Result<Explanation<Fraction>, Vec<Problem>> {
        Self::told(document, presets, readings::exact_explanation)
    }

    fn whys(&self) -> &'static [Why] {
        G::WHYS
    }

    fn roll(&self, document: &Json, presets: &Library, dice: Dice) -> Result<Rolled, Vec<Problem>> {
        let scenario = Self::legal(document, presets)?;
        let mut cast = match dice.script {
            None => Cast::seeded(dice.seed),
            Some(script) => Cast::scripted(script),
        };
        let (outcome, damage) = G::cast(&scenario, &mut cast, dice.turn);
        let log = cast.finish().map_err(|errors| -> Vec<Problem> {
            let problem = |error: tohit_odds::ScriptError| Problem {
                path: "script".to_owned(),
                message: error.to_string(),
            };
            errors.into_iter().map(problem).collect()
        })?;
        Ok(Rolled { outcome, damage, log })
    }

    fn tally(
        &self,
        document: &Json,
        presets: &Library,
        seed: u64,
        throws: u32,
        turn: bool,
    ) -> Result<Vec<(&'static str, i64)>, Vec<Problem>> {
        let scenario = Self::legal(document, presets)?;
        let mut cast = Cast::silent(seed);
        Ok((0..throws).map(|_| G::cast(&scenario, &mut cast, turn)).collect())
    }
}

/// Finds the ruleset that a document names.
///
/// # Errors
/// When it names none, or none that exists.
pub fn ruleset_of(document: &Json) -> Result<&'static dyn Ruleset, Problem> {
    named_in(document).and_then(|named| known(&named))
}

/// The ruleset of a name; every name has one.
fn known(named: &Named) -> Result<&'static dyn Ruleset, Problem> {
    ruleset(named.id).ok_or_else(|| Problem {
        path: "ruleset".to_owned(),
        message: format!("{} is not part of this program", named.name),
    })
}

/// The document of a permalink to that ruleset.
#[must_use]
pub fn document_of_link(ruleset: &dyn Ruleset, text: &str) -> Json {
    let link = Link::parse(text);
    let first = || ruleset.about().modes.first().map(|mode| mode.id);
    let mode = link.mode.as_deref().or_else(first).unwrap_or_default();
    link.document(ruleset.form(mode))
}

/// The document of a permalink, with its ruleset.
///
/// # Errors
/// When the link names a ruleset that does not exist.
pub fn from_link(text: &str) -> Result<(&'static dyn Ruleset, Json), Problem> {
    let ruleset = named_in_link(text).and_then(|named| known(&named))?;
    Ok((ruleset, document_of_link(ruleset, text)))
}

/// The permalink of a document.
#[must_use]
pub fn to_link(ruleset: &dyn Ruleset, document: &Json) -> String {
    let first = ruleset.about().modes.first().map_or("", |mode| mode.id);
    let mode = match document.get("mode") {
        Some(Json::Text(mode)) => mode,
        _ => first,
    };
    link::write(ruleset.about().id, mode, document, ruleset.form(mode))
}
