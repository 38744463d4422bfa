//! The answer in a sentence that is complete by itself: attacker, equipment, mode, defender, frequency, damage, rules.

use crate::Game;
use crate::diff::differences;
use crate::format;
use crate::names::{called, is_you, numberless, thing, with_article};
use crate::rolled;
use crate::summary::{Damage, FightSummary, Summary};
use crate::targeting::place_told;
use crate::values::{
    WHO, is_carried, join, presets_in, presets_of, presets_only, readable, says_who, sheet_of,
};
use tohit_resolver::sheet::{Field, SheetSpec, in_line};
use tohit_resolver::{AboutRules, AnsweredStrike, Json, OutcomeKind, Preset};

/// Most changes named for each side.
const MOST_NAMED: usize = 9;

/// Chances below this are not mentioned.
const SEEN: f64 = 0.0005;

/// The words for the parts of a document.
struct Wording {
    game: Game,
    mode: &'static str,
    document: Json,
    whole: Json,
    base: Json,
}

/// A side of the fight.
struct SideWording {
    name: String,
    /// Changes beside the presets, in words.
    changes: Vec<String>,
}

/// The sentence about a document and its answer.
pub fn of(game: &Game, document: &Json, summary: &Summary) -> String {
    if !summary.refused.is_empty() {
        return format!("No odds: {}.", summary.refused);
    }
    if !summary.asks.is_empty() {
        return summary.asks.clone();
    }
    let wording = Wording::new(game, document);
    let about = game.rules.about();
    let attacker = wording.side("attacker");
    let Some(hit) = summary.hit else {
        let place = || format!("{} ({}).", place_told(document, summary), wording.rules());
        return rolled::sentence(about, summary).unwrap_or_else(place);
    };
    let (who, verb) = match &attacker {
        Some(side) if is_you(&side.name) => (format::sentence(&side.said()), "hit"),
        Some(side) => (format::sentence(&side.said()), "hits"),
        // A text without an attacker's sheet; a mode without words is called by its id.
        None => match about.mode(wording.mode).map_or("Strike", |mode| mode.label) {
            "Strike" => ("The strike".to_owned(), "hits"),
            label => (label.to_owned(), "hits"),
        },
    };
    let whom = wording.side("defender").map_or_else(|| "the defender".to_owned(), |side| side.said());
    // A pause, so that a name that ends in a number is not joined to the next number.
    let pause = match tells(about, wording.mode, summary) {
        AnsweredStrike::First => " with the first strike",
        AnsweredStrike::Chosen => " with one strike",
        AnsweredStrike::Any if whom.ends_with(|letter: char| letter.is_ascii_digit()) => ",",
        AnsweredStrike::Any => "",
    };
    let mut sentence = format!("{who} {verb} {whom}{pause} {} of the time", format::percent(hit));
    if let Some(damage) = &summary.damage {
        let a_turn = summary.turn.as_ref().map(|turn| format!(", {} a turn", turn.average()));
        // The figure of one strike among several is not that of the others.
        let a_strike = if pause.starts_with(" with") { "" } else { " a strike" };
        sentence += &format!(
            " for {} damage{a_strike} on average, misses counted{}",
            damage.average(),
            a_turn.unwrap_or_default()
        );
    }
    if let Some(fight) = &summary.fight {
        let turns = fight.mean.map(|_| format!("{} {}s on average", fight.average(), summary.beat()));
        let kills = turns.or_else(|| fight.kills()).map(|kills| format!(", killing in {kills}"));
        let kills = kills.or_else(|| fight.never.map(|_| ", and never kills".to_owned()));
        // The numbers before are of the first turn.
        let first = kills.as_ref().and_then(|_| wording.of_the_first(fight, summary.beat()));
        sentence += &(kills.unwrap_or_default() + &first.unwrap_or_default());
    }
    // Endings of a strike are not those of a turn.
    if let Some((says, kill)) = summary.kills().filter(|(_, kill)| summary.turn.is_some() && *kill > 0.0) {
        sentence += &format!("; {says} {} of the time", format::percent(kill));
    }
    for (outcome, p) in about.outcomes.iter().zip(&summary.outcomes) {
        // A negligible critical outcome is among the outcomes only.
        if let Some(p) = p.filter(|p| outcome.kind == OutcomeKind::Critical && *p >= SEEN) {
            sentence += &format!("; {} {}", in_line(outcome.label), format::percent(p));
        }
    }
    let situation = wording.situation();
    // Remarks to read with the numbers, for instance that the game does not roll here at all.
    let remarks: String = summary.remarks().map(|remark| format!("; {remark}")).collect();
    format!("{sentence} ({situation}{}{remarks}).", wording.rules())
}

/// The strike of a turn whose chance to hit and damage are stated, where a turn has several.
pub fn tells(about: &AboutRules, mode: &str, summary: &Summary) -> AnsweredStrike {
    let mode = about.mode(mode).filter(|_| summary.turn.is_some());
    mode.map_or(AnsweredStrike::Any, |mode| mode.tells)
}

/// Short name of a scenario among others.
pub fn short(game: &Game, document: &Json) -> String {
    let wording = Wording::new(game, document);
    let Some(side) = wording.side("attacker") else { return "Pin".to_owned() };
    let own = (side.name != "you" || side.changes.is_empty()).then_some(side.name);
    format::sentence(&own.into_iter().chain(side.changes).collect::<Vec<_>>().join(", "))
}

/// The attacker and its weapon; or "you" alone.
pub fn who(game: &Game, document: &Json) -> String {
    let side = Wording::new(game, document).side("attacker");
    side.map_or_else(
        || "The attacker".to_owned(),
        |side| format::sentence(if is_you(&side.name) { "you" } else { &side.name }),
    )
}

/// A creature that is the attacker in one document and the defender in another, with the changes of both.
pub fn fighter(game: &Game, strikes: &Json, struck: &Json) -> String {
    let (wording, struck) = (Wording::new(game, strikes), Wording::new(game, struck));
    let Some(mut side) = wording.side("attacker") else { return "The attacker".to_owned() };
    for change in named(struck.changes("defender")) {
        if !side.changes.contains(&change) {
            side.changes.push(change);
        }
    }
    format::sentence(&side.said())
}

/// The changes of the situation, in the form that comes before the rules; empty without any.
pub fn situation(game: &Game, document: &Json) -> String {
    Wording::new(game, document).situation()
}

/// The defender, in the middle of a sentence.
pub fn whom(game: &Game, document: &Json) -> String {
    Wording::new(game, document).side("defender").map_or_else(|| "the defender".to_owned(), |side| side.name)
}

/// The attacker and the defender.
pub fn versus(game: &Game, document: &Json) -> String {
    let wording = Wording::new(game, document);
    let sides = ["attacker", "defender"].into_iter().filter_map(|side| wording.side(side));
    format::sentence(&sides.map(|side| side.name).collect::<Vec<_>>().join(" against "))
}

/// The answer in a few words, for where there is no room for more.
pub fn line(about: &AboutRules, document: &Json, summary: &Summary) -> String {
    let hit = summary.hit.map(|hit| format!("{} hits", format::percent(hit)));
    let mean = summary.damage.as_ref().map(Damage::average).map(|mean| match &summary.turn {
        Some(turn) => format!("{} a turn", turn.average()),
        None => format!("{mean} a strike"),
    });
    let kills = |fight: &FightSummary| fight.mean.map(|_| fight.average()).or_else(|| fight.kills());
    let fight = summary.fight.as_ref().and_then(kills).map(|kills| format!("kills in {kills}"));
    // A percentage before two more figures needs no word.
    let hit = if fight.is_some() && mean.is_some() { summary.hit.map(format::percent) } else { hit };
    let all = || [hit, mean, fight].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let text = rolled::line(summary).unwrap_or_else(all);
    if !text.is_empty() {
        return text;
    }
    if summary.more.is_empty() { about.name.to_owned() } else { place_told(document, summary) }
}

impl Wording {
    fn new(game: &Game, document: &Json) -> Self {
        let (whole, base) = (game.complete(document), game.complete(&presets_only(document)));
        Self {
            game: *game,
            mode: game.rules.about().mode_of(document),
            document: document.clone(),
            whole,
            base,
        }
    }

    fn sheet(&self, side: &str) -> Option<&'static SheetSpec> {
        sheet_of(self.game.rules.form(self.mode).asked(side, self.mode)?.shape)
    }

    /// The rules, the mode and the game.
    fn rules(&self) -> String {
        let about = self.game.rules.about();
        let is_first = about.modes.first().is_some_and(|first| first.id == self.mode);
        let mode = about.mode(self.mode).filter(|_| !is_first).map(|mode| mode.label.to_ascii_lowercase());
        by_rules(&self.game, self.mode, &self.whole, mode)
    }

    /// A side, if the mode has it and there is a name for it.
    fn side(&self, name: &'static str) -> Option<SideWording> {
        let spec = self.sheet(name)?;
        let mut changes = self.changes(name);
        let presets = self.presets(name, spec);
        let is_layer = |preset: &&Preset| is_carried(self.game.rules, self.mode, preset.group);
        let carried: Vec<String> =
            presets.iter().filter(is_layer).map(thing).chain(self.carried(name, spec, &presets)).collect();
        let mut side = match presets.iter().find(|preset| !is_layer(preset)) {
            Some(who) if !says_who(*who) => called(who, self.bare(who, spec)),
            _ => self.described(name, spec, &mut changes)?,
        };
        if !carried.is_empty() {
            side = format!("{side} with {}", format::listed(carried));
        }
        Some(SideWording { name: side, changes: named(changes) })
    }

    fn presets(&self, path: &str, spec: &'static SheetSpec) -> Vec<Preset> {
        let Some(target) = spec.presets else { return Vec::new() };
        let ids = presets_of(&self.document, path);
        ids.iter().filter_map(|id| self.game.rules.presets().find(target, id)).collect()
    }

    fn parts(&self, spec: &'static SheetSpec) -> impl Iterator<Item = &'static Field> {
        spec.used(self.mode).filter(|field| field.shape.part().is_some())
    }

    /// The presets by which a document fills a part.
    fn things(&self, part: &Field, document: &Json, path: &str) -> Vec<Preset> {
        let target = part.shape.part().and_then(|part| part.presets);
        let find = |id: String| self.game.rules.presets().find(target?, &id);
        document.at(path).map(presets_in).unwrap_or_default().into_iter().filter_map(find).collect()
    }

    /// The creature's name without its equipment, where the name lists just that: "Knight, Lance, Hoof".
    fn bare(&self, who: &Preset, spec: &'static SheetSpec) -> &'static str {
        let bare = || {
            let (bare, rest) = who.name.split_once(", ")?;
            let brought = who.document(spec.presets?, spec)?;
            let things = self.parts(spec).flat_map(|part| self.things(part, &brought, part.name));
            rest.split(", ").eq(things.map(|thing| numberless(thing.name))).then_some(bare)
        };
        bare().unwrap_or(who.name)
    }

    /// The items that a side carries: by presets of its own, or by its creature, unless the name includes them.
    fn carried(&self, side: &str, spec: &'static SheetSpec, presets: &[Preset]) -> Vec<String> {
        let named = |field: &Field| {
            let path = join(side, field.name);
            let own = self.things(field, &self.document, &path);
            let is_said = matches!(self.document.at(&path), Some(Json::List(_)));
            if is_said || !own.is_empty() || self.whole.at(&path) == Some(&Json::Null) {
                return Some(own);
            }
            let brings = |preset: &Preset| {
                let mut things = self.things(field, &preset.document(spec.presets?, spec)?, field.name);
                let name = self.bare(preset, spec).to_ascii_lowercase();
                let is_told = |thing: &Preset| {
                    thing.name.split(' ').next().is_some_and(|word| name.contains(&word.to_ascii_lowercase()))
                };
                things.retain(|thing| !is_told(thing));
                Some(things)
            };
            Some(presets.iter().filter_map(brings).flatten().collect())
        };
        let mut names: Vec<String> = Vec::new();
        for preset in self.parts(spec).filter_map(named).flatten() {
            let name = thing(&preset);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// A description by level, race and class; removes these from the changes.
    fn described(&self, side: &str, spec: &'static SheetSpec, changes: &mut Vec<String>) -> Option<String> {
        let said = |names: &[&str]| {
            let field = names.iter().find_map(|name| spec.asked(name, self.mode))?;
            let value = self.whole.at(&join(side, field.name)).filter(|value| **value != Json::Null)?;
            Some((field, readable(field.shape, value)))
        };
        let who: Vec<_> = WHO.iter().filter_map(|names| said(names)).collect();
        let level = said(&["level", "physical_level"]);
        let label = self.game.rules.form(self.mode).field(side).map_or(side, |field| field.about.label);
        if label == "You" {
            return Some("you".to_owned());
        }
        if who.is_empty() {
            return Some(format!("the {}", label.to_ascii_lowercase()));
        }
        for (field, _) in who.iter().chain(&level) {
            changes.retain(|change| !change.starts_with(&field.about.label.to_ascii_lowercase()));
        }
        let names = who.iter().map(|(_, name)| name.to_ascii_lowercase()).collect::<Vec<_>>().join(" ");
        let whole = level.map_or_else(|| names.clone(), |(_, level)| format!("level {level} {names}"));
        Some(with_article(&whole))
    }

    /// The changes that hold in the first turn alone, in words.
    fn of_the_first(&self, fight: &FightSummary, beat: &str) -> Option<String> {
        let mut without = self.whole.clone();
        for path in &fight.changes {
            *path.split('.').fold(&mut without, |place, step| place.member_mut(step)) = Json::Null;
        }
        let mut holds = Vec::new();
        differences(self.game.rules.form(self.mode), self.mode, (&without, &self.whole), &mut holds);
        let holds: Vec<String> = holds.into_iter().map(|(_, text)| text).collect();
        (!holds.is_empty()).then(|| format!(", {} only in the first {beat}", format::listed(holds)))
    }

    fn situation(&self) -> String {
        let text = named(self.changes("situation")).join(", ");
        if text.is_empty() { text } else { format!("{text}; ") }
    }

    /// The changes of a sheet beside its presets, in words.
    fn changes(&self, side: &str) -> Vec<String> {
        let Some(spec) = self.sheet(side) else { return Vec::new() };
        let (Some(whole), Some(base)) = (self.whole.at(side), self.base.at(side)) else { return Vec::new() };
        let mut found = Vec::new();
        differences(spec, self.mode, (base, whole), &mut found);
        // The rules have a sentence part of their own. Default hit points are omitted.
        found.retain(|(name, _)| *name != "rules" && (*name != "hp" || whole.get("hp") != Some(&Json::Null)));
        found.into_iter().map(|(_, text)| text).collect()
    }
}

/// The first changes, and the number of the others.
fn named(mut changes: Vec<String>) -> Vec<String> {
    let more = changes.len().saturating_sub(MOST_NAMED);
    changes.truncate(MOST_NAMED);
    changes.extend((more > 0).then(|| format!("{more} more")));
    changes
}

impl SideWording {
    fn said(&self) -> String {
        // "You" is separated from the equipment.
        let (name, brought) = match self.name.strip_prefix("you with ") {
            Some(brought) => ("you", Some(brought)),
            None => (self.name.as_str(), None),
        };
        let all: Vec<&str> = brought.into_iter().chain(self.changes.iter().map(String::as_str)).collect();
        if all.is_empty() { name.to_owned() } else { format!("{name} ({})", all.join(", ")) }
    }
}

/// Rules that hold in a whole scenario: the document's, or those of a version of the game.
pub fn rules_said(game: &Game, mode: &str, whole: &Json) -> String {
    if game.is_own {
        return "the author's own".to_owned();
    }
    let variants = tohit_resolver::rules_of(game.rules, mode);
    let here = variants.iter().find(|variant| whole.at("situation.rules") == Some(&variant.name.into()));
    here.map_or_else(|| format!("after {}", game.rules.about().document), |variant| variant.label())
}

/// The game of a whole scenario, unless its rules name it; then a remark, if any, and the rules.
pub fn by_rules(game: &Game, mode: &str, whole: &Json, more: Option<String>) -> String {
    let (name, rules) = (game.rules.about().name, rules_said(game, mode, whole));
    let name = (!rules.contains(name)).then(|| name.to_owned());
    [name, more, Some(rules)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Source of the rules that hold in a whole scenario.
pub fn source(game: &Game, mode: &str, whole: &Json) -> String {
    let about = game.rules.about();
    match whole.at("situation.rules") {
        _ if game.is_own => format!("{}, by rules of the author's own", about.name),
        Some(rules) if *rules != "document".into() => {
            format!("The game's own code: {}, {}", about.name, rules_said(game, mode, whole))
        }
        _ => about.document.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary;
    use tohit_resolver::{RULESETS, Ruleset, from_link};

    fn game(rules: &'static Ruleset) -> Game {
        Game { rules, is_own: false }
    }

    fn said(link: &str) -> String {
        let (rules, document) = from_link(link).unwrap();
        of(&game(rules), &document, &summary::resolve(&game(rules), &document).unwrap())
            .replace('\u{a0}', " ")
    }

    #[test]
    fn presets_of_one_side_alone_name_it() {
        let text = "rules 1 \"Vault\"\nendings\n  miss: miss\n  hit: hit\nsheet attacker\n  skill: 0..9 = 5\nsheet defender\n  guard: 5..25 = 12\n\
            strike\n  end miss if d20 + attacker.skill < defender.guard\n  end hit lose d8\n=== words ===\nattacker = \"Brigand\"\n  presets brigand\n\
            defender = \"Guard\"\n  presets guard\n=== presets ===\n[Brigands]\nGrenadier | brigand: skill=7\n[Guards]\nWatchman | guard: guard=10\n";
        let rules = tohit_resolver::text::Bundle::parse(text).ruleset("vault", None).unwrap();
        let game = Game { rules: Box::leak(Box::new(rules)), is_own: true };
        let sheet = |preset: &str| Json::object([("preset", preset.into())]);
        let document = Json::object([("attacker", sheet("grenadier")), ("defender", sheet("watchman"))]);
        let said = of(&game, &document, &summary::resolve(&game, &document).unwrap());
        assert!(said.starts_with("The grenadier hits the watchman"), "{said}");
    }

    #[test]
    fn a_text_without_an_attacker_is_about_the_strike() {
        let text = "rules 1 \"Trap\"\nendings\n  miss: miss\n  hit: hit\nsheet defender\n  guard: 5..25 = 12\nstrike\n  end miss if d20 < defender.guard\n  end hit lose d8\n";
        let rules = tohit_resolver::text::Bundle::parse(text).ruleset("own-trap", None).unwrap();
        let game = Game { rules: Box::leak(Box::new(rules)), is_own: true };
        let document = Json::object([]);
        let said = of(&game, &document, &summary::resolve(&game, &document).unwrap());
        assert!(said.starts_with("The strike hits the defender"), "{said}");
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
        let unrolled =
            said("powder/trap?attacker.preset=spiked-pit&defender.preset=troll&situation.rules=game");
        assert!(
            unrolled.ends_with("actual game 117/118; version 117/118 never rolls to hit here)."),
            "{unrolled}"
        );
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
        let text = said(
            "pixel-dungeon/targeting?targeting.projectile=wand&targeting.origin=1,1&targeting.wanted=9,5",
        );
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
}
