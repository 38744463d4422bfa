//! What an expression is made of.

use super::{Collect, Id, Items, Local, Node, Over};

/// Visits what an expression is made of, with the local that is bound for that part.
pub(crate) fn each_part(node: &Node, visit: &mut dyn FnMut(Id, Option<Local>)) {
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
