//! Lines of a game's screen that tell a chance to hit, beside ours for a fight: Crawl's description of a
//! monster, Angband's recall and Brogue's sidebar.

use crate::stated::{Compared, Stated, StatedMeasure, figure};
use crate::text::whole;
use tohit_resolver::fight::Fight;
use tohit_resolver::{Json, Problem, Ruleset};

/// Lines that are read, for messages.
const WANTED: &str = "lines such as \"You have a 78% chance to hit the goblin\" are read";

/// Most bytes of the lines.
pub const MOST_SCREEN: usize = 64 * 1024;

/// Most figures that are compared.
const MOST_FIGURES: usize = 30;

/// A game whose screen tells chances.
struct Game {
    id: &'static str,
    /// Modes in which you strike; the first is the usual one.
    yours: &'static [&'static str],
    /// Modes in which you are struck.
    theirs: &'static [&'static str],
}

const GAMES: [Game; 3] = [
    Game { id: "dcss", yours: &["melee", "ranged"], theirs: &["monster", "monster-ranged"] },
    Game { id: "angband42", yours: &["melee"], theirs: &[] },
    Game { id: "brogue", yours: &["melee", "thrown"], theirs: &["monster"] },
];

/// Figures of a screen, with the scenarios of ours.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Rules of the fight.
    pub rules: &'static Ruleset,
    /// Figures of the screen.
    pub stated: Vec<Stated>,
}

impl Screen {
    /// The figures beside ours.
    pub fn compared(&self) -> impl Iterator<Item = Compared<'_>> {
        self.stated.iter().map(|stated| stated.compared(self.rules))
    }

    /// The figures, for scripts.
    #[must_use]
    pub fn json(&self) -> Json {
        Json::List(self.compared().map(|compared| compared.json(self.rules)).collect())
    }
}

/// Reads lines of the screen, each about one of the two fighters of a fight.
///
/// # Errors
/// Problems of the fight's scenario, or one sentence: what is wrong, and what is read.
pub fn screen(bytes: &[u8], fight: &Fight<'static>) -> Result<Screen, Vec<Problem>> {
    let rules = fight.rules();
    let wrong = |message: String| vec![Problem::at("", message)];
    let Some(game) = GAMES.iter().find(|game| game.id == rules.id()) else {
        let name = rules.about().name;
        let message =
            format!("the screens of Dungeon Crawl, Angband 4.2 and Brogue are read; this is {name}");
        return Err(wrong(message));
    };
    let (_, problems) = rules.complete(&fight.scenario());
    if !problems.is_empty() {
        return Err(problems);
    }
    if bytes.len() > MOST_SCREEN {
        return Err(wrong(format!("this has more than {MOST_SCREEN} bytes; {WANTED}")));
    }
    let text = crate::text::decoded(bytes).ok_or_else(|| wrong(format!("this is no text; {WANTED}")))?;
    // A screen breaks its lines anywhere; some versions write the word.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" percent chance", "% chance");
    let mut lines = Lines { game, rules, fight, stated: Vec::new() };
    for (at, _) in text.match_indices('%') {
        let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
        let front = before.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Some(percent) = before.get(front.len()..).and_then(whole) {
            lines.percent(front, percent, after);
        }
        if lines.stated.len() >= MOST_FIGURES {
            break;
        }
    }
    if lines.stated.is_empty() {
        return Err(wrong(format!("these are no lines about a chance to hit; {WANTED}")));
    }
    Ok(Screen { rules, stated: lines.stated })
}

struct Lines<'l> {
    game: &'l Game,
    rules: &'static Ruleset,
    fight: &'l Fight<'static>,
    stated: Vec<Stated>,
}

impl Lines<'_> {
    /// A percentage, with what stands before and behind it.
    fn percent(&mut self, front: &str, percent: i64, after: &str) {
        match self.game.id {
            "angband42" if after.starts_with(" chance to hit such a creature in melee") => {
                let scenario = self.scenario(self.game.yours);
                self.tell("you hit, in percent", percent, scenario, StatedMeasure::Percent, "");
            }
            "brogue" => self.brogue(percent, after),
            // Behind "and" stand horns, kicks and other blows, which have no scenario of their own.
            "dcss" if after.starts_with(" to hit you") => self.crawl_monster(percent),
            "dcss" if after.starts_with(" to hit") && !front.ends_with(" and ") => {
                let why = "the screen takes means in place of rolls and drops what is left of a percent; \
                    section 14 of the rules lists it";
                let scenario = self.scenario(self.game.yours);
                self.tell("you hit, in percent", percent, scenario, StatedMeasure::Percent, why);
            }
            _ => {}
        }
    }

    /// The scenario in one of these modes: the mode of the fight, if it is one.
    fn scenario(&self, modes: &[&'static str]) -> Option<Json> {
        let mode = modes.iter().find(|mode| **mode == self.fight.mode()).or_else(|| modes.first())?;
        Some(self.fight.in_mode(mode).scenario())
    }

    fn tell(&mut self, what: &str, says: i64, scenario: Option<Json>, measure: StatedMeasure, reason: &str) {
        let Some(scenario) = scenario else { return };
        let reason = match reason {
            "" => "the scenario may be another than that of the screen",
            reason => reason,
        };
        let (what, says, reason) = (what.to_owned(), says.to_string(), reason.to_owned());
        self.stated.push(Stated { what, says, scenario, measure, reason });
    }

    /// `You have a 78% chance to hit the goblin, typically hit for 20% of its current health, and at best, could
    /// defeat it in 4 hits.`
    fn brogue(&mut self, percent: i64, after: &str) {
        let Some(rest) = after.strip_prefix(" chance to hit ") else { return };
        let is_you = rest.starts_with("you,") || rest.starts_with("you.");
        let scenario = self.scenario(if is_you { self.game.theirs } else { self.game.yours });
        let verb = if is_you { "it hits you" } else { "you hit" };
        self.tell(
            &format!("{verb}, in percent"),
            percent,
            scenario.clone(),
            StatedMeasure::Figure("hit_percent", 0, 1),
            "",
        );
        let sentence = rest.split('.').next().unwrap_or_default();
        let health = scenario.as_ref().and_then(|scenario| {
            let (complete, _) = self.rules.complete(scenario);
            whole(&complete.at("defender.hp")?.plain())
        });
        let Some(health) = health.filter(|health| *health > 0) else { return };
        let number = |phrase: &str| sentence.split_once(phrase).and_then(|(_, rest)| whole(rest));
        if let Some(share) = number("typically hit for ").or_else(|| number("typically hits for ")) {
            // The game halves your damage before it takes the share.
            let measure = StatedMeasure::Share { health, is_halved_first: !is_you };
            self.tell(&format!("{verb}: percent of health"), share, scenario.clone(), measure, "");
        }
        if let Some(hits) = sentence.rsplit_once(" in ").and_then(|(_, rest)| whole(rest)) {
            self.tell(&format!("{verb}: hits, at best"), hits, scenario, StatedMeasure::Hits(health), "");
        }
    }

    /// `It has about 67% to hit you.`
    fn crawl_monster(&mut self, percent: i64) {
        let Some(scenario) = self.scenario(self.game.theirs) else { return };
        let (complete, _) = self.rules.complete(&scenario);
        // An exact figure may be a fraction.
        let number = |path: &str| {
            let text = complete.at(path)?.plain();
            let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
            Some(over.parse::<f64>().ok()? / under.parse::<f64>().ok()?)
        };
        let to_hit = self.rules.resolve::<f64>(&scenario).ok().and_then(|answer| figure(&answer, "to_hit"));
        let computed = (|| {
            Some(monsters_screen(
                to_hit?,
                number("attacker.hd")?,
                number("defender.ev")?,
                number("defender.sh")?,
            ))
        })();
        let why = match computed {
            Some(computed) if computed == percent => {
                "the screen tells this by its own formula, in which a shield counts for less than in the dice"
            }
            _ => "the screen takes means in place of rolls; section 14 of the rules lists it",
        };
        self.tell("it hits you, in percent", percent, Some(scenario), StatedMeasure::Percent, why);
    }
}

/// Percentage that Crawl's description of a monster tells (section 14): evasion and shield are two dice each,
/// of whole numbers below the figure, weighted between the two whole figures beside it. A shield counts double.
fn monsters_screen(to_hit: i64, hit_dice: f64, evasion: f64, shield: f64) -> i64 {
    const LUCK: f64 = 0.025;
    // The figure is an integer; what is left over is dropped at each step.
    #[expect(clippy::cast_possible_truncation, reason = "percentages and sheets' figures are small")]
    let whole_of = |value: f64| value.clamp(-1e6, 1e6).floor() as i64;
    #[expect(clippy::cast_precision_loss, reason = "figures of a sheet are small")]
    let real = |value: i64| value as f64;
    // Mean of what is left of a number after two dice.
    let left = |most: i64, sides: i64, of: &dyn Fn(i64) -> i64| {
        let dice = (0..sides).flat_map(|one| (0..sides).map(move |other| one + other));
        let sum: i64 = dice.map(|sum| (most - of(sum)).max(0)).sum();
        real(sum) / real((sides * sides * most).max(1))
    };
    let between = |figure: f64, of: &dyn Fn(i64) -> f64| {
        let below = figure.floor();
        let share = ((figure - below) * 100.0).round() / 100.0;
        (1.0 - share) * of(whole_of(below)) + share * of(whole_of(below) + 1)
    };
    let to_land = to_hit.clamp(0, 1000) + 1;
    let past_evasion = if evasion <= 0.0 {
        0.98
    } else {
        let dice = |sides: i64| if sides == 0 { 1.0 } else { left(to_land, sides, &|sum| sum) };
        let chance = between(evasion, &dice);
        chance * (1.0 - LUCK) + (1.0 - chance) * LUCK
    };
    let bypass = 15 + whole_of(hit_dice) * 2 / 3;
    let past_shield = if shield <= 0.0 {
        1.0
    } else {
        let dice = |figure: i64| if figure == 0 { 1.0 } else { left(bypass, 2 * figure, &|sum| sum / 6 - 1) };
        between(2.0 * shield, &dice)
    };
    whole_of(past_evasion * 100.0) * whole_of(past_shield * 100.0) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures that the formula of 0.34.1 gives; the first is the case of section 14.
    #[test]
    fn crawl_s_formula_counts_shields_for_less() {
        assert_eq!(monsters_screen(28, 4.0, 8.36, 4.11), 67);
        assert_eq!(monsters_screen(28, 4.0, 8.36, 0.0), 73);
        assert_eq!(monsters_screen(24, 4.0, 0.0, 0.0), 98);
    }
}
