//! Places inside a document that is being written.

use crate::json::Json;

impl Json {
    /// The entry of an object, to be written; created where missing. A value that is no object becomes one.
    ///
    /// ```
    /// use tohit_resolver::Json;
    ///
    /// let mut scenario = Json::object([]);
    /// *scenario.member_mut("defender").member_mut("hp") = 12.into();
    /// assert_eq!(scenario.to_string(), r#"{"defender":{"hp":12}}"#);
    /// ```
    pub fn member_mut(&mut self, name: &str) -> &mut Self {
        if !matches!(self, Self::Object(_)) {
            *self = Self::Object(Vec::new());
        }
        match self {
            Self::Object(entries) => {
                let place = entries.iter().position(|(known, _)| known == name).unwrap_or(entries.len());
                if place == entries.len() {
                    entries.push((name.to_owned(), Self::Null));
                }
                // Found, or just pushed.
                #[allow(clippy::indexing_slicing, reason = "found or pushed above")]
                &mut entries[place].1
            }
            other => other,
        }
    }

    /// The item of a list, to be written; the list grows as needed. A value that is no list becomes one; a
    /// name (one preset) becomes its first item.
    pub(crate) fn item_mut(&mut self, index: usize) -> &mut Self {
        if !matches!(self, Self::List(_)) {
            let name = matches!(self, Self::Text(_)).then(|| self.clone());
            *self = Self::List(name.into_iter().collect());
        }
        match self {
            Self::List(items) => {
                if items.len() <= index {
                    items.resize(index + 1, Self::Object(Vec::new()));
                }
                // The list is long enough.
                #[allow(clippy::indexing_slicing, reason = "resized above")]
                &mut items[index]
            }
            other => other,
        }
    }
}
