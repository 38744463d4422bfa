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

/// Fields of a creature that was chosen by name in one mode hold in the others.
#[test]
fn a_creature_of_the_presets_stays_in_other_modes() {
    for (link, mode, fields) in [
        (
            "dcss/melee?attacker.preset=minotaur-fighter-level-1",
            "ranged",
            "preset=minotaur-fighter-level-1 strength=20 dex=9 fighting=3 shields=3 shield=buckler",
        ),
        (
            "dcss/ranged?attacker.preset=archer-with-a-longbow-level-15",
            "melee",
            "preset=archer-with-a-longbow-level-15 strength=16 dex=26 skill=20 slaying=4",
        ),
        (
            "dcss/monster?attacker.preset=orc-warrior",
            "monster-ranged",
            "preset=orc-warrior hd=4 skilled=true",
        ),
        (
            "nethack/melee?attacker.preset=new-valkyrie",
            "polearm",
            "preset=new-valkyrie role=valkyrie strength=18/30",
        ),
        ("nethack/melee?attacker.preset=new-valkyrie", "thrown", "preset=new-valkyrie dexterity=12"),
        (
            "nethack/polearm?attacker.preset=knight-on-a-steed-lance",
            "melee",
            "role=knight level=8 riding=skilled",
        ),
        (
            "shattered/monster?attacker.preset=gnoll-scout",
            "bolt",
            "preset=gnoll-scout accuracy=10 low=1 high=6",
        ),
        ("crawl/monster-melee?attacker.preset=jackal", "monster-ranged", "preset=jackal hd=1 speed=14"),
    ] {
        let fight = Fight::from_link(link).unwrap().in_mode(mode);
        let (whole, problems) = fight.rules().complete(&fight.scenario());
        assert_eq!(problems, [], "{link}");
        for (name, value) in fields.split(' ').filter_map(|pair| pair.split_once('=')) {
            let there = if name == "preset" { fight.scenario() } else { whole.clone() };
            let there = there.at(&format!("attacker.{name}")).map(Json::plain);
            assert_eq!(there.as_deref(), Some(value), "{link} in {mode}: {name}");
        }
    }
}

/// Creatures of all games fit each mode in which they act: where a preset does not, the sheets share no field.
#[test]
fn creatures_fit_every_mode_with_fields_of_theirs() {
    use tohit_resolver::document::{is_carried, sheet_of};
    let mut fitting = 0;
    for rules in RULESETS {
        let library = rules.presets();
        let labels = |mode: &str| Fight::of(rules, &Json::object([("mode", mode.into())])).labels();
        for (one, other) in rules
            .about()
            .modes
            .iter()
            .flat_map(|one| rules.about().modes.iter().map(move |other| (one, other)))
        {
            for (side, label) in ["attacker", "defender"].into_iter().zip(labels(one.id)) {
                let spec = |mode: &str| sheet_of(rules.form(mode).field(side).unwrap().shape).unwrap();
                let (here, there) = (spec(one.id), spec(other.id));
                let (Some(target), Some(wanted)) = (here.presets, there.presets) else { continue };
                let is_same =
                    ["attacker", "defender"].into_iter().zip(labels(other.id)).any(|it| it == (side, label));
                for preset in library.of(target).filter(|_| is_same && target != wanted) {
                    if library.find(wanted, &preset.id()).is_some() {
                        fitting += 1;
                        continue;
                    }
                    let Some(Json::Object(fields)) = preset.document(target, here) else { unreachable!() };
                    let is_shared =
                        |name: &str| there.field(name).is_some_and(|field| sheet_of(field.shape).is_none());
                    let lost: Vec<_> =
                        fields.iter().map(|(name, _)| name).filter(|name| is_shared(name)).collect();
                    let is_item = is_carried(rules, one.id, preset.group);
                    assert!(
                        is_item || lost.is_empty(),
                        "{}/{}: {} loses {lost:?}",
                        rules.id(),
                        other.id,
                        preset.name
                    );
                }
            }
        }
    }
    assert!(fitting > 500, "{fitting}");
}

/// A hero of NetHack has armour and hit points where a monster strikes it, also in a duel.
#[test]
fn a_hero_of_nethack_is_struck_as_it_is() {
    let link = "nethack/melee?attacker.preset=new-valkyrie&defender.preset=soldier-ant";
    let fight = Fight::from_link(link).unwrap();
    let reply = fight.reply().unwrap();
    let (whole, problems) = fight.rules().complete(&reply);
    assert_eq!(problems, []);
    assert_eq!((whole.at("defender.ac"), whole.at("defender.hp")), (Some(&6.into()), Some(&16.into())));
    let duel = fight.rules().duel::<f64>([&fight.scenario(), &reply], First::Attacker).unwrap();
    assert!(duel.answer().outcome("win").is_some());
}

/// Another creature that is chosen in one mode takes the place of the one before in all.
#[test]
fn a_creature_takes_the_place_of_another_in_all_modes() {
    let fight = Fight::from_link("dcss/melee?attacker.preset=minotaur-fighter-level-27").unwrap();
    let mut document = fight.in_mode("ranged").scenario();
    let form = fight.rules().form("ranged").field("attacker").unwrap();
    let spec = tohit_resolver::document::sheet_of(form.shape).unwrap();
    tohit_resolver::document::add_preset(
        &mut document,
        &Json::Null,
        (fight.rules(), "ranged"),
        ("attacker", spec),
        "hunter-with-a-shortbow-level-1",
    );
    let then = fight.in_mode("ranged").with(&document).in_mode("melee");
    let whole = fight.rules().complete(&then.scenario()).0;
    assert_eq!(then.scenario().at("attacker.preset"), Some(&"hunter-with-a-shortbow-level-1".into()));
    assert_eq!(
        (whole.at("attacker.strength"), whole.at("attacker.slaying")),
        (Some(&11.into()), Some(&0.into()))
    );
}

/// A link from before presets held in several modes: its own scenario keeps the preset.
#[test]
fn another_mode_of_an_old_link_takes_no_preset_away() {
    let link = "dcss/melee?attacker.preset=minotaur-fighter-level-1&also=dcss/ranged?attacker.missile.preset%3Djavelin";
    let fight = Fight::from_link(link).unwrap();
    assert_eq!(fight.scenario().at("attacker.preset"), Some(&"minotaur-fighter-level-1".into()));
    let shot = fight.in_mode("ranged").scenario();
    assert_eq!(shot.at("attacker.missile.preset"), Some(&"javelin".into()));
}

/// A link that says nothing of the reply leaves the usual weapon to the struck fighter; a duel's link does not.
#[test]
fn the_usual_weapon_strikes_back_unless_the_link_is_a_duel() {
    let link = "dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior";
    let plain = Fight::from_link(link).unwrap();
    let weapon = |fight: &Fight<'_>| fight.reply().unwrap().at("attacker.wielded.preset").map(Json::plain);
    let [armed, bare] = [false, true].map(|is_duel| plain.opened("", is_duel));
    assert_eq!((weapon(&armed).as_deref(), weapon(&bare)), (Some("long-sword"), None));
    assert_eq!([armed.pairs(false), bare.pairs(true)], ["", ""]);
    for (fight, is_duel) in [(&armed, true), (&bare, false)] {
        let pairs = fight.pairs(is_duel);
        assert!(pairs.starts_with("against="), "{pairs}");
        assert_eq!(weapon(&plain.opened(&pairs, is_duel)), weapon(fight));
    }
    let chosen = plain.with_usual_things("defender", &[]);
    assert_eq!(chosen.reply(), armed.reply());
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
        for is_duel in [false, true] {
            let pairs = fight.pairs(is_duel);
            let read = Fight::of(rules, &fight.scenario()).opened(&pairs, is_duel);
            assert_eq!(scenarios_of(&read), scenarios_of(&fight), "{pairs}");
            let again = Fight::of(rules, &read.scenario()).opened(&read.pairs(is_duel), is_duel);
            assert_eq!(scenarios_of(&again), scenarios_of(&fight), "{pairs}");
        }
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
