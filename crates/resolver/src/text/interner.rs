//! What lives as long as the program. The page holds forms for ever; of equal content there is only one, so that reading a text again costs nothing.

use core::any::Any;
use core::hash::{BuildHasher as _, Hash};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::{LazyLock, Mutex, PoisonError};

type Shelf = FxHashMap<u64, Vec<&'static (dyn Any + Send + Sync)>>;

/// Everything that is kept, by what its content hashes to.
static KEPT: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

/// The value as it is kept, made and put away if it is not there yet.
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

/// Text that is kept.
pub(crate) fn text(text: &str) -> &'static str {
    kept(text, |known: &String, text| known == text, str::to_owned).as_str()
}

/// Texts that are kept.
pub(crate) fn texts<T: AsRef<str>>(texts: &[T]) -> &'static [&'static str] {
    all(texts.iter().map(|one| text(one.as_ref())).collect())
}

/// Values that are kept.
pub(crate) fn all<T: Any + Hash + Eq + Send + Sync>(values: Vec<T>) -> &'static [T] {
    one(values).as_slice()
}

/// A value that is kept.
pub(crate) fn one<T: Any + Hash + Eq + Send + Sync>(value: T) -> &'static T {
    kept(value, PartialEq::eq, |value| value)
}
