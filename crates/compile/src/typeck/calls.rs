//! Instances of figures, one for each list of argument types.

use super::kind::Type;
use super::nullability::{AccessPathId, KnownFacts, nothing};
use super::{FigureInstance, Requirement, TypeChecker};
use crate::program::Id;
use std::sync::Arc;
use tohit_syntax::diagnostics::Read;

/// Limit of the instances of a figure; further calls share an instance for arguments of any type.
const MOST_SORTS: usize = 24;

impl TypeChecker<'_, '_> {
    /// Type of a call. Requirements of the figure become those of the caller, with the arguments in place of
    /// parameters.
    pub(super) fn call(&mut self, id: Id, place: u16, values: &[Id], facts: &KnownFacts) -> Read<Type> {
        let mut takes = Vec::with_capacity(values.len());
        for value in values {
            takes.push(self.value(*value, facts)?);
        }
        let called = self.figure(place, takes, id);
        let checker = self.checker;
        let Some(figure) = checker.figures.get(usize::from(place)) else { return Ok(Type::ANY) };
        let path_ids: Vec<AccessPathId> = values.iter().map(|value| self.leads_to(*value)).collect();
        for need in &called.needs {
            let what = self.with(need.what, &figure.takes, &path_ids);
            if !self.sure(facts, what) {
                self.need(Requirement { what, ..need.clone() });
            }
        }
        Ok(self.reduced(id, called.gives.clone(), facts))
    }

    pub(super) fn need(&mut self, need: Requirement) {
        if !self.needs.contains(&need) {
            self.needs.push(need);
        }
    }

    /// Instance of a figure for argument types, checked once.
    fn figure(&mut self, place: u16, mut takes: Vec<Type>, call: Id) -> Arc<FigureInstance> {
        let known = self.called.get(&place);
        if let Some(known) = known.and_then(|all| all.iter().find(|known| known.takes == takes)) {
            return Arc::clone(known);
        }
        if known.is_some_and(|all| all.len() >= MOST_SORTS) {
            takes.iter_mut().for_each(|taken| *taken = Type::ANY);
        }
        let checker = self.checker;
        let (mut gives, mut needs) = (Type::ANY, Vec::new());
        if let Some(figure) = checker.figures.get(usize::from(place)) {
            for (local, taken) in figure.takes.iter().zip(&takes) {
                self.locals.insert(*local, taken.clone());
            }
            let outer = core::mem::take(&mut self.needs);
            self.calling.push((place, self.span(call)));
            match self.value(figure.value, &nothing()) {
                Ok(found) => gives = found,
                Err(diagnostic) => self.tell(diagnostic),
            }
            self.calling.pop();
            needs = core::mem::replace(&mut self.needs, outer);
        }
        let called = Arc::new(FigureInstance { takes, gives, needs });
        self.called.entry(place).or_default().push(Arc::clone(&called));
        called
    }

    /// Checks figures without callers, so that their errors are reported as well. The last figures come
    /// first: they call others with known argument types.
    pub(super) fn uncalled(&mut self) {
        let checker = self.checker;
        for (place, figure) in checker.figures.iter().enumerate().rev() {
            let Ok(place) = u16::try_from(place) else { return };
            if !self.called.contains_key(&place) {
                let takes = figure.takes.iter().map(|_| Type::ANY).collect();
                self.figure(place, takes, figure.value);
            }
        }
    }
}
