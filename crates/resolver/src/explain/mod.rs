//! Why: for each outcome the decisions that lead there, each with what went in, its chance, and the sentence of the document that says so.

mod json;

use crate::exact::{MapChances, Truncate};
use crate::log::{Figure, Span};
use tohit_odds::Weight;

/// Why a strike ends as it does. `P` is a probability, as in an [`Answer`](crate::Answer).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// The ways a strike can end, in the ruleset's order, each with the chains of decisions that lead there.
    pub outcomes: Vec<ExplainedOutcome<P>>,
    /// What decides, in the order of the rules.
    pub steps: Vec<Step<P>>,
    /// What else is rolled.
    pub rolls: Vec<Roll>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedOutcome<P> {
    /// Its name in answers.
    pub outcome: &'static str,
    /// Its chance: the sum of its chains.
    pub chance: P,
    /// The ways to it.
    pub chains: Vec<Chain<P>>,
}

/// One way to an outcome: the product of its links.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain<P> {
    /// Its chance.
    pub chance: P,
    /// What is decided on the way, in order.
    pub links: Vec<ChainLink<P>>,
}

/// One decision on the way to an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLink<P> {
    /// The step's place among the [steps](Explanation::steps).
    pub step: usize,
    /// How it goes.
    pub result: &'static str,
    /// The chance of this result there.
    pub given: P,
}

/// Something that decides, over all the ways to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<P> {
    /// Its description.
    pub about: Roll,
    /// The chance that it is come to.
    pub reached: P,
    /// How it can go.
    pub results: Vec<StepResult<P>>,
}

/// One way in which a step can go.
#[derive(Clone, Debug, PartialEq)]
pub struct StepResult<P> {
    /// Its name.
    pub result: &'static str,
    /// Its chance, given that one got there.
    pub given: P,
    /// Its chance in all.
    pub chance: P,
    /// How strikes on which it goes so end, with the chance of both.
    pub ends_in: Vec<(&'static str, P)>,
}

/// The description of a roll or a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Its name.
    pub name: String,
    /// The step that it goes into, by its place, where it decides nothing itself.
    pub into: Option<usize>,
    /// The row of the rules.
    pub rule: String,
    /// The figures that go in, each from its least to its most.
    pub figures: Vec<(String, Span<Figure>)>,
    /// The section of the document that says so; empty if the ruleset says nothing about it.
    pub section: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
}

impl Truncate for Explanation<Weight> {}

impl<P> MapChances<P> for Explanation<P> {
    type Mapped<Q> = Explanation<Q>;

    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Explanation<Q> {
        let outcomes = self.outcomes.into_iter().map(|ExplainedOutcome { outcome, chance, chains }| {
            let chance = f(chance);
            ExplainedOutcome {
                outcome,
                chance,
                chains: chains.into_iter().map(|chain| chain.map(f)).collect(),
            }
        });
        let outcomes = outcomes.collect();
        let steps = self.steps.into_iter().map(|Step { about, reached, results }| {
            let reached = f(reached);
            Step { about, reached, results: results.into_iter().map(|result| result.map(f)).collect() }
        });
        let steps = steps.collect();
        Explanation { ruleset: self.ruleset, mode: self.mode, outcomes, steps, rolls: self.rolls }
    }
}

impl<P> Explanation<P> {
    /// All rolls and decisions of the explanation.
    pub fn rolls_and_decisions(&self) -> impl Iterator<Item = &Roll> {
        self.steps.iter().map(|step| &step.about).chain(&self.rolls)
    }
}

impl<P> Chain<P> {
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Chain<Q> {
        let chance = f(self.chance);
        let links = self.links.into_iter().map(|ChainLink { step, result, given }| ChainLink {
            step,
            result,
            given: f(given),
        });
        Chain { chance, links: links.collect() }
    }
}

impl<P> StepResult<P> {
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> StepResult<Q> {
        let (given, chance) = (f(self.given), f(self.chance));
        let ends_in = self.ends_in.into_iter().map(|(outcome, p)| (outcome, f(p))).collect();
        StepResult { result: self.result, given, chance, ends_in }
    }
}
