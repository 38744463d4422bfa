//! Place of the hint beside a field.

use crate::platform::erased;
use crate::store::{Asks, StudyStore};
use crate::worker::lazy::part;
use leptos::prelude::*;
use std::sync::Arc;

/// The hint of a field.
pub(crate) fn beside(studies: StudyStore, path: Arc<str>, field: String) -> AnyView {
    let is_on = Memo::new(move |_| studies.asks.get() != Asks::Nothing);
    let name = format!("{field}-gutter");
    let content = move || {
        is_on.get().then(|| {
            let (path, field) = (path.clone(), field.clone());
            part(move |module| (module.beside)(path.clone(), field.clone()))
        })
    };
    view! {
        <span class="gutter" id=name>
            {erased::live(content)}
        </span>
    }
    .into_any()
}
