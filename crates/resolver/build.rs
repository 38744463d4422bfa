//! Generates the list of rulesets from their folders, `rulesets/NAME` with a `ruleset.toml`, the list of the
//! shared cases, `cases/*.json`, and a macro for tests of every ruleset.

use serde::Deserialize;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The contents of a `ruleset.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    family: String,
    edition: String,
    order: u32,
    hue: u16,
    icon: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let (rulesets, cases) = (root.join("rulesets"), root.join("cases"));
    for watched in [&rulesets, &cases] {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    let mut all: Vec<(Manifest, String)> = Vec::new();
    for folder in entries(&rulesets)? {
        let Ok(manifest) = fs::read_to_string(folder.join("ruleset.toml")) else { continue };
        let manifest = toml::from_str(&manifest).map_err(|wrong| format!("{}: {wrong}", folder.display()))?;
        all.push((manifest, name(&folder)));
    }
    all.sort_by_key(|(manifest, _)| manifest.order);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let listed: String = all.iter().map(|(manifest, id)| ruleset(manifest, id, &rulesets.join(id))).collect();
    let text = format!(
        "/// Every ruleset of this program, in the order of the page: a folder each.\npub static RULESETS: &[&Ruleset] = &[\n{listed}];\n"
    );
    fs::write(out.join("rulesets.rs"), text)?;
    let ids: Vec<&str> = all.iter().map(|(_, id)| id.as_str()).collect();
    let mut listed = String::new();
    for file in entries(&cases)? {
        let stem = name(&file).replace(".json", "");
        let of =
            |id: &&&str| stem == **id || stem.strip_prefix(**id).is_some_and(|more| more.starts_with('-'));
        // `pixel-dungeon` is no file of a ruleset `pixel`.
        let id = ids.iter().filter(of).max_by_key(|id| id.len());
        listed.extend(id.map(|id| format!("    ({id:?}, include_str!({file:?})),\n")));
    }
    let text = format!(
        "/// The shared cases: the name of a ruleset, and a file of its scenarios with their answers.\npub static CASES: &[(&str, &str)] = &[\n{listed}];\n"
    );
    fs::write(out.join("cases.rs"), text)?;
    fs::write(out.join("each_ruleset.rs"), each_ruleset(&ids))?;
    Ok(())
}

/// The macro `each_ruleset!(check)`: a test for each ruleset, which calls `check` with it.
fn each_ruleset(ids: &[&str]) -> String {
    let test = |id: &&str| {
        let name = id.replace('-', "_");
        format!(
            "        #[test]\n        fn {name}() {{\n            $check(tohit_resolver::ruleset({id:?}).unwrap());\n        }}\n"
        )
    };
    let tests: String = ids.iter().map(test).collect();
    format!("macro_rules! each_ruleset {{\n    ($check:path) => {{\n{tests}    }};\n}}\n")
}

/// The paths in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut all =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    all.sort();
    Ok(all)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A ruleset as an item of the list.
fn ruleset(manifest: &Manifest, id: &str, folder: &Path) -> String {
    let Manifest { family, edition, hue, icon, .. } = manifest;
    let file = |kind: &str| format!("include_str!({:?})", folder.join(format!("{id}.{kind}")));
    let files = ["rules", "words", "presets"].map(file).join(", ");
    format!(
        "    {{\n        static IT: Ruleset = Ruleset::shipped(\n            {id:?},\n            Listing {{ family: {family:?}, edition: {edition:?}, hue: {hue}, icon: {icon:?} }},\n            Files::bundled({files}),\n        );\n        &IT\n    }},\n"
    )
}
