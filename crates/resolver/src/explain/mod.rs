//! Why: for each outcome the decisions that lead there, each with what went in, its chance, and the sentence of the document that says so.
//!
//! Nothing is computed here. The odds reading of the rules records what decides on the way (see [`tohit_odds::Record`]); this adds up its weights and puts
//! words to them.

mod chains;
mod json;
mod why;

pub use why::{Role, Under, Why};
pub(crate) use why::{Rule, under};

use tohit_odds::{Ask, Figure, Record, Span, State, Tally, Trail, Weights};

/// The ways a strike can end, each with what decided it and its chance.
pub type Ways<W> = Vec<(&'static str, Trail, W)>;

/// Why a strike ends as it does. `P` is a probability, as in an [`Answer`](crate::Answer).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// The ways a strike can end, in the ruleset's order, each with the chains of decisions that lead there.
    pub outcomes: Vec<Explained<P>>,
    /// What decides, in the order of the rules.
    pub steps: Vec<Step<P>>,
    /// What else is rolled.
    pub rolls: Vec<Roll>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained<P> {
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
    pub links: Vec<Link<P>>,
    /// Where the decisions leave it open how the strike ends: the share that ends so.
    pub rest: Option<P>,
}

/// One decision on the way to an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Link<P> {
    /// The step's place among the [steps](Explanation::steps).
    pub step: usize,
    /// How it goes.
    pub result: &'static str,
    /// Where not all that come so far also come to this step: the share that does.
    pub comes: Option<P>,
    /// The chance of this result there.
    pub given: P,
}

/// Something that decides, over all the ways to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<P> {
    /// What is told about it.
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

/// What is told about something that is rolled or decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What the rule calls it; a `#` in it stands for a number.
    pub label: &'static str,
    /// Its name.
    pub name: String,
    /// Of a step that is come to a second time, or a third: which time it is.
    pub time: usize,
    /// The step that it goes into, by its place, where it decides nothing itself.
    pub into: Option<usize>,
    /// The dice, in words.
    pub dice: Option<String>,
    /// The figures that go in, each from its least to its most.
    pub figures: Vec<(String, Span<Figure>)>,
    /// The section of the document that says so; empty if the ruleset says nothing about it.
    pub section: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
}

impl<P> Explanation<P> {
    /// The same with other probabilities. They are visited in a fixed order.
    pub fn map<Q>(self, f: &mut impl FnMut(P) -> Q) -> Explanation<Q> {
        let mut outcomes = Vec::with_capacity(self.outcomes.len());
        for Explained { outcome, chance, chains } in self.outcomes {
            let chance = f(chance);
            outcomes.push(Explained {
                outcome,
                chance,
                chains: chains.into_iter().map(|chain| chain.map(f)).collect(),
            });
        }
        let mut steps = Vec::with_capacity(self.steps.len());
        for Step { about, reached, results } in self.steps {
            let reached = f(reached);
            steps.push(Step {
                about,
                reached,
                results: results.into_iter().map(|result| result.map(f)).collect(),
            });
        }
        Explanation { ruleset: self.ruleset, mode: self.mode, outcomes, steps, rolls: self.rolls }
    }

    /// Everything that is told about rolls and decisions.
    pub fn told(&self) -> impl Iterator<Item = &Roll> {
        self.steps.iter().map(|step| &step.about).chain(&self.rolls)
    }
}

impl<P> Chain<P> {
    fn map<Q>(self, f: &mut impl FnMut(P) -> Q) -> Chain<Q> {
        let chance = f(self.chance);
        let links = self.links.into_iter().map(|Link { step, result, comes, given }| {
            let comes = comes.map(&mut *f);
            Link { step, result, comes, given: f(given) }
        });
        let links = links.collect();
        Chain { chance, links, rest: self.rest.map(f) }
    }
}

impl<P> StepResult<P> {
    fn map<Q>(self, f: &mut impl FnMut(P) -> Q) -> StepResult<Q> {
        let (given, chance) = (f(self.given), f(self.chance));
        let ends_in = self.ends_in.into_iter().map(|(outcome, p)| (outcome, f(p))).collect();
        StepResult { result: self.result, given, chance, ends_in }
    }
}

/// The ways of a tally, by the names of what can come.
pub(crate) fn ways<K: State, F: Weights>(
    tally: &Tally<K, F::Weight>,
    name: impl Fn(&K) -> &'static str,
) -> Ways<F::Weight> {
    tally.trails().map(|(came, trail, weight)| (name(came), trail, weight)).collect()
}

/// Whether something is declared to decide.
pub(crate) fn decides(whys: &[Why], label: &str) -> bool {
    whys.iter().any(|why| why.role == Role::Decides && why.label == label)
}

/// Puts words to what was recorded. The outcomes are told in the order of `order`.
pub(crate) fn explained<F: Weights>(
    (ruleset, mode): (&'static str, &'static str),
    order: impl Iterator<Item = &'static str>,
    (whys, rules): (&'static [Why], &[Rule]),
    (weights, record): (&F, &Record),
    ways: &Ways<F::Weight>,
) -> Explanation<F::Weight> {
    let mut chains = chains::Chains::new(weights, record, whys, ways);
    let outcomes = order.filter_map(|outcome| chains.of(outcome)).collect();
    let places = chains.places();
    let decided = |place: usize| places.iter().any(|(asked, _)| *asked == place);
    let steps = chains.steps(|(place, time)| about((whys, rules), record, place, time, None));
    let others = record.asked().iter().enumerate().filter(|(place, _)| !decided(*place));
    let rolls = others.map(|(place, asked)| {
        let into = match why_of(whys, asked.label.text()).map(|why| why.role) {
            Some(Role::Feeds(steps)) => steps.iter().find_map(|step| {
                places.iter().position(|(place, _)| {
                    record.asked().get(*place).is_some_and(|asked| asked.label.text() == *step)
                })
            }),
            _ => None,
        };
        about((whys, rules), record, place, 1, into)
    });
    Explanation { ruleset, mode, outcomes, steps, rolls: rolls.collect() }
}

fn why_of(whys: &'static [Why], label: &str) -> Option<&'static Why> {
    whys.iter().find(|why| why.label == label)
}

/// What is told about something that was asked.
fn about(
    (whys, rules): (&'static [Why], &[Rule]),
    record: &Record,
    place: usize,
    time: usize,
    into: Option<usize>,
) -> Roll {
    let Some(asked) = record.asked().get(place) else {
        let name = String::new();
        return Roll { label: "", name, time, into, dice: None, figures: Vec::new(), section: "", says: "" };
    };
    let why = why_of(whys, asked.label.text());
    let noted = why
        .map_or(&[][..], |why| why.figures)
        .iter()
        .flat_map(|name| record.figures().iter().filter(move |(label, _)| label.text() == *name));
    let figures = asked.figures.iter().chain(noted).map(|(label, span)| (label.to_string(), span.clone()));
    let (section, says) = why.map_or(("", ""), |why| why.told(rules));
    Roll {
        label: asked.label.text(),
        name: why.map_or_else(|| asked.label.to_string(), |why| asked.label.renamed(why.name).to_string()),
        time,
        into,
        dice: asked.ask.as_ref().map(dice),
        figures: figures.collect(),
        section,
        says,
    }
}

/// The dice in words: "1d20, N or more, where N is 9 to 18".
fn dice(asked: &Span<Ask>) -> String {
    match (&asked.least, &asked.most) {
        (Ask::Pick(options), _) => {
            let all: u64 = options.iter().map(|(_, share)| u64::from(*share)).sum();
            let shares: Vec<String> = options.iter().map(|(name, share)| format!("{name} {share}")).collect();
            format!("{} in {all}", shares.join(", "))
        }
        (least, most) if least == most => least.to_string(),
        (Ask::Reach { die, target: least }, Ask::Reach { die: other, target: most }) if die == other => {
            format!("{die}, N or more, where N is {least} to {most}")
        }
        // A die with one face is not rolled.
        (Ask::Reach { die, .. }, most) if die.only().is_some() => most.to_string(),
        (least, most) => dice_to(&least.to_string(), &most.to_string()),
    }
}

/// Dice from the least to the most, in words: where nothing but the end of a range differs, "0 to N, where N is 31 to 35".
fn dice_to(least: &str, most: &str) -> String {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    match (least.rsplit_once(' '), most.rsplit_once(' ')) {
        (Some((before, from)), Some((same, to))) if before == same && is_number(from) && is_number(to) => {
            format!("{before} N, where N is {from} to {to}")
        }
        _ => format!("{least}, up to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_odds::Die;

    #[test]
    fn dice_that_differ_are_told_by_what_differs() {
        let range = |to| Ask::Die(Die::Range { from: 0, to });
        let worst = |to| Ask::Die(Die::Lowest { count: 2, from: 0, to });
        let best = |count, to| Ask::Die(Die::Highest { count, from: 1, to });
        let dice_of = |count, sides| Ask::Die(Die::Dice { count, sides });
        let reach = |to, target| Ask::Reach { die: Die::Range { from: 0, to }, target };
        for (least, most, told) in [
            (range(5), range(5), "0 to 5"),
            (range(31), range(35), "0 to N, where N is 31 to 35"),
            (worst(1), worst(90), "worst of 2 rolls of 0 to N, where N is 1 to 90"),
            (best(1, 3), best(2, 6), "1d3, up to best of 2 rolls of 1 to 6"),
            (dice_of(1, 8), dice_of(2, 8), "1d8, up to 2d8"),
            (reach(16, 2), reach(16, 9), "0 to 16, N or more, where N is 2 to 9"),
            (reach(0, 1), reach(21, 11), "0 to 21, 11 or more"),
        ] {
            assert_eq!(dice(&Span { least, most }), told);
        }
    }
}
