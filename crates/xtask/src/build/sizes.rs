//! The size of the first load, against its limit.

use crate::failure::Failure;
use std::fmt::Write;

/// The first load may weigh this much, in bytes after brotli. The aim is 120 kB for two rulesets and 150 kB for five (see docs/decisions/download-size.md);
/// until it is reached this is what was reached, and only goes down.
const FIRST_LOAD_LIMIT: u64 = 385_000;

/// What counts: the text and code of the page.
const COUNTED: [&str; 5] = [".html", ".css", ".js", ".mjs", ".wasm"];

/// One file of the built site.
#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    raw: u64,
    brotli: u64,
    first: bool,
}

/// The files of the built site.
#[derive(Debug)]
pub(crate) struct Sizes {
    files: Vec<File>,
}

impl Sizes {
    /// Reads the lines of `first-load.mjs`: name, size, size after brotli, "first" or "later".
    pub(super) fn read(lines: &[String]) -> Result<Self, Failure> {
        let read = |line: &String| {
            let mut parts = line.split('\t');
            let file = File {
                name: parts.next()?.to_owned(),
                raw: parts.next()?.parse().ok()?,
                brotli: parts.next()?.parse().ok()?,
                first: parts.next()? == "first",
            };
            Some(file)
        };
        let files = lines
            .iter()
            .map(|line| read(line).ok_or_else(|| Failure::new(format!("this is no line of sizes: {line}"))))
            .collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    fn first_load(&self) -> impl Iterator<Item = &File> {
        self.files
            .iter()
            .filter(|file| file.first && COUNTED.iter().any(|ending| file.name.ends_with(ending)))
    }

    fn total(&self) -> u64 {
        self.first_load().map(|file| file.brotli).sum()
    }

    /// The total against the limit, in a few words.
    pub(crate) fn verdict(&self) -> String {
        format!("{} kB of {} kB brotli", kilobytes(self.total()), FIRST_LOAD_LIMIT / 1000)
    }

    /// Fails when the first load is too large, or when there is nothing in it that could run.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for ending in [".html", ".wasm"] {
            if !self.first_load().any(|file| file.name.ends_with(ending)) {
                return Err(Failure::new(format!(
                    "the first load has no {ending} file: it was not weighed right"
                )));
            }
        }
        if self.total() > FIRST_LOAD_LIMIT {
            let mut failure = Failure::new(format!("the first load is too large: {}", self.verdict()));
            failure.output = self.table().lines().map(str::to_owned).collect();
            return Err(failure.hint("Look at what came in: a dependency, a table that could be fetched later, generic code made twice."));
        }
        Ok(())
    }

    /// Every file of the first load, heaviest first, and the sums.
    pub(crate) fn table(&self) -> String {
        let mut table = String::new();
        let mut row = |name: &str, raw: &str, brotli: &str| {
            let _ = writeln!(table, "  {name:<44} {raw:>12} {brotli:>12}");
        };
        let (mut first, other): (Vec<&File>, Vec<&File>) =
            self.files.iter().partition(|file| self.first_load().any(|counted| counted == *file));
        first.sort_by_key(|file| std::cmp::Reverse(file.brotli));
        row("First load", "raw kB", "brotli kB");
        for file in &first {
            row(&file.name, &kilobytes(file.raw), &kilobytes(file.brotli));
        }
        let raw = first.iter().map(|file| file.raw).sum();
        row("together", &kilobytes(raw), &kilobytes(self.total()));
        if !other.is_empty() {
            let sum = |size: fn(&File) -> u64| kilobytes(other.iter().map(|file| size(file)).sum());
            row(&format!("other files ({})", other.len()), &sum(|file| file.raw), &sum(|file| file.brotli));
        }
        table
    }
}

/// A size in units of 1000 bytes.
fn kilobytes(bytes: u64) -> String {
    format!("{}.{:02}", bytes / 1000, bytes % 1000 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(lines: &[&str]) -> Sizes {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        Sizes::read(&lines).unwrap()
    }

    #[test]
    fn counts_what_the_first_load_needs_and_nothing_else() {
        let sizes = sizes(&[
            "index.html\t900\t400\tfirst",
            "app.wasm\t300000\t100000\tfirst",
            "icon.png\t90000\t90000\tfirst",
            "bestiary.json\t90000\t90000\tlater",
        ]);
        assert_eq!(sizes.total(), 100_400);
        assert!(sizes.check().is_ok());
        assert!(sizes.table().contains("other files (2)"));
    }

    #[test]
    fn one_byte_above_the_limit_fails() {
        let with =
            |wasm: u64| sizes(&["index.html\t900\t400\tfirst", &format!("app.wasm\t1\t{wasm}\tfirst")]);
        assert!(with(FIRST_LOAD_LIMIT - 400).check().is_ok());
        assert!(with(FIRST_LOAD_LIMIT - 399).check().is_err());
    }

    #[test]
    fn a_page_without_its_program_was_not_weighed() {
        assert!(sizes(&["index.html\t900\t400\tfirst"]).check().is_err());
        assert!(Sizes::read(&["index.html".to_owned()]).is_err());
    }
}
