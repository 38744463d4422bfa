//! What is worked out once for each mode of a text, before any scenario.

use crate::core::{Id, Line, Local, Mode, Node, Word, each_part};

/// What the engine knows of a mode beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// For each expression the locals that it reads, and how often: once, or more.
    uses: Vec<Box<[(Local, u8)]>>,
    /// What is carried only to tell how long a turn lasts.
    pub(crate) times: u128,
    /// For each expression the fields of the sheets that it, or a figure that it calls, may read: a bit for each, of which more than 128 share some.
    fields: Vec<u128>,
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
        let item = mode.turn.as_ref().and_then(|turn| turn.strikes.item());
        let mut fields: Vec<u128> = Vec::with_capacity(mode.nodes.len());
        for expr in &mode.nodes {
            let of = |id: Id| fields.get(id.0 as usize).copied().unwrap_or(u128::MAX);
            let all = match &expr.node {
                Node::Sheet(sheet) => field_bits(mode, usize::from(*sheet), None),
                Node::Dot(sheet, field) => match mode.expr(*sheet).map(|expr| &expr.node) {
                    Some(Node::Sheet(sheet)) => field_bits(mode, usize::from(*sheet), Some(*field)),
                    _ => of(*sheet),
                },
                // Where it is the same for all strikes, the sheets decide it.
                Node::Name(slot) if item == Some(*slot) => u128::MAX,
                node => {
                    let mut all = 0;
                    each_part(node, &mut |part, _| all |= of(part));
                    if let Node::Figure(figure, _) = node {
                        all |= mode
                            .figures
                            .get(usize::from(*figure))
                            .map_or(u128::MAX, |figure| of(figure.value));
                    }
                    all
                }
            };
            fields.push(all);
        }
        Self { uses, fields, times: times(mode) }
    }

    /// The fields that an expression may read, as [`field_bits`] tells them.
    pub(crate) fn fields(&self, place: usize) -> u128 {
        self.fields.get(place).copied().unwrap_or(u128::MAX)
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
    if let Some(between) = &mode.between {
        read |= between.leaves.as_ref().map_or(0, reads);
        read |= between.next.iter().fold(0, |all, (slot, value)| all | reads(value) & !slot.bit());
    }
    reads(&lasts) & !read
}

/// The bits of the fields of a sheet, or of one of them.
pub(crate) fn field_bits(mode: &Mode, sheet: usize, only: Option<Word>) -> u128 {
    let fields = |(_, fields): &(Word, std::rc::Rc<crate::core::Fields>)| fields.fields.len();
    let before: usize = mode.sheets.iter().take(sheet).map(fields).sum();
    let own = mode.sheets.get(sheet).into_iter().flat_map(|(_, fields)| &fields.fields);
    let bits = (before..).zip(own).filter(|(_, field)| only.is_none_or(|only| field.name == only));
    bits.fold(0, |all, (place, _)| all | 1 << (place % 128))
}
