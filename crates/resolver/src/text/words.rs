//! The words of a rule text: labels and help for its fields, modes, endings and rolls. `docs/words.md`
//! describes their lines.

use super::lines::{WordsStatement, WordsToken, statements};
use super::words_cursor::WordsCursor;
use crate::targeting;
use crate::text::TextProblem;
use rustc_hash::FxHashMap;

/// Words as written; names are not resolved yet.
#[derive(Clone, Debug, Default)]
pub(super) struct GameWords {
    /// The game's name on the page.
    pub(super) name: Option<String>,
    pub(super) document: Option<String>,
    pub(super) versions: Option<String>,
    /// The fights of a first visit: a label, and a link without the ruleset's name. The first is the
    /// ruleset's example.
    pub(super) fights: Vec<[String; 2]>,
    pub(super) differs: Vec<String>,
    pub(super) left_out: Vec<String>,
    /// True where the targeting tool is offered as a further mode.
    pub(super) targets: bool,
    pub(super) modes: Vec<Description>,
    /// Fighters, each with those that it strikes in some modes.
    pub(super) fighters: Vec<Fighter>,
    /// Fields with a thing that the notes of creatures name: a path, the words before the name, and the line.
    pub(super) usual: Vec<(String, String, usize)>,
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

/// A fighter: its name, its label, and whom it strikes in which modes.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) strikes: Vec<(String, Vec<String>)>,
    pub(super) line: usize,
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
    /// The mode in which a struck fighter usually strikes back.
    pub(super) answered_by: Option<String>,
    /// Reason why nobody strikes back.
    pub(super) unanswered: String,
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
    /// Reads words; each file overrides those before. Problems have their lines; the rest is read all the
    /// same.
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
        over(&mut self.versions, other.versions);
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
        self.usual.extend(other.usual);
        labels(&mut self.modes, other.modes);
        for fighter in other.fighters {
            match self.fighters.iter_mut().find(|known| known.id == fighter.id) {
                // A translation has the label alone.
                Some(known) => known.label = fighter.label,
                None => self.fighters.push(fighter),
            }
        }
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
            "versions" => self.versions = Some(line.prose()?),
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
            "fighter" => self.fighters.push(line.fighter()?),
            "usual" => {
                let line_number = line.here();
                self.usual.push((line.name("a field")?, line.prose()?, line_number));
            }
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
                let hint = match other {
                    "attacker" | "defender" | "situation" => {
                        format!("a sheet has a label: `{other} = \"Label\"`")
                    }
                    _ => "a field is `PATH = \"Label\" | \"help\"`".to_owned(),
                };
                return Err(format!("`{other}` begins no line of words; {hint}"));
            }
        }
        Ok(())
    }
}
