//! Checks of words against their lists.

use super::TypeChecker;
use super::kind::{Domain, ValueKind};
use crate::program::{Id, Node, Word};
use std::sync::Arc;
use tohit_syntax::ast::Span;
use tohit_syntax::diagnostics::{Read, either, suggestion, wrong};

impl TypeChecker<'_, '_> {
    /// True where a value can be this word. A domain of single words includes all words of their lists.
    fn can_be(&self, domain: &Domain, word: Word) -> bool {
        domain.words.contains(&word)
            || !domain.list
                && self
                    .checker
                    .all_lists
                    .iter()
                    .any(|list| list.contains(&word) && domain.words.iter().any(|own| list.contains(own)))
    }

    /// Refuses a word that a value never is.
    pub(super) fn must_be(&self, what: &str, domain: &Domain, word: Word, span: Span) -> Read<()> {
        if self.can_be(domain, word) {
            return Ok(());
        }
        let written = self.text_of(word);
        let known = self.checker.words.texts(&domain.words);
        let hint = suggestion(written, &known);
        wrong(span, format!("{what} is {}, not \"{written}\"{hint}", either(&known)))
    }

    /// Refuses a comparison of domains without a common word.
    pub(super) fn compare(&self, a: Id, b: Id, first: &Domain, second: &Domain) -> Read<()> {
        if let Node::Word(word) = self.node(b) {
            return self.must_be(&self.said(a), first, *word, self.span(b));
        }
        if let Node::Word(word) = self.node(a) {
            return self.must_be(&self.said(b), second, *word, self.span(a));
        }
        if second.words.iter().any(|word| self.can_be(first, *word)) {
            return Ok(());
        }
        let words = |domain: &Domain| either(&self.checker.words.texts(&domain.words));
        let message = format!(
            "{} is {}, and {} is {}: never the same",
            self.said(a),
            words(first),
            self.said(b),
            words(second)
        );
        self.wrong(a, message)
    }

    /// List that orders two words.
    pub(super) fn order(&self, a: Id, b: Id, first: &Domain, second: &Domain) -> Read<Arc<[Word]>> {
        let holds = |list: &&Arc<[Word]>| {
            first.words.iter().all(|word| list.contains(word))
                && second.words.iter().all(|word| list.contains(word))
        };
        let own = [first, second].into_iter().filter(|domain| domain.list).map(|domain| &domain.words);
        match own.chain(&self.checker.all_lists).find(holds) {
            Some(list) => Ok(Arc::clone(list)),
            None => {
                let message = format!(
                    "{} and {} are no words of one list, so they have no order",
                    self.said(a),
                    self.said(b)
                );
                self.wrong(a, message)
            }
        }
    }

    /// Kind of a literal word.
    pub(super) fn word(word: Word) -> ValueKind {
        ValueKind::Word(Domain { words: [word].into(), list: false })
    }

    /// Union of the lists that have one of these words: the domain of a carried word.
    pub(super) fn widened(&self, domain: Domain) -> Domain {
        if domain.list {
            return domain;
        }
        let lists =
            self.checker.all_lists.iter().filter(|list| domain.words.iter().any(|own| list.contains(own)));
        let mut words = domain.words.to_vec();
        for word in lists.flat_map(|list| list.iter()) {
            if !words.contains(word) {
                words.push(*word);
            }
        }
        Domain { words: words.into(), list: false }
    }
}
