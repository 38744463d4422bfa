//! Why a strike ends as it does: the ends of the text in their order, each with its chance among the strikes that come so far, and the lines that it reads.

use super::answers::of_number;
use super::defaults::word;
use super::kept;
use super::words::Words;
use crate::about::AboutRules;
use crate::explain::{Chain, Explained, Explanation, Link, Roll, Step, StepResult};
use crate::json::Json;
use crate::log::{Figure, Span as Ends};
use tohit_odds::{Arithmetic, Weight};
use tohit_rules::core::{End, Id, Line, Mode, Node, Rules, Span, Word};
use tohit_rules::run::{Passed, Scenario, StrikeOdds, Value};

/// What the words say about a line or an ending.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) label: &'static str,
    section: &'static str,
    says: &'static str,
    /// How it is called that a strike goes on at an end, and that it ends there.
    ways: Option<[&'static str; 2]>,
    /// What is said in place of that where a switch stands so.
    under: Vec<Under>,
}

#[derive(Clone, Debug)]
struct Under {
    switch: String,
    is: Vec<String>,
    section: &'static str,
    says: &'static str,
}

impl Said {
    /// What the words say, by the names of the text.
    pub(super) fn all(words: &Words) -> Vec<(String, Self)> {
        let prose = |said: &str| kept::text(words.prose(said));
        let labels = words
            .labels
            .iter()
            .map(|(name, label, _)| (name.clone(), Self { label: prose(label), ..Self::default() }));
        let whys = words.whys.iter().map(|why| {
            let name = why.name.clone();
            let label = why.label.as_deref().map_or_else(|| kept::text(&name.replace('_', " ")), prose);
            let ways = if let [no, yes] = why.ways.as_slice() { Some([prose(no), prose(yes)]) } else { None };
            let under = why.under.iter().map(|one| Under {
                switch: one.switch.clone(),
                is: one.is.clone(),
                section: prose(&one.section),
                says: prose(&one.says),
            });
            let (section, says, under) = (prose(&why.section), prose(&why.says), under.collect());
            (name, Self { label, section, says, ways, under })
        });
        whys.chain(labels).collect()
    }
}

/// How it goes at an end that is called as its ending is: it does not end so, or it does.
const WAYS: [&str; 2] = ["no", "yes"];

/// Tells why, in some arithmetic.
pub(super) struct Why<'a> {
    pub(super) rules: &'a Rules,
    pub(super) mode: &'a Mode,
    pub(super) about: &'static AboutRules,
    pub(super) said: &'a [(String, Said)],
    /// The text of the rules.
    pub(super) text: &'a str,
    pub(super) scenario: &'a Scenario<'a>,
    /// The sheets of the document.
    pub(super) sections: &'a Json,
    pub(super) ar: &'a Arithmetic,
}

const fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

/// How a switch stands in a sheet, or in the fields inside it.
fn stands_in<'j>(sheet: &'j Json, switch: &str) -> Option<&'j str> {
    match sheet.get(switch) {
        Some(Json::Text(word)) => Some(word),
        Some(Json::Bool(flag)) => Some(yes_or_no(*flag)),
        _ => match sheet {
            Json::Object(fields) => fields.iter().find_map(|(_, field)| stands_in(field, switch)),
            _ => None,
        },
    }
}

/// An end that strikes come to, and what becomes of them there.
struct Met<'a> {
    end: &'a End,
    passed: &'a Passed,
    goes_on: Weight,
}

impl Why<'_> {
    pub(super) fn explanation(&self, strike: &StrikeOdds) -> Explanation<Weight> {
        let mut ends: Vec<Met<'_>> = strike.passed.iter().filter_map(|passed| self.met(passed)).collect();
        // Whoever goes on comes to the next.
        let next: Vec<Weight> = ends.iter().skip(1).map(|met| met.passed.reached).collect();
        for (met, next) in ends.iter_mut().zip(next) {
            met.goes_on = next;
        }
        let mut steps: Vec<Step<Weight>> = Vec::new();
        let mut chains: Vec<(Word, Chain<Weight>)> = Vec::new();
        let mut links: Vec<Link<Weight>> = Vec::new();
        for (place, met) in ends.iter().enumerate() {
            let given = |weight: Weight| self.ar.divide(weight, met.passed.reached);
            let certain = met.passed.endings.len() == 1 && met.goes_on.is_zero();
            for (ending, weight) in &met.passed.endings {
                let mut links = links.clone();
                if !certain {
                    links.push(Link {
                        step: steps.len(),
                        result: self.ends(met, *ending),
                        given: given(*weight),
                    });
                }
                chains.push((*ending, Chain { chance: *weight, links }));
            }
            if certain {
                break;
            }
            links.push(Link { step: steps.len(), result: self.goes_on(met), given: given(met.goes_on) });
            steps.push(self.step(met, ends.get(place + 1..).unwrap_or_default(), &strike.passed));
        }
        let rolls = self.rolls(strike, &ends);
        let explained = |(ending, chance): &(Word, Weight)| {
            let own = chains.iter().filter(|(known, _)| known == ending).map(|(_, chain)| chain.clone());
            Explained { outcome: self.name(*ending), chance: *chance, chains: own.collect() }
        };
        let outcomes = strike.endings.iter().map(explained).collect();
        Explanation { ruleset: self.about.id, mode: self.name(self.mode.word), outcomes, steps, rolls }
    }

    fn name(&self, name: Word) -> &'static str {
        kept::text(word(self.rules, name))
    }

    fn label(&self, ending: Word) -> &'static str {
        let name = self.name(ending);
        self.about.outcomes.iter().find(|outcome| outcome.id == name).map_or(name, |outcome| outcome.label)
    }

    fn met<'p>(&'p self, passed: &'p Passed) -> Option<Met<'p>> {
        let Some(Line::End(end)) = self.mode.strike.get(passed.line) else { return None };
        (!passed.reached.is_zero() && !passed.endings.is_empty()).then_some(Met {
            end,
            passed,
            goes_on: Weight::ZERO,
        })
    }

    /// A step: how strikes fare at an end, and how those that go on end.
    fn step(&self, met: &Met<'_>, later: &[Met<'_>], passed: &[Passed]) -> Step<Weight> {
        let given = |weight: Weight| self.ar.divide(weight, met.passed.reached);
        let ends = met.passed.endings.iter().map(|(ending, weight)| StepResult {
            result: self.ends(met, *ending),
            given: given(*weight),
            chance: *weight,
            ends_in: vec![(self.name(*ending), *weight)],
        });
        let mut results: Vec<StepResult<Weight>> = ends.collect();
        if !met.goes_on.is_zero() {
            let mut ends_in: Vec<(&'static str, Weight)> = Vec::new();
            for (ending, weight) in later.iter().flat_map(|met| &met.passed.endings) {
                let name = self.name(*ending);
                match ends_in.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, sum)) => *sum = self.ar.add(*sum, *weight),
                    None => ends_in.push((name, *weight)),
                }
            }
            let chance = met.goes_on;
            results.push(StepResult { result: self.goes_on(met), given: given(chance), chance, ends_in });
        }
        Step { about: self.about_end(met, passed), reached: met.passed.reached, results }
    }

    /// What is told of an end: by the line that it goes by, or else by its endings.
    fn about_end(&self, met: &Met<'_>, passed: &[Passed]) -> Roll {
        let said = self.said_of(met);
        let names: Vec<&str> = met.passed.endings.iter().map(|(ending, _)| self.label(*ending)).collect();
        let name = said.map_or_else(|| names.join(", "), |said| said.label.to_owned());
        let figures = self
            .lines(self.asks(met.end))
            .filter_map(|line| self.span(passed.iter().find(|passed| passed.line == line)?));
        let about = Roll {
            name,
            into: None,
            rule: self.row(met.end.span),
            figures: figures.collect(),
            section: "",
            says: "",
        };
        self.told_of(about, said, met.end.reference.as_deref())
    }

    /// What the words say of an end: by its endings, or else by the line that it goes by.
    fn said_of(&self, met: &Met<'_>) -> Option<&Said> {
        let mut endings = met.passed.endings.iter().map(|(ending, _)| word(self.rules, *ending));
        endings.find_map(|name| self.said(name)).or_else(|| self.said(&self.goes_by(met.end)?))
    }

    /// How it is called that a strike goes on here.
    fn goes_on(&self, met: &Met<'_>) -> &'static str {
        let [no, _] = self.said_of(met).and_then(|said| said.ways).unwrap_or(WAYS);
        no
    }

    /// How it is called that a strike ends so here.
    fn ends(&self, met: &Met<'_>, ending: Word) -> &'static str {
        let only = met.passed.endings.len() == 1;
        let said = self.said_of(met);
        // Without words of its own an end is called as its endings are.
        let ways = said.map_or(Some(WAYS), |said| said.ways).filter(|_| only);
        ways.map_or_else(|| self.label(ending), |[_, yes]| yes)
    }

    /// The line whose value the ending is.
    fn goes_by(&self, end: &End) -> Option<String> {
        let Node::Name(slot) = self.mode.nodes.get(end.ending)?.node else { return None };
        self.mode.names.get(usize::from(slot.0)).cloned()
    }

    fn said(&self, name: &str) -> Option<&Said> {
        self.said.iter().find(|(known, _)| known == name).map(|(_, said)| said)
    }

    /// The section and the sentence, as the switches stand.
    fn told(&self, said: &Said) -> (&'static str, &'static str) {
        let stands = |one: &&Under| {
            let stands = match self.scenario.figure(&one.switch) {
                Some(Value::Word(name)) => word(self.rules, name),
                Some(Value::Flag(flag)) => yes_or_no(flag),
                _ => self
                    .sections
                    .get("situation")
                    .and_then(|all| stands_in(all, &one.switch))
                    .unwrap_or_default(),
            };
            one.is.iter().any(|is| is == stands)
        };
        let under = said.under.iter().find(stands);
        under.map_or((said.section, said.says), |under| (under.section, under.says))
    }

    /// The roll with its section and its sentence.
    fn told_of(&self, roll: Roll, said: Option<&Said>, reference: Option<&str>) -> Roll {
        let (section, says) = said.map_or(("", ""), |said| self.told(said));
        let section = if section.is_empty() { reference.map_or("", kept::text) } else { section };
        Roll { section, says, ..roll }
    }

    /// A row as the text has it, without its note and its reference.
    fn row(&self, span: Span) -> String {
        let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX).min(self.text.len());
        let row = self.text.get(place(span.start)..place(span.end)).unwrap_or_default();
        let first = row.lines().next().unwrap_or_default();
        let bare = first.split(" #").next().unwrap_or_default().trim();
        let bare = bare.rsplit_once(" [").filter(|_| bare.ends_with(']')).map_or(bare, |(row, _)| row.trim());
        if first.len() < row.trim_end().len() { format!("{bare} …") } else { bare.to_owned() }
    }

    fn reads(&self, id: Id) -> u128 {
        self.mode.nodes.get(id).map_or(0, |expr| expr.reads)
    }

    /// The names that an end goes by.
    fn asks(&self, end: &End) -> u128 {
        self.reads(end.ending) | end.when.map_or(0, |when| self.reads(when))
    }

    /// The strike's lines that have one of these names.
    fn lines(&self, reads: u128) -> impl Iterator<Item = usize> {
        let lines = self.mode.strike.iter().enumerate();
        lines.filter_map(move |(place, line)| match line {
            Line::Value { slot, .. } if reads >> slot.0 & 1 == 1 => Some(place),
            _ => None,
        })
    }

    /// A line from its least to its most value.
    fn span(&self, passed: &Passed) -> Option<(String, Ends<Figure>)> {
        let name = self.line_name(passed.line)?;
        let numbers = passed.values.iter().filter_map(|(value, _)| match value {
            Value::Number(number) => Some(number),
            _ => None,
        });
        let (least, most) = (numbers.clone().min()?, numbers.max()?);
        Some((name, Ends { least: of_number(least), most: of_number(most) }))
    }

    /// What a line is called.
    fn line_name(&self, line: usize) -> Option<String> {
        let Some(Line::Value { slot, .. }) = self.mode.strike.get(line) else { return None };
        let name = self.mode.names.get(usize::from(slot.0))?;
        Some(self.said(name).map_or_else(|| name.replace('_', " "), |said| said.label.to_owned()))
    }

    /// The lines that roll, each with the first step that reads it, itself or through others.
    fn rolls(&self, strike: &StrikeOdds, ends: &[Met<'_>]) -> Vec<Roll> {
        let mut rolls = Vec::new();
        for passed in &strike.passed {
            let Some(Line::Value { slot, value, reference, span, .. }) = self.mode.strike.get(passed.line)
            else {
                continue;
            };
            if !self.mode.nodes.get(*value).is_some_and(|expr| expr.rolls) || passed.values.len() < 2 {
                continue;
            }
            let mut reach: u128 = 1 << slot.0;
            for line in self.mode.strike.iter().skip(passed.line + 1) {
                if let Line::Value { slot, value, .. } = line
                    && self.reads(*value) & reach != 0
                {
                    reach |= 1 << slot.0;
                }
            }
            let into = ends.iter().position(|met| self.asks(met.end) & reach != 0);
            let Some(name) = self.line_name(passed.line) else { continue };
            let said = self.mode.names.get(usize::from(slot.0)).and_then(|name| self.said(name));
            let figures = self.span(passed).into_iter().collect();
            let about = Roll { name, into, rule: self.row(*span), figures, section: "", says: "" };
            rolls.push(self.told_of(about, said, reference.as_deref()));
        }
        rolls
    }
}
