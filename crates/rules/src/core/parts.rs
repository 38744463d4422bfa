//! What an expression is made of.

use super::{Id, Local, Node, Over};

/// Visits what an expression is made of, with the local that is bound for that part.
pub(crate) fn each_part(node: &Node, visit: &mut dyn FnMut(Id, Option<Local>)) {
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
        Node::PickItem(local, items, weight) => {
            items.each(&mut |part| visit(*part, None));
            visit(*weight, Some(*local));
        }
        Node::Collect(how, over, body) => {
            how.kept().into_iter().for_each(|kept| visit(*kept, None));
            over.each(&mut |part| visit(*part, None));
            let item = if let Over::For(local, _) = over { Some(*local) } else { None };
            visit(*body, item);
        }
        Node::Column(it, rows) => {
            for row in rows {
                row.when.iter().chain([&row.value]).for_each(|part| visit(*part, Some(*it)));
            }
        }
    }
}
