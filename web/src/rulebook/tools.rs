//! Buttons of the editor: files, the margin's spaces, and the way back to the base.

use super::book::{Book, insert, texts_of, without_base};
use crate::model::custom_rules;
use crate::model::margin::Part;
use crate::platform::erased;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use tohit_report::format;
use tohit_resolver::Ruleset;
use tohit_resolver::text::{Bundle, editor, of_bytes};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};

/// Files with more bytes are not read. All three parts at their longest have fewer.
const MOST_BYTES: f64 = 1_000_000.0;

#[component]
pub(super) fn Tools(book: Book) -> impl IntoView {
    let open = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            book.open_file(file);
        }
        input.set_value("");
    };
    let base = move || {
        book.stores.scenario.now.with(|now| {
            let base = tohit_resolver::ruleset(custom_rules::of(now.rules)?.base)?;
            let back = move |_| {
                book.replace(texts_of(base));
                book.go(Part::Rules, 1, 1);
            };
            Some(view! {
                <button type="button" on:click=erased::press(back)>
                    {format!("Back to {}", base.about().name)}
                </button>
            })
        })
    };
    view! {
        <label class="file">
            "Open a file"
            <input type="file" accept=".rules,.txt,text/plain" on:change=erased::entry(open) />
        </label>
        <button type="button" on:click=erased::press(move |_| book.save())>
            "Save as a file"
        </button>
        <button
            type="button"
            title="Indent each line by two spaces a level (Alt+Shift+F)"
            on:click=erased::press(move |_| book.format())
        >
            "Format"
        </button>
        {erased::live(base)}
    }
}

impl Book {
    /// Opens a file: a rule text, or all three parts in one.
    pub(super) fn open_file(self, file: File) {
        if file.size() > MOST_BYTES {
            let most = format::whole(MOST_BYTES as i64);
            return self.says.set(format!("This file has more than {most} bytes, and no more are read."));
        }
        spawn_local(async move {
            let bytes = JsFuture::from(file.array_buffer()).await;
            match bytes.map(|bytes| of_bytes(&Uint8Array::new(&bytes).to_vec())) {
                Ok(Ok(text)) => self.replace(Bundle::parse(&text)),
                Ok(Err(why)) => self.says.set(format!("This file is {why}.")),
                Err(_) => {}
            }
        });
    }

    /// Saves the texts as one file. Words and presets of the base are left out.
    fn save(self) {
        let rules = self.stores.scenario.here().rules;
        let mut bundle = self.bundle.get_untracked();
        let base = custom_rules::of(rules).map_or(Some(rules), |own| tohit_resolver::ruleset(own.base));
        if let Some(base) = base {
            bundle = without_base(bundle, base);
        }
        let saved = || -> Result<(), JsValue> {
            let blob = Blob::new_with_str_sequence(&Array::of1(&bundle.to_string().into()))?;
            let address = Url::create_object_url_with_blob(&blob)?;
            let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
            link.set_href(&address);
            link.set_download(&file_name(&bundle.rules));
            link.click();
            // The download has begun by then.
            set_timeout(move || _ = Url::revoke_object_url(&address), Duration::from_secs(60));
            Ok(())
        };
        if saved().is_err() {
            self.says.set("This browser saves no file.".to_owned());
        }
    }

    /// Indents the text by its levels, as a step that the browser's undo takes back.
    pub(super) fn format(self) {
        let part = self.part.get_untracked();
        let text = untrack(|| self.text());
        let formatted = if part == Part::Presets { text.clone() } else { editor::formatted(&text) };
        if formatted == text {
            return;
        }
        if let Some(field) = self.field.get_untracked() {
            let at = field.selection_start().ok().flatten().unwrap_or_default();
            let line = text.encode_utf16().take(at as usize).filter(|unit| *unit == u16::from(b'\n')).count();
            field.select();
            insert(&field, &formatted);
            self.go(part, line + 1, 1);
        }
    }
}

/// The name of a game's file: the letters and digits of its title.
fn file_name(text: &str) -> String {
    let words =
        Ruleset::title(text).split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").to_lowercase().chars().take(60).collect();
    format!("{}.rules", if name.is_empty() { "own" } else { &name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_the_game() {
        for (title, name) in [
            ("Goblins of the yard", "goblins-of-the-yard"),
            ("", "own"),
            ("1d20+5 against 15", "1d20-5-against-15"),
            ("Ärger/..", "ärger"),
        ] {
            assert_eq!(file_name(&format!("rules 1 \"{title}\"\n")), format!("{name}.rules"));
        }
    }
}
