//! Sizes of a visit's files, against their limits: until the page is live, and in all.

use crate::failure::{self, TaskFailure};
use crate::licences;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Limit, in bytes after brotli, on the files that a cold visitor needs to change a field and see the answer,
/// with the largest ruleset: page, styles, scripts, program, ruleset, and the first view where that is a file
/// of its own.
const LIVE_LIMIT: u64 = 612_000;
/// Limit on all files that are cached for visits without a network: those of any ruleset, the calculators in
/// articles and the system. The editor of custom rules takes some 30 kB of it.
const ALL_LIMIT: u64 = 1_576_000;
/// Limit on the pages of documents, which are cached, too, after all that the page needs.
const DOCUMENTS_LIMIT: u64 = 220_000;

const PAGE: &str = "index.html";
/// Folder of the documents.
const DOCUMENTS: &str = "docs";
/// Files that only documents need.
const OF_DOCUMENTS: [&str; 2] = ["documents.css", "documents.js"];
/// Files that every visit fetches before the page is live.
const COMMON: [&str; 8] =
    [PAGE, "tohit.css", "early.js", "mend.js", "boot.js", "program.js", "tohit-web.js", "tohit-web_bg.wasm"];
/// Files that no browser caches: those for hosts, search engines and other sites.
const NOT_KEPT: [&str; 6] =
    ["sw.js", "404.html", "robots.txt", "_headers", "tohit-gadget.js", "tohit-element.js"];

/// A file of the built site.
#[derive(Debug, PartialEq, Eq)]
struct File {
    /// Name, without the hash of its content.
    name: String,
    plain: String,
    raw: u64,
    brotli: u64,
}

/// The files of the built site.
#[derive(Debug)]
pub(crate) struct Sizes {
    files: Vec<File>,
    /// The pages of documents together, with their style and script, after brotli.
    documents: u64,
}

impl Sizes {
    /// Measures a folder; the sizes after brotli are those of the compressed files for hosts.
    pub(super) fn of(dist: &Path) -> Result<Self, TaskFailure> {
        let entries = fs::read_dir(dist).map_err(failure::to(format!("read {}", dist.display())))?;
        let files = entries.flatten().filter(|entry| entry.path().is_file());
        let names = files.filter_map(|entry| entry.file_name().into_string().ok());
        let weight = |name: &str| fs::metadata(dist.join(name)).map(|file| file.len()).unwrap_or_default();
        // The page of the first ruleset is a copy of this one, and is cached once.
        let page = fs::read(dist.join(PAGE)).unwrap_or_default();
        let is_page = |name: &str| fs::read(dist.join(name)).is_ok_and(|found| found == page);
        let mut files: Vec<File> = names
            .filter(|name| !name.ends_with(".br") && !name.ends_with(".gz") && name != licences::FILE)
            .filter(|name| name == PAGE || !name.ends_with(".html") || !is_page(name))
            .map(|name| {
                let brotli = weight(&format!("{name}.br"));
                let raw = weight(&name);
                File { plain: unhashed(&name), raw, brotli: if brotli > 0 { brotli } else { raw }, name }
            })
            .collect();
        files.sort_by(|one, other| one.name.cmp(&other.name));
        let of_documents = files.iter().filter(|file| OF_DOCUMENTS.contains(&file.plain.as_str()));
        let documents =
            compressed(&dist.join(DOCUMENTS))? + of_documents.map(|file| file.brotli).sum::<u64>();
        Ok(Self { files, documents })
    }

    fn weight(&self, plain: &str) -> Option<u64> {
        self.files.iter().find(|file| file.plain == plain).map(|file| file.brotli)
    }

    /// Sizes of a visit to each ruleset until it is live, heaviest first. The first ruleset's view is the
    /// page itself.
    fn visits(&self) -> Vec<(&str, u64)> {
        let common: u64 = COMMON.iter().filter_map(|name| self.weight(name)).sum();
        let rulesets = self
            .files
            .iter()
            .filter_map(|file| file.plain.strip_suffix(".txt"))
            .filter(|name| *name != "robots" && !name.ends_with(".rules"));
        let visit = |ruleset: &str| {
            let own = [".txt", ".html"]
                .map(|ending| self.weight(&format!("{ruleset}{ending}")).unwrap_or_default());
            common + own.iter().sum::<u64>()
        };
        let mut visits: Vec<(&str, u64)> = rulesets.map(|ruleset| (ruleset, visit(ruleset))).collect();
        visits.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        visits
    }

    fn live(&self) -> u64 {
        self.visits().first().map_or(0, |(_, weight)| *weight)
    }

    fn all(&self) -> u64 {
        let is_kept = |file: &&File| {
            !NOT_KEPT.contains(&file.name.as_str()) && !OF_DOCUMENTS.contains(&file.plain.as_str())
        };
        self.files.iter().filter(is_kept).map(|file| file.brotli).sum()
    }

    /// Both sizes against their limits, in a few words.
    pub(crate) fn verdict(&self) -> String {
        let against = |weight: u64, limit: u64| format!("{} of {} kB", weight / 1000, limit / 1000);
        format!(
            "until live {}, in all {}, documents {}, brotli",
            against(self.live(), LIVE_LIMIT),
            against(self.all(), ALL_LIMIT),
            against(self.documents, DOCUMENTS_LIMIT)
        )
    }

    /// Fails when a visit fetches too much, or when there is no program in it.
    pub(crate) fn check(&self) -> Result<(), TaskFailure> {
        if let Some(missing) = COMMON.iter().find(|name| self.weight(name).is_none()) {
            return Err(TaskFailure::new(format!("there is no {missing}: the site was not weighed right")));
        }
        if self.visits().is_empty() {
            return Err(TaskFailure::new("there is no ruleset: the site was not weighed right"));
        }
        if self.documents == 0 {
            return Err(TaskFailure::new("there is no document: the site was not weighed right"));
        }
        if self.live() > LIVE_LIMIT || self.all() > ALL_LIMIT || self.documents > DOCUMENTS_LIMIT {
            let mut failure = TaskFailure::new(format!("a visit fetches too much: {}", self.verdict()));
            failure.output = self.table().lines().map(str::to_owned).collect();
            return Err(failure.hint("Look at what came in: a dependency, a table that could be fetched later, generic code made twice."));
        }
        Ok(())
    }

    /// Both sizes, with their meaning and their parts.
    pub(crate) fn table(&self) -> String {
        let mut table = format!("  {:<62} {:>9} {:>10}\n", "", "raw kB", "brotli kB");
        let mut row = |name: &str, raw: &str, brotli: u64| {
            let _ = writeln!(table, "  {name:<62} {raw:>9} {:>10}", kilobytes(brotli));
        };
        for (ruleset, weight) in self.visits() {
            row(&format!("until live: all that a first visit to {ruleset} fetches"), "", weight);
        }
        row("in all: every file that is kept for visits without a network", "", self.all());
        row("documents: their pages, which are kept, too", "", self.documents);
        let mut files: Vec<&File> = self.files.iter().collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.brotli));
        for file in files.iter().take(12) {
            row(&format!("  {}", file.name), &kilobytes(file.raw), file.brotli);
        }
        table
    }
}

/// Size of the files of a folder and the folders in it, after brotli.
fn compressed(folder: &Path) -> Result<u64, TaskFailure> {
    let mut sum = 0;
    for entry in fs::read_dir(folder).map_err(failure::to(format!("read {}", folder.display())))?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            sum += compressed(&path)?;
        } else if path.extension().is_some_and(|ending| ending == "br") {
            sum += entry.metadata().map_or(0, |file| file.len());
        }
    }
    Ok(sum)
}

/// A name without the hash of its content.
fn unhashed(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    match stem.rsplit_once('-') {
        Some((plain, hash)) if is_hash(hash) => format!("{plain}.{ending}"),
        _ => name.to_owned(),
    }
}

/// A size in units of 1000 bytes.
pub(crate) fn kilobytes(bytes: u64) -> String {
    format!("{}.{:02}", bytes / 1000, bytes % 1000 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(program: u64) -> Sizes {
        let file = |name: &str, brotli| File { name: name.to_owned(), plain: unhashed(name), raw: 9, brotli };
        let mut files: Vec<File> = COMMON.iter().map(|name| file(name, 1)).collect();
        files.retain(|file| file.name != "tohit-web_bg.wasm");
        files.extend([
            file("tohit-web_bg-0123456789abcdef.wasm", program),
            file("powder-0123456789abcdef.txt", 10),
            file("crawl-0123456789abcdef.txt", 20),
            file("crawl.rules-0123456789abcdef.txt", 40),
            file("crawl.html", 30),
            file("sw.js", 5000),
            file("documents-0123456789abcdef.css", 700),
        ]);
        Sizes { files, documents: 1 }
    }

    #[test]
    fn a_visit_fetches_the_program_and_one_ruleset() {
        let sizes = sizes(1000);
        assert_eq!(sizes.visits(), [("crawl", 1057), ("powder", 1017)]);
        assert_eq!(
            sizes.all(),
            1107,
            "files for hosts are not kept, and documents have a limit of their own"
        );
        assert!(sizes.check().is_ok());
        assert!(sizes.table().contains("until live"));
    }

    #[test]
    fn one_byte_above_a_limit_fails() {
        assert!(sizes(LIVE_LIMIT - 57).check().is_ok());
        assert!(sizes(LIVE_LIMIT - 56).check().is_err());
    }

    #[test]
    fn documents_have_a_limit_of_their_own() {
        let with = |documents| Sizes { documents, ..sizes(1) }.check();
        assert!(with(DOCUMENTS_LIMIT).is_ok() && with(DOCUMENTS_LIMIT + 1).is_err() && with(0).is_err());
    }

    #[test]
    fn a_page_without_its_program_was_not_weighed() {
        let mut sizes = sizes(1);
        sizes.files.retain(|file| !file.plain.ends_with(".wasm"));
        assert!(sizes.check().is_err());
    }
}
