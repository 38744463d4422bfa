//! Expressions in an arena, with their parts and their derived attributes.

use super::{
    Collect, Fields, Figure, Id, Items, Local, Node, OpenDice, Question, Repetition, Row, Span, VarSet, Word,
};
use std::sync::Arc;

/// An expression with its derived attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeEntry {
    /// Node of the expression.
    pub node: Node,
    /// Place in the text.
    pub span: Span,
    /// Names of the strike that the expression, or a figure that it calls, may read.
    pub reads: VarSet,
    /// True where the expression, or a figure that it calls, may roll.
    pub rolls: bool,
    /// Free locals of the expression, with the number of reads: 1, or 2 for more.
    pub locals: Box<[(Local, u8)]>,
    /// Fields of the sheets that the expression, or a figure that it calls, may read, as bits of
    /// [`field_bits`].
    pub fields: u128,
}

/// Expressions of a mode; parts of an expression stand before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nodes(pub Vec<NodeEntry>);

/// The sheets of a mode, in the order of the text.
pub type Sheets = Vec<(Word, Arc<Fields>)>;

impl Nodes {
    /// An expression by its place.
    #[must_use]
    pub fn get(&self, id: Id) -> Option<&NodeEntry> {
        self.0.get(id.0 as usize)
    }

    /// Node of an expression; `no` where there is none of this place.
    pub fn node(&self, id: Id) -> &Node {
        self.get(id).map_or(&Node::Flag(false), |expr| &expr.node)
    }

    /// The place of an expression in the text.
    pub fn span(&self, id: Id) -> Span {
        self.get(id).map_or_else(Span::default, |expr| expr.span)
    }

    /// Dependence of an expression on a die.
    pub fn rolls(&self, id: Id) -> bool {
        self.get(id).is_some_and(|expr| expr.rolls)
    }

    /// The names that an expression reads.
    pub fn reads(&self, id: Id) -> VarSet {
        self.get(id).map_or(VarSet::EMPTY, |expr| expr.reads)
    }

    /// Free locals of an expression, with the number of reads.
    pub fn locals(&self, id: Id) -> &[(Local, u8)] {
        self.get(id).map_or(&[], |expr| &expr.locals)
    }

    /// Number of reads of a local by an expression: 0, 1, or 2 for more.
    pub fn uses(&self, id: Id, local: Local) -> u8 {
        self.locals(id).iter().find(|(known, _)| *known == local).map_or(0, |(_, times)| *times)
    }

    /// Adds an expression, whose parts and figures are known already.
    pub fn add(&mut self, node: Node, span: Span, sheets: &Sheets, figures: &[Figure]) -> Id {
        let (mut reads, mut rolls, mut fields) = (VarSet::EMPTY, false, 0);
        let mut locals: Vec<(Local, u8)> = Vec::new();
        let mut add = |local: Local, times: u8| match locals.iter_mut().find(|(known, _)| *known == local) {
            Some((_, all)) => *all = (*all + times).min(2),
            None => locals.push((local, times)),
        };
        let looped = matches!(node, Node::PickItem(..) | Node::Collect(..) | Node::Pool(..));
        each_part(&node, &mut |part, bound| {
            let Some(part) = self.get(part) else { return };
            reads |= part.reads;
            rolls |= part.rolls;
            fields |= part.fields;
            for (local, times) in part.locals.iter().filter(|(local, _)| Some(*local) != bound) {
                // The body of a loop reads its locals in each round.
                add(*local, if looped { 2 } else { *times });
            }
        });
        match &node {
            // A name whose value is equal in all strikes may depend on any field.
            Node::Name(slot) => (reads, fields) = ((*slot).into(), u128::MAX),
            Node::Local(local) => add(*local, 1),
            Node::Sheet(sheet) => fields = field_bits(sheets, usize::from(*sheet), None),
            Node::Dot(of, field) => {
                if let Node::Sheet(sheet) = self.node(*of) {
                    fields = field_bits(sheets, usize::from(*sheet), Some(*field));
                }
            }
            Node::Figure(figure, _) => {
                let called = figures.get(usize::from(*figure)).and_then(|figure| self.get(figure.value));
                if let Some(called) = called {
                    reads |= called.reads;
                    rolls |= called.rolls;
                    fields |= called.fields;
                }
            }
            Node::Odds(_) => rolls = false,
            Node::Dice(..) | Node::Roll(..) | Node::Open(..) | Node::Chance(..) => rolls = true,
            Node::Pick(_) | Node::PickItem(..) => rolls = true,
            _ => {}
        }
        let id = Id(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(NodeEntry { node, span, reads, rolls, locals: locals.into(), fields });
        id
    }
}

/// Bits of the fields of a sheet, or of one of them. Fields whose places differ by 128 share a bit.
pub fn field_bits(sheets: &Sheets, sheet: usize, only: Option<Word>) -> u128 {
    let before: usize = sheets.iter().take(sheet).map(|(_, fields)| fields.fields.len()).sum();
    let own = sheets.get(sheet).into_iter().flat_map(|(_, fields)| &fields.fields);
    let bits = (before..).zip(own).filter(|(_, field)| only.is_none_or(|only| field.name == only));
    bits.fold(0, |all, (place, _)| all | 1 << (place % 128))
}

impl NodeEntry {
    /// An expression whose attributes are not derived yet.
    pub(super) fn bare(node: Node, span: Span) -> Self {
        Self { node, span, reads: VarSet::EMPTY, rolls: false, locals: Box::default(), fields: 0 }
    }
}

/// Parts of a range or a list.
macro_rules! visit_items {
    ($items:expr, $visit:expr) => {
        match $items {
            Items::Range(from, to) => [from, to].into_iter().for_each(|part| $visit(part, None)),
            Items::List(list) => $visit(list, None),
        }
    };
}

/// Parts of an expression, each with the local that is bound for it: shared references with `iter`, mutable
/// ones with `iter_mut`.
macro_rules! visit_parts {
    ($node:expr, $visit:expr, $iter:ident) => {
        match $node {
            Node::Number(_)
            | Node::Flag(_)
            | Node::Word(_)
            | Node::Words(_)
            | Node::Sheet(_)
            | Node::Name(_)
            | Node::Local(_) => {}
            Node::Dot(a, _)
            | Node::Unary(_, a)
            | Node::Rank(a, _)
            | Node::Is(a, _)
            | Node::Has(a, _)
            | Node::Given(a)
            | Node::Answer(a, _)
            | Node::Odds(a) => $visit(a, None),
            Node::Figure(_, values) => values.$iter().for_each(|value| $visit(value, None)),
            Node::Table(_, key, column) => {
                $visit(key, None);
                column.$iter().for_each(|column| $visit(column, None));
            }
            Node::Binary(_, a, b)
            | Node::HasValue(a, b)
            | Node::Otherwise(a, b)
            | Node::Dice(a, b)
            | Node::Roll(a, b)
            | Node::Chance(a, b) => [a, b].into_iter().for_each(|part| $visit(part, None)),
            Node::If(a, b, c) => [a, b, c].into_iter().for_each(|part| $visit(part, None)),
            Node::Open(OpenDice { dice, sides, from, less, limit }) => {
                let options = from.$iter().chain(less.$iter()).chain(limit.$iter());
                [dice, sides].into_iter().chain(options).for_each(|part| $visit(part, None));
            }
            Node::Pick(choices) => {
                for (value, weight, when) in choices.$iter() {
                    when.$iter().chain([value, weight]).for_each(|part| $visit(part, None));
                }
            }
            Node::PickItem(local, items, weight) => {
                visit_items!(items, $visit);
                $visit(weight, Some(*local));
            }
            Node::Collect(how, over, body) => {
                if let Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) = how {
                    $visit(kept, None);
                }
                let item = match over {
                    Repetition::Times(times) => {
                        $visit(times, None);
                        None
                    }
                    Repetition::For(local, items) => {
                        visit_items!(items, $visit);
                        Some(*local)
                    }
                };
                $visit(body, item);
            }
            Node::Pool(parts, _, questions) => {
                for (times, die) in parts.$iter() {
                    [times, die].into_iter().for_each(|part| $visit(part, None));
                }
                for question in questions.$iter() {
                    if let Question::Each(collect, local, value) = question {
                        if let Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) = collect {
                            $visit(kept, None);
                        }
                        $visit(value, Some(*local));
                    }
                }
            }
            Node::Column(it, rows) => {
                for Row { when, value, .. } in rows.$iter() {
                    when.$iter().chain([value]).for_each(|part| $visit(part, Some(*it)));
                }
            }
        }
    };
}

/// Visits the parts of an expression, with the local that is bound for that part.
pub fn each_part(node: &Node, visit: &mut dyn FnMut(Id, Option<Local>)) {
    let mut visit = |part: &Id, local| visit(*part, local);
    visit_parts!(node, visit, iter);
}

/// Visits the parts of an expression, to change them.
pub(super) fn each_part_mut(node: &mut Node, visit: &mut dyn FnMut(&mut Id)) {
    let mut visit = |part: &mut Id, _: Option<Local>| visit(part);
    visit_parts!(node, visit, iter_mut);
}

impl super::Mode {
    /// Look-ups in tables: the place of the table, and the path of the key, with its sheet, where the key is
    /// a field.
    #[must_use]
    pub fn look_ups(&self) -> Vec<(u16, Option<Vec<Word>>)> {
        let look_up = |expr: &NodeEntry| match expr.node {
            Node::Table(place, key, _) => Some((place, self.field_path(key))),
            _ => None,
        };
        self.nodes.0.iter().filter_map(look_up).collect()
    }

    /// The sheet and path of a field.
    fn field_path(&self, mut id: Id) -> Option<Vec<Word>> {
        let mut path = Vec::new();
        while let Node::Dot(of, word) = self.nodes.node(id) {
            path.push(*word);
            id = *of;
        }
        let Node::Sheet(place) = self.nodes.node(id) else { return None };
        path.push(self.sheets.get(usize::from(*place))?.0);
        path.reverse();
        Some(path)
    }
}
