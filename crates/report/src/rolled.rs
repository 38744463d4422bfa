//! Words for a roll without a target: its total, or the chance of a condition.

use crate::format;
use crate::summary::{Summary, SummaryPart};
use tohit_resolver::AboutRules;

/// The sentence of a roll without a target, or of a condition.
pub(crate) fn sentence(about: &AboutRules, summary: &Summary) -> Option<String> {
    match (&summary.damage, summary.more.as_slice()) {
        _ if summary.hit.is_some() => None,
        (Some(total), _) => {
            Some(format!("{} comes to {} on average, {}.", about.name, total.average(), total.range()))
        }
        (None, [(_, SummaryPart::Chance(chance))]) => {
            Some(format!("{} holds {} of the time.", about.name, format::percent(*chance)))
        }
        _ => None,
    }
}

/// The answer of such a roll in a few words.
pub(crate) fn line(summary: &Summary) -> Option<String> {
    match (&summary.damage, summary.more.as_slice()) {
        (Some(total), _) if summary.is_roll() => Some(format!("{} on average", total.average())),
        (None, [(_, SummaryPart::Chance(chance))]) if summary.hit.is_none() => Some(format::percent(*chance)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, sentence, summary};
    use tohit_resolver::Json;

    #[test]
    fn a_line_of_dice_tells_its_total_and_no_hit() {
        let answered = |line: &str| {
            let text = tohit_resolver::text::DiceLine::parse(line).unwrap().rules().to_owned();
            let rules = tohit_resolver::text::Bundle::parse(&text).ruleset("odds", None).unwrap();
            let game = Game { rules: Box::leak(Box::new(rules)), is_own: true };
            let document = Json::object([]);
            let summary = summary::resolve(&game, &document).unwrap();
            let said = sentence::of(&game, &document, &summary).replace('\u{a0}', " ");
            let line = line_of(&game, &document, &summary);
            (summary, said, line)
        };
        fn line_of(game: &Game, document: &Json, summary: &Summary) -> String {
            sentence::line(game.rules.about(), document, summary).replace('\u{a0}', " ")
        }
        let (summary, said, line) = answered("3d6");
        assert_eq!(said, "3d6 comes to 10.5 on average, 3 to 18.");
        assert_eq!(line, "10.5 on average");
        let total = summary.damage.as_ref().unwrap();
        assert_eq!((total.low, total.high, total.bars.len()), (3, 18, 16));
        assert!(summary.is_roll() && summary.more.is_empty());
        assert_eq!(crate::picture::name(tohit_resolver::Extent::Strike, summary.beat()), "total of the roll");
        // Totals below zero have bars as well.
        let (summary, said, _) = answered("1d4 - 2");
        assert_eq!(said, "1d4 - 2 comes to 0.5 on average, −1 to 2.");
        let bars: Vec<i64> = summary.damage.unwrap().bars.iter().map(|bar| bar.from).collect();
        assert_eq!(bars, [-1, 0, 1, 2]);
        let (_, said, line) = answered("2d6 > 1d12");
        assert_eq!((said.as_str(), line.as_str()), ("2d6 > 1d12 holds 50.0 % of the time.", "50.0 %"));
        let (summary, said, _) = answered("1d20+5 vs 15, 2d6+3");
        assert!(summary.hit.is_some() && said.contains("hits the defender 55.0 %"), "{said}");
    }
}
