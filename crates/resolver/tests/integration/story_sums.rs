//! Sentences of 1,000 rolled strikes of every ruleset: each sum adds up, and each comparison fits the ending.
use crate::common::equations::{self, Checked};
use crate::common::random::Scenarios;
use std::collections::HashMap;
use tohit_resolver::{Dice, Extent, Json, OutcomeKind, RULESETS, Rolled, Ruleset, StoryPart};

/// Strikes of each ruleset.
const STORIES: usize = 1_000;
/// Most strikes with a mode's default, and with a preset.
const PLAIN: u64 = 30;
const MOST_PRESETS: usize = 300;

/// Counts of what was read in a ruleset's sentences.
#[derive(Default)]
struct Read {
    strikes: usize,
    /// Strikes with a sum or a comparison.
    checked: usize,
    sums: usize,
    comparisons: usize,
    /// By mode and subject: whether an even comparison is a success, with a sentence.
    even: HashMap<(String, &'static str), (bool, String)>,
    wrong: Vec<String>,
}

impl Read {
    fn strike(&mut self, ruleset: &'static Ruleset, document: &Json, seed: u64) {
        let dice = Dice { seed, script: None, extent: Extent::Strike };
        let Ok(rolled) = ruleset.roll(document, dice) else { return };
        if rolled.log.events.is_empty() {
            return;
        }
        self.strikes += 1;
        let before = self.sums + self.comparisons;
        let mode = document.get("mode").map_or_else(String::new, Json::plain);
        let outcome = ruleset.about().outcomes.iter().find(|one| one.id == rolled.outcome).unwrap();
        let mut damage = None;
        for line in &rolled.log.story {
            let text: String = line.parts.iter().map(StoryPart::to_string).collect();
            let text = text.replace('\u{a0}', " ");
            let mut complain = |why: String| {
                self.wrong.push(format!("{document} seed {seed}: {}: {text}: {why}", line.name));
            };
            match equations::read(&text) {
                Err(why) => complain(why),
                Ok(Checked { sums, compared, value }) => {
                    self.sums += sums;
                    if let Some((ours, theirs, even)) = compared {
                        self.comparisons += 1;
                        // A critical hit has a roll of its own.
                        let is_blow = line.name != "Critical";
                        let missed = if is_blow {
                            outcome.kind == OutcomeKind::Miss
                        } else {
                            text.ends_with(": none")
                        };
                        if outcome.kind != OutcomeKind::Blocked && ours != theirs && (ours < theirs) != missed
                        {
                            complain(format!("{ours} against {theirs} is no {}", rolled.outcome));
                        }
                        if ours == theirs && outcome.kind != OutcomeKind::Blocked {
                            let known = self.even.entry((mode.clone(), line.name));
                            let said = even.map(|succeeds| (!succeeds, text.clone()));
                            let (was, like) = known.or_insert(said.unwrap_or((missed, text.clone()))).clone();
                            if was != missed {
                                complain(format!("but elsewhere: {like}"));
                            }
                        }
                    }
                    if line.name == "Damage" {
                        damage = value;
                    }
                }
            }
            self.wrong.extend(
                misplaced(&text, &rolled, outcome.kind).map(|why| format!("{document} seed {seed}: {why}")),
            );
        }
        let written = damage.map(|damage| damage.to_string());
        if rolled.damage > 0 && written != Some(rolled.damage.to_string()) {
            let lines: Vec<String> = rolled.log.story.iter().map(ToString::to_string).collect();
            self.wrong
                .push(format!("{document} seed {seed}: damage {} is written as {lines:?}", rolled.damage));
        }
        self.checked += usize::from(self.sums + self.comparisons > before || rolled.damage > 0);
    }
}

/// Words that contradict the ending.
fn misplaced(text: &str, rolled: &Rolled, kind: OutcomeKind) -> Option<String> {
    let is_miss = kind == OutcomeKind::Miss && rolled.damage == 0;
    let hits = matches!(kind, OutcomeKind::Hit | OutcomeKind::Critical);
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let for_hits = says(&["cannot miss", "automatic hit"]) || says(&["lucky"]) && !says(&["unlucky"]);
    let for_misses = says(&["unlucky", "automatic miss"]);
    (for_hits && is_miss || for_misses && hits).then(|| format!("{text} is no {}", rolled.outcome))
}

pub(crate) fn read(ruleset: &'static Ruleset) {
    let mut read = Read::default();
    let modes: Vec<&str> =
        ruleset.about().modes.iter().map(|mode| mode.id).filter(|id| *id != "targeting").collect();
    for mode in &modes {
        let document = Json::object([("mode", (*mode).into())]);
        (0..PLAIN).for_each(|seed| read.strike(ruleset, &document, seed));
    }
    let presets: Vec<_> = ruleset.presets().all().collect();
    for (preset, seed) in presets.iter().step_by(presets.len() / MOST_PRESETS + 1).zip(0..) {
        for mode in &modes {
            let form = ruleset.form(mode);
            let fits = |(target, _): (&str, &str)| {
                form.fields.iter().find(|field| {
                    field.about.used_in(mode)
                        && field.shape.inner().part().is_some_and(|sheet| sheet.presets == Some(target))
                })
            };
            let Some(side) = preset.sections().find_map(fits) else { continue };
            let fighter = Json::object([("preset", preset.id().into())]);
            let document = Json::object([("mode", (*mode).into()), (side.name, fighter)]);
            read.strike(ruleset, &document, seed);
        }
    }
    let mut scenarios = Scenarios::new(ruleset, 44);
    let mut seed = 0;
    while read.strikes < STORIES {
        seed += 1;
        let document = scenarios.next();
        if document.get("mode").is_none_or(|mode| *mode != "targeting".into()) {
            read.strike(ruleset, &document, seed);
        }
    }
    let Read { strikes, checked, sums, comparisons, even, wrong } = read;
    println!(
        "{}: {strikes} strikes, {checked} checked, {sums} sums, {comparisons} comparisons, {} even",
        ruleset.id(),
        even.len()
    );
    let few: Vec<&String> = wrong.iter().take(20).collect();
    assert!(wrong.is_empty(), "{}: {} sentences are wrong\n{few:#?}", ruleset.id(), wrong.len());
    assert!(
        checked * 2 > strikes,
        "{}: only {checked} of {strikes} stories have a sum or a comparison",
        ruleset.id()
    );
    assert!(sums * 5 > strikes, "{}: only {sums} sums in {strikes} stories", ruleset.id());
}

#[test]
fn stories_add_up_and_fit_their_endings() {
    std::thread::scope(|scope| {
        let readers: Vec<_> = RULESETS.iter().map(|ruleset| scope.spawn(move || read(ruleset))).collect();
        let failed: Vec<String> = readers
            .into_iter()
            .filter_map(|reader| reader.join().err())
            .map(|why| why.downcast_ref::<String>().cloned().unwrap_or_default())
            .collect();
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    });
}
