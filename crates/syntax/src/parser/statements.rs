//! Statements, by their first word.

use super::Parser;
use super::cursor::Cursor;
use super::examples::{example, fields};
use super::expressions::strength::ADD;
use crate::ast::{Expr, FigureDeclaration, Name, ShowEnd, Statement, StatementKind, Strikes};
use crate::diagnostics::{Diagnostic, Keep, Read, suggestion, wrong};
use crate::keywords::{STATEMENTS, statement_otherwise, unreserved};
use crate::layout::LayoutLine;
use crate::token::TokenKind;
use tohit_odds::number::Number;

impl Parser {
    /// Parses a statement and adds it to the module.
    pub(super) fn statement(&mut self, line: &LayoutLine, first: bool) {
        let mut cursor = Cursor::new(line);
        let word = match cursor.ahead(0) {
            Some(TokenKind::Name(word)) => word.clone(),
            _ => {
                let diagnostic = cursor
                    .need("a statement: a name with =, or a word such as \"list\", \"table\" or \"strike\"");
                self.diagnostics.push(diagnostic);
                return;
            }
        };
        if let Some(diagnostic) = cursor.dice_as_name() {
            self.diagnostics.push(diagnostic);
            return;
        }
        if first && word != "rules" {
            self.emit(line.span, "a text begins with  rules 1 \"the game's name\"");
        }
        let is_value = matches!(cursor.ahead(1), Some(TokenKind::Sign("=")));
        if is_value && unreserved(&word, cursor.here()).keep(&mut self.diagnostics).is_none() {
            return;
        }
        let says = if is_value {
            self.figure(&mut cursor, line, false)
        } else {
            cursor.next();
            self.says(&mut cursor, line, &word, first)
        };
        if let Some(says) = says {
            let modes = self.modes.clone();
            self.text.statements.push(Statement { modes, says, span: line.span });
        }
    }

    /// Content of a statement whose first word is consumed. None for headers, which change the module itself.
    fn says(
        &mut self,
        cursor: &mut Cursor<'_>,
        line: &LayoutLine,
        word: &str,
        first: bool,
    ) -> Option<StatementKind> {
        match word {
            "rules" | "from" | "modes" | "in" | "everywhere" => {
                self.nothing_below(line, &format!("\"{word}\""));
                self.header(cursor, word, line, first).keep(&mut self.diagnostics);
                None
            }
            "list" | "carry" | "turn" | "bodies" | "later" | "falls" | "show" | "refuse" | "example" => {
                self.nothing_below(line, &format!("\"{word}\""));
                single(cursor, word).keep(&mut self.diagnostics)
            }
            // No word of the language elsewhere: texts name figures so.
            "answer" if !cursor.sees("(") => {
                self.nothing_below(line, "\"answer\"");
                single(cursor, word).keep(&mut self.diagnostics)
            }
            "record" => {
                let fields = self.fields(line);
                let name = head(cursor, "the record's name").keep(&mut self.diagnostics)?;
                Some(StatementKind::Record(name, fields))
            }
            "sheet" => {
                let fields = self.fields(line);
                let name = head(cursor, "attacker, defender or situation").keep(&mut self.diagnostics)?;
                Some(StatementKind::Sheet(name, fields))
            }
            "table" => self.table(cursor, line),
            "switches" => self.switches(cursor, line),
            "endings" => {
                cursor.ends().keep(&mut self.diagnostics);
                Some(StatementKind::Endings(self.endings(line)))
            }
            "strike" => {
                cursor.takes(":");
                cursor.ends().keep(&mut self.diagnostics);
                Some(StatementKind::Strike(self.strike(line)))
            }
            "between" => {
                cursor.needs_word("turns").and_then(|()| cursor.ends()).keep(&mut self.diagnostics);
                Some(StatementKind::Between(self.between(line)))
            }
            "roll" => self.figure(cursor, line, true),
            _ if cursor.sees("(") => self.figure(&mut Cursor::new(line), line, false),
            _ => {
                self.emit(Cursor::new(line).here(), unknown(cursor, word));
                None
            }
        }
    }

    fn header(&mut self, cursor: &mut Cursor<'_>, word: &str, line: &LayoutLine, first: bool) -> Read<()> {
        match word {
            "rules" => {
                if !first {
                    return wrong(line.span, "\"rules\" is the first line of a text, and stands there once");
                }
                let here = cursor.here();
                let edition = cursor.whole("the edition of the language: rules 1 \"name\"")?;
                if edition != 1 {
                    let message = format!(
                        "this text is written in edition {edition} of the language; here edition 1 is known, so it needs a newer page"
                    );
                    return wrong(here, message);
                }
                self.text.title = cursor.text("the game's name in quotes")?;
                if let Some(TokenKind::Date(_)) = cursor.ahead(0) {
                    cursor.next();
                }
            }
            "from" => {
                let document = cursor.text("the document in quotes")?;
                if self.text.document.replace(document).is_some() {
                    return wrong(line.span, "\"from\" is said twice");
                }
            }
            "modes" => {
                if !self.text.modes.is_empty() {
                    return wrong(line.span, "\"modes\" is said twice");
                }
                let modes = cursor.names("a mode")?;
                for (at, mode) in modes.iter().enumerate() {
                    if modes.iter().take(at).any(|before| before.it == mode.it) {
                        return wrong(mode.span, format!("the mode \"{}\" stands here twice", mode.it));
                    }
                }
                if let Some(mode) = modes.get(16) {
                    return wrong(mode.span, "a text has at most 16 modes");
                }
                self.text.modes = modes;
            }
            "in" => {
                let modes = cursor.names("a mode")?;
                let known: Vec<&str> = self.text.modes.iter().map(|mode| mode.it.as_str()).collect();
                // Statements behind an unknown mode are still parsed; they hold in the known modes.
                let wrong = modes.iter().find(|mode| !known.contains(&mode.it.as_str())).map(|mode| {
                    let message = if self.text.modes.is_empty() {
                        "the text names no modes; write  modes melee, fired  below its first line".to_owned()
                    } else {
                        format!("there is no mode \"{}\"{}", mode.it, suggestion(&mode.it, &known))
                    };
                    Diagnostic::new(mode.span, message)
                });
                self.modes = modes;
                if let Some(wrong) = wrong {
                    // Statements below belong to no mode. A missing strike there is no second diagnostic.
                    self.lost = true;
                    return Err(wrong);
                }
            }
            _ => self.modes.clear(),
        }
        cursor.ends()
    }

    fn endings(&mut self, line: &LayoutLine) -> Vec<(Name, Vec<Name>)> {
        if line.below.is_empty() {
            self.emit(line.span, "endings stand below this line: miss: miss  and  hit: hit");
        }
        self.each_alone(line, "a line of endings", |cursor| {
            let class = cursor.name("miss, blocked, stopped, hit or critical")?;
            cursor.needs(":")?;
            Ok((class, cursor.words("the word of an ending")?))
        })
    }

    fn figure(&mut self, cursor: &mut Cursor<'_>, line: &LayoutLine, rolled: bool) -> Option<StatementKind> {
        let head = (|| {
            let name = cursor.new_name("a figure's name")?;
            unreserved(&name.it, name.span)?;
            let mut takes = Vec::new();
            if cursor.takes("(") {
                takes = cursor.several(",", |cursor| cursor.new_name("what the figure takes"))?;
                cursor.needs(")")?;
            }
            cursor.needs("=")?;
            Ok((name, takes))
        })();
        let (name, takes) = head.keep(&mut self.diagnostics)?;
        let column = self.column(cursor, line, &name.it)?;
        Some(StatementKind::Figure(FigureDeclaration { name, takes, rolled, column }))
    }
}

/// The name that fields stand below.
fn head(cursor: &mut Cursor<'_>, what: &str) -> Read<Name> {
    let name = cursor.new_name(what)?;
    cursor.takes(":");
    cursor.ends()?;
    Ok(name)
}

/// A statement of one line.
fn single(cursor: &mut Cursor<'_>, word: &str) -> Read<StatementKind> {
    let says = match word {
        "list" => {
            let name = cursor.new_name("the list's name")?;
            if !cursor.takes(":") {
                return Err(cursor.need("\":\" and the list's words: list class: warrior | mage"));
            }
            StatementKind::List(name, cursor.words("a word")?)
        }
        "carry" => {
            let name = cursor.new_name("a name")?;
            let this_turn = cursor.takes_words("this", "turn");
            let this_body = !this_turn && cursor.takes_words("this", "body");
            let on_foe = !this_turn && !this_body && cursor.takes_words("on", "foe");
            cursor.needs("=")?;
            StatementKind::Carry { name, this_turn, this_body, on_foe, value: cursor.value()? }
        }
        "turn" if cursor.takes_word("lasts") => StatementKind::Lasts(cursor.value()?),
        "turn" => turn(cursor)?,
        "bodies" => StatementKind::Bodies(cursor.path("the field that says how many attack")?),
        "later" => StatementKind::Later(fields(cursor)?, cursor.when()?),
        "falls" => {
            cursor.needs_word("when")?;
            StatementKind::Falls(cursor.condition()?)
        }
        "show" => show(cursor)?,
        "answer" => {
            cursor.needs_word("turn")?;
            StatementKind::AnswerTurn
        }
        "refuse" => {
            let field = cursor.path("the field that is refused")?;
            cursor.needs_word("if")?;
            let when = cursor.condition()?;
            let message = match cursor.ahead(0) {
                Some(TokenKind::Text(_)) => Some(cursor.text("")?),
                _ => None,
            };
            StatementKind::Refuse { field, when, message }
        }
        _ => StatementKind::Example(example(cursor)?),
    };
    cursor.ends()?;
    Ok(says)
}

fn turn(cursor: &mut Cursor<'_>) -> Read<StatementKind> {
    let strikes = if cursor.takes_word("each") {
        each(cursor, None)?
    } else if cursor.at_end() {
        Strikes::Number(cursor.node(cursor.here(), crate::ast::ExprKind::Number(Number::from(1)))?)
    } else {
        let number = cursor.value()?;
        if cursor.takes_word("times") {
            if !cursor.takes_word("each") {
                let mut diagnostic = cursor.need("\"each\"");
                diagnostic.message.push_str("; so many strikes alike are a number alone: turn 2");
                return Err(diagnostic);
            }
            each(cursor, Some(number))?
        } else {
            Strikes::Number(number)
        }
    };
    if ["strikes", "attacks", "blows", "hits"].iter().any(|word| cursor.sees_word(word)) {
        return cursor.wrong("the number of strikes stands alone: turn 2, turn 2d4");
    }
    let regardless = cursor.takes_word("regardless");
    let when = cursor.when()?;
    cursor.ends_or(&["times", "shown", "regardless", "if"])?;
    Ok(StatementKind::Turn { strikes, regardless, when })
}

/// Parses the rest of `each item in lists`.
fn each(cursor: &mut Cursor<'_>, rounds: Option<Expr>) -> Read<Strikes<Expr, Name>> {
    let item = cursor.new_name("a name for the item")?;
    cursor.needs_word("in")?;
    let of = cursor.several(",", |cursor| cursor.binary(ADD))?;
    let times = if cursor.takes_word("times") { Some(cursor.binary(ADD)?) } else { None };
    let shown = if cursor.takes_word("shown") { Some(cursor.binary(ADD)?) } else { None };
    Ok(Strikes::Each { rounds, item, of, times, shown })
}

fn show(cursor: &mut Cursor<'_>) -> Read<StatementKind> {
    let this = matches!(cursor.ahead(1), Some(TokenKind::Name(word)) if word == "this");
    if this {
        let what = cursor.name("kill, fate or what is carried")?;
        cursor.next();
        let per = cursor.name("strike or turn")?;
        let show = match (what.it.as_str(), per.it.as_str()) {
            ("kill", "strike") => ShowEnd::KillThisStrike,
            ("kill", "turn") => ShowEnd::KillThisTurn,
            ("fate", "turn") => ShowEnd::FateThisTurn,
            (_, "turn") => return Ok(StatementKind::ShowCarried(what)),
            _ => {
                let message = "one can ask for: kill this strike, kill this turn, fate this turn, and for what is carried at the end of a turn: show heat this turn";
                return wrong(cursor.since(what.span), message);
            }
        };
        return Ok(StatementKind::ShowEnd(show));
    }
    if cursor.sees_word("tail") && !matches!(cursor.ahead(1), None | Some(TokenKind::Sign("," | "="))) {
        cursor.next();
        return Ok(StatementKind::ShowTail(cursor.value()?));
    }
    let shows = cursor.several(",", |cursor| {
        let path = cursor.path("the name of a figure")?;
        if !cursor.takes("=") {
            return Ok((path, None, cursor.when()?));
        }
        let (value, when) = cursor.value_when()?;
        Ok((path, Some(value), when))
    })?;
    Ok(StatementKind::Show(shows))
}

/// Message for an unknown statement whose first word is consumed.
fn unknown(cursor: &Cursor<'_>, word: &str) -> String {
    let hint = match word {
        "game" => "; a text begins with  rules 1 \"name\"".to_owned(),
        "type" => "; words are a \"list NAME: a | b\", fields a \"record NAME\"".to_owned(),
        "dice" => "; a figure that rolls is written  roll NAME = ...".to_owned(),
        "hit" => "; what is a hit stands below \"endings\"".to_owned(),
        "kill" | "until" => "; when the defender falls is said by  falls when left <= 0".to_owned(),
        "end" | "next" => "; it stands in the strike, indented".to_owned(),
        "if" => "; it stands below a figure or in the strike, indented".to_owned(),
        "presets" => "; presets stand in a file of their own".to_owned(),
        "words" => "; a text ends with its words, which begin with  words \"name\"".to_owned(),
        _ if matches!(cursor.ahead(0), Some(TokenKind::Sign(":"))) => {
            "; fields stand below \"sheet\" or \"record\", indented".to_owned()
        }
        _ if matches!(cursor.ahead(0), Some(TokenKind::Sign("+" | "-" | "*" | "/"))) => {
            "; a figure is written  name = value".to_owned()
        }
        _ if word.contains('-') => "; a name has no hyphens, a figure is written  name = value".to_owned(),
        _ => match statement_otherwise(word) {
            Some(hint) => format!("; {hint}"),
            None => suggestion(word, STATEMENTS),
        },
    };
    format!("I do not know the statement \"{word}\"{hint}")
}
