//! Figures that a dump states: the panel of the sheet, and the combat info of each weapon and missile. The
//! panel also tells whether something of the moment counts, for which the sheet has no row.

use super::NAMES;
use super::dump::Item;
use super::items::Thing;
use super::sheet::{BLOWS, Hero, mark_json, pair, sum};
use crate::character::Character;
use crate::stated::{Stated, StatedMeasure};
use crate::text::{decimal, whole};
use tohit_resolver::document::put;
use tohit_resolver::{FigureValue, Json};

/// Elements of brands.
const ELEMENTS: [&str; 5] = ["acid", "lightning", "fire", "cold", "poison"];

/// The panel of the sheet beside our figures. Where its totals differ they are taken as they are.
pub(super) fn settle(hero: &Hero<'_>, character: &mut Character) {
    let dump = hero.dump;
    let mut to_hits = dump.cells("To-hit");
    let (melee, shoot) = (to_hits.next().and_then(pair), to_hits.next().and_then(pair));
    let damage = dump.cell("Melee").and_then(|cell| whole(cell.split_once(',')?.1));
    let shots = dump.cell("Shots").and_then(decimal);
    let blows = dump.cell("Blows").and_then(decimal);
    let plus = |thing: &Option<(&Item<'_>, Thing)>| {
        thing.as_ref().and_then(|(_, thing)| thing.plus).unwrap_or_default()
    };
    let ((weapon_hit, weapon_dam), (launcher_hit, _)) = (plus(&hero.weapon), plus(&hero.launcher));
    // The panel of 4.2.6 shows the 2 of an attuned weapon, which the rules count in the rating alone.
    let attuned = if hero.context.is_late && is_attuned(hero, character) { 2 } else { 0 };

    let scenario = character.scenario("melee");
    let answer = character.rules.resolve::<f64>(&scenario).ok();
    let ours = |name: &str| {
        answer.as_ref()?.values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| match value {
            FigureValue::Int(value) => Some(*value),
            _ => None,
        })
    };
    let (to_hit, to_dam) = (ours("to_hit"), ours("to_dam"));
    let (our_blows, skill) = (ours("blows"), ours("skill"));
    let own_hit = melee.map(|(_, shown)| shown - weapon_hit - attuned);
    let own_dam = damage.map(|shown| shown - weapon_dam);
    let is_berserk = melee.zip(skill).is_some_and(|((shown, _), skill)| shown - skill.div_euclid(3) == 25);
    let is_settled = own_hit == to_hit && own_dam == to_dam;

    let moment =
        "effects of the moment or properties that are not known yet count on the sheet; its totals are taken";
    let reason = if is_settled { "" } else { moment };
    let mut panel = Panel { scenario, character };
    if let Some((shown, hit)) = melee {
        let reason = if is_berserk { "berserk strength adds 75 to the skill" } else { reason };
        panel.states("skill with blows, a third", shown, StatedMeasure::Figure("skill", 0, 3), reason);
        panel.states(
            "to-hit with blows",
            hit,
            StatedMeasure::Figure("to_hit", weapon_hit + attuned, 1),
            reason,
        );
    }
    if let Some(shown) = damage {
        panel.states("to-damage with blows", shown, StatedMeasure::Figure("to_dam", weapon_dam, 1), reason);
    }
    if let Some(shown) = blows {
        panel.states_text("blows a turn", shown, StatedMeasure::Figure("blows", 0, 10), reason);
    }
    if hero.launcher.is_some() {
        panel.scenario = panel.character.scenario("fired");
        if let Some((shown, hit)) = shoot {
            panel.states("skill with shots, a third", shown, StatedMeasure::Figure("skill", 0, 3), reason);
            let late = if attuned > 0 && reason.is_empty() {
                "the panel may count a weapon's 2 points for priests and paladins"
            } else {
                reason
            };
            panel.states("to-hit with shots", hit, StatedMeasure::Figure("to_hit", launcher_hit, 1), late);
        }
        if let Some(shown) = shots {
            panel.states_text("shots a turn", shown, StatedMeasure::Figure("shots", 0, 1), reason);
        }
    }

    character.put("attacker.berserk", is_berserk);
    if is_settled {
        character.put("attacker.blessed", false);
        character.put("attacker.heroism", false);
        character.put("attacker.bloodlust", 0);
        character.put("attacker.stun", "none");
        character.put("attacker.shape", "normal");
        character.leave(["attacker.fed"], "above 15 %, where it changes nothing");
    } else {
        if let (Some(own_hit), Some(own_dam)) = (own_hit, own_dam) {
            character.put("attacker.totals.to_hit", own_hit);
            character.put("attacker.totals.to_dam", own_dam);
        }
        character.leave(
            [
                "attacker.blessed",
                "attacker.heroism",
                "attacker.bloodlust",
                "attacker.stun",
                "attacker.shape",
                "attacker.fed",
            ],
            "the text does not say it; the sheet's totals count instead",
        );
        let tenths = blows.and_then(|shown| shown.replace('.', "").parse::<i64>().ok());
        if let (Some(shown), true) = (blows, tenths != our_blows.map(|blows| blows.div_euclid(10))) {
            character.put("attacker.totals.blows", Json::Number(shown.to_owned()));
        }
    }
}

/// True where the weapon in hand attunes a priest or paladin.
fn is_attuned(hero: &Hero<'_>, character: &Character) -> bool {
    let weapon = hero.weapon.as_ref().map(|(_, thing)| thing);
    let is_hafted = weapon.is_some_and(|thing| {
        thing.preset.section("weapon").is_some_and(|fields| fields.contains("kind=hafted"))
    });
    let [attacker, _] = &character.sides;
    let is_blessed = attacker.at("weapon.blessed") == Some(&Json::Bool(true));
    hero.is_holy && (is_hafted || weapon.is_some() && is_blessed)
}

/// Figures of the panel, for one scenario.
struct Panel<'c> {
    scenario: Json,
    character: &'c mut Character,
}

impl Panel<'_> {
    fn states(&mut self, what: &str, shown: i64, measure: StatedMeasure, reason: &str) {
        self.states_text(what, &shown.to_string(), measure, reason);
    }

    fn states_text(&mut self, what: &str, says: &str, measure: StatedMeasure, reason: &str) {
        self.character.states(Stated {
            what: format!("sheet: {what}"),
            says: says.to_owned(),
            scenario: self.scenario.clone(),
            measure,
            reason: reason.to_owned(),
        });
    }
}

/// Combat info of every item.
pub(super) fn items(hero: &Hero<'_>, character: &mut Character) {
    let dump = hero.dump;
    let [melee, fired, thrown] = ["melee", "fired", "thrown"].map(|mode| character.scenario(mode));
    for item in dump.worn.iter().chain(&dump.pack).chain(&dump.quiver).chain(&dump.home) {
        if item.about.contains("/round") && item.about.contains("When fired") {
            shot(hero, item, &fired, character);
        } else if item.about.contains("/round") {
            blow(hero, item, &melee, character);
        }
        if item.about.contains("verage thrown damage") {
            throw(hero, item, &thrown, character);
        }
    }
}

/// Blows with a weapon, in place of the one in hand.
fn blow(hero: &Hero<'_>, item: &Item<'_>, base: &Json, character: &mut Character) {
    let Some(thing) = hero.context.thing("weapon", item) else {
        return character.not_understood(item.name);
    };
    let mut scenario = base.clone();
    let mut set = |path: &str, value: Json| put(&mut scenario, &Json::Null, path, value);
    set("attacker.weapon", thing.entries);
    let others = || hero.dump.worn.iter().filter(|worn| worn.label != 'a');
    if item.is_blessed() || others().any(Item::is_blessed) {
        set("attacker.weapon.blessed", true.into());
    }
    set("attacker.extra_blows", sum(others().chain([item]), &BLOWS).into());
    // A weapon in place of another may change strength and dexterity.
    let held = hero.weapon.as_ref().map(|(held, _)| *held);
    let mut reason = reason_of(hero, item, character);
    for (name, phrase, path) in [("STR", "strength", "attacker.str"), ("DEX", "dexterity", "attacker.dex")] {
        let change = item.modifier(phrase) - held.map_or(0, |held| held.modifier(phrase));
        match hero.dump.stat(name).and_then(|stat| stat.changed(change)) {
            Some(value) => set(path, mark_json(value)),
            None => "the weapon would change a statistic that is drained".clone_into(&mut reason),
        }
    }
    if let Some(blows) =
        number_before(&item.about, "blows/round").or_else(|| number_before(&item.about, "blow/round"))
    {
        let measure = StatedMeasure::Figure("blows", 0, 10);
        let what = format!("{}: blows a round", item.name);
        character.states(Stated {
            what,
            says: blows.to_owned(),
            scenario: scenario.clone(),
            measure,
            reason: reason.clone(),
        });
    }
    averages(
        item,
        "Average damage/round: ",
        StatedMeasure::MeanOfHits("blows", 100),
        &scenario,
        &reason,
        character,
    );
}

fn shot(hero: &Hero<'_>, item: &Item<'_>, base: &Json, character: &mut Character) {
    let Some(thing) = hero.context.thing("ammo", item) else {
        return character.not_understood(item.name);
    };
    let mut scenario = base.clone();
    put(&mut scenario, &Json::Null, "attacker.ammo", thing.entries);
    let reason = reason_of(hero, item, character);
    averages(
        item,
        "Average damage/round: ",
        StatedMeasure::MeanOfHits("shots", 10),
        &scenario,
        &reason,
        character,
    );
}

fn throw(hero: &Hero<'_>, item: &Item<'_>, base: &Json, character: &mut Character) {
    let Some(thing) = hero.context.thing("object", item) else {
        return character.not_understood(item.name);
    };
    let mut scenario = base.clone();
    put(&mut scenario, &Json::Null, "attacker.object", thing.entries);
    let reason = reason_of(hero, item, character);
    averages(item, "verage thrown damage: ", StatedMeasure::MeanOfHit, &scenario, &reason, character);
}

/// Reason why figures of an item may differ from ours.
fn reason_of(hero: &Hero<'_>, item: &Item<'_>, character: &Character) -> String {
    let [attacker, _] = &character.sides;
    let is_unknown = item.has_unknown_runes() || hero.dump.worn.iter().any(Item::has_unknown_runes);
    let is_random = hero.context.has_random_artifacts && item.name.starts_with("the ");
    let has_curse = |item: &Item<'_>| item.about.contains("curse") || item.about.contains("Curse");
    let reasons = [
        (is_unknown, "properties that are not known yet count"),
        (is_random, "the text does not say the weight of a random artifact"),
        (
            has_curse(item) || hero.dump.worn.iter().any(has_curse),
            "a curse counts, whose figures the text does not say",
        ),
        (attacker.at("totals.to_hit").is_some(), "effects of the moment count"),
        (attacker.get("berserk") == Some(&Json::Bool(true)), "effects of the moment count"),
    ];
    reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason.to_owned()).unwrap_or_default()
}

/// The number before a phrase: `2.8` of `2.8 blows/round`.
fn number_before<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let (before, _) = text.split_once(phrase)?;
    decimal(before.trim_end().rsplit(' ').next()?)
}

/// Average damage against each kind of foe: `80.9 vs giants and 50.6 vs. others`.
fn averages(
    item: &Item<'_>,
    begins: &str,
    measure: StatedMeasure,
    scenario: &Json,
    reason: &str,
    character: &mut Character,
) {
    let Some((_, list)) = item.about.split_once(begins) else { return };
    for (says, foes) in figures(list) {
        let all = foes_of(&foes);
        if all.is_empty() {
            character.not_understood(&format!("{}: {says} {foes}", item.name));
        }
        for (name, kind, element) in all {
            let mut scenario = scenario.clone();
            let kinds = kind.into_iter().map(Json::from).collect();
            let immune = ELEMENTS.iter().filter(|own| Some(**own) != element).map(|own| Json::from(*own));
            let foe = Json::object([
                ("ac", 1.into()),
                ("kinds", Json::List(kinds)),
                ("immune", Json::List(immune.collect())),
            ]);
            put(&mut scenario, &Json::Null, "defender", foe);
            let what =
                if measure == StatedMeasure::MeanOfHit { "damage of a throw" } else { "damage a round" };
            character.states(Stated {
                what: format!("{}: {what} against {name}", item.name),
                says: says.clone(),
                scenario,
                measure,
                reason: reason.to_owned(),
            });
        }
    }
}

/// Figures of a sentence, each with the words behind it.
fn figures(list: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for word in list.split_ascii_whitespace() {
        let ends = word.ends_with('.') && word != "vs.";
        match decimal(word).filter(|number| word.trim_end_matches(['.', ',']) == *number) {
            Some(number) => all.push((number.to_owned(), String::new())),
            None => match all.last_mut() {
                Some((_, foes)) => {
                    foes.push_str(word);
                    foes.push(' ');
                }
                None => break,
            },
        }
        if ends {
            break;
        }
    }
    all
}

/// Foes of a figure: a name, the kind that a slay asks for, and the element that they do not resist.
fn foes_of(words: &str) -> Vec<(String, Option<&'static str>, Option<&'static str>)> {
    let words =
        words.trim_start_matches("vs").trim_start_matches('.').trim().trim_end_matches(['.', ',', ' ']);
    let words = words.strip_suffix(" and").unwrap_or(words).trim_end_matches([',', ' ']);
    if words.is_empty() || words == "others" {
        return vec![("others".to_owned(), None, None)];
    }
    let mut found = Vec::new();
    let mut resists = false;
    for part in words.split([',']).flat_map(|part| part.split(" and ")).map(str::trim) {
        let element = part.strip_prefix("creatures not resistant to ");
        resists |= element.is_some();
        let name = element.unwrap_or(part).trim_start_matches("and ");
        let kind = NAMES.ours("slays", name).filter(|_| element.is_none());
        if let Some((kind, _)) = kind.and_then(|slay| slay.split_once('-')) {
            found.push((name.to_owned(), Some(kind), None));
        } else if let Some(element) = ELEMENTS.iter().find(|known| resists && **known == name) {
            found.push((format!("creatures not resistant to {element}"), None, Some(*element)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_name_their_foes() {
        let list = "110.4 vs creatures not resistant to acid, 81 vs. evil creatures and undead, and 62.9 vs. others. X 3.";
        let read: Vec<_> = figures(list).into_iter().map(|(says, foes)| (says, foes_of(&foes))).collect();
        let names = |at: usize| read[at].1.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>();
        assert_eq!(read.iter().map(|(says, _)| says.as_str()).collect::<Vec<_>>(), ["110.4", "81", "62.9"]);
        assert_eq!(names(0), ["creatures not resistant to acid"]);
        assert_eq!(names(1), ["evil creatures", "undead"]);
        assert_eq!(names(2), ["others"]);
        assert_eq!(figures("3.5. 35% chance"), [("3.5".to_owned(), String::new())]);
    }
}
