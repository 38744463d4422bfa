//! Notice of an answer that does not belong to the entered scenario.

use crate::actions::Standing as Stands;
use crate::model::scenario::Now;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::field as at;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::Problem;
use tohit_resolver::document::join;
use tohit_resolver::sheet::Shape;

/// The problems of the document, and the state of the answer.
#[component]
pub(crate) fn Standing() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let all = move || scenario.now.with(|now| tohit_resolver::problem_text(&now.problems));
    view! {
        <div role="status" class="standing">
            {erased::changed(all, move |_| problems(stores))}
        </div>
    }
}

fn problems(stores: Stores) -> Option<AnyView> {
    let Stores { scenario, .. } = stores;
    let now = scenario.here();
    let wrong = format::count(now.problems.len(), "field", "fields");
    let shown = match stores.standing() {
        Stands::Last => format!("Fix {wrong}; showing the last valid odds."),
        Stands::Mended => format!("{wrong} not allowed; showing the odds without."),
        Stands::Fresh | Stands::Computing => return None,
    };
    // The button goes; the focus moves to the first wrong field.
    let first = now.problems.first().map(|problem| place(&now, &problem.path).1).unwrap_or_default();
    let path = now.problems.first().map(|problem| problem.path.clone()).unwrap_or_default();
    let mend = move |event: web_sys::MouseEvent| {
        stores.open_tab_of(&path);
        browser::focus_soon(&event, first.clone());
        stores.mend();
    };
    let lines = now.problems.iter().map(|problem| line(stores, &now, problem)).collect_view();
    Some(
        view! {
            <div class="problems">
                <p>{shown}</p>
                <button type="button" class="quiet" on:click=erased::press(mend)>
                    "Reset invalid fields"
                </button>
                <ul>{lines}</ul>
            </div>
        }
        .into_any(),
    )
}

/// A problem, and the way to its field.
fn line(stores: Stores, now: &Now, problem: &Problem) -> AnyView {
    // The field's own note has the rest, about how a number is written.
    let says = problem.message.split(" (").next().unwrap_or_default();
    let text = format!("{}.", format::sentence(says));
    let (name, control) = place(now, &problem.path);
    if name.is_empty() {
        return view! { <li>{text}</li> }.into_any();
    }
    let path = problem.path.clone();
    let go = move |event: web_sys::MouseEvent| {
        stores.open_tab_of(&path);
        browser::focus_soon(&event, control.clone());
    };
    view! {
        <li>
            <button type="button" class="link" on:click=erased::press(go)>
                {name}
            </button>
            <span class="says">": " {text}</span>
        </li>
    }
    .into_any()
}

/// A path in the words of the form, and the id of its control.
fn place(now: &Now, path: &str) -> (String, String) {
    let mut words: Vec<String> = Vec::new();
    let mut shape = Some(Shape::Sheet(now.form()));
    let mut control = String::new();
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let (word, inner) = match shape.map(Shape::inner) {
            Some(Shape::Sheet(spec)) => {
                let field = spec.field(step);
                (field.map_or(step, |field| field.about.label).to_owned(), field.map(|field| field.shape))
            }
            Some(Shape::List { of, .. }) => {
                (step.parse::<usize>().map_or(step.to_owned(), |index| (index + 1).to_string()), Some(*of))
            }
            _ => (step.to_owned(), None),
        };
        // A value inside a field has no control of its own.
        if shape.is_some() {
            control = join(&control, step);
        }
        words.push(word);
        shape = inner;
    }
    (words.join(" › "), at::id(&control))
}
