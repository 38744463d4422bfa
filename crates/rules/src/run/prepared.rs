//! What is worked out once for each mode of a text, before any scenario.

use crate::core::{Collect, Id, Items, Local, Mode, Node, Over};

/// What the engine knows of a mode beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// For each expression the locals that it reads, and how often: once, or more.
    uses: Vec<Box<[(Local, u8)]>>,
}

impl Prepared {
    pub(crate) fn new(mode: &Mode) -> Self {
        let mut uses: Vec<Box<[(Local, u8)]>> = Vec::with_capacity(mode.nodes.len());
        for expr in &mode.nodes {
            let mut mine: Vec<(Local, u8)> = Vec::new();
            let mut add = |local: Local, times: u8| match mine.iter_mut().find(|(known, _)| *known == local) {
                Some((_, all)) => *all = (*all + times).min(2),
                None => mine.push((local, times)),
            };
            if let Node::Local(local) = expr.node {
                add(local, 1);
            }
            let looped = matches!(expr.node, Node::PickItem(..) | Node::Collect(..));
            each_part(&expr.node, |part, bound| {
                for (local, times) in uses.get(part.0 as usize).into_iter().flatten() {
                    if Some(*local) != bound {
                        // What stands in a loop is read for each of its rounds.
                        add(*local, if looped { 2 } else { *times });
                    }
                }
            });
            uses.push(mine.into());
        }
        Self { uses }
    }

    /// How often an expression reads a local: 0, 1, or 2 for more.
    pub(crate) fn uses(&self, id: Id, local: Local) -> u8 {
        let uses = self.uses.get(id.0 as usize);
        uses.and_then(|uses| uses.iter().find(|(known, _)| *known == local)).map_or(0, |(_, times)| *times)
    }
}

/// Visits what an expression is made of, with the local that is bound for that part.
pub(crate) fn each_part(node: &Node, mut visit: impl FnMut(Id, Option<Local>)) {
    let items = |items: &Items| match items {
        Items::Range(a, b) => vec![*a, *b],
        Items::List(list) => vec![*list],
    };
    match node {
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
        | Node::PickList(a)
        | Node::Odds(a) => visit(*a, None),
        Node::Figure(_, values) => values.iter().for_each(|value| visit(*value, None)),
        Node::Table(_, key, column) => {
            visit(*key, None);
            column.iter().for_each(|column| visit(*column, None));
        }
        Node::Binary(_, a, b)
        | Node::HasValue(a, b)
        | Node::Otherwise(a, b)
        | Node::Dice(a, b)
        | Node::Roll(a, b)
        | Node::Chance(a, b) => {
            visit(*a, None);
            visit(*b, None);
        }
        Node::If(a, b, c) | Node::Open(a, b, c) => [a, b, c].into_iter().for_each(|part| visit(*part, None)),
        Node::Pick(choices) => {
            for (value, weight, when) in choices {
                when.iter().chain([value, weight]).for_each(|part| visit(*part, None));
            }
        }
        Node::PickItem(local, over, weight) => {
            items(over).into_iter().for_each(|part| visit(part, None));
            visit(*weight, Some(*local));
        }
        Node::Collect(how, over, body) => {
            if let Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) = how {
                visit(*kept, None);
            }
            match over {
                Over::Times(times) => {
                    visit(*times, None);
                    visit(*body, None);
                }
                Over::For(local, over) => {
                    items(over).into_iter().for_each(|part| visit(part, None));
                    visit(*body, Some(*local));
                }
            }
        }
        Node::Column(it, rows) => {
            for row in rows {
                row.when.iter().chain([&row.value]).for_each(|part| visit(*part, Some(*it)));
            }
        }
    }
}
