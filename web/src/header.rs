//! The top of the page: which ruleset, which mode, which rules, light or dark, and the ways to share.

use crate::answer::{is_now, rules_of};
use crate::browser;
use crate::clipboard::{self, Copy};
use crate::dialogs;
use crate::erased;
use crate::format;
use crate::own;
use crate::parts::{word, words};
use crate::sentence::rules_said;
use crate::state::Page;
use crate::storage;
use leptos::html::A;
use leptos::prelude::*;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{Mode, RULESETS, ruleset};

/// A tab: the ruleset, what the tab says, of which version of the game, and its sign.
struct Tab {
    id: &'static str,
    says: &'static str,
    version: &'static str,
    sign: &'static str,
}

const TABS: [Tab; 5] = [
    Tab {
        id: "powder",
        says: "POWDER",
        version: "115–118",
        sign: "M6 1h4v1.5H9.5v3.6l3.7 6.6A1.6 1.6 0 0 1 11.8 15H4.2a1.6 1.6 0 0 1-1.4-2.3l3.7-6.6V2.5H6z",
    },
    Tab { id: "crawl", says: "Crawl", version: "0.5–0.9", sign: "M1 2h4v3h3.5v3H12v3h3v3H1z" },
    Tab {
        id: "angband",
        says: "Angband",
        version: "3.0.5",
        sign: "M8 1l2.6 2.4-1.3 1.5a5 5 0 1 1-2.6 0L5.4 3.4zM8 6.4a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z",
    },
    Tab {
        id: "pixel-dungeon",
        says: "Pixel Dungeon",
        version: "1.9.1",
        sign: "M12 1h3v3h-1.5v1.5H12V7h-1.5v1.5H9V10H7.5v1.5H9V13H7.5v-1.5H6V13H4.5v1.5H1V11h1.5V9.5H4V8H2.5V6.5H4V8h1.5V6.5H7V5h1.5V3.5H10V2h2z",
    },
    Tab {
        id: "dominions",
        says: "Dominions",
        version: "5",
        sign: "M1 4l3.6 3L8 2l3.4 5L15 4l-1.4 8H2.4zM2.4 13h11.2v1.6H2.4z",
    },
];

/// What people call a ruleset of this program.
pub(crate) fn called(id: &'static str) -> &'static str {
    TABS.iter().find(|tab| tab.id == id).map_or(id, |tab| tab.says)
}

#[component]
pub(crate) fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <h1>"tohit " <small>"exact combat odds"</small></h1>
            <div id="top">
                <nav class="rulesets" aria-label="Rulesets">
                    {TABS.iter().map(|tab| view! { <TabView page tab /> }).collect_view()}
                </nav>
                <div class="tools" id="tools">
                    {dialogs::buttons()}
                    <Theme />
                    <Copy label="Copy link" class="share" text=move || clipboard::address(page) />
                    <button type="button" id="share-open" class="share" aria-haspopup="dialog">
                        "Share"
                    </button>
                </div>
            </div>
        </header>
    }
}

/// A tab of a ruleset leads to where it was left; that of the present one, to what is shown.
#[component]
fn TabView(page: Page, tab: &'static Tab) -> impl IntoView {
    let id = tab.id;
    let is_here = Memo::new(move |_| page.now.with(|now| now.rules.id() == id));
    // The whole way: to some tools a link that begins with # is one to a place in the page, and paper has no page around it.
    let way = browser::here();
    let leads = move || {
        if cfg!(not(target_arch = "wasm32")) {
            return first_view(id);
        }
        if is_here.get() {
            page.track_link();
            return format!("{way}#{}", page.link());
        }
        format!("{way}#{}", storage::left(id).as_deref().unwrap_or(id))
    };
    let stay = move |event: web_sys::MouseEvent| {
        if is_here.get_untracked() {
            event.prevent_default();
        }
    };
    // On a phone they stand in one line, which is pushed aside as far as needed.
    let tab_ref = NodeRef::<A>::new();
    Effect::new(move |_| {
        if let Some(tab) = tab_ref.get().filter(|_| is_here.get())
            && let Some(line) = tab.parent_element()
        {
            line.set_scroll_left(tab.offset_left() - (line.client_width() - tab.offset_width()) / 2);
        }
    });
    view! {
        <a
            node_ref=tab_ref
            href=Signal::derive(leads)
            data-ruleset=id
            aria-current=Signal::derive(move || is_here.get().then_some("page"))
            on:click=erased::press(stay)
        >
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path fill-rule="evenodd" d=tab.sign></path>
            </svg>
            <span>{tab.says} " " <small>{tab.version}</small></span>
        </a>
    }
}

/// The modes of the ruleset.
#[component]
pub(crate) fn Modes(page: Page) -> impl IntoView {
    let one = move |mode: &'static Mode| {
        let is_now = move || page.now.with(|now| now.mode == mode.id);
        word(mode.label.into_any(), Some(mode.help), is_now, move || page.choose_mode(mode.id))
    };
    let all = move |_| page.here().about().modes.iter().map(one).collect_view();
    view! {
        <div class="modes" role="group" aria-label="Mode">
            {erased::changed(move || page.now.with(|now| now.about().id), all)}
        </div>
    }
}

/// Which rules hold: the document's, or those of a version of the game.
#[component]
pub(crate) fn Rules(page: Page) -> impl IntoView {
    let one = move |variant: &'static Variant| {
        let is_down = move || page.now.with(|now| is_now(now, variant));
        let choose = move || page.set("situation.rules", variant.name.into());
        word(format::sentence(&variant.label()).into_any(), None, is_down, choose)
    };
    let all = move |_| {
        let now = page.here();
        match rules_of(&now) {
            [] => view! { <span>{now.about().document}</span> }.into_any(),
            variants => {
                let title = format!("Rules: {}", now.about().document);
                words("Rules", Some(title), variants.iter().map(one).collect())
            }
        }
    };
    view! {
        <div class="which">
            <span class="quietly">"Rules:"</span>
            {page.in_place(all)}
        </div>
    }
}

/// Beside the numbers, for where their switch and the questions stand further down: the rules, the rest of the sentence, and the way to the questions.
#[component]
pub(crate) fn RulesHere(page: Page, is_whole: RwSignal<bool>) -> impl IntoView {
    let says = move || page.now.with(|now| rules_said(&own::game(now.rules), now.mode, &now.complete));
    let more = move || if is_whole.get() { "less" } else { "more" };
    let ask = move |_| {
        if let Some(questions) = browser::in_page("studies") {
            let _ = questions.set_attribute("open", "");
            questions.first_element_child().iter().for_each(browser::focus);
            // What it holds makes the page long enough to go there.
            browser::after_frame(move || questions.scroll_into_view());
        }
    };
    view! {
        <div class="by">
            <p>{Signal::derive(says)}</p>
            <button
                type="button"
                aria-expanded=Signal::derive(move || is_whole.get().to_string())
                on:click=erased::press(move |_| is_whole.update(|is_whole| *is_whole = !*is_whole))
            >
                {Signal::derive(more)}
            </button>
            <button type="button" class:absent=Signal::derive(move || page.is_tool()) on:click=erased::press(ask)>
                "What if \u{2193}"
            </button>
        </div>
    }
}

/// A line about what one looks at.
#[component]
pub(crate) fn Intro(page: Page) -> impl IntoView {
    let is_wrong = Signal::derive(move || page.notice.with(|notice| !notice.is_empty()));
    let says = move || {
        if is_wrong.get() {
            return String::new();
        }
        page.now.with(|now| {
            let about = now.about();
            if now.is_example() {
                format!("Example from {}. Edit anything; the odds update.", about.document)
            } else if now.is_empty() {
                let rules = rules_said(&own::game(now.rules), now.mode, &now.complete);
                format!("Nothing is entered yet: every field is at its default. Rules: {rules}.")
            } else {
                about.mode(now.mode).map_or("", |mode| mode.help).to_owned()
            }
        })
    };
    let own = move || {
        page.now.with(|now| {
            let from = own::of(now.rules)?.base;
            let about = ruleset(from).map_or_else(String::new, |base| format!(", changed from those of {}", base.about().name));
            let says = format!("These rules are their author's own{about}, and not a document's. They stand under \u{201c}Rules as text\u{201d}.");
            Some(view! { <p class="own">{says}</p> })
        })
    };
    let again = move || {
        let link = page.again.get();
        (is_wrong.get() && !link.is_empty()).then(|| view! { <a href=format!("#{link}")>"Try again"</a> })
    };
    view! {
        <div class="lead">
            {erased::live(own)}
            // Of a change the sentence speaks; here only what is wrong with a link does.
            <p class="intro" class:wrong=is_wrong>
                <span role="status">{page.notice}</span>
                {Signal::derive(says)} " " {erased::live(again)}
            </p>
        </div>
    }
}

/// Light, dark, or as the system has it: what is kept, its sign, and what it says.
const THEMES: [(&str, &str, &str); 3] =
    [("", "◐", "Light or dark as the system has it"), ("light", "☀", "Light"), ("dark", "☾", "Dark")];

#[component]
fn Theme() -> impl IntoView {
    let kept = storage::kept("theme");
    let at = RwSignal::new(THEMES.iter().position(|(theme, ..)| *theme == kept).unwrap_or_default());
    let theme = move || THEMES.get(at.get()).copied().unwrap_or_default();
    let says = Signal::derive(move || theme().2);
    let press = move |_| {
        at.update(|at| *at = (*at + 1) % THEMES.len());
        let (next, ..) = untrack(theme);
        if let Some(root) = document().document_element() {
            let _ = if next.is_empty() {
                root.remove_attribute("data-theme")
            } else {
                root.set_attribute("data-theme", next)
            };
        }
        storage::keep("theme", next);
    };
    view! {
        <button type="button" class="theme" aria-label=says title=says on:click=erased::press(press)>
            {erased::live(move || theme().1)}
        </button>
    }
}

/// Where the tab of a ruleset leads before the program is here: to the ruleset's own first view.
fn first_view(id: &str) -> String {
    if RULESETS.first().is_some_and(|first| first.id() == id) {
        "./".to_owned()
    } else {
        format!("./{id}.html")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_has_its_tab_and_its_colour() {
        let styles = include_str!("../style/tokens.css");
        assert_eq!(TABS.len(), RULESETS.len());
        for (tab, rules) in TABS.iter().zip(RULESETS) {
            assert_eq!(tab.id, rules.id());
            assert!(rules.about().name.contains(tab.says), "{}", tab.id);
            assert!(styles.contains(&format!(r#"[data-ruleset="{}"]"#, tab.id)), "{}", tab.id);
        }
    }
}
