//! The top of the page: games with their editions, examples, light or dark, and sharing.

pub(crate) mod dialogs;

use crate::model::custom_rules::{self, OWN};
use crate::model::games;
use crate::model::presets::family;
use crate::model::scenario::{RULES, rules_of};
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::platform::storage;
use crate::store::{Stores, use_scenario, use_stores};
use crate::widgets::clipboard::{self, Copy};
use leptos::html::{A, Details, Select};
use leptos::prelude::*;
use tohit_report::format;
use tohit_report::values::plain;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{RULESETS, Ruleset, ruleset};

/// The editions of each game, one tab each; the most played first.
fn families() -> impl Iterator<Item = &'static [&'static Ruleset]> {
    RULESETS.chunk_by(|one, next| family(one) == family(next))
}

#[component]
pub(crate) fn Header() -> impl IntoView {
    let stores = use_stores();
    view! {
        <header class="top">
            <h1>"tohit " <small>"exact combat odds"</small></h1>
            <div id="top">
                <nav class="rulesets" aria-label="Rulesets">
                    {families().map(|editions| view! { <Family editions /> }).collect_view()}
                    <CustomTab />
                </nav>
                <div class="tools" id="tools">
                    {dialogs::buttons()}
                    <Theme />
                    <Copy label="Copy link" class="share" text=move || clipboard::address(stores) />
                    <button type="button" id="share-open" class="share" aria-haspopup="dialog">
                        "Share"
                    </button>
                </div>
            </div>
        </header>
    }
}

/// Address of a ruleset: the present link, else the last one.
fn address_of(stores: Stores, id: &'static str) -> String {
    let Stores { scenario, .. } = stores;
    if cfg!(not(target_arch = "wasm32")) {
        return if id == OWN { format!("./#{id}") } else { first_view(id) };
    }
    // The full address: some tools read a link that begins with # as a place in the page, and paper has no
    // page around it.
    let way = browser::here();
    if scenario.now.with(|now| now.rules.id() == id) {
        stores.track_link();
        return format!("{way}#{}", stores.link());
    }
    let link = storage::left(id).unwrap_or_else(|| match ruleset(id) {
        Some(rules) => custom_rules::added(id.to_owned(), rules),
        None => id.to_owned(),
    });
    format!("{way}#{link}")
}

/// A link to a ruleset: a tab, or an edition beside it.
#[component]
fn RulesetLink(
    #[prop(into)] id: Signal<&'static str>,
    #[prop(into)] current: Signal<Option<&'static str>>,
    #[prop(default = NodeRef::new())] node_ref: NodeRef<A>,
    children: Children,
) -> impl IntoView {
    let stores = use_stores();
    let stay = move |event: web_sys::MouseEvent| {
        if current.get_untracked().is_some() {
            event.prevent_default();
        }
    };
    view! {
        <a
            node_ref=node_ref
            href=Signal::derive(move || address_of(stores, id.get()))
            data-ruleset=Signal::derive(move || Some(id.get()).filter(|id| *id != OWN))
            aria-current=current
            on:click=erased::press(stay)
        >
            {children()}
        </a>
    }
}

/// Scrolls the row of tabs to the open tab: on a phone they are one row.
fn keep_in_sight(tab: NodeRef<A>, is_open: Signal<bool>) {
    Effect::new(move |_| {
        if let Some(tab) = tab.get().filter(|_| is_open.get())
            && let Some(line) = tab.parent_element()
        {
            line.set_scroll_left(tab.offset_left() - (line.client_width() - tab.offset_width()) / 2);
        }
    });
}

/// The tab of a game, with its editions beside it while it is open. Another game's tab leads to the most
/// played edition.
#[component]
fn Family(editions: &'static [&'static Ruleset]) -> impl IntoView {
    let scenario = use_scenario();
    let here = Memo::new(move |_| {
        let now = scenario.now.with(|now| now.rules.id());
        editions.iter().map(|rules| rules.id()).find(|id| *id == now)
    });
    let first = editions.first().copied()?;
    let listing = first.listing()?;
    let id = Signal::derive(move || here.get().unwrap_or(first.id()));
    let tab_ref = NodeRef::<A>::new();
    keep_in_sight(tab_ref, Signal::derive(move || here.get().is_some()));
    let edition = |rules: &'static Ruleset| {
        let is_now = Signal::derive(move || here.get().filter(|id| *id == rules.id()).map(|_| "true"));
        let says = rules.listing().map_or("", |listing| listing.edition);
        view! { <RulesetLink id=Signal::stored(rules.id()) current=is_now>{says}</RulesetLink> }
    };
    let menu = move |is_here: bool| is_here.then(|| view! { <EditionMenu /> });
    let menu = erased::changed(move || here.get().is_some(), menu);
    let is_single = editions.len() < 2;
    let (beside, inside) = if is_single { (Some(menu), None) } else { (None, Some(menu)) };
    let several = inside.map(|menu| {
        view! {
            <span
                class="editions"
                class:absent=Signal::derive(move || here.get().is_none())
                role="group"
                aria-label=format!("Edition of {}", listing.family)
            >
                {menu}
                {editions.iter().copied().map(edition).collect_view()}
            </span>
        }
    });
    Some(view! {
        <RulesetLink id current=Signal::derive(move || here.get().map(|_| "page")) node_ref=tab_ref>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path fill-rule="evenodd" d=listing.icon></path>
            </svg>
            <span>
                {listing.family} " "
                <small class:absent=Signal::derive(move || !is_single && here.get().is_some())>{listing.edition}</small>
            </span>
        </RulesetLink>
        {several}
        {beside}
    })
}

/// A pen, in a square of 16.
const PEN: &str = "M11 1.5 14.5 5 5.5 14 1 15 2 10.5Zm-1.4 3 1.9 1.9 1-1-1.9-1.9Z";

/// Tab of the custom game that is open, or was open last in this window; before the first one a way to it.
#[component]
fn CustomTab() -> impl IntoView {
    let scenario = use_scenario();
    let last = Memo::new(move |before: Option<&Option<&'static str>>| {
        let here = scenario.now.with(|now| custom_rules::of(now.rules).map(|own| own.rules.id()));
        here.or(before.copied().flatten())
    });
    let tab = move |id: Option<&'static str>| {
        let id = id.unwrap_or(OWN);
        let name = ruleset(id).map_or("Your own game", |rules| rules.about().name);
        let current = move || scenario.now.with(|now| (now.rules.id() == id).then_some("page"));
        let tab_ref = NodeRef::<A>::new();
        keep_in_sight(tab_ref, Signal::derive(move || current().is_some()));
        let menu = move |is_here: bool| is_here.then(|| view! { <EditionMenu /> });
        view! {
            <RulesetLink id=Signal::stored(id) current=Signal::derive(current) node_ref=tab_ref>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path fill-rule="evenodd" d=PEN></path>
                </svg>
                <span class="named" title=name>
                    {name}
                </span>
            </RulesetLink>
            {erased::changed(move || current().is_some(), menu)}
        }
    };
    erased::changed(move || last.get(), tab)
}

/// Most letters of a version's number.
const LONGEST_VERSION: usize = 8;

/// Menu in the tab of the open game: its editions, or the document of its rules and versions of the game.
#[component]
fn EditionMenu() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let select = NodeRef::<Select>::new();
    let chosen = Memo::new(move |_| scenario.now.with(|now| now.complete.at(RULES).map(plain)));
    // A document's name in place of a version's number.
    let is_long = Signal::derive(move || {
        let label = scenario.now.with(|now| {
            let chosen = rules_of(now).iter().find(|variant| chosen.get().as_deref() == Some(variant.name));
            chosen.map(Variant::label).unwrap_or_default()
        });
        label.chars().count() > LONGEST_VERSION
    });
    let option = move |variant: &'static Variant| {
        let is_now = chosen.with_untracked(|chosen| chosen.as_deref() == Some(variant.name));
        view! {
            <option value=variant.name selected=is_now>
                {format::sentence(&variant.label())}
            </option>
        }
    };
    let menu = move |_| {
        let now = scenario.here();
        let variants = rules_of(&now);
        (!variants.is_empty()).then(|| {
            view! {
                <select
                    id="edition"
                    class:long=is_long
                    aria-label="Edition"
                    title=now.about().document
                    node_ref=select
                    on:change=erased::entry(move |event| stores.set(RULES, event_target_value(&event).into()))
                >
                    {variants.iter().map(option).collect_view()}
                </select>
            }
        })
    };
    // The options exist before the value is set.
    Effect::new(move |_| {
        if let (Some(select), Some(chosen)) = (select.get(), chosen.get()) {
            select.set_value(&chosen);
        }
    });
    scenario.in_place(menu)
}

/// Notice about a link that could not be opened, or about rules that are their author's own.
#[component]
pub(crate) fn Notice() -> impl IntoView {
    let scenario = use_scenario();
    let is_wrong = Signal::derive(move || scenario.notice.with(|notice| !notice.is_empty()));
    let own = move || {
        scenario.now.with(|now| {
            let own = custom_rules::of(now.rules)?;
            let (from, is_long) = (own.base, own.pair().is_none());
            let (name, says) = match ruleset(from) {
                Some(base) => (
                    "",
                    format!(
                        "These rules are their author's own, changed from those of {}.",
                        base.about().name
                    ),
                ),
                None => (now.about().name, ": rules of their author's own.".to_owned()),
            };
            let long = || format!(" They are too long for a link: {}", games::where_long());
            let place = scenario.panels.has(Panels::WHOLE).then(|| {
                let long = is_long.then(long).unwrap_or_default();
                format!(" They stand under \u{201c}Rules as text\u{201d}.{long}")
            });
            Some(view! { <p class="own"><strong>{name}</strong>{says}{place}</p> })
        })
    };
    let again = move || {
        let link = scenario.again.get();
        (is_wrong.get() && !link.is_empty()).then(|| view! { <a href=format!("#{link}")>"Try again"</a> })
    };
    view! {
        <div class="lead">
            {erased::live(own)}
            <p class="intro" class:wrong=is_wrong>
                <span role="status">{scenario.notice}</span> " " {erased::live(again)}
            </p>
        </div>
    }
}

/// The first fights of the ruleset, as a menu.
#[component]
pub(crate) fn Examples() -> impl IntoView {
    let scenario = use_scenario();
    let menu = NodeRef::<Details>::new();
    let close = move |_| menu.get_untracked().iter().for_each(|menu| menu.set_open(false));
    let escape = move |event: web_sys::KeyboardEvent| {
        if let (true, Some(menu)) = (event.key() == "Escape", menu.get_untracked()) {
            menu.set_open(false);
            let summary = menu.query_selector("summary").ok().flatten();
            summary.iter().for_each(browser::focus);
        }
    };
    let shown = move || scenario.now.with(|now| now.about().fights);
    let fights = move |fights: &'static [(&str, &str)]| {
        let fight = |(label, link): &'static (&str, &str)| view! { <a href=format!("#{link}")>{*label}</a> };
        (!fights.is_empty()).then(|| {
            view! {
                <details class="examples" node_ref=menu on:keydown=erased::key(escape)>
                    <summary>"Examples"</summary>
                    <nav class="fights" aria-label="First fights" on:click=erased::press(close)>
                        {fights.iter().map(fight).collect_view()}
                    </nav>
                </details>
            }
        })
    };
    erased::changed(shown, fights)
}

/// Light, dark, or the system's: stored value, sign and label.
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

/// Static address of a ruleset's tab, before the program is loaded: its first view.
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
    fn every_ruleset_has_its_tab() {
        assert_eq!(families().flatten().count(), RULESETS.len());
        for rules in RULESETS {
            let (id, listing) = (rules.id(), rules.listing().unwrap());
            assert!(families().filter(|all| family(all[0]) == listing.family).count() == 1, "{id}");
        }
    }
}
