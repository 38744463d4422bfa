//! The words of a rule text: labels and help for its fields, modes, endings and rolls. `docs/words.md` describes their
//! lines.

use super::lines::{WordsStatement, WordsToken, statements};
use crate::targeting;
use crate::text::TextProblem;
use rustc_hash::FxHashMap;

/// Words as written; names are not resolved yet.
#[derive(Clone, Debug, Default)]
pub(super) struct GameWords {
    /// The game's name on the page.
    pub(super) name: Option<String>,
    pub(super) document: Option<String>,
    /// The fights of a first visit: a label, and a link without the ruleset's name. The first is the ruleset's example.
    pub(super) fights: Vec<[String; 2]>,
    pub(super) differs: Vec<String>,
    pub(super) left_out: Vec<String>,
    /// True where the targeting tool is offered as a further mode.
    pub(super) targets: bool,
    pub(super) modes: Vec<Description>,
    pub(super) ends: Vec<Description>,
    pub(super) fields: Vec<Description>,
    /// The labels of the words of lists; with a path, those of that field alone.
    pub(super) words: Vec<(String, String, usize)>,
    /// The labels of lines, figures and rolls.
    pub(super) labels: Vec<(String, String, usize)>,
    pub(super) whys: Vec<RuleSentence>,
    /// Remarks on answers.
    pub(super) remarks: Vec<Remark>,
    /// The sentences of a throw.
    pub(super) stories: Vec<StoryTemplate>,
}

/// A sentence about a throw: the first wording whose values are all in the trace.
#[derive(Clone, Debug)]
pub(super) struct StoryTemplate {
    pub(super) name: String,
    pub(super) wordings: Vec<String>,
    /// Modes of the sentence; an empty list means all.
    pub(super) modes: Vec<String>,
    pub(super) line: usize,
}

/// Label, help and attributes of a mode, an ending or a field.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) label: String,
    pub(super) help: String,
    pub(super) unit: String,
    pub(super) group: String,
    /// Kind of the presets that fill the field.
    pub(super) presets: Option<String>,
    /// Modes that use the field; an empty list means all.
    pub(super) modes: Vec<String>,
    /// Modes that the description is for; an empty list means all.
    pub(super) within: Vec<String>,
    pub(super) when: Vec<Condition>,
    /// True where only the attacker of this scenario has the field.
    pub(super) one_way: bool,
    /// True for the nature of a thing or a creature, constant in play.
    pub(super) fixed: bool,
    /// The choice that a mode needs: paths of fields, of which one suffices, and the question.
    pub(super) needs: Option<(Vec<String>, String)>,
}

/// Condition for a field to count.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// Alternatives: any suffices.
    pub(super) any: Vec<Test>,
    pub(super) why: String,
    pub(super) line: usize,
}

/// A remark on answers.
#[derive(Clone, Debug)]
pub(super) struct Remark {
    pub(super) says: String,
    /// Modes of the remark; an empty list means all.
    pub(super) modes: Vec<String>,
    /// Conditions, all of which must hold.
    pub(super) when: Vec<Condition>,
    pub(super) line: usize,
}

/// A test of another field.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) path: String,
    /// Words to compare with; none to test whether the field has a value.
    pub(super) is: Option<Vec<String>>,
    pub(super) holds: bool,
}

/// Section and sentence about a line, a figure, a roll or an ending.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSentence {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) label: Option<String>,
    pub(super) section: String,
    pub(super) says: String,
    /// Names of the two results of an end: the strike continues, the strike ends.
    pub(super) ways: Vec<String>,
    /// Replacements for certain positions of switches.
    pub(super) under: Vec<UnderSwitch>,
}

/// A replacement for certain positions of a switch.
#[derive(Clone, Debug)]
pub(super) struct UnderSwitch {
    pub(super) switch: String,
    pub(super) is: Vec<String>,
    pub(super) section: String,
    pub(super) says: String,
}

impl RuleSentence {
    /// Label; without one, the name in words.
    pub(super) fn called(&self) -> String {
        self.label.clone().unwrap_or_else(|| self.name.replace('_', " "))
    }
}

impl GameWords {
    /// Reads words; each file overrides those before. Problems have their lines; the rest is read all the same.
    pub(super) fn read(files: &[&str]) -> (Self, Vec<Vec<TextProblem>>) {
        let mut files: Vec<_> = files.iter().map(|text| statements(text)).collect();
        let pairs =
            files.iter().flat_map(|(statements, _)| statements).filter_map(WordsStatement::translation);
        let translated: FxHashMap<String, String> =
            pairs.map(|[said, translated]| (said.to_owned(), translated.to_owned())).collect();
        let tokens = files.iter_mut().flat_map(|(statements, _)| statements).flat_map(|one| &mut one.tokens);
        for (token, _) in tokens {
            if let WordsToken::Prose(said) = token
                && let Some(translated) = translated.get(said)
            {
                said.clone_from(translated);
            }
        }
        let mut whole = Self::default();
        let problems = files.into_iter().map(|(statements, mut wrong)| {
            let (mut words, mut within) = (Self::default(), Vec::new());
            for statement in statements {
                let mut line = WordsCursor { statement: &statement, at: 0 };
                if let Err(message) = words.take(&mut line, &mut within).and_then(|()| line.end()) {
                    wrong.push(TextProblem::words(line.here(), message));
                }
            }
            whole.lay(words);
            wrong
        });
        let problems = problems.collect();
        (whole, problems)
    }

    /// Overrides these words with another file.
    fn lay(&mut self, other: Self) {
        fn lay<T>(below: &mut Vec<T>, above: Vec<T>, same: impl Fn(&T, &T) -> bool) {
            for one in above {
                match below.iter_mut().find(|known| same(known, &one)) {
                    Some(known) => *known = one,
                    None => below.push(one),
                }
            }
        }
        let over = |below: &mut Option<String>, above: Option<String>| {
            if above.is_some() {
                *below = above;
            }
        };
        over(&mut self.name, other.name);
        over(&mut self.document, other.document);
        if !other.fights.is_empty() {
            self.fights = other.fights;
        }
        for (below, above) in [(&mut self.differs, other.differs), (&mut self.left_out, other.left_out)] {
            if !above.is_empty() {
                *below = above;
            }
        }
        let labels = |below: &mut Vec<Description>, above: Vec<Description>| {
            for one in above {
                let same = |known: &&mut Description| known.path == one.path && known.within == one.within;
                match below.iter_mut().find(same) {
                    // Attributes of a field are in the first file.
                    Some(known) => {
                        known.label = one.label;
                        known.help = one.help;
                    }
                    None => below.push(one),
                }
            }
        };
        self.targets |= other.targets;
        labels(&mut self.modes, other.modes);
        labels(&mut self.ends, other.ends);
        labels(&mut self.fields, other.fields);
        lay(&mut self.words, other.words, |(one, ..), (other, ..)| one == other);
        lay(&mut self.labels, other.labels, |(one, ..), (other, ..)| one == other);
        lay(&mut self.whys, other.whys, |one, other| one.name == other.name);
        self.remarks.extend(other.remarks);
        self.stories.extend(other.stories);
    }

    fn take(&mut self, line: &mut WordsCursor<'_>, within: &mut Vec<String>) -> Result<(), String> {
        // A record may have the name of a statement.
        if line.statement.tokens.get(1).is_some_and(|(token, _)| *token == WordsToken::Sign('=')) {
            // Translations are applied already.
            if let Some(WordsToken::Prose(_)) = line.peek() {
                line.at += 2;
                return line.prose().map(|_| ());
            }
            let field = line.named(within)?;
            self.fields.push(field);
            return Ok(());
        }
        let keyword = line.name("a statement")?;
        match keyword.as_str() {
            "words" => self.name = Some(line.prose()?),
            "document" => self.document = Some(line.prose()?),
            "fight" => self.fights.push([line.prose()?, line.prose()?]),
            "differs" => self.differs.push(line.prose()?),
            "left" => {
                line.word("out")?;
                self.left_out.push(line.prose()?);
            }
            "tool" => {
                line.word(targeting::NAME)?;
                self.targets = true;
            }
            "mode" => self.modes.push(line.mode()?),
            "end" => self.ends.push(line.named(&[])?),
            "in" => *within = line.names()?,
            "everywhere" => within.clear(),
            "word" => self.words.push(line.label("a word")?),
            "label" => self.labels.push(line.label("a name")?),
            "why" => self.whys.push(line.sentence()?),
            "remark" => self.remarks.push(line.remark()?),
            "story" => self.stories.push(line.story()?),
            other => {
                line.at = 0;
                return Err(format!(
                    "`{other}` begins no line of words; a field is `PATH = \"Label\" | \"help\"`"
                ));
            }
        }
        Ok(())
    }
}

/// Cursor over the tokens of a statement.
struct WordsCursor<'a> {
    statement: &'a WordsStatement,
    at: usize,
}

impl WordsCursor<'_> {
    fn peek(&self) -> Option<&WordsToken> {
        self.statement.tokens.get(self.at).map(|(token, _)| token)
    }

    /// The line of the next token, or of the end.
    fn here(&self) -> usize {
        let tokens = &self.statement.tokens;
        tokens.get(self.at).or(tokens.last()).map_or(self.statement.line, |(_, line)| *line)
    }

    fn end(&self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(format!("{} is not expected here", token_name(Some(token)))),
        }
    }

    /// Message for a missing token.
    fn missing(&self, what: &str) -> String {
        format!("{what} missing before {}", token_name(self.peek()))
    }

    fn prose(&mut self) -> Result<String, String> {
        let Some(WordsToken::Prose(prose)) = self.peek() else { return Err(self.missing("\"text\" is")) };
        let prose = prose.clone();
        self.at += 1;
        Ok(prose)
    }

    fn name(&mut self, what: &str) -> Result<String, String> {
        let Some(WordsToken::Name(name)) = self.peek() else {
            return Err(self.missing(&format!("{what} is")));
        };
        let name = name.clone();
        self.at += 1;
        Ok(name)
    }

    fn takes(&mut self, token: &WordsToken) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn sign(&mut self, sign: char) -> bool {
        self.takes(&WordsToken::Sign(sign))
    }

    fn needs(&mut self, sign: char, what: &str) -> Result<(), String> {
        if self.sign(sign) { Ok(()) } else { Err(self.missing(what)) }
    }

    fn is_word(&mut self, word: &str) -> bool {
        self.takes(&WordsToken::Name(word.to_owned()))
    }

    fn word(&mut self, word: &str) -> Result<(), String> {
        if self.is_word(word) { Ok(()) } else { Err(self.missing(&format!("`{word}` is"))) }
    }

    fn names(&mut self) -> Result<Vec<String>, String> {
        self.several(',', |line| line.name("a name"))
    }

    fn several<T>(
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
    fn label(&mut self, what: &str) -> Result<(String, String, usize), String> {
        let line = self.here();
        let name = self.name(what)?;
        self.needs('=', "`=` is")?;
        Ok((name, self.prose()?, line))
    }

    /// `NAME = "Label" | "help"`.
    fn described(&mut self) -> Result<Description, String> {
        let line = self.here();
        let (path, label, _) = self.label("a name")?;
        let help = if self.sign('|') { self.prose()? } else { String::new() };
        Ok(Description { path, line, label, help, ..Description::default() })
    }

    /// A mode: its name, and `needs PATH or PATH "Question?"`.
    fn mode(&mut self) -> Result<Description, String> {
        let mut mode = self.described()?;
        if self.is_word("needs") {
            let mut paths = vec![self.name("a field")?];
            while self.is_word("or") {
                paths.push(self.name("a field")?);
            }
            mode.needs = Some((paths, self.prose()?));
        }
        Ok(mode)
    }

    /// `PATH = "Label" | "help"` and its attributes.
    fn named(&mut self, within: &[String]) -> Result<Description, String> {
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

    fn condition(&mut self) -> Result<Condition, String> {
        let line = self.here();
        let any = self.tests()?;
        Ok(Condition { any, why: self.prose()?, line })
    }

    fn tests(&mut self) -> Result<Vec<Test>, String> {
        let mut any = vec![self.test()?];
        while self.is_word("or") {
            any.push(self.test()?);
        }
        Ok(any)
    }

    /// `"sentence" in MODES when TEST`
    fn remark(&mut self) -> Result<Remark, String> {
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

    fn test(&mut self) -> Result<Test, String> {
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
    fn story(&mut self) -> Result<StoryTemplate, String> {
        let line = self.here();
        let name = self.prose()?;
        self.needs('=', "`=` is")?;
        let wordings = self.several('|', Self::prose)?;
        let modes = if self.is_word("in") { self.names()? } else { Vec::new() };
        Ok(StoryTemplate { name, wordings, modes, line })
    }

    /// `NAME = "label"`, the section and the sentence.
    fn sentence(&mut self) -> Result<RuleSentence, String> {
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
    fn said(&mut self) -> Result<(String, String), String> {
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
