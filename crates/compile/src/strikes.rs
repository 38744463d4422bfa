//! Statements of a mode besides figures: the strike, the turn, the rule of dying, and the results to show.

use super::assignments::Update;
use super::mode::{Checker, ExprContext, Named};
use super::monotone::holds_below;
use super::pools::pool_of;
use crate::program::{
    Carry, Class, DeathRule, End, FieldShape, Id, LaterChange, Line, Mode, Node, Nodes, Refuse, Show,
    ShowCarried, Strikes, Turn, VarId, Word,
};
use tohit_odds::number::Number;
use tohit_syntax::ast::{
    self, Assignment, Binary, Expr, Literal, Name, Path, Span, Spanned, Statement, StatementKind, StrikeLine,
};
use tohit_syntax::diagnostics::{Keep, Read, either, suggestion, wrong};

const NO_TURN: &str = "this game has no turn yet; write  turn 1";

/// A `carry` statement whose value is not compiled yet.
pub(super) struct CarryStatement<'a> {
    slot: VarId,
    this_turn: bool,
    this_body: bool,
    on_foe: Option<VarId>,
    value: &'a Expr,
}

impl<'a> Checker<'a> {
    /// Declares carried variables, the item of the turn, and the lines, before figures are compiled.
    pub(super) fn name_strike(&mut self, statements: &[&'a Statement]) -> Vec<CarryStatement<'a>> {
        let mut carries = Vec::new();
        for statement in statements {
            if let StatementKind::Carry { name, this_turn, this_body, on_foe, value } = &statement.says
                && let Some(slot) = self.slot(&name.it, name.span).keep(&mut self.diagnostics)
                && self.name(&name.it, name.span, Named::Kept(slot))
            {
                // A variable that the other side left is read for one turn.
                let this_turn = *this_turn || *on_foe;
                carries.push(CarryStatement { slot, this_turn, this_body: *this_body, on_foe: None, value });
                if *on_foe
                    && let left = self.slot(&format!("{} on foe", name.it), name.span)
                    && let Some(left) = left.keep(&mut self.diagnostics)
                {
                    self.on_foe.push((slot, left));
                    let on_foe = Some(slot);
                    carries.push(CarryStatement {
                        slot: left,
                        this_turn: false,
                        this_body: false,
                        on_foe,
                        value,
                    });
                }
            }
        }
        self.name_countdown(statements);
        for statement in statements {
            match &statement.says {
                StatementKind::Turn { strikes: ast::Strikes::Each { item, .. }, .. } => {
                    if let Some(slot) = self.slot(&item.it, item.span).keep(&mut self.diagnostics) {
                        self.name(&item.it, item.span, Named::Kept(slot));
                        self.item = Some(slot);
                    }
                }
                StatementKind::Strike(lines) => {
                    for line in lines {
                        if let StrikeLine::Value { name, .. } = line
                            && let [name] = name.it.as_slice()
                        {
                            self.names.entry(name).or_insert(Named::Later);
                        }
                    }
                }
                _ => {}
            }
        }
        carries
    }

    /// Compiles the statements besides figures. Nodes, figures, tables and names of the mode stay in the
    /// checker.
    pub(super) fn play(
        &mut self,
        statements: &[&'a Statement],
        carries: Vec<CarryStatement<'a>>,
        endings: &[Word],
    ) -> Option<Mode> {
        self.place = ExprContext::Fixed;
        let this_turn: Vec<VarId> =
            carries.iter().filter(|carry| carry.this_turn).map(|carry| carry.slot).collect();
        let mut initial = None;
        let carries: Vec<Option<Carry>> = carries
            .into_iter()
            .map(|CarryStatement { this_turn, this_body, on_foe, value, .. }| {
                // Both variables of a pair have one initial value.
                initial = if on_foe.is_some() { initial } else { self.fixed(value) };
                initial.map(|value| Carry { value, this_turn, this_body, on_foe })
            })
            .collect();
        let (mut turn, mut lasts, mut falls, mut tail, mut strike) = (None, None, None, None, None);
        let (mut between, mut bodies) = (None, None);
        let mut later = Vec::new();
        let mut shows: Vec<Show> = Vec::new();
        let (mut show_ends, mut show_carried) = (Vec::new(), Vec::new());
        let mut refuses = Vec::new();
        let has_turn = statements.iter().any(|any| matches!(any.says, StatementKind::Turn { .. }));
        let is_answered = statements.iter().any(|any| matches!(any.says, StatementKind::AnswerTurn));
        for statement in statements {
            let span = statement.span;
            match &statement.says {
                StatementKind::Turn { strikes, regardless, when } => {
                    let strikes = self.strikes(strikes);
                    let when = when.as_ref().and_then(|when| self.fixed(when));
                    let new = strikes.map(|strikes| {
                        let countdown = self.countdown(&strikes);
                        Turn { strikes, regardless: *regardless, when, countdown, is_answered }
                    });
                    self.once(&mut turn, new, "the turn", span);
                }
                StatementKind::Lasts(value) => {
                    let new = self.decided(ExprContext::Lasts, value);
                    self.once(&mut lasts, new, "how long a turn lasts", span);
                }
                StatementKind::Later(fields, condition) => {
                    let when = condition.as_ref().and_then(|when| self.fixed(when));
                    for (path, value) in fields {
                        later.extend(self.later(path, value, when).keep(&mut self.diagnostics));
                    }
                }
                StatementKind::Bodies(path) => {
                    let new = self.bodies(path).keep(&mut self.diagnostics);
                    self.once(&mut bodies, new, "the number of bodies", span);
                }
                StatementKind::Between(nexts) => {
                    let new = self.between(nexts, &this_turn, span).keep(&mut self.diagnostics);
                    self.once(&mut between, new, "what happens between turns", span);
                }
                StatementKind::Falls(when) => {
                    let new = self.falls(Some(when), span);
                    self.once(&mut falls, new, "when the defender falls", span);
                }
                StatementKind::Show(all) => {
                    for (path, value, when) in all {
                        let Some(show) = self.show(path, value.as_ref(), when.as_ref()) else { continue };
                        if shows.iter().any(|before| before.name == show.name) {
                            self.tell(path.span, format!("\"{}\" is shown twice", path.it.join(".")));
                        }
                        shows.push(show);
                    }
                }
                StatementKind::ShowEnd(end) => show_ends.push(*end),
                StatementKind::ShowCarried(name) => {
                    show_carried.extend(self.show_carried(name, has_turn).keep(&mut self.diagnostics));
                }
                StatementKind::AnswerTurn if !has_turn => self.tell(span, NO_TURN),
                StatementKind::ShowTail(value) => {
                    let new = self.fixed(value);
                    self.once(&mut tail, new, "the tail", span);
                }
                StatementKind::Refuse { field, when, message } => {
                    let known = self.shape_at(field).keep(&mut self.diagnostics).is_some();
                    if let (Some(when), true) = (self.fixed(when), known) {
                        refuses.push(Refuse { field: field.it.join("."), when, message: message.clone() });
                    }
                }
                StatementKind::Strike(lines) => self.once(&mut strike, (lines, span), "the strike", span),
                _ => {}
            }
        }
        let falls = falls.unwrap_or_else(|| self.falls(None, Span::default()));
        let Some((lines, span)) = strike else {
            if !self.unread.contains("strike") {
                let message = format!("the mode \"{}\" has no strike", self.words.text(self.mode));
                self.tell(Span::default(), message);
            }
            return None;
        };
        let mut strike = self.strike(lines, span, endings);
        let mut carries: Vec<Carry> = carries.into_iter().collect::<Option<_>>()?;
        // A part that could not be read has its diagnostic already.
        if matches!(turn, Some(None)) || matches!(lasts, Some(None)) || matches!(tail, Some(None)) {
            return None;
        }
        let bodies = bodies.flatten();
        if let Some(Some(turn)) = &turn {
            self.count_down(turn, (&mut carries, &mut strike), bodies.is_some(), endings)
                .keep(&mut self.diagnostics)?;
        }
        // A text may have a name `own` itself.
        let own = self.slot_of("own").filter(|_| !self.names.contains_key("own"));
        let paid = strike.iter().find_map(|line| match line {
            Line::End(end) => end.pay,
            Line::Value { .. } => None,
        });
        let mut falls = falls?;
        if own.is_some() || paid.is_some() {
            falls.own = self.hit_points_of("attacker", Span::default());
            if bodies.is_some() {
                self.needs_one_body(own, paid);
            }
        }
        Some(Mode {
            word: self.mode,
            sheets: self.sheets.clone(),
            nodes: Nodes::default(),
            figures: Vec::new(),
            tables: Vec::new(),
            names: Vec::new(),
            carries,
            earlier: self.slot_of("earlier"),
            left: self.slot_of("left"),
            own,
            strike,
            turn: turn.flatten(),
            bodies,
            lasts: lasts.flatten(),
            later,
            between: between.flatten(),
            falls,
            shows,
            show_ends,
            show_carried,
            tail: tail.flatten(),
            refuses,
        })
    }

    /// Refuses `own` and `pay` where bodies attack: each of them has hit points of its own.
    fn needs_one_body(&mut self, own: Option<VarId>, paid: Option<Id>) {
        let is_own = |node: &Node| matches!(node, Node::Name(slot) if Some(*slot) == own);
        let read = self.nodes.0.iter().find(|entry| is_own(&entry.node)).map(|entry| entry.span);
        if let Some(span) = paid.map(|paid| self.nodes.span(paid)).or(read) {
            let message = "where bodies attack, each has hit points of its own, and none can be read or paid; leave the line \"bodies\" out, or \"own\" and \"pay\"";
            self.tell(span, message);
        }
    }

    /// Sets a statement that a mode has at most once; a second one is reported.
    fn once<T>(&mut self, said: &mut Option<T>, new: T, what: &str, span: Span) {
        if said.is_some() {
            self.tell(span, format!("{what} of this mode is said twice"));
        } else {
            *said = Some(new);
        }
    }

    /// An expression over fields alone, without rolls.
    fn fixed(&mut self, value: &'a Expr) -> Option<Id> {
        self.decided(ExprContext::Fixed, value)
    }

    /// The same, where more than the fields may be known.
    pub(super) fn decided(&mut self, place: ExprContext, value: &'a Expr) -> Option<Id> {
        self.unrolled(place, value, "this may not roll; only the strike rolls")
    }

    /// An expression without rolls; one that rolls gets the message.
    pub(super) fn unrolled(&mut self, place: ExprContext, value: &'a Expr, message: &str) -> Option<Id> {
        self.place = place;
        let id = self.expr(value).keep(&mut self.diagnostics)?;
        if self.nodes.rolls(id) {
            self.tell(value.span, message);
            return None;
        }
        Some(id)
    }

    fn strikes(&mut self, strikes: &'a ast::Strikes<Expr, Name>) -> Option<Strikes> {
        Some(match strikes {
            // The number of strikes is the one roll outside the strike.
            ast::Strikes::Number(number) => {
                self.place = ExprContext::Fixed;
                Strikes::Number(self.expr(number).keep(&mut self.diagnostics)?)
            }
            ast::Strikes::Each { rounds, item, of, times, shown } => {
                let rounds = rounds.as_ref().map(|rounds| self.counted(ExprContext::Fixed, rounds));
                let of: Vec<Option<Id>> = of.iter().map(|of| self.fixed(of)).collect();
                let times = times.as_ref().map(|times| self.counted(ExprContext::Shown, times));
                let shown = shown.as_ref().map(|shown| self.fixed(shown));
                let Some(Named::Kept(item)) = self.names.get(item.it.as_str()).copied() else { return None };
                // An incorrect part has its diagnostic already.
                let said = |id: Option<Option<Id>>| id.map_or(Some(None), |id| id.map(Some));
                let of = of.into_iter().collect::<Option<_>>()?;
                Strikes::Each { rounds: said(rounds)?, item, of, times: said(times)?, shown: said(shown)? }
            }
        })
    }

    fn falls(&mut self, when: Option<&'a Expr>, span: Span) -> Option<DeathRule> {
        let left = self.local(span).keep(&mut self.diagnostics)?;
        let when = match when {
            Some(when) => {
                let condition = self.decided(ExprContext::Falls(left), when)?;
                if !holds_below(&self.nodes, condition, left) {
                    let message = "who falls at some number of hit points falls at every smaller one, too: compare left by < or <=, as in  falls when left <= 0";
                    self.tell(self.nodes.span(condition), message);
                    return None;
                }
                condition
            }
            None => {
                let local = self.add(Node::Local(left), span);
                let zero = self.add(Node::Number(Number::ZERO), span);
                self.add(Node::Binary(Binary::LessOrEqual, local, zero), span)
            }
        };
        let hit_points = self.hit_points_of("defender", span);
        Some(DeathRule { left, when, hit_points, own: None })
    }

    /// The field of the hit points of a sheet, if it has one.
    fn hit_points_of(&mut self, sheet: &str, span: Span) -> Option<Id> {
        let (hp, sheet) = (self.words.known("hp")?, self.sheet_place(sheet)?);
        self.sheets.get(usize::from(sheet))?.1.field(hp)?;
        let sheet = self.add(Node::Sheet(sheet), span);
        Some(self.add(Node::Dot(sheet, hp), span))
    }

    fn later(&mut self, path: &'a Path, value: &'a Spanned<Literal>, when: Option<Id>) -> Read<LaterChange> {
        let (shape, absent, _) = self.shape_at(path)?;
        let in_list = path.it.iter().any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        if in_list || matches!(shape, FieldShape::List(..) | FieldShape::Record(_)) {
            return wrong(path.span, "only a single field can hold something else later");
        }
        let value = self.given(value, &shape, absent)?;
        Ok(LaterChange { field: path.it.iter().map(|part| self.words.of(part)).collect(), value, when })
    }

    /// Path of the field with the number of attackers.
    fn bodies(&mut self, path: &'a Path) -> Read<Vec<Word>> {
        let (shape, absent, _) = self.shape_at(path)?;
        let in_list = path.it.iter().any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        if absent || in_list || !matches!(shape, FieldShape::Whole(1, _)) {
            let name = path.it.last().map_or("", String::as_str);
            return wrong(
                path.span,
                format!(
                    "the number of bodies is a field of whole numbers from 1, and always there: {name}: 1..50"
                ),
            );
        }
        Ok(path.it.iter().map(|part| self.words.of(part)).collect())
    }

    fn show(&mut self, path: &'a Path, value: Option<&'a Expr>, when: Option<&'a Expr>) -> Option<Show> {
        self.place = ExprContext::Shown;
        let when = match when {
            Some(when) => Some(self.decided(ExprContext::Shown, when)?),
            None => None,
        };
        let value = match (value, path.it.as_slice()) {
            (Some(value), _) => self.decided(ExprContext::Shown, value)?,
            (None, [name]) => {
                let id = self.figure_shown(name, path.span).keep(&mut self.diagnostics)?;
                if self.nodes.rolls(id) {
                    self.tell(path.span, format!("\"{name}\" rolls; in the strike write  show {name} = ..."));
                    return None;
                }
                id
            }
            (None, _) => {
                self.tell(path.span, "a name with a dot needs a value: show group.name = value");
                return None;
            }
        };
        Some(Show { name: path.it.clone(), value, when })
    }

    fn show_carried(&self, name: &Name, has_turn: bool) -> Read<ShowCarried> {
        let text = &name.it;
        let Some(slot) = self.carried(text).filter(|slot| Some(*slot) != self.item) else {
            let message = format!(
                "\"{text}\" is not carried; one can ask for kill, fate, and what is carried: carry {text} = ..."
            );
            return wrong(name.span, message);
        };
        if !has_turn {
            return wrong(name.span, NO_TURN);
        }
        Ok(ShowCarried { slot, name: text.clone() })
    }

    /// Compiles the lines of the strike.
    fn strike(&mut self, lines: &'a [StrikeLine], span: Span, endings: &[Word]) -> Vec<Line> {
        let mut done = Vec::new();
        let mut bare: Vec<Update> = Vec::new();
        let mut over = false;
        for line in lines {
            self.place = ExprContext::Strike;
            self.it = None;
            self.line = None;
            self.scope.clear();
            if over {
                let message = "this line is never reached: an \"end\" without \"if\" stands above it";
                self.tell(line.span(), message);
                break;
            }
            match line {
                StrikeLine::Value { name, show, column, span, reference } => {
                    self.line = name.it.last().map(String::as_str);
                    let pool = pool_of(column);
                    let value = if pool.is_some() { None } else { self.column(column) };
                    let slot = self.slot(&name.it.join("."), name.span);
                    let Some(slot) = slot.keep(&mut self.diagnostics) else { continue };
                    if let [only] = name.it.as_slice() {
                        self.name(only, name.span, Named::Line(slot));
                    }
                    if let Some(pool) = pool {
                        let line = (slot, done.len());
                        let value = self.pool(line, pool, *show, *span).keep(&mut self.diagnostics);
                        done.extend(value.map(|value| Line::Value {
                            slot,
                            value,
                            show: None,
                            span: *span,
                            reference: reference.clone(),
                        }));
                        continue;
                    }
                    let Some(value) = value else { continue };
                    let show = show.then(|| name.it.clone());
                    done.push(Line::Value { slot, value, show, span: *span, reference: reference.clone() });
                }
                StrikeLine::Next(next) => bare.extend(self.next(next).keep(&mut self.diagnostics)),
                StrikeLine::End(end) => {
                    over = end.when.is_none();
                    done.extend(self.end(end, &bare, endings).keep(&mut self.diagnostics).map(Line::End));
                }
            }
        }
        self.asked_pools(&mut done);
        if !over && !self.unread.contains("strike") {
            let message = "the strike can run out of lines; the last should be an \"end\" without \"if\"";
            self.tell(lines.last().map_or(span, StrikeLine::span), message);
        }
        done
    }

    fn end(&mut self, end: &'a ast::End<Expr, Assignment>, bare: &[Update], endings: &[Word]) -> Read<End> {
        let when = self.when(end.when.as_ref(), end.span)?;
        let ending = match &*end.ending.it {
            ast::ExprKind::Word(word) => {
                let word = self.ending(word, end.ending.span, endings)?;
                self.add(Node::Word(word), end.ending.span)
            }
            _ => self.expr(&end.ending)?,
        };
        let lose = self.maybe(end.lose.as_ref())?;
        let (gain, pay) = (self.maybe(end.gain.as_ref())?, self.maybe(end.pay.as_ref())?);
        let mut all = bare.to_vec();
        for next in &end.next {
            all.push(self.next(next)?);
        }
        let next = self.changed(&all).into_iter().filter_map(|(slot, value)| Some((slot?, value))).collect();
        let (kill, span, reference) = (end.kill, end.span, end.reference.clone());
        Ok(End { ending, lose, gain, pay, kill, when, next, span, reference })
    }

    /// An ending by its word.
    pub(super) fn ending(&self, text: &str, span: Span, endings: &[Word]) -> Read<Word> {
        if let Some(ending) = self.words.known(text).filter(|word| endings.contains(word)) {
            return Ok(ending);
        }
        let known: Vec<&str> = endings.iter().map(|word| self.words.text(*word)).collect();
        if known.is_empty() {
            let is_sort = Class::WORDS.iter().any(|(sort, _)| *sort == text);
            let sort = if is_sort { text } else { "hit" };
            let message =
                format!("\"{text}\" is no ending yet; write  endings  and below it  {sort}: {text}");
            return wrong(span, message);
        }
        let mut hint = suggestion(text, &known);
        if hint.is_empty() && self.names.contains_key(text) {
            hint = format!("; an ending by a value stands in brackets: end ({text})");
        }
        wrong(span, format!("\"{text}\" is no ending; declared are {}{hint}", either(&known)))
    }
}
