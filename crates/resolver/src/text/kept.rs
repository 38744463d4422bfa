//! What lives as long as the program. The page holds forms for ever; of equal content there is only one, so that reading a text again costs nothing.

use crate::json::Json;
use core::any::{Any, TypeId};
use core::fmt::Debug;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

type Shelf = BTreeMap<(TypeId, String), &'static (dyn Any + Send + Sync)>;

/// Everything that is kept, by its type and its content as it is told.
static KEPT: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

/// The value as it is kept, made and put away if it is not there yet.
fn kept<T: Any + Send + Sync>(key: String, make: impl FnOnce() -> T) -> Option<&'static T> {
    let mut shelf = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = *shelf.entry((TypeId::of::<T>(), key)).or_insert_with(|| Box::leak(Box::new(make())));
    kept.downcast_ref()
}

/// Text that is kept.
pub(crate) fn text(text: &str) -> &'static str {
    kept(text.to_owned(), || text.to_owned()).map_or("", String::as_str)
}

/// Texts that are kept.
pub(crate) fn texts<T: AsRef<str>>(texts: &[T]) -> &'static [&'static str] {
    all(texts.iter().map(|one| text(one.as_ref())).collect())
}

/// Values that are kept; what they tell of themselves must be all that they are.
pub(crate) fn all<T: Any + Debug + Send + Sync>(values: Vec<T>) -> &'static [T] {
    kept(format!("{values:?}"), || values).map_or(&[], Vec::as_slice)
}

/// A value that is kept, and the one beside it if that could not be.
pub(crate) fn one<T: Any + Debug + Send + Sync>(value: T, other: &'static T) -> &'static T {
    kept(format!("{value:?}"), || value).unwrap_or(other)
}

/// A default that is kept.
pub(crate) fn default(json: Json) -> &'static (dyn Fn() -> Json + Sync) {
    type Made = Box<dyn Fn() -> Json + Send + Sync>;
    let made = kept(json.to_string(), || -> Made { Box::new(move || json.clone()) });
    match made {
        Some(made) => &**made,
        None => &|| Json::Null,
    }
}
