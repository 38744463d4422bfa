//! Types of expressions.

use super::kind::{Domain, Type, ValueKind};
use super::nullability::{AccessPathId, KnownFacts, nothing, unite};
use super::{Requirement, TypeChecker};
use crate::program::{Binary, Collect, Id, Items, Local, Node, Question, Repetition, Row, Unary, Word};
use std::sync::Arc;
use tohit_odds::number::Number;
use tohit_syntax::ast::Span;
use tohit_syntax::diagnostics::Read;

impl TypeChecker<'_, '_> {
    /// Type of an expression, which may be absent.
    pub(super) fn value(&mut self, id: Id, facts: &KnownFacts) -> Read<Type> {
        // Unreachable expressions of a mode may have type errors.
        if facts.is_none() {
            return Ok(Type::ANY);
        }
        let gives = self.plain_value(id, facts)?;
        match gives.kind {
            ValueKind::Word(domain) if !matches!(self.node(id), Node::Word(_)) => {
                Ok(Type { kind: ValueKind::Word(self.narrowed(id, domain, facts)), ..gives })
            }
            _ => Ok(gives),
        }
    }

    fn plain_value(&mut self, id: Id, facts: &KnownFacts) -> Read<Type> {
        let node = self.node(id);
        Ok(match node {
            Node::Number(_) => Type::NUMBER,
            Node::Flag(_) => Type::FLAG,
            Node::Word(word) => Type::of(Self::word(*word)),
            Node::Words(list) => Type::of(ValueKind::Set(Arc::clone(list))),
            Node::Sheet(place) => {
                let sheet = self.checker.sheets.get(usize::from(*place));
                Type::of(
                    sheet.map_or(ValueKind::Any, |(_, fields)| {
                        ValueKind::Record(vec![Arc::clone(fields)], false)
                    }),
                )
            }
            Node::Name(slot) => {
                let gives = self.slots.get(slot).cloned().unwrap_or(Type::ANY);
                self.reduced(id, gives, facts)
            }
            Node::Local(local) => {
                let gives = self.locals.get(local).cloned().unwrap_or(Type::ANY);
                self.reduced(id, gives, facts)
            }
            Node::Dot(of, word) => self.dot(id, *of, *word, facts)?,
            Node::Figure(place, values) => self.call(id, *place, values, facts)?,
            Node::Table(place, key, column) => self.table(id, *place, *key, *column, facts)?,
            Node::Binary(binary, a, b) => self.binary(*binary, *a, *b, facts)?,
            Node::Unary(Unary::Not, a) => self.flag(*a, facts).map(|()| Type::FLAG)?,
            Node::Unary(_, a) => self.numbers(&[*a], facts)?,
            Node::Rank(a, _) => self.value(*a, facts)?,
            Node::If(condition, a, b) => {
                self.flag(*condition, facts)?;
                let first = unite(facts, &self.truth(*condition, true));
                let first = self.value(*a, &first)?;
                let second = unite(facts, &self.truth(*condition, false));
                let second = self.value(*b, &second)?;
                self.joined(first, second, *b)?
            }
            Node::Is(a, words) => self.is(id, *a, words, facts)?,
            Node::Has(a, words) => {
                let Some(domain) = self.set(*a, facts)? else { return self.strange(id).map(|()| Type::FLAG) };
                let what = format!("what {} has", self.said(*a));
                for word in words {
                    self.must_be(&what, &domain, *word, self.span(id))?;
                }
                Type::FLAG
            }
            Node::HasValue(a, b) => {
                let kind = self.there(*b, facts)?;
                if let (Some(domain), ValueKind::Word(own)) = (self.set(*a, facts)?, kind)
                    && !own.words.iter().any(|word| domain.words.contains(word))
                {
                    return self.wrong(id, format!("{} never holds {}", self.said(*a), self.said(*b)));
                }
                Type::FLAG
            }
            Node::Given(a) => {
                self.value(*a, facts)?;
                Type::FLAG
            }
            Node::Otherwise(a, b) => {
                let first = self.value(*a, facts)?;
                let second = self.value(*b, facts)?;
                let absent = second.absent;
                Type { absent, ..self.joined(first, second, *b)? }
            }
            Node::Dice(a, b) | Node::Roll(a, b) => self.numbers(&[*a, *b], facts)?,
            Node::Open(open) => {
                open.parts().try_for_each(|part| self.number(*part, facts))?;
                Type::NUMBER
            }
            Node::Chance(a, b) => {
                if matches!(self.value(*a, facts)?.kind, ValueKind::Flag) {
                    let said = self.said(*a);
                    let message =
                        format!("chance(...) takes a number such as 25%; \"{said}\" is yes or no already");
                    return self.wrong(*a, message);
                }
                self.numbers(&[*a, *b], facts)?;
                Type::FLAG
            }
            Node::Pick(picks) => {
                let mut gives = Type::ANY;
                for (value, weight, when) in picks {
                    let mut facts = facts.clone();
                    if let Some(when) = when {
                        self.flag(*when, &facts)?;
                        facts = unite(&facts, &self.truth(*when, true));
                    }
                    self.number(*weight, &facts)?;
                    let own = self.value(*value, &facts)?;
                    gives = self.joined(gives, own, *value)?;
                }
                gives
            }
            Node::PickItem(local, items, weight) => {
                let item = Type::of(self.items(*items, facts)?);
                self.locals.insert(*local, item.clone());
                self.number(*weight, facts)?;
                item
            }
            Node::Collect(collect, over, what) => self.collect(*collect, *over, *what, facts)?,
            Node::Pool(parts, _, questions) => {
                for (times, die) in parts {
                    self.numbers(&[*times, *die], facts)?;
                }
                for question in questions {
                    let Question::Each(collect, local, value) = question else { continue };
                    self.locals.insert(*local, Type::NUMBER);
                    if let Some(kept) = collect.kept() {
                        self.number(*kept, facts)?;
                    }
                    self.put_together(*collect, *value, facts)?;
                }
                Type::ANY
            }
            Node::Answer(..) => Type::NUMBER,
            Node::Odds(condition) => {
                self.flag(*condition, facts)?;
                Type::NUMBER
            }
            Node::Column(it, rows) => self.column(*it, rows, facts)?,
        })
    }

    fn joined(&mut self, first: Type, second: Type, at: Id) -> Read<Type> {
        let (a, b) = (first.kind.called(), second.kind.called());
        match first.join(second) {
            Some(both) => Ok(both),
            None => self.wrong(
                at,
                format!("this is {b}, and elsewhere the same value is {a}; it must be one or the other"),
            ),
        }
    }

    /// Kind of an expression that must be present.
    pub(super) fn there(&mut self, id: Id, facts: &KnownFacts) -> Read<ValueKind> {
        let gives = self.value(id, facts)?;
        if gives.absent {
            let what = self.leads_to(id);
            let within = self.calling.last().map(|(place, _)| *place);
            self.need(Requirement { what, span: self.span(id), within });
        }
        Ok(gives.kind)
    }

    /// Requires a number.
    pub(super) fn number(&mut self, id: Id, facts: &KnownFacts) -> Read<()> {
        let kind = self.there(id, facts)?;
        let hint = match &kind {
            ValueKind::Any | ValueKind::Number => return Ok(()),
            ValueKind::Flag => format!("; write  (1 if {} else 0)", self.said(id)),
            ValueKind::Mark => "; a mark is looked up in a table".to_owned(),
            ValueKind::Row(_) => "; a column stands behind a dot".to_owned(),
            ValueKind::List(_) => "; put its items together: sum of p for p in list".to_owned(),
            _ => String::new(),
        };
        self.unfit(id, &kind, &format!(", and here I need a number{hint}"))
    }

    /// Requires numbers.
    fn numbers(&mut self, ids: &[Id], facts: &KnownFacts) -> Read<Type> {
        ids.iter().try_for_each(|id| self.number(*id, facts))?;
        Ok(Type::NUMBER)
    }

    /// Requires yes or no.
    pub(super) fn flag(&mut self, id: Id, facts: &KnownFacts) -> Read<()> {
        let kind = self.there(id, facts)?;
        if matches!(kind, ValueKind::Any | ValueKind::Flag) {
            return Ok(());
        }
        let said = self.said(id);
        let first = |words: &[Word]| words.first().map_or("word", |word| self.text_of(*word));
        let hint = match &kind {
            ValueKind::Number if matches!(self.node(id), Node::Number(_)) => {
                format!("; write  chance({said})")
            }
            ValueKind::Number => format!("; write a comparison, {said} > 0, or chance({said})"),
            ValueKind::Word(_) if matches!(self.node(id), Node::Word(_)) => {
                "; a condition is a comparison, such as  d20 >= 15  or  attacker.size is small".to_owned()
            }
            ValueKind::Word(domain) => format!("; write  {said} is {}", first(&domain.words)),
            ValueKind::Set(list) => format!("; write  {said} has {}", first(list)),
            _ => format!("; write  given {said}  if it may be absent"),
        };
        self.unfit(id, &kind, &format!(", neither yes nor no{hint}"))
    }

    fn binary(&mut self, binary: Binary, a: Id, b: Id, facts: &KnownFacts) -> Read<Type> {
        match binary {
            Binary::And | Binary::Or => {
                self.flag(a, facts)?;
                let facts = unite(facts, &self.truth(a, binary == Binary::And));
                self.flag(b, &facts)?;
                Ok(Type::FLAG)
            }
            Binary::Equal | Binary::NotEqual => {
                let first = self.there(a, facts)?;
                let second = self.there(b, facts)?;
                match (&first, &second) {
                    (ValueKind::Word(first), ValueKind::Word(second)) => self.compare(a, b, first, second)?,
                    (ValueKind::Any, _) | (_, ValueKind::Any) => {}
                    (ValueKind::Number | ValueKind::Flag | ValueKind::Mark, _) if first == second => {}
                    _ => return self.unlike(a, b, &first, &second),
                }
                Ok(Type::FLAG)
            }
            Binary::Less | Binary::LessOrEqual | Binary::More | Binary::MoreOrEqual => {
                let first = self.there(a, facts)?;
                let second = self.there(b, facts)?;
                match (&first, &second) {
                    (ValueKind::Any, _)
                    | (_, ValueKind::Any)
                    | (ValueKind::Number, ValueKind::Number)
                    | (ValueKind::Mark, ValueKind::Mark) => {}
                    (ValueKind::Word(first), ValueKind::Word(second)) => {
                        let list = self.order(a, b, first, second)?;
                        let before = self.ranks.insert(a, Arc::clone(&list));
                        self.ranks.insert(b, Arc::clone(&list));
                        if before.is_some_and(|before| before != list) {
                            let message =
                                "words of several lists are compared here; write a figure for each list";
                            return self.wrong(a, message);
                        }
                    }
                    _ => return self.unlike(a, b, &first, &second),
                }
                Ok(Type::FLAG)
            }
            _ => {
                self.numbers(&[a, b], facts)?;
                if binary == Binary::Power && self.constant(b).is_some_and(|power| power.whole().is_none()) {
                    let message = "roots are not worked out; powers are whole, from -256 to 256: use a table";
                    return self.wrong(b, message);
                }
                Ok(Type::NUMBER)
            }
        }
    }

    /// A number, or a fraction of two.
    fn constant(&self, id: Id) -> Option<Number> {
        match self.node(id) {
            Node::Number(number) => Some(number.clone()),
            Node::Binary(Binary::Divide, a, b) => match (self.node(*a), self.node(*b)) {
                (Node::Number(a), Node::Number(b)) => a.divide(b).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    fn unlike<T>(&self, a: Id, b: Id, first: &ValueKind, second: &ValueKind) -> Read<T> {
        let other = self.said(b);
        self.unfit(a, first, &format!(", and \"{other}\" is {}: they cannot be compared", second.called()))
    }

    fn is(&mut self, id: Id, a: Id, words: &[Word], facts: &KnownFacts) -> Read<Type> {
        // Cases may test again a word that an earlier case has ruled out.
        let gives = self.plain_value(a, facts)?;
        let said = self.said(a);
        let none = gives.absent && words.iter().any(|word| self.text_of(*word) == "none");
        match &gives.kind {
            ValueKind::Word(domain) if none && words.iter().any(|word| domain.words.contains(word)) => {}
            _ if none => {
                // `is not none` is the same node within a `not`.
                let behind = Span { start: self.span(a).end, end: self.span(id).end };
                let negated = self.written(behind).starts_with("is not ");
                let not = if negated { "" } else { "not " };
                return self.wrong(a, format!("what is absent is no word; write  {not}given {said}"));
            }
            ValueKind::Any => self.strange(id)?,
            ValueKind::Word(domain) => {
                let span = self.span(a);
                words.iter().try_for_each(|word| self.must_be(&said, domain, *word, span))?;
            }
            kind @ ValueKind::Set(_) => return self.unfit(a, kind, &format!("; write  {said} has ...")),
            kind => return self.unfit(a, kind, ", and after \"is\" stands a word"),
        }
        self.there(a, facts)?;
        Ok(Type::FLAG)
    }

    /// Reports a word of no list where the type of the other side is unknown.
    fn strange(&self, id: Id) -> Read<()> {
        let strange = self.checker.strange.iter().find(|(known, _)| *known == id);
        strange.map_or(Ok(()), |(_, diagnostic)| Err(diagnostic.clone()))
    }

    /// Domain of the words of a set or list; none where the type is unknown.
    fn set(&mut self, id: Id, facts: &KnownFacts) -> Read<Option<Domain>> {
        let kind = self.there(id, facts)?;
        let hint = match kind {
            ValueKind::Any => return Ok(None),
            ValueKind::Set(words) => return Ok(Some(Domain { words, list: true })),
            ValueKind::List(of) => {
                return Ok(if let ValueKind::Word(domain) = *of { Some(domain) } else { None });
            }
            ValueKind::Word(_) => format!("; write  {} is ...", self.said(id)),
            _ => String::new(),
        };
        self.unfit(id, &kind, &format!(", and only sets and lists have words{hint}"))
    }

    /// Kind of the items of a list or set.
    pub(super) fn item(&mut self, id: Id, facts: &KnownFacts) -> Read<ValueKind> {
        match self.there(id, facts)? {
            ValueKind::Any => Ok(ValueKind::Any),
            ValueKind::List(of) => Ok(*of),
            ValueKind::Set(words) => Ok(ValueKind::Word(Domain { words, list: true })),
            other => self.unfit(id, &other, ", and no list"),
        }
    }

    fn items(&mut self, items: Items, facts: &KnownFacts) -> Read<ValueKind> {
        match items {
            Items::Range(from, to) => self.numbers(&[from, to], facts).map(|gives| gives.kind),
            Items::List(list) => self.item(list, facts),
        }
    }

    fn collect(&mut self, collect: Collect, over: Repetition, what: Id, facts: &KnownFacts) -> Read<Type> {
        if let Some(kept) = collect.kept() {
            self.number(*kept, facts)?;
        }
        match over {
            Repetition::Times(times) => self.number(times, facts)?,
            Repetition::For(local, items) => {
                let item = self.items(items, facts)?;
                self.locals.insert(local, Type::of(item));
            }
        }
        self.put_together(collect, what, facts)
    }

    /// Requires values for an aggregate: conditions where they are counted, else numbers.
    fn put_together(&mut self, collect: Collect, what: Id, facts: &KnownFacts) -> Read<Type> {
        if collect != Collect::Count {
            return self.numbers(&[what], facts);
        }
        let kind = self.value(what, facts)?.kind;
        if kind == ValueKind::Number {
            let why = format!(
                ", and \"count\" asks how often something is yes; put the comparison in brackets: ({} > 3)",
                self.said(what)
            );
            return self.unfit(what, &kind, &why);
        }
        self.flag(what, facts)?;
        Ok(Type::NUMBER)
    }

    fn column(&mut self, it: Local, rows: &[Row], facts: &KnownFacts) -> Read<Type> {
        let mut so_far = Type::ANY;
        let mut held: Option<AccessPathId> = None;
        let before = self.its.remove(&it);
        for (place, row) in rows.iter().enumerate() {
            let (own, not) = self.row(row, facts).unwrap_or_else(|diagnostic| {
                self.tell(diagnostic);
                (Type::ANY, nothing())
            });
            // A first row that may be absent is present where the row that replaces it does not apply.
            so_far.absent &= !held.is_some_and(|held| self.sure(&not, held));
            so_far = if place == 0 || not.is_none() {
                own
            } else {
                self.joined(so_far, own, row.value).unwrap_or_else(|diagnostic| {
                    self.tell(diagnostic);
                    Type::ANY
                })
            };
            held = if place == 0 && so_far.absent { Some(self.leads_to(row.value)) } else { None };
            self.locals.insert(it, so_far.clone());
            if so_far.kind == ValueKind::Flag {
                self.so_far(it, row);
            }
        }
        self.its.extend(before.map(|before| (it, before)));
        Ok(so_far)
    }

    /// Type of a row's value, and facts where the row does not apply.
    fn row(&mut self, row: &Row, facts: &KnownFacts) -> Read<(Type, KnownFacts)> {
        let Some(when) = row.when else { return Ok((self.value(row.value, facts)?, None)) };
        self.flag(when, facts)?;
        let inside = unite(facts, &self.truth(when, true));
        let own = self.value(row.value, &inside)?;
        let not = self.truth(when, false);
        // A row that never applies does not change the type.
        if inside.is_none() { Ok((Type::ANY, not)) } else { Ok((own, not)) }
    }
}
