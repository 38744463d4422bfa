//! Fights of two fighters: what was entered about each stays in every mode, link and duel.
use crate::common::random::Scenarios;
use tohit_resolver::document::lacks;
use tohit_resolver::fight::Fight;
use tohit_resolver::{First, Fraction, Json, RULESETS, Ruleset, from_link, to_link};

/// Random fights of each ruleset.
const FIGHTS: usize = 1000;

each_ruleset!(fights_of_two);

fn fights_of_two(rules: &'static Ruleset) {
    a_look_at_another_mode_changes_nothing(rules);
    a_fight_is_read_from_its_link(rules);
    fighters_are_exchanged_twice(rules);
    a_duel_has_one_answer_from_both_ends(rules);
    a_preset_fills_all_sheets_of_its_fighter(rules);
    a_fighter_of_another_fight_takes_one_place(rules);
}

#[test]
fn a_weapon_s_preset_is_no_error_in_a_mode_that_does_not_choose_weapons() {
    let fight = Fight::from_link("nethack/melee?attacker.weapon.preset=excalibur&defender.hp=9").unwrap();
    let thrown = fight.in_mode("thrown");
    let (_, problems) = fight.rules().complete(&thrown.scenario());
    assert_eq!(problems, []);
    let back = thrown.in_mode("melee").scenario();
    assert_eq!(back.at("attacker.weapon.preset"), Some(&"excalibur".into()));
}

/// The complete scenarios of a fight in every mode, and of its reply.
fn scenarios_of(fight: &Fight<'_>) -> Vec<Json> {
    let modes = fight.rules().about().modes.iter().map(|mode| fight.in_mode(mode.id).scenario());
    modes.chain(fight.reply().ok()).map(|scenario| fight.rules().complete(&scenario).0).collect()
}

/// A fight that several scenarios were entered in, one after the other.
fn fight(scenarios: &mut Scenarios, entered: usize) -> Fight<'static> {
    let rules = scenarios.ruleset;
    let first = Fight::of(rules, &scenarios.next());
    (1..entered).fold(first, |fight, _| fight.with(&scenarios.next()))
}

fn a_look_at_another_mode_changes_nothing(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 1);
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 3);
        for mode in rules.about().modes {
            let back = fight.in_mode(mode.id).in_mode(fight.mode());
            assert!(back == fight, "{} by way of {}", fight.to_link(), mode.id);
        }
    }
}

fn a_fight_is_read_from_its_link(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 2);
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 3);
        let link = fight.to_link();
        let read = Fight::from_link(&link).unwrap();
        assert_eq!(scenarios_of(&read), scenarios_of(&fight), "{link}");
        let again = Fight::from_link(&read.to_link()).unwrap();
        assert_eq!(scenarios_of(&again), scenarios_of(&fight), "{link}");
    }
}

/// The fighter of a label comes whole, and the other one stays.
fn a_fighter_of_another_fight_takes_one_place(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 7);
    for number in 0..FIGHTS {
        let [mine, other] = [1, 1 + number % 3].map(|entered| fight(&mut scenarios, entered));
        for label in mine.labels() {
            let mixed = mine.with_fighter(label, &other);
            for mode in rules.about().modes {
                let [mine, other, mixed] = [&mine, &other, &mixed].map(|fight| fight.in_mode(mode.id));
                for (name, side) in ["attacker", "defender"].into_iter().zip(mine.labels()) {
                    let of = if side == label { &other } else { &mine };
                    assert_eq!(mixed.scenario().get(name), of.scenario().get(name), "{} {label}", mode.id);
                }
            }
        }
    }
}

fn fighters_are_exchanged_twice(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 3);
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 2);
        let swapped = fight.swapped();
        assert!(swapped.swapped() == fight, "{}", fight.to_link());
    }
}

fn a_duel_has_one_answer_from_both_ends(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 4);
    let mut compared = 0;
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 2);
        let (Some(mode), Ok([mine, back])) = (fight.reply_mode(), fight.duel()) else { continue };
        let there =
            if fight.can_swap() { fight.swapped() } else { fight.in_mode(mode).answered_in(fight.mode()) };
        // The first strike itself may lack its thing.
        let Ok([theirs, ours]) = there.duel() else {
            assert!(lacks(rules, &mine).is_some(), "{}", fight.to_link());
            continue;
        };
        let links = |one, other| [to_link(rules, one), to_link(rules, other)];
        assert_eq!(links(&mine, &back), links(&ours, &theirs), "{}", fight.to_link());
        if compared < 3
            && let Ok(duel) = rules.duel::<Fraction>([&mine, &back], First::Attacker)
        {
            let other = rules.duel::<Fraction>([&theirs, &ours], First::Defender).unwrap();
            let [duel, other] = [duel.answer(), other.answer()];
            assert_eq!(duel.outcome("win"), other.outcome("lose"));
            compared += 1;
        }
    }
}

fn a_preset_fills_all_sheets_of_its_fighter(rules: &'static Ruleset) {
    for mode in rules.about().modes {
        let empty = Fight::of(rules, &from_link(&format!("{}/{}", rules.id(), mode.id)).unwrap().1);
        let Some(back) = empty.reply_mode().filter(|back| *back != mode.id) else { continue };
        let there = empty.in_mode(back);
        for preset in rules.presets().all() {
            let targets = |fight: &Fight<'_>, side: &str| {
                let field = rules.form(fight.mode()).field(side).unwrap();
                tohit_resolver::document::sheet_of(field.shape).unwrap().presets
            };
            let (strikes, struck) = (targets(&empty, "attacker"), targets(&there, "defender"));
            let fills = |target: Option<&str>| target.is_some_and(|target| preset.section(target).is_some());
            if !fills(strikes) || !fills(struck) || !preset.fits(mode.id) || !preset.fits(back) {
                continue;
            }
            let mut document = empty.scenario();
            *document.member_mut("attacker").member_mut("preset") = preset.id().as_str().into();
            let fight = empty.with(&document);
            let turned = if fight.can_swap() { fight.swapped() } else { fight.in_mode(back) };
            let struck = turned.scenario();
            assert_eq!(struck.at("defender.preset"), Some(&preset.id().as_str().into()), "{}", preset.name);
        }
    }
}

#[test]
fn links_of_scenarios_keep_their_meaning() {
    let kept =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/old-links.txt")).unwrap();
    let mut checked = 0;
    for line in kept.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let link = line.split('\t').next().unwrap();
        let Ok((rules, document)) = from_link(link) else { continue };
        let fight = Fight::of(rules, &document);
        assert_eq!(to_link(rules, &fight.scenario()), to_link(rules, &document), "{link}");
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn examples_have_links_as_short_as_their_scenarios() {
    for rules in RULESETS {
        for (_, link) in rules.about().fights {
            let fight = Fight::from_link(link).unwrap();
            assert_eq!(fight.to_link(), to_link(rules, &fight.scenario()), "{link}");
        }
    }
}
