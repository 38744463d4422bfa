//! In a browser, the start of the program: in a worker it answers, in a window the scripts call what they want (boot.js, tohit-element.js).
//! On the machine that builds the page: `tohit-web DIR` writes what is seen first.

#[cfg(target_arch = "wasm32")]
fn main() {
    tohit_web::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    let dir = std::env::args_os().nth(1).unwrap_or_else(|| "target/first-view".into());
    tohit_web::first_view::write(std::path::Path::new(&dir))
}
