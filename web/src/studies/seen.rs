//! What happened to somebody, below the log: how unlucky that was, and what it says of a field.

use super::controls::{id, ranged, select};
use super::desk::{Desk, Room};
use super::fields::{self, Wide};
use super::question::with;
use super::result;
use crate::erased;
use crate::state::Page;
use leptos::html::Details;
use leptos::prelude::*;
use tohit_resolver::{AboutRules, to_link};

/// The name of the line that is typed.
const LINE: &str = "Strike after strike";

/// Folded away; nothing is asked before somebody types.
#[component]
pub(crate) fn Seen(page: Page) -> impl IntoView {
    let desk = Desk::new(page, Room::Log);
    let (line, field) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let toggle = move |_| {
        let open = details.get_untracked().is_some_and(|details| details.open());
        is_open.set(open);
        if !open {
            desk.forget();
        }
    };
    let asked = move || {
        desk.follow(move || link(page, &line.get(), &field.get()));
        view! {
            <div class="asks">
                <div class="wanted long">
                    <label for=id(LINE)>{LINE}</label>
                    <input
                        id=id(LINE)
                        type="text"
                        placeholder="hit 12, miss, miss"
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        prop:value=line.get_untracked()
                        on:input=erased::entry(move |event| line.set(event_target_value(&event)))
                    />
                </div>
                {select("What it says of", ranged(page, "my luck"), field.into(), move |path| field.set(path))}
            </div>
            {result::view(desk)}
        }
    };
    view! {
        <details class="studies seen" node_ref=details on:toggle=toggle>
            <summary>"What happened to me"</summary>
            {erased::live(move || is_open.get().then(|| untrack(asked)))}
        </details>
    }
}

/// The study's link, or what is missing.
fn link(page: Page, line: &str, field: &str) -> Result<String, &'static str> {
    page.now.with(|now| {
        let seen = seen(now.about(), line);
        if seen.is_empty() {
            return Err("Type what came of strike after strike, such as: hit 12, miss, miss");
        }
        let at = fields::all(now).into_iter().find(|at| at.path == field);
        let words = match at {
            Some(at) => format!("{}={}&show=hit&seen={seen}", at.path, fields::range(now, &at, Wide::Drawn)),
            None => format!("seen={seen}"),
        };
        Ok(with(&to_link(now.rules, &now.asked.document), &words))
    })
}

/// What was seen, as links say it: `hit 12, miss` is `12,miss`.
fn seen(about: &AboutRules, typed: &str) -> String {
    let word = |part: &str| {
        let part = part.trim().to_ascii_lowercase();
        let digits: String = part.chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            return digits;
        }
        let outcome = about.outcomes.iter().find(|outcome| outcome.label.eq_ignore_ascii_case(&part));
        match outcome {
            Some(outcome) if !matches!(part.as_str(), "hit" | "miss") => outcome.id.to_owned(),
            _ => part.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect(),
        }
    };
    let parts = typed.split([',', ';', '\n']).filter(|part| !part.trim().is_empty());
    parts.map(word).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::ruleset;

    #[test]
    fn what_was_seen_is_read_as_people_write_it() {
        let about = ruleset("angband").unwrap().about();
        assert_eq!(seen(about, "hit 12, Miss;\nmiss, 0"), "12,miss,miss,0");
        assert_eq!(seen(about, " , "), "");
        assert_eq!(seen(about, "good hit"), "good-hit");
    }
}
