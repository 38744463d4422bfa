//! The size of the first load, against its limit.

use crate::failure::Failure;
use std::fmt::Write;

/// The first load may weigh this much, in bytes after brotli, whichever ruleset is opened, with its presets (see docs/decisions/download-size.md).
const FIRST_LOAD_LIMIT: u64 = 150_000;

/// The part that every first load has in common.
const PAGE: &str = "page";
/// The part that none has.
const LATER: &str = "later";

/// One file of the built site.
#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    raw: u64,
    brotli: u64,
    /// What it is part of: the page, a ruleset, or no first load.
    part: String,
}

/// The files of the built site.
#[derive(Debug)]
pub(crate) struct Sizes {
    files: Vec<File>,
}

impl Sizes {
    /// Reads the lines of `first-load.mjs`: name, size, size after brotli, and what the file is part of.
    pub(super) fn read(lines: &[String]) -> Result<Self, Failure> {
        let read = |line: &String| {
            let mut parts = line.split('\t');
            let file = File {
                name: parts.next()?.to_owned(),
                raw: parts.next()?.parse().ok()?,
                brotli: parts.next()?.parse().ok()?,
                part: parts.next()?.to_owned(),
            };
            Some(file)
        };
        let files = lines
            .iter()
            .map(|line| read(line).ok_or_else(|| Failure::new(format!("this is no line of sizes: {line}"))))
            .collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    fn of<'a>(&'a self, part: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.part == part)
    }

    /// Every ruleset with the weight of its first load, heaviest first.
    fn first_loads(&self) -> Vec<(&str, u64)> {
        let mut rulesets: Vec<&str> = self.files.iter().map(|file| file.part.as_str()).collect();
        rulesets.retain(|part| ![PAGE, LATER].contains(part));
        rulesets.sort_unstable();
        rulesets.dedup();
        let weight = |part| self.of(part).chain(self.of(PAGE)).map(|file| file.brotli).sum();
        let mut loads: Vec<(&str, u64)> = rulesets.into_iter().map(|part| (part, weight(part))).collect();
        loads.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        loads
    }

    fn heaviest(&self) -> u64 {
        self.first_loads().first().map_or(0, |(_, weight)| *weight)
    }

    /// Whether what no first visit runs has left the programs.
    fn are_split(&self) -> bool {
        self.of(LATER).any(|file| file.name.contains("_rest"))
    }

    /// The heaviest first load against the limit, in a few words.
    pub(crate) fn verdict(&self) -> String {
        if !self.are_split() {
            return format!("{} kB brotli, with whole programs", kilobytes(self.heaviest()));
        }
        format!("{} kB of {} kB brotli", kilobytes(self.heaviest()), FIRST_LOAD_LIMIT / 1000)
    }

    /// Fails when a first load is too large, or when there is nothing in it that could run. Whole programs are no site to publish, and not held to the limit.
    pub(crate) fn check(&self, to_be_split: bool) -> Result<(), Failure> {
        let has = |part: &str, ending: &str| self.of(part).any(|file| file.name.ends_with(ending));
        let loads = self.first_loads();
        if loads.is_empty() || !has(PAGE, ".html") || loads.iter().any(|(part, _)| !has(part, ".wasm")) {
            return Err(Failure::new("the first load has no page or no program: it was not weighed right"));
        }
        if to_be_split && !self.are_split() {
            return Err(Failure::new("the programs were to be split, and are whole"));
        }
        if self.are_split() && self.heaviest() > FIRST_LOAD_LIMIT {
            let mut failure = Failure::new(format!("the first load is too large: {}", self.verdict()));
            failure.output = self.table().lines().map(str::to_owned).collect();
            return Err(failure.hint("Look at what came in: a dependency, a table that could be fetched later, generic code made twice."));
        }
        Ok(())
    }

    /// The first load of each ruleset, heaviest first, and what it is made of.
    pub(crate) fn table(&self) -> String {
        let mut table = String::new();
        let mut row = |name: &str, raw: &str, brotli: &str| {
            let _ = writeln!(table, "  {name:<44} {raw:>12} {brotli:>12}");
        };
        let sum = |part: &str, size: fn(&File) -> u64| self.of(part).map(size).sum::<u64>();
        let mut rows = |name: &str, raw: u64, brotli: u64| row(name, &kilobytes(raw), &kilobytes(brotli));
        let page = sum(PAGE, |file| file.raw);
        for (ruleset, weight) in self.first_loads() {
            rows(&format!("first load of {ruleset}"), page + sum(ruleset, |file| file.raw), weight);
            for file in self.of(ruleset) {
                rows(&format!("  {}", file.name), file.raw, file.brotli);
            }
        }
        rows("of each: page, styles, start", page, sum(PAGE, |file| file.brotli));
        let later = sum(LATER, |file| file.raw);
        if later > 0 {
            rows("later", later, sum(LATER, |file| file.brotli));
        }
        format!("  {:<44} {:>12} {:>12}\n{table}", "", "raw kB", "brotli kB")
    }
}

/// A size in units of 1000 bytes.
pub(crate) fn kilobytes(bytes: u64) -> String {
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
    fn a_first_load_is_the_page_and_one_ruleset() {
        let sizes = sizes(&[
            "index.html\t900\t400\tpage",
            "powder.wasm\t300000\t100000\tpowder",
            "crawl.wasm\t400000\t120000\tcrawl",
            "crawl.txt\t9000\t2000\tcrawl",
            "crawl_rest.wasm\t90000\t90000\tlater",
        ]);
        assert_eq!(sizes.first_loads(), [("crawl", 122_400), ("powder", 100_400)]);
        assert!(sizes.check(true).is_ok());
        assert!(sizes.table().contains("later"));
    }

    #[test]
    fn one_byte_above_the_limit_fails() {
        let with = |wasm: u64, rest: &str| {
            let program = format!("app.wasm\t1\t{wasm}\tpowder");
            sizes(&["index.html\t900\t400\tpage", &program, &format!("{rest}\t9\t9\tlater")])
        };
        assert!(with(FIRST_LOAD_LIMIT - 400, "app_rest.wasm").check(true).is_ok());
        assert!(with(FIRST_LOAD_LIMIT - 399, "app_rest.wasm").check(true).is_err());
        // Whole programs are larger, and only where nobody could split them.
        assert!(with(FIRST_LOAD_LIMIT, "icon.png").check(false).is_ok());
        assert!(with(1, "icon.png").check(true).is_err());
    }

    #[test]
    fn a_page_without_its_program_was_not_weighed() {
        assert!(sizes(&["index.html\t900\t400\tpage"]).check(false).is_err());
        assert!(sizes(&["index.html\t900\t400\tpage", "a.txt\t9\t4\tpowder"]).check(false).is_err());
        assert!(Sizes::read(&["index.html".to_owned()]).is_err());
    }
}
