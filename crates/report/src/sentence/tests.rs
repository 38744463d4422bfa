//! Tests of the sentences.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::*;
use crate::summary;
use tohit_resolver::{RULESETS, Ruleset, from_link};

fn game(rules: &'static Ruleset) -> Game {
    Game { rules, is_own: false }
}

/// Game of a rule text.
fn own(text: &str, id: &str) -> Game {
    let rules = tohit_resolver::text::Bundle::parse(text).ruleset(id, None).unwrap();
    Game { rules: Box::leak(Box::new(rules)), is_own: true }
}

fn said(link: &str) -> String {
    let (rules, document) = from_link(link).unwrap();
    of(&game(rules), &document, &summary::resolve(&game(rules), &document).unwrap()).replace('\u{a0}', " ")
}

#[test]
fn a_thing_that_is_taken_stands_in_place_of_the_creatures_own() {
    let text =
        said("brogue/melee?attacker.preset.0=hero-at-depth-8&attacker.preset.1=mace&defender.preset=ogre");
    assert!(text.starts_with("The hero at depth 8 with mace hits the ogre "), "{text}");
    let (rules, document) =
        from_link("brogue/melee?attacker.preset.0=hero-at-depth-8&attacker.preset.1=mace").unwrap();
    assert_eq!(held(&game(rules), &document, "attacker"), "mace");
}

#[test]
fn presets_of_one_side_alone_name_it() {
    let text = "rules 1 \"Vault\"\nendings\n  miss: miss\n  hit: hit\nsheet attacker\n  skill: 0..9 = 5\nsheet defender\n  guard: 5..25 = 12\n\
        strike\n  end miss if d20 + attacker.skill < defender.guard\n  end hit lose d8\n=== words ===\nattacker = \"Brigand\"\n  presets brigand\n\
        defender = \"Guard\"\n  presets guard\n=== presets ===\n[Brigands]\nGrenadier | brigand: skill=7\n[Guards]\nWatchman | guard: guard=10\n";
    let game = own(text, "vault");
    let sheet = |preset: &str| Json::object([("preset", preset.into())]);
    let document = Json::object([("attacker", sheet("grenadier")), ("defender", sheet("watchman"))]);
    let said = of(&game, &document, &summary::resolve(&game, &document).unwrap());
    assert!(said.starts_with("The grenadier hits the watchman"), "{said}");
}

#[test]
fn a_text_without_an_attacker_is_about_the_strike() {
    let text = "rules 1 \"Trap\"\nendings\n  miss: miss\n  hit: hit\nsheet defender\n  guard: 5..25 = 12\nstrike\n  end miss if d20 < defender.guard\n  end hit lose d8\n";
    let game = own(text, "own-trap");
    let document = Json::object([]);
    let said = of(&game, &document, &summary::resolve(&game, &document).unwrap());
    assert!(said.starts_with("The strike hits the defender"), "{said}");
}

#[test]
fn a_text_that_answers_a_turn_has_its_chance_and_its_damage() {
    let text = "rules 1 \"Sticks\"\nendings\n  miss: miss\n  hit: hit\nturn 2\nanswer turn\nstrike\n  end miss if d6 < 4\n  end hit lose 1\n";
    let game = own(text, "own-sticks");
    let document = Json::object([]);
    let summary = summary::resolve(&game, &document).unwrap();
    let said = of(&game, &document, &summary).replace('\u{a0}', " ");
    let begins = "The strike hits the defender in a turn 75.0 % of the time for 1.0 damage on average";
    assert!(said.starts_with(begins), "{said}");
    let about = game.rules.about();
    assert_eq!(about.extent(about.mode_of(&document)), tohit_resolver::Extent::Turn);
    let strike = game.rules.resolve::<f64>(&document).unwrap();
    assert_eq!(strike.outcome("hit"), Some(&0.5), "the endings stay those of a strike");
}

#[test]
fn the_sentence_names_both_and_what_decides() {
    assert_eq!(
        said("powder/melee?attacker.preset=fred&attacker.charging=true&defender.preset=troll"),
        "Fred (charging) hits the troll 78.6 % of the time for 15.5 damage a strike on average, misses counted, killing in 3.0 turns on average, charging only in the first turn; critical hit 3.9 % (POWDER, wiki page for 115)."
    );
    assert!(said("crawl/melee?defender.preset=orc-warrior").starts_with("You hit the orc warrior "));
    let other = "powder/thrown?attacker.preset=fred&defender.preset=troll&situation.rules=game";
    assert!(said(other).ends_with("(POWDER, thrown, actual game 117/118)."), "{}", said(other));
    let unrolled = said("powder/trap?attacker.preset=spiked-pit&defender.preset=troll&situation.rules=game");
    assert!(
        unrolled.ends_with("actual game 117/118; version 117/118 never rolls to hit here)."),
        "{unrolled}"
    );
}

#[test]
fn skills_with_tenths_are_decimals() {
    let text = said("dcss/melee?attacker.fighting=14.2&attacker.skill=16.5&defender.preset=orc-warrior");
    assert!(text.contains("fighting 14.2, weapon skill 16.5"), "{text}");
}

#[test]
fn dice_and_weights_are_told_as_players_write_them() {
    let text = said(
        "angband/melee?attacker.weapon.dice=3&attacker.weapon.sides=4&attacker.weapon.weight=125&defender.ac=30",
    );
    assert!(text.contains("(3d4, weight 12.5 lb)"), "{text}");
    let text = said("angband/melee?attacker.weapon.sides=6&attacker.weapon.weight=40&defender.ac=30");
    assert!(text.contains("(2d6, weight 4 lb)"), "{text}");
}

#[test]
fn of_damage_in_parts_all_is_told() {
    let fred = |parts: &str| said(&format!("powder/melee?attacker.preset=fred&{parts}"));
    let whole = fred("attacker.parts.0.dice=3&attacker.parts.1.sides=3&attacker.parts.1.element=fire");
    assert!(whole.starts_with("Fred (3d8 + 1d3 fire) hits"), "{whole}");
    assert!(fred("attacker.parts.0.dice=1").starts_with("Fred (1d8) hits"));
}

#[test]
fn what_a_fighter_brings_is_told_unless_its_name_tells_it() {
    let begins = |link: &str| said(link).split(" hits").next().unwrap().to_owned();
    assert_eq!(begins("dominions/melee?attacker.preset=knight"), "The knight with lance");
    let all = "dominions/melee?attacker.preset=knight-lance-broad-sword-hoof";
    assert_eq!(begins(all), "The knight with lance, broad sword and hoof");
    let other = format!("{all}&attacker.more_weapons.0.preset=bite");
    assert_eq!(begins(&other), "The knight with lance and bite");
    let other = "dominions/melee?attacker.preset=knight&attacker.more_weapons.0.preset=bite";
    assert_eq!(begins(other), "The knight with lance and bite");
    let none = format!("{all}&attacker.more_weapons=[]");
    assert_eq!(begins(&none), "The knight with lance (no more weapons)");
    let character = "angband/melee?attacker.preset=half-troll-warrior&attacker.level=30";
    assert_eq!(begins(character), "A level 30 half-troll warrior");
    assert_eq!(begins("dominions/melee?attacker.preset=knight-hoof"), "The knight with hoof");
    let berserker = begins("pixel-dungeon/melee?attacker.preset=level-5-berserker-with-a-war-hammer");
    assert_eq!(berserker, "The Level 5 Berserker with a war hammer");
    let other = "dominions/melee?attacker.preset=knight&attacker.weapon.preset=great-sword";
    assert_eq!(begins(other), "The knight with great sword");
    assert_eq!(
        begins("dominions/melee?attacker.preset=knight&defender.preset=vanjarl"),
        "The knight with lance"
    );
}

#[test]
fn a_figure_of_a_part_is_not_taken_for_its_owners() {
    let text =
        said("dominions/melee?attacker.preset=vanjarl&attacker.weapon.attack=3&attacker.weapon.length=2");
    assert!(text.contains("(weapon attack 3, length 2)"), "{text}");
}

#[test]
fn what_is_said_of_somebody_is_not_counted_as_more() {
    let link = "angband/melee?attacker.race=half-troll&attacker.class=warrior&attacker.level=30&attacker.weapon.preset=lance&attacker.weapon.to_hit=5&attacker.weapon.to_dam=7&attacker.weapon.flags=slay-dragon";
    let text = said(link);
    assert!(text.contains("slay dragon") && !text.contains("more"), "{text}");
}

#[test]
fn of_many_tiles_the_best_is_named_and_the_others_counted() {
    let text = said("pixel-dungeon/targeting?targeting.wanted=6,5");
    assert!(text.starts_with("Tap (6, 5); 81 other tiles strike it, too ("), "{text}");
    // Other tiles come first row by row; the best is the target itself.
    let text =
        said("pixel-dungeon/targeting?targeting.projectile=wand&targeting.origin=1,1&targeting.wanted=9,5");
    assert!(text.starts_with("Tap (9, 5); "), "{text}");
    // A target that no tap on itself hits: the nearest tile that does.
    let text = said(
        "pixel-dungeon/targeting?targeting.origin=1,1&targeting.wanted=8,5&targeting.walls.0=5,4&targeting.walls.1=7,4",
    );
    assert!(text.starts_with("Tap (") && !text.starts_with("Tap (8, 5)"), "{text}");
}

#[test]
fn every_example_reads_as_a_sentence() {
    for rules in RULESETS {
        let text = said(rules.about().example);
        assert!(text.ends_with(").") && !text.contains("  "), "{text}");
    }
}

#[test]
fn a_fighter_of_a_duel_has_each_thing_with_its_own_figures() {
    let (rules, strikes) =
        from_link("brogue/melee?attacker.weapon.preset=sword&attacker.weapon.enchant=3").unwrap();
    let struck =
        from_link("brogue/monster?defender.armor.preset=banded-mail&defender.armor.enchant=3").unwrap().1;
    let said = |struck| fighter(&game(rules), &strikes, struck);
    assert_eq!(said(&struck), "The hero with sword and banded mail (enchantment 3, armour enchantment 3)");
    let bare = from_link("brogue/monster?defender.armor.value=70").unwrap().1;
    assert_eq!(said(&bare), "The hero with sword (enchantment 3, armour value 70)");
}
