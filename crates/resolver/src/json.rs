//! JSON: numbers keep their text, objects their order; depth and size are bounded.
//! Why by hand: docs/decisions/own-code.md.

use core::fmt;

/// A document longer than this is refused.
pub const MOST_BYTES: usize = 64 * 1024;
/// Deeper nesting is refused.
const MOST_DEPTH: usize = 32;

/// A JSON value. A number keeps its text, so that 1.2 stays 6/5 and never becomes the float beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object, its entries in order, each name once.
    Object(Vec<(String, Json)>),
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<f64> for Json {
    /// The shortest text that gives the same float; a float that is not finite becomes null.
    fn from(value: f64) -> Self {
        if !value.is_finite() {
            Self::Null
        } else if value != 0.0 && value.abs() < 1e-5 {
            Self::Number(format!("{value:e}"))
        } else {
            Self::Number(value.to_string())
        }
    }
}

impl<K: Into<String>> FromIterator<(K, Json)> for Json {
    fn from_iter<I: IntoIterator<Item = (K, Json)>>(entries: I) -> Self {
        Self::Object(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

impl Json {
    /// An object of these entries.
    ///
    /// ```
    /// use tohit_resolver::Json;
    ///
    /// let scenario = Json::object([("ruleset", "powder".into()), ("mode", "melee".into())]);
    /// assert_eq!(scenario.to_string(), r#"{"ruleset":"powder","mode":"melee"}"#);
    /// ```
    #[must_use]
    pub fn object<const N: usize>(entries: [(&str, Self); N]) -> Self {
        entries.into_iter().collect()
    }

    /// Reads a document.
    ///
    /// # Errors
    /// A sentence with the mistake and its position.
    ///
    /// ```
    /// use tohit_resolver::Json;
    ///
    /// // A number keeps its text: 1.20 is 6/5, not the float beside it.
    /// let json = Json::parse(r#"{ "armour": 1.20 }"#).unwrap();
    /// assert_eq!(json.get("armour").unwrap().to_string(), "1.20");
    ///
    /// let wrong = Json::parse(r#"{ "armour": x }"#).unwrap_err();
    /// assert_eq!(wrong, "not JSON: expected a value at line 1, column 13, found 'x'");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::parse_up_to(text, MOST_BYTES)
    }

    /// Reads a document of at most `most_bytes` bytes.
    ///
    /// # Errors
    /// A sentence with the mistake and its position.
    pub fn parse_up_to(text: &str, most_bytes: usize) -> Result<Self, String> {
        if text.len() > most_bytes {
            return Err(format!("the document has {} bytes; at most {most_bytes} are allowed", text.len()));
        }
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.wrong("expected the end of the document"));
        }
        Ok(value)
    }

    /// The entry of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(entries) => entries.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value at a dotted path; list items by index.
    ///
    /// ```
    /// use tohit_resolver::Json;
    ///
    /// let json = Json::parse(r#"{ "attacker": { "blows": [{ "dice": 2 }] } }"#).unwrap();
    /// assert_eq!(json.at("attacker.blows.0.dice"), Some(&Json::from(2)));
    /// assert_eq!(json.at("attacker.blows.1.dice"), None);
    /// ```
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        if path.is_empty() {
            return Some(self);
        }
        path.split('.').try_fold(self, |value, step| match value {
            Self::List(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
            other => other.get(step),
        })
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The value as a link writes it: a text without its quotes.
    #[must_use]
    pub fn plain(&self) -> String {
        self.text().map_or_else(|| self.to_string(), str::to_owned)
    }

    /// The kind of the value, in words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// The document over several lines, indented.
    ///
    /// ```
    /// use tohit_resolver::Json;
    ///
    /// assert_eq!(Json::object([("hp", 12.into())]).pretty(), "{\n  \"hp\": 12\n}");
    /// ```
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        // Writing into a string cannot fail.
        let _ = self.write(&mut out, Some(0));
        out
    }

    fn write(&self, out: &mut impl fmt::Write, indent: Option<usize>) -> fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool(value) => write!(out, "{value}"),
            Self::Number(text) => out.write_str(text),
            Self::Text(text) => write_text(out, text),
            Self::List(items) => {
                let flat = items.iter().all(|item| !matches!(item, Self::List(_) | Self::Object(_)));
                let inner = indent.filter(|_| !flat);
                write_items(out, ['[', ']'], inner, items.iter(), |out, item, indent| item.write(out, indent))
            }
            Self::Object(entries) => {
                write_items(out, ['{', '}'], indent, entries.iter(), |out, (name, value), indent| {
                    write_text(out, name)?;
                    out.write_str(if indent.is_some() { ": " } else { ":" })?;
                    value.write(out, indent)
                })
            }
        }
    }
}

fn write_items<T, W: fmt::Write>(
    out: &mut W,
    [open, close]: [char; 2],
    indent: Option<usize>,
    items: impl ExactSizeIterator<Item = T>,
    item: impl Fn(&mut W, T, Option<usize>) -> fmt::Result,
) -> fmt::Result {
    let indent = indent.filter(|_| items.len() > 0);
    out.write_char(open)?;
    for (place, one) in items.enumerate() {
        if place > 0 {
            out.write_char(',')?;
        }
        if let Some(depth) = indent {
            write!(out, "\n{:1$}", "", 2 * (depth + 1))?;
        }
        item(out, one, indent.map(|depth| depth + 1))?;
    }
    if let Some(depth) = indent {
        write!(out, "\n{:1$}", "", 2 * depth)?;
    }
    out.write_char(close)
}

fn write_text(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            // Beyond what JSON asks: a terminal obeys U+009B, too.
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn wrong(&self, what: &str) -> String {
        let before = self.text.get(..self.at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let found = self.rest().chars().next().map_or("the end".to_owned(), |c| {
            if c.is_control() { "a control character".to_owned() } else { format!("'{c}'") }
        });
        format!("not JSON: {what} at line {line}, column {column}, found {found}")
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MOST_DEPTH {
            return Err(format!("the document is nested deeper than {MOST_DEPTH} levels"));
        }
        self.space();
        match self.rest().chars().next() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"') => Ok(Json::Text(self.string()?)),
            Some('-' | '0'..='9') => self.number(),
            _ if self.take("true") => Ok(Json::Bool(true)),
            _ if self.take("false") => Ok(Json::Bool(false)),
            _ if self.take("null") => Ok(Json::Null),
            _ => Err(self.wrong("expected a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        self.items("}", "expected a comma or a closing brace", |parser| {
            if !parser.rest().starts_with('"') {
                return Err(parser.wrong("expected a name in quotes"));
            }
            let name = parser.string()?;
            if entries.iter().any(|(known, _)| *known == name) {
                let name = Json::Text(name);
                return Err(parser.wrong(&format!("the name {name} stands twice in one object")));
            }
            parser.space();
            if !parser.take(":") {
                return Err(parser.wrong("expected a colon"));
            }
            entries.push((name, parser.value(depth + 1)?));
            Ok(())
        })?;
        Ok(Json::Object(entries))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.items("]", "expected a comma or a closing bracket", |parser| {
            items.push(parser.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Json::List(items))
    }

    /// Parses the entries between two brackets, separated by commas; the opening bracket comes next.
    fn items(
        &mut self,
        close: &str,
        missing: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.at += 1;
        self.space();
        if self.take(close) {
            return Ok(());
        }
        loop {
            self.space();
            item(self)?;
            self.space();
            if self.take(close) {
                return Ok(());
            }
            if !self.take(",") {
                return Err(self.wrong(missing));
            }
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = self.rest();
        let end =
            rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let text = rest.get(..end).unwrap_or_default();
        if !is_number(text) {
            return Err(self.wrong("expected a number"));
        }
        self.at += end;
        Ok(Json::Number(text.to_owned()))
    }

    fn string(&mut self) -> Result<String, String> {
        self.take("\"");
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let Some(stop) = rest.find(['"', '\\']) else {
                return Err(self.wrong("expected the end of the string begun before"));
            };
            let plain = rest.get(..stop).unwrap_or_default();
            if plain.contains(|c| c < ' ') {
                return Err(self.wrong("expected no line break or control character inside a string"));
            }
            text.push_str(plain);
            self.at += stop;
            if self.take("\"") {
                return Ok(text);
            }
            self.take("\\");
            text.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let Some(c) = self.rest().chars().next() else { return Err(self.wrong("expected an escape")) };
        let escaped = match c {
            '"' | '\\' | '/' => c,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.wrong("expected an escape that JSON knows")),
        };
        self.at += 1;
        Ok(escaped)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(unit)
    }

    fn unicode(&mut self) -> Result<char, String> {
        let first = self.hex();
        let code = match first {
            Some(high @ 0xD800..0xDC00) if self.take("\\u") => self
                .hex()
                .filter(|low| (0xDC00..0xE000).contains(low))
                .map(|low| 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)),
            other => other,
        };
        code.and_then(char::from_u32)
            .ok_or_else(|| self.wrong("expected four hexadecimal digits of a character"))
    }
}

/// JSON's own grammar of numbers.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, part) = match mantissa.split_once('.') {
        Some((whole, part)) => (whole, Some(part)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && part.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

#[cfg(test)]
mod tests;
