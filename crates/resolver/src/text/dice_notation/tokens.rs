//! Tokens of a line of dice as players write it, and the patterns of notations over them.

use core::ops::Range;
use tohit_engine::OpenRoll;

/// A token and the characters of the line that it was made from.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) from: Range<usize>,
    /// True where a space stands in front.
    pub(super) space: bool,
}

/// Signs of two characters.
const PAIRS: [&str; 8] = [">=", "<=", "!=", "==", "->", "=>", "..", "<>"];

/// Words for numbers, from one to ten. A plural names faces: `sixes`.
const NUMBERS: [(&str, &str); 10] = [
    ("one", "ones"),
    ("two", "twos"),
    ("three", "threes"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
    ("seven", "sevens"),
    ("eight", "eights"),
    ("nine", "nines"),
    ("ten", "tens"),
];

/// Tokens of a text: letters, digits and signs are apart, so `2d6kh1` is six of them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let letter = |at: usize| letters.get(at).copied().unwrap_or('\n');
    let mut found = Vec::new();
    let (mut at, mut space) = (0, false);
    while at < letters.len() {
        let from = at;
        let first = letter(at);
        at += 1;
        if matches!(first, ' ' | '\t' | '\u{a0}') {
            space = true;
            continue;
        }
        if first.is_ascii_digit() {
            while letter(at).is_ascii_digit() || letter(at) == '.' && letter(at + 1).is_ascii_digit() {
                at += 1;
            }
        } else if first.is_alphabetic() || first == '_' {
            while letter(at).is_alphabetic() || letter(at) == '_' {
                at += 1;
            }
        } else if PAIRS.iter().any(|pair| pair.chars().eq([first, letter(at)])) {
            at += 1;
        }
        let text = letters.get(from..at).unwrap_or_default().iter().collect();
        found.push(Token { text, from: from..at, space: core::mem::take(&mut space) });
    }
    found
}

impl Token {
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.to_lowercase() == word
    }

    /// A whole number in digits.
    pub(super) fn number(&self) -> Option<i64> {
        self.text.parse().ok()
    }

    fn counted(&self) -> Option<i64> {
        let place = NUMBERS.iter().position(|(word, _)| self.is(word));
        self.number().or_else(|| i64::try_from(place? + 1).ok())
    }

    fn plural(&self) -> Option<i64> {
        let place = NUMBERS.iter().position(|(_, word)| self.is(word));
        i64::try_from(place? + 1).ok()
    }
}

/// Numbers and the condition that a pattern found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    numbers: Vec<(char, i64)>,
    condition: String,
}

impl Found {
    /// The number of a placeholder, 1 where it was left out.
    pub(super) fn number(&self, name: char) -> i64 {
        self.numbers.iter().rev().find(|(known, _)| *known == name).map_or(1, |(_, number)| *number)
    }

    pub(super) fn has(&self, name: char) -> bool {
        self.numbers.iter().any(|(known, _)| *known == name)
    }

    fn with(&self, name: char, number: i64) -> Self {
        let mut found = self.clone();
        found.numbers.push((name, number));
        found
    }

    /// Text of a template. `{N}` is a number, `{N+1}` and `{K-N}` sums, `{C}` the condition; `{dice}` are the
    /// dice, `{sum}`, `{count}`, `{best}` and `{worst}` what stands in front of one of them. `{limit}` is for dice
    /// that are rolled again from `{N}` on.
    pub(super) fn expand(&self, template: &str) -> String {
        let mut text = String::new();
        let (many, kept) = (self.number('K'), self.number('N'));
        for (at, part) in template.split(['{', '}']).enumerate() {
            let of = |name: &str, kept: i64| match kept {
                1 => format!("{name} of {many} times "),
                _ => format!("{name} {kept} of {many} times "),
            };
            text += &match part {
                _ if at % 2 == 0 => part.to_owned(),
                "C" => self.condition.clone(),
                "dice" if many == 1 => format!("d{}", self.number('S')),
                "dice" => format!("{many}d{}", self.number('S')),
                "limit" => {
                    let (sides, from) = (self.number('S'), self.number('N'));
                    let roll = OpenRoll { dice: many, sides, from, less: 0, limit: None };
                    roll.enough().unwrap_or(100).to_string()
                }
                "sum" if many == 1 => String::new(),
                "sum" => of("sum", 1),
                "count" => of("count", 1),
                "best" => of("best", kept),
                "worst" => of("worst", kept),
                "not lowest" => of("best", many.saturating_sub(kept)),
                "not highest" => of("worst", many.saturating_sub(kept)),
                sum => self.added(sum).to_string(),
            };
        }
        text
    }

    fn added(&self, sum: &str) -> i64 {
        let value = |name: &str| match name.parse() {
            Ok(number) => number,
            Err(_) => self.number(name.chars().next().unwrap_or('N')),
        };
        let add = |sum: &str| sum.split('+').map(value).fold(0_i64, i64::saturating_add);
        match sum.split_once('-') {
            Some((from, less)) => add(from).saturating_sub(add(less)),
            None => add(sum),
        }
    }
}

/// First match of a pattern in a line: where it begins, how many tokens it has, and its numbers.
pub(super) fn find(line: &[Token], pattern: &str) -> Option<(usize, usize, Found)> {
    let elements: Vec<&str> = pattern.split(' ').collect();
    let (elements, places) = match elements.split_first() {
        Some((&"^", rest)) => (rest, 0..1),
        _ => (&*elements, 0..line.len()),
    };
    places.into_iter().find_map(|at| {
        let (length, found) = fits(line.get(at..)?, elements, &Found::default())?;
        // A range of faces stands for "at least" where it ends at the highest one.
        (!found.has('U') || found.number('U') == found.number('S')).then_some((at, length, found))
    })
}

/// Number of tokens at the beginning of a line that a pattern takes. An element with `?` may be missing.
fn fits(line: &[Token], elements: &[&str], found: &Found) -> Option<(usize, Found)> {
    let Some((element, rest)) = elements.split_first() else { return Some((0, found.clone())) };
    let (element, may_lack) = match element.strip_suffix('?') {
        Some(element) if !element.is_empty() => (element, true),
        _ => (*element, false),
    };
    let taken = takes(line, element, found).into_iter().find_map(|(taken, found)| {
        let (more, found) = fits(line.get(taken..)?, rest, &found)?;
        Some((taken + more, found))
    });
    taken.or_else(|| if may_lack { fits(line, rest, found) } else { None })
}

/// Ways in which an element takes tokens. A capital letter is a number, `C` a condition on a die, `R` its
/// lowest faces. `_` stands for no space, `~` for another word, `&,` for a comma that stays, `&` for the beginning
/// of a value, `$` for the end. Anything else is words with `|` between.
fn takes(line: &[Token], element: &str, found: &Found) -> Vec<(usize, Found)> {
    let first = line.first();
    let nothing = |stands: bool| if stands { vec![(0, found.clone())] } else { Vec::new() };
    match element {
        "$" => nothing(first.is_none()),
        "&" => {
            nothing(first.is_some_and(|token| {
                token.number().is_some() || matches!(&*token.text, "d" | "D" | "(" | "+")
            }))
        }
        "C" => conditions(line, found),
        "R" => lowest_faces(line).into_iter().map(|(taken, face)| (taken, found.with('R', face))).collect(),
        _ if element.len() == 1 && element.chars().all(char::is_uppercase) => {
            let name = element.chars().next().unwrap_or('N');
            first.and_then(Token::counted).map(|number| (1, found.with(name, number))).into_iter().collect()
        }
        _ => {
            if let Some(other) = element.strip_prefix('~') {
                return nothing(first.is_none_or(|token| !other.split('|').any(|word| token.is(word))));
            }
            if let Some(next) = element.strip_prefix('&') {
                return nothing(first.is_some_and(|token| token.is(next)));
            }
            let (words, glued) = match element.strip_prefix('_') {
                Some(words) => (words, true),
                None => (element, false),
            };
            let stands =
                |token: &&Token| !(glued && token.space) && words.split('|').any(|word| token.is(word));
            first.filter(stands).map(|_| (1, found.clone())).into_iter().collect()
        }
    }
}

const MORE: [&str; 7] = ["more", "higher", "better", "greater", "above", "up", "over"];
const LESS: [&str; 5] = ["less", "lower", "fewer", "under", "below"];

/// Conditions on a die: `>= 5`, `5+`, `5 or more`, `6s`, `sixes`, `5-6`, `6`.
fn conditions(line: &[Token], found: &Found) -> Vec<(usize, Found)> {
    let token = |at: usize| line.get(at);
    let is =
        |at: usize, words: &[&str]| token(at).is_some_and(|token| words.iter().any(|word| token.is(word)));
    let mut all = Vec::new();
    let mut add = |taken: usize, sign: &str, number: i64, upper: Option<i64>| {
        let mut found = found.clone();
        found.condition = format!("{sign} {number}");
        found.numbers.push(('N', number));
        found.numbers.extend(upper.map(|upper| ('U', upper)));
        all.push((taken, found));
    };
    let compared = token(0).and_then(|token| sign(&token.text));
    if let Some((sign, number)) = compared.zip(token(1).and_then(Token::number)) {
        add(2, sign, number, None);
    }
    if let Some(number) = token(0).and_then(Token::counted) {
        let upper = token(2).and_then(Token::number);
        if is(1, &["or"]) && is(2, &MORE) {
            add(3, ">=", number, None);
        } else if is(1, &["or"]) && is(2, &LESS) {
            add(3, "<=", number, None);
        } else if is(1, &["or", "-", "to"]) && upper.is_some() {
            add(3, ">=", number, upper);
        } else if is(1, &["+"]) && token(1).is_some_and(|token| !token.space) {
            add(2, ">=", number, None);
        } else if is(1, &["s"]) {
            add(2, "=", number, None);
        }
        add(1, "=", number, None);
    }
    if let Some(number) = token(0).and_then(Token::plural) {
        add(1, "=", number, None);
    }
    all
}

/// Comparison as this language writes it.
pub(super) fn sign(written: &str) -> Option<&'static str> {
    Some(match written {
        ">=" | "\u{2265}" => ">=",
        "<=" | "\u{2264}" => "<=",
        "=" | "==" => "=",
        ">" => ">",
        "<" => "<",
        "!=" | "\u{2260}" | "<>" => "!=",
        _ => return None,
    })
}

/// Lowest faces of a die: `1`, `1s`, `ones`, `1s and 2s`, `1-2`, `< 2` and `<= 2` as dice rollers read them,
/// `2 or less`, `below 3`.
fn lowest_faces(line: &[Token]) -> Option<(usize, i64)> {
    let is =
        |at: usize, words: &[&str]| line.get(at).is_some_and(|token| words.iter().any(|word| token.is(word)));
    let face = |at: usize| {
        let token = line.get(at)?;
        let number = token.counted().or_else(|| token.plural())?;
        Some((at + 1 + usize::from(is(at + 1, &["s"])), number))
    };
    if is(0, &["<", "<=", "\u{2264}"]) {
        return face(1);
    }
    if is(0, &["below", "under"]) {
        return face(1).map(|(taken, number)| (taken, number.saturating_sub(1)));
    }
    let (mut taken, mut last) = face(0)?;
    if is(taken, &["or"]) && is(taken + 1, &LESS) {
        return Some((taken + 2, last));
    }
    if last != 1 {
        return None;
    }
    while is(taken, &["and", "or", ",", "-", "&", "to"])
        && let Some((next, number)) = face(taken + 1)
        && number == last + 1
    {
        (taken, last) = (next, number);
    }
    Some((taken, last))
}
