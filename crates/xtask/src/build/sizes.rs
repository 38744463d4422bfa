//! The size of the first load, and of all that is loaded until one can change something, against their limits.

use crate::failure::Failure;
use std::fmt::Write;

/// What a first visit loads before somebody begins to use the page, in bytes after brotli, whichever ruleset is opened (see docs/decisions/download-size.md).
const FIRST_LIMIT: u64 = 30_000;
/// What a visit loads in all until one can change something: that, and the program.
const LIVE_LIMIT: u64 = 165_000;

/// What a file is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// What every visit loads.
    Page,
    /// What a ruleset's first visit sees.
    Still(String),
    /// What a ruleset's visit runs.
    Program(String),
    /// What waits until it is asked for.
    Later,
}

impl Part {
    fn read(text: &str) -> Self {
        match text.split_once(' ') {
            Some((ruleset, _)) => Self::Still(ruleset.to_owned()),
            None if text == "page" => Self::Page,
            None if text == "later" => Self::Later,
            None => Self::Program(text.to_owned()),
        }
    }
}

/// One file of the built site.
#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    raw: u64,
    brotli: u64,
    part: Part,
}

/// What a visit to a ruleset loads, in bytes after brotli.
#[derive(Debug, PartialEq, Eq)]
struct Visit<'a> {
    ruleset: &'a str,
    /// Before somebody begins to use the page, where the build made a still.
    first: Option<u64>,
    /// Until one can change something.
    live: u64,
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
                part: Part::read(parts.next()?),
            };
            Some(file)
        };
        let files = lines
            .iter()
            .map(|line| read(line).ok_or_else(|| Failure::new(format!("this is no line of sizes: {line}"))))
            .collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    fn of<'a>(&'a self, part: &'a Part) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.part == *part)
    }

    fn weight(&self, part: &Part) -> u64 {
        self.of(part).map(|file| file.brotli).sum()
    }

    /// A visit to each ruleset, heaviest first.
    fn visits(&self) -> Vec<Visit<'_>> {
        let mut rulesets: Vec<&str> = Vec::new();
        for file in &self.files {
            if let Part::Program(ruleset) = &file.part
                && !rulesets.contains(&ruleset.as_str())
            {
                rulesets.push(ruleset);
            }
        }
        let page = self.weight(&Part::Page);
        let visit = |ruleset: &'_ str| {
            let still = self.weight(&Part::Still(ruleset.to_owned()));
            let program = self.weight(&Part::Program(ruleset.to_owned()));
            (still, page + still + program)
        };
        let mut visits: Vec<Visit<'_>> = rulesets
            .into_iter()
            .map(|ruleset| {
                let (still, live) = visit(ruleset);
                Visit { ruleset, first: (still > 0).then_some(page + still), live }
            })
            .collect();
        visits.sort_by_key(|visit| std::cmp::Reverse(visit.live));
        visits
    }

    /// The heaviest first load, where there are stills, and the heaviest in all.
    fn heaviest(&self) -> (Option<u64>, u64) {
        let visits = self.visits();
        let first = visits.iter().map(|visit| visit.first).collect::<Option<Vec<u64>>>();
        let live = visits.iter().map(|visit| visit.live).max().unwrap_or_default();
        (first.and_then(|all| all.into_iter().max()), live)
    }

    /// Whether what no first visit runs has left the programs.
    fn are_split(&self) -> bool {
        self.of(&Part::Later).any(|file| file.name.contains("_rest"))
    }

    /// The heaviest visit against the limits, in a few words.
    pub(crate) fn verdict(&self) -> String {
        let (first, live) = self.heaviest();
        let against = |weight, limit: u64| format!("{} kB of {} kB", kilobytes(weight), limit / 1000);
        match first {
            Some(first) if self.are_split() => {
                format!("{}, live {} brotli", against(first, FIRST_LIMIT), against(live, LIVE_LIMIT))
            }
            _ => format!("{} kB brotli, with whole programs", kilobytes(live)),
        }
    }

    /// Fails when a visit loads too much, or when there is nothing in it that could run. Whole programs are no site to publish, and not held to the limits.
    pub(crate) fn check(&self, to_be_split: bool) -> Result<(), Failure> {
        let has = |part: &Part, ending: &str| self.of(part).any(|file| file.name.ends_with(ending));
        let visits = self.visits();
        let runs = |visit: &Visit<'_>| has(&Part::Program(visit.ruleset.to_owned()), ".wasm");
        if visits.is_empty() || !has(&Part::Page, ".html") || !visits.iter().all(runs) {
            return Err(Failure::new("the first load has no page or no program: it was not weighed right"));
        }
        if !to_be_split && !self.are_split() {
            return Ok(());
        }
        let (first, live) = self.heaviest();
        let Some(first) = first.filter(|_| self.are_split()) else {
            return Err(Failure::new("the programs were to be split, with a still of each, and are not"));
        };
        if first > FIRST_LIMIT || live > LIVE_LIMIT {
            let mut failure = Failure::new(format!("a visit loads too much: {}", self.verdict()));
            failure.output = self.table().lines().map(str::to_owned).collect();
            return Err(failure.hint("Look at what came in: a dependency, a table that could be fetched later, generic code made twice."));
        }
        Ok(())
    }

    /// What a visit to each ruleset loads, heaviest first, and what it is made of.
    pub(crate) fn table(&self) -> String {
        let mut table = format!("  {:<44} {:>12} {:>12}\n", "", "raw kB", "brotli kB");
        let mut row = |name: &str, raw: &str, brotli: u64| {
            let _ = writeln!(table, "  {name:<44} {raw:>12} {:>12}", kilobytes(brotli));
        };
        for Visit { ruleset, first, live } in self.visits() {
            if let Some(first) = first {
                row(&format!("first load of {ruleset}"), "", first);
            }
            row(&format!("all until {ruleset} is live"), "", live);
            for part in [Part::Still(ruleset.to_owned()), Part::Program(ruleset.to_owned())] {
                for file in self.of(&part) {
                    row(&format!("  {}", file.name), &kilobytes(file.raw), file.brotli);
                }
            }
        }
        for (name, part) in [("of each: page, styles, start", Part::Page), ("later", Part::Later)] {
            let raw = self.of(&part).map(|file| file.raw).sum();
            row(name, &kilobytes(raw), self.weight(&part));
        }
        table
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
    fn a_visit_loads_the_page_and_one_ruleset() {
        let sizes = sizes(&[
            "index.html\t900\t400\tpage",
            "powder.wasm\t300000\t100000\tpowder",
            "powder-still.json\t3000\t1000\tpowder still",
            "crawl.wasm\t400000\t120000\tcrawl",
            "crawl.txt\t9000\t2000\tcrawl",
            "crawl-still.json\t3000\t900\tcrawl still",
            "crawl_rest.wasm\t90000\t90000\tlater",
        ]);
        let visit = |ruleset, first, live| Visit { ruleset, first: Some(first), live };
        assert_eq!(sizes.visits(), [visit("crawl", 1_300, 123_300), visit("powder", 1_400, 101_400)]);
        assert_eq!(sizes.heaviest(), (Some(1_400), 123_300));
        assert!(sizes.check(true).is_ok());
        assert!(sizes.table().contains("later"));
    }

    #[test]
    fn one_byte_above_a_limit_fails() {
        let with = |still: u64, live: u64| {
            let still_line = format!("a-still.json\t1\t{still}\tpowder still");
            let program = format!("a.wasm\t1\t{}\tpowder", live - still - 400);
            sizes(&["index.html\t900\t400\tpage", &still_line, &program, "a_rest.wasm\t9\t9\tlater"])
        };
        assert!(with(FIRST_LIMIT - 400, LIVE_LIMIT).check(true).is_ok());
        assert!(with(FIRST_LIMIT - 399, LIVE_LIMIT).check(true).is_err());
        assert!(with(FIRST_LIMIT - 400, LIVE_LIMIT + 1).check(true).is_err());
    }

    #[test]
    fn whole_programs_are_for_those_who_cannot_split_them() {
        let program = format!("a.wasm\t1\t{LIVE_LIMIT}\tpowder");
        let whole = sizes(&["index.html\t900\t400\tpage", &program]);
        assert!(whole.check(false).is_ok());
        assert!(whole.check(true).is_err());
        let without_still =
            sizes(&["index.html\t900\t400\tpage", "a.wasm\t1\t1\tpowder", "a_rest.wasm\t9\t9\tlater"]);
        assert!(without_still.check(true).is_err());
    }

    #[test]
    fn a_page_without_its_program_was_not_weighed() {
        assert!(sizes(&["index.html\t900\t400\tpage"]).check(false).is_err());
        assert!(sizes(&["index.html\t900\t400\tpage", "a.txt\t9\t4\tpowder"]).check(false).is_err());
        assert!(Sizes::read(&["index.html".to_owned()]).is_err());
    }
}
