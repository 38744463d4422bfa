//! Static first view: the page of each ruleset with the document's own example, rendered to HTML at build
//! time. Its controls are disabled; the program replaces all of it.

use crate::page::app::{App, LATER, title};
use crate::page::second_file;
use crate::platform::panels::Panels;
use crate::store::Stores;
use leptos::prelude::*;
use std::path::Path;
use tohit_resolver::{RULESETS, Ruleset};

/// Writes `NAME.html` for each ruleset: a line with the title, a line with the answer, then the elements of
/// the page. Beside it `NAME.txt` has the compiled ruleset, and `NAME.rules.txt` the text of its rules.
/// `rulesets.js` lists the files of all rulesets, `rulesets.css` their hues.
///
/// # Errors
/// An I/O error of a file.
pub fn write(dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for rules in RULESETS {
        let about = rules.about();
        let (sentence, html) = rendered(rules);
        let file = dir.join(about.id);
        std::fs::write(file.with_extension("html"), format!("{}\n{sentence}\n{html}", title(about.name)))?;
        std::fs::write(file.with_extension("txt"), rules.packed())?;
        std::fs::write(file.with_extension("rules.txt"), rules.packed_text())?;
    }
    std::fs::write(dir.join("rulesets.js"), script())?;
    std::fs::write(dir.join("rulesets.css"), styles())
}

/// The module that program.js imports: the files of each ruleset.
fn script() -> String {
    let files = RULESETS.iter().map(|rules| {
        let id = rules.id();
        format!("  \"{id}\": [\"./{id}.txt\", \"./{id}.rules.txt\"],\n")
    });
    format!("export const files = {{\n{}}};\n", files.collect::<String>())
}

/// The hue of each ruleset, for the root element and for its tab.
fn styles() -> String {
    let hues = RULESETS.iter().filter_map(|rules| Some((rules.id(), rules.listing()?.hue)));
    hues.map(|(id, hue)| format!("[data-ruleset=\"{id}\"] {{\n  --hue: {hue};\n}}\n")).collect()
}

/// The sentence of a ruleset's example, and its page.
fn rendered(rules: &'static Ruleset) -> (String, String) {
    second_file::start();
    let owner = Owner::new();
    owner.with(|| {
        let stores = Stores::new(rules, Panels::ALL, String::new());
        stores.provide();
        stores.open("");
        let sentence = untrack(|| stores.sentence());
        let html = view! { <App drawn=LATER.into() /> }.to_html();
        (sentence, waiting(&html))
    })
}

/// The page with disabled controls: their input would be lost.
fn waiting(html: &str) -> String {
    let mut html = html.replace("<!>", "");
    // Rows that scroll on a phone take the focus themselves, while no control in them does.
    for row in ["modes", "doing"] {
        html = html.replace(&format!("class=\"{row}\""), &format!("class=\"{row}\" tabindex=\"0\""));
    }
    // Hydration needs a space as an empty text; here it is removed.
    for element in ["p", "span", "small", "strong", "output", "td", "dd"] {
        html = html.replace(&format!("> </{element}>"), &format!("></{element}>"));
    }
    for control in ["button", "input", "select", "textarea"] {
        html = html.replace(&format!("<{control} "), &format!("<{control} disabled "));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shows_its_example_answered_and_nothing_that_the_policy_forbids() {
        for rules in RULESETS {
            let (sentence, html) = rendered(rules);
            assert!(html.contains("% of the time") && sentence.contains("% of the time"), "{sentence}");
            assert!(!html.contains(" style=") && !html.contains("<script"), "{}", rules.about().id);
            assert!(html.contains("<select disabled ") || !html.contains("<select"), "{}", rules.about().id);
        }
    }
}
