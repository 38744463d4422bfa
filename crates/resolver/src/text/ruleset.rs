//! A rule text as a ruleset.

use super::files::Files;
use super::interner;
use super::query::Query;
use super::read::{Presentation, split};
use super::values;
use crate::about::AboutRules;
use crate::answer::Answer;
use crate::explain::Explanation;
use crate::json::Json;
use crate::number::Probability;
use crate::preset::Library;
use crate::problem::{FIELD_OF, NO_FIELD, Problem, shown};
use crate::roll::{Dice, Rolled};
use crate::rules_field::rules_chosen;
use crate::rulesets::Listing;
use crate::sheet::{Reader, SheetSpec};
use crate::targeting::{self, Shot};
use crate::text::{RulesetFile, TextProblem, control_characters};
use std::sync::{LazyLock, OnceLock};
use tohit_compile::program::{Mode, Program, ShowEnd};
use tohit_engine::{Extent, Run};

/// A game's rules: a page of rule text, its words and its presets.
#[derive(Debug)]
pub struct Ruleset {
    id: &'static str,
    /// Place on the page; none for a custom ruleset.
    listing: Option<Listing>,
    /// Files of the program, or of the custom ruleset.
    own: Files,
    /// Files that are loaded separately.
    pub(super) brought: OnceLock<Files>,
    /// The text of rules that are loaded compiled.
    pub(super) text: OnceLock<String>,
    /// Parsed text and words, on first use.
    read: OnceLock<Presentation>,
    /// The pair of a link that carried the game, such as `rules=.DATA`.
    carried: Option<String>,
}

impl Ruleset {
    /// A ruleset that comes with the program; parsed on first use.
    pub(crate) const fn shipped(id: &'static str, listing: Listing, own: Files) -> Self {
        Self {
            id,
            listing: Some(listing),
            own,
            brought: OnceLock::new(),
            text: OnceLock::new(),
            read: OnceLock::new(),
            carried: None,
        }
    }

    /// Reads a ruleset: its name in documents, the rule text, the words (each file overrides those before:
    /// translations), the presets. A text may end with its own words.
    ///
    /// # Errors
    /// All problems of the text; or else of the words.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, Json, Library, Ruleset};
    ///
    /// let strike = "strike\n  end heads lose d4 if d2 = 1\n  end tails\n";
    /// let text = format!("rules 1 \"Coin\"\nendings\n  miss: tails\n  hit: heads\n{strike}");
    /// let coin = Ruleset::read("coin", &text, &[], Library::default()).unwrap();
    /// let answer = coin.resolve::<Fraction>(&Json::object([])).unwrap();
    /// assert_eq!(answer.hit.unwrap().to_string(), "1/2");
    ///
    /// let wrong = Ruleset::read("coin", &text.replace("lose", "loose"), &[], Library::default()).unwrap_err();
    /// assert_eq!(wrong[0].line, 6);
    /// ```
    pub fn read(id: &str, text: &str, words: &[&str], presets: Library) -> Result<Self, Vec<TextProblem>> {
        Self::read_compiled(id, text, words, presets, None)
    }

    /// Reads a ruleset whose text may be compiled already.
    pub(super) fn read_compiled(
        id: &str,
        text: &str,
        words: &[&str],
        presets: Library,
        compiled: Option<Program>,
    ) -> Result<Self, Vec<TextProblem>> {
        let words_files = words.iter().map(|words| (RulesetFile::Words, *words));
        let files = [(RulesetFile::Rules, text)]
            .into_iter()
            .chain(words_files)
            .chain([(RulesetFile::Presets, presets.text())]);
        let controls: Vec<TextProblem> =
            files.flat_map(|(file, text)| control_characters(file, text)).collect();
        if !controls.is_empty() {
            return Err(controls);
        }
        let (program, read) = Presentation::of_text(id, text, words, compiled)?;
        let (program, read) = (OnceLock::from(program), OnceLock::from(read));
        let own = Files { text: text.to_owned().into(), words: words.concat().into(), presets, program };
        let (brought, text) = (OnceLock::new(), OnceLock::new());
        Ok(Self { id: interner::text(id), listing: None, own, brought, text, read, carried: None })
    }

    pub(super) fn files(&self) -> &Files {
        self.brought.get().unwrap_or(&self.own)
    }

    /// Replaces the description.
    pub(super) fn say(&mut self, about: impl FnOnce(&AboutRules) -> AboutRules) {
        if let Some(read) = self.read.get_mut() {
            read.about = interner::one(about(read.about));
        }
    }

    pub(super) fn made(&self) -> &Presentation {
        static NOTHING: LazyLock<Presentation> = LazyLock::new(Presentation::nothing);
        let Some(program) = self.program() else { return &NOTHING };
        self.read.get_or_init(|| {
            let words = &*self.files().words;
            Presentation::of(self.id, program, &["", words]).unwrap_or_else(|_| Presentation::nothing())
        })
    }

    /// The compiled rules, if they are loaded. Rules of the program are compiled on first use.
    pub(super) fn program(&self) -> Option<&Program> {
        let Files { text, program, .. } = self.files();
        if cfg!(feature = "bundled") && program.get().is_none() {
            let _ = program.set(tohit_compile::compile(split(text).0).ok()?);
        }
        program.get()
    }

    /// Name of the game in its rules.
    #[must_use]
    pub fn own_title(&self) -> &str {
        self.program().map_or("", |program| &program.title)
    }

    /// Name in documents.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The game that a pair of a link carries: its links have that pair, too.
    pub(super) fn carried_by(self, pair: &str) -> Self {
        Self { carried: Some(pair.to_owned()), ..self }
    }

    /// The pair of a link that carried the game.
    #[must_use]
    pub fn carried(&self) -> Option<&str> {
        self.carried.as_deref()
    }

    /// Place on the page; none for a custom ruleset.
    #[must_use]
    pub const fn listing(&self) -> Option<&Listing> {
        self.listing.as_ref()
    }

    /// Description: modes, outcomes and sources.
    ///
    /// ```
    /// let about = tohit_resolver::ruleset("powder").unwrap().about();
    /// let modes: Vec<_> = about.modes.iter().map(|mode| mode.id).collect();
    /// assert!(modes.contains(&"melee"));
    /// assert!(about.outcomes.iter().any(|outcome| outcome.id == "hit" && outcome.hits));
    /// ```
    #[must_use]
    pub fn about(&self) -> &'static AboutRules {
        self.made().about
    }

    /// The fields of a scenario in a mode: its sections, such as `attacker`, are sheets.
    ///
    /// ```
    /// let form = tohit_resolver::ruleset("powder").unwrap().form("melee");
    /// let (shape, labels) = form.at("defender.natural_ac").unwrap();
    /// assert!(shape.allowed().contains(" to "));
    /// assert_eq!(labels.len(), 2);
    /// ```
    #[must_use]
    pub fn form(&self, mode: &str) -> &'static SheetSpec {
        self.made().form(mode)
    }

    /// Number of attackers in a complete scenario, each with a body of its own.
    #[must_use]
    pub fn attackers(&self, mode: &str, whole: &Json) -> i64 {
        let many = self.bodies(mode).and_then(|path| whole.at(&path)?.plain().parse::<i64>().ok());
        many.unwrap_or(1).max(1)
    }

    /// Path of the field with the number of attackers in a mode, where each has a body of its own.
    #[must_use]
    pub fn bodies(&self, mode: &str) -> Option<String> {
        let program = self.program()?;
        let modes = program.modes.iter();
        let bodies =
            modes.filter(|known| program.word(known.word) == mode).find_map(|mode| mode.bodies.as_ref())?;
        Some(bodies.iter().map(|word| program.word(*word)).collect::<Vec<_>>().join("."))
    }

    /// True where the defender of a mode is the player, by the label of its sheet: the answers then take the
    /// player's view.
    #[must_use]
    pub fn player_defends(&self, mode: &str) -> bool {
        let is_player = |sheet: &str| {
            let sheet = self.form(mode).field(sheet);
            sheet.is_some_and(|sheet| matches!(sheet.about.label, "Player" | "You"))
        };
        is_player("defender") && !is_player("attacker")
    }

    /// Label of a word of a list.
    #[must_use]
    pub fn called(&self, word: &str) -> String {
        let called = self.made().called.iter().find(|(known, _)| known == word);
        called.map_or_else(|| word.replace('-', " "), |(_, label)| label.clone())
    }

    /// The presets of the ruleset.
    ///
    /// ```
    /// let powder = tohit_resolver::ruleset("powder").unwrap();
    /// assert!(powder.presets().find("defender", "troll").is_some());
    /// ```
    #[must_use]
    pub fn presets(&self) -> &Library {
        &self.files().presets
    }

    /// The text without its words.
    #[must_use]
    pub fn rules(&self) -> &str {
        split(self.source()).0
    }

    /// The compiled rules, or a problem.
    pub(super) fn game(&self) -> Result<&Program, Vec<Problem>> {
        self.program().ok_or_else(|| vec![Problem::at("", format!("the rules of {} are not here", self.id))])
    }

    /// The names of the figures that a mode shows; in a group, dotted.
    pub(crate) fn figures(&self, mode: &str) -> Vec<String> {
        let Ok(game) = self.game() else { return Vec::new() };
        let mode = game.mode(mode).and_then(|mode| game.modes.get(mode));
        mode.into_iter().flat_map(|mode| &mode.shows).map(|show| show.name.join(".")).collect()
    }

    /// The sections of a document, complete; and the problems of each field by itself.
    pub(crate) fn sections(&self, document: &Json) -> (Json, Vec<Problem>) {
        let form = self.form(self.about().mode_of(document));
        let edition = rules_chosen(form, document);
        let mut reader = Reader { library: self.presets(), edition, problems: Vec::new() };
        let sections = Json::Object(reader.scenario(self.about(), self.listing.is_none(), form, document));
        if self.made().targets {
            reader.problems.extend(targeting::problems(&sections));
        }
        for problem in reader.problems.iter_mut().filter(|problem| problem.message.starts_with(NO_FIELD)) {
            let mut modes = self.about().modes.iter().map(|mode| mode.id);
            if let Some(mode) = modes.find(|mode| self.form(mode).at(&problem.path).is_some()) {
                problem.message = format!("{NO_FIELD}{FIELD_OF}{mode}");
            }
        }
        (sections, reader.problems)
    }

    /// Runs a query on the scenario of a document, or on its flight where the mode is targeting.
    pub(super) fn query<T>(
        &self,
        document: &Json,
        flown: impl FnOnce(&Shot) -> Result<T, Vec<Problem>>,
        ask: impl FnOnce(&Query<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        let (sections, problems) = self.sections(document);
        match self.about().mode_of(document) {
            mode if !self.flies(mode) => self.query_sections(mode, &sections, problems, ask),
            _ if problems.is_empty() => flown(&Shot::over(&sections)),
            _ => Err(problems),
        }
    }

    /// True where only the first turn of a fight gives the chance to kill: the rules of the mode show none,
    /// and the defender has hit points.
    pub(crate) fn kills_in_fights_alone(&self, document: &Json) -> bool {
        let Ok(game) = self.game() else { return false };
        let place = game.mode(self.about().mode_of(document)).unwrap_or_default();
        let shows = |mode: &Mode| {
            mode.show_ends.iter().any(|end| matches!(end, ShowEnd::KillThisStrike | ShowEnd::KillThisTurn))
        };
        game.modes.get(place).is_some_and(|mode| !shows(mode))
            && self
                .query(document, |_| Ok(false), |query| Ok(query.scenario.has_hit_points()))
                .unwrap_or(false)
    }

    /// True for the mode of the targeting tool.
    fn flies(&self, mode: &str) -> bool {
        self.made().targets && mode == targeting::NAME
    }

    /// Runs a query on a document's sections, given their known problems.
    fn query_sections<T>(
        &self,
        mode: &str,
        sections: &Json,
        problems: Vec<Problem>,
        ask: impl FnOnce(&Query<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        let (mut ask, mut result) = (Some(ask), Err(Vec::new()));
        // The common part is compiled once for all types that queries return.
        self.ready(mode, sections, problems, &mut |query| {
            if let Some(ask) = ask.take() {
                result = ask(query);
            }
        })?;
        result
    }

    fn ready(
        &self,
        mode: &str,
        sections: &Json,
        mut problems: Vec<Problem>,
        ask: &mut dyn FnMut(&Query<'_, '_>),
    ) -> Result<(), Vec<Problem>> {
        let game = self.game()?;
        let place = game.mode(mode).unwrap_or_default();
        let Some(mode) = game.modes.get(place) else { return Err(problems) };
        let sheets = values::sheets(game, mode, sections);
        let Some(scenario) = game.scenario(place, sheets) else { return Err(problems) };
        problems.extend(scenario.refused().into_iter().map(|(path, message)| {
            let given = sections.at(&path).map_or_else(|| "this".to_owned(), short);
            Problem::at(path, format!("{given} is not allowed; {message}"))
        }));
        let is_right = problems.is_empty();
        if is_right {
            ask(&Query {
                id: self.id,
                text: self.rules(),
                presentation: self.made(),
                game,
                place,
                mode,
                scenario: &scenario,
                sections,
            });
        }
        if is_right { Ok(()) } else { Err(problems) }
    }
}

/// A value in a message.
fn short(value: &Json) -> String {
    match value {
        Json::Null => "its default".to_owned(),
        Json::List(items) if items.is_empty() => "an empty list".to_owned(),
        other => shown(other),
    }
}

impl Ruleset {
    /// The whole scenario in its mode with every default and preset filled in, and the problems of the
    /// document. A wrong field has its default.
    ///
    /// ```
    /// use tohit_resolver::from_link;
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8&defender.wings=2").unwrap();
    /// let (complete, problems) = powder.complete(&scenario);
    /// assert_eq!(complete.at("attacker.charging"), Some(&false.into()));
    /// assert_eq!(problems[0].path, "defender.wings");
    /// ```
    #[must_use]
    pub fn complete(&self, document: &Json) -> (Json, Vec<Problem>) {
        let mode = self.about().mode_of(document);
        let (mut whole, mut problems) = self.sections(document);
        if !self.flies(mode) {
            problems = self.query_sections(mode, &whole, problems, |_| Ok(())).err().unwrap_or_default();
        }
        if let Json::Object(sections) = &mut whole {
            sections.insert(0, ("mode".to_owned(), mode.into()));
        }
        (whole, problems)
    }

    /// The answer, in floats or in exact fractions.
    ///
    /// # Errors
    /// All problems of the document, or fractions past the stated size.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// assert_eq!(powder.resolve::<Fraction>(&scenario).unwrap().hit, Some(Fraction::new(19, 40)));
    /// let hit = powder.resolve::<f64>(&scenario).unwrap().hit.unwrap();
    /// assert!((hit - 0.475).abs() < 1e-12);
    /// ```
    pub fn resolve<P: Probability>(&self, document: &Json) -> Result<Answer<P>, Vec<Problem>> {
        self.query(document, |flown| Ok(flown.answer(self.id)), |query| query.answer())
    }

    /// Explanation of the endings of a strike, in floats or in exact fractions.
    ///
    /// # Errors
    /// As for [`resolve`](Self::resolve).
    ///
    /// ```
    /// use tohit_resolver::{Fraction, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let explanation = powder.explain::<Fraction>(&scenario).unwrap();
    /// let hit = explanation.outcomes.iter().find(|outcome| outcome.outcome == "hit").unwrap();
    /// assert_eq!(hit.chains.iter().map(|chain| &chain.chance).sum::<Fraction>(), hit.chance);
    /// ```
    pub fn explain<P: Probability>(&self, document: &Json) -> Result<Explanation<P>, Vec<Problem>> {
        self.query(document, |_| Ok(Shot::explanation(self.id)), |query| query.why())
    }

    /// A rolled or scripted strike, turn or fight.
    ///
    /// # Errors
    /// All problems of the document, or of the script.
    ///
    /// ```
    /// use tohit_resolver::{Dice, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let rolled = powder.roll(&scenario, Dice { seed: 7, ..Dice::default() }).unwrap();
    /// // The same seed gives the same dice.
    /// assert_eq!(powder.roll(&scenario, Dice { seed: 7, ..Dice::default() }).unwrap(), rolled);
    /// assert!(rolled.log.to_string().contains("hit roll (1d20)"));
    /// ```
    pub fn roll(&self, document: &Json, dice: Dice) -> Result<Rolled, Vec<Problem>> {
        self.query(document, |flown| Ok(flown.rolled()), |query| query.roll(&dice))
    }

    /// Many rolled strikes, turns or fights, without their logs.
    ///
    /// # Errors
    /// All problems of the document.
    ///
    /// ```
    /// use tohit_resolver::{Extent, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let throws = powder.tally(&scenario, 7, 1_000, Extent::Strike).unwrap();
    /// let hits = throws.iter().filter(|throw| throw.damage > 0).count();
    /// assert!((400..500).contains(&hits));
    /// ```
    pub fn tally(
        &self,
        document: &Json,
        seed: u64,
        throws: u32,
        extent: Extent,
    ) -> Result<Vec<Rolled>, Vec<Problem>> {
        let flown = |flown: &Shot| Ok((0..throws).map(|_| flown.rolled()).collect());
        self.query(document, flown, |query| query.tally(seed, throws, extent))
    }
}
