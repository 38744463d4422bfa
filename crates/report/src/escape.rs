//! One escape for each format: a reader of the format shows the text as it is, whatever it says.
//!
//! Titles, presets and endings may come from a stranger's link. In each format a text stays on one line:
//! control characters become spaces.

use std::borrow::Cow;

/// HTML and XML, so SVG, too: text between tags, or within a quoted attribute. Parsers replace character
/// references after they have found the tags.
#[must_use]
pub fn html(text: &str) -> String {
    let mut out = String::new();
    for letter in one_line(text).chars() {
        match letter {
            // XML has no such characters.
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            '&' | '<' | '>' | '"' | '\'' => reference(&mut out, letter),
            letter => out.push(letter),
        }
    }
    out
}

/// Wikitext of MediaWiki, and HTML within it. The parser finds markup, signatures (`~~~~`), switches
/// (`__TOC__`) and addresses in the text as written, before it replaces character references.
#[must_use]
pub fn wikitext(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        if is_wiki_markup(before, letter, letters.peek().copied()) {
            reference(&mut out, letter);
        } else {
            out.push(letter);
        }
        before = Some(letter);
    }
    // `RFC 1`, `PMID 1` and `ISBN 0306406152` are links in a wiki that wants them.
    out.replace("RFC", "&#82;FC").replace("PMID", "&#80;MID").replace("ISBN", "&#73;SBN")
}

/// True for a letter with a meaning to MediaWiki between its neighbours. Between words a colon, a semicolon
/// or a hyphen has none; a colon before a letter may make an address. `＿＿` begins a switch in Japanese wikis.
fn is_wiki_markup(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let begins = before.is_none();
    match letter {
        '&' | '<' | '>' | '|' | '[' | ']' | '{' | '}' | '=' | '_' | '＿' | '*' | '#' | '~' | '!' => true,
        '\'' => before == Some(letter) || after == Some(letter),
        '-' => begins || before == Some(letter) || after == Some(letter),
        ':' | ';' => begins || !matches!(after, None | Some(' ')),
        ' ' => begins,
        _ => false,
    }
}

/// DokuWiki's markup: ordinary words and figures as they are, all else within `<nowiki>`, which ends at the
/// first `</nowiki>` and is parsed for nothing else. Behind each `</` of the text it is closed and opened
/// again, so the text completes no closing tag. Outside of it even `2x3`, or a name in capitals, may be more
/// than text.
#[must_use]
pub fn dokuwiki(text: &str) -> String {
    let text = one_line(text);
    if is_words(&text) || is_figure(&text) {
        return text.into_owned();
    }
    format!("<nowiki>{}</nowiki>", text.replace("</", "</</nowiki><nowiki>"))
}

/// Text within DokuWiki's `<code>`, which ends at the first `</code>` and knows no escape: a space keeps each
/// `<` from its slash.
#[must_use]
pub fn dokuwiki_code(text: &str) -> String {
    one_line(text).replace("</", "< /")
}

/// GitHub's Markdown, within a paragraph or a table cell: a backslash takes the meaning from any sign. An
/// address needs a bare colon or dot. A reader looks for e-mail addresses and `@names` after the backslashes
/// are gone, so a word joiner, which is invisible, stands behind each `@`. A number and a dot would begin a
/// list.
#[must_use]
pub fn markdown(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied();
        match letter {
            '@' => out.push_str("@&#8288;"),
            ' ' if before.is_none() => out.push_str("&#32;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '(' | ')' | '#' | '+' | '!'
            | '|' | '~' | '&' | '-' | '$' => out.extend(['\\', letter]),
            ':' if after.is_some_and(|after| after != ' ') => out.push_str("\\:"),
            '.' if is_dot_of_address(before, after)
                || is_digits(&out) && after.is_none_or(|after| after == ' ') =>
            {
                out.push_str("\\.")
            }
            letter => out.push(letter),
        }
        before = Some(letter);
    }
    out
}

/// True for a dot that may be part of an address: it ends no word, and is no decimal point. (`www.` alone is
/// an address.)
fn is_dot_of_address(before: Option<char>, after: Option<char>) -> bool {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let is_within = after.is_some_and(|after| after != ' ') && !(is_digit(before) && is_digit(after));
    is_within || before == Some('w')
}

/// A cell of comma-separated values (RFC 4180). Spreadsheets take the quotes away and then run what begins
/// with `=`, `+`, `-` or `@`, so such a text gets a leading apostrophe, their mark of a text. Where the
/// decimal sign is a comma, a spreadsheet parts a line at its semicolons: each part is treated so. Numbers
/// stay numbers.
#[must_use]
pub fn csv(cell: &str) -> String {
    let parts = || cell.split(';').map(text_cell).collect::<Vec<_>>().join(";");
    let cell = if is_number(cell) { cell.to_owned() } else { parts() };
    if cell.contains([',', ';', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

/// A cell of tab-separated values, for pasting into a spreadsheet: as [`csv`]. Some readers take a leading
/// quote for the begin of a quoted cell that ends at the next one, over tabs and lines.
#[must_use]
pub fn tsv(cell: &str) -> String {
    if is_number(cell) {
        return cell.to_owned();
    }
    let cell = text_cell(cell);
    if cell.starts_with('"') { format!("'{cell}") } else { cell.into_owned() }
}

/// The address of a link's page within markup: nothing in it ends a link, and `__TOC__`, `~~~~` and `&lt;`
/// have no effect. None for a link without a page (see [`page`](crate::format::page)).
#[must_use]
pub fn address(link: &str) -> Option<String> {
    crate::format::page(link).map(|_| part_of_address(link))
}

/// A part of an address within markup.
pub(crate) fn part_of_address(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut safe = String::new();
    while let Some(letter) = letters.next() {
        let ends = letter.is_ascii_control() || "[]{}|<>\"'`\\^();~ ".contains(letter);
        if letter == '＿' {
            safe += "%EF%BC%BF";
        } else if ends || (letter == '_' && letters.peek() == Some(&'_')) {
            safe += &format!("%{:02X}", u32::from(letter));
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// A text on one line, without control characters.
fn one_line(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_control) {
        Cow::Owned(text.replace(char::is_control, " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Appends a character reference.
fn reference(out: &mut String, letter: char) {
    out.push_str(&format!("&#{};", u32::from(letter)));
}

/// A text that no spreadsheet runs. Spreadsheets of East Asia read full-width signs, too; some skip spaces,
/// all skip the mark of UTF-8, and one that parts a line elsewhere takes quotes away.
fn text_cell(cell: &str) -> Cow<'_, str> {
    let is_unseen = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\u{ad}' | '\u{200b}'..='\u{206f}' | '\u{feff}')
    };
    let text = one_line(cell);
    let begins = text.trim_start_matches(is_unseen).starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if begins || cell.starts_with(['\t', '\r']) { Cow::Owned(format!("'{text}")) } else { text }
}

/// True for a decimal number with or without a sign, an exponent and a per cent sign.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let text = text.strip_suffix('%').map_or(text, |text| text.strip_suffix([' ', '\u{a0}']).unwrap_or(text));
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    [whole, part, exponent.strip_prefix(['-', '+']).unwrap_or(exponent)].into_iter().all(is_digits)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for `5`, `5.0` and `5.0 %`.
fn is_figure(text: &str) -> bool {
    let text = text.strip_suffix(" %").or_else(|| text.strip_suffix("\u{a0}%")).unwrap_or(text);
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    is_digits(whole) && is_digits(part)
}

/// True for words in small letters, the first perhaps with a capital.
fn is_words(text: &str) -> bool {
    let is_small = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let (first, rest) = text.split_at_checked(1).unwrap_or((text, ""));
    let is_capital = first.bytes().all(|byte| byte.is_ascii_uppercase());
    let begins = if is_capital { rest } else { text };
    begins.split(' ').all(is_small)
}
