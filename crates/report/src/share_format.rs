//! The text formats of an answer: for wikis and pages, for spreadsheets, and the code that puts the
//! calculator into an article.

use crate::escape::{self, part_of_address};
use crate::format;
use crate::share::Share;
use crate::table;

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareFormat {
    /// The link alone.
    Link,
    /// The sentence with its link.
    Sentence,
    /// Sentence, link and table for MediaWiki.
    Wikitext,
    /// The same for DokuWiki.
    Dokuwiki,
    /// The same for GitHub and others.
    Markdown,
    /// The same for any page.
    Html,
    /// The table for a spreadsheet.
    Csv,
    /// A calculator in a frame.
    Frame,
    /// A calculator by the gadget, in HTML or wikitext.
    Gadget,
    /// A calculator by the gadget, in DokuWiki's syntax.
    Code,
    /// A calculator as a custom element.
    Element,
}

/// Words of a link to the calculator.
const WORDS: &str = "live calculation";
/// Height of a calculator's frame until the calculator reports its own, in pixels.
pub const HEIGHT: u32 = 480;

impl ShareFormat {
    /// Every format, with its name in documents and its label; what most want first.
    pub const ALL: [(Self, &'static str, &'static str); 11] = [
        (Self::Link, "link", "a link"),
        (Self::Sentence, "sentence", "a sentence with the link"),
        (Self::Wikitext, "wikitext", "wikitext (MediaWiki)"),
        (Self::Dokuwiki, "dokuwiki", "DokuWiki"),
        (Self::Markdown, "markdown", "Markdown"),
        (Self::Html, "html", "HTML"),
        (Self::Csv, "csv", "a table (CSV)"),
        (Self::Frame, "frame", "a calculator in a frame"),
        (Self::Gadget, "gadget", "a calculator by the gadget"),
        (Self::Code, "code", "a calculator by the gadget (DokuWiki)"),
        (Self::Element, "element", "a calculator as an element"),
    ];

    /// The format of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, _)| *known == name).map(|(format, ..)| format)
    }

    /// The calculator's file and the panels that the code shows, where the format is the code of a
    /// calculator.
    #[must_use]
    pub const fn calculator(self) -> Option<&'static str> {
        match self {
            Self::Frame => Some("embed.html?panels=answer,damage,sheets"),
            Self::Gadget | Self::Code | Self::Element => Some("embed.html"),
            _ => None,
        }
    }

    /// The answer as text. A calculator's frame has that height, in pixels.
    ///
    /// An answer whose link has no page has no link in its text, and a sentence in place of a calculator.
    #[must_use]
    pub fn text(self, share: &Share, height: u32) -> String {
        match self {
            Self::Wikitext => wikitext(share),
            Self::Dokuwiki => dokuwiki(share),
            Self::Markdown => markdown(share),
            Self::Html => html(share),
            Self::Csv => csv(share),
            Self::Link => format!("{}\n", share.link),
            Self::Sentence => format!("{}{}\n", share.sentence, link(share, |address| format!(" {address}"))),
            Self::Frame | Self::Gadget | Self::Code | Self::Element => match Parts::of(&share.link) {
                Some(parts) => self.embedded(&share.sentence, &parts, height),
                None => format!("<p>{}</p>\n", escape::html(&share.sentence)),
            },
        }
    }

    /// The code of a calculator.
    fn embedded(self, sentence: &str, Parts { folder, hash }: &Parts, height: u32) -> String {
        let (title, file) = (escape::html(sentence), self.calculator().unwrap_or_default());
        let [home, link] = [folder, hash].map(|part| escape::html(part));
        match self {
            // The last word is the link: DokuWiki's syntax has no attributes.
            Self::Code => format!("<code tohit>{} {folder}#{hash}</code>\n", escape::dokuwiki_code(sentence)),
            // MediaWiki parses what is inside of an element. Its escapes are HTML, too.
            Self::Gadget => format!(
                "<div class=\"tohit\" data-home=\"{home}\" data-link=\"{link}\">{}</div>\n",
                escape::wikitext(sentence)
            ),
            Self::Element => format!(
                "<script type=\"module\" src=\"{home}tohit-element.js\"></script>\n<tohit-calculator link=\"{link}\">{title}</tohit-calculator>\n"
            ),
            _ => format!(
                "<iframe title=\"{title}\" width=\"100%\" height=\"{height}\" loading=\"lazy\" style=\"border:0\"\n  src=\"{home}{file}#{link}\"></iframe>\n"
            ),
        }
    }
}

/// A link with a page, as two parts of an address within markup.
struct Parts {
    /// The calculator's folder: a ruleset's page lies in it.
    folder: String,
    /// The fragment.
    hash: String,
}

impl Parts {
    fn of(link: &str) -> Option<Self> {
        let page = format::page(link)?;
        let folder = page.get(..=page.rfind('/')?)?;
        let (_, hash) = link.split_once('#')?;
        Some(Self { folder: part_of_address(folder), hash: part_of_address(hash) })
    }
}

/// The link as written by a format; empty where it has no page.
fn link(share: &Share, written: impl Fn(&str) -> String) -> String {
    escape::address(&share.link).map_or_else(String::new, |address| written(&address))
}

/// The table's lines, each written by a format: a chance with its fraction, where that is known.
fn lines(share: &Share, line: impl Fn(&str, &str) -> String) -> String {
    let rows = share.rows.iter().map(|row| {
        let fraction = if row.fraction.is_empty() { String::new() } else { format!(" ({})", row.fraction) };
        line(&row.name, &format!("{}{fraction}", row.says))
    });
    rows.chain(share.figures.iter().map(|(name, says)| line(name, says))).collect()
}

fn wikitext(share: &Share) -> String {
    let e = escape::wikitext;
    let link = link(share, |address| format!(" [{address} {WORDS}]"));
    let lines = lines(share, |name, says| format!("|-\n! scope=\"row\" | {}\n| {}\n", e(name), e(says)));
    format!("{}{link}\n\n{{| class=\"wikitable\"\n|+ {}\n{lines}|}}\n", e(&share.sentence), e(&share.caption))
}

fn dokuwiki(share: &Share) -> String {
    let e = escape::dokuwiki;
    let link = link(share, |address| format!(" [[{address}|{WORDS}]]"));
    let lines = lines(share, |name, says| format!("^ {} | {} |\n", e(name), e(says)));
    format!("{}{link}\n\n{lines}", e(&share.sentence))
}

fn markdown(share: &Share) -> String {
    let e = escape::markdown;
    let link = link(share, |address| format!(" ([{WORDS}]({address}))"));
    let lines = lines(share, |name, says| format!("| {} | {} |\n", e(name), e(says)));
    format!("{}{link}\n\n| {} | |\n|---|---:|\n{lines}", e(&share.sentence), e(&share.caption))
}

fn html(share: &Share) -> String {
    let e = escape::html;
    let link = link(share, |address| format!(" <a href=\"{}\">{WORDS}</a>", e(address)));
    let lines = lines(share, |name, says| {
        format!("  <tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", e(name), e(says))
    });
    let (sentence, caption) = (e(&share.sentence), e(&share.caption));
    format!("<p>{sentence}{link}</p>\n<table>\n  <caption>{caption}</caption>\n{lines}</table>\n")
}

fn csv(share: &Share) -> String {
    let line = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    let head = [
        line(&["name", "value", "fraction"]),
        line(&["scenario", &share.sentence]),
        line(&["rules", &share.caption]),
        line(&["link", &share.link]),
    ];
    let rows = share.rows.iter().map(|row| line(&[&row.name, &format::plain(row.chance), &row.fraction]));
    let figures = share.figures.iter().map(|(name, says)| line(&[name, &format::ungrouped(says)]));
    table::csv(head.into_iter().chain(rows).chain(figures))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::ShareRow;

    fn share(link: &str) -> Share {
        let row = |name: &str| ShareRow {
            name: name.to_owned(),
            says: "5.0\u{a0}%".to_owned(),
            chance: 0.05,
            fraction: "1/20".to_owned(),
        };
        Share {
            sentence: "A <b> hits".to_owned(),
            link: link.to_owned(),
            caption: "C".to_owned(),
            rules: "R".to_owned(),
            rows: vec![row("Hit"), row("=cmd,\"x\"")],
            figures: vec![("Turns".to_owned(), "1,308.4".to_owned())],
            picture: None,
        }
    }

    #[test]
    fn an_address_ends_nothing() {
        let share = share("https://example.org/#x/y?a=[[__TOC__]]&b='");
        let safe = "https://example.org/#x/y?a=%5B%5B%5F_TOC%5F_%5D%5D&b=%27";
        let begins = |format: ShareFormat, text: &str| {
            let written = format.text(&share, HEIGHT);
            assert!(written.starts_with(text), "{text}: {written}");
        };
        begins(
            ShareFormat::Wikitext,
            &format!("A &#60;b&#62; hits [{safe} live calculation]\n\n{{| class=\"wikitable\"\n|+ C\n|-\n"),
        );
        begins(
            ShareFormat::Dokuwiki,
            &format!("<nowiki>A <b> hits</nowiki> [[{safe}|live calculation]]\n\n"),
        );
        begins(
            ShareFormat::Markdown,
            &format!("A \\<b\\> hits ([live calculation]({safe}))\n\n| C | |\n|---"),
        );
        let attribute = safe.replace('&', "&#38;");
        begins(
            ShareFormat::Html,
            &format!("<p>A &#60;b&#62; hits <a href=\"{attribute}\">live calculation</a>"),
        );
    }

    #[test]
    fn a_link_without_a_page_is_none() {
        for link in [
            "x/y",
            "javascript:alert(1)//#x/y",
            "JaVaScRiPt:alert(1)//#x/y",
            "data:text/html,x#x/y",
            "vbscript:x#x/y",
            " https://a.b/#x/y",
        ] {
            let share = share(link);
            for (format, name, _) in ShareFormat::ALL {
                let text = format.text(&share, HEIGHT);
                let has_link = ["href", "src=", "data-", "<code", "<tohit", "script:", "data:", "[[", "]("]
                    .iter()
                    .any(|part| text.contains(part));
                let is_plain = matches!(format, ShareFormat::Csv | ShareFormat::Link);
                assert!(is_plain || (!has_link && text.contains(" hits")), "{link} {name}: {text}");
            }
        }
    }

    #[test]
    fn a_spreadsheet_has_each_text_in_its_cell_and_numbers_that_are_numbers() {
        let text = ShareFormat::Csv.text(&share("https://example.org/#x/y?a=b,c"), HEIGHT);
        assert_eq!(
            text,
            "name,value,fraction\nscenario,A <b> hits\nrules,C\nlink,\"https://example.org/#x/y?a=b,c\"\n\
             Hit,0.05,1/20\n\"'=cmd,\"\"x\"\"\",0.05,1/20\nTurns,1308.4\n"
        );
    }

    #[test]
    fn a_calculator_is_that_of_the_folder_from_the_page_of_any_ruleset() {
        for page in ["", "index.html", "crawl.html"] {
            let share = share(&format!("https://example.org/tohit/{page}#crawl/melee?a=b&c=\">"));
            let says = |format: ShareFormat, part: &str| {
                let text = format.text(&share, 700);
                assert!(text.contains(part), "{part}: {text}");
            };
            let (home, hash) = ("https://example.org/tohit/", "crawl/melee?a=b&#38;c=%22%3E\"");
            says(ShareFormat::Frame, &format!("src=\"{home}embed.html?panels=answer,damage,sheets#{hash}"));
            says(ShareFormat::Frame, "title=\"A &#60;b&#62; hits\" width=\"100%\" height=\"700\"");
            says(
                ShareFormat::Gadget,
                &format!("data-home=\"{home}\" data-link=\"{hash}>A &#60;b&#62; hits</div>"),
            );
            says(ShareFormat::Element, &format!("src=\"{home}tohit-element.js\""));
            says(ShareFormat::Element, &format!("<tohit-calculator link=\"{hash}>A &#60;b"));
            says(
                ShareFormat::Code,
                &format!("<code tohit>A <b> hits {home}#crawl/melee?a=b&c=%22%3E</code>\n"),
            );
        }
    }

    #[test]
    fn names_lead_to_their_formats() {
        for (format, name, _) in ShareFormat::ALL {
            assert_eq!(ShareFormat::named(name), Some(format));
        }
        assert_eq!(ShareFormat::named("pdf"), None);
    }
}
