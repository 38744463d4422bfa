//! Fights of two fighters: what was entered about each stays in every mode, link and duel.
use crate::common::random::Scenarios;
use tohit_resolver::fight::Fight;
use tohit_resolver::{First, Fraction, RULESETS, Ruleset, from_link, to_link};

/// Random fights of each ruleset.
const FIGHTS: usize = 1000;

/// The links of a fight in every mode, and of its reply.
fn all_links(fight: &Fight) -> Vec<String> {
    let rules = fight.rules();
    let modes = rules.about().modes.iter().map(|mode| fight.in_mode(mode.id));
    let scenarios = modes.map(|fight| to_link(rules, &fight.scenario()));
    scenarios.chain(fight.reply().ok().map(|reply| to_link(rules, &reply))).collect()
}

/// A fight that several scenarios were entered in, one after the other.
fn fight(scenarios: &mut Scenarios, entered: usize) -> Fight {
    let rules = scenarios.ruleset;
    let first = Fight::of(rules, &scenarios.next());
    (1..entered).fold(first, |fight, _| fight.with(&scenarios.next()))
}

each_ruleset!(a_look_at_another_mode_changes_nothing);

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

each_ruleset!(a_fight_is_read_from_its_link);

fn a_fight_is_read_from_its_link(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 2);
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 3);
        let link = fight.to_link();
        let read = Fight::from_link(&link).unwrap();
        assert_eq!(all_links(&read), all_links(&fight), "{link}");
        assert_eq!(read.to_link(), link);
    }
}

each_ruleset!(fighters_are_exchanged_twice);

fn fighters_are_exchanged_twice(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 3);
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 2);
        let swapped = fight.swapped();
        assert!(swapped.swapped() == fight, "{}", fight.to_link());
        assert_eq!(
            swapped != fight,
            fight.can_swap() && swapped.to_link() != fight.to_link(),
            "{}",
            fight.to_link()
        );
    }
}

each_ruleset!(a_duel_has_one_answer_from_both_ends);

fn a_duel_has_one_answer_from_both_ends(rules: &'static Ruleset) {
    let mut scenarios = Scenarios::new(rules, 4);
    let mut compared = 0;
    for number in 0..FIGHTS {
        let fight = fight(&mut scenarios, 1 + number % 2);
        let (Some(mode), Ok([mine, back])) = (fight.reply_mode(), fight.duel()) else { continue };
        let there =
            if fight.can_swap() { fight.swapped() } else { fight.in_mode(mode).answered_in(fight.mode()) };
        let [theirs, ours] = there.duel().unwrap();
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

each_ruleset!(a_preset_fills_all_sheets_of_its_fighter);

fn a_preset_fills_all_sheets_of_its_fighter(rules: &'static Ruleset) {
    for mode in rules.about().modes {
        let empty = Fight::of(rules, &from_link(&format!("{}/{}", rules.id(), mode.id)).unwrap().1);
        let Some(back) = empty.reply_mode().filter(|back| *back != mode.id) else { continue };
        let there = empty.in_mode(back);
        for preset in rules.presets().all() {
            let targets = |fight: &Fight, side: &str| {
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
            let struck = fight.in_mode(back).scenario();
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
