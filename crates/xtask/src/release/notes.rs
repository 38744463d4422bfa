//! The notes of a release: its section of CHANGELOG.md.

use super::VERSION;
use crate::failure::{self, TaskFailure};
use std::fs;
use std::path::Path;

/// The notes of this version. A tag must be its name, and needs a section with a date; without a tag the changes
/// that are not released yet do.
pub(crate) fn of(root: &Path, tag: Option<&str>) -> Result<String, TaskFailure> {
    let changelog =
        fs::read_to_string(root.join("CHANGELOG.md")).map_err(failure::to("read CHANGELOG.md"))?;
    if let Some(tag) = tag
        && tag != format!("v{VERSION}")
    {
        let failure = TaskFailure::new(format!("the tag is {tag}, and the version is {VERSION}"));
        return Err(failure.hint("The version stands in Cargo.toml, [workspace.package]."));
    }
    let released = section(&changelog, VERSION);
    let notes = if tag.is_some() { released } else { released.or_else(|| section(&changelog, "Unreleased")) };
    notes.map(str::to_owned).ok_or_else(|| {
        TaskFailure::new(format!("CHANGELOG.md has no section of {VERSION}"))
            .hint(format!("Write `## [{VERSION}] - YEAR-MONTH-DAY` under `## [Unreleased]`."))
    })
}

/// The text below the heading of a version.
fn section<'a>(changelog: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = changelog.split_once(&format!("\n## [{name}]"))?;
    let (_, body) = rest.split_once('\n')?;
    Some(body.split("\n## [").next().unwrap_or(body).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_version() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- a\n\n## [0.1.0]\n\n- b\n";
        assert_eq!(section(changelog, "0.2.0"), Some("### Added\n\n- a"));
        assert_eq!(section(changelog, "Unreleased"), Some("- new"));
        assert_eq!(section(changelog, "0.1.0"), Some("- b"));
        assert_eq!(section(changelog, "0.3.0"), None);
    }
}
