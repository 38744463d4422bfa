//! What is worked out once for each mode of a text, before any scenario.

use crate::core::{Id, Local, Mode, Node, each_part};

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
            each_part(&expr.node, &mut |part, bound| {
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

    /// The locals that an expression reads and that are bound around it.
    pub(crate) fn locals(&self, id: Id) -> impl Iterator<Item = Local> + '_ {
        self.uses.get(id.0 as usize).into_iter().flatten().map(|(local, _)| *local)
    }

    /// How often an expression reads a local: 0, 1, or 2 for more.
    pub(crate) fn uses(&self, id: Id, local: Local) -> u8 {
        let uses = self.uses.get(id.0 as usize);
        uses.and_then(|uses| uses.iter().find(|(known, _)| *known == local)).map_or(0, |(_, times)| *times)
    }
}
