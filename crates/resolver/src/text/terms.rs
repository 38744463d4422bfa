//! Terms of a sum in a sentence of a throw: numbers with their names, dice, sums, products, roundings and
//! limits.

use super::query::figure_of_number;
use crate::log::{DrawKind, FigureValue, StoryPart};
use tohit_odds::Number;

/// A term with its value.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) value: Number,
    /// Name behind the term; empty where there is none.
    pub(super) name: String,
    /// True for a name that a better one replaces: that of a field that the term mentions.
    is_mention: bool,
    kind: TermKind,
}

/// Dice of one kind: the draw, its faces and its value.
pub(super) type DiceRoll = (DrawKind, Vec<i64>, FigureValue);

#[derive(Clone, Debug)]
enum TermKind {
    Value,
    /// Dice. The value of several rolls is not their sum: the best of them, for one.
    Dice(Vec<DiceRoll>),
    /// Addends, `true` where one is subtracted.
    Sum(Vec<(bool, Term)>),
    /// Factors, `true` where the product is divided by one.
    Product(Vec<(bool, Term)>),
    Rounded(Box<Term>, &'static str),
    /// "at least" or "at most", and the limit that holds.
    Limited(Box<Term>, &'static str, Box<Term>),
}

/// Position of a term: first, with or without brackets around a sum, behind a sign, or a factor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    First,
    Leading,
    Addend,
    Factor,
}

impl Term {
    pub(super) fn of(value: Number) -> Self {
        Self::new(value, TermKind::Value)
    }

    const fn new(value: Number, kind: TermKind) -> Self {
        Self { value, name: String::new(), is_mention: false, kind }
    }

    /// Dice and what they come to; the value alone where there are none. Rolls of one kind stand together.
    pub(super) fn dice(rolls: Vec<DiceRoll>, value: Number) -> Self {
        let mut kinds: Vec<DiceRoll> = Vec::new();
        for (ask, faces, own) in rolls {
            match kinds.last_mut().filter(|(known, ..)| *known == ask) {
                Some((_, all, _)) => all.extend(faces),
                None => kinds.push((ask, faces, own)),
            }
        }
        if let [(.., own)] = kinds.as_mut_slice() {
            *own = figure_of_number(&value);
        }
        Self::new(value, if kinds.is_empty() { TermKind::Value } else { TermKind::Dice(kinds) })
    }

    /// The term under a label, unless it has one. A remark in brackets or behind a comma is no part of the
    /// name.
    pub(super) fn called(mut self, label: impl FnOnce() -> Option<String>) -> Self {
        if self.name.is_empty() || self.is_mention {
            let label = label().unwrap_or_default();
            let name = label.split(['(', ',']).next().unwrap_or_default().trim();
            if !name.is_empty() {
                name.clone_into(&mut self.name);
                self.is_mention = false;
            }
        }
        self
    }

    /// A number or roll under the label of what it mentions, unless it has a name.
    pub(super) fn mentions(self, label: impl FnOnce() -> Option<String>) -> Self {
        let is_mention = self.name.is_empty();
        if !matches!(self.kind, TermKind::Value | TermKind::Dice(_)) {
            return self;
        }
        let called = if is_mention { self.called(label) } else { self };
        Self { is_mention: is_mention || called.is_mention, ..called }
    }

    /// The term with a name for its last number that has none.
    pub(super) fn last_called(mut self, name: impl FnOnce() -> Option<String>) -> Self {
        if let TermKind::Product(parts) = &mut self.kind
            && let Some((false, last)) = parts.last_mut()
        {
            *last = last.clone().mentions(name);
            return self;
        }
        if self.has_dice() && self.last_name().is_none() {
            let called = self.called(name);
            return Self { is_mention: !called.name.is_empty(), ..called };
        }
        self.mentions(name)
    }

    /// A term without dice as a number, under its name or the last name in it. A sum keeps its terms.
    pub(super) fn settled(self) -> Self {
        if self.has_dice() || matches!(self.kind, TermKind::Value | TermKind::Sum(_)) {
            return self;
        }
        let name = self.last_name().map(str::to_owned);
        self.collapsed().mentions(|| name)
    }

    /// True for a product by a number without a name.
    pub(super) fn is_multiplied(&self) -> bool {
        matches!(&self.kind, TermKind::Product(parts) if parts.last().is_some_and(|(_, last)| {
            last.is_plain() && last.name.is_empty()
        }))
    }

    fn last_name(&self) -> Option<&str> {
        let own = Some(self.name.as_str()).filter(|name| !name.is_empty());
        own.or_else(|| match &self.kind {
            TermKind::Value | TermKind::Dice(_) => None,
            TermKind::Sum(parts) | TermKind::Product(parts) => {
                parts.iter().rev().find_map(|(_, part)| part.last_name())
            }
            TermKind::Rounded(inner, _) | TermKind::Limited(inner, ..) => inner.last_name(),
        })
    }

    /// The value under the term's name, without its parts.
    pub(super) fn collapsed(&self) -> Self {
        Self { name: self.name.clone(), is_mention: self.is_mention, ..Self::of(self.value.clone()) }
    }

    /// True for a term with dice.
    pub(super) fn has_dice(&self) -> bool {
        match &self.kind {
            TermKind::Value => false,
            TermKind::Dice(_) => true,
            TermKind::Sum(parts) | TermKind::Product(parts) => parts.iter().any(|(_, part)| part.has_dice()),
            TermKind::Rounded(inner, _) | TermKind::Limited(inner, ..) => inner.has_dice(),
        }
    }

    /// True for a number that is no roll and has no parts.
    pub(super) const fn is_plain(&self) -> bool {
        matches!(self.kind, TermKind::Value)
    }

    fn is(&self, number: i64) -> bool {
        self.is_plain() && self.value == Number::Whole(number)
    }

    pub(super) fn plus(self, is_minus: bool, other: Self, value: Number) -> Self {
        if other.is(0) {
            return self;
        }
        if self.is(0) && !is_minus {
            return other;
        }
        let mut addends = match self.kind {
            TermKind::Sum(addends) => addends,
            _ if self.is(0) => Vec::new(),
            _ => vec![(false, self)],
        };
        match other.kind {
            TermKind::Sum(others)
                if other.name.is_empty() || others.iter().any(|(_, one)| one.last_name().is_some()) =>
            {
                addends.extend(others.into_iter().map(|(minus, one)| (minus != is_minus, one)));
            }
            _ => addends.push((is_minus, other)),
        }
        Self::new(value, TermKind::Sum(addends))
    }

    pub(super) fn times(self, is_divided: bool, other: Self, value: Number) -> Self {
        if other.is(1) {
            return self;
        }
        if self.is(1) && !is_divided {
            return other;
        }
        if self.is(0) && !other.has_dice() || other.is(0) && !self.has_dice() {
            return Self::of(value);
        }
        let mut factors = match self.kind {
            TermKind::Product(factors) => factors,
            _ => vec![(false, self)],
        };
        match factors.as_slice() {
            // The same number up and down.
            [rest @ .., (false, last)] if is_divided && last.is_plain() && last.value == other.value => {
                match rest {
                    [] => return Self::of(value),
                    [(false, only)] => return only.clone(),
                    rest => factors = rest.to_vec(),
                }
            }
            _ => factors.push((is_divided, other)),
        }
        Self::new(value, TermKind::Product(factors))
    }

    /// The term rounded. A whole number stays as it is.
    pub(super) fn rounded(self, value: Number) -> Self {
        if self.value == value {
            return self;
        }
        let how = if value < self.value { "rounded down" } else { "rounded up" };
        Self::new(value, TermKind::Rounded(Box::new(self), how))
    }

    /// The greater of two, or the lesser; the other one is no part of the sum.
    pub(super) fn limited(self, other: Self, is_least: bool) -> Self {
        let holds = if is_least { other.value > self.value } else { other.value < self.value };
        match (self.is_plain(), other.is_plain()) {
            _ if !holds => self,
            (false, true) => {
                let words = if is_least { "at least" } else { "at most" };
                let value = other.value.clone();
                Self::new(value, TermKind::Limited(Box::new(self), words, Box::new(other)))
            }
            _ => other,
        }
    }

    /// The term in words: `1d4 [4] + 3 strength = 7`. The value is left out where the term is that value, or
    /// shows it.
    pub(super) fn equation(&self) -> Vec<StoryPart> {
        if self.is_plain() {
            return vec![number(&self.value)];
        }
        let mut parts = Vec::new();
        self.say(Position::First, &mut parts);
        if !self.shows_its_value() {
            parts.push(StoryPart::Text(" = ".to_owned()));
            parts.push(number(&self.value));
        }
        parts
    }

    /// The side of a comparison: `armour class 15`, or a sum.
    pub(super) fn side(&self) -> Vec<StoryPart> {
        let mut parts = self.equation();
        if self.is_plain() && !self.name.is_empty() {
            parts.insert(0, StoryPart::Text(format!("{} ", self.name)));
        }
        parts
    }

    /// The other side of a comparison. Dice without a name have that of their line: `dodge roll 1d20 [4]`.
    pub(super) fn other_side(&self, line: Option<String>) -> Vec<StoryPart> {
        let mut parts = self.side();
        if let Some(line) = line.filter(|_| self.has_dice() && self.last_name().is_none()) {
            parts.insert(0, StoryPart::Text(format!("{line} ")));
        }
        parts
    }

    fn shows_its_value(&self) -> bool {
        match &self.kind {
            TermKind::Value => true,
            TermKind::Dice(rolls) => match rolls.as_slice() {
                [(DrawKind::Pick(_), ..)] => true,
                [(_, faces, value)] => faces.len() == 1 || !StoryPart::add_up(faces, value),
                _ => true,
            },
            _ => false,
        }
    }

    /// True where a term needs no brackets in front of others.
    fn is_simple(&self) -> bool {
        match &self.kind {
            TermKind::Value | TermKind::Product(_) => true,
            TermKind::Dice(rolls) => rolls.len() == 1,
            _ => false,
        }
    }

    fn say(&self, position: Position, parts: &mut Vec<StoryPart>) {
        let is_number = self.is_plain() || self.is_picked();
        let is_first = matches!(position, Position::First | Position::Leading);
        let has_name = !self.name.is_empty() && (is_number || !is_first);
        let in_brackets = match &self.kind {
            TermKind::Value | TermKind::Dice(_) => false,
            TermKind::Product(_) => has_name || matches!(position, Position::Factor | Position::Leading),
            TermKind::Sum(_) | TermKind::Rounded(..) | TermKind::Limited(..) => position != Position::First,
        };
        let text = |parts: &mut Vec<StoryPart>, text: &str| parts.push(StoryPart::Text(text.to_owned()));
        if in_brackets {
            text(parts, "(");
        }
        match &self.kind {
            TermKind::Value => parts.push(number(&self.value)),
            TermKind::Dice(rolls) => self.say_dice(rolls, position, parts),
            TermKind::Sum(addends) => {
                for (place, (is_minus, addend)) in addends.iter().enumerate() {
                    // A negative number is subtracted.
                    let flips = addend.is_plain() && addend.value.sign() < 0;
                    let addend = match (flips, addend.value.negate()) {
                        (true, Ok(value)) => &Self { value, ..addend.clone() },
                        _ => addend,
                    };
                    match (place, *is_minus != flips) {
                        (0, false) => {}
                        (0, true) => text(parts, "\u{2212}"),
                        (_, false) => text(parts, " + "),
                        (_, true) => text(parts, " \u{2212} "),
                    }
                    let position = match (place, *is_minus == flips) {
                        (0, true) if addend.is_simple() => Position::First,
                        (0, true) => Position::Leading,
                        _ => Position::Addend,
                    };
                    addend.say(position, parts);
                }
            }
            TermKind::Product(factors) => {
                for (place, (is_divided, factor)) in factors.iter().enumerate() {
                    match (place, is_divided) {
                        (0, _) => {}
                        (_, false) => text(parts, " \u{d7} "),
                        (_, true) => text(parts, " \u{f7} "),
                    }
                    let is_first = place == 0 && position == Position::First;
                    factor.say(if is_first { Position::Leading } else { Position::Factor }, parts);
                }
            }
            TermKind::Rounded(inner, how) => {
                inner.say(Position::First, parts);
                text(parts, ", ");
                text(parts, how);
            }
            TermKind::Limited(inner, how, limit) => {
                inner.say(Position::First, parts);
                text(parts, ", ");
                text(parts, how);
                text(parts, " ");
                limit.say(Position::Factor, parts);
            }
        }
        if in_brackets {
            text(parts, ")");
        }
        if has_name {
            text(parts, &format!(" {}", self.name));
        }
    }

    /// True for a number that is drawn as such, without dice.
    fn is_picked(&self) -> bool {
        matches!(&self.kind, TermKind::Dice(rolls) if matches!(rolls.as_slice(), [(DrawKind::Pick(_), ..)]))
    }

    fn say_dice(&self, rolls: &[DiceRoll], position: Position, parts: &mut Vec<StoryPart>) {
        let is_group = rolls.len() > 1;
        let text = |parts: &mut Vec<StoryPart>, text: &str| parts.push(StoryPart::Text(text.to_owned()));
        if is_group && position != Position::First {
            text(parts, "(");
        }
        for (place, (ask, faces, value)) in rolls.iter().enumerate() {
            if place > 0 {
                text(parts, ", ");
            }
            parts.push(StoryPart::Roll { ask: ask.clone(), faces: faces.clone(), value: value.clone() });
        }
        if is_group {
            text(parts, " \u{2192} ");
            parts.push(number(&self.value));
            if position != Position::First {
                text(parts, ")");
            }
        }
    }
}

/// A number as a part: a fraction whose decimals do not end is written as one.
fn number(value: &Number) -> StoryPart {
    let thousand = value.times(&Number::Whole(1000)).ok().and_then(|number| number.whole());
    match thousand {
        Some(_) => StoryPart::Value(figure_of_number(value)),
        None => StoryPart::Text(value.to_string()),
    }
}
