//! Reasons of a strike's result, as lines of figures and texts: small, whatever the computation.

use serde::{Deserialize, Serialize};
use tohit_resolver::explain::{Chain, ChainLink, Roll};
use tohit_resolver::{Explanation, Fraction, Json, MapChances, Problem, Ruleset};

/// Maximum of ways to an outcome that are listed, the likeliest first.
const MOST_SHOWN: usize = 8;

/// An explanation for display.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Whys {
    /// The ways to each of the ruleset's outcomes, in its order.
    pub(crate) outcomes: Vec<Vec<Way>>,
    /// Notes on each step and its rolls.
    pub(crate) rolls: Vec<StepNote>,
}

/// Way to an outcome: the product of its factors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Way {
    pub(crate) chance: f64,
    /// Empty unless requested.
    pub(crate) fraction: String,
    pub(crate) factors: Vec<WhyFactor>,
    /// Number of rare ways, which this stands for; it has no factors.
    pub(crate) rarer: i64,
}

/// Decision on the way, with its conditional chance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WhyFactor {
    pub(crate) chance: f64,
    pub(crate) fraction: String,
    pub(crate) name: String,
    /// Result.
    pub(crate) goes: String,
    /// Step of the note.
    pub(crate) step: i64,
}

/// A note of the document on a roll or a decision, and its inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepNote {
    /// Index of its step.
    pub(crate) step: i64,
    /// Empty for the step: the way has its name.
    pub(crate) name: String,
    /// The row of the rules.
    pub(crate) rule: String,
    pub(crate) figures: Vec<(String, String)>,
    pub(crate) says: String,
    pub(crate) section: String,
}

/// A chance for a line: the float, and its fraction.
type Chance = (f64, String);

/// Explains a document, with fractions on request.
pub(crate) fn explain(
    rules: &'static Ruleset,
    document: &Json,
    with_fractions: bool,
) -> Result<Whys, Vec<Problem>> {
    let explanation = rules.explain::<f64>(document)?;
    let mut fractions = Vec::new();
    // Floats alone where fractions are too large.
    if with_fractions && let Ok(exact) = rules.explain::<Fraction>(document) {
        // Both have the same order of visits.
        exact.map(&mut |p| fractions.push(p.to_string()));
    }
    let mut fractions = fractions.into_iter();
    Ok(Whys::of(rules, explanation.map(&mut |p| (p, fractions.next().unwrap_or_default()))))
}

impl Whys {
    fn of(rules: &Ruleset, explanation: Explanation<Chance>) -> Self {
        let outcomes = rules.about().outcomes.iter().map(|outcome| {
            let explained = explanation.outcomes.iter().find(|explained| explained.outcome == outcome.id);
            explained.map_or_else(Vec::new, |explained| ways(&explanation, &explained.chains))
        });
        let mut rolls = Vec::new();
        for (place, step) in explanation.steps.iter().enumerate() {
            let into = explanation.rolls.iter().filter(|roll| roll.into == Some(place));
            rolls.push(StepNote::of(&step.about, place, ""));
            rolls.extend(into.map(|roll| StepNote::of(roll, place, &roll.name)));
        }
        Self { outcomes: outcomes.collect(), rolls }
    }
}

/// The likeliest ways one by one, then the others together.
fn ways(explanation: &Explanation<Chance>, chains: &[Chain<Chance>]) -> Vec<Way> {
    let mut left: Vec<&Chain<Chance>> = chains.iter().collect();
    let mut ways = Vec::new();
    while ways.len() < MOST_SHOWN && !left.is_empty() {
        let mut likeliest = 0;
        for (place, chain) in left.iter().enumerate() {
            if left.get(likeliest).is_some_and(|other| chain.chance.0 > other.chance.0) {
                likeliest = place;
            }
        }
        ways.push(way(explanation, left.remove(likeliest)));
    }
    if !left.is_empty() {
        let chance = left.iter().map(|chain| chain.chance.0).sum();
        ways.push(Way { chance, rarer: left.len() as i64, ..Way::default() });
    }
    ways
}

fn way(explanation: &Explanation<Chance>, chain: &Chain<Chance>) -> Way {
    let factors = chain.links.iter().map(|ChainLink { step, result, given: (chance, fraction) }| WhyFactor {
        chance: *chance,
        fraction: fraction.clone(),
        name: explanation.name(*step).to_owned(),
        goes: (*result).to_owned(),
        step: *step as i64,
    });
    let (chance, fraction) = chain.chance.clone();
    Way { chance, fraction, factors: factors.collect(), rarer: 0 }
}

impl StepNote {
    fn of(roll: &Roll, step: usize, name: &str) -> Self {
        let figures = roll.figures.iter();
        Self {
            step: step as i64,
            name: name.to_owned(),
            rule: roll.rule.clone(),
            figures: figures.map(|(name, span)| (name.clone(), minus(&Roll::figure(span)))).collect(),
            says: roll.says.to_owned(),
            section: roll.section.to_owned(),
        }
    }
}

/// Writes negative figures with a minus; the hyphens of words stay.
fn minus(figure: &str) -> String {
    let words = figure.split(' ').map(|word| match word.strip_prefix('-') {
        Some(size) => format!("−{size}"),
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_report::summary;
    use tohit_resolver::{RULESETS, from_link};

    #[test]
    fn the_ways_of_every_example_multiply_and_add_up() {
        let same = |a: f64, b: f64| (a - b).abs() < 1e-12;
        for rules in RULESETS {
            for mode in rules.about().modes {
                let (_, document) = from_link(&format!("{}/{}", rules.about().id, mode.id)).unwrap();
                let whys = explain(rules, &document, false).unwrap();
                let summary = summary::resolve(&crate::model::custom_rules::game(rules), &document).unwrap();
                for (ways, chance) in whys.outcomes.iter().zip(&summary.outcomes) {
                    let sum: f64 = ways.iter().map(|way| way.chance).sum();
                    assert!(
                        same(sum, chance.unwrap_or_default()),
                        "{} {}: {ways:?}",
                        rules.about().id,
                        mode.id
                    );
                    for way in ways.iter().filter(|way| way.rarer == 0) {
                        let product: f64 = way.factors.iter().map(|factor| factor.chance).product();
                        assert!(same(product, way.chance), "{way:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn fractions_stand_beside_their_floats() {
        let (rules, document) = from_link("powder/melee").unwrap();
        let whys = explain(rules, &document, true).unwrap();
        let value = |text: &str| {
            let (over, under) = text.split_once('/').unwrap_or((text, "1"));
            over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
        };
        let mut count = 0;
        for way in whys.outcomes.iter().flatten() {
            assert!((value(&way.fraction) - way.chance).abs() < 1e-12);
            for factor in &way.factors {
                assert!((value(&factor.fraction) - factor.chance).abs() < 1e-12, "{factor:?}");
                count += 1;
            }
        }
        assert!(count > 5);
    }

    #[test]
    fn the_likeliest_ways_are_told_and_the_others_counted() {
        let chain = |place: usize| Chain { chance: (place as f64 / 66.0, String::new()), links: Vec::new() };
        let explanation =
            Explanation { ruleset: "", mode: "", outcomes: Vec::new(), steps: Vec::new(), rolls: Vec::new() };
        let chains: Vec<_> = (1..12).map(chain).collect();
        let ways = ways(&explanation, &chains);
        assert_eq!(ways.len(), MOST_SHOWN + 1);
        assert!(ways.windows(2).take(MOST_SHOWN - 1).all(|pair| pair[0].chance > pair[1].chance));
        assert_eq!(ways[MOST_SHOWN].rarer, 3);
        assert!((ways[MOST_SHOWN].chance - 6.0 / 66.0).abs() < 1e-12);
    }
}
