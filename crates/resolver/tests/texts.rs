//! The rule texts against the rulesets in Rust: the shared cases, and random scenarios.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable,
    clippy::print_stderr,
    reason = "tests fail by panicking"
)]

mod common;

use common::random::{random_mark_free, random_sheet};
use common::{FILES, compare, of_file, same_fraction, text_of};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use std::{env, fs};
use tohit_odds::Pcg;
use tohit_resolver::explain::Chain;
use tohit_resolver::sheet::{Shape, SheetSpec, When};
use tohit_resolver::Ruleset;
use tohit_resolver::{Json, Library, Problem, RULESETS, Ruleset, to_link};

/// The rulesets that have a text by now, each with that in Rust.
fn texts() -> Vec<(&'static Ruleset, Ruleset)> {
    let only = env::var("RULESET").ok();
    let wanted = |id: &str| only.as_deref().is_none_or(|only| only == id);
    let text = |ruleset: &&'static Ruleset| {
        let id = ruleset.about().id;
        let file = |ending: &str| {
            fs::read_to_string(format!("{}/rulesets/{id}/{id}.{ending}", env!("CARGO_MANIFEST_DIR")))
        };
        let rules = file("rules").ok()?;
        let presets = Library::fetched(file("presets").unwrap());
        match Ruleset::read(id, &rules, &[&file("words").unwrap()], presets) {
            Ok(text) => Some((*ruleset, text)),
            Err(wrong) => panic!("{id}:\n{}", wrong.iter().map(|one| format!("{one}\n")).collect::<String>()),
        }
    };
    RULESETS.iter().filter(|ruleset| wanted(ruleset.about().id)).filter_map(text).collect()
}

#[test]
fn the_shared_cases_hold_for_the_texts() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (_, text) in texts() {
        let text: &'static Ruleset = Box::leak(Box::new(text));
        for (_, cases) in FILES.iter().filter(|(id, _)| *id == text.about().id) {
            let of_tool = |mode: Option<&Json>| mode == Some(&Json::from("targeting"));
            for case in of_file(text, cases).into_iter().filter(|case| !of_tool(case.scenario.get("mode"))) {
                count += 1;
                // What the steps between are called is the text's own.
                let replayed = case.check_replay().into_iter().filter(|wrong| !wrong.starts_with("no step"));
                let all = case.check().into_iter().chain(replayed);
                wrong.extend(all.map(|wrong| format!("{}\n    {wrong}", case.title())));
            }
        }
    }
    assert!(wrong.is_empty(), "{} in {count} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn forms_and_what_is_told_are_the_same() {
    let mut wrong = Vec::new();
    for (rust, text) in texts() {
        let (a, b) = (rust.about(), text.about());
        let same = |what: &str, one: String, other: String, wrong: &mut Vec<String>| {
            let differ = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            let differ = differ.or((one != other).then_some(("more", "or less")));
            wrong.extend(
                differ.map(|(one, other)| format!("{} {what}:\n    Rust {one}\n    text {other}", a.id)),
            );
        };
        // A tool is no attack, and stays Rust.
        let of_tool = |modes: &[&str]| modes == ["targeting"];
        let modes: Vec<_> = a.modes.iter().filter(|mode| mode.id != "targeting").collect();
        let outcomes: Vec<_> = a.outcomes.iter().filter(|outcome| !of_tool(outcome.modes)).collect();
        let endings = |outcomes: Vec<&tohit_resolver::Outcome>| {
            let told = |one: &tohit_resolver::Outcome| {
                let modes = a.modes.iter().filter(|mode| mode.id != "targeting" && one.can_end(mode.id));
                let modes = modes.map(|mode| mode.id).collect::<Vec<_>>();
                format!("{} {:?} {:?} {} {modes:?}\n", one.id, one.label, one.kind, one.hits)
            };
            // A text groups its endings by what they count for.
            outcomes.into_iter().map(told).collect::<BTreeSet<_>>().into_iter().collect::<String>()
        };
        same("name", a.name.to_owned(), b.name.to_owned(), &mut wrong);
        same("document", a.document.to_owned(), b.document.to_owned(), &mut wrong);
        same("example", a.example.to_owned(), b.example.to_owned(), &mut wrong);
        same("differences", a.differences.join("\n"), b.differences.join("\n"), &mut wrong);
        same("left out", a.left_out.join("\n"), b.left_out.join("\n"), &mut wrong);
        same("modes", format!("{modes:#?}"), format!("{:#?}", b.modes), &mut wrong);
        same("endings", endings(outcomes), endings(b.outcomes.iter().collect()), &mut wrong);
        for mode in modes {
            let fields = |ruleset: &Ruleset| {
                let mut lines = Vec::new();
                described(ruleset.form(mode.id), "", mode.id, &mut lines);
                // A set of words has no least size; what is empty, the text refuses.
                lines.join("\n").replace("list of 1 to 4 distinct", "list of up to 4 distinct")
            };
            same(mode.id, fields(rust), fields(&text), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_way_to_an_ending_multiplies_out() {
    let mut wrong = Vec::new();
    for (_, text) in texts() {
        let text: &'static Ruleset = Box::leak(Box::new(text));
        let of_tool = |mode: Option<&Json>| mode == Some(&Json::from("targeting"));
        let cases =
            FILES.iter().filter(|(id, _)| *id == text.about().id).flat_map(|(_, cases)| of_file(text, cases));
        for case in cases.filter(|case| !of_tool(case.scenario.get("mode")) && case.wrong_path().is_none()) {
            let answer = text.resolve(&case.scenario, text.presets());
            let (Ok(answer), Ok(told)) = (answer, text.explain(&case.scenario, text.presets())) else {
                wrong.push(format!("{}: not explained", case.title()));
                continue;
            };
            let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
            for explained in &told.outcomes {
                let product = |chain: &Chain<f64>| chain.links.iter().map(|link| link.given).product::<f64>();
                let sum: f64 = explained.chains.iter().map(product).sum();
                let answered = answer.outcome(explained.outcome).copied().unwrap_or_default();
                if !near(sum, explained.chance) || !near(explained.chance, answered) {
                    wrong.push(format!(
                        "{}: {} is {answered}, told as {sum}",
                        case.title(),
                        explained.outcome
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every field of a form in a line, with all that is told of it.
fn described(spec: &SheetSpec, path: &str, mode: &str, lines: &mut Vec<String>) {
    fn inside(shape: Shape) -> Option<&'static SheetSpec> {
        match shape.inner() {
            Shape::Sheet(spec) => Some(spec),
            Shape::List { of, .. } => inside(*of),
            _ => None,
        }
    }
    fn labels(shape: Shape) -> Vec<String> {
        match shape.inner() {
            Shape::Choice(variants) => variants.iter().map(|variant| variant.label()).collect(),
            Shape::List { of, .. } => labels(*of),
            _ => Vec::new(),
        }
    }
    /// All ways in which a condition holds: one that names several values is as many that name one.
    fn ways(when: &When) -> Vec<String> {
        let own = when.values.iter().map(|value| format!("{} {value} {}", when.path, when.holds));
        own.chain(when.or.map(ways).unwrap_or_default()).collect()
    }
    for field in spec.fields.iter().filter(|field| field.name != "targeting") {
        let path = format!("{path}.{}", field.name);
        let about = field.about;
        let (shape, inner) = (field.shape.allowed(), inside(field.shape));
        let conditions: Vec<String> =
            about.when.iter().map(|one| format!("{:?} {:?}", ways(one), one.why)).collect();
        lines.push(format!(
            "{path}: {shape} {} {:?} {:?} {:?} {:?} {} {:?} {conditions:?} {:?}",
            (field.default)(),
            about.label,
            about.help,
            about.unit,
            about.group,
            about.used_in(mode),
            inner.map(|spec| spec.presets),
            labels(field.shape)
        ));
        if let Some(spec) = inner {
            described(spec, &path, mode, lines);
        }
    }
}

/// For more than these: `cargo test --release --test texts -- --nocapture`, with SEED, COUNT, EXACT (one in so many) and RULESET from the environment.
/// What is too large for the text's engine only is told, and is no difference.
#[test]
fn random_scenarios_are_answered_alike() {
    let number =
        |name: &str, other: u64| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    let (seed, count, exact) = (number("SEED", 1), number("COUNT", 500), number("EXACT", 50));
    let texts = texts();
    let mut failed = 0;
    for (rust, text) in &texts {
        let mut dice = Pcg::new(seed);
        let (mut answered, mut different, mut too_large) = (0, 0, 0);
        let mut times = Times::default();
        for place in 0..count / texts.len().max(1) as u64 {
            let document = random_document(&mut dice, *rust);
            let (wrong, legal) = difference(*rust, text, &document, place % exact == 0, &mut times);
            answered += u64::from(legal);
            if wrong
                .iter()
                .all(|wrong| wrong.starts_with("refused by the text only: ") && wrong.contains("too large"))
            {
                too_large += u64::from(!wrong.is_empty());
            } else {
                different += 1;
                if different <= 5 {
                    eprintln!("{}\n    {}", to_link(*rust, &document), wrong.join("\n    "));
                }
            }
        }
        let Times { rust: [all, most], text: [text_all, text_most] } = times;
        eprintln!(
            "{}: seed {seed}, {answered} answered, {different} different, {too_large} too large for the text; in floats {all:?}, at most {most:?}; the text {text_all:?}, at most {text_most:?}",
            rust.about().id
        );
        failed += different;
    }
    assert_eq!(failed, 0);
}

/// How long answers in floats take, all together and at most.
#[derive(Default)]
struct Times {
    rust: [Duration; 2],
    text: [Duration; 2],
}

fn timed<T>([all, most]: &mut [Duration; 2], run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = run();
    *all += start.elapsed();
    *most = (*most).max(start.elapsed());
    done
}

/// Floats to 1e-12; everything else as it stands.
fn near(one: &Json, other: &Json) -> bool {
    let float = |json: &Json| if let Json::Number(text) = json { text.parse::<f64>().ok() } else { None };
    match (float(one), float(other)) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-12 * one.abs().max(1.0),
        _ => text_of(one) == text_of(other),
    }
}

/// The sections without those of tools.
fn of_attack(document: Json) -> Json {
    match document {
        Json::Object(entries) => entries.into_iter().filter(|(name, _)| name != "targeting").collect(),
        other => other,
    }
}

/// A document of a random mode, its sheets perhaps filled with presets.
fn random_document(dice: &mut Pcg, ruleset: &Ruleset) -> Json {
    let modes: Vec<_> = ruleset.about().modes.iter().filter(|mode| mode.id != "targeting").collect();
    let mode = modes[usize::try_from(dice.below(modes.len() as u64)).unwrap()];
    let form = ruleset.form(mode.id);
    let Json::Object(mut entries) = of_attack(random_mark_free(random_sheet(dice, form, 0))) else {
        unreachable!()
    };
    for (name, sheet) in &mut entries {
        let Some(Shape::Sheet(spec)) = form.field(name).map(|field| field.shape) else {
            continue;
        };
        let (Some(kind), Json::Object(fields)) = (spec.presets, sheet) else { continue };
        let presets: Vec<String> = ruleset.presets().of(kind).map(|preset| preset.id()).collect();
        if dice.below(2) == 0 && !presets.is_empty() {
            let preset = &presets[usize::try_from(dice.below(presets.len() as u64)).unwrap()];
            fields.retain(|_| dice.below(4) == 0);
            fields.push(("preset".to_owned(), preset.as_str().into()));
        }
    }
    entries.push(("mode".into(), mode.id.into()));
    Json::Object(entries)
}

/// In what two rulesets differ over a document, and whether they answer it.
fn difference(
    rust: &Ruleset,
    text: &Ruleset,
    document: &Json,
    exactly: bool,
    times: &mut Times,
) -> (Vec<String>, bool) {
    let mut wrong = Vec::new();
    let (a, b) = (rust.complete(document, rust.presets()), text.complete(document, text.presets()));
    let (a, b) = (of_attack(a.0), of_attack(b.0));
    if a != b {
        wrong.push(format!("complete: {a} and {b}"));
    }
    let answers = (
        timed(&mut times.rust, || rust.resolve(document, rust.presets())),
        timed(&mut times.text, || text.resolve(document, text.presets())),
    );
    let legal = answers.0.is_ok();
    both(answers.0.map(|one| one.json()), answers.1.map(|one| one.json()), &near, &mut wrong);
    if exactly {
        let answers =
            (rust.resolve_exact(document, rust.presets()), text.resolve_exact(document, text.presets()));
        both(answers.0.map(|one| one.json()), answers.1.map(|one| one.json()), &same_fraction, &mut wrong);
    }
    wrong.truncate(4);
    (wrong, legal)
}

fn both(
    rust: Result<Json, Vec<Problem>>,
    text: Result<Json, Vec<Problem>>,
    same: &impl Fn(&Json, &Json) -> bool,
    wrong: &mut Vec<String>,
) {
    let paths =
        |problems: &[Problem]| problems.iter().map(|problem| problem.path.clone()).collect::<BTreeSet<_>>();
    let told = |problems: &[Problem]| problems.iter().map(|one| format!("{one}; ")).collect::<String>();
    match (rust, text) {
        (Ok(rust), Ok(text)) => {
            compare("", &rust, Some(&text), same, wrong);
            // A turn of one strike may be told or not.
            let one_strike = text.get("turn_damage") == text.get("damage");
            let known = |name: &str| rust.get(name).is_some() || (name == "turn_damage" && one_strike);
            if let Json::Object(entries) = &text {
                wrong.extend(
                    entries.iter().filter(|(name, _)| !known(name)).map(|(name, _)| format!("new: {name}")),
                );
            }
        }
        (Err(rust), Err(text)) if paths(&rust) == paths(&text) => {}
        (Err(rust), Err(text)) => wrong.push(format!("refused for {}and for {}", told(&rust), told(&text))),
        (Err(rust), Ok(_)) => wrong.push(format!("refused by Rust only: {}", told(&rust))),
        (Ok(_), Err(text)) => wrong.push(format!("refused by the text only: {}", told(&text))),
    }
}
