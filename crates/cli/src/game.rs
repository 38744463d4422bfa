//! A custom game: a rule text, with its words and presets beside it.

use crate::failure::Failure;
use crate::input::Input;
use std::io::{self, Read};
use std::path::Path;
use tohit_resolver::text::{Bundle, RulesetFile, TextProblem};
use tohit_resolver::{Library, Problem, Ruleset};

/// The files of a game.
pub(crate) struct GameFiles {
    /// Name in scenarios: that of the file.
    id: String,
    rules: Page,
    words: Option<Page>,
    presets: Option<Page>,
}

/// A file that is read.
pub(crate) struct Page {
    /// Name on the command line.
    pub(crate) name: String,
    pub(crate) text: String,
}

impl GameFiles {
    /// Reads the files; standard input where the name is `-`, which has no words or presets files.
    pub(crate) fn open(name: &Path, from: &mut dyn Read) -> Result<Self, Failure> {
        let mut rules = Page::read(name, from)?;
        // A file may contain all three parts.
        let Bundle { rules: text, words, presets } = Bundle::parse(&rules.text);
        let part = |text: String, part: &str| {
            let name = format!("{} ({part})", rules.name);
            (!text.is_empty()).then_some(Page { name, text })
        };
        let (words, presets) = (part(words, "words"), part(presets, "presets"));
        rules.text = text;
        if name == Path::new("-") {
            return Ok(Self { id: "text".to_owned(), rules, words, presets });
        }
        let id = name.file_stem().unwrap_or(name.as_os_str()).to_string_lossy().into_owned();
        let beside = |ending: &str| {
            let page = Some(name.with_extension(ending)).filter(|page| page.exists());
            page.map(|page| Page::read(&page, &mut io::empty())).transpose()
        };
        let words = words.map_or_else(|| beside("words"), |words| Ok(Some(words)))?;
        let presets = presets.map_or_else(|| beside("presets"), |presets| Ok(Some(presets)))?;
        Ok(Self { id, rules, words, presets })
    }

    /// The game as a ruleset, or all problems of its text.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Vec<TextProblem>> {
        let words: Vec<&str> = self.words.iter().map(|page| page.text.as_str()).collect();
        let presets = self.presets.as_ref().map_or("", |page| page.text.as_str());
        Ruleset::read(&self.id, &self.rules.text, &words, Library::fetched(presets))
    }

    /// The file of the rules.
    pub(crate) fn name(&self) -> &str {
        &self.rules.name
    }

    /// The three parts in one text.
    pub(crate) fn bundle(&self) -> Bundle {
        let text = |page: &Option<Page>| page.as_ref().map_or_else(String::new, |page| page.text.clone());
        Bundle { rules: self.rules.text.clone(), words: text(&self.words), presets: text(&self.presets) }
    }

    /// A file of the game; of a missing one, the rules.
    pub(crate) fn page(&self, file: RulesetFile) -> &Page {
        let beside = match file {
            RulesetFile::Rules => None,
            RulesetFile::Words => self.words.as_ref(),
            RulesetFile::Presets => self.presets.as_ref(),
        };
        beside.unwrap_or(&self.rules)
    }
}

impl Page {
    fn read(name: &Path, from: &mut dyn Read) -> Result<Self, Failure> {
        let (name, text) = Input::open(Some(name), from)?.text()?;
        match text {
            Ok(text) => Ok(Self { name, text }),
            Err(message) => Err(refused(vec![format!("{name} is {message}")])),
        }
    }
}

/// The ruleset of a rule text, kept for the program's lifetime.
pub(crate) fn ruleset(file: &Path) -> Result<&'static Ruleset, Failure> {
    let game = GameFiles::open(file, &mut io::empty())?;
    match game.ruleset() {
        Ok(ruleset) => Ok(Box::leak(Box::new(ruleset))),
        Err(wrong) => Err(refused(
            wrong
                .iter()
                .map(|one| {
                    let name = &game.page(one.file).name;
                    format!("line {}, column {} of {name}: {}", one.line, one.column, one.message)
                })
                .collect(),
        )),
    }
}

fn refused(messages: Vec<String>) -> Failure {
    let problem = |message| Problem { path: "rules".to_owned(), message };
    Failure::Document(messages.into_iter().map(problem).collect())
}
