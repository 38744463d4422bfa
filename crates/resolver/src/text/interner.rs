//! Interner of values that live as long as the program. The page holds forms for ever; equal content is
//! stored once, so that reading a text again leaks nothing.

use core::any::Any;
use core::hash::{BuildHasher as _, Hash};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::{LazyLock, Mutex, PoisonError};

type Shelf = FxHashMap<u64, Vec<&'static (dyn Any + Send + Sync)>>;

/// Interned values by the hash of their content.
static KEPT: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

/// Interns a value; `make` converts one that is not there yet.
fn kept<V: Hash, T: Any + Send + Sync>(value: V, is_it: fn(&T, &V) -> bool, make: fn(V) -> T) -> &'static T {
    let mut shelf = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let alike = shelf.entry(FxBuildHasher.hash_one(&value)).or_default();
    let found = alike.iter().filter_map(|known| known.downcast_ref()).find(|known| is_it(known, &value));
    found.unwrap_or_else(|| {
        let made: &T = Box::leak(Box::new(make(value)));
        alike.push(made);
        made
    })
}

/// Interns a text.
pub(crate) fn text(text: &str) -> &'static str {
    kept(text, |known: &String, text| known == text, str::to_owned).as_str()
}

/// Interns texts.
pub(crate) fn texts<T: AsRef<str>>(texts: &[T]) -> &'static [&'static str] {
    all(texts.iter().map(|one| text(one.as_ref())).collect())
}

/// Interns a slice.
pub(crate) fn all<T: Any + Hash + Eq + Send + Sync>(values: Vec<T>) -> &'static [T] {
    one(values).as_slice()
}

/// Interns a value.
pub(crate) fn one<T: Any + Hash + Eq + Send + Sync>(value: T) -> &'static T {
    kept(value, PartialEq::eq, |value| value)
}
