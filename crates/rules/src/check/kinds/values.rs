//! What every expression is.

use super::facts::{Facts, nothing, unite};
use super::kind::{Domain, Kind, Type};
use super::{Kinds, Need};
use crate::core::{Binary, Collect, Id, Items, Node, Over, Row, Unary};
use crate::number::Number;
use crate::reader::problem::{Fault, Read, wrong};
use std::rc::Rc;

impl Kinds<'_, '_> {
    /// What an expression is; it may be absent.
    pub(super) fn value(&mut self, id: Id, facts: &Facts) -> Read<Type> {
        // What is never reached in this mode need not be right in it.
        if facts.is_none() {
            return Ok(Type::ANY);
        }
        let gives = self.plain_value(id, facts)?;
        match gives.kind {
            Kind::Word(domain) if !matches!(self.node(id), Node::Word(_)) => {
                Ok(Type { kind: Kind::Word(self.narrowed(id, domain, facts)), ..gives })
            }
            _ => Ok(gives),
        }
    }

    fn plain_value(&mut self, id: Id, facts: &Facts) -> Read<Type> {
        let node = self.node(id);
        Ok(match node {
            Node::Number(_) => Type::of(Kind::Number),
            Node::Flag(_) => Type::of(Kind::Flag),
            Node::Word(word) => Type::of(Self::word(*word)),
            Node::Words(list) => Type::of(Kind::Set(Rc::clone(list))),
            Node::Sheet(place) => {
                let sheet = self.checker.sheets.get(usize::from(*place));
                Type::of(sheet.map_or(Kind::Any, |(_, fields)| Kind::Record(vec![Rc::clone(fields)], false)))
            }
            Node::Name(slot) => {
                let mut gives = self.slots.get(slot).cloned().unwrap_or(Type::ANY);
                self.reduce(id, &mut gives, facts);
                gives
            }
            Node::Local(local) => {
                let mut gives = self.locals.get(local).cloned().unwrap_or(Type::ANY);
                self.reduce(id, &mut gives, facts);
                gives
            }
            Node::Dot(of, word) => self.dot(id, *of, *word, facts)?,
            Node::Figure(place, values) => self.call(id, *place, values, facts)?,
            Node::Table(place, key, column) => self.table(id, *place, *key, *column, facts)?,
            Node::Binary(binary, a, b) => self.binary(*binary, *a, *b, facts)?,
            Node::Unary(Unary::Not, a) => {
                self.flag(*a, facts)?;
                Type::of(Kind::Flag)
            }
            Node::Unary(_, a) => {
                self.number(*a, facts)?;
                Type::of(Kind::Number)
            }
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
                let domain = self.set(*a, facts)?;
                for word in domain.iter().flat_map(|_| words) {
                    let what = format!("what {} has", self.said(*a));
                    if let Some(domain) = &domain {
                        self.must_be(&what, domain, *word, self.span(id))?;
                    }
                }
                if domain.is_none() {
                    self.strange(id)?;
                }
                Type::of(Kind::Flag)
            }
            Node::HasValue(a, b) => {
                let kind = self.there(*b, facts)?;
                if let (Some(domain), Kind::Word(own)) = (self.set(*a, facts)?, kind)
                    && !own.words.iter().any(|word| domain.words.contains(word))
                {
                    return wrong(self.span(id), format!("{} never holds {}", self.said(*a), self.said(*b)));
                }
                Type::of(Kind::Flag)
            }
            Node::Given(a) => {
                self.value(*a, facts)?;
                Type::of(Kind::Flag)
            }
            Node::Otherwise(a, b) => {
                let first = self.value(*a, facts)?;
                let second = self.value(*b, facts)?;
                let absent = second.absent;
                let mut gives = self.joined(first, second, *b)?;
                gives.absent = absent;
                gives
            }
            Node::Dice(a, b) | Node::Roll(a, b) => {
                self.number(*a, facts)?;
                self.number(*b, facts)?;
                Type::of(Kind::Number)
            }
            Node::Open(a, b, c) => {
                for part in [a, b, c] {
                    self.number(*part, facts)?;
                }
                Type::of(Kind::Number)
            }
            Node::Chance(a, b) => {
                if matches!(self.value(*a, facts)?.kind, Kind::Flag) {
                    let message = format!(
                        "chance(...) takes a number such as 25%; \"{}\" is yes or no already",
                        self.said(*a)
                    );
                    return wrong(self.span(*a), message);
                }
                self.number(*a, facts)?;
                self.number(*b, facts)?;
                Type::of(Kind::Flag)
            }
            Node::Pick(picks) => {
                let mut gives: Option<Type> = None;
                for (value, weight, when) in picks {
                    let mut facts = facts.clone();
                    if let Some(when) = when {
                        self.flag(*when, &facts)?;
                        facts = unite(&facts, &self.truth(*when, true));
                    }
                    self.number(*weight, &facts)?;
                    let own = self.value(*value, &facts)?;
                    gives = Some(match gives {
                        None => own,
                        Some(before) => self.joined(before, own, *value)?,
                    });
                }
                gives.unwrap_or(Type::ANY)
            }
            Node::PickList(list) => Type::of(self.item(*list, facts)?),
            Node::PickItem(local, items, weight) => {
                let item = self.items(*items, facts)?;
                self.locals.insert(*local, Type::of(item.clone()));
                self.number(*weight, facts)?;
                Type::of(item)
            }
            Node::Collect(collect, over, what) => self.collect(*collect, *over, *what, facts)?,
            Node::Odds(condition) => {
                self.flag(*condition, facts)?;
                Type::of(Kind::Number)
            }
            Node::Column(it, rows) => self.column(*it, rows, facts)?,
        })
    }

    fn joined(&mut self, first: Type, second: Type, at: Id) -> Read<Type> {
        let (a, b) = (first.kind.called(), second.kind.called());
        first.join(second).ok_or_else(|| {
            Fault::new(
                self.span(at),
                format!("this is {b}, and elsewhere the same value is {a}; it must be one or the other"),
            )
        })
    }

    /// What an expression is that must be there.
    pub(super) fn there(&mut self, id: Id, facts: &Facts) -> Read<Kind> {
        let gives = self.value(id, facts)?;
        if gives.absent {
            let what = self.leads_to(id);
            let within = self.calling.last().map(|(place, _)| *place);
            self.need(Need { what, span: self.span(id), within });
        }
        Ok(gives.kind)
    }

    /// It must be a number.
    pub(super) fn number(&mut self, id: Id, facts: &Facts) -> Read<()> {
        let kind = self.there(id, facts)?;
        if matches!(kind, Kind::Any | Kind::Number) {
            return Ok(());
        }
        let said = self.said(id);
        let hint = match &kind {
            Kind::Flag => format!("; write  (1 if {said} else 0)"),
            Kind::Mark => "; a mark is looked up in a table".to_owned(),
            Kind::Row(_) => "; a column stands behind a dot".to_owned(),
            Kind::List(_) => "; put its items together: sum of p for p in list".to_owned(),
            _ => String::new(),
        };
        wrong(self.span(id), format!("\"{said}\" is {}, and here I need a number{hint}", kind.called()))
    }

    /// It must be yes or no.
    pub(super) fn flag(&mut self, id: Id, facts: &Facts) -> Read<()> {
        let kind = self.there(id, facts)?;
        if matches!(kind, Kind::Any | Kind::Flag) {
            return Ok(());
        }
        let said = self.said(id);
        let hint = match &kind {
            Kind::Number if matches!(self.node(id), Node::Number(_)) => format!("; write  chance({said})"),
            Kind::Number => format!("; write a comparison, {said} > 0, or chance({said})"),
            Kind::Word(domain) => {
                let word = domain.words.first().map_or("word", |word| self.text_of(*word));
                format!("; write  {said} is {word}")
            }
            Kind::Set(list) => {
                let word = list.first().map_or("word", |word| self.text_of(*word));
                format!("; write  {said} has {word}")
            }
            _ => format!("; write  given {said}  if it may be absent"),
        };
        wrong(self.span(id), format!("\"{said}\" is {}, neither yes nor no{hint}", kind.called()))
    }

    fn binary(&mut self, binary: Binary, a: Id, b: Id, facts: &Facts) -> Read<Type> {
        match binary {
            Binary::And | Binary::Or => {
                self.flag(a, facts)?;
                let facts = unite(facts, &self.truth(a, binary == Binary::And));
                self.flag(b, &facts)?;
                Ok(Type::of(Kind::Flag))
            }
            Binary::Equal | Binary::NotEqual => {
                let first = self.there(a, facts)?;
                let second = self.there(b, facts)?;
                match (&first, &second) {
                    (Kind::Word(first), Kind::Word(second)) => self.compare(a, b, first, second)?,
                    (Kind::Any, _) | (_, Kind::Any) => {}
                    (Kind::Number | Kind::Flag | Kind::Mark, _) if first == second => {}
                    _ => return Err(self.unlike(a, b, &first, &second)),
                }
                Ok(Type::of(Kind::Flag))
            }
            Binary::Less | Binary::LessOrEqual | Binary::More | Binary::MoreOrEqual => {
                let (rank_a, rank_b) = (a, b);
                let inner = |node: &Node, id| if let Node::Rank(inner, _) = node { *inner } else { id };
                let (a, b) = (inner(self.node(a), a), inner(self.node(b), b));
                let first = self.there(a, facts)?;
                let second = self.there(b, facts)?;
                match (&first, &second) {
                    (Kind::Any, _)
                    | (_, Kind::Any)
                    | (Kind::Number, Kind::Number)
                    | (Kind::Mark, Kind::Mark) => {}
                    (Kind::Word(first), Kind::Word(second)) => {
                        let list = self.order(a, b, first, second)?;
                        let before = self.ranks.insert(rank_a, Rc::clone(&list));
                        self.ranks.insert(rank_b, Rc::clone(&list));
                        if before.is_some_and(|before| before != list) {
                            let message =
                                "words of several lists are compared here; write a figure for each list";
                            return wrong(self.span(a), message);
                        }
                    }
                    _ => return Err(self.unlike(a, b, &first, &second)),
                }
                Ok(Type::of(Kind::Flag))
            }
            _ => {
                self.number(a, facts)?;
                self.number(b, facts)?;
                if binary == Binary::Power && self.constant(b).is_some_and(|power| power.whole().is_none()) {
                    let message = "roots are not worked out; powers are whole, from -256 to 256: use a table";
                    return wrong(self.span(b), message);
                }
                Ok(Type::of(Kind::Number))
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

    fn unlike(&self, a: Id, b: Id, first: &Kind, second: &Kind) -> Fault {
        let (said, other) = (self.said(a), self.said(b));
        let message = format!(
            "\"{said}\" is {}, and \"{other}\" is {}: they cannot be compared",
            first.called(),
            second.called()
        );
        Fault::new(self.span(a), message)
    }

    fn is(&mut self, id: Id, a: Id, words: &[crate::core::Word], facts: &Facts) -> Read<Type> {
        // Cases may ask again for what an earlier one has ruled out.
        let gives = self.plain_value(a, facts)?;
        let said = self.said(a);
        let none = words.iter().any(|word| self.text_of(*word) == "none");
        match &gives.kind {
            Kind::Any => self.strange(id)?,
            Kind::Word(domain) => {
                for word in words {
                    if gives.absent && none && !domain.words.contains(word) {
                        break;
                    }
                    self.must_be(&said, domain, *word, self.span(a))?;
                }
            }
            _ if gives.absent && none => {}
            Kind::Set(_) => {
                return wrong(self.span(a), format!("\"{said}\" is a set of words; write  {said} has ..."));
            }
            other => {
                let message = format!("\"{said}\" is {}, and after \"is\" stands a word", other.called());
                return wrong(self.span(a), message);
            }
        }
        if gives.absent
            && none
            && !matches!(&gives.kind, Kind::Word(domain) if words.iter().any(|word| domain.words.contains(word)))
        {
            return wrong(self.span(a), format!("what is absent is no word; write  not given {said}"));
        }
        self.there(a, facts)?;
        Ok(Type::of(Kind::Flag))
    }

    /// A word of no list, where nothing is known of what it is compared with.
    fn strange(&self, id: Id) -> Read<()> {
        let strange = self.checker.strange.iter().find(|(known, _)| *known == id);
        strange.map_or(Ok(()), |(_, fault)| Err(fault.clone()))
    }

    /// The words of a set, if it is known.
    fn set(&mut self, id: Id, facts: &Facts) -> Read<Option<Domain>> {
        match self.there(id, facts)? {
            Kind::Any => Ok(None),
            Kind::Set(list) => Ok(Some(Domain { words: list, list: true })),
            Kind::List(of) => match *of {
                Kind::Word(domain) => Ok(Some(domain)),
                _ => Ok(None),
            },
            other => {
                let said = self.said(id);
                let hint = if matches!(other, Kind::Word(_)) {
                    format!("; write  {said} is ...")
                } else {
                    String::new()
                };
                let message =
                    format!("\"{said}\" is {}, and only sets and lists have words{hint}", other.called());
                wrong(self.span(id), message)
            }
        }
    }

    /// An item of a list or set.
    pub(super) fn item(&mut self, id: Id, facts: &Facts) -> Read<Kind> {
        match self.there(id, facts)? {
            Kind::Any => Ok(Kind::Any),
            Kind::List(of) => Ok(*of),
            Kind::Set(list) => Ok(Kind::Word(Domain { words: list, list: true })),
            other => {
                wrong(self.span(id), format!("\"{}\" is {}, and no list", self.said(id), other.called()))
            }
        }
    }

    fn items(&mut self, items: Items, facts: &Facts) -> Read<Kind> {
        match items {
            Items::Range(from, to) => {
                self.number(from, facts)?;
                self.number(to, facts)?;
                Ok(Kind::Number)
            }
            Items::List(list) => self.item(list, facts),
        }
    }

    fn collect(&mut self, collect: Collect, over: Over, what: Id, facts: &Facts) -> Read<Type> {
        if let Collect::Best(Some(most)) | Collect::Worst(Some(most)) = collect {
            self.number(most, facts)?;
        }
        match over {
            Over::Times(times) => self.number(times, facts)?,
            Over::For(local, items) => {
                let item = self.items(items, facts)?;
                self.locals.insert(local, Type::of(item));
            }
        }
        if matches!(collect, Collect::Count) {
            if matches!(self.value(what, facts)?.kind, Kind::Number) {
                let said = self.said(what);
                let message = format!(
                    "\"{said}\" is a number, and \"count\" asks how often something is yes; put the comparison in brackets: ({said} > 3)"
                );
                return wrong(self.span(what), message);
            }
            self.flag(what, facts)?;
        } else {
            self.number(what, facts)?;
        }
        Ok(Type::of(Kind::Number))
    }

    fn column(&mut self, it: crate::core::Local, rows: &[Row], facts: &Facts) -> Read<Type> {
        let mut so_far = Type::ANY;
        let mut held: Option<super::facts::Thing> = None;
        let before = self.its.remove(&it);
        for (place, row) in rows.iter().enumerate() {
            let read = self.row(row, facts);
            let (own, not) = match read {
                Ok(read) => read,
                Err(fault) => {
                    self.tell(fault);
                    (Type::ANY, nothing())
                }
            };
            // A value that may be absent is there where the row that replaces it does not apply.
            if so_far.absent && held.is_some_and(|held| self.sure(&not, held)) {
                so_far.absent = false;
            }
            so_far = if place == 0 || not.is_none() {
                own
            } else {
                match self.joined(so_far, own, row.value) {
                    Ok(joined) => joined,
                    Err(fault) => {
                        self.tell(fault);
                        Type::ANY
                    }
                }
            };
            held = if place == 0 && so_far.absent { Some(self.leads_to(row.value)) } else { None };
            self.locals.insert(it, so_far.clone());
            if so_far.kind == Kind::Flag {
                self.so_far(it, row);
            }
        }
        if let Some(before) = before {
            self.its.insert(it, before);
        }
        Ok(so_far)
    }

    /// What is sure of the value so far, below a row.
    fn so_far(&mut self, it: crate::core::Local, row: &Row) {
        let (is, is_not) = (self.truth(row.value, true), self.truth(row.value, false));
        let both = match (row.when, self.its.remove(&it)) {
            (Some(when), Some((before, before_not))) => {
                let (applies, not) = (self.truth(when, true), self.truth(when, false));
                (
                    super::facts::meet(&unite(&applies, &is), &unite(&not, &before)),
                    super::facts::meet(&unite(&applies, &is_not), &unite(&not, &before_not)),
                )
            }
            (None, _) => (is, is_not),
            (Some(_), None) => (nothing(), nothing()),
        };
        self.its.insert(it, both);
    }

    /// A row's value, and what is sure where it does not apply.
    fn row(&mut self, row: &Row, facts: &Facts) -> Read<(Type, Facts)> {
        let Some(when) = row.when else { return Ok((self.value(row.value, facts)?, None)) };
        self.flag(when, facts)?;
        let inside = unite(facts, &self.truth(when, true));
        let own = self.value(row.value, &inside)?;
        let not = self.truth(when, false);
        // A row that never applies says nothing of the value.
        if inside.is_none() { Ok((Type::ANY, not)) } else { Ok((own, not)) }
    }
}
