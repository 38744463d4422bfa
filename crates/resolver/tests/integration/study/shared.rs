//! Each cell of a study is the answer of its own link, to the last bit, also where only a part of a fight is
//! asked.

use crate::common::dice::Pcg;
use crate::common::random::{Scenarios, random_value};
use std::fmt::Debug;
use tohit_resolver::Extent;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::study::{Measure, Probability, RandomVariable, Study};
use tohit_resolver::{Answer, Fraction, Json, RULESETS, Ruleset, to_link};

/// So many studies of each ruleset.
const STUDIES: usize = 30;
/// One of so many is asked for its fights and for fractions too.
const SLOW: usize = 10;
/// An axis is so long.
const LONG: usize = 5;

/// What needs all of a fight.
const WHOLE: [Measure; 2] =
    [Measure::Mean(RandomVariable::KillTurns), Measure::Deviation(RandomVariable::KillTurns)];
/// What needs a part of it.
const PARTS: [Measure; 5] = [
    Measure::Mean(RandomVariable::KillTurns),
    Measure::Mean(RandomVariable::KillStrikes),
    Measure::Mean(RandomVariable::KillTime),
    Measure::Within(1),
    Measure::Within(3),
];

/// The paths of the fields that one types a value into, with what they may hold; and of the presets that fill
/// a sheet.
fn fields(
    spec: &'static SheetSpec,
    mode: &str,
    path: &str,
    plain: &mut Vec<(String, Shape)>,
    presets: &mut Vec<String>,
) {
    if spec.presets.is_some() {
        presets.push(format!("{path}preset"));
    }
    for field in spec.fields.iter().filter(|field| field.about.used_in(mode)) {
        let path = format!("{path}{}", field.name);
        match field.shape.inner() {
            Shape::Sheet(inner) => fields(inner, mode, &format!("{path}."), plain, presets),
            Shape::List { .. } | Shape::Cell { .. } => {}
            _ => plain.push((path, field.shape)),
        }
    }
}

/// One or two axes, as a link writes them.
fn axes(ruleset: &Ruleset, document: &Json, dice: &mut Pcg) -> String {
    let mode = ruleset.about().mode_of(document);
    let (mut plain, mut presets) = (Vec::new(), Vec::new());
    fields(ruleset.form(mode), mode, "", &mut plain, &mut presets);
    let mut place = |many: usize| usize::try_from(dice.below(many as u64)).unwrap();
    let mut axes: Vec<String> = Vec::new();
    for _ in 0..=place(2) {
        if place(4) == 0 && !presets.is_empty() {
            axes.push(format!("{}=*", presets[place(presets.len())]));
        } else {
            let (path, shape) = &plain[place(plain.len())];
            let mut dice = Pcg::new(place(1_000_000) as u64);
            let value = |_| match random_value(&mut dice, *shape, 1) {
                Json::Text(text) => text,
                other => other.to_string(),
            };
            axes.push(format!("{path}={}", (0..LONG).map(value).collect::<Vec<_>>().join("|")));
        }
    }
    axes.join("&")
}

/// How many cells were compared, and how many of them have an answer.
fn hold<P: Probability + Debug>(
    ruleset: &Ruleset,
    study: &Study<'_>,
    extent: Extent,
    most: usize,
) -> (usize, usize) {
    // Of many presets some here and there, and the first ones again at the end.
    let step = study.cells() / most + 1;
    let cells = (0..study.cells()).step_by(step).chain(0..study.cells().min(LONG));
    let (mut all, mut answered) = (0, 0);
    for cell in cells {
        let document = study.document(cell);
        let answer_of = |measures: &[Measure]| study.answer_for::<P>(&document, extent, measures);
        let alone = match extent {
            Extent::Strike | Extent::Turn => ruleset.resolve::<P>(&document),
            _ => ruleset.fight::<P>(&document).map(|fight| fight.answer()),
        };
        assert_eq!(answer_of(&WHOLE), alone, "{}: {document}", study.to_link());
        // The answer for one measure alone gives the same number.
        for measure in PARTS.iter().filter(|measure| measure.extent() == extent) {
            let of = |answer: Result<Answer<P>, _>| answer.map(|answer| measure.of(&answer));
            assert_eq!(
                of(answer_of(core::slice::from_ref(measure))),
                of(alone.clone()),
                "{}: {document}: {measure}",
                study.to_link()
            );
        }
        all += 1;
        answered += usize::from(alone.is_ok());
    }
    (all, answered)
}

fn cells_are_alone(ruleset: &'static Ruleset) {
    let id = ruleset.id();
    let (mut scenarios, mut dice) = (Scenarios::new(ruleset, 11), Pcg::new(3));
    let (mut studies, mut cells, mut answered) = (0, 0, 0);
    while studies < STUDIES {
        let document = scenarios.next();
        if ruleset.resolve::<f64>(&document).is_err() {
            continue;
        }
        let scenario = to_link(ruleset, &document);
        let mark = if scenario.contains('?') { '&' } else { '?' };
        let link = format!("{scenario}{mark}{}", axes(ruleset, &document, &mut dice));
        let Ok(study) = Study::parse(ruleset, &link) else { continue };
        studies += 1;
        let (all, some) = hold::<f64>(ruleset, &study, Extent::Strike, 2 * LONG * LONG);
        (cells, answered) = (cells + all, answered + some);
        if studies % SLOW == 0 {
            hold::<f64>(ruleset, &study, Extent::Fight, 2 * LONG);
            hold::<Fraction>(ruleset, &study, Extent::Strike, LONG);
        }
    }
    println!("{id}: {cells} cells, {answered} answered");
    assert!(answered * 2 > cells, "{id}: only {answered} of {cells} are answered");
}

each_ruleset!(cells_are_alone);

#[test]
fn neighbours_are_answered_as_scenarios_of_their_own() {
    for ruleset in RULESETS {
        // Where a document and its game differ there are switches.
        let has_switches = ruleset.rules().contains("\nswitches ");
        for around in ["~", "switches=*"].into_iter().take(1 + usize::from(has_switches)) {
            let link = ruleset.about().example;
            let mark = if link.contains('?') { '&' } else { '?' };
            let study = super::study(&format!("{link}{mark}{around}"));
            assert!(hold::<f64>(ruleset, &study, Extent::Strike, usize::MAX).1 > 1, "{link}");
        }
    }
}
