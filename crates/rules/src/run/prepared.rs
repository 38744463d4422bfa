//! What is worked out once for each mode of a text, before any scenario.

use crate::core::{Id, Line, Local, Mode, Node, each_part};

/// What the engine knows of a mode beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// For each expression the locals that it reads, and how often: once, or more.
    uses: Vec<Box<[(Local, u8)]>>,
    /// What is carried only to tell how long a turn lasts.
    pub(crate) times: u128,
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
        Self { uses, times: times(mode) }
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

/// What is carried and read by nothing but `turn lasts`, or by what it becomes itself.
fn times(mode: &Mode) -> u128 {
    let reads = |id: &Id| mode.expr(*id).map_or(0, |expr| expr.reads);
    let Some(lasts) = mode.lasts else { return 0 };
    let mut read = 0;
    for line in &mode.strike {
        match line {
            Line::Value { value, .. } => read |= reads(value),
            Line::End(end) => {
                let parts = [&end.ending].into_iter().chain(&end.lose).chain(&end.gain).chain(&end.when);
                read |= parts.fold(0, |all, part| all | reads(part));
                for (slot, value) in &end.next {
                    read |= reads(value) & !slot.bit();
                }
            }
        }
    }
    reads(&lasts) & !read
}
