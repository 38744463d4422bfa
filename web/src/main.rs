//! The page, client-side: it mounts into the shell that index.html brings.

use leptos::prelude::*;

#[component]
fn App() -> impl IntoView {
    view! {
        <main>
            <h1>"tohit"</h1>
            <p>"Exact combat odds in the browser."</p>
        </main>
    }
}

fn main() {
    mount_to_body(App);
}
