//! Parser of the lines of a file of words.

use super::lines::{WordsStatement, WordsToken};
use super::words::{Condition, Description, Fighter, Remark, RuleSentence, StoryTemplate, Test, UnderSwitch};

/// Cursor over the tokens of a statement.
pub(super) struct WordsCursor<'a> {
    pub(super) statement: &'a WordsStatement,
    pub(super) at: usize,
}

impl WordsCursor<'_> {
    pub(super) fn peek(&self) -> Option<&WordsToken> {
        self.statement.tokens.get(self.at).map(|(token, _)| token)
    }

    /// The line of the next token, or of the end.
    pub(super) fn here(&self) -> usize {
        let tokens = &self.statement.tokens;
        tokens.get(self.at).or(tokens.last()).map_or(self.statement.line, |(_, line)| *line)
    }

    pub(super) fn end(&self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(format!("{} is not expected here", token_name(Some(token)))),
        }
    }

    /// Message for a missing token.
    pub(super) fn missing(&self, what: &str) -> String {
        format!("{what} missing before {}", token_name(self.peek()))
    }

    pub(super) fn prose(&mut self) -> Result<String, String> {
        let Some(WordsToken::Prose(prose)) = self.peek() else { return Err(self.missing("\"text\" is")) };
        let prose = prose.clone();
        self.at += 1;
        Ok(prose)
    }

    pub(super) fn name(&mut self, what: &str) -> Result<String, String> {
        let Some(WordsToken::Name(name)) = self.peek() else {
            return Err(self.missing(&format!("{what} is")));
        };
        let name = name.clone();
        self.at += 1;
        Ok(name)
    }

    pub(super) fn takes(&mut self, token: &WordsToken) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn sign(&mut self, sign: char) -> bool {
        self.takes(&WordsToken::Sign(sign))
    }

    pub(super) fn needs(&mut self, sign: char, what: &str) -> Result<(), String> {
        if self.sign(sign) { Ok(()) } else { Err(self.missing(what)) }
    }

    pub(super) fn is_word(&mut self, word: &str) -> bool {
        self.takes(&WordsToken::Name(word.to_owned()))
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), String> {
        if self.is_word(word) { Ok(()) } else { Err(self.missing(&format!("`{word}` is"))) }
    }

    pub(super) fn names(&mut self) -> Result<Vec<String>, String> {
        self.several(',', |line| line.name("a name"))
    }

    pub(super) fn several<T>(
        &mut self,
        between: char,
        mut one: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut all = vec![one(self)?];
        while self.sign(between) {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// `NAME = "label"`
    pub(super) fn label(&mut self, what: &str) -> Result<(String, String, usize), String> {
        let line = self.here();
        let name = self.name(what)?;
        self.needs('=', "`=` is")?;
        Ok((name, self.prose()?, line))
    }

    /// `NAME = "Label" | "help"`.
    pub(super) fn described(&mut self) -> Result<Description, String> {
        let line = self.here();
        let (path, label, _) = self.label("a name")?;
        let help = if self.sign('|') { self.prose()? } else { String::new() };
        Ok(Description { path, line, label, help, ..Description::default() })
    }

    /// A mode: its name, `needs PATH or PATH "Question?"`, and who strikes back: `answered by MODE` or
    /// `unanswered "Reason."`.
    pub(super) fn mode(&mut self) -> Result<Description, String> {
        let mut mode = self.described()?;
        while self.peek().is_some() {
            match self.name("`needs`, `answered by` or `unanswered`")?.as_str() {
                "needs" => {
                    let mut paths = vec![self.name("a field")?];
                    while self.is_word("or") {
                        paths.push(self.name("a field")?);
                    }
                    mode.needs = Some((paths, self.prose()?));
                }
                "answered" => {
                    self.word("by")?;
                    mode.answered_by = Some(self.name("a mode")?);
                }
                "unanswered" => mode.unanswered = self.prose()?,
                other => {
                    self.at -= 1;
                    return Err(format!("`{other}` is none of `needs`, `answered by` and `unanswered`"));
                }
            }
        }
        Ok(mode)
    }

    /// `NAME = "Label" strikes NAME in MODES`, any number of times.
    pub(super) fn fighter(&mut self) -> Result<Fighter, String> {
        let line = self.here();
        let (id, label, _) = self.label("a fighter's name")?;
        let mut strikes = Vec::new();
        while self.peek().is_some() {
            self.word("strikes")?;
            let struck = self.name("a fighter's name")?;
            self.word("in")?;
            strikes.push((struck, self.names()?));
        }
        Ok(Fighter { id, label, strikes, line })
    }

    /// `PATH = "Label" | "help"` and its attributes.
    pub(super) fn named(&mut self, within: &[String]) -> Result<Description, String> {
        let mut named = self.described()?;
        named.within = within.to_vec();
        while self.peek().is_some() {
            match self.name("`unit`, `group`, `presets`, `in`, `when`, `fixed` or `one way`")?.as_str() {
                "unit" => named.unit = self.prose()?,
                "group" => named.group = self.prose()?,
                "presets" => named.presets = Some(self.name("the kind of presets")?),
                "in" => named.modes = self.names()?,
                "when" => named.when.push(self.condition()?),
                "fixed" => named.fixed = true,
                "one" => {
                    self.word("way")?;
                    named.one_way = true;
                }
                other => {
                    self.at -= 1;
                    return Err(format!(
                        "`{other}` is none of `unit`, `group`, `presets`, `in`, `when`, `fixed` and `one way`"
                    ));
                }
            }
        }
        Ok(named)
    }

    pub(super) fn condition(&mut self) -> Result<Condition, String> {
        let line = self.here();
        let any = self.tests()?;
        Ok(Condition { any, why: self.prose()?, line })
    }

    pub(super) fn tests(&mut self) -> Result<Vec<Test>, String> {
        let mut any = vec![self.test()?];
        while self.is_word("or") {
            any.push(self.test()?);
        }
        Ok(any)
    }

    /// `"sentence" in MODES when TEST`
    pub(super) fn remark(&mut self) -> Result<Remark, String> {
        let line = self.here();
        let mut remark = Remark { says: self.prose()?, modes: Vec::new(), when: Vec::new(), line };
        while self.peek().is_some() {
            match self.name("`in` or `when`")?.as_str() {
                "in" => remark.modes = self.names()?,
                "when" => {
                    let line = self.here();
                    remark.when.push(Condition { any: self.tests()?, why: String::new(), line });
                }
                other => {
                    self.at -= 1;
                    return Err(format!("`{other}` is neither `in` nor `when`"));
                }
            }
        }
        Ok(remark)
    }

    pub(super) fn test(&mut self) -> Result<Test, String> {
        let not = self.is_word("not");
        if self.is_word("given") {
            return Ok(Test { path: self.name("a field")?, is: None, holds: !not });
        }
        if not {
            return Err("`not` stands before `given`, or as `is not`".to_owned());
        }
        let path = self.name("a field")?;
        self.word("is")?;
        let holds = !self.is_word("not");
        let is = self.several('|', |line| line.name("a word"))?;
        Ok(Test { path, is: Some(is), holds })
    }

    /// `"Name" = "wording" | "wording" in MODES`
    pub(super) fn story(&mut self) -> Result<StoryTemplate, String> {
        let line = self.here();
        let name = self.prose()?;
        self.needs('=', "`=` is")?;
        let wordings = self.several('|', Self::prose)?;
        let modes = if self.is_word("in") { self.names()? } else { Vec::new() };
        Ok(StoryTemplate { name, wordings, modes, line })
    }

    /// `NAME = "label"`, the section and the sentence.
    pub(super) fn sentence(&mut self) -> Result<RuleSentence, String> {
        let line = self.here();
        let mut sentence = RuleSentence { name: self.name("a name")?, line, ..RuleSentence::default() };
        if self.sign('=') {
            sentence.label = Some(self.prose()?);
        }
        if self.peek().is_none() {
            return Err("the section and the sentence of a `why` are missing; an indented line has both: \"\" | \"Its sentence.\"".to_owned());
        }
        (sentence.section, sentence.says) = self.said()?;
        while self.peek().is_some() {
            match self.name("`ways` or `under`")?.as_str() {
                "ways" => sentence.ways = self.several('|', Self::prose)?,
                "under" => {
                    let switch = self.name("a switch")?;
                    self.word("is")?;
                    let is = self.several('|', |line| line.name("a word"))?;
                    self.needs(':', "`:` is")?;
                    let (section, says) = self.said()?;
                    sentence.under.push(UnderSwitch { switch, is, section, says });
                }
                other => {
                    self.at -= 1;
                    return Err(format!("`{other}` is neither `ways` nor `under`"));
                }
            }
        }
        Ok(sentence)
    }

    /// `"section" | "sentence"`
    pub(super) fn said(&mut self) -> Result<(String, String), String> {
        let section = self.prose()?;
        self.needs('|', "`|` and the sentence are")?;
        Ok((section, self.prose()?))
    }
}

/// A token, as a message shows it.
fn token_name(token: Option<&WordsToken>) -> String {
    match token {
        None => "the end of the line".to_owned(),
        Some(WordsToken::Sign(sign)) => format!("`{sign}`"),
        Some(WordsToken::Name(name)) => format!("`{name}`"),
        Some(WordsToken::Prose(prose)) => format!("\"{}\"", prose.chars().take(30).collect::<String>()),
    }
}
