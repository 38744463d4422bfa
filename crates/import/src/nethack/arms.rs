//! Weapons, missiles and launchers of the hero, and everything to choose among.

use super::NAMES;
use super::dump::Dump;
use super::item::{Item, Place};
use super::skills::{Skills, TWO_WEAPONS};
use super::things::{Known, Thing, is_ammunition, is_launcher, is_thrown, known, skill_of};
use crate::character::{Carried, Character};
use tohit_resolver::document::put;
use tohit_resolver::{Json, Ruleset};

const NO_ITEMS: &str = "the text has no list of what you carry";

/// Items of the text, with what they are.
struct Arms<'a, 't> {
    rules: &'static Ruleset,
    dump: &'a Dump<'t>,
    skills: Skills,
    items: Vec<(&'a Item<'t>, Place, Option<Known>)>,
}

/// Reads the weapons of a text.
pub(super) fn read(dump: &Dump<'_>, character: &mut Character) {
    let rules = character.rules;
    let hand = dump.handedness();
    let items = dump.items.iter().map(|item| (item, item.place(hand), known(rules, item))).collect();
    let arms = Arms { rules, dump, skills: Skills::of(dump), items };
    arms.hands(character);
    arms.flight(character);
    arms.carried(character);
}

impl<'a, 't> Arms<'a, 't> {
    fn at(&self, place: Place) -> Option<(&'a Item<'t>, Option<Known>)> {
        self.items.iter().find(|(_, at, _)| *at == place).map(|(item, _, known)| (*item, *known))
    }

    /// The item as entries of a field, with the skill where it is said and the sheet asks for it.
    fn thing(&self, known: Known, target: &str, item: &Item<'_>) -> Option<Thing> {
        let mut thing = known.thing(self.rules, target, item, self.dump.is_over)?;
        if target == "launcher" {
            return Some(thing);
        }
        match skill_of(thing.kind).and_then(|skill| self.skills.get(skill)) {
            Some((level, bound)) => {
                put(&mut thing.entries, &Json::Null, "skill", level.into());
                thing.unsaid.extend(bound.map(|why| ("skill", why)));
            }
            None => {
                thing.unsaid.push(("skill", "the text does not say it; paste the list of #enhance with it"))
            }
        }
        Some(thing)
    }

    fn hands(&self, character: &mut Character) {
        let says = |what: &str| self.dump.about_you().any(|rest| rest == what);
        let is_empty = says("empty handed") || says("bare handed") || says("not wielding anything");
        let [in_hand, other] = [Place::Hand, Place::OtherHand].map(|place| self.at(place));
        for (held, target, path) in
            [(self.at(Place::Hand), "weapon", "attacker.weapon"), (other, "off-hand", "attacker.second")]
        {
            match held {
                Some((item, known)) => {
                    let thing = known.and_then(|known| self.thing(known, target, item));
                    wield(character, path, item, thing);
                }
                None if is_empty || self.dump.has_items => character.put(path, Json::Null),
                None => character.leave([path], NO_ITEMS),
            }
        }
        match (self.skills.get(TWO_WEAPONS), other) {
            (Some((level, bound)), _) => {
                character.put("attacker.two_weapon_skill", level);
                if let Some(why) = bound {
                    character.leave(["attacker.two_weapon_skill"], why);
                }
            }
            (None, Some(_)) => character.leave(["attacker.two_weapon_skill"], "the text does not say it"),
            (None, None) => {}
        }
        let bare = self.skills.get("martial arts").or_else(|| self.skills.get("bare handed combat"));
        match bare {
            Some((level, _)) if level != "restricted" => character.put("attacker.martial_arts", level),
            // The skill counts for bare hands alone.
            _ if in_hand.is_some() => {}
            _ => character.leave(["attacker.martial_arts"], "the text does not say it"),
        }
    }

    /// The missile and the launcher.
    fn flight(&self, character: &mut Character) {
        if !self.dump.has_items {
            character.leave(["attacker.missile", "attacker.missiles", "attacker.launcher"], NO_ITEMS);
            return;
        }
        let missile = self.missile(character);
        let Some((item, thing)) = missile else {
            character
                .leave(["attacker.missile", "attacker.missiles"], "nothing to throw or to shoot is carried");
            self.launch(self.launchers().next(), character);
            return;
        };
        let launcher = self
            .launchers()
            .find(|(_, known)| is_ammunition(thing.kind) && skill_of(known.kind) == skill_of(thing.kind));
        fill(character, "attacker.missile", thing);
        character.put("attacker.missiles", item.count.clamp(1, 100));
        self.launch(launcher, character);
    }

    /// The launcher with which missiles are shot.
    fn launch(&self, launcher: Option<(&'a Item<'t>, Known)>, character: &mut Character) {
        match launcher.and_then(|(item, known)| self.thing(known, "launcher", item)) {
            Some(thing) => fill(character, "attacker.launcher", thing),
            None => character.put("attacker.launcher", Json::Null),
        }
    }

    /// Launchers, that in hand first.
    fn launchers(&self) -> impl Iterator<Item = (&'a Item<'t>, Known)> {
        let of = |is_in_hand: bool| {
            self.items.iter().filter_map(move |(item, place, known)| {
                let known = known.filter(|known| is_launcher(known.kind))?;
                ((*place == Place::Hand) == is_in_hand).then_some((*item, known))
            })
        };
        of(true).chain(of(false))
    }

    /// Missile: the one that is ready; else ammunition for a launcher that is carried, else a thing to throw.
    fn missile(&self, character: &mut Character) -> Option<(&'a Item<'t>, Thing)> {
        if let Some((item, known)) = self.at(Place::Ready) {
            match known.and_then(|known| self.thing(known, "missile", item)) {
                Some(thing) => return Some((item, thing)),
                None => character.not_understood(item.name),
            }
        }
        let fits = |known: &Known| {
            self.launchers().any(|(_, launcher)| skill_of(launcher.kind) == skill_of(known.kind))
                && is_ammunition(known.kind)
        };
        let first = |wanted: &dyn Fn(&Known) -> bool| {
            let carried =
                self.items.iter().filter(|(_, place, _)| matches!(place, Place::Pack | Place::Ready));
            let mut known =
                carried.filter_map(|(item, _, known)| known.filter(wanted).map(|known| (*item, known)));
            known.find_map(|(item, known)| Some((item, self.thing(known, "missile", item)?)))
        };
        first(&fits).or_else(|| first(&|known| is_thrown(known.kind)))
    }

    /// Everything to choose among.
    fn carried(&self, character: &mut Character) {
        for (item, place, known) in &self.items {
            let Some(known) = known else {
                // Two kinds of things look the same.
                if NAMES.section("several").any(|(name, _)| item.is(name)) {
                    character.not_understood(item.name);
                }
                continue;
            };
            let place = match place {
                Place::Hand | Place::OtherHand | Place::Worn => "worn",
                Place::Ready => "quiver",
                Place::Pack => "pack",
            };
            for (target, path) in [
                ("weapon", "attacker.weapon"),
                ("missile", "attacker.missile"),
                ("launcher", "attacker.launcher"),
            ] {
                let is_offered = |thing: &Thing| thing.entries.get("preset").is_some();
                if let Some(thing) = self.thing(*known, target, item).filter(is_offered) {
                    let name = item.name.to_owned();
                    character.carried.push(Carried::new(path, name, place, thing.entries));
                }
            }
        }
    }
}

/// A thing in a hand.
fn wield(character: &mut Character, path: &str, item: &Item<'_>, thing: Option<Thing>) {
    match thing {
        Some(thing) => fill(character, path, thing),
        None => {
            character.not_understood(item.name);
            character.leave([path], "no such weapon in these rules");
        }
    }
}

/// Reads a thing into a field, and leaves what the text does not say of it.
fn fill(character: &mut Character, path: &str, thing: Thing) {
    character.put(path, thing.entries);
    for (field, why) in thing.unsaid {
        character.leave([format!("{path}.{field}").as_str()], why);
    }
}
