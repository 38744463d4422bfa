//! Notations of players and of other dice languages, with their equivalents in rule text.

use super::cursor::Cursor;
use crate::dice_notation::{capital_dice, dice_before, exploding, fudge_dice};
use crate::token::{Token, TokenKind};

/// Suffixes of dice that keep or drop some of them: `4d6kh3`.
const LETTERS: &[(&str, KeptDice)] = &[
    ("kh", KeptDice::Best),
    ("kl", KeptDice::Worst),
    ("dh", KeptDice::DropBest),
    ("dl", KeptDice::DropWorst),
    ("k", KeptDice::Best),
    ("d", KeptDice::DropWorst),
    ("h", KeptDice::Best),
    ("l", KeptDice::Worst),
];

/// Comparatives for `best` and `worst`.
const BETTER: [&str; 4] = ["higher", "greater", "larger", "better"];
const WORSE: [&str; 4] = ["lower", "lesser", "smaller", "worse"];

/// Selection of the dice that count.
#[derive(Clone, Copy)]
enum KeptDice {
    Best,
    Worst,
    DropBest,
    DropWorst,
}

impl KeptDice {
    /// `keep highest`, `drop lowest` and the like.
    fn named(verb: &str, which: Option<&str>) -> Option<Self> {
        let lowest = matches!(which, Some("lowest" | "low" | "worst"));
        let highest = matches!(which, Some("highest" | "high" | "best"));
        Some(match verb {
            "keep" if lowest => Self::Worst,
            "keep" => Self::Best,
            "drop" if highest => Self::DropBest,
            "drop" => Self::DropWorst,
            "highest" => Self::Best,
            "lowest" => Self::Worst,
            _ if BETTER.contains(&verb) => Self::Best,
            _ if WORSE.contains(&verb) => Self::Worst,
            _ => return None,
        })
    }

    /// Equivalent in rule text for a number of dice.
    fn written(self, many: i64, dice: i64, faces: &str) -> String {
        let kept = match self {
            Self::Best | Self::Worst => many,
            Self::DropBest | Self::DropWorst => dice.saturating_sub(many),
        };
        let word = if matches!(self, Self::Best | Self::DropWorst) { "best" } else { "worst" };
        match kept {
            1 => format!("{word} of {dice} times d{faces}"),
            _ => format!("{word} {kept} of {dice} times d{faces}"),
        }
    }
}

/// `kh3`, `dl`: the selection and its number of dice.
fn letters(suffix: &str) -> Option<(KeptDice, i64)> {
    let (letters, keep) = LETTERS.iter().find(|(letters, _)| suffix.starts_with(letters))?;
    let many = suffix.get(letters.len()..)?;
    let many = if many.is_empty() { 1 } else { many.parse().ok()? };
    Some((*keep, many))
}

/// Hint for a brace of another language.
pub(super) const NO_BRACES: &str = "lines that belong to it are indented below, without braces";

impl Cursor<'_> {
    /// Hint for a token behind a complete value, if other notations allow it there.
    pub(crate) fn other_notation(&self) -> Option<String> {
        let name = match self.ahead(0)? {
            TokenKind::Name(name) => name.as_str(),
            TokenKind::Sign("?") if matches!(self.ahead(1), Some(TokenKind::Sign("." | "?"))) => {
                return Some("what may be absent is read with \"otherwise\": x otherwise 0".to_owned());
            }
            TokenKind::Sign("(") => return self.method(),
            TokenKind::Sign("{" | "}") => return Some(NO_BRACES.to_owned()),
            TokenKind::Sign(":") if self.ahead(1).is_none() => {
                return Some("lines that belong to it are indented below, without a colon".to_owned());
            }
            TokenKind::Sign(sign @ ("<" | "<=" | ">" | ">=" | "=" | "!=")) => return self.counted(sign),
            TokenKind::Sign("?") => {
                return Some("a choice between two values is written  a if c else b".to_owned());
            }
            _ => return None,
        };
        let number = |skip| match self.ahead(skip) {
            Some(TokenKind::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        Some(match name {
            "and" => match self.ahead(1) {
                Some(TokenKind::Name(next)) if next == "lose" => {
                    "losses are added in one sum: lose a + b".to_owned()
                }
                Some(TokenKind::Name(next)) if ["gain", "pay", "kill"].contains(&next.as_str()) => {
                    format!("\"{next}\" follows without \"and\": lose a {next}")
                        + if next == "kill" { "" } else { " b" }
                }
                _ => "conditions that are joined stand in brackets here: (a and b)".to_owned(),
            },
            "or" => "conditions that are joined stand in brackets here: (a or b)".to_owned(),
            "then" => "the value stands in front of its condition: a if c else b".to_owned(),
            "at" => {
                let least = matches!(self.ahead(1), Some(TokenKind::Name(word)) if word == "least");
                let (least, function) = if least { ("least", "max") } else { ("most", "min") };
                let bound = number(2).unwrap_or_else(|| "0".to_owned());
                format!(
                    "within a value that is {function}(..., {bound}); \"at {least} {bound}\" is a row of its own"
                )
            }
            "min" | "max" => {
                let bound = number(1).unwrap_or_else(|| "0".to_owned());
                format!("at least {bound} is written max(..., {bound}), at most {bound} is min(..., {bound})")
            }
            "times" => {
                let many = match self.behind().last().map(|token| &token.kind) {
                    Some(TokenKind::Number(many)) if dice_before(self.behind()).is_none() => many.to_string(),
                    _ => number(1).unwrap_or_else(|| "3".to_owned()),
                };
                format!("rolls that are repeated are put together by a word in front: sum of {many} times d6")
            }
            "reroll" | "rerolling" | "ro" | "rr" => reroll(dice_before(self.behind())),
            "explode" | "exploding" | "explodes" => exploding(self.behind())?,
            "end" if self.begins_with("if") => "the condition stands behind: end miss if a < b".to_owned(),
            "minus" => "minus is written -, with spaces around it: a - b".to_owned(),
            "plus" => "plus is written +".to_owned(),
            _ => self.kept_behind(name)?,
        })
    }

    fn begins_with(&self, word: &str) -> bool {
        matches!(self.behind().first(), Some(Token { kind: TokenKind::Name(first), .. }) if first == word)
    }

    /// Hint for `4d6 drop lowest` and `4d6kh3`: the equivalent with the words in front.
    fn kept_behind(&self, name: &str) -> Option<String> {
        let whole = |skip| match self.ahead(skip) {
            Some(TokenKind::Number(number)) => number.whole(),
            _ => None,
        };
        let kept = |keep: KeptDice, many, dice, faces: &str| {
            let written = keep.written(many, dice, faces);
            Some(format!("dice that are kept or dropped are written  {written}"))
        };
        // The dice and the letters behind them are one token: 4, d6kh3.
        if let (Some(rest), Some(TokenKind::Number(dice))) =
            (name.strip_prefix('d'), self.behind().last().map(|token| &token.kind))
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            let split = rest.find(|c: char| !c.is_ascii_digit())?;
            let (faces, suffix) = rest.split_at_checked(split)?;
            if let Some(hint) = suffixed(suffix, dice.whole()?, faces) {
                return Some(hint);
            }
            let (keep, many) = letters(suffix)?;
            return kept(keep, many, dice.whole()?, faces);
        }
        let (dice, faces) = dice_before(self.behind())?;
        if let "keep" | "drop" = name {
            let which = match self.ahead(1) {
                Some(TokenKind::Name(which)) => Some(which.as_str()),
                _ => None,
            };
            let many = whole(if which.is_some() { 2 } else { 1 }).unwrap_or(1);
            return kept(KeptDice::named(name, which)?, many, dice, &faces);
        }
        let (keep, many) = letters(name)?;
        kept(keep, many, dice, &faces)
    }

    /// Hint for a consumed name at the beginning of a value, if other notations allow it there:
    /// `highest 3 of 4d6`, `reroll 1 of d8`, `D20`.
    pub(crate) fn other_beginning(&self, name: &str) -> Option<String> {
        if let Some(dice) = capital_dice(name) {
            return Some(format!("dice have a small d: {dice}"));
        }
        if let Some(rest) = name.strip_prefix('d')
            && let Some(split) = rest.find(|c: char| !c.is_ascii_digit()).filter(|split| *split > 0)
            && let Some((faces, suffix)) = rest.split_at_checked(split)
            && let Some(hint) = suffixed(suffix, 1, faces)
        {
            return Some(hint);
        }
        match name {
            "dF" => return fudge_dice("", name),
            "number" if self.sees_word("of") => {
                let message = "dice that show something are counted by  count of (it >= 5) in pool; their \
                               different values by  count of different in pool";
                return Some(message.to_owned());
            }
            "reroll" if !self.at_end() && !self.sees("=") => return Some(reroll(self.dice_ahead(5))),
            "explode" | "exploding" => {
                let (many, faces) = self.dice_ahead(2)?;
                let many = if many == 1 { String::new() } else { many.to_string() };
                return Some(format!("dice that explode are written  open {many}d{faces}"));
            }
            _ => {}
        }
        let mut skip = 0;
        let mut verb = name;
        let mut which = None;
        if let ("keep" | "drop", Some(TokenKind::Name(word))) = (name, self.ahead(0)) {
            which = Some(word.as_str());
            skip = 1;
        } else if let "keep" | "drop" = name {
            verb = name;
        } else if !(matches!(name, "highest" | "lowest") || BETTER.contains(&name) || WORSE.contains(&name)) {
            return None;
        }
        let many = match self.ahead(skip) {
            Some(TokenKind::Number(many)) => {
                skip += 1;
                many.whole()?
            }
            _ => 1,
        };
        if !matches!(self.ahead(skip), Some(TokenKind::Name(of)) if of == "of") {
            return None;
        }
        let (dice, faces) = self.dice_ahead(skip + 3)?;
        let written = KeptDice::named(verb, which)?.written(many, dice, &faces);
        Some(format!("dice that are kept or dropped are written  {written}"))
    }

    /// First dice among the next `within` tokens.
    pub(super) fn dice_ahead(&self, within: usize) -> Option<(i64, String)> {
        (0..within).find_map(|skip| {
            let (TokenKind::Name(d), TokenKind::Number(faces)) = (self.ahead(skip)?, self.ahead(skip + 1)?)
            else {
                return None;
            };
            let many = match skip.checked_sub(1).and_then(|before| self.ahead(before)) {
                Some(TokenKind::Number(many)) => many.whole()?,
                _ => 1,
            };
            (d == "d").then(|| (many, faces.to_string()))
        })
    }
}

/// Hint for `d8r1` and `d6e`: dice that are rolled again, or explode.
fn suffixed(suffix: &str, many: i64, faces: &str) -> Option<String> {
    let letters = suffix.trim_end_matches(|c: char| c.is_ascii_digit());
    let many_dice = if many == 1 { String::new() } else { many.to_string() };
    match letters {
        "r" | "rr" | "ro" => Some(reroll(Some((many, faces.to_owned())))),
        "e" | "x" => Some(format!("dice that explode are written  open {many_dice}d{faces}")),
        _ => None,
    }
}

pub(super) fn reroll(dice: Option<(i64, String)>) -> String {
    let faces = dice.map_or_else(|| "8".to_owned(), |(_, faces)| faces);
    format!(
        "a reroll is a row below a roll with a name: die = d{faces}, and below it, indented, = d{faces} if it = 1"
    )
}
