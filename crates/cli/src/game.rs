//! A game of one's own: a rule text, with its words and presets beside it.

use crate::args::Args;
use crate::failure::Failure;
use crate::input::Input;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tohit_resolver::text::{File, Wrong};
use tohit_resolver::{Library, Problem, Ruleset};

/// The files of a game.
pub(crate) struct Game {
    /// Its name in scenarios: that of the file.
    id: String,
    rules: Page,
    words: Option<Page>,
    presets: Option<Page>,
}

/// A file that was read.
pub(crate) struct Page {
    /// As it was named on the command line.
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Game {
    /// Reads the files; standard input where the name is `-`, which has nothing beside it.
    pub(crate) fn open(args: &Args, name: &OsStr) -> Result<Self, Failure> {
        let rules = Page::read(Input::text(args, name)?)?;
        if name == "-" {
            return Ok(Self { id: "text".to_owned(), rules, words: None, presets: None });
        }
        let path = Path::new(name);
        let id = path.file_stem().unwrap_or(name).to_string_lossy().into_owned();
        let beside = |ending: &str| -> Result<Option<Page>, Failure> {
            let path: PathBuf = path.with_extension(ending);
            if path.exists() { Page::read(Input::text(args, path.as_os_str())?).map(Some) } else { Ok(None) }
        };
        Ok(Self { id, rules, words: beside("words")?, presets: beside("presets")? })
    }

    /// The game as a ruleset, or everything that is wrong with its text.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Vec<Wrong>> {
        let words: Vec<&str> = self.words.iter().map(|page| page.text.as_str()).collect();
        let presets = self.presets.as_ref().map_or("", |page| page.text.as_str());
        Ruleset::read(&self.id, &self.rules.text, &words, Library::fetched(presets))
    }

    /// The file of the rules.
    pub(crate) fn name(&self) -> &str {
        &self.rules.name
    }

    /// One of its files; what is not there is told of with the rules.
    pub(crate) fn page(&self, file: File) -> &Page {
        let beside = match file {
            File::Rules => None,
            File::Words => self.words.as_ref(),
            File::Presets => self.presets.as_ref(),
        };
        beside.unwrap_or(&self.rules)
    }
}

impl Page {
    fn read((name, text): (String, Result<String, String>)) -> Result<Self, Failure> {
        match text {
            Ok(text) => Ok(Self { name, text }),
            Err(message) => Err(refused(vec![format!("{name} is {message}")])),
        }
    }
}

/// The ruleset of a rule text. It is wanted as long as the program runs.
pub(crate) fn ruleset(args: &Args, file: &str) -> Result<&'static Ruleset, Failure> {
    let game = Game::open(args, OsStr::new(file))?;
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
