//! Type checker, with nullability. Figures are checked once for each list of argument types.

mod calls;
mod fields;
mod kind;
mod lines;
mod nullability;
mod values;
mod words;

pub(super) use lines::{Ranks, types};

use super::mode::Checker;
use crate::program::{Id, Local, Node, VarId, Word};
use kind::{Type, ValueKind};
use nullability::{AccessPath, AccessPathId, KnownFacts};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tohit_syntax::ast::Span;
use tohit_syntax::diagnostics::{Diagnostic, Read, wrong};

/// The type checker of one mode.
pub(super) struct TypeChecker<'c, 'a> {
    checker: &'c Checker<'a>,
    text: &'c str,
    diagnostics: Vec<Diagnostic>,
    locals: FxHashMap<Local, Type>,
    slots: FxHashMap<VarId, Type>,
    /// The values of the strike's lines.
    lines: Vec<(VarId, Id)>,
    /// Facts if the value so far of a column is yes, and if it is no.
    its: FxHashMap<Local, (KnownFacts, KnownFacts)>,
    paths: Vec<AccessPath>,
    path_ids: FxHashMap<AccessPath, AccessPathId>,
    /// Memoised access path of each expression.
    leads: Vec<Option<AccessPathId>>,
    /// Memoised facts of each expression: where it is no, and where it is yes.
    truths: Vec<Option<KnownFacts>>,
    /// Requirements of the current line, or of the current figure.
    needs: Vec<Requirement>,
    /// Checked instances of figures.
    called: FxHashMap<u16, Vec<Arc<FigureInstance>>>,
    /// Stack of the figures that are being checked, with the places of their calls.
    calling: Vec<(u16, Span)>,
    /// Lists by which words are compared.
    ranks: FxHashMap<Id, Arc<[Word]>>,
    /// Variables of hit points that are left, `left` and `own`, and access paths of the fields.
    hit_points: Vec<(VarId, AccessPathId)>,
}

/// Requirement that a value is present.
#[derive(Clone, Debug, PartialEq)]
struct Requirement {
    what: AccessPathId,
    /// Place of the read.
    span: Span,
    /// Figure with the read, if any.
    within: Option<u16>,
}

/// Instance of a figure: checked for one list of argument types.
struct FigureInstance {
    takes: Vec<Type>,
    gives: Type,
    needs: Vec<Requirement>,
}

impl<'c, 'a> TypeChecker<'c, 'a> {
    fn new(checker: &'c Checker<'a>, text: &'c str) -> Self {
        Self {
            checker,
            text,
            diagnostics: Vec::new(),
            locals: FxHashMap::default(),
            slots: FxHashMap::default(),
            lines: Vec::new(),
            its: FxHashMap::default(),
            paths: Vec::new(),
            path_ids: FxHashMap::default(),
            leads: vec![None; checker.nodes.0.len()],
            truths: vec![None; 2 * checker.nodes.0.len()],
            needs: Vec::new(),
            called: FxHashMap::default(),
            calling: Vec::new(),
            ranks: FxHashMap::default(),
            hit_points: Vec::new(),
        }
    }

    /// Records a diagnostic, with the call that led to it.
    fn tell(&mut self, mut diagnostic: Diagnostic) {
        if let Some((place, span)) = self.calling.last()
            && let Some(figure) = self.checker.figures.get(usize::from(*place))
            && !figure.takes.is_empty()
            && !diagnostic.message.is_empty()
        {
            let line = self.line(*span);
            diagnostic.message.push_str(&format!(" (while reading {}, called in line {line})", figure.name));
        }
        self.diagnostics.push(diagnostic);
    }

    /// Error at an expression.
    fn wrong<T>(&self, id: Id, message: impl Into<String>) -> Read<T> {
        wrong(self.span(id), message)
    }

    /// Error of an expression of the wrong kind.
    fn unfit<T>(&self, id: Id, kind: &ValueKind, why: &str) -> Read<T> {
        self.wrong(id, format!("\"{}\" is {}{why}", self.said(id), kind.called()))
    }

    fn line(&self, span: Span) -> usize {
        self.text.get(..span.start as usize).map_or(1, |before| before.matches('\n').count() + 1)
    }

    /// Source text of a span, shortened.
    fn written(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let plain: Vec<&str> = text.split_whitespace().collect();
        let plain = plain.join(" ");
        if plain.chars().count() > 40 {
            format!("{} ...", plain.chars().take(36).collect::<String>())
        } else {
            plain
        }
    }

    fn said(&self, id: Id) -> String {
        self.written(self.checker.nodes.span(id))
    }

    fn node(&self, id: Id) -> &'c Node {
        let checker = self.checker;
        checker.nodes.node(id)
    }

    fn span(&self, id: Id) -> Span {
        self.checker.nodes.span(id)
    }

    fn text_of(&self, word: Word) -> &'c str {
        let checker = self.checker;
        checker.words.text(word)
    }

    /// True where the facts establish that a value is present.
    fn sure(&self, facts: &KnownFacts, what: AccessPathId) -> bool {
        let Some(facts) = facts else { return true };
        if facts.binary_search(&what).is_ok() {
            return true;
        }
        // `left` and `own` are present if the hit points are.
        let Some(AccessPath::Name(slot)) = self.paths.get(what as usize) else { return false };
        let points = self.hit_points.iter().find(|(known, _)| known == slot);
        points.is_some_and(|(_, points)| facts.binary_search(points).is_ok())
    }
}
