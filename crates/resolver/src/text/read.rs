//! A text read together with its words.

use super::about::{self, about};
use super::form::{Forms, ResolvedRemark};
use super::interner;
use super::story;
use super::words::{GameWords, RuleSentence, StoryTemplate};
use super::{RulesetFile, TextProblem};
use crate::about::AboutRules;
use crate::sheet::SheetSpec;
use crate::targeting;
use tohit_compile::program::Program;

/// A parsed text with its words.
#[derive(Debug)]
pub(super) struct Presentation {
    pub(super) about: &'static AboutRules,
    /// The form of each mode, in their order.
    pub(super) forms: Vec<&'static SheetSpec>,
    /// Remarks on the answers of each mode.
    pub(super) remarks: Vec<Vec<ResolvedRemark>>,
    /// The sentences of a throw.
    pub(super) stories: Vec<StoryTemplate>,
    /// Sentences about lines and endings.
    pub(super) said: Vec<RuleSentence>,
    /// Labels of words of lists, without those of single fields.
    pub(super) called: Vec<(String, String)>,
    /// True where targeting is offered beside the text's own modes.
    pub(super) targets: bool,
}

impl Presentation {
    /// Compiles a text, unless it is compiled already, and reads its words; each file of words overrides
    /// those before: translations.
    pub(super) fn of_text(
        id: &str,
        text: &str,
        words: &[&str],
        compiled: Option<Program>,
    ) -> Result<(Program, Self), Vec<TextProblem>> {
        let (rules, own) = split(text);
        // Blank lines in place of the rules keep the line numbers of the words.
        let own = "\n".repeat(rules.matches('\n').count()) + own;
        let files: Vec<&str> = [own.as_str()].into_iter().chain(words.iter().copied()).collect();
        let compiled = compiled.filter(|program| program.is_compiled_from(rules));
        let program = match compiled.map_or_else(|| tohit_compile::compile(rules), Ok) {
            Ok(program) => program,
            Err(problems) => {
                let all = problems
                    .into_iter()
                    .map(|problem| TextProblem::rules(text, problem.span, problem.message));
                return Err(in_order(all.chain(said(&files).1).collect()));
            }
        };
        let read = Self::of(id, &program, &files)?;
        Ok((program, read))
    }

    /// Reads the words of a compiled text: those at its end, and those of files.
    pub(super) fn of(id: &str, read: &Program, words: &[&str]) -> Result<Self, Vec<TextProblem>> {
        let (mut said, mut wrong) = said(words);
        about::check(read, &said, &mut wrong);
        story::check(read, &said, &mut wrong);
        let mut forms = Forms::new(read, &said, &mut wrong);
        let made = read.modes.iter().map(|mode| forms.form(mode)).collect();
        let remarks = read.modes.iter().map(|mode| forms.remarks(mode)).collect();
        forms.finish();
        if !wrong.is_empty() {
            if words.len() < 2 {
                // Without a file of words, their problems are in the text.
                for one in &mut wrong {
                    one.file = RulesetFile::Rules;
                }
            }
            return Err(in_order(wrong));
        }
        let about = about(id, read, &said);
        let targets = said.targets;
        let (about, forms) = if targets { targeting::beside(about, made) } else { (about, made) };
        let called = said.words.iter().filter(|(path, ..)| !path.contains('.'));
        let called = called.map(|(word, label, _)| (word.clone(), label.clone())).collect();
        let label =
            |(name, label, line)| RuleSentence { name, line, label: Some(label), ..RuleSentence::default() };
        said.whys.extend(said.labels.into_iter().map(label));
        let stories = said.stories;
        Ok(Self { about: interner::one(about), forms, remarks, stories, said: said.whys, called, targets })
    }

    /// The form of a mode; of an unknown one the first.
    pub(super) fn form(&self, mode: &str) -> &'static SheetSpec {
        let Self { about, forms, .. } = self;
        let modes = about.modes.iter().zip(forms);
        let named = modes.clone().find(|(known, _)| known.id == mode);
        named.or(modes.clone().next()).map_or(&SheetSpec { presets: None, fields: &[] }, |(_, form)| form)
    }

    /// Substitute for a text that is not loaded or not readable; a test proves that the program's own texts
    /// are readable.
    pub(super) fn nothing() -> Self {
        Self {
            about: interner::one(AboutRules::default()),
            forms: Vec::new(),
            remarks: Vec::new(),
            stories: Vec::new(),
            said: Vec::new(),
            called: Vec::new(),
            targets: false,
        }
    }
}

/// The words of files, the first of them at the end of the text, and their problems.
fn said(words: &[&str]) -> (GameWords, Vec<TextProblem>) {
    let (said, mut problems) = GameWords::read(words);
    problems.first_mut().into_iter().flatten().for_each(|one| one.file = RulesetFile::Rules);
    (said, problems.concat())
}

/// Problems in the order of the files, the first of each line: further ones often follow from it.
fn in_order(wrong: Vec<TextProblem>) -> Vec<TextProblem> {
    let place = |one: &TextProblem| (one.file != RulesetFile::Rules, one.line);
    let mut all: Vec<TextProblem> = Vec::new();
    for one in wrong {
        if let Err(free) = all.binary_search_by_key(&place(&one), place) {
            all.insert(free, one);
        }
    }
    all
}

/// The rules of a text and its own words, which begin with `words "Name"`.
pub(super) fn split(text: &str) -> (&str, &str) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if tohit_syntax::begins_words(line) {
            return text.split_at(at);
        }
        at += line.len();
    }
    (text, "")
}
