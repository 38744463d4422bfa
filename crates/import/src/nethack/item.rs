//! An item as a list names it: number, curse, wear, enchantment, base, and where it is.

use crate::text::{whole, words};

/// Place of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the hand that strikes.
    Hand,
    /// In the other hand, in two-weapon combat.
    OtherHand,
    Ready,
    Worn,
    Pack,
}

/// An item of a list.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    pub(super) letter: char,
    /// The line behind the letter.
    pub(super) name: &'t str,
    /// Its base or artifact, without all else.
    pub(super) base: &'t str,
    /// A name that a player gave it, or an artifact that is not identified.
    pub(super) named: Option<&'t str>,
    pub(super) count: i64,
    /// Enchantment, where it is known.
    pub(super) plus: Option<i64>,
    /// Blessed, uncursed or cursed, where the line says so.
    pub(super) curse: Option<&'static str>,
    pub(super) is_greased: bool,
    pub(super) is_poisoned: bool,
    pub(super) erosion: i64,
    /// Words in brackets behind the name.
    tags: Vec<&'t str>,
}

const CURSES: [&str; 3] = ["blessed", "uncursed", "cursed"];
const WORN_DOWN: [&str; 6] = ["rusty", "corroded", "burnt", "rotted", "cracked", "deteriorated"];
/// Words before a base that change no figure.
const OTHERS: [&str; 12] = [
    "a",
    "an",
    "the",
    "The",
    "rustproof",
    "corrodeproof",
    "fireproof",
    "rotproof",
    "crackproof",
    "tempered",
    "fixed",
    "empty",
];

impl<'t> Item<'t> {
    pub(super) fn of(letter: char, name: &'t str) -> Self {
        let (front, tags) = tagged(name);
        let (front, named) = match front.split_once(" named ") {
            Some((front, named)) => (front, Some(named.trim())),
            None => (front, None),
        };
        let front = front.split_once(" called ").map_or(front, |(front, _)| front);
        let mut item = Self {
            letter,
            name,
            base: front,
            named,
            count: 1,
            plus: None,
            curse: None,
            is_greased: false,
            is_poisoned: false,
            erosion: 0,
            tags,
        };
        let (mut rest, mut degree) = (front.trim(), 1);
        while let Some((word, after)) = rest.split_once(' ') {
            let curse = CURSES.iter().find(|curse| **curse == word);
            let count =
                whole(word).filter(|count| *count >= 0 && word.starts_with(|c: char| c.is_ascii_digit()));
            let plus = whole(word).filter(|_| word.starts_with(['+', '-']));
            match word {
                _ if curse.is_some() => item.curse = curse.copied(),
                _ if plus.is_some() => item.plus = plus,
                _ if count.is_some() => item.count = count.unwrap_or(1),
                "greased" => item.is_greased = true,
                "poisoned" => item.is_poisoned = true,
                "very" => degree = 2,
                "thoroughly" => degree = 3,
                _ if WORN_DOWN.contains(&word) => {
                    item.erosion = item.erosion.max(degree);
                    degree = 1;
                }
                _ if OTHERS.contains(&word) => {}
                _ => break,
            }
            rest = after.trim_start();
        }
        item.base = rest;
        item
    }

    /// Place of the item. The wielding hand of two-weapon combat is the right one, if it is not known.
    pub(super) fn place(&self, handedness: Option<&str>) -> Place {
        let hand = |tag: &str| {
            let side = tag.split([',', ' ']).nth(2)?;
            match side {
                "right" | "left" if side == handedness.unwrap_or("right") => Some(Place::Hand),
                _ => Some(Place::OtherHand),
            }
        };
        let of = |tag: &&str| match *tag {
            tag if tag.starts_with("wielded in ") => hand(tag),
            tag if ["weapon in ", "tethered ", "wielded", "welded "]
                .iter()
                .any(|begin| tag.starts_with(begin)) =>
            {
                Some(Place::Hand)
            }
            tag if ["at the ready", "in quiver"].iter().any(|begin| tag.starts_with(begin)) => {
                Some(Place::Ready)
            }
            tag if ["being worn", "being do", "on left ", "on right ", "embedded in "]
                .iter()
                .any(|begin| tag.starts_with(begin)) =>
            {
                Some(Place::Worn)
            }
            _ => None,
        };
        self.tags.iter().find_map(of).unwrap_or(Place::Pack)
    }

    /// True for a light that burns.
    pub(super) fn is_lit(&self) -> bool {
        self.tags.iter().any(|tag| tag.split([' ', ',']).any(|word| word == "lit"))
    }

    /// True where the base has this name, in any number.
    pub(super) fn is(&self, name: &str) -> bool {
        words(self.base) == words(name)
    }

    /// True where the base has these words, in this order.
    pub(super) fn has(&self, name: &str) -> bool {
        let wanted = words(name);
        words(self.base).windows(wanted.len().max(1)).any(|part| part == wanted)
    }
}

/// A name without the brackets behind it, and these.
fn tagged(name: &str) -> (&str, Vec<&str>) {
    let (mut rest, mut tags) = (name.trim(), Vec::new());
    while let Some(open) = rest.strip_suffix(')').and_then(|inner| inner.rfind(" (")) {
        let tag = rest.get(open + 2..rest.len() - 1).unwrap_or_default();
        tags.push(tag);
        rest = rest.get(..open).unwrap_or_default().trim_end();
    }
    (rest, tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let item =
            Item::of('a', "the blessed greased very rusty thoroughly corroded +7 Excalibur (weapon in hand)");
        assert_eq!((item.base, item.plus, item.curse), ("Excalibur", Some(7), Some("blessed")));
        assert_eq!((item.erosion, item.is_greased, item.place(None)), (3, true, Place::Hand));
        let darts = Item::of('b', "12 poisoned -1 darts named Sharp (and fast) (at the ready)");
        assert_eq!((darts.count, darts.plus, darts.base), (12, Some(-1), "darts"));
        assert_eq!((darts.is_poisoned, darts.place(None), darts.is("dart")), (true, Place::Ready, true));
        let plain = Item::of('c', "long sword");
        assert_eq!((plain.base, plain.plus, plain.curse, plain.count), ("long sword", None, None, 1));
    }

    #[test]
    fn hands_have_many_names() {
        let place = |tags: &'static str, handed| Item::of('a', tags).place(handed);
        assert_eq!(place("a club (weapon in hands)", None), Place::Hand);
        assert_eq!(place("a club (weapon in left hand, glowing light blue)", Some("left")), Place::Hand);
        assert_eq!(place("3 daggers (wielded)", None), Place::Hand);
        assert_eq!(place("an aklys (tethered weapon in hand)", None), Place::Hand);
        assert_eq!(place("a club (wielded in other hand)", None), Place::OtherHand);
        assert_eq!(place("a club (wielded in left hand)", None), Place::OtherHand);
        assert_eq!(place("a club (wielded in left hand)", Some("left")), Place::Hand);
        assert_eq!(place("a club (alternate weapon; not wielded)", None), Place::Pack);
        assert_eq!(place("a +2 ring of protection (on left hand)", None), Place::Worn);
        assert!(Item::of('a', "Sunsword (weapon in hand) (lit)").is_lit());
    }
}
