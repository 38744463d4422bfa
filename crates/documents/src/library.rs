//! The documents of a folder, the page of each, and links between them.

use crate::markdown::Markdown;
use crate::page;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Kinds of text files that documents link to: each has a page with its text.
const TEXTS: [&str; 5] = [".rules", ".txt", ".json", ".js", ".html"];

/// Texts of documents and of the files beside them, by their path in the folder, with forward slashes.
pub(crate) struct Library(BTreeMap<String, String>);

/// Where a link of a document leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An address that works in a page.
    Address(String),
    /// A file that the site does not have: the link stays as text.
    Elsewhere,
}

impl Library {
    /// Reads a folder with the folders in it.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        fn walk(folder: &Path, within: &str, found: &mut BTreeMap<String, String>) -> io::Result<()> {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let name = format!("{within}{}", entry.file_name().to_string_lossy());
                if entry.file_type()?.is_dir() {
                    walk(&entry.path(), &format!("{name}/"), found)?;
                } else if name.ends_with(".md") || TEXTS.iter().any(|ending| name.ends_with(ending)) {
                    found.insert(name, fs::read_to_string(entry.path())?);
                }
            }
            Ok(())
        }
        let mut found = BTreeMap::new();
        walk(folder, "", &mut found)?;
        Ok(Self(found))
    }

    /// Each page: its name, and its HTML.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (String, String)> {
        self.0.iter().map(|(path, text)| {
            let name = page_of(path);
            let html = if path.ends_with(".md") {
                let document = Markdown::read(text, |link| self.target(path, link));
                page::document(&name, &document)
            } else {
                page::text(&name, path, text)
            };
            (name, html)
        })
    }

    /// Resolves a link of the document `from`.
    pub(crate) fn target(&self, from: &str, link: &str) -> Target {
        if link.starts_with('#') || link.contains("://") {
            return Target::Address(link.to_owned());
        }
        let (file, part) = link.split_once('#').unwrap_or((link, ""));
        let Some(path) = joined(from, file) else { return Target::Elsewhere };
        let readme = if path.is_empty() { "README.md".to_owned() } else { format!("{path}/README.md") };
        let is_folder = || self.0.keys().any(|known| known.starts_with(&format!("{path}/")));
        let found = if self.0.contains_key(&path) {
            page_of(&path)
        } else if self.0.contains_key(&readme) {
            page_of(&readme)
        } else if is_folder() {
            // A folder without a list of its own stands in the list of all.
            return Target::Address(format!("{}index.html#{path}", up(from)));
        } else {
            return Target::Elsewhere;
        };
        let gap = if part.is_empty() { "" } else { "#" };
        Target::Address(format!("{}{found}{gap}{part}", up(from)))
    }
}

/// Name of a file's page.
fn page_of(path: &str) -> String {
    match path.strip_suffix(".md") {
        Some("README") => "index.html".to_owned(),
        Some(stem) => match stem.strip_suffix("/README") {
            Some(folder) => format!("{folder}/index.html"),
            None => format!("{stem}.html"),
        },
        None => format!("{path}.html"),
    }
}

/// The way from a file to the folder of all.
pub(crate) fn up(from: &str) -> String {
    "../".repeat(from.matches('/').count())
}

/// A path in the folder of a file, without `.` and `..`; none outside the folder of all.
fn joined(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn docs() -> Library {
        Library::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")).unwrap()
    }

    #[test]
    fn links_lead_to_pages_or_stay_text() {
        let paths = ["README.md", "a.md", "lessons/README.md", "lessons/dice.rules", "rules/b.md"];
        let library = Library(paths.map(|path| (path.to_owned(), String::new())).into());
        let address = |from: &str, link: &str| library.target(from, link);
        for (from, link, to) in [
            ("a.md", "#part", "#part"),
            ("a.md", "https://example.org/x.md", "https://example.org/x.md"),
            ("a.md", "README.md", "index.html"),
            ("a.md", "lessons", "lessons/index.html"),
            ("a.md", "rules/b.md#one", "rules/b.html#one"),
            ("a.md", "rules", "index.html#rules"),
            ("lessons/README.md", "dice.rules", "../lessons/dice.rules.html"),
            ("lessons/README.md", "../a.md#x", "../a.html#x"),
        ] {
            assert_eq!(address(from, link), Target::Address(to.to_owned()), "{from} {link}");
        }
        for link in ["../web/x.js", "../../ARCHITECTURE.md#glossary", "images/x.png", "c.md"] {
            assert_eq!(address("a.md", link), Target::Elsewhere, "{link}");
        }
    }

    /// Values of an attribute in the tags of a page.
    fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
        let begin = format!(" {name}=\"");
        let tags = html.split('<').filter_map(|rest| rest.split('>').next());
        tags.filter_map(|tag| tag.split_once(&begin)?.1.split('"').next()).collect()
    }

    #[test]
    fn no_link_between_documents_is_dead() {
        let pages: BTreeMap<String, String> = docs().pages().collect();
        assert!(pages.len() > 40, "the documents are found");
        let mut dead = Vec::new();
        for (name, html) in &pages {
            for link in attributes(html, "href").into_iter().filter(|link| !link.contains("://")) {
                let (file, part) = link.split_once('#').unwrap_or((link, ""));
                // What lies above is the site's (the browser test opens it).
                let Some(path) = joined(name, file) else { continue };
                let page = if file.is_empty() { name } else { &path };
                let found = pages.get(page);
                if !found.is_some_and(|html| part.is_empty() || attributes(html, "id").contains(&part)) {
                    dead.push(format!("{name}: {link}"));
                }
            }
        }
        assert_eq!(dead, [""; 0]);
    }

    #[test]
    fn the_list_of_contents_has_every_document() {
        let library = docs();
        let pages: BTreeMap<String, String> = library.pages().collect();
        let list = attributes(&pages["index.html"], "href");
        // The list itself is named by every page.
        let documents = library.0.keys().filter(|path| path.ends_with(".md")).map(|path| page_of(path));
        let missing: Vec<String> = documents.filter(|page| !list.contains(&page.as_str())).collect();
        assert_eq!(missing, [""; 0], "docs/README.md names every document");
    }

    #[test]
    fn every_page_has_one_title_and_no_id_twice() {
        for (name, html) in docs().pages() {
            assert_eq!(html.matches("<h1").count(), 1, "{name}");
            let mut ids = attributes(&html, "id");
            let all = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all, "{name}");
        }
    }
}
