//! Thrown against exact: what a rule's dice do over many throws is what its odds say.
use crate::common::chi_square::{by_damage, by_outcome, chi_square, limit};
use crate::common::{Case, cases};
use tohit_resolver::{Dice, Extent, First, RULESETS, Rolled, from_link};

const THROWS: u32 = 20_000;
/// A turn may have dozens of strikes.
const TURNS: u32 = 3_000;
const SCENARIOS: usize = 6;

fn check(case: &Case) -> Result<(), String> {
    let answer = case.ruleset.resolve::<f64>(&case.scenario).map_err(|e| format!("{e:?}"))?;
    let throw = |throws: u32, turn: bool| {
        let thrown = case.ruleset.tally(&case.scenario, 20_111_005, throws, Extent::of(turn));
        thrown.map_err(|e| format!("{e:?}"))
    };
    let thrown = throw(THROWS, false)?;
    let outcomes = by_outcome(&answer.outcomes, &thrown);
    let damage = by_damage(answer.damage.as_ref().unwrap(), &thrown);
    let turn = match &answer.turn_damage {
        Some(turn) => Some(("turn", by_damage(turn, &throw(TURNS, true)?))),
        None => None,
    };
    for (what, (sum, freedom)) in [("outcomes", outcomes), ("damage", damage)].into_iter().chain(turn) {
        if sum > limit(freedom) {
            return Err(format!(
                "{what}: chi-square {sum:.1} over {freedom} degrees of freedom, limit {:.1}",
                limit(freedom)
            ));
        }
    }
    let known = |outcome: &str| answer.outcome(outcome).is_some_and(|p| *p > 0.0);
    match thrown.iter().find(|one| !known(one.outcome)) {
        Some(Rolled { outcome, .. }) => Err(format!("{outcome} was thrown, but has no chance")),
        None => Ok(()),
    }
}

#[test]
fn throws_agree_with_odds() {
    let cases = cases();
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let ours: Vec<&Case> = cases
            .iter()
            .filter(|case| {
                case.ruleset.about().id == id
                    && case.expect.get("damage").is_some_and(|d| d.get("1").is_some() || d.get("5").is_some())
            })
            .collect();
        assert!(ours.len() >= SCENARIOS, "{id} has {} scenarios", ours.len());
        for case in ours.iter().step_by(ours.len() / SCENARIOS).take(SCENARIOS) {
            if let Err(wrong) = check(case) {
                panic!("{}: {wrong}", case.title());
            }
        }
    }
}

#[test]
fn the_statistic_notices_a_loaded_die() {
    let fair: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
    let even = |_| THROWS / 6;
    let loaded = |face: i64| if face == 6 { THROWS / 6 + 1_000 } else { THROWS / 6 - 200 };
    let (sum, freedom) = chi_square(&fair, THROWS as usize, even);
    assert!(sum < limit(freedom));
    let (sum, freedom) = chi_square(&fair, THROWS as usize, loaded);
    assert!(sum > limit(freedom));
}

#[test]
fn rolls_of_one_name_are_distinguished() {
    let logs = |link: &str| {
        let (rules, document) = from_link(link).unwrap();
        let rolls = (1..9).map(|seed| rules.roll(&document, Dice { seed, ..Dice::default() }).unwrap().log);
        rolls.map(|log| log.to_string()).collect::<String>()
    };
    let skills = "attacker.skills.fighting=5&attacker.skills.weapon=6";
    for (link, lines) in [
        (
            format!("crawl/melee?attacker.weapon.preset=war-axe&{skills}"),
            &[
                "to-hit die (fighting: 1d5)",
                "to-hit die (weapon skill: 1d6)",
                "blow (potential damage: 1 in 3)",
                "blow (weapon skill: 0 to 6)",
                "blow (fighting: 0 to 5)",
            ][..],
        ),
        // What has no other of its name needs nothing more, and what is picked says so itself.
        ("powder/melee".to_owned(), &["hit roll (1d20)", "modifier (1d5)"]),
        (
            "angband/melee?attacker.weapon.dice=2".to_owned(),
            &["hit roll (one of auto-hit", "hit roll (three quarters of the armour class: "],
        ),
    ] {
        let log = logs(&link);
        for line in lines {
            assert!(log.contains(line), "{link}: no {line} in\n{log}");
        }
    }
}

#[test]
fn a_duel_of_several_attackers_tells_how_many_stand() {
    let link =
        "dominions/sequence?attacker.preset=heavy-infantry-38&defender.preset=knight&situation.attackers=3";
    let (rules, document) = from_link(link).unwrap();
    let (_, back) = from_link(
        "dominions/sequence?attacker.preset=knight&defender.preset=heavy-infantry-38&defender.hp=10",
    )
    .unwrap();
    let mut left = Vec::new();
    for seed in 0..20 {
        let dice = Dice { seed, script: None, extent: Extent::Fight };
        let rolled = rules.roll_duel([&document, &back], First::Attacker, &dice).unwrap();
        let [mine, theirs] = &rolled.duelled.as_ref().unwrap().sides;
        assert_eq!((mine.bodies.1, theirs.bodies.1), (3, 1));
        assert_eq!(mine.fell, mine.bodies.0 == 0);
        // Standing bodies are whole, but for the first.
        let standing = i64::try_from(mine.bodies.0).unwrap();
        assert!(mine.left <= 10 * standing && mine.left > 10 * (standing - 1), "{mine:?}");
        let says = rolled.duelled.as_ref().unwrap().to_string();
        assert!(!theirs.fell || says.ends_with(&format!(", {standing} of 3 stand")), "{says}");
        left.push(standing);
    }
    assert!(left.iter().any(|standing| *standing < 3), "{left:?}");
}
