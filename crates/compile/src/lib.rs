//! Compiler from the syntax tree to the program: names, words, fields and figures are resolved in every row
//! of every mode.
//!
//! Each mode is checked by itself. An error ends the check of its own row only.
//!
//! ```
//! let text = "rules 1 \"Arena\"
//! endings
//!   miss: miss
//!   hit: hit
//! strike
//!   end miss if d20 + 5 < 12
//!   end hit lose d8
//! ";
//! let program = tohit_compile::compile(text).unwrap();
//! assert_eq!((program.title.as_str(), program.modes.len()), ("Arena", 1));
//! let problems = tohit_compile::compile(&text.replace("miss if", "mis if")).unwrap_err();
//! assert!(problems[0].to_string().contains("did you mean"));
//! ```

mod assignments;
mod columns;
mod countdown;
mod examples;
mod expressions;
mod figures;
mod mode;
mod monotone;
mod names;
mod pools;
pub mod program;
mod shapes;
mod strikes;
mod tables;
mod typeck;
mod words;

use crate::program::{Class, Ending, Example, Id, Mode, Node, Program, Word};
use mode::Checker;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tohit_syntax::LocatedDiagnostic;
use tohit_syntax::ast::{Module, Name, Span, Spanned, Statement, StatementKind};
use tohit_syntax::diagnostics::{Diagnostic, Keep, either, located, suggestion};
use tohit_syntax::{Tree, tree};
use words::WordInterner;

/// Compiles a rule text.
///
/// # Errors
/// Diagnostics of the text, in its order, at most one for each line.
pub fn compile(text: &str) -> Result<Program, Vec<LocatedDiagnostic>> {
    let Tree { text: written, mut diagnostics, unread } = tree(text);
    match rules(text, &written, &unread, &mut diagnostics) {
        Some(rules) if diagnostics.is_empty() => Ok(rules),
        _ => {
            diagnostics.retain(|diagnostic| !diagnostic.message.is_empty());
            if diagnostics.is_empty() {
                diagnostics.push(Diagnostic::new(Span::default(), "this text cannot be read"));
            }
            Err(located(text, diagnostics))
        }
    }
}

fn rules(
    source: &str,
    text: &Module,
    unread: &FxHashSet<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Program> {
    let mut words = WordInterner::default();
    // The first word is [`Word::NUMBER`].
    words.of("number");
    let strike = [Spanned { it: "strike".to_owned(), span: Span::default() }];
    let modes: &[Name] = if text.modes.is_empty() { &strike } else { &text.modes };
    let endings = endings(text, &mut words, diagnostics);
    let known: Vec<Word> = endings.iter().map(|ending| ending.word).collect();
    let parted = tables::parted(&text.statements);
    let mut done = Vec::new();
    let mut examples: Vec<Example> = Vec::new();
    let mut modes_of: FxHashMap<(u32, String), Vec<usize>> = FxHashMap::default();
    for (place, name) in modes.iter().enumerate() {
        let holds = |statement: &&Statement| {
            statement.modes.is_empty() || statement.modes.iter().any(|mode| mode.it == name.it)
        };
        let statements: Vec<&Statement> = text.statements.iter().filter(holds).collect();
        let word = words.of(&name.it);
        let mut checker = Checker::new(&mut words, word, modes, unread, &parted);
        checker.known.extend(&known);
        let mode = checker.mode(&statements, &known, source);
        examples.extend(checker.examples(text, place, name, &known));
        for diagnostic in checker.diagnostics {
            let modes = modes_of.entry((diagnostic.span.start, diagnostic.message.clone())).or_default();
            if modes.is_empty() {
                diagnostics.push(diagnostic);
            }
            modes.push(place);
        }
        done.extend(mode);
    }
    examples_of_no_mode(text, modes, diagnostics);
    // A diagnostic of some modes alone names the first of them.
    for diagnostic in diagnostics.iter_mut() {
        let in_modes = modes_of.get(&(diagnostic.span.start, diagnostic.message.clone()));
        let above =
            text.statements.partition_point(|statement| statement.span.start <= diagnostic.span.start);
        let own = above
            .checked_sub(1)
            .and_then(|place| text.statements.get(place))
            .map_or(0, |own| own.modes.len());
        if let Some(in_modes) = in_modes
            && in_modes.len() < if own == 0 { modes.len() } else { own }
            && !diagnostic.message.is_empty()
            && let Some(mode) = in_modes.first().and_then(|place| modes.get(*place))
        {
            diagnostic.message = format!("in {}: {}", mode.it, diagnostic.message);
        }
    }
    (done.len() == modes.len()).then(|| Program {
        title: text.title.clone(),
        document: text.document.clone(),
        checksum: program::bytes::checksum(source.as_bytes()),
        lines: source.split('\n').map(|line| u32::try_from(line.len() + 1).unwrap_or(u32::MAX)).collect(),
        words: words.done(),
        modes: done,
        endings,
        examples,
    })
}

/// Endings of a strike, in the order of their declaration.
fn endings(text: &Module, words: &mut WordInterner, diagnostics: &mut Vec<Diagnostic>) -> Vec<Ending> {
    let mut endings: Vec<Ending> = Vec::new();
    let lines = text.statements.iter().filter_map(|statement| match &statement.says {
        StatementKind::Endings(lines) => Some(lines),
        _ => None,
    });
    for (class, names) in lines.flatten() {
        let (given, span) = (class.it.as_str(), class.span);
        let class = Class::WORDS.iter().find(|(word, _)| *word == given).map_or_else(
            || {
                let known = Class::WORDS.map(|(word, _)| word);
                let (all, hint) = (either(&known), suggestion(given, &known));
                diagnostics.push(Diagnostic::new(span, format!("endings are {all}, not \"{given}\"{hint}")));
                Class::Hit
            },
            |(_, class)| *class,
        );
        for name in names {
            let word = words.of(&name.it);
            match endings.iter().find(|ending| ending.word == word) {
                Some(before) if before.class == class => {}
                Some(_) => {
                    diagnostics.push(Diagnostic::new(
                        name.span,
                        format!("\"{}\" is an ending of another sort already", name.it),
                    ));
                }
                None => endings.push(Ending { word, class }),
            }
        }
    }
    endings
}

/// Reports examples of unknown modes.
fn examples_of_no_mode(text: &Module, modes: &[Name], diagnostics: &mut Vec<Diagnostic>) {
    for statement in &text.statements {
        if let StatementKind::Example(example) = &statement.says
            && let Some(mode) = &example.mode
            && !modes.iter().any(|known| known.it == mode.it)
        {
            let hint = suggestion(&mode.it, &modes.iter().map(|mode| mode.it.as_str()).collect::<Vec<_>>());
            diagnostics.push(Diagnostic::new(mode.span, format!("there is no mode \"{}\"{hint}", mode.it)));
        }
    }
}

impl<'a> Checker<'a> {
    fn mode(&mut self, statements: &[&'a Statement], endings: &[Word], text: &str) -> Option<Mode> {
        self.declare(statements);
        let modes: Vec<Word> = self.modes.iter().map(|mode| self.words.of(&mode.it)).collect();
        self.known.extend(modes);
        for statement in statements {
            if let StatementKind::Table(_, _, rows) = &statement.says {
                self.keys_are_words(rows);
            }
        }
        let carries = self.name_strike(statements);
        self.read_figures();
        let played = self.play(statements, carries, endings);
        if played.is_none() {
            let strange = core::mem::take(&mut self.strange);
            self.diagnostics.extend(strange.into_iter().map(|(_, diagnostic)| diagnostic));
        }
        if let Some(played) = &played {
            let (diagnostics, ranks) = typeck::types(self, played, endings, text);
            self.diagnostics.extend(diagnostics);
            self.rank(&ranks);
        }
        if !self.diagnostics.is_empty() {
            return None;
        }
        Some(Mode {
            nodes: core::mem::take(&mut self.nodes),
            figures: core::mem::take(&mut self.figures),
            tables: core::mem::take(&mut self.tables),
            names: core::mem::take(&mut self.slots),
            ..played?
        })
    }

    /// Sets the lists of compared words that type checking found. Comparisons without a list compare the
    /// values themselves.
    fn rank(&mut self, lists: &typeck::Ranks) {
        let mut plain: Vec<(Id, Id)> = Vec::new();
        for (place, expr) in self.nodes.0.iter_mut().enumerate() {
            let id = Id(u32::try_from(place).unwrap_or(u32::MAX));
            match &mut expr.node {
                Node::Rank(of, list) => match lists.get(&id) {
                    Some(found) => *list = Arc::clone(found),
                    None => plain.push((id, *of)),
                },
                Node::Binary(_, a, b) => {
                    for part in [a, b] {
                        let found = plain.binary_search_by_key(part, |(id, _)| *id);
                        if let Some((_, of)) = found.ok().and_then(|place| plain.get(place)) {
                            *part = *of;
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Examples of this mode. An example without a mode belongs to the first mode of its statement.
    fn examples(&mut self, text: &'a Module, place: usize, name: &Name, endings: &[Word]) -> Vec<Example> {
        let mut examples = Vec::new();
        for statement in &text.statements {
            let StatementKind::Example(example) = &statement.says else { continue };
            let own = match (&example.mode, statement.modes.first()) {
                (Some(mode), _) => mode.it == name.it,
                (None, Some(mode)) => mode.it == name.it,
                (None, None) => place == 0,
            };
            if own {
                examples.extend(
                    self.example(example, place, statement.span, endings).keep(&mut self.diagnostics),
                );
            }
        }
        examples
    }
}
