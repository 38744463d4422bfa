//! Buttons of the editor: files, the margin's spaces, and the way back to the base.

use super::book::{Book, insert, texts_of, without_base};
use crate::model::custom_rules;
use crate::model::margin::Part;
use crate::platform::erased;
use crate::platform::files;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tohit_report::format;
use tohit_resolver::Ruleset;
use tohit_resolver::text::{Bundle, editor, of_bytes};
use web_sys::File;

/// Files with more bytes are not read. All three parts at their longest have fewer.
const MOST_BYTES: f64 = 1_000_000.0;

#[component]
pub(super) fn Tools(book: Book) -> impl IntoView {
    let open = move |event: web_sys::Event| {
        if let Some(file) = files::chosen(&event) {
            book.open_file(file);
        }
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
        <a class="quiet" href="docs/tutorial.html">"Tutorial"</a>
        <a class="quiet" href="docs/lessons/index.html">"Games to begin with"</a>
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
            match files::bytes(&file).await.map(|bytes| of_bytes(&bytes)) {
                Some(Ok(text)) => self.replace(Bundle::parse(&text)),
                Some(Err(why)) => self.says.set(format!("This file is {why}.")),
                None => {}
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
        let name = files::named(Ruleset::title(&bundle.rules), "own", "rules");
        if !files::save(&name, &bundle.to_string()) {
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
