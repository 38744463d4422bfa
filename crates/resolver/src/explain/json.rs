//! The machine form.

use super::{Chain, ChainLink, Decision, Explanation, Roll, StepResult};
use crate::answer::beside;
use crate::json::Json;
use crate::log::{Bounds, FigureValue};
use crate::number::Probability;

impl<P: Probability> Explanation<P> {
    /// The explanation as a document.
    #[must_use]
    pub fn json(&self) -> Json {
        let outcomes = self.outcomes.iter().map(|explained| {
            let chains = explained.chains.iter().map(|chain| self.chain(chain)).collect();
            let chance = explained.chance.json();
            (explained.outcome, Json::object([("chance", chance), ("chains", Json::List(chains))]))
        });
        let steps = self.steps.iter().map(|step| self.step(step)).collect();
        let rolls = self.rolls.iter().map(|roll| self.about(roll).into_iter().collect()).collect();
        Json::object([
            ("ruleset", self.ruleset.into()),
            ("mode", self.mode.into()),
            ("outcomes", outcomes.collect()),
            ("steps", Json::List(steps)),
            ("rolls", Json::List(rolls)),
        ])
    }

    fn chain(&self, chain: &Chain<P>) -> Json {
        let links = chain.links.iter().map(|ChainLink { step, result, given }| {
            let step = self.name(*step).into();
            Json::object([("step", step), ("result", (*result).into()), ("given", given.json())])
        });
        Json::object([("chance", chain.chance.json()), ("steps", Json::List(links.collect()))])
    }

    fn step(&self, Decision { about, reached, results }: &Decision<P>) -> Json {
        let results = results.iter().map(|StepResult { result, given, chance, ends_in }| {
            let ends_in = ends_in.iter().map(|(outcome, p)| (*outcome, p.json())).collect();
            Json::object([
                ("result", (*result).into()),
                ("given", given.json()),
                ("chance", chance.json()),
                ("ends_in", ends_in),
            ])
        });
        let results = Json::List(results.collect());
        let mut entries = self.about(about);
        entries.extend([("reached", reached.json()), ("results", results)]);
        entries.into_iter().collect()
    }

    fn about(&self, roll: &Roll) -> Vec<(&'static str, Json)> {
        let mut entries = vec![("name", Json::from(roll.name.as_str()))];
        entries.extend(roll.into.map(|step| ("into", self.name(step).into())));
        if !roll.rule.is_empty() {
            entries.push(("rule", roll.rule.as_str().into()));
        }
        let figures = roll.figures.iter().map(|(name, Bounds { least, most })| {
            let ends = Json::List(vec![beside::<P>(least), beside::<P>(most)]);
            (name.as_str(), if least == most { beside::<P>(least) } else { ends })
        });
        if !roll.figures.is_empty() {
            entries.push(("figures", figures.collect()));
        }
        entries.extend([("section", roll.section.into()), ("says", roll.says.into())]);
        entries
    }
}

impl<P> Explanation<P> {
    /// The name of a step.
    #[must_use]
    pub fn name(&self, step: usize) -> &str {
        self.steps.get(step).map(|step| step.about.name.as_str()).unwrap_or_default()
    }
}

impl Roll {
    /// A figure from its least to its most: "1 to 14".
    #[must_use]
    pub fn figure(Bounds { least, most }: &Bounds<FigureValue>) -> String {
        if least == most { least.says() } else { format!("{} to {}", least.says(), most.says()) }
    }
}
