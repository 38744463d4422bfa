//! Sets `cfg(split)` in release builds for wasm, and has the linker keep the references that the splitter
//! reads (src/page/second_file.rs, crates/bind). Writes the small games of docs/lessons as an array for
//! src/rulebook/begin.rs.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Most bytes of a small game.
const SMALL: u64 = 1300;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(split)");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && is("PROFILE", "release") {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    lessons()
}

/// Writes `LESSONS`: the texts in order of their names, without the notes that state odds.
fn lessons() -> Result<(), Box<dyn Error>> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lessons");
    println!("cargo::rerun-if-changed={}", from.display());
    let mut files: Vec<_> =
        fs::read_dir(from)?.map(|file| file.map(|file| file.path())).collect::<Result<_, _>>()?;
    files.sort();
    let mut texts = String::new();
    let mut count = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rules")) {
        if fs::metadata(file)?.len() > SMALL {
            continue;
        }
        let text = fs::read_to_string(file)?;
        let lines = text.lines().filter(|line| !line.starts_with("# odds"));
        let text = lines.collect::<Vec<_>>().join("\n");
        writeln!(texts, "    {:?},", format!("{}\n", text.trim_end()))?;
        count += 1;
    }
    let out = Path::new(&env::var("OUT_DIR")?).join("lessons.rs");
    fs::write(out, format!("/// Small games.\nconst LESSONS: [&str; {count}] = [\n{texts}];\n"))?;
    Ok(())
}
