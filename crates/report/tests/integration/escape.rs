//! Names that try to get out of each format: thousands made of the dangerous pieces of all of them.

use crate::readers::{self, Shown};
use rand::RngExt as _;
use rand_pcg::Pcg32;
use tohit_report::escape;
use tohit_report::histogram::HitPoints;
use tohit_report::picture;
use tohit_report::share::{Share, ShareRow};
use tohit_report::share_format::{HEIGHT, ShareFormat};
use tohit_report::summary::Damage;
use tohit_report::table;
use tohit_resolver::Extent;
use tohit_resolver::Spread;

/// Pieces with a meaning to one format or another; some are halves.
const PIECES: &[&str] = &[
    "=",
    "+",
    "-",
    "@",
    "＝",
    "\t",
    "\r",
    "\n",
    "\u{feff}",
    "\u{200b}",
    ",",
    ";",
    "\"",
    "'",
    "''",
    "'''",
    "|",
    "||",
    "!",
    "!!",
    "|-",
    "|}",
    "{|",
    "{{",
    "}}",
    "{",
    "}",
    "[[",
    "]]",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "</",
    "<nowiki>",
    "</nowiki>",
    "nowiki>",
    "</no",
    "wiki>",
    "</NOWIKI>",
    "<code>",
    "</code>",
    "</co",
    "de>",
    "</Code>",
    "</html>",
    "<html>",
    "<script>",
    "alert(1)",
    "<!--",
    "-->",
    "&",
    "&lt;",
    "&#60;",
    "#60;",
    ";",
    "~",
    "~~~~",
    "~~NOTOC~~",
    "_",
    "__",
    "__TOC__",
    "＿＿目次＿＿",
    "TOC",
    "*",
    "**",
    "#",
    "//",
    ":",
    "::",
    "http:",
    "https://evil.example/x",
    "http://",
    "evil.example",
    "www.",
    "www.evil.example",
    "mailto:x",
    "x@y.example",
    "@octocat",
    "ftp://a.example",
    "%%",
    "\\",
    "\\\\",
    "`",
    "```",
    "$",
    "^",
    "----",
    "---",
    "--",
    "1.",
    "1)",
    "2x3",
    "5 %",
    "1e3",
    "RFC 2616",
    "ISBN 0306406152",
    "PMID 1",
    "DELETEME",
    "(c)",
    "->",
    "]]>",
    "\u{0}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{9b}31m",
    "\u{fffe}",
    "\u{2028}",
    "\u{202e}",
    "\u{a0}",
    " ",
    " ",
    "a",
    "b c",
    "Troll",
    "ж",
    "漢",
];

/// Names of the audit.
const AUDIT: [&str; 8] = [
    "Goblins</co</code>de><html><script>window.pwned=1</script></html><code>",
    "=HYPERLINK(\"http://evil.example\",\"x\")",
    "+1+1",
    "-2+3+cmd|' /C calc'!D2",
    "T ~~~~ __NOTOC__",
    "~~~~ '''b''' __TOC__ https://evil.example/x",
    "a;=1+1",
    "A\u{1b}[31mB",
];

fn name(dice: &mut Pcg32) -> String {
    (0..dice.random_range(1..8)).map(|_| PIECES[dice.random_range(0..PIECES.len())]).collect()
}

/// The names of the audit, and thousands more.
fn names() -> Vec<String> {
    let many = std::env::var("TOHIT_MUTATIONS").map_or(20_000, |many| many.parse().unwrap());
    let mut dice = Pcg32::new(44, 0);
    let made = (0..many).map(|_| name(&mut dice));
    AUDIT.iter().map(|name| (*name).to_owned()).chain(made).collect()
}

/// The name on one line, as every format shows it.
fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn every_name_is_its_text(escape: fn(&str) -> String, read: fn(&str) -> Shown) {
    for name in names() {
        let written = escape(&name);
        assert_eq!(read(&written).as_deref(), Ok(one_line(&name).as_str()), "{name:?} as {written:?}");
    }
}

#[test]
fn html_has_text_alone() {
    let read: fn(&str) -> Shown = |text| readers::html(text).map(|text| text.replace('\u{fffd}', "\u{fffe}"));
    every_name_is_its_text(escape::html, read);
}

#[test]
fn wikitext_has_text_alone() {
    every_name_is_its_text(escape::wikitext, readers::wikitext);
}

#[test]
fn dokuwiki_has_text_alone() {
    every_name_is_its_text(escape::dokuwiki, readers::dokuwiki);
}

#[test]
fn markdown_has_text_alone() {
    every_name_is_its_text(escape::markdown, readers::markdown);
}

#[test]
fn no_text_leaves_the_code_of_dokuwiki() {
    for name in names() {
        let written = escape::dokuwiki_code(&name);
        let end = format!("{written}</code>").to_ascii_lowercase().find("</code>");
        assert_eq!(end, Some(written.len()), "{name:?} as {written:?}");
        assert_eq!(written.replace("< /", "</"), one_line(&name).replace("< /", "</"));
    }
}

#[test]
fn cells_survive_and_are_never_formulas() {
    // Apostrophes mark a text.
    let shown = |text: &str| text.replace('\'', "");
    let names = names();
    for pair in names.chunks_exact(2) {
        let line = [pair[0].clone(), "-5".to_owned(), pair[1].clone()];
        let wanted = line.each_ref().map(|cell| shown(&one_line(cell)));
        let [csv, tsv] = [table::csv([line.to_vec()]), table::tsv([line.to_vec()])]
            .map(|text| text.strip_suffix('\n').unwrap().to_owned());
        for (text, cells) in [(&csv, readers::cells(&csv, ',')), (&tsv, readers::cells(&tsv, '\t'))] {
            assert!(!text.contains('\n'), "{text:?}");
            assert_eq!(cells.iter().map(|cell| shown(cell)).collect::<Vec<_>>(), wanted, "{text:?}");
            assert_eq!(cells[1], "-5", "a number stays a number");
        }
        // A spreadsheet whose decimal sign is a comma parts a line at its semicolons.
        let all = [readers::cells(&csv, ','), readers::cells(&csv, ';'), readers::cells(&tsv, '\t')].concat();
        let formula = all.iter().find(|cell| readers::is_formula(cell));
        assert_eq!(formula, None, "{csv:?}");
        assert!(!tsv.split('\t').any(|cell| cell.starts_with('"')), "{tsv:?}");
    }
}

/// An answer whose every text is one of the names.
fn share(names: &[String]) -> Share {
    let row = |name: &String| ShareRow {
        name: name.clone(),
        says: "5.0\u{a0}%".to_owned(),
        chance: 0.05,
        fraction: String::new(),
    };
    Share {
        sentence: names[0].clone(),
        link: format!("https://example.org/tohit/crawl.html#crawl/melee?pin.1.name={}", names[1]),
        caption: names[2].clone(),
        rules: names[3].clone(),
        rows: names[4..6].iter().map(row).collect(),
        figures: vec![(names[6].clone(), names[7].clone())],
        picture: None,
    }
}

#[test]
fn hostile_names_add_no_markup_in_any_format() {
    let plain: Vec<String> = (0..8).map(|_| "Troll".to_owned()).collect();
    let lines = |text: &str| text.matches('\n').count();
    for names in names().chunks_exact(8) {
        for (format, name, _) in ShareFormat::ALL {
            // A link and a sentence are plain text, shown as they are.
            if matches!(format, ShareFormat::Link | ShareFormat::Sentence) {
                continue;
            }
            let [text, harmless] = [names, plain.as_slice()].map(|names| format.text(&share(names), HEIGHT));
            assert_eq!(lines(&text), lines(&harmless), "{name}: {text}");
            let is_html = ["html", "frame", "gadget", "element"].contains(&name);
            if is_html {
                let (found, between) = readers::tags(&text);
                assert_eq!(found, readers::tags(&harmless).0, "{name}: {text}");
                let live =
                    between.iter().find(|part| readers::html(&part.replace(['\n', '"', '\''], "")).is_err());
                assert_eq!(live, None, "{name}: {text}");
            }
        }
    }
}

#[test]
fn a_picture_has_shapes_and_text_alone() {
    let damage = Damage::of(&Spread { entries: vec![(0, 0.5), (3, 0.25), (4, 0.25)], tail: None });
    for pair in names().chunks_exact(2).take(1000) {
        let svg = picture::of(
            &damage,
            (Extent::Strike, "turn"),
            Some(HitPoints { points: 4.0, kill: None }),
            &pair[0],
            &pair[1],
        );
        let (tags, between) = readers::tags(&svg);
        let known = ["svg", "title", "desc", "text", "rect", "path", "g"];
        let live = tags.iter().find(|tag| !known.contains(&tag.0.trim_start_matches('/')));
        assert_eq!(live, None, "{svg}");
        let live = between.iter().find(|part| readers::html(part).is_err());
        assert_eq!(live, None, "{svg}");
        assert!(!svg.contains(['\u{fffe}', '\u{ffff}']), "{svg}");
    }
}

#[test]
fn plain_names_are_unchanged() {
    for text in ["Troll", "5.0 %", "critical hit"] {
        for escape in
            [escape::html, escape::wikitext, escape::dokuwiki, escape::markdown, escape::csv, escape::tsv]
        {
            assert_eq!(escape(text), text);
        }
    }
    assert_eq!(escape::wikitext("it's ''bold''"), "it's &#39;&#39;bold&#39;&#39;");
    assert_eq!(escape::wikitext("-2, a-b, --, so: a;b"), "&#45;2, a-b, &#45;&#45;, so: a&#59;b");
    assert_eq!(escape::dokuwiki("a</nowiki>b"), "<nowiki>a</</nowiki><nowiki>nowiki>b</nowiki>");
    assert_eq!(escape::markdown("78.6 % https://a.b 1. x"), "78.6 % https\\://a\\.b 1. x");
    assert_eq!(escape::markdown("1. x"), "1\\. x");
    for number in ["-5", "+5", "-2.5 %", "1e-7", "0.05"] {
        assert_eq!([escape::csv(number), escape::tsv(number)], [number, number]);
    }
    assert_eq!(escape::csv("-5 to 3"), "'-5 to 3");
}
