//! Whatever is given, the resolver answers or says what is wrong: it never panics, and a distribution always
//! sums to 1.
use crate::common::dice::Pcg;
use crate::common::random::random_sheet;
use crate::common::{cases, of_file};
use std::time::Instant;
use tohit_odds::Fraction;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::text::Bundle;
use tohit_resolver::{Answer, Dice, Extent, Json, RULESETS, from_link, ruleset, to_link};

fn sums_to_one(answer: &Answer<f64>, document: &Json) {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-9;
    let sum: f64 = answer.outcomes.iter().map(|(_, p)| p).sum();
    assert!(answer.outcomes.is_empty() || near(sum), "{document}: outcomes {sum}");
    for damage in answer.damage.iter().chain(&answer.turn_damage) {
        let sum: f64 = damage.entries.iter().chain(&damage.tail).map(|(_, p)| p).sum();
        assert!(near(sum), "{document}: damage {sum}");
        assert!(damage.entries.iter().all(|(_, p)| (0.0..=1.0 + 1e-12).contains(p)));
        assert!(damage.entries.is_sorted_by_key(|(value, _)| *value));
    }
    assert!(answer.hit.is_none_or(|hit| (-1e-12..=1.0 + 1e-12).contains(&hit)));
}

#[test]
fn random_legal_scenarios_sum_to_one_and_roll() {
    let mut dice = Pcg::new(3);
    for ruleset in RULESETS {
        let mut answered = 0;
        for _ in 0..120 {
            let mode = ruleset.about().modes
                [usize::try_from(dice.below(ruleset.about().modes.len() as u64)).unwrap()];
            let Json::Object(mut entries) = random_sheet(&mut dice, ruleset.form(mode.id), 0) else {
                unreachable!()
            };
            entries.push(("mode".into(), mode.id.into()));
            let document = Json::Object(entries);
            if let Ok(answer) = ruleset.resolve::<f64>(&document) {
                answered += 1;
                sums_to_one(&answer, &document);
                for turn in [false, true] {
                    let rolled = ruleset.roll(
                        &document,
                        Dice { seed: dice.below(1 << 40), script: None, extent: Extent::of(turn) },
                    );
                    let rolled = rolled.unwrap();
                    let chance = answer.outcome(rolled.outcome);
                    // A turn ends as its last strike does, which need not be like the first.
                    assert!(
                        turn || answer.outcomes.is_empty() || chance.is_some_and(|p| *p > 0.0),
                        "{document}: {}",
                        rolled.outcome
                    );
                }
            }
        }
        assert!(answered > 20, "{}: only {answered} of 120 were legal", ruleset.about().id);
    }
}

#[test]
fn exact_distributions_sum_to_exactly_one() {
    let one = Fraction::from(1);
    for case in cases().iter().filter(|case| case.wrong_path().is_none()) {
        let answer = case.ruleset.resolve::<Fraction>(&case.scenario).unwrap();
        let sum: Fraction = answer.outcomes.iter().map(|(_, p)| p.clone()).sum();
        assert!(answer.outcomes.is_empty() || sum == one, "{}: {sum}", case.title());
        for damage in answer.damage.iter().chain(&answer.turn_damage) {
            let sum: Fraction = damage.entries.iter().chain(&damage.tail).map(|(_, p)| p.clone()).sum();
            assert_eq!(sum, one, "{}", case.title());
        }
    }
}

#[test]
fn links_bring_every_case_back() {
    for case in cases().iter().filter(|case| case.wrong_path().is_none()) {
        let link = to_link(case.ruleset, &case.scenario);
        let (ruleset, document) = from_link(&link).unwrap();
        assert_eq!(ruleset.complete(&document), case.ruleset.complete(&case.scenario), "{link}");
    }
}

/// A default that takes back what a preset says stood in no link where the preset fills a part: the link
/// meant another fight.
#[test]
fn a_default_in_a_part_that_a_preset_fills_is_in_the_link() {
    let powder = ruleset("powder").unwrap();
    let document = r#"{ "attacker": { "preset": "rapier", "weapon": { "type": "edged" } } }"#;
    let document = Json::parse(document).unwrap();
    let link = to_link(powder, &document);
    assert_eq!(link, "powder/melee?attacker.preset=rapier&attacker.weapon.type=edged");
    let whole = |document: &Json| powder.complete(document).0;
    assert_eq!(whole(&from_link(&link).unwrap().1), whole(&document));
}

/// Where an endless roll was too unlikely for floats, fractions closed the list before its first value.
#[test]
fn negligible_rest_in_floats_closes_the_list() {
    let link = "dominions/melee?attacker.weapon.preset=barbed-tail-68&attacker.weapon.element=cold&defender.hp=2000&defender.elemental_resistance=100";
    let (rules, document) = from_link(link).unwrap();
    let damage = rules.resolve::<Fraction>(&document).unwrap().damage.unwrap();
    let floats = rules.resolve::<f64>(&document).unwrap().damage.unwrap();
    assert!(damage.entries.len() >= floats.entries.len() && floats.entries.len() > 100);
    assert!(damage.tail.is_some_and(|(_, rest)| rest.is_positive() && rest.to_f64() < 1e-12));
}

/// Letters are dropped, doubled and changed in real documents; nothing may panic.
#[test]
fn damaged_documents_are_refused_in_words() {
    let mut dice = Pcg::new(4);
    for case in cases().iter().step_by(3) {
        let text = case.scenario.to_string();
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=dice.below(3) {
                let Some(last) = bytes.len().checked_sub(1) else { break };
                let place = usize::try_from(dice.below(last as u64 + 1)).unwrap();
                match dice.below(3) {
                    0 => bytes[place] = b"0{}[]\",:-9xe."[usize::try_from(dice.below(13)).unwrap()],
                    1 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, bytes[place]),
                }
            }
            let Ok(document) = Json::parse(&String::from_utf8_lossy(&bytes)) else { continue };
            if let Err(problems) = case.ruleset.resolve::<f64>(&document) {
                assert!(!problems.is_empty());
                assert!(problems.iter().all(|problem| !problem.message.is_empty()));
            }
        }
    }
}

/// Each of many mistakes in a link has a message, and they take time by their number: 2,000 about as long as
/// ten times 200, not ten times that.
#[test]
fn many_mistakes_take_time_by_their_number() {
    let time = |count: usize| {
        let pairs: Vec<String> = (0..count).map(|place| format!("attacker.wrong{place}={place}")).collect();
        let link = format!("powder/melee?{}", pairs.join("&"));
        let start = Instant::now();
        for _ in 0..2000 / count {
            let (rules, document) = from_link(&link).unwrap();
            let problems = rules.resolve::<f64>(&document).unwrap_err();
            assert_eq!(problems.len(), count);
        }
        start.elapsed()
    };
    // What another program does to one round it does not do to all.
    let rounds: Vec<_> = (0..5).map(|_| (time(200), time(2000))).collect();
    assert!(rounds.iter().any(|(few, many)| *many < *few * 3), "{rounds:?}");
}

#[test]
fn a_gap_in_a_list_is_one_problem() {
    let messages = |link: &str| {
        let (rules, document) = from_link(link).unwrap();
        let problems = rules.resolve::<f64>(&document).unwrap_err();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        messages("pixel-dungeon/targeting?targeting.cover.3999=15,10"),
        ["targeting.cover.0: this item and 3998 more are missing: items are numbered from 0, without gaps"]
    );
    let found = messages("pixel-dungeon/targeting?targeting.cover.1=15,10&targeting.walls.0=x");
    assert_eq!(found.len(), 2, "a single item, and what is wrong elsewhere: {found:?}");
}

#[test]
fn a_sheet_has_a_limit_of_fields() {
    let read = |count: usize| {
        let fields = (0..count).map(|at| format!("  f{at}: flag\n")).collect::<String>();
        let text = format!(
            "rules 1 \"Wide\"\nendings\n  hit: hit\nsheet attacker\n{fields}strike\n  end hit lose 1\n"
        );
        Bundle::parse(&text).ruleset("wide", None)
    };
    assert!(read(500).is_ok());
    let problems = read(501).err().unwrap();
    let messages = problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages.concat().contains("a sheet or record has at most 500 fields"), "{messages:?}");
}

#[test]
fn wrong_types_are_refused_at_every_field() {
    fn walk(ruleset: &tohit_resolver::Ruleset, mode: &str, spec: &'static SheetSpec, path: &str) {
        for field in spec.fields {
            let here = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
            let odd = Json::List(vec![Json::List(vec![Json::Bool(true)])]);
            let inner = here.rsplit('.').fold(odd, |inner, step| [(step, inner)].into_iter().collect());
            let Json::Object(mut entries) = inner else { unreachable!() };
            entries.push(("mode".into(), mode.into()));
            let problems = ruleset.resolve::<f64>(&Json::Object(entries)).unwrap_err();
            assert!(problems.iter().any(|problem| problem.path.starts_with(&here)), "{here}: {problems:?}");
            if let Shape::Sheet(inner) = field.shape.inner() {
                walk(ruleset, mode, inner, &here);
            }
        }
    }
    for ruleset in RULESETS {
        for mode in ruleset.about().modes {
            walk(ruleset, mode.id, ruleset.form(mode.id), "");
        }
    }
}

#[test]
fn defaults_equal_the_completed_empty_document() {
    for ruleset in RULESETS {
        for mode in ruleset.about().modes {
            let document: Json = [("mode", Json::from(mode.id))].into_iter().collect();
            let (complete, problems) = ruleset.complete(&document);
            assert!(problems.is_empty(), "{}: {problems:?}", mode.id);
            for field in ruleset.form(mode.id).fields {
                assert_eq!(complete.get(field.name), Some(field.default), "{} {}", mode.id, field.name);
            }
        }
        let (example, document) = from_link(ruleset.about().example).unwrap();
        assert_eq!(example.about().id, ruleset.about().id);
        assert!(example.resolve::<f64>(&document).is_ok(), "{}", ruleset.about().example);
    }
}

#[test]
fn a_file_of_cases_is_a_list() {
    for ruleset in RULESETS {
        let files = tohit_resolver::CASES.iter().filter(|(id, _)| *id == ruleset.about().id);
        let count: usize = files.map(|(_, text)| of_file(ruleset, text).len()).sum();
        assert!(count > 40, "cases/{}.json has {count} cases; 41 are needed", ruleset.id());
    }
}
