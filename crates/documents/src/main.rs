//! `tohit-documents FROM TO` renders the documents of the folder FROM as HTML pages in the folder TO. The build
//! of the page calls it (crates/xtask/node/finish.mjs).

mod library;
mod markdown;
mod page;

use library::Library;
use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let [Some(from), Some(to)] = [1, 2].map(|place| env::args_os().nth(place).map(PathBuf::from)) else {
        return Err("tohit-documents FROM TO".into());
    };
    for (name, html) in Library::read(&from)?.pages() {
        let file = to.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&to))?;
        fs::write(file, html)?;
    }
    Ok(())
}
