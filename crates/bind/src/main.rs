//! `tohit-bind page|package PROGRAM DIR` puts a program for WebAssembly into DIR, with the script that
//! wasm-bindgen makes for it. The page's comes in two files: what it fetches later
//! (web/src/page/second_file.rs) is `split_rest.wasm`, by the library that belongs to Leptos' splitting.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

fn main() -> Result<(), Box<dyn Error>> {
    let [what, program, dir] = [1, 2, 3].map(|place| env::args_os().nth(place).map(PathBuf::from));
    match (what.as_deref().and_then(Path::to_str), program, dir) {
        (Some("page"), Some(program), Some(dir)) => page(&program, &dir),
        (Some("package"), Some(program), Some(dir)) => package(&program, &dir),
        _ => Err("tohit-bind page|package PROGRAM DIR".into()),
    }
}

fn page(program: &Path, dir: &Path) -> Result<(), Box<dyn Error>> {
    let whole = fs::read(program)?;
    let first = dir.join("tohit-web.wasm");
    let mut options = Options::new(&whole);
    options.output_dir = dir;
    options.main_out_path = &first;
    transform(options)?;
    // Exports of the linker are the interface of the second file to the first.
    Bindgen::new().web(true)?.typescript(false).keep_lld_exports(true).input_path(&first).generate(dir)?;
    fs::remove_file(first)?;
    Ok(())
}

fn package(program: &Path, dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(false).omit_default_module_path(true).out_name("tohit");
    bindgen.input_path(program).generate(dir)?;
    Ok(())
}
