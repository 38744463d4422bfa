//! The answer as text for a wiki: a sentence with its link, and a table. Identical to the output of the page's Share dialog (web/scripts/share.js), which has
//! more formats; `tests/package` compares them.

use tohit_report::format;
use tohit_report::share::Share;

/// Markup for MediaWiki.
pub(crate) fn wikitext(share: &Share) -> String {
    let e = |text: &str| escaped(text, means_something);
    let link =
        format::address(&share.link).map_or_else(String::new, |link| format!(" [{link} live calculation]"));
    let rows =
        lines(share).map(|(name, says)| format!("|-\n! scope=\"row\" | {}\n| {}\n", e(name), e(&says)));
    let rows: String = rows.collect();
    format!("{}{link}\n\n{{| class=\"wikitable\"\n|+ {}\n{rows}|}}\n", e(&share.sentence), e(&share.caption))
}

/// Markup in HTML, for any page.
pub(crate) fn html(share: &Share) -> String {
    let e = |text: &str| escaped(text, |_, letter, _| matches!(letter, '&' | '<' | '>' | '"' | '\''));
    let link = format::address(&share.link)
        .map_or_else(String::new, |link| format!(" <a href=\"{}\">live calculation</a>", e(&link)));
    let row = |(name, says): (&str, String)| {
        format!("  <tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", e(name), e(&says))
    };
    let rows: String = lines(share).map(row).collect();
    format!(
        "<p>{}{link}</p>\n<table>\n  <caption>{}</caption>\n{rows}</table>\n",
        e(&share.sentence),
        e(&share.caption)
    )
}

/// The table's lines: a chance with its fraction, where that is known.
fn lines(share: &Share) -> impl Iterator<Item = (&str, String)> {
    let rows = share.rows.iter().map(|row| {
        let fraction = if row.fraction.is_empty() { String::new() } else { format!(" ({})", row.fraction) };
        (row.name.as_str(), format!("{}{fraction}", row.says))
    });
    rows.chain(share.figures.iter().map(|(name, says)| (name.as_str(), says.clone())))
}

/// True for a letter with a meaning to MediaWiki between its neighbours. A colon, a semicolon or a hyphen has none between words.
fn means_something(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let begins = matches!(before, None | Some('\n'));
    match letter {
        '&' | '<' | '>' | '|' | '[' | ']' | '{' | '}' | '=' | '_' | '*' | '#' | '~' | '!' => true,
        '\'' => before == Some(letter) || after == Some(letter),
        '-' => begins || before == Some(letter) || after == Some(letter),
        ':' | ';' => begins || !matches!(after, None | Some(' ' | '\n')),
        _ => false,
    }
}

/// A text with some letters replaced by character references.
fn escaped(text: &str, means: impl Fn(Option<char>, char, Option<char>) -> bool) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        if means(before, letter, letters.peek().copied()) {
            out += &format!("&#{};", u32::from(letter));
        } else {
            out.push(letter);
        }
        before = Some(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_mean_something_stand_as_what_they_are() {
        let e = |text: &str| escaped(text, means_something);
        assert_eq!(e("A | b [[c]]"), "A &#124; b &#91;&#91;c&#93;&#93;");
        assert_eq!(e("it's ''bold''"), "it's &#39;&#39;bold&#39;&#39;");
        assert_eq!(e("-2, a-b, --"), "&#45;2, a-b, &#45;&#45;");
        assert_eq!(e("so: a;b;\n:x"), "so: a&#59;b;\n&#58;x");
    }

    #[test]
    fn an_address_ends_nothing_and_without_one_there_is_no_link() {
        let mut share = Share {
            sentence: "A <b> hits".to_owned(),
            link: "https://example.org/#x/y?a=[[__TOC__]]&b='".to_owned(),
            caption: "C".to_owned(),
            rules: "R".to_owned(),
            rows: Vec::new(),
            figures: vec![("n".to_owned(), "1".to_owned())],
            picture: None,
        };
        let safe = "https://example.org/#x/y?a=%5B%5B%5F_TOC%5F_%5D%5D&b=%27";
        assert_eq!(
            wikitext(&share),
            format!(
                "A &#60;b&#62; hits [{safe} live calculation]\n\n{{| class=\"wikitable\"\n|+ C\n|-\n! scope=\"row\" | n\n| 1\n|}}\n"
            )
        );
        assert!(html(&share).contains(&format!("<a href=\"{}\">", safe.replace('&', "&#38;"))));
        for link in [
            "x/y",
            "javascript:alert(1)//#x/y",
            "JaVaScRiPt:alert(1)//#x/y",
            "data:text/html,x#x/y",
            " https://a.b/#x/y",
        ] {
            share.link = link.to_owned();
            assert!(
                wikitext(&share).starts_with("A &#60;b&#62; hits\n") && !html(&share).contains("href"),
                "{link}"
            );
        }
    }
}
