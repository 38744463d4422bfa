//! Draws, and aggregates of several draws.

use super::cursor::Cursor;
use super::expressions::strength::{ADD, ATOM, DICE, MINUS, OR};
use crate::ast::{
    Collect, Expr, ExprKind, Items, Name, OpenDice, Question, Repetition, Sampling, Span, Spanned,
};
use crate::diagnostics::{Read, wrong};
use crate::keywords::unreserved;
use crate::token::TokenKind;
use tohit_odds::number::Number;

impl Cursor<'_> {
    /// A draw whose first word is consumed.
    pub(super) fn draw(&mut self, start: Span, name: &str) -> Read<Expr> {
        let node = match name {
            "roll" => {
                if !self.sees("(") {
                    let dice =
                        self.sees_word("d") || matches!(self.ahead(1), Some(TokenKind::Name(d)) if d == "d");
                    let message = if dice {
                        "dice are written without \"roll\": d20, 2d6"
                    } else {
                        "after \"roll\" stand brackets: roll(1..6)"
                    };
                    return wrong(self.since(start), message);
                }
                self.next();
                let from = self.binary(ADD)?;
                if self.sees(")") {
                    return Err(self
                        .need("\"..\" (a roll goes from one number to another: roll(1..6); dice are 2d6)"));
                }
                self.needs("..")?;
                let to = self.binary(ADD)?;
                self.needs(")")?;
                ExprKind::Roll(from, to)
            }
            "chance" => self.bracketed(|cursor| {
                let chance = cursor.value()?;
                let of = if cursor.takes_word("in") { Some(cursor.value()?) } else { None };
                Ok(ExprKind::Chance(chance, of))
            })?,
            "odds" => ExprKind::Odds(self.bracketed(Self::value)?),
            "open" => {
                let here = self.here();
                let dice = self.binary(DICE)?;
                let ExprKind::Dice(dice, sides) = *dice.it else {
                    return wrong(here, "after \"open\" stand dice: open 2d6");
                };
                let mut open = OpenDice { dice, sides, from: None, less: None, limit: None };
                loop {
                    if open.from.is_none() && self.takes_word("from") {
                        open.from = Some(self.binary(ATOM)?);
                    } else if open.less.is_none() && self.takes_word("less") {
                        open.less = Some(self.binary(ATOM)?);
                    } else if open.limit.is_none() && self.takes_word("up") {
                        self.needs_word("to")?;
                        open.limit = Some(self.binary(ATOM)?);
                        self.needs_word("times")?;
                    } else {
                        break ExprKind::Open(open);
                    }
                }
            }
            "pick" => {
                self.needs("(")?;
                let node = self.pick()?;
                if !self.takes(")") {
                    return Err(self.need("a comma, or \")\""));
                }
                node
            }
            _ => return self.collect(start, name),
        };
        self.node(start, node)
    }

    /// `4d6 keep highest 3`, `4d6 drop lowest`: another spelling of `best 3 of 4 times d6`. The dice are
    /// consumed.
    pub(super) fn kept(&mut self, start: Span, dice: Expr) -> Read<Expr> {
        let drops = self.sees_word("drop");
        let highest = matches!(self.ahead(1), Some(TokenKind::Name(word)) if word == "highest");
        let lowest = matches!(self.ahead(1), Some(TokenKind::Name(word)) if word == "lowest");
        if !(drops || self.sees_word("keep")) || !(highest || lowest) {
            return Ok(dice);
        }
        let ExprKind::Dice(many, sides) = *dice.it else { return Ok(dice) };
        let here = self.here();
        self.next();
        self.next();
        let number = match self.ahead(0) {
            Some(TokenKind::Number(_) | TokenKind::Sign("(")) => Some(self.binary(ATOM)?),
            _ => None,
        };
        let number = if drops { Some(self.undropped(here, &many, number)?) } else { number };
        let word = if highest { "highest" } else { "lowest" };
        self.enough(here, &many, number.as_ref(), &format!("keep {word}"))?;
        // `drop lowest` keeps the highest dice.
        let collect = if highest == drops { Collect::Worst(number) } else { Collect::Best(number) };
        let one = self.node(start, ExprKind::Number(Number::from(1)))?;
        let die = self.node(start, ExprKind::Dice(one, sides))?;
        self.node(start, ExprKind::Collect(collect, Repetition::Times(many), die))
    }

    /// Number of dice that are left when some are dropped. The number of dice is not evaluated twice: it
    /// might roll.
    fn undropped(&mut self, here: Span, many: &Expr, dropped: Option<Expr>) -> Read<Expr> {
        let dropped = match dropped.map(|dropped| *dropped.it) {
            None => Some(1),
            Some(ExprKind::Number(number)) => number.whole(),
            Some(_) => None,
        };
        let many = if let ExprKind::Number(number) = &*many.it { number.whole() } else { None };
        let (Some(many), Some(dropped)) = (many, dropped) else {
            let message = "\"drop\" counts written dice, 4d6 drop lowest 1; of any others, say how many are kept: \
                           n d 6 keep highest (n - 1)";
            return wrong(self.since(here), message);
        };
        if dropped >= many {
            return wrong(self.since(here), format!("not all of the {many} dice may be dropped"));
        }
        self.node(here, ExprKind::Number(Number::from(many.saturating_sub(dropped))))
    }

    /// Refuses to keep more dice than are thrown, or none, where both numbers are literals. Where a field
    /// decides, all are kept.
    fn enough(&self, here: Span, thrown: &Expr, kept: Option<&Expr>, written: &str) -> Read<()> {
        let whole =
            |expr: &Expr| if let ExprKind::Number(number) = &*expr.it { number.whole() } else { None };
        let Some((kept, thrown)) = kept.and_then(whole).zip(whole(thrown)) else { return Ok(()) };
        let message = match kept {
            ..=0 => format!("nothing is kept; at least one die counts: {written} 1"),
            _ if kept > thrown => {
                format!("not {kept} of {thrown} can be kept; at most all of them: {written} {thrown}")
            }
            _ => return Ok(()),
        };
        wrong(self.since(here), message)
    }

    fn pick(&mut self) -> Read<ExprKind> {
        if let (Some(TokenKind::Name(_)), Some(TokenKind::Name(word))) = (self.ahead(0), self.ahead(1))
            && word == "in"
        {
            let name = self.new_name("a name")?;
            self.next();
            let items = self.items()?;
            self.needs(":")?;
            let weight = self.value()?;
            return Ok(ExprKind::PickItem(name, items, weight));
        }
        if self.sees(")") {
            return Err(self.need("what is picked, with its weight: pick(head: 10, torso: 50)"));
        }
        let mut picks = Vec::new();
        loop {
            let value = self.head(":")?;
            if !self.sees(":") {
                if picks.is_empty() && self.sees(")") {
                    // A word alone is the name of a list.
                    return Ok(ExprKind::PickList(match *value.it {
                        ExprKind::Word(name) => {
                            Spanned { it: Box::new(ExprKind::Name(name)), span: value.span }
                        }
                        it => Spanned { it: Box::new(it), span: value.span },
                    }));
                }
                return Err(self.need("\":\" and a weight"));
            }
            self.next();
            let (weight, when) = self.value_when()?;
            picks.push((value, weight, when));
            if !self.takes(",") {
                return Ok(ExprKind::Pick(picks));
            }
        }
    }

    /// A value of a pick or a case, where a bare name is a word if a list has it.
    pub(super) fn head(&mut self, after: &str) -> Read<Expr> {
        let ends = match self.ahead(1) {
            None => true,
            Some(TokenKind::Sign(sign)) => *sign == after || matches!(*sign, ")" | ","),
            Some(TokenKind::Name(word)) => word == "if" || word == "else",
            _ => false,
        };
        match self.ahead(0) {
            Some(TokenKind::Name(name)) if ends && !["yes", "no", "it"].contains(&name.as_str()) => {
                let start = self.here();
                let node = ExprKind::Word(name.clone());
                self.next();
                self.node(start, node)
            }
            _ => self.binary(OR),
        }
    }

    /// `a..b`, or a list.
    fn items(&mut self) -> Read<Items<Expr>> {
        let from = self.binary(ADD)?;
        if self.takes("..") { Ok(Items::Range(from, self.binary(ADD)?)) } else { Ok(Items::List(from)) }
    }

    /// `sum of 3 times X`, `best 2 of X for p in ITEMS`
    fn collect(&mut self, start: Span, name: &str) -> Read<Expr> {
        let how_many = match name {
            "best" | "worst" if !self.sees_word("of") => Some(self.binary(ATOM)?),
            _ => None,
        };
        if !self.sees_word("of") {
            return Err(self.need(&format!("\"of\": {name} of 3 times d6, {name} of x for p in list")));
        }
        self.next();
        let collect = match name {
            "sum" => Collect::Sum,
            "count" => Collect::Count,
            "best" => Collect::Best(how_many),
            _ => Collect::Worst(how_many),
        };
        if name != "count" && self.names_a_pool() {
            let pool = self.pool_name()?;
            let value = Spanned { it: Box::new(ExprKind::It), span: pool.span };
            return self.node(start, ExprKind::Ask(Question::Each(collect, (), value), pool));
        }
        if name == "count" && self.takes_words("different", "in") {
            let pool = self.pool_name()?;
            return self.node(start, ExprKind::Ask(Question::Different, pool));
        }
        let first = self.binary(OR)?;
        let (over, what) = if self.takes_word("times") {
            let kept =
                if let Collect::Best(kept) | Collect::Worst(kept) = &collect { kept.as_ref() } else { None };
            self.enough(start, &first, kept, name)?;
            let what = self.binary(MINUS)?;
            (Repetition::Times(first), what)
        } else if self.takes_word("for") {
            let item = self.new_name("a name for the item")?;
            self.needs_word("in")?;
            (Repetition::For(item, self.items()?), first)
        } else if let Collect::Sum | Collect::Count = collect
            && self.sees_word("in")
            && matches!(self.ahead(1), Some(TokenKind::Name(_)))
        {
            self.next();
            let pool = self.pool_name()?;
            return self.node(start, ExprKind::Ask(Question::Each(collect, (), first), pool));
        } else {
            let mut diagnostic = self.need("\"times\" or \"for\"");
            diagnostic.message.push_str(&match self.written_dice(name, &collect, &first) {
                Some(ours) => format!("; write  {ours}"),
                None if name == "count" => {
                    "; write count of 2 times (d6 = 6), or count of c for p in list".to_owned()
                }
                None => format!("; write {name} of 2 times d20, or {name} of x for p in list"),
            });
            return Err(diagnostic);
        };
        self.node(start, ExprKind::Collect(collect, over, what))
    }

    /// A pool, which is a line by itself: `8 times d10`, `3 drawn from pick(5: 6, 2: 1)`, `d6, d8, d10`. The first
    /// value is consumed; another value stays as it is.
    pub(super) fn pool(&mut self, start: Span, first: Expr) -> Read<Expr> {
        if self.takes_words("drawn", "from") {
            let urn = self.binary(MINUS)?;
            return self.node(start, ExprKind::Pool(vec![(first, urn)], Sampling::WithoutReplacement));
        }
        if !self.sees_word("times") && !self.sees(",") {
            return Ok(first);
        }
        let mut parts = vec![self.pool_part(first)?];
        while self.takes(",") {
            let value = self.binary(MINUS)?;
            parts.push(self.pool_part(value)?);
        }
        self.node(start, ExprKind::Pool(parts, Sampling::WithReplacement))
    }

    /// Number and die of a part of a pool, whose first value is consumed.
    fn pool_part(&mut self, value: Expr) -> Read<(Expr, Expr)> {
        if self.takes_word("times") {
            return Ok((value, self.binary(MINUS)?));
        }
        let one = self.node(value.span, ExprKind::Number(Number::from(1)))?;
        Ok((one, value))
    }

    /// Lookahead behind `of`: a pool's name alone, as in `sum of pool + 2`. The words `times`, `for` and `in`
    /// that follow belong to other collections.
    fn names_a_pool(&self) -> bool {
        let word = |skip: usize| match self.ahead(skip) {
            Some(TokenKind::Name(name)) => Some(name.as_str()),
            _ => None,
        };
        if word(0).is_none_or(|name| unreserved(name, self.here()).is_err())
            || matches!(self.ahead(1), Some(TokenKind::Sign("." | "(")))
            || matches!(word(1), Some("d" | "times" | "for"))
        {
            return false;
        }
        let (mut open, mut depth) = (1_usize, 0_usize);
        let mut skip = 1;
        while let Some(token) = self.ahead(skip) {
            match token {
                TokenKind::Sign("(") => depth += 1,
                TokenKind::Sign(")") if depth == 0 => break,
                TokenKind::Sign(")") => depth -= 1,
                TokenKind::Name(name) if depth == 0 => match name.as_str() {
                    "of" | "alike" => open += 1,
                    "times" => open = open.saturating_sub(1),
                    // `chance(a in 100)` has a number behind `in`, no pool.
                    "in" if word(skip + 1).is_some() && !self.is_range(skip + 1) => {
                        open = open.saturating_sub(1)
                    }
                    "for" => {
                        open = open.saturating_sub(1);
                        // `for item in`: this `in` belongs to `for`.
                        skip += 2;
                    }
                    _ => {}
                },
                _ => {}
            }
            if open == 0 {
                return false;
            }
            skip += 1;
        }
        true
    }

    /// `most alike in pool`; `most` is consumed.
    pub(super) fn alike(&mut self, start: Span) -> Read<Expr> {
        self.next();
        if !self.sees_word("in") {
            return Err(self.need("\"in\" and a pool: most alike in pool"));
        }
        self.next();
        let pool = self.pool_name()?;
        self.node(start, ExprKind::Ask(Question::Alike, pool))
    }

    fn pool_name(&mut self) -> Read<Name> {
        self.name("the name of a pool")
    }
}
