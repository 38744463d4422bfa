//! Flow-sensitive nullability: facts that conditions establish about absent values and words.

use super::TypeChecker;
use super::kind::Domain;
use crate::program::{Binary, Id, Local, Node, Row, Unary, VarId, Word};
use std::sync::Arc;

/// Access path of a value, or a fact about one. Equal paths share one [`AccessPathId`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum AccessPath {
    Sheet(u8),
    Name(VarId),
    Local(Local),
    Word(Word),
    Dot(AccessPathId, Word),
    Figure(u16, Vec<AccessPathId>),
    Table(u16, AccessPathId, Option<AccessPathId>),
    /// Every other expression is equal to itself only.
    Other(Id),
    /// The fact that a word is one of these (true), or none of them (false).
    Among(AccessPathId, Box<[Word]>, bool),
}

/// Number of an interned [`AccessPath`].
pub(super) type AccessPathId = u32;

/// Facts that hold: paths that are present, ascending, and facts about words. None where the code is
/// unreachable.
pub(super) type KnownFacts = Option<Arc<[AccessPathId]>>;

/// No facts.
pub(super) fn nothing() -> KnownFacts {
    Some(Arc::default())
}

/// Conjunction: the union of the facts.
pub(super) fn unite(a: &KnownFacts, b: &KnownFacts) -> KnownFacts {
    let (Some(a), Some(b)) = (a, b) else { return None };
    if a.is_empty() || b.is_empty() {
        return Some(Arc::clone(if a.is_empty() { b } else { a }));
    }
    let mut all = a.to_vec();
    b.iter().for_each(|path_id| add(&mut all, *path_id));
    Some(all.into())
}

fn add(all: &mut Vec<AccessPathId>, path_id: AccessPathId) {
    if let Err(place) = all.binary_search(&path_id) {
        all.insert(place, path_id);
    }
}

/// Disjunction: the intersection of the facts.
pub(super) fn meet(a: &KnownFacts, b: &KnownFacts) -> KnownFacts {
    match (a, b) {
        (None, other) | (other, None) => other.clone(),
        (Some(a), Some(b)) => {
            Some(a.iter().filter(|path_id| b.binary_search(path_id).is_ok()).copied().collect())
        }
    }
}

impl TypeChecker<'_, '_> {
    pub(super) fn path_id(&mut self, path: AccessPath) -> AccessPathId {
        if let Some(known) = self.path_ids.get(&path) {
            return *known;
        }
        let new = u32::try_from(self.paths.len()).unwrap_or(u32::MAX);
        self.paths.push(path.clone());
        self.path_ids.insert(path, new);
        new
    }

    /// Access path of an expression. A figure that only renames a value has the path of that value.
    pub(super) fn leads_to(&mut self, id: Id) -> AccessPathId {
        if let Some(Some(known)) = self.leads.get(id.0 as usize) {
            return *known;
        }
        let path = match self.node(id) {
            Node::Sheet(sheet) => AccessPath::Sheet(*sheet),
            Node::Name(slot) => AccessPath::Name(*slot),
            Node::Local(local) => AccessPath::Local(*local),
            Node::Word(word) => AccessPath::Word(*word),
            Node::Rank(of, _) => {
                let path_id = self.leads_to(*of);
                return self.lead(id, path_id);
            }
            Node::Dot(of, word) => AccessPath::Dot(self.leads_to(*of), *word),
            Node::Table(table, key, column) => {
                let key = self.leads_to(*key);
                AccessPath::Table(*table, key, column.map(|column| self.leads_to(column)))
            }
            Node::Figure(place, values) if !self.checker.nodes.rolls(id) => {
                let values: Vec<AccessPathId> = values.iter().map(|value| self.leads_to(*value)).collect();
                let figure = self.checker.figures.get(usize::from(*place));
                if let Some(figure) = figure.filter(|figure| self.is_access_path(figure.value)) {
                    let to = self.leads_to(figure.value);
                    let path_id = self.with(to, &figure.takes, &values);
                    return self.lead(id, path_id);
                }
                AccessPath::Figure(*place, values)
            }
            _ => AccessPath::Other(id),
        };
        let path_id = self.path_id(path);
        self.lead(id, path_id)
    }

    fn lead(&mut self, id: Id, path_id: AccessPathId) -> AccessPathId {
        if let Some(lead) = self.leads.get_mut(id.0 as usize) {
            *lead = Some(path_id);
        }
        path_id
    }

    fn is_access_path(&self, mut id: Id) -> bool {
        loop {
            match self.node(id) {
                Node::Sheet(_) | Node::Local(_) | Node::Name(_) | Node::Figure(..) => return true,
                Node::Dot(of, _) => id = *of,
                _ => return false,
            }
        }
    }

    /// Substitutes the paths of arguments for the parameters of a figure.
    pub(super) fn with(
        &mut self,
        path_id: AccessPathId,
        takes: &[Local],
        values: &[AccessPathId],
    ) -> AccessPathId {
        if takes.is_empty() {
            return path_id;
        }
        let Some(path) = self.paths.get(path_id as usize).cloned() else { return path_id };
        let path = match path {
            AccessPath::Local(local) => {
                let value =
                    takes.iter().position(|taken| *taken == local).and_then(|place| values.get(place));
                return value.copied().unwrap_or(path_id);
            }
            AccessPath::Dot(of, word) => AccessPath::Dot(self.with(of, takes, values), word),
            AccessPath::Figure(place, passed) => AccessPath::Figure(
                place,
                passed.iter().map(|value| self.with(*value, takes, values)).collect(),
            ),
            AccessPath::Table(table, key, column) => {
                let key = self.with(key, takes, values);
                AccessPath::Table(table, key, column.map(|column| self.with(column, takes, values)))
            }
            AccessPath::Among(of, words, is) => AccessPath::Among(self.with(of, takes, values), words, is),
            other => other,
        };
        self.path_id(path)
    }

    /// Domain of a value, narrowed by the facts.
    pub(super) fn narrowed(&mut self, id: Id, domain: Domain, facts: &KnownFacts) -> Domain {
        let Some(facts) = facts.as_ref().filter(|facts| !facts.is_empty()) else { return domain };
        let what = self.leads_to(id);
        let mut left: Option<Vec<Word>> = None;
        for fact in facts.iter() {
            if let Some(AccessPath::Among(of, words, is)) = self.paths.get(*fact as usize)
                && *of == what
            {
                left.get_or_insert_with(|| domain.words.to_vec()).retain(|word| words.contains(word) == *is);
            }
        }
        match left {
            // An empty result is ignored: a domain of words without a list may be incomplete.
            Some(words) if !words.is_empty() => Domain { words: words.into(), list: domain.list },
            _ => domain,
        }
    }

    /// Facts where a condition is yes, or where it is no.
    pub(super) fn truth(&mut self, id: Id, yes: bool) -> KnownFacts {
        let place = 2 * id.0 as usize + usize::from(yes);
        if let Some(Some(known)) = self.truths.get(place) {
            return known.clone();
        }
        let facts = self.new_truth(id, yes);
        if let Some(truth) = self.truths.get_mut(place) {
            *truth = Some(facts.clone());
        }
        facts
    }

    fn new_truth(&mut self, id: Id, yes: bool) -> KnownFacts {
        match *self.node(id) {
            Node::Flag(flag) => (flag == yes).then(Arc::default),
            Node::Is(what, ref words) => {
                let path = AccessPath::Among(self.leads_to(what), words.clone(), yes);
                Some([self.path_id(path)].into())
            }
            Node::Given(what) if yes => Some([self.leads_to(what)].into()),
            Node::Unary(Unary::Not, a) => self.truth(a, !yes),
            Node::Binary(binary @ (Binary::And | Binary::Or), a, b) => {
                let (first, second) = (self.truth(a, yes), self.truth(b, yes));
                if (binary == Binary::And) == yes {
                    unite(&first, &second)
                } else {
                    meet(&first, &unite(&self.truth(a, !yes), &second))
                }
            }
            Node::If(condition, a, b) => {
                let first = unite(&self.truth(condition, true), &self.truth(a, yes));
                let second = unite(&self.truth(condition, false), &self.truth(b, yes));
                meet(&first, &second)
            }
            Node::Otherwise(a, b) => {
                let there = Some([self.leads_to(a)].into());
                let first = unite(&self.truth(a, yes), &there);
                meet(&first, &self.truth(b, yes))
            }
            Node::Name(slot) => match self.lines.iter().find(|(known, _)| *known == slot).copied() {
                Some((_, value)) => self.truth(value, yes),
                None => nothing(),
            },
            Node::Local(local) => {
                let (is, is_not) = self.its.get(&local).cloned().unwrap_or((nothing(), nothing()));
                if yes { is } else { is_not }
            }
            Node::Figure(place, ref values) => self.figure_truth(place, values, yes),
            Node::Column(it, ref rows) => {
                let before = self.its.remove(&it);
                rows.iter().for_each(|row| self.so_far(it, row));
                let so_far = self.its.remove(&it);
                self.its.extend(before.map(|before| (it, before)));
                so_far.map_or_else(nothing, |(is, is_not)| if yes { is } else { is_not })
            }
            _ => nothing(),
        }
    }

    fn figure_truth(&mut self, place: u16, values: &[Id], yes: bool) -> KnownFacts {
        let Some(figure) = self.checker.figures.get(usize::from(place)) else { return nothing() };
        let facts = self.truth(figure.value, yes)?;
        if values.is_empty() {
            return Some(facts);
        }
        let values: Vec<AccessPathId> = values.iter().map(|value| self.leads_to(*value)).collect();
        let mut all = Vec::with_capacity(facts.len());
        facts.iter().for_each(|path_id| add(&mut all, self.with(*path_id, &figure.takes, &values)));
        Some(all.into())
    }

    /// Updates the facts about the value so far of a column, below a row.
    pub(super) fn so_far(&mut self, it: Local, row: &Row) {
        let (is, is_not) = (self.truth(row.value, true), self.truth(row.value, false));
        let both = match row.when {
            None => (is, is_not),
            Some(when) => {
                let (applies, not) = (self.truth(when, true), self.truth(when, false));
                let (before, before_not) = self.its.remove(&it).unwrap_or((nothing(), nothing()));
                (
                    meet(&unite(&applies, &is), &unite(&not, &before)),
                    meet(&unite(&applies, &is_not), &unite(&not, &before_not)),
                )
            }
        };
        self.its.insert(it, both);
    }
}
