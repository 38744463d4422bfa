//! Expressions as they are run, with what is known of each: which names of the strike it reads, whether it rolls.

use crate::core::{Expr, Id, Local, Node, Over, each_part};
use crate::reader::syntax::Span;

/// The expressions of a mode.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) all: Vec<Expr>,
    /// For each the locals that are bound outside of it.
    free: Vec<Vec<Local>>,
}

/// What is known of a called figure.
#[derive(Clone, Copy, Default)]
pub(super) struct Called {
    pub(super) reads: u128,
    pub(super) rolls: bool,
}

impl Nodes {
    pub(super) fn get(&self, id: Id) -> Option<&Expr> {
        self.all.get(id.0 as usize)
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        self.get(id).map_or(&Node::Flag(false), |expr| &expr.node)
    }

    pub(super) fn span(&self, id: Id) -> Span {
        self.get(id).map_or_else(Span::default, |expr| expr.span)
    }

    pub(super) fn rolls(&self, id: Id) -> bool {
        self.get(id).is_some_and(|expr| expr.rolls)
    }

    pub(super) fn reads(&self, id: Id) -> u128 {
        self.get(id).map_or(0, |expr| expr.reads)
    }

    pub(super) fn called(&self, id: Id) -> Called {
        Called { reads: self.reads(id), rolls: self.rolls(id) }
    }

    /// Adds an expression, whose parts stand there already; a call comes with what is known of the figure.
    pub(super) fn add(&mut self, node: Node, span: Span, called: Called) -> Id {
        let mut reads = called.reads;
        let mut rolls = called.rolls;
        let mut free: Vec<Local> = Vec::new();
        each_child(&node, &mut |child| {
            reads |= self.reads(child);
            rolls |= self.rolls(child);
            for local in self.free.get(child.0 as usize).into_iter().flatten() {
                if !free.contains(local) {
                    free.push(*local);
                }
            }
        });
        match &node {
            Node::Name(slot) => reads |= slot.bit(),
            Node::Local(local) => free.push(*local),
            Node::Column(bound, _) | Node::PickItem(bound, ..) | Node::Collect(_, Over::For(bound, _), _) => {
                free.retain(|local| local != bound);
            }
            _ => {}
        }
        match &node {
            Node::Dice(..) | Node::Roll(..) | Node::Open(..) | Node::Chance(..) | Node::Pick(_) => {
                rolls = true
            }
            Node::PickList(_) | Node::PickItem(..) => rolls = true,
            Node::Odds(_) => rolls = false,
            _ => {}
        }
        let id = Id(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Expr { node, span, reads, rolls, open: !free.is_empty() });
        self.free.push(free);
        id
    }
}

/// What an expression is made of.
pub(super) fn each_child(node: &Node, each: &mut dyn FnMut(Id)) {
    each_part(node, &mut |part, _| each(part));
}
