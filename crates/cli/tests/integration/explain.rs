//! Explanations through the program: the same outcomes as the answer, in text and for programs.
use crate::common::{json, tohit};
use tohit_resolver::{Json, RULESETS};

#[test]
fn every_outcome_of_the_examples_is_explained() {
    for ruleset in RULESETS {
        let link = ruleset.about().example;
        for exact in [&[][..], &["--exact"]] {
            let of = |command: &str, more: &[&str]| {
                tohit(&[&[command, "--link", link], exact, more].concat(), "").good()
            };
            let (answer, explanation) = (json(&of("resolve", &[])), json(&of("explain", &["--json"])));
            let text = of("explain", &[]);
            let Some(Json::Object(outcomes)) = answer.get("outcomes") else { panic!("{link}") };
            for (id, chance) in
                outcomes.iter().filter(|(_, chance)| !["0", "\"0\""].contains(&chance.to_string().as_str()))
            {
                let explained = explanation.get("outcomes").and_then(|all| all.get(id)).unwrap();
                if !exact.is_empty() {
                    assert_eq!(explained.get("chance"), Some(chance), "{link}: {id}");
                }
                let outcome = ruleset.about().outcomes.iter().find(|outcome| outcome.id == id).unwrap();
                assert!(text.contains(&format!("{}: ", outcome.label)), "{link}: {id} in\n{text}");
            }
            assert!(
                text.contains(ruleset.about().document)
                    && text.lines().all(|line| line.chars().count() <= 80)
            );
        }
    }
}

#[test]
fn too_large_input_is_refused_in_a_sentence() {
    let link = "dominions/sequence?attacker.weapon.attacks=10&defender.hp=2000&defender.luck=true&defender.images=40&situation.attackers=50";
    let ran = tohit(&["explain", "--link", link], "");
    assert_eq!(ran.refused(), [""]);
    assert!(ran.err.contains("too large"), "{}", ran.err);
}
