//! `tohit-split PROGRAM DIR` puts the page's program into DIR, in two files: `tohit-web.wasm`, which wasm-bindgen takes, and `split_rest.wasm`, what it
//! fetches later (web/src/rest.rs). By the library that belongs to Leptos' splitting; Trunk has no step for it.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use wasm_split_cli_support::{Options, transform};

fn main() -> Result<(), Box<dyn Error>> {
    let [program, dir] = [1, 2].map(|place| env::args_os().nth(place).map(PathBuf::from));
    let (Some(program), Some(dir)) = (program, dir) else { return Err("tohit-split PROGRAM DIR".into()) };
    let whole = fs::read(program)?;
    let first = dir.join("tohit-web.wasm");
    let mut options = Options::new(&whole);
    options.output_dir = &dir;
    options.main_out_path = &first;
    transform(options)?;
    Ok(())
}
