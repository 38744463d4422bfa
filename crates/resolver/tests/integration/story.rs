//! The story of a throw, in every mode of every ruleset.
use tohit_resolver::{Dice, DrawKind, Figure, RULESETS, RollExtent, StoryLine, StoryPart, from_link};

/// A sentence without its markup.
fn says(line: &StoryLine) -> String {
    let part = |part: &StoryPart| match part {
        StoryPart::Text(text) | StoryPart::Ending(text) => text.clone(),
        StoryPart::Value(figure) => figure.says(),
        StoryPart::Roll { ask: DrawKind::Pick(_), value, .. } => value.says(),
        StoryPart::Roll { ask, faces, .. } => {
            let faces = faces.iter().map(|face| format!(" [{face}]"));
            format!("{ask}{}", faces.collect::<String>())
        }
    };
    line.parts.iter().map(part).collect()
}

#[test]
fn every_strike_is_told_to_its_ending() {
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
            let mut told = 0;
            for seed in 0..40 {
                let dice = Dice { seed, script: None, extent: RollExtent::Strike };
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
                told += usize::from(story.iter().any(|line| {
                    line.parts
                        .iter()
                        .any(|part| matches!(part, StoryPart::Value(Figure::Int(_)) | StoryPart::Roll { .. }))
                }));
            }
            assert!(told > 0, "{link}: no strike has a figure");
        }
    }
}

/// The sentences of a strike by the number of its replay.
fn told(link: &str, seed: u64) -> Vec<String> {
    let (rules, document) = from_link(link).unwrap();
    let dice = Dice { seed, script: None, extent: RollExtent::Strike };
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
fn a_chance_is_told_in_per_cent() {
    let lines = |link: &str| (0..40).map(|seed| told(link, seed)).collect::<Vec<_>>();
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
fn a_damage_line_is_a_sentence() {
    let dcss = "dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior";
    assert_eq!(told(dcss, 1)[1], "a blow of 6 meets no armour, in all 6");
    assert_eq!(
        told("dcss/melee", 1),
        ["lucky, whatever the evasion: hit", "a blow of 5, less armour 0 to 2 [2], in all 3"]
    );
    assert_eq!(told("dcss/monster", 3)[1], "0 to 5 [0], less armour 5, in all 0");
    let dominions = "dominions/melee";
    assert_eq!(
        told(dominions, 0)[1],
        "strength, weapon and open 2d6, 6 as 5 [2] [4] against armour 18 and open 2d6, 6 as 5 [2] [5]: nothing gets through"
    );
    // The sum of the dice alone, without the armour's roll.
    let (rules, document) = from_link(dominions).unwrap();
    let dice = Dice { seed: 0, script: None, extent: RollExtent::Strike };
    let story = rules.roll(&document, dice).unwrap().log.story;
    let sums = story[1].parts.iter().filter_map(|part| match part {
        StoryPart::Roll { value, .. } => Some(value.says()),
        _ => None,
    });
    assert_eq!(sums.collect::<Vec<_>>(), ["6", "7"]);
    let brogue = "brogue/monster?attacker.low=9&attacker.high=13&attacker.clump=2";
    let base =
        (0..9).filter_map(|seed| told(brogue, seed).get(1).cloned()).find(|line| line.starts_with("a base"));
    assert!(base.as_ref().is_some_and(|line| line.starts_with("a base of 9, and 0 to 2 [")), "{base:?}");
}
