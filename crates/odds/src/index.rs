//! Finding equal keys again, quickly: a map that is mostly compiled once, whatever it holds.

use core::hash::{Hash, Hasher};

/// One rotation and one multiplication for each word (as Firefox and rustc hash): the keys are our own small states, so nobody can choose them
/// to collide.
#[derive(Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        // A product's good bits are its high ones, and an index looks at the low ones first.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// What an [`Index`] knows a key by.
pub(crate) fn hash(key: &impl Hash) -> u64 {
    let mut hasher = QuickHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// The places of keys in a list, by their hashes. The keys themselves, and whether they are equal, are the list's business.
#[derive(Default)]
pub(crate) struct Index {
    /// A power of two of them, at least half of them free.
    slots: Vec<Slot>,
    taken: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u64,
    place: usize,
}

const FREE: Slot = Slot { hash: 0, place: usize::MAX };
/// An index begins with so many slots.
const FIRST: usize = 32;

impl Index {
    /// The place of the key with this hash that is the one looked for.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = hash as usize;
        loop {
            let slot = self.slots.get(at & self.slots.len().wrapping_sub(1))?;
            if slot.place == FREE.place {
                return None;
            }
            if slot.hash == hash && is_it(slot.place) {
                return Some(slot.place);
            }
            at = at.wrapping_add(1);
        }
    }

    /// Adds a key that is not there yet.
    #[inline(never)]
    pub(crate) fn insert(&mut self, hash: u64, place: usize) {
        if 2 * self.taken >= self.slots.len() {
            let size = (2 * self.slots.len()).max(FIRST);
            let before = core::mem::replace(&mut self.slots, vec![FREE; size]);
            for slot in before.iter().filter(|slot| slot.place != FREE.place) {
                self.put(*slot);
            }
        }
        self.put(Slot { hash, place });
        self.taken += 1;
    }

    fn put(&mut self, new: Slot) {
        let mut at = new.hash as usize;
        let last = self.slots.len().wrapping_sub(1);
        while let Some(slot) = self.slots.get_mut(at & last) {
            if slot.place == FREE.place {
                *slot = new;
                return;
            }
            at = at.wrapping_add(1);
        }
    }
}

/// Values by their keys.
pub(crate) struct QuickMap<K, V> {
    entries: Vec<(K, V)>,
    index: Index,
}

impl<K, V> Default for QuickMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: Index::default() }
    }
}

impl<K: Hash + Eq, V> QuickMap<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let is_it = |place: usize| self.entries.get(place).is_some_and(|(known, _)| known == key);
        let place = self.index.find(hash(key), is_it)?;
        self.entries.get(place).map(|(_, value)| value)
    }

    /// Adds a key that is not there yet.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.index.insert(hash(&key), self.entries.len());
        self.entries.push((key, value));
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pcg;
    use std::collections::HashMap;

    #[test]
    fn finds_what_was_put_in() {
        let mut dice = Pcg::new(8);
        let (mut map, mut known) = (QuickMap::default(), HashMap::new());
        for step in 0..5_000 {
            let key = (dice.between(-40, 40), dice.below(40) as u32);
            assert_eq!(map.get(&key), known.get(&key));
            if known.insert(key, step).is_none() {
                map.insert(key, step);
            } else {
                known.extend(map.get(&key).map(|step| (key, *step)));
            }
        }
        assert!(known.len() > 1_000 && map.index.slots.len() >= 2 * known.len());
        map.clear();
        assert!(known.keys().all(|key| map.get(key).is_none()));
    }

    /// Keys that lie one after the other are the usual ones: they must not crowd together.
    #[test]
    fn neighbours_lie_apart() {
        let longest = |keys: &mut dyn Iterator<Item = (i64, bool)>| {
            let mut map = QuickMap::default();
            keys.for_each(|key| map.insert(key, ()));
            let runs = map.index.slots.split(|slot| slot.place == FREE.place);
            runs.map(<[Slot]>::len).max().unwrap_or_default()
        };
        assert!(longest(&mut (0..10_000).map(|n| (n, false))) < 40);
        assert!(longest(&mut (0..10_000).map(|n| (n / 2 * 100, n % 2 == 0))) < 40);
    }

    /// Equal hashes of different keys are told apart.
    #[test]
    fn the_list_decides_what_is_equal() {
        let mut index = Index::default();
        (0..100).for_each(|place| index.insert(7, place));
        assert!((0..100).all(|place| index.find(7, |other| other == place) == Some(place)));
        assert_eq!((index.find(8, |_| true), index.find(7, |_| false)), (None, None));
    }
}
