//! Files of the visitor: reading one, and saving a text as one.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Event, File, HtmlAnchorElement, HtmlInputElement, Url};

/// The file that was chosen; the next choice of the same file counts again.
pub(crate) fn chosen(event: &Event) -> Option<File> {
    let input = event_target::<HtmlInputElement>(event);
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    file
}

/// Bytes of a file; none where the browser cannot read it.
pub(crate) async fn bytes(file: &File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Saves a text as a file; false where the browser refuses.
pub(crate) fn save(name: &str, text: &str) -> bool {
    let save = || -> Result<(), JsValue> {
        let blob = Blob::new_with_str_sequence(&Array::of1(&text.into()))?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
        // The download has begun by then.
        set_timeout(move || _ = Url::revoke_object_url(&address), Duration::from_secs(60));
        Ok(())
    };
    save().is_ok()
}

/// Name of a file: the letters and digits of a title.
pub(crate) fn named(title: &str, otherwise: &str, ending: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").to_lowercase().chars().take(60).collect();
    format!("{}.{ending}", if name.is_empty() { otherwise } else { &name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_title() {
        for (title, name) in [
            ("Goblins of the yard", "goblins-of-the-yard"),
            ("", "own"),
            ("1d20+5 against 15", "1d20-5-against-15"),
            ("Ärger/..", "ärger"),
        ] {
            assert_eq!(named(title, "own", "rules"), format!("{name}.rules"));
        }
    }
}
