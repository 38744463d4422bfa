//! Random scenarios of every ruleset and every lesson: properties that hold for each of them.
//!
//! `TOHIT_SCENARIOS=100000` draws so many of each ruleset.
use crate::common::chi_square::{by_damage, by_outcome, limit};
use crate::common::random::Scenarios;
use crate::common::{compare, same_float, set, text_of};
use tohit_resolver::text::Bundle;
use tohit_resolver::{
    Answer, Extent, Extra, FigureValue, Fraction, Json, Ruleset, document_of_link, naming, to_link,
    wrong_in_link,
};

/// Legal scenarios of each ruleset.
const SCENARIOS: usize = 2_000;
/// A lesson has so many fewer.
const LESSON: usize = 8;
/// One of so many is also answered in fractions, and from the complete document.
const EXACT: usize = 50;
/// One of so many is also thrown, so often.
const THROWN: usize = 500;
const THROWS: u32 = 4_000;
/// One of so many is also compared with its neighbours.
const BETTER: usize = 10;

fn wanted() -> usize {
    std::env::var("TOHIT_SCENARIOS").map_or(SCENARIOS, |many| many.parse().unwrap())
}

each_ruleset!(random_scenarios);

fn random_scenarios(ruleset: &'static Ruleset) {
    check(ruleset, Some(&Helps::of(ruleset)), wanted());
}

#[test]
fn lessons() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lessons");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let texts: Vec<_> = files.filter(|path| path.extension().is_some_and(|kind| kind == "rules")).collect();
    assert!(texts.len() > 10, "{texts:?}");
    for path in texts {
        let id = format!("lesson-{}", path.file_stem().unwrap().to_string_lossy());
        let text = std::fs::read_to_string(&path).unwrap();
        let read = Bundle::parse(&text).ruleset(&id, None);
        let ruleset = read.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", path.display()));
        check(Box::leak(Box::new(ruleset)), None, wanted() / LESSON);
    }
}

/// Draws so many legal scenarios. `helps` says which fields help which side.
fn check(ruleset: &'static Ruleset, helps: Option<&Helps>, wanted: usize) {
    let id = ruleset.id();
    let mut scenarios = Scenarios::new(ruleset, 7);
    let (mut legal, mut drawn, mut exact, mut thrown, mut steps) = (0, 0, 0, 0, 0);
    while legal < wanted {
        drawn += 1;
        let document = scenarios.next();
        let Ok(answer) = ruleset.resolve::<f64>(&document) else { continue };
        legal += 1;
        sums_to_one(&answer, &document);
        let complete = link_keeps_the_scenario(ruleset, &document);
        if legal % EXACT == 0 {
            assert_eq!(ruleset.resolve::<f64>(&complete).as_ref(), Ok(&answer), "{document}");
            exact += usize::from(fractions_agree(ruleset, &document, &answer));
        }
        if let Some(helps) = helps.filter(|_| legal % BETTER == 0) {
            steps += helps.compare(ruleset, &complete, &answer);
        }
        if legal % THROWN == 0 {
            thrown += usize::from(throws_agree(ruleset, &document, &answer));
        }
    }
    println!("{id}: {legal} legal of {drawn} drawn, {exact} exact, {thrown} thrown, {steps} steps");
    assert!(legal * 10 > drawn, "{id}: only {legal} of {drawn} were legal");
    assert!(legal < EXACT || exact * EXACT * 2 > legal, "{id}: only {exact} had fractions");
    assert!(helps.is_none() || steps * BETTER > legal, "{id}: only {steps} steps could be taken");
}

fn sums_to_one(answer: &Answer<f64>, document: &Json) {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-12;
    let sum: f64 = answer.outcomes.iter().map(|(_, p)| p).sum();
    assert!(answer.outcomes.is_empty() || near(sum), "{document}: outcomes {sum}");
    let chances = answer.outcomes.iter().map(|(_, p)| p).chain(&answer.hit);
    let damages = [&answer.damage, &answer.turn_damage].into_iter().flatten().flat_map(|all| all.all());
    for chance in chances.chain(damages.map(|(_, p)| p)) {
        assert!((0.0..=1.0).contains(chance), "{document}: {chance}");
    }
    for damage in answer.damage.iter().chain(&answer.turn_damage) {
        let sum: f64 = damage.all().map(|(_, p)| p).sum();
        assert!(near(sum), "{document}: damage {sum}");
        assert!(damage.all().all(|(_, p)| (0.0..=1.0 + 1e-12).contains(p)), "{document}");
        assert!(damage.entries.is_sorted_by(|(one, _), (other, _)| one < other), "{document}");
    }
}

/// A scenario and its complete document have the same link and the same fields.
fn link_keeps_the_scenario(ruleset: &Ruleset, document: &Json) -> Json {
    let (complete, problems) = ruleset.complete(document);
    assert!(problems.is_empty(), "{document}: {problems:?}");
    let link = to_link(ruleset, document);
    assert_eq!(naming(&link).get("ruleset"), Some(&ruleset.id().into()), "{link}");
    assert!(wrong_in_link(&link).is_empty(), "{link}");
    let read = document_of_link(ruleset, &link);
    assert_eq!(ruleset.complete(&read), (complete.clone(), Vec::new()), "{link}");
    assert_eq!(to_link(ruleset, &read), link);
    assert_eq!(ruleset.complete(&complete), (complete.clone(), Vec::new()), "{document}");
    complete
}

fn remarks<P>(answer: &Answer<P>) -> Vec<&'static str> {
    let said = answer.more.iter().filter(|(name, _)| *name == "remark");
    let word = |extra: &Extra<P>| match extra {
        Extra::Figure(FigureValue::Word(says)) => Some(*says),
        _ => None,
    };
    said.filter_map(|(_, extra)| word(extra)).collect()
}

/// Fractions sum to exactly one, and floats are near them. False where the answer is too large for fractions.
fn fractions_agree(ruleset: &Ruleset, document: &Json, floats: &Answer<f64>) -> bool {
    let Ok(exact) = ruleset.resolve::<Fraction>(document) else { return false };
    let one = Fraction::from(1);
    let total = |all: &mut dyn Iterator<Item = &Fraction>| all.fold(Fraction::default(), |sum, p| sum + p);
    if !exact.outcomes.is_empty() {
        assert_eq!(total(&mut exact.outcomes.iter().map(|(_, p)| p)), one, "{document}");
    }
    for damage in exact.damage.iter().chain(&exact.turn_damage) {
        assert_eq!(total(&mut damage.all().map(|(_, p)| p)), one, "{document}");
    }
    let mut wrong = Vec::new();
    // Floats drop a chance that is too small.
    compare("", &exact.json(), Some(&floats.json()), &same_float, &mut wrong);
    // Two remarks are two entries of one name: they are compared in their order.
    wrong.retain(|one| !one.starts_with(".remark:"));
    assert_eq!(remarks(&exact), remarks(floats), "{document}");
    assert!(wrong.is_empty(), "{document}: {wrong:?}");
    true
}

/// Fields of which one more helps a side, from `tests/helps.json`. There `-ac` stands for a field of which
/// one less helps.
struct Helps {
    /// Path of a field, the step that helps, and the sign of the attacker's gain.
    fields: Vec<(String, i64, f64)>,
    /// Values of fields at which the rules differ.
    unless: Vec<(String, Json)>,
}

impl Helps {
    fn of(ruleset: &Ruleset) -> Self {
        let Ok(Json::List(all)) = Json::parse(include_str!("../../../../tests/helps.json")) else {
            panic!("tests/helps.json is a list")
        };
        let own = all.iter().find(|one| one.get("ruleset") == Some(&ruleset.id().into()));
        let own = own.unwrap_or_else(|| panic!("tests/helps.json has no line for {}", ruleset.id()));
        let of_side = |(side, sign): (&'static str, f64)| {
            let Some(Json::List(names)) = own.get(side) else { panic!("{}: no {side}", ruleset.id()) };
            let field = move |name: &Json| {
                let name = text_of(name);
                let (name, step) = name.strip_prefix('-').map_or((name.as_str(), 1), |name| (name, -1));
                (format!("{side}.{name}"), step, sign)
            };
            names.iter().map(field).collect::<Vec<_>>()
        };
        let fields = [("attacker", 1.0), ("defender", -1.0)].into_iter().flat_map(of_side).collect();
        let unless = match own.get("unless") {
            Some(Json::Object(unless)) => unless.clone(),
            _ => Vec::new(),
        };
        Self { fields, unless }
    }

    /// One step that helps a side never helps the other side: neither its chance to hit nor its mean damage.
    /// Returns the number of steps that could be taken.
    fn compare(&self, ruleset: &Ruleset, complete: &Json, answer: &Answer<f64>) -> usize {
        if self.unless.iter().any(|(path, value)| complete.at(path) == Some(value)) {
            return 0;
        }
        let mut taken = 0;
        for (path, step, sign) in &self.fields {
            let Some(Json::Number(now)) = complete.at(path) else { continue };
            let Ok(now) = now.parse::<i64>() else { continue };
            let mut more = complete.clone();
            set(&mut more, path, (now + step).into());
            let Ok(then) = ruleset.resolve::<f64>(&more) else { continue };
            taken += 1;
            let mean = |answer: &Answer<f64>| answer.damage.as_ref().map(|damage| damage.mean());
            for (what, before, after) in
                [("hit", answer.hit, then.hit), ("damage", mean(answer), mean(&then))]
            {
                let Some((before, after)) = before.zip(after) else { continue };
                let gain = (after - before) * sign;
                assert!(
                    gain > -1e-9 * before.max(1.0),
                    "{path} {step:+}: {what} {before} becomes {after}\n{complete}"
                );
            }
        }
        taken
    }
}

/// Many throws agree with the odds. False where no strike does damage.
fn throws_agree(ruleset: &Ruleset, document: &Json, answer: &Answer<f64>) -> bool {
    let Some(damage) = &answer.damage else { return false };
    let thrown = ruleset.tally(document, 20_111_005, THROWS, Extent::Strike).unwrap();
    for (what, (sum, freedom)) in
        [("outcomes", by_outcome(&answer.outcomes, &thrown)), ("damage", by_damage(damage, &thrown))]
    {
        assert!(sum <= limit(freedom), "{document}: {what}: chi-square {sum:.1} over {freedom}");
    }
    true
}
