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
