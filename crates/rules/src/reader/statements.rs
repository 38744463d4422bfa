//! Statements, by their first word.

use super::Reader;
use super::cursor::Cursor;
use super::examples::{example, fields};
use super::expressions::strength::ADD;
use super::keywords::{STATEMENTS, unreserved};
use super::layout::Line;
use super::problem::{Fault, Keep, Read, meant, wrong};
use super::syntax::{Expr, Figure, Name, Says, ShowEnd, Statement, Strikes};
use super::tokens::Kind;
use crate::number::Number;

impl Reader {
    /// A statement; what it says is added to the text.
    pub(super) fn statement(&mut self, line: &Line, first: bool) {
        let mut cursor = Cursor::new(line);
        let word = match cursor.ahead(0) {
            Some(Kind::Name(word)) => word.clone(),
            _ => {
                let fault = cursor
                    .need("a statement: a name with =, or a word such as \"list\", \"table\" or \"strike\"");
                self.faults.push(fault);
                return;
            }
        };
        if let Some(fault) = cursor.dice_as_name() {
            self.faults.push(fault);
            return;
        }
        if first && word != "rules" {
            self.tell(line.span, "a text begins with  rules 1 \"the game's name\"");
        }
        let is_value = matches!(cursor.ahead(1), Some(Kind::Sign("=")));
        if is_value && unreserved(&word, cursor.here()).keep(&mut self.faults).is_none() {
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

    /// What a statement says, whose first word was read; nothing where the text itself keeps it.
    fn says(&mut self, cursor: &mut Cursor<'_>, line: &Line, word: &str, first: bool) -> Option<Says> {
        match word {
            "rules" | "from" | "modes" | "in" | "everywhere" => {
                self.nothing_below(line, &format!("\"{word}\""));
                self.header(cursor, word, line, first).keep(&mut self.faults);
                None
            }
            "list" | "carry" | "turn" | "later" | "falls" | "show" | "refuse" | "example" => {
                self.nothing_below(line, &format!("\"{word}\""));
                single(cursor, word).keep(&mut self.faults)
            }
            "record" => {
                let fields = self.fields(line);
                let name = head(cursor, "the record's name").keep(&mut self.faults)?;
                Some(Says::Record(name, fields))
            }
            "sheet" => {
                let fields = self.fields(line);
                let name = head(cursor, "attacker, defender or situation").keep(&mut self.faults)?;
                Some(Says::Sheet(name, fields))
            }
            "table" => self.table(cursor, line),
            "switches" => self.switches(cursor, line),
            "endings" => {
                cursor.ends().keep(&mut self.faults);
                Some(Says::Endings(self.endings(line)))
            }
            "strike" => {
                cursor.takes(":");
                cursor.ends().keep(&mut self.faults);
                Some(Says::Strike(self.strike(line)))
            }
            "between" => {
                cursor.needs_word("turns").and_then(|()| cursor.ends()).keep(&mut self.faults);
                Some(Says::Between(self.between(line)))
            }
            "roll" => self.figure(cursor, line, true),
            _ if cursor.sees("(") => self.figure(&mut Cursor::new(line), line, false),
            _ => {
                self.tell(Cursor::new(line).here(), unknown(cursor, word));
                None
            }
        }
    }

    fn header(&mut self, cursor: &mut Cursor<'_>, word: &str, line: &Line, first: bool) -> Read<()> {
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
                if let Some(Kind::Date(_)) = cursor.ahead(0) {
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
                // What follows an unknown mode is still read; it holds in the modes that are known.
                let wrong = modes.iter().find(|mode| !known.contains(&mode.it.as_str())).map(|mode| {
                    let message = if self.text.modes.is_empty() {
                        "the text names no modes; write  modes melee, fired  below its first line".to_owned()
                    } else {
                        format!("there is no mode \"{}\"{}", mode.it, meant(&mode.it, &known))
                    };
                    Fault::new(mode.span, message)
                });
                self.modes = modes;
                if let Some(wrong) = wrong {
                    // What stands below is no mode's; that they miss it is no problem of its own.
                    self.lost = true;
                    return Err(wrong);
                }
            }
            _ => self.modes.clear(),
        }
        cursor.ends()
    }

    fn endings(&mut self, line: &Line) -> Vec<(Name, Vec<Name>)> {
        if line.below.is_empty() {
            self.tell(line.span, "endings stand below this line: miss: miss  and  hit: hit");
        }
        self.each_alone(line, "a line of endings", |cursor| {
            let class = cursor.name("miss, blocked, stopped, hit or critical")?;
            cursor.needs(":")?;
            Ok((class, cursor.words("the word of an ending")?))
        })
    }

    fn figure(&mut self, cursor: &mut Cursor<'_>, line: &Line, rolled: bool) -> Option<Says> {
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
        let (name, takes) = head.keep(&mut self.faults)?;
        let column = self.column(cursor, line, &name.it)?;
        Some(Says::Figure(Figure { name, takes, rolled, column }))
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
fn single(cursor: &mut Cursor<'_>, word: &str) -> Read<Says> {
    let says = match word {
        "list" => {
            let name = cursor.new_name("the list's name")?;
            if !cursor.takes(":") {
                return Err(cursor.need("\":\" and the list's words: list class: warrior | mage"));
            }
            Says::List(name, cursor.words("a word")?)
        }
        "carry" => {
            let name = cursor.new_name("a name")?;
            let this_turn = cursor.takes_words("this", "turn");
            cursor.needs("=")?;
            Says::Carry { name, this_turn, value: cursor.value()? }
        }
        "turn" if cursor.takes_word("lasts") => Says::Lasts(cursor.value()?),
        "turn" => turn(cursor)?,
        "later" => Says::Later(fields(cursor)?, cursor.when()?),
        "falls" => {
            cursor.needs_word("when")?;
            Says::Falls(cursor.condition()?)
        }
        "show" => show(cursor)?,
        "refuse" => {
            let field = cursor.path("the field that is refused")?;
            cursor.needs_word("if")?;
            let when = cursor.condition()?;
            let message = match cursor.ahead(0) {
                Some(Kind::Text(_)) => Some(cursor.text("")?),
                _ => None,
            };
            Says::Refuse { field, when, message }
        }
        _ => Says::Example(example(cursor)?),
    };
    cursor.ends()?;
    Ok(says)
}

fn turn(cursor: &mut Cursor<'_>) -> Read<Says> {
    let strikes = if cursor.takes_word("each") {
        each(cursor, None)?
    } else if cursor.at_end() {
        Strikes::Number(cursor.node(cursor.here(), super::syntax::Node::Number(Number::from(1)))?)
    } else {
        let number = cursor.value()?;
        if cursor.takes_word("times") {
            if !cursor.takes_word("each") {
                let mut fault = cursor.need("\"each\"");
                fault.message.push_str("; so many strikes alike are a number alone: turn 2");
                return Err(fault);
            }
            each(cursor, Some(number))?
        } else {
            Strikes::Number(number)
        }
    };
    let regardless = cursor.takes_word("regardless");
    let when = cursor.when()?;
    cursor.ends_or(&["times", "shown", "regardless", "if"])?;
    Ok(Says::Turn { strikes, regardless, when })
}

/// What follows `each`.
fn each(cursor: &mut Cursor<'_>, rounds: Option<Expr>) -> Read<Strikes<Expr, Name>> {
    let item = cursor.new_name("a name for the item")?;
    cursor.needs_word("in")?;
    let of = cursor.several(",", |cursor| cursor.binary(ADD))?;
    let times = if cursor.takes_word("times") { Some(cursor.binary(ADD)?) } else { None };
    let shown = if cursor.takes_word("shown") { Some(cursor.binary(ADD)?) } else { None };
    Ok(Strikes::Each { rounds, item, of, times, shown })
}

fn show(cursor: &mut Cursor<'_>) -> Read<Says> {
    let this = matches!(cursor.ahead(1), Some(Kind::Name(word)) if word == "this");
    if this {
        let what = cursor.name("kill or fate")?;
        cursor.next();
        let per = cursor.name("strike or turn")?;
        let show = match (what.it.as_str(), per.it.as_str()) {
            ("kill", "strike") => ShowEnd::KillThisStrike,
            ("kill", "turn") => ShowEnd::KillThisTurn,
            ("fate", "turn") => ShowEnd::FateThisTurn,
            _ => {
                let message = "one can ask for: kill this strike, kill this turn, fate this turn";
                return wrong(cursor.since(what.span), message);
            }
        };
        return Ok(Says::ShowEnd(show));
    }
    if cursor.sees_word("tail") && !matches!(cursor.ahead(1), None | Some(Kind::Sign("," | "="))) {
        cursor.next();
        return Ok(Says::ShowTail(cursor.value()?));
    }
    let shows = cursor.several(",", |cursor| {
        let path = cursor.path("the name of a figure")?;
        if !cursor.takes("=") {
            return Ok((path, None, cursor.when()?));
        }
        let (value, when) = cursor.value_when()?;
        Ok((path, Some(value), when))
    })?;
    Ok(Says::Show(shows))
}

/// What is said of a statement that there is not, whose first word was read.
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
        _ if matches!(cursor.ahead(0), Some(Kind::Sign(":"))) => {
            "; fields stand below \"sheet\" or \"record\", indented".to_owned()
        }
        _ if matches!(cursor.ahead(0), Some(Kind::Sign("+" | "-" | "*" | "/"))) => {
            "; a figure is written  name = value".to_owned()
        }
        _ if word.contains('-') => "; a name has no hyphens, a figure is written  name = value".to_owned(),
        _ => meant(word, STATEMENTS),
    };
    format!("I do not know the statement \"{word}\"{hint}")
}
