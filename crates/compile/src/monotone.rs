//! Monotonicity of the rule of dying: once a defender falls at some number of hit points, it falls at every
//! smaller number. Fights look the threshold up by bisection, so a rule without this property is refused.

use crate::program::{Binary, Id, Local, Node, Nodes, Unary};

/// The direction in which a value moves as a local grows; for a condition `no` is less than `yes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Constant,
    Rising,
    Falling,
    Unknown,
}

impl Trend {
    const fn reversed(self) -> Self {
        match self {
            Self::Rising => Self::Falling,
            Self::Falling => Self::Rising,
            other => other,
        }
    }

    /// The trend of a value that rises with both.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant, trend) | (trend, Self::Constant) => trend,
            (one, other) if one == other => one,
            _ => Self::Unknown,
        }
    }
}

/// True where a condition that holds at some value of `left` holds at every smaller one.
pub(super) fn holds_below(nodes: &Nodes, condition: Id, left: Local) -> bool {
    matches!(trend(nodes, condition, left), Trend::Constant | Trend::Falling)
}

fn trend(nodes: &Nodes, id: Id, local: Local) -> Trend {
    if nodes.uses(id, local) == 0 {
        return Trend::Constant;
    }
    let of = |id: Id| trend(nodes, id, local);
    match nodes.node(id) {
        Node::Local(_) => Trend::Rising,
        Node::Unary(Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc, a) => of(*a),
        Node::Unary(Unary::Negate | Unary::Not, a) => of(*a).reversed(),
        Node::Binary(operation, a, b) => match operation {
            Binary::Add | Binary::Min | Binary::Max | Binary::And | Binary::Or => of(*a).and(of(*b)),
            Binary::Subtract | Binary::More | Binary::MoreOrEqual => of(*a).and(of(*b).reversed()),
            Binary::Less | Binary::LessOrEqual => of(*a).reversed().and(of(*b)),
            Binary::Multiply => match (nodes.node(*a), nodes.node(*b)) {
                (Node::Number(factor), _) => scaled(of(*b), factor.sign() < 0),
                (_, Node::Number(factor)) => scaled(of(*a), factor.sign() < 0),
                _ => Trend::Unknown,
            },
            Binary::Divide | Binary::Div => match nodes.node(*b) {
                Node::Number(divisor) => scaled(of(*a), divisor.sign() < 0),
                _ => Trend::Unknown,
            },
            _ => Trend::Unknown,
        },
        Node::If(condition, a, b) if of(*condition) == Trend::Constant => of(*a).and(of(*b)),
        _ => Trend::Unknown,
    }
}

const fn scaled(trend: Trend, is_negative: bool) -> Trend {
    if is_negative { trend.reversed() } else { trend }
}
