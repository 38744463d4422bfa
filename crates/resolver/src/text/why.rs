//! Explanation of a strike's endings: the ends of the text in order, each with its chance given that it is
//! reached, and the lines that it reads.

use super::interner;
use super::query::{Query, figure_of_number};
use super::words::{RuleSentence, UnderSwitch};
use crate::explain::{Chain, ChainLink, Decision, ExplainedOutcome, Explanation, Roll, StepResult};
use crate::json::Json;
use crate::log::{Bounds, FigureValue};
use crate::number::Probability;
use crate::problem::Problem;
use tohit_compile::program::{End, Id, Line, Node, Span, VarSet, Word};
use tohit_engine::{LineOdds, StrikeOdds, Value};
use tohit_odds::{Arithmetic, Weight};

/// Results of an end whose name is that of its ending: no to continue, yes to end so.
const WAYS: [&str; 2] = ["no", "yes"];

/// Builds the explanation, in some arithmetic.
pub(super) struct Explainer<'a, 's> {
    pub(super) query: &'a Query<'a, 's>,
    pub(super) arith: &'a Arithmetic,
}

/// Names of the two results of an end, where the words have them.
fn ways(said: &RuleSentence) -> Option<[&'static str; 2]> {
    if let [no, yes] = said.ways.as_slice() { Some([interner::text(no), interner::text(yes)]) } else { None }
}

const fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

/// Position of a switch in a sheet, or in the fields inside it.
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

/// An end that strikes reach, and the weight of those that continue.
struct ReachedEnd<'a> {
    end: &'a End,
    passed: &'a LineOdds,
    goes_on: Weight,
}

impl Query<'_, '_> {
    pub(super) fn why<P: Probability>(&self) -> Result<Explanation<P>, Vec<Problem>> {
        P::evaluate(self.scenario, &|arith| {
            let odds = self.scenario.odds(arith, true).map_err(|diagnostic| self.stopped(&diagnostic))?;
            Ok(Explainer { query: self, arith }.explanation(&odds.strike))
        })
    }
}

impl Explainer<'_, '_> {
    pub(super) fn explanation(&self, strike: &StrikeOdds) -> Explanation<Weight> {
        let mut ends: Vec<ReachedEnd<'_>> =
            strike.lines.iter().filter_map(|passed| self.met(passed)).collect();
        // Strikes that continue reach the next end.
        let next: Vec<Weight> = ends.iter().skip(1).map(|met| met.passed.reached).collect();
        for (met, next) in ends.iter_mut().zip(next) {
            met.goes_on = next;
        }
        let mut steps: Vec<Decision<Weight>> = Vec::new();
        let mut chains: Vec<(Word, Chain<Weight>)> = Vec::new();
        let mut links: Vec<ChainLink<Weight>> = Vec::new();
        for (place, met) in ends.iter().enumerate() {
            let given = |weight: Weight| self.arith.divide(weight, met.passed.reached);
            let certain = met.passed.endings.len() == 1 && met.goes_on.is_zero();
            for (ending, weight) in &met.passed.endings {
                let mut links = links.clone();
                if !certain {
                    links.push(ChainLink {
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
            links.push(ChainLink { step: steps.len(), result: self.goes_on(met), given: given(met.goes_on) });
            steps.push(self.step(met, ends.get(place + 1..).unwrap_or_default(), &strike.lines));
        }
        let rolls = self.rolls(strike, &ends);
        let explained = |(ending, chance): &(Word, Weight)| {
            let own = chains.iter().filter(|(known, _)| known == ending).map(|(_, chain)| chain.clone());
            ExplainedOutcome { outcome: self.name(*ending), chance: *chance, chains: own.collect() }
        };
        let outcomes = strike.endings.iter().map(explained).collect();
        let (ruleset, mode) = (self.query.id, self.query.name(self.query.mode.word));
        Explanation { ruleset, mode, outcomes, steps, rolls }
    }

    fn name(&self, name: Word) -> &'static str {
        self.query.name(name)
    }

    fn label(&self, ending: Word) -> &'static str {
        let name = self.name(ending);
        let outcomes = self.query.presentation.about.outcomes;
        outcomes.iter().find(|outcome| outcome.id == name).map_or(name, |outcome| outcome.label)
    }

    fn met<'p>(&'p self, passed: &'p LineOdds) -> Option<ReachedEnd<'p>> {
        let Some(Line::End(end)) = self.query.mode.strike.get(passed.line) else { return None };
        (!passed.reached.is_zero() && !passed.endings.is_empty()).then_some(ReachedEnd {
            end,
            passed,
            goes_on: Weight::ZERO,
        })
    }

    /// A decision: the results at an end, and the later endings of strikes that continue.
    fn step(&self, met: &ReachedEnd<'_>, later: &[ReachedEnd<'_>], passed: &[LineOdds]) -> Decision<Weight> {
        let given = |weight: Weight| self.arith.divide(weight, met.passed.reached);
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
                    Some((_, sum)) => *sum = self.arith.add(*sum, *weight),
                    None => ends_in.push((name, *weight)),
                }
            }
            let chance = met.goes_on;
            results.push(StepResult { result: self.goes_on(met), given: given(chance), chance, ends_in });
        }
        Decision { about: self.about_end(met, passed), reached: met.passed.reached, results }
    }

    /// The name of an end: that of its line, or else of its endings.
    fn about_end(&self, met: &ReachedEnd<'_>, passed: &[LineOdds]) -> Roll {
        let said = self.said_of(met);
        let names: Vec<&str> = met.passed.endings.iter().map(|(ending, _)| self.label(*ending)).collect();
        let name = said.map_or_else(|| names.join(", "), RuleSentence::called);
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

    /// The sentence about an end: that of its endings, or else of the line whose value is the ending.
    fn said_of(&self, met: &ReachedEnd<'_>) -> Option<&RuleSentence> {
        let mut endings = met.passed.endings.iter().map(|(ending, _)| self.name(*ending));
        endings.find_map(|name| self.query.said(name)).or_else(|| self.query.said(&self.goes_by(met.end)?))
    }

    /// Name of the result that a strike continues here.
    fn goes_on(&self, met: &ReachedEnd<'_>) -> &'static str {
        self.said_of(met).and_then(ways).unwrap_or(WAYS)[0]
    }

    /// Name of the result that a strike ends so here.
    fn ends(&self, met: &ReachedEnd<'_>, ending: Word) -> &'static str {
        let only = met.passed.endings.len() == 1;
        // An end without words of its own has the name of its ending.
        let ways = self.said_of(met).map_or(Some(WAYS), ways).filter(|_| only);
        ways.map_or_else(|| self.label(ending), |[_, yes]| yes)
    }

    /// The line whose value the ending is.
    fn goes_by(&self, end: &End) -> Option<String> {
        let Node::Name(slot) = self.query.mode.nodes.get(end.ending)?.node else { return None };
        self.query.mode.names.get(usize::from(slot.0)).cloned()
    }

    /// The section and the sentence, given the positions of the switches.
    fn section_and_reason(&self, said: &RuleSentence) -> (&'static str, &'static str) {
        let stands = |one: &&UnderSwitch| {
            let stands = match self.query.scenario.figure(&one.switch) {
                Some(Value::Word(name)) => self.name(name),
                Some(Value::Flag(flag)) => yes_or_no(flag),
                _ => self
                    .query
                    .sections
                    .get("situation")
                    .and_then(|all| stands_in(all, &one.switch))
                    .unwrap_or_default(),
            };
            one.is.iter().any(|is| is == stands)
        };
        let under = said.under.iter().find(stands);
        let (section, says) = under.map_or((&said.section, &said.says), |one| (&one.section, &one.says));
        (interner::text(section), interner::text(says))
    }

    /// The roll with its section and its sentence.
    fn told_of(&self, roll: Roll, said: Option<&RuleSentence>, reference: Option<&str>) -> Roll {
        let (section, says) = said.map_or(("", ""), |said| self.section_and_reason(said));
        let section = if section.is_empty() { reference.map_or("", interner::text) } else { section };
        Roll { section, says, ..roll }
    }

    /// A row as the text has it, without its note and its reference.
    fn row(&self, span: Span) -> String {
        let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX).min(self.query.text.len());
        let row = self.query.text.get(place(span.start)..place(span.end)).unwrap_or_default();
        let first = row.lines().next().unwrap_or_default();
        let bare = first.split(" #").next().unwrap_or_default().trim();
        let bare = bare.rsplit_once(" [").filter(|_| bare.ends_with(']')).map_or(bare, |(row, _)| row.trim());
        if first.len() < row.trim_end().len() { format!("{bare} …") } else { bare.to_owned() }
    }

    fn reads(&self, id: Id) -> VarSet {
        self.query.mode.nodes.reads(id)
    }

    /// The names that an end reads.
    fn asks(&self, end: &End) -> VarSet {
        self.reads(end.ending) | end.when.map_or(VarSet::EMPTY, |when| self.reads(when))
    }

    /// The strike's lines that have one of these names.
    fn lines(&self, reads: VarSet) -> impl Iterator<Item = usize> {
        let lines = self.query.mode.strike.iter().enumerate();
        lines.filter_map(move |(place, line)| match line {
            Line::Value { slot, .. } if reads.contains(*slot) => Some(place),
            _ => None,
        })
    }

    /// A line with its least and its most value.
    fn span(&self, passed: &LineOdds) -> Option<(String, Bounds<FigureValue>)> {
        let name = self.line_name(passed.line)?;
        let numbers = passed.values.iter().filter_map(|(value, _)| match value {
            Value::Number(number) => Some(number),
            _ => None,
        });
        let (least, most) = (numbers.clone().min()?, numbers.max()?);
        Some((name.to_owned(), Bounds { least: figure_of_number(least), most: figure_of_number(most) }))
    }

    /// Name of a line.
    fn line_name(&self, line: usize) -> Option<&'static str> {
        let Some(Line::Value { slot, .. }) = self.query.mode.strike.get(line) else { return None };
        Some(self.query.called(self.query.mode.names.get(usize::from(slot.0))?))
    }

    /// The lines that roll, each with the first step that reads it, directly or through others.
    fn rolls(&self, strike: &StrikeOdds, ends: &[ReachedEnd<'_>]) -> Vec<Roll> {
        let mut rolls = Vec::new();
        for passed in &strike.lines {
            let Some(Line::Value { slot, value, reference, span, .. }) =
                self.query.mode.strike.get(passed.line)
            else {
                continue;
            };
            if !self.query.mode.nodes.get(*value).is_some_and(|expr| expr.rolls) || passed.values.len() < 2 {
                continue;
            }
            let mut reach = VarSet::from(*slot);
            for line in self.query.mode.strike.iter().skip(passed.line + 1) {
                if let Line::Value { slot, value, .. } = line
                    && !self.reads(*value).is_disjoint(reach)
                {
                    reach.insert(*slot);
                }
            }
            let into = ends.iter().position(|met| !self.asks(met.end).is_disjoint(reach));
            let Some(name) = self.line_name(passed.line) else { continue };
            let said = self.query.mode.names.get(usize::from(slot.0)).and_then(|name| self.query.said(name));
            let figures = self.span(passed).into_iter().collect();
            let about =
                Roll { name: name.to_owned(), into, rule: self.row(*span), figures, section: "", says: "" };
            rolls.push(self.told_of(about, said, reference.as_deref()));
        }
        rolls
    }
}
