//! The answer in a sentence that is complete by itself: attacker, equipment, mode, defender, frequency,
//! damage, rules.

use crate::Game;
use crate::diff::{Difference, differences};
use crate::format;
use crate::names::{called, is_you, numberless, thing, with_article};
use crate::rolled;
use crate::summary::{Damage, FightSummary, Summary};
use crate::targeting::place_told;
use crate::values::readable;
use tohit_resolver::document::{
    WHO, is_carried, join, presets_in, presets_of, presets_only, says_who, sheet_of,
};
use tohit_resolver::sheet::{Field, Shape, SheetSpec, in_line};
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
    /// Name without things.
    bare: String,
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
        _ if summary.answers_turn => " in a turn",
        AnsweredStrike::First => " with the first strike",
        AnsweredStrike::Chosen => " with one strike",
        AnsweredStrike::Any if whom.ends_with(|letter: char| letter.is_ascii_digit()) => ",",
        AnsweredStrike::Any => "",
    };
    let mut sentence = format!("{who} {verb} {whom}{pause} {} of the time", format::percent(hit));
    if let Some(turn) = summary.turn.as_ref().filter(|_| summary.answers_turn) {
        sentence += &format!(" for {} damage on average, misses counted", turn.average());
    } else if let Some(damage) = &summary.damage {
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

/// The attacker without its weapon.
pub fn bare(game: &Game, document: &Json) -> String {
    let side = Wording::new(game, document).side("attacker");
    side.map_or_else(|| "The attacker".to_owned(), |side| format::sentence(&side.bare))
}

/// The things of a side; empty without any.
pub fn held(game: &Game, document: &Json, side: &'static str) -> String {
    let things = Wording::new(game, document).things_of(side);
    if things.is_empty() { String::new() } else { format::listed(things) }
}

/// True where the attacker's sheet has places for things, all of them empty.
pub fn is_unarmed(game: &Game, document: &Json) -> bool {
    let wording = Wording::new(game, document);
    let is_empty = |field: &Field| wording.whole.at(&join("attacker", field.name)) == Some(&Json::Null);
    let has_presets = |field: &&Field| field.shape.part().is_some_and(|part| part.presets.is_some());
    let parts =
        wording.sheet("attacker").into_iter().flat_map(|spec| wording.parts(spec)).filter(has_presets);
    let (mut empty, mut full) = (false, false);
    for part in parts {
        match is_empty(part) {
            true => empty = true,
            false => full = true,
        }
    }
    empty && !full
}

/// A creature that is the attacker in one document and the defender in another, with the things and the changes
/// of both.
pub fn fighter(game: &Game, strikes: &Json, struck: &Json) -> String {
    let (wording, struck) = (Wording::new(game, strikes), Wording::new(game, struck));
    let Some(mut side) = wording.side("attacker") else { return "The attacker".to_owned() };
    let held = wording.things_of("attacker");
    let worn: Vec<String> =
        struck.things_of("defender").into_iter().filter(|thing| !held.contains(thing)).collect();
    if !worn.is_empty() {
        side.name = format!("{} with {}", side.bare, format::listed(held.into_iter().chain(worn).collect()));
    }
    let said = wording.changes("attacker");
    let others = struck.changes("defender").into_iter().filter(|change| {
        // Labels may differ: "your shield" of the striker is the "shield" of the struck.
        !said.iter().any(|known| known.is_of_field(change))
    });
    side.changes.extend(named(others.map(|change| change.with_part()).collect()));
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
        let carried = self.held(name, spec, &presets);
        let mut side = match presets.iter().find(|preset| !is_layer(preset)) {
            Some(who) if !says_who(*who) => called(who, self.bare(who, spec)),
            _ => self.described(name, spec, &mut changes)?,
        };
        let bare = side.clone();
        if !carried.is_empty() {
            side = format!("{side} with {}", format::listed(carried));
        }
        let changes = named(changes.into_iter().map(|change| change.text).collect());
        Some(SideWording { bare, name: side, changes })
    }

    /// The things of a side, if the mode has it.
    fn things_of(&self, side: &'static str) -> Vec<String> {
        self.sheet(side).map(|spec| self.held(side, spec, &self.presets(side, spec))).unwrap_or_default()
    }

    /// The presets that are laid over a side, and the things in it.
    fn held(&self, name: &'static str, spec: &'static SheetSpec, presets: &[Preset]) -> Vec<String> {
        let is_layer = |preset: &&Preset| is_carried(self.game.rules, self.mode, preset.group);
        presets.iter().filter(is_layer).map(thing).chain(self.carried(name, spec, presets)).collect()
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

    /// The items that a side carries: by presets of its own, or by its creature, unless the name includes
    /// them.
    fn carried(&self, side: &str, spec: &'static SheetSpec, presets: &[Preset]) -> Vec<String> {
        let named = |field: &Field| {
            let path = join(side, field.name);
            let own = self.things(field, &self.document, &path);
            let is_said = matches!(self.document.at(&path), Some(Json::List(_)));
            if is_said || !own.is_empty() || self.whole.at(&path) == Some(&Json::Null) {
                return Some(own);
            }
            let is_list = matches!(field.shape.inner(), Shape::List { .. });
            let brings_part = |preset: &Preset| {
                let brought = preset.document(spec.presets?, spec)?;
                let things = brought.at(field.name).map(|_| self.things(field, &brought, field.name))?;
                Some((self.bare(preset, spec).to_ascii_lowercase(), things))
            };
            // Things in a name are not said again.
            let told = |(name, things): (String, Vec<Preset>)| {
                let word = |thing: &Preset| thing.name.split(' ').next().map(str::to_ascii_lowercase);
                let is_told = |thing: &Preset| word(thing).is_some_and(|word| name.contains(&word));
                things.into_iter().filter(|thing| !is_told(thing)).collect::<Vec<_>>()
            };
            if is_list {
                return Some(presets.iter().filter_map(brings_part).flat_map(told).collect());
            }
            // Of things in one place the last counts: a mace is taken in place of the creature's sword.
            Some(presets.iter().rev().find_map(brings_part).map(told).unwrap_or_default())
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
    fn described(
        &self,
        side: &str,
        spec: &'static SheetSpec,
        changes: &mut Vec<Difference>,
    ) -> Option<String> {
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
            changes.retain(|change| !change.text.starts_with(&field.about.label.to_ascii_lowercase()));
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
        let holds = differences(self.game.rules.form(self.mode), self.mode, (&without, &self.whole));
        let holds: Vec<String> = holds.into_iter().map(|change| change.text).collect();
        (!holds.is_empty()).then(|| format!(", {} only in the first {beat}", format::listed(holds)))
    }

    fn situation(&self) -> String {
        let changes = self.changes("situation").into_iter().map(|change| change.text).collect();
        let text = named(changes).join(", ");
        if text.is_empty() { text } else { format!("{text}; ") }
    }

    /// The changes of a sheet beside its presets.
    fn changes(&self, side: &str) -> Vec<Difference> {
        let Some(spec) = self.sheet(side) else { return Vec::new() };
        let (Some(whole), Some(base)) = (self.whole.at(side), self.base.at(side)) else { return Vec::new() };
        let mut found = differences(spec, self.mode, (base, whole));
        // The rules have a sentence part of their own. Default hit points are omitted.
        let is_default = |name| name == "hp" && whole.get("hp") == Some(&Json::Null);
        found.retain(|change| change.field != "rules" && !is_default(change.field));
        found
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
            let variants = tohit_resolver::rules_of(game.rules, mode);
            let said = rules_said(game, mode, whole);
            match variants.iter().any(|variant| variant.name == "document") {
                true => format!("The game's own code: {}, {said}", about.name),
                false => format!("{}, edition {said}", about.document),
            }
        }
        _ => about.document.to_owned(),
    }
}

#[cfg(test)]
mod tests;
