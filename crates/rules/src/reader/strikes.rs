//! The strike: its lines, its ends, and what they leave to the next one.

use super::Reader;
use super::columns::both;
use super::cursor::Cursor;
use super::expressions::strength::ADD;
use super::keywords::STRIKE_LINES;
use super::layout::Line;
use super::problem::{Fault, Keep, Read, meant, wrong};
use super::syntax::{Ending, Expr, Next, StrikeLine};
use super::tokens::Kind;

impl Reader {
    /// The lines of a strike.
    pub(super) fn strike(&mut self, line: &Line) -> Vec<StrikeLine> {
        let mut lines = Vec::new();
        if line.below.is_empty() {
            self.tell(line.span, "a strike has lines below it, and the last is an \"end\"");
        }
        for below in &line.below {
            self.strike_line(below, None, &mut lines);
        }
        lines
    }

    fn strike_line(&mut self, line: &Line, above: Option<&Expr>, lines: &mut Vec<StrikeLine>) {
        if let Some(condition) = self.block(line) {
            let Some(condition) = condition else { return };
            let all = both(above, Some(condition));
            if self.afford(all.as_ref(), line.below.len(), line.span) {
                for below in &line.below {
                    self.strike_line(below, all.as_ref(), lines);
                }
            }
            return;
        }
        let mut cursor = Cursor::new(&line.tokens, line.span);
        if cursor.sees_word("end") {
            let end = self.end(&mut cursor, line, above);
            lines.extend(end);
        } else if cursor.sees_word("next") {
            self.nothing_below(line, "\"next\"");
            lines.extend(next(&mut cursor, line, above).keep(&mut self.faults).map(StrikeLine::Next));
        } else if above.is_some() {
            let message = "only ends, and \"next\", stand in a block of a strike; a name gets its value outside, with rows if ...";
            self.tell(line.span, message);
        } else {
            if let Some((name, show)) = value_name(&mut cursor).keep(&mut self.faults)
                && let Some(column) = self.column(&mut cursor, line, &name.it.join("."))
            {
                let reference = line.reference.clone();
                lines.push(StrikeLine::Value { name, show, column, span: line.span, reference });
            }
        }
    }

    fn end(&mut self, cursor: &mut Cursor<'_>, line: &Line, above: Option<&Expr>) -> Option<StrikeLine> {
        let end = end(cursor, line, above);
        let mut nexts = Vec::new();
        for below in &line.below {
            if let Some(condition) = self.block(below) {
                self.block_of_next(below, condition.as_ref(), &mut nexts);
                continue;
            }
            self.nothing_below(below, "\"next\"");
            let mut cursor = Cursor::new(&below.tokens, below.span);
            nexts.extend(next(&mut cursor, below, None).keep(&mut self.faults));
        }
        let mut line = end.keep(&mut self.faults)?;
        if let StrikeLine::End { next, .. } = &mut line {
            *next = nexts;
        }
        Some(line)
    }

    /// A block below an end: its condition holds for each `next`.
    fn block_of_next(&mut self, line: &Line, condition: Option<&Expr>, nexts: &mut Vec<Next>) {
        let Some(condition) = condition else { return };
        if !self.afford(Some(condition), line.below.len(), line.span) {
            return;
        }
        for below in &line.below {
            self.nothing_below(below, "\"next\"");
            let mut cursor = Cursor::new(&below.tokens, below.span);
            nexts.extend(next(&mut cursor, below, Some(condition)).keep(&mut self.faults));
        }
    }
}

/// `name =`, `show name =`
fn value_name(cursor: &mut Cursor<'_>) -> Read<(super::syntax::Path, bool)> {
    let show = cursor.takes_word("show");
    if let Some(fault) = cursor.dice_as_name() {
        return Err(fault);
    }
    let start = cursor.here();
    let what = "a line of the strike: name = value, show name = value, next, end or if";
    if !show
        && let Some(Kind::Name(name)) = cursor.ahead(0)
        && !matches!(cursor.ahead(1), Some(Kind::Sign("=" | ".")))
    {
        if name.contains('-') && matches!(cursor.ahead(1), Some(Kind::Sign("="))) {
            cursor.new_name(what)?;
        }
        if matches!(cursor.ahead(1), Some(Kind::Name(word)) if word == "if" || word == "lose") {
            return wrong(start, format!("a strike ends with \"end\": end {name} ..."));
        }
        if name == "roll" {
            let message = "a roll gets a name, or stands in a value: face = d20; \"roll NAME = ...\" stands at the left margin";
            return wrong(start, message);
        }
        if matches!(cursor.ahead(1), Some(Kind::Sign("("))) {
            let message =
                "what takes values is a figure, and stands outside of the strike, at the left margin";
            return wrong(start, message);
        }
        let mut fault = cursor.need(what);
        fault.message.push_str(&meant(name, STRIKE_LINES));
        return Err(fault);
    }
    let name = if show {
        cursor.path("a name")?
    } else {
        let name = cursor.new_name(what)?;
        super::syntax::Path { it: vec![name.it], span: name.span }
    };
    if !cursor.sees("=") && show {
        return cursor.wrong("in a strike \"show\" names a line: show name = value");
    }
    cursor.needs("=")?;
    Ok((name, show))
}

fn next(cursor: &mut Cursor<'_>, line: &Line, above: Option<&Expr>) -> Read<Next> {
    if !cursor.takes_word("next") {
        let mut fault = cursor.need("\"next\": below an \"end\" stand only lines \"next name = value\"");
        if matches!(cursor.ahead(1), Some(Kind::Sign("="))) {
            fault.message.push_str("; what a later line reads stands before the end");
        }
        return Err(fault);
    }
    let name = cursor.new_name("the name of what is carried")?;
    cursor.needs("=")?;
    let (value, when) = cursor.value_when()?;
    cursor.ends()?;
    Ok(Next { name, value, when: both(above, when), span: line.span })
}

fn end(cursor: &mut Cursor<'_>, line: &Line, above: Option<&Expr>) -> Read<StrikeLine> {
    cursor.needs_word("end")?;
    let ending = if cursor.takes("(") {
        let value = cursor.value()?;
        cursor.needs(")")?;
        Ending::Value(value)
    } else {
        if ["if", "lose", "gain"].iter().any(|word| cursor.sees_word(word)) {
            return Err(cursor.need("the word of an ending"));
        }
        let word = cursor.word("the word of an ending")?;
        if cursor.sees(".") {
            let message = "after \"end\" stands a word; a value there needs brackets: end (value)";
            return wrong(cursor.since(word.span), message);
        }
        Ending::Word(word)
    };
    let mut lose = None;
    let mut gain = None;
    let mut kill = false;
    loop {
        let here = cursor.here();
        let twice = |what: &str| Fault::new(here, format!("\"{what}\" is said twice"));
        if cursor.takes_word("lose") {
            if lose.replace(cursor.binary(ADD)?).is_some() {
                return Err(twice("lose"));
            }
        } else if cursor.takes_word("gain") {
            if gain.replace(cursor.binary(ADD)?).is_some() {
                return Err(twice("gain"));
            }
        } else if cursor.takes_word("kill") {
            if core::mem::replace(&mut kill, true) {
                return Err(twice("kill"));
            }
        } else {
            break;
        }
    }
    let when = cursor.when()?;
    if when.is_some() && cursor.sees_word("else") {
        return cursor.wrong("a value with \"else\" stands in brackets here: lose (a if c else b)");
    }
    cursor.ends_or(&["lose", "gain", "kill", "if"])?;
    Ok(StrikeLine::End {
        ending,
        lose,
        gain,
        kill,
        when: both(above, when),
        next: Vec::new(),
        span: line.span,
        reference: line.reference.clone(),
    })
}
