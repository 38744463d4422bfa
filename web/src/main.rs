//! In a browser, the start of the program: a worker answers requests, a window waits for its scripts
//! (boot.js, tohit-element.js). On the build machine, `tohit-web DIR` writes the first views.

#[cfg(target_arch = "wasm32")]
fn main() {
    tohit_web::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    let dir = std::env::args_os().nth(1).unwrap_or_else(|| "target/first-view".into());
    tohit_web::first_view::write(std::path::Path::new(&dir))
}
