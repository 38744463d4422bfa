//! The story of a throw, in every mode of every ruleset.
use tohit_resolver::text::DiceLine;
use tohit_resolver::{
    Dice, Extent, FigureValue, Json, Library, RULESETS, Ruleset, StoryLine, StoryPart, from_link,
};

/// A sentence without its markup.
fn says(line: &StoryLine) -> String {
    line.parts.iter().map(StoryPart::to_string).collect()
}

#[test]
fn every_story_ends_with_the_ending() {
    for rules in RULESETS {
        let example = rules.about().example;
        let modes = rules.about().modes.iter().filter(|mode| mode.id != "targeting");
        let links = modes.map(|mode| format!("{}/{}", rules.id(), mode.id));
        for link in links.chain([format!(
            "{}/{}",
            rules.id(),
            example.trim_start_matches(&format!("{}/", rules.id()))
        )]) {
            let (rules, document) = from_link(&link).unwrap();
            let mut with_figures = 0;
            for seed in 0..40 {
                let dice = Dice { seed, script: None, extent: Extent::Strike };
                let rolled = rules.roll(&document, dice).unwrap();
                let story = &rolled.log.story;
                assert!(!story.is_empty() && story.len() <= 3, "{link} {seed}: {story:?}");
                let lines: Vec<String> = story.iter().map(says).collect();
                if std::env::var_os("STORY").is_some() && seed < 6 {
                    println!("{link} {seed} {} {}: {lines:?}", rolled.outcome, rolled.damage);
                }
                let ending = story.iter().flat_map(|line| &line.parts).find_map(|part| match part {
                    StoryPart::Ending(ending) => Some(ending.to_ascii_lowercase()),
                    _ => None,
                });
                let label = rules.about().outcomes.iter().find(|one| one.id == rolled.outcome).unwrap().label;
                assert_eq!(ending, Some(label.to_ascii_lowercase()), "{link} {seed}: {lines:?}");
                with_figures += usize::from(story.iter().any(|line| {
                    line.parts.iter().any(|part| {
                        matches!(part, StoryPart::Value(FigureValue::Int(_)) | StoryPart::Roll { .. })
                    })
                }));
            }
            assert!(with_figures > 0, "{link}: no strike has a figure");
        }
    }
}

/// The sentences of a strike by the number of its replay.
fn sentences(link: &str, seed: u64) -> Vec<String> {
    let (rules, document) = from_link(link).unwrap();
    let dice = Dice { seed, script: None, extent: Extent::Strike };
    rules
        .roll(&document, dice)
        .unwrap()
        .log
        .story
        .iter()
        .map(says)
        .map(|line| line.replace('\u{a0}', " "))
        .collect()
}

#[test]
fn chances_are_written_in_per_cent() {
    let lines = |link: &str| (0..40).map(|seed| sentences(link, seed)).collect::<Vec<_>>();
    let begins = "skill 150 against armour class 130, a chance of 35.0 %";
    let link = "angband/melee?attacker.totals.skill=150&defender.ac=130";
    let to_hit: Vec<String> = lines(link).into_iter().map(|mut lines| lines.remove(0)).collect();
    for end in ["hit", "miss"] {
        assert!(to_hit.contains(&format!("{begins}: {end}")), "{to_hit:?}");
    }
    for ruleset in RULESETS {
        for line in lines(ruleset.about().example).concat() {
            assert!(!line.contains(" in 10000") && !line.contains(" in 5000"), "{line}");
        }
    }
}

#[test]
fn a_damage_line_is_a_sum() {
    let last = |link: &str, seed: u64| sentences(link, seed).pop().unwrap();
    assert_eq!(
        sentences("dcss/melee", 1),
        ["lucky, whatever the evasion: hit", "5 damage roll \u{2212} 0 to 2 [2] AC = 3"]
    );
    // The old sentences of these contradicted their endings.
    for (link, seed, sum) in [
        (
            "nethack/melee?attacker.weapon.artifact=excalibur",
            2,
            "1d8 [6] + 1d10 [7] + 1 strength damage = 14",
        ),
        (
            "dcss/monster",
            3,
            "1 + 0 to 5 [0] damage of its blow \u{2212} 0 to 6 [5] armour saves, at least 0 = 0",
        ),
        (
            "dominions/melee",
            0,
            "16 damage value + open 2d6 [2] [4] drn \u{2212} open 2d6 [2] [5] drn \u{2212} 18 armour met = -3: hit, no damage",
        ),
        (
            "shattered/melee?attacker.after_times=2.1&attacker.after_high=8",
            0,
            "(5 roll \u{2212} 1 armor + 0 to 8 [2]) \u{d7} 2.1 times past armor, rounded up = 13",
        ),
        (
            "brogue/monster?attacker.low=9&attacker.high=13&attacker.clump=2",
            1,
            "9 damage from + 0 to 2 [1] + 0 to 2 [1] = 11",
        ),
    ] {
        assert_eq!(last(link, seed), sum, "{link}");
    }
    let polearm: Vec<String> =
        (0..60).map(|seed| sentences("nethack/polearm?defender.hp=20", seed).remove(0)).collect();
    assert!(polearm.contains(&"to-hit 7 must be at least 1d20 [7]: hit".to_owned()), "{polearm:?}");
}

#[test]
fn every_addend_of_a_blow_has_a_name() {
    let strong = "dcss/melee?attacker.slaying=5&attacker.weapon.plus=4&attacker.might=yes&defender.ac=12";
    let brand = "dcss/melee?attacker.weapon.brand=electrocution&attacker.weapon.plus=4";
    let missile = "dcss/ranged?attacker.slaying=4&attacker.missile.plus=3";
    let orc = "dcss/monster?attacker.preset=orc-warrior&attacker.might=yes";
    let archer = "dcss/monster-ranged?attacker.slaying=4&attacker.skilled=yes";
    for (link, sentence) in [
        (
            strong,
            "2 damage roll + 1 might + 0 to 9 [7] might + 0 to 9 [2] enchantment and slaying \
             \u{2212} 0 to 12 [8] AC = 4",
        ),
        (
            brand,
            "5 damage roll + 0 to 4 [3] enchantment and slaying \u{2212} 0 to 2 [2] AC + (8 + 0 \
             to 12 [9]) brand = 23",
        ),
        (missile, "2 damage roll + 0 to 7 [5] enchantment and slaying \u{2212} 0 to 2 [0] AC = 7"),
        (
            orc,
            "(1 + 0 to 11 [11] damage of its blow) \u{d7} 3 \u{f7} 2 mighty or berserk \u{2212} \
             0 to 6 [4] armour saves = 14",
        ),
        (
            archer,
            "1 + 0 to 5 [5] damage of its blow + 0 to 7 [7] damage of its missile + 0 to 4 [4] \
             enchantment and slaying + ((0 to 4 [2] + 0 to 5 [2]) \u{f7} 2) archer \u{2212} (0 \
             to 6 [2], at least 3 guaranteed) armour saves = 16",
        ),
        (
            "dcss/monster",
            "0 to 24 [9] against dodge roll (0 to 19 [9] + 0 to 20 [14]) \u{f7} 2, rounded down \
             = 11: miss",
        ),
    ] {
        let told: Vec<String> = (0..12).flat_map(|seed| sentences(link, seed)).collect();
        assert!(told.iter().any(|line| line == sentence), "{link}: {told:#?}");
    }
}

#[test]
fn a_game_without_sentences_tells_its_comparison_and_its_sums() {
    let story_of = |line: &str, seed: u64| -> Vec<String> {
        let text = DiceLine::parse(line).unwrap();
        let rules = Ruleset::read("odds", text.rules(), &[], Library::fetched("")).unwrap();
        let dice = Dice { seed, script: None, extent: Extent::Strike };
        let rolled = rules.roll(&Json::object([]), dice).unwrap();
        rolled.log.story.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        story_of("1d20+6 against 15, 2d6+3", 1),
        ["To hit: 1d20 [9] + 6 = 15 against 15: hit", "Damage: 2d6 [3] [4] + 3 = 10"]
    );
    assert_eq!(story_of("1d20+6", 0), ["Total: 1d20 [10] + 6 = 16"]);
    assert_eq!(story_of("d6 > 3", 2), ["Value: 1d6 [4] against 3: yes"]);
    assert_eq!(
        story_of("best of 2 times d20 against 12, d8", 3),
        ["To hit: 1d20 [14] [2] \u{2192} 14 against 12: hit", "Damage: 1d8 [7]"]
    );
}

/// A place of a turn that is no strike, such as a missile beyond the volley, is not told as the last strike.
#[test]
fn the_last_strike_of_a_turn_is_one_that_rolls() {
    let (rules, document) = from_link("nethack/thrown?attacker.preset=samurai-at-minetown-bow").unwrap();
    let mut short = 0;
    for seed in 0..20 {
        let rolled = rules.roll(&document, Dice { seed, script: None, extent: Extent::Turn }).unwrap();
        short += usize::from(rolled.outcome == "none");
        let story: Vec<String> = rolled.log.story.iter().map(says).collect();
        assert!(!story.concat().contains("No attack"), "{seed}: {story:?}");
        assert!(
            rolled
                .log
                .story
                .iter()
                .flat_map(|line| &line.parts)
                .any(|part| matches!(part, StoryPart::Roll { .. }))
        );
    }
    assert!(short > 5, "volleys of fewer missiles than the turn has places: {short}");
}
