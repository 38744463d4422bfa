//! The result of a study: the sentence, the progress, and a table, a curve or a map.

use super::findings::sentence;
use super::study_runner::StudyRunner;
use super::{copies, curve, heat, ranking};
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use leptos::prelude::*;
use tohit_report::format;

/// Form of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Nothing,
    Table,
    Curve,
    Map,
}

/// The result.
pub(super) fn view(desk: StudyRunner) -> AnyView {
    let drawn = Memo::new(move |_| {
        desk.run.with(|run| {
            let run = run.as_deref().filter(|run| run.wrong.is_empty());
            let Some((run, study)) = run.and_then(|run| Some((run, run.study.as_ref()?))) else {
                return Drawn::Nothing;
            };
            match study.axes.as_slice() {
                _ if run.rows.is_empty() || study.explain.is_some() => Drawn::Nothing,
                [] => Drawn::Nothing,
                [axis] if study.order.is_none() && axis.is_ranged() => Drawn::Curve,
                _ if heat::is_map(study) => Drawn::Map,
                _ => Drawn::Table,
            }
        })
    });
    let is_old =
        Signal::derive(move || desk.progress.with(Option::is_some) || desk.stores.scenario.is_stale());
    let body = move || match drawn.get() {
        Drawn::Nothing => ().into_any(),
        Drawn::Table => ranking::view(desk),
        Drawn::Curve => curve::view(desk),
        Drawn::Map => heat::view(desk),
    };
    view! {
        <div class="found" class:stale=is_old>
            <p class="finding" id=desk.finding_id() role="status" tabindex="-1">
                {Signal::derive(move || desk.with(sentence))}
            </p>
            {progress(desk)}
            {erased::live(body)}
            {desk.stores.scenario.panels.has(Panels::WHOLE).then(|| copies::view(desk))}
        </div>
    }
    .into_any()
}

/// Progress of a slow study, and the button to stop it.
fn progress(desk: StudyRunner) -> AnyView {
    let far = move || desk.progress.get().filter(|(known, _)| *known > 0);
    let says = move || {
        far().map(|(known, of)| format!("{} of {}", format::whole(known as i64), format::whole(of as i64)))
    };
    let share = |which: fn((usize, usize)) -> usize| {
        Signal::derive(move || desk.progress.get().map_or(0, which).to_string())
    };
    let stop = move |event: web_sys::MouseEvent| {
        desk.stop();
        // The button goes.
        browser::focus_soon(&event, desk.finding_id().to_owned());
    };
    view! {
        <p class="far" class:absent=Signal::derive(move || far().is_none())>
            <progress aria-label="Worked out" max=share(|(_, of)| of) value=share(|(known, _)| known)></progress>
            <span>{Signal::derive(says)}</span>
            <button type="button" on:click=erased::press(stop)>
                "Stop"
            </button>
        </p>
    }
    .into_any()
}
