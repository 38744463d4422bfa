//! Summaries of fights, against the fights themselves.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::*;
use std::collections::BTreeMap;
use tohit_resolver::document::sheet_of;
use tohit_resolver::{RULESETS, from_link};

#[test]
fn a_fight_that_may_never_end_says_how_often_it_does() {
    let bow = "angband/fired?attacker.launcher.preset=long-bow&attacker.ammo.preset=arrow";
    let fought = |more: &str| {
        let (rules, document) = from_link(&format!("{bow}{more}")).unwrap();
        FightSummary::of(&rules.fight(&document).unwrap())
    };
    let enough = fought("&defender.hp=30");
    assert!(enough.kills().is_none() && enough.average().parse::<f64>().is_ok(), "{enough:?}");
    let few = fought("&defender.hp=30&attacker.missiles=5");
    let never = few.never.unwrap();
    assert_eq!(few.average(), format!("{} never", format::percent(never)));
    assert_eq!(few.kills().unwrap(), format!("{} of all fights", format::percent(1.0 - never)));
    // An arrow cannot deal that much.
    let none = fought("&attacker.missiles=1&defender.hp=3000");
    assert!(none.kills().is_none() && none.average() == "never", "{none:?}");
}

/// Chances of each of the first turns are known also where a bar holds several turns.
#[test]
fn the_first_turns_of_a_long_fight_are_counted_one_by_one() {
    let (rules, document) =
        from_link("dcss/melee?defender.ev=30&defender.hp=300&situation.rules=v0-35").unwrap();
    let (_, fight) = rules.resolve_and_fight::<f64>(&document).unwrap();
    let fight = fight.unwrap();
    let summary = FightSummary::of(&fight);
    assert!(summary.turns.step > 1, "{:?}", summary.turns.step);
    let mut sum = 0.0;
    for (turn, p) in fight.turns.entries.iter().filter(|(turn, _)| *turn <= 200) {
        sum += p;
        assert!((summary.within(*turn).unwrap() - sum).abs() < 1e-9, "{turn}");
    }
    assert_eq!(summary.within(0), Some(0.0));
}

/// Turns that are longer than usual ones: the first begins at once, each other one a length later.
#[test]
fn turns_of_another_length_are_counted_in_usual_ones() {
    let fight = FightSummary { mean: Some(4.0), time: Some(5.5), ..FightSummary::default() };
    assert_eq!([1, 3, 4].map(|turns| fight.in_normal_turns(turns)), [Some(1.0), Some(4.0), Some(5.5)]);
    let sure = FightSummary { mean: Some(1.0), time: Some(1.0), ..FightSummary::default() };
    assert_eq!(sure.in_normal_turns(3), Some(1.0));
    assert_eq!(FightSummary { mean: Some(4.0), ..FightSummary::default() }.in_normal_turns(3), None);
}

/// In a turn of several strikes of which all but the answered one do no damage, turn and strike deal the
/// same: the length of the fight is in turns all the same.
#[test]
fn strikes_to_kill_are_strikes() {
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    for rules in RULESETS {
        for mode in rules.about().modes {
            let Some(sheet) = rules.form(mode.id).field("attacker") else { continue };
            let Some(kind) = sheet_of(sheet.shape).and_then(|spec| spec.presets) else { continue };
            let presets = rules.presets().of(kind).filter(|preset| preset.fits(mode.id));
            for preset in presets {
                let link =
                    format!("{}/{}?attacker.preset={}&defender.hp=20", rules.id(), mode.id, preset.id());
                let Ok((_, document)) = from_link(&link) else { continue };
                let Ok((answer, Some(fight))) = rules.resolve_and_fight::<f64>(&document) else { continue };
                let Some(means) = fight.means.as_ref() else { continue };
                let summary =
                    Summary { fight: Some(FightSummary::of(&fight)), ..Summary::of(rules, &answer) };
                let mean = summary.fight.as_ref().unwrap().mean.unwrap();
                let expected = if summary.beat() == "strike" { means.strikes } else { means.turns };
                assert!((mean - expected).abs() < 1e-9, "{link}: {mean} {}s, not {expected}", summary.beat());
                // A turn of several strikes has a mean of its own.
                assert!(fight.a_turn == 1 || summary.turn.is_some(), "{link}");
                if fight.a_turn > 1 && answer.damage == answer.turn_damage {
                    *alike.entry(rules.id()).or_default() += 1;
                }
            }
        }
    }
    assert!(alike.len() > 2 && alike.values().sum::<usize>() > 10, "{alike:?}");
}
