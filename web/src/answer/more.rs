//! Extra results of a ruleset: further chances, derived figures, places on a map.

use crate::platform::erased;
use crate::store::use_answer;
use leptos::prelude::*;
use tohit_report::summary::SummaryPart;

/// The derived figures as a folded list; absent where there are none.
#[component]
pub(super) fn More() -> impl IntoView {
    let answer = use_answer();
    let said = Memo::new(move |_| {
        answer.summary.with(|summary| {
            flat(&summary.more).into_iter().map(|(label, part)| (label, part.says())).collect::<Vec<_>>()
        })
    });
    let names =
        Memo::new(move |_| said.with(|said| said.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>()));
    let one = move |(place, label): (usize, String)| {
        let says =
            move || said.with(|said| said.get(place).map_or_else(String::new, |(_, says)| says.clone()));
        let class = move || if says().len() > 24 { "long".to_owned() } else { "short".to_owned() };
        let name = label.clone();
        let fraction = move || {
            answer.fraction(|all| {
                all.more.iter().find(|(known, _)| *known == name).map(|(_, fraction)| fraction)
            })
        };
        view! {
            <div class=Signal::derive(class)>
                <dt>{label}</dt>
                <dd>
                    <span>{Signal::derive(says)}</span>
                    <span class="fraction">{erased::live(move || erased::fraction(&fraction()))}</span>
                </dd>
            </div>
        }
        .into_any()
    };
    let list = move || {
        let rows = names.get().into_iter().enumerate().map(one).collect_view();
        view! { <dl class="more">{rows}</dl> }
    };
    let is_empty = Memo::new(move |_| names.with(Vec::is_empty));
    view! {
        <details class="numbers derived" class:absent=Signal::from(is_empty)>
            <summary>"Derived figures"</summary>
            {erased::live(list)}
        </details>
    }
}

/// The parts, with groups flattened, each under its full name.
pub(super) fn flat(parts: &[(String, SummaryPart)]) -> Vec<(String, &SummaryPart)> {
    let mut all = Vec::new();
    for (label, part) in parts {
        match part {
            SummaryPart::Group(inner) => {
                let inside = flat(inner).into_iter();
                all.extend(
                    inside.map(|(name, part)| (format!("{label}: {}", name.to_ascii_lowercase()), part)),
                );
            }
            part => all.push((label.clone(), part)),
        }
    }
    all
}
