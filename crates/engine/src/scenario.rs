//! A scenario: a mode with the fields of its sheets. What no die decides is worked out here, once.

use crate::Stop;
use crate::annotate::Probe;
use crate::evaluator::lookup::chance;
use crate::evaluator::scalar::{NoDice, ScalarEvaluator};
use crate::liveness::every_part;
use crate::memo::scenarios::Shared;
use crate::odds::Horizon;
use crate::tail::GeometricTail;
use crate::tail::law::LawParts;
use crate::turn::WeightedValues;
use crate::value::Value;
use core::cell::{Cell, OnceCell, RefCell};
use rustc_hash::FxHashMap;
use tohit_compile::program::{Expr, Id, Later, Line, Mode, Node, Program, Span, VarId, Word, field_bits};
use tohit_odds::number::{Number, Wrong};

/// The work that one reading of a scenario may take, in steps of about a nanosecond each.
const MOST_WORK: u64 = 40_000_000;
/// The steps of a value that is worked out by itself, of whatever kind it is.
pub(crate) const EACH: usize = 32;
/// The steps of a whole number that is read or made among others.
pub(crate) const WHOLE: usize = 4;

/// A turn lasts so much of a usual one at least.
const LEAST_LASTS: i64 = 10_000;

/// What was read of what the sheets decide: each expression once, with its value, in the order in which they came.
pub(crate) type FixedReads = Vec<(Id, Value)>;

/// Range of a `chance(...)` over some scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChanceRange {
    /// Its value above 1, which is cut to 1: the greatest of the first scenario that has one.
    pub above: Option<Number>,
    /// Whether it was ever between 0 and 1.
    pub between: bool,
}

impl ChanceRange {
    /// Takes in what it came to elsewhere.
    pub fn join(&mut self, other: Self) {
        self.above = self.above.take().or(other.above);
        self.between |= other.between;
    }
}

/// A mode of a text with everything that is entered.
pub struct Scenario<'a> {
    pub(crate) rules: &'a Program,
    pub(crate) mode: &'a Mode,
    pub(crate) sheets: Vec<Value>,
    /// The item of the turn, where all its strikes have the same: then the sheets alone decide what reads it.
    item: Option<(VarId, Value)>,
    fixed: RefCell<Vec<Option<Value>>>,
    /// What it shares with other scenarios.
    pub(crate) shared: Option<&'a Shared>,
    /// What is read of the above, while that is noted.
    noted: RefCell<Option<FixedReads>>,
    work: Cell<u64>,
    /// Work that is bounded otherwise: that of following fights, and what products of residues cost more than those of floats.
    besides: Cell<u64>,
    /// Of the work that was charged, what other scenarios had done.
    reused: Cell<u64>,
    /// The work of earlier readings.
    earlier: Cell<u64>,
    /// Where its work is counted.
    counted: Option<&'a Shared>,
    pub(crate) cuts: Horizon,
    /// The values of `chance(...)`, while they are watched.
    chances: RefCell<Option<FxHashMap<Id, ChanceRange>>>,
    /// What the defender has to lose to fall, once that was asked.
    pub(crate) falls_at: OnceCell<Option<i64>>,
    /// What is asked beside the lines, of rows by themselves.
    pub(crate) probes: Vec<Probe>,
}

impl<'a> Scenario<'a> {
    /// The sheets are records, in the order of the mode's sheets, with every field in its place.
    pub(crate) fn new(rules: &'a Program, mode: &'a Mode, sheets: Vec<Value>) -> Self {
        let fixed = RefCell::new(vec![None; mode.nodes.0.len()]);
        let mut scenario = Self {
            rules,
            mode,
            sheets,
            item: None,
            fixed,
            shared: None,
            noted: RefCell::default(),
            work: Cell::new(0),
            besides: Cell::new(0),
            reused: Cell::new(0),
            earlier: Cell::new(0),
            counted: None,
            cuts: Horizon::default(),
            chances: RefCell::default(),
            falls_at: OnceCell::new(),
            probes: Vec::new(),
        };
        scenario.item = scenario.only_item();
        scenario
    }

    /// What it is from the second turn of a fight on, if that is something else.
    pub(crate) fn later(&self) -> Option<Self> {
        let (sheets, changed) = self.later_sheets();
        (!changed.is_empty()).then(|| Self::new(self.rules, self.mode, sheets))
    }

    /// The sheets from then on, and the fields in which they are unlike the first.
    pub(crate) fn later_sheets(&self) -> (Vec<Value>, Vec<&'a [Word]>) {
        let (mut sheets, mut changed) = (self.sheets.clone(), Vec::new());
        let holds = |later: &&Later| later.when.is_none_or(|when| self.fixed(when).is_yes());
        for later in self.mode.later.iter().filter(holds) {
            let Some((sheet, path)) = later.field.split_first() else { continue };
            let place = self.mode.sheets.iter().position(|(word, _)| word == sheet);
            if let Some(sheet) = place.and_then(|place| sheets.get_mut(place)) {
                let before = sheet.clone();
                sheet.put(path, &Value::from(&later.value));
                changed.extend((*sheet != before).then_some(later.field.as_slice()));
            }
        }
        (sheets, changed)
    }

    /// Number of attackers, each with a body of its own.
    #[must_use]
    pub fn attackers(&self) -> usize {
        let Some((sheet, path)) = self.mode.bodies.as_ref().and_then(|field| field.split_first()) else {
            return 1;
        };
        let place = self.mode.sheets.iter().position(|(word, _)| word == sheet);
        let mut value = place.and_then(|place| self.sheets.get(place));
        for name in path {
            value = match value {
                Some(Value::Record(record)) => record.get(*name),
                _ => None,
            };
        }
        let many = value.and_then(Value::whole).and_then(|many| usize::try_from(many).ok());
        many.unwrap_or(1).max(1)
    }

    /// Scenarios of fewer attackers, from one on: of the first turn, and of later ones, if those differ.
    pub(crate) fn of_fewer(&self) -> Vec<(Self, Option<Self>)> {
        let Some((sheet, path)) = self.mode.bodies.as_ref().and_then(|field| field.split_first()) else {
            return Vec::new();
        };
        let place = self.mode.sheets.iter().position(|(word, _)| word == sheet);
        let of = |many: usize| {
            let mut sheets = self.sheets.clone();
            if let Some(sheet) = place.and_then(|place| sheets.get_mut(place)) {
                sheet.put(path, &Value::from(i64::try_from(many).unwrap_or(i64::MAX)));
            }
            let scenario = Self::new(self.rules, self.mode, sheets);
            let later = scenario.later();
            (scenario, later)
        };
        (1..self.attackers()).map(of).collect()
    }

    /// True where the number of attackers changes more than the number of strikes.
    pub(crate) fn strikes_ask_attackers(&self) -> bool {
        let Some((sheet, [field, ..])) = self.mode.bodies.as_ref().and_then(|field| field.split_first())
        else {
            return false;
        };
        let Some(place) = self.mode.sheets.iter().position(|(word, _)| word == sheet) else { return false };
        let bits = field_bits(&self.mode.sheets, place, Some(*field));
        let asks = |id: Id| self.mode.nodes.get(id).is_none_or(|expr| expr.fields & bits != 0);
        let line = |line: &Line| match line {
            Line::Value { value, .. } => asks(*value),
            Line::End(end) => every_part(end).into_iter().any(asks),
        };
        let between = self.mode.between.iter().flat_map(|between| {
            between.leaves.into_iter().chain(between.next.iter().map(|(_, value)| *value))
        });
        let carries = self.mode.carries.iter().map(|carry| carry.value);
        self.mode.strike.iter().any(line) || between.chain(carries).chain(self.mode.lasts).any(asks)
    }

    /// How long a turn lasts, in the game's usual turns, at whose end these values are carried.
    pub(crate) fn lasts(&self, carried: &[Value]) -> Result<Number, Stop> {
        let Some(lasts) = self.mode.lasts else { return Ok(Number::Whole(1)) };
        match ScalarEvaluator::new(self, carried, &mut NoDice).eval(lasts).sound()? {
            Value::Number(number)
                if number.times(&LEAST_LASTS.into()).is_ok_and(|many| many >= Number::Whole(1)) =>
            {
                Ok(number)
            }
            _ => Err(self.stop(lasts, format!("a turn lasts at least 1/{LEAST_LASTS} of a usual one"))),
        }
    }

    /// Whether every turn is as long as a usual one, as far as the fields decide.
    pub(crate) fn is_usual(&self) -> bool {
        self.mode.lasts.is_none_or(|lasts| self.is_fixed(lasts) && self.fixed(lasts) == Value::from(1))
    }

    /// A fight comes to a time that cannot be told.
    pub(crate) fn wrong_time(&self, wrong: &Wrong) -> Stop {
        self.stop(self.of_time(), wrong.to_string())
    }

    /// What of the text says how long a fight goes on.
    pub(crate) fn of_time(&self) -> Id {
        self.mode.lasts.unwrap_or(self.mode.falls.when)
    }

    pub(crate) fn node(&self, id: Id) -> &'a Node {
        self.mode.nodes.node(id)
    }

    pub(crate) fn span(&self, id: Id) -> Span {
        self.mode.nodes.span(id)
    }

    /// The strike's names that it may read, but for an item that all strikes have.
    pub(crate) fn reads(&self, id: Id) -> u128 {
        self.mode.nodes.get(id).map_or(0, |expr| self.unsettled(expr))
    }

    fn unsettled(&self, expr: &Expr) -> u128 {
        self.item.as_ref().map_or(expr.reads, |(slot, _)| expr.reads & !slot.bit())
    }

    /// The item that all strikes have, by its name.
    pub(crate) fn settled(&self, slot: VarId) -> Option<&Value> {
        self.item.as_ref().filter(|(item, _)| *item == slot).map(|(_, value)| value)
    }

    pub(crate) fn rolls(&self, id: Id) -> bool {
        self.mode.nodes.rolls(id)
    }

    /// Whether it reads a local that is bound around it.
    pub(crate) fn open(&self, id: Id) -> bool {
        !self.mode.nodes.locals(id).is_empty()
    }

    /// Whether the sheets alone decide it.
    pub(crate) fn is_fixed(&self, id: Id) -> bool {
        let expr = self.mode.nodes.get(id);
        expr.is_some_and(|expr| self.unsettled(expr) == 0 && !expr.rolls && expr.locals.is_empty())
    }

    /// Shares what others of its text come to.
    pub fn share(&mut self, shared: Option<&'a Shared>) {
        self.counted = shared;
        self.shared = shared.and_then(Shared::sharing);
        if let Some(figures) = self.shared.and_then(|shared| shared.figures(self)) {
            self.fixed = RefCell::new(figures);
        }
    }

    /// Leaves what it worked out to those that it shares with, and has its work counted.
    pub fn leave(&self) {
        if let Some(counted) = self.counted {
            self.begin();
            counted.count(self.earlier.take());
        }
        if let Some(shared) = self.shared {
            shared.keep(self.mode.word, self.sheets.clone(), self.fixed.take());
        }
    }

    /// The value of what the sheets alone decide.
    pub(crate) fn fixed(&self, id: Id) -> Value {
        let value = self.known(id).unwrap_or_else(|| ScalarEvaluator::new(self, &[], &mut NoDice).eval(id));
        if let Some(noted) = &mut *self.noted.borrow_mut()
            && !noted.iter().any(|(known, _)| *known == id)
        {
            noted.push((id, value.clone()));
        }
        value
    }

    /// Does something, and tells what it read of what the sheets decide.
    pub(crate) fn noting<T>(&self, run: impl FnOnce() -> T) -> (T, FixedReads) {
        self.noted.replace(Some(FixedReads::new()));
        let done = run();
        (done, self.noted.take().unwrap_or_default())
    }

    /// Watches from now on what each `chance(...)` comes to.
    pub fn watch(&self) {
        self.chances.replace(Some(FxHashMap::default()));
    }

    /// What was watched, each at its place in the text; chances that are worked out of odds are not told.
    #[must_use]
    pub fn watched(&self) -> Vec<(Span, ChanceRange)> {
        let watched = self.chances.take().unwrap_or_default();
        watched.into_iter().map(|(id, seen)| (self.span(id), seen)).collect()
    }

    /// The chance `over in under`, or whether it is certain. Watched are chances without `in`: the others are cut to 1 on purpose.
    pub(crate) fn chance(&self, id: Id, over: &Number, under: &Number) -> Result<Number, bool> {
        let chance = chance(over, under);
        if let Some(watched) = self.chances.borrow_mut().as_mut() {
            let seen = watched.entry(id).or_default();
            match &chance {
                Ok(_) => seen.between = true,
                Err(true) => {
                    let above = (*under == Number::Whole(1)).then(|| over.clone());
                    let above = above.filter(|value| *value > Number::Whole(1));
                    seen.above = seen.above.take().max(above);
                }
                Err(false) => {}
            }
        }
        chance
    }

    /// Whether what is noted is what is read here too; then it is read.
    pub(crate) fn reads_so(&self, reads: &FixedReads) -> bool {
        reads.iter().all(|(id, value)| self.fixed(*id) == *value)
    }

    /// Whether it is known already that it is not.
    pub(crate) fn reads_otherwise(&self, reads: &FixedReads) -> bool {
        let fixed = self.fixed.borrow();
        let known = |id: Id| fixed.get(id.0 as usize).and_then(Option::as_ref);
        reads.iter().any(|(id, value)| known(*id).is_some_and(|known| known != value))
    }

    /// The same, if it was worked out before.
    pub(crate) fn known(&self, id: Id) -> Option<Value> {
        self.fixed.borrow().get(id.0 as usize).cloned().flatten()
    }

    /// Keeps what was worked out.
    pub(crate) fn keep(&self, id: Id, value: &Value) {
        if let Some(slot) = self.fixed.borrow_mut().get_mut(id.0 as usize) {
            *slot = Some(value.clone());
        }
    }

    /// Something went wrong there.
    pub(crate) fn stop(&self, id: Id, message: impl Into<String>) -> Stop {
        Stop::new(self.span(id), message)
    }

    pub(crate) fn bad(&self, id: Id, message: impl Into<String>) -> Value {
        Value::Bad(self.stop(id, message))
    }

    /// An endless roll, taken apart: its parts with their shares.
    pub(crate) fn taken_apart(
        &self,
        id: Id,
        tail: &GeometricTail,
        parts: &LawParts,
    ) -> Result<WeightedValues, Stop> {
        self.charge(EACH * parts.len(), id)?;
        tail.taken_apart(parts).map_err(|wrong| self.stop(id, wrong.to_string()))
    }

    /// Begins a reading: its work is counted from 0.
    pub(crate) fn begin(&self) {
        let done = self.work().saturating_sub(self.reused.take());
        self.earlier.set(self.earlier.get().saturating_add(done));
        self.work.set(0);
        self.besides.set(0);
    }

    /// Charges work before it is done.
    pub(crate) fn charge(&self, steps: usize, id: Id) -> Result<(), Stop> {
        let all = self.work.get().saturating_add(steps as u64);
        self.work.set(all);
        if all > MOST_WORK {
            return Err(self.stop(id, "too large: too many rolls are followed at once; put equal rolls together (sum of, count of, best of), or roll fewer by name"));
        }
        Ok(())
    }

    /// The same of work that was done before; says no, and charges nothing, where that would be too much.
    pub(crate) fn affords(&self, steps: u64) -> bool {
        let all = self.work.get().saturating_add(steps);
        if all <= MOST_WORK {
            self.work.set(all);
            self.reused.set(self.reused.get().saturating_add(steps));
        }
        all <= MOST_WORK
    }

    /// What was charged so far.
    pub(crate) fn charged(&self) -> u64 {
        self.work.get()
    }

    /// Counts work that is bounded otherwise.
    pub(crate) fn spend(&self, steps: usize) {
        self.besides.set(self.besides.get().saturating_add(steps as u64));
    }

    /// Counts work that is done with what was told of it, and bounded otherwise.
    pub fn took(&self, steps: u64) {
        self.earlier.set(self.earlier.get().saturating_add(steps));
    }

    /// How much work was charged.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.get().saturating_add(self.besides.get())
    }
}
