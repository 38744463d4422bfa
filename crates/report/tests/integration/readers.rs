//! Small readers of the formats, independent of the writers. Each gives the text that a reader of the format
//! shows, or what of it is live.

/// A result: the text as shown, or the live part.
pub(crate) type Shown = Result<String, String>;

/// Cells of a line of separated values; a cell that begins with a quote ends at the next single one (RFC
/// 4180).
pub(crate) fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut letters = line.chars().peekable();
    let (mut begins, mut quoted) = (true, false);
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut().unwrap();
        match letter {
            '"' if begins => quoted = true,
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' if quoted => quoted = false,
            letter if letter == separator && !quoted => {
                cells.push(String::new());
                begins = true;
                continue;
            }
            letter => cell.push(letter),
        }
        begins = false;
    }
    cells
}

/// True for a cell that a spreadsheet runs: a sign begins it, and it is no number.
pub(crate) fn is_formula(cell: &str) -> bool {
    let text =
        cell.trim_start_matches(|c: char| c.is_whitespace() || "\u{feff}\u{200b}\u{2060}\u{ad}".contains(c));
    let number = text.trim_end_matches(['%', ' ', '\u{a0}']);
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && number.parse::<f64>().is_err()
}

/// HTML or XML between tags: only character references, no tags, no quotes that would end an attribute.
pub(crate) fn html(text: &str) -> Shown {
    if let Some(live) = text.chars().find(|letter| "<>\"'".contains(*letter) || letter.is_control()) {
        return Err(format!("{live:?} in {text}"));
    }
    references(text)
}

/// A text with its decimal character references replaced; any other `&` is live.
fn references(text: &str) -> Shown {
    let mut parts = text.split('&');
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.strip_prefix('#').and_then(|part| part.split_once(';'));
        let letter = code.and_then(|(code, rest)| Some((char::from_u32(code.parse().ok()?)?, rest)));
        let Some((letter, rest)) = letter else { return Err(format!("&{part}")) };
        shown.push(letter);
        shown += rest;
    }
    Ok(shown)
}

/// Wikitext at the begin of a line, as MediaWiki reads it.
pub(crate) fn wikitext(text: &str) -> Shown {
    const ANYWHERE: [&str; 21] = [
        "[", "]", "{", "}", "|", "''", "~~~", "__", "＿＿", "<", ">", "-{", "}-", "//", "--", "RFC", "PMID",
        "ISBN", "!!", "=", "\n",
    ];
    // Outside of an address two slashes are plain.
    let is_live = |part: &&&str| text.contains(**part) && (**part != "//" || is_address(text));
    if let Some(live) = ANYWHERE.iter().find(is_live) {
        return Err(format!("{live:?} in {text}"));
    }
    if text.starts_with(['*', '#', ':', ';', ' ', '-', '!', '|', '=']) || text.contains("mailto:x") {
        return Err(format!("the line begins in {text}"));
    }
    references(text)
}

/// True where a scheme stands before two slashes.
fn is_address(text: &str) -> bool {
    text.match_indices("://").any(|(at, _)| text[..at].ends_with(|before: char| before.is_ascii_alphabetic()))
}

/// DokuWiki: `<nowiki>` ends at the first `</nowiki>`; outside of it stand words and figures alone.
pub(crate) fn dokuwiki(text: &str) -> Shown {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("<nowiki>") {
        let (outside, inside) = rest.split_at(at);
        let inside = inside.strip_prefix("<nowiki>").unwrap();
        let end = inside.find("</nowiki>").ok_or_else(|| format!("no end of {inside}"))?;
        shown = shown + plain_dokuwiki(outside)? + &inside[..end];
        rest = &inside[end + "</nowiki>".len()..];
    }
    Ok(shown + plain_dokuwiki(rest)?)
}

fn plain_dokuwiki(text: &str) -> Result<&str, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ". %\u{a0}".contains(c);
    let has_capitals = text.chars().skip(1).any(|c| c.is_ascii_uppercase());
    let mixes =
        text.contains(|c: char| c.is_ascii_digit()) && text.contains(|c: char| c.is_ascii_alphabetic());
    if text.chars().all(is_plain) && !has_capitals && !mixes {
        Ok(text)
    } else {
        Err(format!("{text:?} outside"))
    }
}

/// Markdown of GitHub within a paragraph. Escaped signs are opaque to the search for web addresses, and
/// transparent to that for e-mail addresses.
pub(crate) fn markdown(text: &str) -> Shown {
    const OPAQUE: char = '\u{f8ff}';
    let (mut shown, mut seen) = (String::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next_if(char::is_ascii_punctuation) } else { None };
        let letter = match (letter, escaped) {
            (_, Some(escaped)) => escaped,
            ('&', None) => {
                let code: String = letters.by_ref().take_while(|letter| *letter != ';').collect();
                references(&format!("&{code};"))?.chars().next().unwrap()
            }
            (live, None) if "\\`*_{}[]<>()#+!|~-$\n".contains(live) => {
                return Err(format!("{live:?} in {text}"));
            }
            (plain, None) => {
                seen.push(plain);
                shown.push(plain);
                continue;
            }
        };
        seen.push(OPAQUE);
        shown.push(letter);
    }
    let is_domain = |(at, _): (usize, &str)| {
        let (before, after) = (seen[..at].chars().next_back(), seen[at + 1..].chars().next());
        before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic)
    };
    if is_address(&seen) || seen.contains("www.") || seen.match_indices('.').any(is_domain) {
        return Err(format!("an address in {text}"));
    }
    let digits = seen.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_item = digits.len() < seen.len() && (digits == "." || digits.starts_with(". "));
    if seen.starts_with(' ') || is_item {
        return Err(format!("a block begins in {text}"));
    }
    if shown.replace("@\u{2060}", "").contains('@') {
        return Err(format!("an e-mail address or a mention in {text}"));
    }
    Ok(shown.replace("@\u{2060}", "@"))
}

/// Tags of an HTML or XML text, each with the number of its quotes, and the text's parts between them.
pub(crate) fn tags(text: &str) -> (Vec<(&str, usize)>, Vec<&str>) {
    let mut parts = text.split('<');
    let mut between = vec![parts.next().unwrap_or_default()];
    let mut tags = Vec::new();
    for part in parts {
        let (tag, rest) = part.split_once('>').unwrap();
        tags.push((tag.split([' ', '\n']).next().unwrap_or_default(), tag.matches('"').count()));
        between.push(rest);
    }
    (tags, between)
}
