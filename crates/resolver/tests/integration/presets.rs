//! Every preset of every ruleset validates and resolves, in every mode that it can be used in.
use std::collections::BTreeSet;
use tohit_resolver::sheet::{Shape, SheetSpec};
use tohit_resolver::{AboutMode, Json, RULESETS, Ruleset, from_link, rules_of, under_rules};

/// Where in a form sheets with presets stand: their path and what fills them.
fn places(form: &'static SheetSpec) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for field in form.fields {
        let Shape::Sheet(spec) = field.shape.inner() else { continue };
        found.extend(spec.presets.map(|target| (field.name.to_owned(), target)));
        found.extend(
            places(spec).into_iter().map(|(path, target)| (format!("{}.{path}", field.name), target)),
        );
    }
    found
}

fn with_preset(ruleset: &Ruleset, mode: &AboutMode, path: &str, id: &str) -> Json {
    let named: Json = [("preset", Json::from(id))].into_iter().collect();
    let inner = path.rsplit('.').fold(named, |inner, step| [(step, inner)].into_iter().collect());
    let Json::Object(mut entries) = inner else { unreachable!() };
    entries.push(("ruleset".into(), ruleset.about().id.into()));
    entries.push(("mode".into(), mode.id.into()));
    Json::Object(entries)
}

#[test]
fn every_preset_resolves() {
    for ruleset in RULESETS {
        let library = ruleset.presets();
        let mut unused: BTreeSet<String> = library.all().map(|preset| preset.id()).collect();
        assert!(!unused.is_empty(), "{} has no presets", ruleset.about().id);
        for mode in ruleset.about().modes {
            for (path, target) in places(ruleset.form(mode.id)) {
                for preset in
                    library.all().filter(|preset| library.find(target, &preset.id()) == Some(*preset))
                {
                    if preset.section("mode").is_some_and(|own| own != mode.id) {
                        continue;
                    }
                    let document = with_preset(ruleset, mode, &path, &preset.id());
                    let editions = rules_of(ruleset, mode.id).iter();
                    let editions = editions.map(|rules| under_rules(&document, rules.name));
                    for document in editions.chain([document.clone()]) {
                        let (_, problems) = ruleset.complete(&document);
                        assert!(problems.is_empty(), "{document}: {problems:?}");
                    }
                    let answer = ruleset.resolve::<f64>(&document).unwrap();
                    let sum: f64 = answer.outcomes.iter().map(|(_, p)| p).sum();
                    assert!(answer.outcomes.is_empty() || (sum - 1.0).abs() < 1e-12, "{document}: {sum}");
                    unused.remove(&preset.id());
                }
            }
        }
        assert!(unused.is_empty(), "{}: nothing takes {unused:?}", ruleset.about().id);
    }
}

#[test]
fn names_are_used_once() {
    for ruleset in RULESETS {
        let mut seen = BTreeSet::new();
        for preset in ruleset.presets().all() {
            for (target, _) in preset.sections().filter(|(name, _)| !matches!(*name, "note" | "mode")) {
                assert!(
                    seen.insert((target.to_owned(), preset.id())),
                    "{}: {target} {}",
                    ruleset.about().id,
                    preset.id()
                );
            }
        }
    }
}

#[test]
fn a_preset_changes_with_the_edition() {
    let hp = |rules: &str| {
        let link = format!("nethack/melee?defender.preset=iron-golem{rules}");
        let (nethack, document) = from_link(&link).unwrap();
        nethack.complete(&document).0.at("defender.hp").map(ToString::to_string)
    };
    let is = |hp: &str| Some(hp.to_owned());
    assert_eq!(hp(""), is("80"));
    assert_eq!(hp("&situation.rules=3.7"), is("80"));
    assert_eq!(hp("&situation.rules=5.0"), is("120"));
    assert_eq!(hp("&situation.rules=v5-0"), is("120"));
    assert_eq!(hp("&situation.rules=v5-0&defender.hp=7"), is("7"));
}
