//! Liveness analysis of a strike, backwards from its ends, after partial evaluation by the fields. Odds,
//! samples and examples use the same result.

use crate::extent::Extent;
use crate::reduced_strike::{Criterion, LiveLine, ReducedStrike, next_of, parts_of};
use crate::scenario::Scenario;
use crate::turn::rules::{names_of_position, names_on_foe};
use crate::value::Value;
use core::ops::BitOr;
use tohit_compile::program::{Binary, End, Id, Line, Mode, Node, Turn, VarId, VarSet, each_part};

impl ReducedStrike {
    pub(crate) fn new(scenario: &Scenario<'_>) -> Self {
        let left_out = unanswered(scenario.mode) | countdown(scenario.mode);
        Self::of(scenario, Criterion::all(left_out))
    }

    /// Reduced strike of samples; in a fight with the length of turns.
    pub(crate) fn sampled(scenario: &Scenario<'_>, extent: Extent) -> Self {
        let left_out = if extent.is_fight() { VarSet::EMPTY } else { times(scenario.mode) };
        let left_out = left_out | countdown(scenario.mode);
        Self::of(scenario, Criterion::all(left_out))
    }

    /// Reduced strike of a turn: losses and carried values, without endings and shown lines.
    pub(crate) fn unworded(scenario: &Scenario<'_>) -> Self {
        let gains = scenario.follows_own();
        let left_out = unanswered(scenario.mode);
        Self::of(scenario, Criterion { worded: false, gains, ..Criterion::all(left_out) })
    }

    /// Reduced strike of a fight on the clock: the same, with carried times.
    pub(crate) fn timed(scenario: &Scenario<'_>) -> Self {
        let gains = scenario.follows_own();
        let left_out = names_on_foe(scenario.mode);
        Self::of(scenario, Criterion { worded: false, gains, ..Criterion::all(left_out) })
    }

    /// Reduced strike of a joint duel: the same, with what the striker gains and pays, and with what it
    /// leaves on the other side.
    pub(crate) fn draining(scenario: &Scenario<'_>) -> Self {
        Self::of(scenario, Criterion { worded: false, ..Criterion::all(VarSet::EMPTY) })
    }

    /// Shown lines that no other line reads and that ask a pool of dice: asked by themselves, each fold of
    /// the pool is small.
    fn shown_of_pools(&self, scenario: &Scenario<'_>) -> Vec<VarId> {
        let lines =
            || self.steps.iter().filter_map(|step| Some((step, scenario.mode.strike.get(step.line)?)));
        let pool = |line: &Line| match line {
            Line::Value { slot, value, .. } => {
                matches!(scenario.node(*value), Node::Pool(..)).then_some(*slot)
            }
            Line::End(_) => None,
        };
        let pools: VarSet = lines().filter_map(|(_, line)| pool(line)).collect();
        let shown = lines().filter_map(|(step, line)| match line {
            Line::Value { slot, value, show: Some(_), .. }
                if !scenario.reads(*value).is_disjoint(pools) && !step.live.contains(*slot) =>
            {
                Some(*slot)
            }
            _ => None,
        });
        shown.collect()
    }

    /// The reduced strike without the shown lines that ask pools, and a slice for each of these, if there are
    /// several.
    pub(crate) fn slices(&self, scenario: &Scenario<'_>) -> Option<(Self, Vec<Self>)> {
        let shown = self.shown_of_pools(scenario);
        if shown.len() < 2 {
            return None;
        }
        let apart = shown.iter().copied().collect();
        let slice = |slot: &VarId| Self::of(scenario, Criterion { only: Some(*slot), ..self.criterion });
        let others = Self::of(scenario, Criterion { apart, ..self.criterion });
        Some((others, shown.iter().map(slice).collect()))
    }

    /// True where the sheets leave an end whose gain or price may differ from 0.
    pub(crate) fn drains(&self, scenario: &Scenario<'_>) -> bool {
        let own = |step: &LiveLine| match scenario.mode.strike.get(step.line) {
            Some(Line::End(end)) => [end.gain, end.pay],
            _ => [None, None],
        };
        let is_none = |id: &Id| scenario.is_fixed(*id) && scenario.fixed(*id) == Value::from(0);
        let mut all = self.steps.iter().filter(|_| self.criterion.gains).flat_map(own).flatten();
        all.any(|id| !is_none(&id))
    }

    /// True where the strike reads the striker's own hit points.
    pub(crate) fn reads_own(&self, scenario: &Scenario<'_>) -> bool {
        scenario.mode.own.is_some_and(|slot| self.reads.contains(slot))
    }

    fn of(scenario: &Scenario<'_>, mut criterion: Criterion) -> Self {
        let lines = &scenario.mode.strike;
        // Without a countdown its lines are dead.
        let counted = countdown(scenario.mode);
        criterion.left_out |= if scenario.countdown().is_some() { VarSet::EMPTY } else { counted };
        let first = if counted.is_disjoint(criterion.left_out) { 0 } else { Turn::COUNTING_LINES };
        let end = end_of_lines(scenario, criterion, first);
        let mut later = LaterUses::default();
        let mut steps: Vec<LiveLine> = Vec::new();
        // The end of a strike that passes a line, where it is certain.
        let mut past: Option<&End> = None;
        for (index, line) in lines.iter().enumerate().take(end).skip(first).rev() {
            let parts = match line {
                Line::Value { slot, value, show, .. } => {
                    if !criterion.answers(*slot, show.as_ref()) && !later.reads(*slot) {
                        continue;
                    }
                    vec![*value]
                }
                Line::End(line) => {
                    let never =
                        |when: Id| scenario.is_fixed(when) && scenario.fixed(when) == Value::Flag(false);
                    let is_same = |other: &End| same_end(scenario, line, other, criterion);
                    if line.when.is_some_and(never) || !criterion.worded && past.is_some_and(is_same) {
                        continue;
                    }
                    past = (index + 1 == end).then_some(line);
                    parts_of(line, criterion)
                }
            };
            let (live, queries) = (later.names(), later.queries());
            if let Line::Value { slot, .. } = line {
                later.0.retain(|(known, _)| known != slot);
            }
            let mut uses = NameUses::default();
            for part in &parts {
                uses.visit(scenario, *part, 1, None);
            }
            if matches!(line, Line::End(_)) && criterion.only.is_none() {
                // Every end reads a carried name that it does not change.
                for (slot, _) in (0..).map(VarId).zip(&scenario.mode.carries) {
                    if !criterion.left_out.contains(slot) {
                        uses.whole(slot, 2);
                    }
                }
            }
            let spent = uses.seen.iter().filter(|seen| seen.times == 1 && !live.contains(seen.slot));
            let spent = spent.map(|seen| seen.slot).collect();
            steps.push(LiveLine { line: index, live, queries, spent });
            later.add(uses);
        }
        steps.reverse();
        drop_known_queries(&mut steps, lines);
        let by_position =
            steps.iter().fold(names_of_position(scenario.mode), |known, step| match lines.get(step.line) {
                Some(Line::Value { slot, value, .. }) if !scenario.reads(*value).is_disjoint(known) => {
                    known | (*slot).into()
                }
                _ => known,
            });
        Self { steps, reads: later.names(), by_position, criterion }
    }
}

/// Names that are read after a line, each with the expressions that read it, if nothing needs the value
/// itself.
#[derive(Default)]
struct LaterUses(Vec<(VarId, Option<Vec<Id>>)>);

impl LaterUses {
    fn reads(&self, slot: VarId) -> bool {
        self.0.iter().any(|(known, _)| *known == slot)
    }

    fn names(&self) -> VarSet {
        self.0.iter().map(|(slot, _)| *slot).collect()
    }

    /// Names of which only some expressions are read, and these expressions.
    fn queries(&self) -> Vec<(VarId, Vec<Id>)> {
        self.0.iter().filter_map(|(slot, queries)| Some((*slot, queries.clone()?))).collect()
    }

    /// Adds the uses of a line.
    fn add(&mut self, uses: NameUses) {
        for seen in uses.seen {
            match self.0.iter_mut().find(|(known, _)| *known == seen.slot) {
                None => self.0.push((seen.slot, seen.queries)),
                Some((_, queries)) => match (queries.as_mut(), seen.queries) {
                    (Some(queries), Some(more)) => {
                        for id in more {
                            if !queries.contains(&id) {
                                queries.push(id);
                            }
                        }
                    }
                    _ => *queries = None,
                },
            }
        }
    }
}

/// Number of the lines up to the first certain end. A slice ends with its line.
fn end_of_lines(scenario: &Scenario<'_>, criterion: Criterion, first: usize) -> usize {
    let lines = &scenario.mode.strike;
    let always = |when: Id| scenario.is_fixed(when) && scenario.fixed(when).is_yes();
    let is_last = |line: &Line| matches!(line, Line::End(end) if end.when.is_none_or(always));
    let is_only = |line: &Line| matches!(line, Line::Value { slot, .. } if Some(*slot) == criterion.only);
    let certain = lines.iter().skip(first).position(is_last).map_or(lines.len(), |index| first + index + 1);
    lines.iter().position(is_only).map_or(certain, |index| certain.min(index + 1))
}

/// Drops queries that stand unchanged before a line: their values are lumped already.
fn drop_known_queries(steps: &mut [LiveLine], lines: &[Line]) {
    for index in (1..steps.len()).rev() {
        let (before, after) = steps.split_at_mut(index);
        let (Some(before), Some(step)) = (before.last(), after.first_mut()) else { continue };
        let own = match lines.get(step.line) {
            Some(Line::Value { slot, .. }) => Some(*slot),
            _ => None,
        };
        step.queries.retain(|(slot, queries)| {
            let known = before.queries.iter().find(|(known, _)| known == slot);
            let same = known.is_some_and(|(_, known)| {
                known.len() == queries.len() && queries.iter().all(|id| known.contains(id))
            });
            Some(*slot) == own || !same
        });
    }
}

/// Carried names that matter to no answer about a strike or a turn.
fn unanswered(mode: &Mode) -> VarSet {
    let shown = mode.show_carried.iter().map(|shown| shown.slot).collect();
    (times(mode) | names_on_foe(mode)).difference(shown)
}

/// Carried names that only `turn lasts` and their own updates read.
pub(crate) fn times(mode: &Mode) -> VarSet {
    let Some(lasts) = mode.lasts else { return VarSet::EMPTY };
    let reads = |id: &Id| mode.nodes.reads(*id);
    let others = |next: &[(VarId, Id)]| {
        let read = next.iter().map(|(slot, id)| reads(id).difference((*slot).into()));
        read.fold(VarSet::EMPTY, BitOr::bitor)
    };
    let mut read = mode
        .between
        .as_ref()
        .map_or(VarSet::EMPTY, |all| all.leaves.as_ref().map_or(VarSet::EMPTY, reads) | others(&all.next));
    for line in &mode.strike {
        read |= match line {
            Line::Value { value, .. } => reads(value),
            Line::End(end) => {
                let parts = parts_of(end, Criterion::all(VarSet::ALL));
                parts.iter().fold(others(&end.next), |all, part| all | reads(part))
            }
        };
    }
    reads(&lasts).difference(read)
}

/// The countdown of a rolled number of strikes. Samples roll the number before the first strike, and an
/// answer about one strike does not ask for it.
fn countdown(mode: &Mode) -> VarSet {
    mode.turn.as_ref().and_then(|turn| turn.countdown).into_iter().collect()
}

/// Equality of two ends, their words apart.
fn same_end(scenario: &Scenario<'_>, a: &End, b: &End, criterion: Criterion) -> bool {
    let same = |a: Id, b: Id| same_value(scenario, a, b);
    let both = |a: Option<Id>, b: Option<Id>| a.zip(b).map_or(a == b, |(a, b)| same(a, b));
    let (mut nexts, mut others) = (next_of(a, criterion.left_out), next_of(b, criterion.left_out));
    let next = nexts.by_ref().all(|a| others.next().is_some_and(|b| a.0 == b.0 && same(a.1, b.1)))
        && others.next().is_none();
    a.kill == b.kill
        && both(a.lose, b.lose)
        && (!criterion.gains || both(a.gain, b.gain) && both(a.pay, b.pay))
        && next
}

/// Structural equality of two expressions of ends, as far as it is seen at once: a `next` is written once for
/// each end.
fn same_value(scenario: &Scenario<'_>, a: Id, b: Id) -> bool {
    let same = |a: Id, b: Id| same_value(scenario, a, b);
    match (scenario.node(a), scenario.node(b)) {
        _ if a == b => true,
        (Node::Name(a), Node::Name(b)) => a == b,
        (Node::If(a, b, c), Node::If(x, y, z)) => same(*a, *x) && same(*b, *y) && same(*c, *z),
        _ => scenario.is_fixed(a) && scenario.is_fixed(b) && scenario.fixed(a) == scenario.fixed(b),
    }
}

#[derive(Default)]
struct NameUses {
    seen: Vec<NameUse>,
}

/// Uses of a name.
struct NameUse {
    slot: VarId,
    /// One use, or 2 for more.
    times: u8,
    /// Expressions that read it, if nothing needs the value itself.
    queries: Option<Vec<Id>>,
}

impl NameUses {
    fn seen(&mut self, slot: VarId, times: u8) -> &mut NameUse {
        let index = self.seen.iter().position(|seen| seen.slot == slot);
        let index = index.unwrap_or_else(|| {
            self.seen.push(NameUse { slot, times: 0, queries: Some(Vec::new()) });
            self.seen.len() - 1
        });
        // The place was found or pushed just before.
        #[allow(clippy::indexing_slicing, reason = "found or pushed just before")]
        let seen = &mut self.seen[index];
        seen.times = seen.times.saturating_add(times).min(2);
        seen
    }

    /// Notes a use of the value itself.
    fn whole(&mut self, slot: VarId, times: u8) {
        self.seen(slot, times).queries = None;
    }

    /// Collects the names of an expression, undecided parts only. `around` is the largest enclosing
    /// expression of one name.
    fn visit(&mut self, scenario: &Scenario<'_>, id: Id, times: u8, around: Option<Id>) {
        let reads = scenario.reads(id);
        if reads.is_empty() {
            return;
        }
        let node = scenario.node(id);
        if let Node::Name(slot) = node {
            let seen = self.seen(*slot, times);
            match (&mut seen.queries, around) {
                (Some(queries), Some(around)) => {
                    if !queries.contains(&around) {
                        queries.push(around);
                    }
                }
                (queries, _) => *queries = None,
            }
            return;
        }
        // Odds are weights: they have no values to compare.
        let plain = !scenario.rolls(id) && !scenario.reads_locals(id) && !scenario.has_odds(id);
        let alone = reads.len() == 1 && plain;
        let around = around.or(alone.then_some(id));
        let decided = |when: Id| scenario.is_fixed(when).then(|| scenario.fixed(when));
        match node {
            Node::If(when, then, other) => match decided(*when) {
                Some(Value::Flag(true)) => self.visit(scenario, *then, times, around),
                Some(Value::Flag(false)) => self.visit(scenario, *other, times, around),
                _ => [when, then, other]
                    .into_iter()
                    .for_each(|part| self.visit(scenario, *part, times, around)),
            },
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                if decided(*a) != Some(Value::Flag(*op == Binary::Or)) {
                    self.visit(scenario, *a, times, around);
                    self.visit(scenario, *b, times, around);
                }
            }
            Node::Column(_, rows) => {
                for row in rows {
                    match row.when {
                        Some(when) if decided(when) == Some(Value::Flag(false)) => {}
                        when => {
                            when.iter()
                                .chain([&row.value])
                                .for_each(|part| self.visit(scenario, *part, times, around));
                        }
                    }
                }
            }
            Node::Figure(figure, values) => {
                let Some(figure) = scenario.mode.figures.get(usize::from(*figure)) else { return };
                for (value, local) in values.iter().zip(&figure.takes) {
                    let uses = scenario.mode.nodes.uses(figure.value, *local);
                    self.visit(scenario, *value, times.saturating_mul(uses.max(1)), around);
                }
                self.visit(scenario, figure.value, times, around);
            }
            node => {
                let looped = matches!(node, Node::Collect(..) | Node::PickItem(..) | Node::Pool(..));
                each_part(node, &mut |part, _| {
                    self.visit(scenario, part, if looped { 2 } else { times }, around)
                });
            }
        }
    }
}
