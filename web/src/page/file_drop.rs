//! A file that is dropped anywhere on the page is read as a character.

use crate::store::Stores;
use crate::worker::lazy;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File};

/// Listens as long as the window is open.
pub(crate) fn keep(stores: Stores) {
    // Without this the browser would open the file in place of the page.
    window_event_listener(ev::dragover, |event| {
        if has_files(&event) {
            event.prevent_default();
        }
    });
    window_event_listener(ev::drop, move |event| {
        // The editor of rules takes files of its own.
        let Some(file) = dropped(&event).filter(|_| !event.default_prevented()) else { return };
        event.prevent_default();
        spawn_local(async move {
            if let Some(module) = lazy::load().await {
                (module.read_file)(stores, file);
            }
        });
    });
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

fn dropped(event: &DragEvent) -> Option<File> {
    event.data_transfer()?.files()?.get(0)
}
