//! Comparing: the present scenario beside those that are pinned, or under each of the rules.

use super::beside::{self, are_rules, others, rules_of};
use super::contrast;
use super::headline::sentence_of;
use crate::dom::{El, Later, button, effect, el, find};
use crate::format;
use crate::pins::{self, MOST, Pin};
use crate::sheet::readable;
use crate::signals::*;
use crate::state::{Now, Page, complete};
use crate::summary::Summary;
use std::sync::Arc;
use tohit_resolver::Json;
use tohit_resolver::sheet::{Shape, SheetSpec};

/// The buttons that begin a comparison.
pub(super) fn buttons(page: Page) -> [El; 2] {
    let pin = button("Pin to compare")
        .class("quiet")
        .attr("id", "pin")
        .disabled_if(move || page.is_stale() || page.pins.with(Vec::len) >= MOST)
        .press(move || {
            page.by_rules.set(false);
            pins::pin(page);
            show();
        });
    let by_rules = button("Document and game side by side")
        .class("quiet")
        .flag_of("aria-pressed", move || are_rules(page))
        .class_if("absent", move || rules_of(&page.now()).is_empty())
        .press(move || {
            page.by_rules.update(|by_rules| *by_rules = !*by_rules);
            show();
        });
    [pin, by_rules]
}

/// Scrolls so that the comparison is seen.
fn show() {
    if let Some(compare) = find("compare").filter(|compare| !compare.0.class_list().contains("absent")) {
        compare.0.scroll_into_view_with_bool(false);
    }
}

/// The columns.
pub(super) fn view(page: Page) -> El {
    let answers = beside::keep(page);
    let key = move || {
        let (others, present) = (others(page), beside::present(page));
        // A pin's name may change while it is typed; that of rules says which they are.
        let names = others.iter().map(|other| if are_rules(page) { other.name.as_str() } else { "" });
        let names = names.collect::<Vec<_>>().join("|");
        if others.is_empty() { String::new() } else { format!("{} {present} {names}", page.now().place()) }
    };
    let table = move || {
        let others = others(page);
        if others.is_empty() {
            return Vec::new();
        }
        let answers = answers.into_iter().take(others.len());
        let told = move || {
            page.summary.with(|summary| sentence_of(page.now().rules, &page.now().asked.document, summary))
        };
        let present = el("div").child(&el("strong").text(&beside::present(page))).child(&el("p").says(told));
        let mut heads = vec![present];
        heads.extend(answers.clone().enumerate().map(|(place, answer)| head(page, place, answer)));
        let all =
            move || [page.summary].into_iter().chain(answers.clone()).map(|answer| answer.get()).collect();
        let class = if are_rules(page) { "by-rules" } else { "by-pins" };
        let table = contrast::view(page.here().about(), "Side by side", heads, all);
        vec![table.class(class)]
    };
    el("section")
        .class("compare")
        .attr("id", "compare")
        .attr("aria-labelledby", "compare-heading")
        .class_if("absent", move || others(page).is_empty())
        .class_if("stale", move || page.is_stale() && are_rules(page))
        .child(&el("h2").attr("id", "compare-heading").text("Side by side"))
        .child(&el("p").class("unseen").attr("role", "status").says(move || said(page)))
        .child(&el("div").live(key, table))
}

fn said(page: Page) -> String {
    match page.pins.with(Vec::len) {
        _ if are_rules(page) => "Document and game stand side by side; what parts is marked.".to_owned(),
        0 => String::new(),
        pins => format!("{} beside the present scenario.", format::count(pins, "pin", "pins")),
    }
}

/// The head of a column: its name, its sentence, and what was entered otherwise.
fn head(page: Page, place: usize, answer: RwSignal<Arc<Summary>>) -> El {
    let other = move || others(page).into_iter().nth(place);
    let told = move || match (other(), answer.get()) {
        (Some(other), summary) if summary.is_here() => {
            sentence_of(page.now().rules, &other.document, &summary)
        }
        _ => "…".to_owned(),
    };
    let told = el("p").says(told);
    if untrack(|| are_rules(page)) {
        let name = untrack(other).map_or_else(String::new, |other| other.name);
        return el("div").child(&el("strong").text(&name)).child(&told);
    }
    let number = place + 1;
    let name = el("input")
        .attr("type", "text")
        .attr("aria-label", &format!("Name of pin {number}"))
        .attr("autocomplete", "off")
        .attr("spellcheck", "false");
    let (shown, typed) = (name.clone(), name.clone());
    effect(move || shown.set_property("value", &other().map_or_else(String::new, |pin| pin.name).into()));
    let name = name.on("input", move |_| pins::rename(page, place, &typed.value()));
    let open =
        button("Use").attr("aria-label", &format!("Use pin {number} in the sheets")).press(move || {
            if let Some(Pin { document: pinned, .. }) = untrack(other) {
                page.edit(|document, _| *document = pinned);
            }
        });
    let remove = button("×").attr("aria-label", &format!("Take away pin {number}")).press(move || {
        pins::unpin(page, place);
        // It may be usable again only once the page has heard of it.
        Later::default().run(0, || find("pin").iter().for_each(El::focus));
    });
    let unlike = move || other().map_or_else(String::new, |other| unlike(&page.now(), &other.document));
    el("div")
        .child(&name)
        .child(&told)
        .child(&el("p").class("entries").says(unlike))
        .child(&el("span").class("buttons").child(&open.class("quiet")).child(&remove.class("quiet")))
}

/// What was entered otherwise than now, in a few words.
fn unlike(now: &Now, document: &Json) -> String {
    const MOST_SAID: usize = 4;
    let mode = now.about().mode_of(document);
    if mode != now.mode {
        return now.about().mode(mode).map_or("", |mode| mode.label).to_owned();
    }
    let (complete, _) = complete(now.rules, document);
    let mut found = Vec::new();
    compare(now.form(), mode, (&now.complete, &complete), &mut found);
    let more = found.len().saturating_sub(MOST_SAID);
    found.truncate(MOST_SAID);
    if more > 0 {
        found.push(format!("{more} more"));
    }
    found.join(", ")
}

/// Lists the fields in which the other sheet is not as the first.
fn compare(spec: &'static SheetSpec, mode: &str, (one, other): (&Json, &Json), found: &mut Vec<String>) {
    for field in spec.fields.iter().filter(|field| field.about.used_in(mode)) {
        let (Some(one), Some(other)) = (one.get(field.name), other.get(field.name)) else { continue };
        let label = field.about.label;
        match (field.shape.inner(), one, other) {
            _ if one == other => {}
            (Shape::Sheet(inner), Json::Object(_), Json::Object(_)) => {
                compare(inner, mode, (one, other), found)
            }
            (Shape::List { of: Shape::Sheet(inner), .. }, Json::List(ones), Json::List(others))
                if ones.len() == others.len() =>
            {
                ones.iter().zip(others).for_each(|both| compare(inner, mode, both, found));
            }
            (Shape::List { of: Shape::Sheet(_), .. }, _, Json::List(items)) => {
                found.push(format!("{label}: {}", format::count(items.len(), "entry", "entries")));
            }
            (Shape::Sheet(_), _, Json::Object(_)) => found.push(label.to_owned()),
            _ => found.push(format!("{label} {}", readable(field.shape, other))),
        }
    }
}
