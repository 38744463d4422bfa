//! Explanations: for each outcome the decisions that lead there, each with its inputs, its chance and the
//! sentence of the document that states it.

mod json;

use crate::exact::{MapChances, Truncate};
use crate::log::{Bounds, FigureValue};
use tohit_odds::Weight;

/// Explanation of the endings of a strike. `P` is a probability, as in an [`Answer`](crate::Answer).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// The ways a strike can end, in the ruleset's order, each with the chains of decisions that lead there.
    pub outcomes: Vec<ExplainedOutcome<P>>,
    /// Decisions, in the order of the rules.
    pub steps: Vec<Decision<P>>,
    /// Rolls that decide no ending.
    pub rolls: Vec<Roll>,
}

/// An outcome and its causes.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedOutcome<P> {
    /// Name in answers.
    pub outcome: &'static str,
    /// Sum of the chances of the chains.
    pub chance: P,
    /// Chains of decisions that lead to the outcome.
    pub chains: Vec<Chain<P>>,
}

/// A chain of decisions that leads to an outcome; its chance is the product of its links.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain<P> {
    /// Chance of the chain.
    pub chance: P,
    /// Decisions on the way, in order.
    pub links: Vec<ChainLink<P>>,
}

/// A decision on the way to an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLink<P> {
    /// The step's place among the [steps](Explanation::steps).
    pub step: usize,
    /// Result of the decision.
    pub result: &'static str,
    /// Chance of the result, given that the decision is reached.
    pub given: P,
}

/// A decision, over all chains that reach it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<P> {
    /// Description of the decision.
    pub about: Roll,
    /// Chance that the decision is reached.
    pub reached: P,
    /// Possible results.
    pub results: Vec<StepResult<P>>,
}

/// A possible result of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct StepResult<P> {
    /// Name of the result.
    pub result: &'static str,
    /// Conditional chance, given that the decision is reached.
    pub given: P,
    /// Unconditional chance.
    pub chance: P,
    /// Endings of the strikes with this result, each with the joint chance.
    pub ends_in: Vec<(&'static str, P)>,
}

/// The description of a roll or a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Name of the roll.
    pub name: String,
    /// Index of the step that uses the roll; none for a roll that decides by itself.
    pub into: Option<usize>,
    /// The row of the rules.
    pub rule: String,
    /// The figures that go in, each from its least to its most.
    pub figures: Vec<(String, Bounds<FigureValue>)>,
    /// Section of the document that states the rule; empty where the ruleset gives none.
    pub section: &'static str,
    /// Content of that section, in our words.
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
        let steps = self.steps.into_iter().map(|Decision { about, reached, results }| {
            let reached = f(reached);
            Decision { about, reached, results: results.into_iter().map(|result| result.map(f)).collect() }
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
